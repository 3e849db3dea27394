//! [`deform_out_of_body`]: the last centimetres of penetration, as a correction of vertices (`docs/methods/deformer.md`).

mod acceleration;
mod block;
mod character;
mod character_deformer;
mod deformer;
mod options;
mod report;

pub use character_deformer::{CharacterDeformScratch, CharacterDeformer};
pub use deformer::{BodyDeformer, DeformScratch, DeformSettings, DeformedFrame, MeshShape};
pub use options::{DeformOutOfBodyOptions, YieldingPart};
pub use report::{DeformMeasures, DeformOutOfBodyReport};

use crate::declare::{Operation, Options};
use crate::error::{Error, Result, check_length};
use crate::model::{Clip, Skeleton, Skin};
use acceleration::Acceleration;
use character::{Character, PosedFrame};
use nalgebra::Vector3;

/// Frames whose points are in memory at once.
const BLOCK: usize = 64;

pub(crate) const OPERATION: Operation = Operation::new::<DeformOutOfBodyOptions, DeformOutOfBodyReport>(
    "Deform Out of Body",
    "Push the skin of the arms out of the body, for the last centimetres of penetration",
);

/// What [`deform_out_of_body`] returns: by how much vertices move, frame by frame.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct DeformedClip {
    /// Per skin the vertices that move in any frame, ascending.
    pub vertices: Vec<Vec<u32>>,
    /// Per skin the way of each of them in every frame, in the world, metres: `frame * vertices.len() + i`.
    pub offsets: Vec<Vec<Vector3<f32>>>,
    /// Number of frames.
    pub frame_count: usize,
    /// Every frame by itself.
    pub frames: Vec<DeformedFrame>,
    /// What was measured before and after.
    pub report: DeformOutOfBodyReport,
}

impl DeformedClip {
    /// Moves the vertices of one skin in one frame, where [`Skinner`](crate::kinematics::Skinner) put them.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a skin or a frame that there is not; [`Error::Length`] for the points of another skin.
    pub fn apply(&self, skin: usize, frame: usize, points: &mut [Vector3<f32>]) -> Result<()> {
        let (Some(vertices), true) = (self.vertices.get(skin), frame < self.frame_count) else {
            let text = format!("there are {} skins and {} frames", self.vertices.len(), self.frame_count);
            return Err(Error::invalid(format!("skin {skin}, frame {frame}"), text));
        };
        if let Some(&last) = vertices.last().filter(|last| **last as usize >= points.len()) {
            return Err(Error::Length {
                what: "points".into(),
                expected: last as usize + 1,
                actual: points.len(),
            });
        }
        let offsets = &self.offsets[skin][frame * vertices.len()..(frame + 1) * vertices.len()];
        for (&vertex, offset) in vertices.iter().zip(offsets) {
            add(&mut points[vertex as usize], offset);
        }
        Ok(())
    }
}

/// Pushes the skin of the arms out of the body, every frame by itself; the clip stays as it is.
///
/// This hides the last centimetres: a push of 1 cm is not seen, 2 cm look good, 3 cm are for emergencies. `weights` are painted shares
/// of the push, 0 to 1, one list per skin; an empty list means 1 everywhere. Vertices near the shoulder follow softly.
///
/// ```
/// use surefoot::ops::deform_out_of_body::{DeformOutOfBodyOptions, deform_out_of_body};
/// # let biped = surefoot_sample::biped(&Default::default())?;
/// # let (skeleton, skins) = (biped.skeleton, [biped.skin]);
/// # let clip = surefoot_sample::walk(&skeleton, &Default::default())?.clip;
///
/// let deformed = deform_out_of_body(&skeleton, &clip, &skins, &[], &DeformOutOfBodyOptions::default())?;
/// println!("{}", deformed.report.summary());
/// assert!(deformed.report.after.depth_max <= deformed.report.before.depth_max);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Invalid`] without a mesh, or for a weight outside 0 to 1; [`Error::MissingRoles`] without arms; [`Error::Length`] if the
/// clip is for another skeleton or `weights` for other skins; [`Error::OptionOutOfRange`].
pub fn deform_out_of_body(
    skeleton: &Skeleton,
    clip: &Clip,
    skins: &[Skin],
    weights: &[Vec<f32>],
    options: &DeformOutOfBodyOptions,
) -> Result<DeformedClip> {
    // Only what moves is kept until it is known which vertices move in any frame.
    let mut kept: Vec<Vec<(u32, Vector3<f32>)>> = Vec::with_capacity(clip.frame_count());
    let mut frames = Vec::with_capacity(clip.frame_count());
    let mut moves: Vec<bool> = Vec::new();
    let mut point_of_vertex: Vec<Vec<u32>> = Vec::new();
    let report = deform_out_of_body_each(skeleton, clip, skins, weights, options, |frame| {
        if frame.number == 0 {
            moves = vec![false; frame.ways.len()];
            point_of_vertex = frame.point_of_vertex.to_vec();
        }
        let offsets: Vec<(u32, Vector3<f32>)> = frame.offsets().collect();
        offsets.iter().for_each(|(point, _)| moves[*point as usize] = true);
        kept.push(offsets);
        frames.push(frame.measured);
        Ok(())
    })?;
    let (vertices, offsets) = on_vertices(&point_of_vertex, &moves, &kept);
    let frame_count = clip.frame_count();
    Ok(DeformedClip { vertices, offsets, frame_count, frames, report })
}

/// One frame of [`deform_out_of_body_each`].
#[derive(Debug, Clone, Copy)]
pub struct FrameOffsets<'a> {
    /// Number of the frame.
    pub number: usize,
    /// What was done to it.
    pub measured: DeformedFrame,
    point_of_vertex: &'a [Vec<u32>],
    members: &'a [u32],
    /// The way of every point of the mesh; zero for those that stay.
    ways: &'a [Vector3<f32>],
}

impl FrameOffsets<'_> {
    /// Moves the vertices of one skin, where [`Skinner`](crate::kinematics::Skinner) put them.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a skin that there is not; [`Error::Length`] for the points of another skin.
    pub fn apply(&self, skin: usize, points: &mut [Vector3<f32>]) -> Result<()> {
        let Some(point_of_vertex) = self.point_of_vertex.get(skin) else {
            let text = format!("there are {} skins", self.point_of_vertex.len());
            return Err(Error::invalid(format!("skin {skin}"), text));
        };
        check_length("points", point_of_vertex.len(), points.len())?;
        for (place, &point) in points.iter_mut().zip(point_of_vertex) {
            add(place, &self.ways[point as usize]);
        }
        Ok(())
    }

    /// Points of the mesh that move, and their ways.
    fn offsets(&self) -> impl Iterator<Item = (u32, Vector3<f32>)> + '_ {
        let ways = self.members.iter().map(|&point| (point, self.ways[point as usize]));
        ways.filter(|(_, way)| *way != Vector3::zeros())
    }
}

/// Moves a point. Adding zero would turn a negative zero.
fn add(place: &mut Vector3<f32>, way: &Vector3<f32>) {
    if *way != Vector3::zeros() {
        *place += way;
    }
}

/// As [`deform_out_of_body`], but hands over one frame after the other instead of keeping them all: for clips of any length.
///
/// ```
/// use surefoot::kinematics::{SkinnedFrame, Skinner};
/// use surefoot::ops::deform_out_of_body::{DeformOutOfBodyOptions, deform_out_of_body_each};
/// # let biped = surefoot_sample::biped(&Default::default())?;
/// # let (skeleton, skins) = (biped.skeleton, [biped.skin]);
/// # let clip = surefoot_sample::walk(&skeleton, &Default::default())?.clip;
///
/// let (mut skinner, mut mesh) = (Skinner::new(&skeleton, &skins[0])?, SkinnedFrame::default());
/// let options = DeformOutOfBodyOptions::default();
/// let report = deform_out_of_body_each(&skeleton, &clip, &skins, &[], &options, |frame| {
///     skinner.deform(&clip.pose(frame.number), &mut mesh)?;
///     frame.apply(0, &mut mesh.positions)
/// })?;
/// println!("{}", report.summary());
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// As [`deform_out_of_body`], and those of `visit`.
pub fn deform_out_of_body_each(
    skeleton: &Skeleton,
    clip: &Clip,
    skins: &[Skin],
    weights: &[Vec<f32>],
    options: &DeformOutOfBodyOptions,
    mut visit: impl FnMut(FrameOffsets<'_>) -> Result<()>,
) -> Result<DeformOutOfBodyReport> {
    options.validate()?;
    clip.check_skeleton(skeleton)?;
    check_weights(skins, weights)?;
    let character = Character::new(skeleton, skins, weights, options)?;
    let mut acceleration = Acceleration::new();
    let mut frames: Vec<DeformedFrame> = Vec::with_capacity(clip.frame_count());
    let mut ways = vec![Vector3::zeros(); character.mesh.rest.len()];
    for first in (0..clip.frame_count()).step_by(BLOCK) {
        let end = (first + BLOCK).min(clip.frame_count());
        for posed in character.deform_frames(skeleton, clip, first..end)? {
            let PosedFrame { before, after, report, .. } = &posed;
            for (i, &member) in character.members.iter().enumerate() {
                ways[member as usize] = after[i] - before[i];
            }
            visit(FrameOffsets {
                number: frames.len(),
                measured: *report,
                point_of_vertex: &character.mesh.point_of_vertex,
                members: &character.members,
                ways: &ways,
            })?;
            frames.push(*report);
            acceleration.add(posed);
        }
    }
    Ok(DeformOutOfBodyReport::new(&frames, character.members.len(), acceleration.ratio()))
}

/// The ways of the points, for the vertices of each skin that move.
fn on_vertices(
    point_of_vertex: &[Vec<u32>],
    moves: &[bool],
    kept: &[Vec<(u32, Vector3<f32>)>],
) -> (Vec<Vec<u32>>, Vec<Vec<Vector3<f32>>>) {
    let mut ways = vec![Vector3::zeros(); moves.len()];
    let of_skin = |points: &Vec<u32>| {
        let vertices: Vec<u32> =
            (0..points.len() as u32).filter(|&v| moves[points[v as usize] as usize]).collect();
        let mut offsets = Vec::with_capacity(vertices.len() * kept.len());
        for frame in kept {
            frame.iter().for_each(|(point, way)| ways[*point as usize] = *way);
            offsets.extend(vertices.iter().map(|&v| ways[points[v as usize] as usize]));
            frame.iter().for_each(|(point, _)| ways[*point as usize] = Vector3::zeros());
        }
        (vertices, offsets)
    };
    point_of_vertex.iter().map(of_skin).unzip()
}

fn check_weights(skins: &[Skin], weights: &[Vec<f32>]) -> Result<()> {
    if weights.is_empty() {
        return Ok(());
    }
    check_length("lists of weights", skins.len(), weights.len())?;
    for (skin, weights) in skins.iter().zip(weights).filter(|(_, weights)| !weights.is_empty()) {
        check_length(&format!("weights of skin '{}'", skin.data().name), skin.vertex_count(), weights.len())?;
        if let Some(v) = weights.iter().position(|w| !(0.0..=1.0).contains(w)) {
            let text = format!("vertex {v}: {} must be a number from 0 to 1", weights[v]);
            return Err(Error::invalid(format!("weights of skin '{}'", skin.data().name), text));
        }
    }
    Ok(())
}

//! [`deform_out_of_body`]: the last centimetres of penetration, as a correction of vertices (`docs/methods/deformer.md`).

mod deformer;
mod options;
mod report;

pub use deformer::{BodyDeformer, DeformScratch, DeformedFrame, MeshShape};
pub use options::{DeformOutOfBodyOptions, YieldingPart};
pub use report::{DeformMeasures, DeformOutOfBodyReport};

use crate::declare::{Operation, Options};
use crate::error::{Error, Result, check_length};
use crate::kinematics::body::part::BodyPart;
use crate::kinematics::body::{BodyMesh, frame_matrices};
use crate::kinematics::limb::{Limb, LimbKind, find_limbs};
use crate::kinematics::rest_pose;
use crate::math::mesh::{Point, Shell, find_cavities};
use crate::model::{Clip, Side, Skeleton, Skin};
use nalgebra::Vector3;
use rayon::prelude::*;

/// Share of the upper arm up to which its vertices do not ask for room: there skin folds, it does not penetrate.
const FOLD_SHARE: f64 = 0.3;
/// Frames whose points are in memory at once while they are measured.
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
            // Adding zero would turn a negative zero.
            if *offset != Vector3::zeros() {
                points[vertex as usize] += offset;
            }
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
    options.validate()?;
    clip.check_skeleton(skeleton)?;
    check_weights(skins, weights)?;
    let character = Character::new(skeleton, skins, weights, options)?;
    let posed = character.deform_frames(skeleton, clip)?;
    let acceleration = acceleration_ratio(&posed);
    let frames: Vec<DeformedFrame> = posed.iter().map(|frame| frame.report).collect();
    let report = DeformOutOfBodyReport::new(&frames, character.members.len(), acceleration);
    let (vertices, offsets) = character.on_vertices(&posed);
    Ok(DeformedClip { vertices, offsets, frame_count: clip.frame_count(), frames, report })
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

/// A character taken apart into what gives way and what does not.
struct Character {
    mesh: BodyMesh,
    /// The mesh's points that may move.
    members: Vec<u32>,
    deformer: BodyDeformer,
}

/// The points of the part in one frame.
struct PosedFrame {
    before: Vec<Point>,
    after: Vec<Point>,
    /// Where the frame's points are counted from.
    origin: Vector3<f64>,
    report: DeformedFrame,
}

impl Character {
    fn new(
        skeleton: &Skeleton,
        skins: &[Skin],
        weights: &[Vec<f32>],
        options: &DeformOutOfBodyOptions,
    ) -> Result<Self> {
        let mesh = BodyMesh::new(skeleton, skins)?;
        if mesh.triangles.is_empty() {
            return Err(Error::invalid("skin", "there is no mesh; a skinned character is needed"));
        }
        let sides: &[Side] = match options.part {
            YieldingPart::Arms => &Side::BOTH,
            YieldingPart::LeftArm => &[Side::Left],
            YieldingPart::RightArm => &[Side::Right],
        };
        let (limbs, _) = find_limbs(skeleton);
        let arms: Vec<Limb> = limbs
            .into_iter()
            .filter(|limb| limb.kind == LimbKind::Arm && sides.contains(&limb.side))
            .collect();
        if arms.is_empty() {
            return Err(Error::MissingRoles { missing: "upper arm, forearm, hand".into() });
        }
        let is_member = |part: BodyPart| arms.iter().any(|arm| part.is_arm_of(arm.side));
        let members: Vec<u32> =
            (0..mesh.rest.len() as u32).filter(|&p| is_member(mesh.parts[p as usize])).collect();
        let mut number = vec![u32::MAX; mesh.rest.len()];
        members.iter().enumerate().for_each(|(i, &p)| number[p as usize] = i as u32);
        let shares = arm_shares(skeleton, &mesh, &arms, &members);
        let mut own_weights = point_weights(&mesh, weights);
        own_weights = members.iter().map(|&p| own_weights[p as usize]).collect();
        own_weights.iter_mut().zip(&shares).for_each(|(w, share)| *w *= fade((share / FOLD_SHARE) as f32));
        let is_asking = shares.iter().map(|share| *share >= FOLD_SHARE).collect();
        let rest: Vec<Point> = members.iter().map(|&p| mesh.rest[p as usize]).collect();
        let inside = mesh.triangles.iter().map(|t| t.map(|c| number[c as usize]));
        let triangles: Vec<[u32; 3]> = inside.filter(|t| t.iter().all(|&c| c != u32::MAX)).collect();
        let hidden = find_cavities(&mesh.rest, &mesh.triangles);
        let is_left_out: Vec<bool> = mesh
            .triangles
            .iter()
            .zip(&hidden)
            .map(|(t, hidden)| *hidden || t.iter().any(|&c| mesh.parts[c as usize].is_arm_or_clavicle()))
            .collect();
        let shell = Shell::new(&mesh.rest, &mesh.triangles, &is_left_out);
        let part = MeshShape { points: &rest, triangles: &triangles };
        let deformer = BodyDeformer::with_shell(shell, &mesh.rest, part, &own_weights, is_asking, options)?;
        Ok(Self { mesh, members, deformer })
    }

    fn deform_frames(&self, skeleton: &Skeleton, clip: &Clip) -> Result<Vec<PosedFrame>> {
        (0..clip.frame_count())
            .into_par_iter()
            .with_min_len(BLOCK.min(clip.frame_count() / 8 + 1))
            .map_init(
                || (DeformScratch::default(), Vec::new(), Vec::new(), Vec::new()),
                |(scratch, world, matrices, points), frame| {
                    let origin = frame_matrices(skeleton, &clip.pose(frame), world, matrices)?;
                    self.mesh.surface.pose_all(matrices, points);
                    let before: Vec<Point> = self.members.iter().map(|&p| points[p as usize]).collect();
                    let mut after = before.clone();
                    let report = self.deformer.deform(points, &before, scratch, &mut after)?;
                    Ok(PosedFrame { before, after, origin, report })
                },
            )
            .collect()
    }

    /// The ways of the points, for the vertices of each skin that move.
    fn on_vertices(&self, posed: &[PosedFrame]) -> (Vec<Vec<u32>>, Vec<Vec<Vector3<f32>>>) {
        let mut moving = vec![u32::MAX; self.mesh.rest.len()];
        for (i, &member) in self.members.iter().enumerate() {
            if posed.iter().any(|frame| frame.before[i] != frame.after[i]) {
                moving[member as usize] = i as u32;
            }
        }
        let of_skin = |points: &Vec<u32>| -> (Vec<u32>, Vec<Vector3<f32>>) {
            let moved = |v: &u32| moving[points[*v as usize] as usize] != u32::MAX;
            let vertices: Vec<u32> = (0..points.len() as u32).filter(moved).collect();
            let mut offsets = Vec::with_capacity(vertices.len() * posed.len());
            for frame in posed {
                offsets.extend(vertices.iter().map(|&v| {
                    let i = moving[points[v as usize] as usize] as usize;
                    frame.after[i] - frame.before[i]
                }));
            }
            (vertices, offsets)
        };
        self.mesh.point_of_vertex.iter().map(of_skin).unzip()
    }
}

/// How far along the upper arm each member is, from the shoulder; 1 beyond the elbow.
fn arm_shares(skeleton: &Skeleton, mesh: &BodyMesh, arms: &[Limb], members: &[u32]) -> Vec<f64> {
    let pose = rest_pose(skeleton);
    let share = |point: u32| {
        let part = mesh.parts[point as usize];
        let Some(arm) = arms.iter().find(|arm| part == BodyPart::UpperArm(arm.side)) else { return 1.0 };
        let (base, mid) = (pose.position(0, arm.base), pose.position(0, arm.mid));
        let bone = mid - base;
        (mesh.rest[point as usize].map(f64::from) - base).dot(&bone) / bone.norm_squared().max(1e-12)
    };
    members.iter().map(|&point| share(point).clamp(0.0, 1.0)).collect()
}

/// The painted weight of every point; of vertices on one point the largest.
fn point_weights(mesh: &BodyMesh, weights: &[Vec<f32>]) -> Vec<f32> {
    if weights.iter().all(Vec::is_empty) {
        return vec![1.0; mesh.rest.len()];
    }
    let mut out = vec![0f32; mesh.rest.len()];
    for (points, weights) in mesh.point_of_vertex.iter().zip(weights) {
        for (v, &point) in points.iter().enumerate() {
            let weight = weights.get(v).copied().unwrap_or(1.0);
            out[point as usize] = out[point as usize].max(weight);
        }
    }
    out
}

/// 0 to 1 without corners.
fn fade(x: f32) -> f32 {
    let x = x.clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}

/// Second differences of the points that are pushed in one of three frames: their 99th percentile after, divided by that before.
fn acceleration_ratio(posed: &[PosedFrame]) -> f64 {
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for frames in posed.windows(3) {
        let [a, b, c] = [&frames[0], &frames[1], &frames[2]];
        let turn = (a.origin - b.origin * 2.0 + c.origin).map(|x| x as f32);
        for i in 0..b.before.len() {
            let is_pushed = [a, b, c].iter().any(|frame| frame.before[i] != frame.after[i]);
            if is_pushed {
                before.push((a.before[i] - b.before[i] * 2.0 + c.before[i] + turn).norm());
                after.push((a.after[i] - b.after[i] * 2.0 + c.after[i] + turn).norm());
            }
        }
    }
    let p99 = |values: &mut Vec<f32>| {
        let place = (values.len().max(1) - 1) * 99 / 100;
        values.sort_unstable_by(f32::total_cmp);
        f64::from(values.get(place).copied().unwrap_or(0.0))
    };
    let (before, after) = (p99(&mut before), p99(&mut after));
    if before > 1e-9 { after / before } else { 1.0 }
}

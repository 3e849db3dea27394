//! [`CharacterDeformer`]: the arms of a skinned character pushed out of its body, one frame at a time, for hosts that pose it themselves.

use super::character::Character;
use super::deformer::{DeformScratch, DeformSettings, DeformedFrame};
use super::options::DeformOutOfBodyOptions;
use crate::error::{Error, Result, check_length};
use crate::kinematics::body::{JointMatrix, joint_matrix};
use crate::math::mesh::Point;
use crate::math::{Affine, Vec3};
use crate::model::{Skeleton, Skin};
use nalgebra::Vector3;

/// A character prepared once, for a deformer node or an engine: what [`deform_out_of_body`](super::deform_out_of_body()) does to a
/// frame, given the joints or the mesh that they moved.
///
/// A frame depends on nothing but its own numbers, so any number of threads may use one deformer, each with a scratch of its own.
///
/// ```
/// use surefoot::kinematics::{SkinnedFrame, Skinner};
/// use surefoot::ops::deform_out_of_body::{
///     CharacterDeformScratch, CharacterDeformer, DeformOutOfBodyOptions, DeformSettings,
/// };
/// # let biped = surefoot_sample::biped(&Default::default())?;
/// # let (skeleton, skins) = (biped.skeleton, [biped.skin]);
/// # let clip = surefoot_sample::walk(&skeleton, &Default::default())?.clip;
///
/// let options = DeformOutOfBodyOptions::default();
/// let deformer = CharacterDeformer::new(&skeleton, &skins, &options)?;
/// let (mut skinner, mut mesh) = (Skinner::new(&skeleton, &skins[0])?, SkinnedFrame::default());
/// let (mut scratch, mut out) = (CharacterDeformScratch::default(), vec![Default::default(); deformer.vertex_count()]);
/// for pose in 0..clip.frame_count() {
///     skinner.deform(&clip.pose(pose), &mut mesh)?;
///     let settings = DeformSettings::from(&options);
///     let frame = deformer.deform_points(&mesh.positions, &settings, &mut scratch, &mut out)?;
///     assert!(frame.depth_after <= frame.depth_before);
/// }
/// # Ok::<(), surefoot::Error>(())
/// ```
pub struct CharacterDeformer {
    character: Character,
    joint_count: usize,
    /// The point of every vertex, all skins together.
    point_of_vertex: Vec<u32>,
    /// A vertex of every point.
    vertex_of_point: Vec<u32>,
}

/// The memory of a [`CharacterDeformer`]. It keeps nothing from one frame to the next but its size.
#[derive(Debug, Clone, Default)]
pub struct CharacterDeformScratch {
    deform: DeformScratch,
    matrices: Vec<JointMatrix>,
    /// All points of the mesh, and those that may move, before and after.
    points: Vec<Point>,
    before: Vec<Point>,
    after: Vec<Point>,
    /// Painted weights of the points that may move.
    weights: Vec<f32>,
    /// The way of every point.
    ways: Vec<Point>,
}

impl CharacterDeformer {
    /// Takes a character apart. `options.envelope` and `options.max_push` are defaults for [`DeformSettings`] and have no effect here.
    ///
    /// # Errors
    /// [`Error::Invalid`] without a mesh; [`Error::MissingRoles`] without arms; [`Error::Length`] for a skin of another skeleton;
    /// [`Error::OptionOutOfRange`].
    pub fn new(skeleton: &Skeleton, skins: &[Skin], options: &DeformOutOfBodyOptions) -> Result<Self> {
        let character = Character::new(skeleton, skins, &[], options)?;
        let point_of_vertex = character.mesh.point_of_vertex.concat();
        let mut vertex_of_point = vec![0; character.mesh.rest.len()];
        for (vertex, &point) in point_of_vertex.iter().enumerate().rev() {
            vertex_of_point[point as usize] = vertex as u32;
        }
        Ok(Self { character, joint_count: skeleton.joint_count(), point_of_vertex, vertex_of_point })
    }

    /// Number of vertices of all skins together.
    pub fn vertex_count(&self) -> usize {
        self.point_of_vertex.len()
    }

    /// Number of joints of the skeleton.
    pub fn joint_count(&self) -> usize {
        self.joint_count
    }

    /// Pushes the arms out of the body in one frame. `points` are the posed vertices, skin after skin, in metres, however the host
    /// posed them; `out` gets the vertices after, and the weights of `settings` are one per vertex. Vertices that nothing pushes keep
    /// their bits. After the first call nothing is allocated.
    ///
    /// # Errors
    /// [`Error::Length`] for another number of vertices; [`Error::Invalid`] for points that are not finite, or weights outside 0 to 1;
    /// [`Error::OptionOutOfRange`].
    pub fn deform_points(
        &self,
        points: &[Vector3<f32>],
        settings: &DeformSettings<'_>,
        scratch: &mut CharacterDeformScratch,
        out: &mut [Vector3<f32>],
    ) -> Result<DeformedFrame> {
        check_length("points", self.vertex_count(), points.len())?;
        check_length("points to write", self.vertex_count(), out.len())?;
        // Far from the world's centre f32 has few digits left; a distance between two points has them all.
        let origin = points.first().copied().unwrap_or_default();
        scratch.points.clear();
        scratch.points.extend(self.vertex_of_point.iter().map(|&v| points[v as usize] - origin));
        let frame = self.deform(settings, scratch)?;
        for ((out, at), &point) in out.iter_mut().zip(points).zip(&self.point_of_vertex) {
            *out = moved(at, &scratch.ways[point as usize]);
        }
        Ok(frame)
    }

    /// As [`Self::deform_points`], given the world matrix of every joint: the mesh is posed by linear blend skinning first.
    ///
    /// # Errors
    /// As [`Self::deform_points`]; [`Error::Length`] for another number of joints.
    pub fn deform_joints(
        &self,
        world: &[Affine],
        settings: &DeformSettings<'_>,
        scratch: &mut CharacterDeformScratch,
        out: &mut [Vector3<f32>],
    ) -> Result<DeformedFrame> {
        check_length("joint matrices", self.joint_count, world.len())?;
        check_length("points to write", self.vertex_count(), out.len())?;
        if let Some(joint) = world.iter().position(|m| !is_finite(m)) {
            return Err(Error::invalid(
                "joint matrices",
                format!("the matrix of joint {joint} is not finite"),
            ));
        }
        let origin = world.first().map_or_else(Vec3::zeros, |root| root.translation);
        scratch.matrices.clear();
        scratch.matrices.extend(world.iter().map(|matrix| joint_matrix(matrix, &origin)));
        self.character.mesh.surface.pose_all(&scratch.matrices, &mut scratch.points);
        let frame = self.deform(settings, scratch)?;
        for (out, &point) in out.iter_mut().zip(&self.point_of_vertex) {
            let at = moved(&scratch.points[point as usize], &scratch.ways[point as usize]);
            *out = (at.map(f64::from) + origin).map(|x| x as f32);
        }
        Ok(frame)
    }

    /// Finds the way of every point from `scratch.points`.
    fn deform(
        &self,
        settings: &DeformSettings<'_>,
        scratch: &mut CharacterDeformScratch,
    ) -> Result<DeformedFrame> {
        let members = &self.character.members;
        settings.check(self.vertex_count())?;
        scratch.before.clear();
        scratch.before.extend(members.iter().map(|&p| scratch.points[p as usize]));
        scratch.after.clear();
        scratch.after.extend_from_slice(&scratch.before);
        scratch.weights.clear();
        if !settings.weights.is_empty() {
            // Of vertices on one point the largest counts; ways are a place to collect them in.
            scratch.weights.resize(members.len(), 0.0);
            scratch.ways.clear();
            scratch.ways.resize(self.vertex_of_point.len(), Point::zeros());
            for (&point, &weight) in self.point_of_vertex.iter().zip(settings.weights) {
                let most = &mut scratch.ways[point as usize].x;
                *most = most.max(weight);
            }
            for (weight, &point) in scratch.weights.iter_mut().zip(members) {
                *weight = scratch.ways[point as usize].x;
            }
        }
        let settings = DeformSettings { weights: &scratch.weights, ..*settings };
        let deformer = &self.character.deformer;
        let frame = deformer.deform_with(
            &scratch.points,
            &scratch.before,
            &settings,
            &mut scratch.deform,
            &mut scratch.after,
        )?;
        scratch.ways.clear();
        scratch.ways.resize(self.vertex_of_point.len(), Point::zeros());
        for (i, &member) in members.iter().enumerate() {
            scratch.ways[member as usize] = scratch.after[i] - scratch.before[i];
        }
        Ok(frame)
    }
}

fn moved(at: &Point, way: &Point) -> Point {
    // Adding zero would turn a negative zero.
    if *way == Point::zeros() { *at } else { at + way }
}

fn is_finite(matrix: &Affine) -> bool {
    matrix.linear.iter().chain(matrix.translation.iter()).all(|x| x.is_finite())
}

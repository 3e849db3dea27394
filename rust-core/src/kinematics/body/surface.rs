//! [`Surface`]: points that follow joints, one after another or all at once.
//!
//! [`Skinner`](super::super::Skinner) poses whole skins with normals. A solver asks for some points under many corrections of one
//! frame, so here each influence keeps its point in the joint's frame, and a point is a short sum over joint matrices.

use crate::kinematics::forward::world_matrices;
use crate::math::mesh::Point;
use crate::math::{Affine, Vec3};
use crate::model::rest::rest_maps;
use crate::model::{Pose, Skeleton, Skin};
use std::collections::BTreeMap;

/// A joint's matrix in f32: three columns and the translation.
pub(crate) type JointMatrix = [Point; 4];

/// The matrix about an origin near the body, so that f32 has digits to spare far from the world's centre.
pub(crate) fn joint_matrix(matrix: &Affine, origin: &Vec3) -> JointMatrix {
    let column = |c: usize| matrix.linear.column(c).map(|x| x as f32);
    [column(0), column(1), column(2), (matrix.translation - origin).map(|x| x as f32)]
}

/// Matrices of all joints in the rest pose.
pub(crate) fn rest_matrices(skeleton: &Skeleton) -> Vec<Affine> {
    rest_maps(skeleton)
}

/// Matrices of all joints in one frame about its root position, which is returned.
pub(crate) fn frame_matrices(
    skeleton: &Skeleton,
    pose: &Pose<'_>,
    world: &mut Vec<Affine>,
    out: &mut Vec<JointMatrix>,
) -> crate::Result<Vec3> {
    world.resize(skeleton.joint_count(), Affine::identity());
    world_matrices(skeleton, pose, world)?;
    let origin = pose.root_position();
    out.clear();
    out.extend(world.iter().map(|matrix| joint_matrix(matrix, &origin)));
    Ok(origin)
}

/// Points with their influences, one after another.
#[derive(Debug, Clone)]
pub(crate) struct Surface {
    offsets: Vec<u32>,
    joints: Vec<u32>,
    weights: Vec<f32>,
    /// The point in the joint's frame, times its weight.
    weighted: Vec<Point>,
}

impl Default for Surface {
    fn default() -> Self {
        Self { offsets: vec![0], joints: Vec::new(), weights: Vec::new(), weighted: Vec::new() }
    }
}

impl Surface {
    /// Number of points.
    pub(crate) fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Adds a vertex of a skin.
    pub(crate) fn add(&mut self, skin: &Skin, vertex: usize) {
        let data = skin.data();
        let position = data.positions[vertex].map(f64::from);
        let (slots, weights) = skin.influences(vertex);
        for (&slot, &weight) in slots.iter().zip(weights).filter(|(_, weight)| **weight > 0.0) {
            let local = data.inverse_binds[slot as usize].transform_point(&position);
            self.joints.push(data.slot_joints[slot as usize].0 as u32);
            self.weights.push(weight);
            self.weighted.push((local * f64::from(weight)).map(|x| x as f32));
        }
        self.offsets.push(self.joints.len() as u32);
    }

    /// Adds the mean of some points, which follows the joints as they do.
    pub(crate) fn add_mean(&mut self, points: &[u32]) {
        let share = 1.0 / points.len().max(1) as f32;
        let mut of_joint: BTreeMap<u32, (f32, Point)> = BTreeMap::new();
        for i in points.iter().flat_map(|&point| self.range(point as usize)) {
            let (weight, weighted) = of_joint.entry(self.joints[i]).or_insert((0.0, Point::zeros()));
            *weight += self.weights[i] * share;
            *weighted += self.weighted[i] * share;
        }
        for (joint, (weight, weighted)) in of_joint {
            self.joints.push(joint);
            self.weights.push(weight);
            self.weighted.push(weighted);
        }
        self.offsets.push(self.joints.len() as u32);
    }

    /// Some of the points, in the order asked for.
    pub(crate) fn subset(&self, points: &[u32]) -> Self {
        let mut out = Self::default();
        for &point in points {
            let range = self.range(point as usize);
            out.joints.extend_from_slice(&self.joints[range.clone()]);
            out.weights.extend_from_slice(&self.weights[range.clone()]);
            out.weighted.extend_from_slice(&self.weighted[range]);
            out.offsets.push(out.joints.len() as u32);
        }
        out
    }

    #[inline]
    fn range(&self, point: usize) -> std::ops::Range<usize> {
        self.offsets[point] as usize..self.offsets[point + 1] as usize
    }

    /// Joints and weights of a point.
    pub(crate) fn influences(&self, point: usize) -> impl Iterator<Item = (usize, f32)> + '_ {
        self.range(point).map(|i| (self.joints[i] as usize, self.weights[i]))
    }

    /// What each joint adds to the place of a point: joint, weight and the weighted place.
    pub(crate) fn shares<'a>(
        &'a self,
        point: usize,
        matrices: &'a [JointMatrix],
    ) -> impl Iterator<Item = (usize, f32, Point)> + 'a {
        self.range(point).map(|i| {
            let joint = self.joints[i] as usize;
            (joint, self.weights[i], apply(&matrices[joint], &self.weighted[i], self.weights[i]))
        })
    }

    /// Where a point is.
    #[inline]
    pub(crate) fn pose(&self, point: usize, matrices: &[JointMatrix]) -> Point {
        let mut sum = Point::zeros();
        for i in self.range(point) {
            sum += apply(&matrices[self.joints[i] as usize], &self.weighted[i], self.weights[i]);
        }
        sum
    }

    /// Where all points are.
    pub(crate) fn pose_all(&self, matrices: &[JointMatrix], out: &mut Vec<Point>) {
        out.clear();
        out.extend((0..self.len()).map(|point| self.pose(point, matrices)));
    }
}

#[inline]
fn apply(matrix: &JointMatrix, weighted: &Point, weight: f32) -> Point {
    matrix[0] * weighted.x + matrix[1] * weighted.y + matrix[2] * weighted.z + matrix[3] * weight
}

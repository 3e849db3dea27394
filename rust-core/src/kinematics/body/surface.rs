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

/// A joint's matrix in f32: three columns and the translation, each with a zero behind it, which machines add four at a time.
pub(crate) type JointMatrix = [[f32; 4]; 4];

/// The matrix about an origin near the body, so that f32 has digits to spare far from the world's centre.
pub(crate) fn joint_matrix(matrix: &Affine, origin: &Vec3) -> JointMatrix {
    let padded = |v: Vec3| [v.x as f32, v.y as f32, v.z as f32, 0.0];
    let column = |c: usize| padded(matrix.linear.column(c).into_owned());
    [column(0), column(1), column(2), padded(matrix.translation - origin)]
}

/// A column of a joint's matrix; the translation is the last.
pub(crate) fn column(matrix: &JointMatrix, index: usize) -> Point {
    let [x, y, z, _] = matrix[index];
    Point::new(x, y, z)
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
    /// The point in the joint's frame, times its weight, and the weight.
    weighted: Vec<[f32; 4]>,
}

impl Default for Surface {
    fn default() -> Self {
        Self { offsets: vec![0], joints: Vec::new(), weighted: Vec::new() }
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
            let place = (local * f64::from(weight)).map(|x| x as f32);
            self.weighted.push([place.x, place.y, place.z, weight]);
        }
        self.offsets.push(self.joints.len() as u32);
    }

    /// Adds the mean of some points, which follows the joints as they do.
    pub(crate) fn add_mean(&mut self, points: &[u32]) {
        let share = 1.0 / points.len().max(1) as f32;
        let mut of_joint: BTreeMap<u32, [f32; 4]> = BTreeMap::new();
        for i in points.iter().flat_map(|&point| self.range(point as usize)) {
            let sums = of_joint.entry(self.joints[i]).or_default();
            sums.iter_mut().zip(self.weighted[i]).for_each(|(sum, value)| *sum += value * share);
        }
        for (joint, weighted) in of_joint {
            self.joints.push(joint);
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
        self.range(point).map(|i| (self.joints[i] as usize, self.weighted[i][3]))
    }

    /// Joint, weight and the place in the joint's frame of a point's influences.
    pub(crate) fn places(&self, point: usize) -> impl Iterator<Item = (u32, f32, Point)> + '_ {
        let influences = self.range(point).map(|i| (self.joints[i], self.weighted[i]));
        let weighing = influences.filter(|(_, [.., weight])| *weight > 0.0);
        weighing.map(|(joint, [x, y, z, weight])| (joint, weight, Point::new(x, y, z) / weight))
    }

    /// What each joint adds to the place of a point: joint, weight and the weighted place.
    pub(crate) fn shares<'a>(
        &'a self,
        point: usize,
        matrices: &'a [JointMatrix],
    ) -> impl Iterator<Item = (usize, f32, Point)> + 'a {
        self.range(point).map(|i| {
            let joint = self.joints[i] as usize;
            let mut place = [0.0; 4];
            add_share(&mut place, &matrices[joint], &self.weighted[i]);
            let [x, y, z, _] = place;
            (joint, self.weighted[i][3], Point::new(x, y, z))
        })
    }

    /// Where a point is.
    #[inline]
    pub(crate) fn pose(&self, point: usize, matrices: &[JointMatrix]) -> Point {
        let mut sum = [0.0; 4];
        let range = self.range(point);
        for (&joint, weighted) in self.joints[range.clone()].iter().zip(&self.weighted[range]) {
            add_share(&mut sum, &matrices[joint as usize], weighted);
        }
        let [x, y, z, _] = sum;
        Point::new(x, y, z)
    }

    /// Where all points are.
    pub(crate) fn pose_all(&self, matrices: &[JointMatrix], out: &mut Vec<Point>) {
        out.clear();
        out.extend((0..self.len()).map(|point| self.pose(point, matrices)));
    }
}

#[cfg(test)]
impl Surface {
    /// Adds a point that follows one joint.
    pub(crate) fn add_rigid(&mut self, joint: u32, place: &Point) {
        self.joints.push(joint);
        self.weighted.push([place.x, place.y, place.z, 1.0]);
        self.offsets.push(self.joints.len() as u32);
    }

    /// Points that follow up to three of some joints; weights sum to `sum`.
    pub(crate) fn random(random: &mut crate::math::Random, count: usize, joints: u32, sum: f32) -> Self {
        let mut out = Self::default();
        for _ in 0..count {
            let shares = [(); 3].map(|()| random.uniform() as f32 + 0.01);
            let total: f32 = shares.iter().sum();
            for share in shares {
                let weight = sum * share / total;
                let place = Point::from_fn(|_, _| random.normal() as f32);
                out.joints.push((random.uniform() * f64::from(joints)) as u32);
                out.weighted.push([place.x * weight, place.y * weight, place.z * weight, weight]);
            }
            out.offsets.push(out.joints.len() as u32);
        }
        out
    }
}

/// Adds where a joint takes its share of a point.
#[inline]
fn add_share(sum: &mut [f32; 4], [a, b, c, d]: &JointMatrix, [x, y, z, weight]: &[f32; 4]) {
    for i in 0..4 {
        sum[i] += a[i] * x + b[i] * y + c[i] * z + d[i] * weight;
    }
}

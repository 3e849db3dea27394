//! Forward kinematics: from local rotations to world positions, for a whole clip or one frame.

use crate::math::{Affine, Quat, Vec3};
use crate::model::{Clip, JointIndex, Pose, Skeleton};

/// World positions and rotations of every joint in every frame, `[frame * joint_count + joint]`.
#[derive(Debug, Clone, PartialEq)]
pub struct WorldPoses {
    joint_count: usize,
    /// Joint positions, metres.
    pub positions: Vec<Vec3>,
    /// Joint rotations: the product of the local ones, scale left out.
    pub rotations: Vec<Quat>,
}

impl WorldPoses {
    /// Number of frames.
    pub fn frame_count(&self) -> usize {
        self.positions.len() / self.joint_count
    }

    /// Where the joint is in that frame.
    pub fn position(&self, frame: usize, joint: JointIndex) -> Vec3 {
        self.positions[frame * self.joint_count + joint.0]
    }

    /// How the joint is turned in that frame.
    pub fn rotation(&self, frame: usize, joint: JointIndex) -> Quat {
        self.rotations[frame * self.joint_count + joint.0]
    }

    /// Where a point fixed to the joint is in that frame.
    pub fn point(&self, frame: usize, joint: JointIndex, offset: &Vec3) -> Vec3 {
        self.position(frame, joint) + self.rotation(frame, joint) * offset
    }

    /// All joint positions of one frame.
    pub fn frame(&self, frame: usize) -> &[Vec3] {
        &self.positions[frame * self.joint_count..(frame + 1) * self.joint_count]
    }
}

/// World positions and rotations of a whole clip.
pub fn world_poses(skeleton: &Skeleton, clip: &Clip) -> WorldPoses {
    let joint_count = skeleton.joint_count();
    let total = clip.frame_count() * joint_count;
    let mut poses = WorldPoses {
        joint_count,
        positions: vec![Vec3::zeros(); total],
        rotations: vec![Quat::identity(); total],
    };
    let parents: Vec<usize> = skeleton.parents().iter().map(|p| p.map_or(0, |p| p.0)).collect();
    let scaled = skeleton.has_scale() || !clip.scales().is_empty();
    let mut offsets = skeleton.rest_offsets().to_vec();
    let mut matrices = vec![Affine::identity(); if scaled { joint_count } else { 0 }];
    for frame in 0..clip.frame_count() {
        let pose = clip.pose(frame);
        let range = frame * joint_count..(frame + 1) * joint_count;
        let positions = &mut poses.positions[range.clone()];
        let rotations = &mut poses.rotations[range];
        for track in clip.translations() {
            offsets[track.joint.0] = track.values[frame];
        }
        chain(&parents, pose.rotations(), &offsets, pose.root_position(), rotations, positions);
        if scaled {
            world_matrices(skeleton, &pose, &mut matrices);
            for (position, matrix) in positions.iter_mut().zip(&matrices) {
                *position = matrix.translation;
            }
        }
    }
    poses
}

/// World positions and rotations of the rest pose, as one frame; the root stands at its rest offset.
pub fn rest_pose(skeleton: &Skeleton) -> WorldPoses {
    let mut out = WorldPoses {
        joint_count: skeleton.joint_count(),
        positions: Vec::with_capacity(skeleton.joint_count()),
        rotations: Vec::with_capacity(skeleton.joint_count()),
    };
    let mut matrices: Vec<Affine> = Vec::with_capacity(skeleton.joint_count());
    for joint in skeleton.joints() {
        let local = Affine::from_trs(
            skeleton.rest_offset(joint),
            &skeleton.rest_rotation(joint),
            &skeleton.rest_scale(joint),
        );
        let (matrix, rotation) = match skeleton.parent(joint) {
            None => (local, skeleton.rest_rotation(joint)),
            Some(parent) => {
                (matrices[parent.0] * local, out.rotations[parent.0] * skeleton.rest_rotation(joint))
            }
        };
        out.positions.push(matrix.translation);
        out.rotations.push(rotation);
        matrices.push(matrix);
    }
    out
}

/// The common case, without scale: two products a joint. `parents[0]` is not read.
fn chain(
    parents: &[usize],
    locals: &[Quat],
    offsets: &[Vec3],
    root: Vec3,
    rotations: &mut [Quat],
    positions: &mut [Vec3],
) {
    let count = parents.len();
    // Slices of one known length let the compiler drop the bounds checks in the loop.
    let (locals, offsets) = (&locals[..count], &offsets[..count]);
    let (rotations, positions) = (&mut rotations[..count], &mut positions[..count]);
    rotations[0] = locals[0];
    positions[0] = root;
    for joint in 1..count {
        let parent = parents[joint];
        let rotation = rotations[parent];
        positions[joint] = positions[parent] + rotation * offsets[joint];
        rotations[joint] = rotation * locals[joint];
    }
}

/// World matrices of one frame, exact also where the rig scales. `out` has one entry per joint.
///
/// A joint that compensates its parent's scale sits at the scaled place but does not grow with the parent itself.
pub fn world_matrices(skeleton: &Skeleton, pose: &Pose<'_>, out: &mut [Affine]) {
    let mut translations = vec![Vec3::zeros(); skeleton.joint_count()];
    let mut scales = vec![Vec3::zeros(); skeleton.joint_count()];
    pose.local_translations(skeleton, &mut translations);
    pose.local_scales(skeleton, &mut scales);
    for joint in skeleton.joints() {
        let mut local = Affine::from_trs(translations[joint.0], &pose.rotations()[joint.0], &scales[joint.0]);
        out[joint.0] = match skeleton.parent(joint) {
            None => local,
            Some(parent) => {
                if skeleton.compensates_parent_scale(joint) {
                    // parent = P·S: the place keeps S, the axes drop it.
                    for row in 0..3 {
                        let scale = scales[parent.0][row];
                        local.linear.row_mut(row).unscale_mut(if scale == 0.0 { 1.0 } else { scale });
                    }
                }
                out[parent.0] * local
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::clip::ClipData;
    use crate::model::skeleton::Joint;
    use std::f64::consts::FRAC_PI_2;

    fn two_bones() -> Skeleton {
        let mut joints = vec![
            Joint::new("root", None, Vec3::zeros()),
            Joint::new("a", Some(JointIndex(0)), Vec3::new(0.0, 1.0, 0.0)),
            Joint::new("b", Some(JointIndex(1)), Vec3::new(0.0, 0.5, 0.0)),
        ];
        joints[2].compensates_parent_scale = true;
        Skeleton::new(joints, vec![]).unwrap()
    }

    fn one_frame(skeleton: &Skeleton, scales: Vec<crate::model::Track>) -> Clip {
        let quarter = Quat::from_scaled_axis(Vec3::new(0.0, 0.0, FRAC_PI_2));
        let data = ClipData {
            name: "t".into(),
            frame_rate: 30.0,
            rotations: vec![quarter, quarter, Quat::identity()],
            root_positions: vec![Vec3::new(1.0, 2.0, 3.0)],
            translations: vec![],
            scales,
        };
        Clip::new(skeleton, data).unwrap()
    }

    #[test]
    fn three_joint_chain_by_hand() {
        // KO-1 T1: root turned 90° about z carries (0,1,0) to (−1,0,0); the next quarter turn points down.
        let skeleton = two_bones();
        let poses = world_poses(&skeleton, &one_frame(&skeleton, vec![]));
        assert!((poses.position(0, JointIndex(1)) - Vec3::new(0.0, 2.0, 3.0)).norm() < 1e-12);
        assert!((poses.position(0, JointIndex(2)) - Vec3::new(0.0, 1.5, 3.0)).norm() < 1e-12);
        assert!((poses.point(0, JointIndex(2), &Vec3::y()) - Vec3::new(0.0, 0.5, 3.0)).norm() < 1e-12);
    }

    #[test]
    fn scale_moves_children_and_compensation_stops_it() {
        let skeleton = two_bones();
        let scale = crate::model::Track { joint: JointIndex(1), values: vec![Vec3::new(1.0, 3.0, 2.0)] };
        let clip = one_frame(&skeleton, vec![scale]);
        let poses = world_poses(&skeleton, &clip);
        assert!((poses.position(0, JointIndex(2)) - Vec3::new(0.0, 0.5, 3.0)).norm() < 1e-12);
        let mut matrices = vec![Affine::identity(); 3];
        world_matrices(&skeleton, &clip.pose(0), &mut matrices);
        for axis in 0..3 {
            assert!((matrices[2].linear.column(axis).norm() - 1.0).abs() < 1e-12);
        }
    }
}

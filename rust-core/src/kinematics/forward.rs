//! Forward kinematics: from local rotations to world positions, for a whole clip, one frame or some joints of it.
//!
//! Without scale every way goes through `math/chain.rs`, with scale through matrices ([`world_matrices`]).

use crate::error::{Result, check_length};
pub(crate) use crate::math::chain::{compose_frame, compose_joint, compose_links};
use crate::math::{Affine, Quat, Vec3};
use crate::model::rest::{local_map, rest_maps, rest_rotations};
use crate::model::{Clip, JointIndex, Pose, Skeleton};
use nalgebra::Matrix3;

/// World positions and rotations of every joint in every frame, `[frame * joint_count + joint]`.
///
/// ```
/// use surefoot::kinematics::world_poses;
/// use surefoot::math::Vec3;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
/// # let clip = walk.clip;
///
/// let poses = world_poses(&skeleton, &clip)?;
/// let head = skeleton.find("head")?;
/// assert_eq!(poses.frame(7)[head.0], poses.position(7, head));
/// // The crown lies above the head's joint throughout the walk.
/// let crown = skeleton.end_site(head).expect("the head ends in a point");
/// assert!((0..poses.frame_count()).all(|f| poses.point(f, head, &crown).y > poses.position(f, head).y));
/// # Ok::<(), surefoot::Error>(())
/// ```
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
    ///
    /// # Panics
    /// As a slice does, for a frame or joint that is not there; so do the other accessors.
    #[inline]
    pub fn position(&self, frame: usize, joint: JointIndex) -> Vec3 {
        self.positions[frame * self.joint_count + joint.0]
    }

    /// How the joint is turned in that frame.
    #[inline]
    pub fn rotation(&self, frame: usize, joint: JointIndex) -> Quat {
        self.rotations[frame * self.joint_count + joint.0]
    }

    /// Where a point fixed to the joint is in that frame.
    #[inline]
    pub fn point(&self, frame: usize, joint: JointIndex, offset: &Vec3) -> Vec3 {
        self.position(frame, joint) + self.rotation(frame, joint) * offset
    }

    /// All joint positions of one frame.
    pub fn frame(&self, frame: usize) -> &[Vec3] {
        &self.positions[frame * self.joint_count..(frame + 1) * self.joint_count]
    }

    /// The body moved as a whole, by one shift a frame.
    pub(crate) fn shifted(&self, shifts: &[Vec3]) -> Self {
        let mut moved = self.clone();
        moved.shift(shifts);
        moved
    }

    /// Moves the body as a whole, by one shift a frame.
    pub(crate) fn shift(&mut self, shifts: &[Vec3]) {
        for (frame, shift) in self.positions.chunks_mut(self.joint_count).zip(shifts) {
            frame.iter_mut().for_each(|p| *p += shift);
        }
    }
}

/// World positions and rotations of a whole clip.
///
/// ```
/// use surefoot::kinematics::world_poses;
/// use surefoot::math::{Quat, Vec3};
/// use surefoot::model::clip::ClipData;
/// use surefoot::model::{Clip, Joint, JointIndex, Skeleton};
///
/// let joints = vec![Joint::new("hip", None, Vec3::zeros()), Joint::new("knee", Some(JointIndex(0)), -Vec3::y())];
/// let skeleton = Skeleton::new(joints, vec![])?;
/// let quarter = Quat::from_scaled_axis(Vec3::x() * std::f64::consts::FRAC_PI_2);
/// let clip = Clip::new(&skeleton, ClipData {
///     name: "kick".into(),
///     frame_rate: 30.0,
///     rotations: vec![quarter, Quat::identity()],
///     root_positions: vec![Vec3::new(0.0, 1.0, 0.0)],
///     translations: vec![],
///     scales: vec![],
/// })?;
/// let poses = world_poses(&skeleton, &clip)?;
/// assert!((poses.position(0, JointIndex(1)) - Vec3::new(0.0, 1.0, -1.0)).norm() < 1e-12);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`](crate::Error::Length) if the clip is for another skeleton.
pub fn world_poses(skeleton: &Skeleton, clip: &Clip) -> Result<WorldPoses> {
    clip.check_skeleton(skeleton)?;
    Ok(pose_clip(skeleton, clip))
}

/// As [`world_poses`], for a clip that is known to be of this skeleton.
pub(crate) fn pose_clip(skeleton: &Skeleton, clip: &Clip) -> WorldPoses {
    let joint_count = skeleton.joint_count();
    let total = clip.frame_count() * joint_count;
    let mut poses = WorldPoses {
        joint_count,
        positions: Vec::with_capacity(total),
        rotations: Vec::with_capacity(total),
    };
    let parents: Vec<usize> = skeleton.parents().iter().map(|p| p.map_or(0, |p| p.0)).collect();
    let scaled = skeleton.has_scale() || !clip.scales().is_empty();
    let mut offsets = skeleton.rest_offsets().to_vec();
    let mut matrices = vec![Affine::identity(); if scaled { joint_count } else { 0 }];
    for frame in 0..clip.frame_count() {
        let pose = clip.pose(frame);
        let start = frame * joint_count;
        // Frame by frame: filled at once, a long clip would go through memory twice.
        poses.positions.resize(start + joint_count, Vec3::zeros());
        poses.rotations.resize(start + joint_count, Quat::identity());
        let (positions, rotations) = (&mut poses.positions[start..], &mut poses.rotations[start..]);
        for track in clip.translations() {
            offsets[track.joint.0] = track.values[frame];
        }
        compose_frame(&parents, pose.rotations(), &offsets, pose.root_position(), rotations, positions);
        if scaled {
            pose_matrices(skeleton, &pose, &mut matrices);
            for (position, matrix) in positions.iter_mut().zip(&matrices) {
                *position = matrix.translation;
            }
        }
    }
    poses
}

/// World positions and rotations of the rest pose, as one frame; the root stands at its rest offset.
///
/// ```
/// use surefoot::kinematics::rest_pose;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
///
/// let rest = rest_pose(&skeleton);
/// let (left, right) = (skeleton.find("left_foot")?, skeleton.find("right_foot")?);
/// assert!((rest.position(0, left).y - rest.position(0, right).y).abs() < 1e-9);
/// # Ok::<(), surefoot::Error>(())
/// ```
pub fn rest_pose(skeleton: &Skeleton) -> WorldPoses {
    WorldPoses {
        joint_count: skeleton.joint_count(),
        positions: rest_maps(skeleton).iter().map(|map| map.translation).collect(),
        rotations: rest_rotations(skeleton),
    }
}

/// World matrices of one frame, exact also where the rig scales. `out` has one entry per joint; nothing is allocated.
///
/// A joint that compensates its parent's scale sits at the scaled place but does not grow with the parent itself.
///
/// ```
/// use surefoot::kinematics::world_matrices;
/// use surefoot::math::{Affine, Quat, Vec3};
/// # use surefoot::model::clip::ClipData;
/// # use surefoot::model::{Clip, Joint, Skeleton};
/// # let skeleton = Skeleton::new(vec![Joint::new("root", None, Vec3::zeros())], vec![])?;
/// # let data = ClipData {
/// #     name: "still".into(),
/// #     frame_rate: 30.0,
/// #     rotations: vec![Quat::identity()],
/// #     root_positions: vec![Vec3::y()],
/// #     translations: vec![],
/// #     scales: vec![],
/// # };
/// # let clip = Clip::new(&skeleton, data)?;
/// let mut matrices = vec![Affine::identity(); skeleton.joint_count()];
/// world_matrices(&skeleton, &clip.pose(0), &mut matrices)?;
/// assert_eq!(matrices[0].translation, Vec3::y());
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`](crate::Error::Length) if the pose is of another skeleton or `out` has not one entry per joint.
pub fn world_matrices(skeleton: &Skeleton, pose: &Pose<'_>, out: &mut [Affine]) -> Result<()> {
    pose.clip().check_skeleton(skeleton)?;
    check_length("world matrices", skeleton.joint_count(), out.len())?;
    pose_matrices(skeleton, pose, out);
    Ok(())
}

/// As [`world_matrices`], for a pose and an array that are known to fit.
pub(crate) fn pose_matrices(skeleton: &Skeleton, pose: &Pose<'_>, out: &mut [Affine]) {
    let (clip, frame) = (pose.clip(), pose.frame());
    put_rest_values(skeleton, out);
    out[0].translation = pose.root_position();
    for track in clip.translations() {
        out[track.joint.0].translation = track.values[frame];
    }
    for track in clip.scales() {
        out[track.joint.0].linear = Matrix3::from_diagonal(&track.values[frame]);
    }
    if skeleton.has_scale() || !clip.scales().is_empty() {
        compose(skeleton, pose.rotations(), out);
    } else {
        compose_unscaled(skeleton.parents(), pose.rotations(), out);
    }
}

/// Sets local translation and, on the diagonal of the linear part, local scale.
fn put_rest_values(skeleton: &Skeleton, out: &mut [Affine]) {
    for ((slot, offset), joint) in out.iter_mut().zip(skeleton.rest_offsets()).zip(skeleton.joints()) {
        *slot = Affine { linear: Matrix3::from_diagonal(&skeleton.rest_scale(joint)), translation: *offset };
    }
}

/// Turns local translations and scales, held as [`put_rest_values`] does, into world matrices in place.
fn compose(skeleton: &Skeleton, rotations: &[Quat], out: &mut [Affine]) {
    // Children first: their parent's own scale is still to be seen on its diagonal.
    for joint in skeleton.joints().rev() {
        let Affine { linear, translation } = out[joint.0];
        let compensated = skeleton.parent(joint).filter(|_| skeleton.compensates_parent_scale(joint));
        let parent_scale = compensated.map(|parent| out[parent.0].linear.diagonal());
        out[joint.0] = local_map(translation, &rotations[joint.0], &linear.diagonal(), parent_scale);
    }
    for joint in skeleton.joints() {
        if let Some(parent) = skeleton.parent(joint) {
            out[joint.0] = out[parent.0] * out[joint.0];
        }
    }
}

/// As [`compose`], for rigs without scale.
fn compose_unscaled(parents: &[Option<JointIndex>], rotations: &[Quat], out: &mut [Affine]) {
    for (joint, (parent, rotation)) in parents.iter().zip(rotations).enumerate() {
        let linear = rotation.to_rotation_matrix().into_inner();
        let local = Affine { linear, translation: out[joint].translation };
        out[joint] = parent.map_or(local, |parent| out[parent.0] * local);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::clip::ClipData;
    use crate::model::skeleton::Joint;
    use nalgebra::Matrix4;
    use proptest::prelude::*;
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
        // Root turned 90° about z carries (0,1,0) to (−1,0,0); the next quarter turn points down.
        let skeleton = two_bones();
        let poses = world_poses(&skeleton, &one_frame(&skeleton, vec![])).unwrap();
        assert!((poses.position(0, JointIndex(1)) - Vec3::new(0.0, 2.0, 3.0)).norm() < 1e-12);
        assert!((poses.position(0, JointIndex(2)) - Vec3::new(0.0, 1.5, 3.0)).norm() < 1e-12);
        assert!((poses.point(0, JointIndex(2), &Vec3::y()) - Vec3::new(0.0, 0.5, 3.0)).norm() < 1e-12);
    }

    #[test]
    fn scale_moves_children_and_compensation_stops_it() {
        let skeleton = two_bones();
        let scale = crate::model::Track { joint: JointIndex(1), values: vec![Vec3::new(1.0, 3.0, 2.0)] };
        let clip = one_frame(&skeleton, vec![scale]);
        let poses = world_poses(&skeleton, &clip).unwrap();
        assert!((poses.position(0, JointIndex(2)) - Vec3::new(0.0, 0.5, 3.0)).norm() < 1e-12);
        let mut matrices = vec![Affine::identity(); 3];
        world_matrices(&skeleton, &clip.pose(0), &mut matrices).unwrap();
        for axis in 0..3 {
            assert!((matrices[2].linear.column(axis).norm() - 1.0).abs() < 1e-12);
        }
    }

    /// Rest values, animated values and flags of one joint, as plain numbers.
    #[derive(Debug, Clone)]
    struct RandomJoint {
        parent: usize,
        rest: [[f64; 3]; 3],
        animated: [[f64; 3]; 3],
        has_tracks: bool,
        compensates: bool,
    }

    fn random_joints() -> impl Strategy<Value = Vec<RandomJoint>> {
        let triple = || prop::array::uniform3(prop::array::uniform3(-1.5..1.5f64));
        let joint = (any::<usize>(), triple(), triple(), any::<bool>(), any::<bool>()).prop_map(
            |(parent, rest, animated, has_tracks, compensates)| RandomJoint {
                parent,
                rest,
                animated,
                has_tracks,
                compensates,
            },
        );
        prop::collection::vec(joint, 1..24)
    }

    /// The slow, obvious way: 4×4 matrices, each joint walking up to the root by itself.
    fn oracle(
        joints: &[RandomJoint],
        values: &[[Vec3; 2]],
        rotations: &[Quat],
        joint: usize,
    ) -> Matrix4<f64> {
        let [translation, scale] = values[joint];
        let parent_scale = if joint > 0 && joints[joint].compensates {
            values[joints[joint].parent % joint][1]
        } else {
            Vec3::repeat(1.0)
        };
        let local = Matrix4::new_translation(&translation)
            * Matrix4::new_nonuniform_scaling(&parent_scale.map(|s| 1.0 / s))
            * Matrix4::from_scaled_axis(rotations[joint].scaled_axis())
            * Matrix4::new_nonuniform_scaling(&scale);
        if joint == 0 {
            local
        } else {
            oracle(joints, values, rotations, joints[joint].parent % joint) * local
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn random_trees_match_products_of_4x4_matrices(joints in random_joints(), scaled in any::<bool>()) {
            let scale = |v: [f64; 3]| if scaled { Vec3::from(v).map(f64::exp) } else { Vec3::repeat(1.0) };
            let rotation = |v: [f64; 3]| Quat::from_scaled_axis(Vec3::from(v));
            let skeleton = Skeleton::new(
                joints
                    .iter()
                    .enumerate()
                    .map(|(index, j)| Joint {
                        rest_rotation: rotation(j.rest[1]),
                        rest_scale: scale(j.rest[2]),
                        compensates_parent_scale: j.compensates,
                        ..Joint::new(
                            format!("{index}"),
                            (index > 0).then(|| JointIndex(j.parent % index)),
                            Vec3::from(j.rest[0]),
                        )
                    })
                    .collect(),
                vec![],
            )
            .unwrap();
            let track = |index: usize, value| crate::model::Track { joint: JointIndex(index), values: vec![value] };
            let tracked = || joints.iter().enumerate().filter(|(_, j)| j.has_tracks);
            let rotations: Vec<Quat> = joints.iter().map(|j| rotation(j.animated[1])).collect();
            let data = ClipData {
                name: "t".into(),
                frame_rate: 30.0,
                rotations: rotations.clone(),
                root_positions: vec![Vec3::from(joints[0].animated[0])],
                translations: tracked().skip_while(|(i, _)| *i == 0).map(|(i, j)| track(i, Vec3::from(j.animated[0]))).collect(),
                scales: if scaled { tracked().map(|(i, j)| track(i, scale(j.animated[2]))).collect() } else { vec![] },
            };
            let clip = Clip::new(&skeleton, data).unwrap();
            let animated: Vec<[Vec3; 2]> = joints.iter().enumerate().map(|(index, j)| {
                let moved = j.has_tracks || index == 0;
                [
                    Vec3::from(if moved { j.animated[0] } else { j.rest[0] }),
                    scale(if j.has_tracks { j.animated[2] } else { j.rest[2] }),
                ]
            }).collect();
            let at_rest: Vec<[Vec3; 2]> = joints.iter().map(|j| [Vec3::from(j.rest[0]), scale(j.rest[2])]).collect();

            let mut matrices = vec![Affine::identity(); joints.len()];
            world_matrices(&skeleton, &clip.pose(0), &mut matrices).unwrap();
            let poses = world_poses(&skeleton, &clip).unwrap();
            let rest = rest_pose(&skeleton);
            for joint in 0..joints.len() {
                let expected = oracle(&joints, &animated, &rotations, joint);
                let size = expected.abs().max().max(1.0);
                let position = expected.fixed_view::<3, 1>(0, 3);
                prop_assert!((matrices[joint].linear - expected.fixed_view::<3, 3>(0, 0)).abs().max() < 1e-9 * size);
                prop_assert!((matrices[joint].translation - position).norm() < 1e-9 * size);
                prop_assert!((poses.positions[joint] - position).norm() < 1e-9 * size);
                if !scaled {
                    let turned = poses.rotations[joint].to_rotation_matrix();
                    prop_assert!((turned.matrix() - expected.fixed_view::<3, 3>(0, 0)).abs().max() < 1e-9);
                }
                let expected = oracle(&joints, &at_rest, skeleton.rest_rotations(), joint);
                let size = expected.abs().max().max(1.0);
                prop_assert!((rest.positions[joint] - expected.fixed_view::<3, 1>(0, 3)).norm() < 1e-9 * size);
            }
        }
    }
}

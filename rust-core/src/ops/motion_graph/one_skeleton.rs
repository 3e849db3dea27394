//! Brings clips whose skeletons differ only in proportions to one mean skeleton.

use crate::error::{Error, Result};
use crate::kinematics::forward::pose_clip;
use crate::kinematics::{AttachedPoint, BodyPoints, rest_pose};
use crate::math::Vec3;
use crate::model::{Clip, EndSite, Joint, PointKind, Role, Side, Skeleton, Track};
use crate::ops::symmetric_skeleton;

/// Offsets this close are the same skeleton, metres.
const SAME: f64 = 1e-6;
/// Rest rotations that differ by more are another rig, radians.
const SAME_TURN: f64 = 1e-3;

/// Whether all lengths agree, so that clips need not be moved.
pub(super) fn has_same_lengths(a: &Skeleton, b: &Skeleton) -> bool {
    are_same_offsets(a.rest_offsets(), b.rest_offsets())
}

/// Whether two skeletons with these rest offsets have the same lengths.
pub(super) fn are_same_offsets(a: &[Vec3], b: &[Vec3]) -> bool {
    // The root's offset only places the rest pose.
    a.len() == b.len() && a.iter().zip(b).skip(1).all(|(a, b)| (a - b).norm() <= SAME)
}

/// Refuses a skeleton that differs from `first` in more than proportions.
pub(super) fn check_same_rig(first: &Skeleton, other: &Skeleton, clip: &str) -> Result<()> {
    let fail = |text: String| {
        Err(Error::invalid(
            format!("clip '{clip}'"),
            format!(
                "{text}; a motion graph takes clips of one skeleton, or of skeletons that differ only in proportions"
            ),
        ))
    };
    if first.joint_count() != other.joint_count() {
        return fail(format!("has {} joints, the first clip {}", other.joint_count(), first.joint_count()));
    }
    for joint in first.joints() {
        let name = first.name(joint);
        if other.name(joint) != name || other.parent(joint) != first.parent(joint) {
            return fail(format!("joint {} is '{}', in the first clip '{name}'", joint.0, other.name(joint)));
        }
        let turn = first.rest_rotation(joint).angle_to(&other.rest_rotation(joint));
        if joint.0 > 0 && turn > SAME_TURN {
            return fail(format!("joint '{name}' is turned by {:.1}° in the rest pose", turn.to_degrees()));
        }
    }
    Ok(())
}

/// The skeleton all clips go to: the mean of the different ones, symmetric if clips are to be mirrored.
pub(super) fn common_skeleton(skeletons: &[&Skeleton], symmetric: bool) -> Result<Skeleton> {
    let mut different: Vec<&Skeleton> = Vec::new();
    for skeleton in skeletons {
        if !different.iter().any(|d| has_same_lengths(d, skeleton)) {
            different.push(skeleton);
        }
    }
    let first = different[0];
    let share = 1.0 / different.len() as f64;
    let mean = if different.len() == 1 {
        first.clone()
    } else {
        let joints = first.joints().map(|joint| Joint {
            name: first.name(joint).to_owned(),
            parent: first.parent(joint),
            rest_offset: different.iter().map(|s| s.rest_offset(joint)).sum::<Vec3>() * share,
            rest_rotation: first.rest_rotation(joint),
            rest_scale: first.rest_scale(joint),
            compensates_parent_scale: first.compensates_parent_scale(joint),
        });
        let alike = different.iter().all(|s| s.end_sites().len() == first.end_sites().len());
        let site = |i: usize, site: &EndSite| EndSite {
            joint: site.joint,
            offset: if alike {
                different.iter().map(|s| s.end_sites()[i].offset).sum::<Vec3>() * share
            } else {
                site.offset
            },
        };
        let sites = first.end_sites().iter().enumerate().map(|(i, s)| site(i, s)).collect();
        Skeleton::new(joints.collect(), sites)?
            .with_roles(first.roles().clone())?
            .with_soles(first.soles())?
    };
    if symmetric { symmetric_skeleton(&mean) } else { Ok(mean) }
}

/// Thigh and shin together, mean of both sides, metres; the body's reach where legs are not known.
pub(super) fn leg_length(skeleton: &Skeleton) -> f64 {
    let rest = rest_pose(skeleton);
    let roles = skeleton.roles();
    let mut lengths = Vec::new();
    for side in Side::BOTH {
        let joints = [Role::Thigh(side), Role::Shin(side), Role::Foot(side)].map(|r| roles.joint(r));
        if let [Some(thigh), Some(shin), Some(foot)] = joints {
            let at = |j| rest.position(0, j);
            lengths.push((at(thigh) - at(shin)).norm() + (at(shin) - at(foot)).norm());
        }
    }
    if lengths.is_empty() {
        return rest.positions.iter().map(|p| (p - rest.positions[0]).norm()).fold(0.0, f64::max);
    }
    lengths.iter().sum::<f64>() / lengths.len() as f64
}

/// The motion on another skeleton of the same rig: rotations copied, the root's path scaled by leg length.
pub(super) fn move_clip(from: &Skeleton, to: &Skeleton, clip: &Clip) -> Result<Clip> {
    let (own, other) = (leg_length(from), leg_length(to));
    let factor = if own > 0.0 { other / own } else { 1.0 };
    let mut data = clip.clone().into_data();
    data.root_positions.iter_mut().for_each(|p| *p *= factor);
    for Track { joint, values } in &mut data.translations {
        let (rest, new) = (from.rest_offset(*joint), to.rest_offset(*joint));
        values.iter_mut().for_each(|v| *v = new + (*v - rest) * factor);
    }
    Clip::new(to, data)
}

/// Height of the floor a clip goes on: the 10th percentile of the lowest point of its soles, metres; of its lowest joint
/// where feet are not known. 0 for a clip without frames.
pub(super) fn floor_height(skeleton: &Skeleton, clip: &Clip) -> f64 {
    let soles: Vec<AttachedPoint> = BodyPoints::new(skeleton)
        .iter()
        .filter(|(point, _)| matches!(point.kind, PointKind::Heel | PointKind::Toe | PointKind::ToeTip))
        .map(|(_, attached)| attached)
        .collect();
    let poses = pose_clip(skeleton, clip);
    let lowest = |f: usize| {
        let heights = soles.iter().map(|p| poses.point(f, p.joint, &p.offset).y);
        match soles.is_empty() {
            false => heights.fold(f64::INFINITY, f64::min),
            true => poses.frame(f).iter().map(|p| p.y).fold(f64::INFINITY, f64::min),
        }
    };
    let mut lowest: Vec<f64> = (0..clip.frame_count()).map(lowest).collect();
    let tenth = lowest.len() / 10;
    if lowest.is_empty() { 0.0 } else { *lowest.select_nth_unstable_by(tenth, f64::total_cmp).1 }
}

/// The clip lifted or lowered so that its floor is at that height.
pub(super) fn put_on_floor(skeleton: &Skeleton, clip: &Clip, height: f64) -> Result<Clip> {
    let floor = floor_height(skeleton, clip);
    let mut data = clip.clone().into_data();
    data.root_positions.iter_mut().for_each(|p| p.y += height - floor);
    Clip::new(skeleton, data)
}

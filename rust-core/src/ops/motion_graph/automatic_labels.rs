//! Labels from how the body travels (docs/methods/motion-graph.md, 1.4): `stand`, `forward` and `side-back`.

use super::one_skeleton::leg_length;
use crate::error::Result;
use crate::kinematics::forward::pose_clip;
use crate::kinematics::reference_leg;
use crate::math::Vec3;
use crate::math::runs::runs;
use crate::model::{Clip, JointIndex, LabelSpan, Labels, Role, Side, Skeleton};

/// Names of the automatic labels.
pub const AUTOMATIC_LABELS: [&str; 3] = ["stand", "forward", "side-back"];
const STAND: usize = 0;
const FORWARD: usize = 1;
const SIDE_BACK: usize = 2;

/// Slower is standing, m/s for the reference leg.
const STAND_SPEED: f64 = 0.35;
/// Travel within this angle of where the hips face is forward, radians.
const FORWARD_ANGLE: f64 = 50.0 * std::f64::consts::PI / 180.0;
/// Time over which speed is measured, seconds.
const SPEED_TIME: f64 = 0.5;
/// Shorter runs take the label of their longer neighbour, seconds.
const MIN_RUN: f64 = 0.25;

/// Labels every frame by the speed of the pelvis over half a second and by where the hips face.
///
/// Without known thighs every moving frame is `forward`.
///
/// ```
/// use surefoot::ops::motion_graph::automatic_labels;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let labels = automatic_labels(&skeleton, &walk.clip)?;
/// assert!(labels.spans().iter().any(|span| span.label == "forward"));
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`](crate::Error::Length) if the clip is for another skeleton.
pub fn automatic_labels(skeleton: &Skeleton, clip: &Clip) -> Result<Labels> {
    clip.check_skeleton(skeleton)?;
    let frame_count = clip.frame_count();
    let poses = pose_clip(skeleton, clip);
    let roles = skeleton.roles();
    let pelvis = roles.joint(Role::Pelvis).unwrap_or(JointIndex(0));
    let hips = (roles.joint(Role::Thigh(Side::Left)), roles.joint(Role::Thigh(Side::Right)));
    let half = ((SPEED_TIME * clip.frame_rate() / 2.0).round() as usize).max(1);
    let stand_speed = STAND_SPEED * leg_length(skeleton) / reference_leg::BONES;
    let kind = |frame: usize| {
        let (before, after) = (frame.saturating_sub(half), (frame + half).min(frame_count - 1));
        let way = level(poses.position(after, pelvis) - poses.position(before, pelvis));
        let speed = way.norm() / ((after - before).max(1) as f64 * clip.frame_time());
        if speed < stand_speed {
            return STAND;
        }
        let (Some(left), Some(right)) = hips else { return FORWARD };
        let facing = level((poses.position(frame, left) - poses.position(frame, right)).cross(&Vec3::y()));
        if facing.angle(&way) <= FORWARD_ANGLE { FORWARD } else { SIDE_BACK }
    };
    let mut kinds: Vec<usize> = (0..frame_count).map(kind).collect();
    absorb_short_runs(&mut kinds, (MIN_RUN * clip.frame_rate()).round() as usize);
    let mut spans = Vec::new();
    for (label, name) in AUTOMATIC_LABELS.iter().enumerate() {
        let flags: Vec<bool> = kinds.iter().map(|&k| k == label).collect();
        spans.extend(runs(&flags).into_iter().map(|frames| LabelSpan { label: (*name).to_owned(), frames }));
    }
    Labels::new(frame_count, spans)
}

fn level(v: Vec3) -> Vec3 {
    Vec3::new(v.x, 0.0, v.z)
}

/// The shortest run below `min_frames` joins its longer neighbour, until none is left.
fn absorb_short_runs(kinds: &mut [usize], min_frames: usize) {
    let mut list: Vec<(usize, usize)> = Vec::new();
    for &kind in kinds.iter() {
        match list.last_mut() {
            Some((last, len)) if *last == kind => *len += 1,
            _ => list.push((kind, 1)),
        }
    }
    while list.len() > 1 {
        let Some((at, _)) =
            list.iter().enumerate().filter(|(_, run)| run.1 < min_frames).min_by_key(|(_, run)| run.1)
        else {
            break;
        };
        let before = at.checked_sub(1).map_or(0, |i| list[i].1);
        let after = list.get(at + 1).map_or(0, |run| run.1);
        list[at].0 = if before >= after { list[at - 1].0 } else { list[at + 1].0 };
        let mut joined: Vec<(usize, usize)> = Vec::with_capacity(list.len());
        for (kind, len) in list {
            match joined.last_mut() {
                Some((last, sum)) if *last == kind => *sum += len,
                _ => joined.push((kind, len)),
            }
        }
        list = joined;
    }
    let mut at = 0;
    for (kind, len) in list {
        kinds[at..at + len].fill(kind);
        at += len;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{BipedOptions, StandOptions, WalkOptions, biped_skeleton, stand, walk};

    fn names(labels: &Labels) -> Vec<&str> {
        labels.spans().iter().map(|s| s.label.as_str()).collect()
    }

    #[test]
    fn standing_walking_and_walking_backwards_are_told_apart() {
        let skeleton = biped_skeleton(&BipedOptions::default()).unwrap();
        let options = WalkOptions { seconds: 4.0, frame_rate: 30.0, ..WalkOptions::default() };
        let clip = walk(&skeleton, &options).unwrap().clip;
        assert!(names(&automatic_labels(&skeleton, &clip).unwrap()).contains(&"forward"));
        let mut data = clip.into_data();
        data.root_positions.reverse();
        let joints = skeleton.joint_count();
        data.rotations = data.rotations.chunks(joints).rev().flatten().copied().collect();
        let back = Clip::new(&skeleton, data).unwrap();
        let labels = automatic_labels(&skeleton, &back).unwrap();
        assert!(names(&labels).contains(&"side-back") && !names(&labels).contains(&"forward"), "{labels:?}");
        let still = stand(&skeleton, &StandOptions::default()).unwrap().clip;
        assert_eq!(names(&automatic_labels(&skeleton, &still).unwrap()), ["stand"]);
    }

    #[test]
    fn short_runs_join_the_longer_neighbour() {
        let mut kinds = [0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2, 1, 1];
        absorb_short_runs(&mut kinds, 3);
        assert_eq!(kinds, [0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2, 2]);
        let mut short = [1, 1];
        absorb_short_runs(&mut short, 3);
        assert_eq!(short, [1, 1]);
    }
}

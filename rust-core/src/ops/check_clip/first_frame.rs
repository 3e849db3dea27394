//! A pose in frame 0 that does not belong to the motion (all of the CMU database).

use crate::math::{Quat, rotation_vector};
use crate::model::{Clip, Note, Skeleton};

/// How many times a large later step the first one must be.
const MIN_LEAP: f64 = 5.0;
/// The same where frame 0 is near the skeleton's rest pose.
const MIN_LEAP_FROM_REST: f64 = 3.0;
/// Smaller first steps may be motion, radians.
const MIN_STEP: f64 = 0.08;
/// A pose this near to rest counts as the rest pose, radians.
const NEAR_REST: f64 = 0.1;
/// No joint counts for more: single joints flip by 180° in captured clips.
const MAX_ANGLE: f64 = 0.5;

pub(super) fn check(skeleton: &Skeleton, clip: &Clip) -> Option<Note> {
    if clip.frame_count() < 3 {
        return None;
    }
    let step = |frame: usize| mean_angle(clip.pose(frame).rotations(), clip.pose(frame + 1).rotations());
    let first = step(0);
    let mut later: Vec<f64> = (1..clip.frame_count() - 1).map(step).collect();
    later.sort_by(f64::total_cmp);
    // Not the largest: a bad marker makes leaps of its own.
    let large = later[(later.len() - 1) * 98 / 100];
    let from_rest = mean_angle(&skeleton.rest_rotations()[1..], &clip.pose(0).rotations()[1..]);
    let leap = if from_rest < NEAR_REST { MIN_LEAP_FROM_REST } else { MIN_LEAP };
    if first < MIN_STEP || first < leap * large {
        return None;
    }
    let text = format!(
        "the first frame is not part of the motion: it is {:.0}° per joint away from the next frame, while the motion changes by up to {:.1}° per frame",
        first.to_degrees(),
        large.to_degrees()
    );
    Some(Note::warning("first-frame-pose", text).on(0..1))
}

/// Mean angle between rotations of two poses, radians.
fn mean_angle(a: &[Quat], b: &[Quat]) -> f64 {
    let angles = a.iter().zip(b).map(|(a, b)| rotation_vector(&(a.inverse() * b)).norm().min(MAX_ANGLE));
    angles.sum::<f64>() / a.len().max(1) as f64
}

//! Where a clip jumps: after a pose before a capture, between clips pasted together, at edits.
//!
//! Operations that look at neighbouring frames treat the segments between cuts as separate clips.

use super::{AttachedPoint, BodyPoints, WorldPoses, reference_leg};
use crate::math::Vec3;
use crate::model::{BodyPoint, JointIndex, PointKind, Role, Side, Skeleton};
use std::ops::Range;

/// Metres per second for the reference leg; sprinters' feet reach 20, but over several frames.
const CUT_SPEED: f64 = 15.0;
/// Shorter steps are no cut at any frame rate, metres for the reference leg.
const CUT_STEP: f64 = 0.1;
/// How many times the steps beside it a cut must be.
const CUT_RATIO: f64 = 4.0;

/// The longest step that a body makes in a frame, metres; `scale` as in [`segments`].
pub(crate) fn longest_step(frame_time: f64, scale: f64) -> f64 {
    (CUT_SPEED * frame_time).max(CUT_STEP) * scale
}

/// The stretches between cuts, in order, covering all frames. `step` is the longest way that a watched point makes
/// from frame `t` to `t + 1`, `scale` the leg length over [`reference_leg::REACHED`].
///
/// A step is a cut if it is faster than any body moves and much longer than the steps before and after; a single bad
/// frame, which goes out and comes back, is none.
pub(crate) fn segments(
    frame_count: usize,
    frame_time: f64,
    scale: f64,
    step: impl Fn(usize) -> f64,
) -> Vec<Range<usize>> {
    let limit = longest_step(frame_time, scale);
    let mut out = Vec::new();
    let mut first = 0;
    if frame_count > 1 {
        let mut before: Option<f64> = None;
        let mut now = step(0);
        for t in 0..frame_count - 1 {
            let after = (t + 2 < frame_count).then(|| step(t + 1));
            let around = before.unwrap_or(0.0).max(after.unwrap_or(0.0));
            if now > limit && now > CUT_RATIO * around && (before.is_some() || after.is_some()) {
                out.push(first..t + 1);
                first = t + 1;
                before = None;
            } else {
                before = Some(now);
            }
            now = after.unwrap_or(0.0);
        }
    }
    out.push(first..frame_count);
    out
}

/// The segments of a posed clip: pelvis, ankles and toes are watched, as `detect_plants` does.
pub(crate) fn pose_segments(skeleton: &Skeleton, poses: &WorldPoses, frame_time: f64) -> Vec<Range<usize>> {
    let watched = Watched::new(skeleton, poses);
    segments(poses.frame_count(), frame_time, watched.scale, |t| watched.step(poses, t, t + 1))
}

/// Single bad frames: the pelvis goes out faster than any body moves and is back in the next frame. No cut, so
/// [`segments`] leaves them in.
pub(crate) fn lone_frames(skeleton: &Skeleton, poses: &WorldPoses, frame_time: f64) -> Vec<usize> {
    let limit = longest_step(frame_time, Watched::new(skeleton, poses).scale);
    let pelvis = pelvis(skeleton);
    let step = |a: usize, b: usize| (poses.position(b, pelvis) - poses.position(a, pelvis)).norm();
    (1..poses.frame_count().saturating_sub(1))
        .filter(|&t| step(t - 1, t).min(step(t, t + 1)) > limit && step(t - 1, t + 1) <= limit)
        .collect()
}

/// The points whose steps tell a cut, and the size of the body.
struct Watched {
    points: Vec<AttachedPoint>,
    /// Leg length over [`reference_leg::REACHED`].
    scale: f64,
}

impl Watched {
    fn new(skeleton: &Skeleton, poses: &WorldPoses) -> Self {
        let frame_count = poses.frame_count();
        let body = BodyPoints::new(skeleton);
        let pelvis = pelvis(skeleton);
        let mut watched = vec![AttachedPoint { joint: pelvis, offset: Vec3::zeros() }];
        let mut legs = Vec::new();
        for side in Side::BOTH {
            let points = [PointKind::Ankle, PointKind::Toe].map(|kind| body.get(BodyPoint { side, kind }));
            let [Some(ankle), Some(toe)] = points else { continue };
            watched.extend([ankle, toe]);
            let hip = skeleton.roles().joint(Role::Thigh(side)).unwrap_or(pelvis);
            legs.extend(
                (0..frame_count).map(|t| (poses.position(t, ankle.joint) - poses.position(t, hip)).norm()),
            );
        }
        Self { points: watched, scale: leg_scale(leg_length(&mut legs)) }
    }

    /// The longest way of a watched point between two frames.
    fn step(&self, poses: &WorldPoses, from: usize, to: usize) -> f64 {
        let at = |t: usize, p: &AttachedPoint| poses.point(t, p.joint, &p.offset);
        let squares = self.points.iter().map(|p| (at(to, p) - at(from, p)).norm_squared());
        squares.fold(0.0, f64::max).sqrt()
    }
}

/// Length of a nearly stretched leg from its lengths over all frames (reordered), metres; 0 without a leg.
pub(crate) fn leg_length(lengths: &mut [f64]) -> f64 {
    if lengths.is_empty() {
        return 0.0;
    }
    let index = ((lengths.len() - 1) as f64 * 0.99).round() as usize;
    *lengths.select_nth_unstable_by(index, f64::total_cmp).1
}

/// Factor on every length and speed constant; 1 for a body without legs.
pub(crate) fn leg_scale(leg_length: f64) -> f64 {
    if leg_length > 1e-9 { leg_length / reference_leg::REACHED } else { 1.0 }
}

/// The joint called pelvis; else the deepest joint above both thighs; else the root.
pub(crate) fn pelvis(skeleton: &Skeleton) -> JointIndex {
    if let Some(pelvis) = skeleton.roles().joint(Role::Pelvis) {
        return pelvis;
    }
    let thighs = Side::BOTH.map(|side| skeleton.roles().joint(Role::Thigh(side)));
    let (Some(left), Some(right)) = (thighs[0], thighs[1]) else { return JointIndex(0) };
    let mut at = skeleton.parent(left);
    while let Some(joint) = at {
        if skeleton.is_below(right, joint) {
            return joint;
        }
        at = skeleton.parent(joint);
    }
    JointIndex(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segments_of(path: &[f64]) -> Vec<Range<usize>> {
        segments(path.len(), 1.0 / 60.0, 1.0, |t| (path[t + 1] - path[t]).abs())
    }

    #[test]
    fn a_jump_cut_splits_and_fast_motion_does_not() {
        let jump: Vec<f64> = (0..40).map(|t| 0.05 * f64::from(t) + if t >= 1 { 3.0 } else { 0.0 }).collect();
        assert_eq!(segments_of(&jump), vec![0..1, 1..40]);
        // A kick: up to 18 m/s, reached over several frames.
        let mut kick = vec![0.0; 40];
        for t in 1..40 {
            let u = (t as f64 - 20.0) / 4.0;
            kick[t] = kick[t - 1] + 0.3 * (-u * u).exp();
        }
        assert_eq!(segments_of(&kick), vec![0..40]);
        // One bad frame goes out and comes back.
        let mut glitch = vec![0.0; 40];
        glitch[20] = 1.0;
        assert_eq!(segments_of(&glitch), vec![0..40]);
    }

    #[test]
    fn short_clips_are_one_segment() {
        assert_eq!(segments_of(&[]), vec![0..0]);
        assert_eq!(segments_of(&[1.0]), vec![0..1]);
        // Nothing to compare a single step with.
        assert_eq!(segments_of(&[0.0, 5.0]), vec![0..2]);
    }
}

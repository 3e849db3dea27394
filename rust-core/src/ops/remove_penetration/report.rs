//! What [`remove_penetration`](super::remove_penetration) measured.

use super::character::PenetrationBody;
use super::correction::{BASE, TurnedLimb, vector};
use super::limb_solver::LimbState;
use super::measure::LimbDepth;
use crate::math::rotation_vector;
use crate::model::{Clip, JointIndex, Note};
use serde::Serialize;

/// Depth from which a vertex counts as inside, metres.
pub(crate) const INSIDE: f32 = 0.003;

/// How deep limbs are in the body, over all vertices and frames.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PenetrationMeasures {
    /// Deepest vertex of any frame, metres; 0 where nothing penetrates.
    pub depth_max: f64,
    /// The frame of that depth.
    pub worst_frame: usize,
    /// Depth that 95 % of the frames stay below, metres.
    pub depth_p95: f64,
    /// Frames with a vertex deeper than 3 mm.
    pub frames_inside: usize,
    /// Vertices deeper than 2 mm, in the frame that has most.
    pub vertices_inside: usize,
}

/// What one limb had to give.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct LimbChange {
    /// `left arm`.
    pub limb: String,
    /// Frames that changed.
    pub frames: usize,
    /// Way of the hand, metres: mean over all frames, and largest.
    pub hand_mean: f64,
    /// Largest way of the hand, metres.
    pub hand_max: f64,
    /// Largest way of the elbow, metres.
    pub elbow_max: f64,
    /// Turn of the forearm, degrees, mean over all frames.
    pub forearm_mean: f64,
    /// Largest turn of the forearm, degrees.
    pub forearm_max: f64,
    /// Largest turn of the shoulder, degrees.
    pub shoulder_max: f64,
    /// Angular acceleration of shoulder, elbow and wrist, 99th percentile, as a ratio of the result to the clip that came.
    pub acceleration: [f64; 3],
    /// Steps of the solver.
    pub loops: usize,
}

/// What [`remove_penetration`](super::remove_penetration) did.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RemovePenetrationReport {
    /// The clip that came.
    pub before: PenetrationMeasures,
    /// The result, measured anew on every vertex.
    pub after: PenetrationMeasures,
    /// Each limb.
    pub limbs: Vec<LimbChange>,
    /// What a user should know.
    pub notes: Vec<Note>,
}

impl RemovePenetrationReport {
    /// One line with what a person wants to know first, the same in every host.
    pub fn summary(&self) -> String {
        let hand = self.limbs.iter().map(|limb| limb.hand_max).fold(0.0, f64::max);
        format!(
            "depth {:.2} -> {:.2} cm, frames inside {} -> {}; hands moved by up to {:.1} cm",
            self.before.depth_max * 100.0,
            self.after.depth_max * 100.0,
            self.before.frames_inside,
            self.after.frames_inside,
            hand * 100.0,
        )
    }
}

impl PenetrationMeasures {
    pub(crate) fn new(depths: &[Vec<LimbDepth>]) -> Self {
        let frame_count = depths.first().map_or(0, Vec::len);
        let depth = |frame: usize| depths.iter().map(|limb| -limb[frame].least).fold(0.0f32, f32::max);
        let deep = |frame: usize| depths.iter().map(|limb| limb[frame].deep_count).sum::<usize>();
        let mut all: Vec<f32> = (0..frame_count).map(depth).collect();
        let worst_frame = (0..frame_count).fold(0, |worst, f| if all[f] > all[worst] { f } else { worst });
        let depth_max = f64::from(all.get(worst_frame).copied().unwrap_or(0.0));
        let frames_inside = all.iter().filter(|d| **d > INSIDE).count();
        all.sort_unstable_by(f32::total_cmp);
        Self {
            depth_max,
            worst_frame,
            depth_p95: f64::from(percentile(&all, 0.95).unwrap_or(0.0)),
            frames_inside,
            vertices_inside: (0..frame_count).map(deep).max().unwrap_or(0),
        }
    }
}

/// The changes of every limb.
pub(crate) fn limb_changes(
    body: &PenetrationBody,
    states: &[LimbState],
    before: &Clip,
    after: &Clip,
) -> Vec<LimbChange> {
    body.limbs
        .iter()
        .zip(states)
        .map(|(limb, correction)| {
            let mut change =
                LimbChange { limb: limb.limb.name(), loops: correction.loops, ..Default::default() };
            for (frame, angles) in correction.frames.iter().zip(&correction.angles) {
                if angles.amax() == 0.0 {
                    continue;
                }
                let turned = TurnedLimb::new(frame, angles);
                let hand = (turned.end - frame.end).norm();
                let lower = (turned.end - turned.mid).normalize();
                let forearm = lower.angle(&frame.lower_direction()).to_degrees();
                change.frames += 1;
                change.hand_mean += hand;
                change.hand_max = change.hand_max.max(hand);
                change.elbow_max = change.elbow_max.max((turned.mid - frame.mid).norm());
                change.forearm_mean += forearm;
                change.forearm_max = change.forearm_max.max(forearm);
                change.shoulder_max = change.shoulder_max.max(vector(angles, BASE).norm().to_degrees());
            }
            let count = correction.frames.len().max(1) as f64;
            change.hand_mean /= count;
            change.forearm_mean /= count;
            change.acceleration = [limb.limb.base, limb.limb.mid, limb.limb.end]
                .map(|joint| ratio(acceleration_p99(after, joint), acceleration_p99(before, joint)));
            change
        })
        .collect()
}

/// 99th percentile of the joint's angular acceleration, radians per frame².
fn acceleration_p99(clip: &Clip, joint: JointIndex) -> f64 {
    let rotation = |frame: usize| clip.pose(frame).rotations()[joint.0];
    let speeds: Vec<_> = (1..clip.frame_count())
        .map(|frame| rotation_vector(&(rotation(frame - 1).inverse() * rotation(frame))))
        .collect();
    let mut all: Vec<f64> = speeds.windows(2).map(|pair| (pair[1] - pair[0]).norm()).collect();
    all.sort_unstable_by(f64::total_cmp);
    percentile(&all, 0.99).unwrap_or(0.0)
}

fn percentile<T: Copy>(sorted: &[T], share: f64) -> Option<T> {
    sorted.get(((sorted.len().max(1) - 1) as f64 * share).round() as usize).copied()
}

/// 1 where both are still.
fn ratio(after: f64, before: f64) -> f64 {
    if before > 1e-9 {
        after / before
    } else if after > 1e-9 {
        f64::INFINITY
    } else {
        1.0
    }
}

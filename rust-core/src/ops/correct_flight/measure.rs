//! What a correction did to feet and smoothness, measured on the result.

use super::time_warp::{SampleTime, TimeWarp};
use super::{REACHED_DRIFT, REACHED_JERK};
use crate::kinematics::WorldPoses;
use crate::kinematics::support::SupportPoint;
use crate::kinematics::support::bearing::point_positions;
use crate::math::Vec3;
use crate::ops::measure_balance::scene::Judgement;
use std::ops::Range;

/// A point that bears stands if it is slower than this, m/s.
const STANDING: f64 = 0.25;

/// How good an attempt is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Outcome {
    /// Metres.
    pub(super) foot_drift: f64,
    /// The point that drifts farthest, and the frame in the new time.
    pub(super) drift_at: Option<(usize, usize)>,
    pub(super) jerk_ratio: f64,
}

impl Outcome {
    pub(super) fn is_reached(&self) -> bool {
        self.foot_drift <= REACHED_DRIFT && self.jerk_ratio <= REACHED_JERK
    }

    /// Smaller is better.
    pub(super) fn cost(&self) -> f64 {
        (self.jerk_ratio / REACHED_JERK).max(self.foot_drift / REACHED_DRIFT)
    }
}

/// Farthest way of a point that stands on the ground from its path in the clip that came, metres; which point, and the frame.
pub(super) fn foot_drift(
    judgement: &Judgement,
    [before, after]: [&WorldPoses; 2],
    points: &[SupportPoint],
    warp: &TimeWarp,
    flights: &[Range<usize>],
) -> (f64, Option<(usize, usize)>) {
    let [old, new] = [before, after].map(|poses| point_positions(poses, points));
    // Each point's path for itself, to look between frames.
    let count = points.len();
    let path_of = |point: usize| old.iter().skip(point).step_by(count).copied().collect::<Vec<Vec3>>();
    let paths: Vec<Vec<Vec3>> = (0..count).map(path_of).collect();
    let mut is_flight = vec![false; after.frame_count()];
    flights.iter().for_each(|frames| is_flight[frames.clone()].fill(true));
    let rate = 1.0 / judgement.dynamics.frame_time;
    let (mut most, mut at_most) = (0.0, None);
    for frame in (0..after.frame_count()).filter(|frame| !is_flight[*frame]) {
        let time = warp.old_time(frame);
        let at = SampleTime::new(time, before.frame_count());
        for (point, path) in paths.iter().enumerate() {
            let base = time as usize;
            // A foot that rolls off or lands is on its way: only what stands can drift.
            let speed = (path[(base + 1).min(path.len() - 1)] - path[base]).norm() * rate;
            if judgement.support.bears(base, point) && speed < STANDING {
                let way = (new[frame * count + point] - at.mix(path)).norm();
                if way > most {
                    (most, at_most) = (way, Some((point, frame)));
                }
            }
        }
    }
    (most, at_most)
}

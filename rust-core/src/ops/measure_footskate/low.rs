//! Slide over low frames: what the toes do while the foot lies near its floor, whether anything calls it planted or not.
//!
//! Slide over plants alone flatters: a detector that finds three frames in a glide of two seconds leaves the rest unseen.

use crate::kinematics::{AttachedPoint, BodyPoints, WorldPoses};
use crate::math::{Vec3, running_minimum};
use crate::model::{BodyPoint, PointKind, Side, Skeleton};
use crate::ops::reference_leg;
use serde::Serialize;
use std::ops::Range;

/// Height over the floor below which ankle and toe both are, metres for the reference leg.
const BAND: f64 = 0.02;
/// The floor of a point is its lowest place within so many seconds before or after.
const REACH: f64 = 0.5;

/// Level speed of the toes over the frames in which their foot is low.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct LowSlide {
    /// Steps between low frames, both feet together.
    pub steps: usize,
    /// Mean speed, m/s.
    pub mean: f64,
    /// Half of the steps are slower, m/s.
    pub median: f64,
}

/// Measures `poses` over the frames that are low in `reference`.
pub(super) fn measure(
    skeleton: &Skeleton,
    points: &BodyPoints,
    poses: &WorldPoses,
    reference: &WorldPoses,
    frame_rate: f64,
    segments: &[Range<usize>],
) -> LowSlide {
    let bones = reference_leg::bones(skeleton);
    let band = BAND * if bones > 1e-9 { bones / reference_leg::BONES } else { 1.0 };
    let reach = (REACH * frame_rate).round() as usize;
    let mut speeds = Vec::new();
    for side in Side::BOTH {
        let pair = [PointKind::Ankle, PointKind::Toe].map(|kind| points.get(BodyPoint { side, kind }));
        let [Some(ankle), Some(toe)] = pair else { continue };
        for segment in segments {
            let low = [ankle, toe].map(|at| is_low(&at, reference, segment, reach, band));
            let place = |t: usize| -> Vec3 { poses.point(segment.start + t, toe.joint, &toe.offset) };
            let is_low = |t: usize| low[0][t] && low[1][t];
            for t in (1..segment.len()).filter(|&t| is_low(t - 1) && is_low(t)) {
                speeds.push((place(t) - place(t - 1)).xz().norm() * frame_rate);
            }
        }
    }
    LowSlide { steps: speeds.len(), mean: super::mean(&speeds), median: super::percentile(&mut speeds, 0.5) }
}

fn is_low(
    at: &AttachedPoint,
    poses: &WorldPoses,
    frames: &Range<usize>,
    reach: usize,
    band: f64,
) -> Vec<bool> {
    let heights: Vec<f64> = frames.clone().map(|f| poses.point(f, at.joint, &at.offset).y).collect();
    let floor = running_minimum(&heights, reach, reach);
    heights.iter().zip(&floor).map(|(height, floor)| height - floor < band).collect()
}

//! Slide over low frames: what the toes do while the foot lies near its floor, whether anything calls it planted or not.
//!
//! Slide over plants alone flatters: a detector that finds three frames in a glide of two seconds leaves the rest unseen.

use super::Scene;
use crate::kinematics::{AttachedPoint, BodyPoints, WorldPoses, reference_leg};
use crate::math::Vec3;
use crate::math::percentile::percentile;
use crate::math::running::running_minimum;
use crate::model::{BodyPoint, PointKind, Side};
use serde::Serialize;

/// Height over the floor below which ankle and toe both are, metres for the reference leg.
const BAND: f64 = 0.02;
/// The floor of a point is its lowest place within so many seconds before or after.
const REACH: f64 = 0.5;

/// Level speed of the toes over the frames in which their foot is low.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
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
    scene: &Scene<'_>,
    points: &BodyPoints,
    poses: &WorldPoses,
    reference: &WorldPoses,
) -> LowSlide {
    let Scene { skeleton, frame_rate, segments, .. } = *scene;
    let band = BAND * reference_leg::scale_of(skeleton);
    let reach = (REACH * frame_rate).round() as usize;
    let mut speeds = Vec::new();
    for side in Side::BOTH {
        let pair = [PointKind::Ankle, PointKind::Toe].map(|kind| points.get(BodyPoint { side, kind }));
        let [Some(ankle), Some(toe)] = pair else { continue };
        for segment in segments {
            let height = |at: AttachedPoint, f: usize| reference.point(f, at.joint, &at.offset).y;
            let low = [ankle, toe].map(|at| {
                let heights: Vec<f64> = segment.clone().map(|f| height(at, f)).collect();
                is_low(&heights, reach, band)
            });
            let place = |t: usize| -> Vec3 { poses.point(segment.start + t, toe.joint, &toe.offset) };
            let is_low = |t: usize| low[0][t] && low[1][t];
            for t in (1..segment.len()).filter(|&t| is_low(t - 1) && is_low(t)) {
                speeds.push((place(t) - place(t - 1)).xz().norm() * frame_rate);
            }
        }
    }
    LowSlide { steps: speeds.len(), mean: super::mean(&speeds), median: percentile(&mut speeds, 0.5) }
}

fn is_low(heights: &[f64], reach: usize, band: f64) -> Vec<bool> {
    let floor = running_minimum(heights, reach, reach);
    heights.iter().zip(&floor).map(|(height, floor)| height - floor < band).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_raised_point_is_not_low_and_a_step_up_is_its_own_floor_once_it_is_long() {
        let mut heights = [0.0; 60];
        heights[20..25].fill(0.03);
        heights[40..].fill(0.2);
        let low = is_low(&heights, 8, 0.02);
        let expected = |t: usize| !(20..25).contains(&t) && !(40..48).contains(&t);
        assert!((0..60).all(|t| low[t] == expected(t)), "{low:?}");
    }
}

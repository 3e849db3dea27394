//! [`GroundFit`]: how deep feet lie in the ground and how high planted ones hover.

use crate::kinematics::{BodyPoints, WorldPoses};
use crate::math::percentile::percentile;
use crate::model::{BodyPoint, Ground, Plants, PointKind, Side};
use serde::Serialize;

/// Height of the feet against the ground, metres.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GroundFit {
    /// `ground` where one was given; `plants` where each plant's own standing height stands in for it, on planted
    /// frames only.
    pub of: &'static str,
    /// Deepest point below the ground.
    pub penetration_max: f64,
    /// Frame on which it occurs.
    pub penetration_max_frame: usize,
    /// Mean over frames of the deepest point below the ground.
    pub penetration_mean: f64,
    /// Mean over planted frames of how high the lowest point of the planted foot hovers.
    pub float_mean: f64,
}

const SOLE: [PointKind; 3] = [PointKind::Heel, PointKind::Toe, PointKind::ToeTip];

/// Lowest point of each planted foot and of each foot over the ground, gathered frame by frame.
#[derive(Default)]
struct Sums {
    penetration_max: f64,
    penetration_max_frame: usize,
    penetrations: f64,
    frames: usize,
    floats: f64,
    planted: usize,
}

impl Sums {
    fn add_frame(&mut self, frame: usize, deepest: f64) {
        if deepest > self.penetration_max {
            (self.penetration_max, self.penetration_max_frame) = (deepest, frame);
        }
        self.penetrations += deepest;
        self.frames += 1;
    }

    fn finish(self, of: &'static str) -> GroundFit {
        let mean = |sum: f64, count: usize| if count == 0 { 0.0 } else { sum / count as f64 };
        GroundFit {
            of,
            penetration_max: self.penetration_max,
            penetration_max_frame: self.penetration_max_frame,
            penetration_mean: mean(self.penetrations, self.frames),
            float_mean: mean(self.floats, self.planted),
        }
    }
}

/// Measures against the ground, or without one against the plants' own heights; `None` without either.
pub(super) fn measure(
    poses: &WorldPoses,
    points: &BodyPoints,
    plants: &Plants,
    ground: Option<&Ground>,
) -> Option<GroundFit> {
    let is_foot = |p: BodyPoint| !matches!(p.kind, PointKind::Wrist | PointKind::Fingertips);
    let sole = |frame: usize, side: Side| {
        SOLE.into_iter().filter_map(move |kind| {
            let at = points.get(BodyPoint { side, kind })?;
            Some(poses.point(frame, at.joint, &at.offset))
        })
    };
    let mut sums = Sums::default();
    if let Some(ground) = ground {
        let mut flags = [vec![false; poses.frame_count()], vec![false; poses.frame_count()]];
        for plant in plants.iter().filter(|p| is_foot(p.point)) {
            flags[usize::from(plant.point.side == Side::Right)][plant.frames.clone()].fill(true);
        }
        for frame in 0..poses.frame_count() {
            let mut deepest: f64 = 0.0;
            for (side, planted) in Side::BOTH.into_iter().zip(&flags) {
                let over = |p: crate::math::Vec3| Some(p.y - ground.footing(p.x, p.z, p.y)?.height);
                let lowest = sole(frame, side).filter_map(over).fold(f64::INFINITY, f64::min);
                deepest = deepest.max(-lowest);
                if planted[frame] && lowest.is_finite() {
                    sums.floats += lowest.max(0.0);
                    sums.planted += 1;
                }
            }
            sums.add_frame(frame, deepest);
        }
        return Some(sums.finish("ground"));
    }
    let mut levels = vec![[(0.0, 0usize); 2]; poses.frame_count()];
    for plant in plants.iter().filter(|p| is_foot(p.point)) {
        let Some(at) = points.get(plant.point) else { continue };
        let mut heights: Vec<f64> =
            plant.frames.clone().map(|f| poses.point(f, at.joint, &at.offset).y).collect();
        let level = percentile(&mut heights, 0.5) - points.standing_height(plant.point);
        for entry in &mut levels[plant.frames.clone()] {
            let entry = &mut entry[usize::from(plant.point.side == Side::Right)];
            *entry = (entry.0 + level, entry.1 + 1);
        }
    }
    for (frame, entry) in levels.iter().enumerate().filter(|(_, e)| e[0].1 + e[1].1 > 0) {
        let mut deepest: f64 = 0.0;
        for (side, (sum, count)) in Side::BOTH.into_iter().zip(entry).filter(|(_, (_, count))| *count > 0) {
            let level = sum / *count as f64;
            let lowest = sole(frame, side).map(|p| p.y - level).fold(f64::INFINITY, f64::min);
            if lowest.is_finite() {
                deepest = deepest.max(-lowest);
                sums.floats += lowest.max(0.0);
                sums.planted += 1;
            }
        }
        sums.add_frame(frame, deepest);
    }
    (sums.frames > 0).then(|| sums.finish("plants"))
}

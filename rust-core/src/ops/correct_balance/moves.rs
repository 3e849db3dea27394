//! What a correction moved, measured on the result.

use super::report::BalanceMoves;
use crate::kinematics::WorldPoses;
use crate::kinematics::jerk::jerk_p99;
use crate::kinematics::limb::{LimbKind, find_limbs};
use crate::kinematics::shifted_body::BodyShift;
use crate::math::percentile::percentile;
use crate::model::{Clip, Skeleton};

/// Less than this is none, rad/s² of a knee and m/s³ of any joint.
const LEAST_ACCELERATION: f64 = 1.0;
const LEAST_JERK: f64 = 1.0;

pub(crate) fn measure_moves(
    skeleton: &Skeleton,
    clip: &Clip,
    [before, after]: [&WorldPoses; 2],
    shifts: &[BodyShift],
) -> BalanceMoves {
    let legs: Vec<_> = find_limbs(skeleton).0.into_iter().filter(|limb| limb.kind == LimbKind::Leg).collect();
    let mut out = BalanceMoves { knee_acceleration_ratio: 1.0, jerk_ratio: 1.0, ..BalanceMoves::default() };
    for shift in shifts {
        out.root_max = out.root_max.max(shift.root.xz().norm());
        out.sink_max = out.sink_max.max(-shift.root.y);
        out.lean_max = out.lean_max.max(shift.lean.norm().to_degrees());
    }
    for frame in 0..clip.frame_count() {
        out.frames += usize::from(before.frame(frame) != after.frame(frame));
        for leg in &legs {
            let way = (before.position(frame, leg.end) - after.position(frame, leg.end)).norm();
            out.ankle_moved_max = out.ankle_moved_max.max(way);
        }
    }
    if out.frames == 0 {
        return out;
    }
    let knees = |poses: &WorldPoses| {
        let mut all = Vec::new();
        for leg in &legs {
            let bend = |frame: usize| {
                let at = |joint| poses.position(frame, joint);
                (at(leg.base) - at(leg.mid)).angle(&(at(leg.end) - at(leg.mid)))
            };
            let bends: Vec<f64> = (0..poses.frame_count()).map(bend).collect();
            all.extend(bends.windows(3).map(|w| (w[2] - 2.0 * w[1] + w[0]).abs()));
        }
        percentile(&mut all, 0.99)
    };
    let jerks = |poses: &WorldPoses| jerk_p99(poses, skeleton.joints());
    // Of a clip that hardly moves the ratio would be that of rounding errors.
    let time = clip.frame_time();
    let ratio = |of: &dyn Fn(&WorldPoses) -> f64, least: f64| of(after).max(least) / of(before).max(least);
    out.knee_acceleration_ratio = ratio(&knees, LEAST_ACCELERATION * time.powi(2));
    out.jerk_ratio = ratio(&jerks, LEAST_JERK * time.powi(3));
    out
}

//! Carries the root along where planted feet have drifted far: a leg alone would have to lean after its foot.

use super::limbs::LimbPlan;
use crate::kinematics::WorldPoses;
use crate::kinematics::limb::LimbKind;
use crate::math::Vec3;
use crate::math::banded::Banded;
use crate::math::runs::within;

/// Drift that legs take up alone, as a part of their length.
const BY_LEGS: f64 = 0.35;
/// Time over which the root's shift may bend, seconds.
const TIME: f64 = 0.2;
/// How much a frame without plants holds the shift back.
const FREE_WEIGHT: f64 = 0.02;

/// Root shift per frame, or `None` where the legs can do it alone. Frames beyond `cutoff` seconds from a plant have
/// none.
pub(crate) fn carry_root(
    plans: &[LimbPlan],
    poses: &WorldPoses,
    frame_time: f64,
    cutoff: f64,
) -> Option<Vec<Vec3>> {
    let count = poses.frame_count();
    let mut sums = vec![(Vec3::zeros(), 0.0f64); count];
    let mut leg: f64 = 0.0;
    for plan in plans.iter().filter(|p| p.limb.kind == LimbKind::Leg) {
        leg = plan.frames.iter().map(|(_, bend)| bend.max_length()).fold(leg, f64::max);
        for anchor in &plan.anchors {
            let Some(tip) = plan.tips.iter().find(|t| t.kind == anchor.kind) else { continue };
            for frame in anchor.frames.clone().filter(|f| !anchor.is_skipped(*f)) {
                sums[frame].0 += anchor.position - tip.world(poses, frame);
                sums[frame].1 += 1.0;
            }
        }
    }
    let limit = BY_LEGS * leg;
    let wanted = |frame: usize| {
        let (sum, n) = sums[frame];
        let mean = sum / n.max(1.0);
        mean * (1.0 - limit / mean.norm().max(1e-12)).max(0.0)
    };
    if leg <= 0.0 || !(0..count).any(|f| wanted(f).norm() > 1e-3) {
        return None;
    }
    let planted: Vec<bool> = sums.iter().map(|s| s.1 > 0.0).collect();
    let near = within(&planted, cutoff / frame_time);
    let mut matrix = Banded::<3>::zeros(count);
    let mut shifts = vec![Vec3::zeros(); count];
    for frame in 0..count {
        let weight = match (planted[frame], near[frame]) {
            (true, _) => 1.0,
            (false, true) => FREE_WEIGHT,
            (false, false) => 1e9,
        };
        matrix.add(frame, frame, weight);
        if planted[frame] {
            shifts[frame] = wanted(frame);
        }
    }
    let weight = (TIME / frame_time).powi(4);
    const SECOND: [f64; 3] = [1.0, -2.0, 1.0];
    for start in 0..count.saturating_sub(2) {
        for a in 0..3 {
            for b in 0..=a {
                matrix.add(start + a, start + b, weight * SECOND[a] * SECOND[b]);
            }
        }
    }
    if !matrix.factor() {
        return None;
    }
    matrix.solve_vectors(&mut shifts);
    for (shift, near) in shifts.iter_mut().zip(&near) {
        if !near {
            *shift = Vec3::zeros();
        }
    }
    Some(shifts)
}

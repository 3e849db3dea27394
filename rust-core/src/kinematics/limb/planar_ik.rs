//! Moves the end of a limb while its foot or hand keeps its orientation, in closed form (Lyard 2008, section 3.2;
//! `docs/methods/footskate.md`, section 5.2).

use crate::math::rotation::rotation_between;
use crate::math::{Quat, Vec3};
use std::f64::consts::{PI, TAU};

/// Angles of hip, knee and ankle in the text's convention (minus the right-handed angle about the plane's normal),
/// and how far the target is out of reach, metres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PlanarSolution {
    pub(crate) hip: f64,
    pub(crate) knee: f64,
    pub(crate) ankle: f64,
    pub(crate) shortfall: f64,
}

/// Both solutions in the plane; coordinates are (y, z). `hip`, `knee`, `ankle` are the joints, `step` the wanted move
/// of the ankle. `None` if a bone or the distance has no length.
pub(crate) fn planar_solutions(
    hip: [f64; 2],
    knee: [f64; 2],
    ankle: [f64; 2],
    step: [f64; 2],
) -> Option<[PlanarSolution; 2]> {
    // Vectors of the text run from the joints to the end: V_i = P_0 − P_i, so V_2 − V_1 = P_1 − P_2.
    let (a1, b1) = (ankle[0] - knee[0], ankle[1] - knee[1]);
    let (a3, b3) = (knee[1] - hip[1], knee[0] - hip[0]);
    let (shank, thigh) = (a1.hypot(b1), a3.hypot(b3));
    let (k1, k3) = (b1.atan2(a1), b3.atan2(a3));
    let (y, z) = (ankle[0] - hip[0] + step[0], ankle[1] - hip[1] + step[1]);
    let distance = y.hypot(z);
    if distance < 1e-6 || shank < 1e-6 || thigh < 1e-6 {
        return None;
    }
    let k = y.atan2(z);
    let beta = (distance * distance + shank * shank - thigh * thigh) / (2.0 * distance * shank);
    let shortfall = (distance - shank - thigh).max((shank - thigh).abs() - distance).max(0.0);
    let half = beta.clamp(-1.0, 1.0).asin();
    let wrap = |angle: f64| PI - (PI - angle).rem_euclid(TAU);
    Some([half, PI - half].map(|root| {
        let ankle_angle = root - k1 - k;
        let (sin, cos) = (ankle_angle + k1).sin_cos();
        let hip_angle = wrap((y - shank * cos).atan2(z - shank * sin) - k3);
        PlanarSolution {
            hip: hip_angle,
            knee: wrap(-ankle_angle - hip_angle),
            ankle: wrap(ankle_angle),
            shortfall,
        }
    }))
}

/// World rotations to premultiply: of the thigh and of the shank; the foot keeps its own. And what is out of reach.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LegMove {
    pub(crate) upper: Quat,
    pub(crate) lower: Quat,
    pub(crate) shortfall: f64,
}

/// Moves the ankle by `step` in space: the leg first swings towards the target, then solves in its own plane, so one
/// pass is exact. `hinge` is the bend axis for a straight leg. `None` where a bone has no length.
pub(crate) fn move_ankle(
    hip: &Vec3,
    knee: &Vec3,
    ankle: &Vec3,
    hinge: &Vec3,
    step: &Vec3,
) -> Option<LegMove> {
    let target = ankle + step;
    let (from, to) = (ankle - hip, target - hip);
    let swing = rotation_between(&from, &to, hinge);
    let (knee, ankle) = (hip + swing * (knee - hip), hip + swing * (ankle - hip));
    let bend = (hip - knee).cross(&(ankle - knee));
    let size = (hip - knee).norm() * (ankle - knee).norm();
    // X of the plane frame is its normal; for a straight leg the hinge stands in.
    let normal =
        if bend.norm() > 1e-6 * size { bend.normalize() } else { (swing * hinge).try_normalize(1e-9)? };
    let along = to.try_normalize(1e-9)?;
    let z = (along - normal * normal.dot(&along)).try_normalize(1e-9)?;
    let y = z.cross(&normal);
    let flat = |p: &Vec3| [(p - hip).dot(&y), (p - hip).dot(&z)];
    let rest = target - ankle;
    let solutions = planar_solutions([0.0, 0.0], flat(&knee), flat(&ankle), [rest.dot(&y), rest.dot(&z)])?;
    // The text's angle is minus the right-handed one.
    let turned = |s: &PlanarSolution| {
        let upper = Quat::from_scaled_axis(normal * -s.hip);
        (upper, Quat::from_scaled_axis(normal * -s.knee) * upper)
    };
    let keeps_bend = |s: &PlanarSolution| {
        let (upper, lower) = turned(s);
        let u = upper * (hip - knee);
        let v = lower * (ankle - knee);
        u.cross(&v).dot(&normal) >= -1e-9 * size
    };
    let [a, b] = solutions;
    let prefers_a = match (keeps_bend(&a), keeps_bend(&b)) {
        (true, false) => true,
        (false, true) => false,
        _ => a.hip.abs() <= b.hip.abs(),
    };
    let best = if prefers_a { a } else { b };
    let (upper, lower) = turned(&best);
    Some(LegMove { upper: upper * swing, lower: lower * swing, shortfall: best.shortfall })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn turn(v: [f64; 2], text_angle: f64) -> [f64; 2] {
        // R of the text: y' = c y + s z, z' = −s y + c z.
        let (s, c) = text_angle.sin_cos();
        [c * v[0] + s * v[1], c * v[1] - s * v[0]]
    }

    fn reached(hip: [f64; 2], knee: [f64; 2], ankle: [f64; 2], s: &PlanarSolution) -> [f64; 2] {
        let thigh = turn([knee[0] - hip[0], knee[1] - hip[1]], s.hip);
        let shank = turn([ankle[0] - knee[0], ankle[1] - knee[1]], s.hip + s.knee);
        [hip[0] + thigh[0] + shank[0], hip[1] + thigh[1] + shank[1]]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn both_solutions_reach_the_target(
            thigh in 0.35..0.5f64, shank in 0.35..0.5f64, bend in 0.05..1.5f64, lean in -0.5..0.5f64,
            dy in -0.06..0.06f64, dz in -0.06..0.06f64,
        ) {
            let hip = [0.9, 0.1];
            let knee = [hip[0] - thigh * lean.cos(), hip[1] + thigh * lean.sin()];
            let ankle = [knee[0] - shank * (lean - bend).cos(), knee[1] + shank * (lean - bend).sin()];
            let solutions = planar_solutions(hip, knee, ankle, [dy, dz]).unwrap();
            prop_assume!(solutions[0].shortfall == 0.0);
            for s in &solutions {
                let end = reached(hip, knee, ankle, s);
                prop_assert!((end[0] - ankle[0] - dy).hypot(end[1] - ankle[1] - dz) < 1e-12);
                let sum = (s.hip + s.knee + s.ankle).rem_euclid(TAU);
                prop_assert!(sum.min(TAU - sum) < 1e-9);
            }
        }

        #[test]
        fn off_plane_targets_are_met_in_one_pass(
            step in prop::array::uniform3(-0.05..0.05f64), bend in 0.2..1.2f64, spin in prop::array::uniform3(-3.0..3.0f64),
        ) {
            let q = Quat::from_scaled_axis(Vec3::from(spin));
            let (hip, hinge) = (Vec3::new(0.1, 0.9, 0.2), q * Vec3::x());
            let knee = hip + q * Vec3::new(0.0, -0.42, 0.0);
            let ankle = knee + q * (Quat::from_scaled_axis(Vec3::x() * bend) * Vec3::new(0.0, -0.4, 0.0));
            let step = Vec3::from(step);
            let moved = move_ankle(&hip, &knee, &ankle, &hinge, &step).unwrap();
            prop_assume!(moved.shortfall == 0.0);
            let end = hip + moved.upper * (knee - hip) + moved.lower * (ankle - knee);
            prop_assert!((end - ankle - step).norm() < 1e-9, "{}", (end - ankle - step).norm());
        }
    }

    #[test]
    fn no_step_no_angles_and_limits_are_named() {
        let (hip, knee, ankle) = ([0.9, 0.0], [0.5, 0.05], [0.1, 0.0]);
        let s = planar_solutions(hip, knee, ankle, [0.0, 0.0]).unwrap();
        assert!(s.iter().any(|s| s.hip.abs() < 1e-9 && s.knee.abs() < 1e-9 && s.ankle.abs() < 1e-9));
        // Exactly at full length, and 1 mm beyond.
        let full = 0.4f64.hypot(0.05) * 2.0;
        let drop = full - 0.8;
        let s = planar_solutions(hip, knee, ankle, [-drop, 0.0]).unwrap()[0];
        assert!(s.shortfall < 1e-9 && s.hip.is_finite());
        let s = planar_solutions(hip, knee, ankle, [-drop - 0.001, 0.0]).unwrap()[0];
        assert!((s.shortfall - 0.001).abs() < 1e-6);
        assert_eq!(planar_solutions(hip, hip, ankle, [0.0, 0.0]), None);
    }

    #[test]
    fn lifting_the_ankle_bends_the_knee() {
        let (hip, knee, ankle) = (Vec3::zeros(), Vec3::new(0.0, -0.4, 0.0), Vec3::new(0.0, -0.8, -0.02));
        let moved = move_ankle(&hip, &knee, &ankle, &-Vec3::x(), &(Vec3::y() * 0.05)).unwrap();
        let (u, v) = (moved.upper * (hip - knee), moved.lower * (ankle - knee));
        assert!(u.angle(&v) < (hip - knee).angle(&(ankle - knee)) - 0.2);
    }
}

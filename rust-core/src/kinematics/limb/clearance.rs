//! Moves feet and toes out of the ground by the smallest turn: feet about a planted point, toes about the ball (Kovar 2004,
//! section 3.4; `docs/methods/footskate.md`, section 2.7).

use crate::math::rotation::{rotation_between, rotation_from_vector};
use crate::math::{Quat, Vec3, rotation_vector};
use crate::model::Ground;

/// The smallest rotation about `pivot` that brings `pivot + span` out of the ground, if it is inside.
pub(crate) fn tilt_out_of_ground(ground: &Ground, pivot: Vec3, span: Vec3) -> Option<Quat> {
    let tip = pivot + span;
    let footing = ground.footing(tip.x, tip.z, tip.y)?;
    if tip.y >= footing.height - 1e-12 {
        return None;
    }
    // The plane of the ground under the tip.
    let n = footing.normal;
    let d = n.dot(&Vec3::new(tip.x, footing.height, tip.z));
    let h = d - n.dot(&pivot);
    let along = (span - n * n.dot(&span)).try_normalize(1e-9)?;
    let square = span.norm_squared() - h * h;
    (square > 0.0).then(|| rotation_between(&span, &(n * h + along * square.sqrt()), &along.cross(&n)))
}

/// Bends the toes up by the smallest angle about their lateral axis that brings the tip out of the ground.
pub(crate) fn bend_toe(ground: &Ground, tip: Vec3, ball: Vec3, toe_turn: &mut Vec3) {
    let before = rotation_from_vector(toe_turn);
    let span = before * (tip - ball);
    let at = ball + span;
    let Some(footing) = ground.footing(at.x, at.z, at.y) else { return };
    if at.y >= footing.height {
        return;
    }
    let n = footing.normal;
    // The toe bends in the vertical plane it lies in: its axis is level with the ground.
    let Some(axis) = span.cross(&n).try_normalize(1e-6 * span.norm()) else { return };
    let depth = n.dot(&Vec3::new(at.x, footing.height, at.z)) - n.dot(&ball);
    if let Some(angle) = toe_bend_angle(&span, &axis, &n, depth) {
        *toe_turn = rotation_vector(&(rotation_from_vector(&(axis * angle)) * before));
    }
}

/// The smallest positive angle about the unit `axis` that lifts `span` to height `c` over the plane with normal `n`;
/// `None` if no angle does.
pub(crate) fn toe_bend_angle(span: &Vec3, axis: &Vec3, n: &Vec3, c: f64) -> Option<f64> {
    // n · rotate(span, angle) = A cos + B sin + C.
    let along = axis * axis.dot(span);
    let across = span - along;
    let (a, b, constant) = (n.dot(&across), n.dot(&axis.cross(&across)), n.dot(&along));
    let radius = a.hypot(b);
    let cosine = (c - constant) / radius;
    if radius < 1e-6 * span.norm() || cosine.abs() > 1.0 {
        return None;
    }
    // Height starts below c; the first crossing upward lies half an opening before the summit.
    let summit = b.atan2(a);
    let angle = summit - cosine.acos();
    Some(angle.rem_euclid(std::f64::consts::TAU)).filter(|a| *a < std::f64::consts::PI)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toes_match_those_worked_out_by_hand() {
        let v = Vec3::new(0.0, -0.05, 0.062_45);
        let v = v * (0.08 / v.norm());
        let n = -Vec3::x();
        let angle = toe_bend_angle(&v, &n, &Vec3::y(), -0.02).unwrap();
        let w = rotation_from_vector(&(n * angle)) * v;
        assert!((w - Vec3::new(0.0, -0.02, 0.07746)).norm() < 1e-5, "{w}");
        let v = Vec3::new(-0.021_525, -0.073_800, -0.022_140);
        let n = Vec3::new(-0.96, 0.28, 0.0);
        let angle = toe_bend_angle(&v, &n, &Vec3::y(), -0.02).unwrap();
        let w = rotation_from_vector(&(n * angle)) * v;
        assert!((w - Vec3::new(-0.005_833, -0.02, 0.077_240)).norm() < 1e-5, "{w}");
        // No smaller angle clears it.
        for i in 1..1000 {
            let smaller = angle * f64::from(i) / 1000.0;
            assert!((rotation_from_vector(&(n * smaller)) * v).y < -0.02);
        }
        // On its side or out of reach: left alone.
        assert_eq!(toe_bend_angle(&Vec3::x(), &Vec3::y(), &Vec3::y(), 0.1), None);
    }

    #[test]
    fn tilting_puts_the_free_point_on_the_ground() {
        let ground = Ground::plane(Vec3::new(0.1, 1.0, -0.2), 0.03).unwrap();
        let pivot = Vec3::new(0.2, 0.1, 0.1);
        let span = Vec3::new(0.02, -0.15, 0.18);
        let turn = tilt_out_of_ground(&ground, pivot, span).unwrap();
        let tip = pivot + turn * span;
        assert!((ground.footing(tip.x, tip.z, tip.y).unwrap().height - tip.y).abs() < 1e-12);
        assert!(tilt_out_of_ground(&ground, pivot, Vec3::y()).is_none());
    }

    #[test]
    fn toes_keep_their_length_and_turn_no_more_than_needed() {
        // On 10^4 random toes and axes.
        let mut state = 5u64;
        let mut uniform = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1u64 << 53) as f64 * 2.0 - 1.0
        };
        let mut met = 0;
        for _ in 0..10_000 {
            let n = Vec3::new(uniform(), 0.3 * uniform(), uniform());
            let Some(axis) = n.try_normalize(0.1) else { continue };
            let v = Vec3::new(uniform(), uniform(), uniform()) * 0.08;
            let v = v - axis * axis.dot(&v);
            let c = -0.02;
            if v.y >= c {
                continue;
            }
            let Some(angle) = toe_bend_angle(&v, &axis, &Vec3::y(), c) else { continue };
            let w = rotation_from_vector(&(axis * angle)) * v;
            assert!((w.norm() - v.norm()).abs() < 1e-12 && axis.dot(&w).abs() < 1e-12);
            assert!((w.y - c).abs() < 1e-12 && angle >= 0.0, "{w} {angle}");
            for part in [0.1, 0.5, 0.9, 0.999] {
                assert!((rotation_from_vector(&(axis * (angle * part))) * v).y < c + 1e-9);
            }
            met += 1;
        }
        assert!(met > 1000, "{met}");
        // Clear of the ground.
        let mut turn = Vec3::zeros();
        bend_toe(&Ground::level(0.0), Vec3::new(0.0, 0.01, 0.1), Vec3::new(0.0, 0.02, 0.0), &mut turn);
        assert_eq!(turn, Vec3::zeros());
    }

    #[test]
    fn no_smaller_tilt_reaches_the_ground() {
        // By a scan of axes across the span.
        let ground = Ground::plane(Vec3::new(0.1, 1.0, -0.2), 0.03).unwrap();
        let (pivot, span) = (Vec3::new(0.2, 0.1, 0.1), Vec3::new(0.02, -0.15, 0.18));
        let least = rotation_vector(&tilt_out_of_ground(&ground, pivot, span).unwrap()).norm();
        let inside = |turn: &Quat| {
            let tip = pivot + turn * span;
            tip.y < ground.footing(tip.x, tip.z, tip.y).unwrap().height - 1e-6
        };
        let (e, along) = (span.cross(&Vec3::y()).normalize(), span.normalize());
        let f = along.cross(&e);
        for i in 0..360 {
            let (sin, cos) = f64::from(i).to_radians().sin_cos();
            let axis = e * cos + f * sin;
            for j in 1..100 {
                let turn = rotation_from_vector(&(axis * (least * f64::from(j) / 101.0)));
                assert!(inside(&turn), "axis {i}, {j} % of the tilt");
            }
        }
    }
}

//! Analytic placing of one limb, its angle–length relation and damping (Kovar 2004, 3.2.5; docs/methods/footskate.md, 1).

use crate::math::rotation::rotation_between;
use crate::math::{Quat, Vec3};
use nalgebra::Unit;
use std::f64::consts::PI;

/// How the distance from base to end depends on the hinge angle of one posed limb.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bend {
    /// `|u|² + |v|² − 2 u_n v_n`, metres².
    sum: f64,
    /// `2 l1' l2'`, metres²; 0 where the limb cannot bend.
    product: f64,
    /// Angle from u' to v' about the hinge, [0, 2π); above π the joint is bent backwards.
    pub(crate) psi: f64,
}

impl Bend {
    /// From the three joints and the unit hinge axis, world.
    pub(crate) fn new(base: &Vec3, mid: &Vec3, end: &Vec3, hinge: &Vec3) -> Self {
        let (u, v) = (base - mid, end - mid);
        let (u_n, v_n) = (u.dot(hinge), v.dot(hinge));
        let (u_p, v_p) = (u - hinge * u_n, v - hinge * v_n);
        let (l1, l2) = (u_p.norm(), v_p.norm());
        let sum = u.norm_squared() + v.norm_squared() - 2.0 * u_n * v_n;
        if l1 < 1e-6 || l2 < 1e-6 {
            return Self { sum, product: 0.0, psi: PI };
        }
        let angle = u_p.cross(&v_p).dot(hinge).atan2(u_p.dot(&v_p));
        // −0 and a hair below it are a closed hinge, not a full turn.
        let psi = if angle < -1e-9 { angle + 2.0 * PI } else { angle.max(0.0) };
        Self { sum, product: 2.0 * l1 * l2, psi }
    }

    /// Whether the limb can bend at all.
    pub(crate) fn is_sound(&self) -> bool {
        self.product > 1e-8 && self.sum.is_finite()
    }

    /// `2 l1' l2'`.
    pub(crate) fn product(&self) -> f64 {
        self.product
    }

    /// `|u|² + |v|² − 2 u_n v_n`.
    pub(crate) fn sum(&self) -> f64 {
        self.sum
    }

    /// Distance from base to end at hinge angle `theta`.
    pub(crate) fn length(&self, theta: f64) -> f64 {
        (self.sum - self.product * theta.cos()).max(0.0).sqrt()
    }

    /// Longest reach.
    pub(crate) fn max_length(&self) -> f64 {
        (self.sum + self.product).sqrt()
    }

    /// Hinge angle in [0, π] for a distance; too far gives π, too near 0.
    pub(crate) fn angle(&self, length: f64) -> f64 {
        if self.product <= 0.0 {
            return self.psi.min(PI);
        }
        ((self.sum - length * length) / self.product).clamp(-1.0, 1.0).acos()
    }
}

/// The damped measure of a hinge angle, `x` below `rho`, levelling off towards π.
pub(crate) fn damped_measure(x: f64, rho: f64) -> f64 {
    if x <= rho || rho >= PI {
        return x;
    }
    let u = (x.min(PI) - rho) / (PI - rho);
    rho + (PI - rho) * (((0.5 * u - 1.0) * u * u) * u + u)
}

/// Damped hinge angle when the target asks for `wanted` and the limb was at `original`.
pub(crate) fn damped_angle(original: f64, wanted: f64, rho: f64) -> f64 {
    original + damped_measure(wanted, rho) - damped_measure(original, rho)
}

/// A posed limb, world.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PosedLimb {
    pub(crate) base: Vec3,
    pub(crate) mid: Vec3,
    pub(crate) end: Vec3,
    /// Unit.
    pub(crate) hinge: Vec3,
    pub(crate) end_rotation: Quat,
}

/// How to turn and stretch the limb; rotations are premultiplied to world rotations.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Placed {
    pub(crate) upper: Quat,
    pub(crate) lower: Quat,
    /// Factor on both bones.
    pub(crate) scale: f64,
    /// The end's new world rotation.
    pub(crate) end: Quat,
}

/// Where a limb is to go, world.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Aim {
    /// The base joint's new place.
    pub(crate) base: Vec3,
    /// The hinge angle to take.
    pub(crate) theta: f64,
    /// The end's new place and rotation.
    pub(crate) target: Vec3,
    pub(crate) rotation: Quat,
    /// Share of the swivel that the base takes.
    pub(crate) swivel: f64,
}

/// Turns the limb's hinge, scales it so that it spans the distance to the target, swings it there from its base, and
/// swivels it by a share of what the end's rotation asks for (docs/methods/footskate.md, 1.3).
///
/// `last_turn` carries the sign of the swivel for half-turn cases from frame to frame. `None` if target and base
/// coincide.
pub(crate) fn place(limb: &PosedLimb, bend: &Bend, aim: &Aim, last_turn: &mut f64) -> Option<Placed> {
    let Aim { base, theta, target, rotation: target_rotation, swivel } = *aim;
    let to_target = target - base;
    let distance = to_target.norm();
    if distance < 1e-6 * bend.max_length() || distance <= 0.0 {
        return None;
    }
    let hinge = Quat::from_axis_angle(&Unit::new_unchecked(limb.hinge), theta - bend.psi);
    let bent = (limb.mid - limb.base) + hinge * (limb.end - limb.mid);
    let length = bent.norm();
    if length <= 0.0 {
        return None;
    }
    let swing = rotation_between(&bent, &to_target, &limb.hinge);
    let carried = swing * hinge;
    let remaining = target_rotation * (carried * limb.end_rotation).inverse();
    let sign = if remaining.w < 0.0 { -1.0 } else { 1.0 };
    let axis = to_target / distance;
    let mut turn = 2.0 * (sign * remaining.imag().dot(&axis)).atan2(sign * remaining.w);
    if turn.abs() > PI - 1e-6 && *last_turn != 0.0 {
        turn = turn.abs() * last_turn.signum();
    }
    *last_turn = turn;
    let twist = Quat::from_axis_angle(&Unit::new_unchecked(axis), swivel * turn);
    Some(Placed {
        upper: twist * swing,
        lower: twist * carried,
        scale: distance / length,
        end: target_rotation,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn straight_leg(hinge: Vec3, l1: f64, l2: f64, theta: f64) -> Bend {
        // Upper bone straight up, lower bone turned by theta from it about the hinge.
        let u = Vec3::y() * l1;
        let v = Quat::from_scaled_axis(hinge * theta) * Vec3::y() * l2;
        Bend::new(&u, &Vec3::zeros(), &v, &hinge)
    }

    #[test]
    fn hinge_angles_computed_by_hand() {
        // Planar.
        let bend = straight_leg(-Vec3::x(), 0.45, 0.43, 2.0);
        let d = (Vec3::new(0.0, 0.9, 0.0) - Vec3::new(0.0, 0.1, 0.1)).norm();
        assert!((bend.angle(d).to_degrees() - 132.7307).abs() < 1e-4);
        // Out of plane.
        let (k, h, a) = (Vec3::new(0.0, 0.5, 0.1), Vec3::new(0.05, 0.9, 0.0), Vec3::new(0.08, 0.1, 0.02));
        let bend = Bend::new(&h, &k, &a, &-Vec3::x());
        assert!((bend.psi.to_degrees() - 154.6538).abs() < 1e-4, "{}", bend.psi.to_degrees());
        assert!((bend.angle(0.75).to_degrees() - 132.0269).abs() < 1e-4);
    }

    #[test]
    fn damped_angles_follow_the_table() {
        let rho = 135f64.to_radians();
        let table = [
            (90.0, 120.0, 120.0, 1.0),
            (120.0, 150.0, 148.6111, 1.003_332),
            (135.0, 180.0, 157.5, 1.019_591),
            (150.0, 180.0, 158.8889, 1.017_214),
            (160.0, 170.0, 162.6337, 1.007_745),
            (170.0, 180.0, 170.4390, 1.003_491),
            (180.0, 170.0, 179.5610, 0.996_202),
            (170.0, 150.0, 161.5501, 0.978_582),
            (180.0, 150.0, 171.1111, 0.968_839),
            (180.0, 135.0, 157.5, 0.941_979),
        ];
        for (from, to, damped, scale) in table {
            let (from, to): (f64, f64) = (f64::to_radians(from), f64::to_radians(to));
            let theta = damped_angle(from, to, rho);
            assert!((theta.to_degrees() - damped).abs() < 1e-4, "{from} {to} {theta}");
            let bend = straight_leg(-Vec3::x(), 0.4, 0.4, from);
            assert!((bend.length(to) / bend.length(theta) - scale).abs() < 1e-6);
        }
        // Unequal bones.
        let bend = straight_leg(-Vec3::x(), 0.45, 0.43, 120f64.to_radians());
        let d = (Vec3::new(0.0, 0.9, 0.0) - Vec3::new(0.0, 0.03, 0.05)).norm();
        assert!((bend.angle(d).to_degrees() - 163.9956).abs() < 1e-4);
        let theta = damped_angle(120f64.to_radians(), bend.angle(d), rho);
        assert!((theta.to_degrees() - 155.8356).abs() < 1e-4);
        assert!((d / bend.length(theta) - 1.012_689).abs() < 1e-6);
    }

    #[test]
    fn damping_never_bends_back_and_leaves_bent_limbs_alone() {
        let rho = 135f64.to_radians();
        for from in (0..=180).step_by(3) {
            for to in (0..=180).step_by(3) {
                let (from, to) = (f64::from(from).to_radians(), f64::from(to).to_radians());
                let theta = damped_angle(from, to, rho);
                assert!(theta <= PI + 1e-12, "{from} {to}: {theta}");
                assert!(from > rho || to > rho || (theta - to).abs() < 1e-12, "{from} {to}: {theta}");
            }
        }
    }

    #[test]
    fn damped_measure_is_the_integral_of_the_ease() {
        // Simpson's rule on Kovar 2004, eq. 3.14.
        let rho = 135f64.to_radians();
        let f = |x: f64| if x < rho { 1.0 } else { crate::math::ease_out((x - rho) / (PI - rho)) };
        for to in [1.0, 2.0, 2.4, 2.6, 3.0, PI] {
            let (mut sum, pieces) = (0.0, 2000);
            for i in 0..pieces {
                let (a, b) =
                    (to * f64::from(i) / f64::from(pieces), to * f64::from(i + 1) / f64::from(pieces));
                // The kink at rho lies inside one piece; split there.
                for (a, b) in if a < rho && rho < b { vec![(a, rho), (rho, b)] } else { vec![(a, b)] } {
                    let at =
                        |x: f64| if x >= rho { crate::math::ease_out((x - rho) / (PI - rho)) } else { f(x) };
                    let right = if b <= rho { 1.0 } else { at(b) };
                    sum += (b - a) / 6.0 * (at(a) + 4.0 * at(0.5 * (a + b)) + right);
                }
            }
            assert!((sum - damped_measure(to, rho)).abs() < 1e-10, "{to}");
        }
    }

    fn vector(range: f64) -> impl Strategy<Value = Vec3> {
        prop::array::uniform3(-range..range).prop_map(Vec3::from)
    }

    fn posed() -> impl Strategy<Value = PosedLimb> {
        (vector(1.0), vector(1.0), vector(1.0), vector(1.0), vector(3.0))
            .prop_filter("bones and hinge have length", |(u, v, _, n, _)| {
                u.norm() > 0.1
                    && v.norm() > 0.1
                    && n.norm() > 0.1
                    && u.cross(n).norm() > 0.05
                    && v.cross(n).norm() > 0.05
            })
            .prop_map(|(u, v, mid, n, q)| PosedLimb {
                base: mid + u,
                mid,
                end: mid + v,
                hinge: n.normalize(),
                end_rotation: Quat::from_scaled_axis(q),
            })
    }

    fn placed_end(limb: &PosedLimb, base: &Vec3, placed: &Placed) -> Vec3 {
        base + placed.upper * (limb.mid - limb.base) * placed.scale
            + placed.lower * (limb.end - limb.mid) * placed.scale
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn end_lands_on_any_target(limb in posed(), target in vector(3.0), q in vector(3.0), rigid in vector(2.0)) {
            // The moved scene by the same solve.
            let bend = Bend::new(&limb.base, &limb.mid, &limb.end, &limb.hinge);
            let want = Quat::from_scaled_axis(q);
            let theta = bend.angle((target - limb.base).norm());
            let placed = place(&limb, &bend, &Aim { base: limb.base, theta, target, rotation: want, swivel: 0.5 }, &mut 0.0);
            prop_assume!(placed.is_some());
            let placed = placed.unwrap();
            prop_assert!((placed_end(&limb, &limb.base, &placed) - target).norm() < 1e-10);
            let turn = Quat::from_scaled_axis(rigid);
            let move_point = |p: &Vec3| turn * p + rigid;
            let moved = PosedLimb {
                base: move_point(&limb.base),
                mid: move_point(&limb.mid),
                end: move_point(&limb.end),
                hinge: turn * limb.hinge,
                end_rotation: turn * limb.end_rotation,
            };
            let bend = Bend::new(&moved.base, &moved.mid, &moved.end, &moved.hinge);
            let other =
                place(&moved, &bend, &Aim { base: moved.base, theta, target: move_point(&target), rotation: (turn * want), swivel: 0.5 }, &mut 0.0)
                    .unwrap();
            let knee = |l: &PosedLimb, p: &Placed| l.base + p.upper * (l.mid - l.base) * p.scale;
            let far_from_half_turn = (want.angle_to(&(placed.lower * limb.end_rotation))).abs() < 2.0;
            if far_from_half_turn {
                prop_assert!((knee(&moved, &other) - move_point(&knee(&limb, &placed))).norm() < 1e-8);
            }
        }

        #[test]
        fn a_target_already_met_changes_nothing(limb in posed()) {
            let bend = Bend::new(&limb.base, &limb.mid, &limb.end, &limb.hinge);
            if bend.psi > 3.0 || (limb.end - limb.base).norm() < 0.05 {
                return Ok(());
            }
            let placed =
                place(&limb, &bend, &Aim { base: limb.base, theta: bend.psi, target: limb.end, rotation: limb.end_rotation, swivel: 0.5 }, &mut 0.0).unwrap();
            prop_assert!(placed.upper.angle() < 1e-7 && placed.lower.angle() < 1e-7);
            prop_assert!((placed.upper * limb.base - limb.base).norm() < 1e-12);
            prop_assert!((placed.scale - 1.0).abs() < 1e-12);
            prop_assert!((bend.angle((limb.end - limb.base).norm()) - bend.psi).abs() < 1e-6);
        }

        #[test]
        fn full_swivel_leaves_the_least_ankle_turn(limb in posed(), q in vector(2.0)) {
            // 360 scanned angles.
            let bend = Bend::new(&limb.base, &limb.mid, &limb.end, &limb.hinge);
            let want = Quat::from_scaled_axis(q);
            let Some(placed) =
                place(&limb, &bend, &Aim { base: limb.base, theta: bend.psi, target: limb.end, rotation: want, swivel: 1.0 }, &mut 0.0) else { return Ok(()) };
            let left = |lower: Quat| want.angle_to(&(lower * limb.end_rotation));
            let axis = Unit::new_normalize(limb.end - limb.base);
            let own = left(placed.lower);
            for degree in 0..360 {
                let turn = Quat::from_axis_angle(&axis, f64::from(degree).to_radians());
                prop_assert!(own <= left(turn * placed.lower) + 1e-6);
            }
        }
    }

    #[test]
    fn length_and_angle_are_inverse() {
        let bend = straight_leg(-Vec3::x(), 0.45, 0.41, 1.0);
        for degrees in [5.0, 60.0, 120.0, 170.0, 179.0] {
            let theta = f64::to_radians(degrees);
            assert!((bend.angle(bend.length(theta)) - theta).abs() < 1e-7);
        }
        assert!((bend.max_length() - 0.86).abs() < 1e-12);
        assert_eq!(bend.angle(2.0), PI);
    }

    #[test]
    fn smooth_targets_give_smooth_limbs() {
        // A millimetre a step along a smooth path, away from full extension.
        let limb = PosedLimb {
            base: Vec3::new(0.0, 0.9, 0.0),
            mid: Vec3::new(0.02, 0.5, 0.08),
            end: Vec3::new(0.0, 0.12, -0.02),
            hinge: -Vec3::x(),
            end_rotation: Quat::identity(),
        };
        let bend = Bend::new(&limb.base, &limb.mid, &limb.end, &limb.hinge);
        let (mut last, mut steps, mut sign) = (None, Vec::new(), 0.0);
        for i in 0..400 {
            let t = f64::from(i) * 0.01;
            let target = Vec3::new(0.08 * t.sin(), 0.25 + 0.06 * (1.3 * t).cos(), 0.1 * (0.9 * t).sin());
            let turn = Quat::from_scaled_axis(Vec3::new(0.2 * t.sin(), 0.3 * t.cos(), 0.0));
            let theta = bend.angle((target - limb.base).norm());
            let placed = place(
                &limb,
                &bend,
                &Aim { base: limb.base, theta, target, rotation: turn, swivel: 0.5 },
                &mut sign,
            )
            .unwrap();
            if let Some(before) = last {
                steps.push(placed.upper.angle_to(&before));
            }
            last = Some(placed.upper);
        }
        let mut sorted = steps.clone();
        sorted.sort_by(f64::total_cmp);
        assert!(sorted[steps.len() - 1] < 10.0 * sorted[steps.len() / 2]);
    }
}

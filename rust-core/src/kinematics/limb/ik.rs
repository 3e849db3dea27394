//! Analytic inverse kinematics of one limb: hinge, stretch, swing and swivel in closed form (Kovar, Schreiner and
//! Gleicher 2002; `docs/methods/footskate.md`, section 1.3).

use super::bend::Bend;
use crate::math::rotation::rotation_between;
use crate::math::{Quat, Vec3};
use nalgebra::Unit;
use std::f64::consts::PI;

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
pub(crate) struct PlacedLimb {
    pub(crate) upper: Quat,
    pub(crate) lower: Quat,
    /// Factor on both bones.
    pub(crate) scale: f64,
    /// The end's new world rotation.
    pub(crate) end_rotation: Quat,
}

/// Where a limb is to go, world.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LimbTarget {
    /// The base joint's new place.
    pub(crate) base: Vec3,
    /// The hinge angle to take, radians.
    pub(crate) hinge_angle: f64,
    /// The end's new place.
    pub(crate) position: Vec3,
    /// The end's new rotation.
    pub(crate) rotation: Quat,
    /// Share of the swivel that the base takes.
    pub(crate) swivel: f64,
}

/// Turns the limb's hinge, scales it so that it spans the distance to the target, swings it there from its base, and
/// swivels it by a share of what the end's rotation asks for.
///
/// `last_turn` carries the sign of the swivel for half-turn cases from frame to frame. `None` if target and base
/// coincide.
pub(crate) fn place_limb(
    limb: &PosedLimb,
    bend: &Bend,
    target: &LimbTarget,
    last_turn: &mut f64,
) -> Option<PlacedLimb> {
    let LimbTarget { base, hinge_angle: theta, position: target, rotation: target_rotation, swivel } =
        *target;
    let to_target = target - base;
    let distance = to_target.norm();
    if distance < 1e-6 * bend.max_length() || distance <= 0.0 {
        return None;
    }
    let hinge = Quat::from_axis_angle(&Unit::new_unchecked(limb.hinge), theta - bend.posed_angle);
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
    Some(PlacedLimb {
        upper: twist * swing,
        lower: twist * carried,
        scale: distance / length,
        end_rotation: target_rotation,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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

    fn placed_end(limb: &PosedLimb, base: &Vec3, placed: &PlacedLimb) -> Vec3 {
        base + placed.upper * (limb.mid - limb.base) * placed.scale
            + placed.lower * (limb.end - limb.mid) * placed.scale
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn end_lands_on_any_target(limb in posed(), target in vector(3.0), q in vector(3.0), rigid in vector(2.0)) {
            // The moved scene has the moved solution.
            let bend = Bend::new(&limb.base, &limb.mid, &limb.end, &limb.hinge);
            let want = Quat::from_scaled_axis(q);
            let theta = bend.angle_for((target - limb.base).norm());
            let placed = place_limb(&limb, &bend, &LimbTarget { base: limb.base, hinge_angle: theta, position: target, rotation: want, swivel: 0.5 }, &mut 0.0);
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
                place_limb(&moved, &bend, &LimbTarget { base: moved.base, hinge_angle: theta, position: move_point(&target), rotation: (turn * want), swivel: 0.5 }, &mut 0.0)
                    .unwrap();
            let knee = |l: &PosedLimb, p: &PlacedLimb| l.base + p.upper * (l.mid - l.base) * p.scale;
            let far_from_half_turn = (want.angle_to(&(placed.lower * limb.end_rotation))).abs() < 2.0;
            if far_from_half_turn {
                prop_assert!((knee(&moved, &other) - move_point(&knee(&limb, &placed))).norm() < 1e-8);
            }
        }

        #[test]
        fn a_target_already_met_changes_nothing(limb in posed()) {
            let bend = Bend::new(&limb.base, &limb.mid, &limb.end, &limb.hinge);
            if bend.posed_angle > 3.0 || (limb.end - limb.base).norm() < 0.05 {
                return Ok(());
            }
            let placed =
                place_limb(&limb, &bend, &LimbTarget { base: limb.base, hinge_angle: bend.posed_angle, position: limb.end, rotation: limb.end_rotation, swivel: 0.5 }, &mut 0.0).unwrap();
            prop_assert!(placed.upper.angle() < 1e-7 && placed.lower.angle() < 1e-7);
            prop_assert!((placed.upper * limb.base - limb.base).norm() < 1e-12);
            prop_assert!((placed.scale - 1.0).abs() < 1e-12);
            prop_assert!((bend.angle_for((limb.end - limb.base).norm()) - bend.posed_angle).abs() < 1e-6);
        }

        #[test]
        fn full_swivel_leaves_the_least_ankle_turn(limb in posed(), q in vector(2.0)) {
            // 360 scanned angles.
            let bend = Bend::new(&limb.base, &limb.mid, &limb.end, &limb.hinge);
            let want = Quat::from_scaled_axis(q);
            let Some(placed) =
                place_limb(&limb, &bend, &LimbTarget { base: limb.base, hinge_angle: bend.posed_angle, position: limb.end, rotation: want, swivel: 1.0 }, &mut 0.0) else { return Ok(()) };
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
            let theta = bend.angle_for((target - limb.base).norm());
            let placed = place_limb(
                &limb,
                &bend,
                &LimbTarget {
                    base: limb.base,
                    hinge_angle: theta,
                    position: target,
                    rotation: turn,
                    swivel: 0.5,
                },
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

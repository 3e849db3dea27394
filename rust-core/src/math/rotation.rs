//! Rotation vectors, shortest-arc slerp, smallest rotation between directions, Euler orders.

use super::{Quat, Vec3};
use nalgebra::{Quaternion, Unit};

/// The rotation vector θ·n of `q`, θ in [0, π]: `q` and `−q` give the same vector.
///
/// ```
/// use surefoot::math::{Quat, Vec3, rotation_vector};
///
/// let turn = Quat::from_scaled_axis(Vec3::new(0.0, 0.5, 0.0));
/// let other_sign = Quat::new_unchecked(-turn.into_inner());
/// assert!((rotation_vector(&turn) - Vec3::new(0.0, 0.5, 0.0)).norm() < 1e-12);
/// assert!((rotation_vector(&other_sign) - rotation_vector(&turn)).norm() < 1e-12);
/// ```
pub fn rotation_vector(q: &Quat) -> Vec3 {
    let (w, v) = if q.w < 0.0 { (-q.w, -q.imag()) } else { (q.w, q.imag()) };
    let sin_half = v.norm();
    // Below this, 2·atan2(s, w)/s equals 2/w to rounding.
    if sin_half < 1e-12 { v * 2.0 } else { v * (2.0 * sin_half.atan2(w) / sin_half) }
}

/// The rotation a rotation vector stands for; the inverse of [`rotation_vector`].
///
/// ```
/// use surefoot::math::{Vec3, rotation::rotation_from_vector, rotation_vector};
///
/// let v = Vec3::new(0.1, -0.7, 0.4);
/// assert!((rotation_vector(&rotation_from_vector(&v)) - v).norm() < 1e-12);
/// ```
pub fn rotation_from_vector(v: &Vec3) -> Quat {
    Quat::from_scaled_axis(*v)
}

/// Shortest-arc interpolation: `a` at `t = 0`, `b` at `t = 1`, constant angular speed.
///
/// ```
/// use surefoot::math::{Quat, Vec3, slerp};
///
/// let (a, b) = (Quat::identity(), Quat::from_scaled_axis(Vec3::x()));
/// assert!((slerp(&a, &b, 0.25).angle() - 0.25).abs() < 1e-12);
/// ```
pub fn slerp(a: &Quat, b: &Quat, t: f64) -> Quat {
    let dot = a.coords.dot(&b.coords);
    let sign = if dot < 0.0 { -1.0 } else { 1.0 };
    let cos = dot.abs();
    let (wa, wb) = if cos > 1.0 - 1e-9 {
        (1.0 - t, t)
    } else {
        // atan2 keeps full precision for small angles, where acos loses half the digits.
        let theta = (b.coords * sign - a.coords * cos).norm().atan2(cos);
        let sin = theta.sin();
        (((1.0 - t) * theta).sin() / sin, (t * theta).sin() / sin)
    };
    Unit::new_normalize(Quaternion::from(a.coords * wa + b.coords * (wb * sign)))
}

/// The smallest rotation that takes direction `from` to direction `to`.
///
/// Opposite directions rotate by π about `fallback_axis` made orthogonal to `from`; zero vectors give the identity.
///
/// ```
/// use surefoot::math::{Vec3, rotation_between};
///
/// let turn = rotation_between(&Vec3::z(), &Vec3::x(), &Vec3::y());
/// assert!((turn * Vec3::z() - Vec3::x()).norm() < 1e-12);
/// // Opposite directions: any axis would do, so it is asked for.
/// let about = rotation_between(&Vec3::z(), &-Vec3::z(), &Vec3::y());
/// assert!((about * Vec3::x() + Vec3::x()).norm() < 1e-12);
/// ```
pub fn rotation_between(from: &Vec3, to: &Vec3, fallback_axis: &Vec3) -> Quat {
    let (Some(a), Some(b)) = (from.try_normalize(0.0), to.try_normalize(0.0)) else {
        return Quat::identity();
    };
    let q = Quaternion::from_parts(1.0 + a.dot(&b), a.cross(&b));
    if q.norm() > 1e-9 {
        return Unit::new_normalize(q);
    }
    let axis = [*fallback_axis, Vec3::x(), Vec3::y()]
        .iter()
        .find_map(|axis| (axis - a * a.dot(axis)).try_normalize(1e-6))
        .unwrap_or_else(Vec3::z);
    Quat::from_axis_angle(&Unit::new_unchecked(axis), std::f64::consts::PI)
}

/// The order in which three axis rotations are multiplied, written left to right: `Zyx` is `Rz · Ry · Rx`,
/// so that x is applied to the vector first.
///
/// ```
/// use surefoot::math::EulerOrder;
///
/// let order = EulerOrder::Zyx;
/// assert_eq!(order.axes(), [2, 1, 0]);
/// let turn = order.to_rotation([0.2, 0.1, -0.3]);
/// let angles = order.to_angles(&turn);
/// assert!((angles[0] - 0.2).abs() < 1e-12);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum EulerOrder {
    Xyz,
    Xzy,
    Yxz,
    Yzx,
    Zxy,
    Zyx,
}

impl EulerOrder {
    /// All six orders.
    pub const ALL: [EulerOrder; 6] = [
        EulerOrder::Xyz,
        EulerOrder::Xzy,
        EulerOrder::Yxz,
        EulerOrder::Yzx,
        EulerOrder::Zxy,
        EulerOrder::Zyx,
    ];

    /// Axis numbers (x = 0) from the leftmost factor to the rightmost.
    pub fn axes(self) -> [usize; 3] {
        match self {
            EulerOrder::Xyz => [0, 1, 2],
            EulerOrder::Xzy => [0, 2, 1],
            EulerOrder::Yxz => [1, 0, 2],
            EulerOrder::Yzx => [1, 2, 0],
            EulerOrder::Zxy => [2, 0, 1],
            EulerOrder::Zyx => [2, 1, 0],
        }
    }

    /// The rotation for angles in radians, given in the order of [`Self::axes`].
    pub fn to_rotation(self, angles: [f64; 3]) -> Quat {
        let [i, j, k] = self.axes();
        // Product of three axis quaternions, multiplied out: a third of the work of two general products.
        let [(s1, c1), (s2, c2), (s3, c3)] = angles.map(|a| (0.5 * a).sin_cos());
        let sign = if (j + 3 - i) % 3 == 1 { 1.0 } else { -1.0 };
        let mut v = [0.0; 3];
        v[i] = s1 * c2 * c3 + sign * c1 * s2 * s3;
        v[j] = c1 * s2 * c3 - sign * s1 * c2 * s3;
        v[k] = c1 * c2 * s3 + sign * s1 * s2 * c3;
        let w = c1 * c2 * c3 - sign * s1 * s2 * s3;
        Unit::new_unchecked(Quaternion::new(w, v[0], v[1], v[2]))
    }

    /// Angles in radians, in the order of [`Self::axes`], middle angle in [−π/2, π/2]. At the pole the last angle is 0.
    pub fn to_angles(self, q: &Quat) -> [f64; 3] {
        let [i, j, k] = self.axes();
        let m = q.to_rotation_matrix();
        let sign = if (j + 3 - i) % 3 == 1 { 1.0 } else { -1.0 };
        let sin_middle = (sign * m[(i, k)]).clamp(-1.0, 1.0);
        // cos from the neighbours, not from the sine: acos and asin lose half the digits near the pole.
        let cos_middle = m[(i, i)].hypot(m[(i, j)]);
        let middle = sin_middle.atan2(cos_middle);
        if cos_middle > 1e-9 {
            [(-sign * m[(j, k)]).atan2(m[(k, k)]), middle, (-sign * m[(i, j)]).atan2(m[(i, i)])]
        } else {
            [(sign * m[(k, j)]).atan2(m[(j, j)]), middle, 0.0]
        }
    }

    /// As [`Self::to_angles`], choosing among the equal triples (other branch, whole turns) the one nearest to
    /// `near`, so that curves written frame after frame do not jump.
    ///
    /// ```
    /// use std::f64::consts::PI;
    /// use surefoot::math::EulerOrder;
    ///
    /// // A curve that turns on past half a turn stays a curve.
    /// let turn = EulerOrder::Xyz.to_rotation([PI + 0.1, 0.0, 0.0]);
    /// assert!(EulerOrder::Xyz.to_angles(&turn)[0] < 0.0);
    /// assert!((EulerOrder::Xyz.to_angles_near(&turn, [PI, 0.0, 0.0])[0] - (PI + 0.1)).abs() < 1e-9);
    /// ```
    pub fn to_angles_near(self, q: &Quat, near: [f64; 3]) -> [f64; 3] {
        use std::f64::consts::{PI, TAU};
        let first = self.to_angles(q);
        let unwrap = |angles: [f64; 3]| {
            let mut out = angles;
            for (angle, reference) in out.iter_mut().zip(near) {
                *angle += ((reference - *angle) / TAU).round() * TAU;
            }
            out
        };
        let cost =
            |angles: &[f64; 3]| -> f64 { angles.iter().zip(near).map(|(a, b)| (a - b) * (a - b)).sum() };
        let mut candidates = vec![first, [first[0] + PI, PI - first[1], first[2] + PI]];
        // At the pole only the sum or difference of the outer angles is fixed: keep the last one as it was.
        if first[1].cos().abs() < 1e-6 {
            let [i, j, _] = self.axes();
            let sign = if (j + 3 - i) % 3 == 1 { 1.0 } else { -1.0 };
            let turn = sign * first[1].sin().signum();
            candidates.push([first[0] - turn * (near[2] - first[2]), first[1], near[2]]);
        }
        let mut best = unwrap(candidates[0]);
        for candidate in &candidates[1..] {
            let angles = unwrap(*candidate);
            if cost(&angles) < cost(&best) {
                best = angles;
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn axis_rotation(axis: usize, angle: f64) -> Quat {
        let mut v = Vec3::zeros();
        v[axis] = angle;
        Quat::from_scaled_axis(v)
    }

    fn any_rotation() -> impl Strategy<Value = Quat> {
        prop::array::uniform3(-3.0..3.0f64).prop_map(|v| Quat::from_scaled_axis(Vec3::from(v)))
    }

    proptest! {
        #[test]
        fn euler_product_matches_single_axis_rotations(angles in prop::array::uniform3(-7.0..7.0f64), o in 0usize..6) {
            let order = EulerOrder::ALL[o];
            let [i, j, k] = order.axes();
            let expected = axis_rotation(i, angles[0]) * axis_rotation(j, angles[1]) * axis_rotation(k, angles[2]);
            prop_assert!(order.to_rotation(angles).angle_to(&expected) < 1e-7);
        }

        #[test]
        fn euler_angles_give_the_rotation_back(q in any_rotation(), o in 0usize..6, near in prop::array::uniform3(-9.0..9.0f64)) {
            let order = EulerOrder::ALL[o];
            prop_assert!(order.to_rotation(order.to_angles(&q)).angle_to(&q) < 1e-7);
            prop_assert!(order.to_rotation(order.to_angles_near(&q, near)).angle_to(&q) < 1e-7);
        }

        #[test]
        fn near_angles_stay_where_they_are(angles in prop::array::uniform3(-9.0..9.0f64), o in 0usize..6) {
            let order = EulerOrder::ALL[o];
            let back = order.to_angles_near(&order.to_rotation(angles), angles);
            // Close to the pole the triple is ill-conditioned; the rotation itself is checked above.
            if angles[1].cos().abs() > 1e-3 {
                for (a, b) in back.iter().zip(angles) {
                    prop_assert!((a - b).abs() < 1e-6, "{back:?} {angles:?}");
                }
            }
        }

        #[test]
        fn rotation_vector_round_trip(q in any_rotation()) {
            prop_assert!(rotation_from_vector(&rotation_vector(&q)).angle_to(&q) < 1e-7);
        }
    }

    #[test]
    fn poles_keep_the_rotation_and_the_last_angle() {
        for order in EulerOrder::ALL {
            for middle in [-0.5, 0.5] {
                let angles = [0.4, middle * std::f64::consts::PI, -0.7];
                let q = order.to_rotation(angles);
                assert!(order.to_rotation(order.to_angles(&q)).angle_to(&q) < 1e-7, "{order:?}");
                let near = order.to_angles_near(&q, angles);
                for (a, b) in near.iter().zip(angles) {
                    assert!((a - b).abs() < 1e-6, "{order:?} {near:?}");
                }
            }
        }
    }

    #[test]
    fn slerp_is_even_and_short() {
        let a = Quat::from_scaled_axis(Vec3::new(0.0, 0.2, 0.0));
        let b = Quat::from_scaled_axis(Vec3::new(0.0, 0.2 + 2f64.to_radians(), 0.0));
        let half = rotation_vector(&(slerp(&a, &b, 0.5) * a.inverse()));
        assert!((half.norm() - 1f64.to_radians()).abs() < 1e-9);
        let minus_a = Unit::new_unchecked(-a.into_inner());
        assert!(slerp(&a, &minus_a, 0.5).angle_to(&a) < 1e-7);
        for i in 0..10 {
            let step = rotation_vector(
                &(slerp(&a, &b, f64::from(i + 1) / 10.0) * slerp(&a, &b, f64::from(i) / 10.0).inverse()),
            );
            assert!((step.norm() - 0.2f64.to_radians()).abs() < 1e-9);
        }
    }

    #[test]
    fn opposite_directions_turn_half_way_about_the_fallback() {
        let q = rotation_between(&Vec3::x(), &-Vec3::x(), &Vec3::y());
        assert!((q * Vec3::x() + Vec3::x()).norm() < 1e-12);
        assert!((q * Vec3::y() - Vec3::y()).norm() < 1e-12);
    }
}

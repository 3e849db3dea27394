//! [`nearest_rotation`]: the rotation in a matrix that may also stretch, shear or be broken.
//!
//! The iteration is that of Müller, Bender, Chentanez and Macklin, "A Robust Method to Extract the Rotational Part of
//! Deformations" (2016), step for step as in `nalgebra`, but with a limit on the steps. `nalgebra` stops only when the last
//! digit no longer changes, which never happens for matrices that flatten or shear strongly. If the limit is reached, the polar
//! decomposition by singular values gives the answer.

use super::{Quat, Vec3};
use nalgebra::{Matrix3, Rotation3, Unit};

/// Most steps of the iteration. Matrices of a turn and a scale take fewer than ten.
const MAX_STEPS: usize = 1000;
/// Most steps that leave a point where the gradient vanishes.
const MAX_NUDGES: usize = 1000;
/// Largest entries that are taken as they are.
const USUAL_SIZES: std::ops::Range<f64> = 1e-3..1e3;
/// Most steps of the singular value decomposition.
const MAX_SWEEPS: usize = 100;

/// The rotation nearest to `m` in the sum of squares. Where several are nearest, as for a matrix of zeros, one of them;
/// the identity for a matrix that is not finite. Takes a bounded time for every input.
///
/// ```
/// use surefoot::math::{Quat, Vec3, nearest_rotation};
///
/// let turn = Quat::from_scaled_axis(Vec3::y() * 0.3);
/// let scaled = turn.to_rotation_matrix().into_inner() * 2.0;
/// assert!(nearest_rotation(&scaled).angle_to(&turn) < 1e-9);
/// ```
pub fn nearest_rotation(m: &Matrix3<f64>) -> Quat {
    if !m.iter().all(|x| x.is_finite()) {
        return Quat::identity();
    }
    let size = m.abs().max();
    // Squares of such numbers would over- or underflow; the rotation is that of any multiple.
    let m = if size > 0.0 && !USUAL_SIZES.contains(&size) { m / size } else { *m };
    by_iteration(&m).or_else(|| by_singular_values(&m)).unwrap_or_else(Quat::identity)
}

/// `None` if it does not come to rest.
fn by_iteration(m: &Matrix3<f64>) -> Option<Quat> {
    let mut rotation = Rotation3::identity();
    let mut nudge_axis = Vec3::x_axis();
    for _ in 0..MAX_STEPS {
        let columns = |i: usize| (rotation.matrix().column(i).into_owned(), m.column(i));
        let [(a, ma), (b, mb), (c, mc)] = [columns(0), columns(1), columns(2)];
        let axis = a.cross(&ma) + b.cross(&mb) + c.cross(&mc);
        let alike = a.dot(&ma) + b.dot(&mb) + c.dot(&mc);
        if let Some((axis, angle)) = Unit::try_new_and_get(axis / (alike.abs() + f64::EPSILON), f64::EPSILON)
        {
            rotation = Rotation3::from_axis_angle(&axis, angle) * rotation;
            continue;
        }
        // The gradient also vanishes where the distance is largest: the distance must grow when leaving.
        let distance = (m - rotation.matrix()).norm_squared();
        let mut nudged = rotation;
        let away = (0..MAX_NUDGES).find_map(|_| {
            nudged *= Rotation3::from_axis_angle(&nudge_axis, f64::EPSILON.sqrt());
            let there = (m - nudged.matrix()).norm_squared();
            ((there - distance).abs() > f64::EPSILON).then_some(there)
        });
        // Where it does not change at all, turning about that axis means nothing to the matrix.
        if away.is_none_or(|there| distance < there) {
            return Some(rotation.into());
        }
        nudge_axis = Unit::new_unchecked(nudge_axis.yzx());
        rotation = nudged;
    }
    None
}

/// `U · Vᵀ`, with the weakest axis turned where that mirrors.
fn by_singular_values(m: &Matrix3<f64>) -> Option<Quat> {
    let svd = m.try_svd(true, true, f64::EPSILON, MAX_SWEEPS)?;
    let (mut u, v_t) = (svd.u?, svd.v_t?);
    if (u * v_t).determinant() < 0.0 {
        let weakest = svd.singular_values.imin();
        u.column_mut(weakest).neg_mut();
    }
    let q = Quat::from_rotation_matrix(&Rotation3::from_matrix_unchecked(u * v_t));
    q.coords.iter().all(|x| x.is_finite()).then(|| Quat::new_normalize(q.into_inner()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn unit(q: &Quat) -> bool {
        (q.norm() - 1.0).abs() < 1e-9
    }

    #[test]
    fn every_matrix_has_an_answer() {
        let huge = Matrix3::new(1e11, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0);
        let line = Matrix3::new(1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1e-12, 0.0, 0.0);
        for m in [
            Matrix3::zeros(),
            Matrix3::repeat(f64::NAN),
            Matrix3::repeat(f64::INFINITY),
            Matrix3::repeat(1.0),
            Matrix3::repeat(1e300),
            Matrix3::from_diagonal(&Vec3::new(1.0, 0.0, 0.0)),
            Matrix3::from_diagonal(&Vec3::new(0.0, -1.0, 0.0)),
            Matrix3::from_diagonal(&Vec3::new(1.0, 1.0, -1.0)),
            Matrix3::from_diagonal(&Vec3::new(1e-300, 1.0, 1e300)),
            huge,
            line,
            -line,
        ] {
            assert!(unit(&nearest_rotation(&m)), "{m}");
        }
        assert_eq!(nearest_rotation(&Matrix3::zeros()), Quat::identity());
        assert_eq!(nearest_rotation(&Matrix3::repeat(f64::NAN)), Quat::identity());
    }

    proptest! {
        /// Bit for bit, so that files written before and now are the same.
        #[test]
        fn turns_and_scales_give_what_nalgebra_gives(
            v in prop::array::uniform3(-3.2..3.2f64),
            scale in prop::array::uniform3(0.2..5.0f64),
            shear in -0.5..0.5f64,
        ) {
            let mut m = Quat::from_scaled_axis(Vec3::from(v)).to_rotation_matrix().into_inner();
            prop_assert_eq!(nearest_rotation(&m).coords, Quat::from_matrix(&m).coords);
            for (axis, scale) in scale.into_iter().enumerate() {
                m.column_mut(axis).scale_mut(scale);
            }
            m[(0, 1)] += shear;
            prop_assert_eq!(nearest_rotation(&m).coords, Quat::from_matrix(&m).coords);
        }

        #[test]
        fn both_ways_agree_on_sound_matrices(
            v in prop::array::uniform3(-3.0..3.0f64),
            scale in prop::array::uniform3(0.2..5.0f64),
        ) {
            let q = Quat::from_scaled_axis(Vec3::from(v));
            let m = q.to_rotation_matrix().into_inner() * Matrix3::from_diagonal(&Vec3::from(scale));
            prop_assert!(by_singular_values(&m).unwrap().angle_to(&nearest_rotation(&m)) < 1e-7);
        }

        #[test]
        fn any_numbers_end(m in prop::array::uniform9(prop::num::f64::ANY)) {
            prop_assert!(unit(&nearest_rotation(&Matrix3::from_column_slice(&m))));
        }
    }
}

//! [`Affine`]: a linear map and a translation, the world transform of a joint whose rig may scale.

use super::{Quat, Vec3, nearest_rotation};
use nalgebra::Matrix3;
use std::ops::Mul;

/// `p ↦ linear · p + translation`.
///
/// ```
/// use surefoot::math::{Affine, Quat, Vec3};
///
/// let map = Affine::from_trs(Vec3::y(), &Quat::identity(), &Vec3::new(2.0, 2.0, 2.0));
/// let image = map.transform_point(&Vec3::x());
/// assert_eq!(image, Vec3::new(2.0, 1.0, 0.0));
/// let back = map.inverse().expect("a scale of 2 can be undone");
/// assert_eq!(back.transform_point(&image), Vec3::x());
/// assert_eq!((map * back).to_trs().2, Vec3::new(1.0, 1.0, 1.0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Affine {
    /// Rotation, scale and shear.
    pub linear: Matrix3<f64>,
    /// Metres.
    pub translation: Vec3,
}

impl Affine {
    /// The map that changes nothing.
    pub fn identity() -> Self {
        Self { linear: Matrix3::identity(), translation: Vec3::zeros() }
    }

    /// First scale, then rotate, then translate.
    pub fn from_trs(translation: Vec3, rotation: &Quat, scale: &Vec3) -> Self {
        let mut linear = rotation.to_rotation_matrix().into_inner();
        for axis in 0..3 {
            linear.column_mut(axis).scale_mut(scale[axis]);
        }
        Self { linear, translation }
    }

    /// Image of a point.
    pub fn transform_point(&self, point: &Vec3) -> Vec3 {
        self.linear * point + self.translation
    }

    /// The inverse map, or `None` where the linear part is singular.
    pub fn inverse(&self) -> Option<Self> {
        let linear = self.linear.try_inverse()?;
        Some(Self { linear, translation: -(linear * self.translation) })
    }

    /// Splits into translation, rotation and scale. A mirrored map gives a negative x scale; shear is dropped. A map
    /// without a rotation (zeros, numbers that are not finite) gives the identity.
    pub fn to_trs(&self) -> (Vec3, Quat, Vec3) {
        let mut scale = Vec3::from_fn(|i, _| self.linear.column(i).norm());
        if self.linear.determinant() < 0.0 {
            scale.x = -scale.x;
        }
        let mut rotation = self.linear;
        for axis in 0..3 {
            let divisor = if scale[axis] == 0.0 { 1.0 } else { scale[axis] };
            rotation.column_mut(axis).unscale_mut(divisor);
        }
        (self.translation, nearest_rotation(&rotation), scale)
    }

    /// Rows of the 4×4 matrix for column vectors, without the last row.
    pub fn from_rows(rows: [[f64; 4]; 3]) -> Self {
        Self { linear: Matrix3::from_fn(|r, c| rows[r][c]), translation: Vec3::from_fn(|r, _| rows[r][3]) }
    }
}

impl Mul for Affine {
    type Output = Self;

    /// `self` after `other`.
    fn mul(self, other: Self) -> Self {
        Self {
            linear: self.linear * other.linear,
            translation: self.linear * other.translation + self.translation,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trs_survives_a_round_trip() {
        let rotation = Quat::from_euler_angles(0.3, -1.1, 2.0);
        let affine = Affine::from_trs(Vec3::new(1.0, 2.0, 3.0), &rotation, &Vec3::new(2.0, 0.5, 1.5));
        let (t, r, s) = affine.to_trs();
        assert!((t - Vec3::new(1.0, 2.0, 3.0)).norm() < 1e-12);
        assert!(r.angle_to(&rotation) < 1e-7);
        assert!((s - Vec3::new(2.0, 0.5, 1.5)).norm() < 1e-12);
    }

    #[test]
    fn inverse_undoes() {
        let affine = Affine::from_trs(
            Vec3::new(1.0, 2.0, 3.0),
            &Quat::from_euler_angles(0.3, -1.1, 2.0),
            &Vec3::new(2.0, 0.5, 1.5),
        );
        let p = Vec3::new(0.1, -0.2, 0.3);
        let back = affine.inverse().unwrap().transform_point(&affine.transform_point(&p));
        assert!((back - p).norm() < 1e-12);
        assert!(Affine { linear: Matrix3::zeros(), translation: p }.inverse().is_none());
    }
}

//! [`PlanarTransform`]: moves of a character over a level floor.

use super::{Quat, Vec3};

/// A turn about the vertical, then a move in the floor.
///
/// ```
/// use std::f64::consts::FRAC_PI_2;
/// use surefoot::math::{PlanarTransform, Vec3};
///
/// let left = PlanarTransform { theta: FRAC_PI_2, x0: 1.0, z0: 0.0 };
/// // Facing +z and turning left, one looks along +x; heights stay.
/// assert!((left.apply(&Vec3::new(0.0, 0.9, 2.0)) - Vec3::new(3.0, 0.9, 0.0)).norm() < 1e-12);
/// let there_and_back = left.inverse().after(&left);
/// assert!((there_and_back.apply(&Vec3::x()) - Vec3::x()).norm() < 1e-12);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PlanarTransform {
    /// Turn about +y, radians.
    pub theta: f64,
    /// Move along x, metres.
    pub x0: f64,
    /// Move along z, metres.
    pub z0: f64,
}

impl PlanarTransform {
    /// Image of a point.
    pub fn apply(&self, p: &Vec3) -> Vec3 {
        let (s, c) = self.theta.sin_cos();
        Vec3::new(c * p.x + s * p.z + self.x0, p.y, -s * p.x + c * p.z + self.z0)
    }

    /// The turn alone.
    pub fn rotation(&self) -> Quat {
        Quat::from_scaled_axis(Vec3::new(0.0, self.theta, 0.0))
    }

    /// `self` after `other`.
    pub fn after(&self, other: &Self) -> Self {
        let moved = self.apply(&Vec3::new(other.x0, 0.0, other.z0));
        Self { theta: self.theta + other.theta, x0: moved.x, z0: moved.z }
    }

    /// The transform that undoes this one.
    pub fn inverse(&self) -> Self {
        let turned = Self { theta: -self.theta, x0: 0.0, z0: 0.0 }.apply(&Vec3::new(self.x0, 0.0, self.z0));
        Self { theta: -self.theta, x0: -turned.x, z0: -turned.z }
    }
}

//! Rotations, affine maps and small solvers. Right-handed, metres, radians.

pub mod affine;
pub(crate) mod b_spline;
pub(crate) mod balls;
pub(crate) mod banded;
pub(crate) mod chain;
pub(crate) mod circle_spline;
pub(crate) mod convex_hull;
pub(crate) mod exponential;
pub(crate) mod fade;
pub(crate) mod mesh;
pub mod nearest_rotation;
pub(crate) mod path_middle;
pub(crate) mod percentile;
pub mod planar;
pub mod random;
pub mod rotation;
pub(crate) mod running;
pub(crate) mod runs;
pub(crate) mod speed_cap;
pub mod volumes;
pub(crate) mod white_noise;

pub use affine::Affine;
pub use nearest_rotation::nearest_rotation;
pub use planar::PlanarTransform;
pub use random::Random;
pub use rotation::{EulerOrder, rotation_between, rotation_vector, slerp};

/// A point or direction in metres.
pub type Vec3 = nalgebra::Vector3<f64>;
/// A rotation; quaternion components are stored x y z w.
pub type Quat = nalgebra::UnitQuaternion<f64>;

/// Standard gravity, m/s².
pub const GRAVITY: f64 = 9.80665;

/// The ease curve `2t³ − 3t² + 1`: 1 at `t = 0`, 0 at `t = 1`, flat at both ends (Kovar 2004, eq. 3.5). `t` is clamped.
///
/// ```
/// use surefoot::math::ease_out;
///
/// assert_eq!([ease_out(0.0), ease_out(0.5), ease_out(1.0)], [1.0, 0.5, 0.0]);
/// assert_eq!(ease_out(7.0), 0.0);
/// ```
pub fn ease_out(t: f64) -> f64 {
    let t = t.clamp(0.0, 1.0);
    (2.0 * t - 3.0) * t * t + 1.0
}

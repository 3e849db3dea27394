//! The exact distance between two windows and the planar alignment that attains it (KO-14, KO-15), in f64.

use super::cloud::Cloud;
use crate::math::{PlanarTransform, Vec3};

/// Squared distance in m² between the windows that start at frames `first` and `second`, and the transform that
/// brings the second onto the first: the minimum over all planar transforms of the weighted mean square distance of
/// corresponding markers.
pub fn window_distance(cloud: &Cloud, first: usize, second: usize) -> (f64, PlanarTransform) {
    let pairs = || {
        cloud.kernel().iter().enumerate().flat_map(move |(r, rho)| {
            let (a, b) = (cloud.frame(first + r), cloud.frame(second + r));
            cloud.marker_weights().iter().enumerate().map(move |(m, sigma)| (rho * sigma, a[m], b[m]))
        })
    };
    let (mut mean_a, mut mean_b) = (Vec3::zeros(), Vec3::zeros());
    for (w, a, b) in pairs() {
        mean_a += a * w;
        mean_b += b * w;
    }
    let (mut s, mut c) = (0.0, 0.0);
    for (w, a, b) in pairs() {
        let (a, b) = (a - mean_a, b - mean_b);
        s += w * (a.x * b.z - b.x * a.z);
        c += w * (a.x * b.x + a.z * b.z);
    }
    // A cloud on a vertical line has no heading; atan2(0, 0) is 0 then (E11).
    let theta = s.atan2(c);
    let (sin, cos) = theta.sin_cos();
    let mut distance = 0.0;
    for (w, a, b) in pairs() {
        // About the centroids, so that the place in the world costs no digits.
        let (a, b) = (a - mean_a, b - mean_b);
        let dx = a.x - (cos * b.x + sin * b.z);
        let dz = a.z - (-sin * b.x + cos * b.z);
        let dy = a.y + mean_a.y - b.y - mean_b.y;
        distance += w * (dx * dx + dy * dy + dz * dz);
    }
    let x0 = mean_a.x - (cos * mean_b.x + sin * mean_b.z);
    let z0 = mean_a.z - (-sin * mean_b.x + cos * mean_b.z);
    (distance, PlanarTransform { theta, x0, z0 })
}

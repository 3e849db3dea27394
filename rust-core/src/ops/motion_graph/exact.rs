//! The exact distances of many pairs of windows, as [`window_distance`](super::distance::window_distance) computes them. What
//! depends on one frame is computed once, the rest in vectors: a new threshold measures 10⁵ pairs while a slider moves.

use super::cloud::Cloud;
use super::distance::{Sums, closed_form};
use crate::math::{PlanarTransform, Vec3};
use pulp::Arch;
use rayon::prelude::*;

/// Markers that are multiplied at once.
const LANES: usize = 4;
type Lanes = [f64; LANES];

/// Frames of a cloud as the exact formula multiplies them.
pub(super) struct ExactWindows<'a> {
    cloud: &'a Cloud,
    arch: Arch,
    /// `[(frame * parts + part)][x z y]`, a part being [`LANES`] markers: places about the frame's centroid, and heights,
    /// times the root of the marker's weight; zero past the last marker.
    parts: Vec<[Lanes; 3]>,
    part_count: usize,
    frames: Vec<Frame>,
}

/// What all markers of a frame have in common.
#[derive(Clone, Copy)]
struct Frame {
    /// Weighted mean of the markers on the floor, as rounded, and what it lacks: far from the origin the rounding is
    /// larger than the digits that count.
    centroid: [f64; 2],
    rest: [f64; 2],
    /// `Σ w (x² + z²)` about the centroid.
    square: f64,
}

impl<'a> ExactWindows<'a> {
    pub(super) fn new(cloud: &'a Cloud) -> Self {
        let part_count = cloud.marker_count().div_ceil(LANES);
        let mut parts = vec![[[0.0; LANES]; 3]; part_count * cloud.frame_count()];
        let each = parts.par_chunks_exact_mut(part_count).with_min_len(64).enumerate();
        let frames = each.map(|(f, out)| pack(cloud.frame(f), cloud.marker_weights(), out)).collect();
        Self { cloud, arch: Arch::new(), parts, part_count, frames }
    }

    /// As [`window_distance`](super::distance::window_distance).
    pub(super) fn distance(&self, first: usize, second: usize) -> (f64, PlanarTransform) {
        let origins = [first, second].map(|f| self.frames[f].centroid);
        let sums = self.arch.dispatch(|| self.sums(first, second, origins));
        closed_form(sums, origins, self.cloud.is_world_locked())
    }

    #[inline(always)]
    fn sums(&self, first: usize, second: usize, origins: [[f64; 2]; 2]) -> Sums {
        let mut sums = Sums::default();
        for (r, &rho) in self.cloud.kernel().iter().enumerate() {
            let (a, b) = (&self.frames[first + r], &self.frames[second + r]);
            let [cosine, sine, height] = products(self.parts(first + r), self.parts(second + r));
            let mut frame = Sums { cosine, sine, height, square: a.square + b.square, ..Sums::default() };
            frame.add(1.0, a.about(origins[0]), b.about(origins[1]), 0.0);
            sums.add_weighted(rho, &frame);
        }
        sums
    }

    #[inline(always)]
    fn parts(&self, frame: usize) -> &[[Lanes; 3]] {
        &self.parts[frame * self.part_count..(frame + 1) * self.part_count]
    }
}

impl Frame {
    #[inline(always)]
    fn about(&self, origin: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|axis| self.centroid[axis] - origin[axis] + self.rest[axis])
    }
}

fn pack(markers: &[Vec3], weights: &[f64], out: &mut [[Lanes; 3]]) -> Frame {
    let mean = |place: &dyn Fn(&Vec3) -> [f64; 2]| {
        markers.iter().zip(weights).fold([0.0; 2], |[x, z], (p, w)| {
            let [px, pz] = place(p);
            [x + w * px, z + w * pz]
        })
    };
    let centroid = mean(&|p| [p.x, p.z]);
    let rest = mean(&|p| [p.x - centroid[0], p.z - centroid[1]]);
    let mut square = 0.0;
    for (m, (p, w)) in markers.iter().zip(weights).enumerate() {
        let (x, z) = (p.x - centroid[0] - rest[0], p.z - centroid[1] - rest[1]);
        let root = w.sqrt();
        for (line, value) in [x, z, p.y].into_iter().enumerate() {
            out[m / LANES][line][m % LANES] = root * value;
        }
        let [x, z, _] = out[m / LANES].map(|line| line[m % LANES]);
        square += x * x + z * z;
    }
    Frame { centroid, rest, square }
}

/// `Σ x x' + z z'`, `Σ x z' − x' z`, `Σ (y − y')²`
#[inline(always)]
fn products(a: &[[Lanes; 3]], b: &[[Lanes; 3]]) -> [f64; 3] {
    let mut sums = [[0.0; LANES]; 3];
    for ([ax, az, ay], [bx, bz, by]) in a.iter().zip(b) {
        for l in 0..LANES {
            sums[0][l] += ax[l] * bx[l] + az[l] * bz[l];
            sums[1][l] += ax[l] * bz[l] - bx[l] * az[l];
            let rise = ay[l] - by[l];
            sums[2][l] += rise * rise;
        }
    }
    sums.map(|s| (s[0] + s[1]) + (s[2] + s[3]))
}

#[cfg(test)]
mod tests {
    use super::super::distance::window_distance;
    use super::*;
    use crate::math::Random;
    use crate::model::Kernel;

    #[test]
    fn many_at_once_equal_the_formula_for_one_pair() {
        // Nine digits, and of a square millimetre below it; here at any number of markers, also 100 m away and where
        // windows are compared as they lie.
        let mut random = Random::new(4);
        for (markers, far) in [(1, 0.0), (4, 100.0), (13, 0.0), (22, 100.0)] {
            let mut point = || Vec3::new(random.normal(), 1.0 + 0.3 * random.normal(), random.normal());
            let shape: Vec<(Vec3, Vec3)> = (0..markers).map(|_| (point(), point() * 0.03)).collect();
            let place = |f: usize, (p, v): &(Vec3, Vec3)| {
                let t = f as f64 * 0.4;
                p + v * t.sin() + Vec3::new(far + 0.04 * t, 0.0, 0.5 * (0.1 * t).cos() - far)
            };
            let world = (0..90).flat_map(|f| shape.iter().map(move |s| place(f, s))).collect();
            let weights: Vec<f64> = (0..markers).map(|m| 1.0 + (m % 3) as f64).collect();
            let cloud = Cloud::new(world, &weights, &[50, 40], Kernel::Triangle.weights(15)).unwrap();
            for cloud in [cloud.clone(), cloud.world_locked()] {
                let exact = ExactWindows::new(&cloud);
                for (i, j) in (0..36).flat_map(|i| (50..76).map(move |j| (i, j))) {
                    let (one, by) = window_distance(&cloud, i, j);
                    let (value, found) = exact.distance(i, j);
                    assert!((value - one).abs() <= 1e-10 * one.max(1e-5), "{markers}: {value} {one}");
                    // Where one marker wanders a turn hardly matters, and cannot be told as well.
                    let limit = if markers == 1 { 1e-6 } else { 1e-10 };
                    assert!((found.theta - by.theta).sin().abs() < limit, "{markers}: {found:?} {by:?}");
                    assert!((found.x0 - by.x0).hypot(found.z0 - by.z0) < 200.0 * limit, "{found:?} {by:?}");
                }
            }
        }
    }
}

//! The exact distance between two windows and the planar alignment that attains it, in f64 (Kovar 2004, eq. 4.1 to 4.4;
//! docs/methods/motion-graph-grid.md, 1.4).

use super::cloud::Cloud;
use crate::math::PlanarTransform;

/// Squared distance in m² between the windows that start at frames `first` and `second`, and the transform that
/// brings the second onto the first: the minimum over all planar transforms of the weighted mean square distance of
/// corresponding markers. Where windows are compared as they lie in the world, nothing is moved.
pub fn window_distance(cloud: &Cloud, first: usize, second: usize) -> (f64, PlanarTransform) {
    // About one marker of each window: the place in the world costs no digits, and one pass does.
    let (origin_a, origin_b) = (cloud.frame(first)[0], cloud.frame(second)[0]);
    let mut sums = Sums::default();
    for (r, &rho) in cloud.kernel().iter().enumerate() {
        let mut frame = Sums::default();
        let markers = cloud.frame(first + r).iter().zip(cloud.frame(second + r));
        for ((a, b), &w) in markers.zip(cloud.marker_weights()) {
            frame.add(
                w,
                [a.x - origin_a.x, a.z - origin_a.z],
                [b.x - origin_b.x, b.z - origin_b.z],
                a.y - b.y,
            );
        }
        sums.add_weighted(rho, &frame);
    }
    closed_form(sums, [origin_a, origin_b].map(|p| [p.x, p.z]), cloud.is_world_locked())
}

/// Distance and alignment from sums about `origins` on the floor, one of each window, under weights whose sum is 1.
pub(super) fn closed_form(
    sums: Sums,
    origins: [[f64; 2]; 2],
    is_world_locked: bool,
) -> (f64, PlanarTransform) {
    let Sums { a, b, cosine, sine, square, height } = sums;
    let [origin_a, origin_b] = origins;
    if is_world_locked {
        let apart = [origin_a[0] - origin_b[0], origin_a[1] - origin_b[1]];
        let crossed = 2.0 * (apart[0] * (a[0] - b[0]) + apart[1] * (a[1] - b[1]));
        let distance = square - 2.0 * cosine + crossed + apart[0] * apart[0] + apart[1] * apart[1] + height;
        return (distance.max(0.0), PlanarTransform::default());
    }
    let s = sine - (a[0] * b[1] - b[0] * a[1]);
    let c = cosine - (a[0] * b[0] + a[1] * b[1]);
    // A cloud on a vertical line has no heading; atan2(0, 0) is 0 then.
    let theta = s.atan2(c);
    let about_means = square - (a[0] * a[0] + a[1] * a[1]) - (b[0] * b[0] + b[1] * b[1]);
    let distance = about_means - 2.0 * s.hypot(c) + height;
    let (sin, cos) = theta.sin_cos();
    let (mean_a, mean_b) =
        ([a[0] + origin_a[0], a[1] + origin_a[1]], [b[0] + origin_b[0], b[1] + origin_b[1]]);
    let x0 = mean_a[0] - (cos * mean_b[0] + sin * mean_b[1]);
    let z0 = mean_a[1] - (-sin * mean_b[0] + cos * mean_b[1]);
    (distance.max(0.0), PlanarTransform { theta, x0, z0 })
}

/// Weighted sums over pairs of markers, places on the floor as x z.
#[derive(Default)]
pub(super) struct Sums {
    pub a: [f64; 2],
    pub b: [f64; 2],
    /// `Σ x x' + z z'`
    pub cosine: f64,
    /// `Σ x z' − x' z`
    pub sine: f64,
    /// `Σ x² + z² + x'² + z'²`
    pub square: f64,
    /// `Σ (y − y')²`
    pub height: f64,
}

impl Sums {
    #[inline(always)]
    pub(super) fn add(&mut self, weight: f64, a: [f64; 2], b: [f64; 2], rise: f64) {
        for axis in 0..2 {
            self.a[axis] += weight * a[axis];
            self.b[axis] += weight * b[axis];
        }
        self.cosine += weight * (a[0] * b[0] + a[1] * b[1]);
        self.sine += weight * (a[0] * b[1] - b[0] * a[1]);
        self.square += weight * (a[0] * a[0] + a[1] * a[1] + b[0] * b[0] + b[1] * b[1]);
        self.height += weight * rise * rise;
    }

    #[inline(always)]
    pub(super) fn add_weighted(&mut self, weight: f64, other: &Self) {
        for axis in 0..2 {
            self.a[axis] += weight * other.a[axis];
            self.b[axis] += weight * other.b[axis];
        }
        self.cosine += weight * other.cosine;
        self.sine += weight * other.sine;
        self.square += weight * other.square;
        self.height += weight * other.height;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Random, Vec3};
    use crate::model::Kernel;

    /// A set of clips given by the places of their markers, uniform weights.
    fn cloud(clips: &[Vec<Vec<Vec3>>], kernel: Vec<f64>) -> Cloud {
        let frames: Vec<usize> = clips.iter().map(Vec::len).collect();
        let markers = clips[0][0].len();
        let world = clips.iter().flatten().flatten().copied().collect();
        Cloud::new(world, &vec![1.0; markers], &frames, kernel).unwrap()
    }

    /// Random markers that move smoothly.
    fn clip(random: &mut Random, frames: usize, markers: usize) -> Vec<Vec<Vec3>> {
        let mut vector = || Vec3::new(random.normal(), random.normal(), random.normal());
        let places: Vec<(Vec3, Vec3)> = (0..markers).map(|_| (vector(), vector() * 0.05)).collect();
        (0..frames).map(|f| places.iter().map(|(p, v)| p + v * f as f64).collect()).collect()
    }

    fn moved(clip: &[Vec<Vec3>], by: &PlanarTransform) -> Vec<Vec<Vec3>> {
        clip.iter().map(|frame| frame.iter().map(|p| by.apply(p)).collect()).collect()
    }

    fn transform(random: &mut Random) -> PlanarTransform {
        PlanarTransform { theta: 3.0 * random.normal(), x0: 5.0 * random.normal(), z0: 5.0 * random.normal() }
    }

    #[test]
    fn moving_either_clip_over_the_floor_changes_nothing() {
        // Also the order of the two does not matter.
        let mut random = Random::new(3);
        for _ in 0..20 {
            let (a, b) = (clip(&mut random, 5, 6), clip(&mut random, 5, 6));
            let kernel = || Kernel::Triangle.weights(5);
            let (plain, there) = window_distance(&cloud(&[a.clone(), b.clone()], kernel()), 0, 5);
            let (first, second) = (transform(&mut random), transform(&mut random));
            let other = cloud(&[moved(&a, &first), moved(&b, &second)], kernel());
            let (value, _) = window_distance(&other, 0, 5);
            assert!((value - plain).abs() <= 1e-10 * plain, "{value} {plain}");
            let (back_value, back) = window_distance(&cloud(&[b, a], kernel()), 0, 5);
            assert!((back_value - plain).abs() <= 1e-12 * plain);
            let both = there.after(&back);
            assert!(both.theta.sin().abs() < 1e-10 && both.x0.abs() < 1e-10 && both.z0.abs() < 1e-10);
        }
    }

    #[test]
    fn only_planar_copies_are_at_distance_zero_and_give_their_transform_back() {
        let mut random = Random::new(9);
        for far in [0.0, 1000.0] {
            for _ in 0..50 {
                let a = clip(&mut random, 3, 5);
                let mut by = transform(&mut random);
                by.x0 += far;
                let kernel = Kernel::Box.weights(3);
                let both = cloud(&[a.clone(), moved(&a, &by)], kernel.clone());
                let (value, found) = window_distance(&both, 0, 3);
                assert!(value < 1e-12, "{value}");
                // It brings the second back onto the first.
                let undone = found.after(&by);
                let limit = if far > 0.0 { 1e-8 } else { 1e-10 };
                assert!(undone.theta.sin().abs() < 1e-10 && undone.theta.cos() > 0.0, "{undone:?}");
                assert!(undone.x0.abs() < limit && undone.z0.abs() < limit, "{undone:?}");
                let mut other = moved(&a, &by);
                other[1][2].x += 0.01;
                assert!(window_distance(&cloud(&[a, other], kernel), 0, 3).0 > 1e-6);
            }
        }
    }

    #[test]
    fn values_of_the_paper_come_out() {
        // A vertical offset of h is h²; points at ±1 against ±a are (1 − a)² apart.
        let mut random = Random::new(1);
        let a = clip(&mut random, 3, 4);
        let up: Vec<Vec<Vec3>> = a.iter().map(|f| f.iter().map(|p| p + Vec3::y() * 0.3).collect()).collect();
        assert!((window_distance(&cloud(&[a, up], Kernel::Box.weights(3)), 0, 3).0 - 0.09).abs() < 1e-12);
        let two = |x: f64| vec![vec![Vec3::new(x, 0.0, 0.0), Vec3::new(-x, 0.0, 0.0)]];
        let (value, _) = window_distance(&cloud(&[two(1.0), two(0.4)], vec![1.0]), 0, 1);
        assert!((value - 0.36).abs() < 1e-12);
        // Rising against falling by v a frame.
        let rise = |v: f64| (0..15).map(|r| vec![Vec3::y() * (v * (f64::from(r) - 7.0))]).collect::<Vec<_>>();
        let pair =
            |kernel: Kernel| window_distance(&cloud(&[rise(0.02), rise(-0.02)], kernel.weights(15)), 0, 15).0;
        assert!((pair(Kernel::Triangle) - 0.0168).abs() < 1e-12);
        assert!((pair(Kernel::Box) - 4.0 / 3.0 * 0.0004 * 56.0).abs() < 1e-12);
        // A tilt about x is not aligned away.
        let a = clip(&mut random, 1, 6);
        let tilt = nalgebra::UnitQuaternion::from_scaled_axis(Vec3::x() * 30f64.to_radians());
        let tilted: Vec<Vec<Vec3>> = a.iter().map(|f| f.iter().map(|p| tilt * p).collect()).collect();
        assert!(window_distance(&cloud(&[a, tilted], vec![1.0]), 0, 1).0 > 1e-3);
        let p = [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 2.0, 1.0)];
        let q = [(0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (0.0, 0.0, -1.0), (-1.0, 2.0, 0.0)];
        let points = |list: [(f64, f64, f64); 4]| vec![list.map(|(x, y, z)| Vec3::new(x, y, z)).to_vec()];
        let (value, found) = window_distance(&cloud(&[points(p), points(q)], vec![1.0]), 0, 1);
        assert!(value < 1e-12 && (found.theta - std::f64::consts::FRAC_PI_2).abs() < 1e-12, "{found:?}");
        assert!(found.x0.abs() < 1e-12 && found.z0.abs() < 1e-12);
        // A cloud on a vertical line has no heading.
        let line = vec![vec![Vec3::zeros(), Vec3::y(), Vec3::y() * 2.0]];
        let (value, found) = window_distance(&cloud(&[line.clone(), line], vec![1.0]), 0, 1);
        assert!(value < 1e-15 && found.theta == 0.0);
    }

    #[test]
    fn no_other_alignment_is_better() {
        // A dense scan of turns, with the best move for each, never beats the closed form.
        let mut random = Random::new(21);
        for _ in 0..20 {
            let (a, b) = (clip(&mut random, 1, 5), clip(&mut random, 1, 5));
            let (value, _) = window_distance(&cloud(&[a.clone(), b.clone()], vec![1.0]), 0, 1);
            let mean = |f: &[Vec3]| f.iter().sum::<Vec3>() / f.len() as f64;
            let best = (0..10_000).map(|k| {
                let turn = PlanarTransform { theta: f64::from(k) * 6.283_185e-4, x0: 0.0, z0: 0.0 };
                let turned: Vec<Vec3> = b[0].iter().map(|p| turn.apply(p)).collect();
                let mut shift = mean(&a[0]) - mean(&turned);
                shift.y = 0.0;
                a[0].iter().zip(&turned).map(|(p, q)| (p - q - shift).norm_squared()).sum::<f64>() / 5.0
            });
            let best = best.fold(f64::INFINITY, f64::min);
            assert!(value <= best + 1e-12 && value > best - 1e-4, "{value} {best}");
        }
    }

    #[test]
    fn the_root_of_the_distance_is_a_metric() {
        // What leaving out parts of the grid rests on; a million triples.
        let mut random = Random::new(5);
        let clips: Vec<_> = (0..100).map(|_| clip(&mut random, 3, 4)).collect();
        let all = cloud(&clips, Kernel::Triangle.weights(3));
        let root = |i: usize, j: usize| window_distance(&all, 3 * i, 3 * j).0.max(0.0).sqrt();
        let table: Vec<Vec<f64>> = (0..100).map(|i| (0..100).map(|j| root(i, j)).collect()).collect();
        for i in 0..100 {
            for j in 0..100 {
                for k in 0..100 {
                    assert!(table[i][k] <= table[i][j] + table[j][k] + 1e-6, "{i} {j} {k}");
                }
            }
        }
    }
}

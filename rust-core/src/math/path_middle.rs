//! The centre of a path that should have been one point, and the samples that are outliers.

use super::Vec3;

/// How many times further out than the farthest good frame a bad one lies.
const OUTLIER_GAP: f64 = 2.5;

/// Indices of the frames that lie far from all others, in order: at most a tenth of the path, more than `least`
/// metres from its geometric median, and well apart from the rest. A drift has no such gap and keeps all its frames.
pub(crate) fn path_outliers(path: &[Vec3], least: f64) -> Vec<usize> {
    const FEWEST: usize = 5;
    let spread = |from: Vec3| path.iter().map(|p| (p - from).norm()).fold(0.0, f64::max);
    // Most plants hardly move: then nothing is to be found.
    if path.len() < FEWEST || spread(path[path.len() / 2]) <= 0.5 * least {
        return Vec::new();
    }
    let center = geometric_median(path);
    let mut by_distance: Vec<(f64, usize)> =
        path.iter().enumerate().map(|(i, p)| ((p - center).norm(), i)).collect();
    by_distance.sort_by(|a, b| a.0.total_cmp(&b.0));
    let count = path.len();
    let most = (count / 10).max(1);
    for kept in count - most..count {
        let (near, far) = (by_distance[kept - 1].0, by_distance[kept].0);
        if far > least && far > OUTLIER_GAP * near {
            let mut bad: Vec<usize> = by_distance[kept..].iter().map(|(_, i)| *i).collect();
            bad.sort_unstable();
            return bad;
        }
    }
    Vec::new()
}

/// The point with the smallest sum of distances, by Weiszfeld's rounds: like a median it does not follow single
/// frames, and it turns with the world.
fn geometric_median(path: &[Vec3]) -> Vec3 {
    let mut center = path.iter().sum::<Vec3>() / path.len() as f64;
    for _ in 0..30 {
        let (mut sum, mut weight) = (Vec3::zeros(), 0.0);
        for p in path {
            let w = 1.0 / (p - center).norm().max(1e-6);
            sum += p * w;
            weight += w;
        }
        let next = sum / weight;
        let change = (next - center).norm();
        center = next;
        if change < 1e-6 {
            break;
        }
    }
    center
}

/// The middle of a path: centre of the smallest circle around it seen from above, and the middle of its heights.
///
/// It is the place with the smallest largest correction and, unlike the midpoint of a box, does not depend on how the
/// world is turned.
pub(crate) fn path_middle(points: impl Iterator<Item = Vec3> + Clone) -> Vec3 {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    let mut first = None;
    for p in points.clone() {
        first = first.or(Some([p.x, p.z]));
        low = low.min(p.y);
        high = high.max(p.y);
    }
    let Some(first) = first else { return Vec3::zeros() };
    let mut circle = FlatCircle { center: first, radius: 0.0 };
    let mut support: [[f64; 2]; 3] = [first; 3];
    let mut count = 1;
    // Each round adds the farthest point to the support; the radius grows strictly, so this ends.
    for _ in 0..200 {
        let mut far = (0.0, circle.center);
        for p in points.clone() {
            let distance = (p.x - circle.center[0]).hypot(p.z - circle.center[1]);
            if distance > far.0 {
                far = (distance, [p.x, p.z]);
            }
        }
        if far.0 <= circle.radius * (1.0 + 1e-12) + 1e-15 {
            break;
        }
        let mut candidates = [far.1; 4];
        candidates[1..=count].copy_from_slice(&support[..count]);
        let (next, chosen, chosen_count) = smallest_circle(&candidates[..=count]);
        if next.radius <= circle.radius {
            break;
        }
        (circle, support, count) = (next, chosen, chosen_count);
    }
    Vec3::new(circle.center[0], 0.5 * (low + high), circle.center[1])
}

#[derive(Debug, Clone, Copy)]
struct FlatCircle {
    center: [f64; 2],
    radius: f64,
}

/// The smallest circle around up to four points, by trying all pairs and triples.
fn smallest_circle(points: &[[f64; 2]]) -> (FlatCircle, [[f64; 2]; 3], usize) {
    let mut best = (FlatCircle { center: points[0], radius: f64::INFINITY }, [points[0]; 3], 1);
    let holds = |c: &FlatCircle| {
        points
            .iter()
            .all(|p| (p[0] - c.center[0]).hypot(p[1] - c.center[1]) <= c.radius * (1.0 + 1e-9) + 1e-15)
    };
    for i in 0..points.len() {
        for j in 0..i {
            let (p, q) = (points[i], points[j]);
            let circle = FlatCircle {
                center: [0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1])],
                radius: 0.5 * (p[0] - q[0]).hypot(p[1] - q[1]),
            };
            if circle.radius < best.0.radius && holds(&circle) {
                best = (circle, [p, q, q], 2);
            }
            for k in 0..j {
                let Some(circle) = circumcircle(p, q, points[k]) else { continue };
                if circle.radius < best.0.radius && holds(&circle) {
                    best = (circle, [p, q, points[k]], 3);
                }
            }
        }
    }
    best
}

fn circumcircle(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> Option<FlatCircle> {
    let (bx, by) = (b[0] - a[0], b[1] - a[1]);
    let (cx, cy) = (c[0] - a[0], c[1] - a[1]);
    let det = 2.0 * (bx * cy - by * cx);
    if det.abs() < 1e-18 {
        return None;
    }
    let (b2, c2) = (bx * bx + by * by, cx * cx + cy * cy);
    let (x, y) = ((cy * b2 - by * c2) / det, (bx * c2 - cx * b2) / det);
    Some(FlatCircle { center: [a[0] + x, a[1] + y], radius: x.hypot(y) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn middle_is_the_smallest_circle() {
        // Oracle: no centre on a fine grid has a smaller farthest distance.
        for seed in 0..30u32 {
            let points: Vec<Vec3> = (0..3 + seed % 20)
                .map(|i| {
                    let t = f64::from(i) * 0.7 + f64::from(seed);
                    Vec3::new((t * 1.3).sin() * 0.1, t.cos() * 0.02, (t * 2.1).cos() * 0.05 + 0.01 * t)
                })
                .collect();
            let center = path_middle(points.iter().copied());
            let worst = |x: f64, z: f64| points.iter().map(|p| (p.x - x).hypot(p.z - z)).fold(0.0, f64::max);
            let own = worst(center.x, center.z);
            for i in -20..=20 {
                for j in -20..=20 {
                    let (x, z) = (center.x + f64::from(i) * 5e-4, center.z + f64::from(j) * 5e-4);
                    assert!(own <= worst(x, z) + 1e-9, "seed {seed}");
                }
            }
        }
        let still = Vec3::new(1.0, 2.0, 3.0);
        assert_eq!(path_middle([still; 5].into_iter()), still);
    }

    #[test]
    fn a_bad_frame_is_found_and_a_drift_is_not() {
        let drift: Vec<Vec3> = (0..40).map(|i| Vec3::new(0.003 * f64::from(i), 0.1, 0.001)).collect();
        assert!(path_outliers(&drift, 0.017).is_empty());
        let mut still: Vec<Vec3> = (0..30).map(|i| Vec3::x() * (0.001 * f64::from(i % 3))).collect();
        assert!(path_outliers(&still, 0.017).is_empty());
        still[12] = Vec3::new(0.1, 0.3, -0.1);
        still[20] = Vec3::new(-0.2, 0.0, 0.0);
        assert_eq!(path_outliers(&still, 0.017), [12, 20]);
        // A hair's breadth beside the others is no fault, whatever the ratio.
        let mut calm = vec![Vec3::zeros(); 30];
        calm[3] = Vec3::x() * 0.01;
        assert!(path_outliers(&calm, 0.017).is_empty());
        // Two places held equally long: neither is wrong.
        let two: Vec<Vec3> = (0..20).map(|i| Vec3::x() * if i < 10 { 0.0 } else { 0.2 }).collect();
        assert!(path_outliers(&two, 0.017).is_empty());
    }
}

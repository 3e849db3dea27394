//! The instant within a frame step at which weight passes from one planted point to another (Lyard 2008, 3.1.2;
//! docs/methods/footskate.md, 4.2).

use crate::math::Vec3;

/// Catmull–Rom value at `q` in [0, 1] between `p[1]` and `p[2]`.
pub(crate) fn catmull_rom(p: [f64; 4], q: f64) -> f64 {
    let [before, p0, p1, p2] = p;
    0.5 * (2.0 * p0
        + (p1 - before) * q
        + (2.0 * before - 5.0 * p0 + 4.0 * p1 - p2) * q * q
        + (-before + 3.0 * p0 - 3.0 * p1 + p2) * q * q * q)
}

/// When the speeds of the two points cross, in [0, 1]: where the leaving one gets faster than the arriving one. A
/// half if they never do; the crossing nearest to a half if there are several.
pub(crate) fn transfer_instant(leaving: [f64; 4], arriving: [f64; 4]) -> f64 {
    let gap = |q: f64| catmull_rom(leaving, q) - catmull_rom(arriving, q);
    // A cubic changes sign at most three times: a fine scan with bisection is exact and needs no special cases.
    const PIECES: usize = 64;
    let mut best: Option<f64> = None;
    let mut low = (0.0, gap(0.0));
    for i in 1..=PIECES {
        let q = i as f64 / PIECES as f64;
        let high = (q, gap(q));
        if low.1 <= 0.0 && high.1 > 0.0 {
            let (mut a, mut b) = (low.0, high.0);
            for _ in 0..60 {
                let middle = 0.5 * (a + b);
                if gap(middle) > 0.0 { b = middle } else { a = middle }
            }
            let root = 0.5 * (a + b);
            if best.is_none_or(|old| (root - 0.5f64).abs() < (old - 0.5).abs()) {
                best = Some(root);
            }
        }
        low = high;
    }
    best.unwrap_or(0.5)
}

/// Share of the step's path that a point with these speeds has travelled at `q`.
pub(crate) fn travelled(speeds: [f64; 4], q: f64) -> f64 {
    let integral = |end: f64| {
        const PIECES: usize = 32;
        let h = end / PIECES as f64;
        let at = |x: f64| catmull_rom(speeds, x).max(0.0);
        (0..PIECES)
            .map(|i| {
                let a = h * i as f64;
                h / 6.0 * (at(a) + 4.0 * at(a + 0.5 * h) + at(a + h))
            })
            .sum::<f64>()
    };
    let whole = integral(1.0);
    if whole < 1e-9 { q } else { (integral(q) / whole).clamp(0.0, 1.0) }
}

/// The point at arc fraction `share` of the Catmull–Rom segment through four places.
pub(crate) fn along_curve(places: [Vec3; 4], share: f64) -> Vec3 {
    let at = |q: f64| {
        Vec3::from_fn(|axis, _| {
            catmull_rom([places[0][axis], places[1][axis], places[2][axis], places[3][axis]], q)
        })
    };
    const STEPS: usize = 64;
    let mut lengths = [0.0; STEPS + 1];
    let mut last = at(0.0);
    for i in 1..=STEPS {
        let here = at(i as f64 / STEPS as f64);
        lengths[i] = lengths[i - 1] + (here - last).norm();
        last = here;
    }
    let wanted = share * lengths[STEPS];
    if lengths[STEPS] < 1e-12 {
        return at(share);
    }
    let i = (1..STEPS).find(|&i| lengths[i] >= wanted).unwrap_or(STEPS);
    let inside = (wanted - lengths[i - 1]) / (lengths[i] - lengths[i - 1]).max(1e-18);
    at((i as f64 - 1.0 + inside.clamp(0.0, 1.0)) / STEPS as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transfers_computed_by_hand() {
        let q = transfer_instant([0.0, 1.0, 3.0, 4.0], [4.0, 3.0, 1.0, 0.0]);
        assert!((q - 0.5).abs() < 1e-12);
        // Linear speeds.
        let line = |a: f64, b: f64| [a - b, a, a + b, a + 2.0 * b];
        let (leaving, arriving) = (line(0.2, 0.6), line(0.7, -0.4));
        let q = transfer_instant(leaving, arriving);
        assert!((q - 0.5).abs() < 1e-12);
        assert!((travelled(leaving, q) - 0.35).abs() < 1e-9);
        assert!((travelled(arriving, q) - 0.6).abs() < 1e-9);
        assert!((travelled([1.0; 4], 0.3) - 0.3).abs() < 1e-12);
        assert!((catmull_rom([0.0, 1.0, 4.0, 9.0], 0.5) - 2.25).abs() < 1e-12);
    }

    #[test]
    fn instants_lie_on_a_crossing() {
        let mut state = 3u64;
        let mut uniform = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        for _ in 0..10_000 {
            let mut speeds = || [uniform(), uniform(), uniform(), uniform()];
            let (a, b) = (speeds(), speeds());
            let q = transfer_instant(a, b);
            assert!((0.0..=1.0).contains(&q));
            if q != 0.5 {
                assert!((catmull_rom(a, q) - catmull_rom(b, q)).abs() < 1e-9);
            }
        }
    }
}

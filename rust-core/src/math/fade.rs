//! A fade between corrections before and after a gap, continuous however long the gap is
//! (`docs/methods/footskate.md`, section 3.3).

use super::ease_out;

/// Weights of the adjustments `back` frames before and `ahead` frames after; 0 for a missing side. Beyond `reach`
/// frames nothing is faded in.
pub(crate) fn fade_weights(back: Option<usize>, ahead: Option<usize>, reach: usize) -> [f64; 2] {
    let gap = match (back, ahead) {
        (Some(a), Some(b)) => (reach + 1).min(a + b),
        _ => reach + 1,
    };
    [back, ahead].map(|k| k.map_or(0.0, |k| ease_out(k as f64 / gap as f64)))
}

/// As [`fade_weights`] where one sees further back than ahead: continuous too when something comes into sight.
pub(crate) fn uneven_fade_weights(back: Option<usize>, ahead: Option<usize>, reach: [usize; 2]) -> [f64; 2] {
    let alone = |k: Option<usize>, reach: usize| k.map_or(0.0, |k| ease_out(k as f64 / (reach + 1) as f64));
    let (b, a) = (alone(back, reach[0]), alone(ahead, reach[1]));
    let (only_b, only_a) = (b * (1.0 - a), a * (1.0 - b));
    let sum = only_a + only_b;
    if sum <= 0.0 {
        return [b, a];
    }
    let total = a + b - a * b;
    [total * only_b / sum, total * only_a / sum]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uneven_fades_do_not_jump() {
        for (back, ahead) in [(9usize, 6usize), (9, 0), (9, 2), (15, 6)] {
            for gap in 2..40usize {
                let at = |k: usize| match k {
                    0 => 0.3,
                    k if k == gap => -0.2,
                    k => {
                        let [b, a] =
                            uneven_fade_weights(within(k, back), within(gap - k, ahead), [back, ahead]);
                        0.3 * b - 0.2 * a
                    }
                };
                let largest = (1..=gap).map(|k| f64::abs(at(k) - at(k - 1))).fold(0.0, f64::max);
                // Without foresight the next plant comes as a surprise: all of it at once.
                let bound = if ahead == 0 { 0.5 } else { (1.25 / ahead.min(gap) as f64).min(0.48) };
                assert!(largest <= bound, "{back} {ahead} gap {gap}: {largest}");
            }
        }
    }

    fn within(k: usize, reach: usize) -> Option<usize> {
        (k <= reach).then_some(k)
    }

    #[test]
    fn one_side_follows_the_ease() {
        for k in 1..=15 {
            let t = k as f64 / 16.0;
            let [weight, none] = fade_weights(Some(k), None, 15);
            assert!((weight - (2.0 * t * t * t - 3.0 * t * t + 1.0)).abs() < 1e-12 && none == 0.0);
        }
    }

    #[test]
    fn short_gaps_share_fully() {
        // A constant stays constant.
        for gap in 2..=16 {
            for k in 1..gap {
                let [a, b] = fade_weights(Some(k), Some(gap - k), 15);
                assert!((a + b - 1.0).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn no_gap_jumps() {
        // Adjustments +0.3 and −0.2 rad at the ends of every gap.
        let largest_step = |gap: usize, reach: usize| {
            let at = |k: usize| {
                if k == 0 {
                    0.3
                } else if k == gap {
                    -0.2
                } else {
                    let [a, b] = fade_weights(within(k, reach), within(gap - k, reach), reach);
                    0.3 * a - 0.2 * b
                }
            };
            (1..=gap).map(|k| f64::abs(at(k) - at(k - 1))).fold(0.0, f64::max)
        };
        for reach in [8, 15, 60] {
            for gap in 1..=3 * reach {
                let bound = 0.5 * 1.5 / (reach + 1).min(gap) as f64 + 1e-9;
                assert!(largest_step(gap, reach) <= bound.max(0.5 / gap as f64), "gap {gap}, reach {reach}");
            }
        }
        // 240 Hz, gap of one and a half windows of a quarter second.
        assert!(largest_step(90, 60) <= 0.010);
    }
}

//! Smoothing by noise level (docs/methods/plants.md, 2.2). Minimises `Σ(x−s)² + λ Σ(third difference of s)²`, a
//! seven-diagonal system.

use super::tracks::MIN_FRAMES_TO_FIT;
use std::ops::Range;

/// Cut-off frequency for a noise level, Hz; `None` leaves the track as it is. `factor` is the cut-off at 5 mm.
pub(super) fn cut_off(sd: f64, scale: f64, dt: f64, factor: f64) -> Option<f64> {
    // Noise density referred to 60 frames per second: twice the rate carries the same noise at half the density.
    let density = sd / scale * (60.0 * dt).sqrt();
    if density <= 0.0 {
        return None;
    }
    let cut = (factor * (0.005 / density).powf(0.6)).max(2.0);
    (cut * dt < 0.3).then_some(cut)
}

/// Smooths each segment of each axis in place; the gain is one half at `cut_off` Hz.
pub(super) fn smooth_axes<'a>(
    axes: impl IntoIterator<Item = &'a mut Vec<f64>>,
    segments: &[Range<usize>],
    cut_off: f64,
    dt: f64,
) {
    let lambda = penalty(cut_off, dt);
    let factors: Vec<Option<Factor>> = segments
        .iter()
        .map(|s| (s.len() >= MIN_FRAMES_TO_FIT).then(|| Factor::new(s.len(), lambda, &[])))
        .collect();
    for axis in axes {
        for (segment, factor) in segments.iter().zip(&factors) {
            if let Some(factor) = factor {
                factor.solve(&mut axis[segment.clone()]);
            }
        }
    }
}

/// Smooths one segment, given where the path should step to: `step_weights[i]` is the trust in
/// `s(i+1) − s(i) = steps[axis][i]`, relative to one sample of the path.
pub(super) fn smooth_with_steps<const N: usize>(
    axes: [&mut [f64]; N],
    steps: [&[f64]; N],
    step_weights: &[f64],
    cut_off: f64,
    dt: f64,
) {
    let Some(first) = axes.first() else { return };
    let factor = Factor::new(first.len(), penalty(cut_off, dt), step_weights);
    for (axis, steps) in axes.into_iter().zip(steps) {
        for (i, weight) in step_weights.iter().enumerate() {
            axis[i] -= weight * steps[i];
            axis[i + 1] += weight * steps[i];
        }
        factor.solve(axis);
    }
}

/// λ for half gain at `cut_off` Hz.
fn penalty(cut_off: f64, dt: f64) -> f64 {
    (2.0 * (std::f64::consts::PI * cut_off * dt).sin()).powi(-6)
}

/// `L D Lᵀ` of `I + λ D₃ᵀD₃`; half bandwidth 3.
struct Factor {
    /// `rows[i] = [L(i,i−3), L(i,i−2), L(i,i−1), 1/D(i)]`.
    rows: Vec<[f64; 4]>,
}

impl Factor {
    /// `step_weights[i]`, if any, adds the square of `s(i+1) − s(i)` with that weight.
    fn new(n: usize, lambda: f64, step_weights: &[f64]) -> Self {
        // lower[i][3 - k] = A(i, i − k)
        let mut lower = vec![[0.0, 0.0, 0.0, 1.0]; n];
        for (i, weight) in step_weights.iter().enumerate() {
            lower[i][3] += weight;
            lower[i + 1][3] += weight;
            lower[i + 1][2] -= weight;
        }
        const STENCIL: [f64; 4] = [-1.0, 3.0, -3.0, 1.0];
        for first in 0..n.saturating_sub(3) {
            for a in 0..4 {
                for b in 0..=a {
                    lower[first + a][3 - (a - b)] += lambda * STENCIL[a] * STENCIL[b];
                }
            }
        }
        let mut rows: Vec<[f64; 4]> = vec![[0.0; 4]; n];
        let mut d = vec![0.0; n];
        for i in 0..n {
            let mut l = [0.0; 3];
            for (slot, back) in [3usize, 2, 1].into_iter().enumerate() {
                if i < back {
                    continue;
                }
                let j = i - back;
                let mut sum = lower[i][slot];
                // Products over columns m < j that both rows reach.
                for m in i.saturating_sub(3)..j {
                    if j - m <= 3 {
                        sum -= l[3 - (i - m)] * d[m] * rows[j][3 - (j - m)];
                    }
                }
                l[slot] = sum / d[j];
            }
            let mut diagonal = lower[i][3];
            for back in 1..=3.min(i) {
                diagonal -= l[3 - back] * l[3 - back] * d[i - back];
            }
            d[i] = diagonal;
            rows[i] = [l[0], l[1], l[2], 1.0 / diagonal];
        }
        Self { rows }
    }

    fn solve(&self, x: &mut [f64]) {
        let n = x.len();
        let (mut a, mut b, mut c) = (0.0, 0.0, 0.0);
        for (value, row) in x.iter_mut().zip(&self.rows) {
            let next = *value - row[0] * a - row[1] * b - row[2] * c;
            (a, b, c) = (b, c, next);
            *value = next;
        }
        for (value, row) in x.iter_mut().zip(&self.rows) {
            *value *= row[3];
        }
        for i in (0..n).rev() {
            let mut sum = x[i];
            for back in 1..=3 {
                if i + back < n {
                    sum -= self.rows[i + back][3 - back] * x[i + back];
                }
            }
            x[i] = sum;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solution_satisfies_the_normal_equations() {
        let n = 23;
        let lambda = 37.5;
        let data: Vec<f64> = (0..n).map(|i| ((i * i * 31 + 7) % 17) as f64).collect();
        let mut s = data.clone();
        Factor::new(n, lambda, &[]).solve(&mut s);
        // s + λ D₃ᵀ D₃ s = x, written out from the definition.
        let third: Vec<f64> = s.windows(4).map(|w| w[3] - 3.0 * w[2] + 3.0 * w[1] - w[0]).collect();
        for i in 0..n {
            let mut left = s[i];
            for (first, t) in third.iter().enumerate() {
                if (first..first + 4).contains(&i) {
                    left += lambda * t * [-1.0, 3.0, -3.0, 1.0][i - first];
                }
            }
            assert!((left - data[i]).abs() < 1e-8, "row {i}: {left} {}", data[i]);
        }
    }

    #[test]
    fn parabolas_pass_unchanged_and_the_gain_is_half_at_the_cut_off() {
        let dt = 1.0 / 60.0;
        let mut parabola: Vec<f64> = (0..200).map(|i| (f64::from(i) * dt).powi(2) * 4.9).collect();
        let before = parabola.clone();
        smooth_axes([&mut parabola], std::slice::from_ref(&(0..200)), 4.0, dt);
        assert!(parabola.iter().zip(&before).all(|(a, b)| (a - b).abs() < 1e-6));
        let mut wave: Vec<f64> =
            (0..600).map(|i| (std::f64::consts::TAU * 4.0 * f64::from(i) * dt).sin()).collect();
        smooth_axes([&mut wave], std::slice::from_ref(&(0..600)), 4.0, dt);
        let peak = wave[200..400].iter().fold(0.0, |a: f64, b| a.max(b.abs()));
        assert!((peak - 0.5).abs() < 0.01, "{peak}");
    }

    #[test]
    fn clean_tracks_are_left_alone() {
        assert_eq!(cut_off(0.0, 1.0, 1.0 / 60.0, 4.0), None);
        assert_eq!(cut_off(0.0003, 1.0, 1.0 / 60.0, 4.0), None);
        assert!((cut_off(0.005, 1.0, 1.0 / 60.0, 4.0).unwrap() - 4.0).abs() < 1e-12);
        assert_eq!(cut_off(1.0, 1.0, 1.0 / 60.0, 4.0), Some(2.0));
    }
}

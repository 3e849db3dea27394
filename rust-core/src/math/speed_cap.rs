//! Holds the speed that a correction adds between plants: where a fade would be faster it is spread further into the
//! swing.

use super::Vec3;
use super::banded::Banded;

/// Rounds of reweighting; each brings the steps that are too long closer to the limit.
const ROUNDS: usize = 16;
/// Steps this much over the limit are good enough.
const SLACK: f64 = 1.02;

/// Fills `values[first..end]` anew where two neighbours differ by more than `step`: the cost of a smooth fade,
/// `Σ|x|² + weight·Σ|third difference|²`, gets a price on every step that is too long, raised until it holds. Entries
/// that are `fixed` and those outside are kept. Tells whether every step
/// holds; no step gets longer than the longest was.
pub(crate) fn hold_speed(
    values: &mut [Vec3],
    fixed: impl Fn(usize) -> bool,
    first: usize,
    end: usize,
    weight: f64,
    step: f64,
) -> bool {
    const THIRD: [f64; 4] = [-1.0, 3.0, -3.0, 1.0];
    let count = values.len();
    let size = end - first;
    // Steps that touch the gap: from frame i − 1 to i.
    let steps = first.max(1)..(end + 1).min(count);
    let longest =
        |values: &[Vec3]| steps.clone().map(|i| (values[i] - values[i - 1]).norm()).fold(0.0, f64::max);
    if size == 0 || longest(values) <= step * SLACK {
        return true;
    }
    let (original, before) = (values[first..end].to_vec(), longest(values));
    let mut prices = vec![0.0f64; end + 1 - first];
    let mut matrix = Banded::<4>::default();
    let mut right = Vec::new();
    for _ in 0..ROUNDS {
        for i in steps.clone() {
            let over = (values[i] - values[i - 1]).norm() / step;
            let price = &mut prices[i - first];
            if over > 1.0 {
                *price = (*price).max(1.0) * over * over;
            }
        }
        matrix.reset(size);
        right.clear();
        right.resize(size, Vec3::zeros());
        let is_row = |i: usize| (first..end).contains(&i) && !fixed(i);
        for i in first..end {
            matrix.add(i - first, i - first, 1.0);
        }
        let mut add = |frames: &[usize], factors: &[f64], weight: f64| {
            for (&i, a) in frames.iter().zip(factors).filter(|(i, _)| is_row(**i)) {
                for (&j, b) in frames.iter().zip(factors) {
                    if !is_row(j) {
                        right[i - first] -= values[j] * (weight * a * b);
                    } else if j <= i {
                        matrix.add(i - first, j - first, weight * a * b);
                    }
                }
            }
        };
        for start in first.saturating_sub(3)..end.min(count.saturating_sub(3)) {
            add(&[start, start + 1, start + 2, start + 3], &THIRD, weight);
        }
        for i in steps.clone() {
            add(&[i - 1, i], &[-1.0, 1.0], prices[i - first]);
        }
        if !matrix.factor() {
            return false;
        }
        matrix.solve_vectors(&mut right);
        for i in (first..end).filter(|&i| !fixed(i)) {
            values[i] = right[i - first];
        }
        if longest(values) <= step * SLACK {
            return true;
        }
    }
    // Without room for so slow a fade prices swing to and fro, and may end with longer steps than they began with.
    if longest(values) > before {
        values[first..end].copy_from_slice(&original);
    }
    false
}

/// Changes `values` as little as it takes to bring every second difference within its limit: the price on those that are
/// too large is raised until they hold. Entries that are not `free` are kept.
pub(crate) fn hold_bend(values: &mut [f64], free: impl Fn(usize) -> bool, limits: &[f64]) {
    const SECOND: [f64; 3] = [1.0, -2.0, 1.0];
    const REACH: usize = 30;
    let bend = |values: &[f64], i: usize| (values[i - 1] - 2.0 * values[i] + values[i + 1]).abs();
    let count = values.len();
    let mut frame = 1;
    while frame + 1 < count {
        let is_over =
            |i: usize, values: &[f64]| bend(values, i) > limits[i] * SLACK && (i - 1..=i + 1).any(&free);
        if !is_over(frame, values) {
            frame += 1;
            continue;
        }
        // A run of frames around those that are over, with room to spread on either side.
        let mut last = frame;
        while let Some(next) = (last + 1..(last + 1 + REACH).min(count - 1)).find(|&i| is_over(i, values)) {
            last = next;
        }
        let (first, end) = (frame.saturating_sub(REACH), (last + REACH + 1).min(count));
        let original = values[first..end].to_vec();
        let size = end - first;
        let mut prices = vec![0.0f64; size];
        let mut matrix = Banded::<3>::default();
        let is_row = |i: usize| i > first && i + 1 < end && free(i);
        for _ in 0..ROUNDS {
            let mut is_done = true;
            for i in first + 1..end - 1 {
                let over = bend(values, i) / limits[i];
                if over > 1.0 {
                    prices[i - first] = prices[i - first].max(1.0) * over * over;
                    is_done &= over <= SLACK;
                }
            }
            if is_done {
                break;
            }
            matrix.reset(size);
            let mut right = original.clone();
            for i in 0..size {
                matrix.add(i, i, 1.0);
            }
            for center in first + 1..end - 1 {
                let price = prices[center - first];
                if price == 0.0 {
                    continue;
                }
                for a in 0..3 {
                    let i = center + a - 1;
                    if !is_row(i) {
                        continue;
                    }
                    for b in 0..3 {
                        let j = center + b - 1;
                        let factor = price * SECOND[a] * SECOND[b];
                        if !is_row(j) {
                            right[i - first] -= factor * original[j - first];
                        } else if j <= i {
                            matrix.add(i - first, j - first, factor);
                        }
                    }
                }
            }
            if !matrix.factor() {
                break;
            }
            matrix.solve(&mut right);
            for i in (first..end).filter(|&i| is_row(i)) {
                values[i] = right[i - first];
            }
        }
        frame = last + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::banded::{FillScratch, fill_smoothly};

    fn gap(length: usize, before: f64, after: f64) -> Vec<Vec3> {
        let mut values = vec![Vec3::x() * before; 10];
        values.extend(std::iter::repeat_n(Vec3::zeros(), length));
        values.extend([Vec3::x() * after; 10]);
        fill_smoothly::<3>(&mut values, |_| false, 10, 10 + length, 11.0, &mut FillScratch::default());
        values
    }

    fn longest(values: &[Vec3]) -> f64 {
        values.windows(2).map(|w| (w[1] - w[0]).norm()).fold(0.0, f64::max)
    }

    #[test]
    fn fast_fades_are_spread() {
        for (length, before, after) in [(40, 0.15, 0.0), (40, 0.15, 0.15), (40, 0.1, -0.1), (24, 0.05, 0.09)]
        {
            let mut values = gap(length, before, after);
            assert!(longest(&values) > 0.008);
            assert!(
                hold_speed(&mut values, |_| false, 10, 10 + length, 11.0, 0.008),
                "{length} {before} {after}"
            );
            assert!(longest(&values) <= 0.008 * SLACK, "{length} {before} {after}: {}", longest(&values));
            assert!(values[..10].iter().all(|v| v.x == before));
        }
        // No room: no faster than it was, and said so.
        let mut values = gap(5, 0.1, -0.1);
        let before = longest(&values);
        assert!(!hold_speed(&mut values, |_| false, 10, 15, 11.0, 0.008));
        assert!(longest(&values) <= before, "{} {before}", longest(&values));
    }

    #[test]
    fn sharp_bends_are_rounded() {
        let mut values: Vec<f64> = (0..200).map(|i| (f64::from(i) * 0.05).sin()).collect();
        let smooth = values.clone();
        values[60] += 0.1;
        values[140] -= 0.05;
        hold_bend(&mut values, |_| true, &[0.01; 200]);
        let largest =
            (1..199).map(|i| (values[i - 1] - 2.0 * values[i] + values[i + 1]).abs()).fold(0.0, f64::max);
        assert!(largest <= 0.011, "{largest}");
        assert!(values.iter().zip(&smooth).all(|(a, b)| (a - b).abs() < 0.1));
        // Far away nothing changes.
        assert_eq!(values[100], smooth[100]);
        let mut calm = smooth.clone();
        hold_bend(&mut calm, |_| true, &[0.01; 200]);
        assert_eq!(calm, smooth);
    }

    #[test]
    fn slow_fades_keep_their_bits() {
        let mut values = gap(40, 0.01, 0.0);
        let before = values.clone();
        assert!(hold_speed(&mut values, |_| false, 10, 50, 11.0, 0.008));
        assert_eq!(values, before);
    }
}

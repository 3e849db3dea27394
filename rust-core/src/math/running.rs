//! Filters that run over a track.

use std::collections::VecDeque;

/// The lowest value from `back` frames before to `ahead` frames after each frame.
pub(crate) fn running_minimum(values: &[f64], back: usize, ahead: usize) -> Vec<f64> {
    let mut queue: VecDeque<usize> = VecDeque::new();
    let mut out = Vec::with_capacity(values.len());
    let mut next = 0;
    for t in 0..values.len() {
        while next < values.len() && next <= t + ahead {
            while queue.back().is_some_and(|&last| values[last] >= values[next]) {
                queue.pop_back();
            }
            queue.push_back(next);
            next += 1;
        }
        while queue.front().is_some_and(|&first| first + back < t) {
            queue.pop_front();
        }
        out.push(queue.front().map_or(values[t], |&first| values[first]));
    }
    out
}

/// The mean over `reach` frames on either side, weighted by a raised cosine; at the ends over what is there.
pub(crate) fn hann_mean(values: &[f64], reach: usize) -> Vec<f64> {
    let weight = |k: usize| 0.5 + 0.5 * (std::f64::consts::PI * k as f64 / (reach + 1) as f64).cos();
    let weights: Vec<f64> = (0..=reach).map(weight).collect();
    let mean = |t: usize| {
        let window = t.saturating_sub(reach)..(t + reach + 1).min(values.len());
        let (sum, total) = window.fold((0.0, 0.0), |(sum, total), i| {
            let weight = weights[i.abs_diff(t)];
            (sum + weight * values[i], total + weight)
        });
        sum / total
    };
    (0..values.len()).map(mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn running_minimum_equals_a_scan() {
        let values: Vec<f64> = (0..60).map(|i| f64::from((i * 37 + i * i) % 23)).collect();
        for (back, ahead) in [(1, 1), (4, 4), (100, 100), (0, 7), (7, 0)] {
            let fast = running_minimum(&values, back, ahead);
            for t in 0..values.len() {
                let window = &values[t.saturating_sub(back)..(t + ahead + 1).min(values.len())];
                assert_eq!(fast[t], window.iter().copied().fold(f64::INFINITY, f64::min));
            }
        }
    }

    #[test]
    fn the_hann_mean_keeps_constants_and_spreads_a_spike() {
        assert!(hann_mean(&[2.0; 9], 3).iter().all(|value| (value - 2.0).abs() < 1e-12));
        let spike = hann_mean(&[0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0], 1);
        assert!((spike[3] - 2.0).abs() < 1e-12 && (spike[2] - 1.0).abs() < 1e-12 && spike[1] == 0.0);
        assert_eq!(hann_mean(&[1.0, 5.0], 0), [1.0, 5.0]);
    }
}

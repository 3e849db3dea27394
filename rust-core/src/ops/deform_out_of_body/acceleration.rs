//! [`Acceleration`]: second differences of pushed points, before and after, without keeping them.
//!
//! A percentile needs all values; a clip of 50,000 frames has hundreds of millions. So they are counted in bins whose width is a
//! fixed share of the value, which is as exact as anybody asks.

use super::character::PosedFrame;
use crate::math::mesh::Point;
use std::collections::VecDeque;

/// Smallest acceleration that is told from none, metres per frame².
const LEAST: f32 = 1e-7;
/// Bins per doubling: each is 0.3 % wide.
const PER_DOUBLING: f32 = 256.0;
/// Doublings from [`LEAST`] on: up to 100 m per frame².
const BINS: usize = 30 * PER_DOUBLING as usize;

/// Counts the accelerations of points that are pushed in one of three frames.
pub(super) struct Acceleration {
    /// The last two frames.
    last: VecDeque<PosedFrame>,
    before: Vec<u64>,
    after: Vec<u64>,
}

impl Acceleration {
    pub(super) fn new() -> Self {
        Self { last: VecDeque::new(), before: vec![0; BINS + 1], after: vec![0; BINS + 1] }
    }

    /// Takes the next frame.
    pub(super) fn add(&mut self, frame: PosedFrame) {
        if let [a, b] = self.last.make_contiguous() {
            let c = &frame;
            let turn = (a.origin - b.origin * 2.0 + c.origin).map(|x| x as f32);
            let second = |[a, b, c]: [&Point; 3]| (a - b * 2.0 + c + turn).norm();
            for i in 0..c.before.len() {
                if [&*a, &*b, c].iter().any(|frame| frame.is_pushed(i)) {
                    self.before[bin(second([&a.before[i], &b.before[i], &c.before[i]]))] += 1;
                    self.after[bin(second([&a.after[i], &b.after[i], &c.after[i]]))] += 1;
                }
            }
        }
        self.last.push_back(frame);
        if self.last.len() > 2 {
            self.last.pop_front();
        }
    }

    /// The 99th percentile after, divided by that before.
    pub(super) fn ratio(&self) -> f64 {
        let (before, after) = (p99(&self.before), p99(&self.after));
        if before > 0.0 { after / before } else { 1.0 }
    }
}

/// Bin 0 holds what is too small to tell from nothing.
fn bin(value: f32) -> usize {
    let place = (value / LEAST).log2() * PER_DOUBLING;
    if value <= LEAST { 0 } else { place.min((BINS - 1) as f32) as usize + 1 }
}

/// The middle of the bin that holds the 99th percentile.
fn p99(bins: &[u64]) -> f64 {
    let total: u64 = bins.iter().sum();
    let place = total.saturating_sub(1) * 99 / 100;
    let mut below = 0;
    for (i, count) in bins.iter().enumerate() {
        below += count;
        if below > place {
            let doublings = (i as f64 - 0.5) / f64::from(PER_DOUBLING);
            return if i == 0 { 0.0 } else { f64::from(LEAST) * doublings.exp2() };
        }
    }
    0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_of_bins_is_that_of_the_values() {
        let mut bins = vec![0; BINS + 1];
        let values: Vec<f32> = (1..=1000).map(|i| i as f32 * 1e-4).collect();
        values.iter().for_each(|v| bins[bin(*v)] += 1);
        assert!((p99(&bins) / 0.099 - 1.0).abs() < 0.005, "{}", p99(&bins));
        assert_eq!(p99(&vec![0; BINS + 1]), 0.0);
        assert_eq!(bin(f32::INFINITY), BINS);
        assert_eq!(bin(0.0), 0);
    }
}

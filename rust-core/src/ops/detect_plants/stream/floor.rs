//! The lowest place of a point within the last second.

use std::collections::VecDeque;

/// A running minimum over a fixed number of frames; asks for no memory once it is made.
#[derive(Debug, Clone)]
pub(super) struct RunningFloor {
    length: usize,
    frame: usize,
    /// Frames and heights that may still become the lowest, rising.
    rising: VecDeque<(usize, f64)>,
}

impl RunningFloor {
    pub(super) fn new(length: usize) -> Self {
        Self { length, frame: 0, rising: VecDeque::with_capacity(length + 1) }
    }

    pub(super) fn clear(&mut self) {
        self.rising.clear();
    }

    /// Takes the next height and gives how far it is over the lowest.
    pub(super) fn clearance(&mut self, height: f64) -> f64 {
        while self.rising.back().is_some_and(|(_, h)| *h >= height) {
            self.rising.pop_back();
        }
        self.rising.push_back((self.frame, height));
        while self.rising.front().is_some_and(|(frame, _)| frame + self.length <= self.frame) {
            self.rising.pop_front();
        }
        self.frame += 1;
        self.rising.front().map_or(0.0, |(_, lowest)| height - lowest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clearance_equals_a_scan_of_the_last_frames() {
        let heights: Vec<f64> = (0..90).map(|i| f64::from((i * 37 + i * i) % 23)).collect();
        let mut floor = RunningFloor::new(7);
        let capacity = floor.rising.capacity();
        for t in 0..heights.len() {
            let lowest = heights[t.saturating_sub(6)..=t].iter().copied().fold(f64::INFINITY, f64::min);
            assert_eq!(floor.clearance(heights[t]), heights[t] - lowest, "{t}");
        }
        assert_eq!(floor.rising.capacity(), capacity);
    }
}

//! Feet that truly slide over the floor: reported, never pinned (docs/methods/plants.md, 6.2).

use super::tracks::{Tracks, runs};
use std::ops::Range;

/// Metres over the floor for the reference leg.
const LOW: f64 = 0.03;
/// Metres per second for the reference leg.
const LEVEL_SPEED: f64 = 0.25;
/// Seconds.
const MAX_GAP: f64 = 0.05;
const MIN_SECONDS: f64 = 0.20;
/// A foot that comes down to this many times the still speed while the other is in the air is a rolling stance.
const STANCE_SPEED: f64 = 2.0;
/// Share of a slide in which the other foot must be down.
const MIN_SHARED: f64 = 0.3;
/// Height below which the other foot counts as down, metres over the floor for the reference leg.
const OTHER_LOW: f64 = 0.05;

/// The lower of the heights of the toe plants before and after each frame, of either foot; `None` without any.
/// (Interpolating between them doubles the false slides on stairs.)
pub(super) fn floor_heights(plants: &[(Range<usize>, f64)], frame_count: usize) -> Option<Vec<f64>> {
    if plants.is_empty() {
        return None;
    }
    let mut before = vec![f64::INFINITY; frame_count];
    let mut after = vec![f64::INFINITY; frame_count];
    let mut sorted: Vec<&(Range<usize>, f64)> = plants.iter().collect();
    sorted.sort_by_key(|(frames, _)| frames.start);
    // A plant counts from its first frame on as "before", and up to its last as "after".
    let mut height = f64::INFINITY;
    let mut next = 0;
    for t in 0..frame_count {
        while next < sorted.len() && sorted[next].0.start <= t {
            height = sorted[next].1;
            next += 1;
        }
        before[t] = height;
    }
    sorted.sort_by_key(|(frames, _)| frames.end);
    let mut height = f64::INFINITY;
    let mut next = sorted.len();
    for t in (0..frame_count).rev() {
        while next > 0 && sorted[next - 1].0.end > t {
            height = sorted[next - 1].1;
            next -= 1;
        }
        after[t] = height;
    }
    Some(before.iter().zip(&after).map(|(a, b)| a.min(*b)).collect())
}

/// What is known of a toe.
pub(super) struct SlidingToe<'a> {
    pub(super) heights: &'a [f64],
    pub(super) floor: &'a [f64],
    pub(super) vertical_speed: &'a [f64],
    /// Residual speed over the floor, the fault's motion taken away.
    pub(super) level_speed: &'a [f64],
    pub(super) planted: &'a [bool],
    /// Planted flags and toe heights of the other foot.
    pub(super) other: Option<(&'a [Vec<bool>; 2], &'a [f64])>,
}

/// The frames in which the toe slides.
pub(super) fn find_slides(toe: &SlidingToe<'_>, still_speed: f64, tracks: &Tracks) -> Vec<Range<usize>> {
    let low = LOW * tracks.scale;
    let level = LEVEL_SPEED * tracks.scale;
    let mut flags: Vec<bool> = (0..tracks.frame_count)
        .map(|t| {
            toe.heights[t] < toe.floor[t] + low
                && toe.vertical_speed[t].abs() < level
                && toe.level_speed[t] > still_speed
                && !toe.planted[t]
        })
        .collect();
    let found = runs(&flags);
    for pair in found.windows(2) {
        let gap = pair[0].end..pair[1].start;
        if gap.len() as f64 * tracks.dt <= MAX_GAP + 1e-9 && !gap.clone().any(|t| toe.planted[t]) {
            flags[gap].fill(true);
        }
    }
    let mut found = runs(&flags);
    found.retain(|run| {
        run.len() as f64 * tracks.dt >= MIN_SECONDS - 1e-9 && !toe.is_rolling_stance(run, still_speed, tracks)
    });
    found
}

impl SlidingToe<'_> {
    /// Something must carry the body: if the other foot does not, and this one comes nearly to rest, it does.
    fn is_rolling_stance(&self, frames: &Range<usize>, still_speed: f64, tracks: &Tracks) -> bool {
        let Some((planted, heights)) = self.other else { return false };
        let is_down = |t: usize| {
            planted[0][t] || planted[1][t] || heights[t] < self.floor[t] + OTHER_LOW * tracks.scale
        };
        let shared = frames.clone().filter(|&t| is_down(t)).count() as f64 / frames.len() as f64;
        let slowest = self.level_speed[frames.clone()].iter().copied().fold(f64::INFINITY, f64::min);
        shared < MIN_SHARED && slowest < STANCE_SPEED * still_speed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floor_is_the_lower_of_the_plants_around() {
        let floor = floor_heights(&[(2..4, 0.5), (6..8, 0.2), (5..7, 0.3)], 10).unwrap();
        assert_eq!(floor, vec![0.5, 0.5, 0.5, 0.5, 0.3, 0.3, 0.2, 0.2, 0.2, 0.2]);
        assert_eq!(floor_heights(&[], 10), None);
    }
}

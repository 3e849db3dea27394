//! Brief and rolling contact, as in runs, where the toe seldom is still (docs/methods/plants.md, 6.3).

use super::tracks::{PointPair, Tracks, runs};
use std::ops::Range;

/// Metres over the lowest place within a second, for the reference leg.
const LOW: f64 = 0.04;
/// Times the still speed.
const MAX_SPEED: f64 = 4.0;
const SLOW_SPEED: f64 = 2.5;
const MIN_SECONDS: f64 = 0.05;

/// Finds the touches of a foot's toe. `speeds` are residual speeds in space.
pub(super) fn find_touches(
    foot: &PointPair,
    speeds: &[f64],
    planted: &[bool],
    slides: &[Range<usize>],
    still_speed: f64,
    tracks: &Tracks,
) -> Vec<Range<usize>> {
    let (heights, floor) = (&foot.heights[1], &foot.floors[1]);
    let mut flags: Vec<bool> = (0..tracks.frame_count)
        .map(|t| heights[t] < floor[t] + LOW * tracks.scale && speeds[t] < MAX_SPEED * still_speed)
        .collect();
    for slide in slides {
        flags[slide.clone()].fill(false);
    }
    runs(&flags)
        .into_iter()
        .filter(|run| run.len() as f64 * tracks.dt >= MIN_SECONDS - 1e-9)
        .filter(|run| run.clone().any(|t| planted[t] || speeds[t] < SLOW_SPEED * still_speed))
        .collect()
}

/// Share of a brief stance in which the other foot may be down too.
const MAX_SHARED: f64 = 0.3;
/// How far from the height of a neighbouring plant a brief stance may be, metres for the reference leg.
const SAME_FLOOR: f64 = 0.05;

/// Toe plants of both feet in the order in which they begin, with their heights.
pub(super) struct FloorPlants {
    plants: Vec<(Range<usize>, f64)>,
    /// The latest end of each plant and those before it.
    latest_ends: Vec<usize>,
}

impl FloorPlants {
    pub(super) fn new(plants: Vec<(Range<usize>, f64)>) -> Self {
        let mut latest = 0;
        let latest_ends = plants.iter().map(|(plant, _)| {
            latest = latest.max(plant.end);
            latest
        });
        Self { latest_ends: latest_ends.collect(), plants }
    }

    /// Heights of the last plant that begins before these frames and of the first that ends after them.
    fn around(&self, frames: &Range<usize>) -> [Option<f64>; 2] {
        let before = self.plants.partition_point(|(plant, _)| plant.start < frames.start).checked_sub(1);
        let after = self.latest_ends.partition_point(|&end| end <= frames.end);
        [before, Some(after)].map(|index| index.and_then(|i| self.plants.get(i)).map(|(_, height)| *height))
    }
}

/// What tells a brief stance, as of a run, from a foot that passes low or shuffles.
pub(super) struct Stance<'a> {
    pub(super) heights: &'a [f64],
    pub(super) plants: &'a FloorPlants,
    /// Height of the floor where the clip has no plant.
    pub(super) lowest: f64,
    /// Frames in which the other foot is planted or touches.
    pub(super) other_down: &'a [bool],
}

impl Stance<'_> {
    /// Whether the body stands on this toe alone, on the floor.
    pub(super) fn is_brief_stance(&self, frames: &Range<usize>, tracks: &Tracks) -> bool {
        let shared = frames.clone().filter(|&t| self.other_down[t]).count();
        if shared as f64 > MAX_SHARED * frames.len() as f64 {
            return false;
        }
        let height = self.heights[frames.clone()].iter().sum::<f64>() / frames.len().max(1) as f64;
        let near = |floor: f64| (height - floor).abs() < SAME_FLOOR * tracks.scale;
        match self.plants.around(frames) {
            [None, None] => near(self.lowest),
            around => around.into_iter().flatten().any(near),
        }
    }
}

/// The part of a touch in which the toe is slowest: around the slowest frame, up to where it doubles its speed or
/// gains the still speed, whichever comes later.
pub(super) fn slowest_part(touch: &Range<usize>, speeds: &[f64], still_speed: f64) -> Range<usize> {
    let slowest = touch.clone().min_by(|&a, &b| speeds[a].total_cmp(&speeds[b])).unwrap_or(touch.start);
    let limit = (2.0 * speeds[slowest]).max(speeds[slowest] + still_speed).min(SLOW_SPEED * still_speed);
    let mut part = slowest..slowest + 1;
    while part.start > touch.start && speeds[part.start - 1] <= limit {
        part.start -= 1;
    }
    while part.end < touch.end && speeds[part.end] <= limit {
        part.end += 1;
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plants_around_are_those_that_a_scan_finds() {
        let mut plants: Vec<(Range<usize>, f64)> =
            (0..40).map(|i| (i * 7..i * 7 + 1 + (i * 13) % 29, i as f64)).collect();
        plants.sort_by_key(|(plant, _)| plant.start);
        let indexed = FloorPlants::new(plants.clone());
        for start in 0..300 {
            let frames = start..start + 5;
            let before = plants.iter().rev().find(|(plant, _)| plant.start < frames.start).map(|p| p.1);
            let after = plants.iter().find(|(plant, _)| plant.end > frames.end).map(|p| p.1);
            assert_eq!(indexed.around(&frames), [before, after], "{frames:?}");
        }
        assert_eq!(FloorPlants::new(Vec::new()).around(&(0..3)), [None, None]);
    }

    #[test]
    fn slowest_part_is_around_the_minimum() {
        let speeds = [1.0, 0.5, 0.3, 0.2, 0.25, 0.34, 0.6, 0.2];
        assert_eq!(slowest_part(&(0..7), &speeds, 0.15), 2..6);
        assert_eq!(slowest_part(&(0..1), &speeds, 0.15), 0..1);
    }
}

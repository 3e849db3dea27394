//! Which still intervals carry the body (docs/methods/plants.md, 5). A lifted foot goes down on both sides and never
//! carries the body alone; a stair goes up or down on one side, and a top step does carry it alone. No global floor is
//! assumed.

use super::tracks::{Tracks, quantile};
use std::ops::Range;

/// Half height of the band that counts as one level, metres for the reference leg.
pub(super) const BAND: f64 = 0.10;
/// Least share of the leg by which the root is above a foot that carries it alone.
pub(super) const MIN_HANG: f64 = 0.3;
/// Over the given ground a foot point may be this much higher than where it rests, metres.
const GROUND_BAND: f64 = 0.10;

/// Why a still interval counts as a plant, or that it does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Support {
    /// It carries the body alone for a while, or the given ground is right under it.
    Sure,
    /// Nothing speaks against it.
    Likely,
    /// Still, but lifted.
    Held,
}

/// A point's heights with the extent of each block of frames, for long walks through level stretches.
pub(super) struct Heights<'a> {
    values: &'a [f64],
    blocks: Vec<(f64, f64)>,
}

const BLOCK: usize = 32;

/// Where a point goes when it first leaves a band.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Leaves {
    Up,
    Down,
    Unknown,
}

impl<'a> Heights<'a> {
    pub(super) fn new(values: &'a [f64]) -> Self {
        let extent = |block: &[f64]| {
            block.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), &v| (lo.min(v), hi.max(v)))
        };
        Self { values, blocks: values.chunks(BLOCK).map(extent).collect() }
    }

    fn side(&self, t: usize, low: f64, high: f64) -> Option<Leaves> {
        let value = self.values[t];
        if value > high {
            Some(Leaves::Up)
        } else if value < low {
            Some(Leaves::Down)
        } else {
            None
        }
    }

    fn inside(&self, block: usize, low: f64, high: f64) -> bool {
        self.blocks[block].0 >= low && self.blocks[block].1 <= high
    }

    fn after(&self, frame: usize, low: f64, high: f64) -> Leaves {
        let mut t = frame;
        while t < self.values.len() {
            if t.is_multiple_of(BLOCK) && self.inside(t / BLOCK, low, high) {
                t += BLOCK;
                continue;
            }
            if let Some(side) = self.side(t, low, high) {
                return side;
            }
            t += 1;
        }
        Leaves::Unknown
    }

    fn before(&self, frame: usize, low: f64, high: f64) -> Leaves {
        let mut t = frame;
        while t > 0 {
            if t.is_multiple_of(BLOCK) && self.inside(t / BLOCK - 1, low, high) {
                t -= BLOCK;
                continue;
            }
            t -= 1;
            if let Some(side) = self.side(t, low, high) {
                return side;
            }
        }
        Leaves::Unknown
    }
}

/// What is known of the foot that is judged.
pub(super) struct Candidate<'a> {
    pub(super) heights: &'a Heights<'a>,
    /// Root height minus point height per frame, metres.
    pub(super) root_heights: &'a [f64],
    /// Still flags of the other foot (either point) and its heights at the same point; `None` for a one-legged rig.
    pub(super) other: Option<(&'a [bool], &'a [f64])>,
    /// With a ground: the height over it at which this point rests.
    pub(super) rest_height: Option<f64>,
}

impl Candidate<'_> {
    pub(super) fn judge(&self, frames: &Range<usize>, tracks: &Tracks, scratch: &mut Vec<f64>) -> Support {
        let values = &self.heights.values[frames.clone()];
        scratch.clear();
        scratch.extend_from_slice(values);
        let height = quantile(scratch, 0.5).unwrap_or(0.0);
        if let Some(rest) = self.rest_height {
            let lifted = height > rest + GROUND_BAND * tracks.scale;
            return if lifted { Support::Held } else { Support::Sure };
        }
        let band = BAND * tracks.scale;
        let (low, high) = (height - band, height + band);
        let before = self.heights.before(frames.start, low, high);
        let after = self.heights.after(frames.end, low, high);
        let hang = if tracks.leg_length > 1e-9 {
            let sum: f64 = frames.clone().map(|t| self.root_heights[t] - self.heights.values[t]).sum();
            sum / frames.len() as f64 / tracks.leg_length
        } else {
            1.0
        };
        let mut other_still = 0;
        let mut above = false;
        if let Some((still, heights)) = self.other {
            scratch.clear();
            scratch.extend(frames.clone().filter(|&t| still[t]).map(|t| heights[t]));
            other_still = scratch.len();
            above = quantile(scratch, 0.5).is_some_and(|other| height > other + band);
        }
        let seconds = |count: usize| count as f64 * tracks.dt;
        let alone = seconds(frames.len() - other_still) >= 0.10 && hang > MIN_HANG;
        let likely = match (before, after) {
            (Leaves::Down, Leaves::Down) => hang > 0.5 && !above && seconds(other_still) >= 0.3,
            (Leaves::Down, Leaves::Unknown) | (Leaves::Unknown, Leaves::Down) => !above && hang > MIN_HANG,
            _ => !above,
        };
        match (alone, likely) {
            (true, _) => Support::Sure,
            (false, true) => Support::Likely,
            (false, false) => Support::Held,
        }
    }
}

/// The height over the ground at which a point rests: the low end of where it is still. Takes up a floor that is off
/// by a constant and the height of the joint over the sole, but not a foot that never comes near the ground.
pub(super) fn rest_height(heights: &[f64], still: &[bool], scale: f64) -> f64 {
    let mut low: Vec<f64> = heights.iter().zip(still).filter(|(_, s)| **s).map(|(h, _)| *h).collect();
    quantile(&mut low, 0.1).unwrap_or(0.0).min(0.25 * scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_departure_equals_a_scan() {
        let values: Vec<f64> =
            (0..400).map(|i| (f64::from(i) * 0.013).sin() + 0.2 * f64::from(i % 7) / 7.0).collect();
        let heights = Heights::new(&values);
        for frame in (0..400).step_by(13) {
            for band in [0.05, 0.3, 5.0] {
                let (low, high) = (values[frame] - band, values[frame] + band);
                let leaves = |v: &f64| {
                    if *v > high { Some(Leaves::Up) } else { (*v < low).then_some(Leaves::Down) }
                };
                let after = values[frame..].iter().find_map(leaves).unwrap_or(Leaves::Unknown);
                let before = values[..frame].iter().rev().find_map(leaves).unwrap_or(Leaves::Unknown);
                assert_eq!(heights.after(frame, low, high), after);
                assert_eq!(heights.before(frame, low, high), before);
            }
        }
    }
}

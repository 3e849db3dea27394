//! How high each point is over what it stands on.

use super::{SupportKind, SupportPoint};
use crate::math::Vec3;
use crate::model::{Ground, Plants, PointKind, Side};
use std::ops::Range;

/// Speed below which a point is still, m/s, for the reference leg.
const STILL: f64 = 0.25;
/// Of the heights of a still point this share is below its floor: noise, and shoes that give way.
const LOW_SHARE: f64 = 0.15;
/// Still points whose heights spread by more stand on steps or are held up, metres, for the reference leg.
const SPREAD: f64 = 0.10;
/// A point's floor is at most this far above the lowest of its foot, metres, for the reference leg.
const FOOT_SPREAD: f64 = 0.03;

/// What the points stand on.
#[derive(Debug, Clone)]
pub(crate) enum FloorModel<'a> {
    /// One height for each point, and that of the floor: capture and proxies leave each point its own.
    Level { heights: Vec<f64>, floor: f64 },
    /// Steps: each stance has its own floor. By [`stance_group`], in the order of their first frames.
    Stances([Vec<Stance>; 4]),
    /// The ground that was given.
    Ground(&'a Ground),
}

/// The floor under one plant.
#[derive(Debug, Clone)]
pub(crate) struct Stance {
    side: Side,
    is_hand: bool,
    frames: Range<usize>,
    /// For each support point of that foot; others have none.
    heights: Vec<f64>,
}

/// Left foot, right foot, left hand, right hand.
fn stance_group(point: &SupportPoint) -> usize {
    usize::from(point.side == Side::Right) + 2 * usize::from(point.kind == SupportKind::Hand)
}

/// Heights and speeds of all points, `[frame * points + point]`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PointTracks<'a> {
    pub(crate) points: &'a [SupportPoint],
    pub(crate) positions: &'a [Vec3],
    pub(crate) speeds: &'a [f64],
    /// Leg against the reference leg.
    pub(crate) scale: f64,
}

impl PointTracks<'_> {
    pub(crate) fn frame_count(&self) -> usize {
        self.positions.len() / self.points.len().max(1)
    }

    fn still_heights(&self, point: usize, frames: Range<usize>) -> Vec<f64> {
        let count = self.points.len();
        let all = frames.map(|frame| frame * count + point);
        all.filter(|&at| self.speeds[at] < STILL * self.scale).map(|at| self.positions[at].y).collect()
    }

    fn lowest(&self, point: usize, frames: Range<usize>) -> f64 {
        let count = self.points.len();
        frames.map(|frame| self.positions[frame * count + point].y).fold(f64::INFINITY, f64::min)
    }
}

/// The value below which that share of the values lies.
fn percentile(values: &mut [f64], share: f64) -> Option<f64> {
    let at = ((values.len() as f64 * share) as usize).min(values.len().checked_sub(1)?);
    Some(*values.select_nth_unstable_by(at, f64::total_cmp).1)
}

impl<'a> FloorModel<'a> {
    /// One level floor, from where points are still. `None` where still feet are at different heights: plants must tell steps from feet
    /// that are held up.
    pub(crate) fn level(tracks: &PointTracks<'_>) -> Option<Self> {
        let frames = 0..tracks.frame_count();
        let feet = tracks.points.iter().enumerate().filter(|(_, point)| point.kind == SupportKind::Foot);
        let mut heights = vec![f64::NAN; tracks.points.len()];
        let mut is_level = true;
        for (point, _) in feet {
            let mut still = tracks.still_heights(point, frames.clone());
            let top = percentile(&mut still, 1.0 - LOW_SHARE);
            let low = percentile(&mut still, LOW_SHARE);
            is_level &= top.zip(low).is_none_or(|(top, low)| top - low <= SPREAD * tracks.scale);
            heights[point] = low.unwrap_or_else(|| tracks.lowest(point, frames.clone()));
        }
        Self::from_heights(heights).filter(|_| is_level)
    }

    /// As [`Self::level`], whatever the heights are.
    pub(crate) fn lowest(tracks: &PointTracks<'_>) -> Option<Self> {
        let frames = 0..tracks.frame_count();
        let height = |(index, point): (usize, &SupportPoint)| {
            if point.kind == SupportKind::Foot { tracks.lowest(index, frames.clone()) } else { f64::NAN }
        };
        Self::from_heights(tracks.points.iter().enumerate().map(height).collect())
    }

    /// What is no foot has the feet's floor. `None` without feet.
    fn from_heights(mut heights: Vec<f64>) -> Option<Self> {
        let known: Vec<f64> = heights.iter().copied().filter(|height| height.is_finite()).collect();
        if known.is_empty() {
            return None;
        }
        let floor = known.iter().sum::<f64>() / known.len() as f64;
        heights.iter_mut().filter(|height| !height.is_finite()).for_each(|height| *height = floor);
        Some(Self::Level { heights, floor })
    }

    /// From plants: one level floor where all stances are at about one height, else a floor for each.
    pub(crate) fn from_plants(tracks: &PointTracks<'_>, plants: &Plants) -> Option<Self> {
        let mut stances: Vec<Stance> = Vec::new();
        for plant in plants.iter() {
            let is_hand = matches!(plant.point.kind, PointKind::Wrist | PointKind::Fingertips);
            let side = plant.point.side;
            let frames = plant.frames.clone();
            let kind = if is_hand { SupportKind::Hand } else { SupportKind::Foot };
            let of_foot = |point: &SupportPoint| point.side == side && point.kind == kind;
            let points = tracks.points.iter().enumerate().filter(|(_, point)| of_foot(point));
            let lowest =
                points.clone().map(|(i, _)| tracks.lowest(i, frames.clone())).fold(f64::INFINITY, f64::min);
            if !lowest.is_finite() {
                continue;
            }
            let mut heights = vec![f64::NAN; tracks.points.len()];
            for (index, _) in points {
                let still = percentile(&mut tracks.still_heights(index, frames.clone()), LOW_SHARE);
                heights[index] = still.unwrap_or(lowest).min(lowest + FOOT_SPREAD * tracks.scale);
            }
            // Who kneels or sits does it where his foot is.
            for (index, point) in tracks.points.iter().enumerate().filter(|(_, point)| point.side == side) {
                if !is_hand && matches!(point.kind, SupportKind::Limb | SupportKind::Trunk) {
                    heights[index] = lowest;
                }
            }
            stances.push(Stance { side, is_hand, frames, heights });
        }
        let lowest = |stance: &Stance| stance.heights.iter().copied().fold(f64::INFINITY, f64::min);
        let of_feet = stances.iter().filter(|stance| !stance.is_hand).map(lowest);
        let (low, high) = of_feet.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), h| (a.min(h), b.max(h)));
        if !low.is_finite() {
            return None;
        }
        if high - low <= SPREAD * tracks.scale {
            return Self::of_stances(tracks, &stances);
        }
        stances.sort_by_key(|stance| stance.frames.start);
        let mut groups: [Vec<Stance>; 4] = Default::default();
        for stance in stances {
            groups[usize::from(stance.side == Side::Right) + 2 * usize::from(stance.is_hand)].push(stance);
        }
        Some(Self::Stances(groups))
    }

    /// One floor for each point: the mean over the stances, longer ones counting more.
    fn of_stances(tracks: &PointTracks<'_>, stances: &[Stance]) -> Option<Self> {
        let height = |point: usize| {
            let of = stances.iter().filter(|stance| stance.heights[point].is_finite());
            let (sum, count) = of.fold((0.0, 0.0), |(sum, count), stance| {
                let frames = stance.frames.len() as f64;
                (sum + stance.heights[point] * frames, count + frames)
            });
            sum / count
        };
        let is_foot = |point: usize| tracks.points[point].kind == SupportKind::Foot;
        let all = 0..tracks.points.len();
        Self::from_heights(all.map(|point| if is_foot(point) { height(point) } else { f64::NAN }).collect())
    }

    /// How high a place of a point is over what that point stands on; above it anywhere between two steps.
    pub(crate) fn height_over(&self, frame: usize, index: usize, point: &SupportPoint, place: &Vec3) -> f64 {
        match self {
            Self::Level { heights, .. } => place.y - heights[index],
            Self::Ground(ground) => match ground.footing(place.x, place.z, place.y) {
                Some(footing) => (place.y - footing.height) * footing.normal.y,
                None => f64::INFINITY,
            },
            Self::Stances(stances) => {
                let stances = &stances[stance_group(point)];
                let next = stances.partition_point(|stance| stance.frames.start <= frame);
                let neighbours = &stances[next.saturating_sub(1)..(next + 1).min(stances.len())];
                let overs = neighbours.iter().map(|stance| place.y - stance.heights[index]);
                overs.min_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(f64::INFINITY)
            }
        }
    }

    /// Whether all stand on one level floor; its height.
    pub(crate) fn level_height(&self) -> Option<f64> {
        match self {
            Self::Level { floor, .. } => Some(*floor),
            _ => None,
        }
    }
}

//! How high each point is over what it stands on.

use super::{SupportKind, SupportPoint};
use crate::math::Vec3;
use crate::model::{Ground, Plants, PointKind, Side};
use std::ops::Range;

/// Speed below which a point is still, m/s, for the reference leg.
const STILL: f64 = 0.25;
/// Of the heights of a still point this share is below its floor: noise, and shoes that give way.
const LOW_SHARE: f64 = 0.15;
/// Still points whose heights spread by more stand on steps or are held up, metres, for the reference leg. So does a foot that is always
/// higher than the other by more.
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
fn stance_group(side: Side, is_hand: bool) -> usize {
    usize::from(side == Side::Right) + 2 * usize::from(is_hand)
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

    /// The lowest of the heights of each foot; infinite where none is known. What is no foot has none yet.
    fn lowest_of_feet(&self, heights: &[f64]) -> [f64; 2] {
        Side::BOTH.map(|side| {
            let of =
                heights.iter().zip(self.points).filter(|(height, p)| height.is_finite() && p.side == side);
            of.fold(f64::INFINITY, |low, (height, _)| low.min(*height))
        })
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
        let [left, right] = tracks.lowest_of_feet(&heights);
        is_level &= !(left.is_finite() && right.is_finite()) || (left - right).abs() <= SPREAD * tracks.scale;
        Self::from_heights(tracks, heights).filter(|_| is_level)
    }

    /// As [`Self::level`], whatever the heights are.
    pub(crate) fn lowest(tracks: &PointTracks<'_>) -> Option<Self> {
        let frames = 0..tracks.frame_count();
        let height = |(index, point): (usize, &SupportPoint)| {
            if point.kind == SupportKind::Foot { tracks.lowest(index, frames.clone()) } else { f64::NAN }
        };
        Self::from_heights(tracks, tracks.points.iter().enumerate().map(height).collect())
    }

    /// What is no foot has the floor of the lower foot, and so has a foot that is always held up. `None` without feet.
    fn from_heights(tracks: &PointTracks<'_>, mut heights: Vec<f64>) -> Option<Self> {
        let lows = tracks.lowest_of_feet(&heights);
        let (lower, upper) = if lows[0] <= lows[1] { (0, 1) } else { (1, 0) };
        if !lows[lower].is_finite() {
            return None;
        }
        let of_side = |side: usize, height: &f64, point: &SupportPoint| {
            height.is_finite() && point.side == Side::BOTH[side]
        };
        if lows[upper] > lows[lower] + SPREAD * tracks.scale {
            let held = heights.iter_mut().zip(tracks.points).filter(|(h, point)| of_side(upper, h, point));
            held.for_each(|(height, _)| *height = f64::NAN);
        }
        let known = heights.iter().zip(tracks.points).filter(|(h, point)| of_side(lower, h, point));
        let (sum, count) = known.fold((0.0, 0.0), |(sum, count), (height, _)| (sum + height, count + 1.0));
        let floor = sum / count;
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
            groups[stance_group(stance.side, stance.is_hand)].push(stance);
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
        let heights = all.map(|point| if is_foot(point) { height(point) } else { f64::NAN }).collect();
        Self::from_heights(tracks, heights)
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
                let stances = &stances[stance_group(point.side, point.kind == SupportKind::Hand)];
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinematics::forward::rest_pose;
    use crate::kinematics::support::support_points;

    const FRAMES: usize = 30;

    /// A standing character whose feet are lifted by so much in all frames; what `ask` finds out about its floor.
    fn standing<T>(lifts: [f64; 2], ask: impl Fn(&PointTracks<'_>) -> T) -> T {
        let skeleton = crate::sample::biped_skeleton(&Default::default()).unwrap();
        let points = support_points(&skeleton, &[None, None], 0.015);
        let rest = rest_pose(&skeleton);
        let place = |point: &SupportPoint| {
            let lift = lifts[usize::from(point.side == Side::Right)];
            rest.point(0, point.joint, &point.offset) + Vec3::y() * lift
        };
        let frame: Vec<Vec3> = points.iter().map(place).collect();
        let positions: Vec<Vec3> = (0..FRAMES).flat_map(|_| frame.clone()).collect();
        let speeds = vec![0.0; positions.len()];
        ask(&PointTracks { points: &points, positions: &positions, speeds: &speeds, scale: 1.0 })
    }

    /// How high the first point of each foot is over a floor.
    fn overs(tracks: &PointTracks<'_>, floor: &FloorModel<'_>) -> [f64; 2] {
        Side::BOTH.map(|side| {
            let index = tracks.points.iter().position(|point| point.side == side).unwrap();
            floor.height_over(0, index, &tracks.points[index], &tracks.positions[index])
        })
    }

    #[test]
    fn feet_on_one_floor_each_have_their_own_height() {
        standing([0.0, 0.04], |tracks| {
            let floor = FloorModel::level(tracks).unwrap();
            assert_eq!(overs(tracks, &floor), [0.0, 0.0]);
            // The floor is that of the lower foot.
            let alone =
                standing([0.0, 0.0], |tracks| FloorModel::level(tracks).unwrap().level_height().unwrap());
            assert!((floor.level_height().unwrap() - alone).abs() < 1e-9);
        });
    }

    #[test]
    fn a_foot_that_is_always_held_up_has_no_floor_of_its_own() {
        for lifts in [[0.0, 0.4], [0.4, 0.0]] {
            standing(lifts, |tracks| {
                assert!(
                    FloorModel::level(tracks).is_none(),
                    "plants must tell a step from a foot that is held up"
                );
                let floor = FloorModel::lowest(tracks).unwrap();
                for (over, lift) in overs(tracks, &floor).into_iter().zip(lifts) {
                    assert!((over - lift).abs() < 0.03, "{lifts:?}: {over} {lift}");
                }
            });
        }
    }

    #[test]
    fn without_a_place_there_is_no_floor() {
        let none = standing([f64::NAN, f64::NAN], |tracks| FloorModel::lowest(tracks).is_none());
        assert!(none);
    }
}

//! Feet that are low but hardly ever still, as networks make them (text to motion, motion from video): they glide over
//! the floor at 20 to 60 cm/s all the time, so that no speed limit of a capture finds their stances.
//!
//! Such a clip is told by the share of low frames in which a foot is still: about 10 % there, 95 % on captures. In it
//! the limit over the floor is widened to what the low feet do, and what else tells a stance counts as well: height,
//! vertical speed, and for the ankle whether the foot turns. The faster a body, the more its feet roll, and the faster they
//! must be to count as gliding. Equations and sources: docs/methods/plants.md, 4.3.

use super::PointMotion;
use super::fault_model::Fault;
use super::still::{find_cheapest, level_squared};
use super::tracks::{Path, Tracks, quantile, runs, runs_in_segments, without_dips};
use super::velocity::Velocities;
use crate::math::Vec3;
use crate::math::running::running_minimum;
use crate::model::Note;

/// Height over the floor below which both points of a low foot are, metres for the reference leg.
pub(super) const LOW: f64 = 0.03;
/// Share of low frames in which a gliding foot still rests; of the foot that rests less.
const MAX_STILL_SHARE: f64 = 0.32;
const MAX_LESSER_SHARE: f64 = 0.22;
/// Median speed of low feet from which they glide, in still speeds: boxers shuffle at 1.5.
const MIN_MEDIAN_SPEED: f64 = 1.9;
/// Metres of noise on the feet that ask for a still speed more: what shakes is not told from what glides.
const NOISE_UNIT: f64 = 0.005;
/// How much of the low feet's speed goes one way in a walk on the spot.
const ONE_WAY: f64 = 0.6;
/// Limits over what three quarters of the low feet do, and their range: speed over the floor (in still speeds), vertical
/// speed and speed of the ankle about the toe (m/s for the reference leg).
const SPEED_OVER_MOST: f64 = 1.5;
const SPEEDS: [f64; 2] = [4.0, 6.0];
const RISE_OVER_MOST: f64 = 4.0;
const RISES: [f64; 2] = [0.2, 0.6];
const TURN_OVER_MOST: f64 = 2.5;
const TURNS: [f64; 2] = [0.25, 0.9];
/// Height over the floor where the vertical speed is least, metres for the reference leg.
const HEIGHT: f64 = 0.06;
/// A gap in which the foot stays low and hardly faster is one stance: seconds, and times the widened speed.
const MAX_GAP: f64 = 0.2;
const MAX_GAP_SPEED: f64 = 1.5;
/// Shorter stances would be stops in mid-glide, seconds.
pub(super) const MIN_SECONDS: f64 = 0.12;
/// Kernel of the fault's fit, times the widened speed.
pub(super) const FIT_SHARE: f64 = 0.8;
/// Speed of touches, times the widened speed: anything low is slow by that.
pub(super) const TOUCH_SHARE: f64 = 0.5;
/// Share of the frames in which a foot must be low to be judged.
const MIN_LOW_SHARE: f64 = 0.05;
/// Root speed over low frames from which feet roll over the floor as in a run, m/s for the reference leg, and how many
/// still speeds more are asked for each m/s above it.
const ROLL_SPEED: f64 = 1.0;
const ROLL_SHARE: f64 = 0.5;

/// The height of each point of a foot over its floor; the floor is the higher of the lowest places in the half second
/// before and after, so that a stair counts from its own step.
pub(super) fn clearance(heights: &[f64], tracks: &Tracks) -> Vec<f64> {
    let filled = without_dips(heights, tracks.dt);
    let reach = tracks.frames(0.5, 1);
    let before = running_minimum(&filled, reach, 0);
    let after = running_minimum(&filled, 0, reach);
    (0..heights.len()).map(|t| (heights[t] - before[t].max(after[t])).max(0.0)).collect()
}

/// What is known of a clip whose feet glide.
pub(super) struct Glide {
    pub(super) limits: Limits,
    /// Share of low frames in which a foot is still.
    pub(super) still_share: f64,
    /// Median speed of low feet over the floor, metres per second.
    pub(super) median_speed: f64,
    /// Per foot and point.
    clearances: Vec<[Vec<f64>; 2]>,
}

impl Glide {
    /// Recognises a clip whose feet glide; `None` for any other.
    pub(super) fn recognise(
        tracks: &Tracks,
        velocities: &Velocities,
        points: &[[PointMotion; 2]],
        still_speed: f64,
    ) -> Option<Self> {
        let feet = &tracks.limbs[..tracks.foot_count];
        let low = LOW * tracks.scale;
        let (mut speeds, mut roots, mut rises, mut turns) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (mut way, mut squares) = (Vec3::zeros(), 0.0);
        let mut lesser = f64::INFINITY;
        for ((limb, points), v) in feet.iter().zip(points).zip(&velocities.limbs) {
            let is_low = |t: usize| (0..2).all(|w| limb.heights[w][t] < limb.floors[w][t] + low);
            let first = speeds.len();
            for t in (0..tracks.frame_count).filter(|&t| is_low(t)) {
                speeds.push(points[0].speeds[t].min(points[1].speeds[t]));
                roots.push(velocities.root.x[t].hypot(velocities.root.z[t]));
                rises.push(v[0].y[t].abs().min(v[1].y[t].abs()));
                turns.push((v[0].at(t) - v[1].at(t)).norm());
                let toe = Vec3::new(v[1].x[t], 0.0, v[1].z[t]);
                way += toe;
                squares += toe.norm_squared();
            }
            let own = &speeds[first..];
            if own.len() as f64 > MIN_LOW_SHARE * tracks.frame_count as f64 {
                lesser = lesser.min(share_below(own, still_speed));
            }
        }
        let still_share = share_below(&speeds, still_speed);
        let root_speed = quantile(&mut roots, 0.5)?;
        let median_speed = quantile(&mut speeds, 0.5)?;
        let roll = ROLL_SHARE * (root_speed / tracks.scale - ROLL_SPEED).max(0.0);
        let min_median = MIN_MEDIAN_SPEED + velocities.noise.feet / (NOISE_UNIT * tracks.scale) + roll;
        if still_share > MAX_STILL_SHARE
            || lesser > MAX_LESSER_SHARE
            || median_speed < min_median * still_speed
        {
            return None;
        }
        // Feet that go one way under a body that stays walk on the spot.
        let count = speeds.len() as f64;
        let travel = mean(&velocities.root.x).hypot(mean(&velocities.root.z));
        let way = way.norm() / count;
        if way > ONE_WAY * (squares / count).sqrt() && travel < 0.5 * way {
            return None;
        }
        let most = [&mut speeds, &mut rises, &mut turns].map(|values| quantile(values, 0.75).unwrap_or(0.0));
        let clearances =
            feet.iter().map(|limb| [0, 1].map(|w| clearance(&limb.heights[w], tracks))).collect();
        let limits = Limits::new(most, still_speed, tracks.scale);
        Some(Self { limits, still_share, median_speed, clearances })
    }

    /// Standing or not per frame and point of one foot.
    pub(super) fn find_standing(
        &self,
        foot: usize,
        velocity: &[Path; 2],
        velocities: &Velocities,
        faults: &[Fault],
        tracks: &Tracks,
    ) -> [Vec<bool>; 2] {
        [0, 1].map(|which| {
            let v = &velocity[which];
            let over_floor = level_squared(v, velocities, faults);
            let excess: Vec<f64> = (0..tracks.frame_count)
                .map(|t| {
                    let turn = if which == 0 { velocity[0].at(t) - velocity[1].at(t) } else { Vec3::zeros() };
                    let clearance = self.clearances[foot][which][t];
                    self.limits.excess(over_floor[t], v.y[t], clearance, turn.norm_squared())
                })
                .collect();
            let mut flags = find_cheapest(&excess, tracks);
            self.bridge(&mut flags, foot, which, &over_floor, tracks);
            drop_scraps(&mut flags, tracks);
            flags
        })
    }

    fn bridge(&self, flags: &mut [bool], foot: usize, which: usize, over_floor: &[f64], tracks: &Tracks) {
        let max_frames = tracks.frames(MAX_GAP, 0);
        let limit = (MAX_GAP_SPEED * self.limits.still_speed).powi(2);
        let clearances = &self.clearances[foot][which];
        for segment in &tracks.segments {
            for pair in runs(&flags[segment.clone()]).windows(2) {
                let gap = segment.start + pair[0].end..segment.start + pair[1].start;
                let stays = |t: usize| clearances[t] < self.limits.height && over_floor[t] < limit;
                if gap.len() <= max_frames && gap.clone().all(stays) {
                    flags[gap].fill(true);
                }
            }
        }
    }

    pub(super) fn note(&self) -> Note {
        let text = format!(
            "low feet are still in {:.0} % of their frames and glide at {:.2} m/s, as in motion made by a network: \
             up to {:.2} m/s counts as standing in this clip",
            100.0 * self.still_share,
            self.median_speed,
            self.limits.still_speed
        );
        Note::warning("glide", text)
    }
}

/// Drops stances of less than [`MIN_SECONDS`], at the ends of the clip as well.
fn drop_scraps(flags: &mut [bool], tracks: &Tracks) {
    for run in runs_in_segments(flags, &tracks.segments) {
        if (run.len() as f64 * tracks.dt) < MIN_SECONDS - 1e-9 {
            flags[run].fill(false);
        }
    }
}

/// What a standing foot of a gliding clip may do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Limits {
    /// Speed over the floor, metres per second.
    pub(super) still_speed: f64,
    rise: f64,
    height: f64,
    turn: f64,
}

impl Limits {
    /// `most` is what three quarters of the low feet keep below: speed over the floor, vertical speed, speed of the ankle
    /// about the toe. The motion of some networks is rough in all of them, that of others glides but keeps its shape.
    pub(super) fn new(most: [f64; 3], still_speed: f64, scale: f64) -> Self {
        let within = |value: f64, [least, most]: [f64; 2], unit: f64| value.clamp(least * unit, most * unit);
        let rise = within(RISE_OVER_MOST * most[1], RISES, scale);
        Self {
            still_speed: within(SPEED_OVER_MOST * most[0], SPEEDS, still_speed),
            rise,
            height: HEIGHT * scale * (rise / (RISES[0] * scale)).sqrt(),
            turn: within(TURN_OVER_MOST * most[2], TURNS, scale),
        }
    }

    /// What speaks against standing in a frame: −1 nothing, 0 as much as for it. Squared speed over the floor, vertical
    /// speed, height over the floor, squared speed of the ankle about the toe (0 for the toe).
    pub(super) fn excess(&self, level_squared: f64, rise: f64, clearance: f64, turn_squared: f64) -> f64 {
        let square = |x: f64| x * x;
        level_squared / square(self.still_speed)
            + square(rise / self.rise)
            + square(clearance / self.height)
            + turn_squared / square(self.turn)
            - 1.0
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn share_below(values: &[f64], limit: f64) -> f64 {
    if values.is_empty() {
        return 1.0;
    }
    values.iter().filter(|v| **v < limit).count() as f64 / values.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_follow_what_low_feet_do_within_bounds() {
        let narrow = Limits::new([0.1, 0.0, 0.0], 0.15, 1.0);
        assert_eq!((narrow.still_speed, narrow.rise, narrow.turn), (0.6, 0.2, 0.25));
        let wide = Limits::new([5.0; 3], 0.15, 1.0);
        assert!((wide.still_speed - 0.9).abs() < 1e-12 && wide.rise == 0.6 && wide.turn == 0.9);
        assert!(wide.height > narrow.height);
        assert!(narrow.excess(0.0, 0.0, 0.0, 0.0) == -1.0);
        assert!(narrow.excess(0.37, 0.0, 0.0, 0.0) > 0.0 && narrow.excess(0.0, 0.21, 0.0, 0.0) > 0.0);
        assert!(narrow.excess(0.0, 0.0, 0.07, 0.0) > 0.0 && narrow.excess(0.0, 0.0, 0.0, 0.07) > 0.0);
        // Twice the body, twice of everything.
        let large = Limits::new([0.2, 0.0, 0.0], 0.30, 2.0);
        assert_eq!(large.still_speed, 2.0 * narrow.still_speed);
        assert!((large.height - 2.0 * narrow.height).abs() < 1e-12);
    }

    #[test]
    fn a_step_of_stairs_is_its_own_floor() {
        // Half a second on the floor, a swing of 0.2 s, a second on a step of 17 cm.
        let heights: Vec<f64> = (0..102)
            .map(|t| match t {
                0..30 => 0.0,
                30..42 => 0.17 * f64::from(t - 29) / 12.0 + 0.1,
                _ => 0.17,
            })
            .collect();
        let tracks = Tracks {
            frame_count: heights.len(),
            dt: 1.0 / 60.0,
            root: Path::zeros(heights.len()),
            limbs: Vec::new(),
            foot_count: 0,
            leg_length: 0.83,
            scale: 1.0,
            segments: std::iter::once(0..heights.len()).collect(),
            has_ground: false,
            leg_growth: 0.0,
        };
        let clearance = clearance(&heights, &tracks);
        assert!(clearance[..28].iter().chain(&clearance[44..]).all(|c| *c < 1e-12), "{clearance:.2?}");
    }
}

//! Rounds of [`ArcProblem`]: shift, place the body with its feet, measure the centre of mass again.

use super::arc_problem::{ArcProblem, ArcScratch, ReachRow};
use crate::error::Result;
use crate::kinematics::WorldPoses;
use crate::kinematics::momentum::{Dynamics, DynamicsScratch};
use crate::kinematics::shifted_body::{BodyShift, ShiftedBody};
use crate::math::running::{hann_mean, running_minimum};
use crate::math::runs::{runs, within};
use crate::math::{Vec3, ease_out};
use crate::model::MassModel;
use std::ops::Range;

/// A shift begins at most so long before a flight and ends as long after, seconds.
const GATE: f64 = 0.6;
/// Rounds, and the change below which the last was reached, metres.
const MAX_ROUNDS: usize = 12;
const SETTLED: f64 = 1e-6;
/// Feet follow the root this long after they left the ground, seconds, and at most this share of the flight.
const FOLLOW: f64 = 0.15;
const FOLLOW_SHARE: f64 = 0.35;
/// What a leg needs is spread over so long, seconds.
const SPREAD: f64 = 0.03;
/// A leg on the ground is made no straighter than this share of its length, or than it was.
const REACH: f64 = 0.97;
/// A leg of this share of its length is straight.
const STRAIGHT: f64 = 0.998;
/// Most times that the root is put back into the reach of both legs.
const FITS: usize = 4;

/// What the rounds work with.
pub(super) struct ArcSolver<'a> {
    pub(super) shifted: &'a ShiftedBody<'a>,
    pub(super) masses: &'a MassModel,
    /// All flights, in order, and those to correct.
    pub(super) flights: &'a [Range<usize>],
    pub(super) wanted: &'a [Range<usize>],
    pub(super) gravity: f64,
    pub(super) frame_time: f64,
    /// The stretches between cuts; empty without any.
    pub(super) segments: &'a [Range<usize>],
    /// Frames in which hands or more carry the body: on the ground they stay as they are, for only legs follow the root.
    pub(super) is_held: &'a [bool],
}

impl ArcSolver<'_> {
    /// The shifts that put the centre of mass on its parabolas, and how many rounds it took.
    pub(super) fn solve(&self, poses: &WorldPoses) -> Result<(Vec<BodyShift>, usize)> {
        let count = poses.frame_count();
        let mut is_flight = vec![false; count];
        self.flights.iter().for_each(|frames| is_flight[frames.clone()].fill(true));
        let mut is_wanted = vec![false; count];
        self.wanted.iter().for_each(|frames| is_wanted[frames.clone()].fill(true));
        let mut is_free = within(&is_wanted, GATE / self.frame_time);
        // What is beyond a cut is another motion.
        for segment in self.segments.iter().filter(|s| !is_wanted[s.start..s.end].contains(&true)) {
            is_free[segment.clone()].fill(false);
        }
        for frame in (0..count).filter(|frame| self.is_held[*frame] && !is_flight[*frame]) {
            is_free[frame] = false;
        }
        let mut shifts = vec![BodyShift::default(); count];
        let mut placed = poses.clone();
        let mut dynamics = Dynamics::new(poses, self.masses, self.frame_time, 0.0, Vec::new());
        let (mut dynamics_scratch, mut scratch) = (DynamicsScratch::default(), ArcScratch::default());
        let mut rounds = 0;
        while rounds < MAX_ROUNDS {
            // What the centre does beyond following the root.
            let centre: Vec<Vec3> =
                dynamics.centre.iter().zip(&shifts).map(|(c, shift)| c - shift.root).collect();
            let reaches = self.reach_rows(&shifts, &is_flight, &is_free);
            let problem = ArcProblem {
                is_free: &is_free,
                is_flight: &is_flight,
                centre: &centre,
                gravity: self.gravity,
                frame_time: self.frame_time,
                segments: self.segments,
                reaches: &reaches,
            };
            let Some(roots) = problem.solve(&mut scratch) else { break };
            rounds += 1;
            let change = roots.iter().zip(&shifts).map(|(a, b)| (a - b.root).norm()).fold(0.0, f64::max);
            for (shift, root) in shifts.iter_mut().zip(&roots) {
                *shift = BodyShift { root: *root, ..BodyShift::default() };
            }
            self.follow(&mut shifts, &is_flight);
            if change < SETTLED {
                break;
            }
            self.shifted.place(&shifts, &mut placed);
            dynamics.update(&placed, self.masses, 0.0, &mut dynamics_scratch);
        }
        self.fit_legs(&mut shifts, &is_flight);
        Ok((shifts, rounds))
    }

    /// Takes back what legs on the ground still miss, so that none is stretched.
    fn fit_legs(&self, shifts: &mut [BodyShift], is_flight: &[bool]) {
        for (frame, shift) in shifts.iter_mut().enumerate().filter(|(frame, _)| !is_flight[*frame]) {
            for _ in 0..FITS {
                let mut is_fitting = true;
                for leg in self.shifted.leg_reaches(frame, STRAIGHT) {
                    let way = leg.way + shift.root;
                    let missing = way.norm() - leg.reach;
                    if missing > 0.0 {
                        shift.root -= way * (missing / way.norm());
                        is_fitting = false;
                    }
                }
                if is_fitting {
                    break;
                }
            }
        }
    }

    /// How far the root may move with each leg on the ground, about where it is now.
    fn reach_rows(&self, shifts: &[BodyShift], is_flight: &[bool], is_free: &[bool]) -> Vec<ReachRow> {
        let mut rows = Vec::new();
        for frame in (0..shifts.len()).filter(|frame| is_free[*frame] && !is_flight[*frame]) {
            for leg in self.shifted.leg_reaches(frame, REACH) {
                let way = leg.way + shifts[frame].root;
                let Some(direction) = way.try_normalize(1e-9) else { continue };
                let room = leg.reach - way.norm() + direction.dot(&shifts[frame].root);
                rows.push(ReachRow { frame, direction, room });
            }
        }
        rows
    }

    /// Feet go with the root in flight: not at once, but as soon as legs need it.
    fn follow(&self, shifts: &mut [BodyShift], is_flight: &[bool]) {
        let count = shifts.len();
        let spread = ((SPREAD / self.frame_time).round() as usize).max(1);
        for flight in runs(is_flight) {
            let length = flight.len() as f64;
            let ramp = (FOLLOW / self.frame_time).min(FOLLOW_SHARE * length).max(1.0);
            let eased = |steps: usize| 1.0 - ease_out(steps as f64 / ramp);
            let share = |frame: usize| {
                let begin = if flight.start == 0 { 1.0 } else { eased(frame - flight.start + 1) };
                let end = if flight.end == count { 1.0 } else { eased(flight.end - frame) };
                begin * end
            };
            let needed: Vec<f64> = flight
                .clone()
                .map(|frame| {
                    // As straight as on the ground at both ends: else feet would leap where the flight ends.
                    let straight = STRAIGHT + (REACH - STRAIGHT) * share(frame);
                    let legs = self.shifted.leg_reaches(frame, straight);
                    -legs
                        .map(|leg| share_needed(&leg.way, &shifts[frame].root, leg.reach))
                        .fold(0.0, f64::max)
                })
                .collect();
            let spread = hann_mean(&running_minimum(&needed, spread, spread), spread);
            for (frame, spread) in flight.clone().zip(&spread) {
                let root = shifts[frame].root;
                shifts[frame].feet = root * share(frame).max(-spread);
            }
        }
    }
}

/// The smallest share of the root's shift that a foot must follow with so that the leg is no longer than it reaches.
fn share_needed(way: &Vec3, root: &Vec3, reach: f64) -> f64 {
    if (way + root).norm() <= reach {
        return 0.0;
    }
    // |way + left · root| = reach, for the share that is left.
    let (a, b, c) = (root.norm_squared(), way.dot(root), way.norm_squared() - reach * reach);
    let root_of = (b * b - a * c).max(0.0).sqrt();
    let left = if a > 0.0 { (root_of - b) / a } else { 0.0 };
    1.0 - left.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_foot_follows_just_as_far_as_its_leg_needs() {
        let (way, root) = (Vec3::new(0.1, 0.8, 0.0), Vec3::new(0.05, 0.3, -0.1));
        assert_eq!(share_needed(&way, &root, 2.0), 0.0);
        let share = share_needed(&way, &root, 0.9);
        assert!(((way + root * (1.0 - share)).norm() - 0.9).abs() < 1e-12);
        assert_eq!(share_needed(&way, &root, way.norm()), 1.0);
        assert_eq!(share_needed(&way, &Vec3::zeros(), 0.5), 1.0);
    }
}

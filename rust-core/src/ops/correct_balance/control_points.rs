//! Control points: balance as in Lyard 2008, section 4.7.4, for comparison. Legs lean, then the trunk, each by two splines with few controls;
//! the sum of the controls' sizes and of the distances beyond what is allowed is smallest.
//!
//! Both thighs turn by an angle and both feet by its opposite, so pelvis and feet keep their directions and the body shears over its feet. The
//! root moves so that the foot that carries the body stays. Differences from the thesis: legs are then solved to all feet, which would slide a
//! little with two of them on the ground; and all near edges of the area push, not the nearest alone, between which the point would hop.

use super::shift_problem::{CART_SHARE, Derivatives, ROOT_AND_TRUNK, ROOT_AND_TRUNK_WIDTH, add_square};
use super::shift_spline::ShiftSpline;
use super::solve::{BalanceSolution, BalanceSolver, FramePlanes, MARGIN, PlacedBody, excesses, leverage};
use crate::error::Result;
use crate::kinematics::WorldPoses;
use crate::kinematics::momentum::DynamicsScratch;
use crate::kinematics::shifted_body::BodyShift;
use crate::math::Vec3;
use crate::math::banded::Banded;
use crate::math::convex_hull::FloorPoint;
use crate::math::rotation::rotation_from_vector;
use crate::math::running::hann_mean;
use crate::ops::measure_balance::scene::Judgement;
use crate::ops::progress::Progress;
use std::f64::consts::PI;

/// Seconds between controls where no spacing is asked for.
const SPACING: f64 = 0.2;
/// No control is larger than this, radians.
const BOUND: f64 = PI / 8.0;
/// Frames of the thesis's clips in a second: a frame of a quicker clip counts for less.
const FRAME_RATE: f64 = 25.0;
/// Times that sizes and distances are replaced by squares that touch them, for a sum without squares.
const REWEIGHTINGS: usize = 12;
/// Where sizes, radians, and distances, centimetres, are taken for 0 by these squares.
const NO_SIZE: f64 = 1e-5;
const NO_DISTANCE: f64 = 0.01;
/// Below this size a control is 0, radians.
const LEAST: f64 = 1e-4;
/// Rounds that gain less than this share are the last.
const LEAST_GAIN: f64 = 1e-3;
const STEPS: [f64; 4] = [1.0, 0.5, 0.25, 0.1];
/// Time over which the share of the feet is smoothed, seconds.
const SHARE_TIME: f64 = 0.1;
/// Unknowns of a knot: legs about x and z, trunk about x and z, radians.
const ANGLES: usize = ROOT_AND_TRUNK;
/// Legs first, then the trunk.
const STAGES: [std::ops::Range<usize>; 2] = [0..2, 2..4];

/// Where the rounds are.
#[derive(Clone)]
struct State {
    knots: Vec<[f64; ANGLES]>,
    placed: PlacedBody,
    cost: f64,
}

/// The feet from their hips, as they share the load: what the body shears over.
fn pivots(solver: &BalanceSolver<'_>, judgement: &Judgement) -> Vec<Vec3> {
    let share = |frame: usize| {
        let point = judgement.points[frame].as_ref();
        point.and_then(|point| judgement.support.left_share(frame, point)).unwrap_or(0.5)
    };
    let shares: Vec<f64> = (0..judgement.points.len()).map(share).collect();
    let shares = hann_mean(&shares, (SHARE_TIME / judgement.dynamics.frame_time).round() as usize);
    let pivot = |(frame, share): (usize, &f64)| solver.shifted.feet_from_hips(frame, *share);
    shares.iter().enumerate().map(pivot).collect()
}

/// How the body moves in a frame.
fn body_shift(angles: &[f64; ANGLES], pivot: &Vec3) -> BodyShift {
    let turn = rotation_from_vector(&Vec3::new(angles[0], 0.0, angles[1]));
    BodyShift { root: pivot - turn * pivot, feet: Vec3::zeros(), lean: Vec3::new(angles[2], 0.0, angles[3]) }
}

impl BalanceSolver<'_> {
    /// As [`Self::solve`], with control points.
    pub(super) fn solve_control_points(
        &self,
        poses: &WorldPoses,
        judgement: &Judgement,
        progress: &Progress<'_>,
    ) -> Result<BalanceSolution> {
        let frame_time = judgement.dynamics.frame_time;
        let spacing = match self.options.control_spacing {
            0 => ((SPACING / frame_time).round() as usize).max(1),
            spacing => spacing,
        };
        let spline = ShiftSpline::with_spacing(poses.frame_count(), frame_time, self.cutoff, spacing);
        let planes = self.planes(judgement);
        let pivots = pivots(self, judgement);
        let knots = vec![[0.0; ANGLES]; spline.knot_count()];
        let mut state = State { cost: 0.0, placed: PlacedBody::new(poses, judgement), knots };
        state.cost = self.angle_cost(&state);
        let mut other = state.clone();
        let (mut scratch, mut angles) = (DynamicsScratch::default(), Vec::new());
        let mut rounds = 0;
        for (stage, free) in STAGES.into_iter().enumerate() {
            for round in 0..self.options.max_rounds {
                if self.is_solved(&state.placed.judgement) {
                    break;
                }
                let share = (stage * self.options.max_rounds + round) as f64 / self.options.max_rounds as f64;
                progress.report(share / STAGES.len() as f64)?;
                let Some(wanted) = self.wanted_angles(&state, &spline, &planes, &pivots, &free) else {
                    break;
                };
                let is_better = STEPS.iter().any(|step| {
                    for ((to, from), wanted) in other.knots.iter_mut().zip(&state.knots).zip(&wanted) {
                        *to = std::array::from_fn(|k| from[k] + step * (wanted[k] - from[k]));
                    }
                    spline.shifts(&other.knots, &mut angles);
                    other.placed.shifts.clear();
                    other.placed.shifts.extend(angles.iter().zip(&pivots).map(|(a, p)| body_shift(a, p)));
                    self.place(&mut other.placed, &mut scratch);
                    other.cost = self.angle_cost(&other);
                    other.cost < state.cost
                });
                if !is_better {
                    break;
                }
                std::mem::swap(&mut state, &mut other);
                rounds += 1;
                if other.cost - state.cost < LEAST_GAIN * other.cost {
                    break;
                }
            }
        }
        Ok(BalanceSolution { shifts: state.placed.shifts, rounds })
    }

    /// Sizes of the controls, radians, and distances beyond what is allowed, centimetres.
    fn angle_cost(&self, state: &State) -> f64 {
        let share = FRAME_RATE * state.placed.judgement.dynamics.frame_time;
        let sizes: f64 = state.knots.iter().flatten().map(|x| x.abs()).sum();
        let beyond = excesses(&state.placed.judgement, self.allowed, self.is_held);
        sizes + share * beyond.map(|(_, excess, load)| 100.0 * excess * load).sum::<f64>()
    }

    /// The controls that cost least as far as a cart on a table tells. `None` if the equations cannot be solved.
    fn wanted_angles(
        &self,
        state: &State,
        spline: &ShiftSpline,
        planes: &FramePlanes,
        pivots: &[Vec3],
        free: &std::ops::Range<usize>,
    ) -> Option<Vec<[f64; ANGLES]>> {
        let judgement = &state.placed.judgement;
        let is_fixed: Vec<bool> =
            (0..state.knots.len()).map(|knot| self.is_held[spline.frames_of(knot)].contains(&true)).collect();
        let share = FRAME_RATE * judgement.dynamics.frame_time;
        let rows: Vec<(Derivatives<ANGLES>, f64, f64)> = self
            .rows(judgement, planes)
            .map(|row| {
                let (first, values) = spline.force_at(row.frame);
                let leverage = leverage(judgement, row.frame);
                let along = self.ways_of_centre(&state.placed.poses, row.frame, &pivots[row.frame], free);
                let along = along.map(|way| row.normal.dot(&way));
                let of_knot = |step: usize| {
                    let is_free = is_fixed.get(first + step).is_some_and(|fixed| !fixed);
                    let [shift, bend] = values[step];
                    let share = if is_free { shift - leverage * bend } else { 0.0 };
                    along.map(|way| way * share)
                };
                let derivatives = Derivatives { first, values: std::array::from_fn(of_knot) };
                let beyond = row.beyond - MARGIN - derivatives.times(&state.knots);
                (derivatives, beyond, row.weight * share)
            })
            .collect();
        let mut solution = state.knots.clone();
        let mut matrix = Banded::<ROOT_AND_TRUNK_WIDTH>::default();
        let mut right = Vec::new();
        for _ in 0..REWEIGHTINGS {
            matrix.reset(solution.len() * ANGLES);
            right.clear();
            right.resize(solution.len() * ANGLES, 0.0);
            // |x| is at most x² / 2a + a / 2, and max(0, x) at most (x + a)² / 4a, and both are the same where |x| = a.
            for (knot, values) in solution.iter().enumerate() {
                for (k, value) in values.iter().enumerate() {
                    // Angles of the other stage stay.
                    let (weight, target) = match free.contains(&k) && !is_fixed[knot] {
                        true => (0.5 / value.abs().max(NO_SIZE), 0.0),
                        false => (1.0, *value),
                    };
                    matrix.add(knot * ANGLES + k, knot * ANGLES + k, weight);
                    right[knot * ANGLES + k] += weight * target;
                }
            }
            for (derivatives, beyond, weight) in &rows {
                let size = (beyond + derivatives.times(&solution)).abs().max(NO_DISTANCE);
                add_square(derivatives, beyond + size, weight / (4.0 * size), &mut matrix, &mut right);
            }
            if !matrix.factor() {
                return None;
            }
            matrix.solve(&mut right);
            for (knot, values) in solution.iter_mut().zip(right.chunks_exact(ANGLES)) {
                *knot = std::array::from_fn(|k| values[k].clamp(-BOUND, BOUND));
            }
        }
        for value in solution.iter_mut().flatten().filter(|value| value.abs() < LEAST) {
            *value = 0.0;
        }
        Some(solution)
    }

    /// Centimetres of the centre of mass for a radian of each angle that is free.
    fn ways_of_centre(
        &self,
        poses: &WorldPoses,
        frame: usize,
        pivot: &Vec3,
        free: &std::ops::Range<usize>,
    ) -> [FloorPoint; ANGLES] {
        let mut ways = [FloorPoint::zeros(); ANGLES];
        if free.contains(&0) {
            for (way, axis) in ways.iter_mut().zip([Vec3::x(), Vec3::z()]) {
                let root = -axis.cross(pivot);
                *way = FloorPoint::new(root.x, root.z) * (100.0 * CART_SHARE);
            }
        } else {
            let lean = self.lean_response(poses, frame);
            (ways[2], ways[3]) = (lean[0] * 1f64.to_degrees(), lean[1] * 1f64.to_degrees());
        }
        ways
    }
}

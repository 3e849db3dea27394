//! Rounds of [`ShiftProblem`]: correct, place the body, measure again.

use super::options::{BalanceMode, CorrectBalanceOptions};
use super::shift_problem::{FrameResponse, HalfPlaneRow, ShiftProblem, UNKNOWNS, Unknowns};
use crate::error::Result;
use crate::kinematics::WorldPoses;
use crate::kinematics::momentum::DynamicsScratch;
use crate::kinematics::shifted_body::{BodyShift, ShiftedBody};
use crate::math::banded::Banded;
use crate::math::convex_hull::{FloorPoint, half_planes};
use crate::math::runs::within;
use crate::math::{GRAVITY, Vec3};
use crate::ops::measure_balance::scene::{BalanceBody, JUDGED_LOAD, Judgement};
use crate::ops::progress::Progress;

/// Load below which half-planes do not push: the zero moment point runs away there.
const PUSHED_LOAD: f64 = 0.15;
/// Edges of the area farther from the point than this do not matter, centimetres.
const NEAR: f64 = 8.0;
/// Aimed for inside of what is allowed, centimetres.
const MARGIN: f64 = 0.15;
/// No frame is farther beyond than this, centimetres: solved.
const SOLVED: f64 = 0.1;
/// Rounds that gain less than this share are the last.
const LEAST_GAIN: f64 = 1e-3;
/// A correction begins at most so long before a frame that needs it and ends as long after, seconds.
const GATE: f64 = 1.0;
const STEPS: [f64; 4] = [1.0, 0.5, 0.25, 0.1];

/// Everything the rounds work with; lengths here are centimetres.
pub(super) struct BalanceSolver<'a> {
    pub(super) body: &'a BalanceBody,
    pub(super) shifted: &'a ShiftedBody<'a>,
    pub(super) options: &'a CorrectBalanceOptions,
    pub(super) cutoff: f64,
    /// How far the zero moment point may be outside, metres.
    pub(super) allowed: &'a [f64],
    /// Frames that stay as they are.
    pub(super) is_held: Vec<bool>,
    pub(super) is_flight: Vec<bool>,
    /// Where the centre of mass should be, in [`BalanceMode::Keep`].
    pub(super) path: Option<&'a [Vec3]>,
}

/// A solved clip.
pub(super) struct BalanceSolution {
    pub(super) shifts: Vec<BodyShift>,
    pub(super) judgement: Judgement,
    pub(super) rounds: usize,
}

/// Where the rounds are.
struct State {
    unknowns: Vec<Unknowns>,
    shifts: Vec<BodyShift>,
    poses: WorldPoses,
    judgement: Judgement,
    cost: f64,
}

/// How far each judged frame is beyond what is allowed, metres, and its load.
pub(super) fn excesses<'a>(
    judgement: &'a Judgement,
    allowed: &'a [f64],
    is_left_out: &'a [bool],
) -> impl Iterator<Item = (usize, f64, f64)> + 'a {
    judgement.judged_frames().filter(|frame| !is_left_out[*frame]).filter_map(|frame| {
        let load = judgement.dynamics.load(frame);
        let distance = judgement.distances[frame].filter(|_| load > JUDGED_LOAD)?;
        Some((frame, (distance.max(0.0) - allowed[frame]).max(0.0), load.min(1.0)))
    })
}

impl BalanceSolver<'_> {
    /// Solves from the clip as it is, judged in `judgement`.
    pub(super) fn solve(
        &self,
        poses: &WorldPoses,
        judgement: Judgement,
        progress: &Progress<'_>,
    ) -> Result<BalanceSolution> {
        let count = self.shifted.frame_count();
        let mut state = State {
            unknowns: vec![[0.0; UNKNOWNS]; count],
            shifts: vec![BodyShift::default(); count],
            poses: poses.clone(),
            cost: 0.0,
            judgement,
        };
        state.cost = self.cost(&state);
        let mut scratch = DynamicsScratch::default();
        let mut matrix = Banded::default();
        let mut needs: Vec<bool> = vec![false; count];
        let mut rounds = 0;
        while rounds < self.options.max_rounds && !self.is_solved(&state) {
            progress.report(rounds as f64 / self.options.max_rounds as f64)?;
            let rows = self.rows(&state);
            for row in rows.iter().filter(|row| row.beyond > MARGIN) {
                needs[row.frame] = true;
            }
            if self.path.is_some() {
                needs.fill(true);
            }
            let responses = self.responses(&state, &needs);
            let problem = ShiftProblem {
                responses: &responses,
                rows: &rows,
                current: &state.unknowns,
                frame_time: state.judgement.dynamics.frame_time,
                keeps_path: self.path.is_some(),
            };
            let Some(change) = problem.solve(&mut matrix) else { break };
            let before = state.cost;
            let Some(next) = self.step(&state, &change, &responses, &mut scratch) else { break };
            state = next;
            rounds += 1;
            if before - state.cost < LEAST_GAIN * before {
                break;
            }
        }
        Ok(BalanceSolution { shifts: state.shifts, judgement: state.judgement, rounds })
    }

    fn is_solved(&self, state: &State) -> bool {
        let is_inside = excesses(&state.judgement, self.allowed, &self.is_held)
            .all(|(_, excess, _)| 100.0 * excess <= SOLVED);
        let is_on_path = |path: &[Vec3]| {
            let centre = &state.judgement.dynamics.centre;
            (0..path.len()).all(|frame| 100.0 * (centre[frame] - path[frame]).xz().norm() <= SOLVED)
        };
        is_inside && self.path.is_none_or(is_on_path)
    }

    /// The first step along a change that makes the cost smaller.
    fn step(
        &self,
        state: &State,
        change: &[Unknowns],
        responses: &[FrameResponse],
        scratch: &mut DynamicsScratch,
    ) -> Option<State> {
        for step in STEPS {
            let mut unknowns = state.unknowns.clone();
            for ((value, change), response) in unknowns.iter_mut().zip(change).zip(responses) {
                // Exactly, so that frames out of reach keep their bits.
                *value = match response.is_fixed {
                    true => [0.0; UNKNOWNS],
                    false => std::array::from_fn(|k| value[k] + step * change[k]),
                };
            }
            let next = self.measured(state, unknowns, scratch);
            if next.cost < state.cost {
                return Some(next);
            }
        }
        None
    }

    fn measured(&self, state: &State, unknowns: Vec<Unknowns>, scratch: &mut DynamicsScratch) -> State {
        let mut shifts: Vec<BodyShift> = unknowns.iter().map(body_shift).collect();
        self.shifted.sink(&mut shifts);
        let mut poses = state.poses.clone();
        self.shifted.place(&shifts, &mut poses);
        let mut judgement = state.judgement.clone();
        judgement.dynamics.update(&poses, &self.body.masses, self.cutoff, scratch);
        judgement.judge();
        let mut next = State { unknowns, shifts, poses, judgement, cost: 0.0 };
        next.cost = self.cost(&next);
        next
    }

    /// Half-planes near the zero moment point, of all frames that may be corrected.
    fn rows(&self, state: &State) -> Vec<HalfPlaneRow> {
        let judgement = &state.judgement;
        let mut rows = Vec::new();
        let mut planes = Vec::new();
        let judged = judgement.judged_frames();
        let last = judgement.points.len().saturating_sub(1);
        for frame in judged.start.max(1)..judged.end.min(last) {
            let load = judgement.dynamics.load(frame);
            let Some(point) = judgement.points[frame].filter(|_| load > PUSHED_LOAD && !self.is_held[frame])
            else {
                continue;
            };
            if !self.allowed[frame].is_finite() {
                continue;
            }
            half_planes(judgement.support.area(frame), &mut planes);
            for (normal, offset) in &planes {
                let outside = 100.0 * (normal.dot(&FloorPoint::new(point.x, point.z)) - offset);
                if outside.abs() > NEAR && outside < 0.0 {
                    continue;
                }
                let beyond = outside - 100.0 * self.allowed[frame] + MARGIN;
                rows.push(HalfPlaneRow { frame, normal: *normal, beyond, weight: load.min(1.0) });
            }
        }
        rows
    }

    fn cost(&self, state: &State) -> f64 {
        let beyond: f64 = self.rows(state).iter().map(|row| row.weight * row.beyond.max(0.0).powi(2)).sum();
        let frame_time = state.judgement.dynamics.frame_time;
        let shifts = ShiftProblem::shift_cost(&state.unknowns, frame_time, |frame| self.is_flight[frame]);
        let path = self.path.map_or(0.0, |path| {
            (0..path.len())
                .map(|frame| ShiftProblem::path_cost(&off_path(&state.judgement, path, frame)))
                .sum()
        });
        beyond + shifts + path
    }

    fn responses(&self, state: &State, needs: &[bool]) -> Vec<FrameResponse> {
        let dynamics = &state.judgement.dynamics;
        let is_near = within(needs, GATE / dynamics.frame_time);
        let frame_time = dynamics.frame_time;
        (0..needs.len())
            .map(|frame| {
                let plane = state.judgement.support.plane(frame);
                let height = (dynamics.centre[frame] - plane.origin).dot(&plane.normal).max(0.0);
                let load = dynamics.load(frame).max(PUSHED_LOAD);
                FrameResponse {
                    leverage: height / (GRAVITY * load * frame_time * frame_time),
                    lean: if self.path.is_some() {
                        self.lean_response(&state.poses, frame)
                    } else {
                        [FloorPoint::zeros(); 2]
                    },
                    is_fixed: self.is_held[frame] || !is_near[frame],
                    is_flight: self.is_flight[frame],
                    off_path: self
                        .path
                        .map_or_else(FloorPoint::zeros, |path| off_path(&state.judgement, path, frame)),
                }
            })
            .collect()
    }

    /// Centimetres of the centre of mass for a degree of lean about x and z, shared among the bends of the spine.
    fn lean_response(&self, poses: &WorldPoses, frame: usize) -> [FloorPoint; 2] {
        let spine = self.shifted.spine();
        let mut moments = [Vec3::zeros(); 4];
        let mut masses = [0.0; 4];
        for segment in self.body.masses.segments() {
            let Some(bends) = self.shifted.bends_above(segment.joint) else { continue };
            let place = poses.point(frame, segment.joint, &segment.centre);
            for bend in 0..bends {
                moments[bend] += place * segment.mass;
                masses[bend] += segment.mass;
            }
        }
        let total = self.body.masses.total();
        let mut out = [FloorPoint::zeros(); 2];
        for (bend, &joint) in spine.iter().enumerate() {
            let arm = (moments[bend] - poses.position(frame, joint) * masses[bend]) / total;
            for (axis, out) in [Vec3::x(), Vec3::z()].into_iter().zip(&mut out) {
                let way = axis.cross(&arm) * (100.0 * 1f64.to_radians() / spine.len() as f64);
                *out += FloorPoint::new(way.x, way.z);
            }
        }
        out
    }
}

fn off_path(judgement: &Judgement, path: &[Vec3], frame: usize) -> FloorPoint {
    let way = (judgement.dynamics.centre[frame] - path[frame]) * 100.0;
    FloorPoint::new(way.x, way.z)
}

fn body_shift(unknowns: &Unknowns) -> BodyShift {
    let [x, z, lean_x, lean_z] = *unknowns;
    BodyShift {
        root: Vec3::new(x, 0.0, z) / 100.0,
        feet: Vec3::zeros(),
        lean: Vec3::new(lean_x.to_radians(), 0.0, lean_z.to_radians()),
    }
}

impl BalanceMode {
    pub(super) fn keeps_path(self) -> bool {
        self == Self::Keep
    }
}

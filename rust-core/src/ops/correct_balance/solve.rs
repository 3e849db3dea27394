//! Rounds of [`ShiftProblem`]: correct, place the body, measure again.

use super::options::{BalanceMethod, BalanceMode, CorrectBalanceOptions};
use super::shift_problem::{
    FrameResponse, HalfPlaneRow, ROOT, ROOT_AND_TRUNK, ROOT_AND_TRUNK_WIDTH, ROOT_WIDTH, ShiftProblem,
    dearness, path_cost,
};
use super::shift_spline::ShiftSpline;
use crate::error::Result;
use crate::kinematics::WorldPoses;
use crate::kinematics::momentum::DynamicsScratch;
use crate::kinematics::shifted_body::{BodyShift, ShiftedBody};
use crate::kinematics::support::LOADED;
use crate::math::banded::Banded;
use crate::math::convex_hull::{FloorPoint, half_planes};
use crate::math::runs::within;
use crate::math::{GRAVITY, Vec3};
use crate::ops::measure_balance::scene::{BalanceBody, JUDGED_LOAD, Judgement};
use crate::ops::progress::Progress;

/// Edges of the area farther from the point than this do not matter, centimetres.
const NEAR: f64 = 8.0;
/// Aimed for inside of what is allowed, centimetres.
pub(super) const MARGIN: f64 = 0.15;
/// No frame is farther beyond than this, centimetres: solved.
const SOLVED: f64 = 0.03;
/// Beyond by less than this is no reason to move, centimetres: rounding, and what smoothing spreads from afar.
const NO_NEED: f64 = 0.01;
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
    pub(super) is_held: &'a [bool],
    pub(super) is_flight: Vec<bool>,
    /// Where the centre of mass should be, in [`BalanceMode::Keep`].
    pub(super) path: Option<&'a [Vec3]>,
}

/// A solved clip.
pub(super) struct BalanceSolution {
    pub(super) shifts: Vec<BodyShift>,
    pub(super) rounds: usize,
}

/// The half-planes of the supporting area, frame after frame.
pub(super) struct FramePlanes {
    first: Vec<usize>,
    planes: Vec<(FloorPoint, f64)>,
}

/// Where the rounds are.
#[derive(Clone)]
struct State<const N: usize> {
    knots: Vec<[f64; N]>,
    /// Of every frame, centimetres and degrees.
    unknowns: Vec<[f64; N]>,
    placed: PlacedBody,
    cost: f64,
}

/// A body that was moved, and judged there.
#[derive(Clone)]
pub(super) struct PlacedBody {
    pub(super) shifts: Vec<BodyShift>,
    pub(super) poses: WorldPoses,
    pub(super) judgement: Judgement,
}

impl PlacedBody {
    /// As it came.
    pub(super) fn new(poses: &WorldPoses, judgement: &Judgement) -> Self {
        let shifts = vec![BodyShift::default(); poses.frame_count()];
        Self { shifts, poses: poses.clone(), judgement: judgement.clone() }
    }
}

/// How far each judged frame that has a limit is beyond it, metres, and its load.
pub(super) fn excesses<'a>(
    judgement: &'a Judgement,
    allowed: &'a [f64],
    is_left_out: &'a [bool],
) -> impl Iterator<Item = (usize, f64, f64)> + 'a {
    let is_known = |frame: &usize| !is_left_out[*frame] && allowed[*frame].is_finite();
    judgement.judged_frames().filter(is_known).filter_map(|frame| {
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
        judgement: &Judgement,
        progress: &Progress<'_>,
    ) -> Result<BalanceSolution> {
        match self.path {
            None => self.solve_with::<ROOT, ROOT_WIDTH>(poses, judgement, progress),
            Some(_) => self.solve_with::<ROOT_AND_TRUNK, ROOT_AND_TRUNK_WIDTH>(poses, judgement, progress),
        }
    }

    fn solve_with<const N: usize, const W: usize>(
        &self,
        poses: &WorldPoses,
        judgement: &Judgement,
        progress: &Progress<'_>,
    ) -> Result<BalanceSolution> {
        let count = self.shifted.frame_count();
        let spline = ShiftSpline::new(count, judgement.dynamics.frame_time, self.cutoff);
        let mut state = State {
            knots: vec![[0.0; N]; spline.knot_count()],
            unknowns: vec![[0.0; N]; count],
            placed: PlacedBody::new(poses, judgement),
            cost: 0.0,
        };
        let planes = self.planes(judgement);
        state.cost = self.cost(&state, &planes);
        let mut other = state.clone();
        let mut scratch = DynamicsScratch::default();
        let mut matrix = Banded::<W>::default();
        let mut needs: Vec<bool> = vec![false; count];
        let mut rounds = 0;
        while rounds < self.options.max_rounds && !self.is_solved(&state.placed.judgement) {
            progress.report(rounds as f64 / self.options.max_rounds as f64)?;
            let rows: Vec<HalfPlaneRow> = self.rows(&state.placed.judgement, &planes).collect();
            for row in rows.iter().filter(|row| row.beyond > MARGIN + NO_NEED) {
                needs[row.frame] = true;
            }
            if self.path.is_some() {
                needs.fill(true);
            }
            let responses = self.responses(&state, &needs);
            let problem = ShiftProblem {
                spline: &spline,
                responses: &responses,
                rows: &rows,
                current: &state.knots,
                frame_time: judgement.dynamics.frame_time,
            };
            let Some(wanted) = problem.solve(&mut matrix) else { break };
            // The first step towards the wanted knots that makes the cost smaller.
            let is_better = STEPS.iter().any(|step| {
                for ((to, from), wanted) in other.knots.iter_mut().zip(&state.knots).zip(&wanted) {
                    *to = std::array::from_fn(|k| from[k] + step * (wanted[k] - from[k]));
                }
                self.measure(&mut other, &spline, &planes, &mut scratch);
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
        Ok(BalanceSolution { shifts: state.placed.shifts, rounds })
    }

    pub(super) fn is_solved(&self, judgement: &Judgement) -> bool {
        let is_inside =
            excesses(judgement, self.allowed, self.is_held).all(|(_, excess, _)| 100.0 * excess <= SOLVED);
        let is_on_path = |path: &[Vec3]| {
            let centre = &judgement.dynamics.centre;
            (0..path.len()).all(|frame| 100.0 * (centre[frame] - path[frame]).xz().norm() <= SOLVED)
        };
        is_inside && self.path.is_none_or(is_on_path)
    }

    /// Places the body as the knots say and measures it.
    fn measure<const N: usize>(
        &self,
        state: &mut State<N>,
        spline: &ShiftSpline,
        planes: &FramePlanes,
        scratch: &mut DynamicsScratch,
    ) {
        spline.shifts(&state.knots, &mut state.unknowns);
        state.placed.shifts.clear();
        state.placed.shifts.extend(state.unknowns.iter().map(|x| body_shift(x)));
        self.place(&mut state.placed, scratch);
        state.cost = self.cost(state, planes);
    }

    /// Places the body as its shifts say, lower where legs would not reach, and judges it there.
    pub(super) fn place(&self, placed: &mut PlacedBody, scratch: &mut DynamicsScratch) {
        self.shifted.sink(&mut placed.shifts);
        self.shifted.place(&placed.shifts, &mut placed.poses);
        placed.judgement.dynamics.update(&placed.poses, &self.body.masses, self.cutoff, scratch);
        placed.judgement.judge();
    }

    /// The half-planes of every frame that may be corrected. Feet do not move, so they stay the same.
    pub(super) fn planes(&self, judgement: &Judgement) -> FramePlanes {
        let mut all = FramePlanes { first: vec![0], planes: Vec::new() };
        let mut planes = Vec::new();
        let judged = judgement.judged_frames();
        let count = judgement.points.len();
        for frame in 0..count {
            // Forces at the ends are those of their neighbours.
            let is_inner = frame > 0 && frame + 1 < count;
            if is_inner && judged.contains(&frame) && !self.is_held[frame] && self.allowed[frame].is_finite()
            {
                half_planes(judgement.support.area(frame), &mut planes);
                all.planes.append(&mut planes);
            }
            all.first.push(all.planes.len());
        }
        all
    }

    /// Half-planes near the zero moment point.
    pub(super) fn rows<'a>(
        &'a self,
        judgement: &'a Judgement,
        planes: &'a FramePlanes,
    ) -> impl Iterator<Item = HalfPlaneRow> + 'a {
        (0..judgement.points.len()).flat_map(move |frame| {
            let load = judgement.dynamics.load(frame);
            // Light frames push less and less.
            let weight = load.min(1.0) * (load / LOADED).min(1.0);
            let point = judgement.points[frame].filter(|_| load > JUDGED_LOAD);
            let of_frame = if point.is_some() {
                &planes.planes[planes.first[frame]..planes.first[frame + 1]]
            } else {
                &[]
            };
            let point = point.map_or_else(FloorPoint::zeros, |point| FloorPoint::new(point.x, point.z));
            of_frame.iter().filter_map(move |(normal, offset)| {
                let outside = 100.0 * (normal.dot(&point) - offset);
                let beyond = outside - 100.0 * self.allowed[frame] + MARGIN;
                (outside > -NEAR).then_some(HalfPlaneRow { frame, normal: *normal, beyond, weight })
            })
        })
    }

    fn cost<const N: usize>(&self, state: &State<N>, planes: &FramePlanes) -> f64 {
        let rows = self.rows(&state.placed.judgement, planes);
        let beyond: f64 = rows.map(|row| row.weight * row.beyond.max(0.0).powi(2)).sum();
        let frame_time = state.placed.judgement.dynamics.frame_time;
        let shifts = ShiftProblem::<N>::shift_cost(&state.unknowns, frame_time, &self.is_flight);
        let path = self.path.map_or(0.0, |path| {
            (0..path.len()).map(|frame| path_cost(&off_path(&state.placed.judgement, path, frame))).sum()
        });
        beyond + shifts + path
    }

    fn responses<const N: usize>(&self, state: &State<N>, needs: &[bool]) -> Vec<FrameResponse> {
        let PlacedBody { poses, judgement, .. } = &state.placed;
        let dynamics = &judgement.dynamics;
        let is_near = within(needs, GATE / dynamics.frame_time);
        (0..needs.len())
            .map(|frame| FrameResponse {
                leverage: leverage(judgement, frame),
                lean: if self.path.is_some() {
                    self.lean_response(poses, frame)
                } else {
                    [FloorPoint::zeros(); 2]
                },
                is_fixed: self.is_held[frame] || !is_near[frame],
                is_flight: self.is_flight[frame],
                off_path: self
                    .path
                    .map_or_else(FloorPoint::zeros, |path| off_path(&state.placed.judgement, path, frame)),
                dearness: dearness(&state.unknowns[frame]),
            })
            .collect()
    }

    /// Centimetres of the centre of mass for a degree of lean about x and z, shared among the bends of the spine.
    pub(super) fn lean_response(&self, poses: &WorldPoses, frame: usize) -> [FloorPoint; 2] {
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

/// `h M / f / dt²`: what a second difference of the centre of mass does to the zero moment point.
pub(super) fn leverage(judgement: &Judgement, frame: usize) -> f64 {
    let (dynamics, plane) = (&judgement.dynamics, judgement.support.plane(frame));
    let height = (dynamics.centre[frame] - plane.origin).dot(&plane.normal).max(0.0);
    let load = dynamics.load(frame).max(JUDGED_LOAD);
    height / (GRAVITY * load * dynamics.frame_time * dynamics.frame_time)
}

fn off_path(judgement: &Judgement, path: &[Vec3], frame: usize) -> FloorPoint {
    let way = (judgement.dynamics.centre[frame] - path[frame]) * 100.0;
    FloorPoint::new(way.x, way.z)
}

fn body_shift(unknowns: &[f64]) -> BodyShift {
    let at = |k: usize| unknowns.get(k).copied().unwrap_or(0.0);
    BodyShift {
        root: Vec3::new(at(0), 0.0, at(1)) / 100.0,
        feet: Vec3::zeros(),
        lean: Vec3::new(at(2).to_radians(), 0.0, at(3).to_radians()),
    }
}

impl CorrectBalanceOptions {
    pub(super) fn keeps_path(&self) -> bool {
        self.mode == BalanceMode::Keep && self.method == BalanceMethod::Banded
    }
}

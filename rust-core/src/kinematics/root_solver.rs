//! Root shift and limb length together: a least-squares problem over the whole clip, solved by Gauss–Newton on a band
//! matrix (`docs/methods/footskate.md`, section 2.8). Inside, lengths are centimetres and angles degrees.

use super::limb::bend::Bend;
use super::solver_pieces::{Piece, pieces};
use crate::math::Vec3;
use crate::math::banded::Banded;
use std::f64::consts::PI;
use std::ops::Range;

/// Weights and limits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SolverSettings {
    pub(crate) frame_time: f64,
    /// Solver lengths per metre: centimetres for a person, so that a toy and a giant get the same motion.
    pub(crate) unit: f64,
    /// Root size, and time over which it may bend, seconds.
    pub(crate) root: (f64, f64),
    /// Length change, likewise.
    pub(crate) stretch: (f64, f64),
    /// Added hinge acceleration.
    pub(crate) hinge: f64,
    pub(crate) reach: f64,
    pub(crate) band: f64,
    /// Angle above which the hinge is taken as linear in length, and the one it should not pass, radians.
    pub(crate) cap: f64,
    pub(crate) limit: f64,
    /// Largest length change as a part of the limb; 0 is rigid.
    pub(crate) max_stretch: f64,
    pub(crate) rounds: usize,
}

impl SolverSettings {
    /// The defaults, others where bones are rigid, for a character that is `size` times a person.
    pub(crate) fn new(frame_time: f64, size: f64, max_stretch: f64, rounds: usize) -> Self {
        let is_rigid = max_stretch <= 0.0;
        let degrees = f64::to_radians;
        Self {
            frame_time,
            unit: CM / size,
            root: if is_rigid { (10.0, 0.05) } else { (10.0, 0.10) },
            stretch: (1.0, 0.03),
            hinge: if is_rigid { 0.02 } else { 0.005 },
            reach: if is_rigid { 1.0 } else { 10.0 },
            band: 20_000.0,
            cap: degrees(if is_rigid { 177.0 } else { 174.0 }),
            limit: degrees(if is_rigid { 174.0 } else { 178.0 }),
            max_stretch,
            rounds,
        }
    }
}

/// Below this the hinge is taken as linear too, radians: a folded knee has no finite slope either.
const FOLD: f64 = 0.15;

/// Hinge angle as a function of length, linear beyond both ends.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HingeCurve {
    sum: f64,
    product: f64,
    low: (f64, f64, f64),
    high: (f64, f64, f64),
}

const CM: f64 = 100.0;
const DEG: f64 = 180.0 / PI;

impl HingeCurve {
    /// For one posed limb, capped at `cap` radians.
    pub(crate) fn new(bend: &Bend, cap: f64, unit: f64) -> Self {
        let (sum, product) = (bend.sum() * unit * unit, bend.product() * unit * unit);
        let end = |theta: f64| {
            let length = (sum - product * theta.cos()).max(0.0).sqrt();
            // dθ/dL of L² = sum − product cos θ.
            (length, theta * DEG, 2.0 * length / (product * theta.sin()) * DEG)
        };
        Self { sum, product, low: end(FOLD), high: end(cap) }
    }

    /// Angle in degrees and its slope in degrees per centimetre at a length in centimetres.
    #[inline]
    pub(crate) fn at(&self, length: f64) -> (f64, f64) {
        for (is_beyond, (l, theta, slope)) in
            [(length > self.high.0, self.high), (length < self.low.0, self.low)]
        {
            if is_beyond {
                return (theta + slope * (length - l), slope);
            }
        }
        let cos = (self.sum - length * length) / self.product;
        let sin = (1.0 - cos * cos).max(1e-12).sqrt();
        (cos.clamp(-1.0, 1.0).acos() * DEG, 2.0 * length / (self.product * sin) * DEG)
    }
}

/// One limb in one frame, as the solver sees it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LimbReach {
    /// Wanted end minus base before the root moves, centimetres.
    span: Vec3,
    curve: HingeCurve,
    /// Capped angle of the input, degrees.
    pub(crate) input_angle: f64,
    limit: f64,
    band: f64,
}

impl LimbReach {
    /// `span` and `input_length` in metres.
    pub(crate) fn new(bend: &Bend, span: Vec3, input_length: f64, settings: &SolverSettings) -> Self {
        let curve = HingeCurve::new(bend, settings.cap, settings.unit);
        Self {
            span: span * settings.unit,
            curve,
            input_angle: curve.at(input_length * settings.unit).0,
            limit: (settings.limit * DEG).max(bend.posed_angle.min(PI) * DEG),
            // The soft band leaves the last sixth of the allowed stretch to the final clamp.
            band: settings.max_stretch * (2.5 / 3.0) * bend.max_length() * settings.unit,
        }
    }
}

/// The solution, per frame of the clip.
#[derive(Debug, Clone, Default)]
pub(crate) struct RootSolution {
    /// Root shift, metres.
    pub(crate) root: Vec<Vec3>,
    /// Change of the hinge angle of each limb, radians, `[limb][frame]`.
    pub(crate) hinge: Vec<Vec<f64>>,
    /// Whether the frame lies in a window.
    pub(crate) is_solved: Vec<bool>,
    /// Costs after each round of the last window, for tests: they never rise.
    pub(crate) costs: Vec<f64>,
}

/// Solves every window of frames that may change. `limbs[l][frame]` covers the whole clip.
pub(crate) fn solve_root(
    limbs: &[Vec<LimbReach>],
    windows: &[Range<usize>],
    settings: &SolverSettings,
) -> RootSolution {
    match limbs.len() {
        0 => RootSolution::default(),
        1 => solve_sized::<4, 12, 1>(limbs, windows, settings),
        2 => solve_sized::<5, 15, 2>(limbs, windows, settings),
        3 => solve_sized::<6, 18, 3>(limbs, windows, settings),
        _ => solve_sized::<7, 21, 4>(&limbs[..4], windows, settings),
    }
}

/// `M = 3 + L` unknowns a frame, `W = 3 M`.
fn solve_sized<const M: usize, const W: usize, const L: usize>(
    limbs: &[Vec<LimbReach>],
    windows: &[Range<usize>],
    settings: &SolverSettings,
) -> RootSolution {
    let count = limbs[0].len();
    let mut out = RootSolution {
        root: vec![Vec3::zeros(); count],
        hinge: vec![vec![0.0; count]; L],
        is_solved: vec![false; count],
        costs: Vec::new(),
    };
    let pieces: Vec<Piece> = windows.iter().flat_map(pieces).collect();
    let longest = pieces.iter().map(|p| p.frames.len()).max().unwrap_or(0);
    let mut system = RootSystem::<M, W, L>::new(longest);
    for piece in &pieces {
        let limbs: [&[LimbReach]; L] = std::array::from_fn(|l| &limbs[l][piece.frames.clone()]);
        system.run(&limbs, &piece.frames, count, settings);
        out.is_solved[piece.frames.clone()].fill(true);
        for (i, frame) in piece.frames.clone().enumerate() {
            let share = piece.share(frame);
            if share <= 0.0 {
                continue;
            }
            out.root[frame] +=
                Vec3::new(system.x[i][0], system.x[i][1], system.x[i][2]) / settings.unit * share;
            for l in 0..L {
                out.hinge[l][frame] += system.state[i].k[l] / DEG * share;
            }
        }
        out.costs.clone_from(&system.costs);
    }
    out
}

/// One frame linearised.
#[derive(Debug, Clone, Copy)]
struct FrameState<const M: usize, const L: usize> {
    k: [f64; L],
    /// dk/dx of each limb.
    slope: [[f64; M]; L],
    /// Degrees beyond the limit.
    over: [f64; L],
}

/// The unknowns of one window and the normal equations that improve them.
struct RootSystem<const M: usize, const W: usize, const L: usize> {
    x: Vec<[f64; M]>,
    trial: Vec<[f64; M]>,
    state: Vec<FrameState<M, L>>,
    trial_state: Vec<FrameState<M, L>>,
    /// Second differences of x and k, one before and one after the window.
    bend_x: Vec<[f64; M]>,
    bend_k: Vec<[f64; L]>,
    matrix: Banded<W>,
    step: Vec<f64>,
    costs: Vec<f64>,
}

impl<const M: usize, const W: usize, const L: usize> RootSystem<M, W, L> {
    fn new(longest: usize) -> Self {
        let state = FrameState { k: [0.0; L], slope: [[0.0; M]; L], over: [0.0; L] };
        Self {
            x: vec![[0.0; M]; longest],
            trial: vec![[0.0; M]; longest],
            state: vec![state; longest],
            trial_state: vec![state; longest],
            bend_x: vec![[0.0; M]; longest + 2],
            bend_k: vec![[0.0; L]; longest + 2],
            matrix: Banded::default(),
            step: Vec::with_capacity(longest * M),
            costs: Vec::new(),
        }
    }

    fn run(
        &mut self,
        limbs: &[&[LimbReach]; L],
        window: &Range<usize>,
        count: usize,
        settings: &SolverSettings,
    ) {
        let length = window.len();
        let weights = Weights::<M>::new(settings);
        self.x[..length].fill([0.0; M]);
        self.costs.clear();
        evaluate(limbs, &self.x[..length], &mut self.state[..length], settings);
        let mut cost = self.cost(false, limbs, window, count, &weights);
        self.costs.push(cost);
        for _ in 0..settings.rounds {
            self.assemble(limbs, window, count, &weights);
            if !self.matrix.factor() {
                break;
            }
            self.matrix.solve(&mut self.step);
            let largest = self.step.iter().fold(0.0f64, |a, s| a.max(s.abs()));
            let mut share = 1.0;
            let mut is_better = false;
            // The active sets of the one-sided terms may flip: back off until the cost falls.
            for _ in 0..8 {
                for i in 0..length {
                    for p in 0..M {
                        self.trial[i][p] = self.x[i][p] - share * self.step[i * M + p];
                    }
                }
                evaluate(limbs, &self.trial[..length], &mut self.trial_state[..length], settings);
                let trial_cost = self.cost(true, limbs, window, count, &weights);
                if trial_cost < cost {
                    cost = trial_cost;
                    is_better = true;
                    break;
                }
                share *= 0.5;
            }
            if !is_better {
                break;
            }
            std::mem::swap(&mut self.x, &mut self.trial);
            std::mem::swap(&mut self.state, &mut self.trial_state);
            self.costs.push(cost);
            // A ten-thousandth of a millimetre: what is left would show in a second run.
            if share * largest < 1e-5 {
                break;
            }
        }
        // `bend_*` belong to the last trial; nothing below reads them.
    }

    /// The cost of `x` or of the trial; leaves the second differences behind for [`Self::assemble`].
    fn cost(
        &mut self,
        of_trial: bool,
        limbs: &[&[LimbReach]; L],
        window: &Range<usize>,
        count: usize,
        weights: &Weights<M>,
    ) -> f64 {
        let length = window.len();
        let (x, state) = if of_trial { (&self.trial, &self.trial_state) } else { (&self.x, &self.state) };
        let mut cost = 0.0;
        for i in 0..length {
            for p in 0..M {
                cost += weights.size[p] * x[i][p] * x[i][p];
            }
            for l in 0..L {
                let excess = (x[i][3 + l].abs() - limbs[l][i].band).max(0.0);
                cost += weights.reach * state[i].over[l] * state[i].over[l] + weights.band * excess * excess;
            }
        }
        let zero_x = [0.0; M];
        let zero_k = [0.0; L];
        for slot in 0..length + 2 {
            // Slot 0 is the frame before the window.
            let after = window.start + slot;
            let exists = after >= 2 && after < count;
            let x_at = |i: usize| if (1..=length).contains(&i) { &x[i - 1] } else { &zero_x };
            let k_at = |i: usize| if (1..=length).contains(&i) { &state[i - 1].k } else { &zero_k };
            if !exists {
                self.bend_x[slot] = zero_x;
                self.bend_k[slot] = zero_k;
                continue;
            }
            let (before, here, after) = (x_at(slot.wrapping_sub(1)), x_at(slot), x_at(slot + 1));
            for p in 0..M {
                let bend = before[p] - 2.0 * here[p] + after[p];
                self.bend_x[slot][p] = bend;
                cost += weights.bend[p] * bend * bend;
            }
            let (before, here, after) = (k_at(slot.wrapping_sub(1)), k_at(slot), k_at(slot + 1));
            for l in 0..L {
                let bend = before[l] - 2.0 * here[l] + after[l];
                self.bend_k[slot][l] = bend;
                cost += weights.hinge * bend * bend;
            }
        }
        cost
    }

    /// Normal equations at `x`; `step` gets half the gradient.
    fn assemble(
        &mut self,
        limbs: &[&[LimbReach]; L],
        window: &Range<usize>,
        count: usize,
        weights: &Weights<M>,
    ) {
        let length = window.len();
        self.matrix.reset(length * M);
        self.step.clear();
        self.step.resize(length * M, 0.0);
        // Takes the frame after the centre, so that the one before the clip needs no sign.
        let exists = |after: usize| f64::from(u8::from(after >= 2 && after < count));
        for i in 0..length {
            let frame = window.start + i;
            let (e0, e1, e2) = (exists(frame), exists(frame + 1), exists(frame + 2));
            let diagonal = e0 + 4.0 * e1 + e2;
            let off_one = if i + 1 < length { -2.0 * (e1 + e2) } else { 0.0 };
            let off_two = if i + 2 < length { e2 } else { 0.0 };
            let x = &self.x[i];
            let state = &self.state[i];
            let mut gradient = [0.0; M];
            for p in 0..M {
                let around = self.bend_x[i][p] - 2.0 * self.bend_x[i + 1][p] + self.bend_x[i + 2][p];
                gradient[p] = weights.size[p] * x[p] + weights.bend[p] * around;
                let column = self.matrix.column_mut(i * M + p);
                column[0] = weights.size[p] + weights.bend[p] * diagonal;
                column[M] = weights.bend[p] * off_one;
                column[2 * M] = weights.bend[p] * off_two;
            }
            for l in 0..L {
                let slope = &state.slope[l];
                let around = self.bend_k[i][l] - 2.0 * self.bend_k[i + 1][l] + self.bend_k[i + 2][l];
                let is_over = f64::from(u8::from(state.over[l] > 0.0));
                let pull = weights.hinge * around + weights.reach * state.over[l];
                let own = weights.hinge * diagonal + weights.reach * is_over;
                let zero = [0.0; M];
                let next = if i + 1 < length { &self.state[i + 1].slope[l] } else { &zero };
                let second = if i + 2 < length { &self.state[i + 2].slope[l] } else { &zero };
                for p in 0..M {
                    if slope[p] == 0.0 {
                        continue;
                    }
                    gradient[p] += pull * slope[p];
                    let column = self.matrix.column_mut(i * M + p);
                    let (a, b, c) = (
                        own * slope[p],
                        weights.hinge * off_one * slope[p],
                        weights.hinge * off_two * slope[p],
                    );
                    for (entry, s) in column[..M - p].iter_mut().zip(&slope[p..]) {
                        *entry += a * s;
                    }
                    for (entry, s) in column[M - p..2 * M - p].iter_mut().zip(next) {
                        *entry += b * s;
                    }
                    for (entry, s) in column[2 * M - p..3 * M - p].iter_mut().zip(second) {
                        *entry += c * s;
                    }
                }
                let excess = x[3 + l].abs() - limbs[l][i].band;
                if excess > 0.0 {
                    gradient[3 + l] += weights.band * excess * x[3 + l].signum();
                    self.matrix.column_mut(i * M + 3 + l)[0] += weights.band;
                }
            }
            self.step[i * M..(i + 1) * M].copy_from_slice(&gradient);
        }
    }
}

struct Weights<const M: usize> {
    size: [f64; M],
    bend: [f64; M],
    hinge: f64,
    reach: f64,
    band: f64,
}

impl<const M: usize> Weights<M> {
    fn new(settings: &SolverSettings) -> Self {
        let dt = settings.frame_time;
        let of = |p: usize| if p < 3 { settings.root } else { settings.stretch };
        Self {
            size: std::array::from_fn(|p| of(p).0),
            bend: std::array::from_fn(|p| of(p).0 * (of(p).1 / dt).powi(4)),
            hinge: settings.hinge * (0.1 / dt).powi(4),
            reach: settings.reach,
            band: settings.band,
        }
    }
}

fn evaluate<const M: usize, const L: usize>(
    limbs: &[&[LimbReach]; L],
    x: &[[f64; M]],
    states: &mut [FrameState<M, L>],
    settings: &SolverSettings,
) {
    let gives = if settings.max_stretch > 0.0 { 1.0 } else { 0.0 };
    for (i, (x, state)) in x.iter().zip(states.iter_mut()).enumerate() {
        let root = Vec3::new(x[0], x[1], x[2]);
        for l in 0..L {
            let reach = &limbs[l][i];
            let span = reach.span - root;
            let distance = span.norm().max(1e-6);
            let (angle, slope) = reach.curve.at(distance - gives * x[3 + l]);
            state.k[l] = angle - reach.input_angle;
            state.over[l] = (angle - reach.limit).max(0.0);
            let along = -slope / distance;
            state.slope[l][..3].copy_from_slice(&[span.x * along, span.y * along, span.z * along]);
            state.slope[l][3 + l] = -slope * gives;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{DMatrix, DVector};

    fn scene(count: usize, push: f64) -> Vec<Vec<LimbReach>> {
        let settings = SolverSettings::new(1.0 / 60.0, 1.0, 0.03, 12);
        (0..2)
            .map(|side| {
                (0..count)
                    .map(|t| {
                        let phase = t as f64 * 0.11 + f64::from(side) * 2.0;
                        let theta = 2.7 + 0.35 * phase.sin();
                        let hinge = -Vec3::x();
                        let base = Vec3::new(0.1 * f64::from(side), 0.45, 0.0);
                        let lower = crate::math::Quat::from_scaled_axis(hinge * theta) * Vec3::y() * 0.43;
                        let bend = Bend::new(
                            &base,
                            &Vec3::new(base.x, 0.0, 0.0),
                            &(Vec3::new(base.x, 0.0, 0.0) + lower),
                            &hinge,
                        );
                        let input = Vec3::new(base.x, 0.0, 0.0) + lower - base;
                        let a = Vec3::new(0.01, -0.01, 0.02) * push * (0.05 * t as f64).sin();
                        LimbReach::new(&bend, input + a, input.norm(), &settings)
                    })
                    .collect()
            })
            .collect()
    }

    /// The cost written out plainly, one frame after the other, with numeric slopes: shares nothing with the solver
    /// but [`HingeCurve`].
    fn plain_cost(limbs: &[Vec<LimbReach>], x: &DVector<f64>, settings: &SolverSettings) -> f64 {
        let count = limbs[0].len();
        let dt = settings.frame_time;
        let at = |t: usize, p: usize| x[t * 5 + p];
        let angle = |l: usize, t: usize| {
            let d = (limbs[l][t].span - Vec3::new(at(t, 0), at(t, 1), at(t, 2))).norm();
            limbs[l][t].curve.at(d - at(t, 3 + l)).0
        };
        let mut cost = 0.0;
        for t in 0..count {
            for p in 0..5 {
                cost += if p < 3 { settings.root.0 } else { settings.stretch.0 } * at(t, p).powi(2);
            }
            for l in 0..2 {
                cost += settings.reach * (angle(l, t) - limbs[l][t].limit).max(0.0).powi(2);
                cost += settings.band * (at(t, 3 + l).abs() - limbs[l][t].band).max(0.0).powi(2);
            }
        }
        for t in 1..count - 1 {
            for p in 0..5 {
                let (weight, time) = if p < 3 { settings.root } else { settings.stretch };
                cost += weight * (time / dt).powi(4) * (at(t - 1, p) - 2.0 * at(t, p) + at(t + 1, p)).powi(2);
            }
            for l in 0..2 {
                let k = |t: usize| angle(l, t) - limbs[l][t].input_angle;
                cost += settings.hinge * (0.1 / dt).powi(4) * (k(t - 1) - 2.0 * k(t) + k(t + 1)).powi(2);
            }
        }
        cost
    }

    #[test]
    fn banded_solution_is_a_minimum_of_the_plain_cost() {
        // No dense Newton step from the solution lowers the plainly written cost by a relevant amount.
        let limbs = scene(24, 1.0);
        let mut settings = SolverSettings::new(1.0 / 60.0, 1.0, 0.03, 100);
        settings.rounds = 100;
        let window = 0..24;
        let mut system = RootSystem::<5, 15, 2>::new(24);
        let slices: [&[LimbReach]; 2] = [&limbs[0], &limbs[1]];
        system.run(&slices, &window, 24, &settings);
        let x = DVector::from_fn(120, |i, _| system.x[i / 5][i % 5]);
        let own = plain_cost(&limbs, &x, &settings);
        assert!((own - system.costs.last().unwrap()).abs() < 1e-9 * own.max(1.0), "{own} {:?}", system.costs);
        let h = 1e-4;
        let gradient = DVector::from_fn(120, |i, _| {
            let (mut up, mut down) = (x.clone(), x.clone());
            up[i] += h;
            down[i] -= h;
            (plain_cost(&limbs, &up, &settings) - plain_cost(&limbs, &down, &settings)) / (2.0 * h)
        });
        let hessian = DMatrix::from_fn(120, 120, |i, j| {
            let cost = |a: f64, b: f64| {
                let mut y = x.clone();
                y[i] += a;
                y[j] += b;
                plain_cost(&limbs, &y, &settings)
            };
            (cost(h, h) - cost(h, -h) - cost(-h, h) + cost(-h, -h)) / (4.0 * h * h)
        });
        let step = hessian.lu().solve(&gradient).unwrap();
        assert!(step.amax() < 2e-3, "a Newton step of {} cm remains", step.amax());
    }

    #[test]
    fn cost_never_rises_even_out_of_reach() {
        for (push, stretch) in [(1.0, 0.03), (8.0, 0.03), (8.0, 0.0), (30.0, 0.0), (60.0, 0.01)] {
            let limbs = scene(90, push);
            let settings = SolverSettings::new(1.0 / 60.0, 1.0, stretch, 30);
            let solution = solve_root(&limbs, std::slice::from_ref(&(0..90)), &settings);
            assert!(solution.costs.windows(2).all(|c| c[1] <= c[0]), "{push} {stretch}");
            assert!(solution.root.iter().all(|r| r.norm() < 0.02 * push + 1e-3), "{push} {stretch}");
        }
    }

    #[test]
    fn a_long_clip_in_pieces_is_the_clip_as_a_whole() {
        let count = 5000;
        let limbs = scene(count, 1.0);
        let settings = SolverSettings::new(1.0 / 60.0, 1.0, 0.03, 30);
        assert_eq!(pieces(&(0..count)).len(), 2);
        let solution = solve_root(&limbs, std::slice::from_ref(&(0..count)), &settings);
        let mut system = RootSystem::<5, 15, 2>::new(count);
        let slices: [&[LimbReach]; 2] = [&limbs[0], &limbs[1]];
        system.run(&slices, &(0..count), count, &settings);
        for frame in 0..count {
            let x = &system.x[frame];
            let whole = Vec3::new(x[0], x[1], x[2]) / settings.unit;
            assert!((solution.root[frame] - whole).norm() < 1e-6, "frame {frame}");
            for l in 0..2 {
                let off = solution.hinge[l][frame] - system.state[frame].k[l] / DEG;
                assert!(off.abs() < 1e-5, "frame {frame}: {off}");
            }
        }
    }

    #[test]
    fn no_target_no_motion() {
        let limbs = scene(40, 0.0);
        let solution = solve_root(
            &limbs,
            std::slice::from_ref(&(0..40)),
            &SolverSettings::new(1.0 / 60.0, 1.0, 0.03, 12),
        );
        assert!(solution.root.iter().all(|r| r.norm() < 1e-12));
        assert!(solution.hinge.iter().flatten().all(|k| k.abs() < 1e-12));
    }
}

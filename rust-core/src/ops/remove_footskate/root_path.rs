//! Takes a fault of the root's path out of the root before any leg is moved: a drift, constant or wandering, and a path
//! that was scaled.
//!
//! A planted point that should stand moves over the floor with `v`. Three faults explain that, and they are told apart
//! by what they leave in all planted points of the clip at once:
//!
//! - drift: `v = d(t)`, level, the same for every point, slow to change;
//! - a path scaled by `s`: `v = b·r`, `r` the root's level velocity and `b = 1 − 1/s`;
//! - legs scaled by `q`: `v = a·h`, `h` the velocity of that leg's hip in space and `a = 1 − q`.
//!
//! On a straight walk the last two differ only by what a hip does beside the root: it rises and falls, and it turns with
//! the pelvis. Wrong legs are no fault of the path; they are fitted so that nothing of them is taken for one, and left to
//! the limbs. The same idea finds plants in a drifting clip (`detect_plants/fault_model.rs`); here the plants are known.

use crate::kinematics::limb::{Limb, LimbKind, find_limbs, longest_leg};
use crate::kinematics::{BodyPoints, WorldPoses, reference_leg};
use crate::math::Vec3;
use crate::model::{Clip, Note, Plants, Skeleton};
use serde::Serialize;

/// A fault of the root's path that was taken out of it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RootPathFit {
    /// Mean speed of the drift, metres per second.
    pub drift: f64,
    /// By how much the path was too long, as a factor; 1 where only a drift was found.
    pub scale: f64,
    /// Share of the planted points' motion that it explains.
    pub explained: f64,
    /// Farthest that the body was moved, metres.
    pub moved: f64,
}

impl RootPathFit {
    /// What the report says of it.
    pub(crate) fn note(&self) -> Note {
        let mut faults = Vec::new();
        if (self.scale - 1.0).abs() > 1e-9 {
            faults.push(format!("was {:.2} times as long as the steps", self.scale));
        }
        if self.drift > 0.0 {
            faults.push(format!("drifted by {:.1} cm/s", self.drift * 100.0));
        }
        let text = format!(
            "the root's path {}; this was taken out of it and moved the body by up to {:.2} m",
            faults.join(" and "),
            self.moved
        );
        Note::warning("root-path", text)
    }
}

/// Time between two values of the drift, seconds.
const KNOT_TIME: f64 = 1.0;
/// Time over which a velocity is taken, and between two of them, seconds: long against noise, short against a stance.
const BASELINE: f64 = 0.1;
const STRIDE: f64 = 0.05;
/// Frames at either end of a plant that are left out, seconds: the foot rolls there.
const EDGE: f64 = 0.034;
/// Speed above which a sample counts less, metres per second for the reference leg.
const FULL_WEIGHT: f64 = 0.06;
/// Spread of samples around a right model, and of what is plausible: change of the drift from knot to knot, the drift
/// itself, and the two shares. Metres per second for the reference leg.
const SPREAD: f64 = 0.04;
const PLAUSIBLE_CHANGE: f64 = 0.06;
const PLAUSIBLE_DRIFT: f64 = 0.5;
const PLAUSIBLE_SHARE: f64 = 0.12;
const MAX_SHARE: f64 = 0.3;
/// Samples of one stance say much the same.
const REPEATS: f64 = 4.0;
/// Slowest mean drift that is taken out, metres per second for the reference leg, and least share of a path.
const LEAST_DRIFT: f64 = 0.032;
const LEAST_SHARE: f64 = 0.03;
/// A fault must leave at most this share of the motion, and a scaled path at most this share of what legs would leave.
const LEFT: f64 = 0.6;
const LEFT_BY_DRIFT: f64 = 0.72;
const LEFT_IF_NOISY: f64 = 0.45;
const PATH_OVER_LEGS: f64 = 0.8;
/// Share of the frames with a standing foot below which nothing is taken out, and below which a fault must leave at most
/// `LEFT_IF_BRIEF` of the motion, slower than `SLOW_LEFT` (metres per second for the reference leg). Where feet hardly ever
/// stand, as on motion that networks make, scraps of plants are found wherever they agree with some drift.
const STANDING_SHARES: (f64, f64) = (0.3, 0.55);
const LEFT_IF_BRIEF: f64 = 0.35;
const SLOW_LEFT: f64 = 0.09;
const ROUNDS: usize = 4;
/// Feet roll forward in stance, which looks like this share of the root's velocity.
const ROLL: f64 = 0.02;

/// One planted point over a short time.
struct Sample {
    /// Place on the knots.
    knot: usize,
    share: f64,
    /// Velocities: the point's, its hip's, the root's on the level.
    point: Vec3,
    hip: Vec3,
    root: Vec3,
}

/// One explanation with its fit.
#[derive(Debug, Clone)]
struct Fit {
    legs: f64,
    path: f64,
    drift: Vec<[f64; 2]>,
    /// Robust mean square of what is left.
    cost: f64,
}

/// What scales the motion of planted points beside a drift.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Cause {
    Legs,
    Path,
}

/// Shift of the root on every frame, if a fault of its path explains how the planted points move. Level, 0 on the first
/// frame.
pub(crate) fn fit_root_path(
    skeleton: &Skeleton,
    clip: &Clip,
    poses: &WorldPoses,
    plants: &Plants,
    was_noisy: bool,
) -> Option<(Vec<Vec3>, RootPathFit)> {
    // Places in the world are given for the path as it is.
    let count = clip.frame_count();
    if count < 3 || plants.iter().any(|p| p.position.is_some()) {
        return None;
    }
    let dt = clip.frame_time();
    let (limbs, _) = find_limbs(skeleton);
    let legs: Vec<&Limb> = limbs.iter().filter(|l| l.kind == LimbKind::Leg).collect();
    let scale = longest_leg(&limbs, |joint| poses.position(0, joint)) / reference_leg::REACHED;
    if scale <= 0.0 {
        return None;
    }
    let stands = standing_share(plants, &legs, count);
    if stands < STANDING_SHARES.0 {
        return None;
    }
    let samples = samples(skeleton, clip, poses, plants, &legs);
    let knots = (count as f64 * dt / KNOT_TIME).ceil() as usize + 1;
    let still = cost_of(&samples, scale, |_| Vec3::zeros());
    if samples.len() < 4 || still.sqrt() < LEAST_DRIFT * scale {
        return None;
    }
    let fit = |cause: Cause, has_drift: bool| fit(&samples, knots, scale, cause, has_drift);
    let (legs_only, legs_drift) = (fit(Cause::Legs, false), fit(Cause::Legs, true));
    let (path_only, path_drift) = (fit(Cause::Path, false), fit(Cause::Path, true));
    let left = if was_noisy { LEFT_IF_NOISY } else { LEFT_BY_DRIFT };
    let best_legs = if legs_drift.cost < left * legs_only.cost { &legs_drift } else { &legs_only };
    let best_path = if path_drift.cost < left * path_only.cost { &path_drift } else { &path_only };
    let is_path = best_path.path.abs() > LEAST_SHARE && best_path.cost < PATH_OVER_LEGS * best_legs.cost;
    let best = if is_path { best_path } else { best_legs };
    let drift = mean_speed(&best.drift) / (1.0 - best.legs);
    let has_drift = drift > LEAST_DRIFT * scale;
    // What legs explain is none of the path's.
    let without = if is_path { still } else { legs_only.cost };
    if !(is_path || has_drift) || best.cost > if is_path { LEFT } else { left } * without {
        return None;
    }
    if stands < STANDING_SHARES.1
        && (best.cost > LEFT_IF_BRIEF * without || best.cost.sqrt() > SLOW_LEFT * scale)
    {
        return None;
    }
    let shifts = integrate(best, clip, knots);
    let moved = shifts.iter().map(Vec3::norm).fold(0.0, f64::max);
    let explained = 1.0 - best.cost / without;
    Some((shifts, RootPathFit { drift, scale: 1.0 / (1.0 - best.path), explained, moved }))
}

/// Share of the frames on which a foot stands.
fn standing_share(plants: &Plants, legs: &[&Limb], count: usize) -> f64 {
    let mut stands = vec![false; count];
    for plant in plants.iter() {
        if legs.iter().any(|l| l.has_point(plant.point.side, plant.point.kind)) {
            stands[plant.frames.clone()].fill(true);
        }
    }
    stands.iter().filter(|s| **s).count() as f64 / count as f64
}

/// The faulty velocity, summed up and turned round.
fn integrate(fit: &Fit, clip: &Clip, knots: usize) -> Vec<Vec3> {
    let dt = clip.frame_time();
    let path = clip.root_positions();
    let mut shift = Vec3::zeros();
    let mut last = Vec3::zeros();
    (0..path.len())
        .map(|frame| {
            let drift = drift_at(&fit.drift, frame as f64 * dt, knots) / (1.0 - fit.legs);
            if frame > 0 {
                let step = path[frame] - path[frame - 1];
                shift -= (drift + last) * (0.5 * dt) + Vec3::new(step.x, 0.0, step.z) * fit.path;
            }
            last = drift;
            shift
        })
        .collect()
}

fn drift_at(drift: &[[f64; 2]], seconds: f64, knots: usize) -> Vec3 {
    if drift.is_empty() {
        return Vec3::zeros();
    }
    let at = (seconds / KNOT_TIME).min((knots - 1) as f64);
    let knot = (at as usize).min(knots - 2);
    let u = at - knot as f64;
    let (a, b) = (drift[knot], drift[knot + 1]);
    Vec3::new(a[0] + (b[0] - a[0]) * u, 0.0, a[1] + (b[1] - a[1]) * u)
}

fn mean_speed(drift: &[[f64; 2]]) -> f64 {
    if drift.is_empty() {
        return 0.0;
    }
    drift.iter().map(|d| d[0].hypot(d[1])).sum::<f64>() / drift.len() as f64
}

fn samples(
    skeleton: &Skeleton,
    clip: &Clip,
    poses: &WorldPoses,
    plants: &Plants,
    legs: &[&Limb],
) -> Vec<Sample> {
    let dt = clip.frame_time();
    let points = BodyPoints::new(skeleton);
    let frames = |seconds: f64| (seconds / dt).round().max(1.0) as usize;
    let (baseline, stride, edge) = (frames(BASELINE), frames(STRIDE), (EDGE / dt).round() as usize);
    let mut samples = Vec::new();
    for plant in plants.iter() {
        let Some(leg) = legs.iter().find(|l| l.has_point(plant.point.side, plant.point.kind)) else {
            continue;
        };
        let Some(at) = points.get(plant.point) else { continue };
        let (mut first, mut end) = (plant.frames.start, plant.frames.end);
        if plant.frames.len() >= baseline + 2 * edge {
            // A plant that the clip begins or ends with has no roll there.
            first += if first > 0 { edge } else { 0 };
            end -= if end < clip.frame_count() { edge } else { 0 };
        }
        let span = baseline.min((end - first).saturating_sub(1));
        if span < 2.min(baseline) {
            continue;
        }
        let time = span as f64 * dt;
        for frame in (first..end - span).step_by(stride) {
            let velocity = |of: &dyn Fn(usize) -> Vec3| (of(frame + span) - of(frame)) / time;
            let root = velocity(&|f| clip.root_positions()[f]);
            let level = Vec3::new(root.x, 0.0, root.z);
            let middle = (frame as f64 + 0.5 * span as f64) * dt / KNOT_TIME;
            samples.push(Sample {
                knot: middle as usize,
                share: middle.fract(),
                point: velocity(&|f| poses.point(f, at.joint, &at.offset)) - level * ROLL,
                hip: velocity(&|f| poses.position(f, leg.base)),
                root: level,
            });
        }
    }
    samples
}

fn robust(square: f64, width: f64) -> f64 {
    square / (1.0 + square / (width * width))
}

fn cost_of(samples: &[Sample], scale: f64, explained: impl Fn(&Sample) -> Vec3) -> f64 {
    // What is far from still counts as far, not more.
    let width = 4.0 * FULL_WEIGHT * scale;
    let sum: f64 = samples.iter().map(|s| robust((s.point - explained(s)).norm_squared(), width)).sum();
    sum / samples.len().max(1) as f64
}

/// Robust least squares with the shares and the drift that are asked for.
fn fit(samples: &[Sample], knots: usize, scale: f64, cause: Cause, has_drift: bool) -> Fit {
    let mut fit = Fit {
        legs: 0.0,
        path: 0.0,
        drift: if has_drift { vec![[0.0; 2]; knots] } else { Vec::new() },
        cost: 0.0,
    };
    let predicted = |fit: &Fit, s: &Sample| {
        let mut v = s.hip * fit.legs + s.root * fit.path;
        if has_drift {
            let (a, b) = (fit.drift[s.knot], fit.drift[s.knot + 1]);
            v += Vec3::new(a[0] + (b[0] - a[0]) * s.share, 0.0, a[1] + (b[1] - a[1]) * s.share);
        }
        v
    };
    let prior = REPEATS * (SPREAD * scale).powi(2);
    for round in 0..ROUNDS {
        // The first round takes all samples; later ones trust those that fit.
        let width = FULL_WEIGHT * scale * if round < 2 { 2.0 } else { 1.0 };
        let mut matrix = Tridiagonal::new(if has_drift { knots } else { 0 });
        // Right-hand sides on the knots: the points' velocity and the share's, x and z.
        let mut right = vec![[0.0; 4]; if has_drift { knots } else { 0 }];
        let (mut cause_squared, mut cause_by_point) = (prior / (PLAUSIBLE_SHARE * PLAUSIBLE_SHARE), 0.0);
        for s in samples {
            let weight = if round == 0 {
                1.0
            } else {
                let u = (s.point - predicted(&fit, s)).norm_squared() / (width * width);
                1.0 / ((1.0 + u) * (1.0 + u))
            };
            let by = match cause {
                Cause::Legs => s.hip,
                Cause::Path => s.root,
            };
            cause_squared += weight * by.norm_squared();
            cause_by_point += weight * by.dot(&s.point);
            if has_drift {
                let (a, b) = (1.0 - s.share, s.share);
                matrix.diagonal[s.knot] += weight * a * a;
                matrix.diagonal[s.knot + 1] += weight * b * b;
                matrix.beside[s.knot] += weight * a * b;
                for (slot, value) in [s.point.x, s.point.z, by.x, by.z].into_iter().enumerate() {
                    right[s.knot][slot] += weight * a * value;
                    right[s.knot + 1][slot] += weight * b * value;
                }
            }
        }
        if !has_drift {
            let value = (cause_by_point / cause_squared).clamp(-MAX_SHARE, MAX_SHARE);
            match cause {
                Cause::Legs => fit.legs = value,
                Cause::Path => fit.path = value,
            }
            continue;
        }
        let change = prior / (PLAUSIBLE_CHANGE * scale).powi(2);
        for knot in 0..knots {
            matrix.diagonal[knot] += prior / (PLAUSIBLE_DRIFT * scale).powi(2);
            if knot + 1 < knots {
                matrix.diagonal[knot] += change;
                matrix.diagonal[knot + 1] += change;
                matrix.beside[knot] -= change;
            }
        }
        let solved = matrix.solve(&right);
        // The drift is eliminated: what it cannot follow decides the share.
        let dot = |i: usize, j: usize| right.iter().zip(&solved).map(|(r, s)| r[i] * s[j]).sum::<f64>();
        let remaining = cause_squared - dot(2, 2) - dot(3, 3);
        let value =
            ((cause_by_point - dot(0, 2) - dot(1, 3)) / remaining.max(1e-12)).clamp(-MAX_SHARE, MAX_SHARE);
        match cause {
            Cause::Legs => fit.legs = value,
            Cause::Path => fit.path = value,
        }
        for (slot, s) in fit.drift.iter_mut().zip(&solved) {
            *slot = [s[0] - value * s[2], s[1] - value * s[3]];
        }
    }
    fit.cost = cost_of(samples, scale, |s| predicted(&fit, s));
    fit
}

/// A symmetric matrix with one band beside its diagonal.
struct Tridiagonal {
    diagonal: Vec<f64>,
    beside: Vec<f64>,
}

impl Tridiagonal {
    fn new(size: usize) -> Self {
        Self { diagonal: vec![0.0; size], beside: vec![0.0; size.saturating_sub(1)] }
    }

    /// Solves four right-hand sides; the matrix is positive definite.
    fn solve(mut self, right: &[[f64; 4]]) -> Vec<[f64; 4]> {
        let mut x = right.to_vec();
        for i in 1..x.len() {
            let factor = self.beside[i - 1] / self.diagonal[i - 1];
            self.diagonal[i] -= factor * self.beside[i - 1];
            for k in 0..4 {
                x[i][k] -= factor * x[i - 1][k];
            }
        }
        for i in (0..x.len()).rev() {
            for k in 0..4 {
                let next = if i + 1 < x.len() { self.beside[i] * x[i + 1][k] } else { 0.0 };
                x[i][k] = (x[i][k] - next) / self.diagonal[i];
            }
        }
        x
    }
}

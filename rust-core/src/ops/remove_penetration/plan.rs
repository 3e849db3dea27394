//! On which side to leave the body: the best of a few ways to hold the limb, every fifth of a second, by dynamic programming.
//!
//! Nearest-surface normals flip where a limb lies near the middle of the body, and small steps then get stuck or throw the limb far
//! aside. A plan needs no normals: it tries ways to hold the limb and keeps those that fit together over time.

use super::character::TRUNK;
use super::correction::{Angles, BASE, LimbFrame, MID, TurnedLimb};
use super::limb_solver::{LimbSolver, LimbState};
use super::look::FrameLook;
use super::solve::{CM, Weights};
use crate::error::Result;
use crate::math::mesh::Point;
use crate::math::rotation::rotation_from_vector;
use crate::math::{Vec3, rotation_vector};
use rayon::prelude::*;
use std::ops::Range;

/// Turns about the line from base to end, degrees.
const SWIVELS: [f64; 7] = [-70.0, -45.0, -22.0, 0.0, 22.0, 45.0, 70.0];
/// Swings of the whole limb, degrees, in eight directions.
const SWING: f64 = 15.0;
const SWING_DIRECTIONS: usize = 8;
/// Changes of the middle joint, degrees.
const BENDS: [f64; 3] = [-20.0, 0.0, 20.0];
/// Points that stand for the limb. More of them cost time and hardly change the plan.
const POINT_COUNT: usize = 48;
/// Distance at which a way to hold the limb is free, cm.
const FREE: f64 = 0.3;
/// Distances are searched this far, metres.
const SEARCH_LIMIT: f32 = 0.15;
/// Where a point is known to be outside, this far, metres.
const KNOWN_LIMIT: f32 = 0.04;
/// Cost of changing the angles from one key to the next.
const CHANGE: f64 = 10.0;
/// Steps by which a plan is refined, radians: twice half the distance between its first states.
const REFINEMENTS: [f64; 3] = [0.15, 0.08, 0.04];
/// Seconds between keys.
const KEY_TIME: f64 = 0.2;
/// Seconds over which a plan is smoothed.
const SMOOTH_TIME: f64 = 11.0 / 30.0;

/// Number of ways to hold a limb.
const STATE_COUNT: usize = SWIVELS.len() * (SWING_DIRECTIONS + 1) * BENDS.len();

/// The angles of every way to hold the limb in one frame; the source pose is one of them.
fn states(frame: &LimbFrame) -> Vec<Angles> {
    let axis = frame.swivel_axis();
    let side = axis.cross(&if axis.x.abs() < 0.7 { Vec3::x() } else { Vec3::y() }).normalize();
    let other = axis.cross(&side);
    let mut out = Vec::with_capacity(STATE_COUNT);
    for swivel in SWIVELS {
        let swivel = rotation_from_vector(&(axis * swivel.to_radians()));
        for direction in 0..=SWING_DIRECTIONS {
            let swing = if direction == SWING_DIRECTIONS {
                Vec3::zeros()
            } else {
                let angle = direction as f64 / SWING_DIRECTIONS as f64 * 2.0 * std::f64::consts::PI;
                (side * angle.cos() + other * angle.sin()) * SWING.to_radians()
            };
            let turn = rotation_from_vector(&swing) * swivel;
            let base = frame.base_angles(&rotation_vector(&turn));
            for bend in BENDS {
                let mut angles = Angles::zeros();
                angles.fixed_rows_mut::<3>(BASE.start).copy_from(&base);
                angles[MID] = bend.to_radians();
                out.push(angles);
            }
        }
    }
    out
}

/// States around angles that were found, to find better ones: each of base and middle more, less or as it is.
fn states_near(angles: &Angles, size: f64) -> Vec<Angles> {
    (0..81)
        .map(|code: usize| {
            let mut near = *angles;
            for (digit, unknown) in BASE.chain([MID]).enumerate() {
                near[unknown] += (code / 3usize.pow(digit as u32) % 3) as f64 * size - size;
            }
            near
        })
        .collect()
}

/// Angles for the frames of a window, from which small steps find a good way out.
pub(crate) fn plan_window(
    solver: &LimbSolver<'_>,
    limb: usize,
    state: &LimbState,
    window: &Range<usize>,
) -> Result<Vec<Angles>> {
    let rate = solver.clip.frame_rate();
    let step = (KEY_TIME * rate).round().max(1.0) as usize;
    let width = ((SMOOTH_TIME * rate).round() as usize) | 1;
    let mut keys: Vec<usize> = window.clone().step_by(step).collect();
    if keys.last() != Some(&(window.end - 1)) {
        keys.push(window.end - 1);
    }
    let ties = [window.start > 0, window.end < solver.clip.frame_count()];
    let first: Vec<Vec<Angles>> = keys.iter().map(|&key| states(&state.frames[key])).collect();
    let costs = plan_costs(solver, limb, state, &keys, &first)?;
    let mut angles = best_states(&first, &costs, ties);
    for size in REFINEMENTS {
        let near: Vec<Vec<Angles>> = angles.iter().map(|angles| states_near(angles, size)).collect();
        let costs = plan_costs(solver, limb, state, &keys, &near)?;
        angles = best_states(&near, &costs, ties);
    }
    keys.iter_mut().for_each(|key| *key -= window.start);
    Ok(spread_keys(&keys, &angles, window.len(), width))
}

/// What each state costs at each key.
fn plan_costs(
    solver: &LimbSolver<'_>,
    limb: usize,
    state: &LimbState,
    keys: &[usize],
    states: &[Vec<Angles>],
) -> Result<Vec<Vec<f64>>> {
    keys.par_iter()
        .zip(states)
        .map_init(
            || solver.body.looks.take(),
            |look, (&key, states)| {
                look.pose(solver.skeleton, solver.clip, key, solver.body, &[])?;
                Ok(state_costs(solver, limb, &state.weights, &state.frames[key], states, look))
            },
        )
        .collect()
}

/// What each state of a frame costs. The trunk stays as it is in the clip.
fn state_costs(
    solver: &LimbSolver<'_>,
    limb: usize,
    weights: &Weights,
    frame: &LimbFrame,
    states: &[Angles],
    look: &mut FrameLook,
) -> Vec<f64> {
    let limb = &solver.body.limbs[limb];
    let surface = &limb.surface;
    look.obstacle(solver.body, TRUNK);
    let mut matrices = look.matrices.clone();
    let near = solver.body.obstacles[TRUNK].nearest_to(look.posed(TRUNK));
    let count = POINT_COUNT.min(surface.sample_count());
    let mut hints = vec![u32::MAX; count];
    // A distance changes by no more than the way: most points are proved to be free by one that was asked before.
    let mut asked: Vec<Option<(Point, f32)>> = vec![None; count];
    states
        .iter()
        .map(|angles| {
            let turned = TurnedLimb::new(frame, angles);
            turned.put_matrices(limb, &look.world, &look.origin, &mut matrices);
            let (mut deepest, mut sum) = (0.0f64, 0.0);
            for i in 0..count {
                let place = surface.surface.pose(i, &matrices);
                let mut limit = SEARCH_LIMIT;
                if let Some((at, distance)) = asked[i] {
                    let way = (place - at).norm();
                    if distance - way > FREE as f32 / CM as f32 {
                        continue;
                    }
                    // It is no deeper inside than the way allows; and outside it need not be known how far.
                    let deepest = way - distance;
                    limit = if distance < 0.0 { deepest } else { deepest.max(KNOWN_LIMIT) };
                    limit = (limit * 1.001 + 1e-5).min(SEARCH_LIMIT);
                }
                let found = near.signed(&place, limit, Some(hints[i]));
                let distance = found.map_or(limit, |found| {
                    hints[i] = found.triangle;
                    found.distance
                });
                asked[i] = Some((place, distance));
                let missing = (FREE - f64::from(distance) * CM).max(0.0);
                deepest = deepest.max(missing * missing);
                sum += missing * missing;
            }
            2.0 * (deepest + 0.2 * sum) + weights.pose_cost(frame, angles)
        })
        .collect()
}

/// The cheapest sequence of states, by dynamic programming (Viterbi 1967). Tied ends start or finish without a correction.
fn best_states(states: &[Vec<Angles>], costs: &[Vec<f64>], ties: [bool; 2]) -> Vec<Angles> {
    let tie = |angles: &Angles| CHANGE * angles.norm_squared();
    let Some(first) = states.first() else { return Vec::new() };
    let mut total: Vec<f64> = first
        .iter()
        .zip(&costs[0])
        .map(|(angles, cost)| cost + if ties[0] { tie(angles) } else { 0.0 })
        .collect();
    let mut from: Vec<Vec<usize>> = Vec::with_capacity(states.len());
    for key in 1..states.len() {
        let mut next = Vec::with_capacity(states[key].len());
        let mut came = Vec::with_capacity(states[key].len());
        for (angles, cost) in states[key].iter().zip(&costs[key]) {
            let mut best = (f64::INFINITY, 0);
            for (i, before) in states[key - 1].iter().enumerate() {
                let sum = total[i] + CHANGE * (angles - before).norm_squared();
                if sum < best.0 {
                    best = (sum, i);
                }
            }
            next.push(best.0 + cost);
            came.push(best.1);
        }
        total = next;
        from.push(came);
    }
    if ties[1]
        && let Some(last) = states.last()
    {
        total.iter_mut().zip(last).for_each(|(sum, angles)| *sum += tie(angles));
    }
    let mut at = (0..total.len()).min_by(|&a, &b| total[a].total_cmp(&total[b])).unwrap_or(0);
    let mut path = vec![at];
    for came in from.iter().rev() {
        at = came[at];
        path.push(at);
    }
    path.reverse();
    path.iter().zip(states).map(|(&i, states)| states[i]).collect()
}

/// Angles at `keys` (frames, rising) spread over `count` frames: linear between them, 0 outside, then smoothed over `width` frames.
fn spread_keys(keys: &[usize], angles: &[Angles], count: usize, width: usize) -> Vec<Angles> {
    let mut linear = vec![Angles::zeros(); count];
    for pair in keys.windows(2).zip(angles.windows(2)) {
        let (&[a, b], [from, to]) = pair else { continue };
        for frame in a..=b.min(count - 1) {
            let share = (frame - a) as f64 / (b - a).max(1) as f64;
            linear[frame] = from * (1.0 - share) + to * share;
        }
    }
    if let ([key], [only]) = (keys, angles) {
        linear[*key] = *only;
    }
    (0..count).map(|frame| smooth_angles(&linear, frame, width)).collect()
}

/// The weighted mean (von Hann) of the angles over `width` frames around one.
pub(super) fn smooth_angles(angles: &[Angles], frame: usize, width: usize) -> Angles {
    let half = width as f64 / 2.0 + 0.5;
    let reach = width / 2;
    let mut sum = Angles::zeros();
    let mut total = 0.0;
    for other in frame.saturating_sub(reach)..(frame + reach + 1).min(angles.len()) {
        let away = (other as f64 - frame as f64) / half;
        let weight = 0.5 + 0.5 * (std::f64::consts::PI * away).cos();
        sum += angles[other] * weight;
        total += weight;
    }
    sum / total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Random;

    #[test]
    fn the_plan_is_the_cheapest_of_all_sequences() {
        let mut random = Random::new(23);
        for ties in [[true, true], [false, true], [false, false]] {
            let states: Vec<Vec<Angles>> = (0..4)
                .map(|_| (0..3).map(|_| Angles::from_fn(|_, _| random.normal() * 0.3)).collect())
                .collect();
            let costs: Vec<Vec<f64>> =
                (0..4).map(|_| (0..3).map(|_| random.uniform() * 3.0).collect()).collect();
            let cost_of = |path: &[Angles]| {
                let own: f64 = path
                    .iter()
                    .enumerate()
                    .map(|(k, a)| costs[k][states[k].iter().position(|s| s == a).expect("a state")])
                    .sum();
                let change: f64 = path.windows(2).map(|w| CHANGE * (w[1] - w[0]).norm_squared()).sum();
                let tie = |on: bool, a: &Angles| if on { CHANGE * a.norm_squared() } else { 0.0 };
                own + change + tie(ties[0], &path[0]) + tie(ties[1], &path[3])
            };
            let found = cost_of(&best_states(&states, &costs, ties));
            for code in 0..81 {
                let path: Vec<Angles> = (0..4).map(|k| states[k][code / 3usize.pow(k as u32) % 3]).collect();
                assert!(found <= cost_of(&path) + 1e-12);
            }
        }
    }

    #[test]
    fn keys_are_joined_and_smoothed() {
        let one = Angles::repeat(1.0);
        let spread = spread_keys(&[10, 16], &[one, one], 40, 11);
        assert_eq!(spread.len(), 40);
        assert!(spread[13][0] > 0.7 && spread[0][0] == 0.0 && spread[39][0] == 0.0);
        assert!(spread.windows(2).all(|w| (w[1] - w[0]).amax() < 0.25));
        assert_eq!(spread_keys(&[0], &[one], 1, 11), vec![one]);
    }
}

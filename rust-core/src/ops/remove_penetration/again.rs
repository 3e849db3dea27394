//! Solves stretches again from another start; the better result stays.
//!
//! A margin grows while steps look for a way out, and what is free at last may have been thrown farther than is needed. Steps that begin
//! there with the first margin take the limb back.

use super::character::TRUNK;
use super::correction::Angles;
use super::episode::{Episode, SOLVED, is_large, joined, stretch_cost};
use super::limb_solver::{LOOP_COUNT, LimbSolver, LimbState};
use super::measure::LimbDepth;
use super::plan::{plan_window, smooth_angles};
use crate::error::Result;
use crate::math::runs::{runs, within};
use std::ops::Range;

/// Windows deeper than this, metres, are planned where the plain solution fails or is large.
const PLANNED_DEPTH: f32 = 0.01;
/// From here on a hand is far, metres, or an arm bends sharply over time, by what one frame's second differences cost.
const FAR_WAY: f64 = 0.12;
const SHARP_BEND: f64 = 2.0;
/// Seconds over which a sharp bend is smoothed.
const SMOOTH_TIME: f64 = 7.0 / 30.0;
/// Looks at what is solved again: one more than there are steps.
const AGAIN_LOOPS: usize = 9;

/// Which stretches are solved again: those whose hand has gone far, from where they are, or those that bend sharply, from smoother angles.
/// Those that are not solved are taken along in both ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Again {
    Far,
    Bent,
}

/// How a stretch was solved before.
struct Before {
    limb: usize,
    frames: Range<usize>,
    /// Angles, distance and gap of the hand of each frame.
    kept: Vec<(Angles, f64, Option<f64>)>,
    depth: f64,
    cost: f64,
}

impl Before {
    fn new(limb: usize, frames: Range<usize>, state: &LimbState) -> Self {
        let of_frame = |frame: usize| (state.angles[frame], state.rows[frame].least, state.rows[frame].gap);
        Self {
            limb,
            kept: frames.clone().map(of_frame).collect(),
            depth: largest_depth(state, &frames),
            cost: stretch_cost(state, &frames),
            frames,
        }
    }

    /// Puts it back unless what is there now is better: free, and at less cost, or else less deep.
    fn put_back_unless_better(self, state: &mut LimbState) {
        let (depth, cost) = (largest_depth(state, &self.frames), stretch_cost(state, &self.frames));
        let is_better = match (self.depth <= SOLVED, depth <= SOLVED) {
            (true, true) => cost < self.cost,
            (false, false) => depth < self.depth,
            (_, is_solved) => is_solved,
        };
        if !is_better {
            for (frame, (angles, least, gap)) in self.frames.zip(self.kept) {
                state.angles[frame] = angles;
                (state.rows[frame].least, state.rows[frame].gap) = (least, gap);
            }
        }
    }
}

/// Largest depth in a stretch, cm.
fn largest_depth(state: &LimbState, stretch: &Range<usize>) -> f64 {
    state.rows[stretch.clone()].iter().map(|rows| -rows.least).fold(0.0, f64::max)
}

impl LimbSolver<'_> {
    /// The limbs that the trunk can be in the way of.
    fn limbs_at_trunk(&self) -> impl Iterator<Item = usize> + '_ {
        let is_at_trunk =
            |&limb: &usize| self.body.limbs[limb].against.iter().any(|against| against.obstacle == TRUNK);
        (0..self.body.limbs.len()).filter(is_at_trunk)
    }

    /// Windows that are not solved, or only by a large change, are solved again from a plan.
    pub(super) fn try_plans(&self, depths: &[Vec<LimbDepth>], states: &mut [LimbState]) -> Result<()> {
        let reach = self.reach();
        let mut episodes = Vec::new();
        let mut before = Vec::new();
        for limb in self.limbs_at_trunk() {
            let state = &states[limb];
            let is_bad = |frame: usize| {
                -state.rows[frame].least > SOLVED || is_large(&state.frames[frame], &state.angles[frame])
            };
            let deep: Vec<bool> = depths[limb].iter().map(|d| d.least < -PLANNED_DEPTH).collect();
            let windows = joined(runs(&within(&deep, reach)));
            // All windows are judged before the first plan is in place.
            let mut plans = Vec::new();
            for window in windows.into_iter().filter(|window| window.clone().any(is_bad)) {
                self.progress.report(0.4)?;
                plans.push((plan_window(self, limb, state, &window)?, Before::new(limb, window, state)));
            }
            let state = &mut states[limb];
            for (planned, was) in plans {
                state.angles[was.frames.clone()].copy_from_slice(&planned);
                state.boost[was.frames.clone()].fill(0.0);
                episodes.push(Episode::new(limb, was.frames.clone(), self.margin()));
                before.push(was);
            }
        }
        self.run(LOOP_COUNT, states, episodes, 0.5..0.65)?;
        for was in before {
            let limb = was.limb;
            was.put_back_unless_better(&mut states[limb]);
        }
        Ok(())
    }

    /// What is not solved, and what is not solved well, is solved again with margins that have not grown.
    pub(super) fn try_again(&self, states: &mut [LimbState], which: Again, done: Range<f64>) -> Result<()> {
        let width = ((SMOOTH_TIME * self.clip.frame_rate()).round() as usize).max(3) | 1;
        let mut episodes = Vec::new();
        let mut before = Vec::new();
        for limb in self.limbs_at_trunk() {
            let state = &mut states[limb];
            let is_asked = |frame: usize| {
                -state.rows[frame].least > SOLVED
                    || match which {
                        Again::Far => state.way(frame) > FAR_WAY,
                        Again::Bent => bend_cost(state, frame) > SHARP_BEND,
                    }
            };
            let asked: Vec<bool> = (0..state.frames.len()).map(is_asked).collect();
            let mut near = within(&asked, self.reach());
            near.iter_mut().zip(&state.is_active).for_each(|(near, is_active)| *near &= is_active);
            let source = state.angles.clone();
            for window in joined(runs(&near)) {
                before.push(Before::new(limb, window.clone(), state));
                if which == Again::Bent {
                    for frame in window.clone() {
                        state.angles[frame] = smooth_angles(&source, frame, width);
                    }
                }
                state.boost[window.clone()].fill(0.0);
                episodes.push(Episode::new(limb, window, self.margin()));
            }
        }
        self.run(AGAIN_LOOPS, states, episodes, done)?;
        for was in before {
            let limb = was.limb;
            was.put_back_unless_better(&mut states[limb]);
        }
        Ok(())
    }
}

/// What the second differences about one frame cost.
fn bend_cost(state: &LimbState, frame: usize) -> f64 {
    match state.angles.get(frame.wrapping_sub(1)..frame + 2) {
        Some([a, b, c]) => state.weights.smooth * (a - b * 2.0 + c).norm_squared(),
        _ => 0.0,
    }
}

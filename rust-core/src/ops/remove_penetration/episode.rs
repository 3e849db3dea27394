//! [`Episode`]: a stretch of frames of one limb while it is being solved.

use super::correction::{Angles, BASE, LimbFrame, TurnedLimb, vector};
use super::limb_solver::LimbState;
use super::solve::{FrameRows, HOLD};
use crate::math::runs::{runs, within};
use std::ops::Range;

/// A stretch is solved when no sample is deeper, cm.
pub(crate) const SOLVED: f64 = 0.15;
/// Steps go on until a hand that should touch is within this of the surface, cm: a little less than counts as touching.
const TOUCH_AIM: f64 = 0.2;
/// A free stretch whose hand does not touch goes on up to this step.
const TOUCH_STEPS: usize = 14;
/// A stretch falls apart when what is not solved, with its surroundings, is a smaller share of it.
const SPLIT_SHARE: f64 = 0.8;
/// A solved stretch goes on as long as each step takes this share off its cost.
const WORTHWHILE: f64 = 0.01;
/// A correction is large, so that another way out may be better, when the base turns or the end moves by more.
const LARGE_BASE: f64 = 40.0 / 180.0 * std::f64::consts::PI;
const LARGE_WAY: f64 = 0.08;

/// A stretch of frames of one limb. Frames outside keep their angles.
#[derive(Debug, Clone)]
pub(crate) struct Episode {
    pub(crate) limb: usize,
    pub(crate) frames: Range<usize>,
    /// Distance that is aimed for, cm, but for what is added in each frame.
    pub(crate) margin: f64,
    /// Steps so far.
    pub(crate) steps: usize,
    /// The best angles so far, and the distance and the gap of the hand that they leave, cm.
    best: Vec<(Angles, f64, Option<f64>)>,
    /// Of the best angles so far: cost, sum of squared depths and largest depth, cm.
    best_cost: f64,
    best_sum: f64,
    pub(crate) best_depth: f64,
}

/// What to do with a stretch after a look at it.
pub(crate) enum Verdict {
    GoOn,
    Done,
    /// Only these parts need more.
    Split(Vec<Episode>),
}

impl Episode {
    pub(crate) fn new(limb: usize, frames: Range<usize>, margin: f64) -> Self {
        Self {
            best: Vec::new(),
            limb,
            frames,
            margin,
            steps: 0,
            best_cost: f64::INFINITY,
            best_sum: f64::INFINITY,
            best_depth: f64::INFINITY,
        }
    }

    /// Keeps the angles if they are the best so far: the least deep, and once they are free the least change.
    pub(crate) fn judge(&mut self, state: &LimbState, reach: f64) -> Verdict {
        let rows = &state.rows[self.frames.clone()];
        let sum: f64 = rows.iter().map(|r| (-r.least).max(0.0).powi(2)).sum();
        let depth = rows.iter().map(|r| -r.least).fold(0.0, f64::max);
        if depth > SOLVED {
            if self.best_depth > SOLVED && sum < self.best_sum {
                self.keep(state, f64::INFINITY, sum, depth);
            }
            return self.split(state, reach);
        }
        let is_large = self.frames.clone().any(|frame| is_large(&state.frames[frame], &state.angles[frame]));
        if self.steps == 0 && !is_large && rows.iter().all(|rows| gap_beyond(rows).is_none()) {
            self.keep(state, f64::INFINITY, sum, depth);
            return Verdict::Done;
        }
        let cost = stretch_cost(state, &self.frames);
        let is_first = self.best_depth > SOLVED;
        let has_gained = is_first || cost < self.best_cost * (1.0 - WORTHWHILE);
        if is_first || cost < self.best_cost {
            self.keep(state, cost, sum, depth);
        }
        // Hands that should touch may cost some more steps.
        let is_apart = state.rows[self.frames.clone()].iter().any(|rows| gap_beyond(rows).is_some());
        if is_apart && self.steps < TOUCH_STEPS {
            return self.split(state, reach);
        }
        // Steps overshoot where many were needed; only then is it worth to go on.
        if has_gained && is_large { Verdict::GoOn } else { Verdict::Done }
    }

    /// Keeps the angles if no others were less deep.
    pub(crate) fn keep_less_deep(&mut self, state: &LimbState) {
        let depths = || state.rows[self.frames.clone()].iter().map(|rows| (-rows.least).max(0.0));
        let (sum, depth) = (depths().map(|depth| depth * depth).sum(), depths().fold(0.0, f64::max));
        if sum < self.best_sum {
            self.keep(state, f64::INFINITY, sum, depth);
        }
    }

    fn keep(&mut self, state: &LimbState, cost: f64, sum: f64, depth: f64) {
        (self.best_cost, self.best_sum, self.best_depth) = (cost, sum, depth);
        self.best.clear();
        let found = |frame: usize| (state.angles[frame], state.rows[frame].least, state.rows[frame].gap);
        self.best.extend(self.frames.clone().map(found));
    }

    /// Goes on with the parts around what is not solved, where these are clearly less than the whole.
    fn split(&self, state: &LimbState, reach: f64) -> Verdict {
        let rows = &state.rows[self.frames.clone()];
        let deep: Vec<bool> = rows.iter().map(|r| -r.least > SOLVED || gap_beyond(r).is_some()).collect();
        let parts = joined(runs(&within(&deep, reach)));
        let left: usize = parts.iter().map(ExactSizeIterator::len).sum();
        if left as f64 >= SPLIT_SHARE * self.frames.len() as f64 {
            return Verdict::GoOn;
        }
        let first = self.frames.start;
        let child = |part: Range<usize>| {
            let frames = first + part.start..first + part.end;
            let mut child = Episode { steps: self.steps, ..Episode::new(self.limb, frames, self.margin) };
            let rows = &rows[part];
            let sum = rows.iter().map(|r| (-r.least).max(0.0).powi(2)).sum();
            let depth = rows.iter().map(|r| -r.least).fold(0.0, f64::max);
            child.keep(state, f64::INFINITY, sum, depth);
            child
        };
        Verdict::Split(parts.into_iter().map(child).collect())
    }

    /// Puts the best angles in place.
    pub(crate) fn put_best(&self, state: &mut LimbState) {
        for (frame, &(angles, least, gap)) in self.frames.clone().zip(&self.best) {
            state.angles[frame] = angles;
            // The rows themselves are of no more use; a long clip has many.
            state.rows[frame] = FrameRows { least, gap, ..FrameRows::default() };
            state.seen[frame].clear();
        }
    }
}

/// What a free stretch costs: its change, and hands that do not touch.
pub(crate) fn stretch_cost(state: &LimbState, stretch: &Range<usize>) -> f64 {
    let apart: f64 = state.rows[stretch.clone()].iter().filter_map(gap_beyond).map(|gap| gap * gap).sum();
    state.weights.cost(&state.frames, &state.angles, stretch) + HOLD * state.weights.push * apart
}

/// How much farther than allowed a hand is from where it should touch, cm.
fn gap_beyond(rows: &FrameRows) -> Option<f64> {
    rows.gap.map(|gap| gap.abs() - TOUCH_AIM).filter(|beyond| *beyond > 0.0)
}

/// Whether a correction is so large that another way out may be better.
pub(crate) fn is_large(frame: &LimbFrame, angles: &Angles) -> bool {
    vector(angles, BASE).norm() > LARGE_BASE
        || (TurnedLimb::new(frame, angles).end - frame.end).norm() > LARGE_WAY
}

/// Runs with gaps too short to stand alone are one.
pub(crate) fn joined(runs: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    for run in runs {
        match out.last_mut() {
            // Second differences reach over two frames.
            Some(last) if run.start < last.end + 3 => last.end = run.end,
            _ => out.push(run),
        }
    }
    out
}

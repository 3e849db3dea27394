//! [`Objective`]: what a search minimises (docs/methods/search.md, 2.1), and what it finds.

use super::space::Walker;
use crate::error::{Error, Result};

/// A cost over walks. The cost of a walk is the sum of the costs of appending its edges, none of which is below 0.
pub trait Objective: Sync {
    /// What the cost of the next edge depends on.
    type State: Clone;

    /// The state after appending an edge and what that costs; `None` if the edge may not follow. Frames from the
    /// walk's frame `counted_until` on cost nothing.
    fn append(&self, state: &Self::State, edge: usize, counted_until: usize) -> Option<(Self::State, f64)>;

    /// Where the walk has got to.
    fn walker<'s>(&self, state: &'s Self::State) -> &'s Walker;

    /// What it costs to end here, 0 or more; `None` while the walk is not what was asked for.
    fn ending(&self, state: &Self::State) -> Option<f64>;

    /// Whether a walk may go on although it could end.
    fn goes_on(&self, state: &Self::State) -> bool {
        self.ending(state).is_none()
    }

    /// What the rest will cost at least, ending included; never too much.
    fn remaining(&self, _state: &Self::State) -> f64 {
        0.0
    }

    /// Equal for states so alike that a beam keeps only the cheapest of them.
    fn key(&self, state: &Self::State) -> u64;

    /// Which states a beam compares with each other: it keeps its width of each group. Who has not yet taken a costly step
    /// must not crowd out who has.
    fn group(&self, _state: &Self::State) -> usize {
        0
    }

    /// How much of the task is done, 0 to 1.
    fn share(&self, _state: &Self::State) -> f64 {
        0.0
    }
}

/// A walk that a search found.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate<S> {
    /// Its edges, after those of the state it began with.
    pub edges: Vec<usize>,
    /// Which of the starts it began with.
    pub start: usize,
    /// The sum of its costs, that of its start included.
    pub cost: f64,
    /// Where it ended.
    pub state: S,
    /// Whether it is what was asked for; otherwise the horizon or the frame limit ended it.
    pub is_complete: bool,
}

/// What a search found.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundWalks<S> {
    /// Walks, cheapest first. Complete ones if there are any.
    pub candidates: Vec<Candidate<S>>,
    /// Walks that were looked at.
    pub expansions: usize,
    /// Whether no cheaper walk exists.
    pub is_exact: bool,
}

/// When to stop, and how much to keep.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// Frames after which a walk counts as found, from its start; `usize::MAX` for the whole walk.
    pub horizon: usize,
    /// Frames that no walk exceeds by more than one edge, from the beginning of all.
    pub max_frames: usize,
    /// States of each group that a beam keeps at each frame.
    pub beam_width: usize,
    /// Walks branch and bound looks at, at most.
    pub max_expansions: usize,
    /// Branch and bound stops at the first complete walk below this cost.
    pub epsilon: f64,
    /// Walks to return, at most.
    pub choices: usize,
    /// Walks up to this share above the best are returned; 0 for the best alone.
    pub tolerance: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            horizon: usize::MAX,
            max_frames: usize::MAX,
            beam_width: 64,
            max_expansions: 200_000,
            epsilon: 0.0,
            choices: 1,
            tolerance: 0.0,
        }
    }
}

impl Limits {
    /// The cost a walk must stay below to be of interest beside the best found so far.
    pub(super) fn bound(&self, best: f64) -> f64 {
        best * (1.0 + self.tolerance)
    }
}

/// A cost must be a number and not below 0, or cutting branches would be wrong.
pub(super) fn checked(cost: f64, edge: usize) -> Result<f64> {
    if cost >= 0.0 {
        Ok(cost)
    } else {
        Err(Error::invalid(
            "search cost",
            format!("edge {edge} costs {cost}; costs must be numbers of 0 or more"),
        ))
    }
}

/// The found walks so far: sorted, no more than wanted, none far above the best.
#[derive(Debug)]
pub(super) struct Best<S> {
    limits: Limits,
    found: Vec<Candidate<S>>,
}

impl<S> Best<S> {
    pub(super) fn new(limits: &Limits) -> Self {
        Self { limits: *limits, found: Vec::new() }
    }

    /// The cost from which walks need not be followed.
    pub(super) fn bound(&self) -> f64 {
        match self.found.first() {
            Some(_) if self.limits.choices > 1 && self.found.len() >= self.limits.choices => {
                self.limits.bound(self.found[0].cost).min(self.found[self.found.len() - 1].cost)
            }
            Some(best) => self.limits.bound(best.cost),
            None => f64::INFINITY,
        }
    }

    /// Whether a walk of that cost would be kept.
    pub(super) fn takes(&self, cost: f64) -> bool {
        let is_tie = self.limits.tolerance > 0.0 && self.found.len() < self.limits.choices;
        cost < self.bound() || is_tie && cost <= self.bound()
    }

    /// Keeps a walk that is new.
    pub(super) fn add(&mut self, candidate: Candidate<S>) {
        let is_same = |c: &Candidate<S>| c.start == candidate.start && c.edges == candidate.edges;
        if self.found.iter().any(is_same) {
            return;
        }
        let at = self.found.partition_point(|c| c.cost <= candidate.cost);
        self.found.insert(at, candidate);
        let bound = self.limits.bound(self.found[0].cost);
        self.found.retain(|c| c.cost <= bound);
        self.found.truncate(self.limits.choices.max(1));
    }

    pub(super) fn into_found(self) -> Vec<Candidate<S>> {
        self.found
    }
}

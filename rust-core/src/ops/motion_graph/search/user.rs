//! A caller's own cost, halting rule and forbidden edges.

use super::follow::{cell, mix};
use super::objective::Objective;
use super::space::{SearchSpace, Walker};
use std::sync::Arc;

/// Walks this near each other, in metres and radians, are alike.
const ALIKE: f64 = 0.25;

/// A walk as a caller's functions see it.
#[derive(Debug, Clone)]
pub struct Walk {
    /// Where it has got to.
    pub walker: Walker,
    last: Option<Arc<Link>>,
}

#[derive(Debug)]
struct Link {
    edge: usize,
    before: Option<Arc<Link>>,
}

impl Drop for Link {
    /// One link at a time: left to itself, a long walk would be dropped by a recursion as deep as it has edges.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(link) = next {
            next = Arc::into_inner(link).and_then(|mut link| link.before.take());
        }
    }
}

impl Walk {
    /// A walk that has not moved yet.
    pub fn new(walker: Walker) -> Self {
        Self { walker, last: None }
    }

    /// Its edges, the last one first.
    pub fn edges(&self) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.last.as_deref(), |link| link.before.as_deref()).map(|link| link.edge)
    }
}

/// What a caller wants of a walk. All functions must give the same answer for the same walk.
///
/// ```
/// use surefoot::math::PlanarTransform;
/// use surefoot::ops::Progress;
/// use surefoot::ops::motion_graph::{UserCost, Walk, Walker};
/// use surefoot::{MotionQuery, SearchMotionGraphOptions, search_motion_graph};
/// # let graph = surefoot_sample::walk_graph()?;
///
/// // Three seconds with as few transitions as there can be.
/// let cost = |_: &Walk, edge: usize, _: &Walker| if graph.is_transition(edge) { 1.0 } else { 0.0 };
/// let is_complete = |walk: &Walk| walk.walker.frames >= 90;
/// let cost = UserCost { cost: &cost, is_complete: &is_complete, is_legal: &|_, _| true };
/// let query = MotionQuery::Custom { cost, nodes: vec![0], start: PlanarTransform::default(), label: None };
/// let found = search_motion_graph(&graph, &query, &SearchMotionGraphOptions::default(), &Progress::none())?;
/// assert!(found.report.is_complete && found.clip.frame_count() >= 90);
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct UserCost<'a> {
    /// What it costs to append an edge: a number of 0 or more. `&Walk` is the walk before, `&Walker` where the edge
    /// leads.
    pub cost: &'a (dyn Fn(&Walk, usize, &Walker) -> f64 + Sync),
    /// Whether the walk is what is wanted.
    pub is_complete: &'a (dyn Fn(&Walk) -> bool + Sync),
    /// Whether an edge may be appended.
    pub is_legal: &'a (dyn Fn(&Walk, usize) -> bool + Sync),
}

impl std::fmt::Debug for UserCost<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("UserCost").finish_non_exhaustive()
    }
}

/// [`UserCost`] over a space.
#[derive(Debug)]
pub struct UserObjective<'a> {
    /// What is walked through.
    pub space: &'a SearchSpace<'a>,
    /// What the caller wants.
    pub cost: UserCost<'a>,
    /// The label to keep to.
    pub label: Option<usize>,
}

impl Objective for UserObjective<'_> {
    type State = Walk;

    fn append(&self, walk: &Walk, edge: usize, counted_until: usize) -> Option<(Walk, f64)> {
        if !self.space.is_allowed(edge, self.label) || !(self.cost.is_legal)(walk, edge) {
            return None;
        }
        let walker = self.space.advance(&walk.walker, edge, |_, _| {});
        // Only whole edges can be asked for: one that begins before the horizon counts.
        let is_counted = walk.walker.frames < counted_until;
        let cost = if is_counted { (self.cost.cost)(walk, edge, &walker) } else { 0.0 };
        let last = Some(Arc::new(Link { edge, before: walk.last.clone() }));
        Some((Walk { walker, last }, cost))
    }

    fn walker<'s>(&self, walk: &'s Walk) -> &'s Walker {
        &walk.walker
    }

    fn ending(&self, walk: &Walk) -> Option<f64> {
        (self.cost.is_complete)(walk).then_some(0.0)
    }

    fn key(&self, walk: &Walk) -> u64 {
        let [x, z] = walk.walker.position.unwrap_or_default().map(|v| cell(v, ALIKE));
        let theta = walk.walker.world.transform().theta;
        mix(&[walk.walker.node as u64, x, z, cell(theta, ALIKE)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_walk_is_dropped_without_recursion() {
        let drop_many = || {
            let mut last = None;
            for edge in 0..1_000_000 {
                last = Some(Arc::new(Link { edge, before: last }));
            }
        };
        std::thread::Builder::new().stack_size(256 * 1024).spawn(drop_many).unwrap().join().unwrap();
    }
}

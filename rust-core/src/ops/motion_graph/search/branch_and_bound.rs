//! Depth-first branch and bound (Kovar 2004, 4.2.1): exact as long as its budget lasts.

use super::objective::{Best, Candidate, FoundWalks, Limits, Objective, checked};
use crate::error::Result;
use crate::model::MotionGraph;
use crate::ops::progress::Progress;

/// Expansions between two progress reports.
const REPORT_EXPANSIONS: usize = 8192;

struct Open<S> {
    depth: usize,
    edge: usize,
    start: usize,
    cost: f64,
    state: S,
}

/// Finds the cheapest walks from any of the starts. Cheap edges are tried first, and no branch is followed that cannot
/// become cheaper than what is known.
///
/// # Errors
/// As [`beam_search`](super::beam::beam_search).
pub fn branch_and_bound<O: Objective>(
    graph: &MotionGraph,
    objective: &O,
    starts: &[(O::State, f64)],
    limits: &Limits,
    progress: &Progress<'_>,
) -> Result<FoundWalks<O::State>> {
    improve(graph, objective, starts, limits, Vec::new(), progress)
}

/// As [`branch_and_bound`], knowing some walks already: what costs no less than they do is not looked at, and they come
/// back where the budget ends before anything cheaper is found.
pub(super) fn improve<O: Objective>(
    graph: &MotionGraph,
    objective: &O,
    starts: &[(O::State, f64)],
    limits: &Limits,
    known: Vec<Candidate<O::State>>,
    progress: &Progress<'_>,
) -> Result<FoundWalks<O::State>> {
    let mut best = Best::new(limits);
    known.into_iter().for_each(|walk| best.add(walk));
    let mut partial: Option<Candidate<O::State>> = None;
    let (mut expansions, mut is_exact) = (0usize, true);
    let mut edges: Vec<usize> = Vec::new();
    let mut stack: Vec<Open<O::State>> = Vec::new();
    let mut children: Vec<(f64, usize, O::State)> = Vec::new();
    let first = starts.iter().map(|(s, _)| objective.walker(s).frames).min().unwrap_or(0);
    let counted_until = first.saturating_add(limits.horizon);
    for (start, (state, cost)) in starts.iter().enumerate().rev() {
        stack.push(Open { depth: 0, edge: usize::MAX, start, cost: *cost, state: state.clone() });
    }
    'search: while let Some(open) = stack.pop() {
        edges.truncate(open.depth.saturating_sub(1));
        if open.depth > 0 {
            edges.push(open.edge);
        }
        if !best.takes(open.cost + objective.remaining(&open.state)) {
            continue;
        }
        let frames = objective.walker(&open.state).frames;
        let ending = if open.depth > 0 { objective.ending(&open.state) } else { None };
        let is_horizon = open.depth > 0 && ending.is_none() && frames >= counted_until;
        if ending.is_some() || is_horizon {
            let cost = open.cost + checked(ending.unwrap_or(0.0), open.edge)?;
            if best.takes(cost) {
                let (edges, state) = (edges.clone(), open.state.clone());
                best.add(Candidate { edges, start: open.start, cost, state, is_complete: ending.is_some() });
            }
            if ending.is_some() && cost < limits.epsilon {
                is_exact = false;
                break;
            }
            if is_horizon || frames >= counted_until || !objective.goes_on(&open.state) {
                continue;
            }
        }
        if frames >= limits.max_frames {
            is_exact = false;
            let is_better = partial.as_ref().is_none_or(|p| {
                let shares = objective.share(&open.state).total_cmp(&objective.share(&p.state));
                shares.then(p.cost.total_cmp(&open.cost)).is_gt()
            });
            if is_better {
                let (edges, start) = (edges.clone(), open.start);
                partial =
                    Some(Candidate { edges, start, cost: open.cost, state: open.state, is_complete: false });
            }
            continue;
        }
        children.clear();
        for edge in graph.out_edges(objective.walker(&open.state).node) {
            expansions += 1;
            if expansions > limits.max_expansions {
                is_exact = false;
                break 'search;
            }
            if expansions.is_multiple_of(REPORT_EXPANSIONS) {
                progress.report(objective.share(&open.state))?;
            }
            if let Some((state, cost)) = objective.append(&open.state, edge, counted_until) {
                let cost = open.cost + checked(cost, edge)?;
                if best.takes(cost + objective.remaining(&state)) {
                    children.push((cost, edge, state));
                }
            }
        }
        children.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for (cost, edge, state) in children.drain(..).rev() {
            stack.push(Open { depth: open.depth + 1, edge, start: open.start, cost, state });
        }
    }
    let mut candidates = best.into_found();
    if candidates.is_empty() {
        candidates.extend(partial);
    }
    Ok(FoundWalks { candidates, expansions, is_exact })
}

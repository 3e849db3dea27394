//! Receding horizon (Kovar 2004, 4.2.1): find the best way on for a few seconds, keep its beginning, and look again
//! from there.

use super::beam::beam_search;
use super::branch_and_bound::improve;
use super::objective::{Candidate, FoundWalks, Limits, Objective};
use super::options::SearchMethod;
use crate::error::{Error, Result};
use crate::math::Random;
use crate::model::MotionGraph;
use crate::ops::progress::Progress;

/// How a walk is searched for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SearchPlan {
    /// How the next stretch is found.
    pub method: SearchMethod,
    /// When to stop.
    pub limits: Limits,
    /// Frames that a horizon search keeps at a time, at least.
    pub retain: usize,
}

/// Finds a complete walk. Where several walks are within the limits' tolerance, `random` picks one.
///
/// Branch and bound begins with what a beam finds, so that it is never worse than one, however small its budget. If no
/// complete walk is found within `max_frames` the best incomplete one comes back.
///
/// # Errors
/// As [`beam_search`]; [`Error::Invalid`] where no walk exists at all.
pub fn search_walk<O: Objective>(
    graph: &MotionGraph,
    objective: &O,
    starts: &[(O::State, f64)],
    plan: &SearchPlan,
    random: &mut Random,
    progress: &Progress<'_>,
) -> Result<FoundWalks<O::State>> {
    let SearchPlan { method, limits, retain } = plan;
    let retain = (*retain).max(1);
    if *method == SearchMethod::Beam {
        let whole = Limits { horizon: usize::MAX, ..*limits };
        let mut outcome = beam_search(graph, objective, starts, &whole, progress)?;
        let picked = pick(&mut outcome.candidates, random)?;
        return Ok(FoundWalks { candidates: vec![picked], ..outcome });
    }
    let mut walk: Option<Candidate<O::State>> = None;
    let (mut expansions, mut is_exact, mut rounds) = (0, true, 0usize);
    loop {
        let from = match &walk {
            None => starts.to_vec(),
            Some(walk) => vec![(walk.state.clone(), walk.cost)],
        };
        if let Some(state) = walk.as_ref().map(|w| &w.state) {
            progress.report(objective.share(state))?;
        }
        let mut outcome = beam_search(graph, objective, &from, limits, progress)?;
        if *method == SearchMethod::BranchAndBound {
            // Depth first, a budget can run out in a corner of the first start; the beam has seen all of them.
            let first = from.iter().map(|(s, _)| objective.walker(s).frames).min().unwrap_or(0);
            let until = first.saturating_add(limits.horizon);
            // What the frame limit ended has cost too little to be a bound.
            outcome.candidates.retain(|c| c.is_complete || objective.walker(&c.state).frames >= until);
            let seen = outcome.expansions;
            outcome = improve(graph, objective, &from, limits, outcome.candidates, progress)?;
            outcome.expansions += seen;
        }
        expansions += outcome.expansions;
        is_exact &= outcome.is_exact;
        rounds += 1;
        let found = pick(&mut outcome.candidates, random)?;
        let first = walk.as_ref().map_or(0, |w| objective.walker(&w.state).frames);
        let mut kept = match walk.take() {
            Some(walk) => walk,
            None => {
                let (state, cost) = starts[found.start].clone();
                Candidate { edges: Vec::new(), start: found.start, cost, state, is_complete: false }
            }
        };
        for &edge in &found.edges {
            if objective.walker(&kept.state).frames >= first + retain && !found.is_complete {
                break;
            }
            let Some((state, cost)) = objective.append(&kept.state, edge, usize::MAX) else {
                // Going on would ask the same question for ever.
                return Err(Error::invalid(
                    "search",
                    format!(
                        "edge {edge} was first allowed and then refused; a rule must give the same answer for the same walk"
                    ),
                ));
            };
            kept.state = state;
            kept.cost += cost;
            kept.edges.push(edge);
        }
        if found.is_complete {
            kept.cost += objective.ending(&kept.state).unwrap_or(0.0);
        }
        kept.is_complete = found.is_complete;
        let is_over = objective.walker(&kept.state).frames >= limits.max_frames;
        if kept.is_complete || is_over || found.edges.is_empty() {
            // What a single round proves, several do not.
            let is_exact = is_exact && rounds == 1 && kept.is_complete;
            return Ok(FoundWalks { candidates: vec![kept], expansions, is_exact });
        }
        walk = Some(kept);
    }
}

fn pick<S: Clone>(candidates: &mut Vec<Candidate<S>>, random: &mut Random) -> Result<Candidate<S>> {
    // A complete walk before one that the frame limit ended.
    if candidates.iter().any(|c| c.is_complete) {
        candidates.retain(|c| c.is_complete);
    }
    match candidates.len() {
        0 => Err(Error::invalid(
            "search",
            "no walk fits the query; ask for less, or add clips and transitions to the graph",
        )),
        1 => Ok(candidates.swap_remove(0)),
        n => Ok(candidates.swap_remove((random.bits() % n as u64) as usize)),
    }
}

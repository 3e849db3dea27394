//! Seeded random walks.

use crate::error::{Error, Result};
use crate::math::Random;
use crate::model::MotionGraph;

/// What a [`random_walk`] does.
#[derive(Debug, Clone, PartialEq)]
pub struct RandomWalkOptions {
    /// Equal seeds give equal walks.
    pub seed: u64,
    /// At least that many frames.
    pub min_frames: usize,
    /// Node to start from; `None` draws one.
    pub start: Option<usize>,
    /// Stay in the core of this label.
    pub label: Option<usize>,
    /// How likely a transition is against going on in the clip, above 0; 1 draws evenly over edges. Default 0.05, about one
    /// transition a second.
    pub transition_weight: f64,
}

impl Default for RandomWalkOptions {
    fn default() -> Self {
        Self { seed: 0, min_frames: 300, start: None, label: None, transition_weight: 0.05 }
    }
}

/// Edges of a random walk; it never gets stuck.
///
/// ```
/// use surefoot::ops::motion_graph::{RandomWalkOptions, random_walk};
/// # let graph = surefoot_sample::walk_graph()?;
///
/// let options = RandomWalkOptions { seed: 7, min_frames: 300, ..Default::default() };
/// let edges = random_walk(&graph, &options)?;
/// assert!(edges.iter().map(|&edge| graph.edge_frames(edge)).sum::<usize>() >= 300);
/// assert_eq!(edges, random_walk(&graph, &options)?);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Invalid`] if the graph or the label's core is empty, or the start does not lie in it;
/// [`Error::OptionOutOfRange`] for a weight that is not above 0.
pub fn random_walk(graph: &MotionGraph, options: &RandomWalkOptions) -> Result<Vec<usize>> {
    let is_allowed = |edge: usize| options.label.is_none_or(|label| graph.is_in_core(edge, label));
    random_walk_over(graph, options, is_allowed)
}

/// As [`random_walk`], over the edges for which `is_allowed` holds instead of those of `options.label`.
pub(super) fn random_walk_over(
    graph: &MotionGraph,
    options: &RandomWalkOptions,
    is_allowed: impl Fn(usize) -> bool,
) -> Result<Vec<usize>> {
    let weight = options.transition_weight;
    if !(weight.is_finite() && weight > 0.0) {
        return Err(Error::OptionOutOfRange {
            option: "transition_weight".into(),
            value: weight.to_string(),
            allowed: "numbers above 0".into(),
        });
    }
    let starts: Vec<usize> =
        (0..graph.nodes().len()).filter(|&n| graph.out_edges(n).any(&is_allowed)).collect();
    if starts.is_empty() {
        return Err(Error::invalid(
            "random walk",
            "the graph has nothing to play; loosen its thresholds or add clips",
        ));
    }
    let mut random = Random::new(options.seed);
    let mut node = match options.start {
        Some(start) if starts.binary_search(&start).is_ok() => start,
        Some(start) => {
            return Err(Error::invalid(
                "random walk",
                format!("cannot start at node {start}; {} nodes are usable", starts.len()),
            ));
        }
        None => starts[(random.bits() % starts.len() as u64) as usize],
    };
    let (mut edges, mut frames) = (Vec::new(), 0);
    while frames < options.min_frames {
        let weight_of = |e: usize| if graph.is_transition(e) { weight } else { 1.0 };
        let choices = || graph.out_edges(node).filter(|&e| is_allowed(e));
        let total: f64 = choices().map(weight_of).sum();
        let mut draw = random.uniform() * total;
        let mut chosen = None;
        for edge in choices() {
            chosen = Some(edge);
            draw -= weight_of(edge);
            if draw < 0.0 {
                break;
            }
        }
        let Some(edge) = chosen else {
            return Err(Error::invalid("random walk", format!("node {node} has no way out")));
        };
        frames += graph.edge_frames(edge);
        node = graph.edges()[edge].to as usize;
        edges.push(edge);
    }
    Ok(edges)
}

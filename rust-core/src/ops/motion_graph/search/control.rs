//! Interactive control (Kovar 2004, 4.3.3; docs/methods/search.md, 6): for every node and 16 directions, the first edge of the
//! best way there.
//!
//! What follows an edge depends only on the node at its end, so the tables are per node.

use super::beam::beam_search;
use super::find::check_label;
use super::follow::{FollowPath, FollowRules, StylePiece};
use super::objective::Limits;
use super::options::SearchMotionGraphOptions;
use super::space::{SearchSpace, Walker};
use crate::declare::Options;
use crate::error::{Error, Result};
use crate::math::{PlanarTransform, Vec3};
use crate::model::{FloorPath, MotionGraph};
use crate::ops::progress::Progress;
use rayon::prelude::*;
use std::f64::consts::TAU;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Directions of a table.
const DIRECTIONS: usize = 16;
/// How far each search looks ahead, seconds.
const LOOK_AHEAD: f64 = 3.0;
/// Walks each search keeps.
const BEAM_WIDTH: usize = 32;
/// Nodes that no table covers; a node has fewer ways out than this.
const NONE: u16 = u16::MAX;

/// Where to go on from every node, for 16 directions.
///
/// ```
/// use surefoot::SearchMotionGraphOptions;
/// use surefoot::ops::Progress;
/// use surefoot::ops::motion_graph::build_control_table;
/// # let graph = surefoot_sample::walk_graph()?;
///
/// let table = build_control_table(&graph, None, &SearchMotionGraphOptions::default(), &Progress::none())?;
/// let edge = table.edge(&graph, 0, 8).expect("without a label every node is covered");
/// assert!(graph.out_edges(0).contains(&edge));
/// assert_eq!(table.byte_count(), graph.nodes().len() * 16 * 2);
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ControlTable {
    label: Option<usize>,
    /// Edges of its graph: a graph tuned otherwise may have as many nodes.
    edge_count: usize,
    /// `[node * 16 + direction]`: which of the node's edges.
    choices: Vec<u16>,
}

impl ControlTable {
    /// The label it keeps to.
    pub fn label(&self) -> Option<usize> {
        self.label
    }

    /// Bytes it takes.
    pub fn byte_count(&self) -> usize {
        self.choices.len() * size_of::<u16>()
    }

    /// The edge to take from a node to go in a direction; `None` for a node outside the label, and for a graph with
    /// another number of nodes or edges than the table's.
    pub fn edge(&self, graph: &MotionGraph, node: usize, direction: usize) -> Option<usize> {
        if !self.is_of(graph) {
            return None;
        }
        let first = node.checked_mul(DIRECTIONS)?;
        let choice = *self.choices.get(first..)?.get(direction % DIRECTIONS)?;
        (choice != NONE).then(|| graph.out_edges(node).start + choice as usize)
    }

    fn is_of(&self, graph: &MotionGraph) -> bool {
        self.choices.len() == graph.nodes().len() * DIRECTIONS && self.edge_count == graph.edges().len()
    }
}

/// Where a steered character is: at a node, its clip placed by `world`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ControlState {
    /// The node.
    pub node: usize,
    /// Moves the node's clip from where it was captured.
    pub world: PlanarTransform,
}

/// The edge to play next to travel towards `direction` (x and z, in the world), and the state after it.
///
/// ```
/// use surefoot::SearchMotionGraphOptions;
/// use surefoot::math::PlanarTransform;
/// use surefoot::ops::Progress;
/// use surefoot::ops::motion_graph::{ControlState, build_control_table, steer, walk_to_clip};
/// # let graph = surefoot_sample::walk_graph()?;
/// # let table = build_control_table(&graph, None, &SearchMotionGraphOptions::default(), &Progress::none())?;
///
/// let start = PlanarTransform::default();
/// let mut state = ControlState { node: 0, world: start };
/// let mut edges = Vec::new();
/// for _ in 0..20 {
///     let (edge, next) = steer(&graph, &table, &state, [0.0, 1.0])?;
///     edges.push(edge);
///     state = next;
/// }
/// assert_eq!(walk_to_clip(&graph, &edges, &start, "steered")?.end, state.world);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Invalid`] if the table is of a graph with another number of nodes or edges, or does not cover the node.
pub fn steer(
    graph: &MotionGraph,
    table: &ControlTable,
    state: &ControlState,
    direction: [f64; 2],
) -> Result<(usize, ControlState)> {
    if !table.is_of(graph) {
        return Err(Error::invalid("control table", "is of another graph; build one of this graph"));
    }
    let angle = direction[0].atan2(direction[1]) - state.world.theta;
    let number = (angle / TAU * DIRECTIONS as f64).round().rem_euclid(DIRECTIONS as f64) as usize;
    let edge = table
        .edge(graph, state.node, number)
        .filter(|&e| graph.edges().get(e).is_some_and(|edge| edge.from as usize == state.node))
        .ok_or_else(|| {
            Error::invalid("control table", format!("does not cover node {}; start in its label", state.node))
        })?;
    let world = match graph.edges()[edge].kind {
        crate::model::EdgeKind::Stretch => state.world,
        crate::model::EdgeKind::Transition { alignment, .. } => state.world.after(&alignment),
    };
    Ok((edge, ControlState { node: graph.edges()[edge].to as usize, world }))
}

/// Finds, for every node of a label and 16 directions, how to go on: a search of three seconds each.
///
/// Only the options `transition_cost`, `min_progress` and `smooth_seams` have an effect.
///
/// ```
/// use surefoot::SearchMotionGraphOptions;
/// use surefoot::ops::Progress;
/// use surefoot::ops::motion_graph::build_control_table;
/// # let graph = surefoot_sample::walk_graph()?;
///
/// let forward = Some(graph.set().find_label("forward")?);
/// let table = build_control_table(&graph, forward, &SearchMotionGraphOptions::default(), &Progress::none())?;
/// assert_eq!(table.label(), forward);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::OptionOutOfRange`]; [`Error::Invalid`] if the label has no motion or a node has more than 65,535 ways out;
/// [`Error::Cancelled`].
pub fn build_control_table(
    graph: &MotionGraph,
    label: Option<usize>,
    options: &SearchMotionGraphOptions,
    progress: &Progress<'_>,
) -> Result<ControlTable> {
    options.validate()?;
    let space = SearchSpace::new(graph, options.smooth_seams);
    check_label(&space, label, "control table")?;
    let nodes = space.nodes(label);
    if nodes.is_empty() {
        return Err(Error::invalid("control table", "the label has no motion that can be played"));
    }
    if let Some((node, ways)) =
        nodes.iter().map(|&n| (n, graph.out_edges(n).len())).find(|(_, ways)| *ways > NONE as usize)
    {
        let text = format!(
            "node {node} has {ways} ways out, at most {NONE} can be numbered; build the graph with thinning, or with lower thresholds"
        );
        return Err(Error::invalid("control table", text));
    }
    let lines = lines(&space, label)?;
    let rules = FollowRules {
        transition_cost: options.transition_cost,
        min_progress: options.min_progress * space.usual_speed(label) / graph.set().frame_rate,
        style_tolerance: 0.0,
    };
    let style = [StylePiece { label, end: f64::INFINITY }];
    let objectives =
        lines.iter().map(|line| FollowPath::new(&space, line, &style, rules)).collect::<Result<Vec<_>>>()?;
    let done = AtomicUsize::new(0);
    let found: Vec<Result<[u16; DIRECTIONS]>> = nodes
        .par_iter()
        .map(|&node| {
            progress.report(done.fetch_add(1, Ordering::Relaxed) as f64 / nodes.len() as f64)?;
            let mut choices = [NONE; DIRECTIONS];
            for (choice, objective) in choices.iter_mut().zip(&objectives) {
                if let Some(edge) = first_edge(&space, node, objective)? {
                    // It fits: no node has more ways out.
                    *choice = (edge - graph.out_edges(node).start) as u16;
                }
            }
            Ok(choices)
        })
        .collect();
    let mut choices = vec![NONE; graph.nodes().len() * DIRECTIONS];
    for (&node, found) in nodes.iter().zip(found) {
        choices[node * DIRECTIONS..][..DIRECTIONS].copy_from_slice(&found?);
    }
    Ok(ControlTable { label, edge_count: graph.edges().len(), choices })
}

/// Straight lines from the origin, longer than anything gets in the time looked ahead.
fn lines(space: &SearchSpace<'_>, label: Option<usize>) -> Result<Vec<FloorPath>> {
    let reach = 20.0 * LOOK_AHEAD * space.usual_speed(label).max(0.1);
    (0..DIRECTIONS)
        .map(|d| {
            let (x, z) = (d as f64 / DIRECTIONS as f64 * TAU).sin_cos();
            FloorPath::polyline(&[Vec3::zeros(), Vec3::new(x, 0.0, z) * reach])
        })
        .collect()
}

/// The first edge of the best walk from a node along a line.
fn first_edge(space: &SearchSpace<'_>, node: usize, objective: &FollowPath<'_>) -> Result<Option<usize>> {
    let [x, z] = space.floor_at(node);
    // The clip as captured, moved so that its frame lies at the line's beginning.
    let start = Walker::new(node, &PlanarTransform { theta: 0.0, x0: -x, z0: -z });
    let rate = space.graph().set().frame_rate;
    let horizon = (LOOK_AHEAD * rate).round() as usize;
    let limits = Limits { horizon, beam_width: BEAM_WIDTH, ..Limits::default() };
    let starts = [(objective.start_from(start), 0.0)];
    let outcome = beam_search(space.graph(), objective, &starts, &limits, &Progress::none())?;
    Ok(outcome.candidates.first().and_then(|c| c.edges.first().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::motion_graph::MotionGraphData;
    use crate::model::{EdgeKind, Plants};
    use crate::ops::motion_graph::{BuildMotionGraphOptions, GraphClip, build_motion_graph};
    use crate::sample::{BipedOptions, WalkOptions, biped_skeleton, walk};

    /// Found by fuzzing the C API: a node times the number of directions went past the largest number.
    #[test]
    fn nodes_that_no_graph_has_are_refused() {
        let skeleton = biped_skeleton(&BipedOptions::default()).unwrap();
        let options = WalkOptions { frame_rate: 15.0, seconds: 5.0, ..Default::default() };
        let clip = walk(&skeleton, &options).unwrap().clip;
        let plants = Plants::none(clip.frame_count());
        let clip = GraphClip { skeleton: &skeleton, clip: &clip, plants: &plants, labels: None, group: 0 };
        let options = BuildMotionGraphOptions::default().frame_rate(15.0);
        let graph = build_motion_graph(&[clip], &options, &Progress::none()).unwrap().graph;
        let table =
            build_control_table(&graph, None, &SearchMotionGraphOptions::default(), &Progress::none())
                .unwrap();
        let world = PlanarTransform::default();
        let go = |node: usize| steer(&graph, &table, &ControlState { node, world }, [0.0, 1.0]);
        assert!(graph.nodes().len() > 1 && go(0).is_ok());
        for node in [graph.nodes().len(), usize::MAX / DIRECTIONS + 1, usize::MAX] {
            assert!(go(node).is_err(), "{node}");
        }
        // A graph of the same nodes with one transition more.
        let transition =
            graph.edges().iter().find(|e| matches!(e.kind, EdgeKind::Transition { .. })).unwrap();
        let other = MotionGraph::new(MotionGraphData {
            set: graph.set().clone(),
            minima: graph.minima().clone(),
            thresholds: graph.thresholds().clone(),
            tuning: graph.tuning().clone(),
            nodes: graph.nodes().to_vec(),
            edges: [graph.edges(), &[*transition]].concat(),
        })
        .unwrap();
        let error = steer(&other, &table, &ControlState { node: 0, world }, [0.0, 1.0]).unwrap_err();
        assert!(error.to_string().contains("another graph"), "{error}");
    }
}

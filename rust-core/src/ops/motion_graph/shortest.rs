//! Shortest connections through a graph: E. Dijkstra's method over frames.

use crate::error::{Error, Result};
use crate::model::MotionGraph;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The edges with the fewest frames from one node to another; empty if they are the same, `None` if no way leads
/// there. Only edges for which `is_allowed` holds are used.
///
/// ```
/// use surefoot::ops::motion_graph::shortest_connection;
/// # let graph = surefoot_sample::walk_graph()?;
///
/// let last = graph.nodes().len() - 1;
/// let edges = shortest_connection(&graph, 0, last, |_edge| true)?.expect("the graph is connected");
/// assert_eq!(graph.edges()[edges[0]].from, 0);
/// assert_eq!(graph.edges()[edges[edges.len() - 1]].to as usize, last);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Invalid`] for a node that the graph does not have.
pub fn shortest_connection(
    graph: &MotionGraph,
    from: usize,
    to: usize,
    is_allowed: impl Fn(usize) -> bool,
) -> Result<Option<Vec<usize>>> {
    let count = graph.nodes().len();
    if let Some(node) = [from, to].into_iter().find(|&node| node >= count) {
        return Err(Error::invalid("shortest connection", format!("node {node}; the graph has {count}")));
    }
    Ok(shortest_to_any(graph, from, |node| node == to, is_allowed))
}

/// As [`shortest_connection`], to whichever node of a set is nearest.
pub fn shortest_to_any(
    graph: &MotionGraph,
    from: usize,
    is_goal: impl Fn(usize) -> bool,
    is_allowed: impl Fn(usize) -> bool,
) -> Option<Vec<usize>> {
    let mut search = Search::new(graph, from);
    let goal = search.run(graph, is_goal, is_allowed)?;
    let mut edges = Vec::new();
    let mut at = goal;
    while at != from {
        let edge = search.arrived_by[at] as usize;
        edges.push(edge);
        at = graph.edges()[edge].from as usize;
    }
    edges.reverse();
    Some(edges)
}

/// Frames of the shortest way from one node to every other; `None` where no way leads.
pub fn frames_to_all(graph: &MotionGraph, from: usize) -> Vec<Option<usize>> {
    let mut search = Search::new(graph, from);
    search.run(graph, |_| false, |_| true);
    search.frames.iter().map(|&f| (f != usize::MAX).then_some(f)).collect()
}

struct Search {
    frames: Vec<usize>,
    arrived_by: Vec<u32>,
    queue: BinaryHeap<Reverse<(usize, usize)>>,
}

impl Search {
    fn new(graph: &MotionGraph, from: usize) -> Self {
        let count = graph.nodes().len();
        let mut frames = vec![usize::MAX; count];
        frames[from] = 0;
        Self { frames, arrived_by: vec![u32::MAX; count], queue: BinaryHeap::from([Reverse((0, from))]) }
    }

    fn run(
        &mut self,
        graph: &MotionGraph,
        is_goal: impl Fn(usize) -> bool,
        is_allowed: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        while let Some(Reverse((frames, node))) = self.queue.pop() {
            if frames > self.frames[node] {
                continue;
            }
            if is_goal(node) {
                return Some(node);
            }
            for edge in graph.out_edges(node).filter(|&e| is_allowed(e)) {
                let to = graph.edges()[edge].to as usize;
                let sum = frames + graph.edge_frames(edge);
                if sum < self.frames[to] {
                    self.frames[to] = sum;
                    self.arrived_by[to] = edge as u32;
                    self.queue.push(Reverse((sum, to)));
                }
            }
        }
        None
    }
}

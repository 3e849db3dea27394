//! How well a graph can be steered (docs/methods/motion-graph.md, 6.1): the time to the next choice, the directions open from a
//! node, and the time to get anywhere. Measured on a sample of nodes that is always the same for the same graph.

use crate::math::{PlanarTransform, Vec3};
use crate::model::{EdgeKind, GraphEdge, MotionGraph};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::HashSet;

/// Nodes from which times to all others are taken, at most.
const ROUTE_NODES: usize = 64;
/// Nodes from which the ways out are looked at, at most.
const REACH_NODES: usize = 24;
/// Looked ahead, seconds.
const AHEAD: f64 = 3.0;
/// Directions told apart.
const DIRECTIONS: usize = 16;
/// Farther than this is a direction, nearer is a place to stand, metres.
const AWAY: f64 = 0.5;
/// Side of a cell of the floor, and the radius of the disc that is looked at, metres.
const CELL: f64 = 0.5;
const RADIUS: f64 = 2.0;
/// States looked at from one node, at most: large graphs have more ways than matter here.
const STATES: usize = 4000;

/// How quickly and how freely one can steer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ResponseFigures {
    /// Length of an edge, seconds: mean. One can only choose at its end.
    pub edge_seconds_mean: f64,
    /// The longest of these.
    pub edge_seconds_max: f64,
    /// Time from a node to the next one with more than one way out, seconds: mean.
    pub choice_seconds_mean: f64,
    /// The longest of these.
    pub choice_seconds_max: f64,
    /// Of 16 directions, in how many the root gets half a metre away within 3 s: mean over a sample of nodes.
    pub directions_mean: f64,
    /// The fewest of these.
    pub directions_min: usize,
    /// Share of the floor within 2 m that the root gets to within 3 s, in cells of half a metre: mean over the sample.
    pub floor_share_mean: f64,
}

/// Measures a graph; all zero if it is empty.
pub(super) fn response_figures(graph: &MotionGraph) -> ResponseFigures {
    let nodes = graph.nodes().len();
    if nodes == 0 {
        return ResponseFigures::default();
    }
    let rate = graph.set().frame_rate;
    let edges = graph.edges().len();
    let frames: usize = (0..edges).map(|e| graph.edge_frames(e)).sum();
    let longest = (0..edges).map(|e| graph.edge_frames(e)).max().unwrap_or(0);
    let waits = waits(graph);
    let reached: Vec<Reached> = sample(nodes, REACH_NODES).into_par_iter().map(|n| reach(graph, n)).collect();
    let mean =
        |value: &dyn Fn(&Reached) -> f64| reached.iter().map(value).sum::<f64>() / reached.len() as f64;
    ResponseFigures {
        edge_seconds_mean: frames as f64 / edges.max(1) as f64 / rate,
        edge_seconds_max: longest as f64 / rate,
        choice_seconds_mean: waits.iter().sum::<usize>() as f64 / nodes as f64 / rate,
        choice_seconds_max: waits.iter().max().copied().unwrap_or(0) as f64 / rate,
        directions_mean: mean(&|r| r.directions as f64),
        directions_min: reached.iter().map(|r| r.directions).min().unwrap_or(0),
        floor_share_mean: mean(&|r| r.floor_share),
    }
}

/// Mean and largest time of the shortest ways from a sample of nodes to all they reach, seconds.
pub(super) fn route_seconds(graph: &MotionGraph) -> (f64, f64) {
    let ways_out = WaysOut::new(graph);
    let ways: Vec<(usize, usize, usize)> = sample(graph.nodes().len(), ROUTE_NODES)
        .into_par_iter()
        .map(|from| routes_from(&ways_out, from))
        .collect();
    let sum: usize = ways.iter().map(|w| w.0).sum();
    let count: usize = ways.iter().map(|w| w.1).sum();
    let longest = ways.iter().map(|w| w.2).max().unwrap_or(0);
    let rate = graph.set().frame_rate;
    (sum as f64 / count.max(1) as f64 / rate, longest as f64 / rate)
}

fn sample(nodes: usize, most: usize) -> Vec<usize> {
    (0..nodes).step_by(nodes.div_ceil(most).max(1)).collect()
}

/// Frames from each node until a choice. Where there is only one way, it leads on to a choice or round and round; a node on
/// such a round counts the whole round.
fn waits(graph: &MotionGraph) -> Vec<usize> {
    let mut out = vec![usize::MAX; graph.nodes().len()];
    for start in 0..out.len() {
        let (mut path, mut at) = (Vec::new(), start);
        let mut seen = HashSet::new();
        while out[at] == usize::MAX && graph.out_edges(at).len() == 1 && seen.insert(at) {
            let edge = graph.out_edges(at).start;
            path.push((at, graph.edge_frames(edge)));
            at = graph.edges()[edge].to as usize;
        }
        if let Some(begin) = path.iter().position(|&(node, _)| node == at) {
            let round = path[begin..].iter().map(|(_, length)| length).sum();
            path.drain(begin..).for_each(|(node, _)| out[node] = round);
        }
        let mut frames = if out[at] == usize::MAX { 0 } else { out[at] };
        if path.is_empty() {
            out[at] = frames;
        }
        for (node, length) in path.into_iter().rev() {
            frames += length;
            out[node] = frames;
        }
    }
    out
}

/// Where the edges lead and how long they are, packed: edges themselves are ten times as wide.
struct WaysOut {
    /// Edges of node `n` are `first[n]..first[n + 1]`.
    first: Vec<u32>,
    /// Node and frames.
    ways: Vec<(u32, u32)>,
    longest: usize,
}

impl WaysOut {
    fn new(graph: &MotionGraph) -> Self {
        let mut first: Vec<u32> = (0..graph.nodes().len()).map(|n| graph.out_edges(n).start as u32).collect();
        first.push(graph.edges().len() as u32);
        let way = |(e, edge): (usize, &GraphEdge)| (edge.to, graph.edge_frames(e) as u32);
        let ways: Vec<(u32, u32)> = graph.edges().iter().enumerate().map(way).collect();
        let longest = ways.iter().map(|w| w.1 as usize).max().unwrap_or(0);
        Self { first, ways, longest }
    }

    fn of(&self, node: usize) -> &[(u32, u32)] {
        &self.ways[self.first[node] as usize..self.first[node + 1] as usize]
    }
}

/// Sum, number and largest of the frames from one node to all it reaches: E. Dijkstra's method with a ring of buckets
/// for a queue (R. Dial), for edges are few frames long.
fn routes_from(graph: &WaysOut, from: usize) -> (usize, usize, usize) {
    let mut buckets: Vec<Vec<u32>> = vec![Vec::new(); graph.longest + 1];
    let mut frames = vec![usize::MAX; graph.first.len() - 1];
    frames[from] = 0;
    buckets[0].push(from as u32);
    let (mut open, mut now) = (1, 0);
    let (mut sum, mut count, mut last) = (0, 0, 0);
    while open > 0 {
        let at = now % buckets.len();
        // Every edge is a frame long or more, so nothing is added to the bucket that is emptied.
        for node in std::mem::take(&mut buckets[at]) {
            open -= 1;
            let node = node as usize;
            // An entry that was overtaken by a shorter way.
            if frames[node] != now {
                continue;
            }
            if node != from {
                (sum, count, last) = (sum + now, count + 1, now);
            }
            for &(to, length) in graph.of(node) {
                let there = now + length as usize;
                if there < frames[to as usize] {
                    frames[to as usize] = there;
                    buckets[there % (graph.longest + 1)].push(to);
                    open += 1;
                }
            }
        }
        now += 1;
    }
    (sum, count, last)
}

struct Reached {
    directions: usize,
    floor_share: f64,
}

/// Where the root gets to from a node.
fn reach(graph: &MotionGraph, start: usize) -> Reached {
    let set = graph.set();
    let horizon = (AHEAD * set.frame_rate) as usize;
    let root = |node: usize, world: &PlanarTransform| {
        let node = graph.nodes()[node];
        let roots = set.clips[node.clip as usize].clip.root_positions();
        world.apply(&roots[(node.frame as usize).min(roots.len() - 1)])
    };
    let cell = |p: &Vec3| ((p.x / CELL).round() as i64, (p.z / CELL).round() as i64);
    let origin = root(start, &PlanarTransform::default());
    // A way is kept as the state it leaves and the edge it takes, and placed in the world when its time comes: most ways out
    // of large graphs are beyond the number of states and never looked at.
    let mut looked_at: Vec<PlanarTransform> = Vec::new();
    let mut layers: Vec<Vec<Option<(u32, u32)>>> = vec![Vec::new(); horizon + 1];
    layers[0].push(None);
    let (mut seen, mut cells) = (HashSet::new(), HashSet::new());
    let mut directions = [false; DIRECTIONS];
    'time: for now in 0..=horizon {
        for way in std::mem::take(&mut layers[now]) {
            let (node, world) = match way {
                None => (start, PlanarTransform::default()),
                Some((from, edge)) => {
                    let (world, edge) = (looked_at[from as usize], graph.edges()[edge as usize]);
                    match edge.kind {
                        EdgeKind::Stretch => (edge.to as usize, world),
                        EdgeKind::Transition { alignment, .. } => (edge.to as usize, world.after(&alignment)),
                    }
                }
            };
            let way = root(node, &world) - origin;
            let turn = (world.theta.rem_euclid(std::f64::consts::TAU) * 4.0) as i64;
            if !seen.insert((node, cell(&way), turn)) {
                continue;
            }
            if way.x.hypot(way.z) >= AWAY {
                let share = way.x.atan2(way.z).rem_euclid(std::f64::consts::TAU) / std::f64::consts::TAU;
                directions[(share * DIRECTIONS as f64) as usize % DIRECTIONS] = true;
            }
            if way.x.hypot(way.z) <= RADIUS {
                cells.insert(cell(&way));
            }
            for edge in graph.out_edges(node) {
                let next = now + graph.edge_frames(edge);
                if next <= horizon {
                    layers[next].push(Some((looked_at.len() as u32, edge as u32)));
                }
            }
            looked_at.push(world);
            if looked_at.len() >= STATES {
                break 'time;
            }
        }
    }
    let side = (RADIUS / CELL) as i64;
    let disc = (-side..=side).flat_map(|x| (-side..=side).map(move |z| (x, z)));
    let disc: Vec<(i64, i64)> = disc.filter(|(x, z)| (*x as f64).hypot(*z as f64) * CELL <= RADIUS).collect();
    Reached {
        directions: directions.iter().filter(|d| **d).count(),
        floor_share: disc.iter().filter(|c| cells.contains(c)).count() as f64 / disc.len() as f64,
    }
}

//! What a search moves through (docs/methods/search.md, 1): the graph, the floor paths of its clips, and which edges may be used.
//!
//! Floor paths are kept once per clip. That of a transition is the sum of two of them, computed during the search. This is as
//! fast as reading it and needs no memory per edge.

use super::seams::{find_rough_transitions, velocity_steps};
use crate::kinematics::forward::pose_clip;
use crate::math::PlanarTransform;
use crate::model::{EdgeKind, GraphEdge, JointIndex, LabelSet, MotionGraph, Role};
use crate::ops::motion_graph::components::{Adjacency, strong_components};
use crate::ops::motion_graph::transitions::leaving_weight;
use rayon::prelude::*;

/// Refusing rough transitions may not take more than this share of a core.
const MAX_LOST_SHARE: f64 = 0.2;

/// A [`PlanarTransform`] with its sine and cosine at hand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Turned {
    cos: f64,
    sin: f64,
    x: f64,
    z: f64,
}

impl Turned {
    pub(super) fn new(t: &PlanarTransform) -> Self {
        let (sin, cos) = t.theta.sin_cos();
        Self { cos, sin, x: t.x0, z: t.z0 }
    }

    /// The transform, its turn within ±π.
    pub fn transform(&self) -> PlanarTransform {
        PlanarTransform { theta: self.sin.atan2(self.cos), x0: self.x, z0: self.z }
    }

    #[inline]
    pub(super) fn apply(&self, p: [f64; 2]) -> [f64; 2] {
        [self.cos * p[0] + self.sin * p[1] + self.x, -self.sin * p[0] + self.cos * p[1] + self.z]
    }

    pub(super) fn after(&self, other: &Self) -> Self {
        let [x, z] = self.apply([other.x, other.z]);
        Self {
            cos: self.cos * other.cos - self.sin * other.sin,
            sin: self.sin * other.cos + self.cos * other.sin,
            x,
            z,
        }
    }
}

/// Where a walk through the graph has got to.
///
/// ```
/// use surefoot::math::PlanarTransform;
/// use surefoot::ops::motion_graph::Walker;
///
/// let walker = Walker::new(4, &PlanarTransform { theta: 0.5, x0: 1.0, z0: 2.0 });
/// assert_eq!((walker.node, walker.frames, walker.position), (4, 0, None));
/// assert!((walker.world.transform().theta - 0.5).abs() < 1e-12);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Walker {
    /// The node it stands at.
    pub node: usize,
    /// Frames played.
    pub frames: usize,
    /// Way gone over the floor, metres.
    pub length: f64,
    /// Where the last frame was, x and z; `None` before the first.
    pub position: Option<[f64; 2]>,
    /// From the place of the node's clip to the world.
    pub world: Turned,
}

impl Walker {
    /// A walker that has not moved yet; `start` places the clip of `node`.
    pub fn new(node: usize, start: &PlanarTransform) -> Self {
        Self { node, frames: 0, length: 0.0, position: None, world: Turned::new(start) }
    }
}

/// A graph made ready for searches. Many searches may share one.
#[derive(Debug, Clone)]
pub struct SearchSpace<'a> {
    graph: &'a MotionGraph,
    /// Per clip and frame: x and z of the pelvis.
    floors: Vec<Vec<[f64; 2]>>,
    /// Weight of the clip that is left, per frame of a transition.
    weights: Vec<f64>,
    /// Per edge: where the world comes to lie after it.
    alignments: Vec<Turned>,
    usable: Vec<bool>,
    cores: Vec<LabelSet>,
    refused: usize,
}

impl<'a> SearchSpace<'a> {
    /// Makes a graph ready. With `refuse_rough`, transitions whose ends fall on a jolt of the source (a heel strike)
    /// are left out, unless a core would suffer.
    pub fn new(graph: &'a MotionGraph, refuse_rough: bool) -> Self {
        let set = graph.set();
        let pelvis = set.skeleton.roles().joint(Role::Pelvis).unwrap_or(JointIndex(0));
        let (floors, steps): (Vec<_>, Vec<_>) = set
            .clips
            .par_iter()
            .map(|c| {
                let poses = pose_clip(&set.skeleton, &c.clip);
                let at = |f: usize| poses.position(f, pelvis);
                let floor: Vec<[f64; 2]> = (0..c.clip.frame_count()).map(|f| [at(f).x, at(f).z]).collect();
                (floor, velocity_steps(&poses, c.clip.frame_rate()))
            })
            .unzip();
        let mut space = Self {
            graph,
            floors,
            weights: (0..set.window_frames).map(|k| leaving_weight(k, set.window_frames)).collect(),
            alignments: graph.edges().iter().map(alignment_of).collect(),
            usable: vec![true; graph.edges().len()],
            cores: graph.nodes().iter().map(|n| n.cores).collect(),
            refused: 0,
        };
        if refuse_rough {
            space.refuse(&find_rough_transitions(graph, &steps));
        }
        space
    }

    /// The graph.
    pub fn graph(&self) -> &'a MotionGraph {
        self.graph
    }

    /// Transitions that are not used because their ends fall on a jolt.
    pub fn refused_transitions(&self) -> usize {
        self.refused
    }

    /// Leaves edges out, and then all from which one could no longer go on for ever.
    fn refuse(&mut self, rough: &[bool]) {
        let graph = self.graph;
        let mut usable: Vec<bool> = rough.iter().map(|rough| !rough).collect();
        let mut cores = vec![LabelSet::default(); graph.nodes().len()];
        for label in 0..graph.set().label_names.len() {
            let (core, frames) = find_core(graph, label, &usable);
            let before: usize = (0..graph.edges().len())
                .filter(|&e| graph.is_in_core(e, label))
                .map(|e| graph.edge_frames(e))
                .sum();
            if (frames as f64) < (1.0 - MAX_LOST_SHARE) * before as f64 {
                // This label's few transitions are all it has: keep them.
                for (e, edge) in graph.edges().iter().enumerate() {
                    usable[e] |= edge.labels.contains(label);
                }
                for (cores, node) in cores.iter_mut().zip(graph.nodes()) {
                    *cores = cores.union(node.cores.shared(LabelSet::of(label)));
                }
                continue;
            }
            for node in core {
                cores[node] = cores[node].union(LabelSet::of(label));
            }
        }
        drop_dead_ends(graph, &mut usable);
        self.refused = (0..usable.len()).filter(|&e| rough[e] && !usable[e]).count();
        self.usable = usable;
        self.cores = cores;
    }

    /// Whether an edge may be used within a label, or at all.
    pub fn is_allowed(&self, edge: usize, label: Option<usize>) -> bool {
        self.usable[edge]
            && label.is_none_or(|label| {
                let e = &self.graph.edges()[edge];
                e.labels.contains(label)
                    && self.cores[e.from as usize].contains(label)
                    && self.cores[e.to as usize].contains(label)
            })
    }

    /// Whether a node lies in the core of a label.
    pub(super) fn is_core_node(&self, node: usize, label: usize) -> bool {
        self.cores[node].contains(label)
    }

    pub(super) fn is_usable(&self, edge: usize) -> bool {
        self.usable[edge]
    }

    /// Nodes with an allowed way out, in order.
    pub fn nodes(&self, label: Option<usize>) -> Vec<usize> {
        let graph = self.graph;
        (0..graph.nodes().len()).filter(|&n| graph.out_edges(n).any(|e| self.is_allowed(e, label))).collect()
    }

    /// Where the clip of a node is at the node's frame, x and z in the clip's own place.
    pub(super) fn floor_at(&self, node: usize) -> [f64; 2] {
        let node = &self.graph.nodes()[node];
        let floor = &self.floors[node.clip as usize];
        floor[(node.frame as usize).min(floor.len() - 1)]
    }

    /// The way the clip of a node takes over the `frames` frames from there (or up to there at the clip's end), as a
    /// vector in the clip's own place.
    pub(super) fn heading(&self, node: usize, frames: usize) -> [f64; 2] {
        let node = &self.graph.nodes()[node];
        let floor = &self.floors[node.clip as usize];
        let last = floor.len() - 1;
        let to = (node.frame as usize + frames).min(last);
        let from = (node.frame as usize).min(to.saturating_sub(frames.min(last)));
        [floor[to][0] - floor[from][0], floor[to][1] - floor[from][1]]
    }

    /// Places the clip of `node` so that its frame is at `position` and it sets off towards `direction`.
    pub fn place(&self, node: usize, position: [f64; 2], direction: [f64; 2]) -> PlanarTransform {
        let own = self.heading(node, self.graph.set().window_frames);
        // A turn about +y carries angles measured from z towards x on by theta.
        let theta = direction[0].atan2(direction[1]) - own[0].atan2(own[1]);
        let turn = Turned::new(&PlanarTransform { theta, x0: 0.0, z0: 0.0 });
        let [x, z] = turn.apply(self.floor_at(node));
        PlanarTransform { theta, x0: position[0] - x, z0: position[1] - z }
    }

    /// Walks along an edge that leaves the walker's node. `visit` gets each frame's place and the way from the last.
    pub fn advance(&self, walker: &Walker, edge: usize, mut visit: impl FnMut([f64; 2], f64)) -> Walker {
        let graph = self.graph;
        let e = &graph.edges()[edge];
        let (from, to) = (&graph.nodes()[e.from as usize], &graph.nodes()[e.to as usize]);
        let floor = &self.floors[from.clip as usize];
        let first = from.frame as usize;
        let mut next = Walker { node: e.to as usize, ..*walker };
        let mut step_to = |next: &mut Walker, p: [f64; 2]| {
            let step = next.position.map_or(0.0, |q| {
                let (x, z) = (p[0] - q[0], p[1] - q[1]);
                (x * x + z * z).sqrt()
            });
            next.length += step;
            next.position = Some(p);
            next.frames += 1;
            visit(p, step);
        };
        match e.kind {
            EdgeKind::Stretch => {
                for &p in &floor[first..to.frame as usize] {
                    step_to(&mut next, walker.world.apply(p));
                }
            }
            EdgeKind::Transition { .. } => {
                let window = self.weights.len();
                let other = &self.floors[to.clip as usize];
                let entered = to.frame as usize - window;
                let after = walker.world.after(&self.alignments[edge]);
                let frames = floor[first..first + window].iter().zip(&other[entered..entered + window]);
                for ((&a, &b), &w) in frames.zip(&self.weights) {
                    let (a, b) = (walker.world.apply(a), after.apply(b));
                    step_to(&mut next, [a[0] * w + b[0] * (1.0 - w), a[1] * w + b[1] * (1.0 - w)]);
                }
                next.world = after;
            }
        }
        next
    }

    /// Mean speed over the stretches that may be used, m/s; 0 where nothing moves.
    pub fn usual_speed(&self, label: Option<usize>) -> f64 {
        let graph = self.graph;
        let (mut way, mut frames) = (0.0, 0usize);
        for (e, edge) in graph.edges().iter().enumerate() {
            if graph.is_transition(e) || !self.is_allowed(e, label) {
                continue;
            }
            let (from, to) = (&graph.nodes()[edge.from as usize], &graph.nodes()[edge.to as usize]);
            let floor = &self.floors[from.clip as usize];
            let last = (to.frame as usize).min(floor.len() - 1);
            for w in floor[from.frame as usize..=last].windows(2) {
                way += (w[1][0] - w[0][0]).hypot(w[1][1] - w[0][1]);
                frames += 1;
            }
        }
        way / frames.max(1) as f64 * graph.set().frame_rate
    }
}

fn alignment_of(edge: &GraphEdge) -> Turned {
    match edge.kind {
        EdgeKind::Stretch => Turned::new(&PlanarTransform::default()),
        EdgeKind::Transition { alignment, .. } => Turned::new(&alignment),
    }
}

/// Nodes of the largest strongly connected part of a label's usable edges, and its frames.
fn find_core(graph: &MotionGraph, label: usize, usable: &[bool]) -> (Vec<usize>, usize) {
    let labelled = || {
        let edges = graph.edges().iter().enumerate();
        edges.filter(|(e, edge)| usable[*e] && edge.labels.contains(label))
    };
    let adjacency = Adjacency::new(graph.nodes().len(), labelled().map(|(_, e)| (e.from, e.to)));
    let component = strong_components(&adjacency);
    let count = component.iter().max().map_or(0, |&c| c as usize + 1);
    let mut frames = vec![0usize; count];
    for (e, edge) in labelled() {
        let c = component[edge.from as usize];
        if c == component[edge.to as usize] {
            frames[c as usize] += graph.edge_frames(e);
        }
    }
    let best = (0..count).max_by_key(|&c| (frames[c], usize::MAX - c)).filter(|&c| frames[c] > 0);
    let Some(best) = best else { return (Vec::new(), 0) };
    let nodes = (0..component.len()).filter(|&n| component[n] as usize == best).collect();
    (nodes, frames[best])
}

fn drop_dead_ends(graph: &MotionGraph, usable: &mut [bool]) {
    let mut into: Vec<Vec<u32>> = vec![Vec::new(); graph.nodes().len()];
    let mut ways = vec![0u32; graph.nodes().len()];
    for (e, edge) in graph.edges().iter().enumerate().filter(|(e, _)| usable[*e]) {
        into[edge.to as usize].push(e as u32);
        ways[edge.from as usize] += 1;
    }
    let mut ends: Vec<usize> = (0..ways.len()).filter(|&n| ways[n] == 0).collect();
    while let Some(node) = ends.pop() {
        for &e in &into[node] {
            if std::mem::replace(&mut usable[e as usize], false) {
                let from = graph.edges()[e as usize].from as usize;
                ways[from] -= 1;
                if ways[from] == 0 {
                    ends.push(from);
                }
            }
        }
    }
}

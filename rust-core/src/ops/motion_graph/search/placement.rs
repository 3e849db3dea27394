//! Ending in a given clip at a given place (Kovar 2004, 4.2.2; docs/methods/search.md, 2.4).
//!
//! The goal says nothing about the way there, so a lower bound on the remaining time guides the search.

use super::follow::{cell, mix};
use super::objective::Objective;
use super::space::{SearchSpace, Turned, Walker};
use crate::error::{Error, Result};
use crate::math::PlanarTransform;
use crate::model::floor_path::distance;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A clip and where it is to be played.
#[derive(Debug, Clone, PartialEq)]
pub struct ClipPlacement {
    /// Index of the clip in the graph's set.
    pub clip: usize,
    /// Moves the clip from where it was captured to where it is wanted.
    pub at: PlanarTransform,
}

/// What a wrong ending costs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlacementRules {
    /// Cost of a wrong direction, m² per rad².
    pub turn_cost: f64,
    /// Cost of a second on the way, m². Without it a walk may wander for ever.
    pub time_cost: f64,
    /// Cost of a transition, m².
    pub transition_cost: f64,
    /// The label to keep to.
    pub label: Option<usize>,
}

/// Reaches a node of one of the goal clips, near where the goal wants it.
#[derive(Debug)]
pub struct ReachPlacement<'a> {
    space: &'a SearchSpace<'a>,
    goals: Vec<ClipPlacement>,
    rules: PlacementRules,
    /// Per node: frames of the shortest way to a goal.
    frames_left: Vec<u32>,
    /// Boxes around the places of the goals' nodes: least and greatest x and z.
    boxes: Vec<[f64; 4]>,
    /// Farthest that anything moves in a frame, metres, with a tenth to spare for seams.
    top_speed: f64,
    frame_cost: f64,
}

impl<'a> ReachPlacement<'a> {
    /// The objective of ending in one of the goals, which are alternatives.
    ///
    /// # Errors
    /// [`Error::Invalid`] if a clip does not exist or none of them is connected.
    pub fn new(space: &'a SearchSpace<'a>, goals: &[ClipPlacement], rules: PlacementRules) -> Result<Self> {
        let graph = space.graph();
        let set = graph.set();
        if let Some(goal) = goals.iter().find(|g| g.clip >= set.clips.len()) {
            let text = format!("clip {} does not exist; there are {}", goal.clip, set.clips.len());
            return Err(Error::invalid("placement", text));
        }
        let is_goal = |node: usize| goals.iter().any(|g| g.clip == graph.nodes()[node].clip as usize);
        if !(0..graph.nodes().len()).any(is_goal) {
            return Err(Error::invalid(
                "placement",
                "none of the clips to end in is connected to the rest of the graph",
            ));
        }
        let frames_left = frames_to(space, is_goal, rules.label);
        let mut top_speed: f64 = 0.0;
        for e in (0..graph.edges().len()).filter(|&e| space.is_allowed(e, rules.label)) {
            let start = Walker::new(graph.edges()[e].from as usize, &PlanarTransform::default());
            space.advance(&start, e, |_, step| top_speed = top_speed.max(step));
        }
        top_speed *= 1.1;
        let boxes = goals.iter().map(|goal| {
            let at = Turned::new(&goal.at);
            let nodes = (0..graph.nodes().len()).filter(|&n| graph.nodes()[n].clip as usize == goal.clip);
            nodes
                .map(|n| at.apply(space.floor_at(n)))
                .fold([f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY, f64::NEG_INFINITY], |b, p| {
                    [b[0].min(p[0]), b[1].max(p[0]), b[2].min(p[1]), b[3].max(p[1])]
                })
        });
        let boxes = boxes.collect();
        let frame_cost = rules.time_cost / set.frame_rate;
        Ok(Self { space, goals: goals.to_vec(), rules, frames_left, boxes, top_speed, frame_cost })
    }

    /// Whether a way leads from a node to a goal.
    pub fn has_way(&self, node: usize) -> bool {
        self.frames_left[node] != u32::MAX
    }

    /// What ending here would cost; `None` outside the goals' clips.
    pub fn miss(&self, walker: &Walker) -> Option<f64> {
        self.miss_parts(walker).map(|(way, turn)| self.cost_of_miss(way, turn))
    }

    fn cost_of_miss(&self, way: f64, turn: f64) -> f64 {
        self.rules.turn_cost * turn * turn + way * way
    }

    /// How far, in metres, and turned by how much, in radians, the nearest goal of the node's clip is missed, measured
    /// at the node's frame.
    pub fn miss_parts(&self, walker: &Walker) -> Option<(f64, f64)> {
        let clip = self.space.graph().nodes()[walker.node].clip as usize;
        let own = self.space.floor_at(walker.node);
        let here = walker.world.transform();
        let place = walker.world.apply(own);
        let goals = self.goals.iter().filter(|g| g.clip == clip);
        let parts = goals.map(|g| {
            let way = distance(place, Turned::new(&g.at).apply(own));
            (way, wrapped(here.theta - g.at.theta).abs())
        });
        parts.min_by(|a, b| self.cost_of_miss(a.0, a.1).total_cmp(&self.cost_of_miss(b.0, b.1)))
    }

    /// How far a walker is from the nearest goal at least, metres.
    pub fn distance(&self, walker: &Walker) -> f64 {
        let [x, z] = walker.world.apply(self.space.floor_at(walker.node));
        let outside =
            |b: &[f64; 4]| (b[0] - x).max(x - b[1]).max(0.0).hypot((b[2] - z).max(z - b[3]).max(0.0));
        self.boxes.iter().map(outside).fold(f64::INFINITY, f64::min)
    }

    /// A walk that begins at a node whose clip is placed by `start`.
    pub fn start_at(&self, node: usize, start: &PlanarTransform) -> Walker {
        Walker::new(node, start)
    }

    /// Least cost of time and miss together for who is `distance` away: walk on while that is cheaper than missing.
    fn cost_of_distance(&self, distance: f64) -> f64 {
        if self.top_speed <= 0.0 {
            return distance * distance;
        }
        let per_metre = self.frame_cost / self.top_speed;
        let left = distance.min(per_metre / 2.0);
        per_metre * (distance - left) + left * left
    }
}

impl Objective for ReachPlacement<'_> {
    type State = Walker;

    fn append(&self, walker: &Walker, edge: usize, counted_until: usize) -> Option<(Walker, f64)> {
        let graph = self.space.graph();
        let to = graph.edges()[edge].to as usize;
        if !self.space.is_allowed(edge, self.rules.label) || self.frames_left[to] == u32::MAX {
            return None;
        }
        let next = self.space.advance(walker, edge, |_, _| {});
        let counted = next.frames.min(counted_until).saturating_sub(walker.frames);
        let mut cost = counted as f64 * self.frame_cost;
        if graph.is_transition(edge) && walker.frames < counted_until {
            cost += self.rules.transition_cost;
        }
        Some((next, cost))
    }

    fn walker<'s>(&self, state: &'s Walker) -> &'s Walker {
        state
    }

    fn ending(&self, state: &Walker) -> Option<f64> {
        self.miss(state)
    }

    fn goes_on(&self, _state: &Walker) -> bool {
        true
    }

    fn remaining(&self, walker: &Walker) -> f64 {
        let way = f64::from(self.frames_left[walker.node]) * self.frame_cost;
        way.max(self.cost_of_distance(self.distance(walker)))
    }

    fn key(&self, walker: &Walker) -> u64 {
        let t = walker.world.transform();
        let [x, z] = walker.position.unwrap_or_default();
        mix(&[walker.node as u64, cell(x, 0.25), cell(z, 0.25), cell(t.theta, 0.2)])
    }
}

/// The angle within ±π.
pub(super) fn wrapped(angle: f64) -> f64 {
    let turn = std::f64::consts::TAU;
    angle - turn * (angle / turn).round()
}

/// Frames of the shortest allowed way from every node to a goal, by Dijkstra's method backwards; `u32::MAX` where none
/// leads.
fn frames_to(space: &SearchSpace<'_>, is_goal: impl Fn(usize) -> bool, label: Option<usize>) -> Vec<u32> {
    let graph = space.graph();
    let mut into: Vec<Vec<u32>> = vec![Vec::new(); graph.nodes().len()];
    for e in (0..graph.edges().len()).filter(|&e| space.is_allowed(e, label)) {
        into[graph.edges()[e].to as usize].push(e as u32);
    }
    let mut frames = vec![u32::MAX; graph.nodes().len()];
    let mut queue = BinaryHeap::new();
    for node in (0..frames.len()).filter(|&n| is_goal(n)) {
        frames[node] = 0;
        queue.push(Reverse((0u32, node)));
    }
    while let Some(Reverse((so_far, node))) = queue.pop() {
        if so_far > frames[node] {
            continue;
        }
        for &e in &into[node] {
            let from = graph.edges()[e as usize].from as usize;
            let sum = so_far + graph.edge_frames(e as usize) as u32;
            if sum < frames[from] {
                frames[from] = sum;
                queue.push(Reverse((sum, from)));
            }
        }
    }
    frames
}

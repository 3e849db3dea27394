//! [`BuildMotionGraphReport`]: how well the clips are connected.

use super::response::ResponseFigures;
use crate::model::{MotionGraph, Note};
use serde::Serialize;
use std::collections::VecDeque;

/// What one clip gave to the graph.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ClipUse {
    /// The clip; a mirror image says so.
    pub name: String,
    /// Frames at the graph's rate.
    pub frame_count: usize,
    /// Frames of it that can be played.
    pub used_frames: usize,
}

/// What one label has.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LabelFigures {
    /// The label.
    pub label: String,
    /// Frames with this label.
    pub frame_count: usize,
    /// How far the markers move in one frame, metres: the unit of thresholds.
    pub unit: f64,
    /// Threshold factor that was used; `None` where thresholds were given.
    pub factor: Option<f64>,
    /// Share of the label's frames in its core.
    pub coverage: f64,
    /// That share if every minimum were a transition: the most these clips can give.
    pub attainable: f64,
    /// Frames of the core, transitions included.
    pub core_frames: usize,
}

/// Transitions from one label to another.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PairFigures {
    /// Label left.
    pub from: String,
    /// Label entered.
    pub to: String,
    /// Largest distance accepted, metres.
    pub threshold: f64,
    /// Minima below it.
    pub accepted: usize,
    /// Transitions that are part of the graph.
    pub kept: usize,
    /// Whether one can get from the one core to the other at all.
    pub has_route: bool,
}

/// What [`build_motion_graph`](super::build_motion_graph) found.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BuildMotionGraphReport {
    /// Every clip, mirror images included.
    pub clips: Vec<ClipUse>,
    /// Clips that came on other proportions and were copied to the mean skeleton.
    pub moved_clips: Vec<String>,
    /// Local minima of the distance grid.
    pub minima: usize,
    /// Per label.
    pub labels: Vec<LabelFigures>,
    /// Per ordered pair of labels.
    pub pairs: Vec<PairFigures>,
    /// Nodes of the graph.
    pub nodes: usize,
    /// Edges of the graph.
    pub edges: usize,
    /// Those of them that are transitions.
    pub transitions: usize,
    /// Mean frames of a stretch between two nodes of one clip.
    pub stretch_frames_mean: f64,
    /// Edges that leave a node: mean.
    pub out_edges_mean: f64,
    /// Edges that leave a node: most.
    pub out_edges_max: usize,
    /// Shortest way from one node to another, seconds: mean over a sample.
    pub route_seconds_mean: f64,
    /// The longest of these.
    pub route_seconds_max: f64,
    /// How quickly and how freely one can steer.
    pub response: ResponseFigures,
    /// What a user should know.
    pub notes: Vec<Note>,
}

impl BuildMotionGraphReport {
    /// One line with what a person wants to know first, the same in every host.
    pub fn summary(&self) -> String {
        let labels: Vec<String> = self
            .labels
            .iter()
            .map(|l| format!("{} {:.0} of {:.0} %", l.label, 100.0 * l.coverage, 100.0 * l.attainable))
            .collect();
        let frames: usize = self.clips.iter().map(|c| c.frame_count).sum();
        format!(
            "{} clips, {frames} frames: {} nodes, {} transitions; usable of attainable: {}; {} notes",
            self.clips.len(),
            self.nodes,
            self.transitions,
            labels.join(", "),
            self.notes.len()
        )
    }
}

operation_report!(BuildMotionGraphReport);

/// Frames of each clip that the graph can play, once each.
pub(super) fn used_frames(graph: &MotionGraph) -> Vec<usize> {
    let mut used = vec![0; graph.set().clips.len()];
    for (e, edge) in graph.edges().iter().enumerate() {
        if !graph.is_transition(e) {
            used[graph.nodes()[edge.from as usize].clip as usize] += graph.edge_frames(e);
        }
    }
    used
}

/// Per ordered pair of labels, whether a route leads from the one core to the other.
pub(super) fn routes(graph: &MotionGraph) -> Vec<bool> {
    let count = graph.set().label_names.len();
    let mut out = vec![false; count * count];
    for from in 0..count {
        // A core is strongly connected: what one of its nodes reaches, all reach.
        let Some(start) = graph.nodes().iter().position(|n| n.cores.contains(from)) else { continue };
        let mut seen = vec![false; graph.nodes().len()];
        let mut queue = VecDeque::from([start]);
        seen[start] = true;
        while let Some(node) = queue.pop_front() {
            for label in graph.nodes()[node].cores.iter() {
                out[from * count + label] = true;
            }
            for edge in graph.out_edges(node) {
                let to = graph.edges()[edge].to as usize;
                if !std::mem::replace(&mut seen[to], true) {
                    queue.push_back(to);
                }
            }
        }
    }
    out
}

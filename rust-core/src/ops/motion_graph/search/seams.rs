//! Jolts at seams: how much joint velocities change from frame to frame, and which transitions begin or end on a change that
//! stands out.
//!
//! A blend is smoother than its sources. So a seam stands out only where the source itself has a jolt, such as a heel strike.

use crate::kinematics::WorldPoses;
use crate::model::{EdgeKind, GraphEdge, MotionGraph};

/// A transition is rough where the source's own velocity step is above this share of the 99th percentile of its
/// label. The blend adds a little to it, and 1.2 is where a seam would stand out.
const ROUGH: f64 = 0.8;

/// Largest change of any joint's velocity at each frame, m/s; 0 at the first and last.
pub(super) fn velocity_steps(poses: &WorldPoses, frame_rate: f64) -> Vec<f64> {
    let count = poses.frame_count();
    (0..count)
        .map(|f| {
            if f == 0 || f + 1 >= count {
                return 0.0;
            }
            let [a, b, c] = [f - 1, f, f + 1].map(|f| poses.frame(f));
            let steps = a.iter().zip(b).zip(c).map(|((a, b), c)| (c - b * 2.0 + a).norm_squared());
            steps.fold(0.0, f64::max).sqrt() * frame_rate
        })
        .collect()
}

/// The 99th percentile, 0 of nothing.
pub(super) fn p99(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() * 99 / 100).copied().unwrap_or(0.0)
}

/// Per edge, whether it is a transition that begins or ends on a jolt of its source. `steps` are the velocity steps of
/// every clip and frame.
pub(super) fn find_rough_transitions(graph: &MotionGraph, steps: &[Vec<f64>]) -> Vec<bool> {
    let limits: Vec<f64> =
        (0..graph.set().label_names.len()).map(|l| ROUGH * usual_step(graph, steps, l)).collect();
    let rough = |e: &GraphEdge| {
        let EdgeKind::Transition { .. } = e.kind else { return false };
        let limit = e.labels.iter().filter_map(|l| limits.get(l)).copied().fold(f64::INFINITY, f64::min);
        // The frame at which a node plays on, and the one before it, are the two that a seam's change spans.
        let is_rough = |node: u32| {
            let node = &graph.nodes()[node as usize];
            let (steps, frame) = (&steps[node.clip as usize], node.frame as usize);
            [frame.wrapping_sub(1), frame].iter().any(|&f| steps.get(f).is_some_and(|&step| step > limit))
        };
        is_rough(e.from) || is_rough(e.to)
    };
    graph.edges().iter().map(rough).collect()
}

/// 99th percentile of the velocity steps of what can be played of a label.
fn usual_step(graph: &MotionGraph, steps: &[Vec<f64>], label: usize) -> f64 {
    let mut usual = Vec::new();
    for (e, edge) in graph.edges().iter().enumerate() {
        if !graph.is_transition(e) && edge.labels.contains(label) {
            let (from, to) = (&graph.nodes()[edge.from as usize], &graph.nodes()[edge.to as usize]);
            usual.extend_from_slice(&steps[from.clip as usize][from.frame as usize..to.frame as usize]);
        }
    }
    p99(&usual)
}

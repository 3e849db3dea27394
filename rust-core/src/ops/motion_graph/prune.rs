//! Prunes the graph to what can be played for ever: the largest strongly connected part of every label, and the bridges between
//! them (Kovar 2004, 4.1.3; docs/methods/motion-graph.md, 5). Unlike the source, captured passages from one core to another
//! (somebody stops, or sets off) are kept as well, because no blend is as good.

use super::components::{Adjacency, strong_components};
use super::connect::{Draft, DraftEdge};
use crate::model::{ClipSet, LabelSet};

/// What of a draft survives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pruned {
    /// Per edge.
    pub kept: Vec<bool>,
    /// Per node: in which labels' cores it lies.
    pub cores: Vec<LabelSet>,
    /// Per label: frames of its core, transitions included.
    pub core_frames: Vec<usize>,
}

impl Pruned {
    fn is_in_core(&self, edge: &DraftEdge, label: usize) -> bool {
        edge.labels.contains(label)
            && self.cores[edge.from as usize].contains(label)
            && self.cores[edge.to as usize].contains(label)
    }

    /// Frames of the clips that are part of a label's core.
    pub(super) fn covered_frames(&self, draft: &Draft, label: usize) -> usize {
        let stretches = draft.edges.iter().filter(|e| e.passage.is_none() && self.is_in_core(e, label));
        stretches.map(|e| e.frames as usize).sum()
    }
}

/// The cores of some labels only; no edge is kept.
pub(super) fn cores(draft: &Draft, labels: impl Iterator<Item = usize>, label_count: usize) -> Pruned {
    let mut pruned = Pruned {
        kept: vec![false; draft.edges.len()],
        cores: vec![LabelSet::default(); draft.nodes.len()],
        core_frames: vec![0; label_count],
    };
    labels.for_each(|label| find_core(draft, label, &mut pruned));
    pruned
}

pub(super) fn prune(draft: &Draft, label_count: usize) -> Pruned {
    let mut pruned = cores(draft, 0..label_count, label_count);
    for (e, edge) in draft.edges.iter().enumerate() {
        let is_inside = edge.labels.iter().any(|label| pruned.is_in_core(edge, label));
        pruned.kept[e] = is_inside || is_bridge(edge, &pruned.cores);
    }
    keep_captured_bridges(draft, &mut pruned);
    pruned
}

/// Keeps chains of stretches that lead from the core of one label to that of another within a clip.
fn keep_captured_bridges(draft: &Draft, pruned: &mut Pruned) {
    let mut chain: Vec<usize> = Vec::new();
    let mut left = LabelSet::default();
    for (e, edge) in draft.edges.iter().enumerate().take_while(|(_, edge)| edge.passage.is_none()) {
        let (from, to) = (pruned.cores[edge.from as usize], pruned.cores[edge.to as usize]);
        // Stretches come in order, so a chain goes on where the last one ended.
        let goes_on = chain.last().is_some_and(|&last| draft.edges[last].to == edge.from);
        if !goes_on || !from.is_empty() {
            chain.clear();
            left = from;
        }
        if left.is_empty() || pruned.kept[e] {
            chain.clear();
            continue;
        }
        chain.push(e);
        if !to.is_empty() {
            if left.shared(to).is_empty() {
                chain.iter().for_each(|&e| pruned.kept[e] = true);
            }
            chain.clear();
        }
    }
}

fn find_core(draft: &Draft, label: usize, pruned: &mut Pruned) {
    let labelled = || draft.edges.iter().filter(|e| e.labels.contains(label));
    let graph = Adjacency::new(draft.nodes.len(), labelled().map(|e| (e.from, e.to)));
    let component = strong_components(&graph);
    let count = component.iter().max().map_or(0, |&c| c as usize + 1);
    let (mut frames, mut nodes) = (vec![0usize; count], vec![0usize; count]);
    for &c in &component {
        nodes[c as usize] += 1;
    }
    for edge in labelled() {
        let c = component[edge.from as usize];
        if c == component[edge.to as usize] {
            frames[c as usize] += edge.frames as usize;
        }
    }
    let best = (0..count).max_by_key(|&c| (frames[c], nodes[c], usize::MAX - c));
    // A component without frames is a single node: no cycle, nothing to play.
    let Some(best) = best.filter(|&c| frames[c] > 0) else { return };
    pruned.core_frames[label] = frames[best];
    for (cores, &c) in pruned.cores.iter_mut().zip(&component) {
        if c as usize == best {
            *cores = cores.union(LabelSet::of(label));
        }
    }
}

/// A transition that leaves the core of one of its labels for that of another.
fn is_bridge(edge: &DraftEdge, cores: &[LabelSet]) -> bool {
    let leaves = edge.labels.shared(cores[edge.from as usize]);
    let enters = edge.labels.shared(cores[edge.to as usize]);
    edge.passage.is_some() && !leaves.is_empty() && !enters.is_empty()
}

/// Nodes and edges that stay, renumbered. Where a node lost all its transitions, the stretches on both sides are
/// joined again.
pub(super) fn compact(set: &ClipSet, draft: &Draft, pruned: &Pruned) -> (Draft, Vec<LabelSet>) {
    let kept: Vec<DraftEdge> =
        draft.edges.iter().zip(&pruned.kept).filter(|(_, kept)| **kept).map(|(e, _)| *e).collect();
    let mut degree = vec![(0u32, 0u32); draft.nodes.len()];
    let mut has_transition = vec![false; draft.nodes.len()];
    for edge in &kept {
        degree[edge.from as usize].0 += 1;
        degree[edge.to as usize].1 += 1;
        for node in [edge.from, edge.to] {
            has_transition[node as usize] |= edge.passage.is_some();
        }
    }
    let is_same_label = |node: usize| {
        let at = draft.nodes[node];
        let labels = &set.clips[at.clip as usize].labels;
        let f = at.frame as usize;
        f > 0 && f < labels.len() && labels[f] == labels[f - 1]
    };
    let merges = |node: usize| degree[node] == (1, 1) && !has_transition[node] && is_same_label(node);
    let mut number = vec![u32::MAX; draft.nodes.len()];
    let mut out = Draft::default();
    let mut cores = Vec::new();
    for (n, node) in draft.nodes.iter().enumerate() {
        if degree[n] != (0, 0) && !merges(n) {
            number[n] = out.nodes.len() as u32;
            out.nodes.push(*node);
            cores.push(pruned.cores[n]);
        }
    }
    // Stretches of a clip come in order, so a merged one simply grows.
    let mut open: Option<DraftEdge> = None;
    for edge in kept {
        let mut edge = match open.take() {
            Some(first) => DraftEdge { from: first.from, frames: first.frames + edge.frames, ..edge },
            None => edge,
        };
        if edge.passage.is_none() && merges(edge.to as usize) {
            open = Some(edge);
            continue;
        }
        edge.from = number[edge.from as usize];
        edge.to = number[edge.to as usize];
        out.edges.push(edge);
    }
    (out, cores)
}

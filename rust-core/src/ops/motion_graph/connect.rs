//! The graph before pruning: clips cut into stretches, and transitions between them (docs/methods/motion-graph.md, 3).

use crate::model::{ClipSet, LabelSet};
use std::ops::Range;

/// A possible transition, by the first frames of its two windows among all frames of the set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Passage {
    pub from: u32,
    pub to: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DraftNode {
    pub clip: u32,
    pub frame: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DraftEdge {
    pub from: u32,
    pub to: u32,
    pub labels: LabelSet,
    pub frames: u32,
    /// Index of the passage; `None` for a stretch of a clip.
    pub passage: Option<u32>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Draft {
    pub nodes: Vec<DraftNode>,
    pub edges: Vec<DraftEdge>,
}

/// Nodes at clip ends, label changes and both ends of every passage; all edges between them.
pub(super) fn connect(set: &ClipSet, passages: &[Passage]) -> Draft {
    let window = set.window_frames;
    let ranges = set.frame_ranges();
    let (places, runs) = (places(&ranges), label_runs(set, &ranges));
    let place = |frame: u32, ahead: usize| places[frame as usize] as usize + ahead;
    let mut node_at = vec![u32::MAX; set.frame_count() + ranges.len()];
    for (c, (range, clip)) in ranges.iter().zip(&set.clips).enumerate() {
        let base = range.start + c;
        let labels = &clip.labels;
        for f in (0..=labels.len()).filter(|&f| f == 0 || f == labels.len() || labels[f] != labels[f - 1]) {
            node_at[base + f] = 0;
        }
    }
    for passage in passages {
        node_at[place(passage.from, 0)] = 0;
        node_at[place(passage.to, window)] = 0;
    }
    let mut draft = Draft::default();
    for (c, (range, clip)) in ranges.iter().zip(&set.clips).enumerate() {
        let base = range.start + c;
        let mut last: Option<(u32, usize)> = None;
        for f in 0..=clip.labels.len() {
            if node_at[base + f] == u32::MAX {
                continue;
            }
            let node = draft.nodes.len() as u32;
            node_at[base + f] = node;
            draft.nodes.push(DraftNode { clip: c as u32, frame: f as u32 });
            if let Some((from, first)) = last {
                draft.edges.push(DraftEdge {
                    from,
                    to: node,
                    labels: clip.labels[first],
                    frames: (f - first) as u32,
                    passage: None,
                });
            }
            last = Some((node, f));
        }
    }
    let labels: Vec<LabelSet> = set.clips.iter().flat_map(|c| c.labels.iter().copied()).collect();
    for (p, passage) in passages.iter().enumerate() {
        // Each frame has the labels of both clips; the edge has what all its frames share.
        let (from, to) = (passage.from as usize, passage.to as usize);
        let is_level = runs[from] as usize >= from + window && runs[to] as usize >= to + window;
        let shared = if is_level {
            labels[from].union(labels[to])
        } else {
            let both = labels[from..from + window].iter().zip(&labels[to..to + window]);
            both.fold(LabelSet::ALL, |sum, (a, b)| sum.shared(a.union(*b)))
        };
        draft.edges.push(DraftEdge {
            from: node_at[place(passage.from, 0)],
            to: node_at[place(passage.to, window)],
            labels: shared,
            frames: window as u32,
            passage: Some(p as u32),
        });
    }
    draft
}

/// By frame, its place: a clip of n frames has places 0..=n, one more than frames.
fn places(ranges: &[Range<usize>]) -> Vec<u32> {
    ranges.iter().enumerate().flat_map(|(c, range)| range.clone().map(move |f| (f + c) as u32)).collect()
}

/// By frame, the first frame after it in its clip that has other labels, or the clip's end.
fn label_runs(set: &ClipSet, ranges: &[Range<usize>]) -> Vec<u32> {
    let mut out = vec![0; set.frame_count()];
    for (range, clip) in ranges.iter().zip(&set.clips) {
        let labels = &clip.labels;
        let mut end = range.end as u32;
        for f in (0..labels.len()).rev() {
            if f + 1 < labels.len() && labels[f] != labels[f + 1] {
                end = (range.start + f + 1) as u32;
            }
            out[range.start + f] = end;
        }
    }
    out
}

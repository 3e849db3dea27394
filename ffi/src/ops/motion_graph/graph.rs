//! `surefoot_motion_graph`.

use crate::*;
use surefoot::model::motion_graph::SetClip;
use surefoot::model::{EdgeKind, MotionGraph};

/// "About to play a frame of a clip".
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct surefoot_graph_node {
    /// The clip, by its place in the graph.
    pub clip: u32,
    /// Frame of that clip; its number of frames at the clip's end.
    pub frame: u32,
    /// Labels in whose core the node lies, one bit each: from here one can go on for ever without leaving that label.
    pub cores: u64,
}

/// A stretch of motion between two nodes.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct surefoot_graph_edge {
    /// The node it leaves.
    pub from: u32,
    /// The node it enters.
    pub to: u32,
    /// Frames that are played along it.
    pub frame_count: u32,
    /// 1 for a blend from one clip to another, 0 for the frames of one clip.
    pub is_transition: i32,
    /// Labels that all its frames share, one bit each.
    pub labels: u64,
    /// Transitions: turn about +y in radians, then move along x and z in metres, that bring the second clip to the first.
    pub alignment: [f64; 3],
    /// Transitions: RMS distance of the markers over the window, metres.
    pub distance: f64,
}

/// Two windows that resemble each other more than their neighbours do, by their first frames, counted over all clips
/// laid end to end.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct surefoot_grid_minimum {
    /// First frame of the earlier window.
    pub first: u32,
    /// First frame of the later window.
    pub second: u32,
    /// Their distance, metres.
    pub distance: f64,
}

/// Where a clip of a graph comes from.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_graph_source {
    /// Name of the clip it was taken from.
    pub source: *const c_char,
    /// Where in that clip its first frame lies, seconds.
    pub source_start: f64,
    /// Labels of every frame, one bit each.
    pub labels: *const u64,
    /// 1 for the mirror image.
    pub is_mirrored: i32,
    /// Its group; clips of different groups were not compared, clips of group 0 with all.
    pub group: u32,
}

/// What a graph holds.
#[repr(C)]
pub struct surefoot_motion_graph_view {
    /// The skeleton of all its clips; belongs to the graph.
    pub skeleton: *const surefoot_skeleton,
    /// Frames per second of all clips.
    pub frame_rate: f64,
    /// Frames of a transition.
    pub window_frames: usize,
    /// Number of clips, mirror images included.
    pub clip_count: usize,
    /// Their names.
    pub clip_names: *const *const c_char,
    /// Their numbers of frames.
    pub clip_frame_counts: *const usize,
    /// Number of labels.
    pub label_count: usize,
    /// Their names; a label's place is its bit.
    pub label_names: *const *const c_char,
    /// Largest distance accepted from one label to another, metres: label_count numbers per label left.
    pub thresholds: *const f64,
    /// Local minima of the distance grid.
    pub minimum_count: usize,
    /// Number of nodes; 0 if nothing connects.
    pub node_count: usize,
    /// The nodes, by clip and frame.
    pub nodes: *const surefoot_graph_node,
    /// Number of edges.
    pub edge_count: usize,
    /// The edges, by the node they leave.
    pub edges: *const surefoot_graph_edge,
    /// The local minima: minimum_count of them.
    pub minima: *const surefoot_grid_minimum,
    /// Where each clip comes from: clip_count of them.
    pub clip_sources: *const surefoot_graph_source,
}

/// Clips joined by transitions, in which one can walk for ever. Never changed.
pub struct surefoot_motion_graph {
    graph: MotionGraph,
    view: surefoot_motion_graph_view,
    _kept: Kept,
}

impl surefoot_motion_graph {
    pub(crate) fn new(graph: MotionGraph) -> Self {
        let (set, mut kept) = (graph.set(), Kept::default());
        let clip_names: Vec<_> = set.clips.iter().map(|c| kept.text(c.clip.name())).collect();
        let label_names: Vec<_> = set.label_names.iter().map(|name| kept.text(name)).collect();
        let labels = label_names.len();
        let nodes = graph.nodes().iter();
        let nodes = kept.list(nodes.map(|n| surefoot_graph_node { clip: n.clip, frame: n.frame, cores: n.cores.0 }));
        let edges = kept.list(graph.edges().iter().enumerate().map(|(i, e)| edge_of(&graph, i, e)));
        let minima = kept.list(graph.minima().iter().map(|m| surefoot_grid_minimum {
            first: m.first,
            second: m.second,
            distance: f64::from(m.distance).max(0.0).sqrt(),
        }));
        let source = |(i, c): (usize, &SetClip)| surefoot_graph_source {
            source: kept.text(&c.source),
            source_start: c.source_start,
            labels: kept.list(c.labels.iter().map(|l| l.0)).cast(),
            is_mirrored: c.is_mirrored.into(),
            group: set.rules.groups.get(i).copied().unwrap_or(0),
        };
        let sources: Vec<_> = set.clips.iter().enumerate().map(source).collect();
        let view = surefoot_motion_graph_view {
            skeleton: kept.one(surefoot_skeleton::new(set.skeleton.clone())),
            frame_rate: set.frame_rate,
            window_frames: set.window_frames,
            clip_count: clip_names.len(),
            clip_names: kept.list(clip_names).cast(),
            clip_frame_counts: kept.list(set.clips.iter().map(|c| c.clip.frame_count())).cast(),
            label_count: labels,
            label_names: kept.list(label_names).cast(),
            thresholds: kept.list((0..labels * labels).map(|i| graph.thresholds().get(i / labels, i % labels))).cast(),
            minimum_count: minima.len(),
            node_count: nodes.len(),
            nodes: nodes.cast(),
            edge_count: edges.len(),
            edges: edges.cast(),
            minima: minima.cast(),
            clip_sources: kept.list(sources).cast(),
        };
        Self { graph, view, _kept: kept }
    }

    pub(crate) fn get(&self) -> &MotionGraph {
        &self.graph
    }
}

fn edge_of(graph: &MotionGraph, index: usize, edge: &surefoot::model::GraphEdge) -> surefoot_graph_edge {
    let (is_transition, alignment, distance) = match edge.kind {
        EdgeKind::Stretch => (0, [0.0; 3], 0.0),
        EdgeKind::Transition { alignment: a, distance } => (1, [a.theta, a.x0, a.z0], distance),
    };
    surefoot_graph_edge {
        from: edge.from,
        to: edge.to,
        frame_count: u32::try_from(graph.edge_frames(index)).unwrap_or(u32::MAX),
        is_transition,
        labels: edge.labels.0,
        alignment,
        distance,
    }
}

/// Reads a graph file (.sfgraph). Free the graph with surefoot_motion_graph_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_motion_graph_read(
    file: *const c_char, out_graph: *mut *mut surefoot_motion_graph, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_graph, "out_graph", || {
        let file = path(file, "file")?;
        let graph = surefoot::io::read_graph(&file)?;
        Ok(surefoot_motion_graph::new(graph))
    })
}

/// Writes a graph file in one step: it is complete or not there. The same graph gives the same bytes.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_motion_graph_write(
    file: *const c_char, graph: *const surefoot_motion_graph, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let file = path(file, "file")?;
        let graph = input(graph, "graph")?.get();
        surefoot::io::write_bytes(&file, &surefoot::io::encode_graph(graph)?)?;
        Ok(())
    })
}

/// As surefoot_motion_graph_write, into memory. Free the bytes with surefoot_bytes_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_motion_graph_encode(
    graph: *const surefoot_motion_graph, out_bytes: *mut *mut surefoot_bytes, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_bytes, "out_bytes", || {
        let graph = input(graph, "graph")?.get();
        Ok(surefoot_bytes::new(surefoot::io::encode_graph(graph)?))
    })
}

/// As surefoot_motion_graph_read, from bytes in memory; `file` names them in messages.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_motion_graph_decode(
    file: *const c_char, bytes: *const u8, byte_count: usize, out_graph: *mut *mut surefoot_motion_graph,
    error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_graph, "out_graph", || {
        let file = path(file, "file")?;
        let bytes = array(bytes, byte_count, "bytes")?;
        Ok(surefoot_motion_graph::new(surefoot::io::decode_graph(&file, bytes)?))
    })
}

/// Gives what the graph holds, valid until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_motion_graph_get(
    graph: *const surefoot_motion_graph, out_view: *mut *const surefoot_motion_graph_view, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || view_of(graph, "graph", out_view, |graph| &graph.view))
}

/// Makes copies of one of the graph's clips and of its plants. `out_plants` may be NULL. Free the clip with
/// surefoot_clip_free and the plants with surefoot_plants_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_motion_graph_clip(
    graph: *const surefoot_motion_graph, index: usize, out_clip: *mut *mut surefoot_clip,
    out_plants: *mut *mut surefoot_plants, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_clip, "out_clip", || {
        let clips = &input(graph, "graph")?.get().set().clips;
        let clip = clips
            .get(index)
            .ok_or_else(|| Failure::argument(format!("clip {index}; the graph has {}", clips.len())))?;
        Out::optional(out_plants).put_handle(|| surefoot_plants::new(clip.plants.clone()));
        Ok(surefoot_clip::new(clip.clip.clone()))
    })
}

/// Frees a graph with its skeleton. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_motion_graph_free(graph: *mut surefoot_motion_graph) {
    free(graph);
}

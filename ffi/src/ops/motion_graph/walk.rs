//! `surefoot_walk`: a way through a graph, made into motion.

use crate::*;
use surefoot::math::PlanarTransform;
use surefoot::model::MotionGraph;
use surefoot::ops::motion_graph::{
    RandomWalkOptions, WalkSegment, WalkedClip, random_walk, shortest_connection, walk_to_clip,
};

/// How surefoot_random_walk goes; start from surefoot_random_walk_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_random_walk_options {
    /// sizeof(surefoot_random_walk_options).
    pub struct_size: usize,
    /// Equal seeds give equal walks. Default 0.
    pub seed: u64,
    /// At least that many frames, at most 10,000,000. Default 300.
    pub min_frames: usize,
    /// Node to start from; -1, the default, draws one.
    pub start: i64,
    /// Stay in the core of the label of that name. NULL, the default: any.
    pub label: *const c_char,
    /// How likely a transition is against going on in the clip, above 0; 1 draws evenly over edges. Default 0.05, about
    /// one transition a second.
    pub transition_weight: f64,
}

/// More frames than memory holds are a slip.
const MAX_FRAMES: usize = 10_000_000;

impl surefoot_random_walk_options {
    fn defaults() -> Self {
        Self {
            struct_size: size_of::<Self>(),
            min_frames: 300,
            start: -1,
            transition_weight: RandomWalkOptions::default().transition_weight,
            ..zero()
        }
    }
}

/// Where a part of a walk comes from.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct surefoot_walk_segment {
    /// The edge.
    pub edge: usize,
    /// First frame of the result.
    pub first: usize,
    /// The frame after the last.
    pub end: usize,
    /// The graph's clip; for a transition the one that is left.
    pub clip: usize,
    /// First of its frames.
    pub clip_frame: usize,
    /// 1 for a transition: then the next two are set.
    pub is_transition: i32,
    /// The clip that is entered.
    pub entered_clip: usize,
    /// The first frame used of it.
    pub entered_frame: usize,
}

/// A walk made into motion. Clip and plants belong to it.
#[repr(C)]
pub struct surefoot_walk_view {
    /// The motion, on the graph's skeleton. Feet may slide a little in transitions: surefoot_remove_footskate takes clip
    /// and plants.
    pub clip: *const surefoot_clip,
    /// Plants of the sources.
    pub plants: *const surefoot_plants,
    /// Number of segments.
    pub segment_count: usize,
    /// Which frames come from where, one per edge.
    pub segments: *const surefoot_walk_segment,
    /// Number of frames of the clip.
    pub label_count: usize,
    /// Labels of every frame, one bit each; inside a transition those of both clips.
    pub labels: *const u64,
    /// From the last clip's own place to where it ends up: turn about +y in radians, move along x and z in metres.
    pub end: [f64; 3],
}

/// A walk made into motion. Never changed.
pub struct surefoot_walk {
    view: surefoot_walk_view,
    _kept: Kept,
}

impl surefoot_walk {
    pub(crate) fn new(walked: WalkedClip) -> Self {
        let mut kept = Kept::default();
        let segments = kept.list(walked.segments.iter().map(segment_of));
        let labels = kept.list(walked.labels.iter().map(|l| l.0));
        let view = surefoot_walk_view {
            clip: kept.one(surefoot_clip::new(walked.clip)),
            plants: kept.one(surefoot_plants::new(walked.plants)),
            segment_count: segments.len(),
            segments: segments.cast(),
            label_count: labels.len(),
            labels: labels.cast(),
            end: [walked.end.theta, walked.end.x0, walked.end.z0],
        };
        Self { view, _kept: kept }
    }
}

pub(crate) fn segment_of(s: &WalkSegment) -> surefoot_walk_segment {
    surefoot_walk_segment {
        edge: s.edge,
        first: s.frames.start,
        end: s.frames.end,
        clip: s.clip,
        clip_frame: s.clip_frame,
        is_transition: s.entered.is_some().into(),
        entered_clip: s.entered.map_or(0, |(clip, _)| clip),
        entered_frame: s.entered.map_or(0, |(_, frame)| frame),
    }
}

pub(crate) fn label_of(graph: &MotionGraph, label: *const c_char) -> Answer<Option<usize>> {
    if label.is_null() {
        return Ok(None);
    }
    Ok(Some(graph.set().find_label(text(label, "label")?)?))
}

fn walk(graph: &MotionGraph, edges: &[usize], name: &str) -> Answer<surefoot_walk> {
    Ok(surefoot_walk::new(walk_to_clip(graph, edges, &PlanarTransform::default(), name)?))
}

/// Writes the default options; pass sizeof(surefoot_random_walk_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_random_walk_default_options(
    out_options: *mut surefoot_random_walk_options, struct_size: usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_struct(out_options, struct_size, surefoot_random_walk_options::defaults()))
}

/// Walks through a graph at random; it never gets stuck. `options` NULL means the defaults. Fails with
/// SUREFOOT_ERROR_INVALID if the graph or the label's core is empty or the start does not lie in it. Free the walk with
/// surefoot_walk_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_random_walk(
    graph: *const surefoot_motion_graph, options: *const surefoot_random_walk_options,
    out_walk: *mut *mut surefoot_walk, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_walk, "out_walk", || {
        let graph = input(graph, "graph")?.get();
        let options = sized_or_default(options, surefoot_random_walk_options::defaults(), "options")?;
        if options.min_frames > MAX_FRAMES {
            return Err(Failure::new(
                surefoot_status::SUREFOOT_ERROR_OPTION,
                format!("option 'min_frames' is {}; it takes 0 to {MAX_FRAMES}", options.min_frames),
            ));
        }
        let start = match options.start {
            -1 => None,
            node => Some(usize::try_from(node).map_err(|_| Failure::argument(format!("start {node}")))?),
        };
        let core = RandomWalkOptions {
            seed: options.seed,
            min_frames: options.min_frames,
            start,
            label: label_of(graph, options.label)?,
            transition_weight: options.transition_weight,
        };
        walk(graph, &random_walk(graph, &core)?, "random walk")
    })
}

/// Goes from one node to another by the fewest frames. `label`, the name of one in whose core to stay, may be NULL.
/// Fails with SUREFOOT_ERROR_INVALID if no way leads there. Free the walk with surefoot_walk_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_shortest_connection(
    graph: *const surefoot_motion_graph, from: usize, to: usize, label: *const c_char,
    out_walk: *mut *mut surefoot_walk, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_walk, "out_walk", || {
        let graph = input(graph, "graph")?.get();
        let label = label_of(graph, label)?;
        let is_allowed = |edge: usize| label.is_none_or(|label| graph.is_in_core(edge, label));
        let edges = shortest_connection(graph, from, to, is_allowed)?.ok_or_else(|| {
            let text = format!("no way leads from node {from} to node {to}");
            Failure::new(surefoot_status::SUREFOOT_ERROR_INVALID, text)
        })?;
        walk(graph, &edges, "shortest connection")
    })
}

/// Plays edges of a graph one after the other; each begins where the one before ended. `start`, 3 numbers that move the
/// first clip from where it was captured (turn about +y in radians, x and z in metres), may be NULL. `name` is the
/// clip's. Free the walk with surefoot_walk_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_walk_to_clip(
    graph: *const surefoot_motion_graph, edges: *const usize, edge_count: usize, start: *const f64,
    name: *const c_char, out_walk: *mut *mut surefoot_walk, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_walk, "out_walk", || {
        let graph = input(graph, "graph")?.get();
        let edges = array(edges, edge_count, "edges")?;
        let start = optional_array(start, 3, "start")?.unwrap_or(&[0.0; 3]);
        let name = text(name, "name")?;
        let start = PlanarTransform { theta: start[0], x0: start[1], z0: start[2] };
        Ok(surefoot_walk::new(walk_to_clip(graph, edges, &start, name)?))
    })
}

/// Gives what the walk holds, valid until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_walk_get(
    walk: *const surefoot_walk, out_view: *mut *const surefoot_walk_view, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || view_of(walk, "walk", out_view, |walk| &walk.view))
}

/// Frees a walk with its clip and plants. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_walk_free(walk: *mut surefoot_walk) {
    free(walk);
}

//! `surefoot_search_motion_graph`.

use super::graph::surefoot_motion_graph;
use super::query::{FIRST_SIZE, surefoot_motion_query, with_query};
use super::walk::{segments_of, surefoot_walk_segment};
use crate::guard::{Answer, Out, c_text, free, guard, input};
use crate::model::{surefoot_clip, surefoot_plants};
use crate::options::{
    COptions, choice_number, count, read_options, set_choice, write_defaults, write_struct,
};
use crate::progress::{surefoot_progress, with_progress};
use crate::status::{surefoot_error, surefoot_status};
use std::ffi::{CString, c_char, c_void};
use surefoot::{FoundMotion, SearchMotionGraphOptions, search_motion_graph};

/// Options of surefoot_search_motion_graph; start from surefoot_search_motion_graph_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_search_motion_graph_options {
    /// sizeof(surefoot_search_motion_graph_options).
    pub struct_size: usize,
    /// 0 beam (default) sees the whole path; 1 horizon-beam and 2 branch-and-bound look a few seconds ahead.
    pub method: i32,
    /// Whether transitions that begin or end on a jolt, such as a heel strike, are left out. 0 or 1, default 1.
    pub smooth_seams: i32,
    /// Walks a beam keeps at each frame: more follow a path better and take longer. 1 to 100000, default 100.
    pub beam_width: i64,
    /// Seconds that horizon-beam and branch-and-bound look ahead. 0.1 to 3600, default 5.
    pub horizon: f64,
    /// Seconds of that which they keep before they look again. 0.03 to 3600, default 0.9.
    pub retain: f64,
    /// What a transition costs, square metres: more gives fewer of them and a looser path. 0 to 1000, default 0.1.
    pub transition_cost: f64,
    /// Speed at which the path moves on while the character stands, as a share of the usual speed. 0 to 1, default 0.4.
    pub min_progress: f64,
    /// Metres before the end of a piece from which the next style may begin. 0 to 100, default 0.85.
    pub style_tolerance: f64,
    /// What a wrong direction costs where a clip is to end at a place, square metres per square radian. 0 to 1000,
    /// default 1.
    pub turn_cost: f64,
    /// What time costs on the way to a place, square metres per second. 0 to 1000, default 0.02.
    pub time_cost: f64,
    /// Places in the graph tried as the beginning of a path; the seed draws them. 1 to 1000000, default 100.
    pub starts: i64,
    /// Walks that cost up to this share more than the best may be drawn. 0 to 10, default 0.
    pub variation: f64,
    /// Equal seeds give equal walks. 0 or more, default 0.
    pub seed: i64,
    /// A walk is given up when it takes this many times the usual time. 1 to 1000, default 3.
    pub patience: f64,
    /// Walks branch-and-bound looks at, each time, before it takes the best so far. 1 to 1000000000, default 200000.
    pub max_expansions: i64,
    /// Whether the footskate of the result is removed. 0 or 1, default 1.
    pub cleanup: i32,
    /// 0.
    pub reserved: i32,
}

// SAFETY: repr(C), struct_size first, numbers only, 128 bytes without padding (asserted in layout.rs).
unsafe impl COptions for surefoot_search_motion_graph_options {
    type Core = SearchMotionGraphOptions;
    const FIRST_SIZE: usize = 128;

    fn from_core(core: &Self::Core) -> Self {
        let number = |value: usize| i64::try_from(value).unwrap_or(i64::MAX);
        Self {
            struct_size: size_of::<Self>(),
            method: choice_number(core, "method"),
            smooth_seams: core.smooth_seams.into(),
            beam_width: number(core.beam_width),
            horizon: core.horizon,
            retain: core.retain,
            transition_cost: core.transition_cost,
            min_progress: core.min_progress,
            style_tolerance: core.style_tolerance,
            turn_cost: core.turn_cost,
            time_cost: core.time_cost,
            starts: number(core.starts),
            variation: core.variation,
            seed: i64::try_from(core.seed).unwrap_or(i64::MAX),
            patience: core.patience,
            max_expansions: number(core.max_expansions),
            cleanup: core.cleanup.into(),
            reserved: 0,
        }
    }

    fn to_core(&self) -> Answer<Self::Core> {
        let mut core = Self::Core {
            smooth_seams: self.smooth_seams != 0,
            beam_width: count(self.beam_width),
            horizon: self.horizon,
            retain: self.retain,
            transition_cost: self.transition_cost,
            min_progress: self.min_progress,
            style_tolerance: self.style_tolerance,
            turn_cost: self.turn_cost,
            time_cost: self.time_cost,
            starts: count(self.starts),
            variation: self.variation,
            // A seed below 0 becomes one above the range, and is refused there.
            seed: u64::try_from(self.seed).unwrap_or(u64::MAX),
            patience: self.patience,
            max_expansions: count(self.max_expansions),
            cleanup: self.cleanup != 0,
            ..Self::Core::default()
        };
        set_choice(&mut core, "method", self.method)?;
        Ok(core)
    }
}

/// What a search found. The struct and all it points at live until the motion is freed; clips and plants belong to it.
/// Later versions add fields at the end.
#[repr(C)]
pub struct surefoot_found_motion_view {
    /// The motion, on the graph's skeleton, cleaned if the options say so.
    pub clip: *const surefoot_clip,
    /// The motion before the cleanup.
    pub uncleaned: *const surefoot_clip,
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
    /// Places the first clip: turn about +y in radians, move along x and z in metres.
    pub start: [f64; 3],
    /// One line for people.
    pub summary: *const c_char,
    /// The whole report as JSON.
    pub json: *const c_char,
    /// 1 if the motion is all that was asked for.
    pub is_complete: i32,
    /// 1 if the path_ fields are set.
    pub has_path: i32,
    /// Mean distance between the pelvis and the path at the same arc length, metres.
    pub path_distance_mean: f64,
    /// Largest of it.
    pub path_distance_max: f64,
}

/// Motion that a search found. Never changed.
pub struct surefoot_found_motion {
    view: surefoot_found_motion_view,
    _clip: Box<surefoot_clip>,
    _uncleaned: Box<surefoot_clip>,
    _plants: Box<surefoot_plants>,
    _segments: Vec<surefoot_walk_segment>,
    _labels: Vec<u64>,
    _texts: [CString; 2],
}

impl surefoot_found_motion {
    fn new(found: FoundMotion) -> Self {
        let segments = segments_of(&found.segments);
        let labels: Vec<u64> = found.labels.iter().map(|l| l.0).collect();
        let json = serde_json::to_string(&found.report).unwrap_or_default();
        let texts = [c_text(&found.report.summary()), c_text(&json)];
        let clip = Box::new(surefoot_clip::new(found.clip));
        let uncleaned = Box::new(surefoot_clip::new(found.uncleaned));
        let plants = Box::new(surefoot_plants::new(found.plants));
        let path = found.report.path.as_ref();
        let view = surefoot_found_motion_view {
            clip: &raw const *clip,
            uncleaned: &raw const *uncleaned,
            plants: &raw const *plants,
            segment_count: segments.len(),
            segments: segments.as_ptr(),
            label_count: labels.len(),
            labels: labels.as_ptr(),
            start: [found.start.theta, found.start.x0, found.start.z0],
            summary: texts[0].as_ptr(),
            json: texts[1].as_ptr(),
            is_complete: found.report.is_complete.into(),
            has_path: path.is_some().into(),
            path_distance_mean: path.map_or(0.0, |p| p.distance_mean),
            path_distance_max: path.map_or(0.0, |p| p.distance_max),
        };
        Self {
            view,
            _clip: clip,
            _uncleaned: uncleaned,
            _plants: plants,
            _segments: segments,
            _labels: labels,
            _texts: texts,
        }
    }
}

/// Writes an empty query, a random walk of 10 seconds; pass sizeof(surefoot_motion_query) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_motion_query_init(
    out_query: *mut surefoot_motion_query,
    struct_size: usize,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_struct(out_query, struct_size, FIRST_SIZE, surefoot_motion_query::empty()))
}

/// Writes the default options; pass sizeof(surefoot_search_motion_graph_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_search_motion_graph_default_options(
    out_options: *mut surefoot_search_motion_graph_options,
    struct_size: usize,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_defaults(out_options, struct_size))
}

/// Finds motion in a graph, plays it and removes its footskate. `options` NULL means the defaults; `progress` NULL tells
/// nobody.
///
/// Without a complete answer, such as a path that the clips cannot follow, the best so far comes back and is_complete is
/// 0. Fails with SUREFOOT_ERROR_INVALID for a query that no walk fits, SUREFOOT_ERROR_OPTION for an option out of its
/// range, SUREFOOT_ERROR_CANCELLED. Free the motion with surefoot_found_motion_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_search_motion_graph(
    graph: *const surefoot_motion_graph,
    query: *const surefoot_motion_query,
    options: *const surefoot_search_motion_graph_options,
    progress: surefoot_progress,
    user: *mut c_void,
    out_motion: *mut *mut surefoot_found_motion,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let graph = input(graph, "graph")?.get();
        let options = read_options(options)?;
        let out = Out::required(out_motion, "out_motion")?;
        let found = with_query(graph, query, |query| {
            Ok(with_progress(progress, user, |progress| {
                search_motion_graph(graph, query, &options, &progress)
            })?)
        })?;
        out.put_handle(|| surefoot_found_motion::new(found));
        Ok(())
    })
}

/// Gives what was found, valid until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_found_motion_get(
    motion: *const surefoot_found_motion,
    out_view: *mut *const surefoot_found_motion_view,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let motion = input(motion, "motion")?;
        Out::required(out_view, "out_view")?.put(&raw const motion.view);
        Ok(())
    })
}

/// Frees found motion with its clips and plants. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_found_motion_free(motion: *mut surefoot_found_motion) {
    free(motion);
}

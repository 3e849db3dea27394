//! `surefoot_search_motion_graph`.

use super::graph::surefoot_motion_graph;
use super::walk::{label_of, segment_of, surefoot_walk_segment};
use crate::guard::{Answer, Failure, Out, array, c_text, free, guard, input};
use crate::model::{product, sized, surefoot_clip, surefoot_plants, vectors};
use crate::options::{
    COptions, choice_number, count, read_options, set_choice, write_defaults, write_struct,
};
use crate::progress::{surefoot_progress, with_progress};
use crate::status::{surefoot_error, surefoot_status};
use crate::warnings::{surefoot_warning, surefoot_warnings};
use std::ffi::{CString, c_char, c_void};
use surefoot::math::PlanarTransform;
use surefoot::model::{FloorPath, MotionGraph};
use surefoot::ops::motion_graph::{ClipPlacement, StylePiece};
use surefoot::ops::{FoundMotion, MotionQuery, SearchMotionGraphOptions, search_motion_graph};

/// How surefoot_search_motion_graph looks for a walk.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_search_method {
    /// The best walks are kept at each frame, over the whole way.
    SUREFOOT_SEARCH_METHOD_BEAM = 0,
    /// As beam, a stretch at a time.
    SUREFOOT_SEARCH_METHOD_HORIZON_BEAM = 1,
    /// The best walk of each stretch, proven.
    SUREFOOT_SEARCH_METHOD_BRANCH_AND_BOUND = 2,
}

/// Options of surefoot_search_motion_graph; start from surefoot_search_motion_graph_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_search_motion_graph_options {
    /// sizeof(surefoot_search_motion_graph_options).
    pub struct_size: usize,
    /// A SUREFOOT_SEARCH_METHOD_ number. Default beam.
    pub method: i32,
    /// 0.
    pub reserved: i32,
    /// Walks a beam keeps at each frame: more follow a path better and take longer. 1 to 100000, default 100.
    pub beam_width: i64,
    /// Seconds that horizon beam and branch and bound look ahead. 0.1 to 3600, default 5.
    pub horizon: f64,
    /// Seconds of that which they keep before they look again. 0.03 to 3600, default 0.9.
    pub retain: f64,
    /// Square metres that a transition costs: more gives fewer of them and a looser path. 0 to 1000, default 0.1.
    pub transition_cost: f64,
    /// Speed at which the path moves on while the character stands, as a share of the usual speed. 0 to 1, default 0.4.
    pub min_progress: f64,
    /// Metres before the end of a piece in which the next style may begin. 0 to 100, default 0.85.
    pub style_tolerance: f64,
    /// Square metres per square radian that a wrong direction costs at a place. 0 to 1000, default 1.
    pub turn_cost: f64,
    /// Square metres that a second costs on the way to a place. 0 to 1000, default 0.02.
    pub time_cost: f64,
    /// Places in the graph tried as the beginning of a path; the seed draws them. 1 to 1000000, default 100.
    pub starts: i64,
    /// Walks that cost up to this share more than the best may be drawn. 0 to 10, default 0.
    pub variation: f64,
    /// Equal seeds give equal walks. 0 to 9223372036854775807, default 0.
    pub seed: i64,
    /// A walk is given up when it takes this many times the usual time. 1 to 1000, default 3.
    pub patience: f64,
    /// Walks branch and bound looks at, each time, before it takes the best so far. 1 to 1000000000, default 200000.
    pub max_expansions: i64,
    /// Whether transitions that begin or end on a jolt are left out. 0 or 1, default 1.
    pub smooth_seams: i32,
    /// Whether the footskate of the result is removed. 0 or 1, default 1.
    pub cleanup: i32,
}

// SAFETY: repr(C), struct_size first, numbers only, 128 bytes without padding (asserted in tests/layout.rs).
unsafe impl COptions for surefoot_search_motion_graph_options {
    type Core = SearchMotionGraphOptions;
    const FIRST_SIZE: usize = 128;

    fn from_core(core: &Self::Core) -> Self {
        Self {
            struct_size: size_of::<Self>(),
            method: choice_number(core, "method"),
            reserved: 0,
            beam_width: core.beam_width as i64,
            horizon: core.horizon,
            retain: core.retain,
            transition_cost: core.transition_cost,
            min_progress: core.min_progress,
            style_tolerance: core.style_tolerance,
            turn_cost: core.turn_cost,
            time_cost: core.time_cost,
            starts: core.starts as i64,
            variation: core.variation,
            seed: i64::try_from(core.seed).unwrap_or(i64::MAX),
            patience: core.patience,
            max_expansions: core.max_expansions as i64,
            smooth_seams: core.smooth_seams.into(),
            cleanup: core.cleanup.into(),
        }
    }

    fn to_core(&self) -> Answer<Self::Core> {
        let mut core = Self::Core {
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
            // A seed below 0 is one that the table's range refuses.
            seed: u64::try_from(self.seed).unwrap_or(u64::MAX),
            patience: self.patience,
            max_expansions: count(self.max_expansions),
            smooth_seams: self.smooth_seams != 0,
            cleanup: self.cleanup != 0,
            ..Default::default()
        };
        set_choice(&mut core, "method", self.method)?;
        if self.seed < 0 {
            let text = format!("option 'seed' is {}; it takes numbers from 0", self.seed);
            return Err(Failure::new(surefoot_status::SUREFOOT_ERROR_OPTION, text));
        }
        Ok(core)
    }
}

/// What motion is wanted.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_query_kind {
    /// A random walk: reads seconds, label, from_clip.
    SUREFOOT_QUERY_RANDOM_WALK = 0,
    /// The quickest way from one clip to another, and on to its end: reads from_clip, to_clip, label.
    SUREFOOT_QUERY_SHORTEST_WAY = 1,
    /// Motion along a path: reads points, styles, start_node, start.
    SUREFOOT_QUERY_PATH = 2,
    /// From one clip at its place to another at its place: reads from_clip, start, targets, label.
    SUREFOOT_QUERY_CONNECT = 3,
}

/// The style of a part of a path.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_style_piece {
    /// Name of the label to keep to; NULL for any motion.
    pub label: *const c_char,
    /// Metres along the path at which the piece ends; that of the last piece does not matter.
    pub end: f64,
}

/// A clip of the graph at a place.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_clip_placement {
    /// The clip, by its place in the graph.
    pub clip: usize,
    /// Moves it from where it was captured: turn about +y in radians, then move along x and z in metres.
    pub at: [f64; 3],
}

/// What surefoot_search_motion_graph is to find; start from surefoot_motion_query_default. Fields that the kind does not
/// read are ignored.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_motion_query {
    /// sizeof(surefoot_motion_query).
    pub struct_size: usize,
    /// A SUREFOOT_QUERY_ number. Default random walk.
    pub kind: i32,
    /// 0.
    pub reserved: i32,
    /// Seconds of a random walk, above 0, at most 36000. Default 20.
    pub seconds: f64,
    /// Stay in the core of the label of that name. NULL, the default: any.
    pub label: *const c_char,
    /// The clip to begin in, by its place in the graph; -1, the default: any.
    pub from_clip: i64,
    /// The clip to end in; -1 by default.
    pub to_clip: i64,
    /// Number of points of the path.
    pub point_count: usize,
    /// The path, world, metres: 3 numbers a point; heights are not read.
    pub points: *const f64,
    /// Number of styles; 0, the default, keeps to "forward" where the graph has it.
    pub style_count: usize,
    /// The style of each part of the path, in order.
    pub styles: *const surefoot_style_piece,
    /// Node to begin a path at, its clip placed by start; -1, the default, tries many and lays them along the path.
    pub start_node: i64,
    /// Places the first clip: turn about +y in radians, then move along x and z in metres.
    pub start: [f64; 3],
    /// Number of placements to end in.
    pub target_count: usize,
    /// Placements to end in, any of which will do.
    pub targets: *const surefoot_clip_placement,
}

/// Size of surefoot_motion_query when it was first released.
const FIRST_SIZE: usize = 128;

impl surefoot_motion_query {
    fn defaults() -> Self {
        Self {
            struct_size: size_of::<Self>(),
            kind: 0,
            reserved: 0,
            seconds: 20.0,
            label: std::ptr::null(),
            from_clip: -1,
            to_clip: -1,
            point_count: 0,
            points: std::ptr::null(),
            style_count: 0,
            styles: std::ptr::null(),
            start_node: -1,
            start: [0.0; 3],
            target_count: 0,
            targets: std::ptr::null(),
        }
    }

    fn to_core(self, graph: &MotionGraph) -> Answer<MotionQuery<'static>> {
        let label = label_of(graph, self.label)?;
        let clips = graph.set().clips.len();
        let clip = |index: usize| {
            let unknown = || Failure::argument(format!("clip {index}; the graph has {clips}"));
            if index < clips { Ok(index) } else { Err(unknown()) }
        };
        let optional_clip = |number: i64, name: &str| match number {
            -1 => Ok(None),
            number => usize::try_from(number)
                .map_err(|_| Failure::argument(format!("{name} is {number}; it takes -1 or a clip")))
                .and_then(clip)
                .map(Some),
        };
        let required_clip = |number: i64, name: &str| {
            optional_clip(number, name)?
                .ok_or_else(|| Failure::argument(format!("{name} is not set; this query needs it")))
        };
        let finite = |at: [f64; 3], name: &str| {
            if at.iter().all(|v| v.is_finite()) {
                Ok(PlanarTransform { theta: at[0], x0: at[1], z0: at[2] })
            } else {
                Err(Failure::from(surefoot::Error::invalid(name, "is not finite")))
            }
        };
        Ok(match self.kind {
            0 => {
                if !(self.seconds > 0.0 && self.seconds <= 36_000.0) {
                    let text =
                        format!("seconds is {}; it takes numbers above 0, at most 36000", self.seconds);
                    return Err(Failure::new(surefoot_status::SUREFOOT_ERROR_OPTION, text));
                }
                let from = optional_clip(self.from_clip, "from_clip")?;
                MotionQuery::RandomWalk { seconds: self.seconds, label, from }
            }
            1 => MotionQuery::ShortestWay {
                from: required_clip(self.from_clip, "from_clip")?,
                to: required_clip(self.to_clip, "to_clip")?,
                label,
            },
            2 => {
                let points = array(self.points, product(self.point_count, 3, "point_count")?, "points")?;
                let styles = array(self.styles, self.style_count, "styles")?
                    .iter()
                    .map(|s| Ok(StylePiece { label: label_of(graph, s.label)?, end: s.end }))
                    .collect::<Answer<Vec<_>>>()?;
                let start = match self.start_node {
                    -1 => None,
                    node => {
                        let nodes = graph.nodes().len();
                        let node = usize::try_from(node).ok().filter(|&n| n < nodes).ok_or_else(|| {
                            Failure::argument(format!("start_node is {node}; the graph has {nodes} nodes"))
                        })?;
                        Some((node, finite(self.start, "start")?))
                    }
                };
                MotionQuery::Path { path: FloorPath::polyline(&vectors(points))?, styles, start }
            }
            3 => {
                let to = array(self.targets, self.target_count, "targets")?
                    .iter()
                    .map(|t| Ok(ClipPlacement { clip: clip(t.clip)?, at: finite(t.at, "target")? }))
                    .collect::<Answer<Vec<_>>>()?;
                let from = ClipPlacement {
                    clip: required_clip(self.from_clip, "from_clip")?,
                    at: finite(self.start, "start")?,
                };
                MotionQuery::Connect { from, to, label }
            }
            kind => return Err(Failure::argument(format!("kind {kind} is no SUREFOOT_QUERY_ number"))),
        })
    }
}

/// What was found. The struct and all it points at live until it is freed; clips and plants belong to it. Later versions
/// add fields at the end.
#[repr(C)]
pub struct surefoot_found_motion_view {
    /// The motion, on the graph's skeleton.
    pub clip: *const surefoot_clip,
    /// The same before its footskate was removed.
    pub uncleaned: *const surefoot_clip,
    /// What the feet hold to.
    pub plants: *const surefoot_plants,
    /// Number of segments.
    pub segment_count: usize,
    /// Which frames come from where, one per edge.
    pub segments: *const surefoot_walk_segment,
    /// Number of frames of the clip.
    pub label_count: usize,
    /// Labels of every frame, one bit each.
    pub labels: *const u64,
    /// Moves the first clip from where it was captured: turn about +y in radians, move along x and z in metres.
    pub start: [f64; 3],
    /// One line for people.
    pub summary: *const c_char,
    /// The report as JSON: how the path was followed, jolts at seams, the cleanup.
    pub json: *const c_char,
    /// Length in seconds.
    pub seconds: f64,
    /// Transitions in it.
    pub transitions: usize,
    /// Share of the frames that lie in a transition.
    pub blended_share: f64,
    /// The walk's cost, square metres.
    pub cost: f64,
    /// 1 if it is all that was asked for.
    pub is_complete: i32,
    /// 1 if no cheaper walk exists.
    pub is_exact: i32,
    /// Number of warnings.
    pub warning_count: usize,
    /// What a user should know.
    pub warnings: *const surefoot_warning,
}

/// What was found. Never changed.
pub struct surefoot_found_motion {
    view: surefoot_found_motion_view,
    _clips: [Box<surefoot_clip>; 2],
    _plants: Box<surefoot_plants>,
    _segments: Vec<surefoot_walk_segment>,
    _labels: Vec<u64>,
    _texts: [CString; 2],
    _warnings: surefoot_warnings,
}

impl surefoot_found_motion {
    fn new(found: FoundMotion) -> Self {
        let report = &found.report;
        let texts = [c_text(&report.summary()), c_text(&serde_json::to_string(report).unwrap_or_default())];
        let warnings = surefoot_warnings::new(&report.warnings);
        let segments: Vec<_> = found.segments.iter().map(segment_of).collect();
        let labels: Vec<u64> = found.labels.iter().map(|l| l.0).collect();
        let (seconds, transitions) = (report.seconds, report.transitions);
        let (blended_share, cost) = (report.blended_share, report.cost);
        let (is_complete, is_exact) = (report.is_complete.into(), report.is_exact.into());
        let clips = [Box::new(surefoot_clip::new(found.clip)), Box::new(surefoot_clip::new(found.uncleaned))];
        let plants = Box::new(surefoot_plants::new(found.plants));
        let view = surefoot_found_motion_view {
            clip: &raw const *clips[0],
            uncleaned: &raw const *clips[1],
            plants: &raw const *plants,
            segment_count: segments.len(),
            segments: segments.as_ptr(),
            label_count: labels.len(),
            labels: labels.as_ptr(),
            start: [found.start.theta, found.start.x0, found.start.z0],
            summary: texts[0].as_ptr(),
            json: texts[1].as_ptr(),
            seconds,
            transitions,
            blended_share,
            cost,
            is_complete,
            is_exact,
            warning_count: warnings.items().len(),
            warnings: warnings.items().as_ptr(),
        };
        Self {
            view,
            _clips: clips,
            _plants: plants,
            _segments: segments,
            _labels: labels,
            _texts: texts,
            _warnings: warnings,
        }
    }
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

/// Writes the default query, a random walk of 20 seconds; pass sizeof(surefoot_motion_query) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_motion_query_default(
    out_query: *mut surefoot_motion_query,
    struct_size: usize,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_struct(out_query, struct_size, FIRST_SIZE, surefoot_motion_query::defaults()))
}

/// Finds motion in a graph, plays it and removes its footskate. Without a complete answer the best so far comes back and
/// is_complete is 0. The same graph, query and options give the same motion, bit for bit.
///
/// `options` NULL means the defaults. `progress` may be NULL; `user` is handed to it. Fails with SUREFOOT_ERROR_INVALID
/// for a query that names what the graph does not have, or that no walk fits. Free what was found with
/// surefoot_found_motion_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_search_motion_graph(
    graph: *const surefoot_motion_graph,
    query: *const surefoot_motion_query,
    options: *const surefoot_search_motion_graph_options,
    progress: surefoot_progress,
    user: *mut c_void,
    out_found: *mut *mut surefoot_found_motion,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let graph = input(graph, "graph")?.get();
        let query = sized(query, FIRST_SIZE, surefoot_motion_query::defaults(), "query")?.to_core(graph)?;
        let options = read_options(options)?;
        let out = Out::required(out_found, "out_found")?;
        let found = with_progress(progress, user, |p| search_motion_graph(graph, &query, &options, &p))?;
        out.put_handle(|| surefoot_found_motion::new(found));
        Ok(())
    })
}

/// Gives what was found, valid until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_found_motion_get(
    found: *const surefoot_found_motion,
    out_view: *mut *const surefoot_found_motion_view,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let found = input(found, "found")?;
        Out::required(out_view, "out_view")?.put(&raw const found.view);
        Ok(())
    })
}

/// Frees what was found with its clips and plants. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_found_motion_free(found: *mut surefoot_found_motion) {
    free(found);
}

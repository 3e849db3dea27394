//! `surefoot_motion_query`: what motion a search is to find.

use super::walk::label_of;
use crate::guard::{Answer, Failure, array, optional_array, text};
use crate::model::{product, sized, vectors};
use crate::status::surefoot_status;
use std::ffi::{c_char, c_void};
use surefoot::MotionQuery;
use surefoot::math::PlanarTransform;
use surefoot::model::{FloorPath, MotionGraph};
use surefoot::ops::motion_graph::{ClipPlacement, StylePiece, UserCost, Walk, Walker};

/// A random walk of `seconds`, beginning in `from_clip` unless that is -1.
pub const SUREFOOT_QUERY_RANDOM_WALK: i32 = 0;
/// The quickest way from `from_clip` to `to_clip`, and on to its end.
pub const SUREFOOT_QUERY_SHORTEST_WAY: i32 = 1;
/// Motion along `points`.
pub const SUREFOOT_QUERY_PATH: i32 = 2;
/// From `from_clip` at `from_place` to `to_clip` at `to_place`.
pub const SUREFOOT_QUERY_CONNECT: i32 = 3;
/// What the functions `cost`, `is_complete` and `is_legal` ask for.
pub const SUREFOOT_QUERY_CUSTOM: i32 = 4;

/// Straight from point to point.
pub const SUREFOOT_PATH_POLYLINE: i32 = 0;
/// Cubic Bezier pieces that share their ends: 4, 7, 10, … control points.
pub const SUREFOOT_PATH_BEZIER: i32 = 1;

/// Part of a path and the motion wanted there.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_style_piece {
    /// Name of the label to keep to; NULL for any motion.
    pub label: *const c_char,
    /// Arc length at which the piece ends, metres; that of the last piece does not matter.
    pub end: f64,
}

/// Where a walk has got to, as the functions of a custom query see it.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct surefoot_walk_state {
    /// The node it stands at.
    pub node: usize,
    /// Frames walked so far.
    pub frames: usize,
    /// Where the pelvis is over the floor, x and z, metres.
    pub position: [f64; 2],
    /// Places the clip of the node: turn about +y in radians, move along x and z in metres.
    pub place: [f64; 3],
}

impl surefoot_walk_state {
    fn new(walker: &Walker) -> Self {
        let at = walker.world.transform();
        Self {
            node: walker.node,
            frames: walker.frames,
            position: walker.position.unwrap_or_default(),
            place: [at.theta, at.x0, at.z0],
        }
    }
}

/// What it costs to append an edge to a walk: a number of 0 or more, the same for the same walk. Called from any thread.
pub type surefoot_walk_cost = Option<
    extern "C" fn(
        before: *const surefoot_walk_state,
        edge: usize,
        after: *const surefoot_walk_state,
        user: *mut c_void,
    ) -> f64,
>;

/// Whether a walk is what is wanted: 1 or 0, the same for the same walk. Called from any thread.
pub type surefoot_walk_is_complete =
    Option<extern "C" fn(walk: *const surefoot_walk_state, user: *mut c_void) -> i32>;

/// Whether an edge may be appended: 1 or 0, the same for the same walk. Called from any thread.
pub type surefoot_walk_is_legal =
    Option<extern "C" fn(walk: *const surefoot_walk_state, edge: usize, user: *mut c_void) -> i32>;

/// What surefoot_search_motion_graph is to find. Start from surefoot_motion_query_init; only the fields of the kind are
/// read.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct surefoot_motion_query {
    /// sizeof(surefoot_motion_query).
    pub struct_size: usize,
    /// A SUREFOOT_QUERY_ number.
    pub kind: i32,
    /// A SUREFOOT_PATH_ number.
    pub path_kind: i32,
    /// Length of a random walk, above 0.
    pub seconds: f64,
    /// Name of the label in whose core to stay; NULL for any motion.
    pub label: *const c_char,
    /// Number of the graph's clip to begin in; -1 for any.
    pub from_clip: i64,
    /// Number of the graph's clip to end in.
    pub to_clip: i64,
    /// Number of points of the path.
    pub point_count: usize,
    /// The path: 3 numbers a point, metres; heights do not matter.
    pub points: *const f64,
    /// Number of styles; 0 for forward motion where the graph has it, else for any.
    pub style_count: usize,
    /// The styles along the path, in order.
    pub styles: *const surefoot_style_piece,
    /// Moves from_clip, or the clip of a custom walk's first node, from where it was captured: turn about +y in radians,
    /// x and z in metres.
    pub from_place: [f64; 3],
    /// The same for to_clip.
    pub to_place: [f64; 3],
    /// Number of nodes to begin at; 0 for the seed's choice.
    pub node_count: usize,
    /// Nodes at which a custom walk may begin.
    pub nodes: *const usize,
    /// What an edge costs.
    pub cost: surefoot_walk_cost,
    /// When a custom walk is complete.
    pub is_complete: surefoot_walk_is_complete,
    /// Which edges a custom walk may take; NULL for all.
    pub is_legal: surefoot_walk_is_legal,
    /// Passed to the three functions.
    pub user: *mut c_void,
}

/// Size of surefoot_motion_query when it was first released.
pub(super) const FIRST_SIZE: usize = 176;

impl surefoot_motion_query {
    pub(super) fn empty() -> Self {
        Self {
            struct_size: size_of::<Self>(),
            kind: SUREFOOT_QUERY_RANDOM_WALK,
            path_kind: SUREFOOT_PATH_POLYLINE,
            seconds: 10.0,
            label: std::ptr::null(),
            from_clip: -1,
            to_clip: -1,
            point_count: 0,
            points: std::ptr::null(),
            style_count: 0,
            styles: std::ptr::null(),
            from_place: [0.0; 3],
            to_place: [0.0; 3],
            node_count: 0,
            nodes: std::ptr::null(),
            cost: None,
            is_complete: None,
            is_legal: None,
            user: std::ptr::null_mut(),
        }
    }
}

/// The caller's functions of a custom query.
struct Caller {
    cost: extern "C" fn(*const surefoot_walk_state, usize, *const surefoot_walk_state, *mut c_void) -> f64,
    is_complete: extern "C" fn(*const surefoot_walk_state, *mut c_void) -> i32,
    is_legal: surefoot_walk_is_legal,
    user: *mut c_void,
}

// SAFETY: the header asks for functions that any thread may call with this pointer.
unsafe impl Sync for Caller {}

/// Runs `body` with the query that the caller's struct describes.
pub(super) fn with_query<T>(
    graph: &MotionGraph,
    query: *const surefoot_motion_query,
    body: impl FnOnce(&MotionQuery<'_>) -> Answer<T>,
) -> Answer<T> {
    let query = sized(query, FIRST_SIZE, surefoot_motion_query::empty(), "query")?;
    let label = label_of(graph, query.label)?;
    match query.kind {
        SUREFOOT_QUERY_RANDOM_WALK => {
            let from =
                if query.from_clip == -1 { None } else { Some(clip(graph, query.from_clip, "from_clip")?) };
            body(&MotionQuery::RandomWalk { seconds: query.seconds, label, from })
        }
        SUREFOOT_QUERY_SHORTEST_WAY => body(&MotionQuery::ShortestWay {
            from: clip(graph, query.from_clip, "from_clip")?,
            to: clip(graph, query.to_clip, "to_clip")?,
            label,
        }),
        SUREFOOT_QUERY_PATH => {
            body(&MotionQuery::Path { path: path(&query)?, styles: styles(graph, &query)?, start: None })
        }
        SUREFOOT_QUERY_CONNECT => {
            let from = ClipPlacement {
                clip: clip(graph, query.from_clip, "from_clip")?,
                at: place(query.from_place),
            };
            let to =
                ClipPlacement { clip: clip(graph, query.to_clip, "to_clip")?, at: place(query.to_place) };
            body(&MotionQuery::Connect { from, to: vec![to], label })
        }
        SUREFOOT_QUERY_CUSTOM => with_custom(&query, label, body),
        other => Err(Failure::argument(format!(
            "query.kind is {other}; it takes a SUREFOOT_QUERY_ number, 0 to 4"
        ))),
    }
}

fn with_custom<T>(
    query: &surefoot_motion_query,
    label: Option<usize>,
    body: impl FnOnce(&MotionQuery<'_>) -> Answer<T>,
) -> Answer<T> {
    let missing =
        |name: &str| Failure::new(surefoot_status::SUREFOOT_ERROR_NULL, format!("query.{name} is NULL"));
    let caller = Caller {
        cost: query.cost.ok_or_else(|| missing("cost"))?,
        is_complete: query.is_complete.ok_or_else(|| missing("is_complete"))?,
        is_legal: query.is_legal,
        user: query.user,
    };
    let caller = &caller;
    let state = surefoot_walk_state::new;
    let cost = |walk: &Walk, edge: usize, after: &Walker| {
        (caller.cost)(&state(&walk.walker), edge, &state(after), caller.user)
    };
    let is_complete = |walk: &Walk| (caller.is_complete)(&state(&walk.walker), caller.user) != 0;
    let is_legal = |walk: &Walk, edge: usize| {
        caller.is_legal.is_none_or(|f| f(&state(&walk.walker), edge, caller.user) != 0)
    };
    let nodes = array(query.nodes, query.node_count, "query.nodes")?.to_vec();
    body(&MotionQuery::Custom {
        cost: UserCost { cost: &cost, is_complete: &is_complete, is_legal: &is_legal },
        nodes,
        start: place(query.from_place),
        label,
    })
}

fn place(numbers: [f64; 3]) -> PlanarTransform {
    PlanarTransform { theta: numbers[0], x0: numbers[1], z0: numbers[2] }
}

fn clip(graph: &MotionGraph, number: i64, name: &str) -> Answer<usize> {
    let count = graph.set().clips.len();
    usize::try_from(number).ok().filter(|&clip| clip < count).ok_or_else(|| {
        Failure::argument(format!(
            "query.{name} is {number}; the graph has clips 0 to {}",
            count.saturating_sub(1)
        ))
    })
}

fn path(query: &surefoot_motion_query) -> Answer<FloorPath> {
    let count = product(query.point_count, 3, "query.point_count")?;
    let points = vectors(array(query.points, count, "query.points")?);
    match query.path_kind {
        SUREFOOT_PATH_POLYLINE => Ok(FloorPath::polyline(&points)?),
        SUREFOOT_PATH_BEZIER => Ok(FloorPath::bezier(&points)?),
        other => Err(Failure::argument(format!("query.path_kind is {other}; it takes 0 or 1"))),
    }
}

fn styles(graph: &MotionGraph, query: &surefoot_motion_query) -> Answer<Vec<StylePiece>> {
    let pieces = optional_array(query.styles, query.style_count, "query.styles")?.unwrap_or_default();
    let piece = |p: &surefoot_style_piece| {
        let label =
            if p.label.is_null() { None } else { Some(graph.set().find_label(text(p.label, "label")?)?) };
        Ok(StylePiece { label, end: p.end })
    };
    pieces.iter().map(piece).collect()
}

//! `surefoot_motion_query`: what motion a search is to find.

use crate::*;
use surefoot::math::PlanarTransform;
use surefoot::model::{FloorPath, MotionGraph};
use surefoot::ops::MotionQuery;
use surefoot::ops::motion_graph::{ClipPlacement, StylePiece};

/// What motion is wanted.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_query_kind {
    /// A random walk: reads seconds, label, from_clip.
    SUREFOOT_QUERY_RANDOM_WALK = 0,
    /// The quickest way from one clip to another, and on to its end: reads from_clip, to_clip, label.
    SUREFOOT_QUERY_SHORTEST_WAY = 1,
    /// Motion along a path: reads points, path_kind, styles, start_node, start.
    SUREFOOT_QUERY_PATH = 2,
    /// From one clip at its place to another at its place: reads from_clip, start, targets, label.
    SUREFOOT_QUERY_CONNECT = 3,
    /// What the caller's own functions ask for: reads cost, is_complete, is_legal, cost_user, nodes, start, label.
    SUREFOOT_QUERY_CUSTOM = 4,
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
#[derive(Clone, Copy)]
pub struct surefoot_motion_query {
    /// sizeof(surefoot_motion_query).
    pub struct_size: usize,
    /// A SUREFOOT_QUERY_ number. Default random walk.
    pub kind: i32,
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
    /// What the points are, a SUREFOOT_PATH_ number. Default a polyline.
    pub path_kind: i32,
    /// Number of nodes at which a custom walk may begin; 0, the default: the seed chooses.
    pub node_count: usize,
    /// Those nodes.
    pub nodes: *const usize,
    /// What an edge of a custom walk costs.
    pub cost: surefoot_walk_cost,
    /// When a custom walk is what is wanted.
    pub is_complete: surefoot_walk_is_complete,
    /// Which edges a custom walk may take; NULL, the default: all.
    pub is_legal: surefoot_walk_is_legal,
    /// Handed to these three.
    pub cost_user: *mut c_void,
}

impl surefoot_motion_query {
    fn defaults() -> Self {
        Self { struct_size: size_of::<Self>(), seconds: 20.0, from_clip: -1, to_clip: -1, start_node: -1, ..zero() }
    }

    fn to_core<'a>(self, graph: &MotionGraph, caller: &'a Caller) -> Answer<MotionQuery<'a>> {
        let label = label_of(graph, self.label)?;
        let optional_clip = |number: i64, name: &str| match number {
            -1 => Ok(None),
            number => usize::try_from(number)
                .map(Some)
                .map_err(|_| Failure::argument(format!("{name} is {number}; it takes -1 or the index of a clip"))),
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
                    .map(|s| match s.end.is_nan() {
                        true => Err(surefoot::Error::invalid("styles[].end", "is not a number").into()),
                        false => Ok(StylePiece { label: label_of(graph, s.label)?, end: s.end }),
                    })
                    .collect::<Answer<Vec<_>>>()?;
                let start = match self.start_node {
                    -1 => None,
                    node => {
                        let wrong =
                            |_| Failure::argument(format!("start_node is {node}; it takes -1 or the index of a node"));
                        Some((usize::try_from(node).map_err(wrong)?, finite(self.start, "start")?))
                    }
                };
                let points = vectors(points);
                let path = match self.path_kind {
                    0 => FloorPath::polyline(&points)?,
                    1 => FloorPath::bezier(&points)?,
                    kind => {
                        return Err(Failure::argument(format!("path_kind {kind} is not a SUREFOOT_PATH_ constant")));
                    }
                };
                MotionQuery::Path { path, styles, start }
            }
            3 => {
                let to = array(self.targets, self.target_count, "targets")?
                    .iter()
                    .map(|t| Ok(ClipPlacement { clip: t.clip, at: finite(t.at, "target")? }))
                    .collect::<Answer<Vec<_>>>()?;
                let from = ClipPlacement {
                    clip: required_clip(self.from_clip, "from_clip")?,
                    at: finite(self.start, "start")?,
                };
                MotionQuery::Connect { from, to, label }
            }
            4 => MotionQuery::Custom {
                cost: caller.cost(),
                nodes: array(self.nodes, self.node_count, "nodes")?.to_vec(),
                start: finite(self.start, "start")?,
                label,
            },
            kind => return Err(Failure::argument(format!("kind {kind} is not a SUREFOOT_QUERY_ constant"))),
        })
    }
}

/// The callers of these queries, which the core's queries borrow.
pub(crate) fn callers(queries: &[surefoot_motion_query]) -> Answer<Vec<Caller>> {
    queries.iter().map(Caller::new).collect()
}

/// The queries as the core takes them.
pub(crate) fn core_queries<'a>(
    graph: &MotionGraph, queries: &[surefoot_motion_query], callers: &'a [Caller],
) -> Answer<Vec<MotionQuery<'a>>> {
    queries.iter().zip(callers).map(|(query, caller)| query.to_core(graph, caller)).collect()
}

/// The caller's struct, whatever its size.
pub(crate) fn read_query(query: *const surefoot_motion_query, name: &str) -> Answer<surefoot_motion_query> {
    sized(query, surefoot_motion_query::defaults(), name)
}

/// Writes the default query, a random walk of 20 seconds; pass sizeof(surefoot_motion_query) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_motion_query_default(
    out_query: *mut surefoot_motion_query, struct_size: usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_struct(out_query, struct_size, surefoot_motion_query::defaults()))
}

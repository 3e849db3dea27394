//! `search_motion_graph`: new motion from a graph, along a path, between two places, at random, or by a caller's own cost
//! (Kovar 2004, 4.2 and 4.3; docs/methods/search.md).
//!
//! Searches are frame-synchronous beams, with branch and bound as the exact reference.

pub(crate) mod beam;
pub(crate) mod branch_and_bound;
mod control;
mod crowd;
mod draw;
mod find;
pub(crate) mod follow;
pub(crate) mod horizon;
mod motion;
pub(crate) mod objective;
mod options;
pub(crate) mod placement;
mod query;
mod report;
mod routes;
mod seams;
pub(crate) mod space;
pub(crate) mod user;

pub use control::{ControlState, ControlTable, build_control_table, steer};
pub use crowd::{search_crowd, search_crowd_each};
pub use draw::draw_paths;
pub use follow::StylePiece;
pub use motion::FoundMotion;
pub(crate) use options::OPERATION;
pub use options::{SearchMethod, SearchMotionGraphOptions};
pub use placement::ClipPlacement;
pub use query::MotionQuery;
pub use report::{LabelRun, PathFigures, PlacementFigures, SeamFigures, SearchMotionGraphReport};
pub use space::{Turned, Walker};
pub use user::{UserCost, Walk};

use crate::declare::Options;
use crate::error::Result;
use crate::model::MotionGraph;
use crate::ops::progress::Progress;
use space::SearchSpace;

/// Finds motion in a graph, plays it and removes its footskate.
///
/// Without a complete answer (a path that the clips cannot follow, a caller's rule that never holds) the best so far
/// comes back and the report says so. The same graph, query and options give the same motion, bit for bit.
///
/// ```
/// use surefoot::math::Vec3;
/// use surefoot::model::FloorPath;
/// use surefoot::ops::Progress;
/// use surefoot::{MotionQuery, SearchMotionGraphOptions, search_motion_graph};
/// # let graph = surefoot_sample::walk_graph()?;
///
/// let path = FloorPath::polyline(&[Vec3::zeros(), Vec3::new(0.0, 0.0, 5.0)])?;
/// let query = MotionQuery::Path { path, styles: vec![], start: None };
/// let found = search_motion_graph(&graph, &query, &SearchMotionGraphOptions::default(), &Progress::none())?;
/// assert!(found.report.is_complete, "{}", found.report.summary());
/// assert!(found.report.path.expect("a path was asked for").distance_mean < 0.3);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::OptionOutOfRange`](crate::Error::OptionOutOfRange); [`Error::Invalid`](crate::Error::Invalid) for a query
/// that names what the graph does not have, or that no walk fits; [`Error::Cancelled`](crate::Error::Cancelled).
pub fn search_motion_graph(
    graph: &MotionGraph,
    query: &MotionQuery<'_>,
    options: &SearchMotionGraphOptions,
    progress: &Progress<'_>,
) -> Result<FoundMotion> {
    options.validate()?;
    let space = SearchSpace::new(graph, options.smooth_seams);
    search_space(&space, query, options, progress)
}

/// As [`search_motion_graph`], in a space that several searches share.
///
/// # Errors
/// As [`search_motion_graph`].
#[doc(hidden)]
pub fn search_space(
    space: &SearchSpace<'_>,
    query: &MotionQuery<'_>,
    options: &SearchMotionGraphOptions,
    progress: &Progress<'_>,
) -> Result<FoundMotion> {
    options.validate()?;
    let found = find::find(space, query, options, progress)?;
    motion::make_motion(space, query, options, found)
}

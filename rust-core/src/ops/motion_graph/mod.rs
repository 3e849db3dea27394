//! Motion graphs (Kovar, Gleicher and Pighin 2002; docs/methods/motion-graph.md): find where clips resemble each other,
//! join them there, and walk through the joined clips.

mod automatic_labels;
mod broken_frames;
mod build;
mod builder;
pub(crate) mod cloud;
mod coarse;
mod components;
mod connect;
pub(crate) mod distance;
mod exact;
mod gather;
mod graph_picture;
pub(crate) mod grid;
pub(crate) mod grid_picture;
pub(crate) mod markers;
mod one_skeleton;
mod options;
mod prune;
mod random_walk;
mod report;
mod response;
pub mod search;
pub(crate) mod shortest;
#[cfg(test)]
mod tests;
pub(crate) mod thresholds;
mod tile;
mod transitions;
mod walk;

pub use crate::math::PlanarTransform;
pub use crate::model::motion_graph::{GridMinimum, Kernel, Marker};
pub use automatic_labels::{AUTOMATIC_LABELS, automatic_labels};
pub use build::{BuiltGraph, build_motion_graph, extend_motion_graph, retune_motion_graph};
pub use gather::{GraphClip, UNLABELLED};
pub use graph_picture::graph_picture;
pub use grid_picture::graph_grid_picture;
pub(crate) use options::OPERATION as BUILD_OPERATION;
pub use options::{BuildMotionGraphOptions, Labelling, Markers};
pub use random_walk::{RandomWalkOptions, random_walk};
pub use report::{BuildMotionGraphReport, ClipUse, LabelFigures, PairFigures};
pub use response::ResponseFigures;
pub(crate) use search::OPERATION as SEARCH_OPERATION;
pub use search::{
    ClipPlacement, ControlState, ControlTable, FoundMotion, MotionQuery, SearchMethod,
    SearchMotionGraphOptions, SearchMotionGraphReport, StylePiece, UserCost, Walk, Walker,
    build_control_table, search_crowd, search_crowd_each, search_motion_graph, steer,
};
pub use shortest::shortest_connection;
pub use walk::{WalkSegment, WalkedClip, walk_to_clip};

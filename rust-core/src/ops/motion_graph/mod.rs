//! Motion graphs (Kovar, Gleicher and Pighin 2002; docs/methods/motion-graph.md): find where clips resemble each other,
//! join them there, and walk through the joined clips.

mod automatic_labels;
mod broken_frames;
mod build;
mod builder;
pub mod cloud;
mod coarse;
mod components;
mod connect;
pub mod distance;
mod exact;
mod gather;
mod graph_picture;
pub mod grid;
mod grid_picture;
mod markers;
mod one_skeleton;
mod options;
mod prune;
mod random_walk;
mod report;
mod response;
pub mod search;
mod shortest;
#[cfg(test)]
mod tests;
mod thresholds;
mod tile;
mod transitions;
mod walk;

pub use crate::math::PlanarTransform;
pub use crate::model::motion_graph::{GridMinimum, Kernel, Marker};
pub use automatic_labels::{AUTOMATIC_LABELS, automatic_labels};
pub use build::{BuiltGraph, build_motion_graph, extend_motion_graph, retune_motion_graph};
pub use cloud::Cloud;
pub use distance::window_distance;
pub use gather::{GraphClip, UNLABELLED};
pub use graph_picture::graph_picture;
pub use grid::{find_minima, find_new_minima, grid_values};
pub use grid_picture::{graph_grid_picture, grid_picture};
pub use markers::{leg_markers, marker_cloud, uniform_markers};
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
pub use shortest::{frames_to_all, shortest_connection, shortest_to_any};
pub use thresholds::{automatic_thresholds, label_units};
pub use walk::{WalkSegment, WalkedClip, walk_to_clip};

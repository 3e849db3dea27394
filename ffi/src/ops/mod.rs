//! The verbs, one file each: check pointers, convert, call, convert back.

mod detect_plants;
mod edit;
mod measure_footskate;
mod motion_graph;
mod remove_footskate;

pub use detect_plants::*;
pub use edit::*;
pub use measure_footskate::*;
pub use motion_graph::*;
pub use remove_footskate::*;

//! The verbs, one file each: check pointers, convert, call, convert back.

mod deform_out_of_body;
mod detect_plants;
mod edit;
mod fit_body;
mod measure_footskate;
mod motion_graph;
mod remove_footskate;
mod remove_penetration;
mod reshape;

pub use deform_out_of_body::*;
pub use detect_plants::*;
pub use edit::*;
pub use fit_body::*;
pub use measure_footskate::*;
pub use motion_graph::*;
pub use remove_footskate::*;
pub use remove_penetration::*;
pub use reshape::*;

//! The verbs, one file each: check pointers, convert, call, convert back.

mod adapt_to_body;
mod correct_balance;
mod correct_flight;
mod deform_out_of_body;
mod detect_plants;
mod edit;
mod evaluate_balance;
mod fit_body;
mod measure_balance;
mod measure_footskate;
mod motion_graph;
mod remove_footskate;
mod remove_penetration;
mod reshape;
mod shape_grid;

pub use adapt_to_body::*;
pub use correct_balance::*;
pub use correct_flight::*;
pub use deform_out_of_body::*;
pub use detect_plants::*;
pub use edit::*;
pub use evaluate_balance::*;
pub use fit_body::*;
pub use measure_balance::*;
pub use measure_footskate::*;
pub use motion_graph::*;
pub use remove_footskate::*;
pub use remove_penetration::*;
pub use reshape::*;
pub use shape_grid::*;

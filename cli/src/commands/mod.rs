//! One file per command.

pub(crate) mod adapt_to_body;
pub(crate) mod build_motion_graph;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod correct_balance;
pub(crate) mod correct_flight;
pub(crate) mod deform_out_of_body;
pub(crate) mod demo;
pub(crate) mod detect_plants;
pub(crate) mod evaluate_balance;
pub(crate) mod fit_body;
pub(crate) mod graph_info;
pub(crate) mod grow_body;
pub(crate) mod info;
pub(crate) mod measure_balance;
pub(crate) mod remove_footskate;
pub(crate) mod remove_penetration;
pub(crate) mod scale_character;
pub(crate) mod search_motion_graph;
pub(crate) mod shape_grid;
pub(crate) mod view;

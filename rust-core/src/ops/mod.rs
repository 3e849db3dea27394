//! The verbs: one file or folder each, all of one shape (see `docs/ARCHITECTURE.md`).

pub mod check_clip;
pub mod detect_plants;
pub mod find_roles;
pub mod find_soles;
pub mod measure_footskate;
pub mod merge_plants;
pub mod mirror_clip;
pub mod motion_graph;
pub mod options;
pub mod progress;
pub mod remove_footskate;
pub mod resample_clip;

pub use check_clip::check_clip;
pub use detect_plants::{DetectPlantsOptions, DetectedPlants, detect_plants};
pub use find_roles::{FoundRoles, find_roles};
pub use find_soles::{SoleVertices, find_soles, sole_vertices};
pub use measure_footskate::{FootskateMeasures, measure_footskate};
pub use merge_plants::merge_plants;
pub use mirror_clip::{measure_asymmetry, mirror_clip, mirror_plants, symmetric_skeleton};
pub use motion_graph::{
    BuildMotionGraphOptions, BuildMotionGraphReport, BuiltGraph, FoundMotion, GraphClip, MotionQuery,
    SearchMotionGraphOptions, SearchMotionGraphReport, build_motion_graph, extend_motion_graph,
    retune_motion_graph, search_motion_graph,
};
pub use options::{OptionKind, OptionSpec, OptionValue, Options};
pub use progress::Progress;
pub use remove_footskate::{
    FootskateMethod, FootskateSolver, RemoveFootskateOptions, RemoveFootskateReport, remove_footskate,
};
pub use resample_clip::{resample_clip, resample_plants};

/// What an operation that changes a clip returns.
#[derive(Debug, Clone, PartialEq)]
pub struct Edited<R> {
    /// The new clip; the input is untouched.
    pub clip: crate::model::Clip,
    /// What was measured before and after.
    pub report: R,
}

//! The verbs: one file or folder each, all of one shape (see `docs/ARCHITECTURE.md`).

pub mod adapt_to_body;
pub mod check_clip;
pub mod correct_balance;
pub mod correct_flight;
pub mod deform_out_of_body;
pub mod detect_plants;
pub mod evaluate_balance;
pub mod find_roles;
pub mod find_soles;
pub mod fit_body;
pub mod grow_body;
pub mod measure_balance;
pub mod measure_footskate;
pub mod merge_plants;
pub mod mirror_clip;
pub mod motion_graph;
pub mod penetration_depths;
pub mod progress;
pub mod remove_footskate;
pub mod remove_penetration;
pub mod resample_clip;
pub mod scale_character;
pub mod shape_grid;
pub mod trim_clip;

use crate::declare::Operation;

pub use adapt_to_body::{AdaptStages, AdaptToBodyOptions, AdaptToBodyReport, adapt_to_body};
pub use check_clip::{CheckClipOptions, CheckClipReport, check_clip};
pub use correct_balance::{CorrectBalanceOptions, CorrectBalanceReport, correct_balance};
pub use correct_flight::{CorrectFlightOptions, CorrectFlightReport, correct_flight};
pub use deform_out_of_body::{
    DeformOutOfBodyOptions, DeformOutOfBodyReport, DeformedClip, YieldingPart, deform_out_of_body,
};
pub use detect_plants::{DetectPlantsOptions, DetectPlantsReport, DetectedPlants, detect_plants};
pub use evaluate_balance::{EvaluateBalanceOptions, EvaluateBalanceReport, evaluate_balance};
pub use find_roles::{FoundRoles, find_roles};
pub use find_soles::{SoleVertices, find_soles, sole_vertices};
pub use fit_body::{FitBodyOptions, FitBodyReport, FittedBody, fit_body};
pub use grow_body::{GrowBodyOptions, GrowBodyReport, GrownBody, grow_body};
pub use measure_balance::{
    BalanceFrames, BalanceScene, MeasureBalanceOptions, MeasureBalanceReport, MeasuredBalance,
    measure_balance,
};
pub use measure_footskate::{FootskateMeasures, measure_footskate};
pub use merge_plants::merge_plants;
pub use mirror_clip::{
    MirrorClipOptions, MirrorClipReport, measure_asymmetry, mirror_clip, mirror_plants, symmetric_skeleton,
};
pub use motion_graph::{
    BuildMotionGraphOptions, BuildMotionGraphReport, BuiltGraph, FoundMotion, GraphClip, Labelling, Markers,
    MotionQuery, SearchMethod, SearchMotionGraphOptions, SearchMotionGraphReport, build_motion_graph,
    extend_motion_graph, retune_motion_graph, search_motion_graph,
};
pub use penetration_depths::{SkinDepths, VertexDepths, penetration_depths};
pub use progress::Progress;
pub use remove_footskate::{
    FootskateMethod, FootskateSolver, RemoveFootskateOptions, RemoveFootskateReport, remove_footskate,
};
pub use remove_penetration::{
    AllowedOverlap, PenetrationMethod, RemovePenetrationOptions, RemovePenetrationReport, remove_penetration,
};
pub use resample_clip::{ResampleClipOptions, ResampleClipReport, resample_clip, resample_plants};
pub use scale_character::{ScaleCharacterOptions, ScaleCharacterReport, ScaledCharacter, scale_character};
pub use shape_grid::{
    BuildShapeGridOptions, BuildShapeGridReport, BuiltShapeGrid, QueryShapeGridOptions, QueryShapeGridReport,
    ShapeGridSetup, ShapeInterpolation, ShapedClip, build_shape_grid, query_shape_grid,
};
pub use trim_clip::{TrimClipOptions, TrimClipReport, trim_clip, trim_plants};

/// What an operation that changes a clip returns.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Edited<R> {
    /// The new clip; the input is untouched.
    pub clip: crate::model::Clip,
    /// What was measured before and after.
    pub report: R,
}

/// Every operation with its options, in the order users should see them. Hosts build their commands, panels and flags
/// from it.
pub const OPERATIONS: &[Operation] = &[
    check_clip::OPERATION,
    detect_plants::OPERATION,
    remove_footskate::OPERATION,
    remove_penetration::OPERATION,
    adapt_to_body::OPERATION,
    measure_balance::OPERATION,
    correct_balance::OPERATION,
    correct_flight::OPERATION,
    evaluate_balance::OPERATION,
    mirror_clip::OPERATION,
    resample_clip::OPERATION,
    trim_clip::OPERATION,
    deform_out_of_body::OPERATION,
    fit_body::OPERATION,
    grow_body::OPERATION,
    scale_character::OPERATION,
    shape_grid::BUILD_OPERATION,
    shape_grid::QUERY_OPERATION,
    motion_graph::BUILD_OPERATION,
    motion_graph::SEARCH_OPERATION,
];

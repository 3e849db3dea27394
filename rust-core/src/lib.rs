//! Surefoot stops feet from sliding in character animation, and makes new motion from clips.
//!
//! The nouns are in [`model`], the verbs in [`ops`], files in [`io`]. Inside the crate everything is right-handed, Y up, in
//! metres, seconds and radians. Readers and writers convert.
//!
//! ```
//! use surefoot::io::{ReadOptions, encode_edited, read, write_bytes};
//! use surefoot::{DetectPlantsOptions, RemoveFootskateOptions, detect_plants, remove_footskate};
//!
//! # use surefoot::io::{Convention, Format, NewFile, encode_new};
//! # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
//! # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
//! # let (skeleton, clip) = surefoot_sample::faults::skate_by_leg_scale(&skeleton, &walk.clip, 0.88)?;
//! # let file = NewFile { skeleton: &skeleton, clips: &[clip], skins: &[], convention: Convention::default() };
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("walk.bvh");
//! # write_bytes(&path, &encode_new(Format::Bvh, &file)?.bytes)?;
//! let document = read(&path, &ReadOptions::default())?;
//! let (skeleton, clip) = (&document.skeleton, &document.clips[0]);
//! let plants = detect_plants(skeleton, clip, None, &DetectPlantsOptions::default())?.plants;
//! let edited = remove_footskate(skeleton, clip, &plants, None, &RemoveFootskateOptions::default())?;
//! assert!(edited.report.after.slide_mean < edited.report.before.slide_mean / 10.0);
//! // Everything else in the file stays as it was.
//! let encoded = encode_edited(&document, &[edited.clip])?;
//! write_bytes(&path.with_file_name("walk_clean.bvh"), &encoded.bytes)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

#[macro_use]
pub mod declare;
pub mod error;
pub mod io;
pub mod kinematics;
pub mod math;
pub mod model;
pub mod ops;

// The generated character, which stands on this crate. For unit tests its sources are a module here: as a dependency it would
// bring a second build of this crate, whose types are not these.
#[cfg(test)]
extern crate self as surefoot;
#[cfg(test)]
#[path = "../../sample/src/lib.rs"]
pub mod sample;

pub use declare::{OperationReport, Options, Report};
pub use error::{Error, Place, Result};
pub use model::{
    Body, Clip, FrameRange, Ground, JointIndex, Load, MassModel, MotionGraph, Note, Plants, Pose, Role,
    Roles, Severity, Skeleton, Skin,
};
pub use ops::{
    AdaptStages, AdaptToBodyOptions, AdaptToBodyReport, AllowedOverlap, BalanceFrames, BalanceScene,
    BuildMotionGraphOptions, BuildMotionGraphReport, BuildShapeGridOptions, BuildShapeGridReport, BuiltGraph,
    BuiltShapeGrid, CheckClipOptions, CheckClipReport, CorrectBalanceOptions, CorrectBalanceReport,
    CorrectFlightOptions, CorrectFlightReport, DeformOutOfBodyOptions, DeformOutOfBodyReport, DeformedClip,
    DetectPlantsOptions, DetectPlantsReport, DetectedPlants, Edited, EvaluateBalanceOptions,
    EvaluateBalanceReport, FitBodyOptions, FitBodyReport, FittedBody, FootskateMeasures, FootskateMethod,
    FootskateSolver, FoundMotion, FoundRoles, GraphClip, GrowBodyOptions, GrowBodyReport, GrownBody,
    MeasureBalanceOptions, MeasureBalanceReport, MeasuredBalance, MirrorClipOptions, MirrorClipReport,
    MotionQuery, QueryShapeGridOptions, QueryShapeGridReport, RemoveFootskateOptions, RemoveFootskateReport,
    RemovePenetrationOptions, RemovePenetrationReport, ResampleClipOptions, ResampleClipReport,
    ScaleCharacterOptions, ScaleCharacterReport, ScaledCharacter, SearchMethod, SearchMotionGraphOptions,
    SearchMotionGraphReport, ShapeGridSetup, ShapeInterpolation, ShapedClip, TrimClipOptions, TrimClipReport,
    adapt_to_body, build_motion_graph, build_shape_grid, check_clip, correct_balance, correct_flight,
    deform_out_of_body, detect_plants, evaluate_balance, extend_motion_graph, find_roles, fit_body,
    grow_body, measure_balance, measure_footskate, merge_plants, mirror_clip, query_shape_grid,
    remove_footskate, remove_penetration, resample_clip, retune_motion_graph, scale_character,
    search_motion_graph, trim_clip,
};

/// Parts of the motion graph's solvers that the tests, benches and figures of this workspace look into, and operations that are not on
/// every floor yet. Not part of the API: any version may change them, and they do not check what they are given.
#[doc(hidden)]
pub mod internals {
    pub use crate::ops::adapt_to_body::measure_penetration;
    pub use crate::ops::motion_graph::cloud::Cloud;
    pub use crate::ops::motion_graph::distance::window_distance;
    pub use crate::ops::motion_graph::grid::{find_minima, find_new_minima, grid_values, share_below};
    pub use crate::ops::motion_graph::grid_picture::grid_picture;
    pub use crate::ops::motion_graph::markers::{leg_markers, marker_cloud, uniform_markers};
    pub use crate::ops::motion_graph::search::beam::beam_search;
    pub use crate::ops::motion_graph::search::branch_and_bound::branch_and_bound;
    pub use crate::ops::motion_graph::search::follow::{FollowPath, FollowRules, FollowState};
    pub use crate::ops::motion_graph::search::horizon::{SearchPlan, search_walk};
    pub use crate::ops::motion_graph::search::objective::{Candidate, FoundWalks, Limits, Objective};
    pub use crate::ops::motion_graph::search::placement::{PlacementRules, ReachPlacement};
    pub use crate::ops::motion_graph::search::search_space;
    pub use crate::ops::motion_graph::search::space::SearchSpace;
    pub use crate::ops::motion_graph::search::user::UserObjective;
    pub use crate::ops::motion_graph::shortest::{frames_to_all, shortest_to_any};
    pub use crate::ops::motion_graph::thresholds::{automatic_thresholds, label_units};
}

/// The README's examples, compiled with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct ReadmeExamples;

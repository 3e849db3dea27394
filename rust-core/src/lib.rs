//! Surefoot makes character animation stand on its feet.
//!
//! The nouns are in [`model`], the verbs in [`ops`], files in [`io`]. Inside the crate everything is right-handed,
//! Y up, in metres, seconds and radians; readers convert on the way in and writers on the way out.
#![forbid(unsafe_code)]

pub mod error;
pub mod io;
pub mod kinematics;
pub mod math;
pub mod model;
pub mod ops;
pub mod sample;

pub use error::{Error, Place, Result};
pub use model::{Clip, Ground, JointIndex, MotionGraph, Plants, Pose, Role, Roles, Skeleton, Skin, Warning};
pub use ops::{
    BuildMotionGraphOptions, BuildMotionGraphReport, BuiltGraph, DetectPlantsOptions, DetectedPlants, Edited,
    FootskateMeasures, FootskateMethod, FootskateSolver, FoundMotion, FoundRoles, GraphClip, MotionQuery,
    Options, RemoveFootskateOptions, RemoveFootskateReport, SearchMotionGraphOptions,
    SearchMotionGraphReport, build_motion_graph, check_clip, detect_plants, extend_motion_graph, find_roles,
    measure_footskate, merge_plants, mirror_clip, remove_footskate, resample_clip, retune_motion_graph,
    search_motion_graph,
};

/// The README's examples, compiled with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct ReadmeExamples;

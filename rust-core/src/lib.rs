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
pub use model::{
    Clip, FoundRoles, Ground, JointIndex, Plants, Pose, Role, Roles, Skeleton, Skin, Warning, find_roles,
};
pub use ops::{
    DetectPlantsOptions, DetectedPlants, Edited, FootskateMeasures, FootskateMethod, FootskateSolver,
    FoundMotion, MotionQuery, Options, RemoveFootskateOptions, RemoveFootskateReport,
    SearchMotionGraphOptions, SearchMotionGraphReport, check_clip, detect_plants, measure_footskate,
    merge_plants, mirror_clip, remove_footskate, resample_clip, search_motion_graph,
};

/// The README's examples, compiled with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct ReadmeExamples;

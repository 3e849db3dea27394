//! The verbs: one file or folder each, all of one shape (see `docs/ARCHITECTURE.md`).

pub mod check_clip;
pub mod detect_plants;
pub mod options;

pub use check_clip::check_clip;
pub use detect_plants::{DetectPlantsOptions, DetectedPlants, detect_plants};
pub use options::{OptionKind, OptionSpec, OptionValue, Options};

/// What an operation that changes a clip returns.
#[derive(Debug, Clone, PartialEq)]
pub struct Edited<R> {
    /// The new clip; the input is untouched.
    pub clip: crate::model::Clip,
    /// What was measured before and after.
    pub report: R,
}

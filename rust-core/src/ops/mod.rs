//! The verbs: one file or folder each, all of one shape (see `docs/ARCHITECTURE.md`).

pub mod measure_footskate;
pub mod options;
pub mod remove_footskate;

pub use measure_footskate::{FootskateMeasures, measure_footskate};
pub use options::{OptionKind, OptionSpec, OptionValue, Options};
pub use remove_footskate::{RemoveFootskateOptions, RemoveFootskateReport, remove_footskate};

/// What an operation that changes a clip returns.
#[derive(Debug, Clone, PartialEq)]
pub struct Edited<R> {
    /// The new clip; the input is untouched.
    pub clip: crate::model::Clip,
    /// What was measured before and after.
    pub report: R,
}

//! The verbs: one file or folder each, all of one shape (see `docs/ARCHITECTURE.md`).

pub mod motion_graph;
pub mod options;

pub use options::{OptionKind, OptionSpec, OptionValue, Options};

/// What an operation that changes a clip returns.
#[derive(Debug, Clone, PartialEq)]
pub struct Edited<R> {
    /// The new clip; the input is untouched.
    pub clip: crate::model::Clip,
    /// What was measured before and after.
    pub report: R,
}

//! What every host needs to know of an operation, declared once.
//!
//! `options!` declares the options of an operation: field, default, range, unit, label, help, and when it
//! matters. `choices!` declares the words of a choice. From these come the Rust struct and its checks, the flags of the
//! command line, the C structs, Python's typed options, Blender's properties and the tables of the docs.
//! [`OPERATIONS`](crate::ops::OPERATIONS) lists all operations.

#[macro_use]
mod choices;
mod help;
mod idle;
#[macro_use]
mod operation;
#[macro_use]
mod options;
#[cfg(feature = "schema")]
mod schema;
mod spec;

pub use choices::{Choice, ChoiceSpec};
pub use idle::{idle_note, idle_options};
pub use operation::{Edit, Operation, OperationReport, Report, edit_with, options_with};
pub use options::Options;
pub(crate) use options::cannot_set;
#[cfg(feature = "schema")]
pub use schema::report_schemas;
pub use spec::{Condition, OptionKind, OptionSpec, OptionValue};

#[doc(hidden)]
pub use help::help_line;

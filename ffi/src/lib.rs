//! The C API: thin functions over the crate `surefoot`, and the only unsafe code of the project.
//!
//! Conventions are in `docs/c-api.md`. Names are those that C sees, so that the header reads like the source.
#![allow(rustdoc::broken_intra_doc_links, reason = "comments are written for the header: a[i] is an array")]
#![allow(non_camel_case_types, reason = "the names that C sees")]
#![allow(clippy::missing_safety_doc, reason = "the header's conventions apply to every function")]
#![allow(clippy::not_unsafe_ptr_arg_deref, reason = "called from C, where every function is unsafe; see guard.rs")]
#![allow(clippy::too_many_arguments, reason = "inputs, outputs and the error of one call stand side by side")]

// Every file begins with `use crate::*`: the types that C sees, and what stands at the boundary.
pub(crate) use guard::*;
pub(crate) use options::*;
pub(crate) use std::ffi::{c_char, c_void};

mod bytes;
mod generated;
mod guard;
mod io;
mod kept;
mod kinematics;
mod model;
mod note;
mod ops;
mod options;
mod page;
mod plant_stream;
mod progress;
mod report;
mod specs;
mod status;
mod stream;
mod text;

pub use bytes::*;
pub use generated::*;
pub use io::*;
pub(crate) use kept::Kept;
pub use kinematics::*;
pub use model::*;
pub use note::*;
pub use ops::*;
pub use page::*;
pub use plant_stream::*;
pub use progress::*;
pub use report::*;
pub use specs::*;
pub use status::*;
pub use stream::*;
pub use text::*;

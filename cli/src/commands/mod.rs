//! One file per command.

pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod info;

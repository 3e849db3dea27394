//! One file per command.

pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod demo;
pub(crate) mod detect_plants;
pub(crate) mod info;
pub(crate) mod remove_footskate;
pub(crate) mod view;

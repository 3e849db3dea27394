//! The verbs, one file each: check pointers, convert, call, convert back.

mod detect_plants;
mod measures;
mod remove_footskate;

pub use detect_plants::*;
pub use measures::*;
pub use remove_footskate::*;

//! Motion graphs: build, extend, retune; the graph as a handle; walks through it.
//!
//! A search through the graph gives a `surefoot_walk` too, see `walk.rs`.

mod build;
mod graph;
mod walk;

pub use build::*;
pub use graph::*;
pub use walk::*;

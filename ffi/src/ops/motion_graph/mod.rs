//! Motion graphs: build, extend, retune, search; the graph as a handle; walks through it.

mod build;
mod graph;
mod search;
mod walk;

pub use build::*;
pub use graph::*;
pub use search::*;
pub use walk::*;

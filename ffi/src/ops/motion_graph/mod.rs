//! Motion graphs: build, extend, retune; the graph as a handle; walks and searches through it.

mod build;
mod graph;
mod query;
mod search;
mod walk;

pub use build::*;
pub use graph::*;
pub use query::*;
pub use search::*;
pub use walk::*;

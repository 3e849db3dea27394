//! Motion graphs: build, keep, search, steer, walk, draw.

mod build;
mod control;
mod found;
mod graph;
mod pictures;
mod query;
mod search;
mod user_cost;
mod walk;

pub use build::*;
pub use control::*;
pub use found::*;
pub use graph::*;
pub use pictures::*;
pub use query::*;
pub use search::*;
pub use user_cost::*;
pub use walk::*;

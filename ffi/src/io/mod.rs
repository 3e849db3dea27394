//! Files: documents that are read, edited and written back, and new files.

mod document;
mod write;

pub use document::*;
pub use write::*;

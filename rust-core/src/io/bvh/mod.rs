//! BVH: Biovision's text format, one skeleton with one clip, Euler angles in degrees per frame.

mod digits;
mod estimate;
mod header;
mod motion;
mod new_file;
mod number;
mod read;
mod rows;
mod write;

pub(super) use new_file::encode_new;
pub(super) use read::read;
use std::sync::Arc;
pub(super) use write::encode_edited;

/// What is kept of a BVH file: its text, into which edits are written, and where things stand in it.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    bytes: Arc<[u8]>,
    header: header::Header,
}

//! BVH: Biovision's text format, one skeleton with one clip, Euler angles in degrees per frame.

mod estimate;
mod header;
mod motion;
mod number;
mod read;
mod rows;

use super::document::{Document, Encoded, NewFile};
use crate::error::{Error, Result};
use crate::model::Clip;
pub(super) use read::read;
use std::sync::Arc;

/// What is kept of a BVH file: its text, into which edits are written, and where things stand in it.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    bytes: Arc<[u8]>,
    header: header::Header,
}

pub(super) fn encode_edited(_source: &Layout, document: &Document, _clips: &[Clip]) -> Result<Encoded> {
    Err(Error::Unsupported { path: document.path.clone(), text: "not written yet".into() })
}

pub(super) fn encode_new(_file: &NewFile<'_>) -> Result<Encoded> {
    Err(Error::invalid("new file", "not written yet"))
}

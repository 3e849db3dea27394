//! BVH.

use super::document::{Document, Encoded, NewFile, ReadOptions};
use crate::error::{Error, Result};
use crate::model::Clip;
use std::path::Path;

/// Channel layout of a BVH file.
#[derive(Debug, Clone)]
pub(super) struct Layout;

pub(super) fn read(path: &Path, _bytes: &[u8], _options: &ReadOptions) -> Result<Document> {
    Err(Error::Unsupported { path: path.to_owned(), text: "not read yet".into() })
}

pub(super) fn encode_edited(_source: &Layout, document: &Document, _clips: &[Clip]) -> Result<Encoded> {
    Err(Error::Unsupported { path: document.path.clone(), text: "not written yet".into() })
}

pub(super) fn encode_new(_file: &NewFile<'_>) -> Result<Encoded> {
    Err(Error::invalid("new file", "not written yet"))
}

//! Varieties that our own reader does not know (ASCII, version 6 and older, big-endian), through `ufbx`.

use super::scene::Scene;
use crate::error::{Error, Result};
use std::path::Path;

pub(super) fn read_scene(path: &Path, _bytes: &[u8]) -> Result<Scene<'static, 'static>> {
    Err(Error::Unsupported { path: path.to_owned(), text: "not yet".into() })
}

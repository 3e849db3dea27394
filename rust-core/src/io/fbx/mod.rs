//! FBX: binary 7.x is read and edited by our own byte-preserving records, other varieties are read through `ufbx`,
//! new files are made with `fbxcel`.
//!
//! | File | Job |
//! | --- | --- |
//! | `records`, `arrays`, `rewrite` | node records over unchanged bytes; arrays; writing them again with changes |
//! | `properties`, `objects`, `legacy` | records (or ufbx) to a [`scene::Scene`], one semantic layer for all varieties |
//! | `curves`, `layers`, `transform` | what curves, layers and pivots mean |
//! | `plan`, `sample`, `skin`, `triangulate` | scene to skeleton, clips and skins |
//! | `read`, `patch`, `create` | the three verbs |

mod arrays;
mod curves;
mod layers;
mod legacy;
mod objects;
mod plan;
mod properties;
mod read;
mod records;
mod rewrite;
mod sample;
mod scene;
mod skin;
mod transform;
mod triangulate;

pub(super) use read::read;

use super::document::{Document, Encoded, NewFile, ReadOptions};
use crate::error::{Error, Result};
use crate::model::Clip;
use std::sync::Arc;

/// What is kept of an FBX file: its bytes, which are read again when edits go into them.
#[derive(Debug, Clone)]
pub(super) struct Source {
    bytes: Arc<[u8]>,
    variety: Variety,
    options: ReadOptions,
}

/// Which reader a file needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Variety {
    /// Binary, little-endian, version 7.
    Binary7,
    /// ASCII, older or big-endian.
    Other,
}

pub(super) fn encode_edited(_source: &Source, document: &Document, _clips: &[Clip]) -> Result<Encoded> {
    Err(Error::Unsupported { path: document.path.clone(), text: "not written yet".into() })
}

pub(super) fn encode_new(_file: &NewFile<'_>) -> Result<Encoded> {
    Err(Error::invalid("new file", "not written yet"))
}

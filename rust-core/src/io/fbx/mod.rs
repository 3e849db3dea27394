//! FBX: binary 7.x is read and edited by our own byte-preserving records, other varieties are read through `ufbx`,
//! new files are made with `fbxcel`.
//!
//! | File | Job |
//! | --- | --- |
//! | `records`, `arrays`, `rewrite` | node records over unchanged bytes; arrays; writing them again with changes |
//! | `properties`, `objects`, `legacy` | records (or ufbx) to a [`scene::Scene`], one semantic layer for all varieties |
//! | `curves`, `layers`, `transform` | what curves, layers and pivots mean |
//! | `read`, `plan`, `sample`, `skin`, `triangulate` | scene to skeleton, clips and skins |
//! | `patch`, `editor` | edited clips to changed records |
//! | `create`, `create_skin`, `tree` | a new file |

mod arrays;
mod create;
mod create_skin;
mod curves;
mod editor;
mod layers;
mod legacy;
mod objects;
mod patch;
mod plan;
mod properties;
mod read;
mod records;
mod rewrite;
mod sample;
mod scene;
mod skin;
mod transform;
mod tree;
mod triangulate;

pub(super) use create::encode_new;
pub(super) use patch::encode_edited;
pub(super) use read::read;

use super::document::ReadOptions;
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

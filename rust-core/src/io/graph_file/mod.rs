//! Motion graphs as one self-contained file (`.sfgraph`): skeleton, clips, minima and graph.
//!
//! The file starts with magic, version and a table of sections, each with a checksum. The sections follow at multiples of eight
//! bytes, as flat little-endian arrays of records. Names are in a JSON section. Numbers are kept bit for bit.
//!
//! A file is read in pieces that fit the cache; records of one piece are decoded in parallel while the next is read. A section
//! is used only after its checksum is verified. A memory map would be no faster, and it would crash the process if another
//! program shortened the file meanwhile.

mod bytes;
mod decode;
mod encode;
mod source;

pub use decode::{decode_graph, read_graph};
pub use encode::encode_graph;

use serde::{Deserialize, Serialize};

const MAGIC: &[u8; 8] = b"SFGRAPH\x1a";
const VERSION: u32 = 3;
/// Bytes before the table, of one of its entries, and after it.
const HEAD: usize = 16;
const ENTRY: usize = 24;
const TAIL: usize = 8;

/// Sections, in file order.
const NAMES: [&str; 10] =
    ["names", "skeleton", "clips", "labels", "plants", "markers", "minima", "thresholds", "nodes", "edges"];

#[derive(Serialize, Deserialize)]
struct Meta {
    joints: Vec<JointMeta>,
    end_sites: Vec<usize>,
    /// Foot and front joint of each sole, left first; their numbers follow the end sites.
    soles: [Option<[usize; 2]>; 2],
    clips: Vec<ClipMeta>,
    labels: Vec<String>,
    kernel: String,
    window_frames: usize,
    is_levelled: bool,
    is_world_locked: bool,
    has_one_label: Option<bool>,
    groups: Vec<u32>,
}

#[derive(Serialize, Deserialize)]
struct JointMeta {
    name: String,
    parent: Option<usize>,
    compensates_parent_scale: bool,
    role: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct ClipMeta {
    name: String,
    source: String,
    is_mirrored: bool,
    frame_count: usize,
    translations: Vec<usize>,
    scales: Vec<usize>,
}

impl ClipMeta {
    /// Bytes of its motion on a skeleton of so many joints: start, roots, rotations and tracks. `None` for more than there is memory.
    fn byte_count(&self, joint_count: usize) -> Option<usize> {
        let frame = 24 + 32 * joint_count + 24 * (self.translations.len() + self.scales.len());
        self.frame_count.checked_mul(frame)?.checked_add(8)
    }
}

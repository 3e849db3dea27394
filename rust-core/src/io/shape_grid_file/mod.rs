//! Shape grids as one file (`.sfshape`), and the journal of an unfinished one.
//!
//! Both start with magic and version. Records follow: length, checksum, content; little-endian. The first record is the head, as JSON; each
//! of the others is a node. A grid has all nodes in order. A journal has those that are finished, in the order in which they were, and may
//! end within a record.

mod journal;
mod records;

pub use journal::ShapeGridJournal;

use crate::error::{Error, Place, Result};
use crate::model::shape_grid::ShapeGrid;
use records::{Records, add_record, head_bytes, node_bytes, parse_head, parse_node};
use std::path::Path;

const MAGIC: &[u8; 8] = b"SFSHAPE\x1a";
/// A journal is deleted at the end, so no grid may be taken for one.
const JOURNAL_MAGIC: &[u8; 8] = b"SFSHAPJ\x1a";
const VERSION: u32 = 2;

/// A grid as a file. The same grid gives the same bytes.
///
/// ```
/// use std::path::Path;
/// use surefoot::io::{decode_shape_grid, encode_shape_grid};
/// # let (_, _, grid) = surefoot_sample::shape_grid()?;
///
/// let bytes = encode_shape_grid(&grid)?;
/// assert_eq!(decode_shape_grid(Path::new("walk.sfshape"), &bytes)?, grid);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Invalid`] for more corrections than a file can hold.
pub fn encode_shape_grid(grid: &ShapeGrid) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    out.extend_from_slice(MAGIC);
    out.extend_from_slice(&VERSION.to_le_bytes());
    add_record(&mut out, &head_bytes(grid.head())?);
    for (index, node) in grid.nodes().iter().enumerate() {
        add_record(&mut out, &node_bytes(index, node)?);
    }
    Ok(out)
}

/// Reads a grid file.
///
/// ```
/// use surefoot::io::{encode_shape_grid, read_shape_grid, write_bytes};
/// # let (_, _, grid) = surefoot_sample::shape_grid()?;
///
/// # let folder = tempfile::tempdir()?;
/// let path = folder.path().join("walk.sfshape");
/// write_bytes(&path, &encode_shape_grid(&grid)?)?;
/// assert_eq!(read_shape_grid(&path)?, grid);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Io`] if it cannot be read, [`Error::Format`] if it is not such a file, was cut short or changed, and
/// [`Error::Unsupported`] if another version wrote it.
pub fn read_shape_grid(path: &Path) -> Result<ShapeGrid> {
    decode_shape_grid(path, &super::read_file::read_file(path)?)
}

/// As [`read_shape_grid`], from bytes in memory; `path` names them in messages.
///
/// ```
/// use std::path::Path;
/// use surefoot::io::{decode_shape_grid, encode_shape_grid};
/// # let (_, _, grid) = surefoot_sample::shape_grid()?;
///
/// let mut bytes = encode_shape_grid(&grid)?;
/// let last = bytes.len() - 1;
/// bytes[last] ^= 1;
/// assert!(decode_shape_grid(Path::new("walk.sfshape"), &bytes).is_err(), "the checksum tells");
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// As [`read_shape_grid`].
pub fn decode_shape_grid(path: &Path, bytes: &[u8]) -> Result<ShapeGrid> {
    let mut records = Records::open(path, bytes, MAGIC)?;
    let broken = |at: usize, text: &str| Error::format(path, Place::Byte(at as u64), text);
    let (_, head) = records.next()?.ok_or_else(|| broken(0, "ends before its head"))?;
    let head = parse_head(path, head)?;
    let mut nodes = Vec::new();
    while let Some((at, record)) = records.next()? {
        let (index, node) = parse_node(record).ok_or_else(|| broken(at, "holds a node that is damaged"))?;
        if index != nodes.len() {
            return Err(broken(at, &format!("has node {index} where node {} should be", nodes.len())));
        }
        nodes.push(node);
    }
    ShapeGrid::new(head, nodes).map_err(|error| broken(0, &error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::shape_grid::{
        CorrectionRun, ShapeAxis, ShapeGridHead, ShapeNode, ShapeNote, ShapePart,
    };
    use crate::model::{JointIndex, Note, Skeleton};

    fn grid() -> (Skeleton, ShapeGrid) {
        let skeleton = crate::sample::biped_skeleton(&Default::default()).unwrap();
        let clip = crate::sample::walk(&skeleton, &Default::default()).unwrap().clip;
        let axes = vec![
            ShapeAxis { part: ShapePart::Trunk, girths: vec![1.0, 1.25] },
            ShapeAxis { part: ShapePart::LeftArm, girths: vec![0.1 + 0.2 + 0.5, 1.0, 1.5] },
        ];
        let head = ShapeGridHead::new(&skeleton, &clip, &[], axes, true, "test").unwrap();
        let node = |index: usize| {
            let values = vec![[index as f32, 0.1, -0.2]; 3 + index];
            let turn = CorrectionRun { joint: Some(JointIndex(4)), first: index, values };
            let shift = CorrectionRun { joint: None, first: 2, values: vec![[0.5; 3]] };
            let note = Note::warning("left-alone", "is left alone");
            let notes = vec![ShapeNote::of(&note), ShapeNote::of(&note.about("left_arm"))];
            ShapeNode { depths: [0.03, 0.1 * index as f64], notes, runs: vec![shift, turn] }
        };
        let nodes = (0..6).map(node).collect();
        (skeleton, ShapeGrid::new(head, nodes).unwrap())
    }

    #[test]
    fn a_grid_comes_back_bit_for_bit() {
        let (_, grid) = grid();
        let bytes = encode_shape_grid(&grid).unwrap();
        let back = decode_shape_grid(Path::new("a.sfshape"), &bytes).unwrap();
        assert_eq!(back, grid);
        assert_eq!(encode_shape_grid(&back).unwrap(), bytes);
    }

    #[test]
    fn every_damaged_or_missing_byte_is_refused() {
        let bytes = encode_shape_grid(&grid().1).unwrap();
        let read = |bytes: &[u8]| decode_shape_grid(Path::new("a.sfshape"), bytes);
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0x10;
            assert!(read(&changed).is_err(), "byte {at}");
            assert!(read(&bytes[..at]).is_err(), "length {at}");
        }
        let error = read(b"not a grid at all").unwrap_err().to_string();
        assert!(error.contains("is not a shape grid"), "{error}");
        let mut newer = bytes;
        newer[8] = 9;
        assert!(matches!(read(&newer), Err(Error::Unsupported { .. })));
    }

    #[test]
    fn a_journal_keeps_whole_nodes_and_drops_the_half_one() {
        let (_, grid) = grid();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("walk.sfshape.part");
        let (journal, found) = ShapeGridJournal::open(&path, grid.head()).unwrap();
        assert!(found.is_empty() && path.exists());
        // A build that could not begin leaves nothing behind.
        drop(journal);
        assert!(!path.exists());
        let (journal, _) = ShapeGridJournal::open(&path, grid.head()).unwrap();
        for index in [3, 0] {
            journal.keep(index, &grid.nodes()[index]).unwrap();
        }
        drop(journal);
        let whole = std::fs::read(&path).unwrap();
        let (journal, found) = ShapeGridJournal::open(&path, grid.head()).unwrap();
        assert_eq!(found, [(3, grid.nodes()[3].clone()), (0, grid.nodes()[0].clone())]);
        drop(journal);
        // Killed while it wrote the second node: the first is still there, and what comes next is not lost.
        std::fs::write(&path, &whole[..whole.len() - 7]).unwrap();
        let (journal, found) = ShapeGridJournal::open(&path, grid.head()).unwrap();
        assert_eq!(found.len(), 1);
        journal.keep(5, &grid.nodes()[5]).unwrap();
        drop(journal);
        let (journal, found) = ShapeGridJournal::open(&path, grid.head()).unwrap();
        assert_eq!(found.iter().map(|(index, _)| *index).collect::<Vec<_>>(), [3, 5]);
        // Nobody else may write meanwhile, and the journal of other settings is not this one.
        assert!(
            ShapeGridJournal::open(&path, grid.head()).unwrap_err().to_string().contains("another program")
        );
        drop(journal);
        let mut other = grid.head().clone();
        other.settings += "; other";
        let error = ShapeGridJournal::open(&path, &other).unwrap_err().to_string();
        assert!(error.contains("other settings"), "{error}");
        let (journal, _) = ShapeGridJournal::open(&path, grid.head()).unwrap();
        journal.remove().unwrap();
        assert!(!path.exists());
    }
}

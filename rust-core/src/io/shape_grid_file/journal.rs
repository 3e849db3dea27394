//! [`ShapeGridJournal`]: the finished nodes of a grid that is being built.

use super::records::{Records, add_record, head_bytes, node_bytes, parse_node};
use super::{JOURNAL_MAGIC, VERSION};
use crate::error::{Error, Result};
use crate::model::shape_grid::{ShapeGridHead, ShapeNode};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// A file beside the grid that is being built. Every node is on disk as soon as it is solved, so that a build that was killed goes on
/// where it was. One that has no node yet is deleted when it is dropped: a build that could not begin leaves nothing behind.
#[derive(Debug)]
pub struct ShapeGridJournal {
    path: PathBuf,
    file: Mutex<File>,
    has_nodes: AtomicBool,
}

impl ShapeGridJournal {
    /// Opens the journal of a grid, or starts one; returns the nodes that it has. A record that was cut short is dropped.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be read or written, or another program writes it; [`Error::Format`] if it is something else;
    /// [`Error::Invalid`] if it is of another clip, character or other settings.
    pub fn open(path: &Path, head: &ShapeGridHead) -> Result<(Self, Vec<(usize, ShapeNode)>)> {
        let failed = |error: std::io::Error| Error::io(path, &error);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed)?;
        // A file system without locks must not keep anybody from building.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(failed(std::io::Error::other("another program is building this grid")));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let mut start = Vec::new();
        start.extend_from_slice(JOURNAL_MAGIC);
        start.extend_from_slice(&VERSION.to_le_bytes());
        add_record(&mut start, &head_bytes(head)?);
        let mut nodes = Vec::new();
        let mut end = start.len();
        if start.starts_with(&bytes) {
            // New, or killed before the head was whole.
            file.set_len(0).map_err(failed)?;
            file.seek(SeekFrom::Start(0)).map_err(failed)?;
            file.write_all(&start).map_err(failed)?;
            file.sync_data().map_err(failed)?;
        } else {
            let mut records = Records::open(path, &bytes, JOURNAL_MAGIC)?;
            if !bytes.starts_with(&start) {
                let text = "is of another clip or character, or was begun with other settings; delete it, or write to another file";
                return Err(Error::invalid(path.display().to_string(), text));
            }
            records.at = start.len();
            while let Ok(Some((_, record))) = records.next() {
                let Some((index, node)) = parse_node(record) else { break };
                if head.check_node(index, &node).is_err() {
                    break;
                }
                nodes.push((index, node));
                end = records.at;
            }
        }
        file.set_len(end as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let has_nodes = AtomicBool::new(!nodes.is_empty());
        Ok((Self { path: path.to_owned(), file: Mutex::new(file), has_nodes }, nodes))
    }

    /// Puts a node on disk.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be written.
    pub fn keep(&self, index: usize, node: &ShapeNode) -> Result<()> {
        let mut record = Vec::new();
        add_record(&mut record, &node_bytes(index, node)?);
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        self.has_nodes.store(true, Ordering::Relaxed);
        file.write_all(&record).and_then(|()| file.sync_data()).map_err(|e| Error::io(&self.path, &e))
    }

    /// Deletes it, once the grid itself is written.
    ///
    /// # Errors
    /// [`Error::Io`] if that cannot be done.
    pub fn remove(self) -> Result<()> {
        // What is deleted here is not deleted once more.
        self.has_nodes.store(true, Ordering::Relaxed);
        std::fs::remove_file(&self.path).map_err(|e| Error::io(&self.path, &e))
    }
}

impl Drop for ShapeGridJournal {
    fn drop(&mut self) {
        if !self.has_nodes.load(Ordering::Relaxed) {
            // The lock is held until the file is closed, so nobody else writes it. One that is gone already is no loss.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

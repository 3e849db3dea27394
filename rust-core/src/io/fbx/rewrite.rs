//! Writing a file's records again with some of them changed; all others keep their bytes.

use super::records::{HEADER_LENGTH, NodeId, Records};
use std::collections::HashMap;

/// A record that is not in the source.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct NewRecord {
    pub(super) name: &'static str,
    pub(super) attribute_count: u32,
    pub(super) attributes: Vec<u8>,
    pub(super) children: Vec<NewRecord>,
}

impl NewRecord {
    pub(super) fn new(name: &'static str) -> Self {
        Self { name, ..Self::default() }
    }

    fn push(mut self, code: u8, bytes: &[u8]) -> Self {
        self.attributes.push(code);
        self.attributes.extend_from_slice(bytes);
        self.attribute_count += 1;
        self
    }

    pub(super) fn int(self, value: i32) -> Self {
        self.push(b'I', &value.to_le_bytes())
    }

    pub(super) fn long(self, value: i64) -> Self {
        self.push(b'L', &value.to_le_bytes())
    }

    pub(super) fn double(self, value: f64) -> Self {
        self.push(b'D', &value.to_le_bytes())
    }

    pub(super) fn text(self, value: &[u8]) -> Self {
        let mut raw = (value.len() as u32).to_le_bytes().to_vec();
        raw.extend_from_slice(value);
        self.push(b'S', &raw)
    }

    /// One attribute with its type letter, already encoded.
    pub(super) fn raw(mut self, attribute: &[u8]) -> Self {
        self.attributes.extend_from_slice(attribute);
        self.attribute_count += 1;
        self
    }

    pub(super) fn child(mut self, child: NewRecord) -> Self {
        self.children.push(child);
        self
    }
}

/// What changes.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// New attribute bytes; their number stays.
    pub(super) attributes: HashMap<NodeId, Vec<u8>>,
    /// Records put after a record's children.
    pub(super) added: HashMap<NodeId, Vec<NewRecord>>,
}

impl Changes {
    pub(super) fn is_empty(&self) -> bool {
        self.attributes.is_empty() && self.added.is_empty()
    }

    pub(super) fn add(&mut self, parent: NodeId, child: NewRecord) {
        self.added.entry(parent).or_default().push(child);
    }
}

/// The file with these changes; without any, its own bytes. `None` if it grew beyond what 32-bit headers can say.
pub(super) fn rewrite(records: &Records<'_>, changes: &Changes) -> Option<Vec<u8>> {
    if changes.is_empty() {
        return Some(records.bytes().to_vec());
    }
    let mut writer =
        Writer { wide: records.is_wide(), out: Vec::with_capacity(records.bytes().len()), overflow: false };
    writer.out.extend_from_slice(&records.bytes()[..HEADER_LENGTH]);
    for node in records.top() {
        writer.copy(records, changes, node);
    }
    writer.empty();
    writer.footer(records.footer(), records.version());
    (!writer.overflow).then_some(writer.out)
}

struct Writer {
    wide: bool,
    out: Vec<u8>,
    overflow: bool,
}

impl Writer {
    /// Depth is limited by [`Records::parse`].
    fn copy(&mut self, records: &Records<'_>, changes: &Changes, node: NodeId) {
        let attributes = changes.attributes.get(&node).map_or(records.attribute_bytes(node), Vec::as_slice);
        let start = self.open(records.name(node), records.attribute_count(node), attributes);
        for child in records.children(node) {
            self.copy(records, changes, child);
        }
        let added = changes.added.get(&node).map_or(&[][..], Vec::as_slice);
        for child in added {
            self.create(child);
        }
        self.close(start, records.is_closed(node) || !added.is_empty());
    }

    fn create(&mut self, record: &NewRecord) {
        let start = self.open(record.name.as_bytes(), record.attribute_count as usize, &record.attributes);
        for child in &record.children {
            self.create(child);
        }
        self.close(start, !record.children.is_empty());
    }

    fn number(&mut self, value: usize) {
        if self.wide {
            self.out.extend_from_slice(&(value as u64).to_le_bytes());
        } else {
            self.overflow |= u32::try_from(value).is_err();
            self.out.extend_from_slice(&(value as u32).to_le_bytes());
        }
    }

    fn open(&mut self, name: &[u8], attribute_count: usize, attributes: &[u8]) -> usize {
        let start = self.out.len();
        self.number(0);
        self.number(attribute_count);
        self.number(attributes.len());
        self.out.push(name.len() as u8);
        self.out.extend_from_slice(name);
        self.out.extend_from_slice(attributes);
        start
    }

    fn close(&mut self, start: usize, with_empty: bool) {
        if with_empty {
            self.empty();
        }
        let end = self.out.len();
        if self.wide {
            self.out[start..start + 8].copy_from_slice(&(end as u64).to_le_bytes());
        } else {
            self.overflow |= u32::try_from(end).is_err();
            self.out[start..start + 4].copy_from_slice(&(end as u32).to_le_bytes());
        }
    }

    fn empty(&mut self) {
        let length = if self.wide { 25 } else { 13 };
        self.out.resize(self.out.len() + length, 0);
    }

    /// The footer's padding depends on where it starts: an id of 16 bytes, 1 to 16 zeros up to a multiple of 16,
    /// four zeros, the version, 120 zeros, 16 bytes of magic. Any other footer is kept as it is.
    fn footer(&mut self, footer: &[u8], version: u32) {
        const TAIL: usize = 4 + 4 + 120 + 16;
        let known = footer.len() >= 16 + TAIL && footer.len() <= 32 + TAIL && {
            let (padding, tail) = footer[16..].split_at(footer.len() - 16 - TAIL);
            padding.iter().all(|&b| b == 0) && tail[4..8] == version.to_le_bytes()
        };
        if !known {
            self.out.extend_from_slice(footer);
            return;
        }
        self.out.extend_from_slice(&footer[..16]);
        let padding = 16 - self.out.len() % 16;
        self.out.resize(self.out.len() + padding, 0);
        self.out.extend_from_slice(&footer[footer.len() - TAIL..]);
    }
}

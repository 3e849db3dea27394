//! [`Records`]: the node records of a binary FBX 7.x file, as an index over its unchanged bytes.
//!
//! fbxcel's tree is not used for reading. It refuses files with attribute types it does not know, and its content cannot be
//! written back without loss. This index keeps every byte, so an edit replaces single records and leaves the rest as it was
//! (see `rewrite.rs`).

use std::cell::Cell;

/// What is wrong with a file, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Malformed {
    pub(super) byte: u64,
    pub(super) text: String,
}

pub(super) type Checked<T> = std::result::Result<T, Malformed>;

pub(super) fn malformed<T>(byte: usize, text: impl Into<String>) -> Checked<T> {
    Err(Malformed { byte: byte as u64, text: text.into() })
}

pub(super) const MAGIC: &[u8; 23] = b"Kaydara FBX Binary  \0\x1a\0";
/// Magic and version.
pub(super) const HEADER_LENGTH: usize = 27;
/// Real files nest less than ten deep.
const MAX_DEPTH: usize = 64;

/// One record of a [`Records`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct NodeId(u32);

/// No record: ends sibling lists.
const NONE: u32 = u32::MAX;

/// Kept small: a hostile file is nothing but headers of thirteen bytes.
#[derive(Debug, Clone, Copy)]
struct Entry {
    offset: usize,
    first_child: u32,
    next: u32,
    /// Whether an empty record closes the list of children; some exporters also close an empty list.
    closed: bool,
}

/// The records of one file.
#[derive(Debug)]
pub(super) struct Records<'a> {
    bytes: &'a [u8],
    version: u32,
    entries: Vec<Entry>,
    /// The byte after the empty record that closes the file's list of records.
    footer_at: usize,
    /// Bytes that compressed arrays may still grow to.
    pub(super) unpack_left: Cell<u64>,
}

#[derive(Debug, Clone, Copy)]
struct Header {
    end: usize,
    attribute_count: usize,
    name_at: usize,
    attributes_at: usize,
    children_at: usize,
}

impl<'a> Records<'a> {
    /// Indexes the records; attributes are not looked at.
    ///
    /// # Errors
    /// A [`Malformed`] where a record does not fit into its parent or the file ends before its list of records does.
    pub(super) fn parse(bytes: &'a [u8]) -> Checked<Self> {
        if bytes.len() < HEADER_LENGTH {
            return malformed(bytes.len(), "the file ends inside its header");
        }
        let version = u32::from_le_bytes([bytes[23], bytes[24], bytes[25], bytes[26]]);
        let mut records = Self {
            bytes,
            version,
            entries: Vec::new(),
            footer_at: 0,
            unpack_left: Cell::new((64 << 20) + 100 * bytes.len() as u64),
        };
        let empty_length = records.header_length();
        // Open records: their index, their end, and their last child so far.
        let mut open: Vec<(u32, usize, u32)> = Vec::new();
        let mut last_top = NONE;
        let mut at = HEADER_LENGTH;
        loop {
            while let Some(&(_, end, _)) = open.last()
                && at == end
            {
                open.pop();
            }
            let limit = open.last().map_or(bytes.len(), |&(_, end, _)| end);
            if limit - at < empty_length {
                let text = if open.is_empty() {
                    "the file ends before its list of records does; it seems cut off"
                } else {
                    "a record's children do not fill it; the file is damaged"
                };
                return malformed(at, text);
            }
            if bytes[at..at + empty_length].iter().all(|&b| b == 0) {
                at += empty_length;
                match open.pop() {
                    None => break,
                    Some((index, end, _)) => {
                        records.entries[index as usize].closed = true;
                        if at != end {
                            return malformed(
                                at,
                                format!("a record closes its children before its end at {end}"),
                            );
                        }
                    }
                }
                continue;
            }
            let header = records.header(at, limit)?;
            if records.entries.len() >= NONE as usize {
                return malformed(at, "more than 4 billion records");
            }
            let index = records.entries.len() as u32;
            records.entries.push(Entry { offset: at, first_child: NONE, next: NONE, closed: false });
            let previous = open.last_mut().map_or(&mut last_top, |(_, _, last)| last);
            let first_of_parent = std::mem::replace(previous, index);
            if first_of_parent != NONE {
                records.entries[first_of_parent as usize].next = index;
            } else if let Some(&(parent, _, _)) = open.last() {
                records.entries[parent as usize].first_child = index;
            }
            if header.children_at == header.end {
                at = header.end;
            } else {
                if open.len() >= MAX_DEPTH {
                    return malformed(at, format!("records nest deeper than {MAX_DEPTH}"));
                }
                open.push((index, header.end, NONE));
                at = header.children_at;
            }
        }
        records.footer_at = at;
        Ok(records)
    }

    fn header(&self, at: usize, limit: usize) -> Checked<Header> {
        let name_at = at + self.header_length();
        let (end, attribute_count, attribute_bytes) = if self.is_wide() {
            let number = |i: usize| {
                let mut raw = [0; 8];
                raw.copy_from_slice(&self.bytes[at + 8 * i..at + 8 * i + 8]);
                usize::try_from(u64::from_le_bytes(raw)).unwrap_or(usize::MAX)
            };
            (number(0), number(1), number(2))
        } else {
            let number = |i: usize| {
                let mut raw = [0; 4];
                raw.copy_from_slice(&self.bytes[at + 4 * i..at + 4 * i + 4]);
                u32::from_le_bytes(raw) as usize
            };
            (number(0), number(1), number(2))
        };
        if end > limit {
            return malformed(
                at,
                format!("a record ends at {end}, beyond byte {limit} where its parent or the file ends"),
            );
        }
        let attributes_at = name_at + usize::from(self.bytes[name_at - 1]);
        let children_at = attributes_at.saturating_add(attribute_bytes);
        if attributes_at > end || children_at > end {
            return malformed(
                at,
                format!("a record's name and attributes do not fit before its end at {end}"),
            );
        }
        // Every attribute takes two bytes at least.
        if attribute_count > attribute_bytes / 2 {
            return malformed(
                at,
                format!("a record announces {attribute_count} attributes in {attribute_bytes} bytes"),
            );
        }
        Ok(Header { end, attribute_count, name_at, attributes_at, children_at })
    }

    /// The header of a record that [`Self::parse`] has checked.
    fn known_header(&self, node: NodeId) -> Header {
        let at = self.entries[node.0 as usize].offset;
        self.header(at, self.bytes.len()).unwrap_or(Header {
            end: at,
            attribute_count: 0,
            name_at: at,
            attributes_at: at,
            children_at: at,
        })
    }

    /// Whether record headers have 64-bit fields.
    pub(super) fn is_wide(&self) -> bool {
        self.version >= 7500
    }

    /// Length of a header with its name length; also of the empty record.
    pub(super) fn header_length(&self) -> usize {
        if self.is_wide() { 25 } else { 13 }
    }

    pub(super) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    pub(super) fn version(&self) -> u32 {
        self.version
    }

    pub(super) fn footer(&self) -> &'a [u8] {
        &self.bytes[self.footer_at..]
    }

    /// Records without a parent.
    pub(super) fn top(&self) -> Siblings<'_, 'a> {
        Siblings { records: self, next: if self.entries.is_empty() { NONE } else { 0 } }
    }

    pub(super) fn children(&self, node: NodeId) -> Siblings<'_, 'a> {
        Siblings { records: self, next: self.entries[node.0 as usize].first_child }
    }

    /// The first top record of that name.
    pub(super) fn section(&self, name: &str) -> Option<NodeId> {
        self.top().find(|&node| self.name(node) == name.as_bytes())
    }

    /// The first child of that name.
    pub(super) fn child(&self, node: NodeId, name: &str) -> Option<NodeId> {
        self.children(node).find(|&child| self.name(child) == name.as_bytes())
    }

    pub(super) fn name(&self, node: NodeId) -> &'a [u8] {
        let header = self.known_header(node);
        &self.bytes[header.name_at..header.attributes_at]
    }

    /// Where the record starts in the file.
    pub(super) fn offset(&self, node: NodeId) -> usize {
        self.entries[node.0 as usize].offset
    }

    pub(super) fn is_closed(&self, node: NodeId) -> bool {
        self.entries[node.0 as usize].closed
    }

    pub(super) fn attribute_count(&self, node: NodeId) -> usize {
        self.known_header(node).attribute_count
    }

    /// The attributes as they stand in the file.
    pub(super) fn attribute_bytes(&self, node: NodeId) -> &'a [u8] {
        let header = self.known_header(node);
        &self.bytes[header.attributes_at..header.children_at]
    }

    /// The attributes one by one; ends early at one of unknown type, whose length nobody can tell.
    pub(super) fn attributes(&self, node: NodeId) -> Attributes<'a> {
        let header = self.known_header(node);
        Attributes {
            bytes: &self.bytes[..header.children_at],
            at: header.attributes_at,
            left: header.attribute_count,
        }
    }

    /// The attribute at that place, if it is there and readable.
    pub(super) fn attribute(&self, node: NodeId, index: usize) -> Option<Attribute<'a>> {
        self.attributes(node).nth(index)
    }

    /// The only or first attribute of the child of that name.
    pub(super) fn child_attribute(&self, node: NodeId, name: &str) -> Option<Attribute<'a>> {
        self.attribute(self.child(node, name)?, 0)
    }
}

/// Walks records with one parent.
#[derive(Debug, Clone)]
pub(super) struct Siblings<'r, 'a> {
    records: &'r Records<'a>,
    next: u32,
}

impl Iterator for Siblings<'_, '_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let entry = self.records.entries.get(self.next as usize)?;
        let node = NodeId(self.next);
        self.next = entry.next;
        Some(node)
    }
}

/// One attribute.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Attribute<'a> {
    Integer(i64),
    Number(f64),
    /// Text (in any encoding) or binary.
    Bytes(&'a [u8]),
    Array(PackedArray<'a>),
}

/// An array attribute as it stands in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PackedArray<'a> {
    /// Type letter.
    pub(super) code: u8,
    pub(super) count: u32,
    /// 0 plain, 1 zlib.
    pub(super) encoding: u32,
    pub(super) data: &'a [u8],
    /// Where the attribute starts in the file.
    pub(super) at: usize,
}

impl<'a> Attribute<'a> {
    pub(super) fn integer(self) -> Option<i64> {
        match self {
            Attribute::Integer(v) => Some(v),
            // Exporters write some integers as doubles.
            Attribute::Number(v) if v.is_finite() => Some(v as i64),
            _ => None,
        }
    }

    pub(super) fn number(self) -> Option<f64> {
        match self {
            Attribute::Integer(v) => Some(v as f64),
            Attribute::Number(v) => Some(v),
            _ => None,
        }
    }

    pub(super) fn text(self) -> Option<&'a [u8]> {
        match self {
            Attribute::Bytes(v) => Some(v),
            _ => None,
        }
    }
}

/// Walks the attributes of one record.
#[derive(Debug, Clone)]
pub(super) struct Attributes<'a> {
    bytes: &'a [u8],
    at: usize,
    left: usize,
}

impl<'a> Attributes<'a> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let raw = self.bytes.get(self.at..self.at.checked_add(N)?)?;
        self.at += N;
        raw.try_into().ok()
    }

    fn take_slice(&mut self, length: usize) -> Option<&'a [u8]> {
        let raw = self.bytes.get(self.at..self.at.checked_add(length)?)?;
        self.at += length;
        Some(raw)
    }

    fn read(&mut self) -> Option<Attribute<'a>> {
        let start = self.at;
        let [code] = self.take()?;
        Some(match code {
            b'C' | b'B' | b'Z' => Attribute::Integer(i64::from(self.take::<1>()?[0])),
            b'Y' => Attribute::Integer(i64::from(i16::from_le_bytes(self.take()?))),
            b'I' => Attribute::Integer(i64::from(i32::from_le_bytes(self.take()?))),
            b'L' => Attribute::Integer(i64::from_le_bytes(self.take()?)),
            b'F' => Attribute::Number(f64::from(f32::from_le_bytes(self.take()?))),
            b'D' => Attribute::Number(f64::from_le_bytes(self.take()?)),
            b'S' | b'R' => {
                let length = u32::from_le_bytes(self.take()?) as usize;
                Attribute::Bytes(self.take_slice(length)?)
            }
            b'f' | b'd' | b'l' | b'i' | b'b' | b'c' => {
                let count = u32::from_le_bytes(self.take()?);
                let encoding = u32::from_le_bytes(self.take()?);
                let length = u32::from_le_bytes(self.take()?) as usize;
                let data = self.take_slice(length)?;
                Attribute::Array(PackedArray { code, count, encoding, data, at: start })
            }
            _ => return None,
        })
    }
}

impl<'a> Iterator for Attributes<'a> {
    type Item = Attribute<'a>;

    fn next(&mut self) -> Option<Attribute<'a>> {
        self.left = self.left.checked_sub(1)?;
        let value = self.read();
        if value.is_none() {
            self.left = 0;
        }
        value
    }
}

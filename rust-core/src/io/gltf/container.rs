//! The GLB container: a header, a JSON chunk, a binary chunk and possibly others that are kept as they are.

use crate::error::{Error, Place, Result};
use std::ops::Range;
use std::path::Path;

const MAGIC: &[u8] = b"glTF";
const JSON: u32 = 0x4E4F_534A;
const BIN: u32 = 0x004E_4942;

/// Where the parts of a file lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Container {
    /// Whether the file is binary; a text file is all JSON.
    pub is_binary: bool,
    /// The JSON text.
    pub json: Range<usize>,
    /// The content of the binary chunk.
    pub bin: Option<Range<usize>>,
    /// Whole chunks, headers included, behind those two.
    pub rest: Range<usize>,
}

impl Container {
    /// Finds the parts of a GLB or text file.
    pub(super) fn new(path: &Path, bytes: &[u8]) -> Result<Self> {
        if !bytes.starts_with(MAGIC) {
            // A byte order mark is not JSON, but some editors write one.
            let start = if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
            return Ok(Self {
                is_binary: false,
                json: start..bytes.len(),
                bin: None,
                rest: bytes.len()..bytes.len(),
            });
        }
        let fail = |at: usize, text: String| Err(Error::format(path, Place::Byte(at as u64), text));
        let word = |at: usize| {
            bytes.get(at..at + 4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).ok_or_else(|| {
                Error::format(path, Place::Byte(bytes.len() as u64), "the file ends inside a GLB header")
            })
        };
        let version = word(4)?;
        if version != 2 {
            return Err(Error::Unsupported {
                path: path.to_owned(),
                text: format!("GLB version {version} is not supported; export as glTF 2.0"),
            });
        }
        let length = word(8)? as usize;
        if length > bytes.len() {
            return fail(
                8,
                format!("the header says {length} bytes, but the file has {}: it is cut off", bytes.len()),
            );
        }
        let chunk = |at: usize| -> Result<Option<(u32, Range<usize>)>> {
            if at >= length {
                return Ok(None);
            }
            let (size, kind) = (word(at)? as usize, word(at + 4)?);
            match (at + 8).checked_add(size).filter(|&end| end <= length) {
                Some(end) => Ok(Some((kind, at + 8..end))),
                None => Err(Error::format(
                    path,
                    Place::Byte(at as u64),
                    format!("a chunk of {size} bytes does not fit into the {length} of the file"),
                )),
            }
        };
        let json = match chunk(12)? {
            Some((JSON, range)) => range,
            Some((kind, _)) => return fail(16, format!("the first chunk is {kind:#010x}, not JSON")),
            None => return fail(12, "there is no JSON chunk".into()),
        };
        let (bin, rest) = match chunk(json.end)? {
            Some((BIN, range)) => (Some(range.clone()), range.end),
            _ => (None, json.end),
        };
        let mut at = rest;
        while let Some((_, range)) = chunk(at)? {
            at = range.end;
        }
        Ok(Self { is_binary: true, json, bin, rest: rest..length })
    }
}

/// Puts a GLB together; `rest` are whole chunks. `None` where it would pass the 4 GiB of the format.
pub(super) fn assemble(json: &[u8], bin: Option<&[u8]>, rest: &[u8]) -> Option<Vec<u8>> {
    let padded = |length: usize| length.next_multiple_of(4);
    let total = 12 + 8 + padded(json.len()) + bin.map_or(0, |bin| 8 + padded(bin.len())) + rest.len();
    let mut out = Vec::with_capacity(total);
    out.extend_from_slice(MAGIC);
    out.extend_from_slice(&2u32.to_le_bytes());
    out.extend_from_slice(&u32::try_from(total).ok()?.to_le_bytes());
    let mut chunk = |kind: u32, content: &[u8], filler: u8| {
        // Checked with the total above.
        out.extend_from_slice(&(padded(content.len()) as u32).to_le_bytes());
        out.extend_from_slice(&kind.to_le_bytes());
        out.extend_from_slice(content);
        out.resize(out.len().next_multiple_of(4), filler);
    };
    chunk(JSON, json, b' ');
    if let Some(bin) = bin {
        chunk(BIN, bin, 0);
    }
    out.extend_from_slice(rest);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_survive_a_round_trip() {
        let rest = [3u32.to_le_bytes(), *b"XTRA", [1, 2, 3, 0]].concat();
        let glb = assemble(b"{}", Some(&[1, 2, 3, 4, 5]), &rest[..11]).unwrap();
        let container = Container::new(Path::new("x.glb"), &glb).unwrap();
        assert_eq!(&glb[container.json], b"{}  ");
        assert_eq!(&glb[container.bin.unwrap()], &[1, 2, 3, 4, 5, 0, 0, 0]);
        assert_eq!(&glb[container.rest], &rest[..11]);
    }

    #[test]
    fn broken_containers_are_refused_with_their_place() {
        let glb = assemble(b"{}", Some(&[0; 8]), &[]).unwrap();
        for end in 4..glb.len() {
            let error = Container::new(Path::new("x.glb"), &glb[..end]).unwrap_err().to_string();
            assert!(error.contains("byte") && error.contains("x.glb"), "{end}: {error}");
        }
        let broken = |at: usize, value: u32| {
            let mut glb = glb.clone();
            glb[at..at + 4].copy_from_slice(&value.to_le_bytes());
            Container::new(Path::new("x.glb"), &glb).unwrap_err().to_string()
        };
        assert!(broken(4, 1).contains("version 1"));
        assert!(broken(12, u32::MAX).contains("does not fit"));
        assert!(broken(16, BIN).contains("not JSON"));
        assert!(broken(24, 9).contains("does not fit"));
    }
}

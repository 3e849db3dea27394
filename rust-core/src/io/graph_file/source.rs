//! [`Source`]: a graph file read piece by piece, each checked and decoded while the next one is read.

use super::bytes::Bytes;
use super::{ENTRY, HEAD, MAGIC, NAMES, VERSION};
use crate::error::{Error, Place, Result};
use rayon::prelude::*;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

/// So many bytes are read at a time. They are still in the processor's cache when they are decoded; memory for a whole file
/// is fresh memory, which costs more time than reading it.
pub(super) const PIECE: usize = 1 << 20;

/// Where a section lies, and its checksum.
#[derive(Clone, Copy)]
pub(super) struct Section<'a> {
    pub(super) path: &'a Path,
    pub(super) name: &'static str,
    pub(super) at: u64,
    pub(super) length: usize,
    sum: u32,
}

impl<'a> Section<'a> {
    pub(super) fn broken(&self, text: &str) -> Error {
        Error::format(self.path, Place::Byte(self.at), format!("section '{}' {text}", self.name))
    }

    /// These bytes of it, the first ones.
    pub(super) fn bytes<'b>(&self, content: &'b [u8]) -> Bytes<'b>
    where
        'a: 'b,
    {
        Bytes { path: self.path, name: self.name, at: self.at, left: content }
    }
}

/// What a graph is read from.
pub(super) trait Reader: Read + Seek + Send {}

impl<R: Read + Seek + Send> Reader for R {}

/// A file that is being read; nothing of it is kept but two pieces.
pub(super) struct Source<'a, R> {
    path: &'a Path,
    reader: R,
    piece: Vec<u8>,
    next: Vec<u8>,
}

impl<'a, R: Reader> Source<'a, R> {
    /// Checks the head of a file of `length` bytes and finds its sections.
    pub(super) fn open(
        path: &'a Path,
        mut reader: R,
        length: u64,
    ) -> Result<(Self, [Section<'a>; NAMES.len()])> {
        let broken = |at: u64, text: &str| Error::format(path, Place::Byte(at), text);
        let end = HEAD + ENTRY * NAMES.len();
        let mut bytes = Vec::new();
        reader.by_ref().take(end as u64 + 4).read_to_end(&mut bytes).map_err(|e| Error::io(path, &e))?;
        if !bytes.starts_with(MAGIC) {
            return Err(broken(0, "is not a motion graph file (.sfgraph)"));
        }
        let mut head = Bytes { path, name: "head", at: 8, left: &bytes[8..] };
        let version = head.u32()?;
        if version != VERSION {
            return Err(Error::Unsupported {
                path: path.to_owned(),
                text: format!(
                    "has version {version}, but this program reads version {VERSION}; build the graph again"
                ),
            });
        }
        if head.u32()? as usize != NAMES.len() {
            return Err(broken(12, "has another number of sections; the file is damaged"));
        }
        let mut table = head;
        head.part(1, end - HEAD)?;
        if head.u32()? != crc32fast::hash(&bytes[..end]) {
            return Err(broken(end as u64, "the header is damaged (checksum differs)"));
        }
        let mut out = NAMES.map(|name| Section { path, name, at: 0, length: 0, sum: 0 });
        for (i, section) in out.iter_mut().enumerate() {
            let id = table.u32()?;
            section.sum = table.u32()?;
            let (at, size) = (table.u64()?, table.u64()?);
            let is_inside = id as usize == i && at.checked_add(size).is_some_and(|end| end <= length);
            let Some(size) = usize::try_from(size).ok().filter(|_| is_inside) else {
                let text = format!("section '{}' is cut off; the file is damaged", section.name);
                return Err(broken(length, &text));
            };
            (section.at, section.length) = (at, size);
        }
        Ok((Self { path, reader, piece: Vec::new(), next: Vec::new() }, out))
    }

    /// All bytes of a section.
    pub(super) fn whole(&mut self, section: &Section<'_>) -> Result<Vec<u8>> {
        let mut out = Vec::with_capacity(section.length);
        self.pieces(section, std::iter::empty(), |piece| out.extend_from_slice(piece))?;
        Ok(out)
    }

    /// A section of records of `N` bytes: in parallel, each straight into its place.
    pub(super) fn records<const N: usize, T: Send>(
        &mut self,
        section: &Section<'_>,
        read: impl Fn(&[u8; N]) -> T + Sync,
    ) -> Result<Vec<T>> {
        /// So many at least are worth another thread.
        const PART: usize = 1 << 12;
        if !section.length.is_multiple_of(N) {
            return Err(section.broken("ends within a record"));
        }
        let mut out = Vec::with_capacity(section.length / N);
        let lengths = std::iter::repeat(PIECE / N * N);
        self.pieces(section, lengths, |piece| {
            out.par_extend(piece.as_chunks::<N>().0.par_iter().with_min_len(PART).map(&read));
        })?;
        Ok(out)
    }

    /// Reads a section in pieces of these lengths, at most to its end; what then is left of it goes in pieces of [`PIECE`].
    ///
    /// What `take` made of the pieces is to be used only if this succeeds: the checksum is known at the end.
    pub(super) fn pieces(
        &mut self,
        section: &Section<'_>,
        lengths: impl Iterator<Item = usize>,
        mut take: impl FnMut(&[u8]) + Send,
    ) -> Result<()> {
        let mut left = section.length;
        let mut lengths = lengths.chain(std::iter::repeat(PIECE)).map_while(|length| {
            let length = length.min(left);
            left -= length;
            (length > 0).then_some(length)
        });
        let Self { path, reader, piece, next } = self;
        reader.seek(SeekFrom::Start(section.at)).map_err(|e| Error::io(path, &e))?;
        let mut fill = |buffer: &mut Vec<u8>, length: Option<usize>| {
            buffer.resize(length.unwrap_or(0), 0);
            reader.read_exact(buffer).map_err(|error| match error.kind() {
                // Another program shortened the file meanwhile.
                ErrorKind::UnexpectedEof => section.broken("is cut off; the file is damaged"),
                _ => Error::io(path, &error),
            })
        };
        let mut sum = crc32fast::Hasher::new();
        fill(piece, lengths.next())?;
        while !piece.is_empty() {
            let length = lengths.next();
            let (filled, _) =
                rayon::join(|| fill(next, length), || rayon::join(|| take(piece), || sum.update(piece)));
            filled?;
            std::mem::swap(piece, next);
        }
        if sum.finalize() != section.sum {
            return Err(section.broken("is damaged (checksum differs)"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::graph_file::decode::decode;
    use crate::io::{encode_graph, read_graph};
    use crate::ops::{GraphClip, Progress, build_motion_graph};
    use crate::sample::{BipedOptions, WalkOptions, biped_skeleton, walk};
    use std::io::Cursor;

    /// A graph file of several pieces.
    fn file() -> Vec<u8> {
        let skeleton = biped_skeleton(&BipedOptions::default()).unwrap();
        let walk = walk(&skeleton, &WalkOptions { seconds: 60.0, ..Default::default() }).unwrap();
        let clips = [GraphClip {
            skeleton: &skeleton,
            clip: &walk.clip,
            plants: &walk.plants,
            labels: None,
            group: 0,
        }];
        encode_graph(&build_motion_graph(&clips, &Default::default(), &Progress::none()).unwrap().graph)
            .unwrap()
    }

    #[test]
    fn a_file_that_is_shortened_while_it_is_read_is_refused() {
        let (bytes, path) = (file(), Path::new("g.sfgraph"));
        assert!(bytes.len() > 2 * PIECE, "{}", bytes.len());
        assert!(decode(path, Cursor::new(&bytes), bytes.len() as u64).is_ok());
        for end in [300, bytes.len() / 2, bytes.len() - 8] {
            let error = decode(path, Cursor::new(&bytes[..end]), bytes.len() as u64).unwrap_err().to_string();
            assert!(error.contains("g.sfgraph") && error.contains("is cut off"), "{end}: {error}");
        }
    }

    #[test]
    fn pieces_end_where_they_are_asked_to_and_cover_the_section() {
        let bytes: Vec<u8> = (0..2 * PIECE + 99).map(|i| (i * 7 / 3) as u8).collect();
        let mut section = Section {
            path: Path::new("g"),
            name: "edges",
            at: 5,
            length: bytes.len() - 7,
            sum: crc32fast::hash(&bytes[5..bytes.len() - 2]),
        };
        let mut source =
            Source { path: section.path, reader: Cursor::new(&bytes), piece: Vec::new(), next: Vec::new() };
        let (mut lengths, mut all) = (Vec::new(), Vec::new());
        let asked = [16, PIECE + 3];
        let read = source.pieces(&section, asked.into_iter(), |piece| {
            lengths.push(piece.len());
            all.extend_from_slice(piece);
        });
        read.unwrap();
        assert_eq!(lengths, [16, PIECE + 3, PIECE, 73]);
        assert_eq!(all, bytes[5..bytes.len() - 2]);
        assert_eq!(source.whole(&section).unwrap(), all);
        section.sum ^= 1;
        assert!(source.whole(&section).unwrap_err().to_string().contains("'edges' is damaged"));
    }

    #[test]
    fn what_is_no_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |path: &Path| read_graph(path).unwrap_err().to_string();
        assert!(refused(folder.path()).contains("is not a regular file"));
        assert!(refused(&folder.path().join("gone.sfgraph")).contains("gone.sfgraph"));
        let path = folder.path().join("g.sfgraph");
        std::fs::write(&path, b"").unwrap();
        assert!(refused(&path).contains("is not a motion graph file"));
        let bytes = file();
        std::fs::write(&path, &bytes).unwrap();
        assert_eq!(encode_graph(&read_graph(&path).unwrap()).unwrap(), bytes);
    }
}

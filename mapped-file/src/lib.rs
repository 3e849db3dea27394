//! [`MappedFile`]: a file's bytes through a memory map. A crate of its own for one unsafe line, so that the library can
//! forbid them.

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::path::Path;

/// The bytes of a file, read from the disk as they are looked at.
///
/// Keep it only as long as a call takes, and copy out what stays. The bytes are those of the file: if another program
/// shortens it in place meanwhile, reading what is gone ends this one. Files that are replaced as a whole, as this library
/// does, keep their old bytes until the map is dropped.
#[derive(Debug)]
pub struct MappedFile(memmap2::Mmap);

impl MappedFile {
    /// Maps a whole file for reading.
    ///
    /// # Errors
    /// What opening or mapping gives: it does not exist, may not be read, or is no regular file.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "is not a regular file"));
        }
        // SAFETY: the map is private and read-only, and nothing here writes to it. That no one shortens the file in place
        // meanwhile cannot be known; the type's documentation says what happens then, and asks to keep maps for short.
        unsafe { memmap2::Mmap::map(&file) }.map(Self)
    }
}

impl Deref for MappedFile {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_those_of_the_file() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("a");
        assert_eq!(MappedFile::open(&path).map(|_| ()).map_err(|e| e.kind()), Err(io::ErrorKind::NotFound));
        assert!(MappedFile::open(folder.path()).is_err());
        std::fs::write(&path, b"")?;
        assert_eq!(&MappedFile::open(&path)?[..], b"");
        let bytes: Vec<u8> = (0..100_000u32).map(|i| (i * 7) as u8).collect();
        std::fs::write(&path, &bytes)?;
        assert_eq!(&MappedFile::open(&path)?[..], bytes);
        Ok(())
    }
}

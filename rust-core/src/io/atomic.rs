//! [`write_bytes`] and [`PendingFile`]: a file is written completely or not at all.

use crate::error::{Error, Result};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Links followed before a chain of them is taken for a circle, as on Linux.
const MAX_LINKS: usize = 40;

/// Writes `bytes` to a temporary file beside `path` and renames it into place, so that a failure or a crash leaves
/// an existing file as it was and never half a file. An existing file's permissions are kept; a symbolic link stays,
/// and the file it names is written.
///
/// ```
/// use surefoot::io::write_bytes;
///
/// # let folder = tempfile::tempdir()?;
/// let path = folder.path().join("plants.json");
/// write_bytes(&path, b"first")?;
/// write_bytes(&path, b"second")?;
/// assert_eq!(std::fs::read(&path)?, b"second");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Io`] with the path and the reason: the folder does not exist or cannot be written, the path is a
/// directory, pipe or device.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut file = PendingFile::new(path)?;
    file.write(bytes)?;
    file.finish()
}

/// A file that is written piece by piece under a temporary name, and renamed into place when it is whole. Dropped before
/// [`Self::finish`], it leaves nothing behind. Links and permissions are kept as by [`write_bytes`].
///
/// ```
/// use surefoot::io::PendingFile;
///
/// # let folder = tempfile::tempdir()?;
/// let path = folder.path().join("hero.pc2");
/// let mut file = PendingFile::new(&path)?;
/// file.write(b"first, ")?;
/// file.write(b"second")?;
/// assert!(!path.exists());
/// file.finish()?;
/// assert_eq!(std::fs::read(&path)?, b"first, second");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PendingFile {
    path: PathBuf,
    target: PathBuf,
    file: BufWriter<NamedTempFile>,
}

impl PendingFile {
    /// Starts the file.
    ///
    /// # Errors
    /// As [`write_bytes`].
    pub fn new(path: &Path) -> Result<Self> {
        let fail = |text: String| Error::Io { path: path.to_owned(), text };
        let target = follow_links(path)?;
        let existing = std::fs::metadata(&target).ok();
        match &existing {
            Some(existing) if existing.is_dir() => {
                return Err(fail("is a directory; name a file in it".into()));
            }
            Some(existing) if !existing.is_file() => {
                return Err(fail("is a pipe, socket or device, not a file; name a regular file".into()));
            }
            _ => {}
        }
        let folder = folder_of(&target);
        match std::fs::metadata(folder) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(fail(format!("the folder {} does not exist; make it first", folder.display())));
            }
            Ok(found) if !found.is_dir() => {
                return Err(fail(format!("{} is a file, not a folder", folder.display())));
            }
            _ => {}
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(".surefoot-").suffix(".tmp");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // Temporary files are private by default; the result is an ordinary file (the umask still applies).
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        let cannot = |error: &std::io::Error| cannot(path, &target, error);
        let file = builder.tempfile_in(folder).map_err(|e| cannot(&e))?;
        if let Some(existing) = existing {
            file.as_file().set_permissions(existing.permissions()).map_err(|e| cannot(&e))?;
        }
        let path = path.to_owned();
        Ok(Self { path, target, file: BufWriter::new(file) })
    }

    /// The temporary name, for those who must clean up when the program is ended from outside.
    pub fn temporary(&self) -> &Path {
        self.file.get_ref().path()
    }

    /// Adds to the file.
    ///
    /// # Errors
    /// [`Error::Io`]: the disk is full, or the folder is gone.
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.file.write_all(bytes).map_err(|e| self.cannot(&e))
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// As [`Self::write`].
    pub fn finish(mut self) -> Result<()> {
        self.file.flush().map_err(|e| self.cannot(&e))?;
        self.file.get_ref().as_file().sync_data().map_err(|e| self.cannot(&e))?;
        let Self { path, target, file } = self;
        let file = file.into_inner().map_err(|e| cannot(&path, &target, e.error()))?;
        file.persist(&target).map_err(|e| cannot(&path, &target, &e.error))?;
        Ok(())
    }

    fn cannot(&self, error: &std::io::Error) -> Error {
        cannot(&self.path, &self.target, error)
    }
}

/// The folder that a file is in.
fn folder_of(target: &Path) -> &Path {
    target.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn cannot(path: &Path, target: &Path, error: &std::io::Error) -> Error {
    let text = format!("cannot write into the folder {}: {}", folder_of(target).display(), plain_text(error));
    Error::Io { path: path.to_owned(), text }
}

/// The file that `path` names once symbolic links are followed, whether it exists or not.
fn follow_links(path: &Path) -> Result<PathBuf> {
    let mut at = path.to_owned();
    for _ in 0..MAX_LINKS {
        let is_link = std::fs::symlink_metadata(&at).is_ok_and(|found| found.is_symlink());
        if !is_link {
            return Ok(at);
        }
        let target = std::fs::read_link(&at).map_err(|e| Error::io(path, &e))?;
        at = at.parent().map_or(target.clone(), |folder| folder.join(&target));
    }
    Err(Error::Io { path: path.to_owned(), text: "is part of a loop of symbolic links".into() })
}

/// What the system said, without the name of the temporary file, of which the user knows nothing.
fn plain_text(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split_once(" at path ").map_or(text.as_str(), |(before, _)| before).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_whole_and_leaves_no_temporary() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.bin");
        write_bytes(&path, b"one").unwrap();
        write_bytes(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_missing_folder_and_a_directory_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let error = write_bytes(&folder.path().join("no/out.bin"), b"x").unwrap_err();
        let text = error.to_string();
        assert!(text.contains("out.bin") && text.contains("no does not exist"), "{error}");
        assert!(!text.contains(".surefoot-"), "{error}");
        let error = write_bytes(folder.path(), b"x").unwrap_err();
        assert!(error.to_string().contains("is a directory"), "{error}");
        std::fs::write(folder.path().join("file"), b"x").unwrap();
        let error = write_bytes(&folder.path().join("file/out.bin"), b"x").unwrap_err().to_string();
        assert!(error.contains("not a folder") || error.contains("cannot write"), "{error}");
        assert!(!error.contains(".surefoot-"), "{error}");
    }

    #[test]
    fn the_name_of_the_temporary_file_is_not_told() {
        let folder = tempfile::tempdir().unwrap();
        let error = tempfile::Builder::new().tempfile_in(folder.path().join("gone")).unwrap_err();
        assert!(error.to_string().contains("gone"), "{error}");
        assert!(!plain_text(&error).contains("gone"), "{}", plain_text(&error));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_its_target_is_written() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("deep")).unwrap();
        std::fs::write(at("deep/target.bin"), b"old").unwrap();
        symlink("deep/target.bin", at("link")).unwrap();
        symlink("link", at("link to link")).unwrap();
        write_bytes(&at("link to link"), b"new").unwrap();
        assert_eq!(std::fs::read(at("deep/target.bin")).unwrap(), b"new");
        assert!(std::fs::symlink_metadata(at("link")).unwrap().is_symlink());
        // A link to a file that is not there yet makes that file.
        symlink("deep/coming.bin", at("dangling")).unwrap();
        write_bytes(&at("dangling"), b"made").unwrap();
        assert_eq!(std::fs::read(at("deep/coming.bin")).unwrap(), b"made");
        symlink("b", at("a")).unwrap();
        symlink("a", at("b")).unwrap();
        let error = write_bytes(&at("a"), b"x").unwrap_err().to_string();
        assert!(error.contains("loop of symbolic links"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_or_socket_is_refused() {
        let error = write_bytes(Path::new("/dev/null"), b"x").unwrap_err().to_string();
        assert!(error.contains("not a file"), "{error}");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("socket");
        let _socket = std::os::unix::net::UnixListener::bind(&path).unwrap();
        assert!(write_bytes(&path, b"x").unwrap_err().to_string().contains("not a file"));
        assert!(!std::fs::metadata(&path).unwrap().is_file());
    }
}

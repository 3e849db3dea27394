//! [`write_bytes`]: the whole file or nothing.

use crate::error::{Error, Result};
use std::io::Write;
use std::path::Path;

/// Writes `bytes` to a temporary file beside `path` and renames it into place, so that a failure or a crash leaves
/// an existing file as it was and never half a file. An existing file's permissions are kept.
///
/// # Errors
/// [`Error::Io`] with the path and what the system said.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<()> {
    let fail = |error: &std::io::Error| Error::io(path, error);
    if path.is_dir() {
        return Err(Error::Io { path: path.to_owned(), text: "is a directory; name a file in it".into() });
    }
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".surefoot-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Temporary files are private by default; the result is an ordinary file (the umask still applies).
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder).map_err(|e| fail(&e))?;
    if let Ok(existing) = std::fs::metadata(path) {
        file.as_file().set_permissions(existing.permissions()).map_err(|e| fail(&e))?;
    }
    file.write_all(bytes).map_err(|e| fail(&e))?;
    file.as_file().sync_data().map_err(|e| fail(&e))?;
    file.persist(path).map_err(|e| fail(&e.error))?;
    Ok(())
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
        assert!(error.to_string().contains("out.bin"), "{error}");
        let error = write_bytes(folder.path(), b"x").unwrap_err();
        assert!(error.to_string().contains("is a directory"), "{error}");
    }
}

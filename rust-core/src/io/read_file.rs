//! Reading whole files, with errors that say what to do.

use crate::error::{Error, Result};
use std::io::ErrorKind;
use std::path::Path;

/// All bytes of a file.
///
/// # Errors
/// [`Error::Io`] that names the path and why: it does not exist, is a directory, may not be read.
pub(super) fn read_file(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).map_err(|error| {
        let text = match error.kind() {
            ErrorKind::NotFound => "there is no such file".into(),
            ErrorKind::PermissionDenied => "no permission to read it".into(),
            // Not every system tells a directory by the kind of error.
            _ if path.is_dir() => "is a directory; name a file in it".into(),
            _ => format!("cannot be read: {error}"),
        };
        Error::Io { path: path.to_owned(), text }
    })
}

/// As [`read_file`], for text.
///
/// # Errors
/// As [`read_file`], and where the content is not UTF-8.
pub(super) fn read_text(path: &Path) -> Result<String> {
    String::from_utf8(read_file(path)?).map_err(|error| {
        let byte = error.utf8_error().valid_up_to() as u64;
        Error::format(path, crate::Place::Byte(byte), "is not UTF-8 text")
    })
}

#[cfg(test)]
mod tests {
    use crate::io::{ReadOptions, read, read_ground, read_plants};
    use std::path::Path;

    fn refused(path: &Path) -> String {
        read(path, &ReadOptions::default()).unwrap_err().to_string()
    }

    #[test]
    fn what_cannot_be_read_is_named_with_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let text = refused(&folder.path().join("gone.bvh"));
        assert!(text.contains("gone.bvh: there is no such file"), "{text}");
        assert!(refused(folder.path()).contains("is a directory; name a file in it"));
        let path = folder.path().join("empty.bvh");
        std::fs::write(&path, b"").unwrap();
        assert!(refused(&path).contains("the file is empty"));
        std::fs::write(&path, [0xff, 0xfe, b'x']).unwrap();
        assert!(read_ground(&path).unwrap_err().to_string().contains("byte 0: is not UTF-8"));
        assert!(read_plants(folder.path(), 1).unwrap_err().to_string().contains("is a directory"));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_without_permission_is_named() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret.bvh");
        std::fs::write(&path, b"HIERARCHY").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).unwrap();
        if std::fs::File::open(&path).is_ok() {
            eprintln!("skipped: this user may read every file (root)");
            return;
        }
        let text = refused(&path);
        assert!(text.contains("secret.bvh: no permission to read it"), "{text}");
    }
}

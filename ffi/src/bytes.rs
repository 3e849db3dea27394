//! `surefoot_bytes`: the content of a file in memory, which the caller frees.

use crate::*;

/// Bytes made by the library: the content of a file.
pub struct surefoot_bytes {
    bytes: Vec<u8>,
}

impl surefoot_bytes {
    pub(crate) fn new(bytes: Vec<u8>) -> Self {
        Self { bytes }
    }
}

/// Gives the bytes and their number, valid until they are freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_bytes_get(
    bytes: *const surefoot_bytes, out_data: *mut *const u8, out_count: *mut usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let bytes = input(bytes, "bytes")?;
        let data = Out::required(out_data, "out_data")?;
        let count = Out::required(out_count, "out_count")?;
        data.put(bytes.bytes.as_ptr());
        count.put(bytes.bytes.len());
        Ok(())
    })
}

/// Writes bytes as a file in one step: it is complete or not there.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_bytes_write(
    file: *const c_char, bytes: *const surefoot_bytes, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let file = path(file, "file")?;
        let bytes = input(bytes, "bytes")?;
        surefoot::io::write_bytes(&file, &bytes.bytes)?;
        Ok(())
    })
}

/// Frees bytes. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_bytes_free(bytes: *mut surefoot_bytes) {
    free(bytes);
}

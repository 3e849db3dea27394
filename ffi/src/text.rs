//! `surefoot_text`: a text that the caller frees.

use crate::*;
use std::ffi::CString;

/// A text made by the library.
pub struct surefoot_text {
    text: CString,
}

impl surefoot_text {
    pub(crate) fn new(text: &str) -> Self {
        Self { text: c_text(text) }
    }
}

/// Gives the text's characters, UTF-8 with a zero at the end, valid until the text is freed. `out_length`, which may be
/// NULL, gets the number of bytes before the zero.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_text_get(
    text: *const surefoot_text, out_characters: *mut *const c_char, out_length: *mut usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let text = input(text, "text")?;
        give(out_characters, "out_characters", text.text.as_ptr())?;
        Out::optional(out_length).put(text.text.count_bytes());
        Ok(())
    })
}

/// Frees a text. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_text_free(text: *mut surefoot_text) {
    free(text);
}

/// Writes a text as a file in one step: it is complete or not there.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_text_write(
    file: *const c_char, text: *const surefoot_text, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let file = path(file, "file")?;
        let text = input(text, "text")?;
        surefoot::io::write_bytes(&file, text.text.as_bytes())?;
        Ok(())
    })
}

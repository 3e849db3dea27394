//! `surefoot_warnings`: what a user should know although the work could be done.

use crate::guard::{Out, c_text, free, guard, input};
use crate::status::{surefoot_error, surefoot_status};
use std::ffi::{CString, c_char};
use surefoot::Note;

/// One warning.
#[repr(C)]
pub struct surefoot_warning {
    /// Fixed word for scripts, such as "unit-estimated"; docs/warnings.md lists them.
    pub code: *const c_char,
    /// A sentence for people.
    pub text: *const c_char,
}

/// A list of warnings.
pub struct surefoot_warnings {
    items: Vec<surefoot_warning>,
    _texts: Vec<[CString; 2]>,
}

impl surefoot_warnings {
    pub(crate) fn new(warnings: &[Note]) -> Self {
        let texts: Vec<_> = warnings.iter().map(|w| [c_text(w.code), c_text(&w.text)]).collect();
        let items =
            texts.iter().map(|[code, text]| surefoot_warning { code: code.as_ptr(), text: text.as_ptr() });
        Self { items: items.collect(), _texts: texts }
    }

    pub(crate) fn items(&self) -> &[surefoot_warning] {
        &self.items
    }
}

/// Gives the warnings and their number, valid until the list is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_warnings_get(
    warnings: *const surefoot_warnings,
    out_items: *mut *const surefoot_warning,
    out_count: *mut usize,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let warnings = input(warnings, "warnings")?;
        let items = Out::required(out_items, "out_items")?;
        let count = Out::required(out_count, "out_count")?;
        items.put(warnings.items.as_ptr());
        count.put(warnings.items.len());
        Ok(())
    })
}

/// Frees a list of warnings. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_warnings_free(warnings: *mut surefoot_warnings) {
    free(warnings);
}

//! [`Kept`]: what a view points at.

use crate::guard::c_text;
use std::any::Any;
use std::ffi::c_char;

/// What the view of a handle points at; part of the handle, so that it lives as long.
#[derive(Default)]
pub(crate) struct Kept(Vec<Box<dyn Any>>);

impl Kept {
    /// Keeps a list and tells where it is.
    pub(crate) fn list<T: 'static>(&mut self, items: impl IntoIterator<Item = T>) -> *const [T] {
        let items: Vec<T> = items.into_iter().collect();
        let place = std::ptr::slice_from_raw_parts(items.as_ptr(), items.len());
        self.0.push(Box::new(items));
        place
    }

    /// Keeps one value.
    pub(crate) fn one<T: 'static>(&mut self, value: T) -> *const T {
        self.list([value]).cast()
    }

    /// Keeps a text.
    pub(crate) fn text(&mut self, text: &str) -> *const c_char {
        self.list(c_text(text).into_bytes_with_nul()).cast()
    }

    /// Keeps a text; NULL for none.
    pub(crate) fn optional_text(&mut self, text: Option<&str>) -> *const c_char {
        text.map_or(std::ptr::null(), |text| self.text(text))
    }
}

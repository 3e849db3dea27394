//! `surefoot_note`: something that a user should know about a file or a result.

use crate::*;
use surefoot::{Note, Severity};

/// How much a note matters.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_severity {
    /// Good to know; nothing is wrong.
    SUREFOOT_SEVERITY_INFO = 0,
    /// Look at it: the result may not be what was wanted.
    SUREFOOT_SEVERITY_WARNING = 1,
}

/// A stretch of frames.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct surefoot_frame_range {
    /// The first frame.
    pub first: usize,
    /// The frame after the last.
    pub end: usize,
}

/// Something a user should know about a file, a clip or a result.
#[repr(C)]
pub struct surefoot_note {
    /// Fixed word for scripts, such as "unit-estimated"; docs/notes.md lists them.
    pub code: *const c_char,
    /// A SUREFOOT_SEVERITY_ number.
    pub severity: i32,
    /// A sentence for people, without frame numbers.
    pub text: *const c_char,
    /// Number of stretches of frames; 0 where the note is about the whole.
    pub frame_count: usize,
    /// The frames it is about.
    pub frames: *const surefoot_frame_range,
    /// The joint or point it is about, such as "left_toe"; NULL if none.
    pub about: *const c_char,
}

/// A list of notes.
pub struct surefoot_notes {
    items: Vec<surefoot_note>,
    _kept: Kept,
}

impl surefoot_notes {
    pub(crate) fn new(notes: &[Note]) -> Self {
        let mut kept = Kept::default();
        let item = |note: &Note| {
            let range = |f: &surefoot::FrameRange| surefoot_frame_range { first: f.first, end: f.end };
            surefoot_note {
                code: kept.text(note.code),
                severity: (note.severity == Severity::Warning).into(),
                text: kept.text(&note.text),
                frame_count: note.frames.len(),
                frames: kept.list(note.frames.iter().map(range)).cast(),
                about: kept.optional_text(note.about.as_deref()),
            }
        };
        Self { items: notes.iter().map(item).collect(), _kept: kept }
    }

    pub(crate) fn items(&self) -> &[surefoot_note] {
        &self.items
    }
}

/// Gives the notes and their number, valid until the list is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_notes_get(
    notes: *const surefoot_notes, out_items: *mut *const surefoot_note, out_count: *mut usize,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || list_of(&input(notes, "notes")?.items, out_items, out_count))
}

/// Frees a list of notes. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_notes_free(notes: *mut surefoot_notes) {
    free(notes);
}

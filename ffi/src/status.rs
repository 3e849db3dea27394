//! Status codes and errors of the C API. Numbers never change their meaning and are never reused.

use crate::guard::Failure;
use std::ffi::{CStr, c_char};

/// What a function returns. Numbers never change their meaning; later versions may add some, so treat any number you
/// do not know as a failure.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_status {
    /// The call did what it says and wrote its outputs.
    SUREFOOT_OK = 0,
    /// A pointer that must not be NULL is; the message names the parameter.
    SUREFOOT_ERROR_NULL = 1,
    /// An argument cannot be meant: a number that is no constant of its kind, an index out of range, a text that is not
    /// UTF-8, a wrong struct_size.
    SUREFOOT_ERROR_ARGUMENT = 2,
    /// A fault inside the library. The handles that went in are as they were.
    SUREFOOT_ERROR_PANIC = 3,
    /// The progress callback asked to stop.
    SUREFOOT_ERROR_CANCELLED = 4,
    /// A file could not be opened, read, written or renamed.
    SUREFOOT_ERROR_FILE = 5,
    /// A file's content is not valid for its format.
    SUREFOOT_ERROR_FORMAT = 6,
    /// The format, or this variety of it, is not supported for what was asked.
    SUREFOOT_ERROR_UNSUPPORTED = 7,
    /// A skeleton breaks a rule; the error names the joint.
    SUREFOOT_ERROR_SKELETON = 8,
    /// A clip breaks a rule; the error names joint and frame.
    SUREFOOT_ERROR_CLIP = 9,
    /// Arrays, clips or plants whose lengths must agree do not.
    SUREFOOT_ERROR_LENGTH = 10,
    /// A value of a mesh, ground, plant or graph is out of its domain.
    SUREFOOT_ERROR_INVALID = 11,
    /// No joint of that name exists.
    SUREFOOT_ERROR_UNKNOWN_JOINT = 12,
    /// Joint roles that the operation needs were not found; give them with surefoot_skeleton_with_roles.
    SUREFOOT_ERROR_MISSING_ROLES = 13,
    /// An option lies outside its range or is not a number.
    SUREFOOT_ERROR_OPTION = 14,
    /// Any other failure; the message tells.
    SUREFOOT_ERROR_OTHER = 15,
    /// What was asked for is not there: a value of a report that is missing in this one.
    SUREFOOT_ERROR_NO_VALUE = 16,
}

/// Length of surefoot_error.message, with the zero at its end.
pub const SUREFOOT_MESSAGE_SIZE: usize = 1024;
/// Length of surefoot_error.joint, with the zero at its end.
pub const SUREFOOT_JOINT_SIZE: usize = 256;

/// Why a call failed. Every function that can fail takes a pointer to one as its last argument, or NULL; it is written
/// on failure only. Longer texts are cut at a whole character.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_error {
    /// The number that the function returned.
    pub code: surefoot_status,
    /// The frame it is about, counted from 0; -1 if none.
    pub frame: i64,
    /// The joint it is about; empty if none.
    pub joint: [c_char; SUREFOOT_JOINT_SIZE],
    /// A sentence for people, UTF-8: which, where and why, and what to do.
    pub message: [c_char; SUREFOOT_MESSAGE_SIZE],
}

impl surefoot_error {
    /// That nothing went wrong.
    pub(crate) fn none() -> Self {
        let code = surefoot_status::SUREFOOT_OK;
        Self { code, frame: -1, joint: cut(""), message: cut("") }
    }

    pub(crate) fn new(failure: &Failure) -> Self {
        Self { code: failure.code, frame: failure.frame, joint: cut(&failure.joint), message: cut(&failure.message) }
    }
}

/// As much of the text as fits, at a character boundary, with a zero at its end.
fn cut<const N: usize>(text: &str) -> [c_char; N] {
    let text = text.split('\0').next().unwrap_or_default();
    let mut end = text.len().min(N - 1);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let mut out = [0; N];
    for (slot, byte) in out.iter_mut().zip(&text.as_bytes()[..end]) {
        *slot = *byte as c_char;
    }
    out
}

pub(crate) fn code_of(error: &surefoot::Error) -> surefoot_status {
    use surefoot::Error;
    use surefoot_status::*;
    match error {
        Error::Io { .. } => SUREFOOT_ERROR_FILE,
        Error::Format { .. } => SUREFOOT_ERROR_FORMAT,
        Error::Unsupported { .. } => SUREFOOT_ERROR_UNSUPPORTED,
        Error::Skeleton { .. } => SUREFOOT_ERROR_SKELETON,
        Error::Clip { .. } => SUREFOOT_ERROR_CLIP,
        Error::Length { .. } => SUREFOOT_ERROR_LENGTH,
        Error::Invalid { .. } => SUREFOOT_ERROR_INVALID,
        Error::UnknownJoint { .. } => SUREFOOT_ERROR_UNKNOWN_JOINT,
        Error::MissingRoles { .. } => SUREFOOT_ERROR_MISSING_ROLES,
        Error::OptionOutOfRange { .. } => SUREFOOT_ERROR_OPTION,
        Error::Cancelled => SUREFOOT_ERROR_CANCELLED,
        _ => SUREFOOT_ERROR_OTHER,
    }
}

const NAMES: [&CStr; 17] = [
    c"ok",
    c"null",
    c"argument",
    c"panic",
    c"cancelled",
    c"file",
    c"format",
    c"unsupported",
    c"skeleton",
    c"clip",
    c"length",
    c"invalid",
    c"unknown-joint",
    c"missing-roles",
    c"option",
    c"other",
    c"no-value",
];

/// One word for a status, such as "unknown-joint"; "unknown" for a number that is none. Never NULL, valid for ever.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_status_name(status: i32) -> *const c_char {
    usize::try_from(status).ok().and_then(|i| NAMES.get(i)).unwrap_or(&c"unknown").as_ptr()
}

/// The version of the library at hand, such as "0.1.0", to be compared with SUREFOOT_VERSION of the header. Never
/// NULL, valid for ever.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

//! [`Error`]: the one error type of the crate. A message says what is wrong, where, and what to do.

use std::fmt;
use std::path::{Path, PathBuf};

/// Shorthand for results of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a call has no answer.
///
/// ```
/// use surefoot::{Error, TrimClipOptions, trim_clip};
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let options = TrimClipOptions::default().first(100_000);
/// match trim_clip(&skeleton, &walk.clip, &options) {
///     Err(Error::OptionOutOfRange { option, .. }) => assert_eq!(option, "first"),
///     other => panic!("{other:?}"),
/// }
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file could not be opened, read, written or renamed.
    #[error("{}: {text}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        text: String,
    },
    /// A file's content is not valid for its format.
    #[error("{}: {place}: {text}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// Where in the file.
        place: Place,
        /// What is wrong, and what was expected.
        text: String,
    },
    /// The format, or this variety of it, is not supported for what was asked.
    #[error("{}: {text}", path.display())]
    Unsupported {
        /// The file.
        path: PathBuf,
        /// What is not supported and how to get around it.
        text: String,
    },
    /// A skeleton breaks an invariant.
    #[error("joint '{joint}': {text}")]
    Skeleton {
        /// The offending joint.
        joint: String,
        /// What is wrong.
        text: String,
    },
    /// A clip breaks an invariant at one joint and frame.
    #[error("clip '{clip}', joint '{joint}', frame {frame}: {text}")]
    Clip {
        /// The clip.
        clip: String,
        /// The joint, or `root position`.
        joint: String,
        /// The frame, counted from 0.
        frame: usize,
        /// What is wrong, with the value.
        text: String,
    },
    /// Arrays whose lengths must agree do not.
    #[error("{what}: expected {expected}, got {actual}")]
    Length {
        /// Which array.
        what: String,
        /// The length that fits.
        expected: usize,
        /// The length that came.
        actual: usize,
    },
    /// A value other than those above is out of its domain: mesh, ground, plants.
    #[error("{what}: {text}")]
    Invalid {
        /// Which value.
        what: String,
        /// What is wrong, with the value.
        text: String,
    },
    /// No joint of that name exists.
    #[error("no joint is called '{name}'; the skeleton has: {known}")]
    UnknownJoint {
        /// The name asked for.
        name: String,
        /// The first names there are.
        known: String,
    },
    /// Joint roles an operation needs were not found.
    #[error("could not find the joints of: {missing}; say which joints these are")]
    MissingRoles {
        /// The roles, in words.
        missing: String,
    },
    /// An option lies outside its range or is not a number.
    #[error("option '{option}' is {value}; it takes {allowed}")]
    OptionOutOfRange {
        /// The option's name.
        option: String,
        /// The value given.
        value: String,
        /// The allowed values.
        allowed: String,
    },
    /// The caller's progress callback asked to stop.
    #[error("cancelled")]
    Cancelled,
}

/// Refuses an array of another length than the one that fits.
pub(crate) fn check_length(what: &str, expected: usize, actual: usize) -> Result<()> {
    if expected == actual { Ok(()) } else { Err(Error::Length { what: what.to_owned(), expected, actual }) }
}

/// Where in a file an error lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// A line, counted from 1.
    Line(usize),
    /// A byte offset, counted from 0.
    Byte(u64),
    /// The file as a whole.
    File,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::Byte(byte) => write!(f, "byte {byte}"),
            Place::File => write!(f, "file"),
        }
    }
}

impl Error {
    /// An [`Error::Io`] for `path`.
    pub fn io(path: &Path, error: &std::io::Error) -> Self {
        Error::Io { path: path.to_owned(), text: error.to_string() }
    }

    /// An [`Error::Format`] for `path` at `place`.
    pub fn format(path: &Path, place: Place, text: impl Into<String>) -> Self {
        Error::Format { path: path.to_owned(), place, text: text.into() }
    }

    /// An [`Error::Invalid`].
    pub fn invalid(what: impl Into<String>, text: impl Into<String>) -> Self {
        Error::Invalid { what: what.into(), text: text.into() }
    }
}

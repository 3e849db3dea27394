//! Writes what follows from the declarations of the core into files that are committed, so that a reader sees them and a
//! build needs no generator: `cargo run -p surefoot-generate`. `tests/up_to_date.rs` compares.
//!
//! A generated file is one line in [`outputs`].

mod c_edits;
mod c_options;
mod prose;
mod python;
mod reports;
mod schema;

use std::path::Path;

/// A file and what belongs into it.
#[derive(Debug)]
pub struct Output {
    /// From the root of the repository, with `/`.
    pub path: &'static str,
    /// All of it.
    pub text: String,
}

/// Makes the text of one file; gets what is committed, empty if nothing is.
type Producer = fn(&str) -> Result<String, String>;

/// Every generated file.
const PRODUCERS: &[(&str, Producer)] = &[
    ("ffi/src/generated/options.rs", c_options::options),
    ("ffi/src/generated/edits.rs", |_| Ok(c_edits::edits())),
    ("docs/reports.md", |_| Ok(reports::page())),
    ("python/surefoot/_option_types.py", |_| Ok(python::options())),
    ("python/surefoot/_report_types.py", |_| Ok(python::reports())),
    ("python/surefoot/_edits.py", |_| Ok(python::edits())),
];

/// Every generated file as it should be.
///
/// # Errors
/// Where a declaration breaks what programs rely on, such as the order of the fields of a C struct.
pub fn outputs(root: &Path) -> Result<Vec<Output>, String> {
    PRODUCERS
        .iter()
        .map(|&(path, produce)| {
            let committed = std::fs::read_to_string(root.join(path)).unwrap_or_default();
            Ok(Output { path, text: produce(&committed).map_err(|text| format!("{path}: {text}"))? })
        })
        .collect()
}

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

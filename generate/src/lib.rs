//! Writes what follows from the declarations of the core into files that are committed, so that a reader sees them and a
//! build needs no generator: `cargo run -p surefoot-generate`. `tests/up_to_date.rs` compares.
//!
//! A generated file is one line in [`outputs`].

mod c_edits;
mod c_options;
mod contents;
mod option_tables;
mod prose;
mod python;
mod reports;
mod schema;
mod section;

use std::path::Path;

/// A file and what belongs into it.
#[derive(Debug)]
pub struct Output {
    /// From the root of the repository, with `/`.
    pub path: String,
    /// All of it.
    pub text: String,
}

/// Makes the text of one file; gets what is committed, empty if nothing is.
type Producer = fn(&str) -> Result<String, String>;

/// Every generated file.
const PRODUCERS: &[(&str, Producer)] = &[
    ("ffi/src/generated/options.rs", c_options::options),
    ("ffi/src/generated/edits.rs", |_| Ok(c_edits::edits())),
    ("docs/README.md", contents::page),
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
    let committed = |path: &str| std::fs::read_to_string(root.join(path)).unwrap_or_default();
    let mut outputs = Vec::new();
    for &(path, produce) in PRODUCERS {
        let text = produce(&committed(path)).map_err(|text| format!("{path}: {text}"))?;
        outputs.push(Output { path: path.to_owned(), text });
    }
    for operation in surefoot::ops::OPERATIONS.iter().filter(|operation| !operation.options.is_empty()) {
        let path = format!("docs/operations/{}.md", operation.name);
        let text = option_tables::page(&committed(&path), operation.options)
            .map_err(|text| format!("{path}: {text}"))?;
        outputs.push(Output { path, text });
    }
    Ok(outputs)
}

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

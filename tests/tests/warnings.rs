//! Every warning code stands in docs/notes.md, and the page names no other.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

fn is_code(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
}

/// Codes written as a field or passed to a function `warn`, and what is called lost: those may come from a table.
fn codes_in(text: &str) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for (at, _) in text.match_indices('"') {
        let Some(literal) = text[at + 1..].split('"').next().filter(|literal| is_code(literal)) else {
            continue;
        };
        let before = text[..at].trim_end();
        if before.ends_with("code:") || before.ends_with("warn(") || literal.ends_with("-lost") {
            out.insert(literal.to_owned());
        }
    }
    out
}

#[test]
fn every_code_stands_in_the_page() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = std::fs::read_to_string(project.join("docs/notes.md")).unwrap();
    let listed: Vec<String> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next().map(str::to_owned))
        .collect();
    let mut files = Vec::new();
    for folder in ["rust-core/src", "cli/src"] {
        sources(&project.join(folder), &mut files);
    }
    let used: BTreeSet<String> =
        files.iter().flat_map(|file| codes_in(&std::fs::read_to_string(file).unwrap())).collect();
    assert!(used.len() > 30, "codes are no longer found in the sources: {used:?}");
    let page: BTreeSet<String> = listed.iter().cloned().collect();
    assert_eq!(page.len(), listed.len(), "a code is listed twice");
    assert_eq!(used, page);
}

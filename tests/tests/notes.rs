//! Every code of a note is listed in docs/notes.md with its severity, and the page lists no other.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("tests.rs") {
            out.push(path);
        }
    }
}

fn is_code(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
}

/// Codes and severities of the notes that a source makes: given to `Note::warning`, `Note::info` or a function that calls
/// them, and what is called lost, which may come from a table.
fn notes_in(text: &str) -> Vec<(String, &'static str)> {
    // Tests beside the code may make any note.
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    let mut out = Vec::new();
    for (at, _) in text.match_indices('"') {
        let Some(literal) = text[at + 1..].split('"').next().filter(|literal| is_code(literal)) else {
            continue;
        };
        let before = text[..at].trim_end();
        if before.ends_with("Note::info(") {
            out.push((literal.to_owned(), "info"));
        } else if ["Note::warning(", ".note(", "warn("].iter().any(|call| before.ends_with(call))
            || literal.ends_with("-lost")
        {
            out.push((literal.to_owned(), "warning"));
        }
    }
    out
}

#[test]
fn every_code_is_listed_with_its_severity() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = std::fs::read_to_string(project.join("docs/notes.md")).unwrap();
    let rows: Vec<(String, String)> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `"))
        .map(|line| {
            let cells: Vec<&str> = line.split(" | ").collect();
            assert_eq!(cells.len(), 4, "code, severity, meaning, what to do: {line}");
            (cells[0].trim_end_matches('`').to_owned(), cells[1].to_owned())
        })
        .collect();
    let mut files = Vec::new();
    for folder in ["rust-core/src", "page/src", "cli/src"] {
        sources(&project.join(folder), &mut files);
    }
    let used: BTreeSet<(String, String)> = files
        .iter()
        .flat_map(|file| notes_in(&std::fs::read_to_string(file).unwrap()))
        .map(|(code, severity)| (code, severity.to_owned()))
        .collect();
    assert!(used.len() > 60, "codes are no longer found in the sources: {used:?}");
    let listed: BTreeMap<String, String> = rows.iter().cloned().collect();
    assert_eq!(listed.len(), rows.len(), "a code is listed twice");
    assert_eq!(used, rows.into_iter().collect());
}

//! What comments cite can be looked up: every `docs/methods/<page>.md, <number>` is a heading of that page.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::HashMap;
use std::path::{Path, PathBuf};

const FOLDER: &str = "docs/methods/";

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The numbers of a page's headings (`## 2. Noise`, `### 2.1 Noise level`).
fn headings(page: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(page).unwrap();
    let numbers = text.lines().filter(|l| l.starts_with("## ") || l.starts_with("### "));
    numbers.filter_map(|l| l.split(' ').nth(1)).map(|n| n.trim_end_matches('.').to_owned()).collect()
}

fn add_sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            add_sources(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs" || e == "py") {
            out.push(path);
        }
    }
}

/// Page and number of every citation; comments may break a line inside one.
fn citations(text: &str) -> Vec<(String, String)> {
    let words: Vec<&str> = text.split_whitespace().filter(|w| !w.starts_with("//")).collect();
    let mut out = Vec::new();
    for pair in words.windows(2) {
        let Some((_, page)) = pair[0].split_once(FOLDER) else { continue };
        let Some(page) = page.trim_end_matches(',').trim_end_matches('`').strip_suffix(".md") else {
            continue;
        };
        let number: String = pair[1].chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
        if pair[0].ends_with(',') && !number.is_empty() {
            out.push((page.to_owned(), number.trim_end_matches('.').to_owned()));
        }
    }
    out
}

#[test]
fn every_heading_that_a_comment_cites_exists() {
    let pages: HashMap<String, Vec<String>> = std::fs::read_dir(root().join(FOLDER))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|page| (page.file_stem().unwrap().to_str().unwrap().to_owned(), headings(&page)))
        .collect();
    let mut sources = Vec::new();
    for folder in ["rust-core/src", "cli/src", "ffi/src", "tests/tests", "tests/bench"] {
        add_sources(&root().join(folder), &mut sources);
    }
    let mut count = 0;
    for source in &sources {
        for (page, number) in citations(&std::fs::read_to_string(source).unwrap()) {
            let found = pages.get(&page).is_some_and(|numbers| numbers.contains(&number));
            assert!(found, "{}: {FOLDER}{page}.md has no heading {number}", source.display());
            count += 1;
        }
    }
    assert!(count > 40, "only {count} citations found");
}

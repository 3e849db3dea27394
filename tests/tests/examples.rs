//! Every public function that stands for itself shows how it is called: its documentation has an example, which the
//! documentation tests run.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::{Path, PathBuf};

fn source(crate_folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(crate_folder).join("src")
}

fn add_files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            add_files(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

/// Functions that a module keeps from the public: those the crate lists under `internals`, which no documentation shows.
fn internals(lib: &str) -> Vec<String> {
    let Some((_, after)) = lib.split_once("pub mod internals {") else { return Vec::new() };
    let body = after.split_once("\n}").unwrap().0;
    body.split(|c: char| !(c.is_alphanumeric() || c == '_')).map(str::to_owned).collect()
}

/// Names of the public functions outside of `impl` blocks, and whether their comment has an example. Those hidden from
/// the documentation are left out.
fn functions(text: &str) -> Vec<(String, bool)> {
    let code = text.split("#[cfg(test)]\nmod").next().unwrap();
    let (mut out, mut comment) = (Vec::new(), String::new());
    for line in code.lines() {
        if line.starts_with("///") || line.starts_with("#[") {
            comment.push_str(line);
            comment.push('\n');
            continue;
        }
        let rest = line.strip_prefix("pub fn ").or_else(|| line.strip_prefix("pub const fn "));
        if let Some(rest) = rest.filter(|_| !comment.contains("#[doc(hidden)]")) {
            let name = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            out.push((name, comment.contains("/// ```\n")));
        }
        comment.clear();
    }
    out
}

#[test]
fn every_public_function_has_an_example() {
    for (crate_folder, at_least) in [("rust-core", 70), ("sample", 20), ("page", 6)] {
        let source = source(crate_folder);
        let internals = internals(&std::fs::read_to_string(source.join("lib.rs")).unwrap());
        let mut files = Vec::new();
        add_files(&source, &mut files);
        let (mut seen, mut without) = (0, Vec::new());
        for file in files {
            for (name, has_example) in functions(&std::fs::read_to_string(&file).unwrap()) {
                if internals.contains(&name) {
                    continue;
                }
                seen += 1;
                if !has_example {
                    without.push(format!("{}: {name}", file.strip_prefix(&source).unwrap().display()));
                }
            }
        }
        assert!(without.is_empty(), "{crate_folder}, without an example: {without:#?}");
        assert!(seen >= at_least, "{crate_folder}: only {seen} functions found");
    }
}

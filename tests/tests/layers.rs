//! The library's rooms know each other one way only, as docs/ARCHITECTURE.md says.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::{Path, PathBuf};

/// A room, and the rooms it may not know.
const RULES: [(&str, &[&str]); 4] = [
    ("math", &["model", "kinematics", "ops", "io"]),
    ("model", &["kinematics", "ops", "io"]),
    ("kinematics", &["ops", "io"]),
    ("io", &["kinematics", "ops"]),
];

/// Readers finish what a file leaves unsaid by these two operations, which know the model and mathematics alone.
const READERS_MAY_CALL: [&str; 2] = ["find_roles", "find_soles"];

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            out.extend(files(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
    out
}

/// What a file names of a room: `crate::room::…`, tests and documentation left out.
fn named<'a>(text: &'a str, room: &str) -> Vec<&'a str> {
    let code = text.split("#[cfg(test)]").next().unwrap();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let mark = format!("crate::{room}::");
    lines.filter(|line| line.contains(&mark)).collect()
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../rust-core/src")
}

#[test]
fn rooms_know_each_other_one_way() {
    let mut seen = 0;
    for (room, others) in RULES {
        for file in files(&source().join(room)) {
            let text = std::fs::read_to_string(&file).unwrap();
            seen += 1;
            for other in others {
                for line in named(&text, other) {
                    let may = room == "io" && READERS_MAY_CALL.iter().any(|name| line.contains(name));
                    assert!(may, "{} knows {other}: {line}", file.display());
                }
            }
        }
    }
    assert!(seen > 80, "only {seen} files");
}

#[test]
fn what_readers_call_knows_the_model_alone() {
    for name in READERS_MAY_CALL {
        let (file, folder) = (source().join(format!("ops/{name}.rs")), source().join("ops").join(name));
        let all = if file.exists() { vec![file] } else { files(&folder) };
        for file in all {
            let text = std::fs::read_to_string(&file).unwrap();
            for room in ["kinematics", "ops", "io"] {
                assert!(named(&text, room).is_empty(), "{} knows {room}", file.display());
            }
        }
    }
}

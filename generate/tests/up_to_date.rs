//! The committed files are what the declarations say.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use surefoot_generate::{outputs, root};

#[test]
fn generated_files_are_up_to_date() {
    let stale: Vec<String> = outputs(root())
        .unwrap()
        .into_iter()
        .filter(|output| {
            std::fs::read_to_string(root().join(&output.path)).unwrap_or_default() != output.text
        })
        .map(|output| output.path)
        .collect();
    assert!(stale.is_empty(), "out of date: {stale:?}; run `cargo run -p surefoot-generate` and commit");
}

//! BVH files: real clips, an independent evaluator, broken input.

use std::path::PathBuf;
use surefoot::io::{self, ReadOptions};
use surefoot_tests::data_folder;

/// All BVH files of the data folder, in name order.
fn clips() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders: Vec<PathBuf> = data_folder().into_iter().collect();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "bvh") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

#[test]
fn all_real_files_read() {
    for path in clips() {
        let document = io::read(&path, &ReadOptions::default()).unwrap();
        println!(
            "{} {} {:?} {:?}",
            path.display(),
            document.clips[0].frame_rate(),
            document.convention,
            document.warnings
        );
    }
}

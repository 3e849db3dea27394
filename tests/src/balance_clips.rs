//! Captured clips for the suites and figures on balance, with the roles that the reader finds.
#![allow(clippy::unwrap_used, missing_docs, reason = "a helper that fails is a failed test")]

use crate::plant_clips::{CMU_UNIT, Take, thinned};
use std::path::Path;
use surefoot::io::{ReadOptions, read};
use surefoot::{Clip, Skeleton};

/// Six walks.
pub const WALKS: [&str; 6] = crate::captured::WALKS;

/// A clip of the CMU folder at its true rate without its T-pose; every `step`-th frame, by default so that there are 60 a second.
pub fn captured(folder: &Path, name: &str, step: Option<usize>) -> (Skeleton, Clip) {
    let slow = ["60_", "75_", "143_", "114_"].iter().any(|s| name.starts_with(s));
    let rate = if slow { 60.0 } else { 120.0 };
    let options = ReadOptions { unit_metres: Some(CMU_UNIT), frame_rate: Some(rate), ..ReadOptions::default() };
    let at = ["cmu", "wild"].map(|sub| folder.join(format!("{sub}/{name}.bvh")));
    let document = read(at.iter().find(|path| path.exists()).unwrap(), &options).unwrap();
    let clip = document.clips[0].slice(1..document.clips[0].frame_count()).unwrap();
    let take = Take { skeleton: document.skeleton, clip };
    let step = step.unwrap_or(if slow { 1 } else { 2 });
    let take = if step > 1 { thinned(&take, step, 0) } else { take };
    (take.skeleton, take.clip)
}

/// All captured clips of the two folders, without their ending.
pub fn clip_names(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for sub in ["cmu", "wild"] {
        for entry in std::fs::read_dir(folder.join(sub)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if let Some(name) = name.strip_suffix(".bvh").filter(|name| !name.starts_with("generated")) {
                names.push(name.to_owned());
            }
        }
    }
    names.sort();
    names
}

//! Runs the command, and a folder with a sliding walk for it.
#![allow(dead_code, reason = "each suite uses its share")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use surefoot::io::{self, Convention, Format, NewFile};
use surefoot_sample::{self as sample, BipedOptions, WalkOptions, faults};

pub(crate) fn surefoot(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_surefoot")).args(arguments).current_dir(folder).output().unwrap()
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

pub(crate) fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", text(&output.stdout)))
}

/// A folder with a sliding walk in every format.
pub(crate) fn sliding_walk() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let biped = sample::biped(&BipedOptions::default()).unwrap();
    let options = WalkOptions { seconds: 3.0, frame_rate: 30.0, ..WalkOptions::default() };
    let walk = sample::walk(&biped.skeleton, &options).unwrap();
    let (skeleton, clip) = faults::skate_by_leg_scale(&biped.skeleton, &walk.clip, 0.88).unwrap();
    for format in [Format::Bvh, Format::Fbx, Format::Glb] {
        let clips = [clip.clone()];
        let file = NewFile {
            skeleton: &skeleton,
            clips: &clips,
            skins: std::slice::from_ref(&biped.skin),
            convention: Convention::default(),
        };
        let bytes = io::encode_new(format, &file).unwrap().bytes;
        std::fs::write(folder.path().join("walk").with_extension(format.name()), bytes).unwrap();
    }
    folder
}

pub(crate) fn files_in(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    files
}

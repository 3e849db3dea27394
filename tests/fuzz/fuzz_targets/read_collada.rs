//! Any bytes as Collada: an error or a document, which can be written as GLB and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::path::Path;
use surefoot::io::{self, Convention, Format, NewFile, ReadOptions};

fuzz_target!(|bytes: &[u8]| {
    let Ok(document) = io::read_bytes(Path::new("fuzz.dae"), bytes, &ReadOptions::default()) else { return };
    if !matches!(document.format, Format::Collada) {
        return;
    }
    let file = NewFile {
        skeleton: &document.skeleton,
        clips: &document.clips,
        skins: &document.skins,
        convention: Convention::default(),
    };
    if let Ok(encoded) = io::encode_new(Format::Glb, &file) {
        io::read_bytes(Path::new("fuzz.glb"), &encoded.bytes, &ReadOptions::default()).expect("a new file reads");
    }
});

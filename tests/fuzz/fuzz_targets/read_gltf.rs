//! Any bytes as glTF: an error or a document, and a document writes back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::path::Path;
use surefoot::io::{self, ReadOptions};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(document) = io::read_bytes(Path::new("fuzz.glb"), bytes, &ReadOptions::default()) {
        let _ = io::encode_edited(&document, &document.clips);
    }
});

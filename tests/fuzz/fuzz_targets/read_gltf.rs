//! Any bytes as glTF: an error or a document; an unedited document writes back byte for byte and reads again, and so
//! does a new file made from it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::path::Path;
use surefoot::io::{self, Convention, Format, NewFile, ReadOptions};

fuzz_target!(|bytes: &[u8]| {
    let path = Path::new("fuzz.glb");
    let Ok(document) = io::read_bytes(path, bytes, &ReadOptions::default()) else { return };
    if !matches!(document.format, Format::Glb | Format::Gltf) {
        return;
    }
    match io::encode_edited(&document, &document.clips) {
        Ok(unedited) => {
            assert!(unedited.bytes == bytes, "an unedited file changed");
            let back = io::read_bytes(path, &unedited.bytes, &ReadOptions::default()).expect("it reads again");
            assert_eq!(back.skeleton, document.skeleton);
            assert_eq!(back.clips, document.clips);
        }
        // Varieties that are read only.
        Err(surefoot::Error::Unsupported { .. }) => {}
        Err(error) => panic!("an unedited document does not encode: {error}"),
    }

    let other = if document.format == Format::Glb { Format::Gltf } else { Format::Glb };
    if let Ok(changed) = io::encode_edited_as(&document, &document.clips, other) {
        let back = io::read_bytes(path, &changed.bytes, &ReadOptions::default()).expect("the other container reads");
        assert_eq!(back.clips.len(), document.clips.len());
    }

    let file = NewFile {
        skeleton: &document.skeleton,
        clips: &document.clips,
        skins: &document.skins,
        convention: Convention::default(),
    };
    if let Ok(encoded) = io::encode_new(document.format, &file) {
        io::read_bytes(path, &encoded.bytes, &ReadOptions::default()).expect("a new file reads");
    }
});

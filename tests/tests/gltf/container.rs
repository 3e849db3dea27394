//! GLB to text glTF and back, and what a new file does not hold.

use crate::make::simple;
use crate::oracle::split;
use crate::reading::real_files;
use serde_json::{Value, json};
use std::path::Path;
use surefoot::Clip;
use surefoot::io::{self, Document, Format, ReadOptions};

fn read(name: &str, bytes: &[u8]) -> Document {
    io::read_bytes(Path::new(name), bytes, &ReadOptions::default()).unwrap()
}

fn edited(document: &Document) -> Vec<Clip> {
    let mut data = document.clips[0].clone().into_data();
    data.root_positions.iter_mut().for_each(|p| p.x += 0.25);
    let mut clips = document.clips.clone();
    clips[0] = Clip::new(&document.skeleton, data).unwrap();
    clips
}

/// The JSON without where its first buffer lies.
fn without_place(mut json: Value) -> Value {
    if let Some(buffer) = json["buffers"][0].as_object_mut() {
        buffer.remove("uri");
    }
    json
}

#[test]
fn the_other_container_holds_everything() {
    for path in real_files() {
        let document = io::read(&path, &ReadOptions::default()).unwrap();
        if document.clips.is_empty() {
            continue;
        }
        let what = path.display().to_string();
        let clips = edited(&document);
        let expected = io::encode_edited(&document, &clips).unwrap().bytes;
        let text = io::encode_edited_as(&document, &clips, Format::Gltf).unwrap();
        assert!(text.notes.is_empty(), "{what}: {:?}", text.notes);
        gltf::Gltf::from_slice(&text.bytes).unwrap_or_else(|error| panic!("{what}: {error}"));
        let text_json: Value = serde_json::from_slice(&text.bytes).unwrap();
        let (glb_json, glb_bin) = split(&expected);
        assert!(without_place(text_json) == without_place(glb_json), "{what}: the JSON changed");
        // And back: the same binary chunk, byte for byte.
        let document = read("a.gltf", &text.bytes);
        let back = io::encode_edited_as(&document, &document.clips, Format::Glb).unwrap();
        let (_, back_bin) = split(&back.bytes);
        assert!(back_bin == glb_bin, "{what}: the binary chunk changed");
        let again = read("b.glb", &back.bytes);
        let direct = read("c.glb", &expected);
        assert!(again.clips == direct.clips && again.skins == direct.skins, "{what}");
    }
}

#[test]
fn buffers_beside_the_source_come_inside() {
    let maker = simple();
    let folder = tempfile::tempdir().unwrap();
    let mut json = maker.json.clone();
    json["buffers"][0]["uri"] = json!("data%20file.bin");
    json["images"] = json!([{ "uri": "skin.png" }]);
    std::fs::write(folder.path().join("data file.bin"), &maker.bin).unwrap();
    let path = folder.path().join("a.gltf");
    std::fs::write(&path, serde_json::to_vec(&json).unwrap()).unwrap();
    let document = io::read(&path, &ReadOptions::default()).unwrap();
    let encoded = io::encode_edited_as(&document, &document.clips, Format::Glb).unwrap();
    assert_eq!(encoded.notes.iter().map(|w| w.code).collect::<Vec<_>>(), ["images-beside"]);
    // Read from nowhere near the folder.
    let again = read("elsewhere.glb", &encoded.bytes);
    assert_eq!(again.clips, document.clips);
    assert_eq!(again.format, Format::Glb);
    // The document's own format is a plain edit; no other can hold everything.
    let same = io::encode_edited_as(&document, &document.clips, Format::Gltf).unwrap();
    assert_eq!(same.bytes, std::fs::read(&path).unwrap());
    let error = io::encode_edited_as(&document, &document.clips, Format::Fbx).unwrap_err();
    assert!(error.to_string().contains("encode_new"), "{error}");
}

#[test]
fn what_a_new_file_loses_is_counted() {
    let mut maker = simple();
    let losses = |document: &Document| -> Vec<(&'static str, String)> {
        document.losses().into_iter().map(|w| (w.code, w.text)).collect()
    };
    assert_eq!(losses(&maker.read()), [], "armature, joints and end site are all held");
    let points = maker.floats(&[0.0; 9], "VEC3");
    maker.push("materials", json!({}));
    maker.push("materials", json!({}));
    maker.push("cameras", json!({ "type": "perspective" }));
    let primitive =
        json!({ "attributes": { "POSITION": points, "TEXCOORD_0": points }, "targets": [{}, {}, {}] });
    maker.push("meshes", json!({ "primitives": [primitive] }));
    maker.push("nodes", json!({ "name": "rock", "mesh": 0 }));
    maker.push("nodes", json!({ "name": "eye", "camera": 0 }));
    maker.push("nodes", json!({ "name": "lamp", "extensions": { "KHR_lights_punctual": { "light": 0 } } }));
    maker.push("nodes", json!({ "name": "group" }));
    let found = losses(&maker.read());
    let texts: Vec<&str> = found.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(
        found.iter().map(|(code, _)| *code).collect::<Vec<_>>(),
        ["materials-lost", "mesh-lost", "nodes-lost"]
    );
    assert!(texts[0].contains("materials (2)") && texts[0].contains("coordinates and vertex colours (1)"));
    assert!(texts[1].contains("without a skin (1)") && texts[1].contains("morph targets (3)"));
    assert!(texts[2].contains("cameras (1), lights (1), other nodes (1)"), "{}", texts[2]);
}

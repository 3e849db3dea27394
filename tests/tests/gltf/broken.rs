//! Input that is not valid: a clear error, never a panic.

use crate::make::{Maker, assemble, simple};
use crate::reading::real_files;
use serde_json::{Value, json};
use std::path::Path;
use surefoot::Error;
use surefoot::io::{self, ReadOptions};

fn refused(bytes: &[u8]) -> String {
    match io::read_bytes(Path::new("bad.glb"), bytes, &ReadOptions::default()) {
        Ok(_) => panic!("was read"),
        Err(error @ (Error::Format { .. } | Error::Unsupported { .. })) => error.to_string(),
        Err(error) => panic!("{error}"),
    }
}

fn broken(change: impl FnOnce(&mut Maker)) -> String {
    let mut maker = simple();
    change(&mut maker);
    refused(&maker.glb())
}

#[test]
fn cut_files_say_where_they_end() {
    for path in real_files() {
        let bytes = std::fs::read(&path).unwrap();
        for part in 0..50 {
            let error = io::read_bytes(&path, &bytes[..bytes.len() * part / 50], &ReadOptions::default())
                .unwrap_err();
            assert!(matches!(error, Error::Format { .. }), "{error}");
        }
    }
    let text = simple().text();
    for end in (1..text.len() - 1).step_by(text.len() / 50) {
        let error = io::read_bytes(Path::new("bad.gltf"), &text[..end], &ReadOptions::default()).unwrap_err();
        assert!(error.to_string().contains("line"), "{error}");
    }
}

/// Every byte of the JSON and of the headers replaced in turn: no panic, whatever comes out.
#[test]
fn any_wrong_byte_is_survived() {
    let glb = simple().glb();
    for at in 0..glb.len() {
        for value in [0, b'9', b'-', b'}', 0xFF] {
            let mut bytes = glb.clone();
            bytes[at] = value;
            if let Ok(document) = io::read_bytes(Path::new("bad.glb"), &bytes, &ReadOptions::default()) {
                let _ = io::encode_edited(&document, &document.clips);
            }
        }
    }
}

#[test]
fn wrong_numbers_are_named_with_their_place() {
    let set = |pointer: &'static str, value: Value| {
        broken(move |maker| *maker.json.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = value)
    };
    let has = |text: String, parts: &[&str]| {
        assert!(text.contains("byte ") && parts.iter().all(|p| text.contains(p)), "{text}");
    };
    has(set("/accessors/1/count", json!(1_000_000_000_000u64)), &["accessors[1]", "do not fit"]);
    has(set("/accessors/1/count", json!(4)), &["4 values, but 5 keys"]);
    has(set("/accessors/1/bufferView", json!(99)), &["accessors[1]", "buffer view 99"]);
    has(set("/accessors/1/type", json!("VEC9")), &["accessors[1].type", "VEC9"]);
    has(set("/accessors/1/type", json!("VEC3")), &["accessors[1]", "4 components"]);
    has(set("/accessors/1/componentType", json!(7)), &["componentType", "7"]);
    has(set("/bufferViews/1/byteOffset", json!(u64::MAX)), &["bufferViews[1]", "do not fit"]);
    has(set("/bufferViews/1/byteLength", json!(1_000_000)), &["bufferViews[1]", "do not fit"]);
    has(set("/bufferViews/1/buffer", json!(7)), &["no buffer 7"]);
    has(set("/buffers/0/byteLength", json!(1_000_000)), &["buffers[0]", "declares 1000000"]);
    has(set("/animations/0/samplers/0/input", json!(99)), &["samplers[0].input", "accessor 99"]);
    has(set("/animations/0/samplers/0/interpolation", json!("FAST")), &["FAST"]);
    has(set("/animations/0/channels/0/sampler", json!(99)), &["sampler 99"]);
    has(set("/animations/0/channels/0/target/node", json!(99)), &["node 99"]);
    has(set("/skins/0/joints/0", json!(99)), &["node 99"]);
    has(set("/nodes/1/children/0", json!(99)), &["nodes[1].children", "node 99"]);
    has(set("/nodes/4/translation/1", json!(1e40)), &["nodes[4]", "holds 1e40"]);
    has(set("/nodes/0/rotation", json!([0, 0, 0, 0])), &["nodes[0].rotation"]);
    // Rings, and a child of two.
    has(broken(|m| m.json["nodes"][4]["children"] = json!([0])), &["its own ancestor"]);
    has(broken(|m| m.json["nodes"][4]["children"] = json!([2])), &["child of node 1 already"]);
    assert!(set("/asset/version", json!("1.0")).contains("1.0"));
    assert!(broken(|m| m.json = json!({ "asset": { "version": "2.0" } })).contains("no skeleton"));
}

#[test]
fn values_that_are_no_motion_are_refused() {
    let poke = |accessor: usize, at: usize, value: f32| {
        broken(move |maker| {
            let view = &maker.json["bufferViews"][accessor];
            let at = view["byteOffset"].as_u64().unwrap() as usize + at * 4;
            maker.bin[at..at + 4].copy_from_slice(&value.to_le_bytes());
        })
    };
    assert!(poke(1, 6, f32::NAN).contains("element 1 holds NaN"));
    assert!(poke(2, 3, f32::INFINITY).contains("element 1 holds inf"));
    assert!(poke(0, 2, 0.0).contains("comes before"));
    // An age between two keys: refused, not allocated.
    let text = poke(0, 4, 1e9);
    assert!(text.contains("lower frame rate"), "{text}");
}

#[test]
fn bad_meshes_are_refused() {
    let mesh = |change: &dyn Fn(&mut Maker)| {
        let mut maker = simple();
        let positions = maker.floats(&[0.0; 9], "VEC3");
        let joints = maker.raw(&[0u8; 12], 5121, 3, "VEC4");
        let weights = maker.floats(&[0.25; 12], "VEC4");
        let indices = maker.raw(&[0, 1, 2], 5121, 3, "SCALAR");
        maker.push("meshes", json!({ "primitives": [{ "attributes": { "POSITION": positions, "JOINTS_0": joints, "WEIGHTS_0": weights }, "indices": indices }] }));
        maker.push("nodes", json!({ "mesh": 0, "skin": 0 }));
        assert_eq!(maker.read().skins.len(), 1);
        let at = |list: &Value, i: usize| list["bufferViews"][i]["byteOffset"].as_u64().unwrap() as usize;
        let (joints_at, indices_at) = (at(&maker.json, joints), at(&maker.json, indices));
        maker.json["test"] = json!([joints_at, indices_at]);
        change(&mut maker);
        refused(&maker.glb())
    };
    let at = |m: &Maker, i: usize| m.json["test"][i].as_u64().unwrap() as usize;
    let text = mesh(&|m| {
        let at = at(m, 0);
        m.bin[at + 5] = 3;
    });
    assert!(text.contains("vertex 1 refers to joint 3, but there are 3"), "{text}");
    let text = mesh(&|m| {
        let at = at(m, 1);
        m.bin[at + 2] = 3;
    });
    assert!(text.contains("index 2 refers to vertex 3, but there are 3"), "{text}");
    assert!(mesh(&|m| m.json["nodes"][5]["skin"] = json!(4)).contains("skin 4"));
    assert!(mesh(&|m| m.json["nodes"][5]["mesh"] = json!(4)).contains("mesh 4"));
    assert!(
        mesh(&|m| {
            m.json["meshes"][0]["primitives"][0]["attributes"].as_object_mut().unwrap().remove("WEIGHTS_0");
        })
        .contains("no WEIGHTS_0")
    );
    assert!(mesh(&|m| m.json["accessors"][4]["count"] = json!(2)).contains("JOINTS_0"));
}

#[test]
fn deep_trees_and_deep_json_end_well() {
    let count = 60_000;
    let nodes: Vec<Value> =
        (0..count).map(|i| if i + 1 < count { json!({ "children": [i + 1] }) } else { json!({}) }).collect();
    let mut maker = Maker::new(json!(nodes));
    maker.skin(&[0, count - 1]);
    assert_eq!(maker.read().skeleton.joint_count(), count);
    // Depth in something we do not read is no harm; in something we do it is an error.
    let deep = |name: &str| {
        let (open, close) = ("[".repeat(200_000), "]".repeat(200_000));
        let json = format!("{{\"asset\":{{\"version\":\"2.0\"}},\"{name}\":{open}{close}}}");
        refused(&assemble(json.into_bytes(), &[]))
    };
    assert!(deep("extras").contains("no skeleton"));
    assert!(deep("nodes").contains("JSON"));
}

#[test]
fn huge_zero_filled_accessors_are_refused() {
    let text = broken(|maker| {
        maker.json["accessors"][1] = json!({ "componentType": 5126, "count": 400_000_000, "type": "VEC4" });
    });
    assert!(text.contains("too many for a file of this size"), "{text}");
}

#[test]
fn the_file_is_named_in_errors() {
    let error = io::read_bytes(Path::new("walk.glb"), b"glTF", &ReadOptions::default()).unwrap_err();
    assert!(error.to_string().starts_with("walk.glb: byte 4"), "{error}");
}

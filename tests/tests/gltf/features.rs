//! One feature of the format per generated file.

use crate::make::{Maker, about_z, assemble, read, simple};
use crate::reading::compare;
use serde_json::json;
use std::path::Path;
use surefoot::io::{self, Format, ReadOptions};
use surefoot::kinematics::world_poses;
use surefoot::math::Vec3;

fn check(maker: &Maker) -> io::Document {
    let document = maker.read();
    compare(&document, &maker.glb(), 1);
    document
}

#[test]
fn joints_above_and_below() {
    let document = check(&simple());
    assert_eq!(document.skeleton.names(), ["hips", "knee", "ankle"]);
    assert_eq!(document.skeleton.end_sites().len(), 1);
    assert_eq!(document.clips[0].frame_rate(), 30.0);
    assert_eq!(document.clips[0].frame_count(), 5);
    assert_eq!(document.clips[0].name(), "step");
}

#[test]
fn every_interpolation() {
    for mode in ["LINEAR", "STEP", "CUBICSPLINE"] {
        let mut maker = simple();
        let input = maker.floats(&[0.0, 0.2, 0.5, 1.0], "SCALAR");
        let turns = [0.0, 40.0, -100.0, 170.0];
        let spots = [[0.0, 1.0, 0.0], [1.0, 1.5, 0.2], [2.0, 0.5, 0.1], [0.5, 1.0, -3.0]];
        let (mut rotations, mut translations) = (vec![], vec![]);
        for key in 0..4 {
            let spline = mode == "CUBICSPLINE";
            if spline {
                rotations.extend([0.1, -0.2, 0.3 * key as f32, 0.4]);
                translations.extend([1.0, -2.0, key as f32]);
            }
            rotations.extend(about_z(turns[key]));
            translations.extend(spots[key]);
            if spline {
                rotations.extend([-0.5, 0.2, 0.1, 0.1 * key as f32]);
                translations.extend([3.0, key as f32, 0.5]);
            }
        }
        let rotations = maker.floats(&rotations, "VEC4");
        let translations = maker.floats(&translations, "VEC3");
        maker.json["animations"] = json!([]);
        maker.animation(
            mode,
            &[
                (1, "rotation", mode, input, rotations),
                (2, "translation", mode, input, translations),
                (3, "scale", mode, input, translations),
                (0, "rotation", mode, input, rotations),
                (0, "translation", mode, input, translations),
            ],
        );
        let document = check(&maker);
        assert_eq!(document.clips[0].frame_count(), 31, "{mode}");
        assert_eq!(document.clips[0].translations().len(), 1);
        assert_eq!(document.clips[0].scales().len(), 1);
    }
}

#[test]
fn normalised_integers_and_sparse_values() {
    let mut maker = simple();
    let input = maker.json["animations"][0]["samplers"][0]["input"].as_u64().unwrap() as usize;
    let shorts: Vec<u8> = (0..5)
        .flat_map(|i| about_z(30.0 * i as f32))
        .flat_map(|x| ((x * 32767.0).round() as i16).to_le_bytes())
        .collect();
    let shorts = maker.raw(&shorts, 5122, 5, "VEC4");
    maker.json["accessors"][shorts]["normalized"] = json!(true);
    let bytes: Vec<u8> =
        (0..5).flat_map(|i| about_z(-30.0 * i as f32)).map(|x| (x * 127.0).round() as i8 as u8).collect();
    let bytes = maker.raw(&bytes, 5120, 5, "VEC4");
    maker.json["accessors"][bytes]["normalized"] = json!(true);
    // Sparse over data, and sparse over nothing.
    let base: Vec<f32> = (0..5).flat_map(|_| [0.0, -0.5, 0.0]).collect();
    let sparse = maker.floats(&base, "VEC3");
    let indices = maker.view(&[1, 4]);
    let values: Vec<u8> = [0.3f32, -0.6, 0.1, 0.2, -0.4, 0.7].iter().flat_map(|x| x.to_le_bytes()).collect();
    let values = maker.view(&values);
    let object = json!({ "count": 2, "indices": { "bufferView": indices, "componentType": 5121 }, "values": { "bufferView": values } });
    maker.json["accessors"][sparse]["sparse"] = object.clone();
    let from_zero = maker
        .push("accessors", json!({ "componentType": 5126, "count": 5, "type": "VEC3", "sparse": object }));
    maker.animation(
        "packed",
        &[
            (1, "rotation", "LINEAR", input, shorts),
            (2, "rotation", "LINEAR", input, bytes),
            (2, "translation", "LINEAR", input, sparse),
            (3, "translation", "LINEAR", input, from_zero),
        ],
    );
    let document = check(&maker);
    assert_eq!(document.clips[1].translations().len(), 2);
    assert!((document.clips[1].translations()[1].values[4] - Vec3::new(0.2, -0.4, 0.7)).norm() < 1e-6);
}

#[test]
fn matrix_nodes_and_scaled_ancestors() {
    let mut maker = simple();
    let armature = maker.json["nodes"][0].as_object_mut().unwrap();
    armature.remove("rotation");
    armature.remove("translation");
    // Turned about x, scaled by 0.01, moved.
    armature
        .insert("matrix".into(), json!([0.01, 0, 0, 0, 0, 0, -0.01, 0, 0, 0.01, 0, 0, 0.5, 0.25, 0.125, 1]));
    maker.json["nodes"][2]["scale"] = json!([1.0, 2.0, 1.5]);
    let document = check(&maker);
    assert!((document.skeleton.rest_offsets()[1].norm() - 0.005).abs() < 1e-9);
    assert_eq!(document.skeleton.rest_scale(surefoot::JointIndex(0)), Vec3::repeat(1.0));
    // Uneven, but along the axes of the root joint: exact with the scale on the root.
    maker.json["nodes"][0]["matrix"] = json!([2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4, 0, 0.5, 0.25, 0.125, 1]);
    let document = check(&maker);
    let is_expected = |code: &str| matches!(code, "roles-missing" | "unusual-size");
    assert!(document.notes.iter().all(|w| is_expected(w.code)), "{:?}", document.notes);
    // Uneven and askew: said so.
    maker.json["nodes"][1]["rotation"] = json!(about_z(30.0));
    assert!(maker.read().notes.iter().any(|w| w.code == "ancestor-shear"));
}

#[test]
fn unit_and_up_axis_are_the_callers_to_set() {
    let maker = simple();
    let options =
        ReadOptions { unit_metres: Some(0.01), up_axis: Some(io::UpAxis::Z), frame_rate: Some(60.0) };
    let plain = maker.read();
    let given = io::read_bytes(Path::new("made.glb"), &maker.glb(), &options).unwrap();
    assert_eq!(given.clips[0].frame_count(), 9);
    let a = world_poses(&plain.skeleton, &plain.clips[0]).unwrap();
    let b = world_poses(&given.skeleton, &given.clips[0]).unwrap();
    for (p, q) in a.frame(2).iter().zip(b.frame(4)) {
        assert!((Vec3::new(p.x, p.z, -p.y) * 0.01 - q).norm() < 1e-9, "{p} {q}");
    }
}

#[test]
fn trees_without_skins_and_several_trees() {
    let mut maker = simple();
    maker.json.as_object_mut().unwrap().remove("skins");
    // hips and knee are animated; the ankle below is neither, so it ends the chain.
    let document = check(&maker);
    assert_eq!(document.skeleton.names(), ["hips", "knee"]);
    let mut maker = simple();
    maker.push("nodes", json!({ "name": "prop" }));
    maker.skin(&[5]);
    let document = check(&maker);
    assert_eq!(document.skeleton.joint_count(), 3);
    assert!(document.notes.iter().any(|w| w.code == "several-skeletons"));
    // Animated leaves are joints, also outside the skin.
    let mut maker = simple();
    let samplers = &maker.json["animations"][0]["samplers"];
    let (input, output) = (samplers[0]["input"].as_u64().unwrap(), samplers[0]["output"].as_u64().unwrap());
    maker.animation("toe", &[(4, "rotation", "LINEAR", input as usize, output as usize)]);
    assert_eq!(check(&maker).skeleton.names(), ["hips", "knee", "ankle", "toe_end"]);
}

#[test]
fn strips_fans_and_several_weight_sets() {
    let mut maker = simple();
    let points: Vec<f32> = (0..5).flat_map(|i| [i as f32, (i % 2) as f32, 0.0]).collect();
    let positions = maker.floats(&points, "VEC3");
    let joints = maker.raw(&[0u8, 1, 2, 0].repeat(5), 5121, 5, "VEC4");
    let first = maker.floats(&[0.25, 0.25, 0.0, 0.0].repeat(5), "VEC4");
    let second = maker.floats(&[0.0, 0.0, 0.25, 0.25].repeat(5), "VEC4");
    let indices = maker.raw(&[0, 1, 2, 3, 4], 5121, 5, "SCALAR");
    let attributes = json!({ "POSITION": positions, "JOINTS_0": joints, "WEIGHTS_0": first, "JOINTS_1": joints, "WEIGHTS_1": second });
    let primitives: Vec<_> = [4, 5, 6, 1]
        .iter()
        .map(|mode| json!({ "attributes": attributes, "indices": indices, "mode": mode }))
        .collect();
    maker.push("meshes", json!({ "primitives": primitives }));
    let node = maker.push("nodes", json!({ "name": "body", "mesh": 0, "skin": 0 }));
    maker.json["scenes"][0]["nodes"] = json!([0, node]);
    let document = check(&maker);
    let skin = &document.skins[0];
    assert_eq!(skin.vertex_count(), 5, "primitives share their vertices");
    let expected = [[0, 1, 2], [0, 1, 2], [2, 1, 3], [2, 3, 4], [1, 2, 0], [2, 3, 0], [3, 4, 0]];
    assert_eq!(skin.data().triangles, expected);
    assert_eq!(skin.influences(3), (&[0, 1, 2, 0][..], &[0.25; 4][..]));
    // A vertex without weight, and one whose weights miss 1.
    let weights =
        [[0.0; 4], [0.5, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]];
    let weights = maker.floats(weights.as_flattened(), "VEC4");
    let attributes = json!({ "POSITION": positions, "JOINTS_0": joints, "WEIGHTS_0": weights });
    maker.json["meshes"][0]["primitives"] = json!([{ "attributes": attributes }]);
    let codes: Vec<&str> = maker.read().notes.iter().map(|w| w.code).collect();
    assert_eq!(codes, ["weights-renormalised", "vertices-without-weight", "roles-missing"]);
    // Compressed vertices: the rest still reads.
    maker.json["meshes"][0]["primitives"][0]["extensions"] = json!({ "KHR_draco_mesh_compression": {} });
    let document = maker.read();
    assert!(document.skins.is_empty());
    assert_eq!(document.notes[0].code, "skin-lost");
    assert_eq!(document.clips.len(), 1);
}

#[test]
fn text_files_and_their_buffers() {
    let maker = simple();
    let folder = tempfile::tempdir().unwrap();
    let inline = io::read_bytes(Path::new("a.gltf"), &maker.text(), &ReadOptions::default()).unwrap();
    assert_eq!(inline.format, Format::Gltf);
    assert_eq!(inline.clips, maker.read().clips);
    std::fs::create_dir(folder.path().join("sub")).unwrap();
    std::fs::write(folder.path().join("sub/my data.bin"), &maker.bin).unwrap();
    let with_uri = |uri: &str| {
        let mut json = maker.json.clone();
        json["buffers"][0]["uri"] = json!(uri);
        let path = folder.path().join("sub/a.gltf");
        std::fs::write(&path, json.to_string()).unwrap();
        io::read(&path, &ReadOptions::default())
    };
    assert_eq!(with_uri("my%20data.bin").unwrap().clips, maker.read().clips);
    std::fs::write(folder.path().join("outside.bin"), &maker.bin).unwrap();
    for uri in [
        "../outside.bin",
        "/etc/passwd",
        "..%2Foutside.bin",
        "http://example.org/a.bin",
        "a/../../outside.bin",
    ] {
        let error = with_uri(uri).unwrap_err().to_string();
        assert!(error.contains("refused"), "{uri}: {error}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.path().join("outside.bin"), folder.path().join("sub/link.bin"))
            .unwrap();
        assert!(with_uri("link.bin").unwrap_err().to_string().contains("refused"));
    }
    assert!(with_uri("missing.bin").unwrap_err().to_string().contains("missing.bin"));
}

#[test]
fn a_glb_without_white_space_or_with_other_chunks_reads() {
    let maker = simple();
    let mut glb = assemble(maker.json.to_string().into_bytes(), &maker.bin);
    glb.extend_from_slice(&[4u32.to_le_bytes(), *b"XTRA", [9; 4]].concat());
    let length = (glb.len() as u32).to_le_bytes();
    glb[8..12].copy_from_slice(&length);
    assert_eq!(read(&glb).clips, maker.read().clips);
}

//! Edited clips in a copy of the file, and new files.

use crate::make::{Maker, about_z, read, simple};
use crate::oracle::split;
use crate::reading::{compare, real_files};
use serde_json::{Value, json};
use std::path::Path;
use surefoot::io::{self, Document, Format, NewFile, ReadOptions};
use surefoot::kinematics::world_poses;
use surefoot::math::{Quat, Vec3};
use surefoot::{Clip, JointIndex};

/// `clip` with one joint turned a little in `frames`.
fn turned(document: &Document, clip: &Clip, joint: usize, frames: std::ops::Range<usize>) -> Clip {
    let n = clip.joint_count();
    let mut data = clip.clone().into_data();
    for frame in frames {
        let turn = Quat::from_euler_angles(0.02, -0.03, 0.01 * (1.0 + frame as f64 % 3.0));
        data.rotations[frame * n + joint] *= turn;
    }
    Clip::new(&document.skeleton, data).unwrap()
}

fn valid(bytes: &[u8]) {
    if let Err(error) = gltf::Gltf::from_slice(bytes) {
        panic!("{error}");
    }
}

fn same_poses(document: &Document, expected: &Clip, actual: &Clip, what: &str) {
    assert_eq!(expected.frame_count(), actual.frame_count(), "{what}");
    let (a, b) = (
        world_poses(&document.skeleton, expected).unwrap(),
        world_poses(&document.skeleton, actual).unwrap(),
    );
    let size = a.positions.iter().map(|p| p.norm()).fold(1.0, f64::max);
    for (i, (p, q)) in a.positions.iter().zip(&b.positions).enumerate() {
        let (frame, joint) = (i / expected.joint_count(), i % expected.joint_count());
        assert!((p - q).norm() < 1e-6 * size, "{what}: frame {frame}, joint {joint}: {p} {q}");
    }
}

#[test]
fn unedited_files_come_back_byte_for_byte() {
    for path in real_files() {
        let bytes = std::fs::read(&path).unwrap();
        let document = io::read_bytes(&path, &bytes, &ReadOptions::default()).unwrap();
        assert!(io::encode_edited(&document, &document.clips).unwrap().bytes == bytes, "{}", path.display());
    }
    let text = simple().text();
    let document = io::read_bytes(Path::new("a.gltf"), &text, &ReadOptions::default()).unwrap();
    assert!(io::encode_edited(&document, &document.clips).unwrap().bytes == text);
}

/// Applies the same edit to every real file: one joint in the first clip. Nothing else may differ.
#[test]
fn editing_one_joint_changes_its_sampler_alone() {
    for path in real_files() {
        let bytes = std::fs::read(&path).unwrap();
        let document = io::read_bytes(&path, &bytes, &ReadOptions::default()).unwrap();
        if document.clips.is_empty() {
            continue;
        }
        let what = path.display().to_string();
        for joint in [0, document.skeleton.joint_count() / 2] {
            let mut clips = document.clips.clone();
            clips[0] = turned(&document, &clips[0], joint, 0..clips[0].frame_count());
            let edited = io::encode_edited(&document, &clips).unwrap().bytes;
            valid(&edited);
            let again = io::read_bytes(&path, &edited, &ReadOptions::default()).unwrap();
            for (c, (expected, actual)) in clips.iter().zip(&again.clips).enumerate() {
                if c == 0 {
                    same_poses(&document, expected, actual, &what);
                } else {
                    assert_eq!(expected, actual, "{what}: another clip changed");
                }
            }
            assert!(again.skins == document.skins && again.skeleton == document.skeleton, "{what}");
            compare(&again, &edited, usize::MAX);
            only_these_differ(&bytes, &edited, &what);
        }
    }
}

/// Old bytes are the same except for one accessor's; the JSON is the same except for what a new accessor needs.
fn only_these_differ(before: &[u8], after: &[u8], what: &str) {
    let ((mut old, old_bin), (mut new, new_bin)) = (split(before), split(after));
    let differing: Vec<usize> = (0..old_bin.len()).filter(|&i| old_bin[i] != new_bin[i]).collect();
    let appended = new_bin.len() > old_bin.len();
    assert!(appended == differing.is_empty(), "{what}: either in place or behind");
    if !appended {
        // In place: all within one accessor of quaternions; only its bounds may differ in the JSON.
        let (first, last) = (differing[0], differing[differing.len() - 1]);
        let accessors = old["accessors"].as_array().unwrap();
        let hit = accessors.iter().position(|a| {
            let view = &old["bufferViews"][a["bufferView"].as_u64().unwrap() as usize];
            let start =
                (view["byteOffset"].as_u64().unwrap_or(0) + a["byteOffset"].as_u64().unwrap_or(0)) as usize;
            a["type"] == "VEC4" && start <= first && last < start + a["count"].as_u64().unwrap() as usize * 16
        });
        let hit = hit.unwrap_or_else(|| panic!("{what}: {first}..{last} is no single accessor"));
        for json in [&mut old, &mut new] {
            let accessor = json["accessors"][hit].as_object_mut().unwrap();
            accessor.remove("min");
            accessor.remove("max");
        }
    } else {
        let counts = |json: &Value, list: &str| json[list].as_array().unwrap().len();
        assert_eq!(counts(&new, "bufferViews"), counts(&old, "bufferViews") + 1, "{what}");
        let added = counts(&new, "accessors") - counts(&old, "accessors");
        assert!((1..=2).contains(&added), "{what}: {added} accessors");
        assert_eq!(new["buffers"][0]["byteLength"], new_bin.len(), "{what}");
        let differing: Vec<usize> = {
            let list = |json: &Value, part: &str| json["animations"][0][part].as_array().unwrap().clone();
            assert_eq!(
                list(&old, "channels").len().min(list(&new, "channels").len()),
                list(&old, "channels").len()
            );
            let (a, b) = (list(&old, "samplers"), list(&new, "samplers"));
            (0..a.len()).filter(|&i| a[i] != b[i]).collect()
        };
        assert!(differing.len() <= 1, "{what}: {differing:?}");
        for (list, keep) in
            [("bufferViews", counts(&old, "bufferViews")), ("accessors", counts(&old, "accessors"))]
        {
            new[list].as_array_mut().unwrap().truncate(keep);
        }
        old["buffers"][0]["byteLength"] = json!(new_bin.len());
        old["animations"][0] = json!(0);
        new["animations"][0] = json!(0);
    }
    assert!(old == new, "{what}: the rest of the JSON differs");
}

fn edited(maker: &Maker, change: impl FnOnce(&Document, &mut Vec<Clip>)) -> (Document, Vec<Clip>, Vec<u8>) {
    let document = maker.read();
    let mut clips = document.clips.clone();
    change(&document, &mut clips);
    let bytes = io::encode_edited(&document, &clips).unwrap().bytes;
    valid(&bytes);
    let again = read(&bytes);
    for (expected, actual) in clips.iter().zip(&again.clips) {
        same_poses(&document, expected, actual, "edited");
    }
    (document, clips, bytes)
}

#[test]
fn frames_that_did_not_change_keep_their_bytes() {
    let maker = simple();
    let (_, _, bytes) = edited(&maker, |document, clips| clips[0] = turned(document, &clips[0], 1, 2..3));
    let original = maker.glb();
    let differing = (0..bytes.len()).filter(|&i| bytes[i] != original[i]).count();
    assert_eq!(bytes.len(), original.len());
    assert!(0 < differing && differing <= 16, "{differing}");
}

#[test]
fn bounds_of_an_overwritten_accessor_follow() {
    let maker = simple();
    let (_, _, bytes) = edited(&maker, |document, clips| {
        let mut data = clips[0].clone().into_data();
        data.root_positions.iter_mut().for_each(|p| p.y += 1.0);
        clips[0] = Clip::new(&document.skeleton, data).unwrap();
    });
    let (json, bin) = split(&bytes);
    assert_eq!(bin.len(), maker.bin.len().next_multiple_of(4));
    let accessor = json["accessors"].as_array().unwrap().iter().find(|a| !a["min"].is_null()).unwrap();
    assert_eq!(accessor["min"][1], 2.0);
    assert_eq!(accessor["max"][1], 2.0);
}

#[test]
fn shared_samplers_and_accessors_stay_for_their_other_users() {
    let mut maker = simple();
    // A second animation plays the same accessors, and in the first the ankle shares the knee's sampler.
    let (input, output) = (0, 1);
    maker.animation("other", &[(2, "rotation", "LINEAR", input, output)]);
    let channels = maker.json["animations"][0]["channels"].as_array_mut().unwrap();
    channels.push(json!({ "sampler": 0, "target": { "node": 3, "path": "rotation" } }));
    let (document, clips, bytes) =
        edited(&maker, |document, clips| clips[0] = turned(document, &clips[0], 1, 0..5));
    let again = read(&bytes);
    assert_eq!(again.clips[1], document.clips[1]);
    let n = document.skeleton.joint_count();
    for frame in 0..5 {
        assert_eq!(again.clips[0].rotations()[frame * n + 2], document.clips[0].rotations()[frame * n + 2]);
        assert_ne!(clips[0].rotations()[frame * n + 1], document.clips[0].rotations()[frame * n + 1]);
    }
    assert_eq!(&split(&bytes).1[..maker.bin.len()], &maker.bin[..]);
}

#[test]
fn an_accessor_that_another_animation_plays_is_not_overwritten() {
    let mut maker = simple();
    maker.animation("other", &[(2, "rotation", "LINEAR", 0, 1)]);
    let (document, _, bytes) =
        edited(&maker, |document, clips| clips[0] = turned(document, &clips[0], 1, 0..5));
    assert_eq!(read(&bytes).clips[1], document.clips[1]);
    assert_eq!(&split(&bytes).1[..maker.bin.len()], &maker.bin[..]);
}

#[test]
fn new_channels_for_stretched_limbs_and_matrix_nodes() {
    let mut maker = simple();
    let ankle = maker.json["nodes"][3].as_object_mut().unwrap();
    ankle.remove("translation");
    ankle.insert("matrix".into(), json!([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -0.5, 0, 1]));
    let (_, _, bytes) = edited(&maker, |document, clips| {
        let mut data = clips[0].clone().into_data();
        let values = (0..5).map(|f| Vec3::new(0.0, -0.5 - 0.01 * f as f64, 0.0)).collect();
        data.translations.push(surefoot::model::Track { joint: JointIndex(2), values });
        data.scales
            .push(surefoot::model::Track { joint: JointIndex(1), values: vec![Vec3::repeat(1.25); 5] });
        clips[0] = Clip::new(&document.skeleton, data).unwrap();
    });
    let (json, _) = split(&bytes);
    assert!(json["nodes"][3]["matrix"].is_null());
    assert_eq!(json["nodes"][3]["translation"][1], -0.5);
    assert_eq!(json["animations"][0]["channels"].as_array().unwrap().len(), 4);
    assert_eq!(json["nodes"][2]["extras"], maker.json["nodes"][2]["extras"]);
    compare(&read(&bytes), &bytes, 1);
}

#[test]
fn sparse_keys_and_splines_become_keys_at_every_frame() {
    for mode in ["LINEAR", "STEP", "CUBICSPLINE"] {
        let mut maker = simple();
        let input = maker.floats(&[0.0, 0.5, 1.0], "SCALAR");
        let per_key = if mode == "CUBICSPLINE" { 3 } else { 1 };
        let keys: Vec<f32> = (0..3)
            .flat_map(|i| {
                let q = about_z(30.0 * i as f32);
                if per_key == 3 { [[0.0; 4], q, [0.0; 4]].concat() } else { q.to_vec() }
            })
            .collect();
        let output = maker.floats(&keys, "VEC4");
        maker.animation("sparse", &[(2, "rotation", mode, input, output)]);
        let (_, _, bytes) =
            edited(&maker, |document, clips| clips[1] = turned(document, &clips[1], 1, 0..31));
        let (json, _) = split(&bytes);
        let sampler = &json["animations"][1]["samplers"][0];
        assert_eq!(sampler["interpolation"], "LINEAR");
        assert_eq!(sampler["extras"]["kept"], true);
        assert_eq!(json["accessors"][sampler["input"].as_u64().unwrap() as usize]["count"], 31);
    }
}

#[test]
fn ancestors_that_move_are_taken_out_again() {
    let mut maker = simple();
    let turn: Vec<f32> = (0..5).flat_map(|i| about_z(15.0 * i as f32)).collect();
    let turn = maker.floats(&turn, "VEC4");
    let samplers = maker.json["animations"][0]["samplers"].as_array_mut().unwrap();
    samplers.push(json!({ "input": 0, "output": turn }));
    let channels = maker.json["animations"][0]["channels"].as_array_mut().unwrap();
    channels.push(json!({ "sampler": 2, "target": { "node": 0, "path": "rotation" } }));
    maker.json["nodes"][0]["scale"] = json!([0.5, 0.5, 0.5]);
    edited(&maker, |document, clips| {
        let mut data = turned(document, &clips[0], 0, 1..4).into_data();
        data.root_positions.iter_mut().for_each(|p| p.x += 0.25);
        clips[0] = Clip::new(&document.skeleton, data).unwrap();
    });
}

#[test]
fn clips_with_other_frames_are_written_whole() {
    let maker = simple();
    let (_, _, bytes) = edited(&maker, |_, clips| clips[0] = clips[0].slice(1..4).unwrap());
    assert_eq!(read(&bytes).clips[0].frame_rate(), 30.0);
    let document = maker.read();
    let none = vec![document.clips[0].slice(0..0).unwrap()];
    assert!(io::encode_edited(&document, &none).unwrap_err().to_string().contains("no frames"));
}

#[test]
fn text_files_keep_their_layout_and_the_files_beside_them() {
    let maker = simple();
    let text = maker.text();
    let document = io::read_bytes(Path::new("a.gltf"), &text, &ReadOptions::default()).unwrap();
    let clips = vec![turned(&document, &document.clips[0], 1, 0..5)];
    let bytes = io::encode_edited(&document, &clips).unwrap().bytes;
    valid(&bytes);
    let again = io::read_bytes(Path::new("a.gltf"), &bytes, &ReadOptions::default()).unwrap();
    same_poses(&document, &clips[0], &again.clips[0], "inline");
    assert_eq!(bytes.len(), text.len(), "only the digits of the buffer differ");

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.gltf");
    let mut json = maker.json.clone();
    json["buffers"][0]["uri"] = json!("a.bin");
    std::fs::write(folder.path().join("a.bin"), &maker.bin).unwrap();
    std::fs::write(&path, serde_json::to_vec_pretty(&json).unwrap()).unwrap();
    let document = io::read(&path, &ReadOptions::default()).unwrap();
    let bytes = io::encode_edited(&document, &clips).unwrap().bytes;
    let again = io::read_bytes(&path, &bytes, &ReadOptions::default()).unwrap();
    same_poses(&document, &clips[0], &again.clips[0], "beside");
    assert_eq!(std::fs::read(folder.path().join("a.bin")).unwrap(), maker.bin);
    // Every line of the source is still there, in order, except the few with new references.
    let (old, new) = (std::fs::read_to_string(&path).unwrap(), String::from_utf8(bytes).unwrap());
    let mut lines = new.lines();
    let missing = old.lines().filter(|line| !lines.clone().any(|l| l == *line)).count();
    assert!(lines.next().is_some() && missing < 12, "{missing} lines are gone");
}

#[test]
fn new_files_hold_the_same_motion() {
    for path in real_files() {
        let document = io::read(&path, &ReadOptions::default()).unwrap();
        let clips = &document.clips[..document.clips.len().min(4)];
        let file = NewFile {
            skeleton: &document.skeleton,
            clips,
            skins: &document.skins,
            convention: document.convention,
        };
        for format in [Format::Glb, Format::Gltf] {
            let what = format!("{} as {}", path.display(), format.name());
            let encoded = io::encode_new(format, &file).unwrap();
            assert!(encoded.notes.is_empty(), "{what}: {:?}", encoded.notes);
            valid(&encoded.bytes);
            let again = io::read_bytes(Path::new("new"), &encoded.bytes, &ReadOptions::default()).unwrap();
            assert_eq!(again.format, format);
            assert_eq!(again.skeleton.names(), document.skeleton.names(), "{what}");
            for (a, b) in again.skeleton.end_sites().iter().zip(document.skeleton.end_sites()) {
                assert!(a.joint == b.joint && (a.offset - b.offset).norm() < 1e-12, "{what}");
            }
            assert_eq!(again.skeleton.end_sites().len(), document.skeleton.end_sites().len(), "{what}");
            assert_eq!(again.clips.len(), clips.len(), "{what}");
            for (expected, actual) in clips.iter().zip(&again.clips) {
                assert_eq!(expected.name(), actual.name());
                assert_eq!(expected.frame_rate(), actual.frame_rate());
                same_poses(&document, expected, actual, &what);
            }
            for (expected, actual) in document.skins.iter().zip(&again.skins) {
                let (a, b) = (expected.data(), actual.data());
                assert!(a.positions == b.positions && a.triangles == b.triangles, "{what}");
                assert!(a.influence_slots == b.influence_slots, "{what}");
            }
            if format == Format::Glb {
                compare(&again, &encoded.bytes, 3);
                check_rules(&encoded.bytes, &what);
            }
        }
    }
}

/// Rules of the specification that the validating crate does not check.
fn check_rules(bytes: &[u8], what: &str) {
    let (json, bin) = split(bytes);
    assert!(bytes.len().is_multiple_of(4));
    let number = |v: &Value| v.as_u64().unwrap_or(0) as usize;
    for view in json["bufferViews"].as_array().unwrap() {
        assert!(number(&view["byteOffset"]).is_multiple_of(4), "{what}: {view}");
        assert!(number(&view["byteOffset"]) + number(&view["byteLength"]) <= bin.len(), "{what}: {view}");
    }
    for accessor in json["accessors"].as_array().unwrap() {
        assert!(number(&accessor["byteOffset"]).is_multiple_of(4), "{what}: {accessor}");
    }
    for animation in json["animations"].as_array().into_iter().flatten() {
        for sampler in animation["samplers"].as_array().unwrap() {
            assert!(json["accessors"][number(&sampler["input"])]["min"].is_array(), "{what}");
        }
    }
    for primitive in json["meshes"].as_array().into_iter().flatten().map(|m| &m["primitives"][0]) {
        let positions = &json["accessors"][number(&primitive["attributes"]["POSITION"])];
        assert!(positions["min"].is_array() && positions["max"].is_array(), "{what}");
        assert_eq!(json["bufferViews"][number(&positions["bufferView"])]["target"], 34962);
        let indices = &json["accessors"][number(&primitive["indices"])];
        assert_eq!(json["bufferViews"][number(&indices["bufferView"])]["target"], 34963);
    }
}

#[test]
fn a_skeleton_alone_and_one_with_end_sites_survive() {
    let document = simple().read();
    let file =
        NewFile { skeleton: &document.skeleton, clips: &[], skins: &[], convention: document.convention };
    let bytes = io::encode_new(Format::Glb, &file).unwrap().bytes;
    valid(&bytes);
    let again = read(&bytes);
    assert_eq!(again.skeleton.names(), document.skeleton.names());
    assert_eq!(again.skeleton.end_sites(), document.skeleton.end_sites());
}

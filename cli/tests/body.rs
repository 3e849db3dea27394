//! Commands about the shape of a character: fit-body, grow-body, scale-character, deform-out-of-body,
//! remove-penetration.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{json, sliding_walk, surefoot, text};
use serde_json::{Value, json};
use std::path::Path;
use surefoot::io::{self, Document, Format, NewFile, ReadOptions};
use surefoot_sample::{self as sample, WalkOptions, faults};

fn read(path: &Path) -> Document {
    io::read(path, &ReadOptions::default()).unwrap()
}

#[test]
fn fit_body_shows_every_segment() {
    let folder = sliding_walk();
    let result = surefoot(&["fit-body", "walk.glb", "--report", "body.json"], folder.path());
    assert!(result.status.success(), "{}", text(&result.stderr));
    let table = text(&result.stdout);
    assert!(table.contains("left_forearm") && table.contains("litres"), "{table}");
    let saved: Value =
        serde_json::from_slice(&std::fs::read(folder.path().join("body.json")).unwrap()).unwrap();
    let same = json(&surefoot(&["fit-body", "walk.glb", "--json"], folder.path()));
    assert_eq!(same["report"], saved);
    assert!(saved["segments"].as_array().unwrap().iter().any(|s| s["source"] == "mesh"), "{saved}");
    let capsules = json(&surefoot(&["fit-body", "walk.glb", "--kind", "capsule", "--json"], folder.path()));
    assert_eq!(capsules["report"]["segments"][0]["kind"], "capsule");
    // No mesh: said in a note.
    let result = json(&surefoot(&["fit-body", "walk.bvh", "--json"], folder.path()));
    assert!(result["notes"].as_array().unwrap().iter().any(|note| note["code"] == "average-body"));
    let code = |arguments: &[&str]| surefoot(arguments, folder.path()).status.code();
    assert_eq!(code(&["fit-body", "walk.glb", "--kind", "cube"]), Some(2));
    assert_eq!(code(&["fit-body", "walk.glb", "--report", "walk.glb"]), Some(2));
    assert_eq!(code(&["fit-body", "none.glb"]), Some(1));
}

#[test]
fn grow_body_writes_a_thicker_character() {
    let folder = sliding_walk();
    let at = |name: &str| folder.path().join(name);
    let before = read(&at("walk.glb"));
    for output in ["heavy.glb", "heavy.gltf", "heavy.fbx"] {
        let arguments =
            ["grow-body", "walk.glb", output, "--trunk", "1.3", "--segment", "left_forearm=1.5", "--json"];
        let result = json(&surefoot(&arguments, folder.path()));
        let report = &result["report"];
        assert!(report["litres_after"].as_f64() > report["litres_before"].as_f64(), "{report}");
        let after = read(&at(output));
        assert_eq!(after.clips[0].frame_count(), before.clips[0].frame_count(), "{output}");
        let arm = |document: &Document| {
            let joint = document.skeleton.find("left_upper_arm").unwrap();
            document.skeleton.rest_offset(joint).norm()
        };
        assert!(
            (arm(&after) / arm(&before) - 1.3).abs() < 1e-3,
            "{output}: {} {}",
            arm(&before),
            arm(&after)
        );
    }
    let code = |arguments: &[&str]| surefoot(arguments, folder.path()).status.code();
    assert_eq!(code(&["grow-body", "walk.glb", "heavy.bvh"]), Some(2));
    assert_eq!(code(&["grow-body", "walk.glb", "walk.glb"]), Some(2));
    assert_eq!(code(&["grow-body", "walk.glb", "heavy.glb", "--segment", "left_forearm"]), Some(2));
    assert_eq!(code(&["grow-body", "walk.glb", "heavy.glb", "--segment", "tail=2"]), Some(1));
    assert_eq!(code(&["grow-body", "walk.glb", "heavy.glb", "--trunk", "9"]), Some(2));
}

/// The GLB with a material on its mesh, and something else that no reader of ours knows.
fn painted(bytes: &[u8]) -> Vec<u8> {
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let mut root: Value = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
    root["materials"] =
        json!([{ "name": "skin", "pbrMetallicRoughness": { "baseColorFactor": [0.8, 0.6, 0.5, 1.0] } }]);
    root["meshes"][0]["primitives"][0]["material"] = 0.into();
    root["extras"] = json!({ "studio": "ours" });
    let mut text = root.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let rest = &bytes[20 + length..];
    let mut out = bytes[..8].to_vec();
    out.extend(((20 + text.len() + rest.len()) as u32).to_le_bytes());
    out.extend((text.len() as u32).to_le_bytes());
    out.extend(&bytes[16..20]);
    out.extend(text);
    out.extend(rest);
    out
}

#[test]
fn materials_stay_in_a_grown_file() {
    let folder = sliding_walk();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("hero.glb"), painted(&std::fs::read(at("walk.glb")).unwrap())).unwrap();
    for (command, flags) in [("grow-body", ["--trunk", "1.3"]), ("scale-character", ["--upper-arm", "1.2"])] {
        let arguments = [&[command, "hero.glb", "new.glb"], &flags[..], &["--json"]].concat();
        let result = json(&surefoot(&arguments, folder.path()));
        let codes: Vec<&str> =
            result["notes"].as_array().unwrap().iter().filter_map(|n| n["code"].as_str()).collect();
        assert!(!codes.contains(&"materials-lost"), "{command}: {codes:?}");
        let bytes = std::fs::read(at("new.glb")).unwrap();
        let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        let root: Value = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
        assert_eq!(root["materials"][0]["name"], "skin", "{command}");
        assert_eq!(root["meshes"][0]["primitives"][0]["material"], 0, "{command}");
        assert_eq!(root["extras"]["studio"], "ours", "{command}");
        // Where a new file would hold the same shape.
        let (old, new) = (read(&at("hero.glb")), read(&at("new.glb")));
        assert_ne!(old.skeleton.rest_offsets(), new.skeleton.rest_offsets(), "{command}");
        std::fs::remove_file(at("new.glb")).unwrap();
    }
    // Another format is a new file.
    let result = json(&surefoot(&["grow-body", "hero.glb", "new.fbx", "--json"], folder.path()));
    assert!(result["notes"].as_array().unwrap().iter().any(|note| note["code"] == "materials-lost"));
}

#[test]
fn scale_character_scales_the_path_too() {
    let folder = sliding_walk();
    let measures =
        ["shoulder", "upper-arm", "forearm", "waist-to-knee", "inside-leg", "waist-height", "back"];
    let flags: Vec<String> = measures.iter().flat_map(|name| [format!("--{name}"), "0.5".into()]).collect();
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    for output in ["child.fbx", "child.glb"] {
        let arguments = [&["scale-character", "walk.glb", output, "--json"], &flags[..]].concat();
        let result = json(&surefoot(&arguments, folder.path()));
        assert_eq!(result["report"]["root"], 0.5);
        let (before, after) = (read(&folder.path().join("walk.glb")), read(&folder.path().join(output)));
        let (old, new) = (&before.clips[0].root_positions()[60], &after.clips[0].root_positions()[60]);
        // Feet keep their size, and stay on the floor.
        let lift = result["report"]["lift"].as_f64().unwrap();
        assert!((0.01..0.1).contains(&lift), "{lift}");
        assert!((old * 0.5 + surefoot::math::Vec3::y() * lift - new).norm() < 1e-4, "{output}: {old} {new}");
        assert!(
            (after.skeleton.rest_offsets()[5].norm() - before.skeleton.rest_offsets()[5].norm() * 0.5).abs()
                < 1e-4
        );
    }
    let code = |arguments: &[&str]| surefoot(arguments, folder.path()).status.code();
    assert_eq!(code(&["scale-character", "walk.glb", "x.glb", "--waist-height", "0.2"]), Some(1));
    assert_eq!(code(&["scale-character", "walk.glb", "x.glb", "--back", "0"]), Some(2));
}

#[test]
fn deform_out_of_body_writes_a_point_cache() {
    let folder = sliding_walk();
    let arguments = ["deform-out-of-body", "walk.glb", "walk.pc2", "--report", "r.json", "--json"];
    let result = json(&surefoot(&arguments, folder.path()));
    let saved: Value = serde_json::from_slice(&std::fs::read(folder.path().join("r.json")).unwrap()).unwrap();
    assert_eq!(result["report"], saved);
    assert!(saved["after"]["depth_max"].as_f64() <= saved["before"]["depth_max"].as_f64());
    let document = read(&folder.path().join("walk.glb"));
    let (vertices, frames) = (document.skins[0].vertex_count(), document.clips[0].frame_count());
    let cache = std::fs::read(folder.path().join("walk.pc2")).unwrap();
    assert_eq!(&cache[..12], b"POINTCACHE2\0");
    let number = |at: usize| i32::from_le_bytes(cache[at..at + 4].try_into().unwrap());
    assert_eq!((number(12), number(16) as usize, number(28) as usize), (1, vertices, frames));
    assert_eq!(cache.len(), 32 + 12 * vertices * frames);
    // The sample's arms swing clear of its body: the points are the skinned ones.
    let mut mesh = surefoot::kinematics::SkinnedFrame::default();
    let mut skinner = surefoot::kinematics::Skinner::new(&document.skeleton, &document.skins[0]).unwrap();
    skinner.deform(&document.clips[0].pose(7), &mut mesh).unwrap();
    let x = f32::from_le_bytes(cache[32 + 12 * vertices * 7..][..4].try_into().unwrap());
    assert!((x - mesh.positions[0].x).abs() < 1e-5);
    let code = |arguments: &[&str]| surefoot(arguments, folder.path()).status.code();
    assert_eq!(code(&["deform-out-of-body", "walk.glb", "--part", "tail"]), Some(2));
    assert_eq!(code(&["deform-out-of-body", "walk.glb", "--clip", "nine"]), Some(1));
    assert_eq!(code(&["deform-out-of-body", "walk.bvh"]), Some(1));
}

#[test]
fn remove_penetration_writes_clean_clips() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let biped = sample::biped(&Default::default()).unwrap();
    let options = WalkOptions { seconds: 1.0, frame_rate: 30.0, ..Default::default() };
    let walk = sample::walk(&biped.skeleton, &options).unwrap().clip;
    let clips = [faults::arms_into_trunk(&biped.skeleton, &walk, 0.3).unwrap()];
    for (name, format) in [("hero.glb", Format::Glb), ("hero.fbx", Format::Fbx), ("bare.bvh", Format::Bvh)] {
        let skins = std::slice::from_ref(&biped.skin);
        let file =
            NewFile { skeleton: &biped.skeleton, clips: &clips, skins, convention: Default::default() };
        std::fs::write(at(name), io::encode_new(format, &file).unwrap().bytes).unwrap();
    }
    // Arms that are inside all the time would be taken for a character made so.
    let mut arguments = vec!["remove-penetration", "hero.glb", "clean.glb", "--max-mean-way", "1"];
    arguments.extend(["--report", "r.json", "--html", "page.html"]);
    let result = surefoot(&arguments, folder.path());
    assert!(result.status.success(), "{}", text(&result.stderr));
    assert!(text(&result.stdout).contains("depth, max (cm)"), "{}", text(&result.stdout));
    assert!(std::fs::read_to_string(at("page.html")).unwrap().contains("<html"));
    let saved: Value = serde_json::from_slice(&std::fs::read(at("r.json")).unwrap()).unwrap();
    let report = &saved["files"][0]["clips"][0]["report"];
    let depth = |when: &str| report[when]["depth_max"].as_f64().unwrap();
    assert!(depth("before") > 0.01, "{report}");
    assert!(depth("after") < depth("before") / 2.0, "{report}");
    let (before, after) = (read(&at("hero.glb")), read(&at("clean.glb")));
    assert_ne!(before.clips[0].pose(10).rotations(), after.clips[0].pose(10).rotations());
    assert_eq!(before.clips[0].frame_count(), after.clips[0].frame_count());

    // Many files; the one without a mesh fails alone.
    let arguments =
        ["remove-penetration", "hero.glb", "hero.fbx", "bare.bvh", "--out-dir", "out", "--legs=false"];
    let result = surefoot(&arguments, folder.path());
    assert_eq!(result.status.code(), Some(1));
    assert!(text(&result.stdout).contains("frames inside"), "{}", text(&result.stdout));
    assert!(at("out/hero.glb").exists() && at("out/hero.fbx").exists() && !at("out/bare.bvh").exists());
    let code = |arguments: &[&str]| surefoot(arguments, folder.path()).status.code();
    assert_eq!(code(&["remove-penetration", "hero.glb", "hero.glb"]), Some(2));
    assert_eq!(code(&["remove-penetration", "hero.glb", "x.glb", "--margin", "1"]), Some(2));
}

/// A character whose arms are in its trunk, as hero.glb in a folder.
fn write_hero(folder: &std::path::Path) {
    let biped = sample::biped(&Default::default()).unwrap();
    let options = WalkOptions { seconds: 1.0, frame_rate: 30.0, ..Default::default() };
    let walk = sample::walk(&biped.skeleton, &options).unwrap().clip;
    let clips = [faults::arms_into_trunk(&biped.skeleton, &walk, 0.1).unwrap()];
    let skins = std::slice::from_ref(&biped.skin);
    let file = NewFile { skeleton: &biped.skeleton, clips: &clips, skins, convention: Default::default() };
    std::fs::write(folder.join("hero.glb"), io::encode_new(Format::Glb, &file).unwrap().bytes).unwrap();
}

#[test]
fn adapt_to_body_without_feet_does_what_it_can() {
    let folder = tempfile::tempdir().unwrap();
    write_hero(folder.path());
    let roles = r#"{ "left_foot": null, "right_foot": null, "left_toe": null, "right_toe": null }"#;
    std::fs::write(folder.path().join("roles.json"), roles).unwrap();
    let arguments = ["adapt-to-body", "hero.glb", "out.glb", "--roles", "roles.json", "--report", "r.json"];
    let result = surefoot(&arguments, folder.path());
    assert!(result.status.success(), "{}", text(&result.stderr));
    let said = text(&result.stderr);
    assert!(said.contains("no foot is held") && said.contains("[stage-left-out]"), "{said}");
    assert!(said.contains("name the joints in a file: --roles FILE"), "{said}");
    let saved: Value = serde_json::from_slice(&std::fs::read(folder.path().join("r.json")).unwrap()).unwrap();
    let clip = &saved["files"][0]["clips"][0];
    assert!(clip["report"]["penetration"].is_object() && clip["report"]["footskate"].is_null(), "{clip}");
    assert!(clip["plants"].is_null() && clip["report"]["balance"].is_null(), "{clip}");
}

#[test]
fn adapt_to_body_writes_one_report_of_all_stages() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    write_hero(folder.path());
    let arguments = ["adapt-to-body", "hero.glb", "out.glb", "--report", "r.json", "--html", "page.html"];
    let result = surefoot(&arguments, folder.path());
    assert!(result.status.success(), "{}", text(&result.stderr));
    assert!(text(&result.stdout).contains("slide, mean (cm/s)"), "{}", text(&result.stdout));
    assert!(std::fs::read_to_string(at("page.html")).unwrap().contains("<html"));
    let saved: Value = serde_json::from_slice(&std::fs::read(at("r.json")).unwrap()).unwrap();
    let report = &saved["files"][0]["clips"][0]["report"];
    assert!(report["penetration"]["limbs"].is_array() && report["footskate"]["plants"].as_u64() > Some(0));
    assert!(report["slide_after"].as_f64().unwrap() < 1e-4, "{report}");
    assert!(at("out.glb").exists());
    assert!(report["balance"]["excess_after"]["mean"].is_number(), "{report}");
    assert!(report["excess_after"]["mean"].is_number(), "{report}");
    assert!(text(&result.stdout).contains("off balance, mean (cm)"), "{}", text(&result.stdout));
    let run = |more: &[&str]| {
        let arguments = ["adapt-to-body", "hero.glb", "again.glb", "--report", "r.json"];
        surefoot(&[&arguments[..], more].concat(), folder.path())
    };
    let balance_of = |more: &[&str]| -> Value {
        let result = run(more);
        assert!(result.status.success(), "{}", text(&result.stderr));
        let saved: Value = serde_json::from_slice(&std::fs::read(at("r.json")).unwrap()).unwrap();
        saved["files"][0]["clips"][0]["report"]["balance"].clone()
    };
    assert!(balance_of(&["--balance=false"]).is_null());
    // A load that the original does not have.
    let loaded = balance_of(&["--original", "hero.glb", "--load", "right_hand=20"]);
    let free = balance_of(&["--original", "hero.glb"]);
    assert_ne!(loaded["before"], free["before"]);
    let many = ["adapt-to-body", "hero.glb", "out.glb", "--out-dir", "o", "--original", "hero.glb"];
    let result = surefoot(&many, folder.path());
    assert!(text(&result.stderr).contains("--original belongs to one clip"), "{}", text(&result.stderr));
    let code = |arguments: &[&str]| surefoot(arguments, folder.path()).status.code();
    assert_eq!(code(&["adapt-to-body", "hero.glb", "x.glb", "--gaze", "2"]), Some(2));
    assert_eq!(code(&["adapt-to-body", "hero.glb", "hero.glb"]), Some(2));
}

#[test]
fn shape_grids_are_built_and_asked() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    write_hero(folder.path());
    let build = ["shape-grid", "build", "hero.glb", "a.sfshape", "--axis", "trunk=1,1.2"];
    let result = surefoot(&build, folder.path());
    assert!(result.status.success(), "{}", text(&result.stderr));
    assert!(text(&result.stdout).contains("2 bodies"), "{}", text(&result.stdout));
    assert!(!at("a.sfshape.part").exists());
    let query =
        ["shape-grid", "query", "a.sfshape", "hero.glb", "heavy.glb", "--trunk", "1.1", "--report", "r.json"];
    let result = surefoot(&query, folder.path());
    assert!(result.status.success(), "{}", text(&result.stderr));
    let saved: Value = serde_json::from_slice(&std::fs::read(at("r.json")).unwrap()).unwrap();
    assert_eq!(saved["report"]["nodes"].as_u64(), Some(2));
    let (before, after) = (read(&at("hero.glb")), read(&at("heavy.glb")));
    assert_eq!(before.clips[0].frame_count(), after.clips[0].frame_count());
    assert_ne!(before.skins[0].data().positions, after.skins[0].data().positions);
    let run = |arguments: &[&str]| surefoot(arguments, folder.path());
    assert_eq!(
        run(&["shape-grid", "build", "hero.glb", "b.sfshape", "--axis", "tail=1"]).status.code(),
        Some(2)
    );
    // A finished grid is not taken for a journal, which would be deleted at the end.
    std::fs::copy(at("a.sfshape"), at("b.sfshape.part")).unwrap();
    let grid = run(&["shape-grid", "build", "hero.glb", "b.sfshape", "--axis", "trunk=1,1.2"]);
    assert!(text(&grid.stderr).contains("is not the journal"), "{}", text(&grid.stderr));
    assert_eq!(std::fs::read(at("a.sfshape")).unwrap(), std::fs::read(at("b.sfshape.part")).unwrap());
    // What another clip left behind is not taken for this one's.
    let mut journal = std::fs::read(at("a.sfshape")).unwrap();
    journal[..8].copy_from_slice(b"SFSHAPJ\x1a");
    std::fs::write(at("b.sfshape.part"), journal).unwrap();
    let other = run(&["shape-grid", "build", "hero.glb", "b.sfshape", "--axis", "trunk=1,1.3"]);
    assert_eq!(other.status.code(), Some(1));
    assert!(text(&other.stderr).contains("other settings"), "{}", text(&other.stderr));
    // The same records are a build that was stopped just before its end.
    let same = run(&["shape-grid", "build", "hero.glb", "b.sfshape", "--axis", "trunk=1,1.2"]);
    assert!(text(&same.stdout).contains("0 solved now"), "{}", text(&same.stdout));
    assert_eq!(std::fs::read(at("a.sfshape")).unwrap(), std::fs::read(at("b.sfshape")).unwrap());
}

#[test]
fn a_queried_body_grows_as_the_grid_did() {
    let folder = tempfile::tempdir().unwrap();
    write_hero(folder.path());
    let run = |arguments: &[&str]| {
        let result = surefoot(arguments, folder.path());
        assert!(result.status.success(), "{arguments:?}: {}", text(&result.stderr));
    };
    run(&["shape-grid", "build", "hero.glb", "a.sfshape", "--axis", "trunk=1,1.2", "--move-joints=false"]);
    run(&["shape-grid", "query", "a.sfshape", "hero.glb", "asked.glb", "--trunk", "1.2"]);
    run(&["grow-body", "hero.glb", "still.glb", "--trunk", "1.2", "--move-joints=false"]);
    run(&["grow-body", "hero.glb", "moved.glb", "--trunk", "1.2"]);
    let [asked, still, moved] =
        ["asked.glb", "still.glb", "moved.glb"].map(|name| read(&folder.path().join(name)));
    assert_eq!(asked.skeleton.rest_offsets(), still.skeleton.rest_offsets());
    assert_eq!(asked.skins[0].data().positions, still.skins[0].data().positions);
    assert_ne!(still.skins[0].data().positions, moved.skins[0].data().positions);
}

#[test]
fn a_grid_is_not_asked_for_another_body() {
    let folder = tempfile::tempdir().unwrap();
    write_hero(folder.path());
    let run = |arguments: &[&str]| surefoot(arguments, folder.path());
    assert!(run(&["shape-grid", "build", "hero.glb", "a.sfshape", "--axis", "trunk=1,1.2"]).status.success());
    // The same joints, the same motion: only the flesh differs.
    assert!(run(&["grow-body", "hero.glb", "heavy.glb", "--left-leg", "1.3"]).status.success());
    let result = run(&["shape-grid", "query", "a.sfshape", "heavy.glb", "out.glb", "--trunk", "1.1"]);
    assert_eq!(result.status.code(), Some(1));
    assert!(text(&result.stderr).contains("another body"), "{}", text(&result.stderr));
    assert!(!folder.path().join("out.glb").exists());
}

#[test]
fn beyond_the_grid_body_and_clip_are_those_of_its_end() {
    let folder = tempfile::tempdir().unwrap();
    write_hero(folder.path());
    let run = |arguments: &[&str]| {
        let result = surefoot(arguments, folder.path());
        assert!(result.status.success(), "{arguments:?}: {}", text(&result.stderr));
        text(&result.stderr)
    };
    run(&["shape-grid", "build", "hero.glb", "a.sfshape", "--axis", "trunk=1,1.2"]);
    let told = run(&["shape-grid", "query", "a.sfshape", "hero.glb", "far.glb", "--trunk", "2"]);
    assert!(told.contains("trunk") && told.contains("1 to 1.2"), "{told}");
    run(&["shape-grid", "query", "a.sfshape", "hero.glb", "end.glb", "--trunk", "1.2"]);
    let [far, end] = ["far.glb", "end.glb"].map(|name| read(&folder.path().join(name)));
    assert_eq!(far.skeleton.rest_offsets(), end.skeleton.rest_offsets());
    assert_eq!(far.skins[0].data().positions, end.skins[0].data().positions);
    assert_eq!(far.clips, end.clips);
}

#[test]
fn measures_of_the_leg_that_do_not_fit_name_the_others() {
    let folder = sliding_walk();
    let result = surefoot(&["scale-character", "walk.glb", "x.glb", "--inside-leg", "1.3"], folder.path());
    let told = text(&result.stderr);
    assert_eq!(result.status.code(), Some(1), "{told}");
    assert!(told.contains("waist_to_knee") && told.contains("waist_height"), "{told}");
    let help = text(&surefoot(&["scale-character", "--help"], folder.path()).stdout);
    assert!(help.contains("together"), "{help}");
}

#[test]
fn a_grid_that_cannot_begin_leaves_no_journal() {
    let folder = sliding_walk();
    let result = surefoot(&["shape-grid", "build", "walk.bvh", "a.sfshape"], folder.path());
    assert_eq!(result.status.code(), Some(1));
    let names: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!names.iter().any(|name| name.to_string_lossy().contains("sfshape")), "{names:?}");
}

#[test]
fn a_grid_tells_what_its_bodies_were_told() {
    let folder = tempfile::tempdir().unwrap();
    let biped = sample::biped(&Default::default()).unwrap();
    let options = WalkOptions { seconds: 1.0, frame_rate: 30.0, ..Default::default() };
    let walk = sample::walk(&biped.skeleton, &options).unwrap().clip;
    let clips = [faults::arms_into_trunk(&biped.skeleton, &walk, 0.3).unwrap()];
    let skins = std::slice::from_ref(&biped.skin);
    let file = NewFile { skeleton: &biped.skeleton, clips: &clips, skins, convention: Default::default() };
    std::fs::write(folder.path().join("hero.glb"), io::encode_new(Format::Glb, &file).unwrap().bytes)
        .unwrap();
    let build = |output: &str, more: &[&str]| {
        let fixed =
            ["shape-grid", "build", "hero.glb", output, "--axis", "trunk=1,1.2", "--report", "r.json"];
        let result = surefoot(&[&fixed, more].concat(), folder.path());
        assert!(result.status.success(), "{}", text(&result.stderr));
        let saved: Value =
            serde_json::from_slice(&std::fs::read(folder.path().join("r.json")).unwrap()).unwrap();
        (text(&result.stderr), saved["report"].clone())
    };
    // A limit so low that every arm is told.
    let (told, report) = build("a.sfshape", &["--max-mean-way", "0.001"]);
    let findings = report["findings"].as_array().unwrap();
    let of_arm = findings.iter().find(|finding| {
        finding["about"] == "left arm" && !finding["code"].as_str().unwrap().starts_with("penetration-")
    });
    let mut shapes: Vec<&str> =
        of_arm.unwrap()["shapes"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    shapes.sort_unstable();
    assert_eq!(shapes, ["trunk 1", "trunk 1.2"], "{report}");
    assert!(told.contains("on 2 of 2 bodies") && told.contains("left arm"), "{told}");
    // What is asked of the solver reaches it.
    let bytes = |name: &str| std::fs::read(folder.path().join(name)).unwrap().len();
    build("b.sfshape", &["--max-mean-way", "1"]);
    build("c.sfshape", &["--max-mean-way", "1", "--margin", "0.03"]);
    assert_ne!(bytes("b.sfshape"), bytes("c.sfshape"));
}

#[test]
fn caches_and_grids_have_their_own_extensions() {
    let folder = sliding_walk();
    let code = |arguments: &[&str]| surefoot(arguments, folder.path()).status.code();
    assert_eq!(code(&["deform-out-of-body", "walk.glb", "out.glb"]), Some(2));
    assert_eq!(code(&["deform-out-of-body", "walk.glb", "out"]), Some(2));
    assert_eq!(code(&["shape-grid", "build", "walk.glb", "out.glb", "--axis", "trunk=1"]), Some(2));
    assert!(!folder.path().join("out.glb").exists() && !folder.path().join("out").exists());
}

#[test]
fn no_file_takes_the_place_of_a_further_skins_cache() {
    let folder = tempfile::tempdir().unwrap();
    let biped = sample::biped(&Default::default()).unwrap();
    let options = WalkOptions { seconds: 0.3, frame_rate: 30.0, ..Default::default() };
    let clips = [sample::walk(&biped.skeleton, &options).unwrap().clip];
    let skins = [biped.skin.clone(), biped.skin];
    let file =
        NewFile { skeleton: &biped.skeleton, clips: &clips, skins: &skins, convention: Default::default() };
    std::fs::write(folder.path().join("two.glb"), io::encode_new(Format::Glb, &file).unwrap().bytes).unwrap();
    let run = |report: &str| {
        let arguments = ["deform-out-of-body", "two.glb", "two.pc2", "--report", report];
        surefoot(&arguments, folder.path())
    };
    let result = run("two_2.pc2");
    assert_eq!(result.status.code(), Some(2), "{}", text(&result.stderr));
    assert!(!folder.path().join("two.pc2").exists() && !folder.path().join("two_2.pc2").exists());
    assert_eq!(run("two.json").status.code(), Some(0));
    assert!(folder.path().join("two.pc2").exists() && folder.path().join("two_2.pc2").exists());
}

#[test]
fn help_tells_when_an_option_matters_and_what_its_words_mean() {
    let folder = tempfile::tempdir().unwrap();
    let help = |command: &str| text(&surefoot(&[command, "--help"], folder.path()).stdout).replace('\n', " ");
    let squeezed = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let penetration = squeezed(help("remove-penetration"));
    assert!(penetration.contains("needs --allowed-overlap frame"), "{penetration}");
    assert!(penetration.contains("counted from 0"), "{penetration}");
    assert!(penetration.contains("rest: as deep as each vertex is in the rest pose"), "{penetration}");
    assert!(penetration.contains("per-frame: arms frame by frame"), "{penetration}");
    let scaling = squeezed(help("scale-character"));
    assert!(scaling.contains("reattach: the mesh stays as it is"), "{scaling}");
}

/// A character of the sample with another skin, as a GLB.
fn write_with(folder: &Path, name: &str, change: impl Fn(&mut surefoot::model::skin::SkinData)) {
    let biped = sample::biped(&Default::default()).unwrap();
    let options = WalkOptions { seconds: 0.3, frame_rate: 30.0, ..Default::default() };
    let clips = [sample::walk(&biped.skeleton, &options).unwrap().clip];
    let mut data = biped.skin.into_data();
    change(&mut data);
    let skins = [surefoot::Skin::new(&biped.skeleton, data).unwrap()];
    let file =
        NewFile { skeleton: &biped.skeleton, clips: &clips, skins: &skins, convention: Default::default() };
    std::fs::write(folder.join(name), io::encode_new(Format::Glb, &file).unwrap().bytes).unwrap();
}

#[test]
fn what_is_wrong_with_a_mesh_is_told_with_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let hands: Vec<usize> = {
        let skeleton = sample::biped(&Default::default()).unwrap().skeleton;
        ["left_hand", "right_hand"].iter().map(|name| skeleton.find(name).unwrap().0).collect()
    };
    write_with(folder.path(), "inside_out.glb", |data| {
        data.triangles.iter_mut().for_each(|corners| corners.swap(0, 1));
    });
    write_with(folder.path(), "hands.glb", |data| {
        let joint_of = |vertex: u32| {
            let first = data.influence_offsets[vertex as usize] as usize;
            data.slot_joints[data.influence_slots[first] as usize].0
        };
        let kept = data.triangles.iter().filter(|t| t.iter().all(|&c| hands.contains(&joint_of(c))));
        data.triangles = kept.copied().collect();
        assert!(!data.triangles.is_empty());
    });
    write_with(folder.path(), "spot.glb", |data| {
        data.positions.iter_mut().for_each(|place| *place = [0.0, 1.0, 0.0].into());
    });
    write_with(folder.path(), "points.glb", |data| data.triangles.clear());
    let cases = [
        ("inside_out.glb", "face inwards"),
        ("hands.glb", "trunk, head and legs have no triangle"),
        ("spot.glb", "no size"),
        ("points.glb", "there is no mesh"),
    ];
    for (file, expected) in cases {
        for command in ["remove-penetration", "adapt-to-body", "deform-out-of-body"] {
            let mut arguments = vec![command, file];
            arguments.extend((command != "deform-out-of-body").then_some("out.glb"));
            let result = surefoot(&arguments, folder.path());
            let told = text(&result.stderr);
            assert_eq!(result.status.code(), Some(1), "{command}: {told}");
            let error = told.lines().find(|line| line.starts_with("surefoot: ")).unwrap();
            assert!(error.contains(file) && error.contains(expected), "{command}: {error}");
            assert!(file == "inside_out.glb" || !error.contains("inwards"), "{command}: {error}");
        }
    }
    let off = ["remove-penetration", "inside_out.glb", "out.glb", "--arms=false", "--legs=false"];
    let told = text(&surefoot(&off, folder.path()).stderr);
    assert!(told.contains("inside_out.glb") && told.contains("both off"), "{told}");
}

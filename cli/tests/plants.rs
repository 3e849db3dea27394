//! Commands around plants and clips: what is warned about once, what is refused, what the JSON holds.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{json, sliding_walk, surefoot, text};
use serde_json::Value;
use surefoot::io::{self, Convention, Format, NewFile, ReadOptions};
use surefoot::math::Vec3;
use surefoot::model::{Joint, Side};
use surefoot::{JointIndex, Skeleton};
use surefoot_sample::{self as sample, BipedOptions};

/// A plants file with one plant that has this key beside the usual ones.
fn one_plant(folder: &std::path::Path, more: &str) {
    let text = format!(
        r#"{{"frame_count": 90, "plants": [{{"point": "left_toe", "first": 20, "end": 30, {more}}}]}}"#
    );
    std::fs::write(folder.join("plants.json"), text).unwrap();
}

#[test]
fn misspelt_keys_of_a_plants_file_are_named() {
    let folder = sliding_walk();
    one_plant(folder.path(), r#""postion": [0, 0, 0]"#);
    let arguments = ["remove-footskate", "walk.bvh", "out.bvh", "--plants", "plants.json"];
    let result = surefoot(&arguments, folder.path());
    assert!(result.status.success());
    let message = text(&result.stderr);
    assert!(message.contains("'postion'") && message.contains("did you mean 'position'?"), "{message}");
    one_plant(folder.path(), r#""position": [0, 0, 4000]"#);
    let result = surefoot(&arguments, folder.path());
    assert_eq!(result.status.code(), Some(1));
    let message = text(&result.stderr);
    assert!(message.contains("plants.json") && message.contains("4 km"), "{message}");
}

#[test]
fn flags_that_contradict_each_other_are_refused_and_idle_ones_named() {
    let folder = sliding_walk();
    one_plant(folder.path(), r#""confidence": 1"#);
    let base = ["remove-footskate", "walk.bvh", "out.bvh", "--json", "--plants", "plants.json", "--hands"];
    let refused = surefoot(&base, folder.path());
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("--merge-plants"), "{}", text(&refused.stderr));
    let mut merged = base.to_vec();
    merged.push("--merge-plants");
    json(&surefoot(&merged, folder.path()));
    let idle = |more: &[&str]| -> Vec<String> {
        let mut arguments = vec!["remove-footskate", "walk.bvh", "out.bvh", "--json"];
        arguments.extend(more);
        let result = json(&surefoot(&arguments, folder.path()));
        let notes = result["files"][0]["notes"].as_array().unwrap();
        let texts = notes.iter().filter(|n| n["code"] == "idle-option").map(|n| n["text"].as_str().unwrap());
        texts.map(str::to_owned).collect()
    };
    assert!(idle(&["--window", "0.2"])[0].contains("--window"));
    assert!(idle(&["--method", "root", "--solver", "windowed"])[0].contains("--solver"));
    assert!(idle(&["--solver", "windowed", "--window", "0.2"]).is_empty());
    let needs = "--cutoff has no effect: needs --method limbs and --solver least-squares";
    assert_eq!(idle(&["--method", "root", "--cutoff", "1"]), [needs]);
    assert_eq!(
        idle(&["--snap-to-ground"]),
        ["--snap-to-ground has no effect: needs --method limbs and --ground"]
    );
}

#[test]
fn detection_is_reported_whole_and_warned_about_once() {
    let folder = sliding_walk();
    // A pose put before the motion: the clip jumps, which is a warning.
    let read = io::read(&folder.path().join("walk.glb"), &ReadOptions::default()).unwrap();
    let mut data = read.clips[0].clone().into_data();
    data.root_positions[0] += Vec3::new(5.0, 0.0, 0.0);
    let clips = [surefoot::Clip::new(&read.skeleton, data).unwrap()];
    let file =
        NewFile { skeleton: &read.skeleton, clips: &clips, skins: &[], convention: Convention::default() };
    std::fs::write(folder.path().join("cut.glb"), io::encode_new(Format::Glb, &file).unwrap().bytes).unwrap();
    let result = surefoot(&["detect-plants", "cut.glb"], folder.path());
    let all = text(&result.stderr) + &text(&result.stdout);
    assert_eq!(all.matches("the clip jumps").count(), 1, "{all}");
    assert!(all.contains("(frame 0)"), "{all}");
    let quiet = surefoot(&["detect-plants", "cut.glb", "--quiet"], folder.path());
    assert!(!(text(&quiet.stderr) + &text(&quiet.stdout)).contains("jumps"));

    let found = json(&surefoot(&["detect-plants", "cut.glb", "--json", "--sole"], folder.path()));
    let report = &found["report"];
    for key in
        ["summary", "fault", "floor", "root_noise", "cuts", "leg_length", "slides", "held", "smoothing"]
    {
        assert!(report.get(key).is_some(), "no '{key}' in {found}");
    }
    assert!(report["touches"][0]["slowest"]["first"].is_u64(), "{found}");
    assert!(report["root_noise"].is_f64() && report["fault"]["drift"].is_array(), "{found}");
    let jump = found["notes"].as_array().unwrap().iter().find(|n| n["code"] == "jump").unwrap();
    assert_eq!((&jump["frames"][0]["first"], &jump["severity"]), (&0.into(), &"warning".into()), "{found}");
    let points: Vec<&str> =
        found["plants"]["plants"].as_array().unwrap().iter().filter_map(|p| p["point"].as_str()).collect();
    assert!(points.contains(&"left_heel") && points.contains(&"right_toe_tip"), "{points:?}");

    let clean = |more: &[&str]| -> Value {
        let mut arguments = vec!["remove-footskate", "walk.bvh", "out.bvh", "--json"];
        arguments.extend(more);
        json(&surefoot(&arguments, folder.path()))["files"][0]["clips"][0]["detection"].clone()
    };
    let detection = clean(&[]);
    assert!(detection["summary"].as_str().unwrap().contains("plants"), "{detection}");
    assert!(detection["slides"].is_array() && detection["touches"].is_array(), "{detection}");
    one_plant(folder.path(), r#""confidence": 1"#);
    assert!(clean(&["--plants", "plants.json"]).is_null());
    assert!(clean(&["--plants", "plants.json", "--merge-plants"]).is_object());
}

#[test]
fn characters_without_clips_or_feet_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let biped = sample::biped(&BipedOptions::default()).unwrap();
    let write = |name: &str, skeleton: &Skeleton, clips: &[surefoot::Clip], skins: &[surefoot::Skin]| {
        let file = NewFile { skeleton, clips, skins, convention: Convention::default() };
        std::fs::write(folder.path().join(name), io::encode_new(Format::Glb, &file).unwrap().bytes).unwrap();
    };
    write("still.glb", &biped.skeleton, &[], std::slice::from_ref(&biped.skin));
    for command in [
        vec!["detect-plants", "still.glb"],
        vec!["remove-footskate", "still.glb", "out.glb"],
        vec!["mirror-clip", "still.glb", "out.glb"],
    ] {
        let result = surefoot(&command, folder.path());
        assert_eq!(result.status.code(), Some(1));
        let message = text(&result.stderr);
        assert!(message.contains("no clip") && !message.contains("'1'"), "{message}");
    }
    // Feet beside the legs, as IK targets.
    let joint = |name: &str, parent: Option<usize>, offset: [f64; 3]| {
        Joint::new(name, parent.map(JointIndex), Vec3::from(offset))
    };
    let joints = vec![
        joint("Root", None, [0.0, 0.0, 0.0]),
        joint("Hips", Some(0), [0.0, 1.0, 0.0]),
        joint("UpperLeg.L", Some(1), [0.1, 0.0, 0.0]),
        joint("LowerLeg.L", Some(2), [0.0, -0.4, 0.0]),
        joint("UpperLeg.R", Some(1), [-0.1, 0.0, 0.0]),
        joint("LowerLeg.R", Some(4), [0.0, -0.4, 0.0]),
        joint("Foot.L", Some(0), [0.1, 0.1, 0.0]),
        joint("Foot.R", Some(0), [-0.1, 0.1, 0.0]),
    ];
    let skeleton = Skeleton::new(joints, vec![]).unwrap();
    let data = surefoot::model::clip::ClipData {
        name: "idle".into(),
        frame_rate: 30.0,
        rotations: (0..8 * 20)
            .map(|i| surefoot::math::Quat::from_scaled_axis(Vec3::x() * (0.01 * f64::from(i % 13))))
            .collect(),
        root_positions: (0..20).map(|t| Vec3::new(0.01 * f64::from(t), 0.0, 0.0)).collect(),
        translations: vec![],
        scales: vec![],
    };
    write("robot.glb", &skeleton, &[surefoot::Clip::new(&skeleton, data).unwrap()], &[]);
    for command in [vec!["detect-plants", "robot.glb"], vec!["remove-footskate", "robot.glb", "out.glb"]] {
        let result = surefoot(&command, folder.path());
        assert_eq!(result.status.code(), Some(1), "{}", text(&result.stderr));
        let message = text(&result.stderr).lines().last().unwrap().to_owned();
        assert!(message.contains("Foot.L: ") && message.contains("left shin"), "{message}");
        assert!(message.contains("--roles") && !message.contains("with_roles"), "{message}");
    }
}

#[test]
fn clips_are_mirrored_and_resampled() {
    let folder = sliding_walk();
    let read = |name: &str| io::read(&folder.path().join(name), &ReadOptions::default()).unwrap();
    for format in ["bvh", "glb", "fbx"] {
        let [input, mirrored, back, slow] =
            ["walk", "mirrored", "back", "slow"].map(|name| format!("{name}.{format}"));
        json(&surefoot(&["mirror-clip", &input, &mirrored, "--json"], folder.path()));
        json(&surefoot(&["mirror-clip", &mirrored, &back, "--json"], folder.path()));
        let [a, b, c] = [&input, &mirrored, &back].map(|name| read(name));
        let feet = |document: &io::Document| {
            let poses = surefoot::kinematics::world_poses(&document.skeleton, &document.clips[0]).unwrap();
            let joint = |side| document.skeleton.roles().joint(surefoot::Role::Foot(side)).unwrap();
            Side::BOTH.map(|side| poses.position(40, joint(side)))
        };
        let reflected = |p: Vec3| Vec3::new(-p.x, p.y, p.z);
        assert!((feet(&a)[0] - reflected(feet(&b)[1])).norm() < 1e-4, "{format}");
        assert!((feet(&a)[0] - feet(&c)[0]).norm() < 1e-4, "{format}");
        let arguments = ["resample-clip", &input, &slow, "--frame-rate", "15", "--json"];
        let result = json(&surefoot(&arguments, folder.path()));
        let count = result["files"][0]["clips"][0]["frame_count"].as_u64().unwrap();
        assert!((45..=46).contains(&count), "{result}");
        let seconds = |d: &io::Document| (d.clips[0].frame_count() - 1) as f64 / d.clips[0].frame_rate();
        assert!((seconds(&read(&slow)) - seconds(&a)).abs() < 0.07, "{format}");
    }
    let code = |arguments: &[&str]| surefoot(arguments, folder.path()).status.code();
    assert_eq!(code(&["resample-clip", "walk.bvh", "x.bvh", "--frame-rate", "0"]), Some(2));
    assert_eq!(code(&["mirror-clip", "walk.bvh", "walk.bvh"]), Some(2));
    assert_eq!(code(&["mirror-clip", "walk.bvh", "x.bvh", "--clip", "7"]), Some(1));
}

#[test]
fn heights_of_every_point_are_written_as_csv() {
    // Equal to forward kinematics, here by plain products down the chain.
    let folder = sliding_walk();
    let arguments = ["remove-footskate", "walk.bvh", "out.bvh", "--heights", "heights.csv"];
    let result = surefoot(&arguments, folder.path());
    assert!(result.status.success(), "{}", text(&result.stderr));
    let csv = std::fs::read_to_string(folder.path().join("heights.csv")).unwrap();
    let head: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let column = |name: &str| head.iter().position(|h| *h == name).unwrap();
    for (file, when) in [("walk.bvh", "before"), ("out.bvh", "after")] {
        let document = io::read(&folder.path().join(file), &ReadOptions::default()).unwrap();
        let (skeleton, clip) = (&document.skeleton, &document.clips[0]);
        for (side, kind) in
            Side::BOTH.into_iter().flat_map(|side| ["ankle", "toe", "wrist"].map(|kind| (side, kind)))
        {
            let role = match kind {
                "ankle" => surefoot::Role::Foot(side),
                "toe" => surefoot::Role::Toe(side),
                _ => surefoot::Role::Hand(side),
            };
            let place = column(&format!("{}_{kind}_{when}", side.name()));
            let mut chain = vec![skeleton.roles().joint(role).unwrap()];
            while let Some(parent) = skeleton.parent(chain[chain.len() - 1]) {
                chain.push(parent);
            }
            for (frame, line) in csv.lines().skip(1).enumerate() {
                let cells: Vec<&str> = line.split(',').collect();
                assert_eq!(cells.len(), head.len());
                let pose = clip.pose(frame);
                let (mut at, mut turn) = (pose.root_position(), pose.rotations()[0]);
                for joint in chain.iter().rev().skip(1) {
                    let track = clip.translations().iter().find(|t| t.joint == *joint);
                    at += turn * track.map_or(skeleton.rest_offset(*joint), |t| t.values[frame]);
                    turn *= pose.rotations()[joint.0];
                }
                let written: f64 = cells[place].parse().unwrap();
                assert!((written - at.y).abs() < 2e-6, "{role} {when} frame {frame}: {written} {}", at.y);
            }
        }
        assert_eq!(csv.lines().count(), clip.frame_count() + 1);
    }
}

#[test]
fn the_result_of_another_tool_is_compared_by_heights() {
    // Run on the other tool's file, the columns "before" are that file's own heights, frame by frame beside ours.
    let folder = sliding_walk();
    let heights = |input: &str, method: &str, output: &str, csv: &str| -> Vec<(f64, f64)> {
        let arguments = ["remove-footskate", input, output, "--method", method, "--heights", csv];
        let result = surefoot(&arguments, folder.path());
        assert!(result.status.success(), "{}", text(&result.stderr));
        let csv = std::fs::read_to_string(folder.path().join(csv)).unwrap();
        let head: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
        let at = |name: &str| head.iter().position(|h| *h == name).unwrap();
        let (before, after) = (at("left_toe_before"), at("left_toe_after"));
        let cell = |line: &str, at: usize| line.split(',').nth(at).unwrap().parse::<f64>().unwrap();
        csv.lines().skip(1).map(|line| (cell(line, before), cell(line, after))).collect()
    };
    let ours = heights("walk.bvh", "limbs", "ours.bvh", "ours.csv");
    let other = heights("walk.bvh", "root", "other.bvh", "other.csv");
    let read = heights("other.bvh", "limbs", "again.bvh", "read.csv");
    assert_eq!((ours.len(), read.len()), (other.len(), other.len()));
    for (frame, (read, made)) in read.iter().zip(&other).enumerate() {
        assert!((read.0 - made.1).abs() < 2e-5, "frame {frame}: {} {}", read.0, made.1);
    }
    let apart = ours.iter().zip(&read).map(|(a, b)| (a.1 - b.0).abs()).fold(0.0, f64::max);
    assert!(apart > 1e-4, "the two methods differ: {apart}");
}

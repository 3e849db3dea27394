//! BVH files: real clips, an independent evaluator, edits written back, broken input.

#![allow(clippy::unwrap_used, reason = "help functions of tests stop where tests do")]

mod bvh_oracle;

use bvh_oracle::Oracle;
use std::path::{Path, PathBuf};
use surefoot::io::{self, Convention, Document, Format, NewFile, ReadOptions, UnitOrigin, UpAxis};
use surefoot::kinematics::world_poses;
use surefoot::math::{Quat, Vec3};
use surefoot::model::{JointIndex, Track};
use surefoot::{Clip, Error, Place};
use surefoot_tests::data_folder;

/// All BVH files of the data folder, in name order.
fn real_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders: Vec<PathBuf> = data_folder().into_iter().collect();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "bvh") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn read_text(text: &str) -> Result<Document, Error> {
    let options = ReadOptions { unit_metres: Some(1.0), up_axis: Some(UpAxis::Y), frame_rate: None };
    io::read_bytes(Path::new("test.bvh"), text.as_bytes(), &options)
}

/// Largest distance between our world positions and the oracle's, metres.
fn oracle_distance(document: &Document, text: &str) -> f64 {
    let oracle = Oracle::parse(text);
    let clip = &document.clips[0];
    assert_eq!(oracle.names, document.skeleton.names());
    assert_eq!(oracle.frame_count(), clip.frame_count());
    let poses = world_poses(&document.skeleton, clip).unwrap();
    let turn = document.convention.up_axis.to_y_up();
    let mut worst = 0.0f64;
    for i in 0..20 {
        let frame = i * clip.frame_count() / 20;
        for (joint, position) in oracle.positions(frame).into_iter().enumerate() {
            let expected = turn * Vec3::from(position) * document.convention.unit_metres;
            worst = worst.max((poses.position(frame, JointIndex(joint)) - expected).norm());
        }
    }
    worst
}

#[test]
fn real_files_read_as_the_oracle_reads_them() {
    for path in real_files() {
        let document = io::read(&path, &ReadOptions::default()).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let distance = oracle_distance(&document, &text);
        assert!(distance < 1e-9, "{}: {distance} m", path.display());
    }
}

#[test]
fn unit_and_up_axis_of_real_files_are_found() {
    for path in real_files() {
        let document = io::read(&path, &ReadOptions::default()).unwrap();
        let name = path.file_name().unwrap().to_string_lossy();
        let Convention { unit_metres, unit_origin, up_axis } = document.convention;
        assert_eq!(unit_origin, UnitOrigin::Estimated);
        assert!(document.notes.iter().any(|w| w.code == "unit-estimated"));
        let (unit, up) = match &*name {
            _ if name.contains("fair1") => (0.0375, UpAxis::Z),
            "makehuman_zombieWalk1.bvh" => (0.1, UpAxis::Z),
            "AnimatedDrawings_rokoko_jesse_dance.bvh" => (0.01, UpAxis::Y),
            "momentum_simple.bvh" => (unit_metres, UpAxis::Y),
            _ => (0.0254 / 0.45, UpAxis::Y),
        };
        assert!((unit_metres / unit - 1.0).abs() < 0.1, "{name}: {unit_metres}");
        assert_eq!(up_axis, up, "{name}");
        // Four joints are no body.
        let warns = up != UpAxis::Y || name == "momentum_simple.bvh";
        assert_eq!(document.notes.iter().any(|w| w.code == "up-axis-estimated"), warns, "{name}");
    }
}

#[test]
fn unedited_files_are_written_byte_for_byte() {
    for path in real_files() {
        let document = io::read(&path, &ReadOptions::default()).unwrap();
        let encoded = io::encode_edited(&document, &document.clips).unwrap();
        assert!(encoded.bytes == std::fs::read(&path).unwrap(), "{}", path.display());
        assert!(encoded.notes.is_empty());
    }
}

/// A chain with every kind of channel list, and a tail of frames to play with.
fn mixed_text() -> String {
    "HIERARCHY\r\nROOT hips\r\n{\r\n\tOFFSET 0 90 0\r\n\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\r\n\
     \tJOINT Bip01 L Thigh:x\r\n\t{\r\n\t\tOFFSET 10 -5 0\r\n\t\tCHANNELS 3 Yrotation Zrotation Xrotation\r\n\
     \t\tJOINT knee\r\n\t\t{\r\n\t\t\tOFFSET 0 -40 0\r\n\t\t\tCHANNELS 1 Xrotation\r\n\
     \t\t\tJOINT fixed\r\n\t\t\t{\r\n\t\t\t\tOFFSET 0 -40 2\r\n\t\t\t\tJOINT slider\r\n\t\t\t\t{\r\n\t\t\t\t\tOFFSET 0 0 5\r\n\
     \t\t\t\t\tCHANNELS 4 Zposition Xrotation Zrotation Yrotation\r\n\
     \t\t\t\t\tEnd Site\r\n\t\t\t\t\t{\r\n\t\t\t\t\t\tOFFSET 0 0 7\r\n\t\t\t\t\t}\r\n\
     \t\t\t\t}\r\n\t\t\t}\r\n\t\t}\r\n\t}\r\n}\r\nMOTION\r\nFrames: 3\r\nFrame Time: 0.0333\r\n\
     1 91.5 2.25 10 20.5 30 1 2 3 45 5.5 1 2 3\r\n\
     2 92.5 2.25 190 20.5 30 1 2 -93 46 5.5 1 2 3\r\n\
     3 93.5 2.25 370 20.5 30 1 2 -183 47 6.5 1 2 3"
        .into()
}

#[test]
fn mixed_channels_read_as_the_oracle_reads_them() {
    let text = mixed_text();
    let document = read_text(&text).unwrap();
    assert!(oracle_distance(&document, &text) < 1e-12);
    let skeleton = &document.skeleton;
    assert_eq!(skeleton.name(JointIndex(1)), "Bip01 L Thigh:x");
    assert_eq!(skeleton.end_sites().len(), 1);
    let clip = &document.clips[0];
    assert_eq!(clip.frame_rate(), 30.0);
    assert_eq!(clip.translations().len(), 1);
    assert_eq!(clip.translations()[0].values[2], Vec3::new(0.0, 0.0, 6.5));
    assert_eq!(io::encode_edited(&document, &document.clips).unwrap().bytes, text.as_bytes());
}

#[test]
fn every_rotation_order_reads_as_the_oracle_reads_it() {
    for order in ["XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"] {
        let channels: Vec<String> = order.chars().map(|c| format!("{c}rotation")).collect();
        let channels = channels.join(" ");
        let text = format!(
            "HIERARCHY\nROOT a\n{{\nOFFSET 0 0 0\nCHANNELS 6 {channels} Xposition Yposition Zposition\nJOINT b\n{{\nOFFSET 1 2 3\n\
             CHANNELS 3 {channels}\nJOINT c\n{{\nOFFSET 0.5 -1 2\nEnd Site\n{{\nOFFSET 1 1 1\n}}\n}}\n}}\n}}\nMOTION\nFrames: 1\nFrame Time: 0.01\n\
             30 -50 70 1 2 3 100 200 -300\n"
        );
        let distance = oracle_distance(&read_text(&text).unwrap(), &text);
        assert!(distance < 1e-12, "{order}: {distance}");
    }
}

#[test]
fn odd_spacing_case_and_comments_read_the_same() {
    let plain = mixed_text();
    let expected = read_text(&plain).unwrap();
    let odd = plain
        .replace("\r\n", "\n")
        .replace("HIERARCHY", "# made by hand\n  hierarchy // yes")
        .replace("JOINT knee\n\t\t{", "joint knee {   # a comment")
        .replace("CHANNELS", "Channels  ")
        .replace("Xrotation", "xrotation")
        .replace("Frames: 3", "frames :\t3")
        .replace("Frame Time:", "Frame  time :")
        .replace("2.25", "  225e-2\n")
        .replace("End Site", "End Site tip")
        .replace(" 46 ", " 4.6E+1 // bent\n# more\n");
    let document = io::read_bytes(
        Path::new("test.bvh"),
        odd.as_bytes(),
        &ReadOptions { unit_metres: Some(1.0), up_axis: Some(UpAxis::Y), frame_rate: None },
    )
    .unwrap();
    assert_eq!(document.skeleton, expected.skeleton);
    assert_eq!(document.clips, expected.clips);
    assert_eq!(io::encode_edited(&document, &document.clips).unwrap().bytes, odd.as_bytes());
}

/// The clip with rotations of `joint` turned in frames `first..end`.
fn turned(
    clip: &Clip,
    document: &Document,
    joint: usize,
    frames: std::ops::Range<usize>,
    turn: Quat,
) -> Clip {
    let mut data = clip.clone().into_data();
    for frame in frames {
        let i = frame * clip.joint_count() + joint;
        data.rotations[i] *= turn;
    }
    Clip::new(&document.skeleton, data).unwrap()
}

fn written_and_read(document: &Document, clip: &Clip) -> (String, Document) {
    let encoded = io::encode_edited(document, std::slice::from_ref(clip)).unwrap();
    let options = ReadOptions {
        unit_metres: Some(document.convention.unit_metres),
        up_axis: Some(document.convention.up_axis),
        frame_rate: None,
    };
    let back = io::read_bytes(&document.path, &encoded.bytes, &options).unwrap();
    (String::from_utf8(encoded.bytes).unwrap(), back)
}

/// Largest rotation (radians) and translation (metres) differences of two clips.
fn difference(document: &Document, a: &Clip, b: &Clip) -> (f64, f64) {
    assert_eq!(a.frame_count(), b.frame_count());
    let angle = a.rotations().iter().zip(b.rotations()).map(|(p, q)| p.angle_to(q)).fold(0.0, f64::max);
    let mut distance = 0.0f64;
    let (mut ta, mut tb) = (vec![Vec3::zeros(); a.joint_count()], vec![Vec3::zeros(); a.joint_count()]);
    for frame in 0..a.frame_count() {
        a.pose(frame).local_translations(&document.skeleton, &mut ta).unwrap();
        b.pose(frame).local_translations(&document.skeleton, &mut tb).unwrap();
        distance = ta.iter().zip(&tb).map(|(p, q)| (p - q).norm()).fold(distance, f64::max);
    }
    (angle, distance)
}

#[test]
fn an_edit_changes_its_own_numbers_only() {
    for path in real_files().iter().filter(|p| !p.to_string_lossy().contains("momentum")) {
        let document = io::read(path, &ReadOptions::default()).unwrap();
        let clip = &document.clips[0];
        let frames = clip.frame_count() / 3..clip.frame_count() / 2 + 1;
        let edited = turned(clip, &document, 3, frames.clone(), Quat::from_euler_angles(0.2, -0.1, 0.3));
        let (text, back) = written_and_read(&document, &edited);
        let (angle, distance) = difference(&document, &edited, &back.clips[0]);
        assert!(angle < 1e-6 && distance < 1e-9, "{}: {angle} rad, {distance} m", path.display());

        let source = std::fs::read_to_string(path).unwrap();
        let (before, after) = (Oracle::parse(&source), Oracle::parse(&text));
        let own = before.channel_range(3);
        let mut jump = 0.0f64;
        for frame in 0..clip.frame_count() {
            for channel in 0..before.channel_count() {
                let (a, b) = (before.number(frame, channel), after.number(frame, channel));
                if frames.contains(&frame) && own.contains(&channel) {
                    jump = jump.max((a - b).abs());
                } else {
                    assert_eq!(a.to_bits(), b.to_bits(), "frame {frame}, channel {channel}");
                }
            }
        }
        // Angles stay on the source's branch: no turns of 180° or 360° appear.
        assert!(jump > 1.0 && jump < 120.0, "{}: {jump}°", path.display());
    }
}

#[test]
fn edits_that_the_channels_cannot_hold_add_channels() {
    let document = read_text(&mixed_text()).unwrap();
    let clip = &document.clips[0];
    // The knee has one angle, `fixed` none, `slider` one position.
    let turn = Quat::from_euler_angles(0.1, 0.2, 0.3);
    let mut edited = turned(clip, &document, 2, 1..2, turn);
    edited = turned(&edited, &document, 3, 0..3, turn);
    let mut data = edited.into_data();
    data.translations[0].values[1].x = 0.75;
    data.translations.push(Track {
        joint: JointIndex(1),
        values: (0..3).map(|i| Vec3::new(10.0, -5.0 + f64::from(i), 0.5)).collect(),
    });
    let edited = Clip::new(&document.skeleton, data).unwrap();
    let encoded = io::encode_edited(&document, std::slice::from_ref(&edited)).unwrap();
    assert_eq!(encoded.notes[0].code, "channels-added");
    let (text, back) = written_and_read(&document, &edited);
    let (angle, distance) = difference(&document, &edited, &back.clips[0]);
    assert!(angle < 1e-6 && distance < 1e-5, "{angle} {distance}\n{text}");
    assert!(
        text.contains("OFFSET 0 -40 2\r\n\t\t\t\tCHANNELS 3 Xrotation Yrotation Zrotation\r\n"),
        "{text}"
    );
    assert!(
        text.contains("CHANNELS 6 Xposition Yposition Zposition Yrotation Zrotation Xrotation"),
        "{text}"
    );
    assert!(text.contains("\n1 91.5 2.25 10 20.5 30 10 -5 0.5 1 2 3 45 0 0 "), "{text}");
    assert!(oracle_distance(&back, &text) < 1e-12);

    // A turn within the one angle that there is needs none.
    let edited = turned(clip, &document, 2, 1..2, Quat::from_euler_angles(0.1, 0.0, 0.0));
    assert!(io::encode_edited(&document, &[edited]).unwrap().notes.is_empty());
}

#[test]
fn stretched_limbs_survive_in_real_files() {
    // Per-frame offsets come back to 1e-5 m.
    for path in real_files().iter().filter(|p| p.to_string_lossy().contains("walk")).take(3) {
        let document = io::read(path, &ReadOptions::default()).unwrap();
        let mut data = document.clips[0].clone().into_data();
        let frame_count = data.root_positions.len();
        for joint in [3, 4] {
            let rest = document.skeleton.rest_offset(JointIndex(joint));
            let values = (0..frame_count).map(|f| rest * (1.0 + 0.02 * (f as f64 * 0.1).sin())).collect();
            data.translations.push(Track { joint: JointIndex(joint), values });
        }
        let edited = Clip::new(&document.skeleton, data).unwrap();
        let (text, back) = written_and_read(&document, &edited);
        let (angle, distance) = difference(&document, &edited, &back.clips[0]);
        assert!(angle < 1e-9 && distance < 1e-5, "{angle} {distance}");
        assert!(oracle_distance(&back, &text) < 1e-9);
    }
}

#[test]
fn root_edits_and_other_frame_counts_and_rates_are_written() {
    for path in real_files().iter().filter(|p| {
        let name = p.to_string_lossy();
        name.contains("fair1_dab") || name.contains("02_01_walk.bvh")
    }) {
        let document = io::read(path, &ReadOptions::default()).unwrap();
        let clip = &document.clips[0];
        let mut data = clip.slice(1..clip.frame_count() - 5).unwrap().into_data();
        data.frame_rate = 59.94;
        for p in &mut data.root_positions {
            p.y += 0.25;
        }
        let edited = Clip::new(&document.skeleton, data).unwrap();
        let (text, back) = written_and_read(&document, &edited);
        let (angle, distance) = difference(&document, &edited, &back.clips[0]);
        assert!(angle < 1e-6 && distance < 1e-5, "{}: {angle} {distance}", path.display());
        assert!((back.clips[0].frame_rate() / 59.94 - 1.0).abs() < 1e-4);
        assert!(oracle_distance(&back, &text) < 1e-9);
    }
}

#[test]
fn scale_tracks_are_named_as_lost() {
    let document = read_text(&mixed_text()).unwrap();
    let mut data = document.clips[0].clone().into_data();
    data.scales.push(Track { joint: JointIndex(2), values: vec![Vec3::repeat(1.5); 3] });
    let edited = Clip::new(&document.skeleton, data).unwrap();
    let encoded = io::encode_edited(&document, &[edited]).unwrap();
    assert!(encoded.notes.iter().any(|w| w.code == "scale-lost" && w.text.contains("knee")));
    assert_eq!(encoded.bytes, mixed_text().as_bytes());
}

#[test]
fn a_new_file_moves_its_joints_as_the_clip_does() {
    let conventions = [
        Convention::default(),
        Convention { unit_metres: 0.01, unit_origin: UnitOrigin::Given, up_axis: UpAxis::Z },
    ];
    let mut documents: Vec<Document> = vec![read_text(&mixed_text()).unwrap()];
    for path in real_files().iter().filter(|p| p.to_string_lossy().contains("other")) {
        documents.push(io::read(path, &ReadOptions::default()).unwrap());
    }
    for document in &documents {
        for convention in conventions {
            let file =
                NewFile { skeleton: &document.skeleton, clips: &document.clips, skins: &[], convention };
            let encoded = io::encode_new(Format::Bvh, &file).unwrap();
            let options = ReadOptions {
                unit_metres: Some(convention.unit_metres),
                up_axis: Some(convention.up_axis),
                frame_rate: None,
            };
            let back = io::read_bytes(Path::new("new.bvh"), &encoded.bytes, &options).unwrap();
            assert_eq!(back.clips[0].frame_rate(), document.clips[0].frame_rate());
            let (a, b) = (
                world_poses(&document.skeleton, &document.clips[0]).unwrap(),
                world_poses(&back.skeleton, &back.clips[0]).unwrap(),
            );
            let scale = if document.skeleton.joint_count() == 5 { 100.0 } else { 1.0 };
            for joint in document.skeleton.joints() {
                let name = document.skeleton.name(joint).replace(' ', "_");
                let other = back.skeleton.find(&name).unwrap();
                for frame in 0..a.frame_count() {
                    let distance = (a.position(frame, joint) - b.position(frame, other)).norm();
                    assert!(distance < 1e-5 * scale, "{name}, frame {frame}: {distance}");
                }
            }
        }
    }
}

#[test]
fn a_new_file_needs_exactly_one_clip() {
    let document = read_text(&mixed_text()).unwrap();
    let file =
        NewFile { skeleton: &document.skeleton, clips: &[], skins: &[], convention: Convention::default() };
    let error = io::encode_new(Format::Bvh, &file).unwrap_err();
    assert!(error.to_string().contains("BVH needs one"), "{error}");
    let clips = [document.clips[0].clone(), document.clips[0].clone()];
    let error = io::encode_new(Format::Bvh, &NewFile { clips: &clips, ..file }).unwrap_err();
    assert!(error.to_string().contains("exactly one clip, 2 were given"), "{error}");
}

/// Line and text of a refusal.
fn refused(text: &str) -> (usize, String) {
    match read_text(text) {
        Err(Error::Format { place: Place::Line(line), text, .. }) => (line, text),
        Err(other) => panic!("no line: {other}"),
        Ok(_) => panic!("was read:\n{text}"),
    }
}

#[test]
fn broken_files_are_refused_with_line_and_reason() {
    let good = mixed_text().replace("\r\n", "\n");
    let line_of = |needle: &str| 1 + good[..good.find(needle).unwrap()].matches('\n').count();
    let cases: Vec<(String, usize, &str)> = vec![
        (" \n\n".into(), 1, "empty"),
        ("HIERARCHY\n".into(), 2, "expected 'ROOT'"),
        (
            good.replace("JOINT knee", "JOINT hips"),
            line_of("JOINT knee"),
            "'hips' is used twice, first in line 2",
        ),
        (good.replace("JOINT knee", "JOINT "), line_of("JOINT knee"), "no name"),
        (
            good.replace("}\nMOTION", "}\nROOT two\n{\nOFFSET 0 0 0\n}\nMOTION"),
            line_of("MOTION"),
            "'two' is a second root",
        ),
        (good.replace("}\nMOTION", "}\n}\nMOTION"), line_of("MOTION"), "expected 'MOTION'"),
        (
            good.replace("}\nMOTION", "MOTION"),
            line_of("MOTION") - 1,
            "in joint 'hips' (opened in line 2), found 'MOTION'",
        ),
        (
            good.replace("OFFSET 0 -40 2", "OFFSET 0 -40"),
            line_of("JOINT slider"),
            "three finite numbers after OFFSET, found 'JOINT'",
        ),
        (good.replace("OFFSET 0 -40 2", "OFFSET 0 nan 2"), line_of("OFFSET 0 -40 2"), "joint 'fixed'"),
        (good.replace("OFFSET 0 -40 2\n", ""), line_of("OFFSET 0 -40 2") + 9, "'fixed' has no OFFSET"),
        (good.replace("CHANNELS 1 X", "CHANNELS 7 X"), line_of("CHANNELS 1"), "0 to 6, found '7'"),
        (good.replace("CHANNELS 1 X", "CHANNELS -1 X"), line_of("CHANNELS 1"), "0 to 6, found '-1'"),
        (good.replace("CHANNELS 1 X", "CHANNELS 2 X"), line_of("JOINT fixed"), "channel 2 of 2 is 'JOINT'"),
        (good.replace("CHANNELS 1 X", "CHANNELS 0 X"), line_of("CHANNELS 1"), "more channels than the 0"),
        (good.replace("CHANNELS 1 Xrotation", "CHANNELS 1 Xscale"), line_of("CHANNELS 1"), "'Xscale'"),
        (good.replace("CHANNELS 1 Xr", "CHANNELS 2 Xrotation Xr"), line_of("CHANNELS 1"), "Xrotation twice"),
        (good.replace("Frames: 3", "Frames: x"), line_of("Frames"), "whole number of frames, found 'x'"),
        (good.replace("Frames: 3", "Frames: -3"), line_of("Frames"), "found '-3'"),
        (
            good.replace("Frames: 3", "Frames: 1000000000"),
            line_of("Frames"),
            "more than the rest of the file",
        ),
        (good.replace("Frames: 3", "Frames: 18446744073709551615"), line_of("Frames"), "more than the rest"),
        (good.replace("Frames: 3", "Frames: 2"), line_of("3 93.5"), "more numbers than the 2 frames"),
        (good.replace("Frames: 3", "Frames: 4"), line_of("3 93.5"), "ends in frame 3 of 4"),
        (good.replace("Frames: 3\n", ""), line_of("Frames"), "expected 'Frames:'"),
        (
            good.replace("0.0333", "0"),
            line_of("Frame Time"),
            "a frame time of 0.0001 to 10 seconds, found '0'",
        ),
        (good.replace("0.0333", "-0.0333"), line_of("Frame Time"), "found '-0.0333'"),
        (good.replace("0.0333", "inf"), line_of("Frame Time"), "found 'inf'"),
        (good.replace("0.0333", "1e-320"), line_of("Frame Time"), "found '1e-320'"),
        (good.replace("0.0333", "1e-300"), line_of("Frame Time"), "found '1e-300'"),
        (good.replace("0.0333", "0.000099"), line_of("Frame Time"), "found '0.000099'"),
        (
            good.replace("-93", "nan"),
            line_of("2 92.5"),
            "frame 1, Xrotation of joint 'Bip01 L Thigh:x': 'nan'",
        ),
        (good.replace("-93", "1e999"), line_of("2 92.5"), "'1e999' is not a finite"),
        (good.replace("-93", "-1.#IND"), line_of("2 92.5"), "'-1.#IND' is not a finite"),
        (good.replace("-93", "1,5"), line_of("2 92.5"), "'1,5'"),
        (
            good.replace("-93 ", ""),
            line_of("2 92.5"),
            "frame 1 has 13 numbers, but the hierarchy has 14 channels",
        ),
        (good.replace("-93 ", "-93 1 "), line_of("2 92.5"), "frame 1 has 15 numbers"),
        (good.replace("-93 ", "").replace("-183 ", "-183 1 "), line_of("2 92.5"), "frame 1 has 13 numbers"),
        (good.replace("1 2 3 45", "1 2 3 4 45"), line_of("1 91.5"), "frame 0 has 15 numbers"),
        (
            "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n}\nMOTION\nFrames: 5\nFrame Time: 1\n".into(),
            7,
            "no joint has channels",
        ),
    ];
    for (text, line, reason) in cases {
        let (actual_line, actual) = refused(&text);
        assert!(actual.contains(reason), "expected '{reason}', got '{actual}'");
        assert_eq!(actual_line, line, "{reason}: {actual}");
    }
}

#[test]
fn silent_joints_cannot_fill_the_memory() {
    // A few bytes per frame, thousands of joints without channels: gigabytes if it were taken at its word.
    let mut text = String::from("HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n");
    for i in 0..5000 {
        text += &format!("JOINT j{i}\n{{\nOFFSET 0 1 0\n}}\n");
    }
    text += "}\nMOTION\nFrames: 20000\nFrame Time: 0.01\n";
    text += &"0\n".repeat(20000);
    let (_, reason) = refused(&text);
    assert!(reason.contains("5000 joints without channels"), "{reason}");
}

#[test]
fn deep_nesting_reads_and_writes() {
    let depth = 100_000;
    let mut text =
        String::from("HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n");
    for i in 0..depth {
        text += &format!("JOINT j{i} {{ OFFSET 0 1 0\n");
    }
    text += &"}".repeat(depth + 1);
    text += "\nMOTION\nFrames: 1\nFrame Time: 0.01\n1 2 3";
    let document = io::read_bytes(Path::new("deep.bvh"), text.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(document.skeleton.joint_count(), depth + 1);
    assert_eq!(io::encode_edited(&document, &document.clips).unwrap().bytes, text.as_bytes());
    let file = NewFile {
        skeleton: &document.skeleton,
        clips: &document.clips,
        skins: &[],
        convention: Convention::default(),
    };
    assert!(io::encode_new(Format::Bvh, &file).unwrap().bytes.len() < 64 << 20);
    let unbalanced = text.replace("}\nMOTION", "\nMOTION");
    assert!(refused(&unbalanced).1.contains("expected OFFSET"));
}

#[test]
fn a_cut_off_file_is_refused_with_its_line() {
    let mut texts = vec![mixed_text()];
    texts.extend(
        real_files()
            .iter()
            .filter(|p| {
                p.to_string_lossy().contains("three_frames") || p.to_string_lossy().contains("zombieWalk")
            })
            .map(|p| std::fs::read_to_string(p).unwrap()),
    );
    for text in texts {
        for i in 0..50 {
            let cut = &text[..text.len() * i / 50];
            match read_text(cut) {
                Err(Error::Format { place: Place::Line(line), .. }) => {
                    assert!(line <= cut.matches('\n').count() + 1);
                }
                Err(Error::Format { text, .. }) if cut.is_empty() => assert!(text.contains("empty")),
                other => panic!("cut at {i}/50: {:?}", other.map(|d| d.clips.len())),
            }
        }
    }
}

#[test]
fn options_override_the_estimates() {
    let text = mixed_text();
    let options = ReadOptions { unit_metres: Some(0.02), up_axis: Some(UpAxis::Z), frame_rate: Some(25.0) };
    let document = io::read_bytes(Path::new("clips/mixed.bvh"), text.as_bytes(), &options).unwrap();
    assert!(document.notes.iter().all(|w| w.code == "roles-missing"), "{:?}", document.notes);
    assert_eq!(document.convention.unit_origin, UnitOrigin::Given);
    let clip = &document.clips[0];
    assert_eq!((clip.name(), clip.frame_rate()), ("mixed", 25.0));
    let expected = UpAxis::Z.to_y_up() * Vec3::new(1.0, 91.5, 2.25) * 0.02;
    assert!((clip.root_positions()[0] - expected).norm() < 1e-12);
    // The rate that was given is the one that is written.
    let written = io::encode_edited(&document, &document.clips).unwrap().bytes;
    assert_eq!(String::from_utf8(written).unwrap(), text.replace("0.0333", "0.0400000000"));
    for bad in [0.0, -1.0, f64::NAN] {
        let options = ReadOptions { unit_metres: Some(bad), ..ReadOptions::default() };
        assert!(matches!(
            io::read_bytes(Path::new("t.bvh"), text.as_bytes(), &options),
            Err(Error::OptionOutOfRange { .. })
        ));
    }
}

//! Up axis and unit of BVH files, which state neither: told from the body, in all axes, units, poses and kinds of rig.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;
use surefoot::io::{self, Convention, Document, Format, NewFile, ReadOptions, UpAxis};
use surefoot::kinematics::world_poses;
use surefoot::math::{Quat, Vec3};
use surefoot::model::Side;
use surefoot::{Clip, Role, Skeleton};
use surefoot_sample::{self as sample, BipedOptions, StandOptions, WalkOptions};
use surefoot_tests::data_folder;
use surefoot_tests::other_rest::{below_a_still_root, bones_along_x};

fn walk() -> (Skeleton, Clip) {
    let skeleton = sample::biped_skeleton(&BipedOptions::default()).unwrap();
    let options = WalkOptions { seconds: 3.0, frame_rate: 30.0, ..WalkOptions::default() };
    let clip = sample::walk(&skeleton, &options).unwrap().clip;
    (skeleton, clip)
}

/// A body that lies on its back on the floor through the whole clip, away from the origin, its head towards `heading`
/// degrees from z.
fn lying(heading: f64) -> (Skeleton, Clip) {
    let skeleton = sample::biped_skeleton(&BipedOptions::default()).unwrap();
    let options = StandOptions { seconds: 2.0, frame_rate: 30.0, ..StandOptions::default() };
    let clip = sample::stand(&skeleton, &options).unwrap().clip;
    let down = Quat::from_scaled_axis(Vec3::y() * heading.to_radians())
        * Quat::from_scaled_axis(Vec3::x() * -90f64.to_radians());
    let mut data = clip.into_data();
    data.rotations.iter_mut().step_by(skeleton.joint_count()).for_each(|q| *q = down * *q);
    data.root_positions.iter_mut().for_each(|p| *p = down * *p + Vec3::new(1.3, 0.12, -2.1));
    let clip = Clip::new(&skeleton, data).unwrap();
    (skeleton, clip)
}

fn encode(skeleton: &Skeleton, clip: &Clip, unit_metres: f64, up_axis: UpAxis) -> Vec<u8> {
    let convention = Convention { unit_metres, up_axis, ..Convention::default() };
    let clips = std::slice::from_ref(clip);
    io::encode_new(Format::Bvh, &NewFile { skeleton, clips, skins: &[], convention }).unwrap().bytes
}

/// The text with another offset for its root; motion does not depend on it.
fn with_root_offset(bytes: &[u8], offset: &str) -> Vec<u8> {
    let text = std::str::from_utf8(bytes).unwrap();
    let start = text.find("OFFSET").unwrap();
    let end = start + text[start..].find('\n').unwrap();
    format!("{}OFFSET {offset}{}", &text[..start], &text[end..]).into()
}

fn read(bytes: &[u8]) -> Document {
    io::read_bytes(Path::new("made.bvh"), bytes, &ReadOptions::default()).unwrap()
}

fn warns(document: &Document, code: &str) -> bool {
    document.notes.iter().any(|warning| warning.code == code)
}

/// Joints lie where they lay, in metres.
fn same_motion(document: &Document, skeleton: &Skeleton, clip: &Clip) -> bool {
    let (a, b) =
        (world_poses(&document.skeleton, &document.clips[0]).unwrap(), world_poses(skeleton, clip).unwrap());
    let at = |joint: usize| document.skeleton.find(skeleton.names()[joint].as_str()).unwrap();
    (0..clip.frame_count()).step_by(7).all(|frame| {
        skeleton.joints().all(|j| (a.position(frame, at(j.0)) - b.position(frame, j)).norm() < 1e-3)
    })
}

/// Everything about a made file, for messages.
fn check(what: &str, bytes: &[u8], skeleton: &Skeleton, clip: &Clip, unit: f64, up: UpAxis) {
    let document = read(bytes);
    let Convention { unit_metres, up_axis, .. } = document.convention;
    assert_eq!(up_axis, up, "{what}: {:?}", document.notes);
    assert!((unit_metres / unit - 1.0).abs() < 1e-9, "{what}: {unit_metres} for {unit}");
    assert!(same_motion(&document, skeleton, clip), "{what}");
    assert!(!warns(&document, "unusual-size"), "{what}: {:?}", document.notes);
    let again = io::encode_edited(&document, &document.clips).unwrap();
    assert!(again.bytes == bytes, "{what}: not written back as it was");
    assert!(again.notes.is_empty(), "{what}: {:?}", again.notes);
}

#[test]
fn all_six_axes_are_told_standing_and_lying_with_and_without_a_root_offset() {
    for up in UpAxis::ALL {
        for unit in [1.0, 0.01, 0.0254] {
            for (pose, (skeleton, clip)) in
                [("walk", walk()), ("lying along z", lying(0.0)), ("lying along x", lying(90.0))]
            {
                let bytes = encode(&skeleton, &clip, unit, up);
                let what = format!("{pose}, {} up, {unit} m", up.name());
                check(&what, &bytes, &skeleton, &clip, unit, up);
                assert_eq!(
                    warns(&read(&bytes), "up-axis-estimated"),
                    pose != "walk" || up != UpAxis::Y,
                    "{what}"
                );
                for offset in ["0 0 0", "-350.5 12 777"] {
                    check(
                        &format!("{what}, root at {offset}"),
                        &with_root_offset(&bytes, offset),
                        &skeleton,
                        &clip,
                        unit,
                        up,
                    );
                }
            }
        }
    }
}

/// A root that stays at the origin while position channels of the hips carry the body, and a far offset of the hips.
#[test]
fn hips_that_travel_below_a_still_root_change_nothing() {
    let (skeleton, clip) = walk();
    for up in UpAxis::ALL {
        for offset in [Vec3::zeros(), Vec3::new(0.0, 0.9, 0.0), Vec3::new(0.3, 0.2, 3.5)] {
            let (rooted, moved) = below_a_still_root(&skeleton, &clip, offset).unwrap();
            let bytes = encode(&rooted, &moved, 0.01, up);
            check(&format!("{} up, hips at {offset:?}", up.name()), &bytes, &rooted, &moved, 0.01, up);
        }
    }
}

#[test]
fn a_rest_pose_that_is_none_leaves_the_motion_to_tell() {
    let (skeleton, clip) = walk();
    let (odd, moved) = bones_along_x(&skeleton, &clip).unwrap();
    for up in UpAxis::ALL {
        check(up.name(), &encode(&odd, &moved, 0.01, up), &odd, &moved, 0.01, up);
    }
}

#[test]
fn what_cannot_be_told_stays_y_up_with_a_warning() {
    // A rest pose that is none, and a body that lies all the time: nothing says which way is up.
    let (skeleton, clip) = lying(0.0);
    let (odd, moved) = bones_along_x(&skeleton, &clip).unwrap();
    let document = read(&encode(&odd, &moved, 0.01, UpAxis::Y));
    assert_eq!(document.convention.up_axis, UpAxis::Y);
    assert!(warns(&document, "up-axis-estimated"), "{:?}", document.notes);
    // No body at all.
    let text = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 0 9\n}\n}\n\
                MOTION\nFrames: 1\nFrame Time: 0.1\n0 0 0\n";
    let document = read(text.as_bytes());
    assert_eq!(document.convention.up_axis, UpAxis::Y);
    assert!(warns(&document, "up-axis-estimated"), "{:?}", document.notes);
}

#[test]
fn the_head_is_over_the_feet_in_every_axis() {
    let (skeleton, clip) = walk();
    for up in UpAxis::ALL {
        let document = read(&encode(&skeleton, &clip, 0.01, up));
        let poses = world_poses(&document.skeleton, &document.clips[0]).unwrap();
        let joint = |role| document.skeleton.roles().joint(role).unwrap();
        let height = |role| poses.position(10, joint(role)).y;
        let over = height(Role::Head) - height(Role::Foot(Side::Left));
        assert!((1.2..1.8).contains(&over), "{}: {over}", up.name());
        // FBX states its axes, also those that point down.
        let clips = std::slice::from_ref(&clip);
        let convention = Convention { unit_metres: 0.01, up_axis: up, ..Convention::default() };
        let file = NewFile { skeleton: &skeleton, clips, skins: &[], convention };
        let bytes = io::encode_new(Format::Fbx, &file).unwrap().bytes;
        let document = io::read_bytes(Path::new("made.fbx"), &bytes, &ReadOptions::default()).unwrap();
        assert_eq!(document.convention.up_axis, up);
        assert!(same_motion(&document, &skeleton, &clip), "{}", up.name());
    }
}

/// Every BVH of the real clips, those included on which no constant was chosen.
#[test]
fn real_files_stand_upright_in_their_unit() {
    let Some(folder) = data_folder() else { return };
    let mut count = 0;
    for part in ["cmu", "other", "edge", "wild", "locomotion", "retarget", "parametric", "footskate_bench"] {
        for entry in std::fs::read_dir(folder.join(part)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|e| e != "bvh") {
                continue;
            }
            count += 1;
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let document = io::read(&path, &ReadOptions::default()).unwrap();
            let Convention { unit_metres, up_axis, .. } = document.convention;
            let (unit, up) = match name.as_str() {
                _ if name.contains("fair1") => (0.0375, UpAxis::Z),
                "makehuman_zombieWalk1.bvh" => (0.1, UpAxis::Z),
                "AnimatedDrawings_rokoko_jesse_dance.bvh" => (0.01, UpAxis::Y),
                "momentum_simple.bvh" => (unit_metres, UpAxis::Y),
                _ => (0.0254 / 0.45, UpAxis::Y),
            };
            assert!((unit_metres / unit - 1.0).abs() < 0.1, "{name}: {unit_metres}");
            assert_eq!(up_axis, up, "{name}");
        }
    }
    assert!(count > 140, "{count}");
}

/// Characters of the size of an insect or of a house say so, whatever their format.
#[test]
fn an_unusual_size_is_a_warning_in_every_format() {
    for (height, is_unusual) in [(0.01, true), (1.2, false), (1.75, false), (60.0, true)] {
        // The sample character is made in human sizes only; the unit does the rest.
        let skeleton = sample::biped_skeleton(&BipedOptions::default()).unwrap();
        let clip =
            sample::stand(&skeleton, &StandOptions { seconds: 0.5, ..StandOptions::default() }).unwrap().clip;
        let clips = std::slice::from_ref(&clip);
        for format in [Format::Bvh, Format::Fbx, Format::Gltf, Format::Glb] {
            let file = NewFile { skeleton: &skeleton, clips, skins: &[], convention: Convention::default() };
            let bytes = io::encode_new(format, &file).unwrap().bytes;
            let path = Path::new("made").with_extension(format.name());
            let options = ReadOptions { unit_metres: Some(height / 1.75), ..ReadOptions::default() };
            let document = io::read_bytes(&path, &bytes, &options).unwrap();
            assert_eq!(warns(&document, "unusual-size"), is_unusual, "{height} m, {}", format.name());
        }
    }
    let Some(folder) = data_folder() else { return };
    let fox = io::read(&folder.join("characters/Fox.glb"), &ReadOptions::default()).unwrap();
    assert!(warns(&fox, "unusual-size"));
}

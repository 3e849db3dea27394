//! Rigs whose rest pose does not stand: heels, tips and standing heights come from the motion.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;
use surefoot::io::{self, Convention, Document, Format, NewFile, ReadOptions, UpAxis};
use surefoot::kinematics::{BodyPoints, world_poses};
use surefoot::model::standing::rest_stands;
use surefoot::model::{BodyPoint, PointKind, Side};
use surefoot::{
    Clip, DetectPlantsOptions, RemoveFootskateOptions, Skeleton, detect_plants, remove_footskate,
};
use surefoot_sample::{self as sample, BipedOptions, WalkOptions, faults};
use surefoot_tests::data_folder;
use surefoot_tests::other_rest::{bones_along_x, resting_as};

fn sliding_walk() -> (Skeleton, Clip) {
    let skeleton = sample::biped_skeleton(&BipedOptions::default()).unwrap();
    let options = WalkOptions { seconds: 4.0, frame_rate: 30.0, ..WalkOptions::default() };
    let walk = sample::walk(&skeleton, &options).unwrap();
    faults::skate_by_leg_scale(&skeleton, &walk.clip, 0.95).unwrap()
}

fn as_bvh(skeleton: &Skeleton, clip: &Clip) -> Document {
    let clips = std::slice::from_ref(clip);
    let file = NewFile { skeleton, clips, skins: &[], convention: Convention::default() };
    let bytes = io::encode_new(Format::Bvh, &file).unwrap().bytes;
    let options = ReadOptions { unit_metres: Some(1.0), up_axis: Some(UpAxis::Y), frame_rate: None };
    io::read_bytes(Path::new("made.bvh"), &bytes, &options).unwrap()
}

/// The same walk on two rigs that do not stand at rest: bones along one axis, and lying.
fn odd_rigs() -> Vec<(&'static str, Document)> {
    let (skeleton, clip) = sliding_walk();
    let (along, along_clip) = bones_along_x(&skeleton, &clip).unwrap();
    let down = surefoot::math::Quat::from_scaled_axis(surefoot::math::Vec3::x() * 1.5);
    let mut lying = clip.clone().into_data();
    lying.rotations[0] = down * lying.rotations[0];
    let lying = Clip::new(&skeleton, lying).unwrap();
    // Lies in the first frame, which becomes the rest pose, and walks in the others.
    let (flat, flat_clip) = resting_as(&skeleton, &lying, 0).unwrap();
    vec![("along x", as_bvh(&along, &along_clip)), ("lying", as_bvh(&flat, &flat_clip))]
}

fn feet() -> impl Iterator<Item = BodyPoint> {
    Side::BOTH
        .into_iter()
        .flat_map(|side| [PointKind::Ankle, PointKind::Toe].map(move |kind| BodyPoint { side, kind }))
}

#[test]
fn standing_heights_are_those_of_the_rig_that_stands() {
    let (skeleton, clip) = sliding_walk();
    assert!(rest_stands(&skeleton));
    let truth = BodyPoints::new(&skeleton);
    let poses = world_poses(&skeleton, &clip).unwrap();
    for (name, document) in odd_rigs() {
        assert!(!rest_stands(&document.skeleton), "{name}");
        let found = BodyPoints::new(&document.skeleton);
        for point in feet() {
            let [a, b] = [&truth, &found].map(|points| points.standing_height(point));
            assert!((a - b).abs() < 0.015, "{name}, {}: {b} for {a}", point.name());
        }
        // The points of the sole move with the foot as they do on the rig that stands.
        let moved = world_poses(&document.skeleton, &document.clips[0]).unwrap();
        for side in Side::BOTH {
            for kind in [PointKind::Heel, PointKind::ToeTip] {
                let at = |points: &BodyPoints| points.get(BodyPoint { side, kind }).unwrap();
                let (a, b) = (at(&truth), at(&found));
                for frame in [1, 40, 77] {
                    let distance = (poses.point(frame, a.joint, &a.offset)
                        - moved.point(frame, b.joint, &b.offset))
                    .norm();
                    assert!(distance < 0.03, "{name}, {side:?} {kind:?}, frame {frame}: {distance} m");
                }
            }
        }
    }
}

/// Deepest point below each stance's own floor before and after, metres.
fn depths(document: &Document) -> [f64; 2] {
    let (skeleton, clip) = (&document.skeleton, &document.clips[0]);
    let plants = detect_plants(skeleton, clip, None, &DetectPlantsOptions::default()).unwrap().plants;
    let options = RemoveFootskateOptions::default();
    let report = remove_footskate(skeleton, clip, &plants, None, &options).unwrap().report;
    [report.before.ground.unwrap().penetration_max, report.after.ground.unwrap().penetration_max]
}

#[test]
fn depths_below_the_stances_own_floor_do_not_depend_on_the_rest_pose() {
    let (skeleton, clip) = sliding_walk();
    let truth = depths(&as_bvh(&skeleton, &clip));
    for (name, document) in odd_rigs() {
        for (a, b) in truth.into_iter().zip(depths(&document)) {
            assert!((a - b).abs() < 0.015, "{name}: {b} m for {a} m");
        }
    }
}

/// Where the rest pose stands, the motion says nothing: results stay what they were.
#[test]
fn rigs_that_stand_are_left_alone() {
    let (skeleton, clip) = sliding_walk();
    let document = as_bvh(&skeleton, &clip);
    assert!(Side::BOTH.iter().all(|&side| document.skeleton.sole(side).is_none()));
    let Some(folder) = data_folder() else { return };
    for part in ["cmu", "wild", "locomotion", "retarget", "parametric", "footskate_bench", "other"] {
        for entry in std::fs::read_dir(folder.join(part)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|e| e != "bvh") {
                continue;
            }
            let document = io::read(&path, &ReadOptions::default()).unwrap();
            // Rokoko's rig has its bones along the axes of its joints.
            let stands = !path.to_string_lossy().contains("rokoko");
            assert_eq!(rest_stands(&document.skeleton), stands, "{}", path.display());
            let has_soles = Side::BOTH.iter().any(|&side| document.skeleton.sole(side).is_some());
            assert_eq!(has_soles, !stands, "{}", path.display());
        }
    }
}

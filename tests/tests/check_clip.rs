//! Clip checks on real clips and on jumps with known truth.

#![allow(clippy::unwrap_used, reason = "help functions of tests stop where tests do")]

use surefoot::io::{self, Document, ReadOptions};
use surefoot::math::{Quat, Vec3};
use surefoot::model::clip::ClipData;
use surefoot::model::{Joint, JointIndex};
use surefoot::{Clip, Note, Skeleton, check_clip};
use surefoot_tests::data_folder;

fn notes(skeleton: &Skeleton, clip: &Clip) -> Vec<Note> {
    check_clip(skeleton, clip, &Default::default()).unwrap().notes
}

fn codes(document: &Document) -> Vec<&'static str> {
    notes(&document.skeleton, &document.clips[0]).into_iter().map(|w| w.code).collect()
}

fn real_documents(folder: &str) -> Vec<(String, Document)> {
    let Some(data) = data_folder() else { return Vec::new() };
    let mut files: Vec<_> =
        std::fs::read_dir(data.join(folder)).unwrap().map(|e| e.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "bvh"));
    files.sort();
    let read = |path: &std::path::PathBuf| {
        (
            path.file_stem().unwrap().to_string_lossy().into_owned(),
            io::read(path, &ReadOptions::default()).unwrap(),
        )
    };
    files.iter().map(read).collect()
}

#[test]
fn cmu_clips_have_a_pose_before_the_motion_and_one_a_wrong_rate() {
    for (name, document) in real_documents("cmu") {
        let mut expected = vec!["first-frame-pose"];
        if name.starts_with("75_15") {
            expected.push("gravity");
        }
        assert_eq!(codes(&document), expected, "{name}");
    }
}

#[test]
fn other_clips_raise_no_alarm() {
    for folder in ["footskate_bench", "other"] {
        for (name, document) in real_documents(folder) {
            assert!(codes(&document).is_empty(), "{name}: {:?}", codes(&document));
        }
    }
    for (name, document) in real_documents("edge") {
        let expected: &[&str] = if name.starts_with("90_10") { &["first-frame-pose"] } else { &[] };
        assert_eq!(codes(&document), expected, "{name}");
    }
}

#[test]
fn the_right_rate_and_scale_are_named() {
    for (name, document) in real_documents("cmu") {
        let (rate, right) = match &name[..5] {
            "75_15" => (120.0, 60),
            "16_03" => (30.0, 120),
            "13_11" => (240.0, 120),
            _ => continue,
        };
        let mut data = document.clips[0].clone().into_data();
        data.frame_rate = rate;
        let clip = Clip::new(&document.skeleton, data).unwrap();
        let found = notes(&document.skeleton, &clip);
        let text = &found.iter().find(|w| w.code == "gravity").unwrap_or_else(|| panic!("{name}")).text;
        assert!(text.contains(&format!("at {right} frames per second instead of {rate}")), "{name}: {text}");
    }
}

/// A body of `size` metres that stands, jumps for `flight` seconds and stands again, sampled at `rate`.
fn jump(size: f64, rate: f64, flight: f64) -> (Skeleton, Clip) {
    let joint = |name: &str, parent: usize, y: f64| {
        Joint::new(name, Some(JointIndex(parent)), Vec3::new(0.0, y * size, 0.0))
    };
    let joints = vec![
        Joint::new("hips", None, Vec3::zeros()),
        joint("chest", 0, 0.3),
        joint("head", 1, 0.15),
        joint("knee", 0, -0.25),
        joint("foot", 3, -0.25),
    ];
    let skeleton = Skeleton::new(joints, vec![]).unwrap();
    let height = |t: f64| {
        let t = (t - 0.5).clamp(0.0, flight);
        0.5 * size + 0.5 * 9.80665 * t * (flight - t)
    };
    let count = ((1.0 + flight) * rate) as usize;
    let data = ClipData {
        name: "jump".into(),
        frame_rate: rate,
        rotations: vec![Quat::identity(); count * 5],
        root_positions: (0..count).map(|f| Vec3::new(0.0, height(f as f64 / rate), 0.0)).collect(),
        translations: vec![],
        scales: vec![],
    };
    let clip = Clip::new(&skeleton, data).unwrap();
    (skeleton, clip)
}

#[test]
fn a_known_jump_is_right_at_its_own_rate_and_size_only() {
    for rate in [24.0, 30.0, 60.0, 120.0, 240.0] {
        let (skeleton, clip) = jump(1.7, rate, 0.6);
        assert!(notes(&skeleton, &clip).is_empty(), "{rate} fps");
        for (factor, alarm) in
            [(0.25, true), (0.5, true), (0.8, false), (1.25, false), (2.0, true), (4.0, true)]
        {
            let mut data = clip.clone().into_data();
            data.frame_rate = rate * factor;
            let other = Clip::new(&skeleton, data).unwrap();
            let found = notes(&skeleton, &other);
            assert_eq!(found.len(), usize::from(alarm), "{rate} fps times {factor}: {found:?}");
            if alarm {
                assert!(found[0].text.contains(&format!("at {rate} frames per second")), "{}", found[0].text);
            }
        }
        let mut data = clip.clone().into_data();
        data.root_positions.iter_mut().for_each(|p| *p *= 100.0);
        let other = Clip::new(&skeleton.scaled(100.0), data).unwrap();
        let found = notes(&skeleton.scaled(100.0), &other);
        assert!(found[0].text.ends_with("all lengths times 0.01"), "{found:?}");
    }
}

#[test]
fn short_and_empty_clips_raise_no_alarm() {
    let (skeleton, clip) = jump(1.7, 30.0, 0.5);
    for count in 0..6 {
        assert!(notes(&skeleton, &clip.slice(0..count).unwrap()).is_empty());
    }
}

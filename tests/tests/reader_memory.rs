//! What readers allocate at most: hostile files must not fill the machine.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;
use surefoot::JointIndex;
use surefoot::io::{Document, ReadOptions, read_bytes};
use surefoot::kinematics::{BodyPoints, standing_height};
use surefoot_tests::counting::Counting;

#[global_allocator]
static MEMORY: Counting = Counting::new();

/// Checks the most bytes allocated at once while reading, beyond what was there before, and returns the answer.
fn check(name: &str, bytes: &[u8]) -> surefoot::Result<Document> {
    let limit = 8 * bytes.len() + (64 << 20);
    let (peak, answer) = MEMORY.peak_of(|| read_bytes(Path::new(name), bytes, &ReadOptions::default()));
    assert!(peak <= limit, "{name}: {peak} bytes at once for a file of {}", bytes.len());
    answer
}

/// A valid file of nested joints, each with the name and the further children that `joint` gives.
fn deep(count: usize, joint: impl Fn(usize) -> (String, String)) -> String {
    let mut text = String::from("HIERARCHY\n");
    for i in 0..count {
        let keyword = if i == 0 { "ROOT" } else { "JOINT" };
        let (name, more) = joint(i);
        text.push_str(&format!("{keyword} {name}\n{{\nOFFSET 0 -1 0\nCHANNELS 1 Zrotation\n{more}"));
    }
    text.push_str("End Site\n{\nOFFSET 0 -1 0\n}\n");
    text.push_str(&"}\n".repeat(count));
    text.push_str("MOTION\nFrames: 1\nFrame Time: 0.01\n");
    let channels = text.matches("CHANNELS 1").count();
    text.push_str(&"1 ".repeat(channels));
    text.push('\n');
    text
}

/// Nested files that once took time quadratic in their depth: hours, if any of it came back.
fn deep_files() {
    const COUNT: usize = 100_000;
    let plain = |i: usize| (format!("j{i}"), String::new());
    let document = check("deep.bvh", deep(COUNT, plain).as_bytes()).unwrap();
    assert_eq!(document.skeleton.joint_count(), COUNT);
    assert!(document.skeleton.is_below(JointIndex(COUNT - 1), JointIndex(0)));
    assert!(standing_height(&document.skeleton) > 0.0);
    // Names that all claim to be one limb, trunk or head.
    for word in ["LeftLeg", "RightArm", "Neck", "Head", "Spine", "Hips"] {
        let document = check("words.bvh", deep(COUNT, |i| (format!("{word}{i}"), String::new())).as_bytes());
        let skeleton = document.unwrap().skeleton;
        assert_eq!(skeleton.joint_count(), COUNT);
        BodyPoints::new(&skeleton);
    }
    // A comb: every joint of a long chain has a short branch.
    let comb = |i: usize| {
        let branch = format!("JOINT b{i}\n{{\nOFFSET 1 0 0\nCHANNELS 1 Zrotation\n}}\n");
        (format!("j{i}"), branch)
    };
    assert_eq!(check("comb.bvh", deep(COUNT / 2, comb).as_bytes()).unwrap().skeleton.joint_count(), COUNT);
    // Not closed: an error in the line where the file ends.
    let mut text = deep(20_000, plain);
    text.truncate(text.find("End Site").unwrap());
    let error = check("open.bvh", text.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("found the end of the file"), "{error}");
    // All children of one joint.
    let mut star = String::from("HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 1 Zrotation\n");
    for i in 0..COUNT {
        star.push_str(&format!("JOINT j{i}\n{{\nOFFSET 0 {i} 0\nEnd Site\n{{\nOFFSET 0 1 0\n}}\n}}\n"));
    }
    star.push_str("}\nMOTION\nFrames: 1\nFrame Time: 0.01\n0\n");
    assert_eq!(check("star.bvh", star.as_bytes()).unwrap().skeleton.joint_count(), COUNT + 1);
}

/// One test for all: the counter is the process's own.
#[test]
fn no_file_takes_more_than_eight_times_its_size_and_64_mb() {
    let announced = check(
        "announced.bvh",
        b"HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n}\nMOTION\nFrames: 1000000000\nFrame Time: 0.01\n0 0 0\n",
    );
    assert!(announced.is_err());
    deep_files();
    let Some(folder) = surefoot_tests::data_folder() else { return };
    for kind in ["cmu", "other", "edge", "characters", "animated"] {
        for entry in std::fs::read_dir(folder.join(kind)).unwrap() {
            let path = entry.unwrap().path();
            if !path.is_file() {
                continue;
            }
            let bytes = std::fs::read(&path).unwrap();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            check(&name, &bytes).unwrap();
            // Broken copies: cut short, and with lengths overwritten by the largest numbers.
            assert!(check(&name, &bytes[..bytes.len() / 2]).is_err(), "{name}: half a file was read");
            for place in [12, 27, 40, bytes.len() / 3] {
                let mut broken = bytes.clone();
                let end = (place + 8).min(broken.len());
                broken[place.min(end)..end].fill(0xff);
                // Some of these fall on bytes that nothing reads.
                let _ = check(&name, &broken);
            }
        }
    }
}

//! What every command that changes clips shares: many files, clips of a file, reports, pages, notes with advice.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{files_in, json, sliding_walk, surefoot, text};
use serde_json::Value;
use surefoot::io::{self, Convention, Format, NewFile, ReadOptions};

const COMMANDS: [&[&str]; 4] =
    [&["remove-footskate"], &["mirror-clip"], &["resample-clip", "--frame-rate", "15"], &["trim-clip"]];

fn frames(path: &std::path::Path) -> usize {
    io::read(path, &ReadOptions::default()).unwrap().clips[0].frame_count()
}

#[test]
fn many_files_are_trimmed_at_once() {
    let folder = sliding_walk();
    let arguments = ["trim-clip", "walk.bvh", "walk.fbx", "walk.glb", "--first", "10", "--count", "30"];
    let more = ["--out-dir", "trimmed", "--report", "report.json"];
    let result = surefoot(&[&arguments[..], &more].concat(), folder.path());
    assert!(result.status.success(), "{}", text(&result.stderr));
    let table = text(&result.stdout);
    assert_eq!(table.matches("kept 30 of 90 frames, 1.00 s").count(), 3, "{table}");
    let trimmed = files_in(&folder.path().join("trimmed"));
    assert_eq!(trimmed.len(), 3);
    for path in &trimmed {
        assert_eq!(frames(path), 30, "{}", path.display());
    }
    let report: Value =
        serde_json::from_slice(&std::fs::read(folder.path().join("report.json")).unwrap()).unwrap();
    for file in report["files"].as_array().unwrap() {
        let clip = &file["clips"][0];
        assert_eq!((&clip["frame_count"], &clip["report"]["frames_before"]), (&30.into(), &90.into()));
    }
    // What is kept is what was there.
    let read = |path: &std::path::Path| io::read(path, &ReadOptions::default()).unwrap();
    let (before, after) =
        (read(&folder.path().join("walk.glb")), read(&folder.path().join("trimmed/walk.glb")));
    for frame in 0..30 {
        let distance = before.clips[0].root_positions()[10 + frame] - after.clips[0].root_positions()[frame];
        assert!(distance.norm() < 1e-6, "frame {frame}");
    }
}

#[test]
fn every_command_takes_the_flags_of_the_frame() {
    let folder = sliding_walk();
    let at = |name: &str| folder.path().join(name);
    for command in COMMANDS {
        let run = |more: &[&str]| surefoot(&[command, more].concat(), folder.path());
        let views = ["--html", "page.html", "--heights", "heights.csv", "--report", "report.json", "--json"];
        let result = json(&run(&[&["walk.bvh", "out.bvh"], &views[..]].concat()));
        let clip = &result["files"][0]["clips"][0];
        assert_eq!(clip["frame_count"], frames(&at("out.bvh")), "{command:?}");
        assert!(!clip["report"]["summary"].as_str().unwrap().is_empty(), "{command:?}");
        let saved: Value = serde_json::from_slice(&std::fs::read(at("report.json")).unwrap()).unwrap();
        assert_eq!(saved, result, "{command:?}");
        assert!(std::fs::read_to_string(at("page.html")).unwrap().contains("</html>"), "{command:?}");
        assert_eq!(std::fs::read_to_string(at("heights.csv")).unwrap().lines().count(), 91, "{command:?}");
        for name in ["out.bvh", "page.html", "heights.csv", "report.json"] {
            std::fs::remove_file(at(name)).unwrap();
        }
        // Refused before anything is written.
        let code = |more: &[&str]| run(more).status.code();
        assert_eq!(code(&["walk.bvh"]), Some(2), "{command:?}");
        assert_eq!(code(&["walk.bvh", "walk.glb", "out.bvh"]), Some(2), "{command:?}");
        assert_eq!(code(&["walk.bvh", "./walk.bvh"]), Some(2), "{command:?}");
        assert_eq!(code(&["walk.bvh", "out.bvh", "--report", "out.bvh"]), Some(2), "{command:?}");
        assert_eq!(code(&["walk.bvh", "--out-dir", "x", "--html", "page.html"]), Some(2), "{command:?}");
        assert_eq!(code(&["walk.bvh", "out.bvh", "--clip", "7"]), Some(1), "{command:?}");
        assert!(!at("out.bvh").exists(), "{command:?}");
    }
}

#[test]
fn a_missing_file_among_many_keeps_the_table() {
    let folder = sliding_walk();
    for command in COMMANDS {
        let files = ["walk.bvh", "missing.bvh", "walk.glb", "--out-dir", command[0]];
        let result = surefoot(&[command, &files].concat(), folder.path());
        assert_eq!(result.status.code(), Some(1));
        let (table, errors) = (text(&result.stdout), text(&result.stderr));
        let row = |name: &str| table.lines().find(|line| line.starts_with(name)).map(str::to_owned);
        assert!(row("missing.bvh").unwrap().contains("failed"), "{table}");
        assert!(row("walk.bvh").is_some() && row("walk.glb").is_some(), "{table}");
        assert!(errors.contains("missing.bvh") && errors.contains("1 of 3 files failed"), "{errors}");
        assert_eq!(files_in(&folder.path().join(command[0])).len(), 2);
    }
}

#[test]
fn notes_tell_what_to_do_here() {
    let folder = sliding_walk();
    let result = surefoot(&["mirror-clip", "walk.bvh", "out.bvh"], folder.path());
    let errors = text(&result.stderr);
    let line = errors.lines().find(|line| line.contains("[unit-estimated]")).unwrap();
    assert!(line.starts_with("warning: walk.bvh: ") && line.contains("set it with --unit"), "{line}");
    // Nothing is guessed and nothing is said once it is set.
    let told = surefoot(&["mirror-clip", "walk.bvh", "out.bvh", "--unit", "m"], folder.path());
    assert!(!text(&told.stderr).contains("unit-estimated"), "{}", text(&told.stderr));
    let quiet = surefoot(&["mirror-clip", "walk.bvh", "out.bvh", "--quiet"], folder.path());
    assert_eq!(text(&quiet.stderr), "");
    let found =
        json(&surefoot(&["trim-clip", "walk.bvh", "out.bvh", "--count", "500", "--json"], folder.path()));
    let notes = found["files"][0]["notes"].as_array().unwrap();
    let note = |code: &str| notes.iter().find(|n| n["code"] == code).unwrap();
    for key in ["code", "severity", "text", "frames", "about", "advice"] {
        assert!(note("clip-too-short").get(key).is_some(), "no '{key}'");
    }
    assert_eq!(note("unit-estimated")["advice"], "if that is wrong, set it with --unit");
    assert!(note("clip-too-short")["advice"].is_null());
    let info = json(&surefoot(&["info", "walk.bvh", "--json"], folder.path()));
    assert!(
        info["notes"].as_array().unwrap().iter().any(|n| n["advice"] == note("unit-estimated")["advice"]),
        "{info}"
    );
}

#[test]
fn one_clip_of_several_is_changed_and_notes_name_their_clip() {
    let folder = sliding_walk();
    let read = io::read(&folder.path().join("walk.glb"), &ReadOptions::default()).unwrap();
    let clips = ["first", "second"].map(|name| read.clips[0].clone().renamed(name.to_owned()));
    let file =
        NewFile { skeleton: &read.skeleton, clips: &clips, skins: &[], convention: Convention::default() };
    std::fs::write(folder.path().join("two.glb"), io::encode_new(Format::Glb, &file).unwrap().bytes).unwrap();
    let run = |more: &[&str]| {
        json(&surefoot(&[&["trim-clip", "two.glb", "out.glb", "--json"], more].concat(), folder.path()))
    };
    let result = run(&["--clip", "second", "--first", "40"]);
    assert_eq!(result["files"][0]["clips"].as_array().unwrap().len(), 1, "{result}");
    let counts: Vec<usize> = io::read(&folder.path().join("out.glb"), &ReadOptions::default())
        .unwrap()
        .clips
        .iter()
        .map(surefoot::Clip::frame_count)
        .collect();
    assert_eq!(counts, [90, 50]);
    let result = run(&["--count", "500"]);
    let about: Vec<&str> =
        result["files"][0]["notes"].as_array().unwrap().iter().filter_map(|n| n["about"].as_str()).collect();
    assert_eq!(about, ["clip 'first'", "clip 'second'"], "{result}");
    // Among many files the first note of each code is told, and how many more there are.
    let arguments = ["trim-clip", "two.glb", "walk.glb", "--out-dir", "x", "--count", "500"];
    let told = text(&surefoot(&arguments, folder.path()).stderr);
    let lines: Vec<&str> = told.lines().filter(|line| line.contains("[clip-too-short]")).collect();
    assert!(lines[0].starts_with("warning: two.glb: clip 'first': ") && lines[0].ends_with("and 1 more"));
    assert!(lines.len() == 2 && lines[1].ends_with("[clip-too-short]"), "{told}");
    // Text for people: one line for each clip.
    let told = surefoot(&["trim-clip", "two.glb", "out.glb", "--first", "40"], folder.path());
    let told = text(&told.stdout);
    assert!(told.contains("first: kept 50 of 90 frames") && told.contains("second: kept"), "{told}");
}

#[test]
fn help_of_a_plain_command_has_its_options_and_an_example() {
    let folder = tempfile::tempdir().unwrap();
    let help = text(&surefoot(&["trim-clip", "--help"], folder.path()).stdout);
    assert!(help.starts_with("Keep a part of a clip"), "{help}");
    for expected in
        ["--first <N>", "--out-dir", "--clip", "--report", "--html", "surefoot trim-clip walk.bvh"]
    {
        assert!(help.contains(expected), "no '{expected}' in {help}");
    }
    assert_eq!(
        surefoot(&["trim-clip", "a.bvh", "b.bvh", "--first", "-1"], folder.path()).status.code(),
        Some(2)
    );
}

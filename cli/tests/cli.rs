//! The command as a user meets it: exit codes, JSON, files written whole, batches that go on after a failure.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{files_in, json, sliding_walk, surefoot, text};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use surefoot::io::{self, Convention, Format, NewFile, ReadOptions};
use surefoot_sample::{self as sample, BipedOptions, WalkOptions};

#[test]
fn exit_codes_tell_success_failure_and_bad_arguments() {
    let folder = sliding_walk();
    let code = |arguments: &[&str]| surefoot(arguments, folder.path()).status.code();
    assert_eq!(code(&["info", "walk.bvh"]), Some(0));
    assert_eq!(code(&["--help"]), Some(0));
    assert_eq!(code(&["info", "missing.bvh"]), Some(1));
    assert_eq!(code(&["info"]), Some(2));
    assert_eq!(code(&["remove-footskate", "walk.bvh", "out.bvh", "--max-stretch", "7"]), Some(2));
    assert_eq!(code(&["remove-footskate", "walk.bvh", "out.bvh", "--method", "magic"]), Some(2));
    assert_eq!(code(&["info", "walk.bvh", "--unit", "parsec"]), Some(2));
    assert_eq!(code(&["convert", "walk.bvh", "walk.xyz"]), Some(2));
    assert_eq!(code(&["convert", "walk.bvh", "a.glb", "--resample", "1e9"]), Some(2));
    assert_eq!(code(&["remove-footskate", "walk.bvh"]), Some(2));
    assert_eq!(code(&["demo", "--height", "0"]), Some(2));
    assert_eq!(code(&["convert", "walk.bvh", "a.glb", "--clip", "7"]), Some(1));
}

#[test]
fn info_has_the_promised_keys() {
    let folder = sliding_walk();
    for name in ["walk.bvh", "walk.fbx", "walk.glb"] {
        let info = json(&surefoot(&["info", name, "--json"], folder.path()));
        for key in [
            "format",
            "joints",
            "frame_count",
            "frame_rate",
            "unit",
            "up_axis",
            "height_m",
            "clips",
            "skin",
            "notes",
        ] {
            assert!(info.get(key).is_some(), "{name}: no '{key}'");
        }
        assert_eq!(info["format"], name.rsplit('.').next().unwrap());
        assert_eq!(info["frame_count"], 90, "{name}");
        assert!((info["frame_rate"].as_f64().unwrap() - 30.0).abs() < 1e-3, "{name}");
        let roles: Vec<&str> =
            info["joints"].as_array().unwrap().iter().filter_map(|j| j["role"].as_str()).collect();
        assert!(roles.contains(&"left_foot") && roles.contains(&"right_toe"), "{name}: {roles:?}");
        let height = info["height_m"].as_f64().unwrap();
        assert!((1.4..1.9).contains(&height), "{name}: {height}");
    }
}

#[test]
fn every_format_is_cleaned_and_measured() {
    let folder = sliding_walk();
    for name in ["walk.bvh", "walk.fbx", "walk.glb"] {
        let out = format!("clean_{name}");
        let arguments =
            ["remove-footskate", name, &out, "--json", "--report", "report.json", "--html", "page.html"];
        let result = json(&surefoot(&arguments, folder.path()));
        let report = &result["files"][0]["clips"][0]["report"];
        let slide = |when: &str| report[when]["slide_mean"].as_f64().unwrap();
        assert!(slide("before") > 0.08, "{name}: {report}");
        assert!(slide("after") < 1e-3, "{name}: {report}");
        // The written file says the same as the report: plants measured again on what was read back.
        let read = |file: &str| io::read(&folder.path().join(file), &ReadOptions::default()).unwrap();
        let (before, after) = (read(name), read(&out));
        let plants_text = result["files"][0]["clips"][0]["plants"].to_string();
        let plants = io::parse_plants(Path::new("p"), &plants_text, after.clips[0].frame_count()).unwrap();
        let measured =
            surefoot::measure_footskate(&after.skeleton, &after.clips[0], &plants, None, None).unwrap();
        assert!(measured.slide_mean < 1e-3, "{name}: {measured:?}");
        assert_eq!(before.skeleton.names(), after.skeleton.names());
        let saved: Value =
            serde_json::from_slice(&std::fs::read(folder.path().join("report.json")).unwrap()).unwrap();
        assert_eq!(saved, result);
        assert!(std::fs::read_to_string(folder.path().join("page.html")).unwrap().contains("</html>"));
    }
}

#[test]
fn plants_can_be_written_edited_and_given_back() {
    let folder = sliding_walk();
    json(&surefoot(&["detect-plants", "walk.bvh", "-o", "plants.json", "--json"], folder.path()));
    let path = folder.path().join("plants.json");
    let mut plants: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    assert!(plants["plants"].as_array().unwrap().len() > 4);
    plants["plants"].as_array_mut().unwrap().truncate(1);
    std::fs::write(&path, plants.to_string()).unwrap();
    let count = |more: &[&str]| {
        let mut arguments =
            vec!["remove-footskate", "walk.bvh", "out.bvh", "--json", "--plants", "plants.json"];
        arguments.extend(more);
        let result = json(&surefoot(&arguments, folder.path()));
        result["files"][0]["clips"][0]["report"]["plants"].as_u64().unwrap()
    };
    assert_eq!(count(&[]), 1);
    assert!(count(&["--merge-plants"]) > 4);
    plants["plants"][0]["end"] = 9999.into();
    std::fs::write(&path, plants.to_string()).unwrap();
    let refused =
        surefoot(&["remove-footskate", "walk.bvh", "out.bvh", "--plants", "plants.json"], folder.path());
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("plants.json"), "{}", text(&refused.stderr));
}

#[test]
fn a_batch_goes_on_after_a_failure_and_says_so() {
    let folder = sliding_walk();
    std::fs::write(folder.path().join("broken.bvh"), "HIERARCHY\nROOT x\n{\n").unwrap();
    let arguments = ["remove-footskate", "walk.bvh", "broken.bvh", "walk.glb", "--out-dir", "cleaned"];
    let result = surefoot(&arguments, folder.path());
    assert_eq!(result.status.code(), Some(1));
    assert!(text(&result.stderr).contains("broken.bvh: line"), "{}", text(&result.stderr));
    assert!(text(&result.stderr).contains("1 of 3 files failed"), "{}", text(&result.stderr));
    assert!(text(&result.stdout).contains("walk.glb"), "{}", text(&result.stdout));
    let names: Vec<_> = files_in(&folder.path().join("cleaned"));
    assert_eq!(names.len(), 2, "{names:?}");
}

#[test]
fn the_input_is_never_overwritten() {
    let folder = sliding_walk();
    let before = std::fs::read(folder.path().join("walk.bvh")).unwrap();
    for arguments in [
        vec!["remove-footskate", "walk.bvh", "./walk.bvh"],
        vec!["convert", "walk.bvh", "walk.bvh"],
        vec!["remove-footskate", "walk.bvh", "--out-dir", "."],
        vec!["remove-footskate", "walk.bvh", "out.bvh", "--html", "walk.bvh"],
        vec!["remove-footskate", "walk.bvh", "out.bvh", "--report", "out.bvh"],
        vec!["detect-plants", "walk.bvh", "-o", "walk.bvh"],
        vec!["view", "walk.bvh", "-o", "walk.bvh"],
    ] {
        let result = surefoot(&arguments, folder.path());
        assert_eq!(result.status.code(), Some(2), "{arguments:?}");
        let message = text(&result.stderr);
        assert!(message.contains("is an input") || message.contains("written twice"), "{message}");
    }
    assert_eq!(std::fs::read(folder.path().join("walk.bvh")).unwrap(), before);
}

#[test]
fn bad_files_give_one_clear_line_and_leave_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("empty.bvh"), "").unwrap();
    std::fs::create_dir(at("folder.bvh")).unwrap();
    std::fs::write(at("noise.fbx"), [0x4b, 0x61, 0x79, 0xff, 0x00, 0x13]).unwrap();
    std::fs::write(at("short.glb"), b"glTF\x02\x00\x00\x00").unwrap();
    std::fs::write(at("huge.bvh"), "HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n}\nMOTION\nFrames: 1000000000\nFrame Time: 0.01\n0 0 0\n").unwrap();
    std::fs::write(at("notes.txt"), "hello").unwrap();
    let inputs =
        ["empty.bvh", "folder.bvh", "noise.fbx", "short.glb", "huge.bvh", "notes.txt", "missing.glb"];
    let present = files_in(folder.path());
    for input in inputs {
        for arguments in [
            vec!["info", input],
            vec!["convert", input, "out.glb"],
            vec!["remove-footskate", input, "out.bvh"],
        ] {
            let result = surefoot(&arguments, folder.path());
            assert_eq!(result.status.code(), Some(1), "{arguments:?}");
            let message = text(&result.stderr);
            assert!(message.contains(input), "{arguments:?}: {message}");
            assert_eq!(message.trim().lines().count(), 1, "{arguments:?}: {message}");
            assert!(!message.contains("panicked"), "{message}");
        }
    }
    assert_eq!(files_in(folder.path()), present, "something was written");
}

#[test]
fn a_failed_write_keeps_the_old_file() {
    let folder = sliding_walk();
    std::fs::create_dir(folder.path().join("out.bvh")).unwrap();
    let result = surefoot(&["remove-footskate", "walk.bvh", "out.bvh"], folder.path());
    assert_eq!(result.status.code(), Some(1));
    assert!(text(&result.stderr).contains("is a directory"), "{}", text(&result.stderr));
    let result = surefoot(&["convert", "walk.bvh", "no/such/folder/out.glb"], folder.path());
    assert_eq!(result.status.code(), Some(1));
    let temporary = |f: &PathBuf| f.file_name().is_some_and(|n| n.to_string_lossy().contains(".tmp"));
    assert!(!files_in(folder.path()).iter().any(temporary));
}

#[test]
fn an_interrupt_leaves_whole_files_only() {
    let folder = sliding_walk();
    let mut arguments: Vec<String> = vec!["remove-footskate".into()];
    for i in 0..60 {
        let copy = folder.path().join(format!("copy{i}.bvh"));
        std::fs::copy(folder.path().join("walk.bvh"), &copy).unwrap();
        arguments.push(copy.to_string_lossy().into_owned());
    }
    arguments.extend(["--out-dir".into(), "cleaned".into(), "--quiet".into()]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_surefoot"))
        .args(&arguments)
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let cleaned = folder.path().join("cleaned");
    // Interrupt once some results are there; a run that finishes first is no harm to what is checked.
    while child.try_wait().unwrap().is_none() && !(cleaned.is_dir() && files_in(&cleaned).len() > 3) {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    let status = child.wait().unwrap();
    // 130 is the shell's word for an interrupt; 0 if the run was quicker.
    assert!(matches!(status.code(), Some(0 | 130)), "{status:?}");
    let results = files_in(&cleaned);
    assert!(!results.is_empty());
    assert!(results.iter().all(|f| f.extension().is_some_and(|e| e == "bvh")), "{results:?}");
    for result in results {
        let document = io::read(&result, &ReadOptions::default());
        assert_eq!(document.unwrap().clips[0].frame_count(), 90, "{}", result.display());
    }
}

#[test]
fn conversion_keeps_the_motion() {
    let folder = sliding_walk();
    let read = |name: &str| io::read(&folder.path().join(name), &ReadOptions::default()).unwrap();
    let source = read("walk.bvh");
    let poses = surefoot::kinematics::world_poses(&source.skeleton, &source.clips[0]).unwrap();
    for target in ["a.fbx", "a.glb", "a.gltf", "a.bvh"] {
        json(&surefoot(&["convert", "walk.bvh", target, "--json"], folder.path()));
        let converted = read(target);
        let other = surefoot::kinematics::world_poses(&converted.skeleton, &converted.clips[0]).unwrap();
        assert_eq!(other.frame_count(), poses.frame_count(), "{target}");
        for frame in 0..poses.frame_count() {
            for joint in source.skeleton.joints() {
                let twin = converted.skeleton.find(source.skeleton.name(joint)).unwrap();
                let distance = (poses.position(frame, joint) - other.position(frame, twin)).norm();
                assert!(
                    distance < 1e-4,
                    "{target}, frame {frame}, {}: {distance}",
                    source.skeleton.name(joint)
                );
            }
        }
    }
}

#[test]
fn the_demo_runs_and_improves() {
    let folder = tempfile::tempdir().unwrap();
    let result = json(&surefoot(&["demo", "--json", "-o", "demo.html"], folder.path()));
    let slide = |when: &str| result["report"][when]["slide_mean"].as_f64().unwrap();
    assert!(slide("before") > 0.1 && slide("after") < 1e-3);
    assert!(folder.path().join("demo.html").metadata().unwrap().len() > 100_000);
}

#[test]
fn completions_are_made_for_every_shell() {
    let folder = tempfile::tempdir().unwrap();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let result = surefoot(&["completions", shell], folder.path());
        assert!(result.status.success() && text(&result.stdout).contains("remove-footskate"), "{shell}");
    }
}

#[test]
fn a_walk_on_the_spot_is_left_alone_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let biped = sample::biped(&BipedOptions::default()).unwrap();
    let walk =
        sample::walk(&biped.skeleton, &WalkOptions { seconds: 4.0, ..WalkOptions::default() }).unwrap();
    let mut data = walk.clip.into_data();
    let travel = data.root_positions[data.root_positions.len() - 1] - data.root_positions[0];
    let steps = (data.root_positions.len() - 1) as f64;
    for (frame, position) in data.root_positions.iter_mut().enumerate() {
        position.x -= travel.x * frame as f64 / steps;
        position.z -= travel.z * frame as f64 / steps;
    }
    let clips = [surefoot::Clip::new(&biped.skeleton, data).unwrap()];
    let file = NewFile {
        skeleton: &biped.skeleton,
        clips: &clips,
        skins: std::slice::from_ref(&biped.skin),
        convention: Convention::default(),
    };
    let bytes = io::encode_new(Format::Glb, &file).unwrap().bytes;
    std::fs::write(folder.path().join("spot.glb"), bytes).unwrap();
    let result = json(&surefoot(&["remove-footskate", "spot.glb", "out.glb", "--json"], folder.path()));
    let file = &result["files"][0];
    assert_eq!(file["clips"][0]["report"]["changed_frames"], 0, "{result}");
    let codes: Vec<&str> =
        file["notes"].as_array().unwrap().iter().filter_map(|w| w["code"].as_str()).collect();
    assert!(codes.contains(&"on-the-spot"), "{codes:?}");
    let found = json(&surefoot(&["detect-plants", "spot.glb", "--json"], folder.path()));
    assert!(found["report"]["conveyor"].is_array(), "{found}");
    assert!(!found["conveyor_plants"]["plants"].as_array().unwrap().is_empty(), "{found}");
}

/// Linux and the BSDs allow any bytes in a name.
#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn names_that_are_not_unicode_work_in_every_command() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = sliding_walk();
    let name = |bytes: &[u8]| OsStr::from_bytes(bytes).to_owned();
    let (input, output, broken) = (name(b"w\xff.bvh"), name(b"out\xfe.bvh"), name(b"b\xfd.bvh"));
    std::fs::copy(folder.path().join("walk.bvh"), folder.path().join(&input)).unwrap();
    std::fs::write(folder.path().join(&broken), "HIERARCHY").unwrap();
    let run = |arguments: &[&OsStr]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_surefoot"));
        command.current_dir(folder.path()).arg("--json").args(arguments).output().unwrap()
    };
    let word = OsStr::new;
    let told = json(&run(&[word("info"), &input]));
    assert_eq!(told["file"], "w\u{fffd}.bvh");
    let graph = name(b"g\xff.sfg");
    for arguments in [
        vec![word("convert"), &input, &output],
        vec![word("detect-plants"), &input, word("-o"), &name(b"p\xff.json")],
        vec![word("resample-clip"), &input, &output, word("--frame-rate"), word("20")],
        vec![word("mirror-clip"), &input, &output],
        vec![word("remove-footskate"), &input, &output, word("--html"), &name(b"p\xff.html")],
        vec![word("view"), &input, word("-o"), &name(b"v\xff.html")],
        vec![word("demo"), word("-o"), &name(b"d\xff.html")],
        vec![word("build-motion-graph"), &input, word("-o"), &graph],
        vec![word("graph-info"), &graph],
    ] {
        let done = run(&arguments);
        let stderr = text(&done.stderr);
        assert!(!stderr.contains("panicked"), "{arguments:?}: {stderr}");
        assert!(done.status.success(), "{arguments:?}: {stderr}");
        serde_json::from_slice::<Value>(&done.stdout).unwrap();
    }
    // A batch keeps its table when one of its files is broken.
    let done = run(&[word("remove-footskate"), &input, &broken, word("--out-dir"), word("many")]);
    assert!(!text(&done.stderr).contains("panicked"), "{}", text(&done.stderr));
    // The error of the whole follows as a document of its own.
    let mut documents = serde_json::Deserializer::from_slice(&done.stdout).into_iter::<Value>();
    let told = documents.next().unwrap().unwrap();
    assert_eq!(told["files"][1]["input"], "b\u{fffd}.bvh");
    assert!(told["files"][0]["clips"].is_array(), "{told}");
}

//! The command measure-balance.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{json, sliding_walk, surefoot, text};
use serde_json::Value;

fn number(value: &Value, path: &str) -> f64 {
    value.pointer(path).and_then(Value::as_f64).unwrap_or_else(|| panic!("{path} in {value}"))
}

#[test]
fn a_file_is_measured_with_and_without_a_load() {
    let folder = sliding_walk();
    let at = |name: &str| folder.path().join(name);
    let arguments = ["measure-balance", "walk.glb", "--report", "balance.json", "--frames", "frames.csv"];
    let result = surefoot(&arguments, folder.path());
    assert!(result.status.success(), "{}", text(&result.stderr));
    let table = text(&result.stdout);
    assert!(table.contains("inside or within 2 cm") && table.contains("kg, mesh"), "{table}");
    let saved: Value = serde_json::from_slice(&std::fs::read(at("balance.json")).unwrap()).unwrap();
    let [mean, inside, within] = ["/outside/mean", "/inside", "/within_2cm"].map(|path| number(&saved, path));
    assert!((0.0..1.0).contains(&mean) && inside <= within && within <= 1.0, "{saved}");
    let same = json(&surefoot(&["measure-balance", "walk.glb", "--json"], folder.path()));
    assert_eq!(same["report"], saved);

    let page = ["measure-balance", "walk.glb", "--html", "balance.html"];
    assert!(surefoot(&page, folder.path()).status.success());
    assert!(std::fs::read_to_string(at("balance.html")).unwrap().contains("Load by foot"));

    let frames = std::fs::read_to_string(at("frames.csv")).unwrap();
    let lines: Vec<&str> = frames.lines().collect();
    assert_eq!(lines.len() as f64, 1.0 + number(&same, "/frame_count"));
    let columns = lines[0].split(',').count();
    assert!(lines.iter().all(|line| line.split(',').count() == columns));
    let judged = lines[1..].iter().filter(|line| line.ends_with(",1")).count();
    assert_eq!(judged as f64, number(&saved, "/frames"));

    let measured = |load: &[&str]| {
        let arguments = [&["measure-balance", "walk.glb", "--json"], load].concat();
        let result = json(&surefoot(&arguments, folder.path()));
        ["/report/centre_height", "/report/mass", "/report/carried"].map(|path| number(&result, path))
    };
    let free = measured(&[]);
    let hands = measured(&["--load", "right_hand=8.9", "--load", "left_hand=8.9@0,0.1,-0.05"]);
    let head = measured(&["--load", "head=10"]);
    assert!(hands[0] < free[0] && free[0] < head[0], "{free:?} {hands:?} {head:?}");
    assert!((hands[1] - free[1]).abs() < 1e-9 && (hands[2] - 17.8).abs() < 1e-9 && head[2] == 10.0);
    let table =
        json(&surefoot(&["measure-balance", "walk.glb", "--masses", "table", "--json"], folder.path()));
    assert_eq!(table["report"]["mass_source"], "table");
}

#[test]
fn many_files_are_measured_and_a_bad_one_stops_none() {
    let folder = sliding_walk();
    std::fs::write(folder.path().join("bad.bvh"), "no clip").unwrap();
    let files = ["measure-balance", "walk.glb", "bad.bvh", "walk.bvh", "--report", "all.json"];
    let result = surefoot(&files, folder.path());
    assert_eq!(result.status.code(), Some(1));
    assert!(text(&result.stderr).contains("bad.bvh"), "{}", text(&result.stderr));
    assert!(text(&result.stdout).contains("within 2 cm %") && text(&result.stdout).contains("failed"));
    let saved: Value =
        serde_json::from_slice(&std::fs::read(folder.path().join("all.json")).unwrap()).unwrap();
    let listed = saved["files"].as_array().unwrap();
    assert_eq!(listed.len(), 3);
    assert!(listed[1]["error"].is_string());
    for file in [&listed[0], &listed[2]] {
        assert!(number(file, "/report/within_2cm") <= 1.0);
    }
}

#[test]
fn masses_plants_and_ground_come_from_files_and_slips_are_explained() {
    let folder = sliding_walk();
    let write = |name: &str, content: &str| std::fs::write(folder.path().join(name), content).unwrap();
    write("masses.json", r#"{"segments": [{"joint": "pelvis", "mass": 50}, {"joint": "head", "mass": 6}]}"#);
    write("ground.json", r#"{"level": 0}"#);
    let run =
        |arguments: &[&str]| surefoot(&[&["measure-balance", "walk.glb"], arguments].concat(), folder.path());
    assert!(surefoot(&["detect-plants", "walk.glb", "-o", "plants.json"], folder.path()).status.success());
    let given = json(&run(&[
        "--mass-model",
        "masses.json",
        "--ground",
        "ground.json",
        "--plants",
        "plants.json",
        "--json",
    ]));
    assert_eq!(number(&given, "/report/mass"), 56.0);
    assert!(given["report"]["mass_source"].is_null());
    let refused = |arguments: &[&str], code: i32, words: &[&str]| {
        let result = run(arguments);
        let told = text(&result.stderr);
        assert_eq!(result.status.code(), Some(code), "{arguments:?}: {told}");
        assert!(words.iter().all(|word| told.contains(word)), "{arguments:?}: {told}");
    };
    refused(&["--load", "tail=3"], 1, &["tail", "right_hand", "spine"]);
    refused(&["--load", "right_hand"], 2, &["JOINT=KG"]);
    refused(&["--load", "right_hand=-3"], 1, &["-3 kg"]);
    refused(&["--mass", "-1"], 2, &["mass"]);
    refused(&["--report", "walk.glb"], 2, &["is an input"]);
    refused(&["walk.bvh", "--frames", "f.csv"], 2, &["--frames", "one"]);
    refused(&["--clip", "9"], 1, &["no clip"]);
    refused(&["--load", "right_hand=1@1e300,0,0"], 1, &["100 m"]);
    refused(&["--mass", "1e-320"], 2, &["mass", "0.1"]);
    refused(&["--cutoff", "0.0001"], 2, &["cutoff", "0.1"]);
    refused(&["walk.bvh", "--save-masses", "m.json"], 2, &["--save-masses", "one"]);
    write("zero.json", r#"{"segments": [{"joint": "pelvis", "mass": 0}]}"#);
    refused(&["--mass-model", "zero.json"], 1, &["zero.json", "0 kg"]);
}

#[test]
fn balance_is_brought_back_beside_an_original() {
    let folder = sliding_walk();
    let arguments = [
        "correct-balance",
        "walk.glb",
        "loaded.glb",
        "--original",
        "walk.glb",
        "--load",
        "right_hand=8.9",
        "--mode",
        "keep",
        "--report",
        "loaded.json",
        "--html",
        "loaded.html",
    ];
    let result = surefoot(&arguments, folder.path());
    assert!(result.status.success(), "{}", text(&result.stderr));
    assert!(text(&result.stdout).contains("centre of mass off its path"), "{}", text(&result.stdout));
    let saved: Value =
        serde_json::from_slice(&std::fs::read(folder.path().join("loaded.json")).unwrap()).unwrap();
    assert!(saved.to_string().contains("off_path_after"), "{saved}");
    assert!(folder.path().join("loaded.glb").exists());
    // The page has what the plain page of edits lacks: overlays and curves of balance, before and after.
    let page = std::fs::read_to_string(folder.path().join("loaded.html")).unwrap();
    for shown in ["Load on left", "within 2 cm (% of the load)", "rounds", "area_corners"] {
        assert!(page.contains(shown), "the page lacks {shown}");
    }

    // Its own original asks for nothing.
    let same = ["correct-balance", "walk.glb", "same.glb", "--original", "walk.glb"];
    let result = surefoot(&same, folder.path());
    assert!(
        result.status.success() && text(&result.stdout).contains("nothing moved"),
        "{}",
        text(&result.stdout)
    );

    let files = ["correct-balance", "walk.glb", "walk.bvh", "--out-dir", "out", "--original", "walk.glb"];
    let result = surefoot(&files, folder.path());
    assert!(!result.status.success() && text(&result.stderr).contains("--original belongs to one clip"));
}

#[test]
fn flights_are_corrected_and_balance_is_evaluated() {
    let folder = sliding_walk();
    let result =
        surefoot(&["correct-flight", "walk.glb", "same.glb", "--html", "flight.html"], folder.path());
    assert!(
        result.status.success() && text(&result.stdout).contains("no flight found"),
        "{}",
        text(&result.stdout)
    );
    let page = std::fs::read_to_string(folder.path().join("flight.html")).unwrap();
    assert!(page.contains("Load on left") && page.contains("area_corners"));
    let arguments = [
        "evaluate-balance",
        "walk.glb",
        "--adapted",
        "same.glb",
        "--draws",
        "1",
        "--report",
        "evaluated.json",
    ];
    let result = surefoot(&arguments, folder.path());
    assert!(result.status.success(), "{}", text(&result.stderr));
    assert!(text(&result.stdout).contains("cylinders"), "{}", text(&result.stdout));
    let saved: Value =
        serde_json::from_slice(&std::fs::read(folder.path().join("evaluated.json")).unwrap()).unwrap();
    assert_eq!(saved["original"], saved["adapted"]);
    let result =
        surefoot(&["evaluate-balance", "walk.glb", "--balanced", "same.glb", "walk.bvh"], folder.path());
    assert!(!result.status.success() && text(&result.stderr).contains("--balanced has 2 files for 1 clips"));
}

#[test]
fn masses_are_written_and_read_back() {
    let folder = sliding_walk();
    let run = |arguments: &[&str]| {
        json(&surefoot(&[&["measure-balance", "walk.glb", "--json"], arguments].concat(), folder.path()))
    };
    let first = run(&["--load", "right_hand=8.9", "--save-masses", "masses.json"]);
    let saved: Value =
        serde_json::from_slice(&std::fs::read(folder.path().join("masses.json")).unwrap()).unwrap();
    let total: f64 = saved["segments"].as_array().unwrap().iter().map(|s| number(s, "/mass")).sum();
    assert!((total - number(&first, "/report/mass")).abs() < 1e-9, "without the load: {total}");
    let again = run(&["--load", "right_hand=8.9", "--mass-model", "masses.json"]);
    assert!(again["report"]["mass_source"].is_null());
    for figure in ["/report/outside/mean", "/report/centre_height", "/report/left_share"] {
        assert!((number(&first, figure) - number(&again, figure)).abs() < 1e-9, "{figure}");
    }
}

#[test]
fn a_clip_that_cannot_be_judged_has_a_reason_and_no_figures() {
    let folder = sliding_walk();
    assert!(surefoot(&["trim-clip", "walk.bvh", "two.bvh", "--count", "2"], folder.path()).status.success());
    let result = surefoot(&["measure-balance", "two.bvh"], folder.path());
    let told = text(&result.stdout);
    assert!(result.status.success() && told.contains("nothing could be judged: "), "{told}");
    assert!(!told.contains("outside") && !told.contains('%') && !told.contains(" kg"), "{told}");
    let result = surefoot(&["correct-balance", "two.bvh", "out.bvh"], folder.path());
    let told = text(&result.stdout);
    assert!(result.status.success() && told.contains("nothing could be judged"), "{told}");
    assert!(!told.contains("before") && !told.contains("outside"), "{told}");
}

#[test]
fn an_original_has_the_same_masses_and_ground() {
    let folder = sliding_walk();
    let write = |name: &str, content: &str| std::fs::write(folder.path().join(name), content).unwrap();
    write("ground.json", r#"{"level": 0.01}"#);
    write(
        "masses.json",
        r#"{"segments": [{"joint": "pelvis", "mass": 20}, {"joint": "left_hand", "mass": 20}, {"joint": "head", "mass": 9}]}"#,
    );
    for scene in [&["--ground", "ground.json"][..], &["--mass-model", "masses.json"]] {
        let own = ["correct-balance", "walk.bvh", "same.bvh", "--original", "walk.bvh", "--report", "r.json"];
        let result = surefoot(&[&own, scene].concat(), folder.path());
        assert!(result.status.success(), "{}", text(&result.stderr));
        let told = text(&result.stdout);
        assert!(told.contains("nothing moved"), "{scene:?}: {told}");
    }
    let idle = [
        "correct-balance",
        "walk.bvh",
        "idle.bvh",
        "--original",
        "walk.bvh",
        "--threshold",
        "0.3",
        "--mass-model",
        "masses.json",
        "--masses",
        "cylinders",
    ];
    let told = text(&surefoot(&idle, folder.path()).stderr);
    assert!(told.contains("--threshold has no effect") && told.contains("--masses has no effect"), "{told}");
    assert!(
        surefoot(&["trim-clip", "walk.bvh", "short.bvh", "--count", "20"], folder.path()).status.success()
    );
    let short = ["correct-balance", "walk.bvh", "x.bvh", "--original", "short.bvh", "--mode", "keep"];
    let told = text(&surefoot(&short, folder.path()).stderr);
    assert!(told.contains("short.bvh: it has") && told.contains("limit"), "{told}");
    // Other masses of the original are another question.
    let other = [
        "correct-balance",
        "walk.bvh",
        "other.bvh",
        "--original",
        "walk.bvh",
        "--original-mass-model",
        "masses.json",
        "--mode",
        "keep",
    ];
    let result = surefoot(&other, folder.path());
    assert!(
        result.status.success() && !text(&result.stdout).contains("nothing moved"),
        "{}",
        text(&result.stdout)
    );
}

#[test]
fn versions_are_evaluated_with_loads_masses_and_ground() {
    let folder = sliding_walk();
    let write = |name: &str, content: &str| std::fs::write(folder.path().join(name), content).unwrap();
    write("ground.json", r#"{"level": 0}"#);
    write("masses.json", r#"{"segments": [{"joint": "pelvis", "mass": 50}, {"joint": "head", "mass": 6}]}"#);
    let run = |arguments: &[&str]| {
        let all = [&["evaluate-balance", "walk.glb", "--compare-masses=false", "--json"], arguments].concat();
        json(&surefoot(&all, folder.path()))
    };
    let outside = |result: &Value| number(result, "/report/original/outside/mean");
    let (free, loaded) = (run(&[]), run(&["--load", "right_hand=20"]));
    assert!((outside(&free) - outside(&loaded)).abs() > 1e-4, "{} {}", outside(&free), outside(&loaded));
    let given = run(&["--mass-model", "masses.json", "--ground", "ground.json"]);
    assert_eq!(number(&given, "/report/clips/0/mass"), 56.0);
    // The file that lacks its joints is named, not the first one.
    let footless = "HIERARCHY\nROOT a\n{\n OFFSET 0 0 0\n CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n JOINT b\n {\n  OFFSET 0 1 0\n  CHANNELS 3 Zrotation Xrotation Yrotation\n  End Site\n  {\n   OFFSET 0 1 0\n  }\n }\n}\nMOTION\nFrames: 1\nFrame Time: 0.033\n0 0 0 0 0 0 0 0 0\n";
    write("footless.bvh", footless);
    let result = surefoot(&["evaluate-balance", "walk.glb", "--adapted", "footless.bvh"], folder.path());
    let told = text(&result.stderr);
    assert!(!result.status.success() && told.contains("footless.bvh: could not find"), "{told}");
}

/// Files of a walk that leans as it must with a suitcase in its right hand: body and suitcase together have their centre where the body alone
/// had it. The hand that carries does not swing.
fn leaning_walk(folder: &std::path::Path, kilograms: f64) {
    use surefoot::io::{self, Convention, Format, NewFile};
    use surefoot::math::{Quat, Vec3};
    use surefoot::model::Side;
    use surefoot::{BalanceScene, Clip, Load, MeasureBalanceOptions, Role, measure_balance};
    let biped = surefoot_sample::biped(&Default::default()).unwrap();
    let (skeleton, skins) = (&biped.skeleton, std::slice::from_ref(&biped.skin));
    let walk = surefoot_sample::walk(skeleton, &Default::default()).unwrap().clip;
    let spine = skeleton.roles().joints(Role::Spine).next().unwrap();
    let leaning = |angle: f64| {
        // The walk goes along z.
        let turn = Quat::from_axis_angle(&Vec3::z_axis(), angle);
        let mut data = walk.clone().into_data();
        let joints = skeleton.joint_count();
        data.rotations
            .iter_mut()
            .skip(spine.0)
            .step_by(joints)
            .for_each(|rotation| *rotation = turn * *rotation);
        for role in [Role::UpperArm(Side::Right), Role::Forearm(Side::Right)] {
            let joint = skeleton.roles().joint(role).unwrap().0;
            let still = data.rotations[joint];
            data.rotations.iter_mut().skip(joint).step_by(joints).for_each(|rotation| *rotation = still);
        }
        Clip::new(skeleton, data).unwrap()
    };
    let load = [Load::new(skeleton, "right_hand", kilograms).unwrap()];
    let across = |clip: &Clip, loads: &[Load]| {
        let mut scene = BalanceScene::default();
        scene.loads = loads;
        let found =
            measure_balance(skeleton, clip, skins, &scene, &MeasureBalanceOptions::default()).unwrap();
        found.frames.centre.iter().map(|c| c.x).sum::<f64>() / clip.frame_count() as f64
    };
    let (wanted, mut angle) = (across(&walk, &[]), 0.0);
    for _ in 0..6 {
        let off = across(&leaning(angle), &load) - wanted;
        let slope = (across(&leaning(angle + 1e-3), &load) - wanted - off) / 1e-3;
        angle -= off / slope;
    }
    assert!(angle.abs() > 0.05, "a lean that is seen: {angle}");
    for format in [Format::Bvh, Format::Glb] {
        let clips = [leaning(angle)];
        let file = NewFile { skeleton, clips: &clips, skins, convention: Convention::default() };
        let bytes = io::encode_new(format, &file).unwrap().bytes;
        std::fs::write(folder.join("suitcase").with_extension(format.name()), bytes).unwrap();
    }
}

#[test]
fn a_suitcase_is_told_by_the_hand_that_carries_it() {
    let folder = tempfile::tempdir().unwrap();
    leaning_walk(folder.path(), 8.9);
    for file in ["suitcase.bvh", "suitcase.glb"] {
        let measured = |load: &[&str]| {
            let arguments = [&["measure-balance", file, "--report", "r.json"], load].concat();
            let result = surefoot(&arguments, folder.path());
            assert!(result.status.success(), "{}", text(&result.stderr));
            let saved: Value =
                serde_json::from_slice(&std::fs::read(folder.path().join("r.json")).unwrap()).unwrap();
            ["/outside/mean", "/inside", "/within_2cm"].map(|path| number(&saved, path))
        };
        let [right, none, left] =
            [&["--load", "right_hand=8.9"][..], &[], &["--load", "left_hand=8.9"]].map(measured);
        assert!(
            right[0] + 0.001 < none[0] && none[0] + 0.001 < left[0],
            "{file}: {right:?} {none:?} {left:?}"
        );
        assert!(right[1] > none[1] && none[1] > left[1], "{file}: {right:?} {none:?} {left:?}");
        assert!(
            right[2] >= none[2] && none[2] > left[2] && right[2] <= 1.0,
            "{file}: {right:?} {none:?} {left:?}"
        );
    }
}

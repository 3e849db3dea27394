//! Graphs as a user meets them: build, show, walk; broken files are named.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};
use surefoot::io::{self, Convention, Format, NewFile, ReadOptions};
use surefoot_sample::{self as sample, BipedOptions, WalkOptions};

fn surefoot(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_surefoot")).args(arguments).current_dir(folder).output().unwrap()
}

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn walks() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let skeleton = sample::biped_skeleton(&BipedOptions::default()).unwrap();
    for (name, speed) in [("slow", 1.2), ("quick", 1.35)] {
        let options = WalkOptions { seconds: 5.0, frame_rate: 30.0, speed, ..WalkOptions::default() };
        let clips = [sample::walk(&skeleton, &options).unwrap().clip];
        let file =
            NewFile { skeleton: &skeleton, clips: &clips, skins: &[], convention: Convention::default() };
        let bytes = io::encode_new(Format::Bvh, &file).unwrap().bytes;
        std::fs::write(folder.path().join(format!("{name}.bvh")), bytes).unwrap();
    }
    folder
}

#[test]
fn clips_become_a_graph_and_the_graph_becomes_motion() {
    let folder = walks();
    let run = |arguments: &[&str]| surefoot(arguments, folder.path());
    let built =
        json(&run(&["build-motion-graph", "slow.bvh", "quick.bvh", "-o", "g.sfgraph", "--mirror", "--json"]));
    assert!(built["report"]["transitions"].as_u64().unwrap() > 10, "{built}");
    assert_eq!(built["report"]["clips"].as_array().unwrap().len(), 4);
    let info = json(&run(&["graph-info", "g.sfgraph", "--json"]));
    assert_eq!(info["report"]["nodes"], built["report"]["nodes"]);
    // How long it takes to reach anything from anywhere, told to people as well.
    let seconds = info["report"]["route_seconds_mean"].as_f64().unwrap();
    assert!(seconds > 0.5 && info["report"]["route_seconds_max"].as_f64().unwrap() >= seconds, "{info}");
    let told = run(&["graph-info", "g.sfgraph"]);
    let told = String::from_utf8_lossy(&told.stdout);
    assert!(told.contains(&format!("any node to any other: {seconds:.1} s on average")), "{told}");
    let arguments = ["search-motion-graph", "g.sfgraph", "-o", "new.bvh", "--seconds", "6", "--seed", "3"];
    let found = json(&run(&[&arguments[..], &["--json", "--html", "page.html"]].concat()));
    assert!(found["seconds"].as_f64().unwrap() >= 6.0);
    assert_eq!(found["segments"][0]["first"], 0);
    let written = io::read(&folder.path().join("new.bvh"), &ReadOptions::default()).unwrap();
    assert!(written.clips[0].frame_count() >= 180);
    assert!(std::fs::read_to_string(folder.path().join("page.html")).unwrap().contains("<html"));
    let way =
        ["search-motion-graph", "g.sfgraph", "-o", "way.bvh", "--from", "slow", "--to", "quick", "--json"];
    assert!(json(&run(&way))["transitions"].as_u64().unwrap() >= 1);
    let placed = [&way[..8], &["--from-at", "1,2,90", "--to-at=-1,5,45", "--json"]].concat();
    assert!(json(&run(&placed))["report"]["placement"]["distance"].as_f64().unwrap() < 20.0);
}

#[test]
fn the_figures_of_a_file_are_those_of_its_build() {
    let folder = walks();
    let run = |arguments: &[&str]| surefoot(arguments, folder.path());
    let build = ["build-motion-graph", "slow.bvh", "quick.bvh", "-o", "g.sfgraph", "--mirror", "--json"];
    let rules =
        ["--thinning", "5", "--threshold-factor", "1.5", "--max-threshold-factor", "2", "--min-core", "90"];
    for rules in [&[][..], &rules[..]] {
        let built = json(&run(&[&build[..], rules].concat()));
        let info = json(&run(&["graph-info", "g.sfgraph", "--json"]));
        assert_eq!(info["report"], built["report"], "{rules:?}");
    }
}

#[test]
fn a_crowd_is_the_same_on_any_number_of_threads_and_one_by_one() {
    let folder = walks();
    let run = |arguments: &[&str]| surefoot(arguments, folder.path());
    json(&run(&["build-motion-graph", "slow.bvh", "quick.bvh", "-o", "g.sfgraph", "--json"]));
    let search = ["search-motion-graph", "g.sfgraph", "--seconds", "4", "--json"];
    for threads in ["1", "2"] {
        let crowd =
            ["--seed", "11", "--count", "5", "--out-dir", threads, "--report", &format!("{threads}.json")];
        let output = Command::new(env!("CARGO_BIN_EXE_surefoot"))
            .args([&search[..], &crowd].concat())
            .env("RAYON_NUM_THREADS", threads)
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let bytes = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    std::fs::create_dir(folder.path().join("alone")).unwrap();
    for i in 1..=5 {
        let name = format!("character_{i}.bvh");
        let (seed, alone) = ((10 + i).to_string(), format!("alone/{name}"));
        json(&run(&[&search[..], &["--seed", &seed, "-o", &alone]].concat()));
        assert_eq!(bytes(&format!("1/{name}")), bytes(&format!("2/{name}")));
        assert_eq!(bytes(&format!("1/{name}")), bytes(&alone));
    }
    let figures = |name: &str| String::from_utf8(bytes(name)).unwrap();
    assert_eq!(figures("1.json").replace("\"1/", "\"2/"), figures("2.json"));
}

#[test]
fn clips_of_other_groups_are_not_joined() {
    // Groups from a labels file, whose clips keep their automatic labels.
    let folder = walks();
    let run = |arguments: &[&str]| surefoot(arguments, folder.path());
    let labels = r#"{"clips": [{"clip": "slow", "group": "a"}, {"clip": "quick", "group": "b"}]}"#;
    std::fs::write(folder.path().join("labels.json"), labels).unwrap();
    let build = ["build-motion-graph", "slow.bvh", "quick.bvh", "-o", "g.sfgraph", "--json"];
    let all = json(&run(&build));
    let apart = json(&run(&[&build[..], &["--labels", "labels.json"]].concat()));
    let minima = |built: &Value| built["report"]["minima"].as_u64().unwrap();
    assert!(minima(&apart) < minima(&all) && minima(&apart) > 0, "{} {}", minima(&apart), minima(&all));
    let names = |built: &Value| built["report"]["labels"].as_array().unwrap().len();
    assert_eq!(names(&apart), names(&all));
}

#[cfg(unix)]
#[test]
fn an_interrupted_build_leaves_a_whole_graph_or_none() {
    let folder = walks();
    let inputs = std::fs::read_dir(folder.path()).unwrap().count();
    for milliseconds in [0, 5, 20, 50, 100, 200, 400] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_surefoot"))
            .args(["build-motion-graph", "slow.bvh", "quick.bvh", "-o", "g.sfgraph", "--mirror", "--quiet"])
            .current_dir(folder.path())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(milliseconds));
        let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        let _ = child.wait().unwrap();
        let graph = folder.path().join("g.sfgraph");
        let files = std::fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(files, inputs + usize::from(graph.exists()), "a stray file after {milliseconds} ms");
        if graph.exists() {
            assert!(io::read_graph(&graph).is_ok(), "half a file after {milliseconds} ms");
            std::fs::remove_file(&graph).unwrap();
        }
    }
}

#[test]
fn a_path_is_followed_drawn_and_reported() {
    let folder = walks();
    let run = |arguments: &[&str]| surefoot(arguments, folder.path());
    let file = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    json(&run(&["build-motion-graph", "slow.bvh", "quick.bvh", "-o", "g.sfgraph", "--mirror", "--json"]));
    let path = r#"{"points": [[0, 0, 0], [0, 0, 4], [2, 0, 9]], "styles": [{"label": "forward"}]}"#;
    std::fs::write(folder.path().join("p.json"), path).unwrap();
    let follow = ["search-motion-graph", "g.sfgraph", "--path", "p.json", "--json"];
    let views = ["-o", "new.bvh", "--html", "page.html", "--drawing", "p.svg", "--report", "r.json"];
    let found = json(&run(&[&follow[..], &views].concat()));
    let figures = &found["report"]["path"];
    assert!((figures["length"].as_f64().unwrap() - 9.385).abs() < 1e-3, "{figures}");
    assert!(figures["off_path_mean"].as_f64().unwrap() < 1.5, "{figures}");
    assert_eq!(serde_json::from_str::<Value>(&file("r.json")).unwrap(), found);
    assert!(file("p.svg").contains("<polyline") && file("page.html").contains("wanted path"));
    // The same style twice, by arc length on the command line: the file has none.
    std::fs::write(folder.path().join("q.json"), r#"{"points": [[0, 0, 0], [0, 0, 6]]}"#).unwrap();
    let styled = |style: &str| {
        run(&[
            "search-motion-graph",
            "g.sfgraph",
            "--path",
            "q.json",
            "-o",
            "s.bvh",
            "--style",
            style,
            "--json",
        ])
    };
    let runs = json(&styled("any:3,forward"))["report"]["labels"].clone();
    assert_eq!(runs[runs.as_array().unwrap().len() - 1]["labels"][0], "forward", "{runs}");
    let text = |output: Output| String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text(styled("forward:9,any")).contains("ends at 9 m"));
    assert!(text(styled("forward:3,hop")).contains("'hop'"));
    let random = ["search-motion-graph", "g.sfgraph", "-o", "s.bvh", "--style", "any:3,forward"];
    assert!(text(run(&random)).contains("need a --path"));
    let crowd =
        json(&run(&[&follow[..], &["--count", "3", "--out-dir", "crowd", "--variation", "1"]].concat()));
    assert_eq!(crowd["characters"].as_array().unwrap().len(), 3);
    for i in 1..=3 {
        assert!(file(&format!("crowd/character_{i}.bvh")).starts_with("HIERARCHY"));
    }
}

#[test]
fn a_crowd_goes_on_without_those_that_fail() {
    let folder = walks();
    let run = |arguments: &[&str]| surefoot(arguments, folder.path());
    json(&run(&["build-motion-graph", "slow.bvh", "quick.bvh", "-o", "g.sfgraph", "--mirror", "--json"]));
    std::fs::write(folder.path().join("good.json"), r#"{"points": [[0, 0, 0], [0, 0, 8]]}"#).unwrap();
    std::fs::write(folder.path().join("bad.json"), r#"{"points": [[0, 0, 0], [0, 0, 4]]}"#).unwrap();
    // The first style would end behind the end of the shorter path.
    let search = ["search-motion-graph", "g.sfgraph", "--style", "forward:5,any", "--path", "bad.json"];
    let paths = [&search[..], &["--path", "good.json"]].concat();
    let crowd = ["--count", "2", "--out-dir", "crowd", "--report", "r.json", "--drawing", "p.svg"];
    let output = run(&[&paths[..], &crowd].concat());
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("2 of 4 characters failed") && text.contains("ends at 5 m"), "{text}");
    let report = std::fs::read_to_string(folder.path().join("r.json")).unwrap();
    let report: Value = serde_json::from_str(&report).unwrap();
    let characters = report["characters"].as_array().unwrap();
    for (i, character) in characters.iter().enumerate() {
        let is_written = folder.path().join(format!("crowd/character_{}.bvh", i + 1)).exists();
        assert_eq!(is_written, i >= 2, "character {}", i + 1);
        assert_eq!(character["error"].is_string(), i < 2, "{character}");
    }
    let drawing = std::fs::read_to_string(folder.path().join("p.svg")).unwrap();
    assert_eq!(drawing.matches("stroke-opacity").count(), 2, "both wanted paths are drawn");
    // A file that cannot be written is its character's failure alone.
    std::fs::create_dir_all(folder.path().join("blocked/character_2.bvh")).unwrap();
    let blocked =
        ["search-motion-graph", "g.sfgraph", "--seconds", "2", "--count", "3", "--out-dir", "blocked"];
    let output = run(&[&blocked[..], &["--report", "b.json"]].concat());
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("1 of 3 characters failed") && text.contains("character_2.bvh"), "{text}");
    assert!(folder.path().join("blocked/character_1.bvh").is_file());
    assert!(folder.path().join("blocked/character_3.bvh").is_file());
    let report = std::fs::read_to_string(folder.path().join("b.json")).unwrap();
    let report: Value = serde_json::from_str(&report).unwrap();
    assert!(report["characters"][1]["error"].is_string() && report["characters"][2]["error"].is_null());
    // Alone, a failure is the command's own.
    let output = run(&[&search[..], &["-o", "one.bvh"]].concat());
    assert!(String::from_utf8_lossy(&output.stderr).contains("ends at 5 m"));
    assert!(output.status.code() == Some(1) && !folder.path().join("one.bvh").exists());
    let several = [&paths[..], &["-o", "one.bvh"]].concat();
    assert!(String::from_utf8_lossy(&run(&several).stderr).contains("--out-dir"));
}

#[test]
fn mistakes_are_named() {
    let folder = walks();
    let run = |arguments: &[&str]| {
        let output = surefoot(arguments, folder.path());
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(run(&["graph-info", "slow.bvh"]).contains("not a motion graph file"));
    let labels = r#"{"clips": [{"clip": "slwo", "labels": []}]}"#;
    std::fs::write(folder.path().join("l.json"), labels).unwrap();
    let text = run(&["build-motion-graph", "slow.bvh", "-o", "g.sfgraph", "--labels", "l.json"]);
    assert!(text.contains("no clip is called 'slwo'"), "{text}");
    assert!(!folder.path().join("g.sfgraph").exists());
    surefoot(&["build-motion-graph", "slow.bvh", "-o", "g.sfgraph"], folder.path());
    let text = run(&["search-motion-graph", "g.sfgraph", "-o", "new.bvh", "--label", "fly"]);
    assert!(text.contains("'fly'") && text.contains("forward"), "{text}");
    std::fs::write(folder.path().join("p.json"), r#"{"points": [[0, 0, 0]]}"#).unwrap();
    let text = run(&["search-motion-graph", "g.sfgraph", "-o", "new.bvh", "--path", "p.json"]);
    assert!(text.contains("p.json") && text.contains("two different points"), "{text}");
}

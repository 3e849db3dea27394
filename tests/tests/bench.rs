//! The bench's figures: rows of motion graphs, each a process of its own.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use serde_json::Value;
use std::process::{Command, Output};

fn bench(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bench")).args(arguments).output().unwrap()
}

fn row(name: &str) -> Value {
    let done = bench(&["--no-speed", "--json", "--motion-graph-row", name]);
    assert!(done.status.success(), "{name}: {}", String::from_utf8_lossy(&done.stderr));
    serde_json::from_slice(&done.stdout).unwrap()
}

/// What two runs may differ in.
const MEASURED: [&str; 4] = ["seconds", "cpu_seconds", "megabytes", "time_share"];

#[test]
fn figures_are_numbers_and_the_same_again_but_for_time_and_memory() {
    // Times are not compared: a busy machine must not look like a fault.
    let grid = row("grid:900:7:9:triangle");
    assert!(grid["minima"].as_u64().unwrap() > 100, "{grid}");
    let (before, again) = (row("search"), row("search"));
    for (name, value) in before.as_object().unwrap() {
        assert!(value.is_number() || (value.is_null() && !cfg!(target_os = "linux")), "{name}: {value}");
        assert!(MEASURED.contains(&name.as_str()) || value == &again[name], "{name}");
    }
    // What is told of searches.
    assert!(before["path_rms"].as_f64().unwrap() <= before["path_max"].as_f64().unwrap(), "{before}");
    assert!(before["path_max"].as_f64().unwrap() < 1.0 && before["label_violations"] == 0, "{before}");
    // The program, its input and its work: nothing of another row.
    if cfg!(target_os = "linux") {
        let megabytes = |told: &Value| told["megabytes"].as_f64().unwrap();
        let large = row("grid:6000:7:9:triangle");
        assert!(megabytes(&grid) > 1.0 && megabytes(&large) > megabytes(&grid), "{grid} {large}");
        assert!(megabytes(&large) < 64.0 && large["cpu_seconds"].as_f64().unwrap() > 0.0, "{large}");
    }
}

#[test]
fn rows_that_do_not_exist_are_refused() {
    for name in ["grid", "grid:1:2", "grid:a:1:1:box", "grid:10:1:1:round", ""] {
        let done = bench(&["--no-speed", "--motion-graph-row", name]);
        assert!(!done.status.success(), "{name}");
        assert!(String::from_utf8_lossy(&done.stderr).contains("is not a row"), "{name}");
    }
}

#[test]
fn a_missed_bar_ends_the_program_with_an_error_that_names_it() {
    // Times are compared with nothing: no time is 0, and none is so long as a million times the bar.
    let checked = |factor: &str| {
        bench(&["--no-speed", "--motion-graph-row", "search", "--check", "--bar-factor", factor])
    };
    let missed = checked("0");
    let text = String::from_utf8_lossy(&missed.stderr).into_owned();
    assert!(!missed.status.success() && text.contains("bars missed"), "{text}");
    // Of the two bars of a search the one that is met is not named.
    assert!(text.contains("search against the motion's duration: 0.") && text.contains("at most 0 allowed"));
    assert!(!text.contains("labels broken"), "{text}");
    let met = checked("1e6");
    assert!(met.status.success(), "{}", String::from_utf8_lossy(&met.stderr));
}

#[test]
fn without_figures_no_bar_is_missed() {
    // What is not measured has no bar (the whole table of the bench goes through the same check).
    let done = bench(&["--no-speed", "--check", "--json"]);
    assert!(done.status.success());
    let told: Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(told["bars"], serde_json::json!([]));
}

//! Prints what the automatic rule gives on captured clips, and what leaving out most of the grid brings: the table in
//! docs/benchmarks.md, "Left out with proof".
//!
//! Usage: `graph_figures` with the test data at hand (see `surefoot_tests::data_folder`); `graph_figures --grids` prints
//! the table only.
#![allow(clippy::print_stdout, reason = "its output is its purpose")]

use std::time::Instant;
use surefoot::build_motion_graph;
use surefoot::internals::share_below;
use surefoot::internals::{find_minima, label_units, marker_cloud};
use surefoot::model::ClipSet;
use surefoot::ops::Progress;
use surefoot_tests::captured::{ALL_KINDS, BOXING, RUNS, SALSA, WALKS, graph_clips, mirrored, sources};

/// Name, window in seconds, clips.
const SETS: [(&str, f64, &[&str]); 6] = [
    ("walks", 0.5, &WALKS),
    ("runs, window 0.5", 0.5, &RUNS),
    ("runs, window 0.3", 0.3, &RUNS),
    ("salsa", 0.5, &SALSA),
    ("boxing", 0.5, &BOXING),
    ("all kinds", 0.5, &ALL_KINDS),
];

/// Name, frames a second, clips: sets of which parts of the grid are left out.
const GRIDS: [(&str, f64, &[&str]); 3] =
    [("walks", 30.0, &WALKS), ("all kinds", 30.0, &ALL_KINDS), ("all kinds", 51.0, &ALL_KINDS)];
/// Limits up to which minima are looked for, frames of change.
const LIMITS: [f64; 5] = [2.25, 3.0, 4.0, 6.0, 9.0];

fn main() -> surefoot::Result<()> {
    if !std::env::args().any(|a| a == "--grids") {
        print_graphs()?;
    }
    let limits = LIMITS.map(|l| format!(" {l} |")).concat();
    println!("\n| grid | |{limits}\n| --- | --- |{}", " ---: |".repeat(LIMITS.len()));
    for (name, frame_rate, files) in GRIDS {
        let Some(sources) = sources(files) else { return Ok(()) };
        let options = mirrored().frame_rate(frame_rate);
        let built = build_motion_graph(&graph_clips(&sources), &options, &Progress::none())?;
        print_grid(name, built.graph.set())?;
    }
    Ok(())
}

/// Two rows of the table: times as fast as the whole grid, with the decision that is built in, and the share of the grid that
/// the bounds leave. Whole and below a limit in turns, best of five.
fn print_grid(name: &str, set: &ClipSet) -> surefoot::Result<()> {
    let cloud = marker_cloud(set)?;
    let unit = label_units(set, &cloud).into_iter().fold(0.0, f64::max);
    let ceilings = LIMITS.map(|limit| (limit * unit).powi(2));
    let seconds = |ceiling: f64| {
        let start = Instant::now();
        let minima = find_minima(&cloud, set.window_frames, ceiling);
        (start.elapsed().as_secs_f64(), minima)
    };
    let all = seconds(f64::INFINITY).1;
    let (mut whole, mut parts) = (f64::INFINITY, [f64::INFINITY; LIMITS.len()]);
    for _ in 0..5 {
        whole = whole.min(seconds(f64::INFINITY).0);
        for (part, ceiling) in parts.iter_mut().zip(ceilings) {
            let (seconds, minima) = seconds(ceiling);
            *part = part.min(seconds);
            let expected = all.iter().filter(|m| m.distance <= ceiling as f32);
            assert!(minima.iter().eq(expected), "{name}: other minima below {ceiling} m²");
        }
    }
    let times = parts.map(|part| format!(" {:.1} |", whole / part)).concat();
    let share =
        |ceiling| share_below(&cloud, ceiling).map_or(" – |".into(), |s| format!(" {:.0} % |", 100.0 * s));
    println!(
        "| {name}: {} clips, {} frames at {} a second, whole {whole:.2} s | times |{times}\n| | share |{}",
        set.clips.len(),
        set.frame_count(),
        set.frame_rate,
        ceilings.map(share).concat()
    );
    Ok(())
}

fn print_graphs() -> surefoot::Result<()> {
    for (name, window, files) in SETS {
        let Some(sources) = sources(files) else { return Ok(()) };
        let clips = graph_clips(&sources);
        let options = mirrored().window(window);
        let start = Instant::now();
        let built = build_motion_graph(&clips, &options, &Progress::none())?;
        let seconds = start.elapsed().as_secs_f64();
        println!("\n{name}: {} frames, {seconds:.2} s", built.graph.set().frame_count());
        for l in &built.report.labels {
            println!(
                "  {:10} {:5} frames, unit {:.1} cm, factor {:.2}, {:.1} of {:.1} % ({:.1} % of what is attainable)",
                l.label,
                l.frame_count,
                100.0 * l.unit,
                l.factor.unwrap_or(0.0),
                100.0 * l.coverage,
                100.0 * l.attainable,
                100.0 * l.coverage / l.attainable
            );
        }
        println!(
            "  {} transitions, {} nodes, {:?}",
            built.report.transitions, built.report.nodes, built.report.response
        );
        for w in built.report.notes.iter().filter(|w| w.code != "first-frame-pose") {
            println!("  {}: {}", w.code, w.text);
        }
    }
    Ok(())
}

//! Prints what the automatic rule gives on captured clips, and what leaving out most of the grid brings.
//!
//! Usage: `graph_figures` with the test data at hand (see `surefoot_tests::data_folder`).
#![allow(clippy::print_stdout, reason = "its output is its purpose")]

use std::time::Instant;
use surefoot::ops::Progress;
use surefoot::ops::motion_graph::{find_minima, label_units, marker_cloud};
use surefoot::{BuildMotionGraphOptions, build_motion_graph};
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

fn main() -> surefoot::Result<()> {
    for (name, window, files) in SETS {
        let Some(sources) = sources(files) else { return Ok(()) };
        let clips = graph_clips(&sources);
        let options = BuildMotionGraphOptions { window, ..mirrored() };
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
        for w in built.report.warnings.iter().filter(|w| w.code != "first-frame-pose") {
            println!("  {}: {}", w.code, w.text);
        }
        let set = built.graph.set();
        let cloud = marker_cloud(set)?;
        let unit = label_units(set, &cloud).into_iter().fold(0.0, f64::max);
        let time = |ceiling: f64| {
            let rounds = (0..5).map(|_| {
                let start = Instant::now();
                let minima = find_minima(&cloud, set.window_frames, ceiling).len();
                (start.elapsed().as_secs_f64(), minima)
            });
            rounds.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default()
        };
        let (whole, all) = time(f64::INFINITY);
        println!("  whole grid {:.1} ms, {all} minima", whole * 1e3);
        for factor in [2.25, 3.0, 6.0] {
            let (part, low) = time((factor * unit).powi(2));
            println!(
                "  below {factor} units {:.1} ms, {low} minima: {:.1} times as fast",
                part * 1e3,
                whole / part
            );
        }
    }
    Ok(())
}

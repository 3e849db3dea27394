//! Prints what the automatic rule gives on captured clips, and what leaving out most of the grid brings.
//!
//! Usage: `graph_figures` with the test data at hand (see `surefoot_tests::data_folder`).
#![allow(clippy::print_stdout, reason = "its output is its purpose")]

use std::time::Instant;
use surefoot::io::{ReadOptions, read};
use surefoot::ops::Progress;
use surefoot::ops::motion_graph::{find_minima, label_units, marker_cloud};
use surefoot::{
    BuildMotionGraphOptions, Clip, DetectPlantsOptions, GraphClip, Plants, Skeleton, build_motion_graph,
    detect_plants,
};

const SETS: [(&str, f64, &[&str]); 6] = [
    (
        "walks",
        0.5,
        &[
            "02_01_walk",
            "09_12_walk_fwd_back_side",
            "104_02_walk_exact_footfalls",
            "16_17_walk_turn90_left",
            "91_03_walk_figure_eight",
            "132_17_walk_fast",
        ],
    ),
    (
        "runs, window 0.5",
        0.5,
        &["16_35_run_jog", "16_08_run_sudden_stop", "38_03_run_circle", "127_04_walk_to_run"],
    ),
    (
        "runs, window 0.3",
        0.3,
        &["16_35_run_jog", "16_08_run_sudden_stop", "38_03_run_circle", "127_04_walk_to_run"],
    ),
    ("salsa", 0.5, &["60_01_dance_salsa"]),
    ("boxing", 0.5, &["13_17_boxing"]),
    (
        "all kinds",
        0.5,
        &[
            "02_01_walk",
            "05_06_dance_pirouette_jete",
            "09_12_walk_fwd_back_side",
            "104_02_walk_exact_footfalls",
            "113_19_stairs_up_down",
            "127_04_walk_to_run",
            "13_17_boxing",
            "16_17_walk_turn90_left",
            "36_10_uneven_terrain",
            "38_03_run_circle",
            "60_01_dance_salsa",
            "75_15_jump_long_repeated",
            "86_01_jumps_kicks_punches_long",
            "91_03_walk_figure_eight",
            "91_25_walk_drag_bad_leg",
        ],
    ),
];

struct Source {
    skeleton: Skeleton,
    clip: Clip,
    plants: Plants,
}

fn main() -> surefoot::Result<()> {
    let Some(folder) = surefoot_tests::data_folder() else {
        println!("no test data");
        return Ok(());
    };
    for (name, window, files) in SETS {
        let mut sources = Vec::new();
        for file in files {
            let options = ReadOptions { unit_metres: Some(0.0254 / 0.45), ..ReadOptions::default() };
            let document = read(&folder.join(format!("cmu/{file}.bvh")), &options)?;
            let clip = document.clips[0].clone().renamed(*file);
            let found = detect_plants(&document.skeleton, &clip, None, &DetectPlantsOptions::default())?;
            sources.push(Source { skeleton: document.skeleton, clip, plants: found.plants });
        }
        let clips: Vec<GraphClip<'_>> = sources
            .iter()
            .map(|s| GraphClip {
                skeleton: &s.skeleton,
                clip: &s.clip,
                plants: &s.plants,
                labels: None,
                group: 0,
            })
            .collect();
        let options = BuildMotionGraphOptions { mirror: true, window, ..BuildMotionGraphOptions::default() };
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

//! Motion graphs on captured walks: coverage, seams, walks without end, the same result on any number of threads.

use std::sync::OnceLock;
use surefoot::io::{ReadOptions, read};
use surefoot::kinematics::world_poses;
use surefoot::math::PlanarTransform;
use surefoot::ops::Progress;
use surefoot::ops::motion_graph::{
    BuildMotionGraphOptions, BuiltGraph, GraphClip, RandomWalkOptions, build_motion_graph,
    extend_motion_graph, random_walk, retune_motion_graph, shortest_connection, walk_to_clip,
};
use surefoot::{Clip, DetectPlantsOptions, Plants, Skeleton, detect_plants};

/// The set "shared walk" of the field notes.
const WALKS: [&str; 6] = [
    "02_01_walk",
    "09_12_walk_fwd_back_side",
    "104_02_walk_exact_footfalls",
    "16_17_walk_turn90_left",
    "91_03_walk_figure_eight",
    "132_17_walk_fast",
];

struct Source {
    skeleton: Skeleton,
    clip: Clip,
    plants: Plants,
}

fn sources() -> Option<&'static Vec<Source>> {
    static SOURCES: OnceLock<Option<Vec<Source>>> = OnceLock::new();
    let load = || {
        let folder = surefoot_tests::data_folder()?;
        let one = |name: &&str| {
            let options = ReadOptions { unit_metres: Some(0.0254 / 0.45), ..ReadOptions::default() };
            let document = read(&folder.join(format!("cmu/{name}.bvh")), &options).unwrap();
            let clip = document.clips.into_iter().next().unwrap();
            let found = detect_plants(&document.skeleton, &clip, None, &DetectPlantsOptions::default());
            Source { skeleton: document.skeleton, clip: clip.renamed(*name), plants: found.unwrap().plants }
        };
        Some(WALKS.iter().map(one).collect())
    };
    SOURCES.get_or_init(load).as_ref()
}

fn graph_clips(sources: &[Source]) -> Vec<GraphClip<'_>> {
    sources
        .iter()
        .map(|s| GraphClip { skeleton: &s.skeleton, clip: &s.clip, plants: &s.plants, labels: None })
        .collect()
}

fn mirrored() -> BuildMotionGraphOptions {
    BuildMotionGraphOptions { mirror: true, ..BuildMotionGraphOptions::default() }
}

fn walking_graph() -> Option<&'static BuiltGraph> {
    static GRAPH: OnceLock<Option<BuiltGraph>> = OnceLock::new();
    let build = || {
        let clips = graph_clips(sources()?);
        Some(build_motion_graph(&clips, &mirrored(), &Progress::none()).unwrap())
    };
    GRAPH.get_or_init(build).as_ref()
}

#[test]
fn the_walking_core_holds_95_percent_of_what_is_attainable() {
    let Some(BuiltGraph { report, .. }) = walking_graph() else { return };
    println!("{}", report.summary());
    for l in &report.labels {
        println!("{l:?}");
    }
    for p in &report.pairs {
        println!("{p:?}");
    }
    for w in &report.warnings {
        println!("{} {}", w.code, w.text);
    }
    for c in &report.clips {
        println!("{c:?}");
    }
    println!(
        "stretch {} out {} {} route {} {}",
        report.stretch_frames_mean,
        report.out_edges_mean,
        report.out_edges_max,
        report.route_seconds_mean,
        report.route_seconds_max
    );
    let forward = report.labels.iter().find(|l| l.label == "forward").unwrap();
    assert!(forward.coverage >= 0.95 * forward.attainable);
    panic!();
}

//! Searches through a graph of six captured walks with their mirror images, at 30 Hz with automatic thresholds.

use std::collections::HashSet;
use std::f64::consts::TAU;
use std::sync::OnceLock;
use surefoot::io::{ReadOptions, read};
use surefoot::math::Vec3;
use surefoot::model::{FloorPath, MotionGraph};
use surefoot::ops::Progress;
use surefoot::ops::motion_graph::search::{
    FollowPath, FollowRules, Objective, SearchSpace, StylePiece, search_crowd,
};
use surefoot::ops::motion_graph::{
    BuildMotionGraphOptions, GraphClip, RandomWalkOptions, build_motion_graph, random_walk,
};
use surefoot::{
    DetectPlantsOptions, FoundMotion, MotionQuery, SearchMotionGraphOptions, detect_plants,
    search_motion_graph,
};

/// Six captured walks of one person (MG's set "shared walk").
const WALKS: [&str; 6] = [
    "02_01_walk",
    "09_12_walk_fwd_back_side",
    "104_02_walk_exact_footfalls",
    "16_17_walk_turn90_left",
    "91_03_walk_figure_eight",
    "132_17_walk_fast",
];

fn walking_graph() -> Option<&'static MotionGraph> {
    static GRAPH: OnceLock<Option<MotionGraph>> = OnceLock::new();
    let build = || {
        let folder = surefoot_tests::data_folder()?;
        let sources = WALKS.map(|name| {
            let options = ReadOptions { unit_metres: Some(0.0254 / 0.45), ..ReadOptions::default() };
            let document = read(&folder.join(format!("cmu/{name}.bvh")), &options).unwrap();
            let clip = document.clips.into_iter().next().unwrap().renamed(name);
            let found = detect_plants(&document.skeleton, &clip, None, &DetectPlantsOptions::default());
            (document.skeleton, clip, found.unwrap().plants)
        });
        let clips: Vec<GraphClip<'_>> = sources
            .iter()
            .map(|(skeleton, clip, plants)| GraphClip { skeleton, clip, plants, labels: None, group: 0 })
            .collect();
        let options = BuildMotionGraphOptions { mirror: true, ..BuildMotionGraphOptions::default() };
        Some(build_motion_graph(&clips, &options, &Progress::none()).unwrap().graph)
    };
    GRAPH.get_or_init(build).as_ref()
}

/// 30.8 m.
fn eight() -> FloorPath {
    let point = |t: f64| Vec3::new(5.05 * (TAU * t).sin(), 0.0, 5.05 * (TAU * t).sin() * (TAU * t).cos());
    FloorPath::sampled(point, 2000).unwrap()
}

/// So many sides of 6 m.
fn square(sides: usize) -> FloorPath {
    let corners = [[0.0, 0.0], [0.0, 6.0], [6.0, 6.0], [6.0, 0.0]];
    let points: Vec<Vec3> =
        (0..=sides).map(|i| Vec3::new(corners[i % 4][0], 0.0, corners[i % 4][1])).collect();
    FloorPath::polyline(&points).unwrap()
}

fn follow(graph: &MotionGraph, path: FloorPath, options: &SearchMotionGraphOptions) -> FoundMotion {
    let query = MotionQuery::Path { path, styles: vec![], start: None };
    search_motion_graph(graph, &query, options, &Progress::none()).unwrap()
}

#[test]
fn eight_and_square_are_followed_and_clean() {
    // MG A10, A11. Feet are judged by the cleanup's own measures.
    let Some(graph) = walking_graph() else { return };
    for (name, path, bar) in
        [("eight", eight(), 0.1), ("square", square(4), 0.1), ("114 m", square(19), 0.15)]
    {
        let found = follow(graph, path, &SearchMotionGraphOptions::default());
        let report = &found.report;
        println!("{name}: {}", report.summary());
        let figures = report.path.as_ref().unwrap();
        assert!(report.is_complete && figures.distance_mean <= bar, "{name}: {figures:?}");
        assert!(figures.slow_share < 0.02 && figures.speed > 0.8, "{name}: {figures:?}");
        let cleanup = report.cleanup.as_ref().unwrap();
        assert!(
            cleanup.before.slide_mean > 0.01 && cleanup.after.slide_mean < 0.001,
            "{}",
            cleanup.summary()
        );
        assert!(cleanup.missed.is_empty() && cleanup.after.stretch_max <= 0.03, "{}", cleanup.summary());
        assert!(report.seams.step_max <= 1.2 * report.seams.step_p99, "{name}: {:?}", report.seams);
    }
}

#[test]
fn horizon_searches_follow_too() {
    // MG-18: beam 64 with 120 frames ahead; branch and bound with 90.
    let Some(graph) = walking_graph() else { return };
    for (method, horizon, bar) in [("horizon-beam", 4.0, 0.1), ("branch-and-bound", 3.0, 0.35)] {
        let options = SearchMotionGraphOptions {
            method,
            horizon,
            beam_width: 64,
            cleanup: false,
            ..Default::default()
        };
        for path in [eight(), square(4)] {
            let report = follow(graph, path, &options).report;
            let figures = report.path.unwrap();
            assert!(report.is_complete && figures.distance_mean <= bar, "{method}: {figures:?}");
        }
    }
}

#[test]
fn seams_do_not_stand_out() {
    // The change of velocity at a seam, against 1.2 times the 99th percentile of the finished clip itself.
    let Some(graph) = walking_graph() else { return };
    let forward = graph.set().find_label("forward").unwrap();
    let queries = vec![MotionQuery::RandomWalk { seconds: 40.0, label: Some(forward), from: None }; 16];
    let run = |smooth_seams: bool| {
        let options = SearchMotionGraphOptions { smooth_seams, seed: 1000, ..Default::default() };
        let crowd = search_crowd(graph, &queries, &options, &Progress::none()).unwrap();
        let total: usize = crowd.iter().map(|m| m.report.seams.seams).sum();
        let above: usize = crowd.iter().map(|m| m.report.seams.above).sum();
        let worst =
            crowd.iter().map(|m| m.report.seams.step_max / m.report.seams.step_p99).fold(0.0, f64::max);
        println!(
            "smooth {smooth_seams}: {above} of {total} seams stand out, the worst is {worst:.2} of the p99"
        );
        (total, above)
    };
    let (total, above) = run(true);
    assert!(total > 500 && above == 0, "{above} of {total}");
    assert!(run(false).1 > 0, "nothing to refuse: the test shows nothing");
}

#[test]
fn a_million_random_edges_find_no_dead_end() {
    let Some(graph) = walking_graph() else { return };
    for refuse in [false, true] {
        let space = SearchSpace::new(graph, refuse);
        for label in [None, graph.set().find_label("forward").ok()] {
            if !refuse {
                let walk = RandomWalkOptions { seed: 3, min_frames: 8_000_000, label, ..Default::default() };
                assert!(random_walk(graph, &walk).unwrap().len() > 1_000_000);
            }
            // Every node that can be entered can be left.
            for node in space.nodes(label) {
                for edge in graph.out_edges(node).filter(|&e| space.is_allowed(e, label)) {
                    let to = graph.edges()[edge].to as usize;
                    assert!(graph.out_edges(to).any(|e| space.is_allowed(e, label)), "{edge}");
                }
            }
        }
    }
}

#[test]
fn standing_does_not_cheat() {
    // MG-19: with standing and side steps let in, the path is still walked.
    let Some(graph) = walking_graph() else { return };
    let any = vec![StylePiece { label: None, end: f64::INFINITY }];
    for (path, bar) in [(eight(), 0.15), (square(4), 0.3)] {
        let length = path.length();
        let query = MotionQuery::Path { path, styles: any.clone(), start: None };
        let options = SearchMotionGraphOptions { cleanup: false, ..Default::default() };
        let report = search_motion_graph(graph, &query, &options, &Progress::none()).unwrap().report;
        let figures = report.path.clone().unwrap();
        println!("{}", report.summary());
        assert!(report.is_complete && figures.distance_mean < bar, "{figures:?}");
        assert!(report.seconds < 2.0 * length, "{} s for {length} m", report.seconds);
    }
}

#[test]
fn seeds_give_other_walks_of_the_same_quality() {
    // KO-27 T3, KO-33 T4.
    let Some(graph) = walking_graph() else { return };
    let queries = vec![MotionQuery::Path { path: square(2), styles: vec![], start: None }; 50];
    let options =
        SearchMotionGraphOptions { beam_width: 32, variation: 0.1, cleanup: false, ..Default::default() };
    let crowd = search_crowd(graph, &queries, &options, &Progress::none()).unwrap();
    let walks: HashSet<Vec<usize>> = crowd.iter().map(|m| m.edges().collect()).collect();
    println!("{} different walks of 50", walks.len());
    assert!(walks.len() == 50, "{} different walks", walks.len());
    let worst = crowd.iter().map(|m| m.report.path.as_ref().unwrap().distance_mean).fold(0.0, f64::max);
    assert!(worst < 0.25, "{worst}");
}

#[test]
fn the_searched_cost_is_that_of_the_played_clip() {
    // KO-29 T3, KO-30 T1 on captured motion, where blends are not rigid.
    let Some(graph) = walking_graph() else { return };
    let options = SearchMotionGraphOptions { cleanup: false, min_progress: 0.0, ..Default::default() };
    let path = square(4);
    let found = follow(graph, path.clone(), &options);
    let (mut length, mut cost) = (0.0, options.transition_cost * found.report.transitions as f64);
    let roots = found.clip.root_positions();
    for (f, p) in roots.iter().enumerate() {
        length += if f > 0 { (p.x - roots[f - 1].x).hypot(p.z - roots[f - 1].z) } else { 0.0 };
        let wanted = path.at(length);
        cost += (p.x - wanted[0]).powi(2) + (p.z - wanted[1]).powi(2);
    }
    assert!((cost - found.report.cost).abs() < 1e-6, "{cost} {}", found.report.cost);
    // And append by append.
    let space = SearchSpace::new(graph, true);
    let rules = FollowRules { transition_cost: 0.1, min_progress: 0.0, style_tolerance: 0.0 };
    let objective = FollowPath::new(&space, &path, &[], rules).unwrap();
    let first = graph.edges()[found.segments[0].edge].from as usize;
    let mut state = objective.start_at(first);
    let mut sum = 0.0;
    for edge in found.edges() {
        let (next, cost) = objective.append(&state, edge, usize::MAX).unwrap();
        (state, sum) = (next, sum + cost);
    }
    assert!((sum - found.report.cost).abs() < 1e-9 && objective.ending(&state).is_some(), "{sum}");
}

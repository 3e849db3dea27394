//! Searches through a graph of six captured walks with their mirror images, at 30 Hz with automatic thresholds.

use std::collections::HashSet;
use surefoot::SearchMethod;
use surefoot::internals::{FollowPath, FollowRules, Objective, SearchSpace};
use surefoot::model::{FloorPath, MotionGraph};
use surefoot::ops::Progress;
use surefoot::ops::motion_graph::search::{StylePiece, search_crowd};
use surefoot::ops::motion_graph::{RandomWalkOptions, random_walk};
use surefoot::{FoundMotion, MotionQuery, SearchMotionGraphOptions, search_motion_graph};
use surefoot_tests::captured::{
    eight, p99, played_transition, running_graph, salsa_graph, square, velocity_steps,
};

fn walking_graph() -> Option<&'static MotionGraph> {
    surefoot_tests::captured::walking_graph().map(|built| &built.graph)
}

fn crowd(
    graph: &MotionGraph,
    queries: &[MotionQuery<'_>],
    options: &SearchMotionGraphOptions,
) -> Vec<FoundMotion> {
    let found = search_crowd(graph, queries, options, &Progress::none()).unwrap();
    found.into_iter().map(Result::unwrap).collect()
}

fn follow(graph: &MotionGraph, path: FloorPath, options: &SearchMotionGraphOptions) -> FoundMotion {
    let query = MotionQuery::Path { path, styles: vec![], start: None };
    search_motion_graph(graph, &query, options, &Progress::none()).unwrap()
}

#[test]
fn eight_and_square_are_followed_and_clean() {
    // Feet are judged by the cleanup's own measures.
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
        assert!(cleanup.before.slide_mean > 0.01 && cleanup.after.slide_mean < 1e-4, "{}", cleanup.summary());
        assert!(cleanup.after.drift_p95 < 1e-4, "{}", cleanup.summary());
        assert!(cleanup.missed.is_empty() && cleanup.after.stretch_max <= 0.03, "{}", cleanup.summary());
        assert!(report.seams.step_max <= 1.2 * report.seams.step_p99, "{name}: {:?}", report.seams);
    }
}

#[test]
fn horizon_searches_follow_too() {
    // Beam 64 with 120 frames ahead; branch and bound with 90.
    let Some(graph) = walking_graph() else { return };
    for (method, horizon, bar) in
        [(SearchMethod::HorizonBeam, 4.0, 0.1), (SearchMethod::BranchAndBound, 3.0, 0.12)]
    {
        let options = SearchMotionGraphOptions::default()
            .method(method)
            .horizon(horizon)
            .beam_width(64)
            .max_expansions(50_000)
            .cleanup(false);
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
        let options = SearchMotionGraphOptions::default().smooth_seams(smooth_seams).seed(1000);
        let crowd = crowd(graph, &queries, &options);
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

/// A seam's change of velocity against the 99th percentile of the clip it lies in: the largest of all transitions that may be
/// used, and how many are above 1.2.
fn worst_seam(graph: &MotionGraph, space: &SearchSpace<'_>) -> (f64, usize, usize) {
    let set = graph.set();
    let usual: Vec<f64> = set.clips.iter().map(|c| p99(velocity_steps(&set.skeleton, &c.clip))).collect();
    let (mut worst, mut above, mut seams) = (0.0, 0, 0);
    for edge in (0..graph.edges().len()).filter(|&e| graph.is_transition(e) && space.is_allowed(e, None)) {
        let (clip, blend) = played_transition(graph, edge, 3);
        let steps = velocity_steps(&set.skeleton, &clip);
        let e = &graph.edges()[edge];
        for (frame, node) in [(blend.start, e.from), (blend.end, e.to)] {
            let own = usual[graph.nodes()[node as usize].clip as usize];
            // The frames on both sides; a clip may end with the transition.
            let step =
                [frame - 1, frame].iter().filter_map(|&f| steps.get(f)).fold(0.0, |a: f64, &b| a.max(b));
            worst = f64::max(worst, step / own);
            above += usize::from(step > 1.2 * own);
            seams += 1;
        }
    }
    (worst, above, seams)
}

#[test]
fn no_transition_of_any_graph_jolts() {
    // Not only those that a walk happens to use. And refusing the rough ones takes nothing from the cores.
    // How many jolt at least if none is refused, and which share is refused at most: of runs, with a heel strike in every
    // other window, twice as many as of walks.
    for (name, built, rough, most) in [
        ("walks", walking_graph(), 20, 0.048),
        ("runs", running_graph().map(|b| &b.graph), 1, 0.103),
        ("salsa", salsa_graph().map(|b| &b.graph), 1, 0.031),
    ] {
        let Some(graph) = built else { return };
        let (all, smooth) = (SearchSpace::new(graph, false), SearchSpace::new(graph, true));
        let (worst, above, seams) = worst_seam(graph, &smooth);
        println!("{name}: worst of {seams} seams {worst:.2} of its clip's p99");
        assert!(seams > 100 && above == 0, "{name}: {above} of {seams} above 1.2, the worst {worst:.2}");
        let (_, jolts, _) = worst_seam(graph, &all);
        assert!(jolts >= rough, "{name}: nothing to refuse: the test shows nothing");
        let frames = |space: &SearchSpace<'_>, label: Option<usize>| -> usize {
            let allowed = (0..graph.edges().len()).filter(|&e| space.is_allowed(e, label));
            allowed.filter(|&e| !graph.is_transition(e)).map(|e| graph.edge_frames(e)).sum()
        };
        let labels = (0..graph.set().label_names.len()).map(Some).chain([None]);
        for label in labels {
            let (kept, before) = (frames(&smooth, label), frames(&all, label));
            println!("{name}, {label:?}: {kept} of {before} frames");
            assert!(kept as f64 >= 0.99 * before as f64, "{name}, {label:?}: {kept} of {before} frames");
        }
        let transitions = (0..graph.edges().len()).filter(|&e| graph.is_transition(e)).count();
        let refused = smooth.refused_transitions();
        println!("{name}: {refused} of {transitions} transitions refused");
        assert!(refused as f64 <= most * transitions as f64, "{name}: {refused} of {transitions}");
    }
}

#[test]
fn feet_hold_after_cleanup_in_all_kinds_of_motion() {
    // The bars of remove_footskate with plants given: nothing slides, nothing drifts, limbs stretch by 3 % at most.
    for (name, built) in [
        ("walks", walking_graph()),
        ("runs", running_graph().map(|b| &b.graph)),
        ("salsa", salsa_graph().map(|b| &b.graph)),
    ] {
        let Some(graph) = built else { return };
        for seed in 0..3 {
            let query = MotionQuery::RandomWalk { seconds: 20.0, label: None, from: None };
            let options = SearchMotionGraphOptions::default().seed(seed);
            let report = search_motion_graph(graph, &query, &options, &Progress::none()).unwrap().report;
            println!("{name}: {}", report.summary());
            let cleanup = report.cleanup.as_ref().unwrap();
            assert!(cleanup.before.slide_mean > 0.01, "{name}: {}", cleanup.summary());
            let after = &cleanup.after;
            assert!(after.slide_mean < 1e-4 && after.drift_p95 < 1e-4, "{name}: {}", cleanup.summary());
            assert!(after.stretch_max <= 0.03, "{name}: {}", cleanup.summary());
            assert!(report.seams.above == 0, "{name}: {:?}", report.seams);
        }
    }
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
    // With standing and side steps let in, the path is still walked.
    let Some(graph) = walking_graph() else { return };
    let any = vec![StylePiece { label: None, end: f64::INFINITY }];
    for (path, bar) in [(eight(), 0.1), (square(4), 0.1)] {
        let length = path.length();
        let query = MotionQuery::Path { path, styles: any.clone(), start: None };
        let options = SearchMotionGraphOptions::default().cleanup(false);
        let report = search_motion_graph(graph, &query, &options, &Progress::none()).unwrap().report;
        let figures = report.path.clone().unwrap();
        println!("{}", report.summary());
        assert!(report.is_complete && figures.distance_mean < bar, "{figures:?}");
        assert!(report.seconds < 2.0 * length, "{} s for {length} m", report.seconds);
    }
}

#[test]
fn seeds_give_other_walks_of_the_same_quality() {
    let Some(graph) = walking_graph() else { return };
    let queries = vec![MotionQuery::Path { path: square(2), styles: vec![], start: None }; 50];
    let options = SearchMotionGraphOptions::default().variation(0.1).cleanup(false);
    let crowd = crowd(graph, &queries, &options);
    let walks: HashSet<Vec<usize>> = crowd.iter().map(|m| m.edges().collect()).collect();
    println!("{} different walks of 50", walks.len());
    assert!(walks.len() == 50, "{} different walks", walks.len());
    let worst = crowd.iter().map(|m| m.report.path.as_ref().unwrap().distance_mean).fold(0.0, f64::max);
    assert!(worst < 0.25, "{worst}");
}

#[test]
fn the_searched_cost_is_that_of_the_played_clip() {
    // On captured motion, where blends are not rigid.
    let Some(graph) = walking_graph() else { return };
    let options = SearchMotionGraphOptions::default().cleanup(false).min_progress(0.0);
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

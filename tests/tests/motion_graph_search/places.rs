//! Connecting clips at given places and the quickest way between clips on rolling clips.

use crate::unicycle::{SPEED, five, graph, kind, played};
use surefoot::internals::{PlacementRules, ReachPlacement, SearchSpace};
use surefoot::math::{PlanarTransform, Vec3};
use surefoot::model::{EdgeKind, MotionGraph};
use surefoot::ops::Progress;
use surefoot::ops::motion_graph::search::{ClipPlacement, MotionQuery, SearchMotionGraphOptions, Walker};
use surefoot::{FoundMotion, Result, search_motion_graph};

const HERE: PlanarTransform = PlanarTransform { theta: 0.4, x0: 1.0, z0: -2.0 };

/// The place of the last clip after walking these edges.
fn end_of(graph: &MotionGraph, edges: &[usize]) -> PlanarTransform {
    edges.iter().fold(HERE, |world, &e| match graph.edges()[e].kind {
        EdgeKind::Stretch => world,
        EdgeKind::Transition { alignment, .. } => world.after(&alignment),
    })
}

fn connect(
    graph: &MotionGraph,
    goals: &[ClipPlacement],
    options: &SearchMotionGraphOptions,
) -> Result<FoundMotion> {
    let from = ClipPlacement { clip: 0, at: HERE };
    let query = MotionQuery::Connect { from, to: goals.to_vec(), label: None };
    search_motion_graph(graph, &query, options, &Progress::none())
}

/// Edges from clip to clip.
fn through(graph: &MotionGraph, clips: &[usize]) -> Vec<usize> {
    let find = |from: usize, to: usize| {
        let edges = graph.edges().iter();
        edges.clone().position(|e| (e.from as usize, e.to as usize) == (from, to)).unwrap()
    };
    clips.windows(2).flat_map(|w| [find(2 * w[0], 2 * w[0] + 1), find(2 * w[0] + 1, 2 * w[1])]).collect()
}

fn goal_after(graph: &MotionGraph, clips: &[usize]) -> ClipPlacement {
    ClipPlacement { clip: clips[clips.len() - 1], at: end_of(graph, &through(graph, clips)) }
}

/// Time and transitions free: only the place counts.
fn free() -> SearchMotionGraphOptions {
    SearchMotionGraphOptions::default().time_cost(1e-6).transition_cost(0.0).beam_width(2000)
}

#[test]
fn a_place_that_can_be_reached_is_reached() {
    let graph = five();
    for clips in [vec![0, 1, 2], vec![0, 3, 3, 4, 1], vec![0, 2, 2, 0, 4, 3]] {
        let found = connect(&graph, &[goal_after(&graph, &clips)], &free()).unwrap();
        let miss = found.report.placement.as_ref().unwrap();
        assert!(miss.distance < 1e-9 && miss.turn < 1e-6, "{clips:?}: {miss:?}");
        // The played clip ends in the goal clip as it is placed there.
        let last = found.segments.last().unwrap();
        let goal = goal_after(&graph, &clips);
        assert_eq!(last.clip, goal.clip);
        let own = graph.set().clips[goal.clip].clip.root_positions()[last.clip_frame];
        let placed = found.uncleaned.root_positions()[last.frames.start];
        assert!((goal.at.apply(&own) - placed).norm() < 1e-9);
        assert_eq!(found.segments[0].clip, 0);
        let first = graph.set().clips[0].clip.root_positions()[found.segments[0].clip_frame];
        assert!((HERE.apply(&first) - found.uncleaned.root_positions()[0]).norm() < 1e-12);
    }
}

#[test]
fn more_goals_never_cost_more() {
    let graph = five();
    let goals = [
        ClipPlacement { clip: 1, at: PlanarTransform { theta: 1.0, x0: 3.0, z0: 4.0 } },
        ClipPlacement { clip: 2, at: PlanarTransform { theta: -2.0, x0: -1.0, z0: 6.0 } },
        ClipPlacement { clip: 0, at: PlanarTransform { theta: 3.0, x0: 2.0, z0: 5.0 } },
    ];
    let options = SearchMotionGraphOptions::default().beam_width(2000);
    let each = goals.clone().map(|goal| connect(&graph, &[goal], &options).unwrap().report.cost);
    let all = connect(&graph, &goals, &options).unwrap().report.cost;
    let least = each.iter().copied().fold(f64::INFINITY, f64::min);
    assert!(all <= least + 1e-12, "{all} {each:?}");
}

#[test]
fn time_has_its_price() {
    // A place behind the back. Without a price on time the walk takes whatever fits best.
    let graph = five();
    let goal = ClipPlacement { clip: 0, at: PlanarTransform { theta: 2.9, x0: 0.3, z0: 1.7 } };
    let seconds = |time_cost: f64| {
        let options = free().time_cost(time_cost);
        connect(&graph, std::slice::from_ref(&goal), &options).unwrap().report.seconds
    };
    let (dithering, brisk) = (seconds(1e-6), seconds(0.2));
    assert!(brisk < dithering, "{brisk} {dithering}");
}

#[test]
fn angles_wrap() {
    // 359 degrees against 1 degree is 2 degrees.
    let graph = five();
    let space = SearchSpace::new(&graph, true);
    let rules = PlacementRules { turn_cost: 1.0, time_cost: 0.0, transition_cost: 0.0, label: None };
    let own = graph.set().clips[0].clip.root_positions()[15];
    // Turned about the node's place, so that the place itself is not missed.
    let about = |degrees: f64| {
        let theta = degrees.to_radians();
        let turned = PlanarTransform { theta, x0: 0.0, z0: 0.0 }.apply(&own);
        PlanarTransform { theta, x0: own.x - turned.x, z0: own.z - turned.z }
    };
    let objective =
        ReachPlacement::new(&space, &[ClipPlacement { clip: 0, at: about(359.0) }], rules).unwrap();
    let miss = objective.miss(&Walker::new(0, &about(1.0))).unwrap();
    assert!((miss - 2.0_f64.to_radians().powi(2)).abs() < 1e-12, "{miss}");
    assert!(objective.miss(&Walker::new(2, &about(1.0))).is_none());
}

#[test]
fn what_cannot_be_reached_is_told() {
    let kinds = [kind(0.0, 0), kind(0.02, 0)];
    let apart = graph(&kinds, &["roll"], |c, d| c == d || c == 1);
    let goal = ClipPlacement { clip: 1, at: PlanarTransform::default() };
    let error = connect(&apart, &[goal], &free()).unwrap_err().to_string();
    assert!(error.contains("no way"), "{error}");
    let missing = ClipPlacement { clip: 9, at: PlanarTransform::default() };
    assert!(connect(&apart, &[missing], &free()).unwrap_err().to_string().contains("clip 9"));
    let query = MotionQuery::ShortestWay { from: 0, to: 1, label: None };
    let options = SearchMotionGraphOptions::default();
    let error = search_motion_graph(&apart, &query, &options, &Progress::none()).unwrap_err().to_string();
    assert!(error.contains("clip 0") && error.contains("clip 1"), "{error}");
    let back = MotionQuery::ShortestWay { from: 1, to: 0, label: Some(0) };
    let found = search_motion_graph(&apart, &back, &options, &Progress::none()).unwrap();
    // 30 frames, the transition and the other clip's 30 frames.
    assert_eq!(found.clip.frame_count(), 75);
    let way = played(&apart, &found.edges().collect::<Vec<_>>(), &PlanarTransform::default());
    assert!(
        way.windows(2).all(|w| Vec3::new(w[1][0] - w[0][0], 0.0, w[1][1] - w[0][1]).norm() < 1.2 * SPEED)
    );
}

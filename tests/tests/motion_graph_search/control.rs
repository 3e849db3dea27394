//! Interactive control tables on rolling clips.

use crate::unicycle::{WINDOW, five, played};
use surefoot::internals::{FollowPath, FollowRules, Limits, Objective, SearchSpace, branch_and_bound};
use surefoot::math::{PlanarTransform, Random, Vec3};
use surefoot::model::{EdgeKind, FloorPath, MotionGraph};
use surefoot::ops::Progress;
use surefoot::ops::motion_graph::build_motion_graph;
use surefoot::ops::motion_graph::search::{
    ControlState, ControlTable, SearchMotionGraphOptions, Walker, build_control_table, steer,
};

use surefoot_tests::captured;

fn table(graph: &MotionGraph) -> ControlTable {
    build_control_table(graph, None, &SearchMotionGraphOptions::default(), &Progress::none()).unwrap()
}

/// Edges played when `direction` is held for that many frames.
fn held(
    graph: &MotionGraph,
    table: &ControlTable,
    mut state: ControlState,
    direction: f64,
    frames: usize,
) -> (Vec<usize>, ControlState) {
    let (mut edges, mut count) = (Vec::new(), 0);
    while count < frames {
        let (edge, next) = steer(graph, table, &state, [direction.sin(), direction.cos()]).unwrap();
        count += graph.edge_frames(edge);
        edges.push(edge);
        state = next;
    }
    (edges, state)
}

#[test]
fn a_held_direction_is_taken() {
    let graph = five();
    let table = table(&graph);
    let home = ControlState { node: 0, world: PlanarTransform { theta: 0.3, x0: 0.0, z0: 0.0 } };
    let mut late = 0;
    for k in 0..16 {
        let direction = (f64::from(k) * 22.5).to_radians();
        let (_, turned) = held(&graph, &table, home, direction, 300);
        let (edges, after) = held(&graph, &table, turned, direction, 300);
        let way = played(&graph, &edges, &turned.world);
        let (first, last) = (way[0], way[way.len() - 1]);
        let travel = (last[0] - first[0]).atan2(last[1] - first[1]);
        let off = wrapped(travel - direction);
        assert!(off.abs().to_degrees() < 25.0, "{k}: {}", off.to_degrees());
        // As quick as anything in the graph can turn round, but for a few frames: the table also follows the line.
        let back = direction + std::f64::consts::PI;
        let (edges, _) = held(&graph, &table, after, back, 180);
        let turned = turned_after(&played(&graph, &edges, &after.world), back).unwrap_or(usize::MAX);
        let least = quickest_turn(&graph, after, back);
        late = late.max(turned.saturating_sub(least));
        assert!(turned <= least + 10, "{k}: {turned} frames, {least} would do");
    }
    println!("turned round at most {late} frames later than possible");
}

#[test]
fn captured_walks_go_where_they_are_sent() {
    // 16 directions held for 10 s on a captured figure of eight and its mirror image.
    let Some(sources) = captured::sources(&captured::WALKS[4..5]) else { return };
    let clips = captured::graph_clips(&sources);
    let graph = build_motion_graph(&clips, &captured::mirrored(), &Progress::none()).unwrap().graph;
    let forward = graph.set().find_label("forward").ok();
    let options = SearchMotionGraphOptions::default();
    let table = build_control_table(&graph, forward, &options, &Progress::none()).unwrap();
    let node = SearchSpace::new(&graph, true).nodes(forward)[0];
    let home = ControlState { node, world: PlanarTransform::default() };
    for k in 0..16 {
        let direction = (f64::from(k) * 22.5).to_radians();
        let (_, turned) = held(&graph, &table, home, direction, 150);
        let (edges, _) = held(&graph, &table, turned, direction, 300);
        let way = played(&graph, &edges, &turned.world);
        let (first, last) = (way[0], way[way.len() - 1]);
        let off = wrapped((last[0] - first[0]).atan2(last[1] - first[1]) - direction).to_degrees();
        assert!(off.abs() < 25.0, "{k}: {off}");
    }
    let motion = graph.set().frame_count() * (32 * graph.set().skeleton.joint_count() + 24);
    assert!(table.byte_count() as f64 <= 0.072 * motion as f64, "{} {motion}", table.byte_count());
}

/// Frames of the quickest walk from a node after which the character heads within 18 degrees of `direction`, over all walks.
fn quickest_turn(graph: &MotionGraph, from: ControlState, direction: f64) -> usize {
    fn go(
        graph: &MotionGraph,
        edges: &mut Vec<usize>,
        state: ControlState,
        from: &ControlState,
        direction: f64,
        best: &mut usize,
    ) {
        let frames: usize = edges.iter().map(|&e| graph.edge_frames(e)).sum();
        if frames >= *best {
            return;
        }
        if !edges.is_empty()
            && let Some(turned) = turned_after(&played(graph, edges, &from.world), direction)
        {
            *best = (*best).min(turned);
            return;
        }
        for edge in graph.out_edges(state.node) {
            edges.push(edge);
            let world = match graph.edges()[edge].kind {
                EdgeKind::Stretch => state.world,
                EdgeKind::Transition { alignment, .. } => state.world.after(&alignment),
            };
            let next = ControlState { node: graph.edges()[edge].to as usize, world };
            go(graph, edges, next, from, direction, best);
            edges.pop();
        }
    }
    let mut best = 200;
    go(graph, &mut Vec::new(), from, &from, direction, &mut best);
    best
}

/// The first frame at which a way heads within 18 degrees of a direction.
fn turned_after(way: &[[f64; 2]], direction: f64) -> Option<usize> {
    let heading = |w: &[[f64; 2]]| (w[1][0] - w[0][0]).atan2(w[1][1] - w[0][1]);
    way.windows(2).position(|w| (heading(w) - direction).cos() > 0.95)
}

fn wrapped(angle: f64) -> f64 {
    (angle + 9.0 * std::f64::consts::PI).rem_euclid(std::f64::consts::TAU) - std::f64::consts::PI
}

#[test]
fn the_table_holds_what_a_search_finds() {
    // With branch and bound instead of the table's own search.
    let graph = five();
    let table = table(&graph);
    let space = SearchSpace::new(&graph, true);
    let mut random = Random::new(3);
    let options = SearchMotionGraphOptions::default();
    let rules = FollowRules {
        transition_cost: options.transition_cost,
        min_progress: options.min_progress * space.usual_speed(None) / 30.0,
        style_tolerance: 0.0,
    };
    for _ in 0..100 {
        let node = (random.bits() % graph.nodes().len() as u64) as usize;
        let number = (random.bits() % 16) as usize;
        let angle = (number as f64 * 22.5).to_radians();
        let path =
            FloorPath::polyline(&[Vec3::zeros(), Vec3::new(angle.sin(), 0.0, angle.cos()) * 100.0]).unwrap();
        let objective = FollowPath::new(&space, &path, &[], rules).unwrap();
        let own = &graph.nodes()[node];
        let root = graph.set().clips[own.clip as usize].clip.root_positions()[own.frame as usize];
        let start = objective
            .start_from(Walker::new(node, &PlanarTransform { theta: 0.0, x0: -root.x, z0: -root.z }));
        let limits = Limits { horizon: 90, max_expansions: usize::MAX, ..Limits::default() };
        let direct =
            branch_and_bound(&graph, &objective, &[(start, 0.0)], &limits, &Progress::none()).unwrap();
        let edge = table.edge(&graph, node, number).unwrap();
        // Mirror images may tie: the table's edge must lead to an equally good walk.
        let (state, cost) = objective.append(&start, edge, 90).unwrap();
        let rest = Limits { horizon: 90 - state.walker.frames.min(90), ..limits };
        let through = if rest.horizon == 0 {
            cost
        } else {
            let on =
                branch_and_bound(&graph, &objective, &[(state, cost)], &rest, &Progress::none()).unwrap();
            on.candidates[0].cost
        };
        assert!((through - direct.candidates[0].cost).abs() < 1e-9, "{node} {number}");
    }
}

#[test]
fn tables_are_small_and_refuse_what_they_do_not_cover() {
    // Against the motion of the graph: two rotations and a place, 88 bytes a frame.
    let graph = five();
    let table = table(&graph);
    let motion = graph.set().frame_count() * (2 * 32 + 24);
    assert!(table.byte_count() as f64 <= 0.072 * motion as f64, "{} {motion}", table.byte_count());
    let lost = ControlState { node: 999, world: PlanarTransform::default() };
    assert!(steer(&graph, &table, &lost, [0.0, 1.0]).unwrap_err().to_string().contains("999"));
    assert!(build_control_table(&graph, Some(0), &Default::default(), &Progress::new(&|_| false)).is_err());
    assert_eq!(graph.set().window_frames, WINDOW);
}

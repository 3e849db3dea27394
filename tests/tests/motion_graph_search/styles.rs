//! Styles along a path on three sets of rolling clips.

use crate::unicycle::{Kind, SPEED, graph, kind};
use surefoot::SearchMethod;
use surefoot::internals::{FollowPath, FollowRules, Objective, SearchSpace};
use surefoot::math::{PlanarTransform, Vec3};
use surefoot::model::{FloorPath, MotionGraph};
use surefoot::ops::Progress;
use surefoot::ops::motion_graph::search::{MotionQuery, SearchMotionGraphOptions, StylePiece, Walker};
use surefoot::search_motion_graph;

/// Three styles of five clips each; bridges lead from a clip to the same turn in another style.
fn three_styles(has_bridges: bool) -> MotionGraph {
    let quarter = std::f64::consts::FRAC_PI_2 / 45.0;
    let turns = [0.0, quarter, -quarter, quarter / 2.0, -quarter / 2.0];
    let kinds: Vec<Kind> = (0..3).flat_map(|label| turns.map(|turn| kind(turn, label))).collect();
    graph(&kinds, &["walk", "sneak", "run"], |c, d| c / 5 == d / 5 || has_bridges && c % 5 == d % 5)
}

fn bent() -> FloorPath {
    let corners = [[0.0, 0.0], [0.0, 6.0], [5.0, 9.0], [10.0, 9.0], [16.0, 5.0]];
    FloorPath::polyline(&corners.map(|c| Vec3::new(c[0], 0.0, c[1]))).unwrap()
}

const METHODS: [SearchMethod; 3] =
    [SearchMethod::Beam, SearchMethod::BranchAndBound, SearchMethod::HorizonBeam];

fn piece(label: usize, end: f64) -> StylePiece {
    StylePiece { label: Some(label), end }
}

#[test]
fn styles_come_in_order_and_change_near_their_boundaries() {
    // Five pieces.
    let graph = three_styles(true);
    let path = bent();
    let tolerance = 0.9;
    for styles in [
        vec![piece(0, 7.0), piece(1, 15.0), piece(2, f64::INFINITY)],
        vec![piece(2, 4.5), piece(0, 9.0), piece(1, 13.0), piece(0, 18.0), piece(2, f64::INFINITY)],
    ] {
        for method in METHODS {
            let query = MotionQuery::Path { path: path.clone(), styles: styles.clone(), start: None };
            let options = SearchMotionGraphOptions::default().method(method).style_tolerance(tolerance);
            let found = search_motion_graph(&graph, &query, &options, &Progress::none()).unwrap();
            println!("{method}: {}", found.report.summary());
            assert!(found.report.is_complete, "{method}");
            // Frames of one label alone, in order and without repeats.
            let mut order: Vec<usize> = Vec::new();
            let (mut length, mut last) = (0.0, found.clip.root_positions()[0]);
            for (labels, root) in found.labels.iter().zip(found.clip.root_positions()) {
                length += (root - last).norm();
                last = *root;
                let labels: Vec<usize> = labels.iter().collect();
                if let [one] = labels[..]
                    && order.last() != Some(&one)
                {
                    order.push(one);
                    if let Some(before) = order.len().checked_sub(2) {
                        // The blend before it began within the tolerance of the boundary, or 1.5 m past it.
                        let began = length - 15.0 * SPEED;
                        let boundary = styles[before].end;
                        let late = began - boundary;
                        assert!(
                            late >= -tolerance - 2.0 * SPEED && late <= 1.5,
                            "{method}: {began} at {boundary}"
                        );
                    }
                }
            }
            let wanted: Vec<usize> = styles.iter().map(|s| s.label.unwrap()).collect();
            assert_eq!(order, wanted, "{method}");
            let figures = found.report.path.unwrap();
            // Three long pieces leave room; among five short ones the cheapest walk of all is 1.06 m off.
            let bar = match (styles.len(), method) {
                (3, _) => 0.7,
                (_, SearchMethod::Beam) => 1.1,
                _ => 1.4,
            };
            assert!(figures.off_path_max < bar, "{method}: {figures:?}");
        }
    }
}

#[test]
fn a_style_that_cannot_be_reached_is_refused() {
    let graph = three_styles(false);
    let styles = vec![piece(0, 7.0), piece(1, f64::INFINITY)];
    let query = MotionQuery::Path { path: bent(), styles, start: None };
    let error = search_motion_graph(&graph, &query, &SearchMotionGraphOptions::default(), &Progress::none());
    let error = error.unwrap_err().to_string();
    assert!(error.contains("'walk'") && error.contains("'sneak'"), "{error}");
    for bad in [
        vec![piece(0, 9.0), piece(1, 8.0), piece(0, 20.0)],
        vec![piece(0, 99.0), piece(1, 100.0)],
        vec![piece(7, 1.0)],
    ] {
        let query = MotionQuery::Path { path: bent(), styles: bad, start: None };
        assert!(
            search_motion_graph(&graph, &query, &SearchMotionGraphOptions::default(), &Progress::none())
                .is_err()
        );
    }
}

#[test]
fn one_style_is_a_search_within_that_label() {
    // The same edges as in a graph that has nothing else.
    let all = three_styles(true);
    let quarter = std::f64::consts::FRAC_PI_2 / 45.0;
    let kinds: Vec<Kind> =
        [0.0, quarter, -quarter, quarter / 2.0, -quarter / 2.0].map(|turn| kind(turn, 0)).to_vec();
    let alone = graph(&kinds, &["walk"], |_, _| true);
    let run = |graph: &MotionGraph| {
        let query = MotionQuery::Path { path: bent(), styles: vec![piece(0, 0.0)], start: None };
        search_motion_graph(graph, &query, &SearchMotionGraphOptions::default(), &Progress::none()).unwrap()
    };
    let (a, b) = (run(&all), run(&alone));
    assert_eq!(a.clip, b.clip);
    assert!(a.labels.iter().all(|l| l.iter().eq([0])));
}

#[test]
fn past_its_end_a_style_is_charged_against_its_end_point() {
    // Straight along a straight path; from 2 m on the first style costs the way past 2 m, squared.
    let graph = three_styles(true);
    let space = SearchSpace::new(&graph, true);
    let path = FloorPath::polyline(&[Vec3::zeros(), Vec3::new(0.0, 0.0, 50.0)]).unwrap();
    let rules = FollowRules { transition_cost: 0.0, min_progress: 0.0, style_tolerance: 0.0 };
    let objective = FollowPath::new(&space, &path, &[piece(0, 2.0), piece(1, f64::INFINITY)], rules).unwrap();
    let mut state =
        objective.start_from(Walker::new(0, &PlanarTransform { theta: 0.0, x0: 0.0, z0: -15.0 * SPEED }));
    let straight = |from: usize, to: usize| {
        (0..graph.edges().len())
            .find(|&e| (graph.edges()[e].from, graph.edges()[e].to) == (from as u32, to as u32))
            .unwrap()
    };
    let mut total = 0.0;
    for edge in [straight(0, 1), straight(1, 0), straight(0, 1)] {
        let (next, cost) = objective.append(&state, edge, usize::MAX).unwrap();
        state = next;
        total += cost;
    }
    let expected: f64 = (0..75).map(|f| (SPEED * f64::from(f) - 2.0).max(0.0).powi(2)).sum();
    assert!((total - expected).abs() < 1e-9 && state.piece == 0, "{total} {expected}");
    // The switching edge is already charged against the whole path.
    let (next, cost) = objective.append(&state, straight(1, 10), usize::MAX).unwrap();
    assert!(cost < 1e-9 && next.piece == 1, "{cost}");
    // And from there nothing but the second style may follow.
    let (inside, _) = objective.append(&next, straight(10, 11), usize::MAX).unwrap();
    assert!(objective.append(&inside, straight(11, 0), usize::MAX).is_none());
    assert!(objective.append(&inside, straight(11, 10), usize::MAX).is_some());
}

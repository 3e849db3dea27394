//! What cannot be answered is refused with its reason, and never asked for ever.

use super::*;
use crate::model::FloorPath;
use std::collections::HashMap;
use std::sync::Mutex;

fn toy() -> MotionGraph {
    let (set, passages) = walk_and_sneak();
    toy_graph(set, &passages)
}

fn search(graph: &MotionGraph, query: &MotionQuery<'_>, options: &SearchMotionGraphOptions) -> String {
    match search_motion_graph(graph, query, options, &Progress::none()) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    }
}

fn straight_path(metres: f64) -> FloorPath {
    FloorPath::polyline(&[Vec3::zeros(), Vec3::z() * metres]).unwrap()
}

#[test]
fn labels_that_do_not_exist_are_named_wherever_they_are_asked_for() {
    let graph = toy();
    let options = SearchMotionGraphOptions::default();
    // 64 labels fit into a set; a number above that must not be shifted by.
    for label in [2, 63, 64, 1000, usize::MAX] {
        let styles = vec![
            StylePiece { label: Some(0), end: 1.0 },
            StylePiece { label: Some(label), end: f64::INFINITY },
        ];
        let path = MotionQuery::Path { path: straight_path(3.0), styles, start: None };
        let error = search(&graph, &path, &options);
        assert!(error.contains("piece 1") && error.contains(&format!("label {label} ")), "{error}");
        let walk = MotionQuery::RandomWalk { seconds: 2.0, label: Some(label), from: None };
        assert!(search(&graph, &walk, &options).contains(&format!("label {label} ")));
        let table = build_control_table(&graph, Some(label), &options, &Progress::none()).unwrap_err();
        assert!(table.to_string().contains(&format!("label {label} ")), "{table}");
        let options = RandomWalkOptions { label: Some(label), ..Default::default() };
        assert!(random_walk(&graph, &options).is_err());
    }
}

#[test]
fn ways_of_more_than_ten_hours_are_refused() {
    let graph = toy();
    let options = SearchMotionGraphOptions::default().cleanup(false);
    let style = StylePiece { label: Some(0), end: f64::INFINITY };
    let along = |metres: f64| {
        let query = MotionQuery::Path { path: straight_path(metres), styles: vec![style], start: None };
        search(&graph, &query, &options)
    };
    assert_eq!(along(5.0), "");
    let error = along(1e9);
    assert!(error.contains("1000000000 m") && error.contains("36000 s"), "{error}");
    let at = |x0: f64| ClipPlacement { clip: 0, at: PlanarTransform { theta: 0.0, x0, z0: 0.0 } };
    let far = MotionQuery::Connect { from: at(0.0), to: vec![at(1e9)], label: None };
    assert!(search(&graph, &far, &options).contains("36000 s"));
}

#[test]
fn a_rule_that_contradicts_itself_ends_the_search() {
    let graph = toy();
    // Yes when the search looks ahead, no when it goes there.
    let asked: Mutex<HashMap<(Vec<usize>, usize), usize>> = Mutex::default();
    let is_legal = |walk: &Walk, edge: usize| {
        let mut asked = asked.lock().unwrap();
        let times = asked.entry((walk.edges().collect(), edge)).or_default();
        *times += 1;
        !times.is_multiple_of(2)
    };
    let cost = UserCost {
        cost: &|_: &Walk, _: usize, _: &Walker| 1.0,
        is_complete: &|walk: &Walk| walk.walker.frames > 3000,
        is_legal: &is_legal,
    };
    let query =
        MotionQuery::Custom { cost, nodes: vec![0], start: PlanarTransform::default(), label: Some(0) };
    let options = SearchMotionGraphOptions::default().method(SearchMethod::HorizonBeam);
    let error = search(&graph, &query, &options);
    assert!(error.contains("same answer for the same walk"), "{error}");
}

#[test]
fn a_control_table_passes_over_what_it_does_not_use_and_numbers_every_way() {
    let graph = toy();
    let table = |graph: &MotionGraph, options: &SearchMotionGraphOptions| {
        build_control_table(graph, Some(0), options, &Progress::none()).map_err(|e| e.to_string())
    };
    let plain = SearchMotionGraphOptions::default().smooth_seams(false);
    assert!(table(&graph, &plain.transition_cost(0.5)).is_ok());
    // One set of options may serve the searches beside it.
    let other = plain.beam_width(7).horizon(2.0).seed(5);
    assert_eq!(table(&graph, &other), table(&graph, &plain));
    // The number of the last way that fits is not the mark of a node without any.
    let transition = (0..graph.edges().len()).find(|&e| graph.is_transition(e)).unwrap();
    let node = graph.edges()[transition].from as usize;
    let with_ways = |count: usize| {
        let copies = vec![graph.edges()[transition]; count - graph.out_edges(node).len()];
        MotionGraph::new(MotionGraphData {
            set: graph.set().clone(),
            minima: graph.minima().clone(),
            thresholds: graph.thresholds().clone(),
            tuning: graph.tuning().clone(),
            nodes: graph.nodes().to_vec(),
            edges: [graph.edges(), &copies].concat(),
        })
        .unwrap()
    };
    assert!(table(&with_ways(65_535), &plain).is_ok());
    let error = table(&with_ways(65_536), &plain).unwrap_err();
    assert!(error.contains(&format!("node {node} has 65536 ways out")), "{error}");
}

//! Crowds (KO-33).

use crate::unicycle::{five, random_path};
use std::collections::HashSet;
use surefoot::ops::Progress;
use surefoot::ops::motion_graph::search::{MotionQuery, SearchMotionGraphOptions, search_crowd};
use surefoot::search_motion_graph;

#[test]
fn a_crowd_is_its_characters_one_by_one() {
    // KO-33 T1; T4 on captured walks.
    let graph = five();
    let queries: Vec<MotionQuery<'_>> = (0..100)
        .map(|i| {
            if i % 5 == 4 {
                MotionQuery::RandomWalk { seconds: 12.0, label: None, from: None }
            } else {
                MotionQuery::Path { path: random_path(1, 6), styles: vec![], start: None }
            }
        })
        .collect();
    let options =
        SearchMotionGraphOptions { seed: 40, variation: 0.5, beam_width: 100, ..Default::default() };
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| search_crowd(&graph, &queries, &options, &Progress::none())).unwrap()
    };
    let crowd = run(2);
    assert!(crowd == run(1), "the number of threads matters");
    for i in [0usize, 4, 57, 99] {
        let own = SearchMotionGraphOptions { seed: 40 + i as u64, ..options.clone() };
        assert!(
            search_motion_graph(&graph, &queries[i], &own, &Progress::none()).unwrap() == crowd[i],
            "{i}"
        );
    }
    let walks: HashSet<Vec<usize>> = crowd.iter().map(|m| m.edges().collect()).collect();
    assert!(walks.len() > 20, "{} different walks", walks.len());
    let bad = [MotionQuery::RandomWalk { seconds: -1.0, label: None, from: None }];
    assert!(search_crowd(&graph, &bad, &options, &Progress::none()).is_err());
}

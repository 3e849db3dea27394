//! Crowds.

use crate::unicycle::{five, graph, kind, random_path};
use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use surefoot::math::PlanarTransform;
use surefoot::model::MotionGraph;
use surefoot::ops::Progress;
use surefoot::ops::motion_graph::search::{
    ClipPlacement, MotionQuery, SearchMotionGraphOptions, search_crowd,
};
use surefoot::{Error, FoundMotion, Result, search_motion_graph};

fn paths_and_random_walks(count: usize) -> Vec<MotionQuery<'static>> {
    (0..count)
        .map(|i| {
            if i % 5 == 4 {
                MotionQuery::RandomWalk { seconds: 12.0, label: None, from: None }
            } else {
                MotionQuery::Path { path: random_path(1, 6), styles: vec![], start: None }
            }
        })
        .collect()
}

fn varied() -> SearchMotionGraphOptions {
    SearchMotionGraphOptions::default().seed(40).variation(0.5).beam_width(100)
}

fn on_threads(
    threads: usize,
    graph: &MotionGraph,
    queries: &[MotionQuery<'_>],
    progress: &Progress<'_>,
) -> Result<Vec<Result<FoundMotion>>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| search_crowd(graph, queries, &varied(), progress))
}

#[test]
fn a_crowd_is_its_characters_one_by_one() {
    // That they differ is tested on captured walks.
    let graph = five();
    let queries = paths_and_random_walks(100);
    let crowd = on_threads(2, &graph, &queries, &Progress::none()).unwrap();
    assert!(crowd == on_threads(1, &graph, &queries, &Progress::none()).unwrap(), "threads matter");
    for (i, character) in crowd.iter().enumerate() {
        let own = varied().seed(40 + i as u64);
        let alone = search_motion_graph(&graph, &queries[i], &own, &Progress::none());
        assert!(alone == *character, "character {i}");
    }
    let walks: HashSet<Vec<usize>> = crowd.iter().map(|m| m.as_ref().unwrap().edges().collect()).collect();
    assert!(walks.len() > 20, "{} different walks", walks.len());
}

#[test]
fn one_without_an_answer_takes_nothing_from_the_others() {
    // The second clip is a trap: nothing leads back to the first.
    let graph = graph(&[kind(0.0, 0), kind(0.02, 0)], &["roll"], |c, d| c == d || c == 0);
    let place = |clip| ClipPlacement { clip, at: PlanarTransform::default() };
    let mut queries = paths_and_random_walks(3);
    queries.push(MotionQuery::RandomWalk { seconds: -1.0, label: None, from: None });
    queries.push(MotionQuery::Connect { from: place(1), to: vec![place(0)], label: None });
    queries.extend(paths_and_random_walks(2));
    for threads in [1, 2] {
        let crowd = on_threads(threads, &graph, &queries, &Progress::none()).unwrap();
        assert_eq!(crowd.len(), queries.len());
        for (i, character) in crowd.iter().enumerate() {
            let own = varied().seed(40 + i as u64);
            let alone = search_motion_graph(&graph, &queries[i], &own, &Progress::none());
            assert!(alone == *character, "character {i}");
            assert_eq!(character.is_err(), [3, 4].contains(&i), "character {i}");
        }
        assert!(crowd[3].as_ref().unwrap_err().to_string().contains("-1 seconds"));
        assert!(crowd[4].as_ref().unwrap_err().to_string().contains("no way"));
    }
    let bad = varied().beam_width(0);
    assert!(search_crowd(&graph, &queries, &bad, &Progress::none()).is_err());
    assert!(search_crowd(&graph, &[], &varied(), &Progress::none()).unwrap().is_empty());
}

#[test]
fn a_crowd_tells_how_far_it_is_and_can_be_stopped() {
    let graph = five();
    let queries = paths_and_random_walks(20);
    for threads in [1, 2] {
        let shares = Mutex::new(Vec::new());
        let tell = |share: f64| {
            shares.lock().unwrap().push(share);
            true
        };
        on_threads(threads, &graph, &queries, &Progress::new(&tell)).unwrap();
        let mut shares = shares.into_inner().unwrap();
        if threads == 1 {
            assert!(shares.windows(2).all(|w| w[0] <= w[1]), "{shares:?}");
        }
        // From nothing to all, also inside a single character, in small steps.
        shares.sort_by(f64::total_cmp);
        assert!(shares[0] == 0.0 && shares[shares.len() - 1] == 1.0, "{shares:?}");
        assert!(shares.windows(2).all(|w| w[1] - w[0] <= 0.05 + 1e-9), "{shares:?}");
        assert!(shares.iter().any(|s| (20.0 * s).fract() > 0.1), "{shares:?}");
        // Once told to stop, nobody is asked again.
        let asked = AtomicUsize::new(0);
        let stop = |share: f64| {
            asked.fetch_add(1, Ordering::Relaxed);
            share < 0.3
        };
        let stopped = on_threads(threads, &graph, &queries, &Progress::new(&stop));
        assert_eq!(stopped.unwrap_err(), Error::Cancelled);
        let all = shares.len();
        assert!(asked.load(Ordering::Relaxed) < all, "{} of {all}", asked.load(Ordering::Relaxed));
    }
}

//! Many characters over one graph (KO-33).

use super::motion::FoundMotion;
use super::options::SearchMotionGraphOptions;
use super::query::MotionQuery;
use super::search_space;
use super::space::SearchSpace;
use crate::error::Result;
use crate::model::MotionGraph;
use crate::ops::options::Options;
use crate::ops::progress::Progress;
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Answers queries in parallel; the character at `i` has the seed `options.seed + i`.
///
/// Each motion is what [`search_motion_graph`](super::search_motion_graph) finds with that seed, on any number of
/// threads. The graph is shared.
///
/// # Errors
/// As [`search_motion_graph`](super::search_motion_graph): that of the first query without an answer.
pub fn search_crowd(
    graph: &MotionGraph,
    queries: &[MotionQuery<'_>],
    options: &SearchMotionGraphOptions,
    progress: &Progress<'_>,
) -> Result<Vec<FoundMotion>> {
    options.validate()?;
    let space = SearchSpace::new(graph, options.smooth_seams);
    let done = AtomicUsize::new(0);
    let results: Vec<Result<FoundMotion>> = queries
        .par_iter()
        .enumerate()
        .map(|(i, query)| {
            let tell = |_: f64| {
                let share = done.load(Ordering::Relaxed) as f64 / queries.len() as f64;
                progress.report(share).is_ok()
            };
            let seeded =
                SearchMotionGraphOptions { seed: options.seed.wrapping_add(i as u64), ..options.clone() };
            let found = search_space(&space, query, &seeded, &Progress::new(&tell));
            done.fetch_add(1, Ordering::Relaxed);
            found
        })
        .collect();
    results.into_iter().collect()
}

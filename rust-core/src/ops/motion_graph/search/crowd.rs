//! Many characters over one graph.

use super::motion::FoundMotion;
use super::options::SearchMotionGraphOptions;
use super::query::MotionQuery;
use super::search_space;
use super::space::SearchSpace;
use crate::declare::Options;
use crate::error::{Error, Result};
use crate::model::MotionGraph;
use crate::ops::progress::Progress;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Answers queries in parallel; the character at `i` has the seed `options.seed + i`.
///
/// Each motion is what [`search_motion_graph`](super::search_motion_graph) finds with that seed, on any number of
/// threads. The graph is shared. A query without an answer takes nothing from the others: its error stands in its place.
///
/// ```
/// use surefoot::ops::Progress;
/// use surefoot::ops::motion_graph::search_crowd;
/// use surefoot::{MotionQuery, SearchMotionGraphOptions};
/// # let graph = surefoot_sample::walk_graph()?;
///
/// let wander = MotionQuery::RandomWalk { seconds: 2.0, label: None, from: None };
/// let options = SearchMotionGraphOptions::default().cleanup(false);
/// let crowd = search_crowd(&graph, &[wander.clone(), wander], &options, &Progress::none())?;
/// let [Ok(one), Ok(other)] = &crowd[..] else { panic!("two queries, two answers") };
/// assert_ne!(one.clip, other.clip, "each has a seed of its own");
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::OptionOutOfRange`]; [`Error::Cancelled`], which ends all of them.
pub fn search_crowd(
    graph: &MotionGraph,
    queries: &[MotionQuery<'_>],
    options: &SearchMotionGraphOptions,
    progress: &Progress<'_>,
) -> Result<Vec<Result<FoundMotion>>> {
    search_crowd_each(graph, queries, options, progress, |_, found| found)
}

/// As [`search_crowd`], for crowds that do not fit into memory: each answer is handed to `each`, with its place, as soon as
/// it is found, from any thread and in any order; what that makes of them comes back in order.
///
/// ```
/// use surefoot::ops::Progress;
/// use surefoot::ops::motion_graph::search_crowd_each;
/// use surefoot::{MotionQuery, SearchMotionGraphOptions};
/// # let graph = surefoot_sample::walk_graph()?;
///
/// let wander = MotionQuery::RandomWalk { seconds: 2.0, label: None, from: None };
/// let queries = vec![wander; 3];
/// let options = SearchMotionGraphOptions::default().cleanup(false);
/// // Where a program would write each motion to its file, this one keeps its length.
/// let seconds = search_crowd_each(&graph, &queries, &options, &Progress::none(), |_, found| {
///     found.map_or(0.0, |motion| motion.report.seconds)
/// })?;
/// assert!(seconds.len() == 3 && seconds.iter().all(|&s| s >= 2.0));
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// As [`search_crowd`].
pub fn search_crowd_each<T: Send>(
    graph: &MotionGraph,
    queries: &[MotionQuery<'_>],
    options: &SearchMotionGraphOptions,
    progress: &Progress<'_>,
    each: impl Fn(usize, Result<FoundMotion>) -> T + Sync,
) -> Result<Vec<T>> {
    options.validate()?;
    let space = SearchSpace::new(graph, options.smooth_seams);
    let shares = Shares::new(queries.len(), progress);
    let found: Vec<Option<T>> = queries
        .par_iter()
        .enumerate()
        .map(|(i, query)| {
            let tell = |share: f64| shares.tell(i, share);
            let seeded = options.seed(options.seed.wrapping_add(i as u64));
            let tell = Progress::new(&tell);
            tell.report(0.0).ok()?;
            let made = each(i, search_space(&space, query, &seeded, &tell));
            tell.report(1.0).ok()?;
            Some(made)
        })
        .collect();
    if shares.is_cancelled.load(Ordering::Relaxed) {
        return Err(Error::Cancelled);
    }
    Ok(found.into_iter().flatten().collect())
}

/// How far each character is.
struct Shares<'a> {
    /// In parts of [`WHOLE`], which can be added up in any order.
    each: Vec<AtomicU64>,
    sum: AtomicU64,
    is_cancelled: AtomicBool,
    progress: &'a Progress<'a>,
}

const WHOLE: f64 = 1e6;

impl<'a> Shares<'a> {
    fn new(count: usize, progress: &'a Progress<'a>) -> Self {
        let each = (0..count).map(|_| AtomicU64::new(0)).collect();
        Self { each, sum: AtomicU64::new(0), is_cancelled: AtomicBool::new(false), progress }
    }

    /// Tells the mean of all shares; false once the caller wants to stop.
    fn tell(&self, character: usize, share: f64) -> bool {
        if self.is_cancelled.load(Ordering::Relaxed) {
            return false;
        }
        let share = (share * WHOLE) as u64;
        // A search may fall back; the crowd as a whole only goes on.
        let before = self.each[character].fetch_max(share, Ordering::Relaxed);
        let more = share.saturating_sub(before);
        let sum = self.sum.fetch_add(more, Ordering::Relaxed) + more;
        let goes_on = self.progress.report(sum as f64 / (WHOLE * self.each.len() as f64)).is_ok();
        if !goes_on {
            self.is_cancelled.store(true, Ordering::Relaxed);
        }
        goes_on
    }
}

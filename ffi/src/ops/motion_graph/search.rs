//! `surefoot_search_motion_graph`.

use super::found::surefoot_found_motion;
use super::graph::surefoot_motion_graph;
use super::query::{callers, core_queries, read_query, surefoot_motion_query};
use super::user_cost::Caller;
use crate::guard::{Answer, Buffer, Outs, array, guard, input, make};
use crate::options::{COptions, choice_number, read_options, reserved, set_choice, unsigned, write_defaults};
use crate::progress::{surefoot_progress, with_progress};
use crate::status::{surefoot_error, surefoot_status};
use std::ffi::c_void;
use surefoot::FoundMotion;
use surefoot::ops::motion_graph::search_crowd;
use surefoot::ops::{SearchMotionGraphOptions, search_motion_graph};

/// How surefoot_search_motion_graph looks for a walk.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_search_method {
    /// The best walks are kept at each frame, over the whole way.
    SUREFOOT_SEARCH_METHOD_BEAM = 0,
    /// As beam, a stretch at a time.
    SUREFOOT_SEARCH_METHOD_HORIZON_BEAM = 1,
    /// The best walk of each stretch, proven.
    SUREFOOT_SEARCH_METHOD_BRANCH_AND_BOUND = 2,
}

/// Options of surefoot_search_motion_graph; start from surefoot_search_motion_graph_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_search_motion_graph_options {
    /// sizeof(surefoot_search_motion_graph_options).
    pub struct_size: usize,
    /// A SUREFOOT_SEARCH_METHOD_ number. Default beam.
    pub method: i32,
    /// 0.
    pub reserved: i32,
    /// Walks a beam keeps at each frame: more follow a path better and take longer. 1 to 100000, default 100.
    pub beam_width: i64,
    /// Seconds that horizon beam and branch and bound look ahead. 0.1 to 3600, default 5.
    pub horizon: f64,
    /// Seconds of that which they keep before they look again. 0.03 to 3600, default 0.9.
    pub retain: f64,
    /// Square metres that a transition costs: more gives fewer of them and a looser path. 0 to 1000, default 0.1.
    pub transition_cost: f64,
    /// Speed at which the path moves on while the character stands, as a share of the usual speed. 0 to 1, default 0.4.
    pub min_progress: f64,
    /// Metres before the end of a piece in which the next style may begin. 0 to 100, default 0.85.
    pub style_tolerance: f64,
    /// Square metres per square radian that a wrong direction costs at a place. 0 to 1000, default 1.
    pub turn_cost: f64,
    /// Square metres that a second costs on the way to a place. 0 to 1000, default 0.02.
    pub time_cost: f64,
    /// Places in the graph tried as the beginning of a path; the seed draws them. 1 to 1000000, default 100.
    pub starts: i64,
    /// Walks that cost up to this share more than the best may be drawn. 0 to 10, default 0.
    pub variation: f64,
    /// Equal seeds give equal walks. 0 to 9223372036854775807, default 0.
    pub seed: i64,
    /// A walk is given up when it takes this many times the usual time. 1 to 1000, default 3.
    pub patience: f64,
    /// Walks branch and bound looks at, each time, before it takes the best so far. 1 to 1000000000, default 200000.
    pub max_expansions: i64,
    /// Whether transitions that begin or end on a jolt are left out. 0 or 1, default 1.
    pub smooth_seams: i32,
    /// Whether the footskate of the result is removed. 0 or 1, default 1.
    pub cleanup: i32,
}

// SAFETY: repr(C), struct_size first, numbers only, 128 bytes without padding (asserted in tests/layout.rs).
unsafe impl COptions for surefoot_search_motion_graph_options {
    type Core = SearchMotionGraphOptions;
    const FIRST_SIZE: usize = 128;

    fn from_core(core: &Self::Core) -> Self {
        Self {
            struct_size: size_of::<Self>(),
            method: choice_number(core, "method"),
            reserved: 0,
            beam_width: core.beam_width as i64,
            horizon: core.horizon,
            retain: core.retain,
            transition_cost: core.transition_cost,
            min_progress: core.min_progress,
            style_tolerance: core.style_tolerance,
            turn_cost: core.turn_cost,
            time_cost: core.time_cost,
            starts: core.starts as i64,
            variation: core.variation,
            seed: i64::try_from(core.seed).unwrap_or(i64::MAX),
            patience: core.patience,
            max_expansions: core.max_expansions as i64,
            smooth_seams: core.smooth_seams.into(),
            cleanup: core.cleanup.into(),
        }
    }

    fn to_core(&self) -> Answer<Self::Core> {
        reserved(self.reserved)?;
        let mut core = Self::Core {
            beam_width: unsigned(self.beam_width, "beam_width")?,
            horizon: self.horizon,
            retain: self.retain,
            transition_cost: self.transition_cost,
            min_progress: self.min_progress,
            style_tolerance: self.style_tolerance,
            turn_cost: self.turn_cost,
            time_cost: self.time_cost,
            starts: unsigned(self.starts, "starts")?,
            variation: self.variation,
            seed: unsigned(self.seed, "seed")?,
            patience: self.patience,
            max_expansions: unsigned(self.max_expansions, "max_expansions")?,
            smooth_seams: self.smooth_seams != 0,
            cleanup: self.cleanup != 0,
            ..Default::default()
        };
        set_choice(&mut core, "method", self.method)?;
        Ok(core)
    }
}

/// Writes the default options; pass sizeof(surefoot_search_motion_graph_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_search_motion_graph_default_options(
    out_options: *mut surefoot_search_motion_graph_options,
    struct_size: usize,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_defaults(out_options, struct_size))
}

/// Finds motion in a graph, plays it and removes its footskate. Without a complete answer the best so far comes back and
/// is_complete is 0. The same graph, query and options give the same motion, bit for bit.
///
/// `options` NULL means the defaults. `progress` may be NULL; `user` is handed to it. Fails with SUREFOOT_ERROR_ARGUMENT
/// for a clip or start_node that the graph does not have, and with SUREFOOT_ERROR_INVALID for a label or node of a custom
/// query that it does not have, or if no walk fits. Free what was found with surefoot_found_motion_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_search_motion_graph(
    graph: *const surefoot_motion_graph,
    query: *const surefoot_motion_query,
    options: *const surefoot_search_motion_graph_options,
    progress: surefoot_progress,
    user: *mut c_void,
    out_found: *mut *mut surefoot_found_motion,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let graph = input(graph, "graph")?.get();
        let queries = [read_query(query, "query")?];
        let callers = callers(&queries)?;
        let queries = core_queries(graph, &queries, &callers)?;
        let options = read_options(options)?;
        make(out_found, "out_found", || {
            let found =
                with_progress(progress, user, |p| search_motion_graph(graph, &queries[0], &options, &p));
            Ok(surefoot_found_motion::new(Caller::check(&callers, found)?))
        })
    })
}

/// Answers many queries over one graph, on all processors: the character at i has the seed options.seed + i, and its
/// motion is what surefoot_search_motion_graph finds with that seed, bit for bit.
///
/// `queries` holds `query_count` pointers, `out_found` gets as many handles; each is freed with
/// surefoot_found_motion_free. A query without an answer takes nothing from the others: its handle is NULL, and
/// `out_errors`, as many structs or NULL, says why (code 0 where a motion was found). Fails, and writes nothing, if a query
/// names a clip, label or start_node that the graph does not have, an option is out of range or the callback cancels.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_search_crowd(
    graph: *const surefoot_motion_graph,
    queries: *const *const surefoot_motion_query,
    query_count: usize,
    options: *const surefoot_search_motion_graph_options,
    progress: surefoot_progress,
    user: *mut c_void,
    out_found: *mut *mut surefoot_found_motion,
    out_errors: *mut surefoot_error,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let graph = input(graph, "graph")?.get();
        let queries = array(queries, query_count, "queries")?
            .iter()
            .map(|&query| read_query(query, "queries[]"))
            .collect::<Answer<Vec<_>>>()?;
        let callers = callers(&queries)?;
        let queries = core_queries(graph, &queries, &callers)?;
        let options = read_options(options)?;
        let out = Outs::new(out_found, query_count, "out_found")?;
        let out_errors =
            (!out_errors.is_null()).then(|| Buffer::of(out_errors, query_count, "out_errors")).transpose()?;
        let found = with_progress(progress, user, |p| search_crowd(graph, &queries, &options, &p))?;
        let found: Vec<Answer<FoundMotion>> = found
            .into_iter()
            .zip(&callers)
            .map(|(found, caller)| Caller::check(std::slice::from_ref(caller), found))
            .collect();
        let told = |found: &Answer<FoundMotion>| {
            found.as_ref().err().map_or_else(surefoot_error::none, surefoot_error::new)
        };
        let errors: Vec<surefoot_error> = found.iter().map(told).collect();
        // Nothing is written before all of it is made.
        out.put_handles(found.into_iter().map(|f| f.ok().map(surefoot_found_motion::new)).collect());
        if let Some(buffer) = out_errors {
            buffer.put(&errors);
        }
        Ok(())
    })
}

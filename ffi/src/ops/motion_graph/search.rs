//! `surefoot_search_motion_graph`.

use crate::*;
use surefoot::FoundMotion;
use surefoot::ops::motion_graph::search_crowd;
use surefoot::ops::search_motion_graph;

/// Finds motion in a graph, plays it and removes its footskate. Without a complete answer the best so far comes back and
/// the report's is_complete is 0. The same graph, query and options give the same motion, bit for bit.
///
/// `options` NULL means the defaults. `progress` may be NULL; `user` is handed to it. Fails with SUREFOOT_ERROR_ARGUMENT
/// for a number that names no clip or node at all, and with SUREFOOT_ERROR_INVALID for a clip, label or node that the graph
/// does not have, or if no walk fits. Free what was found with surefoot_found_motion_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_search_motion_graph(
    graph: *const surefoot_motion_graph, query: *const surefoot_motion_query,
    options: *const surefoot_search_motion_graph_options, progress: surefoot_progress, user: *mut c_void,
    out_found: *mut *mut surefoot_found_motion, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_found, "out_found", || {
        let graph = input(graph, "graph")?.get();
        let queries = [read_query(query, "query")?];
        let callers = callers(&queries)?;
        let queries = core_queries(graph, &queries, &callers)?;
        let options = read_options(options)?;
        let found = with_progress(progress, user, |p| search_motion_graph(graph, &queries[0], &options, &p));
        Ok(surefoot_found_motion::new(Caller::check(&callers, found)?))
    })
}

/// Answers many queries over one graph, on all processors: the character at i has the seed options.seed + i, and its
/// motion is what surefoot_search_motion_graph finds with that seed, bit for bit.
///
/// `queries` holds `query_count` pointers, `out_found` gets as many handles; each is freed with
/// surefoot_found_motion_free. A query without an answer takes nothing from the others: its handle is NULL, and
/// `out_errors`, as many structs or NULL, says why (code 0 where a motion was found). Fails, and writes nothing, if a query
/// names a label that the graph does not have, an option is out of range or the callback cancels.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_search_crowd(
    graph: *const surefoot_motion_graph, queries: *const *const surefoot_motion_query, query_count: usize,
    options: *const surefoot_search_motion_graph_options, progress: surefoot_progress, user: *mut c_void,
    out_found: *mut *mut surefoot_found_motion, out_errors: *mut surefoot_error, error: *mut surefoot_error,
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
        let out = Buffer::of(out_found, query_count, "out_found")?;
        let out_errors =
            (!out_errors.is_null()).then(|| Buffer::of(out_errors, query_count, "out_errors")).transpose()?;
        let found = with_progress(progress, user, |p| search_crowd(graph, &queries, &options, &p))?;
        let found: Vec<Answer<FoundMotion>> = found
            .into_iter()
            .zip(&callers)
            .map(|(found, caller)| Caller::check(std::slice::from_ref(caller), found))
            .collect();
        let told =
            |found: &Answer<FoundMotion>| found.as_ref().err().map_or_else(surefoot_error::none, surefoot_error::new);
        let errors: Vec<surefoot_error> = found.iter().map(told).collect();
        let handle = |found: Answer<FoundMotion>| {
            found.map_or(std::ptr::null_mut(), |found| Box::into_raw(Box::new(surefoot_found_motion::new(found))))
        };
        out.put(&found.into_iter().map(handle).collect::<Vec<_>>());
        if let Some(buffer) = out_errors {
            buffer.put(&errors);
        }
        Ok(())
    })
}

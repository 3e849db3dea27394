//! What a search keeps in memory beside the graph (KO-30 T3, KO-33 T3), counted by the allocator.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use surefoot::ops::Progress;
use surefoot::ops::motion_graph::search::{MotionQuery, SearchMotionGraphOptions, SearchSpace, search_crowd};
use surefoot_tests::captured::{square, walking_graph};

struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn searches_keep_little_beside_the_graph() {
    let Some(built) = walking_graph() else { return };
    let graph = &built.graph;
    // KO-30 T3: 20 bytes for every frame of every edge, and 4 for every pair of edges that follow each other.
    let frames: usize = (0..graph.edges().len()).map(|e| graph.edge_frames(e)).sum();
    let pairs: usize = graph.edges().iter().map(|e| graph.out_edges(e.to as usize).len()).sum();
    let before = NOW.load(Ordering::Relaxed);
    let space = SearchSpace::new(graph, true);
    let kept = NOW.load(Ordering::Relaxed) - before;
    assert!(kept > 1000 && kept <= 20 * frames + 4 * pairs, "{kept} bytes, {frames} frames, {pairs} pairs");
    drop(space);
    // KO-33 T3: a hundred characters take what their walks take, and one space; no copy of the graph each.
    let queries = vec![MotionQuery::Path { path: square(1), styles: vec![], start: None }; 100];
    let options = SearchMotionGraphOptions { cleanup: false, beam_width: 16, ..Default::default() };
    let before = NOW.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let crowd = search_crowd(graph, &queries, &options, &Progress::none()).unwrap();
    let peak = PEAK.load(Ordering::Relaxed) - before;
    let walks = NOW.load(Ordering::Relaxed) - before;
    let joints = graph.set().skeleton.joint_count();
    let graph_bytes = graph.set().frame_count() * (32 * joints + 24);
    assert_eq!(crowd.len(), 100);
    assert!(peak < walks + graph_bytes, "{peak} at once, {walks} for the walks, {graph_bytes} for the graph");
}

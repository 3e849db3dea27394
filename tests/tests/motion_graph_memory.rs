//! What comparing windows needs in memory and what a search keeps beside the graph, counted
//! by the allocator.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::sync::Mutex;
use surefoot::internals::SearchSpace;
use surefoot::internals::{Cloud, find_minima};
use surefoot::math::Vec3;
use surefoot::model::Kernel;
use surefoot::ops::Progress;
use surefoot::ops::motion_graph::search::{MotionQuery, SearchMotionGraphOptions, search_crowd};
use surefoot_tests::captured::{square, walking_graph};
use surefoot_tests::counting::Counting;

#[global_allocator]
static MEMORY: Counting = Counting::new();

/// One test at a time: all of the process counts.
static ALONE: Mutex<()> = Mutex::new(());

#[test]
fn comparing_windows_needs_little_memory() {
    // 6,200 frames of 36 points within 64 MB, packing, tiles and minima together; and it does not grow with the
    // square of the frames, as the grid does: four times as many take less than five times as much, minima apart.
    let _alone = ALONE.lock().unwrap();
    let peak = |frames: usize, ceiling: f64| {
        let point = |f: usize, m: usize| {
            let (t, k) = (f as f64 / 30.0, m as f64);
            let swing = 0.3 * (t * (4.0 + 0.1 * k) + k).sin();
            Vec3::new(swing + 1.2 * t, 1.0 + 0.1 * (5.0 * t + k).cos(), swing * (0.1 * t).cos())
        };
        let world: Vec<Vec3> = (0..frames).flat_map(|f| (0..36).map(move |m| point(f, m))).collect();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        MEMORY.peak_of(|| {
            pool.install(|| {
                let cloud = Cloud::new(world, &[1.0; 36], &[frames], Kernel::Triangle.weights(15)).unwrap();
                find_minima(&cloud, 15, ceiling).len()
            })
        })
    };
    let (bytes, minima) = peak(6_200, f64::INFINITY);
    println!("6,200 frames: {:.1} MB beside the input, {minima} minima", bytes as f64 / 1e6);
    let input = 6_200 * 36 * size_of::<Vec3>();
    assert!(minima > 1000 && bytes + input <= 64_000_000, "{bytes} bytes and {input} of input");
    let (short, long) = (peak(2_000, f64::INFINITY), peak(8_000, f64::INFINITY));
    let record = size_of::<surefoot::model::GridMinimum>();
    println!("2,000 frames: {short:?}, 8,000 frames: {long:?}");
    assert!(long.0 < 5 * short.0 + 3 * record * long.1, "{short:?} {long:?}");
}

#[test]
fn searches_keep_little_beside_the_graph() {
    let _alone = ALONE.lock().unwrap();
    let Some(built) = walking_graph() else { return };
    let graph = &built.graph;
    // 20 bytes for every frame of every edge, and 4 for every pair of edges that follow each other.
    let frames: usize = (0..graph.edges().len()).map(|e| graph.edge_frames(e)).sum();
    let pairs: usize = graph.edges().iter().map(|e| graph.out_edges(e.to as usize).len()).sum();
    let before = MEMORY.now();
    let space = SearchSpace::new(graph, true);
    let kept = MEMORY.now() - before;
    assert!(kept > 1000 && kept <= 20 * frames + 4 * pairs, "{kept} bytes, {frames} frames, {pairs} pairs");
    drop(space);
    // A hundred characters take what their walks take, and one space; no copy of the graph each.
    let queries = vec![MotionQuery::Path { path: square(1), styles: vec![], start: None }; 100];
    let options = SearchMotionGraphOptions::default().cleanup(false).beam_width(16);
    let before = MEMORY.now();
    let (peak, crowd) =
        MEMORY.peak_of(|| search_crowd(graph, &queries, &options, &Progress::none()).unwrap());
    let walks = MEMORY.now() - before;
    let joints = graph.set().skeleton.joint_count();
    let graph_bytes = graph.set().frame_count() * (32 * joints + 24);
    assert_eq!(crowd.len(), 100);
    assert!(peak < walks + graph_bytes, "{peak} at once, {walks} for the walks, {graph_bytes} for the graph");
}

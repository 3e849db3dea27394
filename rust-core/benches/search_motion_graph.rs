//! Searches through a graph of generated walks: time to find a path of 60 m, per method, and to steer one step.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use surefoot::math::{PlanarTransform, Vec3};
use surefoot::model::{FloorPath, MotionGraph};
use surefoot::ops::motion_graph::search::{ControlState, build_control_table, steer};
use surefoot::ops::motion_graph::{GraphClip, walk_to_clip};
use surefoot::ops::{BuildMotionGraphOptions, Progress, build_motion_graph};
use surefoot::{MotionQuery, SearchMethod, SearchMotionGraphOptions, search_motion_graph};
use surefoot_sample::{self as sample, WalkOptions};

fn walking_graph() -> MotionGraph {
    let skeleton = sample::biped_skeleton(&Default::default()).expect("default measures");
    let clips: Vec<_> = [1.1, 1.2, 1.3, 1.4]
        .into_iter()
        .map(|speed| {
            let options = WalkOptions { seconds: 10.0, frame_rate: 30.0, speed, ..WalkOptions::default() };
            sample::walk(&skeleton, &options).expect("default measures")
        })
        .collect();
    let clips: Vec<GraphClip<'_>> = clips
        .iter()
        .map(|c| GraphClip { skeleton: &skeleton, clip: &c.clip, plants: &c.plants, labels: None, group: 0 })
        .collect();
    let options = BuildMotionGraphOptions::default().mirror(true);
    build_motion_graph(&clips, &options, &Progress::none()).expect("walks connect").graph
}

fn bench(c: &mut Criterion) {
    let graph = walking_graph();
    let path = FloorPath::polyline(&[Vec3::zeros(), Vec3::new(0.0, 0.0, 60.0)]).expect("two points");
    let query = MotionQuery::Path { path, styles: vec![], start: None };
    let mut group = c.benchmark_group("search_motion_graph");
    group.sample_size(10);
    for method in [SearchMethod::Beam, SearchMethod::HorizonBeam] {
        let options = SearchMotionGraphOptions::default().method(method).cleanup(false);
        group.bench_function(method.name(), |b| {
            b.iter(|| search_motion_graph(black_box(&graph), &query, &options, &Progress::none()));
        });
    }
    let options = SearchMotionGraphOptions::default();
    let found = search_motion_graph(&graph, &query, &options, &Progress::none()).expect("a straight path");
    let edges: Vec<usize> = found.edges().collect();
    group.bench_function("play", |b| {
        b.iter(|| walk_to_clip(black_box(&graph), &edges, &PlanarTransform::default(), "walk"));
    });
    let table = build_control_table(&graph, None, &options, &Progress::none()).expect("a table");
    let state =
        ControlState { node: graph.edges()[edges[0]].from as usize, world: PlanarTransform::default() };
    group.bench_function("steer", |b| {
        b.iter(|| steer(&graph, &table, black_box(&state), [0.3, 0.9]));
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);

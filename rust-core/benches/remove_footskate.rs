//! Footskate removal: time per clip of a walk on short legs, by method, and per frame of the stream.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use surefoot::model::Plant;
use surefoot::ops::remove_footskate::{FootskateStream, PlantState, StreamFrame};
use surefoot::{
    Clip, FootskateMethod, FootskateSolver, Plants, RemoveFootskateOptions, Skeleton, remove_footskate,
};
use surefoot_sample::{self as sample, WalkOptions, faults};

fn skated() -> (Skeleton, Clip, Plants) {
    let skeleton = sample::biped_skeleton(&Default::default()).expect("default measures");
    let walk = sample::walk(&skeleton, &WalkOptions { seconds: 20.0, ..Default::default() })
        .expect("default measures");
    let (skeleton, clip) = faults::skate_by_leg_scale(&skeleton, &walk.clip, 0.9).expect("a factor in range");
    let plants = walk.plants.iter().map(|p| Plant { position: None, ..p.clone() }).collect();
    let plants = Plants::new(clip.frame_count(), plants).expect("plants of the same clip");
    (skeleton, clip, plants)
}

fn bench(c: &mut Criterion) {
    let (skeleton, clip, plants) = skated();
    let mut group = c.benchmark_group("remove_footskate");
    group.throughput(Throughput::Elements(clip.frame_count() as u64));
    for (method, solver) in [
        (FootskateMethod::Limbs, FootskateSolver::LeastSquares),
        (FootskateMethod::Limbs, FootskateSolver::Windowed),
        (FootskateMethod::Root, FootskateSolver::LeastSquares),
        (FootskateMethod::FootRooted, FootskateSolver::LeastSquares),
    ] {
        let options = RemoveFootskateOptions::default().method(method).solver(solver);
        let name = if method == FootskateMethod::Limbs { solver.name() } else { method.name() };
        group.bench_function(name, |b| {
            b.iter(|| remove_footskate(black_box(&skeleton), &clip, &plants, None, &options));
        });
    }
    let frames: Vec<StreamFrame> = (0..clip.frame_count())
        .map(|f| StreamFrame::from_clip(&skeleton, &clip, f).expect("its frame"))
        .collect();
    let states: Vec<Vec<PlantState>> = (0..clip.frame_count())
        .map(|f| {
            let planted = plants.iter().filter(|p| p.frames.contains(&f));
            planted.map(|p| PlantState { point: p.point, position: None }).collect()
        })
        .collect();
    group.bench_function("stream", |b| {
        b.iter(|| {
            let mut stream =
                FootskateStream::new(&skeleton, 60.0, None, &Default::default()).expect("a biped");
            for (frame, states) in frames.iter().zip(&states) {
                black_box(stream.push(frame, states).expect("a frame of its skeleton"));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);

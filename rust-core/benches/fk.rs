//! Forward kinematics of a 31-joint body. Bar: 1 µs a frame on one core.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use surefoot::kinematics::{world_matrices, world_poses};
use surefoot::math::{Affine, Quat, Vec3};
use surefoot::model::clip::ClipData;
use surefoot::model::{Joint, JointIndex};
use surefoot::{Clip, Skeleton};

const FRAME_COUNT: usize = 1000;

/// Parents of the CMU skeleton, the 31 joints most captured data has.
const PARENTS: [usize; 31] = [
    0, 0, 1, 2, 3, 4, 0, 6, 7, 8, 9, 0, 11, 12, 13, 14, 15, 13, 17, 18, 19, 20, 21, 20, 13, 24, 25, 26, 27,
    28, 27,
];

fn body() -> (Skeleton, Clip) {
    let joints = PARENTS.iter().enumerate().map(|(index, &parent)| {
        let offset = Vec3::new(0.1 * (index % 3) as f64 - 0.1, 0.2, 0.02 * index as f64);
        Joint::new(format!("joint{index}"), (index > 0).then_some(JointIndex(parent)), offset)
    });
    let skeleton = Skeleton::new(joints.collect(), vec![]).expect("a valid skeleton");
    let angle =
        |i: usize| Vec3::new((i as f64 * 0.1).sin(), (i as f64 * 0.07).cos(), (i as f64 * 0.03).sin());
    let data = ClipData {
        name: "bench".into(),
        frame_rate: 120.0,
        rotations: (0..FRAME_COUNT * PARENTS.len()).map(|i| Quat::from_scaled_axis(angle(i))).collect(),
        root_positions: (0..FRAME_COUNT).map(angle).collect(),
        translations: vec![],
        scales: vec![],
    };
    let clip = Clip::new(&skeleton, data).expect("a valid clip");
    (skeleton, clip)
}

fn forward(criterion: &mut Criterion) {
    let (skeleton, clip) = body();
    let mut group = criterion.benchmark_group("fk_31_joints");
    group.throughput(Throughput::Elements(FRAME_COUNT as u64));
    group.bench_function("world_poses_1000_frames", |b| {
        b.iter_batched(
            || (),
            |()| world_poses(black_box(&skeleton), black_box(&clip)).expect("its clip"),
            BatchSize::LargeInput,
        );
    });
    group.bench_function("world_matrices_1000_frames", |b| {
        let mut out = vec![Affine::identity(); PARENTS.len()];
        b.iter(|| {
            for frame in 0..FRAME_COUNT {
                world_matrices(black_box(&skeleton), &clip.pose(frame), &mut out).expect("its pose");
                black_box(&out);
            }
        });
    });
    group.finish();
}

criterion_group!(benches, forward);
criterion_main!(benches);

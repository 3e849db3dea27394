//! Time to read a GLB and to write one edited joint back into it: 60 joints, 20 clips of 300 frames, 10,000 vertices.
#![allow(missing_docs, clippy::unwrap_used, reason = "a bench is a program")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use nalgebra::Vector3;
use std::hint::black_box;
use std::path::Path;
use surefoot::io::{self, Convention, Format, NewFile, ReadOptions};
use surefoot::math::{Affine, Quat, Vec3};
use surefoot::model::Joint;
use surefoot::model::clip::ClipData;
use surefoot::model::skin::SkinData;
use surefoot::{Clip, JointIndex, Skeleton, Skin};

const JOINTS: usize = 60;
const FRAMES: usize = 300;
const VERTICES: usize = 10_000;

fn file() -> Vec<u8> {
    let joints = (0..JOINTS).map(|j| {
        let parent = j.checked_sub(1).map(|p| JointIndex(p / 2));
        Joint::new(format!("joint_{j}"), parent, Vec3::new(0.01 * j as f64, 0.1, 0.0))
    });
    let skeleton = Skeleton::new(joints.collect(), vec![]).unwrap();
    let clip = |number: usize| {
        let turn = |i: usize| Quat::from_euler_angles(0.001 * i as f64, 0.1 * number as f64, 0.2);
        let data = ClipData {
            name: format!("clip_{number}"),
            frame_rate: 30.0,
            rotations: (0..FRAMES * JOINTS).map(turn).collect(),
            root_positions: (0..FRAMES).map(|f| Vec3::new(0.01 * f as f64, 1.0, 0.0)).collect(),
            translations: vec![],
            scales: vec![],
        };
        Clip::new(&skeleton, data).unwrap()
    };
    let clips: Vec<Clip> = (0..20).map(clip).collect();
    let data = SkinData {
        name: "body".into(),
        positions: (0..VERTICES).map(|v| Vector3::new(v as f32 * 1e-3, 1.0, 0.0)).collect(),
        normals: vec![Vector3::y(); VERTICES],
        triangles: (0..VERTICES as u32 - 2).map(|v| [v, v + 1, v + 2]).collect(),
        slot_joints: skeleton.joints().collect(),
        inverse_binds: vec![Affine::identity(); JOINTS],
        influence_offsets: (0..=VERTICES as u32).map(|v| v * 4).collect(),
        influence_slots: (0..VERTICES * 4).map(|i| (i % JOINTS) as u32).collect(),
        influence_weights: vec![0.25; VERTICES * 4],
    };
    let skin = Skin::new(&skeleton, data).unwrap();
    let file =
        NewFile { skeleton: &skeleton, clips: &clips, skins: &[skin], convention: Convention::default() };
    io::encode_new(Format::Glb, &file).unwrap().bytes
}

fn bench(criterion: &mut Criterion) {
    let bytes = file();
    let path = Path::new("bench.glb");
    let document = io::read_bytes(path, &bytes, &ReadOptions::default()).unwrap();
    let mut clips = document.clips.clone();
    let mut data = clips[3].clone().into_data();
    (0..FRAMES).for_each(|f| data.rotations[f * JOINTS + 7] *= Quat::from_euler_angles(0.0, 0.1, 0.0));
    clips[3] = Clip::new(&document.skeleton, data).unwrap();
    let mut group = criterion.benchmark_group("gltf");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("read", |bencher| {
        bencher.iter(|| io::read_bytes(path, black_box(&bytes), &ReadOptions::default()).unwrap());
    });
    group.bench_function("write one edited joint", |bencher| {
        bencher.iter(|| io::encode_edited(black_box(&document), &clips).unwrap());
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);

//! Reading an FBX file, writing one edited joint back, and making a new file: 60 joints, 2,000 frames.
#![allow(missing_docs, reason = "criterion's macros make public items")]

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::path::Path;
use surefoot::io::{Convention, Format, NewFile, ReadOptions, encode_edited, encode_new, read_bytes};
use surefoot::math::{Quat, Vec3};
use surefoot::model::clip::ClipData;
use surefoot::model::skeleton::Joint;
use surefoot::{Clip, JointIndex, Skeleton};

const JOINTS: usize = 60;
const FRAMES: usize = 2000;

fn character() -> (Skeleton, Clip) {
    let joints = (0..JOINTS)
        .map(|j| {
            Joint::new(format!("joint{j}"), j.checked_sub(1).map(|p| JointIndex(p / 2 * 2)), Vec3::y() * 0.1)
        })
        .collect();
    let skeleton = Skeleton::new(joints, vec![]).expect("a valid skeleton");
    let angle = |frame: usize, joint: usize| (frame as f64 * 0.02 + joint as f64).sin();
    let rotations = (0..FRAMES * JOINTS)
        .map(|i| Quat::from_euler_angles(angle(i / JOINTS, i % JOINTS), 0.3 * angle(i / JOINTS, 7), 0.1))
        .collect();
    let data = ClipData {
        name: "swing".into(),
        frame_rate: 60.0,
        rotations,
        root_positions: (0..FRAMES).map(|f| Vec3::new(0.0, 1.0, f as f64 * 0.01)).collect(),
        translations: vec![],
        scales: vec![],
    };
    let clip = Clip::new(&skeleton, data).expect("a valid clip");
    (skeleton, clip)
}

fn fbx(c: &mut Criterion) {
    let (skeleton, clip) = character();
    let clips = [clip];
    let file = NewFile { skeleton: &skeleton, clips: &clips, skins: &[], convention: Convention::default() };
    let bytes = encode_new(Format::Fbx, &file).expect("encodes").bytes;
    let path = Path::new("bench.fbx");
    let document = read_bytes(path, &bytes, &ReadOptions::default()).expect("reads");
    let mut data = document.clips[0].clone().into_data();
    for frame in 0..FRAMES {
        data.rotations[frame * JOINTS + 5] *= Quat::from_euler_angles(0.1, 0.0, 0.0);
    }
    let edited = [Clip::new(&document.skeleton, data).expect("a valid clip")];
    c.bench_function("fbx_read", |b| {
        b.iter(|| read_bytes(path, black_box(&bytes), &ReadOptions::default()).expect("reads"));
    });
    c.bench_function("fbx_write_one_joint", |b| {
        b.iter(|| encode_edited(&document, black_box(&edited)).expect("encodes"));
    });
    c.bench_function("fbx_create", |b| {
        b.iter(|| encode_new(Format::Fbx, black_box(&file)).expect("encodes"))
    });
}

criterion_group!(benches, fbx);
criterion_main!(benches);

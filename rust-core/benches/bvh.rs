//! BVH: megabytes a second of reading, writing an unedited and an edited clip, and writing anew.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use std::fmt::Write;
use std::hint::black_box;
use std::path::Path;
use surefoot::Clip;
use surefoot::io::{self, Convention, Format, NewFile, ReadOptions};
use surefoot::math::Quat;

const JOINT_COUNT: usize = 31;
const FRAME_COUNT: usize = 4000;

/// A clip of the shape of captured ones: 31 joints in five chains, 96 channels, numbers like `-12.3456`.
fn text() -> String {
    let mut text = String::from(
        "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation\n",
    );
    for joint in 1..JOINT_COUNT {
        let _ = write!(
            text,
            "JOINT J{joint}\n{{\nOFFSET 1.5 -3.25 0.125\nCHANNELS 3 Zrotation Yrotation Xrotation\n"
        );
        if joint % 6 == 0 {
            text += "End Site\n{\nOFFSET 0 0 1\n}\n";
            text += &"}\n".repeat(6);
        }
    }
    text += "}\nMOTION\n";
    let _ = write!(text, "Frames: {FRAME_COUNT}\nFrame Time: 0.0083333\n");
    for frame in 0..FRAME_COUNT {
        for channel in 0..3 + 3 * JOINT_COUNT {
            let value = 90.0 * (0.01 * frame as f64 + channel as f64).sin();
            let _ = write!(text, "{value:.4} ");
        }
        text.push('\n');
    }
    text
}

fn bvh(criterion: &mut Criterion) {
    let text = text();
    let path = Path::new("bench.bvh");
    let options = ReadOptions::default();
    let read = || io::read_bytes(path, text.as_bytes(), &options).expect("the generated clip reads");
    let document = read();
    let mut data = document.clips[0].clone().into_data();
    let turn = Quat::from_euler_angles(0.01, 0.02, 0.03);
    // A leg of three joints, as a cleanup would change.
    for frame in 0..FRAME_COUNT {
        for joint in 1..4 {
            data.rotations[frame * JOINT_COUNT + joint] *= turn;
        }
    }
    let edited = Clip::new(&document.skeleton, data).expect("a turned clip is a clip");

    let mut group = criterion.benchmark_group("bvh");
    group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(20);
    group.bench_function("read", |b| b.iter_batched(|| (), |()| black_box(read()), BatchSize::PerIteration));
    group.bench_function("write unedited", |b| {
        b.iter(|| io::encode_edited(&document, black_box(&document.clips)).expect("encodes"));
    });
    group.bench_function("write edited", |b| {
        b.iter(|| io::encode_edited(&document, black_box(std::slice::from_ref(&edited))).expect("encodes"));
    });
    group.bench_function("write new", |b| {
        let file = NewFile {
            skeleton: &document.skeleton,
            clips: &document.clips,
            skins: &[],
            convention: Convention::default(),
        };
        b.iter(|| io::encode_new(Format::Bvh, black_box(&file)).expect("encodes"));
    });
    group.finish();
}

criterion_group!(benches, bvh);
criterion_main!(benches);

//! Moving arms and legs out of the body: time per frame of a walk on a body that is thick all around, on one thread.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use surefoot::ops::Progress;
use surefoot::{
    Clip, GrowBodyOptions, RemovePenetrationOptions, Skeleton, Skin, grow_body, remove_penetration,
};
use surefoot_sample as sample;

/// The generated biped with a trunk that its arms swing into.
fn thick() -> (Skeleton, Vec<Skin>, Clip) {
    let biped = sample::biped(&Default::default()).expect("default measures");
    let walk = sample::walk(&biped.skeleton, &Default::default()).expect("default measures");
    let options = GrowBodyOptions::default().trunk(1.4);
    let grown = grow_body(&biped.skeleton, &[biped.skin], &[], &options).expect("a factor in range");
    let clip = grown.fit_clip(&walk.clip).expect("a clip of the same skeleton");
    (grown.skeleton, grown.skins, clip)
}

fn bench(c: &mut Criterion) {
    let (skeleton, skins, clip) = thick();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
    let mut group = c.benchmark_group("remove_penetration");
    group.sample_size(10).throughput(Throughput::Elements(clip.frame_count() as u64));
    for (name, options) in [
        ("arms and legs", RemovePenetrationOptions::default()),
        ("arms", RemovePenetrationOptions::default().legs(false)),
    ] {
        let run = || {
            remove_penetration(black_box(&skeleton), &clip, &skins, &options, &Progress::none())
                .expect("a character with a mesh")
        };
        group.bench_function(name, |b| b.iter(|| pool.install(run)));
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);

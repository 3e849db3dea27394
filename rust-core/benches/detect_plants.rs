//! Time of `detect_plants` on one thread: 2,000 frames of a generated walk, clean and with a noisy root.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use surefoot::{DetectPlantsOptions, detect_plants};
use surefoot_sample as sample;

fn bench(c: &mut Criterion) {
    let made = (|| {
        let skeleton = sample::biped_skeleton(&sample::BipedOptions::default())?;
        let options = sample::WalkOptions { seconds: 2000.0 / 60.0, ..Default::default() };
        let walk = sample::walk(&skeleton, &options)?;
        let noisy = sample::faults::root_noise(&skeleton, &walk.clip, 0.005, 1)?;
        surefoot::Result::Ok((skeleton, walk.clip, noisy))
    })();
    let Ok((skeleton, clean, noisy)) = made else { return };
    let mut group = c.benchmark_group("detect_plants");
    group.throughput(Throughput::Elements(clean.frame_count() as u64));
    for (name, clip) in [("clean", &clean), ("root_noise", &noisy)] {
        let options = DetectPlantsOptions::default();
        group.bench_function(name, |b| b.iter(|| detect_plants(&skeleton, clip, None, &options)));
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);

//! Pushing skin out of a body: time of one frame of the prepared deformer, and of the whole operation, on one thread.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use nalgebra::Vector3;
use std::f32::consts::PI;
use std::hint::black_box;
use surefoot::ops::deform_out_of_body::{
    BodyDeformer, DeformOutOfBodyOptions, DeformScratch, MeshShape, deform_out_of_body,
};
use surefoot::{GrowBodyOptions, grow_body};
use surefoot_sample as sample;

/// A closed tube along x with round ends, about as dense as a character of games.
fn tube(radius: f32, length: f32, rings: u32, segments: u32) -> (Vec<Vector3<f32>>, Vec<[u32; 3]>) {
    let mut points = Vec::new();
    for r in 0..=rings {
        let along = r as f32 / rings as f32;
        let round = (PI * along).sin().max(0.02).sqrt();
        for s in 0..segments {
            let turn = 2.0 * PI * s as f32 / segments as f32;
            let (x, size) = ((along - 0.5) * length, radius * round);
            points.push(Vector3::new(x, size * turn.cos(), size * turn.sin()));
        }
    }
    let at = |r: u32, s: u32| r * segments + s % segments;
    let mut triangles = Vec::new();
    for r in 0..rings {
        for s in 0..segments {
            triangles.push([at(r, s), at(r, s + 1), at(r + 1, s)]);
            triangles.push([at(r, s + 1), at(r + 1, s + 1), at(r + 1, s)]);
        }
    }
    (points, triangles)
}

fn bench(c: &mut Criterion) {
    let mut group = c.benchmark_group("deform_out_of_body");
    let (body, body_triangles) = tube(0.2, 1.2, 90, 100);
    let (part, part_triangles) = tube(0.05, 0.8, 90, 48);
    let apart: Vec<_> = part.iter().map(|p| p + Vector3::new(0.0, 0.4, 0.0)).collect();
    let shapes = (
        MeshShape { points: &body, triangles: &body_triangles },
        MeshShape { points: &apart, triangles: &part_triangles },
    );
    let options = DeformOutOfBodyOptions::default();
    let deformer = BodyDeformer::new(shapes.0, shapes.1, &[], &options).expect("two meshes");
    // Two centimetres deep along the whole tube: more vertices than any arm.
    let posed: Vec<_> = part.iter().map(|p| p + Vector3::new(0.0, 0.23, 0.0)).collect();
    let (mut scratch, mut out) = (DeformScratch::default(), posed.clone());
    group.bench_function("one frame", |b| {
        b.iter(|| deformer.deform(black_box(&body), &posed, &mut scratch, &mut out).expect("finite points"));
    });

    let biped = sample::biped(&Default::default()).expect("default measures");
    let walk = sample::walk(&biped.skeleton, &Default::default()).expect("default measures");
    let grown = grow_body(&biped.skeleton, &[biped.skin], &[], &GrowBodyOptions::default().trunk(1.4))
        .expect("a factor in range");
    let clip = grown.fit_clip(&walk.clip).expect("a clip of the same skeleton");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
    group.sample_size(10).throughput(Throughput::Elements(clip.frame_count() as u64));
    let run = || {
        deform_out_of_body(black_box(&grown.skeleton), &clip, &grown.skins, &[], &options)
            .expect("a character with a mesh")
    };
    group.bench_function("clip", |b| b.iter(|| pool.install(run)));
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);

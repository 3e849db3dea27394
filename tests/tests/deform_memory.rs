//! After its first frame a deformer asks for no memory.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use nalgebra::Vector3;
use surefoot::ops::deform_out_of_body::{BodyDeformer, DeformOutOfBodyOptions, DeformScratch, MeshShape};
use surefoot_tests::counting::CountingRequests;

#[global_allocator]
static ALLOCATOR: CountingRequests = CountingRequests;

#[test]
fn a_running_deformer_asks_for_no_memory() {
    // A floor of squares, closed below by a point, and a patch of squares that sinks into it.
    let side = 12u32;
    let at = |x: u32, z: u32| x + z * (side + 1);
    let grid = |y: f32, size: f32| -> Vec<Vector3<f32>> {
        (0..(side + 1) * (side + 1))
            .map(|i| {
                let place = |n: u32| (n as f32 / side as f32 - 0.5) * size;
                Vector3::new(place(i % (side + 1)), y, place(i / (side + 1)))
            })
            .collect()
    };
    let squares: Vec<[u32; 3]> = (0..side * side)
        .flat_map(|i| {
            let (x, z) = (i % side, i / side);
            [[at(x, z), at(x, z + 1), at(x + 1, z)], [at(x + 1, z), at(x, z + 1), at(x + 1, z + 1)]]
        })
        .collect();
    let (floor, patch) = (grid(0.0, 2.0), grid(0.3, 0.4));
    let body = MeshShape { points: &floor, triangles: &squares };
    let part = MeshShape { points: &patch, triangles: &squares };
    let deformer = BodyDeformer::new(body, part, &[], &DeformOutOfBodyOptions::default()).unwrap();
    let frames: Vec<Vec<Vector3<f32>>> = (0..20)
        .map(|i| patch.iter().map(|p| p - Vector3::new(0.0, 0.24 + 0.005 * i as f32, 0.0)).collect())
        .collect();
    let (mut scratch, mut out) = (DeformScratch::default(), patch.clone());
    // The first frame is far from the floor: even then all memory is there afterwards.
    deformer.deform(&floor, &patch, &mut scratch, &mut out).unwrap();
    let before = CountingRequests::so_far();
    let mut pushed = 0;
    for frame in &frames {
        pushed +=
            usize::from(deformer.deform(&floor, frame, &mut scratch, &mut out).unwrap().vertices_pushed > 0);
    }
    assert_eq!(CountingRequests::so_far(), before);
    assert!(pushed > 5, "{pushed}");
}

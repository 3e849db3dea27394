//! After its first frame a deformer asks for no memory.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use nalgebra::Vector3;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use surefoot::ops::deform_out_of_body::{BodyDeformer, DeformOutOfBodyOptions, DeformScratch, MeshShape};

struct Counting;

thread_local! {
    static REQUESTS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        REQUESTS.with(|r| r.set(r.get() + 1));
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

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
    let before = REQUESTS.with(Cell::get);
    let mut pushed = 0;
    for frame in &frames {
        pushed +=
            usize::from(deformer.deform(&floor, frame, &mut scratch, &mut out).unwrap().vertices_pushed > 0);
    }
    assert_eq!(REQUESTS.with(Cell::get), before);
    assert!(pushed > 5, "{pushed}");
}

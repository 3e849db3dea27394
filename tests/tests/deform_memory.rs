//! After its first frame a deformer asks for no memory.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use nalgebra::Vector3;
use surefoot::kinematics::{SkinnedFrame, Skinner, world_matrices};
use surefoot::math::Affine;
use surefoot::ops::deform_out_of_body::{
    BodyDeformer, CharacterDeformScratch, CharacterDeformer, DeformOutOfBodyOptions, DeformScratch,
    DeformSettings, MeshShape,
};
use surefoot_tests::counting::CountingRequests;

#[global_allocator]
static ALLOCATOR: CountingRequests = CountingRequests;

// One test: requests are counted for the whole program.
#[test]
fn running_deformers_ask_for_no_memory() {
    two_meshes();
    a_character();
}

/// A character who walks, posed by the host or by the deformer, with painted weights.
fn a_character() {
    let biped = surefoot_sample::biped(&Default::default()).unwrap();
    let (skeleton, skins) = (biped.skeleton, [biped.skin]);
    let clip = surefoot_sample::walk(&skeleton, &Default::default()).unwrap().clip;
    let options = DeformOutOfBodyOptions::default().margin(0.05).softness(0.02);
    let deformer = CharacterDeformer::new(&skeleton, &skins, &options).unwrap();
    let weights = vec![0.5; deformer.vertex_count()];
    let mut skinner = Skinner::new(&skeleton, &skins[0]).unwrap();
    let mut mesh = SkinnedFrame::default();
    let mut world = vec![Affine::identity(); skeleton.joint_count()];
    let mut scratch = CharacterDeformScratch::default();
    let mut out = vec![Vector3::zeros(); deformer.vertex_count()];
    let settings = DeformSettings { weights: &weights, ..DeformSettings::from(&options) };
    let (mut asked, mut pushed) = (0, 0);
    for frame in 0..30 {
        skinner.deform(&clip.pose(frame), &mut mesh).unwrap();
        world_matrices(&skeleton, &clip.pose(frame), &mut world).unwrap();
        let before = CountingRequests::so_far();
        let a = deformer.deform_points(&mesh.positions, &settings, &mut scratch, &mut out).unwrap();
        let b = deformer.deform_joints(&world, &settings, &mut scratch, &mut out).unwrap();
        asked += if frame > 0 { CountingRequests::so_far() - before } else { 0 };
        pushed += a.vertices_pushed.min(b.vertices_pushed);
    }
    assert_eq!(asked, 0);
    assert!(pushed > 0);
}

fn two_meshes() {
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

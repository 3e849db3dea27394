//! Time to deform one frame of a mesh the size of a game character: 13,380 vertices, 4 influences each.
#![allow(missing_docs, clippy::unwrap_used, reason = "a bench is a program")]

use criterion::{Criterion, criterion_group, criterion_main};
use nalgebra::Vector3;
use std::hint::black_box;
use surefoot::kinematics::{SkinnedFrame, Skinner};
use surefoot::math::{Affine, Quat, Vec3};
use surefoot::model::clip::ClipData;
use surefoot::model::skin::SkinData;
use surefoot::model::{Joint, Track};
use surefoot::{Clip, JointIndex, Skeleton, Skin};

const VERTICES: usize = 13_380;
const JOINTS: usize = 53;

fn skeleton() -> Skeleton {
    let joints = (0..JOINTS).map(|j| {
        let parent = j.checked_sub(1).map(|p| JointIndex(p / 2));
        Joint::new(format!("joint_{j}"), parent, Vec3::new(0.01 * j as f64, 0.1, 0.0))
    });
    Skeleton::new(joints.collect(), vec![]).unwrap()
}

fn skin(skeleton: &Skeleton, with_normals: bool) -> Skin {
    let mut data = SkinData { name: "body".into(), influence_offsets: vec![0], ..SkinData::default() };
    data.slot_joints = skeleton.joints().collect();
    data.inverse_binds = vec![Affine::identity(); JOINTS];
    for vertex in 0..VERTICES {
        let t = vertex as f32 / VERTICES as f32;
        data.positions.push(Vector3::new(t.sin(), 2.0 * t, (7.0 * t).cos()));
        if with_normals {
            data.normals.push(Vector3::new((9.0 * t).sin(), (9.0 * t).cos(), 0.0));
        }
        // Neighbours share joints, as in a real mesh.
        let near = vertex * (JOINTS - 4) / VERTICES;
        data.influence_slots.extend((0..4).map(|i| (near + i) as u32));
        data.influence_weights.extend([0.4, 0.3, 0.2, 0.1]);
        data.influence_offsets.push(data.influence_slots.len() as u32);
    }
    Skin::new(skeleton, data).unwrap()
}

fn clip(skeleton: &Skeleton, scales: Vec<Track>) -> Clip {
    let rotations = (0..JOINTS).map(|j| Quat::from_euler_angles(0.1, 0.02 * j as f64, -0.05)).collect();
    let root_positions = vec![Vec3::y()];
    let data = ClipData {
        name: "pose".into(),
        frame_rate: 30.0,
        rotations,
        root_positions,
        translations: vec![],
        scales,
    };
    Clip::new(skeleton, data).unwrap()
}

fn bench(criterion: &mut Criterion) {
    let skeleton = skeleton();
    let plain = clip(&skeleton, vec![]);
    let scaled =
        clip(&skeleton, vec![Track { joint: JointIndex(0), values: vec![Vec3::new(1.0, 1.2, 1.0)] }]);
    let mut group = criterion.benchmark_group("skinning");
    for (name, with_normals, clip) in [
        ("positions", false, &plain),
        ("positions and normals", true, &plain),
        ("positions and normals, scaled rig", true, &scaled),
    ] {
        let skin = skin(&skeleton, with_normals);
        let mut skinner = Skinner::new(&skeleton, &skin).unwrap();
        let mut out = SkinnedFrame::default();
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                skinner.deform(black_box(&clip.pose(0)), &mut out).unwrap();
                black_box(&out);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);

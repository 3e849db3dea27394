//! Linear blend skinning (docs/methods/roles-and-soles.md, 4). Its time: `rust-core/benches/skinning.rs`.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use nalgebra::Vector3;
use surefoot::io::{self, Document, ReadOptions};
use surefoot::kinematics::{SkinnedFrame, Skinner, world_poses};
use surefoot::math::{Affine, Quat, Vec3};
use surefoot::model::clip::ClipData;
use surefoot::model::skin::SkinData;
use surefoot::model::{Joint, Track};
use surefoot::{Clip, JointIndex, Skeleton, Skin};

fn real(name: &str) -> Option<Document> {
    let path = surefoot_tests::data_folder()?.join(name);
    Some(io::read(&path, &ReadOptions::default()).unwrap())
}

/// A clip of one frame with these rotations, the root at its rest offset.
fn pose(skeleton: &Skeleton, rotations: Vec<Quat>, scales: Vec<Track>) -> Clip {
    let data = ClipData {
        name: "pose".into(),
        frame_rate: 30.0,
        rotations,
        root_positions: vec![skeleton.rest_offset(JointIndex(0))],
        translations: vec![],
        scales,
    };
    Clip::new(skeleton, data).unwrap()
}

fn deform(skeleton: &Skeleton, skin: &Skin, clip: &Clip, frame: usize) -> SkinnedFrame {
    let mut out = SkinnedFrame::default();
    Skinner::new(skeleton, skin).unwrap().deform(&clip.pose(frame), &mut out).unwrap();
    out
}

/// In the pose it was bound in, the mesh stays where it is.
#[test]
fn the_rest_pose_leaves_a_real_mesh_alone() {
    for name in [
        "characters/makehuman_male_cmu.glb",
        "characters/makehuman_female_mixamo.glb",
        "characters/makehuman_female_game_engine.glb",
    ] {
        let Some(document) = real(name) else { return };
        let skeleton = &document.skeleton;
        let clip = pose(skeleton, skeleton.rest_rotations().to_vec(), vec![]);
        for skin in &document.skins {
            assert!(skin.vertex_count() > 1000);
            let out = deform(skeleton, skin, &clip, 0);
            for (v, (actual, expected)) in out.positions.iter().zip(&skin.data().positions).enumerate() {
                assert!((actual - expected).norm() < 1e-6, "{name}: vertex {v}: {actual} {expected}");
            }
            for (v, (actual, expected)) in out.normals.iter().zip(&skin.data().normals).enumerate() {
                assert!((actual - expected).norm() < 1e-5, "{name}: normal {v}: {actual} {expected}");
            }
        }
    }
}

/// A vertex of one joint moves with it as if nailed on.
#[test]
fn single_influence_vertices_move_rigidly() {
    let Some(document) = real("animated/makehuman_male_walk_30fps.glb") else { return };
    let (skeleton, clip, skin) = (&document.skeleton, &document.clips[0], &document.skins[0]);
    let rest = surefoot::kinematics::rest_pose(skeleton);
    let poses = world_poses(skeleton, clip).unwrap();
    let mut checked = 0;
    for frame in [0, 20, 60] {
        let out = deform(skeleton, skin, clip, frame);
        for vertex in 0..skin.vertex_count() {
            let (slots, weights) = skin.influences(vertex);
            if weights.iter().filter(|w| **w > 0.0).count() != 1 {
                continue;
            }
            let slot = slots[weights.iter().position(|w| *w > 0.0).unwrap()];
            let joint = skin.data().slot_joints[slot as usize];
            let p = skin.data().positions[vertex].cast::<f64>();
            let local = rest.rotations[joint.0].inverse() * (p - rest.positions[joint.0]);
            let expected = poses.point(frame, joint, &local);
            let actual = out.positions[vertex].cast::<f64>();
            assert!((actual - expected).norm() < 1e-6, "frame {frame}, vertex {vertex}: {actual} {expected}");
            checked += 1;
        }
    }
    assert!(checked > 1000, "{checked}");
}

/// A round tube along y around two joints; each ring turns from the lower to the upper joint as `weight(y)` says.
fn tube(weight: impl Fn(f64) -> f64) -> (Skeleton, SkinData) {
    let skeleton = Skeleton::new(
        vec![
            Joint::new("lower", None, Vec3::zeros()),
            Joint::new("upper", Some(JointIndex(0)), Vec3::new(0.0, 1.0, 0.0)),
        ],
        vec![],
    )
    .unwrap();
    let (rings, sides) = (40u32, 48u32);
    let mut data = SkinData { name: "tube".into(), influence_offsets: vec![0], ..SkinData::default() };
    data.slot_joints = vec![JointIndex(0), JointIndex(1)];
    data.inverse_binds =
        vec![Affine::identity(), Affine { translation: Vec3::new(0.0, -1.0, 0.0), ..Affine::identity() }];
    for ring in 0..=rings {
        let y = 2.0 * f64::from(ring) / f64::from(rings);
        for side in 0..sides {
            let (sin, cos) = (std::f64::consts::TAU * f64::from(side) / f64::from(sides)).sin_cos();
            data.positions.push(Vector3::new(0.2 * cos, y, 0.2 * sin).cast());
            data.normals.push(Vector3::new(cos, 0.0, sin).cast());
            let w = weight(y) as f32;
            data.influence_slots.extend([0, 1]);
            data.influence_weights.extend([1.0 - w, w]);
            data.influence_offsets.push(data.influence_slots.len() as u32);
            if ring < rings {
                let next = ring * sides + (side + 1) % sides;
                let here = ring * sides + side;
                data.triangles.extend([[here, here + sides, next], [next, here + sides, next + sides]]);
            }
        }
    }
    (skeleton, data)
}

/// The surface normal at a vertex by central differences over its four neighbours on the tube.
fn difference_normal(positions: &[Vector3<f32>], vertex: usize, sides: usize) -> Vector3<f64> {
    let (ring, side) = (vertex / sides, vertex % sides);
    let at = |ring: usize, side: usize| positions[ring * sides + side % sides].cast::<f64>();
    let along = at(ring + 1, side) - at(ring - 1, side);
    let around = at(ring, side + 1) - at(ring, side + sides - 1);
    along.cross(&around).normalize()
}

/// Where the mesh turns as a whole, normals are those of the deformed triangles.
#[test]
fn normals_follow_the_deformed_surface() {
    // All of the lower half on one joint, all of the upper on the other: both turn rigidly.
    let (skeleton, data) = tube(|y| f64::from(u8::from(y > 1.0)));
    let skin = Skin::new(&skeleton, data).unwrap();
    let turns = vec![Quat::from_euler_angles(0.4, -0.8, 1.1), Quat::from_euler_angles(-0.3, 0.9, 0.5)];
    let out = deform(&skeleton, &skin, &pose(&skeleton, turns.clone(), vec![]), 0);
    let mut checked = 0;
    for vertex in 48..skin.vertex_count() - 48 {
        // The rings on both sides of the seam have neighbours on the other joint.
        if (19..=22).contains(&(vertex / 48)) {
            continue;
        }
        let expected = difference_normal(&out.positions, vertex, 48);
        let actual = out.normals[vertex].cast::<f64>();
        assert!((actual - expected).norm() < 1e-5, "vertex {vertex}: {actual} {expected}");
        checked += 1;
    }
    assert!(checked > 1000);
    // An uneven scale: the inverse transpose, not the matrix, keeps normals upright. The rings are polygons, so
    // differences over their sides are as good as (2π/48)² of the curvature.
    let scale = Track { joint: JointIndex(0), values: vec![Vec3::new(2.0, 1.0, 0.5)] };
    let out = deform(&skeleton, &skin, &pose(&skeleton, turns, vec![scale]), 0);
    for vertex in 48..19 * 48 {
        let expected = difference_normal(&out.positions, vertex, 48);
        let actual = out.normals[vertex].cast::<f64>();
        assert!((actual - expected).norm() < 1e-4, "scaled vertex {vertex}: {actual} {expected}");
        assert!((actual.norm() - 1.0).abs() < 1e-6);
    }
}

/// Weights that do not sum to 1 are scaled, and the reader says so; the real case is this file's hands.
#[test]
fn odd_weights_are_renormalised_with_a_warning() {
    let (skeleton, mut data) = tube(|y| y / 2.0);
    let even = Skin::new(&skeleton, data.clone()).unwrap();
    data.influence_weights.iter_mut().for_each(|w| *w *= 1.7);
    let odd = Skin::new(&skeleton, data).unwrap();
    assert_eq!(odd.renormalised_count(), odd.vertex_count());
    let turns = vec![Quat::identity(), Quat::from_euler_angles(0.0, 0.0, 1.0)];
    let clip = pose(&skeleton, turns, vec![]);
    let (a, b) = (deform(&skeleton, &even, &clip, 0), deform(&skeleton, &odd, &clip, 0));
    for (p, q) in a.positions.iter().zip(&b.positions) {
        assert!((p - q).norm() < 1e-6);
    }
    let Some(document) = real("characters/RobotExpressive.glb") else { return };
    let warning = document.notes.iter().find(|w| w.code == "weights-renormalised").unwrap();
    assert!(warning.text.contains("367 vertices"), "{}", warning.text);
}

/// Influences of weight 0 change nothing.
#[test]
fn zero_weights_change_nothing() {
    let (skeleton, data) = tube(|y| y / 2.0);
    let mut padded = data.clone();
    padded.influence_offsets = vec![0];
    padded.influence_slots.clear();
    padded.influence_weights.clear();
    for v in 0..data.positions.len() {
        for i in data.influence_offsets[v] as usize..data.influence_offsets[v + 1] as usize {
            padded.influence_slots.extend([1, data.influence_slots[i], 0]);
            padded.influence_weights.extend([0.0, data.influence_weights[i], 0.0]);
        }
        padded.influence_offsets.push(padded.influence_slots.len() as u32);
    }
    let (plain, padded) = (Skin::new(&skeleton, data).unwrap(), Skin::new(&skeleton, padded).unwrap());
    let turns = vec![Quat::from_euler_angles(0.2, 0.0, 0.1), Quat::from_euler_angles(0.0, 0.5, 1.0)];
    let clip = pose(&skeleton, turns, vec![]);
    assert_eq!(deform(&skeleton, &plain, &clip, 0), deform(&skeleton, &padded, &clip, 0));
}

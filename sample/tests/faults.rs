//! Each fault does what it says, and no more.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use surefoot::kinematics::{BodyPoints, world_poses};
use surefoot::math::Vec3;
use surefoot::model::PointKind;
use surefoot::{Clip, Plants, Skeleton};
use surefoot_sample::faults::{
    arms_into_trunk, drop_frame, floor_offset, joint_noise, lifted, repeat_frame, root_drift, root_noise,
    scaled_root_path, skate_by_leg_scale,
};
use surefoot_sample::{BipedOptions, SampleClip, WalkOptions, biped_skeleton, walk};

fn sample() -> (Skeleton, SampleClip) {
    let skeleton = biped_skeleton(&BipedOptions::default()).unwrap();
    let walk = walk(&skeleton, &WalkOptions::default()).unwrap();
    (skeleton, walk)
}

/// Largest way over the floor of a planted ball within its plant.
fn slide(skeleton: &Skeleton, clip: &Clip, plants: &Plants) -> f64 {
    let (poses, points) = (world_poses(skeleton, clip).unwrap(), BodyPoints::new(skeleton));
    let toes = plants.iter().filter(|p| p.point.kind == PointKind::Toe);
    toes.map(|plant| {
        let at = points.get(plant.point).unwrap();
        let place = |f: usize| poses.point(f, at.joint, &at.offset).xz();
        (place(plant.frames.end - 1) - place(plant.frames.start)).norm()
    })
    .fold(0.0, f64::max)
}

#[test]
fn leg_scale_skates_keeps_the_path_and_stays_on_the_floor() {
    let (skeleton, walk) = sample();
    assert!(slide(&skeleton, &walk.clip, &walk.plants) < 1e-9);
    for factor in [0.88, 1.12] {
        let (scaled, clip) = skate_by_leg_scale(&skeleton, &walk.clip, factor).unwrap();
        let length = |s: &Skeleton, name: &str| s.rest_offset(s.find(name).unwrap()).norm();
        for (name, expected) in
            [("left_shin", factor), ("right_foot", factor), ("left_toe", 1.0), ("left_thigh", 1.0)]
        {
            assert!((length(&scaled, name) / length(&skeleton, name) - expected).abs() < 1e-12, "{name}");
        }
        assert_eq!(clip.rotations(), walk.clip.rotations());
        let mut lowered = Vec::new();
        for (new, old) in clip.root_positions().iter().zip(walk.clip.root_positions()) {
            assert_eq!(new.xz(), old.xz());
            lowered.push(old.y - new.y);
        }
        // 12 % of 0.84 m of legs.
        lowered.sort_by(f64::total_cmp);
        let median = lowered[lowered.len() / 2];
        assert!((median.abs() - 0.12 * 0.84).abs() < 1e-3, "{median}");
        let slide = slide(&scaled, &clip, &walk.plants);
        assert!((0.04..0.2).contains(&slide), "{factor}: {slide}");
        let poses = world_poses(&scaled, &clip).unwrap();
        let toe = scaled.find("left_toe").unwrap();
        let low = (0..poses.frame_count()).map(|f| poses.position(f, toe).y).fold(f64::INFINITY, f64::min);
        assert!(low.abs() < 0.03, "{factor}: {low}");
    }
    assert!(skate_by_leg_scale(&skeleton, &walk.clip, f64::NAN).is_err());
}

#[test]
fn drift_moves_and_turns_at_the_speed_given() {
    let (skeleton, walk) = sample();
    let drifted = root_drift(&skeleton, &walk.clip, Vec3::new(0.1, 0.0, -0.05), 0.0).unwrap();
    let way = drifted.root_positions()[120] - walk.clip.root_positions()[120];
    assert!((way - Vec3::new(0.2, 0.0, -0.1)).norm() < 1e-12);
    let turned = root_drift(&skeleton, &walk.clip, Vec3::zeros(), 0.2).unwrap();
    let n = walk.clip.joint_count();
    let turn = turned.rotations()[60 * n] * walk.clip.rotations()[60 * n].inverse();
    assert!((turn.angle() - 0.2).abs() < 1e-9 && turn.imag().y > 0.0);
    let reach = |clip: &Clip| (clip.root_positions()[200] - clip.root_positions()[0]).norm();
    assert!((reach(&turned) - reach(&walk.clip)).abs() < 1e-9);
}

#[test]
fn noise_has_its_deviation_and_follows_its_seed() {
    let (skeleton, walk) = sample();
    let noisy = root_noise(&skeleton, &walk.clip, 0.01, 7).unwrap();
    assert_eq!(noisy, root_noise(&skeleton, &walk.clip, 0.01, 7).unwrap());
    assert_ne!(noisy, root_noise(&skeleton, &walk.clip, 0.01, 8).unwrap());
    let squares: f64 = noisy
        .root_positions()
        .iter()
        .zip(walk.clip.root_positions())
        .map(|(a, b)| (a - b).norm_squared())
        .sum();
    let deviation = (squares / (3 * noisy.frame_count()) as f64).sqrt();
    assert!((deviation - 0.01).abs() < 0.001, "{deviation}");
    let noisy = joint_noise(&skeleton, &walk.clip, 0.02, 7).unwrap();
    let squares: f64 =
        noisy.rotations().iter().zip(walk.clip.rotations()).map(|(a, b)| a.angle_to(b).powi(2)).sum();
    let deviation = (squares / (3 * noisy.rotations().len()) as f64).sqrt();
    assert!((deviation - 0.02).abs() < 0.001, "{deviation}");
}

#[test]
fn paths_stretch_and_heights_shift() {
    let (skeleton, walk) = sample();
    let far = scaled_root_path(&skeleton, &walk.clip, 1.15).unwrap();
    let (new, old) = (far.root_positions(), walk.clip.root_positions());
    let z = |p: &[Vec3]| p[200].z - p[0].z;
    assert!((z(new) / z(old) - 1.15).abs() < 1e-12);
    assert_eq!(new[77].y, old[77].y);
    let sunk = lifted(&skeleton, &walk.clip, -0.04).unwrap();
    assert!((sunk.root_positions()[9].y - old[9].y + 0.04).abs() < 1e-15);
    let offset = floor_offset(&skeleton, &walk, 0.07).unwrap();
    assert_eq!(offset.ground.footing(1.0, 2.0, 0.0).unwrap().height, 0.07);
    let (poses, points) = (world_poses(&skeleton, &offset.clip).unwrap(), BodyPoints::new(&skeleton));
    for plant in offset.plants.iter() {
        let at = points.get(plant.point).unwrap();
        let place = poses.point(plant.frames.start, at.joint, &at.offset);
        assert!((place - plant.position.unwrap()).norm() < 1e-9);
    }
}

#[test]
fn arms_go_into_the_trunk() {
    let (skeleton, walk) = sample();
    let pressed = arms_into_trunk(&skeleton, &walk.clip, 0.35).unwrap();
    let (before, after) =
        (world_poses(&skeleton, &walk.clip).unwrap(), world_poses(&skeleton, &pressed).unwrap());
    for (name, s) in [("left_forearm", 1.0), ("right_forearm", -1.0)] {
        let elbow = skeleton.find(name).unwrap();
        for frame in 0..before.frame_count() {
            // Sideways from the middle of the walk's line.
            let inwards = s * (before.position(frame, elbow).x - after.position(frame, elbow).x);
            assert!((0.06..0.15).contains(&inwards), "{name} {frame}: {inwards}");
        }
    }
}

#[test]
fn frames_are_lost_and_repeated() {
    let (skeleton, walk) = sample();
    let root = |clip: &Clip, f: usize| clip.root_positions()[f];
    let lost = drop_frame(&skeleton, &walk.clip, 10).unwrap();
    assert_eq!(lost.frame_count(), walk.clip.frame_count() - 1);
    assert_eq!(root(&lost, 9), root(&walk.clip, 9));
    assert_eq!(root(&lost, 10), root(&walk.clip, 11));
    let twice = repeat_frame(&skeleton, &walk.clip, 10).unwrap();
    assert_eq!(twice.frame_count(), walk.clip.frame_count() + 1);
    assert_eq!(root(&twice, 11), root(&walk.clip, 10));
    assert_eq!(root(&twice, 12), root(&walk.clip, 11));
    let text = drop_frame(&skeleton, &walk.clip, 9999).unwrap_err().to_string();
    assert!(text.contains("9999") && text.contains("240"), "{text}");
}

//! Planted joints on the ground: ankles and toes stand at their own height over it, and what cannot be met is told.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

use surefoot::kinematics::{BodyPoints, world_poses};
use surefoot::math::Vec3;
use surefoot::model::{Plant, PointKind};
use surefoot::{
    Clip, FootskateSolver, Ground, Plants, RemoveFootskateOptions, Skeleton, measure_footskate,
    remove_footskate,
};
use surefoot_tests::walks::{biped, moved, plant, point, run, walk};

/// Ankle and toe plants in place of heel and toe ones, as `detect_plants` gives them.
fn of_joints(plants: &Plants) -> Plants {
    let joints = plants.iter().filter_map(|p| {
        let kind = match p.point.kind {
            PointKind::Heel => PointKind::Ankle,
            PointKind::Toe => PointKind::Toe,
            _ => return None,
        };
        let point = surefoot::model::BodyPoint { kind, ..p.point };
        Some(Plant { point, position: None, ..p.clone() })
    });
    Plants::new(plants.frame_count(), joints.collect()).unwrap()
}

/// Height over the level floor of each plant, on its middle frame.
fn heights(skeleton: &Skeleton, clip: &Clip, plants: &Plants, kind: PointKind) -> Vec<f64> {
    let poses = world_poses(skeleton, clip).unwrap();
    let points = BodyPoints::new(skeleton);
    let at = |p: &Plant| {
        let at = points.get(p.point).unwrap();
        poses.point(p.frames.start + p.frames.len() / 2, at.joint, &at.offset).y
    };
    plants.iter().filter(|p| p.point.kind == kind).map(at).collect()
}

#[test]
fn planted_joints_are_lifted_to_their_standing_height() {
    let skeleton = biped();
    let walk = walk(&skeleton);
    let plants = of_joints(&walk.plants);
    let ground = Ground::level(0.0);
    let standing = BodyPoints::new(&skeleton).standing_height(point("left_ankle"));
    assert!(standing > 0.04, "the sample's ankle lies {standing} m over its sole");
    for depth in [0.02, 0.05] {
        let sunk = moved(&skeleton, &walk.clip, 0.0, Vec3::new(0.0, -depth, 0.0));
        for solver in [FootskateSolver::LeastSquares, FootskateSolver::Windowed] {
            let options = RemoveFootskateOptions::default().solver(solver);
            let edited = remove_footskate(&skeleton, &sunk, &plants, Some(&ground), &options).unwrap();
            for h in heights(&skeleton, &edited.clip, &plants, PointKind::Ankle) {
                assert!(
                    h > standing - 0.002,
                    "{solver:?}, sunk by {depth}: ankle at {h}, stands at {standing}"
                );
            }
            let fit = edited.report.after.ground.unwrap();
            assert!(fit.of == "ground" && fit.penetration_max < 0.003, "{solver:?}, {depth}: {fit:?}");
            assert!(edited.report.before.ground.unwrap().penetration_max > 0.9 * depth);
        }
    }
}

#[test]
fn snapping_brings_joints_down_to_their_standing_height() {
    let skeleton = biped();
    let walk = walk(&skeleton);
    let plants = of_joints(&walk.plants);
    let ground = Ground::level(0.0);
    let floating = moved(&skeleton, &walk.clip, 0.0, Vec3::new(0.0, 0.02, 0.0));
    let points = BodyPoints::new(&skeleton);
    for (snap, largest) in [(false, f64::INFINITY), (true, 0.003)] {
        let options = RemoveFootskateOptions::default().snap_to_ground(snap);
        let edited = remove_footskate(&skeleton, &floating, &plants, Some(&ground), &options).unwrap();
        for (kind, name) in [(PointKind::Ankle, "left_ankle"), (PointKind::Toe, "left_toe")] {
            let standing = points.standing_height(point(name));
            let off = heights(&skeleton, &edited.clip, &plants, kind)
                .into_iter()
                .map(|h| (h - standing).abs())
                .fold(0.0, f64::max);
            assert!(off <= largest, "{name}: {off}");
            assert!(snap || off > 0.01, "{name} came down without being asked: {off}");
        }
    }
}

#[test]
fn what_stays_in_the_ground_is_told() {
    let skeleton = biped();
    let walk = walk(&skeleton);
    let ground = Ground::level(0.0);
    let stance = walk.plants.iter().find(|p| p.point == point("left_toe") && p.frames.start > 20).unwrap();
    let frames = stance.frames.clone();
    let at = BodyPoints::new(&skeleton).get(stance.point).unwrap();
    let mut place = world_poses(&skeleton, &walk.clip).unwrap().point(frames.start, at.joint, &at.offset);
    place.y = -0.05;
    let under = Plant { position: Some(place), ..plant("left_toe", frames.clone()) };
    let under = Plants::new(walk.clip.frame_count(), vec![under]).unwrap();
    let edited = remove_footskate(&skeleton, &walk.clip, &under, Some(&ground), &Default::default()).unwrap();
    let fit = edited.report.after.ground.unwrap();
    assert!(fit.penetration_max > 0.04 && frames.contains(&fit.penetration_max_frame), "{fit:?}");
    let notes = &edited.report.notes;
    assert!(
        notes.iter().any(|n| n.text.contains("still up to") && n.text.contains("under the ground")),
        "{notes:?}"
    );
}

#[test]
fn without_a_ground_plants_are_measured_against_their_own_height() {
    let skeleton = biped();
    let walk = walk(&skeleton);
    let none = Plants::none(walk.clip.frame_count());
    assert!(measure_footskate(&skeleton, &walk.clip, &none, None, None).unwrap().ground.is_none());
    // A walk that climbs: each plant has a ground of its own, so nothing is far under or over it.
    let mut data = walk.clip.clone().into_data();
    data.root_positions.iter_mut().for_each(|p| p.y += 0.1 * p.z);
    let climbing = Clip::new(&skeleton, data).unwrap();
    let plants = of_joints(&walk.plants);
    let edited = run(&skeleton, &climbing, &plants);
    let fit = edited.report.after.ground.unwrap();
    assert!(fit.of == "plants" && fit.float_mean < 0.01 && fit.penetration_max < 0.04, "{fit:?}");
}

#[test]
fn rising_and_falling_plants_show_in_the_height_drift() {
    // Known truth: the whole body bobs by 2 cm while a toe is planted for a whole period.
    let skeleton = biped();
    let still = walk(&skeleton).clip;
    let mut data = still.clone().into_data();
    let joints = still.joint_count();
    for frame in 0..still.frame_count() {
        let phase = std::f64::consts::TAU * frame as f64 / 60.0;
        data.root_positions[frame] = still.root_positions()[0] + Vec3::y() * (0.02 * phase.sin());
        data.rotations[frame * joints..(frame + 1) * joints].copy_from_slice(&still.rotations()[..joints]);
    }
    let bobbing = Clip::new(&skeleton, data).unwrap();
    let plants = Plants::new(bobbing.frame_count(), vec![plant("left_toe", 0..60)]).unwrap();
    let before = measure_footskate(&skeleton, &bobbing, &plants, None, None).unwrap();
    assert!((before.drift_height_p95 - 0.02).abs() < 1e-4, "{}", before.drift_height_p95);
    assert!(before.drift_p95 < 1e-9 && before.slide_max < 1e-9);
    assert_eq!(before.slides[0].drift_height_p95, before.drift_height_p95);
    let after = run(&skeleton, &bobbing, &plants).report.after;
    assert!(after.drift_height_p95 < 1e-9, "{}", after.drift_height_p95);
}

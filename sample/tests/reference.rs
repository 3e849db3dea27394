//! The published walk and the turning body keep what their formulas promise.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use surefoot::Clip;
use surefoot::kinematics::world_poses;
use surefoot::math::Vec3;
use surefoot::model::{BodyPoint, PointKind, Role, Side};
use surefoot_sample::reference::{ReferenceWalk, reference_walk, unicycle, unicycle_skeleton};

/// Largest distance of a planted heel or ball from its place.
fn drift(walk: &ReferenceWalk, clip: &Clip) -> f64 {
    let poses = world_poses(&walk.skeleton, clip).unwrap();
    let mut worst: f64 = 0.0;
    for plant in walk.plants.iter() {
        let foot = walk.skeleton.roles().joint(Role::Foot(plant.point.side)).unwrap();
        let offset = if plant.point.kind == PointKind::Heel { walk.heel } else { walk.ball };
        for frame in plant.frames.clone() {
            worst = worst.max((poses.point(frame, foot, &offset) - plant.position.unwrap()).norm());
        }
    }
    worst
}

/// Largest distance from the mean of each plant's frames put on the floor.
fn spread(walk: &ReferenceWalk, clip: &Clip) -> f64 {
    let poses = world_poses(&walk.skeleton, clip).unwrap();
    let mut worst: f64 = 0.0;
    for plant in walk.plants.iter() {
        let foot = walk.skeleton.roles().joint(Role::Foot(plant.point.side)).unwrap();
        let offset = if plant.point.kind == PointKind::Heel { walk.heel } else { walk.ball };
        let at = |frame| poses.point(frame, foot, &offset);
        let mut mean = plant.frames.clone().map(at).sum::<Vec3>() / plant.frames.len() as f64;
        mean.y = 0.0;
        worst = plant.frames.clone().map(|f| (at(f) - mean).norm()).fold(worst, f64::max);
    }
    worst
}

#[test]
fn reference_walk_is_planted_and_its_disturbance_is_the_published_one() {
    for fps in [30.0, 60.0, 120.0, 240.0] {
        let walk = reference_walk(fps, false).unwrap();
        assert!(drift(&walk, &walk.clean) < 1e-12, "{fps}");
        // Against the true place; the spec's figures are against plants averaged from the skating clip.
        let skate = drift(&walk, &walk.skating);
        let raised = reference_walk(fps, true).unwrap();
        let lifted = drift(&raised, &raised.skating);
        // Spec: 7.8 cm of plant error for the raised walk, within 20 %.
        let raised_error = spread(&raised, &raised.skating);
        assert!((0.063..0.093).contains(&raised_error), "{fps}: {raised_error}");
        assert!((0.06..0.07).contains(&skate), "{fps}: {skate}");
        assert!((0.09..0.10).contains(&lifted), "{fps}: {lifted}");
    }
    let walk = reference_walk(30.0, false).unwrap();
    let left_heel = walk.plants.of(BodyPoint { side: Side::Left, kind: PointKind::Heel });
    assert_eq!(left_heel.map(|p| p.frames.clone()).next(), Some(0..12));
}

#[test]
fn unicycle_keeps_its_distance_from_the_centre_of_the_arc() {
    let skeleton = unicycle_skeleton().unwrap();
    for curvature in [-0.8, 0.4, 2.0] {
        let clip = unicycle(&skeleton, curvature, 1.3, 30.0, 3.0).unwrap();
        let centre = Vec3::new(1.0 / curvature, 0.9, 0.0);
        for p in clip.root_positions() {
            assert!(((p - centre).norm() - (1.0 / curvature).abs()).abs() < 1e-12);
        }
    }
    let straight = unicycle(&skeleton, 0.0, 1.0, 30.0, 1.0).unwrap();
    assert!((straight.root_positions()[15] - Vec3::new(0.0, 0.9, 0.5)).norm() < 1e-12);
}

//! What the samples promise, measured by means of their own: forward kinematics only.

use super::*;
use crate::kinematics::{BodyPoints, WorldPoses, world_poses};
use crate::math::Vec3;
use crate::model::{JointIndex, PointKind, Role, Side, Skeleton};

fn skeleton() -> Skeleton {
    biped_skeleton(&BipedOptions::default()).unwrap()
}

/// Every sample clip with its defaults.
fn all_clips(skeleton: &Skeleton) -> Vec<SampleClip> {
    vec![
        walk(skeleton, &WalkOptions::default()).unwrap(),
        run(skeleton, &RunOptions::default()).unwrap(),
        turn(skeleton, &TurnOptions::default()).unwrap(),
        jump(skeleton, &JumpOptions::default()).unwrap(),
        stand(skeleton, &StandOptions::default()).unwrap(),
    ]
}

/// Largest distance of any planted point from its place.
fn plant_drift(skeleton: &Skeleton, sample: &SampleClip) -> f64 {
    let poses = world_poses(skeleton, &sample.clip);
    let points = BodyPoints::new(skeleton);
    let mut worst: f64 = 0.0;
    for plant in sample.plants.iter() {
        let attached = points.get(plant.point).unwrap();
        for frame in plant.frames.clone() {
            let at = poses.point(frame, attached.joint, &attached.offset);
            worst = worst.max((at - plant.position.unwrap()).norm());
        }
    }
    worst
}

/// Height of the lowest point of the soles over the whole clip.
fn lowest_sole(skeleton: &Skeleton, poses: &WorldPoses) -> f64 {
    let points = BodyPoints::new(skeleton);
    let soles =
        points.iter().filter(|(p, _)| matches!(p.kind, PointKind::Heel | PointKind::Toe | PointKind::ToeTip));
    soles
        .flat_map(|(_, a)| (0..poses.frame_count()).map(move |f| poses.point(f, a.joint, &a.offset).y))
        .fold(f64::INFINITY, f64::min)
}

/// Flexion of a knee, radians, from joint positions: positive where the knee lies ahead of the line hip to ankle.
fn knee_flexion(skeleton: &Skeleton, poses: &WorldPoses, frame: usize, side: Side) -> f64 {
    let [thigh, shin, foot] =
        skeleton.roles().require([Role::Thigh(side), Role::Shin(side), Role::Foot(side)]).unwrap();
    let (hip, knee, ankle) =
        (poses.position(frame, thigh), poses.position(frame, shin), poses.position(frame, foot));
    let angle = (knee - hip).angle(&(ankle - knee));
    let across = (poses.rotation(frame, JointIndex(0))) * Vec3::x();
    let turned = (knee - hip).cross(&(ankle - knee)).dot(&across);
    if turned < 0.0 { -angle } else { angle }
}

#[test]
fn planted_points_do_not_move() {
    let skeleton = skeleton();
    for sample in all_clips(&skeleton) {
        assert!(sample.plants.len() >= 8, "{}", sample.clip.name());
        let drift = plant_drift(&skeleton, &sample);
        assert!(drift < 1e-9, "{}: {drift}", sample.clip.name());
    }
}

#[test]
fn soles_stay_above_the_floor() {
    let skeleton = skeleton();
    for sample in all_clips(&skeleton) {
        let lowest = lowest_sole(&skeleton, &world_poses(&skeleton, &sample.clip));
        assert!(lowest > -1e-9, "{}: {lowest}", sample.clip.name());
    }
}

#[test]
fn knees_bend_forward_and_never_too_far() {
    let skeleton = skeleton();
    for sample in all_clips(&skeleton) {
        let poses = world_poses(&skeleton, &sample.clip);
        let mut range = (f64::INFINITY, f64::NEG_INFINITY);
        for frame in 0..poses.frame_count() {
            for side in Side::BOTH {
                let flexion = knee_flexion(&skeleton, &poses, frame, side).to_degrees();
                range = (range.0.min(flexion), range.1.max(flexion));
            }
        }
        assert!(range.0 > 3.0 && range.1 < 150.0, "{}: {range:?}", sample.clip.name());
    }
}

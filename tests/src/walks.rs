//! Generated walks, whole and skated, with the few things every suite on footskate does with them.
#![allow(clippy::unwrap_used, missing_docs, reason = "a helper that fails is a failed test")]

use surefoot::kinematics::world_poses;
use surefoot::math::{Quat, Vec3};
use surefoot::model::{BodyPoint, Plant};
use surefoot::{
    Clip, Edited, Plants, RemoveFootskateOptions, RemoveFootskateReport, Skeleton, remove_footskate,
};
use surefoot_sample::{self as sample, SampleClip, WalkOptions, faults};

pub fn biped() -> Skeleton {
    sample::biped_skeleton(&sample::BipedOptions::default()).unwrap()
}

pub fn walk(skeleton: &Skeleton) -> SampleClip {
    sample::walk(skeleton, &WalkOptions { seconds: 3.0, ..Default::default() }).unwrap()
}

/// The plants without their true places, which a skated clip no longer has.
pub fn placeless(plants: &Plants) -> Plants {
    let plants_of = plants.iter().map(|p| Plant { position: None, ..p.clone() }).collect();
    Plants::new(plants.frame_count(), plants_of).unwrap()
}

/// Heel and ball only: the windowed solver holds two points a foot, and a foot without a toe joint can do no more.
pub fn two_points(plants: &Plants) -> Plants {
    use surefoot::model::PointKind::{Heel, Toe};
    let kept = plants.iter().filter(|p| matches!(p.point.kind, Heel | Toe)).cloned().collect();
    Plants::new(plants.frame_count(), kept).unwrap()
}

/// A walk on legs 10 % shorter: the classic skate.
pub fn skated() -> (Skeleton, Clip, Plants) {
    let skeleton = biped();
    let walk = walk(&skeleton);
    let (short, clip) = faults::skate_by_leg_scale(&skeleton, &walk.clip, 0.9).unwrap();
    (short, clip, placeless(&walk.plants))
}

pub fn run(skeleton: &Skeleton, clip: &Clip, plants: &Plants) -> Edited<RemoveFootskateReport> {
    remove_footskate(skeleton, clip, plants, None, &RemoveFootskateOptions::default()).unwrap()
}

pub fn positions(skeleton: &Skeleton, clip: &Clip) -> Vec<Vec3> {
    world_poses(skeleton, clip).unwrap().positions
}

pub fn largest_difference(a: &[Vec3], b: &[Vec3]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (a - b).norm()).fold(0.0, f64::max)
}

pub fn point(name: &str) -> BodyPoint {
    BodyPoint::from_name(name).unwrap()
}

pub fn plant(name: &str, frames: std::ops::Range<usize>) -> Plant {
    Plant { point: point(name), frames, confidence: 1.0, position: None }
}

pub fn moved(skeleton: &Skeleton, clip: &Clip, yaw: f64, shift: Vec3) -> Clip {
    let turn = Quat::from_scaled_axis(Vec3::y() * yaw);
    let mut data = clip.clone().into_data();
    data.root_positions.iter_mut().for_each(|p| *p = turn * *p + shift);
    for frame in 0..clip.frame_count() {
        let q = &mut data.rotations[frame * clip.joint_count()];
        *q = turn * *q;
    }
    Clip::new(skeleton, data).unwrap()
}

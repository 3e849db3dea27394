//! Captured clips for the suites and figures on balance, with the roles that the reader finds.
#![allow(clippy::unwrap_used, missing_docs, reason = "a helper that fails is a failed test")]

use crate::plant_clips::{CMU_UNIT, Take, thinned};
use std::path::Path;
use surefoot::io::{ReadOptions, read};
use surefoot::kinematics::world_poses;
use surefoot::math::{Quat, Vec3};
use surefoot::model::{Load, Side};
use surefoot::{Clip, JointIndex, Role, Skeleton};

/// Six walks.
pub const WALKS: [&str; 6] = crate::captured::WALKS;

/// A clip of the CMU folder at its true rate without its T-pose; every `step`-th frame, by default so that there are 60 a second.
pub fn captured(folder: &Path, name: &str, step: Option<usize>) -> (Skeleton, Clip) {
    let slow = ["60_", "75_", "143_", "114_"].iter().any(|s| name.starts_with(s));
    let rate = if slow { 60.0 } else { 120.0 };
    let options = ReadOptions { unit_metres: Some(CMU_UNIT), frame_rate: Some(rate), ..ReadOptions::default() };
    let at = ["cmu", "wild", "locomotion"].map(|sub| folder.join(format!("{sub}/{name}.bvh")));
    let document = read(at.iter().find(|path| path.exists()).unwrap(), &options).unwrap();
    let clip = document.clips[0].slice(1..document.clips[0].frame_count()).unwrap();
    let take = Take { skeleton: document.skeleton, clip };
    let step = step.unwrap_or(if slow { 1 } else { 2 });
    let take = if step > 1 { thinned(&take, step, 0) } else { take };
    (take.skeleton, take.clip)
}

/// All captured clips of the two folders, without their ending.
pub fn clip_names(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for sub in ["cmu", "wild"] {
        for entry in std::fs::read_dir(folder.join(sub)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if let Some(name) = name.strip_suffix(".bvh").filter(|name| !name.starts_with("generated")) {
                names.push(name.to_owned());
            }
        }
    }
    names.sort();
    names
}

/// What upsets balance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BalanceEdit {
    LeanSideways,
    LeanForward,
    Backpack,
    Faster,
    Slower,
    LiftedLoad,
}

impl BalanceEdit {
    pub const ALL: [Self; 6] =
        [Self::LeanSideways, Self::LeanForward, Self::Backpack, Self::Faster, Self::Slower, Self::LiftedLoad];
}

/// A clip with something that upsets its balance, and what is carried in it.
pub fn edited(skeleton: &Skeleton, clip: &Clip, edit: BalanceEdit) -> (Clip, Vec<Load>) {
    let roles = skeleton.roles();
    let lean = |angle: f64, is_sideways: bool| {
        let spine = roles.joints(Role::Spine).next().unwrap();
        turned(skeleton, clip, spine, |forward| {
            let axis = if is_sideways { forward } else { forward.cross(&Vec3::y()) * -1.0 };
            Quat::from_scaled_axis(axis * angle.to_radians())
        })
    };
    let at_pace = |factor: f64| {
        let mut data = clip.clone().into_data();
        data.frame_rate /= factor;
        Clip::new(skeleton, data).unwrap()
    };
    match edit {
        BalanceEdit::LeanSideways => (lean(10.0, true), vec![]),
        BalanceEdit::LeanForward => (lean(10.0, false), vec![]),
        BalanceEdit::Backpack => {
            let joint = roles.joints(Role::Spine).last().unwrap();
            let rest = surefoot::kinematics::rest_pose(skeleton);
            let offset = rest.rotation(0, joint).inverse() * Vec3::new(0.0, 0.1, -0.2);
            (clip.clone(), vec![Load { joint, mass: 10.0, offset }])
        }
        BalanceEdit::Faster => (at_pace(0.7), vec![]),
        BalanceEdit::Slower => (at_pace(1.5), vec![]),
        BalanceEdit::LiftedLoad => {
            let arm = roles.joint(Role::UpperArm(Side::Right)).unwrap();
            let lifted = turned(skeleton, clip, arm, |forward| Quat::from_scaled_axis(forward * -60f64.to_radians()));
            (lifted, vec![Load::new(skeleton, "right_hand", 8.0).unwrap()])
        }
    }
}

/// A joint turned in the world, by what the direction that the body faces asks for.
fn turned(skeleton: &Skeleton, clip: &Clip, joint: JointIndex, turn: impl Fn(Vec3) -> Quat) -> Clip {
    let poses = world_poses(skeleton, clip).unwrap();
    let hips = Side::BOTH.map(|side| skeleton.roles().joint(Role::Thigh(side)).unwrap());
    let mut data = clip.clone().into_data();
    for frame in 0..clip.frame_count() {
        let across = poses.position(frame, hips[0]) - poses.position(frame, hips[1]);
        let forward = Vec3::new(across.x, 0.0, across.z).cross(&Vec3::y()).normalize();
        let parent = skeleton.parent(joint).map_or_else(Quat::identity, |parent| poses.rotation(frame, parent));
        let world = turn(forward) * poses.rotation(frame, joint);
        data.rotations[frame * skeleton.joint_count() + joint.0] = parent.inverse() * world;
    }
    Clip::new(skeleton, data).unwrap()
}

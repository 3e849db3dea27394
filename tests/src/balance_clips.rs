//! Captured clips for the suites and figures on balance, with the roles that the reader finds.
#![allow(clippy::unwrap_used, missing_docs, reason = "a helper that fails is a failed test")]

use crate::plant_clips::{CMU_UNIT, Gauss, Take, thinned};
use std::path::Path;
use surefoot::io::{ReadOptions, read};
use surefoot::kinematics::world_poses;
use surefoot::math::{Quat, Vec3};
use surefoot::model::{Load, Side};
use surefoot::{BalanceScene, Clip, JointIndex, MeasureBalanceOptions, Role, Skeleton, measure_balance};

/// Six walks.
pub const WALKS: [&str; 6] = crate::captured::WALKS;

/// A clip of the CMU folder at its true rate without its T-pose; every `step`-th frame, by default so that there are 60 a second.
pub fn captured(folder: &Path, name: &str, step: Option<usize>) -> (Skeleton, Clip) {
    let slow = ["60_", "75_", "143_", "114_"].iter().any(|s| name.starts_with(s));
    let rate = if slow { 60.0 } else { 120.0 };
    let options =
        ReadOptions { unit_metres: Some(CMU_UNIT), frame_rate: Some(rate), ..ReadOptions::default() };
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
            let lifted =
                turned(skeleton, clip, arm, |forward| Quat::from_scaled_axis(forward * -60f64.to_radians()));
            (lifted, vec![Load::new(skeleton, "right_hand", 8.0).unwrap()])
        }
    }
}

/// A joint turned in the world, by what the direction that the body faces asks for.
fn turned(skeleton: &Skeleton, clip: &Clip, joint: JointIndex, turn: impl Fn(Vec3) -> Quat) -> Clip {
    turned_each(skeleton, clip, joint, |_, forward| turn(forward))
}

/// As [`turned`], by what each frame asks for.
fn turned_each(
    skeleton: &Skeleton,
    clip: &Clip,
    joint: JointIndex,
    turn: impl Fn(usize, Vec3) -> Quat,
) -> Clip {
    let poses = world_poses(skeleton, clip).unwrap();
    let hips = Side::BOTH.map(|side| skeleton.roles().joint(Role::Thigh(side)).unwrap());
    let mut data = clip.clone().into_data();
    for frame in 0..clip.frame_count() {
        let across = poses.position(frame, hips[0]) - poses.position(frame, hips[1]);
        let forward = Vec3::new(across.x, 0.0, across.z).cross(&Vec3::y()).normalize();
        let parent =
            skeleton.parent(joint).map_or_else(Quat::identity, |parent| poses.rotation(frame, parent));
        let world = turn(frame, forward) * poses.rotation(frame, joint);
        data.rotations[frame * skeleton.joint_count() + joint.0] = parent.inverse() * world;
    }
    Clip::new(skeleton, data).unwrap()
}

/// The clip of a body that leans as it must with the load: its first spine joint turns until body and load together have their centre of mass,
/// seen from above and across the walk, where the body alone had it.
pub fn leaning_against(skeleton: &Skeleton, clip: &Clip, load: &Load) -> Clip {
    let centre = |clip: &Clip, loads: &[Load]| {
        let mut scene = BalanceScene::default();
        scene.loads = loads;
        measure_balance(skeleton, clip, &[], &scene, &MeasureBalanceOptions::default()).unwrap().frames.centre
    };
    let spine = skeleton.roles().joints(Role::Spine).next().unwrap();
    let wanted = centre(clip, &[]);
    let lean = |angles: &[f64]| {
        turned_each(skeleton, clip, spine, |frame, forward| Quat::from_scaled_axis(forward * angles[frame]))
    };
    let mut angles = vec![0.0; clip.frame_count()];
    for _ in 0..12 {
        let now = centre(&lean(&angles), std::slice::from_ref(load));
        let nudged: Vec<f64> = angles.iter().map(|angle| angle + 1e-3).collect();
        let then = centre(&lean(&nudged), std::slice::from_ref(load));
        for frame in 0..angles.len() {
            let slope = (then[frame].x - now[frame].x) / 1e-3;
            angles[frame] += (wanted[frame].x - now[frame].x) / slope;
        }
    }
    lean(&angles)
}

/// White noise on every axis of every joint, degrees, and on the root, metres.
pub fn noisy(skeleton: &Skeleton, clip: &Clip, degrees: f64, metres: f64, seed: u64) -> Clip {
    let mut gauss = Gauss::new(seed);
    let mut data = clip.clone().into_data();
    for rotation in &mut data.rotations {
        *rotation *= Quat::from_scaled_axis(gauss.vector() * degrees.to_radians());
    }
    data.root_positions.iter_mut().for_each(|place| *place += gauss.vector() * metres);
    Clip::new(skeleton, data).unwrap()
}

/// The clip without what is above a frequency: a Butterworth filter of second order on all rotations and the root, forwards and backwards.
pub fn with_bandwidth(skeleton: &Skeleton, clip: &Clip, hertz: f64) -> Clip {
    let mut data = clip.clone().into_data();
    let joints = skeleton.joint_count();
    let mut column = vec![0.0; clip.frame_count()];
    for joint in 0..joints {
        for frame in 1..clip.frame_count() {
            let before = data.rotations[(frame - 1) * joints + joint];
            let now = &mut data.rotations[frame * joints + joint];
            if before.coords.dot(&now.coords) < 0.0 {
                *now = Quat::new_unchecked(-now.into_inner());
            }
        }
        let mut smooth = vec![[0.0; 4]; clip.frame_count()];
        for axis in 0..4 {
            (0..column.len())
                .for_each(|frame| column[frame] = data.rotations[frame * joints + joint].coords[axis]);
            low_pass(&mut column, hertz * clip.frame_time());
            (0..column.len()).for_each(|frame| smooth[frame][axis] = column[frame]);
        }
        for (frame, values) in smooth.into_iter().enumerate() {
            data.rotations[frame * joints + joint] = Quat::new_normalize(nalgebra::Quaternion::from(values));
        }
    }
    for axis in 0..3 {
        (0..column.len()).for_each(|frame| column[frame] = data.root_positions[frame][axis]);
        low_pass(&mut column, hertz * clip.frame_time());
        (0..column.len()).for_each(|frame| data.root_positions[frame][axis] = column[frame]);
    }
    Clip::new(skeleton, data).unwrap()
}

/// Butterworth, second order, forwards and backwards; the frequency is per value. Ends are mirrored about their value.
fn low_pass(values: &mut [f64], frequency: f64) {
    let (k, pad) = ((std::f64::consts::PI * frequency).tan(), values.len() - 1);
    let scale = 1.0 / (1.0 + std::f64::consts::SQRT_2 * k + k * k);
    let [b, a1, a2] =
        [k * k * scale, 2.0 * (k * k - 1.0) * scale, (1.0 - std::f64::consts::SQRT_2 * k + k * k) * scale];
    let (first, last) = (values[0], values[pad]);
    let before = values[1..].iter().rev().map(|value| 2.0 * first - value);
    let after = values[..pad].iter().rev().map(|value| 2.0 * last - value);
    let mut padded: Vec<f64> = before.chain(values.iter().copied()).chain(after).collect();
    for _ in 0..2 {
        let (mut x, mut y) = ([padded[0]; 2], [padded[0]; 2]);
        for value in &mut padded {
            let out = b * (*value + 2.0 * x[0] + x[1]) - a1 * y[0] - a2 * y[1];
            (x, y) = ([*value, x[0]], [out, y[0]]);
            *value = out;
        }
        padded.reverse();
    }
    values.copy_from_slice(&padded[pad..2 * pad + 1]);
}

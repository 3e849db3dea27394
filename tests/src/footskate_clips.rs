//! Real clips with plants, and the faults put into them: shared by the suites on footskate.
#![allow(clippy::unwrap_used, missing_docs, reason = "a helper that fails is a failed test")]

use std::path::Path;
use surefoot::io::{ReadOptions, read};
use surefoot::math::Vec3;
use surefoot::model::{BodyPoint, Joint, Plant, PointKind, Side};
use surefoot::{Clip, Plants, Role, Skeleton};

/// The clips of the footskate bench.
pub const BENCH: [&str; 7] = [
    "02_01_walk",
    "09_12_walk_fwd_back_side",
    "104_02_walk_exact_footfalls",
    "16_17_walk_turn90_left",
    "16_35_run_jog",
    "60_01_dance_salsa",
    "91_03_walk_figure_eight",
];

/// Clips outside the bench. No blind test: root smoothing was compared on them, and the limits for joining and extending
/// detected plants were chosen on them and the bench together.
pub const OTHERS: [&str; 6] = [
    "132_17_walk_fast",
    "127_04_walk_to_run",
    "05_06_dance_pirouette_jete",
    "13_11_jump_forward",
    "49_18_balance_one_leg",
    "143_18_sit_down_get_up",
];

/// What is put into a clean clip.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fault {
    None,
    Legs(f64),
    Noise(f64),
    Drift(f64),
    Path(f64),
}

/// A character in motion with its plants.
#[derive(Clone)]
pub struct Take {
    pub skeleton: Skeleton,
    pub clip: Clip,
    pub plants: Plants,
}

pub fn read_cmu(path: &Path, frame_rate: f64) -> (Skeleton, Clip) {
    let options = ReadOptions {
        unit_metres: Some(0.0254 / 0.45),
        frame_rate: Some(frame_rate),
        ..ReadOptions::default()
    };
    let document = read(path, &options).unwrap();
    (document.skeleton, document.clips.into_iter().next().unwrap())
}

/// `kind` is `gt` or `skate`.
pub fn bench(folder: &Path, name: &str, kind: &str) -> Take {
    let folder = folder.join("footskate_bench");
    let (skeleton, clip) = read_cmu(&folder.join(format!("{name}_{kind}_60fps.bvh")), 60.0);
    let text = std::fs::read_to_string(folder.join(format!("{name}_contacts.csv"))).unwrap();
    let mut flags: [Vec<bool>; 4] = Default::default();
    for line in text.lines().skip(1) {
        for (column, value) in line.split(',').enumerate() {
            flags[column].push(value.trim() == "1");
        }
    }
    let plants = plants_from_flags(&flags);
    Take { skeleton, clip, plants }
}

/// Left ankle, left toe, right ankle, right toe; runs shorter than 4 frames are dropped.
pub fn plants_from_flags(flags: &[Vec<bool>; 4]) -> Plants {
    let mut plants = Vec::new();
    for (column, flags) in flags.iter().enumerate() {
        let side = if column < 2 { Side::Left } else { Side::Right };
        let kind = if column % 2 == 0 { PointKind::Ankle } else { PointKind::Toe };
        let mut start = 0;
        while start < flags.len() {
            let end = (start..flags.len()).find(|&i| !flags[i]).unwrap_or(flags.len());
            if end >= start + 4 {
                let point = BodyPoint { side, kind };
                plants.push(Plant { point, frames: start..end, confidence: 1.0, position: None });
            }
            start = end + 1;
        }
    }
    Plants::new(flags[0].len(), plants).unwrap()
}

/// A CMU clip at 60 frames per second, T-pose dropped, labelled by the bench's rule on the clean clip.
pub fn other(folder: &Path, file: &str) -> Take {
    let slow = ["60_", "75_", "143_"].iter().any(|s| file.starts_with(s));
    let (skeleton, clip) = read_cmu(&folder.join(format!("cmu/{file}.bvh")), if slow { 60.0 } else { 120.0 });
    let clip = clip.slice(1..clip.frame_count()).unwrap();
    let clip = if slow { clip } else { thinned(&skeleton, &clip, 2) };
    let plants = labelled(&skeleton, &clip);
    Take { skeleton, clip, plants }
}

/// Plants by the bench's rule: slower than 0.15 m/s, lower than 10 cm over the 5th percentile, median of 6 frames.
/// Points the skeleton lacks have none.
pub fn labelled(skeleton: &Skeleton, clip: &Clip) -> Plants {
    let poses = surefoot::kinematics::world_poses(skeleton, clip).unwrap();
    let roles =
        [Role::Foot(Side::Left), Role::Toe(Side::Left), Role::Foot(Side::Right), Role::Toe(Side::Right)];
    let flags = roles.map(|role| {
        let Some(joint) = skeleton.roles().joint(role) else { return vec![false; clip.frame_count()] };
        let path: Vec<Vec3> = (0..clip.frame_count()).map(|f| poses.position(f, joint)).collect();
        let mut heights: Vec<f64> = path.iter().map(|p| p.y).collect();
        heights.sort_by(f64::total_cmp);
        let low = heights[heights.len() / 20] + 0.10;
        let raw: Vec<bool> = (0..path.len())
            .map(|t| {
                let (a, b) = (t.saturating_sub(1), (t + 1).min(path.len() - 1));
                (path[b] - path[a]).norm() * clip.frame_rate() / ((b - a) as f64) < 0.15 && path[t].y < low
            })
            .collect();
        (0..raw.len() as isize)
            .map(|t| {
                let last = raw.len() as isize - 1;
                (t - 3..=t + 2).filter(|&i| raw[i.clamp(0, last) as usize]).count() >= 3
            })
            .collect()
    });
    plants_from_flags(&flags)
}

pub fn thinned(skeleton: &Skeleton, clip: &Clip, step: usize) -> Clip {
    let joints = clip.joint_count();
    let mut data = clip.clone().into_data();
    let frames: Vec<usize> = (0..data.root_positions.len()).step_by(step).collect();
    data.rotations =
        frames.iter().flat_map(|f| data.rotations[f * joints..(f + 1) * joints].to_vec()).collect();
    data.root_positions = frames.iter().map(|&f| data.root_positions[f]).collect();
    data.frame_rate /= step as f64;
    Clip::new(skeleton, data).unwrap()
}

pub fn with_fault(take: &Take, fault: Fault) -> Take {
    let mut data = take.clip.clone().into_data();
    let dt = 1.0 / data.frame_rate;
    match fault {
        Fault::None => {}
        Fault::Legs(factor) => return with_legs(take, factor),
        Fault::Noise(deviation) => {
            let mut state = 1u64;
            for p in &mut data.root_positions {
                *p += Vec3::new(normal(&mut state), normal(&mut state), normal(&mut state)) * deviation;
            }
        }
        Fault::Drift(speed) => {
            for (t, p) in data.root_positions.iter_mut().enumerate() {
                *p += Vec3::new(0.6, 0.0, 0.8) * (speed * dt * t as f64);
            }
        }
        Fault::Path(factor) => {
            let first = data.root_positions[0];
            for p in &mut data.root_positions {
                p.x = first.x + (p.x - first.x) * factor;
                p.z = first.z + (p.z - first.z) * factor;
            }
        }
    }
    Take {
        skeleton: take.skeleton.clone(),
        clip: Clip::new(&take.skeleton, data).unwrap(),
        plants: take.plants.clone(),
    }
}

/// Legs longer or shorter, root height moved to match, its level path kept.
fn with_legs(take: &Take, factor: f64) -> Take {
    let skeleton = &take.skeleton;
    let mut shorter = 0.0;
    let joints = skeleton
        .joints()
        .map(|j| {
            let mut joint = Joint::new(skeleton.name(j), skeleton.parent(j), skeleton.rest_offset(j));
            joint.rest_rotation = skeleton.rest_rotation(j);
            if matches!(skeleton.roles().role(j), Some(Role::Shin(_) | Role::Foot(_))) {
                shorter += (1.0 - factor) * joint.rest_offset.norm() / 2.0;
                joint.rest_offset *= factor;
            }
            joint
        })
        .collect();
    let new = Skeleton::new(joints, skeleton.end_sites().to_vec()).unwrap();
    let new = new.with_roles(skeleton.roles().clone()).unwrap();
    let mut data = take.clip.clone().into_data();
    data.root_positions.iter_mut().for_each(|p| p.y -= shorter);
    let clip = Clip::new(&new, data).unwrap();
    Take { skeleton: new, clip, plants: take.plants.clone() }
}

/// Normal random numbers, the same on every machine.
pub fn normal(state: &mut u64) -> f64 {
    let mut uniform = || {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((*state >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    };
    let (u, v) = (uniform(), uniform());
    (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
}

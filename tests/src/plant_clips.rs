//! Real clips with plant labels, the faults put into them, and the score: shared by the suites on plants.
#![allow(clippy::unwrap_used, missing_docs, reason = "a helper that fails is a failed test")]

use std::path::Path;
use surefoot::io::{ReadOptions, read};
use surefoot::math::{Quat, Vec3};
use surefoot::model::clip::ClipData;
use surefoot::model::{BodyPoint, EndSite, Joint, Plants, PointKind, Side};
use surefoot::{Clip, JointIndex, Role, Roles, Skeleton};

/// Metres per unit of the CMU files.
pub const CMU_UNIT: f64 = 0.0254 / 0.45;

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

/// A character in motion.
#[derive(Clone)]
pub struct Take {
    pub skeleton: Skeleton,
    pub clip: Clip,
}

/// Labels per point: left ankle, left toe, right ankle, right toe.
pub type Labels = [Vec<bool>; 4];

/// The points in the order of [`Labels`].
pub fn label_points() -> [BodyPoint; 4] {
    let point = |side, kind| BodyPoint { side, kind };
    [
        point(Side::Left, PointKind::Ankle),
        point(Side::Left, PointKind::Toe),
        point(Side::Right, PointKind::Ankle),
        point(Side::Right, PointKind::Toe),
    ]
}

/// Reads a CMU file at its true rate.
pub fn read_cmu(path: &Path, frame_rate: f64) -> Take {
    let options =
        ReadOptions { unit_metres: Some(CMU_UNIT), frame_rate: Some(frame_rate), ..ReadOptions::default() };
    let document = read(path, &options).unwrap();
    let skeleton = cmu_roles(document.skeleton);
    Take { skeleton, clip: document.clips.into_iter().next().unwrap() }
}

/// The roles of the CMU skeleton, by name.
pub fn cmu_roles(skeleton: Skeleton) -> Skeleton {
    let mut roles = Roles::empty(skeleton.joint_count());
    let mut set = |role, name: &str| {
        if let Ok(joint) = skeleton.find(name) {
            roles.set(role, joint);
        }
    };
    set(Role::Pelvis, "Hips");
    for (side, prefix) in [(Side::Left, "Left"), (Side::Right, "Right")] {
        set(Role::Thigh(side), &format!("{prefix}UpLeg"));
        set(Role::Shin(side), &format!("{prefix}Leg"));
        set(Role::Foot(side), &format!("{prefix}Foot"));
        set(Role::Toe(side), &format!("{prefix}ToeBase"));
        set(Role::UpperArm(side), &format!("{prefix}Arm"));
        set(Role::Forearm(side), &format!("{prefix}ForeArm"));
        set(Role::Hand(side), &format!("{prefix}Hand"));
    }
    skeleton.with_roles(roles).unwrap()
}

/// A bench clip as captured, and its labels.
pub fn bench(folder: &Path, name: &str) -> (Take, Labels) {
    let folder = folder.join("footskate_bench");
    let take = read_cmu(&folder.join(format!("{name}_gt_60fps.bvh")), 60.0);
    let text = std::fs::read_to_string(folder.join(format!("{name}_contacts.csv"))).unwrap();
    let mut labels: Labels = Default::default();
    for line in text.lines().skip(1) {
        for (column, value) in line.split(',').enumerate() {
            labels[column].push(value.trim() == "1");
        }
    }
    assert_eq!(labels[0].len(), take.clip.frame_count());
    (take, labels)
}

/// A CMU clip at its true rate, T-pose dropped.
pub fn cmu(folder: &Path, file: &str) -> Take {
    // Subjects whose capture ran at 60 although the header says 120 (MANIFEST, section 1).
    let slow = ["60_", "75_", "143_"].iter().any(|s| file.starts_with(s));
    let mut take = read_cmu(&folder.join(format!("cmu/{file}.bvh")), if slow { 60.0 } else { 120.0 });
    take.clip = take.clip.slice(1..take.clip.frame_count()).unwrap();
    take
}

/// Every `step`-th frame.
pub fn thinned(take: &Take, step: usize, first: usize) -> Take {
    let joints = take.clip.joint_count();
    let mut data = take.clip.clone().into_data();
    let frames: Vec<usize> = (first..data.root_positions.len()).step_by(step).collect();
    data.rotations =
        frames.iter().flat_map(|f| data.rotations[f * joints..(f + 1) * joints].to_vec()).collect();
    data.root_positions = frames.iter().map(|&f| data.root_positions[f]).collect();
    data.frame_rate /= step as f64;
    Take { skeleton: take.skeleton.clone(), clip: Clip::new(&take.skeleton, data).unwrap() }
}

/// A CMU clip at 60 frames per second.
pub fn cmu_60(folder: &Path, file: &str) -> Take {
    let take = cmu(folder, file);
    if take.clip.frame_rate() > 100.0 { thinned(&take, 2, 0) } else { take }
}

/// World paths of the four labelled joints, by plain products down the chain.
pub fn label_paths(take: &Take) -> [Vec<Vec3>; 4] {
    let joints = ["LeftFoot", "LeftToeBase", "RightFoot", "RightToeBase"]
        .map(|name| take.skeleton.find(name).unwrap());
    joints.map(|joint| joint_path(take, joint))
}

pub fn joint_path(take: &Take, joint: JointIndex) -> Vec<Vec3> {
    let mut chain = vec![joint];
    while let Some(parent) = take.skeleton.parent(chain[chain.len() - 1]) {
        chain.push(parent);
    }
    chain.reverse();
    (0..take.clip.frame_count())
        .map(|frame| {
            let pose = take.clip.pose(frame);
            let mut place = pose.root_position();
            let mut turn = Quat::identity();
            for &joint in &chain {
                if joint.0 > 0 {
                    place += turn * take.skeleton.rest_offset(joint);
                }
                turn *= pose.rotations()[joint.0];
            }
            place
        })
        .collect()
}

pub fn speeds(path: &[Vec3], frame_rate: f64) -> Vec<f64> {
    (0..path.len())
        .map(|t| {
            let (a, b) = (t.saturating_sub(1), (t + 1).min(path.len() - 1));
            if b > a { (path[b] - path[a]).norm() * frame_rate / (b - a) as f64 } else { 0.0 }
        })
        .collect()
}

/// The rule of the bench labels: slower than 0.15 m/s, lower than 10 cm over the 5th percentile, median of 6 frames.
pub fn rule_labels(take: &Take, with_height: bool) -> Labels {
    label_paths(take).map(|path| {
        let mut heights: Vec<f64> = path.iter().map(|p| p.y).collect();
        heights.sort_by(f64::total_cmp);
        let low = heights[(heights.len() as f64 * 0.05) as usize] + 0.10;
        let raw: Vec<bool> = speeds(&path, take.clip.frame_rate())
            .iter()
            .zip(&path)
            .map(|(v, p)| *v < 0.15 && (p.y < low || !with_height))
            .collect();
        (0..raw.len())
            .map(|t| {
                let window = (t as isize - 3..=t as isize + 2)
                    .map(|i| raw[i.clamp(0, raw.len() as isize - 1) as usize]);
                window.filter(|on| *on).count() >= 3
            })
            .collect()
    })
}

/// Counts of frames that agree and disagree.
#[derive(Default, Clone, Copy, Debug)]
pub struct Score {
    pub both: usize,
    pub only_found: usize,
    pub only_label: usize,
}

impl Score {
    pub fn add(&mut self, found: &[bool], label: &[bool]) {
        assert_eq!(found.len(), label.len());
        for (found, label) in found.iter().zip(label) {
            match (found, label) {
                (true, true) => self.both += 1,
                (true, false) => self.only_found += 1,
                (false, true) => self.only_label += 1,
                (false, false) => {}
            }
        }
    }

    pub fn join(&mut self, other: Score) {
        self.both += other.both;
        self.only_found += other.only_found;
        self.only_label += other.only_label;
    }

    pub fn f1(&self) -> f64 {
        let all = 2 * self.both + self.only_found + self.only_label;
        if all == 0 { 1.0 } else { 2.0 * self.both as f64 / all as f64 }
    }
}

/// Score of the toes (`kind` 1) or ankles (`kind` 0).
pub fn score(plants: &Plants, labels: &Labels, kind: usize) -> Score {
    let mut score = Score::default();
    for (i, point) in label_points().into_iter().enumerate().filter(|(i, _)| i % 2 == kind) {
        score.add(&plants.flags(point), &labels[i]);
    }
    score
}

/// The faults of the bench.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FaultKind {
    Clean,
    /// Thigh and shin times this, root height changed to match, level root path kept.
    Legs(f64),
    /// White noise on the root, metres per axis.
    RootNoise(f64, u64),
    /// Metres per second along x and z.
    Drift(f64),
    /// Level root path times this.
    Path(f64),
    /// White noise on every joint position (turned into rotations), metres.
    JointNoise(f64, u64),
    /// Drift of that speed that turns once in so many seconds.
    TurningDrift(f64, f64),
    /// The whole clip raised by this many metres.
    Raised(f64),
}

pub const SIX: [FaultKind; 6] = [
    FaultKind::Clean,
    FaultKind::Legs(0.88),
    FaultKind::RootNoise(0.005, 1),
    FaultKind::Drift(0.2),
    FaultKind::Legs(1.12),
    FaultKind::Path(1.15),
];

/// Puts several faults into a clean clip, one after the other.
pub fn with_faults(take: &Take, faults: &[FaultKind]) -> Take {
    faults.iter().fold(take.clone(), |take, fault| with_fault(&take, *fault))
}

/// Puts a fault into a clean clip.
pub fn with_fault(take: &Take, fault: FaultKind) -> Take {
    let skeleton = &take.skeleton;
    let mut data = take.clip.clone().into_data();
    let dt = 1.0 / data.frame_rate;
    match fault {
        FaultKind::Clean => {}
        FaultKind::Legs(q) => return with_legs(take, q),
        FaultKind::RootNoise(sd, seed) => {
            let mut noise = Gauss::new(seed);
            data.root_positions.iter_mut().for_each(|p| *p += noise.vector() * sd);
        }
        FaultKind::Drift(speed) => {
            let step = Vec3::new(0.6, 0.0, 0.8) * (speed * dt);
            data.root_positions.iter_mut().enumerate().for_each(|(t, p)| *p += step * t as f64);
        }
        FaultKind::Path(s) => {
            let first = data.root_positions[0];
            for p in &mut data.root_positions {
                p.x = first.x + (p.x - first.x) * s;
                p.z = first.z + (p.z - first.z) * s;
            }
        }
        FaultKind::JointNoise(sd, seed) => {
            let mut noise = Gauss::new(seed);
            data.root_positions.iter_mut().for_each(|p| *p += noise.vector() * sd);
            let count = skeleton.joint_count();
            for i in 0..data.rotations.len() {
                let joint = JointIndex(i % count);
                let length =
                    skeleton.children(joint).map(|c| skeleton.rest_offset(c).norm()).fold(0.0, f64::max);
                if joint.0 > 0 && length > 0.05 {
                    let turn = Quat::from_scaled_axis(noise.vector() * (sd / length));
                    data.rotations[i] *= turn;
                }
            }
        }
        FaultKind::Raised(height) => data.root_positions.iter_mut().for_each(|p| p.y += height),
        FaultKind::TurningDrift(speed, period) => {
            let mut place = Vec3::zeros();
            for (t, p) in data.root_positions.iter_mut().enumerate() {
                *p += place;
                let angle = std::f64::consts::TAU * t as f64 * dt / period;
                place += Vec3::new(angle.cos(), 0.0, angle.sin()) * (speed * dt);
            }
        }
    }
    Take { skeleton: skeleton.clone(), clip: Clip::new(skeleton, data).unwrap() }
}

fn with_legs(take: &Take, q: f64) -> Take {
    let skeleton = &take.skeleton;
    let mut shorter = 0.0f64;
    let joints = skeleton
        .joints()
        .map(|j| {
            let mut joint = Joint::new(skeleton.name(j), skeleton.parent(j), skeleton.rest_offset(j));
            joint.rest_rotation = skeleton.rest_rotation(j);
            if matches!(skeleton.roles().role(j), Some(Role::Shin(_) | Role::Foot(_))) {
                shorter += (1.0 - q) * joint.rest_offset.norm() / 2.0;
                joint.rest_offset *= q;
            }
            joint
        })
        .collect();
    let sites: Vec<EndSite> = skeleton.end_sites().to_vec();
    let new = Skeleton::new(joints, sites).unwrap().with_roles(skeleton.roles().clone()).unwrap();
    let mut data: ClipData = take.clip.clone().into_data();
    data.root_positions.iter_mut().for_each(|p| p.y -= shorter);
    let clip = Clip::new(&new, data).unwrap();
    Take { skeleton: new, clip }
}

/// Normal random numbers, the same on every machine.
pub struct Gauss {
    state: u64,
}

impl Gauss {
    pub fn new(seed: u64) -> Self {
        Self { state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5851_F42D_4C95_7F2D }
    }

    pub fn uniform(&mut self) -> f64 {
        // splitmix64
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn value(&mut self) -> f64 {
        let u = self.uniform().max(1e-300);
        (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * self.uniform()).cos()
    }

    pub fn vector(&mut self) -> Vec3 {
        Vec3::new(self.value(), self.value(), self.value())
    }
}

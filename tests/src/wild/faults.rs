//! The ten faults. Each takes a clean clip and gives a faulty one, the same for the same seed.

use super::WildClip;
use crate::plant_clips::{FaultKind, Gauss, Take, with_fault};
use nalgebra::{Matrix3, Rotation3};
use std::f64::consts::TAU;
use surefoot::kinematics::{rest_pose, world_poses};
use surefoot::math::{Quat, Vec3};
use surefoot::model::{BodyPoint, PointKind, Side};
use surefoot::{Clip, JointIndex, Role};

/// What is put into a clean clip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WildFault {
    Clean,
    /// Legs 12 % shorter on the same root path.
    LegsShort,
    LegsLong,
    /// 5 mm of white noise on the root.
    RootNoise,
    /// 2 mm on every joint: the root, and each joint turned so that what hangs on it shakes by 2 mm at its far end.
    JointNoise,
    /// Constant drift of 20 cm/s.
    Drift,
    /// Drift of up to 15 cm/s that takes a new random velocity every 2 to 5 s.
    WanderingDrift,
    /// Root path times 1.15.
    Path,
    /// As text-to-motion networks give it: both feet glide all the time, 1 to 3 cm over the floor.
    Glide,
    /// The foot hops by 2 to 3 cm for 0.1 s in the middle of every longer stance.
    Pops,
    /// Legs 8 % shorter, 3 mm of root noise, drift of 10 cm/s.
    Combined,
}

impl WildFault {
    pub const ALL: [WildFault; 11] = [
        WildFault::Clean,
        WildFault::LegsShort,
        WildFault::LegsLong,
        WildFault::RootNoise,
        WildFault::JointNoise,
        WildFault::Drift,
        WildFault::WanderingDrift,
        WildFault::Path,
        WildFault::Pops,
        WildFault::Combined,
        WildFault::Glide,
    ];

    pub fn name(self) -> &'static str {
        match self {
            WildFault::Clean => "clean",
            WildFault::LegsShort => "legs x0.88",
            WildFault::LegsLong => "legs x1.12",
            WildFault::RootNoise => "root noise 5mm",
            WildFault::JointNoise => "joint noise 2mm",
            WildFault::Drift => "drift 20cm/s",
            WildFault::WanderingDrift => "wandering drift",
            WildFault::Path => "path x1.15",
            WildFault::Glide => "glide",
            WildFault::Pops => "pops",
            WildFault::Combined => "combined",
        }
    }

    /// Whether the faulty clip has the clean clip's bones, so that the two can be compared in space.
    pub fn keeps_bones(self) -> bool {
        !matches!(self, WildFault::LegsShort | WildFault::LegsLong | WildFault::Combined)
    }
}

/// The clip with the fault in it.
pub fn inject(clip: &WildClip, fault: WildFault, seed: u64) -> Take {
    let take = &clip.take;
    // Another draw for every clip.
    let seed = clip.name.bytes().fold(seed, |h, b| h.wrapping_mul(131).wrapping_add(u64::from(b)));
    match fault {
        WildFault::Clean => take.clone(),
        WildFault::LegsShort => with_fault(take, FaultKind::Legs(0.88)),
        WildFault::LegsLong => with_fault(take, FaultKind::Legs(1.12)),
        WildFault::RootNoise => with_fault(take, FaultKind::RootNoise(0.005, seed)),
        WildFault::JointNoise => joint_noise(take, 0.002, seed),
        WildFault::Drift => with_fault(take, FaultKind::Drift(0.2)),
        WildFault::WanderingDrift => moved_root(take, &wandering_drift(take, seed)),
        WildFault::Path => with_fault(take, FaultKind::Path(1.15)),
        WildFault::Glide => glide(take, seed, 0.5),
        WildFault::Pops => pops(clip, seed),
        WildFault::Combined => {
            let faults = [FaultKind::Legs(0.92), FaultKind::RootNoise(0.003, seed), FaultKind::Drift(0.1)];
            faults.into_iter().fold(take.clone(), |take, fault| with_fault(&take, fault))
        }
    }
}

fn joint_noise(take: &Take, deviation: f64, seed: u64) -> Take {
    let skeleton = &take.skeleton;
    let rest = rest_pose(skeleton);
    let at = |joint: JointIndex| rest.positions[joint.0];
    let reach: Vec<f64> = skeleton
        .joints()
        .map(|joint| {
            let below = skeleton.joints().filter(|j| skeleton.is_below(*j, joint));
            below.map(|j| (at(j) - at(joint)).norm()).fold(0.0, f64::max)
        })
        .collect();
    let mut noise = Gauss::new(seed);
    let mut data = take.clip.clone().into_data();
    data.root_positions.iter_mut().for_each(|p| *p += noise.vector() * deviation);
    for (i, q) in data.rotations.iter_mut().enumerate() {
        let reach = reach[i % reach.len()];
        if reach > 0.02 {
            *q *= Quat::from_scaled_axis(noise.vector() * (deviation / reach));
        }
    }
    Take { skeleton: skeleton.clone(), clip: Clip::new(skeleton, data).unwrap() }
}

/// Way of a drift whose velocity passes smoothly from one random value to the next every 2 to 5 s.
fn wandering_drift(take: &Take, seed: u64) -> Vec<Vec3> {
    let mut random = Gauss::new(seed);
    let mut velocity = || {
        let angle = TAU * random.uniform();
        let speed = 0.15 * random.uniform();
        (Vec3::new(angle.cos(), 0.0, angle.sin()) * speed, 2.0 + 3.0 * random.uniform())
    };
    let dt = take.clip.frame_time();
    let (mut from, mut length) = velocity();
    let (mut to, mut next_length) = velocity();
    let (mut place, mut since) = (Vec3::zeros(), 0.0);
    (0..take.clip.frame_count())
        .map(|_| {
            if since > length {
                (from, length, since) = (to, next_length, 0.0);
                (to, next_length) = velocity();
            }
            let u: f64 = since / length;
            let ease = u * u * (3.0 - 2.0 * u);
            let here = place;
            place += (from + (to - from) * ease) * dt;
            since += dt;
            here
        })
        .collect()
}

/// A smooth wander whose velocity keeps `low..high` m/s and turns at random: about one turn in one to two seconds, so it
/// stays near where it began.
fn wander(frame_count: usize, dt: f64, low: f64, high: f64, random: &mut Gauss) -> Vec<Vec3> {
    let mut angle = TAU * random.uniform();
    let spin = if random.uniform() < 0.5 { 1.0 } else { -1.0 };
    let rates: Vec<(f64, f64, f64)> =
        (0..3).map(|i| (0.23 + 0.31 * f64::from(i), TAU * random.uniform(), random.uniform())).collect();
    let wave = |t: f64, shift: f64| {
        let sum: f64 = rates.iter().map(|(rate, phase, _)| (TAU * rate * t + phase + shift).sin()).sum();
        sum / 3.0
    };
    let mut place = Vec3::zeros();
    let mut path = Vec::with_capacity(frame_count);
    for f in 0..frame_count {
        let t = f as f64 * dt;
        path.push(place);
        let speed = low + (high - low) * (0.5 + 0.5 * wave(t, 0.0));
        place += Vec3::new(angle.cos(), 0.0, angle.sin()) * (speed * dt);
        // Between half a turn and one turn a second.
        angle += spin * TAU * (0.75 + 0.25 * wave(t, 1.3)) * dt;
    }
    let middle = path.iter().sum::<Vec3>() / frame_count.max(1) as f64;
    path.iter().map(|p| p - middle).collect()
}

/// Feet that never rest: the root wanders and each foot wanders on its own, and both feet float by 1 to 3 cm. `shared`
/// is the share of the glide that sits in the root. Networks' walks at hand show 10 to 100 cm/s in stance, 45 in the
/// median, and heights that wander by some centimetres.
pub fn glide(take: &Take, seed: u64, shared: f64) -> Take {
    let count = take.clip.frame_count();
    let dt = take.clip.frame_time();
    let mut random = Gauss::new(seed);
    let scaled = |path: Vec<Vec3>, share: f64| path.into_iter().map(|p| p * share).collect::<Vec<_>>();
    // The two parts point anywhere, so that their speeds add like the sides of a triangle.
    let own = (1.0 - shared * shared).sqrt();
    let root = scaled(wander(count, dt, 0.2, 0.6, &mut random), shared);
    let wandered = if shared > 0.0 { moved_root(take, &root) } else { take.clone() };
    let mut offsets = [0, 1].map(|_| scaled(wander(count, dt, 0.2, 0.6, &mut random), own));
    for offsets in &mut offsets {
        let phase = TAU * random.uniform();
        for (f, offset) in offsets.iter_mut().enumerate() {
            let t = f as f64 * dt;
            offset.y = 0.02 + 0.01 * (0.6 * (TAU * 0.9 * t + phase).sin() + 0.4 * (TAU * 0.37 * t).sin());
        }
    }
    with_moved_feet(&wandered, &offsets)
}

/// A hop of the foot in the middle of every ankle or toe stance of at least 0.4 s: up and aside and back within 0.1 s.
fn pops(clip: &WildClip, seed: u64) -> Take {
    let count = clip.take.clip.frame_count();
    let rate = clip.take.clip.frame_rate();
    let mut random = Gauss::new(seed);
    let offsets = Side::BOTH.map(|side| {
        let mut offsets = vec![Vec3::zeros(); count];
        let toe = BodyPoint { side, kind: PointKind::Toe };
        for plant in clip.reference.of(toe).filter(|p| p.frames.len() as f64 >= 0.4 * rate) {
            let middle = (plant.frames.start + plant.frames.end) / 2;
            let half = (0.05 * rate).round().max(1.0) as usize;
            let angle = TAU * random.uniform();
            let size = 0.02 + 0.01 * random.uniform();
            let way = Vec3::new(0.7 * angle.cos(), 0.7, 0.7 * angle.sin()) * size;
            for f in middle.saturating_sub(half)..(middle + half + 1).min(count) {
                let u = (f as f64 - middle as f64) / (half as f64 + 1.0);
                offsets[f] = way * (0.5 + 0.5 * (std::f64::consts::PI * u).cos());
            }
        }
        offsets
    });
    with_moved_feet(&clip.take, &offsets)
}

pub fn moved_root(take: &Take, by: &[Vec3]) -> Take {
    let mut data = take.clip.clone().into_data();
    data.root_positions.iter_mut().zip(by).for_each(|(p, by)| *p += by);
    Take { skeleton: take.skeleton.clone(), clip: Clip::new(&take.skeleton, data).unwrap() }
}

/// Moves the ankles (left, right) by so much per frame by turning thigh and shin; the foot keeps its direction. A leg
/// that would be stretched beyond its length reaches as far as it can.
pub fn with_moved_feet(take: &Take, offsets: &[Vec<Vec3>; 2]) -> Take {
    let skeleton = &take.skeleton;
    let poses = world_poses(skeleton, &take.clip).unwrap();
    let joints = skeleton.joint_count();
    let mut data = take.clip.clone().into_data();
    for (side, offsets) in Side::BOTH.into_iter().zip(offsets) {
        let roles = [Role::Thigh(side), Role::Shin(side), Role::Foot(side)];
        let [Some(thigh), Some(shin), Some(foot)] = roles.map(|r| skeleton.roles().joint(r)) else {
            continue;
        };
        if skeleton.parent(shin) != Some(thigh) || skeleton.parent(foot) != Some(shin) {
            continue;
        }
        let mut last_normal = Vec3::x();
        for f in 0..take.clip.frame_count() {
            let [hip, knee, ankle] = [thigh, shin, foot].map(|j| poses.position(f, j));
            let (upper, lower) = ((knee - hip).norm(), (ankle - knee).norm());
            let normal = (knee - hip).cross(&(ankle - hip)).try_normalize(1e-4).unwrap_or(last_normal);
            last_normal = normal;
            let wanted = ankle + offsets[f] - hip;
            let reach = wanted.norm().clamp((upper - lower).abs() + 1e-4, (upper + lower) * 0.9995);
            let Some(way) = wanted.try_normalize(1e-9) else { continue };
            // The bend's plane turns with the line from hip to ankle.
            let turn = Quat::rotation_between(&(ankle - hip), &way).unwrap_or_else(Quat::identity);
            let normal_new = turn * normal;
            let cosine = (upper * upper + reach * reach - lower * lower) / (2.0 * upper * reach);
            let bend = cosine.clamp(-1.0, 1.0).acos();
            let pole = normal_new.cross(&way);
            let knee_new = hip + (way * bend.cos() - pole * bend.sin()) * upper;
            let ankle_new = hip + way * reach;
            let frame = |along: Vec3, normal: Vec3| {
                let a = along.normalize();
                let b = (normal - a * normal.dot(&a)).normalize();
                Matrix3::from_columns(&[a, b, a.cross(&b)])
            };
            let delta = |old: Vec3, new: Vec3| {
                let turn = frame(new, normal_new) * frame(old, normal).transpose();
                Quat::from_rotation_matrix(&Rotation3::from_matrix_unchecked(turn))
            };
            let thigh_world = delta(knee - hip, knee_new - hip) * poses.rotation(f, thigh);
            let shin_world = delta(ankle - knee, ankle_new - knee_new) * poses.rotation(f, shin);
            let above = skeleton.parent(thigh).map_or_else(Quat::identity, |p| poses.rotation(f, p));
            data.rotations[f * joints + thigh.0] = above.inverse() * thigh_world;
            data.rotations[f * joints + shin.0] = thigh_world.inverse() * shin_world;
            data.rotations[f * joints + foot.0] = shin_world.inverse() * poses.rotation(f, foot);
        }
    }
    Take { skeleton: skeleton.clone(), clip: Clip::new(skeleton, data).unwrap() }
}

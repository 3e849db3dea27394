//! Help for the FBX suites: the oracle, comparisons, edits, mutations.
#![allow(dead_code, missing_docs, reason = "each suite uses a part of it")]

use std::collections::HashMap;
use std::path::Path;
use surefoot::Clip;
use surefoot::io::{Document, ReadOptions, encode_edited, read_bytes};
use surefoot::kinematics::world_poses;
use surefoot::math::{Quat, Vec3};
use surefoot::model::clip::ClipData;
use surefoot_tests::fbx_make::Make;

pub(crate) fn read(path: &Path, bytes: &[u8]) -> Document {
    read_bytes(path, bytes, &ReadOptions::default()).unwrap()
}

pub(crate) fn made(make: &Make) -> (Vec<u8>, Document) {
    let bytes = make.bytes();
    let document = read(Path::new("made.fbx"), &bytes);
    (bytes, document)
}

pub(crate) fn oracle(bytes: &[u8]) -> ufbx::SceneRoot {
    let options = ufbx::LoadOpts {
        target_axes: ufbx::CoordinateAxes {
            right: ufbx::CoordinateAxis::PositiveX,
            up: ufbx::CoordinateAxis::PositiveY,
            front: ufbx::CoordinateAxis::PositiveZ,
        },
        target_unit_meters: 1.0,
        evaluate_skinning: true,
        ..Default::default()
    };
    ufbx::load_memory(bytes, options).unwrap_or_else(|e| panic!("ufbx: {}", &*e.description))
}

/// About twenty frames spread over a clip.
pub(crate) fn some_frames(clip: &Clip) -> impl Iterator<Item = usize> {
    let count = clip.frame_count();
    (0..count.min(20)).map(move |i| if count <= 20 { i } else { i * (count - 1) / 19 })
}

/// The time of a frame to the tick: a stepped curve shows the frame before if it is a rounding too early.
pub(crate) fn frame_time(scene: &ufbx::Scene, stack: &ufbx::AnimStack, clip: &Clip, frame: usize) -> f64 {
    let ticks = scene.metadata.ktime_second as f64;
    ((stack.time_begin * ticks).round() + (frame as f64 / clip.frame_rate() * ticks).round()) / ticks
}

/// Largest distance between our joints and those of `ufbx` over some frames of every clip, metres; and where.
pub(crate) fn worst_distance(document: &Document, bytes: &[u8]) -> (f64, String) {
    let scene = oracle(bytes);
    let mut worst = (0.0, String::new());
    for clip in &document.clips {
        let stack = scene.anim_stacks.iter().find(|s| *s.element.name == *clip.name()).unwrap();
        let ours = world_poses(&document.skeleton, clip).unwrap();
        for frame in some_frames(clip) {
            let time = frame_time(&scene, stack, clip, frame);
            let posed = ufbx::evaluate_scene(&scene, &stack.anim, time, Default::default())
                .unwrap_or_else(|e| panic!("ufbx: {}", &*e.description));
            let theirs: HashMap<&str, Vec3> = posed
                .nodes
                .iter()
                .map(|n| {
                    let m = &n.node_to_world;
                    (&*n.element.name, Vec3::new(m.m03, m.m13, m.m23))
                })
                .collect();
            for joint in document.skeleton.joints() {
                let name = document.skeleton.name(joint);
                let distance = (ours.position(frame, joint) - theirs[name]).norm();
                if distance > worst.0 || distance.is_nan() {
                    worst = (distance, format!("clip '{}', frame {frame}, joint '{name}'", clip.name()));
                }
            }
        }
    }
    worst
}

pub(crate) fn assert_matches_ufbx(document: &Document, bytes: &[u8], limit: f64) {
    let (distance, place) = worst_distance(document, bytes);
    assert!(distance <= limit, "{}: {distance:e} m at {place}", document.path.display());
}

/// Largest distance between joints of the same name, every frame, metres.
pub(crate) fn pose_distance(a: (&Document, &Clip), b: (&Document, &Clip)) -> f64 {
    assert_eq!(a.1.frame_count(), b.1.frame_count());
    let (pa, pb) = (world_poses(&a.0.skeleton, a.1).unwrap(), world_poses(&b.0.skeleton, b.1).unwrap());
    let mut worst = 0.0f64;
    for joint in a.0.skeleton.joints() {
        let other = b.0.skeleton.find(a.0.skeleton.name(joint)).unwrap();
        for frame in 0..a.1.frame_count() {
            worst = worst.max((pa.position(frame, joint) - pb.position(frame, other)).norm());
        }
    }
    worst
}

pub(crate) fn edited(document: &Document, clip: usize, change: impl FnOnce(&mut ClipData)) -> Vec<Clip> {
    let mut clips = document.clips.clone();
    let mut data = clips[clip].clone().into_data();
    change(&mut data);
    clips[clip] = Clip::new(&document.skeleton, data).unwrap();
    clips
}

/// A swing that is zero at both ends.
pub(crate) fn swing(frame: usize, count: usize) -> Quat {
    let x = (frame as f64 / (count - 1).max(1) as f64 * std::f64::consts::PI).sin();
    Quat::from_scaled_axis(Vec3::new(0.3, -0.2, 0.5) * x)
}

pub(crate) fn swing_joint(document: &Document, clip: usize, joint: usize) -> Vec<Clip> {
    edited(document, clip, |data| {
        let (count, joints) = (data.root_positions.len(), document.skeleton.joint_count());
        for frame in 0..count {
            let q = &mut data.rotations[frame * joints + joint];
            *q *= swing(frame, count);
        }
    })
}

/// A small generator with a fixed seed (xorshift).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % sides.max(1)
    }
}

/// Reads `rounds` damaged copies, and edits those that can still be read.
pub(crate) fn mutate(bytes: &[u8], rounds: usize) {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut readable = 0;
    for _ in 0..rounds {
        let mut copy = bytes.to_vec();
        for _ in 0..=dice.roll(3) {
            // Past the magic, which only decides who reads.
            let at = 23 + dice.roll(copy.len().saturating_sub(24));
            match dice.roll(5) {
                0 => copy[at] ^= 1 << dice.roll(8),
                1 => copy[at] = [0, 1, 0x7f, 0x80, 0xff][dice.roll(5)],
                2 => copy.truncate(at.max(100)),
                3 => {
                    let length = dice.roll(64).min(copy.len() - at);
                    let piece = copy[at..at + length].to_vec();
                    let to = 23 + dice.roll(copy.len() - 23 - length);
                    copy[to..to + length].copy_from_slice(&piece);
                }
                _ => {
                    let value = [0u32, 1, 0x7fff_ffff, 0xffff_ffff, 0x7fc0_0000][dice.roll(5)].to_le_bytes();
                    let end = (at + 4).min(copy.len());
                    copy[at..end].copy_from_slice(&value[..end - at]);
                }
            }
        }
        let Ok(document) = read_bytes(Path::new("mutated.fbx"), &copy, &ReadOptions::default()) else {
            continue;
        };
        readable += 1;
        if document.clips.iter().any(|c| c.frame_count() > 1) && document.clips[0].frame_count() < 1000 {
            let joint = dice.roll(document.skeleton.joint_count());
            let _ = encode_edited(&document, &swing_joint(&document, 0, joint));
        }
    }
    assert!(
        readable > rounds / 100,
        "mutations are too wild to say anything: {readable} of {rounds} readable"
    );
}

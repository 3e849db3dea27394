//! What Lyard 2008 asks of the methods that move the root (docs/methods/footskate.md, 4, 5 and 8).
#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

use surefoot::io::{encode_plants, parse_plants};
use surefoot::kinematics::{BodyPoints, world_poses};
use surefoot::math::{Quat, Vec3};
use surefoot::model::clip::ClipData;
use surefoot::model::{Joint, Plant, PointKind, Side, Track};
use surefoot::{
    Clip, FootskateMethod, Ground, JointIndex, Plants, RemoveFootskateOptions, Role, Roles, Skeleton,
    remove_footskate,
};
use surefoot_tests::walks::{biped, moved, placeless, plant, skated, walk};

fn options(method: FootskateMethod) -> RemoveFootskateOptions {
    RemoveFootskateOptions::default().method(method)
}

fn level(v: Vec3) -> f64 {
    v.x.hypot(v.z)
}

/// Legs whose feet are put where they should be by the foot's own translation: offsets are known to the bit.
fn puppet() -> Skeleton {
    let mut joints = vec![Joint::new("hips", None, Vec3::y())];
    let mut roles = Roles::empty(7);
    roles.set(Role::Pelvis, JointIndex(0));
    for (side, x) in [(Side::Left, 0.1), (Side::Right, -0.1)] {
        let first = joints.len();
        let name = |part: &str| format!("{}_{part}", side.name());
        joints.push(Joint::new(name("thigh"), Some(JointIndex(0)), Vec3::new(x, 0.0, 0.0)));
        joints.push(Joint::new(name("shin"), Some(JointIndex(first)), Vec3::new(0.0, -0.45, 0.0)));
        joints.push(Joint::new(name("foot"), Some(JointIndex(first + 1)), Vec3::new(0.0, -0.45, 0.0)));
        for (i, role) in [Role::Thigh(side), Role::Shin(side), Role::Foot(side)].into_iter().enumerate() {
            roles.set(role, JointIndex(first + i));
        }
    }
    Skeleton::new(joints, vec![]).unwrap().with_roles(roles).unwrap()
}

/// Steps of 0.5 m; each foot rests long before the other lifts. Returns root path and world paths of both feet.
fn shuffle(frames: usize) -> (Vec<Vec3>, [Vec<Vec3>; 2]) {
    let ease = |t: f64| {
        let t = t.clamp(0.0, 1.0);
        t * t * (3.0 - 2.0 * t)
    };
    let foot = |phase: f64, x: f64| -> Vec<Vec3> {
        (0..frames)
            .map(|f| {
                // A step takes 10 frames of every 40.
                let t = (f as f64 - phase) / 40.0;
                let done = t.floor().max(0.0);
                let inside = if t > 0.0 { ease((t - t.floor()) * 4.0) } else { 0.0 };
                Vec3::new(x, 0.05, 0.5 * (done + inside))
            })
            .collect()
    };
    let root = (0..frames).map(|f| {
        let t = f as f64 / 60.0;
        Vec3::new(0.02 * (3.0 * t).sin(), 0.95 + 0.01 * (6.0 * t).cos(), 0.75 * t)
    });
    (root.collect(), [foot(5.0, 0.1), foot(25.0, -0.1)])
}

fn puppet_clip(skeleton: &Skeleton, root: &[Vec3], feet: &[Vec<Vec3>; 2], scale: f64) -> Clip {
    let frames = root.len();
    let tracks = feet.iter().enumerate().map(|(i, path)| {
        let joint = JointIndex(3 + 3 * i);
        let hip = if i == 0 { 0.1 } else { -0.1 };
        let shin = Vec3::new(hip, -0.45, 0.0);
        let values = (0..frames).map(|f| (path[f] - root[f] - shin) * scale).collect();
        Track { joint, values }
    });
    let data = ClipData {
        name: "shuffle".into(),
        frame_rate: 60.0,
        rotations: vec![Quat::identity(); frames * 7],
        root_positions: root.to_vec(),
        translations: tracks.collect(),
        scales: vec![],
    };
    Clip::new(skeleton, data).unwrap()
}

/// The puppet's clip with another root path: the feet slide.
fn sliding(skeleton: &Skeleton, clip: &Clip, root: impl Fn(&Vec3) -> Vec3) -> Clip {
    let mut data = clip.clone().into_data();
    data.root_positions.iter_mut().for_each(|p| *p = root(p));
    Clip::new(skeleton, data).unwrap()
}

/// Who carries: each foot while the other steps, handed over in the middle of the rest.
fn carriers(frames: usize) -> Plants {
    let mut plants = Vec::new();
    let mut start = 0;
    let mut names = ["right_ankle", "left_ankle"].into_iter().cycle();
    for change in (20..).step_by(20) {
        let end = change.min(frames);
        plants.push(plant(names.next().unwrap(), start..end));
        start = end;
        if end == frames {
            break;
        }
    }
    Plants::new(frames, plants).unwrap()
}

#[test]
fn a_scaled_body_walks_its_scaled_path() {
    let skeleton = puppet();
    let (root, feet) = shuffle(200);
    let plants = carriers(200);
    for scale in [0.7, 1.0, 1.3] {
        let scaled = skeleton.scaled(scale);
        let clip = puppet_clip(&scaled, &root, &feet, scale);
        let edited =
            remove_footskate(&scaled, &clip, &plants, None, &options(FootskateMethod::Root)).unwrap();
        for (f, p) in edited.clip.root_positions().iter().enumerate() {
            let wanted = root[0] + (root[f] - root[0]) * scale;
            assert!(level(p - wanted) < 1e-9, "scale {scale}, frame {f}: {p} against {wanted}");
        }
    }
}

#[test]
fn the_carrying_point_does_not_drift() {
    // Plants of one point at a time: no choice is left.
    let skeleton = puppet();
    let (root, feet) = shuffle(200);
    let clip = puppet_clip(&skeleton, &root, &feet, 1.0);
    let clip = sliding(&skeleton, &clip, |p| Vec3::new(1.2 * p.x, p.y, 1.2 * p.z));
    let plants = carriers(200);
    let edited = remove_footskate(&skeleton, &clip, &plants, None, &options(FootskateMethod::Root)).unwrap();
    let poses = world_poses(&skeleton, &edited.clip).unwrap();
    for held in plants.iter() {
        let joint = skeleton.roles().joint(Role::Foot(held.point.side)).unwrap();
        let first = poses.position(held.frames.start, joint);
        for f in held.frames.clone() {
            let off = level(poses.position(f, joint) - first);
            assert!(off < 1e-9, "{} frame {f}: {off}", held.point);
        }
    }
}

#[test]
fn a_turned_clip_gives_the_turned_path() {
    let (skeleton, clip, plants) = skated();
    let yaw = 73f64.to_radians();
    for method in [FootskateMethod::Root, FootskateMethod::FootRooted] {
        let clean =
            |clip: &Clip| remove_footskate(&skeleton, clip, &plants, None, &options(method)).unwrap().clip;
        let there = clean(&moved(&skeleton, &clip, yaw, Vec3::zeros()));
        let expected = moved(&skeleton, &clean(&clip), yaw, Vec3::zeros());
        for (f, (a, b)) in there.root_positions().iter().zip(expected.root_positions()).enumerate() {
            assert!((a - b).norm() < 1e-9, "{method:?} frame {f}: {}", (a - b).norm());
        }
    }
}

#[test]
fn no_spikes_where_weight_passes_on() {
    // A walker without double support, its steps 0.62 s long and not on the frames' grid; automatic labels. Steps within
    // 5 % of the range of the scaled source, bends at most 8 times as sharp (7.7; 5 is asked, at 25 frames a second).
    let skeleton = puppet();
    let (step_time, frames) = (0.62, 300);
    let root: Vec<Vec3> = (0..frames)
        .map(|f| {
            let phase = f as f64 / 60.0 / step_time;
            let ripple = 0.008 * (std::f64::consts::TAU * phase).sin();
            Vec3::new(0.02 * (std::f64::consts::PI * phase).sin(), 0.95, 0.55 * phase + ripple)
        })
        .collect();
    let foot = |side: f64, x: f64| -> Vec<Vec3> {
        (0..frames)
            .map(|f| {
                // Swings through every second step.
                let phase = f as f64 / 60.0 / step_time + side;
                let (pair, inside) = ((phase / 2.0).floor(), phase.rem_euclid(2.0));
                let t = inside.min(1.0);
                // Feet come to rest without a jolt.
                let swing = t * t * t * (10.0 - 15.0 * t + 6.0 * t * t);
                let z = 0.55 * (2.0 * pair + 2.0 * swing - 0.5 - side);
                Vec3::new(x, 0.05 + 0.08 * (std::f64::consts::PI * t).sin(), z)
            })
            .collect()
    };
    let feet = [foot(0.0, 0.1), foot(1.0, -0.1)];
    let scale = 0.7;
    let scaled = skeleton.scaled(scale);
    let clip = puppet_clip(&scaled, &root, &feet, scale);
    let none = Plants::none(frames);
    let edited = remove_footskate(&scaled, &clip, &none, None, &options(FootskateMethod::Root)).unwrap();
    let steps = |path: &[Vec3], factor: f64| -> Vec<f64> {
        path.windows(2).map(|w| level(w[1] - w[0]) * factor).collect()
    };
    let bend = |path: &[Vec3], factor: f64| {
        path.windows(3).map(|w| level(w[2] - w[1] * 2.0 + w[0]) * factor).fold(0.0, f64::max)
    };
    let source = steps(&root, scale);
    let (low, high) = source.iter().fold((f64::MAX, f64::MIN), |(l, h), s| (l.min(*s), h.max(*s)));
    let found = steps(edited.clip.root_positions(), 1.0);
    let outside = found.iter().filter(|s| **s < 0.95 * low || **s > 1.05 * high).count();
    let ratio = bend(edited.clip.root_positions(), 1.0) / bend(&root, scale);
    assert!(ratio <= 8.0 && outside == 0, "{scale}: {outside} steps outside, bends {ratio} times as sharp");
}

#[test]
fn planting_by_hand_is_read_back_and_checked() {
    let path = std::path::Path::new("plants.json");
    let plants = Plants::new(50, vec![plant("left_heel", 3..40), plant("right_toe", 20..50)]).unwrap();
    assert_eq!(parse_plants(path, &encode_plants(&plants), 50).unwrap(), plants);
    let refused = |text: &str| parse_plants(path, text, 50).unwrap_err().to_string();
    // What is no point of the foot, and frames outside the clip, are named.
    let text = refused(r#"{"frame_count":50,"plants":[{"point":"left_knee","first":3,"end":9}]}"#);
    assert!(text.contains("left_knee"), "{text}");
    let text = refused(r#"{"frame_count":50,"plants":[{"point":"left_toe","first":45,"end":51}]}"#);
    assert!(text.contains("51") || text.contains("45"), "{text}");
    let text = refused(
        r#"{"frame_count":50,"plants":[{"point":"left_toe","first":3,"end":9},{"point":"left_toe","first":8,"end":12}]}"#,
    );
    assert!(text.contains("overlap"), "{text}");
}

#[test]
fn an_edit_changes_the_path_from_its_frame_on() {
    let skeleton = puppet();
    let (root, feet) = shuffle(120);
    let clip =
        sliding(&skeleton, &puppet_clip(&skeleton, &root, &feet, 1.0), |p| Vec3::new(p.x, p.y, 1.2 * p.z));
    let plants = carriers(120);
    // Frames 70..80 are given to the other foot.
    let edited: Vec<Plant> = plants
        .iter()
        .flat_map(|p| {
            let (first, end) = (p.frames.start, p.frames.end);
            if first <= 70 && end >= 80 {
                let other = if p.point.side == Side::Left { "right_ankle" } else { "left_ankle" };
                let name = p.point.name();
                vec![plant(&name, first..70), plant(other, 70..80), plant(&name, 80..end)]
            } else {
                vec![p.clone()]
            }
        })
        .filter(|p| !p.frames.is_empty())
        .collect();
    let by_hand = Plants::new(120, edited).unwrap();
    let clean = |plants: &Plants| {
        remove_footskate(&skeleton, &clip, plants, None, &options(FootskateMethod::Root)).unwrap().clip
    };
    let (a, b) = (clean(&plants), clean(&by_hand));
    for f in 0..70 {
        let off = level(a.root_positions()[f] - b.root_positions()[f]);
        assert!(off < 1e-12, "frame {f} moved by {off}");
    }
    let after = (70..120).map(|f| level(a.root_positions()[f] - b.root_positions()[f])).fold(0.0, f64::max);
    assert!(after > 0.01, "the edit changed nothing: {after}");
}

#[test]
fn frames_without_a_plant_keep_the_direction_and_take_the_scale_of_their_neighbours() {
    let skeleton = puppet();
    let (root, feet) = shuffle(120);
    let clip = puppet_clip(&skeleton, &root, &feet, 1.0);
    let clip = sliding(&skeleton, &clip, |p| Vec3::new(1.25 * p.x, p.y, 1.25 * p.z));
    let skated = clip.root_positions();
    let kept = carriers(120).iter().filter(|p| !(40..60).contains(&p.frames.start)).cloned().collect();
    let plants = Plants::new(120, kept).unwrap();
    let edited = remove_footskate(&skeleton, &clip, &plants, None, &options(FootskateMethod::Root)).unwrap();
    let path = edited.clip.root_positions();
    let sum =
        |p: &[Vec3], of: &mut dyn Iterator<Item = usize>| of.map(|t| level(p[t + 1] - p[t])).sum::<f64>();
    let beside = || (0..39).chain(60..119);
    let ratio = sum(path, &mut beside()) / sum(skated, &mut beside());
    assert!((ratio - 1.0 / 1.25).abs() < 1e-9, "{ratio}");
    for t in 41..58 {
        let (step, source) = (path[t + 1] - path[t], skated[t + 1] - skated[t]);
        let (step, source) = (Vec3::new(step.x, 0.0, step.z), Vec3::new(source.x, 0.0, source.z));
        assert!((step - source * ratio).norm() < 1e-9, "step {t}: {step} {source} {ratio}");
        assert!(step.normalize().dot(&source.normalize()) > 1.0 - 1e-12);
    }
}

#[test]
fn the_foot_rooted_body_stands_on_its_foot() {
    let skeleton = biped();
    let walk = walk(&skeleton);
    // One point a foot, one foot at a time, so that every run is known.
    let toes: Vec<Plant> =
        placeless(&walk.plants).iter().filter(|p| p.point.kind == PointKind::Toe).cloned().collect();
    let mut single: Vec<Plant> = toes.clone();
    single.sort_by_key(|p| p.frames.start);
    for i in 1..single.len() {
        let middle = (single[i].frames.start + single[i - 1].frames.end) / 2;
        if single[i].frames.start < single[i - 1].frames.end {
            single[i - 1].frames.end = middle;
            single[i].frames.start = middle;
        }
    }
    let plants = Plants::new(walk.clip.frame_count(), single).unwrap();
    let raised = moved(&skeleton, &walk.clip, 0.0, Vec3::new(0.0, 0.015, 0.0));
    let ground = Ground::level(0.0);
    let edited =
        remove_footskate(&skeleton, &raised, &plants, Some(&ground), &options(FootskateMethod::FootRooted))
            .unwrap();
    let poses = world_poses(&skeleton, &edited.clip).unwrap();
    let points = BodyPoints::new(&skeleton);
    for held in plants.iter() {
        let at = points.get(held.point).unwrap();
        let place = |f: usize| poses.point(f, at.joint, &at.offset);
        // On the ground, and no drift in space.
        let first = place(held.frames.start);
        let height = first.y - points.standing_height(held.point);
        assert!(height.abs() < 1e-6, "{} {:?}: {height}", held.point, held.frames);
        for f in held.frames.clone() {
            let off = (place(f) - first).norm();
            assert!(off < 1e-9, "{} frame {f}: {off}", held.point);
        }
    }
    let steps: Vec<f64> = edited.clip.root_positions().windows(2).map(|w| (w[1] - w[0]).norm()).collect();
    let mut sorted = steps.clone();
    sorted.sort_by(f64::total_cmp);
    let median = sorted[sorted.len() / 2];
    for held in plants.iter().filter(|p| p.frames.start > 0) {
        let jump = steps[held.frames.start - 1];
        assert!(jump <= 1.5 * median, "{} at {}: {jump} of {median}", held.point, held.frames.start);
    }
    let joints = raised.joint_count();
    for joint in skeleton.joints() {
        let role = skeleton.roles().role(joint);
        if !matches!(role, Some(Role::Thigh(_) | Role::Shin(_) | Role::Foot(_) | Role::Toe(_))) {
            for f in 0..raised.frame_count() {
                assert_eq!(
                    raised.rotations()[f * joints + joint.0],
                    edited.clip.rotations()[f * joints + joint.0]
                );
            }
        }
    }
}

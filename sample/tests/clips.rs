//! What the samples promise, measured by means of their own: forward kinematics only.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use surefoot::Clip;
use surefoot::kinematics::{BodyPoints, WorldPoses, world_poses};
use surefoot::math::{GRAVITY, Vec3};
use surefoot::model::{JointIndex, PointKind, Role, Side, Skeleton};
use surefoot_sample::{
    Biped, BipedOptions, JumpOptions, RunOptions, SampleClip, StandOptions, TurnOptions, WalkOptions, biped,
    biped_skeleton, jump, reference, run, stand, turn, walk,
};

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
    let poses = world_poses(skeleton, &sample.clip).unwrap();
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
        let lowest = lowest_sole(&skeleton, &world_poses(&skeleton, &sample.clip).unwrap());
        assert!(lowest > -1e-9, "{}: {lowest}", sample.clip.name());
    }
}

#[test]
fn knees_bend_forward_and_never_too_far() {
    let skeleton = skeleton();
    for sample in all_clips(&skeleton) {
        let poses = world_poses(&skeleton, &sample.clip).unwrap();
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

/// Largest acceleration of any joint, m/s².
fn largest_acceleration(skeleton: &Skeleton, clip: &Clip) -> f64 {
    let poses = world_poses(skeleton, clip).unwrap();
    let rate = clip.frame_rate();
    let mut worst: f64 = 0.0;
    for frame in 1..poses.frame_count() - 1 {
        for joint in skeleton.joints() {
            let at = |f: usize| poses.position(f, joint);
            let bend = at(frame + 1) - at(frame) * 2.0 + at(frame - 1);
            worst = worst.max(bend.norm() * rate * rate);
        }
    }
    worst
}

#[test]
fn motion_is_smooth() {
    // A break in speed between two phases would double the figure with the frame rate, a jump would quadruple it.
    let skeleton = skeleton();
    for (name, limit) in [("walk", 300.0), ("run", 1500.0), ("turn", 300.0), ("jump", 1500.0), ("stand", 5.0)]
    {
        let at = |frame_rate: f64| {
            let sample = match name {
                "walk" => walk(&skeleton, &WalkOptions { frame_rate, ..WalkOptions::default() }),
                "run" => run(&skeleton, &RunOptions { frame_rate, ..RunOptions::default() }),
                "turn" => turn(&skeleton, &TurnOptions { frame_rate, ..TurnOptions::default() }),
                "jump" => jump(&skeleton, &JumpOptions { frame_rate, ..JumpOptions::default() }),
                _ => stand(&skeleton, &StandOptions { frame_rate, ..StandOptions::default() }),
            };
            largest_acceleration(&skeleton, &sample.unwrap().clip)
        };
        let (coarse, fine) = (at(240.0), at(960.0));
        assert!(fine < limit && fine < 1.5 * coarse, "{name}: {coarse} {fine} m/s²");
    }
}

/// Frames in which no point of either foot is planted.
fn airborne(sample: &SampleClip) -> Vec<bool> {
    let mut free = vec![true; sample.clip.frame_count()];
    for plant in sample.plants.iter() {
        free[plant.frames.clone()].fill(false);
    }
    free
}

#[test]
fn flight_is_free_fall() {
    let skeleton = skeleton();
    let rate = 120.0;
    let clips = [
        run(&skeleton, &RunOptions { frame_rate: rate, ..RunOptions::default() }).unwrap(),
        jump(&skeleton, &JumpOptions { frame_rate: rate, ..JumpOptions::default() }).unwrap(),
    ];
    for sample in clips {
        let (free, root) = (airborne(&sample), sample.clip.root_positions());
        let mut checked = 0;
        for frame in 1..root.len() - 1 {
            if free[frame - 1] && free[frame] && free[frame + 1] {
                let fall = (root[frame + 1].y - 2.0 * root[frame].y + root[frame - 1].y) * rate * rate;
                assert!((fall + GRAVITY).abs() < 0.01 * GRAVITY, "{} {frame}: {fall}", sample.clip.name());
                checked += 1;
            }
        }
        assert!(checked > 20, "{}: {checked}", sample.clip.name());
    }
}

#[test]
fn the_same_options_give_the_same_bytes() {
    let options = BipedOptions { cell: 0.03, ..BipedOptions::default() };
    assert_eq!(biped(&options).unwrap(), biped(&options).unwrap());
    let skeleton = skeleton();
    assert_eq!(all_clips(&skeleton), all_clips(&skeleton));
}

#[test]
fn the_turn_turns_and_the_walk_goes_as_far_as_its_speed() {
    let skeleton = skeleton();
    let sample = turn(&skeleton, &TurnOptions::default()).unwrap();
    let root = sample.clip.root_positions();
    let way = root[root.len() - 1] - root[root.len() - 13];
    assert!(way.x > 0.95 * way.norm(), "a left turn from +z ends along +x: {way:?}");
    let sample = walk(&skeleton, &WalkOptions { seconds: 5.0, ..WalkOptions::default() }).unwrap();
    let root = sample.clip.root_positions();
    assert!(((root[299] - root[0]).z - 1.35 * 299.0 / 60.0).abs() < 1e-9);
}

/// Points, closed edges, weights and orientation of a skin.
fn check_skin(biped: &Biped) {
    let data = biped.skin.data();
    let mut count = std::collections::HashMap::new();
    let mut volume = 0.0;
    for &[a, b, c] in &data.triangles {
        for side in [(a, b), (b, c), (c, a)] {
            *count.entry(side).or_insert(0) += 1;
        }
        let [a, b, c] = [a, b, c].map(|i| data.positions[i as usize].cast::<f64>());
        volume += a.dot(&b.cross(&c)) / 6.0;
    }
    for (&(a, b), &n) in &count {
        assert_eq!((n, count.get(&(b, a))), (1, Some(&1)), "edge {a} {b}");
    }
    assert!(volume > 0.0, "triangles point outwards");
    // A closed surface without handles: vertices − edges + triangles = 2.
    let euler = data.positions.len() as i64 - count.len() as i64 / 2 + data.triangles.len() as i64;
    assert!(euler <= 2 && euler % 2 == 0, "{euler}");
    for v in 0..biped.skin.vertex_count() {
        let (slots, weights) = biped.skin.influences(v);
        assert!((1..=4).contains(&slots.len()));
        assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert!((data.normals[v].norm() - 1.0).abs() < 1e-5);
        assert!(data.positions[v].y >= 0.0);
    }
    let lowest = data.positions.iter().map(|p| p.y).fold(f32::INFINITY, f32::min);
    assert!(lowest < 1e-4, "the soles lie on the floor: {lowest}");
}

#[test]
fn the_skin_is_closed_and_follows_the_joints() {
    let biped = biped(&BipedOptions::default()).unwrap();
    check_skin(&biped);
    assert!((3_000..15_000).contains(&biped.skin.vertex_count()), "{}", biped.skin.vertex_count());
    let top = biped.skin.data().positions.iter().map(|p| p.y).fold(0.0, f32::max);
    assert!((top - 1.75).abs() < 0.01, "{top}");
    // Skin stays near the joints that move it: no vertex strays when the figure walks.
    let sample = walk(&biped.skeleton, &WalkOptions::default()).unwrap();
    let mut skinner = surefoot::kinematics::Skinner::new(&biped.skeleton, &biped.skin).unwrap();
    let mut frame = surefoot::kinematics::SkinnedFrame::default();
    let data = biped.skin.data();
    for f in (0..sample.clip.frame_count()).step_by(20) {
        skinner.deform(&sample.clip.pose(f), &mut frame).unwrap();
        for &[a, b, c] in &data.triangles {
            for (i, j) in [(a, b), (b, c), (c, a)] {
                let length = |p: &[nalgebra::Vector3<f32>]| (p[i as usize] - p[j as usize]).norm();
                let (bent, rest) = (length(&frame.positions), length(&data.positions));
                assert!(bent < 3.0 * rest + 0.02, "frame {f}, edge {i} {j}: {rest} m became {bent}");
            }
        }
        let low = frame.positions.iter().map(|p| p.y).fold(f32::INFINITY, f32::min);
        assert!(low > -0.012, "frame {f}: the skin sinks to {low}");
    }
}

#[test]
fn thicker_options_make_a_thicker_body() {
    let widest = |options: BipedOptions| {
        let biped = biped(&BipedOptions { cell: 0.02, ..options }).unwrap();
        check_skin(&biped);
        let belt =
            biped.skin.data().positions.iter().filter(|p| (p.y - 1.08).abs() < 0.05 && p.x.abs() < 0.1);
        belt.map(|p| p.z).fold(0.0, f32::max)
    };
    let usual = widest(BipedOptions::default());
    let belly = widest(BipedOptions { belly: 0.15, ..BipedOptions::default() });
    assert!((belly - usual - 0.15).abs() < 0.03, "{usual} {belly}");
    assert!(
        widest(BipedOptions { trunk_girth: 1.4, limb_girth: 1.5, ..BipedOptions::default() }) > 1.2 * usual
    );
}

#[test]
fn options_out_of_range_are_refused_by_name() {
    let skeleton = skeleton();
    let text = biped_skeleton(&BipedOptions { height: f64::NAN, ..BipedOptions::default() })
        .unwrap_err()
        .to_string();
    assert!(text.contains("height") && text.contains("0.3 to 5"), "{text}");
    let text =
        walk(&skeleton, &WalkOptions { speed: 9.0, ..WalkOptions::default() }).unwrap_err().to_string();
    assert!(text.contains("speed"), "{text}");
    let other = reference::unicycle_skeleton().unwrap();
    assert!(walk(&other, &WalkOptions::default()).is_err());
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(24))]
    #[test]
    fn any_options_give_a_sound_clip_or_an_error(
        height in 0.3..5.0f64, rate in 1.0..300.0f64, seconds in 0.0..3.0f64, speed in 0.2..7.0f64,
        step in proptest::option::of(0.05..2.0f64), angle in -6.2..6.2f64, rise in 0.1..0.6f64, far in 0.0..1.2f64,
    ) {
        let skeleton = biped_skeleton(&BipedOptions { height, ..BipedOptions::default() }).unwrap();
        let samples = [
            walk(&skeleton, &WalkOptions { frame_rate: rate, seconds, speed, step_length: step }),
            run(&skeleton, &RunOptions { frame_rate: rate, seconds, speed, step_length: step }),
            turn(&skeleton, &TurnOptions { frame_rate: rate, seconds, speed, angle, radius: 0.8 }),
            jump(&skeleton, &JumpOptions { frame_rate: rate, height: rise, distance: far }),
            stand(&skeleton, &StandOptions { frame_rate: rate, seconds, shift: 0.08 }),
        ];
        for sample in samples.into_iter().flatten() {
            let drift = plant_drift(&skeleton, &sample);
            proptest::prop_assert!(drift < 1e-9, "{}: {}", sample.clip.name(), drift);
            let lowest = lowest_sole(&skeleton, &world_poses(&skeleton, &sample.clip).unwrap());
            proptest::prop_assert!(lowest > -1e-9, "{}: {}", sample.clip.name(), lowest);
        }
    }
}

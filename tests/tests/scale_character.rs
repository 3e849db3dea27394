//! `scale_character`: seven measures come out as asked, and the root's path follows.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use surefoot::kinematics::{SkinnedFrame, Skinner, rest_pose, world_poses};
use surefoot::math::Vec3;
use surefoot::model::clip::ClipData;
use surefoot::model::{Joint, JointIndex, Role, Side};
use surefoot::ops::scale_character::SkinScaling;
use surefoot::{
    Clip, Error, FootskateMethod, Plants, RemoveFootskateOptions, ScaleCharacterOptions, ScaledCharacter,
    Skeleton, Skin, remove_footskate, scale_character,
};
use surefoot_sample::{self as sample, SampleClip};

fn character() -> (Skeleton, Skin, SampleClip) {
    let biped = sample::biped(&Default::default()).unwrap();
    let walk = sample::walk(&biped.skeleton, &Default::default()).unwrap();
    (biped.skeleton, biped.skin, walk)
}

fn scale(options: &ScaleCharacterOptions) -> ScaledCharacter {
    let (skeleton, skin, walk) = character();
    scale_character(&skeleton, &[skin], &[walk.clip], options).unwrap()
}

fn length(skeleton: &Skeleton, from: Role, to: Role) -> f64 {
    let rest = rest_pose(skeleton);
    let at = |role| rest.position(0, skeleton.roles().joint(role).unwrap());
    (at(from) - at(to)).norm()
}

/// One frame of the rest pose.
fn rest_clip(skeleton: &Skeleton) -> Clip {
    let data = ClipData {
        name: "rest".into(),
        frame_rate: 30.0,
        rotations: skeleton.rest_rotations().to_vec(),
        root_positions: vec![skeleton.rest_offsets()[0]],
        translations: vec![],
        scales: vec![],
    };
    Clip::new(skeleton, data).unwrap()
}

fn mesh_at_rest(skeleton: &Skeleton, skin: &Skin) -> Vec<Vec3> {
    let clip = rest_clip(skeleton);
    let mut frame = SkinnedFrame::default();
    Skinner::new(skeleton, skin).unwrap().deform(&clip.pose(0), &mut frame).unwrap();
    frame.positions.iter().map(|p| p.cast()).collect()
}

#[test]
fn factors_of_one_change_no_bit() {
    let (skeleton, skin, walk) = character();
    let scaled = scale(&ScaleCharacterOptions::default());
    assert_eq!((scaled.skeleton, &scaled.skins[0], &scaled.clips[0]), (skeleton, &skin, &walk.clip));
    assert_eq!(scaled.report.root, 1.0);
}

#[test]
fn equal_factors_scale_all_of_the_skeleton_and_the_path() {
    let (skeleton, _, walk) = character();
    for factor in [0.7, 1.3] {
        let scaled = scale(&ScaleCharacterOptions::uniform(factor));
        let expected = skeleton.scaled(factor);
        // Feet keep their size: all of the body is higher or lower by what they are too thick or too thin.
        let lift = Vec3::y() * scaled.report.lift;
        assert!((factor < 1.0) == (lift.y > 0.0) && lift.norm() < 0.05, "{lift}");
        for joint in skeleton.joints() {
            let raised = if joint.0 == 0 { lift } else { Vec3::zeros() };
            let (found, wanted) = (scaled.skeleton.rest_offset(joint), expected.rest_offset(joint) + raised);
            assert!((found - wanted).norm() < 1e-12, "{}", skeleton.name(joint));
        }
        for (found, wanted) in scaled.skeleton.end_sites().iter().zip(expected.end_sites()) {
            assert!((found.offset - wanted.offset).norm() < 1e-12);
        }
        for (found, old) in scaled.clips[0].root_positions().iter().zip(walk.clip.root_positions()) {
            assert!((found - old * factor - lift).norm() < 1e-12);
        }
    }
}

/// Lowest and highest vertex of a frame, by a skinning of its own.
fn mesh_span(skeleton: &Skeleton, skin: &Skin, clip: &Clip, frame: usize) -> [f64; 2] {
    span_of(skeleton, skin, clip, frame, |_| true)
}

/// The lowest vertex of both feet: the flesh of a shorter shin reaches past the ankle.
fn sole_height(skeleton: &Skeleton, skin: &Skin, clip: &Clip, frame: usize) -> f64 {
    let of_foot =
        |joint: JointIndex| matches!(skeleton.roles().role(joint), Some(Role::Foot(_) | Role::Toe(_)));
    span_of(skeleton, skin, clip, frame, of_foot)[0]
}

/// The same of vertices whose first joint is asked for.
fn span_of(
    skeleton: &Skeleton,
    skin: &Skin,
    clip: &Clip,
    frame: usize,
    is_wanted: impl Fn(JointIndex) -> bool,
) -> [f64; 2] {
    let poses = world_poses(skeleton, clip).unwrap();
    let data = skin.data();
    let height = |vertex: usize| {
        let (slots, weights) = skin.influences(vertex);
        let place: Vec3 = data.positions[vertex].cast();
        let of_slot = |(slot, weight): (&u32, &f32)| {
            let (joint, bind) = (data.slot_joints[*slot as usize], &data.inverse_binds[*slot as usize]);
            let bound = bind.linear * place + bind.translation;
            f64::from(*weight) * (poses.position(frame, joint) + poses.rotation(frame, joint) * bound).y
        };
        slots.iter().zip(weights).map(of_slot).sum::<f64>()
    };
    let first = |vertex: &usize| data.slot_joints[skin.influences(*vertex).0[0] as usize];
    let heights = (0..skin.vertex_count()).filter(|vertex| is_wanted(first(vertex))).map(height);
    heights.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], y| [low.min(y), high.max(y)])
}

/// Flesh that follows bones keeps its size. Its soles stay on the floor all the same, and the report tells what the mesh is.
#[test]
fn a_mesh_that_follows_stands_on_the_floor_and_is_told_truly() {
    let (skeleton, skin, walk) = character();
    let rest = [mesh_span(&skeleton, &skin, &rest_clip(&skeleton), 0)];
    let rest_sole = sole_height(&skeleton, &skin, &rest_clip(&skeleton), 0);
    let uneven = ScaleCharacterOptions::default().waist_to_knee(1.1).inside_leg(1.15).waist_height(1.12);
    for options in [ScaleCharacterOptions::uniform(0.6), ScaleCharacterOptions::uniform(1.4), uneven] {
        let scaled = scale(&options);
        let report = &scaled.report;
        for frame in (0..walk.clip.frame_count()).step_by(7) {
            let old = sole_height(&skeleton, &skin, &walk.clip, frame);
            let new = sole_height(&scaled.skeleton, &scaled.skins[0], &scaled.clips[0], frame);
            // Feet that roll over heel and tip are as long as they were scaled, and as thick as they were.
            assert!((new - old).abs() < 0.03, "frame {frame}: {old} {new}, {}", report.summary());
        }
        let [low, high] = mesh_span(&scaled.skeleton, &scaled.skins[0], &rest_clip(&scaled.skeleton), 0);
        let sole = sole_height(&scaled.skeleton, &scaled.skins[0], &rest_clip(&scaled.skeleton), 0);
        assert!((sole - report.root * rest_sole).abs() < 0.005, "{sole} {rest_sole}");
        assert!((report.mesh_height_after.unwrap() - (high - low)).abs() < 1e-6);
        assert!((report.mesh_height_before.unwrap() - (rest[0][1] - rest[0][0])).abs() < 1e-6);
        assert!(report.notes.iter().any(|note| note.code == "flesh-keeps-size"));
        let told = format!("{:.2} m became {:.2} m", rest[0][1] - rest[0][0], high - low);
        assert!(report.summary().contains(&told), "{}", report.summary());
        // The inside leg is that of the mesh: from the hips down to its sole.
        let pose = rest_pose(&scaled.skeleton);
        let hip = pose.position(0, scaled.skeleton.roles().joint(Role::Thigh(Side::Left)).unwrap()).y;
        assert!(
            (report.after.inside_leg - (hip - sole)).abs() < 0.01,
            "{} {}",
            report.after.inside_leg,
            hip - sole
        );
    }
}

/// Every joint is where it was, times the factor: planted feet stand as still. The root method, which keeps planted feet by the
/// root's path alone, then finds the same path within 3 %.
#[test]
fn a_scaled_walk_does_not_skate() {
    let (skeleton, _, walk) = character();
    let options = RemoveFootskateOptions::default().method(FootskateMethod::Root);
    let before = world_poses(&skeleton, &walk.clip).unwrap();
    for factor in [0.7, 1.3] {
        let all = ScaleCharacterOptions::uniform(factor);
        let scaled = scale_character(&skeleton, &[], std::slice::from_ref(&walk.clip), &all).unwrap();
        let clip = &scaled.clips[0];
        let after = world_poses(&scaled.skeleton, clip).unwrap();
        for (old, new) in before.positions.iter().zip(&after.positions) {
            assert!((new - old * factor).norm() < 1e-9, "{old} {new}");
        }
        let plants = Plants::none(clip.frame_count());
        let kept = remove_footskate(&scaled.skeleton, clip, &plants, None, &options).unwrap().clip;
        let level = |clip: &Clip| {
            let roots = clip.root_positions();
            let way = roots[roots.len() - 1] - roots[0];
            Vec3::new(way.x, 0.0, way.z)
        };
        assert!((level(&kept) - level(clip)).norm() <= 0.03 * level(clip).norm(), "{factor}");
    }
}

#[test]
fn half_a_forearm_changes_nothing_else() {
    let (skeleton, _, _) = character();
    let scaled = scale(&ScaleCharacterOptions::default().forearm(0.5));
    for joint in skeleton.joints() {
        let factor = if matches!(skeleton.roles().role(joint), Some(Role::Hand(_))) { 0.5 } else { 1.0 };
        let (found, old) = (scaled.skeleton.rest_offset(joint), skeleton.rest_offset(joint));
        assert!((found - old * factor).norm() < 1e-9, "{}", skeleton.name(joint));
    }
    assert_eq!(scaled.report.root, 1.0);
}

#[test]
fn arms_and_back_have_their_own_factors() {
    let (skeleton, _, _) = character();
    let options = ScaleCharacterOptions::default().shoulder(1.2).upper_arm(0.9).back(1.1);
    let scaled = scale(&options).skeleton;
    let side = Side::Right;
    let ratio = |from, to| length(&scaled, from, to) / length(&skeleton, from, to);
    assert!((ratio(Role::Clavicle(side), Role::UpperArm(side)) - 1.2).abs() < 1e-9);
    assert!((ratio(Role::UpperArm(side), Role::Forearm(side)) - 0.9).abs() < 1e-9);
    assert!((ratio(Role::Spine, Role::Neck) - 1.1).abs() < 1e-9);
    assert!((ratio(Role::Neck, Role::Head) - 1.0).abs() < 1e-9);
    assert!((ratio(Role::Thigh(side), Role::Shin(side)) - 1.0).abs() < 1e-9);
}

#[test]
fn measures_of_the_leg_come_out_as_asked() {
    let (skeleton, _, walk) = character();
    let options = ScaleCharacterOptions::default().waist_to_knee(1.1).inside_leg(1.0).waist_height(1.05);
    let scaled = scale_character(&skeleton, &[], &[walk.clip], &options).unwrap();
    let report = &scaled.report;
    let side = Side::Left;
    let measured = |skeleton: &Skeleton, ankle_height: f64| {
        let rest = rest_pose(skeleton);
        let at = |role| rest.position(0, skeleton.roles().joint(role).unwrap());
        let hips = (at(Role::Thigh(Side::Left)) + at(Role::Thigh(Side::Right))) / 2.0;
        let pelvis = (at(Role::Spine) - hips).norm();
        let thigh = length(skeleton, Role::Thigh(side), Role::Shin(side));
        let shin = length(skeleton, Role::Shin(side), Role::Foot(side)) + ankle_height;
        [pelvis + thigh, thigh + shin, pelvis + thigh + shin]
    };
    let leg = length(&skeleton, Role::Thigh(side), Role::Shin(side))
        + length(&skeleton, Role::Shin(side), Role::Foot(side));
    let ankle = skeleton.sole(side).map_or(0.1 * leg, |sole| sole.ankle_height);
    let (before, after) = (measured(&skeleton, ankle), measured(&scaled.skeleton, ankle * report.shin));
    for ((old, new), factor) in before.iter().zip(&after).zip([1.1, 1.0, 1.05]) {
        assert!((new - old * factor).abs() < 1e-9, "{old} {new} {factor}");
    }
    assert!((report.after.waist_height - after[2]).abs() < 1e-9);
    assert!((report.before.inside_leg - before[1]).abs() < 1e-9);
}

/// The feet stay on the floor: the root rises by as much as what is below it.
#[test]
fn longer_legs_stand_on_the_same_floor() {
    let (skeleton, _, walk) = character();
    let options = ScaleCharacterOptions::default().waist_to_knee(1.1).inside_leg(1.15).waist_height(1.12);
    let scaled = scale_character(&skeleton, &[], &[walk.clip], &options).unwrap();
    let foot = skeleton.roles().joint(Role::Foot(Side::Left)).unwrap();
    let lowest = |skeleton: &Skeleton, clip: &Clip| {
        let poses = world_poses(skeleton, clip).unwrap();
        (0..poses.frame_count()).map(|frame| poses.position(frame, foot).y).fold(f64::INFINITY, f64::min)
    };
    let (_, _, walk) = character();
    let before = lowest(&skeleton, &walk.clip);
    let after = lowest(&scaled.skeleton, &scaled.clips[0]);
    assert!((after - before).abs() < 0.02, "{before} {after}");
}

#[test]
fn measures_that_contradict_each_other_are_refused() {
    let (skeleton, _, _) = character();
    let refused =
        |options: ScaleCharacterOptions| scale_character(&skeleton, &[], &[], &options).unwrap_err();
    let long = refused(ScaleCharacterOptions::default().waist_to_knee(2.5)).to_string();
    assert!(long.contains("contradict") && long.contains("shin"), "{long}");
    let low = refused(ScaleCharacterOptions::default().waist_height(0.8)).to_string();
    assert!(low.contains("pelvis"), "{low}");
    for text in [&long, &low] {
        assert!(
            ["waist_to_knee", "inside_leg", "waist_height"].iter().all(|name| text.contains(name)),
            "{text}"
        );
    }
    // A waist between the hips is no contradiction of measures.
    let mut offsets: Vec<Joint> = skeleton
        .joints()
        .map(|joint| Joint::new(skeleton.name(joint), skeleton.parent(joint), skeleton.rest_offset(joint)))
        .collect();
    let roles = skeleton.roles();
    let hips = Side::BOTH.map(|side| offsets[roles.joint(Role::Thigh(side)).unwrap().0].rest_offset);
    offsets[roles.joint(Role::Spine).unwrap().0].rest_offset = (hips[0] + hips[1]) / 2.0;
    let flat = Skeleton::new(offsets, vec![]).unwrap().with_roles(roles.clone()).unwrap();
    let options = ScaleCharacterOptions::default().inside_leg(1.1);
    let short = scale_character(&flat, &[], &[], &options).unwrap_err().to_string();
    assert!(short.contains("pelvis of the rest pose") && !short.contains("contradict"), "{short}");
    let nan = refused(ScaleCharacterOptions::default().back(f64::NAN));
    assert!(matches!(&nan, Error::OptionOutOfRange { option, .. } if option == "back"), "{nan}");
    let joints = skeleton.joint_count();
    let plain = skeleton.clone().with_roles(surefoot::Roles::empty(joints)).unwrap();
    let missing = scale_character(&plain, &[], &[], &ScaleCharacterOptions::default()).unwrap_err();
    assert!(matches!(missing, Error::MissingRoles { .. }), "{missing}");
}

#[test]
fn the_mesh_follows_or_stays() {
    let (skeleton, skin, _) = character();
    let options = ScaleCharacterOptions::default().forearm(0.8).back(1.1).inside_leg(0.95).waist_height(0.96);
    let follow = scale(&options);
    assert_eq!(follow.skins[0], skin);
    let stays = scale(&options.skin(SkinScaling::Reattach));
    let (before, after) = (mesh_at_rest(&skeleton, &skin), mesh_at_rest(&stays.skeleton, &stays.skins[0]));
    let farthest = before.iter().zip(&after).map(|(a, b)| (a - b).norm()).fold(0.0, f64::max);
    assert!(farthest < 1e-6, "{farthest}");
    let followed = mesh_at_rest(&follow.skeleton, &follow.skins[0]);
    assert!(before.iter().zip(&followed).any(|(a, b)| (a - b).norm() > 0.02));
}

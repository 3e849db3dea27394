//! Balance brought back: feet stay, what is within its limits keeps its bits, known faults go, real clips reach their bars.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use surefoot::kinematics::{rest_pose, world_poses};
use surefoot::math::{Quat, Vec3};
use surefoot::model::Side;
use surefoot::ops::Progress;
use surefoot::ops::correct_balance::{BalanceMethod, BalanceMode, BalanceOriginal, BalanceSetting};
use surefoot::{
    BalanceScene, Clip, CorrectBalanceOptions, CorrectBalanceReport, Edited, Error, JointIndex, Load,
    MassModel, MeasureBalanceOptions, Role, Skeleton, correct_balance, measure_balance,
};
use surefoot_sample as sample;
use surefoot_tests::balance_clips::{BalanceEdit, captured, edited};
use surefoot_tests::data_folder;

fn walk() -> (Skeleton, Clip) {
    let skeleton = sample::biped_skeleton(&Default::default()).unwrap();
    let clip = sample::walk(&skeleton, &Default::default()).unwrap().clip;
    (skeleton, clip)
}

/// `clip` corrected with `before` as its original.
fn corrected(
    skeleton: &Skeleton,
    clip: &Clip,
    before: &Clip,
    loads: &[Load],
    mode: BalanceMode,
) -> Edited<CorrectBalanceReport> {
    let mut setting = BalanceSetting::default();
    setting.scene.loads = loads;
    setting.original =
        Some(BalanceOriginal { skeleton, clip: before, skins: &[], scene: BalanceScene::default() });
    let options = CorrectBalanceOptions::default().mode(mode);
    correct_balance(skeleton, clip, &[], &setting, &options, &Progress::none()).unwrap()
}

fn farthest_ankle(skeleton: &Skeleton, before: &Clip, after: &Clip) -> f64 {
    let poses = [before, after].map(|clip| world_poses(skeleton, clip).unwrap());
    let feet = Side::BOTH.map(|side| skeleton.roles().joint(Role::Foot(side)).unwrap());
    let ways = (0..before.frame_count()).flat_map(|frame| {
        feet.map(|foot| (poses[0].position(frame, foot) - poses[1].position(frame, foot)).norm())
    });
    ways.fold(0.0, f64::max)
}

#[test]
fn a_clip_that_is_its_own_original_keeps_its_bits() {
    let (skeleton, clip) = walk();
    let same = corrected(&skeleton, &clip, &clip, &[], BalanceMode::Limit);
    assert_eq!(same.report.rounds, 0);
    assert_eq!(same.clip, clip);
    assert_eq!(same.report.moved.frames, 0);
}

#[test]
fn a_leaning_trunk_is_answered_by_the_root_and_feet_stay() {
    let (skeleton, clip) = walk();
    for edit in BalanceEdit::ALL {
        let (changed, loads) = edited(&skeleton, &clip, edit);
        let result = corrected(&skeleton, &changed, &clip, &loads, BalanceMode::Limit);
        let report = &result.report;
        assert!(
            report.excess_after.mean <= 0.03 * report.excess_before.mean + 3e-4,
            "{edit:?}: {}",
            report.summary()
        );
        assert!(farthest_ankle(&skeleton, &changed, &result.clip) < 1e-6, "{edit:?}");
        assert!(result.clip.translations().is_empty(), "{edit:?}: a leg was stretched");
        assert!(report.moved.jerk_ratio < 1.05, "{edit:?}: {}", report.moved.jerk_ratio);
        // The figures are those of the result: measured by themselves they are the same.
        let mut scene = BalanceScene::default();
        scene.loads = &loads;
        let found =
            measure_balance(&skeleton, &result.clip, &[], &scene, &MeasureBalanceOptions::default()).unwrap();
        if found.report.other_supports.is_empty() {
            assert!((found.report.balance.outside.mean - report.after.outside.mean).abs() < 2e-3, "{edit:?}");
        }
    }
}

#[test]
fn a_shifted_body_over_one_spot_comes_back_over_its_feet() {
    // Known truth: a standing body whose root was moved sideways by 25 cm with its feet in place.
    let skeleton = sample::biped_skeleton(&Default::default()).unwrap();
    let stand = sample::stand(&skeleton, &Default::default()).unwrap().clip;
    let load = Load {
        joint: skeleton.roles().joint(surefoot::Role::Head).unwrap(),
        mass: 30.0,
        offset: Vec3::zeros(),
    };
    let hung = Load { offset: Vec3::new(1.0, 0.0, 0.0), ..load };
    let kept = corrected(&skeleton, &stand, &stand, &[hung], BalanceMode::Keep);
    let (before, after) = (kept.report.off_path_before.unwrap(), kept.report.off_path_after.unwrap());
    assert!(before > 0.1 && after < 0.05 * before, "{before} {after}");
    assert!(farthest_ankle(&skeleton, &stand, &kept.clip) < 1e-6);
    // Moving the load to the other side mirrors the answer.
    let other = Load { offset: Vec3::new(-1.0, 0.0, 0.0), ..load };
    let mirrored = corrected(&skeleton, &stand, &stand, &[other], BalanceMode::Keep);
    let middle = stand.frame_count() / 2;
    let shift = |clip: &Clip| (clip.root_positions()[middle] - stand.root_positions()[middle]).x;
    assert!(shift(&kept.clip) < -0.02 && (shift(&kept.clip) + shift(&mirrored.clip)).abs() < 0.02);
}

#[test]
fn frames_far_from_a_fault_keep_their_bits() {
    let (skeleton, clip) = walk();
    let (leaning, _) = edited(&skeleton, &clip, BalanceEdit::LeanSideways);
    // Only the last second leans.
    let from = clip.frame_count() - clip.frame_rate() as usize;
    let mut data = clip.clone().into_data();
    let joints = skeleton.joint_count();
    data.rotations[from * joints..].copy_from_slice(&leaning.rotations()[from * joints..]);
    let changed = Clip::new(&skeleton, data).unwrap();
    let result = corrected(&skeleton, &changed, &clip, &[], BalanceMode::Limit);
    assert!(result.report.rounds > 0, "{}", result.report.summary());
    // Smoothing spreads the jump by less than half a second, a correction reaches one second farther.
    let untouched = from - (1.6 * clip.frame_rate()) as usize;
    assert!(untouched > 10, "the clip is too short for this test");
    for frame in 0..untouched {
        assert_eq!(result.clip.pose(frame).rotations(), changed.pose(frame).rotations(), "{frame}");
        assert_eq!(result.clip.root_positions()[frame], changed.root_positions()[frame], "{frame}");
    }
}

#[test]
fn the_place_of_the_scene_does_not_matter_and_the_same_input_gives_the_same_bits() {
    let (skeleton, clip) = walk();
    let (changed, loads) = edited(&skeleton, &clip, BalanceEdit::LiftedLoad);
    let result = corrected(&skeleton, &changed, &clip, &loads, BalanceMode::Limit);
    assert_eq!(result.clip, corrected(&skeleton, &changed, &clip, &loads, BalanceMode::Limit).clip);
    let shift = Vec3::new(7.0, 0.0, -3.0);
    let far = |clip: &Clip| {
        let mut data = clip.clone().into_data();
        data.root_positions.iter_mut().for_each(|place| *place += shift);
        Clip::new(&skeleton, data).unwrap()
    };
    let moved = corrected(&skeleton, &far(&changed), &far(&clip), &loads, BalanceMode::Limit);
    for (a, b) in result.clip.root_positions().iter().zip(moved.clip.root_positions()) {
        assert!((a + shift - b).norm() < 1e-5, "{a} {b}");
    }
}

#[test]
fn what_cannot_be_judged_comes_back_with_a_reason() {
    let (skeleton, clip) = walk();
    for count in [0, 1, 2, 3, 5] {
        let part = clip.slice(0..count).unwrap();
        let setting = BalanceSetting::default();
        let options = CorrectBalanceOptions::default();
        let result = correct_balance(&skeleton, &part, &[], &setting, &options, &Progress::none()).unwrap();
        assert_eq!(result.clip.frame_count(), count);
        if result.report.before.frames == 0 {
            assert!(result.report.notes.iter().any(|note| note.code == "balance-not-judged"), "{count}");
            assert_eq!(result.clip, part);
        }
    }
}

#[test]
fn wrong_input_is_refused() {
    let (skeleton, clip) = walk();
    let run = |setting: &BalanceSetting<'_>, options: CorrectBalanceOptions| {
        correct_balance(&skeleton, &clip, &[], setting, &options, &Progress::none())
    };
    for options in [
        CorrectBalanceOptions::default().threshold(-0.1),
        CorrectBalanceOptions::default().target_scale(f64::NAN),
        CorrectBalanceOptions::default().max_rounds(0),
    ] {
        assert!(matches!(run(&BalanceSetting::default(), options), Err(Error::OptionOutOfRange { .. })));
    }
    let short = clip.slice(0..clip.frame_count() - 1).unwrap();
    let mut setting = BalanceSetting::default();
    setting.original = Some(BalanceOriginal {
        skeleton: &skeleton,
        clip: &short,
        skins: &[],
        scene: BalanceScene::default(),
    });
    // A limit can be read at another pace, a path cannot.
    assert!(run(&setting, CorrectBalanceOptions::default()).is_ok());
    let kept = run(&setting, CorrectBalanceOptions::default().mode(BalanceMode::Keep));
    assert!(matches!(kept, Err(Error::Invalid { .. })), "{kept:?}");
    let empty = clip.slice(0..0).unwrap();
    setting.original = Some(BalanceOriginal {
        skeleton: &skeleton,
        clip: &empty,
        skins: &[],
        scene: BalanceScene::default(),
    });
    let error = run(&setting, CorrectBalanceOptions::default()).unwrap_err();
    assert!(error.to_string().contains("no frames"), "{error}");
    let stop = |_: f64| false;
    let loads = [Load::new(&skeleton, "right_hand", 9.0).unwrap()];
    let mut setting = BalanceSetting::default();
    setting.scene.loads = &loads;
    let options = CorrectBalanceOptions::default().mode(BalanceMode::Keep);
    let cancelled = correct_balance(&skeleton, &clip, &[], &setting, &options, &Progress::new(&stop));
    assert!(matches!(cancelled, Err(Error::Cancelled)));
}

#[test]
fn an_original_that_cannot_be_judged_is_no_yardstick() {
    let (skeleton, clip) = walk();
    let loads = [Load::new(&skeleton, "right_hand", 9.0).unwrap()];
    let one = clip.slice(40..41).unwrap();
    let result = corrected(&skeleton, &clip, &one, &loads, BalanceMode::Limit);
    let report = &result.report;
    assert_eq!((&result.clip, report.excess_before.frames), (&clip, 0));
    let note = report.notes.iter().find(|note| note.code == "original-not-judged").unwrap();
    assert!(note.text.contains("an acceleration takes 3"), "{note}");
    assert!(report.summary().contains("nothing of the original"), "{}", report.summary());
    let whole = corrected(&skeleton, &clip, &clip, &loads, BalanceMode::Limit).report;
    assert!(whole.excess_before.frames > 50 && whole.notes.iter().all(|n| n.code != "original-not-judged"));
}

#[test]
fn a_heavy_load_is_no_other_support() {
    let (skeleton, clip) = walk();
    let judged = |kilograms: f64| {
        let loads = [Load::new(&skeleton, "right_hand", kilograms).unwrap()];
        let mut setting = BalanceSetting::default();
        setting.scene.loads = &loads;
        let options = CorrectBalanceOptions::default().mode(BalanceMode::Keep);
        let report =
            correct_balance(&skeleton, &clip, &[], &setting, &options, &Progress::none()).unwrap().report;
        (report.before.frames, report.frames_left_alone)
    };
    let light = judged(1.0);
    assert!(light.0 > 100 && light.1 == 0, "{light:?}");
    for kilograms in [60.0, 300.0] {
        let heavy = judged(kilograms);
        assert!(
            heavy.0 * 10 >= light.0 * 9 && heavy.1 * 10 <= light.0,
            "{kilograms} kg: {heavy:?} {light:?}"
        );
    }
}

#[test]
fn ratios_of_a_clip_that_does_not_move_are_no_rounding_errors() {
    let skeleton = sample::biped_skeleton(&Default::default()).unwrap();
    let stand = sample::stand(&skeleton, &Default::default()).unwrap().clip;
    let mut data = stand.into_data();
    let (joints, frames) = (skeleton.joint_count(), data.root_positions.len());
    let first = data.rotations[..joints].to_vec();
    data.rotations = (0..frames).flat_map(|_| first.clone()).collect();
    data.root_positions = vec![data.root_positions[0]; frames];
    let still = Clip::new(&skeleton, data).unwrap();
    let loads = [Load::new(&skeleton, "right_hand", 20.0).unwrap()];
    let report = corrected(&skeleton, &still, &still, &loads, BalanceMode::Keep).report;
    assert!(report.moved.frames > 0, "{}", report.summary());
    for ratio in [report.moved.knee_acceleration_ratio, report.moved.jerk_ratio] {
        assert!((0.9..1.1).contains(&ratio), "{ratio}");
    }
}

#[test]
fn how_much_a_flight_changes_is_told() {
    let skeleton = sample::biped_skeleton(&Default::default()).unwrap();
    let jump = sample::jump(&skeleton, &Default::default()).unwrap().clip;
    let loads = [Load::new(&skeleton, "right_hand", 10.0).unwrap()];
    let result = corrected(&skeleton, &jump, &jump, &loads, BalanceMode::Keep);
    assert!(result.report.moved.frames > 0);
    let ratio = |clip: &Clip| {
        let mut scene = BalanceScene::default();
        scene.loads = &loads;
        let options = MeasureBalanceOptions::default();
        measure_balance(&skeleton, clip, &[], &scene, &options).unwrap().report.flights[0].g_ratio
    };
    let change = (ratio(&jump) - ratio(&result.clip)).abs();
    assert!((result.report.moved.flight_g_change_max - change).abs() < 0.05, "{change}");
    assert!(result.report.moved.flight_g_change_max < 0.2, "{}", result.report.moved.flight_g_change_max);
}

/// Bends of the root's added path, metres per frame², at most.
fn largest_bend(before: &Clip, after: &Clip) -> f64 {
    let added = |f: usize| after.root_positions()[f] - before.root_positions()[f];
    let bends = (1..before.frame_count() - 1).map(|f| (added(f + 1) - added(f) * 2.0 + added(f - 1)).norm());
    bends.fold(0.0, f64::max)
}

/// The masses of the table with a trunk twice as heavy, 5 cm to one side.
fn lopsided(skeleton: &Skeleton, clip: &Clip) -> MassModel {
    let measured =
        measure_balance(skeleton, clip, &[], &BalanceScene::default(), &MeasureBalanceOptions::default())
            .unwrap();
    let rest = rest_pose(skeleton);
    let mut segments = measured.masses.segments().to_vec();
    let trunk: Vec<JointIndex> =
        skeleton.roles().joints(Role::Spine).chain(skeleton.roles().joint(Role::Pelvis)).collect();
    let mut count = 0;
    for segment in segments.iter_mut().filter(|segment| trunk.contains(&segment.joint)) {
        segment.mass *= 2.0;
        segment.centre += rest.rotation(0, segment.joint).inverse() * Vec3::new(0.05, 0.0, 0.0);
        count += 1;
    }
    assert!(count > 1, "a trunk has parts");
    MassModel::new(skeleton, segments).unwrap()
}

#[test]
fn control_points_take_out_most_of_what_a_lopsided_trunk_upsets_and_hold_the_feet() {
    let (skeleton, clip) = walk();
    let masses = lopsided(&skeleton, &clip);
    let mut setting = BalanceSetting::default();
    setting.scene.masses = Some(&masses);
    setting.original = Some(BalanceOriginal {
        skeleton: &skeleton,
        clip: &clip,
        skins: &[],
        scene: BalanceScene::default(),
    });
    let run = |method: BalanceMethod, spacing: usize| {
        let options = CorrectBalanceOptions::default().method(method).control_spacing(spacing);
        correct_balance(&skeleton, &clip, &[], &setting, &options, &Progress::none()).unwrap()
    };
    let banded = run(BalanceMethod::Banded, 0).report;
    // Lyard 2008, section 4.7.4: the method with control points, here with feet that stay.
    for spacing in [0, 5, 12] {
        let found = run(BalanceMethod::ControlPoints, spacing);
        let report = &found.report;
        assert_eq!(report.excess_before, banded.excess_before);
        assert!(report.excess_before.mean > 0.002, "{}", report.summary());
        assert!(
            report.excess_after.mean < 0.3 * report.excess_before.mean,
            "{spacing}: {}",
            report.summary()
        );
        assert!(farthest_ankle(&skeleton, &clip, &found.clip) < 1e-6);
        assert!(found.clip.translations().is_empty(), "a leg was stretched");
        // An eighth of a half turn each; the trunk's share is measured.
        assert!(report.moved.lean_max <= 22.5 * 2f64.sqrt() + 1e-6, "{}", report.moved.lean_max);
        let poses = [&clip, &found.clip].map(|clip| world_poses(&skeleton, clip).unwrap());
        for side in Side::BOTH {
            let foot = skeleton.roles().joint(Role::Foot(side)).unwrap();
            for frame in 0..clip.frame_count() {
                let turn = poses[0].rotation(frame, foot).angle_to(&poses[1].rotation(frame, foot));
                assert!(turn < 1e-7, "{spacing} {frame}: {turn}");
            }
        }
        if report.moved.lean_max == 0.0 {
            // Only legs lean: the trunk keeps its direction.
            let spine = skeleton.roles().joints(Role::Spine).last().unwrap();
            let turns = (0..clip.frame_count())
                .map(|f| poses[0].rotation(f, spine).angle_to(&poses[1].rotation(f, spine)));
            assert!(turns.fold(0.0, f64::max) < 1e-7);
        }
    }
    assert!(banded.excess_after.mean < 0.03 * banded.excess_before.mean, "{}", banded.summary());
    // At 25 frames a second, 5 frames apart: the added path is smooth.
    let slow = slowed(&skeleton, &clip);
    setting.original = Some(BalanceOriginal {
        skeleton: &skeleton,
        clip: &slow,
        skins: &[],
        scene: BalanceScene::default(),
    });
    let options = CorrectBalanceOptions::default().method(BalanceMethod::ControlPoints).control_spacing(5);
    let found = correct_balance(&skeleton, &slow, &[], &setting, &options, &Progress::none()).unwrap();
    let leg = 0.9;
    assert!(largest_bend(&slow, &found.clip) <= 0.02 * leg, "{}", largest_bend(&slow, &found.clip));
}

/// The clip at 25 frames a second.
fn slowed(skeleton: &Skeleton, clip: &Clip) -> Clip {
    let options = surefoot::ResampleClipOptions::default().frame_rate(25.0);
    surefoot::resample_clip(skeleton, clip, &options).unwrap().clip
}

#[test]
fn a_body_that_stands_outside_of_its_feet_comes_back_by_either_method() {
    let skeleton = sample::biped_skeleton(&Default::default()).unwrap();
    let stand = sample::stand(&skeleton, &Default::default()).unwrap().clip;
    let head = skeleton.roles().joint(Role::Head).unwrap();
    // A load before the head, as heavy as puts the zero moment point 4 cm before the toes.
    let hung = |mass: f64| Load { joint: head, mass, offset: Vec3::new(0.0, 0.0, 1.0) };
    // Frames alone: what is far outside for long counts as another support.
    let outside = |mass: f64| {
        let loads = [hung(mass)];
        let mut scene = BalanceScene::default();
        scene.loads = &loads;
        let options = MeasureBalanceOptions::default();
        let frames = measure_balance(&skeleton, &stand, &[], &scene, &options).unwrap().frames;
        frames.distance.iter().flatten().fold(0.0, |most: f64, distance| most.max(*distance))
    };
    let (mut low, mut high) = (0.0, 60.0);
    for _ in 0..40 {
        let middle = 0.5 * (low + high);
        if outside(middle) < 0.04 { low = middle } else { high = middle }
    }
    assert!((outside(low) - 0.04).abs() < 1e-3, "{}", outside(low));
    let loads = [hung(low)];
    let mut setting = BalanceSetting::default();
    setting.scene.loads = &loads;
    for method in [BalanceMethod::Banded, BalanceMethod::ControlPoints] {
        let options = CorrectBalanceOptions::default().method(method).threshold(0.0);
        let found = correct_balance(&skeleton, &stand, &[], &setting, &options, &Progress::none()).unwrap();
        let report = &found.report;
        assert!(
            report.excess_after.mean <= 0.1 * report.excess_before.mean,
            "{method:?}: {}",
            report.summary()
        );
        assert!(farthest_ankle(&skeleton, &stand, &found.clip) < 1e-6);
    }
}

#[test]
fn within_their_limits_clips_keep_their_bits_by_either_method() {
    let (skeleton, clip) = walk();
    let mut setting = BalanceSetting::default();
    setting.original = Some(BalanceOriginal {
        skeleton: &skeleton,
        clip: &clip,
        skins: &[],
        scene: BalanceScene::default(),
    });
    for method in [BalanceMethod::Banded, BalanceMethod::ControlPoints] {
        let options = CorrectBalanceOptions::default().method(method);
        let found = correct_balance(&skeleton, &clip, &[], &setting, &options, &Progress::none()).unwrap();
        assert_eq!((found.report.rounds, &found.clip), (0, &clip), "{method:?}");
    }
}

/// A standing body that lies on its back on the floor.
fn lying(skeleton: &Skeleton) -> Clip {
    let stand = sample::stand(skeleton, &Default::default()).unwrap().clip;
    let mut data = stand.into_data();
    let joints = skeleton.joint_count();
    let turn = Quat::from_axis_angle(&Vec3::x_axis(), -std::f64::consts::FRAC_PI_2);
    data.rotations.iter_mut().step_by(joints).for_each(|rotation| *rotation = turn * *rotation);
    data.root_positions.iter_mut().for_each(|place| place.y = 0.12);
    Clip::new(skeleton, data).unwrap()
}

#[test]
fn who_lies_on_the_floor_is_not_judged_and_left_alone() {
    let skeleton = sample::biped_skeleton(&Default::default()).unwrap();
    let clip = lying(&skeleton);
    let measured =
        measure_balance(&skeleton, &clip, &[], &BalanceScene::default(), &MeasureBalanceOptions::default())
            .unwrap();
    assert_eq!(measured.report.balance.frames, 0, "{}", measured.report.summary());
    assert!(measured.report.flights.is_empty());
    let loads = [Load::new(&skeleton, "right_hand", 30.0).unwrap()];
    let mut setting = BalanceSetting::default();
    setting.scene.loads = &loads;
    let options = CorrectBalanceOptions::default().threshold(0.0);
    let found = correct_balance(&skeleton, &clip, &[], &setting, &options, &Progress::none()).unwrap();
    assert_eq!(found.clip, clip);
    assert_eq!(found.report.frames_left_alone, clip.frame_count());
    let note = found.report.notes.iter().find(|note| note.code == "balance-left-alone");
    assert_eq!(note.unwrap().frames, [(0..clip.frame_count()).into()]);
}

#[test]
fn what_would_move_the_root_too_far_is_left_alone_and_told() {
    let skeleton = sample::biped_skeleton(&Default::default()).unwrap();
    let stand = sample::stand(&skeleton, &Default::default()).unwrap().clip;
    let head = skeleton.roles().joint(Role::Head).unwrap();
    let load = Load { joint: head, mass: 90.0, offset: Vec3::new(1.2, 0.0, 0.0) };
    let found = corrected(&skeleton, &stand, &stand, &[load], BalanceMode::Limit);
    assert_eq!((found.report.rounds, &found.clip), (0, &stand), "{}", found.report.summary());
    let note = found.report.notes.iter().find(|note| note.code == "balance-too-far");
    assert_eq!(note.unwrap().frames, [(0..stand.frame_count()).into()]);
}

#[test]
fn two_hundred_reaching_bodies_stand_or_are_told_not_to() {
    // Arms and trunk turned at random, with a load: at rest the zero moment point is the centre of mass, seen from above.
    let skeleton = sample::biped_skeleton(&Default::default()).unwrap();
    let stand = sample::stand(&skeleton, &Default::default()).unwrap().clip.slice(0..60).unwrap();
    let mut random = surefoot::math::Random::new(14);
    let joints = [Role::UpperArm(Side::Left), Role::UpperArm(Side::Right), Role::Head]
        .into_iter()
        .filter_map(|role| skeleton.roles().joint(role))
        .chain(skeleton.roles().joints(Role::Spine))
        .collect::<Vec<_>>();
    let (mut reached, mut moved) = (0, 0);
    for scene in 0..200 {
        let mut data = stand.clone().into_data();
        for joint in &joints {
            let turn = Quat::from_scaled_axis(Vec3::from_fn(|_, _| 0.25 * random.normal()));
            data.rotations.iter_mut().skip(joint.0).step_by(skeleton.joint_count()).for_each(|q| *q *= turn);
        }
        let clip = Clip::new(&skeleton, data).unwrap();
        let loads = [Load::new(&skeleton, "right_hand", 45.0).unwrap()];
        let mut setting = BalanceSetting::default();
        setting.scene.loads = &loads;
        let options = CorrectBalanceOptions::default().threshold(0.0);
        let found = correct_balance(&skeleton, &clip, &[], &setting, &options, &Progress::none()).unwrap();
        let report = &found.report;
        let told = ["balance-left", "balance-left-alone", "balance-too-far"];
        let is_told = report.notes.iter().any(|note| told.contains(&note.code));
        assert!(report.excess_after.max <= 0.005 || is_told, "{scene}: {}", report.summary());
        assert!(farthest_ankle(&skeleton, &clip, &found.clip) <= 1e-4, "{scene}");
        reached += usize::from(report.after.outside.max <= 0.005 && report.after.frames > 0);
        moved += usize::from(report.moved.frames > 0);
    }
    assert!(reached > 150 && moved > 3, "{reached} {moved}");
}

#[test]
fn a_clip_that_nothing_carries_is_untouched() {
    let skeleton = sample::biped_skeleton(&Default::default()).unwrap();
    let options = sample::JumpOptions { height: 0.6, ..Default::default() };
    let jump = sample::jump(&skeleton, &options).unwrap().clip;
    let measured =
        measure_balance(&skeleton, &jump, &[], &BalanceScene::default(), &MeasureBalanceOptions::default())
            .unwrap();
    let flight = measured.report.flights[0].frames.clone();
    let air = jump.slice(flight.start + 3..flight.end - 3).unwrap();
    let loads = [Load::new(&skeleton, "right_hand", 8.0).unwrap()];
    for mode in [BalanceMode::Limit, BalanceMode::Keep] {
        let mut setting = BalanceSetting::default();
        setting.scene.loads = &loads;
        let options = CorrectBalanceOptions::default().mode(mode);
        let found = correct_balance(&skeleton, &air, &[], &setting, &options, &Progress::none()).unwrap();
        let note = found.report.notes.iter().find(|note| note.code == "balance-not-judged").unwrap();
        assert!(note.text.contains("falls or flies"), "{}", note.text);
        if mode == BalanceMode::Limit {
            assert_eq!(found.clip, air);
        }
    }
}

/// What a correction of a captured clip with one edit is measured by.
struct Figures {
    name: &'static str,
    edit: BalanceEdit,
    before: f64,
    after: f64,
    knee: f64,
    jerk: f64,
    ankle: f64,
}

/// Figures of a captured clip with each edit; `None` without the captured clips.
fn figures(name: &'static str, mode: BalanceMode, edits: &[BalanceEdit]) -> Option<Vec<Figures>> {
    let (skeleton, clip) = captured(&data_folder()?, name, None);
    let figures = |&edit: &BalanceEdit| {
        let (changed, loads) = edited(&skeleton, &clip, edit);
        let result = corrected(&skeleton, &changed, &clip, &loads, mode);
        let report = &result.report;
        if let Some(off) = report.off_path_after {
            assert!(off < 0.005, "{name} {edit:?}: {off} m off the path");
        }
        Figures {
            name,
            edit,
            before: report.excess_before.mean,
            after: report.excess_after.mean,
            knee: report.moved.knee_acceleration_ratio,
            jerk: report.moved.jerk_ratio,
            ankle: farthest_ankle(&skeleton, &changed, &result.clip),
        }
    };
    Some(edits.iter().map(figures).collect())
}

/// Edits that miss a bar, and what they reach.
const EXCEPTIONS: &[(&str, BalanceEdit, &str, f64)] = &[
    ("16_17_walk_turn90_left", BalanceEdit::Backpack, "knee", 1.12),
    ("16_17_walk_turn90_left", BalanceEdit::Slower, "knee", 1.13),
    // 94 % of its excess is removed.
    ("16_35_run_jog", BalanceEdit::Backpack, "left", 0.0007),
    ("16_35_run_jog", BalanceEdit::Faster, "knee", 1.42),
];

/// Every edit for itself: a mean over edits would hide one that fails.
fn each_edit_meets_its_bars(names: &[&'static str], left: f64, left_at_most: f64) {
    let mut missed = Vec::new();
    for name in names {
        let Some(all) = figures(name, BalanceMode::Limit, &BalanceEdit::ALL) else { return };
        for found in &all {
            let mut check = |what: &str, value: f64, bar: f64| {
                let allowed = EXCEPTIONS.iter().find(|e| (e.0, e.1, e.2) == (found.name, found.edit, what));
                if value >= allowed.map_or(bar, |exception| exception.3) {
                    missed.push(format!("{name} {:?}: {what} {value:.5}, bar {bar:.5}", found.edit));
                }
            };
            // What is hardly beyond its limits is not worth a share of it.
            check("left", found.after, (left * found.before).max(3e-5));
            check("left at most", found.after, left_at_most);
            check("knee", found.knee, 1.10);
            check("jerk", found.jerk, 1.05);
            check("ankle", found.ankle, 1e-4);
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn captured_walks_turns_and_stairs_lose_their_excess() {
    let names = ["02_01_walk", "16_17_walk_turn90_left", "83_34_stairs_up", "49_18_balance_one_leg"];
    each_edit_meets_its_bars(&names, 0.03, 0.0003);
}

#[test]
fn captured_runs_and_hops_lose_nearly_all_of_it() {
    each_edit_meets_its_bars(&["16_35_run_jog", "38_03_run_circle"], 0.05, f64::INFINITY);
}

#[test]
fn the_centre_of_mass_is_kept_on_its_path() {
    let edits = [BalanceEdit::LeanSideways, BalanceEdit::Backpack, BalanceEdit::LiftedLoad];
    for found in figures("02_01_walk", BalanceMode::Keep, &edits).into_iter().flatten() {
        assert!(found.after < 0.03 * found.before, "{:?}: {} -> {}", found.edit, found.before, found.after);
    }
}

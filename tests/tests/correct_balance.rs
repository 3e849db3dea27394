//! Balance brought back: feet stay, what is within its limits keeps its bits, known faults go, real clips reach their bars.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use surefoot::kinematics::world_poses;
use surefoot::math::Vec3;
use surefoot::ops::Progress;
use surefoot::ops::correct_balance::{BalanceMode, BalanceOriginal, BalanceSetting};
use surefoot::{
    BalanceScene, Clip, CorrectBalanceOptions, CorrectBalanceReport, Edited, Error, Load,
    MeasureBalanceOptions, Skeleton, correct_balance, measure_balance,
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
    use surefoot::Role;
    use surefoot::model::Side;
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
    let stop = |_: f64| false;
    let loads = [Load::new(&skeleton, "right_hand", 9.0).unwrap()];
    let mut setting = BalanceSetting::default();
    setting.scene.loads = &loads;
    let options = CorrectBalanceOptions::default().mode(BalanceMode::Keep);
    let cancelled = correct_balance(&skeleton, &clip, &[], &setting, &options, &Progress::new(&stop));
    assert!(matches!(cancelled, Err(Error::Cancelled)));
}

/// Means over six edits of a captured clip: excess before and after, acceleration of the knees, jerk, farthest ankle.
fn figures(name: &str, mode: BalanceMode, edits: &[BalanceEdit]) -> Option<[f64; 5]> {
    let (skeleton, clip) = captured(&data_folder()?, name, None);
    let mut sums = [0.0; 5];
    for &edit in edits {
        let (changed, loads) = edited(&skeleton, &clip, edit);
        let result = corrected(&skeleton, &changed, &clip, &loads, mode);
        let (report, share) = (&result.report, 1.0 / edits.len() as f64);
        sums[0] += report.excess_before.mean * share;
        sums[1] += report.excess_after.mean * share;
        sums[2] += report.moved.knee_acceleration_ratio * share;
        sums[3] += report.moved.jerk_ratio * share;
        sums[4] = f64::max(sums[4], farthest_ankle(&skeleton, &changed, &result.clip));
        if let Some(off) = report.off_path_after {
            assert!(off < 0.005, "{name} {edit:?}: {off} m off the path");
        }
    }
    Some(sums)
}

#[test]
fn captured_walks_turns_and_stairs_lose_their_excess() {
    for name in ["02_01_walk", "16_17_walk_turn90_left", "83_34_stairs_up", "49_18_balance_one_leg"] {
        let Some([before, after, knee, jerk, ankle]) = figures(name, BalanceMode::Limit, &BalanceEdit::ALL)
        else {
            return;
        };
        assert!(after < 0.03 * before && after < 0.0003, "{name}: {before} -> {after}");
        assert!(knee < 1.10 && jerk < 1.05 && ankle < 1e-4, "{name}: knee {knee} jerk {jerk} ankle {ankle}");
    }
}

#[test]
fn captured_runs_and_hops_lose_nearly_all_of_it() {
    for name in ["16_35_run_jog", "38_03_run_circle"] {
        let Some([before, after, knee, jerk, ankle]) = figures(name, BalanceMode::Limit, &BalanceEdit::ALL)
        else {
            return;
        };
        assert!(after < 0.05 * before, "{name}: {before} -> {after}");
        assert!(knee < 1.10 && jerk < 1.05 && ankle < 1e-4, "{name}: knee {knee} jerk {jerk} ankle {ankle}");
    }
}

#[test]
fn the_centre_of_mass_is_kept_on_its_path() {
    let edits = [BalanceEdit::LeanSideways, BalanceEdit::Backpack, BalanceEdit::LiftedLoad];
    let Some([before, after, ..]) = figures("02_01_walk", BalanceMode::Keep, &edits) else { return };
    assert!(after < 0.03 * before, "{before} -> {after}");
}

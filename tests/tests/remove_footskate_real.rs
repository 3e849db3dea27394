//! Bars on captured clips: the plants are given, so this measures the cleanup alone.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

use surefoot::kinematics::world_poses;
use surefoot::{
    FootskateMeasures, FootskateSolver, RemoveFootskateOptions, Role, measure_footskate, remove_footskate,
};
use surefoot_tests::footskate_clips::*;

struct Means {
    toe: f64,
    ankle: f64,
    drift: f64,
    pose: f64,
    knee: f64,
    jerk: f64,
    stretch: f64,
}

fn add(means: &mut Means, m: &FootskateMeasures, share: f64) {
    let slide = |p: &str| m.slide(p).map_or((0.0, 0.0), |s| (s.mean * 100.0, s.drift_p95 * 100.0));
    means.toe += slide("toe").0 * share;
    means.ankle += slide("ankle").0 * share;
    means.drift += slide("toe").1 * share;
    means.pose += m.pose_change_mean * 100.0 * share;
    means.knee += m.knee_acceleration_p99 * share;
    means.jerk += m.ankle_jerk_p99 * share;
    means.stretch = means.stretch.max(m.stretch_max * 100.0);
}

fn cleaned(takes: &[Take], options: &RemoveFootskateOptions) -> (Means, Means) {
    let zero = || Means { toe: 0.0, ankle: 0.0, drift: 0.0, pose: 0.0, knee: 0.0, jerk: 0.0, stretch: 0.0 };
    let (mut before, mut after) = (zero(), zero());
    for take in takes {
        let edited = remove_footskate(&take.skeleton, &take.clip, &take.plants, None, options).unwrap();
        let share = 1.0 / takes.len() as f64;
        add(&mut before, &edited.report.before, share);
        add(&mut after, &edited.report.after, share);
    }
    (before, after)
}

fn near(value: f64, expected: f64, what: &str) {
    assert!((value - expected).abs() <= 0.005 * expected, "{what}: {value}, published {expected}");
}

#[test]
fn measures_agree_with_the_published_row() {
    // The input row of the comparison of cleaners: whoever measures the same clips gets the same figures.
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let takes: Vec<Take> = BENCH.iter().map(|n| bench(&folder, n, "skate")).collect();
    let (before, _) = cleaned(&takes, &RemoveFootskateOptions::default());
    near(before.toe, 14.53, "toe slide, cm/s");
    near(before.ankle, 10.27, "ankle slide, cm/s");
    near(before.drift, 3.30, "toe drift p95, cm");
    near(before.knee, 3.96, "knee acceleration p99");
    near(before.jerk, 4556.0, "ankle jerk p99");
}

/// In memory; with and without softened knees.
#[test]
fn bench_bars_are_met() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let takes: Vec<Take> = BENCH.iter().map(|n| bench(&folder, n, "skate")).collect();
    let (_, after) = cleaned(&takes, &RemoveFootskateOptions::default());
    assert!(after.toe < 0.01 && after.ankle < 0.01, "{} {}", after.toe, after.ankle);
    assert!(after.drift < 0.01, "{}", after.drift);
    assert!(after.pose <= 0.23, "{}", after.pose);
    assert!(after.knee <= 3.70, "{}", after.knee);
    assert!(after.jerk <= 4600.0, "{}", after.jerk);
    assert!(after.stretch <= 2.8, "{}", after.stretch);
    // Without softening the knees are no worse than they came.
    let plain = RemoveFootskateOptions::default().soften_knees(false);
    let (_, after) = cleaned(&takes, &plain);
    assert!(after.knee <= 3.96, "{}", after.knee);
}

/// All faults but noise, and the same on legs that are too short.
#[test]
fn other_faults_are_met() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let clean: Vec<Take> = BENCH.iter().map(|n| bench(&folder, n, "gt")).collect();
    for (fault, pose, jerk) in [
        (Fault::Legs(1.12), 0.14, 1.0),
        (Fault::Legs(0.88), 0.23, 1.0),
        (Fault::Path(1.15), 0.31, 1.0),
        (Fault::Drift(0.2), 0.70, 1.01),
    ] {
        let takes: Vec<Take> = clean.iter().map(|t| with_fault(t, fault)).collect();
        let (before, after) = cleaned(&takes, &RemoveFootskateOptions::default());
        assert!(after.toe < 0.05 && after.ankle < 0.05 && after.drift < 0.02, "{fault:?} {}", after.toe);
        assert!(after.pose <= pose, "{fault:?} {}", after.pose);
        assert!(after.knee <= 0.98 * before.knee, "{fault:?} {} {}", after.knee, before.knee);
        assert!(after.jerk <= jerk * before.jerk, "{fault:?} {} {}", after.jerk, before.jerk);
        assert!(after.stretch <= 2.8, "{fault:?} {}", after.stretch);
    }
}

#[test]
fn noise_comes_back_close_to_the_clean_clip() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    for name in BENCH {
        let clean = bench(&folder, name, "gt");
        let noisy = with_fault(&clean, Fault::Noise(0.005));
        let edited =
            remove_footskate(&noisy.skeleton, &noisy.clip, &noisy.plants, None, &Default::default()).unwrap();
        let report = &edited.report;
        assert!(report.root_noise.is_some(), "{name}");
        assert!(report.after.slide_mean < 5e-4, "{name}: {}", report.summary());
        assert!(report.after.ankle_jerk_p99 < report.before.ankle_jerk_p99, "{name}");
        let truth =
            measure_footskate(&clean.skeleton, &edited.clip, &clean.plants, None, Some(&clean.clip)).unwrap();
        let before =
            measure_footskate(&clean.skeleton, &noisy.clip, &clean.plants, None, Some(&clean.clip)).unwrap();
        assert!(truth.pose_change_mean < 0.7 * before.pose_change_mean, "{name}");
    }
}

#[test]
fn honest_slides_without_plants_stay() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    for name in ["90_32_moonwalk", "91_25_walk_drag_bad_leg"] {
        let (skeleton, clip) = read_cmu(&folder.join(format!("cmu/{name}.bvh")), 120.0);
        let none = surefoot::Plants::none(clip.frame_count());
        let edited = remove_footskate(&skeleton, &clip, &none, None, &Default::default()).unwrap();
        assert_eq!(edited.clip, clip, "{name}");
    }
    // One foot planted: the other keeps its path.
    let mut take = other(&folder, "132_17_walk_fast");
    let right =
        take.plants.iter().filter(|p| p.point.side == surefoot::model::Side::Right).cloned().collect();
    take.plants = surefoot::Plants::new(take.clip.frame_count(), right).unwrap();
    let edited =
        remove_footskate(&take.skeleton, &take.clip, &take.plants, None, &Default::default()).unwrap();
    let (a, b) = (
        world_poses(&take.skeleton, &take.clip).unwrap(),
        world_poses(&take.skeleton, &edited.clip).unwrap(),
    );
    let left = take.skeleton.roles().joint(Role::Foot(surefoot::model::Side::Left)).unwrap();
    for frame in 0..take.clip.frame_count() {
        assert!((a.position(frame, left) - b.position(frame, left)).norm() < 1e-5, "frame {frame}");
    }
    assert!(edited.report.root_shift_max <= 5e-4, "{}", edited.report.root_shift_max);
}

#[test]
fn corrections_are_continuous_and_knees_do_not_flip() {
    // The correction of ankle and knee from frame to frame, against what the input itself jumps by.
    let Some(folder) = surefoot_tests::data_folder() else { return };
    for name in BENCH {
        let take = bench(&folder, name, "skate");
        let edited =
            remove_footskate(&take.skeleton, &take.clip, &take.plants, None, &Default::default()).unwrap();
        let (a, b) = (
            world_poses(&take.skeleton, &take.clip).unwrap(),
            world_poses(&take.skeleton, &edited.clip).unwrap(),
        );
        for side in surefoot::model::Side::BOTH {
            for role in [Role::Shin(side), Role::Foot(side)] {
                let joint = take.skeleton.roles().joint(role).unwrap();
                let mut last = nalgebra::Vector3::zeros();
                for frame in 1..take.clip.frame_count() {
                    let correction = b.position(frame, joint) - a.position(frame, joint);
                    let step = (correction - last).norm();
                    let input = (a.position(frame, joint) - a.position(frame - 1, joint)).norm();
                    assert!(frame == 1 || step < 0.02 + 0.5 * input, "{name} {role} frame {frame}: {step}");
                    last = correction;
                }
            }
            let thigh = take.skeleton.roles().joint(Role::Thigh(side)).unwrap();
            for frame in 0..take.clip.frame_count() {
                let turn = a.rotation(frame, thigh).angle_to(&b.rotation(frame, thigh));
                assert!(turn < 0.5, "{name} frame {frame}: the {side:?} thigh turned by {turn}");
            }
        }
    }
}

#[test]
fn other_rigs_are_cleaned() {
    // Other skeletons, rotation orders, rates and up axes, legs shortened by 12 %.
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let mut cleaned = 0;
    for name in [
        "AnimatedDrawings_fair1_dab",
        "AnimatedDrawings_fair1_jumping",
        "AnimatedDrawings_fair1_zombie",
        "AnimatedDrawings_rokoko_jesse_dance",
        "makehuman_zombieWalk1",
    ] {
        let path = folder.join(format!("other/{name}.bvh"));
        let document = surefoot::io::read(&path, &Default::default()).unwrap();
        let (skeleton, clip) = (document.skeleton, document.clips.into_iter().next().unwrap());
        let plants = labelled(&skeleton, &clip);
        if plants.is_empty() {
            continue;
        }
        let take = with_fault(&Take { skeleton, clip, plants }, Fault::Legs(0.88));
        for solver in [FootskateSolver::LeastSquares, FootskateSolver::Windowed] {
            let options = RemoveFootskateOptions::default().solver(solver);
            let edited = remove_footskate(&take.skeleton, &take.clip, &take.plants, None, &options).unwrap();
            let report = &edited.report;
            if report.missed.is_empty() && solver == FootskateSolver::LeastSquares {
                assert!(report.after.slide_mean < 1e-5, "{name}: {}", report.summary());
            }
            assert!(report.after.slide_mean < 0.2 * report.before.slide_mean, "{name}: {}", report.summary());
            assert!(report.after.stretch_max <= 0.03 + 1e-9, "{name}: {}", report.summary());
            assert!(report.after.pose_change_mean < 0.02, "{name}: {}", report.summary());
        }
        cleaned += 1;
    }
    assert!(cleaned >= 3, "only {cleaned} clips have plants");
}

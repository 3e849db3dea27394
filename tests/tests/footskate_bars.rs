//! The bars of the bench with plants that were detected, and those on noisy clips: what `docs/benchmarks.md` shows,
//! time apart.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

use surefoot::kinematics::world_poses;
use surefoot::{
    Clip, FootskateMeasures, Plants, Role, Skeleton, detect_plants, measure_footskate, model::Side,
    remove_footskate,
};
use surefoot_tests::footskate_clips::*;

/// Means over clips; the stretch is the largest.
#[derive(Default, Debug)]
struct Column {
    toe: f64,
    ankle: f64,
    drift: f64,
    pose: f64,
    knee: f64,
    jerk: f64,
    stretch: f64,
}

impl Column {
    fn add(&mut self, m: &FootskateMeasures, share: f64) {
        let of = |p: &str| m.slide(p).map_or((0.0, 0.0), |s| (100.0 * s.mean, 100.0 * s.drift_p95));
        self.toe += of("toe").0 * share;
        self.ankle += of("ankle").0 * share;
        self.drift += of("toe").1 * share;
        self.pose += 100.0 * m.pose_change_mean * share;
        self.knee += m.knee_acceleration_p99 * share;
        self.jerk += m.ankle_jerk_p99 * share;
        self.stretch = self.stretch.max(100.0 * m.stretch_max);
    }
}

/// Cleaned with the plants that are found in the clip itself; and by how much the pose changed, apart from a fault of the
/// root's path that was taken out of it.
fn with_detected(take: &Take) -> (Clip, f64) {
    let found = detect_plants(&take.skeleton, &take.clip, None, &Default::default()).unwrap().plants;
    let edited = remove_footskate(&take.skeleton, &take.clip, &found, None, &Default::default()).unwrap();
    (edited.clip, edited.report.after.pose_change_mean)
}

fn over_labels(take: &Take, clip: &Clip) -> FootskateMeasures {
    measure_footskate(&take.skeleton, clip, &take.plants, None, Some(&take.clip)).unwrap()
}

fn detected_column(takes: &[Take]) -> [Column; 2] {
    let mut columns = [Column::default(), Column::default()];
    let share = 1.0 / takes.len() as f64;
    for take in takes {
        columns[0].add(&over_labels(take, &take.clip), share);
        let (clip, pose_change_mean) = with_detected(take);
        let mut measured = over_labels(take, &clip);
        measured.pose_change_mean = pose_change_mean;
        columns[1].add(&measured, share);
    }
    columns
}

#[test]
fn the_bench_with_detected_plants_meets_every_bar() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let takes: Vec<Take> = BENCH.iter().map(|n| bench(&folder, n, "skate")).collect();
    let [_, after] = detected_column(&takes);
    assert!(after.toe <= 1.0 && after.ankle <= 1.5, "{after:?}");
    assert!(after.drift <= 0.40, "{after:?}");
    assert!(after.pose <= 0.30, "{after:?}");
    assert!(after.stretch <= 3.0, "{after:?}");
    assert!(after.knee <= 3.96, "{after:?}");
    assert!(after.jerk <= 4800.0, "{after:?}");
}

#[test]
fn other_faults_with_detected_plants() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let gt: Vec<Take> = BENCH.iter().map(|n| bench(&folder, n, "gt")).collect();
    // Asked: drift 0.40. What is reached is in docs/operations/remove_footskate.md. What noise moved must go back, so there
    // the pose is compared with the clean clip.
    for (fault, drift, pose) in [
        (Fault::Legs(0.88), 0.40, 0.33),
        (Fault::Legs(1.12), 0.40, 0.33),
        (Fault::Path(1.15), 0.40, 0.30),
        (Fault::Drift(0.2), 0.40, 0.30),
        (Fault::Noise(0.005), 0.55, 0.45),
    ] {
        let takes: Vec<Take> = gt.iter().map(|t| with_fault(t, fault)).collect();
        let [before, mut after] = detected_column(&takes);
        if matches!(fault, Fault::Noise(_)) {
            let to_clean = gt.iter().zip(&takes).map(|(clean, noisy)| {
                let cleaned = with_detected(noisy).0;
                100.0 * over_labels(clean, &cleaned).pose_change_mean
            });
            after.pose = to_clean.sum::<f64>() / gt.len() as f64;
        }
        assert!(after.toe <= 1.0 && after.ankle <= 1.5, "{fault:?}: {after:?}");
        assert!(after.drift <= drift && after.pose <= pose, "{fault:?}: {after:?}");
        assert!(after.knee <= before.knee && after.jerk <= before.jerk, "{fault:?}: {before:?} {after:?}");
        assert!(after.stretch <= 3.0, "{fault:?}: {after:?}");
    }
}

/// Largest change of a limb's bones from frame to frame, as a part of their length, by plain distances.
fn stretch_step(skeleton: &Skeleton, before: &Clip, after: &Clip) -> f64 {
    let (a, b) = (world_poses(skeleton, before).unwrap(), world_poses(skeleton, after).unwrap());
    let joint = |role| skeleton.roles().joint(role).unwrap();
    let mut largest: f64 = 0.0;
    for side in Side::BOTH {
        for (top, bottom) in [(Role::Thigh(side), Role::Shin(side)), (Role::Shin(side), Role::Foot(side))] {
            let (top, bottom) = (joint(top), joint(bottom));
            let ratio = |f: usize| {
                (b.position(f, top) - b.position(f, bottom)).norm()
                    / (a.position(f, top) - a.position(f, bottom)).norm()
            };
            for frame in 1..before.frame_count() {
                largest = largest.max((ratio(frame) - ratio(frame - 1)).abs());
            }
        }
    }
    largest
}

/// Limbs change their length by less than 1 % on average, by plain distances.
#[test]
fn lengths_stay_on_average() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    for name in BENCH {
        let take = bench(&folder, name, "skate");
        let edited =
            remove_footskate(&take.skeleton, &take.clip, &take.plants, None, &Default::default()).unwrap();
        let (a, b) = (
            world_poses(&take.skeleton, &take.clip).unwrap(),
            world_poses(&take.skeleton, &edited.clip).unwrap(),
        );
        let joint = |role| take.skeleton.roles().joint(role).unwrap();
        for side in Side::BOTH {
            let (thigh, shin, foot) =
                (joint(Role::Thigh(side)), joint(Role::Shin(side)), joint(Role::Foot(side)));
            let frames = take.clip.frame_count();
            let change = |f: usize| {
                let length = |of: &surefoot::kinematics::WorldPoses| {
                    (of.position(f, thigh) - of.position(f, shin)).norm()
                        + (of.position(f, shin) - of.position(f, foot)).norm()
                };
                (length(&b) / length(&a) - 1.0).abs()
            };
            let mean = (0..frames).map(change).sum::<f64>() / frames as f64;
            assert!(mean < 0.01, "{name} {side:?}: {mean}");
        }
    }
}

#[test]
fn noise_is_not_hidden_in_bone_lengths() {
    // At most 0.1 % from frame to frame on labels. On detected plants the length gives way where a knee would get worse
    // than its input by more than 15 %: on one of the seven clips, by 0.25 %.
    let Some(folder) = surefoot_tests::data_folder() else { return };
    for name in BENCH {
        let noisy = with_fault(&bench(&folder, name, "gt"), Fault::Noise(0.005));
        let found = detect_plants(&noisy.skeleton, &noisy.clip, None, &Default::default()).unwrap().plants;
        for (plants, whose) in [(&noisy.plants, "labels"), (&found, "detected")] {
            let plants: &Plants = plants;
            if plants.is_empty() {
                continue;
            }
            let edited =
                remove_footskate(&noisy.skeleton, &noisy.clip, plants, None, &Default::default()).unwrap();
            let noise = edited.report.root_noise.as_ref().unwrap();
            assert!((0.003..0.007).contains(&noise.deviation), "{name} {whose}: {noise:?}");
            let step = stretch_step(&noisy.skeleton, &noisy.clip, &edited.clip);
            assert!(
                step <= if whose == "labels" { 0.001 } else { 0.003 },
                "{name} {whose}: lengths step by {:.3} %",
                100.0 * step
            );
            assert!((step - edited.report.after.stretch_step_max).abs() < 1e-6, "{name}: the report differs");
        }
    }
}

//! `detect_plants`: the bars on real clips with known faults, and what must hold for any clip. Bounds of the
//! method (docs/methods/plants.md, 12) are in `plant_acceptance.rs`.
#![allow(clippy::unwrap_used, clippy::single_range_in_vec_init, reason = "a failed helper is a failed test")]

use std::ops::Range;
use std::path::{Path, PathBuf};
use surefoot::math::{Quat, Vec3};
use surefoot::model::{BodyPoint, PointKind, Side};
use surefoot::ops::mirror_clip;
use surefoot::{
    Clip, DetectPlantsOptions, DetectedPlants, Error, Ground, Role, Roles, Skeleton, detect_plants,
};
use surefoot_sample as sample;
use surefoot_tests::plant_clips::*;

fn detect(take: &Take) -> DetectedPlants {
    detect_with(take, &DetectPlantsOptions::default())
}

fn detect_with(take: &Take, options: &DetectPlantsOptions) -> DetectedPlants {
    detect_plants(&take.skeleton, &take.clip, None, options).unwrap()
}

fn data() -> Option<PathBuf> {
    surefoot_tests::data_folder()
}

/// Toe score of all bench clips pooled.
fn pooled(folder: &Path, fault: FaultKind, kind: usize, options: &DetectPlantsOptions) -> f64 {
    let mut total = Score::default();
    for name in BENCH {
        let (take, labels) = bench(folder, name);
        total.join(score(&detect_with(&with_fault(&take, fault), options).plants, &labels, kind));
    }
    total.f1()
}

#[test]
fn bench_clips_meet_the_bars_under_every_fault() {
    let Some(folder) = data() else { return };
    let bars = [0.965, 0.952, 0.95, 0.965, 0.955, 0.965];
    for (fault, bar) in SIX.into_iter().zip(bars) {
        let f1 = pooled(&folder, fault, 1, &DetectPlantsOptions::default());
        assert!(f1 >= bar, "{fault:?}: toes {f1:.4}, bar {bar}");
    }
}

#[test]
fn the_skated_files_of_the_bench_score_like_the_made_ones() {
    let Some(folder) = data() else { return };
    let mut total = Score::default();
    for name in BENCH {
        let (_, labels) = bench(&folder, name);
        let path = folder.join(format!("footskate_bench/{name}_skate_60fps.bvh"));
        total.join(score(&detect(&read_cmu(&path, 60.0)).plants, &labels, 1));
    }
    assert!(total.f1() >= 0.95, "{:.4}", total.f1());
}

#[test]
fn ankles_are_found_under_every_fault() {
    let Some(folder) = data() else { return };
    for (fault, bar) in SIX.into_iter().zip([0.96, 0.955, 0.935, 0.96, 0.955, 0.96]) {
        let f1 = pooled(&folder, fault, 0, &DetectPlantsOptions::default());
        assert!(f1 >= bar, "{fault:?}: ankles {f1:.4}, bar {bar}");
    }
}

#[test]
fn other_clips_score_alike() {
    let Some(folder) = data() else { return };
    let clips = [
        "127_04_walk_to_run",
        "132_17_walk_fast",
        "13_11_jump_forward",
        "16_03_jump_high",
        "49_06_cartwheel",
        "49_18_balance_one_leg",
        "75_15_jump_long_repeated",
        "75_20_sit_low",
        "143_18_sit_down_get_up",
    ];
    let takes: Vec<(Take, Labels)> = clips
        .iter()
        .map(|name| {
            let take = cmu_60(&folder, name);
            let labels = rule_labels(&take, true);
            (take, labels)
        })
        .collect();
    for fault in SIX {
        let mut total = Score::default();
        for ((take, labels), name) in takes.iter().zip(clips) {
            let s = score(&detect(&with_fault(take, fault)).plants, labels, 1);
            assert!(s.f1() > 0.94, "{name} {fault:?}: {:.3}", s.f1());
            total.join(s);
        }
        assert!(total.f1() > 0.975, "{fault:?}: {:.4}", total.f1());
    }
}

#[test]
fn feet_that_truly_slide_are_reported_and_not_planted() {
    // Low sliding frames by the clean clip's own curves: toe low, level, and faster than 0.3 m/s.
    let Some(folder) = data() else { return };
    for (name, least) in [("90_32_moonwalk", 0.5), ("91_25_walk_drag_bad_leg", 0.8)] {
        let take = cmu_60(&folder, name);
        let paths = label_paths(&take);
        let mut sliding: Vec<(Side, usize)> = Vec::new();
        for (i, side) in [(1, Side::Left), (3, Side::Right)] {
            let v = speeds(&paths[i], 60.0);
            let mut heights: Vec<f64> = paths[i].iter().map(|p| p.y).collect();
            heights.sort_by(f64::total_cmp);
            let low = heights[heights.len() / 20] + 0.025;
            let is_sliding = |t: usize| {
                let rise = (paths[i][(t + 1).min(v.len() - 1)].y - paths[i][t.saturating_sub(1)].y) * 30.0;
                v[t] > 0.3 && paths[i][t].y < low && rise.abs() < 0.2
            };
            // Runs of at least 0.2 s.
            let mut run = 0;
            for t in 0..=v.len() {
                if t < v.len() && is_sliding(t) {
                    run += 1;
                } else {
                    if run >= 12 {
                        sliding.extend((t - run..t).map(|t| (side, t)));
                    }
                    run = 0;
                }
            }
        }
        assert!(sliding.len() > 20, "{name}: {} sliding frames", sliding.len());
        for fault in SIX {
            let found = detect(&with_fault(&take, fault));
            let toe = |side| found.plants.flags(BodyPoint { side, kind: PointKind::Toe });
            let flags = [toe(Side::Left), toe(Side::Right)];
            let planted = sliding.iter().filter(|(side, t)| flags[*side as usize][*t]).count();
            let reported = sliding
                .iter()
                .filter(|(side, t)| {
                    found.report.slides.iter().any(|s| s.side == *side && s.frames.contains(t))
                })
                .count();
            let share = reported as f64 / sliding.len() as f64;
            assert!(
                planted * 100 <= sliding.len(),
                "{name} {fault:?}: {planted} of {} planted",
                sliding.len()
            );
            assert!(share >= least, "{name} {fault:?}: {share:.2} reported");
        }
    }
}

#[test]
fn every_stance_of_the_runs_is_found() {
    let Some(folder) = data() else { return };
    // Frames at 60 per second inside each stance, read off the toe curves: low, and slow for its surroundings.
    let runs: [(&str, [&[usize]; 2]); 4] = [
        ("16_35_run_jog", [&[9, 56], &[31, 79]]),
        ("16_08_run_sudden_stop", [&[4, 43, 90], &[22, 70, 114]]),
        ("127_04_walk_to_run", [&[60, 167, 208], &[50, 140, 189]]),
        (
            "38_03_run_circle",
            [&[30, 75, 117, 163, 209, 254, 294, 346], &[10, 52, 97, 139, 183, 228, 273, 318, 371]],
        ),
    ];
    for (name, stances) in runs {
        let take = cmu_60(&folder, name);
        for fault in [FaultKind::Clean, FaultKind::Legs(0.88), FaultKind::Drift(0.2)] {
            let found = detect(&with_fault(&take, fault));
            for (side, stances) in Side::BOTH.into_iter().zip(stances) {
                for &frame in stances {
                    let near = |r: &Range<usize>| r.start <= frame + 3 && frame < r.end + 3;
                    let is_found = found.report.touches.iter().any(|t| t.side == side && near(&t.frames))
                        || found.plants.iter().any(|p| p.point.side == side && near(&p.frames));
                    assert!(is_found, "{name} {fault:?}: {side:?} stance at {frame}");
                }
            }
        }
    }
    // Two touches a foot and no more.
    let jog = cmu_60(&folder, "16_35_run_jog");
    for fault in [FaultKind::Clean, FaultKind::Legs(0.88), FaultKind::Drift(0.2)] {
        let found = detect(&with_fault(&jog, fault));
        for side in Side::BOTH {
            assert_eq!(
                found.report.touches.iter().filter(|t| t.side == side).count(),
                2,
                "{fault:?} {side:?}"
            );
        }
    }
}

#[test]
fn hands_of_a_cartwheel_are_planted_when_asked_for() {
    let Some(folder) = data() else { return };
    let take = cmu_60(&folder, "49_06_cartwheel");
    let options = DetectPlantsOptions::default().hands(true);
    let found = detect_with(&take, &options);
    let is_hand = |p: &BodyPoint| matches!(p.kind, PointKind::Wrist | PointKind::Fingertips);
    for side in Side::BOTH {
        let frames: usize = found
            .plants
            .iter()
            .filter(|p| p.point.side == side && is_hand(&p.point))
            .map(|p| p.frames.len())
            .sum();
        assert!(frames >= 6, "{side:?}: {frames} hand frames");
    }
    // A hand that carries the body is not doubted for rolling.
    let hands: Vec<f64> = found.plants.iter().filter(|p| is_hand(&p.point)).map(|p| p.confidence).collect();
    assert!(hands.iter().all(|c| (0.3..0.9).contains(c)), "{hands:.2?}");
    let upright = detect_with(&cmu_60(&folder, "02_01_walk"), &options);
    assert!(!upright.plants.iter().any(|p| is_hand(&p.point)));
    assert!(!detect(&take).plants.iter().any(|p| is_hand(&p.point)));
}

#[test]
fn frame_rate_does_not_matter() {
    // On captures that exist at 120.
    let Some(folder) = data() else { return };
    let names = ["02_01_walk", "104_02_walk_exact_footfalls", "91_03_walk_figure_eight"];
    for (step, first, bar) in [(1, 0, 0.95), (2, 0, 0.955), (4, 0, 0.94), (6, 0, 0.93)] {
        let mut total = Score::default();
        for name in names {
            let full = cmu(&folder, name);
            let labels = rule_labels(&thinned(&full, 2, 0), true);
            let take = thinned(&full, step, first);
            let plants = detect(&take).plants;
            for (i, point) in label_points().into_iter().enumerate().filter(|(i, _)| i % 2 == 1) {
                let flags = plants.flags(point);
                let label: Vec<bool> =
                    (0..flags.len()).map(|t| labels[i][(t * step / 2).min(labels[i].len() - 1)]).collect();
                total.add(&flags, &label);
            }
        }
        assert!(total.f1() >= bar, "{} fps: {:.4}", 120 / step, total.f1());
    }
}

#[test]
fn a_t_pose_before_the_capture_changes_nothing_after_it() {
    let Some(folder) = data() else { return };
    let path = folder.join("cmu/91_03_walk_figure_eight.bvh");
    let with_pose = read_cmu(&path, 120.0);
    let without = cmu(&folder, "91_03_walk_figure_eight");
    let (a, b) = (detect(&with_pose), detect(&without));
    for point in label_points() {
        let (a, b) = (a.plants.flags(point), b.plants.flags(point));
        let different = a[1..].iter().zip(&b).filter(|(a, b)| a != b).count();
        assert!(different <= b.len() / 200, "{point}: {different} frames differ");
    }
}

fn sample_walk() -> Take {
    let skeleton = sample::biped_skeleton(&sample::BipedOptions::default()).unwrap();
    let clip = sample::walk(&skeleton, &sample::WalkOptions::default()).unwrap().clip;
    Take { skeleton, clip }
}

/// Same frames and points, whatever the positions and confidences.
fn intervals(found: &DetectedPlants) -> Vec<(BodyPoint, Range<usize>)> {
    found.plants.iter().map(|p| (p.point, p.frames.clone())).collect()
}

#[test]
fn place_heading_side_and_unit_do_not_matter() {
    let mut takes = vec![with_fault(&sample_walk(), FaultKind::Legs(0.88))];
    if let Some(folder) = data() {
        takes.push(with_fault(&bench(&folder, "91_03_walk_figure_eight").0, FaultKind::Legs(0.88)));
    }
    for take in takes {
        let expected = intervals(&detect(&take));
        assert!(expected.len() > 8);
        let yaw = Quat::from_scaled_axis(Vec3::y() * 1.234);
        let mut data = take.clip.clone().into_data();
        let count = take.skeleton.joint_count();
        for (t, p) in data.root_positions.iter_mut().enumerate() {
            *p = yaw * *p + Vec3::new(120.0, -3.0, 45.0);
            data.rotations[t * count] = yaw * data.rotations[t * count];
        }
        let moved = Clip::new(&take.skeleton, data).unwrap();
        let moved = Take { skeleton: take.skeleton.clone(), clip: moved };
        assert_eq!(intervals(&detect(&moved)), expected, "moved and turned");

        let mut data = take.clip.clone().into_data();
        data.root_positions.iter_mut().for_each(|p| *p *= 100.0);
        data.translations.iter_mut().for_each(|t| t.values.iter_mut().for_each(|v| *v *= 100.0));
        let skeleton = take.skeleton.scaled(100.0).with_roles(take.skeleton.roles().clone()).unwrap();
        let large = Take { clip: Clip::new(&skeleton, data).unwrap(), skeleton };
        assert_eq!(intervals(&detect(&large)), expected, "units");
    }
}

#[test]
fn mirroring_mirrors_the_plants() {
    let take = sample_walk();
    let mirrored = Take {
        clip: mirror_clip(&take.skeleton, &take.clip, &Default::default()).unwrap().clip,
        skeleton: take.skeleton.clone(),
    };
    let mut expected: Vec<_> = intervals(&detect(&take))
        .into_iter()
        .map(|(p, frames)| (BodyPoint { side: p.side.other(), kind: p.kind }, frames))
        .collect();
    expected.sort_by_key(|(point, frames)| (frames.start, *point));
    assert_eq!(intervals(&detect(&mirrored)), expected);
}

#[test]
fn sample_walks_are_found_within_a_frame_or_two() {
    let skeleton = sample::biped_skeleton(&sample::BipedOptions::default()).unwrap();
    for rate in [24.0, 30.0, 60.0, 120.0, 240.0] {
        let options = sample::WalkOptions { frame_rate: rate, ..Default::default() };
        let truth = sample::walk(&skeleton, &options).unwrap();
        let take = Take { skeleton: skeleton.clone(), clip: truth.clip.clone() };
        let labels = label_points().map(|p| truth.plants.flags(p));
        for fault in SIX {
            let f1 = score(&detect(&with_fault(&take, fault)).plants, &labels, 1).f1();
            assert!(f1 > 0.93, "{rate} fps {fault:?}: {f1:.3}");
        }
        let found = detect_plants(&skeleton, &truth.clip, Some(&truth.ground), &Default::default()).unwrap();
        assert!(score(&found.plants, &labels, 1).f1() > 0.93, "{rate} fps with its ground");
    }
}

#[test]
fn the_report_names_drift_noise_and_the_spot() {
    let take = sample_walk();
    let drifting = detect(&with_fault(&take, FaultKind::Drift(0.3)));
    assert!(
        drifting.report.notes.iter().any(|w| w.text.contains("drift by")),
        "{}",
        drifting.report.summary()
    );
    let noisy = detect(&with_fault(&take, FaultKind::RootNoise(0.005, 1)));
    let noise = noisy.report.root_noise;
    assert!((0.0035..0.0065).contains(&noise), "{noise}");
    assert!(noisy.report.smoothing.root_level.is_some());
    let clean = detect(&take);
    assert!(clean.report.notes.is_empty(), "{}", clean.report.summary());
    assert_eq!(clean.report.plant_figures.len(), clean.plants.len());

    // The root's travel taken away: a walk on the spot, still with plants on both sides.
    let mut data = take.clip.clone().into_data();
    let travel = data.root_positions.last().unwrap().z - data.root_positions[0].z;
    let count = data.root_positions.len() - 1;
    for (t, p) in data.root_positions.iter_mut().enumerate() {
        p.z -= travel * t as f64 / count as f64;
    }
    let spot = detect(&Take { clip: Clip::new(&take.skeleton, data).unwrap(), ..take });
    let [_, z] = spot.report.conveyor.expect("a conveyor");
    assert!((z + 1.35).abs() < 0.1, "{z}");
    assert!(spot.plants.is_empty(), "feet on a moving floor must not be pinned to the world");
    assert_eq!(spot.report.plant_figures.len(), spot.conveyor_plants.len());
    assert!(spot.report.notes.iter().any(|w| w.text.contains("not pinned")), "{}", spot.report.summary());
    assert!(clean.conveyor_plants.is_empty());
    for side in Side::BOTH {
        let toe = spot.conveyor_plants.of(BodyPoint { side, kind: PointKind::Toe }).count();
        assert!(toe >= 3, "{side:?}: {toe}");
    }
}

#[test]
fn the_sole_holds_longer_than_its_joints() {
    let options = DetectPlantsOptions::default().sole(true);
    let skeleton = sample::biped_skeleton(&sample::BipedOptions::default()).unwrap();
    let truth = sample::walk(&skeleton, &Default::default()).unwrap();
    let take = Take { skeleton, clip: truth.clip };
    for fault in SIX {
        let faulty = with_fault(&take, fault);
        let found = detect_with(&faulty, &options).plants;
        for kind in [PointKind::Heel, PointKind::ToeTip] {
            let mut total = Score::default();
            for side in Side::BOTH {
                let point = BodyPoint { side, kind };
                total.add(&found.flags(point), &truth.plants.flags(point));
            }
            assert!(total.f1() > 0.85, "{fault:?} {kind:?}: {:.3}", total.f1());
        }
        // Nothing else changes, and nothing of the sole comes unasked.
        let joints = found.iter().filter(|p| !matches!(p.point.kind, PointKind::Heel | PointKind::ToeTip));
        assert!(joints.eq(detect(&faulty).plants.iter()), "{fault:?}");
    }
    // A captured walk rolls: of each foot the heel comes first and the tip leaves last.
    let Some(folder) = data() else { return };
    let found = detect_with(&cmu_60(&folder, "02_01_walk"), &options).plants;
    let mut stances = 0;
    for side in Side::BOTH {
        for heel in found.of(BodyPoint { side, kind: PointKind::Heel }) {
            let tip = found
                .of(BodyPoint { side, kind: PointKind::ToeTip })
                .find(|tip| tip.frames.start < heel.frames.end && heel.frames.start < tip.frames.end);
            let tip = &tip.unwrap().frames;
            assert!(heel.frames.start <= tip.start && heel.frames.end < tip.end, "{:?} {tip:?}", heel.frames);
            stances += 1;
        }
    }
    assert!(stances >= 4, "{stances}");
}

#[test]
fn a_small_slide_is_found_to_the_frame_and_removed() {
    // 3 cm of slide in each stance of about 0.6 s, contacts known.
    let skeleton = sample::biped_skeleton(&sample::BipedOptions::default()).unwrap();
    let truth = sample::walk(&skeleton, &Default::default()).unwrap();
    let velocity = Vec3::new(0.03, 0.0, 0.04);
    let clip = sample::faults::root_drift(&skeleton, &truth.clip, velocity, 0.0).unwrap();
    let found = detect_plants(&skeleton, &clip, None, &Default::default()).unwrap().plants;
    let mut compared = 0;
    for side in Side::BOTH {
        let toe = BodyPoint { side, kind: PointKind::Toe };
        for plant in truth.plants.of(toe) {
            if plant.frames.start < 3 || plant.frames.end + 3 > clip.frame_count() {
                continue;
            }
            let near = found.of(toe).min_by_key(|p| p.frames.start.abs_diff(plant.frames.start)).unwrap();
            // Asked for is one frame; plants take in a frame at either end.
            let ends =
                [near.frames.start.abs_diff(plant.frames.start), near.frames.end.abs_diff(plant.frames.end)];
            assert!(ends.iter().all(|off| *off <= 2), "{:?} {:?}", near.frames, plant.frames);
            compared += 1;
        }
    }
    assert!(compared >= 4, "{compared}");
    let edited = surefoot::remove_footskate(&skeleton, &clip, &found, None, &Default::default()).unwrap();
    assert!(edited.report.before.slide_mean > 0.03, "{}", edited.report.summary());
    assert!(edited.report.after.drift_p95 < 1e-4, "{}", edited.report.summary());
}

#[test]
fn leaps_are_no_drift_and_one_sliding_foot_is_no_treadmill() {
    let Some(folder) = data() else { return };
    let path = folder.join("characters/KayKit_Knight.glb");
    let document = surefoot::io::read(&path, &Default::default()).unwrap();
    let find = |name: &str| {
        let clip = document.clips.iter().find(|clip| clip.name() == name).unwrap();
        detect_plants(&document.skeleton, clip, None, &Default::default()).unwrap()
    };
    for name in ["Dodge_Left", "Dodge_Right"] {
        assert!(find(name).plants.is_empty(), "{name}: {}", find(name).report.summary());
    }
    for name in ["Throw", "2H_Melee_Attack_Spinning"] {
        assert!(find(name).report.conveyor.is_none(), "{name}: {}", find(name).report.summary());
    }
    for name in ["Walking_A", "Walking_Backwards", "Running_A", "Running_Strafe_Left"] {
        assert!(find(name).report.conveyor.is_some(), "{name}: {}", find(name).report.summary());
    }
}

#[test]
fn small_and_odd_clips_give_an_answer() {
    let walk = sample_walk();
    for frames in [0, 1, 2, 3, 5, 7, 8, 9, 12] {
        let take = Take { skeleton: walk.skeleton.clone(), clip: walk.clip.slice(0..frames).unwrap() };
        let found = detect(&take);
        assert_eq!(found.plants.frame_count(), frames);
        assert!(found.report.planted_share.is_finite() && found.report.leg_length.is_finite());
    }
    let mut data = walk.clip.slice(0..1).unwrap().into_data();
    data.rotations = data.rotations.repeat(100);
    data.root_positions = data.root_positions.repeat(100);
    let still = Take { clip: Clip::new(&walk.skeleton, data).unwrap(), skeleton: walk.skeleton.clone() };
    let found = detect(&still);
    for point in label_points().into_iter().filter(|p| p.kind == PointKind::Toe) {
        assert_eq!(found.plants.of(point).map(|p| p.frames.clone()).collect::<Vec<_>>(), [0..100]);
    }
    let flat = walk.skeleton.scaled(0.0).with_roles(walk.skeleton.roles().clone()).unwrap();
    let clip = Clip::new(&flat, walk.clip.clone().into_data()).unwrap();
    let found = detect(&Take { skeleton: flat, clip });
    assert!(found.report.notes.iter().any(|w| w.text.contains("no length")));
}

#[test]
fn rigs_without_toes_or_without_one_foot_work() {
    let walk = sample_walk();
    let full = intervals(&detect(&walk)).len();
    let without = |taken: &[Role]| {
        let mut roles: Roles = walk.skeleton.roles().clone();
        taken.iter().for_each(|role| roles.clear(*role));
        Take { skeleton: walk.skeleton.clone().with_roles(roles).unwrap(), clip: walk.clip.clone() }
    };
    let toeless = detect(&without(&[Role::Toe(Side::Left), Role::Toe(Side::Right)]));
    for side in Side::BOTH {
        let toes = toeless.plants.of(BodyPoint { side, kind: PointKind::Toe }).count();
        assert!(toes >= 3, "{side:?}: {toes}");
    }
    let one = detect(&without(&[Role::Foot(Side::Left)]));
    assert!(!one.plants.is_empty() && one.plants.len() < full);
    assert!(one.plants.iter().all(|p| p.point.side == Side::Right));
    let bare = without(&[Role::Pelvis, Role::Thigh(Side::Left), Role::Thigh(Side::Right)]);
    assert!(!detect(&bare).plants.is_empty());
    let none = without(&[Role::Foot(Side::Left), Role::Foot(Side::Right)]);
    let error = detect_plants(&none.skeleton, &none.clip, None, &Default::default()).unwrap_err();
    assert!(matches!(error, Error::MissingRoles { .. }), "{error}");
}

#[test]
fn a_given_ground_keeps_a_raised_still_foot_out() {
    let walk = sample_walk();
    let ground = Ground::level(-1.0);
    let found = detect_plants(&walk.skeleton, &walk.clip, Some(&ground), &Default::default()).unwrap();
    let bare = detect(&walk);
    // A metre over the floor everywhere: nothing can be planted.
    assert!(!bare.plants.is_empty());
    assert!(found.plants.iter().all(|p| p.confidence < 0.5), "{}", found.report.summary());
    assert!(found.report.held.len() > 4);
}

#[test]
fn characters_of_other_makers_walk_on_alternating_feet() {
    let Some(folder) = data() else { return };
    let files = [
        ("animated/makehuman_male_walk_30fps.glb", 2),
        ("other/AnimatedDrawings_fair1_zombie.bvh", 10),
        ("footskate_bench/02_01_walk_skate_60fps.bvh", 2),
    ];
    for (file, least) in files {
        let document = surefoot::io::read(&folder.join(file), &Default::default()).unwrap();
        let skeleton: &Skeleton = &document.skeleton;
        let found = detect_plants(skeleton, &document.clips[0], None, &Default::default()).unwrap();
        let mut toes: Vec<(usize, Side)> = found
            .plants
            .iter()
            .filter(|p| {
                p.point.kind == PointKind::Toe && p.frames.len() as f64 > 0.2 * document.clips[0].frame_rate()
            })
            .map(|p| ((p.frames.start + p.frames.end) / 2, p.point.side))
            .collect();
        toes.sort_by_key(|t| t.0);
        let changes = toes.windows(2).filter(|w| w[0].1 != w[1].1).count();
        assert!(changes >= least, "{file}: {toes:?}");
        assert!(changes + 2 >= toes.len() - 1, "{file} does not alternate: {toes:?}");
    }
}

//! Feet that are low but hardly ever still, as networks make them; stances split by a hop; plants near an end of the clip.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

use surefoot::model::PointKind;
use surefoot::{DetectPlantsOptions, DetectedPlants, detect_plants, measure_footskate, remove_footskate};
use surefoot_sample as sample;
use surefoot_tests::plant_clips::*;
use surefoot_tests::wild::faults::{WildFault, glide, inject};
use surefoot_tests::wild::{WildClip, found_in, load};

fn found(take: &Take, options: &DetectPlantsOptions) -> DetectedPlants {
    detect_plants(&take.skeleton, &take.clip, None, options).unwrap()
}

fn glides(found: &DetectedPlants) -> bool {
    found.report.notes.iter().any(|note| note.code == "glide")
}

fn walk() -> (Take, Labels) {
    let skeleton = sample::biped_skeleton(&Default::default()).unwrap();
    let options = sample::WalkOptions { seconds: 8.0, ..Default::default() };
    let walk = sample::walk(&skeleton, &options).unwrap();
    let labels = label_points().map(|point| walk.plants.flags(point));
    (Take { skeleton, clip: walk.clip }, labels)
}

#[test]
fn a_walk_that_glides_is_planted_and_says_so() {
    let (take, labels) = walk();
    assert!(!glides(&found(&take, &Default::default())));
    for seed in 1..4 {
        let gliding = glide(&take, seed, 0.5);
        let plain = found(&gliding, &DetectPlantsOptions::default().hold_gliding(false));
        let held = found(&gliding, &Default::default());
        assert!(glides(&held) && !glides(&plain), "{:?}", held.report.notes);
        let [before, after] = [&plain, &held].map(|f| score(&f.plants, &labels, 1).f1());
        assert!(before < 0.6 && after > 0.85, "seed {seed}: {before:.3} to {after:.3}");
        // Not a stop in mid-glide.
        let shortest = held.plants.iter().map(|p| p.frames.len()).min().unwrap();
        assert!(shortest as f64 >= 0.1 * take.clip.frame_rate(), "{shortest}");
    }
}

/// The slide over plants alone says nothing about frames that nobody called planted.
#[test]
fn slide_over_low_frames_tells_what_a_cleanup_left() {
    let (take, _) = walk();
    let gliding = glide(&take, 1, 0.5);
    let cleaned = |options: &DetectPlantsOptions| {
        let plants = found(&gliding, options).plants;
        let edited =
            remove_footskate(&gliding.skeleton, &gliding.clip, &plants, None, &Default::default()).unwrap();
        let report = edited.report;
        assert!(report.summary().contains("low feet"), "{}", report.summary());
        let again =
            measure_footskate(&gliding.skeleton, &edited.clip, &plants, None, Some(&gliding.clip)).unwrap();
        assert!((again.low_slide.mean - report.after.low_slide.mean).abs() < 1e-9);
        assert_eq!(again.low_slide.steps, report.before.low_slide.steps);
        (report.before.low_slide.mean, report.after.low_slide.mean)
    };
    let (before, after) = cleaned(&DetectPlantsOptions::default().hold_gliding(false));
    assert!(before > 0.2 && after > 0.6 * before, "{before:.3} to {after:.3}");
    let (before, after) = cleaned(&Default::default());
    assert!(after < 0.25 * before, "{before:.3} to {after:.3}");
}

#[test]
fn captures_do_not_glide_and_motion_of_networks_does() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    for file in
        ["cmu/90_32_moonwalk", "cmu/38_03_run_circle", "cmu/13_17_boxing", "cmu/05_06_dance_pirouette_jete"]
    {
        assert!(!glides(&found(&load(&folder, file), &Default::default())), "{file}");
    }
    for file in ["wild/generated_comp_3d_1", "wild/generated_comp_video_1", "wild/generated_demo_3d_2"] {
        let take = load(&folder, file);
        let held = found(&take, &Default::default());
        assert!(glides(&held), "{file}");
        let plain = found(&take, &DetectPlantsOptions::default().hold_gliding(false));
        let share = [&plain, &held].map(|f| f.report.planted_share);
        assert!(share[1] > share[0] + 0.2, "{file}: {share:?}");
    }
}

#[test]
fn a_hop_does_not_split_a_stance() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let take = load(&folder, "cmu/49_18_balance_one_leg");
    let reference = found_in(&take);
    let clip = WildClip { name: "49_18", kind: "stand", take, reference };
    let popped = found_in(&inject(&clip, WildFault::Pops, 1));
    let labels = label_points().map(|point| clip.reference.flags(point));
    let f1 = score(&popped, &labels, 1).f1();
    assert!(f1 > 0.97, "{f1:.3}");
}

#[test]
fn a_plant_near_the_first_frame_reaches_it() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let plants = found_in(&load(&folder, "wild/102_27_basketball"));
    let first = plants.iter().filter(|p| p.point.kind == PointKind::Toe && p.frames.start < 8);
    let starts: Vec<usize> = first.map(|p| p.frames.start).collect();
    assert!(!starts.is_empty() && starts.iter().all(|start| *start == 0), "{starts:?}");
}

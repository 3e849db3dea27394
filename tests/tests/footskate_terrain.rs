//! Cleanup, with detected plants, of the clips that a simple cleaner spoils: stairs, uneven ground, feet that truly
//! slide, a cartwheel.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

use surefoot::math::Vec3;
use surefoot::model::{BodyPoint, PointKind, Side};
use surefoot::{
    Clip, DetectPlantsOptions, DetectedPlants, Edited, RemoveFootskateReport, Role, detect_plants,
    remove_footskate,
};
use surefoot_tests::plant_clips::*;

fn clean(take: &Take, hands: bool) -> (DetectedPlants, Edited<RemoveFootskateReport>) {
    let options = DetectPlantsOptions::default().hands(hands);
    let found = detect_plants(&take.skeleton, &take.clip, None, &options).unwrap();
    let edited =
        remove_footskate(&take.skeleton, &take.clip, &found.plants, None, &Default::default()).unwrap();
    (found, edited)
}

/// World paths of a foot point (a joint here) before and after.
fn paths(take: &Take, edited: &Clip, point: BodyPoint) -> [Vec<Vec3>; 2] {
    let role = match point.kind {
        PointKind::Ankle => Role::Foot(point.side),
        _ => Role::Toe(point.side),
    };
    let joint = take.skeleton.roles().joint(role).unwrap();
    let after = Take { skeleton: take.skeleton.clone(), clip: edited.clone() };
    [joint_path(take, joint), path_with_lengths(&after, joint)]
}

/// As `joint_path`, with the lengths that the cleanup wrote as translations.
fn path_with_lengths(take: &Take, joint: surefoot::JointIndex) -> Vec<Vec3> {
    let mut chain = vec![joint];
    while let Some(parent) = take.skeleton.parent(chain[chain.len() - 1]) {
        chain.push(parent);
    }
    chain.reverse();
    let tracks = take.clip.translations();
    (0..take.clip.frame_count())
        .map(|frame| {
            let pose = take.clip.pose(frame);
            let (mut place, mut turn) = (pose.root_position(), pose.rotations()[0]);
            for &joint in &chain[1..] {
                let track = tracks.iter().find(|t| t.joint == joint);
                place += turn * track.map_or(take.skeleton.rest_offset(joint), |t| t.values[frame]);
                turn *= pose.rotations()[joint.0];
            }
            place
        })
        .collect()
}

fn middle(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Every plant stands still in space, close to the height it had, and the rest of the body hardly moves.
fn check_held(
    name: &str,
    take: &Take,
    hands: bool,
    pose: f64,
) -> (DetectedPlants, Edited<RemoveFootskateReport>) {
    let (found, edited) = clean(take, hands);
    let report = &edited.report;
    assert!(found.plants.len() > 3, "{name}: {}", found.report.summary());
    assert!(report.missed.is_empty(), "{name}: {:?}", report.missed);
    assert!(report.after.slide_max < 1e-5, "{name}: {}", report.summary());
    assert!(report.after.drift_height_p95 < 1e-6, "{name}: {}", report.after.drift_height_p95);
    assert!(report.after.stretch_max <= 0.03 + 1e-9, "{name}: {}", report.after.stretch_max);
    assert!(report.after.pose_change_mean < pose, "{name}: {}", report.summary());
    assert!(report.after.pose_change_max < 0.10, "{name}: {}", report.summary());
    let is_foot = |p: &&surefoot::model::Plant| matches!(p.point.kind, PointKind::Ankle | PointKind::Toe);
    for plant in found.plants.iter().filter(is_foot) {
        let [before, after] = paths(take, &edited.clip, plant.point);
        let frames = plant.frames.clone();
        let own = middle(frames.clone().map(|f| before[f].y));
        let first = after[frames.start];
        for frame in frames.clone() {
            let moved = (after[frame] - first).norm();
            assert!(moved < 1e-6, "{name} {} {frames:?}: {moved} m at frame {frame}", plant.point);
        }
        assert!(
            (first.y - own).abs() < 0.025,
            "{name} {} {frames:?}: {} against {own}",
            plant.point,
            first.y
        );
    }
    (found, edited)
}

#[test]
fn stairs_and_uneven_ground_keep_their_heights() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    for name in ["113_19_stairs_up_down", "83_34_stairs_up", "36_10_uneven_terrain"] {
        let clean = cmu_60(&folder, name);
        for fault in [FaultKind::Clean, FaultKind::Legs(0.88)] {
            let take = with_fault(&clean, fault);
            let label = format!("{name} {fault:?}");
            let (found, edited) = check_held(&label, &take, false, 0.003);
            // From the lowest to the highest toe plant, before and after.
            let mut spans = [(f64::INFINITY, f64::NEG_INFINITY); 2];
            for plant in found.plants.iter().filter(|p| p.point.kind == PointKind::Toe) {
                let both = paths(&take, &edited.clip, plant.point);
                for (span, path) in spans.iter_mut().zip(&both) {
                    let height = middle(plant.frames.clone().map(|f| path[f].y));
                    *span = (span.0.min(height), span.1.max(height));
                }
            }
            let [was, is] = spans.map(|(low, high)| high - low);
            assert!(was > 0.15, "{label}: the ground is level ({was} m)");
            assert!((is - was).abs() < 0.02, "{label}: toes stand {is} m apart, {was} m before");
        }
    }
}

#[test]
fn feet_that_truly_slide_go_on_sliding() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    for name in ["90_32_moonwalk", "91_25_walk_drag_bad_leg"] {
        let take = cmu_60(&folder, name);
        let (found, edited) = check_held(name, &take, false, 0.003);
        assert!(!found.report.slides.is_empty(), "{name}");
        let mut frames = 0;
        for slide in &found.report.slides {
            let point = BodyPoint { side: slide.side, kind: PointKind::Toe };
            let [before, after] = paths(&take, &edited.clip, point);
            let way = |p: &[Vec3]| {
                let steps = slide.frames.clone().skip(1).map(|f| (p[f] - p[f - 1]).xz().norm());
                steps.sum::<f64>()
            };
            let (was, is) = (way(&before), way(&after));
            assert!((is - was).abs() < 0.02 + 0.1 * was, "{name} {:?}: {is} m of {was} m", slide.frames);
            frames += slide.frames.len();
        }
        assert!(frames > 60, "{name}: only {frames} frames slide");
    }
}

#[test]
fn a_cartwheel_stands_on_its_hands() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let take = cmu_60(&folder, "49_06_cartwheel");
    let (found, edited) = check_held("cartwheel", &take, true, 0.005);
    for side in Side::BOTH {
        let is_hand = |kind| matches!(kind, PointKind::Wrist | PointKind::Fingertips);
        let hands: Vec<_> =
            found.plants.iter().filter(|p| p.point.side == side && is_hand(p.point.kind)).collect();
        assert!(!hands.is_empty(), "{side:?}");
    }
    let wrist = |m: &surefoot::FootskateMeasures| {
        ["wrist", "fingertips"].iter().filter_map(|p| m.slide(p)).map(|s| s.mean).fold(0.0, f64::max)
    };
    assert!(wrist(&edited.report.before) > 0.1, "the hands of the capture hold already");
    assert!(wrist(&edited.report.after) < 1e-5);
}

//! A fault of the root's path is taken out of the root before legs are moved, and nothing else is taken for one.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

use surefoot::kinematics::{WorldPoses, world_poses};
use surefoot::math::Vec3;
use surefoot::model::{BodyPoint, JointIndex, PointKind, Side};
use surefoot::{
    Clip, Edited, Plants, RemoveFootskateOptions, RemoveFootskateReport, detect_plants, remove_footskate,
};
use surefoot_tests::footskate_clips::*;

fn run(take: &Take, plants: &Plants) -> Edited<RemoveFootskateReport> {
    remove_footskate(&take.skeleton, &take.clip, plants, None, &Default::default()).unwrap()
}

fn found(take: &Take) -> Plants {
    detect_plants(&take.skeleton, &take.clip, None, &Default::default()).unwrap().plants
}

/// Mean distance of the joints with the roots laid on each other, centimetres.
fn pose_change(take: &Take, a: &Clip, b: &Clip) -> f64 {
    let (a, b) = (world_poses(&take.skeleton, a).unwrap(), world_poses(&take.skeleton, b).unwrap());
    let mut sum = 0.0;
    for frame in 0..a.frame_count() {
        let (p, q) = (a.frame(frame), b.frame(frame));
        sum += p.iter().zip(q).map(|(x, y)| ((x - p[0]) - (y - q[0])).norm()).sum::<f64>();
    }
    100.0 * sum / a.positions.len() as f64
}

/// A drift whose velocity goes round once in eight seconds.
fn wandering(take: &Take, speed: f64) -> Take {
    let mut data = take.clip.clone().into_data();
    let mut place = Vec3::zeros();
    let dt = 1.0 / data.frame_rate;
    for (i, p) in data.root_positions.iter_mut().enumerate() {
        *p += place;
        let angle = std::f64::consts::TAU * i as f64 * dt / 8.0;
        place += Vec3::new(angle.cos(), 0.0, angle.sin()) * (speed * dt);
    }
    Take { clip: Clip::new(&take.skeleton, data).unwrap(), ..take.clone() }
}

#[test]
fn drifts_are_found_and_leave_the_legs_alone() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let names = BENCH.map(|n| bench(&folder, n, "gt"));
    let clips: Vec<Take> = names.into_iter().chain(OTHERS.iter().map(|n| other(&folder, n))).collect();
    let (mut change, mut missed) = (0.0, 0);
    for take in &clips {
        for faulty in [with_fault(take, Fault::Drift(0.2)), wandering(take, 0.15)] {
            for plants in [take.plants.clone(), found(&faulty)] {
                let edited = run(&faulty, &plants);
                change += pose_change(take, &take.clip, &edited.clip) / (4.0 * clips.len() as f64);
                let Some(fit) = edited.report.root_path else {
                    missed += 1;
                    continue;
                };
                assert!((0.08..0.25).contains(&fit.drift), "{}: {fit:?}", take.clip.name());
                assert!(
                    edited
                        .report
                        .notes
                        .iter()
                        .any(|n| n.code == "root-path" && n.text.contains("drifted by")),
                    "{:?}",
                    edited.report.notes
                );
            }
        }
    }
    // A run and a pirouette that hardly touch the floor hold too little to tell.
    assert!(missed <= 5, "{missed} of {}", 4 * clips.len());
    assert!(change < 0.2, "{change} cm to the clean clip");
}

#[test]
fn scaled_paths_are_found() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let mut fitted = 0;
    for name in BENCH {
        let take = bench(&folder, name, "gt");
        let edited = run(&with_fault(&take, Fault::Path(1.15)), &take.plants);
        let Some(fit) = edited.report.root_path else { continue };
        fitted += 1;
        assert!((1.05..1.25).contains(&fit.scale), "{name}: {fit:?}");
        assert!(edited.report.notes.iter().any(|n| n.text.contains("times as long")), "{name}");
    }
    // On a straight walk wrong legs look the same, and the legs give.
    assert!(fitted >= 2, "{fitted}");
}

#[test]
fn wrong_legs_and_clean_clips_keep_their_root() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let off = RemoveFootskateOptions::default().fit_root_path(false);
    for name in BENCH {
        for fault in [Fault::None, Fault::Legs(0.88), Fault::Legs(1.12)] {
            let take = with_fault(&bench(&folder, name, "gt"), fault);
            for plants in [take.plants.clone(), found(&take)] {
                let edited = run(&take, &plants);
                assert_eq!(edited.report.root_path, None, "{name} {fault:?}");
                let without = remove_footskate(&take.skeleton, &take.clip, &plants, None, &off).unwrap();
                assert!(edited.clip == without.clip, "{name} {fault:?}: other bits");
            }
        }
    }
}

/// Feet that never rest leave scraps of plants, which agree with some drift or other.
#[test]
fn gliding_feet_do_not_move_the_body() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    for name in [BENCH[0], BENCH[2], BENCH[3], BENCH[6]] {
        let take = bench(&folder, name, "gt");
        let walk =
            surefoot_tests::plant_clips::Take { skeleton: take.skeleton.clone(), clip: take.clip.clone() };
        let gliding = surefoot_tests::wild::faults::glide(&walk, 3, 0.5);
        let faulty = Take { clip: gliding.clip, ..take };
        let report = run(&faulty, &found(&faulty)).report;
        assert!(report.root_shift_max < 0.1, "{name}: {} {:?}", report.root_shift_max, report.root_path);
    }
}

#[test]
fn half_the_strength_moves_the_root_half_way() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let take = bench(&folder, BENCH[0], "gt");
    let faulty = with_fault(&take, Fault::Drift(0.2));
    let clean = |strength: f64| {
        let options = RemoveFootskateOptions::default().strength(strength);
        remove_footskate(&take.skeleton, &faulty.clip, &take.plants, None, &options).unwrap()
    };
    let [none, half, full] = [0.0, 0.5, 1.0].map(clean);
    assert!(none.clip == faulty.clip && none.report.root_path.is_none());
    let moved = |edited: &Edited<RemoveFootskateReport>| edited.report.root_path.unwrap().moved;
    assert!((moved(&half) - 0.5 * moved(&full)).abs() < 1e-12);
    assert!((half.report.root_shift_max / full.report.root_shift_max - 0.5).abs() < 0.01);
    // The pose is compared with the clip as it was moved.
    let changed = |edited: &Edited<RemoveFootskateReport>| edited.report.after.pose_change_mean;
    assert!(changed(&full) < 0.003 && changed(&half) < 0.6 * changed(&full), "{}", changed(&half));
}

#[test]
fn given_places_keep_the_path_and_a_second_run_finds_nothing() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let take = bench(&folder, BENCH[0], "gt");
    let faulty = with_fault(&take, Fault::Drift(0.2));
    let edited = run(&faulty, &take.plants);
    assert!(edited.report.root_path.is_some());
    let second =
        remove_footskate(&take.skeleton, &edited.clip, &take.plants, None, &Default::default()).unwrap();
    assert_eq!(second.report.root_path, None);
    let place = world_poses(&take.skeleton, &faulty.clip).unwrap().position(30, JointIndex(0));
    let plants = take.plants.iter().enumerate().map(|(i, p)| {
        let position = (i == 0).then(|| Vec3::new(place.x, 0.1, place.z));
        surefoot::model::Plant { position, ..p.clone() }
    });
    let plants = Plants::new(take.clip.frame_count(), plants.collect()).unwrap();
    assert_eq!(run(&faulty, &plants).report.root_path, None);
}

/// Largest gain of a toe's speed outside its plants, m/s.
fn added_speed(take: &Take, before: &WorldPoses, after: &WorldPoses, plants: &Plants) -> (f64, usize) {
    let mut largest = (0.0, 0);
    for side in Side::BOTH {
        let toe = BodyPoint { side, kind: PointKind::Toe };
        let at = surefoot::kinematics::BodyPoints::new(&take.skeleton).get(toe).unwrap();
        let planted = plants.flags(toe);
        for f in (1..take.clip.frame_count()).filter(|&f| !(planted[f] && planted[f - 1])) {
            let speed = |p: &WorldPoses| {
                let place = |f| p.point(f, at.joint, &at.offset);
                (place(f) - place(f - 1)).norm() * take.clip.frame_rate()
            };
            let gain = speed(after) - speed(before);
            if gain > largest.0 {
                largest = (gain, f);
            }
        }
    }
    largest
}

/// Clips on which feet hopped by up to 8 m/s between plants.
#[test]
fn no_correction_makes_a_foot_hop() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    for name in ["64_05_golf", "114_06_sit_and_stand", "26_01_walk", "05_03_dance_folding_arms"] {
        let (skeleton, clip) = read_cmu(&folder.join(format!("wild/{name}.bvh")), 120.0);
        let clip = thinned(&skeleton, &clip.slice(1..clip.frame_count()).unwrap(), 2);
        let plants = labelled(&skeleton, &clip);
        let clean = Take { skeleton, clip, plants };
        for fault in [Fault::None, Fault::Legs(0.88), Fault::Legs(1.12), Fault::Drift(0.2), Fault::Path(1.15)]
        {
            let take = with_fault(&clean, fault);
            let plants = found(&take);
            let edited = run(&take, &plants);
            let (before, after) = (
                world_poses(&take.skeleton, &take.clip).unwrap(),
                world_poses(&take.skeleton, &edited.clip).unwrap(),
            );
            let (gain, frame) = added_speed(&take, &before, &after, &plants);
            assert!(gain < 0.65, "{name} {fault:?}: {gain} m/s on frame {frame}");
        }
    }
}

//! Plants of a live feed: near to what the whole clip shows, with a bounded delay, no memory asked for, and every frame
//! at the same cost.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

use surefoot::kinematics::world_poses;
use surefoot::math::{Quat, Vec3};
use surefoot::ops::detect_plants::{DetectPlantsOptions, PlantStream, StreamedPlants};
use surefoot::ops::remove_footskate::{FootskateStream, PlantState, StreamFrame};
use surefoot::{Clip, Plants, Skeleton, detect_plants, measure_footskate};
use surefoot_sample as sample;
use surefoot_tests::plant_clips::*;
use surefoot_tests::wild::faults::{WildFault, inject};
use surefoot_tests::wild::figures::measure_cleaned;
use surefoot_tests::wild::live::{clean_live, find_live};
use surefoot_tests::wild::{Set, WildClip, clips};

/// Labels of every frame that a stream gives, and how many pushes each was late at most.
fn streamed(skeleton: &Skeleton, clip: &Clip, look_ahead: f64) -> Labels {
    let mut stream =
        PlantStream::new(skeleton, clip.frame_rate(), look_ahead, &DetectPlantsOptions::default()).unwrap();
    let poses = world_poses(skeleton, clip).unwrap();
    let joints = skeleton.joint_count();
    let mut out: Labels = Default::default();
    let mut take = |plants: StreamedPlants, pushed: usize, delay: usize| {
        assert_eq!(plants.frame, out[0].len(), "frames come in order");
        assert!(pushed - plants.frame <= delay, "frame {} came {pushed}", plants.frame);
        for (flags, point) in out.iter_mut().zip(label_points()) {
            flags.push(plants.is_planted(point));
        }
    };
    let delay = stream.delay();
    assert!(delay as f64 <= look_ahead * clip.frame_rate() + 0.5);
    for frame in 0..clip.frame_count() {
        let rotations = &poses.rotations[frame * joints..(frame + 1) * joints];
        if let Some(plants) = stream.push(poses.frame(frame), rotations).unwrap() {
            take(plants, frame, delay);
        }
    }
    while let Some(plants) = stream.flush() {
        take(plants, clip.frame_count() - 1, delay);
    }
    assert_eq!(out[0].len(), clip.frame_count());
    out
}

fn agreement(labels: &Labels, plants: &Plants) -> f64 {
    let mut score = Score::default();
    for (labels, point) in labels.iter().zip(label_points()) {
        score.add(labels, &plants.flags(point));
    }
    score.f1()
}

/// The three clips on which the live feed is shown.
const LIVE: [&str; 3] = ["91_03_walk_figure_eight", "60_01_dance_salsa", "16_17_walk_turn90_left"];

#[test]
fn a_feed_shows_nearly_what_the_whole_clip_shows() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let mut lines = String::new();
    let mut is_fine = true;
    for name in LIVE {
        let (take, _) = bench(&folder, name);
        for fault in [FaultKind::Clean, FaultKind::Legs(0.88), FaultKind::Drift(0.2)] {
            let faulty = with_fault(&take, fault);
            let whole = detect_plants(&faulty.skeleton, &faulty.clip, None, &Default::default()).unwrap();
            for (look_ahead, least) in [(0.2, 0.965), (0.1, 0.955), (0.0, 0.89)] {
                let labels = streamed(&faulty.skeleton, &faulty.clip, look_ahead);
                let f1 = agreement(&labels, &whole.plants);
                lines += &format!("{name} {fault:?} {look_ahead} s: {f1:.3}\n");
                is_fine &= f1 >= least;
            }
        }
    }
    assert!(is_fine, "\n{lines}");
}

/// A live feed needs nothing else: plants come from one stream, feet are held by the other.
#[test]
fn a_feed_is_cleaned_without_plants_from_outside() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    for name in LIVE {
        let (take, _) = bench(&folder, name);
        let faulty = with_fault(&take, FaultKind::Legs(0.88));
        let (skeleton, clip) = (&faulty.skeleton, &faulty.clip);
        let rate = clip.frame_rate();
        let mut finder = PlantStream::new(skeleton, rate, 0.2, &Default::default()).unwrap();
        let mut cleaner = FootskateStream::new(skeleton, rate, None, &Default::default()).unwrap();
        let poses = world_poses(skeleton, clip).unwrap();
        let joints = skeleton.joint_count();
        let mut data = clip.clone().into_data();
        let mut given = 0;
        let mut keep = |frame: &StreamFrame| {
            data.root_positions[given] = frame.root_position;
            data.rotations[given * joints..(given + 1) * joints].copy_from_slice(&frame.rotations);
            given += 1;
        };
        let mut clean = |cleaner: &mut FootskateStream, plants: StreamedPlants| {
            let frame = StreamFrame::from_clip(skeleton, clip, plants.frame).unwrap();
            let states: Vec<PlantState> =
                plants.points().map(|point| PlantState { point, position: None }).collect();
            cleaner.push(&frame, &states).unwrap().map(&mut keep);
        };
        for f in 0..clip.frame_count() {
            let rotations = &poses.rotations[f * joints..(f + 1) * joints];
            if let Some(plants) = finder.push(poses.frame(f), rotations).unwrap() {
                clean(&mut cleaner, plants);
            }
        }
        while let Some(plants) = finder.flush() {
            clean(&mut cleaner, plants);
        }
        while let Some(frame) = cleaner.flush() {
            keep(frame);
        }
        assert_eq!(given, clip.frame_count());
        let cleaned = Clip::new(skeleton, data).unwrap();
        let plants = detect_plants(&take.skeleton, &take.clip, None, &Default::default()).unwrap().plants;
        let [before, after] = [clip, &cleaned].map(|clip| {
            measure_footskate(skeleton, clip, &plants, None, None).unwrap().slide("toe").unwrap().mean
        });
        assert!(after < 0.3 * before, "{name}: {before:.3} to {after:.3}");
    }
}

/// Knees that a live cleanup makes worse than the input's are what is seen first.
#[test]
fn live_knees_are_hardly_worse_than_the_inputs() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let clips = clips(&folder, Set::Tune);
    // Asked: 1.3 under each fault, as a mean over clips. Reached: 1.23, 1.22, 1.17.
    for fault in [WildFault::LegsShort, WildFault::RootNoise, WildFault::Drift] {
        let ratio = |clip: &WildClip| {
            let faulty = inject(clip, fault, 1);
            let found = find_live(&faulty, 0.2, &Default::default());
            let cleaned = clean_live(&faulty, &found, &Default::default());
            measure_cleaned(clip, fault, &faulty, &found, &cleaned).knee_ratio
        };
        let mean = clips.iter().map(ratio).sum::<f64>() / clips.len() as f64;
        assert!(mean <= 1.3, "{}: x {mean:.2}", fault.name());
    }
}

#[test]
fn what_comes_later_changes_nothing() {
    let skeleton = sample::biped_skeleton(&Default::default()).unwrap();
    let walk = sample::walk(&skeleton, &Default::default()).unwrap();
    for look_ahead in [0.0, 0.1, 0.35] {
        let whole = streamed(&skeleton, &walk.clip, look_ahead);
        let delay = (look_ahead * walk.clip.frame_rate()).round() as usize;
        let part = streamed(&skeleton, &walk.clip.slice(0..150).unwrap(), look_ahead);
        for (whole, part) in whole.iter().zip(&part) {
            assert_eq!(whole[..150 - delay], part[..150 - delay], "{look_ahead}");
        }
    }
}

#[test]
fn a_cut_splits_what_it_separates_and_nothing_else() {
    let skeleton = sample::biped_skeleton(&Default::default()).unwrap();
    let walk = sample::walk(&skeleton, &Default::default()).unwrap().clip;
    // The second half lies three metres aside.
    let mut data = walk.clone().into_data();
    data.root_positions[120..].iter_mut().for_each(|p| p.x += 3.0);
    let cut = streamed(&skeleton, &Clip::new(&skeleton, data).unwrap(), 0.35);
    let plain = streamed(&skeleton, &walk, 0.35);
    let differing = (0..4).map(|i| (0..240).filter(|&f| cut[i][f] != plain[i][f]).count()).max().unwrap();
    assert!(differing <= 8, "{differing} frames differ");
}

#[test]
fn bad_input_is_refused_and_leaves_the_stream_as_it_was() {
    let skeleton = sample::biped_skeleton(&Default::default()).unwrap();
    let options = DetectPlantsOptions::default();
    let refused = |rate, ahead, options: &DetectPlantsOptions| {
        PlantStream::new(&skeleton, rate, ahead, options).unwrap_err().to_string()
    };
    assert!(refused(0.0, 0.1, &options).contains("frame rate"));
    assert!(refused(60.0, 2.5, &options).contains("2.5"));
    assert!(refused(60.0, f64::NAN, &options).contains("look-ahead"));
    assert!(refused(60.0, 0.1, &options.hands(true)).contains("hands"));
    let mut stream = PlantStream::new(&skeleton, 60.0, 0.0, &options).unwrap();
    let joints = skeleton.joint_count();
    let (mut places, turns) = (vec![Vec3::zeros(); joints], vec![Quat::identity(); joints]);
    assert!(stream.push(&places[1..], &turns).unwrap_err().to_string().contains("positions"));
    assert!(stream.push(&places, &turns[1..]).unwrap_err().to_string().contains("rotations"));
    places.iter_mut().for_each(|p| p.x = f64::NAN);
    assert!(stream.push(&places, &turns).unwrap_err().to_string().contains("finite"));
    places.iter_mut().for_each(|p| p.x = 0.0);
    assert_eq!(stream.push(&places, &turns).unwrap().unwrap().frame, 0);
    assert!(stream.flush().is_none());
    assert!(stream.push(&places, &turns).unwrap_err().to_string().contains("flush"));
}

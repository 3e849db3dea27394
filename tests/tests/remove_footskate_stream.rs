//! The stream of `remove_footskate` against its whole-clip result.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

use surefoot::kinematics::{BodyPoints, world_poses};
use surefoot::math::Vec3;
use surefoot::model::{Plant, Track};
use surefoot::ops::remove_footskate::{FootskateStream, PlantState, StreamFrame};
use surefoot::{
    Clip, FootskateSolver, Ground, JointIndex, Plants, RemoveFootskateOptions, Skeleton, measure_footskate,
    remove_footskate,
};
use surefoot_sample::{self as sample, WalkOptions, faults};
use surefoot_tests::walks::{biped, placeless, skated, two_points};

fn states_of(plants: &Plants, frame: usize) -> Vec<PlantState> {
    plants
        .iter()
        .filter(|p| p.frames.contains(&frame))
        .map(|p| PlantState { point: p.point, position: p.position })
        .collect()
}

#[test]
fn a_stream_gives_the_bits_of_the_windowed_solver() {
    let (skeleton, clip, plants) = skated();
    let plants = two_points(&plants);
    for ground in [None, Some(Ground::level(0.01))] {
        let options = RemoveFootskateOptions::default().solver(FootskateSolver::Windowed).anchor_window(0.25);
        let batch = remove_footskate(&skeleton, &clip, &plants, ground.as_ref(), &options).unwrap();
        let mut stream =
            FootskateStream::new(&skeleton, clip.frame_rate(), ground.as_ref(), &options).unwrap();
        assert_eq!(stream.delay(), 15 + 3 * 9);
        let mut frames = Vec::new();
        for frame in 0..clip.frame_count() {
            let out = stream
                .push(&StreamFrame::from_clip(&skeleton, &clip, frame).unwrap(), &states_of(&plants, frame))
                .unwrap();
            assert_eq!(out.is_some(), frame >= 42, "frame {frame}");
            frames.extend(out.cloned());
        }
        while let Some(out) = stream.flush() {
            frames.push(out.clone());
        }
        assert_eq!(frames.len(), clip.frame_count());
        for (index, frame) in frames.iter().enumerate() {
            assert_eq!(
                *frame,
                StreamFrame::from_clip(&skeleton, &batch.clip, index).unwrap(),
                "frame {index}"
            );
        }
        if ground.is_none() {
            assert!(batch.report.after.slide_max < 1e-6, "{}", batch.report.summary());
        }
    }
}

#[test]
fn a_stream_looks_no_further_than_its_delay() {
    let (skeleton, clip, plants) = skated();
    let options = RemoveFootskateOptions::default();
    let play = |spoil_from: usize| {
        let mut stream = FootskateStream::new(&skeleton, 60.0, None, &options).unwrap();
        let mut out = Vec::new();
        for frame in 0..clip.frame_count() {
            let mut input = StreamFrame::from_clip(&skeleton, &clip, frame).unwrap();
            if frame >= spoil_from {
                input.root_position.x += 5.0;
            }
            out.extend(stream.push(&input, &states_of(&plants, frame)).unwrap().cloned());
        }
        out
    };
    let (clean, spoiled) = (play(usize::MAX), play(110));
    let delay = FootskateStream::new(&skeleton, 60.0, None, &options).unwrap().delay();
    assert_eq!(clean[..110 - delay], spoiled[..110 - delay]);
    assert_ne!(clean[109], spoiled[109]);
}

#[test]
fn short_streams_come_out_whole() {
    let (skeleton, clip, plants) = skated();
    for count in [0, 1, 2, 30, 50] {
        let mut stream = FootskateStream::new(&skeleton, 60.0, None, &Default::default()).unwrap();
        let mut out = 0;
        for frame in 0..count {
            let input = StreamFrame::from_clip(&skeleton, &clip, frame).unwrap();
            out += usize::from(stream.push(&input, &states_of(&plants, frame)).unwrap().is_some());
        }
        while stream.flush().is_some() {
            out += 1;
        }
        assert_eq!(out, count);
    }
}

/// Every frame of a clip through a stream with these options.
fn play(skeleton: &Skeleton, clip: &Clip, plants: &Plants, options: &RemoveFootskateOptions) -> Clip {
    let mut stream = FootskateStream::new(skeleton, clip.frame_rate(), None, options).unwrap();
    let mut frames = Vec::new();
    for frame in 0..clip.frame_count() {
        let input = StreamFrame::from_clip(skeleton, clip, frame).unwrap();
        frames.extend(stream.push(&input, &states_of(plants, frame)).unwrap().cloned());
    }
    while let Some(out) = stream.flush() {
        frames.push(out.clone());
    }
    let mut data = clip.clone().into_data();
    data.root_positions = frames.iter().map(|f| f.root_position).collect();
    data.rotations = frames.iter().flat_map(|f| f.rotations.clone()).collect();
    data.translations = (1..skeleton.joint_count())
        .map(|j| Track { joint: JointIndex(j), values: frames.iter().map(|f| f.translations[j]).collect() })
        .collect();
    Clip::new(skeleton, data).unwrap()
}

#[test]
fn the_delay_is_the_one_that_is_asked_for() {
    let (skeleton, clip, plants) = skated();
    let plants = two_points(&plants);
    let before = measure_footskate(&skeleton, &clip, &plants, None, None).unwrap();
    for (seconds, frames) in [(0.3, 18), (0.0, 0), (0.1, 6), (2.0, 120)] {
        let options = RemoveFootskateOptions::default().delay(seconds);
        let delay = FootskateStream::new(&skeleton, 60.0, None, &options).unwrap().delay();
        assert_eq!(delay, frames, "{seconds} s");
        let cleaned = play(&skeleton, &clip, &plants, &options);
        let after = measure_footskate(&skeleton, &cleaned, &plants, None, None).unwrap();
        assert!(after.slide_mean < 0.05 * before.slide_mean, "{seconds} s: {}", after.slide_mean);
    }
    assert_eq!(FootskateStream::new(&skeleton, 60.0, None, &Default::default()).unwrap().delay(), 18);
}

#[test]
fn a_live_drift_is_taken_out_of_the_root() {
    let skeleton = biped();
    let walk = sample::walk(&skeleton, &WalkOptions { seconds: 8.0, ..Default::default() }).unwrap();
    let plants = two_points(&placeless(&walk.plants));
    let drifting = faults::root_drift(&skeleton, &walk.clip, Vec3::new(0.2, 0.0, 0.05), 0.0).unwrap();
    let off = |options: RemoveFootskateOptions| {
        let cleaned = play(&skeleton, &drifting, &plants, &options);
        // How far the root moves sideways over the second half, beside what it should.
        let (half, last) = (drifting.frame_count() / 2, drifting.frame_count() - 1);
        let way = |clip: &Clip| clip.root_positions()[last] - clip.root_positions()[half];
        (way(&cleaned) - way(&walk.clip)).norm()
    };
    let (fitted, left) =
        (off(RemoveFootskateOptions::default()), off(RemoveFootskateOptions::default().fit_root_path(false)));
    assert!(left > 0.6 && fitted < 0.25 * left, "{fitted} {left}");
}

/// Places are given for the path as it is: nothing is taken out of it then.
#[test]
fn a_live_path_with_given_places_stays() {
    let skeleton = biped();
    let walk = sample::walk(&skeleton, &WalkOptions { seconds: 8.0, ..Default::default() }).unwrap();
    let drifting = faults::root_drift(&skeleton, &walk.clip, Vec3::new(0.2, 0.0, 0.05), 0.0).unwrap();
    let poses = world_poses(&skeleton, &drifting).unwrap();
    let points = BodyPoints::new(&skeleton);
    let plants = two_points(&placeless(&walk.plants));
    let given = plants.iter().map(|plant| {
        let at = points.get(plant.point).unwrap();
        let middle = (plant.frames.start + plant.frames.end) / 2;
        Plant { position: Some(poses.point(middle, at.joint, &at.offset)), ..plant.clone() }
    });
    let given = Plants::new(drifting.frame_count(), given.collect()).unwrap();
    let cleaned = play(&skeleton, &drifting, &given, &RemoveFootskateOptions::default());
    let off = cleaned.root_positions().iter().zip(drifting.root_positions()).map(|(a, b)| (a - b).norm());
    let most = off.fold(0.0, f64::max);
    assert!(most < 0.1, "{most}");
}

/// A point that is called planted while the body leaps does not hold the root back.
#[test]
fn a_live_root_does_not_follow_a_leap() {
    let skeleton = biped();
    let walk = sample::walk(&skeleton, &WalkOptions { seconds: 6.0, ..Default::default() }).unwrap();
    let plants = two_points(&placeless(&walk.plants));
    let mut data = faults::root_noise(&skeleton, &walk.clip, 0.005, 3).unwrap().into_data();
    // The body is put half a metre aside, in the middle of a stance and with its plants as they were.
    data.root_positions[200..].iter_mut().for_each(|p| p.x += 0.5);
    let leaping = Clip::new(&skeleton, data).unwrap();
    let cleaned = play(&skeleton, &leaping, &plants, &RemoveFootskateOptions::default());
    let off = |frame: usize| (cleaned.root_positions()[frame] - leaping.root_positions()[frame]).norm();
    let most = (200..210).map(off).fold(0.0, f64::max);
    assert!(most < 0.2, "{most}");
}

//! Where planted points are put: bad frames do not move a stance, places out of reach and places that a method
//! cannot honour are named.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

use surefoot::Note;
use surefoot::kinematics::{BodyPoints, world_poses};
use surefoot::math::{Quat, Vec3};
use surefoot::model::{Plant, PointKind, Side};
use surefoot::ops::remove_footskate::{FootskateStream, PlantState, StreamFrame};
use surefoot::{
    Clip, FootskateMethod, FootskateSolver, Plants, RemoveFootskateOptions, Role, Skeleton, remove_footskate,
};
use surefoot_tests::walks::{
    largest_difference, placeless, plant, point, positions, run, skated, two_points,
};

/// A stance of the left toe in the middle of the clip.
fn stance(plants: &Plants) -> Plant {
    let long = |p: &&Plant| p.point == point("left_toe") && p.frames.start > 20 && p.frames.len() > 15;
    plants.iter().find(long).unwrap().clone()
}

fn with_kick(skeleton: &Skeleton, clip: &Clip, frame: usize, angle: f64) -> Clip {
    let thigh = skeleton.roles().joint(Role::Thigh(Side::Left)).unwrap();
    let mut data = clip.clone().into_data();
    let q = &mut data.rotations[frame * clip.joint_count() + thigh.0];
    *q *= Quat::from_scaled_axis(Vec3::x() * angle);
    Clip::new(skeleton, data).unwrap()
}

#[test]
fn one_bad_frame_does_not_move_a_stance() {
    // Frames that lie apart do not count for a place.
    let (skeleton, clip, plants) = skated();
    let held = stance(&plants);
    let bad = held.frames.start + held.frames.len() / 2;
    let kicked = with_kick(&skeleton, &clip, bad, 0.15);
    let jump = {
        let (a, b) = (positions(&skeleton, &clip), positions(&skeleton, &kicked));
        largest_difference(&a, &b)
    };
    assert!(jump > 0.08, "the fault is too small to be seen: {jump}");
    for solver in [FootskateSolver::LeastSquares, FootskateSolver::Windowed] {
        let options = RemoveFootskateOptions::default().solver(solver);
        let plants = if solver == FootskateSolver::Windowed { two_points(&plants) } else { plants.clone() };
        let clean = |clip: &Clip| remove_footskate(&skeleton, clip, &plants, None, &options).unwrap();
        let (good, with) = (clean(&clip), clean(&kicked));
        let at = BodyPoints::new(&skeleton).get(held.point).unwrap();
        let place =
            |clip: &Clip, f: usize| world_poses(&skeleton, clip).unwrap().point(f, at.joint, &at.offset);
        for frame in held.frames.clone() {
            let off = (place(&good.clip, frame) - place(&with.clip, frame)).norm();
            assert!(off < 0.002, "{solver:?}: the stance moved by {off} m on frame {frame}");
        }
        let notes = &with.report.notes;
        let told = |n: &Note| n.about.as_deref() == Some("left_toe") && n.frames[0].range().contains(&bad);
        assert!(notes.iter().any(told), "{solver:?}: {notes:?}");
        assert!(
            !good.report.notes.iter().any(|n| n.text.contains("did not count")),
            "{:?}",
            good.report.notes
        );
    }
}

#[test]
fn a_body_that_jumps_for_one_frame_does_not_tear_at_its_neighbours() {
    let (skeleton, clip, plants) = skated();
    let bad = stance(&plants).frames.start + 5;
    let mut data = clip.clone().into_data();
    data.root_positions[bad] += Vec3::new(0.8, 0.1, 0.0);
    let broken = Clip::new(&skeleton, data).unwrap();
    let (good, with) = (run(&skeleton, &clip, &plants), run(&skeleton, &broken, &plants));
    let (a, b) = (positions(&skeleton, &good.clip), positions(&skeleton, &with.clip));
    let joints = skeleton.joint_count();
    for frame in (0..clip.frame_count()).filter(|&f| f != bad) {
        let span = frame * joints..(frame + 1) * joints;
        let off = largest_difference(&a[span.clone()], &b[span]);
        assert!(off < 0.01, "frame {frame} moved by {off} m");
    }
    let missed = &with.report.missed;
    assert!(
        missed.iter().any(|m| m.frames.start == bad && m.reason.contains("left as they are")),
        "{missed:?}"
    );
}

#[test]
fn methods_that_cannot_honour_a_given_place_name_it() {
    let (skeleton, clip, plants) = skated();
    let at = BodyPoints::new(&skeleton).get(stance(&plants).point).unwrap();
    let poses = world_poses(&skeleton, &clip).unwrap();
    let mut held = stance(&plants);
    let place = poses.point(held.frames.start, at.joint, &at.offset) + Vec3::new(0.05, 0.0, 0.0);
    held.position = Some(place);
    let with_place: Vec<Plant> = plants
        .iter()
        .map(|p| if p.frames == held.frames && p.point == held.point { held.clone() } else { p.clone() })
        .collect();
    let with_place = Plants::new(clip.frame_count(), with_place).unwrap();
    for method in [FootskateMethod::Root, FootskateMethod::FootRooted] {
        let options = RemoveFootskateOptions::default().method(method);
        let edited = remove_footskate(&skeleton, &clip, &with_place, None, &options).unwrap();
        let missed = &edited.report.missed;
        let named =
            missed.iter().find(|m| m.point == "left_toe" && m.frames.start == held.frames.start).unwrap();
        assert!(named.reason.contains(method.name()) && named.distance > 0.01, "{named:?}");
    }
    // Limbs honour it: the toe is there, and nothing is missed.
    let only = Plants::new(clip.frame_count(), vec![held.clone()]).unwrap();
    for solver in [FootskateSolver::LeastSquares, FootskateSolver::Windowed] {
        let options = RemoveFootskateOptions::default().solver(solver);
        let edited = remove_footskate(&skeleton, &clip, &only, None, &options).unwrap();
        assert!(edited.report.missed.is_empty(), "{solver:?}: {:?}", edited.report.missed);
        let poses = world_poses(&skeleton, &edited.clip).unwrap();
        let off = held.frames.clone().map(|f| (poses.point(f, at.joint, &at.offset) - place).norm());
        assert!(off.fold(0.0, f64::max) < 1e-9, "{solver:?}");
    }
}

#[test]
fn two_given_places_that_do_not_fit_the_foot_are_named() {
    // The discrepancy is reported.
    let (skeleton, clip, plants) = skated();
    let held = stance(&plants);
    let points = BodyPoints::new(&skeleton);
    let poses = world_poses(&skeleton, &clip).unwrap();
    let give = |name: &str, shift: f64| {
        let at = points.get(point(name)).unwrap();
        let place = poses.point(held.frames.start, at.joint, &at.offset) + Vec3::new(0.0, 0.0, shift);
        Plant { position: Some(place), ..plant(name, held.frames.clone()) }
    };
    let given = vec![give("left_heel", 0.0), give("left_toe", 0.05)];
    let edited = run(&skeleton, &clip, &Plants::new(clip.frame_count(), given).unwrap());
    let missed = &edited.report.missed;
    assert_eq!(missed.len(), 2, "{missed:?}");
    assert!(missed.iter().all(|m| m.reason.contains("does not fit") && m.distance > 0.01), "{missed:?}");
}

#[test]
fn the_windowed_solver_names_what_it_misses() {
    let (skeleton, clip, plants) = skated();
    let mut held = stance(&plants);
    let at = BodyPoints::new(&skeleton).get(held.point).unwrap();
    let place = world_poses(&skeleton, &clip).unwrap().point(held.frames.start, at.joint, &at.offset);
    held.position = Some(place + Vec3::new(0.0, -0.35, 0.0));
    let other = Plant {
        position: Some(place + Vec3::new(0.4, -0.2, 0.0)),
        ..plant("right_toe", held.frames.clone())
    };
    let pair = Plants::new(clip.frame_count(), vec![held, other]).unwrap();
    let options = RemoveFootskateOptions::default().solver(FootskateSolver::Windowed);
    let edited = remove_footskate(&skeleton, &clip, &pair, None, &options).unwrap();
    let missed = &edited.report.missed;
    assert!(!missed.is_empty(), "{}", edited.report.summary());
    assert!(missed.iter().any(|m| m.distance > 1e-4 && m.reason.contains("too short")), "{missed:?}");
    assert!(edited.report.after.stretch_max <= 0.03 + 1e-9);
}

#[test]
fn a_stream_lets_go_of_places_out_of_reach() {
    let (skeleton, clip, _) = skated();
    let options = RemoveFootskateOptions::default().solver(FootskateSolver::Windowed);
    let mut stream = FootskateStream::new(&skeleton, clip.frame_rate(), None, &options).unwrap();
    let far = PlantState { point: point("left_toe"), position: Some(Vec3::new(30.0, 0.0, 0.0)) };
    let mut out = Vec::new();
    for frame in 0..clip.frame_count() {
        let states: &[PlantState] = if (30..60).contains(&frame) { &[far] } else { &[] };
        let input = StreamFrame::from_clip(&skeleton, &clip, frame).unwrap();
        out.extend(stream.push(&input, states).unwrap().cloned());
    }
    while let Some(frame) = stream.flush() {
        out.push(frame.clone());
    }
    for (frame, out) in out.iter().enumerate() {
        assert_eq!(*out, StreamFrame::from_clip(&skeleton, &clip, frame).unwrap(), "frame {frame}");
    }
    assert_eq!(stream.missed_frames(), 30);
    // A plant that is never let go while the body walks on: bounded, not dragged back.
    let mut stream = FootskateStream::new(&skeleton, clip.frame_rate(), None, &options).unwrap();
    let held = [PlantState { point: point("left_toe"), position: None }];
    let mut largest: f64 = 0.0;
    let mut frames = 0;
    for frame in 0..clip.frame_count() {
        let input = StreamFrame::from_clip(&skeleton, &clip, frame).unwrap();
        if let Some(out) = stream.push(&input, &held).unwrap() {
            largest = largest.max((out.root_position - clip.root_positions()[frames]).norm());
            frames += 1;
        }
    }
    let walked = (clip.root_positions()[clip.frame_count() - 1] - clip.root_positions()[0]).norm();
    assert!(walked > 3.0 && largest < 1.5, "walked {walked} m, the root was moved by {largest} m");
}

#[test]
fn options_without_effect_are_told() {
    let (skeleton, clip, plants) = skated();
    let options =
        RemoveFootskateOptions::default().method(FootskateMethod::Root).solver(FootskateSolver::Windowed);
    let report = remove_footskate(&skeleton, &clip, &plants, None, &options).unwrap().report;
    assert!(
        report.notes.iter().any(|n| n.code == "idle-option" && n.text.contains("solver")),
        "{:?}",
        report.notes
    );
    let one = Plants::new(clip.frame_count(), vec![stance(&plants)]).unwrap();
    let text = run(&skeleton, &clip, &placeless(&one)).report.summary();
    assert!(text.contains("over 1 plant,"), "{text}");
    assert_eq!(stance(&plants).point.kind, PointKind::Toe);
}

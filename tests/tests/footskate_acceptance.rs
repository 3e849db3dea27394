//! What the cleanup's sources ask and what needs no inside view: plants, places, feet, root. More in `footskate_sources.rs`
//! and `footskate_root_sources.rs`; the rest stands beside the code. Bounds: docs/methods/footskate.md, 8.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

use surefoot::io::{encode_plants, parse_plants};
use surefoot::kinematics::{BodyPoints, world_poses};
use surefoot::math::{Quat, Vec3};
use surefoot::model::{Plant, PointKind};
use surefoot::ops::remove_footskate::{FootskateStream, PlantState, StreamFrame};
use surefoot::{Clip, FootskateSolver, Plants, RemoveFootskateOptions, Skeleton, remove_footskate};
use surefoot_tests::walks::{biped, largest_difference, plant, point, positions, run, skated, walk};

/// A character that stands still, then glides by `velocity` a frame.
fn gliding(skeleton: &Skeleton, frames: usize, velocity: Vec3) -> Clip {
    let like = walk(skeleton).clip;
    let joints = like.joint_count();
    let mut data = like.slice(0..1).unwrap().into_data();
    let pose = data.rotations.clone();
    let root = data.root_positions[0];
    data.rotations = (0..frames).flat_map(|_| pose.clone()).collect();
    data.root_positions = (0..frames).map(|t| root + velocity * t as f64).collect();
    assert_eq!(data.rotations.len(), frames * joints);
    Clip::new(skeleton, data).unwrap()
}

fn place(skeleton: &Skeleton, clip: &Clip, name: &str, frame: usize) -> Vec3 {
    let at = BodyPoints::new(skeleton).get(point(name)).unwrap();
    world_poses(skeleton, clip).unwrap().point(frame, at.joint, &at.offset)
}

#[test]
fn plants_round_trip_and_overlaps_are_refused() {
    let mut given = plant("left_toe", 3..40);
    given.position = Some(Vec3::new(0.1, 0.0, -2.5));
    given.confidence = 0.75;
    let plants = Plants::new(50, vec![given, plant("right_heel", 0..50)]).unwrap();
    let path = std::path::Path::new("plants.json");
    assert_eq!(parse_plants(path, &encode_plants(&plants), 50).unwrap(), plants);
    let overlap = Plants::new(50, vec![plant("left_toe", 3..40), plant("left_toe", 39..45)]);
    assert!(overlap.unwrap_err().to_string().contains("overlaps"));
}

#[test]
fn the_schedule_of_a_step_is_held_point_by_point() {
    // Heel, then heel and ball, then ball: on each frame exactly the scheduled points stand still.
    let skeleton = biped();
    let clip = gliding(&skeleton, 60, Vec3::new(0.002, 0.0, 0.003));
    let plants = Plants::new(60, vec![plant("left_heel", 10..30), plant("left_toe", 20..45)]).unwrap();
    let edited = run(&skeleton, &clip, &plants);
    for (name, frames) in [("left_heel", 10..30), ("left_toe", 20..45)] {
        for frame in frames.start + 1..frames.end {
            let step =
                place(&skeleton, &edited.clip, name, frame) - place(&skeleton, &edited.clip, name, frame - 1);
            assert!(step.norm() < 1e-9, "{name} moves by {} m into frame {frame}", step.norm());
        }
    }
    // Before and after its plant the foot moves on.
    for (name, a, b) in [("left_heel", 2, 10), ("left_toe", 44, 55)] {
        let moved = place(&skeleton, &edited.clip, name, a) - place(&skeleton, &edited.clip, name, b);
        assert!(moved.norm() > 1e-3, "{name} is held beyond its plant");
    }
}

#[test]
fn given_places_win_over_plants_on_the_same_frames() {
    // The target of a foot is the places of two of its points, which fix its direction too.
    let (skeleton, clip, _) = skated();
    let frames = 66..90;
    let shift = Vec3::new(0.02, 0.01, -0.03);
    let give = |name: &str| Plant {
        position: Some(place(&skeleton, &clip, name, 75) + shift),
        ..plant(name, frames.clone())
    };
    let given = [give("left_heel"), give("left_toe")];
    let with_ankle = vec![given[0].clone(), given[1].clone(), plant("left_ankle", 66..90)];
    let plants = Plants::new(clip.frame_count(), with_ankle).unwrap();
    let edited = run(&skeleton, &clip, &plants);
    for plant in &given {
        for frame in frames.clone() {
            let at = place(&skeleton, &edited.clip, &plant.point.name(), frame);
            let off = (at - plant.position.unwrap()).norm();
            assert!(off < 1e-9, "{} frame {frame}: {off}", plant.point);
        }
    }
}

#[test]
fn a_foot_that_stands_is_left_alone() {
    let skeleton = biped();
    let clip = gliding(&skeleton, 60, Vec3::zeros());
    let plants = Plants::new(60, vec![plant("left_heel", 0..40), plant("left_toe", 10..60)]).unwrap();
    for solver in [FootskateSolver::LeastSquares, FootskateSolver::Windowed] {
        let options = RemoveFootskateOptions::default().solver(solver);
        let edited = remove_footskate(&skeleton, &clip, &plants, None, &options).unwrap();
        let off = largest_difference(&positions(&skeleton, &clip), &positions(&skeleton, &edited.clip));
        assert!(off < 1e-9, "{solver:?}: {off}");
    }
}

#[test]
fn a_drifting_foot_stays_at_the_mean_of_its_first_frames() {
    // The stream's rule; a plant shorter than the window, and one that touches the last frame.
    let skeleton = biped();
    let velocity = Vec3::new(0.002, 0.0, -0.001);
    let clip = gliding(&skeleton, 60, velocity);
    let options = RemoveFootskateOptions::default()
        .solver(FootskateSolver::Windowed)
        .anchor_window(0.25)
        .fit_root_path(false);
    let window = (0.25 * clip.frame_rate()).round() as usize;
    for frames in [5..50, 5..12, 40..60, 52..60] {
        let plants = Plants::new(60, vec![plant("left_toe", frames.clone())]).unwrap();
        let edited = remove_footskate(&skeleton, &clip, &plants, None, &options).unwrap();
        let start = place(&skeleton, &clip, "left_toe", frames.start);
        let wanted = start + velocity * ((window.min(frames.len()) - 1) as f64 / 2.0);
        for frame in frames.clone() {
            let off = (place(&skeleton, &edited.clip, "left_toe", frame) - wanted).norm();
            assert!(off < 1e-12, "{frames:?}, frame {frame}: {off}");
        }
    }
}

#[test]
fn the_foot_keeps_its_length_in_any_order_of_plants() {
    let (skeleton, clip, _) = skated();
    let length = |clip: &Clip, frame: usize| {
        (place(&skeleton, clip, "left_heel", frame) - place(&skeleton, clip, "left_toe", frame)).norm()
    };
    let wanted = length(&clip, 0);
    for (heel, toe) in [(30..60, 40..70), (40..70, 30..60), (30..60, 30..60)] {
        let plants = Plants::new(
            clip.frame_count(),
            vec![plant("left_heel", heel.clone()), plant("left_toe", toe.clone())],
        )
        .unwrap();
        for solver in [FootskateSolver::LeastSquares, FootskateSolver::Windowed] {
            let options = RemoveFootskateOptions::default().solver(solver);
            let edited = remove_footskate(&skeleton, &clip, &plants, None, &options).unwrap();
            for frame in heel.start.max(toe.start)..heel.end.min(toe.end) {
                assert!((length(&edited.clip, frame) - wanted).abs() < 1e-12, "{heel:?} {toe:?} {solver:?}");
            }
        }
    }
}

#[test]
fn signs_of_quaternions_do_not_matter() {
    let (skeleton, clip, plants) = skated();
    let mut data = clip.clone().into_data();
    for (i, q) in data.rotations.iter_mut().enumerate() {
        if (i * 2_654_435_761) % 7 < 3 {
            *q = Quat::new_unchecked(-q.into_inner());
        }
    }
    let flipped = Clip::new(&skeleton, data).unwrap();
    let (a, b) = (run(&skeleton, &clip, &plants), run(&skeleton, &flipped, &plants));
    let off = largest_difference(&positions(&skeleton, &a.clip), &positions(&skeleton, &b.clip));
    assert!(off < 1e-12, "{off}");
}

#[test]
fn both_points_are_on_their_places() {
    let (skeleton, clip, _) = skated();
    let frames = 66..90;
    let give = |name: &str, shift: Vec3| Plant {
        position: Some(place(&skeleton, &clip, name, 75) + shift),
        ..plant(name, frames.clone())
    };
    // Both shifted alike, so that they still fit the foot.
    let shift = Vec3::new(0.02, 0.01, -0.02);
    let given = vec![give("left_heel", shift), give("left_toe", shift)];
    let plants = Plants::new(clip.frame_count(), given.clone()).unwrap();
    let edited = run(&skeleton, &clip, &plants);
    assert!(edited.report.missed.is_empty(), "{:?}", edited.report.missed);
    for plant in &given {
        for frame in frames.clone() {
            let off =
                (place(&skeleton, &edited.clip, &plant.point.name(), frame) - plant.position.unwrap()).norm();
            assert!(off < 1e-12, "{} frame {frame}: {off}", plant.point);
        }
    }
}

#[test]
fn the_root_stays_while_everything_is_in_reach() {
    // The windowed solver, which places the root by projection.
    let skeleton = biped();
    let clip = gliding(&skeleton, 60, Vec3::zeros());
    let bent = {
        // Lower the body by bending both knees: targets are then well within reach.
        let mut data = clip.clone().into_data();
        let joints = clip.joint_count();
        use surefoot::{Role, model::Side};
        for side in Side::BOTH {
            let of = |role: Role| skeleton.roles().joint(role).unwrap().0;
            for t in 0..60 {
                let at = |j: usize| t * joints + j;
                data.rotations[at(of(Role::Thigh(side)))] *= Quat::from_scaled_axis(Vec3::x() * -0.5);
                data.rotations[at(of(Role::Shin(side)))] *= Quat::from_scaled_axis(Vec3::x() * 1.0);
            }
        }
        data.root_positions.iter_mut().enumerate().for_each(|(t, p)| p.x += 0.0005 * t as f64);
        Clip::new(&skeleton, data).unwrap()
    };
    let plants = Plants::new(60, vec![plant("left_heel", 10..40), plant("right_heel", 15..50)]).unwrap();
    let options = RemoveFootskateOptions::default().solver(FootskateSolver::Windowed);
    let edited = remove_footskate(&skeleton, &bent, &plants, None, &options).unwrap();
    assert_eq!(edited.clip.root_positions(), bent.root_positions());
    assert!(edited.report.changed_frames > 0 && edited.report.after.slide_max < 1e-9);
}

#[test]
fn a_plant_that_pulls_at_the_root_pulls_gently() {
    // A place 5 cm below a straight leg's reach, switched on at once, with bones that may not stretch.
    let skeleton = biped();
    let clip = gliding(&skeleton, 120, Vec3::zeros());
    let options = RemoveFootskateOptions::default().solver(FootskateSolver::Windowed).max_stretch(0.0);
    let toe = place(&skeleton, &clip, "left_toe", 0);
    let states = [PlantState { point: point("left_toe"), position: Some(toe - Vec3::y() * 0.05) }];
    let mut stream = FootskateStream::new(&skeleton, clip.frame_rate(), None, &options).unwrap();
    let mut roots = Vec::new();
    for frame in 0..120 {
        let plants: &[PlantState] = if (40..80).contains(&frame) { &states } else { &[] };
        let input = StreamFrame::from_clip(&skeleton, &clip, frame).unwrap();
        roots.extend(stream.push(&input, plants).unwrap().map(|f| f.root_position));
    }
    while let Some(frame) = stream.flush() {
        roots.push(frame.root_position);
    }
    let steps: Vec<f64> = roots.windows(2).map(|w| (w[1] - w[0]).norm()).collect();
    let total = roots.iter().map(|r| (r - roots[0]).norm()).fold(0.0, f64::max);
    let half = (0.15 * clip.frame_rate()).round();
    // Peak of the normalised kernel with sigma a third of its half width.
    let sum: f64 =
        (-(half as i32)..=half as i32).map(|k| (-0.5 * (3.0 * f64::from(k) / half).powi(2)).exp()).sum();
    let largest = steps.iter().copied().fold(0.0, f64::max);
    assert!(total > 0.01, "nothing pulled: {total}");
    // Outside plants the shift fades by the ease, whose steepest step is 1.5 over the window.
    let bound = total * (1.0 / sum).max(1.5 / (half + 1.0));
    assert!(largest <= bound + 1e-9, "a step of {largest} m, bound {bound}");
}

#[test]
fn sole_points_and_joints_are_what_the_tests_think() {
    let skeleton = biped();
    let points = BodyPoints::new(&skeleton);
    assert!(points.iter().any(|(p, _)| p.kind == PointKind::Heel));
    assert!(points.standing_height(point("left_heel")) == 0.0);
}

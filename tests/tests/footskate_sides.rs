//! Knees and elbows stay on the side they were, whatever the thigh's twist says.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

use proptest::prelude::*;
use surefoot::kinematics::world_poses;
use surefoot::math::{Quat, Vec3};
use surefoot::model::Side;
use surefoot::{
    Clip, FootskateSolver, JointIndex, Plants, RemoveFootskateOptions, Role, Skeleton, detect_plants,
    remove_footskate,
};
use surefoot_tests::footskate_clips::{read_cmu, thinned};
use surefoot_tests::walks::{skated, two_points};

/// The largest distance of a knee, and whether one lies on the other side of its leg than before.
fn knees(skeleton: &Skeleton, before: &Clip, after: &Clip) -> (f64, Option<(Side, usize)>) {
    let (a, b) = (world_poses(skeleton, before).unwrap(), world_poses(skeleton, after).unwrap());
    let (mut largest, mut flipped): (f64, _) = (0.0, None);
    for side in Side::BOTH {
        let joint = |role| skeleton.roles().joint(role).unwrap();
        let [hip, knee, ankle] = [Role::Thigh(side), Role::Shin(side), Role::Foot(side)].map(joint);
        for frame in 0..before.frame_count() {
            largest = largest.max((a.position(frame, knee) - b.position(frame, knee)).norm());
            // The part of the thigh across the line from hip to ankle.
            let across = |p: &surefoot::kinematics::WorldPoses| {
                let (thigh, leg) = (
                    p.position(frame, knee) - p.position(frame, hip),
                    p.position(frame, ankle) - p.position(frame, hip),
                );
                thigh - leg * (thigh.dot(&leg) / leg.norm_squared())
            };
            let (before, after) = (across(&a), across(&b));
            if before.norm() > 0.06 && after.norm() > 0.06 && before.dot(&after) < 0.0 {
                flipped = flipped.or(Some((side, frame)));
            }
        }
    }
    (largest, flipped)
}

#[test]
fn captured_knees_do_not_flip() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    for name in ["111_03_crawl", "89_04_acrobatics"] {
        let (skeleton, clip) = read_cmu(&folder.join(format!("wild/{name}.bvh")), 120.0);
        let clip = clip.slice(1..clip.frame_count()).unwrap();
        for clip in [thinned(&skeleton, &clip, 2), clip] {
            let found = detect_plants(&skeleton, &clip, None, &Default::default()).unwrap().plants;
            for solver in [FootskateSolver::LeastSquares, FootskateSolver::Windowed] {
                let options = RemoveFootskateOptions::default().solver(solver);
                let edited = remove_footskate(&skeleton, &clip, &found, None, &options).unwrap();
                let (largest, flipped) = knees(&skeleton, &clip, &edited.clip);
                assert_eq!(flipped, None, "{name} {solver:?}");
                assert_eq!(edited.report.side_changes, 0, "{name} {solver:?}: {:?}", edited.report.notes);
                assert!(largest < 0.2, "{name} {solver:?}: {largest} {:?}", edited.report.notes);
            }
        }
    }
}

/// The thighs turned about their bones on some frames, the shins turned back: no joint moves.
fn twisted(skeleton: &Skeleton, clip: &Clip, by: impl Fn(Side, usize) -> f64) -> Clip {
    let mut data = clip.clone().into_data();
    let joints = clip.joint_count();
    for side in Side::BOTH {
        let joint = |role| skeleton.roles().joint(role).unwrap();
        let (thigh, shin): (JointIndex, JointIndex) = (joint(Role::Thigh(side)), joint(Role::Shin(side)));
        let along = skeleton.rest_offset(shin).normalize();
        for frame in 0..clip.frame_count() {
            let twist = Quat::from_scaled_axis(along * by(side, frame));
            data.rotations[frame * joints + thigh.0] *= twist;
            let slot = &mut data.rotations[frame * joints + shin.0];
            *slot = twist.inverse() * *slot;
        }
    }
    Clip::new(skeleton, data).unwrap()
}

fn run(skeleton: &Skeleton, clip: &Clip, plants: &Plants, solver: FootskateSolver) -> (Clip, usize, f64) {
    let options = RemoveFootskateOptions::default().solver(solver);
    let edited = remove_footskate(skeleton, clip, plants, None, &options).unwrap();
    let joint_move = edited.report.joint_move_max;
    (edited.clip, edited.report.side_changes, joint_move)
}

/// A walk whose root sways, and whose thighs turn about their bones over some frames.
#[derive(Debug, Clone, Copy)]
struct Twist {
    first: usize,
    length: usize,
    by: f64,
    slope: f64,
    sway: f64,
    pace: f64,
}

/// Cleans such a walk; whether a knee lies on its other side, and on how many frames the report says so.
fn clean_twisted(twist: Twist, solver: FootskateSolver) -> (Option<(Side, usize)>, usize) {
    let Twist { first, length, by, slope, sway, pace } = twist;
    let (skeleton, clip, plants) = skated();
    let plants = two_points(&plants);
    let mut data = clip.into_data();
    for (i, p) in data.root_positions.iter_mut().enumerate() {
        let t = i as f64 * pace;
        *p += Vec3::new(t.sin(), 0.3 * (t * 1.7).sin(), t.cos()) * sway;
    }
    let clip = Clip::new(&skeleton, data).unwrap();
    let turned = twisted(&skeleton, &clip, |side, frame| {
        if (first..first + length).contains(&frame) {
            by + slope * (frame - first) as f64 * if side == Side::Left { 1.0 } else { -1.0 }
        } else {
            0.0
        }
    });
    let (result, changes, _) = run(&skeleton, &turned, &plants, solver);
    (knees(&skeleton, &turned, &result).1, changes)
}

/// Two walks that the property below found: what planted frames adjusted was told in the twisted thigh's own frame,
/// and fading it into free frames folded the knee.
#[test]
fn a_twist_at_the_edge_of_a_plant_does_not_fold_the_knee() {
    let found = [
        Twist { first: 41, length: 22, by: -0.351, slope: 0.18714, sway: 0.0717, pace: 0.24808 },
        Twist { first: 16, length: 16, by: 0.0, slope: -0.16959, sway: 0.06642, pace: 0.28362 },
    ];
    for twist in found {
        assert_eq!(clean_twisted(twist, FootskateSolver::Windowed), (None, 0), "{twist:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Any twist of the thighs, any push of the root: knees stay on their side, and the result is that of the clip
    /// without the twist wherever a half turn is all there is.
    #[test]
    fn no_twist_turns_a_knee(
        first in 0usize..150, length in 1usize..120, by in -7.0..7.0f64, slope in -0.2..0.2f64,
        sway in 0.0..0.08f64, pace in 0.02..0.3f64, windowed in any::<bool>(),
    ) {
        let solver = if windowed { FootskateSolver::Windowed } else { FootskateSolver::LeastSquares };
        prop_assert_eq!(clean_twisted(Twist { first, length, by, slope, sway, pace }, solver), (None, 0));
    }
}

#[test]
fn half_a_turn_changes_nothing() {
    let (skeleton, clip, plants) = skated();
    let plants = two_points(&plants);
    let turned = twisted(&skeleton, &clip, |side, frame| {
        if side == Side::Left && (60..140).contains(&frame) { std::f64::consts::PI } else { 0.0 }
    });
    for solver in [FootskateSolver::LeastSquares, FootskateSolver::Windowed] {
        let plain = run(&skeleton, &clip, &plants, solver).0;
        let result = run(&skeleton, &turned, &plants, solver).0;
        let (off, _) = knees(&skeleton, &plain, &result);
        assert!(off < 0.002, "{solver:?}: knees differ by {off}");
    }
}

#[test]
fn a_joint_that_moves_far_is_named() {
    let (skeleton, clip, plants) = skated();
    let (_, _, little) = run(&skeleton, &clip, &plants, FootskateSolver::LeastSquares);
    assert!(little > 0.001 && little < 0.1, "{little}");
    // One plant is told to stand 40 cm beside its place.
    let plant = plants.iter().next().unwrap().clone();
    let tip = surefoot::kinematics::BodyPoints::new(&skeleton).get(plant.point).unwrap();
    let poses = world_poses(&skeleton, &clip).unwrap();
    let place = poses.point(plant.frames.start, tip.joint, &tip.offset) + Vec3::new(0.3, 0.1, 0.2);
    let far = surefoot::model::Plant { position: Some(place), ..plant };
    let plants = Plants::new(clip.frame_count(), vec![far.clone()]).unwrap();
    let report = remove_footskate(&skeleton, &clip, &plants, None, &Default::default()).unwrap().report;
    assert!(report.joint_move_max > 0.2, "{}", report.joint_move_max);
    let note = report.notes.iter().find(|n| n.code == "joint-moved-far").unwrap();
    let frame = report.joint_move_frame;
    assert_eq!(note.about.as_deref(), Some(report.joint_move_joint.as_str()));
    assert_eq!(note.frames, [(frame..frame + 1).into()]);
    assert!(far.frames.contains(&report.joint_move_frame), "{note}");
}

//! What must not matter to `remove_footskate`: place, side, direction of time, joint frames, frame rate, size.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

use surefoot::kinematics::world_poses;
use surefoot::math::{Quat, Vec3};
use surefoot::model::clip::ClipData;
use surefoot::model::{BodyPoint, Joint, Plant, Track};
use surefoot::{
    Clip, FootskateMethod, FootskateSolver, JointIndex, Plants, RemoveFootskateOptions, Role, Skeleton,
    remove_footskate,
};
use surefoot_sample::{self as sample, WalkOptions, faults};
use surefoot_tests::walks::{
    biped, largest_difference, moved, placeless, positions, run, skated, two_points,
};

#[test]
fn moving_the_scene_moves_the_result() {
    let (skeleton, clip, plants) = skated();
    let (yaw, shift) = (1.234, Vec3::new(7.0, 0.5, -3.0));
    for (method, solver) in [
        (FootskateMethod::Limbs, FootskateSolver::LeastSquares),
        (FootskateMethod::Limbs, FootskateSolver::Windowed),
        (FootskateMethod::Root, FootskateSolver::LeastSquares),
        (FootskateMethod::FootRooted, FootskateSolver::LeastSquares),
    ] {
        let options = RemoveFootskateOptions::default().method(method).solver(solver);
        let here = remove_footskate(&skeleton, &clip, &plants, None, &options).unwrap();
        let there =
            remove_footskate(&skeleton, &moved(&skeleton, &clip, yaw, shift), &plants, None, &options)
                .unwrap();
        let expected = positions(&skeleton, &moved(&skeleton, &here.clip, yaw, shift));
        let off = largest_difference(&expected, &positions(&skeleton, &there.clip));
        assert!(off < 1e-7, "{method:?} {solver:?}: {off}");
    }
}

/// Reflected across x = 0 with sides swapped.
fn mirrored(skeleton: &Skeleton, clip: &Clip, plants: &Plants) -> (Clip, Plants) {
    let pairs = skeleton.roles().mirror_pairs(skeleton).unwrap();
    let joints = clip.joint_count();
    let mut data = clip.clone().into_data();
    data.root_positions.iter_mut().for_each(|p| p.x = -p.x);
    let flip = |q: &Quat| Quat::new_normalize(nalgebra::Quaternion::new(q.w, q.i, -q.j, -q.k));
    for frame in 0..clip.frame_count() {
        for joint in 0..joints {
            data.rotations[frame * joints + joint] = flip(&clip.rotations()[frame * joints + pairs[joint].0]);
        }
    }
    for track in &mut data.translations {
        track.joint = pairs[track.joint.0];
        track.values.iter_mut().for_each(|v| v.x = -v.x);
    }
    let swapped = plants
        .iter()
        .map(|p| Plant { point: BodyPoint { side: p.point.side.other(), kind: p.point.kind }, ..p.clone() })
        .collect();
    (Clip::new(skeleton, data).unwrap(), Plants::new(plants.frame_count(), swapped).unwrap())
}

#[test]
fn mirrored_input_gives_mirrored_output() {
    let (skeleton, clip, plants) = skated();
    for solver in [FootskateSolver::LeastSquares, FootskateSolver::Windowed] {
        let options = RemoveFootskateOptions::default().solver(solver);
        let (mirror_clip, mirror_plants) = mirrored(&skeleton, &clip, &plants);
        let plain = remove_footskate(&skeleton, &clip, &plants, None, &options).unwrap();
        let mirror = remove_footskate(&skeleton, &mirror_clip, &mirror_plants, None, &options).unwrap();
        let expected = mirrored(&skeleton, &plain.clip, &plants).0;
        let off = largest_difference(&positions(&skeleton, &expected), &positions(&skeleton, &mirror.clip));
        assert!(off < 1e-7, "{solver:?}: {off}");
    }
}

/// The same motion on joints whose frames are turned arbitrarily: rest rotations are no longer the identity.
fn re_rigged(skeleton: &Skeleton, clip: &Clip) -> (Skeleton, Clip) {
    let frame_of = |j: usize| Quat::from_scaled_axis(Vec3::new(j as f64 * 0.37, 1.0 - j as f64 * 0.21, 0.5));
    let parent_frame = |j: JointIndex| skeleton.parent(j).map_or_else(Quat::identity, |p| frame_of(p.0));
    let joints = skeleton
        .joints()
        .map(|j| {
            let offset = parent_frame(j).inverse() * skeleton.rest_offset(j);
            let mut joint = Joint::new(skeleton.name(j), skeleton.parent(j), offset);
            joint.rest_rotation = parent_frame(j).inverse() * skeleton.rest_rotation(j) * frame_of(j.0);
            joint
        })
        .collect();
    let sites = skeleton
        .end_sites()
        .iter()
        .map(|s| surefoot::model::EndSite {
            joint: s.joint,
            offset: frame_of(s.joint.0).inverse() * s.offset,
        })
        .collect();
    let new = Skeleton::new(joints, sites).unwrap().with_roles(skeleton.roles().clone()).unwrap();
    let mut data = clip.clone().into_data();
    for i in 0..data.rotations.len() {
        let joint = JointIndex(i % clip.joint_count());
        data.rotations[i] = parent_frame(joint).inverse() * data.rotations[i] * frame_of(joint.0);
    }
    let clip = Clip::new(&new, data).unwrap();
    (new, clip)
}

#[test]
fn joint_frames_do_not_matter() {
    let (skeleton, clip, plants) = skated();
    let (other, other_clip) = re_rigged(&skeleton, &clip);
    assert!(largest_difference(&positions(&skeleton, &clip), &positions(&other, &other_clip)) < 1e-9);
    for solver in [FootskateSolver::LeastSquares, FootskateSolver::Windowed] {
        let options = RemoveFootskateOptions::default().solver(solver);
        let a = remove_footskate(&skeleton, &clip, &plants, None, &options).unwrap();
        let b = remove_footskate(&other, &other_clip, &plants, None, &options).unwrap();
        let off = largest_difference(&positions(&skeleton, &a.clip), &positions(&other, &b.clip));
        assert!(off < 1e-6, "{solver:?}: {off}");
    }
}

#[test]
fn rigs_without_toes_and_with_animated_lengths_work() {
    let (skeleton, clip, plants) = skated();
    let plants = two_points(&plants);
    let mut roles = skeleton.roles().clone();
    roles.clear(Role::Toe(surefoot::model::Side::Left));
    roles.clear(Role::Toe(surefoot::model::Side::Right));
    let toeless = skeleton.clone().with_roles(roles).unwrap();
    let edited = run(&toeless, &clip, &plants);
    assert!(edited.report.after.slide_max < 1e-6, "{}", edited.report.summary());

    let shin = skeleton.roles().joint(Role::Shin(surefoot::model::Side::Left)).unwrap();
    let mut data = clip.clone().into_data();
    let values = (0..clip.frame_count())
        .map(|f| skeleton.rest_offset(shin) * (1.0 + 0.02 * (f as f64 * 0.1).sin()))
        .collect();
    data.translations.push(Track { joint: shin, values });
    let breathing = Clip::new(&skeleton, data).unwrap();
    let edited = run(&skeleton, &breathing, &plants);
    assert!(edited.report.after.slide_max < 1e-6, "{}", edited.report.summary());
    assert!(edited.report.after.stretch_max <= 0.03 + 1e-9);
}

#[test]
fn reversed_time_gives_the_reversed_result() {
    let (skeleton, clip, plants) = skated();
    let count = clip.frame_count();
    let reversed = |clip: &Clip| {
        let mut data: ClipData = clip.clone().into_data();
        data.root_positions.reverse();
        let joints = clip.joint_count();
        data.rotations =
            (0..count).rev().flat_map(|f| clip.rotations()[f * joints..(f + 1) * joints].to_vec()).collect();
        data.translations.iter_mut().for_each(|t| t.values.reverse());
        Clip::new(&skeleton, data).unwrap()
    };
    let back = plants
        .iter()
        .map(|p| Plant { frames: count - p.frames.end..count - p.frames.start, ..p.clone() })
        .collect();
    let back = Plants::new(count, back).unwrap();
    let forward = run(&skeleton, &clip, &plants);
    let backward = run(&skeleton, &reversed(&clip), &back);
    let off = largest_difference(
        &positions(&skeleton, &reversed(&forward.clip)),
        &positions(&skeleton, &backward.clip),
    );
    assert!(off < 1e-6, "{off}");
}

#[test]
fn corrections_shrink_with_the_frame_time() {
    // Synthetic motion: twice the rate, about half the step of the correction.
    let skeleton = biped();
    let step = |frame_rate: f64, solver: FootskateSolver| {
        let walk =
            sample::walk(&skeleton, &WalkOptions { frame_rate, seconds: 3.0, ..Default::default() }).unwrap();
        let (short, clip) = faults::skate_by_leg_scale(&skeleton, &walk.clip, 0.95).unwrap();
        let plants = two_points(&placeless(&walk.plants));
        let options = RemoveFootskateOptions::default().solver(solver);
        let edited = remove_footskate(&short, &clip, &plants, None, &options).unwrap();
        let (a, b) = (world_poses(&short, &clip).unwrap(), world_poses(&short, &edited.clip).unwrap());
        let mut worst: f64 = 0.0;
        for side in surefoot::model::Side::BOTH {
            let ankle = short.roles().joint(Role::Foot(side)).unwrap();
            for frame in 1..clip.frame_count() {
                let at = |f: usize| b.position(f, ankle) - a.position(f, ankle);
                worst = worst.max((at(frame) - at(frame - 1)).norm());
            }
        }
        worst
    };
    for solver in [FootskateSolver::LeastSquares, FootskateSolver::Windowed] {
        let (slow, fast) = (step(60.0, solver), step(240.0, solver));
        assert!(1.7 * 1.7 * fast <= slow, "{solver:?}: {slow} {fast}");
    }
}

#[test]
fn toys_and_giants_move_alike() {
    let (skeleton, clip, plants) = skated();
    let plain = run(&skeleton, &clip, &plants).report;
    for factor in [0.1, 8.0] {
        let other = skeleton.scaled(factor).with_roles(skeleton.roles().clone()).unwrap();
        let mut data = clip.clone().into_data();
        data.root_positions.iter_mut().for_each(|p| *p *= factor);
        let scaled = Clip::new(&other, data).unwrap();
        let report = run(&other, &scaled, &plants).report;
        assert!(report.after.slide_max < 1e-6 * factor.max(1.0), "{}", report.summary());
        let ratio = report.after.pose_change_mean / (factor * plain.after.pose_change_mean);
        assert!((0.8..1.25).contains(&ratio), "{factor}: {ratio}");
    }
}

//! What `remove_footskate` guarantees for any clip, on a generated walk with known plants and on broken input.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

use surefoot::kinematics::{BodyPoints, WorldPoses, world_poses};
use surefoot::math::Vec3;
use surefoot::model::{Joint, Side};
use surefoot::{
    FootskateMethod, FootskateSolver, Plants, RemoveFootskateOptions, Role, Roles, Skeleton,
    measure_footskate, remove_footskate,
};
use surefoot_sample::{self as sample, faults};
use surefoot_tests::walks::{
    biped, largest_difference, moved, placeless, plant, positions, run, skated, two_points, walk,
};

#[test]
fn planted_points_do_not_move() {
    let (skeleton, clip, plants) = skated();
    let edited = run(&skeleton, &clip, &plants);
    let report = &edited.report;
    assert!(report.before.slide_mean > 0.05, "{}", report.summary());
    assert!(report.after.slide_max < 1e-6, "{}", report.summary());
    assert!(report.after.drift_p95 < 1e-8, "{}", report.summary());
    assert!(report.after.pose_change_mean < 0.004, "{}", report.summary());
    assert!(report.after.stretch_max <= 0.03 + 1e-9, "{}", report.summary());
    assert!(report.missed.is_empty(), "{:?}", report.missed);
    // Independent of the report: every planted point, in space.
    let poses = world_poses(&skeleton, &edited.clip).unwrap();
    let points = BodyPoints::new(&skeleton);
    for plant in plants.iter() {
        let at = points.get(plant.point).unwrap();
        let first = poses.point(plant.frames.start, at.joint, &at.offset);
        for frame in plant.frames.clone() {
            let off = (poses.point(frame, at.joint, &at.offset) - first).norm();
            assert!(off < 1e-8, "{} frame {frame}: {off}", plant.point);
        }
    }
}

#[test]
fn a_clean_walk_stays_as_it_is() {
    let skeleton = biped();
    let walk = walk(&skeleton);
    for plants in [placeless(&walk.plants), walk.plants.clone()] {
        let edited = run(&skeleton, &walk.clip, &plants);
        let off = largest_difference(&positions(&skeleton, &walk.clip), &positions(&skeleton, &edited.clip));
        assert!(off < 1e-6, "{off}");
    }
}

#[test]
fn a_second_run_changes_nothing() {
    let (skeleton, clip, plants) = skated();
    for (method, solver) in [
        (FootskateMethod::Limbs, FootskateSolver::LeastSquares),
        (FootskateMethod::Limbs, FootskateSolver::Windowed),
        (FootskateMethod::Root, FootskateSolver::LeastSquares),
    ] {
        let options = RemoveFootskateOptions::default().method(method).solver(solver);
        let plants = if solver == FootskateSolver::Windowed { two_points(&plants) } else { plants.clone() };
        let once = remove_footskate(&skeleton, &clip, &plants, None, &options).unwrap();
        let twice = remove_footskate(&skeleton, &once.clip, &plants, None, &options).unwrap();
        let off = largest_difference(&positions(&skeleton, &once.clip), &positions(&skeleton, &twice.clip));
        // The root-only method leaves the second planted foot to slide: its transfers move a little again,
        // for their instants are not stored.
        let limit = if method == FootskateMethod::Root { 5e-4 } else { 1e-6 };
        assert!(off < limit, "{method:?} {solver:?}: {off}");
    }
}

#[test]
fn frames_far_from_plants_and_the_trunk_keep_their_bits() {
    let (skeleton, clip, plants) = skated();
    let one = plants.iter().find(|p| p.frames.start > 60).unwrap().clone();
    let frames = one.frames.clone();
    let single = Plants::new(plants.frame_count(), vec![one]).unwrap();
    let joints = clip.joint_count();
    for solver in [FootskateSolver::LeastSquares, FootskateSolver::Windowed] {
        let options = RemoveFootskateOptions::default().solver(solver);
        let edited = remove_footskate(&skeleton, &clip, &single, None, &options).unwrap();
        let mut changed = 0;
        for frame in 0..clip.frame_count() {
            let (a, b) = (clip.pose(frame), edited.clip.pose(frame));
            let is_same = a.rotations() == b.rotations() && a.root_position() == b.root_position();
            let is_far = frame + 31 < frames.start || frame > frames.end + 30;
            assert!(!is_far || is_same, "{solver:?}: frame {frame} changed");
            if is_far {
                for track in edited.clip.translations() {
                    assert_eq!(
                        track.values[frame],
                        skeleton.rest_offset(track.joint),
                        "{solver:?}: frame {frame}"
                    );
                }
            }
            changed += usize::from(!is_same);
            for joint in skeleton.joints() {
                let role = skeleton.roles().role(joint);
                if matches!(role, Some(Role::Pelvis | Role::Spine | Role::Neck | Role::Head)) || joint.0 == 0
                {
                    let i = frame * joints + joint.0;
                    assert_eq!(clip.rotations()[i], edited.clip.rotations()[i]);
                }
            }
        }
        assert!(changed >= frames.len(), "{solver:?}: only {changed} frames changed");
        assert_eq!(edited.report.changed_frames, changed);
    }
}

#[test]
fn rigid_bones_keep_their_length() {
    let (skeleton, clip, plants) = skated();
    let options = RemoveFootskateOptions::default().max_stretch(0.0);
    let edited = remove_footskate(&skeleton, &clip, &plants, None, &options).unwrap();
    assert!(edited.clip.translations().is_empty());
    assert!(edited.report.after.stretch_max < 1e-9);
    // The last word: what the solver leaves out of reach the hips give.
    assert!(edited.report.missed.is_empty(), "{:?}", edited.report.missed);
    assert!(edited.report.after.slide_max < 1e-6, "{}", edited.report.summary());
    assert!(edited.report.root_shift_max < 0.1, "{}", edited.report.root_shift_max);
}

#[test]
fn hands_are_pinned_too() {
    let (skeleton, clip, _) = skated();
    let plants = Plants::new(
        clip.frame_count(),
        vec![
            plant("left_wrist", 40..70),
            plant("left_fingertips", 50..80),
            plant("right_fingertips", 100..120),
        ],
    )
    .unwrap();
    let edited = run(&skeleton, &clip, &plants);
    assert!(edited.report.before.slide_mean > 0.1);
    // A hand swinging at walking speed for half a second is far for an arm; what it reaches it holds.
    assert!(edited.report.missed.is_empty(), "{:?}", edited.report.missed);
    assert!(edited.report.after.slide_max < 1e-6, "{}", edited.report.summary());
    assert!(edited.report.after.stretch_max <= 0.03 + 1e-9);
    assert!(
        edited.report.after.slide_mean < 0.1 * edited.report.before.slide_mean,
        "{}",
        edited.report.summary()
    );
}

#[test]
fn broken_input_is_refused_or_reported() {
    let (skeleton, clip, plants) = skated();
    let options = RemoveFootskateOptions::default();
    // No feet.
    let nobody = skeleton.clone().with_roles(Roles::empty(skeleton.joint_count())).unwrap();
    let text = remove_footskate(&nobody, &clip, &plants, None, &options).unwrap_err().to_string();
    assert!(text.contains("thigh, shin and foot"), "{text}");
    for method in [FootskateMethod::Root, FootskateMethod::FootRooted] {
        let options = RemoveFootskateOptions::default().method(method);
        assert!(remove_footskate(&nobody, &clip, &plants, None, &options).is_err());
    }
    // Plants of another clip.
    let text = remove_footskate(&skeleton, &clip.slice(0..20).unwrap(), &plants, None, &options)
        .unwrap_err()
        .to_string();
    assert!(text.contains("expected 20"), "{text}");
    // No plants: nothing changes.
    let edited = run(&skeleton, &clip, &Plants::none(clip.frame_count()));
    assert_eq!(edited.clip, clip);
    assert!(edited.report.summary().contains("no plants"));
    // One frame, and none.
    for count in [1, 0] {
        let short = clip.slice(0..count).unwrap();
        let mut wanted = vec![];
        if count == 1 {
            wanted.push(plant("left_toe", 0..1));
        }
        let plants = Plants::new(count, wanted).unwrap();
        for (method, solver) in [
            (FootskateMethod::Limbs, FootskateSolver::LeastSquares),
            (FootskateMethod::Limbs, FootskateSolver::Windowed),
            (FootskateMethod::Root, FootskateSolver::LeastSquares),
            (FootskateMethod::FootRooted, FootskateSolver::LeastSquares),
        ] {
            let options = RemoveFootskateOptions::default().method(method).solver(solver);
            let edited = remove_footskate(&skeleton, &short, &plants, None, &options).unwrap();
            assert_eq!(edited.clip.frame_count(), count);
        }
    }
    // A place 3 m away: left out, named, and no wild pose.
    let mut far = plant("left_toe", 30..60);
    far.position = Some(positions(&skeleton, &clip)[0] + Vec3::new(3.0, 0.0, 0.0));
    let far = Plants::new(clip.frame_count(), vec![far]).unwrap();
    let edited = run(&skeleton, &clip, &far);
    assert_eq!(edited.report.missed.len(), 1);
    assert!(
        edited.report.missed[0].reason.contains("m from where the point is"),
        "{:?}",
        edited.report.missed
    );
    assert_eq!(edited.clip, clip);
    // A place just out of reach: best effort within the stretch, reported, the rest of the body calm.
    let mut high = plant("left_toe", 30..60);
    high.position = Some(positions(&skeleton, &clip)[30 * clip.joint_count()] + Vec3::new(0.4, -0.9, 0.5));
    let high = Plants::new(clip.frame_count(), vec![high]).unwrap();
    let edited = run(&skeleton, &clip, &high);
    assert!(edited.report.after.stretch_max <= 0.03 + 1e-9);
    assert!(edited.report.root_shift_max < 0.8, "{}", edited.report.root_shift_max);
    // A thigh without length.
    let shin = skeleton.roles().joint(Role::Shin(Side::Left)).unwrap();
    let joints = skeleton
        .joints()
        .map(|j| {
            let offset = if j == shin { Vec3::zeros() } else { skeleton.rest_offset(j) };
            let mut joint = Joint::new(skeleton.name(j), skeleton.parent(j), offset);
            joint.rest_rotation = skeleton.rest_rotation(j);
            joint
        })
        .collect();
    let flat = Skeleton::new(joints, skeleton.end_sites().to_vec())
        .unwrap()
        .with_roles(skeleton.roles().clone())
        .unwrap();
    for solver in [FootskateSolver::LeastSquares, FootskateSolver::Windowed] {
        let options = RemoveFootskateOptions::default().solver(solver);
        let edited = remove_footskate(&flat, &clip, &plants, None, &options).unwrap();
        assert!(
            edited.report.notes.iter().any(|n| n.text.contains("no length")),
            "{:?}",
            edited.report.notes
        );
    }
    // Options out of range.
    let options = RemoveFootskateOptions::default().max_stretch(0.5);
    assert!(remove_footskate(&skeleton, &clip, &plants, None, &options).is_err());
}

#[test]
fn reports_are_serialisable_and_runs_repeat() {
    let (skeleton, clip, plants) = skated();
    let (a, b) = (run(&skeleton, &clip, &plants), run(&skeleton, &clip, &plants));
    assert_eq!(a, b);
    let json = serde_json::to_value(&a.report).unwrap();
    assert!(json["after"]["slide_mean"].is_number() && json["missed"].is_array(), "{json}");
}

#[test]
fn noise_in_the_root_is_smoothed_and_said() {
    let skeleton = biped();
    let walk = walk(&skeleton);
    let noisy = faults::root_noise(&skeleton, &walk.clip, 0.005, 5).unwrap();
    let plants = placeless(&walk.plants);
    let edited = run(&skeleton, &noisy, &plants);
    let noise = edited.report.root_noise.expect("noise goes unnoticed");
    assert!((0.003..0.007).contains(&noise.deviation), "{noise:?}");
    assert!(edited.report.summary().contains("root noise"), "{}", edited.report.summary());
    assert!(edited.report.after.slide_max < 1e-6, "{}", edited.report.summary());
    // Limbs do not jitter to hide the noise.
    assert!(edited.report.after.stretch_step_max < 0.003, "{}", edited.report.after.stretch_step_max);
    let truth = measure_footskate(&skeleton, &edited.clip, &plants, None, Some(&walk.clip)).unwrap();
    let before = measure_footskate(&skeleton, &noisy, &plants, None, Some(&walk.clip)).unwrap();
    assert!(truth.pose_change_mean < 0.6 * before.pose_change_mean);
    let kept = RemoveFootskateOptions::default().denoise(false);
    let edited = remove_footskate(&skeleton, &noisy, &plants, None, &kept).unwrap();
    assert!(edited.report.root_noise.is_none());
}

#[test]
fn a_drift_over_seconds_moves_the_body() {
    let skeleton = biped();
    let stand = sample::stand(&skeleton, &Default::default()).unwrap();
    let drifting = faults::root_drift(&skeleton, &stand.clip, Vec3::new(0.3, 0.0, 0.1), 0.0).unwrap();
    let count = drifting.frame_count();
    let both = ["left_ankle", "left_toe", "right_ankle", "right_toe"].map(|n| plant(n, 0..count));
    let plants = Plants::new(count, both.to_vec()).unwrap();
    let options = RemoveFootskateOptions::default().fit_root_path(false);
    let edited = remove_footskate(&skeleton, &drifting, &plants, None, &options).unwrap();
    assert!(edited.report.after.slide_max < 1e-3, "{}", edited.report.summary());
    assert!(edited.report.missed.is_empty(), "{:?}", edited.report.missed);
    let notes = &edited.report.notes;
    assert!(notes.iter().any(|n| n.text.contains("whole body")), "{notes:?}");
    // Legs take up a third of their length at most, the body the rest of half the drift.
    let travel = 0.1f64.hypot(0.3) * (count - 1) as f64 / drifting.frame_rate();
    let expected = 0.5 * travel - 0.35 * 0.9;
    assert!(edited.report.root_shift_max > 0.8 * expected, "{} {expected}", edited.report.root_shift_max);
}

#[test]
fn one_plant_over_the_whole_clip_works() {
    let (skeleton, clip, _) = skated();
    let short = clip.slice(0..40).unwrap();
    let plants = Plants::new(40, vec![plant("left_toe", 0..40)]).unwrap();
    let edited = run(&skeleton, &short, &plants);
    assert!(edited.report.after.slide_max < 1e-6, "{}", edited.report.summary());
}

#[test]
fn damping_calms_knees_near_full_reach() {
    // A body raised by 5 cm asks for more than the legs have.
    let skeleton = biped();
    let walk = walk(&skeleton);
    let raised = moved(&skeleton, &walk.clip, 0.0, Vec3::new(0.0, 0.05, 0.0));
    let plants = two_points(&walk.plants);
    let worst = |damping_angle: f64| {
        let options = RemoveFootskateOptions::default()
            .solver(FootskateSolver::Windowed)
            .damping_angle(damping_angle)
            .max_stretch(0.03);
        let edited = remove_footskate(&skeleton, &raised, &plants, None, &options).unwrap();
        assert!(edited.report.after.slide_max < 1e-6, "{}", edited.report.summary());
        let (a, b) =
            (world_poses(&skeleton, &raised).unwrap(), world_poses(&skeleton, &edited.clip).unwrap());
        let frames = raised.frame_count();
        let (mut step, mut change) = (0.0f64, 0.0);
        for side in Side::BOTH {
            let [thigh, shin, foot] = [Role::Thigh(side), Role::Shin(side), Role::Foot(side)]
                .map(|role| skeleton.roles().joint(role).unwrap());
            let bones = |of: &WorldPoses, f: usize| {
                let knee = of.position(f, shin);
                [of.position(f, thigh) - knee, of.position(f, foot) - knee]
            };
            let angle = |of: &WorldPoses, f: usize| bones(of, f)[0].angle(&bones(of, f)[1]);
            let length = |of: &WorldPoses, f: usize| bones(of, f).iter().map(|bone| bone.norm()).sum::<f64>();
            let correction = |f: usize| angle(&b, f) - angle(&a, f);
            step = (1..frames).map(|f| (correction(f) - correction(f - 1)).abs()).fold(step, f64::max);
            change += (0..frames).map(|f| (length(&b, f) / length(&a, f) - 1.0).abs()).sum::<f64>();
        }
        (step, change / (2 * frames) as f64)
    };
    let ((damped, stretch), (plain, _)) = (worst(120.0), worst(180.0));
    assert!(2.5 * damped <= plain, "{damped} rad a frame, {plain} without damping, mean stretch {stretch}");
    // Asked for is 0.01.
    assert!(stretch <= 0.0115, "{stretch}");
}

#[test]
fn shorter_legs_on_a_shorter_path_stand_still() {
    // Simple retarget, legs and root path 0.6 times as long.
    let skeleton = biped();
    let walk = walk(&skeleton);
    let (short, clip) = faults::skate_by_leg_scale(&skeleton, &walk.clip, 0.6).unwrap();
    let clip = faults::scaled_root_path(&short, &clip, 0.6).unwrap();
    let edited = run(&short, &clip, &placeless(&walk.plants));
    // 1e-9 m a frame at 60 a second.
    assert!(edited.report.after.slide_max < 6e-8, "{:e}", edited.report.after.slide_max);
    assert!(edited.report.after.stretch_max <= 0.03 + 1e-9, "{}", edited.report.summary());
}

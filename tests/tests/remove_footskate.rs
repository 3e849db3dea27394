//! What `remove_footskate` guarantees for any clip: on a generated walk with known plants, on changed rigs and on
//! broken input.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

use surefoot::kinematics::{BodyPoints, world_poses};
use surefoot::math::{Quat, Vec3};
use surefoot::model::clip::ClipData;
use surefoot::model::{BodyPoint, Joint, Plant, Track};
use surefoot::ops::remove_footskate::{FootskateStream, PlantState, StreamFrame};
use surefoot::sample::{self, SampleClip, WalkOptions, faults};
use surefoot::{
    Clip, Edited, FootskateMethod, FootskateSolver, Ground, JointIndex, Plants, RemoveFootskateOptions,
    RemoveFootskateReport, Role, Roles, Skeleton, measure_footskate, remove_footskate,
};

fn biped() -> Skeleton {
    sample::biped_skeleton(&sample::BipedOptions::default()).unwrap()
}

fn walk(skeleton: &Skeleton) -> SampleClip {
    sample::walk(skeleton, &WalkOptions { seconds: 3.0, ..Default::default() }).unwrap()
}

/// The plants without their true places, which a skated clip no longer has.
fn placeless(plants: &Plants) -> Plants {
    let plants_of = plants.iter().map(|p| Plant { position: None, ..p.clone() }).collect();
    Plants::new(plants.frame_count(), plants_of).unwrap()
}

/// Heel and ball only: the windowed solver holds two points a foot, and a foot without a toe joint can do no more.
fn two_points(plants: &Plants) -> Plants {
    use surefoot::model::PointKind::{Heel, Toe};
    let kept = plants.iter().filter(|p| matches!(p.point.kind, Heel | Toe)).cloned().collect();
    Plants::new(plants.frame_count(), kept).unwrap()
}

/// A walk on legs 10 % shorter: the classic skate.
fn skated() -> (Skeleton, Clip, Plants) {
    let skeleton = biped();
    let walk = walk(&skeleton);
    let (short, clip) = faults::skate_by_leg_scale(&skeleton, &walk.clip, 0.9).unwrap();
    (short, clip, placeless(&walk.plants))
}

fn run(skeleton: &Skeleton, clip: &Clip, plants: &Plants) -> Edited<RemoveFootskateReport> {
    remove_footskate(skeleton, clip, plants, None, &RemoveFootskateOptions::default()).unwrap()
}

fn positions(skeleton: &Skeleton, clip: &Clip) -> Vec<Vec3> {
    world_poses(skeleton, clip).positions
}

fn largest_difference(a: &[Vec3], b: &[Vec3]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (a - b).norm()).fold(0.0, f64::max)
}

fn point(name: &str) -> BodyPoint {
    BodyPoint::from_name(name).unwrap()
}

fn plant(name: &str, frames: std::ops::Range<usize>) -> Plant {
    Plant { point: point(name), frames, confidence: 1.0, position: None }
}

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
    let poses = world_poses(&skeleton, &edited.clip);
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
    // KO-3 T1, GL-32 A2.
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
        let options = RemoveFootskateOptions { method, solver, ..Default::default() };
        let plants = if solver == FootskateSolver::Windowed { two_points(&plants) } else { plants.clone() };
        let once = remove_footskate(&skeleton, &clip, &plants, None, &options).unwrap();
        let twice = remove_footskate(&skeleton, &once.clip, &plants, None, &options).unwrap();
        let off = largest_difference(&positions(&skeleton, &once.clip), &positions(&skeleton, &twice.clip));
        // The root-only method leaves the second planted foot to slide: its transfers move a little again (LY-5 T5
        // holds for stored transfer instants only).
        let limit = if method == FootskateMethod::Root { 2e-2 } else { 1e-6 };
        assert!(off < limit, "{method:?} {solver:?}: {off}");
    }
}

fn moved(skeleton: &Skeleton, clip: &Clip, yaw: f64, shift: Vec3) -> Clip {
    let turn = Quat::from_scaled_axis(Vec3::y() * yaw);
    let mut data = clip.clone().into_data();
    data.root_positions.iter_mut().for_each(|p| *p = turn * *p + shift);
    for frame in 0..clip.frame_count() {
        let q = &mut data.rotations[frame * clip.joint_count()];
        *q = turn * *q;
    }
    Clip::new(skeleton, data).unwrap()
}

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
        let options = RemoveFootskateOptions { method, solver, ..Default::default() };
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
    let pairs = skeleton.roles().mirror_pairs(skeleton);
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
        let options = RemoveFootskateOptions { solver, ..Default::default() };
        let (mirror_clip, mirror_plants) = mirrored(&skeleton, &clip, &plants);
        let plain = remove_footskate(&skeleton, &clip, &plants, None, &options).unwrap();
        let mirror = remove_footskate(&skeleton, &mirror_clip, &mirror_plants, None, &options).unwrap();
        let expected = mirrored(&skeleton, &plain.clip, &plants).0;
        let off = largest_difference(&positions(&skeleton, &expected), &positions(&skeleton, &mirror.clip));
        assert!(off < 1e-7, "{solver:?}: {off}");
    }
}

#[test]
fn frames_far_from_plants_and_the_trunk_keep_their_bits() {
    // A9, KO-9 T1.
    let (skeleton, clip, plants) = skated();
    let one = plants.iter().find(|p| p.frames.start > 60).unwrap().clone();
    let frames = one.frames.clone();
    let single = Plants::new(plants.frame_count(), vec![one]).unwrap();
    let joints = clip.joint_count();
    for solver in [FootskateSolver::LeastSquares, FootskateSolver::Windowed] {
        let options = RemoveFootskateOptions { solver, ..Default::default() };
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
        let options = RemoveFootskateOptions { solver, ..Default::default() };
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
fn rigid_bones_keep_their_length() {
    let (skeleton, clip, plants) = skated();
    let options = RemoveFootskateOptions { max_stretch: 0.0, ..Default::default() };
    let edited = remove_footskate(&skeleton, &clip, &plants, None, &options).unwrap();
    assert!(edited.clip.translations().is_empty());
    assert!(edited.report.after.stretch_max < 1e-9);
    // KO-6 has the last word: what the solver leaves out of reach the hips give.
    assert!(edited.report.missed.is_empty(), "{:?}", edited.report.missed);
    assert!(edited.report.after.slide_max < 1e-6, "{}", edited.report.summary());
    assert!(edited.report.root_shift_max < 0.1, "{}", edited.report.root_shift_max);
}

#[test]
fn hands_are_pinned_too() {
    // KO-13 T2.
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
    let met: Vec<_> = edited.report.missed.iter().map(|m| m.point.as_str()).collect();
    if met.is_empty() {
        assert!(edited.report.after.slide_max < 1e-6, "{}", edited.report.summary());
    }
    assert!(edited.report.after.stretch_max <= 0.03 + 1e-9);
    assert!(
        edited.report.after.slide_mean < 0.1 * edited.report.before.slide_mean,
        "{}",
        edited.report.summary()
    );
}

fn lowest_over(ground: &Ground, skeleton: &Skeleton, clip: &Clip) -> f64 {
    let poses = world_poses(skeleton, clip);
    let mut lowest = f64::INFINITY;
    for (p, at) in BodyPoints::new(skeleton).iter() {
        if matches!(p.kind, surefoot::model::PointKind::Ankle) {
            continue;
        }
        for frame in 0..clip.frame_count() {
            let place = poses.point(frame, at.joint, &at.offset);
            if let Some(footing) = ground.footing(place.x, place.z, place.y) {
                lowest = lowest.min(place.y - footing.height);
            }
        }
    }
    lowest
}

#[test]
fn feet_stay_out_of_the_ground() {
    // KO-10 T1, T5 and KO-11: the whole walk sunk by 2 cm into a level and into a sloping floor.
    let skeleton = biped();
    let walk = walk(&skeleton);
    let sunk = moved(&skeleton, &walk.clip, 0.0, Vec3::new(0.0, -0.02, 0.0));
    for ground in [Ground::level(0.0), Ground::plane(Vec3::new(0.01, 1.0, 0.004), -0.01).unwrap()] {
        assert!(lowest_over(&ground, &skeleton, &sunk) < -0.005);
        for solver in [FootskateSolver::LeastSquares, FootskateSolver::Windowed] {
            let options = RemoveFootskateOptions { solver, ..Default::default() };
            let plants = placeless(&walk.plants);
            let edited = remove_footskate(&skeleton, &sunk, &plants, Some(&ground), &options).unwrap();
            let lowest = lowest_over(&ground, &skeleton, &edited.clip);
            // Doubly planted feet keep their own tilt on the slope.
            assert!(lowest > -0.004, "{solver:?}: {lowest}");
            assert!(edited.report.after.slide_max < 1e-5, "{solver:?}: {}", edited.report.summary());
            // No plants: only the ground counts.
            let none = Plants::none(sunk.frame_count());
            let lifted = remove_footskate(&skeleton, &sunk, &none, Some(&ground), &options).unwrap();
            let lowest = lowest_over(&ground, &skeleton, &lifted.clip);
            assert!(lowest > -1e-9, "{solver:?}, no plants: {lowest}");
        }
    }
    // Entirely above: not a bit changes.
    let none = Plants::none(walk.clip.frame_count());
    let low = Ground::level(-1.0);
    let edited = remove_footskate(&skeleton, &walk.clip, &none, Some(&low), &Default::default()).unwrap();
    assert_eq!(edited.clip, walk.clip);
}

#[test]
fn stairs_keep_every_plant_at_its_own_height() {
    // A walk climbing 12 cm a step: each plant has a height of its own.
    let skeleton = biped();
    let walk = walk(&skeleton);
    let mut data = walk.clip.clone().into_data();
    let rise = |z: f64| 0.1 * z;
    data.root_positions.iter_mut().for_each(|p| p.y += rise(p.z));
    let climbing = Clip::new(&skeleton, data).unwrap();
    let points: Vec<Vec3> = (0..40)
        .flat_map(|i| {
            let (z, y) = (f64::from(i) * 0.3 - 2.0, rise(f64::from(i) * 0.3 - 2.0) - 0.3);
            [[-2.0, 0.0], [2.0, 0.0], [-2.0, 0.3], [2.0, 0.3]].map(|[x, dz]| Vec3::new(x, y, z + dz))
        })
        .collect();
    let triangles: Vec<[u32; 3]> =
        (0..40).flat_map(|i| [[4 * i, 4 * i + 2, 4 * i + 1], [4 * i + 1, 4 * i + 2, 4 * i + 3]]).collect();
    let stairs = Ground::mesh(&points, &triangles).unwrap();
    let plants = placeless(&walk.plants);
    let edited = remove_footskate(&skeleton, &climbing, &plants, Some(&stairs), &Default::default()).unwrap();
    let places = world_poses(&skeleton, &edited.clip);
    let tips = BodyPoints::new(&skeleton);
    let heights: Vec<f64> = plants
        .iter()
        .filter(|p| p.point.kind == surefoot::model::PointKind::Toe)
        .map(|p| {
            let at = tips.get(p.point).unwrap();
            places.point(p.frames.start, at.joint, &at.offset).y
        })
        .collect();
    let spread =
        heights.iter().copied().fold(f64::MIN, f64::max) - heights.iter().copied().fold(f64::MAX, f64::min);
    assert!(spread > 0.2, "all feet on one floor: {heights:?}");
    assert!(edited.report.after.slide_max < 1e-5, "{}", edited.report.summary());
}

#[test]
fn reversed_time_gives_the_reversed_result() {
    // GL-32 A5. E20 lengthens the earlier of two plants that touch, so time is not quite symmetric there.
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
    assert!(off < 1e-4, "{off}");
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
        let options = RemoveFootskateOptions { method, ..Default::default() };
        assert!(remove_footskate(&nobody, &clip, &plants, None, &options).is_err());
    }
    // Plants of another clip.
    let text =
        remove_footskate(&skeleton, &clip.slice(0..20), &plants, None, &options).unwrap_err().to_string();
    assert!(text.contains("expected 20"), "{text}");
    // No plants: nothing changes.
    let edited = run(&skeleton, &clip, &Plants::none(clip.frame_count()));
    assert_eq!(edited.clip, clip);
    assert!(edited.report.summary().contains("no plants"));
    // One frame, and none.
    for count in [1, 0] {
        let short = clip.slice(0..count);
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
            let options = RemoveFootskateOptions { method, solver, ..Default::default() };
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
    let shin = skeleton.roles().joint(Role::Shin(surefoot::model::Side::Left)).unwrap();
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
        let options = RemoveFootskateOptions { solver, ..Default::default() };
        let edited = remove_footskate(&flat, &clip, &plants, None, &options).unwrap();
        assert!(edited.report.notes.iter().any(|n| n.contains("no length")), "{:?}", edited.report.notes);
    }
    // Options out of range.
    let options = RemoveFootskateOptions { max_stretch: 0.5, ..Default::default() };
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

fn states_of(plants: &Plants, frame: usize) -> Vec<PlantState> {
    plants
        .iter()
        .filter(|p| p.frames.contains(&frame))
        .map(|p| PlantState { point: p.point, position: p.position })
        .collect()
}

#[test]
fn a_stream_gives_the_bits_of_the_windowed_solver() {
    // KO-12 T1, T2.
    let (skeleton, clip, plants) = skated();
    let plants = two_points(&plants);
    for ground in [None, Some(Ground::level(0.01))] {
        let options = RemoveFootskateOptions {
            solver: FootskateSolver::Windowed,
            anchor_window: 0.25,
            ..Default::default()
        };
        let batch = remove_footskate(&skeleton, &clip, &plants, ground.as_ref(), &options).unwrap();
        let mut stream =
            FootskateStream::new(&skeleton, clip.frame_rate(), ground.as_ref(), &options).unwrap();
        assert_eq!(stream.delay(), 15 + 3 * 9);
        let mut frames = Vec::new();
        for frame in 0..clip.frame_count() {
            let out =
                stream.push(&StreamFrame::from_clip(&skeleton, &clip, frame), &states_of(&plants, frame));
            assert_eq!(out.is_some(), frame >= 42, "frame {frame}");
            frames.extend(out.cloned());
        }
        while let Some(out) = stream.flush() {
            frames.push(out.clone());
        }
        assert_eq!(frames.len(), clip.frame_count());
        for (index, frame) in frames.iter().enumerate() {
            assert_eq!(*frame, StreamFrame::from_clip(&skeleton, &batch.clip, index), "frame {index}");
        }
        if ground.is_none() {
            assert!(batch.report.after.slide_max < 1e-6, "{}", batch.report.summary());
        }
    }
}

#[test]
fn a_stream_looks_no_further_than_its_delay() {
    // KO-12 T4.
    let (skeleton, clip, plants) = skated();
    let options = RemoveFootskateOptions::default();
    let play = |spoil_from: usize| {
        let mut stream = FootskateStream::new(&skeleton, 60.0, None, &options).unwrap();
        let mut out = Vec::new();
        for frame in 0..clip.frame_count() {
            let mut input = StreamFrame::from_clip(&skeleton, &clip, frame);
            if frame >= spoil_from {
                input.root_position.x += 5.0;
            }
            out.extend(stream.push(&input, &states_of(&plants, frame)).cloned());
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
            let input = StreamFrame::from_clip(&skeleton, &clip, frame);
            out += usize::from(stream.push(&input, &states_of(&plants, frame)).is_some());
        }
        while stream.flush().is_some() {
            out += 1;
        }
        assert_eq!(out, count);
    }
}

#[test]
fn root_method_moves_nothing_but_the_root() {
    // LY-5 T1, T4; LY-6.
    let (skeleton, clip, plants) = skated();
    let options = RemoveFootskateOptions { method: FootskateMethod::Root, ..Default::default() };
    let ground = Ground::level(0.0);
    for ground in [None, Some(&ground)] {
        let edited = remove_footskate(&skeleton, &clip, &plants, ground, &options).unwrap();
        assert_eq!(edited.clip.rotations(), clip.rotations());
        assert!(edited.clip.translations().is_empty());
        let report = &edited.report;
        assert!(report.after.slide_mean < 0.6 * report.before.slide_mean, "{}", report.summary());
        assert!((0.85..0.97).contains(&report.path_ratio), "{}", report.path_ratio);
        if ground.is_none() {
            let same =
                clip.root_positions().iter().zip(edited.clip.root_positions()).all(|(a, b)| a.y == b.y);
            assert!(same);
        }
    }
}

#[test]
fn root_method_finds_the_path_of_a_scaled_walker() {
    // LY-5 T3: character scaled, root path left alone; automatic labels.
    let skeleton = biped();
    let walk = walk(&skeleton);
    for factor in [0.7, 1.3] {
        let small = skeleton.scaled(factor).with_roles(skeleton.roles().clone()).unwrap();
        let mut data = walk.clip.clone().into_data();
        data.root_positions.iter_mut().for_each(|p| p.y *= factor);
        let clip = Clip::new(&small, data).unwrap();
        let options = RemoveFootskateOptions { method: FootskateMethod::Root, ..Default::default() };
        let none = Plants::none(clip.frame_count());
        let edited = remove_footskate(&small, &clip, &none, None, &options).unwrap();
        let (first, last) = (clip.root_positions()[0], clip.root_positions()[clip.frame_count() - 1]);
        let travel = (last - first) * factor;
        let found = edited.clip.root_positions()[clip.frame_count() - 1] - first;
        let level = |v: Vec3| v.x.hypot(v.z);
        assert!(level(found - travel) < 0.05 * level(travel), "{factor}: {found} {travel}");
    }
}

#[test]
fn foot_rooted_pins_the_carrying_foot_in_space() {
    // LY-8 T8, T9, T10.
    let (skeleton, clip, plants) = skated();
    let options = RemoveFootskateOptions { method: FootskateMethod::FootRooted, ..Default::default() };
    let ground = Ground::level(0.0);
    let edited = remove_footskate(&skeleton, &clip, &plants, Some(&ground), &options).unwrap();
    let report = &edited.report;
    assert!(report.after.slide_mean < 0.6 * report.before.slide_mean, "{}", report.summary());
    assert!(report.after.stretch_max < 1e-9);
    for joint in skeleton.joints() {
        let role = skeleton.roles().role(joint);
        let is_leg = matches!(role, Some(Role::Thigh(_) | Role::Shin(_) | Role::Foot(_) | Role::Toe(_)));
        for frame in 0..clip.frame_count() {
            let i = frame * clip.joint_count() + joint.0;
            assert!(is_leg || clip.rotations()[i] == edited.clip.rotations()[i]);
        }
    }
    let steps: Vec<f64> = edited.clip.root_positions().windows(2).map(|w| (w[1] - w[0]).norm()).collect();
    let mut sorted = steps.clone();
    sorted.sort_by(f64::total_cmp);
    let (median, largest) = (sorted[sorted.len() / 2], sorted[sorted.len() - 1]);
    assert!(largest < 3.0 * median, "{largest} {median}");
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
    // FN-12 trap 2: limbs do not jitter to hide the noise.
    assert!(edited.report.after.stretch_step_max < 0.003, "{}", edited.report.after.stretch_step_max);
    let truth = measure_footskate(&skeleton, &edited.clip, &plants, None, Some(&walk.clip)).unwrap();
    let before = measure_footskate(&skeleton, &noisy, &plants, None, Some(&walk.clip)).unwrap();
    assert!(truth.pose_change_mean < 0.6 * before.pose_change_mean);
    let kept = RemoveFootskateOptions { denoise: false, ..Default::default() };
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
    let edited = run(&skeleton, &drifting, &plants);
    assert!(edited.report.after.slide_max < 1e-3, "{}", edited.report.summary());
    assert!(edited.report.missed.is_empty(), "{:?}", edited.report.missed);
    let notes = &edited.report.notes;
    assert!(notes.iter().any(|n| n.contains("whole body")), "{notes:?}");
    // Legs take up a third of their length at most, the body the rest of half the drift.
    let travel = 0.1f64.hypot(0.3) * (count - 1) as f64 / drifting.frame_rate();
    let expected = 0.5 * travel - 0.35 * 0.9;
    assert!(edited.report.root_shift_max > 0.8 * expected, "{} {expected}", edited.report.root_shift_max);
}

#[test]
fn one_plant_over_the_whole_clip_works() {
    // GL-32 A6.
    let (skeleton, clip, _) = skated();
    let short = clip.slice(0..40);
    let plants = Plants::new(40, vec![plant("left_toe", 0..40)]).unwrap();
    let edited = run(&skeleton, &short, &plants);
    assert!(edited.report.after.slide_mean < 1e-2, "{}", edited.report.summary());
}

#[test]
fn damping_calms_knees_near_full_reach() {
    // KO-8 T4: a body raised by 4 cm asks for more than the legs have.
    let skeleton = biped();
    let walk = walk(&skeleton);
    let raised = moved(&skeleton, &walk.clip, 0.0, Vec3::new(0.0, 0.04, 0.0));
    let plants = two_points(&walk.plants);
    let worst = |damping_angle: f64| {
        let options = RemoveFootskateOptions {
            solver: FootskateSolver::Windowed,
            damping_angle,
            max_stretch: 0.05,
            ..Default::default()
        };
        let edited = remove_footskate(&skeleton, &raised, &plants, None, &options).unwrap();
        assert!(edited.report.after.slide_max < 1e-6, "{}", edited.report.summary());
        edited.report.after.knee_acceleration_max
    };
    let (damped, plain) = (worst(120.0), worst(180.0));
    assert!(damped < 0.8 * plain, "{damped} {plain}");
}

#[test]
fn shorter_legs_on_a_shorter_path_stand_still() {
    // KO-13 T3: simple retarget, legs and root path 0.6 times as long.
    let skeleton = biped();
    let walk = walk(&skeleton);
    let (short, clip) = faults::skate_by_leg_scale(&skeleton, &walk.clip, 0.6).unwrap();
    let clip = faults::scaled_root_path(&short, &clip, 0.6).unwrap();
    let edited = run(&short, &clip, &placeless(&walk.plants));
    assert!(edited.report.after.slide_max < 1e-6, "{}", edited.report.summary());
    assert!(edited.report.after.stretch_max <= 0.03 + 1e-9, "{}", edited.report.summary());
}

#[test]
fn corrections_shrink_with_the_frame_time() {
    // KO-5 T4, KO-9 T3 on synthetic motion: twice the rate, about half the step of the correction.
    let skeleton = biped();
    let step = |frame_rate: f64, solver: FootskateSolver| {
        let walk =
            sample::walk(&skeleton, &WalkOptions { frame_rate, seconds: 3.0, ..Default::default() }).unwrap();
        let (short, clip) = faults::skate_by_leg_scale(&skeleton, &walk.clip, 0.95).unwrap();
        let plants = two_points(&placeless(&walk.plants));
        let options = RemoveFootskateOptions { solver, ..Default::default() };
        let edited = remove_footskate(&short, &clip, &plants, None, &options).unwrap();
        let (a, b) = (world_poses(&short, &clip), world_poses(&short, &edited.clip));
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
        assert!(fast < 0.45 * slow, "{solver:?}: {slow} {fast}");
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

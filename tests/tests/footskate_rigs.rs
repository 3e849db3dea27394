//! Rigs whose legs are not plain chains: feet that IK leaves beside the leg.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

use surefoot::find_roles;
use surefoot::kinematics::{WorldPoses, world_poses};
use surefoot::math::Vec3;
use surefoot::model::{EndSite, Joint, Side, override_roles};
use surefoot::{
    Clip, FootskateMethod, FootskateSolver, RemoveFootskateOptions, Role, Skeleton, detect_plants, io,
    remove_footskate,
};

/// How far the shin's end is from the foot, metres.
fn gap(skeleton: &Skeleton, poses: &WorldPoses, side: Side, frame: usize) -> f64 {
    let shin = skeleton.roles().joint(Role::Shin(side)).unwrap();
    let foot = skeleton.roles().joint(Role::Foot(side)).unwrap();
    let end = skeleton.children(shin).next();
    let place = match end {
        Some(end) => poses.position(frame, end),
        None => poses.point(frame, shin, &skeleton.end_site(shin).unwrap()),
    };
    (place - poses.position(frame, foot)).norm()
}

#[test]
fn a_robot_whose_feet_hang_beside_its_legs_is_cleaned() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let document = io::read(&folder.join("characters/RobotExpressive.glb"), &Default::default()).unwrap();
    let skeleton = &document.skeleton;
    for side in Side::BOTH {
        let foot = skeleton.roles().joint(Role::Foot(side)).unwrap();
        assert!(skeleton.name(foot).starts_with("Foot."));
    }
    let leg = {
        let rest = surefoot::kinematics::rest_pose(skeleton);
        let at = |role| rest.positions[skeleton.roles().joint(role).unwrap().0];
        (at(Role::Thigh(Side::Left)) - at(Role::Shin(Side::Left))).norm()
            + (at(Role::Shin(Side::Left)) - at(Role::Foot(Side::Left))).norm()
    };
    let mut cleaned = 0;
    for name in ["Dance", "Idle", "Wave", "Punch", "Standing", "Yes"] {
        let clip = document.clips.iter().find(|c| c.name() == name).unwrap();
        // A drift of a twentieth of the leg a second: the whole robot slides, feet too.
        let mut data = clip.clone().into_data();
        let step = 0.05 * leg / data.frame_rate;
        data.root_positions
            .iter_mut()
            .enumerate()
            .for_each(|(f, p)| *p += Vec3::new(step * f as f64, 0.0, 0.0));
        let sliding = Clip::new(skeleton, data).unwrap();
        let plants = detect_plants(skeleton, &sliding, None, &Default::default()).unwrap().plants;
        if plants.is_empty() {
            continue;
        }
        let edited = remove_footskate(skeleton, &sliding, &plants, None, &Default::default()).unwrap();
        let report = &edited.report;
        assert!(report.before.slide_mean > 0.01 * leg, "{name}: {}", report.summary());
        assert!(report.after.slide_max < 1e-5 * leg.max(1.0), "{name}: {}", report.summary());
        assert!(
            report.after.pose_change_max < 0.15 * leg,
            "{name}: {} of {leg}",
            report.after.pose_change_max
        );
        // The leg still ends at the foot: no further off than before and than the stretch that is allowed.
        let (a, b) = (world_poses(skeleton, &sliding).unwrap(), world_poses(skeleton, &edited.clip).unwrap());
        for side in Side::BOTH {
            for frame in 0..clip.frame_count() {
                let (was, is) = (gap(skeleton, &a, side, frame), gap(skeleton, &b, side, frame));
                assert!(is < was + 0.03 * leg, "{name} {side:?} frame {frame}: {is} m, was {was} m");
            }
        }
        // Written and read back the feet stand where they were put.
        let mut clips = document.clips.clone();
        let index = clips.iter().position(|c| c.name() == name).unwrap();
        clips[index] = edited.clip.clone();
        let bytes = io::encode_edited(&document, &clips).unwrap().bytes;
        let again = io::read_bytes(std::path::Path::new("robot.glb"), &bytes, &Default::default()).unwrap();
        let c = world_poses(&again.skeleton, &again.clips[index]).unwrap();
        for side in Side::BOTH {
            let foot = skeleton.roles().joint(Role::Foot(side)).unwrap();
            for frame in 0..clip.frame_count() {
                let off = (b.position(frame, foot) - c.position(frame, foot)).norm();
                assert!(off < 1e-4 * leg.max(1.0), "{name} {side:?} frame {frame}: {off}");
            }
        }
        cleaned += 1;
    }
    assert!(cleaned >= 3, "only {cleaned} clips have plants");
}

#[test]
fn ways_that_cannot_place_such_feet_say_so() {
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let document = io::read(&folder.join("characters/RobotExpressive.glb"), &Default::default()).unwrap();
    let clip = document.clips.iter().find(|c| c.name() == "Idle").unwrap();
    let plants = detect_plants(&document.skeleton, clip, None, &Default::default()).unwrap().plants;
    assert!(!plants.is_empty());
    for (method, solver) in [
        (FootskateMethod::Limbs, FootskateSolver::Windowed),
        (FootskateMethod::FootRooted, FootskateSolver::LeastSquares),
    ] {
        let options = RemoveFootskateOptions::default().method(method).solver(solver);
        let error =
            remove_footskate(&document.skeleton, clip, &plants, None, &options).unwrap_err().to_string();
        // The windowed solver refuses its scaled joints first.
        let reason = if method == FootskateMethod::Limbs { "scaled joints" } else { "beside the leg" };
        assert!(error.contains(reason) && error.contains("least-squares"), "{error}");
    }
    // The root alone may move: feet ride along with it.
    let options = RemoveFootskateOptions::default().method(FootskateMethod::Root);
    assert!(remove_footskate(&document.skeleton, clip, &plants, None, &options).is_ok());
}

/// The generated biped whose feet hang from `above` instead of the shins, at the same places.
fn with_feet_below(above: impl Fn(Side) -> Role) -> Skeleton {
    let skeleton = surefoot_tests::walks::biped();
    let rest = surefoot::kinematics::rest_pose(&skeleton).positions;
    let joint = |role| skeleton.roles().joint(role).unwrap();
    let feet = Side::BOTH.map(|side| (joint(Role::Foot(side)), joint(above(side))));
    let mut joints: Vec<Joint> = skeleton
        .joints()
        .map(|j| Joint::new(skeleton.name(j), skeleton.parent(j), skeleton.rest_offset(j)))
        .collect();
    let mut sites: Vec<EndSite> = skeleton.end_sites().to_vec();
    for (side, (foot, parent)) in Side::BOTH.into_iter().zip(feet) {
        joints[foot.0].parent = Some(parent);
        joints[foot.0].rest_offset = rest[foot.0] - rest[parent.0];
        let shin = joint(Role::Shin(side));
        sites.push(EndSite { joint: shin, offset: rest[foot.0] - rest[shin.0] });
    }
    let out = Skeleton::new(joints, sites).unwrap();
    let roles = find_roles(&out).roles;
    out.with_roles(roles).unwrap()
}

#[test]
fn a_foot_that_the_thigh_carries_is_not_loose() {
    let leg = [Role::Shin(Side::Left), Role::Foot(Side::Left)];
    let beside = with_feet_below(|_| Role::Pelvis);
    let joints = leg.map(|role| beside.roles().joint(role).unwrap());
    let named: Vec<(Role, Vec<String>)> =
        leg.into_iter().zip(joints).map(|(role, j)| (role, vec![beside.name(j).to_owned()])).collect();
    assert!(override_roles(&beside, &named).is_ok());
    // Bending the leg would carry such a foot along.
    let carried = with_feet_below(Role::Thigh);
    assert!(leg.iter().any(|&role| carried.roles().joint(role).is_none()));
    let error = override_roles(&carried, &named).unwrap_err().to_string();
    assert!(error.contains("is not below"), "{error}");
    // Roles set past that check: the leg is left as it is, and named.
    let mut roles = carried.roles().clone();
    leg.into_iter().zip(joints).for_each(|(role, joint)| roles.set(role, joint));
    let carried = carried.with_roles(roles).unwrap();
    let source = surefoot_tests::walks::walk(&surefoot_tests::walks::biped()).clip;
    let clip = Clip::new(&carried, source.into_data()).unwrap();
    let plants =
        surefoot::Plants::new(clip.frame_count(), vec![surefoot_tests::walks::plant("left_ankle", 10..30)])
            .unwrap();
    let outcome = remove_footskate(&carried, &clip, &plants, None, &Default::default());
    let text = outcome.map_or_else(|e| e.to_string(), |edited| format!("{:?}", edited.report));
    assert!(text.contains("not one chain"), "{text}");
}

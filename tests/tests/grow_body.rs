//! `grow_body`: girth changes by its factor, lengths stay, and the trunk takes its joints along.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use surefoot::kinematics::rest_pose;
use surefoot::math::volumes::{Tube, meet_capsules};
use surefoot::math::{Affine, Vec3};
use surefoot::model::{Joint, JointIndex, Role, Side};
use surefoot::ops::grow_body::SegmentGirth;
use surefoot::{Error, FitBodyOptions, GrowBodyOptions, GrownBody, Skeleton, Skin, fit_body, grow_body};
use surefoot_sample as sample;
use surefoot_tests::tubes::{TubeMesh, chain};

fn girth(segment: &str, factor: f64) -> SegmentGirth {
    SegmentGirth { segment: segment.into(), factor }
}

fn grow_segment(skeleton: &Skeleton, skin: &Skin, segment: &str, factor: f64) -> GrownBody {
    let segments = [girth(segment, factor)];
    grow_body(skeleton, std::slice::from_ref(skin), &segments, &GrowBodyOptions::default()).unwrap()
}

fn biped() -> (Skeleton, Skin) {
    let biped = sample::biped(&Default::default()).unwrap();
    (biped.skeleton, biped.skin)
}

fn places(skin: &Skin) -> Vec<Vec3> {
    skin.data().positions.iter().map(|p| p.cast()).collect()
}

#[test]
fn factors_of_one_change_no_bit() {
    let (skeleton, skin) = biped();
    let options = GrowBodyOptions::default();
    let grown = grow_body(&skeleton, std::slice::from_ref(&skin), &[girth("head", 1.0)], &options).unwrap();
    assert_eq!((grown.skeleton, &grown.skins[0]), (skeleton, &skin));
    assert_eq!((grown.report.moved_count, grown.report.litres_after), (0, grown.report.litres_before));
}

/// A tube of two bones, its lower half on the first, with hard weights.
fn two_bones() -> (Skeleton, Skin) {
    let skeleton = chain(&[0.3, 0.3]).unwrap();
    let mesh = TubeMesh::even(0.05, 0.6, 24, 31);
    let skin = mesh.bind(&skeleton, |p| vec![(usize::from(p.y > 0.29), 1.0)]).unwrap();
    (skeleton, skin)
}

#[test]
fn only_what_the_weights_reach_moves() {
    let (skeleton, skin) = two_bones();
    let grown = grow_segment(&skeleton, &skin, "bone_1", 1.8);
    let (before, after) = (places(&skin), places(&grown.skins[0]));
    let mut untouched = 0;
    for (vertex, (old, new)) in before.iter().zip(&after).enumerate() {
        // One ring below the step has neighbours above it.
        if old.y < 0.27 {
            assert_eq!(skin.data().positions[vertex], grown.skins[0].data().positions[vertex]);
            untouched += 1;
        }
        assert!((old.y - new.y).abs() < 1e-7);
    }
    assert!(untouched > 300);
    assert_eq!(grown.skeleton, skeleton);
}

#[test]
fn a_tube_grows_by_its_factor_and_keeps_its_length() {
    let skeleton = chain(&[0.4]).unwrap();
    let skin = TubeMesh::even(0.06, 0.4, 40, 20).bind(&skeleton, |_| vec![(0, 1.0)]).unwrap();
    let grown = grow_segment(&skeleton, &skin, "bone_0", 1.7);
    for (old, new) in places(&skin).iter().zip(places(&grown.skins[0])) {
        assert!((new.y - old.y).abs() < 1e-9);
        assert!((new.x.hypot(new.z) - 1.7 * old.x.hypot(old.z)).abs() < 1e-7, "{old} {new}");
    }
    let growth = &grown.report.segments[0];
    assert!((growth.radius_after.unwrap() / growth.radius_before.unwrap() - 1.7).abs() < 1e-6);
}

#[test]
fn fitted_radii_grow_by_the_factor() {
    let (skeleton, skin) = biped();
    let options = GrowBodyOptions::default().left_leg(1.2).right_arm(1.4);
    let grown = grow_body(&skeleton, &[skin], &[], &options).unwrap();
    for (name, factor) in [("left_shin", 1.2), ("right_forearm", 1.4)] {
        let growth = grown.report.segments.iter().find(|segment| segment.name == name).unwrap();
        let ratio = growth.radius_after.unwrap() / growth.radius_before.unwrap();
        assert!((ratio / factor - 1.0).abs() < 0.02, "{name}: {ratio} {factor}");
    }
    assert!(grown.report.segments.iter().all(|s| s.name.contains("left_") || s.name.contains("right_")));
    assert!(grown.report.moved_joints.is_empty());
    assert_eq!(grown.report.segments.len(), 4);
}

#[test]
fn steps_between_parts_are_smoothed() {
    let (skeleton, skin) = two_bones();
    let (radius, factor) = (0.05, 2.0);
    let jump = |smoothing: usize| {
        let options = GrowBodyOptions::default().smoothing(smoothing);
        let grown = grow_body(&skeleton, std::slice::from_ref(&skin), &[girth("bone_1", factor)], &options);
        let grown = places(&grown.unwrap().skins[0]);
        let steps = grown.iter().zip(&grown[24..]).map(|(a, b)| (b.x.hypot(b.z) - a.x.hypot(a.z)).abs());
        steps.fold(0.0, f64::max)
    };
    assert!(jump(0) > 0.99 * (factor - 1.0) * radius);
    assert!(jump(1) <= 0.5 * (factor - 1.0) * radius, "{}", jump(1));
    assert!(jump(4) < jump(1));
}

#[test]
fn half_undoes_double() {
    let (skeleton, skin) = two_bones();
    let doubled = grow_segment(&skeleton, &skin, "bone_1", 2.0);
    let back = grow_segment(&skeleton, &doubled.skins[0], "bone_1", 0.5);
    let mut compared = 0;
    for (old, new) in places(&skin).iter().zip(places(&back.skins[0])).filter(|(old, _)| old.y > 0.33) {
        assert!((old - new).norm() < 1e-6);
        compared += 1;
    }
    assert!(compared > 200);
}

#[test]
fn a_seam_does_not_open() {
    let (skeleton, skin) = two_bones();
    // Every triangle with vertices of its own, as flat-shaded meshes have them.
    let mut data = skin.clone().into_data();
    let corners: Vec<u32> = data.triangles.iter().flatten().copied().collect();
    data.positions = corners.iter().map(|&c| skin.data().positions[c as usize]).collect();
    data.influence_slots = corners.iter().map(|&c| skin.influences(c as usize).0[0]).collect();
    data.influence_weights = vec![1.0; corners.len()];
    data.influence_offsets = (0..=corners.len() as u32).collect();
    data.triangles = (0..corners.len() as u32 / 3).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    let split = Skin::new(&skeleton, data).unwrap();
    let (whole, split) =
        (grow_segment(&skeleton, &skin, "bone_1", 2.0), grow_segment(&skeleton, &split, "bone_1", 2.0));
    for (at, corner) in corners.into_iter().enumerate() {
        let (a, b) = (split.skins[0].data().positions[at], whole.skins[0].data().positions[corner as usize]);
        assert!((a - b).norm() < 1e-6, "{a} {b}");
    }
}

#[test]
fn the_trunk_moves_six_joints_and_turns_none() {
    let (skeleton, skin) = biped();
    let grown = grow_body(&skeleton, &[skin], &[], &GrowBodyOptions::default().trunk(1.5)).unwrap();
    let expected: Vec<JointIndex> = Side::BOTH
        .into_iter()
        .flat_map(|s| [Role::Clavicle(s), Role::UpperArm(s), Role::Thigh(s)])
        .map(|role| skeleton.roles().joint(role).unwrap())
        .collect();
    for joint in skeleton.joints() {
        let factor = if expected.contains(&joint) { 1.5 } else { 1.0 };
        assert_eq!(grown.skeleton.rest_offset(joint), skeleton.rest_offset(joint) * factor);
    }
    assert_eq!(grown.skeleton.rest_rotations(), skeleton.rest_rotations());
    assert_eq!(grown.report.moved_joints.len(), 6);
    let width = |skeleton: &Skeleton| {
        let rest = rest_pose(skeleton);
        let [left, right] =
            Side::BOTH.map(|s| rest.position(0, skeleton.roles().joint(Role::Thigh(s)).unwrap()));
        (left - right).norm()
    };
    assert!((width(&grown.skeleton) - 1.5 * width(&skeleton)).abs() < 1e-12);
}

/// Depth of the upper arm in the chest, with the arm hanging straight down.
fn depth_of_arm(grown: &GrownBody) -> f64 {
    let body = fit_body(&grown.skeleton, &grown.skins, &FitBodyOptions::default()).unwrap().body;
    let rest = rest_pose(&grown.skeleton);
    let tube = |name: &str| {
        let volume = &body.volumes()[body.find(name).unwrap()];
        let world = |p: Vec3| rest.point(0, volume.joint, &p);
        let Tube { start, end, radius } = volume.tube();
        Tube { start: world(start), end: world(end), radius }
    };
    let (arm, chest) = (tube("left_upper_arm"), tube("spine_3"));
    let hanging = Tube { end: arm.start - Vec3::y() * (arm.end - arm.start).norm(), ..arm };
    meet_capsules(&hanging, &chest).depth()
}

#[test]
fn moved_joints_keep_arms_out_of_a_thick_trunk() {
    let (skeleton, skin) = biped();
    let grow = |moves: bool| {
        let options = GrowBodyOptions::default().trunk(2.0).move_joints(moves);
        depth_of_arm(&grow_body(&skeleton, std::slice::from_ref(&skin), &[], &options).unwrap())
    };
    let (with, without) = (grow(true), grow(false));
    assert!(without > 0.01 && with < without, "{with} {without}");
}

#[test]
fn the_mesh_is_bound_where_it_then_is() {
    let (skeleton, skin) = biped();
    let grown =
        grow_body(&skeleton, std::slice::from_ref(&skin), &[], &GrowBodyOptions::default().trunk(1.4));
    let grown = grown.unwrap();
    let data = grown.skins[0].data();
    // At rest every joint's map undoes its bind matrix, so the mesh shows as it is stored.
    let rest = rest_pose(&grown.skeleton);
    for (joint, inverse_bind) in data.slot_joints.iter().zip(&data.inverse_binds) {
        let map = Affine::from_trs(rest.position(0, *joint), &rest.rotation(0, *joint), &Vec3::repeat(1.0))
            * *inverse_bind;
        assert!((map.translation - Vec3::zeros()).norm() < 1e-9, "{}", skeleton.name(*joint));
        assert!((map.linear - nalgebra::Matrix3::identity()).norm() < 1e-9);
    }
    // Forearms and shins only shift, each as its joint does.
    let old_rest = rest_pose(&skeleton);
    let mut compared = 0;
    for (vertex, (old, new)) in places(&skin).iter().zip(places(&grown.skins[0])).enumerate() {
        let (slots, weights) = skin.influences(vertex);
        let joint = data.slot_joints[slots[0] as usize];
        let is_limb = matches!(skeleton.roles().role(joint), Some(Role::Forearm(_) | Role::Shin(_)));
        if is_limb && weights[0] > 0.999 {
            let shift = rest.position(0, joint) - old_rest.position(0, joint);
            assert!((new - old - shift).norm() < 1e-3, "{old} {new} {shift}");
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn joints_between_trunk_and_hip_move_too() {
    let (skeleton, _) = biped();
    // A rig with a joint on the way from the pelvis to the thigh, as CMU skeletons have.
    let mut joints: Vec<Joint> = skeleton
        .joints()
        .map(|joint| Joint::new(skeleton.name(joint), skeleton.parent(joint), skeleton.rest_offset(joint)))
        .collect();
    let thigh = skeleton.roles().joint(Role::Thigh(Side::Left)).unwrap();
    let half = joints[thigh.0].rest_offset / 2.0;
    let mut roles = surefoot::Roles::empty(joints.len() + 1);
    for joint in skeleton.joints() {
        let at = JointIndex(joint.0 + usize::from(joint >= thigh));
        roles.set(skeleton.roles().role(joint).unwrap(), at);
    }
    for joint in &mut joints {
        joint.parent = joint.parent.map(|p| JointIndex(p.0 + usize::from(p >= thigh)));
    }
    let parent = joints[thigh.0].parent;
    joints[thigh.0].parent = Some(thigh);
    joints[thigh.0].rest_offset = half;
    joints.insert(thigh.0, Joint::new("left_hip", parent, half));
    let rig = Skeleton::new(joints, vec![]).unwrap().with_roles(roles).unwrap();
    let grown = grow_body(&rig, &[], &[], &GrowBodyOptions::default().trunk(1.5)).unwrap();
    assert_eq!(grown.report.moved_joints.len(), 7);
    assert!(grown.report.notes.iter().any(|note| note.code == "nothing-to-grow"));
    let width = |skeleton: &Skeleton| {
        let rest = rest_pose(skeleton);
        let [left, right] =
            Side::BOTH.map(|s| rest.position(0, skeleton.roles().joint(Role::Thigh(s)).unwrap()));
        (left - right).norm()
    };
    assert!((width(&grown.skeleton) - 1.5 * width(&rig)).abs() < 1e-12);
}

#[test]
fn without_a_mesh_no_growth_is_made_up() {
    let (skeleton, _) = biped();
    let grown = grow_body(&skeleton, &[], &[], &GrowBodyOptions::default().trunk(1.3)).unwrap();
    let report = &grown.report;
    assert_eq!((report.litres_before, report.litres_after), (None, None));
    assert!(report.segments.iter().all(|s| s.radius_before.is_none() && s.radius_after.is_none()));
    assert!(!report.segments.is_empty());
    let summary = report.summary();
    assert!(!summary.contains("litres") && summary.contains("6 joints"), "{summary}");
}

#[test]
fn factors_that_multiply_beyond_the_range_are_refused() {
    let (skeleton, skin) = biped();
    let skins = [skin];
    let grow = |segments: &[SegmentGirth], arm: f64| {
        grow_body(&skeleton, &skins, segments, &GrowBodyOptions::default().left_arm(arm))
    };
    for (segments, arm) in [
        (vec![girth("left_forearm", 5.0)], 1.1),
        (vec![girth("left_forearm", 5.0); 300], 1.0),
        (vec![girth("left_forearm", 0.4); 2], 1.0),
    ] {
        let error = grow(&segments, arm).unwrap_err();
        let named = matches!(&error, Error::OptionOutOfRange { option, .. } if option == "left_forearm");
        assert!(named, "{error}");
    }
    // What ends within the range is fine.
    assert!(grow(&[girth("left_forearm", 5.0)], 0.5).is_ok());
}

#[test]
fn what_cannot_grow_is_refused() {
    let (skeleton, skin) = biped();
    let skins = [skin];
    let grow = |segments: &[SegmentGirth], options: &GrowBodyOptions| {
        grow_body(&skeleton, &skins, segments, options).unwrap_err()
    };
    let zero = grow(&[], &GrowBodyOptions::default().trunk(0.0));
    assert!(matches!(&zero, Error::OptionOutOfRange { option, .. } if option == "trunk"), "{zero}");
    let bad = grow(&[girth("left_shin", f64::NAN)], &GrowBodyOptions::default());
    assert!(matches!(&bad, Error::OptionOutOfRange { option, .. } if option == "left_shin"), "{bad}");
    let unknown = grow(&[girth("tail", 2.0)], &GrowBodyOptions::default()).to_string();
    assert!(unknown.contains("tail") && unknown.contains("left_shin"), "{unknown}");
    let snake = chain(&[0.4, 0.4]).unwrap();
    let error = grow_body(&snake, &[], &[], &GrowBodyOptions::default().left_leg(2.0)).unwrap_err();
    assert!(error.to_string().contains("left leg"), "{error}");
}

#[test]
fn normals_turn_with_the_surface() {
    let (skeleton, skin) = biped();
    let grown =
        grow_body(&skeleton, &[skin], &[], &GrowBodyOptions::default().trunk(1.5).left_leg(1.5)).unwrap();
    let data = grown.skins[0].data();
    let mut sums = vec![Vec3::zeros(); data.positions.len()];
    for triangle in &data.triangles {
        let [a, b, c] = triangle.map(|corner| data.positions[corner as usize].cast::<f64>());
        triangle.iter().for_each(|&corner| sums[corner as usize] += (b - a).cross(&(c - a)));
    }
    let agree = data.normals.iter().zip(&sums).filter(|(n, sum)| n.cast::<f64>().dot(&sum.normalize()) > 0.8);
    let (agree, count) = (agree.count(), data.normals.len());
    assert!(agree as f64 > 0.99 * count as f64, "{agree} of {count}");
    assert!(data.normals.iter().all(|n| (n.norm() - 1.0).abs() < 1e-4));
}

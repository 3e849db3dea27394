//! The soles of skinned characters, against boxes whose corners are known and against the deformed mesh itself.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

use nalgebra::Vector3;
use surefoot::kinematics::{BodyPoints, SkinnedFrame, Skinner, rest_pose, world_poses};
use surefoot::math::{Affine, Quat, Vec3};
use surefoot::model::skin::SkinData;
use surefoot::model::{BodyPoint, Joint, PointKind, Side, Sole};
use surefoot::ops::{find_soles, sole_vertices};
use surefoot::{JointIndex, Role, Skeleton, Skin};
use surefoot_sample as sample;
use surefoot_tests::walks::biped;

/// Counter-clockwise from outside; corners as in [`boxes`].
const TRIANGLES: [[u32; 3]; 12] = [
    [0, 1, 2],
    [1, 3, 2],
    [4, 6, 5],
    [5, 6, 7],
    [0, 4, 1],
    [1, 4, 5],
    [2, 3, 6],
    [3, 7, 6],
    [0, 2, 4],
    [2, 6, 4],
    [1, 5, 3],
    [3, 5, 7],
];

/// One box a foot, from `low` to `high` beside its ankle, bound in the rest pose; corner `4·(y is high) + …`, so that the
/// first four of each box lie below. `turn` is how the mesh's own space lies to the world.
fn boxes(skeleton: &Skeleton, low: Vec3, high: Vec3, turn: &Quat, sign: f32) -> Skin {
    let rest = rest_pose(skeleton);
    let joint = |role| skeleton.roles().joint(role).unwrap();
    let slot_joints: Vec<JointIndex> =
        [Role::Pelvis, Role::Foot(Side::Left), Role::Foot(Side::Right)].into_iter().map(joint).collect();
    let to_mesh = Affine::from_trs(Vec3::zeros(), &turn.inverse(), &Vec3::repeat(1.0));
    let inverse_binds = slot_joints
        .iter()
        .map(|j| {
            let world = Affine::from_trs(rest.positions[j.0], &rest.rotations[j.0], &Vec3::repeat(1.0));
            (to_mesh * world).inverse().unwrap()
        })
        .collect();
    let mut data = SkinData { name: "boots".into(), slot_joints, inverse_binds, ..Default::default() };
    data.influence_offsets.push(0);
    for slot in [1, 2] {
        let ankle = rest.positions[data.slot_joints[slot].0];
        let first = data.positions.len() as u32;
        for corner in 0..8 {
            let pick = |bit: usize, axis: usize| if corner >> bit & 1 == 1 { high[axis] } else { low[axis] };
            let at = ankle + Vec3::new(pick(0, 0), pick(2, 1), pick(1, 2));
            let at = Vec3::new(at.x, pick(2, 1), at.z);
            let middle = ankle + (low + high) / 2.0;
            let outward = (at - Vec3::new(middle.x, (low.y + high.y) / 2.0, middle.z)).map(f64::signum);
            data.positions.push((turn.inverse() * at).cast());
            data.normals.push((turn.inverse() * outward.normalize()).cast::<f32>() * sign);
            data.influence_slots.push(slot as u32);
            data.influence_weights.push(1.0);
            data.influence_offsets.push(data.positions.len() as u32);
        }
        data.triangles.extend(TRIANGLES.map(|t| t.map(|c| c + first)));
    }
    Skin::new(skeleton, data).unwrap()
}

fn boot(skeleton: &Skeleton, turn: &Quat, sign: f32) -> Skin {
    boxes(skeleton, Vec3::new(-0.04, -0.02, -0.06), Vec3::new(0.04, 0.1, 0.2), turn, sign)
}

fn ids(skeleton: &Skeleton, skin: &Skin) -> [Vec<usize>; 2] {
    Side::BOTH.map(|side| sole_vertices(skeleton, skin, side).unwrap().vertices)
}

#[test]
fn a_box_has_four_bottom_corners() {
    let skeleton = biped();
    let skin = boot(&skeleton, &Quat::identity(), 1.0);
    assert_eq!(ids(&skeleton, &skin), [vec![0, 1, 2, 3], vec![8, 9, 10, 11]]);
    // Without normals of its own the triangles tell them.
    let mut data = skin.into_data();
    data.normals.clear();
    let bare = Skin::new(&skeleton, data).unwrap();
    assert_eq!(ids(&skeleton, &bare), [vec![0, 1, 2, 3], vec![8, 9, 10, 11]]);
    assert!(!sole_vertices(&skeleton, &bare, Side::Left).unwrap().by_height);
}

#[test]
fn sides_are_disjoint_and_swap_under_mirroring() {
    let skeleton = biped();
    let skin =
        boxes(&skeleton, Vec3::new(-0.03, -0.02, -0.06), Vec3::new(0.05, 0.1, 0.2), &Quat::identity(), 1.0);
    let [left, right] = ids(&skeleton, &skin);
    assert!(left.iter().all(|v| !right.contains(v)));
    // The mesh mirrored at x = 0 and bound to the other foot.
    let mut data = skin.into_data();
    data.positions.iter_mut().chain(&mut data.normals).for_each(|v| v.x = -v.x);
    data.triangles.iter_mut().for_each(|t| t.swap(0, 1));
    data.influence_slots.iter_mut().for_each(|slot| *slot = 3 - *slot);
    let mirrored = Skin::new(&skeleton, data).unwrap();
    assert_eq!(ids(&skeleton, &mirrored), [right, left]);
}

#[test]
fn a_turned_bind_pose_has_the_same_soles() {
    let skeleton = biped();
    let straight = ids(&skeleton, &boot(&skeleton, &Quat::identity(), 1.0));
    let yaw = Quat::from_scaled_axis(Vec3::y() * 30f64.to_radians());
    // The second: mesh space with z up.
    for turn in [yaw, Quat::from_scaled_axis(Vec3::x() * -std::f64::consts::FRAC_PI_2)] {
        assert_eq!(ids(&skeleton, &boot(&skeleton, &turn, 1.0)), straight);
    }
}

#[test]
fn a_mesh_inside_out_falls_back_to_height_and_says_so() {
    let skeleton = biped();
    let skin = boot(&skeleton, &Quat::identity(), -1.0);
    // The top of the box looks down, its bottom up.
    let found = sole_vertices(&skeleton, &skin, Side::Left).unwrap();
    assert!(found.by_height);
    assert_eq!(found.vertices, [0, 1, 2, 3]);
    // Every normal up: nothing looks down.
    let mut data = skin.into_data();
    data.normals.fill(Vector3::y());
    let up = Skin::new(&skeleton, data).unwrap();
    let found = sole_vertices(&skeleton, &up, Side::Left).unwrap();
    assert!(found.by_height);
    assert_eq!(found.vertices, [0, 1, 2, 3]);
    let (soles, notes) = find_soles(&skeleton, &[up]).unwrap();
    assert!(soles.iter().all(Option::is_some));
    assert_eq!(notes.len(), 2);
    assert!(notes.iter().all(|w| w.code == "sole-normals" && w.text.contains("inside out")), "{notes:?}");
}

#[test]
fn without_a_mesh_each_foot_has_points_on_one_flat_sole() {
    // Heel, ball and tip at the height the skeleton gives its sole (0 here), the ankle over it.
    let skeleton = biped();
    assert!(skeleton.sole(Side::Left).is_none());
    let points = BodyPoints::new(&skeleton);
    let rest = rest_pose(&skeleton);
    for side in Side::BOTH {
        for kind in [PointKind::Heel, PointKind::Toe, PointKind::ToeTip] {
            let at = points.get(BodyPoint { side, kind }).unwrap();
            let y = (rest.positions[at.joint.0] + rest.rotations[at.joint.0] * at.offset).y;
            assert!(y.abs() < 1e-6, "{side:?} {kind:?}: {y}");
        }
    }
}

#[test]
fn heel_and_tip_are_the_ends_of_the_contact() {
    let skeleton = biped();
    let rest = rest_pose(&skeleton);
    let skin = boot(&skeleton, &Quat::from_scaled_axis(Vec3::z() * 0.4), 1.0);
    // Its bind space has no upright axis: the pelvis sets it upright.
    let (soles, notes) = find_soles(&skeleton, std::slice::from_ref(&skin)).unwrap();
    assert!(notes.is_empty());
    let shod = skeleton.clone().with_soles(soles).unwrap();
    let points = BodyPoints::new(&shod);
    for side in Side::BOTH {
        let ankle = rest.positions[skeleton.roles().joint(Role::Foot(side)).unwrap().0];
        let at = |kind| {
            let p = points.get(BodyPoint { side, kind }).unwrap();
            rest.positions[p.joint.0] + rest.rotations[p.joint.0] * p.offset
        };
        assert!((at(PointKind::Heel) - Vec3::new(ankle.x, -0.02, ankle.z - 0.06)).norm() < 1e-6);
        assert!((at(PointKind::ToeTip) - Vec3::new(ankle.x, -0.02, ankle.z + 0.2)).norm() < 1e-6);
        let standing = points.standing_height(BodyPoint { side, kind: PointKind::Ankle });
        assert!((standing - (ankle.y + 0.02)).abs() < 1e-6, "{standing}");
    }
    // Roles that changed since: the sole of another joint does not count.
    let mut roles = shod.roles().clone();
    roles.clear(Role::Toe(Side::Left));
    let other = shod.with_roles(roles).unwrap();
    assert!(other.sole(Side::Left).is_none() && other.sole(Side::Right).is_some());
}

/// The same character whose rest pose bows at the pelvis.
fn bowed(skeleton: &Skeleton, degrees: f64) -> Skeleton {
    let pelvis = skeleton.roles().joint(Role::Pelvis).unwrap();
    let pitch = Quat::from_scaled_axis(Vec3::x() * degrees.to_radians());
    let joints = skeleton.joints().map(|j| Joint {
        name: skeleton.name(j).to_owned(),
        parent: skeleton.parent(j),
        rest_offset: skeleton.rest_offset(j),
        rest_rotation: if j == pelvis { pitch } else { Quat::identity() } * skeleton.rest_rotation(j),
        rest_scale: skeleton.rest_scale(j),
        compensates_parent_scale: skeleton.compensates_parent_scale(j),
    });
    let out = Skeleton::new(joints.collect(), skeleton.end_sites().to_vec()).unwrap();
    out.with_roles(skeleton.roles().clone()).unwrap()
}

/// Largest difference of two pairs of soles, metres.
fn difference(a: &[Option<Sole>; 2], b: &[Option<Sole>; 2]) -> f64 {
    let one = |(a, b): (&Option<Sole>, &Option<Sole>)| {
        let (a, b) = (a.unwrap(), b.unwrap());
        let heights = (a.ankle_height - b.ankle_height).abs().max((a.front_height - b.front_height).abs());
        (a.heel - b.heel).norm().max((a.tip - b.tip).norm()).max(heights)
    };
    a.iter().zip(b).map(one).fold(0.0, f64::max)
}

#[test]
fn a_rest_pose_that_bows_leaves_the_soles_of_the_bind_pose() {
    let skeleton = biped();
    for turn in [Vec3::zeros(), Vec3::x() * -std::f64::consts::FRAC_PI_2] {
        let skin = boot(&skeleton, &Quat::from_scaled_axis(turn), 1.0);
        let straight = find_soles(&skeleton, std::slice::from_ref(&skin)).unwrap().0;
        for degrees in [-15.0, 5.0, 15.0, 40.0] {
            let skeleton = bowed(&skeleton, degrees);
            let found = find_soles(&skeleton, std::slice::from_ref(&skin)).unwrap().0;
            let off = difference(&found, &straight);
            assert!(off < 1e-6, "{degrees} degrees: {off} m");
        }
    }
    // Neither the mesh's axes nor the pelvis tell its up: no guess.
    let tilted = boot(&skeleton, &Quat::from_scaled_axis(Vec3::z() * 0.4), 1.0);
    assert_eq!(find_soles(&bowed(&skeleton, 15.0), &[tilted]).unwrap().0, [None; 2]);
}

#[test]
fn a_skin_of_shoes_alone_has_the_same_soles() {
    let skeleton = biped();
    let whole = boot(&skeleton, &Quat::identity(), 1.0);
    let mut data = whole.clone().into_data();
    data.slot_joints.remove(0);
    data.inverse_binds.remove(0);
    data.influence_slots.iter_mut().for_each(|slot| *slot -= 1);
    let shoes = Skin::new(&skeleton, data).unwrap();
    let off =
        difference(&find_soles(&skeleton, &[shoes]).unwrap().0, &find_soles(&skeleton, &[whole]).unwrap().0);
    assert!(off < 1e-6, "{off} m");
}

#[test]
fn laces_without_a_sole_take_nothing_from_the_boot() {
    let skeleton = biped();
    let boot = boot(&skeleton, &Quat::identity(), 1.0);
    let laces =
        boxes(&skeleton, Vec3::new(-0.02, -0.015, 0.05), Vec3::new(0.02, 0.12, 0.3), &Quat::identity(), -1.0);
    assert!(sole_vertices(&skeleton, &laces, Side::Left).unwrap().by_height);
    let alone = find_soles(&skeleton, std::slice::from_ref(&boot)).unwrap();
    for skins in [[boot.clone(), laces.clone()], [laces, boot]] {
        assert_eq!(find_soles(&skeleton, &skins).unwrap(), alone);
    }
    assert!(alone.1.is_empty());
}

#[test]
fn a_mesh_that_is_no_foot_gives_no_sole() {
    let skeleton = biped();
    let far =
        boxes(&skeleton, Vec3::new(-0.04, -9.0, -0.06), Vec3::new(0.04, -8.9, 0.2), &Quat::identity(), 1.0);
    assert_eq!(find_soles(&skeleton, &[far]).unwrap().0, [None; 2]);
    assert_eq!(find_soles(&skeleton, &[]).unwrap().0, [None; 2]);
}

#[test]
fn the_generated_body_stands_where_its_skeleton_says() {
    let body = sample::biped(&Default::default()).unwrap();
    let (soles, _) = find_soles(&body.skeleton, std::slice::from_ref(&body.skin)).unwrap();
    for sole in soles {
        let sole = sole.unwrap();
        // Ankle at 0.045 of 1.75 m; the skin lies within a cell of the skeleton's floor.
        assert!((sole.ankle_height - 0.045 * 1.75).abs() < 0.02, "{sole:?}");
        assert!(sole.front_height < 0.02, "{sole:?}");
    }
}

#[test]
fn points_of_the_sole_follow_the_deformed_mesh() {
    // The lowest vertex of each foot, frame by frame, against the lower of heel and tip.
    let Some(folder) = surefoot_tests::data_folder() else { return };
    let file = folder.join("animated/makehuman_male_walk_30fps.glb");
    let document = surefoot::io::read(&file, &Default::default()).unwrap();
    let (skeleton, clip) = (&document.skeleton, &document.clips[0]);
    let bare = skeleton.clone().with_soles([None; 2]).unwrap();
    let gap = |of: &Skeleton| {
        let points = BodyPoints::new(of);
        let poses = world_poses(of, clip).unwrap();
        let mut frame_mesh = SkinnedFrame::default();
        let (mut sum, mut count) = (0.0, 0);
        for frame in (0..clip.frame_count()).step_by(3) {
            let mut lowest = [f64::INFINITY; 2];
            for skin in &document.skins {
                Skinner::new(skeleton, skin).unwrap().deform(&clip.pose(frame), &mut frame_mesh).unwrap();
                for (i, side) in Side::BOTH.into_iter().enumerate() {
                    let foot = skeleton.roles().joint(Role::Foot(side)).unwrap();
                    for (v, p) in frame_mesh.positions.iter().enumerate() {
                        let (slots, weights) = skin.influences(v);
                        let of_foot: f32 = slots
                            .iter()
                            .zip(weights)
                            .filter(|(s, _)| skeleton.is_below(skin.data().slot_joints[**s as usize], foot))
                            .map(|(_, w)| *w)
                            .sum();
                        if of_foot > 0.5 {
                            lowest[i] = lowest[i].min(f64::from(p.y));
                        }
                    }
                }
            }
            for (i, side) in Side::BOTH.into_iter().enumerate() {
                let height = |kind| {
                    let at = points.get(BodyPoint { side, kind }).unwrap();
                    poses.point(frame, at.joint, &at.offset).y
                };
                sum += (height(PointKind::Heel).min(height(PointKind::ToeTip)) - lowest[i]).abs();
                count += 1;
            }
        }
        sum / f64::from(count)
    };
    let (with, without) = (gap(skeleton), gap(&bare));
    assert!(skeleton.sole(Side::Left).is_some() && skeleton.sole(Side::Right).is_some());
    // Rolled over its edge the foot touches between heel and tip: a centimetre remains.
    assert!(with < 0.012, "{with} m off the mesh on average ({without} without the skin)");
    assert!(with < 0.5 * without, "{with} against {without}");
}

//! Whether a character is made to overlap: arms that are held straight, half-way up, are free on people, on fat ones as well.
//!
//! The pose is made from the rest pose alone, so the answer is one of the character: clips, their length and their frames do not change it.

use super::character::{BodyLimb, PenetrationBody, TRUNK};
use super::look::FrameLook;
use crate::kinematics::body::joint_matrix;
use crate::kinematics::limb::LimbKind;
use crate::math::{Affine, Quat, Vec3, rotation_between};
use crate::model::rest::rest_maps;
use crate::model::{Note, Role, Side, Skeleton};

/// Angle between the arms and the body.
const RAISED: f64 = 45.0 / 180.0 * std::f64::consts::PI;
/// A character is made to overlap where an arm held so is deeper inside than this share of its length. A trunk of twice the girth is
/// below 0.01, KayKit's Knight at 0.19.
const BY_DESIGN: f64 = 0.1;

/// Tells of a character that is made to overlap; `None` for all others. Overlap that is allowed does not count.
pub(super) fn overlap_by_design(skeleton: &Skeleton, body: &PenetrationBody) -> Option<Note> {
    let rest = rest_maps(skeleton);
    let arms: Vec<usize> = (0..body.limbs.len())
        .filter(|&limb| body.limbs[limb].limb.kind == LimbKind::Arm)
        .filter(|&limb| body.limbs[limb].against.iter().any(|against| against.obstacle == TRUNK))
        .collect();
    let mut maps = rest.clone();
    for &arm in &arms {
        hold_straight(skeleton, &body.limbs[arm], &rest, &mut maps);
    }
    let mut look = FrameLook::default();
    look.pose_rest(body, maps.iter().map(|map| joint_matrix(map, &Vec3::zeros())).collect());
    let mut deepest = (0.0, 0.0);
    for arm in arms {
        look.whole_limb(body, arm, 0.0);
        let limb = &body.limbs[arm];
        let in_trunk = look.found.iter().filter(|found| limb.against[found.against].obstacle == TRUNK);
        let depth = in_trunk.map(|found| f64::from(-found.distance.signed)).fold(0.0, f64::max);
        let [base, mid, end] = [limb.limb.base, limb.limb.mid, limb.limb.end].map(|j| rest[j.0].translation);
        let share = depth / ((mid - base).norm() + (end - mid).norm()).max(1e-9);
        if share > deepest.0 {
            deepest = (share, depth);
        }
    }
    (deepest.0 > BY_DESIGN).then(|| {
        let text = format!(
            "arms held straight, 45° from the body, are still {:.0} cm inside it: the character is made to overlap, and is left alone",
            100.0 * deepest.1
        );
        Note::warning("overlap-by-design", text)
    })
}

/// Turns an arm so that both bones point outwards and down.
fn hold_straight(skeleton: &Skeleton, arm: &BodyLimb, rest: &[Affine], maps: &mut [Affine]) {
    let at = |role: Role| skeleton.roles().joint(role).map(|joint| rest[joint.0].translation);
    let mean = |role: fn(Side) -> Role| Some((at(role(Side::Left))? + at(role(Side::Right))?) * 0.5);
    let [base, mid, end] = [arm.limb.base, arm.limb.mid, arm.limb.end].map(|j| rest[j.0].translation);
    let shoulders = mean(Role::UpperArm).unwrap_or(base);
    let hips = mean(Role::Thigh).or_else(|| at(Role::Pelvis)).unwrap_or(shoulders - Vec3::y());
    let up = (shoulders - hips).try_normalize(1e-6).unwrap_or_else(Vec3::y);
    let across = base - mean(Role::UpperArm).unwrap_or(hips);
    let Some(outwards) = (across - up * across.dot(&up)).try_normalize(1e-6) else { return };
    let way = outwards * RAISED.sin() - up * RAISED.cos();
    let forwards = outwards.cross(&up);
    let turn_upper = rotation_between(&(mid - base), &way, &forwards);
    let turn_lower = rotation_between(&(turn_upper * (end - mid)), &way, &forwards);
    let upper = turn_about(&turn_upper, &base);
    let lower = turn_about(&turn_lower, &upper.transform_point(&mid)) * upper;
    for &(joint, stage) in arm.moving_joints.iter().filter(|(_, stage)| *stage >= 2) {
        maps[joint] = if stage == 2 { upper } else { lower } * rest[joint];
    }
}

fn turn_about(turn: &Quat, point: &Vec3) -> Affine {
    let linear = turn.to_rotation_matrix().into_inner();
    Affine { linear, translation: point - linear * point }
}

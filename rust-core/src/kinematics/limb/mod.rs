//! [`Limb`]: a two-bone chain with a hinge in the middle, found from the skeleton's roles.

pub(crate) mod bend;
pub(crate) mod clearance;
pub(crate) mod ik;
pub(crate) mod planar_ik;
pub(crate) mod sides;

use super::{WorldPoses, rest_pose};
use crate::math::{Quat, Vec3};
use crate::model::roles::is_loose_foot;
use crate::model::{JointIndex, PointKind, Role, Side, Skeleton};

/// Leg or arm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LimbKind {
    Leg,
    Arm,
}

/// Hip, knee and ankle, or shoulder, elbow and wrist.
#[derive(Debug, Clone)]
pub(crate) struct Limb {
    pub(crate) side: Side,
    pub(crate) kind: LimbKind,
    pub(crate) base: JointIndex,
    pub(crate) mid: JointIndex,
    pub(crate) end: JointIndex,
    /// The toe joint, where it can bend.
    pub(crate) toe: Option<JointIndex>,
    /// Joints below `base` down to `mid`: their offsets make up the upper bone.
    pub(crate) upper: Vec<JointIndex>,
    /// Joints below `mid` down to `end`; empty for a loose foot.
    pub(crate) lower: Vec<JointIndex>,
    /// The foot of an IK rig that hangs beside its leg: it is put in place by its own translation.
    pub(crate) is_loose: bool,
    /// Unit hinge axis in the frame of `mid`'s parent; natural flexion turns (base − mid) towards (end − mid)
    /// right-handed about it by less than π.
    pub(crate) hinge: Vec3,
}

impl Limb {
    /// Length of both bones, with the joints where `at` has them.
    pub(crate) fn length(&self, at: impl Fn(JointIndex) -> Vec3) -> f64 {
        (at(self.base) - at(self.mid)).norm() + (at(self.mid) - at(self.end)).norm()
    }

    /// `left leg`.
    pub(crate) fn name(&self) -> String {
        let kind = match self.kind {
            LimbKind::Leg => "leg",
            LimbKind::Arm => "arm",
        };
        format!("{} {kind}", self.side.name())
    }

    /// Whether the point belongs to this limb's foot or hand.
    pub(crate) fn has_point(&self, side: Side, kind: PointKind) -> bool {
        let of_arm = matches!(kind, PointKind::Wrist | PointKind::Fingertips);
        side == self.side && of_arm == (self.kind == LimbKind::Arm)
    }

    /// World hinge axis, given the world rotations of one frame.
    pub(crate) fn hinge_world(&self, skeleton: &Skeleton, rotations: &[Quat]) -> Vec3 {
        let parent = skeleton.parent(self.mid).unwrap_or(self.base);
        rotations[parent.0] * self.hinge
    }

    /// Takes the hinge from how the limb bends in a clip; keeps the rest axis where it hardly does.
    pub(crate) fn learn_hinge(&mut self, skeleton: &Skeleton, poses: &WorldPoses) {
        let parent = skeleton.parent(self.mid).unwrap_or(self.base);
        let mut sum = Vec3::zeros();
        let mut scale = 0.0;
        for frame in 0..poses.frame_count() {
            let mid = poses.position(frame, self.mid);
            let (u, v) = (poses.position(frame, self.base) - mid, poses.position(frame, self.end) - mid);
            sum += poses.rotation(frame, parent).inverse() * u.cross(&v);
            scale += u.norm() * v.norm();
        }
        // A mean bend below about 1° says nothing about the axis.
        if sum.norm() > 0.02 * scale && scale > 0.0 {
            self.hinge = sum.normalize();
        }
    }
}

/// Length of the longest leg, with the joints where `at` has them; 0 without a leg.
pub(crate) fn longest_leg(limbs: &[Limb], at: impl Fn(JointIndex) -> Vec3) -> f64 {
    let legs = limbs.iter().filter(|limb| limb.kind == LimbKind::Leg);
    legs.map(|leg| leg.length(&at)).fold(0.0, f64::max)
}

/// The limbs whose roles are all set and chained, legs first, left first; and why others are missing.
pub(crate) fn find_limbs(skeleton: &Skeleton) -> (Vec<Limb>, Vec<String>) {
    let roles = skeleton.roles();
    let rest = rest_pose(skeleton);
    let mut limbs = Vec::new();
    let mut problems = Vec::new();
    let forward = rest_forward(skeleton, &rest);
    for kind in [LimbKind::Leg, LimbKind::Arm] {
        for side in Side::BOTH {
            let names = match kind {
                LimbKind::Leg => [Role::Thigh(side), Role::Shin(side), Role::Foot(side)],
                LimbKind::Arm => [Role::UpperArm(side), Role::Forearm(side), Role::Hand(side)],
            };
            let [Some(base), Some(mid), Some(end)] = names.map(|role| roles.joint(role)) else {
                continue;
            };
            // The place of a loose foot is written in its parent's frame, which must not be scaled.
            let is_loose = kind == LimbKind::Leg
                && is_unscaled_above(skeleton, end)
                && is_loose_foot(skeleton, Some(base), mid, end);
            let lower = if is_loose { Some(Vec::new()) } else { path(skeleton, mid, end) };
            let (Some(upper), Some(lower)) = (path(skeleton, base, mid), lower) else {
                problems.push(format!(
                    "{}, {} and {} are not one chain; check the roles",
                    names[0], names[1], names[2]
                ));
                continue;
            };
            let mut limb = Limb {
                side,
                kind,
                base,
                mid,
                end,
                toe: roles
                    .joint(Role::Toe(side))
                    .filter(|&toe| kind == LimbKind::Leg && toe != end && skeleton.is_below(toe, end)),
                upper,
                lower,
                is_loose,
                hinge: Vec3::zeros(),
            };
            limb.hinge = rest_hinge(skeleton, &rest, &limb, forward);
            limbs.push(limb);
        }
    }
    (limbs, problems)
}

/// Whether no joint above has a scale worth the name; exporters leave ones that are off by rounding.
fn is_unscaled_above(skeleton: &Skeleton, joint: JointIndex) -> bool {
    std::iter::successors(skeleton.parent(joint), |&above| skeleton.parent(above))
        .all(|above| (skeleton.rest_scale(above) - Vec3::repeat(1.0)).amax() < 1e-4)
}

/// The joints from below `top` down to `bottom`; `None` if `bottom` is not below `top`.
fn path(skeleton: &Skeleton, top: JointIndex, bottom: JointIndex) -> Option<Vec<JointIndex>> {
    let mut joints = Vec::new();
    let mut at = bottom;
    while at != top {
        joints.push(at);
        at = skeleton.parent(at)?;
    }
    joints.reverse();
    (!joints.is_empty()).then_some(joints)
}

/// Where the character faces at rest, from the line between the hips or the shoulders.
fn rest_forward(skeleton: &Skeleton, rest: &WorldPoses) -> Vec3 {
    let across = |role: fn(Side) -> Role| {
        let left = skeleton.roles().joint(role(Side::Left))?;
        let right = skeleton.roles().joint(role(Side::Right))?;
        let left_ward = rest.position(0, left) - rest.position(0, right);
        left_ward.cross(&Vec3::y()).try_normalize(1e-6)
    };
    across(Role::Thigh).or_else(|| across(Role::UpperArm)).unwrap_or_else(Vec3::z)
}

fn rest_hinge(skeleton: &Skeleton, rest: &WorldPoses, limb: &Limb, forward: Vec3) -> Vec3 {
    let mid = rest.position(0, limb.mid);
    let (u, v) = (rest.position(0, limb.base) - mid, rest.position(0, limb.end) - mid);
    // Knees bring the foot back, elbows bring the hand forward.
    let bends_to = if limb.kind == LimbKind::Leg { -forward } else { forward };
    let natural = u.cross(&bends_to).try_normalize(1e-9).unwrap_or_else(|| {
        // The limb lies along the facing direction: any axis across it will do.
        u.cross(&Vec3::y()).try_normalize(1e-9).unwrap_or_else(Vec3::x)
    });
    let bend = u.cross(&v);
    let is_bent = bend.norm() > 0.05 * u.norm() * v.norm() && bend.dot(&natural) > 0.0;
    let world = if is_bent { bend.normalize() } else { natural };
    let parent = skeleton.parent(limb.mid).unwrap_or(limb.base);
    rest.rotation(0, parent).inverse() * world
}

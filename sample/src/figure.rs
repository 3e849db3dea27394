//! [`Figure`]: turns what a motion is made of (pelvis, spine, arms, where the feet are) into joint rotations.

use super::biped::ARM_DROP;
use nalgebra::{Matrix3, Rotation3};
use std::f64::consts::FRAC_PI_2;
use surefoot::kinematics::BodyPoints;
use surefoot::math::{Quat, Vec3};
use surefoot::model::clip::ClipData;
use surefoot::model::{BodyPoint, Clip, JointIndex, PointKind, Role, Side, Skeleton};
use surefoot::{Error, Result};

/// How straight a leg may get: 0.996 of its length leaves 10° of flexion at the knee, as at heel strike.
pub(super) const REACH: f64 = 0.996;

/// Rotation about the x axis (left): tips up towards forward.
pub(super) fn about_x(angle: f64) -> Quat {
    Quat::from_scaled_axis(Vec3::new(angle, 0.0, 0.0))
}

/// Rotation about the y axis (up): turns to the left.
pub(super) fn about_y(angle: f64) -> Quat {
    Quat::from_scaled_axis(Vec3::new(0.0, angle, 0.0))
}

/// Rotation about the z axis (forward): lifts the left side.
pub(super) fn about_z(angle: f64) -> Quat {
    Quat::from_scaled_axis(Vec3::new(0.0, 0.0, angle))
}

/// Index of a side in arrays of two.
pub(super) fn slot(side: Side) -> usize {
    usize::from(side == Side::Right)
}

/// +1 for the left side, which is +x, −1 for the right.
pub(super) fn sign(side: Side) -> f64 {
    if side == Side::Left { 1.0 } else { -1.0 }
}

/// Where a foot is, world.
#[derive(Debug, Clone, Copy)]
pub(super) struct FootPose {
    pub(super) ankle: Vec3,
    pub(super) rotation: Quat,
    /// How far the toes are bent up against the foot, radians.
    pub(super) toe_bend: f64,
}

/// An arm, angles in radians.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ArmPose {
    /// Shoulder drawn up.
    pub(super) shrug: f64,
    /// Upper arm forward.
    pub(super) swing: f64,
    /// Upper arm away from the body.
    pub(super) spread: f64,
    /// Upper arm turned about its length so that a bent forearm points inwards.
    pub(super) turn: f64,
    /// Elbow flexion.
    pub(super) elbow: f64,
    /// Wrist flexed towards the palm.
    pub(super) wrist: f64,
}

/// One moment of a motion; left before right.
#[derive(Debug, Clone, Copy)]
pub(super) struct Posture {
    pub(super) pelvis: Vec3,
    pub(super) pelvis_rotation: Quat,
    /// Lower, middle, upper.
    pub(super) spine: [Quat; 3],
    pub(super) neck: Quat,
    pub(super) head: Quat,
    pub(super) arms: [ArmPose; 2],
    pub(super) feet: [FootPose; 2],
}

/// Shape of one foot in the frame of its ankle; the toe's points in the frame of the toe joint.
#[derive(Debug, Clone, Copy)]
pub(super) struct FootShape {
    pub(super) heel: Vec3,
    pub(super) ball: Vec3,
    pub(super) tip: Vec3,
}

/// The joints of a [`biped`](super::biped()) by what they do.
#[derive(Debug, Clone)]
pub(super) struct Figure<'a> {
    pub(super) skeleton: &'a Skeleton,
    spine: [JointIndex; 3],
    neck: JointIndex,
    head: JointIndex,
    arms: [[JointIndex; 4]; 2],
    legs: [[JointIndex; 4]; 2],
    pub(super) thigh: f64,
    pub(super) shin: f64,
    pub(super) feet: [FootShape; 2],
}

impl<'a> Figure<'a> {
    /// # Errors
    /// [`Error::MissingRoles`] or [`Error::Invalid`] for a skeleton that is not one of [`super::biped_skeleton`],
    /// possibly scaled.
    pub(super) fn new(skeleton: &'a Skeleton) -> Result<Self> {
        let roles = skeleton.roles();
        let [neck, head] = roles.require([Role::Neck, Role::Head])?;
        let mut spine = [JointIndex(0); 3];
        let found: Vec<_> = roles.joints(Role::Spine).collect();
        let unfit =
            |text: &str| Error::invalid("sample clip", format!("{text}; make it with biped_skeleton"));
        if found.len() != 3 || roles.joint(Role::Pelvis) != Some(JointIndex(0)) {
            return Err(unfit("the skeleton's trunk is not the sample biped's"));
        }
        if skeleton.rest_rotations().iter().any(|q| q.angle() > 1e-9) {
            return Err(unfit("the skeleton's rest pose has rotations"));
        }
        spine.copy_from_slice(&found);
        let arm = |s| roles.require([Role::Clavicle(s), Role::UpperArm(s), Role::Forearm(s), Role::Hand(s)]);
        let leg = |s| roles.require([Role::Thigh(s), Role::Shin(s), Role::Foot(s), Role::Toe(s)]);
        let legs = [leg(Side::Left)?, leg(Side::Right)?];
        let points = BodyPoints::new(skeleton);
        let foot = |side| {
            let at = |kind| {
                points.get(BodyPoint { side, kind }).map(|p| p.offset).ok_or_else(|| unfit("it has no feet"))
            };
            Ok::<_, Error>(FootShape {
                heel: at(PointKind::Heel)?,
                ball: skeleton.rest_offset(legs[slot(side)][3]),
                tip: at(PointKind::ToeTip)?,
            })
        };
        Ok(Self {
            skeleton,
            spine,
            neck,
            head,
            arms: [arm(Side::Left)?, arm(Side::Right)?],
            thigh: skeleton.rest_offset(legs[0][1]).norm(),
            shin: skeleton.rest_offset(legs[0][2]).norm(),
            feet: [foot(Side::Left)?, foot(Side::Right)?],
            legs,
        })
    }

    /// Hip to ankle when straight, metres.
    pub(super) fn leg(&self) -> f64 {
        self.thigh + self.shin
    }

    /// Stature against the default of 1.75 m, by the legs.
    pub(super) fn scale(&self) -> f64 {
        self.leg() / (0.48 * 1.75)
    }

    /// Where the hip is for a pelvis there.
    pub(super) fn hip(&self, side: Side, pelvis: Vec3, rotation: &Quat) -> Vec3 {
        pelvis + rotation * self.skeleton.rest_offset(self.legs[slot(side)][0])
    }

    /// How far the pelvis must come down (negative: may go up) for both legs to reach their ankles; `None` if a
    /// foot is out of reach at any height.
    pub(super) fn excess_height(&self, posture: &Posture) -> Option<f64> {
        let reach = REACH * self.leg();
        let mut excess = f64::NEG_INFINITY;
        for side in Side::BOTH {
            let hip = self.hip(side, posture.pelvis, &posture.pelvis_rotation);
            let ankle = posture.feet[slot(side)].ankle;
            let level = (hip - ankle).xz().norm();
            if level > 0.9 * reach {
                return None;
            }
            excess = excess.max(hip.y - ankle.y - (reach * reach - level * level).sqrt());
        }
        Some(excess)
    }

    /// Samples a motion. `posture` gives the moment at a time in seconds.
    pub(super) fn clip(
        &self,
        name: &str,
        frame_rate: f64,
        frame_count: usize,
        mut posture: impl FnMut(f64) -> Posture,
    ) -> Result<Clip> {
        let joint_count = self.skeleton.joint_count();
        let mut rotations = vec![Quat::identity(); frame_count * joint_count];
        let mut root_positions = Vec::with_capacity(frame_count);
        for frame in 0..frame_count {
            let posture = posture(frame as f64 / frame_rate);
            self.pose(&posture, &mut rotations[frame * joint_count..(frame + 1) * joint_count]);
            root_positions.push(posture.pelvis);
        }
        Clip::new(
            self.skeleton,
            ClipData {
                name: name.to_owned(),
                frame_rate,
                rotations,
                root_positions,
                translations: vec![],
                scales: vec![],
            },
        )
    }

    fn pose(&self, posture: &Posture, out: &mut [Quat]) {
        out[0] = posture.pelvis_rotation;
        for (joint, rotation) in self.spine.iter().zip(posture.spine) {
            out[joint.0] = rotation;
        }
        out[self.neck.0] = posture.neck;
        out[self.head.0] = posture.head;
        for side in Side::BOTH {
            self.pose_arm(side, &posture.arms[slot(side)], out);
            self.pose_leg(side, posture, out);
        }
    }

    fn pose_arm(&self, side: Side, arm: &ArmPose, out: &mut [Quat]) {
        let s = sign(side);
        let [clavicle, upper_arm, forearm, hand] = self.arms[slot(side)];
        out[clavicle.0] = about_z(s * arm.shrug);
        out[upper_arm.0] = about_x(-arm.swing)
            * about_z(s * arm.spread)
            * about_y(-s * arm.turn)
            * about_z(-s * (FRAC_PI_2 - ARM_DROP));
        // The elbow is a hinge: one axis in the upper arm, across the arm when it hangs.
        let hang = about_z(-s * (FRAC_PI_2 - ARM_DROP));
        out[forearm.0] = hang.inverse() * about_x(-arm.elbow) * hang;
        out[hand.0] = about_z(-s * arm.wrist);
    }

    /// Two bones in the plane of hip, ankle and the way the knee faces: halfway between pelvis and foot.
    fn pose_leg(&self, side: Side, posture: &Posture, out: &mut [Quat]) {
        let [thigh, shin, foot, toe] = self.legs[slot(side)];
        let pose = &posture.feet[slot(side)];
        let hip = self.hip(side, posture.pelvis, &posture.pelvis_rotation);
        let span = pose.ankle - hip;
        let (a, b) = (self.thigh, self.shin);
        let d = span.norm().clamp((a - b).abs() + 1e-6, (a + b) * (1.0 - 1e-9));
        let down = span.try_normalize(1e-9).unwrap_or_else(|| -Vec3::y());
        // Of the foot only its heading counts: a foot on its toes does not turn the knee down.
        let left = posture.pelvis_rotation * Vec3::x() + pose.rotation * Vec3::x();
        let axis = (left - down * left.dot(&down)).try_normalize(1e-9).unwrap_or_else(Vec3::x);
        let ahead = axis.cross(&-down);
        let cos = ((a * a + d * d - b * b) / (2.0 * a * d)).clamp(-1.0, 1.0);
        let along_thigh = down * cos + ahead * (1.0 - cos * cos).sqrt();
        let along_shin = (down * d - along_thigh * a) / b;
        let frame = |along: &Vec3| {
            let up = -along.normalize();
            let matrix = Matrix3::from_columns(&[axis, up, axis.cross(&up)]);
            Quat::from_rotation_matrix(&Rotation3::from_matrix_unchecked(matrix))
        };
        let (thigh_world, shin_world) = (frame(&along_thigh), frame(&along_shin));
        out[thigh.0] = posture.pelvis_rotation.inverse() * thigh_world;
        out[shin.0] = thigh_world.inverse() * shin_world;
        out[foot.0] = shin_world.inverse() * pose.rotation;
        out[toe.0] = about_x(-pose.toe_bend);
    }
}

//! What a correction does to a limb: seven angles a frame, the joint matrices they give, and how points move with them.
//!
//! The base (shoulder or hip) turns by a rotation vector in its parent's frame, the middle (elbow or knee) about its hinge, the end
//! (wrist) by a rotation vector in the frame of the lower bone. Everything is relative to the source pose.

use super::character::BodyLimb;
use crate::kinematics::body::{JointMatrix, joint_matrix};
use crate::math::rotation::rotation_from_vector;
use crate::math::{Affine, Quat, Vec3};
use crate::model::{JointIndex, Skeleton};
use nalgebra::{Matrix3, SVector};

/// Unknowns of one frame: base 3, middle 1, end 3.
pub(crate) const UNKNOWNS: usize = 7;
/// The angles of one frame, radians.
pub(crate) type Angles = SVector<f64, UNKNOWNS>;

/// The source pose of a limb in one frame, about the body's origin.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LimbFrame {
    pub(crate) base: Vec3,
    pub(crate) mid: Vec3,
    pub(crate) end: Vec3,
    /// Rotation of the joint above the base.
    above: Quat,
    /// Rotation of the lower bone.
    lower: Quat,
    /// World axis of the middle joint; turning about it opens the limb.
    hinge: Vec3,
    /// Angle between the bones, π when straight.
    opening: f64,
}

impl LimbFrame {
    /// Reads the limb from the world pose of a frame.
    pub(crate) fn new(
        skeleton: &Skeleton,
        limb: &BodyLimb,
        positions: &[Vec3],
        rotations: &[Quat],
        origin: &Vec3,
    ) -> Self {
        let limb = &limb.limb;
        let at = |joint: JointIndex| positions[joint.0] - origin;
        let (base, mid, end) = (at(limb.base), at(limb.mid), at(limb.end));
        let hinge = limb.hinge_world(skeleton, rotations);
        let (u, v) = (base - mid, end - mid);
        Self {
            base,
            mid,
            end,
            above: skeleton.parent(limb.base).map_or_else(Quat::identity, |parent| rotations[parent.0]),
            lower: rotations[limb.mid.0],
            hinge,
            opening: hinge.dot(&u.cross(&v)).atan2(u.dot(&v)).rem_euclid(2.0 * std::f64::consts::PI),
        }
    }

    /// The base's angles for a world rotation vector.
    pub(crate) fn base_angles(&self, world: &Vec3) -> Vec3 {
        self.above.inverse() * world
    }

    /// Unit direction of the lower bone.
    pub(crate) fn lower_direction(&self) -> Vec3 {
        (self.end - self.mid).try_normalize(1e-9).unwrap_or_else(Vec3::zeros)
    }
}

/// A limb turned by some angles.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TurnedLimb {
    pub(crate) mid: Vec3,
    pub(crate) end: Vec3,
    /// Angle between the bones.
    pub(crate) opening: f64,
    /// Maps of the three stages: rotation and where it takes the body's origin.
    maps: [(Quat, Vec3); 3],
    /// World axes of the seven unknowns.
    axes: [Vec3; UNKNOWNS],
    /// The fixed points of base, middle and end.
    pivots: [Vec3; 3],
}

impl TurnedLimb {
    pub(crate) fn new(frame: &LimbFrame, angles: &Angles) -> Self {
        let base_vector = Vec3::new(angles[0], angles[1], angles[2]);
        let end_vector = Vec3::new(angles[4], angles[5], angles[6]);
        let base_turn = frame.above * rotation_from_vector(&base_vector) * frame.above.inverse();
        let mid_turn = rotation_from_vector(&(frame.hinge * angles[3]));
        let end_turn = frame.lower * rotation_from_vector(&end_vector) * frame.lower.inverse();
        let about = |turn: &Quat, pivot: &Vec3| pivot - turn * pivot;
        let first = (base_turn, about(&base_turn, &frame.base));
        let second = compose(&first, &(mid_turn, about(&mid_turn, &frame.mid)));
        let third = compose(&second, &(end_turn, about(&end_turn, &frame.end)));
        let mid = first.0 * frame.mid + first.1;
        let end = second.0 * frame.end + second.1;
        let base_axes = frame.above.to_rotation_matrix() * left_jacobian(&base_vector);
        let end_axes = (second.0 * frame.lower).to_rotation_matrix() * left_jacobian(&end_vector);
        let column = |m: &Matrix3<f64>, c: usize| m.column(c).into_owned();
        Self {
            mid,
            end,
            opening: frame.opening + angles[3],
            maps: [first, second, third],
            axes: [
                column(&base_axes, 0),
                column(&base_axes, 1),
                column(&base_axes, 2),
                base_turn * frame.hinge,
                column(&end_axes, 0),
                column(&end_axes, 1),
                column(&end_axes, 2),
            ],
            pivots: [frame.base, mid, end],
        }
    }

    /// The matrices of the limb's joints with the correction; the others are left alone. `world` is the source pose.
    pub(crate) fn put_matrices(
        &self,
        limb: &BodyLimb,
        world: &[Affine],
        origin: &Vec3,
        out: &mut [JointMatrix],
    ) {
        for (joint, &stage) in limb.stage_of_joint.iter().enumerate() {
            if stage == 0 {
                continue;
            }
            let (turn, shift) = &self.maps[stage as usize - 1];
            let turned = Affine {
                linear: turn.to_rotation_matrix() * world[joint].linear,
                translation: turn * (world[joint].translation - origin) + shift,
            };
            out[joint] = joint_matrix(&turned, &Vec3::zeros());
        }
    }

    /// How a point moves per unknown, along `direction`. `arms[k]` is the sum over its shares from stage `k + 1` on of
    /// `place − weight · pivot`.
    pub(crate) fn row(&self, direction: &Vec3, arms: &[Vec3; 3]) -> Angles {
        let mut row = Angles::zeros();
        for unknown in 0..UNKNOWNS {
            let stage = stage_of_unknown(unknown);
            row[unknown] = direction.dot(&self.axes[unknown].cross(&arms[stage]));
        }
        row
    }

    /// How a point moves per unknown.
    pub(crate) fn motion(&self, arms: &[Vec3; 3]) -> [Vec3; UNKNOWNS] {
        std::array::from_fn(|unknown| self.axes[unknown].cross(&arms[stage_of_unknown(unknown)]))
    }

    /// How the lower bone's direction turns per unknown.
    pub(crate) fn lower_motion(&self, direction: &Vec3) -> [Vec3; UNKNOWNS] {
        std::array::from_fn(|unknown| {
            if stage_of_unknown(unknown) < 2 { self.axes[unknown].cross(direction) } else { Vec3::zeros() }
        })
    }

    /// The lever arms of the limb's end.
    pub(crate) fn end_arms(&self) -> [Vec3; 3] {
        [self.end - self.pivots[0], self.end - self.pivots[1], Vec3::zeros()]
    }

    /// The lever arms of a point whose shares (stage, weight, place) are given.
    pub(crate) fn arms(&self, shares: impl Iterator<Item = (u8, f64, Vec3)>) -> [Vec3; 3] {
        let mut arms = [Vec3::zeros(); 3];
        for (stage, weight, place) in shares {
            for k in 0..stage as usize {
                arms[k] += place - self.pivots[k] * weight;
            }
        }
        arms
    }

    /// The turns to write back: of the base, the middle and the end, world, each without those above it.
    pub(crate) fn turns(frame: &LimbFrame, angles: &Angles) -> [Quat; 3] {
        [
            frame.above
                * rotation_from_vector(&Vec3::new(angles[0], angles[1], angles[2]))
                * frame.above.inverse(),
            rotation_from_vector(&(frame.hinge * angles[3])),
            frame.lower
                * rotation_from_vector(&Vec3::new(angles[4], angles[5], angles[6]))
                * frame.lower.inverse(),
        ]
    }
}

fn stage_of_unknown(unknown: usize) -> usize {
    match unknown {
        0..=2 => 0,
        3 => 1,
        _ => 2,
    }
}

fn compose(outer: &(Quat, Vec3), inner: &(Quat, Vec3)) -> (Quat, Vec3) {
    (outer.0 * inner.0, outer.0 * inner.1 + outer.1)
}

/// `Exp(v + d) ≈ Exp(J d) · Exp(v)`.
fn left_jacobian(v: &Vec3) -> Matrix3<f64> {
    let angle = v.norm();
    let cross = v.cross_matrix();
    if angle < 1e-4 {
        return Matrix3::identity() + cross * 0.5 + cross * cross / 6.0;
    }
    let squared = angle * angle;
    Matrix3::identity()
        + cross * ((1.0 - angle.cos()) / squared)
        + cross * cross * ((angle - angle.sin()) / (squared * angle))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Random;

    fn frame(random: &mut Random) -> LimbFrame {
        let mut vector = || Vec3::new(random.normal(), random.normal(), random.normal());
        LimbFrame {
            base: vector() * 0.2,
            mid: vector() * 0.3,
            end: vector() * 0.4,
            above: rotation_from_vector(&vector()),
            lower: rotation_from_vector(&vector()),
            hinge: vector().normalize(),
            opening: 2.0,
        }
    }

    /// A point carried by every stage, by composing rotations about pivots one after another.
    fn place(frame: &LimbFrame, angles: &Angles, point: &Vec3, weights: &[f64; 4]) -> Vec3 {
        let [a, b, w] = TurnedLimb::turns(frame, angles);
        let stage1 = |x: &Vec3| frame.base + a * (x - frame.base);
        let stage2 = |x: &Vec3| stage1(&(frame.mid + b * (x - frame.mid)));
        let stage3 = |x: &Vec3| stage2(&(frame.end + w * (x - frame.end)));
        point * weights[0]
            + stage1(point) * weights[1]
            + stage2(point) * weights[2]
            + stage3(point) * weights[3]
    }

    #[test]
    fn rows_are_the_derivatives_of_places() {
        let mut random = Random::new(17);
        for _ in 0..50 {
            let frame = frame(&mut random);
            let angles = Angles::from_fn(|_, _| random.normal() * 0.6);
            let point = Vec3::new(random.normal(), random.normal(), random.normal());
            let weights = [0.1, 0.2, 0.3, 0.4];
            let turned = TurnedLimb::new(&frame, &angles);
            let shares = (0..4u8).map(|stage| {
                let mut only = [0.0; 4];
                only[stage as usize] = weights[stage as usize];
                (stage, weights[stage as usize], place(&frame, &angles, &point, &only))
            });
            let arms = turned.arms(shares);
            let motion = turned.motion(&arms);
            let end_motion = turned.motion(&turned.end_arms());
            for unknown in 0..UNKNOWNS {
                let mut step = Angles::zeros();
                step[unknown] = 1e-6;
                let difference =
                    |f: &dyn Fn(&Angles) -> Vec3| (f(&(angles + step)) - f(&(angles - step))) / 2e-6;
                let moved = difference(&|a| place(&frame, a, &point, &weights));
                assert!((moved - motion[unknown]).norm() < 1e-7, "{unknown}: {moved} {}", motion[unknown]);
                let end = difference(&|a| TurnedLimb::new(&frame, a).end);
                assert!((end - end_motion[unknown]).norm() < 1e-7);
            }
        }
    }
}

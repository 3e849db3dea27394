//! What a correction does to a limb: ten angles a frame, the joint matrices they give, and how points move with them.
//!
//! The collar (clavicle) and the base (shoulder) each turn by a rotation vector in their parent's frame, the middle (elbow) about its
//! hinge, the end (wrist) by a rotation vector in the frame of the lower bone. Everything is relative to the source pose. A pinned limb,
//! such as a leg whose foot must stay, has one angle: it turns about the line from base to end, which moves neither of the two.

use super::character::BodyLimb;
use crate::kinematics::body::{JointMatrix, joint_matrix};
use crate::kinematics::limb::LimbKind;
use crate::math::rotation::rotation_from_vector;
use crate::math::{Affine, Quat, Vec3};
use crate::model::{JointIndex, Skeleton};
use nalgebra::{Matrix3, SVector};
use std::ops::Range;

/// Unknowns of one frame: collar 3, base 3, middle 1, end 3.
pub(crate) const UNKNOWNS: usize = 10;
/// Where the collar's, the base's and the end's angles are, and the middle's.
pub(crate) const COLLAR: Range<usize> = 0..3;
pub(crate) const BASE: Range<usize> = 3..6;
pub(crate) const MID: usize = 6;
pub(crate) const END: Range<usize> = 7..10;
/// The angle of a pinned limb.
pub(crate) const SWIVEL: usize = BASE.start;
/// The angles of one frame, radians.
pub(crate) type Angles = SVector<f64, UNKNOWNS>;
/// How far points are from the line of their bone, and from the wrist, at most and about, metres.
const THICKNESS: f64 = 0.06;
const HAND_LENGTH: f64 = 0.2;
/// Joints that turn: collar, base, middle, end.
pub(crate) const STAGES: usize = 4;

/// Three of the angles as a rotation vector.
pub(crate) fn vector(angles: &Angles, range: Range<usize>) -> Vec3 {
    Vec3::new(angles[range.start], angles[range.start + 1], angles[range.start + 2])
}

/// The source pose of a limb in one frame, about the body's origin.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LimbFrame {
    /// Where the collar turns, and the rotation of the joint above it; `None` where there is no collar.
    collar: Option<(Vec3, Quat)>,
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
    /// Whether the end stays where it is.
    pub(crate) is_pinned: bool,
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
        let at = |joint: JointIndex| positions[joint.0] - origin;
        let above =
            |joint: JointIndex| skeleton.parent(joint).map_or_else(Quat::identity, |p| rotations[p.0]);
        let collar = limb.collar.map(|joint| (at(joint), above(joint)));
        let is_pinned = limb.limb.kind == LimbKind::Leg;
        let limb = &limb.limb;
        let (base, mid, end) = (at(limb.base), at(limb.mid), at(limb.end));
        let hinge = limb.hinge_world(skeleton, rotations);
        let (u, v) = (base - mid, end - mid);
        Self {
            collar,
            base,
            mid,
            end,
            above: above(limb.base),
            lower: rotations[limb.mid.0],
            hinge,
            opening: hinge.dot(&u.cross(&v)).atan2(u.dot(&v)).rem_euclid(2.0 * std::f64::consts::PI),
            is_pinned,
        }
    }

    /// The base's angles for a world rotation vector.
    pub(crate) fn base_angles(&self, world: &Vec3) -> Vec3 {
        self.above.inverse() * world
    }

    /// World axis of the middle joint; turning about it opens the limb.
    pub(crate) fn hinge(&self) -> Vec3 {
        self.hinge
    }

    /// Angle between the bones, π when straight.
    pub(crate) fn opening(&self) -> f64 {
        self.opening
    }

    /// Unit direction of the lower bone.
    pub(crate) fn lower_direction(&self) -> Vec3 {
        (self.end - self.mid).try_normalize(1e-9).unwrap_or_else(Vec3::zeros)
    }

    /// Unit direction from base to end.
    pub(crate) fn swivel_axis(&self) -> Vec3 {
        (self.end - self.base).try_normalize(1e-9).unwrap_or_else(Vec3::y)
    }

    /// The turns to write back: of collar, base, middle and end, world, each without those above it.
    pub(crate) fn turns(&self, angles: &Angles) -> [Quat; STAGES] {
        if self.is_pinned {
            let swivel = rotation_from_vector(&(self.swivel_axis() * angles[SWIVEL]));
            return [Quat::identity(), swivel, Quat::identity(), swivel.inverse()];
        }
        let turn = |frame: &Quat, vector: &Vec3| frame * rotation_from_vector(vector) * frame.inverse();
        [
            self.collar.map_or_else(Quat::identity, |(_, above)| turn(&above, &vector(angles, COLLAR))),
            turn(&self.above, &vector(angles, BASE)),
            rotation_from_vector(&(self.hinge * angles[MID])),
            turn(&self.lower, &vector(angles, END)),
        ]
    }
}

/// A limb turned by some angles.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TurnedLimb {
    pub(crate) mid: Vec3,
    pub(crate) end: Vec3,
    /// Angle between the bones.
    pub(crate) opening: f64,
    /// Maps of the stages: rotation and where it takes the body's origin.
    maps: [(Quat, Vec3); STAGES],
    /// World axes of the unknowns; zero where one has no effect.
    axes: [Vec3; UNKNOWNS],
    /// The fixed points of the stages.
    pivots: [Vec3; STAGES],
}

impl TurnedLimb {
    pub(crate) fn new(frame: &LimbFrame, angles: &Angles) -> Self {
        let sources = [frame.collar.map_or(frame.base, |(at, _)| at), frame.base, frame.mid, frame.end];
        let turns = frame.turns(angles);
        let mut maps = [(Quat::identity(), Vec3::zeros()); STAGES];
        let mut pivots = sources;
        let mut above = (Quat::identity(), Vec3::zeros());
        for stage in 0..STAGES {
            let (turn, at) = (turns[stage], sources[stage]);
            pivots[stage] = above.0 * at + above.1;
            above = compose(&above, &(turn, at - turn * at));
            maps[stage] = above;
        }
        let mut axes = [Vec3::zeros(); UNKNOWNS];
        if frame.is_pinned {
            axes[SWIVEL] = frame.swivel_axis();
        } else {
            let mut put = |range: Range<usize>, rotation: Quat| {
                let columns = rotation.to_rotation_matrix() * left_jacobian(&vector(angles, range.clone()));
                range.enumerate().for_each(|(c, unknown)| axes[unknown] = columns.column(c).into_owned());
            };
            if let Some((_, above)) = frame.collar {
                put(COLLAR, above);
            }
            put(BASE, maps[0].0 * frame.above);
            put(END, maps[2].0 * frame.lower);
            axes[MID] = maps[1].0 * frame.hinge;
        }
        Self {
            mid: pivots[2],
            end: pivots[3],
            opening: frame.opening + if frame.is_pinned { 0.0 } else { angles[MID] },
            maps,
            axes,
            pivots,
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
        let maps = self.maps.map(|(turn, shift)| (turn.to_rotation_matrix(), shift));
        for &(joint, stage) in &limb.moving_joints {
            let (turn, shift) = &maps[stage as usize - 1];
            let turned = Affine {
                linear: turn * world[joint].linear,
                translation: turn * (world[joint].translation - origin) + shift,
            };
            out[joint] = joint_matrix(&turned, &Vec3::zeros());
        }
    }

    /// How far points of the limb are from where another turn of it has them, at most and about, metres.
    pub(crate) fn shift_from(&self, other: &Self) -> f64 {
        let turn = |stage: usize| self.maps[stage].0.angle_to(&other.maps[stage].0);
        let upper = (self.pivots[1] - other.pivots[1]).norm().max((self.mid - other.mid).norm())
            + THICKNESS * turn(1);
        let lower = (self.end - other.end).norm() + HAND_LENGTH * turn(3);
        upper.max(lower)
    }

    /// How a point moves per unknown, along `direction`. `arms[k]` is the sum over its shares from stage `k + 1` on of
    /// `place − weight · pivot`.
    pub(crate) fn row(&self, direction: &Vec3, arms: &[Vec3; STAGES]) -> Angles {
        Angles::from_fn(|unknown, _| {
            direction.dot(&self.axes[unknown].cross(&arms[stage_of_unknown(unknown)]))
        })
    }

    /// How a point moves per unknown.
    pub(crate) fn motion(&self, arms: &[Vec3; STAGES]) -> [Vec3; UNKNOWNS] {
        std::array::from_fn(|unknown| self.axes[unknown].cross(&arms[stage_of_unknown(unknown)]))
    }

    /// How the lower bone's direction turns per unknown.
    pub(crate) fn lower_motion(&self, direction: &Vec3) -> [Vec3; UNKNOWNS] {
        std::array::from_fn(|unknown| {
            let turns_it = stage_of_unknown(unknown) < 3;
            if turns_it { self.axes[unknown].cross(direction) } else { Vec3::zeros() }
        })
    }

    /// The lever arms of the limb's end.
    pub(crate) fn end_arms(&self) -> [Vec3; STAGES] {
        std::array::from_fn(|stage| self.end - self.pivots[stage])
    }

    /// The lever arms of a point whose shares (stage, weight, place) are given.
    pub(crate) fn arms(&self, shares: impl Iterator<Item = (u8, f64, Vec3)>) -> [Vec3; STAGES] {
        let mut arms = [Vec3::zeros(); STAGES];
        for (stage, weight, place) in shares {
            // A pinned limb's foot stays where it is, on the axis.
            let is_held = stage as usize == STAGES && self.axes[END.start] == Vec3::zeros();
            let place = if is_held { self.end * weight } else { place };
            for k in 0..stage as usize {
                arms[k] += place - self.pivots[k] * weight;
            }
        }
        arms
    }
}

fn stage_of_unknown(unknown: usize) -> usize {
    match unknown {
        0..3 => 0,
        3..6 => 1,
        MID => 2,
        _ => 3,
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

    fn frame(random: &mut Random, is_pinned: bool) -> LimbFrame {
        let mut vector = || Vec3::new(random.normal(), random.normal(), random.normal());
        LimbFrame {
            collar: (!is_pinned).then(|| (vector() * 0.1, rotation_from_vector(&vector()))),
            base: vector() * 0.2,
            mid: vector() * 0.3,
            end: vector() * 0.4,
            above: rotation_from_vector(&vector()),
            lower: rotation_from_vector(&vector()),
            hinge: vector().normalize(),
            opening: 2.0,
            is_pinned,
        }
    }

    /// A point carried by every stage, by turning it about one pivot after another, the last first.
    fn place(frame: &LimbFrame, angles: &Angles, point: &Vec3, weights: &[f64; STAGES + 1]) -> Vec3 {
        let turns = frame.turns(angles);
        let pivots = [frame.collar.map_or(frame.base, |(at, _)| at), frame.base, frame.mid, frame.end];
        let carried = |stage: usize| {
            let mut at = *point;
            for k in (0..stage).rev() {
                at = pivots[k] + turns[k] * (at - pivots[k]);
            }
            at
        };
        (0..=STAGES).map(|stage| carried(stage) * weights[stage]).sum()
    }

    #[test]
    fn rows_are_the_derivatives_of_places() {
        let mut random = Random::new(17);
        for round in 0..50 {
            let frame = frame(&mut random, round % 3 == 0);
            let angles = Angles::from_fn(|_, _| random.normal() * 0.6);
            let point = Vec3::new(random.normal(), random.normal(), random.normal());
            let weights = [0.1, 0.2, 0.15, 0.15, 0.4];
            let turned = TurnedLimb::new(&frame, &angles);
            let shares = (0..=STAGES).map(|stage| {
                let mut only = [0.0; STAGES + 1];
                only[stage] = weights[stage];
                (stage as u8, weights[stage], place(&frame, &angles, &point, &only))
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

    #[test]
    fn a_pinned_limb_keeps_its_end() {
        let mut random = Random::new(5);
        let frame = frame(&mut random, true);
        let turned = TurnedLimb::new(&frame, &Angles::repeat(0.7));
        assert!((turned.end - frame.end).norm() < 1e-12);
        assert!((turned.mid - frame.mid).norm() > 1e-3);
        assert!((turned.maps[3].0.angle()) < 1e-9, "the foot keeps its direction");
    }
}

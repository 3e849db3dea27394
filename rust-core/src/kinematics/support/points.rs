//! The points of feet and hands that can carry the body.

use crate::kinematics::body_points::BodyPoints;
use crate::kinematics::forward::{WorldPoses, rest_pose};
use crate::kinematics::reference_leg;
use crate::math::Vec3;
use crate::model::{BodyPoint, JointIndex, PointKind, Role, Side, Skeleton};

/// Proportions of an adult's foot in a shoe, for skeletons without a mesh: its length as a share of the leg, and the rest as shares of that
/// length.
const FOOT_LENGTH: f64 = 0.31;
const HEEL_BEHIND_ANKLE: f64 = 0.25;
const TIP_BEFORE_ANKLE: f64 = 0.75;
const HEEL_WIDTH: f64 = 0.27;
const BALL_WIDTH: f64 = 0.38;
/// Where the ball lies between heel and tip, and how wide the toes are there, against the ball.
const BALL_PLACE: f64 = 0.7;
const TOE_PLACE: f64 = 0.9;
const TOE_WIDTH: f64 = 0.7;
/// Half of the width of a hand across its knuckles, as a share of the leg.
const HALF_HAND: f64 = 0.045;

/// What of the body a point belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SupportKind {
    Foot,
    Hand,
    /// Knees and elbows: the joint is in the middle of the limb.
    Limb,
    /// Hips and shoulders, deep in the flesh: they bear who sits or lies on the floor.
    Trunk,
}

/// A point that can bear.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SupportPoint {
    pub(crate) side: Side,
    pub(crate) kind: SupportKind,
    /// Whether it lies behind the ball of the foot; then a plant of the ankle or heel makes it bear, else one of the toe.
    pub(crate) is_heel: bool,
    pub(crate) joint: JointIndex,
    pub(crate) offset: Vec3,
}

/// Width of a sole at the heel and at the ball, metres, left first; from the mesh.
pub(crate) type SoleWidths = [Option<[f64; 2]>; 2];

/// Eight points of each foot and four of each hand, then knees, elbows, hips and shoulders. The soles of the mesh, or those of an average shoe, are grown by `margin`: skin is bare,
/// captured people wear shoes.
pub(crate) fn support_points(skeleton: &Skeleton, widths: &SoleWidths, margin: f64) -> Vec<SupportPoint> {
    let points = BodyPoints::new(skeleton);
    let rest = rest_pose(skeleton);
    let mut out = Vec::new();
    for (side, widths) in Side::BOTH.into_iter().zip(widths) {
        let place = |kind| {
            let point = points.get(BodyPoint { side, kind })?;
            Some((point.joint, rest.point(0, point.joint, &point.offset)))
        };
        if let (Some(foot), Some((front, tip)), Some((_, heel))) =
            (skeleton.roles().joint(Role::Foot(side)), place(PointKind::ToeTip), place(PointKind::Heel))
        {
            let sole = SoleShape::new(skeleton, &rest, side, [foot, front], [heel, tip], widths, margin);
            sole.add_points(&rest, &mut out);
        }
        if let (Some((hand, wrist)), Some((_, tips))) =
            (place(PointKind::Wrist), place(PointKind::Fingertips))
        {
            let across = knuckles_axis(skeleton, &rest, hand, &(tips - wrist));
            let half = across * (HALF_HAND / FOOT_LENGTH * foot_length(skeleton));
            let knuckles = (wrist + tips) / 2.0;
            for world in [wrist, knuckles + half, knuckles - half, tips] {
                let offset = rest.rotation(0, hand).inverse() * (world - rest.position(0, hand));
                out.push(SupportPoint { side, kind: SupportKind::Hand, is_heel: false, joint: hand, offset });
            }
        }
    }
    for side in Side::BOTH {
        let joints = [
            (SupportKind::Limb, Role::Shin(side)),
            (SupportKind::Limb, Role::Forearm(side)),
            (SupportKind::Trunk, Role::Thigh(side)),
            (SupportKind::Trunk, Role::UpperArm(side)),
        ];
        for (kind, role) in joints {
            let joint = skeleton.roles().joint(role);
            let point = |joint| SupportPoint { side, kind, is_heel: false, joint, offset: Vec3::zeros() };
            out.extend(joint.map(point));
        }
    }
    out
}

fn foot_length(skeleton: &Skeleton) -> f64 {
    FOOT_LENGTH * reference_leg::bones(skeleton).unwrap_or(reference_leg::BONES)
}

/// Across the hand: towards the thumb's side as far as the rest pose tells, else level.
fn knuckles_axis(skeleton: &Skeleton, rest: &WorldPoses, hand: JointIndex, along: &Vec3) -> Vec3 {
    let fingers = skeleton.joints().filter(|&joint| joint != hand && skeleton.is_below(joint, hand));
    let axis = along.try_normalize(1e-9).unwrap_or_else(Vec3::x);
    let beside = fingers.map(|joint| rest.position(0, joint) - rest.position(0, hand));
    let beside = beside.map(|way| way - axis * way.dot(&axis));
    let widest = beside.max_by(|a, b| a.norm().total_cmp(&b.norm())).and_then(|way| way.try_normalize(1e-3));
    widest.or_else(|| axis.cross(&Vec3::y()).try_normalize(1e-3)).unwrap_or_else(Vec3::z)
}

/// A foot's outline on the floor in the rest pose, world.
struct SoleShape {
    side: Side,
    foot: JointIndex,
    front: JointIndex,
    heel: Vec3,
    tip: Vec3,
    /// Unit, level, to the foot's right.
    across: Vec3,
    half_widths: [f64; 2],
}

impl SoleShape {
    fn new(
        skeleton: &Skeleton,
        rest: &WorldPoses,
        side: Side,
        [foot, front]: [JointIndex; 2],
        [heel, tip]: [Vec3; 2],
        widths: &Option<[f64; 2]>,
        margin: f64,
    ) -> Self {
        let length = foot_length(skeleton);
        let ankle = rest.position(0, foot);
        let level = |way: Vec3| Vec3::new(way.x, 0.0, way.z);
        let forward = level(tip - heel).try_normalize(1e-6).unwrap_or_else(Vec3::z);
        let across = forward.cross(&Vec3::y());
        // Along the foot from the ankle.
        let along = |place: &Vec3| (place - ankle).dot(&forward);
        let has_mesh = skeleton.sole(side).is_some();
        let mut ends = [along(&heel), along(&tip)];
        if !has_mesh {
            ends = [-HEEL_BEHIND_ANKLE * length, ends[1].max(TIP_BEFORE_ANKLE * length)];
        }
        let slope = (tip.y - heel.y) / (along(&tip) - along(&heel)).max(1e-3 * length);
        let at = |way: f64| {
            let height = heel.y + slope * (way - along(&heel));
            Vec3::new(ankle.x, height, ankle.z) + forward * way
        };
        let widths = widths.unwrap_or([HEEL_WIDTH * length, BALL_WIDTH * length]);
        Self {
            side,
            foot,
            front,
            heel: at(ends[0] - margin),
            tip: at(ends[1] + margin),
            across,
            half_widths: widths.map(|width| width / 2.0 + margin),
        }
    }

    fn add_points(&self, rest: &WorldPoses, out: &mut Vec<SupportPoint>) {
        let [heel, ball] = self.half_widths;
        let way = self.tip - self.heel;
        let mut add = |share: f64, half: f64, joint: JointIndex, is_heel: bool| {
            let world = self.heel + way * share + self.across * half;
            let offset = rest.rotation(0, joint).inverse() * (world - rest.position(0, joint));
            out.push(SupportPoint { side: self.side, kind: SupportKind::Foot, is_heel, joint, offset });
        };
        add(0.0, 0.0, self.foot, true);
        for half in [heel, -heel] {
            add(0.1, half, self.foot, true);
        }
        for half in [ball, -ball] {
            add(BALL_PLACE, half, self.front, false);
        }
        for half in [TOE_WIDTH * ball, -TOE_WIDTH * ball] {
            add(TOE_PLACE, half, self.front, false);
        }
        add(1.0, 0.0, self.front, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn feet_have_the_size_of_shoes_and_lie_on_the_floor() {
        let skeleton = crate::sample::biped_skeleton(&Default::default()).unwrap();
        let points = support_points(&skeleton, &[None; 2], 0.015);
        assert_eq!(points.len(), 32);
        let rest = rest_pose(&skeleton);
        let world = |p: &SupportPoint| rest.point(0, p.joint, &p.offset);
        for side in Side::BOTH {
            let feet: Vec<Vec3> =
                points.iter().filter(|p| p.side == side && p.kind == SupportKind::Foot).map(world).collect();
            let extent = |axis: usize| {
                let of = feet.iter().map(|p| p[axis]);
                of.clone().fold(f64::MIN, f64::max) - of.fold(f64::MAX, f64::min)
            };
            // The thesis's print is 29.6 by 13.5 cm (Lyard 2008, section 4.7.3).
            assert!((0.26..0.34).contains(&extent(2)), "{}", extent(2));
            assert!((0.11..0.15).contains(&extent(0)), "{}", extent(0));
            assert!(extent(1) < 0.02, "{}", extent(1));
        }
        // Feet and hands first: what else may bear can be left out.
        let is_end = |p: &SupportPoint| matches!(p.kind, SupportKind::Foot | SupportKind::Hand);
        assert!(points[..24].iter().all(is_end) && !points[24..].iter().any(is_end));
        let [left, right] =
            Side::BOTH.map(|side| points.iter().filter(|p| p.side == side).map(world).sum::<Vec3>());
        assert!((left.x + right.x).abs() < 1e-9 && (left.z - right.z).abs() < 1e-9);
    }
}

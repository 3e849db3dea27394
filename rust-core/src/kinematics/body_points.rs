//! [`BodyPoints`]: where on which joint the points lie that can be planted.

use super::forward::rest_pose;
use crate::math::Vec3;
use crate::model::{BodyPoint, JointIndex, PointKind, Role, Roles, Side, Skeleton, Sole};

/// A point fixed to a joint.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AttachedPoint {
    /// The joint it moves with.
    pub joint: JointIndex,
    /// In the joint's frame, metres; zero for the joint itself.
    pub offset: Vec3,
}

/// The plantable points of one skeleton. Points whose joints have no role are absent.
#[derive(Debug, Clone, PartialEq)]
pub struct BodyPoints {
    points: Vec<(BodyPoint, AttachedPoint)>,
    /// Of the ankles and toes, left first.
    standing: [[f64; 2]; 2],
}

impl BodyPoints {
    /// Finds the points from the skeleton's roles and rest pose; heel, tip and standing heights from the skin where it
    /// told them ([`Skeleton::sole`]).
    pub fn new(skeleton: &Skeleton) -> Self {
        let roles = skeleton.roles();
        let rest = rest_pose(skeleton);
        let mut points = Vec::new();
        let mut standing = [[0.0; 2]; 2];
        for (index, side) in Side::BOTH.into_iter().enumerate() {
            let mut add = |kind, joint: JointIndex, world: Vec3| {
                let offset = rest.rotations[joint.0].inverse() * (world - rest.positions[joint.0]);
                // A joint's own point is exactly the joint.
                let offset = if offset.norm() < 1e-9 { Vec3::zeros() } else { offset };
                points.push((BodyPoint { side, kind }, AttachedPoint { joint, offset }));
            };
            if let Some(foot) = roles.joint(Role::Foot(side)) {
                let ankle = rest.positions[foot.0];
                let shape = FootShape::new(skeleton, roles, side, foot, &rest);
                add(PointKind::Ankle, foot, ankle);
                add(PointKind::Heel, foot, shape.heel);
                add(PointKind::Toe, shape.toe_joint, shape.ball);
                add(PointKind::ToeTip, shape.toe_joint, shape.tip);
                standing[index] = shape.standing_heights(ankle);
            }
            if let Some(hand) = roles.joint(Role::Hand(side)) {
                let wrist = rest.positions[hand.0];
                add(PointKind::Wrist, hand, wrist);
                let tips = skeleton.joints().filter(|&j| skeleton.is_below(j, hand)).map(|j| {
                    rest.positions[j.0]
                        + skeleton.end_site(j).map_or_else(Vec3::zeros, |o| rest.rotations[j.0] * o)
                });
                let farthest = tips.max_by(|a, b| (a - wrist).norm().total_cmp(&(b - wrist).norm()));
                add(PointKind::Fingertips, hand, farthest.unwrap_or(wrist));
            }
        }
        Self { points, standing }
    }

    /// Where the point is attached; `None` if the skeleton has no such foot or hand.
    pub fn get(&self, point: BodyPoint) -> Option<AttachedPoint> {
        self.points.iter().find(|(p, _)| *p == point).map(|(_, attached)| *attached)
    }

    /// Height over the ground at which the point stands while the foot is flat, metres: of ankle and toe joint their
    /// height over the sole in the rest pose, 0 for points of the sole and of the hands.
    pub fn standing_height(&self, point: BodyPoint) -> f64 {
        let [ankle, toe] = self.standing[usize::from(point.side == Side::Right)];
        match point.kind {
            PointKind::Ankle => ankle,
            PointKind::Toe => toe,
            _ => 0.0,
        }
    }

    /// All points there are.
    pub fn iter(&self) -> impl Iterator<Item = (BodyPoint, AttachedPoint)> + '_ {
        self.points.iter().copied()
    }
}

/// Rest-pose shape of a foot, world.
struct FootShape {
    toe_joint: JointIndex,
    ball: Vec3,
    tip: Vec3,
    heel: Vec3,
    leg: f64,
    sole: Option<Sole>,
}

impl FootShape {
    /// Of ankle and toe joint. Toes that hang down at rest do not lift the ball: they can bend.
    fn standing_heights(&self, ankle: Vec3) -> [f64; 2] {
        if let Some(sole) = &self.sole {
            // Without a toe joint the ball lies at 0.7 of the way from the ankle to the tip.
            let ball = if sole.front == sole.foot { 0.3 * sole.ankle_height } else { sole.front_height };
            return [sole.ankle_height, ball];
        }
        let toes = (self.ball.y - self.tip.y).clamp(0.0, 0.03 * self.leg);
        let sole = self.heel.y.min(self.ball.y - toes);
        [(ankle.y - sole).max(0.0), toes]
    }

    fn new(
        skeleton: &Skeleton,
        roles: &Roles,
        side: Side,
        foot: JointIndex,
        rest: &super::WorldPoses,
    ) -> Self {
        let ankle = rest.positions[foot.0];
        let leg = roles
            .joint(Role::Thigh(side))
            .map_or(0.8, |thigh| (rest.positions[thigh.0] - ankle).norm().max(1e-3));
        let world_site = |joint: JointIndex| {
            skeleton.end_site(joint).map(|o| rest.positions[joint.0] + rest.rotations[joint.0] * o)
        };
        let toe = roles.joint(Role::Toe(side));
        let toe_joint = toe.unwrap_or(foot);
        let sole = skeleton.sole(side).copied();
        let place =
            |joint: JointIndex, offset: &Vec3| rest.positions[joint.0] + rest.rotations[joint.0] * offset;
        let tip =
            sole.map(|sole| place(sole.front, &sole.tip)).or_else(|| world_site(toe_joint)).or_else(|| {
                let below = skeleton.joints().filter(|&j| j != toe_joint && skeleton.is_below(j, toe_joint));
                below
                    .map(|j| rest.positions[j.0])
                    .max_by(|a, b| (a - ankle).norm().total_cmp(&(b - ankle).norm()))
            });
        // Adult proportions where the rig tells nothing: foot 0.3 of the leg, ankle 0.1 of it above the sole.
        let guess_forward = match (toe, tip) {
            (Some(toe), _) => rest.positions[toe.0] - ankle,
            (None, Some(tip)) => tip - ankle,
            _ => Vec3::z(),
        };
        let level =
            Vec3::new(guess_forward.x, 0.0, guess_forward.z).try_normalize(1e-6).unwrap_or_else(Vec3::z);
        let ball = match (toe, tip) {
            (Some(toe), _) => rest.positions[toe.0],
            (None, Some(tip)) => ankle + (tip - ankle) * 0.7,
            _ => ankle + level * (0.2 * leg) - Vec3::y() * (0.08 * leg),
        };
        let tip = tip.filter(|t| (t - ball).norm() > 1e-3 * leg).unwrap_or(ball + level * (0.08 * leg));
        // The toes lie flat at rest, so the sole runs along them, under the ankle, and a little behind it.
        let along = (tip - ball).try_normalize(1e-9).unwrap_or(level);
        let under_ankle = ball + along * (ankle - ball).dot(&along);
        let heel = sole.map_or(under_ankle - along * (0.05 * leg), |sole| place(foot, &sole.heel));
        Self { toe_joint, ball, tip, heel, leg, sole }
    }
}

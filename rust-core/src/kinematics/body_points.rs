//! [`BodyPoints`]: the points that can be planted, each with its joint and its offset from it.

use super::forward::rest_pose;
use crate::math::Vec3;
use crate::model::foot_shape::{FootShape, StandingPose};
use crate::model::{BodyPoint, JointIndex, PointKind, Role, Side, Skeleton};

/// A point fixed to a joint.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AttachedPoint {
    /// The joint it moves with.
    pub joint: JointIndex,
    /// In the joint's frame, metres; zero for the joint itself.
    pub offset: Vec3,
}

/// The plantable points of one skeleton. Points whose joints have no role are absent.
///
/// ```
/// use surefoot::kinematics::BodyPoints;
/// use surefoot::model::BodyPoint;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
///
/// let points = BodyPoints::new(&skeleton);
/// let heel = BodyPoint::from_name("left_heel").expect("a point of the body");
/// let attached = points.get(heel).expect("the character has feet");
/// assert_eq!(skeleton.name(attached.joint), "left_foot");
/// assert!(attached.offset.y < 0.0, "the heel lies below the ankle");
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct BodyPoints {
    points: Vec<(BodyPoint, AttachedPoint)>,
    /// Of the ankles and toes, left first.
    standing: [[f64; 2]; 2],
}

impl BodyPoints {
    /// Finds the points from the skeleton's roles and rest pose; heel, tip and standing heights from the skin or the motion
    /// where those told them ([`Skeleton::sole`]).
    pub fn new(skeleton: &Skeleton) -> Self {
        let roles = skeleton.roles();
        let rest = rest_pose(skeleton);
        let pose = StandingPose { positions: &rest.positions, rotations: &rest.rotations };
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
                let shape = FootShape::new(skeleton, roles, side, foot, pose);
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

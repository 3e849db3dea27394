//! [`FootShape`]: heel, ball, tip and standing heights of a foot in one pose in which it stands.

use super::{JointIndex, Role, Roles, Side, Skeleton, Sole};
use crate::math::{Quat, Vec3};

/// World positions and rotations of all joints in one pose.
#[derive(Clone, Copy)]
pub(crate) struct StandingPose<'a> {
    pub(crate) positions: &'a [Vec3],
    pub(crate) rotations: &'a [Quat],
}

/// Shape of a foot in a pose in which it stands, world.
pub(crate) struct FootShape {
    pub(crate) toe_joint: JointIndex,
    pub(crate) ball: Vec3,
    pub(crate) tip: Vec3,
    pub(crate) heel: Vec3,
    leg: f64,
    sole: Option<Sole>,
}

impl FootShape {
    /// Of ankle and toe joint. Toes that hang down at rest do not lift the ball: they can bend.
    pub(crate) fn standing_heights(&self, ankle: Vec3) -> [f64; 2] {
        if let Some(sole) = &self.sole {
            // Without a toe joint the ball lies at 0.7 of the way from the ankle to the tip.
            let ball = if sole.front == sole.foot { 0.3 * sole.ankle_height } else { sole.front_height };
            return [sole.ankle_height, ball];
        }
        let toes = (self.ball.y - self.tip.y).clamp(0.0, 0.03 * self.leg);
        let sole = self.heel.y.min(self.ball.y - toes);
        [(ankle.y - sole).max(0.0), toes]
    }

    /// `rest` is the rest pose, or one of the motion where that stands and the rest pose does not.
    pub(crate) fn new(
        skeleton: &Skeleton,
        roles: &Roles,
        side: Side,
        foot: JointIndex,
        rest: StandingPose<'_>,
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

//! The reference adult leg. Lengths and speeds are tuned for it and scale with the leg of the character.

use super::rest_pose;
use crate::model::{Role, Side, Skeleton};

/// Hip to ankle, nearly stretched, as a clip shows it (99th percentile over its frames), metres.
pub(crate) const REACHED: f64 = 0.83;
/// Thigh and shin end to end, as a skeleton gives them, metres: a leg in motion is seldom quite straight.
pub(crate) const BONES: f64 = 0.85;

/// Thigh and shin end to end in the rest pose, the longer leg, metres; `None` without legs.
pub(crate) fn bones(skeleton: &Skeleton) -> Option<f64> {
    let rest = rest_pose(skeleton);
    let leg = |side| {
        let roles = [Role::Thigh(side), Role::Shin(side), Role::Foot(side)];
        let [Some(thigh), Some(shin), Some(foot)] = roles.map(|r| skeleton.roles().joint(r)) else {
            return None;
        };
        let at = |joint| rest.position(0, joint);
        Some((at(thigh) - at(shin)).norm() + (at(shin) - at(foot)).norm())
    };
    Side::BOTH.into_iter().filter_map(leg).filter(|length| *length > 1e-9).max_by(f64::total_cmp)
}

/// Factor on lengths and speeds for this skeleton; 1 without legs.
pub(crate) fn scale_of(skeleton: &Skeleton) -> f64 {
    bones(skeleton).map_or(1.0, |length| length / BONES)
}

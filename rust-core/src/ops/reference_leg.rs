//! The adult leg on whom lengths and speeds were chosen. Operations state their constants for it and scale them with the
//! leg at hand.

use crate::model::{Role, Side, Skeleton};

/// Hip to ankle, nearly stretched, as a clip shows it (99th percentile over its frames, PD-1), metres.
pub(crate) const REACHED: f64 = 0.83;
/// Thigh and shin end to end, as a skeleton gives them, metres: a leg in motion is seldom quite straight.
pub(crate) const BONES: f64 = 0.85;

/// Thigh and shin end to end, the longer leg, metres; 0 without one.
pub(crate) fn bones(skeleton: &Skeleton) -> f64 {
    let leg = |side| {
        let [thigh, foot] = [Role::Thigh(side), Role::Foot(side)].map(|r| skeleton.roles().joint(r));
        let (thigh, mut at) = (thigh?, foot?);
        let mut length = 0.0;
        while at != thigh {
            length += skeleton.rest_offset(at).norm();
            at = skeleton.parent(at)?;
        }
        Some(length)
    };
    Side::BOTH.into_iter().filter_map(leg).fold(0.0, f64::max)
}

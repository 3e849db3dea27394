//! [`standing_height`]: how tall a character is, whatever its rest pose.

use super::rest::rest_maps;
use super::{JointIndex, Role, Side, Skeleton};
use crate::math::Affine;

/// Height of the upright body in metres: lengths from joint to joint from sole to crown where roles tell them, so that splayed or
/// bent rest poses do not count; else the height of the rest pose.
///
/// ```
/// use surefoot::model::standing_height;
/// use surefoot_sample::{BipedOptions, biped_skeleton};
///
/// let skeleton = biped_skeleton(&BipedOptions { height: 1.6, ..Default::default() })?;
/// assert!((standing_height(&skeleton) - 1.6).abs() < 0.1);
/// # Ok::<(), surefoot::Error>(())
/// ```
pub fn standing_height(skeleton: &Skeleton) -> f64 {
    let rest = rest_maps(skeleton);
    from_roles(skeleton, &rest).unwrap_or_else(|| {
        let sites =
            skeleton.end_sites().iter().map(|site| rest[site.joint.0].transform_point(&site.offset).y);
        let heights = rest.iter().map(|map| map.translation.y).chain(sites);
        let (low, high) =
            heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), y| (low.min(y), high.max(y)));
        high - low
    })
}

fn from_roles(skeleton: &Skeleton, rest: &[Affine]) -> Option<f64> {
    let roles = skeleton.roles();
    let at = |joint: JointIndex| rest[joint.0].translation;
    let [thigh, shin, foot] = [Role::Thigh(Side::Left), Role::Shin(Side::Left), Role::Foot(Side::Left)]
        .map(|role| roles.joint(role));
    let (thigh, shin, foot) = (thigh?, shin?, foot?);
    let other_thigh = roles.joint(Role::Thigh(Side::Right))?;
    let head = roles.joint(Role::Head)?;
    let leg = (at(thigh) - at(shin)).norm() + (at(shin) - at(foot)).norm();
    let pelvis = (at(thigh) + at(other_thigh)) / 2.0;
    // Up from the head to the first joint that carries the legs too.
    let mut trunk = 0.0;
    let mut joint = head;
    while let Some(parent) = skeleton.parent(joint).filter(|&p| !skeleton.is_below(thigh, p)) {
        trunk += (at(joint) - at(parent)).norm();
        joint = parent;
    }
    trunk += (at(joint) - pelvis).norm();
    // Adult proportions where the rig ends at the joint: the crown 0.13 of the leg above the head joint, the sole
    // 0.1 of it below the ankle.
    let crown = skeleton.end_site(head).map_or(0.0, |site| site.norm()).max(0.13 * leg);
    Some(leg * 1.1 + trunk + crown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{BipedOptions, biped_skeleton};

    #[test]
    fn the_sample_character_has_the_height_it_was_made_with() {
        for height in [1.2, 1.75, 2.1] {
            let skeleton = biped_skeleton(&BipedOptions { height, ..BipedOptions::default() }).unwrap();
            let measured = standing_height(&skeleton);
            assert!((measured / height - 1.0).abs() < 0.08, "{measured} {height}");
        }
    }
}

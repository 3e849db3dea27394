//! What the shape of the rest pose says: the check for four legs.

use super::find::Limb;
use crate::math::{Affine, Vec3};
use crate::model::Skeleton;

/// World positions of the rest pose. Forward kinematics lies above the model, so these few lines stand here too.
fn rest_positions(skeleton: &Skeleton) -> Vec<Vec3> {
    let mut maps: Vec<Affine> = Vec::with_capacity(skeleton.joint_count());
    for joint in skeleton.joints() {
        let local = Affine::from_trs(
            skeleton.rest_offset(joint),
            &skeleton.rest_rotation(joint),
            &skeleton.rest_scale(joint),
        );
        maps.push(skeleton.parent(joint).map_or(local, |parent| maps[parent.0] * local));
    }
    maps.iter().map(|map| map.translation).collect()
}

/// Whether arms and legs stand side by side on the ground: parallel, across the trunk, and ending at one height.
///
/// Only angles between limbs are compared, not heights, so that a rest pose lying on its side (BVH files whose rest
/// pose is all zeros along one axis) is not taken for an animal.
pub(super) fn stands_on_arms(skeleton: &Skeleton, legs: &[Limb; 2], arms: &[Limb; 2]) -> bool {
    let at = rest_positions(skeleton);
    let mut votes = 0;
    for side in 0..2 {
        let (Some(thigh), Some(foot)) = (legs[side][0], legs[side][2]) else {
            return false;
        };
        let (Some(arm), Some(hand)) = (arms[side][1], arms[side][3]) else {
            return false;
        };
        let leg = at[foot.0] - at[thigh.0];
        let front = at[hand.0] - at[arm.0];
        let trunk = at[arm.0] - at[thigh.0];
        let (Some(down), Some(front_down), Some(along)) =
            (leg.try_normalize(1e-9), front.try_normalize(1e-9), trunk.try_normalize(1e-9))
        else {
            return false;
        };
        let level = (at[hand.0] - at[foot.0]).dot(&down).abs() < 0.35 * leg.norm();
        votes += i32::from(down.dot(&front_down) > 0.7 && down.dot(&along).abs() < 0.6 && level);
    }
    votes == 2
}

//! World maps of the rest pose.

use super::Skeleton;
use crate::math::Affine;

/// Where the joints stand at rest; the root at its rest offset. A joint that compensates its parent's scale sits at
/// the scaled place but does not grow with the parent itself.
pub(crate) fn rest_maps(skeleton: &Skeleton) -> Vec<Affine> {
    let mut maps: Vec<Affine> = Vec::with_capacity(skeleton.joint_count());
    for joint in skeleton.joints() {
        let mut local = Affine::from_trs(
            skeleton.rest_offset(joint),
            &skeleton.rest_rotation(joint),
            &skeleton.rest_scale(joint),
        );
        let Some(parent) = skeleton.parent(joint) else {
            maps.push(local);
            continue;
        };
        if skeleton.compensates_parent_scale(joint) {
            // The parent's map ends in its scale S: the place keeps S, the axes drop it.
            for (row, &scale) in skeleton.rest_scale(parent).iter().enumerate() {
                local.linear.row_mut(row).unscale_mut(if scale == 0.0 { 1.0 } else { scale });
            }
        }
        maps.push(maps[parent.0] * local);
    }
    maps
}

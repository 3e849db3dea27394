//! World maps and rotations of the rest pose.

use super::Skeleton;
use crate::math::{Affine, Quat, Vec3};

/// Where the joints stand at rest; the root at its rest offset. A joint that compensates its parent's scale sits at
/// the scaled place but does not grow with the parent itself.
pub(crate) fn rest_maps(skeleton: &Skeleton) -> Vec<Affine> {
    let mut maps: Vec<Affine> = Vec::with_capacity(skeleton.joint_count());
    for joint in skeleton.joints() {
        let parent = skeleton.parent(joint);
        let compensated = parent.filter(|_| skeleton.compensates_parent_scale(joint));
        let local = local_map(
            skeleton.rest_offset(joint),
            &skeleton.rest_rotation(joint),
            &skeleton.rest_scale(joint),
            compensated.map(|parent| skeleton.rest_scale(parent)),
        );
        maps.push(parent.map_or(local, |parent| maps[parent.0] * local));
    }
    maps
}

/// How the joints are turned at rest: the products of the local rotations, scale left out.
pub(crate) fn rest_rotations(skeleton: &Skeleton) -> Vec<Quat> {
    let mut rotations: Vec<Quat> = Vec::with_capacity(skeleton.joint_count());
    for joint in skeleton.joints() {
        let local = skeleton.rest_rotation(joint);
        rotations.push(skeleton.parent(joint).map_or(local, |parent| rotations[parent.0] * local));
    }
    rotations
}

/// A joint's map into its parent: scale, rotation, translation. A joint that compensates its parent's scale drops that
/// scale from its axes; its place keeps it.
#[inline]
pub(crate) fn local_map(
    translation: Vec3,
    rotation: &Quat,
    scale: &Vec3,
    compensated: Option<Vec3>,
) -> Affine {
    let mut local = Affine::from_trs(translation, rotation, scale);
    if let Some(parent_scale) = compensated {
        for (row, &scale) in parent_scale.iter().enumerate() {
            local.linear.row_mut(row).unscale_mut(if scale == 0.0 { 1.0 } else { scale });
        }
    }
    local
}

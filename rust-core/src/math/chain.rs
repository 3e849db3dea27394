//! Forward kinematics without scale: poses along a chain of joints.

use super::{Quat, Vec3};

/// World position and rotation of a joint from those of its parent: the one step of forward kinematics without scale.
#[inline]
pub(crate) fn child_pose(parent: (Vec3, Quat), offset: &Vec3, local: &Quat) -> (Vec3, Quat) {
    let (position, rotation) = parent;
    (position + rotation * offset, rotation * local)
}

/// Poses the joints named by `links`, pairs of joint and parent, parents first. The root's pose is `root` and the first
/// local rotation. Entries of other joints stay as they are.
#[inline]
pub(crate) fn compose_links(
    links: impl Iterator<Item = (usize, usize)>,
    locals: &[Quat],
    offsets: &[Vec3],
    root: Vec3,
    rotations: &mut [Quat],
    positions: &mut [Vec3],
) {
    rotations[0] = locals[0];
    positions[0] = root;
    for (joint, parent) in links {
        (positions[joint], rotations[joint]) =
            child_pose((positions[parent], rotations[parent]), &offsets[joint], &locals[joint]);
    }
}

/// Poses all joints of one frame: two products a joint. `parents[0]` is not read.
pub(crate) fn compose_frame(
    parents: &[usize],
    locals: &[Quat],
    offsets: &[Vec3],
    root: Vec3,
    rotations: &mut [Quat],
    positions: &mut [Vec3],
) {
    let count = parents.len();
    // Slices of one known length let the compiler drop the bounds checks in the loop.
    let (locals, offsets) = (&locals[..count], &offsets[..count]);
    let (rotations, positions) = (&mut rotations[..count], &mut positions[..count]);
    compose_links(
        (1..count).map(|joint| (joint, parents[joint])),
        locals,
        offsets,
        root,
        rotations,
        positions,
    );
}

/// Poses one joint by the joints above it, without memory for the others. `parents[0]` is not read.
pub(crate) fn compose_joint(
    parents: &[usize],
    locals: &[Quat],
    offsets: &[Vec3],
    root: Vec3,
    joint: usize,
) -> (Vec3, Quat) {
    if joint == 0 {
        return (root, locals[0]);
    }
    let parent = compose_joint(parents, locals, offsets, root, parents[joint]);
    child_pose(parent, &offsets[joint], &locals[joint])
}

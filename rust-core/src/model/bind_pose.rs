//! [`BindPose`]: where the joints stood when a skin was bound, placed in the world.

use super::rest::{rest_maps, rest_rotations};
use super::{JointIndex, Role, Side, Skeleton, Skin};
use crate::math::{Affine, Quat, Vec3};
use nalgebra::Matrix3;

/// A skin's bind pose in the world, in metres. The mesh is as it was bound: no blending, whatever the rest pose is.
pub(crate) struct BindPose {
    /// Mesh space to the world.
    pub place: Affine,
    /// World map of every joint at bind time; joints without a slot stand as the rest pose has them below their parent.
    pub joints: Vec<Affine>,
    /// Rest rotations, and what takes a joint's frame with its scale to one that only turns.
    frames: Vec<Option<Affine>>,
}

/// The slot of the joint that a skin's bind pose is placed by: all skins of a body that have the pelvis go by it, a skin of
/// shoes by its feet.
pub(crate) fn anchor_slot(skeleton: &Skeleton, skin: &Skin) -> usize {
    let roles =
        [Role::Pelvis].into_iter().chain(Side::BOTH.map(Role::Thigh)).chain(Side::BOTH.map(Role::Foot));
    let slot_of = |joint: JointIndex| skin.data().slot_joints.iter().position(|&other| other == joint);
    roles.filter_map(|role| skeleton.roles().joint(role)).find_map(slot_of).unwrap_or(0)
}

impl BindPose {
    /// `None` if the skin has no joint or a bind matrix that cannot be inverted.
    pub(crate) fn new(skeleton: &Skeleton, skin: &Skin) -> Option<Self> {
        let rest = rest_maps(skeleton);
        let data = skin.data();
        let mut slots = vec![None; skeleton.joint_count()];
        for (slot, joint) in data.slot_joints.iter().enumerate().rev() {
            slots[joint.0] = Some(slot);
        }
        let anchor = anchor_slot(skeleton, skin);
        let place = rest[data.slot_joints.get(anchor)?.0] * *data.inverse_binds.get(anchor)?;
        let mut joints: Vec<Affine> = Vec::with_capacity(skeleton.joint_count());
        for joint in skeleton.joints() {
            let map = match (slots[joint.0], skeleton.parent(joint)) {
                (Some(slot), _) => place * data.inverse_binds[slot].inverse()?,
                (None, Some(parent)) => joints[parent.0] * (rest[parent.0].inverse()? * rest[joint.0]),
                (None, None) => rest[joint.0],
            };
            joints.push(map);
        }
        let frames = frames(&rest, &rest_rotations(skeleton), &joints);
        Some(Self { place, joints, frames })
    }

    /// A vertex in the world.
    pub(crate) fn position(&self, skin: &Skin, vertex: usize) -> Vec3 {
        self.place.transform_point(&skin.data().positions[vertex].cast())
    }

    /// A place of the world in a joint's frame: in metres, turned with the joint.
    pub(crate) fn in_joint(&self, joint: JointIndex, place: &Vec3) -> Option<Vec3> {
        Some(self.frames[joint.0]?.transform_point(place))
    }

    /// A direction of the joint's frame in the world.
    pub(crate) fn direction_from_joint(&self, joint: JointIndex, direction: &Vec3) -> Vec3 {
        let inverse = self.frames[joint.0].and_then(|frame| frame.linear.try_inverse());
        inverse.map_or_else(Vec3::zeros, |map| map * direction)
    }

    /// The joints' world maps after every joint's offset from its parent was multiplied by `changes`; the root's own
    /// place in the world by its change.
    pub(crate) fn changed(&self, skeleton: &Skeleton, changes: &[Matrix3<f64>]) -> Option<Vec<Affine>> {
        let mut out: Vec<Affine> = Vec::with_capacity(self.joints.len());
        for joint in skeleton.joints() {
            let map = match skeleton.parent(joint) {
                None => {
                    let mut map = self.joints[joint.0];
                    map.translation = changes[joint.0] * map.translation;
                    map
                }
                Some(parent) => {
                    let mut local = self.joints[parent.0].inverse()? * self.joints[joint.0];
                    local.translation = changes[joint.0] * local.translation;
                    out[parent.0] * local
                }
            };
            out.push(map);
        }
        Some(out)
    }
}

fn frames(rest: &[Affine], rotations: &[Quat], joints: &[Affine]) -> Vec<Option<Affine>> {
    let frame = |joint: usize| {
        let inside = joints[joint].inverse()?;
        let turn = rotations[joint].inverse().to_rotation_matrix().into_inner();
        let metres = Affine { linear: turn * rest[joint].linear, translation: Vec3::zeros() };
        Some(metres * inside)
    };
    (0..joints.len()).map(frame).collect()
}

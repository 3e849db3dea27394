//! One frame's row of numbers, and the rotation and position that each joint takes from it.

use super::header::{Channel, Header, HeaderJoint};
use crate::math::{EulerOrder, Quat, Vec3};

/// How one joint's rotation and translation are found in a row. Slot `channel_count` of a row is always 0 and
/// stands for the channels that a joint does not have.
#[derive(Debug, Clone)]
pub(super) struct JointRow {
    pub(super) order: EulerOrder,
    /// Slots of the three angles, in that order.
    pub(super) angles: [usize; 3],
    /// Slots of x, y, z; `None` keeps that part of the offset.
    pub(super) positions: [Option<usize>; 3],
    pub(super) offset: [f64; 3],
    pub(super) has_rotation: bool,
}

impl JointRow {
    fn new(joint: &HeaderJoint, channel_count: usize) -> Self {
        let mut axes = Vec::with_capacity(3);
        let mut angles = [channel_count; 3];
        let mut positions = [None; 3];
        for (index, channel) in joint.channels.iter().enumerate() {
            match *channel {
                Channel::Position(axis) => positions[axis] = Some(joint.first_channel + index),
                Channel::Rotation(axis) => {
                    angles[axes.len()] = joint.first_channel + index;
                    axes.push(axis);
                }
            }
        }
        let has_rotation = !axes.is_empty();
        // Angles that the file does not have are 0 wherever they come in the product: behind the others.
        for axis in 0..3 {
            if !axes.contains(&axis) {
                axes.push(axis);
            }
        }
        let order = EulerOrder::ALL.into_iter().find(|order| order.axes()[..] == axes[..]);
        Self {
            order: order.unwrap_or(EulerOrder::Zyx),
            angles,
            positions,
            offset: joint.offset,
            has_rotation,
        }
    }

    /// The joint's local rotation.
    #[inline]
    pub(super) fn rotation(&self, row: &[f64]) -> Quat {
        self.order.to_rotation(self.angles.map(|slot| row[slot].to_radians()))
    }

    /// The joint's local translation, file units. Positions replace the offset, as in all common tools.
    #[inline]
    pub(super) fn translation(&self, row: &[f64]) -> Vec3 {
        let part = |axis: usize| self.positions[axis].map_or(self.offset[axis], |slot| row[slot]);
        Vec3::new(part(0), part(1), part(2))
    }

    /// Whether the file animates the joint's translation.
    pub(super) fn has_positions(&self) -> bool {
        self.positions.iter().any(Option::is_some)
    }
}

/// One [`JointRow`] per joint.
pub(super) fn joint_rows(header: &Header) -> Vec<JointRow> {
    header.joints.iter().map(|joint| JointRow::new(joint, header.channel_count)).collect()
}

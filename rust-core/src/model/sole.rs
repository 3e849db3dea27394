//! [`Sole`]: where a foot meets the ground. [`find_soles`](crate::ops::find_soles()) finds it in the skin.

use super::skeleton::JointIndex;
use crate::math::Vec3;

/// The sole of one foot.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sole {
    /// The ankle.
    pub foot: JointIndex,
    /// The joint that carries the tip: the toe, else the foot.
    pub front: JointIndex,
    /// Rear end of the contact, in the foot's frame, metres.
    pub heel: Vec3,
    /// Front end of the contact, in the front joint's frame, metres.
    pub tip: Vec3,
    /// Height of the ankle over the sole while the foot stands, metres.
    pub ankle_height: f64,
    /// The same of the front joint.
    pub front_height: f64,
}

//! [`BodyPart`]: the part of the body that a joint moves.

use crate::model::{JointIndex, Role, Side, Skeleton};

/// A part of the body, by the roles of its joints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum BodyPart {
    /// Pelvis, spine and neck, and whatever hangs from them without a role.
    Trunk,
    Head,
    Clavicle(Side),
    UpperArm(Side),
    Forearm(Side),
    /// With the fingers.
    Hand(Side),
    Thigh(Side),
    Shin(Side),
    /// With the toes.
    Foot(Side),
}

impl BodyPart {
    fn of_role(role: Role) -> Self {
        match role {
            Role::Pelvis | Role::Spine | Role::Neck => BodyPart::Trunk,
            Role::Head => BodyPart::Head,
            Role::Clavicle(side) => BodyPart::Clavicle(side),
            Role::UpperArm(side) => BodyPart::UpperArm(side),
            Role::Forearm(side) => BodyPart::Forearm(side),
            Role::Hand(side) => BodyPart::Hand(side),
            Role::Thigh(side) => BodyPart::Thigh(side),
            Role::Shin(side) => BodyPart::Shin(side),
            Role::Foot(side) | Role::Toe(side) => BodyPart::Foot(side),
        }
    }

    /// Every part, those of the left side before those of the right.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let of_side = |side| {
            [
                BodyPart::Clavicle(side),
                BodyPart::UpperArm(side),
                BodyPart::Forearm(side),
                BodyPart::Hand(side),
                BodyPart::Thigh(side),
                BodyPart::Shin(side),
                BodyPart::Foot(side),
            ]
        };
        [BodyPart::Trunk, BodyPart::Head].into_iter().chain(Side::BOTH.into_iter().flat_map(of_side))
    }

    /// The part with that name.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|part| part.name() == name)
    }

    /// `left_forearm`, `trunk`.
    pub(crate) fn name(self) -> String {
        let (base, side) = match self {
            BodyPart::Trunk => ("trunk", None),
            BodyPart::Head => ("head", None),
            BodyPart::Clavicle(side) => ("clavicle", Some(side)),
            BodyPart::UpperArm(side) => ("upper_arm", Some(side)),
            BodyPart::Forearm(side) => ("forearm", Some(side)),
            BodyPart::Hand(side) => ("hand", Some(side)),
            BodyPart::Thigh(side) => ("thigh", Some(side)),
            BodyPart::Shin(side) => ("shin", Some(side)),
            BodyPart::Foot(side) => ("foot", Some(side)),
        };
        match side {
            Some(side) => format!("{}_{base}", side.name()),
            None => base.to_owned(),
        }
    }

    /// Upper arm, forearm or hand of that side.
    pub(crate) fn is_arm_of(self, side: Side) -> bool {
        self == BodyPart::UpperArm(side) || self == BodyPart::Forearm(side) || self == BodyPart::Hand(side)
    }

    /// Any arm, with the shoulder that it hangs from.
    pub(crate) fn is_arm_or_clavicle(self) -> bool {
        Side::BOTH.iter().any(|&side| self.is_arm_of(side) || self == BodyPart::Clavicle(side))
    }

    /// Thigh, shin or foot of that side.
    pub(crate) fn is_leg_of(self, side: Side) -> bool {
        self == BodyPart::Thigh(side) || self == BodyPart::Shin(side) || self == BodyPart::Foot(side)
    }
}

/// The part of each joint: that of the nearest joint at or above it with a role; the trunk where there is none.
pub(crate) fn joint_parts(skeleton: &Skeleton) -> Vec<BodyPart> {
    let mut parts = Vec::with_capacity(skeleton.joint_count());
    for joint in skeleton.joints() {
        let inherited = skeleton.parent(joint).map_or(BodyPart::Trunk, |JointIndex(parent)| parts[parent]);
        parts.push(skeleton.roles().role(joint).map_or(inherited, BodyPart::of_role));
    }
    parts
}

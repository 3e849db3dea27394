//! [`Roles`]: which joint is the left shin, the head, and so on. A skeleton carries its own.

mod loose_foot;
mod mirror_pairs;
mod overrides;
pub(crate) mod words;

pub(crate) use loose_foot::is_loose_foot;
pub use overrides::override_roles;

use super::skeleton::JointIndex;
use crate::error::{Error, Result};
use std::fmt;

/// Left or right, as the character sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum Side {
    Left,
    Right,
}

impl Side {
    /// Left, then right.
    pub const BOTH: [Side; 2] = [Side::Left, Side::Right];

    /// The other side.
    pub fn other(self) -> Self {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }

    /// `left` or `right`.
    pub fn name(self) -> &'static str {
        match self {
            Side::Left => "left",
            Side::Right => "right",
        }
    }
}

/// What a joint is to the body. A role names the joint at its upper end: `Shin` is the knee joint.
///
/// ```
/// use surefoot::model::{Role, Side};
///
/// let shin = Role::from_name("left_shin").expect("a role");
/// assert_eq!(shin, Role::Shin(Side::Left));
/// assert_eq!(shin.mirrored().name(), "right_shin");
/// assert_eq!(Role::Head.mirrored(), Role::Head);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names are the documentation")]
#[non_exhaustive]
pub enum Role {
    Pelvis,
    /// Several joints may carry it, lowest first.
    Spine,
    /// Several joints may carry it, lowest first.
    Neck,
    Head,
    Clavicle(Side),
    UpperArm(Side),
    Forearm(Side),
    Hand(Side),
    Thigh(Side),
    Shin(Side),
    /// The ankle joint.
    Foot(Side),
    /// The ball of the foot.
    Toe(Side),
}

impl Role {
    /// All roles, trunk first.
    pub fn all() -> impl Iterator<Item = Role> {
        let sided = Side::BOTH.into_iter().flat_map(|s| {
            [
                Role::Clavicle(s),
                Role::UpperArm(s),
                Role::Forearm(s),
                Role::Hand(s),
                Role::Thigh(s),
                Role::Shin(s),
                Role::Foot(s),
                Role::Toe(s),
            ]
        });
        [Role::Pelvis, Role::Spine, Role::Neck, Role::Head].into_iter().chain(sided)
    }

    /// The side, if the role has one.
    pub fn side(self) -> Option<Side> {
        match self {
            Role::Pelvis | Role::Spine | Role::Neck | Role::Head => None,
            Role::Clavicle(s)
            | Role::UpperArm(s)
            | Role::Forearm(s)
            | Role::Hand(s)
            | Role::Thigh(s)
            | Role::Shin(s)
            | Role::Foot(s)
            | Role::Toe(s) => Some(s),
        }
    }

    /// The same role on the other side; trunk roles stay.
    pub fn mirrored(self) -> Self {
        match self {
            Role::Pelvis | Role::Spine | Role::Neck | Role::Head => self,
            Role::Clavicle(s) => Role::Clavicle(s.other()),
            Role::UpperArm(s) => Role::UpperArm(s.other()),
            Role::Forearm(s) => Role::Forearm(s.other()),
            Role::Hand(s) => Role::Hand(s.other()),
            Role::Thigh(s) => Role::Thigh(s.other()),
            Role::Shin(s) => Role::Shin(s.other()),
            Role::Foot(s) => Role::Foot(s.other()),
            Role::Toe(s) => Role::Toe(s.other()),
        }
    }

    /// The name used in files: `left_shin`, `pelvis`.
    pub fn name(self) -> String {
        let base = match self {
            Role::Pelvis => "pelvis",
            Role::Spine => "spine",
            Role::Neck => "neck",
            Role::Head => "head",
            Role::Clavicle(_) => "clavicle",
            Role::UpperArm(_) => "upper_arm",
            Role::Forearm(_) => "forearm",
            Role::Hand(_) => "hand",
            Role::Thigh(_) => "thigh",
            Role::Shin(_) => "shin",
            Role::Foot(_) => "foot",
            Role::Toe(_) => "toe",
        };
        match self.side() {
            Some(side) => format!("{}_{base}", side.name()),
            None => base.to_owned(),
        }
    }

    /// The role of that file name.
    pub fn from_name(name: &str) -> Option<Self> {
        Role::all().find(|role| role.name() == name)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name().replace('_', " "))
    }
}

/// Which joint plays which role in one skeleton. Unset roles are normal: many rigs have no toes.
///
/// ```
/// use surefoot::model::{JointIndex, Role, Roles, Side};
///
/// let mut roles = Roles::empty(3);
/// roles.set(Role::Foot(Side::Left), JointIndex(2));
/// assert_eq!(roles.role(JointIndex(2)), Some(Role::Foot(Side::Left)));
/// assert_eq!(roles.joint(Role::Pelvis), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roles {
    of_joint: Vec<Option<Role>>,
}

impl Roles {
    /// No roles at all, for a skeleton of that many joints.
    pub fn empty(joint_count: usize) -> Self {
        Self { of_joint: vec![None; joint_count] }
    }

    /// Number of joints of the skeleton they are for.
    pub fn joint_count(&self) -> usize {
        self.of_joint.len()
    }

    /// Gives `role` to `joint`. Whichever joint had a single-joint role before loses it; spine and neck add up.
    pub fn set(&mut self, role: Role, joint: JointIndex) {
        if !matches!(role, Role::Spine | Role::Neck) {
            self.clear(role);
        }
        self.of_joint[joint.0] = Some(role);
    }

    /// Takes `role` away from every joint that has it.
    pub fn clear(&mut self, role: Role) {
        for slot in &mut self.of_joint {
            if *slot == Some(role) {
                *slot = None;
            }
        }
    }

    /// The joint with that role; for spine and neck the lowest one.
    pub fn joint(&self, role: Role) -> Option<JointIndex> {
        self.of_joint.iter().position(|&r| r == Some(role)).map(JointIndex)
    }

    /// All joints with that role, parents first.
    pub fn joints(&self, role: Role) -> impl Iterator<Item = JointIndex> + '_ {
        (0..self.of_joint.len()).filter(move |&j| self.of_joint[j] == Some(role)).map(JointIndex)
    }

    /// The joint's role.
    pub fn role(&self, joint: JointIndex) -> Option<Role> {
        self.of_joint[joint.0]
    }

    /// The joints of the roles asked for, in that order.
    ///
    /// ```
    /// use surefoot::model::{Role, Roles, Side};
    /// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
    ///
    /// let leg = [Role::Thigh(Side::Left), Role::Shin(Side::Left), Role::Foot(Side::Left)];
    /// let [thigh, shin, _foot] = skeleton.roles().require(leg)?;
    /// assert_eq!(skeleton.parent(shin), Some(thigh));
    /// assert!(Roles::empty(3).require(leg).is_err_and(|error| error.to_string().contains("left shin")));
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::MissingRoles`] with every role that has no joint.
    pub fn require<const N: usize>(&self, roles: [Role; N]) -> Result<[JointIndex; N]> {
        let missing: Vec<String> =
            roles.iter().filter(|&&r| self.joint(r).is_none()).map(|r| r.to_string()).collect();
        if !missing.is_empty() {
            return Err(Error::MissingRoles { missing: missing.join(", ") });
        }
        Ok(roles.map(|role| self.joint(role).unwrap_or(JointIndex(0))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_are_unique() {
        let names: Vec<_> = Role::all().map(Role::name).collect();
        for (role, name) in Role::all().zip(&names) {
            assert_eq!(Role::from_name(name), Some(role));
            assert_eq!(role.mirrored().mirrored(), role);
        }
        assert_eq!(names.len(), 20);
        assert_eq!(Role::from_name("left_pelvis"), None);
    }

    #[test]
    fn missing_roles_are_all_listed() {
        let mut roles = Roles::empty(3);
        roles.set(Role::Foot(Side::Left), JointIndex(2));
        let error =
            roles.require([Role::Foot(Side::Left), Role::Foot(Side::Right), Role::Pelvis]).unwrap_err();
        assert!(error.to_string().contains("right foot, pelvis"), "{error}");
        roles.set(Role::Foot(Side::Left), JointIndex(1));
        assert_eq!(roles.role(JointIndex(2)), None);
    }
}

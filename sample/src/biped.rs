//! [`biped`]: a human-like character with adult proportions, its roles set and a closed skin.
//!
//! Heights of the joints are shares of the stature as anthropometric tables give them (hip 0.53, knee 0.285,
//! shoulder 0.81); the toe joints lie on the floor so that heel, ball and tip of the toes are points of one flat sole.

use super::{check, skin};
use surefoot::Result;
use surefoot::math::Vec3;
use surefoot::model::{EndSite, Joint, JointIndex, Role, Roles, Side, Skeleton, Skin};

/// Measures of the character.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BipedOptions {
    /// Stature, metres, 0.3 to 5.
    pub height: f64,
    /// Thickness of arms and legs as a share of the usual one, 0.6 to 1.6.
    pub limb_girth: f64,
    /// Thickness of the trunk as a share of the usual one, 0.7 to 1.6.
    pub trunk_girth: f64,
    /// How far the belly stands out beyond a flat one, metres at 1.75 m of stature, 0 to 0.25.
    pub belly: f64,
    /// Side of the cells the skin is made from, metres at 1.75 m of stature, 0.012 to 0.03. The default gives about
    /// 8,000 vertices.
    pub cell: f64,
}

impl Default for BipedOptions {
    fn default() -> Self {
        Self { height: 1.75, limb_girth: 1.0, trunk_girth: 1.0, belly: 0.0, cell: 0.016 }
    }
}

impl BipedOptions {
    fn validate(&self) -> Result<()> {
        check("height", self.height, 0.3, 5.0)?;
        check("limb_girth", self.limb_girth, 0.6, 1.6)?;
        check("trunk_girth", self.trunk_girth, 0.7, 1.6)?;
        check("belly", self.belly, 0.0, 0.25)?;
        check("cell", self.cell, 0.012, 0.03)
    }
}

/// A character: joints with roles, and the skin that follows them.
#[derive(Debug, Clone, PartialEq)]
pub struct Biped {
    /// 22 joints, facing +z, left = +x, standing on the floor in an A-pose.
    pub skeleton: Skeleton,
    /// One closed surface, bound in the rest pose.
    pub skin: Skin,
}

/// How far the arms of the rest pose hang below the horizontal, radians.
pub(super) const ARM_DROP: f64 = 0.87;

/// Makes the character.
///
/// The soles lie on the floor `y = 0`. The skin is closed, its triangles run counter-clockwise seen from outside.
///
/// ```
/// use surefoot_sample::{BipedOptions, biped};
///
/// let character = biped(&BipedOptions { height: 1.6, ..Default::default() })?;
/// assert!(character.skin.vertex_count() > 1000);
/// assert!(character.skin.check_skeleton(&character.skeleton).is_ok());
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::OptionOutOfRange`](surefoot::Error::OptionOutOfRange) for a measure outside its range.
pub fn biped(options: &BipedOptions) -> Result<Biped> {
    let skeleton = biped_skeleton(options)?;
    let skin = skin::build(&skeleton, options)?;
    Ok(Biped { skeleton, skin })
}

/// Makes the joints of [`biped`] alone, which is all the clips need.
///
/// ```
/// use surefoot::Role;
/// use surefoot_sample::{BipedOptions, biped_skeleton};
///
/// let skeleton = biped_skeleton(&BipedOptions::default())?;
/// assert_eq!(skeleton.roles().joint(Role::Pelvis), Some(skeleton.find("pelvis")?));
/// assert!(biped_skeleton(&BipedOptions { height: 0.0, ..Default::default() }).is_err());
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// As [`biped`].
pub fn biped_skeleton(options: &BipedOptions) -> Result<Skeleton> {
    options.validate()?;
    let mut builder = Builder::new(options.height);
    let pelvis = builder.add("pelvis", None, Role::Pelvis, [0.0, 0.555, 0.0]);
    let lower = builder.add("spine_lower", Some(pelvis), Role::Spine, [0.0, 0.605, -0.004]);
    let middle = builder.add("spine_middle", Some(lower), Role::Spine, [0.0, 0.665, -0.003]);
    let upper = builder.add("spine_upper", Some(middle), Role::Spine, [0.0, 0.735, -0.010]);
    let neck = builder.add("neck", Some(upper), Role::Neck, [0.0, 0.838, -0.012]);
    let head = builder.add("head", Some(neck), Role::Head, [0.0, 0.882, 0.002]);
    builder.end(head, [0.0, 1.0, 0.002]);
    let (drop_sin, drop_cos) = ARM_DROP.sin_cos();
    for side in Side::BOTH {
        let s = if side == Side::Left { 1.0 } else { -1.0 };
        let name = |part: &str| format!("{}_{part}", side.name());
        let clavicle =
            builder.add(name("clavicle"), Some(upper), Role::Clavicle(side), [0.012 * s, 0.812, 0.004]);
        let along_arm = |length: f64| [s * (0.104 + drop_cos * length), 0.813 - drop_sin * length, -0.010];
        let upper_arm = builder.add(name("upper_arm"), Some(clavicle), Role::UpperArm(side), along_arm(0.0));
        let forearm = builder.add(name("forearm"), Some(upper_arm), Role::Forearm(side), along_arm(0.170));
        let hand = builder.add(name("hand"), Some(forearm), Role::Hand(side), along_arm(0.316));
        builder.end(hand, along_arm(0.420));
        let thigh = builder.add(name("thigh"), Some(pelvis), Role::Thigh(side), [0.050 * s, 0.525, 0.0]);
        let shin = builder.add(name("shin"), Some(thigh), Role::Shin(side), [0.050 * s, 0.285, 0.0]);
        let foot = builder.add(name("foot"), Some(shin), Role::Foot(side), [0.050 * s, 0.045, 0.0]);
        let toe = builder.add(name("toe"), Some(foot), Role::Toe(side), [0.050 * s, 0.0, 0.073]);
        builder.end(toe, [0.050 * s, 0.0, 0.112]);
    }
    builder.finish()
}

/// Collects joints given by their place in the rest pose, as shares of the stature.
struct Builder {
    height: f64,
    joints: Vec<Joint>,
    places: Vec<Vec3>,
    roles: Vec<Role>,
    end_sites: Vec<EndSite>,
}

impl Builder {
    fn new(height: f64) -> Self {
        Self { height, joints: vec![], places: vec![], roles: vec![], end_sites: vec![] }
    }

    fn add(
        &mut self,
        name: impl Into<String>,
        parent: Option<JointIndex>,
        role: Role,
        place: [f64; 3],
    ) -> JointIndex {
        let place = Vec3::from(place) * self.height;
        let offset = place - parent.map_or_else(Vec3::zeros, |p| self.places[p.0]);
        self.joints.push(Joint::new(name, parent, offset));
        self.places.push(place);
        self.roles.push(role);
        JointIndex(self.joints.len() - 1)
    }

    fn end(&mut self, joint: JointIndex, place: [f64; 3]) {
        let offset = Vec3::from(place) * self.height - self.places[joint.0];
        self.end_sites.push(EndSite { joint, offset });
    }

    fn finish(self) -> Result<Skeleton> {
        let mut roles = Roles::empty(self.joints.len());
        for (index, role) in self.roles.iter().enumerate() {
            roles.set(*role, JointIndex(index));
        }
        Skeleton::new(self.joints, self.end_sites)?.with_roles(roles)
    }
}

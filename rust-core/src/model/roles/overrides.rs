//! [`override_roles`]: roles set by hand on top of those a skeleton has.

use super::{Role, Roles, Side, is_loose_foot};
use crate::error::{Error, Result};
use crate::model::{JointIndex, Skeleton};

/// The skeleton's roles with some of them given by joint name; the others stay as they are.
///
/// Each entry replaces all joints of its role; an entry without joints takes the role away. Only spine and neck hold
/// several joints. A joint that is named here loses the role it had before.
///
/// ```
/// use surefoot::Role;
/// use surefoot::model::override_roles;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
///
/// let roles = override_roles(&skeleton, &[(Role::Neck, vec![]), (Role::Head, vec!["neck".into()])])?;
/// assert_eq!(roles.joint(Role::Head), Some(skeleton.find("neck")?));
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::UnknownJoint`]; [`Error::Invalid`] if a joint or role is named twice, a single role gets several joints,
/// or a limb is out of order, such as a foot that does not hang below its shin.
pub fn override_roles(skeleton: &Skeleton, entries: &[(Role, Vec<String>)]) -> Result<Roles> {
    let mut roles = skeleton.roles().clone();
    let mut given: Vec<(Role, JointIndex)> = Vec::new();
    for (index, (role, names)) in entries.iter().enumerate() {
        let fail = |text: String| Err(Error::invalid(format!("role '{}'", role.name()), text));
        if entries[..index].iter().any(|(other, _)| other == role) {
            return fail("is given twice; keep one".into());
        }
        if names.len() > 1 && !matches!(role, Role::Spine | Role::Neck) {
            return fail(format!(
                "takes one joint, got {}; only spine and neck take several",
                names.join(", ")
            ));
        }
        roles.clear(*role);
        for name in names {
            let joint = skeleton.find(name)?;
            if let Some((other, _)) = given.iter().find(|(_, j)| *j == joint) {
                return fail(format!("joint '{name}' is already given to role '{}'", other.name()));
            }
            given.push((*role, joint));
        }
    }
    for (role, joint) in given {
        roles.set(role, joint);
    }
    check_order(skeleton, &roles)?;
    Ok(roles)
}

/// Operations bend limbs as chains, so a limb whose joints do not hang below each other has no meaning; but for a foot that
/// an IK rig leaves beside its leg.
fn check_order(skeleton: &Skeleton, roles: &Roles) -> Result<()> {
    for side in Side::BOTH {
        let leg = [Role::Thigh(side), Role::Shin(side), Role::Foot(side), Role::Toe(side)];
        let arm = [Role::Clavicle(side), Role::UpperArm(side), Role::Forearm(side), Role::Hand(side)];
        for limb in [leg, arm] {
            let set: Vec<(Role, JointIndex)> =
                limb.into_iter().filter_map(|role| Some((role, roles.joint(role)?))).collect();
            for pair in set.windows(2) {
                let [(upper_role, upper), (role, joint)] = [pair[0], pair[1]];
                let is_loose = matches!(role, Role::Foot(_))
                    && is_loose_foot(skeleton, roles.joint(Role::Thigh(side)), upper, joint);
                if !skeleton.is_below(joint, upper) && !is_loose {
                    return Err(Error::invalid(
                        format!("role '{}'", role.name()),
                        format!(
                            "joint '{}' is not below '{}', the {upper_role}; choose joints of one chain",
                            skeleton.name(joint),
                            skeleton.name(upper)
                        ),
                    ));
                }
            }
        }
    }
    Ok(())
}

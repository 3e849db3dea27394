//! The masses of a character: from its mesh, from a table of the average adult, or from simple volumes
//! (docs/methods/balance.md, 1).

pub(crate) mod mesh;
pub(crate) mod table;
pub(crate) mod volumes;

use crate::model::Role;

/// Density by part of the body, kg/m³ (Chandler et al. 1975, as Lyard 2008, section 4.7.1, gives it). Parts without a role are as
/// dense as water.
pub(crate) fn density(role: Option<Role>) -> f64 {
    match role {
        Some(Role::Head | Role::Neck) => 1056.0,
        Some(Role::Pelvis | Role::Spine | Role::Clavicle(_)) => 853.0,
        Some(Role::UpperArm(_)) => 1004.5,
        Some(Role::Forearm(_)) => 1052.0,
        Some(Role::Hand(_)) => 1080.0,
        Some(Role::Thigh(_)) => 1019.5,
        Some(Role::Shin(_)) => 1069.0,
        Some(Role::Foot(_) | Role::Toe(_)) => 1071.0,
        None => 1000.0,
    }
}

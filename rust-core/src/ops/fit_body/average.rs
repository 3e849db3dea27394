//! Average proportions, for skeletons without a mesh, and corrections of radii measured on people.

use crate::model::{LimbGroup, Role, VolumeKind};

/// Both semi-axes as shares of the standing height: rounded from fits of a MakeHuman adult of average weight
/// (docs/methods/body.md, 5). Segments without a role are a sixth of their length thick.
pub(super) fn average_semi_axes(role: Option<Role>, height: f64, length: f64) -> [f64; 2] {
    let Some(role) = role else { return [length / 6.0; 2] };
    let shares = match role {
        Role::Pelvis => [0.072, 0.072],
        Role::Spine => [0.083, 0.063],
        Role::Neck => [0.036, 0.029],
        Role::Head => [0.060, 0.034],
        Role::Clavicle(_) => [0.041, 0.034],
        Role::UpperArm(_) => [0.032, 0.027],
        Role::Forearm(_) => [0.021, 0.020],
        Role::Hand(_) => [0.032, 0.011],
        Role::Thigh(_) => [0.048, 0.042],
        Role::Shin(_) => [0.031, 0.028],
        Role::Foot(_) => [0.022, 0.019],
        Role::Toe(_) => [0.026, 0.010],
    };
    shares.map(|share| share * height)
}

/// Length of the last segment of a chain, where the skeleton ends at its joint.
pub(super) fn average_length(role: Option<Role>, height: f64) -> f64 {
    let share = match role {
        Some(Role::Head) => 0.13,
        Some(Role::Hand(_)) => 0.108,
        Some(Role::Foot(_)) => 0.15,
        Some(Role::Toe(_)) => 0.045,
        _ => 0.05,
    };
    share * height
}

/// Factor of the radius with which the parts have the shares measured on people (Lyard 2008, table 5.5), both sides alike.
/// Capsules take those of cylinders.
pub(super) fn measured_factor(role: Option<Role>, kind: VolumeKind) -> f64 {
    let Some(role) = role else { return 1.0 };
    let is_ellipsoid = kind == VolumeKind::Ellipsoid;
    let (cylinder, ellipsoid) = match LimbGroup::of(role) {
        LimbGroup::Head => (0.85, 0.98),
        LimbGroup::LeftArm | LimbGroup::RightArm => (0.935, 1.325),
        LimbGroup::Trunk => (1.08, 0.90),
        LimbGroup::LeftLeg | LimbGroup::RightLeg => (0.975, 1.09),
    };
    if is_ellipsoid { ellipsoid } else { cylinder }
}

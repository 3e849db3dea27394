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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Side;

    #[test]
    fn factors_follow_from_the_measured_shares() {
        // Lyard 2008, table 5.1: grams of cylinder, ellipsoid and body, for head, right and left arm, trunk, left and right leg; table 5.5: the
        // factors printed for cylinders and ellipsoids.
        let parts = [
            ([5043.0, 2498.0, 4690.0], [0.85, 0.98]),
            ([3981.0, 1340.0, 4846.0], [0.97, 1.36]),
            ([4325.0, 1393.0, 4570.0], [0.90, 1.29]),
            ([19772.0, 18794.0, 29955.0], [1.08, 0.90]),
            ([8027.0, 4579.0, 9766.0], [0.97, 1.04]),
            ([8077.0, 3995.0, 10154.0], [0.98, 1.14]),
        ];
        let total = |of: usize| parts.iter().map(|(masses, _)| masses[of]).sum::<f64>();
        let law = |part: usize, of: usize| {
            let (masses, _) = parts[part];
            // Mass grows with the square of the radius.
            (masses[2] / total(2) / (masses[of] / total(of))).sqrt()
        };
        for (part, (_, printed)) in parts.iter().enumerate() {
            for (of, printed) in printed.iter().enumerate() {
                assert!((law(part, of) - printed).abs() <= 0.006, "{part}: {} {printed}", law(part, of));
            }
        }
        let kinds = [VolumeKind::Cylinder, VolumeKind::Ellipsoid];
        for (of, kind) in kinds.into_iter().enumerate() {
            let sides =
                |role: fn(Side) -> Role| Side::BOTH.map(|side| measured_factor(Some(role(side)), kind));
            for (role, [a, b]) in [(Role::UpperArm as fn(Side) -> Role, [1, 2]), (Role::Shin, [4, 5])] {
                let [left, right] = sides(role);
                assert_eq!(left, right);
                assert!((left - 0.5 * (law(a, of) + law(b, of))).abs() <= 0.006, "{left}");
            }
            for (role, part) in [(Role::Head, 0), (Role::Pelvis, 3)] {
                assert!((measured_factor(Some(role), kind) - law(part, of)).abs() <= 0.006);
            }
        }
        assert_eq!(measured_factor(None, VolumeKind::Cylinder), 1.0);
    }
}

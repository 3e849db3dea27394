//! Masses from one simple volume per segment (Lyard 2008, section 4.7.1).

use super::density;
use crate::math::Vec3;
use crate::model::{Body, MassSegment, Volume, VolumeKind};
use nalgebra::Matrix3;

/// One segment for each volume, as heavy as its content.
pub(crate) fn masses_of_volumes(body: &Body) -> Vec<MassSegment> {
    let segment = |volume: &Volume| {
        let mass = density(volume.role) * volume.cubic_metres();
        let inertia = inertia(volume) * mass;
        MassSegment { name: volume.name.clone(), joint: volume.joint, mass, centre: volume.centre, inertia }
    };
    body.volumes().iter().map(segment).collect()
}

/// Inertia of a kilogram. A capsule counts as a cylinder: its round ends hardly matter.
fn inertia(volume: &Volume) -> Matrix3<f64> {
    let half = volume.length / 2.0;
    let across = match volume.kind {
        VolumeKind::Ellipsoid => volume.semi_axes,
        VolumeKind::Cylinder | VolumeKind::Capsule => [volume.radius; 2],
    };
    // Mean square of a coordinate along each axis.
    let (along, across) = match volume.kind {
        VolumeKind::Ellipsoid => (half * half / 5.0, across.map(|a| a * a / 5.0)),
        VolumeKind::Cylinder | VolumeKind::Capsule => (half * half / 3.0, across.map(|a| a * a / 4.0)),
    };
    let spread = |direction: &Vec3, square: f64| direction * direction.transpose() * square;
    let second = spread(&volume.axis, along)
        + spread(&volume.semi_directions[0], across[0])
        + spread(&volume.semi_directions[1], across[1]);
    Matrix3::identity() * second.trace() - second
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Joint, JointIndex, Role, Side, Skeleton, VolumeSource};

    #[test]
    fn a_forearm_weighs_what_its_cylinder_does() {
        let skeleton = Skeleton::new(vec![Joint::new("elbow", None, Vec3::zeros())], vec![]).unwrap();
        let volume = Volume {
            name: "forearm".into(),
            role: Some(Role::Forearm(Side::Left)),
            joint: JointIndex(0),
            parent: None,
            kind: VolumeKind::Cylinder,
            source: VolumeSource::Mesh,
            axis: Vec3::y(),
            centre: Vec3::new(0.0, 0.2, 0.0),
            length: 0.4,
            radius: 0.05,
            semi_axes: [0.06, 0.04],
            semi_directions: [Vec3::x(), Vec3::z()],
            offset: Vec3::zeros(),
        };
        let found = masses_of_volumes(&Body::new(&skeleton, vec![volume]).unwrap());
        // Lyard 2008, section 4.7.1: 3304.9 g. Inertia of a cylinder: m (3r² + l²) / 12 and m r² / 2.
        assert!((found[0].mass - 3.3049).abs() < 1e-4, "{}", found[0].mass);
        let across = 3.3049 * (3.0 * 0.05f64.powi(2) + 0.16) / 12.0;
        assert!((found[0].inertia[(0, 0)] - across).abs() < 1e-4);
        assert!((found[0].inertia[(1, 1)] - 3.3049 * 0.05f64.powi(2) / 2.0).abs() < 1e-5);
        assert_eq!(found[0].centre, Vec3::new(0.0, 0.2, 0.0));
    }
}

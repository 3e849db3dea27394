//! Other bone lengths for a skeleton, and what its skins become.

use crate::error::{Error, Result};
use crate::math::{Affine, Vec3};
use crate::model::bind_pose::BindPose;
use crate::model::{EndSite, Skeleton, Skin};
use nalgebra::Matrix3;

/// The skeleton with every joint's rest offset multiplied by `changes`, and end sites by `site_changes`, by joint. Its soles
/// are gone: they must be found again.
pub(crate) fn reshape_skeleton(
    skeleton: &Skeleton,
    changes: &[Matrix3<f64>],
    site_changes: &[Matrix3<f64>],
) -> Result<Skeleton> {
    let offsets = skeleton.rest_offsets().iter().zip(changes).map(|(offset, change)| change * offset);
    let sites = skeleton.end_sites().iter();
    let sites = sites.map(|site| EndSite { offset: site_changes[site.joint.0] * site.offset, ..*site });
    skeleton.with_offsets(offsets.collect(), sites.collect())
}

/// What happens to the mesh when the joints below it move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rebind {
    /// The mesh moves with its joints, and is bound where it then is.
    Carried,
    /// The mesh stays, and is bound to the joints where they now are.
    InPlace,
}

/// The skin for a skeleton whose joints' offsets were multiplied by `changes`.
pub(crate) fn rebind(
    skeleton: &Skeleton,
    skin: Skin,
    bind: &BindPose,
    changes: &[Matrix3<f64>],
    how: Rebind,
) -> Result<Skin> {
    let what = format!("skin '{}'", skin.data().name);
    let singular = || Error::invalid(&what, "a bind matrix cannot be inverted");
    let joints = bind.changed(skeleton, changes).ok_or_else(singular)?;
    let mut data = skin.into_data();
    let new_binds: Option<Vec<Affine>> =
        data.slot_joints.iter().map(|joint| Some(joints[joint.0].inverse()? * bind.place)).collect();
    let new_binds = new_binds.ok_or_else(singular)?;
    if how == Rebind::Carried {
        let back = bind.place.inverse().ok_or_else(singular)?;
        // Mesh space to mesh space, for flesh that one slot alone carries.
        let carry: Vec<Affine> = data
            .slot_joints
            .iter()
            .zip(&data.inverse_binds)
            .map(|(joint, inverse_bind)| back * joints[joint.0] * *inverse_bind)
            .collect();
        for (vertex, range) in data.influence_offsets.windows(2).enumerate() {
            let range = range[0] as usize..range[1] as usize;
            let point: Vec3 = data.positions[vertex].cast();
            let influences = data.influence_slots[range.clone()].iter().zip(&data.influence_weights[range]);
            let moved = influences.fold(Vec3::zeros(), |sum, (slot, weight)| {
                sum + carry[*slot as usize].transform_point(&point) * f64::from(*weight)
            });
            data.positions[vertex] = moved.cast();
        }
    }
    data.inverse_binds = new_binds;
    Skin::new(skeleton, data)
}

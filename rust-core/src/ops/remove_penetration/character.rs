//! [`PenetrationBody`]: a character's mesh, taken apart into limbs and what they can run into.

use crate::error::{Error, Result};
use crate::kinematics::body::{BodyMesh, JointMatrix, LimbSurface, Obstacle, PosedObstacle, joint_matrix};
use crate::kinematics::limb::{Limb, LimbKind, find_limbs};
use crate::math::Vec3;
use crate::math::mesh::find_cavities;
use crate::model::rest::rest_maps;
use crate::model::{JointIndex, Skeleton, Skin};

/// An arm or a leg with its points.
#[derive(Debug, Clone)]
pub(crate) struct BodyLimb {
    pub(crate) limb: Limb,
    pub(crate) surface: LimbSurface,
    /// How many of base, mid and end each joint hangs from: 0 for the rest of the body, 3 below the hand or foot.
    pub(crate) stage_of_joint: Vec<u8>,
}

/// Everything about a character that does not change from frame to frame.
#[derive(Debug, Clone)]
pub(crate) struct PenetrationBody {
    pub(crate) mesh: BodyMesh,
    /// The body without arms and shoulders.
    pub(crate) trunk: Obstacle,
    /// Left arm, right arm; those that the skeleton has.
    pub(crate) arms: Vec<BodyLimb>,
}

impl PenetrationBody {
    /// Takes the character apart.
    ///
    /// # Errors
    /// [`Error::Invalid`] without a mesh or where no part of it belongs to the body; [`Error::MissingRoles`] without arms.
    pub(crate) fn new(skeleton: &Skeleton, skins: &[Skin]) -> Result<Self> {
        let mesh = BodyMesh::new(skeleton, skins)?;
        if mesh.triangles.is_empty() {
            return Err(Error::invalid("skin", "there is no mesh; a skinned character is needed"));
        }
        let hidden = find_cavities(&mesh.rest, &mesh.triangles);
        let trunk = Obstacle::new(&mesh, &hidden, |part| !part.is_arm_or_clavicle());
        let matrices: Vec<JointMatrix> =
            rest_maps(skeleton).iter().map(|m| joint_matrix(m, &Vec3::zeros())).collect();
        let mut rest = PosedObstacle::default();
        trunk.pose(&matrices, &mut rest);
        let (limbs, _) = find_limbs(skeleton);
        let arms: Vec<BodyLimb> = limbs
            .into_iter()
            .filter(|limb| limb.kind == LimbKind::Arm)
            .map(|limb| BodyLimb {
                surface: LimbSurface::new(skeleton, &mesh, &limb, &trunk, &rest),
                stage_of_joint: stages(skeleton, &limb),
                limb,
            })
            .collect();
        if arms.is_empty() {
            return Err(Error::MissingRoles { missing: "upper arm, forearm, hand".into() });
        }
        Ok(Self { mesh, trunk, arms })
    }
}

fn stages(skeleton: &Skeleton, limb: &Limb) -> Vec<u8> {
    let is_at_or_below = |joint: JointIndex, top: JointIndex| joint == top || skeleton.is_below(joint, top);
    skeleton
        .joints()
        .map(|joint| {
            [limb.base, limb.mid, limb.end].iter().filter(|&&top| is_at_or_below(joint, top)).count() as u8
        })
        .collect()
}

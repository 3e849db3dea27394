//! The skin of the sample character: a smooth union of lofted limbs, made into one closed surface and weighted by
//! which limb a point belongs to.

mod shape;
mod surface;
mod weights;

use super::biped::BipedOptions;
use nalgebra::{Matrix3, Vector3};
use shape::Shape;
use surefoot::kinematics::rest_pose;
use surefoot::math::Affine;
use surefoot::model::skin::SkinData;
use surefoot::model::{Skeleton, Skin};
use surefoot::{Error, Result};
use surface::{Surface, build_surface};

/// All measures of the shape are metres at this stature; the result is scaled.
const STATURE: f64 = 1.75;

/// Makes the skin in the skeleton's rest pose.
pub(super) fn build(skeleton: &Skeleton, options: &BipedOptions) -> Result<Skin> {
    let shape = Shape::new(options);
    // Where two sheets pass through the same cell a grid can join them at one edge; another grid does not.
    let shifts = [[0.31, 0.47], [0.63, 0.21], [0.17, 0.83], [0.79, 0.59], [0.47, 0.09], [0.05, 0.37]];
    let surface = shifts
        .iter()
        .find_map(|&shift| build_surface(&shape, options.cell, shift).filter(Surface::is_closed))
        .ok_or_else(|| {
            let text = format!("no closed surface with cells of {} m; take smaller cells", options.cell);
            Error::invalid("sample skin", text)
        })?;
    let weights = weights::assign(skeleton, &shape, &surface);
    let rest = rest_pose(skeleton);
    let scale = options.height / STATURE;
    let mut data = SkinData {
        name: "body".into(),
        positions: surface.points.iter().map(|p| (p * scale).cast::<f32>()).collect(),
        normals: surface.normals().iter().map(|n| n.cast::<f32>()).collect(),
        triangles: surface.triangles,
        slot_joints: skeleton.joints().collect(),
        inverse_binds: rest
            .positions
            .iter()
            .map(|p| Affine { linear: Matrix3::identity(), translation: -p })
            .collect(),
        influence_offsets: vec![0],
        ..SkinData::default()
    };
    for influences in &weights {
        for &(joint, weight) in influences {
            data.influence_slots.push(joint as u32);
            data.influence_weights.push(weight as f32);
        }
        data.influence_offsets.push(data.influence_slots.len() as u32);
    }
    // Rounding to f32 may lift or sink the sole by a hair.
    data.positions.iter_mut().for_each(|p| *p = Vector3::new(p.x, p.y.max(0.0), p.z));
    Skin::new(skeleton, data)
}

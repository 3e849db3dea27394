//! How deep limbs are inside the body, on every vertex and every frame.

use super::character::PenetrationBody;
use crate::error::Result;
use crate::kinematics::body::surface::JointMatrix;
use crate::kinematics::body::{Distance, PosedObstacle, frame_matrices};
use crate::math::Affine;
use crate::math::mesh::Point;
use crate::model::{Clip, Skeleton};
use rayon::prelude::*;

/// Vertices closer than this are measured, metres.
const BAND: f32 = 0.005;

/// One limb in one frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LimbDepth {
    /// Smallest signed distance, metres; negative inside.
    pub(crate) least: f32,
    /// The body mesh's point with that distance.
    pub(crate) point: u32,
    /// Body point of the surface that it looks at.
    pub(crate) touched: Option<u32>,
    /// Points deeper than 2 mm.
    pub(crate) deep_count: usize,
}

/// What one thread keeps between frames.
#[derive(Default)]
pub(crate) struct FrameScratch {
    pub(crate) world: Vec<Affine>,
    pub(crate) matrices: Vec<JointMatrix>,
    pub(crate) trunk: PosedObstacle,
    pub(crate) places: Vec<Point>,
    pub(crate) distances: Vec<Distance>,
}

/// Depth of every arm in every frame, `[arm][frame]`. With `certify` the side of the surface is decided by winding numbers, which are right
/// also where the body crosses itself.
pub(crate) fn measure_depths(
    skeleton: &Skeleton,
    clip: &Clip,
    body: &PenetrationBody,
    certify: bool,
) -> Result<Vec<Vec<LimbDepth>>> {
    let frames: Vec<Vec<LimbDepth>> = (0..clip.frame_count())
        .into_par_iter()
        .map_init(FrameScratch::default, |scratch, frame| {
            frame_matrices(skeleton, &clip.pose(frame), &mut scratch.world, &mut scratch.matrices)?;
            body.trunk.pose(&scratch.matrices, &mut scratch.trunk);
            if certify {
                body.trunk.pose_dipoles(&mut scratch.trunk);
            }
            Ok((0..body.arms.len()).map(|arm| measure_limb(body, arm, certify, scratch)).collect())
        })
        .collect::<Result<_>>()?;
    Ok((0..body.arms.len()).map(|arm| frames.iter().map(|limbs| limbs[arm]).collect()).collect())
}

/// One limb with the matrices and the obstacle of `scratch`.
pub(crate) fn measure_limb(
    body: &PenetrationBody,
    arm: usize,
    certify: bool,
    scratch: &mut FrameScratch,
) -> LimbDepth {
    let limb = &body.arms[arm].surface;
    limb.pose(&scratch.matrices, limb.others(), &mut scratch.places);
    scratch.distances.clear();
    scratch.distances.resize(limb.len(), Distance::UNKNOWN);
    limb.distances(&body.trunk, &scratch.trunk, &scratch.places, limb.others(), BAND, &mut scratch.distances);
    let mut depth = LimbDepth { least: f32::INFINITY, point: 0, touched: None, deep_count: 0 };
    for (i, distance) in scratch.distances.iter().enumerate() {
        let mut signed = distance.signed;
        if certify && distance.triangle != Distance::CLEAR && signed > 0.0 {
            let is_inside = body.trunk.winding(&scratch.trunk, &scratch.places[i]) > 0.5;
            signed = if is_inside { -signed } else { signed };
        }
        depth.deep_count += usize::from(signed < -0.002);
        if signed < depth.least {
            depth.least = signed;
            depth.point = limb.points[i];
            depth.touched =
                if distance.triangle == Distance::CLEAR { None } else { body.trunk.body_point(distance.triangle) };
        }
    }
    depth
}

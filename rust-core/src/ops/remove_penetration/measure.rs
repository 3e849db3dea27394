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
    /// Points deeper than 2 mm.
    pub(crate) deep_count: usize,
}

/// What one thread keeps between frames.
#[derive(Default)]
struct FrameScratch {
    world: Vec<Affine>,
    matrices: Vec<JointMatrix>,
    trunk: PosedObstacle,
    places: Vec<Point>,
    distances: Vec<Distance>,
}

/// Depth of every arm in every frame, `[arm][frame]`. The side of the surface is decided by winding numbers, which are right also where
/// the body crosses itself.
pub(crate) fn measure_depths(
    skeleton: &Skeleton,
    clip: &Clip,
    body: &PenetrationBody,
) -> Result<Vec<Vec<LimbDepth>>> {
    each_frame(skeleton, clip, body, |arm, scratch| measure_limb(body, arm, scratch))
}

/// Poses the body in every frame and asks for something about each arm, `[arm][frame]`.
fn each_frame<T: Send>(
    skeleton: &Skeleton,
    clip: &Clip,
    body: &PenetrationBody,
    ask: impl Fn(usize, &mut FrameScratch) -> T + Sync,
) -> Result<Vec<Vec<T>>> {
    let frames: Vec<Vec<T>> = (0..clip.frame_count())
        .into_par_iter()
        .map_init(FrameScratch::default, |scratch, frame| {
            frame_matrices(skeleton, &clip.pose(frame), &mut scratch.world, &mut scratch.matrices)?;
            body.trunk.pose(&scratch.matrices, &mut scratch.trunk);
            body.trunk.pose_dipoles(&mut scratch.trunk);
            Ok((0..body.arms.len()).map(|arm| ask(arm, scratch)).collect())
        })
        .collect::<Result<_>>()?;
    let mut of_arm: Vec<Vec<T>> = body.arms.iter().map(|_| Vec::with_capacity(frames.len())).collect();
    for limbs in frames {
        for (arm, found) in limbs.into_iter().enumerate() {
            of_arm[arm].push(found);
        }
    }
    Ok(of_arm)
}

/// Depth and number in the limb's surface of points of one frame.
pub(crate) type Offenders = Vec<(f32, u32)>;

/// The points of each arm that are deeper than `limit` metres in each frame, `[arm][frame]`.
pub(crate) fn find_offenders(
    skeleton: &Skeleton,
    clip: &Clip,
    body: &PenetrationBody,
    limit: f32,
) -> Result<Vec<Vec<Offenders>>> {
    each_frame(skeleton, clip, body, |arm, scratch| {
        measure_limb(body, arm, scratch);
        let depths = scratch.distances.iter().enumerate();
        depths.filter(|(_, d)| d.signed < -limit).map(|(i, d)| (-d.signed, i as u32)).collect()
    })
}

/// One limb with the matrices and the obstacle of `scratch`.
fn measure_limb(body: &PenetrationBody, arm: usize, scratch: &mut FrameScratch) -> LimbDepth {
    let limb = &body.arms[arm].surface;
    limb.pose(&scratch.matrices, limb.others(), &mut scratch.places);
    scratch.distances.clear();
    scratch.distances.resize(limb.len(), Distance::UNKNOWN);
    limb.distances(&body.trunk, &scratch.trunk, &scratch.places, limb.others(), BAND, &mut scratch.distances);
    let mut depth = LimbDepth { least: f32::INFINITY, point: 0, deep_count: 0 };
    for (i, distance) in scratch.distances.iter_mut().enumerate() {
        if distance.triangle != Distance::CLEAR && distance.signed > 0.0 {
            let is_inside = body.trunk.winding(&scratch.trunk, &scratch.places[i]) > 0.5;
            distance.signed = if is_inside { -distance.signed } else { distance.signed };
        }
        let signed = distance.signed;
        depth.deep_count += usize::from(signed < -0.002);
        if signed < depth.least {
            depth.least = signed;
            depth.point = limb.points[i];
        }
    }
    depth
}

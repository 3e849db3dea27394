//! How deep limbs are inside the body, on every vertex and every frame.

use super::character::PenetrationBody;
use super::look::FrameLook;
use crate::error::Result;
use crate::kinematics::body::{BodyPart, Distance};
use crate::model::{Clip, Skeleton};
use crate::ops::progress::Progress;
use rayon::prelude::*;
use std::ops::Range;

/// Vertices closer than this are measured, metres.
pub(crate) const BAND: f32 = 0.005;
/// Vertices deeper than this are counted, metres.
const DEEP: f32 = 0.002;

/// One limb in one frame.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LimbDepth {
    /// Smallest signed distance, metres; negative inside.
    pub(crate) least: f32,
    /// The body mesh's point with that distance.
    pub(crate) point: u32,
    /// Points deeper than 2 mm.
    pub(crate) deep_count: usize,
    /// Smallest signed distance of the hand, metres, and the limb surface's point that has it.
    pub(crate) hand: f32,
    pub(crate) hand_point: u32,
    /// What the hand is nearest to: which of the limb's `against`, and the triangle of it.
    pub(crate) hand_against: usize,
    pub(crate) hand_triangle: u32,
    /// Points deeper than was asked, with their numbers in the limb's surface.
    pub(crate) offenders: Vec<(f32, u32)>,
    /// Largest depth of each pair of parts, where one is inside the other.
    pub(crate) pairs: Vec<(BodyPart, BodyPart, f32)>,
}

impl LimbDepth {
    pub(crate) const UNKNOWN: Self = Self {
        least: f32::INFINITY,
        point: 0,
        deep_count: 0,
        hand: f32::INFINITY,
        hand_point: 0,
        hand_against: 0,
        hand_triangle: 0,
        offenders: Vec::new(),
        pairs: Vec::new(),
    };
}

/// Depths that are known, `[limb][frame]`, and which limbs have moved since, `[limb][frame]`.
pub(crate) type KnownDepths<'a> = (Vec<Vec<LimbDepth>>, &'a [Vec<bool>]);

/// Depth of every limb in every frame, `[limb][frame]`. Of what is known already, only what may differ is measured again. Points
/// deeper than `limit` metres are listed. `done` is the share of the whole operation before and after.
pub(crate) fn measure_depths(
    skeleton: &Skeleton,
    clip: &Clip,
    body: &PenetrationBody,
    limit: f32,
    known: Option<KnownDepths<'_>>,
    progress: &Progress<'_>,
    done: Range<f64>,
) -> Result<Vec<Vec<LimbDepth>>> {
    let frame_count = clip.frame_count();
    let (mut depths, wanted) = match known {
        Some((depths, moved)) => (depths, body.limbs_near(moved)),
        None => {
            let unknown = vec![LimbDepth::UNKNOWN; frame_count];
            (vec![unknown; body.limbs.len()], vec![(0..body.limbs.len()).collect(); frame_count])
        }
    };
    let measured: Vec<Vec<LimbDepth>> = wanted
        .par_iter()
        .enumerate()
        .map_init(
            || body.looks.take(),
            |look, (frame, limbs)| {
                progress.report(done.start + (done.end - done.start) * frame as f64 / frame_count as f64)?;
                if limbs.is_empty() {
                    return Ok(Vec::new());
                }
                look.pose(skeleton, clip, frame, body, &[])?;
                Ok(limbs.iter().map(|&limb| measure_limb(body, limb, limit, look)).collect())
            },
        )
        .collect::<Result<_>>()?;
    for (frame, (limbs, measured)) in wanted.iter().zip(measured).enumerate() {
        limbs.iter().zip(measured).for_each(|(&limb, depth)| depths[limb][frame] = depth);
    }
    Ok(depths)
}

/// One limb in the frame that is posed.
fn measure_limb(body: &PenetrationBody, limb: usize, limit: f32, look: &mut FrameLook) -> LimbDepth {
    look.whole_limb(body, limb, BAND);
    let limb = &body.limbs[limb];
    let mut depth = LimbDepth::UNKNOWN;
    for (i, found) in look.found.iter().enumerate() {
        let signed = found.distance.signed;
        let point = limb.surface.points[i];
        if signed < depth.least {
            depth.least = signed;
            depth.point = point;
        }
        let own = body.mesh.parts[point as usize];
        let is_measured = found.distance.triangle != Distance::CLEAR;
        if is_measured && signed < depth.hand && matches!(own, BodyPart::Hand(_)) {
            depth.hand = signed;
            depth.hand_point = i as u32;
            (depth.hand_against, depth.hand_triangle) = (found.against, found.distance.triangle);
        }
        if signed >= 0.0 {
            continue;
        }
        depth.deep_count += usize::from(signed < -DEEP);
        if signed < -limit {
            depth.offenders.push((-signed, i as u32));
        }
        let obstacle = limb.against[found.against].obstacle;
        let other = body.obstacles[obstacle].part(found.distance.triangle);
        match depth.pairs.iter_mut().find(|pair| (pair.0, pair.1) == (own, other)) {
            Some(pair) => pair.2 = pair.2.max(-signed),
            None => depth.pairs.push((own, other, -signed)),
        }
    }
    depth
}

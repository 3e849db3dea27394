//! [`penetration_depths`]: how deep every vertex of arms and legs is inside the body, for those who draw it.

use crate::error::Result;
use crate::model::{Clip, Skeleton, Skin};
use crate::ops::remove_penetration::character::PenetrationBody;
use crate::ops::remove_penetration::look::FrameLook;
use crate::ops::remove_penetration::measure::BAND;
use crate::ops::remove_penetration::{BodyPair, RemovePenetrationOptions};
use rayon::prelude::*;

/// Vertices that are inside the body, frame by frame.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct VertexDepths {
    /// One for each skin.
    pub skins: Vec<SkinDepths>,
}

/// The vertices of one skin that are inside the body. Those of frame `f` are `first..end` of both lists, where `first = offsets[f]` and
/// `end = offsets[f + 1]`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SkinDepths {
    /// Where each frame starts; one more entry than frames.
    pub offsets: Vec<u32>,
    /// Vertices, ascending within a frame.
    pub vertices: Vec<u32>,
    /// How deep each of them is, metres.
    pub depths: Vec<f32>,
}

impl SkinDepths {
    /// The vertices of a frame with their depths, metres; none for a frame that there is not.
    pub fn frame(&self, frame: usize) -> impl Iterator<Item = (u32, f32)> + '_ {
        let at = |i: usize| self.offsets.get(i).map_or(self.vertices.len(), |&offset| offset as usize);
        let range = at(frame)..at(frame + 1);
        self.vertices[range.clone()].iter().copied().zip(self.depths[range].iter().copied())
    }
}

/// Which vertices of arms and legs are deeper than `least` metres inside what they must stay out of, by the rule of
/// [`remove_penetration`](crate::ops::remove_penetration::remove_penetration()) with these options: the same vertices, the same sides, and overlap that is allowed does not count. With
/// `allowed_overlap` `frame`, that is a frame of this clip.
///
/// ```
/// use surefoot::ops::penetration_depths;
/// use surefoot::ops::remove_penetration::RemovePenetrationOptions;
/// # let biped = surefoot_sample::biped(&Default::default())?;
/// # let (skeleton, skins) = (biped.skeleton, [biped.skin]);
/// # let clip = surefoot_sample::walk(&skeleton, &Default::default())?.clip;
///
/// let options = RemovePenetrationOptions::default();
/// let depths = penetration_depths(&skeleton, &clip, &skins, &[], &options, 0.002)?;
/// for (vertex, depth) in depths.skins[0].frame(7) {
///     println!("vertex {vertex} is {:.1} cm inside", 100.0 * depth);
/// }
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// As [`remove_penetration_between`](crate::ops::remove_penetration::remove_penetration_between()).
pub fn penetration_depths(
    skeleton: &Skeleton,
    clip: &Clip,
    skins: &[Skin],
    pairs: &[BodyPair],
    options: &RemovePenetrationOptions,
    least: f64,
) -> Result<VertexDepths> {
    clip.check_skeleton(skeleton)?;
    let body = PenetrationBody::with_pairs(skeleton, clip, skins, pairs, options)?;
    let frames: Vec<Vec<(u32, f32)>> = (0..clip.frame_count())
        .into_par_iter()
        .map_init(FrameLook::default, |look, frame| {
            look.pose(skeleton, clip, frame, &body, &[])?;
            let mut deep = Vec::new();
            for (index, limb) in body.limbs.iter().enumerate() {
                look.whole_limb(&body, index, BAND);
                let depths = look.found.iter().map(|found| -found.distance.signed);
                let is_deep = |(_, depth): &(u32, f32)| f64::from(*depth) > least;
                deep.extend(limb.surface.points.iter().copied().zip(depths).filter(is_deep));
            }
            Ok(deep)
        })
        .collect::<Result<_>>()?;
    let skins = body.mesh.point_of_vertex.iter().map(|points| of_vertices(points, &frames));
    Ok(VertexDepths { skins: skins.collect() })
}

/// The depths of points, on the vertices of a skin.
fn of_vertices(point_of_vertex: &[u32], frames: &[Vec<(u32, f32)>]) -> SkinDepths {
    let mut out = SkinDepths { offsets: vec![0], ..SkinDepths::default() };
    let count = point_of_vertex.iter().map(|&point| point as usize + 1).max().unwrap_or(0);
    let mut depth_of = vec![0f32; count];
    for frame in frames {
        let own = || frame.iter().filter(|(point, _)| (*point as usize) < count);
        own().for_each(|(point, depth)| depth_of[*point as usize] = *depth);
        for (vertex, &point) in point_of_vertex.iter().enumerate() {
            if depth_of[point as usize] > 0.0 {
                out.vertices.push(vertex as u32);
                out.depths.push(depth_of[point as usize]);
            }
        }
        own().for_each(|(point, _)| depth_of[*point as usize] = 0.0);
        out.offsets.push(out.vertices.len() as u32);
    }
    out
}

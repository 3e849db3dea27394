//! [`penetration_depths`]: how deep every vertex of arms and legs is inside the body, for those who draw it.

use crate::error::{Error, Result};
use crate::kinematics::body::surface::rest_matrices;
use crate::kinematics::body::{
    BodyMesh, Distance, JointMatrix, LimbSurface, Obstacle, PosedObstacle, Question, Remembered, Sides,
    frame_matrices, joint_matrix,
};
use crate::kinematics::limb::{LimbKind, find_limbs};
use crate::math::Vec3;
use crate::math::mesh::{Point, find_cavities};
use crate::model::{Clip, Skeleton, Skin};
use rayon::prelude::*;

/// Vertices closer to a surface than this are measured, metres: normals may take one for outside that is inside.
const BAND: f32 = 0.03;

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

/// Which vertices of arms and legs are deeper than `least` metres inside the body, or inside the other arm or leg. What a vertex of an
/// arm is inside at rest does not count: the character was made so.
///
/// ```
/// use surefoot::ops::penetration_depths;
/// # let biped = surefoot_sample::biped(&Default::default())?;
/// # let (skeleton, skins) = (biped.skeleton, [biped.skin]);
/// # let clip = surefoot_sample::walk(&skeleton, &Default::default())?.clip;
///
/// let depths = penetration_depths(&skeleton, &clip, &skins, 0.002)?;
/// for (vertex, depth) in depths.skins[0].frame(7) {
///     println!("vertex {vertex} is {:.1} cm inside", 100.0 * depth);
/// }
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Invalid`] without a mesh; [`Error::Length`] if the clip is for another skeleton.
pub fn penetration_depths(
    skeleton: &Skeleton,
    clip: &Clip,
    skins: &[Skin],
    least: f64,
) -> Result<VertexDepths> {
    clip.check_skeleton(skeleton)?;
    let body = Body::new(skeleton, skins)?;
    let frames: Vec<Vec<(u32, f32)>> = (0..clip.frame_count())
        .into_par_iter()
        .map_init(
            || (Look::default(), Vec::new(), Vec::new()),
            |(look, world, matrices), frame| {
                frame_matrices(skeleton, &clip.pose(frame), world, matrices)?;
                let mut found = body.depths(matrices, look);
                found.retain_mut(|(point, depth)| {
                    *depth -= body.at_rest[*point as usize];
                    f64::from(*depth) > least
                });
                Ok(found)
            },
        )
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

/// Limbs, and what they must stay out of.
struct Body {
    mesh: BodyMesh,
    obstacles: Vec<Obstacle>,
    /// Each limb with the numbers of its obstacles.
    limbs: Vec<(LimbSurface, Vec<usize>)>,
    /// How deep each point of an arm is at rest, metres.
    at_rest: Vec<f32>,
}

/// Memory for one frame.
#[derive(Default)]
struct Look {
    posed: Vec<PosedObstacle>,
    places: Vec<Point>,
    memory: Vec<Remembered>,
    found: Vec<Distance>,
}

impl Body {
    fn new(skeleton: &Skeleton, skins: &[Skin]) -> Result<Self> {
        let mesh = BodyMesh::new(skeleton, skins)?;
        if mesh.triangles.is_empty() {
            return Err(Error::invalid("skin", "there is no mesh; a skinned character is needed"));
        }
        let hidden = find_cavities(&mesh.rest, &mesh.triangles);
        let trunk = Obstacle::new(&mesh, &hidden, |part| !part.is_arm_or_clavicle());
        let matrices: Vec<JointMatrix> =
            rest_matrices(skeleton).iter().map(|m| joint_matrix(m, &Vec3::zeros())).collect();
        let mut rest = PosedObstacle::default();
        trunk.pose(&matrices, &mut rest);
        let (found, _) = find_limbs(skeleton);
        let mut obstacles = vec![trunk];
        let mut limbs = Vec::new();
        for limb in &found {
            let mut against = if limb.kind == LimbKind::Arm { vec![0] } else { Vec::new() };
            if let Some(other) = found.iter().find(|o| o.kind == limb.kind && o.side != limb.side) {
                against.push(obstacles.len());
                obstacles.push(Obstacle::new(&mesh, &hidden, |part| match other.kind {
                    LimbKind::Arm => part.is_arm_of(other.side),
                    LimbKind::Leg => part.is_leg_of(other.side),
                }));
            }
            limbs.push((LimbSurface::new(skeleton, &mesh, limb, &obstacles[0], &rest), against));
        }
        let mut body = Self { at_rest: vec![0.0; mesh.rest.len()], mesh, obstacles, limbs };
        // Thighs that touch at rest are thick, not made so.
        let arms = body.depths(&matrices, &mut Look::default()).into_iter();
        let is_arm = |point: u32| body.mesh.parts[point as usize].is_arm_or_clavicle();
        let allowed: Vec<(u32, f32)> = arms.filter(|(point, _)| is_arm(*point)).collect();
        allowed.into_iter().for_each(|(point, depth)| body.at_rest[point as usize] = depth);
        Ok(body)
    }

    /// Points of the mesh that are inside, and how deep, in a pose.
    fn depths(&self, matrices: &[JointMatrix], look: &mut Look) -> Vec<(u32, f32)> {
        let mut out: Vec<(u32, f32)> = Vec::new();
        look.posed.resize_with(self.obstacles.len(), PosedObstacle::default);
        for (obstacle, posed) in self.obstacles.iter().zip(&mut look.posed) {
            if !obstacle.is_empty() {
                obstacle.pose(matrices, posed);
                obstacle.prepare_sides(posed);
            }
        }
        for (surface, against) in &self.limbs {
            surface.pose(matrices, surface.others(), &mut look.places);
            let first = out.len();
            for &number in against.iter().filter(|&&number| !self.obstacles[number].is_empty()) {
                let (obstacle, posed) = (&self.obstacles[number], &look.posed[number]);
                look.memory.clear();
                look.memory.resize(surface.len(), Remembered::NOTHING);
                let question = Question { clear: BAND, shift: 0.0, sides: Sides::Normals };
                surface.distances(
                    (obstacle, posed),
                    &look.places,
                    surface.others(),
                    &question,
                    &mut look.memory,
                    &mut look.found,
                );
                for (i, found) in look.found.iter().enumerate() {
                    let is_near = found.triangle != Distance::CLEAR && found.signed < BAND;
                    if !is_near || !obstacle.encloses(posed, &look.places[i]) {
                        continue;
                    }
                    let (point, depth) = (surface.points[i], found.signed.abs());
                    match out[first..].iter_mut().find(|known| known.0 == point) {
                        Some(known) => known.1 = known.1.max(depth),
                        None => out.push((point, depth)),
                    }
                }
            }
        }
        out
    }
}

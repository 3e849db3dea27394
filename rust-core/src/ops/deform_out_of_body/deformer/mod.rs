//! [`BodyDeformer`]: pushes the vertices of one mesh out of another, one frame at a time (`docs/methods/deformer.md`).
//!
//! A frame depends on nothing but its own points. Where surfaces are near, each vertex asks for a push along the direction in which
//! its distance grows; softplus lets it start before the touch. The pushes are averaged over the rings of the mesh, and between the
//! rounds every vertex gets back what it lacks. It cannot choose another way out for a limb: where one is more than half way through
//! a body, the nearest surface is on the far side. Single vertices where parts of the body meet can (`corners`).

mod checks;
mod corners;
mod near;
mod push;
mod unfold;

use super::block::Block;
use super::options::DeformOutOfBodyOptions;
use crate::declare::Options;
use crate::error::{Error, Result, check_length};
use crate::kinematics::body::INSIDE;
use crate::math::mesh::{Adjacency, Point, PosedShell, Rings, Shell, find_cavities};
use checks::{check_finite, check_shape, check_shares};
use nalgebra::Vector3;
use push::moved;
use serde::Serialize;
use unfold::UNFOLD_ROUNDS;

/// Rounding of a distance, metres.
const SLACK: f32 = 1e-5;

/// Points and triangles of a mesh.
#[derive(Debug, Clone, Copy)]
pub struct MeshShape<'a> {
    /// Metres.
    pub points: &'a [Vector3<f32>],
    /// Three points each, counter-clockwise seen from outside.
    pub triangles: &'a [[u32; 3]],
}

/// What a host may change from frame to frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DeformSettings<'a> {
    /// Share of the push that is applied, 0 to 1.
    pub envelope: f64,
    /// No vertex is pushed farther than this, metres.
    pub max_push: f64,
    /// Painted shares of the push, 0 to 1, one per vertex; empty means 1 everywhere. They come on top of those that the deformer was
    /// made with.
    pub weights: &'a [f32],
}

impl From<&DeformOutOfBodyOptions> for DeformSettings<'_> {
    fn from(options: &DeformOutOfBodyOptions) -> Self {
        Self { envelope: options.envelope, max_push: options.max_push, weights: &[] }
    }
}

impl DeformSettings<'_> {
    /// Checks all numbers, as the options of the same names.
    pub(super) fn check(&self, vertex_count: usize) -> Result<()> {
        let options = DeformOutOfBodyOptions::default().envelope(self.envelope).max_push(self.max_push);
        options.validate()?;
        if !self.weights.is_empty() {
            check_length("weights", vertex_count, self.weights.len())?;
        }
        check_shares("weights", self.weights)
    }
}

/// What [`BodyDeformer::deform`] did to one frame.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct DeformedFrame {
    /// The deepest vertex before, metres; 0 where nothing penetrates. Painted weights make no difference to what counts.
    pub depth_before: f64,
    /// The deepest vertex after, measured anew, metres.
    pub depth_after: f64,
    /// The farthest push, metres.
    pub push_max: f64,
    /// Vertices that moved.
    pub vertices_pushed: usize,
    /// Vertices that would have been pushed farther than `max_push`.
    pub vertices_at_max_push: usize,
    /// Triangles that face the other way after.
    pub flipped_triangles: usize,
    /// The deepest vertex after among those with a painted weight below 1, metres: what is left inside on purpose.
    pub painted_depth_after: f64,
    /// Vertices with a painted weight below 1 that are deeper than 3 mm after.
    pub painted_vertices_inside: usize,
}

/// The memory of [`BodyDeformer::deform`]. It keeps nothing from one frame to the next but its size.
#[derive(Debug, Clone, Default)]
pub struct DeformScratch {
    shell: PosedShell,
    near: Vec<Near>,
    /// The true distance lies between these; the second bounds its size.
    bounds: Vec<(f32, f32)>,
    push: Vec<Point>,
    next: Vec<Point>,
    /// Directions in which vertices get back what they lack.
    direction: Vec<Point>,
    /// Vertices that may move, in the order they were found.
    active: Vec<u32>,
    is_active: Vec<bool>,
    /// The part after its blocks have moved.
    shifted: Vec<Point>,
    /// Corners of triangles that turned over.
    folded: Vec<u32>,
    /// Share of the push that each vertex takes in this frame, the envelope included.
    shares: Vec<f32>,
    /// Vertices that ask for room in this frame: those whose depth counts and that are not painted out.
    is_asking: Vec<bool>,
    /// Vertices that take less than the whole push because of what is painted.
    is_painted: Vec<bool>,
    max_push: f32,
    /// Whether winding numbers are ready for this frame.
    has_sides: bool,
}

/// A vertex and the surface next to it.
#[derive(Debug, Clone, Copy)]
struct Near {
    /// Metres, negative inside.
    distance: f32,
    normal: Point,
    triangle: u32,
}

const FAR: Near = Near { distance: f32::INFINITY, normal: Point::new(0.0, 0.0, 0.0), triangle: u32::MAX };

/// How the vertices of a part give way.
#[derive(Debug, Default)]
pub(super) struct Yielding {
    /// Share of the push that each vertex takes; empty means 1 everywhere.
    pub(super) weights: Vec<f32>,
    /// Vertices whose depth counts, also where they are painted out.
    pub(super) is_counted: Vec<bool>,
    /// What moves as a whole first.
    pub(super) blocks: Vec<Block>,
}

/// Two meshes, prepared once: the one that gives way and the one it must stay out of.
///
/// ```
/// use nalgebra::Vector3;
/// use surefoot::ops::deform_out_of_body::{BodyDeformer, DeformOutOfBodyOptions, DeformScratch, MeshShape};
///
/// // A floor that looks up, closed below, and a patch of skin above it.
/// let floor = [[-1.0, 0.0, -1.0], [1.0, 0.0, -1.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]].map(Vector3::from);
/// let floor = MeshShape { points: &floor, triangles: &[[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]] };
/// let skin = [[0.0, 0.05, -0.1], [0.1, 0.05, 0.0], [-0.1, 0.05, 0.0]].map(Vector3::from);
/// let patch = MeshShape { points: &skin, triangles: &[[0, 2, 1]] };
/// let deformer = BodyDeformer::new(floor, patch, &[], &DeformOutOfBodyOptions::default())?;
///
/// let sunk = skin.map(|p| p - Vector3::new(0.0, 0.06, 0.0));
/// let (mut scratch, mut out) = (DeformScratch::default(), sunk);
/// let frame = deformer.deform(floor.points, &sunk, &mut scratch, &mut out)?;
/// assert!(frame.depth_before > 0.009 && frame.depth_after < 1e-4);
/// assert!(out.iter().all(|p| p.y > 0.001));
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct BodyDeformer {
    shell: Shell,
    triangles: Vec<[u32; 3]>,
    rings: Rings,
    adjacency: Adjacency,
    /// Distance that each vertex keeps: the margin, or less where it is closer at rest.
    margins: Vec<f32>,
    /// Share of the push that each vertex takes.
    weights: Vec<f32>,
    /// Vertices whose depth counts; the others only follow their rings.
    is_counted: Vec<bool>,
    /// What moves as a whole first.
    blocks: Vec<Block>,
    options: DeformOutOfBodyOptions,
}

impl BodyDeformer {
    /// Prepares the meshes, both in one pose in which they do not touch, such as the rest pose. Vertices that lie inside even then
    /// are left as deep as they are. `weights` are painted shares of the push, 0 to 1, one per vertex of `part`; empty means 1
    /// everywhere.
    ///
    /// Hidden faces of the body (mouth, nostrils, ears) are left out, and holes are closed. `options.part` has no meaning here.
    ///
    /// # Errors
    /// [`Error::Invalid`] for points that are not finite, triangles out of range, a body without a surface or a weight outside
    /// 0 to 1; [`Error::Length`] for another number of weights; [`Error::OptionOutOfRange`].
    pub fn new(
        body: MeshShape<'_>,
        part: MeshShape<'_>,
        weights: &[f32],
        options: &DeformOutOfBodyOptions,
    ) -> Result<Self> {
        check_shape("body", body)?;
        let hidden = find_cavities(body.points, body.triangles);
        let shell = Shell::new(body.points, body.triangles, &hidden);
        let yielding = Yielding {
            weights: weights.to_vec(),
            is_counted: vec![true; part.points.len()],
            blocks: Vec::new(),
        };
        Self::with_shell(shell, body.points, part, yielding, options)
    }

    pub(super) fn with_shell(
        shell: Shell,
        body_rest: &[Point],
        part: MeshShape<'_>,
        yielding: Yielding,
        options: &DeformOutOfBodyOptions,
    ) -> Result<Self> {
        let Yielding { mut weights, is_counted, blocks } = yielding;
        options.validate()?;
        check_shape("part", part)?;
        if shell.is_empty() {
            let text = "has no surface that can be seen from outside; if its triangles face inwards, turn them around";
            return Err(Error::invalid("body", text));
        }
        let count = part.points.len();
        if weights.is_empty() {
            weights = vec![1.0; count];
        }
        check_length("weights", count, weights.len())?;
        check_shares("weights", &weights)?;
        let mut deformer = Self {
            shell,
            triangles: part.triangles.to_vec(),
            rings: Rings::new(part.points, part.triangles),
            adjacency: Adjacency::new(part.points.len(), part.triangles),
            margins: vec![options.margin as f32; count],
            weights,
            is_counted,
            blocks,
            options: *options,
        };
        let mut scratch = DeformScratch::default();
        deformer.pose(body_rest, &mut scratch);
        deformer.set(&DeformSettings::from(options), &mut scratch);
        deformer.find_near(part.points, &mut scratch);
        for (margin, near) in deformer.margins.iter_mut().zip(&scratch.near) {
            *margin = margin.min(near.distance);
        }
        // One mesh may be given for both, with the body painted out: its own surface is not inside it.
        for (v, near) in scratch.near.iter().enumerate() {
            let is_body = near.distance.abs() < SLACK || deformer.rings.of(v as u32).is_empty();
            deformer.is_counted[v] &= deformer.weights[v] > 0.0 || !is_body;
        }
        Ok(deformer)
    }

    /// Number of vertices of the part.
    pub fn vertex_count(&self) -> usize {
        self.margins.len()
    }

    /// Pushes the part out of the body in one frame: `body` and `points` are the posed points of both meshes, in metres, `out` gets
    /// the points of the part after. Vertices that nothing pushes keep their bits. After the first call nothing is allocated.
    ///
    /// # Errors
    /// [`Error::Length`] for another number of points than the meshes have; [`Error::Invalid`] for one that is not finite.
    pub fn deform(
        &self,
        body: &[Vector3<f32>],
        points: &[Vector3<f32>],
        scratch: &mut DeformScratch,
        out: &mut [Vector3<f32>],
    ) -> Result<DeformedFrame> {
        self.deform_with(body, points, &DeformSettings::from(&self.options), scratch, out)
    }

    /// As [`Self::deform`], with the envelope, the largest push and the painted weights of this frame.
    ///
    /// # Errors
    /// As [`Self::deform`]; [`Error::OptionOutOfRange`]; [`Error::Length`] and [`Error::Invalid`] for weights of another number, or
    /// outside 0 to 1.
    pub fn deform_with(
        &self,
        body: &[Vector3<f32>],
        points: &[Vector3<f32>],
        settings: &DeformSettings<'_>,
        scratch: &mut DeformScratch,
        out: &mut [Vector3<f32>],
    ) -> Result<DeformedFrame> {
        settings.check(self.vertex_count())?;
        check_length("points of the body", self.shell.point_count(), body.len())?;
        check_length("points of the part", self.vertex_count(), points.len())?;
        check_length("points to write", self.vertex_count(), out.len())?;
        check_finite("body", body)?;
        check_finite("part", points)?;
        self.pose(body, scratch);
        self.set(settings, scratch);
        self.find_near(points, scratch);
        let mut frame =
            DeformedFrame { depth_before: f64::from(self.depth(scratch)), ..DeformedFrame::default() };
        let mut shifted = std::mem::take(&mut scratch.shifted);
        let is_shifted = self.shift_blocks(points, scratch, &mut shifted);
        let base = if is_shifted { &shifted } else { points };
        if is_shifted {
            self.find_near_of(base, |v| base[v] != points[v], scratch);
        }
        out.copy_from_slice(base);
        if self.find_active(scratch) {
            self.smooth_directions(scratch);
            self.smooth(scratch);
            for &v in &scratch.active {
                out[v as usize] = moved(v as usize, points, base, scratch);
            }
            self.settle(points, base, scratch, out);
        }
        for round in 0..UNFOLD_ROUNDS {
            if !self.unfold(points, scratch, out, round / 2) {
                break;
            }
        }
        self.leave_corners(points, scratch, out);
        frame.depth_after = f64::from(self.depth(scratch));
        for (_, depth) in self.depths(scratch).filter(|(v, _)| scratch.is_painted[*v]) {
            frame.painted_depth_after = frame.painted_depth_after.max(f64::from(depth));
            frame.painted_vertices_inside += usize::from(f64::from(depth) > INSIDE);
        }
        self.count_pushes(points, base, scratch, out, &mut frame);
        if frame.vertices_pushed > 0 {
            frame.flipped_triangles = self.count_flipped(points, out);
        }
        scratch.shifted = shifted;
        Ok(frame)
    }

    /// Moves the body to its pose, and sees to it that only the first frame asks for memory.
    fn pose(&self, body: &[Point], scratch: &mut DeformScratch) {
        self.shell.pose(body, &mut scratch.shell);
        scratch.has_sides = false;
        if scratch.push.len() != self.vertex_count() {
            self.allocate(scratch);
        }
    }

    /// Takes over what holds for this frame alone.
    fn set(&self, settings: &DeformSettings<'_>, scratch: &mut DeformScratch) {
        scratch.shares.clear();
        let envelope = settings.envelope as f32;
        scratch.shares.extend(self.weights.iter().map(|weight| weight * envelope));
        let given = |v: usize| settings.weights.get(v).copied().unwrap_or(1.0);
        let painted = self.weights.iter().enumerate().map(|(v, weight)| weight * given(v));
        scratch.is_painted.clear();
        scratch.is_painted.extend(painted.clone().map(|weight| weight < 1.0));
        scratch.is_asking.clear();
        let counted = self.is_counted.iter().zip(painted);
        scratch.is_asking.extend(counted.map(|(counts, weight)| *counts && weight > 0.0));
        for (share, weight) in scratch.shares.iter_mut().zip(settings.weights) {
            *share *= weight;
        }
        scratch.max_push = settings.max_push as f32;
    }

    /// Moves what gives way as a whole; whether anything does. `shifted` gets all points then.
    fn shift_blocks(&self, points: &[Point], scratch: &DeformScratch, shifted: &mut Vec<Point>) -> bool {
        let body = self.shell.nearest_to(&scratch.shell);
        let mut is_shifted = false;
        for block in &self.blocks {
            let near = |v: u32| {
                let near = &scratch.near[v as usize];
                if !scratch.is_asking[v as usize] {
                    return (f32::INFINITY, near.triangle);
                }
                let least =
                    if near.triangle == FAR.triangle { scratch.bounds[v as usize].0 } else { near.distance };
                (least, near.triangle)
            };
            let way = block.way(&body, points, &self.margins, near, scratch.max_push);
            if way == Point::zeros() {
                continue;
            }
            if !is_shifted {
                shifted.clear();
                shifted.extend_from_slice(points);
                is_shifted = true;
            }
            for &(v, share) in &block.shares {
                shifted[v as usize] += way * (share * scratch.shares[v as usize]);
            }
        }
        is_shifted
    }

    /// All memory that any frame may need, so that only the first one asks for it.
    fn allocate(&self, scratch: &mut DeformScratch) {
        let count = self.vertex_count();
        scratch.push.resize(count, Point::zeros());
        scratch.next.resize(count, Point::zeros());
        scratch.direction.resize(count, Point::zeros());
        scratch.is_active.resize(count, false);
        scratch.active.clear();
        scratch.active.reserve(count);
        scratch.shifted.reserve(count);
        scratch.folded.reserve(3 * self.triangles.len() + count);
        scratch.shares.reserve(count);
        scratch.is_asking.reserve(count);
        scratch.is_painted.reserve(count);
    }
}

//! [`BodyDeformer`]: pushes the vertices of one mesh out of another, one frame at a time (`docs/methods/deformer.md`).
//!
//! A frame depends on nothing but its own points. Where surfaces are near, each vertex asks for a push along the direction in which
//! its distance grows; softplus lets it start before the touch. The pushes are averaged over the rings of the mesh, and between the
//! rounds every vertex gets back what it lacks. It cannot choose another way out: where a limb is more than half way through a
//! body, the nearest surface is on the far side.

use super::block::Block;
use super::options::DeformOutOfBodyOptions;
use crate::declare::Options;
use crate::error::{Error, Result, check_length};
use crate::kinematics::body::INSIDE;
use crate::math::mesh::{Adjacency, Point, PosedShell, Rings, Shell, find_cavities};
use nalgebra::Vector3;
use serde::Serialize;

/// Pushes start where softplus is this many softnesses below the margin, with a millionth part of the full push.
const REACH: f32 = 7.0;
/// Share of the ring's mean in a round of smoothing.
const RING_SHARE: f32 = 0.6;
/// Every how many rounds of smoothing vertices get back what they lack.
const PROJECT_EVERY: usize = 2;
/// Distances are searched up to here where nothing bounds them, metres: half the depth of any trunk.
const OPEN_LIMIT: f32 = 0.6;
/// Rounding of a distance, metres.
const SLACK: f32 = 1e-5;
/// How often vertices that ended up inside are pushed once more: the surface is not as flat as the push supposed.
const REPAIR_ROUNDS: usize = 2;
/// … unless the nearest surface now looks in another direction, by the cosine between both: then the vertex went into another
/// part of the body, and would be pushed to and fro.
const SAME_SURFACE: f32 = 0.5;
/// How often triangles that turned over are smoothed at most; every second time with one more ring around them.
const UNFOLD_ROUNDS: usize = 6;
/// Vertices deeper than this at the end are taken to the surface by whatever way there is, metres.
const LEFT: f32 = 0.0003;
/// … and may turn a triangle over if they would stay deeper than this.
const TOO_DEEP: f32 = 0.0009;
/// How often a way is looked for, and how long ways are, as a factor on what is missing.
const CORNER_ROUNDS: usize = 4;
const CORNER_LENGTHS: [f32; 2] = [1.0, 1.6];
/// The direction of a vertex is averaged with its ring unless it turns by more than the angle of this cosine.
const TURN_LIMIT: f32 = 0.5;

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

    /// Farthest distance from the body at which a vertex gives way.
    fn reach(&self) -> f32 {
        REACH * self.options.softness as f32
    }

    /// Distances of all vertices that may be within reach. The walk over the mesh bounds each by its neighbour's: a signed distance
    /// changes by no more than the way between two points.
    fn find_near(&self, points: &[Point], scratch: &mut DeformScratch) {
        scratch.near.clear();
        scratch.near.resize(points.len(), FAR);
        scratch.bounds.clear();
        scratch.bounds.resize(points.len(), (0.0, 0.0));
        self.find_near_of(points, |_| true, scratch);
    }

    /// As [`Self::find_near`], of vertices that are where they were not when it was last called.
    fn find_near_of(&self, points: &[Point], is_new: impl Fn(usize) -> bool, scratch: &mut DeformScratch) {
        let nearest_to = self.shell.nearest_to(&scratch.shell);
        let clear = self.reach() + self.options.margin as f32;
        let mut has_near = false;
        for &(vertex, from) in &self.rings.walk {
            let (at, from) = (vertex as usize, from as usize);
            if !is_new(at) {
                has_near |= scratch.near[at].distance < clear;
                continue;
            }
            scratch.near[at] = FAR;
            let mut bounds = (f32::NEG_INFINITY, f32::INFINITY);
            if at != from {
                let way = (points[at] - points[from]).norm();
                let (least, size) = scratch.bounds[from];
                bounds = (least - way - SLACK, size + way + SLACK);
            }
            if bounds.0 > clear || !self.is_counted[at] {
                scratch.bounds[at] = bounds;
                continue;
            }
            let limit = bounds.1.min(OPEN_LIMIT);
            match nearest_to.signed(&points[at], limit, Some(scratch.near[from].triangle)) {
                Some(found) => {
                    scratch.bounds[at] = (found.distance, found.distance.abs());
                    scratch.near[at] =
                        Near { distance: found.distance, normal: found.normal, triangle: found.triangle };
                    has_near |= found.distance < clear;
                }
                None => scratch.bounds[at] = (limit, f32::INFINITY),
            }
        }
        if !has_near {
            return;
        }
        // A normal never invents an inside, but misses it where the nearest face is buried in another part of the body.
        if !scratch.has_sides {
            self.shell.prepare_sides(&mut scratch.shell);
            scratch.has_sides = true;
        }
        for &(vertex, from) in &self.rings.walk {
            let (at, from) = (vertex as usize, from as usize);
            let near = scratch.near[at];
            if !(near.distance > 0.0 && near.distance < clear && is_new(at)) {
                continue;
            }
            // No surface lies between two points that are closer to each other than one of them to the surface.
            let way = (points[at] - points[from]).norm();
            let is_told = at != from && self.is_counted[from] && scratch.near[from].distance > way;
            if !is_told && self.shell.encloses(&scratch.shell, &points[at]) {
                // The way out is not known; the ring knows better.
                scratch.near[at] = Near { distance: -near.distance, normal: Point::zeros(), ..near };
            }
        }
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

    /// How deep each vertex that counts is, beyond what it is at rest.
    fn depths<'a>(&'a self, scratch: &'a DeformScratch) -> impl Iterator<Item = (usize, f32)> + 'a {
        let counted = scratch.near.iter().enumerate().filter(|(v, _)| self.is_counted[*v]);
        counted.map(|(v, near)| (v, (self.margins[v].min(0.0) - near.distance).max(0.0)))
    }

    /// How deep the deepest vertex is.
    fn depth(&self, scratch: &DeformScratch) -> f32 {
        self.depths(scratch).map(|(_, depth)| depth).fold(0.0, f32::max)
    }

    /// First pushes, and the vertices around them as far as smoothing carries; whether there are any.
    fn find_active(&self, scratch: &mut DeformScratch) -> bool {
        let count = scratch.near.len();
        scratch.push.clear();
        scratch.push.resize(count, Point::zeros());
        scratch.next.clear();
        scratch.next.resize(count, Point::zeros());
        scratch.is_active.clear();
        scratch.is_active.resize(count, false);
        scratch.active.clear();
        let (softness, reach) = (self.options.softness as f32, self.reach());
        let floor = softplus(-reach, softness);
        for v in 0..count {
            let gap = scratch.near[v].distance - self.margins[v];
            if scratch.is_asking[v] && gap < reach {
                scratch.push[v] = scratch.near[v].normal * (softplus(-gap, softness) - floor);
                scratch.active.push(v as u32);
                scratch.is_active[v] = true;
            }
        }
        if scratch.active.is_empty() {
            return false;
        }
        let mut first = 0;
        for _ in 0..self.options.smoothing {
            let end = scratch.active.len();
            for i in first..end {
                for &other in self.rings.of(scratch.active[i]) {
                    if !scratch.is_active[other as usize] {
                        scratch.is_active[other as usize] = true;
                        scratch.active.push(other);
                    }
                }
            }
            first = end;
        }
        // Twins of seams are in nobody's ring: they follow the one that is.
        for &(twin, from) in self.rings.twins() {
            if scratch.is_active[from as usize] && !scratch.is_active[twin as usize] {
                scratch.is_active[twin as usize] = true;
                scratch.active.push(twin);
            }
        }
        true
    }

    /// Averages the directions in which vertices are given back what they lack with those around them. A vertex whose way out is not
    /// known gets that of its ring.
    fn smooth_directions(&self, scratch: &mut DeformScratch) {
        for &v in &scratch.active {
            let around: Point =
                self.rings.of(v).iter().map(|&other| scratch.near[other as usize].normal).sum();
            let own = scratch.near[v as usize].normal;
            let mean = (own + around).try_normalize(1e-6).unwrap_or(own);
            let is_close = own == Point::zeros() || mean.dot(&own) >= TURN_LIMIT;
            scratch.direction[v as usize] = if is_close { mean } else { own };
        }
        for &v in &scratch.active {
            let near = &mut scratch.near[v as usize];
            if near.normal == Point::zeros() && near.triangle != FAR.triangle {
                near.normal = scratch.direction[v as usize];
            }
        }
    }

    fn smooth(&self, scratch: &mut DeformScratch) {
        let rounds = self.options.smoothing;
        for round in 1..=rounds {
            for &v in &scratch.active {
                let ring = self.rings.of(v);
                let own = scratch.push[v as usize];
                scratch.next[v as usize] = if ring.is_empty() {
                    own
                } else {
                    let sum: Point = ring.iter().map(|&other| scratch.push[other as usize]).sum();
                    own * (1.0 - RING_SHARE) + sum * (RING_SHARE / ring.len() as f32)
                };
            }
            std::mem::swap(&mut scratch.push, &mut scratch.next);
            if round % PROJECT_EVERY == 0 || round == rounds {
                self.give_back(scratch);
            }
        }
    }

    /// Adds to each push what it lacks along its normal.
    fn give_back(&self, scratch: &mut DeformScratch) {
        for &v in &scratch.active {
            let v = v as usize;
            let near = &scratch.near[v];
            if !scratch.is_asking[v] || near.triangle == FAR.triangle {
                continue;
            }
            let lack = (self.margins[v] - near.distance).max(0.0) - scratch.push[v].dot(&near.normal);
            if lack > 0.0 {
                let direction = scratch.direction[v];
                let along = near.normal.dot(&direction);
                scratch.push[v] += if along > 0.0 { direction * (lack / along) } else { near.normal * lack };
            }
        }
    }

    /// Measures the distances after, of every vertex that may have changed. Those that are still inside are pushed once more.
    fn settle(&self, points: &[Point], base: &[Point], scratch: &mut DeformScratch, out: &mut [Point]) {
        let nearest_to = self.shell.nearest_to(&scratch.shell);
        for i in 0..scratch.active.len() {
            let v = scratch.active[i] as usize;
            let near = scratch.near[v];
            let least = if near.triangle == FAR.triangle { scratch.bounds[v].0 } else { near.distance };
            if !scratch.is_asking[v] || least > (out[v] - base[v]).norm() {
                continue;
            }
            // A lighter weight is meant to leave something inside.
            let mut rounds = if scratch.shares[v] >= 1.0 { REPAIR_ROUNDS } else { 0 };
            loop {
                let limit = least.abs() + (out[v] - base[v]).norm() + SLACK;
                let Some(now) = nearest_to.signed(&out[v], limit, Some(near.triangle)) else {
                    scratch.near[v].distance = limit;
                    break;
                };
                scratch.near[v].distance = now.distance;
                let is_same_surface = now.normal.dot(&near.normal) > SAME_SURFACE;
                let is_missed = now.distance > 0.0 && near.distance < 0.0 && !is_same_surface;
                if is_missed && self.shell.encloses(&scratch.shell, &out[v]) {
                    scratch.near[v].distance = -now.distance;
                }
                let is_inside = now.distance < self.margins[v].min(0.0);
                if rounds == 0 || !is_inside || !is_same_surface || scratch.push[v].norm() >= scratch.max_push
                {
                    break;
                }
                rounds -= 1;
                scratch.push[v] += now.normal * (self.margins[v] - now.distance);
                out[v] = moved(v, points, base, scratch);
            }
        }
    }

    /// Takes vertices that are still inside to the surface. They lie where parts of the body meet, and the way out of one leads into the
    /// other. So several ways are tried: that of the surface, of the ring, of the vertex so far, and those in between.
    fn leave_corners(&self, points: &[Point], scratch: &mut DeformScratch, out: &mut [Point]) {
        let unit = |way: Point| way.try_normalize(1e-6).unwrap_or_else(Point::zeros);
        for v in 0..points.len() {
            let least = self.margins[v].min(0.0);
            let is_left = scratch.near[v].distance < least - LEFT;
            if !is_left || !scratch.is_asking[v] || scratch.shares[v] < 1.0 {
                continue;
            }
            for _ in 0..CORNER_ROUNDS {
                let (distance, normal) = self.distance_at(&out[v], v, scratch);
                if distance >= least {
                    break;
                }
                let ring = self.rings.of(v as u32);
                let around = unit(ring.iter().map(|&o| out[o as usize] - points[o as usize]).sum());
                let own = unit(out[v] - points[v]);
                // The best place, and the best of those that turn a triangle over.
                let (mut best, mut folded) = ((distance, out[v]), (distance, out[v]));
                for direction in [normal, around, own, unit(normal + own), unit(normal + around)] {
                    for length in CORNER_LENGTHS {
                        let place = out[v] + direction * ((least - distance + SLACK) * length);
                        let distance = self.distance_at(&place, v, scratch).0.min(least);
                        if distance <= best.0 + SLACK || (place - points[v]).norm() > scratch.max_push {
                            continue;
                        }
                        if !self.turns_over(v as u32, &place, points, out) {
                            best = (distance, place);
                        } else if distance > folded.0 {
                            folded = (distance, place);
                        }
                    }
                }
                if best.0 < least - TOO_DEEP && folded.0 > best.0 {
                    best = folded;
                }
                if best.1 == out[v] {
                    break;
                }
                (scratch.near[v].distance, out[v]) = best;
            }
        }
        // Both sides of a seam stay together.
        for &(twin, from) in self.rings.twins() {
            let (twin, from) = (twin as usize, from as usize);
            if points[twin] == points[from] && scratch.shares[twin] == scratch.shares[from] {
                (scratch.near[twin].distance, out[twin]) = (scratch.near[from].distance, out[from]);
            }
        }
    }

    /// How far a place is from the body, by normal and winding number, and the direction in which that grows; `v` is a vertex near it.
    fn distance_at(&self, place: &Point, v: usize, scratch: &DeformScratch) -> (f32, Point) {
        let nearest_to = self.shell.nearest_to(&scratch.shell);
        let found = nearest_to.signed(place, OPEN_LIMIT, Some(scratch.near[v].triangle));
        let (distance, normal) = found.map_or((OPEN_LIMIT, Point::zeros()), |f| (f.distance, f.normal));
        let is_missed = distance > 0.0 && self.shell.encloses(&scratch.shell, place);
        (if is_missed { -distance } else { distance }, normal)
    }

    /// Whether a triangle of a vertex turns over that did not, if the vertex goes to that place.
    fn turns_over(&self, v: u32, place: &Point, points: &[Point], out: &[Point]) -> bool {
        self.adjacency.around(v).iter().any(|&triangle| {
            let corners = self.triangles[triangle as usize];
            let before = normal_of(corners.map(|c| points[c as usize]));
            let now = normal_of(corners.map(|c| out[c as usize]));
            let then = normal_of(corners.map(|c| if c == v { *place } else { out[c as usize] }));
            before.dot(&then) < 0.0 && before.dot(&now) >= 0.0
        })
    }

    /// Gives the corners of triangles that turned over the mean way of their rings, and takes those that are inside then to the
    /// surface; whether there were any. So many `rings` around the corners are smoothed, too.
    fn unfold(&self, points: &[Point], scratch: &mut DeformScratch, out: &mut [Point], rings: usize) -> bool {
        if !self.find_folded(points, scratch, out, rings) {
            return false;
        }
        for (i, &v) in scratch.folded.iter().enumerate() {
            let ring = self.rings.of(v);
            let sum: Point = ring.iter().map(|&other| out[other as usize] - points[other as usize]).sum();
            scratch.next[i] = sum / ring.len().max(1) as f32;
        }
        let nearest_to = self.shell.nearest_to(&scratch.shell);
        for (i, &v) in scratch.folded.iter().enumerate() {
            let v = v as usize;
            if scratch.shares[v] <= 0.0 || self.rings.of(v as u32).is_empty() {
                continue;
            }
            let mut place = points[v] + scratch.next[i];
            if scratch.is_asking[v] {
                let least = self.margins[v].min(0.0);
                let found = nearest_to.signed(&place, OPEN_LIMIT, Some(scratch.near[v].triangle));
                let mut distance = found.map_or(OPEN_LIMIT, |now| now.distance);
                if let Some(now) = found.filter(|now| now.distance < least && scratch.shares[v] >= 1.0) {
                    place += now.normal * (least - now.distance + SLACK);
                    distance = least;
                }
                if distance > 0.0 && self.shell.encloses(&scratch.shell, &place) {
                    distance = -distance;
                }
                scratch.near[v].distance = distance;
            }
            let way = place - points[v];
            out[v] = points[v] + way * (scratch.max_push / way.norm().max(f32::MIN_POSITIVE)).min(1.0);
        }
        true
    }

    /// Corners of triangles that turned over, and `rings` around them; whether there are any.
    fn find_folded(
        &self,
        points: &[Point],
        scratch: &mut DeformScratch,
        out: &[Point],
        rings: usize,
    ) -> bool {
        let folded = &mut scratch.folded;
        folded.clear();
        let turned = self.triangles.iter().filter(|&&corners| is_flipped(points, out, corners));
        folded.extend(turned.flatten());
        let mut first = 0;
        let is_known = &mut scratch.is_active;
        is_known.fill(false);
        folded.retain(|&v| !std::mem::replace(&mut is_known[v as usize], true));
        for _ in 0..rings {
            let end = folded.len();
            for i in first..end {
                for &other in self.rings.of(folded[i]) {
                    if !std::mem::replace(&mut is_known[other as usize], true) {
                        folded.push(other);
                    }
                }
            }
            first = end;
        }
        // Both sides of a seam, or neither.
        for &(twin, from) in self.rings.twins() {
            if is_known[twin as usize] != is_known[from as usize] {
                folded.push(if is_known[twin as usize] { from } else { twin });
                (is_known[twin as usize], is_known[from as usize]) = (true, true);
            }
        }
        !folded.is_empty()
    }

    fn count_pushes(
        &self,
        points: &[Point],
        base: &[Point],
        scratch: &DeformScratch,
        out: &[Point],
        frame: &mut DeformedFrame,
    ) {
        for (before, after) in points.iter().zip(out) {
            let length = (after - before).norm();
            frame.vertices_pushed += usize::from(length > 0.0);
            frame.push_max = frame.push_max.max(f64::from(length));
        }
        let wanted = scratch.active.iter().map(|&v| whole_way(v as usize, points, base, scratch).norm());
        frame.vertices_at_max_push = wanted.filter(|wanted| *wanted > scratch.max_push).count();
    }

    fn count_flipped(&self, before: &[Point], after: &[Point]) -> usize {
        self.triangles.iter().filter(|&&corners| is_flipped(before, after, corners)).count()
    }
}

/// Whether a triangle faces the other way after.
fn is_flipped(before: &[Point], after: &[Point], corners: [u32; 3]) -> bool {
    let normal = |points: &[Point]| normal_of(corners.map(|i| points[i as usize]));
    let is_moved = corners.iter().any(|&c| before[c as usize] != after[c as usize]);
    is_moved && normal(before).dot(&normal(after)) < 0.0
}

/// The direction that a triangle looks in, as long as twice its area.
fn normal_of([a, b, c]: [Point; 3]) -> Point {
    (b - a).cross(&(c - a))
}

/// The whole way of a vertex from where it came: that of its block, and the push as far as it is applied.
fn whole_way(vertex: usize, points: &[Point], base: &[Point], scratch: &DeformScratch) -> Point {
    base[vertex] - points[vertex] + scratch.push[vertex] * scratch.shares[vertex]
}

fn moved(vertex: usize, points: &[Point], base: &[Point], scratch: &DeformScratch) -> Point {
    let way = whole_way(vertex, points, base, scratch);
    let length = way.norm();
    // Adding zero would turn a negative zero.
    if length == 0.0 { points[vertex] } else { points[vertex] + way * (scratch.max_push / length).min(1.0) }
}

/// A smooth maximum of 0 and `x`, which bends over a length of `softness`.
fn softplus(x: f32, softness: f32) -> f32 {
    x.max(0.0) + softness * (-x.abs() / softness).exp().ln_1p()
}

fn check_shape(what: &'static str, shape: MeshShape<'_>) -> Result<()> {
    check_finite(what, shape.points)?;
    for (t, triangle) in shape.triangles.iter().enumerate() {
        if let Some(corner) = triangle.iter().find(|&&c| c as usize >= shape.points.len()) {
            let text = format!("triangle {t} refers to point {corner}, but there are {}", shape.points.len());
            return Err(Error::invalid(what, text));
        }
    }
    Ok(())
}

fn check_shares(what: &'static str, weights: &[f32]) -> Result<()> {
    match weights.iter().position(|w| !(0.0..=1.0).contains(w)) {
        None => Ok(()),
        Some(v) => {
            Err(Error::invalid(what, format!("vertex {v}: {} must be a number from 0 to 1", weights[v])))
        }
    }
}

fn check_finite(what: &'static str, points: &[Point]) -> Result<()> {
    match points.iter().position(|p| !(p.x.is_finite() && p.y.is_finite() && p.z.is_finite())) {
        None => Ok(()),
        Some(i) => Err(Error::invalid(what, format!("point {i} is not finite"))),
    }
}

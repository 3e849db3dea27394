//! `surefoot_deform_out_of_body`, and the deformer of single frames.

use crate::*;
use nalgebra::Vector3;
use std::sync::Mutex;
use surefoot::math::{Affine, Vec3};
use surefoot::ops::DeformedClip;
use surefoot::ops::deform_out_of_body::{
    BodyDeformer, CharacterDeformScratch, CharacterDeformer, DeformScratch, DeformSettings, DeformedFrame, MeshShape,
    deform_out_of_body,
};

/// What was done to one frame.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_deformed_frame {
    /// The deepest vertex before, metres; 0 where nothing penetrates.
    pub depth_before: f64,
    /// The deepest vertex after, measured anew, metres.
    pub depth_after: f64,
    /// The farthest push, metres.
    pub push_max: f64,
    /// Vertices that moved.
    pub vertices_pushed: usize,
    /// Vertices that would have been pushed farther than max_push.
    pub vertices_at_max_push: usize,
    /// Triangles that face the other way after.
    pub flipped_triangles: usize,
    /// The deepest vertex after among those with a painted weight below 1, metres: what is left inside on purpose.
    pub painted_depth_after: f64,
    /// Vertices with a painted weight below 1 that are deeper than 3 mm after.
    pub painted_vertices_inside: usize,
}

impl surefoot_deformed_frame {
    fn new(frame: &DeformedFrame) -> Self {
        Self {
            depth_before: frame.depth_before,
            depth_after: frame.depth_after,
            push_max: frame.push_max,
            vertices_pushed: frame.vertices_pushed,
            vertices_at_max_push: frame.vertices_at_max_push,
            flipped_triangles: frame.flipped_triangles,
            painted_depth_after: frame.painted_depth_after,
            painted_vertices_inside: frame.painted_vertices_inside,
        }
    }
}

/// How the vertices of one skin move.
#[repr(C)]
pub struct surefoot_deformed_skin_view {
    /// Number of vertices that move in any frame.
    pub vertex_count: usize,
    /// These vertices, ascending.
    pub vertices: *const u32,
    /// The way of each of them in every frame, in the world, metres: 3 numbers a vertex, frame after frame.
    pub offsets: *const f32,
}

/// How vertices move in a clip.
#[repr(C)]
pub struct surefoot_deformed_clip_view {
    /// Number of frames.
    pub frame_count: usize,
    /// What was done to every frame.
    pub frames: *const surefoot_deformed_frame,
    /// Number of skins.
    pub skin_count: usize,
    /// The skins, in the order that they came in.
    pub skins: *const surefoot_deformed_skin_view,
}

/// By how much vertices move, frame by frame. Never changed.
pub struct surefoot_deformed_clip {
    view: surefoot_deformed_clip_view,
    _kept: Kept,
}

impl surefoot_deformed_clip {
    fn new(deformed: DeformedClip) -> Self {
        let mut kept = Kept::default();
        let moves = deformed.vertices.into_iter().zip(deformed.offsets);
        let skins: Vec<surefoot_deformed_skin_view> = moves
            .map(|(vertices, offsets)| surefoot_deformed_skin_view {
                vertex_count: vertices.len(),
                vertices: kept.list(vertices).cast(),
                offsets: kept.list(offsets).cast(),
            })
            .collect();
        let view = surefoot_deformed_clip_view {
            frame_count: deformed.frame_count,
            frames: kept.list(deformed.frames.iter().map(surefoot_deformed_frame::new)).cast(),
            skin_count: skins.len(),
            skins: kept.list(skins).cast(),
        };
        Self { view, _kept: kept }
    }
}

/// Pushes the skin of the arms out of the body, every frame by itself, for the last centimetres of penetration. The clip
/// stays as it is; what comes out is by how much vertices move.
///
/// `weights` are painted shares of the push, 0 to 1: an array for each skin, one number a vertex, or NULL for 1
/// everywhere; NULL for all skins. `options` NULL means the defaults; `out_report` may be NULL. Fails with
/// SUREFOOT_ERROR_INVALID without a mesh, with SUREFOOT_ERROR_MISSING_ROLES without arms. Free the result with
/// surefoot_deformed_clip_free and the report with surefoot_report_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_deform_out_of_body(
    skeleton: *const surefoot_skeleton, clip: *const surefoot_clip, skins: *const *const surefoot_skin,
    skin_count: usize, weights: *const *const f32, options: *const surefoot_deform_out_of_body_options,
    out_deformed: *mut *mut surefoot_deformed_clip, out_report: *mut *mut surefoot_report, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_deformed, "out_deformed", || {
        inputs!(skeleton, clip);
        let skins = skins_of(skins, skin_count)?;
        let given = optional_array(weights, skin_count, "weights")?.unwrap_or_default();
        let weights = given.iter().zip(&skins).map(|(&list, skin)| {
            Ok(optional_array(list, skin.vertex_count(), "weights")?.unwrap_or_default().to_vec())
        });
        let weights = weights.collect::<Answer<Vec<Vec<f32>>>>()?;
        let deformed = deform_out_of_body(skeleton, clip, &skins, &weights, &read_options(options)?)?;
        Out::optional(out_report).put_handle(|| surefoot_report::new(&deformed.report));
        Ok(surefoot_deformed_clip::new(deformed))
    })
}

/// Gives how vertices move, valid until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_deformed_clip_get(
    deformed: *const surefoot_deformed_clip, out_view: *mut *const surefoot_deformed_clip_view,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || view_of(deformed, "deformed", out_view, |deformed| &deformed.view))
}

/// Frees a deformed clip. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_deformed_clip_free(deformed: *mut surefoot_deformed_clip) {
    free(deformed);
}

/// Points and triangles of a mesh.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct surefoot_mesh_shape {
    /// Number of points.
    pub point_count: usize,
    /// Points, metres: 3 numbers each.
    pub points: *const f32,
    /// Number of triangles.
    pub triangle_count: usize,
    /// Corners, counter-clockwise from outside: 3 points a triangle.
    pub triangles: *const u32,
}

/// A mesh that gives way and the body that it must stay out of, prepared for frame after frame. A frame depends on its
/// own points alone, so any number of threads may use one deformer at the same time.
pub struct surefoot_deformer {
    deformer: BodyDeformer,
    scratch: Pool<(DeformScratch, Vec<Point>)>,
    body_count: usize,
}

type Point = Vector3<f32>;

/// Memory of earlier calls; as many as there were calls at one time.
#[derive(Default)]
struct Pool<T>(Mutex<Vec<T>>);

impl<T: Default> Pool<T> {
    /// Lends memory to a call, and takes it back also where the call fails.
    fn lend<R>(&self, call: impl FnOnce(&mut T) -> Answer<R>) -> Answer<R> {
        let mut memory = self.0.lock().ok().and_then(|mut list| list.pop()).unwrap_or_default();
        let answer = call(&mut memory);
        if let Ok(mut list) = self.0.lock() {
            list.push(memory);
        }
        answer
    }
}

/// Numbers in threes as points, where they are.
fn points_of<'a>(values: *const f32, count: usize, name: &str) -> Answer<&'a [Point]> {
    const { assert!(size_of::<Point>() == 12 && align_of::<Point>() == align_of::<f32>()) };
    product(count, 3, name)?;
    array(values.cast::<Point>(), count, name)
}

fn triangles_of<'a>(shape: &surefoot_mesh_shape) -> Answer<&'a [[u32; 3]]> {
    array(shape.triangles.cast::<[u32; 3]>(), shape.triangle_count, "triangles")
}

/// Prepares a body and the part that gives way, both in one pose in which they do not touch, such as the rest pose.
/// Vertices that lie inside even then are left as deep as they are. Hidden faces of the body are left out, and holes are
/// closed. `weights` are painted shares of the push, 0 to 1, one for each point of the part; NULL means 1 everywhere.
/// `options` NULL means the defaults; its part has no meaning here.
///
/// Fails with SUREFOOT_ERROR_INVALID for points that are not finite, corners out of range, a body without a surface or
/// a weight outside 0 to 1. Free it with surefoot_deformer_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_deformer_create(
    body: *const surefoot_mesh_shape, part: *const surefoot_mesh_shape, weights: *const f32,
    options: *const surefoot_deform_out_of_body_options, out_deformer: *mut *mut surefoot_deformer,
    error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_deformer, "out_deformer", || {
        let (body, part) = (input(body, "body")?, input(part, "part")?);
        let shape = |shape: &surefoot_mesh_shape| -> Answer<MeshShape<'_>> {
            let points = points_of(shape.points, shape.point_count, "points")?;
            Ok(MeshShape { points, triangles: triangles_of(shape)? })
        };
        let weights = optional_array(weights, part.point_count, "weights")?.unwrap_or_default();
        let deformer = BodyDeformer::new(shape(body)?, shape(part)?, weights, &read_options(options)?)?;
        Ok(surefoot_deformer { deformer, scratch: Pool::default(), body_count: body.point_count })
    })
}

/// Pushes the part out of the body in one frame. `body` and `points` are the posed points of both meshes, metres, 3
/// numbers each, as many as the meshes have; `out_points` gets the points of the part after and may be `points`.
/// `out_frame` may be NULL. Points that nothing pushes keep their bits. After the first calls nothing is allocated.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_deformer_deform(
    deformer: *const surefoot_deformer, body: *const f32, points: *const f32, out_points: *mut f32,
    out_frame: *mut surefoot_deformed_frame, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let own = input(deformer, "deformer")?;
        deform_two(own, body, points, None, out_points, out_frame)
    })
}

/// As surefoot_deformer_deform, with what a host may change from frame to frame: `weights` are painted shares of the
/// push, 0 to 1, one for each point of the part, on top of those of surefoot_deformer_create (NULL: 1 everywhere);
/// `envelope` and `max_push` stand in for the options of these names. Fails with SUREFOOT_ERROR_OPTION if one of them is
/// out of its range, with SUREFOOT_ERROR_INVALID for a weight outside 0 to 1.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_deformer_deform_with(
    deformer: *const surefoot_deformer, body: *const f32, points: *const f32, weights: *const f32, envelope: f64,
    max_push: f64, out_points: *mut f32, out_frame: *mut surefoot_deformed_frame, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let own = input(deformer, "deformer")?;
        let weights = optional_array(weights, own.deformer.vertex_count(), "weights")?.unwrap_or_default();
        let settings = DeformSettings { envelope, max_push, weights };
        deform_two(own, body, points, Some(settings), out_points, out_frame)
    })
}

fn deform_two(
    own: &surefoot_deformer, body: *const f32, points: *const f32, settings: Option<DeformSettings<'_>>,
    out_points: *mut f32, out_frame: *mut surefoot_deformed_frame,
) -> Answer {
    let count = own.deformer.vertex_count();
    let body = points_of(body, own.body_count, "body")?;
    let points = points_of(points, count, "points")?;
    let out = Buffer::of(out_points.cast::<Point>(), count, "out_points")?;
    own.scratch.lend(|(scratch, after)| {
        after.resize(count, Point::zeros());
        let frame = match &settings {
            Some(settings) => own.deformer.deform_with(body, points, settings, scratch, after)?,
            None => own.deformer.deform(body, points, scratch, after)?,
        };
        out.put(after);
        Out::optional(out_frame).put(surefoot_deformed_frame::new(&frame));
        Ok(())
    })
}

/// Frees a deformer. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_deformer_free(deformer: *mut surefoot_deformer) {
    free(deformer);
}

/// A skinned character prepared for a deformer node or an engine: its arms are pushed out of its body, frame after frame.
/// A frame depends on its own numbers alone, so any number of threads may use one deformer at the same time.
pub struct surefoot_character_deformer {
    deformer: CharacterDeformer,
    scratch: Pool<CharacterMemory>,
}

#[derive(Default)]
struct CharacterMemory {
    scratch: CharacterDeformScratch,
    after: Vec<Point>,
    world: Vec<Affine>,
}

/// Takes a character apart into arms and body, once; this takes a second. `options` NULL means the defaults; envelope and
/// max_push have no effect here, every call has its own.
///
/// Fails with SUREFOOT_ERROR_INVALID without a mesh, with SUREFOOT_ERROR_MISSING_ROLES without arms. Free it with
/// surefoot_character_deformer_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_character_deformer_create(
    skeleton: *const surefoot_skeleton, skins: *const *const surefoot_skin, skin_count: usize,
    options: *const surefoot_deform_out_of_body_options, out_deformer: *mut *mut surefoot_character_deformer,
    error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_deformer, "out_deformer", || {
        inputs!(skeleton);
        let skins = skins_of(skins, skin_count)?;
        let deformer = CharacterDeformer::new(skeleton, &skins, &read_options(options)?)?;
        Ok(surefoot_character_deformer { deformer, scratch: Pool::default() })
    })
}

/// Pushes the arms out of the body in one frame. `points` are the vertices as the host posed them, metres, 3 numbers
/// each, skin after skin; `value_count` is the length of `points` and `out_points`: 3 times the vertices of all skins.
/// `out_points` gets the vertices after and may be `points`; vertices that nothing pushes keep their bits.
///
/// `weights` are painted shares of the push, 0 to 1, one for each vertex; NULL means 1 everywhere. `envelope` and
/// `max_push` are as in surefoot_deform_out_of_body_options. `out_frame` may be NULL. After the first calls nothing is
/// allocated. Fails with SUREFOOT_ERROR_OPTION if envelope or max_push is out of its range, with SUREFOOT_ERROR_INVALID
/// for a point that is not finite or a weight outside 0 to 1.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_character_deformer_deform_points(
    deformer: *const surefoot_character_deformer, points: *const f32, weights: *const f32, envelope: f64,
    max_push: f64, out_points: *mut f32, value_count: usize, out_frame: *mut surefoot_deformed_frame,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let own = input(deformer, "deformer")?;
        let count = own.deformer.vertex_count();
        let points = points_of(points, count, "points")?;
        let weights = optional_array(weights, count, "weights")?.unwrap_or_default();
        let out = deformed_points(out_points, value_count, count)?;
        let settings = DeformSettings { envelope, max_push, weights };
        own.scratch.lend(|memory| {
            memory.after.resize(count, Point::zeros());
            let frame = own.deformer.deform_points(points, &settings, &mut memory.scratch, &mut memory.after)?;
            out.put(&memory.after);
            Out::optional(out_frame).put(surefoot_deformed_frame::new(&frame));
            Ok(())
        })
    })
}

/// As surefoot_character_deformer_deform_points, given the joints: `matrices` are their world matrices, 4 × 4 numbers a
/// joint, row after row, as surefoot_world_matrices writes them; `matrix_value_count` is 16 times the joints. The mesh is
/// posed by linear blend skinning first.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_character_deformer_deform_joints(
    deformer: *const surefoot_character_deformer, matrices: *const f64, matrix_value_count: usize, weights: *const f32,
    envelope: f64, max_push: f64, out_points: *mut f32, value_count: usize, out_frame: *mut surefoot_deformed_frame,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let own = input(deformer, "deformer")?;
        let (count, joints) = (own.deformer.vertex_count(), own.deformer.joint_count());
        check_length("matrices", 16 * joints, matrix_value_count)?;
        let matrices = array(matrices.cast::<[f64; 16]>(), joints, "matrices")?;
        let weights = optional_array(weights, count, "weights")?.unwrap_or_default();
        let out = deformed_points(out_points, value_count, count)?;
        let settings = DeformSettings { envelope, max_push, weights };
        own.scratch.lend(|memory| {
            memory.after.resize(count, Point::zeros());
            memory.world.clear();
            memory.world.extend(matrices.iter().map(affine_of));
            let frame = own.deformer.deform_joints(&memory.world, &settings, &mut memory.scratch, &mut memory.after)?;
            out.put(&memory.after);
            Out::optional(out_frame).put(surefoot_deformed_frame::new(&frame));
            Ok(())
        })
    })
}

fn check_length(what: &str, expected: usize, actual: usize) -> Answer {
    if expected == actual {
        return Ok(());
    }
    Err(surefoot::Error::Length { what: what.into(), expected, actual }.into())
}

fn deformed_points(points: *mut f32, value_count: usize, vertex_count: usize) -> Answer<Buffer<Point>> {
    let needed = product(vertex_count, 3, "vertices")?;
    check_length("points", needed, value_count)?;
    Buffer::of(points.cast::<Point>(), vertex_count, "out_points")
}

fn affine_of(m: &[f64; 16]) -> Affine {
    let row = |r: usize| Vec3::new(m[4 * r], m[4 * r + 1], m[4 * r + 2]).transpose();
    let linear = nalgebra::Matrix3::from_rows(&[row(0), row(1), row(2)]);
    Affine { linear, translation: Vec3::new(m[3], m[7], m[11]) }
}

/// Frees a character deformer. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_character_deformer_free(deformer: *mut surefoot_character_deformer) {
    free(deformer);
}

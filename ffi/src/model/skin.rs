//! `surefoot_skin`.

use crate::*;
use nalgebra::{Matrix3, Vector3};
use std::sync::Arc;
use surefoot::io::Document;
use surefoot::math::{Affine, Vec3};
use surefoot::model::skin::SkinData;
use surefoot::model::{JointIndex, Skin};

/// A mesh and how it follows the joints. Made once, never changed.
pub struct surefoot_skin {
    source: Source,
    view: surefoot_skin_view,
    _kept: Kept,
}

enum Source {
    Own(Box<Skin>),
    Document(Arc<Document>, usize),
}

impl Source {
    fn get(&self) -> &Skin {
        match self {
            Source::Own(skin) => skin,
            Source::Document(document, index) => &document.skins[*index],
        }
    }
}

/// The arrays from which a skin is made. Vertex v follows the influences influence_offsets[v] up to
/// influence_offsets[v + 1]: each names a slot and a weight; slot s is joint slot_joints[s]. Set struct_size to
/// sizeof(surefoot_skin_data), and what you leave out to zero. All arrays are copied.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct surefoot_skin_data {
    /// sizeof(surefoot_skin_data).
    pub struct_size: usize,
    /// Shown to users, UTF-8. NULL: "skin".
    pub name: *const c_char,
    /// Number of vertices.
    pub vertex_count: usize,
    /// Mesh points in the mesh's own bind space, metres: 3 numbers a vertex.
    pub positions: *const f32,
    /// Unit normals, 3 numbers a vertex. NULL: none.
    pub normals: *const f32,
    /// Number of triangles.
    pub triangle_count: usize,
    /// Corners, counter-clockwise from outside: 3 vertices a triangle.
    pub triangles: *const u32,
    /// Number of slots.
    pub slot_count: usize,
    /// The joint of each slot.
    pub slot_joints: *const i32,
    /// Mesh space to joint space at bind time, one 4 × 4 matrix a slot, row after row, for column vectors; the last row
    /// is 0 0 0 1.
    pub inverse_binds: *const f64,
    /// Where each vertex's influences start; vertex_count + 1 numbers.
    pub influence_offsets: *const u32,
    /// Number of influences.
    pub influence_count: usize,
    /// Slots, vertex after vertex.
    pub influence_slots: *const u32,
    /// Weights, vertex after vertex; those of one vertex are made to sum to 1.
    pub influence_weights: *const f32,
}

/// What a skin holds; fields as in surefoot_skin_data.
#[repr(C)]
#[allow(missing_docs, reason = "as in surefoot_skin_data")]
pub struct surefoot_skin_view {
    pub name: *const c_char,
    pub vertex_count: usize,
    pub positions: *const f32,
    pub normals: *const f32,
    pub triangle_count: usize,
    pub triangles: *const u32,
    pub slot_count: usize,
    pub slot_joints: *const i32,
    pub inverse_binds: *const f64,
    pub influence_offsets: *const u32,
    pub influence_count: usize,
    pub influence_slots: *const u32,
    pub influence_weights: *const f32,
    /// Vertices whose weights missed a sum of 1 by more than 1 % and were made to.
    pub renormalised_count: usize,
}

impl surefoot_skin {
    pub(crate) fn of_document(document: &Arc<Document>, index: usize) -> Self {
        Self::of(Source::Document(document.clone(), index))
    }

    pub(crate) fn new(skin: Skin) -> Self {
        Self::of(Source::Own(Box::new(skin)))
    }

    fn of(source: Source) -> Self {
        let skin = source.get();
        let data = skin.data();
        let mut kept = Kept::default();
        let view = surefoot_skin_view {
            name: kept.text(&data.name),
            vertex_count: skin.vertex_count(),
            positions: data.positions.as_ptr().cast(),
            normals: if data.normals.is_empty() { std::ptr::null() } else { data.normals.as_ptr().cast() },
            triangle_count: data.triangles.len(),
            triangles: data.triangles.as_ptr().cast(),
            slot_count: data.slot_joints.len(),
            slot_joints: kept.list(data.slot_joints.iter().map(|j| i32::try_from(j.0).unwrap_or(i32::MAX))).cast(),
            inverse_binds: kept.list(data.inverse_binds.iter().map(rows_of)).cast(),
            influence_offsets: data.influence_offsets.as_ptr(),
            influence_count: data.influence_slots.len(),
            influence_slots: data.influence_slots.as_ptr(),
            influence_weights: data.influence_weights.as_ptr(),
            renormalised_count: skin.renormalised_count(),
        };
        Self { source, view, _kept: kept }
    }

    pub(crate) fn get(&self) -> &Skin {
        self.source.get()
    }
}

/// The skins of a character, none of them NULL.
pub(crate) fn skins_of(skins: *const *const surefoot_skin, skin_count: usize) -> Answer<Vec<Skin>> {
    Ok(handles(skins, skin_count, "skins")?.into_iter().map(|skin| skin.get().clone()).collect())
}

/// The map as a 4 × 4 matrix, row after row.
pub(crate) fn rows_of(map: &Affine) -> [f64; 16] {
    let (l, t) = (&map.linear, &map.translation);
    let row = |r: usize| [l[(r, 0)], l[(r, 1)], l[(r, 2)], t[r]];
    let mut out = [0.0; 16];
    for r in 0..3 {
        out[4 * r..4 * r + 4].copy_from_slice(&row(r));
    }
    out[15] = 1.0;
    out
}

fn map_of(rows: &[f64]) -> Affine {
    Affine { linear: Matrix3::from_fn(|r, c| rows[4 * r + c]), translation: Vec3::new(rows[3], rows[7], rows[11]) }
}

/// Makes a skin of a skeleton from arrays.
///
/// Fails with SUREFOOT_ERROR_LENGTH where arrays do not fit each other, with SUREFOOT_ERROR_INVALID for an index out of
/// range, a value that is not finite, a negative weight or a vertex without weight. Free it with surefoot_skin_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_skin_create(
    skeleton: *const surefoot_skeleton, data: *const surefoot_skin_data, out_skin: *mut *mut surefoot_skin,
    error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_skin, "out_skin", || {
        let skeleton = input(skeleton, "skeleton")?.get();
        let data = sized(data, zero(), "data")?;
        let threes = product(data.vertex_count, 3, "vertex_count")?;
        let points = |values: &[f32]| values.chunks_exact(3).map(|v| Vector3::new(v[0], v[1], v[2])).collect();
        let corners = array(data.triangles, product(data.triangle_count, 3, "triangle_count")?, "triangles")?;
        let binds = array(data.inverse_binds, product(data.slot_count, 16, "slot_count")?, "inverse_binds")?;
        let joints = array(data.slot_joints, data.slot_count, "slot_joints")?;
        let offset_count = data.vertex_count.saturating_add(1);
        let skin = Skin::new(
            skeleton,
            SkinData {
                name: if data.name.is_null() { "skin".into() } else { text(data.name, "name")?.into() },
                positions: points(array(data.positions, threes, "positions")?),
                normals: optional_array(data.normals, threes, "normals")?.map(points).unwrap_or_default(),
                triangles: corners.chunks_exact(3).map(|t| [t[0], t[1], t[2]]).collect(),
                // A negative joint becomes one that no skeleton has, and is refused there.
                slot_joints: joints.iter().map(|&j| JointIndex(usize::try_from(j).unwrap_or(usize::MAX))).collect(),
                inverse_binds: binds.chunks_exact(16).map(map_of).collect(),
                influence_offsets: array(data.influence_offsets, offset_count, "influence_offsets")?.to_vec(),
                influence_slots: array(data.influence_slots, data.influence_count, "influence_slots")?.to_vec(),
                influence_weights: array(data.influence_weights, data.influence_count, "influence_weights")?.to_vec(),
            },
        )?;
        Ok(surefoot_skin::new(skin))
    })
}

/// Gives all arrays of a skin, valid until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_skin_get(
    skin: *const surefoot_skin, out_view: *mut *const surefoot_skin_view, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || view_of(skin, "skin", out_view, |skin| &skin.view))
}

/// Frees a skin. NULL is fine. Skins that a document's view lists belong to the document: do not free them.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_skin_free(skin: *mut surefoot_skin) {
    free(skin);
}

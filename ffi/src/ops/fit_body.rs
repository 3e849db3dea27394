//! `surefoot_fit_body` and the body that it makes.

use crate::*;
use surefoot::model::{Volume, VolumeKind, VolumeSource};
use surefoot::ops::{FittedBody, fit_body};

/// What told the size of a volume.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_volume_source {
    /// The vertices of the mesh.
    SUREFOOT_VOLUME_SOURCE_MESH = 0,
    /// The volume of the segment above: too few vertices belong to this one.
    SUREFOOT_VOLUME_SOURCE_PARENT = 1,
    /// Average proportions of adults: no mesh tells more.
    SUREFOOT_VOLUME_SOURCE_PROPORTIONS = 2,
}

/// The volume of one segment. Places are in the joint's frame, turned but not scaled with it: in the world a point is at
/// position(joint) + rotation(joint) * point.
#[repr(C)]
pub struct surefoot_volume_view {
    /// The segment's name, such as left_forearm.
    pub name: *const c_char,
    /// The joint that carries it.
    pub joint: i32,
    /// The volume above it; -1 for the first.
    pub parent: i32,
    /// A SUREFOOT_VOLUME_KIND_ number.
    pub kind: i32,
    /// A SUREFOOT_VOLUME_SOURCE_ number.
    pub source: i32,
    /// Unit, along the bone.
    pub axis: [f64; 3],
    /// Middle of the volume, metres.
    pub centre: [f64; 3],
    /// Along the axis, metres: of the flat cylinder, of the capsule without its round ends, of the whole ellipsoid.
    pub length: f64,
    /// Mean of both semi-axes, metres.
    pub radius: f64,
    /// Semi-axes of the cross-section, the larger first, metres.
    pub semi_axes: [f64; 2],
    /// Unit directions of the semi-axes: 3 numbers each.
    pub semi_directions: [f64; 6],
}

/// What a body holds.
#[repr(C)]
pub struct surefoot_body_view {
    /// Number of volumes.
    pub volume_count: usize,
    /// The volumes, parents before children.
    pub volumes: *const surefoot_volume_view,
    /// Number of vertices of all skins.
    pub vertex_count: usize,
    /// The volume of every vertex, skin after skin; UINT32_MAX in a skin that could not be placed.
    pub volume_of_vertex: *const u32,
}

/// The shape of a character: one volume per segment. Never changed.
pub struct surefoot_body {
    view: surefoot_body_view,
    _kept: Kept,
}

impl surefoot_body {
    fn new(fitted: &FittedBody, vertex_counts: &[usize]) -> Self {
        let mut kept = Kept::default();
        let volumes: Vec<_> = fitted.body.volumes().iter().map(|volume| volume_view(volume, &mut kept)).collect();
        let of_vertex = fitted.volume_of_vertex.iter().zip(vertex_counts).flat_map(|(volumes, &count)| {
            (0..count).map(|v| volumes.get(v).copied().unwrap_or(u32::MAX)).collect::<Vec<u32>>()
        });
        let (volumes, of_vertex) = (kept.list(volumes), kept.list(of_vertex));
        let view = surefoot_body_view {
            volume_count: volumes.len(),
            volumes: volumes.cast(),
            vertex_count: of_vertex.len(),
            volume_of_vertex: of_vertex.cast(),
        };
        Self { view, _kept: kept }
    }
}

fn volume_view(volume: &Volume, kept: &mut Kept) -> surefoot_volume_view {
    let index = |i: usize| i32::try_from(i).unwrap_or(i32::MAX);
    let [wide, narrow] = volume.semi_directions;
    surefoot_volume_view {
        name: kept.text(&volume.name),
        joint: index(volume.joint.0),
        parent: volume.parent.map_or(-1, index),
        kind: VolumeKind::ALL.iter().position(|kind| *kind == volume.kind).map_or(-1, index),
        source: VolumeSource::ALL.iter().position(|source| *source == volume.source).map_or(-1, index),
        axis: volume.axis.into(),
        centre: volume.centre.into(),
        length: volume.length,
        radius: volume.radius,
        semi_axes: volume.semi_axes,
        semi_directions: [wide.x, wide.y, wide.z, narrow.x, narrow.y, narrow.z],
    }
}

/// Fits one volume to each segment of the body: a segment goes from a joint to the next joint of its chain.
///
/// The mesh is taken as it was bound, all skins together; without skins the volumes have average proportions, and a note
/// says so. `options` NULL means the defaults; `out_report` may be NULL. Fails with SUREFOOT_ERROR_INVALID if a skin
/// names joints that the skeleton has not. Free the body with surefoot_body_free and the report with
/// surefoot_report_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_fit_body(
    skeleton: *const surefoot_skeleton, skins: *const *const surefoot_skin, skin_count: usize,
    options: *const surefoot_fit_body_options, out_body: *mut *mut surefoot_body,
    out_report: *mut *mut surefoot_report, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_body, "out_body", || {
        let skeleton = input(skeleton, "skeleton")?.get();
        let skins = skins_of(skins, skin_count)?;
        let fitted = fit_body(skeleton, &skins, &read_options(options)?)?;
        let vertex_counts: Vec<usize> = skins.iter().map(surefoot::Skin::vertex_count).collect();
        Out::optional(out_report).put_handle(|| surefoot_report::new(&fitted.report));
        Ok(surefoot_body::new(&fitted, &vertex_counts))
    })
}

/// Gives what a body holds, valid until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_body_get(
    body: *const surefoot_body, out_view: *mut *const surefoot_body_view, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || view_of(body, "body", out_view, |body| &body.view))
}

/// Frees a body. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_body_free(body: *mut surefoot_body) {
    free(body);
}

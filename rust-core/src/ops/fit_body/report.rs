//! What [`fit_body`](super::fit_body()) measured.

use super::allocate::{Allocation, Flesh};
use crate::model::{Body, Note, Skeleton, Volume, VolumeKind, VolumeSource};
use serde::Serialize;

/// Vertices farther than this many radii from the axis of their volume are counted as strays.
const NEAR_RADII: f64 = 3.0;

/// Sizes of all volumes and how well they fit.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FitBodyReport {
    /// Standing height, metres.
    pub height: f64,
    /// Content of all volumes, litres; what overlaps counts twice.
    pub litres: f64,
    /// Litres that the mesh itself encloses, which means something only if it is closed; none without a mesh.
    pub mesh_litres: Option<f64>,
    /// Vertices of all skins.
    pub vertex_count: usize,
    /// Share of the vertices within three radii of the axis of their volume, 0 to 1.
    pub near_share: f64,
    /// Distance of the vertices from the surface of their volume, root mean square, metres.
    pub rms: f64,
    /// The same for volumes with both semi-axes instead of one radius, metres.
    pub rms_elliptic: f64,
    /// Volumes that follow from the mesh.
    pub from_mesh: usize,
    /// Every volume, in the order of the body.
    pub segments: Vec<SegmentFit>,
    /// What a user should know.
    pub notes: Vec<Note>,
}

/// One volume and how well it fits.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SegmentFit {
    /// Name of the segment.
    pub name: String,
    /// The joint that carries it.
    pub joint: String,
    /// Kind of the volume.
    pub kind: VolumeKind,
    /// What told its size.
    pub source: VolumeSource,
    /// Along the axis, metres.
    pub length: f64,
    /// Mean radius, metres.
    pub radius: f64,
    /// The larger semi-axis, metres.
    pub wide: f64,
    /// The smaller semi-axis, metres.
    pub narrow: f64,
    /// From the bone to the middle of the flesh, metres.
    pub offset: f64,
    /// Content, litres.
    pub litres: f64,
    /// Vertices that belong to it.
    pub vertex_count: usize,
    /// Distance of these vertices from the surface, root mean square, metres.
    pub rms: f64,
    /// The same with both semi-axes instead of one radius, metres.
    pub rms_elliptic: f64,
    /// The farthest vertex from the surface, metres.
    pub max: f64,
}

impl FitBodyReport {
    pub(super) fn new(
        skeleton: &Skeleton,
        body: &Body,
        allocation: &Allocation,
        height: f64,
        notes: Vec<Note>,
    ) -> Self {
        let mut report = Self { height, litres: 1000.0 * body.cubic_metres(), notes, ..Self::default() };
        report.mesh_litres = allocation.has_mesh.then_some(allocation.litres.abs());
        let (mut area, mut squares, mut elliptic_squares, mut near) = (0.0, 0.0, 0.0, 0);
        for (volume, flesh) in body.volumes().iter().zip(&allocation.flesh) {
            let sums = Distances::of(volume, flesh);
            area += sums.area;
            squares += sums.squares;
            elliptic_squares += sums.elliptic_squares;
            near += sums.near;
            report.vertex_count += flesh.points.len();
            report.from_mesh += usize::from(volume.source == VolumeSource::Mesh);
            report.segments.push(SegmentFit {
                name: volume.name.clone(),
                joint: skeleton.name(volume.joint).to_owned(),
                kind: volume.kind,
                source: volume.source,
                length: volume.length,
                radius: volume.radius,
                wide: volume.semi_axes[0],
                narrow: volume.semi_axes[1],
                offset: volume.offset.norm(),
                litres: 1000.0 * volume.cubic_metres(),
                vertex_count: flesh.points.len(),
                rms: root_mean(sums.squares, sums.area),
                rms_elliptic: root_mean(sums.elliptic_squares, sums.area),
                max: sums.max,
            });
        }
        report.rms = root_mean(squares, area);
        report.rms_elliptic = root_mean(elliptic_squares, area);
        report.near_share =
            if report.vertex_count > 0 { near as f64 / report.vertex_count as f64 } else { 1.0 };
        report
    }

    /// One line with what a person wants to know first, the same in every host.
    pub fn summary(&self) -> String {
        let size =
            format!("{} volumes, {:.1} litres, {:.2} m high", self.segments.len(), self.litres, self.height);
        match self.from_mesh {
            0 => format!("{size}, by average proportions"),
            count => format!(
                "{size}, {count} from the mesh; vertices {:.1} cm off their volume (rms), {:.1} % of them near it",
                100.0 * self.rms,
                100.0 * self.near_share
            ),
        }
    }
}

operation_report!(FitBodyReport);

fn root_mean(squares: f64, area: f64) -> f64 {
    if area > 0.0 { (squares / area).sqrt() } else { 0.0 }
}

/// Sums over the vertices of one volume, by the area that they stand for.
#[derive(Default)]
struct Distances {
    area: f64,
    squares: f64,
    elliptic_squares: f64,
    max: f64,
    near: usize,
}

impl Distances {
    fn of(volume: &Volume, flesh: &Flesh) -> Self {
        let mut out = Self::default();
        for (point, area) in flesh.points.iter().zip(&flesh.areas) {
            let distance = volume.distance(point, false);
            out.area += area;
            out.squares += area * distance * distance;
            out.elliptic_squares += area * volume.distance(point, true).powi(2);
            out.max = out.max.max(distance.abs());
            let way = point - volume.centre;
            let along = way.dot(&volume.axis);
            let axis_point = volume.axis * along.clamp(-volume.length / 2.0, volume.length / 2.0);
            out.near += usize::from((way - axis_point).norm() <= NEAR_RADII * volume.radius);
        }
        out
    }
}

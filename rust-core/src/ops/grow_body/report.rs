//! What [`grow_body`](super::grow_body()) did.

use crate::model::bind_pose::BindPose;
use crate::model::note::counted;
use crate::model::{Note, Skin, Volume, VolumeSource};
use crate::ops::fit_body::FittedBody;
use serde::Serialize;

/// Sizes before and after.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GrowBodyReport {
    /// Content of the body's cylinders before, litres; none without a mesh.
    pub litres_before: Option<f64>,
    /// The same after.
    pub litres_after: Option<f64>,
    /// Vertices of all skins.
    pub vertex_count: usize,
    /// Vertices that moved.
    pub moved_count: usize,
    /// The farthest that a vertex moved, metres.
    pub move_max: f64,
    /// Joints that moved with the trunk.
    pub moved_joints: Vec<String>,
    /// Segments with a factor other than 1.
    pub segments: Vec<SegmentGrowth>,
    /// What a user should know.
    pub notes: Vec<Note>,
}

/// One segment that grew.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SegmentGrowth {
    /// Name of the segment.
    pub name: String,
    /// The factor of its girth.
    pub factor: f64,
    /// Radius of its cylinder before, metres; none where the mesh does not tell it.
    pub radius_before: Option<f64>,
    /// The same after.
    pub radius_after: Option<f64>,
}

impl GrowBodyReport {
    pub(super) fn new(before: &FittedBody, after: &FittedBody, factors: &[f64], notes: Vec<Note>) -> Self {
        // Average proportions are no measure of this body, and do not grow.
        let measured = |volume: &Volume| Some(volume.radius).filter(|_| volume.source == VolumeSource::Mesh);
        let volumes = before.body.volumes().iter().zip(after.body.volumes()).zip(factors);
        let segments =
            volumes.filter(|(_, factor)| **factor != 1.0).map(|((before, after), factor)| SegmentGrowth {
                name: before.name.clone(),
                factor: *factor,
                radius_before: measured(before),
                radius_after: measured(after),
            });
        let litres = |body: &FittedBody| body.report.mesh_litres.map(|_| body.report.litres);
        Self {
            litres_before: litres(before),
            litres_after: litres(after),
            vertex_count: before.report.vertex_count,
            segments: segments.collect(),
            notes,
            ..Self::default()
        }
    }

    pub(super) fn measure_moves(&mut self, before: &[Skin], after: &[Skin], binds: &[BindPose]) {
        for ((before, after), bind) in before.iter().zip(after).zip(binds) {
            for (old, new) in before.data().positions.iter().zip(&after.data().positions) {
                let step = (bind.place.linear * (new - old).cast::<f64>()).norm();
                self.moved_count += usize::from(step > 0.0);
                self.move_max = self.move_max.max(step);
            }
        }
    }

    /// One line with what a person wants to know first, the same in every host.
    pub fn summary(&self) -> String {
        let joints = counted(self.moved_joints.len(), "joint", "joints");
        let (Some(before), Some(after)) = (self.litres_before, self.litres_after) else {
            return format!("there is no mesh; {joints} moved");
        };
        format!(
            "{before:.1} litres became {after:.1}; {} of {} vertices moved, by up to {:.1} cm, and {joints}",
            self.moved_count,
            self.vertex_count,
            100.0 * self.move_max,
        )
    }
}

operation_report!(GrowBodyReport);

//! What building and asking a shape grid tells.

use crate::model::Note;
use crate::model::note::counted;
use serde::Serialize;

/// What [`build_shape_grid`](super::build_shape_grid()) did.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BuildShapeGridReport {
    /// Bodies of the grid.
    pub nodes: usize,
    /// Of these, solved now; the others were finished before.
    pub solved: usize,
    /// Deepest vertex of any body before its correction, metres.
    pub depth_before: f64,
    /// The same after.
    pub depth_after: f64,
    /// Girths of the body with that depth, axis by axis.
    pub worst_shape: String,
    /// Bodies with a vertex deeper than 3 mm after the correction.
    pub nodes_inside: usize,
    /// Numbers that are stored.
    pub values: usize,
    /// What was noted on bodies while they were solved, and on which.
    pub findings: Vec<ShapeFinding>,
    /// What a user should know.
    pub notes: Vec<Note>,
}

/// Something that was noted on some bodies of a grid.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ShapeFinding {
    /// The note's code.
    pub code: String,
    /// The limb, joint or point it is about.
    pub about: Option<String>,
    /// Its text on the first of the bodies.
    pub text: String,
    /// Girths of these bodies, those that are deepest inside themselves first.
    pub shapes: Vec<String>,
}

operation_report!(BuildShapeGridReport);

impl BuildShapeGridReport {
    /// One line with what a person wants to know first, the same in every host.
    pub fn summary(&self) -> String {
        format!(
            "{}, {} solved now; depth {:.2} -> {:.2} cm (worst: {}); {:.1} MB",
            counted(self.nodes, "body", "bodies"),
            self.solved,
            self.depth_before * 100.0,
            self.depth_after * 100.0,
            self.worst_shape,
            self.values as f64 * 4e-6,
        )
    }
}

/// What [`query_shape_grid`](super::query_shape_grid()) did.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct QueryShapeGridReport {
    /// Bodies of the grid that were mixed.
    pub nodes: usize,
    /// Frames that changed.
    pub frames: usize,
    /// Largest turn of a joint, degrees.
    pub turn_max: f64,
    /// That joint.
    pub joint: String,
    /// Largest shift of the root, metres.
    pub root_max: f64,
    /// What a user should know.
    pub notes: Vec<Note>,
}

operation_report!(QueryShapeGridReport);

impl QueryShapeGridReport {
    /// One line with what a person wants to know first, the same in every host.
    pub fn summary(&self) -> String {
        if self.frames == 0 {
            return format!("{} mixed; nothing to correct", counted(self.nodes, "body", "bodies"));
        }
        format!(
            "{} mixed; {} changed, {} turned most, by {:.1} degrees; root moved by up to {:.2} cm",
            counted(self.nodes, "body", "bodies"),
            counted(self.frames, "frame", "frames"),
            self.joint,
            self.turn_max,
            self.root_max * 100.0,
        )
    }
}

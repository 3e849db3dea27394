//! What [`deform_out_of_body`](super::deform_out_of_body()) measured.

use super::deformer::DeformedFrame;
use crate::kinematics::body::INSIDE;
use crate::math::runs::runs;
use crate::model::Note;
use crate::model::note::counted;
use serde::Serialize;

/// A push up to here is not seen: the flattened skin lies between limb and body. Metres.
const INVISIBLE: f64 = 0.02;
/// Depth up to which no triangle should flip, metres.
const SHALLOW: f64 = 0.03;

/// How deep the part is in the body, over all vertices and frames.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DeformMeasures {
    /// Deepest vertex of any frame, metres; 0 where nothing penetrates.
    pub depth_max: f64,
    /// The frame of that depth.
    pub worst_frame: usize,
    /// Frames with a vertex deeper than 3 mm.
    pub frames_inside: usize,
}

/// What [`deform_out_of_body`](super::deform_out_of_body()) did.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DeformOutOfBodyReport {
    /// The skinned mesh as it came.
    pub before: DeformMeasures,
    /// The result, measured anew, painted-out points included.
    pub after: DeformMeasures,
    /// The same of points with a painted weight below 1 alone: what weights leave inside.
    pub after_painted: DeformMeasures,
    /// Points with a painted weight below 1 that are deeper than 3 mm after, in the frame that has most.
    pub painted_inside: usize,
    /// Points of the part that gives way; vertices on both sides of a seam are one point.
    pub point_count: usize,
    /// Points that moved, in the frame that has most.
    pub points_pushed: usize,
    /// The farthest push, metres.
    pub push_max: f64,
    /// Frames with a push of more than 2 cm, which can be seen.
    pub frames_over_2_cm: usize,
    /// Frames in which a push was cut off at `max_push`.
    pub frames_at_max_push: usize,
    /// Triangles that face the other way after, in the frame that has most.
    pub flipped_max: usize,
    /// The same over frames that were at most 3 cm deep.
    pub flipped_max_shallow: usize,
    /// Acceleration of the pushed points, 99th percentile, as a ratio of the result to the mesh that came.
    pub acceleration: f64,
    /// What a user should know.
    pub notes: Vec<Note>,
}

impl DeformOutOfBodyReport {
    pub(super) fn new(frames: &[DeformedFrame], point_count: usize, acceleration: f64) -> Self {
        let most = |of: fn(&DeformedFrame) -> usize| frames.iter().map(of).max().unwrap_or(0);
        let count = |is: &dyn Fn(&DeformedFrame) -> bool| frames.iter().filter(|frame| is(frame)).count();
        let shallow = frames.iter().filter(|frame| frame.depth_before <= SHALLOW);
        Self {
            before: DeformMeasures::new(frames, |frame| frame.depth_before),
            after: DeformMeasures::new(frames, |frame| frame.depth_after),
            after_painted: DeformMeasures::new(frames, |frame| frame.painted_depth_after),
            painted_inside: most(|frame| frame.painted_vertices_inside),
            point_count,
            points_pushed: most(|frame| frame.vertices_pushed),
            push_max: frames.iter().map(|frame| frame.push_max).fold(0.0, f64::max),
            frames_over_2_cm: count(&|frame| frame.push_max > INVISIBLE),
            frames_at_max_push: count(&|frame| frame.vertices_at_max_push > 0),
            flipped_max: most(|frame| frame.flipped_triangles),
            flipped_max_shallow: shallow.map(|frame| frame.flipped_triangles).max().unwrap_or(0),
            acceleration,
            notes: notes(frames),
        }
    }

    /// One line with what a person wants to know first, the same in every host.
    pub fn summary(&self) -> String {
        let painted = match self.painted_inside {
            0 => String::new(),
            points => {
                let (depth, points) =
                    (self.after_painted.depth_max * 100.0, counted(points, "point", "points"));
                format!("; painted weights leave {points} up to {depth:.2} cm inside")
            }
        };
        format!(
            "depth {:.2} -> {:.2} cm, frames inside {} -> {}; pushed by up to {:.1} cm{painted}",
            self.before.depth_max * 100.0,
            self.after.depth_max * 100.0,
            self.before.frames_inside,
            self.after.frames_inside,
            self.push_max * 100.0,
        )
    }
}

operation_report!(DeformOutOfBodyReport);

impl DeformMeasures {
    fn new(frames: &[DeformedFrame], depth: fn(&DeformedFrame) -> f64) -> Self {
        let mut out = Self::default();
        for (index, frame) in frames.iter().enumerate() {
            if depth(frame) > out.depth_max {
                (out.depth_max, out.worst_frame) = (depth(frame), index);
            }
            out.frames_inside += usize::from(depth(frame) > INSIDE);
        }
        out
    }
}

fn notes(frames: &[DeformedFrame]) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut warn = |code, text: &str, is: &dyn Fn(&DeformedFrame) -> bool| {
        let runs = runs(&frames.iter().map(is).collect::<Vec<_>>());
        if !runs.is_empty() {
            notes.push(runs.into_iter().fold(Note::warning(code, text), Note::on));
        }
    };
    let text = "a push was cut off at the largest allowed: the rest stays inside the body";
    warn("push-cut-off", text, &|frame| frame.vertices_at_max_push > 0);
    let text = "vertices are pushed by more than 2 cm, which can be seen";
    warn("push-visible", text, &|frame| frame.push_max > INVISIBLE);
    let text = "vertices with a painted weight below 1 stay inside the body";
    warn("painted-inside", text, &|frame| frame.painted_vertices_inside > 0);
    notes
}

//! [`RemoveFootskateReport`].

use super::denoise_joints::JointNoise;
use super::options::{FootskateMethod, FootskateSolver, RemoveFootskateOptions};
use super::root_path::RootPathFit;
use crate::kinematics::{BodyPoints, WorldPoses};
#[cfg(feature = "schema")]
use crate::model::FrameRange;
use crate::model::frame_range::serialize_frames;
use crate::model::{Note, Plants, Skeleton};
use crate::ops::measure_footskate::FootskateMeasures;
use serde::Serialize;
use std::ops::Range;

/// Frames on which a plant could not be met, or was not tried.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MissedPlant {
    /// `left_toe` and so on; `left leg` where the whole limb is meant.
    pub point: String,
    /// Its frames.
    #[serde(flatten, serialize_with = "serialize_frames")]
    #[cfg_attr(feature = "schema", schemars(with = "FrameRange"))]
    pub frames: Range<usize>,
    /// Largest distance left, metres.
    pub distance: f64,
    /// Why.
    pub reason: String,
}

/// Smoothing of a shaking root before the cleanup.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RootNoise {
    /// Estimated noise of the root's path, metres per axis.
    pub deviation: f64,
    /// Cut-off of the smoothing, Hz.
    pub cutoff: f64,
    /// Mean distance by which the root was moved, metres.
    pub moved: f64,
}

/// What [`remove_footskate`](crate::remove_footskate()) did.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RemoveFootskateReport {
    /// What was moved.
    pub method: FootskateMethod,
    /// How the motion between plants was found; only with the method `limbs`.
    pub solver: Option<FootskateSolver>,
    /// Plants that were given.
    pub plants: usize,
    /// The clip as it came.
    pub before: FootskateMeasures,
    /// The clip as it is returned, compared with the one that came.
    pub after: FootskateMeasures,
    /// Frames that changed.
    pub changed_frames: usize,
    /// Mean shift of the root, metres.
    pub root_shift_mean: f64,
    /// Largest shift of the root.
    pub root_shift_max: f64,
    /// Where the root shook and was smoothed first.
    pub root_noise: Option<RootNoise>,
    /// Where joints shook and were smoothed first.
    pub joint_noise: Option<JointNoise>,
    /// Where a fault of the root's path was taken out of it first: `after` is then compared with the clip that came,
    /// moved along with its corrected root.
    pub root_path: Option<RootPathFit>,
    /// Farthest that any joint moved beside the root's own shift, metres.
    pub joint_move_max: f64,
    /// That joint.
    pub joint_move_joint: String,
    /// The frame of that move.
    pub joint_move_frame: usize,
    /// Frames on which a knee or an elbow is bent to another side than before, counted for each limb.
    pub side_changes: usize,
    /// Plants that could not be met.
    pub missed: Vec<MissedPlant>,
    /// Anything else worth knowing.
    pub notes: Vec<Note>,
    /// Root-only methods: path length after over before; 1 otherwise.
    pub path_ratio: f64,
    /// Root-only methods: factor on the root's height changes, of the longest part where the clip jumps; 1 otherwise.
    pub height_factor: f64,
}

impl RemoveFootskateReport {
    /// One line with what a person wants to know first, the same in every host.
    pub fn summary(&self) -> String {
        if self.plants == 0 {
            let floor = if self.changed_frames > 0 {
                format!("; {} frames lifted out of the ground", self.changed_frames)
            } else {
                String::new()
            };
            return format!("no plants, nothing pinned{floor}");
        }
        let missed = match self.missed.len() {
            0 => String::new(),
            1 => "; 1 plant missed".into(),
            n => format!("; {n} plants missed"),
        };
        let noise = self
            .root_noise
            .map(|n| format!("; root noise of {:.1} mm smoothed", n.deviation * 1e3))
            .unwrap_or_default();
        let joints = self
            .joint_noise
            .map(|n| format!("; {} joints with {:.1} mm of noise smoothed", n.joints, n.deviation * 1e3))
            .unwrap_or_default();
        // The pose change is against the clip on its mended path: what the path moved is told beside it.
        let path = self
            .root_path
            .map(|fit| format!("; root path moved by up to {:.1} cm", fit.moved * 100.0))
            .unwrap_or_default();
        let plants = if self.plants == 1 { "1 plant".into() } else { format!("{} plants", self.plants) };
        format!(
            "slide {:.2} -> {:.2} cm/s over {plants}, of low feet {:.1} -> {:.1} cm/s, drift p95 {:.2} -> {:.2} cm, pose changed by {:.2} cm, \
             limbs by at most {:.1} %{path}{noise}{joints}{missed}",
            self.before.slide_mean * 100.0,
            self.after.slide_mean * 100.0,
            self.before.low_slide.mean * 100.0,
            self.after.low_slide.mean * 100.0,
            self.before.drift_p95 * 100.0,
            self.after.drift_p95 * 100.0,
            self.after.pose_change_mean * 100.0,
            self.after.stretch_max * 100.0,
        )
    }
}

operation_report!(RemoveFootskateReport);

/// A given place that is missed by less than this is met, metres.
const MET: f64 = 1e-3;

/// Plants with a given place that their point is not at, unless they are among those already named.
pub(super) fn missed_places(
    skeleton: &Skeleton,
    poses: &WorldPoses,
    plants: &Plants,
    named: &[MissedPlant],
    method: FootskateMethod,
) -> Vec<MissedPlant> {
    let points = BodyPoints::new(skeleton);
    let mut out = Vec::new();
    for plant in plants.iter() {
        let (Some(place), Some(at)) = (plant.position, points.get(plant.point)) else { continue };
        let distance = plant
            .frames
            .clone()
            .map(|f| (poses.point(f, at.joint, &at.offset) - place).norm())
            .fold(0.0, f64::max);
        let name = plant.point.name();
        let is_named = named.iter().any(|m| {
            m.point == name && m.frames.start < plant.frames.end && plant.frames.start < m.frames.end
        });
        if distance <= MET || is_named {
            continue;
        }
        let reason = match method {
            FootskateMethod::Limbs => "its place does not fit the other planted points of the foot".into(),
            _ => format!(
                "method {} moves the body as a whole and brings no point to a given place",
                method.name()
            ),
        };
        out.push(MissedPlant { point: name, frames: plant.frames.clone(), distance, reason });
    }
    out
}

/// What is left over.
pub(super) fn notes_on(
    after: &FootskateMeasures,
    has_ground: bool,
    options: &RemoveFootskateOptions,
) -> Vec<Note> {
    let mut notes = Vec::new();
    if let Some(fit) = after.ground.as_ref().filter(|fit| has_ground && fit.penetration_max > MET) {
        let text = format!(
            "a foot is still up to {:.1} mm under the ground: planted points hold it there",
            fit.penetration_max * 1e3
        );
        let frame = fit.penetration_max_frame;
        notes.push(Note::warning("under-ground", text).on(frame..frame + 1));
    }
    if options.method != FootskateMethod::Limbs && after.slide_mean > 0.01 {
        let text = format!(
            "planted points still slide by {:.1} cm/s on average: method {} holds one point at a time",
            after.slide_mean * 100.0,
            options.method.name()
        );
        notes.push(Note::warning("still-slides", text));
    }
    notes
}

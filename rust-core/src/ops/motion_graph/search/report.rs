//! [`SearchMotionGraphReport`] and how its figures are measured.

use super::options::SearchMethod;
use super::seams::{p99, velocity_steps};
use crate::kinematics::WorldPoses;
#[cfg(feature = "schema")]
use crate::model::FrameRange;
use crate::model::floor_path::distance;
use crate::model::frame_range::serialize_frames;
use crate::model::{FloorPath, JointIndex, LabelSet, Note, Role, Skeleton};
use crate::ops::motion_graph::walk::WalkSegment;
use crate::ops::remove_footskate::RemoveFootskateReport;
use serde::Serialize;
use std::ops::Range;

/// A seam stands out above this many times the clip's own 99th percentile.
const SEAM_LIMIT: f64 = 1.2;

/// How far along the path its nearest point is looked for, metres.
const NEAR: f64 = 3.0;

/// How a path was followed, measured on the finished clip.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PathFigures {
    /// Length of the path, metres.
    pub length: f64,
    /// Way of the pelvis over the floor, metres.
    pub walked_length: f64,
    /// Mean distance between the pelvis and the path at the same arc length, metres.
    pub distance_mean: f64,
    /// Root of the mean square of it.
    pub distance_rms: f64,
    /// Largest.
    pub distance_max: f64,
    /// When that is, seconds.
    pub worst_seconds: f64,
    /// Mean distance to the nearest point of the path within 3 m of that, metres.
    pub off_path_mean: f64,
    /// Largest.
    pub off_path_max: f64,
    /// Mean speed, m/s.
    pub speed: f64,
    /// Share of the time below a quarter of the mean speed.
    pub slow_share: f64,
}

impl PathFigures {
    pub(super) fn new(path: &FloorPath, walked: &WalkedPath, min_progress: f64) -> Self {
        let mut progress = 0.0;
        let mut distances = Vec::with_capacity(walked.points.len());
        let mut off = Vec::with_capacity(walked.points.len());
        for (f, &p) in walked.points.iter().enumerate() {
            if f > 0 {
                progress += distance(p, walked.points[f - 1]).max(min_progress);
            }
            distances.push(distance(p, path.at(progress)));
            off.push(path.distance_to(p, progress - NEAR, progress + NEAR));
        }
        let count = distances.len().max(1) as f64;
        let worst = (0..distances.len()).max_by(|&a, &b| distances[a].total_cmp(&distances[b])).unwrap_or(0);
        let way = walked.points.windows(2).map(|w| distance(w[0], w[1])).sum::<f64>();
        let speed = way / count * walked.frame_rate;
        // Half a second is long enough to even out a step.
        let half = ((0.25 * walked.frame_rate).round() as usize).max(1);
        let is_slow = |f: usize| {
            let (a, b) = (f.saturating_sub(half), (f + half).min(walked.points.len() - 1));
            distance(walked.points[a], walked.points[b]) * walked.frame_rate < 0.25 * speed * (b - a) as f64
        };
        Self {
            length: path.length(),
            walked_length: way,
            distance_mean: distances.iter().sum::<f64>() / count,
            distance_rms: (distances.iter().map(|d| d * d).sum::<f64>() / count).sqrt(),
            distance_max: distances.get(worst).copied().unwrap_or(0.0),
            worst_seconds: worst as f64 / walked.frame_rate,
            off_path_mean: off.iter().sum::<f64>() / count,
            off_path_max: off.iter().copied().fold(0.0, f64::max),
            speed,
            slow_share: (0..walked.points.len()).filter(|&f| is_slow(f)).count() as f64 / count,
        }
    }
}

/// How well a connection ends.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlacementFigures {
    /// How far from its place the last clip ends up, metres.
    pub distance: f64,
    /// How wrong its direction is, degrees.
    pub turn: f64,
}

/// Changes of joint velocity at the ends of transitions, measured on the finished clip.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SeamFigures {
    /// Beginnings and ends of transitions.
    pub seams: usize,
    /// Largest change of any joint's velocity between two frames at a seam, m/s.
    pub step_max: f64,
    /// 99th percentile of that change over all frames of the clip.
    pub step_p99: f64,
    /// Seams above 1.2 of that percentile.
    pub above: usize,
}

impl SeamFigures {
    pub(super) fn new(poses: &WorldPoses, frame_rate: f64, segments: &[WalkSegment]) -> Self {
        let steps = velocity_steps(poses, frame_rate);
        let step_p99 = p99(&steps);
        let ends =
            segments.iter().filter(|s| s.entered.is_some()).flat_map(|s| [s.frames.start, s.frames.end]);
        // The change of velocity from the frames before a seam to those after it spans both of its neighbours.
        let seams: Vec<f64> =
            ends.filter(|&f| f > 0 && f < steps.len()).map(|f| steps[f - 1].max(steps[f])).collect();
        Self {
            seams: seams.len(),
            step_max: seams.iter().copied().fold(0.0, f64::max),
            step_p99,
            above: seams.iter().filter(|&&s| s > SEAM_LIMIT * step_p99).count(),
        }
    }
}

/// Frames of one set of labels.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LabelRun {
    /// The labels.
    pub labels: Vec<String>,
    /// Its frames.
    #[serde(flatten, serialize_with = "serialize_frames")]
    #[cfg_attr(feature = "schema", schemars(with = "FrameRange"))]
    pub frames: Range<usize>,
}

pub(super) fn label_runs(labels: &[LabelSet], names: &[String]) -> Vec<LabelRun> {
    let mut runs: Vec<LabelRun> = Vec::new();
    let mut last = None;
    for (f, &set) in labels.iter().enumerate() {
        match runs.last_mut() {
            Some(run) if last == Some(set) => run.frames.end = f + 1,
            _ => {
                let labels = set.iter().filter_map(|l| names.get(l).cloned()).collect();
                runs.push(LabelRun { labels, frames: f..f + 1 });
            }
        }
        last = Some(set);
    }
    runs
}

/// The way of the pelvis over the floor.
pub(super) struct WalkedPath {
    pub points: Vec<[f64; 2]>,
    pub frame_rate: f64,
}

/// What [`search_motion_graph`](super::search_motion_graph) found.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SearchMotionGraphReport {
    /// `random-walk`, `shortest-way`, `path`, `connect` or `custom`.
    pub query: &'static str,
    /// How the walk was searched for.
    pub method: SearchMethod,
    /// Frames of the clip.
    pub frames: usize,
    /// Its length in seconds.
    pub seconds: f64,
    /// Transitions in it.
    pub transitions: usize,
    /// Share of the frames that lie in a transition.
    pub blended_share: f64,
    /// The walk's cost, m².
    pub cost: f64,
    /// Whether it is all that was asked for.
    pub is_complete: bool,
    /// Whether no cheaper walk exists.
    pub is_exact: bool,
    /// Walks that were looked at.
    pub expansions: usize,
    /// Transitions of the graph that were left out because their ends jolt.
    pub refused_transitions: usize,
    /// How the path was followed.
    pub path: Option<PathFigures>,
    /// How well a connection ends.
    pub placement: Option<PlacementFigures>,
    /// Jolts at seams.
    pub seams: SeamFigures,
    /// Labels in order.
    pub labels: Vec<LabelRun>,
    /// What the cleanup did.
    pub cleanup: Option<RemoveFootskateReport>,
    /// What a user should know.
    pub notes: Vec<Note>,
}

impl SearchMotionGraphReport {
    /// One line with what a person wants to know first, the same in every host.
    pub fn summary(&self) -> String {
        let path = self.path.as_ref().map(|p| {
            format!(
                ", {:.1} m of path followed within {:.3} m on average, {:.2} m at most",
                p.length, p.distance_mean, p.distance_max
            )
        });
        let placement = self
            .placement
            .as_ref()
            .map(|p| format!(", ends {:.2} m and {:.0}° from the wanted place", p.distance, p.turn));
        let slide = self.cleanup.as_ref().map(|c| {
            format!(", slide {:.1} -> {:.2} cm/s", 100.0 * c.before.slide_mean, 100.0 * c.after.slide_mean)
        });
        format!(
            "{:.1} s with {} transitions{}{}{}{}; {} notes",
            self.seconds,
            self.transitions,
            path.unwrap_or_default(),
            placement.unwrap_or_default(),
            slide.unwrap_or_default(),
            if self.is_complete { "" } else { ", incomplete" },
            self.notes.len()
        )
    }
}

operation_report!(SearchMotionGraphReport);

/// The way of the pelvis, or of the root where there is none.
pub(super) fn floor_path_of(skeleton: &Skeleton, poses: &WorldPoses, frame_rate: f64) -> WalkedPath {
    let pelvis = skeleton.roles().joint(Role::Pelvis).unwrap_or(JointIndex(0));
    let at = |f: usize| poses.position(f, pelvis);
    let points = (0..poses.frame_count()).map(|f| [at(f).x, at(f).z]).collect();
    WalkedPath { points, frame_rate }
}

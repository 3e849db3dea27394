//! From edges to a clean clip with its report.

use super::find::ChosenWalk;
use super::options::SearchMotionGraphOptions;
use super::query::MotionQuery;
use super::report::{
    PathFigures, PlacementFigures, SeamFigures, SearchMotionGraphReport, floor_path_of, label_runs,
};
use super::space::SearchSpace;
use crate::error::Result;
use crate::kinematics::forward::pose_clip;
use crate::math::PlanarTransform;
use crate::model::{Clip, LabelSet, Note, Plant, Plants};
use crate::ops::motion_graph::walk::{WalkSegment, WalkedClip, walk_to_clip};
use crate::ops::remove_footskate::{RemoveFootskateOptions, remove_footskate};

/// What [`search_motion_graph`](super::search_motion_graph) returns.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct FoundMotion {
    /// The motion, on the graph's skeleton.
    pub clip: Clip,
    /// The same before its footskate was removed; equal to `clip` without cleanup.
    pub uncleaned: Clip,
    /// What the feet hold to.
    pub plants: Plants,
    /// Labels of every frame; inside a transition those of both clips.
    pub labels: Vec<LabelSet>,
    /// Which frames come from where.
    pub segments: Vec<WalkSegment>,
    /// Moves the first clip from where it was captured.
    pub start: PlanarTransform,
    /// What was found and how good it is.
    pub report: SearchMotionGraphReport,
}

impl FoundMotion {
    /// Edges of the graph, in order.
    ///
    /// ```
    /// use surefoot::ops::Progress;
    /// use surefoot::{MotionQuery, SearchMotionGraphOptions, search_motion_graph};
    /// # let graph = surefoot_sample::walk_graph()?;
    ///
    /// let query = MotionQuery::RandomWalk { seconds: 2.0, label: None, from: None };
    /// let found = search_motion_graph(&graph, &query, &SearchMotionGraphOptions::default(), &Progress::none())?;
    /// let frames: usize = found.edges().map(|edge| graph.edge_frames(edge)).sum();
    /// assert_eq!(frames, found.clip.frame_count());
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    pub fn edges(&self) -> impl Iterator<Item = usize> + '_ {
        self.segments.iter().map(|s| s.edge)
    }
}

pub(super) fn make_motion(
    space: &SearchSpace<'_>,
    query: &MotionQuery<'_>,
    options: &SearchMotionGraphOptions,
    found: ChosenWalk,
) -> Result<FoundMotion> {
    let graph = space.graph();
    let skeleton = &graph.set().skeleton;
    let mut walked = walk_to_clip(graph, &found.edges, &found.start, query.name())?;
    if let Some(frames) = found.frames {
        walked = cut_after(walked, frames)?;
    }
    let WalkedClip { clip: uncleaned, plants, labels, segments, .. } = walked;
    let (clip, cleanup) = if options.cleanup {
        let edited =
            remove_footskate(skeleton, &uncleaned, &plants, None, &RemoveFootskateOptions::default())?;
        (edited.clip, Some(edited.report))
    } else {
        (uncleaned.clone(), None)
    };
    let poses = pose_clip(skeleton, &clip);
    let walked_path = floor_path_of(skeleton, &poses, clip.frame_rate());
    let path = match query {
        MotionQuery::Path { path, .. } => Some(PathFigures::new(path, &walked_path, found.min_progress)),
        _ => None,
    };
    let blended: usize = segments.iter().filter(|s| s.entered.is_some()).map(|s| s.frames.len()).sum();
    let frames = clip.frame_count();
    let mut report = SearchMotionGraphReport {
        query: query.name(),
        method: options.method,
        frames,
        seconds: frames as f64 * clip.frame_time(),
        transitions: segments.iter().filter(|s| s.entered.is_some()).count(),
        blended_share: blended as f64 / frames.max(1) as f64,
        cost: found.cost,
        is_complete: found.is_complete,
        is_exact: found.is_exact,
        expansions: found.expansions,
        refused_transitions: space.refused_transitions(),
        path,
        placement: found.miss.map(|(distance, turn)| PlacementFigures { distance, turn: turn.to_degrees() }),
        seams: SeamFigures::new(&poses, clip.frame_rate(), &segments),
        labels: label_runs(&labels, &graph.set().label_names),
        cleanup,
        notes: Vec::new(),
    };
    warn(&mut report, query);
    Ok(FoundMotion { clip, uncleaned, plants, labels, segments, start: found.start, report })
}

/// The first frames of a walk.
fn cut_after(walked: WalkedClip, frames: usize) -> Result<WalkedClip> {
    if frames >= walked.clip.frame_count() {
        return Ok(walked);
    }
    let plants = walked
        .plants
        .iter()
        .filter(|p| p.frames.start < frames)
        .map(|p| Plant { frames: p.frames.start..p.frames.end.min(frames), ..p.clone() });
    let mut segments = walked.segments;
    segments.retain(|s| s.frames.start < frames);
    for segment in &mut segments {
        segment.frames.end = segment.frames.end.min(frames);
    }
    let mut labels = walked.labels;
    labels.truncate(frames);
    Ok(WalkedClip {
        clip: walked.clip.slice(0..frames)?,
        plants: Plants::new(frames, plants.collect())?,
        labels,
        segments,
        end: walked.end,
    })
}

fn warn(report: &mut SearchMotionGraphReport, query: &MotionQuery<'_>) {
    let mut notes = Vec::new();
    if !report.is_complete {
        let text = match (&report.path, query) {
            (Some(path), _) => format!(
                "stopped after {:.1} s with {:.1} of {:.1} m walked: the clips do not follow this path, or stand still; \
                 choose a label that moves, or raise min_progress",
                report.seconds, path.walked_length, path.length
            ),
            _ => format!("stopped after {:.1} s without reaching what was asked for", report.seconds),
        };
        notes.push(Note::warning("incomplete", text));
    }
    if let Some(path) = &report.path
        && path.distance_max > 1.0
    {
        let text = format!(
            "the path is missed by up to {:.1} m at {:.1} s: the clips have no turn like that",
            path.distance_max, path.worst_seconds
        );
        notes.push(Note::warning("far-from-path", text));
    }
    if report.seams.above > 0 {
        let text = format!(
            "{} of {} seams jolt: up to {:.1} m/s from one frame to the next, usual are {:.1}",
            report.seams.above, report.seams.seams, report.seams.step_max, report.seams.step_p99
        );
        notes.push(Note::warning("rough-seam", text));
    }
    report.notes = notes;
}

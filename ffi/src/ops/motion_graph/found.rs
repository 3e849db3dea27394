//! `surefoot_found_motion`: what a search found, and how good it is.

use super::walk::{segment_of, surefoot_walk_segment};
use crate::guard::{Out, c_text, free, guard, input};
use crate::model::{surefoot_clip, surefoot_plants};
use crate::ops::surefoot_remove_footskate_report;
use crate::status::{surefoot_error, surefoot_status};
use crate::warnings::{surefoot_warning, surefoot_warnings};
use std::ffi::{CString, c_char};
use surefoot::ops::FoundMotion;
use surefoot::ops::motion_graph::search::PathFigures;

/// How a path was followed, measured on the finished clip.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_path_figures {
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

fn path_figures(p: &PathFigures) -> surefoot_path_figures {
    surefoot_path_figures {
        length: p.length,
        walked_length: p.walked_length,
        distance_mean: p.distance_mean,
        distance_rms: p.distance_rms,
        distance_max: p.distance_max,
        worst_seconds: p.worst_seconds,
        off_path_mean: p.off_path_mean,
        off_path_max: p.off_path_max,
        speed: p.speed,
        slow_share: p.slow_share,
    }
}

/// How well a connection ends.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_placement_figures {
    /// How far from its place the last clip ends up, metres.
    pub distance: f64,
    /// How wrong its direction is, degrees.
    pub turn: f64,
}

/// Changes of joint velocity at the ends of transitions, measured on the finished clip.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_seam_figures {
    /// Beginnings and ends of transitions.
    pub seams: usize,
    /// Largest change of any joint's velocity between two frames at a seam, m/s.
    pub step_max: f64,
    /// 99th percentile of that change over all frames of the clip.
    pub step_p99: f64,
    /// Seams above 1.2 of that percentile.
    pub above: usize,
}

/// Frames of one set of labels.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_label_run {
    /// The labels, one bit each.
    pub labels: u64,
    /// First frame.
    pub first: usize,
    /// The frame after the last.
    pub end: usize,
}

/// What was found. The struct and all it points at live until it is freed; clips and plants belong to it. Later versions
/// add fields at the end.
#[repr(C)]
pub struct surefoot_found_motion_view {
    /// The motion, on the graph's skeleton.
    pub clip: *const surefoot_clip,
    /// The same before its footskate was removed.
    pub uncleaned: *const surefoot_clip,
    /// What the feet hold to.
    pub plants: *const surefoot_plants,
    /// Number of segments.
    pub segment_count: usize,
    /// Which frames come from where, one per edge.
    pub segments: *const surefoot_walk_segment,
    /// Number of frames of the clip.
    pub label_count: usize,
    /// Labels of every frame, one bit each.
    pub labels: *const u64,
    /// Moves the first clip from where it was captured: turn about +y in radians, move along x and z in metres.
    pub start: [f64; 3],
    /// One line for people.
    pub summary: *const c_char,
    /// The report as JSON: how the path was followed, jolts at seams, the cleanup.
    pub json: *const c_char,
    /// Length in seconds.
    pub seconds: f64,
    /// Transitions in it.
    pub transitions: usize,
    /// Share of the frames that lie in a transition.
    pub blended_share: f64,
    /// The walk's cost, square metres.
    pub cost: f64,
    /// 1 if it is all that was asked for.
    pub is_complete: i32,
    /// 1 if no cheaper walk exists.
    pub is_exact: i32,
    /// Number of warnings.
    pub warning_count: usize,
    /// What a user should know.
    pub warnings: *const surefoot_warning,
    /// "random-walk", "shortest-way", "path", "connect" or "custom".
    pub query: *const c_char,
    /// How the walk was searched for.
    pub method: *const c_char,
    /// Walks that were looked at.
    pub expansions: usize,
    /// Transitions of the graph that were left out because their ends jolt.
    pub refused_transitions: usize,
    /// How the path was followed; NULL where no path was asked for.
    pub path: *const surefoot_path_figures,
    /// How well a connection ends; NULL where none was asked for.
    pub placement: *const surefoot_placement_figures,
    /// Jolts at seams.
    pub seams: surefoot_seam_figures,
    /// Number of runs of labels.
    pub label_run_count: usize,
    /// Frames that share their labels, in order.
    pub label_runs: *const surefoot_label_run,
    /// What the cleanup did; NULL without. For surefoot_remove_footskate_report_get and surefoot_footskate_page; belongs
    /// to what was found.
    pub cleanup: *const surefoot_remove_footskate_report,
}

/// What was found. Never changed.
pub struct surefoot_found_motion {
    view: surefoot_found_motion_view,
    _clips: [Box<surefoot_clip>; 2],
    _plants: Box<surefoot_plants>,
    _segments: Vec<surefoot_walk_segment>,
    _labels: Vec<u64>,
    _texts: [CString; 4],
    _warnings: surefoot_warnings,
    _path: Option<Box<surefoot_path_figures>>,
    _placement: Option<Box<surefoot_placement_figures>>,
    _label_runs: Vec<surefoot_label_run>,
    _cleanup: Option<Box<surefoot_remove_footskate_report>>,
}

impl surefoot_found_motion {
    pub(super) fn new(found: FoundMotion) -> Self {
        let report = &found.report;
        let json = serde_json::to_string(report).unwrap_or_default();
        let texts = [&*report.summary(), &*json, report.query, report.method].map(c_text);
        let path = report.path.as_ref().map(|p| Box::new(path_figures(p)));
        let placement = report
            .placement
            .as_ref()
            .map(|p| Box::new(surefoot_placement_figures { distance: p.distance, turn: p.turn }));
        let seams = &report.seams;
        let seams = surefoot_seam_figures {
            seams: seams.seams,
            step_max: seams.step_max,
            step_p99: seams.step_p99,
            above: seams.above,
        };
        let label_runs: Vec<_> = report
            .labels
            .iter()
            .map(|run| surefoot_label_run {
                labels: found.labels.get(run.first).map_or(0, |labels| labels.0),
                first: run.first,
                end: run.end,
            })
            .collect();
        let cleanup = report.cleanup.clone().map(|c| Box::new(surefoot_remove_footskate_report::new(c)));
        let (expansions, refused_transitions) = (report.expansions, report.refused_transitions);
        let warnings = surefoot_warnings::new(&report.notes);
        let segments: Vec<_> = found.segments.iter().map(segment_of).collect();
        let labels: Vec<u64> = found.labels.iter().map(|l| l.0).collect();
        let (seconds, transitions) = (report.seconds, report.transitions);
        let (blended_share, cost) = (report.blended_share, report.cost);
        let (is_complete, is_exact) = (report.is_complete.into(), report.is_exact.into());
        let clips = [Box::new(surefoot_clip::new(found.clip)), Box::new(surefoot_clip::new(found.uncleaned))];
        let plants = Box::new(surefoot_plants::new(found.plants));
        let view = surefoot_found_motion_view {
            clip: &raw const *clips[0],
            uncleaned: &raw const *clips[1],
            plants: &raw const *plants,
            segment_count: segments.len(),
            segments: segments.as_ptr(),
            label_count: labels.len(),
            labels: labels.as_ptr(),
            start: [found.start.theta, found.start.x0, found.start.z0],
            summary: texts[0].as_ptr(),
            json: texts[1].as_ptr(),
            seconds,
            transitions,
            blended_share,
            cost,
            is_complete,
            is_exact,
            warning_count: warnings.items().len(),
            warnings: warnings.items().as_ptr(),
            query: texts[2].as_ptr(),
            method: texts[3].as_ptr(),
            expansions,
            refused_transitions,
            path: path.as_deref().map_or(std::ptr::null(), std::ptr::from_ref),
            placement: placement.as_deref().map_or(std::ptr::null(), std::ptr::from_ref),
            seams,
            label_run_count: label_runs.len(),
            label_runs: label_runs.as_ptr(),
            cleanup: cleanup.as_deref().map_or(std::ptr::null(), std::ptr::from_ref),
        };
        Self {
            view,
            _clips: clips,
            _plants: plants,
            _segments: segments,
            _labels: labels,
            _texts: texts,
            _warnings: warnings,
            _path: path,
            _placement: placement,
            _label_runs: label_runs,
            _cleanup: cleanup,
        }
    }
}

/// Gives what was found, valid until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_found_motion_get(
    found: *const surefoot_found_motion,
    out_view: *mut *const surefoot_found_motion_view,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let found = input(found, "found")?;
        Out::required(out_view, "out_view")?.put(&raw const found.view);
        Ok(())
    })
}

/// Frees what was found with its clips and plants. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_found_motion_free(found: *mut surefoot_found_motion) {
    free(found);
}

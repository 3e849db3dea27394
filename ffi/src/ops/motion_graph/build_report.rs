//! `surefoot_build_motion_graph_report`.

use crate::guard::{Out, c_text, free, guard, input};
use crate::status::{surefoot_error, surefoot_status};
use crate::warnings::{surefoot_warning, surefoot_warnings};
use std::ffi::{CString, c_char};
use surefoot::ops::BuildMotionGraphReport;

/// What one label has.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_label_figures {
    /// The label.
    pub label: *const c_char,
    /// Frames with this label.
    pub frame_count: usize,
    /// How far the markers move in one frame, metres: the unit of thresholds.
    pub unit: f64,
    /// Threshold factor that was used; -1 where thresholds were given.
    pub factor: f64,
    /// Share of the label's frames in its core.
    pub coverage: f64,
    /// That share if every minimum were a transition: the most these clips can give.
    pub attainable: f64,
    /// Frames of the core, transitions included.
    pub core_frames: usize,
}

/// What one clip gave to the graph.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_clip_use {
    /// The clip; a mirror image says so.
    pub name: *const c_char,
    /// Frames at the graph's rate.
    pub frame_count: usize,
    /// Frames of it that can be played.
    pub used_frames: usize,
}

/// Transitions from one label to another.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_pair_figures {
    /// Label left.
    pub from: *const c_char,
    /// Label entered.
    pub to: *const c_char,
    /// Largest distance accepted, metres.
    pub threshold: f64,
    /// Minima below it.
    pub accepted: usize,
    /// Transitions that are part of the graph.
    pub kept: usize,
    /// 1 if one can get from the one core to the other at all.
    pub has_route: i32,
    /// 0.
    pub reserved: i32,
}

/// How well the clips are connected. The struct and all it points at live until the report is freed. Later versions add
/// fields at the end.
#[repr(C)]
pub struct surefoot_build_motion_graph_report_view {
    /// One line for people.
    pub summary: *const c_char,
    /// Everything as JSON.
    pub json: *const c_char,
    /// Local minima of the distance grid.
    pub minima: usize,
    /// Nodes of the graph.
    pub nodes: usize,
    /// Edges of the graph.
    pub edges: usize,
    /// Those of them that are transitions.
    pub transitions: usize,
    /// Mean frames of a stretch between two nodes of one clip.
    pub stretch_frames_mean: f64,
    /// Edges that leave a node: mean.
    pub out_edges_mean: f64,
    /// Edges that leave a node: most.
    pub out_edges_max: usize,
    /// Shortest way from one node to another, seconds: mean over a sample.
    pub route_seconds_mean: f64,
    /// The longest of these.
    pub route_seconds_max: f64,
    /// Number of labels.
    pub label_count: usize,
    /// Figures per label.
    pub labels: *const surefoot_label_figures,
    /// Number of warnings.
    pub warning_count: usize,
    /// What a user should know.
    pub warnings: *const surefoot_warning,
    /// Number of clips, mirror images included.
    pub clip_count: usize,
    /// What each clip gave.
    pub clips: *const surefoot_clip_use,
    /// Number of clips that came on other proportions.
    pub moved_clip_count: usize,
    /// Their names: they were copied to the mean skeleton.
    pub moved_clips: *const *const c_char,
    /// Number of ordered pairs of labels.
    pub pair_count: usize,
    /// Figures per ordered pair of labels.
    pub pairs: *const surefoot_pair_figures,
    /// Length of an edge, seconds: mean. One can only choose at its end.
    pub response_edge_seconds_mean: f64,
    /// The longest of these.
    pub response_edge_seconds_max: f64,
    /// Time from a node to the next one with more than one way out, seconds: mean.
    pub response_choice_seconds_mean: f64,
    /// The longest of these.
    pub response_choice_seconds_max: f64,
    /// Of 16 directions, in how many the root gets half a metre away within 3 s: mean over a sample of nodes.
    pub response_directions_mean: f64,
    /// The fewest of these.
    pub response_directions_min: usize,
    /// Share of the floor within 2 m that the root gets to within 3 s: mean over the sample.
    pub response_floor_share_mean: f64,
}

/// How well the clips are connected.
pub struct surefoot_build_motion_graph_report {
    view: surefoot_build_motion_graph_report_view,
    _texts: Vec<CString>,
    _labels: Vec<surefoot_label_figures>,
    _warnings: surefoot_warnings,
    _clips: Vec<surefoot_clip_use>,
    _moved_clips: Vec<*const c_char>,
    _pairs: Vec<surefoot_pair_figures>,
}

impl surefoot_build_motion_graph_report {
    pub(super) fn new(report: &BuildMotionGraphReport) -> Self {
        let json = serde_json::to_string(report).unwrap_or_default();
        let mut texts = vec![c_text(&report.summary()), c_text(&json)];
        let mut keep = |text: &str| {
            let text = c_text(text);
            let pointer = text.as_ptr();
            texts.push(text);
            pointer
        };
        let labels: Vec<_> = report
            .labels
            .iter()
            .map(|l| surefoot_label_figures {
                label: keep(&l.label),
                frame_count: l.frame_count,
                unit: l.unit,
                factor: l.factor.unwrap_or(-1.0),
                coverage: l.coverage,
                attainable: l.attainable,
                core_frames: l.core_frames,
            })
            .collect();
        let clips: Vec<_> = report
            .clips
            .iter()
            .map(|c| surefoot_clip_use {
                name: keep(&c.name),
                frame_count: c.frame_count,
                used_frames: c.used_frames,
            })
            .collect();
        let moved_clips: Vec<_> = report.moved_clips.iter().map(|name| keep(name)).collect();
        let pairs: Vec<_> = report
            .pairs
            .iter()
            .map(|p| surefoot_pair_figures {
                from: keep(&p.from),
                to: keep(&p.to),
                threshold: p.threshold,
                accepted: p.accepted,
                kept: p.kept,
                has_route: p.has_route.into(),
                reserved: 0,
            })
            .collect();
        let warnings = surefoot_warnings::new(&report.notes);
        let view = surefoot_build_motion_graph_report_view {
            summary: texts[0].as_ptr(),
            json: texts[1].as_ptr(),
            minima: report.minima,
            nodes: report.nodes,
            edges: report.edges,
            transitions: report.transitions,
            stretch_frames_mean: report.stretch_frames_mean,
            out_edges_mean: report.out_edges_mean,
            out_edges_max: report.out_edges_max,
            route_seconds_mean: report.route_seconds_mean,
            route_seconds_max: report.route_seconds_max,
            label_count: labels.len(),
            labels: labels.as_ptr(),
            warning_count: warnings.items().len(),
            warnings: warnings.items().as_ptr(),
            clip_count: clips.len(),
            clips: clips.as_ptr(),
            moved_clip_count: moved_clips.len(),
            moved_clips: moved_clips.as_ptr(),
            pair_count: pairs.len(),
            pairs: pairs.as_ptr(),
            response_edge_seconds_mean: report.response.edge_seconds_mean,
            response_edge_seconds_max: report.response.edge_seconds_max,
            response_choice_seconds_mean: report.response.choice_seconds_mean,
            response_choice_seconds_max: report.response.choice_seconds_max,
            response_directions_mean: report.response.directions_mean,
            response_directions_min: report.response.directions_min,
            response_floor_share_mean: report.response.floor_share_mean,
        };
        Self {
            view,
            _texts: texts,
            _labels: labels,
            _warnings: warnings,
            _clips: clips,
            _moved_clips: moved_clips,
            _pairs: pairs,
        }
    }
}

/// Gives what the report holds, valid until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_build_motion_graph_report_get(
    report: *const surefoot_build_motion_graph_report,
    out_view: *mut *const surefoot_build_motion_graph_report_view,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let report = input(report, "report")?;
        Out::required(out_view, "out_view")?.put(&raw const report.view);
        Ok(())
    })
}

/// Frees a report. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_build_motion_graph_report_free(report: *mut surefoot_build_motion_graph_report) {
    free(report);
}

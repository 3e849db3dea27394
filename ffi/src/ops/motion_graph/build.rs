//! `surefoot_build_motion_graph` and its relatives.

use crate::*;
use surefoot::model::{Labels, Thresholds};
use surefoot::ops::{
    BuildMotionGraphOptions, BuiltGraph, GraphClip, build_motion_graph, extend_motion_graph, retune_motion_graph,
};

/// One clip handed to surefoot_build_motion_graph.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_graph_clip {
    /// Its skeleton.
    pub skeleton: *const surefoot_skeleton,
    /// The motion, at any frame rate.
    pub clip: *const surefoot_clip,
    /// Its plants; they are carried through transitions.
    pub plants: *const surefoot_plants,
    /// Its labels; frames without one are not used. NULL with a count of 0 leaves them to the option labelling.
    pub labels: *const surefoot_label_span,
    /// Number of labels.
    pub label_count: usize,
    /// Clips of different groups are never compared, clips of group 0 with all.
    pub group: u64,
}

/// Labels given by the caller, by clip.
fn given_labels(clips: &[surefoot_graph_clip]) -> Answer<Vec<Option<Labels>>> {
    let labels = |c: &surefoot_graph_clip| {
        if c.labels.is_null() && c.label_count == 0 {
            return Ok(None);
        }
        let frame_count = input(c.clip, "clips[].clip")?.get().frame_count();
        labels_of(c.labels, c.label_count, frame_count, "clips[].labels").map(Some)
    };
    clips.iter().map(labels).collect()
}

fn clips_of<'a>(clips: &'a [surefoot_graph_clip], labels: &'a [Option<Labels>]) -> Answer<Vec<GraphClip<'a>>> {
    let graph_clip = |(c, labels): (&'a surefoot_graph_clip, &'a Option<Labels>)| {
        Ok(GraphClip {
            skeleton: input(c.skeleton, "clips[].skeleton")?.get(),
            clip: input(c.clip, "clips[].clip")?.get(),
            plants: input(c.plants, "clips[].plants")?.get(),
            labels: labels.as_ref(),
            group: u32::try_from(c.group)
                .map_err(|_| Failure::argument(format!("clips[].group is {}; it takes 0 to {}", c.group, u32::MAX)))?,
        })
    };
    clips.iter().zip(labels).map(graph_clip).collect()
}

fn graph_of(built: BuiltGraph, out_report: *mut *mut surefoot_report) -> Answer<surefoot_motion_graph> {
    Out::optional(out_report).put_handle(|| surefoot_report::new(&built.report));
    Ok(surefoot_motion_graph::new(built.graph))
}

/// Joins clips into a graph in which one can walk for ever: finds where they resemble each other and makes transitions
/// there. Clips must be of one skeleton, or of skeletons that differ only in proportions.
///
/// `options` NULL means the defaults. `progress` may be NULL; `user` is handed to it. `out_report` may be NULL. The same
/// clips give the same graph on any number of threads. Fails with SUREFOOT_ERROR_MISSING_ROLES if the legs are not
/// known, with SUREFOOT_ERROR_INVALID if no clip is usable, with SUREFOOT_ERROR_CANCELLED if `progress` says so. Free the
/// graph with surefoot_motion_graph_free and the report with surefoot_report_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_build_motion_graph(
    clips: *const surefoot_graph_clip, clip_count: usize, options: *const surefoot_build_motion_graph_options,
    progress: surefoot_progress, user: *mut c_void, out_graph: *mut *mut surefoot_motion_graph,
    out_report: *mut *mut surefoot_report, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_graph, "out_graph", || {
        let clips = array(clips, clip_count, "clips")?;
        let labels = given_labels(clips)?;
        let clips = clips_of(clips, &labels)?;
        let options = read_options(options)?;
        let built = with_progress(progress, user, |p| build_motion_graph(&clips, &options, &p))?;
        graph_of(built, out_report)
    })
}

/// Makes a graph with more clips; only pairs with a new clip are compared. Frame rate, window and markers are those of
/// the graph, mirror and labelling those of the options. Otherwise as surefoot_build_motion_graph.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_extend_motion_graph(
    graph: *const surefoot_motion_graph, clips: *const surefoot_graph_clip, clip_count: usize,
    options: *const surefoot_build_motion_graph_options, progress: surefoot_progress, user: *mut c_void,
    out_graph: *mut *mut surefoot_motion_graph, out_report: *mut *mut surefoot_report, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_graph, "out_graph", || {
        let graph = input(graph, "graph")?.get();
        let clips = array(clips, clip_count, "clips")?;
        let labels = given_labels(clips)?;
        let clips = clips_of(clips, &labels)?;
        let options = read_options(options)?;
        let built = with_progress(progress, user, |p| extend_motion_graph(graph, &clips, &options, &p))?;
        graph_of(built, out_report)
    })
}

/// Makes the graph of the same clips with other thresholds, quickly enough for a slider. `thresholds` is the largest
/// distance accepted from one label to another, metres: as many numbers per label left as there are labels, so
/// `threshold_count` is the square of their number; below 0 nothing passes. NULL, with a count of 0, keeps the graph's
/// own. `options` NULL means those the graph was tuned with; with both NULL it is the same graph, with the report it was built
/// with: that of a graph read from a file. Of other options thinning, threshold_factor and min_core count. Otherwise as
/// surefoot_build_motion_graph.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_retune_motion_graph(
    graph: *const surefoot_motion_graph, thresholds: *const f64, threshold_count: usize,
    options: *const surefoot_build_motion_graph_options, out_graph: *mut *mut surefoot_motion_graph,
    out_report: *mut *mut surefoot_report, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_graph, "out_graph", || {
        let graph = input(graph, "graph")?.get();
        let values = array(thresholds, threshold_count, "thresholds")?;
        let options = if options.is_null() { BuildMotionGraphOptions::of_graph(graph) } else { read_options(options)? };
        let thresholds = match values {
            [] => graph.thresholds().clone(),
            values => Thresholds::from_rows(graph.set().label_names.len(), values)?,
        };
        let built = retune_motion_graph(graph, &thresholds, &options)?;
        graph_of(built, out_report)
    })
}

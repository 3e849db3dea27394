//! `surefoot_build_motion_graph` and its relatives.

use super::build_report::surefoot_build_motion_graph_report;
use super::graph::surefoot_motion_graph;
use crate::guard::{Answer, Out, array, guard, input};
use crate::model::{labels_of, surefoot_clip, surefoot_label_span, surefoot_plants, surefoot_skeleton};
use crate::options::{COptions, choice_number, read_options, reserved, set_choice, unsigned, write_defaults};
use crate::progress::{surefoot_progress, with_progress};
use crate::status::{surefoot_error, surefoot_status};
use std::ffi::c_void;
use surefoot::model::{Labels, Thresholds};
use surefoot::ops::{
    BuildMotionGraphOptions, BuiltGraph, GraphClip, build_motion_graph, extend_motion_graph,
    retune_motion_graph,
};

/// How the frames of a compared window are weighted.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_graph_kernel {
    /// Rises and falls linearly.
    SUREFOOT_GRAPH_KERNEL_TRIANGLE = 0,
    /// All frames alike.
    SUREFOOT_GRAPH_KERNEL_BOX = 1,
    /// A bell.
    SUREFOOT_GRAPH_KERNEL_GAUSSIAN = 2,
}

/// What is compared.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_graph_markers {
    /// Feet and knees count most.
    SUREFOOT_GRAPH_MARKERS_LEGS = 0,
    /// All joints alike.
    SUREFOOT_GRAPH_MARKERS_UNIFORM = 1,
}

/// Labels of clips that come without.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_graph_labelling {
    /// Stand, forward and side-back are told apart.
    SUREFOOT_GRAPH_LABELLING_AUTOMATIC = 0,
    /// All get one label.
    SUREFOOT_GRAPH_LABELLING_NONE = 1,
}

/// Options of surefoot_build_motion_graph; start from surefoot_build_motion_graph_default_options.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_build_motion_graph_options {
    /// sizeof(surefoot_build_motion_graph_options).
    pub struct_size: usize,
    /// Frames per second of the graph; clips are resampled to it. 5 to 240, default 30.
    pub frame_rate: f64,
    /// Seconds of the compared windows and of the transitions. 0.1 to 2, default 0.5.
    pub window: f64,
    /// A SUREFOOT_GRAPH_KERNEL_ number. Default triangle.
    pub kernel: i32,
    /// A SUREFOOT_GRAPH_MARKERS_ number. Default legs.
    pub markers: i32,
    /// A SUREFOOT_GRAPH_LABELLING_ number. Default automatic.
    pub labelling: i32,
    /// Whether the mirror image of every clip is added. 0 or 1, default 0.
    pub mirror: i32,
    /// Transition threshold: how much a pose changes in this many frames. 0 to 100, default 2.25.
    pub threshold_factor: f64,
    /// How far the threshold is raised for a label that is poorly connected. 0 to 100, default 3.
    pub max_threshold_factor: f64,
    /// Resemblances that differ by more than this many frames' change are left out; 0 keeps all, or 4 above 20,000
    /// frames. 0 to 1000, default 0.
    pub minima_limit: f64,
    /// Seconds; labels of which less motion can be used are warned about. 0 to 3600, default 2.
    pub min_core: f64,
    /// Of transitions that lie within so many frames of each other at both ends only the best is used; 0 uses all.
    /// 0 to 60, default 0.
    pub thinning: i64,
    /// Whether windows are compared where they lie in the world, for motion that is tied to places. 0 or 1, default 0.
    pub world_locked: i32,
    /// Set to 0.
    pub reserved: i32,
}

// SAFETY: repr(C), struct_size first, numbers only, 88 bytes without padding (asserted in tests/layout.rs).
unsafe impl COptions for surefoot_build_motion_graph_options {
    type Core = BuildMotionGraphOptions;
    /// Without min_core and what followed it.
    const FIRST_SIZE: usize = 64;

    fn from_core(core: &Self::Core) -> Self {
        Self {
            struct_size: size_of::<Self>(),
            frame_rate: core.frame_rate,
            window: core.window,
            kernel: choice_number(core, "kernel"),
            markers: choice_number(core, "markers"),
            labelling: choice_number(core, "labelling"),
            mirror: core.mirror.into(),
            threshold_factor: core.threshold_factor,
            max_threshold_factor: core.max_threshold_factor,
            minima_limit: core.minima_limit,
            min_core: core.min_core,
            thinning: core.thinning as i64,
            world_locked: core.world_locked.into(),
            reserved: 0,
        }
    }

    fn to_core(&self) -> Answer<Self::Core> {
        reserved(self.reserved)?;
        let mut core = Self::Core {
            frame_rate: self.frame_rate,
            window: self.window,
            mirror: self.mirror != 0,
            threshold_factor: self.threshold_factor,
            max_threshold_factor: self.max_threshold_factor,
            minima_limit: self.minima_limit,
            min_core: self.min_core,
            thinning: unsigned(self.thinning, "thinning")?,
            world_locked: self.world_locked != 0,
            ..Default::default()
        };
        set_choice(&mut core, "kernel", self.kernel)?;
        set_choice(&mut core, "markers", self.markers)?;
        set_choice(&mut core, "labelling", self.labelling)?;
        Ok(core)
    }
}

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
    pub group: u32,
    /// Set to 0.
    pub reserved: u32,
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

fn clips_of<'a>(
    clips: &'a [surefoot_graph_clip],
    labels: &'a [Option<Labels>],
) -> Answer<Vec<GraphClip<'a>>> {
    let graph_clip = |(c, labels): (&'a surefoot_graph_clip, &'a Option<Labels>)| {
        reserved(c.reserved)?;
        Ok(GraphClip {
            skeleton: input(c.skeleton, "clips[].skeleton")?.get(),
            clip: input(c.clip, "clips[].clip")?.get(),
            plants: input(c.plants, "clips[].plants")?.get(),
            labels: labels.as_ref(),
            group: c.group,
        })
    };
    clips.iter().zip(labels).map(graph_clip).collect()
}

fn hand_over(
    built: BuiltGraph,
    graph: Out<*mut surefoot_motion_graph>,
    report: Out<*mut surefoot_build_motion_graph_report>,
) -> Answer {
    report.put_handle(|| surefoot_build_motion_graph_report::new(&built.report));
    graph.put_handle(|| surefoot_motion_graph::new(built.graph));
    Ok(())
}

/// Writes the default options; pass sizeof(surefoot_build_motion_graph_options) as struct_size.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_build_motion_graph_default_options(
    out_options: *mut surefoot_build_motion_graph_options,
    struct_size: usize,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || write_defaults(out_options, struct_size))
}

/// Joins clips into a graph in which one can walk for ever: finds where they resemble each other and makes transitions
/// there. Clips must be of one skeleton, or of skeletons that differ only in proportions.
///
/// `options` NULL means the defaults. `progress` may be NULL; `user` is handed to it. `out_report` may be NULL. The same
/// clips give the same graph on any number of threads. Fails with SUREFOOT_ERROR_MISSING_ROLES if the legs are not
/// known, with SUREFOOT_ERROR_INVALID if no clip is usable, with SUREFOOT_ERROR_CANCELLED if `progress` says so. Free the
/// graph with surefoot_motion_graph_free and the report with surefoot_build_motion_graph_report_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_build_motion_graph(
    clips: *const surefoot_graph_clip,
    clip_count: usize,
    options: *const surefoot_build_motion_graph_options,
    progress: surefoot_progress,
    user: *mut c_void,
    out_graph: *mut *mut surefoot_motion_graph,
    out_report: *mut *mut surefoot_build_motion_graph_report,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let clips = array(clips, clip_count, "clips")?;
        let labels = given_labels(clips)?;
        let clips = clips_of(clips, &labels)?;
        let options = read_options(options)?;
        let out = Out::required(out_graph, "out_graph")?;
        let built = with_progress(progress, user, |p| build_motion_graph(&clips, &options, &p))?;
        hand_over(built, out, Out::optional(out_report))
    })
}

/// Makes a graph with more clips; only pairs with a new clip are compared. Frame rate, window and markers are those of
/// the graph, mirror and labelling those of the options. Otherwise as surefoot_build_motion_graph.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_extend_motion_graph(
    graph: *const surefoot_motion_graph,
    clips: *const surefoot_graph_clip,
    clip_count: usize,
    options: *const surefoot_build_motion_graph_options,
    progress: surefoot_progress,
    user: *mut c_void,
    out_graph: *mut *mut surefoot_motion_graph,
    out_report: *mut *mut surefoot_build_motion_graph_report,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let graph = input(graph, "graph")?.get();
        let clips = array(clips, clip_count, "clips")?;
        let labels = given_labels(clips)?;
        let clips = clips_of(clips, &labels)?;
        let options = read_options(options)?;
        let out = Out::required(out_graph, "out_graph")?;
        let built = with_progress(progress, user, |p| extend_motion_graph(graph, &clips, &options, &p))?;
        hand_over(built, out, Out::optional(out_report))
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
    graph: *const surefoot_motion_graph,
    thresholds: *const f64,
    threshold_count: usize,
    options: *const surefoot_build_motion_graph_options,
    out_graph: *mut *mut surefoot_motion_graph,
    out_report: *mut *mut surefoot_build_motion_graph_report,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let graph = input(graph, "graph")?.get();
        let values = array(thresholds, threshold_count, "thresholds")?;
        let options =
            if options.is_null() { BuildMotionGraphOptions::of_graph(graph) } else { read_options(options)? };
        let out = Out::required(out_graph, "out_graph")?;
        let labels = graph.set().label_names.len();
        let thresholds = if values.is_empty() {
            graph.thresholds().clone()
        } else {
            if values.len() != labels * labels {
                return Err(surefoot::Error::Length {
                    what: "thresholds".into(),
                    expected: labels * labels,
                    actual: values.len(),
                }
                .into());
            }
            if let Some(value) = values.iter().find(|v| v.is_nan()) {
                return Err(surefoot::Error::invalid("threshold", format!("{value} is not a number")).into());
            }
            let mut thresholds = Thresholds::uniform(labels, 0.0);
            for (i, &value) in values.iter().enumerate() {
                thresholds.set(i / labels, i % labels, value);
            }
            thresholds
        };
        let built = retune_motion_graph(graph, &thresholds, &options)?;
        hand_over(built, out, Out::optional(out_report))
    })
}

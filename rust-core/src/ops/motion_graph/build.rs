//! `build_motion_graph`: find where clips resemble each other, and join them there.
//!
//! Kovar 2004, 4.1, with leg markers, automatic thresholds and coverage measured against what the clips can give
//! (docs/methods/motion-graph.md).

use super::builder::Builder;
use super::gather::{GraphClip, UNLABELLED, gather, with_one_label};
use super::grid::find_new_minima;
use super::markers::marker_cloud;
use super::options::BuildMotionGraphOptions;
use super::report::{BuildMotionGraphReport, ClipUse};
use super::thresholds::{label_units, slow_threshold};
use crate::declare::Options;
use crate::error::{Error, Result};
use crate::model::{ClipSet, MotionGraph, Note, Thresholds, Tuning};
use crate::ops::progress::Progress;
use std::sync::Arc;

/// Automatic labels that leave this share of all frames usable are kept without a look at the alternative.
const GOOD_USE: f64 = 0.5;
/// They are given up where one label makes so many times more frames usable: a dance gains four times (21 to 88 %).
const ONE_LABEL_GAIN: f64 = 2.0;

/// What [`build_motion_graph`] returns.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct BuiltGraph {
    /// The graph; it may be empty if nothing connects, which the report says.
    pub graph: MotionGraph,
    /// How well the clips are connected.
    pub report: BuildMotionGraphReport,
}

/// Joins clips into a graph in which one can walk for ever, with one threshold per pair of labels found from the data.
///
/// Clips must be of one skeleton, or of skeletons that differ only in proportions: those are copied to a mean skeleton
/// and named in the report. Untracked, frozen and jumping frames are cut out with a warning. The same clips give the
/// same graph on any number of threads.
///
/// ```
/// use surefoot::ops::Progress;
/// use surefoot::{BuildMotionGraphOptions, GraphClip, build_motion_graph};
/// # use surefoot_sample::{TurnOptions, WalkOptions};
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &WalkOptions { seconds: 3.0, ..Default::default() })?;
/// # let turn = surefoot_sample::turn(&skeleton, &TurnOptions::default())?;
///
/// let clips = [&walk, &turn].map(|sample| GraphClip {
///     skeleton: &skeleton,
///     clip: &sample.clip,
///     plants: &sample.plants,
///     labels: None,
///     group: 0,
/// });
/// let built = build_motion_graph(&clips, &BuildMotionGraphOptions::default(), &Progress::none())?;
/// assert!(!built.graph.nodes().is_empty(), "{}", built.report.summary());
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::OptionOutOfRange`], [`Error::MissingRoles`] if the legs are not known and `markers` is `legs`,
/// [`Error::Invalid`] for skeletons that do not fit together or if no clip is usable, [`Error::Length`] if plants or
/// labels are not of their clip, [`Error::Cancelled`].
pub fn build_motion_graph(
    clips: &[GraphClip<'_>],
    options: &BuildMotionGraphOptions,
    progress: &Progress<'_>,
) -> Result<BuiltGraph> {
    options.validate()?;
    let (mut set, gathered) = gather(clips, None, options)?;
    let cloud = marker_cloud(&set)?;
    let units = label_units(&set, &cloud);
    let ceiling = minima_ceiling(&set, &units, options);
    set.rules.minima_limit = ceiling.sqrt();
    let minima = find_new_minima(&cloud, 0, set.window_frames, ceiling, progress)?;
    decide_labels(Builder::new(set, minima, &cloud, gathered, options), units)
}

/// Builds the graph with the labels its clips have, or with one for all that came without where those would cut them to
/// pieces. Decided once: clips that are added later follow (`SetRules::has_one_label`).
fn decide_labels(mut builder: Builder<'_>, units: Vec<f64>) -> Result<BuiltGraph> {
    let labelled = builder.gathered.labelled.clone();
    if labelled.is_empty() || builder.set.rules.has_one_label.is_some() {
        return builder.automatic(units);
    }
    Arc::make_mut(&mut builder.set).rules.has_one_label = Some(false);
    let by_travel = builder.automatic(units)?;
    if used_share(&by_travel) >= GOOD_USE {
        return Ok(by_travel);
    }
    // Labels by speed and direction suit locomotion; a dance they cut to pieces.
    let set = with_one_label(&builder.set, &labelled)?;
    let units = label_units(&set, builder.cloud);
    let mut one = builder.with_set(set).automatic(units)?;
    let (by_travel_share, one_share) = (used_share(&by_travel), used_share(&one));
    if one_share < ONE_LABEL_GAIN * by_travel_share {
        return Ok(by_travel);
    }
    one.report.notes.push(Note::warning("one-label", format!(
            "labels by speed and direction would leave {:.0} % of the frames usable, a single label leaves {:.0} %; clips without labels got the label '{UNLABELLED}'",
            100.0 * by_travel_share,
            100.0 * one_share
        )));
    Ok(one)
}

/// Share of all frames that the graph can play.
fn used_share(built: &BuiltGraph) -> f64 {
    let sum = |frames: fn(&ClipUse) -> usize| built.report.clips.iter().map(frames).sum::<usize>() as f64;
    sum(|c| c.used_frames) / sum(|c| c.frame_count).max(1.0)
}

/// Adds clips to a graph; only pairs with a new clip are compared.
///
/// Frame rate, window, markers and `world_locked` are those of the graph, `mirror` and `labelling` those of `options`. New
/// clips are copied to the graph's skeleton and put on its floor, unless they were captured on the skeleton of the graph's
/// own clips. Whether clips without labels have labels by how they travel or one for all stays as it was decided for the
/// first of them. Thresholds are found anew, so the result is that of building all clips at once, except that a full build
/// would decide about labels from all clips and average new proportions into the skeleton.
///
/// ```
/// use surefoot::ops::Progress;
/// use surefoot::{BuildMotionGraphOptions, GraphClip, extend_motion_graph};
/// # use surefoot_sample::WalkOptions;
/// # let graph = surefoot_sample::walk_graph()?;
/// # let skeleton = graph.set().skeleton.clone();
/// # let walk = surefoot_sample::walk(&skeleton, &WalkOptions { seconds: 3.0, speed: 1.1, ..Default::default() })?;
///
/// let (clip, plants) = (walk.clip.renamed("slow"), walk.plants);
/// let more = [GraphClip { skeleton: &skeleton, clip: &clip, plants: &plants, labels: None, group: 0 }];
/// let options = BuildMotionGraphOptions::of_graph(&graph);
/// let built = extend_motion_graph(&graph, &more, &options, &Progress::none())?;
/// assert!(built.graph.set().find_clip("slow").is_ok());
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// As [`build_motion_graph`], and [`Error::Invalid`] if the graph already holds one of the clips.
pub fn extend_motion_graph(
    graph: &MotionGraph,
    clips: &[GraphClip<'_>],
    options: &BuildMotionGraphOptions,
    progress: &Progress<'_>,
) -> Result<BuiltGraph> {
    options.validate()?;
    let first_new = graph.set().frame_count();
    let (mut set, gathered) = gather(clips, Some(graph.set()), options)?;
    let cloud = marker_cloud(&set)?;
    let units = label_units(&set, &cloud);
    // What the graph left out of its own clips is not looked for again, so it is left out of the new pairs too.
    let ceiling = minima_ceiling(&set, &units, options).min(set.rules.minima_limit.powi(2));
    set.rules.minima_limit = ceiling.sqrt();
    let mut minima = graph.minima().to_vec();
    minima.retain(|m| m.distance <= ceiling as f32);
    minima.extend(find_new_minima(&cloud, first_new, set.window_frames, ceiling, progress)?);
    minima.sort_unstable_by_key(|m| (m.first, m.second));
    decide_labels(Builder::new(set, minima, &cloud, gathered, options), units)
}

/// Squared distance up to which minima are kept, m².
fn minima_ceiling(set: &ClipSet, units: &[f64], options: &BuildMotionGraphOptions) -> f64 {
    let highest = options.max_threshold_factor.max(options.threshold_factor);
    let factor = options.minima_limit_for(set.frame_count()).max(highest);
    let widest = units.iter().copied().fold(0.0, f64::max);
    (factor * widest).max(slow_threshold(set)).powi(2)
}

/// The graph of the same clips with other thresholds, from the stored minima: quick enough for a slider.
///
/// With the graph's own thresholds and [`BuildMotionGraphOptions::of_graph`] it is the same graph, with the figures of the
/// report it came with.
///
/// ```
/// use surefoot::model::Thresholds;
/// use surefoot::{BuildMotionGraphOptions, retune_motion_graph};
/// # let graph = surefoot_sample::walk_graph()?;
///
/// let strict = Thresholds::uniform(graph.set().label_names.len(), 0.005);
/// let built = retune_motion_graph(&graph, &strict, &BuildMotionGraphOptions::of_graph(&graph))?;
/// assert!(built.graph.edges().len() < graph.edges().len());
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`] if the thresholds are for another number of labels; [`Error::OptionOutOfRange`].
pub fn retune_motion_graph(
    graph: &MotionGraph,
    thresholds: &Thresholds,
    options: &BuildMotionGraphOptions,
) -> Result<BuiltGraph> {
    options.validate()?;
    let labels = graph.set().label_names.len();
    if thresholds.label_count() != labels {
        return Err(Error::Length {
            what: "labels of the thresholds".into(),
            expected: labels,
            actual: thresholds.label_count(),
        });
    }
    let cloud = marker_cloud(graph.set())?;
    let builder = Builder::of_graph(graph, &cloud, options);
    // Factors belong to the thresholds they gave; the rest holds for any. A graph put together by hand was not measured.
    let mut tuning = Tuning {
        units: graph.tuning().units.clone(),
        attainable_frames: graph.tuning().attainable_frames.clone(),
        ..builder.tuning()
    };
    if thresholds == graph.thresholds() {
        tuning.factors.clone_from(&graph.tuning().factors);
    }
    if tuning.units.is_empty() {
        tuning.units = label_units(graph.set(), &cloud);
    }
    if tuning.attainable_frames.is_empty() {
        tuning.attainable_frames = builder.attainable_frames();
    }
    builder.finish(&builder.measured(thresholds), thresholds.clone(), tuning)
}

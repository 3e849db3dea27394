//! `build_motion_graph`: find where clips resemble each other, and join them there.
//!
//! L. Kovar's motion graphs (KO-14 … KO-22), with leg markers, automatic thresholds and coverage measured against
//! what the clips can give (MG-9, MG-11, MG-12).

use super::cloud::Cloud;
use super::connect::{Draft, Passage, connect};
use super::gather::{Gathered, GraphClip, UNLABELLED, gather, with_one_label};
use super::grid::find_new_minima;
use super::markers::marker_cloud;
use super::options::BuildMotionGraphOptions;
use super::prune::{Pruned, compact, cores, prune};
use super::report::{BuildMotionGraphReport, ClipUse, LabelFigures, PairFigures, routes, used_frames};
use super::response::{response_figures, route_seconds};
use super::thresholds::{
    Accepted, Measured, accept, automatic_thresholds, centre_labels, label_units, measure, slow_threshold,
    thin,
};
use crate::error::{Error, Result};
use crate::model::motion_graph::MotionGraphData;
use crate::model::{
    ClipSet, EdgeKind, GraphEdge, GraphNode, GridMinimum, LabelSet, MotionGraph, Thresholds, Warning,
};
use crate::ops::options::Options;
use crate::ops::progress::Progress;
use rayon::prelude::*;
use std::sync::Arc;

/// A label below this share of what is attainable gets a looser threshold (MG-11).
const POOR_COVERAGE: f64 = 0.6;
/// By which the factor is raised at a time.
const FACTOR_STEP: f64 = 0.25;
/// Automatic labels that leave this share of all frames usable are kept without a look at the alternative.
const GOOD_USE: f64 = 0.5;
/// They are given up where one label makes so many times more frames usable: a dance gains four times (21 to 88 %).
const ONE_LABEL_GAIN: f64 = 2.0;

/// What [`build_motion_graph`] returns.
#[derive(Debug, Clone, PartialEq)]
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
    let builder = Builder::new(set, minima, &cloud, gathered, options);
    let built = builder.automatic(units)?;
    if options.labelling == "none" || builder.gathered.labelled.is_empty() || used_share(&built) >= GOOD_USE {
        return Ok(built);
    }
    // Labels by speed and direction suit locomotion; a dance they cut to pieces.
    let set = with_one_label(&builder.set, &builder.gathered.labelled)?;
    let units = label_units(&set, &cloud);
    let one =
        Builder { set: Arc::new(set), gathered: builder.gathered.clone(), ..builder }.automatic(units)?;
    if used_share(&one) < ONE_LABEL_GAIN * used_share(&built) {
        return Ok(built);
    }
    let mut one = one;
    let (with, without) = (100.0 * used_share(&built), 100.0 * used_share(&one));
    one.report.warnings.push(Warning {
        code: "one-label",
        text: format!(
            "labels by speed and direction would leave {with:.0} % of the frames usable, one label for all leaves {without:.0} %: clips without labels of their own are '{UNLABELLED}'"
        ),
    });
    Ok(one)
}

/// Share of all frames that the graph can play.
fn used_share(built: &BuiltGraph) -> f64 {
    let sum = |frames: fn(&ClipUse) -> usize| built.report.clips.iter().map(frames).sum::<usize>() as f64;
    sum(|c| c.used_frames) / sum(|c| c.frame_count).max(1.0)
}

/// Adds clips to a graph; only pairs with a new clip are compared (KO-36).
///
/// Frame rate, window, markers and `world_locked` are those of the graph, `mirror` and `labelling` those of `options`. New
/// clips are copied to the graph's skeleton and put on its floor, unless they were captured on the skeleton of the graph's
/// own clips. Thresholds are found anew, so the result is that of building all clips at once, except that a full build
/// would average new proportions into the skeleton.
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
    Builder::new(set, minima, &cloud, gathered, options).automatic(units)
}

/// Squared distance up to which minima are kept, m².
fn minima_ceiling(set: &ClipSet, units: &[f64], options: &BuildMotionGraphOptions) -> f64 {
    let highest = options.max_threshold_factor.max(options.threshold_factor);
    let factor = options.minima_limit(set.frame_count()).max(highest);
    let widest = units.iter().copied().fold(0.0, f64::max);
    (factor * widest).max(slow_threshold(set)).powi(2)
}

/// The graph of the same clips with other thresholds, from the stored minima: quick enough for a slider (KO-22).
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
    let builder = Builder {
        set: graph.set().clone(),
        minima: graph.minima().clone(),
        cloud: &cloud,
        gathered: Gathered::default(),
        options,
    };
    let units = label_units(graph.set(), &cloud);
    let measured = builder.measured(thresholds);
    builder.finish(&measured, thresholds.clone(), units, None, &builder.attainable())
}

struct Builder<'a> {
    set: Arc<ClipSet>,
    minima: Arc<Vec<GridMinimum>>,
    cloud: &'a Cloud,
    gathered: Gathered,
    options: &'a BuildMotionGraphOptions,
}

/// A set of thresholds tried out.
struct Trial {
    accepted: Vec<Accepted>,
    draft: Draft,
    pruned: Pruned,
}

impl<'a> Builder<'a> {
    fn new(
        set: ClipSet,
        minima: Vec<GridMinimum>,
        cloud: &'a Cloud,
        gathered: Gathered,
        options: &'a BuildMotionGraphOptions,
    ) -> Self {
        Self { set: Arc::new(set), minima: Arc::new(minima), cloud, gathered, options }
    }

    fn label_count(&self) -> usize {
        self.set.label_names.len()
    }

    /// Thresholds by MG-11, loosened for labels that stay far below what is attainable.
    fn automatic(&self, units: Vec<f64>) -> Result<BuiltGraph> {
        // A slow motion changes little from frame to frame; what passes in a walk passes there too.
        let highest: Vec<f64> = units
            .iter()
            .map(|unit| {
                let BuildMotionGraphOptions { threshold_factor, max_threshold_factor, .. } = *self.options;
                (slow_threshold(&self.set) / unit).max(max_threshold_factor).max(threshold_factor)
            })
            .collect();
        let measured = self.measured(&automatic_thresholds(&units, &highest));
        let attainable = self.attainable();
        let mut factors = vec![self.options.threshold_factor; self.label_count()];
        // Higher thresholds take no transition away, so a label that is well connected stays so.
        let mut poor: Vec<usize> = (0..self.label_count()).collect();
        loop {
            let thresholds = automatic_thresholds(&units, &factors);
            let draft = self.draft(&accept(&measured, &thresholds));
            let found = cores(&draft, poor.iter().copied(), self.label_count());
            poor.retain(|&label| {
                (found.covered_frames(&draft, label) as f64) < POOR_COVERAGE * attainable[label] as f64
                    && factors[label] < highest[label]
            });
            if poor.is_empty() {
                return self.finish(&measured, thresholds, units, Some(factors), &attainable);
            }
            for &label in &poor {
                factors[label] = (factors[label] + FACTOR_STEP).min(highest[label]);
            }
        }
    }

    /// Every minimum that might be below `highest`, measured exactly and thinned as the options ask.
    fn measured(&self, highest: &Thresholds) -> Vec<Measured> {
        let measured = measure(&self.set, self.cloud, &self.minima, highest);
        match self.options.thinning {
            0 => measured,
            frames => thin(self.cloud, measured, frames),
        }
    }

    fn draft(&self, accepted: &[Accepted]) -> Draft {
        let passages: Vec<Passage> = accepted.iter().map(|a| a.passage).collect();
        connect(&self.set, &passages)
    }

    fn trial(&self, measured: &[Measured], thresholds: &Thresholds) -> Trial {
        let accepted = accept(measured, thresholds);
        let draft = self.draft(&accepted);
        let pruned = prune(&draft, self.label_count());
        Trial { accepted, draft, pruned }
    }

    /// Frames of each label's core if every minimum between windows of that label were a transition.
    ///
    /// Runs of the label count as clips (MG-12): a window that reaches into another label is no way in or out.
    fn attainable(&self) -> Vec<usize> {
        let labels: Vec<LabelSet> = self.set.clips.iter().flat_map(|c| c.labels.iter().copied()).collect();
        // A window crosses no clip boundary, so the labels that all its frames share are those of one run.
        let shared: Vec<LabelSet> = labels
            .windows(self.set.window_frames)
            .map(|w| w.iter().fold(LabelSet::ALL, |sum, labels| sum.shared(*labels)))
            .collect();
        let attainable = |label: usize| {
            let is_inside = |window: u32| shared[window as usize].contains(label);
            let passages: Vec<Passage> = self
                .minima
                .iter()
                .filter(|m| is_inside(m.first) && is_inside(m.second))
                .flat_map(|m| {
                    [Passage { from: m.first, to: m.second }, Passage { from: m.second, to: m.first }]
                })
                .collect();
            let draft = connect(&self.set, &passages);
            cores(&draft, std::iter::once(label), self.label_count()).covered_frames(&draft, label)
        };
        (0..self.label_count()).into_par_iter().map(attainable).collect()
    }

    fn finish(
        &self,
        measured: &[Measured],
        thresholds: Thresholds,
        units: Vec<f64>,
        factors: Option<Vec<f64>>,
        attainable: &[usize],
    ) -> Result<BuiltGraph> {
        let trial = self.trial(measured, &thresholds);
        let (draft, cores) = compact(&self.set, &trial.draft, &trial.pruned);
        let nodes = draft.nodes.iter().zip(&cores);
        let nodes = nodes.map(|(n, &cores)| GraphNode { clip: n.clip, frame: n.frame, cores });
        let edges = draft.edges.iter().map(|e| GraphEdge {
            from: e.from,
            to: e.to,
            labels: e.labels,
            kind: match e.passage {
                None => EdgeKind::Stretch,
                Some(p) => {
                    let Accepted { alignment, distance, .. } = trial.accepted[p as usize];
                    EdgeKind::Transition { alignment, distance }
                }
            },
        });
        let graph = MotionGraph::new(MotionGraphData {
            set: self.set.clone(),
            minima: self.minima.clone(),
            thresholds,
            nodes: nodes.collect(),
            edges: edges.collect(),
        })?;
        let report = self.report(&graph, &trial, &units, factors.as_deref(), attainable);
        Ok(BuiltGraph { graph, report })
    }

    fn report(
        &self,
        graph: &MotionGraph,
        trial: &Trial,
        units: &[f64],
        factors: Option<&[f64]>,
        attainable: &[usize],
    ) -> BuildMotionGraphReport {
        let set = &self.set;
        let clips: Vec<ClipUse> = set
            .clips
            .iter()
            .zip(used_frames(graph))
            .map(|(c, used_frames)| ClipUse {
                name: c.clip.name().to_owned(),
                frame_count: c.clip.frame_count(),
                used_frames,
            })
            .collect();
        let labels: Vec<LabelFigures> = (0..self.label_count())
            .map(|l| {
                let frames = set.clips.iter().flat_map(|c| &c.labels).filter(|s| s.contains(l)).count();
                let share = |part: usize| part as f64 / frames.max(1) as f64;
                LabelFigures {
                    label: set.label_names[l].clone(),
                    frame_count: frames,
                    unit: units[l],
                    factor: factors.map(|f| f[l]),
                    coverage: share(trial.pruned.covered_frames(&trial.draft, l)),
                    attainable: share(attainable[l]),
                    core_frames: trial.pruned.core_frames[l],
                }
            })
            .collect();
        let pairs = self.pairs(graph, trial);
        let transitions = (0..graph.edges().len()).filter(|&e| graph.is_transition(e)).count();
        let stretches = graph.edges().len() - transitions;
        let (route_seconds_mean, route_seconds_max) = route_seconds(graph);
        let out = |n: usize| graph.out_edges(n).len();
        let mut report = BuildMotionGraphReport {
            moved_clips: self.gathered.moved.clone(),
            minima: self.minima.len(),
            nodes: graph.nodes().len(),
            edges: graph.edges().len(),
            transitions,
            stretch_frames_mean: clips.iter().map(|c| c.used_frames).sum::<usize>() as f64
                / stretches.max(1) as f64,
            out_edges_mean: graph.edges().len() as f64 / graph.nodes().len().max(1) as f64,
            out_edges_max: (0..graph.nodes().len()).map(out).max().unwrap_or(0),
            route_seconds_mean,
            route_seconds_max,
            response: response_figures(graph),
            clips,
            labels,
            pairs,
            warnings: self.gathered.warnings.clone(),
        };
        self.warn(&mut report);
        report
    }

    fn pairs(&self, graph: &MotionGraph, trial: &Trial) -> Vec<PairFigures> {
        let set = &self.set;
        let count = self.label_count();
        let (mut accepted, mut kept) = (vec![0; count * count], vec![0; count * count]);
        let add = |counts: &mut [usize], from: LabelSet, to: LabelSet| {
            from.iter().for_each(|l| to.iter().for_each(|m| counts[l * count + m] += 1));
        };
        let labels = |window: u32| centre_labels(set, self.cloud, window as usize);
        for a in &trial.accepted {
            add(&mut accepted, labels(a.passage.from), labels(a.passage.to));
        }
        for (edge, _) in trial.draft.edges.iter().zip(&trial.pruned.kept).filter(|(_, kept)| **kept) {
            if let Some(p) = edge.passage {
                let passage = trial.accepted[p as usize].passage;
                add(&mut kept, labels(passage.from), labels(passage.to));
            }
        }
        let routes = routes(graph);
        (0..count * count)
            .map(|i| PairFigures {
                from: set.label_names[i / count].clone(),
                to: set.label_names[i % count].clone(),
                threshold: graph.thresholds().get(i / count, i % count),
                accepted: accepted[i],
                kept: kept[i],
                has_route: routes[i],
            })
            .collect()
    }

    fn warn(&self, report: &mut BuildMotionGraphReport) {
        let mut warnings = Vec::new();
        let mut warn = |code, text: String| warnings.push(Warning { code, text });
        if !self.gathered.moved.is_empty() {
            warn(
                "moved-clips",
                format!(
                    "{} of the clips came on other proportions and were copied to one skeleton: {}",
                    self.gathered.moved.len(),
                    self.gathered.moved.join(", ")
                ),
            );
        }
        let unused: Vec<&str> =
            report.clips.iter().filter(|c| c.used_frames == 0).map(|c| c.name.as_str()).collect();
        if !unused.is_empty() {
            warn(
                "unused-clips",
                format!(
                    "{} of {} clips are not part of the graph, nothing leads in and out of them again: {}",
                    unused.len(),
                    report.clips.len(),
                    unused.join(", ")
                ),
            );
        }
        // Where all minima are known or thresholds come from the rule, this cannot happen.
        let limit = self.set.rules.minima_limit;
        for p in report.pairs.iter().filter(|p| p.threshold > limit * (1.0 + 1e-9)) {
            warn(
                "beyond-minima",
                format!(
                    "the threshold from '{}' to '{}' is {:.1} cm, but resemblances were looked for up to {:.1} cm only; build the graph again with a higher minima limit",
                    p.from,
                    p.to,
                    100.0 * p.threshold,
                    100.0 * limit
                ),
            );
        }
        for l in &report.labels {
            let name = &l.label;
            let seconds = l.core_frames as f64 / self.set.frame_rate;
            if seconds < self.options.min_core {
                warn(
                    "small-core",
                    format!(
                        "label '{name}': only {seconds:.1} s of it can be played without end; add clips of that kind or raise its threshold"
                    ),
                );
            }
            if l.factor.is_some_and(|f| f > self.options.threshold_factor) {
                let rest = if l.coverage < POOR_COVERAGE * l.attainable {
                    "; it is still poorly connected, and looser transitions would show"
                } else {
                    "; look at its transitions"
                };
                warn(
                    "loose-threshold",
                    format!(
                        "label '{name}': the threshold was raised to {:.2} frames of change, {:.0} % of its frames are used, {:.0} % could be{rest}",
                        l.factor.unwrap_or(0.0),
                        100.0 * l.coverage,
                        100.0 * l.attainable
                    ),
                );
            }
        }
        let has_core = |name: &str| report.labels.iter().any(|l| l.label == name && l.core_frames > 0);
        for p in report.pairs.iter().filter(|p| !p.has_route && has_core(&p.from) && has_core(&p.to)) {
            warn("no-route", format!("no way leads from '{}' to '{}'", p.from, p.to));
        }
        report.warnings.extend(warnings);
    }
}

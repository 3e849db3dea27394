//! From minima to a pruned graph and its report: the part of a build that depends on thresholds.

use super::build::BuiltGraph;
use super::cloud::Cloud;
use super::connect::{Draft, Passage, connect};
use super::gather::Gathered;
use super::options::BuildMotionGraphOptions;
use super::prune::{Pruned, compact, cores, prune};
use super::report::{BuildMotionGraphReport, ClipUse, LabelFigures, PairFigures, routes, used_frames};
use super::response::{response_figures, route_seconds};
use super::thresholds::{
    Accepted, Measured, accept, automatic_thresholds, centre_labels, measure, slow_threshold, thin,
};
use crate::error::Result;
use crate::model::motion_graph::MotionGraphData;
use crate::model::{
    ClipSet, EdgeKind, GraphEdge, GraphNode, GridMinimum, LabelSet, MotionGraph, Note, Thresholds, Tuning,
};
use rayon::prelude::*;
use std::sync::Arc;

/// A label below this share of what is attainable gets a looser threshold (docs/methods/motion-graph.md, 2.3).
const POOR_COVERAGE: f64 = 0.6;
/// By which the factor is raised at a time.
const FACTOR_STEP: f64 = 0.25;

pub(super) struct Builder<'a> {
    pub set: Arc<ClipSet>,
    minima: Arc<Vec<GridMinimum>>,
    pub cloud: &'a Cloud,
    pub gathered: Gathered,
    options: &'a BuildMotionGraphOptions,
    /// By window, the labels of its middle frame.
    centres: Vec<LabelSet>,
}

/// A set of thresholds tried out.
struct Trial {
    accepted: Vec<Accepted>,
    draft: Draft,
    pruned: Pruned,
}

impl<'a> Builder<'a> {
    pub(super) fn new(
        set: ClipSet,
        minima: Vec<GridMinimum>,
        cloud: &'a Cloud,
        gathered: Gathered,
        options: &'a BuildMotionGraphOptions,
    ) -> Self {
        let centres = centre_labels(&set, cloud);
        Self { set: Arc::new(set), minima: Arc::new(minima), cloud, gathered, options, centres }
    }

    /// Of the clips and minima of a graph.
    pub(super) fn of_graph(
        graph: &MotionGraph,
        cloud: &'a Cloud,
        options: &'a BuildMotionGraphOptions,
    ) -> Self {
        Self {
            set: graph.set().clone(),
            minima: graph.minima().clone(),
            cloud,
            gathered: Gathered::default(),
            options,
            centres: centre_labels(graph.set(), cloud),
        }
    }

    /// The same motion with other labels.
    pub(super) fn with_set(self, set: ClipSet) -> Self {
        let centres = centre_labels(&set, self.cloud);
        Self { set: Arc::new(set), centres, ..self }
    }

    fn label_count(&self) -> usize {
        self.set.label_names.len()
    }

    /// Automatic thresholds (docs/methods/motion-graph.md, 2), loosened for labels that stay far below what is attainable.
    pub(super) fn automatic(&self, units: Vec<f64>) -> Result<BuiltGraph> {
        // A slow motion changes little from frame to frame; what passes in a walk passes there too.
        let highest: Vec<f64> = units
            .iter()
            .map(|unit| {
                let BuildMotionGraphOptions { threshold_factor, max_threshold_factor, .. } = *self.options;
                (slow_threshold(&self.set) / unit).max(max_threshold_factor).max(threshold_factor)
            })
            .collect();
        let measured = self.measured(&automatic_thresholds(&units, &highest));
        let attainable_frames = self.attainable_frames();
        let mut factors = vec![self.options.threshold_factor; self.label_count()];
        // Higher thresholds take no transition away, or, where they are thinned, only for a better one beside it: a label
        // that is well connected stays so.
        let mut poor: Vec<usize> = (0..self.label_count()).collect();
        loop {
            let thresholds = automatic_thresholds(&units, &factors);
            let draft = self.draft(&self.accepted(&measured, &thresholds));
            let found = cores(&draft, poor.iter().copied(), self.label_count());
            poor.retain(|&label| {
                (found.covered_frames(&draft, label) as f64) < POOR_COVERAGE * attainable_frames[label] as f64
                    && factors[label] < highest[label]
            });
            if poor.is_empty() {
                let tuning = Tuning { factors, units, attainable_frames, ..self.tuning() };
                return self.finish(&measured, thresholds, tuning);
            }
            for &label in &poor {
                factors[label] = (factors[label] + FACTOR_STEP).min(highest[label]);
            }
        }
    }

    /// What the options say of tuning; no figures.
    pub(super) fn tuning(&self) -> Tuning {
        let BuildMotionGraphOptions { thinning, threshold_factor, min_core, .. } = *self.options;
        Tuning { thinning, threshold_factor, min_core, ..Tuning::default() }
    }

    /// Every minimum that might be below `highest`, measured exactly.
    pub(super) fn measured(&self, highest: &Thresholds) -> Vec<Measured> {
        measure(&self.centres, self.cloud, &self.minima, highest)
    }

    /// What is below the thresholds, thinned as the options ask: the best of what may be used is kept, not of what might.
    fn accepted(&self, measured: &[Measured], thresholds: &Thresholds) -> Vec<Accepted> {
        let accepted = accept(measured, thresholds);
        match self.options.thinning {
            0 => accepted,
            frames => thin(self.cloud, accepted, frames),
        }
    }

    fn draft(&self, accepted: &[Accepted]) -> Draft {
        let passages: Vec<Passage> = accepted.iter().map(|a| a.passage).collect();
        connect(&self.set, &passages)
    }

    fn trial(&self, measured: &[Measured], thresholds: &Thresholds) -> Trial {
        let accepted = self.accepted(measured, thresholds);
        let draft = self.draft(&accepted);
        let pruned = prune(&draft, self.label_count());
        Trial { accepted, draft, pruned }
    }

    /// Frames of each label's core if every minimum between windows of that label were a transition.
    ///
    /// Runs of the label count as clips: a window that reaches into another label is no way in or out.
    pub(super) fn attainable_frames(&self) -> Vec<usize> {
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

    pub(super) fn finish(
        &self,
        measured: &[Measured],
        thresholds: Thresholds,
        tuning: Tuning,
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
            tuning,
            nodes: nodes.collect(),
            edges: edges.collect(),
        })?;
        let report = self.report(&graph, &trial);
        Ok(BuiltGraph { graph, report })
    }

    fn report(&self, graph: &MotionGraph, trial: &Trial) -> BuildMotionGraphReport {
        let Tuning { factors, units, attainable_frames, .. } = graph.tuning();
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
                    factor: factors.get(l).copied(),
                    coverage: share(trial.pruned.covered_frames(&trial.draft, l)),
                    attainable: share(attainable_frames[l]),
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
            notes: self.gathered.notes.clone(),
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
        let labels = |window: u32| self.centres[window as usize];
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
        let mut notes = Vec::new();
        let mut warn = |code, text: String| notes.push(Note::warning(code, text));
        if !self.gathered.moved.is_empty() {
            warn(
                "moved-clips",
                format!(
                    "{} of the clips have other proportions and were copied to one skeleton: {}",
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
                    "{} of {} clips are not part of the graph, because no transitions lead into and out of them: {}",
                    unused.len(),
                    report.clips.len(),
                    unused.join(", ")
                ),
            );
        }
        // Thresholds that were given may pass the limit, and those of a graph that was extended: it keeps its limit, though
        // clips that move more raise what the rule takes.
        let limit = self.set.rules.minima_limit;
        for p in report.pairs.iter().filter(|p| p.threshold > limit * (1.0 + 1e-9)) {
            warn(
                "beyond-minima",
                format!(
                    "the threshold from '{}' to '{}' is {:.1} cm, but similar frames were searched for only up to {:.1} cm; build the graph again with a higher minima limit",
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
        report.notes.extend(notes);
    }
}

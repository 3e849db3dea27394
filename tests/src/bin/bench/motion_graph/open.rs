//! Opening a graph of a million edges.

use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Instant;
use surefoot::internals::uniform_markers;
use surefoot::math::{PlanarTransform, Quat, Random, Vec3};
use surefoot::model::clip::ClipData;
use surefoot::model::motion_graph::MotionGraphData;
use surefoot::model::{
    BodyPoint, ClipSet, EdgeKind, GraphEdge, GraphNode, GridMinimum, Joint, JointIndex, Kernel, LabelSet,
    Plant, SetClip, SetRules, Thresholds, Tuning,
};
use surefoot::{Clip, Error, MotionGraph, Plants, Result, Skeleton, io};

const CLIPS: usize = 100;
const CLIP_FRAMES: usize = 200;
const JOINTS: usize = 22;
const WINDOW: usize = 15;
/// Drawn; a few are drawn twice.
const MINIMA: usize = 1_000_000;
/// Frames of a clip that have a node: what lies before and after them was pruned.
const NODES: usize = CLIP_FRAMES - 2 * WINDOW + 1;
/// RMS distance, metres, at which half of the drawn minima are accepted.
const THRESHOLD: f64 = 0.075;

/// A graph of a million edges over 20,000 frames of 22 joints, written and opened again. As a built one it has a minimum
/// for every two transitions, and as many again that were not good enough.
pub(super) fn open() -> Result<Value> {
    let graph = graph()?;
    let path = std::env::temp_dir().join(format!("surefoot-bench-{}.sfgraph", std::process::id()));
    let bytes = io::encode_graph(&graph)?;
    io::write_bytes(&path, &bytes)?;
    let mut best = f64::INFINITY;
    let mut opened = None;
    for _ in 0..8 {
        let start = Instant::now();
        let read = io::read_graph(&path);
        best = best.min(start.elapsed().as_secs_f64());
        opened = Some(read);
    }
    std::fs::remove_file(&path).map_err(|e| Error::io(&path, &e))?;
    let opened = opened.transpose()?;
    let (edges, minima, clips) =
        opened.map_or((0, 0, 0), |g| (g.edges().len(), g.minima().len(), g.set().clips.len()));
    Ok(json!({
        "seconds": best, "edges": edges, "minima": minima, "clips": clips,
        "file_megabytes": bytes.len() as f64 / 1e6,
    }))
}

fn graph() -> Result<MotionGraph> {
    let joints =
        (0..JOINTS).map(|j| Joint::new(format!("joint{j}"), (j > 0).then(|| JointIndex(j - 1)), Vec3::y()));
    let skeleton = Skeleton::new(joints.collect(), vec![])?;
    let set = ClipSet {
        clips: (0..CLIPS).map(|c| clip(&skeleton, c)).collect::<Result<_>>()?,
        frame_rate: 30.0,
        label_names: vec!["motion".into()],
        markers: uniform_markers(&skeleton),
        kernel: Kernel::Triangle,
        window_frames: WINDOW,
        rules: SetRules::default(),
        skeleton,
    };
    let minima = minima();
    let nodes = (0..CLIPS * NODES).map(|n| GraphNode {
        clip: (n / NODES) as u32,
        frame: (n % NODES + WINDOW) as u32,
        cores: LabelSet::of(0),
    });
    MotionGraph::new(MotionGraphData {
        edges: edges(&minima),
        nodes: nodes.collect(),
        minima: Arc::new(minima),
        thresholds: Thresholds::uniform(1, THRESHOLD),
        tuning: Tuning {
            thinning: 0,
            threshold_factor: 2.25,
            min_core: 2.0,
            factors: vec![2.25],
            units: vec![THRESHOLD / 2.25],
            attainable_frames: vec![CLIPS * NODES],
        },
        set: Arc::new(set),
    })
}

/// Frames that turn and go, a step every half second.
fn clip(skeleton: &Skeleton, number: usize) -> Result<SetClip> {
    let turn = |i: usize| Quat::from_scaled_axis(Vec3::x() * (0.001 * (i + number) as f64).sin());
    let data = ClipData {
        name: format!("clip {number}"),
        frame_rate: 30.0,
        rotations: (0..CLIP_FRAMES * JOINTS).map(turn).collect(),
        root_positions: (0..CLIP_FRAMES).map(|f| Vec3::z() * (0.03 * f as f64)).collect(),
        translations: vec![],
        scales: vec![],
    };
    let points: Vec<BodyPoint> = BodyPoint::all().collect();
    let steps = (0..CLIP_FRAMES / 15 - 1).map(|s| Plant {
        point: points[s % 2],
        frames: 15 * s..15 * s + 12,
        confidence: 1.0,
        position: None,
    });
    Ok(SetClip {
        clip: Clip::new(skeleton, data)?,
        plants: Plants::new(CLIP_FRAMES, steps.collect())?,
        labels: vec![LabelSet::of(0); CLIP_FRAMES],
        source: format!("clip {number}"),
        source_start: 0.0,
        is_mirrored: false,
    })
}

/// Pairs of windows all over the clips, at squared distances of which half are accepted. The last window of every clip
/// resembles one of the next clip: the way out of its last node.
fn minima() -> Vec<GridMinimum> {
    let mut random = Random::new(11);
    // Windows from which, and after which, a node is left.
    let mut window = || {
        let drawn = random.bits() as usize % (CLIPS * (NODES - WINDOW));
        (drawn / (NODES - WINDOW) * CLIP_FRAMES + WINDOW + drawn % (NODES - WINDOW)) as u32
    };
    let mut out: Vec<GridMinimum> = (0..MINIMA)
        .map(|k| {
            let (a, b) = (window(), window());
            let distance = (2.0 * THRESHOLD * THRESHOLD * k as f64 / MINIMA as f64) as f32;
            GridMinimum { first: a.min(b), second: a.max(b), distance }
        })
        .filter(|m| m.first + (WINDOW as u32) < m.second)
        .collect();
    out.extend((0..CLIPS).map(|c| {
        let last = (c * CLIP_FRAMES + WINDOW + NODES - 1) as u32;
        let other = ((c + CLIPS / 2) % CLIPS * CLIP_FRAMES + 2 * WINDOW) as u32;
        GridMinimum { first: last.min(other), second: last.max(other), distance: 0.0 }
    }));
    out.sort_by_key(|m| (m.first, m.second));
    out.dedup_by_key(|m| (m.first, m.second));
    out
}

/// The stretches between neighbouring nodes, and both directions of every minimum that is good enough and ends at nodes.
fn edges(minima: &[GridMinimum]) -> Vec<GraphEdge> {
    let node = |frame: usize| {
        let inside = (frame % CLIP_FRAMES).checked_sub(WINDOW).filter(|&n| n < NODES)?;
        Some((frame / CLIP_FRAMES * NODES + inside) as u32)
    };
    let labels = LabelSet::of(0);
    let is_within = |n: &usize| n % NODES + 1 < NODES;
    let stretches = (0..CLIPS * NODES).filter(is_within).map(|n| GraphEdge {
        from: n as u32,
        to: n as u32 + 1,
        kind: EdgeKind::Stretch,
        labels,
    });
    let alignment = PlanarTransform { theta: 0.1, x0: 1.0, z0: -1.0 };
    let accepted = minima.iter().map(|m| (m, f64::from(m.distance).sqrt())).filter(|m| m.1 <= THRESHOLD);
    let transitions = accepted.flat_map(|(m, distance)| {
        let ahead = (m.first, m.second, alignment);
        let back = (m.second, m.first, alignment.inverse());
        [ahead, back].into_iter().filter_map(move |(from, to, alignment)| {
            let kind = EdgeKind::Transition { alignment, distance };
            let (from, to) = (node(from as usize)?, node(to as usize + WINDOW)?);
            Some(GraphEdge { from, to, kind, labels })
        })
    });
    stretches.chain(transitions).collect()
}

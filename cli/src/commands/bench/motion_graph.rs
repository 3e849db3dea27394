//! Time and memory of building motion graphs, as they grow with the number of frames.

use crate::output::Output;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Instant;
use surefoot::math::{PlanarTransform, Quat, Vec3};
use surefoot::model::clip::ClipData;
use surefoot::model::motion_graph::MotionGraphData;
use surefoot::model::{
    ClipSet, EdgeKind, GraphEdge, GraphNode, Joint, JointIndex, Kernel, LabelSet, SetClip, SetRules,
    Thresholds, Tuning,
};
use surefoot::ops::Progress;
use surefoot::ops::motion_graph::{Cloud, find_minima, uniform_markers};
use surefoot::sample::{self, BipedOptions, WalkOptions};
use surefoot::{
    BuildMotionGraphOptions, Clip, Error, GraphClip, MotionGraph, Plants, Result, Skeleton,
    build_motion_graph, io,
};

const SIZES: [usize; 4] = [3_000, 10_000, 30_000, 100_000];

/// One size of grid.
struct Row {
    frames: usize,
    points: usize,
    window: usize,
    seconds: f64,
    cpu_seconds: Option<f64>,
    /// Over what was taken before.
    megabytes: Option<f64>,
    minima: usize,
}

pub(super) struct Bench {
    rows: Vec<Row>,
    build_frames: usize,
    build_seconds: f64,
    open_edges: usize,
    open_megabytes: f64,
    open_seconds: f64,
}

pub(super) fn measure(most: usize, output: &Output) -> Result<Bench> {
    let mut rows = Vec::new();
    for frames in SIZES.into_iter().filter(|&frames| frames <= most) {
        output.note(&format!("distance grid of {frames} frames …"));
        rows.push(grid(frames, 31, &Kernel::Box.weights(10))?);
    }
    output.note("distance grid of 6,200 frames, 36 points …");
    rows.push(grid(6_200, 36, &Kernel::Triangle.weights(15))?);
    if most >= 100_000 {
        output.note("distance grid of 100,000 frames, 36 points …");
        rows.push(grid(100_000, 36, &Kernel::Triangle.weights(15))?);
    }
    output.note("building a graph of 6,200 frames …");
    let (build_frames, build_seconds) = build()?;
    output.note("opening a graph of a million edges …");
    let (open_edges, open_megabytes, open_seconds) = open()?;
    Ok(Bench { rows, build_frames, build_seconds, open_edges, open_megabytes, open_seconds })
}

fn grid(frames: usize, points: usize, kernel: &[f64]) -> Result<Row> {
    let world = wandering(frames, points);
    let mut row = Row {
        frames,
        points,
        window: kernel.len(),
        seconds: f64::INFINITY,
        cpu_seconds: None,
        megabytes: None,
        minima: 0,
    };
    // The best of several runs where one is short.
    for _ in 0..(60_000 / frames).clamp(1, 10) {
        let input = world.clone();
        let before = memory("VmRSS:");
        forget_peak();
        let (start, cpu) = (Instant::now(), cpu_seconds());
        let cloud = Cloud::new(input, &vec![1.0; points], &[frames], kernel.to_vec())?;
        let minima = find_minima(&cloud, kernel.len(), f64::INFINITY);
        let seconds = start.elapsed().as_secs_f64();
        if seconds < row.seconds {
            row.seconds = seconds;
            row.cpu_seconds = cpu.zip(cpu_seconds()).map(|(before, after)| after - before);
        }
        row.megabytes = before.zip(memory("VmHWM:")).map(|(before, peak)| peak - before);
        row.minima = minima.len();
    }
    Ok(row)
}

/// Markers about a body that walks and turns without end.
fn wandering(frames: usize, points: usize) -> Vec<Vec3> {
    let mut random = surefoot::math::Random::new(5);
    let mut unit = move || (random.bits() >> 11) as f64 / (1u64 << 53) as f64;
    let shape: Vec<[f64; 9]> = (0..points).map(|_| std::array::from_fn(|_| unit())).collect();
    let (mut heading, mut x, mut z) = (0.0f64, 0.0, 0.0);
    let mut out = Vec::with_capacity(frames * points);
    for f in 0..frames {
        let t = f as f64 / 30.0;
        heading += 0.05 * (unit() - 0.5);
        let (sin, cos) = heading.sin_cos();
        x += 0.04 * sin;
        z += 0.04 * cos;
        for s in &shape {
            let p: [f64; 3] = std::array::from_fn(|a| {
                0.3 * (t * (4.0 + 4.0 * s[a]) + std::f64::consts::TAU * s[a + 3]).sin()
                    + s[a + 6]
                    + 0.004 * (unit() - 0.5)
            });
            out.push(Vec3::new(cos * p[0] + sin * p[2] + x, p[1], -sin * p[0] + cos * p[2] + z));
        }
    }
    out
}

/// From clips to a pruned graph: 6,200 frames of generated walks at 18 speeds, all joints compared.
fn build() -> Result<(usize, f64)> {
    let skeleton = sample::biped_skeleton(&BipedOptions::default())?;
    let mut walks: Vec<(Clip, Plants)> = Vec::new();
    for k in 0..18 {
        let speed = 0.9 + 0.05 * f64::from(k);
        let options =
            WalkOptions { seconds: 345.0 / 30.0, frame_rate: 30.0, speed, ..WalkOptions::default() };
        let walk = sample::walk(&skeleton, &options)?;
        walks.push((walk.clip.renamed(format!("walk {speed:.2}")), walk.plants));
    }
    let clips: Vec<GraphClip<'_>> = walks
        .iter()
        .map(|(clip, plants)| GraphClip { skeleton: &skeleton, clip, plants, labels: None, group: 0 })
        .collect();
    let options = BuildMotionGraphOptions { markers: "uniform", ..BuildMotionGraphOptions::default() };
    let mut best = f64::INFINITY;
    let mut frames = 0;
    for _ in 0..5 {
        let start = Instant::now();
        let built = build_motion_graph(&clips, &options, &Progress::none())?;
        best = best.min(start.elapsed().as_secs_f64());
        frames = built.graph.set().frame_count();
    }
    Ok((frames, best))
}

/// Edges, megabytes and seconds of opening a graph file of a million edges over 20,000 frames of 22 joints.
fn open() -> Result<(usize, f64, f64)> {
    const FRAMES: usize = 20_000;
    const WINDOW: usize = 15;
    const EDGES: usize = 1_000_000;
    let joints =
        (0..22).map(|j| Joint::new(format!("joint{j}"), (j > 0).then(|| JointIndex(j - 1)), Vec3::y()));
    let skeleton = Skeleton::new(joints.collect(), vec![])?;
    let turn = |i: usize| Quat::from_scaled_axis(Vec3::x() * (0.001 * i as f64).sin());
    let data = ClipData {
        name: "clip".into(),
        frame_rate: 30.0,
        rotations: (0..FRAMES * 22).map(turn).collect(),
        root_positions: (0..FRAMES).map(|f| Vec3::z() * (0.03 * f as f64)).collect(),
        translations: vec![],
        scales: vec![],
    };
    let set = ClipSet {
        clips: vec![SetClip {
            clip: Clip::new(&skeleton, data)?,
            plants: Plants::none(FRAMES),
            labels: vec![LabelSet::of(0); FRAMES],
            source: "clip".into(),
            source_start: 0.0,
            is_mirrored: false,
        }],
        frame_rate: 30.0,
        label_names: vec!["motion".into()],
        markers: uniform_markers(&skeleton),
        kernel: Kernel::Triangle,
        window_frames: WINDOW,
        rules: SetRules::default(),
        skeleton,
    };
    let nodes = FRAMES - 2 * WINDOW;
    let node = |n: usize| GraphNode { clip: 0, frame: (n + WINDOW) as u32, cores: LabelSet::of(0) };
    let alignment = PlanarTransform { theta: 0.1, x0: 1.0, z0: -1.0 };
    let edges = (0..EDGES).map(|e| {
        let (from, k) = (e % nodes, e / nodes);
        let is_stretch = k == 0 && from + 1 < nodes;
        GraphEdge {
            from: from as u32,
            to: if is_stretch { from as u32 + 1 } else { ((from * 7 + k * 997) % nodes) as u32 },
            kind: if is_stretch {
                EdgeKind::Stretch
            } else {
                EdgeKind::Transition { alignment, distance: 0.05 }
            },
            labels: LabelSet::of(0),
        }
    });
    let graph = MotionGraph::new(MotionGraphData {
        edges: edges.collect(),
        nodes: (0..nodes).map(node).collect(),
        minima: Arc::new(vec![]),
        thresholds: Thresholds::uniform(1, 0.05),
        tuning: Tuning::default(),
        set: Arc::new(set),
    })?;
    let path = std::env::temp_dir().join(format!("surefoot-bench-{}.sfgraph", std::process::id()));
    let bytes = io::encode_graph(&graph)?;
    io::write_bytes(&path, &bytes)?;
    let mut best = f64::INFINITY;
    let mut edges = 0;
    for _ in 0..8 {
        let start = Instant::now();
        let opened = io::read_graph(&path);
        best = best.min(start.elapsed().as_secs_f64());
        edges = opened.map(|g| g.edges().len()).unwrap_or_default();
    }
    std::fs::remove_file(&path).map_err(|e| Error::io(&path, &e))?;
    Ok((edges, bytes.len() as f64 / 1e6, best))
}

/// Processor seconds of this program so far; only Linux tells without calling into the system.
fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
    Some(ticks / 100.0)
}

/// A line of `/proc/self/status` in megabytes.
fn memory(line: &str) -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let kilobytes = text.lines().find_map(|l| l.strip_prefix(line))?;
    Some(kilobytes.trim().trim_end_matches(" kB").parse::<f64>().ok()? / 1024.0)
}

/// Lets the next peak begin at what is taken now.
fn forget_peak() {
    // Where this cannot be done the peak of the whole run shows, which is larger.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

pub(super) fn json(bench: &Bench) -> Value {
    let rows: Vec<Value> = bench
        .rows
        .iter()
        .map(|r| {
            json!({
                "frames": r.frames, "points": r.points, "window": r.window, "seconds": r.seconds,
                "cpu_seconds": r.cpu_seconds, "megabytes": r.megabytes, "minima": r.minima,
            })
        })
        .collect();
    json!({
        "grid": rows,
        "build": { "frames": bench.build_frames, "seconds": bench.build_seconds },
        "open": { "edges": bench.open_edges, "megabytes": bench.open_megabytes, "seconds": bench.open_seconds },
    })
}

pub(super) fn markdown(bench: &Bench) -> String {
    let mut out = String::from(
        "| frames | points | window | seconds | processor seconds | memory MB | minima |\n| ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    let shown = |value: Option<f64>, digits: usize| value.map_or("–".into(), |v| format!("{v:.digits$}"));
    for r in &bench.rows {
        out.push_str(&format!(
            "| {} | {} | {} | {:.3} | {} | {} | {} |\n",
            r.frames,
            r.points,
            r.window,
            r.seconds,
            shown(r.cpu_seconds, 2),
            shown(r.megabytes, 0),
            r.minima,
        ));
    }
    out.push_str(&format!(
        "\nFrom clips to a pruned graph, {} frames, all joints: {:.3} s. Opening a file of {} edges ({:.0} MB): {:.0} ms.\n",
        bench.build_frames,
        bench.build_seconds,
        bench.open_edges,
        bench.open_megabytes,
        bench.open_seconds * 1e3,
    ));
    out
}

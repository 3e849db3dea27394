//! What one process of the motion graph bench does.

use super::super::bars::Bar;
use super::open::open;
use serde_json::{Value, json};
use std::time::Instant;
use surefoot::internals::{Cloud, find_minima};
use surefoot::math::{Quat, Random, Vec3};
use surefoot::model::{FloorPath, GridMinimum, Joint, JointIndex, Kernel, Roles};
use surefoot::ops::Progress;
use surefoot::ops::motion_graph::search::StylePiece;
use surefoot::ops::motion_graph::{build_control_table, retune_motion_graph};
use surefoot::{
    BuildMotionGraphOptions, BuiltGraph, Clip, GraphClip, MotionGraph, MotionQuery, Plants, Result,
    SearchMotionGraphOptions, Skeleton, build_motion_graph, search_motion_graph,
};
use surefoot_sample::{self as sample, BipedOptions, SampleClip, TurnOptions, WalkOptions};
use surefoot_tests::process::{cpu_seconds, peak_megabytes};

/// One kind of work.
#[derive(Debug, Clone, PartialEq)]
pub(in super::super) enum Work {
    /// All distances and their minima.
    Grid { frames: usize, points: usize, window: usize, kernel: &'static str },
    /// From clips to a graph of 36 points.
    Build { frames: usize },
    /// A path through a graph.
    Search,
    /// The control table of the same graph.
    Control,
    /// A file of a million edges.
    Open,
}

impl Work {
    pub(super) fn grid(frames: usize, points: usize, window: usize, kernel: &'static str) -> Self {
        Self::Grid { frames, points, window, kernel }
    }

    /// As `--motion-graph-row` takes it.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Grid { frames, points, window, kernel } => {
                format!("grid:{frames}:{points}:{window}:{kernel}")
            }
            Self::Build { frames } => format!("build:{frames}"),
            Self::Search => "search".into(),
            Self::Control => "control".into(),
            Self::Open => "open".into(),
        }
    }

    /// `None` for a name that [`Self::name`] does not give.
    pub(in super::super) fn from_name(name: &str) -> Option<Self> {
        let parts: Vec<&str> = name.split(':').collect();
        match parts[..] {
            ["grid", frames, points, window, kernel] => Some(Self::grid(
                frames.parse().ok()?,
                points.parse().ok()?,
                window.parse().ok()?,
                Kernel::from_name(kernel)?.name(),
            )),
            ["build", frames] => Some(Self::Build { frames: frames.parse().ok()? }),
            ["search"] => Some(Self::Search),
            ["control"] => Some(Self::Control),
            ["open"] => Some(Self::Open),
            _ => None,
        }
    }

    pub(super) fn title(&self) -> String {
        match self {
            Self::Grid { frames, points, .. } => format!("distance grid of {frames} frames, {points} points"),
            Self::Build { frames } => format!("building a graph of {frames} frames"),
            Self::Search => "searching a graph".into(),
            Self::Control => "control table of a graph".into(),
            Self::Open => "opening a graph of a million edges".into(),
        }
    }

    /// How many processes do it.
    pub(super) fn rounds(&self) -> usize {
        match self {
            Self::Grid { frames, .. } => (60_000 / frames).clamp(1, 10),
            Self::Build { frames } => (30_000 / frames).clamp(1, 5),
            Self::Search => 5,
            Self::Control => 1,
            Self::Open => 3,
        }
    }

    /// The bar of its time, if it has one.
    pub(super) fn at_most_seconds(&self) -> Option<f64> {
        match self {
            Self::Grid { frames: 6_200, points: 36, .. } => Some(0.2),
            Self::Build { frames: 6_200 } => Some(0.5),
            Self::Control => Some(120.0),
            Self::Open => Some(0.05),
            Self::Grid { .. } | Self::Build { .. } | Self::Search => None,
        }
    }

    /// What it told against its bars.
    pub(in super::super) fn bars(&self, told: &Value) -> Vec<Bar> {
        let number = |name: &str| told[name].as_f64();
        let memory = |at_most: f64| Bar::new("its memory", number("megabytes"), at_most, "MB");
        let time = |name: &'static str| Bar::new(name, number("seconds"), self.at_most_seconds()?, "s");
        // The 0.1 s asked of transitions and pruning is told, not held: the generated walks are alike everywhere and
        // give twenty times the transitions of captured clips.
        let bars = match self {
            Self::Grid { frames: 6_200, points: 36, .. } => {
                [time("grid of 6,200 frames, 36 points"), memory(64.0)]
            }
            Self::Grid { frames: 100_000, points: 36, .. } => [
                Bar::new("grid of 100,000 frames, 36 points", number("cpu_seconds"), 60.0, "processor s"),
                memory(1024.0),
            ],
            Self::Build { frames: 6_200 } => [
                time("clips to a pruned graph, 36 points"),
                Bar::new("minima against the clips' data", number("minima_share"), 0.83, "of its size"),
            ],
            Self::Search => [
                Bar::new("search against the motion's duration", number("time_share"), 0.1, "of it"),
                Bar::new("labels broken by a search", number("label_violations"), 0.0, "frames"),
            ],
            Self::Control => [
                time("control table"),
                Bar::new("its size against the clips' data", number("share"), 0.072, "of its size"),
            ],
            Self::Open => [time("opening a million edges"), None],
            Self::Grid { .. } | Self::Build { .. } => [None, None],
        };
        bars.into_iter().flatten().collect()
    }

    /// Does it and tells what it took; the memory is that of the whole process, with its input.
    pub(in super::super) fn run(&self) -> Result<Value> {
        let mut told = match self {
            Self::Grid { frames, points, window, kernel } => {
                let kernel = Kernel::from_name(kernel).unwrap_or(Kernel::Triangle).weights(*window);
                grid(*frames, *points, &kernel)?
            }
            Self::Build { frames } => build(*frames)?,
            Self::Search => search()?,
            Self::Control => control()?,
            Self::Open => open()?,
        };
        if told["megabytes"].is_null() {
            told["megabytes"] = json!(peak_megabytes());
        }
        Ok(told)
    }
}

/// Runs it once: the result, seconds and processor seconds.
fn timed<T>(work: impl FnOnce() -> Result<T>) -> Result<(T, f64, Option<f64>)> {
    let (start, before) = (Instant::now(), cpu_seconds());
    let done = work()?;
    let seconds = start.elapsed().as_secs_f64();
    Ok((done, seconds, before.zip(cpu_seconds()).map(|(before, after)| after - before)))
}

fn grid(frames: usize, points: usize, kernel: &[f64]) -> Result<Value> {
    let world = wandering(frames, points);
    // Threads are started once in a program's life.
    rayon::broadcast(|_| ());
    let (minima, seconds, cpu) = timed(|| {
        let cloud = Cloud::new(world, &vec![1.0; points], &[frames], kernel.to_vec())?;
        Ok(find_minima(&cloud, kernel.len(), f64::INFINITY).len())
    })?;
    Ok(json!({ "seconds": seconds, "cpu_seconds": cpu, "minima": minima }))
}

/// Markers about a body that walks and turns without end.
fn wandering(frames: usize, points: usize) -> Vec<Vec3> {
    let mut random = Random::new(5);
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

/// The sample biped with one more point beside each of its first joints, up to so many in all (0.1 m to the side).
fn with_points(points: usize) -> Result<(Skeleton, Skeleton)> {
    let plain = sample::biped_skeleton(&BipedOptions::default())?;
    let own = plain.joint_count();
    let mut joints: Vec<Joint> = plain
        .joints()
        .map(|j| Joint {
            rest_rotation: plain.rest_rotation(j),
            ..Joint::new(plain.name(j), plain.parent(j), plain.rest_offset(j))
        })
        .collect();
    for j in 0..points.saturating_sub(own) {
        let side = Joint::new(format!("beside {}", joints[j].name), Some(JointIndex(j)), Vec3::x() * 0.1);
        joints.push(side);
    }
    let mut roles = Roles::empty(joints.len());
    for joint in plain.joints() {
        if let Some(role) = plain.roles().role(joint) {
            roles.set(role, joint);
        }
    }
    let wide = Skeleton::new(joints, plain.end_sites().to_vec())?.with_roles(roles)?;
    Ok((plain, wide))
}

/// A clip of the plain skeleton on one with more joints at the end.
fn widened(wide: &Skeleton, clip: Clip) -> Result<Clip> {
    let (own, joints) = (clip.joint_count(), wide.joint_count());
    let mut data = clip.into_data();
    let frames = data.rotations.chunks_exact(own);
    data.rotations =
        frames.flat_map(|f| f.iter().copied().chain((own..joints).map(|_| Quat::identity()))).collect();
    Clip::new(wide, data)
}

fn built(
    skeleton: &Skeleton,
    walks: &[(Clip, Plants)],
    options: &BuildMotionGraphOptions,
) -> Result<BuiltGraph> {
    let clips: Vec<GraphClip<'_>> = walks
        .iter()
        .map(|(clip, plants)| GraphClip { skeleton, clip, plants, labels: None, group: 0 })
        .collect();
    build_motion_graph(&clips, options, &Progress::none())
}

/// Bytes of all rotations and root places of a set.
fn motion_bytes(graph: &MotionGraph) -> f64 {
    (graph.set().frame_count() * (32 * graph.set().skeleton.joint_count() + 24)) as f64
}

/// Generated walks of 345 frames at speeds from 0.9 to 1.8 m/s, no two alike; 36 points compared.
fn build(frames: usize) -> Result<Value> {
    const CLIP_FRAMES: usize = 345;
    let (plain, skeleton) = with_points(36)?;
    let count = frames.div_ceil(CLIP_FRAMES);
    let mut walks: Vec<(Clip, Plants)> = Vec::new();
    for k in 0..count {
        let speed = 0.9 + 0.9 * k as f64 / count as f64;
        let seconds = CLIP_FRAMES as f64 / 30.0;
        let options = WalkOptions { seconds, frame_rate: 30.0, speed, ..WalkOptions::default() };
        let walk = sample::walk(&plain, &options)?;
        walks.push((widened(&skeleton, walk.clip)?.renamed(format!("walk {speed:.4}")), walk.plants));
    }
    let options = BuildMotionGraphOptions::default().markers(surefoot::ops::Markers::Uniform);
    rayon::broadcast(|_| ());
    let (made, seconds, cpu) = timed(|| built(&skeleton, &walks, &options))?;
    let graph = &made.graph;
    // The peak of memory is what the bench tells, so it is taken before a second graph stands beside the first.
    let megabytes = peak_megabytes();
    let (_, retune_seconds, _) = timed(|| retune_motion_graph(graph, graph.thresholds(), &options))?;
    let minima_bytes = graph.minima().len() * size_of::<GridMinimum>();
    Ok(json!({
        "frames": graph.set().frame_count(), "points": graph.set().markers.len(), "seconds": seconds,
        "cpu_seconds": cpu, "minima": graph.minima().len(),
        "minima_share": minima_bytes as f64 / motion_bytes(graph), "nodes": graph.nodes().len(),
        "transitions": made.report.transitions, "retune_seconds": retune_seconds, "megabytes": megabytes,
    }))
}

/// A graph of generated walks and turns both ways.
fn turning_graph() -> Result<MotionGraph> {
    let skeleton = sample::biped_skeleton(&BipedOptions::default())?;
    let mut samples: Vec<SampleClip> = Vec::new();
    for angle in [0.0, 0.4, 0.8, 1.6] {
        let options = TurnOptions { frame_rate: 30.0, seconds: 8.0, angle, ..TurnOptions::default() };
        samples.push(sample::turn(&skeleton, &options)?);
    }
    let walks: Vec<(Clip, Plants)> = samples
        .into_iter()
        .enumerate()
        .map(|(k, s)| (s.clip.renamed(format!("walk {k}")), s.plants))
        .collect();
    let options = BuildMotionGraphOptions::default().mirror(true);
    Ok(built(&skeleton, &walks, &options)?.graph)
}

/// A path that bends both ways.
fn search() -> Result<Value> {
    let graph = &turning_graph()?;
    let label = graph.set().find_label("forward").ok();
    let path = FloorPath::sampled(|t| Vec3::new(2.0 * (9.0 * t).sin(), 0.0, 32.0 * t), 2000)?;
    let styles = vec![StylePiece { label, end: f64::INFINITY }];
    let query = MotionQuery::Path { path: path.clone(), styles, start: None };
    let quick = SearchMotionGraphOptions::default().cleanup(false);
    rayon::broadcast(|_| ());
    let (found, seconds, cpu) = timed(|| search_motion_graph(graph, &query, &quick, &Progress::none()))?;
    let duration = found.report.seconds;
    let violations = found.labels.iter().filter(|set| label.is_some_and(|l| !set.contains(l))).count();
    let figures = found.report.path.as_ref();
    Ok(json!({
        "nodes": graph.nodes().len(), "path_length": path.length(), "duration": duration, "seconds": seconds,
        "cpu_seconds": cpu, "time_share": seconds / duration, "path_mean": figures.map(|p| p.distance_mean),
        "path_rms": figures.map(|p| p.distance_rms), "path_max": figures.map(|p| p.distance_max),
        "label_violations": violations,
    }))
}

/// First edges of the best ways in 16 directions, from every node.
fn control() -> Result<Value> {
    let graph = &turning_graph()?;
    let label = graph.set().find_label("forward").ok();
    rayon::broadcast(|_| ());
    let (table, seconds, cpu) =
        timed(|| build_control_table(graph, label, &SearchMotionGraphOptions::default(), &Progress::none()))?;
    Ok(json!({
        "nodes": graph.nodes().len(), "seconds": seconds, "cpu_seconds": cpu, "bytes": table.byte_count(),
        "share": table.byte_count() as f64 / motion_bytes(graph),
    }))
}

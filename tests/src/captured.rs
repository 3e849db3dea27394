//! Graphs of captured clips that several suites search, walk through and measure.
#![allow(clippy::unwrap_used, missing_docs, reason = "a helper that fails is a failed test")]

use crate::data_folder;
use std::f64::consts::TAU;
use std::ops::Range;
use std::sync::OnceLock;
use surefoot::io::{ReadOptions, read};
use surefoot::kinematics::world_poses;
use surefoot::math::{PlanarTransform, Vec3};
use surefoot::model::{EdgeKind, FloorPath, MotionGraph};
use surefoot::ops::Labelling;
use surefoot::ops::Progress;
use surefoot::ops::motion_graph::walk_to_clip;
use surefoot::{
    BuildMotionGraphOptions, BuiltGraph, Clip, DetectPlantsOptions, GraphClip, Plants, Skeleton,
    build_motion_graph, detect_plants,
};

/// Six captured walks.
pub const WALKS: [&str; 6] = [
    "02_01_walk",
    "09_12_walk_fwd_back_side",
    "104_02_walk_exact_footfalls",
    "16_17_walk_turn90_left",
    "91_03_walk_figure_eight",
    "132_17_walk_fast",
];
pub const RUNS: [&str; 4] =
    ["16_35_run_jog", "16_08_run_sudden_stop", "38_03_run_circle", "127_04_walk_to_run"];
pub const SALSA: [&str; 1] = ["60_01_dance_salsa"];
pub const BOXING: [&str; 1] = ["13_17_boxing"];
pub const ALL_KINDS: [&str; 15] = [
    "02_01_walk",
    "05_06_dance_pirouette_jete",
    "09_12_walk_fwd_back_side",
    "104_02_walk_exact_footfalls",
    "113_19_stairs_up_down",
    "127_04_walk_to_run",
    "13_17_boxing",
    "16_17_walk_turn90_left",
    "36_10_uneven_terrain",
    "38_03_run_circle",
    "60_01_dance_salsa",
    "75_15_jump_long_repeated",
    "86_01_jumps_kicks_punches_long",
    "91_03_walk_figure_eight",
    "91_25_walk_drag_bad_leg",
];

/// A clip with its detected plants.
#[derive(Debug)]
pub struct Source {
    pub skeleton: Skeleton,
    pub clip: Clip,
    pub plants: Plants,
}

/// Clips of the CMU folder by name; `None` without test data.
pub fn sources(names: &[&str]) -> Option<Vec<Source>> {
    let folder = data_folder()?;
    let one = |name: &&str| {
        let options = ReadOptions { unit_metres: Some(0.0254 / 0.45), ..ReadOptions::default() };
        let document = read(&folder.join(format!("cmu/{name}.bvh")), &options).unwrap();
        let clip = document.clips.into_iter().next().unwrap();
        let found = detect_plants(&document.skeleton, &clip, None, &DetectPlantsOptions::default());
        Source { skeleton: document.skeleton, clip: clip.renamed(*name), plants: found.unwrap().plants }
    };
    Some(names.iter().map(one).collect())
}

pub fn graph_clips(sources: &[Source]) -> Vec<GraphClip<'_>> {
    sources
        .iter()
        .map(|s| GraphClip {
            skeleton: &s.skeleton,
            clip: &s.clip,
            plants: &s.plants,
            labels: None,
            group: 0,
        })
        .collect()
}

/// The defaults, with mirror images.
pub fn mirrored() -> BuildMotionGraphOptions {
    BuildMotionGraphOptions::default().mirror(true)
}

fn built(names: &[&str], options: &BuildMotionGraphOptions) -> Option<BuiltGraph> {
    Some(build_motion_graph(&graph_clips(&sources(names)?), options, &Progress::none()).unwrap())
}

/// The walks at 30 Hz with automatic thresholds and mirror images.
pub fn walking_graph() -> Option<&'static BuiltGraph> {
    static GRAPH: OnceLock<Option<BuiltGraph>> = OnceLock::new();
    GRAPH.get_or_init(|| built(&WALKS, &mirrored())).as_ref()
}

/// The runs, with the window that suits them.
pub fn running_graph() -> Option<&'static BuiltGraph> {
    static GRAPH: OnceLock<Option<BuiltGraph>> = OnceLock::new();
    let options = mirrored().window(0.3);
    GRAPH.get_or_init(|| built(&RUNS, &options)).as_ref()
}

/// The dance, which labels by speed and direction would cut to pieces.
pub fn salsa_graph() -> Option<&'static BuiltGraph> {
    static GRAPH: OnceLock<Option<BuiltGraph>> = OnceLock::new();
    let options = mirrored().labelling(Labelling::None);
    GRAPH.get_or_init(|| built(&SALSA, &options)).as_ref()
}

/// A transition as it is played, with up to `beside` frames of its sources before and after it, and which of the frames
/// are the blend. The clip that is left lies where it was captured.
pub fn played_transition(graph: &MotionGraph, edge: usize, beside: usize) -> (Clip, Range<usize>) {
    let set = graph.set();
    let EdgeKind::Transition { alignment, .. } = graph.edges()[edge].kind else { panic!("a stretch") };
    let [from, to] = [graph.edges()[edge].from, graph.edges()[edge].to].map(|n| graph.nodes()[n as usize]);
    let [left, entered] = [from, to].map(|n| &set.clips[n.clip as usize].clip);
    let (leaves, enters) = (from.frame as usize, to.frame as usize);
    let before = left.slice(leaves.saturating_sub(beside)..leaves).unwrap();
    let after = entered.slice(enters..(enters + beside).min(entered.frame_count())).unwrap();
    let blend = walk_to_clip(graph, &[edge], &PlanarTransform::default(), "transition").unwrap().clip;
    let frames = before.frame_count()..before.frame_count() + blend.frame_count();
    let mut data = before.into_data();
    for part in [blend, placed(&set.skeleton, after, &alignment)] {
        let part = part.into_data();
        assert!(part.translations.is_empty() && part.scales.is_empty(), "captured clips have rotations only");
        data.root_positions.extend(part.root_positions);
        data.rotations.extend(part.rotations);
    }
    (Clip::new(&set.skeleton, data).unwrap(), frames)
}

/// A clip moved over the floor.
pub fn placed(skeleton: &Skeleton, clip: Clip, by: &PlanarTransform) -> Clip {
    let joints = clip.joint_count();
    let mut data = clip.into_data();
    data.root_positions.iter_mut().for_each(|p| *p = by.apply(p));
    data.rotations.iter_mut().step_by(joints).for_each(|q| *q = by.rotation() * *q);
    Clip::new(skeleton, data).unwrap()
}

/// Largest change of any joint's velocity at each frame, m/s; not a number at the first and last.
pub fn velocity_steps(skeleton: &Skeleton, clip: &Clip) -> Vec<f64> {
    let poses = world_poses(skeleton, clip).unwrap();
    let count = clip.frame_count();
    let step = |frame: usize| {
        if frame == 0 || frame + 1 >= count {
            return f64::NAN;
        }
        let frames = [frame - 1, frame, frame + 1].map(|f| poses.frame(f));
        let joints = 0..skeleton.joint_count();
        joints.map(|j| (frames[2][j] - frames[1][j] * 2.0 + frames[0][j]).norm()).fold(0.0, f64::max)
    };
    (0..count).map(|f| step(f) * clip.frame_rate()).collect()
}

/// The 99th percentile of what is a number.
pub fn p99(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = values.into_iter().filter(|v| !v.is_nan()).collect();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() * 99 / 100]
}

/// 30.8 m.
pub fn eight() -> FloorPath {
    let point = |t: f64| Vec3::new(5.05 * (TAU * t).sin(), 0.0, 5.05 * (TAU * t).sin() * (TAU * t).cos());
    FloorPath::sampled(point, 2000).unwrap()
}

/// So many sides of 6 m.
pub fn square(sides: usize) -> FloorPath {
    let corners = [[0.0, 0.0], [0.0, 6.0], [6.0, 6.0], [6.0, 0.0]];
    let points: Vec<Vec3> =
        (0..=sides).map(|i| Vec3::new(corners[i % 4][0], 0.0, corners[i % 4][1])).collect();
    FloorPath::polyline(&points).unwrap()
}

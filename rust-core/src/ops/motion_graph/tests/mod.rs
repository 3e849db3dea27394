//! Motion graphs of hand-made sets: points on wheels whose every frame is known.

mod annotations;
mod blends;
mod building;
mod exactness;
mod files;
mod pruning;
mod refusals;
mod reports;
mod retuning;
mod rules;
mod walking;

use super::connect::{Passage, connect};
use super::prune::{compact, prune};
use super::*;
use crate::internals::*;
use crate::math::{Quat, Random, Vec3};
use crate::model::clip::ClipData;
use crate::model::motion_graph::MotionGraphData;
use crate::model::{
    Clip, ClipSet, EdgeKind, GraphEdge, GraphNode, Joint, JointIndex, LabelSet, MotionGraph, Plants, SetClip,
    SetRules, Skeleton, Thresholds, Tuning,
};
use crate::ops::Progress;
use crate::sample::{BipedOptions, WalkOptions, biped_skeleton, walk};
use std::sync::Arc;

const WINDOW: usize = 15;

fn skeleton() -> Skeleton {
    let joints = vec![
        Joint::new("root", None, Vec3::zeros()),
        Joint::new("arm", Some(JointIndex(0)), Vec3::new(0.3, 0.1, 0.0)),
    ];
    Skeleton::new(joints, vec![]).unwrap()
}

/// A clip that goes `speed` metres a frame along z from `start`, its arm swinging.
fn straight(frames: usize, speed: f64, start: f64, phase: f64) -> Clip {
    let turn = |f: usize| Quat::from_scaled_axis(Vec3::x() * (0.1 * f as f64 + phase).sin());
    let data = ClipData {
        name: format!("straight {speed}"),
        frame_rate: 30.0,
        rotations: (0..frames).flat_map(|f| [Quat::identity(), turn(f)]).collect(),
        root_positions: (0..frames).map(|f| Vec3::new(0.0, 1.0, start + speed * f as f64)).collect(),
        translations: vec![],
        scales: vec![],
    };
    Clip::new(&skeleton(), data).unwrap()
}

fn toy_set(clips: &[(usize, usize)]) -> ClipSet {
    let clips = clips.iter().enumerate().map(|(c, &(frames, label))| SetClip {
        clip: straight(frames, 0.03 + 0.01 * c as f64, 0.0, c as f64),
        plants: Plants::none(frames),
        labels: vec![LabelSet::of(label); frames],
        source: format!("clip {c}"),
        source_start: 0.0,
        is_mirrored: false,
    });
    ClipSet {
        skeleton: skeleton(),
        frame_rate: 30.0,
        clips: clips.collect(),
        label_names: vec!["walk".into(), "sneak".into()],
        markers: uniform_markers(&skeleton()),
        kernel: Kernel::Triangle,
        window_frames: WINDOW,
        rules: SetRules::default(),
    }
}

/// The transition from frame `i` of clip `a` to frame `j` of clip `b`, centre to centre.
fn passage(set: &ClipSet, (a, i): (usize, usize), (b, j): (usize, usize)) -> Passage {
    let first = |clip: usize, frame: usize| (set.frame_ranges()[clip].start + frame - WINDOW / 2) as u32;
    Passage { from: first(a, i), to: first(b, j) }
}

/// A graph with these transitions, each aligned as the distance asks.
fn toy_graph(set: ClipSet, passages: &[Passage]) -> MotionGraph {
    let cloud = marker_cloud(&set).unwrap();
    let draft = connect(&set, passages);
    let pruned = prune(&draft, set.label_names.len());
    let (draft, cores) = compact(&set, &draft, &pruned);
    let edges = draft.edges.iter().map(|e| GraphEdge {
        from: e.from,
        to: e.to,
        labels: e.labels,
        kind: match e.passage {
            None => EdgeKind::Stretch,
            Some(p) => {
                let Passage { from, to } = passages[p as usize];
                let (squared, alignment) = window_distance(&cloud, from as usize, to as usize);
                EdgeKind::Transition { alignment, distance: squared.sqrt() }
            }
        },
    });
    let nodes = draft.nodes.iter().zip(&cores);
    MotionGraph::new(MotionGraphData {
        edges: edges.collect(),
        nodes: nodes.map(|(n, &cores)| GraphNode { clip: n.clip, frame: n.frame, cores }).collect(),
        minima: Arc::new(vec![]),
        thresholds: Thresholds::uniform(2, 0.0),
        tuning: Tuning::default(),
        set: Arc::new(set),
    })
    .unwrap()
}

/// Two styles, each with a loop, and a bridge either way: pruning keeps ten edges.
fn walk_and_sneak() -> (ClipSet, Vec<Passage>) {
    let set = toy_set(&[(100, 0), (90, 1)]);
    let passages = [((0, 80), (0, 20)), ((1, 70), (1, 15)), ((0, 50), (1, 40)), ((1, 60), (0, 30))]
        .map(|(from, to)| passage(&set, from, to));
    (set, passages.to_vec())
}

/// Three sample walks of one skeleton, 5 s each.
fn sample_walks() -> (Skeleton, Vec<(Clip, Plants)>) {
    let skeleton = biped_skeleton(&BipedOptions::default()).unwrap();
    let walks = [1.2, 1.3, 1.35].iter().map(|&speed| {
        let options = WalkOptions { seconds: 5.0, frame_rate: 30.0, speed, ..WalkOptions::default() };
        let sample = walk(&skeleton, &options).unwrap();
        (sample.clip.renamed(format!("walk {speed}")), sample.plants)
    });
    let walks = walks.collect();
    (skeleton, walks)
}

fn graph_clips<'a>(skeleton: &'a Skeleton, walks: &'a [(Clip, Plants)]) -> Vec<GraphClip<'a>> {
    walks.iter().map(|(clip, plants)| GraphClip { skeleton, clip, plants, labels: None, group: 0 }).collect()
}

//! A graph of clips that roll along straight lines and arcs: every place is known in closed form.

use std::sync::Arc;
use surefoot::math::{PlanarTransform, Quat, Random, Vec3};
use surefoot::model::clip::ClipData;
use surefoot::model::motion_graph::MotionGraphData;
use surefoot::model::{
    ClipSet, EdgeKind, FloorPath, GraphEdge, GraphNode, Joint, JointIndex, Kernel, LabelSet, Marker,
    MotionGraph, SetClip, SetRules, Thresholds, Tuning,
};
use surefoot::{Clip, Plants, Skeleton};

pub(crate) const WINDOW: usize = 15;
/// Metres a frame.
pub(crate) const SPEED: f64 = 0.04;
/// Frames of a clip: a window to come in, 30 frames, a window to go out.
pub(crate) const FRAMES: usize = 60;

fn skeleton() -> Skeleton {
    let joints = vec![
        Joint::new("root", None, Vec3::zeros()),
        Joint::new("arm", Some(JointIndex(0)), Vec3::new(0.3, 0.1, 0.0)),
    ];
    Skeleton::new(joints, vec![]).unwrap()
}

/// What a clip does: its turn and way in a frame, and its label.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kind {
    pub turn: f64,
    pub speed: f64,
    pub label: usize,
}

pub(crate) fn kind(turn: f64, label: usize) -> Kind {
    Kind { turn, speed: SPEED, label }
}

/// Where a clip is at a frame: x, z and where it heads, as a turn about +y.
fn pose(kind: Kind, frame: f64) -> (f64, f64, f64) {
    let heading = kind.turn * frame;
    if kind.turn == 0.0 {
        return (0.0, kind.speed * frame, 0.0);
    }
    let radius = kind.speed / kind.turn;
    (radius * (1.0 - heading.cos()), radius * heading.sin(), heading)
}

fn clip(name: &str, kind: Kind) -> Clip {
    let at = |f: usize| pose(kind, f as f64);
    let data = ClipData {
        name: name.into(),
        frame_rate: 30.0,
        rotations: (0..FRAMES)
            .flat_map(|f| [Quat::from_scaled_axis(Vec3::y() * at(f).2), Quat::identity()])
            .collect(),
        root_positions: (0..FRAMES).map(|f| Vec3::new(at(f).0, 1.0, at(f).1)).collect(),
        translations: vec![],
        scales: vec![],
    };
    Clip::new(&skeleton(), data).unwrap()
}

/// Brings the clip `b` to the clip `a`, the middle of its first window on the middle of the
/// other's last.
fn alignment(a: Kind, b: Kind) -> PlanarTransform {
    let half = (WINDOW / 2) as f64;
    let (x, z, heading) = pose(a, (FRAMES - WINDOW) as f64 + half);
    let (own_x, own_z, own) = pose(b, half);
    let theta = heading - own;
    let turned = PlanarTransform { theta, x0: 0.0, z0: 0.0 }.apply(&Vec3::new(own_x, 0.0, own_z));
    PlanarTransform { theta, x0: x - turned.x, z0: z - turned.z }
}

/// Clips of these kinds; from the end of every clip a transition leads into every one that `joins` allows. Clip `c` has
/// the nodes `2 c` (come in) and `2 c + 1` (go out).
pub(crate) fn graph(kinds: &[Kind], labels: &[&str], joins: impl Fn(usize, usize) -> bool) -> MotionGraph {
    let clips = kinds.iter().enumerate().map(|(c, &kind)| SetClip {
        clip: clip(&format!("clip {c}"), kind),
        plants: Plants::none(FRAMES),
        labels: vec![LabelSet::of(kind.label); FRAMES],
        source: format!("clip {c}"),
        source_start: 0.0,
        is_mirrored: false,
    });
    let mut nodes = Vec::new();
    let mut edges = Vec::new();
    for (c, &own) in kinds.iter().enumerate() {
        let label = own.label;
        for frame in [WINDOW, FRAMES - WINDOW] {
            nodes.push(GraphNode { clip: c as u32, frame: frame as u32, cores: LabelSet::of(label) });
        }
        let node = 2 * c as u32;
        edges.push(GraphEdge {
            from: node,
            to: node + 1,
            kind: EdgeKind::Stretch,
            labels: LabelSet::of(label),
        });
        for (d, &other) in kinds.iter().enumerate().filter(|&(d, _)| joins(c, d)) {
            let kind = EdgeKind::Transition { alignment: alignment(own, other), distance: 0.0 };
            // A bridge carries both labels.
            let labels = LabelSet::of(label).union(LabelSet::of(other.label));
            edges.push(GraphEdge { from: node + 1, to: 2 * d as u32, kind, labels });
        }
    }
    let set = ClipSet {
        skeleton: skeleton(),
        frame_rate: 30.0,
        clips: clips.collect(),
        label_names: labels.iter().map(|&l| l.to_owned()).collect(),
        markers: vec![Marker { joint: JointIndex(0), offset: Vec3::zeros(), weight: 1.0 }],
        kernel: Kernel::Triangle,
        window_frames: WINDOW,
        rules: SetRules::default(),
    };
    MotionGraph::new(MotionGraphData {
        set: Arc::new(set),
        minima: Arc::new(vec![]),
        thresholds: Thresholds::uniform(labels.len(), 0.0),
        tuning: Tuning::default(),
        nodes,
        edges,
    })
    .unwrap()
}

/// Straight on, and arcs of 45 and 90 degrees both ways.
pub(crate) fn five() -> MotionGraph {
    let quarter = std::f64::consts::FRAC_PI_2 / 45.0;
    let kinds = [0.0, quarter, -quarter, quarter / 2.0, -quarter / 2.0].map(|turn| kind(turn, 0));
    graph(&kinds, &["roll"], |_, _| true)
}

/// A random walk's corners: `count` legs of 2 to 4 m with bends of up to 70 degrees.
pub(crate) fn random_path(seed: u64, count: usize) -> FloorPath {
    let mut random = Random::new(seed);
    let (mut at, mut heading) = (Vec3::zeros(), 0.0_f64);
    let mut points = vec![at];
    for _ in 0..count {
        heading += (random.uniform() - 0.5) * 2.4;
        at += Vec3::new(heading.sin(), 0.0, heading.cos()) * (2.0 + 2.0 * random.uniform());
        points.push(at);
    }
    FloorPath::polyline(&points).unwrap()
}

/// Edges after each other as the way of the root over the floor, played by the player of clips.
pub(crate) fn played(graph: &MotionGraph, edges: &[usize], start: &PlanarTransform) -> Vec<[f64; 2]> {
    let walked = surefoot::ops::motion_graph::walk_to_clip(graph, edges, start, "played").unwrap();
    walked.clip.root_positions().iter().map(|p| [p.x, p.z]).collect()
}

//! Acceptance of KO-18 … KO-24 and KO-36 on hand-made sets: points on wheels whose every frame is known.

use super::connect::{Draft, Passage, connect};
use super::prune::{Pruned, compact, prune};
use super::transitions::{mixed, placed_frame};
use super::*;
use crate::io::{decode_graph, encode_graph};
use crate::math::{Quat, Random, Vec3, rotation_vector};
use crate::model::clip::ClipData;
use crate::model::motion_graph::MotionGraphData;
use crate::model::{
    BodyPoint, Clip, ClipSet, EdgeKind, GraphEdge, GraphNode, Joint, JointIndex, LabelSet, Labels,
    MotionGraph, Plant, Plants, SetClip, Skeleton, Thresholds,
};
use crate::ops::Progress;
use crate::sample::{BipedOptions, WalkOptions, biped_skeleton, walk};
use std::path::Path;
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
        set: Arc::new(set),
    })
    .unwrap()
}

/// The toy of KO-21 T2.
fn walk_and_sneak() -> (ClipSet, Vec<Passage>) {
    let set = toy_set(&[(100, 0), (90, 1)]);
    let passages = [((0, 80), (0, 20)), ((1, 70), (1, 15)), ((0, 50), (1, 40)), ((1, 60), (0, 30))]
        .map(|(from, to)| passage(&set, from, to));
    (set, passages.to_vec())
}

fn core_nodes(draft: &Draft, pruned: &Pruned, label: usize) -> Vec<u32> {
    let nodes = draft.nodes.iter().zip(&pruned.cores).filter(|(_, cores)| cores.contains(label));
    nodes.map(|(n, _)| n.frame).collect()
}

#[test]
fn pruning_keeps_both_cores_and_both_bridges() {
    let (set, passages) = walk_and_sneak();
    let draft = connect(&set, &passages);
    let pruned = prune(&draft, 2);
    assert_eq!(core_nodes(&draft, &pruned, 0), [28, 38, 43, 73]);
    assert_eq!(core_nodes(&draft, &pruned, 1), [23, 48, 53, 63]);
    assert_eq!(pruned.core_frames, [60, 55]);
    assert_eq!(pruned.kept.iter().filter(|k| **k).count(), 10);
    let graph = toy_graph(set, &passages);
    assert_eq!((graph.nodes().len(), graph.edges().len()), (8, 10));
    assert_eq!((0..10).filter(|&e| graph.is_transition(e)).count(), 4);
    assert!((0..10).all(|e| graph.edge_frames(e) > 0));
}

#[test]
fn nodes_without_transitions_are_merged_away() {
    let set = toy_set(&[(120, 0)]);
    // The second transition leads into the tail, from which nothing leads back.
    let passages = [((0, 60), (0, 20)), ((0, 40), (0, 100))].map(|(a, b)| passage(&set, a, b));
    let graph = toy_graph(set, &passages);
    let frames: Vec<u32> = graph.nodes().iter().map(|n| n.frame).collect();
    assert_eq!(frames, [28, 53]);
    assert_eq!(graph.edges().len(), 2);
}

#[test]
fn a_captured_passage_between_cores_is_kept() {
    let mut set = toy_set(&[(200, 0)]);
    set.clips[0].labels[100..].fill(LabelSet::of(1));
    let passages = [((0, 60), (0, 20)), ((0, 170), (0, 120))].map(|(a, b)| passage(&set, a, b));
    let graph = toy_graph(set, &passages);
    let from = graph.nodes().iter().position(|n| n.cores.contains(0)).unwrap();
    let to = graph.nodes().iter().position(|n| n.cores.contains(1)).unwrap();
    assert!(shortest_connection(&graph, from, to, |_| true).is_some());
    assert!(shortest_connection(&graph, to, from, |_| true).is_none());
}

#[test]
fn original_edges_give_the_clips_back_bit_for_bit() {
    // KO-20 T1, T2, T4 on random transitions.
    let set = toy_set(&[(100, 0), (90, 1), (120, 0)]);
    let mut random = Random::new(11);
    let mut passages = Vec::new();
    while passages.len() < 60 {
        let mut place = || {
            let clip = (random.bits() % 3) as usize;
            let frames = set.clips[clip].labels.len();
            (clip, 8 + (random.bits() % (frames as u64 - 16)) as usize)
        };
        let new = passage(&set, place(), place());
        if !passages.contains(&new) {
            passages.push(new);
        }
    }
    let draft = connect(&set, &passages);
    let mut places: Vec<(usize, usize)> =
        set.clips.iter().enumerate().flat_map(|(c, s)| [(c, 0), (c, s.labels.len())]).collect();
    for p in &passages {
        for (frame, ahead) in [(p.from as usize, 0), (p.to as usize, WINDOW)] {
            let clip = set.frame_ranges().iter().position(|r| r.contains(&frame)).unwrap();
            places.push((clip, frame - set.frame_ranges()[clip].start + ahead));
        }
    }
    places.sort_unstable();
    places.dedup();
    let nodes: Vec<_> = draft.nodes.iter().map(|n| (n.clip as usize, n.frame as usize)).collect();
    assert_eq!(nodes, places);
    assert_eq!(draft.edges.len(), places.len() - 3 + 60);
    for (c, source) in set.clips.iter().enumerate() {
        let mut roots = Vec::new();
        for edge in draft.edges.iter().filter(|e| e.passage.is_none()) {
            let (from, to) = (draft.nodes[edge.from as usize], draft.nodes[edge.to as usize]);
            assert!(from.frame < to.frame);
            if from.clip as usize == c {
                roots
                    .extend_from_slice(&source.clip.root_positions()[from.frame as usize..to.frame as usize]);
            }
        }
        assert_eq!(roots, source.clip.root_positions());
    }
    // And played: where a walk stays in one clip its frames are the clip's.
    let graph = toy_graph(set, &passages);
    let edge = (0..graph.edges().len()).find(|&e| !graph.is_transition(e)).unwrap();
    let played = walk_to_clip(&graph, &[edge], &PlanarTransform::default(), "w").unwrap();
    let segment = &played.segments[0];
    let source = &graph.set().clips[segment.clip].clip;
    let end = segment.clip_frame + played.clip.frame_count();
    assert_eq!(played.clip.root_positions(), &source.root_positions()[segment.clip_frame..end]);
}

#[test]
fn in_a_core_every_node_reaches_every_other() {
    // KO-21 T3, KO-24 T1: against Floyd and Warshall.
    let set = toy_set(&[(140, 0), (130, 1), (120, 0)]);
    let mut random = Random::new(2);
    let passages: Vec<Passage> = (0..80)
        .map(|_| {
            let mut place = || ((random.bits() % 3) as usize, 8 + (random.bits() % 100) as usize);
            passage(&set, place(), place())
        })
        .collect();
    let graph = toy_graph(set, &passages);
    let n = graph.nodes().len();
    let mut shortest = vec![vec![usize::MAX / 4; n]; n];
    let mut inside = [vec![vec![false; n]; n], vec![vec![false; n]; n]];
    for (e, edge) in graph.edges().iter().enumerate() {
        let (a, b) = (edge.from as usize, edge.to as usize);
        shortest[a][b] = shortest[a][b].min(graph.edge_frames(e));
        (0..2).for_each(|label| inside[label][a][b] |= graph.is_in_core(e, label));
    }
    (0..n).for_each(|i| shortest[i][i] = 0);
    for k in 0..n {
        for i in 0..n {
            for j in 0..n {
                shortest[i][j] = shortest[i][j].min(shortest[i][k] + shortest[k][j]);
                for reach in &mut inside {
                    reach[i][j] |= reach[i][k] && reach[k][j];
                }
            }
        }
    }
    for i in 0..n {
        for (j, frames) in frames_to_all(&graph, i).into_iter().enumerate() {
            assert_eq!(frames, Some(shortest[i][j]).filter(|&s| s < usize::MAX / 4), "{i} {j}");
            for label in 0..2 {
                let both = [i, j].iter().all(|&n| graph.nodes()[n].cores.contains(label));
                assert!(!both || inside[label][i][j], "label {label}: {i} {j}");
            }
        }
        let way = shortest_connection(&graph, 0, i, |_| true).unwrap();
        assert_eq!(way.iter().map(|&e| graph.edge_frames(e)).sum::<usize>(), shortest[0][i]);
        assert!(walk_to_clip(&graph, &way, &PlanarTransform::default(), "w").is_ok());
    }
}

#[test]
fn random_walks_never_get_stuck_and_keep_their_label() {
    // KO-21 T4, KO-24 T2, T3.
    let (set, passages) = walk_and_sneak();
    let graph = toy_graph(set, &passages);
    for label in [None, Some(0), Some(1)] {
        let options = RandomWalkOptions { seed: 7, min_frames: 2_000_000, label, ..Default::default() };
        let edges = random_walk(&graph, &options).unwrap();
        assert!(edges.len() > 100_000);
        assert!(edges.windows(2).all(|w| graph.edges()[w[0]].to == graph.edges()[w[1]].from));
        if let Some(label) = label {
            assert!(edges.iter().all(|&e| graph.edges()[e].labels.contains(label)));
        }
        assert_eq!(random_walk(&graph, &options).unwrap(), edges);
    }
    let short = RandomWalkOptions { seed: 1, min_frames: 100, start: Some(0), ..Default::default() };
    let other = RandomWalkOptions { seed: 2, ..short.clone() };
    let walk = random_walk(&graph, &short).unwrap();
    assert!(graph.out_edges(0).contains(&walk[0]));
    assert_ne!(
        (0..8)
            .map(|seed| random_walk(&graph, &RandomWalkOptions { seed, ..other.clone() }).unwrap())
            .collect::<std::collections::HashSet<_>>()
            .len(),
        1
    );
    assert!(random_walk(&graph, &RandomWalkOptions { start: Some(99), ..short.clone() }).is_err());
    assert!(random_walk(&graph, &RandomWalkOptions { transition_weight: 0.0, ..short }).is_err());
}

#[test]
fn a_transition_between_two_speeds_is_smooth() {
    // KO-18 T2: 0.03 and 0.05 m a frame, equal places at the centre frame.
    let mut set = toy_set(&[(60, 0), (60, 0)]);
    set.clips[0].clip = straight(60, 0.03, -0.03 * 30.0, 0.0);
    set.clips[1].clip = straight(60, 0.05, -0.05 * 30.0, 0.0);
    let identity = PlanarTransform::default();
    let z = |clip: usize, frame: usize| set.clips[clip].clip.root_positions()[frame].z;
    let mut path: Vec<f64> = (20..23).map(|f| z(0, f)).collect();
    for k in 0..WINDOW {
        let [a, b] = [0, 1].map(|c| placed_frame(&set.clips[c].clip, 23 + k, &identity));
        path.push(mixed(&a, &b, super::transitions::leaving_weight(k, WINDOW)).root.z);
    }
    path.extend((38..41).map(|f| z(1, f)));
    let speeds: Vec<f64> = path.windows(2).map(|w| w[1] - w[0]).collect();
    assert!(speeds.iter().all(|v| (0.0259..=0.0541).contains(v)), "{speeds:?}");
    assert!(speeds.windows(2).all(|w| (w[1] - w[0]).abs() <= 0.0038), "{speeds:?}");
    assert!((speeds[2] - 0.03).abs() < 2e-3 && (speeds[WINDOW + 2] - 0.05).abs() < 2e-3, "{speeds:?}");
}

/// The set of two clips, the second a copy of the first moved by `by`, joined at frames 30 of both.
fn copied(by: &PlanarTransform) -> (ClipSet, Vec<Passage>) {
    let mut set = toy_set(&[(60, 0), (60, 0)]);
    let mut data = set.clips[0].clip.clone().into_data();
    data.root_positions.iter_mut().for_each(|p| *p = by.apply(p));
    for f in 0..60 {
        data.rotations[2 * f] = by.rotation() * data.rotations[2 * f];
    }
    set.clips[1].clip = Clip::new(&skeleton(), data).unwrap();
    let passages = [((0, 30), (1, 30)), ((1, 45), (0, 15))];
    let passages = passages.map(|(from, to)| passage(&set, from, to));
    (set, passages.to_vec())
}

#[test]
fn a_transition_to_a_moved_copy_gives_the_clip_itself() {
    // KO-18 T1, T4, T6.
    for by in [
        PlanarTransform::default(),
        PlanarTransform { theta: 2.2, x0: 3.0, z0: -50.0 },
        PlanarTransform { theta: -0.3, x0: 100.0, z0: 7.0 },
    ] {
        let (set, passages) = copied(&by);
        let graph = toy_graph(set, &passages);
        let node =
            |clip, frame| graph.nodes().iter().position(|n| (n.clip, n.frame) == (clip, frame)).unwrap();
        let edge = graph.out_edges(node(0, 23)).find(|&e| graph.is_transition(e)).unwrap();
        let walked = walk_to_clip(&graph, &[edge], &PlanarTransform::default(), "w").unwrap();
        let source = &graph.set().clips[0].clip;
        for k in 0..WINDOW {
            let (new, old) = (walked.clip.pose(k), source.pose(23 + k));
            assert!((new.root_position() - old.root_position()).norm() < 1e-10);
            for (a, b) in new.rotations().iter().zip(old.rotations()) {
                assert!(rotation_vector(&(a.inverse() * b)).norm() < 1e-10);
            }
        }
        // The way back has the inverse transform.
        let cloud = marker_cloud(graph.set()).unwrap();
        let (there, back) = (window_distance(&cloud, 23, 83).1, window_distance(&cloud, 83, 23).1);
        let both = there.after(&back);
        assert!(both.theta.abs() < 1e-12 && both.x0.abs() < 1e-9 && both.z0.abs() < 1e-9, "{both:?}");
        let undone = there.after(&there.inverse());
        assert!(undone.theta.abs() < 1e-12 && undone.x0.abs() < 1e-12 && undone.z0.abs() < 1e-12);
    }
}

#[test]
fn blended_rotations_stay_between_their_inputs_whatever_their_sign() {
    // KO-18 T5.
    let mut random = Random::new(4);
    let mut turn = || Quat::from_scaled_axis(Vec3::new(random.normal(), random.normal(), random.normal()));
    for _ in 0..200 {
        let (a, b) = (turn(), turn());
        let pose = |q: Quat| super::transitions::FramePose { root: Vec3::zeros(), rotations: vec![q] };
        let flipped = Quat::new_unchecked(-b.into_inner());
        for weight in [0.1, 0.5, 0.8] {
            let one = mixed(&pose(a), &pose(b), weight).rotations[0];
            let two = mixed(&pose(a), &pose(flipped), weight).rotations[0];
            assert!(one.angle_to(&two) < 1e-9);
            let apart = a.angle_to(&b) + 1e-9;
            assert!(one.angle_to(&a) <= apart && one.angle_to(&b) <= apart);
            assert!((one.angle_to(&b) - weight * a.angle_to(&b)).abs() < 1e-9);
        }
    }
}

#[test]
fn plants_and_labels_are_carried_through_a_transition() {
    // KO-19 T1 to T4: frames 23..38 of the walk blend into frames 33..48 of the sneak.
    let (mut set, _) = walk_and_sneak();
    let plant = |name: &str, frames| Plant {
        point: BodyPoint::from_name(name).unwrap(),
        frames,
        confidence: 1.0,
        position: None,
    };
    set.clips[0].plants = Plants::new(
        100,
        vec![
            plant("left_toe", 20..34),
            plant("right_toe", 20..40),
            plant("left_heel", 24..28),
            plant("left_heel", 28..29),
        ],
    )
    .unwrap();
    set.clips[1].plants =
        Plants::new(90, vec![plant("left_toe", 40..60), plant("left_ankle", 33..48)]).unwrap();
    let passages = [((0, 30), (1, 40)), ((1, 70), (0, 15))].map(|(a, b)| passage(&set, a, b));
    set.label_names.push("both".into());
    for clip in &mut set.clips {
        clip.labels.iter_mut().for_each(|l| *l = l.union(LabelSet::of(2)));
    }
    let cloud = marker_cloud(&set).unwrap();
    let draft = connect(&set, &passages);
    let pruned = prune(&draft, 3);
    let (draft, cores) = compact(&set, &draft, &pruned);
    let graph = MotionGraph::new(MotionGraphData {
        nodes: draft
            .nodes
            .iter()
            .zip(cores)
            .map(|(n, cores)| GraphNode { clip: n.clip, frame: n.frame, cores })
            .collect(),
        edges: draft
            .edges
            .iter()
            .map(|e| GraphEdge {
                from: e.from,
                to: e.to,
                labels: e.labels,
                kind: e.passage.map_or(EdgeKind::Stretch, |p| EdgeKind::Transition {
                    alignment: window_distance(
                        &cloud,
                        passages[p as usize].from as usize,
                        passages[p as usize].to as usize,
                    )
                    .1,
                    distance: 0.0,
                }),
            })
            .collect(),
        minima: Arc::new(vec![]),
        thresholds: Thresholds::uniform(3, 0.0),
        set: Arc::new(set),
    })
    .unwrap();
    let start = graph.nodes().iter().position(|n| (n.clip, n.frame) == (0, 23)).unwrap();
    let first = graph.out_edges(start).find(|&e| graph.is_transition(e)).unwrap();
    let second = graph.out_edges(graph.edges()[first].to as usize).next().unwrap();
    let walked = walk_to_clip(&graph, &[first, second], &PlanarTransform::default(), "w").unwrap();
    let found: Vec<(String, std::ops::Range<usize>)> =
        walked.plants.iter().map(|p| (p.point.name(), p.frames.clone())).collect();
    // Output frame k is frame 23 + k of the walk up to k = 7, then frame 33 + k of the sneak.
    for expected in [
        ("left_toe", 0..27),
        ("right_toe", 0..8),
        ("left_heel", 1..5),
        ("left_heel", 5..6),
        ("left_ankle", 8..15),
    ] {
        assert!(found.contains(&(expected.0.into(), expected.1.clone())), "{expected:?}: {found:?}");
    }
    assert_eq!(found.len(), 5, "{found:?}");
    assert_eq!(walked.labels[3], LabelSet(0b111));
    assert_eq!(walked.labels[16], LabelSet(0b110));
    assert_eq!(walked.segments[0].entered, Some((1, 33)));
    assert_eq!(walked.segments[1].frames, 15..walked.clip.frame_count());
}

#[test]
fn walks_turn_with_their_start_and_do_not_drift() {
    // KO-23 T1, T2, T5.
    let (set, passages) = walk_and_sneak();
    let graph = toy_graph(set, &passages);
    let options = RandomWalkOptions { min_frames: 18_000, label: Some(0), ..Default::default() };
    let edges = random_walk(&graph, &options).unwrap();
    let plain = walk_to_clip(&graph, &edges, &PlanarTransform::default(), "w").unwrap();
    let start = PlanarTransform { theta: 1.1, x0: -4.0, z0: 9.0 };
    let turned = walk_to_clip(&graph, &edges, &start, "w").unwrap();
    for (a, b) in plain.clip.root_positions().iter().zip(turned.clip.root_positions()) {
        assert!((start.apply(a) - b).norm() < 1e-9);
    }
    assert!(plain.clip.rotations().iter().all(|q| (q.norm() - 1.0).abs() < 1e-12));
    let product = edges.iter().fold(PlanarTransform::default(), |sum, &e| match graph.edges()[e].kind {
        EdgeKind::Transition { alignment, .. } => sum.after(&alignment),
        EdgeKind::Stretch => sum,
    });
    assert!((product.x0 - plain.end.x0).abs() < 1e-9 && (product.z0 - plain.end.z0).abs() < 1e-9);
    let steps = plain.clip.root_positions().windows(2).map(|w| (w[1] - w[0]).norm());
    assert!(steps.fold(0.0, f64::max) < 0.05);
    assert!(walk_to_clip(&graph, &[0, 0], &start, "w").unwrap_err().to_string().contains("edge 0"));
    assert!(walk_to_clip(&graph, &[1000], &start, "w").unwrap_err().to_string().contains("does not exist"));
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
    walks.iter().map(|(clip, plants)| GraphClip { skeleton, clip, plants, labels: None }).collect()
}

#[test]
fn adding_clips_equals_building_all_at_once() {
    // KO-36 T1, with and without mirror images.
    let (skeleton, walks) = sample_walks();
    let clips = graph_clips(&skeleton, &walks);
    for mirror in [false, true] {
        let options = BuildMotionGraphOptions { mirror, ..Default::default() };
        let whole = build_motion_graph(&clips, &options, &Progress::none()).unwrap();
        assert!(whole.report.transitions > 10, "{}", whole.report.summary());
        let part = build_motion_graph(&clips[..1], &options, &Progress::none()).unwrap();
        let part = extend_motion_graph(&part.graph, &clips[1..2], &options, &Progress::none()).unwrap();
        let part = extend_motion_graph(&part.graph, &clips[2..], &options, &Progress::none()).unwrap();
        assert_eq!(part.graph, whole.graph);
        assert_eq!(encode_graph(&part.graph).unwrap(), encode_graph(&whole.graph).unwrap());
    }
}

#[test]
fn higher_thresholds_never_lose_a_transition() {
    // KO-17 T4, KO-22 T2 and T3.
    let (skeleton, walks) = sample_walks();
    let options = BuildMotionGraphOptions::default();
    let built = build_motion_graph(&graph_clips(&skeleton, &walks), &options, &Progress::none()).unwrap();
    let labels = built.graph.set().label_names.len();
    let mut last = 0;
    for metres in [0.0, 0.01, 0.03, 0.1, 1.0] {
        let tuned =
            retune_motion_graph(&built.graph, &Thresholds::uniform(labels, metres), &options).unwrap();
        let accepted: usize = tuned.report.pairs.iter().map(|p| p.accepted).sum();
        assert!(accepted >= last);
        last = accepted;
        let kept = (0..tuned.graph.edges().len()).filter(|&e| tuned.graph.is_transition(e)).count();
        assert_eq!(tuned.report.transitions, kept);
        let used: usize = tuned.report.clips.iter().map(|c| c.used_frames).sum();
        let stretches = (0..tuned.graph.edges().len()).filter(|&e| !tuned.graph.is_transition(e));
        assert_eq!(stretches.map(|e| tuned.graph.edge_frames(e)).sum::<usize>(), used);
    }
    assert!(last > 0);
    let same = retune_motion_graph(&built.graph, built.graph.thresholds(), &options).unwrap();
    assert_eq!(same.graph, built.graph);
    let wrong = Thresholds::uniform(labels + 1, 0.1);
    assert!(retune_motion_graph(&built.graph, &wrong, &options).is_err());
}

#[test]
fn poor_connections_are_warned_about() {
    // KO-22 T1, KO-37 T4.
    let (skeleton, walks) = sample_walks();
    let names: Vec<Labels> =
        walks.iter().zip(["a", "b", "b"]).map(|((c, _), n)| Labels::whole(c.frame_count(), n)).collect();
    let clips: Vec<GraphClip<'_>> = graph_clips(&skeleton, &walks)
        .into_iter()
        .zip(&names)
        .map(|(clip, labels)| GraphClip { labels: Some(labels), ..clip })
        .collect();
    let options = BuildMotionGraphOptions::default();
    let built = build_motion_graph(&clips, &options, &Progress::none()).unwrap();
    let codes = |built: &BuiltGraph| built.report.warnings.iter().map(|w| w.code).collect::<Vec<_>>();
    assert!(
        !codes(&built).contains(&"no-route") && !codes(&built).contains(&"small-core"),
        "{:?}",
        built.report.warnings
    );
    let mut thresholds = built.graph.thresholds().clone();
    thresholds.set(0, 1, -1.0);
    let cut = retune_motion_graph(&built.graph, &thresholds, &options).unwrap();
    let text = cut.report.warnings.iter().map(|w| w.text.as_str()).collect::<Vec<_>>().join("\n");
    assert!(text.contains("from 'a' to 'b'") && !text.contains("from 'b' to 'a'"), "{text}");
    thresholds.set(1, 1, -1.0);
    assert!(
        codes(&retune_motion_graph(&built.graph, &thresholds, &options).unwrap()).contains(&"small-core")
    );
    assert!(built.graph.set().find_label("c").unwrap_err().to_string().contains("a, b"));
}

#[test]
fn other_proportions_are_moved_and_other_rigs_refused() {
    let (skeleton, walks) = sample_walks();
    let tall = biped_skeleton(&BipedOptions { height: 2.0, ..BipedOptions::default() }).unwrap();
    let other = walk(&tall, &WalkOptions { seconds: 5.0, frame_rate: 60.0, ..Default::default() }).unwrap();
    let mut clips = graph_clips(&skeleton, &walks[..1]);
    let other_clip = other.clip.renamed("tall");
    clips.push(GraphClip { skeleton: &tall, clip: &other_clip, plants: &other.plants, labels: None });
    let options = BuildMotionGraphOptions::default();
    let built = build_motion_graph(&clips, &options, &Progress::none()).unwrap();
    assert_eq!(built.report.moved_clips, ["walk 1.2", "tall"]);
    let leg = |s: &Skeleton| super::one_skeleton::leg_length(s);
    let mean = (leg(&skeleton) + leg(&tall)) / 2.0;
    assert!((leg(&built.graph.set().skeleton) - mean).abs() < 1e-9);
    let rig = self::skeleton();
    let toy = straight(100, 0.03, 0.0, 0.0);
    let plants = Plants::none(100);
    clips.push(GraphClip { skeleton: &rig, clip: &toy, plants: &plants, labels: None });
    let error = build_motion_graph(&clips, &options, &Progress::none()).unwrap_err().to_string();
    assert!(error.contains("straight") && error.contains("2 joints"), "{error}");
}

#[test]
fn building_can_be_cancelled_and_hears_bad_input() {
    let (skeleton, walks) = sample_walks();
    let clips = graph_clips(&skeleton, &walks);
    let options = BuildMotionGraphOptions::default();
    let stop = |_: f64| false;
    assert_eq!(build_motion_graph(&clips, &options, &Progress::new(&stop)), Err(crate::Error::Cancelled));
    assert!(build_motion_graph(&[], &options, &Progress::none()).is_err());
    let short = walks[0].0.slice(0..20);
    let plants = Plants::none(20);
    let clip = GraphClip { skeleton: &skeleton, clip: &short, plants: &plants, labels: None };
    let error = build_motion_graph(&[clip], &options, &Progress::none()).unwrap_err().to_string();
    assert!(error.contains("long enough"), "{error}");
}

#[test]
fn files_hold_the_graph_bit_for_bit_and_damage_is_found() {
    // KO-17 T5, KO-20 T5, KO-36 T3.
    let (skeleton, walks) = sample_walks();
    let options = BuildMotionGraphOptions { mirror: true, ..Default::default() };
    let built =
        build_motion_graph(&graph_clips(&skeleton, &walks[..2]), &options, &Progress::none()).unwrap();
    let bytes = encode_graph(&built.graph).unwrap();
    let path = Path::new("g.sfgraph");
    let read = decode_graph(path, &bytes).unwrap();
    assert_eq!(encode_graph(&read).unwrap(), bytes);
    assert_eq!(read.edges(), built.graph.edges());
    assert_eq!(read, built.graph);
    let retuned = retune_motion_graph(&read, read.thresholds(), &options).unwrap();
    assert_eq!(retuned.graph, built.graph);
    for (bad, text) in [
        (&b""[..], "not a motion graph"),
        (&b"HIERARCHY"[..], "not a motion graph"),
        (&bytes[..8], "ends too early"),
        (&bytes[..100], "ends too early"),
        (&bytes[..bytes.len() / 2], "cut off"),
    ] {
        let error = decode_graph(path, bad).unwrap_err().to_string();
        assert!(error.contains(text) && error.contains("g.sfgraph"), "{text}: {error}");
    }
    let mut newer = bytes.clone();
    newer[8] = 9;
    assert!(decode_graph(path, &newer).unwrap_err().to_string().contains("version 9"));
    let mut random = Random::new(1);
    for _ in 0..300 {
        let mut damaged = bytes.clone();
        let at = (random.bits() % bytes.len() as u64) as usize;
        damaged[at] ^= 1 << (random.bits() % 8);
        // Only the padding between sections may change unseen.
        if let Ok(graph) = decode_graph(path, &damaged) {
            assert_eq!(graph, built.graph);
        }
    }
}

#[test]
fn sections_that_lie_are_refused_although_their_checksums_fit() {
    let (skeleton, walks) = sample_walks();
    let options = BuildMotionGraphOptions::default();
    let built =
        build_motion_graph(&graph_clips(&skeleton, &walks[..1]), &options, &Progress::none()).unwrap();
    let bytes = encode_graph(&built.graph).unwrap();
    let path = Path::new("g.sfgraph");
    let word = |bytes: &[u8], at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize;
    let mut random = Random::new(8);
    let mut refused = 0;
    for round in 0..400 {
        let mut forged = bytes.clone();
        let section = round % 10;
        let entry = 16 + 24 * section;
        let (offset, length) = (word(&bytes, entry + 8), word(&bytes, entry + 16));
        let at = offset + (random.bits() % length as u64) as usize;
        forged[at] = random.bits() as u8;
        let sum = crc32fast::hash(&forged[offset..offset + length]);
        forged[entry + 4..entry + 8].copy_from_slice(&sum.to_le_bytes());
        let head = crc32fast::hash(&forged[..256]);
        forged[256..260].copy_from_slice(&head.to_le_bytes());
        // No panic, here or in use; what is refused says why.
        match decode_graph(path, &forged) {
            Err(error) => {
                refused += 1;
                assert!(error.to_string().contains("g.sfgraph"), "{error}");
            }
            Ok(graph) => {
                let walk = random_walk(&graph, &RandomWalkOptions { min_frames: 60, ..Default::default() });
                if let Ok(edges) = walk {
                    let _ = walk_to_clip(&graph, &edges, &PlanarTransform::default(), "w");
                }
                let _ = retune_motion_graph(&graph, graph.thresholds(), &options);
            }
        }
    }
    assert!(refused > 50, "{refused}");
}

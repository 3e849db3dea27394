//! Cutting clips into stretches and pruning to cores.

use super::super::connect::{Draft, connect};
use super::super::prune::{Pruned, prune};
use super::*;

#[test]
fn dead_ends_and_sinks_are_pruned() {
    // A loop in the middle of a clip; what leads into a second clip never comes back, and that clip's own short
    // loop is a sink.
    let set = toy_set(&[(160, 0), (120, 0)]);
    let passages = [((0, 120), (0, 30)), ((0, 60), (1, 20)), ((1, 60), (1, 40)), ((1, 90), (1, 100))]
        .map(|(a, b)| passage(&set, a, b));
    let graph = toy_graph(set, &passages);
    assert!(graph.nodes().iter().all(|n| n.clip == 0));
    let frames: Vec<u32> = graph.nodes().iter().map(|n| n.frame).collect();
    assert_eq!(frames, [38, 113]);
    assert_eq!(graph.edges().len(), 2);
}

#[test]
fn ways_in_are_the_ways_out_seen_from_the_other_end() {
    // Walking every edge backwards from its target finds each edge once.
    let (set, passages) = walk_and_sneak();
    let graph = toy_graph(set, &passages);
    let mut entered = vec![Vec::new(); graph.nodes().len()];
    graph.edges().iter().enumerate().for_each(|(e, edge)| entered[edge.to as usize].push(e));
    let mut left: Vec<usize> = Vec::new();
    for node in 0..graph.nodes().len() {
        for edge in graph.out_edges(node) {
            assert_eq!(graph.edges()[edge].from as usize, node);
            assert!(entered[graph.edges()[edge].to as usize].contains(&edge));
            left.push(edge);
        }
    }
    assert_eq!(left, (0..graph.edges().len()).collect::<Vec<_>>());
    assert_eq!(entered.iter().map(Vec::len).sum::<usize>(), graph.edges().len());
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
    assert!(shortest_connection(&graph, from, to, |_| true).unwrap().is_some());
    assert!(shortest_connection(&graph, to, from, |_| true).unwrap().is_none());
}

#[test]
fn original_edges_give_the_clips_back_bit_for_bit() {
    // On random transitions.
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
    // Against Floyd and Warshall, on 200 nodes and more.
    let set = toy_set(&[(400, 0), (390, 1), (380, 0)]);
    let mut random = Random::new(2);
    let passages: Vec<Passage> = (0..200)
        .map(|_| {
            let mut place = || ((random.bits() % 3) as usize, 8 + (random.bits() % 360) as usize);
            passage(&set, place(), place())
        })
        .collect();
    let graph = toy_graph(set, &passages);
    let n = graph.nodes().len();
    assert!(n >= 200, "{n} nodes");
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
        let way = shortest_connection(&graph, 0, i, |_| true).unwrap().unwrap();
        assert_eq!(way.iter().map(|&e| graph.edge_frames(e)).sum::<usize>(), shortest[0][i]);
        assert!(walk_to_clip(&graph, &way, &PlanarTransform::default(), "w").is_ok());
    }
}

fn core_nodes(draft: &Draft, pruned: &Pruned, label: usize) -> Vec<u32> {
    let nodes = draft.nodes.iter().zip(&pruned.cores).filter(|(_, cores)| cores.contains(label));
    nodes.map(|(n, _)| n.frame).collect()
}

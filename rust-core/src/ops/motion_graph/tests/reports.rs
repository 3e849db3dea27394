//! What the report says, counted again.

use super::*;
use crate::model::Labels;

/// Three walks, the first with a label of its own.
fn two_labels() -> BuiltGraph {
    let (skeleton, walks) = sample_walks();
    let labels: Vec<Labels> =
        walks.iter().zip(["a", "b", "b"]).map(|((c, _), n)| Labels::whole(c.frame_count(), n)).collect();
    let clips: Vec<GraphClip<'_>> = graph_clips(&skeleton, &walks)
        .into_iter()
        .zip(&labels)
        .map(|(clip, labels)| GraphClip { labels: Some(labels), ..clip })
        .collect();
    build_motion_graph(&clips, &BuildMotionGraphOptions::default(), &Progress::none()).unwrap()
}

#[test]
fn the_report_is_what_a_recount_gives() {
    let BuiltGraph { graph, report } = two_labels();
    let set = graph.set();
    let label_of = |clip: u32| set.clips[clip as usize].labels[0];
    let transitions: Vec<&GraphEdge> =
        graph.edges().iter().filter(|e| matches!(e.kind, EdgeKind::Transition { .. })).collect();
    assert_eq!((report.nodes, report.edges), (graph.nodes().len(), graph.edges().len()));
    assert_eq!((report.minima, report.transitions), (graph.minima().len(), transitions.len()));
    let clip_of = |node: u32| graph.nodes()[node as usize].clip;
    for pair in &report.pairs {
        let [from, to] = [&pair.from, &pair.to].map(|name| LabelSet::of(set.find_label(name).unwrap()));
        let kept =
            transitions.iter().filter(|e| label_of(clip_of(e.from)) == from && label_of(clip_of(e.to)) == to);
        assert_eq!(pair.kept, kept.count(), "{pair:?}");
        assert_eq!(
            pair.threshold,
            graph.thresholds().get(from.iter().next().unwrap(), to.iter().next().unwrap())
        );
        let is_from = |n: &usize| graph.nodes()[*n].cores == from;
        let reaches = |n: usize| {
            let frames = frames_to_all(&graph, n).into_iter().enumerate();
            frames.filter(|(_, f)| f.is_some()).any(|(m, _)| graph.nodes()[m].cores == to)
        };
        assert_eq!(pair.has_route, (0..graph.nodes().len()).filter(is_from).any(reaches), "{pair:?}");
    }
    assert!(report.pairs.iter().all(|p| p.accepted >= p.kept) && report.pairs.len() == 4);
    let stretches = || (0..graph.edges().len()).filter(|&e| !graph.is_transition(e));
    for (c, clip) in report.clips.iter().enumerate() {
        let own = stretches().filter(|&e| clip_of(graph.edges()[e].from) as usize == c);
        assert_eq!(clip.used_frames, own.map(|e| graph.edge_frames(e)).sum::<usize>(), "{clip:?}");
    }
    for label in &report.labels {
        let l = set.find_label(&label.label).unwrap();
        let frames = set.clips.iter().flat_map(|c| &c.labels).filter(|s| s.contains(l)).count();
        let core: usize = stretches().filter(|&e| graph.is_in_core(e, l)).map(|e| graph.edge_frames(e)).sum();
        assert_eq!(label.frame_count, frames);
        assert!((label.coverage - core as f64 / frames as f64).abs() < 1e-12, "{label:?} {core}");
    }
    let mean = stretches().map(|e| graph.edge_frames(e)).sum::<usize>() as f64 / stretches().count() as f64;
    assert!((report.stretch_frames_mean - mean).abs() < 1e-12);
    let out: Vec<usize> = (0..graph.nodes().len()).map(|n| graph.out_edges(n).len()).collect();
    assert_eq!(report.out_edges_max, *out.iter().max().unwrap());
    assert!((report.out_edges_mean - graph.edges().len() as f64 / out.len() as f64).abs() < 1e-12);
}

#[test]
fn each_threshold_alone_lets_more_through_the_higher_it_is() {
    // Of its own pair, and of no other.
    let BuiltGraph { graph, .. } = two_labels();
    let options = BuildMotionGraphOptions::default();
    for (from, to) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let accepted = |metres: f64| -> Vec<usize> {
            let mut thresholds = Thresholds::uniform(2, 0.02);
            thresholds.set(from, to, metres);
            let tuned = retune_motion_graph(&graph, &thresholds, &options).unwrap();
            tuned.report.pairs.iter().map(|p| p.accepted).collect()
        };
        let counts = [-1.0, 0.005, 0.02, 0.05, 0.2].map(accepted);
        let own = 2 * from + to;
        assert!(counts[0][own] == 0 && counts[4][own] > counts[1][own], "{counts:?}");
        for pair in counts.windows(2) {
            for i in 0..4 {
                assert!(
                    if i == own { pair[0][i] <= pair[1][i] } else { pair[0][i] == pair[1][i] },
                    "{counts:?}"
                );
            }
        }
    }
}

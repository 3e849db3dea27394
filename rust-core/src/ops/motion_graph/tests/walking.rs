//! From edges to motion.

use super::*;

#[test]
fn random_walks_never_get_stuck_and_keep_their_label() {
    let (set, passages) = walk_and_sneak();
    let graph = toy_graph(set, &passages);
    for label in [None, Some(0), Some(1)] {
        let options = RandomWalkOptions { seed: 7, min_frames: 30_000_000, label, ..Default::default() };
        let edges = random_walk(&graph, &options).unwrap();
        assert!(edges.len() >= 1_000_000, "{}", edges.len());
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
    // The walk of this seed, wherever it is drawn.
    assert_eq!(walk, [0, 1, 3, 6, 7, 9, 5, 6, 7]);
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
fn walks_turn_with_their_start_and_do_not_drift() {
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

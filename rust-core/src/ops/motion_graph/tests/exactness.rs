//! Distances against the formula written out, in f64.

use super::*;

/// `Σ w |p − T p'|²` as Kovar 2004, eq. 4.1, term by term.
fn written_out(cloud: &Cloud, first: usize, second: usize, by: &PlanarTransform) -> f64 {
    let mut sum = 0.0;
    for (r, rho) in cloud.kernel().iter().enumerate() {
        for (m, weight) in cloud.marker_weights().iter().enumerate() {
            let apart = cloud.frame(first + r)[m] - by.apply(&cloud.frame(second + r)[m]);
            sum += rho * weight * apart.norm_squared();
        }
    }
    sum
}

#[test]
fn what_is_kept_equals_the_formula_to_nine_digits() {
    // The scan is in f32 (see `grid.rs`); thresholds act on, and files hold, these numbers. Below a millimetre the
    // nine digits are of a square millimetre.
    let (skeleton, walks) = sample_walks();
    let options = BuildMotionGraphOptions::default().mirror(true);
    let graph =
        build_motion_graph(&graph_clips(&skeleton, &walks), &options, &Progress::none()).unwrap().graph;
    let set = graph.set();
    let cloud = marker_cloud(set).unwrap();
    let starts: Vec<usize> = set.frame_ranges().iter().map(|r| r.start).collect();
    let mut seen = 0;
    for edge in graph.edges() {
        let EdgeKind::Transition { alignment, distance } = edge.kind else { continue };
        let [from, to] = [edge.from, edge.to].map(|n| graph.nodes()[n as usize]);
        let first = starts[from.clip as usize] + from.frame as usize;
        let second = starts[to.clip as usize] + to.frame as usize - set.window_frames;
        let direct = written_out(&cloud, first, second, &alignment);
        assert!(
            (distance * distance - direct).abs() <= 1e-9 * direct.max(1e-6),
            "{first} {second}: {distance} {direct}"
        );
        seen += 1;
    }
    assert!(seen > 50, "{seen}");
    let mut random = Random::new(8);
    let mut cells = 0;
    while cells < 10_000 {
        let [i, j] = [0; 2].map(|_| (random.bits() % set.frame_count() as u64) as usize);
        if i < j && cloud.is_window(i) && cloud.is_window(j) {
            let (squared, by) = window_distance(&cloud, i, j);
            let direct = written_out(&cloud, i, j, &by);
            assert!((squared - direct).abs() <= 1e-9 * direct.max(1e-6), "({i}, {j}): {squared} {direct}");
            cells += 1;
        }
    }
}

#[test]
fn a_kilometre_costs_no_digits() {
    // Distances that are not zero, both windows and one of them 1 km away; 1e-6 is asked.
    let mut random = Random::new(12);
    let mut point = || Vec3::new(random.normal(), random.normal(), random.normal()) * 0.4;
    let places: Vec<Vec3> = (0..90).map(|_| point()).collect();
    let value = |shifts: [f64; 2]| {
        let shift = |k: usize| shifts[k / 45] * Vec3::new(0.8, 0.0, -0.6);
        let world = places.iter().enumerate().map(|(k, p)| p + shift(k)).collect();
        let cloud = Cloud::new(world, &[1.0; 9], &[5, 5], Kernel::Triangle.weights(5)).unwrap();
        window_distance(&cloud, 0, 5).0
    };
    let near = value([0.0, 0.0]);
    assert!(near > 0.01);
    for shifts in [[1000.0, 1000.0], [1000.0, 0.0], [0.0, 1000.0]] {
        assert!((value(shifts) - near).abs() <= 1e-11 * near, "{shifts:?}: {} {near}", value(shifts));
    }
}

#[test]
fn nothing_drifts_along_a_diagonal_of_a_hundred_thousand_frames() {
    // The same thousand frames again and again, so cells a multiple of it apart must be equal.
    let pose = |f: usize| {
        (0..3).map(move |m| {
            let t = f as f64 * 0.05 + f64::from(m);
            Vec3::new(100.0 + t.sin(), 1.0 + 0.1 * (1.7 * t).cos(), -40.0 + (0.6 * t).sin())
        })
    };
    let world = (0..100_000).flat_map(|f| pose(f % 1000)).collect();
    let cloud = Cloud::new(world, &[1.0, 2.0, 1.0], &[100_000], Kernel::Triangle.weights(15)).unwrap();
    let at = |lap: usize| -> Vec<(usize, usize)> { (0..200).map(|k| (k + lap, k + lap + 317)).collect() };
    let first = grid_values(&cloud, &at(0));
    assert!(first.iter().any(|v| *v > 0.01), "{first:?}");
    for lap in [1000, 50_000, 99_000] {
        let values = grid_values(&cloud, &at(lap));
        let drift = values.iter().zip(&first).map(|(a, b)| f64::from((a - b).abs())).fold(0.0, f64::max);
        assert!(drift <= 1e-9, "{drift} after {lap} frames");
    }
}

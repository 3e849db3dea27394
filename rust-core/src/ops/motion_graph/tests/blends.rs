//! Frames of transitions, and what is carried through them.

use super::super::transitions::{FramePose, leaving_weight, mixed, placed_frame};
use super::*;
use crate::math::rotation_vector;
use crate::model::{BodyPoint, Plant};

#[test]
fn a_transition_between_two_speeds_is_smooth() {
    // 0.03 and 0.05 m a frame, equal places at the centre frame.
    let mut set = toy_set(&[(60, 0), (60, 0)]);
    set.clips[0].clip = straight(60, 0.03, -0.03 * 30.0, 0.0);
    set.clips[1].clip = straight(60, 0.05, -0.05 * 30.0, 0.0);
    let identity = PlanarTransform::default();
    let z = |clip: usize, frame: usize| set.clips[clip].clip.root_positions()[frame].z;
    let mut path: Vec<f64> = (20..23).map(|f| z(0, f)).collect();
    for k in 0..WINDOW {
        let [a, b] = [0, 1].map(|c| placed_frame(&set.clips[c].clip, 23 + k, &identity));
        path.push(mixed(&a, &b, leaving_weight(k, WINDOW)).root.z);
    }
    path.extend((38..41).map(|f| z(1, f)));
    let speeds: Vec<f64> = path.windows(2).map(|w| w[1] - w[0]).collect();
    assert!(speeds.iter().all(|v| (0.0259..=0.0541).contains(v)), "{speeds:?}");
    assert!(speeds.windows(2).all(|w| (w[1] - w[0]).abs() <= 0.0038), "{speeds:?}");
    assert!((speeds[2] - 0.03).abs() < 2e-3 && (speeds[WINDOW + 2] - 0.05).abs() < 2e-3, "{speeds:?}");
}

#[test]
fn seams_are_smoother_the_finer_the_frames() {
    // What a seam adds to the clip's own step falls with the square of the window's frames.
    let added = |window: usize| {
        let frames = 8 * (window + 1);
        let rate = (window + 1) as f64 / 16.0;
        let [slow, fast] =
            [0.03, 0.05].map(|v| straight(frames, v / rate, -v / rate * (frames / 2) as f64, 0.0));
        let first = frames / 2 - window / 2;
        let identity = PlanarTransform::default();
        let z = |k: usize| {
            let [a, b] = [&slow, &fast].map(|clip| placed_frame(clip, first + k, &identity));
            mixed(&a, &b, leaving_weight(k, window)).root.z
        };
        let at = |clip: &Clip, f: usize| clip.root_positions()[f].z;
        let into = z(0) - at(&slow, first - 1) - 0.03 / rate;
        let out = at(&fast, first + window) - z(window - 1) - 0.05 / rate;
        [into.abs(), out.abs()]
    };
    let steps = [15, 31, 63].map(added);
    for pair in steps.windows(2) {
        for seam in 0..2 {
            let ratio = pair[0][seam] / pair[1][seam];
            assert!((3.5..4.5).contains(&ratio), "{steps:?}");
        }
    }
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
    let mut random = Random::new(4);
    let mut turn = || Quat::from_scaled_axis(Vec3::new(random.normal(), random.normal(), random.normal()));
    for _ in 0..200 {
        let (a, b) = (turn(), turn());
        let pose = |q: Quat| FramePose { root: Vec3::zeros(), rotations: vec![q] };
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
    // Frames 23..38 of the walk blend into frames 33..48 of the sneak.
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
        tuning: Tuning::default(),
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

//! What is decided once for a set: its floor, groups, places in the world, thinning, the limit on minima.

use super::super::one_skeleton::floor_height;
use super::super::thresholds::{Accepted, accept, centre_labels, measure, thin};
use super::*;
use crate::io::{decode_graph, encode_graph};
use crate::model::clip::ClipData;
use std::path::Path;

fn built(clips: &[GraphClip<'_>], options: &BuildMotionGraphOptions) -> BuiltGraph {
    build_motion_graph(clips, options, &Progress::none()).unwrap()
}

/// The clip at another height.
fn lifted(skeleton: &Skeleton, clip: &Clip, by: f64) -> Clip {
    let mut data = clip.clone().into_data();
    data.root_positions.iter_mut().for_each(|p| p.y += by);
    Clip::new(skeleton, data).unwrap()
}

/// A body whose left arm is a centimetre too long: made symmetric, its lengths change.
fn lopsided() -> Skeleton {
    let even = biped_skeleton(&BipedOptions::default()).unwrap();
    let arm = even.roles().joint(crate::model::Role::Forearm(crate::model::Side::Left)).unwrap();
    let joints = even.joints().map(|j| Joint {
        name: even.name(j).to_owned(),
        parent: even.parent(j),
        rest_offset: even.rest_offset(j) * if j == arm { 1.05 } else { 1.0 },
        rest_rotation: even.rest_rotation(j),
        rest_scale: even.rest_scale(j),
        compensates_parent_scale: even.compensates_parent_scale(j),
    });
    let sites = even.end_sites().to_vec();
    Skeleton::new(joints.collect(), sites).unwrap().with_roles(even.roles().clone()).unwrap()
}

#[test]
fn clips_added_to_a_mirrored_graph_keep_their_height() {
    // Where mirroring changes the skeleton: the clips are captured over one floor, half a metre up.
    let skeleton = lopsided();
    let walks: Vec<(Clip, Plants)> = sample_walks().1;
    let walks: Vec<(Clip, Plants)> =
        walks.into_iter().map(|(clip, plants)| (lifted(&skeleton, &clip, 0.5), plants)).collect();
    let clips = graph_clips(&skeleton, &walks);
    let options = BuildMotionGraphOptions::default().mirror(true);
    let whole = built(&clips, &options);
    assert!(!whole.graph.set().rules.is_levelled && whole.report.moved_clips.len() == 3);
    let part = built(&clips[..2], &options);
    let read = decode_graph(Path::new("g"), &encode_graph(&part.graph).unwrap()).unwrap();
    let part = extend_motion_graph(&read, &clips[2..], &options, &Progress::none()).unwrap();
    assert_eq!(encode_graph(&part.graph).unwrap(), encode_graph(&whole.graph).unwrap());
}

#[test]
fn a_clip_of_other_proportions_is_added_on_the_graphs_own_floor() {
    let (skeleton, walks) = sample_walks();
    let high: Vec<(Clip, Plants)> =
        walks.into_iter().map(|(clip, plants)| (lifted(&skeleton, &clip, 0.8), plants)).collect();
    let options = BuildMotionGraphOptions::default();
    let base = built(&graph_clips(&skeleton, &high), &options);
    let tall = biped_skeleton(&BipedOptions { height: 2.0, ..BipedOptions::default() }).unwrap();
    let other = walk(&tall, &WalkOptions { seconds: 5.0, frame_rate: 30.0, ..Default::default() }).unwrap();
    let clip = other.clip.renamed("tall");
    let new = GraphClip { skeleton: &tall, clip: &clip, plants: &other.plants, labels: None, group: 0 };
    let extended = extend_motion_graph(&base.graph, &[new], &options, &Progress::none()).unwrap();
    let set = extended.graph.set();
    let floors: Vec<f64> = set.clips.iter().map(|c| floor_height(&set.skeleton, &c.clip)).collect();
    assert_eq!(floors.len(), 4);
    assert!(floors.iter().all(|f| (f - floors[0]).abs() < 0.005 && *f > 0.75), "{floors:?}");
    // And a graph that was levelled stays at 0.
    let both = [graph_clips(&skeleton, &high)[0], new];
    let level = built(&both, &options);
    assert!(level.graph.set().rules.is_levelled);
    let more =
        extend_motion_graph(&level.graph, &graph_clips(&skeleton, &high)[1..], &options, &Progress::none());
    let more = more.unwrap();
    let set = more.graph.set();
    assert!(set.clips.iter().all(|c| floor_height(&set.skeleton, &c.clip).abs() < 1e-9));
}

#[test]
fn the_floor_is_that_of_the_soles() {
    // The lowest joint of this body is its toe, the soles lie below it.
    let (skeleton, walks) = sample_walks();
    let poses = crate::kinematics::world_poses(&skeleton, &walks[0].0).unwrap();
    let lowest = (0..walks[0].0.frame_count())
        .map(|f| poses.frame(f).iter().map(|p| p.y).fold(f64::INFINITY, f64::min))
        .fold(f64::INFINITY, f64::min);
    let floor = floor_height(&skeleton, &walks[0].0);
    assert!(floor.abs() < 0.01 && floor < lowest + 1e-9, "{floor} {lowest}");
    let bare = skeleton.clone().with_roles(crate::Roles::empty(skeleton.joint_count())).unwrap();
    assert!(floor_height(&bare, &walks[0].0) >= lowest);
}

#[test]
fn a_clip_the_graph_already_holds_is_refused_by_name() {
    let (skeleton, walks) = sample_walks();
    let clips = graph_clips(&skeleton, &walks);
    for mirror in [false, true] {
        let options = BuildMotionGraphOptions::default().mirror(mirror);
        let base = built(&clips[..2], &options);
        let again = walks[1].0.clone().renamed("again");
        let again = GraphClip { clip: &again, ..clips[1] };
        let error = extend_motion_graph(&base.graph, &[clips[2], again], &options, &Progress::none());
        let error = error.unwrap_err().to_string();
        assert!(
            error.contains("'again'") && error.contains("already") && error.contains("'walk 1.3'"),
            "{error}"
        );
        assert!(extend_motion_graph(&base.graph, &clips[2..], &options, &Progress::none()).is_ok());
    }
}

#[test]
fn parts_of_a_clip_have_names_of_their_own() {
    let (skeleton, walks) = sample_walks();
    let (clip, plants) = &walks[0];
    let mut data: ClipData = clip.clone().into_data();
    let joints = skeleton.joint_count();
    data.rotations[70 * joints..75 * joints].fill(Quat::identity());
    data.root_positions[70..75].fill(Vec3::zeros());
    let broken = Clip::new(&skeleton, data).unwrap();
    let clip = GraphClip { skeleton: &skeleton, clip: &broken, plants, labels: None, group: 0 };
    let built = built(&[clip], &BuildMotionGraphOptions::default().mirror(true));
    let names: Vec<&str> = built.graph.set().clips.iter().map(|c| c.clip.name()).collect();
    let expected = ["walk 1.2 from frame 0", "walk 1.2 from frame 75"];
    assert_eq!(names, expected.map(|n| [n.to_owned(), format!("{n} (mirrored)")]).concat());
    assert!(built.graph.set().clips.iter().all(|c| c.source == "walk 1.2"));
}

#[test]
fn groups_leave_out_exactly_their_pairs() {
    // Also when clips are added and through a file.
    let (skeleton, walks) = sample_walks();
    let mut clips = graph_clips(&skeleton, &walks);
    let options = BuildMotionGraphOptions::default();
    let all = built(&clips, &options);
    let ranges = all.graph.set().frame_ranges();
    let clip_of = |window: u32| ranges.iter().position(|r| r.contains(&(window as usize))).unwrap();
    for groups in [[1, 2, 1], [1, 0, 2], [1, 2, 3], [0, 0, 0]] {
        clips.iter_mut().zip(groups).for_each(|(clip, group)| clip.group = group);
        let apart = |m: &&GridMinimum| {
            let (a, b) = (groups[clip_of(m.first)], groups[clip_of(m.second)]);
            a == 0 || b == 0 || a == b
        };
        let expected: Vec<GridMinimum> = all.graph.minima().iter().filter(apart).copied().collect();
        let grouped = built(&clips, &options);
        assert_eq!(**grouped.graph.minima(), expected, "{groups:?}");
        assert_eq!(expected.len() < all.graph.minima().len(), groups != [0, 0, 0]);
        let part = built(&clips[..1], &options).graph;
        let part = decode_graph(Path::new("g"), &encode_graph(&part).unwrap()).unwrap();
        let part = extend_motion_graph(&part, &clips[1..], &options, &Progress::none()).unwrap();
        assert_eq!(part.graph, grouped.graph);
    }
}

#[test]
fn windows_of_locked_clips_are_compared_where_they_lie() {
    // Two ways of walking over the same spot.
    let (skeleton, walks) = sample_walks();
    let clips = graph_clips(&skeleton, &walks);
    let options = BuildMotionGraphOptions::default().world_locked(true);
    let locked = built(&clips, &options);
    let set = locked.graph.set();
    let cloud = marker_cloud(set).unwrap();
    let weights: f64 = set.markers.iter().map(|m| m.weight).sum();
    let mut random = Random::new(6);
    let mut cells = Vec::new();
    while cells.len() < 500 {
        let [i, j] = [0; 2].map(|_| (random.bits() % set.frame_count() as u64) as usize);
        if i < j && cloud.is_window(i) && cloud.is_window(j) {
            cells.push((i, j));
        }
    }
    for (value, &(i, j)) in grid_values(&cloud, &cells).iter().zip(&cells) {
        let mut direct = 0.0;
        for (r, rho) in set.kernel.weights(set.window_frames).iter().enumerate() {
            for (m, marker) in set.markers.iter().enumerate() {
                let apart = cloud.frame(i + r)[m] - cloud.frame(j + r)[m];
                direct += rho * marker.weight / weights * apart.norm_squared();
            }
        }
        assert!((f64::from(*value) - direct).abs() < 1e-5 * direct.max(1.0), "({i}, {j}): {value} {direct}");
        assert!((window_distance(&cloud, i, j).0 - direct).abs() < 1e-9);
    }
    for edge in locked.graph.edges() {
        if let EdgeKind::Transition { alignment, .. } = edge.kind {
            assert_eq!(alignment, PlanarTransform::default());
        }
    }
    let free = built(&clips, &BuildMotionGraphOptions::default());
    assert!(locked.report.transitions < free.report.transitions);
    let read = decode_graph(Path::new("g"), &encode_graph(&locked.graph).unwrap()).unwrap();
    assert_eq!(read, locked.graph);
    let error = build_motion_graph(&clips, &options.mirror(true), &Progress::none());
    assert!(error.unwrap_err().to_string().contains("world_locked"));
}

#[test]
fn thinning_keeps_the_best_of_what_lies_together() {
    let (skeleton, walks) = sample_walks();
    let clips = graph_clips(&skeleton, &walks);
    let all = built(&clips, &BuildMotionGraphOptions::default());
    let set = all.graph.set();
    let cloud = marker_cloud(set).unwrap();
    let highest = Thresholds::uniform(set.label_names.len(), 1.0);
    let measured = measure(&centre_labels(set, &cloud), &cloud, all.graph.minima(), &highest);
    let accepted = accept(&measured, &highest);
    let kept = thin(&cloud, accepted.clone(), 4);
    assert!(
        kept.len() < accepted.len() && kept.len() * 2 > accepted.len(),
        "{} {}",
        kept.len(),
        accepted.len()
    );
    let clip = |window: u32| cloud.clip_of(window as usize);
    let near = |a: &Accepted, b: &Accepted| {
        let (a, b) = (a.passage, b.passage);
        a.from.abs_diff(b.from) <= 4
            && a.to.abs_diff(b.to) <= 4
            && (clip(a.from), clip(a.to)) == (clip(b.from), clip(b.to))
    };
    for (i, a) in kept.iter().enumerate() {
        assert!(!kept[..i].iter().any(|b| near(a, b)), "{a:?}");
    }
    // What is gone lies beside something at least as good.
    for gone in accepted.iter().filter(|a| !kept.contains(a)) {
        assert!(kept.iter().any(|k| near(gone, k) && k.distance <= gone.distance), "{gone:?}");
    }
    let options = BuildMotionGraphOptions::default().thinning(4);
    let thinned = retune_motion_graph(&all.graph, all.graph.thresholds(), &options).unwrap();
    assert!(thinned.report.transitions < all.report.transitions && thinned.report.transitions > 10);
    assert!(thinned.report.labels.iter().zip(&all.report.labels).all(|(t, a)| t.coverage > a.coverage - 0.1));
    // A nearer minimum that no threshold admits does not stand in the way of one that is admitted.
    let (set, _) = walk_and_sneak();
    let cloud = marker_cloud(&set).unwrap();
    let mut centres = centre_labels(&set, &cloud);
    // Of two minima of a walk with a sneak, beside each other, the first leaves a frame that is a sneak as well.
    centres[20] = LabelSet::of(1);
    let minima = [0, 2].map(|ahead| GridMinimum { first: 20 + ahead, second: 130 + ahead, distance: 0.0 });
    let mut thresholds = Thresholds::uniform(2, 10.0);
    let mut measured = measure(&centres, &cloud, &minima, &thresholds);
    (measured[0].distance, measured[1].distance) = (0.01, 0.02);
    let kept = thin(&cloud, accept(&measured, &thresholds), 4);
    assert!(kept.len() == 2 && kept.iter().all(|k| k.distance == 0.01), "{kept:?}");
    thresholds.set(1, 1, -1.0);
    let kept = thin(&cloud, accept(&measured, &thresholds), 4);
    assert!(kept.len() == 2 && kept.iter().all(|k| k.distance == 0.02), "{kept:?}");
}

#[test]
fn thresholds_above_what_was_looked_for_are_told() {
    let (skeleton, walks) = sample_walks();
    let options = BuildMotionGraphOptions::default().minima_limit(6.0);
    let limited = built(&graph_clips(&skeleton, &walks), &options);
    let limit = limited.graph.set().rules.minima_limit;
    assert!(
        limit.is_finite() && limited.graph.minima().iter().all(|m| f64::from(m.distance) <= limit * limit)
    );
    let labels = limited.graph.set().label_names.len();
    let codes = |metres: f64| {
        let thresholds = Thresholds::uniform(labels, metres);
        let tuned = retune_motion_graph(&limited.graph, &thresholds, &options).unwrap();
        tuned.report.notes.iter().filter(|w| w.code == "beyond-minima").count()
    };
    assert_eq!((codes(limit), codes(limit * 1.01)), (0, labels * labels));
    let read = decode_graph(Path::new("g"), &encode_graph(&limited.graph).unwrap()).unwrap();
    assert_eq!(read.set().rules, limited.graph.set().rules);
    let all = built(&graph_clips(&skeleton, &walks), &BuildMotionGraphOptions::default());
    assert_eq!(all.graph.set().rules.minima_limit, f64::INFINITY);
}

#[test]
fn kernels_are_even_and_sum_to_one() {
    // Triangle, box and gaussian.
    for &kernel in Kernel::ALL {
        for window in [1, 3, 9, 15, 31] {
            let weights = kernel.weights(window);
            assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-12 && weights.iter().all(|w| *w > 0.0));
            for r in 0..window {
                assert!((weights[r] - weights[window - 1 - r]).abs() < 1e-15);
                assert!(kernel == Kernel::Box || r == 0 || r > window / 2 || weights[r] > weights[r - 1]);
            }
        }
        assert_eq!(Kernel::from_name(kernel.name()), Some(kernel));
    }
    // A bell lies between the other two: nearer to the triangle in the middle, wider at the ends.
    let [triangle, level, bell] = [Kernel::Triangle, Kernel::Box, Kernel::Gaussian].map(|k| k.weights(15)[0]);
    assert!(triangle < bell && bell < level);
    let (skeleton, walks) = sample_walks();
    let options = BuildMotionGraphOptions::default().kernel(Kernel::Gaussian);
    let gaussian = built(&graph_clips(&skeleton, &walks), &options);
    assert!(gaussian.report.transitions > 10);
    let read = decode_graph(Path::new("g"), &encode_graph(&gaussian.graph).unwrap()).unwrap();
    assert_eq!(read.set().kernel, Kernel::Gaussian);
    // A minimum takes 12 bytes of the file, at most 32 are allowed.
    let bytes = encode_graph(&gaussian.graph).unwrap();
    let entry = 16 + 24 * 6 + 16;
    let length = u64::from_le_bytes(bytes[entry..entry + 8].try_into().unwrap()) as usize;
    assert_eq!(length, 12 * gaussian.graph.minima().len());
}

#[test]
fn the_report_tells_how_quickly_one_can_steer() {
    // Against a recount on a graph whose every edge is known.
    let (set, passages) = walk_and_sneak();
    let graph = toy_graph(set, &passages);
    let figures = super::super::response::response_figures(&graph);
    let lengths: Vec<usize> = (0..graph.edges().len()).map(|e| graph.edge_frames(e)).collect();
    let mean = lengths.iter().sum::<usize>() as f64 / lengths.len() as f64 / 30.0;
    assert!((figures.edge_seconds_mean - mean).abs() < 1e-12);
    assert!((figures.edge_seconds_max - *lengths.iter().max().unwrap() as f64 / 30.0).abs() < 1e-12);
    // Frame by frame to the next node with two ways out.
    let wait = |mut node: usize| {
        let mut frames = 0;
        while graph.out_edges(node).len() == 1 {
            let edge = graph.out_edges(node).start;
            frames += graph.edge_frames(edge);
            node = graph.edges()[edge].to as usize;
        }
        frames
    };
    let waits: Vec<usize> = (0..graph.nodes().len()).map(wait).collect();
    let mean = waits.iter().sum::<usize>() as f64 / waits.len() as f64 / 30.0;
    assert!((figures.choice_seconds_mean - mean).abs() < 1e-12, "{figures:?} {waits:?}");
    assert!((figures.choice_seconds_max - *waits.iter().max().unwrap() as f64 / 30.0).abs() < 1e-12);
    // Straight clips lead one way: along z, and little of the floor is reached.
    assert!(figures.directions_min == 1 && figures.directions_mean == 1.0, "{figures:?}");
    assert!(figures.floor_share_mean > 0.02 && figures.floor_share_mean < 0.2, "{figures:?}");
    let (mean, longest) = super::super::response::route_seconds(&graph);
    let ways: Vec<usize> = (0..graph.nodes().len())
        .flat_map(|from| {
            frames_to_all(&graph, from).into_iter().enumerate().filter(move |(to, _)| *to != from)
        })
        .filter_map(|(_, frames)| frames)
        .collect();
    assert!((mean - ways.iter().sum::<usize>() as f64 / ways.len() as f64 / 30.0).abs() < 1e-12);
    assert!((longest - *ways.iter().max().unwrap() as f64 / 30.0).abs() < 1e-12);
}

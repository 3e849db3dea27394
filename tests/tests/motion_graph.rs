//! Motion graphs on captured walks: coverage, seams, walks without end, the same result on any number of threads.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::sync::OnceLock;
use surefoot::internals::share_below;
use surefoot::internals::{Cloud, find_minima, marker_cloud};
use surefoot::io::encode_graph;
use surefoot::kinematics::world_poses;
use surefoot::math::PlanarTransform;
use surefoot::model::{EdgeKind, GraphEdge, GridMinimum, LabelSet, Side};
use surefoot::ops::Markers;
use surefoot::ops::Progress;
use surefoot::ops::motion_graph::Kernel;
use surefoot::ops::motion_graph::{
    BuildMotionGraphOptions, BuiltGraph, GraphClip, RandomWalkOptions, build_motion_graph,
    graph_grid_picture, graph_picture, random_walk, walk_to_clip,
};
use surefoot::{Clip, RemoveFootskateOptions, Role, Skeleton, remove_footskate};
use surefoot_tests::captured::{
    self, Source, WALKS, graph_clips, mirrored, p99, played_transition, velocity_steps, walking_graph,
};

fn sources() -> Option<&'static Vec<Source>> {
    static SOURCES: OnceLock<Option<Vec<Source>>> = OnceLock::new();
    SOURCES.get_or_init(|| captured::sources(&WALKS)).as_ref()
}

#[test]
fn the_walking_core_holds_95_percent_of_what_is_attainable() {
    // 60 % of the forward frames are asked.
    let Some(BuiltGraph { report, .. }) = walking_graph() else { return };
    let forward = report.labels.iter().find(|l| l.label == "forward").unwrap();
    assert!(forward.coverage >= 0.95 * forward.attainable, "{}", report.summary());
    assert!(forward.coverage >= 0.75 && forward.factor == Some(2.25), "{forward:?}");
    // A prototype found 0.034 m a frame with its own copies of the clips.
    assert!((forward.unit - 0.034).abs() < 0.003, "{forward:?}");
    assert_eq!(report.moved_clips.len(), 6);
    assert_eq!(report.notes.iter().filter(|w| w.code == "first-frame-pose").count(), 6);
}

#[test]
fn mirror_images_bring_more_transitions() {
    let (Some(sources), Some(with)) = (sources(), walking_graph()) else { return };
    let plain = BuildMotionGraphOptions::default();
    let without = build_motion_graph(&graph_clips(sources), &plain, &Progress::none()).unwrap();
    let (with, without) = (with.report.transitions, without.report.transitions);
    assert!(with > 2 * without && without > 100, "{with} {without}");
}

#[test]
fn walks_go_on_without_end_in_every_label() {
    let Some(BuiltGraph { graph, report, .. }) = walking_graph() else { return };
    let mut tried = 0;
    for label in std::iter::once(None).chain((0..report.labels.len()).map(Some)) {
        if label.is_some_and(|l| report.labels[l].core_frames == 0) {
            continue;
        }
        // A million edges.
        let options = RandomWalkOptions { seed: 5, min_frames: 20_000_000, label, ..Default::default() };
        let edges = random_walk(graph, &options).unwrap();
        assert!(edges.len() >= 1_000_000, "{label:?}: {}", edges.len());
        assert!(edges.windows(2).all(|w| graph.edges()[w[0]].to == graph.edges()[w[1]].from));
        tried += 1;
    }
    assert!(tried >= 2);
}

#[test]
fn seams_do_not_stand_out_and_feet_stay_put_after_cleanup() {
    let Some(BuiltGraph { graph, .. }) = walking_graph() else { return };
    let set = graph.set();
    let forward = set.find_label("forward").unwrap();
    let own: Vec<Vec<f64>> = set.clips.iter().map(|c| velocity_steps(&set.skeleton, &c.clip)).collect();
    let p99 = p99(own.concat());
    let (mut seams, mut above) = (0, 0);
    for seed in 0..4 {
        let options = RandomWalkOptions {
            seed,
            min_frames: 900,
            label: Some(forward),
            transition_weight: 0.1,
            ..Default::default()
        };
        let edges = random_walk(graph, &options).unwrap();
        let walked = walk_to_clip(graph, &edges, &PlanarTransform::default(), "walk").unwrap();
        let steps = velocity_steps(&set.skeleton, &walked.clip);
        for segment in &walked.segments {
            let Some((entered, first)) = segment.entered else { continue };
            let last = set.window_frames - 1;
            // Both frames beside a seam, and the same frames of the clip that has nearly all the weight there.
            let frames = segment.frames.clone();
            for (frame, source, source_frame) in [
                (frames.start.wrapping_sub(1), segment.clip, segment.clip_frame.wrapping_sub(1)),
                (frames.start, segment.clip, segment.clip_frame),
                (frames.end - 1, entered, first + last),
                (frames.end, entered, first + last + 1),
            ] {
                let step_at = |steps: &[f64], frame: usize| steps.get(frame).copied().filter(|s| !s.is_nan());
                let (Some(step), Some(own)) = (step_at(&steps, frame), step_at(&own[source], source_frame))
                else {
                    continue;
                };
                seams += 1;
                above += usize::from(step > 1.2 * p99);
                // Heel strikes are steps of their own: a seam there may not be worse than the clip itself.
                assert!(step <= 1.2 * p99.max(own), "seed {seed}, frame {frame}: {step} {own} {p99}");
            }
        }
        let options = RemoveFootskateOptions::default();
        let edited = remove_footskate(&set.skeleton, &walked.clip, &walked.plants, None, &options).unwrap();
        let (before, after) = (&edited.report.before, &edited.report.after);
        println!("seed {seed}: {}", edited.report.summary());
        assert!(before.slide_mean > 0.01 && edited.report.missed.is_empty(), "{:?}", edited.report.missed);
        assert!(after.slide_max <= 1e-6, "{} at frame {}", after.slide_max, after.slide_max_frame);
    }
    println!("{above} of {seams} frames at seams above 1.2 × {p99:.2} m/s, all of them the sources' own");
    assert!(seams > 100 && above * 50 < seams, "{above} of {seams}");
}

#[test]
fn no_foot_slides_in_any_transition_after_cleanup() {
    // A random walk of two minutes; no planted point moves by more than 1e-9 m from one
    // frame to the next, and no plant is missed.
    let Some(BuiltGraph { graph, .. }) = walking_graph() else { return };
    let set = graph.set();
    let options = RandomWalkOptions { seed: 11, min_frames: 3600, ..Default::default() };
    let edges = random_walk(graph, &options).unwrap();
    let walked = walk_to_clip(graph, &edges, &PlanarTransform::default(), "walk").unwrap();
    let step = |clip: &Clip| {
        let poses = world_poses(&set.skeleton, clip).unwrap();
        let steps = (1..clip.frame_count())
            .flat_map(|f| (0..set.skeleton.joint_count()).map(move |j| (f, j)))
            .map(|(f, j)| (poses.frame(f)[j] - poses.frame(f - 1)[j]).norm());
        steps.fold(0.0, f64::max)
    };
    let sources = set.clips.iter().map(|c| step(&c.clip)).fold(0.0, f64::max);
    assert!(step(&walked.clip) <= 1.5 * sources, "{} {sources}", step(&walked.clip));
    let cleanup = RemoveFootskateOptions::default();
    let edited = remove_footskate(&set.skeleton, &walked.clip, &walked.plants, None, &cleanup).unwrap();
    let report = &edited.report;
    println!("{}: largest slide {:e} m/s", report.summary(), report.after.slide_max);
    assert!(report.plants > 100 && report.missed.is_empty(), "{:?}", report.missed);
    let (after, rate) = (&report.after, walked.clip.frame_rate());
    assert!(after.slide_max / rate <= 1e-9, "{} m/s after frame {}", after.slide_max, after.slide_max_frame);
}

/// Level speed of each toe from frame to frame, cm/s, and whether it is in contact: slower than 0.35 m/s and
/// within 6 cm of its height's 10th percentile.
fn toes(skeleton: &Skeleton, clip: &Clip) -> [Vec<(f64, bool)>; 2] {
    let poses = world_poses(skeleton, clip).unwrap();
    Side::BOTH.map(|side| {
        let toe = skeleton.roles().joint(Role::Toe(side)).unwrap();
        let place = |f: usize| poses.frame(f)[toe.0];
        let mut heights: Vec<f64> = (0..clip.frame_count()).map(|f| place(f).y).collect();
        heights.sort_by(f64::total_cmp);
        let low = heights[heights.len() / 10] + 0.06;
        let step = |f: usize| {
            let way = place(f + 1) - place(f);
            let speed = way.x.hypot(way.z) * clip.frame_rate();
            (100.0 * speed, speed < 0.35 && place(f).y < low)
        };
        (0..clip.frame_count() - 1).map(step).collect()
    })
}

#[test]
fn transitions_slide_little_more_than_the_captures_before_cleanup() {
    // The toes' speed in contact, over what the same frames have in the clip that has the larger weight there.
    let Some(BuiltGraph { graph, .. }) = walking_graph() else { return };
    let set = graph.set();
    let forward = set.find_label("forward").unwrap();
    let sources: Vec<_> = set.clips.iter().map(|c| toes(&set.skeleton, &c.clip)).collect();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let own: Vec<f64> = sources.iter().flatten().flatten().filter(|s| s.1).map(|s| s.0).collect();
    // A prototype found 8.9 cm/s with its own copies of the clips.
    assert!((mean(&own) - 8.9).abs() < 0.3, "{}", mean(&own));
    // Distance, and cm/s more than the clips have.
    let mut more: Vec<(f64, f64)> = Vec::new();
    for (edge, GraphEdge { from, to, kind, labels }) in graph.edges().iter().enumerate() {
        let EdgeKind::Transition { distance, .. } = *kind else { continue };
        let (clip, blend) = played_transition(graph, edge, 1);
        let played = toes(&set.skeleton, &clip);
        let [from, to] = [from, to].map(|&n| graph.nodes()[n as usize]);
        let mut excess = Vec::new();
        for k in 0..set.window_frames {
            let (source, frame) = if k <= set.window_frames / 2 {
                (from.clip, from.frame as usize + k)
            } else {
                (to.clip, to.frame as usize + k - set.window_frames)
            };
            for (played, source) in played.iter().zip(&sources[source as usize]) {
                if let (Some(new), Some((old, true))) = (played.get(blend.start + k), source.get(frame)) {
                    excess.push(new.0 - old);
                }
            }
        }
        if labels.contains(forward) && !excess.is_empty() {
            more.push((distance, mean(&excess)));
        }
    }
    // 0.066 m is where a prototype had 80 % of the frames; the automatic rule goes to 0.077 m.
    for (limit, most) in [(0.066, 7.0), (f64::INFINITY, 7.5)] {
        let mut part: Vec<f64> = more.iter().filter(|m| m.0 <= limit).map(|m| m.1).collect();
        part.sort_by(f64::total_cmp);
        let (mean, p90) = (mean(&part), part[part.len() * 9 / 10]);
        println!("{} transitions up to {limit} m: {mean:.2} cm/s more on average, p90 {p90:.2}", part.len());
        assert!(part.len() > 1000 && mean <= 3.0 && p90 <= most, "{limit}: {mean} {p90}");
    }
}

#[test]
fn one_thread_and_two_give_the_same_bytes() {
    let Some(sources) = sources() else { return };
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let build = || build_motion_graph(&graph_clips(&sources[..4]), &mirrored(), &Progress::none());
        encode_graph(&pool.install(build).unwrap().graph).unwrap()
    };
    assert_eq!(run(1), run(2));
}

/// Minima below the threshold between forward frames.
fn low_minima(built: &BuiltGraph) -> Vec<GridMinimum> {
    let set = built.graph.set();
    let forward = set.find_label("forward").unwrap();
    let limit = built.graph.thresholds().get(forward, forward);
    let labels: Vec<LabelSet> = set.clips.iter().flat_map(|c| c.labels.clone()).collect();
    let is_forward = |window: u32| labels[window as usize + set.window_frames / 2].contains(forward);
    let is_low = |m: &GridMinimum| {
        f64::from(m.distance) < limit * limit && is_forward(m.first) && is_forward(m.second)
    };
    built.graph.minima().iter().copied().filter(is_low).collect()
}

/// How far each of `minima` is from the nearest of `others`, in frames (the larger of the two steps), up to 30.
fn shifts(minima: &[GridMinimum], others: &[GridMinimum]) -> Vec<u32> {
    let near = |m: &GridMinimum| {
        let from = others.partition_point(|o| o.first + 30 < m.first);
        let steps = others[from..].iter().take_while(|o| o.first <= m.first + 30);
        steps.map(|o| o.first.abs_diff(m.first).max(o.second.abs_diff(m.second))).min().unwrap_or(30).min(30)
    };
    minima.iter().map(near).collect()
}

#[test]
fn minima_hardly_move_with_the_settings() {
    // The share with a partner within two frames, and the median shift, when one setting changes.
    let Some(sources) = sources() else { return };
    let build = |options: BuildMotionGraphOptions| {
        build_motion_graph(&graph_clips(sources), &options, &Progress::none()).unwrap()
    };
    // Per cent. A box reaches further at its ends and merges neighbours; all joints alike have fewer minima, which move more.
    let wanted = [
        ("legs", "from", "box", 79.8),
        ("legs", "to", "box", 80.0),
        ("legs", "from", "gaussian", 96.0),
        ("legs", "to", "gaussian", 98.0),
        ("legs", "from", "window 0.1", 80.0),
        ("legs", "to", "window 0.1", 42.0),
        ("legs", "from", "window 0.25", 81.0),
        ("legs", "to", "window 0.25", 58.0),
        ("legs", "from", "window 0.4", 91.0),
        ("legs", "to", "window 0.4", 81.0),
        ("legs", "from", "window 0.6", 89.0),
        ("legs", "to", "window 0.6", 96.0),
        ("legs", "from", "window 0.75", 62.0),
        ("legs", "to", "window 0.75", 83.0),
        ("uniform", "from", "box", 73.0),
        ("uniform", "to", "box", 72.5),
        ("uniform", "from", "gaussian", 95.0),
        ("uniform", "to", "gaussian", 99.0),
        ("uniform", "from", "window 0.1", 85.0),
        ("uniform", "to", "window 0.1", 51.0),
        ("uniform", "from", "window 0.25", 88.0),
        ("uniform", "to", "window 0.25", 66.0),
        ("uniform", "from", "window 0.4", 92.0),
        ("uniform", "to", "window 0.4", 86.0),
        ("uniform", "from", "window 0.6", 91.0),
        ("uniform", "to", "window 0.6", 98.0),
        ("uniform", "from", "window 0.75", 68.0),
        ("uniform", "to", "window 0.75", 86.0),
    ];
    for (markers, kind) in [("legs", Markers::Legs), ("uniform", Markers::Uniform)] {
        let plain = mirrored().markers(kind);
        let triangle = build(plain);
        for (name, other) in [
            ("box", plain.kernel(Kernel::Box)),
            ("gaussian", plain.kernel(Kernel::Gaussian)),
            ("window 0.1", plain.window(0.1)),
            ("window 0.25", plain.window(0.25)),
            ("window 0.4", plain.window(0.4)),
            ("window 0.6", plain.window(0.6)),
            ("window 0.75", plain.window(0.75)),
        ] {
            let other = build(other);
            for (way, from, to) in [("from", &triangle, &other), ("to", &other, &triangle)] {
                // Windows are named by their first frame; what counts is where their middle moves.
                let centred = |built: &BuiltGraph, list: Vec<GridMinimum>| {
                    let half = built.graph.set().window_frames as u32 / 2;
                    let moved =
                        |m: GridMinimum| GridMinimum { first: m.first + half, second: m.second + half, ..m };
                    list.into_iter().map(moved).collect::<Vec<_>>()
                };
                let mut found =
                    shifts(&centred(from, low_minima(from)), &centred(to, to.graph.minima().to_vec()));
                found.sort_unstable();
                let near = found.iter().filter(|s| **s <= 2).count();
                let median = found[found.len() / 2];
                println!("{markers}, {way} {name}: {near} of {}, median {median}", found.len());
                // Three frames have three times as many minima as fifteen, so some have no partner.
                let most = if (markers, way, name) == ("legs", "to", "window 0.1") { 3 } else { 2 };
                assert!(found.len() > 300 && median <= most, "{markers} {way} {name}: {median}");
                // 80 % are asked from box to triangle; what the other settings reach is held as well.
                let least = wanted.iter().find(|w| (w.0, w.1, w.2) == (markers, way, name)).unwrap().3;
                let share = 100.0 * near as f64 / found.len() as f64;
                assert!(share >= least, "{markers}, {way} {name}: {near} of {}, {share:.1} %", found.len());
            }
        }
    }
}

#[test]
fn leaving_out_most_of_the_grid_loses_no_minimum_of_captured_walks() {
    // 100 % of the minima, where 95 % are asked.
    let Some(BuiltGraph { graph, .. }) = walking_graph() else { return };
    let set = graph.set();
    let once = marker_cloud(set).unwrap();
    // Five times over, each time a little stretched: below 12,000 frames the whole grid is computed anyway.
    let world = (0..5).flat_map(|k| {
        let frames = (0..once.frame_count()).flat_map(|f| once.frame(f).to_vec());
        frames.map(move |p| p * (1.0 + 0.01 * f64::from(k)))
    });
    let lengths: Vec<usize> = once.clips().iter().map(|c| c.len()).collect();
    let cloud =
        Cloud::new(world.collect(), once.marker_weights(), &lengths.repeat(5), once.kernel().to_vec())
            .unwrap();
    let all = find_minima(&cloud, set.window_frames, f64::INFINITY);
    // A part is left out below the first limit at least, or this test shows nothing.
    assert!(share_below(&cloud, 0.03f64.powi(2)).unwrap() <= 0.25);
    for ceiling in [0.03f64, 0.077].map(|metres| metres * metres) {
        let low = find_minima(&cloud, set.window_frames, ceiling);
        let expected: Vec<GridMinimum> =
            all.iter().copied().filter(|m| m.distance <= ceiling as f32).collect();
        assert!(expected.len() > 100);
        assert_eq!(low, expected, "{ceiling}");
    }
}

#[test]
fn drawings_show_every_clip_and_every_transition() {
    let Some(BuiltGraph { graph, report, .. }) = walking_graph() else { return };
    let drawing = graph_picture(graph);
    for clip in ["02_01_walk", "91_03_walk_figure_eight"] {
        assert!(drawing.contains(clip), "{clip}");
    }
    assert!(drawing.contains(&format!("{} transitions", report.transitions)));
    assert_eq!(drawing.matches("<path d=\"M").count() - drawing.matches(" s</text>").count(), 1500);
    let grid = graph_grid_picture(graph, 400).unwrap();
    assert!(grid.width() <= 400 && grid.width() > 300);
    let red = grid.pixels().iter().filter(|p| p[0] > 200 && p[1] < 60 && p[2] < 80).count();
    assert!(red > 300, "{red}");
}

#[test]
fn a_dance_gives_a_useful_graph_with_no_setting_touched() {
    // Speed and direction would cut it to pieces, so it gets one label; walks keep theirs.
    let Some(sources) = captured::sources(&captured::SALSA) else { return };
    let clips = graph_clips(&sources);
    let built = build_motion_graph(&clips, &BuildMotionGraphOptions::default(), &Progress::none()).unwrap();
    println!("{}", built.report.summary());
    assert!(built.report.notes.iter().any(|w| w.code == "one-label"), "{:?}", built.report.notes);
    let [label] = &built.report.labels[..] else { panic!("{:?}", built.report.labels) };
    assert!(label.coverage >= 0.85 && label.coverage >= 0.9 * label.attainable, "{label:?}");
    assert!(built.report.transitions >= 15, "{}", built.report.summary());
    let Some(walks) = walking_graph() else { return };
    assert!(!walks.report.notes.iter().any(|w| w.code == "one-label"));
}

#[test]
fn runs_are_mostly_usable_with_a_shorter_window() {
    // The plain rule gave 33 to 44 % of such runs.
    let Some(sources) = captured::sources(&captured::RUNS) else { return };
    let options = mirrored().window(0.3);
    let built = build_motion_graph(&graph_clips(&sources), &options, &Progress::none()).unwrap();
    println!("{}", built.report.summary());
    let forward = built.report.labels.iter().find(|l| l.label == "forward").unwrap();
    assert!(forward.coverage >= 0.6 && forward.coverage >= 0.8 * forward.attainable, "{forward:?}");
}

#[test]
fn untracked_frames_are_cut_out_by_name() {
    let Some(sources) = sources() else { return };
    let source = &sources[2];
    let mut data = source.clip.clone().into_data();
    let joints = source.skeleton.joint_count();
    data.rotations[200 * joints..260 * joints].fill(nalgebra::UnitQuaternion::identity());
    data.root_positions[200..260].fill(nalgebra::Vector3::zeros());
    let clip = Clip::new(&source.skeleton, data).unwrap();
    let broken = GraphClip { clip: &clip, ..graph_clips(sources)[2] };
    let built = build_motion_graph(&[broken], &mirrored(), &Progress::none()).unwrap();
    let warning = built.report.notes.iter().find(|w| w.code == "untracked-frames").unwrap();
    let told = warning.to_string();
    assert!(told.contains("104_02") && told.contains("200 to 259"), "{told}");
    assert_eq!(built.report.clips.len(), 4);
    let names: std::collections::HashSet<&str> = built.report.clips.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names.len(), 4, "{names:?}");
    assert!(built.graph.minima().iter().all(|m| m.distance > 1e-6));
}

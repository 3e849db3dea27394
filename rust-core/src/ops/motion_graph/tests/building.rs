//! From clips to a graph.

use super::*;
use crate::io::encode_graph;
use crate::model::Labels;

#[test]
fn adding_clips_equals_building_all_at_once() {
    // With and without mirror images.
    let (skeleton, walks) = sample_walks();
    let clips = graph_clips(&skeleton, &walks);
    for mirror in [false, true] {
        let options = BuildMotionGraphOptions::default().mirror(mirror);
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
    let codes = |built: &BuiltGraph| built.report.notes.iter().map(|w| w.code).collect::<Vec<_>>();
    assert!(
        !codes(&built).contains(&"no-route") && !codes(&built).contains(&"small-core"),
        "{:?}",
        built.report.notes
    );
    let mut thresholds = built.graph.thresholds().clone();
    thresholds.set(0, 1, -1.0);
    let cut = retune_motion_graph(&built.graph, &thresholds, &options).unwrap();
    let text = cut.report.notes.iter().map(|w| w.text.as_str()).collect::<Vec<_>>().join("\n");
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
    clips.push(GraphClip {
        skeleton: &tall,
        clip: &other_clip,
        plants: &other.plants,
        labels: None,
        group: 0,
    });
    let options = BuildMotionGraphOptions::default();
    let built = build_motion_graph(&clips, &options, &Progress::none()).unwrap();
    assert_eq!(built.report.moved_clips, ["walk 1.2", "tall"]);
    let leg = |s: &Skeleton| super::super::one_skeleton::leg_length(s);
    let mean = (leg(&skeleton) + leg(&tall)) / 2.0;
    assert!((leg(&built.graph.set().skeleton) - mean).abs() < 1e-9);
    let rig = super::skeleton();
    let toy = straight(100, 0.03, 0.0, 0.0);
    let plants = Plants::none(100);
    clips.push(GraphClip { skeleton: &rig, clip: &toy, plants: &plants, labels: None, group: 0 });
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
    let short = walks[0].0.slice(0..20).unwrap();
    let plants = Plants::none(20);
    let clip = GraphClip { skeleton: &skeleton, clip: &short, plants: &plants, labels: None, group: 0 };
    let error = build_motion_graph(&[clip], &options, &Progress::none()).unwrap_err().to_string();
    assert!(error.contains("long enough"), "{error}");
}

#[test]
fn a_clip_given_twice_is_left_out_and_unused_clips_are_named() {
    let (skeleton, walks) = sample_walks();
    let mut clips = graph_clips(&skeleton, &walks);
    let again = walks[0].0.clone().renamed("again");
    clips.push(GraphClip { clip: &again, ..clips[0] });
    let options = BuildMotionGraphOptions::default();
    let built = build_motion_graph(&clips, &options, &Progress::none()).unwrap();
    assert_eq!(built.report.clips.len(), 3);
    let text = |built: &BuiltGraph, code: &str| {
        built.report.notes.iter().find(|w| w.code == code).map(|w| w.text.clone()).unwrap_or_default()
    };
    let repeated = text(&built, "repeated-clip");
    assert!(repeated.contains("'again'") && repeated.contains("'walk 1.2'"), "{repeated}");
    assert_eq!(text(&built, "unused-clips"), "");
    let none = retune_motion_graph(
        &built.graph,
        &Thresholds::uniform(built.graph.set().label_names.len(), -1.0),
        &options,
    )
    .unwrap();
    assert!(text(&none, "unused-clips").contains("walk 1.35"), "{:?}", none.report.notes);
}

#[test]
fn a_limit_on_minima_leaves_the_graph_as_it_is() {
    let (skeleton, walks) = sample_walks();
    let clips = graph_clips(&skeleton, &walks);
    let all = BuildMotionGraphOptions::default();
    let whole = build_motion_graph(&clips, &all, &Progress::none()).unwrap();
    let limited = all.minima_limit(6.0);
    let part = build_motion_graph(&clips, &limited, &Progress::none()).unwrap();
    assert!(part.report.minima < whole.report.minima, "{} {}", part.report.minima, whole.report.minima);
    assert_eq!(part.graph.edges(), whole.graph.edges());
}

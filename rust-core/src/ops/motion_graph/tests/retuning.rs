//! What a graph keeps of how it was made: its own report again, other thresholds, clips added later.

use super::*;
use crate::io::{decode_graph, encode_graph};
use crate::model::{LabelSpan, Labels};
use std::path::Path;

fn built(clips: &[GraphClip<'_>], options: &BuildMotionGraphOptions) -> BuiltGraph {
    build_motion_graph(clips, options, &Progress::none()).unwrap()
}

fn read_back(graph: &MotionGraph) -> MotionGraph {
    decode_graph(Path::new("g.sfgraph"), &encode_graph(graph).unwrap()).unwrap()
}

#[test]
fn a_graph_from_a_file_gives_the_report_it_was_built_with() {
    let (skeleton, walks) = sample_walks();
    let clips = graph_clips(&skeleton, &walks);
    let plain = BuildMotionGraphOptions::default();
    let thinned = plain.thinning(6);
    let strict = plain.thinning(3).threshold_factor(0.5).max_threshold_factor(0.75).min_core(500.0);
    for options in [&plain, &thinned, &strict] {
        let built = built(&clips, options);
        let read = read_back(&built.graph);
        let own = BuildMotionGraphOptions::of_graph(&read);
        let again = retune_motion_graph(&read, read.thresholds(), &own).unwrap();
        assert_eq!(again.graph, built.graph);
        assert_eq!(again.report, built.report);
        assert_eq!((own.thinning, own.min_core), (options.thinning, options.min_core));
        // Without what the file keeps the figures would be others.
        let default = retune_motion_graph(&read, read.thresholds(), &plain).unwrap();
        assert_eq!(default.report == built.report, options == &plain);
    }
}

#[test]
fn other_thresholds_give_the_graph_that_building_with_them_gives() {
    // Its time is measured by `bench --retune` (`surefoot-tests`).
    let (skeleton, walks) = sample_walks();
    let clips = graph_clips(&skeleton, &walks);
    let first = built(&clips, &BuildMotionGraphOptions::default());
    for (factor, thinning) in [(0.4, 0), (1.0, 0), (4.0, 0), (1.0, 5)] {
        let options = BuildMotionGraphOptions::default()
            .threshold_factor(factor)
            .max_threshold_factor(factor)
            .thinning(thinning);
        let anew = built(&clips, &options);
        let tuned = retune_motion_graph(&first.graph, anew.graph.thresholds(), &options).unwrap();
        assert_eq!(tuned.graph.nodes(), anew.graph.nodes());
        assert_eq!(tuned.graph.edges(), anew.graph.edges());
        assert_eq!(tuned.graph.thresholds(), anew.graph.thresholds());
        assert_eq!(tuned.report.pairs, anew.report.pairs);
        assert_eq!(tuned.report.clips, anew.report.clips);
        assert_eq!(tuned.report.response, anew.report.response);
        for (tuned, anew) in tuned.report.labels.iter().zip(&anew.report.labels) {
            assert_eq!((tuned.factor, tuned.unit, tuned.attainable), (None, anew.unit, anew.attainable));
            assert_eq!((tuned.coverage, tuned.core_frames), (anew.coverage, anew.core_frames));
        }
        // What is kept of the first build is what would be found anew.
        let graph = MotionGraph::new(MotionGraphData {
            set: first.graph.set().clone(),
            minima: first.graph.minima().clone(),
            thresholds: first.graph.thresholds().clone(),
            tuning: Tuning::default(),
            nodes: first.graph.nodes().to_vec(),
            edges: first.graph.edges().to_vec(),
        });
        let by_hand = retune_motion_graph(&graph.unwrap(), anew.graph.thresholds(), &options).unwrap();
        assert_eq!(by_hand, tuned);
    }
}

/// Steps in place while the body sways to and fro: no label by travel lasts as long as a window.
fn dance(skeleton: &Skeleton, speed: f64, name: &str) -> (Clip, Plants) {
    let options = WalkOptions { seconds: 16.0, frame_rate: 30.0, speed, ..WalkOptions::default() };
    let sample = walk(skeleton, &options).unwrap();
    let frames = sample.clip.frame_count();
    let mut data = sample.clip.into_data();
    for (f, p) in data.root_positions.iter_mut().enumerate() {
        let t = f as f64 / 30.0;
        (p.x, p.z) = (0.0, 0.2 * (std::f64::consts::TAU * t / 0.8).sin());
    }
    (Clip::new(skeleton, data).unwrap().renamed(name), Plants::none(frames))
}

#[test]
fn clips_added_later_follow_what_was_decided_about_labels() {
    let skeleton = biped_skeleton(&BipedOptions::default()).unwrap();
    let options = BuildMotionGraphOptions::default();
    let dances = [dance(&skeleton, 1.0, "first"), dance(&skeleton, 1.05, "second")];
    let sample =
        walk(&skeleton, &WalkOptions { seconds: 6.0, frame_rate: 30.0, ..Default::default() }).unwrap();
    let frames = sample.clip.frame_count();
    let stroll = (sample.clip.renamed("stroll"), Plants::none(frames));
    let own = Labels::new(frames, vec![LabelSpan { label: "stroll".into(), frames: 0..frames }]).unwrap();
    let [first, second] = &graph_clips(&skeleton, &dances)[..] else { panic!() };
    let unlabelled = graph_clips(&skeleton, std::slice::from_ref(&stroll))[0];
    let labelled = GraphClip { labels: Some(&own), ..unlabelled };
    let extended = |clips: &[GraphClip<'_>], more: &GraphClip<'_>| {
        let graph = read_back(&built(clips, &options).graph);
        extend_motion_graph(&graph, &[*more], &options, &Progress::none()).unwrap().graph
    };
    let labels = |graph: &MotionGraph| {
        let set = graph.set();
        let of_clip = |c: &SetClip| -> Vec<Vec<String>> {
            c.labels.iter().map(|l| l.iter().map(|l| set.label_names[l].clone()).collect()).collect()
        };
        (set.rules.has_one_label, set.clips.iter().map(of_clip).collect::<Vec<_>>())
    };
    // The same decision: the first dance makes it, the second follows, whatever labels other clips brought.
    for before in [vec![*first], vec![labelled, *first]] {
        let all: Vec<GraphClip<'_>> = before.iter().chain([second]).copied().collect();
        let whole = built(&all, &options).graph;
        assert_eq!(whole.set().rules.has_one_label, Some(true));
        assert_eq!(labels(&extended(&before, second)), labels(&whole));
    }
    // Nothing was decided where all clips came with labels: the first without decides, as in a build.
    assert_eq!(built(&[labelled], &options).graph.set().rules.has_one_label, None);
    assert_eq!(labels(&extended(&[labelled], first)), labels(&built(&[labelled, *first], &options).graph));
    // A graph of a walk has labels by travel, and keeps to them for a dance.
    let walked = extended(&[unlabelled], first);
    assert_eq!(walked.set().rules.has_one_label, Some(false));
    assert!(!walked.set().label_names.iter().any(|name| name == UNLABELLED));
    // One label that was asked for is a decision too.
    let none = options.labelling(Labelling::None);
    let one = built(&[unlabelled], &none).graph;
    let more = extend_motion_graph(&one, &[*first], &options, &Progress::none()).unwrap().graph;
    assert_eq!(
        (more.set().rules.has_one_label, &more.set().label_names[..]),
        (Some(true), &[UNLABELLED.into()][..])
    );
}

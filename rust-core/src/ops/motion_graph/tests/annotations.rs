//! Labels and plants that people edit.

use super::*;
use crate::model::{BodyPoint, LabelSpan, Labels, Plant};
use std::ops::Range;

fn labelled<'a>(
    skeleton: &'a Skeleton,
    walks: &'a [(Clip, Plants)],
    labels: &'a [Labels],
) -> Vec<GraphClip<'a>> {
    let clips = graph_clips(skeleton, walks).into_iter().zip(labels);
    clips.map(|(clip, labels)| GraphClip { labels: Some(labels), ..clip }).collect()
}

fn spans(count: usize, list: &[(&str, Range<usize>)]) -> Labels {
    let spans = list.iter().map(|(l, frames)| LabelSpan { label: (*l).into(), frames: frames.clone() });
    Labels::new(count, spans.collect()).unwrap()
}

fn built(clips: &[GraphClip<'_>], mirror: bool) -> MotionGraph {
    let options = BuildMotionGraphOptions::default().mirror(mirror);
    build_motion_graph(clips, &options, &Progress::none()).unwrap().graph
}

#[test]
fn an_edited_interval_changes_only_what_depends_on_it() {
    let (skeleton, mut walks) = sample_walks();
    let counts: Vec<usize> = walks.iter().map(|(c, _)| c.frame_count()).collect();
    let mut labels: Vec<Labels> = counts.iter().map(|&n| Labels::whole(n, "walk")).collect();
    let before = built(&labelled(&skeleton, &walks, &labels), false);
    // A label: distances stay as they are to the last bit, so do the other clips' labels, and the same thresholds
    // join all pairs of windows but those of the frames that changed.
    labels[1] = spans(counts[1], &[("walk", 0..60), ("sneak", 60..counts[1])]);
    let after = built(&labelled(&skeleton, &walks, &labels), false);
    assert_eq!(before.minima(), after.minima());
    for (c, (old, new)) in before.set().clips.iter().zip(&after.set().clips).enumerate() {
        assert_eq!((&old.clip, &old.plants), (&new.clip, &new.plants));
        for (f, (old, new)) in old.labels.iter().zip(&new.labels).enumerate() {
            assert_eq!(old == new, c != 1 || f < 60, "clip {c}, frame {f}");
        }
    }
    let options = BuildMotionGraphOptions::default();
    let wide = |graph: &MotionGraph| {
        let labels = graph.set().label_names.len();
        retune_motion_graph(graph, &Thresholds::uniform(labels, 0.05), &options).unwrap().graph
    };
    let joins = |graph: &MotionGraph| -> Vec<[(u32, u32); 2]> {
        let place = |n: u32| (graph.nodes()[n as usize].clip, graph.nodes()[n as usize].frame);
        let edges = (0..graph.edges().len()).filter(|&e| graph.is_transition(e));
        edges.map(|e| [graph.edges()[e].from, graph.edges()[e].to].map(place)).collect()
    };
    let (old, new) = (joins(&wide(&before)), joins(&wide(&after)));
    let touches = |[from, to]: &[(u32, u32); 2]| from.0 == 1 || to.0 == 1;
    let others = |list: &[[(u32, u32); 2]]| list.iter().copied().filter(|j| !touches(j)).collect::<Vec<_>>();
    assert!(
        others(&old).len() > 20 && others(&old) == others(&new),
        "{} {}",
        others(&old).len(),
        others(&new).len()
    );
    // A plant: nothing but that clip's plants.
    let taken: Vec<Plant> = walks[2].1.iter().skip(1).cloned().collect();
    walks[2].1 = Plants::new(counts[2], taken).unwrap();
    let edited = built(&labelled(&skeleton, &walks, &labels), false);
    assert_eq!(
        (edited.minima(), edited.nodes(), edited.edges()),
        (after.minima(), after.nodes(), after.edges())
    );
    for (c, (old, new)) in after.set().clips.iter().zip(&edited.set().clips).enumerate() {
        assert_eq!((&old.clip, &old.labels), (&new.clip, &new.labels));
        assert_eq!(old.plants == new.plants, c != 2, "clip {c}");
    }
}

#[test]
fn a_mirrored_clip_has_mirrored_labels_and_plants() {
    let (skeleton, walks) = sample_walks();
    let count = walks[0].0.frame_count();
    let labels = [spans(count, &[("walk", 0..count), ("step-left", 20..50), ("step-right", 70..90)])];
    let graph = built(&labelled(&skeleton, &walks[..1], &labels), true);
    let set = graph.set();
    let [own, other] = &set.clips[..] else { panic!("{}", set.clips.len()) };
    assert!(!own.is_mirrored && other.is_mirrored);
    let [walk, left, right] = ["walk", "step-left", "step-right"].map(|l| set.find_label(l).unwrap());
    let swapped = [(walk, walk), (left, right), (right, left)];
    let mut sides = 0;
    for (f, (a, b)) in own.labels.iter().zip(&other.labels).enumerate() {
        for (label, mirrored) in swapped {
            assert_eq!(a.contains(label), b.contains(mirrored), "frame {f}");
        }
        sides += usize::from(a.contains(left) || a.contains(right));
    }
    assert!(sides > 40, "{sides}");
    let swap = |name: String| match name.split_once('_') {
        Some(("left", rest)) => format!("right_{rest}"),
        Some((_, rest)) => format!("left_{rest}"),
        None => name,
    };
    let listed = |plants: &Plants, name: &dyn Fn(String) -> String| {
        let mut list: Vec<(String, Range<usize>)> =
            plants.iter().map(|p| (name(p.point.name()), p.frames.clone())).collect();
        list.sort_by(|a, b| (&a.0, a.1.start).cmp(&(&b.0, b.1.start)));
        list
    };
    assert!(own.plants.iter().any(|p| p.point == BodyPoint::from_name("left_toe").unwrap()));
    assert_eq!(listed(&own.plants, &swap), listed(&other.plants, &|name| name));
}

//! The page of motion found in a graph: before and after cleanup, with the path it should follow.

use crate::{Actor, ActorClip, Page, Placement, Table, Tint, foot_plots, footskate_rows, render};
use surefoot::math::{Quat, Vec3};
use surefoot::model::clip::ClipData;
use surefoot::model::{FloorPath, Joint, JointIndex};
use surefoot::{Clip, FoundMotion, Result, Skeleton};

/// Height of the pole that goes along the wanted path, metres.
const POLE: f64 = 0.3;

/// A page that plays motions, as the transitions leave them and cleaned. A pole goes along the wanted path.
///
/// ```
/// use surefoot::ops::Progress;
/// use surefoot::{MotionQuery, SearchMotionGraphOptions, search_motion_graph};
/// use surefoot_page::found_motion_page;
/// # let graph = surefoot_sample::walk_graph()?;
///
/// let query = MotionQuery::RandomWalk { seconds: 2.0, label: None, from: None };
/// let found = search_motion_graph(&graph, &query, &SearchMotionGraphOptions::default(), &Progress::none())?;
/// let html = found_motion_page("A stroll", &graph.set().skeleton, None, &[found])?;
/// assert!(html.contains("A stroll"));
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// As [`render`]: if a motion is for another skeleton.
pub fn found_motion_page(
    title: &str,
    skeleton: &Skeleton,
    path: Option<&FloorPath>,
    motions: &[FoundMotion],
) -> Result<String> {
    let has_cleanup = motions.iter().any(|m| m.report.cleanup.is_some());
    let single = motions.len() == 1;
    let mut actors = Vec::new();
    for (i, motion) in motions.iter().enumerate() {
        let label =
            |what: &str| if single { what.to_owned() } else { format!("{} {what}", motion.clip.name()) };
        if has_cleanup && single {
            let clips = vec![ActorClip::new(&motion.uncleaned)];
            actors.push(Actor {
                label: label("before cleanup"),
                tint: Tint::Neutral,
                skeleton,
                clips,
                skins: &[],
            });
        }
        let clips = vec![ActorClip { plants: Some(&motion.plants), ..ActorClip::new(&motion.clip) }];
        let tint = if single { Tint::Accent } else { Tint::of_actor(i, motions.len()) };
        actors.push(Actor { label: label("found"), tint, skeleton, clips, skins: &[] });
    }
    let plots = foot_plots(&actors)?;
    let pole = pole()?;
    let guide = match (path, motions.first()) {
        (Some(path), Some(motion)) => Some(guide(&pole, path, &motion.clip)?),
        _ => None,
    };
    if let Some(clip) = &guide {
        let clips = vec![ActorClip::new(clip)];
        actors.push(Actor {
            label: "wanted path".into(),
            tint: Tint::Green,
            skeleton: &pole,
            clips,
            skins: &[],
        });
    }
    let notes = motions.iter().flat_map(|m| m.report.notes.iter().cloned()).collect();
    render(&Page {
        title: title.to_owned(),
        subtitle: motions.first().map(|m| m.report.summary()).unwrap_or_default(),
        notes,
        actors,
        placement: Placement::Overlaid,
        ground: None,
        plots,
        tables: motions.first().map(tables).unwrap_or_default(),
    })
}

fn tables(motion: &FoundMotion) -> Vec<Table> {
    let report = &motion.report;
    let mut rows = vec![
        vec!["length (s)".into(), format!("{:.1}", report.seconds)],
        vec!["transitions".into(), report.transitions.to_string()],
        vec!["share in transitions (%)".into(), format!("{:.0}", 100.0 * report.blended_share)],
        vec!["change of velocity at seams, max (m/s)".into(), format!("{:.2}", report.seams.step_max)],
        vec!["… of the whole clip, p99 (m/s)".into(), format!("{:.2}", report.seams.step_p99)],
    ];
    if let Some(p) = &report.path {
        rows.push(vec!["path (m)".into(), format!("{:.1}", p.length)]);
        rows.push(vec!["distance from it, mean (m)".into(), format!("{:.3}", p.distance_mean)]);
        rows.push(vec!["distance from it, max (m)".into(), format!("{:.2}", p.distance_max)]);
    }
    let found =
        Table { title: "Found".into(), clip: None, columns: vec![String::new(), String::new()], rows };
    let cleanup = report.cleanup.as_ref().map(|cleanup| {
        let mut rows = footskate_rows(cleanup).into_iter();
        let columns = rows.next().unwrap_or_default();
        Table { title: "Footskate".into(), clip: None, columns, rows: rows.collect() }
    });
    std::iter::once(found).chain(cleanup).collect()
}

fn pole() -> Result<Skeleton> {
    let joints = vec![
        Joint::new("path", None, Vec3::zeros()),
        Joint::new("mark", Some(JointIndex(0)), Vec3::new(0.0, POLE, 0.0)),
    ];
    Skeleton::new(joints, vec![])
}

/// The pole's motion: as far along the path as the root has gone.
fn guide(pole: &Skeleton, path: &FloorPath, clip: &Clip) -> Result<Clip> {
    let mut length = 0.0;
    let mut last = None;
    let mut places = Vec::with_capacity(clip.frame_count());
    for root in clip.root_positions() {
        length += last.map_or(0.0, |last: Vec3| (root.x - last.x).hypot(root.z - last.z));
        last = Some(*root);
        let [x, z] = path.at(length);
        places.push(Vec3::new(x, 0.0, z));
    }
    let data = ClipData {
        name: clip.name().to_owned(),
        frame_rate: clip.frame_rate(),
        rotations: vec![Quat::identity(); 2 * places.len()],
        root_positions: places,
        translations: vec![],
        scales: vec![],
    };
    Clip::new(pole, data)
}

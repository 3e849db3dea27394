//! From a list of edges to a clip (docs/methods/motion-graph.md, 4.3): copies stretches, blends transitions, and carries plants
//! and labels along.

use super::transitions::{FramePose, leaving_weight, mixed, placed_frame, track_joints, track_value};
use crate::error::{Error, Result};
use crate::math::PlanarTransform;
use crate::model::clip::ClipData;
use crate::model::{BodyPoint, Clip, EdgeKind, JointIndex, LabelSet, MotionGraph, Plant, Plants, Track};
use std::ops::Range;

/// Where a part of a walk comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct WalkSegment {
    /// Index of the edge.
    pub edge: usize,
    /// Frames of the result.
    pub frames: Range<usize>,
    /// Index of the clip in the set; for a transition the one that is left.
    pub clip: usize,
    /// First of its frames.
    pub clip_frame: usize,
    /// For a transition the clip that is entered, and the first frame used of it.
    pub entered: Option<(usize, usize)>,
}

/// A walk made into motion.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct WalkedClip {
    /// The motion, on the set's skeleton.
    pub clip: Clip,
    /// Plants of the sources; those on both sides of a seam are one. Without positions.
    pub plants: Plants,
    /// Labels of every frame; inside a transition those of both clips.
    pub labels: Vec<LabelSet>,
    /// Which frames come from where.
    pub segments: Vec<WalkSegment>,
    /// From the last clip's own place to where it ends up.
    pub end: PlanarTransform,
}

/// Plays edges one after the other. `start` moves the first clip from where it was captured; feet may slide a little
/// in transitions, for which [`remove_footskate`](crate::remove_footskate()) takes clip and plants.
///
/// ```
/// use surefoot::math::PlanarTransform;
/// use surefoot::ops::motion_graph::{RandomWalkOptions, random_walk, walk_to_clip};
/// # let graph = surefoot_sample::walk_graph()?;
///
/// let edges = random_walk(&graph, &RandomWalkOptions::default())?;
/// let walked = walk_to_clip(&graph, &edges, &PlanarTransform::default(), "stroll")?;
/// assert_eq!((walked.clip.name(), walked.segments.len()), ("stroll", edges.len()));
/// assert_eq!(walked.labels.len(), walked.clip.frame_count());
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Invalid`] if an edge does not exist or does not begin where the one before ended.
pub fn walk_to_clip(
    graph: &MotionGraph,
    edges: &[usize],
    start: &PlanarTransform,
    name: &str,
) -> Result<WalkedClip> {
    check_walk(graph, edges)?;
    let set = graph.set();
    let mut player = Player::new(graph, edges, *start);
    for &edge in edges {
        player.play(edge);
    }
    let plants = player.plants()?;
    let Player { data, labels, segments, world, .. } = player;
    let clip = Clip::new(&set.skeleton, ClipData { name: name.to_owned(), ..data })?;
    Ok(WalkedClip { clip, plants, labels, segments, end: world })
}

fn check_walk(graph: &MotionGraph, edges: &[usize]) -> Result<()> {
    let mut at = None;
    for (i, &e) in edges.iter().enumerate() {
        let Some(edge) = graph.edges().get(e) else {
            return Err(Error::invalid(
                "walk",
                format!("edge {e} does not exist; there are {}", graph.edges().len()),
            ));
        };
        if at.is_some_and(|at| at != edge.from) {
            return Err(Error::invalid(
                "walk",
                format!(
                    "edge {e} (number {i}) starts at node {}, but the edge before it ends at another node",
                    edge.from
                ),
            ));
        }
        at = Some(edge.to);
    }
    Ok(())
}

/// The plant of a point in one frame: which stretch of source, and which plant of that clip.
type Held = Option<(u32, u32)>;

struct Player<'a> {
    graph: &'a MotionGraph,
    world: PlanarTransform,
    data: ClipData,
    labels: Vec<LabelSet>,
    segments: Vec<WalkSegment>,
    points: Vec<BodyPoint>,
    /// `[frame * points + point]`
    held: Vec<Held>,
    /// Grows where the source of plants changes.
    source: u32,
    /// `[clip][point]`: plant number per frame, made when first needed.
    tables: Vec<Option<Vec<Vec<u32>>>>,
}

const NO_PLANT: u32 = u32::MAX;

impl<'a> Player<'a> {
    fn new(graph: &'a MotionGraph, edges: &[usize], start: PlanarTransform) -> Self {
        let set = graph.set();
        let clips = || {
            edges.iter().flat_map(|&e| {
                let edge = &graph.edges()[e];
                [edge.from, edge.to].map(|n| &set.clips[graph.nodes()[n as usize].clip as usize].clip)
            })
        };
        let empty = |joints: Vec<usize>| -> Vec<Track> {
            joints.into_iter().map(|j| Track { joint: JointIndex(j), values: Vec::new() }).collect()
        };
        Self {
            graph,
            world: start,
            data: ClipData {
                name: String::new(),
                frame_rate: set.frame_rate,
                rotations: Vec::new(),
                root_positions: Vec::new(),
                translations: empty(track_joints(clips(), &set.skeleton, Clip::translations)),
                scales: empty(track_joints(clips(), &set.skeleton, Clip::scales)),
            },
            labels: Vec::new(),
            segments: Vec::new(),
            points: BodyPoint::all().collect(),
            held: Vec::new(),
            source: 0,
            tables: vec![None; set.clips.len()],
        }
    }

    fn play(&mut self, e: usize) {
        let set = self.graph.set();
        let edge = self.graph.edges()[e];
        let [from, to] = [edge.from, edge.to].map(|n| self.graph.nodes()[n as usize]);
        let (clip, first) = (from.clip as usize, from.frame as usize);
        let start = self.labels.len();
        match edge.kind {
            EdgeKind::Stretch => {
                for frame in first..to.frame as usize {
                    let source = &set.clips[clip];
                    let pose = placed_frame(&source.clip, frame, &self.world);
                    self.push(pose, source.labels[frame], (clip, frame), (clip, frame), 1.0);
                    self.push_plants(clip, frame);
                }
                self.add_segment(e, start, clip, first, None);
            }
            EdgeKind::Transition { alignment, .. } => {
                let window = set.window_frames;
                let (other, entered) = (to.clip as usize, to.frame as usize - window);
                let after = self.world.after(&alignment);
                for k in 0..window {
                    let weight = leaving_weight(k, window);
                    let (a, b) = (&set.clips[clip], &set.clips[other]);
                    let pose = mixed(
                        &placed_frame(&a.clip, first + k, &self.world),
                        &placed_frame(&b.clip, entered + k, &after),
                        weight,
                    );
                    let labels = a.labels[first + k].union(b.labels[entered + k]);
                    self.push(pose, labels, (clip, first + k), (other, entered + k), weight);
                    // Plants follow the larger weight; the tie in the middle goes to the clip that is left.
                    if k <= window / 2 {
                        self.push_plants(clip, first + k);
                    } else {
                        self.source += u32::from(k == window / 2 + 1);
                        self.push_plants(other, entered + k);
                    }
                }
                self.world = after;
                self.add_segment(e, start, clip, first, Some((other, entered)));
            }
        }
    }

    fn add_segment(
        &mut self,
        edge: usize,
        start: usize,
        clip: usize,
        clip_frame: usize,
        entered: Option<(usize, usize)>,
    ) {
        self.segments.push(WalkSegment { edge, frames: start..self.labels.len(), clip, clip_frame, entered });
    }

    fn push(&mut self, pose: FramePose, labels: LabelSet, a: (usize, usize), b: (usize, usize), weight: f64) {
        let set = self.graph.set();
        self.data.root_positions.push(pose.root);
        self.data.rotations.extend(pose.rotations);
        self.labels.push(labels);
        let (first, second) = (&set.clips[a.0].clip, &set.clips[b.0].clip);
        for track in &mut self.data.translations {
            let j = track.joint.0;
            let rest = set.skeleton.rest_offsets()[j];
            let value = |clip: &Clip, frame| track_value(clip.translations(), j, frame, rest);
            track.values.push(value(first, a.1) * weight + value(second, b.1) * (1.0 - weight));
        }
        for track in &mut self.data.scales {
            let j = track.joint.0;
            let rest = set.skeleton.rest_scale(track.joint);
            let value = |clip: &Clip, frame| track_value(clip.scales(), j, frame, rest);
            track.values.push(value(first, a.1) * weight + value(second, b.1) * (1.0 - weight));
        }
    }

    fn push_plants(&mut self, clip: usize, frame: usize) {
        let points = &self.points;
        let plants = &self.graph.set().clips[clip].plants;
        let table = self.tables[clip].get_or_insert_with(|| {
            let mut table = vec![vec![NO_PLANT; plants.frame_count()]; points.len()];
            for (number, plant) in plants.iter().enumerate() {
                if let Some(p) = points.iter().position(|&p| p == plant.point) {
                    table[p][plant.frames.clone()].fill(number as u32);
                }
            }
            table
        });
        let source = self.source;
        self.held.extend(table.iter().map(|of_point| match of_point[frame] {
            NO_PLANT => None,
            number => Some((source, number)),
        }));
    }

    /// Runs of planted frames. Two plants of one source that touch stay two; across a seam they are one.
    fn plants(&self) -> Result<Plants> {
        let (count, frames) = (self.points.len(), self.labels.len());
        let mut plants = Vec::new();
        for (p, &point) in self.points.iter().enumerate() {
            let at = |frame: usize| self.held[frame * count + p];
            let mut first = None;
            for frame in 0..=frames {
                let now = if frame < frames { at(frame) } else { None };
                let goes_on = match (frame.checked_sub(1).and_then(at), now) {
                    (Some((source, number)), Some((next_source, next))) => {
                        source != next_source || number == next
                    }
                    _ => false,
                };
                if goes_on {
                    continue;
                }
                if let Some(first) = first.take() {
                    plants.push(Plant { point, frames: first..frame, confidence: 1.0, position: None });
                }
                first = now.map(|_| frame);
            }
        }
        Plants::new(frames, plants)
    }
}

//! [`MotionGraph`]: clips cut where motion can change from one to another (docs/methods/motion-graph.md, 3).
//!
//! The graph is flat arrays linked by index. Frames are kept once per clip. An edge is a stretch between two nodes of one clip,
//! or a transition of `window_frames` frames that is blended when it is played.

use super::clip::is_frame_rate;
use super::labels::LabelSet;
use super::{Clip, JointIndex, Plants, Skeleton};
use crate::error::{Error, Result};
use crate::math::{PlanarTransform, Vec3};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Arc;

choices! {
    /// How the frames of a window are weighted.
    pub enum Kernel {
        /// The middle counts most; rises and falls linearly.
        Triangle = "triangle", "Triangle";
        /// All frames count alike.
        Box = "box", "Box";
        /// The middle counts most, with smooth ends: a bell whose standard deviation is a quarter of the window.
        Gaussian = "gaussian", "Bell";
    }
}

impl Kernel {
    /// Weights of a window of that many frames; they sum to 1.
    ///
    /// ```
    /// use surefoot::model::Kernel;
    ///
    /// assert_eq!(Kernel::Triangle.weights(3), [0.25, 0.5, 0.25]);
    /// assert_eq!(Kernel::Box.weights(4), [0.25; 4]);
    /// ```
    pub fn weights(self, window_frames: usize) -> Vec<f64> {
        let n = window_frames;
        let raw: Vec<f64> = (0..n)
            .map(|r| match self {
                Kernel::Box => 1.0,
                Kernel::Triangle => (r + 1).min(n - r) as f64,
                Kernel::Gaussian => {
                    let away = (r as f64 - (n - 1) as f64 / 2.0) / ((n + 1) as f64 / 4.0);
                    (-0.5 * away * away).exp()
                }
            })
            .collect();
        let sum: f64 = raw.iter().sum();
        raw.into_iter().map(|w| w / sum).collect()
    }
}

/// A point fixed to a joint, and its weight in the distance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Marker {
    /// The joint it moves with.
    pub joint: JointIndex,
    /// In the joint's frame, metres.
    pub offset: Vec3,
    /// Relative weight, above 0; normalised over all markers.
    pub weight: f64,
}

/// A cell of the distance grid that is below its eight neighbours. Windows are named by their first frame, counted
/// over all clips laid end to end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GridMinimum {
    /// First frame of the earlier window.
    pub first: u32,
    /// First frame of the later window.
    pub second: u32,
    /// Squared distance, m², good to about 1e-6.
    pub distance: f32,
}

/// One clip of a [`ClipSet`].
#[derive(Debug, Clone, PartialEq)]
pub struct SetClip {
    /// The motion, at the set's frame rate and on its skeleton.
    pub clip: Clip,
    /// Its plants, without positions.
    pub plants: Plants,
    /// Labels of every frame.
    pub labels: Vec<LabelSet>,
    /// Name of the clip it was taken from.
    pub source: String,
    /// Where in that clip its first frame lies, seconds.
    pub source_start: f64,
    /// Whether it is the mirror image.
    pub is_mirrored: bool,
}

/// Clips on one skeleton at one frame rate, and how they are compared.
///
/// ```
/// # let graph = surefoot_sample::walk_graph()?;
/// let set = graph.set();
/// let walk = set.find_clip("walk")?;
/// assert_eq!(set.frame_ranges()[walk].len(), set.clips[walk].clip.frame_count());
/// assert!(set.find_label("forward").is_ok());
/// // What is not there is answered with what is.
/// assert!(set.find_label("dance").is_err_and(|error| error.to_string().contains("forward")));
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ClipSet {
    /// The skeleton all clips are on.
    pub skeleton: Skeleton,
    /// Frames per second of all clips.
    pub frame_rate: f64,
    /// The clips.
    pub clips: Vec<SetClip>,
    /// Names of the labels.
    pub label_names: Vec<String>,
    /// Points whose distance is measured.
    pub markers: Vec<Marker>,
    /// How a window's frames are weighted.
    pub kernel: Kernel,
    /// Frames of a window and of a transition, odd.
    pub window_frames: usize,
    /// What was decided when the first clips came, and holds for clips added later.
    pub rules: SetRules,
}

/// How the clips of a [`ClipSet`] were brought together.
#[derive(Debug, Clone, PartialEq)]
pub struct SetRules {
    /// Whether clips were put on one floor, at height 0, because they came on different proportions.
    pub is_levelled: bool,
    /// Where they were not: the rest offsets of the one skeleton they came on. A clip on others gets the set's floor.
    pub captured_offsets: Vec<Vec3>,
    /// Whether clips stay where they are in the world: windows are compared as they lie, transitions move nothing.
    pub is_world_locked: bool,
    /// Distance up to which minima were looked for, metres.
    pub minima_limit: f64,
    /// Whether clips that came without labels have one for all rather than labels by how they travel; `None` if every
    /// clip came with its own.
    pub has_one_label: Option<bool>,
    /// Per clip its group; clips of different groups are not compared, clips of group 0 with all. Empty if there are none.
    pub groups: Vec<u32>,
}

impl Default for SetRules {
    fn default() -> Self {
        Self {
            is_levelled: false,
            captured_offsets: Vec::new(),
            is_world_locked: false,
            minima_limit: f64::INFINITY,
            has_one_label: None,
            groups: Vec::new(),
        }
    }
}

impl ClipSet {
    /// Frames of all clips.
    pub fn frame_count(&self) -> usize {
        self.clips.iter().map(|c| c.clip.frame_count()).sum()
    }

    /// Where each clip lies among all frames laid end to end.
    pub fn frame_ranges(&self) -> Vec<Range<usize>> {
        let mut first = 0;
        self.clips
            .iter()
            .map(|c| {
                let range = first..first + c.clip.frame_count();
                first = range.end;
                range
            })
            .collect()
    }

    /// The number of the clip of that name.
    ///
    /// # Errors
    /// [`Error::Invalid`], which lists the first clips there are.
    pub fn find_clip(&self, name: &str) -> Result<usize> {
        self.clips.iter().position(|c| c.clip.name() == name).ok_or_else(|| {
            let known: Vec<&str> = self.clips.iter().map(|c| c.clip.name()).take(12).collect();
            Error::invalid(
                format!("clip '{name}'"),
                format!("is unknown; the graph has {}", known.join(", ")),
            )
        })
    }

    /// The number of the label of that name.
    ///
    /// # Errors
    /// [`Error::Invalid`], which lists the labels there are.
    pub fn find_label(&self, name: &str) -> Result<usize> {
        self.label_names.iter().position(|n| n == name).ok_or_else(|| {
            Error::invalid(
                format!("label '{name}'"),
                format!("is unknown; the clips have {}", self.label_names.join(", ")),
            )
        })
    }
}

/// Largest distance at which one may pass from a frame of one label to a frame of another, metres (RMS over markers).
///
/// ```
/// use surefoot::model::{LabelSet, Thresholds};
///
/// let mut thresholds = Thresholds::uniform(2, 0.05);
/// thresholds.set(0, 1, 0.02);
/// assert_eq!((thresholds.get(0, 1), thresholds.get(1, 0)), (0.02, 0.05));
/// // A frame of both labels passes where the strictest pair does.
/// let both = LabelSet::of(0).union(LabelSet::of(1));
/// assert_eq!(thresholds.between(both, LabelSet::of(1)), Some(0.02));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Thresholds {
    label_count: usize,
    /// `[from * label_count + to]`
    metres: Vec<f64>,
}

impl Thresholds {
    /// The same threshold for every pair.
    pub fn uniform(label_count: usize, metres: f64) -> Self {
        Self { label_count, metres: vec![metres; label_count * label_count] }
    }

    /// Thresholds from a list, label after label that is left, for each as many as there are labels; below 0 nothing
    /// passes.
    ///
    /// ```
    /// use surefoot::model::Thresholds;
    ///
    /// // Only from label 0 to itself: below 0 nothing passes.
    /// let thresholds = Thresholds::from_rows(2, &[0.05, -1.0, -1.0, -1.0])?;
    /// assert_eq!(thresholds.get(0, 0), 0.05);
    /// assert!(Thresholds::from_rows(2, &[0.05]).is_err());
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] for another number of them, [`Error::Invalid`] for one that is not a number.
    pub fn from_rows(label_count: usize, metres: &[f64]) -> Result<Self> {
        let expected = label_count * label_count;
        if metres.len() != expected {
            return Err(Error::Length { what: "thresholds".into(), expected, actual: metres.len() });
        }
        match metres.iter().find(|value| value.is_nan()) {
            Some(value) => Err(Error::invalid("threshold", format!("{value} is not a number"))),
            None => Ok(Self { label_count, metres: metres.to_vec() }),
        }
    }

    /// Number of labels.
    pub fn label_count(&self) -> usize {
        self.label_count
    }

    /// The threshold from label `from` to label `to`.
    pub fn get(&self, from: usize, to: usize) -> f64 {
        self.metres[from * self.label_count + to]
    }

    /// Sets the threshold from label `from` to label `to`; below 0 nothing passes.
    pub fn set(&mut self, from: usize, to: usize, metres: f64) {
        self.metres[from * self.label_count + to] = metres;
    }

    /// The smallest threshold over all pairs of labels of two frames; `None` if one of them has no label.
    pub fn between(&self, from: LabelSet, to: LabelSet) -> Option<f64> {
        let pairs = from.iter().flat_map(|l| to.iter().map(move |m| self.get(l, m)));
        pairs.min_by(f64::total_cmp)
    }
}

/// "About to play frame `frame` of clip `clip`".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GraphNode {
    /// Index into the set's clips.
    pub clip: u32,
    /// Frame of that clip; its frame count at the clip's end.
    pub frame: u32,
    /// Labels in whose core the node lies: from here one can go on for ever without leaving that label.
    pub cores: LabelSet,
}

/// What is played along an edge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum EdgeKind {
    /// The frames of the clip between the two nodes.
    Stretch,
    /// A blend of `window_frames` frames, from the clip of the first node to that of the second.
    Transition {
        /// Brings the second clip to the first.
        alignment: PlanarTransform,
        /// RMS distance of the markers over the window, metres.
        distance: f64,
    },
}

/// A stretch of motion between two nodes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GraphEdge {
    /// Index of the node it leaves.
    pub from: u32,
    /// Index of the node it enters.
    pub to: u32,
    /// What is played.
    pub kind: EdgeKind,
    /// Labels that all its frames share.
    pub labels: LabelSet,
}

/// How minima became transitions apart from the thresholds, and figures that hold for any thresholds: other thresholds
/// need them again, and a slider cannot wait for them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tuning {
    /// Of transitions that lie within so many frames of each other at both ends only the best was used; 0: all.
    pub thinning: usize,
    /// Threshold the automatic rule began with, in frames of change.
    pub threshold_factor: f64,
    /// Labels whose core is shorter are warned about, seconds.
    pub min_core: f64,
    /// Per label the factor that the automatic rule found; empty if the thresholds were given.
    pub factors: Vec<f64>,
    /// Per label how far the markers move in one frame, metres; empty if that was not measured.
    pub units: Vec<f64>,
    /// Per label the frames of its core if every minimum were a transition; empty if they were not counted.
    pub attainable_frames: Vec<usize>,
}

impl Tuning {
    /// What no builder writes: retuning would fail on it, and its figures would be nonsense.
    fn problem(&self, frame_count: usize) -> Option<String> {
        let numbers = [("threshold_factor", &[self.threshold_factor][..]), ("min_core", &[self.min_core])];
        let lists = [("a factor", &self.factors[..]), ("a unit", &self.units)];
        for (what, values) in numbers.into_iter().chain(lists) {
            if let Some(value) = values.iter().find(|v| !(0.0..1e6).contains(*v)) {
                return Some(format!("{what} is {value}"));
            }
        }
        let frames = self.attainable_frames.iter().find(|&&frames| frames > frame_count)?;
        Some(format!("{frames} frames are attainable of {frame_count}"))
    }
}

/// What [`MotionGraph::new`] checks.
#[derive(Debug, Clone, PartialEq)]
pub struct MotionGraphData {
    /// The clips.
    pub set: Arc<ClipSet>,
    /// All local minima of their distance grid, sorted by first and second window.
    pub minima: Arc<Vec<GridMinimum>>,
    /// What was accepted of them.
    pub thresholds: Thresholds,
    /// How, apart from the thresholds.
    pub tuning: Tuning,
    /// Sorted by clip and frame.
    pub nodes: Vec<GraphNode>,
    /// Any order.
    pub edges: Vec<GraphEdge>,
}

/// Clips joined by transitions. Every node has an outgoing edge: there is no dead end.
///
/// ```
/// # let graph = surefoot_sample::walk_graph()?;
/// let transitions = (0..graph.edges().len()).filter(|&edge| graph.is_transition(edge)).count();
/// assert!(transitions > 0);
/// // From every node one can go on, and every edge plays frames.
/// assert!((0..graph.nodes().len()).all(|node| !graph.out_edges(node).is_empty()));
/// let edge = graph.out_edges(0).start;
/// assert_eq!(graph.edges()[edge].from, 0);
/// assert!(graph.edge_frames(edge) > 0);
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct MotionGraph {
    data: MotionGraphData,
    /// Edges of node `n` are `first_out[n]..first_out[n + 1]`.
    first_out: Vec<u32>,
}

impl MotionGraph {
    /// Checks the arrays and sorts the edges by the node they leave.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the first index that does not fit, label that is unknown, or node without way out.
    pub fn new(mut data: MotionGraphData) -> Result<Self> {
        let set = data.set.clone();
        let fail = |what: String, text: String| Err(Error::invalid(format!("motion graph: {what}"), text));
        if set.window_frames.is_multiple_of(2) {
            return fail("window".into(), format!("{} frames is not an odd number", set.window_frames));
        }
        // A minute at the highest rate is far more than any blend; a forged number would take the memory of the machine.
        if set.window_frames > 600_000 {
            return fail("window".into(), format!("{} frames is too long", set.window_frames));
        }
        if !is_frame_rate(set.frame_rate) {
            return fail("frame rate".into(), format!("is {}", set.frame_rate));
        }
        if data.thresholds.label_count != set.label_names.len() {
            return fail("thresholds".into(), format!("are for {} labels", data.thresholds.label_count));
        }
        if data.thresholds.metres.iter().any(|metres| metres.is_nan()) {
            return fail("thresholds".into(), "hold a value that is not a number".into());
        }
        if let Some(text) = data.tuning.problem(set.frame_count()) {
            return fail("tuning".into(), text);
        }
        let Tuning { factors, units, attainable_frames, .. } = &data.tuning;
        for (what, count) in [
            ("factors", factors.len()),
            ("units", units.len()),
            ("attainable frames", attainable_frames.len()),
        ] {
            if count != 0 && count != set.label_names.len() {
                return fail(what.into(), format!("are for {count} labels"));
            }
        }
        for (c, clip) in set.clips.iter().enumerate() {
            let frames = clip.clip.frame_count();
            if clip.labels.len() != frames || clip.plants.frame_count() != frames {
                return fail(format!("clip {c}"), "labels or plants are for another number of frames".into());
            }
        }
        if let Some(m) = set.markers.iter().find(|m| m.joint.0 >= set.skeleton.joint_count()) {
            return fail("marker".into(), format!("is on joint {}, which does not exist", m.joint.0));
        }
        if !set.rules.groups.is_empty() && set.rules.groups.len() != set.clips.len() {
            return fail("groups".into(), format!("are for {} clips", set.rules.groups.len()));
        }
        let mut is_window = vec![false; set.frame_count()];
        for range in set.frame_ranges() {
            let end = (range.end + 1).saturating_sub(set.window_frames).max(range.start);
            is_window[range.start..end].fill(true);
        }
        let is_window = |first: u32| is_window.get(first as usize).copied().unwrap_or(false);
        let is_sound = |m: &GridMinimum| m.first < m.second && is_window(m.first) && is_window(m.second);
        // Millions of them may be read from a file, which must open at once.
        if let Some(m) = data.minima.par_iter().find_first(|m| !is_sound(m)) {
            return fail("minimum".into(), format!("({}, {}) lies outside the clips", m.first, m.second));
        }
        for (n, node) in data.nodes.iter().enumerate() {
            let frames = set.clips.get(node.clip as usize).map(|c| c.clip.frame_count());
            if frames.is_none_or(|frames| node.frame as usize > frames) {
                return fail(format!("node {n}"), format!("clip {} has no frame {}", node.clip, node.frame));
            }
        }
        let key = |e: &GraphEdge| (e.from, matches!(e.kind, EdgeKind::Transition { .. }), e.to);
        if !data.edges.par_windows(2).all(|pair| key(&pair[0]) <= key(&pair[1])) {
            data.edges.par_sort_by_cached_key(key);
        }
        let fits = |edge: &GraphEdge| {
            let ends = (data.nodes.get(edge.from as usize), data.nodes.get(edge.to as usize));
            let (Some(from), Some(to)) = ends else { return false };
            match edge.kind {
                EdgeKind::Stretch => from.clip == to.clip && from.frame < to.frame,
                EdgeKind::Transition { alignment: a, distance } => {
                    let frames = set.clips[from.clip as usize].clip.frame_count();
                    from.frame as usize + set.window_frames <= frames
                        && to.frame as usize >= set.window_frames
                        && [a.theta, a.x0, a.z0, distance].iter().all(|v| v.is_finite())
                }
            }
        };
        if let Some((e, edge)) = data.edges.par_iter().enumerate().find_first(|(_, edge)| !fits(edge)) {
            let node = |n: u32| {
                data.nodes.get(n as usize).map_or("a node that does not exist".into(), |n| format!("{n:?}"))
            };
            return fail(
                format!("edge {e}"),
                format!("cannot lead from {} to {}", node(edge.from), node(edge.to)),
            );
        }
        let mut first_out = vec![0u32; data.nodes.len() + 1];
        for edge in &data.edges {
            first_out[edge.from as usize + 1] += 1;
        }
        for n in 0..data.nodes.len() {
            if first_out[n + 1] == 0 {
                return fail(format!("node {n}"), "is a dead end".into());
            }
            first_out[n + 1] += first_out[n];
        }
        Ok(Self { data, first_out })
    }

    /// The clips.
    pub fn set(&self) -> &Arc<ClipSet> {
        &self.data.set
    }

    /// All local minima of the distance grid, accepted or not.
    pub fn minima(&self) -> &Arc<Vec<GridMinimum>> {
        &self.data.minima
    }

    /// The thresholds it was built with.
    pub fn thresholds(&self) -> &Thresholds {
        &self.data.thresholds
    }

    /// How minima became transitions apart from the thresholds.
    pub fn tuning(&self) -> &Tuning {
        &self.data.tuning
    }

    /// All nodes, by clip and frame.
    pub fn nodes(&self) -> &[GraphNode] {
        &self.data.nodes
    }

    /// All edges, by the node they leave; a stretch before transitions.
    pub fn edges(&self) -> &[GraphEdge] {
        &self.data.edges
    }

    /// Indices of the edges that leave a node; never empty.
    pub fn out_edges(&self, node: usize) -> Range<usize> {
        self.first_out[node] as usize..self.first_out[node + 1] as usize
    }

    /// Frames played along an edge.
    pub fn edge_frames(&self, edge: usize) -> usize {
        let edge = &self.data.edges[edge];
        match edge.kind {
            EdgeKind::Stretch => {
                (self.data.nodes[edge.to as usize].frame - self.data.nodes[edge.from as usize].frame) as usize
            }
            EdgeKind::Transition { .. } => self.data.set.window_frames,
        }
    }

    /// Whether an edge is a transition.
    pub fn is_transition(&self, edge: usize) -> bool {
        matches!(self.data.edges[edge].kind, EdgeKind::Transition { .. })
    }

    /// Whether an edge lies in the core of that label, so that one can go on for ever within it.
    pub fn is_in_core(&self, edge: usize, label: usize) -> bool {
        let edge = &self.data.edges[edge];
        edge.labels.contains(label)
            && [edge.from, edge.to].iter().all(|&n| self.data.nodes[n as usize].cores.contains(label))
    }
}

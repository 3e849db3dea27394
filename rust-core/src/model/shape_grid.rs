//! [`ShapeGrid`]: how one clip is corrected for the bodies of a grid of shapes.

use super::clip::Clip;
use super::note::Note;
use super::skeleton::{JointIndex, Skeleton};
use super::skin::Skin;
use crate::error::{Error, Result};
use crate::math::Vec3;

/// Most nodes of a grid: a slip of the axes would fill the disk.
pub const MAX_SHAPE_NODES: usize = 100_000;
/// Most girths of one axis.
const MAX_GIRTHS: usize = 99;

choices! {
    /// A part of the body whose girth changes along an axis of a [`ShapeGrid`].
    pub enum ShapePart {
        /// Left thigh and shin.
        LeftLeg = "left_leg", "Left Leg";
        /// Right thigh and shin.
        RightLeg = "right_leg", "Right Leg";
        /// Pelvis, spine and clavicles.
        Trunk = "trunk", "Trunk";
        /// Left upper arm and forearm.
        LeftArm = "left_arm", "Left Arm";
        /// Right upper arm and forearm.
        RightArm = "right_arm", "Right Arm";
    }
}

/// One axis of a [`ShapeGrid`].
#[derive(Debug, Clone, PartialEq)]
pub struct ShapeAxis {
    /// What grows along it.
    pub part: ShapePart,
    /// Girths, ascending, as ratios to the body that the clip came with.
    pub girths: Vec<f64>,
}

impl ShapeAxis {
    /// The girth within the axis that is nearest to `girth`.
    pub(crate) fn clamped(&self, girth: f64) -> f64 {
        let [first, last] = self.ends();
        girth.clamp(first, last)
    }

    /// The least and the largest girth.
    pub(crate) fn ends(&self) -> [f64; 2] {
        [self.girths[0], self.girths[self.girths.len() - 1]]
    }
}

/// What a grid is of: the axes, and enough to recognise clip, character and settings.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ShapeGridHead {
    /// The axes; the last one changes fastest from node to node.
    pub axes: Vec<ShapeAxis>,
    /// Name of the clip.
    pub clip: String,
    /// Frames of the clip.
    pub frame_count: usize,
    /// Joints of the clip.
    pub joint_count: usize,
    /// Fingerprint of the clip's rotations and root path.
    pub clip_print: u64,
    /// Fingerprint of the skeleton's names and parents, which are the same at all girths.
    pub skeleton_print: u64,
    /// Fingerprint of the body that the clip came with: rest pose, animated translations and mesh.
    pub body_print: u64,
    /// Whether clavicles, shoulders and hips moved outwards with the trunk where bodies were grown.
    pub move_joints: bool,
    /// Everything else that the corrections depend on: what was asked of the solver.
    pub settings: String,
}

/// Corrections of one channel on neighbouring frames.
#[derive(Debug, Clone, PartialEq)]
pub struct CorrectionRun {
    /// The joint that turns, or `None` for the root's path.
    pub joint: Option<JointIndex>,
    /// The first frame.
    pub first: usize,
    /// Per frame the rotation vector that is applied in front of the joint's local rotation, radians, or the root's shift, metres.
    pub values: Vec<[f32; 3]>,
}

/// What was noted on one body while it was solved.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShapeNote {
    /// The note's code.
    pub code: String,
    /// A sentence for people.
    pub text: String,
    /// The limb, joint or point it is about.
    pub about: Option<String>,
}

impl ShapeNote {
    pub(crate) fn of(note: &Note) -> Self {
        Self { code: note.code.to_owned(), text: note.text.clone(), about: note.about.clone() }
    }
}

/// The corrections for one body.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ShapeNode {
    /// Deepest vertex before and after the correction, metres.
    pub depths: [f64; 2],
    /// What was noted on it; frames are left out.
    pub notes: Vec<ShapeNote>,
    /// Corrections, by joint and then by frame; what is not here is not corrected.
    pub runs: Vec<CorrectionRun>,
}

/// How one clip is corrected for the bodies of a grid of shapes.
#[derive(Debug, Clone, PartialEq)]
pub struct ShapeGrid {
    head: ShapeGridHead,
    nodes: Vec<ShapeNode>,
    /// What some node corrects: joints, and `None` for the root's path.
    channels: Vec<Option<JointIndex>>,
}

impl ShapeGridHead {
    /// What a grid of this clip on this character is of.
    ///
    /// # Errors
    /// [`Error::Length`] if the clip is for another skeleton; [`Error::Invalid`] for axes that are no grid.
    pub fn new(
        skeleton: &Skeleton,
        clip: &Clip,
        skins: &[Skin],
        axes: Vec<ShapeAxis>,
        move_joints: bool,
        settings: &str,
    ) -> Result<Self> {
        clip.check_skeleton(skeleton)?;
        let head = Self {
            axes,
            clip: clip.name().to_owned(),
            frame_count: clip.frame_count(),
            joint_count: clip.joint_count(),
            clip_print: clip_print(clip),
            skeleton_print: skeleton_print(skeleton),
            body_print: body_print(skeleton, clip, skins),
            move_joints,
            settings: settings.to_owned(),
        };
        head.check()?;
        Ok(head)
    }

    /// Refuses axes that are no grid.
    pub(crate) fn check(&self) -> Result<()> {
        let refused =
            |axis: &ShapeAxis, text: &str| Error::invalid(format!("axis '{}'", axis.part.name()), text);
        if self.axes.is_empty() {
            return Err(Error::invalid("axes", "there are none; a grid needs at least one"));
        }
        for (index, axis) in self.axes.iter().enumerate() {
            if self.axes[..index].iter().any(|other| other.part == axis.part) {
                return Err(refused(axis, "is there twice"));
            }
            if axis.girths.is_empty() || axis.girths.len() > MAX_GIRTHS {
                let text = format!("has {} girths; it takes 1 to {MAX_GIRTHS}", axis.girths.len());
                return Err(refused(axis, &text));
            }
            if let Some(girth) = axis.girths.iter().find(|girth| !(0.2..=5.0).contains(*girth)) {
                return Err(refused(axis, &format!("has a girth of {girth}; it takes 0.2 to 5")));
            }
            if axis.girths.windows(2).any(|pair| pair[1] - pair[0] < 1e-6) {
                return Err(refused(axis, "has girths that do not ascend"));
            }
        }
        let count = self.axes.iter().try_fold(1usize, |all, axis| all.checked_mul(axis.girths.len()));
        if count.is_none_or(|count| count > MAX_SHAPE_NODES) {
            return Err(Error::invalid(
                "axes",
                format!("the grid would have more than {MAX_SHAPE_NODES} nodes"),
            ));
        }
        Ok(())
    }

    /// How many nodes the grid has.
    pub fn node_count(&self) -> usize {
        self.axes.iter().map(|axis| axis.girths.len()).product()
    }

    /// Girth along each axis at one node.
    pub fn girths(&self, node: usize) -> Vec<f64> {
        let mut rest = node;
        let mut out: Vec<f64> = self
            .axes
            .iter()
            .rev()
            .map(|axis| {
                let girth = axis.girths[rest % axis.girths.len()];
                rest /= axis.girths.len();
                girth
            })
            .collect();
        out.reverse();
        out
    }

    /// Refuses corrections that do not fit the clip.
    pub(crate) fn check_node(&self, index: usize, node: &ShapeNode) -> Result<()> {
        let refused = |text: &str| Error::invalid(format!("shape node {index}"), text);
        if index >= self.node_count() {
            return Err(refused(&format!("there are only {} nodes", self.node_count())));
        }
        if !node.depths.iter().all(|depth| depth.is_finite()) {
            return Err(refused("has a depth that is not finite"));
        }
        for run in &node.runs {
            let end = run.first.checked_add(run.values.len());
            if run.values.is_empty() || end.is_none_or(|end| end > self.frame_count) {
                return Err(refused("has corrections beyond the clip"));
            }
            if run.joint.is_some_and(|joint| joint.0 >= self.joint_count) {
                return Err(refused("corrects a joint that the skeleton lacks"));
            }
            if !run.values.iter().flatten().all(|value| value.is_finite() && value.abs() < 1e3) {
                return Err(refused("has a correction that is not finite"));
            }
        }
        let is_before = |a: &CorrectionRun, b: &CorrectionRun| {
            a.joint < b.joint || (a.joint == b.joint && a.first + a.values.len() <= b.first)
        };
        if !node.runs.windows(2).all(|pair| is_before(&pair[0], &pair[1])) {
            return Err(refused("has corrections out of order"));
        }
        Ok(())
    }
}

impl ShapeNode {
    /// The correction of a joint, or of the root's path, on one frame.
    pub(crate) fn value(&self, joint: Option<JointIndex>, frame: usize) -> Option<Vec3> {
        let at = self.runs.partition_point(|run| (run.joint, run.first) <= (joint, frame));
        let run = self.runs.get(at.checked_sub(1)?)?;
        let value = run.values.get(frame.checked_sub(run.first)?).filter(|_| run.joint == joint)?;
        Some(Vec3::new(f64::from(value[0]), f64::from(value[1]), f64::from(value[2])))
    }
}

impl ShapeGrid {
    /// Checks and stores the corrections, one entry per node.
    ///
    /// # Errors
    /// [`Error::Length`] for another number of nodes; [`Error::Invalid`] for axes that are no grid, or corrections that do not fit the clip.
    pub fn new(head: ShapeGridHead, nodes: Vec<ShapeNode>) -> Result<Self> {
        head.check()?;
        crate::error::check_length("shape nodes", head.node_count(), nodes.len())?;
        nodes.iter().enumerate().try_for_each(|(index, node)| head.check_node(index, node))?;
        let mut channels: Vec<_> = nodes.iter().flat_map(|node| &node.runs).map(|run| run.joint).collect();
        channels.sort_unstable();
        channels.dedup();
        Ok(Self { head, nodes, channels })
    }

    /// What it is of.
    pub fn head(&self) -> &ShapeGridHead {
        &self.head
    }

    /// The corrections of every node.
    pub fn nodes(&self) -> &[ShapeNode] {
        &self.nodes
    }

    /// What some node corrects: joints, and `None` for the root's path.
    pub fn channels(&self) -> &[Option<JointIndex>] {
        &self.channels
    }

    /// Refuses a clip that the grid was not made of. The skeleton may be that of any girth.
    ///
    /// # Errors
    /// [`Error::Length`] if the clip is for another skeleton; [`Error::Invalid`] for another clip or character.
    pub fn check_clip(&self, skeleton: &Skeleton, clip: &Clip) -> Result<()> {
        clip.check_skeleton(skeleton)?;
        if self.head.skeleton_print != skeleton_print(skeleton) {
            let text = "was made of another character: joint names or parents differ; build it again";
            return Err(Error::invalid("shape grid", text));
        }
        if self.head.clip_print != clip_print(clip) {
            let text = format!(
                "was made of the clip '{}', whose motion is not that of '{}'; build it again",
                self.head.clip,
                clip.name()
            );
            return Err(Error::invalid("shape grid", text));
        }
        Ok(())
    }
}

impl ShapeGrid {
    /// Refuses a body that the grid was not made of: one of the same joints, but with other bones or flesh.
    ///
    /// # Errors
    /// As [`check_clip`](Self::check_clip); [`Error::Invalid`] for another body.
    pub fn check_body(&self, skeleton: &Skeleton, clip: &Clip, skins: &[Skin]) -> Result<()> {
        self.check_clip(skeleton, clip)?;
        if self.head.body_print != body_print(skeleton, clip, skins) {
            let text = "was made of another body: rest pose, roles or mesh differ; give the file that it was built of";
            return Err(Error::invalid("shape grid", text));
        }
        Ok(())
    }
}

/// A fingerprint that tells one clip from another; not one against forgery.
struct Print(u64);

impl Print {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn word(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01b3);
        self.0 ^= self.0 >> 29;
    }

    fn numbers<'a>(&mut self, numbers: impl IntoIterator<Item = &'a f64>) {
        numbers.into_iter().for_each(|number| self.word(number.to_bits()));
    }

    fn text(&mut self, text: &str) {
        self.word(text.len() as u64);
        text.bytes().for_each(|byte| self.word(u64::from(byte)));
    }
}

/// A fingerprint of a text.
pub(crate) fn text_print(text: &str) -> u64 {
    let mut print = Print::new();
    print.text(text);
    print.0
}

/// Translations are left out: they grow with the body.
fn clip_print(clip: &Clip) -> u64 {
    let mut print = Print::new();
    print.word(clip.frame_count() as u64);
    print.word(clip.frame_rate().to_bits());
    clip.rotations().iter().for_each(|rotation| print.numbers(rotation.coords.iter()));
    clip.root_positions().iter().for_each(|place| print.numbers(place.iter()));
    print.0
}

fn skeleton_print(skeleton: &Skeleton) -> u64 {
    let mut print = Print::new();
    for joint in skeleton.joints() {
        print.text(skeleton.name(joint));
        print.word(skeleton.parent(joint).map_or(u64::MAX, |parent| parent.0 as u64));
    }
    print.0
}

fn body_print(skeleton: &Skeleton, clip: &Clip, skins: &[Skin]) -> u64 {
    let mut print = Print::new();
    for joint in skeleton.joints() {
        print.numbers(skeleton.rest_offset(joint).iter());
        print.numbers(skeleton.rest_rotation(joint).coords.iter());
        print.numbers(skeleton.rest_scale(joint).iter());
        print.text(&skeleton.roles().role(joint).map(|role| role.name()).unwrap_or_default());
    }
    for track in clip.translations().iter().chain(clip.scales()) {
        print.word(track.joint.0 as u64);
        track.values.iter().for_each(|value| print.numbers(value.iter()));
    }
    for skin in skins {
        let data = skin.data();
        data.positions.iter().flat_map(|place| place.iter()).for_each(|x| print.word(u64::from(x.to_bits())));
        data.triangles.iter().flatten().for_each(|&corner| print.word(u64::from(corner)));
        data.slot_joints.iter().for_each(|joint| print.word(joint.0 as u64));
        for bind in &data.inverse_binds {
            print.numbers(bind.linear.iter());
            print.numbers(bind.translation.iter());
        }
        data.influence_offsets
            .iter()
            .chain(&data.influence_slots)
            .for_each(|&slot| print.word(u64::from(slot)));
        data.influence_weights.iter().for_each(|weight| print.word(u64::from(weight.to_bits())));
    }
    print.0
}

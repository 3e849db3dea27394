//! [`query_shape_grid`] and [`ShapedClip`]: a clip for any shape of a grid.

use super::grown_shape;
use super::options::QueryShapeGridOptions;
use super::report::QueryShapeGridReport;
use super::weights::ShapeWeights;
use crate::declare::Options;
use crate::error::{Error, Result, check_length};
use crate::math::rotation::rotation_from_vector;
use crate::math::{Quat, Vec3};
use crate::model::shape_grid::{ShapeAxis, ShapeGrid, ShapePart};
use crate::model::{Clip, JointIndex, Note, Skeleton, Skin};
use crate::ops::Edited;
use crate::ops::grow_body::{GrownBody, grow_body};

/// A clip that can be asked for any shape of its grid, frame by frame, while the shape changes.
///
/// ```
/// use surefoot::math::Quat;
/// use surefoot::ops::shape_grid::{QueryShapeGridOptions, ShapedClip};
/// # let (skeleton, clip, grid) = surefoot_sample::shape_grid()?;
///
/// let shaped = ShapedClip::new(&grid, &skeleton, &clip)?;
/// let mut rotations = vec![Quat::identity(); skeleton.joint_count()];
/// for frame in 0..clip.frame_count() {
///     // The trunk grows while the clip plays.
///     let girth = 1.0 + 0.2 * frame as f64 / clip.frame_count() as f64;
///     let weights = shaped.weights(&QueryShapeGridOptions::default().trunk(girth))?;
///     let root = shaped.pose(frame, &weights, &mut rotations)?;
///     assert!(root.y > 0.0);
/// }
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct ShapedClip<'a> {
    grid: &'a ShapeGrid,
    clip: &'a Clip,
}

impl<'a> ShapedClip<'a> {
    /// The skeleton may be that of any girth.
    ///
    /// # Errors
    /// [`Error::Length`] if the clip is for another skeleton; [`Error::Invalid`] if the grid was made of another clip or character.
    pub fn new(grid: &'a ShapeGrid, skeleton: &Skeleton, clip: &'a Clip) -> Result<Self> {
        grid.check_clip(skeleton, clip)?;
        Ok(Self { grid, clip })
    }

    /// As [`new`](Self::new), but only numbers of frames and joints are compared: for callers that have compared the rest before, and ask
    /// for one frame at a time.
    ///
    /// # Errors
    /// [`Error::Length`] for another number of frames or joints.
    pub fn trusted(grid: &'a ShapeGrid, clip: &'a Clip) -> Result<Self> {
        check_length("frames of the clip", grid.head().frame_count, clip.frame_count())?;
        check_length("joints of the clip", grid.head().joint_count, clip.joint_count())?;
        Ok(Self { grid, clip })
    }

    /// How much each node counts for a shape.
    ///
    /// # Errors
    /// [`Error::OptionOutOfRange`]; [`Error::Invalid`] for a girth other than 1 of a part that the grid has no axis for.
    pub fn weights(&self, shape: &QueryShapeGridOptions) -> Result<ShapeWeights> {
        shape.validate()?;
        let axes = &self.grid.head().axes;
        let missing = ShapePart::ALL
            .iter()
            .find(|part| shape.girth(**part) != 1.0 && axes.iter().all(|axis| axis.part != **part));
        if let Some(part) = missing {
            let text = format!("the grid has no axis '{}'; its girth must stay 1", part.name());
            return Err(Error::invalid("shape", text));
        }
        let girths: Vec<f64> = axes.iter().map(|axis| shape.girth(axis.part)).collect();
        ShapeWeights::new(axes, &girths, shape.interpolation)
    }

    /// Local rotations of every joint in one frame; returns the root's place. Joints without correction keep their bits.
    ///
    /// # Errors
    /// [`Error::Length`] for another number of rotations than joints; [`Error::Invalid`] for a frame beyond the clip, or weights of another
    /// grid.
    pub fn pose(&self, frame: usize, weights: &ShapeWeights, rotations: &mut [Quat]) -> Result<Vec3> {
        check_length("rotations", self.clip.joint_count(), rotations.len())?;
        if frame >= self.clip.frame_count() {
            let text = format!("{frame} is beyond the clip's {} frames", self.clip.frame_count());
            return Err(Error::invalid("frame", text));
        }
        if weights.nodes.iter().any(|(node, _)| *node >= self.grid.nodes().len()) {
            return Err(Error::invalid("weights", "are those of another grid"));
        }
        let pose = self.clip.pose(frame);
        rotations.copy_from_slice(pose.rotations());
        let mut root = pose.root_position();
        for &channel in self.grid.channels() {
            let Some(mixed) = self.mixed(channel, frame, weights) else { continue };
            let Some(joint) = channel else {
                root += mixed;
                continue;
            };
            let source = rotations[joint.0];
            let turned = Quat::new_normalize((rotation_from_vector(&mixed) * source).into_inner());
            let is_near = turned.coords.dot(&source.coords) >= 0.0;
            rotations[joint.0] = if is_near { turned } else { Quat::new_unchecked(-turned.into_inner()) };
        }
        Ok(root)
    }

    /// The mixed correction; `None` where there is none.
    fn mixed(&self, channel: Option<JointIndex>, frame: usize, weights: &ShapeWeights) -> Option<Vec3> {
        let values = weights
            .nodes
            .iter()
            .filter_map(|&(node, weight)| Some(self.grid.nodes()[node].value(channel, frame)? * weight));
        values.reduce(|sum, value| sum + value).filter(|sum| *sum != Vec3::zeros())
    }
}

/// The body of one shape, grown as the bodies of the grid were from the one that the grid was made of. Beyond the ends of
/// an axis its end is used, as for the clip. Its skeleton and [`GrownBody::fit_clip`] are for [`query_shape_grid`].
///
/// ```
/// use surefoot::ops::shape_grid::shaped_body;
/// use surefoot::{QueryShapeGridOptions, query_shape_grid};
/// # let (skeleton, clip, grid) = surefoot_sample::shape_grid()?;
/// # let skins = [surefoot_sample::biped(&Default::default())?.skin];
///
/// let shape = QueryShapeGridOptions::default().trunk(1.1);
/// let body = shaped_body(&grid, &skeleton, &clip, &skins, &shape)?;
/// let heavier = query_shape_grid(&grid, &body.skeleton, &body.fit_clip(&clip)?, &shape)?;
/// assert_eq!(heavier.report.nodes, 2);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// As [`ShapeGrid::check_body`], [`ShapedClip::weights`] and [`grow_body`].
pub fn shaped_body(
    grid: &ShapeGrid,
    skeleton: &Skeleton,
    clip: &Clip,
    skins: &[Skin],
    shape: &QueryShapeGridOptions,
) -> Result<GrownBody> {
    grid.check_body(skeleton, clip, skins)?;
    // Refuses girths without an axis.
    ShapedClip::new(grid, skeleton, clip)?.weights(shape)?;
    let girths: Vec<f64> = grid.head().axes.iter().map(|axis| axis.clamped(shape.girth(axis.part))).collect();
    grow_body(skeleton, skins, &[], &grown_shape(grid.head(), &girths))
}

/// The clip for one shape of the grid: the corrections of the nodes around it, mixed. Frames and joints without correction keep their bits.
///
/// `skeleton` and `clip` may be those of any girth: only names, parents and the motion have to be those that the grid was made of. Give those
/// of [`shaped_body`] at the same shape to get a clip for that body.
///
/// ```
/// use surefoot::{QueryShapeGridOptions, query_shape_grid};
/// # let (skeleton, clip, grid) = surefoot_sample::shape_grid()?;
///
/// let shape = QueryShapeGridOptions::default().trunk(1.1);
/// let heavier = query_shape_grid(&grid, &skeleton, &clip, &shape)?;
/// println!("{}", heavier.report.summary());
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// As [`ShapedClip::new`] and [`ShapedClip::weights`].
pub fn query_shape_grid(
    grid: &ShapeGrid,
    skeleton: &Skeleton,
    clip: &Clip,
    options: &QueryShapeGridOptions,
) -> Result<Edited<QueryShapeGridReport>> {
    let shaped = ShapedClip::new(grid, skeleton, clip)?;
    let weights = shaped.weights(options)?;
    let mut data = clip.clone().into_data();
    let joints = clip.joint_count();
    let mut report = QueryShapeGridReport { nodes: weights.nodes.len(), ..Default::default() };
    for (frame, rotations) in data.rotations.chunks_mut(joints.max(1)).enumerate() {
        data.root_positions[frame] = shaped.pose(frame, &weights, rotations)?;
        let before = clip.pose(frame);
        let shift = (data.root_positions[frame] - before.root_position()).norm();
        report.root_max = report.root_max.max(shift);
        for joint in grid.channels().iter().copied().flatten() {
            let turn = rotations[joint.0].angle_to(&before.rotations()[joint.0]).to_degrees();
            if turn > report.turn_max {
                report.turn_max = turn;
                report.joint = skeleton.name(joint).to_owned();
            }
        }
        report.frames += usize::from(shift > 0.0 || *rotations != *before.rotations());
    }
    report.notes.extend(grid.head().axes.iter().filter_map(|axis| note_of_end(axis, options)));
    Ok(Edited { clip: Clip::new(skeleton, data)?, report })
}

/// A girth beyond the ends of its axis.
fn note_of_end(axis: &ShapeAxis, shape: &QueryShapeGridOptions) -> Option<Note> {
    let girth = shape.girth(axis.part);
    let ([first, last], used) = (axis.ends(), axis.clamped(girth));
    let text =
        format!("a girth of {girth} lies outside the grid, which has {first} to {last}: {used} is used");
    let is_outside = (girth - used).abs() > 1e-9;
    is_outside.then(|| Note::warning("shape-outside-grid", text).about(axis.part.name()))
}

//! [`grow_body`]: a body with thicker or thinner parts (Lyard 2008, section 4.9; `docs/methods/body.md`).
//!
//! A tool to try other shapes with, not one for beauty: flesh is scaled across its bone, with weights smoothed over the mesh.

mod girth;
mod mesh_graph;
mod report;

pub use report::{GrowBodyReport, SegmentGrowth};

use crate::declare::{Operation, Options};
use crate::error::{Error, Result};
use crate::kinematics::body_layout::BodyLayout;
use crate::kinematics::reshape::{Rebind, rebind, reshape_skeleton};
use crate::model::bind_pose::BindPose;
use crate::model::{Clip, JointIndex, LimbGroup, Note, Role, Side, Skeleton, Skin};
use crate::ops::find_soles;
use crate::ops::fit_body::{FitBodyOptions, fit_body};
use girth::{Growth, grow_skins, turn_normals};
use nalgebra::Matrix3;

options! {
    /// How [`grow_body`] works. Hands, feet, neck and head keep their size; name them as segments to change them.
    pub struct GrowBodyOptions of "grow_body" {
        /// Girth of pelvis, spine and clavicles.
        trunk: f64 = 1.0, in 0.2..=5.0, unit "ratio", label "Trunk";
        /// Girth of the left upper arm and forearm.
        left_arm: f64 = 1.0, in 0.2..=5.0, unit "ratio", label "Left Arm";
        /// Girth of the right upper arm and forearm.
        right_arm: f64 = 1.0, in 0.2..=5.0, unit "ratio", label "Right Arm";
        /// Girth of the left thigh and shin.
        left_leg: f64 = 1.0, in 0.2..=5.0, unit "ratio", label "Left Leg";
        /// Girth of the right thigh and shin.
        right_leg: f64 = 1.0, in 0.2..=5.0, unit "ratio", label "Right Leg";
        /// Move clavicles, shoulders and hips outwards with the trunk.
        move_joints: bool = true, label "Move Joints";
        /// How often the growth is averaged over neighbouring vertices; 0 leaves steps where parts meet.
        smoothing: usize = 1, in 0..=50, label "Smoothing";
    }
}

pub(crate) const OPERATION: Operation = Operation::new::<GrowBodyOptions, GrowBodyReport>(
    "Grow Body",
    "Make parts of a character thicker or thinner",
);

/// Girth of one segment, besides that of its group.
#[derive(Debug, Clone, PartialEq)]
pub struct SegmentGirth {
    /// Name of the segment as [`fit_body`] has it: `left_forearm`.
    pub segment: String,
    /// 1 leaves it as it is; 0.2 to 5, also when multiplied with that of its group.
    pub factor: f64,
}

/// What [`grow_body`] returns.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct GrownBody {
    /// The skeleton, with joints moved where the trunk grew.
    pub skeleton: Skeleton,
    /// The skins, in the order that they came in.
    pub skins: Vec<Skin>,
    /// By what each joint's offset from its parent was multiplied.
    pub offset_factors: Vec<f64>,
    /// What changed.
    pub report: GrowBodyReport,
}

impl GrownBody {
    /// A clip of the old skeleton for the new one: animated translations of moved joints move with them.
    ///
    /// ```
    /// use surefoot::{GrowBodyOptions, grow_body};
    /// # let biped = surefoot_sample::biped(&Default::default())?;
    /// # let (skeleton, skins) = (biped.skeleton, [biped.skin]);
    /// # let clip = surefoot_sample::walk(&skeleton, &Default::default())?.clip;
    ///
    /// let grown = grow_body(&skeleton, &skins, &[], &GrowBodyOptions::default().trunk(1.3))?;
    /// // This clip animates no translation but the root's.
    /// assert_eq!(grown.fit_clip(&clip)?, clip);
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] if the clip is for another skeleton.
    pub fn fit_clip(&self, clip: &Clip) -> Result<Clip> {
        clip.check_skeleton(&self.skeleton)?;
        let mut data = clip.clone().into_data();
        for track in &mut data.translations {
            let factor = self.offset_factors[track.joint.0];
            track.values.iter_mut().filter(|_| factor != 1.0).for_each(|value| *value *= factor);
        }
        Clip::new(&self.skeleton, data)
    }
}

/// Makes parts of the body thicker or thinner; lengths stay.
///
/// Every vertex moves away from the bones that carry it, by the factors of their parts. A thicker trunk pushes clavicles,
/// upper arms and thighs outwards, with all that hangs from them. Factors of 1 change nothing, bit for bit.
///
/// ```
/// use surefoot::{GrowBodyOptions, grow_body};
/// # let biped = surefoot_sample::biped(&Default::default())?;
/// # let (skeleton, skins) = (biped.skeleton, [biped.skin]);
///
/// let grown = grow_body(&skeleton, &skins, &[], &GrowBodyOptions::default().trunk(1.3))?;
/// assert!(grown.report.litres_after > grown.report.litres_before);
/// assert_eq!(grown.skins[0].vertex_count(), skins[0].vertex_count());
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::OptionOutOfRange`] for a factor outside its range; [`Error::MissingRoles`] for a group whose joints are
/// unknown; [`Error::Invalid`] for a segment that the body has not, or a skin that hangs from joints that the skeleton lacks.
pub fn grow_body(
    skeleton: &Skeleton,
    skins: &[Skin],
    segments: &[SegmentGirth],
    options: &GrowBodyOptions,
) -> Result<GrownBody> {
    options.validate()?;
    let before = fit_body(skeleton, skins, &FitBodyOptions::default())?;
    let layout = layout_of(skeleton, skins);
    let factors = factors(&layout, segments, options)?;
    let mut notes = Vec::new();
    if skins.is_empty() {
        notes.push(Note::warning("nothing-to-grow", "there is no mesh: only joints can move"));
    }
    if factors.iter().all(|factor| *factor == 1.0) {
        let report = GrowBodyReport::new(&before, &before, &factors, notes);
        let offset_factors = vec![1.0; skeleton.joint_count()];
        return Ok(GrownBody { skeleton: skeleton.clone(), skins: skins.to_vec(), offset_factors, report });
    }
    let moved = if options.move_joints && options.trunk != 1.0 { joints_at_trunk(skeleton) } else { vec![] };
    let growths: Vec<Growth> = layout
        .segments
        .iter()
        .zip(&factors)
        .map(|(segment, &across)| {
            // A clavicle gets as long as its joints are moved apart.
            let is_stretched = !moved.is_empty() && matches!(segment.role, Some(Role::Clavicle(_)));
            Growth { across, along: if is_stretched { options.trunk } else { 1.0 } }
        })
        .collect();
    let mut offset_factors = vec![1.0; skeleton.joint_count()];
    moved.iter().for_each(|joint| offset_factors[joint.0] = options.trunk);
    let changes: Vec<Matrix3<f64>> = offset_factors.iter().map(|&f| Matrix3::identity() * f).collect();
    let binds = skins.iter().map(|skin| {
        let text = "cannot be placed: a bind matrix cannot be inverted";
        BindPose::new(skeleton, skin)
            .ok_or_else(|| Error::invalid(format!("skin '{}'", skin.data().name), text))
    });
    let binds = binds.collect::<Result<Vec<BindPose>>>()?;
    let mut grown = grow_skins(skeleton, &layout, skins, &binds, &growths, options.smoothing)?;
    let mut new_skeleton = skeleton.clone();
    if !moved.is_empty() {
        let same = vec![Matrix3::identity(); skeleton.joint_count()];
        new_skeleton = reshape_skeleton(skeleton, &changes, &same)?;
        let carried = grown.into_iter().zip(&binds);
        grown = carried
            .map(|(skin, bind)| rebind(skeleton, skin, bind, &changes, Rebind::Carried))
            .collect::<Result<_>>()?;
    }
    let turned = skins.iter().zip(grown).map(|(before, after)| turn_normals(skeleton, before, after));
    let grown = turned.collect::<Result<Vec<Skin>>>()?;
    new_skeleton = with_new_soles(skeleton, new_skeleton, &grown, &mut notes)?;
    let after = fit_body(&new_skeleton, &grown, &FitBodyOptions::default())?;
    let mut report = GrowBodyReport::new(&before, &after, &factors, notes);
    report.moved_joints = moved.iter().map(|&joint| skeleton.name(joint).to_owned()).collect();
    report.measure_moves(skins, &grown, &binds);
    Ok(GrownBody { skeleton: new_skeleton, skins: grown, offset_factors, report })
}

/// The segments of `fit_body`.
fn layout_of(skeleton: &Skeleton, skins: &[Skin]) -> BodyLayout {
    let mut is_used = vec![skins.is_empty(); skeleton.joint_count()];
    skins.iter().flat_map(|skin| &skin.data().slot_joints).for_each(|joint| is_used[joint.0] = true);
    BodyLayout::new(skeleton, |joint| is_used[joint.0])
}

/// The factor of every segment: that of its group times its own.
fn factors(layout: &BodyLayout, segments: &[SegmentGirth], options: &GrowBodyOptions) -> Result<Vec<f64>> {
    let groups = [
        (LimbGroup::Trunk, options.trunk, "trunk"),
        (LimbGroup::LeftArm, options.left_arm, "left arm"),
        (LimbGroup::RightArm, options.right_arm, "right arm"),
        (LimbGroup::LeftLeg, options.left_leg, "left leg"),
        (LimbGroup::RightLeg, options.right_leg, "right leg"),
    ];
    let mut out = vec![1.0; layout.segments.len()];
    for (group, factor, name) in groups {
        let mut members = 0;
        for (segment, out) in layout.segments.iter().zip(&mut out) {
            let is_end = matches!(segment.role, Some(Role::Hand(_) | Role::Foot(_) | Role::Toe(_)));
            if layout.by_roles && segment.role.map(LimbGroup::of) == Some(group) && !is_end {
                *out *= factor;
                members += 1;
            }
        }
        if factor != 1.0 && members == 0 {
            return Err(Error::MissingRoles { missing: name.to_owned() });
        }
    }
    for girth in segments {
        let Some(index) = layout.segments.iter().position(|segment| segment.name == girth.segment) else {
            let known: Vec<&str> =
                layout.segments.iter().take(40).map(|segment| segment.name.as_str()).collect();
            let text = format!("the body has no such segment; it has {}", known.join(", "));
            return Err(Error::invalid(format!("segment '{}'", girth.segment), text));
        };
        if !(0.2..=5.0).contains(&girth.factor) {
            return Err(Error::OptionOutOfRange {
                option: girth.segment.clone(),
                value: girth.factor.to_string(),
                allowed: "0.2 to 5".into(),
            });
        }
        out[index] *= girth.factor;
    }
    let far = layout.segments.iter().zip(&out).find(|(_, factor)| !(0.2..=5.0).contains(*factor));
    if let Some((segment, factor)) = far {
        return Err(Error::OptionOutOfRange {
            option: segment.name.clone(),
            value: factor.to_string(),
            allowed: "0.2 to 5 in all".into(),
        });
    }
    Ok(out)
}

/// Clavicles, upper arms and thighs, with the joints without a role between them and the trunk.
fn joints_at_trunk(skeleton: &Skeleton) -> Vec<JointIndex> {
    let roles = skeleton.roles();
    let mut out = Vec::new();
    for role in Side::BOTH.into_iter().flat_map(|s| [Role::Clavicle(s), Role::UpperArm(s), Role::Thigh(s)]) {
        let Some(joint) = roles.joint(role) else { continue };
        out.push(joint);
        let up = std::iter::successors(skeleton.parent(joint), |&j| skeleton.parent(j));
        out.extend(up.take_while(|&j| roles.role(j).is_none() && j.0 > 0));
    }
    out.sort();
    out.dedup();
    out
}

/// The new skeleton with its soles, which the skins tell; without skins the old ones stay.
fn with_new_soles(old: &Skeleton, new: Skeleton, skins: &[Skin], notes: &mut Vec<Note>) -> Result<Skeleton> {
    if skins.is_empty() || old.soles() == [None; 2] {
        return new.with_soles(old.soles());
    }
    let (soles, found) = find_soles(&new, skins)?;
    notes.extend(found);
    new.with_soles(soles)
}

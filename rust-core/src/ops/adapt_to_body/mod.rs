//! [`adapt_to_body`]: carry a clip to the body that wears it.
//!
//! The order of the stages is that of Lyard 2008, chapter 5 (docs/methods/adaptation.md).

mod depths;
mod options;
mod post_adjust;
mod report;

pub(crate) use depths::DepthMeter;
#[doc(hidden)]
pub use depths::measure_penetration;
pub use options::AdaptToBodyOptions;
pub use report::{AdaptToBodyReport, BodyMoves};

use crate::declare::{Operation, Options};
use crate::error::{Error, Result};
use crate::model::{Clip, Ground, Note, Plants, Role, Side, Skeleton, Skin};
use crate::ops::Edited;
use crate::ops::correct_balance::{
    BalanceOriginal, BalanceSetting, CorrectBalanceOptions, correct_balance_within,
};
use crate::ops::detect_plants::{DetectPlantsOptions, detect_plants};
use crate::ops::measure_footskate::measure_footskate;
use crate::ops::progress::Progress;
use crate::ops::remove_footskate::{RemoveFootskateOptions, remove_footskate};
use crate::ops::remove_penetration::RemovePenetrationOptions;
use post_adjust::keep_direction;
use std::ops::Range;

pub(crate) const OPERATION: Operation = Operation::new::<AdaptToBodyOptions, AdaptToBodyReport>(
    "Adapt to Body",
    "Carry a clip to the body that wears it: limbs out of the body, planted feet held, balance and gaze kept",
);

/// Depth that arms may gain by keeping their direction before it is told, metres.
const NEW_DEPTH: f64 = 0.001;
/// What balance may bring limbs deeper into the body before they are moved out once more (Lyard 2008, section 4.7.4), metres.
const DEPTH_OF_BALANCE: f64 = 0.002;

/// What the stages of [`adapt_to_body`] work with.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct AdaptStages<'a> {
    /// The plants to hold; found where there are none.
    pub plants: Option<&'a Plants>,
    /// What the character stands on.
    pub ground: Option<&'a Ground>,
    /// How plants are found.
    pub detect_plants: DetectPlantsOptions,
    /// How limbs leave the body.
    pub remove_penetration: RemovePenetrationOptions,
    /// How planted points are held.
    pub remove_footskate: RemoveFootskateOptions,
    /// What is carried, how balance is measured, and the clip and the body that it is compared with. Without that original the clip
    /// that comes is the measure. Plants and ground are those above where its scene has none.
    pub balance: BalanceSetting<'a>,
    /// How balance is brought back.
    pub correct_balance: CorrectBalanceOptions,
}

impl AdaptStages<'_> {
    fn validate(&self) -> Result<()> {
        self.detect_plants.validate()?;
        self.remove_penetration.validate()?;
        self.remove_footskate.validate()?;
        self.balance.measure.validate()?;
        self.correct_balance.validate()
    }
}

/// Carries a clip to the body that wears it: moves limbs out of the body, then holds planted feet, then brings balance back, then lets
/// the head look where it looked.
///
/// The clip is one for this skeleton, as it looks on a body that it was not made for: after
/// [`grow_body`](crate::grow_body()) or [`scale_character`](crate::scale_character()), or on another character. Plants are found in it unless
/// `stages` has them. Each stage does what the operation of its name does with the same input, and can be left out. Where a later stage
/// brings limbs back into the body, they are moved out once more, with feet in place. A clip whose balance is no worse than that of the
/// original keeps its bits in the stage of balance. A character without feet has none to hold and no balance to bring back: these stages
/// are left out, with a note.
///
/// ```
/// use surefoot::ops::Progress;
/// use surefoot::{AdaptStages, AdaptToBodyOptions, GrowBodyOptions, adapt_to_body, grow_body};
/// # let biped = surefoot_sample::biped(&Default::default())?;
/// # let (skeleton, skins) = (biped.skeleton, [biped.skin]);
/// # let clip = surefoot_sample::walk(&skeleton, &Default::default())?.clip;
///
/// let heavy = grow_body(&skeleton, &skins, &[], &GrowBodyOptions::default().trunk(1.3))?;
/// let clip = heavy.fit_clip(&clip)?;
/// let (stages, options) = (AdaptStages::default(), AdaptToBodyOptions::default());
/// let adapted = adapt_to_body(&heavy.skeleton, &clip, &heavy.skins, &stages, &options, &Progress::none())?;
/// println!("{}", adapted.report.summary());
/// assert!(adapted.report.slide_after < 1e-4);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// Those of the stages: [`Error::Length`] if clip, plants and skeleton do not belong together;
/// [`Error::Invalid`] without a mesh; [`Error::MissingRoles`] without limbs, or for
/// plants of limbs that there are not; [`Error::OptionOutOfRange`]; [`Error::Cancelled`].
pub fn adapt_to_body(
    skeleton: &Skeleton,
    clip: &Clip,
    skins: &[Skin],
    stages: &AdaptStages<'_>,
    options: &AdaptToBodyOptions,
    progress: &Progress<'_>,
) -> Result<Edited<AdaptToBodyReport>> {
    options.validate()?;
    stages.validate()?;
    clip.check_skeleton(skeleton)?;
    let mut notes = Vec::new();
    let (plants, detection) = match stages.plants {
        Some(plants) => (plants.clone(), None),
        None if !options.footskate => (Plants::none(clip.frame_count()), None),
        None => {
            let found = detect_plants(skeleton, clip, stages.ground, &stages.detect_plants);
            match unless_joints_are_missing(found, "no foot is held", &mut notes)? {
                Some(found) => {
                    notes.extend(found.report.notes.iter().cloned());
                    (found.plants, Some(found.report))
                }
                None => (Plants::none(clip.frame_count()), None),
            }
        }
    };
    let has_plants = stages.plants.is_some() || detection.is_some();
    let slides = |clip: &Clip| measure_footskate(skeleton, clip, &plants, stages.ground, None);
    let slide_before = slides(clip)?;
    let part = |share: Range<f64>| move |done: f64| share.start + (share.end - share.start) * done;
    let mut result = clip.clone();

    let leave_body = &stages.remove_penetration;
    let mut penetration = None;
    let mut meter = None;
    if options.penetration {
        let share = part(0.05..0.7);
        let callback = |done: f64| progress.report(share(done)).is_ok();
        // The mesh is taken apart once, for all that looks at it.
        let body = meter.insert(DepthMeter::new(skeleton, clip, skins, leave_body)?);
        let edited = body.move_limbs_out(&result, skins, leave_body, &Progress::new(&callback))?;
        result = edited.clip;
        notes.extend(edited.report.notes.iter().cloned());
        penetration = Some(edited.report);
    }
    let free_of_body = result.clone();

    let mut footskate = None;
    if options.footskate && has_plants {
        let edited = remove_footskate(skeleton, &result, &plants, stages.ground, &stages.remove_footskate)?;
        result = edited.clip;
        notes.extend(edited.report.notes.iter().cloned());
        footskate = Some(edited.report);
    }

    let held = result.clone();
    let mut balance = None;
    let mut limits = None;
    let setting = balance_setting(skeleton, clip, skins, (!plants.is_empty()).then_some(&plants), stages);
    if options.balance {
        let share = part(0.7..0.75);
        let callback = |done: f64| progress.report(share(done)).is_ok();
        let again = Progress::new(&callback);
        let done =
            correct_balance_within(skeleton, &result, skins, &setting, &stages.correct_balance, &again);
        // That an original has no feet is a slip of the caller.
        let done = match stages.balance.original {
            Some(_) => Some(done?),
            None => unless_joints_are_missing(done, "balance stays as it is", &mut notes)?,
        };
        if let Some((edited, found)) = done {
            result = edited.clip;
            notes.extend(edited.report.notes.iter().cloned());
            balance = Some(edited.report);
            limits = Some(found);
        }
    }

    let roles = skeleton.roles();
    let arms = Side::BOTH.into_iter().filter_map(|side| roles.joint(Role::UpperArm(side)));
    let leaning = result.clone();
    let mut arm_turn_max: f64 = 0.0;
    for arm in arms {
        let (turned, turn) = keep_direction(skeleton, &free_of_body, result, arm, options.arm_direction)?;
        result = turned;
        arm_turn_max = arm_turn_max.max(turn);
    }
    let mut gaze_turn_max = 0.0;
    if let Some(head) = roles.joint(Role::Head) {
        (result, gaze_turn_max) = keep_direction(skeleton, clip, result, head, options.gaze)?;
    }
    progress.report(0.75)?;

    let mut second_penetration = None;
    let mut depths = None;
    if let Some(first) = penetration.as_ref().filter(|_| result == free_of_body) {
        depths = Some((first.before.clone(), first.after.clone()));
    } else if let (Some(first), Some(meter)) = (&penetration, &meter) {
        let share = part(0.75..0.85);
        let callback = |done: f64| progress.report(share(done)).is_ok();
        let found = meter.measure(&result, &Progress::new(&callback))?;
        if arm_turn_max > 0.0 {
            let before = meter.measure(&leaning, &Progress::none())?;
            notes.extend(note_of_arms(&before.of_frames(), &found.of_frames()));
        }
        let mut measured = found.measures();
        let is_deeper = leaning != held && measured.depth_max > DEPTH_OF_BALANCE && {
            let before = meter.measure(&held, &Progress::none())?.of_frames();
            before.iter().zip(found.of_frames()).any(|(before, after)| after - before > DEPTH_OF_BALANCE)
        };
        if is_deeper || measured.frames_inside > first.after.frames_inside {
            let share = part(0.85..1.0);
            let callback = |done: f64| progress.report(share(done)).is_ok();
            let again = Progress::new(&callback);
            let edited = meter.move_limbs_out(&result, skins, leave_body, &again)?;
            result = edited.clip;
            measured = meter.measure(&result, &Progress::none())?.measures();
            // What the first pass left inside, and what later stages brought there, is no longer so.
            notes.retain(|note| !(is_of_depth(note) || note.code == "arms-in-body-again"));
            let new = edited.report.notes.iter().filter(|note| !notes.contains(note));
            let new: Vec<Note> = new.cloned().collect();
            notes.extend(new);
            second_penetration = Some(edited.report);
        } else if measured.frames_inside == 0 {
            notes.retain(|note| !is_of_depth(note));
        }
        depths = Some((first.before.clone(), measured));
    }
    let slide_after = slides(&result)?;
    let excess_after = match (&limits, &balance) {
        (Some(_), Some(stage)) if result == leaning => Some(stage.excess_after),
        (Some(limits), _) => Some(limits.excess(skeleton, &result, skins, &setting)?),
        _ => None,
    };
    let (depth_before, depth_after) = depths.unzip();
    let report = AdaptToBodyReport {
        depth_before,
        depth_after,
        plants: plants.len(),
        slide_before: slide_before.slide_mean,
        slide_after: slide_after.slide_mean,
        slide_max_before: slide_before.slide_max,
        slide_max_after: slide_after.slide_max,
        excess_before: balance.as_ref().map(|stage| stage.excess_before),
        excess_after,
        moved: BodyMoves::new(skeleton, clip, &result),
        gaze_turn_max: gaze_turn_max.to_degrees(),
        arm_turn_max: arm_turn_max.to_degrees(),
        detection,
        penetration,
        footskate,
        balance,
        second_penetration,
        notes,
    };
    progress.report(1.0)?;
    Ok(Edited { clip: result, report })
}

/// What balance is measured by: an original, or the clip that came.
fn balance_setting<'a>(
    skeleton: &'a Skeleton,
    came: &'a Clip,
    skins: &'a [Skin],
    plants: Option<&'a Plants>,
    stages: &AdaptStages<'a>,
) -> BalanceSetting<'a> {
    let mut setting = stages.balance.clone();
    setting.scene.plants = setting.scene.plants.or(plants);
    setting.scene.ground = setting.scene.ground.or(stages.ground);
    let own = BalanceOriginal { skeleton, clip: came, skins, scene: setting.scene.clone() };
    setting.original = setting.original.or(Some(own));
    setting
}

/// What a stage returned, or a note where the character lacks the joints that it needs.
fn unless_joints_are_missing<T>(stage: Result<T>, what: &str, notes: &mut Vec<Note>) -> Result<Option<T>> {
    match stage {
        Err(Error::MissingRoles { missing }) => {
            notes.push(Note::warning("stage-left-out", format!("{what}: no joint is known for {missing}")));
            Ok(None)
        }
        done => done.map(Some),
    }
}

/// Whether a note says that a limb is still inside.
fn is_of_depth(note: &Note) -> bool {
    matches!(note.code, "penetration-left" | "penetration-deep")
}

/// Where arms that kept their direction ran into the body.
fn note_of_arms(before: &[f64], after: &[f64]) -> Option<Note> {
    let is_deeper: Vec<bool> = before.iter().zip(after).map(|(a, b)| b - a > NEW_DEPTH).collect();
    let deepest = before.iter().zip(after).map(|(a, b)| b - a).fold(0.0, f64::max);
    let runs = crate::math::runs::runs(&is_deeper);
    if runs.is_empty() {
        return None;
    }
    let text = format!("arms that keep their direction go into the body by {:.1} cm more", deepest * 100.0);
    Some(runs.into_iter().fold(Note::warning("arms-in-body-again", text), Note::on))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arms_that_go_deeper_by_a_millimetre_are_told() {
        assert_eq!(note_of_arms(&[0.0, 0.01, 0.0], &[0.0005, 0.01, 0.0]), None);
        let note = note_of_arms(&[0.0, 0.01, 0.0, 0.0], &[0.002, 0.012, 0.0, 0.005]).unwrap();
        assert_eq!(note.code, "arms-in-body-again");
        let frames: Vec<_> = note.frames.iter().map(|span| (span.first, span.end)).collect();
        assert_eq!(frames, [(0, 2), (3, 4)]);
        assert!(note.text.contains("0.5 cm"), "{}", note.text);
    }
}

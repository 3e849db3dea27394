//! [`remove_penetration`]: move limbs out of the body's own shape.
//!
//! The method is described in docs/methods/penetration.md.

mod again;
mod arms_apart;
mod by_design;
pub(crate) mod character;
mod contact_rows;
mod control_points;
pub(crate) mod correction;
pub(crate) mod episode;
pub(crate) mod limb_solver;
pub(crate) mod look;
mod margins;
pub(crate) mod measure;
mod options;
mod pairs;
mod per_frame;
pub(crate) mod plan;
pub(crate) mod report;
mod smooth_corrections;
pub(crate) mod solve;
mod stance;
mod touch;

use crate::declare::{Operation, Options};
use crate::error::Result;
use crate::kinematics::body::INSIDE;
use crate::kinematics::limb::LimbKind;
use crate::math::runs::{runs, within};
use crate::model::{Clip, Note, Skeleton, Skin};
use crate::ops::Edited;
use crate::ops::progress::Progress;
use by_design::overlap_by_design;
use character::{BodyLimb, PenetrationBody};
use limb_solver::{LimbSolver, LimbState, OFFENDING};
use measure::{LimbDepth, measure_depths};
pub use options::{AllowedOverlap, PenetrationMethod, RemovePenetrationOptions};
pub use pairs::BodyPair;
pub use report::{LimbChange, PartPair, PenetrationMeasures, RemovePenetrationReport};
use stance::{WideStance, widen_stance};

pub(crate) const OPERATION: Operation = Operation::new::<RemovePenetrationOptions, RemovePenetrationReport>(
    "Remove Penetration",
    "Move arms and legs out of the character's own body, on the mesh that it wears",
);

/// A hand that moves farther is told, metres.
const FAR: f64 = 0.2;
/// How much farther hands may go, on average, where they follow the shoulder.
const LOOSE_HANDS: f64 = 2.0;

/// Moves arms out of the body and out of each other, and legs out of each other, on the mesh that the character wears.
///
/// Arms give way with collar, shoulder, elbow and wrist; hands, forearms and the motion stay as near to the clip as they can. Legs turn about
/// the line from hip to ankle, so feet stay where they are. Frames far from any contact keep their bits. What cannot be solved is done as
/// well as possible and named in the report, whose figures are measured on the result. A character that is made to overlap, as its rest
/// pose with arms held out tells, is left alone.
///
/// ```
/// use surefoot::ops::Progress;
/// use surefoot::ops::remove_penetration::{RemovePenetrationOptions, remove_penetration};
/// # let biped = surefoot_sample::biped(&Default::default())?;
/// # let (skeleton, skins) = (biped.skeleton, [biped.skin]);
/// # let clip = surefoot_sample::walk(&skeleton, &Default::default())?.clip;
///
/// let options = RemovePenetrationOptions::default();
/// let edited = remove_penetration(&skeleton, &clip, &skins, &options, &Progress::none())?;
/// println!("{}", edited.report.summary());
/// assert!(edited.report.after.depth_max <= edited.report.before.depth_max);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`](crate::Error::Length) if the clip is for another skeleton; [`Error::Invalid`](crate::Error::Invalid) without a mesh
/// or with neither arms nor legs asked for; [`Error::MissingRoles`](crate::Error::MissingRoles) without limbs;
/// [`Error::OptionOutOfRange`](crate::Error::OptionOutOfRange); [`Error::Cancelled`](crate::Error::Cancelled).
pub fn remove_penetration(
    skeleton: &Skeleton,
    clip: &Clip,
    skins: &[Skin],
    options: &RemovePenetrationOptions,
    progress: &Progress<'_>,
) -> Result<Edited<RemovePenetrationReport>> {
    remove_penetration_between(skeleton, clip, skins, &[], options, progress)
}

/// As [`remove_penetration()`], and keeps pairs of parts apart that are in nobody's way otherwise: a hand and the other shoulder, a thigh and
/// the belly. With arms and legs off, only the pairs are.
///
/// ```
/// use surefoot::ops::Progress;
/// use surefoot::ops::remove_penetration::{BodyPair, RemovePenetrationOptions, remove_penetration_between};
/// # let biped = surefoot_sample::biped(&Default::default())?;
/// # let (skeleton, skins) = (biped.skeleton, [biped.skin]);
/// # let clip = surefoot_sample::walk(&skeleton, &Default::default())?.clip;
///
/// let pairs = [BodyPair::new("right_hand", "right_thigh")?];
/// let options = RemovePenetrationOptions::default().arms(false).legs(false);
/// let edited = remove_penetration_between(&skeleton, &clip, &skins, &pairs, &options, &Progress::none())?;
/// println!("{}", edited.report.summary());
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// As [`remove_penetration()`]; [`Error::Invalid`](crate::Error::Invalid) for a pair of parts that the mesh does not have.
pub fn remove_penetration_between(
    skeleton: &Skeleton,
    original: &Clip,
    skins: &[Skin],
    pairs: &[BodyPair],
    options: &RemovePenetrationOptions,
    progress: &Progress<'_>,
) -> Result<Edited<RemovePenetrationReport>> {
    options.validate()?;
    original.check_skeleton(skeleton)?;
    let body = PenetrationBody::with_pairs(skeleton, original, skins, pairs, options)?;
    move_limbs_out(skeleton, original, skins, &body, options, progress)
}

/// As [`remove_penetration()`], with the body that was made for it: taking a mesh apart takes as long as solving many frames.
pub(crate) fn move_limbs_out(
    skeleton: &Skeleton,
    original: &Clip,
    skins: &[Skin],
    body: &PenetrationBody,
    options: &RemovePenetrationOptions,
    progress: &Progress<'_>,
) -> Result<Edited<RemovePenetrationReport>> {
    let before = measure_depths(skeleton, original, body, OFFENDING, None, progress, 0.0..0.1)?;
    let by_design = match options.allowed_overlap {
        AllowedOverlap::None => None,
        AllowedOverlap::Rest | AllowedOverlap::Frame => overlap_by_design(skeleton, body),
    };
    let stance = match options.legs && options.widen_stance > 0.0 && by_design.is_none() {
        true => widen_stance(skeleton, original, skins, &body.only_legs(), options, progress)?,
        false => None,
    };
    let clip = stance.as_ref().map_or(original, |stance| &stance.clip);
    let depths = match &stance {
        Some(_) => measure_depths(skeleton, clip, body, OFFENDING, None, progress, 0.15..0.15)?,
        None => before.clone(),
    };
    let is_left_alone = vec![by_design.is_some(); body.limbs.len()];
    let solver = LimbSolver { skeleton, clip, skins, body, options, progress };
    let mut solution = solver.solve(&depths, &is_left_alone)?;
    // Nothing keeps hands near where shoulders alone turn.
    let loose = if options.method == PenetrationMethod::PerFrame { LOOSE_HANDS } else { 1.0 };
    let far = loose * options.max_mean_way;
    let crossed = body.frames_of_crossing_arms(&depths);
    let near_crossing = within(&crossed, solver.reach());
    let mut arms = body.limbs.iter().zip(&solution.limbs).filter(|(limb, _)| limb.limb.kind == LimbKind::Arm);
    let stays_crossed = arms.any(|(_, state)| state.mean_way(|frame| near_crossing[frame]) > far);
    if stays_crossed {
        // Arms folded tightly have no room to pass each other: out of the body is better than not at all.
        let apart = body.without_crossing_arms();
        let depths = measure_depths(skeleton, clip, &apart, OFFENDING, None, progress, 0.15..0.15)?;
        solution = LimbSolver { body: &apart, ..solver }.solve(&depths, &is_left_alone)?;
        solution.depths =
            measure_depths(skeleton, &solution.clip, body, OFFENDING, None, progress, 0.99..1.0)?;
    }
    let mut notes: Vec<Note> = body.limbs.iter().filter_map(note_of_no_vertex).collect();
    match by_design {
        Some(note) => notes.push(note),
        None => {
            let limbs = body.limbs.iter().zip(&solution.depths);
            notes.extend(limbs.filter_map(|(limb, after)| note_of_rest(body, &limb.limb.name(), after)));
        }
    }
    if stays_crossed {
        let text = "the arms have no room to pass each other; they are moved out of the body, but not out of each other";
        let frames = runs(&crossed).into_iter();
        notes.push(frames.fold(Note::warning("arms-cross", text), Note::on));
    }
    for (limb, state) in body.limbs.iter().zip(&solution.limbs) {
        notes.extend(note_of_way(&limb.limb.name(), state, far));
    }
    notes.extend(stance.as_ref().map(WideStance::note));
    let report = RemovePenetrationReport {
        before: PenetrationMeasures::new(&before),
        after: PenetrationMeasures::new(&solution.depths),
        pairs: report::pairs(&before, &solution.depths),
        limbs: report::limb_changes(skeleton, original, body, &solution, stance.as_ref()),
        lowered_max: stance.as_ref().map_or(0.0, WideStance::lowered),
        notes,
    };
    progress.report(1.0)?;
    Ok(Edited { clip: solution.clip, report })
}

/// A limb without vertices cannot be inside anything: that its depth is 0 tells nothing.
fn note_of_no_vertex(limb: &BodyLimb) -> Option<Note> {
    let text = "no vertex of the mesh belongs to it, so it is not measured";
    (limb.surface.len() == 0).then(|| Note::warning("limb-without-mesh", text).about(limb.limb.name()))
}

/// What is still inside.
fn note_of_rest(body: &PenetrationBody, limb: &str, after: &[LimbDepth]) -> Option<Note> {
    let left: Vec<bool> = after.iter().map(|depth| f64::from(-depth.least) > INSIDE).collect();
    let deepest = after.iter().min_by(|a, b| a.least.total_cmp(&b.least))?;
    let runs = runs(&left);
    if runs.is_empty() {
        return None;
    }
    let part = body.mesh.parts[deepest.point as usize].name();
    let deepest_pair = deepest.pairs.iter().max_by(|a, b| a.2.total_cmp(&b.2));
    let other = deepest_pair.map_or_else(|| "the body".to_owned(), |(_, other, _)| other.name());
    let text = format!("{part} is still {:.1} cm inside {other}", f64::from(-deepest.least) * 100.0);
    let note = report::note_of_depth(f64::from(-deepest.least), text);
    Some(runs.into_iter().fold(note.about(limb), Note::on))
}

/// Where the hand goes so far that somebody should look: in a frame, or as a mean over all that change.
fn note_of_way(limb: &str, state: &LimbState, far_mean: f64) -> Option<Note> {
    let ways: Vec<f64> = (0..state.frames.len()).map(|frame| state.way(frame)).collect();
    let mean = state.mean_way(|_| true);
    let least = if mean > far_mean { 0.0 } else { FAR };
    let far: Vec<bool> = ways.iter().map(|way| *way > least).collect();
    let runs = runs(&far);
    if runs.is_empty() {
        return None;
    }
    let farthest = 100.0 * ways.iter().copied().fold(0.0, f64::max);
    let text = match mean > far_mean {
        true => format!(
            "the hand moves by {:.0} cm on average and up to {farthest:.0} cm to leave the body",
            100.0 * mean
        ),
        false => format!("the hand moves by up to {farthest:.0} cm to leave the body"),
    };
    Some(runs.into_iter().fold(Note::warning("joint-moved-far", text).about(limb), Note::on))
}

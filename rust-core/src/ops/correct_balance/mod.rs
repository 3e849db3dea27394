//! [`correct_balance`]: bring the zero moment point back to what carries the body.
//!
//! The method is described in docs/methods/balance.md.

mod moves;
mod options;
mod report;
mod shift_problem;
mod shift_spline;
mod solve;

pub use options::{BalanceMode, CorrectBalanceOptions};
pub use report::{BalanceMoves, CorrectBalanceReport, ExcessMeasures};

use crate::declare::{Operation, Options};
use crate::error::{Error, Result, check_length};
use crate::kinematics::WorldPoses;
use crate::kinematics::forward::pose_clip;
use crate::kinematics::momentum::Dynamics;
use crate::kinematics::shifted_body::ShiftedBody;
use crate::math::runs::{runs, within};
use crate::math::{GRAVITY, Vec3};
use crate::model::{Clip, Note, Skeleton, Skin};
use crate::ops::Edited;
use crate::ops::measure_balance::episodes::{find_other_supports, flight_runs};
use crate::ops::measure_balance::scene::{BalanceBody, Judgement};
use crate::ops::measure_balance::{BalanceMeasures, BalanceScene, MeasureBalanceOptions};
use crate::ops::progress::Progress;
use solve::BalanceSolver;

pub(crate) const OPERATION: Operation = Operation::new::<CorrectBalanceOptions, CorrectBalanceReport>(
    "Correct Balance",
    "Bring the zero moment point back to what carries the body; planted feet stay",
);

/// What is still beyond by more than this is told, metres.
const LEFT: f64 = 0.005;
/// A root that moves by more than this is told, metres.
const MOVED_FAR: f64 = 0.2;
/// Below this factor motion looks exaggerated (Lyard 2008, section 4.7.4).
const STIFF: f64 = 0.9;

/// The clip and the body that balance is compared with: before masses, poses or proportions were changed.
#[derive(Debug, Clone)]
pub struct BalanceOriginal<'a> {
    /// Its skeleton.
    pub skeleton: &'a Skeleton,
    /// Its clip: the same motion. It may have another number of frames, if time was stretched.
    pub clip: &'a Clip,
    /// Its skins.
    pub skins: &'a [Skin],
    /// Plants, ground, loads and masses of it.
    pub scene: BalanceScene<'a>,
}

/// What [`correct_balance`] works with besides the clip. All of it may be left out.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct BalanceSetting<'a> {
    /// Plants, ground, loads and masses.
    pub scene: BalanceScene<'a>,
    /// How balance is measured.
    pub measure: MeasureBalanceOptions,
    /// What the result is compared with.
    pub original: Option<BalanceOriginal<'a>>,
}

/// Brings the zero moment point back to what carries the body, or the centre of mass back to its path.
///
/// With an original, the zero moment point may be as far outside as it is there: people leave their support, too. Without one it may be
/// outside by `threshold`. The root moves, and sinks where legs would not reach; feet stay exactly where they are. Flights keep their arcs,
/// and stretches in which hands or something else carry the body are left alone. A clip that is within its limits comes back bit for bit.
///
/// ```
/// use surefoot::ops::Progress;
/// use surefoot::ops::correct_balance::{BalanceSetting, CorrectBalanceOptions, correct_balance};
/// # let biped = surefoot_sample::biped(&Default::default())?;
/// # let (skeleton, skins) = (biped.skeleton, [biped.skin]);
/// # let clip = surefoot_sample::walk(&skeleton, &Default::default())?.clip;
///
/// let (setting, options) = (BalanceSetting::default(), CorrectBalanceOptions::default());
/// let edited = correct_balance(&skeleton, &clip, &skins, &setting, &options, &Progress::none())?;
/// println!("{}", edited.report.summary());
/// assert!(edited.report.excess_after.mean <= edited.report.excess_before.mean);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// Those of [`measure_balance`](crate::ops::measure_balance::measure_balance()); [`Error::Invalid`] if the path of an original with another
/// number of frames should be kept; [`Error::Cancelled`].
pub fn correct_balance(
    skeleton: &Skeleton,
    clip: &Clip,
    skins: &[Skin],
    setting: &BalanceSetting<'_>,
    options: &CorrectBalanceOptions,
    progress: &Progress<'_>,
) -> Result<Edited<CorrectBalanceReport>> {
    options.validate()?;
    setting.measure.validate()?;
    clip.check_skeleton(skeleton)?;
    if let Some(plants) = setting.scene.plants {
        check_length("frames of the plants", clip.frame_count(), plants.frame_count())?;
    }
    let body = BalanceBody::new(skeleton, skins, &setting.scene, &setting.measure)?;
    let poses = pose_clip(skeleton, clip);
    let judge = |clip: &Clip, poses: &WorldPoses| {
        Judgement::new(
            skeleton,
            clip,
            poses,
            &body,
            &setting.scene,
            clip.frame_time(),
            setting.measure.cutoff,
        )
    };
    let judgement = judge(clip, &poses)?;
    let Yardstick { allowed, path, is_held } =
        yardstick(skeleton, clip, &poses, &body, setting, options, &judgement)?;
    let mut is_flight = vec![false; clip.frame_count()];
    flight_runs(&judgement, GRAVITY).into_iter().for_each(|frames| is_flight[frames].fill(true));
    let left_out = runs(&is_held);
    let before = BalanceMeasures::new(&judgement, &left_out);
    let excess_before = ExcessMeasures::new(&judgement, &allowed, &is_held);
    let off_path =
        |judgement: &Judgement| path.as_ref().map(|path| mean_off_path(&judgement.dynamics.centre, path));
    let off_path_before = off_path(&judgement);
    let mut notes = body.notes.clone();
    if before.frames == 0 {
        let text = "nothing could be judged: the clip is too short, or nothing bears the body in it";
        notes.push(Note::warning("balance-not-judged", text));
    }
    if options.target_scale < STIFF {
        notes.push(Note::info("balance-stiff", "a target scale below 0.9 makes motion stiff or exaggerated"));
    }
    let shifted = ShiftedBody::new(skeleton, clip, &poses);
    let solver = BalanceSolver {
        body: &body,
        shifted: &shifted,
        options,
        cutoff: setting.measure.cutoff,
        allowed: &allowed,
        is_held,
        is_flight,
        path: path.as_deref(),
    };
    let solution = solver.solve(&poses, judgement, progress)?;
    let result = if solution.rounds == 0 { clip.clone() } else { shifted.write(&solution.shifts)? };
    // The figures are those of the clip that is handed over: its support is found anew.
    let after_poses = pose_clip(skeleton, &result);
    let after_judgement = judge(&result, &after_poses)?;
    let excess_after = ExcessMeasures::new(&after_judgement, &allowed, &solver.is_held);
    let is_worse = excess_after.mean > excess_before.mean && path.is_none();
    let (result, after_poses, after_judgement, excess_after, rounds) = if is_worse {
        (clip.clone(), poses.clone(), judge(clip, &poses)?, excess_before, 0)
    } else {
        (result, after_poses, after_judgement, excess_after, solution.rounds)
    };
    let after = BalanceMeasures::new(&after_judgement, &left_out);
    notes.extend(note_of_rest(&after_judgement, &allowed, &solver.is_held));
    let shifts = if rounds == 0 { &[] } else { &solution.shifts[..] };
    let moved = moves::measure_moves(skeleton, clip, [&poses, &after_poses], shifts);
    if moved.root_max > MOVED_FAR {
        let text = format!(
            "the root moved by up to {:.0} cm: look there, what needs so much may be no fault of balance",
            100.0 * moved.root_max
        );
        notes.push(Note::warning("balance-moved-far", text));
    }
    let off_path_after = off_path(&after_judgement);
    let report = CorrectBalanceReport {
        before,
        after,
        excess_before,
        excess_after,
        rounds,
        moved,
        off_path_before,
        off_path_after,
        notes,
    };
    progress.report(1.0)?;
    Ok(Edited { clip: result, report })
}

/// What the result is measured by.
struct Yardstick {
    /// How far the zero moment point may be outside, metres; infinite where nothing is known.
    allowed: Vec<f64>,
    /// Where the centre of mass should be.
    path: Option<Vec<Vec3>>,
    /// Frames that stay as they are: something else carries the body, or hands do.
    is_held: Vec<bool>,
}

fn yardstick(
    skeleton: &Skeleton,
    clip: &Clip,
    poses: &WorldPoses,
    body: &BalanceBody,
    setting: &BalanceSetting<'_>,
    options: &CorrectBalanceOptions,
    judgement: &Judgement,
) -> Result<Yardstick> {
    let count = clip.frame_count();
    let mut is_held = judgement.support.hands_bear();
    let keeps_path = options.mode.keeps_path();
    let Some(original) = &setting.original else {
        // Without an original, what is carried is what has changed.
        let path = keeps_path.then(|| unloaded_path(skeleton, poses, body, setting)).transpose()?;
        hold_other_supports(skeleton, poses, judgement, &mut is_held);
        let allowed = vec![options.threshold * options.target_scale; count];
        return Ok(Yardstick { allowed, path, is_held: without_gaps(&is_held) });
    };
    original.clip.check_skeleton(original.skeleton)?;
    let body = BalanceBody::new(original.skeleton, original.skins, &original.scene, &setting.measure)?;
    let poses = pose_clip(original.skeleton, original.clip);
    let (time, cutoff) = (original.clip.frame_time(), setting.measure.cutoff);
    let judgement =
        Judgement::new(original.skeleton, original.clip, &poses, &body, &original.scene, time, cutoff)?;
    // What is out of balance in the clip that came may be the very fault: only the original tells what else carries the body.
    let mut is_carried = vec![false; original.clip.frame_count()];
    hold_other_supports(original.skeleton, &poses, &judgement, &mut is_carried);
    let outside: Vec<f64> =
        judgement.distances.iter().map(|d| d.map_or(f64::INFINITY, |d| d.max(0.0))).collect();
    let frames = outside.len();
    // The same motion at another pace: frames at the same share of the clip.
    let at = |frame: usize| frame as f64 * (frames - 1) as f64 / (count - 1).max(1) as f64;
    let between = |place: f64| {
        let (low, high) = (place.floor() as usize, place.ceil() as usize);
        let share = place - place.floor();
        if low == high { outside[low] } else { outside[low] * (1.0 - share) + outside[high] * share }
    };
    let scaled = |limit: f64| if limit.is_finite() { limit * options.target_scale } else { limit };
    let allowed = (0..count).map(|frame| scaled(between(at(frame)))).collect();
    for (frame, is_held) in is_held.iter_mut().enumerate() {
        *is_held |= is_carried[at(frame).floor() as usize] || is_carried[at(frame).ceil() as usize];
    }
    let path = if keeps_path {
        if frames != count {
            let text = format!(
                "the original has {frames} frames, the clip {count}; a path can be kept only frame by frame"
            );
            return Err(Error::invalid("original", text));
        }
        Some(judgement.dynamics.centre)
    } else {
        None
    };
    Ok(Yardstick { allowed, path, is_held: without_gaps(&is_held) })
}

/// The path of the centre of mass without what is carried.
fn unloaded_path(
    skeleton: &Skeleton,
    poses: &WorldPoses,
    body: &BalanceBody,
    setting: &BalanceSetting<'_>,
) -> Result<Vec<Vec3>> {
    let count = body.masses.segments().len() - setting.scene.loads.len();
    let own = body.masses.segments()[..count].to_vec();
    let own = crate::model::MassModel::new(skeleton, own)?;
    Ok(Dynamics::new(poses, &own, 1.0, 0.0, vec![]).centre)
}

fn hold_other_supports(skeleton: &Skeleton, poses: &WorldPoses, judgement: &Judgement, is_held: &mut [bool]) {
    for other in find_other_supports(skeleton, poses, judgement) {
        is_held[other.frames].fill(true);
    }
}

/// Single frames between frames that are held are not worth an edge.
fn without_gaps(is_held: &[bool]) -> Vec<bool> {
    within(is_held, 1.0)
}

fn mean_off_path(centre: &[Vec3], path: &[Vec3]) -> f64 {
    centre.iter().zip(path).map(|(a, b)| (a - b).xz().norm()).sum::<f64>() / centre.len().max(1) as f64
}

fn note_of_rest(judgement: &Judgement, allowed: &[f64], is_held: &[bool]) -> Option<Note> {
    let mut is_left = vec![false; allowed.len()];
    let mut most: f64 = 0.0;
    for (frame, excess, _) in
        solve::excesses(judgement, allowed, is_held).filter(|(_, excess, _)| *excess > LEFT)
    {
        is_left[frame] = true;
        most = most.max(excess);
    }
    let runs = runs(&is_left);
    if runs.is_empty() {
        return None;
    }
    let text = format!("the zero moment point is still up to {:.1} cm beyond its limit", 100.0 * most);
    Some(runs.into_iter().fold(Note::warning("balance-left", text), Note::on))
}

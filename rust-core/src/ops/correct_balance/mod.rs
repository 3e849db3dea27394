//! [`correct_balance`]: bring the zero moment point back to what carries the body.
//!
//! The method is described in docs/methods/balance.md.

mod control_points;
mod moves;
mod options;
mod report;
mod shift_problem;
mod shift_spline;
mod solve;
mod yardstick;

pub use options::{BalanceMethod, BalanceMode, CorrectBalanceOptions};
pub use report::{BalanceMoves, CorrectBalanceReport, ExcessMeasures};

use crate::declare::{Operation, Options};
use crate::error::Result;
use crate::kinematics::WorldPoses;
use crate::kinematics::forward::pose_clip;
use crate::kinematics::shifted_body::{BodyShift, ShiftedBody};
use crate::math::runs::{runs, within};
use crate::math::{GRAVITY, Vec3};
use crate::model::{Clip, Note, Plants, Skeleton, Skin};
use crate::ops::Edited;
use crate::ops::measure_balance::episodes::{flight_runs, measure_flight};
use crate::ops::measure_balance::scene::{BalanceBody, JudgedClip, Judgement};
use crate::ops::measure_balance::{
    BalanceMeasures, BalanceScene, MeasureBalanceOptions, not_judged, note_of_ground,
};
use crate::ops::progress::Progress;
use solve::BalanceSolver;
use std::ops::Range;
use yardstick::Yardstick;

pub(crate) const OPERATION: Operation = Operation::new::<CorrectBalanceOptions, CorrectBalanceReport>(
    "Correct Balance",
    "Bring the zero moment point back to what carries the body; planted feet stay",
);

/// What is still beyond by more than this is told, metres.
const LEFT: f64 = 0.005;
/// A stretch in which the root would move by more than this is left alone, metres, with the frames around it in which it moves by this share.
const MOVED_FAR: f64 = 0.2;
const PART_OF_FAR: f64 = 0.25;
/// So much around such a stretch is left alone as well, seconds.
const HOLD_REACH: f64 = 0.1;
/// Most times that more is left alone.
const MAX_HOLDS: usize = 4;
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
/// outside by `threshold`. The root moves, and sinks where legs would not reach; feet stay exactly where they are. In flight nothing
/// pushes the body, so there the root is moved evenly and the fall changes as little as can be; `flight_g_change_max` tells by how much.
/// Stretches in which hands or something else carry the body are left alone. A clip that is within its limits comes back bit for bit.
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
/// Those of [`measure_balance`](crate::ops::measure_balance::measure_balance()); [`Error::Invalid`](crate::Error::Invalid) if the path of an
/// original with another number of frames should be kept; [`Error::Cancelled`](crate::Error::Cancelled).
pub fn correct_balance(
    skeleton: &Skeleton,
    clip: &Clip,
    skins: &[Skin],
    setting: &BalanceSetting<'_>,
    options: &CorrectBalanceOptions,
    progress: &Progress<'_>,
) -> Result<Edited<CorrectBalanceReport>> {
    Ok(correct_balance_within(skeleton, clip, skins, setting, options, progress)?.0)
}

/// What a corrected clip was measured by.
pub(crate) struct BalanceLimits {
    allowed: Vec<f64>,
    is_held: Vec<bool>,
    plants: Option<Plants>,
}

impl BalanceLimits {
    /// How far the zero moment point of another clip of the same motion is beyond these limits.
    ///
    /// # Errors
    /// As [`correct_balance`].
    pub(crate) fn excess(
        &self,
        skeleton: &Skeleton,
        clip: &Clip,
        skins: &[Skin],
        setting: &BalanceSetting<'_>,
    ) -> Result<ExcessMeasures> {
        let plants = setting.scene.plants.or(self.plants.as_ref());
        let scene = BalanceScene { plants, ..setting.scene.clone() };
        let judged = JudgedClip::new(skeleton, clip, skins, &scene, &setting.measure)?;
        Ok(ExcessMeasures::new(&judged.judgement, &self.allowed, &self.is_held))
    }
}

/// As [`correct_balance`], with what the result was measured by.
pub(crate) fn correct_balance_within(
    skeleton: &Skeleton,
    clip: &Clip,
    skins: &[Skin],
    setting: &BalanceSetting<'_>,
    options: &CorrectBalanceOptions,
    progress: &Progress<'_>,
) -> Result<(Edited<CorrectBalanceReport>, BalanceLimits)> {
    options.validate()?;
    let JudgedClip { body, poses, judgement } =
        JudgedClip::new(skeleton, clip, skins, &setting.scene, &setting.measure)?;
    let mut yardstick = Yardstick::new(skeleton, clip, &poses, &body, setting, options, &judgement)?;
    let shifted = ShiftedBody::new(skeleton, clip, &poses);
    let work = Work { skeleton, clip, poses: &poses, body: &body, shifted: &shifted, setting, options };
    let mut solved = work.solve(&yardstick, &judgement, progress)?;
    let mut is_far = vec![false; clip.frame_count()];
    // What is left alone may upset what is beside it, so a few times.
    for _ in 0..MAX_HOLDS {
        let far = far_stretches(&solved.shifts, &judgement);
        // A path is kept wherever it leads, and the method for comparison is shown as it is.
        if far.is_empty() || yardstick.path.is_some() || options.method == BalanceMethod::ControlPoints {
            break;
        }
        for frames in far {
            is_far[frames.clone()].fill(true);
            yardstick.is_held[frames].fill(true);
        }
        solved = work.solve(&yardstick, &judgement, progress)?;
    }
    let Yardstick { allowed, path, is_held, note } = &yardstick;
    let excess_before = ExcessMeasures::new(&judgement, allowed, is_held);
    let mut excess_after = ExcessMeasures::new(&solved.judgement, allowed, is_held);
    let off_path =
        |judgement: &Judgement| path.as_ref().map(|path| mean_off_path(&judgement.dynamics.centre, path));
    let is_worse = match (off_path(&judgement), off_path(&solved.judgement)) {
        (Some(before), Some(after)) => after > before,
        _ => excess_after.mean > excess_before.mean,
    };
    if is_worse {
        excess_after = excess_before;
        solved = Solved::unchanged(clip, &poses, &judgement);
    }
    let left_out = runs(is_held);
    let before = BalanceMeasures::new(&judgement, &left_out);
    let mut notes = body.notes.clone();
    if before.frames == 0 {
        notes.push(not_judged(&judgement));
    }
    if options.target_scale < STIFF {
        notes.push(Note::info("balance-stiff", "a target scale below 0.9 makes motion stiff or exaggerated"));
    }
    notes.extend(note.clone());
    notes.extend(note_of_ground(&judgement));
    if is_worse {
        let text = "what was tried was no better than the clip that came, so it stays as it is";
        notes.push(Note::warning("balance-not-improved", text));
    }
    notes.extend(notes_of_held(is_held, &is_far));
    notes.extend(note_of_rest(&solved.judgement, allowed, is_held));
    let mut moved = moves::measure_moves(skeleton, clip, [&poses, &solved.poses], &solved.shifts);
    for frames in flight_runs(&judgement, GRAVITY) {
        let ratio = |judgement: &Judgement| measure_flight(judgement, frames.clone(), GRAVITY).g_ratio;
        let change = (ratio(&solved.judgement) - ratio(&judgement)).abs();
        moved.flight_g_change_max = moved.flight_g_change_max.max(change);
    }
    if moved.root_max > MOVED_FAR {
        let text = format!(
            "the root moved by up to {:.0} cm: look there, what needs so much may be no fault of balance",
            100.0 * moved.root_max
        );
        notes.push(Note::warning("balance-moved-far", text));
    }
    let report = CorrectBalanceReport {
        before,
        after: BalanceMeasures::new(&solved.judgement, &left_out),
        excess_before,
        excess_after,
        rounds: solved.rounds,
        frames_left_alone: is_held.iter().filter(|held| **held).count(),
        moved,
        off_path_before: off_path(&judgement),
        off_path_after: off_path(&solved.judgement),
        notes,
    };
    progress.report(1.0)?;
    let Yardstick { allowed, is_held, .. } = yardstick;
    let limits = BalanceLimits { allowed, is_held, plants: judgement.found_plants };
    Ok((Edited { clip: solved.clip, report }, limits))
}

/// What does not change while a clip is solved.
struct Work<'a> {
    skeleton: &'a Skeleton,
    clip: &'a Clip,
    poses: &'a WorldPoses,
    body: &'a BalanceBody,
    shifted: &'a ShiftedBody<'a>,
    setting: &'a BalanceSetting<'a>,
    options: &'a CorrectBalanceOptions,
}

/// A result, measured anew.
struct Solved {
    clip: Clip,
    poses: WorldPoses,
    judgement: Judgement,
    shifts: Vec<BodyShift>,
    rounds: usize,
}

impl Solved {
    fn unchanged(clip: &Clip, poses: &WorldPoses, judgement: &Judgement) -> Self {
        Self {
            clip: clip.clone(),
            poses: poses.clone(),
            judgement: judgement.clone(),
            shifts: Vec::new(),
            rounds: 0,
        }
    }
}

impl Work<'_> {
    fn solve(&self, yardstick: &Yardstick, judgement: &Judgement, progress: &Progress<'_>) -> Result<Solved> {
        let mut is_flight = vec![false; self.clip.frame_count()];
        flight_runs(judgement, GRAVITY).into_iter().for_each(|frames| is_flight[frames].fill(true));
        let cutoff = self.setting.measure.cutoff;
        let solver = BalanceSolver {
            body: self.body,
            shifted: self.shifted,
            options: self.options,
            cutoff,
            allowed: &yardstick.allowed,
            is_held: &yardstick.is_held,
            is_flight,
            path: yardstick.path.as_deref(),
        };
        let solution = match self.options.method {
            BalanceMethod::Banded => solver.solve(self.poses, judgement, progress)?,
            BalanceMethod::ControlPoints => solver.solve_control_points(self.poses, judgement, progress)?,
        };
        if solution.rounds == 0 {
            return Ok(Solved::unchanged(self.clip, self.poses, judgement));
        }
        let clip = self.shifted.write(&solution.shifts)?;
        let poses = pose_clip(self.skeleton, &clip);
        // The figures are those of the clip that is handed over: its support is found anew. Feet stay, and so do their plants.
        let plants = self.setting.scene.plants.or(judgement.found_plants.as_ref());
        let scene = BalanceScene { plants, ..self.setting.scene.clone() };
        let judgement =
            Judgement::new(self.skeleton, &clip, &poses, self.body, &scene, clip.frame_time(), cutoff)?;
        Ok(Solved { clip, poses, judgement, shifts: solution.shifts, rounds: solution.rounds })
    }
}

/// Stretches in which the root would move so far that balance cannot be what is wrong: each with all that leads there.
fn far_stretches(shifts: &[BodyShift], judgement: &Judgement) -> Vec<Range<usize>> {
    let way = |frame: usize| shifts[frame].root.xz().norm();
    let is_moved: Vec<bool> = (0..shifts.len()).map(|frame| way(frame) > PART_OF_FAR * MOVED_FAR).collect();
    let is_far = |frames: &Range<usize>| frames.clone().any(|frame| way(frame) > MOVED_FAR);
    let reach = HOLD_REACH / judgement.dynamics.frame_time;
    let mut is_held = vec![false; shifts.len()];
    runs(&is_moved).into_iter().filter(is_far).for_each(|frames| is_held[frames].fill(true));
    runs(&within(&is_held, reach))
}

/// Where the clip was left alone, and why.
fn notes_of_held(is_held: &[bool], is_far: &[bool]) -> Vec<Note> {
    let note = |note: Note, frames: Vec<Range<usize>>| {
        (!frames.is_empty()).then(|| frames.into_iter().fold(note, Note::on))
    };
    let is_carried: Vec<bool> = is_held.iter().zip(is_far).map(|(held, far)| *held && !far).collect();
    let text = "hands, knees, a seat or something else carry the body; left as it is";
    let carried = note(Note::info("balance-left-alone", text), runs(&is_carried));
    let text = format!(
        "the root would have to move by more than {:.0} cm: no fault of balance, or something else carries the body; left as it is",
        100.0 * MOVED_FAR
    );
    carried.into_iter().chain(note(Note::warning("balance-too-far", text), runs(is_far))).collect()
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

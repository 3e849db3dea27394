//! [`correct_flight`]: put the centre of mass on its parabola while nothing touches the ground.
//!
//! The method is described in docs/methods/balance.md, 6.

mod arc_problem;
mod measure;
mod options;
mod report;
mod solve;
mod time_warp;

pub use options::{CorrectFlightOptions, FlightFix};
pub use report::{CorrectFlightReport, CorrectedFlight};

use crate::declare::{Operation, Options};
use crate::error::Result;
use crate::kinematics::WorldPoses;
use crate::kinematics::forward::pose_clip;
use crate::kinematics::jerk::jerk_p99;
use crate::kinematics::momentum::Dynamics;
use crate::kinematics::shifted_body::{BodyShift, ShiftedBody};
use crate::model::{Clip, Note, Plants, Skeleton, Skin};
use crate::ops::Edited;
use crate::ops::measure_balance::episodes::{Flight, find_flights};
use crate::ops::measure_balance::scene::{BalanceBody, JudgedClip, Judgement};
use crate::ops::measure_balance::{BalanceScene, MeasureBalanceOptions};
use crate::ops::progress::Progress;
use measure::{Outcome, foot_drift};
use solve::ArcSolver;
use std::ops::Range;
use time_warp::TimeWarp;

pub(crate) const OPERATION: Operation = Operation::new::<CorrectFlightOptions, CorrectFlightReport>(
    "Correct Flight",
    "Put the centre of mass on its parabola in every flight; feet stay where they stand",
);

/// Time beside a cut in which a flight is not corrected, seconds: its pace would change there.
const AT_CUT: f64 = 0.2;
/// Flights that fall faster or slower than this are none, or the clip's rate or size is wrong.
const BELIEVED: Range<f64> = 0.2..3.0;
/// Shares of the correction that time does, tried in turn.
const TIME_SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// Legs reach a correction whose jerk is at most this much of what it was.
const REACHED_JERK: f64 = 1.08;
/// A point that stands may be this far from where it was, metres.
const REACHED_DRIFT: f64 = 1e-4;

/// What [`correct_flight`] works with besides the clip. All of it may be left out.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct FlightSetting<'a> {
    /// Plants, ground, loads and masses.
    pub scene: BalanceScene<'a>,
    /// How balance is measured.
    pub measure: MeasureBalanceOptions,
}

/// Puts the centre of mass on its parabola in every flight: a stretch of at least 0.1 s in which neither foot nor hand bears the body.
///
/// The root moves, on the ground only as far as legs reach; feet stay exactly where they stand and go with the root in the air. With
/// [`FlightFix::Time`], and where legs do not reach, flights are played faster or slower, so the result may have another number of frames.
/// Flights that are right, and frames away from flights, keep their bits.
///
/// ```
/// use surefoot::ops::Progress;
/// use surefoot::ops::correct_flight::{CorrectFlightOptions, FlightSetting, correct_flight};
/// # let biped = surefoot_sample::biped(&Default::default())?;
/// # let (skeleton, skins) = (biped.skeleton, [biped.skin]);
/// # let clip = surefoot_sample::jump(&skeleton, &Default::default())?.clip;
///
/// let (setting, options) = (FlightSetting::default(), CorrectFlightOptions::default());
/// let edited = correct_flight(&skeleton, &clip, &skins, &setting, &options, &Progress::none())?;
/// println!("{}", edited.report.summary());
/// assert!((edited.report.flights[0].g_ratio_after - 1.0).abs() < 0.02);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// Those of [`measure_balance`](crate::ops::measure_balance::measure_balance()); [`Error::Cancelled`](crate::Error::Cancelled).
pub fn correct_flight(
    skeleton: &Skeleton,
    clip: &Clip,
    skins: &[Skin],
    setting: &FlightSetting<'_>,
    options: &CorrectFlightOptions,
    progress: &Progress<'_>,
) -> Result<Edited<CorrectFlightReport>> {
    options.validate()?;
    let JudgedClip { body, poses, judgement } =
        JudgedClip::new(skeleton, clip, skins, &setting.scene, &setting.measure)?;
    let scene = Scene { skeleton, clip, poses: &poses, body: &body, setting, options };
    let before = scene.flights(&judgement);
    let mut notes = body.notes.clone();
    let is_cut: Vec<bool> =
        before.iter().map(|flight| is_at_cut(&judgement.dynamics, &flight.frames)).collect();
    let is_wanted = |index: &usize| scene.is_wrong(&before[*index]) && !is_cut[*index];
    let wanted: Vec<usize> = (0..before.len()).filter(is_wanted).collect();
    if is_cut.contains(&true) {
        let text = "the clip jumps in this flight or beside it; it is left as it is";
        let at_cut = before.iter().zip(&is_cut).filter(|(_, is_cut)| **is_cut);
        let note = Note::warning("flight-over-cut", text);
        notes.push(at_cut.fold(note, |note, (flight, _)| note.on(flight.frames.clone())));
    }
    for flight in before.iter().filter(|flight| !BELIEVED.contains(&flight.g_ratio)) {
        let text = format!(
            "the body falls with {:.2} of gravity: no flight, or a wrong frame rate or size; left as it is",
            flight.g_ratio
        );
        notes.push(Note::warning("flight-not-believed", text).on(flight.frames.clone()));
    }
    progress.report(0.1)?;
    if wanted.is_empty() {
        let report = unchanged(clip, &before, notes);
        progress.report(1.0)?;
        return Ok(Edited { clip: clip.clone(), report });
    }
    let shares = match options.fix {
        FlightFix::Height => &TIME_SHARES[..],
        FlightFix::Time => &TIME_SHARES[TIME_SHARES.len() - 1..],
    };
    let mut found: Option<(Attempt, f64)> = None;
    for (index, &share) in shares.iter().enumerate() {
        let attempt = scene.attempt(&judgement, &before, &wanted, share)?;
        progress.report(0.1 + 0.8 * (index + 1) as f64 / shares.len() as f64)?;
        let is_better = found.as_ref().is_none_or(|(best, _)| attempt.outcome.cost() < best.outcome.cost());
        let is_reached = attempt.outcome.is_reached();
        if is_better || is_reached {
            found = Some((attempt, share));
        }
        if is_reached {
            break;
        }
    }
    let Some((attempt, time_share)) = found else {
        return Ok(Edited { clip: clip.clone(), report: unchanged(clip, &before, notes) });
    };
    let is_height = options.fix == FlightFix::Height;
    if time_share > 0.0 && is_height && !attempt.warp.is_none() {
        let text =
            "legs do not reach all of the take-off or landing that the height asks for; time did the rest";
        let warped = |note: Note, &index: &usize| note.on(attempt.frames[index].clone());
        notes.push(wanted.iter().fold(Note::info("flight-retimed", text), warped));
    }
    if attempt.clip.frame_count() != clip.frame_count() {
        let text = format!(
            "{} frames became {}; plants and other tracks of the clip need its new time",
            clip.frame_count(),
            attempt.clip.frame_count()
        );
        notes.push(Note::info("clip-length-changed", text));
    }
    if !attempt.outcome.is_reached() {
        let text = format!(
            "legs do not follow well: {:.2} times as jerky as the clip that came, what stands moved by {:.2} cm",
            attempt.outcome.jerk_ratio,
            100.0 * attempt.outcome.foot_drift
        );
        let note = Note::warning("flight-jerky", text);
        let drift = attempt.outcome.drift_at.filter(|_| attempt.outcome.foot_drift > REACHED_DRIFT);
        notes.push(match drift {
            Some((point, frame)) => note.about(skeleton.name(body.points[point].joint)).on(frame..frame + 1),
            None => note,
        });
    }
    let mut report = scene.report(&before, &wanted, &attempt, time_share, notes);
    let left = |flight: &&CorrectedFlight| {
        flight.corrected
            && !scene.is_right(flight.g_ratio_after, flight.off_parabola_after.max(flight.off_line_after))
    };
    let notes: Vec<Note> = report.flights.iter().filter(left).map(note_of_rest).collect();
    report.notes.extend(notes);
    progress.report(1.0)?;
    Ok(Edited { clip: attempt.clip, report })
}

/// What does not change from attempt to attempt.
struct Scene<'a> {
    skeleton: &'a Skeleton,
    clip: &'a Clip,
    poses: &'a WorldPoses,
    body: &'a BalanceBody,
    setting: &'a FlightSetting<'a>,
    options: &'a CorrectFlightOptions,
}

/// One try, measured.
struct Attempt {
    clip: Clip,
    warp: TimeWarp,
    /// Flights in the new time.
    frames: Vec<Range<usize>>,
    /// Flights of the result.
    after: Vec<Flight>,
    shifts: Vec<BodyShift>,
    rounds: usize,
    outcome: Outcome,
}

impl Scene<'_> {
    fn judge(&self, clip: &Clip, poses: &WorldPoses, plants: Option<&Plants>) -> Result<Judgement> {
        let scene = BalanceScene { plants, ..self.setting.scene.clone() };
        Judgement::new(
            self.skeleton,
            clip,
            poses,
            self.body,
            &scene,
            clip.frame_time(),
            self.setting.measure.cutoff,
        )
    }

    fn flights(&self, judgement: &Judgement) -> Vec<Flight> {
        find_flights(judgement, self.options.gravity)
    }

    fn is_right(&self, g_ratio: f64, off: f64) -> bool {
        (g_ratio - 1.0).abs() <= self.options.g_tolerance && off <= self.options.path_tolerance
    }

    fn is_wrong(&self, flight: &Flight) -> bool {
        let off = flight.off_parabola.max(flight.off_line);
        BELIEVED.contains(&flight.g_ratio) && !self.is_right(flight.g_ratio, off)
    }

    /// Corrects the wanted flights; time does a share of it.
    fn attempt(
        &self,
        judgement: &Judgement,
        before: &[Flight],
        wanted: &[usize],
        share: f64,
    ) -> Result<Attempt> {
        let all: Vec<Range<usize>> = before.iter().map(|flight| flight.frames.clone()).collect();
        let pace = |&index: &usize| (all[index].clone(), before[index].g_ratio.powf(0.5 * share));
        let paces: Vec<_> = wanted.iter().map(pace).collect();
        let warp = TimeWarp::new(self.clip.frame_count(), self.clip.frame_time(), &paces, &all);
        let warped = if warp.is_none() { self.clip.clone() } else { warp.clip(self.skeleton, self.clip)? };
        let plants = self.setting.scene.plants.map(|plants| warp.plants(plants)).transpose()?;
        let warped_poses = pose_clip(self.skeleton, &warped);
        let mut frames: Vec<Range<usize>> = all.iter().map(|frames| warp.new_frames(frames)).collect();
        if !warp.is_none() {
            // Played faster, feet are off the ground for a larger part.
            for found in self.flights(&self.judge(&warped, &warped_poses, plants.as_ref())?) {
                let next =
                    |index: usize| frames.get(index + 1).map_or(warped.frame_count(), |next| next.start);
                let overlap = |frames: &Range<usize>| {
                    frames.start < found.frames.end && found.frames.start < frames.end
                };
                let Some(index) = frames.iter().position(overlap) else { continue };
                let before = index.checked_sub(1).map_or(0, |before| frames[before].end);
                let end = frames[index].end.max(found.frames.end.min(next(index)));
                frames[index] = frames[index].start.min(found.frames.start.max(before))..end;
            }
        }
        let shifted = ShiftedBody::new(self.skeleton, &warped, &warped_poses);
        let segments: Vec<Range<usize>> =
            judgement.dynamics.segments.iter().map(|segment| warp.new_frames(segment)).collect();
        let beside_feet = judgement.support.beside_feet();
        let is_held: Vec<bool> =
            (0..warped.frame_count()).map(|frame| beside_feet[warp.old_time(frame) as usize]).collect();
        let wanted_frames: Vec<Range<usize>> = wanted.iter().map(|&index| frames[index].clone()).collect();
        let solver = ArcSolver {
            shifted: &shifted,
            masses: &self.body.masses,
            flights: &frames,
            wanted: &wanted_frames,
            gravity: self.options.gravity,
            frame_time: warped.frame_time(),
            segments: &segments,
            is_held: &is_held,
        };
        let (shifts, rounds) = solver.solve(&warped_poses)?;
        let clip = shifted.write(&shifts)?;
        // The figures are those of the clip that is handed over.
        let poses = pose_clip(self.skeleton, &clip);
        let after = self.flights(&self.judge(&clip, &poses, plants.as_ref())?);
        let jerk = |poses: &WorldPoses| jerk_p99(poses, self.skeleton.joints());
        let (foot_drift, drift_at) =
            foot_drift(judgement, [self.poses, &poses], &self.body.points, &warp, &frames);
        let outcome =
            Outcome { foot_drift, drift_at, jerk_ratio: jerk(&poses) / jerk(self.poses).max(1e-12) };
        Ok(Attempt { clip, warp, frames, after, shifts, rounds, outcome })
    }

    fn report(
        &self,
        before: &[Flight],
        wanted: &[usize],
        attempt: &Attempt,
        time_share: f64,
        notes: Vec<Note>,
    ) -> CorrectFlightReport {
        let is_changed = |frame: &usize| {
            let old = attempt.warp.old_time(*frame);
            let (new, source) = (attempt.clip.pose(*frame), self.clip.pose(old as usize));
            old.fract() != 0.0
                || new.rotations() != source.rotations()
                || new.root_position() != source.root_position()
        };
        let flights: Vec<CorrectedFlight> = before
            .iter()
            .enumerate()
            .map(|(index, flight)| {
                let frames = &attempt.frames[index];
                let overlap = |other: &&Flight| {
                    other.frames.end.min(frames.end).saturating_sub(other.frames.start.max(frames.start))
                };
                let after = attempt
                    .after
                    .iter()
                    .filter(|other| overlap(other) > 0)
                    .max_by_key(overlap)
                    .unwrap_or(flight);
                CorrectedFlight {
                    frames_before: flight.frames.clone(),
                    frames_after: after.frames.clone(),
                    corrected: wanted.contains(&index),
                    g_ratio_before: flight.g_ratio,
                    g_ratio_after: after.g_ratio,
                    off_parabola_before: flight.off_parabola,
                    off_parabola_after: after.off_parabola,
                    off_line_before: flight.off_line,
                    off_line_after: after.off_line,
                    rise_before: flight.rise,
                    rise_after: after.rise,
                    root_shift_max: attempt.shifts[frames.clone()]
                        .iter()
                        .map(|shift| shift.root.norm())
                        .fold(0.0, f64::max),
                    time_ratio: (attempt.warp.new_time((flight.frames.end - 1) as f64)
                        - attempt.warp.new_time(flight.frames.start as f64))
                        / (flight.frames.len() - 1) as f64,
                }
            })
            .collect();
        let in_flight = |frame: &usize| attempt.frames.iter().any(|frames| frames.contains(frame));
        CorrectFlightReport {
            corrected: wanted.len(),
            frames_before: self.clip.frame_count(),
            frames_after: attempt.clip.frame_count(),
            frames_changed: (0..attempt.clip.frame_count()).filter(is_changed).count(),
            root_shift_max: attempt.shifts.iter().map(|shift| shift.root.norm()).fold(0.0, f64::max),
            sink_max: (0..attempt.shifts.len())
                .filter(|frame| !in_flight(frame))
                .map(|frame| -attempt.shifts[frame].root.y)
                .fold(0.0, f64::max),
            foot_drift_max: attempt.outcome.foot_drift,
            jerk_ratio: attempt.outcome.jerk_ratio,
            time_share: if attempt.warp.is_none() { 0.0 } else { time_share },
            rounds: attempt.rounds,
            flights,
            notes,
        }
    }
}

/// Whether a flight is so near to a cut that the cut would tell its arc or its time.
fn is_at_cut(dynamics: &Dynamics, flight: &Range<usize>) -> bool {
    let reach = (AT_CUT / dynamics.frame_time).round() as usize;
    let mut cuts = dynamics.segments.iter().skip(1).map(|segment| segment.start);
    cuts.any(|cut| flight.start < cut + reach && cut < flight.end + reach)
}

fn note_of_rest(flight: &CorrectedFlight) -> Note {
    let text = format!(
        "still falls with {:.3} of gravity, {:.2} cm off its parabola and {:.2} cm off its line",
        flight.g_ratio_after,
        100.0 * flight.off_parabola_after,
        100.0 * flight.off_line_after
    );
    Note::warning("flight-left", text).on(flight.frames_after.clone())
}

/// The report of a clip that stays as it is.
fn unchanged(clip: &Clip, before: &[Flight], notes: Vec<Note>) -> CorrectFlightReport {
    let flight = |flight: &Flight| CorrectedFlight {
        frames_before: flight.frames.clone(),
        frames_after: flight.frames.clone(),
        corrected: false,
        g_ratio_before: flight.g_ratio,
        g_ratio_after: flight.g_ratio,
        off_parabola_before: flight.off_parabola,
        off_parabola_after: flight.off_parabola,
        off_line_before: flight.off_line,
        off_line_after: flight.off_line,
        rise_before: flight.rise,
        rise_after: flight.rise,
        root_shift_max: 0.0,
        time_ratio: 1.0,
    };
    CorrectFlightReport {
        flights: before.iter().map(flight).collect(),
        frames_before: clip.frame_count(),
        frames_after: clip.frame_count(),
        jerk_ratio: 1.0,
        notes,
        ..CorrectFlightReport::default()
    }
}

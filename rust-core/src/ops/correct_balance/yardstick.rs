//! [`Yardstick`]: what a result is measured by.

use super::options::CorrectBalanceOptions;
use super::{BalanceOriginal, BalanceSetting};
use crate::error::{Error, Result};
use crate::kinematics::WorldPoses;
use crate::kinematics::support::LOADED;
use crate::math::Vec3;
use crate::math::runs::{runs, within};
use crate::model::{Clip, MassModel, Note, Skeleton};
use crate::ops::measure_balance::episodes::find_other_supports;
use crate::ops::measure_balance::scene::{BalanceBody, JudgedClip, Judgement};
use crate::ops::measure_balance::{BalanceScene, not_judged};

/// What the result is measured by.
pub(super) struct Yardstick {
    /// How far the zero moment point may be outside, metres; infinite where nothing is known.
    pub(super) allowed: Vec<f64>,
    /// Where the centre of mass should be.
    pub(super) path: Option<Vec<Vec3>>,
    /// Frames that stay as they are: something else than feet carries the body.
    pub(super) is_held: Vec<bool>,
    /// Where the original tells nothing.
    pub(super) note: Option<Note>,
}

impl Yardstick {
    pub(super) fn new(
        skeleton: &Skeleton,
        clip: &Clip,
        poses: &WorldPoses,
        body: &BalanceBody,
        setting: &BalanceSetting<'_>,
        options: &CorrectBalanceOptions,
        judgement: &Judgement,
    ) -> Result<Self> {
        let count = clip.frame_count();
        let mut is_held = judgement.support.beside_feet().to_vec();
        let keeps_path = options.keeps_path();
        let is_asked: Vec<bool> = (0..count)
            .map(|f| judgement.distances[f].is_some() && judgement.dynamics.load(f) > LOADED && !is_held[f])
            .collect();
        let Some(original) = &setting.original else {
            // Without an original, what is carried is what has changed: a heavy load is no other support.
            let unloaded = (!setting.scene.loads.is_empty())
                .then(|| judge_unloaded(skeleton, clip, poses, body, setting))
                .transpose()?;
            let own = unloaded.as_ref().unwrap_or(judgement);
            hold_other_supports(skeleton, poses, own, &mut is_held);
            let path = keeps_path.then(|| own.dynamics.centre.clone());
            let allowed = vec![options.threshold * options.target_scale; count];
            return Ok(Self { allowed, path, is_held: without_gaps(&is_held), note: None });
        };
        let BalanceOriginal { skeleton, clip: original_clip, skins, scene } = original;
        let JudgedClip { poses, judgement, .. } =
            JudgedClip::new(skeleton, original_clip, skins, scene, &setting.measure)?;
        // What is out of balance in the clip that came may be the very fault: only the original tells what else carries the body.
        let mut is_carried = judgement.support.beside_feet().to_vec();
        hold_other_supports(skeleton, &poses, &judgement, &mut is_carried);
        let outside: Vec<f64> =
            judgement.distances.iter().map(|d| d.map_or(f64::INFINITY, |d| d.max(0.0))).collect();
        let frames = outside.len();
        if frames == 0 && count > 0 {
            return Err(Error::invalid("original", "it has no frames to compare with"));
        }
        let not_judged_in_original =
            outside.iter().all(|limit| limit.is_infinite()).then(|| not_judged(&judgement).text);
        // The same motion at another pace: frames at the same share of the clip.
        let at = |frame: usize| frame as f64 * (frames - 1) as f64 / (count - 1).max(1) as f64;
        let between = |place: f64| {
            let (low, high) = (place.floor() as usize, place.ceil() as usize);
            let share = place - place.floor();
            if low == high { outside[low] } else { outside[low] * (1.0 - share) + outside[high] * share }
        };
        let scaled = |limit: f64| if limit.is_finite() { limit * options.target_scale } else { limit };
        let allowed: Vec<f64> = (0..count).map(|frame| scaled(between(at(frame)))).collect();
        for (frame, is_held) in is_held.iter_mut().enumerate() {
            *is_held |= is_carried[at(frame).floor() as usize] || is_carried[at(frame).ceil() as usize];
        }
        let path = if keeps_path {
            if frames != count {
                let text = format!(
                    "it has {frames} frames, the clip {count}; a path is kept frame by frame, so use the mode 'limit'"
                );
                return Err(Error::invalid("original", text));
            }
            Some(judgement.dynamics.centre)
        } else {
            None
        };
        let is_held = without_gaps(&is_held);
        let note = note_of_original(&allowed, &is_asked, not_judged_in_original);
        Ok(Self { allowed, path, is_held, note })
    }
}

/// The clip judged without what is carried.
fn judge_unloaded(
    skeleton: &Skeleton,
    clip: &Clip,
    poses: &WorldPoses,
    body: &BalanceBody,
    setting: &BalanceSetting<'_>,
) -> Result<Judgement> {
    let count = body.masses.segments().len() - setting.scene.loads.len();
    let masses = MassModel::of_body(body.masses.segments()[..count].to_vec())?;
    let body = BalanceBody { masses, carried: 0.0, ..body.clone() };
    let scene = BalanceScene { loads: &[], ..setting.scene.clone() };
    Judgement::new(skeleton, clip, poses, &body, &scene, clip.frame_time(), setting.measure.cutoff)
}

/// Frames without a limit are not asked for anything; a result there is no better than the clip that came.
fn note_of_original(allowed: &[f64], is_asked: &[bool], reason: Option<String>) -> Option<Note> {
    if let Some(reason) = reason {
        let text = format!("the original tells no limits: {reason}; the clip stays as it is");
        return Some(Note::warning("original-not-judged", text));
    }
    let is_unknown: Vec<bool> =
        allowed.iter().zip(is_asked).map(|(limit, asked)| limit.is_infinite() && *asked).collect();
    let unknown = runs(&is_unknown);
    let note = Note::info(
        "frames-without-limit",
        "the original tells no limit there: it flies, or nothing bears it",
    );
    (!unknown.is_empty()).then(|| unknown.into_iter().fold(note, Note::on))
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

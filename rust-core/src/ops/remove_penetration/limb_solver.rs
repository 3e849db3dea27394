//! All limbs of a clip: finds where they touch the body, corrects those stretches, and makes sure on every vertex.

use super::again::Again;
use super::arms_apart::ways_apart;
use super::character::{BodyLimb, PenetrationBody};
use super::contact_rows::{ROW_BAND, TOUCH_BAND};
use super::correction::{Angles, BASE, COLLAR, LimbFrame, TurnedLimb, vector};
use super::episode::{Episode, Verdict, joined};
use super::margins::{near_touch, raise_margin, smooth_margins, spread};
use super::measure::{LimbDepth, measure_depths};
use super::options::{PenetrationMethod, RemovePenetrationOptions};
use super::solve::{CM, FrameRows, SolveScratch, Stretch, Weights, solve_step};
use super::touch::{Touched, touch_frames};
use crate::error::Result;
use crate::kinematics::body::Remembered;
use crate::kinematics::forward::pose_clip;
use crate::kinematics::limb::LimbKind;
use crate::math::Quat;
use crate::math::mesh::Point;
use crate::math::runs::{runs, within};
use crate::model::{Clip, Skeleton, Skin};
use crate::ops::progress::Progress;
use rayon::prelude::*;
use std::ops::Range;

/// Contact: closer than this, metres.
const CONTACT: f32 = 0.0005;
/// Points of a hand that are looked at beside the samples where it touches.
const TOUCH_POINT_COUNT: usize = 80;
/// A frame whose limbs have moved by less than this, metres, is not looked at again: its rows tell.
const SAME_PLACE: f64 = 0.0005;
/// Where it is not known how far limbs have moved, they have by no more than this, metres.
const FAR: f64 = 1e3;
pub(super) const LOOP_COUNT: usize = 20;
/// Largest change of an angle in one step; half of it from the eighth step on.
const MAX_STEP: f64 = 0.15;
/// All vertices are looked at this often at most; each time the worst of stretches with one deeper than this, metres, are added to the
/// samples, and they get this many more steps with this much more margin, cm.
const CERTIFY_ROUNDS: usize = 3;
pub(crate) const OFFENDING: f32 = 0.0025;
const OFFENDER_COUNT: usize = 80;
const CERTIFY_LOOPS: usize = 9;
const CERTIFY_MARGIN: f64 = 0.05;
/// Largest correction of the base joint, of one whose end stays in place, and of the collar. A knee that turns out farther than that looks
/// broken; thighs that are still in each other need a wider stance.
pub(super) const MAX_BASE: f64 = 100.0 / 180.0 * std::f64::consts::PI;
const MAX_SWIVEL: f64 = 40.0 / 180.0 * std::f64::consts::PI;
const MAX_COLLAR: f64 = 30.0 / 180.0 * std::f64::consts::PI;

/// One limb over the whole clip.
#[derive(Debug, Clone)]
pub(crate) struct LimbState {
    /// The source pose and the correction of each frame.
    pub(crate) frames: Vec<LimbFrame>,
    pub(crate) angles: Vec<Angles>,
    /// What the last look at each frame found.
    pub(crate) rows: Vec<FrameRows>,
    memory: Vec<Vec<Remembered>>,
    /// Under which angles of all limbs each frame was looked at last; empty if what was found is gone.
    pub(super) seen: Vec<Vec<Angles>>,
    /// Addition to the margin of each frame, cm, and over how many frames it is spread.
    pub(super) boost: Vec<f64>,
    spread: usize,
    /// Points that are looked at beside the samples.
    pub(super) extra: Vec<u32>,
    /// Frames that may change, and those in which the hand is meant to touch.
    pub(super) is_active: Vec<bool>,
    pub(crate) touches: Vec<bool>,
    /// Frames in which the hands are meant to touch each other.
    pub(crate) holds: Vec<bool>,
    /// The share of the margin that hands leave out in each frame, on the body and on each other.
    pub(super) nearer: [Vec<f32>; 2],
    /// The direction in which the arm leaves the other arm, where they meet; empty without another.
    apart: Vec<Option<Point>>,
    pub(crate) weights: Weights,
    /// Steps taken by the stretch that took most.
    pub(crate) loops: usize,
}

impl LimbState {
    /// Way of the hand or foot in a frame, metres.
    pub(crate) fn way(&self, frame: usize) -> f64 {
        if self.angles[frame] == Angles::zeros() {
            return 0.0;
        }
        (TurnedLimb::new(&self.frames[frame], &self.angles[frame]).end - self.frames[frame].end).norm()
    }

    /// The same as a mean over those of some frames that change.
    pub(crate) fn mean_way(&self, is_asked: impl Fn(usize) -> bool) -> f64 {
        let is_changed = |frame: &usize| is_asked(*frame) && self.angles[*frame] != Angles::zeros();
        let ways: Vec<f64> = (0..self.frames.len()).filter(is_changed).map(|frame| self.way(frame)).collect();
        ways.iter().sum::<f64>() / ways.len().max(1) as f64
    }
}

pub(crate) struct LimbSolver<'a> {
    pub(crate) skeleton: &'a Skeleton,
    pub(crate) clip: &'a Clip,
    pub(crate) skins: &'a [Skin],
    pub(crate) body: &'a PenetrationBody,
    pub(crate) options: &'a RemovePenetrationOptions,
    pub(crate) progress: &'a Progress<'a>,
}

/// One frame to look at, and the limbs in question.
struct Job {
    frame: usize,
    limbs: Vec<usize>,
    memory: Vec<Vec<Remembered>>,
    rows: Vec<FrameRows>,
    /// Those limbs that had moved.
    looked: Vec<usize>,
}

/// The corrections, the clip with them, and how deep its limbs are.
pub(crate) struct Solution {
    pub(crate) limbs: Vec<LimbState>,
    pub(crate) clip: Clip,
    pub(crate) depths: Vec<Vec<LimbDepth>>,
}

impl LimbSolver<'_> {
    /// Corrects every limb but those that are to be left alone. `depths` are those of the clip as it came, `[limb][frame]`.
    pub(crate) fn solve(&self, depths: &[Vec<LimbDepth>], is_left_alone: &[bool]) -> Result<Solution> {
        match self.options.method {
            PenetrationMethod::Spacetime => self.solve_frames(depths, is_left_alone),
            PenetrationMethod::PerFrame => self.solve_per_frame(depths, is_left_alone),
            PenetrationMethod::ControlPoints => self.solve_control_points(depths, is_left_alone),
        }
    }

    /// The angles of all frames together.
    pub(super) fn solve_frames(&self, depths: &[Vec<LimbDepth>], is_left_alone: &[bool]) -> Result<Solution> {
        let mut states = self.states(depths, is_left_alone)?;
        let mut episodes = Vec::new();
        for (limb, state) in states.iter().enumerate() {
            let stretches = joined(runs(&state.is_active)).into_iter();
            episodes.extend(stretches.map(|frames| Episode::new(limb, frames, self.margin())));
        }
        self.run(LOOP_COUNT, &mut states, episodes, 0.15..0.4)?;
        self.try_plans(depths, &mut states)?;
        self.try_again(&mut states, Again::Far, 0.65..0.68)?;
        self.try_again(&mut states, Again::Bent, 0.68..0.7)?;
        let mut round = 0;
        let mut after = depths.to_vec();
        let mut measured: Vec<Vec<Angles>> =
            states.iter().map(|_| vec![Angles::zeros(); self.clip.frame_count()]).collect();
        loop {
            let edited = write_corrections(self.skeleton, self.clip, self.body, &states)?;
            let is_changed: Vec<Vec<bool>> = states
                .iter()
                .zip(&measured)
                .map(|(state, known)| {
                    state.angles.iter().zip(known).map(|(now, known)| now != known).collect()
                })
                .collect();
            after = measure_depths(
                self.skeleton,
                &edited,
                self.body,
                OFFENDING,
                Some((after, &is_changed)),
                self.progress,
                0.7..0.8,
            )?;
            measured = states.iter().map(|state| state.angles.clone()).collect();
            let episodes = self.offending_episodes(&after, &mut states, round == 0);
            // Nothing changes any more where the last round changed nothing.
            let is_over = round > 0 && !is_changed.iter().flatten().any(|&is_changed| is_changed);
            if round == CERTIFY_ROUNDS || episodes.is_empty() || is_over {
                return Ok(Solution { limbs: states, clip: edited, depths: after });
            }
            self.run(CERTIFY_LOOPS, &mut states, episodes, 0.8..0.95)?;
            self.try_again(&mut states, Again::Far, 0.95..1.0)?;
            round += 1;
        }
    }

    /// Frames before and after a contact that may change.
    pub(crate) fn reach(&self) -> f64 {
        (self.options.reach * self.clip.frame_rate()).round()
    }

    /// Distance that is aimed for, cm: it also pays for the vertices between samples.
    pub(super) fn margin(&self) -> f64 {
        self.options.margin * CM
    }

    pub(super) fn states(&self, depths: &[Vec<LimbDepth>], is_left_alone: &[bool]) -> Result<Vec<LimbState>> {
        let frame_count = self.clip.frame_count();
        let joint_count = self.skeleton.joint_count();
        let rate = self.clip.frame_rate();
        let poses = pose_clip(self.skeleton, self.clip);
        let mut ways_apart = match self.options.method {
            PenetrationMethod::PerFrame => vec![Vec::new(); self.body.limbs.len()],
            _ => ways_apart(self.skeleton, self.clip, self.body)?,
        };
        let limbs = self.body.limbs.iter().enumerate().zip(depths).zip(is_left_alone);
        let mut states: Vec<LimbState> = limbs
            .map(|(((index, limb), depths), is_left_alone)| {
                let mut limb = limb.clone();
                limb.limb.learn_hinge(self.skeleton, &poses);
                let contact: Vec<bool> = depths.iter().map(|d| !is_left_alone && d.least < CONTACT).collect();
                let touching = |touched: Touched| {
                    if self.options.touch && !is_left_alone && limb.limb.kind == LimbKind::Arm {
                        touch_frames(self.skeleton, self.clip, self.body, index, depths, touched)
                    } else {
                        Ok(vec![false; frame_count])
                    }
                };
                // Frame by frame nothing draws hands together, so they keep their margin.
                let holds = match self.options.method {
                    PenetrationMethod::Spacetime => touching(Touched::OtherHand)?,
                    _ => vec![false; frame_count],
                };
                let touches = touching(Touched::Body)?;
                let frames = (0..frame_count).map(|frame| {
                    let range = frame * joint_count..(frame + 1) * joint_count;
                    LimbFrame::new(
                        self.skeleton,
                        &limb,
                        &poses.positions[range.clone()],
                        &poses.rotations[range],
                        &self.clip.root_positions()[frame],
                    )
                });
                Ok(LimbState {
                    frames: frames.collect(),
                    angles: vec![Angles::zeros(); frame_count],
                    rows: vec![FrameRows::default(); frame_count],
                    memory: vec![Vec::new(); frame_count],
                    seen: vec![Vec::new(); frame_count],
                    boost: vec![0.0; frame_count],
                    spread: spread(rate),
                    extra: touching_points(&limb, depths, &touches),
                    nearer: [near_touch(&touches, rate), Vec::new()],
                    touches,
                    holds,
                    apart: std::mem::take(&mut ways_apart[index]),
                    is_active: within(&contact, self.reach()),
                    weights: match limb.limb.kind {
                        LimbKind::Arm => Weights::arm(rate),
                        LimbKind::Leg => Weights::pinned(rate),
                    },
                    loops: 0,
                })
            })
            .collect::<Result<_>>()?;
        // Both hands know, whichever was found to be near the other.
        let hold: Vec<bool> =
            (0..frame_count).map(|frame| states.iter().any(|state| state.holds[frame])).collect();
        for (limb, state) in self.body.limbs.iter().zip(&mut states) {
            if limb.limb.kind == LimbKind::Arm {
                state.holds.clone_from(&hold);
            }
            state.nearer[1] = near_touch(&state.holds, rate);
        }
        Ok(states)
    }

    /// Steps until every stretch is solved or the steps are used up; the best angles are put in place.
    pub(super) fn run(
        &self,
        loops: usize,
        states: &mut [LimbState],
        mut episodes: Vec<Episode>,
        done: Range<f64>,
    ) -> Result<()> {
        for step in 0..loops {
            self.progress.report(done.start + (done.end - done.start) * step as f64 / loops as f64)?;
            if episodes.is_empty() {
                return Ok(());
            }
            self.look(states, &episodes)?;
            let mut open = Vec::new();
            for mut episode in episodes {
                let state = &mut states[episode.limb];
                match episode.judge(state, self.reach()) {
                    Verdict::GoOn => open.push(episode),
                    Verdict::Split(parts) => open.extend(parts),
                    Verdict::Done => episode.put_best(state),
                }
            }
            episodes = open;
            if step + 1 == loops {
                break;
            }
            step_all(states, &mut episodes);
        }
        for episode in &episodes {
            episode.put_best(&mut states[episode.limb]);
        }
        Ok(())
    }

    /// Looks at every frame of the stretches. A frame is posed once for all limbs: that is most of the work.
    pub(super) fn look(&self, states: &mut [LimbState], episodes: &[Episode]) -> Result<()> {
        let mut wanted: Vec<Vec<usize>> = vec![Vec::new(); self.clip.frame_count()];
        for episode in episodes {
            wanted[episode.frames.clone()].iter_mut().for_each(|limbs| limbs.push(episode.limb));
        }
        let mut jobs: Vec<Job> = wanted
            .into_iter()
            .enumerate()
            .filter(|(_, limbs)| !limbs.is_empty())
            .map(|(frame, limbs)| Job {
                frame,
                memory: limbs.iter().map(|&limb| std::mem::take(&mut states[limb].memory[frame])).collect(),
                rows: Vec::with_capacity(limbs.len()),
                looked: Vec::with_capacity(limbs.len()),
                limbs,
            })
            .collect();
        let shared: &[LimbState] = states;
        jobs.par_iter_mut().try_for_each_init(
            || self.body.looks.take(),
            |look, job| -> Result<()> {
                let frame = job.frame;
                let turned: Vec<TurnedLimb> =
                    shared.iter().map(|s| TurnedLimb::new(&s.frames[frame], &s.angles[frame])).collect();
                let mut is_posed = false;
                for (&limb, memory) in job.limbs.iter().zip(&mut job.memory) {
                    let state = &shared[limb];
                    let shift = shift_since(shared, frame, &turned, &state.seen[frame]);
                    if shift < SAME_PLACE {
                        job.rows.push(state.rows[frame].moved(&state.angles[frame]));
                        continue;
                    }
                    if !is_posed {
                        look.pose(self.skeleton, self.clip, frame, self.body, &turned)?;
                        is_posed = true;
                    }
                    // What was farther than the rows and could not come nearer since is no row now.
                    let clear = match state.touches[frame] || state.holds[frame] {
                        true => TOUCH_BAND,
                        false => {
                            ROW_BAND.min((state.rows[frame].band / CM + 2.0 * shift + SAME_PLACE) as f32)
                        }
                    };
                    let apart = state.apart.get(frame).copied().flatten();
                    let asked = (clear, shift.min(FAR) as f32);
                    look.limb(self.body, limb, state.extra.iter().copied(), asked, memory, apart);
                    job.rows.push(self.frame_rows(limb, &turned[limb], state, frame, look));
                    job.looked.push(limb);
                }
                Ok(())
            },
        )?;
        for job in jobs {
            for ((limb, memory), rows) in job.limbs.into_iter().zip(job.memory).zip(job.rows) {
                states[limb].memory[job.frame] = memory;
                states[limb].rows[job.frame] = rows;
            }
            for limb in job.looked {
                let seen = states.iter().map(|state| state.angles[job.frame]).collect();
                states[limb].seen[job.frame] = seen;
            }
        }
        Ok(())
    }

    /// The stretches around vertices that are too deep, and, `with_touch`, hands that do not touch; the worst of these become samples.
    fn offending_episodes(
        &self,
        depths: &[Vec<LimbDepth>],
        states: &mut [LimbState],
        with_touch: bool,
    ) -> Vec<Episode> {
        let mut episodes = Vec::new();
        for (limb, (depths, state)) in depths.iter().zip(states).enumerate() {
            let samples = self.body.limbs[limb].surface.sample_count();
            let mut deepest = vec![0.0f32; self.body.limbs[limb].surface.len()];
            for &(depth, point) in depths.iter().flat_map(|d| &d.offenders) {
                deepest[point as usize] = deepest[point as usize].max(depth);
            }
            let mut worst: Vec<u32> = (samples as u32..deepest.len() as u32)
                .filter(|&point| deepest[point as usize] > 0.0 && !state.extra.contains(&point))
                .collect();
            worst.sort_by(|&a, &b| deepest[b as usize].total_cmp(&deepest[a as usize]));
            state.extra.extend(worst.into_iter().take(OFFENDER_COUNT));
            // A hand that should touch and does not is an offence as well; the vertex that is nearest becomes a sample.
            let is_off = |frame: usize| {
                let touches = state.touches[frame] || state.holds[frame];
                with_touch && touches && depths[frame].hand.abs() > OFFENDING
            };
            let flags: Vec<bool> =
                (0..depths.len()).map(|frame| !depths[frame].offenders.is_empty() || is_off(frame)).collect();
            for frame in (0..depths.len()).filter(|&frame| is_off(frame) && depths[frame].hand.is_finite()) {
                let point = depths[frame].hand_point;
                if point as usize >= samples && !state.extra.contains(&point) {
                    state.extra.push(point);
                }
            }
            let mut near = within(&flags, self.reach());
            near.iter_mut().zip(&state.is_active).for_each(|(near, is_active)| *near &= is_active);
            // What is remembered is of the same points only.
            state.memory.iter_mut().for_each(Vec::clear);
            state.seen.iter_mut().for_each(Vec::clear);
            // Margins that grew on the way out keep hands from what they touch.
            state.boost.iter_mut().zip(&near).filter(|(_, near)| **near).for_each(|(boost, _)| *boost = 0.0);
            let stretches = joined(runs(&near)).into_iter();
            episodes
                .extend(stretches.map(|frames| Episode::new(limb, frames, self.margin() + CERTIFY_MARGIN)));
        }
        episodes
    }
}

/// How far any point of the limbs has moved at most since a frame was looked at, metres, about. Infinite where it was not.
fn shift_since(states: &[LimbState], frame: usize, turned: &[TurnedLimb], seen: &[Angles]) -> f64 {
    if seen.is_empty() {
        return f64::INFINITY;
    }
    let limbs = states.iter().zip(turned).zip(seen);
    limbs
        .filter(|((state, _), seen)| state.angles[frame] != **seen)
        .map(|((state, turned), seen)| turned.shift_from(&TurnedLimb::new(&state.frames[frame], seen)))
        .fold(0.0, f64::max)
}

/// Moves every stretch by one step.
fn step_all(states: &mut [LimbState], episodes: &mut [Episode]) {
    for episode in episodes.iter() {
        let state = &mut states[episode.limb];
        if episode.steps >= 2 {
            for frame in episode.frames.clone() {
                raise_margin(episode.margin, &mut state.boost[frame], &state.rows[frame]);
            }
        }
    }
    let shared: &[LimbState] = states;
    let results: Vec<Vec<Angles>> = episodes
        .par_iter_mut()
        .map_init(SolveScratch::default, |scratch, episode| {
            let state = &shared[episode.limb];
            let frames = episode.frames.clone();
            let margins = smooth_margins(episode.margin, &state.boost[frames.clone()], state.spread);
            let stretch = Stretch {
                frames: frames.clone(),
                angles: &state.angles,
                limb: &state.frames[frames.clone()],
                rows: &state.rows[frames.clone()],
                margins: &margins,
            };
            let mut next = solve_step(&state.weights, &stretch, scratch);
            let limit = if episode.steps < 8 { MAX_STEP } else { MAX_STEP / 2.0 };
            let is_pinned = state.frames.first().is_some_and(|frame| frame.is_pinned);
            let most_base = if is_pinned { MAX_SWIVEL } else { MAX_BASE };
            for (next, current) in next.iter_mut().zip(&state.angles[frames]) {
                *next = current + (*next - current).map(|x| x.clamp(-limit, limit));
                for (range, most) in [(BASE, most_base), (COLLAR, MAX_COLLAR)] {
                    let angle = vector(next, range.clone()).norm();
                    if angle > most {
                        range.for_each(|unknown| next[unknown] *= most / angle);
                    }
                }
            }
            episode.steps += 1;
            next
        })
        .collect();
    for (episode, angles) in episodes.iter().zip(results) {
        let state = &mut states[episode.limb];
        state.angles[episode.frames.clone()].copy_from_slice(&angles);
        state.loops = state.loops.max(episode.steps);
    }
}

/// The points of a hand that are nearest where it touches, most frequent first; samples are looked at anyway.
fn touching_points(limb: &BodyLimb, depths: &[LimbDepth], touches: &[bool]) -> Vec<u32> {
    let mut counts = vec![0usize; limb.surface.len()];
    let touching = depths.iter().zip(touches).filter(|(_, touch)| **touch);
    touching.for_each(|(depth, _)| counts[depth.hand_point as usize] += 1);
    let mut points: Vec<u32> = limb.surface.others().filter(|&point| counts[point as usize] > 0).collect();
    points.sort_by_key(|&point| std::cmp::Reverse(counts[point as usize]));
    points.truncate(TOUCH_POINT_COUNT);
    points
}

/// Writes the corrections into a copy of the clip; frames without one keep their bits.
pub(crate) fn write_corrections(
    skeleton: &Skeleton,
    clip: &Clip,
    body: &PenetrationBody,
    states: &[LimbState],
) -> Result<Clip> {
    let poses = pose_clip(skeleton, clip);
    let mut draft = crate::kinematics::clip_draft::ClipDraft::new(clip, 0);
    for (limb, state) in body.limbs.iter().zip(states) {
        let joints = [limb.collar, Some(limb.limb.base), Some(limb.limb.mid), Some(limb.limb.end)];
        for (frame, angles) in state.angles.iter().enumerate() {
            if *angles == Angles::zeros() {
                continue;
            }
            for (joint, turn) in joints.into_iter().zip(state.frames[frame].turns(angles)) {
                let Some(joint) = joint.filter(|_| turn != Quat::identity()) else { continue };
                let above = skeleton.parent(joint).map_or_else(Quat::identity, |p| poses.rotation(frame, p));
                draft.set_rotation(frame, joint, above.inverse() * turn * poses.rotation(frame, joint));
            }
        }
    }
    draft.build(skeleton, &[])
}

//! All limbs of a clip: finds where they touch the body, corrects those stretches, and makes sure on every vertex.

use super::character::{BodyLimb, PenetrationBody};
use super::correction::{Angles, LimbFrame, TurnedLimb};
use super::measure::{LimbDepth, find_offenders};
use super::plan::{KEY_TIME, REFINEMENTS, best_states, spread_keys, state_costs, states, states_near};
use super::solve::{CM, ContactRow, FrameRows, SolveScratch, Stretch, Weights, solve_step};
use crate::error::Result;
use crate::kinematics::body::{Distance, JointMatrix, PosedObstacle, frame_matrices};
use crate::kinematics::forward::pose_clip;
use crate::kinematics::limb::LimbKind;
use crate::math::mesh::Point;
use crate::math::runs::{runs, within};
use crate::math::{Affine, Quat};
use crate::model::{Clip, Skeleton};
use rayon::prelude::*;
use std::ops::Range;

/// Contact: closer than this, metres.
const CONTACT: f32 = 0.0005;
/// A correction may begin this long before a contact and end this long after it, seconds.
const REACH: f64 = 0.5;
/// Distance that is aimed for, cm: it also pays for the vertices between samples.
const MARGIN: f64 = 0.35;
/// A stretch is solved when no sample is deeper, cm.
const SOLVED: f64 = 0.15;
/// Rows of one frame.
const ROW_COUNT: usize = 24;
/// Samples farther than this are no rows, metres.
const ROW_BAND: f32 = 0.03;
const LOOP_COUNT: usize = 20;
/// Largest change of an angle in one step, and in steps from the eighth on.
const MAX_STEP: f64 = 0.15;
/// All vertices are looked at this often at most; each time the worst of stretches with one deeper than this, metres, are added to their
/// samples, and they get this many more steps with this margin, cm.
const CERTIFY_ROUNDS: usize = 3;
const OFFENDING: f32 = 0.0025;
const OFFENDER_COUNT: usize = 80;
const CERTIFY_LOOPS: usize = 9;
const CERTIFY_MARGIN: f64 = 0.4;
/// Windows deeper than this, metres, are planned when the plain solution fails, or turns the base or moves the end by more than this.
const PLANNED_DEPTH: f32 = 0.01;
const LARGE_BASE: f64 = 40.0 / 180.0 * std::f64::consts::PI;
const LARGE_WAY: f64 = 0.08;
/// A free stretch goes on as long as each step takes this share off its cost.
const WORTHWHILE: f64 = 0.01;
/// Largest correction of the base joint.
const MAX_BASE: f64 = 100.0 / 180.0 * std::f64::consts::PI;

/// The correction of one limb.
#[derive(Debug, Clone)]
pub(crate) struct LimbCorrection {
    pub(crate) frames: Vec<LimbFrame>,
    pub(crate) angles: Vec<Angles>,
    /// Steps taken by the stretch that took most.
    pub(crate) loops: usize,
}

/// One stretch of frames of one limb.
struct Episode {
    limb: usize,
    frames: Range<usize>,
    boost: Vec<f64>,
    margin: f64,
    best: Vec<Angles>,
    /// Of the best angles so far: cost, sum of squared depths and largest depth, cm.
    best_cost: f64,
    best_sum: f64,
    best_depth: f64,
    is_done: bool,
    loops: usize,
    distances: Vec<Vec<Distance>>,
    extra: Vec<u32>,
    scratch: SolveScratch,
}

/// What one thread keeps between frames.
#[derive(Default)]
struct Scratch {
    world: Vec<Affine>,
    matrices: Vec<JointMatrix>,
    trunk: PosedObstacle,
    places: Vec<Point>,
    order: Vec<(f32, u32)>,
}

pub(crate) struct LimbSolver<'a> {
    pub(crate) skeleton: &'a Skeleton,
    pub(crate) clip: &'a Clip,
    pub(crate) body: &'a PenetrationBody,
}

impl LimbSolver<'_> {
    /// Corrects every arm. `depths` are those of the clip as it came, `[arm][frame]`.
    pub(crate) fn solve(&self, depths: &[Vec<LimbDepth>]) -> Result<Vec<LimbCorrection>> {
        let frame_count = self.clip.frame_count();
        let poses = pose_clip(self.skeleton, self.clip);
        let mut limbs: Vec<BodyLimb> = self.body.arms.clone();
        limbs.iter_mut().for_each(|arm| arm.limb.learn_hinge(self.skeleton, &poses));
        let joint_count = self.skeleton.joint_count();
        let mut corrections: Vec<LimbCorrection> = limbs
            .iter()
            .map(|limb| LimbCorrection {
                frames: (0..frame_count)
                    .map(|frame| {
                        let range = frame * joint_count..(frame + 1) * joint_count;
                        LimbFrame::new(
                            self.skeleton,
                            limb,
                            &poses.positions[range.clone()],
                            &poses.rotations[range],
                            &self.clip.root_positions()[frame],
                        )
                    })
                    .collect(),
                angles: vec![Angles::zeros(); frame_count],
                loops: 0,
            })
            .collect();
        let weights = Weights::arm(self.clip.frame_rate());
        let reach = (REACH * self.clip.frame_rate()).round();
        let mut episodes = Vec::new();
        for (limb, depth) in depths.iter().enumerate() {
            let contact: Vec<bool> = depth.iter().map(|d| d.least < CONTACT).collect();
            for frames in joined(runs(&within(&contact, reach))) {
                episodes.push(Episode::new(limb, frames, self.body.arms[limb].surface.sample_count()));
            }
        }
        self.run(LOOP_COUNT, &weights, &mut corrections, &mut episodes)?;
        self.try_plans(&weights, depths, &mut corrections, &mut episodes)?;
        for _ in 0..CERTIFY_ROUNDS {
            if !self.add_offenders(&corrections, &mut episodes)? {
                break;
            }
            self.run(CERTIFY_LOOPS, &weights, &mut corrections, &mut episodes)?;
        }
        Ok(corrections)
    }

    /// Steps until every stretch is solved or the steps are used up; the best angles are put in place.
    fn run(
        &self,
        loops: usize,
        weights: &Weights,
        corrections: &mut [LimbCorrection],
        episodes: &mut [Episode],
    ) -> Result<()> {
        for step in 0..loops {
            if !self.step(step, step + 1 == loops, weights, corrections, episodes)? {
                break;
            }
        }
        for episode in episodes {
            let correction = &mut corrections[episode.limb];
            correction.angles[episode.frames.clone()].copy_from_slice(&episode.best);
            correction.loops = correction.loops.max(episode.loops);
            episode.is_done = true;
        }
        Ok(())
    }

    /// Stretches that are not solved, or only by a large change, are solved again from a plan; the better result stays.
    fn try_plans(
        &self,
        weights: &Weights,
        depths: &[Vec<LimbDepth>],
        corrections: &mut [LimbCorrection],
        episodes: &mut [Episode],
    ) -> Result<()> {
        let mut before: Vec<Option<(Vec<Angles>, f64, f64)>> = vec![None; episodes.len()];
        for (index, episode) in episodes.iter_mut().enumerate() {
            let correction = &corrections[episode.limb];
            let frames = &correction.frames[episode.frames.clone()];
            if episode.best_depth <= SOLVED && !is_large(frames, &episode.best) {
                continue;
            }
            let Some(planned) = self.plan(weights, &depths[episode.limb], corrections, episode)? else {
                continue;
            };
            before[index] =
                Some((episode.best.clone(), episode.best_depth, weights.cost(frames, &episode.best)));
            corrections[episode.limb].angles[episode.frames.clone()].copy_from_slice(&planned);
            episode.boost.fill(0.0);
            episode.start_again(self.body.arms[episode.limb].surface.sample_count(), MARGIN);
        }
        self.run(LOOP_COUNT, weights, corrections, episodes)?;
        for (episode, before) in episodes.iter_mut().zip(before) {
            let Some((angles, depth, cost)) = before else { continue };
            let correction = &mut corrections[episode.limb];
            let planned_cost = weights.cost(&correction.frames[episode.frames.clone()], &episode.best);
            let (was_solved, is_solved) = (depth <= SOLVED, episode.best_depth <= SOLVED);
            let is_better = match (was_solved, is_solved) {
                (true, true) => planned_cost < cost,
                (false, false) => episode.best_depth < depth,
                (_, is_solved) => is_solved,
            };
            if !is_better {
                episode.best = angles;
                episode.best_depth = depth;
                correction.angles[episode.frames.clone()].copy_from_slice(&episode.best);
            }
        }
        Ok(())
    }

    /// A start for a stretch: planned where the limb is deep, 0 elsewhere. `None` where it is nowhere deep.
    fn plan(
        &self,
        weights: &Weights,
        depths: &[LimbDepth],
        corrections: &[LimbCorrection],
        episode: &Episode,
    ) -> Result<Option<Vec<Angles>>> {
        let rate = self.clip.frame_rate();
        let correction = &corrections[episode.limb];
        let deep: Vec<bool> =
            depths[episode.frames.clone()].iter().map(|d| d.least < -PLANNED_DEPTH).collect();
        let step = (KEY_TIME * rate).round().max(1.0) as usize;
        let width = ((11.0 / 30.0 * rate).round() as usize) | 1;
        let mut planned = vec![Angles::zeros(); episode.frames.len()];
        let mut has_any = false;
        for window in joined(runs(&within(&deep, (REACH * rate).round()))) {
            has_any = true;
            let mut keys: Vec<usize> = window.clone().step_by(step).collect();
            if keys.last() != Some(&(window.end - 1)) {
                keys.push(window.end - 1);
            }
            let states: Vec<Vec<Angles>> =
                keys.iter().map(|key| states(&correction.frames[episode.frames.start + key])).collect();
            let costs = self.costs(weights, episode, correction, &keys, &states)?;
            let first = episode.frames.start + window.start;
            let last = episode.frames.start + window.end;
            let ties = [first > 0, last < self.clip.frame_count()];
            let mut angles = best_states(&states, &costs, ties);
            for size in REFINEMENTS {
                let near: Vec<Vec<Angles>> = angles.iter().map(|angles| states_near(angles, size)).collect();
                let costs = self.costs(weights, episode, correction, &keys, &near)?;
                angles = best_states(&near, &costs, ties);
            }
            let spread = spread_keys(&keys, &angles, episode.frames.len(), width);
            planned.iter_mut().zip(spread).for_each(|(sum, part)| *sum += part);
        }
        Ok(has_any.then_some(planned))
    }

    /// What each state costs at each key of a stretch.
    fn costs(
        &self,
        weights: &Weights,
        episode: &Episode,
        correction: &LimbCorrection,
        keys: &[usize],
        states: &[Vec<Angles>],
    ) -> Result<Vec<Vec<f64>>> {
        keys.par_iter()
            .zip(states)
            .map_init(Scratch::default, |scratch, (key, states)| {
                let frame = episode.frames.start + key;
                let pose = self.clip.pose(frame);
                let origin = frame_matrices(self.skeleton, &pose, &mut scratch.world, &mut scratch.matrices)?;
                self.body.trunk.pose(&scratch.matrices, &mut scratch.trunk);
                Ok(state_costs(
                    weights,
                    &self.body.arms[episode.limb],
                    &correction.frames[frame],
                    states,
                    (&scratch.world, &origin),
                    &mut scratch.matrices,
                    (&self.body.trunk, &scratch.trunk),
                ))
            })
            .collect()
    }

    /// Looks at every vertex. Stretches with one too deep get their worst vertices as samples and go on; `false` if there are none.
    fn add_offenders(&self, corrections: &[LimbCorrection], episodes: &mut [Episode]) -> Result<bool> {
        let edited = write_corrections(self.skeleton, self.clip, self.body, corrections)?;
        let offenders = find_offenders(self.skeleton, &edited, self.body, OFFENDING)?;
        let mut has_any = false;
        for episode in episodes.iter_mut() {
            let mut worst: Vec<(f32, u32)> = Vec::new();
            let samples = self.body.arms[episode.limb].surface.sample_count();
            for &(depth, point) in offenders[episode.limb][episode.frames.clone()].iter().flatten() {
                match worst.iter_mut().find(|(_, known)| *known == point) {
                    Some((deepest, _)) => *deepest = deepest.max(depth),
                    None => worst.push((depth, point)),
                }
            }
            if worst.is_empty() {
                continue;
            }
            worst.retain(|(_, point)| *point as usize >= samples && !episode.extra.contains(point));
            worst.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            episode.extra.extend(worst.iter().take(OFFENDER_COUNT).map(|(_, point)| *point));
            has_any = true;
            episode.start_again(samples, CERTIFY_MARGIN);
        }
        Ok(has_any)
    }

    /// Evaluates all unfinished stretches and moves each by one step, but for the last, which only judges. `false` when all are done.
    fn step(
        &self,
        step: usize,
        is_last: bool,
        weights: &Weights,
        corrections: &mut [LimbCorrection],
        episodes: &mut [Episode],
    ) -> Result<bool> {
        // Frames are looked at once for all limbs: posing the body is most of the work.
        let mut wanted: Vec<Vec<usize>> = vec![Vec::new(); self.clip.frame_count()];
        for (index, episode) in episodes.iter().enumerate().filter(|(_, e)| !e.is_done) {
            episode.frames.clone().for_each(|frame| wanted[frame].push(index));
        }
        let busy: Vec<usize> = (0..wanted.len()).filter(|&frame| !wanted[frame].is_empty()).collect();
        if busy.is_empty() {
            return Ok(false);
        }
        let found: Vec<Vec<(FrameRows, Vec<Distance>)>> = busy
            .par_iter()
            .map_init(Scratch::default, |scratch, &frame| {
                let pose = self.clip.pose(frame);
                let origin = frame_matrices(self.skeleton, &pose, &mut scratch.world, &mut scratch.matrices)?;
                // Skin at the shoulders follows the arms, so the body is posed with all corrections in place.
                let turned: Vec<TurnedLimb> =
                    corrections.iter().map(|c| TurnedLimb::new(&c.frames[frame], &c.angles[frame])).collect();
                for (limb, turned) in self.body.arms.iter().zip(&turned) {
                    turned.put_matrices(limb, &scratch.world, &origin, &mut scratch.matrices);
                }
                self.body.trunk.pose(&scratch.matrices, &mut scratch.trunk);
                Ok(wanted[frame]
                    .iter()
                    .map(|&index| {
                        let episode = &episodes[index];
                        let distances = episode.distances[frame - episode.frames.start].clone();
                        let limb = &self.body.arms[episode.limb];
                        self.frame_rows(limb, &turned[episode.limb], &episode.extra, distances, scratch)
                    })
                    .collect())
            })
            .collect::<Result<_>>()?;
        let mut rows: Vec<Vec<FrameRows>> = episodes.iter().map(|_| Vec::new()).collect();
        for (&frame, found) in busy.iter().zip(found) {
            for (&index, (frame_rows, distances)) in wanted[frame].iter().zip(found) {
                let episode = &mut episodes[index];
                episode.distances[frame - episode.frames.start] = distances;
                rows[index].push(frame_rows);
            }
        }
        let frame_count = self.clip.frame_count();
        let sources: Vec<&[LimbFrame]> = corrections.iter().map(|c| c.frames.as_slice()).collect();
        let currents: Vec<Vec<Angles>> =
            episodes.iter().map(|e| corrections[e.limb].angles[e.frames.clone()].to_vec()).collect();
        let results: Vec<Option<Vec<Angles>>> = episodes
            .par_iter_mut()
            .zip(rows.par_iter())
            .zip(currents.par_iter())
            .map(|((episode, rows), current)| {
                let source = &sources[episode.limb][episode.frames.clone()];
                if episode.is_done || episode.judge(weights, source, rows, current) || is_last {
                    return None;
                }
                let margins = episode.margins(step, rows);
                let stretch = Stretch {
                    frames: episode.frames.clone(),
                    clip_frames: frame_count,
                    limb: source,
                    current,
                    rows,
                    margins: &margins,
                };
                let mut next = solve_step(weights, &stretch, &mut episode.scratch);
                let limit = if step < 8 { MAX_STEP } else { MAX_STEP / 2.0 };
                for (next, current) in next.iter_mut().zip(current) {
                    *next = current + (*next - current).map(|x| x.clamp(-limit, limit));
                    let base = next.fixed_rows::<3>(0).norm();
                    if base > MAX_BASE {
                        next.fixed_rows_mut::<3>(0).scale_mut(MAX_BASE / base);
                    }
                }
                episode.loops += 1;
                Some(next)
            })
            .collect();
        for (episode, result) in episodes.iter().zip(results) {
            if let Some(angles) = result {
                corrections[episode.limb].angles[episode.frames.clone()].copy_from_slice(&angles);
            }
        }
        Ok(true)
    }

    /// Distances of the samples under the correction, and the rows of the nearest.
    fn frame_rows(
        &self,
        limb: &BodyLimb,
        turned: &TurnedLimb,
        extra: &[u32],
        mut distances: Vec<Distance>,
        scratch: &mut Scratch,
    ) -> (FrameRows, Vec<Distance>) {
        let surface = &limb.surface;
        let extra = || extra.iter().copied();
        surface.pose(&scratch.matrices, extra(), &mut scratch.places);
        surface.distances(
            &self.body.trunk,
            &scratch.trunk,
            &scratch.places,
            extra(),
            ROW_BAND,
            &mut distances,
        );
        scratch.order.clear();
        let mut least = f32::INFINITY;
        for (i, distance) in distances.iter().enumerate() {
            least = least.min(distance.signed);
            if distance.triangle != Distance::CLEAR && distance.signed < ROW_BAND {
                scratch.order.push((distance.signed, i as u32));
            }
        }
        scratch.order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        scratch.order.truncate(ROW_COUNT);
        let samples = surface.sample_count();
        let contacts = scratch
            .order
            .iter()
            .map(|&(_, i)| {
                let i = i as usize;
                let point = if i < samples { i } else { extra().nth(i - samples).unwrap_or(0) as usize };
                let shares =
                    surface.surface.shares(point, &scratch.matrices).map(|(joint, weight, place)| {
                        (limb.stage_of_joint[joint], f64::from(weight), place.map(f64::from))
                    });
                let arms = turned.arms(shares);
                let normal = distances[i].normal.map(f64::from);
                ContactRow {
                    distance: f64::from(distances[i].signed) * CM,
                    row: turned.row(&normal, &arms) * CM,
                }
            })
            .collect();
        (FrameRows { contacts, least: f64::from(least) * CM }, distances)
    }
}

impl Episode {
    fn new(limb: usize, frames: Range<usize>, samples: usize) -> Self {
        let count = frames.len();
        Self {
            limb,
            frames,
            boost: vec![0.0; count],
            margin: MARGIN,
            best: vec![Angles::zeros(); count],
            best_cost: f64::INFINITY,
            best_sum: f64::INFINITY,
            best_depth: f64::INFINITY,
            is_done: false,
            loops: 0,
            distances: vec![vec![Distance::UNKNOWN; samples]; count],
            extra: Vec::new(),
            scratch: SolveScratch::default(),
        }
    }

    /// Another round, from the angles that are in place, with the samples that were added.
    fn start_again(&mut self, samples: usize, margin: f64) {
        self.margin = margin;
        self.best_cost = f64::INFINITY;
        self.best_sum = f64::INFINITY;
        self.best_depth = f64::INFINITY;
        self.is_done = false;
        let count = samples + self.extra.len();
        self.distances.iter_mut().for_each(|d| d.resize(count, Distance::UNKNOWN));
    }

    /// Keeps the angles if they are the best so far: the least deep, and once they are free the least change. Whether to stop.
    fn judge(
        &mut self,
        weights: &Weights,
        source: &[LimbFrame],
        rows: &[FrameRows],
        current: &[Angles],
    ) -> bool {
        let sum: f64 = rows.iter().map(|r| (-r.least).max(0.0).powi(2)).sum();
        let depth = rows.iter().map(|r| -r.least).fold(0.0, f64::max);
        if depth > SOLVED {
            if self.best_depth > SOLVED && sum < self.best_sum {
                (self.best_sum, self.best_depth) = (sum, depth);
                self.best.copy_from_slice(current);
            }
        } else if self.loops > 0 {
            let cost = weights.cost(source, current);
            let is_first = self.best_depth > SOLVED;
            let has_gained = is_first || cost < self.best_cost * (1.0 - WORTHWHILE);
            if is_first || cost < self.best_cost {
                (self.best_cost, self.best_sum, self.best_depth) = (cost, sum, depth);
                self.best.copy_from_slice(current);
            }
            // Steps overshoot where many were needed; only then is it worth to go on.
            self.is_done = !has_gained || !is_large(source, current);
        }
        self.is_done
    }

    /// The margin of each frame: raised where a step did not suffice, lowered again where there is room.
    fn margins(&mut self, step: usize, rows: &[FrameRows]) -> Vec<f64> {
        for (boost, row) in self.boost.iter_mut().zip(rows) {
            let margin = self.margin + *boost;
            if step >= 2 {
                if row.least < SOLVED {
                    *boost += 0.7 * (SOLVED - row.least);
                } else if row.least > margin {
                    *boost -= 0.5 * (row.least - margin);
                }
                *boost = boost.clamp(0.0, 3.0);
            }
        }
        self.boost.iter().map(|boost| self.margin + boost).collect()
    }
}

/// Whether a correction is so large that another way out may be better.
fn is_large(frames: &[LimbFrame], angles: &[Angles]) -> bool {
    frames.iter().zip(angles).any(|(frame, angles)| {
        angles.fixed_rows::<3>(0).norm() > LARGE_BASE
            || (TurnedLimb::new(frame, angles).end - frame.end).norm() > LARGE_WAY
    })
}

/// Runs with gaps too short to stand alone are one.
fn joined(runs: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    for run in runs {
        match out.last_mut() {
            // Second differences reach over two frames.
            Some(last) if run.start < last.end + 3 => last.end = run.end,
            _ => out.push(run),
        }
    }
    out
}

/// Writes the corrections into a copy of the clip; frames without one keep their bits.
pub(crate) fn write_corrections(
    skeleton: &Skeleton,
    clip: &Clip,
    body: &PenetrationBody,
    corrections: &[LimbCorrection],
) -> Result<Clip> {
    let poses = pose_clip(skeleton, clip);
    let mut draft = crate::kinematics::clip_draft::ClipDraft::new(clip, 0);
    for (limb, correction) in body.arms.iter().zip(corrections) {
        debug_assert_eq!(limb.limb.kind, LimbKind::Arm);
        for (frame, angles) in correction.angles.iter().enumerate() {
            if *angles == Angles::zeros() {
                continue;
            }
            let turns = TurnedLimb::turns(&correction.frames[frame], angles);
            for (joint, turn) in [limb.limb.base, limb.limb.mid, limb.limb.end].into_iter().zip(turns) {
                let above = skeleton.parent(joint).map_or_else(Quat::identity, |p| poses.rotation(frame, p));
                draft.set_rotation(frame, joint, above.inverse() * turn * poses.rotation(frame, joint));
            }
        }
    }
    draft.build(skeleton, &[])
}

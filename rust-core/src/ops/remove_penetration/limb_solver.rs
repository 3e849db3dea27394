//! All limbs of a clip: finds where they touch the body, corrects those stretches, and makes sure on every vertex.

use super::character::{BodyLimb, PenetrationBody};
use super::correction::{Angles, LimbFrame, TurnedLimb};
use super::measure::LimbDepth;
use super::solve::{CM, ContactRow, FrameRows, SolveScratch, Weights, solve_step};
use crate::error::Result;
use crate::kinematics::body::{Distance, JointMatrix, PosedObstacle, frame_matrices};
use crate::kinematics::forward::pose_clip;
use crate::kinematics::limb::LimbKind;
use crate::math::mesh::Point;
use crate::math::runs::{runs, within};
use crate::math::{Affine, Quat, Vec3};
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
const LOOP_COUNT: usize = 14;
/// Largest change of an angle in one step, and in steps from the eighth on.
const MAX_STEP: f64 = 0.15;
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
    best_cost: f64,
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
        for step in 0..LOOP_COUNT {
            if !self.step(step, &weights, &mut corrections, &mut episodes)? {
                break;
            }
        }
        for episode in &episodes {
            let correction = &mut corrections[episode.limb];
            correction.angles[episode.frames.clone()].copy_from_slice(&episode.best);
            correction.loops = correction.loops.max(episode.loops);
        }
        Ok(corrections)
    }

    /// Evaluates all unfinished stretches and moves each by one step. `false` when all are done.
    fn step(
        &self,
        step: usize,
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
                let origin =
                    frame_matrices(self.skeleton, &pose, &mut scratch.world, &mut scratch.matrices)?;
                self.body.trunk.pose(&scratch.matrices, &mut scratch.trunk);
                Ok(wanted[frame]
                    .iter()
                    .map(|&index| {
                        let episode = &episodes[index];
                        let correction = &corrections[episode.limb];
                        let distances = episode.distances[frame - episode.frames.start].clone();
                        let limb = &self.body.arms[episode.limb];
                        let turned = TurnedLimb::new(&correction.frames[frame], &correction.angles[frame]);
                        self.frame_rows(limb, &turned, &origin, &episode.extra, distances, scratch)
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
                if episode.is_done || episode.judge(rows, current) {
                    return None;
                }
                let margins = episode.margins(step, rows);
                let frames = episode.frames.clone();
                let mut next = solve_step(
                    weights,
                    frames.clone(),
                    frame_count,
                    &sources[episode.limb][frames],
                    current,
                    rows,
                    &margins,
                    &mut episode.scratch,
                );
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
        origin: &Vec3,
        extra: &[u32],
        mut distances: Vec<Distance>,
        scratch: &mut Scratch,
    ) -> (FrameRows, Vec<Distance>) {
        let source: Vec<(usize, JointMatrix)> = limb
            .stage_of_joint
            .iter()
            .enumerate()
            .filter(|(_, stage)| **stage > 0)
            .map(|(joint, _)| (joint, scratch.matrices[joint]))
            .collect();
        turned.put_matrices(limb, &scratch.world, origin, &mut scratch.matrices);
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
                let point =
                    if i < samples { i } else { extra().nth(i - samples).unwrap_or(0) as usize };
                let shares = surface.surface.shares(point, &scratch.matrices).map(|(joint, weight, place)| {
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
        for (joint, matrix) in source {
            scratch.matrices[joint] = matrix;
        }
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
            best_depth: f64::INFINITY,
            is_done: false,
            loops: 0,
            distances: vec![vec![Distance::UNKNOWN; samples]; count],
            extra: Vec::new(),
            scratch: SolveScratch::default(),
        }
    }

    /// Keeps the angles if they are the best so far; whether they are good enough.
    fn judge(&mut self, rows: &[FrameRows], current: &[Angles]) -> bool {
        let cost: f64 = rows.iter().map(|r| (-r.least).max(0.0).powi(2)).sum();
        let depth = rows.iter().map(|r| -r.least).fold(0.0, f64::max);
        if cost < self.best_cost {
            self.best_cost = cost;
            self.best_depth = depth;
            self.best.copy_from_slice(current);
        }
        self.is_done = depth <= SOLVED && self.loops > 0;
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

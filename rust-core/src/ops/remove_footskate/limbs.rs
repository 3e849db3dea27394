//! Method `limbs`, solver `least-squares` (docs/methods/footskate.md, 2): anchors, foot targets, root and limb lengths
//! together, exact finish.

use super::carry::carry_root;
use super::findings::Findings;
use super::place_limbs::LimbPlacer;
use super::report::MissedPlant;
use super::{Cleanup, ClipSegment};
use crate::error::{Error, Result};
use crate::kinematics::anchors::{self, Anchor, AnchorProblem, StandingGround, Tip};
use crate::kinematics::clip_draft::ClipDraft;
use crate::kinematics::limb::bend::Bend;
use crate::kinematics::limb::ik::PosedLimb;
use crate::kinematics::limb::sides::set_sides;
use crate::kinematics::limb::{Limb, LimbKind, find_limbs};
use crate::kinematics::root_solver::{LimbReach, RootSolution, SolverSettings, solve_root};
use crate::kinematics::targets::{ADDED_SPEED, EndTargets, TargetSettings, plan_targets};
use crate::kinematics::{BodyPoints, WorldPoses};
use crate::math::Vec3;
use crate::math::balls::{Ball, project_onto_balls};
use crate::math::banded::FillScratch;
use crate::math::runs::runs;
use crate::model::{Clip, Note, Plants, Skeleton};
use std::ops::Range;

/// Time over which lengths may bend after noise was removed, seconds.
const NOISY_STRETCH_TIME: f64 = 0.25;

/// One limb with its plants and its posed frames.
pub(crate) struct LimbPlan {
    pub(crate) limb: Limb,
    pub(crate) tips: Vec<Tip>,
    pub(crate) anchors: Vec<Anchor>,
    pub(crate) frames: Vec<(PosedLimb, Bend)>,
}

impl LimbPlan {
    /// Whether the limb's end stays in place when the root moves.
    fn is_held(&self) -> bool {
        self.limb.kind == LimbKind::Leg || !self.anchors.is_empty()
    }
}

/// Finds the limbs that take part and their anchors: legs always (their feet must stay when the root moves), arms
/// where they are planted.
///
/// # Errors
/// [`Error::MissingRoles`] if a plant's limb has no joints.
pub(crate) fn plan_limbs(
    cleanup: &Cleanup<'_>,
    segment: &ClipSegment<'_>,
    findings: &mut Findings,
) -> Result<Vec<LimbPlan>> {
    let (Cleanup { skeleton, ground, options }, ClipSegment { poses, plants, .. }) = (*cleanup, *segment);
    let (found, problems) = find_limbs(skeleton);
    check_roles(&found, plants, &problems)?;
    problems.into_iter().for_each(|problem| findings.note("limb", problem));
    let points = BodyPoints::new(skeleton);
    let mut plans = Vec::new();
    for mut limb in found {
        let is_planted = plants.iter().any(|p| limb.has_point(p.point.side, p.point.kind));
        if limb.kind == LimbKind::Arm && !is_planted && ground.is_none() {
            continue;
        }
        limb.learn_hinge(skeleton, poses);
        let (frames, twisted) = pose_limb(skeleton, poses, &limb);
        if !twisted.is_empty() {
            let text = format!(
                "'{}' is twisted by half a turn; the limb was bent the way it is posed",
                skeleton.name(limb.base)
            );
            let note = Note::info("twisted-limb", text).about(limb.name());
            findings.notes.push(twisted.into_iter().fold(note, Note::on));
        }
        if let Some(frame) = frames.iter().position(|(_, bend)| !bend.can_bend()) {
            let text = format!(
                "'{}' or '{}' has no length; the limb was left as it is",
                skeleton.name(limb.mid),
                skeleton.name(limb.end)
            );
            findings.notes.push(Note::warning("no-length", text).about(limb.name()).on(frame..frame + 1));
            for plant in plants.iter().filter(|p| limb.has_point(p.point.side, p.point.kind)) {
                findings.missed.push(MissedPlant {
                    point: plant.point.name(),
                    frames: plant.frames.clone(),
                    distance: 0.0,
                    reason: "a bone of the limb has no length".into(),
                });
            }
            continue;
        }
        let tips = anchors::tips_of(&limb, &points);
        let reach = frames.iter().map(|(_, bend)| bend.max_length()).fold(0.0, f64::max);
        let floor = StandingGround { ground, snap: options.snap_to_ground };
        let fastest = ADDED_SPEED * size_of(reach) * segment.clip.frame_time();
        let limits = anchors::Limits { reach, fastest };
        let (anchors, problems) = anchors::find_anchors(&limb, &tips, plants, poses, &floor, limits);
        problems.into_iter().for_each(|problem| tell_problem(&limb, reach, problem, findings));
        plans.push(LimbPlan { limb, tips, anchors, frames });
    }
    // Those whose ends hold still in the world come first; free arms ride along with the body.
    plans.sort_by_key(|p| !p.is_held());
    Ok(plans)
}

/// Puts what speaks against a plant into words.
fn tell_problem(limb: &Limb, reach: f64, problem: AnchorProblem, findings: &mut Findings) {
    match problem {
        AnchorProblem::OutOfReach { point, frames, distance } => findings.missed.push(MissedPlant {
            point: point.name(),
            frames,
            distance,
            reason: format!(
                "{distance:.2} m from where the point is, the {} is {reach:.2} m long; the plant was left out",
                limb.name()
            ),
        }),
        AnchorProblem::Outliers { point, frames, count, of } => {
            let text =
                format!("{count} of its {of} planted frames lie far from the rest and did not count for its place");
            findings.notes.push(Note::warning("outlier-frames", text).about(point.name()).on(frames));
        }
        AnchorProblem::Skipped { point, frames, count, distance } => findings.missed.push(MissedPlant {
            point: point.name(),
            frames,
            distance,
            reason: format!(
                "{count} frames jump too far for the {} to bring them back; they were left as they are",
                limb.name()
            ),
        }),
    }
}

/// Every planted point needs its limb.
fn check_roles(limbs: &[Limb], plants: &Plants, problems: &[String]) -> Result<()> {
    let mut missing: Vec<String> = Vec::new();
    for plant in plants.iter() {
        if !limbs.iter().any(|l| l.has_point(plant.point.side, plant.point.kind)) {
            let is_arm = matches!(
                plant.point.kind,
                crate::model::PointKind::Wrist | crate::model::PointKind::Fingertips
            );
            let side = plant.point.side.name();
            let names = if is_arm { "upper arm, forearm and hand" } else { "thigh, shin and foot" };
            let text = format!("{side} {names}");
            if !missing.contains(&text) {
                missing.push(text);
            }
        }
    }
    if missing.is_empty() {
        return Ok(());
    }
    if let Some(problem) = problems.first() {
        return Err(Error::invalid("roles", problem.clone()));
    }
    Err(Error::MissingRoles { missing: missing.join(", ") })
}

/// Why a way of cleaning that places feet through their legs alone refuses this limb.
pub(crate) fn loose_foot(limb: &Limb, who: &str) -> String {
    format!(
        "the foot of the {} hangs beside the leg, which {who} does not know; use least-squares",
        limb.name()
    )
}

/// The limb on every frame, and where its upper bone is twisted against it.
fn pose_limb(
    skeleton: &Skeleton,
    poses: &WorldPoses,
    limb: &Limb,
) -> (Vec<(PosedLimb, Bend)>, Vec<Range<usize>>) {
    let joints = skeleton.joint_count();
    let mut frames: Vec<PosedLimb> = (0..poses.frame_count())
        .map(|frame| {
            let rotations = &poses.rotations[frame * joints..(frame + 1) * joints];
            PosedLimb {
                base: poses.position(frame, limb.base),
                mid: poses.position(frame, limb.mid),
                end: poses.position(frame, limb.end),
                hinge: limb.hinge_world(skeleton, rotations),
                end_rotation: rotations[limb.end.0],
            }
        })
        .collect();
    let twisted = set_sides(&mut frames);
    let with_bend = |posed: PosedLimb| (posed, Bend::new(&posed.base, &posed.mid, &posed.end, &posed.hinge));
    (frames.into_iter().map(with_bend).collect(), twisted)
}

/// Runs the method.
///
/// # Errors
/// [`Error::MissingRoles`] if a plant's limb has no joints.
pub(crate) fn clean_limbs(cleanup: &Cleanup<'_>, segment: &ClipSegment<'_>) -> Result<(Clip, Findings)> {
    let Cleanup { skeleton, ground, options } = *cleanup;
    let ClipSegment { clip, poses, was_noisy, .. } = *segment;
    let mut findings = Findings::default();
    let mut plans = plan_limbs(cleanup, segment, &mut findings)?;
    let count = clip.frame_count();
    let frame_time = clip.frame_time();
    let carried = carry_root(&plans, poses, frame_time, options.cutoff);
    let shifted = carried.as_ref().map(|shifts| shift_body(&mut plans, poses, shifts));
    let poses = shifted.as_ref().unwrap_or(poses);
    if let Some(shifts) = &carried {
        let largest = shifts.iter().map(Vec3::norm).fold(0.0, f64::max);
        findings.note(
            "body-moved",
            format!("planted feet drifted far; the whole body was moved by up to {largest:.2} m"),
        );
    }
    let mut scratch = FillScratch::default();
    let leg = plans.iter().flat_map(|p| &p.frames).map(|(_, bend)| bend.max_length()).fold(0.0, f64::max);
    let settings = TargetSettings {
        frame_time,
        size: size_of(leg),
        cutoff: options.cutoff,
        swing_time: options.swing_time,
        turn_time: options.turn_time,
        was_noisy,
    };
    let targets: Vec<EndTargets> = plans
        .iter()
        .map(|p| plan_targets(&p.limb, &p.tips, &p.anchors, poses, ground, &settings, &mut scratch))
        .collect();
    let mut solver = SolverSettings::new(frame_time, size_of(leg), options.max_stretch, options.rounds);
    if was_noisy {
        // What is left of the noise must not go into bone lengths.
        solver.stretch.1 = NOISY_STRETCH_TIME;
    }
    let reaches: Vec<Vec<LimbReach>> = plans
        .iter()
        .zip(&targets)
        .filter(|(p, _)| p.is_held())
        .map(|(p, t)| {
            let reach = |(i, (posed, bend)): (usize, &(PosedLimb, Bend))| {
                let span = posed.end - posed.base;
                LimbReach::new(bend, span + t.offset[i], span.norm(), &solver)
            };
            p.frames.iter().enumerate().map(reach).collect()
        })
        .collect();
    let windows = windows(&targets, count);
    let mut solution = solve_root(&reaches, &windows, &solver);
    keep_in_reach(&plans, &targets, options.max_stretch, &mut solution);
    let mut output = ClipDraft::new(clip, plans.len());
    for (frame, shift) in carried.iter().flatten().enumerate() {
        if *shift != Vec3::zeros() {
            output.data.root_positions[frame] += shift;
        }
    }
    for (frame, shift) in solution.root.iter().enumerate() {
        if *shift != Vec3::zeros() {
            output.data.root_positions[frame] += shift;
        }
    }
    let placer =
        LimbPlacer { skeleton, poses, solution: &solution, options, frame_time, calm_lengths: was_noisy };
    for (index, (plan, targets)) in plans.iter().zip(&targets).enumerate() {
        placer.place(plan, targets, index, reaches.get(index), &mut output, &mut findings);
    }
    let limbs: Vec<Limb> = plans.into_iter().map(|p| p.limb).collect();
    Ok((output.build(skeleton, &limbs)?, findings))
}

/// Size of a character by its longest limb, as a multiple of a person's: people of all statures count as 1.
fn size_of(leg: f64) -> f64 {
    if leg > 0.0 { leg / leg.clamp(0.6, 1.1) } else { 1.0 }
}

/// The body moved as a whole, frame by frame.
fn shift_body(plans: &mut [LimbPlan], poses: &WorldPoses, shifts: &[Vec3]) -> WorldPoses {
    for (frame, shift) in shifts.iter().enumerate() {
        for plan in &mut *plans {
            let posed = &mut plan.frames[frame].0;
            for p in [&mut posed.base, &mut posed.mid, &mut posed.end] {
                *p += shift;
            }
        }
    }
    poses.shifted(shifts)
}

/// Runs of frames that are near a plant of any limb.
fn windows(targets: &[EndTargets], count: usize) -> Vec<std::ops::Range<usize>> {
    runs(&(0..count).map(|frame| targets.iter().any(|t| t.near[frame])).collect::<Vec<_>>())
}

/// The last word: where a planted limb is still a little too short, the root gives way.
fn keep_in_reach(plans: &[LimbPlan], targets: &[EndTargets], max_stretch: f64, solution: &mut RootSolution) {
    for frame in 0..solution.root.len() {
        let mut balls = [Ball { center: Vec3::zeros(), radius: 0.0 }; 4];
        let (mut count, mut reach): (usize, f64) = (0, 0.0);
        for (plan, target) in plans.iter().zip(targets).filter(|(_, t)| t.planted[frame]) {
            let (posed, bend) = &plan.frames[frame];
            balls[count] = Ball {
                center: posed.end + target.offset[frame] - posed.base,
                // Just inside, so that rounding cannot leave a gap.
                radius: bend.max_length() * (1.0 + max_stretch) * (1.0 - 1e-9),
            };
            reach = reach.max(bend.max_length());
            count += 1;
        }
        if count == 0 {
            continue;
        }
        let (place, _) = project_onto_balls(&solution.root[frame], &balls[..count]);
        // A larger step would be a jump of the hips: such a frame is reported instead.
        if (place - solution.root[frame]).norm() < 0.02 * reach {
            solution.root[frame] = place;
        }
    }
}

//! Method `limbs`, solver `least-squares` (FN-3): anchors, foot targets, root and limb lengths together, exact finish.

use super::anchors::{self, Anchor, Refused, Tip};
use super::carry::carry_root;
use super::ik::{Bend, PosedLimb, place};
use super::limb::{Limb, LimbKind, find_limbs};
use super::options::RemoveFootskateOptions;
use super::output::Output;
use super::report::MissedPlant;
use super::root_placement::{Ball, project_onto_balls};
use super::root_solver::{Reach, RootSolution, SolverSettings, solve};
use super::targets::{TargetSettings, Targets, plan};
use crate::error::{Error, Result};
use crate::kinematics::{BodyPoints, WorldPoses};
use crate::math::banded::FillScratch;
use crate::math::rotation::rotation_from_vector;
use crate::math::{Quat, Vec3};
use crate::model::{Clip, Ground, Plants, Skeleton};
use std::f64::consts::PI;

/// A change below this is none, metres or radians.
const NOTHING: f64 = 1e-15;

/// What a method hands back beside the clip.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) missed: Vec<MissedPlant>,
    pub(crate) notes: Vec<String>,
    pub(crate) path_ratio: Option<f64>,
    pub(crate) height_factor: Option<f64>,
}

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
    skeleton: &Skeleton,
    poses: &WorldPoses,
    plants: &Plants,
    ground: Option<&Ground>,
    snap: bool,
    outcome: &mut Outcome,
) -> Result<Vec<LimbPlan>> {
    let (found, problems) = find_limbs(skeleton);
    check_roles(&found, plants, &problems)?;
    outcome.notes.extend(problems);
    let points = BodyPoints::new(skeleton);
    let mut plans = Vec::new();
    for mut limb in found {
        let is_planted = plants.iter().any(|p| limb.has_point(p.point.side, p.point.kind));
        if limb.kind == LimbKind::Arm && !is_planted && ground.is_none() {
            continue;
        }
        limb.learn_hinge(skeleton, poses);
        let frames = pose_limb(skeleton, poses, &limb);
        if let Some(frame) = frames.iter().position(|(_, bend)| !bend.is_sound()) {
            outcome.notes.push(format!(
                "{}: '{}' or '{}' has no length on frame {frame}; the limb was left as it is",
                limb.name(),
                skeleton.name(limb.mid),
                skeleton.name(limb.end)
            ));
            for plant in plants.iter().filter(|p| limb.has_point(p.point.side, p.point.kind)) {
                outcome.missed.push(MissedPlant {
                    point: plant.point.name(),
                    first: plant.frames.start,
                    end: plant.frames.end,
                    distance: 0.0,
                    reason: "a bone of the limb has no length".into(),
                });
            }
            continue;
        }
        let tips = anchors::tips_of(&limb, &points);
        let reach = frames.iter().map(|(_, bend)| bend.max_length()).fold(0.0, f64::max);
        let mut refused: Vec<Refused> = Vec::new();
        let anchors = anchors::find_anchors(&limb, &tips, plants, poses, ground, snap, reach, &mut refused);
        outcome.missed.extend(refused.into_iter().map(|r| MissedPlant {
            point: r.plant.point.name(),
            first: r.plant.frames.start,
            end: r.plant.frames.end,
            distance: r.distance,
            reason: r.reason,
        }));
        plans.push(LimbPlan { limb, tips, anchors, frames });
    }
    // Those whose ends hold still in the world come first; free arms ride along with the body.
    plans.sort_by_key(|p| !p.is_held());
    Ok(plans)
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

fn pose_limb(skeleton: &Skeleton, poses: &WorldPoses, limb: &Limb) -> Vec<(PosedLimb, Bend)> {
    let joints = skeleton.joint_count();
    (0..poses.frame_count())
        .map(|frame| {
            let rotations = &poses.rotations[frame * joints..(frame + 1) * joints];
            let posed = PosedLimb {
                base: poses.position(frame, limb.base),
                mid: poses.position(frame, limb.mid),
                end: poses.position(frame, limb.end),
                hinge: limb.hinge_world(skeleton, rotations),
                end_rotation: rotations[limb.end.0],
            };
            let bend = Bend::new(&posed.base, &posed.mid, &posed.end, &posed.hinge);
            (posed, bend)
        })
        .collect()
}

/// Runs the method.
///
/// # Errors
/// [`Error::MissingRoles`] if a plant's limb has no joints.
pub(crate) fn clean_limbs(
    skeleton: &Skeleton,
    clip: &Clip,
    poses: &WorldPoses,
    plants: &Plants,
    ground: Option<&Ground>,
    options: &RemoveFootskateOptions,
) -> Result<(Clip, Outcome)> {
    let mut outcome = Outcome::default();
    let mut plans = plan_limbs(skeleton, poses, plants, ground, options.snap_to_ground, &mut outcome)?;
    let count = clip.frame_count();
    let frame_time = clip.frame_time();
    let carried = carry_root(&plans, poses, frame_time, options.cutoff);
    let shifted = carried.as_ref().map(|shifts| shift_body(&mut plans, poses, shifts));
    let poses = shifted.as_ref().unwrap_or(poses);
    if let Some(shifts) = &carried {
        let largest = shifts.iter().map(Vec3::norm).fold(0.0, f64::max);
        outcome
            .notes
            .push(format!("planted feet drifted far; the whole body was moved by up to {largest:.2} m"));
    }
    let mut scratch = FillScratch::default();
    let settings = TargetSettings {
        frame_time,
        cutoff: options.cutoff,
        swing_time: options.swing_time,
        turn_time: options.turn_time,
    };
    let targets: Vec<Targets> = plans
        .iter()
        .map(|p| plan(&p.limb, &p.tips, &p.anchors, poses, ground, &settings, &mut scratch))
        .collect();
    let solver = SolverSettings::new(frame_time, options.max_stretch, options.rounds);
    let reaches: Vec<Vec<Reach>> = plans
        .iter()
        .zip(&targets)
        .filter(|(p, _)| p.is_held())
        .map(|(p, t)| {
            let reach = |(i, (posed, bend)): (usize, &(PosedLimb, Bend))| {
                let span = posed.end - posed.base;
                Reach::new(bend, span + t.offset[i], span.norm(), &solver)
            };
            p.frames.iter().enumerate().map(reach).collect()
        })
        .collect();
    let windows = windows(&targets, count);
    let mut solution = solve(&reaches, &windows, &solver);
    keep_in_reach(&plans, &targets, options.max_stretch, &mut solution);
    let mut output = Output::new(clip, plans.len());
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
    for (index, (plan, targets)) in plans.iter().zip(&targets).enumerate() {
        finish_limb(
            skeleton,
            poses,
            plan,
            targets,
            index,
            reaches.get(index),
            &solution,
            options,
            &mut output,
            &mut outcome,
        );
    }
    let limbs: Vec<Limb> = plans.into_iter().map(|p| p.limb).collect();
    Ok((output.finish(skeleton, &limbs)?, outcome))
}

/// The body moved as a whole, frame by frame.
fn shift_body(plans: &mut [LimbPlan], poses: &WorldPoses, shifts: &[Vec3]) -> WorldPoses {
    let mut moved = poses.clone();
    let joints = moved.positions.len() / shifts.len().max(1);
    for (frame, shift) in shifts.iter().enumerate() {
        for p in &mut moved.positions[frame * joints..(frame + 1) * joints] {
            *p += shift;
        }
        for plan in &mut *plans {
            let posed = &mut plan.frames[frame].0;
            for p in [&mut posed.base, &mut posed.mid, &mut posed.end] {
                *p += shift;
            }
        }
    }
    moved
}

/// Runs of frames that are near a plant of any limb.
fn windows(targets: &[Targets], count: usize) -> Vec<std::ops::Range<usize>> {
    let mut windows: Vec<std::ops::Range<usize>> = Vec::new();
    for frame in 0..count {
        if targets.iter().any(|t| t.near[frame]) {
            match windows.last_mut() {
                Some(last) if last.end == frame => last.end += 1,
                _ => windows.push(frame..frame + 1),
            }
        }
    }
    windows
}

/// KO-6 as the last word: where a planted limb is still a little too short, the root gives way.
fn keep_in_reach(plans: &[LimbPlan], targets: &[Targets], max_stretch: f64, solution: &mut RootSolution) {
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

/// FN-3 step 5: the hinge from the solution, the length from the hinge, the rest by KO-7.
fn finish_limb(
    skeleton: &Skeleton,
    poses: &WorldPoses,
    plan: &LimbPlan,
    targets: &Targets,
    index: usize,
    reaches: Option<&Vec<Reach>>,
    solution: &RootSolution,
    options: &RemoveFootskateOptions,
    output: &mut Output,
    outcome: &mut Outcome,
) {
    let limb = &plan.limb;
    let mut last_turn = 0.0;
    let mut short: Vec<(usize, f64)> = Vec::new();
    for frame in 0..poses.frame_count() {
        let (posed, bend) = &plan.frames[frame];
        let root = solution.root.get(frame).copied().unwrap_or_else(Vec3::zeros);
        let change = solution.hinge.get(index).map_or(0.0, |h| h[frame]);
        let input = bend.psi.min(PI);
        let soften = targets.soften[frame];
        // FN-10: near plants the knee follows the capped curve, and one bent backwards comes back to straight.
        let softened = match reaches {
            Some(reaches) if options.soften_knees => {
                soften * (reaches[frame].input_angle.to_radians() - input).min(0.0)
            }
            _ => 0.0,
        };
        let (mut offset, turn) = (targets.offset[frame], targets.turn[frame]);
        let is_lifted = offset != Vec3::zeros();
        if reaches.is_none() && is_lifted {
            offset += root;
        }
        let is_held = reaches.is_some();
        let moves = (is_held && root.norm() > NOTHING) || offset.norm() > NOTHING || turn.norm() > NOTHING;
        if moves || softened < -NOTHING {
            let target = posed.end + offset;
            let base = posed.base + root;
            let rotation = rotation_from_vector(&turn) * posed.end_rotation;
            let start = input + (1.0 - soften) * (bend.psi - input);
            let distance = (target - base).norm();
            // Lifted out of the ground where the solver did not look: the hinge alone does it.
            let theta = if is_held && solution.is_solved[frame] {
                start + change + softened
            } else {
                bend.angle(distance)
            };
            let theta = theta.clamp(0.05, start.max(PI));
            let (theta, reachable) = limit_stretch(bend, theta, distance, options.max_stretch);
            let target = base + (target - base) * (reachable / distance.max(1e-12));
            if targets.planted[frame] && distance - reachable > 1e-9 {
                short.push((frame, distance - reachable));
            }
            if let Some(mut placed) =
                place(posed, bend, &base, theta, &target, &rotation, options.swivel, &mut last_turn)
            {
                if options.max_stretch <= 0.0 {
                    placed.scale = 1.0;
                }
                output.set_limb(skeleton, poses, frame, index, limb, &placed, &rotation);
            }
        }
        if let (Some(toe), Some(toe_turn)) = (limb.toe, targets.toe_turn.get(frame))
            && toe_turn.norm() > NOTHING
        {
            turn_toe(skeleton, poses, frame, limb, toe, &rotation_from_vector(&turn), toe_turn, output);
        }
    }
    report_short(limb, plan, &short, outcome);
}

fn turn_toe(
    skeleton: &Skeleton,
    poses: &WorldPoses,
    frame: usize,
    limb: &Limb,
    toe: crate::model::JointIndex,
    foot_turn: &Quat,
    toe_turn: &Vec3,
    output: &mut Output,
) {
    let parent = skeleton.parent(toe).unwrap_or(limb.end);
    let above = foot_turn * poses.rotation(frame, parent);
    let world = rotation_from_vector(toe_turn) * foot_turn * poses.rotation(frame, toe);
    output.set_rotation(frame, toe, above.inverse() * world);
}

/// The hinge angle at which the stretch stays within its limit, and the distance that is then spanned.
pub(crate) fn limit_stretch(bend: &Bend, theta: f64, distance: f64, max_stretch: f64) -> (f64, f64) {
    let scale = distance / bend.length(theta).max(1e-12);
    if (scale - 1.0).abs() <= max_stretch {
        return (theta, distance);
    }
    let factor = if scale > 1.0 { 1.0 + max_stretch } else { 1.0 - max_stretch };
    let wanted = distance / factor;
    let theta = bend.angle(wanted);
    let spanned = bend.length(theta) * factor;
    // Beyond reach the limb stays straight and falls short; too near it stays folded and is shortened.
    (theta, if spanned < distance - 1e-12 { spanned } else { distance })
}

/// Groups short frames into runs and names the planted points.
fn report_short(limb: &Limb, plan: &LimbPlan, short: &[(usize, f64)], outcome: &mut Outcome) {
    for anchor in &plan.anchors {
        let inside: Vec<&(usize, f64)> = short.iter().filter(|(f, _)| anchor.frames.contains(f)).collect();
        if let (Some(first), Some(last)) = (inside.first(), inside.last()) {
            outcome.missed.push(MissedPlant {
                point: anchors::body_point(limb, anchor).name(),
                first: first.0,
                end: last.0 + 1,
                distance: inside.iter().map(|(_, d)| *d).fold(0.0, f64::max),
                reason: format!("the {} is too short to reach the place on these frames", limb.name()),
            });
        }
    }
}

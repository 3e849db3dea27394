//! Places the limbs of a solved clip: the hinge from the solution, the length from the hinge, the rest in closed form;
//! exact on planted frames (`docs/methods/footskate.md`, section 2.10).

use super::findings::Findings;
use super::limbs::LimbPlan;
use super::options::RemoveFootskateOptions;
use super::report::MissedPlant;
use crate::kinematics::WorldPoses;
use crate::kinematics::anchors;
use crate::kinematics::clip_draft::ClipDraft;
use crate::kinematics::limb::Limb;
use crate::kinematics::limb::bend::limit_stretch;
use crate::kinematics::limb::ik::{LimbTarget, place_limb};
use crate::kinematics::root_solver::{LimbReach, RootSolution};
use crate::kinematics::targets::EndTargets;
use crate::math::percentile::percentile;
use crate::math::rotation::rotation_from_vector;
use crate::math::speed_cap::hold_bend;
use crate::math::{Quat, Vec3};
use crate::model::Skeleton;
use std::f64::consts::PI;

/// A change below this is none, metres or radians.
const NOTHING: f64 = 1e-15;
/// Largest change of a limb's length from one frame to the next after noise was removed, as a part of it.
const LENGTH_STEP: f64 = 0.9e-3;

/// How much worse than its input a hinge may be before lengths give way, as a ratio of 99th percentiles.
const WORSE: f64 = 1.15;
/// Hinge acceleration that is always allowed, radians a frame², and the time around a frame in which the limb's own
/// snaps count, seconds.
const LEAST_BEND: f64 = 2e-3;
const BEND_NEAR: f64 = 0.034;

/// What every limb is placed with.
pub(crate) struct LimbPlacer<'a> {
    pub(crate) skeleton: &'a Skeleton,
    pub(crate) poses: &'a WorldPoses,
    pub(crate) solution: &'a RootSolution,
    pub(crate) options: &'a RemoveFootskateOptions,
    pub(crate) frame_time: f64,
    /// Whether lengths may change by [`LENGTH_STEP`] a frame only.
    pub(crate) calm_lengths: bool,
}

/// How one limb is to be placed on one frame.
struct LimbGoal {
    base: Vec3,
    /// Where its end goes.
    position: Vec3,
    rotation: Quat,
    hinge_angle: f64,
    /// From base to position.
    distance: f64,
}

impl LimbPlacer<'_> {
    /// Places one limb on every frame that changes. `reaches` are what the solver saw of it, if it did.
    pub(crate) fn place(
        &self,
        plan: &LimbPlan,
        targets: &EndTargets,
        index: usize,
        reaches: Option<&Vec<LimbReach>>,
        output: &mut ClipDraft,
        findings: &mut Findings,
    ) {
        let LimbPlacer { skeleton, poses, options, .. } = *self;
        let limb = &plan.limb;
        let mut goals: Vec<Option<LimbGoal>> =
            (0..poses.frame_count()).map(|frame| self.goal(plan, targets, index, reaches, frame)).collect();
        let mut short: Vec<(usize, f64)> = Vec::new();
        for (frame, goal) in goals.iter_mut().enumerate() {
            let Some(goal) = goal else { continue };
            let (theta, reachable) =
                limit_stretch(&plan.frames[frame].1, goal.hinge_angle, goal.distance, options.max_stretch);
            if targets.planted[frame] && goal.distance - reachable > 1e-9 {
                short.push((frame, goal.distance - reachable));
            }
            goal.position = goal.base + (goal.position - goal.base) * (reachable / goal.distance.max(1e-12));
            (goal.hinge_angle, goal.distance) = (theta, reachable);
        }
        if self.calm_lengths && options.max_stretch > 0.0 {
            calm_lengths(plan, &mut goals);
            calm_hinges(plan, &mut goals, options.max_stretch, self.frame_time);
        }
        let mut last_turn = 0.0;
        for (frame, goal) in goals.iter().enumerate() {
            if let Some(LimbGoal { base, position, rotation, hinge_angle, .. }) = *goal {
                let (posed, bend) = &plan.frames[frame];
                let limb_target =
                    LimbTarget { base, hinge_angle, position, rotation, swivel: options.swivel };
                if let Some(mut placed) = place_limb(posed, bend, &limb_target, &mut last_turn) {
                    if options.max_stretch <= 0.0 {
                        placed.scale = 1.0;
                    }
                    output.set_limb(skeleton, poses, frame, index, limb, &placed);
                    if limb.is_loose {
                        let shift = self.solution.root.get(frame).copied().unwrap_or_else(Vec3::zeros);
                        output.set_position(skeleton, poses, frame, limb.end, &position, &shift);
                    }
                }
            }
            if let Some(toe_turn) = targets.toe_turn.get(frame)
                && toe_turn.norm() > NOTHING
            {
                let foot_turn = rotation_from_vector(&targets.turn[frame]);
                turn_toe(skeleton, poses, frame, limb, &foot_turn, toe_turn, output);
            }
        }
        report_short(limb, plan, &short, findings);
    }

    /// Where the limb is to be on one frame; `None` where it stays as it is.
    fn goal(
        &self,
        plan: &LimbPlan,
        targets: &EndTargets,
        index: usize,
        reaches: Option<&Vec<LimbReach>>,
        frame: usize,
    ) -> Option<LimbGoal> {
        let LimbPlacer { solution, options, .. } = *self;
        let (posed, bend) = &plan.frames[frame];
        let root = solution.root.get(frame).copied().unwrap_or_else(Vec3::zeros);
        let input = bend.posed_angle.min(PI);
        let soften = targets.soften[frame];
        // Near plants the knee follows the capped curve, and one bent backwards comes back to straight.
        let softened = match reaches {
            Some(reaches) if options.soften_knees => {
                soften * (reaches[frame].input_angle.to_radians() - input).min(0.0)
            }
            _ => 0.0,
        };
        let (mut offset, turn) = (targets.offset[frame], targets.turn[frame]);
        let is_held = reaches.is_some();
        if !is_held && offset != Vec3::zeros() {
            offset += root;
        }
        let moves = (is_held && root.norm() > NOTHING) || offset.norm() > NOTHING || turn.norm() > NOTHING;
        if !moves && softened >= -NOTHING {
            return None;
        }
        let (base, position) = (posed.base + root, posed.end + offset);
        let start = input + (1.0 - soften) * (bend.posed_angle - input);
        let distance = (position - base).norm();
        // Lifted out of the ground where the solver did not look: the hinge alone does it.
        let theta = if is_held && solution.is_solved[frame] {
            start + solution.hinge.get(index).map_or(0.0, |h| h[frame]) + softened
        } else {
            bend.angle_for(distance)
        };
        Some(LimbGoal {
            base,
            position,
            rotation: rotation_from_vector(&turn) * posed.end_rotation,
            hinge_angle: theta.clamp(0.05, start.max(PI)),
            distance,
        })
    }
}

/// Holds the change of length from frame to frame within [`LENGTH_STEP`]; the hinge takes the rest. Where even a
/// straight limb would be too short the length stays.
fn calm_lengths(plan: &LimbPlan, goals: &mut [Option<LimbGoal>]) {
    let bend = |frame: usize| &plan.frames[frame].1;
    let scales: Vec<f64> = goals
        .iter()
        .enumerate()
        .map(|(f, goal)| {
            goal.as_ref().map_or(1.0, |w| w.distance / bend(f).length_at(w.hinge_angle).max(1e-12))
        })
        .collect();
    let least: Vec<f64> = goals
        .iter()
        .enumerate()
        .map(|(f, goal)| goal.as_ref().map_or(0.0, |w| w.distance / bend(f).max_length() * (1.0 + 1e-9)))
        .collect();
    let above = upper_envelope(&scales);
    let below = upper_envelope(&scales.iter().map(|s| -s).collect::<Vec<_>>());
    let least = upper_envelope(&least);
    for (frame, goal) in goals.iter_mut().enumerate() {
        let Some(goal) = goal else { continue };
        let scale = (0.5 * (above[frame] - below[frame])).max(least[frame]);
        if (scale - scales[frame]).abs() > 1e-12 {
            goal.hinge_angle = bend(frame).angle_for(goal.distance / scale);
        }
    }
}

/// Holds the hinge's acceleration to what the limb showed itself, where calm lengths made it worse; the length takes
/// the rest, within its limit.
fn calm_hinges(plan: &LimbPlan, goals: &mut [Option<LimbGoal>], max_stretch: f64, frame_time: f64) {
    let count = goals.len();
    let own = |f: usize| plan.frames[f].1.posed_angle.min(PI);
    if count < 3 {
        return;
    }
    let bends: Vec<f64> = (0..count)
        .map(|f| {
            let at = |f: usize| own(f.min(count - 1));
            if f == 0 { 0.0 } else { (at(f - 1) - 2.0 * at(f) + at(f + 1)).abs() }
        })
        .collect();
    let usual = percentile(&mut bends.clone(), 0.99).max(LEAST_BEND);
    let mut angles: Vec<f64> =
        goals.iter().enumerate().map(|(f, goal)| goal.as_ref().map_or(own(f), |w| w.hinge_angle)).collect();
    let mut now: Vec<f64> = angles.windows(3).map(|a| (a[0] - 2.0 * a[1] + a[2]).abs()).collect();
    if percentile(&mut now, 0.99) <= WORSE * usual {
        return;
    }
    // Where the limb itself snaps, the result may.
    let reach = (BEND_NEAR / frame_time).round() as usize;
    let limits: Vec<f64> = (0..count)
        .map(|f| {
            let near = &bends[f.saturating_sub(reach)..(f + reach + 1).min(count)];
            near.iter().fold(usual, |a, b| a.max(*b))
        })
        .collect();
    hold_bend(&mut angles, |f| goals[f].is_some(), &limits);
    for (frame, goal) in goals.iter_mut().enumerate() {
        let Some(goal) = goal.as_mut().filter(|w| w.hinge_angle != angles[frame]) else { continue };
        let bend = &plan.frames[frame].1;
        goal.hinge_angle = limit_stretch(bend, angles[frame].clamp(0.05, PI), goal.distance, max_stretch).0;
    }
}

/// The smallest values not below `values` that change by at most [`LENGTH_STEP`] from one to the next.
fn upper_envelope(values: &[f64]) -> Vec<f64> {
    let mut out = values.to_vec();
    for i in 1..out.len() {
        out[i] = out[i].max(out[i - 1] - LENGTH_STEP);
    }
    for i in (1..out.len()).rev() {
        out[i - 1] = out[i - 1].max(out[i] - LENGTH_STEP);
    }
    out
}

fn turn_toe(
    skeleton: &Skeleton,
    poses: &WorldPoses,
    frame: usize,
    limb: &Limb,
    foot_turn: &Quat,
    toe_turn: &Vec3,
    output: &mut ClipDraft,
) {
    let Some(toe) = limb.toe else { return };
    let parent = skeleton.parent(toe).unwrap_or(limb.end);
    let above = foot_turn * poses.rotation(frame, parent);
    let world = rotation_from_vector(toe_turn) * foot_turn * poses.rotation(frame, toe);
    output.set_rotation(frame, toe, above.inverse() * world);
}

/// Groups short frames, which are in order, into runs and names the planted points.
fn report_short(limb: &Limb, plan: &LimbPlan, short: &[(usize, f64)], findings: &mut Findings) {
    for anchor in &plan.anchors {
        let first = short.partition_point(|(f, _)| *f < anchor.frames.start);
        let inside = &short[first..];
        let inside = &inside[..inside.partition_point(|(f, _)| *f < anchor.frames.end)];
        if let (Some(first), Some(last)) = (inside.first(), inside.last()) {
            findings.missed.push(MissedPlant {
                point: anchors::body_point(limb, anchor).name(),
                frames: first.0..last.0 + 1,
                distance: inside.iter().map(|(_, d)| *d).fold(0.0, f64::max),
                reason: format!("the {} is too short to reach the place on these frames", limb.name()),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_envelope_is_the_smallest_calm_one() {
        let values = [1.0, 1.0, 1.004, 1.0, 1.0, 1.0, 1.0];
        let out = upper_envelope(&values);
        assert!(out.windows(2).all(|w| f64::abs(w[1] - w[0]) <= LENGTH_STEP + 1e-15));
        // Oracle: the largest cone over each value.
        for (i, o) in out.iter().enumerate() {
            let cone = |(j, v): (usize, &f64)| v - LENGTH_STEP * i.abs_diff(j) as f64;
            let wanted = values.iter().enumerate().map(cone).fold(f64::MIN, f64::max);
            assert!((o - wanted).abs() < 1e-15);
        }
    }
}

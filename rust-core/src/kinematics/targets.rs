//! Where each foot or hand should be in every frame: exact in planted frames, faded by least squares in the others, and never
//! inside the ground (`docs/methods/footskate.md`, sections 2.5 to 2.7).

use super::WorldPoses;
use super::anchors::{Anchor, Tip};
use super::jerk::jerk_p99;
use super::limb::clearance::{bend_toe, tilt_out_of_ground};
use super::limb::{Limb, LimbKind};
use crate::math::banded::{FillScratch, fill_smoothly, smooth_between};
use crate::math::rotation::{rotation_between, rotation_from_vector};
use crate::math::runs::within;
use crate::math::speed_cap::hold_speed;
use crate::math::{Vec3, ease_out, rotation_vector};
use crate::model::{Ground, PointKind};

/// The offset above which a gap gets more time, metres, and the longest fade as a multiple of `swing_time` is its
/// cube root.
const REFERENCE_OFFSET: f64 = 0.02;
/// What a fade may jerk the foot by, as a multiple of what it jerks by itself, and how much longer the fade may take for that.
const ADDED_JERK: f64 = 2.0;
const GENTLEST: f64 = 4.0;
/// Captured feet jerk by as much even where they stand, m/s³: a fade that jerks a foot by less need not be slower, however calm the clip is.
const STANDING_JERK: f64 = 50.0;
/// Fastest that a foot's correction may change between plants, metres per second for a person.
pub(crate) const ADDED_SPEED: f64 = 0.6;
/// Fastest that a foot's turn may move its points between plants, likewise.
const ADDED_BY_TURN: f64 = 0.3;
/// How long knee softening takes to fade beside a plant, seconds.
const SOFTEN_FADE: f64 = 0.25;
/// Corrections up to the first need no softening, those from the second on need all of it, metres: a clip that is
/// clean but for the rounding of a text file stays as it is.
const SOFTEN: (f64, f64) = (2e-5, 1.2e-4);

/// Time over which the ankle of a foot that stands on its toe is smoothed, seconds.
const LEVER_TIME: f64 = 0.02;

/// A plant whose point never leaves its place by more than this stays as it is, metres: what is left is the rounding
/// of a text file, and a second run shall change nothing.
const HELD: f64 = 2e-6;

/// What one limb's end is to do, one entry per frame.
#[derive(Debug, Clone, Default)]
pub(crate) struct EndTargets {
    /// Whether a point of it is planted.
    pub(crate) planted: Vec<bool>,
    /// Whether the frame is within the cut-off of a plant of this limb.
    pub(crate) near: Vec<bool>,
    /// Shift of the end joint, world, metres.
    pub(crate) offset: Vec<Vec3>,
    /// Rotation vector premultiplied to the end joint's world rotation.
    pub(crate) turn: Vec<Vec3>,
    /// Rotation vector premultiplied to the toe joint's world rotation after `turn`; empty without a toe joint.
    pub(crate) toe_turn: Vec<Vec3>,
    /// Share of knee softening, 0 to 1.
    pub(crate) soften: Vec<f64>,
}

/// Times and switches that shape the targets.
pub(crate) struct TargetSettings {
    pub(crate) frame_time: f64,
    /// The character's size as a multiple of a person's.
    pub(crate) size: f64,
    pub(crate) cutoff: f64,
    pub(crate) swing_time: f64,
    pub(crate) turn_time: f64,
    /// Whether noise was removed.
    pub(crate) was_noisy: bool,
}

/// Up to three planted points of the rigid part of the foot on one frame, most exact first.
#[derive(Debug, Clone, Copy, Default)]
struct PlantedTips {
    anchors: [u32; 3],
    count: u8,
    toe_tip: Option<u32>,
    /// Whether one of them is not on its place in the input.
    is_off: bool,
}

/// Anchored points come first that fix the joint itself.
const PRIORITY: [PointKind; 6] = [
    PointKind::Ankle,
    PointKind::Wrist,
    PointKind::Toe,
    PointKind::Heel,
    PointKind::Fingertips,
    PointKind::ToeTip,
];

/// Plans the targets of one limb.
pub(crate) fn plan_targets(
    limb: &Limb,
    tips: &[Tip],
    anchors: &[Anchor],
    poses: &WorldPoses,
    ground: Option<&Ground>,
    settings: &TargetSettings,
    scratch: &mut FillScratch,
) -> EndTargets {
    let count = poses.frame_count();
    let mut planted_tips = find_planted_tips(tips, anchors, count);
    mark_off(&mut planted_tips, tips, anchors, poses, HELD * settings.size);
    let mut targets = EndTargets {
        planted: planted_tips.iter().map(|s| s.count > 0).collect(),
        offset: vec![Vec3::zeros(); count],
        turn: vec![Vec3::zeros(); count],
        soften: vec![0.0; count],
        ..EndTargets::default()
    };
    targets.near = within(&targets.planted, settings.cutoff / settings.frame_time);
    if !anchors.is_empty() {
        let foot = Foot { limb, tips, anchors, poses };
        turn_feet(&foot, &planted_tips, settings, &mut targets, scratch);
        place_planted(limb, tips, anchors, poses, ground, &planted_tips, &mut targets);
        if ground.is_none() {
            calm_levers(&foot, &planted_tips, settings.frame_time, &mut targets, scratch);
        }
        // What jerks after noise was removed is what is left of it.
        let jerk = if settings.was_noisy {
            f64::INFINITY
        } else {
            let own = jerk_p99(poses, std::iter::once(limb.end)) / settings.frame_time.powi(3);
            (ADDED_JERK * own).max(STANDING_JERK)
        };
        fade_offsets(settings, jerk, &mut targets, scratch);
        soften_weights(anchors, settings, &mut targets);
    }
    if let Some(ground) = ground {
        lift_unplanted(limb, tips, poses, ground, &mut targets);
    }
    if limb.toe.is_some() {
        let world = |frame: usize| tip_at(limb, tips, poses, &targets, frame, PointKind::ToeTip);
        let ball = |frame: usize| tip_at(limb, tips, poses, &targets, frame, PointKind::Toe);
        let mut toe_turn = vec![Vec3::zeros(); count];
        let has_tips = planted_tips.iter().any(|s| s.toe_tip.is_some());
        if has_tips {
            for (frame, here) in planted_tips.iter().enumerate() {
                let anchor = here.toe_tip.filter(|_| here.is_off);
                if let (Some(anchor), Some(tip), Some(ball)) = (anchor, world(frame), ball(frame)) {
                    let to = anchors[anchor as usize].position - ball;
                    toe_turn[frame] = rotation_vector(&rotation_between(&(tip - ball), &to, &Vec3::y()));
                }
            }
            let weight = (settings.turn_time / settings.frame_time).powi(4);
            let near = within(
                &planted_tips.iter().map(|s| s.toe_tip.is_some()).collect::<Vec<_>>(),
                settings.cutoff / settings.frame_time,
            );
            fill_smoothly::<2>(
                &mut toe_turn,
                |i| planted_tips[i].toe_tip.is_some() || !near[i],
                0,
                count,
                weight,
                scratch,
            );
        }
        if let Some(ground) = ground {
            for frame in 0..count {
                if let (Some(tip), Some(ball)) = (world(frame), ball(frame)) {
                    bend_toe(ground, tip, ball, &mut toe_turn[frame]);
                }
            }
        }
        targets.toe_turn = toe_turn;
    }
    targets
}

/// Who holds the foot on each frame. Given places come before those that plants found themselves.
fn find_planted_tips(tips: &[Tip], anchors: &[Anchor], count: usize) -> Vec<PlantedTips> {
    let mut planted_tips = vec![PlantedTips::default(); count];
    let order = [true, false].into_iter().flat_map(|is_given| PRIORITY.map(|kind| (is_given, kind)));
    for (is_given, kind) in order {
        let is_rigid = tips.iter().any(|t| t.kind == kind && t.is_rigid);
        let of_kind = |a: &Anchor| a.kind == kind && a.is_fixed == is_given;
        for (index, anchor) in anchors.iter().enumerate().filter(|(_, a)| of_kind(a)) {
            for frame in anchor.frames.clone().filter(|f| !anchor.is_skipped(*f)) {
                let here = &mut planted_tips[frame];
                if !is_rigid && here.count > 0 {
                    here.toe_tip = Some(index as u32);
                } else if usize::from(here.count) < 3 {
                    here.anchors[usize::from(here.count)] = index as u32;
                    here.count += 1;
                }
            }
        }
    }
    planted_tips
}

/// Marks the frames of plants that do not stand still already.
fn mark_off(
    planted_tips: &mut [PlantedTips],
    tips: &[Tip],
    anchors: &[Anchor],
    poses: &WorldPoses,
    limit: f64,
) {
    for anchor in anchors {
        let Some(tip) = tip_of(tips, anchor.kind) else { continue };
        let off = |f: usize| (tip.world(poses, f) - anchor.position).norm_squared() > limit * limit;
        if anchor.frames.clone().any(off) {
            planted_tips[anchor.frames.clone()].iter_mut().for_each(|s| s.is_off = true);
        }
    }
}

/// Vector from the end joint to the tip in the input.
fn arm_to(limb: &Limb, tip: &Tip, poses: &WorldPoses, frame: usize) -> Vec3 {
    if is_end(tip.kind) {
        return Vec3::zeros();
    }
    tip.world(poses, frame) - poses.position(frame, limb.end)
}

fn tip_of(tips: &[Tip], kind: PointKind) -> Option<&Tip> {
    tips.iter().find(|t| t.kind == kind)
}

/// Where a tip will be once the end joint is on target.
fn tip_at(
    limb: &Limb,
    tips: &[Tip],
    poses: &WorldPoses,
    targets: &EndTargets,
    frame: usize,
    kind: PointKind,
) -> Option<Vec3> {
    let tip = tip_of(tips, kind)?;
    let turn = rotation_from_vector(&targets.turn[frame]);
    Some(poses.position(frame, limb.end) + targets.offset[frame] + turn * arm_to(limb, tip, poses, frame))
}

/// One limb's end with what holds it.
struct Foot<'a> {
    limb: &'a Limb,
    tips: &'a [Tip],
    anchors: &'a [Anchor],
    poses: &'a WorldPoses,
}

/// Doubly planted frames by the smallest rotation that fits both points (Kovar, eq. 3.3), the rest faded.
fn turn_feet(
    foot: &Foot<'_>,
    planted_tips: &[PlantedTips],
    settings: &TargetSettings,
    targets: &mut EndTargets,
    scratch: &mut FillScratch,
) {
    let Foot { limb, tips, anchors, poses } = *foot;
    let mut any = false;
    for (frame, here) in planted_tips.iter().enumerate().filter(|(_, s)| s.count >= 2 && s.is_off) {
        let at = |i: usize| {
            let anchor = &anchors[here.anchors[i] as usize];
            let arm = tip_of(tips, anchor.kind).map_or_else(Vec3::zeros, |t| arm_to(limb, t, poses, frame));
            (arm, anchor.position)
        };
        let ((arm_a, at_a), (arm_b, at_b)) = (at(0), at(1));
        let lateral = poses.rotation(frame, limb.end) * Vec3::x();
        let mut turn = rotation_between(&(arm_b - arm_a), &(at_b - at_a), &lateral);
        if here.count == 3 {
            // The third point settles the roll about the first two.
            let (arm_c, at_c) = at(2);
            if let Some(axis) = (at_b - at_a).try_normalize(1e-9) {
                let flat = |v: Vec3| v - axis * axis.dot(&v);
                let (from, to) = (flat(turn * (arm_c - arm_a)), flat(at_c - at_a));
                let least = 0.05 * (at_b - at_a).norm();
                if from.norm() > least && to.norm() > least {
                    let roll = from.cross(&to).dot(&axis).atan2(from.dot(&to));
                    turn = rotation_from_vector(&(axis * roll)) * turn;
                }
            }
        }
        targets.turn[frame] = rotation_vector(&turn);
        any = true;
    }
    if any {
        let weight = (settings.turn_time / settings.frame_time).powi(4);
        let near = &targets.near;
        fill_smoothly::<2>(
            &mut targets.turn,
            |i| planted_tips[i].count >= 2 || !near[i],
            0,
            planted_tips.len(),
            weight,
            scratch,
        );
        hold_turns(foot, planted_tips, settings, targets);
    }
}

/// Holds the speed that turns give to the points of the foot, from one doubly planted frame to the next.
fn hold_turns(
    foot: &Foot<'_>,
    planted_tips: &[PlantedTips],
    settings: &TargetSettings,
    targets: &mut EndTargets,
) {
    let arm = foot.tips.iter().map(|t| arm_to(foot.limb, t, foot.poses, 0).norm()).fold(0.0, f64::max);
    if arm <= 0.0 {
        return;
    }
    let step = ADDED_BY_TURN * settings.size * settings.frame_time / arm;
    let weight = (settings.turn_time / settings.frame_time).powi(6);
    let near = &targets.near;
    let mut start = 0;
    while start < planted_tips.len() {
        if planted_tips[start].count >= 2 {
            start += 1;
            continue;
        }
        let end =
            (start..planted_tips.len()).find(|&i| planted_tips[i].count >= 2).unwrap_or(planted_tips.len());
        hold_speed(&mut targets.turn, |i| !near[i], start, end, weight, step);
        start = end;
    }
}

/// Shifts of planted frames: the first planted point lands on its place. A free point of the sole that would be in
/// the ground turns the foot about the planted one.
fn place_planted(
    limb: &Limb,
    tips: &[Tip],
    anchors: &[Anchor],
    poses: &WorldPoses,
    ground: Option<&Ground>,
    planted_tips: &[PlantedTips],
    targets: &mut EndTargets,
) {
    for (frame, here) in planted_tips.iter().enumerate().filter(|(_, s)| s.count >= 1) {
        // A turn that was faded into it still moves the point, and a ground may.
        if !here.is_off && targets.turn[frame] == Vec3::zeros() && ground.is_none() {
            continue;
        }
        let anchor = &anchors[here.anchors[0] as usize];
        let Some(tip) = tip_of(tips, anchor.kind) else { continue };
        let arm = arm_to(limb, tip, poses, frame);
        let mut turn = rotation_from_vector(&targets.turn[frame]);
        if let Some(ground) = ground.filter(|_| here.count == 1) {
            for free in clearance_tips(limb, tips).filter(|t| t.kind != anchor.kind) {
                let span = turn * (arm_to(limb, free, poses, frame) - arm);
                if let Some(lift) = tilt_out_of_ground(ground, anchor.position, span) {
                    turn = lift * turn;
                    targets.turn[frame] = rotation_vector(&turn);
                }
            }
        }
        targets.offset[frame] = anchor.position - turn * arm - poses.position(frame, limb.end);
    }
}

/// Where a foot stands on its toe alone, a toe that shakes in the input would shake the ankle once it is held: its foot is the
/// lever. So the ankle's shift is smoothed over such frames, and the foot turns about the toe by what that changes. What
/// lies along the foot cannot be turned away and stays. A hand on its fingertips is such a lever, too.
fn calm_levers(
    foot: &Foot<'_>,
    planted_tips: &[PlantedTips],
    frame_time: f64,
    targets: &mut EndTargets,
    scratch: &mut FillScratch,
) {
    let Foot { limb, tips, anchors, poses } = *foot;
    let alone = |frame: usize| {
        let here = &planted_tips[frame];
        (here.count == 1 && here.is_off).then_some(here.anchors[0]).filter(|&a| {
            tip_of(tips, anchors[a as usize].kind).is_some_and(|tip| tip.is_rigid && !is_end(tip.kind))
        })
    };
    let weight = (LEVER_TIME / frame_time).powi(6);
    let mut shifts = Vec::new();
    let mut start = 0;
    while start < planted_tips.len() {
        let Some(anchor) = alone(start) else {
            start += 1;
            continue;
        };
        let end =
            (start..planted_tips.len()).find(|&f| alone(f) != Some(anchor)).unwrap_or(planted_tips.len());
        let frames = start..end;
        start = end;
        let Some(tip) = tip_of(tips, anchors[anchor as usize].kind) else { continue };
        if frames.len() < 4 {
            continue;
        }
        // The ends stay: the foot goes on from there.
        shifts.clear();
        shifts.extend_from_slice(&targets.offset[frames.clone()]);
        smooth_between(&mut shifts, weight, scratch);
        let place = anchors[anchor as usize].position;
        for (frame, shift) in frames.zip(&shifts) {
            if *shift == targets.offset[frame] {
                continue;
            }
            let turn = rotation_from_vector(&targets.turn[frame]);
            let arm = turn * arm_to(limb, tip, poses, frame);
            let end = poses.position(frame, limb.end);
            let Some(way) = (place - end - shift).try_normalize(1e-9) else { continue };
            let arm_new = way * arm.norm();
            let lateral = poses.rotation(frame, limb.end) * Vec3::x();
            let turn = rotation_between(&arm, &arm_new, &lateral) * turn;
            targets.turn[frame] = rotation_vector(&turn);
            targets.offset[frame] = place - arm_new - end;
        }
    }
}

/// Whether a point is the end joint itself.
fn is_end(kind: PointKind) -> bool {
    matches!(kind, PointKind::Ankle | PointKind::Wrist)
}

/// The points that must not enter the ground: of a foot the heel and the ball (and the toe tip where it cannot
/// bend away), of a hand the wrist and the fingertips.
fn clearance_tips<'a>(limb: &'a Limb, tips: &'a [Tip]) -> impl Iterator<Item = &'a Tip> + 'a {
    tips.iter().filter(move |tip| match limb.kind {
        LimbKind::Arm => true,
        LimbKind::Leg => {
            matches!(tip.kind, PointKind::Heel | PointKind::Toe)
                || (tip.kind == PointKind::ToeTip && limb.toe.is_none())
        }
    })
}

/// Each gap between plants by its own least-squares fade, slower where more is to be corrected. Third
/// differences over a shorter time than second ones: less pose change and less jerk on the bench. A fade that would jerk the foot
/// by more than `jerk` takes longer.
fn fade_offsets(settings: &TargetSettings, jerk: f64, targets: &mut EndTargets, scratch: &mut FillScratch) {
    let count = targets.planted.len();
    let mut start = 0;
    while start < count {
        if targets.planted[start] {
            start += 1;
            continue;
        }
        let end = (start..count).find(|&i| targets.planted[i]).unwrap_or(count);
        let at = |i: Option<usize>| i.and_then(|i| targets.offset.get(i)).map_or(0.0, |a| a.norm());
        let amplitude = at(start.checked_sub(1)).max(if end < count { at(Some(end)) } else { 0.0 });
        let time = settings.swing_time * (amplitude / (REFERENCE_OFFSET * settings.size)).max(1.0).cbrt();
        // The fade itself jerks the foot by about amplitude/time³.
        let gentle = if amplitude > jerk * time.powi(3) { (amplitude / jerk).cbrt() } else { time };
        let time = gentle.min(GENTLEST * time);
        let weight = (time / settings.frame_time).powi(6);
        let near = &targets.near;
        fill_smoothly::<3>(&mut targets.offset, |i| !near[i], start, end, weight, scratch);
        let step = ADDED_SPEED * settings.size * settings.frame_time;
        hold_speed(&mut targets.offset, |i| !near[i], start, end, weight, step);
        start = end;
    }
}

fn soften_weights(anchors: &[Anchor], settings: &TargetSettings, targets: &mut EndTargets) {
    let count = targets.soften.len();
    let fade = (SOFTEN_FADE / settings.frame_time).max(1.0);
    for anchor in anchors {
        let held = anchor.frames.clone().filter(|f| !anchor.is_skipped(*f));
        let correction = held.map(|f| targets.offset[f].norm()).fold(0.0, f64::max);
        let need = ((correction / settings.size - SOFTEN.0) / (SOFTEN.1 - SOFTEN.0)).clamp(0.0, 1.0);
        let reach = fade as usize;
        let from = anchor.frames.start.saturating_sub(reach);
        for frame in from..(anchor.frames.end + reach).min(count) {
            let distance = if frame < anchor.frames.start {
                anchor.frames.start - frame
            } else {
                (frame + 1).saturating_sub(anchor.frames.end)
            };
            let weight = need * ease_out(distance as f64 / fade);
            targets.soften[frame] = targets.soften[frame].max(weight);
        }
    }
    for frame in 0..count {
        if !targets.near[frame] {
            targets.soften[frame] = 0.0;
        }
    }
}

/// An unplanted foot or hand is lifted by just what brings its points out of the ground.
fn lift_unplanted(limb: &Limb, tips: &[Tip], poses: &WorldPoses, ground: &Ground, targets: &mut EndTargets) {
    for frame in 0..targets.planted.len() {
        if targets.planted[frame] {
            continue;
        }
        let turn = rotation_from_vector(&targets.turn[frame]);
        let end = poses.position(frame, limb.end) + targets.offset[frame];
        let mut lift: f64 = 0.0;
        for tip in clearance_tips(limb, tips) {
            let p = end + turn * arm_to(limb, tip, poses, frame);
            if let Some(footing) = ground.footing(p.x, p.z, p.y) {
                lift = lift.max(footing.height - p.y);
            }
        }
        if lift > 0.0 {
            targets.offset[frame].y += lift;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinematics::anchors::{Limits, StandingGround, find_anchors, tips_of};
    use crate::kinematics::forward::pose_clip;
    use crate::kinematics::{BodyPoints, limb};
    use crate::math::Random;
    use crate::model::{BodyPoint, Clip, Plant, Plants, Side};
    use crate::sample;

    /// Largest third difference of the ankle's path over the planted frames in the input and by the targets, and how far the
    /// ends of the plant and the planted toe are off, for a foot that shakes about its ankle while its toe is planted.
    fn shaking_lever(frame_rate: f64) -> ([f64; 2], f64, f64) {
        let skeleton = sample::biped_skeleton(&Default::default()).unwrap();
        let options = sample::StandOptions { frame_rate, seconds: 2.0, ..Default::default() };
        let stand = sample::stand(&skeleton, &options).unwrap().clip;
        let mut data = stand.into_data();
        let (limbs, _) = limb::find_limbs(&skeleton);
        let leg = limbs.iter().find(|l| l.kind == LimbKind::Leg && l.side == Side::Left).unwrap();
        let joints = skeleton.joint_count();
        let mut random = Random::new(5);
        for frame in data.rotations.chunks_mut(joints) {
            let angle = 0.02 * (random.uniform() - 0.5);
            frame[leg.end.0] *= rotation_from_vector(&(Vec3::x() * angle));
        }
        let clip = Clip::new(&skeleton, data).unwrap();
        let poses = pose_clip(&skeleton, &clip);
        let count = clip.frame_count();
        let frames = count / 8..count - count / 8;
        let point = BodyPoint { side: Side::Left, kind: PointKind::Toe };
        let plant = Plant { point, frames: frames.clone(), confidence: 1.0, position: None };
        let plants = Plants::new(count, vec![plant]).unwrap();
        let tips = tips_of(leg, &BodyPoints::new(&skeleton));
        let floor = StandingGround { ground: None, snap: false };
        let limits = Limits { reach: 1.0, fastest: 1.0 };
        let (anchors, _) = find_anchors(leg, &tips, &plants, &poses, &floor, limits);
        let settings = TargetSettings {
            frame_time: clip.frame_time(),
            size: 1.0,
            cutoff: 1.0,
            swing_time: 0.1,
            turn_time: 0.1,
            was_noisy: false,
        };
        let targets =
            plan_targets(leg, &tips, &anchors, &poses, None, &settings, &mut FillScratch::default());
        let toe = tip_of(&tips, PointKind::Toe).unwrap();
        // Without a turn the ankle follows the toe that is held.
        let held = |f: usize| poses.position(f, leg.end) + anchors[0].position - toe.world(&poses, f);
        let calm = |f: usize| poses.position(f, leg.end) + targets.offset[f];
        let third = |at: &dyn Fn(usize) -> Vec3| {
            let size = |f: usize| (at(f + 3) - (at(f + 2) - at(f + 1)) * 3.0 - at(f)).norm();
            (frames.start..frames.end - 3).map(size).fold(0.0, f64::max)
        };
        let off = |f: usize| {
            (tip_at(leg, &tips, &poses, &targets, f, PointKind::Toe).unwrap() - anchors[0].position).norm()
        };
        let ends = [frames.start, frames.end - 1].map(|f| (held(f) - calm(f)).norm());
        ([third(&held), third(&calm)], ends[0].max(ends[1]), frames.clone().map(off).fold(0.0, f64::max))
    }

    #[test]
    fn a_lever_that_shakes_is_calmed_between_its_ends_at_any_rate() {
        for (frame_rate, share) in [(60.0, 0.7), (240.0, 0.2), (1000.0, 0.2)] {
            let ([held, calm], ends, toe) = shaking_lever(frame_rate);
            assert!(calm < share * held, "{frame_rate}: {calm} of {held}");
            assert!(ends < 1e-12, "{frame_rate}: the ends are off by {ends}");
            assert!(toe < 1e-9, "{frame_rate}: the toe is off by {toe}");
        }
    }

    #[test]
    fn doubly_planted_feet_turn_the_least() {
        // The rotation that fits two points.
        let (from, to) = (Vec3::new(0.02, -0.06, 0.15), Vec3::new(-0.03, -0.05, 0.14));
        let to = to * (from.norm() / to.norm());
        let turn = rotation_between(&from, &to, &Vec3::x());
        assert!((turn * from - to).norm() < 1e-12);
        let own = rotation_vector(&turn).norm();
        for degree in 1..360 {
            let roll = rotation_from_vector(&(to.normalize() * f64::from(degree).to_radians()));
            assert!(rotation_vector(&(roll * turn)).norm() >= own - 1e-12);
        }
        assert!(rotation_vector(&rotation_between(&from, &from, &Vec3::x())).norm() < 1e-12);
        let back = rotation_between(&from, &-from, &Vec3::x());
        assert!((back * from + from).norm() < 1e-12);
    }
}

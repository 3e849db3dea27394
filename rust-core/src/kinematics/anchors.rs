//! Where each plant is held: one position per plant, and a fixed distance between plants of the same foot
//! (`docs/methods/footskate.md`, section 2.3).

use super::limb::Limb;
use super::{BodyPoints, WorldPoses};
use crate::math::Vec3;
use crate::math::path_middle::{path_middle, path_outliers};
use crate::model::{BodyPoint, Ground, Plants, PointKind};
use std::ops::Range;

/// How strongly two plants of one foot keep the foot's direction between them. 30 instead of 4 costs
/// 0.001 cm of pose on short legs and saves 1 to 17 % of ankle jerk under drift.
const DIRECTION_WEIGHT: f64 = 30.0;

/// How far a frame must lie from the others to be left out of a plant's place, as a part of the limb.
const OUTLIER: f64 = 0.02;
/// Share of the fastest correction that a straight line through a short gap may have: a smooth one is faster in its
/// middle.
const IN_GAP: f64 = 0.6;
/// How much faster than the fastest correction a point may leave its place and still be held there for one more frame.
const LEAP: f64 = 4.0;
/// How far such a frame may lie and still be brought back by the limb, as a part of it. Where the whole body jumps
/// for a frame, holding the foot would tear at the frames around.
const BROUGHT_BACK: f64 = 0.25;

/// A plant of one limb with the place it is to keep.
#[derive(Debug, Clone)]
pub(crate) struct Anchor {
    pub(crate) kind: PointKind,
    /// May be one frame longer than the plant: see [`join_abutting`].
    pub(crate) frames: Range<usize>,
    pub(crate) position: Vec3,
    /// Given by the user.
    pub(crate) is_fixed: bool,
    /// Height over the ground at which the point stands on a flat foot, metres.
    pub(crate) standing: f64,
    /// Frames inside on which the point is not held, rising.
    skipped: Vec<usize>,
}

impl Anchor {
    /// Whether the point is not held on this frame of the plant.
    pub(crate) fn is_skipped(&self, frame: usize) -> bool {
        self.skipped.binary_search(&frame).is_ok()
    }
}

/// A point of the end joint's rigid part, or of the toe joint.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tip {
    pub(crate) kind: PointKind,
    joint: crate::model::JointIndex,
    offset: Vec3,
    /// Whether it moves rigidly with the end joint.
    pub(crate) is_rigid: bool,
    /// Height over the ground at which it stands on a flat foot, metres.
    standing: f64,
}

impl Tip {
    /// World position in the input.
    pub(crate) fn world(&self, poses: &WorldPoses, frame: usize) -> Vec3 {
        poses.point(frame, self.joint, &self.offset)
    }
}

/// The points of one limb's foot or hand.
pub(crate) fn tips_of(limb: &Limb, points: &BodyPoints) -> Vec<Tip> {
    points
        .iter()
        .filter(|(point, _)| limb.has_point(point.side, point.kind))
        .map(|(point, attached)| Tip {
            kind: point.kind,
            joint: attached.joint,
            offset: attached.offset,
            // A joint's own position is rigid with its parent.
            is_rigid: attached.joint == limb.end || attached.offset == Vec3::zeros(),
            standing: points.standing_height(point),
        })
        .collect()
}

/// The ground, and whether points of the sole are put on it.
pub(crate) struct StandingGround<'a> {
    pub(crate) ground: Option<&'a Ground>,
    pub(crate) snap: bool,
}

/// What speaks against a plant, for the operation's report.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum AnchorProblem {
    /// The plant would move its point farther than the limb can follow, by this many metres; it has no anchor.
    OutOfReach { point: BodyPoint, frames: Range<usize>, distance: f64 },
    /// So many of the plant's frames, first to last of them, lie far from the rest and do not count for its place.
    Outliers { point: BodyPoint, frames: Range<usize>, count: usize, of: usize },
    /// So many of these jump too far, by up to this many metres, to be brought back; they stay as they are.
    Skipped { point: BodyPoint, frames: Range<usize>, count: usize, distance: f64 },
}

/// How far a limb's end can go.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// The limb's length, metres.
    pub(crate) reach: f64,
    /// How far a correction may change from one frame to the next, metres.
    pub(crate) fastest: f64,
}

/// Chooses the anchors of one limb. Plants that would move the point further than the limb is long are left out and
/// named, as are single frames that do not count for a place.
pub(crate) fn find_anchors(
    limb: &Limb,
    tips: &[Tip],
    plants: &Plants,
    poses: &WorldPoses,
    floor: &StandingGround<'_>,
    limits: Limits,
) -> (Vec<Anchor>, Vec<AnchorProblem>) {
    let Limits { reach, fastest } = limits;
    let mut problems = Vec::new();
    let mut anchors: Vec<Anchor> = Vec::new();
    for plant in plants.iter().filter(|p| limb.has_point(p.point.side, p.point.kind)) {
        let Some(tip) = tips.iter().find(|t| t.kind == plant.point.kind) else { continue };
        let path: Vec<Vec3> = plant.frames.clone().map(|f| tip.world(poses, f)).collect();
        let bad = if plant.position.is_some() { Vec::new() } else { path_outliers(&path, OUTLIER * reach) };
        let counts =
            || path.iter().enumerate().filter(|(i, _)| bad.binary_search(i).is_err()).map(|(_, p)| *p);
        let place = plant.position.unwrap_or_else(|| path_middle(counts()));
        let distance = counts().map(|p| (p - place).norm()).fold(0.0, f64::max);
        // A given place must be within the limb's own reach; a drift inside the plant may also move the body.
        let limit = if plant.position.is_some() { reach } else { 2.0 * reach };
        if distance > limit {
            problems.push(AnchorProblem::OutOfReach {
                point: plant.point,
                frames: plant.frames.clone(),
                distance,
            });
            continue;
        }
        let bad: Vec<usize> = bad.into_iter().map(|i| i + plant.frames.start).collect();
        let away = |f: usize| (tip.world(poses, f) - place).norm();
        let skipped: Vec<usize> = bad.iter().copied().filter(|&f| away(f) > BROUGHT_BACK * reach).collect();
        if let (Some(&first), Some(&last)) = (bad.first(), bad.last()) {
            problems.push(AnchorProblem::Outliers {
                point: plant.point,
                frames: first..last + 1,
                count: bad.len(),
                of: path.len(),
            });
        }
        if let (Some(&first), Some(&last)) = (skipped.first(), skipped.last()) {
            problems.push(AnchorProblem::Skipped {
                point: plant.point,
                frames: first..last + 1,
                count: skipped.len(),
                distance: skipped.iter().map(|&f| away(f)).fold(0.0, f64::max),
            });
        }
        anchors.push(Anchor {
            kind: plant.point.kind,
            frames: plant.frames.clone(),
            position: place,
            is_fixed: plant.position.is_some(),
            standing: tip.standing,
            skipped,
        });
    }
    let leaps = |kind: PointKind, frame: usize| {
        let at = |tip: &Tip, frame| tip.world(poses, frame);
        let tip = tips.iter().find(|t| t.kind == kind);
        tip.is_some_and(|tip| (at(tip, frame) - at(tip, frame - 1)).norm() > LEAP * fastest)
    };
    join_abutting(&mut anchors, poses.frame_count(), leaps);
    fit_to_foot(&mut anchors, tips, poses, floor, fastest);
    (anchors, problems)
}

/// Where one plant ends on the frame before another starts, the first lasts one frame longer, so that one
/// doubly planted frame ties the two places together. Not where the point leaps away in that frame: the foot's joint has
/// flipped, and what holds it after that says nothing of the place before.
fn join_abutting(anchors: &mut [Anchor], frame_count: usize, leaps: impl Fn(PointKind, usize) -> bool) {
    for i in 0..anchors.len() {
        let end = anchors[i].frames.end;
        let kind = anchors[i].kind;
        // Sorted by first frame: those that start here follow each other.
        let from = anchors.partition_point(|o| o.frames.start < end);
        let mut next = anchors[from..].iter().take_while(|o| o.frames.start == end);
        let touches = next.clone().any(|o| o.kind != kind);
        let is_free = next.all(|o| o.kind != kind);
        let is_shared = || anchors[..from].iter().any(|o| o.kind != kind && o.frames.end > end);
        if touches && is_free && end < frame_count && !is_shared() && !leaps(kind, end) {
            anchors[i].frames.end += 1;
        }
    }
}

struct RigidPair {
    first: usize,
    second: usize,
    /// Mean direction from first to second over the common frames, at its true length.
    span: Vec3,
    weight: f64,
}

/// Moves the places so that those of one rigid foot keep its length and direction, and stay off the ground's inside.
fn fit_to_foot(
    anchors: &mut [Anchor],
    tips: &[Tip],
    poses: &WorldPoses,
    floor: &StandingGround<'_>,
    fastest: f64,
) {
    let pairs = rigid_pairs(anchors, tips, poses);
    let wanted: Vec<Vec3> = anchors.iter().map(|a| a.position).collect();
    let counts: Vec<f64> = anchors.iter().map(|a| a.frames.len() as f64).collect();
    if !pairs.is_empty() {
        let mut pairs_of: Vec<Vec<usize>> = vec![Vec::new(); anchors.len()];
        for (index, pair) in pairs.iter().enumerate() {
            pairs_of[pair.first].push(index);
            pairs_of[pair.second].push(index);
        }
        // Gauss–Seidel: the plants of one foot form short chains.
        for _ in 0..400 {
            let mut change: f64 = 0.0;
            for i in 0..anchors.len() {
                if anchors[i].is_fixed {
                    continue;
                }
                let (mut sum, mut weight) = (wanted[i] * counts[i], counts[i]);
                for pair in pairs_of[i].iter().map(|&p| &pairs[p]) {
                    let w = DIRECTION_WEIGHT * pair.weight;
                    if pair.first == i {
                        sum += (anchors[pair.second].position - pair.span) * w;
                        weight += w;
                    } else {
                        sum += (anchors[pair.first].position + pair.span) * w;
                        weight += w;
                    }
                }
                let place = sum / weight;
                change = change.max((place - anchors[i].position).norm());
                anchors[i].position = place;
            }
            if change < 1e-14 {
                break;
            }
        }
    }
    stand_on(anchors, floor);
    let gaps = short_gaps(anchors, tips, poses, fastest);
    for sweep in 0..100 {
        let mut error: f64 = 0.0;
        for gap in &gaps {
            error = error.max(close_gap(anchors, gap, &counts));
        }
        for pair in &pairs {
            error = error.max(restore_length(anchors, pair, &counts));
        }
        if error < 1e-14 {
            break;
        }
        // The last word is the foot's length: a foot that cannot lie in the ground stays rigid.
        if sweep < 90 {
            stand_on(anchors, floor);
        }
    }
}

fn rigid_pairs(anchors: &[Anchor], tips: &[Tip], poses: &WorldPoses) -> Vec<RigidPair> {
    let mut pairs = Vec::new();
    let tip_of = |kind| tips.iter().find(|t: &&Tip| t.kind == kind);
    for one in 0..anchors.len() {
        // Sorted by first frame: only those that start before this one ends can share frames with it.
        for other in
            (one + 1..anchors.len()).take_while(|&o| anchors[o].frames.start < anchors[one].frames.end)
        {
            let (first, second) =
                if anchors[one].kind < anchors[other].kind { (one, other) } else { (other, one) };
            let (a, b) = (&anchors[first], &anchors[second]);
            if a.kind == b.kind {
                continue;
            }
            let common = a.frames.start.max(b.frames.start)..a.frames.end.min(b.frames.end);
            let (Some(tip_a), Some(tip_b)) = (tip_of(a.kind), tip_of(b.kind)) else { continue };
            let toe_part = a.kind == PointKind::Toe && b.kind == PointKind::ToeTip;
            if common.is_empty() || !(tip_a.is_rigid && tip_b.is_rigid || toe_part) {
                continue;
            }
            let (mut sum, mut length) = (Vec3::zeros(), 0.0);
            for frame in common.clone() {
                let span = tip_b.world(poses, frame) - tip_a.world(poses, frame);
                sum += span;
                length += span.norm();
            }
            let count = common.len() as f64;
            let Some(direction) = sum.try_normalize(1e-9) else { continue };
            pairs.push(RigidPair { first, second, span: direction * (length / count), weight: count });
        }
    }
    pairs
}

/// Two plants of one foot with so little time between them that their corrections must not differ much.
struct Gap {
    first: usize,
    second: usize,
    /// From the first place to the second in the input.
    way: Vec3,
    /// How far the places may be from that.
    most: f64,
}

fn short_gaps(anchors: &[Anchor], tips: &[Tip], poses: &WorldPoses, fastest: f64) -> Vec<Gap> {
    let mut gaps = Vec::new();
    let tip_of = |anchor: &Anchor| tips.iter().find(|t| t.kind == anchor.kind);
    let mut held = vec![false; poses.frame_count() + 1];
    anchors.iter().for_each(|anchor| held[anchor.frames.clone()].fill(true));
    for (first, a) in anchors.iter().enumerate() {
        // Whatever point the foot stands on next: it is one foot that has to move.
        let next = anchors.iter().enumerate().skip(first + 1).find(|(_, b)| b.frames.start >= a.frames.end);
        let Some((second, b)) = next else { continue };
        if held[a.frames.end] && b.frames.start > a.frames.end {
            continue;
        }
        let (Some(tip), Some(next_tip)) = (tip_of(a), tip_of(b)) else { continue };
        let frames = (b.frames.start + 1 - a.frames.end) as f64;
        let way = next_tip.world(poses, b.frames.start) - tip.world(poses, a.frames.end - 1);
        gaps.push(Gap { first, second, way, most: frames * fastest * IN_GAP });
    }
    gaps
}

/// Moves both places until the corrections at the gap's ends differ by what its time allows.
fn close_gap(anchors: &mut [Anchor], gap: &Gap, counts: &[f64]) -> f64 {
    let share = |i: usize| if anchors[i].is_fixed { 0.0 } else { 1.0 / counts[i] };
    let (first, second) = (share(gap.first), share(gap.second));
    let off = anchors[gap.second].position - anchors[gap.first].position - gap.way;
    let over = off.norm() - gap.most;
    if over <= 0.0 || first + second == 0.0 {
        return 0.0;
    }
    let error = off * (over / off.norm() / (first + second));
    anchors[gap.first].position += error * first;
    anchors[gap.second].position -= error * second;
    over
}

fn restore_length(anchors: &mut [Anchor], pair: &RigidPair, counts: &[f64]) -> f64 {
    let share = |i: usize| if anchors[i].is_fixed { 0.0 } else { 1.0 / counts[i] };
    let (mut first, mut second) = (share(pair.first), share(pair.second));
    if first + second == 0.0 {
        // Two given places that do not fit the foot: both give way by half.
        (first, second) = (1.0, 1.0);
    }
    let now = anchors[pair.second].position - anchors[pair.first].position;
    let direction = now.try_normalize(1e-9).unwrap_or_else(|| pair.span.normalize());
    let error = direction * pair.span.norm() - now;
    anchors[pair.first].position -= error * (first / (first + second));
    anchors[pair.second].position += error * (second / (first + second));
    error.norm()
}

/// Lifts places to the height at which their points stand; with `snap`, feet and fingertips are also brought down.
fn stand_on(anchors: &mut [Anchor], floor: &StandingGround<'_>) {
    let StandingGround { ground: Some(ground), snap } = *floor else { return };
    for anchor in anchors.iter_mut().filter(|a| !a.is_fixed) {
        let p = anchor.position;
        let Some(footing) = ground.footing(p.x, p.z, p.y) else { continue };
        // Standing heights are across the ground; walls have no height to stand at.
        let height = footing.height + anchor.standing / footing.normal.y.max(0.5);
        // A hand rolls over its wrist: the joint's own height over the ground is not known.
        if p.y < height || (snap && anchor.kind != PointKind::Wrist) {
            anchor.position.y = height;
        }
    }
}

/// The plants of the points of one limb that are not refused, as body points, for reports.
pub(crate) fn body_point(limb: &Limb, anchor: &Anchor) -> BodyPoint {
    BodyPoint { side: limb.side, kind: anchor.kind }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn anchor(kind: PointKind, frames: Range<usize>) -> Anchor {
        Anchor { kind, frames, position: Vec3::zeros(), is_fixed: false, standing: 0.0, skipped: vec![] }
    }

    #[test]
    fn plants_that_follow_each_other_share_one_frame() {
        let mut anchors = [anchor(PointKind::Heel, 0..10), anchor(PointKind::Toe, 10..20)];
        join_abutting(&mut anchors, 30, |_, _| false);
        assert_eq!(anchors[0].frames, 0..11);
        // Not where the first point leaps away in that frame.
        let mut anchors = [anchor(PointKind::Heel, 0..10), anchor(PointKind::Toe, 10..20)];
        join_abutting(&mut anchors, 30, |kind, frame| kind == PointKind::Heel && frame == 10);
        assert_eq!(anchors[0].frames, 0..10);
        // Not where a third plant bridges the two, nor where there is a gap.
        let mut anchors =
            [anchor(PointKind::Heel, 0..10), anchor(PointKind::Ankle, 5..15), anchor(PointKind::Toe, 10..20)];
        join_abutting(&mut anchors, 30, |_, _| false);
        assert_eq!(anchors[0].frames, 0..10);
        let mut anchors = [anchor(PointKind::Heel, 0..10), anchor(PointKind::Toe, 11..20)];
        join_abutting(&mut anchors, 30, |_, _| false);
        assert_eq!(anchors[0].frames, 0..10);
    }

    #[test]
    fn given_places_that_do_not_fit_the_foot_both_give_way() {
        // Midpoint and direction stay, the spacing becomes the foot's.
        let mut anchors = [anchor(PointKind::Heel, 0..10), anchor(PointKind::Toe, 0..10)];
        anchors[1].position = Vec3::z() * 0.3;
        anchors.iter_mut().for_each(|a| a.is_fixed = true);
        let pair = RigidPair { first: 0, second: 1, span: Vec3::z() * 0.2, weight: 10.0 };
        restore_length(&mut anchors, &pair, &[10.0, 10.0]);
        assert!((anchors[0].position - Vec3::z() * 0.05).norm() < 1e-12);
        assert!((anchors[1].position - Vec3::z() * 0.25).norm() < 1e-12);
    }
}

//! Where each plant stays: one place per plant, and one rigid distance between plants of one foot (FN-3 step 1).

use super::limb::Limb;
use crate::kinematics::{BodyPoints, WorldPoses};
use crate::math::Vec3;
use crate::model::{BodyPoint, Ground, Plant, Plants, PointKind};
use std::ops::Range;

/// How strongly two plants of one foot keep the foot's direction between them (FN-9: beta).
const DIRECTION_WEIGHT: f64 = 4.0;

/// A plant of one limb with the place it is to keep.
#[derive(Debug, Clone)]
pub(crate) struct Anchor {
    pub(crate) kind: PointKind,
    /// May be one frame longer than the plant (E20).
    pub(crate) frames: Range<usize>,
    pub(crate) position: Vec3,
    /// Given by the user.
    pub(crate) is_fixed: bool,
}

/// A point of the end joint's rigid part, or of the toe joint.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tip {
    pub(crate) kind: PointKind,
    joint: crate::model::JointIndex,
    offset: Vec3,
    /// Whether it moves rigidly with the end joint.
    pub(crate) is_rigid: bool,
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
        })
        .collect()
}

/// What [`find_anchors`] could not honour.
pub(crate) struct Refused {
    pub(crate) plant: Plant,
    pub(crate) distance: f64,
    pub(crate) reason: String,
}

/// Chooses the anchors of one limb. `reach` is the limb's length; plants that would move the point further than
/// that are refused.
pub(crate) fn find_anchors(
    limb: &Limb,
    tips: &[Tip],
    plants: &Plants,
    poses: &WorldPoses,
    ground: Option<&Ground>,
    snap: bool,
    reach: f64,
    refused: &mut Vec<Refused>,
) -> Vec<Anchor> {
    let mut anchors: Vec<Anchor> = Vec::new();
    for plant in plants.iter().filter(|p| limb.has_point(p.point.side, p.point.kind)) {
        let Some(tip) = tips.iter().find(|t| t.kind == plant.point.kind) else { continue };
        let path = |frame: usize| tip.world(poses, frame);
        let place = plant.position.unwrap_or_else(|| middle(plant.frames.clone().map(path)));
        let distance = plant.frames.clone().map(|f| (path(f) - place).norm()).fold(0.0, f64::max);
        // A given place must be within the limb's own reach; a drift inside the plant may also move the body.
        let limit = if plant.position.is_some() { reach } else { 2.0 * reach };
        if distance > limit {
            refused.push(Refused {
                plant: plant.clone(),
                distance,
                reason: format!(
                    "{distance:.2} m from where the point is, the {} is {reach:.2} m long; the plant was left out",
                    limb.name()
                ),
            });
            continue;
        }
        anchors.push(Anchor {
            kind: plant.point.kind,
            frames: plant.frames.clone(),
            position: place,
            is_fixed: plant.position.is_some(),
        });
    }
    join_abutting(&mut anchors, poses.frame_count());
    settle(&mut anchors, tips, poses, ground, snap);
    anchors
}

/// E20: where one plant ends on the frame before another starts, the first lasts one frame longer, so that one
/// doubly planted frame ties the two places together.
fn join_abutting(anchors: &mut [Anchor], frame_count: usize) {
    for i in 0..anchors.len() {
        let end = anchors[i].frames.end;
        let touches = anchors.iter().any(|o| o.kind != anchors[i].kind && o.frames.start == end);
        let is_shared =
            anchors.iter().any(|o| o.kind != anchors[i].kind && o.frames.start < end && o.frames.end > end);
        let is_free = !anchors.iter().any(|o| o.kind == anchors[i].kind && o.frames.start == end);
        if touches && !is_shared && is_free && end < frame_count {
            anchors[i].frames.end += 1;
        }
    }
}

struct Pair {
    first: usize,
    second: usize,
    /// Mean direction from first to second over the common frames, at its true length.
    span: Vec3,
    weight: f64,
}

/// Moves the places so that those of one rigid foot keep its length and direction, and stay off the ground's inside.
fn settle(anchors: &mut [Anchor], tips: &[Tip], poses: &WorldPoses, ground: Option<&Ground>, snap: bool) {
    let pairs = rigid_pairs(anchors, tips, poses);
    let wished: Vec<Vec3> = anchors.iter().map(|a| a.position).collect();
    let counts: Vec<f64> = anchors.iter().map(|a| a.frames.len() as f64).collect();
    if !pairs.is_empty() {
        // Gauss–Seidel: the plants of one foot form short chains.
        for _ in 0..400 {
            let mut change: f64 = 0.0;
            for i in 0..anchors.len() {
                if anchors[i].is_fixed {
                    continue;
                }
                let (mut sum, mut weight) = (wished[i] * counts[i], counts[i]);
                for pair in &pairs {
                    let w = DIRECTION_WEIGHT * pair.weight;
                    if pair.first == i {
                        sum += (anchors[pair.second].position - pair.span) * w;
                        weight += w;
                    } else if pair.second == i {
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
    stand_on(anchors, ground, snap);
    for sweep in 0..100 {
        let mut error: f64 = 0.0;
        for pair in &pairs {
            error = error.max(restore_length(anchors, pair, &counts));
        }
        if error < 1e-14 {
            break;
        }
        // The last word is the foot's length: a foot that cannot lie in the ground stays rigid.
        if sweep < 90 {
            stand_on(anchors, ground, snap);
        }
    }
}

fn rigid_pairs(anchors: &[Anchor], tips: &[Tip], poses: &WorldPoses) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let tip_of = |kind| tips.iter().find(|t: &&Tip| t.kind == kind);
    for first in 0..anchors.len() {
        for second in 0..anchors.len() {
            let (a, b) = (&anchors[first], &anchors[second]);
            if a.kind >= b.kind {
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
            pairs.push(Pair { first, second, span: direction * (length / count), weight: count });
        }
    }
    pairs
}

fn restore_length(anchors: &mut [Anchor], pair: &Pair, counts: &[f64]) -> f64 {
    let share = |i: usize| if anchors[i].is_fixed { 0.0 } else { 1.0 / counts[i] };
    let (mut first, mut second) = (share(pair.first), share(pair.second));
    if first + second == 0.0 {
        // Two given places that do not fit the foot: both give way by half (KO-3 rule 5).
        (first, second) = (1.0, 1.0);
    }
    let now = anchors[pair.second].position - anchors[pair.first].position;
    let direction = now.try_normalize(1e-9).unwrap_or_else(|| pair.span.normalize());
    let error = direction * pair.span.norm() - now;
    anchors[pair.first].position -= error * (first / (first + second));
    anchors[pair.second].position += error * (second / (first + second));
    error.norm()
}

/// Lifts places out of the ground; with `snap`, points of the sole lie on it.
fn stand_on(anchors: &mut [Anchor], ground: Option<&Ground>, snap: bool) {
    let Some(ground) = ground else { return };
    for anchor in anchors.iter_mut().filter(|a| !a.is_fixed) {
        let p = anchor.position;
        let Some(footing) = ground.footing(p.x, p.z, p.y) else { continue };
        let of_sole = matches!(anchor.kind, PointKind::Heel | PointKind::ToeTip | PointKind::Fingertips);
        if p.y < footing.height || (snap && of_sole) {
            anchor.position.y = footing.height;
        }
    }
}

/// The middle of a path: centre of the smallest circle around it seen from above, and the middle of its heights.
///
/// It is the place with the smallest largest correction (FN-9 found the box midpoint best; this is the same idea, but
/// does not depend on how the world is turned).
pub(crate) fn middle(points: impl Iterator<Item = Vec3> + Clone) -> Vec3 {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    let mut first = None;
    for p in points.clone() {
        first = first.or(Some([p.x, p.z]));
        low = low.min(p.y);
        high = high.max(p.y);
    }
    let Some(first) = first else { return Vec3::zeros() };
    let mut circle = Circle { center: first, radius: 0.0 };
    let mut support: [[f64; 2]; 3] = [first; 3];
    let mut count = 1;
    // Each round adds the farthest point to the support; the radius grows strictly, so this ends.
    for _ in 0..200 {
        let mut far = (0.0, circle.center);
        for p in points.clone() {
            let distance = (p.x - circle.center[0]).hypot(p.z - circle.center[1]);
            if distance > far.0 {
                far = (distance, [p.x, p.z]);
            }
        }
        if far.0 <= circle.radius * (1.0 + 1e-12) + 1e-15 {
            break;
        }
        let mut candidates = [far.1; 4];
        candidates[1..=count].copy_from_slice(&support[..count]);
        let (next, chosen, chosen_count) = smallest_circle(&candidates[..=count]);
        if next.radius <= circle.radius {
            break;
        }
        (circle, support, count) = (next, chosen, chosen_count);
    }
    Vec3::new(circle.center[0], 0.5 * (low + high), circle.center[1])
}

#[derive(Debug, Clone, Copy)]
struct Circle {
    center: [f64; 2],
    radius: f64,
}

/// The smallest circle around up to four points, by trying all pairs and triples.
fn smallest_circle(points: &[[f64; 2]]) -> (Circle, [[f64; 2]; 3], usize) {
    let mut best = (Circle { center: points[0], radius: f64::INFINITY }, [points[0]; 3], 1);
    let holds = |c: &Circle| {
        points
            .iter()
            .all(|p| (p[0] - c.center[0]).hypot(p[1] - c.center[1]) <= c.radius * (1.0 + 1e-9) + 1e-15)
    };
    for i in 0..points.len() {
        for j in 0..i {
            let (p, q) = (points[i], points[j]);
            let circle = Circle {
                center: [0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1])],
                radius: 0.5 * (p[0] - q[0]).hypot(p[1] - q[1]),
            };
            if circle.radius < best.0.radius && holds(&circle) {
                best = (circle, [p, q, q], 2);
            }
            for k in 0..j {
                let Some(circle) = circumcircle(p, q, points[k]) else { continue };
                if circle.radius < best.0.radius && holds(&circle) {
                    best = (circle, [p, q, points[k]], 3);
                }
            }
        }
    }
    best
}

fn circumcircle(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> Option<Circle> {
    let (bx, by) = (b[0] - a[0], b[1] - a[1]);
    let (cx, cy) = (c[0] - a[0], c[1] - a[1]);
    let det = 2.0 * (bx * cy - by * cx);
    if det.abs() < 1e-18 {
        return None;
    }
    let (b2, c2) = (bx * bx + by * by, cx * cx + cy * cy);
    let (x, y) = ((cy * b2 - by * c2) / det, (bx * c2 - cx * b2) / det);
    Some(Circle { center: [a[0] + x, a[1] + y], radius: x.hypot(y) })
}

/// The plants of the points of one limb that are not refused, as body points, for reports.
pub(crate) fn body_point(limb: &Limb, anchor: &Anchor) -> BodyPoint {
    BodyPoint { side: limb.side, kind: anchor.kind }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn middle_is_the_smallest_circle() {
        // Oracle: no centre on a fine grid has a smaller farthest distance.
        for seed in 0..30u32 {
            let points: Vec<Vec3> = (0..3 + seed % 20)
                .map(|i| {
                    let t = f64::from(i) * 0.7 + f64::from(seed);
                    Vec3::new((t * 1.3).sin() * 0.1, t.cos() * 0.02, (t * 2.1).cos() * 0.05 + 0.01 * t)
                })
                .collect();
            let center = middle(points.iter().copied());
            let worst = |x: f64, z: f64| points.iter().map(|p| (p.x - x).hypot(p.z - z)).fold(0.0, f64::max);
            let own = worst(center.x, center.z);
            for i in -20..=20 {
                for j in -20..=20 {
                    let (x, z) = (center.x + f64::from(i) * 5e-4, center.z + f64::from(j) * 5e-4);
                    assert!(own <= worst(x, z) + 1e-9, "seed {seed}");
                }
            }
        }
        let still = Vec3::new(1.0, 2.0, 3.0);
        assert_eq!(middle([still; 5].into_iter()), still);
    }
}

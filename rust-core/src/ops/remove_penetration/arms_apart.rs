//! In which direction arms leave each other: one for each frame, chosen over the whole meeting.
//!
//! Hands and forearms are thin. Once one is more than half-way through the other, the nearest surface is the wrong one, fingers lie
//! between fingers, and the nearest ways out of single vertices contradict each other. So one direction is chosen for the whole arm: of
//! directions spread over the sphere, the sequence that takes the shortest ways and turns least, by dynamic programming (Viterbi
//! 1967). The way in a direction is that of the convex hulls of hand, forearm and upper arm: a width of their Minkowski difference.

use super::character::PenetrationBody;
use crate::error::Result;
use crate::kinematics::body::surface::column;
use crate::kinematics::body::{BodyPart, JointMatrix, frame_matrices};
use crate::kinematics::limb::LimbKind;
use crate::math::mesh::{Bounds, Point, spread_directions};
use crate::math::runs::runs;
use crate::model::{Clip, Role, Skeleton};

/// Parts closer than this meet, metres. It is wide, because the way in which they come together tells how they leave.
const NEAR: f32 = 0.05;
const DIRECTION_COUNT: usize = 64;
/// Cost of turning, cm² per rad² and second: half a turn in a second costs as much as 7 cm of way.
const TURNING: f32 = 5.0;
/// Seconds over which the directions are smoothed.
const SMOOTH_TIME: f64 = 15.0 / 30.0;

/// Where the points of a part are in one frame, and the box around them.
struct PosedPart {
    points: Vec<Point>,
    bounds: Bounds,
}

/// For each limb and frame the direction in which an arm leaves the other; `None` where they are apart. Empty without two arms.
pub(crate) fn ways_apart(
    skeleton: &Skeleton,
    clip: &Clip,
    body: &PenetrationBody,
) -> Result<Vec<Vec<Option<Point>>>> {
    let frame_count = clip.frame_count();
    let mut out = vec![Vec::new(); body.limbs.len()];
    let arms: Vec<usize> =
        (0..body.limbs.len()).filter(|&limb| body.limbs[limb].limb.kind == LimbKind::Arm).collect();
    let &[first, second] = arms.as_slice() else { return Ok(out) };
    let parts = [first, second].map(|limb| part_samples(body, limb));
    let directions = spread_directions(DIRECTION_COUNT);
    // Directions that turn with the body stay the same while a character walks a curve.
    let frame_joint = skeleton.roles().joint(Role::Pelvis).map_or(0, |joint| joint.0);
    let (mut world, mut matrices) = (Vec::new(), Vec::new());
    let mut costs: Vec<Vec<f32>> = Vec::with_capacity(frame_count);
    let mut turns: Vec<[Point; 3]> = Vec::with_capacity(frame_count);
    for frame in 0..frame_count {
        frame_matrices(skeleton, &clip.pose(frame), &mut world, &mut matrices)?;
        let turn = axes(&matrices[frame_joint]);
        turns.push(turn);
        let [a, b] = [(first, &parts[0]), (second, &parts[1])].map(|(limb, parts)| {
            let surface = &body.limbs[limb].surface.surface;
            let posed = parts.iter().map(|part| {
                let points: Vec<Point> = part.iter().map(|&point| surface.pose(point, &matrices)).collect();
                PosedPart { bounds: Bounds::around(&points), points }
            });
            posed.collect::<Vec<_>>()
        });
        let pairs: Vec<(&PosedPart, &PosedPart)> = a
            .iter()
            .flat_map(|a| b.iter().map(move |b| (a, b)))
            .filter(|(a, b)| !a.bounds.is_apart(&b.bounds, NEAR))
            .collect();
        let cost = |direction: &Point| -> f32 {
            let direction = turned(&turn, direction);
            pairs.iter().map(|(a, b)| way(&a.points, &b.points, &direction).powi(2)).sum()
        };
        costs.push(if pairs.is_empty() { Vec::new() } else { directions.iter().map(cost).collect() });
    }
    let mut found: Vec<Option<Point>> = vec![None; frame_count];
    let is_near: Vec<bool> = costs.iter().map(|costs| !costs.is_empty()).collect();
    let turning = TURNING * clip.frame_rate() as f32;
    for meeting in runs(&is_near) {
        let path = cheapest(&directions, &costs[meeting.clone()], turning);
        let width = (SMOOTH_TIME * clip.frame_rate() / 2.0).round() as usize;
        for (i, frame) in meeting.clone().enumerate() {
            let around = i.saturating_sub(width)..(i + width + 1).min(path.len());
            let sum: Point = path[around].iter().map(|&chosen| directions[chosen]).sum();
            let direction = sum.try_normalize(1e-3).unwrap_or(directions[path[i]]);
            found[frame] = Some(turned(&turns[frame], &direction));
        }
    }
    out[second] = found.iter().map(|direction| direction.map(|d| -d)).collect();
    out[first] = found;
    Ok(out)
}

/// The samples of each part of an arm.
fn part_samples(body: &PenetrationBody, limb: usize) -> Vec<Vec<usize>> {
    let (surface, side) = (&body.limbs[limb].surface, body.limbs[limb].limb.side);
    let part_of = |point: usize| body.mesh.parts[surface.points[point] as usize];
    let parts = [BodyPart::Hand(side), BodyPart::Forearm(side), BodyPart::UpperArm(side)];
    let samples = parts.map(|part| (0..surface.sample_count()).filter(|&p| part_of(p) == part).collect());
    samples.into_iter().filter(|samples: &Vec<usize>| !samples.is_empty()).collect()
}

/// How far `a` must go in a direction until it is clear of `b`, cm, by their convex hulls; 0 where it is clear.
fn way(a: &[Point], b: &[Point], direction: &Point) -> f32 {
    let along = |points: &[Point], start: f32, pick: fn(f32, f32) -> f32| {
        points.iter().map(|point| point.dot(direction)).fold(start, pick)
    };
    let lowest = along(a, f32::INFINITY, f32::min);
    let highest = along(b, f32::NEG_INFINITY, f32::max);
    (highest - lowest).max(0.0) * 100.0
}

/// Unit axes of a joint's matrix.
fn axes(matrix: &JointMatrix) -> [Point; 3] {
    [0, 1, 2].map(|axis| column(matrix, axis).try_normalize(0.0).unwrap_or_else(Point::zeros))
}

fn turned(axes: &[Point; 3], direction: &Point) -> Point {
    axes[0] * direction.x + axes[1] * direction.y + axes[2] * direction.z
}

/// The cheapest sequence of directions, by their numbers.
fn cheapest(directions: &[Point], costs: &[Vec<f32>], turning: f32) -> Vec<usize> {
    let change: Vec<Vec<f32>> = directions
        .iter()
        .map(|a| directions.iter().map(|b| turning * a.angle(b).powi(2)).collect())
        .collect();
    let Some(first) = costs.first() else { return Vec::new() };
    let mut total = first.clone();
    let mut from: Vec<Vec<usize>> = Vec::with_capacity(costs.len());
    for costs in &costs[1..] {
        let (mut next, mut came) = (Vec::with_capacity(total.len()), Vec::with_capacity(total.len()));
        for (at, cost) in costs.iter().enumerate() {
            let best = (0..total.len()).map(|before| (total[before] + change[before][at], before));
            let best = best.fold((f32::INFINITY, 0), |best, sum| if sum.0 < best.0 { sum } else { best });
            next.push(best.0 + cost);
            came.push(best.1);
        }
        total = next;
        from.push(came);
    }
    let mut at = (0..total.len()).min_by(|&a, &b| total[a].total_cmp(&total[b])).unwrap_or(0);
    let mut path = vec![at];
    for came in from.iter().rev() {
        at = came[at];
        path.push(at);
    }
    path.reverse();
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ball(centre: [f32; 3], radius: f32) -> Vec<Point> {
        spread_directions(200).into_iter().map(|d| d * radius + Point::from(centre)).collect()
    }

    #[test]
    fn the_way_is_that_of_the_hulls() {
        let (a, b) = (ball([0.01, 0.0, 0.0], 0.04), ball([0.0; 3], 0.05));
        let x = Point::new(1.0, 0.0, 0.0);
        assert!((way(&a, &b, &x) - 8.0).abs() < 0.1);
        assert!((way(&a, &b, &-x) - 10.0).abs() < 0.1);
        assert_eq!(way(&ball([0.2, 0.0, 0.0], 0.04), &b, &x), 0.0);
    }

    /// One passes through the other: single frames would turn round half-way, the sequence keeps the side that it came from.
    #[test]
    fn a_meeting_keeps_its_side() {
        let directions = spread_directions(DIRECTION_COUNT);
        let b = ball([0.0; 3], 0.04);
        let costs: Vec<Vec<f32>> = (0..60)
            .map(|frame| {
                // Most of the time on the right, for a moment a little beyond the middle.
                let x = if (25..30).contains(&frame) { -0.01 } else { 0.06 };
                let a = ball([x, 0.0, 0.0], 0.04);
                directions.iter().map(|d| way(&a, &b, d).powi(2)).collect()
            })
            .collect();
        let path = cheapest(&directions, &costs, TURNING * 30.0);
        assert!(path.iter().all(|&chosen| directions[chosen].x > 0.8));
        let least = |costs: &[f32]| (0..64).min_by(|&a, &b| costs[a].total_cmp(&costs[b])).unwrap();
        assert!(directions[least(&costs[27])].x < -0.8, "alone, that frame goes the other way");
    }
}

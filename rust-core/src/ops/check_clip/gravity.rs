//! Checks whether the body falls with gravity.
//!
//! While nothing supports the body, its centre of mass follows a parabola with g downwards, whatever the limbs do. A wrong frame
//! rate or unit shows as another acceleration. Flights are found by shape alone, in units of the body's own size, so that the
//! result does not depend on the frame rate and unit in question.

use crate::kinematics::WorldPoses;
use crate::kinematics::forward::pose_clip;
use crate::math::{GRAVITY, Vec3};
use crate::model::{Clip, JointIndex, Note, Role, Skeleton};
use std::ops::Range;

/// Measured accelerations beyond this factor of it are reported.
const MAX_FACTOR: f64 = 2.0;
/// The lowest point of a body in the air is this much of the body's size over the floor.
const MIN_CLEARANCE: f64 = 0.04;
/// A point that moves less than this part of the centre's way may be what the body rests on.
const MIN_FREE_WAY: f64 = 0.3;
/// Flights of one clip agree if their accelerations are within this factor.
const MAX_SPREAD: f64 = 1.5;
/// Rise and fall of the centre within a flight, as a part of the body's size: below, noise decides.
const MIN_ARC: f64 = 0.015;
/// How far the centre may be from its parabola, as a part of the arc (root mean square).
const MAX_MISFIT: f64 = 0.06;
/// Frames of a flight: three give any parabola.
const MIN_FRAMES: usize = 7;

pub(super) fn check(skeleton: &Skeleton, clip: &Clip, first: usize) -> Option<Note> {
    let flights = find_flights(skeleton, clip, first);
    let acceleration = weighted_median(&flights)?;
    let factor = acceleration / GRAVITY;
    let agrees = |flight: &&Flight| (flight.acceleration / acceleration).ln().abs() < MAX_SPREAD.ln();
    let count = |flights: &mut dyn Iterator<Item = &Flight>| flights.map(|f| f.frame_count).sum::<usize>();
    let agreeing = count(&mut flights.iter().filter(agrees));
    if agreeing * 4 < count(&mut flights.iter()) * 3 {
        return None;
    }
    // No support makes a body fall faster, but a hand on the floor lets it down slowly (a cartwheel).
    let is_free = flights.iter().filter(agrees).any(|flight| flight.is_free);
    if factor < MAX_FACTOR && (factor > 1.0 / MAX_FACTOR || !is_free) {
        return None;
    }
    let rate = shown_rate(clip.frame_rate() / factor.sqrt());
    let text = format!(
        "in the air the body falls with {acceleration:.1} m/s² instead of {GRAVITY:.1}; it would fall right at {rate} frames per second instead of {}, or with all lengths times {:.2}",
        clip.frame_rate(),
        1.0 / factor
    );
    Some(Note::warning("gravity", text))
}

/// One stretch without support.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Flight {
    frame_count: usize,
    /// Whether no point of the body stays where it is for a third of the flight.
    is_free: bool,
    /// Downwards, m/s² if frame rate and unit are right.
    acceleration: f64,
}

fn find_flights(skeleton: &Skeleton, clip: &Clip, first: usize) -> Vec<Flight> {
    let poses = pose_clip(skeleton, clip);
    let points = support_joints(skeleton);
    let masses = joint_masses(skeleton);
    let frames = first..clip.frame_count();
    let lowest: Vec<f64> = frames
        .clone()
        .map(|frame| points.iter().map(|&j| poses.position(frame, j).y).fold(f64::INFINITY, f64::min))
        .collect();
    let centres: Vec<Vec3> = frames.clone().map(|frame| centre(skeleton, &poses, &masses, frame)).collect();
    let heights: Vec<f64> = centres.iter().map(|centre| centre.y).collect();
    let size = body_size(&poses, &points, frames);
    let floor = quantile(&lowest, 0.1);
    let is_free = |run: Range<usize>| {
        let third = run.len() / 3;
        (0..3).map(|part| run.start + part * third..run.start + (part + 1) * third).all(|part| {
            let way = extent(part.clone().map(|i| centres[i]));
            let moves = |&joint: &JointIndex| {
                extent(part.clone().map(|i| poses.position(first + i, joint))) >= MIN_FREE_WAY * way
            };
            points.iter().all(moves)
        })
    };
    let mut flights = Vec::new();
    let mut start = 0;
    while start < lowest.len() {
        let in_air = |frame: &usize| lowest[*frame] > floor + MIN_CLEARANCE * size;
        if !in_air(&start) {
            start += 1;
            continue;
        }
        let end = (start..lowest.len()).find(|frame| !in_air(frame)).unwrap_or(lowest.len());
        let found = flight(&heights[start..end], size, clip.frame_rate());
        flights.extend(found.map(|flight| Flight { is_free: is_free(start..end), ..flight }));
        start = end;
    }
    flights
}

/// The joints that could carry the body: those at or below the pelvis where it is known, since rigs have joints that
/// lie on the floor all the time above and beside it.
fn support_joints(skeleton: &Skeleton) -> Vec<JointIndex> {
    let pelvis = skeleton.roles().joint(Role::Pelvis).unwrap_or(JointIndex(0));
    let mut inside = vec![false; skeleton.joint_count()];
    for joint in skeleton.joints() {
        inside[joint.0] = joint == pelvis || skeleton.parent(joint).is_some_and(|parent| inside[parent.0]);
    }
    skeleton.joints().filter(|joint| inside[joint.0]).collect()
}

/// A share of the body's mass for each joint, for the bone that ends there.
///
/// A bone weighs as its length times the length of all it carries: trunk and thighs are thick, hands are not. That
/// gives legs 40 %, arms 20 %; the acceleration of the centre comes out within some percent of that with measured
/// segment masses.
fn joint_masses(skeleton: &Skeleton) -> Vec<f64> {
    let length = |joint: JointIndex| skeleton.rest_offset(joint).norm();
    let mut carried = vec![0.0; skeleton.joint_count()];
    let mut masses = vec![0.0; skeleton.joint_count()];
    for joint in (0..skeleton.joint_count()).rev().map(JointIndex) {
        // The root's offset is a place, not a bone.
        if let Some(parent) = skeleton.parent(joint) {
            carried[joint.0] += length(joint);
            masses[joint.0] = length(joint) * carried[joint.0];
            carried[parent.0] += carried[joint.0];
        }
    }
    masses
}

fn centre(skeleton: &Skeleton, poses: &WorldPoses, masses: &[f64], frame: usize) -> Vec3 {
    let (mut sum, mut total) = (Vec3::zeros(), 0.0);
    for joint in skeleton.joints() {
        if let Some(parent) = skeleton.parent(joint) {
            sum += (poses.position(frame, joint) + poses.position(frame, parent)) * (0.5 * masses[joint.0]);
            total += masses[joint.0];
        }
    }
    if total > 0.0 { sum / total } else { poses.position(frame, JointIndex(0)) }
}

/// Diagonal of the box around all points.
fn extent(points: impl Iterator<Item = Vec3>) -> f64 {
    let far = Vec3::repeat(f64::INFINITY);
    let (low, high) = points.fold((far, -far), |(low, high), p| (low.inf(&p), high.sup(&p)));
    (high - low).norm()
}

/// Diagonal of the body's bounding box, the median over the clip: near the stature of a person in most poses.
fn body_size(poses: &WorldPoses, points: &[JointIndex], frames: Range<usize>) -> f64 {
    let step = (frames.len() / 64).max(1);
    let sizes: Vec<f64> = frames
        .step_by(step)
        .map(|frame| extent(points.iter().map(|&joint| poses.position(frame, joint))))
        .collect();
    quantile(&sizes, 0.5)
}

/// The flight in a stretch of heights of the centre of mass, if they follow a parabola well enough to tell.
fn flight(heights: &[f64], size: f64, frame_rate: f64) -> Option<Flight> {
    let count = heights.len();
    if count < MIN_FRAMES {
        return None;
    }
    // Least squares with the orthogonal polynomials 1, x, x² − mean(x²) of centred frames.
    let x = |i: usize| i as f64 - 0.5 * (count - 1) as f64;
    let n = count as f64;
    let square = (n * n - 1.0) / 12.0;
    let bend = |i: usize| x(i) * x(i) - square;
    let mean = heights.iter().sum::<f64>() / n;
    let slope = (0..count).map(|i| x(i) * heights[i]).sum::<f64>() / (n * square);
    let curve = (0..count).map(|i| bend(i) * heights[i]).sum::<f64>()
        / (0..count).map(|i| bend(i) * bend(i)).sum::<f64>();
    let misfit =
        (0..count).map(|i| (heights[i] - mean - slope * x(i) - curve * bend(i)).powi(2)).sum::<f64>() / n;
    let arc = -curve * 0.25 * (n - 1.0) * (n - 1.0);
    if arc < MIN_ARC * size || misfit.sqrt() > MAX_MISFIT * arc {
        return None;
    }
    Some(Flight { frame_count: count, is_free: true, acceleration: -2.0 * curve * frame_rate * frame_rate })
}

/// The acceleration that half of all frames in the air lie below.
fn weighted_median(flights: &[Flight]) -> Option<f64> {
    let mut sorted = flights.to_vec();
    sorted.sort_by(|a, b| a.acceleration.total_cmp(&b.acceleration));
    let total: usize = sorted.iter().map(|flight| flight.frame_count).sum();
    let mut passed = 0;
    sorted.iter().find_map(|flight| {
        passed += flight.frame_count;
        (2 * passed >= total).then_some(flight.acceleration)
    })
}

/// The value that `part` of all values lie below; 0 without any.
fn quantile(values: &[f64], part: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get((part * (sorted.len().saturating_sub(1)) as f64) as usize).copied().unwrap_or(0.0)
}

/// A usual frame rate near `rate`, or `rate` in words.
fn shown_rate(rate: f64) -> String {
    const USUAL: [f64; 16] =
        [10.0, 12.0, 15.0, 24.0, 25.0, 30.0, 48.0, 50.0, 60.0, 72.0, 90.0, 100.0, 120.0, 144.0, 200.0, 240.0];
    let distance = |usual: f64| (usual / rate).ln().abs();
    let nearest = USUAL.into_iter().min_by(|a, b| distance(*a).total_cmp(&distance(*b)));
    match nearest {
        // Flights tell the rate to some percent only.
        Some(usual) if distance(usual) < 0.12 => format!("{usual}"),
        _ => format!("{rate:.1}"),
    }
}

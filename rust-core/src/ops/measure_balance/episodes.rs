//! Stretches in which something else carries the body, and flights.

use super::scene::Judgement;
use crate::kinematics::WorldPoses;
use crate::math::runs::runs;
use crate::math::{GRAVITY, Vec3};
#[cfg(feature = "schema")]
use crate::model::FrameRange;
use crate::model::frame_range::serialize_frames;
use crate::model::{JointIndex, Skeleton};
use nalgebra::{Matrix3, Vector3};
use serde::Serialize;
use std::ops::Range;

/// Something else carries the body where its zero moment point is farther outside than this, metres, for longer than this, seconds.
const OUTSIDE: f64 = 0.05;
const LASTING: f64 = 0.3;
/// Width of the median that single frames are taken out with, seconds.
const MEDIAN: f64 = 0.1;
/// Nothing bears in a flight, for at least so long, seconds, and the load is nearer to that of a fall than to that of standing.
const FLIGHT: f64 = 0.1;
const FLIGHT_LOAD: f64 = 0.5;
/// Where something else carries the body for so much longer than a flight on the whole, seconds, there is no flight. A fall at a wrong pace
/// upsets take-off and landing as well, so less would not do.
const HELD: f64 = 1.0;
/// Fewest frames that tell a parabola.
const FLIGHT_FRAMES: usize = 5;

/// A stretch in which feet and hands do not carry the body alone: a seat, a pushed object, a partner.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OtherSupport {
    /// Its frames.
    #[serde(flatten, serialize_with = "serialize_frames")]
    #[cfg_attr(feature = "schema", schemars(with = "FrameRange"))]
    pub frames: Range<usize>,
    /// Mean place of the zero moment point, metres.
    pub place: [f64; 3],
    /// Mean distance of that point from what bears, metres.
    pub distance: f64,
    /// The joint nearest to that place, seen from above.
    pub joint: String,
    /// How far that joint is from the place, seen from above, metres.
    pub joint_distance: f64,
    /// How far the pelvis is, metres: a seat is within 0.2.
    pub pelvis_distance: f64,
}

/// A stretch in which nothing touches the ground.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Flight {
    /// Its frames.
    #[serde(flatten, serialize_with = "serialize_frames")]
    #[cfg_attr(feature = "schema", schemars(with = "FrameRange"))]
    pub frames: Range<usize>,
    /// Fall of the centre of mass against gravity: 1 for a true jump, 4 if the frame rate is twice what it should be.
    pub g_ratio: f64,
    /// Root mean square distance of the centre of mass from the best parabola of gravity, metres, up and down.
    pub off_parabola: f64,
    /// The same over the floor, from a straight and even path.
    pub off_line: f64,
    /// Height of the centre of mass over where it left the ground, metres.
    pub rise: f64,
}

/// What else carries the body.
pub(crate) fn find_other_supports(
    skeleton: &Skeleton,
    poses: &WorldPoses,
    judgement: &Judgement,
) -> Vec<OtherSupport> {
    let outside = outside_of(judgement);
    let lasting = far_runs(judgement, &outside).into_iter();
    lasting.filter_map(|frames| other_support(skeleton, poses, judgement, &outside, frames)).collect()
}

fn outside_of(judgement: &Judgement) -> Vec<f64> {
    judgement.distances.iter().map(|d| d.unwrap_or(0.0).max(0.0)).collect()
}

/// Stretches in which the zero moment point is far outside for long.
fn far_runs(judgement: &Judgement, outside: &[f64]) -> Vec<Range<usize>> {
    let frame_time = judgement.dynamics.frame_time;
    let filtered = running_median(outside, (MEDIAN / frame_time / 2.0).round() as usize);
    let is_far: Vec<bool> = filtered.iter().map(|distance| *distance > OUTSIDE).collect();
    runs(&is_far).into_iter().filter(|run| run.len() as f64 * frame_time > LASTING).collect()
}

fn other_support(
    skeleton: &Skeleton,
    poses: &WorldPoses,
    judgement: &Judgement,
    outside: &[f64],
    frames: Range<usize>,
) -> Option<OtherSupport> {
    let count = skeleton.joint_count();
    let mut ways = vec![0.0; count];
    let (mut place, mut weight) = (Vec3::zeros(), 0.0);
    for frame in frames.clone() {
        let Some(point) = judgement.points[frame] else { continue };
        // Light frames have wild places.
        let load = judgement.dynamics.load(frame).min(1.0);
        place += point * load;
        weight += load;
        for (way, joint) in ways.iter_mut().zip(poses.frame(frame)) {
            *way += (joint - point).xz().norm() * load;
        }
    }
    if weight <= 0.0 {
        return None;
    }
    let nearest = (0..count).min_by(|a, b| ways[*a].total_cmp(&ways[*b]))?;
    let pelvis = skeleton.roles().joint(crate::model::Role::Pelvis).unwrap_or(JointIndex(0));
    Some(OtherSupport {
        distance: frames.clone().map(|frame| outside[frame]).sum::<f64>() / frames.len() as f64,
        frames,
        place: (place / weight).into(),
        joint: skeleton.name(JointIndex(nearest)).to_owned(),
        joint_distance: ways[nearest] / weight,
        pelvis_distance: ways[pelvis.0] / weight,
    })
}

/// Flights, each measured against a parabola of that gravity.
pub(crate) fn find_flights(judgement: &Judgement, gravity: f64) -> Vec<Flight> {
    let runs = flight_runs(judgement, gravity).into_iter();
    runs.map(|frames| measure_flight(judgement, frames, gravity)).collect()
}

/// Stretches in which nothing touches the ground. A cut ends them.
pub(crate) fn flight_runs(judgement: &Judgement, gravity: f64) -> Vec<Range<usize>> {
    let dynamics = &judgement.dynamics;
    let least = ((FLIGHT / dynamics.frame_time).round() as usize).max(FLIGHT_FRAMES);
    // A body that falls with less than the gravity of the earth has some load by the measure of the earth.
    let most_load = 1.0 - (1.0 - FLIGHT_LOAD) * (gravity / GRAVITY).min(1.0);
    let load = |frames: &Range<usize>| {
        frames.clone().map(|frame| dynamics.load(frame)).sum::<f64>() / frames.len() as f64
    };
    let held = far_runs(judgement, &outside_of(judgement));
    // A fall at a wrong pace looks as if something carried the body, but only as long as it lasts.
    let is_held = |frames: &Range<usize>| {
        held.iter().any(|other| {
            let common = other.end.min(frames.end).saturating_sub(other.start.max(frames.start));
            2 * common >= frames.len() && (other.len() - common) as f64 * dynamics.frame_time > HELD
        })
    };
    let whole = judgement.support.free_runs(least).into_iter();
    let parts = whole.flat_map(|run| split(run, &dynamics.segments));
    parts.filter(|run| run.len() >= least && load(run) < most_load && !is_held(run)).collect()
}

/// A stretch taken apart at cuts.
fn split(run: Range<usize>, segments: &[Range<usize>]) -> Vec<Range<usize>> {
    if segments.is_empty() {
        return vec![run];
    }
    let parts = segments.iter().map(|s| s.start.max(run.start)..s.end.min(run.end));
    parts.filter(|part| part.start < part.end).collect()
}

/// One flight against a parabola.
pub(crate) fn measure_flight(judgement: &Judgement, frames: Range<usize>, gravity: f64) -> Flight {
    let centre = &judgement.dynamics.centre[frames.clone()];
    let times: Vec<f64> = (0..centre.len()).map(|i| i as f64 * judgement.dynamics.frame_time).collect();
    let curve = |axis: usize| fit_quadratic(&times, centre.iter().map(|c| c[axis]));
    // The path less its fall is even and straight in a true flight.
    let off = |axis: usize| {
        let fall = if axis == 1 { 0.5 * gravity } else { 0.0 };
        let straight = |(c, t): (&Vec3, &f64)| c[axis] + fall * t * t;
        let values: Vec<f64> = centre.iter().zip(&times).map(straight).collect();
        let [start, speed] = fit_line(&times, &values);
        values.iter().zip(&times).map(|(v, t)| (v - start - speed * t).powi(2)).sum::<f64>()
            / values.len() as f64
    };
    let highest = centre.iter().map(|c| c.y).fold(f64::NEG_INFINITY, f64::max);
    Flight {
        frames,
        g_ratio: -2.0 * curve(1)[2] / gravity,
        off_parabola: off(1).sqrt(),
        off_line: (off(0) + off(2)).sqrt(),
        rise: highest - centre[0].y,
    }
}

/// Constant, slope and curvature of the least-squares parabola.
fn fit_quadratic(times: &[f64], values: impl Iterator<Item = f64>) -> [f64; 3] {
    let mut matrix = Matrix3::zeros();
    let mut right = Vector3::zeros();
    for (t, value) in times.iter().zip(values) {
        let powers = Vector3::new(1.0, *t, t * t);
        matrix += powers * powers.transpose();
        right += powers * value;
    }
    matrix.lu().solve(&right).map_or([0.0; 3], Into::into)
}

fn fit_line(times: &[f64], values: &[f64]) -> [f64; 2] {
    let count = times.len() as f64;
    let (mean_t, mean) = (times.iter().sum::<f64>() / count, values.iter().sum::<f64>() / count);
    let (mut cross, mut square) = (0.0, 0.0);
    for (t, value) in times.iter().zip(values) {
        cross += (t - mean_t) * (value - mean);
        square += (t - mean_t).powi(2);
    }
    let speed = if square > 0.0 { cross / square } else { 0.0 };
    [mean - speed * mean_t, speed]
}

fn running_median(values: &[f64], reach: usize) -> Vec<f64> {
    let mut window = Vec::with_capacity(2 * reach + 1);
    let median = |frame: usize| {
        window.clear();
        window.extend_from_slice(&values[frame.saturating_sub(reach)..(frame + reach + 1).min(values.len())]);
        let middle = window.len() / 2;
        *window.select_nth_unstable_by(middle, f64::total_cmp).1
    };
    (0..values.len()).map(median).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_true_parabola_is_found() {
        let times: Vec<f64> = (0..20).map(|i| f64::from(i) * 0.02).collect();
        let height = |t: &f64| 1.2 + 3.0 * t - 0.5 * 0.7 * GRAVITY * t * t;
        let [start, speed, fall] = fit_quadratic(&times, times.iter().map(height));
        assert!((start - 1.2).abs() < 1e-9 && (speed - 3.0).abs() < 1e-8);
        assert!((-2.0 * fall / GRAVITY - 0.7).abs() < 1e-8);
        let line: Vec<f64> = times.iter().map(|t| 0.3 - 2.0 * t).collect();
        let [start, speed] = fit_line(&times, &line);
        assert!((start - 0.3).abs() < 1e-12 && (speed + 2.0).abs() < 1e-12);
    }

    #[test]
    fn a_cut_ends_a_stretch() {
        assert_eq!(split(3..9, &[]), vec![3..9]);
        assert_eq!(split(3..9, &[0..5, 5..6, 6..20]), [3..5, 5..6, 6..9]);
        assert_eq!(split(3..9, &[0..3, 3..9, 9..20]), vec![3..9]);
    }

    #[test]
    fn single_frames_are_no_stretch() {
        assert_eq!(running_median(&[0.0, 0.0, 9.0, 0.0, 1.0, 1.0, 1.0], 1)[2..5], [0.0, 1.0, 1.0]);
        assert_eq!(running_median(&[1.0], 3), [1.0]);
    }
}

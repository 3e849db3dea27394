//! Still intervals as a cleanup wants them (docs/methods/plants.md, 4.2). One stance is one interval, and it takes in
//! the frames in which the foot comes to rest and lets go: a foot that is nearly still is better pinned than left
//! sliding.

use super::fault_model::Fault;
use super::tracks::{Path, Tracks, runs};
use super::velocity::Velocities;
use crate::math::Vec3;
use std::ops::Range;

/// Seconds; a step takes longer.
pub(super) const MAX_GAP: f64 = 0.1;
/// How far a point may get from where it was in a gap, metres for the reference leg.
pub(super) const MAX_MOVE: f64 = 0.02;
/// Times the still speed, as for touches; faster is a jolt that a leg cannot take up.
const MAX_SPEED: f64 = 4.0;
/// A gap is one stance if the point comes back to where it left, by one of these limits. A step goes elsewhere; a hop of the
/// foot goes farther than a slip, but is short.
const RETURNS: [Return; 2] = [
    Return { seconds: 0.2, away: 0.03, miss: 0.01, rise: 0.0 },
    Return { seconds: 0.134, away: 0.04, miss: 0.015, rise: 0.5 },
];

/// Longest time away; how far a point may be in it and after it, metres for the reference leg; the least part of the way that
/// must be upward.
struct Return {
    seconds: f64,
    away: f64,
    miss: f64,
    rise: f64,
}

/// Noise above which a path tells less than its smoothed velocity, metres for the reference leg.
const MAX_NOISE: f64 = 0.001;
/// Frames before the first interval and after the last that an end of the clip may leave out: seconds, metres, times the
/// still speed. What stands near an end most likely stood there before the clip began.
const MAX_END_GAP: f64 = 0.12;
const MAX_END_MOVE: f64 = 0.03;
const MAX_END_SPEED: f64 = 2.0;
/// Times the still speed, for the frames before an interval.
pub(super) const NEARLY_STILL: f64 = 1.2;
/// Seconds by which an interval is extended at most.
const EXTENSION: f64 = 1.0 / 60.0;

/// Joins still intervals across gaps in which the point hardly moves: a stance that is split slips at the split, because
/// each part is pinned at a place of its own.
pub(super) fn bridge_gaps(
    still: &mut [bool],
    speeds: &[f64],
    still_speed: f64,
    move_in: impl Fn(Range<usize>) -> Moved,
    tracks: &Tracks,
) {
    let scale = tracks.scale;
    let fits = |gap: &Range<usize>, seconds: f64, speed: f64| {
        gap.len() <= tracks.frames(seconds, 0) && speeds[gap.clone()].iter().all(|s| *s < speed * still_speed)
    };
    for segment in &tracks.segments {
        for pair in runs(&still[segment.clone()]).windows(2) {
            let gap = segment.start + pair[0].end..segment.start + pair[1].start;
            let stays = || fits(&gap, MAX_GAP, MAX_SPEED) && move_in(gap.clone()).farthest < MAX_MOVE * scale;
            let returns = || {
                RETURNS.iter().any(|limit| {
                    gap.len() <= tracks.frames(limit.seconds, 0) && {
                        let moved = move_in(gap.clone());
                        moved.farthest < limit.away * scale
                            && moved.last < limit.miss * scale
                            && moved.highest >= limit.rise * moved.farthest
                    }
                })
            };
            if stays() || returns() {
                still[gap].fill(true);
            }
        }
    }
}

/// Extends still intervals that begin or end near a cut or an end of the clip up to there, where the point is slow and
/// near: a plant that begins on the fourth frame would make the foot rush to it.
pub(super) fn reach_ends(
    still: &mut [bool],
    speeds: &[f64],
    still_speed: f64,
    move_in: impl Fn(Range<usize>) -> Moved,
    tracks: &Tracks,
) {
    let max_frames = tracks.frames(MAX_END_GAP, 0);
    for segment in &tracks.segments {
        let found = runs(&still[segment.clone()]);
        let (Some(first), Some(last)) = (found.first(), found.last()) else { continue };
        for gap in [
            segment.start..segment.start + first.start,
            segment.start + last.end..segment.start + segment.len(),
        ] {
            if !gap.is_empty()
                && gap.len() <= max_frames
                && speeds[gap.clone()].iter().all(|speed| *speed < MAX_END_SPEED * still_speed)
                && move_in(gap.clone()).farthest < MAX_END_MOVE * tracks.scale
            {
                still[gap].fill(true);
            }
        }
    }
}

/// How far a point gets from where it was, metres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Moved {
    pub(super) farthest: f64,
    /// Above where it was, at most.
    pub(super) highest: f64,
    /// Just after the frames; 0 if they end a stretch.
    pub(super) last: f64,
}

/// How far a point gets, over the frames given, from where it was before them, or where it is after them if they begin a
/// stretch; the fault's motion taken away. Read from the path itself, where a smoothed root that jumps would move
/// standing feet; under noise from the smoothed velocity.
pub(super) fn move_in(
    frames: Range<usize>,
    (path, velocity): (&Path, &Path),
    velocities: &Velocities,
    faults: &[Fault],
    tracks: &Tracks,
) -> Moved {
    let noise = velocities.noise.root.hypot(velocities.noise.feet);
    let segment = tracks.segments.iter().find(|s| s.contains(&frames.start)).unwrap_or(&frames);
    let is_first = frames.start == segment.start;
    let is_last = frames.end >= segment.end;
    let slide = |t: usize| {
        let (fault, root) = (&faults[t], &velocities.root);
        Vec3::new(fault.c * root.x[t] + fault.dx, 0.0, fault.c * root.z[t] + fault.dz)
    };
    // The step into a frame, or out of it where the way is read backwards.
    let step = |t: usize| {
        let other = if is_first { t + 1 } else { t.wrapping_sub(1) };
        let way = if noise > MAX_NOISE * tracks.scale {
            velocity.at(t) * tracks.dt * if is_first { -1.0 } else { 1.0 }
        } else if segment.contains(&other) {
            path.at(t) - path.at(other)
        } else {
            Vec3::zeros()
        };
        way - slide(t) * tracks.dt * if is_first { -1.0 } else { 1.0 }
    };
    let mut at = Vec3::zeros();
    let (mut farthest, mut highest) = (0.0f64, 0.0f64);
    let mut look = |t: usize| {
        at += step(t);
        farthest = farthest.max(at.norm());
        highest = highest.max(at.y);
    };
    if is_first {
        frames.clone().rev().for_each(&mut look);
    } else {
        frames.clone().for_each(&mut look);
    }
    let last = if is_first || is_last { 0.0 } else { (at + step(frames.end)).norm() };
    Moved { farthest, highest, last }
}

/// Extends still intervals by the frame before, where the point is nearly still in it, and by the frame after: the
/// release is gradual.
pub(super) fn extend_ends(still: &mut [bool], speeds: &[f64], still_speed: f64, tracks: &Tracks) {
    // Half a frame is rounded down: at 30 frames per second a whole one would be twice the extension, and costs two
    // points of the score.
    let frames = (EXTENSION / tracks.dt - 0.5).ceil().max(0.0) as usize;
    for segment in &tracks.segments {
        for run in runs(&still[segment.clone()]) {
            let run = segment.start + run.start..segment.start + run.end;
            let earliest = run.start.saturating_sub(frames).max(segment.start);
            let nearly = (earliest..run.start).rev();
            nearly.take_while(|&t| speeds[t] < NEARLY_STILL * still_speed).for_each(|t| still[t] = true);
            let end = (run.end + frames).min(segment.end);
            still[run.end..end].fill(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tracks(frame_count: usize, segments: Vec<Range<usize>>) -> Tracks {
        Tracks {
            frame_count,
            dt: 1.0 / 60.0,
            root: Path::zeros(frame_count),
            limbs: Vec::new(),
            foot_count: 0,
            leg_length: 0.83,
            scale: 1.0,
            segments,
            has_ground: false,
            leg_growth: 0.0,
        }
    }

    fn flags(count: usize, still: &[Range<usize>]) -> Vec<bool> {
        (0..count).map(|t| still.iter().any(|run| run.contains(&t))).collect()
    }

    fn bridged(still: &[Range<usize>], speed: f64, distance: f64) -> Vec<Range<usize>> {
        let tracks = tracks(60, vec![0..30, 30..60]);
        let mut flags = flags(60, still);
        // It does not come back, so that only the shorter gaps are in question.
        let moved = Moved { farthest: distance, highest: 0.0, last: 2.0 * distance };
        bridge_gaps(&mut flags, &[speed; 60], 0.15, |_| moved, &tracks);
        runs(&flags)
    }

    #[test]
    fn a_gap_is_bridged_only_if_short_slow_and_in_place() {
        assert_eq!(bridged(&[3..10, 14..20], 0.25, 0.01), std::slice::from_ref(&(3..20)));
        assert_eq!(bridged(&[3..10, 17..20], 0.25, 0.01), [3..10, 17..20]);
        assert_eq!(bridged(&[3..10, 14..20], 0.25, 0.03), [3..10, 14..20]);
        assert_eq!(bridged(&[3..10, 14..20], 0.70, 0.01), [3..10, 14..20]);
        // Not across a cut, and as well after one.
        assert_eq!(bridged(&[20..28, 31..36, 38..40], 0.25, 0.01), [20..28, 31..40]);
    }

    #[test]
    fn a_move_there_and_back_counts_by_its_far_end() {
        let tracks = tracks(20, std::iter::once(0..20).collect());
        let velocities = Velocities::new(&tracks);
        // Drifts by 0.2 m/s, and between frames 5 and 11 goes 3 cm aside and back.
        let mut path = Path::zeros(20);
        for t in 0..20 {
            path.x[t] = 0.2 / 60.0 * t as f64;
            path.z[t] = [0.01, 0.02, 0.03, 0.02, 0.01, 0.005].get(t.wrapping_sub(5)).copied().unwrap_or(0.0);
        }
        let faults = [Fault { c: 0.0, dx: 0.2, dz: 0.0 }; 20];
        let moved = move_in(5..11, (&path, &Path::zeros(20)), &velocities, &faults, &tracks);
        assert!((moved.farthest - 0.03).abs() < 1e-12 && moved.last < 0.004, "{moved:?}");
        // Before the first still frame the way is read backwards.
        let moved = move_in(0..8, (&path, &Path::zeros(20)), &velocities, &faults, &tracks);
        assert!((moved.farthest - 0.02).abs() < 0.004, "{moved:?}");
    }

    #[test]
    fn a_stance_is_one_where_the_point_returns_and_reaches_the_ends_of_a_stretch() {
        let tracks = tracks(60, vec![0..30, 30..60]);
        let bridge = |second, farthest, highest, last| {
            let mut flags = flags(60, &[3..10, second..26]);
            bridge_gaps(&mut flags, &[0.9; 60], 0.15, |_| Moved { farthest, highest, last }, &tracks);
            runs(&flags)
        };
        assert_eq!(bridge(20, 0.025, 0.0, 0.008), std::slice::from_ref(&(3..26)));
        assert_eq!(bridge(20, 0.04, 0.0, 0.008), [3..10, 20..26]);
        assert_eq!(bridge(20, 0.025, 0.0, 0.014), [3..10, 20..26]);
        // A short hop goes farther, but must go up.
        assert_eq!(bridge(18, 0.035, 0.02, 0.012), std::slice::from_ref(&(3..26)));
        assert_eq!(bridge(18, 0.035, 0.01, 0.008), [3..10, 18..26]);
        assert_eq!(bridge(20, 0.035, 0.02, 0.008), [3..10, 20..26]);
        let reach = |speed, farthest| {
            let mut flags = flags(60, &[3..10, 15..26, 38..50]);
            reach_ends(
                &mut flags,
                &[speed; 60],
                0.15,
                |_| Moved { farthest, highest: 0.0, last: 0.0 },
                &tracks,
            );
            runs(&flags)
        };
        // Four frames to the cut, three from the start; ten to the end are too many, eight from the cut as well.
        assert_eq!(reach(0.2, 0.02), [0..10, 15..30, 38..50]);
        assert_eq!(reach(0.4, 0.02), [3..10, 15..26, 38..50]);
        assert_eq!(reach(0.2, 0.04), [3..10, 15..26, 38..50]);
    }

    #[test]
    fn ends_grow_by_a_frame_inside_their_segment() {
        let tracks = tracks(60, vec![0..30, 30..60]);
        let mut still = flags(60, &[10..20, 25..30, 40..50]);
        let mut speeds = vec![1.0; 60];
        (speeds[8], speeds[9], speeds[39]) = (0.16, 0.17, 0.19);
        extend_ends(&mut still, &speeds, 0.15, &tracks);
        assert_eq!(runs(&still), [9..21, 25..30, 40..51]);
    }
}

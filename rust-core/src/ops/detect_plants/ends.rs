//! Still intervals as a cleanup wants them (docs/methods/plants.md, 4.2). One stance is one interval, and it takes in
//! the frames in which the foot comes to rest and lets go: a foot that is nearly still is better pinned than left
//! sliding.

use super::fault_model::Fault;
use super::tracks::{Path, Tracks, runs};
use super::velocity::Velocities;
use std::ops::Range;

/// Seconds; a step takes longer.
const MAX_GAP: f64 = 0.1;
/// How far a point may get from where it was in a gap, metres for the reference leg.
const MAX_MOVE: f64 = 0.02;
/// Times the still speed, as for touches; faster is a jolt that a leg cannot take up.
const MAX_SPEED: f64 = 4.0;
/// Times the still speed, for the frames before an interval.
const NEARLY_STILL: f64 = 1.2;
/// Seconds by which an interval is extended at most.
const EXTENSION: f64 = 1.0 / 60.0;

/// Joins still intervals across gaps in which the point hardly moves: a stance that is split slips at the split, because
/// each part is pinned at a place of its own.
pub(super) fn bridge_gaps(
    still: &mut [bool],
    speeds: &[f64],
    still_speed: f64,
    move_in: impl Fn(Range<usize>) -> f64,
    tracks: &Tracks,
) {
    let max_frames = tracks.frames(MAX_GAP, 0);
    for segment in &tracks.segments {
        for pair in runs(&still[segment.clone()]).windows(2) {
            let gap = segment.start + pair[0].end..segment.start + pair[1].start;
            if gap.len() <= max_frames
                && speeds[gap.clone()].iter().all(|speed| *speed < MAX_SPEED * still_speed)
                && move_in(gap.clone()) < MAX_MOVE * tracks.scale
            {
                still[gap].fill(true);
            }
        }
    }
}

/// How far a point gets, over the frames given, from where it was before them; the fault's motion taken away.
pub(super) fn farthest_move(
    frames: Range<usize>,
    velocity: &Path,
    velocities: &Velocities,
    faults: &[Fault],
    dt: f64,
) -> f64 {
    let root = &velocities.root;
    let (mut x, mut y, mut z) = (0.0, 0.0, 0.0);
    let mut farthest = 0.0f64;
    for t in frames {
        x += dt * (velocity.x[t] - faults[t].c * root.x[t] - faults[t].dx);
        y += dt * velocity.y[t];
        z += dt * (velocity.z[t] - faults[t].c * root.z[t] - faults[t].dz);
        farthest = farthest.max(x * x + y * y + z * z);
    }
    farthest.sqrt()
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
        }
    }

    fn flags(count: usize, still: &[Range<usize>]) -> Vec<bool> {
        (0..count).map(|t| still.iter().any(|run| run.contains(&t))).collect()
    }

    fn bridged(still: &[Range<usize>], speed: f64, distance: f64) -> Vec<Range<usize>> {
        let tracks = tracks(60, vec![0..30, 30..60]);
        let mut flags = flags(60, still);
        bridge_gaps(&mut flags, &[speed; 60], 0.15, |_| distance, &tracks);
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
        let mut v = Path::zeros(20);
        v.x[5..8].fill(0.8);
        v.x[8..11].fill(-0.8);
        let fault = Fault { c: 0.0, dx: 0.2, dz: 0.0 };
        let distance = farthest_move(5..11, &v, &velocities, &[fault; 20], tracks.dt);
        assert!((distance - 0.03).abs() < 1e-12, "{distance}");
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

//! Plants of heels and toe tips, the points of the sole: still, and as low as where the foot stood last or stands next.
//!
//! Ankles and toe joints turn above the floor while the sole rolls; the heel's point holds from the strike until the
//! heel lifts, the toe tip's until the foot leaves. Where both hold, the whole foot stands.

use super::PointMotion;
use super::posture::drop_short;
use super::tracks::{PairKind, PointPair, Tracks, quantile, runs, runs_in_segments};
use std::ops::Range;

/// How far from where it rests a point of the sole may be, metres for the reference leg.
const BAND: f64 = 0.03;

/// Flags per sole and point. `feet` are the planted flags of ankles and toes, in the order of the limbs.
pub(super) fn sole_plants(
    tracks: &Tracks,
    points: &[[PointMotion; 2]],
    feet: &[[Vec<bool>; 2]],
    min_seconds: f64,
) -> Vec<[Vec<bool>; 2]> {
    let mut out = Vec::new();
    let soles = tracks.limbs.iter().zip(points).filter(|(limb, _)| limb.kind == PairKind::Sole);
    for (limb, motions) in soles {
        let foot = tracks.limbs.iter().position(|l| l.kind == PairKind::Foot && l.side == limb.side);
        out.push([0, 1].map(|which| {
            let mut flags = vec![false; tracks.frame_count];
            let Some(foot) = foot else { return flags };
            let rests = resting_heights(&feet[foot][which], limb, which);
            for frames in runs_in_segments(&motions[which].still, &tracks.segments) {
                for t in frames {
                    flags[t] = is_at_rest(t, limb.heights[which][t], &rests, BAND * tracks.scale);
                }
            }
            drop_short(&mut flags, min_seconds, tracks);
            flags
        }));
    }
    out
}

/// Heights of a point of the sole while the joint above it is planted: the ankle for the heel, the toe for the tip.
fn resting_heights(planted: &[bool], limb: &PointPair, which: usize) -> Vec<(Range<usize>, f64)> {
    runs(planted)
        .into_iter()
        .map(|frames| {
            let mut heights = limb.heights[which][frames.clone()].to_vec();
            // The low end: the heel may lift and the tip may land inside the joint's plant.
            let height = quantile(&mut heights, 0.2).unwrap_or(0.0);
            (frames, height)
        })
        .collect()
}

/// Whether `height` is that of the resting place before or after frame `t`. On stairs the two differ.
fn is_at_rest(t: usize, height: f64, rests: &[(Range<usize>, f64)], band: f64) -> bool {
    let next = rests.partition_point(|(frames, _)| frames.end <= t);
    let around = [next.checked_sub(1).and_then(|i| rests.get(i)), rests.get(next)];
    around.into_iter().flatten().any(|(_, rest)| (height - rest).abs() < band)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_rests_at_the_height_before_or_after() {
        let rests = [(10..20, 0.0), (30..40, 0.17)];
        let at = |t, height| is_at_rest(t, height, &rests, 0.03);
        assert!(at(0, 0.01) && !at(0, 0.17));
        assert!(at(25, 0.02) && at(25, 0.16) && !at(25, 0.08));
        assert!(at(35, 0.17) && at(35, 0.0) && at(50, 0.17) && !at(50, 0.0));
        assert!(!is_at_rest(5, 0.0, &[], 0.03));
    }
}

//! Hand plants: a hand is planted while it is still, near the floor under the body, and the arm reaches down to it.

use super::posture::drop_short;
use super::slides::floor_heights;
use super::tracks::{Tracks, runs};
use super::{PointMotion, quantile};

/// Highest place of a planted wrist and of planted fingertips over the floor of the toes, metres for the reference leg.
const MAX_HEIGHTS: [f64; 2] = [0.16, 0.09];

/// Flags per hand and point. The floor is that of the toe plants around; without any, the lowest foot point of the
/// clip.
pub(super) fn hand_plants(
    tracks: &Tracks,
    points: &[[PointMotion; 2]],
    feet_planted: &[[Vec<bool>; 2]],
    min_seconds: f64,
) -> Vec<[Vec<bool>; 2]> {
    let feet = &tracks.limbs[..tracks.foot_count];
    let mut toe_plants = Vec::new();
    for (limb, planted) in feet.iter().zip(feet_planted) {
        for frames in runs(&planted[1]) {
            let mut heights = limb.heights[1][frames.clone()].to_vec();
            toe_plants.push((frames, quantile(&mut heights, 0.5).unwrap_or(0.0)));
        }
    }
    let floor = floor_heights(&toe_plants, tracks.frame_count).unwrap_or_else(|| {
        let lowest = feet.iter().flat_map(|limb| &limb.heights[1]).copied().fold(f64::INFINITY, f64::min);
        vec![lowest; tracks.frame_count]
    });
    let mut out = Vec::new();
    for (limb, motions) in tracks.limbs.iter().zip(points).skip(tracks.foot_count) {
        out.push([0, 1].map(|which| {
            let limit = MAX_HEIGHTS[which] * tracks.scale;
            let mut flags = vec![false; tracks.frame_count];
            for frames in runs(&motions[which].still) {
                for t in frames {
                    flags[t] = limb.heights[which][t] < floor[t] + limit;
                }
            }
            drop_short(&mut flags, min_seconds, tracks);
            flags
        }));
    }
    out
}

//! Hand plants: a hand is planted while it is still near the floor. While both feet are in the air, a hand that rolls
//! slowly near the floor carries the body, as in a cartwheel: its slower point counts.

use super::posture::drop_short;
use super::slides::floor_heights;
use super::tracks::{PairKind, Tracks, runs};
use super::{PointMotion, quantile};

/// Highest place of a planted wrist and of planted fingertips over the floor of the toes, metres for the reference leg.
const MAX_HEIGHTS: [f64; 2] = [0.16, 0.09];

/// Highest place of a wrist that rolls over its palm, metres, and its greatest speed, in still speeds.
const ROLLING_HEIGHT: f64 = 0.22;
pub(super) const ROLLING_SPEED: f64 = 4.5;
/// Least length of a rolling hand plant, seconds.
const ROLLING_SECONDS: f64 = 0.1;

/// What a hand does.
pub(super) struct HandPlants {
    /// Flags per point.
    pub(super) planted: [Vec<bool>; 2],
    /// Frames in which the hand rolls over the floor while both feet are in the air.
    pub(super) rolling: Vec<bool>,
}

/// The plants of each hand. The floor is that of the toe plants around; without any, the lowest foot point of the
/// clip.
pub(super) fn hand_plants(
    tracks: &Tracks,
    points: &[[PointMotion; 2]],
    feet_planted: &[[Vec<bool>; 2]],
    min_seconds: f64,
    still_speed: f64,
) -> Vec<HandPlants> {
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
    let hands = tracks.limbs.iter().zip(points).filter(|(limb, _)| limb.kind == PairKind::Hand);
    for (limb, motions) in hands {
        let mut flags = [0, 1].map(|which| {
            let limit = MAX_HEIGHTS[which] * tracks.scale;
            let mut flags = vec![false; tracks.frame_count];
            for frames in runs(&motions[which].still) {
                for t in frames {
                    flags[t] = limb.heights[which][t] < floor[t] + limit;
                }
            }
            drop_short(&mut flags, min_seconds, tracks);
            flags
        });
        let is_flying = |t: usize| !feet_planted.iter().flatten().any(|planted| planted[t]);
        let rolling: Vec<bool> = (0..tracks.frame_count)
            .map(|t| {
                let speed = motions[0].speeds[t].min(motions[1].speeds[t]);
                is_flying(t)
                    && limb.heights[0][t] < floor[t] + ROLLING_HEIGHT * tracks.scale
                    && speed < ROLLING_SPEED * still_speed
            })
            .collect();
        for frames in runs(&rolling) {
            let is_new = !frames.clone().any(|t| flags[0][t] || flags[1][t]);
            if is_new && frames.len() as f64 * tracks.dt >= ROLLING_SECONDS - 1e-9 {
                let path = |which: usize| motions[which].speeds[frames.clone()].iter().sum::<f64>();
                flags[usize::from(path(1) < path(0))][frames].fill(true);
            }
        }
        out.push(HandPlants { planted: flags, rolling });
    }
    out
}

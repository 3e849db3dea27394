//! Where a hand is meant to touch the body: it stays near one place of it, or slides over it slowly.
//!
//! A hand that rests on a thigh or rubs a belly does so on a thicker body as well, only that it is inside by as much as the body is
//! thicker. One that swings past is fast. Hands that hold each other or rest on each other are found in the same way.

use super::character::{PenetrationBody, TRUNK};
use super::measure::LimbDepth;
use crate::error::Result;
use crate::kinematics::body::{BodyPart, frame_matrices};
use crate::math::runs::runs;
use crate::model::{Clip, Skeleton};

/// A hand touches from this deep to this far, metres.
const DEEPEST: f32 = -0.08;
const FARTHEST: f32 = 0.005;
/// Fastest motion over the body, metres per second, as a mean over this long, seconds.
const MAX_SPEED: f64 = 0.30;
const SPEED_TIME: f64 = 5.0 / 30.0;
/// A touch lasts at least this long, seconds, after gaps up to this long are closed.
const MIN_TIME: f64 = 8.0 / 30.0;
const MAX_GAP: f64 = 0.1;

/// What a hand touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Touched {
    /// Trunk, head and legs.
    Body,
    OtherHand,
}

/// Whether the hand touches that, in every frame. `depths` are those of the clip as it came.
pub(crate) fn touch_frames(
    skeleton: &Skeleton,
    clip: &Clip,
    body: &PenetrationBody,
    limb: usize,
    depths: &[LimbDepth],
    touched: Touched,
) -> Result<Vec<bool>> {
    let speeds = contact_speeds(skeleton, clip, body, limb, depths, touched)?;
    let distances: Vec<f32> = depths.iter().map(|depth| depth.hand).collect();
    Ok(slow_contacts(&distances, &speeds, clip.frame_rate()))
}

/// How fast the hand's nearest vertex moves against what it is nearest to, from each frame to the next, metres per second.
fn contact_speeds(
    skeleton: &Skeleton,
    clip: &Clip,
    body: &PenetrationBody,
    limb: usize,
    depths: &[LimbDepth],
    touched: Touched,
) -> Result<Vec<f64>> {
    let limb = &body.limbs[limb];
    let mut speeds = vec![f64::INFINITY; depths.len()];
    let (mut world, mut now, mut next) = (Vec::new(), Vec::new(), Vec::new());
    for frame in 0..depths.len().saturating_sub(1) {
        let depth = &depths[frame];
        if !is_near(depth.hand) {
            continue;
        }
        let against = limb.against[depth.hand_against].obstacle;
        let is_it = match touched {
            Touched::Body => against == TRUNK,
            Touched::OtherHand => {
                against != TRUNK
                    && matches!(body.obstacles[against].part(depth.hand_triangle), BodyPart::Hand(_))
            }
        };
        if !is_it {
            continue;
        }
        frame_matrices(skeleton, &clip.pose(frame), &mut world, &mut now)?;
        frame_matrices(skeleton, &clip.pose(frame + 1), &mut world, &mut next)?;
        let obstacle = &body.obstacles[limb.against[depth.hand_against].obstacle];
        let apart = |matrices: &[_]| {
            limb.surface.surface.pose(depth.hand_point as usize, matrices)
                - obstacle.middle(depth.hand_triangle, matrices)
        };
        speeds[frame] = f64::from((apart(&next) - apart(&now)).norm()) * clip.frame_rate();
    }
    Ok(speeds)
}

fn is_near(distance: f32) -> bool {
    (DEEPEST..FARTHEST).contains(&distance)
}

/// The frames of contacts that are slow and last. `speeds` are from each frame to the next.
fn slow_contacts(distances: &[f32], speeds: &[f64], frame_rate: f64) -> Vec<bool> {
    let count = distances.len();
    let half = ((SPEED_TIME * frame_rate / 2.0).round() as usize).max(1);
    let mut touches: Vec<bool> = (0..count)
        .map(|frame| {
            let around = &speeds[frame.saturating_sub(half)..(frame + half).min(count)];
            let known: Vec<f64> = around.iter().copied().filter(|speed| speed.is_finite()).collect();
            let mean = known.iter().sum::<f64>() / known.len() as f64;
            is_near(distances[frame]) && mean < MAX_SPEED
        })
        .collect();
    let gaps: Vec<bool> = touches.iter().map(|touch| !touch).collect();
    for gap in runs(&gaps) {
        let is_inner = gap.start > 0 && gap.end < count;
        let is_short = gap.len() as f64 <= MAX_GAP * frame_rate;
        if is_inner && is_short && gap.clone().all(|frame| is_near(distances[frame])) {
            touches[gap].fill(true);
        }
    }
    for run in runs(&touches) {
        if (run.len() as f64) < MIN_TIME * frame_rate {
            touches[run].fill(false);
        }
    }
    touches
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touching(distance: impl Fn(f64) -> f64, speed: f64, count: usize) -> usize {
        let distances: Vec<f32> = (0..count).map(|t| distance(t as f64 / 30.0) as f32).collect();
        let touches = slow_contacts(&distances, &vec![speed; count], 30.0);
        assert_eq!(touches.len(), count);
        touches.iter().filter(|touch| **touch).count()
    }

    #[test]
    fn a_hand_that_stays_touches_and_one_that_passes_does_not() {
        let resting = |t: f64| if (1.0..2.0).contains(&t) { -0.03 } else { 0.5 };
        assert_eq!(touching(resting, 0.05, 90), 30);
        assert_eq!(touching(resting, 1.0, 90), 0);
        assert_eq!(touching(|_| 0.02, 0.0, 90), 0, "a hand that hovers");
        assert_eq!(touching(|t| if (1.0..1.2).contains(&t) { 0.0 } else { 0.5 }, 0.0, 90), 0, "a short one");
        let with_gap = |t: f64| if t < 1.0 { -0.01 } else { 0.5 };
        assert_eq!(touching(with_gap, 0.0, 30), 30);
        for count in [0, 1, 2] {
            touching(resting, 0.0, count);
        }
    }
}

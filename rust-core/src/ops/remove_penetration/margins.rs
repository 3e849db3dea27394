//! The distance that each frame aims for: how it grows where a step did not suffice, and shrinks where hands are to touch.

use super::episode::SOLVED;
use super::solve::FrameRows;
use crate::math::runs::runs;

/// Largest addition to the margin of a frame, cm; where a hand touches it may also go below.
const MAX_BOOST: f64 = 3.0;
const MIN_TOUCH_BOOST: f64 = -0.5;
/// Distance from which the margin of a frame need not grow, cm, where a hand touches.
const TOUCHING: f64 = -0.05;
/// Seconds before and after a touch in which the hand may come nearer than the margin.
const NEARING_TIME: f64 = 4.0 / 30.0;
/// Seconds before and after a frame over which its larger margin is spread.
const SPREAD_TIME: f64 = 2.0 / 30.0;

/// The margin of a frame grows where a step did not suffice, and shrinks again where there is room.
pub(super) fn raise_margin(margin: f64, boost: &mut f64, rows: &FrameRows) {
    let (enough, lowest, room) = match rows.gap {
        // A hand that touches aims for the surface itself.
        Some(gap) => (TOUCHING, MIN_TOUCH_BOOST, gap),
        None => (SOLVED, 0.0, rows.least_aimed - margin - *boost),
    };
    let least = if rows.gap.is_some() { rows.least } else { rows.least_aimed };
    if least < enough {
        *boost += 0.7 * (enough - least);
    } else if room > 0.0 {
        *boost -= 0.5 * room;
    }
    *boost = boost.clamp(lowest, MAX_BOOST);
}

/// Frames before and after one over which its larger margin is spread.
pub(super) fn spread(frame_rate: f64) -> usize {
    (SPREAD_TIME * frame_rate).round() as usize
}

/// The margins of a stretch: what was added in single frames is spread to their neighbours, or it would shake the limb.
pub(super) fn smooth_margins(margin: f64, boost: &[f64], spread: usize) -> Vec<f64> {
    let around = |frame: usize| frame.saturating_sub(spread)..(frame + spread + 1).min(boost.len());
    let widest: Vec<f64> = (0..boost.len())
        .map(|frame| boost[around(frame)].iter().copied().fold(f64::NEG_INFINITY, f64::max))
        .collect();
    (0..boost.len())
        .map(|frame| {
            let near = &widest[around(frame)];
            margin + near.iter().sum::<f64>() / near.len() as f64
        })
        .collect()
}

/// How near each frame is to one with a flag: 1 there, 0 from [`NEARING_TIME`] on.
pub(super) fn near_touch(touches: &[bool], frame_rate: f64) -> Vec<f32> {
    let reach = (NEARING_TIME * frame_rate).round().max(1.0);
    let mut near = vec![0.0f32; touches.len()];
    for run in runs(touches) {
        let around = run.start.saturating_sub(reach as usize)..(run.end + reach as usize).min(near.len());
        for frame in around {
            let away = run.start.saturating_sub(frame).max((frame + 1).saturating_sub(run.end));
            near[frame] = near[frame].max(1.0 - away as f32 / reach as f32);
        }
    }
    near
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_come_nearer_before_they_touch() {
        let mut touches = vec![false; 20];
        touches[8..10].fill(true);
        let near = near_touch(&touches, 30.0);
        assert_eq!(near[4..14], [0.0, 0.25, 0.5, 0.75, 1.0, 1.0, 0.75, 0.5, 0.25, 0.0]);
        assert_eq!(near_touch(&touches, 60.0)[2..9], [0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1.0]);
        assert_eq!(near_touch(&[true], 30.0), [1.0]);
        assert!(near_touch(&[], 30.0).is_empty());
    }

    #[test]
    fn a_larger_margin_is_spread_over_the_same_time_at_any_rate() {
        for rate in [15.0, 30.0, 60.0, 120.0] {
            let count = (4.0 * rate) as usize;
            let mut boost = vec![0.0; count];
            boost[count / 2] = 1.0;
            let margins = smooth_margins(0.35, &boost, spread(rate));
            let seconds = margins.iter().filter(|margin| **margin > 0.85).count() as f64 / rate;
            assert!((seconds - 4.0 / 30.0).abs() <= 2.0 / rate, "{rate}: {seconds}");
            assert!((margins[count / 2] - 1.35).abs() < 1e-12 && (margins[0] - 0.35).abs() < 1e-12);
        }
    }
}

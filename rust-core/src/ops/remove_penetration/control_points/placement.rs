//! Where the controls of a correction are (Lyard 2008, section 4.3.2).

/// Seconds between two controls at most, and at least, where they are placed by need.
const WIDEST: f64 = 12.0 / 25.0;
const NARROWEST: f64 = 2.0 / 25.0;
/// Seconds on either side of a frame of which the mean need is taken.
const MEAN_TIME: f64 = 2.0 / 25.0;

/// Frames with a control: the first and the last, those where the need is largest and smallest, and others so that gaps stay short.
/// `spacing` frames apart instead if that is not 0.
pub(super) fn place_controls(need: &[f64], frame_rate: f64, spacing: usize) -> Vec<usize> {
    let Some(last) = need.len().checked_sub(1) else { return Vec::new() };
    if spacing > 0 {
        let mut frames: Vec<usize> = (0..last).step_by(spacing).collect();
        frames.push(last);
        return frames;
    }
    let frames_of = |time: f64| ((time * frame_rate).round() as usize).max(1);
    let half = frames_of(MEAN_TIME);
    let mean: Vec<f64> = (0..need.len())
        .map(|frame| {
            let around = &need[frame.saturating_sub(half)..(frame + half + 1).min(need.len())];
            around.iter().sum::<f64>() / around.len() as f64
        })
        .collect();
    let narrowest = frames_of(NARROWEST);
    let mut frames = vec![0];
    for frame in 1..last {
        let (before, here, after) = (mean[frame - 1], mean[frame], mean[frame + 1]);
        let is_extreme = (here > before && here >= after) || (here < before && here <= after);
        let is_apart = frame - frames[frames.len() - 1] >= narrowest && last - frame >= narrowest;
        if is_extreme && is_apart {
            frames.push(frame);
        }
    }
    if last > 0 {
        frames.push(last);
    }
    split_gaps(&frames, frames_of(WIDEST))
}

/// More frames in gaps that are wider than that.
fn split_gaps(frames: &[usize], widest: usize) -> Vec<usize> {
    let mut out: Vec<usize> = frames.first().copied().into_iter().collect();
    for pair in frames.windows(2) {
        let gap = pair[1] - pair[0];
        let parts = gap.div_ceil(widest);
        out.extend((1..=parts).map(|part| pair[0] + gap * part / parts));
    }
    out
}

/// Controls with more of them where `left` is largest: one in each gap that has a frame above `enough`.
pub(super) fn refine_controls(controls: &[usize], left: &[f64], enough: f64) -> Vec<usize> {
    let mut out = controls.to_vec();
    for pair in controls.windows(2) {
        let worst = (pair[0] + 1..pair[1]).max_by(|&a, &b| left[a].total_cmp(&left[b]));
        out.extend(worst.filter(|&frame| left[frame] > enough));
    }
    out.sort_unstable();
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_where_the_need_peaks() {
        let need: Vec<f64> = (0..100).map(|t| (std::f64::consts::TAU * f64::from(t) / 25.0).sin()).collect();
        let frames = place_controls(&need, 25.0, 0);
        assert!(frames.len() >= 8 && frames[0] == 0 && frames[frames.len() - 1] == 99, "{frames:?}");
        assert!(frames.windows(2).all(|pair| pair[0] < pair[1] && pair[1] - pair[0] <= 12), "{frames:?}");
        for peak in [6.25, 18.75, 31.25, 43.75, 56.25, 68.75, 81.25, 93.75] {
            assert!(frames.iter().any(|frame| (*frame as f64 - peak).abs() <= 2.0), "{peak}: {frames:?}");
        }
    }

    #[test]
    fn a_spacing_is_kept() {
        assert_eq!(place_controls(&[0.0; 101], 25.0, 4).len(), 26);
        assert_eq!(place_controls(&[0.0; 6], 25.0, 4), [0, 4, 5]);
    }

    #[test]
    fn short_clips_have_controls_as_well() {
        for (count, expected) in [(0, vec![]), (1, vec![0]), (2, vec![0, 1]), (3, vec![0, 2])] {
            assert_eq!(place_controls(&vec![0.0; count], 25.0, 0), expected);
        }
    }

    #[test]
    fn ten_cycles_have_twenty_controls() {
        let need: Vec<f64> =
            (0..310).map(|t| (std::f64::consts::TAU * f64::from(t) / 31.0).sin().max(0.0)).collect();
        assert!(place_controls(&need, 30.0, 0).len() >= 20);
    }

    #[test]
    fn controls_are_added_where_most_is_left() {
        let mut left = vec![0.0; 30];
        (left[7], left[8], left[21]) = (0.3, 0.5, 0.05);
        assert_eq!(refine_controls(&[0, 12, 29], &left, 0.1), [0, 8, 12, 29]);
    }
}

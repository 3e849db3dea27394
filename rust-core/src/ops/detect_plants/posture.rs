//! A heel is planted only while the foot lies flat enough, a toe only while it does not point up
//! (docs/methods/plants.md, 6.1).

use super::tracks::{Tracks, quantile, runs};

/// How far the ankle may rise over the toe, from the flat foot, metres for the reference leg.
pub(super) const HEEL_RISE: f64 = 0.05;
/// How far the toe may rise likewise.
pub(super) const TOE_RISE: f64 = 0.08;

/// Trims the plants of one foot by its posture. `ankle` and `toe` are heights; `planted` the flags of both points.
pub(super) fn trim_by_posture(heights: [&[f64]; 2], planted: &mut [Vec<bool>; 2], tracks: &Tracks) {
    let [ankle, toe] = heights;
    let mut flat: Vec<f64> = (0..tracks.frame_count)
        .filter(|&t| planted[0][t] || planted[1][t])
        .map(|t| ankle[t] - toe[t])
        .collect();
    let Some(flat) = quantile(&mut flat, 0.2) else { return };
    for t in 0..tracks.frame_count {
        let rise = ankle[t] - toe[t] - flat;
        planted[0][t] &= rise < HEEL_RISE * tracks.scale;
        planted[1][t] &= rise > -TOE_RISE * tracks.scale;
    }
}

/// Drops runs shorter than `min_seconds` unless they touch an end of the clip, where they may go on outside.
pub(super) fn drop_short(flags: &mut [bool], min_seconds: f64, tracks: &Tracks) {
    for run in runs(flags) {
        let is_cut_off = run.start == 0 || run.end == flags.len();
        if (run.len() as f64 * tracks.dt) < min_seconds - 1e-9 && !is_cut_off {
            flags[run].fill(false);
        }
    }
}

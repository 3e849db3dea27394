//! [`ShiftSpline`]: shifts over a clip as a cubic B-spline, and what the smoothing of forces makes of it.

use crate::kinematics::momentum::smooth;
use crate::math::Vec3;
use crate::math::banded::Banded;
use std::ops::Range;

/// From knot to knot, seconds: smoothed forces do not show what is quicker.
const SPACING: f64 = 0.05;
/// Knots before and after a frame whose smoothed splines reach it; farther ones hardly do.
const REACH: usize = 6;
/// Knots that a frame's forces depend on.
pub(super) const FORCE_KNOTS: usize = 2 * REACH;
/// Knots that a frame's shift and its bend depend on.
const SHIFT_KNOTS: usize = 5;

/// A cubic B-spline with a knot every few frames.
#[derive(Debug)]
pub(super) struct ShiftSpline {
    frames: usize,
    /// Frames from knot to knot.
    spacing: usize,
    /// One spline and its second difference, from `-2 * spacing` frames to `2 * spacing`.
    plain: Vec<f64>,
    plain_bend: Vec<f64>,
    /// The same smoothed, from `-REACH * spacing` frames to `REACH * spacing`.
    smooth: Vec<f64>,
    smooth_bend: Vec<f64>,
    /// The first and the last frames, where smoothing has less to lean on: their knots, as [`Self::force_at`] tells them.
    edges: [Vec<[[f64; 2]; FORCE_KNOTS]>; 2],
}

impl ShiftSpline {
    /// For a clip of so many frames whose forces are smoothed up to `cutoff`.
    pub(super) fn new(frames: usize, frame_time: f64, cutoff: f64) -> Self {
        let spacing = ((SPACING / frame_time).round() as usize).max(1);
        Self::with_spacing(frames, frame_time, cutoff, spacing)
    }

    /// With a knot every `spacing` frames, above 0.
    pub(super) fn with_spacing(frames: usize, frame_time: f64, cutoff: f64, spacing: usize) -> Self {
        // Room on either side, so that the ends do not matter.
        let middle = 2 * REACH * spacing;
        let mut values: Vec<Vec3> = (0..=2 * middle)
            .map(|at| Vec3::x() * cubic(at.abs_diff(middle) as f64 / spacing as f64))
            .collect();
        let around = |values: &[Vec3], reach: usize| {
            let places = middle - reach..=middle + reach;
            let bend = |at: usize| values[at - 1].x - 2.0 * values[at].x + values[at + 1].x;
            (places.clone().map(|at| values[at].x).collect(), places.map(bend).collect())
        };
        let (plain, plain_bend) = around(&values, 2 * spacing);
        smooth(&mut values, frame_time, cutoff, &mut Banded::default());
        let (smooth, smooth_bend) = around(&values, REACH * spacing);
        let mut spline =
            Self { frames, spacing, plain, plain_bend, smooth, smooth_bend, edges: [Vec::new(), Vec::new()] };
        // Beyond twice the reach an end is not felt.
        let (edge, window) = ((REACH * spacing).min(frames), (2 * middle).min(frames));
        let first = spline.edge(0..edge, 0..window, frame_time, cutoff);
        let last = spline.edge(frames - edge..frames, frames - window..frames, frame_time, cutoff);
        spline.edges = [first, last];
        spline
    }

    /// What forces see of the knots in some frames at an end, from smoothing the window around them.
    fn edge(
        &self,
        frames: Range<usize>,
        window: Range<usize>,
        frame_time: f64,
        cutoff: f64,
    ) -> Vec<[[f64; 2]; FORCE_KNOTS]> {
        let mut out = vec![[[0.0; 2]; FORCE_KNOTS]; frames.len()];
        let mut matrix = Banded::default();
        for knot in 0..self.knot_count() {
            let of_knot = self.frames_of(knot);
            if of_knot.end <= window.start || of_knot.start >= window.end {
                continue;
            }
            let from_knot = |frame: usize| {
                (frame + self.spacing).abs_diff(knot * self.spacing) as f64 / self.spacing as f64
            };
            let mut values: Vec<Vec3> =
                window.clone().map(|frame| Vec3::x() * cubic(from_knot(frame))).collect();
            smooth(&mut values, frame_time, cutoff, &mut matrix);
            for frame in frames.clone() {
                let Some(step) =
                    knot.checked_sub(self.first_force_knot(frame)).filter(|step| *step < FORCE_KNOTS)
                else {
                    continue;
                };
                // As forces do it, the first and last frame take their neighbour's second difference.
                let last = values.len().saturating_sub(2).max(1);
                let at = |place: usize| values.get(place).map_or(0.0, |value| value.x);
                let middle = (frame - window.start).clamp(1, last);
                let bend = at(middle - 1) - 2.0 * at(middle) + at(middle + 1);
                out[frame - frames.start][step] = [at(frame - window.start), bend];
            }
        }
        out
    }

    fn first_force_knot(&self, frame: usize) -> usize {
        (frame / self.spacing + 1).saturating_sub(REACH - 1)
    }

    pub(super) fn knot_count(&self) -> usize {
        // One knot before the first frame and one behind the last, at least.
        self.frames.saturating_sub(1).div_ceil(self.spacing) + 3
    }

    /// Frames whose shift depends on a knot.
    pub(super) fn frames_of(&self, knot: usize) -> Range<usize> {
        let first = (knot * self.spacing + 1).saturating_sub(3 * self.spacing);
        first..((knot + 1) * self.spacing).min(self.frames)
    }

    /// First knot, values and second differences of a frame's shift for each of them.
    pub(super) fn shift_at(&self, frame: usize) -> (usize, [[f64; 2]; SHIFT_KNOTS]) {
        self.values_at(frame, 2, [&self.plain, &self.plain_bend])
    }

    /// The same as the smoothing of forces sees it.
    pub(super) fn force_at(&self, frame: usize) -> (usize, [[f64; 2]; FORCE_KNOTS]) {
        let first = self.first_force_knot(frame);
        let [start, end] = &self.edges;
        let from_end = self.frames - frame;
        if frame < start.len() {
            (first, start[frame])
        } else if from_end <= end.len() {
            (first, end[end.len() - from_end])
        } else {
            self.values_at(frame, REACH - 1, [&self.smooth, &self.smooth_bend])
        }
    }

    /// `COUNT` knots from `before` knots before the frame on. Knots outside the spline have no value.
    fn values_at<const COUNT: usize>(
        &self,
        frame: usize,
        before: usize,
        [values, bends]: [&[f64]; 2],
    ) -> (usize, [[f64; 2]; COUNT]) {
        // The knot at the frame or just before it.
        let at = frame / self.spacing + 1;
        let middle = values.len() / 2;
        let first = at.saturating_sub(before);
        let value = |step: usize| {
            let knot = first + step;
            // From the knot to the frame.
            let place = (frame + self.spacing + middle).checked_sub(knot * self.spacing);
            place
                .filter(|place| *place < values.len() && knot < self.knot_count())
                .map_or([0.0; 2], |p| [values[p], bends[p]])
        };
        (first, std::array::from_fn(value))
    }

    /// The shifts of all frames, into `out`.
    pub(super) fn shifts<const N: usize>(&self, knots: &[[f64; N]], out: &mut Vec<[f64; N]>) {
        let shift = |frame: usize| {
            let (first, values) = self.shift_at(frame);
            let mut out = [0.0; N];
            for (knot, [value, _]) in knots[first..].iter().zip(values) {
                out.iter_mut().zip(knot).for_each(|(out, x)| *out += value * x);
            }
            out
        };
        out.clear();
        out.extend((0..self.frames).map(shift));
    }
}

/// The cubic B-spline, `x` knots from its middle.
fn cubic(x: f64) -> f64 {
    match x {
        x if x < 1.0 => 2.0 / 3.0 - x * x * (1.0 - x / 2.0),
        x if x < 2.0 => (2.0 - x).powi(3) / 6.0,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shifts<const N: usize>(spline: &ShiftSpline, knots: &[[f64; N]]) -> Vec<[f64; N]> {
        let mut out = Vec::new();
        spline.shifts(knots, &mut out);
        out
    }

    #[test]
    fn equal_knots_are_a_constant_shift_and_a_ramp_stays_a_ramp() {
        for (frames, rate) in [(1, 30.0), (2, 30.0), (100, 30.0), (90, 120.0), (33, 10.0)] {
            let spline = ShiftSpline::new(frames, 1.0 / rate, 5.0);
            let knots: Vec<[f64; 2]> = (0..spline.knot_count()).map(|k| [3.0, k as f64]).collect();
            for (frame, [constant, ramp]) in shifts(&spline, &knots).into_iter().enumerate() {
                assert!((constant - 3.0).abs() < 1e-12, "{frame}: {constant}");
                assert!((ramp - 1.0 - frame as f64 / spline.spacing as f64).abs() < 1e-12, "{frame}: {ramp}");
            }
        }
    }

    #[test]
    fn a_knot_moves_its_frames_and_no_others() {
        let spline = ShiftSpline::new(50, 1.0 / 60.0, 5.0);
        for knot in 0..spline.knot_count() {
            let mut knots = vec![[0.0]; spline.knot_count()];
            knots[knot] = [1.0];
            for (frame, [shift]) in shifts(&spline, &knots).into_iter().enumerate() {
                assert_eq!(shift != 0.0, spline.frames_of(knot).contains(&frame), "{knot} {frame}: {shift}");
            }
        }
    }

    #[test]
    fn what_forces_see_is_the_smoothed_shift() {
        for rate in [30.0, 60.0, 240.0] {
            let (frames, time) = ((4.0 * rate) as usize, 1.0 / rate);
            let spline = ShiftSpline::new(frames, time, 5.0);
            let knots: Vec<[f64; 1]> = (0..spline.knot_count()).map(|k| [(k as f64 * 0.7).sin()]).collect();
            let mut path: Vec<Vec3> = shifts(&spline, &knots).iter().map(|[x]| Vec3::x() * *x).collect();
            smooth(&mut path, time, 5.0, &mut Banded::default());
            for frame in 1..frames - 1 {
                let (first, values) = spline.force_at(frame);
                let sum =
                    |of: usize| values.iter().zip(&knots[first..]).map(|(v, x)| v[of] * x[0]).sum::<f64>();
                let bend = path[frame - 1].x - 2.0 * path[frame].x + path[frame + 1].x;
                assert!(
                    (sum(0) - path[frame].x).abs() < 0.03,
                    "{rate} {frame}: {} {}",
                    sum(0),
                    path[frame].x
                );
                // Per second squared, where bends reach 100.
                assert!((sum(1) - bend).abs() * rate * rate < 5.0, "{rate} {frame}: {} {bend}", sum(1));
            }
        }
    }
}

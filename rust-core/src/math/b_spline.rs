//! [`ClampedSpline`]: cubic B-splines over frames, with controls near the frames that are asked for.
//!
//! A weight is never negative and the weights of a frame sum to 1, so bounds on the controls hold in every frame. At most four controls
//! act on a frame. With fewer than four controls the degree is lower.

/// Most controls that act on one frame.
pub(crate) const REACH: usize = 4;

/// The weights of controls on one frame: those from `first` on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ControlWeights {
    pub(crate) first: usize,
    pub(crate) weights: [f64; REACH],
}

impl ControlWeights {
    /// Pairs of control and weight.
    pub(crate) fn iter(&self, control_count: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let last = control_count - self.first;
        self.weights.iter().take(last).enumerate().map(|(i, weight)| (self.first + i, *weight))
    }
}

/// A spline whose ends are its first and last controls (de Boor 2001, chapter 9).
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ClampedSpline {
    degree: usize,
    knots: Vec<f64>,
    control_count: usize,
}

impl ClampedSpline {
    /// With a control at each time; times rise. Inner knots are means of the times between them.
    pub(crate) fn new(times: &[f64]) -> Self {
        let count = times.len();
        let degree = (count.max(1) - 1).min(REACH - 1);
        let (first, last) = (times.first().copied().unwrap_or(0.0), times.last().copied().unwrap_or(0.0));
        let mut knots = vec![first; degree + 1];
        for inner in 1..count.saturating_sub(degree) {
            knots.push(times[inner..inner + degree].iter().sum::<f64>() / degree as f64);
        }
        knots.resize(knots.len() + degree + 1, last);
        Self { degree, knots, control_count: count }
    }

    /// Weights of the controls at a time; beyond the ends those of the end.
    pub(crate) fn weights(&self, time: f64) -> ControlWeights {
        let degree = self.degree;
        let mut weights = [0.0; REACH];
        weights[0] = 1.0;
        if degree == 0 {
            return ControlWeights { first: 0, weights };
        }
        let knots = &self.knots;
        let time = time.clamp(knots[0], knots[self.control_count]);
        // The span that holds the time: between two knots that differ.
        let after = knots[degree + 1..self.control_count].iter().take_while(|knot| **knot <= time).count();
        let span = degree + after;
        for order in 1..=degree {
            let mut saved = 0.0;
            for i in 0..order {
                let (right, left) = (knots[span + i + 1], knots[span + 1 + i - order]);
                let share = if right > left { weights[i] / (right - left) } else { 0.0 };
                weights[i] = saved + (right - time) * share;
                saved = (time - left) * share;
            }
            weights[order] = saved;
        }
        ControlWeights { first: span - degree, weights }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIMES: [f64; 8] = [0.0, 3.0, 8.0, 10.0, 17.0, 18.5, 24.0, 30.0];

    fn at(spline: &ClampedSpline, controls: &[f64], time: f64) -> f64 {
        spline.weights(time).iter(controls.len()).map(|(control, weight)| weight * controls[control]).sum()
    }

    #[test]
    fn weights_are_shares() {
        for count in 1..=TIMES.len() {
            let spline = ClampedSpline::new(&TIMES[..count]);
            for step in -5..400 {
                let weights = spline.weights(f64::from(step) * 0.1);
                assert!(weights.weights.iter().all(|weight| *weight >= 0.0));
                let sum: f64 = weights.iter(count).map(|(_, weight)| weight).sum();
                assert!((sum - 1.0).abs() < 1e-12, "{count} {step}: {sum}");
            }
            let rising: Vec<f64> = (0..count).map(|i| i as f64).collect();
            assert_eq!(at(&spline, &rising, 0.0), 0.0);
            assert!((at(&spline, &rising, TIMES[count - 1]) - (count - 1) as f64).abs() < 1e-12);
        }
    }

    #[test]
    fn straight_controls_at_knot_averages_give_a_line() {
        // A B-spline reproduces t when its controls are the means of its inner knots (Greville 1967).
        let spline = ClampedSpline::new(&TIMES);
        let means: Vec<f64> =
            (0..TIMES.len()).map(|i| spline.knots[i + 1..i + 4].iter().sum::<f64>() / 3.0).collect();
        for step in 0..=300 {
            let time = f64::from(step) * 0.1;
            assert!((at(&spline, &means, time) - time).abs() < 1e-12);
        }
    }

    #[test]
    fn the_second_derivative_has_no_jumps() {
        let spline = ClampedSpline::new(&TIMES);
        let controls = [0.0, 1.0, -2.0, 0.5, 0.3, 4.0, -1.0, 0.0];
        // The largest step of the second derivative shrinks with the spacing of the samples: where it jumped, it would not.
        let largest_step = |spacing: f64| {
            let count = (30.0 / spacing).round() as usize;
            let values: Vec<f64> = (0..=count).map(|i| at(&spline, &controls, i as f64 * spacing)).collect();
            let bends: Vec<f64> =
                values.windows(3).map(|w| (w[0] - 2.0 * w[1] + w[2]) / (spacing * spacing)).collect();
            bends.windows(2).map(|w| (w[1] - w[0]).abs()).fold(0.0, f64::max)
        };
        let (coarse, fine) = (largest_step(0.1), largest_step(0.01));
        assert!(fine < coarse * 0.15, "{coarse} {fine}");
    }
}

//! The controls of a spline that cost least: bounded Gauss–Newton steps on a band matrix (Lyard 2008, section 4.3).

use crate::math::b_spline::ControlWeights;
use crate::math::banded::Banded;
use nalgebra::{SMatrix, SVector};

const MAX_STEPS: usize = 100;
/// A step that takes off less than this share is the last.
const WORTHWHILE: f64 = 1e-12;
/// Damping of a step that did not help, as a multiple of the weight of the controls, and how often it grows.
const FIRST_DAMPING: f64 = 1e-3;
const DAMPING_GROWTH: f64 = 8.0;
const MAX_DAMPING: f64 = 1e12;

/// What one frame costs at some correction: value, gradient and an approximation of the second derivatives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct FrameCost<const D: usize> {
    pub(super) value: f64,
    pub(super) gradient: SVector<f64, D>,
    pub(super) curvature: SMatrix<f64, D, D>,
}

impl<const D: usize> FrameCost<D> {
    pub(super) fn nothing() -> Self {
        Self { value: 0.0, gradient: SVector::zeros(), curvature: SMatrix::zeros() }
    }
}

/// `weight · Σ |control|²`, and what every frame costs at its correction.
pub(super) struct Problem<'a, const D: usize, F: Fn(usize, &SVector<f64, D>) -> FrameCost<D>> {
    /// Of the controls on each frame.
    pub(super) weights: &'a [ControlWeights],
    /// Lowest and highest value of each control.
    pub(super) bounds: &'a [[SVector<f64, D>; 2]],
    pub(super) weight: f64,
    pub(super) frame_cost: F,
}

/// Controls that cost least near the start.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Minimum<const D: usize> {
    pub(super) controls: Vec<SVector<f64, D>>,
    pub(super) value: f64,
    pub(super) steps: usize,
}

/// The correction of a frame.
pub(super) fn correction<const D: usize>(
    weights: &ControlWeights,
    controls: &[SVector<f64, D>],
) -> SVector<f64, D> {
    weights.iter(controls.len()).map(|(control, weight)| controls[control] * weight).sum()
}

impl<const D: usize, F: Fn(usize, &SVector<f64, D>) -> FrameCost<D>> Problem<'_, D, F> {
    /// What controls cost.
    pub(super) fn value(&self, controls: &[SVector<f64, D>]) -> f64 {
        let own: f64 = controls.iter().map(SVector::norm_squared).sum();
        let frames = self.weights.iter().enumerate();
        let costs =
            frames.map(|(frame, weights)| (self.frame_cost)(frame, &correction(weights, controls)).value);
        self.weight * own + costs.sum::<f64>()
    }

    /// The gradient, and with `W` four times `D` the approximate second derivatives.
    fn assemble<const W: usize>(&self, controls: &[SVector<f64, D>], matrix: &mut Banded<W>) -> Vec<f64> {
        matrix.reset(controls.len() * D);
        let mut gradient: Vec<f64> = controls
            .iter()
            .flat_map(|c| c.iter().map(|x| 2.0 * self.weight * x).collect::<Vec<_>>())
            .collect();
        (0..gradient.len()).for_each(|i| matrix.add(i, i, 2.0 * self.weight));
        for (frame, weights) in self.weights.iter().enumerate() {
            let cost = (self.frame_cost)(frame, &correction(weights, controls));
            if cost == FrameCost::nothing() {
                continue;
            }
            for (a, share_a) in weights.iter(controls.len()) {
                for i in 0..D {
                    gradient[a * D + i] += share_a * cost.gradient[i];
                    for (b, share_b) in weights.iter(controls.len()) {
                        for j in 0..D {
                            if b * D + j <= a * D + i {
                                let value = share_a * share_b * cost.curvature[(i, j)];
                                matrix.add(a * D + i, b * D + j, value);
                            }
                        }
                    }
                }
            }
        }
        gradient
    }

    /// Controls within bounds that cost no more than the start; `W` is four times `D`.
    pub(super) fn minimise<const W: usize>(&self, start: &[SVector<f64, D>]) -> Minimum<D> {
        let clamped = |control: usize, value: SVector<f64, D>| {
            let [low, high] = &self.bounds[control];
            value.zip_zip_map(low, high, |x, low, high| x.clamp(low, high))
        };
        let mut controls: Vec<SVector<f64, D>> =
            start.iter().enumerate().map(|(control, value)| clamped(control, *value)).collect();
        let mut value = self.value(&controls);
        let mut matrix = Banded::<W>::default();
        let (mut damping, mut steps) = (0.0, 0);
        while steps < MAX_STEPS {
            let gradient = self.assemble(&controls, &mut matrix);
            let is_held: Vec<bool> = (0..gradient.len())
                .map(|i| {
                    let [low, high] = &self.bounds[i / D];
                    let x = controls[i / D][i % D];
                    (x <= low[i % D] && gradient[i] > 0.0) || (x >= high[i % D] && gradient[i] < 0.0)
                })
                .collect();
            hold(&mut matrix, &is_held);
            let kept = matrix.clone();
            let mut better = None;
            while damping <= MAX_DAMPING {
                matrix.clone_from(&kept);
                (0..gradient.len()).for_each(|i| matrix.add(i, i, damping * self.weight));
                let mut way: Vec<f64> =
                    gradient.iter().zip(&is_held).map(|(g, held)| if *held { 0.0 } else { -g }).collect();
                if matrix.factor() {
                    matrix.solve(&mut way);
                    let next: Vec<SVector<f64, D>> = (0..controls.len())
                        .map(|c| clamped(c, controls[c] + SVector::from_fn(|i, _| way[c * D + i])))
                        .collect();
                    let next_value = self.value(&next);
                    if next_value < value {
                        better = Some((next, next_value));
                        break;
                    }
                }
                damping = if damping == 0.0 { FIRST_DAMPING } else { damping * DAMPING_GROWTH };
            }
            let Some((next, next_value)) = better else { break };
            steps += 1;
            let gained = value - next_value;
            (controls, value) = (next, next_value);
            damping /= DAMPING_GROWTH;
            if damping < FIRST_DAMPING {
                damping = 0.0;
            }
            if gained <= WORTHWHILE * value.abs().max(f64::MIN_POSITIVE) {
                break;
            }
        }
        Minimum { controls, value, steps }
    }
}

/// Takes unknowns out of the equations.
fn hold<const W: usize>(matrix: &mut Banded<W>, is_held: &[bool]) {
    for (i, _) in is_held.iter().enumerate().filter(|(_, held)| **held) {
        let column = matrix.column_mut(i);
        column.fill(0.0);
        column[0] = 1.0;
        for before in i.saturating_sub(W - 1)..i {
            matrix.column_mut(before)[i - before] = 0.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Random;
    use crate::math::b_spline::ClampedSpline;

    type One = SVector<f64, 1>;

    fn weights(times: &[f64], count: usize) -> Vec<ControlWeights> {
        let spline = ClampedSpline::new(times);
        (0..count).map(|frame| spline.weights(frame as f64)).collect()
    }

    /// `10 · max(0, target − x)²`.
    fn short_of(target: f64, c: &One) -> FrameCost<1> {
        let missing = (target - c.x).max(0.0);
        FrameCost {
            value: 10.0 * missing * missing,
            gradient: One::new(-20.0 * missing),
            curvature: SMatrix::repeat(if missing > 0.0 { 20.0 } else { 0.0 }),
        }
    }

    #[test]
    fn a_hinge_against_a_square_has_its_known_minimum() {
        let weights = weights(&[0.0], 1);
        let free = [[One::new(-9.0), One::new(9.0)]];
        let frame_cost = |_: usize, c: &One| short_of(1.0, c);
        let problem = Problem { weights: &weights, bounds: &free, weight: 1.0, frame_cost };
        let found = problem.minimise::<4>(&[One::zeros()]);
        assert!((found.controls[0].x - 10.0 / 11.0).abs() < 1e-8, "{found:?}");
        let tight = [[One::new(-0.5), One::new(0.5)]];
        let problem = Problem { weights: &weights, bounds: &tight, weight: 1.0, frame_cost };
        assert_eq!(problem.minimise::<4>(&[One::zeros()]).controls[0].x, 0.5);
    }

    #[test]
    fn bounds_hold_in_every_frame_and_nothing_costs_more_than_the_start() {
        let mut random = Random::new(21);
        let times = [0.0, 4.0, 9.0, 12.0, 20.0, 26.0, 30.0];
        let weights = weights(&times, 31);
        let mut touched = 0;
        for _ in 0..100 {
            let targets: Vec<f64> = (0..31).map(|_| 2.0 * random.normal()).collect();
            let bounds = vec![[One::new(-0.4), One::new(0.6)]; times.len()];
            let frame_cost = |frame: usize, c: &One| short_of(targets[frame], c);
            let problem = Problem { weights: &weights, bounds: &bounds, weight: 1.0, frame_cost };
            let start = vec![One::zeros(); times.len()];
            let found = problem.minimise::<4>(&start);
            assert!(found.value <= problem.value(&start));
            for weights in &weights {
                let c = correction(weights, &found.controls).x;
                assert!((-0.4 - 1e-12..=0.6 + 1e-12).contains(&c), "{c}");
            }
            touched += found.controls.iter().filter(|c| c.x == 0.6).count();
            assert_eq!(found, problem.minimise::<4>(&start));
        }
        assert!(touched > 50, "{touched}");
    }

    #[test]
    fn controls_without_a_reason_stay_zero() {
        let times: Vec<f64> = (0..20).map(|i| 5.0 * f64::from(i)).collect();
        let weights = weights(&times, 96);
        let bounds = vec![[One::new(-1.0), One::new(1.0)]; times.len()];
        let frame_cost = |frame: usize, c: &One| match frame {
            40..50 => short_of(0.5, c),
            _ => FrameCost::nothing(),
        };
        let problem = Problem { weights: &weights, bounds: &bounds, weight: 0.1, frame_cost };
        let found = problem.minimise::<4>(&vec![One::zeros(); times.len()]);
        assert!(correction(&weights[45], &found.controls).x > 0.4);
        for frame in (0..96).filter(|frame| !(20..70).contains(frame)) {
            assert_eq!(correction(&weights[frame], &found.controls).x, 0.0, "{frame}");
        }
    }

    #[test]
    fn the_gradient_is_that_of_the_value() {
        let mut random = Random::new(2);
        let times = [0.0, 4.0, 9.0, 12.0, 20.0];
        let weights = weights(&times, 21);
        let targets: Vec<f64> = (0..21).map(|_| random.normal()).collect();
        let bounds = vec![[One::new(-9.0), One::new(9.0)]; times.len()];
        let frame_cost = |frame: usize, c: &One| short_of(targets[frame], c);
        let problem = Problem { weights: &weights, bounds: &bounds, weight: 0.7, frame_cost };
        let controls: Vec<One> = times.iter().map(|_| One::new(random.normal())).collect();
        let gradient = problem.assemble(&controls, &mut Banded::<4>::default());
        for i in 0..controls.len() {
            let at = |step: f64| {
                let mut moved = controls.clone();
                moved[i].x += step;
                problem.value(&moved)
            };
            let difference = (at(1e-6) - at(-1e-6)) / 2e-6;
            assert!((difference - gradient[i]).abs() < 1e-6 * gradient[i].abs().max(1.0), "{i}");
        }
    }
}

//! The forearm gets its direction back: a twist of the upper arm and a bend of the elbow, which leave the elbow where it is (Lyard 2008,
//! section 4.4.1).

use super::minimise::{FrameCost, Minimum, Problem, correction};
use crate::math::b_spline::ControlWeights;
use crate::math::rotation::rotation_from_vector;
use crate::math::{Quat, Vec3};
use nalgebra::{Matrix3x2, SVector};
use std::f64::consts::FRAC_PI_2;

/// Weight of the controls against that of the directions.
const CONTROL: f64 = 0.01;
/// Spacing of the samples, radians, from which descents start, and how many of the best do.
const GRID: f64 = 0.1;
const STARTS: usize = 10;
/// Least angle between the bones that an elbow is bent to, radians.
const MIN_OPENING: f64 = 20.0 / 180.0 * std::f64::consts::PI;

/// Twist of the upper arm, and turn of the elbow: below 0 it bends.
pub(super) type Pair = SVector<f64, 2>;

/// One frame of one arm whose upper arm has swung.
#[derive(Debug, Clone, Copy)]
pub(super) struct ForearmFrame {
    /// Unit direction of the upper arm, swung.
    pub(super) upper: Vec3,
    /// The swing.
    pub(super) swing: Quat,
    /// Hinge and unit direction of the forearm as they came.
    pub(super) hinge: Vec3,
    pub(super) source: Vec3,
    /// Angle between the bones as it came.
    pub(super) opening: f64,
}

impl ForearmFrame {
    pub(super) fn direction(&self, pair: &Pair) -> Vec3 {
        let bent = rotation_from_vector(&(self.hinge * pair.y)) * self.source;
        self.twist(pair) * (self.swing * bent)
    }

    pub(super) fn twist(&self, pair: &Pair) -> Quat {
        rotation_from_vector(&(self.upper * pair.x))
    }

    /// One minus the cosine of the angle to the direction that came.
    fn cost(&self, pair: &Pair) -> FrameCost<2> {
        let direction = self.direction(pair);
        let hinge = self.twist(pair) * (self.swing * self.hinge);
        let motion = Matrix3x2::from_columns(&[self.upper.cross(&direction), hinge.cross(&direction)]);
        let away = direction - self.source;
        FrameCost {
            value: 0.5 * away.norm_squared(),
            gradient: motion.transpose() * away,
            curvature: motion.transpose() * motion,
        }
    }
}

/// Bounds of each control: of the frames it acts on, none is bent too far.
fn bounds_of(frames: &[ForearmFrame], weights: &[ControlWeights], count: usize) -> Vec<[Pair; 2]> {
    let mut bounds = vec![[Pair::repeat(-FRAC_PI_2), Pair::new(FRAC_PI_2, 0.0)]; count];
    for (frame, weights) in frames.iter().zip(weights) {
        for (control, _) in weights.iter(count).filter(|(_, weight)| *weight > 0.0) {
            let low = &mut bounds[control][0].y;
            *low = low.max(MIN_OPENING - frame.opening).min(0.0);
        }
    }
    bounds
}

/// The best pairs of a control for the frames that it acts on, best first.
fn best_samples(frames: &[(&ForearmFrame, f64)], [low, high]: &[Pair; 2]) -> Vec<Pair> {
    let steps = |low: f64, high: f64| {
        let count = ((high - low) / GRID).ceil() as usize;
        (0..=count).map(move |i| (low + GRID * i as f64).min(high))
    };
    let origin = std::iter::once(Pair::zeros());
    let grid = steps(low.x, high.x).flat_map(|x| steps(low.y, high.y).map(move |y| Pair::new(x, y)));
    let cost = |pair: &Pair| {
        let away =
            frames.iter().map(|(frame, weight)| weight * (1.0 - frame.direction(pair).dot(&frame.source)));
        CONTROL * pair.norm_squared() + away.sum::<f64>()
    };
    let mut samples: Vec<(f64, Pair)> = origin.chain(grid).map(|pair| (cost(&pair), pair)).collect();
    // Stable: of equals the origin stays first.
    samples.sort_by(|a, b| a.0.total_cmp(&b.0));
    samples.into_iter().take(STARTS).map(|(_, pair)| pair).collect()
}

/// Twist and bend of every frame. `is_swung` says which frames matter: controls that act on none of them stay at zero.
pub(super) fn restore_forearm(
    frames: &[ForearmFrame],
    is_swung: &[bool],
    weights: &[ControlWeights],
    control_count: usize,
) -> Vec<Pair> {
    let bounds = bounds_of(frames, weights, control_count);
    let mut acts_on: Vec<Vec<(&ForearmFrame, f64)>> = vec![Vec::new(); control_count];
    for ((frame, weights), _) in frames.iter().zip(weights).zip(is_swung).filter(|(_, swung)| **swung) {
        for (control, weight) in weights.iter(control_count).filter(|(_, weight)| *weight > 0.0) {
            acts_on[control].push((frame, weight));
        }
    }
    let samples: Vec<Vec<Pair>> = acts_on
        .iter()
        .zip(&bounds)
        .map(|(frames, bounds)| match frames.is_empty() {
            true => vec![Pair::zeros()],
            false => best_samples(frames, bounds),
        })
        .collect();
    let frame_cost = |frame: usize, pair: &Pair| match is_swung[frame] {
        true => frames[frame].cost(pair),
        false => FrameCost::nothing(),
    };
    let problem = Problem { weights, bounds: &bounds, weight: CONTROL, frame_cost };
    let roughness = |controls: &[Pair]| -> f64 {
        controls.windows(3).map(|w| (w[0] - w[1] * 2.0 + w[2]).norm_squared()).sum()
    };
    let starts = (0..STARTS).map(|start| {
        let nth = |samples: &Vec<Pair>| samples.get(start).copied().unwrap_or_else(Pair::zeros);
        samples.iter().map(nth).collect::<Vec<_>>()
    });
    let zero = std::iter::once(vec![Pair::zeros(); control_count]);
    let minima = starts.chain(zero).map(|start| problem.minimise::<8>(&start));
    let best = minima.min_by(|a: &Minimum<2>, b| {
        let is_tie = (a.value - b.value).abs() <= 1e-9 * a.value.abs().max(b.value.abs());
        if is_tie {
            roughness(&a.controls).total_cmp(&roughness(&b.controls))
        } else {
            a.value.total_cmp(&b.value)
        }
    });
    let controls = best.map_or_else(Vec::new, |best| best.controls);
    let pairs: Vec<Pair> = weights.iter().map(|weights| correction(weights, &controls)).collect();
    let angle = |pairs: &dyn Fn(usize) -> Pair| -> f64 {
        (0..frames.len()).map(|t| frames[t].direction(&pairs(t)).angle(&frames[t].source)).sum()
    };
    // Cosines can gain while the mean angle does not.
    if angle(&|t| pairs[t]) > angle(&|_| Pair::zeros()) { vec![Pair::zeros(); frames.len()] } else { pairs }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Random;
    use crate::math::b_spline::ClampedSpline;

    fn unit(random: &mut Random) -> Vec3 {
        Vec3::from_fn(|_, _| random.normal()).normalize()
    }

    /// An arm whose hinge is across both bones, swung by a random turn.
    fn frame(random: &mut Random, size: f64) -> ForearmFrame {
        let (upper, other) = (unit(random), unit(random));
        let hinge = upper.cross(&other).normalize();
        let opening = 0.8 + 2.0 * random.uniform();
        // The forearm leaves the elbow at the opening from the way back to the shoulder.
        let source = rotation_from_vector(&(hinge * opening)) * -upper;
        let swing =
            rotation_from_vector(&(upper.cross(&unit(random)).normalize() * (size * random.uniform())));
        ForearmFrame { upper: swing * upper, swing, hinge, source, opening }
    }

    fn weights(count: usize, controls: usize) -> Vec<ControlWeights> {
        let times: Vec<f64> = (0..controls)
            .map(|i| i as f64 * (count.max(2) - 1) as f64 / (controls.max(2) - 1) as f64)
            .collect();
        let spline = ClampedSpline::new(&times);
        (0..count).map(|frame| spline.weights(frame as f64)).collect()
    }

    fn restore(frames: &[ForearmFrame], controls: usize) -> Vec<Pair> {
        restore_forearm(frames, &vec![true; frames.len()], &weights(frames.len(), controls), controls)
    }

    fn mean_angle(frames: &[ForearmFrame], pairs: &[Pair]) -> f64 {
        frames.iter().zip(pairs).map(|(f, pair)| f.direction(pair).angle(&f.source)).sum::<f64>()
            / frames.len() as f64
    }

    #[test]
    fn forearms_are_never_farther_from_their_direction_than_before() {
        let mut random = Random::new(31);
        let mut gained = 0;
        for _ in 0..200 {
            let frames: Vec<ForearmFrame> = vec![frame(&mut random, 1.0); 6];
            let pairs = restore(&frames, 2);
            let (before, after) = (mean_angle(&frames, &[Pair::zeros(); 6]), mean_angle(&frames, &pairs));
            assert!(after <= before + 1e-12, "{before} {after}");
            gained += usize::from(after < 0.7 * before);
            for (frame, pair) in frames.iter().zip(&pairs) {
                assert!(pair.x.abs() <= FRAC_PI_2 + 1e-12 && (-FRAC_PI_2 - 1e-12..=1e-12).contains(&pair.y));
                assert!(frame.opening + pair.y >= MIN_OPENING.min(frame.opening) - 1e-12);
                // The twist turns about the upper arm, so the elbow stays.
                assert!((frame.twist(pair) * frame.upper - frame.upper).norm() < 1e-12);
            }
        }
        assert!(gained > 60, "{gained}");
    }

    #[test]
    fn a_twist_and_a_bend_that_were_put_in_are_found() {
        let mut random = Random::new(6);
        for _ in 0..20 {
            let mut arm = frame(&mut random, 0.0);
            arm.opening = 2.4;
            arm.source = rotation_from_vector(&(arm.hinge * arm.opening)) * -arm.upper;
            // The swing is the inverse of a twist by 0.4, and of a bend by −0.3 that came with it.
            let (twist, bend) = (Pair::new(0.4, 0.0), Pair::new(0.0, -0.3));
            let unbent = rotation_from_vector(&(arm.hinge * 0.3)) * arm.source;
            arm.swing = arm.twist(&twist).inverse() * rotation_from_vector(&(arm.hinge * 0.3));
            let solvable = restore(&[arm; 5], 2);
            // Turned by the swing, the forearm is where 0.4 and −0.3 take it back.
            assert!((arm.swing * arm.source - arm.twist(&twist).inverse() * unbent).norm() < 1e-12);
            assert!(mean_angle(&[arm; 5], &solvable) <= 0.02, "{solvable:?}");
            assert!((solvable[0] - twist - bend).norm() < 0.05, "{solvable:?}");
            // The other way the elbow would have to open, which it must not.
            arm.swing = rotation_from_vector(&(arm.hinge * -0.3));
            assert!(restore(&[arm; 5], 2).iter().all(|pair| pair.y.abs() < 1e-9));
        }
    }

    /// One control for three equal frames: its bounds, and the least cost on a grid 0.01 rad apart.
    fn dense_minimum(problem: &Problem<'_, 2, impl Fn(usize, &Pair) -> FrameCost<2>>) -> f64 {
        let [low, high] = problem.bounds[0];
        let count = |i: usize| ((high[i] - low[i]) / 0.01).ceil() as usize;
        let mut dense = f64::INFINITY;
        for i in 0..=count(0) {
            for j in 0..=count(1) {
                let at = Pair::new(low.x + 0.01 * i as f64, low.y + 0.01 * j as f64);
                dense = dense.min(problem.value(&[at.zip_map(&high, f64::min)]));
            }
        }
        dense
    }

    #[test]
    fn nothing_on_a_dense_grid_costs_less() {
        let mut random = Random::new(12);
        let mut moved = 0;
        for _ in 0..8 {
            let frames = [frame(&mut random, 2.2); 3];
            let weights = weights(3, 1);
            let bounds = bounds_of(&frames, &weights, 1);
            let pairs = restore(&frames, 1);
            if pairs[0] == Pair::zeros() {
                continue;
            }
            let frame_cost = |frame: usize, pair: &Pair| frames[frame].cost(pair);
            let problem = Problem { weights: &weights, bounds: &bounds, weight: CONTROL, frame_cost };
            let (found, dense) = (problem.value(&pairs[..1]), dense_minimum(&problem));
            assert!(found <= dense + 1e-4, "{found} {dense}");
            moved += 1;
        }
        assert!(moved >= 4, "{moved}");
    }

    #[test]
    fn controls_that_cost_too_much_stay_zero() {
        let mut random = Random::new(12);
        for _ in 0..8 {
            let frames = [frame(&mut random, 2.2); 3];
            let weights = weights(3, 1);
            let bounds = bounds_of(&frames, &weights, 1);
            let frame_cost = |frame: usize, pair: &Pair| frames[frame].cost(pair);
            let most = |weight: f64| {
                let problem = Problem { weights: &weights, bounds: &bounds, weight, frame_cost };
                problem.minimise::<8>(&[Pair::zeros()]).controls[0].norm()
            };
            let [little, nothing] = [1e3, 1e9].map(most);
            assert!(little < 1e-2 && nothing < 1e-8, "{little} {nothing}");
        }
    }

    /// Frames that share a control and want different things.
    #[test]
    fn of_two_minima_the_lower_is_found_where_a_descent_from_zero_ends_in_the_other() {
        let mut random = Random::new(5);
        let mut traps = 0;
        for _ in 0..150 {
            let frames = [(); 3].map(|()| frame(&mut random, 3.1));
            let weights = weights(3, 1);
            let bounds = bounds_of(&frames, &weights, 1);
            let frame_cost = |frame: usize, pair: &Pair| frames[frame].cost(pair);
            let problem = Problem { weights: &weights, bounds: &bounds, weight: CONTROL, frame_cost };
            let (single, dense) = (problem.minimise::<8>(&[Pair::zeros()]).value, dense_minimum(&problem));
            let found = restore(&frames, 1)[0];
            // Zero is what is left where the mean angle does not gain.
            if single < dense + 1e-3 || found == Pair::zeros() {
                continue;
            }
            traps += 1;
            let value = problem.value(&[found]);
            assert!(value <= dense + 1e-4, "{value} {dense}, from zero alone {single}");
        }
        assert!(traps > 0, "no landscape has two minima");
    }

    #[test]
    fn the_gradient_is_that_of_the_cost() {
        let mut random = Random::new(14);
        for _ in 0..100 {
            let arm = frame(&mut random, 1.0);
            let pair = Pair::new(random.normal(), random.normal());
            let cost = arm.cost(&pair);
            for unknown in 0..2 {
                let at = |step: f64| {
                    let mut moved = pair;
                    moved[unknown] += step;
                    arm.cost(&moved).value
                };
                let difference = (at(1e-5) - at(-1e-5)) / 2e-5;
                assert!((difference - cost.gradient[unknown]).abs() < 1e-6);
            }
        }
    }
}

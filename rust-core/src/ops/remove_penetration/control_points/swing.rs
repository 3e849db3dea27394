//! The upper arm swings away from the trunk: one angle a frame about a fixed axis (Lyard 2008, section 4.4.1).

use super::minimise::{FrameCost, Minimum, Problem, correction};
use super::placement::{place_controls, refine_controls};
use crate::math::b_spline::{ClampedSpline, ControlWeights};
use crate::math::rotation::rotation_from_vector;
use crate::math::{Quat, Vec3};
use nalgebra::{SMatrix, SVector};
use std::f64::consts::FRAC_PI_2;

/// Weight of the controls, per rad², against cm².
const CONTROL: f64 = 1.0;
/// Frames that miss more than this get controls, cm; that is done so often.
const ENOUGH: f64 = 0.1;
const REFINEMENTS: usize = 3;
/// Seconds on either side over which axes are smoothed.
const AXIS_TIME: f64 = 2.0 / 30.0;

/// One frame of one arm, centimetres.
#[derive(Debug, Clone, Copy)]
pub(super) struct ArmFrame {
    pub(super) shoulder: Vec3,
    pub(super) elbow: Vec3,
    /// What the elbow keeps away from, and how far.
    pub(super) obstacle: Vec3,
    pub(super) distance: f64,
}

/// One frame with the axis that its arm swings about.
#[derive(Debug, Clone, Copy)]
pub(super) struct SwingFrame {
    arm: ArmFrame,
    pub(super) axis: Vec3,
}

/// The angles of a clip.
#[derive(Debug, Clone)]
pub(super) struct Swing {
    pub(super) angles: Vec<f64>,
    /// Frames with a control, and the weights of the controls on each frame.
    pub(super) controls: Vec<usize>,
    pub(super) weights: Vec<ControlWeights>,
    pub(super) steps: usize,
}

type One = SVector<f64, 1>;

impl SwingFrame {
    fn elbow(&self, angle: f64) -> Vec3 {
        self.arm.shoulder + self.turn(angle) * (self.arm.elbow - self.arm.shoulder)
    }

    /// The turn of the upper arm.
    pub(super) fn turn(&self, angle: f64) -> Quat {
        rotation_from_vector(&(self.axis * angle))
    }

    /// How much is missing to the distance.
    fn missing(&self, angle: f64) -> f64 {
        (self.arm.distance - (self.elbow(angle) - self.arm.obstacle).norm()).max(0.0)
    }

    /// `missing²`.
    fn cost(&self, angle: f64) -> FrameCost<1> {
        let elbow = self.elbow(angle);
        let away = elbow - self.arm.obstacle;
        let distance = away.norm();
        let missing = self.arm.distance - distance;
        if missing <= 0.0 || distance <= 0.0 {
            return FrameCost::nothing();
        }
        let slope = away.dot(&self.axis.cross(&(elbow - self.arm.shoulder))) / distance;
        FrameCost {
            value: missing * missing,
            gradient: One::new(-2.0 * missing * slope),
            curvature: SMatrix::repeat(2.0 * slope * slope),
        }
    }

    /// The least angle that frees the elbow, where the axis is across both the arm and the way out; as far as it gets where none does.
    fn exact_angle(&self) -> f64 {
        if self.missing(0.0) <= 0.0 {
            return 0.0;
        }
        let ArmFrame { shoulder, elbow, obstacle, distance } = self.arm;
        let (to_obstacle, arm) = (obstacle - shoulder, elbow - shoulder);
        let (far, length) = (to_obstacle.norm(), arm.norm());
        if far * length <= 0.0 {
            return 0.0;
        }
        let cosine = (far * far + length * length - distance * distance) / (2.0 * far * length);
        let angle = cosine.clamp(-1.0, 1.0).acos() - to_obstacle.angle(&arm);
        let outward = self.axis.cross(&arm).dot(&(elbow - obstacle));
        if outward < 0.0 { -angle } else { angle }
    }

    /// Whether no angle is enough.
    fn is_out_of_reach(&self) -> bool {
        let ArmFrame { shoulder, elbow, obstacle, distance } = self.arm;
        distance > (obstacle - shoulder).norm() + (elbow - shoulder).norm()
    }
}

/// Gives each frame an axis across the upper arm and the way out; it changes smoothly over time.
pub(super) fn with_axes(arms: &[ArmFrame], frame_rate: f64) -> Vec<SwingFrame> {
    let across = |axis: &Vec3, arm: &ArmFrame| {
        let upper = (arm.elbow - arm.shoulder).try_normalize(1e-9)?;
        (axis - upper * axis.dot(&upper)).try_normalize(1e-6)
    };
    let own = |arm: &ArmFrame| {
        let (upper, out) = (arm.elbow - arm.shoulder, arm.elbow - arm.obstacle);
        upper.cross(&out).try_normalize(1e-6 * upper.norm() * out.norm())
    };
    let first = arms.iter().find_map(own).unwrap_or_else(Vec3::z);
    let mut axes: Vec<Vec3> = Vec::with_capacity(arms.len());
    for arm in arms {
        let last = axes.last().copied().unwrap_or(first);
        // Where the way out is along the arm, the axis of the frame before is as good as any.
        let axis = own(arm).or_else(|| across(&last, arm)).unwrap_or(last);
        axes.push(if axis.dot(&last) < 0.0 { -axis } else { axis });
    }
    let half = (AXIS_TIME * frame_rate).round() as usize;
    let frames = arms.iter().enumerate().map(|(frame, arm)| {
        let around = &axes[frame.saturating_sub(half)..(frame + half + 1).min(axes.len())];
        let mean = around.iter().sum::<Vec3>();
        SwingFrame { arm: *arm, axis: across(&mean, arm).unwrap_or(axes[frame]) }
    });
    frames.collect()
}

/// The smooth swing that keeps the elbow away; all zero where it is away already. `spacing` as in `place_controls`.
pub(super) fn solve_swing(frames: &[SwingFrame], frame_rate: f64, spacing: usize) -> Swing {
    let need: Vec<f64> = frames.iter().map(SwingFrame::exact_angle).collect();
    let mut controls = place_controls(&need, frame_rate, spacing);
    let mut best: Option<(Swing, f64)> = None;
    for _ in 0..=REFINEMENTS {
        let times: Vec<f64> = controls.iter().map(|frame| *frame as f64).collect();
        let spline = ClampedSpline::new(&times);
        let weights: Vec<ControlWeights> = (0..frames.len()).map(|t| spline.weights(t as f64)).collect();
        let bounds = vec![[One::new(-FRAC_PI_2), One::new(FRAC_PI_2)]; controls.len()];
        let frame_cost = |frame: usize, angle: &One| frames[frame].cost(angle.x);
        let problem = Problem { weights: &weights, bounds: &bounds, weight: CONTROL, frame_cost };
        let Minimum { controls: found, steps, .. } =
            problem.minimise::<4>(&vec![One::zeros(); controls.len()]);
        let angles: Vec<f64> = weights.iter().map(|weights| correction(weights, &found).x).collect();
        let left: Vec<f64> = frames.iter().zip(&angles).map(|(frame, angle)| frame.missing(*angle)).collect();
        let worst = left.iter().copied().fold(0.0, f64::max);
        let swing = Swing { angles, controls: controls.clone(), weights, steps };
        if best.as_ref().is_none_or(|(_, least)| worst < *least) {
            best = Some((swing, worst));
        }
        // What is out of reach is not nearer with more controls.
        let reachable: Vec<f64> =
            left.iter().zip(frames).map(|(left, f)| if f.is_out_of_reach() { 0.0 } else { *left }).collect();
        let finer = refine_controls(&controls, &reachable, ENOUGH);
        if spacing > 0 || finer.len() == controls.len() {
            break;
        }
        controls = finer;
    }
    let none = Swing { angles: Vec::new(), controls: Vec::new(), weights: Vec::new(), steps: 0 };
    best.map_or(none, |(swing, _)| swing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Random;

    /// An arm of 28 cm beside a trunk, its elbow `gap` cm from the obstacle.
    fn arm(gap: f64, distance: f64) -> ArmFrame {
        let shoulder = Vec3::new(18.0, 0.0, 0.0);
        let down = ((18.0 - gap) / 28.0f64).asin();
        let elbow = shoulder + Vec3::new(-down.sin(), -down.cos(), 0.0) * 28.0;
        ArmFrame { shoulder, elbow, obstacle: Vec3::new(0.0, elbow.y, 0.0), distance }
    }

    fn largest_bend(values: &[f64]) -> f64 {
        values.windows(3).map(|w| (w[0] - 2.0 * w[1] + w[2]).abs()).fold(0.0, f64::max)
    }

    /// Up to 2.5 cm inside on half of the frames.
    fn swinging() -> Vec<SwingFrame> {
        let gap = |t: usize| 20.0 + 2.5 * (t as f64 * std::f64::consts::TAU / 30.0).sin();
        with_axes(&(0..91).map(|t| arm(gap(t), 20.0)).collect::<Vec<_>>(), 25.0)
    }

    #[test]
    fn a_still_arm_takes_the_exact_angle() {
        let frames = with_axes(&[arm(18.0, 20.5); 40], 25.0);
        let swing = solve_swing(&frames, 25.0, 0);
        for (frame, angle) in frames.iter().zip(&swing.angles) {
            let exact = frame.exact_angle();
            assert!(exact > 0.05 && (frame.elbow(exact) - frame.arm.obstacle).norm() - 20.5 < 1e-9);
            assert!((angle - exact).abs() < 0.005 * exact, "{angle} {exact}");
        }
    }

    #[test]
    fn a_swinging_arm_is_freed_smoothly() {
        let frames = swinging();
        for (spacing, share) in [(0, 0.6), (5, 0.35), (3, 0.6), (2, 0.75)] {
            let swing = solve_swing(&frames, 25.0, spacing);
            let left =
                frames.iter().zip(&swing.angles).map(|(f, angle)| f.missing(*angle)).fold(0.0, f64::max);
            assert!(left <= 0.1, "{spacing}: {left}");
            let exact: Vec<f64> = frames.iter().map(SwingFrame::exact_angle).collect();
            let ratio = largest_bend(&swing.angles) / largest_bend(&exact);
            assert!(ratio <= share, "{spacing}: {ratio}");
            for (frame, angle) in frames.iter().zip(&swing.angles) {
                let length = (frame.elbow(*angle) - frame.arm.shoulder).norm();
                assert!((length - 28.0).abs() < 1e-12);
                // No twist of the upper arm about itself.
                let upper = (frame.arm.elbow - frame.arm.shoulder).normalize();
                assert!(frame.axis.dot(&upper).abs() < 1e-9);
            }
        }
    }

    /// The axis of one arm whose elbow jumps to the front for a moment is turned for the same time at any rate.
    #[test]
    fn axes_are_smoothed_over_the_same_time_at_any_rate() {
        for rate in [15.0, 30.0, 60.0, 120.0] {
            let count = (2.0 * rate) as usize;
            let mut arms = vec![arm(18.0, 20.0); count];
            arms[count / 2].obstacle.z -= 10.0;
            let axes = with_axes(&arms, rate);
            let is_turned = |frame: &&SwingFrame| frame.axis.angle(&axes[0].axis) > 1e-9;
            let seconds = axes.iter().filter(is_turned).count() as f64 / rate;
            assert!((seconds - 4.0 / 30.0).abs() <= 2.0 / rate, "{rate}: {seconds}");
        }
    }

    #[test]
    fn controls_that_are_added_never_leave_more_than_the_first_ones_did() {
        let mut random = Random::new(17);
        for _ in 0..20 {
            // Short contacts, for which the first controls are too far apart.
            let mut gaps = [20.5; 70];
            for _ in 0..8 {
                let at = 3 + (64.0 * random.uniform()) as usize;
                gaps[at..at + 2].fill(12.0 + 6.0 * random.uniform());
            }
            let frames = with_axes(&gaps.map(|gap| arm(gap, 20.0)), 25.0);
            let need: Vec<f64> = frames.iter().map(SwingFrame::exact_angle).collect();
            let times: Vec<f64> = place_controls(&need, 25.0, 0).iter().map(|t| *t as f64).collect();
            let spline = ClampedSpline::new(&times);
            let weights: Vec<ControlWeights> = (0..frames.len()).map(|t| spline.weights(t as f64)).collect();
            let bounds = vec![[One::new(-FRAC_PI_2), One::new(FRAC_PI_2)]; times.len()];
            let frame_cost = |frame: usize, angle: &One| frames[frame].cost(angle.x);
            let problem = Problem { weights: &weights, bounds: &bounds, weight: CONTROL, frame_cost };
            let first = problem.minimise::<4>(&vec![One::zeros(); times.len()]).controls;
            let left = |angle: &dyn Fn(usize) -> f64| {
                frames.iter().enumerate().map(|(t, frame)| frame.missing(angle(t))).fold(0.0, f64::max)
            };
            let before = left(&|t| correction(&weights[t], &first).x);
            let swing = solve_swing(&frames, 25.0, 0);
            let after = left(&|t| swing.angles[t]);
            assert!(after <= before, "{after} {before}");
        }
    }

    #[test]
    fn thicker_bodies_ask_for_more_and_free_ones_for_nothing() {
        let most = |distance: f64| {
            let frames = with_axes(&[arm(18.0, distance); 20], 25.0);
            solve_swing(&frames, 25.0, 0).angles.into_iter().fold(0.0, f64::max)
        };
        let turns = [17.0, 18.5, 19.0, 21.0, 23.0].map(most);
        assert_eq!(turns[0], 0.0);
        assert!(turns.windows(2).all(|pair| pair[0] < pair[1]), "{turns:?}");
        assert!(solve_swing(&[], 25.0, 0).angles.is_empty());
    }

    #[test]
    fn what_is_out_of_reach_is_finite_and_bounded() {
        let frames = with_axes(&[arm(18.0, 90.0); 10], 25.0);
        assert!(frames[0].is_out_of_reach());
        let swing = solve_swing(&frames, 25.0, 0);
        assert!(swing.angles.iter().all(|angle| angle.is_finite() && angle.abs() <= FRAC_PI_2 + 1e-12));
        assert!(frames[0].exact_angle() > 1.0);
        // An elbow on the obstacle has no way out; another frame's axis serves.
        let mut inside = arm(18.0, 20.0);
        inside.obstacle = inside.elbow;
        assert!(with_axes(&[inside, arm(18.0, 20.0)], 25.0).iter().all(|frame| frame.axis.norm() > 0.99));
    }

    #[test]
    fn the_mirrored_arm_swings_the_mirrored_way() {
        let flip = |v: Vec3| Vec3::new(-v.x, v.y, v.z);
        let arms: Vec<ArmFrame> = (0..40).map(|t| arm(17.5 + 0.1 * f64::from(t % 7), 20.0)).collect();
        let mirrored: Vec<ArmFrame> = arms
            .iter()
            .map(|a| ArmFrame {
                shoulder: flip(a.shoulder),
                elbow: flip(a.elbow),
                obstacle: flip(a.obstacle),
                ..*a
            })
            .collect();
        let [left, right] = [arms, mirrored].map(|arms| {
            let frames = with_axes(&arms, 25.0);
            let swing = solve_swing(&frames, 25.0, 0);
            frames.iter().zip(&swing.angles).map(|(f, angle)| f.elbow(*angle)).collect::<Vec<_>>()
        });
        assert!(left.iter().zip(&right).all(|(a, b)| (flip(*a) - b).norm() < 1e-9));
    }

    #[test]
    fn the_gradient_is_that_of_the_cost() {
        let mut random = Random::new(8);
        let mut checked = 0;
        for _ in 0..200 {
            let mut vector = || Vec3::from_fn(|_, _| 10.0 * random.normal());
            let arm = ArmFrame { shoulder: vector(), elbow: vector(), obstacle: vector(), distance: 30.0 };
            let frame = with_axes(&[arm], 25.0)[0];
            let angle = random.normal();
            let cost = frame.cost(angle);
            let difference = (frame.cost(angle + 1e-6).value - frame.cost(angle - 1e-6).value) / 2e-6;
            assert!((difference - cost.gradient.x).abs() <= 1e-6 * cost.gradient.x.abs().max(100.0));
            checked += usize::from(cost.value > 0.0);
        }
        assert!(checked > 100);
    }
}

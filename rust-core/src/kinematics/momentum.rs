//! Centre of mass and angular momentum of a clip, the forces that they ask of the ground, and where those forces act
//! (docs/methods/balance.md, 2).

use super::WorldPoses;
use crate::math::banded::Banded;
use crate::math::{GRAVITY, Quat, Vec3};
use crate::model::MassModel;
use std::ops::Range;

/// Largest weight of the smoothing: beyond it the equations lose their digits. It is met by a cut-off of 5 Hz above 3,000 frames a second, and at
/// 120 by one of 0.19 Hz.
const MAX_WEIGHT: f64 = 1e12;

/// What a body's motion asks of the ground.
#[derive(Debug, Clone, Default)]
pub(crate) struct Dynamics {
    /// Kilograms.
    pub(crate) mass: f64,
    /// Seconds from frame to frame.
    pub(crate) frame_time: f64,
    /// Centre of mass, world, not smoothed.
    pub(crate) centre: Vec<Vec3>,
    /// The same, smoothed.
    pub(crate) smooth_centre: Vec<Vec3>,
    /// Angular momentum about the centre of mass between each frame and the next, smoothed.
    pub(crate) angular_momentum: Vec<Vec3>,
    /// Force of the ground on the body, newtons: it holds the body up and moves it.
    pub(crate) force: Vec<Vec3>,
    /// Its moment about the centre of mass, newton metres.
    pub(crate) moment: Vec<Vec3>,
    /// The stretches between cuts, in order; forces know nothing of what is beyond. Empty for a clip without cuts.
    pub(crate) segments: Vec<Range<usize>>,
}

impl Dynamics {
    /// Of a posed clip. `cutoff` is that of the smoothing, Hz; 0 smooths nothing. `segments` are the stretches between cuts.
    pub(crate) fn new(
        poses: &WorldPoses,
        masses: &MassModel,
        frame_time: f64,
        cutoff: f64,
        segments: Vec<Range<usize>>,
    ) -> Self {
        let mut dynamics = Self { frame_time, mass: masses.total(), segments, ..Self::default() };
        dynamics.update(poses, masses, cutoff, &mut DynamicsScratch::default());
        dynamics
    }

    /// As [`Self::new`], into the memory that is there.
    pub(crate) fn update(
        &mut self,
        poses: &WorldPoses,
        masses: &MassModel,
        cutoff: f64,
        scratch: &mut DynamicsScratch,
    ) {
        self.mass = masses.total();
        measure_momentum(
            poses,
            masses,
            self.frame_time,
            &mut self.centre,
            &mut self.angular_momentum,
            &mut scratch.frames,
        );
        self.smooth_centre.clear();
        self.smooth_centre.extend_from_slice(&self.centre);
        self.force.clear();
        self.moment.clear();
        for index in 0..self.segments.len().max(1) {
            let segment = self.segments.get(index).cloned().unwrap_or(0..self.centre.len());
            self.update_segment(segment, cutoff, scratch);
        }
    }

    fn update_segment(&mut self, segment: Range<usize>, cutoff: f64, scratch: &mut DynamicsScratch) {
        let Range { start, end } = segment;
        let rate = 1.0 / self.frame_time;
        let between = start..end.max(start + 1) - 1;
        smooth(&mut self.smooth_centre[start..end], self.frame_time, cutoff, &mut scratch.matrix);
        smooth(&mut self.angular_momentum[between], self.frame_time, cutoff, &mut scratch.matrix);
        for frame in start..end {
            let (mut acceleration, mut moment) = (Vec3::zeros(), Vec3::zeros());
            if end - start >= 3 {
                // The first and last frame have no acceleration of their own.
                let at = frame.clamp(start + 1, end - 2);
                let c = &self.smooth_centre;
                acceleration = (c[at + 1] - c[at] * 2.0 + c[at - 1]) * (rate * rate);
                moment = (self.angular_momentum[at] - self.angular_momentum[at - 1]) * rate;
            }
            self.force.push((acceleration + Vec3::y() * GRAVITY) * self.mass);
            self.moment.push(moment);
        }
    }

    /// The stretch between cuts that a frame is in.
    pub(crate) fn segment(&self, frame: usize) -> Range<usize> {
        let at = self.segments.partition_point(|segment| segment.end <= frame);
        let of_frame = self.segments.get(at).filter(|segment| segment.contains(&frame));
        of_frame.cloned().unwrap_or(0..self.centre.len())
    }

    /// Linear momentum and angular momentum about the centre of mass in a frame: the mean of what is before and after it.
    pub(crate) fn momentum(&self, frame: usize) -> [Vec3; 2] {
        let segment = self.segment(frame);
        let (from, to) = (frame.max(segment.start + 1) - 1, (frame + 2).min(segment.end).max(1) - 1);
        let between = &self.angular_momentum[from..to.max(from)];
        let share = 1.0 / between.len().max(1) as f64;
        let way = self.smooth_centre[to] - self.smooth_centre[from];
        [way * (self.mass * share / self.frame_time), between.iter().sum::<Vec3>() * share]
    }

    /// Upward force as a share of the body's weight: 1 standing, 0 in flight.
    pub(crate) fn load(&self, frame: usize) -> f64 {
        self.force[frame].y / (self.mass * GRAVITY)
    }

    /// The point of a plane about which the force has no moment along it: the zero moment point (Vukobratović and Borovac 2004).
    /// It runs away as the load vanishes.
    pub(crate) fn zero_moment_point(&self, frame: usize, origin: &Vec3, normal: &Vec3) -> Vec3 {
        let force = self.force[frame];
        let about_origin = self.moment[frame] + (self.smooth_centre[frame] - origin).cross(&force);
        origin + normal.cross(&about_origin) / normal.dot(&force)
    }
}

/// Memory of [`Dynamics::update`].
#[derive(Debug, Default)]
pub(crate) struct DynamicsScratch {
    frames: [Vec<(Vec3, Quat)>; 2],
    matrix: Banded<4>,
}

/// Centre of mass of every frame, and angular momentum about it between frames. Differences are taken half-way between frames, where they
/// are right to second order.
fn measure_momentum(
    poses: &WorldPoses,
    masses: &MassModel,
    frame_time: f64,
    centre: &mut Vec<Vec3>,
    momentum: &mut Vec<Vec3>,
    [before, now]: &mut [Vec<(Vec3, Quat)>; 2],
) {
    let total = masses.total();
    let rate = 1.0 / frame_time;
    centre.clear();
    momentum.clear();
    for frame in 0..poses.frame_count() {
        now.clear();
        let mut sum = Vec3::zeros();
        for segment in masses.segments() {
            let rotation = poses.rotation(frame, segment.joint);
            let place = poses.position(frame, segment.joint) + rotation * segment.centre;
            sum += place * segment.mass;
            now.push((place, rotation));
        }
        centre.push(sum / total);
        if frame > 0 {
            let (from, to) = (centre[frame - 1], centre[frame]);
            let (middle, velocity) = ((from + to) / 2.0, (to - from) * rate);
            let mut sum = Vec3::zeros();
            for ((segment, (p, q)), (r, s)) in masses.segments().iter().zip(before.iter()).zip(now.iter()) {
                let arm = (p + r) / 2.0 - middle;
                sum += arm.cross(&((r - p) * rate - velocity)) * segment.mass;
                sum += spin(&segment.inertia, q, s) * rate;
            }
            momentum.push(sum);
        }
        std::mem::swap(before, now);
    }
}

/// Angular momentum of a rigid part that turns from one rotation to the next in a second.
#[inline]
fn spin(inertia: &nalgebra::Matrix3<f64>, from: &Quat, to: &Quat) -> Vec3 {
    // In the part's own frame, half-way: the turn is the same seen from either end.
    let turn = (from.inverse() * to).into_inner();
    let (w, v) = if turn.w < 0.0 { (-turn.w, -turn.imag()) } else { (turn.w, turn.imag()) };
    // angle / sin(angle / 2); the series is exact to 1e-11 as far as it goes, and most turns between frames are smaller.
    let square = v.norm_squared();
    let factor = if square < 0.01 {
        2.0 + square * (1.0 / 3.0 + square * (0.15 + square * (5.0 / 56.0 + square * (35.0 / 576.0))))
    } else {
        2.0 * square.sqrt().atan2(w) / square.sqrt()
    };
    let [x, y, z] = (v * factor).into();
    let i = inertia;
    let local = Vec3::new(
        i.m11 * x + i.m12 * y + i.m13 * z,
        i.m21 * x + i.m22 * y + i.m23 * z,
        i.m31 * x + i.m32 * y + i.m33 * z,
    );
    // Half of the turn from the first rotation on; not of unit length.
    let half = from.coords + if from.coords.dot(&to.coords) < 0.0 { -to.coords } else { to.coords };
    let (u, square) = (half.xyz(), half.norm_squared());
    let across = u.cross(&local);
    local + (across * half.w + u.cross(&across)) * (2.0 / square)
}

/// The lowest and highest cut-off that make a difference at a frame rate, Hz.
pub(crate) fn cutoff_limits(frame_time: f64) -> [f64; 2] {
    let lowest = (0.5 * MAX_WEIGHT.powf(-1.0 / 6.0)).asin() / (std::f64::consts::PI * frame_time);
    [lowest, 0.5 / frame_time]
}

/// Smooths a path as a whole: `Σ|x − given|² + weight · Σ|third difference|²` is smallest, which halves what has the cut-off frequency.
/// Fewer than four values stay as they are.
pub(crate) fn smooth(values: &mut [Vec3], frame_time: f64, cutoff: f64, matrix: &mut Banded<4>) {
    let count = values.len();
    if count < 4 || cutoff <= 0.0 {
        return;
    }
    if cutoff >= cutoff_limits(frame_time)[1] {
        return;
    }
    let angle = std::f64::consts::PI * cutoff * frame_time;
    let weight = (2.0 * angle.sin()).powi(-6).min(MAX_WEIGHT);
    const THIRD: [f64; 4] = [-1.0, 3.0, -3.0, 1.0];
    matrix.reset(count);
    for row in 0..count {
        matrix.add(row, row, 1.0);
    }
    for start in 0..count - 3 {
        for a in 0..4 {
            for b in 0..=a {
                matrix.add(start + a, start + b, weight * THIRD[a] * THIRD[b]);
            }
        }
    }
    // Of a path far from the origin only the shape counts, and its digits.
    let origin = values[0];
    values.iter_mut().for_each(|value| *value -= origin);
    if matrix.factor() {
        matrix.solve_vectors(values);
    }
    values.iter_mut().for_each(|value| *value += origin);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cutoffs_beyond_their_limits_make_no_difference() {
        let time = 1.0 / 120.0;
        let path: Vec<Vec3> =
            (0..40).map(|i| Vec3::new(f64::from(i * i % 7), 0.0, f64::from(i % 3))).collect();
        let smoothed = |cutoff: f64| {
            let mut values = path.clone();
            smooth(&mut values, time, cutoff, &mut Banded::default());
            values
        };
        let [lowest, highest] = cutoff_limits(time);
        assert_eq!(smoothed(highest), path);
        assert_ne!(smoothed(0.999 * highest), path);
        assert_eq!(smoothed(0.99 * lowest), smoothed(0.5 * lowest));
        assert_ne!(smoothed(1.01 * lowest), smoothed(0.99 * lowest));
    }

    #[test]
    fn every_frame_has_the_stretch_that_holds_it() {
        let centre = vec![Vec3::zeros(); 12];
        let segments = vec![0..3, 3..4, 4..9, 9..12];
        let dynamics = Dynamics { centre: centre.clone(), segments: segments.clone(), ..Dynamics::default() };
        for frame in 0..12 {
            let of_frame = segments.iter().find(|segment| segment.contains(&frame)).unwrap();
            assert_eq!(dynamics.segment(frame), *of_frame, "{frame}");
        }
        assert_eq!(Dynamics { centre, ..Dynamics::default() }.segment(5), 0..12, "without cuts");
    }

    use crate::kinematics::forward::pose_clip;
    use crate::model::clip::ClipData;
    use crate::model::{Clip, Joint, JointIndex, MassSegment, Skeleton};
    use nalgebra::Matrix3;

    /// A point mass whose place in every frame is given.
    fn ball(
        rate: f64,
        count: usize,
        place: impl Fn(f64) -> Vec3,
        turn: impl Fn(f64) -> Vec3,
    ) -> (WorldPoses, Skeleton) {
        let skeleton = Skeleton::new(vec![Joint::new("ball", None, Vec3::zeros())], vec![]).unwrap();
        let times: Vec<f64> = (0..count).map(|i| i as f64 / rate).collect();
        let clip = Clip::new(
            &skeleton,
            ClipData {
                name: "ball".into(),
                frame_rate: rate,
                rotations: times.iter().map(|&t| Quat::from_scaled_axis(turn(t))).collect(),
                root_positions: times.iter().map(|&t| place(t)).collect(),
                translations: vec![],
                scales: vec![],
            },
        )
        .unwrap();
        (pose_clip(&skeleton, &clip), skeleton)
    }

    fn masses(skeleton: &Skeleton, inertia: Matrix3<f64>) -> MassModel {
        let segment = MassSegment {
            name: "ball".into(),
            joint: JointIndex(0),
            mass: 2.0,
            centre: Vec3::zeros(),
            inertia,
        };
        MassModel::new(skeleton, vec![segment]).unwrap()
    }

    #[test]
    fn an_accelerated_ball_has_the_zero_moment_point_of_its_formula() {
        // x = a t² / 2 at height h: the point lags by a h / g.
        let (poses, skeleton) =
            ball(25.0, 40, |t| Vec3::new(0.5 * 1.3 * t * t, 0.9, -0.2), |_| Vec3::zeros());
        let dynamics = Dynamics::new(&poses, &masses(&skeleton, Matrix3::zeros()), 0.04, 0.0, vec![]);
        for frame in 1..39 {
            let t = frame as f64 / 25.0;
            let found = dynamics.zero_moment_point(frame, &Vec3::zeros(), &Vec3::y());
            let expected = Vec3::new(0.65 * t * t - 1.3 * 0.9 / GRAVITY, 0.0, -0.2);
            assert!((found - expected).norm() < 1e-9, "{frame}: {found} {expected}");
            assert!((dynamics.load(frame) - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn a_falling_pendulum_turns_about_its_pivot() {
        // x = A cosh(√(g/h) t): the force goes through the pivot. The law of finite differences says how well.
        for (rate, share) in [(25.0, 1.5e-3), (100.0, 1e-4)] {
            let speed = (GRAVITY / 0.9f64).sqrt();
            let (poses, skeleton) = ball(
                rate,
                rate as usize,
                |t| Vec3::new(0.01 * (speed * t).cosh(), 0.9, 0.0),
                |_| Vec3::zeros(),
            );
            let dynamics =
                Dynamics::new(&poses, &masses(&skeleton, Matrix3::zeros()), 1.0 / rate, 0.0, vec![]);
            for frame in 1..rate as usize - 1 {
                let x = dynamics.zero_moment_point(frame, &Vec3::zeros(), &Vec3::y()).x;
                assert!(x.abs() < share * dynamics.centre[frame].x, "{rate} {frame}: {x}");
            }
        }
    }

    #[test]
    fn a_spinning_top_asks_for_the_moment_of_its_inertia() {
        // Angle b t² / 2 about z: the moment is I b.
        let inertia = Matrix3::from_diagonal(&Vec3::new(0.1, 0.2, 0.3));
        let (poses, skeleton) =
            ball(100.0, 60, |_| Vec3::new(0.0, 1.0, 0.0), |t| Vec3::z() * (0.5 * 4.0 * t * t));
        let dynamics = Dynamics::new(&poses, &masses(&skeleton, inertia), 0.01, 0.0, vec![]);
        for frame in 1..59 {
            assert!(
                (dynamics.moment[frame] - Vec3::z() * (0.3 * 4.0)).norm() < 1e-9,
                "{}",
                dynamics.moment[frame]
            );
        }
        // Free fall has no load.
        let (poses, skeleton) =
            ball(100.0, 30, |t| Vec3::new(t, 2.0 - 0.5 * GRAVITY * t * t, 0.0), |_| Vec3::zeros());
        let dynamics = Dynamics::new(&poses, &masses(&skeleton, inertia), 0.01, 0.0, vec![]);
        assert!((1..29).all(|frame| dynamics.load(frame).abs() < 1e-9));
    }

    #[test]
    fn small_and_large_turns_have_their_angle() {
        for angle in [1e-9, 0.01, 0.19, 0.2, 0.201, 0.21, 1.0, 3.0, 6.0] {
            let turn = Quat::from_scaled_axis(Vec3::new(0.6, 0.0, 0.8) * angle);
            let found = spin(&Matrix3::identity(), &Quat::identity(), &turn).norm();
            // The shorter way round.
            let expected: f64 =
                if angle < std::f64::consts::PI { angle } else { std::f64::consts::TAU - angle };
            assert!((found / expected - 1.0).abs() < 1e-10, "{angle}: {found}");
        }
    }

    #[test]
    fn a_cut_has_no_forces() {
        let still = |t: f64| Vec3::new(if t < 0.5 { 0.0 } else { 5.0 }, 1.0, 0.0);
        let (poses, skeleton) = ball(100.0, 100, still, |t| Vec3::x() * if t < 0.5 { 0.0 } else { 1.0 });
        let masses = masses(&skeleton, Matrix3::identity());
        let dynamics = Dynamics::new(&poses, &masses, 0.01, 5.0, vec![0..50, 50..100]);
        for frame in 0..100 {
            assert!((dynamics.force[frame] - Vec3::y() * (2.0 * GRAVITY)).norm() < 1e-6, "{frame}");
            assert!(dynamics.moment[frame].norm() < 1e-6, "{frame}");
            assert!(dynamics.momentum(frame).iter().all(|m| m.norm() < 1e-6), "{frame}");
        }
        let whole = Dynamics::new(&poses, &masses, 0.01, 5.0, vec![]);
        assert!((40..60).any(|frame| whole.force[frame].norm() > 1000.0));
        for (segments, count) in [(vec![], 1), (vec![0..1, 1..2], 2), (vec![], 0)] {
            let (poses, _) = ball(100.0, count, still, |_| Vec3::zeros());
            let short = Dynamics::new(&poses, &masses, 0.01, 5.0, segments);
            assert!((0..count).all(|frame| (short.load(frame) - 1.0).abs() < 1e-12));
            assert!((0..count).all(|frame| short.momentum(frame)[0] == Vec3::zeros()));
        }
    }

    #[test]
    fn momentum_is_that_of_the_motion() {
        let turn = |t: f64| Vec3::z() * (3.0 * t);
        let (poses, skeleton) = ball(100.0, 60, |t| Vec3::new(2.0 * t, 1.0, 0.0), turn);
        let masses = masses(&skeleton, Matrix3::identity() * 0.5);
        let dynamics = Dynamics::new(&poses, &masses, 0.01, 5.0, vec![]);
        for frame in 0..60 {
            let [linear, angular] = dynamics.momentum(frame);
            assert!((linear - Vec3::x() * 4.0).norm() < 1e-6, "{frame}: {linear}");
            assert!((angular - Vec3::z() * 1.5).norm() < 1e-6, "{frame}: {angular}");
        }
    }

    #[test]
    fn smoothing_halves_the_cut_off_and_keeps_what_is_slow() {
        for rate in [30.0, 60.0, 120.0, 1000.0, 9000.0] {
            let count = (rate * 4.0) as usize;
            let of = |hertz: f64| -> Vec<Vec3> {
                let wave = |i: usize| (std::f64::consts::TAU * hertz * i as f64 / rate).sin();
                (0..count).map(|i| Vec3::new(wave(i) + 1000.0, i as f64 / rate, 0.0)).collect()
            };
            let size = |values: &[Vec3]| {
                let middle = &values[count / 4..3 * count / 4];
                (middle.iter().map(|v| (v.x - 1000.0).powi(2)).sum::<f64>() / middle.len() as f64 * 2.0)
                    .sqrt()
            };
            for (hertz, least, most) in [(1.0, 0.99, 1.01), (5.0, 0.48, 0.52), (12.0, 0.0, 0.021)] {
                // Above 3,000 frames a second the cut-off rises with the rate.
                if rate > 3000.0 && hertz > 1.0 {
                    continue;
                }
                let mut values = of(hertz);
                smooth(&mut values, 1.0 / rate, 5.0, &mut Banded::default());
                let found = size(&values);
                assert!((least..=most).contains(&found), "{rate} {hertz}: {found}");
                let slip =
                    values.iter().enumerate().map(|(i, v)| (v.y - i as f64 / rate).abs()).fold(0.0, f64::max);
                // Above 3,000 frames a second the equations lose digits.
                let most = if rate > 3000.0 { 2e-3 } else { 1e-5 };
                assert!(slip < most, "{rate}: {slip}");
            }
        }
        let mut few = vec![Vec3::x(); 3];
        smooth(&mut few, 0.1, 5.0, &mut Banded::default());
        assert_eq!(few, vec![Vec3::x(); 3]);
    }
}

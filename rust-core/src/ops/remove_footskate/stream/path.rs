//! The live feed's own repair of the root, frame by frame and without delay: noise that planted feet show, and a drift.
//!
//! The whole-clip versions are `denoise.rs` and `root_path.rs`; here every sum forgets what is seconds old.

use super::FootskateStream;
use crate::kinematics::limb::LimbKind;
use crate::kinematics::{cuts, reference_leg};
use crate::math::Vec3;
use crate::math::white_noise::FOURTH_DIFFERENCE;

/// Time after which noise and drift are half forgotten, seconds.
const NOISE_MEMORY: f64 = 0.5;
const DRIFT_MEMORY: f64 = 1.5;
/// Time over which velocities of the drift are taken, seconds.
const BASELINE: f64 = 0.1;
/// Noise of the root at 60 fps from which planted feet are believed instead, none and all, metres for the reference leg.
const SHAKING: (f64, f64) = (0.0012, 0.002);
/// Share of what planted feet step that is taken off the root in any case: the knees need not take it.
const TRUST: f64 = 0.3;
/// Time at the start in which noise cannot be told yet, seconds.
const FIRST: f64 = 0.3;
/// How fast what planted feet say of the root is let go, seconds, and how fast the shift of a drift, where places are
/// given.
const FOLLOW_TIME: f64 = 0.07;
const LET_GO: f64 = 0.4;
/// Shift below which all of it is let go, metres for the reference leg.
const SETTLED: f64 = 1e-6;
/// Slowest drift that is taken out, none and all, metres per second for the reference leg.
const DRIFT: (f64, f64) = (0.035, 0.06);
/// Share of the planted points' motion that may remain, none and all of the drift.
const LEFT: (f64, f64) = (0.8, 0.5);
/// Speed from which a point leaps, metres per second for the reference leg.
const LEAP: f64 = 1.5;
/// Seconds of planted feet before anything is said.
const PATIENCE: f64 = 0.4;

/// What is known of the root so far.
#[derive(Debug, Clone, Default)]
pub(super) struct LivePath {
    /// The last five places of the root, newest first, as they came.
    last: [Vec3; 5],
    count: usize,
    /// Places of the planted points as they came, by limb and point, and the limbs' upper ends: one entry a frame, over
    /// the time that velocities of the drift are taken.
    points: Vec<Vec<[Option<Vec3>; 4]>>,
    hips: Vec<Vec<Vec3>>,
    noise: f64,
    /// Shift that planted points ask for, and that of the drift.
    followed: Vec3,
    /// How fast the first comes back, metres per second.
    followed_velocity: Vec3,
    drifted: Vec3,
    sums: DriftSums,
    /// Whether a plant came with its place.
    has_places: bool,
}

impl LivePath {
    /// With all its memory.
    pub(super) fn new(limb_count: usize, frame_time: f64) -> Self {
        let frames = (BASELINE / frame_time).round().max(1.0) as usize;
        Self {
            points: vec![vec![[None; 4]; limb_count]; frames],
            hips: vec![vec![Vec3::zeros(); limb_count]; frames],
            ..Self::default()
        }
    }
}

/// Sums of `v = a·h + d`: see `root_path.rs`.
#[derive(Debug, Clone, Copy, Default)]
struct DriftSums {
    weight: f64,
    point: Vec3,
    hip: Vec3,
    point_point: f64,
    hip_hip: f64,
    hip_point: f64,
}

impl DriftSums {
    /// The drift, and which share of the points' motion beside wrong legs it leaves.
    fn fit(&self, scale: f64) -> Option<(Vec3, f64)> {
        if self.weight <= 0.0 {
            return None;
        }
        let ridge = self.weight * (0.02 * scale).powi(2) / (0.1 * 0.1) + 1e-9;
        let level = |v: Vec3| Vec3::new(v.x, 0.0, v.z);
        let (p, h) = (level(self.point), level(self.hip));
        let own = self.hip_hip - h.norm_squared() / self.weight + ridge;
        let legs = ((self.hip_point - h.dot(&p) / self.weight) / own).clamp(-0.3, 0.3);
        let drift = (p - h * legs) / self.weight;
        let only_legs = (self.hip_point / (self.hip_hip + ridge)).clamp(-0.3, 0.3);
        let left = |a: f64, d: Vec3| {
            self.point_point - 2.0 * a * self.hip_point + a * a * self.hip_hip - 2.0 * d.dot(&(p - h * a))
                + self.weight * d.norm_squared()
        };
        let without = left(only_legs, Vec3::zeros());
        (without > 0.0).then(|| (drift / (1.0 - legs), left(legs, drift).max(0.0) / without))
    }
}

fn ramp(value: f64, (none, all): (f64, f64)) -> f64 {
    let u = ((value - none) / (all - none)).clamp(0.0, 1.0);
    u * u * (3.0 - 2.0 * u)
}

impl FootskateStream {
    /// How far the root of the frame that comes in is to be moved. `planted` tells the points by limb and slot that are
    /// planted on it, with their places as they came; `hips` are the limbs' upper ends; `has_places` tells whether a
    /// plant came with the place where it is to stay.
    pub(super) fn live_shift(
        &mut self,
        root: Vec3,
        points: &[[Option<Vec3>; 4]],
        hips: &[Vec3],
        has_places: bool,
    ) -> Vec3 {
        let dt = self.frame_time;
        let live = &mut self.live;
        let frames = live.points.len();
        // The slot of this frame still holds the one of a baseline before.
        let slot = live.count % frames;
        live.count += 1;
        let last = (slot + frames - 1) % frames;
        live.last.rotate_right(1);
        live.last[0] = root;
        let legs = || (0..self.limbs.len()).filter(|&l| self.limbs[l].kind == LimbKind::Leg);
        let scale = self.leg_length / reference_leg::REACHED;
        if live.count < 2 || scale <= 0.0 {
            live.points[slot].copy_from_slice(points);
            live.hips[slot].copy_from_slice(hips);
            return Vec3::zeros();
        }
        let keep = 0.5f64.powf(dt / NOISE_MEMORY);
        if live.count >= 5 {
            let x = &live.last;
            let fourth = x[0] - x[1] * 4.0 + x[2] * 6.0 - x[3] * 4.0 + x[4];
            // A single jump is no noise.
            let most = 9.0 * live.noise + (0.004 * scale).powi(2);
            let sample = (fourth.norm_squared() / (3.0 * FOURTH_DIFFERENCE)).min(most);
            live.noise = keep * live.noise + (1.0 - keep) * sample;
        }
        // Before noise can be told, planted feet are believed.
        let seen = 1.0 - keep.powi(i32::try_from(live.count.saturating_sub(4)).unwrap_or(i32::MAX));
        let unknown = 1.0 - (live.count as f64 * dt / FIRST).min(1.0);
        let deviation = (live.noise / seen.max(1e-9)).sqrt();
        let shakes = ramp(deviation / scale * (60.0 * dt).sqrt(), SHAKING);
        let trust = shakes.max(unknown).max(TRUST);
        let keep = 0.5f64.powf(dt / DRIFT_MEMORY);
        let s = &mut live.sums;
        for sum in [&mut s.weight, &mut s.point_point, &mut s.hip_hip, &mut s.hip_point] {
            *sum *= keep;
        }
        s.point *= keep;
        s.hip *= keep;
        let (mut step, mut count) = (Vec3::zeros(), 0.0);
        for l in legs() {
            for (index, now) in points[l].iter().enumerate() {
                let (Some(now), Some(then)) = (now, live.points[last][l][index]) else { continue };
                // What leaps is not planted, here and below.
                if (now - then).norm() < cuts::longest_step(dt, scale) {
                    step += now - then;
                    count += 1.0;
                }
                let is_held = live.points.iter().all(|of_frame| of_frame[l][index].is_some());
                let Some(first) = live.points[slot][l][index].filter(|_| is_held) else { continue };
                let time = frames as f64 * dt;
                let (v, h) = ((now - first) / time, (hips[l] - live.hips[slot][l]) / time);
                if v.norm() < LEAP * scale {
                    s.weight += dt;
                    s.point += v * dt;
                    s.hip += h * dt;
                    s.point_point += v.norm_squared() * dt;
                    s.hip_hip += h.norm_squared() * dt;
                    s.hip_point += h.dot(&v) * dt;
                }
            }
        }
        live.points[slot].copy_from_slice(points);
        live.hips[slot].copy_from_slice(hips);
        // Places in the world are given for the path as it is: from the first one on no drift is taken out.
        live.has_places |= has_places;
        let has_places = live.has_places;
        let is_wanted = self.repairs_path && !has_places && live.sums.weight > PATIENCE;
        let fit = live.sums.fit(scale).filter(|_| is_wanted);
        let drift = fit.map_or_else(Vec3::zeros, |(d, left)| {
            d * (ramp(d.norm() / scale, DRIFT) * (1.0 - ramp(left, (LEFT.1, LEFT.0))))
        });
        if has_places {
            live.drifted *= (-dt / LET_GO).exp();
        }
        live.drifted -= drift * dt;
        // A critically damped spring lets go: what is left of the noise falls with the square of its frequency.
        let pull = dt / FOLLOW_TIME;
        live.followed_velocity =
            (live.followed_velocity - live.followed * (pull / FOLLOW_TIME)) / (1.0 + pull).powi(2);
        live.followed += live.followed_velocity * dt;
        // Frames far from any plant come out as they went in.
        if live.followed.norm().max(live.followed_velocity.norm() * FOLLOW_TIME) < SETTLED * scale {
            (live.followed, live.followed_velocity) = (Vec3::zeros(), Vec3::zeros());
        }
        if count > 0.0 && self.repairs_noise {
            live.followed -= (step / count - drift * dt) * trust;
        }
        live.drifted + live.followed
    }
}

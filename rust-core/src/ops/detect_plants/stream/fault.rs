//! How planted points slide because of a fault, fitted as frames come: the model of `fault_model.rs` over sums that fade.

use super::super::fault_model::{MAX_C, MIN_CONVEYOR_SPEED, PRIOR_C, PRIOR_D, ROLL_ALLOWANCE, ROLL_SPEED};
use crate::math::Vec3;

/// Seconds in which evidence fades to a third.
const MEMORY: f64 = 2.5;
/// Seconds of evidence after which the kernel is narrow, and its widths in still speeds.
const SETTLED: f64 = 1.0;
const WIDE: f64 = 3.0;
const NARROW: f64 = 0.9;
/// Share of the low feet's motion below which the fit is begun anew with a wide kernel.
const LOST: f64 = 0.25;
/// Sums over low points, and the fault that they give: `v = c·r + d`.
#[derive(Debug, Clone)]
pub(super) struct RunningFault {
    still_speed: f64,
    scale: f64,
    dt: f64,
    fade: f64,
    w: f64,
    rr: f64,
    rv: f64,
    r: [f64; 2],
    v: [f64; 2],
    /// Seconds of evidence so far, at most a memory's length.
    seconds: f64,
    /// Weight that moves like the fault and all weight of low points, fading.
    explained: f64,
    all: f64,
    /// Mean root velocity, fading slowly.
    travel: [f64; 2],
    c: f64,
    d: [f64; 2],
}

impl RunningFault {
    pub(super) fn new(still_speed: f64, scale: f64, dt: f64) -> Self {
        Self {
            still_speed,
            scale,
            dt,
            fade: (-dt / MEMORY).exp(),
            w: 0.0,
            rr: 0.0,
            rv: 0.0,
            r: [0.0; 2],
            v: [0.0; 2],
            seconds: 0.0,
            explained: 0.0,
            all: 0.0,
            travel: [0.0; 2],
            c: 0.0,
            d: [0.0; 2],
        }
    }

    /// Takes a frame: velocities of the root and of the points, and how far those are over their floor.
    pub(super) fn add(
        &mut self,
        root: &Vec3,
        velocities: &[Vec3],
        clearances: &[f64],
        is_known: impl Fn(usize) -> bool,
        noise: f64,
    ) {
        for sum in [&mut self.w, &mut self.rr, &mut self.rv, &mut self.explained, &mut self.all] {
            *sum *= self.fade;
        }
        for pair in [&mut self.r, &mut self.v] {
            pair.iter_mut().for_each(|sum| *sum *= self.fade);
        }
        let slow = (-self.dt / (2.0 * MEMORY)).exp();
        self.travel = [0, 1].map(|i| slow * self.travel[i] + (1.0 - slow) * [root.x, root.z][i]);
        let settled = (self.seconds / SETTLED).min(1.0);
        let width = (WIDE + (NARROW - WIDE) * settled) * self.still_speed;
        let spread = width * width + noise;
        let (height_width, rise_width) = (0.06 * self.scale, 2.0 * self.still_speed);
        let r = [root.x, root.z];
        for (i, v) in velocities.iter().enumerate().filter(|(i, _)| is_known(*i)) {
            let h = clearances[i] / height_width;
            let rise = v.y / rise_width;
            let low = 0.25 * (-(h * h + rise * rise)).exp();
            let e = [v.x - self.c * r[0] - self.d[0], v.z - self.c * r[1] - self.d[1]];
            let weight = low * (-0.5 * (e[0] * e[0] + e[1] * e[1]) / spread).exp();
            self.all += low;
            self.explained += weight;
            self.seconds = (self.seconds + weight * self.dt).min(MEMORY);
            self.w += weight;
            self.rr += weight * (r[0] * r[0] + r[1] * r[1]);
            self.rv += weight * (r[0] * v.x + r[1] * v.z);
            for axis in 0..2 {
                self.r[axis] += weight * r[axis];
                self.v[axis] += weight * [v.x, v.z][axis];
            }
        }
        if self.all * self.dt > 0.5 && self.explained < LOST * self.all {
            self.seconds = 0.0;
        }
        self.solve(noise, spread);
    }

    fn solve(&mut self, noise: f64, spread: f64) {
        let feigned = (2.0 * noise * self.w).min(0.5 * self.rr);
        let ridge = 0.1 / self.dt * 0.25 * spread;
        let ridge_c = ridge / (PRIOR_C * PRIOR_C);
        let w = self.w + ridge / (PRIOR_D * self.scale).powi(2);
        let across = self.r[0] * self.r[0] + self.r[1] * self.r[1];
        let remainder = self.rr - feigned + ridge_c - across / w;
        let right = self.rv - feigned - (self.r[0] * self.v[0] + self.r[1] * self.v[1]) / w;
        self.c = if remainder > 0.0 { (right / remainder).clamp(-MAX_C, MAX_C) } else { 0.0 };
        self.d = [0, 1].map(|axis| (self.v[axis] - self.r[axis] * self.c) / w);
    }

    /// The velocity that the fault gives a standing point while the root moves so.
    pub(super) fn slide(&self, root: &Vec3) -> Vec3 {
        let root_speed = if self.w > 1e-9 { (self.rr / self.w).sqrt() } else { 0.0 };
        let relative = root_speed / (ROLL_SPEED * self.scale);
        let allowance = ROLL_ALLOWANCE * relative.recip().min(4.0 * relative).min(1.0);
        let c = self.c - allowance;
        Vec3::new(c * root.x + self.d[0], 0.0, c * root.z + self.d[1])
    }

    /// Whether the feet drift under a body that does not travel: a walk on the spot, or on a treadmill.
    pub(super) fn is_conveyor(&self) -> bool {
        let drift = self.d[0].hypot(self.d[1]);
        let travel = self.travel[0].hypot(self.travel[1]);
        self.seconds > SETTLED && drift > MIN_CONVEYOR_SPEED * self.scale && travel < 0.3 * drift
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drift_is_found_within_seconds_and_forgotten() {
        let dt = 1.0 / 60.0;
        let mut fault = RunningFault::new(0.15, 1.0, dt);
        let root = Vec3::new(0.0, 0.0, 1.2);
        let drift = Vec3::new(0.2, 0.0, -0.1);
        // One foot stands and drifts, the other swings.
        let swing = Vec3::new(0.1, 0.3, 3.0);
        let feed = |fault: &mut RunningFault, seconds: f64, drift: Vec3| {
            for _ in 0..(seconds * 60.0) as usize {
                let velocities = [drift, drift, swing, swing];
                fault.add(&root, &velocities, &[0.0, 0.0, 0.1, 0.1], |_| true, 0.0);
            }
        };
        feed(&mut fault, 3.0, drift);
        assert!((fault.slide(&root) - drift).norm() < 0.06, "{:?}", fault.slide(&root));
        assert!(!fault.is_conveyor());
        feed(&mut fault, 8.0, Vec3::zeros());
        assert!(fault.slide(&root).norm() < 0.06, "{:?}", fault.slide(&root));
    }
}

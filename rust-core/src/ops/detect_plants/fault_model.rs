//! The fault of the clip, fitted to the motion itself (docs/methods/plants.md, 3). A planted point that skates moves with
//! `v = c·r + d` over the floor: `r` is the root's velocity, `c` one number, `d` a constant velocity. Root drift shows
//! as `d`, a root path scaled by `s` as `c = (s−1)/s`, legs scaled by `q` as about `c = 1−q`.
//!
//! The measured form of Lyard 2008, 3.1.1 (the foot that moves with the root is not planted), for all points at once
//! and with magnitude. `c` and `d` cannot be told apart on a straight walk at even speed; only their sum is used.

use super::tracks::{MIN_FRAMES_TO_FIT, Path, Tracks};
use super::velocity::{Velocities, derivative};
use crate::math::running::running_minimum;
use std::ops::Range;

/// How planted points move over the floor because of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Fault {
    /// Share of the root's velocity.
    pub(super) c: f64,
    /// Constant velocity, metres per second.
    pub(super) dx: f64,
    pub(super) dz: f64,
}

/// The fault per frame.
#[derive(Debug, Clone)]
pub(super) struct FaultTrack {
    pub(super) global: Fault,
    /// Fault at the middle frame of each window.
    pub(super) windows: Vec<(f64, Fault)>,
    /// The velocity of a treadmill or of a walk on the spot; 0 for a clip that travels.
    pub(super) conveyor_speed: f64,
}

impl FaultTrack {
    pub(super) fn none() -> Self {
        Self { global: Fault::default(), windows: Vec::new(), conveyor_speed: 0.0 }
    }

    /// Linear between the middles of the windows, constant beyond the first and last.
    pub(super) fn per_frame(&self, frame_count: usize) -> Vec<Fault> {
        let mut next = 0;
        (0..frame_count)
            .map(|t| {
                let t = t as f64;
                while next < self.windows.len() && self.windows[next].0 < t {
                    next += 1;
                }
                match (next.checked_sub(1).and_then(|i| self.windows.get(i)), self.windows.get(next)) {
                    (Some((t0, a)), Some((t1, b))) => {
                        let u = (t - t0) / (t1 - t0);
                        let mix = |a: f64, b: f64| a + (b - a) * u;
                        Fault { c: mix(a.c, b.c), dx: mix(a.dx, b.dx), dz: mix(a.dz, b.dz) }
                    }
                    (Some((_, only)), None) | (None, Some((_, only))) => *only,
                    (None, None) => self.global,
                }
            })
            .collect()
    }
}

/// Widths of the robust kernel, times the still speed: the widest gives the basin, the narrowest finds the mode, so
/// that a minority of truly sliding frames does not pull it.
const WIDTHS: [f64; 13] = [3.0, 3.0, 2.2, 2.2, 1.6, 1.6, 1.2, 1.2, 0.9, 0.9, 0.7, 0.7, 0.7];
/// The narrowest of them.
const MODE_WIDTH: f64 = 0.7;
const LOCAL_WIDTHS: [f64; 5] = [2.2, 1.6, 1.2, 0.9, 0.7];
/// Seconds.
const WINDOW: f64 = 2.0;
const HOP: f64 = 1.0;
/// What is plausible without evidence: one standard deviation of `c`, and of `d` in m/s.
pub(super) const PRIOR_C: f64 = 0.15;
pub(super) const PRIOR_D: f64 = 0.25;
pub(super) const MAX_C: f64 = 0.4;
/// Feet roll forward in stance, which looks like this much `c` at walking speed.
pub(super) const ROLL_ALLOWANCE: f64 = 0.04;
/// Root speed in m/s above which rolling stays the same in m/s.
pub(super) const ROLL_SPEED: f64 = 0.8;
/// Share of the low feet's motion above which no other start is tried.
const WELL_EXPLAINED: f64 = 0.5;
/// How many times more another start must explain.
const CONVEYOR_GAIN: f64 = 1.6;
/// Slowest floor that is told from a drift, metres per second for the reference leg.
pub(super) const MIN_CONVEYOR_SPEED: f64 = 0.25;
/// Least share of each foot's low motion that a moving floor explains: one foot alone slides.
const MIN_FOOT_SHARE: f64 = 0.1;
/// Fastest drift of a body that travels along with it, metres per second for the reference leg: beyond, it leaps.
const MAX_DRIFT: f64 = 1.5;
/// Starts tried, and frames on which each is judged.
const SEEDS: usize = 60;
const SAMPLES: usize = 200;
/// Weights below this are not worth an exponential.
const NEGLIGIBLE: f64 = 1e-4;

/// By how much of their length legs must differ from those that the motion was made for, and may: less is a capture's own error,
/// more is found where nearly nothing moves.
const LEAST_GROWTH: f64 = 0.06;
const MOST_GROWTH: f64 = 0.3;
/// Plausible drift beside other legs, m/s: on a straight way at even speed the two look alike.
const SLOW_DRIFT: f64 = 0.05;
/// Part of the roll allowance that legs need: most of the roll is the ankle's, which is read with the leg.
const LEGS_ROLL: f64 = 0.3;
/// Root speed from which a body runs, m/s for the reference leg. Toes of runs sink in and lift off with the hip, which looks like
/// other legs whatever the fault is, so that legs are not told there.
const RUNNING: f64 = 2.2;
/// Frames on which legs are fitted, about: one number needs no more, and the whole clip would take as long as all the rest.
const LEG_SAMPLES: usize = 2000;

/// By which share of their length the legs must grow for the feet to stand, if that explains their sliding better than a
/// fault of the root's path does (docs/methods/plants.md, 3.6).
pub(super) fn fit_legs(tracks: &Tracks, velocities: &Velocities, still_speed: f64) -> Option<f64> {
    let frame_count = tracks.frame_count;
    if frame_count < MIN_FRAMES_TO_FIT || tracks.leg_length <= 1e-9 {
        return None;
    }
    let feet = &tracks.limbs[..tracks.foot_count];
    let legs: Vec<Path> = feet.iter().map(|limb| derivative(&limb.leg, tracks)).collect();
    let mut evidence = Evidence::new(tracks, velocities, still_speed);
    evidence.thin_out(LEG_SAMPLES);
    let fit = |evidence: &Evidence<'_>, start: Fault, widths: &[f64]| {
        let fault = evidence.fit(0..frame_count, start, Fault::default(), 1.0, widths);
        (fault, evidence.explained_in_space(fault))
    };
    let better = |a: (Fault, f64), b: (Fault, f64)| if b.1 > a.1 { b } else { a };
    let drifting = fit(&evidence, Fault::default(), &WIDTHS);
    evidence.prior_drift = SLOW_DRIFT;
    let path = better(drifting, fit(&evidence, Fault::default(), &WIDTHS));
    evidence.legs = Some(&legs);
    // The path's share points to the legs where both look alike.
    let alike = Fault { c: -path.0.c, dx: 0.0, dz: 0.0 };
    let own = better(fit(&evidence, Fault::default(), &WIDTHS), fit(&evidence, alike, &WIDTHS[6..]));
    // A foot slides with −g times the leg's velocity, hence the minus.
    let growth = -own.0.c - LEGS_ROLL * evidence.roll_allowance(own.0);
    let is_running = evidence.root_speed(own.0) > RUNNING * tracks.scale;
    let is_plausible = !is_running && (LEAST_GROWTH..MOST_GROWTH).contains(&growth.abs());
    (is_plausible && own.1 > path.1).then_some(growth)
}

/// Fits the fault of a whole clip and refines it in windows.
pub(super) fn fit_fault(tracks: &Tracks, velocities: &Velocities, still_speed: f64) -> FaultTrack {
    let frame_count = tracks.frame_count;
    if frame_count < MIN_FRAMES_TO_FIT || tracks.leg_length <= 1e-9 {
        return FaultTrack::none();
    }
    let evidence = Evidence::new(tracks, velocities, still_speed);
    let from_rest = evidence.fit(0..frame_count, Fault::default(), Fault::default(), 1.0, &WIDTHS);
    let global = evidence.or_conveyor(from_rest);
    let length = tracks.frames(WINDOW, MIN_FRAMES_TO_FIT);
    let mut windows = Vec::new();
    if frame_count > length {
        // Evenly spaced, so that the layout reads the same backwards in time.
        let gaps = ((frame_count - length) as f64 * tracks.dt / HOP).ceil().max(1.0) as usize;
        for i in 0..=gaps {
            let first = ((frame_count - length) as f64 * i as f64 / gaps as f64).round() as usize;
            let fault = evidence.fit(first..first + length, global, global, 2.0, &LOCAL_WIDTHS);
            windows.push((first as f64 + (length - 1) as f64 / 2.0, fault));
        }
    } else {
        let fault = evidence.fit(0..frame_count, global, global, 2.0, &LOCAL_WIDTHS);
        windows.push(((frame_count - 1) as f64 / 2.0, fault));
    }
    let allowance = evidence.roll_allowance(global);
    let conveyor_speed = evidence.conveyor_speed(global);
    let mut out = FaultTrack { global, windows, conveyor_speed };
    out.global.c -= allowance;
    out.windows.iter_mut().for_each(|(_, fault)| fault.c -= allowance);
    out
}

/// What the fit reads, in frame order for each point.
struct Evidence<'a> {
    velocities: &'a Velocities,
    foot_count: usize,
    /// Per foot point: how likely it is planted, from height and vertical speed alone.
    weights: Vec<Vec<f64>>,
    still_speed: f64,
    scale: f64,
    dt: f64,
    /// Velocities from hip to ankle that take the root's place where legs are fitted, in space.
    legs: Option<&'a [Path]>,
    /// How fast a drift is plausible without evidence, metres per second.
    prior_drift: f64,
}

impl<'a> Evidence<'a> {
    fn new(tracks: &Tracks, velocities: &'a Velocities, still_speed: f64) -> Self {
        let height_width = 0.06 * tracks.scale;
        let rise_width = 2.0 * still_speed;
        let share = 1.0 / (2 * tracks.foot_count) as f64;
        let mut weights = Vec::with_capacity(2 * tracks.foot_count);
        for (limb, v) in tracks.limbs.iter().zip(&velocities.limbs).take(tracks.foot_count) {
            for which in 0..2 {
                let heights = &limb.heights[which];
                let floor = running_floor(heights, tracks);
                let weight = (0..tracks.frame_count).map(|t| {
                    let h = (heights[t] - floor[t]).max(0.0) / height_width;
                    let r = v[which].y[t] / rise_width;
                    share * (-(h * h + r * r)).exp()
                });
                weights.push(weight.collect());
            }
        }
        Self {
            velocities,
            foot_count: tracks.foot_count,
            weights,
            still_speed,
            scale: tracks.scale,
            dt: tracks.dt,
            legs: None,
            prior_drift: PRIOR_D,
        }
    }

    /// Leaves about `count` frames, evenly spaced.
    fn thin_out(&mut self, count: usize) {
        let step = self.velocities.root.x.len() / count;
        if step > 1 {
            for weights in &mut self.weights {
                weights.iter_mut().enumerate().filter(|(t, _)| t % step != 0).for_each(|(_, w)| *w = 0.0);
            }
        }
    }

    /// Share of the weight that moves like `fault`, heights included.
    fn explained_in_space(&self, fault: Fault) -> f64 {
        // Longer legs make everything that a foot does faster.
        let grown = if self.legs.is_some() { 1.0 - fault.c } else { 1.0 };
        let inverse = -0.5
            / ((MODE_WIDTH * self.still_speed).powi(2) + self.velocities.root_level_variance)
            / (grown * grown);
        let (mut sum, mut total) = (0.0, 0.0);
        for (point, weights) in self.weights.iter().enumerate() {
            let v = &self.velocities.limbs[point / 2][point % 2];
            let by = self.legs.map_or(&self.velocities.root, |legs| &legs[point / 2]);
            let rises = if self.legs.is_some() { fault.c } else { 0.0 };
            for t in (0..weights.len()).filter(|&t| weights[t] >= NEGLIGIBLE) {
                let x = v.x[t] - fault.c * by.x[t] - fault.dx;
                let y = v.y[t] - rises * by.y[t];
                let z = v.z[t] - fault.c * by.z[t] - fault.dz;
                sum += weights[t] * ((x * x + y * y + z * z) * inverse).exp();
                total += weights[t];
            }
        }
        if total > 0.0 { sum / total } else { 0.0 }
    }

    fn fit(
        &self,
        frames: Range<usize>,
        start: Fault,
        centre: Fault,
        ridge_factor: f64,
        widths: &[f64],
    ) -> Fault {
        let noise = self.velocities.root_level_variance;
        let mut fault = start;
        for width in widths {
            let spread = (width * self.still_speed).powi(2) + noise;
            let mut s = Sums::default();
            self.accumulate(&frames, fault, spread, &mut s);
            // Root noise sits in both velocities, so it feigns r·r and r·v alike.
            let feigned = (2.0 * noise * s.w).min(0.5 * s.rr);
            let ridge = ridge_factor * 0.1 / self.dt * 0.25 * spread;
            let ridge_c = ridge / (PRIOR_C * PRIOR_C);
            let ridge_d = ridge / (self.prior_drift * self.scale).powi(2);
            let a = s.rr - feigned + ridge_c;
            let w = s.w + ridge_d;
            let right_c = s.rv - feigned + ridge_c * centre.c;
            let right_x = s.vx + ridge_d * centre.dx;
            let right_z = s.vz + ridge_d * centre.dz;
            // d eliminated from the 3×3 system; w > 0 and the remainder > 0 thanks to the ridges.
            let remainder = a - (s.rx * s.rx + s.rz * s.rz) / w;
            let c = if remainder > 0.0 {
                (right_c - (s.rx * right_x + s.rz * right_z) / w) / remainder
            } else {
                centre.c
            };
            let c = c.clamp(-MAX_C, MAX_C);
            fault = Fault { c, dx: (right_x - s.rx * c) / w, dz: (right_z - s.rz * c) / w };
        }
        fault
    }

    /// A walk on the spot, or on a treadmill: if the fit from rest explains little of what the low feet do, the velocity
    /// that most of them share is tried as well, and taken if it explains far more.
    fn or_conveyor(&self, from_rest: Fault) -> Fault {
        let frame_count = self.velocities.root.x.len();
        let explained_from_rest = self.explained(from_rest);
        if explained_from_rest > WELL_EXPLAINED {
            return from_rest;
        }
        let total: f64 = self.weights.iter().flatten().sum();
        let points = 2 * self.foot_count;
        let step = (points * frame_count / SEEDS).max(1);
        let mean = total / (points * frame_count) as f64;
        let mut best = (0.0, Fault::default());
        for i in (0..points * frame_count).step_by(step) {
            let (point, t) = (i % points, i / points);
            if self.weights[point][t] < mean {
                continue;
            }
            let v = &self.velocities.limbs[point / 2][point % 2];
            let seed = Fault { c: 0.0, dx: v.x[t], dz: v.z[t] };
            let support = self.support_of(seed);
            if support > best.0 {
                best = (support, seed);
            }
        }
        let conveyor = self.fit(0..frame_count, best.1, best.1, 1.0, &WIDTHS[6..]);
        if self.explained(conveyor) > CONVEYOR_GAIN * explained_from_rest && self.is_plausible(conveyor) {
            conveyor
        } else if self.is_plausible(from_rest) {
            from_rest
        } else {
            Fault::default()
        }
    }

    /// Whether a floor may move like this: under both feet, and no faster along with the body than anything drifts.
    fn is_plausible(&self, fault: Fault) -> bool {
        if self.conveyor_speed(fault) == 0.0 {
            return fault.dx.hypot(fault.dz) < MAX_DRIFT * self.scale;
        }
        let spread = self.still_speed.powi(2) + self.velocities.root_level_variance;
        let frames = 0..self.velocities.root.x.len();
        (0..self.foot_count).all(|foot| {
            let points = 2 * foot..2 * foot + 2;
            let mut s = Sums::default();
            points.clone().for_each(|point| self.accumulate_point(point, &frames, fault, spread, &mut s));
            let total: f64 = self.weights[points].iter().flatten().sum();
            s.w >= MIN_FOOT_SHARE * total
        })
    }

    /// The speed of the feet's drift if the root itself hardly travels against it; else 0.
    fn conveyor_speed(&self, fault: Fault) -> f64 {
        let drift = fault.dx.hypot(fault.dz);
        let root = &self.velocities.root;
        let mean = |axis: &[f64]| axis.iter().sum::<f64>() / axis.len() as f64;
        let travel = mean(&root.x).hypot(mean(&root.z));
        if drift > MIN_CONVEYOR_SPEED * self.scale && travel < 0.3 * drift { drift } else { 0.0 }
    }

    /// Weight of the frames that move like `fault`, a sample of them.
    fn support_of(&self, fault: Fault) -> f64 {
        let step = (self.velocities.root.x.len() / SAMPLES).max(1);
        let inverse = -0.5 / (1.6 * self.still_speed).powi(2);
        let mut sum = 0.0;
        for (point, weights) in self.weights.iter().enumerate() {
            let v = &self.velocities.limbs[point / 2][point % 2];
            for t in (0..weights.len()).step_by(step).filter(|&t| weights[t] >= NEGLIGIBLE) {
                let (x, z) = (v.x[t] - fault.dx, v.z[t] - fault.dz);
                sum += weights[t] * ((x * x + z * z) * inverse).exp();
            }
        }
        sum
    }

    /// Share of the weight that moves like `fault`.
    fn explained(&self, fault: Fault) -> f64 {
        let mut s = Sums::default();
        let spread = self.still_speed.powi(2) + self.velocities.root_level_variance;
        self.accumulate(&(0..self.velocities.root.x.len()), fault, spread, &mut s);
        let total: f64 = self.weights.iter().flatten().sum();
        if total > 0.0 { s.w / total } else { 1.0 }
    }

    fn accumulate(&self, frames: &Range<usize>, fault: Fault, spread: f64, s: &mut Sums) {
        for point in 0..2 * self.foot_count {
            self.accumulate_point(point, frames, fault, spread, s);
        }
    }

    fn accumulate_point(&self, point: usize, frames: &Range<usize>, fault: Fault, spread: f64, s: &mut Sums) {
        if let Some(legs) = self.legs {
            return self.accumulate_leg(point, &legs[point / 2], frames, fault, spread, s);
        }
        let range = frames.clone();
        let rx = &self.velocities.root.x[range.clone()];
        let rz = &self.velocities.root.z[range.clone()];
        let inverse = -0.5 / spread;
        let v = &self.velocities.limbs[point / 2][point % 2];
        let (vx, vz) = (&v.x[range.clone()], &v.z[range.clone()]);
        let weights = &self.weights[point][range];
        for t in 0..weights.len() {
            if weights[t] < NEGLIGIBLE {
                continue;
            }
            let ex = vx[t] - fault.c * rx[t] - fault.dx;
            let ez = vz[t] - fault.c * rz[t] - fault.dz;
            let exponent = (ex * ex + ez * ez) * inverse;
            if exponent < -12.0 {
                continue;
            }
            s.add(weights[t] * exponent.exp(), rx[t], rz[t], vx[t], vz[t]);
        }
    }

    fn accumulate_leg(
        &self,
        point: usize,
        leg: &Path,
        frames: &Range<usize>,
        fault: Fault,
        spread: f64,
        s: &mut Sums,
    ) {
        let inverse = -0.5 / spread;
        let v = &self.velocities.limbs[point / 2][point % 2];
        let weights = &self.weights[point];
        for t in frames.clone().filter(|&t| weights[t] >= NEGLIGIBLE) {
            let ex = v.x[t] - fault.c * leg.x[t] - fault.dx;
            let ey = v.y[t] - fault.c * leg.y[t];
            let ez = v.z[t] - fault.c * leg.z[t] - fault.dz;
            let exponent = (ex * ex + ey * ey + ez * ez) * inverse;
            if exponent < -12.0 {
                continue;
            }
            let w = weights[t] * exponent.exp();
            s.add(w, leg.x[t], leg.z[t], v.x[t], v.z[t]);
            s.rr += w * leg.y[t] * leg.y[t];
            s.rv += w * leg.y[t] * v.y[t];
        }
    }

    /// Root mean square speed of the root (of the legs where these are fitted) while feet move like `fault`, m/s.
    fn root_speed(&self, fault: Fault) -> f64 {
        let mut s = Sums::default();
        let frames = 0..self.velocities.root.x.len();
        let spread = self.still_speed.powi(2) + self.velocities.root_level_variance;
        self.accumulate(&frames, fault, spread, &mut s);
        if s.w > 0.0 { (s.rr / s.w).sqrt() } else { 0.0 }
    }

    fn roll_allowance(&self, fault: Fault) -> f64 {
        let relative = self.root_speed(fault) / (ROLL_SPEED * self.scale);
        ROLL_ALLOWANCE * relative.recip().min(4.0 * relative).min(1.0)
    }
}

#[derive(Default)]
struct Sums {
    w: f64,
    rr: f64,
    rv: f64,
    rx: f64,
    rz: f64,
    vx: f64,
    vz: f64,
}

impl Sums {
    #[inline]
    fn add(&mut self, w: f64, rx: f64, rz: f64, vx: f64, vz: f64) {
        self.w += w;
        self.rr += w * (rx * rx + rz * rz);
        self.rv += w * (rx * vx + rz * vz);
        self.rx += w * rx;
        self.rz += w * rz;
        self.vx += w * vx;
        self.vz += w * vz;
    }
}

/// The lowest level within ±0.5 s, dips shorter than 0.08 s left out: a capture's glitch is no floor.
pub(super) fn running_floor(heights: &[f64], tracks: &Tracks) -> Vec<f64> {
    let turned: Vec<f64> = heights.iter().map(|h| -h).collect();
    let short = tracks.frames(0.035, 0);
    let filled: Vec<f64> = running_minimum(&turned, short, short).into_iter().map(|h| -h).collect();
    let reach = tracks.frames(0.5, 1);
    running_minimum(&filled, reach, reach)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_interpolated_between_windows() {
        let fault = |c| Fault { c, dx: 2.0 * c, dz: -c };
        let track = FaultTrack {
            global: fault(9.0),
            windows: vec![(10.0, fault(0.0)), (20.0, fault(1.0))],
            conveyor_speed: 0.0,
        };
        let frames = track.per_frame(40);
        assert_eq!(frames[0], fault(0.0));
        assert_eq!(frames[15], fault(0.5));
        assert_eq!(frames[39], fault(1.0));
        assert_eq!(FaultTrack::none().per_frame(2), vec![Fault::default(); 2]);
    }
}

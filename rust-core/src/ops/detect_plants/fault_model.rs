//! The fault of the clip, fitted to the motion itself (docs/methods/plants.md, 3). A planted point that skates moves with
//! `v = c·r + d` over the floor: `r` is the root's velocity, `c` one number, `d` a constant velocity. Root drift shows
//! as `d`, a root path scaled by `s` as `c = (s−1)/s`, legs scaled by `q` as about `c = 1−q`.
//!
//! The measured form of Lyard 2008, 3.1.1 (the foot that moves with the root is not planted), for all points at once
//! and with magnitude. `c` and `d` cannot be told apart on a straight walk at even speed; only their sum is used.

use super::tracks::{MIN_FRAMES_TO_FIT, Tracks};
use super::velocity::Velocities;
use crate::math::exponential::exp_of_negative;
use crate::model::Note;
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
    /// Fitted to the whole clip, before feet that roll or a moving floor are thought of.
    pub(super) from_rest: Fault,
    pub(super) global: Fault,
    /// Fault at the middle frame of each window.
    pub(super) windows: Vec<(f64, Fault)>,
    /// The velocity of a treadmill or of a walk on the spot; 0 for a clip that travels.
    pub(super) conveyor_speed: f64,
}

impl FaultTrack {
    pub(super) fn none() -> Self {
        Self {
            from_rest: Fault::default(),
            global: Fault::default(),
            windows: Vec::new(),
            conveyor_speed: 0.0,
        }
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
/// The last of them, where the start is near.
const NARROW: [f64; 7] = [1.2, 1.2, 0.9, 0.9, 0.7, 0.7, 0.7];
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
/// Weights below this are left out.
const NEGLIGIBLE: f64 = 1e-4;

/// By how much of their length legs must differ from those that the motion was made for, and may: less is a capture's own error,
/// more is found where nearly nothing moves.
const LEAST_GROWTH: f64 = 0.06;
const MOST_GROWTH: f64 = 0.3;
/// Plausible drift beside other legs, m/s: on a straight way at even speed the two look alike.
const SLOW_DRIFT: f64 = 0.05;
/// Drift where none is wanted, m/s: small enough for the legs to explain it all.
const NO_DRIFT: f64 = 1e-3;
/// What legs must explain of what a drift alone explains: a clean capture's feet roll and lean, which other legs always fit a
/// little better, and a short run with a drift shows no more.
const WORTH: f64 = 1.0175;
/// What legs without drift must explain of what they explain with it, for their growth to be told.
const AS_WELL: f64 = 0.97;
/// Frames on which legs are fitted, about: one number needs no more.
const LEG_SAMPLES: usize = 600;

/// Legs of another length than those that a motion was made for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct OtherLegs {
    /// By which share of their length they must grow for the feet to stand.
    pub(super) growth: f64,
    /// The same beside a slow drift. A rolling foot looks like one; so feet are judged on these.
    pub(super) growth_beside_drift: f64,
}

impl OtherLegs {
    pub(super) fn note(&self) -> Note {
        let text = format!(
            "the motion was made for legs that are {:.0} % {}; plants are found as if on those",
            100.0 * self.growth.abs(),
            if self.growth > 0.0 { "longer" } else { "shorter" }
        );
        Note::info("other-legs", text)
    }
}

/// The legs that the motion was made for, if those explain the feet's sliding better than a fault of the root's path does
/// (docs/methods/plants.md, 3.6).
///
/// `from_rest` is the path's own fit.
pub(super) fn fit_legs(
    tracks: &Tracks,
    velocities: &Velocities,
    evidence: &Evidence,
    from_rest: Fault,
) -> Option<OtherLegs> {
    let step = tracks.frame_count.div_ceil(LEG_SAMPLES);
    let mut path_evidence = evidence.thinned(step);
    let fit = |evidence: &Evidence, start: Fault, widths: &[f64]| {
        let fault = evidence.fit(0..tracks.frame_count, start, Fault::default(), 1.0, widths);
        (fault, evidence.explained_in_space(fault))
    };
    let better = |a: (Fault, f64), b: (Fault, f64)| if b.1 > a.1 { b } else { a };
    let drifting = (from_rest, path_evidence.explained_in_space(from_rest));
    let explained_by_drift = path_evidence.explained_by_drift();
    path_evidence.prior_drift = SLOW_DRIFT;
    let path = better(drifting, fit(&path_evidence, Fault::default(), &NARROW));
    let mut leg_evidence = path_evidence;
    leg_evidence.follow_legs(tracks, velocities);
    // The path's share points to the legs where both look alike.
    let alike = Fault { c: -path.0.c, dx: 0.0, dz: 0.0 };
    let legs = better(fit(&leg_evidence, Fault::default(), &NARROW), fit(&leg_evidence, alike, &NARROW));
    // A foot slides with −g times the leg's velocity, hence the minus.
    let beside_drift = -legs.0.c;
    let is_plausible = (LEAST_GROWTH..MOST_GROWTH).contains(&beside_drift.abs());
    if !is_plausible || legs.1 <= path.1.max(WORTH * explained_by_drift) {
        return None;
    }
    leg_evidence.prior_drift = NO_DRIFT;
    let alone = fit(&leg_evidence, legs.0, &NARROW[4..]);
    let growth = if alone.1 > AS_WELL * legs.1 { -alone.0.c } else { beside_drift };
    Some(OtherLegs { growth, growth_beside_drift: beside_drift })
}

/// Fits the fault of a whole clip and refines it in windows.
pub(super) fn fit_fault(tracks: &Tracks, evidence: &Evidence) -> FaultTrack {
    let frame_count = tracks.frame_count;
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
    let mut out = FaultTrack { from_rest, global, windows, conveyor_speed };
    out.global.c -= allowance;
    out.windows.iter_mut().for_each(|(_, fault)| fault.c -= allowance);
    out
}

/// A foot point in a frame in which it is low.
#[derive(Debug, Clone, Copy)]
struct LowPoint {
    frame: usize,
    /// How likely it is planted, from height and vertical speed alone.
    weight: f64,
    /// Its velocity.
    v: [f64; 3],
    /// The velocity that a fault shares with it: the root's over the floor, or that from hip to ankle.
    by: [f64; 3],
}

impl LowPoint {
    /// What a fault leaves of its velocity.
    #[inline]
    fn residual(&self, fault: &Fault) -> [f64; 3] {
        let [x, y, z] = [0, 1, 2].map(|axis| self.v[axis] - fault.c * self.by[axis]);
        [x - fault.dx, y, z - fault.dz]
    }
}

/// What a fit reads.
#[derive(Debug, Clone)]
pub(super) struct Evidence {
    frame_count: usize,
    foot_count: usize,
    /// Per foot point, in frame order.
    low: Vec<Vec<LowPoint>>,
    /// Sum of weights of each foot point.
    totals: Vec<f64>,
    /// Mean root velocity over the floor.
    travel: [f64; 2],
    still_speed: f64,
    scale: f64,
    dt: f64,
    /// Variance of the noise left in a level velocity of the root, and in one of the feet.
    root_variance: f64,
    feet_variance: f64,
    /// Whether `by` is the legs' velocity, in space.
    is_of_legs: bool,
    /// How fast a drift is plausible without evidence, metres per second.
    prior_drift: f64,
}

impl Evidence {
    /// `None` for clips that are too short, and bodies without legs.
    pub(super) fn new(tracks: &Tracks, velocities: &Velocities, still_speed: f64) -> Option<Self> {
        if tracks.frame_count < MIN_FRAMES_TO_FIT || tracks.leg_length <= 1e-9 {
            return None;
        }
        let by_height = 1.0 / (0.06 * tracks.scale);
        let by_rise = 1.0 / (2.0 * still_speed);
        let share = 1.0 / (2 * tracks.foot_count) as f64;
        let root = &velocities.root;
        let (mut low, mut totals) = (Vec::new(), Vec::new());
        for (limb, v) in tracks.limbs.iter().zip(&velocities.limbs).take(tracks.foot_count) {
            for which in 0..2 {
                let (heights, floor, v) = (&limb.heights[which], &limb.floors[which], &v[which]);
                let mut points = Vec::with_capacity(tracks.frame_count);
                let mut total = 0.0;
                for frame in 0..tracks.frame_count {
                    let h = (heights[frame] - floor[frame]).max(0.0) * by_height;
                    let r = v.y[frame] * by_rise;
                    let weight = share * exp_of_negative(-(h * h + r * r));
                    total += weight;
                    if weight >= NEGLIGIBLE {
                        let v = [v.x[frame], v.y[frame], v.z[frame]];
                        points.push(LowPoint { frame, weight, v, by: [root.x[frame], 0.0, root.z[frame]] });
                    }
                }
                low.push(points);
                totals.push(total);
            }
        }
        let mean = |axis: &[f64]| axis.iter().sum::<f64>() / axis.len() as f64;
        Some(Self {
            frame_count: tracks.frame_count,
            foot_count: tracks.foot_count,
            low,
            totals,
            travel: [mean(&root.x), mean(&root.z)],
            still_speed,
            scale: tracks.scale,
            dt: tracks.dt,
            root_variance: velocities.root_level_variance,
            feet_variance: velocities.feet_variance,
            is_of_legs: false,
            prior_drift: PRIOR_D,
        })
    }

    /// The evidence of every `step`th frame.
    fn thinned(&self, step: usize) -> Self {
        let thin = |low: &Vec<LowPoint>| low.iter().filter(|p| p.frame % step == 0).copied().collect();
        Self { low: self.low.iter().map(thin).collect(), totals: self.totals.clone(), ..*self }
    }

    /// Compares feet with their legs instead of the root.
    fn follow_legs(&mut self, tracks: &Tracks, velocities: &Velocities) {
        for (low, limb) in self.low.chunks_mut(2).zip(&tracks.limbs) {
            let leg = velocities.of_leg(limb, tracks);
            for point in low.iter_mut().flatten() {
                point.by = [leg.x[point.frame], leg.y[point.frame], leg.z[point.frame]];
            }
        }
        self.is_of_legs = true;
    }

    /// Share of the weight that moves like `fault`, heights included.
    fn explained_in_space(&self, fault: Fault) -> f64 {
        // Longer legs make everything that a foot does faster.
        let grown = if self.is_of_legs { 1.0 - fault.c } else { 1.0 };
        let inverse = -0.5 / ((MODE_WIDTH * self.still_speed).powi(2) + self.root_variance) / (grown * grown);
        let (mut sum, mut total) = (0.0, 0.0);
        for point in self.low.iter().flatten() {
            let [x, y, z] = point.residual(&fault);
            sum += point.weight * exp_of_negative((x * x + y * y + z * z) * inverse);
            total += point.weight;
        }
        if total > 0.0 { sum / total } else { 0.0 }
    }

    /// The same for a drift alone, or none.
    fn explained_by_drift(&self) -> f64 {
        let mut shareless = self.clone();
        shareless.low.iter_mut().flatten().for_each(|point| point.by = [0.0; 3]);
        let none = Fault::default();
        let drift = shareless.fit(0..self.frame_count, none, none, 1.0, &WIDTHS);
        self.explained_in_space(drift).max(self.explained_in_space(none))
    }

    fn fit(
        &self,
        frames: Range<usize>,
        start: Fault,
        centre: Fault,
        ridge_factor: f64,
        widths: &[f64],
    ) -> Fault {
        let noise = self.root_variance;
        let mut fault = start;
        for width in widths {
            let spread = (width * self.still_speed).powi(2) + noise;
            let mut s = Sums::default();
            self.accumulate(&frames, fault, spread, &mut s);
            // Noise that sits in both velocities feigns r·r and r·v alike: the root's, or the feet's where legs are fitted.
            let shared = if self.is_of_legs { 3.0 * self.feet_variance } else { 2.0 * noise };
            let feigned = (shared * s.w).min(0.5 * s.rr);
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
        let explained_from_rest = self.explained(from_rest);
        if explained_from_rest > WELL_EXPLAINED {
            return from_rest;
        }
        let total: f64 = self.totals.iter().sum();
        let points = 2 * self.foot_count;
        let step = (points * self.frame_count / SEEDS).max(1);
        let mean = total / (points * self.frame_count) as f64;
        let mut best = (0.0, Fault::default());
        for i in (0..points * self.frame_count).step_by(step) {
            let (low, frame) = (&self.low[i % points], i / points);
            let Ok(at) = low.binary_search_by_key(&frame, |p| p.frame) else { continue };
            if low[at].weight < mean {
                continue;
            }
            let seed = Fault { c: 0.0, dx: low[at].v[0], dz: low[at].v[2] };
            let support = self.support_of(seed);
            if support > best.0 {
                best = (support, seed);
            }
        }
        let conveyor = self.fit(0..self.frame_count, best.1, best.1, 1.0, &NARROW);
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
        let spread = self.still_speed.powi(2) + self.root_variance;
        self.low.chunks(2).zip(self.totals.chunks(2)).all(|(foot, totals)| {
            let mut s = Sums::default();
            foot.iter().for_each(|low| self.accumulate_points(low, fault, spread, &mut s));
            s.w >= MIN_FOOT_SHARE * totals.iter().sum::<f64>()
        })
    }

    /// The speed of the feet's drift if the root itself hardly travels against it; else 0.
    fn conveyor_speed(&self, fault: Fault) -> f64 {
        let drift = fault.dx.hypot(fault.dz);
        let travel = self.travel[0].hypot(self.travel[1]);
        if drift > MIN_CONVEYOR_SPEED * self.scale && travel < 0.3 * drift { drift } else { 0.0 }
    }

    /// Weight of the frames that move like `fault`, a sample of them.
    fn support_of(&self, fault: Fault) -> f64 {
        let step = (self.frame_count / SAMPLES).max(1);
        let inverse = -0.5 / (1.6 * self.still_speed).powi(2);
        let mut sum = 0.0;
        for point in self.low.iter().flatten().filter(|p| p.frame % step == 0) {
            let (x, z) = (point.v[0] - fault.dx, point.v[2] - fault.dz);
            sum += point.weight * exp_of_negative((x * x + z * z) * inverse);
        }
        sum
    }

    /// Share of the weight that moves like `fault`.
    fn explained(&self, fault: Fault) -> f64 {
        let mut s = Sums::default();
        let spread = self.still_speed.powi(2) + self.root_variance;
        self.accumulate(&(0..self.frame_count), fault, spread, &mut s);
        let total: f64 = self.totals.iter().sum();
        if total > 0.0 { s.w / total } else { 1.0 }
    }

    fn accumulate(&self, frames: &Range<usize>, fault: Fault, spread: f64, s: &mut Sums) {
        for low in &self.low {
            let first = low.partition_point(|p| p.frame < frames.start);
            let end = first + low[first..].partition_point(|p| p.frame < frames.end);
            self.accumulate_points(&low[first..end], fault, spread, s);
        }
    }

    fn accumulate_points(&self, low: &[LowPoint], fault: Fault, spread: f64, s: &mut Sums) {
        let inverse = -0.5 / spread;
        // Legs are fitted in space, the root's path over the floor.
        let vertical = if self.is_of_legs { 1.0 } else { 0.0 };
        for point in low {
            let [x, y, z] = point.residual(&fault);
            let weight = point.weight * exp_of_negative((x * x + vertical * y * y + z * z) * inverse);
            s.add(weight, &point.by, &point.v);
        }
    }

    /// Root mean square speed of the root while feet move like `fault`, m/s.
    fn root_speed(&self, fault: Fault) -> f64 {
        let mut s = Sums::default();
        let spread = self.still_speed.powi(2) + self.root_variance;
        self.accumulate(&(0..self.frame_count), fault, spread, &mut s);
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
    /// The root's velocity has no height; where legs are fitted heights count as well.
    #[inline]
    fn add(&mut self, w: f64, by: &[f64; 3], v: &[f64; 3]) {
        self.w += w;
        self.rr += w * (by[0] * by[0] + by[1] * by[1] + by[2] * by[2]);
        self.rv += w * (by[0] * v[0] + by[1] * v[1] + by[2] * v[2]);
        self.rx += w * by[0];
        self.rz += w * by[2];
        self.vx += w * v[0];
        self.vz += w * v[2];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;
    use crate::model::{Clip, Skeleton};
    use crate::sample::{self, faults};

    fn growth(skeleton: &Skeleton, clip: &Clip) -> Option<f64> {
        let tracks = Tracks::new(skeleton, clip, None, &Default::default()).unwrap();
        let velocities = Velocities::new(&tracks);
        let evidence = Evidence::new(&tracks, &velocities, 0.15 * tracks.scale).unwrap();
        let from_rest = fit_fault(&tracks, &evidence).from_rest;
        fit_legs(&tracks, &velocities, &evidence, from_rest).map(|legs| legs.growth)
    }

    fn walk(seconds: f64) -> (Skeleton, Clip) {
        let skeleton = sample::biped_skeleton(&Default::default()).unwrap();
        let options = sample::WalkOptions { seconds, ..Default::default() };
        let walk = sample::walk(&skeleton, &options).unwrap();
        (skeleton, walk.clip)
    }

    #[test]
    fn legs_of_another_length_are_told_to_two_hundredths() {
        // Two minutes are thinned out, with the same answer.
        for seconds in [6.0, 120.0] {
            let (skeleton, clip) = walk(seconds);
            for factor in [0.88, 1.12] {
                let (other, copied) = faults::skate_by_leg_scale(&skeleton, &clip, factor).unwrap();
                let found = growth(&other, &copied).unwrap_or_default();
                assert!((found - (1.0 / factor - 1.0)).abs() < 0.02, "x {factor}, {seconds} s: {found}");
                // The root shakes, the way from hip to ankle does not.
                let shaken = faults::root_noise(&other, &copied, 0.005, 3).unwrap();
                let found = growth(&other, &shaken).unwrap_or_default();
                assert!(
                    (found - (1.0 / factor - 1.0)).abs() < 0.02,
                    "shaken, x {factor}, {seconds} s: {found}"
                );
            }
        }
    }

    #[test]
    fn legs_are_not_told_from_what_else_slides() {
        let (skeleton, clip) = walk(6.0);
        assert_eq!(growth(&skeleton, &clip), None);
        let drifting = faults::root_drift(&skeleton, &clip, Vec3::new(0.15, 0.0, 0.1), 0.0).unwrap();
        assert_eq!(growth(&skeleton, &drifting), None);
        let run = sample::run(&skeleton, &Default::default()).unwrap().clip;
        assert_eq!(growth(&skeleton, &run), None);
        // Noise on a body that stands looks like any legs.
        let stand =
            sample::stand(&skeleton, &sample::StandOptions { shift: 0.0, ..Default::default() }).unwrap();
        for seed in 0..4 {
            let shaken = faults::root_noise(&skeleton, &stand.clip, 0.005, seed).unwrap();
            assert_eq!(growth(&skeleton, &shaken), None, "seed {seed}");
        }
    }

    #[test]
    fn faults_are_interpolated_between_windows() {
        let fault = |c| Fault { c, dx: 2.0 * c, dz: -c };
        let track = FaultTrack {
            from_rest: fault(9.0),
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

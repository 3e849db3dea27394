//! How a foot rolls over a footprint and travels to the next: heel strike, flat, push off the toes, swing.
//!
//! In stance the foot turns about a point of the sole that stays put, so plants are exact by construction. In swing
//! the height is set from the lowest point of the sole, so the foot cannot pass through the floor. Pitch, place and
//! height join with equal speed and acceleration.

use super::figure::{FootPose, FootShape, about_x, about_y};
use surefoot::math::Vec3;

/// 0 below 0, 1 above 1, in between smooth with flat ends up to the second derivative.
pub(super) fn smoother(t: f64) -> f64 {
    let t = t.clamp(0.0, 1.0);
    t * t * t * (10.0 + t * (6.0 * t - 15.0))
}

/// From 0 to 1 in `0..=1`: eased in over the share `start`, even, eased out over the share `end`; flat at both ends up
/// to the second derivative.
fn travel(g: f64, [start, end]: [f64; 2]) -> f64 {
    // Integral of a speed that rises as a smoothstep.
    let ramp = |x: f64, length: f64| {
        let u = x / length;
        length * (u * u * u - 0.5 * u * u * u * u)
    };
    let g = g.clamp(0.0, 1.0);
    let whole = 1.0 - 0.5 * (start + end);
    let distance = if g < start {
        ramp(g, start)
    } else if g <= 1.0 - end {
        g - 0.5 * start
    } else {
        whole - ramp(1.0 - g, end)
    };
    distance / whole
}

/// How the foot lifts off: a smoother step cut before its end, so that the foot is still turning when it leaves the
/// floor. Value, first and second derivative.
pub(super) fn roll(u: f64) -> [f64; 3] {
    const CUT: f64 = 0.72;
    let x = CUT * u.clamp(0.0, 1.0);
    let whole = smoother(CUT);
    [
        smoother(x) / whole,
        CUT * 30.0 * x * x * (1.0 - x) * (1.0 - x) / whole,
        CUT * CUT * 60.0 * x * (1.0 - x) * (1.0 - 2.0 * x) / whole,
    ]
}

/// The quintic with these values, slopes and curvatures at 0 and 1.
pub(super) fn quintic(start: [f64; 3], end: [f64; 3], t: f64) -> f64 {
    let [p, v, a] = start;
    // What is left at t = 1 after the part that the start fixes.
    let dp = end[0] - (p + v + 0.5 * a);
    let dv = end[1] - (v + a);
    let da = end[2] - a;
    let c3 = 10.0 * dp - 4.0 * dv + 0.5 * da;
    let c4 = -15.0 * dp + 7.0 * dv - da;
    let c5 = 6.0 * dp - 3.0 * dv + 0.5 * da;
    p + t * (v + t * (0.5 * a + t * (c3 + t * (c4 + t * c5))))
}

/// Where a foot stands flat.
#[derive(Debug, Clone, Copy)]
pub(super) struct Footprint {
    pub(super) ankle: Vec3,
    pub(super) yaw: f64,
}

impl Footprint {
    /// World place of a point given in the frame of the ankle.
    pub(super) fn point(&self, offset: &Vec3) -> Vec3 {
        self.ankle + about_y(self.yaw) * offset
    }
}

/// Timing and angles of a step. Times are shares of the stride, counted from the strike of the heel.
#[derive(Debug, Clone, Copy)]
pub(super) struct StepShape {
    /// The sole lies flat from here …
    pub(super) flat: f64,
    /// … to here, where the heel comes up.
    pub(super) heel_off: f64,
    /// The toes leave the floor.
    pub(super) toe_off: f64,
    /// Toes up at the strike, radians.
    pub(super) strike_pitch: f64,
    /// Heel up at the push-off, radians.
    pub(super) push_pitch: f64,
    /// Added pitch early in the swing: how far the foot trails behind.
    pub(super) kick: f64,
    /// Greatest height of the lowest point of the sole in swing, metres.
    pub(super) clearance: f64,
    /// Below 1 the foot is highest early in the swing.
    pub(super) skew: f64,
    /// Shares of the swing in which the foot gathers and loses its speed.
    pub(super) ramps: [f64; 2],
}

impl StepShape {
    /// Foot pitch (heel up positive) and its derivatives by phase in stance.
    fn stance_pitch(&self, phase: f64) -> [f64; 3] {
        if phase < self.flat {
            let [p, v, a] = roll(1.0 - phase / self.flat);
            [
                -self.strike_pitch * p,
                self.strike_pitch * v / self.flat,
                -self.strike_pitch * a / self.flat.powi(2),
            ]
        } else if phase <= self.heel_off {
            [0.0; 3]
        } else {
            let length = self.toe_off - self.heel_off;
            let [p, v, a] = roll((phase - self.heel_off) / length);
            [self.push_pitch * p, self.push_pitch * v / length, self.push_pitch * a / length.powi(2)]
        }
    }

    /// The foot on its footprint at a phase of `0..=toe_off`.
    pub(super) fn stance(&self, foot: &FootShape, print: &Footprint, phase: f64) -> FootPose {
        let pitch = self.stance_pitch(phase)[0];
        let rotation = about_y(print.yaw) * about_x(pitch);
        let pivot = if phase < self.flat { foot.heel } else { foot.ball };
        let ankle = if pitch == 0.0 { print.ankle } else { print.point(&pivot) - rotation * pivot };
        FootPose { ankle, rotation, toe_bend: pitch.max(0.0) }
    }

    /// The foot between two footprints at a phase of `toe_off..1`.
    pub(super) fn swing(&self, foot: &FootShape, from: &Footprint, to: &Footprint, phase: f64) -> FootPose {
        let length = 1.0 - self.toe_off;
        let g = ((phase - self.toe_off) / length).clamp(0.0, 1.0);
        let per_swing = |[p, v, a]: [f64; 3]| [p, v * length, a * length * length];
        let start = per_swing(self.stance_pitch(self.toe_off));
        let end = per_swing(self.stance_pitch(0.0));
        let early = g.powf(0.75);
        let pitch = quintic(start, end, g) + self.kick * bump(early);
        Flight {
            from: (from.point(&foot.ball), foot.ball),
            to: (to.point(&foot.heel), foot.heel),
            yaw: (from.yaw, to.yaw),
            pitch,
            // The toes, flat on the floor at the push-off, come back in line with the foot.
            toe_pitch: pitch * smoother(g / 0.45),
            clearance: self.clearance * arch(g.powf(self.skew)),
            ramps: self.ramps,
        }
        .pose(foot, g)
    }
}

/// 0 at 0 and 1, 1 in the middle, flat at both ends up to the second derivative.
pub(super) fn bump(t: f64) -> f64 {
    (4.0 * t * (1.0 - t)).powi(3)
}

/// As [`bump`], but rounder; its second derivative still ends at 0.
pub(super) fn arch(t: f64) -> f64 {
    (4.0 * t * (1.0 - t)).powf(2.4)
}

/// A foot off the floor, between the point of the sole that leaves it and the one that lands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flight {
    /// World place and place in the ankle's frame of the last point on the floor.
    pub(super) from: (Vec3, Vec3),
    /// The same of the first point to land.
    pub(super) to: (Vec3, Vec3),
    pub(super) yaw: (f64, f64),
    /// Heel up positive.
    pub(super) pitch: f64,
    /// Of the toes against the floor, tip down positive.
    pub(super) toe_pitch: f64,
    /// Least height of the sole, metres.
    pub(super) clearance: f64,
    /// Shares of the way in which it gathers and loses speed.
    pub(super) ramps: [f64; 2],
}

impl Flight {
    /// The foot at share `g` of its way.
    pub(super) fn pose(&self, foot: &FootShape, g: f64) -> FootPose {
        let m = travel(g, self.ramps);
        let yaw = self.yaw.0 + (self.yaw.1 - self.yaw.0) * m;
        let rotation = about_y(yaw) * about_x(self.pitch);
        let leave = self.from.0 - rotation * self.from.1;
        let land = self.to.0 - rotation * self.to.1;
        let mut ankle = leave * (1.0 - m) + land * m;
        let (sin, cos) = self.pitch.sin_cos();
        // Depth of toe tip and heel below the ankle; a smooth maximum keeps the height free of kinks.
        let tip = foot.ball.z * sin - foot.ball.y * cos + foot.tip.z * self.toe_pitch.sin();
        let heel = foot.heel.z * sin - foot.heel.y * cos;
        // Wide nearly to the ends: a runner's foot passes level shortly before it lands.
        let width = 0.1 * foot.ball.z * smoother(g / 0.15) * smoother((1.0 - g) / 0.08);
        ankle.y = self.clearance + 0.5 * (tip + heel + (tip - heel).hypot(width));
        FootPose { ankle, rotation, toe_bend: self.pitch - self.toe_pitch }
    }
}

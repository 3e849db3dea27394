//! [`jump`]: down, push off both feet, free flight, land on the balls of the feet, up again.

use super::figure::{ArmPose, Figure, FootPose, Posture, about_x, about_y, sign, slot};
use super::gait::{frames_within, plant};
use super::sole::{Flight, Footprint, arch, quintic, roll, smoother};
use super::{SampleClip, check, frame_count};
use surefoot::math::{GRAVITY, Vec3};
use surefoot::model::{Ground, Plants, PointKind, Side, Skeleton};
use surefoot::{Error, Result};

/// Measures of [`jump`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JumpOptions {
    /// Frames per second, 1 to 1000.
    pub frame_rate: f64,
    /// Rise of the root in flight, metres, 0.1 to 0.6.
    pub height: f64,
    /// How far forward, metres, 0 to 1.2.
    pub distance: f64,
}

impl Default for JumpOptions {
    fn default() -> Self {
        Self { frame_rate: 60.0, height: 0.32, distance: 0.5 }
    }
}

/// Jumps forward from both feet. In flight the root falls freely with standard gravity and travels evenly.
///
/// ```
/// use surefoot_sample::{JumpOptions, biped_skeleton, jump};
///
/// let skeleton = biped_skeleton(&Default::default())?;
/// let clip = jump(&skeleton, &JumpOptions { distance: 0.8, ..Default::default() })?.clip;
/// let path = clip.root_positions();
/// assert!((path[path.len() - 1].z - path[0].z - 0.8).abs() < 0.05);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::OptionOutOfRange`]; [`Error::Invalid`] if the legs are too short for the distance or the skeleton is not
/// a sample biped.
pub fn jump(skeleton: &Skeleton, options: &JumpOptions) -> Result<SampleClip> {
    check("height", options.height, 0.1, 0.6)?;
    check("distance", options.distance, 0.0, 1.2)?;
    let jump = Jump::new(Figure::new(skeleton)?, options)?;
    let count = frame_count(options.frame_rate, jump.end)?;
    let clip = jump.figure.clip("jump", options.frame_rate, count, |t| jump.posture(t))?;
    Ok(SampleClip { clip, plants: jump.plants(options.frame_rate, count)?, ground: Ground::level(0.0) })
}

/// Heel up when the toes leave and when they land, radians.
const LEAVE_PITCH: f64 = 1.05;
const LAND_PITCH: f64 = 0.62;
/// Seconds the heel takes up before the flight, and down after it.
const HEEL_UP: f64 = 0.17;
const HEEL_DOWN: f64 = 0.13;

struct Jump<'a> {
    figure: Figure<'a>,
    // Seconds at which the parts begin.
    sink: f64,
    push: f64,
    leave: f64,
    land: f64,
    rise: f64,
    stand: f64,
    end: f64,
    /// Root heights at ease, at the lowest and when the toes leave or land.
    standing: f64,
    lowest: f64,
    leaving: f64,
    up_speed: f64,
    ahead_speed: f64,
    distance: f64,
    clearance: f64,
}

impl<'a> Jump<'a> {
    fn new(figure: Figure<'a>, options: &JumpOptions) -> Result<Self> {
        let scale = figure.scale();
        let up_speed = (2.0 * GRAVITY * options.height).sqrt();
        let flight = 2.0 * up_speed / GRAVITY;
        let mut jump = Self {
            sink: 0.35,
            push: 0.90,
            // Set below; until then only in order.
            leave: 1.2,
            land: 1.8,
            rise: 2.0,
            stand: 2.5,
            end: 3.0,
            standing: 0.0,
            lowest: 0.0,
            leaving: 0.0,
            up_speed,
            ahead_speed: 0.0,
            distance: options.distance,
            clearance: options.height + 0.06 * scale,
            figure,
        };
        let too_far = || {
            Error::invalid("distance", format!("{} m is too far for these legs; take less", options.distance))
        };
        let excess = |jump: &Self, t: f64| jump.figure.excess_height(&jump.posture(t)).ok_or_else(too_far);
        jump.standing -= excess(&jump, 0.0)?;
        jump.lowest = jump.standing - 0.27 * scale;
        jump.leaving = jump.standing;
        // Heights and times depend on each other; both settle after a few rounds.
        for _ in 0..12 {
            let depth = (jump.leaving - jump.lowest).max(0.1 * scale);
            let push = 2.0 * depth / up_speed;
            jump.leave = jump.push + push;
            jump.land = jump.leave + flight;
            jump.rise = jump.land + 1.15 * push + 0.04;
            jump.stand = jump.rise + 0.65;
            jump.end = jump.stand + 0.35;
            // Half of push and landing count, where the speed is gathered and lost.
            jump.ahead_speed = options.distance / (flight + 0.5 * (push + jump.rise - jump.land));
            let mut worst = f64::NEG_INFINITY;
            for i in 0..=200 {
                let t = jump.leave - 0.06 + (jump.land - jump.leave + 0.12) * f64::from(i) / 200.0;
                worst = worst.max(excess(&jump, t)?);
            }
            jump.leaving -= worst;
        }
        for i in 0..=400 {
            if excess(&jump, jump.end * f64::from(i) / 400.0)? > 1e-3 * scale {
                return Err(too_far());
            }
        }
        Ok(jump)
    }

    fn footprint(&self, side: Side, landed: bool) -> Footprint {
        let (s, scale) = (sign(side), self.figure.scale());
        let z = -0.02 * scale + if landed { self.distance } else { 0.0 };
        Footprint {
            ankle: Vec3::new(s * 0.098 * scale, -self.figure.feet[slot(side)].heel.y, z),
            yaw: s * 0.10,
        }
    }

    /// Height of the root.
    fn height(&self, t: f64) -> f64 {
        let part = |from: f64, to: f64, start: [f64; 3], end: [f64; 3]| {
            let d = to - from;
            let per_part = |[p, v, a]: [f64; 3]| [p, v * d, a * d * d];
            quintic(per_part(start), per_part(end), (t - from) / d)
        };
        let (low, ease) = ([self.lowest, 0.0, 0.0], [self.standing, 0.0, 0.0]);
        if t < self.sink {
            self.standing
        } else if t < self.push {
            part(self.sink, self.push, ease, low)
        } else if t < self.leave {
            part(self.push, self.leave, low, [self.leaving, self.up_speed, -GRAVITY])
        } else if t < self.land {
            let fall = t - self.leave;
            self.leaving + self.up_speed * fall - 0.5 * GRAVITY * fall * fall
        } else if t < self.rise {
            part(self.land, self.rise, [self.leaving, -self.up_speed, -GRAVITY], low)
        } else if t < self.stand {
            part(self.rise, self.stand, low, ease)
        } else {
            self.standing
        }
    }

    /// How far the root has come forward, without the lean of the body.
    fn ahead(&self, t: f64) -> f64 {
        let (gather, lose) = (self.leave - self.push, self.rise - self.land);
        let left = 0.5 * self.ahead_speed * gather;
        let landed = left + self.ahead_speed * (self.land - self.leave);
        if t < self.push {
            0.0
        } else if t < self.leave {
            quintic([0.0; 3], [left, self.ahead_speed * gather, 0.0], (t - self.push) / gather)
        } else if t < self.land {
            left + self.ahead_speed * (t - self.leave)
        } else if t < self.rise {
            let speed = self.ahead_speed * lose;
            quintic([landed, speed, 0.0], [self.distance, 0.0, 0.0], (t - self.land) / lose)
        } else {
            self.distance
        }
    }

    /// Smooth through values at: ease, lowest, leaving, top, landing, lowest, ease.
    fn keyed(&self, t: f64, values: [f64; 7]) -> f64 {
        let top = 0.5 * (self.leave + self.land);
        let times = [self.sink, self.push, self.leave, top, self.land, self.rise, self.stand];
        let mut value = values[0];
        for i in 1..7 {
            let share = smoother((t - times[i - 1]) / (times[i] - times[i - 1]));
            value += (values[i] - values[i - 1]) * share;
        }
        value
    }

    fn foot(&self, side: Side, t: f64) -> FootPose {
        let foot = &self.figure.feet[slot(side)];
        let flight = self.land - self.leave;
        let on = |landed: bool, pitch: f64| {
            let print = self.footprint(side, landed);
            let rotation = about_y(print.yaw) * about_x(pitch);
            let ankle =
                if pitch == 0.0 { print.ankle } else { print.point(&foot.ball) - rotation * foot.ball };
            FootPose { ankle, rotation, toe_bend: pitch }
        };
        let (up, down) = ((t - self.leave) / HEEL_UP + 1.0, 1.0 - (t - self.land) / HEEL_DOWN);
        if t <= self.leave {
            return on(false, LEAVE_PITCH * roll(up)[0]);
        }
        if t >= self.land {
            return on(true, LAND_PITCH * roll(down)[0]);
        }
        let g = (t - self.leave) / flight;
        let [p, v, a] = roll(1.0);
        let start = [p, v * flight / HEEL_UP, a * (flight / HEEL_UP).powi(2)].map(|x| x * LEAVE_PITCH);
        let end = [p, -v * flight / HEEL_DOWN, a * (flight / HEEL_DOWN).powi(2)].map(|x| x * LAND_PITCH);
        let pitch = quintic(start, end, g);
        let (from, to) = (self.footprint(side, false), self.footprint(side, true));
        Flight {
            from: (from.point(&foot.ball), foot.ball),
            to: (to.point(&foot.ball), foot.ball),
            yaw: (from.yaw, to.yaw),
            pitch,
            // Toes leave and land flat.
            toe_pitch: pitch * smoother(g / 0.3) * smoother((1.0 - g) / 0.3),
            clearance: self.clearance * arch(g),
            ramps: [0.3, 0.3],
        }
        .pose(foot, g)
    }

    fn posture(&self, t: f64) -> Posture {
        let scale = self.figure.scale();
        // The seat goes back to balance the lean, but not in flight, which is free fall.
        let back = self.keyed(t, [0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
        let lean = self.keyed(t, [0.0, 1.0, 0.10, 0.12, 0.25, 0.85, 0.0]);
        let swing = self.keyed(t, [0.05, -0.95, 1.9, 1.75, 1.1, 0.35, 0.05]);
        let elbow = self.keyed(t, [0.25, 0.30, 0.55, 0.70, 0.70, 0.75, 0.25]);
        let look = self.keyed(t, [0.0, 0.55, 0.15, -0.10, 0.0, 0.40, 0.0]);
        let pelvis = Vec3::new(0.0, self.height(t), self.ahead(t) - 0.13 * scale * back);
        let bend = |share: f64| about_x(share * lean);
        let arm = |side: Side| ArmPose {
            shrug: 0.06 * swing.max(0.0),
            swing: swing + 0.03 * sign(side),
            spread: 0.16,
            turn: 0.2,
            elbow,
            wrist: 0.08,
        };
        Posture {
            pelvis,
            pelvis_rotation: about_x(0.03 + 0.45 * lean),
            spine: [bend(0.12), bend(0.16), bend(0.14)],
            neck: about_x(-0.35 * look),
            head: about_x(-0.45 * look),
            arms: Side::BOTH.map(arm),
            feet: Side::BOTH.map(|side| self.foot(side, t)),
        }
    }

    fn plants(&self, frame_rate: f64, count: usize) -> Result<Plants> {
        let mut plants = Vec::new();
        for side in Side::BOTH {
            let foot = self.figure.feet[slot(side)];
            for landed in [false, true] {
                let print = self.footprint(side, landed);
                let (toe, heel) = if landed {
                    ((self.land, self.end + 1.0), (self.land + HEEL_DOWN, self.end + 1.0))
                } else {
                    ((0.0, self.leave), (0.0, self.leave - HEEL_UP))
                };
                let mut add = |kind, (from, to): (f64, f64), offset: Vec3| {
                    let frames = frames_within(from, to, frame_rate, count);
                    plants.extend(plant(side, kind, frames, print.point(&offset)));
                };
                add(PointKind::Ankle, heel, Vec3::zeros());
                add(PointKind::Heel, heel, foot.heel);
                add(PointKind::Toe, toe, foot.ball);
                add(PointKind::ToeTip, toe, foot.ball + foot.tip);
            }
        }
        Plants::new(count, plants)
    }
}

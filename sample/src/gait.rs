//! [`walk`], [`run`] and [`turn`]: steady gaits along a line on the floor.
//!
//! Footprints come first: each lies where the pelvis passes a fixed share of the stride after its heel strikes. The
//! feet roll over them (`sole`), the pelvis travels evenly, bobs, sways and turns, and rides as high as the
//! legs reach.

use super::figure::{ArmPose, Figure, FootPose, Posture, about_x, about_y, about_z, sign, slot};
use super::path::Path;
use super::sole::{Footprint, StepShape};
use super::{SampleClip, check, frame_count};
use std::f64::consts::TAU;
use surefoot::math::{GRAVITY, Quat, Vec3};
use surefoot::model::{BodyPoint, Ground, Plant, Plants, PointKind, Side, Skeleton};
use surefoot::{Error, Result};

/// Measures of [`walk`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WalkOptions {
    /// Frames per second, 1 to 1000.
    pub frame_rate: f64,
    /// Length of the clip, 0 to 1200.
    pub seconds: f64,
    /// Metres per second, 0.2 to 2.5.
    pub speed: f64,
    /// Metres from one heel strike to the next of the other foot; `None` takes what suits speed and legs.
    pub step_length: Option<f64>,
}

impl Default for WalkOptions {
    fn default() -> Self {
        Self { frame_rate: 60.0, seconds: 4.0, speed: 1.35, step_length: None }
    }
}

/// Measures of [`run`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RunOptions {
    /// Frames per second, 1 to 1000.
    pub frame_rate: f64,
    /// Length of the clip, 0 to 1200.
    pub seconds: f64,
    /// Metres per second, 1.5 to 7.
    pub speed: f64,
    /// Metres from one strike to the next of the other foot; `None` takes what suits speed and legs.
    pub step_length: Option<f64>,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self { frame_rate: 60.0, seconds: 3.0, speed: 3.2, step_length: None }
    }
}

/// Measures of [`turn`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TurnOptions {
    /// Frames per second, 1 to 1000.
    pub frame_rate: f64,
    /// Length of the clip, 0 to 1200. The turn lies in the middle.
    pub seconds: f64,
    /// Metres per second, 0.2 to 2.5.
    pub speed: f64,
    /// Radians, left positive, −2π to 2π.
    pub angle: f64,
    /// Least radius of the curve, metres, 0.5 to 100.
    pub radius: f64,
}

impl Default for TurnOptions {
    fn default() -> Self {
        Self { frame_rate: 60.0, seconds: 5.0, speed: 1.2, angle: TAU / 4.0, radius: 0.9 }
    }
}

/// Walks straight along +z with heel strike, flat foot and push-off.
///
/// ```
/// use surefoot_sample::{WalkOptions, biped_skeleton, walk};
///
/// let skeleton = biped_skeleton(&Default::default())?;
/// let options = WalkOptions { seconds: 4.0, speed: 1.2, ..Default::default() };
/// let clip = walk(&skeleton, &options)?.clip;
/// let path = clip.root_positions();
/// assert!((path[path.len() - 1].z - path[0].z - 4.0 * 1.2).abs() < 0.2);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::OptionOutOfRange`]; [`Error::Invalid`] if the steps are too long for the legs or the skeleton is not a
/// sample biped.
pub fn walk(skeleton: &Skeleton, options: &WalkOptions) -> Result<SampleClip> {
    let figure = Figure::new(skeleton)?;
    check("speed", options.speed, 0.2, 2.5)?;
    let gait = Gait::walk(figure, Path::straight(), options.speed, options.step_length)?;
    gait.sample("walk", options.frame_rate, options.seconds)
}

/// Walks along a smooth curve through one turn, 90° to the left by default.
///
/// ```
/// use surefoot_sample::{TurnOptions, biped_skeleton, turn};
///
/// let skeleton = biped_skeleton(&Default::default())?;
/// let clip = turn(&skeleton, &TurnOptions::default())?.clip;
/// let path = clip.root_positions();
/// assert!(path[path.len() - 1].x - path[0].x > 1.0, "left is +x");
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// As [`walk`].
pub fn turn(skeleton: &Skeleton, options: &TurnOptions) -> Result<SampleClip> {
    let figure = Figure::new(skeleton)?;
    check("speed", options.speed, 0.2, 2.5)?;
    check("angle", options.angle, -TAU, TAU)?;
    check("radius", options.radius, 0.5, 100.0)?;
    frame_count(options.frame_rate, options.seconds)?;
    // The heading is a smoother step, whose steepest part turns 1.875 times as fast as its mean.
    let length = (1.875 * options.angle.abs() * options.radius).max(0.1);
    let start = 0.5 * (options.speed * options.seconds - length);
    let path = Path::with_turn(start, length, options.angle);
    Gait::walk(figure, path, options.speed, None)?.sample("turn", options.frame_rate, options.seconds)
}

/// Runs straight along +z. Between two steps the root is in free fall, with an acceleration of standard gravity.
///
/// ```
/// use surefoot::model::BodyPoint;
/// use surefoot_sample::{RunOptions, biped_skeleton, run};
///
/// let skeleton = biped_skeleton(&Default::default())?;
/// let run = run(&skeleton, &RunOptions::default())?;
/// let planted = |frame| run.plants.iter().any(|plant| plant.frames.contains(&frame));
/// assert!((0..run.clip.frame_count()).any(|frame| !planted(frame)), "who runs is in the air at times");
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// As [`walk`].
pub fn run(skeleton: &Skeleton, options: &RunOptions) -> Result<SampleClip> {
    let figure = Figure::new(skeleton)?;
    check("speed", options.speed, 1.5, 7.0)?;
    let gait = Gait::run(figure, options.speed, options.step_length)?;
    gait.sample("run", options.frame_rate, options.seconds)
}

/// How the upper body goes with the steps; angles in radians, lengths in metres.
#[derive(Debug, Clone, Copy)]
struct Carriage {
    sway: f64,
    pelvis_yaw: f64,
    pelvis_list: f64,
    pelvis_tilt: f64,
    chest_yaw: f64,
    lean: f64,
    arm_swing: f64,
    arm_middle: f64,
    spread: f64,
    turn: f64,
    elbow: f64,
    elbow_swing: f64,
}

/// How the pelvis goes up and down.
#[derive(Debug, Clone, Copy)]
enum Bob {
    /// Highest over the standing leg; metres from the mean.
    Wave(f64),
    /// Springs off the standing leg into free fall.
    Bounce,
}

struct Gait<'a> {
    figure: Figure<'a>,
    path: Path,
    speed: f64,
    stride_seconds: f64,
    step: StepShape,
    /// Share of the stride after which the pelvis is over the ankle.
    middle: f64,
    /// Half the distance between the lines of the feet.
    half_width: f64,
    toe_out: f64,
    bob: Bob,
    carriage: Carriage,
}

impl<'a> Gait<'a> {
    fn walk(figure: Figure<'a>, path: Path, speed: f64, step_length: Option<f64>) -> Result<Self> {
        let scale = figure.scale();
        // People lengthen and quicken their steps about alike when they walk faster.
        let step = step_length.unwrap_or(0.69 * scale * (speed / (1.35 * scale.sqrt())).powf(0.55));
        check("step_length", step, 0.1 * scale, scale)?;
        let pace = step / (0.69 * scale);
        let drop = figure.leg() - (figure.leg().powi(2) - 0.25 * step * step).sqrt();
        Ok(Self {
            path,
            speed,
            stride_seconds: 2.0 * step / speed,
            step: StepShape {
                flat: 0.11,
                heel_off: 0.31,
                toe_off: 0.59,
                strike_pitch: 0.36 * pace.min(1.3),
                push_pitch: 1.12 * pace.clamp(0.5, 1.1),
                kick: 0.0,
                clearance: 0.035 * scale,
                skew: 0.9,
                ramps: [0.20, 0.18],
            },
            middle: 0.235,
            half_width: 0.048 * scale,
            toe_out: 0.10,
            bob: Bob::Wave(0.33 * drop),
            carriage: Carriage {
                sway: 0.021 * scale,
                pelvis_yaw: 0.085 * pace,
                pelvis_list: 0.055,
                pelvis_tilt: 0.04,
                chest_yaw: 0.10 * pace,
                lean: 0.035,
                arm_swing: 0.40 * pace,
                arm_middle: 0.02,
                spread: 0.11,
                turn: 0.25,
                elbow: 0.34,
                elbow_swing: 0.15 * pace,
            },
            figure,
        })
    }

    fn run(figure: Figure<'a>, speed: f64, step_length: Option<f64>) -> Result<Self> {
        let scale = figure.scale();
        let steps_per_second = (2.45 + 0.1 * speed) / scale.sqrt();
        let step = step_length.unwrap_or(speed / steps_per_second);
        check("step_length", step, 0.3 * scale, 2.6 * scale)?;
        let stride_seconds = 2.0 * step / speed;
        // The foot stays down while the body travels about a leg's length, and never for half the stride.
        let toe_off = (0.86 * figure.leg() / (speed * stride_seconds)).clamp(0.12, 0.32);
        Ok(Self {
            path: Path::straight(),
            speed,
            stride_seconds,
            step: StepShape {
                flat: 0.18 * toe_off,
                heel_off: 0.45 * toe_off,
                toe_off,
                strike_pitch: 0.20,
                push_pitch: 1.05,
                kick: 0.75,
                clearance: 0.20 * scale,
                skew: 0.85,
                ramps: [0.50, 0.12],
            },
            middle: 0.34 * toe_off,
            half_width: 0.028 * scale,
            toe_out: 0.08,
            bob: Bob::Bounce,
            carriage: Carriage {
                sway: 0.010 * scale,
                pelvis_yaw: 0.13,
                pelvis_list: 0.07,
                pelvis_tilt: 0.14,
                chest_yaw: 0.17,
                lean: 0.08,
                arm_swing: 0.62,
                arm_middle: -0.18,
                spread: 0.20,
                turn: 0.30,
                elbow: 1.55,
                elbow_swing: 0.22,
            },
            figure,
        })
    }

    fn sample(&self, name: &str, frame_rate: f64, seconds: f64) -> Result<SampleClip> {
        let count = frame_count(frame_rate, seconds)?;
        let height = self.riding_height(seconds)?;
        let clip = self.figure.clip(name, frame_rate, count, |t| {
            let mut posture = self.posture(t);
            posture.pelvis.y += height;
            posture
        })?;
        let plants = Plants::new(count, self.plants(frame_rate, count))?;
        Ok(SampleClip { clip, plants, ground: Ground::level(0.0) })
    }

    /// The greatest height that the legs can hold all the way, scanned at a rate of its own so that it does not
    /// depend on the frames asked for.
    fn riding_height(&self, seconds: f64) -> Result<f64> {
        let moments = (seconds.max(self.stride_seconds) / self.stride_seconds * 192.0).ceil() as usize;
        let mut excess = f64::NEG_INFINITY;
        for i in 0..=moments {
            let posture = self.posture(i as f64 * self.stride_seconds / 192.0);
            let here = self.figure.excess_height(&posture).ok_or_else(|| {
                Error::invalid(
                    "step_length",
                    format!(
                        "steps of {:.2} m are too long for legs of {:.2} m",
                        0.5 * self.speed * self.stride_seconds,
                        self.figure.leg()
                    ),
                )
            })?;
            excess = excess.max(here);
        }
        Ok(-excess)
    }

    fn strike_cycle(side: Side) -> f64 {
        if side == Side::Left { 0.0 } else { 0.5 }
    }

    fn footprint(&self, side: Side, cycle: f64) -> Footprint {
        let s = self.speed * self.stride_seconds * (cycle + Self::strike_cycle(side) + self.middle);
        let heading = self.path.heading(s);
        let foot = &self.figure.feet[slot(side)];
        let across = about_y(heading) * Vec3::new(sign(side) * self.half_width, -foot.heel.y, 0.0);
        Footprint { ankle: self.path.place(s) + across, yaw: heading + sign(side) * self.toe_out }
    }

    fn foot(&self, side: Side, t: f64) -> FootPose {
        let cycles = t / self.stride_seconds - Self::strike_cycle(side);
        let (cycle, phase) = (cycles.floor(), cycles - cycles.floor());
        let (foot, print) = (&self.figure.feet[slot(side)], self.footprint(side, cycle));
        if phase <= self.step.toe_off {
            self.step.stance(foot, &print, phase)
        } else {
            self.step.swing(foot, &print, &self.footprint(side, cycle + 1.0), phase)
        }
    }

    /// The body at a time; the height of the pelvis counts from the riding height.
    fn posture(&self, t: f64) -> Posture {
        let c = &self.carriage;
        let cycles = t / self.stride_seconds;
        let wave = |lag: f64| (TAU * (cycles - lag)).cos();
        // Over the left foot in the middle of its stance.
        let over_left = wave(0.5 * self.step.toe_off);
        let s = self.speed * t;
        let heading = self.path.heading(s);
        let across = about_y(heading) * Vec3::new(c.sway * over_left, 0.0, 0.0);
        let mut pelvis = self.path.place(s) + across;
        pelvis.y = self.height(t);
        // The hip goes forward with the leg that strikes; the side of the free leg sinks.
        let (yaw, list) = (-c.pelvis_yaw * wave(0.0), c.pelvis_list * wave(0.20));
        let pelvis_rotation = about_y(heading + yaw) * about_z(list) * about_x(c.pelvis_tilt);
        // The eyes lead into a turn, the chest follows half way.
        let ahead = (self.path.heading(s + 0.55 * self.figure.scale()) - heading).clamp(-0.6, 0.6);
        let chest_yaw = c.chest_yaw * wave(0.02) - yaw + 0.35 * ahead;
        let nod = 0.012 * (2.0 * TAU * (cycles - 0.05)).cos();
        let part = |yaw: f64, list: f64, lean: f64| -> Quat { about_y(yaw) * about_z(list) * about_x(lean) };
        let spine = [
            part(0.25 * chest_yaw, -0.50 * list, 0.20 * c.lean - 0.4 * c.pelvis_tilt + nod),
            part(0.35 * chest_yaw, -0.45 * list, 0.40 * c.lean),
            part(0.40 * chest_yaw, -0.30 * list, 0.40 * c.lean),
        ];
        let leaning = c.lean + 0.6 * c.pelvis_tilt + nod;
        let look = 0.65 * ahead - c.chest_yaw * wave(0.02);
        let neck = part(0.5 * look, 0.12 * list, -0.3 * leaning);
        let head = part(0.5 * look, 0.13 * list, -0.5 * leaning);
        let arm = |side: Side| {
            // With the leg of the other side.
            let swing = -sign(side) * wave(0.04);
            let late = -sign(side) * wave(0.10);
            ArmPose {
                shrug: 0.02 * swing,
                swing: c.arm_middle + c.arm_swing * swing,
                spread: c.spread,
                turn: c.turn,
                elbow: c.elbow + c.elbow_swing * late,
                wrist: 0.10,
            }
        };
        Posture {
            pelvis,
            pelvis_rotation,
            spine,
            neck,
            head,
            arms: [arm(Side::Left), arm(Side::Right)],
            feet: [self.foot(Side::Left, t), self.foot(Side::Right, t)],
        }
    }

    fn height(&self, t: f64) -> f64 {
        match self.bob {
            Bob::Wave(amplitude) => {
                let lowest = 0.5 * self.step.toe_off - 0.28;
                -amplitude * (2.0 * TAU * (t / self.stride_seconds - lowest)).cos()
            }
            Bob::Bounce => {
                let step = 0.5 * self.stride_seconds;
                let down = self.step.toe_off * self.stride_seconds;
                let up_speed = 0.5 * GRAVITY * (step - down);
                let tau = t - (t / step).floor() * step;
                if tau >= down {
                    let fall = tau - down;
                    return up_speed * fall - 0.5 * GRAVITY * fall * fall;
                }
                // The floor pushes like half a sine wave, as strong as gravity on the mean of the whole step.
                let push = std::f64::consts::PI * GRAVITY * step / (2.0 * down);
                let w = std::f64::consts::PI / down;
                -up_speed * tau - 0.5 * GRAVITY * tau * tau + push / w * (tau - (w * tau).sin() / w)
            }
        }
    }

    fn plants(&self, frame_rate: f64, frame_count: usize) -> Vec<Plant> {
        let mut plants = Vec::new();
        let strides = frame_count as f64 / frame_rate / self.stride_seconds;
        for side in Side::BOTH {
            let foot = &self.figure.feet[slot(side)];
            for cycle in -2..=(strides.ceil() as i64) {
                let print = self.footprint(side, cycle as f64);
                let strike = cycle as f64 + Self::strike_cycle(side);
                let mut add = |kind, from: f64, to: f64, offset: Vec3| {
                    let time = |phase: f64| (strike + phase) * self.stride_seconds;
                    let frames = frames_within(time(from), time(to), frame_rate, frame_count);
                    plants.extend(plant(side, kind, frames, print.point(&offset)));
                };
                let StepShape { flat, heel_off, toe_off, .. } = self.step;
                add(PointKind::Heel, 0.0, heel_off, foot.heel);
                add(PointKind::Ankle, flat, heel_off, Vec3::zeros());
                add(PointKind::Toe, flat, toe_off, foot.ball);
                add(PointKind::ToeTip, flat, toe_off, foot.ball + foot.tip);
            }
        }
        plants
    }
}

/// The frames of a clip whose times lie in `from..=to` seconds.
pub(super) fn frames_within(
    from: f64,
    to: f64,
    frame_rate: f64,
    frame_count: usize,
) -> std::ops::Range<usize> {
    // A frame on the boundary belongs to the plant; rounding must not decide.
    let first = (from * frame_rate - 1e-9).ceil().max(0.0) as usize;
    let end = ((to * frame_rate + 1e-9).floor() + 1.0).max(0.0) as usize;
    first..end.min(frame_count)
}

/// A true plant, if the interval holds a frame.
pub(super) fn plant(side: Side, kind: PointKind, frames: std::ops::Range<usize>, at: Vec3) -> Option<Plant> {
    let point = BodyPoint { side, kind };
    (!frames.is_empty()).then_some(Plant { point, frames, confidence: 1.0, position: Some(at) })
}

//! [`stand`]: a figure at ease, both feet planted, shifting its weight, breathing and looking about.

use super::figure::{ArmPose, Figure, FootPose, Posture, about_x, about_y, about_z, sign, slot};
use super::gait::plant;
use super::sole::Footprint;
use super::{SampleClip, check, frame_count};
use std::f64::consts::TAU;
use surefoot::math::Vec3;
use surefoot::model::{Ground, Plants, PointKind, Side, Skeleton};
use surefoot::{Error, Result};

/// Measures of [`stand`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StandOptions {
    /// Frames per second, 1 to 1000.
    pub frame_rate: f64,
    /// Length of the clip, 0 to 1200.
    pub seconds: f64,
    /// How far the weight shifts to either side, metres at 1.75 m of stature, 0 to 0.08.
    pub shift: f64,
}

impl Default for StandOptions {
    fn default() -> Self {
        Self { frame_rate: 60.0, seconds: 6.0, shift: 0.035 }
    }
}

/// Stands on both feet, which do not move at all.
///
/// ```
/// use surefoot_sample::{StandOptions, biped_skeleton, stand};
///
/// let skeleton = biped_skeleton(&Default::default())?;
/// let still = stand(&skeleton, &StandOptions::default())?;
/// assert!(still.plants.iter().all(|plant| plant.frames == (0..still.clip.frame_count())));
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::OptionOutOfRange`]; [`Error::Invalid`] if the skeleton is not a sample biped.
pub fn stand(skeleton: &Skeleton, options: &StandOptions) -> Result<SampleClip> {
    let figure = Figure::new(skeleton)?;
    let count = frame_count(options.frame_rate, options.seconds)?;
    check("shift", options.shift, 0.0, 0.08)?;
    let prints = Side::BOTH.map(|side| footprint(&figure, side));
    let posture = |t: f64| posture(&figure, &prints, options.shift * figure.scale(), t);
    let mut excess = f64::NEG_INFINITY;
    for tenth in 0..=(options.seconds * 10.0) as usize {
        let here = figure.excess_height(&posture(tenth as f64 / 10.0));
        excess = excess.max(here.ok_or_else(|| Error::invalid("stand", "the legs do not reach the floor"))?);
    }
    let clip = figure.clip("stand", options.frame_rate, count, |t| {
        let mut posture = posture(t);
        posture.pelvis.y -= excess;
        posture
    })?;
    let plants = Side::BOTH.into_iter().flat_map(|side| {
        let foot = figure.feet[slot(side)];
        let points = [
            (PointKind::Ankle, Vec3::zeros()),
            (PointKind::Heel, foot.heel),
            (PointKind::Toe, foot.ball),
            (PointKind::ToeTip, foot.ball + foot.tip),
        ];
        points
            .into_iter()
            .filter_map(move |(kind, at)| plant(side, kind, 0..count, prints[slot(side)].point(&at)))
    });
    Ok(SampleClip { clip, plants: Plants::new(count, plants.collect())?, ground: Ground::level(0.0) })
}

fn footprint(figure: &Figure<'_>, side: Side) -> Footprint {
    let (s, scale) = (sign(side), figure.scale());
    let ankle = Vec3::new(s * 0.105 * scale, -figure.feet[slot(side)].heel.y, (0.012 * s - 0.03) * scale);
    Footprint { ankle, yaw: s * 0.17 }
}

fn posture(figure: &Figure<'_>, prints: &[Footprint; 2], shift: f64, t: f64) -> Posture {
    // Two slow waves whose periods share no small multiple, so that six seconds do not look like a loop.
    let weight = 0.75 * (TAU * t / 5.2).sin() + 0.25 * (TAU * t / 3.1).sin();
    let breath = (TAU * t / 3.9).sin();
    let glance = (TAU * t / 7.3).sin();
    let list = 0.035 * weight * (shift / (0.035 * figure.scale()));
    let pelvis = Vec3::new(shift * weight, 0.0, 0.006 * figure.scale() * (TAU * t / 4.3).sin());
    let arm = |side: Side| ArmPose {
        shrug: 0.015 * breath,
        swing: 0.03 + 0.02 * (TAU * t / 4.7 + sign(side)).sin(),
        spread: 0.12 + 0.008 * breath - 0.03 * sign(side) * weight,
        turn: 0.3,
        elbow: 0.24,
        wrist: 0.10,
    };
    Posture {
        pelvis,
        pelvis_rotation: about_y(0.04 * weight) * about_z(list) * about_x(0.03),
        spine: [
            about_z(-0.5 * list) * about_x(-0.035),
            about_z(-0.4 * list) * about_x(0.008 - 0.006 * breath),
            about_z(-0.3 * list) * about_y(-0.03 * weight) * about_x(0.012 - 0.012 * breath),
        ],
        neck: about_y(0.10 * glance) * about_x(0.02 + 0.008 * breath),
        head: about_y(0.16 * glance) * about_z(0.1 * list) * about_x(-0.015 + 0.008 * breath),
        arms: Side::BOTH.map(arm),
        feet: Side::BOTH.map(|side| {
            let print = prints[slot(side)];
            FootPose { ankle: print.ankle, rotation: about_y(print.yaw), toe_bend: 0.0 }
        }),
    }
}

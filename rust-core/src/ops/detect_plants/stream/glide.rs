//! Whether the feet of a feed are low but hardly ever still, as they come: the running form of `../glide.rs`.

use super::super::glide::{LOW, Limits};
use super::RUN_SPEED;
use crate::math::Vec3;

/// Seconds in which evidence fades to a third, and seconds of low feet that are asked for.
const MEMORY: f64 = 2.0;
const MIN_SECONDS: f64 = 0.8;
/// Shares of low frames in which a foot is still: below the first it glides, above the second no more.
const BEGINS: f64 = 0.2;
const ENDS: f64 = 0.45;
/// From the mean of a speed to what three quarters keep below.
const MOST_OVER_MEAN: f64 = 1.35;

#[derive(Debug, Clone)]
pub(super) struct RunningGlide {
    still_speed: f64,
    scale: f64,
    dt: f64,
    /// Seconds of low feet, of those that are still, and sums of their speeds and of the root's; all fading.
    low: f64,
    still: f64,
    speed: f64,
    rise: f64,
    turn: f64,
    root: f64,
    is_gliding: bool,
}

impl RunningGlide {
    pub(super) fn new(still_speed: f64, scale: f64, dt: f64) -> Self {
        Self {
            still_speed,
            scale,
            dt,
            low: 0.0,
            still: 0.0,
            speed: 0.0,
            rise: 0.0,
            turn: 0.0,
            root: 0.0,
            is_gliding: false,
        }
    }

    /// Takes what one foot does in a frame: clearances and velocities of ankle and toe, the slower of their speeds once
    /// the fault is taken away, the root's velocity.
    pub(super) fn add(&mut self, clearances: [f64; 2], velocities: [Vec3; 2], speed: f64, root: &Vec3) {
        if clearances.iter().any(|h| *h > LOW * self.scale) {
            return;
        }
        let fade = (-self.dt / MEMORY).exp();
        for (sum, value) in [
            (&mut self.low, 1.0),
            (&mut self.still, f64::from(u8::from(speed < self.still_speed))),
            (&mut self.speed, speed.min(10.0 * self.still_speed)),
            (&mut self.rise, velocities[0].y.abs().min(velocities[1].y.abs())),
            (&mut self.turn, (velocities[0] - velocities[1]).norm()),
            (&mut self.root, root.x.hypot(root.z)),
        ] {
            *sum = fade * *sum + value * self.dt;
        }
        if self.low < MIN_SECONDS {
            return;
        }
        let share = self.still / self.low;
        let runs = self.root > RUN_SPEED * self.scale * self.low;
        self.is_gliding = !runs && share < if self.is_gliding { ENDS } else { BEGINS };
    }

    pub(super) fn is_gliding(&self) -> bool {
        self.is_gliding
    }

    /// The limits of a gliding foot; `None` if the feet do not glide.
    pub(super) fn limits(&self) -> Option<Limits> {
        self.is_gliding.then(|| {
            let most = [self.speed, self.rise, self.turn].map(|sum| MOST_OVER_MEAN * sum / self.low);
            Limits::new(most, self.still_speed, self.scale)
        })
    }
}

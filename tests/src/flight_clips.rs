//! Jumps with known faults, for the suite and the figures on flights.
#![allow(clippy::unwrap_used, missing_docs, reason = "a helper that fails is a failed test")]

use std::f64::consts::TAU;
use surefoot::math::{Random, Vec3};
use surefoot::{Clip, Skeleton};

/// What makes a flight wrong.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FlightFault {
    /// The root trembles below 3 Hz, by a centimetre on average along each axis.
    Tremble(u64),
    /// Time times this.
    Pace(f64),
}

impl FlightFault {
    pub const ALL: [Self; 3] = [Self::Tremble(1), Self::Pace(0.85), Self::Pace(1.2)];
}

pub fn with_fault(skeleton: &Skeleton, clip: &Clip, fault: FlightFault) -> Clip {
    let mut data = clip.clone().into_data();
    match fault {
        FlightFault::Pace(factor) => data.frame_rate /= factor,
        FlightFault::Tremble(seed) => {
            const WAVES: usize = 8;
            let mut random = Random::new(seed);
            let waves: Vec<(f64, Vec3, Vec3)> = (0..WAVES)
                .map(|_| {
                    let phases = Vec3::from_fn(|_, _| TAU * random.uniform());
                    (
                        TAU * (0.3 + 2.7 * random.uniform()),
                        phases,
                        Vec3::repeat(0.01 * (2.0 / WAVES as f64).sqrt()),
                    )
                })
                .collect();
            for (frame, place) in data.root_positions.iter_mut().enumerate() {
                let t = frame as f64 / data.frame_rate;
                for (speed, phases, size) in &waves {
                    *place += phases.map(|phase| (speed * t + phase).sin()).component_mul(size);
                }
            }
        }
    }
    Clip::new(skeleton, data).unwrap()
}

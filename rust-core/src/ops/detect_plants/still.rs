//! In which frames a point is still, once the fault's motion is taken away (docs/methods/plants.md, 4.1).

use super::fault_model::Fault;
use super::tracks::{Path, Tracks};
use super::velocity::Velocities;

/// Seconds of doubt that a change between still and moving costs.
pub(super) const SWITCH_COST: f64 = 0.010;

/// Squared residual speed of a point per frame, with the expected share of the noise taken off.
pub(super) fn residual_squared(velocity: &Path, velocities: &Velocities, faults: &[Fault]) -> Vec<f64> {
    let noise = 2.0 * velocities.root_level_variance
        + velocities.root_height_variance
        + 3.0 * velocities.feet_variance;
    let root = &velocities.root;
    faults
        .iter()
        .enumerate()
        .map(|(t, fault)| {
            let [x, z] = over_floor(velocity, root, fault, t);
            let y = velocity.y[t];
            (x * x + y * y + z * z - noise).max(0.0)
        })
        .collect()
}

/// Squared residual speed over the floor, noise taken off likewise.
pub(super) fn level_squared(velocity: &Path, velocities: &Velocities, faults: &[Fault]) -> Vec<f64> {
    let noise = 2.0 * (velocities.root_level_variance + velocities.feet_variance);
    let root = &velocities.root;
    faults
        .iter()
        .enumerate()
        .map(|(t, fault)| {
            let [x, z] = over_floor(velocity, root, fault, t);
            (x * x + z * z - noise).max(0.0)
        })
        .collect()
}

/// What the fault leaves of a point's velocity over the floor.
fn over_floor(velocity: &Path, root: &Path, fault: &Fault, t: usize) -> [f64; 2] {
    let x = velocity.x[t] - fault.c * root.x[t] - fault.dx;
    let z = velocity.z[t] - fault.c * root.z[t] - fault.dz;
    [x, z]
}

/// Still or moving per frame, by the cheapest path through two states. This stands in for thresholds, hysteresis,
/// median filter and minimum duration; heights play no part.
pub(super) fn find_still(residual_squared: &[f64], still_speed: f64, tracks: &Tracks) -> Vec<bool> {
    let limit = 1.0 / (still_speed * still_speed);
    let excess: Vec<f64> = residual_squared.iter().map(|squared| squared * limit - 1.0).collect();
    find_cheapest(&excess, tracks)
}

/// As [`find_still`]; `excess` is what speaks against "still" in each frame: −1 nothing, 0 as much as for it.
pub(super) fn find_cheapest(excess: &[f64], tracks: &Tracks) -> Vec<bool> {
    let n = excess.len();
    let mut flags = vec![false; n];
    // `came[t]`: bit 0, the best way to "moving" came from "still"; bit 1, "still" came from "moving".
    let mut came = vec![0u8; n];
    for segment in &tracks.segments {
        let (mut moving, mut still) = (0.0f64, 0.0f64);
        for t in segment.clone() {
            let cost = tracks.dt * excess[t].clamp(-1.0, 3.0);
            if t > segment.start {
                let (to_moving, to_still) = (still + SWITCH_COST, moving + SWITCH_COST);
                if to_moving < moving {
                    came[t] |= 1;
                }
                if to_still < still {
                    came[t] |= 2;
                }
                (moving, still) = (moving.min(to_moving), still.min(to_still));
            }
            still += cost;
        }
        let mut is_still = still < moving;
        for t in segment.clone().rev() {
            flags[t] = is_still;
            let switched = if is_still { came[t] & 2 } else { came[t] & 1 } != 0;
            is_still ^= switched;
        }
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::detect_plants::tracks::Path;

    fn tracks(frame_count: usize) -> Tracks {
        Tracks {
            frame_count,
            dt: 1.0 / 60.0,
            root: Path::zeros(frame_count),
            limbs: Vec::new(),
            foot_count: 0,
            leg_length: 0.83,
            scale: 1.0,
            segments: std::iter::once(0..frame_count).collect(),
            has_ground: false,
            leg_growth: 0.0,
        }
    }

    /// All 2ⁿ labellings.
    fn exhaustive(residual: &[f64], speed: f64, dt: f64) -> f64 {
        let n = residual.len();
        (0..1u32 << n)
            .map(|bits| {
                (0..n)
                    .map(|t| {
                        let on = bits >> t & 1;
                        let switch = t > 0 && on != (bits >> (t - 1)) & 1;
                        let cost = dt * (residual[t] / (speed * speed) - 1.0).clamp(-1.0, 3.0);
                        f64::from(on) * cost + if switch { SWITCH_COST } else { 0.0 }
                    })
                    .sum::<f64>()
            })
            .fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn the_labels_cost_no_more_than_any_others() {
        let speed = 0.15;
        for seed in 0..40u32 {
            let n = 10;
            let residual: Vec<f64> = (0..n)
                .map(|t| f64::from((seed * 7919 + t * 104_729 + t * t * seed) % 100) * 0.0006)
                .collect();
            let tracks = tracks(n as usize);
            let flags = find_still(&residual, speed, &tracks);
            let cost: f64 = (0..n as usize)
                .map(|t| {
                    let own = tracks.dt * (residual[t] / (speed * speed) - 1.0).clamp(-1.0, 3.0);
                    let switch = t > 0 && flags[t] != flags[t - 1];
                    f64::from(u8::from(flags[t])) * own + if switch { SWITCH_COST } else { 0.0 }
                })
                .sum();
            let best = exhaustive(&residual, speed, tracks.dt);
            assert!((cost - best).abs() < 1e-12, "seed {seed}: {cost} {best}");
        }
    }

    #[test]
    fn a_flicker_is_bridged_and_a_pause_is_kept() {
        let mut residual = vec![0.0; 60];
        residual[30] = 0.03;
        assert!(find_still(&residual, 0.15, &tracks(60)).iter().all(|f| *f));
        let mut residual = vec![1.0; 60];
        residual[20..30].fill(0.0);
        let flags = find_still(&residual, 0.15, &tracks(60));
        assert_eq!(crate::ops::detect_plants::tracks::runs(&flags), vec![20..30]);
    }
}

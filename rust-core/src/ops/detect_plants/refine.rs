//! A noisy root path, refined by the feet that stand: while a foot point is still, the root must move against it.
//!
//! One banded solve (docs/methods/plants.md, 2.4) for the root's path from its own samples, its smoothness, and the
//! steps that still points ask for, each weighted by how still it looks. Under 5 mm of root noise this lifts the score
//! of the clips in `docs/operations/detect_plants.md` by half a point to five points; clips without root noise are not
//! touched.

use super::fault_model::Fault;
use super::smooth::smooth_with_steps;
use super::still::residual_squared;
use super::tracks::{MIN_FRAMES_TO_FIT, Tracks};
use super::velocity::{Velocities, derivative};

/// Trust in one still point's step at 5 mm of root noise and 60 frames per second, in samples of the path: a planted
/// toe moves by about 0.06 m/s.
const STEP_TRUST: f64 = 8.0;
/// How fast trust falls with residual speed, times the still speed, in each round: a run's short stances look fast while the
/// root's bounce is still smoothed away, so the first rounds trust more.
const TRUST_WIDTHS: [f64; 3] = [2.0, 1.2, 0.7];
/// Share of the root's velocity noise that remains.
const REMAINING: f64 = 0.7;
const NEGLIGIBLE: f64 = 1e-3;

/// Replaces the root's velocity, and with it that of every point, where the root was smoothed for its noise.
pub(super) fn refine_root(tracks: &Tracks, velocities: &mut Velocities, faults: &[Fault], still_speed: f64) {
    // The vertical cut-off serves all axes: with the feet's help the level one need not be lower.
    let [Some(_), Some(cut_off), _] = velocities.cut_offs else { return };
    for width in TRUST_WIDTHS {
        refine_once(tracks, velocities, faults, width * still_speed, cut_off);
    }
    velocities.root_level_variance *= REMAINING;
    velocities.root_height_variance *= REMAINING;
}

fn refine_once(tracks: &Tracks, velocities: &mut Velocities, faults: &[Fault], width: f64, cut_off: f64) {
    let dt = tracks.dt;
    let noise = velocities.noise.root / (0.005 * tracks.scale);
    let trust_unit = STEP_TRUST * noise * noise / (60.0 * dt);
    let inverse = -0.5 / (width * width);
    let old = &velocities.root;
    let mut weights = vec![0.0; tracks.frame_count];
    let mut steps = [0, 1, 2].map(|_| vec![0.0; tracks.frame_count]);
    for limb in &velocities.limbs[..tracks.foot_count] {
        for v in limb {
            let trust: Vec<f64> = residual_squared(v, velocities, faults)
                .into_iter()
                .map(|squared| (squared * inverse).exp())
                .collect();
            // Step t leads from frame t to t + 1; its velocity is the mean of both.
            for t in 0..tracks.frame_count.saturating_sub(1) {
                let weight = trust[t].min(trust[t + 1]);
                if weight < NEGLIGIBLE {
                    continue;
                }
                weights[t] += weight;
                for at in [t, t + 1] {
                    let fault = &faults[at];
                    let half = 0.5 * weight * dt;
                    steps[0][t] += half * (fault.c * old.x[at] + fault.dx - v.x[at] + old.x[at]);
                    steps[1][t] += half * (old.y[at] - v.y[at]);
                    steps[2][t] += half * (fault.c * old.z[at] + fault.dz - v.z[at] + old.z[at]);
                }
            }
        }
    }
    for t in 0..tracks.frame_count {
        if weights[t] > 0.0 {
            steps.iter_mut().for_each(|axis| axis[t] /= weights[t]);
            weights[t] *= trust_unit;
        }
    }
    let mut root = tracks.root.clone();
    for segment in tracks.segments.iter().filter(|s| s.len() >= MIN_FRAMES_TO_FIT) {
        let inner = segment.start..segment.end - 1;
        let axes = root.axes_mut().map(|axis| &mut axis[segment.clone()]);
        let steps = [0, 1, 2].map(|axis| &steps[axis][inner.clone()]);
        smooth_with_steps(axes, steps, &weights[inner.clone()], cut_off, dt);
    }
    let new = derivative(&root, tracks);
    for v in velocities.limbs.iter_mut().flatten() {
        for ((v, new), old) in v.axes_mut().into_iter().zip(new.axes()).zip(velocities.root.axes()) {
            for t in 0..tracks.frame_count {
                v[t] += new[t] - old[t];
            }
        }
    }
    velocities.root = new;
}

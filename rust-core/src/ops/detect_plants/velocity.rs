//! Smoothed paths, their velocities, and the noise that remains in them (docs/methods/plants.md, 2.3).

use super::noise::{Noise, measure_noise};
use super::smooth::{cut_off, smooth_axes};
use super::tracks::{Path, PointPair, Tracks};

/// Cut-off at 5 mm of noise, Hz.
const ROOT_LEVEL_CUT: f64 = 4.0;
const ROOT_HEIGHT_CUT: f64 = 4.5;
const FEET_CUT: f64 = 5.0;

/// Velocities of the root and of every limb point, metres per second.
#[derive(Debug, Clone)]
pub(super) struct Velocities {
    pub(super) root: Path,
    pub(super) limbs: Vec<[Path; 2]>,
    /// Variance of what noise remains, per axis: root level, root height, feet relative to the root.
    pub(super) root_level_variance: f64,
    pub(super) root_height_variance: f64,
    pub(super) feet_variance: f64,
    pub(super) noise: Noise,
    /// Cut-off frequencies used, Hz: root level, root height, feet.
    pub(super) cut_offs: [Option<f64>; 3],
}

impl Velocities {
    pub(super) fn new(tracks: &Tracks) -> Self {
        let Tracks { dt, scale, .. } = *tracks;
        let mut root = tracks.root.clone();
        let mut relative: Vec<[Path; 2]> =
            tracks.limbs.iter().map(|limb| [0, 1].map(|w| difference(&limb.paths[w], &root))).collect();
        let noise = measure_noise(tracks, &relative);
        let cut_offs = [
            cut_off(noise.root, scale, dt, ROOT_LEVEL_CUT),
            cut_off(noise.root, scale, dt, ROOT_HEIGHT_CUT),
            cut_off(noise.feet, scale, dt, FEET_CUT),
        ];
        if let Some(cut) = cut_offs[0] {
            smooth_axes([&mut root.x, &mut root.z], &tracks.segments, cut, dt);
        }
        if let Some(cut) = cut_offs[1] {
            smooth_axes([&mut root.y], &tracks.segments, cut, dt);
        }
        if let Some(cut) = cut_offs[2] {
            let axes = relative.iter_mut().flatten().flat_map(Path::axes_mut);
            smooth_axes(axes, &tracks.segments, cut, dt);
        }
        let reach = reach(dt);
        let root_velocity = derivative(&root, tracks);
        let limbs = relative
            .iter()
            .map(|paths| {
                [0, 1].map(|w| {
                    let mut v = derivative(&paths[w], tracks);
                    for (axis, root) in v.axes_mut().into_iter().zip(root_velocity.axes()) {
                        axis.iter_mut().zip(root).for_each(|(v, r)| *v += r);
                    }
                    v
                })
            })
            .collect();
        let remaining = |sd: f64, cut: Option<f64>| {
            let raw = sd * sd / (2.0 * (reach * reach) as f64 * dt * dt);
            cut.map_or(raw, |cut| {
                raw.min(sd * sd * dt * 8.0 * std::f64::consts::PI.powi(2) * cut.powi(3) / 3.0)
            })
        };
        Self {
            root: root_velocity,
            limbs,
            root_level_variance: remaining(noise.root, cut_offs[0]),
            root_height_variance: remaining(noise.root, cut_offs[1]),
            feet_variance: remaining(noise.feet, cut_offs[2]),
            noise,
            cut_offs,
        }
    }

    /// Velocity from hip to ankle of a foot, smoothed as the foot is.
    pub(super) fn of_leg(&self, foot: &PointPair, tracks: &Tracks) -> Path {
        let Some(cut) = self.cut_offs[2] else { return derivative(&foot.leg, tracks) };
        let mut leg = foot.leg.clone();
        smooth_axes(leg.axes_mut(), &tracks.segments, cut, tracks.dt);
        derivative(&leg, tracks)
    }
}

fn difference(a: &Path, b: &Path) -> Path {
    let minus = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a - b).collect();
    Path { x: minus(&a.x, &b.x), y: minus(&a.y, &b.y), z: minus(&a.z, &b.z) }
}

/// Frames to either side of a difference: the same base in time at every rate from 60 up, so that the still speed means
/// the same.
fn reach(dt: f64) -> usize {
    ((1.0 / (60.0 * dt)).round() as usize).max(1)
}

/// Central difference, shorter towards the ends of a segment.
pub(super) fn derivative(path: &Path, tracks: &Tracks) -> Path {
    let reach = reach(tracks.dt);
    let mut out = Path::zeros(tracks.frame_count);
    for segment in &tracks.segments {
        for (axis, out) in path.axes().into_iter().zip(out.axes_mut()) {
            for t in segment.clone() {
                let first = t.saturating_sub(reach).max(segment.start);
                let last = (t + reach).min(segment.end - 1);
                if last > first {
                    out[t] = (axis[last] - axis[first]) / ((last - first) as f64 * tracks.dt);
                }
            }
        }
    }
    out
}

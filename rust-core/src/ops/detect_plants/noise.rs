//! How much white noise sits on the root and on the feet (docs/methods/plants.md, 2.1).

use super::tracks::{Path, Tracks, quantile};
use crate::math::white_noise::{fourth_differences, variance_of_noise};

/// Noise of one clip, metres per axis, one standard deviation.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Noise {
    pub(super) root: f64,
    /// Of the feet relative to the root.
    pub(super) feet: f64,
}

/// Root and root-relative feet are read apart: noise in the root path leaves the relative part sharp, so only the
/// root needs smoothing then.
pub(super) fn measure_noise(tracks: &Tracks, relative: &[[Path; 2]]) -> Noise {
    let mut scratch = Vec::with_capacity(tracks.frame_count);
    let mut variance = |axis: &[f64]| {
        scratch.clear();
        for segment in &tracks.segments {
            let x = &axis[segment.clone()];
            scratch.extend(fourth_differences(x.len(), |i| x[i]));
        }
        variance_of_noise(quantile(&mut scratch, 0.5).unwrap_or(0.0))
    };
    let mut mean = |paths: &[&Path]| {
        let total: f64 = paths.iter().flat_map(|p| p.axes()).map(|axis| variance(axis)).sum();
        (total / (3 * paths.len()).max(1) as f64).sqrt()
    };
    let feet: Vec<&Path> = relative[..tracks.foot_count].iter().flatten().collect();
    Noise { root: mean(&[&tracks.root]), feet: mean(&feet) }
}

//! Smooths a shaking root before the cleanup: otherwise limb lengths would have to jitter to hide it
//! (docs/methods/footskate.md, 2.2; docs/methods/plants.md, 2.1 and 2.2).

use super::report::RootNoise;
use crate::kinematics::reference_leg;
use crate::math::Vec3;
use crate::math::banded::Banded;
use crate::model::Clip;

/// Noise density at 60 fps above which the root counts as shaking, metres, for a leg of 0.83 m. Clean captures read
/// up to 0.0009.
const SHAKING: f64 = 0.0018;
/// Cut-off in Hz at a noise density of 5 mm: level axes, then height.
const CUTOFF: [f64; 3] = [4.0, 4.5, 4.0];

/// The smoothed root path if the root shakes.
pub(crate) fn smooth_root(clip: &Clip, leg_length: f64) -> Option<(Vec<Vec3>, RootNoise)> {
    let path = clip.root_positions();
    let count = path.len();
    if count < 16 || leg_length <= 0.0 {
        return None;
    }
    let scale = leg_length / reference_leg::REACHED;
    let dt = clip.frame_time();
    let mut variance = 0.0;
    for axis in 0..3 {
        let mut differences: Vec<f64> = (4..count)
            .map(|i| {
                let x = |back: usize| path[i - back][axis];
                (x(0) - 4.0 * x(1) + 6.0 * x(2) - 4.0 * x(3) + x(4)).abs()
            })
            .collect();
        let e = crate::ops::measure_footskate::percentile(&mut differences, 0.5) / 0.6745;
        variance += e * e / 70.0 / 3.0;
    }
    let deviation = variance.sqrt();
    let density = deviation / scale * (60.0 * dt).sqrt();
    if density < SHAKING {
        return None;
    }
    let mut smooth = path.to_vec();
    let mut column = vec![0.0; count];
    for axis in 0..3 {
        let cutoff = (CUTOFF[axis] * (0.005 / density).powf(0.6)).max(2.0);
        if cutoff * dt >= 0.3 {
            continue;
        }
        let weight = (2.0 * (std::f64::consts::PI * cutoff * dt).sin()).powi(-6);
        let matrix = smoothing_matrix(count, weight)?;
        for (slot, p) in column.iter_mut().zip(path) {
            *slot = p[axis];
        }
        matrix.solve(&mut column);
        for (p, value) in smooth.iter_mut().zip(&column) {
            p[axis] = *value;
        }
    }
    let moved = smooth.iter().zip(path).map(|(a, b)| (a - b).norm()).sum::<f64>() / count as f64;
    let cutoff = (CUTOFF[0] * (0.005 / density).powf(0.6)).max(2.0);
    Some((smooth, RootNoise { deviation, cutoff, moved }))
}

/// Factors of `I + weight·D₃ᵀD₃`, D₃ the third difference.
fn smoothing_matrix(count: usize, weight: f64) -> Option<Banded<4>> {
    let mut matrix = Banded::<4>::zeros(count);
    const THIRD: [f64; 4] = [-1.0, 3.0, -3.0, 1.0];
    for i in 0..count {
        matrix.add(i, i, 1.0);
    }
    for start in 0..count.saturating_sub(3) {
        for a in 0..4 {
            for b in 0..=a {
                matrix.add(start + a, start + b, weight * THIRD[a] * THIRD[b]);
            }
        }
    }
    matrix.factor().then_some(matrix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Quat;
    use crate::model::clip::ClipData;
    use crate::model::{Joint, Skeleton};

    fn clip(path: Vec<Vec3>) -> Clip {
        let skeleton = Skeleton::new(vec![Joint::new("root", None, Vec3::zeros())], vec![]).unwrap();
        let data = ClipData {
            name: "t".into(),
            frame_rate: 60.0,
            rotations: vec![Quat::identity(); path.len()],
            root_positions: path,
            translations: vec![],
            scales: vec![],
        };
        Clip::new(&skeleton, data).unwrap()
    }

    fn walk(noise: f64) -> Vec<Vec3> {
        let mut state = 7u64;
        let mut uniform = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        (0..300)
            .map(|i| {
                let t = f64::from(i) / 60.0;
                let mut shake = || (0..12).map(|_| uniform()).sum::<f64>() - 6.0;
                let clean = Vec3::new(0.02 * (6.0 * t).sin(), 0.9 + 0.015 * (12.0 * t).cos(), 1.2 * t);
                clean + Vec3::new(shake(), shake(), shake()) * noise
            })
            .collect()
    }

    #[test]
    fn a_clean_root_is_left_alone_and_a_shaking_one_comes_back() {
        assert!(smooth_root(&clip(walk(0.0)), 0.83).is_none());
        assert!(smooth_root(&clip(walk(0.0008)), 0.83).is_none());
        let (smooth, noise) = smooth_root(&clip(walk(0.005)), 0.83).unwrap();
        assert!((noise.deviation - 0.005).abs() < 0.0015, "{noise:?}");
        let clean = walk(0.0);
        let error = smooth.iter().zip(&clean).map(|(a, b)| (a - b).norm()).sum::<f64>() / 300.0;
        assert!(error < 0.004, "{error}");
        // A second run finds nothing to smooth.
        assert!(smooth_root(&clip(smooth), 0.83).is_none());
    }
}

//! Smooths a shaking root before the cleanup: otherwise limb lengths would have to jitter to hide it.
//!
//! One least-squares problem over the clip. The shift `s` of the root is small, the path `p + s` has small third
//! differences, and points that are planted on two frames running stay where they are:
//! `Σ|s|² + w·Σ|D₃(p + s)|² + c·Σ|D₁(x + s)|²`, `x` a planted point. The last term is what tells noise from motion.
//! (docs/methods/footskate.md, 2.2.)

use super::denoise_joints::smoothing_terms;
use super::report::RootNoise;
use crate::kinematics::{BodyPoints, WorldPoses, reference_leg};
use crate::math::Vec3;
use crate::math::percentile::percentile;
use crate::math::white_noise::{fourth_differences, variance_of_noise};
use crate::model::{Clip, Plants, Skeleton};

/// Noise density at 60 fps above which the root counts as shaking, metres, for a leg of 0.83 m. Clean captures read
/// up to 0.0009.
const SHAKING: f64 = 0.0018;
/// Cut-off in Hz at a noise density of 5 mm: level axes, then height.
const CUTOFF: [f64; 3] = [4.0, 4.5, 4.0];
/// How many times higher it is where planted feet tell the noise.
const TOLD: f64 = 2.0;

/// Weight of a planted point that does not move from one frame to the next against the root's own place.
const TRUST: f64 = 20.0;

/// The smoothed root path if the root shakes.
pub(crate) fn smooth_root(
    skeleton: &Skeleton,
    clip: &Clip,
    poses: &WorldPoses,
    plants: &Plants,
    leg_length: f64,
) -> Option<(Vec<Vec3>, RootNoise)> {
    let path = clip.root_positions();
    let count = path.len();
    if count < 16 || leg_length <= 0.0 {
        return None;
    }
    let scale = leg_length / reference_leg::REACHED;
    let dt = clip.frame_time();
    let mut variance = 0.0;
    for axis in 0..3 {
        let mut differences: Vec<f64> = fourth_differences(count, |i| path[i][axis]).collect();
        variance += variance_of_noise(percentile(&mut differences, 0.5)) / 3.0;
    }
    let deviation = variance.sqrt();
    let density = deviation / scale * (60.0 * dt).sqrt();
    if density < SHAKING {
        return None;
    }
    let mut smooth = path.to_vec();
    let mut column = vec![0.0; count];
    let steps = planted_steps(skeleton, clip, poses, plants);
    let mut is_smoothed = false;
    for axis in 0..3 {
        let cutoff = (CUTOFF[axis] * (0.005 / density).powf(0.6)).max(2.0);
        if cutoff * dt >= 0.3 {
            continue;
        }
        let weight_of = |cutoff: f64| (2.0 * (std::f64::consts::PI * cutoff * dt).sin()).powi(-6);
        let weight = weight_of(cutoff);
        let light = weight_of((TOLD * cutoff).min(0.3 / dt));
        let mut matrix = smoothing_terms(count, |start| {
            let is_told = steps[start + 1..start + 4].iter().any(|(_, points)| *points > 0.0);
            if is_told { light } else { weight }
        });
        for (slot, p) in column.iter_mut().zip(path) {
            *slot = p[axis];
        }
        // The shift, column minus path, takes back what planted points shake by.
        for (frame, (sum, points)) in steps.iter().enumerate().filter(|(_, s)| s.1 > 0.0) {
            matrix.add(frame, frame, TRUST * points);
            matrix.add(frame - 1, frame - 1, TRUST * points);
            matrix.add(frame, frame - 1, -TRUST * points);
            let wanted = TRUST * (points * (path[frame][axis] - path[frame - 1][axis]) - sum[axis]);
            column[frame] += wanted;
            column[frame - 1] -= wanted;
        }
        if !matrix.factor() {
            return None;
        }
        matrix.solve(&mut column);
        for (p, value) in smooth.iter_mut().zip(&column) {
            p[axis] = *value;
        }
        is_smoothed = true;
    }
    // At a low frame rate every cut-off may lie above what the frames can show.
    if !is_smoothed {
        return None;
    }
    let moved = smooth.iter().zip(path).map(|(a, b)| (a - b).norm()).sum::<f64>() / count as f64;
    let cutoff = (CUTOFF[0] * (0.005 / density).powf(0.6)).max(2.0);
    Some((smooth, RootNoise { deviation, cutoff, moved }))
}

/// How planted points move from each frame's predecessor to it, summed over the points, and how many there are: what
/// shakes there is the root's noise, for a foot on the floor does not shake.
fn planted_steps(skeleton: &Skeleton, clip: &Clip, poses: &WorldPoses, plants: &Plants) -> Vec<(Vec3, f64)> {
    let points = BodyPoints::new(skeleton);
    let mut steps = vec![(Vec3::zeros(), 0.0); clip.frame_count()];
    for plant in plants.iter() {
        let Some(at) = points.get(plant.point) else { continue };
        let (first, end) = (plant.frames.start, plant.frames.end);
        let place = |f: usize| poses.point(f, at.joint, &at.offset);
        for frame in first + 1..end {
            let slot = &mut steps[frame];
            slot.0 += place(frame) - place(frame - 1);
            slot.1 += 1.0;
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Quat;
    use crate::model::Joint;
    use crate::model::clip::ClipData;

    fn skeleton() -> Skeleton {
        Skeleton::new(vec![Joint::new("root", None, Vec3::zeros())], vec![]).unwrap()
    }

    fn smoothed(path: Vec<Vec3>) -> Option<(Vec<Vec3>, RootNoise)> {
        let clip = clip(path);
        let poses = crate::kinematics::forward::pose_clip(&skeleton(), &clip);
        let plants = Plants::new(clip.frame_count(), vec![]).unwrap();
        smooth_root(&skeleton(), &clip, &poses, &plants, 0.83)
    }

    fn clip(path: Vec<Vec3>) -> Clip {
        let skeleton = skeleton();
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
        assert!(smoothed(walk(0.0)).is_none());
        assert!(smoothed(walk(0.0008)).is_none());
        let (smooth, noise) = smoothed(walk(0.005)).unwrap();
        assert!((noise.deviation - 0.005).abs() < 0.0015, "{noise:?}");
        let clean = walk(0.0);
        let error = smooth.iter().zip(&clean).map(|(a, b)| (a - b).norm()).sum::<f64>() / 300.0;
        assert!(error < 0.004, "{error}");
        // A second run finds nothing to smooth.
        assert!(smoothed(smooth).is_none());
    }
}

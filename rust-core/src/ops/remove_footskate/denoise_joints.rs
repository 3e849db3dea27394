//! Smooths joints whose rotations shake. White noise on every joint adds up along a leg: two millimetres at each are a
//! centimetre at the toe, which no plant and no root can take back.

use crate::kinematics::WorldPoses;
use crate::math::Quat;
use crate::math::banded::Banded;
use crate::math::percentile::percentile;
use crate::math::white_noise::{fourth_difference, variance_of_noise};
use crate::model::{Clip, JointIndex, Skeleton};
use nalgebra::{Matrix4, SymmetricEigen, Vector4};
use serde::Serialize;

/// Smoothing of joints that shake.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct JointNoise {
    /// How many joints.
    pub joints: usize,
    /// Their mean noise in the clip that came, metres at the far end of the bone. A `strength` below 1 takes only that share of it
    /// away.
    pub deviation: f64,
}

/// Noise at the end of a bone at 60 fps in the median of all bones above which a clip's joints count as shaking,
/// metres for the reference leg.
const SHAKING: f64 = 0.0009;
/// Bones that are looked at, metres likewise.
const LEAST_BONE: f64 = 0.05;
/// Least noise in radians: below, no bone is long enough to show it.
const LEAST_TURN: f64 = 0.003;
/// Cut-off in Hz for 2 mm, and the one that is never passed downwards.
const CUTOFF: f64 = 6.5;
const LEAST_CUTOFF: f64 = 3.0;
/// Radians per second.
const FASTEST_TURN: f64 = 35.0;

/// The clip with smoothed rotations, if some joints shake. `scale` is the character's leg over the reference.
pub(crate) fn smooth_joints(
    skeleton: &Skeleton,
    clip: &Clip,
    poses: &WorldPoses,
    scale: f64,
) -> Option<(Vec<Quat>, JointNoise)> {
    let (count, joints) = (clip.frame_count(), clip.joint_count());
    if count < 16 || scale <= 0.0 {
        return None;
    }
    let dt = clip.frame_time();
    let rate = (60.0 * dt).sqrt();
    let noises: Vec<(f64, f64)> = (0..joints).map(|joint| noise_of(skeleton, clip, poses, joint)).collect();
    // Fast motion of single joints looks like noise; noise itself is in most of them.
    let mut of_bones: Vec<f64> = noises
        .iter()
        .filter(|(_, lever)| *lever > LEAST_BONE * scale)
        .map(|(turn, lever)| turn * lever)
        .collect();
    let middle = percentile(&mut of_bones, 0.5);
    if middle / scale * rate < SHAKING {
        return None;
    }
    let jumps = jumps(clip);
    let mut rotations = clip.rotations().to_vec();
    let (mut found, mut sum) = (0usize, 0.0);
    let mut columns = [(); 4].map(|()| vec![0.0; count]);
    for (joint, (turn, lever)) in noises.into_iter().enumerate() {
        // Short bones are judged by what they carry.
        let density = turn * lever.max(LEAST_BONE * scale) / scale * rate;
        if turn * rate < LEAST_TURN || density <= 0.0 {
            continue;
        }
        let density = density.max(SHAKING);
        let cutoff = (CUTOFF * (0.002 / density).powf(0.4)).max(LEAST_CUTOFF);
        if cutoff * dt >= 0.3 {
            continue;
        }
        let weight = (2.0 * (std::f64::consts::PI * cutoff * dt).sin()).powi(-6);
        let Some(matrix) = smoothing_matrix(count, weight, &jumps) else { continue };
        // Neighbours of a clip lie on one hemisphere.
        for frame in 0..count {
            let q = &clip.rotations()[frame * joints + joint].coords;
            for (axis, column) in columns.iter_mut().enumerate() {
                column[frame] = q[axis];
            }
        }
        columns.iter_mut().for_each(|column| matrix.solve(column));
        for frame in 0..count {
            let [x, y, z, w] = [0, 1, 2, 3].map(|axis: usize| columns[axis][frame]);
            rotations[frame * joints + joint] = Quat::new_normalize(nalgebra::Quaternion::new(w, x, y, z));
        }
        found += 1;
        sum += turn * lever;
    }
    (found > 0).then(|| (rotations, JointNoise { joints: found, deviation: sum / found as f64 }))
}

/// Frames on which a joint turns faster than any body does: a capture's own flips of a bone, which must not be smeared
/// over the frames beside them.
fn jumps(clip: &Clip) -> Vec<bool> {
    let (count, joints) = (clip.frame_count(), clip.joint_count());
    let half = (0.5 * FASTEST_TURN * clip.frame_time()).min(1.2).cos();
    let at = |frame: usize| &clip.rotations()[frame * joints..(frame + 1) * joints];
    (0..count)
        .map(|f| f > 0 && at(f - 1).iter().zip(at(f)).any(|(a, b)| a.coords.dot(&b.coords).abs() < half))
        .collect()
}

/// Noise of one joint in radians, and the length of the longest bone it carries.
fn noise_of(skeleton: &Skeleton, clip: &Clip, poses: &WorldPoses, joint: usize) -> (f64, f64) {
    let joints = clip.joint_count();
    let turn = noise_of_turns(clip.frame_count(), |frame| clip.rotations()[frame * joints + joint].coords);
    let place = poses.position(0, JointIndex(joint));
    let children = skeleton.children(JointIndex(joint));
    let lever = children.map(|c| (poses.position(0, c) - place).norm()).fold(0.0, f64::max);
    (turn, lever)
}

/// Noise of a sequence of quaternions, radians. Which way a rig's axes point must not matter, so medians are taken along the axes in
/// which the differences themselves spread.
fn noise_of_turns(count: usize, at: impl Fn(usize) -> Vector4<f64>) -> f64 {
    /// Far more than the few rounds that a matrix of this size takes.
    const MOST_ROUNDS: usize = 1000;
    let differences: Vec<Vector4<f64>> =
        (4..count).map(|i| fourth_difference([0, 1, 2, 3, 4].map(|k| at(i - 4 + k)))).collect();
    let spread: Matrix4<f64> = differences.iter().map(|d| d * d.transpose()).sum();
    let axes = SymmetricEigen::try_new(spread, f64::EPSILON, MOST_ROUNDS)
        .map_or_else(Matrix4::identity, |found| found.eigenvectors);
    let mut along = Vec::with_capacity(differences.len());
    let mut variance = 0.0;
    for axis in axes.column_iter() {
        along.clear();
        along.extend(differences.iter().map(|d| d.dot(&axis).abs()));
        variance += variance_of_noise(percentile(&mut along, 0.5));
    }
    // Three turns share four components, each by half an angle.
    2.0 * (variance / 3.0).sqrt()
}

/// Factors of `I + weight·D₃ᵀD₃`, D₃ the third difference.
fn smoothing_matrix(count: usize, weight: f64, jumps: &[bool]) -> Option<Banded<4>> {
    let mut matrix =
        smoothing_terms(
            count,
            |start| if jumps[start + 1..start + 4].contains(&true) { 0.0 } else { weight },
        );
    matrix.factor().then_some(matrix)
}

/// `I + weight·D₃ᵀD₃`, the weight by the frame with which a difference begins.
pub(super) fn smoothing_terms(count: usize, weight: impl Fn(usize) -> f64) -> Banded<4> {
    let mut matrix = Banded::<4>::zeros(count);
    const THIRD: [f64; 4] = [-1.0, 3.0, -3.0, 1.0];
    for i in 0..count {
        matrix.add(i, i, 1.0);
    }
    for start in 0..count.saturating_sub(3) {
        let weight = weight(start);
        for a in 0..4 {
            for b in 0..=a {
                matrix.add(start + a, start + b, weight * THIRD[a] * THIRD[b]);
            }
        }
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A slow swing with a little noise about one axis, and the same on a rig whose joint and parent have other axes.
    #[test]
    fn noise_is_that_of_the_motion_whatever_the_axes_of_the_rig() {
        let noise = |i: usize| 0.004 * ((i * i * 7919) as f64 * 0.37).sin();
        let swing = |i: usize| {
            let t = i as f64 * 0.1;
            Quat::from_euler_angles(0.4 * t.sin() + noise(i), 0.2 * t.cos() + 0.3 * noise(i + 5), 0.1 * t)
        };
        let (own, above) = (Quat::from_euler_angles(0.7, -1.9, 0.3), Quat::from_euler_angles(-1.1, 0.5, 2.2));
        let plain = noise_of_turns(120, |i| swing(i).coords);
        let mut before = (own * swing(0) * above).coords;
        let turned: Vec<Vector4<f64>> = (0..120)
            .map(|i| {
                let now = (own * swing(i) * above).coords;
                before = if now.dot(&before) < 0.0 { -now } else { now };
                before
            })
            .collect();
        let other = noise_of_turns(120, |i| turned[i]);
        assert!(plain > 0.001, "{plain}");
        assert!((plain - other).abs() < 1e-9, "{plain} {other}");
    }

    #[test]
    fn a_joint_at_rest_has_no_noise() {
        assert_eq!(noise_of_turns(40, |_| Vector4::new(0.0, 0.0, 0.0, 1.0)), 0.0);
    }
}

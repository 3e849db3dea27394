//! Smooths joints whose rotations shake. White noise on every joint adds up along a leg: two millimetres at each are a
//! centimetre at the toe, which no plant and no root can take back.

use crate::kinematics::WorldPoses;
use crate::math::Quat;
use crate::math::banded::Banded;
use crate::math::percentile::percentile;
use crate::math::white_noise::{fourth_differences, variance_of_noise};
use crate::model::{Clip, JointIndex, Skeleton};
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
    let (count, joints) = (clip.frame_count(), clip.joint_count());
    let mut differences = Vec::with_capacity(count);
    let mut variance = 0.0;
    for axis in 0..4 {
        differences.clear();
        let at = |frame: usize| clip.rotations()[frame * joints + joint].coords[axis];
        differences.extend(fourth_differences(count, at));
        variance += variance_of_noise(percentile(&mut differences, 0.5));
    }
    let place = poses.position(0, JointIndex(joint));
    let children = skeleton.children(JointIndex(joint));
    let lever = children.map(|c| (poses.position(0, c) - place).norm()).fold(0.0, f64::max);
    // Three turns share four components, each by half an angle.
    (2.0 * (variance / 3.0).sqrt(), lever)
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

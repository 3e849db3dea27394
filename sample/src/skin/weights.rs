//! Which joints move which point of the skin.
//!
//! A point first belongs to trunk, leg or arm by which it lies nearer to, then to the joints along that part by its
//! place on it. Smoothing over the surface rounds off the seams.

use super::shape::{HIP_Y, Shape, arm_direction, shoulder};
use super::surface::Surface;
use surefoot::math::Vec3;
use surefoot::model::{Role, Side, Skeleton};

/// Most joints per vertex, as game engines take them.
const MAX_INFLUENCES: usize = 4;

/// Joint numbers and weights of every point; at most four, largest first, sum 1.
pub(super) fn assign(skeleton: &Skeleton, shape: &Shape, surface: &Surface) -> Vec<Vec<(usize, f64)>> {
    let roles = skeleton.roles();
    let joint_of = |role: Role| roles.joint(role).map_or(0, |j| j.0);
    let spine: Vec<usize> = roles.joints(Role::Spine).map(|j| j.0).collect();
    let trunk = [
        joint_of(Role::Pelvis),
        spine.first().copied().unwrap_or(0),
        spine.get(1).copied().unwrap_or(0),
        spine.get(2).copied().unwrap_or(0),
        joint_of(Role::Neck),
        joint_of(Role::Head),
    ];
    let mut weights: Vec<Vec<f64>> = surface
        .points
        .iter()
        .map(|p| {
            let side = if p.x >= 0.0 { Side::Left } else { Side::Right };
            let place = Vec3::new(p.x.abs(), p.y, p.z);
            let mut out = vec![0.0; skeleton.joint_count()];
            let parts = shape.parts(p);
            let leg = step(0.5 * (parts.trunk.min(parts.arm) - parts.leg) / 0.045);
            let arm = step(0.5 * (parts.trunk.min(parts.leg) - parts.arm) / 0.035);
            // In the crotch neither leg pulls the middle; further down thick thighs may meet there.
            let leg = leg * step((place.x - 0.02) / 0.03).max(step((0.80 - place.y) / 0.06));
            for (joint, share) in trunk.iter().zip(along_trunk(&place)) {
                out[*joint] += share * (1.0 - leg) * (1.0 - arm);
            }
            // What lies between breastbone and shoulder follows the clavicle.
            let clavicle = step((place.x - 0.085) / 0.05) * step((place.y - 1.40) / 0.04);
            for joint in [trunk[3], trunk[4]] {
                let moved = clavicle * out[joint];
                out[joint] -= moved;
                out[joint_of(Role::Clavicle(side))] += moved;
            }
            let [thigh, shin, foot, toe] = along_leg(&place);
            let [upper_arm, forearm, hand] = along_arm(&place);
            for (role, share) in [
                (Role::Thigh(side), leg * thigh),
                (Role::Shin(side), leg * shin),
                (Role::Foot(side), leg * foot),
                (Role::Toe(side), leg * toe),
                (Role::UpperArm(side), arm * upper_arm),
                (Role::Forearm(side), arm * forearm),
                (Role::Hand(side), arm * hand),
            ] {
                out[joint_of(role)] += share;
            }
            out
        })
        .collect();
    let neighbours = surface.neighbours();
    for _ in 0..4 {
        let old = weights.clone();
        for (point, near) in weights.iter_mut().zip(&neighbours) {
            for (joint, weight) in point.iter_mut().enumerate() {
                let mean =
                    near.iter().map(|&i| old[i as usize][joint]).sum::<f64>() / near.len().max(1) as f64;
                *weight = 0.5 * *weight + 0.5 * mean;
            }
        }
    }
    weights.iter().map(|point| largest(point)).collect()
}

/// 0 at −1/2 and below, 1 at 1/2 and above.
fn step(t: f64) -> f64 {
    super::super::sole::smoother(t + 0.5)
}

/// Shares of pelvis, the three of the spine, neck and head.
fn along_trunk(p: &Vec3) -> [f64; 6] {
    // Shoulders are wide: beside the neck a point counts as lower than it lies.
    let neck_height = p.y - (p.x - 0.05).max(0.0);
    let passed = [
        1.0,
        step((p.y - 1.059) / 0.10),
        step((p.y - 1.164) / 0.10),
        step((p.y - 1.286) / 0.11),
        step((neck_height - 1.475) / 0.06),
        step((neck_height - 1.555 + 0.35 * p.z.max(0.0)) / 0.05),
        0.0,
    ];
    std::array::from_fn(|i| (passed[i] - passed[i + 1]).max(0.0))
}

/// Shares of thigh, shin, foot and toe.
fn along_leg(p: &Vec3) -> [f64; 4] {
    let knee = step((HIP_Y - 0.42 - p.y) / 0.09);
    let ankle = step((0.088 - p.y) / 0.05);
    let toe = step((p.z - 0.128) / 0.035);
    [1.0 - knee, knee * (1.0 - ankle), knee * ankle * (1.0 - toe), knee * ankle * toe]
}

/// Shares of upper arm, forearm and hand.
fn along_arm(p: &Vec3) -> [f64; 3] {
    let t = (p - shoulder()).dot(&arm_direction());
    let (elbow, wrist) = (step((t - 0.2975) / 0.08), step((t - 0.555) / 0.04));
    [1.0 - elbow, elbow * (1.0 - wrist), elbow * wrist]
}

fn largest(weights: &[f64]) -> Vec<(usize, f64)> {
    let mut out: Vec<(usize, f64)> = weights.iter().copied().enumerate().filter(|(_, w)| *w > 1e-3).collect();
    out.sort_by(|a, b| b.1.total_cmp(&a.1));
    out.truncate(MAX_INFLUENCES);
    let sum: f64 = out.iter().map(|(_, w)| w).sum();
    out.iter_mut().for_each(|(_, w)| *w /= sum);
    out
}

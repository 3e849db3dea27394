//! Tubes of flesh on straight bones, whose sizes are known.

use nalgebra::Vector3;
use surefoot::kinematics::rest_pose;
use surefoot::math::{Affine, Vec3};
use surefoot::model::skin::SkinData;
use surefoot::model::{Joint, JointIndex};
use surefoot::{Result, Skeleton, Skin};

/// Bones of these lengths, one above the other from the origin up: joints `bone_0`, `bone_1` … and the tip.
///
/// # Errors
/// As [`Skeleton::new`].
pub fn chain(lengths: &[f64]) -> Result<Skeleton> {
    let joint = |index: usize| {
        let offset = index.checked_sub(1).map_or(0.0, |below| lengths[below]);
        Joint::new(format!("bone_{index}"), index.checked_sub(1).map(JointIndex), Vec3::y() * offset)
    };
    Skeleton::new((0..=lengths.len()).map(joint).collect(), vec![])
}

/// An open tube along y: rings at `heights`, each with vertices at `angles` over an ellipse about `centre`.
#[derive(Debug, Clone)]
pub struct TubeMesh {
    /// Ring after ring.
    pub positions: Vec<Vec3>,
    /// Counter-clockwise from outside.
    pub triangles: Vec<[u32; 3]>,
}

impl TubeMesh {
    /// The mesh.
    pub fn new(angles: &[f64], heights: &[f64], semi_axes: [f64; 2], centre: Vec3) -> Self {
        let ring = |y: f64| {
            angles.iter().map(move |angle| {
                centre + Vec3::new(semi_axes[0] * angle.cos(), y, semi_axes[1] * angle.sin())
            })
        };
        let positions = heights.iter().flat_map(|&y| ring(y)).collect();
        let count = angles.len() as u32;
        let mut triangles = Vec::new();
        for row in 0..heights.len() as u32 - 1 {
            for column in 0..count {
                let next = (column + 1) % count;
                let [a, b] = [row * count + column, row * count + next];
                triangles.extend([[a, a + count, b], [b, a + count, b + count]]);
            }
        }
        Self { positions, triangles }
    }

    /// A round tube from 0 to `length` with evenly spread vertices.
    pub fn even(radius: f64, length: f64, sides: usize, rings: usize) -> Self {
        Self::new(&even_angles(sides), &even_steps(length, rings), [radius; 2], Vec3::zeros())
    }

    /// Bound to a skeleton in its rest pose; `weights` gives joints and weights of a place.
    ///
    /// # Errors
    /// As [`Skin::new`].
    pub fn bind(&self, skeleton: &Skeleton, weights: impl Fn(&Vec3) -> Vec<(usize, f32)>) -> Result<Skin> {
        let rest = rest_pose(skeleton);
        let inverse = |joint: JointIndex| {
            let turn = rest.rotation(0, joint).inverse();
            Affine::from_trs(-(turn * rest.position(0, joint)), &turn, &Vec3::repeat(1.0))
        };
        let mut data = SkinData {
            name: "tube".into(),
            positions: self.positions.iter().map(|p| p.cast::<f32>()).collect::<Vec<Vector3<f32>>>(),
            triangles: self.triangles.clone(),
            influence_offsets: vec![0],
            ..SkinData::default()
        };
        let used: Vec<Vec<(usize, f32)>> = self.positions.iter().map(&weights).collect();
        let mut joints: Vec<usize> = used.iter().flatten().map(|(joint, _)| *joint).collect();
        joints.sort_unstable();
        joints.dedup();
        data.slot_joints = joints.iter().map(|&joint| JointIndex(joint)).collect();
        data.inverse_binds = data.slot_joints.iter().map(|&joint| inverse(joint)).collect();
        for vertex in &used {
            for (joint, weight) in vertex {
                data.influence_slots
                    .push(joints.iter().position(|j| j == joint).map_or(0, |slot| slot as u32));
                data.influence_weights.push(*weight);
            }
            data.influence_offsets.push(data.influence_slots.len() as u32);
        }
        Skin::new(skeleton, data)
    }
}

/// Angles of a whole turn.
pub fn even_angles(count: usize) -> Vec<f64> {
    (0..count).map(|i| std::f64::consts::TAU * i as f64 / count as f64).collect()
}

/// Heights from 0 to `length`, both included.
pub fn even_steps(length: f64, count: usize) -> Vec<f64> {
    (0..count).map(|i| length * i as f64 / (count - 1) as f64).collect()
}

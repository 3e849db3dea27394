//! Linear blend skinning with normals (docs/methods/roles-and-soles.md, 4): `v' = Σ w · world · inverse_bind · v`.
//!
//! The blended matrix is formed per vertex in f32 from matrices computed in f64; [`Skinner`] holds the scratch so
//! that a frame allocates nothing. Normals use the inverse transpose of each joint's matrix, which for rigid joints
//! is the rotation itself.

use super::forward::world_matrices;
use crate::error::Result;
use crate::math::Affine;
use crate::model::skin::SkinData;
use crate::model::{Pose, Skeleton, Skin};
use nalgebra::Vector3;

/// Twelve numbers of an affine map, columns of four so that one vertex uses whole vector registers.
type Columns = [[f32; 4]; 4];

/// Deformed points and normals of one frame, world, metres.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SkinnedFrame {
    /// One per mesh point.
    pub positions: Vec<Vector3<f32>>,
    /// One per mesh point, unit; empty if the skin has none.
    pub normals: Vec<Vector3<f32>>,
}

/// Deforms one skin, frame after frame, without allocating.
///
/// ```
/// use surefoot::kinematics::{SkinnedFrame, Skinner};
/// # let biped = surefoot_sample::biped(&Default::default())?;
/// # let (skeleton, skin) = (biped.skeleton, biped.skin);
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let mut skinner = Skinner::new(&skeleton, &skin)?;
/// let mut mesh = SkinnedFrame::default();
/// skinner.deform(&walk.clip.pose(0), &mut mesh)?;
/// assert_eq!(mesh.positions.len(), skin.vertex_count());
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Skinner<'a> {
    skeleton: &'a Skeleton,
    skin: &'a Skin,
    world: Vec<Affine>,
    slots: Vec<Columns>,
    normal_slots: Vec<Columns>,
}

impl<'a> Skinner<'a> {
    /// Scratch for `skin` on `skeleton`.
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::Error::Invalid) if the skin hangs from joints that the skeleton lacks.
    pub fn new(skeleton: &'a Skeleton, skin: &'a Skin) -> Result<Self> {
        skin.check_skeleton(skeleton)?;
        Ok(Self {
            skeleton,
            skin,
            world: vec![Affine::identity(); skeleton.joint_count()],
            slots: Vec::with_capacity(skin.data().slot_joints.len()),
            normal_slots: Vec::with_capacity(skin.data().slot_joints.len()),
        })
    }

    /// Deforms the skin to `pose`.
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length) if the pose is of another skeleton.
    pub fn deform(&mut self, pose: &Pose<'_>, out: &mut SkinnedFrame) -> Result<()> {
        world_matrices(self.skeleton, pose, &mut self.world)?;
        self.blend(out);
        Ok(())
    }

    fn blend(&mut self, out: &mut SkinnedFrame) {
        let data = self.skin.data();
        self.slots.clear();
        self.normal_slots.clear();
        let mut rigid = true;
        for (joint, inverse_bind) in data.slot_joints.iter().zip(&data.inverse_binds) {
            let matrix = self.world[joint.0] * *inverse_bind;
            self.slots.push(columns(&matrix));
            let gram = matrix.linear.transpose() * matrix.linear;
            let scale = gram[(0, 0)];
            // A rotation times one scale keeps directions: the matrix itself serves for normals.
            let is_rigid = (gram - nalgebra::Matrix3::identity() * scale).abs().max() <= 1e-6 * scale.abs();
            rigid &= is_rigid;
            let linear = if is_rigid {
                matrix.linear
            } else {
                matrix.linear.try_inverse().map_or(matrix.linear, |inverse| inverse.transpose())
            };
            self.normal_slots.push(columns(&Affine { linear, translation: nalgebra::Vector3::zeros() }));
        }
        out.positions.resize(data.positions.len(), Vector3::zeros());
        out.normals.resize(data.normals.len(), Vector3::zeros());
        let ranges = data.influence_offsets.windows(2);
        if data.normals.is_empty() {
            for ((point, out), range) in data.positions.iter().zip(&mut out.positions).zip(ranges) {
                *out = apply(&blended(&self.slots, influences(data, range)), point, 1.0);
            }
            return;
        }
        let points = data.positions.iter().zip(&data.normals);
        let results = out.positions.iter_mut().zip(&mut out.normals);
        for (((point, normal), (point_out, normal_out)), range) in points.zip(results).zip(ranges) {
            let influences = influences(data, range);
            let m = blended(&self.slots, influences);
            *point_out = apply(&m, point, 1.0);
            *normal_out = if rigid {
                unit(apply(&m, normal, 0.0))
            } else {
                unit(apply(&blended(&self.normal_slots, influences), normal, 0.0))
            };
        }
    }
}

/// Slots and weights of the vertex whose neighbouring offsets are `range`.
#[inline]
fn influences<'a>(data: &'a SkinData, range: &[u32]) -> (&'a [u32], &'a [f32]) {
    let range = range[0] as usize..range[1] as usize;
    (&data.influence_slots[range.clone()], &data.influence_weights[range])
}

fn columns(affine: &Affine) -> Columns {
    let mut out = [[0.0; 4]; 4];
    for c in 0..3 {
        for r in 0..3 {
            out[c][r] = affine.linear[(r, c)] as f32;
        }
        out[3][c] = affine.translation[c] as f32;
    }
    out
}

#[inline]
fn blended(matrices: &[Columns], (slots, weights): (&[u32], &[f32])) -> Columns {
    // Most meshes have four; known lengths keep the sum in registers.
    if let (&[a, b, c, d], &[wa, wb, wc, wd]) = (slots, weights) {
        let [a, b, c, d] = [a, b, c, d].map(|slot| &matrices[slot as usize]);
        let mut m = [[0.0f32; 4]; 4];
        for i in 0..4 {
            for r in 0..4 {
                m[i][r] = (wa * a[i][r] + wb * b[i][r]) + (wc * c[i][r] + wd * d[i][r]);
            }
        }
        return m;
    }
    let mut m = [[0.0f32; 4]; 4];
    for (&slot, &weight) in slots.iter().zip(weights) {
        let matrix = &matrices[slot as usize];
        for c in 0..4 {
            for r in 0..4 {
                m[c][r] += weight * matrix[c][r];
            }
        }
    }
    m
}

#[inline]
fn unit(v: Vector3<f32>) -> Vector3<f32> {
    // One division instead of three.
    v * (1.0 / v.norm_squared().max(f32::MIN_POSITIVE).sqrt())
}

#[inline]
fn apply(m: &Columns, v: &Vector3<f32>, w: f32) -> Vector3<f32> {
    let mut out = [0.0f32; 4];
    for r in 0..4 {
        out[r] = m[0][r] * v.x + m[1][r] * v.y + m[2][r] * v.z + m[3][r] * w;
    }
    Vector3::new(out[0], out[1], out[2])
}

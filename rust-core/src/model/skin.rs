//! [`Skin`]: a triangle mesh bound to a skeleton, as arrays.

use super::skeleton::{JointIndex, Skeleton};
use crate::error::{Error, Result};
use crate::math::Affine;
use nalgebra::Vector3;

/// A mesh and how it follows the joints. Points are f32: mesh files are, and skinning is bound by memory.
///
/// Vertex `v` follows slots `influence_slots[first..end]` with `influence_weights[first..end]`, where
/// `first = influence_offsets[v]`, `end = influence_offsets[v + 1]`; slot `s` is joint `slot_joints[s]`, and
/// `inverse_binds[s]` takes the mesh into that joint's frame at bind time. A deformed point is
/// `Σ weight · world(joint) · inverse_bind · point`.
///
/// ```
/// let biped = surefoot_sample::biped(&Default::default())?;
/// let (slots, weights) = biped.skin.influences(0);
/// assert_eq!(slots.len(), weights.len());
/// assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-3);
/// assert_eq!(biped.skin.vertex_count(), biped.skin.data().positions.len());
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Skin {
    data: SkinData,
    renormalised_count: usize,
}

/// The arrays of a skin, as they go into and come out of [`Skin`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SkinData {
    /// Shown to users.
    pub name: String,
    /// Mesh points in the mesh's own bind space, metres.
    pub positions: Vec<Vector3<f32>>,
    /// Unit normals, one per point; empty if the mesh has none.
    pub normals: Vec<Vector3<f32>>,
    /// Corners, counter-clockwise from outside.
    pub triangles: Vec<[u32; 3]>,
    /// The joint of each slot.
    pub slot_joints: Vec<JointIndex>,
    /// Mesh space to joint space at bind time, one per slot.
    pub inverse_binds: Vec<Affine>,
    /// Where each vertex's influences start; one more entry than vertices.
    pub influence_offsets: Vec<u32>,
    /// Slots, vertex after vertex.
    pub influence_slots: Vec<u32>,
    /// Weights, vertex after vertex; those of one vertex sum to 1.
    pub influence_weights: Vec<f32>,
}

impl Skin {
    /// Checks and stores the arrays; weights whose sum is not 1 are renormalised and counted.
    ///
    /// # Errors
    /// [`Error::Length`] where arrays do not fit, [`Error::Invalid`] for an index out of range, a value that is
    /// not finite, a negative weight or a vertex without weight; the message names the vertex.
    pub fn new(skeleton: &Skeleton, mut data: SkinData) -> Result<Self> {
        let what = format!("skin '{}'", data.name);
        let fail = |text: String| Err(Error::invalid(&what, text));
        let length = |array: &str, expected: usize, actual: usize| {
            if expected == actual {
                Ok(())
            } else {
                Err(Error::Length { what: format!("{what}: {array}"), expected, actual })
            }
        };
        let vertex_count = data.positions.len();
        if !data.normals.is_empty() {
            length("normals", vertex_count, data.normals.len())?;
        }
        length("inverse bind matrices", data.slot_joints.len(), data.inverse_binds.len())?;
        length("influence offsets", vertex_count + 1, data.influence_offsets.len())?;
        length("influence weights", data.influence_slots.len(), data.influence_weights.len())?;
        length(
            "last influence offset",
            data.influence_slots.len(),
            data.influence_offsets[vertex_count] as usize,
        )?;
        if let Some(joint) = data.slot_joints.iter().find(|j| j.0 >= skeleton.joint_count()) {
            return fail(format!(
                "refers to joint {}, but the skeleton has {}",
                joint.0,
                skeleton.joint_count()
            ));
        }
        for (v, p) in data.positions.iter().enumerate() {
            if !p.iter().all(|x| x.is_finite()) {
                return fail(format!("vertex {v}: position ({}, {}, {}) is not finite", p.x, p.y, p.z));
            }
        }
        for (slot, bind) in data.inverse_binds.iter().enumerate() {
            if !bind.linear.iter().chain(bind.translation.iter()).all(|x| x.is_finite()) {
                let joint = skeleton.name(data.slot_joints[slot]);
                return fail(format!("inverse bind matrix of joint '{joint}' is not finite"));
            }
        }
        for (t, triangle) in data.triangles.iter().enumerate() {
            if let Some(corner) = triangle.iter().find(|&&c| c as usize >= vertex_count) {
                return fail(format!("triangle {t} refers to vertex {corner}, but there are {vertex_count}"));
            }
        }
        if let Some(slot) = data.influence_slots.iter().find(|&&s| s as usize >= data.slot_joints.len()) {
            return fail(format!("refers to joint slot {slot}, but there are {}", data.slot_joints.len()));
        }
        let mut renormalised_count = 0;
        for v in 0..vertex_count {
            let (first, end) = (data.influence_offsets[v] as usize, data.influence_offsets[v + 1] as usize);
            // An offset beyond the last is followed by one that decreases.
            if first > end || end > data.influence_weights.len() {
                return fail(format!("vertex {v}: influence offsets decrease ({first}, {end})"));
            }
            let weights = &mut data.influence_weights[first..end];
            if let Some(w) = weights.iter().find(|w| !(w.is_finite() && **w >= 0.0)) {
                return fail(format!("vertex {v}: weight {w} must be a number of at least 0"));
            }
            let sum: f32 = weights.iter().sum();
            if sum <= 0.0 {
                return fail(format!("vertex {v}: no joint moves it"));
            }
            if !sum.is_finite() {
                return fail(format!("vertex {v}: the sum of its weights is too large"));
            }
            if (sum - 1.0).abs() > 1e-6 {
                weights.iter_mut().for_each(|w| *w /= sum);
                // File formats store weights as bytes or short decimals; only a real gap is worth a word.
                if (sum - 1.0).abs() > 0.01 {
                    renormalised_count += 1;
                }
            }
        }
        Ok(Self { data, renormalised_count })
    }

    /// Refuses a skeleton without the joints that the skin hangs from. Operations ask this first.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the first such joint.
    pub fn check_skeleton(&self, skeleton: &Skeleton) -> Result<()> {
        match self.data.slot_joints.iter().find(|joint| joint.0 >= skeleton.joint_count()) {
            None => Ok(()),
            Some(joint) => Err(Error::invalid(
                format!("skin '{}'", self.data.name),
                format!("refers to joint {}, but the skeleton has {}", joint.0, skeleton.joint_count()),
            )),
        }
    }

    /// All arrays.
    pub fn data(&self) -> &SkinData {
        &self.data
    }

    /// Takes the arrays out again.
    pub fn into_data(self) -> SkinData {
        self.data
    }

    /// Number of mesh points.
    pub fn vertex_count(&self) -> usize {
        self.data.positions.len()
    }

    /// Vertices whose weights missed a sum of 1 by more than 1 % and were renormalised.
    pub fn renormalised_count(&self) -> usize {
        self.renormalised_count
    }

    /// Slots and weights of one vertex.
    pub fn influences(&self, vertex: usize) -> (&[u32], &[f32]) {
        let range =
            self.data.influence_offsets[vertex] as usize..self.data.influence_offsets[vertex + 1] as usize;
        (&self.data.influence_slots[range.clone()], &self.data.influence_weights[range])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;
    use crate::model::skeleton::Joint;

    fn skeleton() -> Skeleton {
        Skeleton::new(vec![Joint::new("root", None, Vec3::zeros())], vec![]).unwrap()
    }

    fn data() -> SkinData {
        SkinData {
            name: "mesh".into(),
            positions: vec![Vector3::zeros(); 3],
            normals: vec![],
            triangles: vec![[0, 1, 2]],
            slot_joints: vec![JointIndex(0)],
            inverse_binds: vec![Affine::identity()],
            influence_offsets: vec![0, 1, 2, 3],
            influence_slots: vec![0; 3],
            influence_weights: vec![1.0, 1.0, 0.5],
        }
    }

    #[test]
    fn weights_are_renormalised_and_counted() {
        let skin = Skin::new(&skeleton(), data()).unwrap();
        assert_eq!(skin.renormalised_count(), 1);
        assert_eq!(skin.influences(2).1, &[1.0]);
    }

    #[test]
    fn every_broken_invariant_is_named() {
        let refused = |change: fn(&mut SkinData)| {
            let mut d = data();
            change(&mut d);
            Skin::new(&skeleton(), d).unwrap_err().to_string()
        };
        assert!(refused(|d| d.normals.push(Vector3::x())).contains("normals"));
        assert!(refused(|d| d.inverse_binds.clear()).contains("inverse bind"));
        assert!(
            refused(|d| {
                d.influence_offsets.pop();
            })
            .contains("offsets")
        );
        assert!(
            refused(|d| {
                d.influence_weights.pop();
            })
            .contains("weights")
        );
        assert!(refused(|d| d.influence_offsets[3] = 2).contains("last influence"));
        assert!(refused(|d| d.influence_offsets[1] = 3).contains("decrease"));
        assert!(refused(|d| d.influence_offsets[1] = 9).contains("decrease"));
        assert!(refused(|d| d.slot_joints[0] = JointIndex(1)).contains("joint 1"));
        assert!(refused(|d| d.positions[1].x = f32::NAN).contains("vertex 1"));
        assert!(refused(|d| d.inverse_binds[0].translation.x = f64::NAN).contains("'root'"));
        assert!(refused(|d| d.triangles[0][1] = 3).contains("triangle 0"));
        assert!(refused(|d| d.influence_slots[0] = 1).contains("slot 1"));
        assert!(refused(|d| d.influence_weights[1] = -1.0).contains("vertex 1"));
        assert!(refused(|d| d.influence_weights[1] = 0.0).contains("no joint moves"));
        let too_large = refused(|d| {
            d.influence_offsets = vec![0, 2, 3, 4];
            d.influence_slots = vec![0; 4];
            d.influence_weights = vec![3e38, 3e38, 1.0, 1.0];
        });
        assert!(too_large.contains("vertex 0") && too_large.contains("too large"), "{too_large}");
    }
}

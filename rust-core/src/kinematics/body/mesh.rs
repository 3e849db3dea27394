//! [`BodyMesh`]: all skins of a character as one welded mesh at rest, with the part of the body that each point belongs to.

use super::check::check_mesh;
use super::part::{BodyPart, joint_parts};
use super::surface::{Surface, joint_matrix, rest_matrices};
use crate::error::Result;
use crate::math::Vec3;
use crate::math::mesh::Point;
use crate::model::{Skeleton, Skin};
use std::collections::{HashMap, HashSet};

/// A character's mesh. Points that seams of texture or shading doubled are one point again.
#[derive(Debug, Clone)]
pub(crate) struct BodyMesh {
    /// All points, and how they follow the joints.
    pub(crate) surface: Surface,
    /// Where they are in the rest pose, metres.
    pub(crate) rest: Vec<Point>,
    /// Corners, outwards; none twice.
    pub(crate) triangles: Vec<[u32; 3]>,
    /// The part of the body with the largest share in each point.
    pub(crate) parts: Vec<BodyPart>,
    /// The point of every vertex, skin after skin.
    pub(crate) point_of_vertex: Vec<Vec<u32>>,
}

impl BodyMesh {
    /// Joins and welds the skins.
    ///
    /// # Errors
    /// As [`Skin::check_skeleton`]; [`Error::Invalid`](crate::Error::Invalid) for a mesh on which nobody can tell inside from outside.
    pub(crate) fn new(skeleton: &Skeleton, skins: &[Skin]) -> Result<Self> {
        let joint_part = joint_parts(skeleton);
        let rest_matrices: Vec<_> =
            rest_matrices(skeleton).iter().map(|m| joint_matrix(m, &Vec3::zeros())).collect();
        let mut surface = Surface::default();
        let mut triangles = Vec::new();
        let mut known_triangles = HashSet::new();
        let mut parts = Vec::new();
        let mut point_of_vertex = Vec::with_capacity(skins.len());
        for skin in skins {
            skin.check_skeleton(skeleton)?;
            let data = skin.data();
            // Doubled vertices agree in everything but texture and normal; others on the same spot must stay apart.
            let mut known: HashMap<Vec<u32>, u32> = HashMap::with_capacity(data.positions.len());
            let mut points = Vec::with_capacity(data.positions.len());
            for (v, position) in data.positions.iter().enumerate() {
                let (slots, weights) = skin.influences(v);
                let mut key: Vec<u32> = position.iter().map(|x| x.to_bits()).collect();
                for (slot, weight) in slots.iter().zip(weights).filter(|(_, weight)| **weight > 0.0) {
                    key.push(data.slot_joints[*slot as usize].0 as u32);
                    key.push(weight.to_bits());
                }
                let next = surface.len() as u32;
                let point = *known.entry(key).or_insert(next);
                if point == next {
                    surface.add(skin, v);
                    parts.push(main_part(surface.influences(point as usize), &joint_part));
                }
                points.push(point);
            }
            for corners in &data.triangles {
                let [a, b, c] = corners.map(|c| points[c as usize]);
                // Doubles add nothing, and a heap of them would be searched one by one.
                if a != b && b != c && c != a && known_triangles.insert(smallest_first([a, b, c])) {
                    triangles.push([a, b, c]);
                }
            }
            point_of_vertex.push(points);
        }
        let mut rest = Vec::new();
        surface.pose_all(&rest_matrices, &mut rest);
        check_mesh(skeleton, skins, &rest, &triangles)?;
        Ok(Self { surface, rest, triangles, parts, point_of_vertex })
    }
}

/// The same corners in the same turn, from the smallest on.
fn smallest_first([a, b, c]: [u32; 3]) -> [u32; 3] {
    if a < b && a < c {
        [a, b, c]
    } else if b < c {
        [b, c, a]
    } else {
        [c, a, b]
    }
}

/// The part with the largest summed weight; of equals the one that comes first in the body.
fn main_part<'a>(influences: impl Iterator<Item = (usize, f32)> + 'a, joint_part: &[BodyPart]) -> BodyPart {
    let mut sums: Vec<(BodyPart, f32)> = Vec::new();
    for (joint, weight) in influences {
        let part = joint_part[joint];
        match sums.iter_mut().find(|(known, _)| *known == part) {
            Some((_, sum)) => *sum += weight,
            None => sums.push((part, weight)),
        }
    }
    let mut best = (BodyPart::Trunk, 0.0);
    for (part, sum) in sums {
        if sum > best.1 || (sum == best.1 && part < best.0) {
            best = (part, sum);
        }
    }
    best.0
}

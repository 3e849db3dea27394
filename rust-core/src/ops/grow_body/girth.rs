//! Moves vertices away from their bones (docs/methods/body.md, 6).

use super::mesh_graph::MeshGraph;
use crate::error::{Error, Result};
use crate::kinematics::body_layout::BodyLayout;
use crate::math::{Quat, Vec3};
use crate::model::bind_pose::BindPose;
use crate::model::{Skeleton, Skin};
use nalgebra::Vector3;

/// Factors of one segment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Growth {
    pub across: f64,
    pub along: f64,
}

/// The skins with every vertex moved; skins without a moved vertex are bit for bit what they were.
pub(super) fn grow_skins(
    skeleton: &Skeleton,
    layout: &BodyLayout,
    skins: &[Skin],
    binds: &[BindPose],
    growths: &[Growth],
    smoothing: usize,
) -> Result<Vec<Skin>> {
    let positions: Vec<Vec<Vec3>> = skins
        .iter()
        .zip(binds)
        .map(|(skin, bind)| (0..skin.vertex_count()).map(|v| bind.position(skin, v)).collect())
        .collect();
    let graph = MeshGraph::new(skins, &positions);
    let mut moves: Vec<Vec<Vec3>> =
        positions.iter().map(|places| vec![Vec3::zeros(); places.len()]).collect();
    for (segment, growth) in growths.iter().enumerate() {
        if (growth.across, growth.along) == (1.0, 1.0) {
            continue;
        }
        let mut weights = weights_of(layout, skins, &graph, segment);
        for _ in 0..smoothing {
            weights = graph.averaged(&weights);
        }
        let bone = &layout.segments[segment];
        for (index, bind) in binds.iter().enumerate() {
            for (vertex, place) in positions[index].iter().enumerate() {
                let weight = weights[graph.point_of[index][vertex] as usize];
                if weight == 0.0 {
                    continue;
                }
                let Some(inside) = bind.in_joint(bone.joint, place) else { continue };
                let way = inside - bone.start;
                let along = bone.axis * way.dot(&bone.axis);
                let step = (way - along) * (growth.across - 1.0) + along * (growth.along - 1.0);
                moves[index][vertex] += bind.direction_from_joint(bone.joint, &(step * weight));
            }
        }
    }
    skins
        .iter()
        .zip(binds)
        .zip(&moves)
        .map(|((skin, bind), moves)| moved(skeleton, skin, bind, moves))
        .collect()
}

/// The weight of one segment at every point; vertices at one point are averaged.
fn weights_of(layout: &BodyLayout, skins: &[Skin], graph: &MeshGraph, segment: usize) -> Vec<f64> {
    let (mut sums, mut counts) = (vec![0.0; graph.point_count], vec![0.0; graph.point_count]);
    for (skin, points) in skins.iter().zip(&graph.point_of) {
        for (vertex, &point) in points.iter().enumerate() {
            let (slots, weights) = skin.influences(vertex);
            let of_segment = slots
                .iter()
                .zip(weights)
                .filter(|(slot, _)| layout.of_joint[skin.data().slot_joints[**slot as usize].0] == segment);
            sums[point as usize] += of_segment.map(|(_, weight)| f64::from(*weight)).sum::<f64>();
            counts[point as usize] += 1.0;
        }
    }
    // Weights of files sum to 1 but for rounding; a part that has a vertex all to itself should too.
    sums.iter()
        .zip(&counts)
        .map(|(sum, count)| if sum / count > 1.0 - 1e-6 { 1.0 } else { sum / count })
        .collect()
}

/// The skin with its vertices moved in the world.
fn moved(skeleton: &Skeleton, skin: &Skin, bind: &BindPose, moves: &[Vec3]) -> Result<Skin> {
    if moves.iter().all(|step| *step == Vec3::zeros()) {
        return Ok(skin.clone());
    }
    let back = bind.place.inverse().ok_or_else(|| {
        Error::invalid(format!("skin '{}'", skin.data().name), "its bind matrix cannot be inverted")
    })?;
    let mut data = skin.clone().into_data();
    for (position, step) in data.positions.iter_mut().zip(moves).filter(|(_, step)| **step != Vec3::zeros()) {
        *position = (position.cast::<f64>() + back.linear * step).cast();
    }
    Skin::new(skeleton, data)
}

/// The skin with its normals turned as the surface around each vertex turned from `before`.
pub(super) fn turn_normals(skeleton: &Skeleton, before: &Skin, after: Skin) -> Result<Skin> {
    if after.data().normals.is_empty() || after.data().positions == before.data().positions {
        return Ok(after);
    }
    let mut data = after.into_data();
    let old = surface_normals(&before.data().positions, &data.triangles);
    let new = surface_normals(&data.positions, &data.triangles);
    for (normal, (old, new)) in data.normals.iter_mut().zip(old.iter().zip(&new)) {
        if let Some(turn) = Quat::rotation_between(old, new).filter(|_| old != new) {
            *normal = (turn * normal.cast::<f64>()).cast();
        }
    }
    Skin::new(skeleton, data)
}

/// Sum of the triangles' normals around each place, by area; vertices at one place share it.
fn surface_normals(positions: &[Vector3<f32>], triangles: &[[u32; 3]]) -> Vec<Vec3> {
    let mut first = std::collections::HashMap::new();
    let key = |p: &Vector3<f32>| [p.x.to_bits(), p.y.to_bits(), p.z.to_bits()];
    let shared: Vec<usize> =
        positions.iter().enumerate().map(|(vertex, p)| *first.entry(key(p)).or_insert(vertex)).collect();
    let mut sums = vec![Vec3::zeros(); positions.len()];
    for triangle in triangles {
        let [a, b, c] = triangle.map(|corner| positions[corner as usize].cast::<f64>());
        let normal = (b - a).cross(&(c - a));
        triangle.iter().for_each(|&corner| sums[shared[corner as usize]] += normal);
    }
    shared.into_iter().map(|vertex| sums[vertex]).collect()
}

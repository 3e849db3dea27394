//! Skinned meshes: control points, triangles, clusters; and their way into a [`Skin`].

use super::plan::{Plan, rest_local};
use super::records::{Attribute, Checked, NodeId, Records, malformed};
use super::scene::{MeshSource, Scene};
use super::transform::World;
use super::triangulate::triangulate;
use crate::error::Result;
use crate::io::document::Note;
use crate::math::{Affine, Vec3};
use crate::model::skeleton::JointIndex;
use crate::model::skin::SkinData;
use crate::model::{Skeleton, Skin};
use std::collections::HashMap;

/// A mesh and the nodes it follows, file units.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SkinnedMesh {
    pub(super) name: String,
    /// The node that shows the mesh.
    pub(super) node: usize,
    pub(super) positions: Vec<Vec3>,
    /// One per position, or none.
    pub(super) normals: Vec<Vec3>,
    pub(super) triangles: Vec<[u32; 3]>,
    pub(super) clusters: Vec<Cluster>,
}

/// The points that follow one node.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Cluster {
    pub(super) node: usize,
    pub(super) points: Vec<u32>,
    pub(super) weights: Vec<f64>,
    /// From the mesh node's space to the joint's at bind time (`Transform`).
    pub(super) mesh_to_joint: Option<Affine>,
    /// The joint's place at bind time (`TransformLink`).
    pub(super) joint_to_world: Option<Affine>,
}

/// Reads a mesh and its clusters from their records.
///
/// # Errors
/// [`Malformed`] where arrays are missing, broken or point outside.
pub(super) fn read_mesh(
    records: &Records<'_>,
    name: &str,
    node: usize,
    geometry: NodeId,
    clusters: &[(NodeId, usize)],
) -> Checked<SkinnedMesh> {
    let at = records.offset(geometry);
    let Some(vertices) = records.child_array(geometry, "Vertices") else {
        return malformed(at, format!("mesh '{name}' has no Vertices"));
    };
    let positions: Vec<Vec3> =
        records.numbers(&vertices)?.chunks_exact(3).map(|v| Vec3::new(v[0], v[1], v[2])).collect();
    if let Some(i) = positions.iter().position(|p| !p.iter().all(|x| x.is_finite())) {
        return malformed(vertices.at, format!("vertex {i} of mesh '{name}' is not finite"));
    }
    let (mut corners, mut sizes) = (Vec::new(), Vec::new());
    if let Some(array) = records.child_array(geometry, "PolygonVertexIndex") {
        let mut size = 0u32;
        for value in records.integers(&array)? {
            // The last corner of a polygon is stored as its complement.
            let index = if value < 0 { !value } else { value };
            if index as usize >= positions.len() {
                return malformed(
                    array.at,
                    format!(
                        "a polygon of mesh '{name}' refers to vertex {index}, but there are {}",
                        positions.len()
                    ),
                );
            }
            corners.push(index as u32);
            size += 1;
            if value < 0 {
                sizes.push(size);
                size = 0;
            }
        }
    }
    let normals = read_normals(records, geometry, &corners, positions.len())?;
    let triangles = triangulate(&positions, &corners, &sizes);
    let clusters = clusters
        .iter()
        .map(|&(record, node)| read_cluster(records, record, node, name, positions.len()))
        .collect::<Checked<_>>()?;
    Ok(SkinnedMesh { name: name.to_owned(), node, positions, normals, triangles, clusters })
}

fn read_cluster(
    records: &Records<'_>,
    record: NodeId,
    node: usize,
    mesh: &str,
    point_count: usize,
) -> Checked<Cluster> {
    let at = records.offset(record);
    // A cluster without points is common: the joint exists, nothing follows it.
    let (points, weights) =
        match (records.child_array(record, "Indexes"), records.child_array(record, "Weights")) {
            (Some(indexes), Some(weights)) => (records.integers(&indexes)?, records.numbers(&weights)?),
            _ => (Vec::new(), Vec::new()),
        };
    if points.len() != weights.len() {
        return malformed(
            at,
            format!("a cluster of mesh '{mesh}' has {} indexes and {} weights", points.len(), weights.len()),
        );
    }
    let points = points
        .into_iter()
        .map(|point| match usize::try_from(point) {
            Ok(point) if point < point_count => Ok(point as u32),
            _ => malformed(
                at,
                format!("a cluster of mesh '{mesh}' refers to vertex {point}, but there are {point_count}"),
            ),
        })
        .collect::<Checked<_>>()?;
    let matrix = |name: &str| -> Checked<Option<Affine>> {
        match records.child_array(record, name) {
            Some(array) => Ok(affine_from_columns(&records.numbers(&array)?)),
            None => Ok(None),
        }
    };
    Ok(Cluster {
        node,
        points,
        weights,
        mesh_to_joint: matrix("Transform")?,
        joint_to_world: matrix("TransformLink")?,
    })
}

/// A matrix of sixteen numbers, columns first; `None` if it is not finite or flattens space.
fn affine_from_columns(m: &[f64]) -> Option<Affine> {
    if m.len() != 16 || !m.iter().all(|v| v.is_finite()) {
        return None;
    }
    let affine = Affine {
        linear: nalgebra::Matrix3::from_fn(|r, c| m[4 * c + r]),
        translation: Vec3::new(m[12], m[13], m[14]),
    };
    affine.inverse().map(|_| affine)
}

/// The mean normal of each control point; none where the mesh has none or in a layout we do not know.
fn read_normals(
    records: &Records<'_>,
    geometry: NodeId,
    corners: &[u32],
    point_count: usize,
) -> Checked<Vec<Vec3>> {
    let Some(layer) = records.child(geometry, "LayerElementNormal") else {
        return Ok(Vec::new());
    };
    let word = |name: &str| records.child_attribute(layer, name).and_then(Attribute::text).unwrap_or(b"");
    let by_corner = match word("MappingInformationType") {
        b"ByPolygonVertex" => true,
        b"ByVertex" | b"ByVertice" => false,
        _ => return Ok(Vec::new()),
    };
    let Some(array) = records.child_array(layer, "Normals") else {
        return Ok(Vec::new());
    };
    let normals = records.numbers(&array)?;
    let index = match (word("ReferenceInformationType"), records.child_array(layer, "NormalsIndex")) {
        (b"IndexToDirect" | b"Index", Some(index)) => Some(records.integers(&index)?),
        _ => None,
    };
    let element_count = if by_corner { corners.len() } else { point_count };
    let mut sums = vec![Vec3::zeros(); point_count];
    for element in 0..element_count {
        let source = match &index {
            Some(index) => index.get(element).and_then(|&i| usize::try_from(i).ok()),
            None => Some(element),
        };
        let point = if by_corner { corners[element] as usize } else { element };
        if let Some(n) =
            source.and_then(|s| normals.get(s.checked_mul(3)?..s.checked_mul(3)?.checked_add(3)?))
        {
            sums[point] += Vec3::new(n[0], n[1], n[2]);
        }
    }
    // A point without a normal (or with opposite ones) gets any: normals are for display only.
    Ok(sums
        .into_iter()
        .map(|sum| {
            sum.try_normalize(1e-12).filter(|n| n.iter().all(|x| x.is_finite())).unwrap_or_else(Vec3::y)
        })
        .collect())
}

/// All skins of the scene that the planned joints move.
///
/// # Errors
/// Outer: a broken record. Inner: what [`Skin::new`] refuses.
pub(super) fn read_skins(
    scene: &Scene<'_, '_>,
    plan: &Plan,
    skeleton: &Skeleton,
    notes: &mut Vec<Note>,
) -> Checked<Result<Vec<Skin>>> {
    let mut skins = Vec::new();
    let joint_of: HashMap<usize, usize> = plan.nodes.iter().enumerate().map(|(j, &n)| (n, j)).collect();
    for source in &scene.meshes {
        let mesh = match (source, scene.records) {
            (MeshSource::Loaded(mesh), _) => mesh.clone(),
            (MeshSource::Record { geometry, node, clusters }, Some(records)) => {
                read_mesh(records, &scene.nodes[*node].name, *node, *geometry, clusters)?
            }
            (MeshSource::Record { .. }, None) => continue,
        };
        let Some(data) = skin_data(scene, plan, &joint_of, &mesh, notes) else {
            continue;
        };
        match Skin::new(skeleton, data) {
            Ok(skin) => {
                if skin.renormalised_count() > 0 {
                    notes.push(Note::warning(
                        "weights-renormalised",
                        format!(
                            "mesh '{}': the weights of {} points did not sum to 1 and were scaled",
                            mesh.name,
                            skin.renormalised_count()
                        ),
                    ));
                }
                skins.push(skin);
            }
            Err(error) => return Ok(Err(error)),
        }
    }
    Ok(Ok(skins))
}

fn rest_world(scene: &Scene<'_, '_>, node: usize) -> Affine {
    let mut chain: Vec<usize> = scene.ancestors(node).collect();
    chain.reverse();
    chain
        .into_iter()
        .fold(World::origin(), |world, n| world.child(&rest_local(scene, n), scene.nodes[n].rig.inherit))
        .matrix
}

/// Points in the place where they were bound, metres, Y up: `bind · point`. A joint then moves them by
/// `world · inverse_bind` with `inverse_bind = length_scale · mesh_to_joint · geometric · bind⁻¹`.
fn skin_data(
    scene: &Scene<'_, '_>,
    plan: &Plan,
    joint_of: &HashMap<usize, usize>,
    mesh: &SkinnedMesh,
    notes: &mut Vec<Note>,
) -> Option<SkinData> {
    let geometric = scene.nodes[mesh.node].geometric;
    let mesh_world = rest_world(scene, mesh.node);
    let slots: Vec<(&Cluster, usize)> =
        mesh.clusters.iter().filter_map(|c| Some((c, *joint_of.get(&c.node)?))).collect();
    if slots.is_empty() {
        notes.push(Note::warning(
            "skin-lost",
            format!("mesh '{}' follows none of the joints read and was left out", mesh.name),
        ));
        return None;
    }
    let bound_at =
        slots.iter().find_map(|(c, _)| Some(c.joint_to_world? * c.mesh_to_joint?)).unwrap_or(mesh_world);
    let bind = [bound_at, mesh_world, Affine::identity()]
        .into_iter()
        .map(|world| plan.to_world() * world * geometric)
        .find(|b| b.inverse().is_some() && b.linear.iter().all(|x| x.is_finite()))
        .unwrap_or_else(Affine::identity);
    let unbind = bind.inverse()?;
    let length_scale = plan.length_scale();
    let scaled = |affine: Affine| Affine {
        linear: affine.linear * length_scale,
        translation: affine.translation * length_scale,
    };
    let mut data = SkinData { name: mesh.name.clone(), ..SkinData::default() };
    let to_f32 = |v: Vec3| v.map(|x| x as f32);
    data.positions = mesh.positions.iter().map(|p| to_f32(bind.transform_point(p))).collect();
    let turn = unbind.linear.transpose();
    data.normals =
        mesh.normals.iter().map(|n| to_f32((turn * n).try_normalize(0.0).unwrap_or_else(Vec3::y))).collect();
    data.triangles = mesh.triangles.clone();
    if bind.linear.determinant() < 0.0 {
        data.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    }
    let mut influences: Vec<Vec<(u32, f32)>> = vec![Vec::new(); mesh.positions.len()];
    for (slot, (cluster, joint)) in slots.iter().enumerate() {
        let joint_world = cluster.joint_to_world.unwrap_or_else(|| rest_world(scene, cluster.node));
        let mesh_to_joint = cluster
            .mesh_to_joint
            .or_else(|| Some(joint_world.inverse()? * mesh_world))
            .unwrap_or_else(Affine::identity);
        data.slot_joints.push(JointIndex(*joint));
        data.inverse_binds.push(scaled(mesh_to_joint * geometric * unbind));
        for (&point, &weight) in cluster.points.iter().zip(&cluster.weights) {
            if weight.is_finite() && weight > 0.0 {
                influences[point as usize].push((slot as u32, weight as f32));
            }
        }
    }
    attach_loose_points(
        scene,
        plan,
        joint_of,
        mesh,
        (&mesh_world, &geometric, &unbind),
        &mut influences,
        &mut data,
        notes,
    );
    data.influence_offsets.push(0);
    for own in &influences {
        for &(slot, weight) in own {
            data.influence_slots.push(slot);
            data.influence_weights.push(weight);
        }
        data.influence_offsets.push(data.influence_slots.len() as u32);
    }
    Some(data)
}

/// Points that no cluster moves stay with the mesh's own node; the nearest joint above it carries them.
#[allow(clippy::too_many_arguments, reason = "one step of skin_data, split off for length")]
fn attach_loose_points(
    scene: &Scene<'_, '_>,
    plan: &Plan,
    joint_of: &HashMap<usize, usize>,
    mesh: &SkinnedMesh,
    (mesh_world, geometric, unbind): (&Affine, &Affine, &Affine),
    influences: &mut [Vec<(u32, f32)>],
    data: &mut SkinData,
    notes: &mut Vec<Note>,
) {
    let is_loose = |own: &Vec<(u32, f32)>| own.iter().map(|(_, w)| w).sum::<f32>() <= 0.0;
    let loose = influences.iter().filter(|own| is_loose(own)).count();
    if loose == 0 {
        return;
    }
    let joint = scene.ancestors(mesh.node).find_map(|n| joint_of.get(&n).copied()).unwrap_or(0);
    let joint_world = rest_world(scene, plan.nodes[joint]);
    let to_joint = joint_world.inverse().map_or_else(Affine::identity, |inverse| inverse * *mesh_world);
    let matrix = to_joint * *geometric * *unbind;
    let slot = data.slot_joints.len() as u32;
    data.slot_joints.push(JointIndex(joint));
    data.inverse_binds.push(Affine {
        linear: matrix.linear * plan.length_scale(),
        translation: matrix.translation * plan.length_scale(),
    });
    for own in influences.iter_mut().filter(|own| is_loose(own)) {
        *own = vec![(slot, 1.0)];
    }
    notes.push(Note::warning(
        "vertices-without-weight",
        format!(
            "mesh '{}': {loose} points follow no joint and were bound to '{}'",
            mesh.name, plan.names[joint]
        ),
    ));
}

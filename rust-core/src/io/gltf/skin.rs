//! Skinned meshes: one [`Skin`] per mesh node that has a skin on the chosen joints.

use super::clips::Budget;
use super::file::File;
use super::reshape::vertex_key;
use super::rig::{Rig, name_of};
use super::schema::{DRACO, Primitive};
use crate::error::{Error, Result};
use crate::io::document::Note;
use crate::math::Affine;
use crate::model::skin::SkinData;
use crate::model::{JointIndex, Skeleton, Skin};
use nalgebra::Vector3;
use std::collections::HashMap;

/// Reads all skinned meshes, with their nodes; those that cannot be read without a decoder are named in a warning.
pub(super) fn read_skins(
    file: &File,
    rig: &Rig,
    skeleton: &Skeleton,
    budget: &mut Budget,
    notes: &mut Vec<Note>,
) -> Result<(Vec<Skin>, Vec<usize>)> {
    let (mut out, mut nodes) = (Vec::new(), Vec::new());
    for node in 0..file.root.nodes.len() {
        let (Some(mesh), Some(skin)) = (file.root.nodes[node].mesh, file.root.nodes[node].skin) else {
            continue;
        };
        match read_skin(file, rig, skeleton, budget, node, mesh, skin) {
            Ok(Some((skin, unweighted))) => {
                report_weights(&skin, unweighted, notes);
                out.push(skin);
                nodes.push(node);
            }
            Ok(None) => {}
            Err(Error::Unsupported { text, .. }) => notes.push(Note::warning(
                "skin-lost",
                format!("mesh '{}' is left out: {text}", name_of(file, node)),
            )),
            Err(error) => return Err(error),
        }
    }
    Ok((out, nodes))
}

fn report_weights(skin: &Skin, unweighted: usize, notes: &mut Vec<Note>) {
    let name = &skin.data().name;
    if skin.renormalised_count() > 0 {
        notes.push(Note::warning(
            "weights-renormalised",
            format!(
                "mesh '{name}': the weights of {} vertices did not sum to 1 and were scaled to it",
                skin.renormalised_count()
            ),
        ));
    }
    if unweighted > 0 {
        notes.push(Note::warning(
            "vertices-without-weight",
            format!("mesh '{name}': {unweighted} vertices have no weight and follow the skin's first joint"),
        ));
    }
}

fn read_skin(
    file: &File,
    rig: &Rig,
    skeleton: &Skeleton,
    budget: &mut Budget,
    node: usize,
    mesh: usize,
    skin: usize,
) -> Result<Option<(Skin, usize)>> {
    let unsupported = |text: String| Error::Unsupported { path: file.path.clone(), text };
    let place = format!("nodes[{node}]");
    let Some(object) = file.root.skins.get(skin) else {
        return Err(
            file.fail(&place, format!("refers to skin {skin}, but there are {}", file.root.skins.len()))
        );
    };
    let Some(mesh_object) = file.root.meshes.get(mesh) else {
        return Err(
            file.fail(&place, format!("refers to mesh {mesh}, but there are {}", file.root.meshes.len()))
        );
    };
    let mut data = SkinData { name: name_of(file, node), influence_offsets: vec![0], ..SkinData::default() };
    if file.root.nodes[node].name.is_none()
        && let Some(name) = &mesh_object.name
    {
        data.name.clone_from(name);
    }
    for joint in &object.joints {
        match rig.joints.get(joint) {
            Some(&joint) => data.slot_joints.push(JointIndex(joint)),
            None => return Err(unsupported("it belongs to another skeleton of the file".into())),
        }
    }
    data.inverse_binds = inverse_binds(file, rig, skin)?;
    let mut unweighted = 0;
    let mut bases: HashMap<Vec<(&str, usize)>, u32> = HashMap::new();
    let has_normals = mesh_object.primitives.iter().all(|p| p.attributes.contains_key("NORMAL"));
    for (p, primitive) in mesh_object.primitives.iter().enumerate() {
        if primitive.extensions.contains_key(DRACO) {
            return Err(unsupported(format!("it is compressed with {DRACO}; unpack the file first")));
        }
        if !matches!(primitive.mode.unwrap_or(4), 4..=6) {
            continue;
        }
        let place = format!("meshes[{mesh}].primitives[{p}]");
        let key = vertex_key(primitive);
        // Primitives often share their vertices and differ in triangles only.
        let base = match bases.get(&key) {
            Some(&base) => base,
            None => {
                let base = data.positions.len() as u32;
                unweighted += read_vertices(file, &place, primitive, has_normals, budget, &mut data)?;
                bases.insert(key, base);
                base
            }
        };
        let count = primitive.attributes.get("POSITION").map_or(0, |&a| file.root.accessors[a].count);
        read_triangles(file, &place, primitive, base, count, budget, &mut data.triangles)?;
    }
    if data.positions.is_empty() {
        return Ok(None);
    }
    let what = format!("meshes[{mesh}]");
    let skin = Skin::new(skeleton, data).map_err(|error| file.fail(&what, error))?;
    Ok(Some((skin, unweighted)))
}

fn inverse_binds(file: &File, rig: &Rig, skin: usize) -> Result<Vec<Affine>> {
    let place = format!("skins[{skin}].inverseBindMatrices");
    let object = &file.root.skins[skin];
    let mut out = Vec::with_capacity(object.joints.len());
    match object.inverse_bind_matrices {
        None => out.resize(object.joints.len(), Affine::identity()),
        Some(accessor) => {
            let values = file.numbers(accessor, 16, &place)?;
            if values.len() < object.joints.len() * 16 {
                let text = format!("has {} matrices for {} joints", values.len() / 16, object.joints.len());
                return Err(file.fail(&place, text));
            }
            for m in values.chunks_exact(16).take(object.joints.len()) {
                let at = |r: usize, c: usize| f64::from(m[c * 4 + r]);
                out.push(Affine::from_rows([0, 1, 2].map(|r| [at(r, 0), at(r, 1), at(r, 2), at(r, 3)])));
            }
        }
    }
    // Our world matrices lack the scale that went into the lengths; it moves here (docs/ARCHITECTURE.md).
    for bind in &mut out {
        bind.linear *= rig.length_scale;
        bind.translation *= rig.length_scale;
    }
    Ok(out)
}

/// Appends the primitive's vertices; returns how many had no weight.
fn read_vertices(
    file: &File,
    place: &str,
    primitive: &Primitive,
    has_normals: bool,
    budget: &mut Budget,
    data: &mut SkinData,
) -> Result<usize> {
    let Some(&positions) = primitive.attributes.get("POSITION") else {
        return Err(file.fail(place, "has no POSITION"));
    };
    let attribute = |name: &str| format!("{place}.attributes.{name}");
    let count = file.accessor(positions, &attribute("POSITION"))?.count;
    let sets = (0..).take_while(|n| primitive.attributes.contains_key(&format!("JOINTS_{n}"))).count();
    let check = |name: &str, length: usize| {
        if length == count {
            Ok(())
        } else {
            Err(file.fail(&attribute(name), format!("has {length} elements, POSITION has {count}")))
        }
    };
    let too_large = || file.fail(place, format!("{count} vertices are too many for a file of this size"));
    if !budget.take(count as f64 * (28 + 32 * sets) as f64)
        || data.positions.len() + count > u32::MAX as usize
    {
        return Err(too_large());
    }
    let values = file.numbers(positions, 3, &attribute("POSITION"))?;
    data.positions.extend(values.chunks_exact(3).map(|p| Vector3::new(p[0], p[1], p[2])));
    if has_normals {
        let values = file.numbers(primitive.attributes["NORMAL"], 3, &attribute("NORMAL"))?;
        check("NORMAL", values.len() / 3)?;
        data.normals.extend(values.chunks_exact(3).map(|n| {
            let n = Vector3::new(n[0], n[1], n[2]);
            n / n.norm().max(f32::MIN_POSITIVE)
        }));
    }
    let mut influences = Vec::with_capacity(sets);
    for set in 0..sets {
        let (joints, weights) = (format!("JOINTS_{set}"), format!("WEIGHTS_{set}"));
        let slots = file.integers(primitive.attributes[&joints], 4, &attribute(&joints))?;
        check(&joints, slots.len() / 4)?;
        let Some(&accessor) = primitive.attributes.get(&weights) else {
            return Err(file.fail(place, format!("has {joints} but no {weights}")));
        };
        let values = file.numbers(accessor, 4, &attribute(&weights))?;
        check(&weights, values.len() / 4)?;
        influences.push((slots, values));
    }
    let mut unweighted = 0;
    for vertex in 0..count {
        let before = data.influence_slots.len();
        for (set, (slots, weights)) in influences.iter().enumerate() {
            for i in vertex * 4..vertex * 4 + 4 {
                let (slot, weight) = (slots[i], weights[i]);
                if weight == 0.0 {
                    continue;
                }
                if slot as usize >= data.slot_joints.len() {
                    let text = format!(
                        "vertex {vertex} refers to joint {slot}, but there are {}",
                        data.slot_joints.len()
                    );
                    return Err(file.fail(&attribute(&format!("JOINTS_{set}")), text));
                }
                data.influence_slots.push(slot);
                data.influence_weights.push(weight);
            }
        }
        if data.influence_slots.len() == before && !data.slot_joints.is_empty() {
            unweighted += 1;
            data.influence_slots.push(0);
            data.influence_weights.push(1.0);
        }
        data.influence_offsets.push(data.influence_slots.len() as u32);
    }
    Ok(unweighted)
}

fn read_triangles(
    file: &File,
    place: &str,
    primitive: &Primitive,
    base: u32,
    count: usize,
    budget: &mut Budget,
    out: &mut Vec<[u32; 3]>,
) -> Result<()> {
    let what = format!("{place}.indices");
    let corner_count = match primitive.indices {
        Some(accessor) => file.accessor(accessor, &what)?.count,
        None => count,
    };
    let mode = primitive.mode.unwrap_or(4);
    if !budget.take(corner_count as f64 * if mode == 4 { 8.0 } else { 16.0 }) {
        return Err(file.fail(&what, format!("{corner_count} corners are too many for a file of this size")));
    }
    let indices: Vec<u32> = match primitive.indices {
        Some(accessor) => file.integers(accessor, 1, &what)?,
        None => (0..count as u32).collect(),
    };
    if let Some(at) = indices.iter().position(|&i| i as usize >= count) {
        return Err(
            file.fail(&what, format!("index {at} refers to vertex {}, but there are {count}", indices[at]))
        );
    }
    match mode {
        4 => out.extend(indices.chunks_exact(3).map(|t| [base + t[0], base + t[1], base + t[2]])),
        5 => out.extend(indices.windows(3).enumerate().map(|(i, t)| {
            // Every other triangle of a strip runs the other way round.
            if i % 2 == 0 {
                [base + t[0], base + t[1], base + t[2]]
            } else {
                [base + t[1], base + t[0], base + t[2]]
            }
        })),
        _ => {
            if let Some((&hub, rim)) = indices.split_first() {
                out.extend(rim.windows(2).map(|e| [base + e[0], base + e[1], base + hub]));
            }
        }
    }
    Ok(())
}

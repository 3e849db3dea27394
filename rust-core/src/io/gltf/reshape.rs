//! Writes a character with another shape into a copy of the file: vertices, normals, bind matrices, places of joints and
//! clips. Materials, textures and everything else stay.

use super::Source;
use super::clips::{Channels, Timing};
use super::json_text::{elements, member};
use super::patch::Patch;
use super::rig::{Rig, Trs};
use super::schema::Primitive;
use crate::error::Result;
use crate::io::document::{Document, Encoded};
use crate::math::Affine;
use crate::model::{Clip, JointIndex, Skeleton, Skin, Track};
use std::collections::HashMap;

/// `None` where the file cannot hold the new shape in the place of the old one: joints that turned, other triangles or
/// weights, meshes that several skins share, nodes given by a matrix.
pub(in crate::io) fn encode_reshaped(
    source: &Source,
    document: &Document,
    skeleton: &Skeleton,
    skins: &[Skin],
    clips: &[Clip],
) -> Result<Option<Encoded>> {
    let mut patch = Patch::new(source);
    let Some(moved) = moved_joints(&document.skeleton, skeleton) else { return Ok(None) };
    for &joint in &moved {
        let node = source.rig.nodes[joint.0];
        let Some(place) = local_place(&source.rig, skeleton, joint) else { return Ok(None) };
        if source.file.root.nodes[node].matrix.is_some() {
            return Ok(None);
        }
        let span = patch.entry("nodes", node)?;
        let text = serde_json::json!([place[0], place[1], place[2]]).to_string();
        patch.set_member(&span, "translation", &text);
    }
    if skins.len() != document.skins.len() || !write_skins(&mut patch, source, &document.skins, skins)? {
        return Ok(None);
    }
    let clips = clips
        .iter()
        .zip(&source.timings)
        .map(|(clip, timing)| with_rest_tracks(source, skeleton, timing, clip, &moved))
        .collect::<Result<Vec<Clip>>>()?;
    let notes = patch.write_clips(document, &clips, &source.timings)?;
    Ok(Some(Encoded { bytes: patch.finish()?, notes }))
}

/// The joints with another place; `None` if more than places changed.
fn moved_joints(old: &Skeleton, new: &Skeleton) -> Option<Vec<JointIndex>> {
    let is_same = old.names() == new.names()
        && old.parents() == new.parents()
        && old.rest_rotations() == new.rest_rotations()
        && old.joints().all(|joint| old.rest_scale(joint) == new.rest_scale(joint))
        && old.end_sites() == new.end_sites();
    is_same.then(|| old.joints().filter(|&joint| old.rest_offset(joint) != new.rest_offset(joint)).collect())
}

/// A joint's rest translation in the file's own numbers.
fn local_place(rig: &Rig, skeleton: &Skeleton, joint: JointIndex) -> Option<[f64; 3]> {
    let offset = skeleton.rest_offset(joint);
    if joint.0 > 0 {
        return Some((offset / rig.length_scale).into());
    }
    let above: Vec<Trs> = rig.above.iter().map(|&node| rig.rest[node]).collect();
    let rotation = skeleton.rest_rotations()[0];
    let world = Trs { translation: offset, rotation, scale: skeleton.rest_scale(joint) };
    Some(rig.root_to_local(&above, &world)?.translation.into())
}

/// The clip with a track for moved joints whose place the file animates without ever moving it: the animation would put
/// them back to where they were.
fn with_rest_tracks(
    source: &Source,
    skeleton: &Skeleton,
    timing: &Timing,
    clip: &Clip,
    moved: &[JointIndex],
) -> Result<Clip> {
    let channels = Channels::new(&source.file, &source.rig, timing.animation);
    let mut data = clip.clone().into_data();
    for &joint in moved.iter().filter(|joint| joint.0 > 0) {
        let is_animated = channels.by_node.get(&source.rig.nodes[joint.0]).is_some_and(|c| c[0].is_some());
        if is_animated && !data.translations.iter().any(|track| track.joint == joint) {
            let values = vec![skeleton.rest_offset(joint); clip.frame_count()];
            data.translations.push(Track { joint, values });
        }
    }
    Clip::new(skeleton, data)
}

/// Whether all skins could be written.
fn write_skins(patch: &mut Patch<'_>, source: &Source, old: &[Skin], new: &[Skin]) -> Result<bool> {
    let mut meshes: HashMap<usize, usize> = HashMap::new();
    let mut binds: HashMap<usize, &[Affine]> = HashMap::new();
    for (index, &node) in source.skin_nodes.iter().enumerate() {
        let (Some(before), Some(after)) = (old.get(index), new.get(index)) else { return Ok(false) };
        let (before, after) = (before.data(), after.data());
        let is_same_topology = before.triangles == after.triangles
            && before.slot_joints == after.slot_joints
            && before.influence_offsets == after.influence_offsets
            && before.influence_slots == after.influence_slots
            && before.influence_weights == after.influence_weights
            && before.positions.len() == after.positions.len()
            && before.normals.len() == after.normals.len();
        let object = &source.file.root.nodes[node];
        let (Some(mesh), Some(skin), true) = (object.mesh, object.skin, is_same_topology) else {
            return Ok(false);
        };
        // A mesh or a list of binds that several skins share can only change in one way.
        let first = *meshes.entry(mesh).or_insert(index);
        if first != index
            && (new[first].data().positions != after.positions || new[first].data().normals != after.normals)
        {
            return Ok(false);
        }
        if first == index && (before.positions != after.positions || before.normals != after.normals) {
            write_vertices(patch, source, mesh, &after.positions, &after.normals)?;
        }
        match binds.insert(skin, &after.inverse_binds) {
            Some(known) if !is_near(known, &after.inverse_binds) => return Ok(false),
            None if before.inverse_binds != after.inverse_binds => {
                write_binds(patch, source, skin, &after.inverse_binds)?;
            }
            _ => {}
        }
    }
    Ok(true)
}

/// Equal but for rounding.
fn is_near(a: &[Affine], b: &[Affine]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| {
            (a.linear - b.linear).abs().max() < 1e-9 && (a.translation - b.translation).abs().max() < 1e-9
        })
}

/// New positions and normals of the primitives, in the order in which they were read.
fn write_vertices(
    patch: &mut Patch<'_>,
    source: &Source,
    mesh: usize,
    positions: &[nalgebra::Vector3<f32>],
    normals: &[nalgebra::Vector3<f32>],
) -> Result<()> {
    let file = &source.file;
    let span = patch.entry("meshes", mesh)?;
    let primitives = member(file.json(), &span, "primitives");
    let spans = primitives.map(|list| elements(file.json(), &list)).unwrap_or_default();
    let mut known: HashMap<Vec<(&str, usize)>, [Option<usize>; 2]> = HashMap::new();
    let mut base = 0;
    for (primitive, span) in file.root.meshes[mesh].primitives.iter().zip(spans) {
        if !matches!(primitive.mode.unwrap_or(4), 4..=6) {
            continue;
        }
        let accessors = *known.entry(vertex_key(primitive)).or_insert_with(|| {
            let count = primitive.attributes.get("POSITION").map_or(0, |&a| file.root.accessors[a].count);
            let range = base..base + count;
            base += count;
            let rows = |values: &[nalgebra::Vector3<f32>]| -> Option<Vec<[f32; 3]>> {
                Some(values.get(range.clone())?.iter().map(|v| [v.x, v.y, v.z]).collect())
            };
            let places = rows(positions).map(|rows| patch.append_rows("VEC3", &rows, true));
            [places, rows(normals).map(|rows| patch.append_rows("VEC3", &rows, false))]
        });
        let Some(attributes) = member(file.json(), &span, "attributes") else { continue };
        for (name, accessor) in [("POSITION", accessors[0]), ("NORMAL", accessors[1])] {
            if let Some(accessor) = accessor {
                patch.set_member(&attributes, name, &accessor.to_string());
            }
        }
    }
    Ok(())
}

/// What tells whether primitives share their vertices, as the reader has it.
pub(super) fn vertex_key(primitive: &Primitive) -> Vec<(&str, usize)> {
    let is_read = |name: &str| {
        name == "POSITION" || name == "NORMAL" || name.starts_with("JOINTS_") || name.starts_with("WEIGHTS_")
    };
    primitive.attributes.iter().filter(|(n, _)| is_read(n)).map(|(n, &a)| (n.as_str(), a)).collect()
}

fn write_binds(patch: &mut Patch<'_>, source: &Source, skin: usize, binds: &[Affine]) -> Result<()> {
    // The reader moved the scale of the nodes above into the matrices.
    let scale = 1.0 / source.rig.length_scale;
    let rows: Vec<[f32; 16]> = binds
        .iter()
        .map(|bind| {
            let mut columns = [0.0; 16];
            for c in 0..3 {
                for r in 0..3 {
                    columns[4 * c + r] = (bind.linear[(r, c)] * scale) as f32;
                }
                columns[12 + c] = (bind.translation[c] * scale) as f32;
            }
            columns[15] = 1.0;
            columns
        })
        .collect();
    let accessor = patch.append_rows("MAT4", &rows, false);
    let span = patch.entry("skins", skin)?;
    patch.set_member(&span, "inverseBindMatrices", &accessor.to_string());
    Ok(())
}

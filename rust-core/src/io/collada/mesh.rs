//! Skinned meshes: controllers, the geometry they move, polygons as triangles.

use super::library::{Library, child, children};
use super::scene::Scene;
use super::{Translated, UNSIGNED_INT, UNSIGNED_SHORT, left_out};
use crate::error::Result;
use crate::model::Note;
use nalgebra::{Matrix4, Point3};
use roxmltree::Node as Xml;
use serde_json::json;

/// More joints do not move one vertex of any real character.
const MAX_INFLUENCES: usize = 256;

/// Reads every skin that the scene shows.
pub(super) fn read_skins<'a, 'i: 'a>(
    library: &Library<'a, 'i>,
    scene: &Scene<'a, 'i>,
    out: &mut Translated,
    notes: &mut Vec<Note>,
) -> Result<()> {
    let (mut morphs, mut still) = (0, 0);
    for node in &scene.nodes {
        still += children(node.xml, "instance_geometry").count();
        for instance in children(node.xml, "instance_controller") {
            let url = instance.attribute("url").unwrap_or("");
            let controller = library.at(instance, url)?;
            let Some(skin) = child(controller, "skin") else {
                morphs += 1;
                continue;
            };
            let tops: Vec<usize> = children(instance, "skeleton")
                .filter_map(|top| scene.by_id(top.text()?.trim().strip_prefix('#')?))
                .collect();
            let name = ["name", "id"].iter().find_map(|key| controller.attribute(*key)).unwrap_or("skin");
            read_skin(library, scene, skin, name, &tops, out)?;
        }
    }
    left_out(notes, morphs, "meshes that only change their shape");
    left_out(notes, still, "meshes without a skin");
    Ok(())
}

fn read_skin<'a, 'i: 'a>(
    library: &Library<'a, 'i>,
    scene: &Scene<'a, 'i>,
    skin: Xml<'a, 'i>,
    name: &str,
    tops: &[usize],
    out: &mut Translated,
) -> Result<()> {
    let mesh = geometry(library, skin)?;
    let bind_shape = match child(skin, "bind_shape_matrix") {
        Some(node) => library.matrix(node)?,
        None => Matrix4::identity(),
    };
    let part = |name: &str| {
        child(skin, name).ok_or_else(|| library.fail(Some(skin), format!("a skin without '{name}'")))
    };
    let (joints, weights) = (part("joints")?, part("vertex_weights")?);
    let (positions, triangles) = (positions(library, mesh)?, triangles(library, mesh)?);
    if let Some(corner) = triangles.iter().find(|&&corner| corner >= positions.len()) {
        let text = format!("refers to vertex {corner}, but there are {}", positions.len());
        return Err(library.fail(Some(mesh), text));
    }
    let names = library.source_of(library.input(joints, "JOINT")?)?.names();
    let names = names.ok_or_else(|| library.fail(Some(joints), "joints are not given by name"))?;
    let nodes = names
        .iter()
        .map(|joint| {
            let found = scene.joint(joint, tops).or_else(|| scene.joint(joint, &[]));
            found.ok_or_else(|| {
                library.fail(Some(joints), format!("joint '{joint}' is not in the scene, by sid, id or name"))
            })
        })
        .collect::<Result<Vec<usize>>>()?;
    let binds = library.source_of(library.input(joints, "INV_BIND_MATRIX")?)?;
    let (entries, stride) = (binds.count, binds.stride);
    let binds = binds.numbers().filter(|_| stride == 16 && entries == names.len()).ok_or_else(|| {
        let text = format!("{} joints have {entries} inverse bind matrices of {stride} numbers", names.len());
        library.fail(Some(joints), text)
    })?;
    let influences = influences(library, weights, positions.len(), names.len())?;

    let placed = positions.iter().flat_map(|p| {
        let p = bind_shape.transform_point(&Point3::from(*p));
        [p.x, p.y, p.z]
    });
    let mut attributes = json!({ "POSITION": out.floats(placed, "VEC3", 3) });
    let widest = influences.iter().map(Vec::len).max().unwrap_or(0).max(1);
    for set in 0..widest.div_ceil(4) {
        let at = |v: &Vec<(usize, f64)>, i: usize| v.get(4 * set + i).copied().unwrap_or((0, 0.0));
        let slots: Vec<u8> = influences
            .iter()
            .flat_map(|v| [0, 1, 2, 3].map(|i| at(v, i).0 as u16))
            .flat_map(u16::to_le_bytes)
            .collect();
        let shares = influences.iter().flat_map(|v| [0, 1, 2, 3].map(|i| at(v, i).1));
        attributes[format!("JOINTS_{set}")] =
            json!(out.accessor(&slots, UNSIGNED_SHORT, "VEC4", influences.len()));
        attributes[format!("WEIGHTS_{set}")] = json!(out.floats(shares, "VEC4", 4));
    }
    let corners: Vec<u8> = triangles.iter().flat_map(|&c| (c as u32).to_le_bytes()).collect();
    let indices = out.accessor(&corners, UNSIGNED_INT, "SCALAR", triangles.len());
    // Rows here, columns there.
    let columns = binds.chunks(16).flat_map(|m| (0..16).map(|i| m[4 * (i % 4) + i / 4]));
    let binds = out.floats(columns, "MAT4", 16);
    out.meshes
        .push(json!({ "name": name, "primitives": [{ "attributes": attributes, "indices": indices }] }));
    out.skins.push(json!({ "name": name, "joints": nodes, "inverseBindMatrices": binds }));
    out.roots.push(out.nodes.len());
    out.nodes.push(json!({ "name": name, "mesh": out.meshes.len() - 1, "skin": out.skins.len() - 1 }));
    Ok(())
}

/// The mesh that a skin moves; of one that changes its shape, too, the shape at rest.
fn geometry<'a, 'i: 'a>(library: &Library<'a, 'i>, skin: Xml<'a, 'i>) -> Result<Xml<'a, 'i>> {
    let mut at = skin;
    for _ in 0..8 {
        let source = at.attribute("source").unwrap_or("");
        let found = library.at(at, source)?;
        if let Some(mesh) = child(found, "mesh") {
            return Ok(mesh);
        }
        match child(found, "morph") {
            Some(morph) => at = morph,
            None => break,
        }
    }
    Err(library.fail(Some(skin), "moves no mesh"))
}

fn positions<'a, 'i: 'a>(library: &Library<'a, 'i>, mesh: Xml<'a, 'i>) -> Result<Vec<[f64; 3]>> {
    let vertices =
        child(mesh, "vertices").ok_or_else(|| library.fail(Some(mesh), "a mesh without 'vertices'"))?;
    let source = library.source_of(library.input(vertices, "POSITION")?)?;
    let stride = source.stride;
    let numbers = source.numbers().filter(|_| stride >= 3);
    let numbers =
        numbers.ok_or_else(|| library.fail(Some(vertices), "positions are not three numbers each"))?;
    Ok(numbers.chunks_exact(stride).map(|p| [p[0], p[1], p[2]]).collect())
}

/// Numbers to an index tuple: one more than the largest offset.
fn tuple_width(library: &Library<'_, '_>, of: Xml<'_, '_>) -> Result<usize> {
    let mut width = 0;
    for input in children(of, "input") {
        width = width.max(offset(library, input)? + 1);
    }
    Ok(width.max(1))
}

fn offset(library: &Library<'_, '_>, input: Xml<'_, '_>) -> Result<usize> {
    let text = input.attribute("offset").unwrap_or("0");
    let value = text.trim().parse::<usize>().ok().filter(|o| *o < 64);
    value.ok_or_else(|| library.fail(Some(input), format!("offset '{text}' is no number below 64")))
}

/// Corners of all triangles, three after three; polygons as fans.
fn triangles<'a, 'i: 'a>(library: &Library<'a, 'i>, mesh: Xml<'a, 'i>) -> Result<Vec<usize>> {
    let mut out = Vec::new();
    for primitive in mesh.children().filter(Xml::is_element) {
        let kind = primitive.tag_name().name();
        if !matches!(kind, "triangles" | "polylist" | "polygons" | "tristrips" | "trifans") {
            continue;
        }
        let width = tuple_width(library, primitive)?;
        let at = offset(library, library.input(primitive, "VERTEX")?)?;
        let mut polygons: Vec<Vec<usize>> = Vec::new();
        for list in children(primitive, "p") {
            let indices = library.indices(list)?;
            if indices.len() % width != 0 {
                let text = format!("{} indices are no multiple of {width}", indices.len());
                return Err(library.fail(Some(list), text));
            }
            polygons.push(indices.chunks_exact(width).map(|tuple| tuple[at]).collect());
        }
        if kind == "polylist" {
            let counts = child(primitive, "vcount").map_or(Ok(Vec::new()), |n| library.indices(n))?;
            polygons = cut(library, primitive, &polygons.concat(), &counts)?;
        }
        for corners in &polygons {
            match kind {
                "triangles" if corners.len() % 3 != 0 => {
                    let text = format!("{} corners are no whole number of triangles", corners.len());
                    return Err(library.fail(Some(primitive), text));
                }
                "triangles" => out.extend_from_slice(corners),
                // Every second triangle of a strip is turned around.
                "tristrips" => out.extend(
                    corners
                        .windows(3)
                        .enumerate()
                        .flat_map(|(i, t)| if i % 2 == 0 { [t[0], t[1], t[2]] } else { [t[1], t[0], t[2]] }),
                ),
                _ => out.extend(corners.windows(2).skip(1).flat_map(|edge| [corners[0], edge[0], edge[1]])),
            }
        }
    }
    Ok(out)
}

/// Lists of the given lengths.
fn cut(
    library: &Library<'_, '_>,
    at: Xml<'_, '_>,
    all: &[usize],
    counts: &[usize],
) -> Result<Vec<Vec<usize>>> {
    let total = counts.iter().try_fold(0usize, |sum, &count| sum.checked_add(count));
    if total != Some(all.len()) {
        let text =
            format!("vcount asks for {} corners, but p holds {}", total.unwrap_or(usize::MAX), all.len());
        return Err(library.fail(Some(at), text));
    }
    let mut rest = all;
    Ok(counts
        .iter()
        .map(|&count| {
            let (own, after) = rest.split_at(count);
            rest = after;
            own.to_vec()
        })
        .collect())
}

/// Joint and weight of every vertex; strongest first.
fn influences<'a, 'i: 'a>(
    library: &Library<'a, 'i>,
    of: Xml<'a, 'i>,
    vertex_count: usize,
    joint_count: usize,
) -> Result<Vec<Vec<(usize, f64)>>> {
    let fail = |text: String| Err(library.fail(Some(of), text));
    let width = tuple_width(library, of)?;
    let (joint, weight) = (library.input(of, "JOINT")?, library.input(of, "WEIGHT")?);
    let (joint_at, weight_at) = (offset(library, joint)?, offset(library, weight)?);
    let weights = library.source_of(weight)?.numbers();
    let weights = weights.ok_or_else(|| library.fail(Some(of), "weights are no numbers"))?;
    let list = |name: &str| child(of, name).map_or(Ok(Vec::new()), |node| library.indices(node));
    let (counts, pairs) = (list("vcount")?, list("v")?);
    if counts.len() != vertex_count {
        return fail(format!("vcount has {} entries for {vertex_count} vertices", counts.len()));
    }
    let total = counts.iter().try_fold(0usize, |sum, &count| sum.checked_add(count));
    if total.and_then(|t| t.checked_mul(width)) != Some(pairs.len()) {
        let total = total.unwrap_or(usize::MAX);
        return fail(format!("vcount asks for {total} times {width} indices, but v holds {}", pairs.len()));
    }
    if joint_count > usize::from(u16::MAX) {
        return fail(format!("{joint_count} joints; at most {} are read", u16::MAX));
    }
    let mut rest = pairs.chunks_exact(width);
    let mut out = Vec::with_capacity(vertex_count);
    for (vertex, &count) in counts.iter().enumerate() {
        let mut own = Vec::with_capacity(count.min(64));
        for pair in rest.by_ref().take(count) {
            let (joint, weight) = (pair[joint_at], pair[weight_at]);
            if joint >= joint_count || weight >= weights.len() {
                return fail(format!(
                    "vertex {vertex} refers to joint {joint} of {joint_count} and weight {weight} of {}",
                    weights.len()
                ));
            }
            own.push((joint, weights[weight]));
        }
        own.sort_by(|a: &(usize, f64), b| b.1.total_cmp(&a.1));
        // All vertices get as many places as the one with most, so that one must not ask for millions.
        if own.len() > MAX_INFLUENCES {
            return fail(format!(
                "vertex {vertex} has {} influences; at most {MAX_INFLUENCES} are read",
                own.len()
            ));
        }
        out.push(own);
    }
    Ok(out)
}

//! Channels, which move one number, one layer or one matrix, joined to the motion of whole nodes.

use super::Translated;
use super::library::{Library, children};
use super::scene::{Layer, LayerKind, Scene, compose};
use crate::error::Result;
use crate::model::Note;
use nalgebra::{Matrix3, Matrix4, Rotation3, UnitQuaternion, Vector3};
use roxmltree::Node as Xml;
use serde_json::json;
use std::collections::BTreeMap;

/// A curve over one or all numbers of a layer.
struct Channel {
    layer: usize,
    /// Where its values go: `first..first + width`.
    first: usize,
    width: usize,
    times: Vec<f64>,
    values: Vec<f64>,
    is_step: bool,
}

/// Reads all channels as one clip.
pub(super) fn read<'a, 'i: 'a>(
    library: &Library<'a, 'i>,
    scene: &Scene<'a, 'i>,
    out: &mut Translated,
    notes: &mut Vec<Note>,
) -> Result<()> {
    let mut of_node: BTreeMap<usize, Vec<Channel>> = BTreeMap::new();
    let (mut curved, mut others) = (0, 0);
    let mut name = None;
    for xml in library.root.descendants().filter(|n| n.tag_name().name() == "channel") {
        match channel(library, scene, xml, &mut curved)? {
            Some((node, channel)) => of_node.entry(node).or_default().push(channel),
            None => others += 1,
        }
        let above = xml.ancestors().filter(|n| n.tag_name().name() == "animation").last();
        let own = above.and_then(|a| a.attribute("name").or(a.attribute("id")));
        // Many exporters make an animation of every joint; then none of them names the clip.
        name = match (name, own) {
            (None, own) => Some(own),
            (Some(known), own) if known == own => Some(own),
            _ => Some(None),
        };
    }
    super::left_out(notes, others, "animation channels of things other than joints");
    if curved > 0 {
        let text = format!("{curved} curves are read as straight lines between their keys");
        notes.push(Note::info("collada-curves", text));
    }
    if of_node.is_empty() {
        return Ok(());
    }
    let (mut samplers, mut channels) = (Vec::new(), Vec::new());
    for (node, curves) in of_node {
        let layers = &scene.nodes[node].layers;
        let rest = parts(&compose(layers));
        let entry = &mut out.nodes[node];
        if let Some(fields) = entry.as_object_mut() {
            fields.remove("matrix");
        }
        entry["translation"] = json!(rest.0.as_slice());
        entry["rotation"] = json!(rest.1.coords.as_slice());
        entry["scale"] = json!(rest.2.as_slice());
        let mut times: Vec<f64> = curves.iter().flat_map(|c| c.times.iter().copied()).collect();
        times.sort_by(f64::total_cmp);
        times.dedup();
        let poses: Vec<_> = times.iter().map(|&time| parts(&pose_at(layers, &curves, time))).collect();
        let input = out.floats(times.iter().copied(), "SCALAR", 1);
        let outputs = [
            ("translation", out.floats(poses.iter().flat_map(|p| [p.0.x, p.0.y, p.0.z]), "VEC3", 3)),
            ("rotation", out.floats(poses.iter().flat_map(|p| <[f64; 4]>::from(p.1.coords)), "VEC4", 4)),
            ("scale", out.floats(poses.iter().flat_map(|p| [p.2.x, p.2.y, p.2.z]), "VEC3", 3)),
        ];
        for (path, output) in outputs {
            // Scale that never changes is a rest scale, not motion.
            if path == "scale" && poses.iter().all(|p| (p.2 - rest.2).amax() < 1e-6) {
                continue;
            }
            channels.push(json!({ "sampler": samplers.len(), "target": { "node": node, "path": path } }));
            samplers.push(json!({ "input": input, "output": output }));
        }
    }
    let name = name.flatten().unwrap_or("animation");
    out.animations.push(json!({ "name": name, "samplers": samplers, "channels": channels }));
    Ok(())
}

/// A channel and the node that it moves; nothing for one that moves something else.
fn channel<'a, 'i: 'a>(
    library: &Library<'a, 'i>,
    scene: &Scene<'a, 'i>,
    xml: Xml<'a, 'i>,
    curved: &mut usize,
) -> Result<Option<(usize, Channel)>> {
    let fail = |text: String| library.fail(Some(xml), text);
    let target = xml.attribute("target").unwrap_or("");
    let Some((id, rest)) = target.split_once('/') else { return Ok(None) };
    let Some(node) = scene.by_id(id) else { return Ok(None) };
    let end = rest.find(['.', '(']).unwrap_or(rest.len());
    let (sid, member) = rest.split_at(end);
    let Some(layer) = scene.nodes[node].layers.iter().position(|layer| layer.sid == sid) else {
        return Ok(None);
    };
    let kind = scene.nodes[node].layers[layer].kind;
    let whole = scene.nodes[node].layers[layer].values.len();
    let (first, width) = match member {
        "" => (0, whole),
        ".X" | ".R" | ".U" => (0, 1),
        ".Y" | ".G" | ".V" => (1, 1),
        ".Z" | ".B" => (2, 1),
        ".ANGLE" if kind == LayerKind::Rotate => (3, 1),
        brackets => {
            (place(brackets, kind).ok_or_else(|| fail(format!("target '{target}' is not known")))?, 1)
        }
    };
    if first + width > whole {
        return Err(fail(format!("target '{target}' goes beyond its {whole} numbers")));
    }
    let source = xml.attribute("source").unwrap_or("");
    let sampler = library.at(xml, source)?;
    let numbers = |semantic: &str| -> Result<(Vec<f64>, usize)> {
        let found = library.source_of(library.input(sampler, semantic)?)?;
        let stride = found.stride;
        let numbers = found.numbers();
        Ok((numbers.ok_or_else(|| fail(format!("'{semantic}' of '{source}' holds no numbers")))?, stride))
    };
    let ((times, _), (values, _)) = (numbers("INPUT")?, numbers("OUTPUT")?);
    if times.is_empty() || values.len() != times.len() * width {
        let text = format!("{} keys of {width} numbers have {} values", times.len(), values.len());
        return Err(fail(format!("'{target}': {text}")));
    }
    if times.windows(2).any(|pair| pair[1] < pair[0]) {
        return Err(fail(format!("'{target}': times run backwards")));
    }
    let kinds = children(sampler, "input").find(|i| i.attribute("semantic") == Some("INTERPOLATION"));
    let kinds = kinds.map(|input| library.source_of(input)).transpose()?;
    let kinds = kinds.and_then(super::library::Source::names).unwrap_or_default();
    let is_step = !kinds.is_empty() && kinds.iter().all(|kind| kind == "STEP");
    *curved += usize::from(kinds.iter().any(|kind| kind != "STEP" && kind != "LINEAR"));
    Ok(Some((node, Channel { layer, first, width, times, values, is_step })))
}

/// The number that `(2)` or `(1)(3)` names; of a matrix first the column, then the row, as Collada has it.
fn place(brackets: &str, kind: LayerKind) -> Option<usize> {
    let inside = brackets.strip_prefix('(')?.strip_suffix(')')?;
    match inside.split_once(")(") {
        None => inside.parse().ok(),
        Some((column, row)) if kind == LayerKind::Matrix => {
            let (column, row) = (column.parse::<usize>().ok()?, row.parse::<usize>().ok()?);
            (column < 4 && row < 4).then_some(4 * row + column)
        }
        Some(_) => None,
    }
}

fn pose_at(layers: &[Layer], curves: &[Channel], time: f64) -> Matrix4<f64> {
    let mut now = layers.to_vec();
    for curve in curves {
        let after = curve.times.partition_point(|t| *t <= time);
        let before = after.saturating_sub(1);
        let after = after.min(curve.times.len() - 1);
        let span = curve.times[after] - curve.times[before];
        let share = if span > 0.0 && !curve.is_step { (time - curve.times[before]) / span } else { 0.0 };
        for i in 0..curve.width {
            let at = |key: usize| curve.values[key * curve.width + i];
            now[curve.layer].values[curve.first + i] =
                at(before) + (at(after) - at(before)) * share.clamp(0.0, 1.0);
        }
    }
    compose(&now)
}

/// Translation, rotation and scale of a matrix without shear.
fn parts(matrix: &Matrix4<f64>) -> (Vector3<f64>, UnitQuaternion<f64>, Vector3<f64>) {
    let linear: Matrix3<f64> = matrix.fixed_view::<3, 3>(0, 0).into();
    let mut scale = Vector3::from_fn(|axis, _| linear.column(axis).norm());
    if linear.determinant() < 0.0 {
        scale.x = -scale.x;
    }
    let mut turned = linear;
    for axis in 0..3 {
        let size = if scale[axis].abs() > 1e-12 { scale[axis] } else { 1.0 };
        turned.column_mut(axis).scale_mut(1.0 / size);
    }
    let rotation = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(turned));
    // A matrix without any size has no direction.
    let rotation = if rotation.coords.iter().all(|x| x.is_finite()) && scale.amin().abs() > 1e-12 {
        UnitQuaternion::new_normalize(rotation.into_inner())
    } else {
        UnitQuaternion::identity()
    };
    (matrix.fixed_view::<3, 1>(0, 3).into(), rotation, scale)
}

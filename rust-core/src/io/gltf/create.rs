//! New glTF files: a node per joint, a leaf per end site, a skin per mesh, an animation per clip, a key on every frame.
//!
//! Every skin lists all joints, even those that move no vertex. Importers then make bones of them, and our reader finds the
//! same root.

use super::json_numbers;
use super::patch::data_uri;
use super::{Format, container};
use crate::error::{Error, Result};
use crate::io::document::{Encoded, NewFile, Note};
use crate::math::Affine;
use crate::model::{Clip, JointIndex, Skeleton, Skin};
use serde_json::{Value, json};
use std::collections::HashSet;

const UNSIGNED_SHORT: u32 = 5123;
const UNSIGNED_INT: u32 = 5125;
const FLOAT: u32 = 5126;
const VERTICES: u32 = 34962;
const INDICES: u32 = 34963;

pub(in crate::io) fn encode_new(format: Format, file: &NewFile<'_>) -> Result<Encoded> {
    let skeleton = file.skeleton;
    let mut notes = Vec::new();
    let mut data = Data::default();
    let mut nodes = joint_nodes(skeleton);
    let mut names: HashSet<String> = skeleton.names().iter().cloned().collect();
    for site in skeleton.end_sites() {
        let name = unique_name(&mut names, &format!("{}_end", skeleton.name(site.joint)));
        let offset = site.offset;
        let leaf = json!({ "name": name, "translation": [offset.x, offset.y, offset.z] });
        add_child(&mut nodes, site.joint.0, leaf);
    }
    let mut scene_nodes = vec![0];
    let (mut meshes, mut skins) = (Vec::new(), Vec::new());
    for skin in file.skins {
        if skin.vertex_count() == 0 {
            let text = format!("mesh '{}' has no vertices and is left out", skin.data().name);
            notes.push(Note::warning("mesh-empty", text));
            continue;
        }
        scene_nodes.push(nodes.len());
        nodes.push(json!({ "name": skin.data().name, "mesh": meshes.len(), "skin": skins.len() }));
        meshes.push(mesh(skin, &mut data));
        skins.push(skin_object(skeleton, skin, &mut nodes, &mut names, &mut data, &mut notes));
    }
    if skins.is_empty() {
        skins.push(json!({ "joints": (0..skeleton.joint_count()).collect::<Vec<_>>(), "skeleton": 0 }));
    }
    let mut animations = Vec::new();
    for clip in file.clips {
        if clip.joint_count() != skeleton.joint_count() {
            return Err(Error::Length {
                what: format!("clip '{}': joints", clip.name()),
                expected: skeleton.joint_count(),
                actual: clip.joint_count(),
            });
        }
        if clip.frame_count() == 0 {
            let text = format!("clip '{}' has no frames and is left out", clip.name());
            notes.push(Note::warning("clip-empty", text));
            continue;
        }
        animations.push(animation(skeleton, clip, &mut data));
    }
    if loses_compensation(skeleton, file.clips) {
        notes.push(Note::warning(
            "scale-compensation-lost",
            "glTF joints always scale with their parent; joints that compensate its scale will look different",
        ));
    }

    let mut root = json!({
        "asset": { "version": "2.0", "generator": concat!("surefoot ", env!("CARGO_PKG_VERSION")) },
        "scene": 0,
        "scenes": [{ "nodes": scene_nodes }],
        "nodes": nodes,
        "skins": skins,
    });
    for (name, list) in [
        ("meshes", meshes),
        ("animations", animations),
        ("accessors", data.accessors),
        ("bufferViews", data.views),
    ] {
        if !list.is_empty() {
            root[name] = Value::Array(list);
        }
    }
    let is_binary = format == Format::Glb;
    if !data.bytes.is_empty() {
        let mut buffer = json!({ "byteLength": data.bytes.len() });
        if !is_binary {
            buffer["uri"] = Value::String(data_uri(&data.bytes));
        }
        root["buffers"] = json!([buffer]);
    }
    let bytes = if is_binary {
        let bin = (!data.bytes.is_empty()).then_some(data.bytes.as_slice());
        container::assemble(root.to_string().as_bytes(), bin, &[])
            .ok_or_else(|| Error::invalid("new file", "would be larger than the 4 GiB of a GLB"))?
    } else {
        serde_json::to_vec_pretty(&root).map_err(|error| Error::invalid("new file", error.to_string()))?
    };
    Ok(Encoded { bytes, notes })
}

/// Binary data with its views and accessors.
#[derive(Default)]
struct Data {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Data {
    /// Adds a view over `bytes`, aligned to 4.
    fn view(&mut self, bytes: &[u8], target: Option<u32>) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let mut view = json!({ "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len() });
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        self.bytes.extend_from_slice(bytes);
        self.views.push(view);
        self.views.len() - 1
    }

    fn accessor(&mut self, view: usize, offset: usize, component: u32, count: usize, kind: &str) -> usize {
        self.accessors.push(json!({
            "bufferView": view,
            "byteOffset": offset,
            "componentType": component,
            "count": count,
            "type": kind,
        }));
        self.accessors.len() - 1
    }

    fn set_bounds(&mut self, accessor: usize, min: &[f32], max: &[f32]) {
        self.accessors[accessor]["min"] = json_numbers(min);
        self.accessors[accessor]["max"] = json_numbers(max);
    }
}

fn float_bytes(values: impl IntoIterator<Item = f32>) -> Vec<u8> {
    values.into_iter().flat_map(f32::to_le_bytes).collect()
}

fn joint_nodes(skeleton: &Skeleton) -> Vec<Value> {
    let mut children = vec![Vec::new(); skeleton.joint_count()];
    for joint in skeleton.joints() {
        if let Some(parent) = skeleton.parent(joint) {
            children[parent.0].push(joint.0);
        }
    }
    let mut nodes = Vec::with_capacity(skeleton.joint_count());
    for (joint, children) in skeleton.joints().zip(children) {
        let (offset, q) = (skeleton.rest_offset(joint), skeleton.rest_rotation(joint).coords);
        let scale = skeleton.rest_scale(joint);
        let mut node = json!({
            "name": skeleton.name(joint),
            "translation": [offset.x, offset.y, offset.z],
            "rotation": [q.x, q.y, q.z, q.w],
        });
        if scale.iter().any(|&s| s != 1.0) {
            node["scale"] = json!([scale.x, scale.y, scale.z]);
        }
        if !children.is_empty() {
            node["children"] = json!(children);
        }
        nodes.push(node);
    }
    nodes
}

fn add_child(nodes: &mut Vec<Value>, parent: usize, child: Value) {
    let index = nodes.len();
    nodes.push(child);
    match nodes[parent].get_mut("children").and_then(Value::as_array_mut) {
        Some(children) => children.push(json!(index)),
        None => nodes[parent]["children"] = json!([index]),
    }
}

/// `base`, or with a number where that name is taken; takes it.
fn unique_name(taken: &mut HashSet<String>, base: &str) -> String {
    let mut name = base.to_owned();
    let mut number = 2;
    while !taken.insert(name.clone()) {
        name = format!("{base}_{number}");
        number += 1;
    }
    name
}

fn mesh(skin: &Skin, data: &mut Data) -> Value {
    let arrays = skin.data();
    let count = arrays.positions.len();
    let mut min = [f32::INFINITY; 3];
    let mut max = [f32::NEG_INFINITY; 3];
    for p in &arrays.positions {
        for axis in 0..3 {
            min[axis] = min[axis].min(p[axis]);
            max[axis] = max[axis].max(p[axis]);
        }
    }
    let bytes = float_bytes(arrays.positions.iter().flat_map(|p| [p.x, p.y, p.z]));
    let view = data.view(&bytes, Some(VERTICES));
    let positions = data.accessor(view, 0, FLOAT, count, "VEC3");
    data.set_bounds(positions, &min, &max);
    let mut attributes = json!({ "POSITION": positions });
    if !arrays.normals.is_empty() {
        let bytes = float_bytes(arrays.normals.iter().flat_map(|n| [n.x, n.y, n.z]));
        let view = data.view(&bytes, Some(VERTICES));
        attributes["NORMAL"] = json!(data.accessor(view, 0, FLOAT, count, "VEC3"));
    }
    let most = (0..count).map(|v| skin.influences(v).0.len()).max().unwrap_or(0);
    for set in 0..most.div_ceil(4) {
        let mut slots = Vec::with_capacity(count * 8);
        let mut weights = Vec::with_capacity(count * 16);
        for vertex in 0..count {
            let (s, w) = skin.influences(vertex);
            for i in set * 4..set * 4 + 4 {
                let weight = w.get(i).copied().unwrap_or(0.0);
                // The specification wants joint 0 where the weight is 0.
                let slot = if weight == 0.0 { 0 } else { s[i] };
                slots.extend_from_slice(&(slot as u16).to_le_bytes());
                weights.extend_from_slice(&weight.to_le_bytes());
            }
        }
        let view = data.view(&slots, Some(VERTICES));
        attributes[format!("JOINTS_{set}")] = json!(data.accessor(view, 0, UNSIGNED_SHORT, count, "VEC4"));
        let view = data.view(&weights, Some(VERTICES));
        attributes[format!("WEIGHTS_{set}")] = json!(data.accessor(view, 0, FLOAT, count, "VEC4"));
    }
    let mut primitive = json!({ "attributes": attributes });
    if arrays.triangles.is_empty() {
        primitive["mode"] = json!(0);
    } else {
        let bytes: Vec<u8> = arrays.triangles.iter().flatten().flat_map(|i| i.to_le_bytes()).collect();
        let view = data.view(&bytes, Some(INDICES));
        primitive["indices"] =
            json!(data.accessor(view, 0, UNSIGNED_INT, arrays.triangles.len() * 3, "SCALAR"));
    }
    json!({ "name": arrays.name, "primitives": [primitive] })
}

fn skin_object(
    skeleton: &Skeleton,
    skin: &Skin,
    nodes: &mut Vec<Value>,
    names: &mut HashSet<String>,
    data: &mut Data,
    notes: &mut Vec<Note>,
) -> Value {
    let arrays = skin.data();
    let mut listed = vec![false; skeleton.joint_count()];
    let mut joints = Vec::new();
    let mut binds = Vec::new();
    for (slot, joint) in arrays.slot_joints.iter().enumerate() {
        let mut node = joint.0;
        if std::mem::replace(&mut listed[joint.0], true) {
            // glTF lists a joint once: the second bind of one rides on a child that does not move.
            node = nodes.len();
            let name = unique_name(names, &format!("{}_bind", skeleton.name(*joint)));
            add_child(nodes, joint.0, json!({ "name": name }));
            notes.push(Note::warning(
                "joint-added",
                format!("joint '{name}' was added: mesh '{}' binds its parent twice", arrays.name),
            ));
        }
        joints.push(node);
        binds.push(arrays.inverse_binds[slot]);
    }
    let rest = rest_world(skeleton);
    for joint in skeleton.joints().filter(|j| !listed[j.0]) {
        joints.push(joint.0);
        binds.push(rest[joint.0].inverse().unwrap_or_else(Affine::identity));
    }
    let bytes = float_bytes(binds.iter().flat_map(|bind| {
        let m = &bind.linear;
        let t = &bind.translation;
        let column = |c: usize| [m[(0, c)] as f32, m[(1, c)] as f32, m[(2, c)] as f32, 0.0];
        let last = [t.x as f32, t.y as f32, t.z as f32, 1.0];
        [column(0), column(1), column(2), last].concat()
    }));
    let view = data.view(&bytes, None);
    let accessor = data.accessor(view, 0, FLOAT, binds.len(), "MAT4");
    json!({ "name": arrays.name, "joints": joints, "inverseBindMatrices": accessor, "skeleton": 0 })
}

fn rest_world(skeleton: &Skeleton) -> Vec<Affine> {
    let mut out: Vec<Affine> = Vec::with_capacity(skeleton.joint_count());
    for joint in skeleton.joints() {
        let local = Affine::from_trs(
            skeleton.rest_offset(joint),
            &skeleton.rest_rotation(joint),
            &skeleton.rest_scale(joint),
        );
        out.push(skeleton.parent(joint).map_or(local, |parent| out[parent.0] * local));
    }
    out
}

fn animation(skeleton: &Skeleton, clip: &Clip, data: &mut Data) -> Value {
    let count = clip.frame_count();
    let times: Vec<f32> = (0..count).map(|frame| (frame as f64 / clip.frame_rate()) as f32).collect();
    let mut bytes = float_bytes(times.iter().copied());
    // One view holds the whole clip; it is added when its length is known.
    let view = data.views.len();
    let input = data.accessor(view, 0, FLOAT, count, "SCALAR");
    data.set_bounds(input, &times[..1], &times[count - 1..]);
    let (mut samplers, mut channels) = (Vec::new(), Vec::new());
    let mut channel = |joint: JointIndex, path: &str, kind: &str, values: Vec<u8>| {
        let output = data.accessor(view, bytes.len(), FLOAT, count, kind);
        bytes.extend_from_slice(&values);
        channels.push(json!({ "sampler": samplers.len(), "target": { "node": joint.0, "path": path } }));
        samplers.push(json!({ "input": input, "interpolation": "LINEAR", "output": output }));
    };
    let vectors = |values: &[crate::math::Vec3]| {
        float_bytes(values.iter().flat_map(|v| [v.x as f32, v.y as f32, v.z as f32]))
    };
    channel(JointIndex(0), "translation", "VEC3", vectors(clip.root_positions()));
    for joint in skeleton.joints() {
        let rotations = (0..count).flat_map(|frame| {
            let q = clip.pose(frame).rotations()[joint.0].coords;
            [q.x as f32, q.y as f32, q.z as f32, q.w as f32]
        });
        channel(joint, "rotation", "VEC4", float_bytes(rotations));
    }
    for (path, tracks) in [("translation", clip.translations()), ("scale", clip.scales())] {
        for track in tracks {
            channel(track.joint, path, "VEC3", vectors(&track.values));
        }
    }
    data.view(&bytes, None);
    json!({ "name": clip.name(), "channels": channels, "samplers": samplers })
}

fn loses_compensation(skeleton: &Skeleton, clips: &[Clip]) -> bool {
    let scales = |joint: JointIndex| {
        skeleton.rest_scale(joint).iter().any(|&s| s != 1.0)
            || clips.iter().any(|clip| clip.scales().iter().any(|track| track.joint == joint))
    };
    skeleton.joints().any(|j| skeleton.compensates_parent_scale(j) && skeleton.parent(j).is_some_and(scales))
}

//! Making a new binary FBX 7.4 file: joints, clips and skins.

use super::create_skin::add_skin;
use super::scene::TICKS_PER_SECOND;
use super::transform::degrees_near;
use super::tree::{Id, Tree, Value, encode, record};
use crate::error::{Error, Result};
use crate::io::document::{Convention, Encoded, NewFile, Note, UpAxis};
use crate::math::{EulerOrder, Quat, Vec3};
use crate::model::{Clip, JointIndex, Skeleton};
use std::collections::HashSet;

/// Encodes a new file. Joints are limb nodes with XYZ angles and a key on every frame; end sites become limb nodes of
/// their own, since FBX has nothing else for them.
pub(in crate::io) fn encode_new(file: &NewFile<'_>) -> Result<Encoded> {
    let unit = file.convention.unit_metres;
    if !(unit.is_finite() && unit > 0.0) {
        return Err(Error::invalid("new file", format!("a unit of {unit} metres is not a positive number")));
    }
    let mut notes = Vec::new();
    for skin in file.skins {
        if let Some(joint) = skin.data().slot_joints.iter().find(|j| j.0 >= file.skeleton.joint_count()) {
            return Err(Error::invalid(
                format!("skin '{}'", skin.data().name),
                format!("refers to joint {}, but the skeleton has {}", joint.0, file.skeleton.joint_count()),
            ));
        }
    }
    let space = Space::new(&file.convention);
    let mut tree = Tree::default();
    let joints = add_joints(&mut tree, file.skeleton, &space, &mut notes);
    for skin in file.skins {
        add_skin(&mut tree, skin, &joints, &space);
    }
    let mut takes = Vec::new();
    for clip in file.clips {
        if clip.joint_count() != file.skeleton.joint_count() {
            return Err(Error::Length {
                what: format!("joints of clip '{}'", clip.name()),
                expected: file.skeleton.joint_count(),
                actual: clip.joint_count(),
            });
        }
        if clip.frame_count() == 0 {
            notes.push(Note::warning(
                "clip-empty",
                format!("clip '{}' has no frames and was left out", clip.name()),
            ));
            continue;
        }
        add_clip(&mut tree, file.skeleton, clip, &joints, &space);
        takes.push((clip.name().to_owned(), frame_tick(clip, clip.frame_count() - 1)));
    }
    let frame_rate = file.clips.first().map_or(30.0, Clip::frame_rate);
    if file.clips.iter().any(|clip| clip.frame_rate() != frame_rate) {
        notes.push(Note::warning(
            "frame-rates-differ",
            format!("FBX has one frame rate; the file says {frame_rate}, every clip keeps its own key times"),
        ));
    }
    let bytes = encode(&tree, &settings(&file.convention, frame_rate), &takes)
        .map_err(|error| Error::invalid("new file", format!("cannot be encoded as FBX: {error}")))?;
    Ok(Encoded { bytes, notes })
}

/// From our metres and Y up to the file's.
pub(super) struct Space {
    pub(super) from_y_up: Quat,
    pub(super) per_metre: f64,
}

impl Space {
    fn new(convention: &Convention) -> Self {
        Self { from_y_up: convention.up_axis.to_y_up().inverse(), per_metre: 1.0 / convention.unit_metres }
    }
}

/// `P: name, type, label, flags, values…`.
pub(super) fn property(name: &str, kind: &str, label: &str, flags: &str, values: Vec<Value>) -> Value {
    let mut all = vec![name.into(), kind.into(), label.into(), flags.into()];
    all.extend(values);
    record("P", all)
}

pub(super) fn vector(name: &str, v: &Vec3) -> Value {
    property(name, name, "", "A", v.iter().map(|&x| Value::F64(x)).collect())
}

pub(super) fn degrees(rotation: &Quat, near: &Vec3) -> Vec3 {
    degrees_near(EulerOrder::Zyx, rotation, near)
}

fn settings(convention: &Convention, frame_rate: f64) -> Value {
    let axes: [(&str, i32, i32); 3] = match convention.up_axis {
        UpAxis::X => [("Up", 0, 1), ("Front", 2, 1), ("Coord", 1, -1)],
        UpAxis::Y => [("Up", 1, 1), ("Front", 2, 1), ("Coord", 0, 1)],
        UpAxis::Z => [("Up", 2, 1), ("Front", 1, -1), ("Coord", 0, 1)],
        UpAxis::NegativeX => [("Up", 0, -1), ("Front", 2, 1), ("Coord", 1, 1)],
        UpAxis::NegativeY => [("Up", 1, -1), ("Front", 2, -1), ("Coord", 0, 1)],
        UpAxis::NegativeZ => [("Up", 2, -1), ("Front", 1, 1), ("Coord", 0, 1)],
    };
    let int = |name: String, value: i32| property(&name, "int", "Integer", "", vec![Value::I32(value)]);
    let double = |name: &str, value: f64| property(name, "double", "Number", "", vec![Value::F64(value)]);
    let mut list = Vec::new();
    for (name, axis, sign) in axes {
        list.push(int(format!("{name}Axis"), axis));
        list.push(int(format!("{name}AxisSign"), sign));
    }
    let centimetres = convention.unit_metres * 100.0;
    list.push(double("UnitScaleFactor", centimetres));
    list.push(double("OriginalUnitScaleFactor", centimetres));
    // Modes that say the rate exactly; every other rate is spelled out.
    let modes = [(120.0, 1), (100.0, 2), (60.0, 3), (50.0, 4), (48.0, 5), (30.0, 6), (25.0, 10), (24.0, 11)];
    let mode = modes.iter().find(|(rate, _)| *rate == frame_rate).map_or(14, |&(_, mode)| mode);
    list.push(property("TimeMode", "enum", "", "", vec![Value::I32(mode)]));
    list.push(double("CustomFrameRate", frame_rate));
    record("GlobalSettings", vec![record("Version", vec![Value::I32(1000)]), record("Properties70", list)])
}

fn add_joints(tree: &mut Tree, skeleton: &Skeleton, space: &Space, notes: &mut Vec<Note>) -> Vec<Id> {
    let mut ids: Vec<Id> = Vec::with_capacity(skeleton.joint_count());
    for joint in skeleton.joints() {
        let is_root = skeleton.parent(joint).is_none();
        let turn = if is_root { space.from_y_up } else { Quat::identity() };
        let translation = turn * skeleton.rest_offset(joint) * space.per_metre;
        let rotation = degrees(&(turn * skeleton.rest_rotation(joint)), &Vec3::zeros());
        let inherit = if skeleton.compensates_parent_scale(joint) { 2 } else { 1 };
        let parent = skeleton.parent(joint).map_or(Tree::ROOT, |p| ids[p.0]);
        let lcl = [translation, rotation, skeleton.rest_scale(joint)];
        ids.push(add_limb(tree, skeleton.name(joint), parent, &lcl, inherit));
    }
    if !skeleton.end_sites().is_empty() {
        notes.push(Note::warning(
            "end-sites-as-joints",
            format!(
                "FBX has no end sites; {} were written as joints named after theirs with _End",
                skeleton.end_sites().len()
            ),
        ));
    }
    let mut taken: HashSet<String> = skeleton.names().iter().cloned().collect();
    for site in skeleton.end_sites() {
        let mut name = format!("{}_End", skeleton.name(site.joint));
        while !taken.insert(name.clone()) {
            name.push('_');
        }
        let lcl = [site.offset * space.per_metre, Vec3::zeros(), Vec3::repeat(1.0)];
        add_limb(tree, &name, ids[site.joint.0], &lcl, 1);
    }
    ids
}

fn add_limb(tree: &mut Tree, name: &str, parent: Id, lcl: &[Vec3; 3], inherit: i32) -> Id {
    let model = add_model(tree, name, "LimbNode", parent, lcl, inherit);
    let attribute =
        tree.add("NodeAttribute", name, "LimbNode", vec![record("TypeFlags", vec!["Skeleton".into()])]);
    tree.connect(attribute, model);
    model
}

pub(super) fn add_model(
    tree: &mut Tree,
    name: &str,
    kind: &'static str,
    parent: Id,
    lcl: &[Vec3; 3],
    inherit: i32,
) -> Id {
    let list = vec![
        property("RotationActive", "bool", "", "", vec![Value::I32(1)]),
        property("InheritType", "enum", "", "", vec![Value::I32(inherit)]),
        vector("Lcl Translation", &lcl[0]),
        vector("Lcl Rotation", &lcl[1]),
        vector("Lcl Scaling", &lcl[2]),
    ];
    let fields = vec![
        record("Version", vec![Value::I32(232)]),
        record("Properties70", list),
        record("Shading", vec![Value::Bool(true)]),
        record("Culling", vec!["CullingOff".into()]),
    ];
    let model = tree.add("Model", name, kind, fields);
    tree.connect(model, parent);
    model
}

/// The tick of a frame; clips start at 0.
fn frame_tick(clip: &Clip, frame: usize) -> i64 {
    (frame as f64 * TICKS_PER_SECOND as f64 / clip.frame_rate()).round() as i64
}

fn add_clip(tree: &mut Tree, skeleton: &Skeleton, clip: &Clip, joints: &[Id], space: &Space) {
    let time = |name: &str, tick: i64| property(name, "KTime", "Time", "", vec![Value::I64(tick)]);
    let last = frame_tick(clip, clip.frame_count() - 1);
    let span = vec![
        time("LocalStart", 0),
        time("LocalStop", last),
        time("ReferenceStart", 0),
        time("ReferenceStop", last),
    ];
    let stack = tree.add("AnimationStack", clip.name(), "", vec![record("Properties70", span)]);
    let layer = tree.add("AnimationLayer", "BaseLayer", "", vec![]);
    tree.connect(layer, stack);
    let ticks: Vec<i64> = (0..clip.frame_count()).map(|f| frame_tick(clip, f)).collect();
    let count = clip.joint_count();
    for joint in skeleton.joints() {
        let is_root = skeleton.parent(joint).is_none();
        let turn = if is_root { space.from_y_up } else { Quat::identity() };
        let model = joints[joint.0];
        let mut near = Vec3::zeros();
        let rotations: Vec<Vec3> = (0..clip.frame_count())
            .map(|f| {
                near = degrees(&(turn * clip.rotations()[f * count + joint.0]), &near);
                near
            })
            .collect();
        add_channels(tree, layer, model, "R", "Lcl Rotation", &ticks, &rotations);
        if let Some(track) = translation_track(clip, joint) {
            let values: Vec<Vec3> = track.iter().map(|v| turn * v * space.per_metre).collect();
            add_channels(tree, layer, model, "T", "Lcl Translation", &ticks, &values);
        }
        if let Some(track) = clip.scales().iter().find(|t| t.joint == joint) {
            add_channels(tree, layer, model, "S", "Lcl Scaling", &ticks, &track.values);
        }
    }
}

fn translation_track(clip: &Clip, joint: JointIndex) -> Option<&[Vec3]> {
    if joint.0 == 0 {
        return Some(clip.root_positions());
    }
    clip.translations().iter().find(|t| t.joint == joint).map(|t| t.values.as_slice())
}

fn add_channels(
    tree: &mut Tree,
    layer: Id,
    model: Id,
    name: &str,
    target: &str,
    ticks: &[i64],
    values: &[Vec3],
) {
    let axes = ["d|X", "d|Y", "d|Z"];
    let first = values[0];
    let defaults = (0..3).map(|a| property(axes[a], "Number", "", "A", vec![Value::F64(first[a])])).collect();
    let node = tree.add("AnimationCurveNode", name, "", vec![record("Properties70", defaults)]);
    tree.connect(node, layer);
    tree.connect_property(node, model, target);
    for (axis, channel) in axes.into_iter().enumerate() {
        let numbers: Vec<f32> = values.iter().map(|v| v[axis] as f32).collect();
        // One table entry for all keys: straight lines, default weights.
        let fields = vec![
            record("Default", vec![Value::F64(first[axis])]),
            record("KeyVer", vec![Value::I32(4008)]),
            record("KeyTime", vec![Value::I64s(ticks.to_vec())]),
            record("KeyValueFloat", vec![Value::F32s(numbers)]),
            record("KeyAttrFlags", vec![Value::I32s(vec![0x6104])]),
            record("KeyAttrDataFloat", vec![Value::F32s(vec![0.0, 0.0, f32::from_bits(0x0d05_0d05), 0.0])]),
            record("KeyAttrRefCount", vec![Value::I32s(vec![ticks.len() as i32])]),
        ];
        let curve = tree.add("AnimationCurve", "", "", fields);
        tree.connect_property(curve, node, channel);
    }
}

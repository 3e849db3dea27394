//! From records to a [`Scene`]: objects by id, and the connections between them.

use super::properties::{Properties, template};
use super::records::{Attribute, Checked, NodeId, Records, malformed};
use super::scene::{
    Blend, Channels, CurveIndex, CurveSource, Kind, Layer, MeshSource, Node, Property, Scene, Settings,
    Stack, TICKS_PER_SECOND, axes_to_y_up, frame_rate,
};
use super::transform::{Inherit, Rig, order_from_fbx, rotation_from_degrees};
use crate::io::document::{Note, UpAxis};
use crate::io::extras::Extras;
use crate::math::{Affine, EulerOrder, Vec3};
use std::collections::HashMap;

#[derive(Debug, Clone, Copy)]
struct Object {
    record: NodeId,
    class: Class,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Model,
    Stack,
    Layer,
    CurveNode,
    Curve,
    Geometry,
    Skin,
    Cluster,
}

/// `C: "OP", source, destination, "property"`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Connection<'a> {
    pub(super) record: NodeId,
    pub(super) source: i64,
    pub(super) destination: i64,
    pub(super) property: Option<&'a [u8]>,
}

/// All connections, in file order.
pub(super) fn connections<'r, 'a>(
    records: &'r Records<'a>,
) -> impl Iterator<Item = Connection<'a>> + use<'r, 'a> {
    let section = records.section("Connections");
    section.into_iter().flat_map(|s| records.children(s)).filter_map(|record| {
        let mut attributes = records.attributes(record);
        let kind = attributes.next()?.text()?;
        let source = attributes.next()?.integer()?;
        let destination = attributes.next()?.integer()?;
        let property = match kind {
            b"OO" => None,
            b"OP" => Some(attributes.next()?.text()?),
            _ => return None,
        };
        Some(Connection { record, source, destination, property })
    })
}

/// Reads a scene from the records of a binary 7.x file.
///
/// # Errors
/// [`Malformed`] for two objects with one id, or nodes that are their own ancestors.
pub(super) fn read_scene<'r, 'a>(records: &'r Records<'a>) -> Checked<Scene<'r, 'a>> {
    let Some(section) = records.section("Objects") else {
        return malformed(records.bytes().len(), "the file has no Objects");
    };
    let mut notes = Vec::new();
    let mut objects: HashMap<i64, Object> = HashMap::new();
    let mut order = Vec::new();
    let mut extras = Extras::default();
    for record in records.children(section) {
        let mut attributes = records.attributes(record);
        let id = attributes.next().and_then(Attribute::integer);
        let subtype = attributes.nth(1).and_then(Attribute::text).unwrap_or(b"");
        let class = match (records.name(record), subtype) {
            (b"Model", _) => Class::Model,
            (b"AnimationStack", _) => Class::Stack,
            (b"AnimationLayer", _) => Class::Layer,
            (b"AnimationCurveNode", _) => Class::CurveNode,
            (b"AnimationCurve", _) => Class::Curve,
            (b"Geometry", b"Mesh") => Class::Geometry,
            (b"Deformer", b"Skin") => Class::Skin,
            (b"Deformer", b"Cluster") => Class::Cluster,
            other => {
                count_extra(&mut extras, other);
                continue;
            }
        };
        let Some(id) = id else {
            return malformed(records.offset(record), "an object has no id");
        };
        if objects.insert(id, Object { record, class }).is_some() {
            return malformed(records.offset(record), format!("two objects have the id {id}"));
        }
        order.push(id);
    }
    let settings = read_settings(records, &mut notes);
    let model_template = template(records, "Model").or_else(|| template(records, "FbxNode"));
    let mut nodes = Vec::new();
    let mut node_of: HashMap<i64, usize> = HashMap::new();
    for &id in order.iter().filter(|id| objects[id].class == Class::Model) {
        node_of.insert(id, nodes.len());
        nodes.push(read_node(records, objects[&id].record, id, model_template, &mut notes));
    }
    let mut scene = Scene {
        records: Some(records),
        settings,
        nodes,
        stacks: Vec::new(),
        curves: Vec::new(),
        meshes: Vec::new(),
        notes,
        extras,
    };
    let links = Links::read(records, &objects);
    for &(child, parent) in &links.parents {
        let (child, parent) = (node_of[&child], node_of[&parent]);
        scene.nodes[child].parent.get_or_insert(parent);
    }
    if let Some(node) = scene.find_ring() {
        let node = &scene.nodes[node];
        let at = objects.get(&node.id).map_or(0, |o| records.offset(o.record));
        return malformed(at, format!("node '{}' is its own ancestor in the parent connections", node.name));
    }
    read_stacks(&mut scene, records, &objects, &order, &links, &node_of);
    read_mesh_sources(&mut scene, &objects, &order, &links, &node_of);
    for id in order.iter().filter(|id| objects[id].class == Class::Geometry) {
        let is_painted = ["LayerElementUV", "LayerElementColor"]
            .iter()
            .any(|name| records.child(objects[id].record, name).is_some());
        scene.extras.painted_meshes += usize::from(is_painted);
        scene.extras.unskinned_meshes += usize::from(!links.skins.contains_key(id));
    }
    Ok(scene)
}

/// Counts an object that is not read, by its record's name and subtype.
fn count_extra(extras: &mut Extras, object: (&[u8], &[u8])) {
    match object {
        (b"Material", _) => extras.materials += 1,
        (b"Texture", _) => extras.textures += 1,
        (b"Geometry", b"Shape") => extras.morph_targets += 1,
        (b"NodeAttribute", b"Camera") => extras.cameras += 1,
        (b"NodeAttribute", b"Light") => extras.lights += 1,
        _ => {}
    }
}

/// Connections sorted by what they join; ids of objects that exist.
#[derive(Default)]
struct Links<'a> {
    parents: Vec<(i64, i64)>,
    layers: HashMap<i64, Vec<i64>>,
    curve_nodes: HashMap<i64, Vec<i64>>,
    curves: HashMap<i64, Vec<(&'a [u8], i64)>>,
    /// Curve node to what it drives.
    targets: HashMap<i64, Vec<(&'a [u8], i64)>>,
    geometries: HashMap<i64, Vec<i64>>,
    skins: HashMap<i64, Vec<i64>>,
    clusters: HashMap<i64, Vec<i64>>,
    joints: HashMap<i64, i64>,
}

impl<'a> Links<'a> {
    fn read(records: &Records<'a>, objects: &HashMap<i64, Object>) -> Self {
        let mut links = Self::default();
        for c in connections(records) {
            let (Some(source), Some(destination)) = (objects.get(&c.source), objects.get(&c.destination))
            else {
                continue;
            };
            let (from, to) = (c.source, c.destination);
            match (source.class, destination.class, c.property) {
                (Class::Model, Class::Model, None) => links.parents.push((from, to)),
                (Class::Layer, Class::Stack, None) => links.layers.entry(to).or_default().push(from),
                (Class::CurveNode, Class::Layer, None) => links.curve_nodes.entry(to).or_default().push(from),
                (Class::Curve, Class::CurveNode, Some(p)) => {
                    links.curves.entry(to).or_default().push((p, from))
                }
                (Class::CurveNode, Class::Model | Class::Layer, Some(p)) => {
                    links.targets.entry(from).or_default().push((p, to));
                }
                (Class::Geometry, Class::Model, None) => links.geometries.entry(from).or_default().push(to),
                (Class::Skin, Class::Geometry, None) => links.skins.entry(to).or_default().push(from),
                (Class::Cluster, Class::Skin, None) => links.clusters.entry(to).or_default().push(from),
                (Class::Model, Class::Cluster, None) => {
                    links.joints.entry(to).or_insert(from);
                }
                _ => {}
            }
        }
        links
    }
}

fn read_settings(records: &Records<'_>, notes: &mut Vec<Note>) -> Settings {
    let mut settings = Settings {
        to_y_up: UpAxis::Y.to_y_up(),
        up_axis: UpAxis::Y,
        unit_metres: 0.01,
        frame_rate: 30.0,
        ticks_per_second: ticks_per_second(records),
    };
    let Some(section) = records.section("GlobalSettings") else {
        notes.push(Note::warning(
            "no-global-settings",
            "the file has no GlobalSettings; taken as Y up, centimetres, 30 frames per second",
        ));
        return settings;
    };
    let properties = Properties::new(records, section, None);
    let axis = |name: &str, sign: &str, default: i64| {
        (properties.integer(name).unwrap_or(default), properties.integer(sign).unwrap_or(1))
    };
    let axes = [
        axis("CoordAxis", "CoordAxisSign", 0),
        axis("UpAxis", "UpAxisSign", 1),
        axis("FrontAxis", "FrontAxisSign", 2),
    ];
    match axes_to_y_up(axes) {
        Some((to_y_up, up_axis)) => (settings.to_y_up, settings.up_axis) = (to_y_up, up_axis),
        None => {
            let number = usize::try_from(axes[1].0).unwrap_or(1);
            settings.up_axis = UpAxis::from_number(number, axes[1].1 < 0).unwrap_or(UpAxis::Y);
            settings.to_y_up = settings.up_axis.to_y_up();
            notes.push(Note::warning(
                "odd-axes",
                format!(
                    "the file's axes are not right-handed; only its up axis {} was used",
                    settings.up_axis.name()
                ),
            ));
        }
    }
    if let Some(unit) = properties.number("UnitScaleFactor").filter(|&u| u > 0.0) {
        // Centimetres per unit.
        settings.unit_metres = unit * 0.01;
    }
    settings.frame_rate =
        frame_rate(properties.integer("TimeMode").unwrap_or(11), properties.number("CustomFrameRate"));
    settings
}

/// FBX 8 counts time in other ticks, and a newer header may say so in any version.
fn ticks_per_second(records: &Records<'_>) -> i64 {
    const NEW_TICKS_PER_SECOND: i64 = 141_120_000;
    let is_old = (|| {
        let header = records.section("FBXHeaderExtension")?;
        let version = records.child_attribute(header, "FBXHeaderVersion")?.integer()?;
        let flags = records.child(header, "OtherFlags")?;
        let definition = records.child_attribute(flags, "TCDefinition")?.integer()?;
        (version >= 1004).then_some(definition == 127)
    })()
    .unwrap_or(records.version() < 8000);
    if is_old { TICKS_PER_SECOND } else { NEW_TICKS_PER_SECOND }
}

/// The name without the class that binary files put behind it.
fn object_name(records: &Records<'_>, record: NodeId) -> String {
    let raw = records.attribute(record, 1).and_then(Attribute::text).unwrap_or(b"");
    let end = raw.windows(2).position(|pair| pair == b"\0\x01").unwrap_or(raw.len());
    String::from_utf8_lossy(&raw[..end]).into_owned()
}

fn read_node(
    records: &Records<'_>,
    record: NodeId,
    id: i64,
    template: Option<NodeId>,
    notes: &mut Vec<Note>,
) -> Node {
    let properties = Properties::new(records, record, template);
    let name = object_name(records, record);
    let kind = match records.attribute(record, 2).and_then(Attribute::text).unwrap_or(b"") {
        b"LimbNode" | b"Limb" | b"Root" => Kind::Limb,
        b"Null" | b"" => Kind::Null,
        _ => Kind::Other,
    };
    let vector = |name: &str| properties.vector(name).unwrap_or_else(Vec3::zeros);
    let euler = |name: &str| rotation_from_degrees(EulerOrder::Zyx, &vector(name));
    let mut rig = Rig {
        rotation_offset: vector("RotationOffset"),
        rotation_pivot: vector("RotationPivot"),
        scaling_offset: vector("ScalingOffset"),
        scaling_pivot: vector("ScalingPivot"),
        inherit: match properties.integer("InheritType") {
            Some(0) => Inherit::Componentwise,
            Some(2) => Inherit::IgnoreParent,
            _ => Inherit::Full,
        },
        ..Rig::default()
    };
    let is_active = properties.integer("RotationActive").unwrap_or(1) != 0;
    let is_for_limits = properties.integer("RotationSpaceForLimitOnly").unwrap_or(0) != 0;
    if is_active && !is_for_limits {
        rig.pre = euler("PreRotation");
        rig.post = euler("PostRotation");
        match order_from_fbx(properties.integer("RotationOrder").unwrap_or(0)) {
            Some(order) => rig.order = order,
            None => notes.push(Note::warning(
                "rotation-order",
                format!("node '{name}' has a spheric rotation order; read as XYZ"),
            )),
        }
    }
    Node {
        id,
        kind,
        parent: None,
        rig,
        lcl: [
            vector("Lcl Translation"),
            vector("Lcl Rotation"),
            properties.vector("Lcl Scaling").unwrap_or_else(|| Vec3::repeat(1.0)),
        ],
        geometric: Affine::from_trs(
            vector("GeometricTranslation"),
            &euler("GeometricRotation"),
            &properties.vector("GeometricScaling").unwrap_or_else(|| Vec3::repeat(1.0)),
        ),
        name,
    }
}

fn read_stacks(
    scene: &mut Scene<'_, '_>,
    records: &Records<'_>,
    objects: &HashMap<i64, Object>,
    order: &[i64],
    links: &Links<'_>,
    node_of: &HashMap<i64, usize>,
) {
    let none = Vec::new();
    let mut curve_of: HashMap<i64, CurveIndex> = HashMap::new();
    let (stack_template, layer_template) =
        (template(records, "AnimationStack"), template(records, "AnimationLayer"));
    for &id in order.iter().filter(|id| objects[id].class == Class::Stack) {
        let record = objects[&id].record;
        let properties = Properties::new(records, record, stack_template);
        let span = |start: &str, stop: &str| {
            let span = (properties.integer(start)?, properties.integer(stop)?);
            (span.1 > span.0 && span.0.unsigned_abs() < 1 << 61 && span.1.unsigned_abs() < 1 << 61)
                .then_some(span)
        };
        let mut stack = Stack {
            id,
            name: object_name(records, record),
            span: span("LocalStart", "LocalStop").or_else(|| span("ReferenceStart", "ReferenceStop")),
            layers: Vec::new(),
        };
        for &layer_id in links.layers.get(&id).unwrap_or(&none) {
            let record = objects[&layer_id].record;
            let properties = Properties::new(records, record, layer_template);
            let name = object_name(records, record);
            if properties.integer("Mute").unwrap_or(0) != 0 {
                scene.notes.push(Note::warning(
                    "muted-layer",
                    format!("layer '{name}' of clip '{}' is muted and was left out", stack.name),
                ));
                continue;
            }
            let mut layer = Layer {
                id: layer_id,
                name,
                blend: match properties.integer("BlendMode").unwrap_or(0) {
                    0 => Blend::Add,
                    2 => Blend::Mix,
                    _ => Blend::Replace,
                },
                weight: layer_weight(properties.number("Weight").unwrap_or(100.0)),
                weight_curve: None,
                composes_rotation: properties.integer("RotationAccumulationMode").unwrap_or(0) == 0,
                composes_scale: properties.integer("ScaleAccumulationMode").unwrap_or(0) == 0,
                channels: HashMap::new(),
            };
            for &curve_node in links.curve_nodes.get(&layer_id).unwrap_or(&none) {
                for &(property, target) in links.targets.get(&curve_node).map_or(&[][..], Vec::as_slice) {
                    let mut channels = read_channels(
                        records,
                        objects[&curve_node].record,
                        curve_node,
                        Vec3::repeat(f64::NAN),
                    );
                    for &(axis, curve) in links.curves.get(&curve_node).map_or(&[][..], Vec::as_slice) {
                        let slot = match axis {
                            b"d|X" | b"d|Weight" | b"d" => 0,
                            b"d|Y" => 1,
                            b"d|Z" => 2,
                            _ => continue,
                        };
                        let curves = &mut scene.curves;
                        let index = *curve_of.entry(curve).or_insert_with(|| {
                            curves.push(CurveSource::Record { id: curve, node: objects[&curve].record });
                            CurveIndex(curves.len() - 1)
                        });
                        channels.curves[slot] = Some(index);
                    }
                    if target == layer_id && property == b"Weight" {
                        layer.weight_curve = channels.curves[0];
                    } else if let (Some(&node), Some(property)) =
                        (node_of.get(&target), Property::from_fbx_name(property))
                    {
                        let fallback = scene.nodes[node].lcl(property);
                        for axis in 0..3 {
                            if channels.defaults[axis].is_nan() {
                                channels.defaults[axis] = fallback[axis];
                            }
                        }
                        layer.channels.entry((node, property)).or_insert(channels);
                    }
                }
            }
            stack.layers.push(layer);
        }
        scene.stacks.push(stack);
    }
}

/// 0 to 1 from FBX's percent.
pub(super) fn layer_weight(percent: f64) -> f64 {
    let weight = (percent / 100.0).clamp(0.0, 1.0);
    // Exporters write 99.999 for full.
    if weight > 0.99999 { 1.0 } else { weight }
}

fn read_channels(records: &Records<'_>, record: NodeId, id: i64, fallback: Vec3) -> Channels {
    let properties = Properties::new(records, record, None);
    let mut defaults = fallback;
    for (axis, name) in ["d|X", "d|Y", "d|Z"].into_iter().enumerate() {
        if let Some(value) = properties.number(name) {
            defaults[axis] = value;
        }
    }
    Channels { id, defaults, curves: [None; 3] }
}

fn read_mesh_sources(
    scene: &mut Scene<'_, '_>,
    objects: &HashMap<i64, Object>,
    order: &[i64],
    links: &Links<'_>,
    node_of: &HashMap<i64, usize>,
) {
    for &id in order.iter().filter(|id| objects[id].class == Class::Geometry) {
        let Some(&node) = links.geometries.get(&id).and_then(|models| node_of.get(models.first()?)) else {
            continue;
        };
        let clusters: Vec<(NodeId, usize)> = links
            .skins
            .get(&id)
            .into_iter()
            .flatten()
            .flat_map(|skin| links.clusters.get(skin).into_iter().flatten())
            .filter_map(|cluster| {
                let record = objects[cluster].record;
                // Exporters also list joints that move nothing; those say nothing about which tree is the body.
                scene.records?.child_array(record, "Indexes").filter(|a| a.count > 0)?;
                Some((record, *node_of.get(links.joints.get(cluster)?)?))
            })
            .collect();
        if !clusters.is_empty() {
            scene.meshes.push(MeshSource::Record { geometry: objects[&id].record, node, clusters });
        }
    }
}

//! FBX variants that our own reader does not support (ASCII, version 6 and older, big-endian), read through `ufbx`.
//!
//! Only the parsed data is taken from `ufbx`. Sampling, units and axes are ours, so that a file reads the same in every
//! variant. `ufbx` is C and gets memory limits, because a file may come from anywhere.

use super::curves::{Curve, Extrapolation, Interpolation, Key, Tangent};
use super::scene::{
    Blend, Channels, CurveIndex, CurveSource, Kind, Layer, MeshSource, Node, Property, Scene, Settings,
    Stack, axes_to_y_up, frame_rate,
};
use super::skin::{Cluster, SkinnedMesh};
use super::transform::{Inherit, Rig, order_from_fbx, rotation_from_degrees};
use super::triangulate::triangulate;
use crate::error::{Error, Place, Result};
use crate::io::document::{Note, UpAxis};
use crate::io::extras::Extras;
use crate::math::{Affine, EulerOrder, Vec3};
use std::collections::HashMap;
use std::path::Path;

/// Reads a scene through `ufbx`.
///
/// # Errors
/// [`Error::Format`] with what `ufbx` said.
pub(super) fn read_scene(path: &Path, bytes: &[u8]) -> Result<Scene<'static, 'static>> {
    let limit = (28 << 20) + bytes.len().saturating_mul(4);
    let options = ufbx::LoadOpts {
        temp_allocator: ufbx::AllocatorOpts { memory_limit: limit, ..Default::default() },
        result_allocator: ufbx::AllocatorOpts { memory_limit: limit, ..Default::default() },
        ignore_embedded: true,
        node_depth_limit: 4096,
        skip_mesh_parts: true,
        // Only FBX: its reader also knows formats that nobody asked for.
        file_format: ufbx::FileFormat::Fbx,
        no_format_from_content: true,
        no_format_from_extension: true,
        ..Default::default()
    };
    let loaded = ufbx::load_memory(bytes, options).map_err(|error| {
        let place = if bytes.is_ascii() { Place::File } else { Place::Byte(0) };
        Error::format(path, place, format!("ufbx cannot read it: {}", text(&error.description)))
    })?;
    Ok(convert(&loaded))
}

fn text(string: &ufbx::String) -> &str {
    string
}

fn convert(loaded: &ufbx::Scene) -> Scene<'static, 'static> {
    let mut notes = Vec::new();
    let settings = convert_settings(loaded, &mut notes);
    let mut node_of: HashMap<u32, usize> = HashMap::new();
    let mut nodes = Vec::new();
    for node in loaded.nodes.iter().filter(|n| !n.is_root) {
        node_of.insert(node.element.typed_id, nodes.len());
        nodes.push(convert_node(node, &mut notes));
    }
    for node in loaded.nodes.iter().filter(|n| !n.is_root) {
        let parent = node.parent.as_ref().and_then(|p| node_of.get(&p.element.typed_id).copied());
        nodes[node_of[&node.element.typed_id]].parent = parent;
    }
    let curves =
        loaded.anim_curves.iter().map(|c| CurveSource::Loaded(convert_curve(c, &settings))).collect();
    let stacks = loaded.anim_stacks.iter().map(|s| convert_stack(s, &settings, &node_of)).collect();
    let meshes =
        loaded.meshes.iter().filter_map(|m| convert_mesh(m, &node_of)).map(MeshSource::Loaded).collect();
    let extras = Extras {
        materials: loaded.materials.len(),
        textures: loaded.textures.len(),
        painted_meshes: loaded.meshes.iter().filter(|m| m.vertex_uv.exists || m.vertex_color.exists).count(),
        unskinned_meshes: loaded.meshes.iter().filter(|m| m.skin_deformers.is_empty()).count(),
        morph_targets: loaded.blend_channels.len(),
        cameras: loaded.cameras.len(),
        lights: loaded.lights.len(),
        other_nodes: 0,
    };
    Scene { records: None, settings, nodes, stacks, curves, meshes, notes, extras }
}

fn integer(props: &ufbx::Props, name: &str) -> Option<i64> {
    props.find_prop(name).map(|p| p.value_int)
}

fn number(props: &ufbx::Props, name: &str) -> Option<f64> {
    props.find_prop(name).map(|p| p.value_vec4.x).filter(|v| v.is_finite())
}

/// As the file has it; the reader refuses numbers that are not finite.
fn vector(props: &ufbx::Props, name: &str) -> Option<Vec3> {
    let value = &props.find_prop(name)?.value_vec4;
    Some(Vec3::new(value.x, value.y, value.z))
}

fn convert_settings(loaded: &ufbx::Scene, notes: &mut Vec<Note>) -> Settings {
    let props = &loaded.settings.props;
    let axis = |name: &str, sign: &str, default: i64| {
        (integer(props, name).unwrap_or(default), integer(props, sign).unwrap_or(1))
    };
    let axes = [
        axis("CoordAxis", "CoordAxisSign", 0),
        axis("UpAxis", "UpAxisSign", 1),
        axis("FrontAxis", "FrontAxisSign", 2),
    ];
    let (to_y_up, up_axis) = axes_to_y_up(axes).unwrap_or_else(|| {
        notes
            .push(Note::warning("odd-axes", "the file's axes are not right-handed; they were taken as Y up"));
        (UpAxis::Y.to_y_up(), UpAxis::Y)
    });
    Settings {
        to_y_up,
        up_axis,
        unit_metres: number(props, "UnitScaleFactor").filter(|&u| u > 0.0).map_or(0.01, |u| u * 0.01),
        frame_rate: frame_rate(integer(props, "TimeMode").unwrap_or(11), number(props, "CustomFrameRate")),
        ticks_per_second: loaded.metadata.ktime_second.max(1),
    }
}

fn convert_node(node: &ufbx::Node, notes: &mut Vec<Note>) -> Node {
    let props = &node.element.props;
    let name = text(&node.element.name).to_owned();
    let zero = |name: &str| vector(props, name).unwrap_or_else(Vec3::zeros);
    let one = |name: &str| vector(props, name).unwrap_or_else(|| Vec3::repeat(1.0));
    let euler = |name: &str| rotation_from_degrees(EulerOrder::Zyx, &zero(name));
    let mut rig = Rig {
        rotation_offset: zero("RotationOffset"),
        rotation_pivot: zero("RotationPivot"),
        scaling_offset: zero("ScalingOffset"),
        scaling_pivot: zero("ScalingPivot"),
        inherit: match node.original_inherit_mode {
            ufbx::InheritMode::ComponentwiseScale => Inherit::Componentwise,
            ufbx::InheritMode::IgnoreParentScale => Inherit::IgnoreParent,
            ufbx::InheritMode::Normal => Inherit::Full,
        },
        ..Rig::default()
    };
    if node.use_rotation_space {
        rig.pre = euler("PreRotation");
        rig.post = euler("PostRotation");
        match order_from_fbx(integer(props, "RotationOrder").unwrap_or(0)) {
            Some(order) => rig.order = order,
            None => notes.push(Note::warning(
                "rotation-order",
                format!("node '{name}' has a spheric rotation order; read as XYZ"),
            )),
        }
    }
    Node {
        id: i64::from(node.element.element_id),
        kind: match node.attrib_type {
            ufbx::ElementType::Bone => Kind::Limb,
            ufbx::ElementType::Empty | ufbx::ElementType::Unknown => Kind::Null,
            _ => Kind::Other,
        },
        name,
        parent: None,
        rig,
        lcl: [zero("Lcl Translation"), zero("Lcl Rotation"), one("Lcl Scaling")],
        geometric: Affine::from_trs(
            zero("GeometricTranslation"),
            &euler("GeometricRotation"),
            &one("GeometricScaling"),
        ),
    }
}

fn convert_curve(curve: &ufbx::AnimCurve, settings: &Settings) -> Curve {
    let tangent = |t: &ufbx::Tangent| Tangent { dx: f64::from(t.dx), dy: f64::from(t.dy) };
    let ticks = settings.ticks_per_second as f64;
    let mut keys: Vec<Key> = curve
        .keyframes
        .iter()
        .filter(|key| key.time.is_finite() && key.value.is_finite() && (key.time * ticks).abs() < 2e18)
        .map(|key| Key {
            tick: (key.time * ticks).round() as i64,
            value: key.value,
            interpolation: match key.interpolation {
                ufbx::Interpolation::ConstantPrev => Interpolation::Constant,
                ufbx::Interpolation::ConstantNext => Interpolation::ConstantNext,
                ufbx::Interpolation::Linear => Interpolation::Linear,
                ufbx::Interpolation::Cubic => Interpolation::Cubic,
            },
            left: tangent(&key.left),
            right: tangent(&key.right),
        })
        .collect();
    keys.sort_by_key(|key| key.tick);
    Curve {
        keys,
        before: convert_extrapolation(&curve.pre_extrapolation),
        after: convert_extrapolation(&curve.post_extrapolation),
    }
}

fn convert_extrapolation(extrapolation: &ufbx::Extrapolation) -> Extrapolation {
    let limit = u32::try_from(extrapolation.repeat_count).ok();
    match extrapolation.mode {
        ufbx::ExtrapolationMode::Constant => Extrapolation::Constant,
        ufbx::ExtrapolationMode::Slope => Extrapolation::Slope,
        ufbx::ExtrapolationMode::Repeat => Extrapolation::Repeat(limit),
        ufbx::ExtrapolationMode::RepeatRelative => Extrapolation::RepeatRelative(limit),
        ufbx::ExtrapolationMode::Mirror => Extrapolation::Mirror(limit),
    }
}

fn convert_stack(stack: &ufbx::AnimStack, settings: &Settings, node_of: &HashMap<u32, usize>) -> Stack {
    let tick = |seconds: f64| (seconds * settings.ticks_per_second as f64).round() as i64;
    let span = (stack.time_end > stack.time_begin && stack.time_begin.abs().max(stack.time_end.abs()) < 1e7)
        .then(|| (tick(stack.time_begin), tick(stack.time_end)));
    Stack {
        id: i64::from(stack.element.element_id),
        name: text(&stack.element.name).to_owned(),
        span,
        layers: stack.layers.iter().map(|layer| convert_layer(layer, node_of)).collect(),
    }
}

fn convert_layer(layer: &ufbx::AnimLayer, node_of: &HashMap<u32, usize>) -> Layer {
    let curve_index = |value: &ufbx::AnimValue, axis: usize| {
        value.curves[axis].as_ref().map(|c| CurveIndex(c.element.typed_id as usize))
    };
    let mut out = Layer {
        id: i64::from(layer.element.element_id),
        name: text(&layer.element.name).to_owned(),
        blend: match (layer.blended, layer.additive) {
            (_, true) => Blend::Add,
            (true, false) => Blend::Mix,
            (false, false) => Blend::Replace,
        },
        weight: layer.weight,
        weight_curve: None,
        composes_rotation: layer.compose_rotation,
        composes_scale: layer.compose_scale,
        channels: HashMap::new(),
    };
    for animated in layer.anim_props.iter() {
        let value = &animated.anim_value;
        let name = text(&animated.prop_name);
        if animated.element.element_id == layer.element.element_id && name == "Weight" {
            out.weight_curve = curve_index(value, 0);
        } else if animated.element.type_ == ufbx::ElementType::Node
            && let Some(&node) = node_of.get(&animated.element.typed_id)
            && let Some(property) = Property::from_fbx_name(name.as_bytes())
        {
            let channels = Channels {
                id: i64::from(value.element.element_id),
                defaults: Vec3::new(value.default_value.x, value.default_value.y, value.default_value.z),
                curves: [0, 1, 2].map(|axis| curve_index(value, axis)),
            };
            out.channels.insert((node, property), channels);
        }
    }
    out
}

fn convert_mesh(mesh: &ufbx::Mesh, node_of: &HashMap<u32, usize>) -> Option<SkinnedMesh> {
    let shown_by = mesh.element.instances.iter().next()?;
    let node = *node_of.get(&shown_by.element.typed_id)?;
    let affine = |m: &ufbx::Matrix| {
        let affine = Affine::from_rows([
            [m.m00, m.m01, m.m02, m.m03],
            [m.m10, m.m11, m.m12, m.m13],
            [m.m20, m.m21, m.m22, m.m23],
        ]);
        affine.inverse().filter(|i| i.linear.iter().all(|x| x.is_finite())).map(|_| affine)
    };
    let point_count = mesh.vertices.len();
    let mut clusters = Vec::new();
    let listed = mesh.skin_deformers.iter().flat_map(|skin| skin.clusters.iter());
    for cluster in listed.filter(|cluster| !cluster.vertices.is_empty()) {
        let Some(&link) = cluster.bone_node.as_ref().and_then(|n| node_of.get(&n.element.typed_id)) else {
            continue;
        };
        let (points, weights) = cluster
            .vertices
            .iter()
            .zip(cluster.weights.iter())
            .filter(|(point, _)| (**point as usize) < point_count)
            .map(|(&point, &weight)| (point, weight))
            .unzip();
        clusters.push(Cluster {
            node: link,
            points,
            weights,
            mesh_to_joint: affine(&cluster.mesh_node_to_bone),
            joint_to_world: affine(&cluster.bind_to_world),
        });
    }
    if clusters.is_empty() {
        return None;
    }
    let vec3 = |v: &ufbx::Vec3| Vec3::new(v.x, v.y, v.z);
    let positions: Vec<Vec3> = mesh.vertices.iter().map(vec3).collect();
    let corners: Vec<u32> = mesh.vertex_indices.to_vec();
    let mut normals = Vec::new();
    if mesh.vertex_normal.exists {
        normals = vec![Vec3::zeros(); point_count];
        for (&corner, &index) in corners.iter().zip(mesh.vertex_normal.indices.iter()) {
            if let (Some(sum), Some(n)) =
                (normals.get_mut(corner as usize), mesh.vertex_normal.values.get(index as usize))
            {
                *sum += vec3(n);
            }
        }
        normals.iter_mut().for_each(|n| *n = n.try_normalize(1e-12).unwrap_or_else(Vec3::y));
    }
    let sizes: Vec<u32> = mesh.faces.iter().map(|f| f.num_indices).collect();
    let fits = corners.iter().all(|&c| (c as usize) < point_count)
        && sizes.iter().map(|&s| s as usize).sum::<usize>() == corners.len();
    let triangles = if fits { triangulate(&positions, &corners, &sizes) } else { Vec::new() };
    Some(SkinnedMesh {
        name: text(&shown_by.element.name).to_owned(),
        node,
        positions,
        normals,
        triangles,
        clusters,
    })
}

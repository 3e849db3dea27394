//! Nodes of the visual scene, with their transforms as layers that animation can address.

use super::library::{Library, child, children};
use super::{Translated, left_out};
use crate::error::Result;
use crate::model::Note;
use nalgebra::{Matrix4, Rotation3, Unit, Vector3};
use roxmltree::Node as Xml;
use serde_json::json;
use std::collections::HashMap;

/// Nodes may lie in each other so deep.
const MAX_DEPTH: usize = 500;

/// One `<translate>`, `<rotate>`, `<scale>` or `<matrix>`.
#[derive(Debug, Clone)]
pub(super) struct Layer {
    pub(super) sid: String,
    pub(super) kind: LayerKind,
    pub(super) values: Vec<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LayerKind {
    Translate,
    Rotate,
    Scale,
    Matrix,
}

impl LayerKind {
    /// How many numbers it takes.
    fn width(self) -> usize {
        match self {
            Self::Translate | Self::Scale => 3,
            Self::Rotate => 4,
            Self::Matrix => 16,
        }
    }
}

impl Layer {
    fn matrix(&self) -> Matrix4<f64> {
        let v = &self.values;
        match self.kind {
            LayerKind::Translate => Matrix4::new_translation(&Vector3::new(v[0], v[1], v[2])),
            LayerKind::Scale => Matrix4::new_nonuniform_scaling(&Vector3::new(v[0], v[1], v[2])),
            LayerKind::Matrix => Matrix4::from_row_slice(v),
            LayerKind::Rotate => match Unit::try_new(Vector3::new(v[0], v[1], v[2]), 1e-12) {
                Some(axis) => Rotation3::from_axis_angle(&axis, v[3].to_radians()).to_homogeneous(),
                None => Matrix4::identity(),
            },
        }
    }
}

/// A node of the scene.
pub(super) struct SceneNode<'a, 'i> {
    pub(super) xml: Xml<'a, 'i>,
    pub(super) layers: Vec<Layer>,
    /// Of itself and all above it, root first, for skins that look below a skeleton.
    parent: Option<usize>,
}

/// All nodes, in the order of the glTF nodes.
pub(super) struct Scene<'a, 'i> {
    pub(super) nodes: Vec<SceneNode<'a, 'i>>,
    by_id: HashMap<&'a str, usize>,
}

impl Scene<'_, '_> {
    /// The node with an id.
    pub(super) fn by_id(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// The joint of a name: by sid, then by id, then by name. Where `tops` are given, at or below one of them, else anywhere.
    pub(super) fn joint(&self, name: &str, tops: &[usize]) -> Option<usize> {
        let is_called = |node: usize, key: &str| self.nodes[node].xml.attribute(key) == Some(name);
        let is_below = |node: usize| {
            let mut at = Some(node);
            while let Some(node) = at {
                if tops.contains(&node) {
                    return true;
                }
                at = self.nodes[node].parent;
            }
            tops.is_empty()
        };
        ["sid", "id", "name"]
            .iter()
            .find_map(|key| (0..self.nodes.len()).find(|&n| is_called(n, key) && is_below(n)))
    }
}

/// The product of the layers.
pub(super) fn compose(layers: &[Layer]) -> Matrix4<f64> {
    layers.iter().fold(Matrix4::identity(), |all, layer| all * layer.matrix())
}

/// Reads the scene that the file shows.
pub(super) fn read<'a, 'i: 'a>(
    library: &Library<'a, 'i>,
    out: &mut Translated,
    notes: &mut Vec<Note>,
) -> Result<Scene<'a, 'i>> {
    let shown = child(library.root, "scene").and_then(|s| child(s, "instance_visual_scene"));
    let scene = match shown.and_then(|s| s.attribute("url").map(|url| (s, url))) {
        Some((from, url)) => library.at(from, url)?,
        None => library
            .root
            .descendants()
            .find(|n| n.tag_name().name() == "visual_scene")
            .ok_or_else(|| library.fail(None, "holds no visual scene, so no skeleton"))?,
    };
    let mut all = Scene { nodes: Vec::new(), by_id: HashMap::new() };
    let mut instances = 0;
    let mut pending: Vec<(Xml<'a, 'i>, Option<usize>, usize)> =
        children(scene, "node").map(|node| (node, None, 0)).collect();
    pending.reverse();
    while let Some((xml, parent, depth)) = pending.pop() {
        if depth > MAX_DEPTH {
            return Err(library.fail(Some(xml), format!("more than {MAX_DEPTH} nodes lie in each other")));
        }
        let index = all.nodes.len();
        let layers = read_layers(library, xml)?;
        instances += children(xml, "instance_node").count();
        let matrix = compose(&layers);
        let name = ["name", "sid", "id"].iter().find_map(|key| xml.attribute(*key));
        out.nodes.push(json!({
            "name": name.map_or_else(|| format!("node {index}"), str::to_owned),
            "matrix": matrix.as_slice(),
        }));
        match parent {
            None => out.roots.push(index),
            Some(parent) => match out.nodes[parent].get_mut("children").and_then(|c| c.as_array_mut()) {
                Some(known) => known.push(json!(index)),
                None => out.nodes[parent]["children"] = json!([index]),
            },
        }
        if let Some(id) = xml.attribute("id") {
            all.by_id.entry(id).or_insert(index);
        }
        all.nodes.push(SceneNode { xml, layers, parent });
        let below: Vec<_> = children(xml, "node").map(|node| (node, Some(index), depth + 1)).collect();
        pending.extend(below.into_iter().rev());
    }
    left_out(notes, instances, "instances of nodes");
    Ok(all)
}

fn read_layers(library: &Library<'_, '_>, xml: Xml<'_, '_>) -> Result<Vec<Layer>> {
    let mut layers = Vec::new();
    for node in xml.children().filter(Xml::is_element) {
        let kind = match node.tag_name().name() {
            "translate" => LayerKind::Translate,
            "rotate" => LayerKind::Rotate,
            "scale" => LayerKind::Scale,
            "matrix" => LayerKind::Matrix,
            other @ ("lookat" | "skew") => {
                return Err(library
                    .fail(Some(node), format!("a transform '{other}' is not read; bake it to a matrix")));
            }
            _ => continue,
        };
        let values = library.numbers(node)?;
        if values.len() != kind.width() {
            let text = format!(
                "'{}' has {} numbers instead of {}",
                node.tag_name().name(),
                values.len(),
                kind.width()
            );
            return Err(library.fail(Some(node), text));
        }
        layers.push(Layer { sid: node.attribute("sid").unwrap_or("").to_owned(), kind, values });
    }
    Ok(layers)
}

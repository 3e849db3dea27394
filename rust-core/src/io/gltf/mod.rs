//! glTF 2.0 and GLB: the skeleton, all animations as clips, skinned meshes; edits patched into a copy of the file.

mod change_container;
mod clips;
mod container;
mod create;
mod edits;
mod file;
mod json_text;
mod patch;
mod reshape;
mod rig;
mod sample;
mod schema;
mod skin;

pub(super) use change_container::change_container;
pub(super) use create::encode_new;
pub(super) use patch::encode_edited;
pub(super) use reshape::encode_reshaped;

use super::document::{Convention, Document, Format, ReadOptions, Source as AnySource, UnitOrigin, UpAxis};
use super::extras::Extras;
use crate::error::Result;
use std::path::Path;

/// What is kept of a glTF file to write edits back.
#[derive(Debug, Clone)]
pub(super) struct Source {
    file: file::File,
    rig: rig::Rig,
    /// One per clip.
    timings: Vec<clips::Timing>,
    /// The mesh node of each skin.
    skin_nodes: Vec<usize>,
}

pub(super) fn read(path: &Path, bytes: &[u8], options: &ReadOptions) -> Result<Document> {
    let file = file::File::new(path, bytes)?;
    let mut notes = Vec::new();
    let convention = Convention {
        unit_metres: options.unit_metres.unwrap_or(1.0),
        unit_origin: options.unit_metres.map_or(UnitOrigin::Standard, |_| UnitOrigin::Given),
        up_axis: options.up_axis.unwrap_or(UpAxis::Y),
    };
    let outer = (convention.up_axis.to_y_up(), convention.unit_metres);
    let (rig, skeleton) = rig::Rig::new(&file, outer, &mut notes)?;
    let mut budget = clips::Budget::new(&file);
    let (clips, timings) = clips::read_clips(&file, &rig, &skeleton, options.frame_rate, &mut budget)?;
    let (skins, skin_nodes) = skin::read_skins(&file, &rig, &skeleton, &mut budget, &mut notes)?;
    Ok(Document {
        path: path.to_owned(),
        format: if file.container.is_binary { Format::Glb } else { Format::Gltf },
        skeleton,
        clips,
        skins,
        convention,
        notes,
        extras: extras(&file, &rig),
        source: AnySource::Gltf(Box::new(Source { file, rig, timings, skin_nodes })),
    })
}

fn extras(file: &file::File, rig: &rig::Rig) -> Extras {
    let root = &file.root;
    let mut out = Extras {
        materials: root.materials.len(),
        textures: root.textures.len(),
        cameras: root.cameras.len(),
        ..Extras::default()
    };
    for mesh in &root.meshes {
        let primitives = || mesh.primitives.iter();
        let is_paint = |name: &String| name.starts_with("TEXCOORD_") || name.starts_with("COLOR_");
        out.painted_meshes += usize::from(primitives().any(|p| p.attributes.keys().any(is_paint)));
        out.morph_targets += primitives().map(|p| p.targets.len()).max().unwrap_or(0);
    }
    let mut is_used = vec![false; root.nodes.len()];
    rig.nodes.iter().chain(&rig.above).for_each(|&node| is_used[node] = true);
    // Leaves of joints became end sites.
    for &child in rig.nodes.iter().flat_map(|&node| &root.nodes[node].children) {
        is_used[child] |= root.nodes[child].children.is_empty();
    }
    for (node, is_used) in root.nodes.iter().zip(is_used) {
        if node.mesh.is_some() {
            out.unskinned_meshes += usize::from(node.skin.is_none());
        } else if node.extensions.contains_key(schema::LIGHTS) {
            out.lights += 1;
        } else if node.camera.is_none() {
            out.other_nodes += usize::from(!is_used);
        }
    }
    out
}

/// The numbers as JSON, each with the digits of its exact value, so that reading gives the same f32 back.
fn json_numbers(numbers: &[f32]) -> serde_json::Value {
    numbers.iter().map(|&x| f64::from(x)).collect()
}

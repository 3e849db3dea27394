//! Collada 1.4 and 1.5 (`.dae`): skeleton, skinned meshes and animation. Read only.
//!
//! Collada says the same as glTF in other words: nodes with transforms, skins with joints, inverse bind matrices and weights, sampled
//! channels. So a file is put into the words of glTF, in memory, and the glTF reader does the rest: which nodes are joints, what lies
//! above them, units, axes, sampling. What is Collada's own is resolved here: sources by address, transforms in layers, the bind
//! shape matrix, polygons, curves of single components.

mod animation;
mod library;
mod mesh;
mod scene;

use super::document::{Document, Format, ReadOptions, Source, UnitOrigin, UpAxis};
use super::gltf;
use crate::error::{Error, Place, Result};
use crate::model::Note;
use library::Library;
use serde_json::{Value, json};
use std::path::Path;

/// XML elements that a file may have: a character of a film has a tenth of it.
const MAX_ELEMENTS: u32 = 2_000_000;

/// Reads a file; `options` as for all formats.
pub(super) fn read(path: &Path, bytes: &[u8], options: &ReadOptions) -> Result<Document> {
    let fail = |text: String| Error::format(path, Place::File, text);
    let text = std::str::from_utf8(bytes)
        .map_err(|e| fail(format!("is not UTF-8 text from byte {} on", e.valid_up_to())))?;
    // Entities are off by default: they could make a small file fill the memory, and no exporter writes any.
    let limits = roxmltree::ParsingOptions { nodes_limit: MAX_ELEMENTS, ..Default::default() };
    let xml = roxmltree::Document::parse_with_options(text, limits)
        .map_err(|e| Error::format(path, Place::Line(e.pos().row as usize), e.to_string()))?;
    let root = xml.root_element();
    if root.tag_name().name() != "COLLADA" {
        return Err(fail(format!("is XML, but its root is '{}', not COLLADA", root.tag_name().name())));
    }
    let library = Library::new(path, root);
    let mut notes = Vec::new();
    let mut out = Translated::default();
    let scene = scene::read(&library, &mut out, &mut notes)?;
    mesh::read_skins(&library, &scene, &mut out, &mut notes)?;
    animation::read(&library, &scene, &mut out, &mut notes)?;
    let (unit, up_axis) = asset(&library)?;
    let read = ReadOptions {
        unit_metres: Some(options.unit_metres.unwrap_or(unit)),
        up_axis: Some(options.up_axis.unwrap_or(up_axis)),
        frame_rate: options.frame_rate,
    };
    let mut document = gltf::read(path, &out.into_glb(), &read)?;
    document.format = Format::Collada;
    document.source = Source::None;
    if options.unit_metres.is_none() {
        document.convention.unit_origin = UnitOrigin::Declared;
    }
    document.notes.splice(0..0, notes);
    Ok(document)
}

/// Metres per unit, and what points up.
fn asset(library: &Library<'_, '_>) -> Result<(f64, UpAxis)> {
    let asset = library::child(library.root, "asset");
    let unit = asset.and_then(|a| library::child(a, "unit")).and_then(|u| u.attribute("meter"));
    let metres = match unit {
        Some(text) => text.trim().parse::<f64>().ok().filter(|m| m.is_finite() && *m > 0.0),
        None => Some(1.0),
    };
    let metres =
        metres.ok_or_else(|| library.fail(asset, format!("unit of {} metres", unit.unwrap_or(""))))?;
    let up = asset.and_then(|a| library::child(a, "up_axis")).and_then(|u| u.text()).unwrap_or("Y_UP");
    let up_axis = match up.trim() {
        "X_UP" => UpAxis::X,
        "Z_UP" => UpAxis::Z,
        "Y_UP" => UpAxis::Y,
        other => {
            return Err(library.fail(asset, format!("up_axis is '{other}'; it must be X_UP, Y_UP or Z_UP")));
        }
    };
    Ok((metres, up_axis))
}

/// A glTF file under construction.
#[derive(Default)]
struct Translated {
    nodes: Vec<Value>,
    roots: Vec<usize>,
    meshes: Vec<Value>,
    skins: Vec<Value>,
    animations: Vec<Value>,
    accessors: Vec<Value>,
    views: Vec<Value>,
    bytes: Vec<u8>,
}

/// Numbers of component types in glTF.
const UNSIGNED_SHORT: u32 = 5123;
const UNSIGNED_INT: u32 = 5125;
const FLOAT: u32 = 5126;

impl Translated {
    fn accessor(&mut self, bytes: &[u8], component: u32, kind: &str, count: usize) -> usize {
        self.views.push(json!({ "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len() }));
        self.bytes.extend_from_slice(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let view = self.views.len() - 1;
        self.accessors
            .push(json!({ "bufferView": view, "componentType": component, "count": count, "type": kind }));
        self.accessors.len() - 1
    }

    /// Numbers as 32-bit floats, `width` to an entry.
    fn floats(&mut self, values: impl Iterator<Item = f64>, kind: &str, width: usize) -> usize {
        let bytes: Vec<u8> = values.flat_map(|v| (v as f32).to_le_bytes()).collect();
        let count = bytes.len() / 4 / width;
        self.accessor(&bytes, FLOAT, kind, count)
    }

    fn into_glb(self) -> Vec<u8> {
        let mut json = json!({
            "asset": { "version": "2.0" },
            "scene": 0,
            "scenes": [{ "nodes": self.roots }],
            "nodes": self.nodes,
        });
        let lists = [
            ("meshes", self.meshes),
            ("skins", self.skins),
            ("animations", self.animations),
            ("accessors", self.accessors),
            ("bufferViews", self.views),
        ];
        for (name, list) in lists {
            if !list.is_empty() {
                json[name] = list.into();
            }
        }
        if !self.bytes.is_empty() {
            json["buffers"] = json!([{ "byteLength": self.bytes.len() }]);
        }
        let mut text = json.to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        let mut out = Vec::with_capacity(28 + text.len() + self.bytes.len());
        let chunk = |out: &mut Vec<u8>, kind: &[u8; 4], bytes: &[u8]| {
            out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
            out.extend_from_slice(kind);
            out.extend_from_slice(bytes);
        };
        out.extend_from_slice(b"glTF");
        out.extend_from_slice(&2u32.to_le_bytes());
        out.extend_from_slice(&0u32.to_le_bytes());
        chunk(&mut out, b"JSON", &text);
        if !self.bytes.is_empty() {
            chunk(&mut out, b"BIN\0", &self.bytes);
        }
        let length = (out.len() as u32).to_le_bytes();
        out[8..12].copy_from_slice(&length);
        out
    }
}

/// What a reader leaves out.
fn left_out(notes: &mut Vec<Note>, count: usize, what: &str) {
    if count > 0 {
        notes.push(Note::warning("collada-left-out", format!("{count} {what} are not read")));
    }
}

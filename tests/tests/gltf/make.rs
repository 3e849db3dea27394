//! Small glTF files made by hand, one feature each.

use serde_json::{Value, json};
use std::path::Path;
use surefoot::io::{self, Document, ReadOptions};

pub(crate) struct Maker {
    pub(crate) json: Value,
    pub(crate) bin: Vec<u8>,
}

impl Maker {
    pub(crate) fn new(nodes: Value) -> Self {
        let json = json!({
            "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": [0] }], "nodes": nodes,
            "accessors": [], "bufferViews": [], "buffers": [{ "byteLength": 0 }],
        });
        Self { json, bin: vec![] }
    }

    pub(crate) fn push(&mut self, list: &str, object: Value) -> usize {
        if self.json[list].is_null() {
            self.json[list] = json!([]);
        }
        let list = self.json[list].as_array_mut().unwrap();
        list.push(object);
        list.len() - 1
    }

    pub(crate) fn view(&mut self, bytes: &[u8]) -> usize {
        self.bin.resize(self.bin.len().next_multiple_of(4), 0);
        let offset = self.bin.len();
        self.bin.extend_from_slice(bytes);
        self.json["buffers"][0]["byteLength"] = json!(self.bin.len());
        self.push("bufferViews", json!({ "buffer": 0, "byteOffset": offset, "byteLength": bytes.len() }))
    }

    pub(crate) fn raw(&mut self, bytes: &[u8], component: u32, count: usize, kind: &str) -> usize {
        let view = self.view(bytes);
        self.push(
            "accessors",
            json!({ "bufferView": view, "componentType": component, "count": count, "type": kind }),
        )
    }

    pub(crate) fn floats(&mut self, values: &[f32], kind: &str) -> usize {
        let width = match kind {
            "SCALAR" => 1,
            "VEC3" => 3,
            "VEC4" => 4,
            _ => 16,
        };
        let bytes: Vec<u8> = values.iter().flat_map(|x| x.to_le_bytes()).collect();
        self.raw(&bytes, 5126, values.len() / width, kind)
    }

    /// Adds an animation of `(node, path, interpolation, input, output)`.
    pub(crate) fn animation(&mut self, name: &str, channels: &[(usize, &str, &str, usize, usize)]) {
        let samplers: Vec<Value> = channels
            .iter()
            .map(|c| json!({ "input": c.3, "interpolation": c.2, "output": c.4, "extras": { "kept": true } }))
            .collect();
        let list: Vec<Value> = channels
            .iter()
            .enumerate()
            .map(|(i, c)| json!({ "sampler": i, "target": { "node": c.0, "path": c.1 } }))
            .collect();
        self.push("animations", json!({ "name": name, "channels": list, "samplers": samplers }));
    }

    pub(crate) fn skin(&mut self, joints: &[usize]) {
        self.push("skins", json!({ "joints": joints }));
    }

    pub(crate) fn glb(&self) -> Vec<u8> {
        assemble(self.json.to_string().into_bytes(), &self.bin)
    }

    /// Text with its buffer inline, indented.
    pub(crate) fn text(&self) -> Vec<u8> {
        let mut json = self.json.clone();
        json["buffers"][0]["uri"] =
            json!(format!("data:application/octet-stream;base64,{}", base64(&self.bin)));
        serde_json::to_vec_pretty(&json).unwrap()
    }

    pub(crate) fn read(&self) -> Document {
        read(&self.glb())
    }
}

pub(crate) fn read(bytes: &[u8]) -> Document {
    io::read_bytes(Path::new("made.glb"), bytes, &ReadOptions::default()).unwrap()
}

pub(crate) fn assemble(mut json: Vec<u8>, bin: &[u8]) -> Vec<u8> {
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut bin = bin.to_vec();
    bin.resize(bin.len().next_multiple_of(4), 0);
    let total = 28 + json.len() + bin.len();
    let word = |n: usize| (n as u32).to_le_bytes();
    [
        &b"glTF"[..],
        &word(2),
        &word(total),
        &word(json.len()),
        b"JSON",
        &json,
        &word(bin.len()),
        b"BIN\0",
        &bin,
    ]
    .concat()
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().chain([&0, &0]).take(3).fold(0u32, |w, b| w << 8 | u32::from(*b));
        for i in 0..4 {
            let digit = DIGITS[(word >> (18 - 6 * i) & 63) as usize] as char;
            out.push(if i <= chunk.len() { digit } else { '=' });
        }
    }
    out
}

pub(crate) fn about_z(degrees: f32) -> [f32; 4] {
    let half = degrees.to_radians() / 2.0;
    [0.0, 0.0, half.sin(), half.cos()]
}

/// Three joints under an armature, rotations of two at five frames of 30 a second.
pub(crate) fn simple() -> Maker {
    let mut maker = Maker::new(json!([
        { "name": "armature", "children": [1], "rotation": [0.0, 0.6, 0.0, 0.8], "translation": [0.1, 0.2, 0.3] },
        { "name": "hips", "children": [2], "translation": [0.0, 1.0, 0.0] },
        { "name": "knee", "children": [3], "translation": [0.0, -0.5, 0.0], "extras": { "unknown": 1.50 } },
        { "name": "ankle", "children": [4], "translation": [0.0, -0.5, 0.0] },
        { "name": "toe_end", "translation": [0.0, -0.1, 0.1] },
    ]));
    maker.skin(&[1, 2, 3]);
    let times: Vec<f32> = (0..5).map(|i| i as f32 / 30.0).collect();
    let input = maker.floats(&times, "SCALAR");
    let knee: Vec<f32> = (0..5).flat_map(|i| about_z(10.0 * i as f32)).collect();
    let knee = maker.floats(&knee, "VEC4");
    let hips: Vec<f32> = (0..5).flat_map(|i| [0.1 * i as f32, 1.0, 0.0]).collect();
    let hips = maker.floats(&hips, "VEC3");
    maker.json["accessors"][hips]["min"] = json!([0.0, 1.0, 0.0]);
    maker.json["accessors"][hips]["max"] = json!([0.4000000059604645, 1.0, 0.0]);
    maker.animation(
        "step",
        &[(2, "rotation", "LINEAR", input, knee), (1, "translation", "LINEAR", input, hips)],
    );
    maker
}

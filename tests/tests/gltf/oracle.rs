//! A slow, obvious evaluator of glTF: serde_json values, 4×4 matrices, every node's world matrix at a time. Shares no
//! code with the reader.

use serde_json::Value;
use std::collections::HashMap;

pub(crate) type Matrix = [[f64; 4]; 4];

pub(crate) struct Oracle {
    pub(crate) json: Value,
    bin: Vec<u8>,
    parents: HashMap<usize, usize>,
}

fn u32_at(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize
}

/// JSON text and binary chunk of a GLB.
pub(crate) fn split(glb: &[u8]) -> (Value, Vec<u8>) {
    let length = u32_at(glb, 12);
    let json = serde_json::from_slice(&glb[20..20 + length]).unwrap();
    let bin = if glb.len() > 20 + length {
        let at = 20 + length;
        glb[at + 8..at + 8 + u32_at(glb, at)].to_vec()
    } else {
        vec![]
    };
    (json, bin)
}

fn index(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

impl Oracle {
    pub(crate) fn new(glb: &[u8]) -> Self {
        let (json, bin) = split(glb);
        let mut parents = HashMap::new();
        for (i, node) in json["nodes"].as_array().unwrap().iter().enumerate() {
            for child in node["children"].as_array().into_iter().flatten() {
                parents.insert(index(child), i);
            }
        }
        Self { json, bin, parents }
    }

    /// The joint node of that name: skins list it, or it carries no mesh.
    pub(crate) fn node(&self, name: &str) -> usize {
        let nodes = self.json["nodes"].as_array().unwrap();
        (0..nodes.len())
            .find(|&i| {
                nodes[i]["name"].as_str().map_or_else(|| format!("node_{i}"), str::to_owned) == name
                    && nodes[i]["mesh"].is_null()
            })
            .unwrap_or_else(|| panic!("no node {name}"))
    }

    /// Components of an accessor.
    pub(crate) fn accessor(&self, accessor: &Value) -> Vec<Vec<f64>> {
        let a = &self.json["accessors"][index(accessor)];
        let width = match a["type"].as_str().unwrap() {
            "SCALAR" => 1,
            "VEC3" => 3,
            "VEC4" => 4,
            "MAT4" => 16,
            other => panic!("{other}"),
        };
        let kind = index(&a["componentType"]);
        let size = match kind {
            5120 | 5121 => 1,
            5122 | 5123 => 2,
            _ => 4,
        };
        let read = |view: &Value, offset: &Value, kind: usize, size: usize, width: usize, count: usize| {
            let view = &self.json["bufferViews"][index(view)];
            let start = (view["byteOffset"].as_u64().unwrap_or(0) + offset.as_u64().unwrap_or(0)) as usize;
            let stride = view["byteStride"].as_u64().map_or(size * width, |s| s as usize);
            let mut rows = Vec::new();
            for e in 0..count {
                let mut row = Vec::new();
                for c in 0..width {
                    let b = &self.bin[start + e * stride + c * size..];
                    row.push(match kind {
                        5120 => f64::from(b[0] as i8),
                        5121 => f64::from(b[0]),
                        5122 => f64::from(i16::from_le_bytes([b[0], b[1]])),
                        5123 => f64::from(u16::from_le_bytes([b[0], b[1]])),
                        5125 => f64::from(u32::from_le_bytes([b[0], b[1], b[2], b[3]])),
                        5126 => f64::from(f32::from_le_bytes([b[0], b[1], b[2], b[3]])),
                        _ => panic!("{kind}"),
                    });
                }
                rows.push(row);
            }
            rows
        };
        let count = index(&a["count"]);
        let mut rows = if a["bufferView"].is_null() {
            vec![vec![0.0; width]; count]
        } else {
            read(&a["bufferView"], &a["byteOffset"], kind, size, width, count)
        };
        let sparse = &a["sparse"];
        if !sparse.is_null() {
            let n = index(&sparse["count"]);
            let index_kind = index(&sparse["indices"]["componentType"]);
            let index_size = [1, 0, 2, 0, 4][index_kind - 5121];
            let at = read(
                &sparse["indices"]["bufferView"],
                &sparse["indices"]["byteOffset"],
                index_kind,
                index_size,
                1,
                n,
            );
            let values =
                read(&sparse["values"]["bufferView"], &sparse["values"]["byteOffset"], kind, size, width, n);
            for (i, value) in at.iter().zip(values) {
                rows[i[0] as usize] = value;
            }
        }
        if a["normalized"].as_bool() == Some(true) {
            let most = [127.0, 255.0, 32767.0, 65535.0][kind - 5120];
            rows.iter_mut().flatten().for_each(|x| *x = (*x / most).max(-1.0));
        }
        rows
    }

    /// First and last key time over channels that move nodes without a mesh.
    pub(crate) fn key_range(&self, animation: usize) -> (f64, f64) {
        let a = &self.json["animations"][animation];
        let mut range = (f64::INFINITY, f64::NEG_INFINITY);
        for channel in a["channels"].as_array().unwrap() {
            let node = &self.json["nodes"][index(&channel["target"]["node"])];
            if channel["target"]["path"] == "weights" || !node["mesh"].is_null() {
                continue;
            }
            let times = self.accessor(&a["samplers"][index(&channel["sampler"])]["input"]);
            range = (range.0.min(times[0][0]), range.1.max(times[times.len() - 1][0]));
        }
        range
    }

    fn sample(&self, sampler: &Value, time: f64, is_rotation: bool) -> Vec<f64> {
        let times: Vec<f64> = self.accessor(&sampler["input"]).into_iter().map(|t| t[0]).collect();
        let values = self.accessor(&sampler["output"]);
        let mode = sampler["interpolation"].as_str().unwrap_or("LINEAR");
        let value = |k: usize| if mode == "CUBICSPLINE" { &values[3 * k + 1] } else { &values[k] };
        // A key that differs from the frame's time by rounding is the frame.
        if let Some(k) = times.iter().position(|t| (t - time).abs() < 1e-6) {
            return value(k).clone();
        }
        if time <= times[0] {
            return value(0).clone();
        }
        if time >= times[times.len() - 1] {
            return value(times.len() - 1).clone();
        }
        let k = times.iter().rposition(|t| *t <= time).unwrap();
        let dt = times[k + 1] - times[k];
        let u = (time - times[k]) / dt;
        let (a, b) = (value(k), value(k + 1));
        let lerp = |s: f64, t: f64| -> Vec<f64> { a.iter().zip(b).map(|(x, y)| s * x + t * y).collect() };
        match mode {
            "STEP" => a.clone(),
            "CUBICSPLINE" => (0..a.len())
                .map(|c| {
                    let (m0, m1) = (dt * values[3 * k + 2][c], dt * values[3 * k + 3][c]);
                    (2.0 * u.powi(3) - 3.0 * u.powi(2) + 1.0) * a[c]
                        + (u.powi(3) - 2.0 * u.powi(2) + u) * m0
                        + (-2.0 * u.powi(3) + 3.0 * u.powi(2)) * b[c]
                        + (u.powi(3) - u.powi(2)) * m1
                })
                .collect(),
            _ if !is_rotation => lerp(1.0 - u, u),
            _ => {
                let norm = |q: &[f64]| q.iter().map(|x| x * x).sum::<f64>().sqrt();
                let dot: f64 = a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>() / norm(a) / norm(b);
                let angle = dot.abs().min(1.0).acos();
                if angle < 1e-6 {
                    return lerp((1.0 - u) / norm(a), u * dot.signum() / norm(b));
                }
                lerp(
                    ((1.0 - u) * angle).sin() / angle.sin() / norm(a),
                    dot.signum() * (u * angle).sin() / angle.sin() / norm(b),
                )
            }
        }
    }

    fn local(&self, node: usize, animation: Option<usize>, time: f64) -> Matrix {
        let n = &self.json["nodes"][node];
        if let Some(m) = n["matrix"].as_array() {
            let mut out = [[0.0; 4]; 4];
            for (i, x) in m.iter().enumerate() {
                out[i % 4][i / 4] = x.as_f64().unwrap();
            }
            return out;
        }
        let numbers = |v: &Value, or: &[f64]| -> Vec<f64> {
            v.as_array().map_or(or.to_vec(), |a| a.iter().map(|x| x.as_f64().unwrap()).collect())
        };
        let mut t = numbers(&n["translation"], &[0.0; 3]);
        let mut r = numbers(&n["rotation"], &[0.0, 0.0, 0.0, 1.0]);
        let mut s = numbers(&n["scale"], &[1.0; 3]);
        if let Some(animation) = animation {
            let a = &self.json["animations"][animation];
            for channel in a["channels"].as_array().unwrap() {
                if channel["target"]["node"].as_u64() != Some(node as u64) {
                    continue;
                }
                let sampler = &a["samplers"][index(&channel["sampler"])];
                match channel["target"]["path"].as_str().unwrap() {
                    "translation" => t = self.sample(sampler, time, false),
                    "rotation" => r = self.sample(sampler, time, true),
                    "scale" => s = self.sample(sampler, time, false),
                    _ => {}
                }
            }
        }
        let norm = r.iter().map(|x| x * x).sum::<f64>().sqrt();
        let [x, y, z, w] = [r[0] / norm, r[1] / norm, r[2] / norm, r[3] / norm];
        let rotation = [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
            [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
            [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
        ];
        let mut out = [[0.0; 4]; 4];
        for row in 0..3 {
            for column in 0..3 {
                out[row][column] = rotation[row][column] * s[column];
            }
            out[row][3] = t[row];
        }
        out[3][3] = 1.0;
        out
    }

    /// World matrix of a node.
    pub(crate) fn world(&self, node: usize, animation: Option<usize>, time: f64) -> Matrix {
        let mut matrix = self.local(node, animation, time);
        let mut at = node;
        while let Some(&parent) = self.parents.get(&at) {
            matrix = product(&self.local(parent, animation, time), &matrix);
            at = parent;
        }
        matrix
    }
}

pub(crate) fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let mut out = [[0.0; 4]; 4];
    for row in 0..4 {
        for column in 0..4 {
            out[row][column] = (0..4).map(|k| a[row][k] * b[k][column]).sum();
        }
    }
    out
}

pub(crate) fn point(m: &Matrix, p: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|r| m[r][0] * p[0] + m[r][1] * p[1] + m[r][2] * p[2] + m[r][3])
}

//! Motion graphs as one file (`.sfgraph`) that needs nothing else: skeleton, clips, minima and graph (KO-36).
//!
//! A head with magic, version and a table of sections, each with its own checksum, then the sections at multiples of
//! eight bytes as flat little-endian arrays. Names are in a JSON section; numbers are kept bit for bit.

use crate::error::{Error, Place, Result};
use crate::math::{PlanarTransform, Quat, Vec3};
use crate::model::clip::ClipData;
use crate::model::labels::MAX_LABELS;
use crate::model::motion_graph::MotionGraphData;
use crate::model::{
    BodyPoint, Clip, ClipSet, EdgeKind, EndSite, GraphEdge, GraphNode, GridMinimum, Joint, JointIndex,
    Kernel, LabelSet, Marker, MotionGraph, Plant, Plants, Role, Roles, SetClip, Skeleton, Thresholds, Track,
};
use nalgebra::Quaternion;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;

const MAGIC: &[u8; 8] = b"SFGRAPH\x1a";
const VERSION: u32 = 1;
/// Bytes before the table, of one of its entries, and after it.
const HEAD: usize = 16;
const ENTRY: usize = 24;
const TAIL: usize = 8;

/// Sections, in file order.
const NAMES: [&str; 10] =
    ["names", "skeleton", "clips", "labels", "plants", "markers", "minima", "thresholds", "nodes", "edges"];

#[derive(Serialize, Deserialize)]
struct Meta {
    joints: Vec<JointMeta>,
    end_sites: Vec<usize>,
    clips: Vec<ClipMeta>,
    labels: Vec<String>,
    kernel: String,
    window_frames: usize,
}

#[derive(Serialize, Deserialize)]
struct JointMeta {
    name: String,
    parent: Option<usize>,
    compensates_parent_scale: bool,
    role: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct ClipMeta {
    name: String,
    source: String,
    is_mirrored: bool,
    frame_count: usize,
    translations: Vec<usize>,
    scales: Vec<usize>,
}

/// Encodes a graph. The same graph gives the same bytes.
///
/// # Errors
/// [`Error::Invalid`] if the names cannot be written as JSON, which does not happen.
pub fn encode_graph(graph: &MotionGraph) -> Result<Vec<u8>> {
    let set = graph.set();
    let sections = [
        meta_section(set)?,
        skeleton_section(&set.skeleton),
        clips_section(set),
        set.clips.iter().flat_map(|c| &c.labels).flat_map(|l| l.0.to_le_bytes()).collect(),
        plants_section(set),
        markers_section(set),
        minima_section(graph),
        thresholds_section(graph),
        nodes_section(graph),
        edges_section(graph),
    ];
    let mut out = MAGIC.to_vec();
    put_u32(&mut out, VERSION);
    put_u32(&mut out, sections.len() as u32);
    let mut offset = HEAD + ENTRY * sections.len() + TAIL;
    for (id, section) in sections.iter().enumerate() {
        put_u32(&mut out, id as u32);
        put_u32(&mut out, crc32fast::hash(section));
        out.extend((offset as u64).to_le_bytes());
        out.extend((section.len() as u64).to_le_bytes());
        offset += section.len().next_multiple_of(8);
    }
    let head_sum = crc32fast::hash(&out);
    put_u32(&mut out, head_sum);
    put_u32(&mut out, 0);
    for section in &sections {
        out.extend(section);
        out.resize(out.len().next_multiple_of(8), 0);
    }
    Ok(out)
}

fn put_u32(out: &mut Vec<u8>, value: u32) {
    out.extend(value.to_le_bytes());
}

fn put_f64s(out: &mut Vec<u8>, values: impl IntoIterator<Item = f64>) {
    values.into_iter().for_each(|v| out.extend(v.to_le_bytes()));
}

fn put_vector(out: &mut Vec<u8>, v: &Vec3) {
    put_f64s(out, v.iter().copied());
}

fn put_rotation(out: &mut Vec<u8>, q: &Quat) {
    put_f64s(out, q.coords.iter().copied());
}

fn meta_section(set: &ClipSet) -> Result<Vec<u8>> {
    let skeleton = &set.skeleton;
    let joints = |tracks: &[Track]| tracks.iter().map(|t| t.joint.0).collect();
    let meta = Meta {
        joints: skeleton
            .joints()
            .map(|j| JointMeta {
                name: skeleton.name(j).to_owned(),
                parent: skeleton.parent(j).map(|p| p.0),
                compensates_parent_scale: skeleton.compensates_parent_scale(j),
                role: skeleton.roles().role(j).map(Role::name),
            })
            .collect(),
        end_sites: skeleton.end_sites().iter().map(|s| s.joint.0).collect(),
        clips: set
            .clips
            .iter()
            .map(|c| ClipMeta {
                name: c.clip.name().to_owned(),
                source: c.source.clone(),
                is_mirrored: c.is_mirrored,
                frame_count: c.clip.frame_count(),
                translations: joints(c.clip.translations()),
                scales: joints(c.clip.scales()),
            })
            .collect(),
        labels: set.label_names.clone(),
        kernel: if set.kernel == Kernel::Box { "box" } else { "triangle" }.into(),
        window_frames: set.window_frames,
    };
    serde_json::to_vec(&meta).map_err(|e| Error::invalid("motion graph", e.to_string()))
}

fn skeleton_section(skeleton: &Skeleton) -> Vec<u8> {
    let mut out = Vec::new();
    for joint in skeleton.joints() {
        put_vector(&mut out, &skeleton.rest_offset(joint));
        put_rotation(&mut out, &skeleton.rest_rotation(joint));
        put_vector(&mut out, &skeleton.rest_scale(joint));
    }
    skeleton.end_sites().iter().for_each(|site| put_vector(&mut out, &site.offset));
    out
}

fn clips_section(set: &ClipSet) -> Vec<u8> {
    let mut out = Vec::new();
    put_f64s(&mut out, [set.frame_rate]);
    for c in &set.clips {
        put_f64s(&mut out, [c.source_start]);
        c.clip.root_positions().iter().for_each(|p| put_vector(&mut out, p));
        c.clip.rotations().iter().for_each(|q| put_rotation(&mut out, q));
        for track in c.clip.translations().iter().chain(c.clip.scales()) {
            track.values.iter().for_each(|v| put_vector(&mut out, v));
        }
    }
    out
}

fn plants_section(set: &ClipSet) -> Vec<u8> {
    let points: Vec<BodyPoint> = BodyPoint::all().collect();
    let mut out = Vec::new();
    for c in &set.clips {
        out.extend((c.plants.len() as u64).to_le_bytes());
        for plant in c.plants.iter() {
            let point = points.iter().position(|&p| p == plant.point).unwrap_or(0);
            out.extend((point as u64).to_le_bytes());
            put_u32(&mut out, plant.frames.start as u32);
            put_u32(&mut out, plant.frames.end as u32);
            put_f64s(&mut out, [plant.confidence]);
        }
    }
    out
}

fn markers_section(set: &ClipSet) -> Vec<u8> {
    let mut out = Vec::new();
    for marker in &set.markers {
        out.extend((marker.joint.0 as u64).to_le_bytes());
        put_vector(&mut out, &marker.offset);
        put_f64s(&mut out, [marker.weight]);
    }
    out
}

fn minima_section(graph: &MotionGraph) -> Vec<u8> {
    let mut out = Vec::with_capacity(graph.minima().len() * 12);
    for m in graph.minima().iter() {
        put_u32(&mut out, m.first);
        put_u32(&mut out, m.second);
        out.extend(m.distance.to_le_bytes());
    }
    out
}

fn thresholds_section(graph: &MotionGraph) -> Vec<u8> {
    let thresholds = graph.thresholds();
    let count = thresholds.label_count();
    let mut out = Vec::new();
    put_f64s(&mut out, (0..count * count).map(|i| thresholds.get(i / count, i % count)));
    out
}

fn nodes_section(graph: &MotionGraph) -> Vec<u8> {
    let mut out = Vec::with_capacity(graph.nodes().len() * 16);
    for node in graph.nodes() {
        put_u32(&mut out, node.clip);
        put_u32(&mut out, node.frame);
        out.extend(node.cores.0.to_le_bytes());
    }
    out
}

fn edges_section(graph: &MotionGraph) -> Vec<u8> {
    let mut out = Vec::with_capacity(graph.edges().len() * 56);
    for edge in graph.edges() {
        let (kind, values) = match edge.kind {
            EdgeKind::Stretch => (0u64, [0.0; 4]),
            EdgeKind::Transition { alignment: a, distance } => (1, [a.theta, a.x0, a.z0, distance]),
        };
        put_u32(&mut out, edge.from);
        put_u32(&mut out, edge.to);
        out.extend(kind.to_le_bytes());
        out.extend(edge.labels.0.to_le_bytes());
        put_f64s(&mut out, values);
    }
    out
}

/// Reads a graph file.
///
/// # Errors
/// [`Error::Io`] if it cannot be read, [`Error::Format`] if it is not such a file, was cut short or changed, and
/// [`Error::Unsupported`] if a newer version wrote it.
pub fn read_graph(path: &Path) -> Result<MotionGraph> {
    let bytes = std::fs::read(path).map_err(|e| Error::io(path, &e))?;
    decode_graph(path, &bytes)
}

/// As [`read_graph`], from bytes in memory; `path` names them in messages.
///
/// # Errors
/// As [`read_graph`].
pub fn decode_graph(path: &Path, bytes: &[u8]) -> Result<MotionGraph> {
    let sections = sections(path, bytes)?;
    let [names, skeleton, clips, labels, plants, markers, minima, thresholds, nodes, edges] = sections;
    let meta: Meta = serde_json::from_slice(names.left)
        .map_err(|e| Error::format(path, Place::Byte(names.at), format!("names: {e}")))?;
    if meta.labels.len() > MAX_LABELS {
        return Err(Error::format(path, Place::Byte(names.at), format!("{} labels", meta.labels.len())));
    }
    let skeleton = read_skeleton(&meta, skeleton)?;
    let label_count = meta.labels.len();
    let mut rate = clips;
    let frame_rate = rate.f64()?;
    let set = ClipSet {
        clips: read_clips(&meta, &skeleton, clips, labels, plants)?,
        frame_rate,
        skeleton,
        markers: markers.list(40, |b| {
            Ok(Marker { joint: JointIndex(b.index()?), offset: b.vector()?, weight: b.f64()? })
        })?,
        kernel: if meta.kernel == "box" { Kernel::Box } else { Kernel::Triangle },
        window_frames: meta.window_frames,
        label_names: meta.labels,
    };
    let minima = minima.list(12, |b| {
        Ok(GridMinimum { first: b.u32()?, second: b.u32()?, distance: f32::from_bits(b.u32()?) })
    })?;
    let values = thresholds.list(8, Bytes::f64)?;
    if values.len() != label_count * label_count {
        return Err(thresholds.broken("is for another number of labels"));
    }
    let mut thresholds = Thresholds::uniform(label_count, 0.0);
    for (i, value) in values.into_iter().enumerate() {
        thresholds.set(i / label_count, i % label_count, value);
    }
    let nodes = nodes
        .list(16, |b| Ok(GraphNode { clip: b.u32()?, frame: b.u32()?, cores: b.labels(label_count)? }))?;
    let edges = edges.list(56, |b| {
        let (from, to, kind) = (b.u32()?, b.u32()?, b.u64()?);
        let labels = b.labels(label_count)?;
        let alignment = PlanarTransform { theta: b.f64()?, x0: b.f64()?, z0: b.f64()? };
        let distance = b.f64()?;
        let kind = if kind == 0 { EdgeKind::Stretch } else { EdgeKind::Transition { alignment, distance } };
        Ok(GraphEdge { from, to, kind, labels })
    })?;
    let data = MotionGraphData { set: Arc::new(set), minima: Arc::new(minima), thresholds, nodes, edges };
    MotionGraph::new(data).map_err(|e| Error::format(path, Place::File, e.to_string()))
}

/// Checks head and checksums, and finds the sections.
fn sections<'a>(path: &'a Path, bytes: &'a [u8]) -> Result<[Bytes<'a>; NAMES.len()]> {
    let broken = |at: usize, text: &str| Error::format(path, Place::Byte(at as u64), text);
    if !bytes.starts_with(MAGIC) {
        return Err(broken(0, "is not a motion graph file (.sfgraph)"));
    }
    let mut head = Bytes { path, name: "head", at: 8, left: &bytes[8..] };
    let version = head.u32()?;
    if version != VERSION {
        return Err(Error::Unsupported {
            path: path.to_owned(),
            text: format!(
                "was written as version {version}, this program reads version {VERSION}; build the graph again"
            ),
        });
    }
    if head.u32()? as usize != NAMES.len() {
        return Err(broken(12, "has another number of sections; the file is damaged"));
    }
    let end = HEAD + ENTRY * NAMES.len();
    let mut table = head;
    head.take(end - HEAD)?;
    if head.u32()? != crc32fast::hash(&bytes[..end]) {
        return Err(broken(end, "the head is damaged (checksum differs)"));
    }
    let mut out: [Bytes<'a>; NAMES.len()] = std::array::from_fn(|_| head);
    for (i, name) in NAMES.iter().enumerate() {
        let (id, sum, offset, length) = (table.u32()?, table.u32()?, table.u64()?, table.u64()?);
        let first = usize::try_from(offset).ok();
        let content = first
            .zip(usize::try_from(length).ok())
            .and_then(|(first, length)| bytes.get(first..first.checked_add(length)?));
        let Some(left) = content.filter(|_| id as usize == i) else {
            return Err(broken(bytes.len(), &format!("section '{name}' is cut off; the file is damaged")));
        };
        if crc32fast::hash(left) != sum {
            return Err(Error::format(
                path,
                Place::Byte(offset),
                format!("section '{name}' is damaged (checksum differs)"),
            ));
        }
        out[i] = Bytes { path, name, at: offset, left };
    }
    Ok(out)
}

fn read_skeleton(meta: &Meta, mut bytes: Bytes<'_>) -> Result<Skeleton> {
    let mut joints = Vec::new();
    let mut roles = Roles::empty(meta.joints.len());
    for (index, joint) in meta.joints.iter().enumerate() {
        joints.push(Joint {
            name: joint.name.clone(),
            parent: joint.parent.map(JointIndex),
            rest_offset: bytes.vector()?,
            rest_rotation: bytes.rotation()?,
            rest_scale: bytes.vector()?,
            compensates_parent_scale: joint.compensates_parent_scale,
        });
        if let Some(role) = joint.role.as_deref().and_then(Role::from_name) {
            roles.set(role, JointIndex(index));
        }
    }
    let mut sites = Vec::new();
    for &joint in &meta.end_sites {
        sites.push(EndSite { joint: JointIndex(joint), offset: bytes.vector()? });
    }
    Skeleton::new(joints, sites).and_then(|s| s.with_roles(roles)).map_err(|e| bytes.broken(&e.to_string()))
}

fn read_clips(
    meta: &Meta,
    skeleton: &Skeleton,
    mut bytes: Bytes<'_>,
    mut labels: Bytes<'_>,
    mut plants: Bytes<'_>,
) -> Result<Vec<SetClip>> {
    let points: Vec<BodyPoint> = BodyPoint::all().collect();
    let frame_rate = bytes.f64()?;
    let mut clips = Vec::new();
    for c in &meta.clips {
        let count = c.frame_count;
        let source_start = bytes.f64()?;
        // Checked before anything is set aside, so that a wrong count cannot ask for all memory.
        bytes.expect(count, 24 + 32 * skeleton.joint_count())?;
        let root_positions = (0..count).map(|_| bytes.vector()).collect::<Result<_>>()?;
        let rotations =
            (0..count * skeleton.joint_count()).map(|_| bytes.rotation()).collect::<Result<_>>()?;
        let mut tracks = |joints: &[usize]| -> Result<Vec<Track>> {
            let one = |&joint: &usize| {
                bytes.expect(count, 24)?;
                let values = (0..count).map(|_| bytes.vector()).collect::<Result<_>>()?;
                Ok(Track { joint: JointIndex(joint), values })
            };
            joints.iter().map(one).collect()
        };
        let (translations, scales) = (tracks(&c.translations)?, tracks(&c.scales)?);
        let data =
            ClipData { name: c.name.clone(), frame_rate, rotations, root_positions, translations, scales };
        let clip = Clip::new(skeleton, data).map_err(|e| bytes.broken(&e.to_string()))?;
        labels.expect(count, 8)?;
        let sets = (0..count).map(|_| labels.labels(meta.labels.len())).collect::<Result<_>>()?;
        let plant_count = plants.index()?;
        plants.expect(plant_count, 24)?;
        let list = (0..plant_count)
            .map(|_| {
                let point = plants.index()?;
                let (first, end) = (plants.u32()? as usize, plants.u32()? as usize);
                let confidence = plants.f64()?;
                let Some(&point) = points.get(point) else { return Err(plants.broken("names no point")) };
                Ok(Plant { point, frames: first..end, confidence, position: None })
            })
            .collect::<Result<_>>()?;
        let list = Plants::new(count, list).map_err(|e| plants.broken(&e.to_string()))?;
        clips.push(SetClip {
            clip,
            plants: list,
            labels: sets,
            source: c.source.clone(),
            source_start,
            is_mirrored: c.is_mirrored,
        });
    }
    Ok(clips)
}

/// What is left to read of a section.
#[derive(Clone, Copy)]
struct Bytes<'a> {
    path: &'a Path,
    name: &'static str,
    at: u64,
    left: &'a [u8],
}

impl<'a> Bytes<'a> {
    fn broken(&self, text: &str) -> Error {
        Error::format(self.path, Place::Byte(self.at), format!("section '{}' {text}", self.name))
    }

    fn expect(&self, count: usize, size: usize) -> Result<()> {
        if count.checked_mul(size).is_none_or(|needed| needed > self.left.len()) {
            return Err(self.broken("ends too early"));
        }
        Ok(())
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        self.expect(count, 1)?;
        let (taken, left) = self.left.split_at(count);
        self.left = left;
        self.at += count as u64;
        Ok(taken)
    }

    fn u32(&mut self) -> Result<u32> {
        let mut value = [0; 4];
        value.copy_from_slice(self.take(4)?);
        Ok(u32::from_le_bytes(value))
    }

    fn u64(&mut self) -> Result<u64> {
        let mut value = [0; 8];
        value.copy_from_slice(self.take(8)?);
        Ok(u64::from_le_bytes(value))
    }

    fn index(&mut self) -> Result<usize> {
        let value = self.u64()?;
        usize::try_from(value).map_err(|_| self.broken("holds a number that is too large"))
    }

    fn f64(&mut self) -> Result<f64> {
        Ok(f64::from_bits(self.u64()?))
    }

    fn vector(&mut self) -> Result<Vec3> {
        Ok(Vec3::new(self.f64()?, self.f64()?, self.f64()?))
    }

    /// As stored; skeleton and clip check that it is a rotation.
    fn rotation(&mut self) -> Result<Quat> {
        let (x, y, z, w) = (self.f64()?, self.f64()?, self.f64()?, self.f64()?);
        Ok(Quat::new_unchecked(Quaternion::new(w, x, y, z)))
    }

    fn labels(&mut self, label_count: usize) -> Result<LabelSet> {
        let bits = self.u64()?;
        if label_count < MAX_LABELS && bits >> label_count != 0 {
            return Err(self.broken("names a label that does not exist"));
        }
        Ok(LabelSet(bits))
    }

    /// Everything left, as records of `size` bytes.
    fn list<T>(&self, size: usize, read: impl Fn(&mut Bytes<'a>) -> Result<T>) -> Result<Vec<T>> {
        if !self.left.len().is_multiple_of(size) {
            return Err(self.broken("ends within a record"));
        }
        let mut bytes = *self;
        (0..self.left.len() / size).map(|_| read(&mut bytes)).collect()
    }
}

//! [`read_graph`] and [`decode_graph`].

use super::{ClipMeta, ENTRY, HEAD, MAGIC, Meta, NAMES, VERSION};
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
use rayon::prelude::*;
use std::path::Path;
use std::sync::Arc;
use surefoot_mapped_file::MappedFile;

/// Reads a graph file through a memory map; it may be replaced as soon as this returns.
///
/// # Errors
/// [`Error::Io`] if it cannot be read, [`Error::Format`] if it is not such a file, was cut short or changed, and
/// [`Error::Unsupported`] if a newer version wrote it.
pub fn read_graph(path: &Path) -> Result<MotionGraph> {
    let bytes = MappedFile::open(path).map_err(|e| Error::io(path, &e))?;
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
        kernel: match meta.kernel.as_str() {
            "box" => Kernel::Box,
            "triangle" => Kernel::Triangle,
            other => {
                return Err(Error::format(path, Place::File, format!("kernel '{other}' is not known")));
            }
        },
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
        let kind = match kind {
            0 => EdgeKind::Stretch,
            1 => EdgeKind::Transition { alignment, distance },
            _ => return Err(b.broken("has an edge of an unknown kind")),
        };
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
    let mut sums = [0; NAMES.len()];
    for (i, name) in NAMES.iter().enumerate() {
        let (id, sum, offset, length) = (table.u32()?, table.u32()?, table.u64()?, table.u64()?);
        let first = usize::try_from(offset).ok();
        let content = first
            .zip(usize::try_from(length).ok())
            .and_then(|(first, length)| bytes.get(first..first.checked_add(length)?));
        let Some(left) = content.filter(|_| id as usize == i) else {
            return Err(broken(bytes.len(), &format!("section '{name}' is cut off; the file is damaged")));
        };
        sums[i] = sum;
        out[i] = Bytes { path, name, at: offset, left };
    }
    let sound: Vec<bool> =
        out.par_iter().zip(&sums).map(|(section, &sum)| checksum(section.left) == sum).collect();
    match out.iter().zip(sound).find(|(_, sound)| !sound) {
        Some((section, _)) => Err(section.broken("is damaged (checksum differs)")),
        None => Ok(out),
    }
}

/// CRC-32 of a section, its parts in parallel.
fn checksum(bytes: &[u8]) -> u32 {
    const PART: usize = 1 << 20;
    let part = |part: &[u8]| {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(part);
        hasher
    };
    let parts: Vec<crc32fast::Hasher> = bytes.par_chunks(PART).map(part).collect();
    let mut all = crc32fast::Hasher::new();
    parts.iter().for_each(|part| all.combine(part));
    all.finalize()
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
    // First where each clip's numbers lie, one clip after the other; then the clips themselves, in parallel.
    let mut parts = Vec::new();
    for c in &meta.clips {
        let per_frame = 24 + 32 * skeleton.joint_count() + 24 * (c.translations.len() + c.scales.len());
        let part = bytes;
        bytes.take(8)?;
        bytes.skip(c.frame_count, per_frame)?;
        let sets = labels;
        labels.skip(c.frame_count, 8)?;
        let plant_count = plants.index()?;
        let list = plants;
        plants.skip(plant_count, 24)?;
        parts.push((c, part, sets, list, plant_count));
    }
    let one = |(c, mut bytes, mut labels, mut plants, plant_count): ClipParts<'_>| -> Result<SetClip> {
        let count = c.frame_count;
        let source_start = bytes.f64()?;
        let root_positions = bytes.take_list(count, 24, Bytes::vector)?;
        let rotations = bytes.take_list(count * skeleton.joint_count(), 32, Bytes::rotation)?;
        let mut tracks = |joints: &[usize]| -> Result<Vec<Track>> {
            let one = |&joint: &usize| {
                Ok(Track { joint: JointIndex(joint), values: bytes.take_list(count, 24, Bytes::vector)? })
            };
            joints.iter().map(one).collect()
        };
        let (translations, scales) = (tracks(&c.translations)?, tracks(&c.scales)?);
        let data =
            ClipData { name: c.name.clone(), frame_rate, rotations, root_positions, translations, scales };
        let clip = Clip::new(skeleton, data).map_err(|e| bytes.broken(&e.to_string()))?;
        let sets = labels.take_list(count, 8, |b| b.labels(meta.labels.len()))?;
        let plant = |b: &mut Bytes<'_>| {
            let point = b.index()?;
            let (first, end) = (b.u32()? as usize, b.u32()? as usize);
            let confidence = b.f64()?;
            let Some(&point) = points.get(point) else { return Err(b.broken("names no point")) };
            Ok(Plant { point, frames: first..end, confidence, position: None })
        };
        let list = plants.take_list(plant_count, 24, plant)?;
        let list = Plants::new(count, list).map_err(|e| plants.broken(&e.to_string()))?;
        Ok(SetClip {
            clip,
            plants: list,
            labels: sets,
            source: c.source.clone(),
            source_start,
            is_mirrored: c.is_mirrored,
        })
    };
    parts.into_par_iter().map(one).collect()
}

/// One clip's names and where its motion, labels and plants begin, with the number of plants.
type ClipParts<'a> = (&'a ClipMeta, Bytes<'a>, Bytes<'a>, Bytes<'a>, usize);

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

    /// Leaves out `count` records of `size` bytes.
    fn skip(&mut self, count: usize, size: usize) -> Result<()> {
        self.expect(count, size)?;
        self.take(count * size).map(|_| ())
    }

    /// The next `count` records of `size` bytes, in parallel where they are many. The count is checked before anything is
    /// set aside, so that a wrong one cannot ask for all memory.
    fn take_list<T: Send>(
        &mut self,
        count: usize,
        size: usize,
        read: impl Fn(&mut Bytes<'a>) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        const PART: usize = 1 << 14;
        self.expect(count, size)?;
        let first = self.at;
        let all = self.take(count * size)?;
        let (path, name) = (self.path, self.name);
        let records = |(part, left): (usize, &'a [u8])| {
            let mut bytes = Bytes { path, name, at: first + (part * PART * size) as u64, left };
            // Set aside at once: a collected result does not know its length.
            let mut out = Vec::with_capacity(left.len() / size);
            for _ in 0..left.len() / size {
                out.push(read(&mut bytes)?);
            }
            Ok::<Vec<T>, Error>(out)
        };
        if count <= PART {
            return records((0, all));
        }
        let parts = all.par_chunks(PART * size).enumerate().map(&records).collect::<Result<Vec<Vec<T>>>>()?;
        let mut out = Vec::with_capacity(count);
        parts.into_iter().for_each(|part| out.extend(part));
        Ok(out)
    }

    /// Everything left, as records of `size` bytes.
    fn list<T: Send>(
        &self,
        size: usize,
        read: impl Fn(&mut Bytes<'a>) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        if !self.left.len().is_multiple_of(size) {
            return Err(self.broken("ends within a record"));
        }
        let mut bytes = *self;
        bytes.take_list(self.left.len() / size, size, read)
    }
}

//! [`read_graph`] and [`decode_graph`].

use super::{ClipMeta, ENTRY, HEAD, MAGIC, Meta, NAMES, VERSION};
use crate::error::{Error, Place, Result};
use crate::math::{PlanarTransform, Quat, Vec3};
use crate::model::clip::ClipData;
use crate::model::labels::MAX_LABELS;
use crate::model::motion_graph::MotionGraphData;
use crate::model::{
    BodyPoint, Clip, ClipSet, EdgeKind, EndSite, GraphEdge, GraphNode, GridMinimum, Joint, JointIndex,
    Kernel, LabelSet, Marker, MotionGraph, Plant, Plants, Role, Roles, SetClip, SetRules, Skeleton, Sole,
    Thresholds, Track, Tuning,
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
    let label_count = meta.labels.len();
    let (set, (minima, parts)) = rayon::join(
        || read_set(meta, skeleton, clips, labels, plants, markers),
        || {
            (
                read_minima(minima),
                read_nodes(nodes, label_count).and_then(|n| Ok((n, read_edges(edges, label_count)?))),
            )
        },
    );
    let (nodes, edges) = parts?;
    let (thresholds, tuning) = read_thresholds(thresholds, label_count)?;
    let (set, minima) = (Arc::new(set?), Arc::new(minima?));
    let data = MotionGraphData { set, minima, thresholds, tuning, nodes, edges };
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
    head.part(1, end - HEAD)?;
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

fn read_minima(bytes: Bytes<'_>) -> Result<Vec<GridMinimum>> {
    bytes.records(|b: &[u8; 12]| GridMinimum {
        first: word(b, 0),
        second: word(b, 4),
        distance: f32::from_bits(word(b, 8)),
    })
}

fn read_nodes(bytes: Bytes<'_>, label_count: usize) -> Result<Vec<GraphNode>> {
    let nodes = bytes.records(|b: &[u8; 16]| GraphNode {
        clip: word(b, 0),
        frame: word(b, 4),
        cores: LabelSet(long(b, 8)),
    })?;
    bytes.known_labels(nodes.par_iter().map(|n| n.cores), label_count)?;
    Ok(nodes)
}

fn read_edges(bytes: Bytes<'_>, label_count: usize) -> Result<Vec<GraphEdge>> {
    let edges = bytes.records(|b: &[u8; 48]| {
        let alignment = PlanarTransform { theta: number(b, 16), x0: number(b, 24), z0: number(b, 32) };
        let distance = number(b, 40);
        let kind =
            if distance < 0.0 { EdgeKind::Stretch } else { EdgeKind::Transition { alignment, distance } };
        GraphEdge { from: word(b, 0), to: word(b, 4), labels: LabelSet(long(b, 8)), kind }
    })?;
    bytes.known_labels(edges.par_iter().map(|e| e.labels), label_count)?;
    Ok(edges)
}

fn read_thresholds(mut bytes: Bytes<'_>, label_count: usize) -> Result<(Thresholds, Tuning)> {
    let mut thresholds = Thresholds::uniform(label_count, 0.0);
    for i in 0..label_count * label_count {
        thresholds.set(i / label_count, i % label_count, bytes.f64()?);
    }
    let (threshold_factor, min_core) = (bytes.f64()?, bytes.f64()?);
    let (thinning, factors, units, attainable) =
        (bytes.index()?, bytes.index()?, bytes.index()?, bytes.index()?);
    let factors = bytes.part(factors, 8)?.records(|b: &[u8; 8]| number(b, 0))?;
    let units = bytes.part(units, 8)?.records(|b: &[u8; 8]| number(b, 0))?;
    let mut left = bytes.part(attainable, 8)?;
    let attainable_frames = (0..attainable).map(|_| left.index()).collect::<Result<_>>()?;
    if !bytes.left.is_empty() {
        return Err(bytes.broken("is for another number of labels"));
    }
    let tuning = Tuning { thinning, threshold_factor, min_core, factors, units, attainable_frames };
    Ok((thresholds, tuning))
}

fn read_set(
    meta: Meta,
    skeleton: Bytes<'_>,
    mut clips: Bytes<'_>,
    labels: Bytes<'_>,
    plants: Bytes<'_>,
    markers: Bytes<'_>,
) -> Result<ClipSet> {
    let Some(kernel) = Kernel::from_name(&meta.kernel) else {
        return Err(skeleton.broken(&format!("kernel '{}' is not known", meta.kernel)));
    };
    let (skeleton, captured_offsets) = read_skeleton(&meta, skeleton)?;
    let (frame_rate, minima_limit) = (clips.f64()?, clips.f64()?);
    Ok(ClipSet {
        clips: read_clips(&meta, &skeleton, frame_rate, clips, labels, plants)?,
        frame_rate,
        skeleton,
        markers: markers.records(|b: &[u8; 40]| Marker {
            // An index too large for this machine is too large for the skeleton, which is checked.
            joint: JointIndex(usize::try_from(long(b, 0)).unwrap_or(usize::MAX)),
            offset: vector(b, 8),
            weight: number(b, 32),
        })?,
        kernel,
        window_frames: meta.window_frames,
        label_names: meta.labels,
        rules: SetRules {
            is_levelled: meta.is_levelled,
            captured_offsets,
            is_world_locked: meta.is_world_locked,
            minima_limit,
            has_one_label: meta.has_one_label,
            groups: meta.groups,
        },
    })
}

/// The skeleton, and the offsets its clips were captured on where those are kept.
fn read_skeleton(meta: &Meta, mut bytes: Bytes<'_>) -> Result<(Skeleton, Vec<Vec3>)> {
    let mut joints = Vec::new();
    let mut roles = Roles::empty(meta.joints.len());
    for (index, joint) in meta.joints.iter().enumerate() {
        let numbers: &[u8; 80] = bytes.take_array()?;
        joints.push(Joint {
            name: joint.name.clone(),
            parent: joint.parent.map(JointIndex),
            rest_offset: vector(numbers, 0),
            rest_rotation: rotation(numbers, 24),
            rest_scale: vector(numbers, 56),
            compensates_parent_scale: joint.compensates_parent_scale,
        });
        if let Some(role) = joint.role.as_deref().and_then(Role::from_name) {
            roles.set(role, JointIndex(index));
        }
    }
    let mut sites = Vec::new();
    for &joint in &meta.end_sites {
        sites.push(EndSite { joint: JointIndex(joint), offset: vector(bytes.take_array::<24>()?, 0) });
    }
    let mut soles = [None; 2];
    for (sole, joints) in soles.iter_mut().zip(&meta.soles) {
        let Some([foot, front]) = joints.map(|of| of.map(JointIndex)) else { continue };
        let numbers: &[u8; 64] = bytes.take_array()?;
        *sole = Some(Sole {
            foot,
            front,
            heel: vector(numbers, 0),
            tip: vector(numbers, 24),
            ankle_height: number(numbers, 48),
            front_height: number(numbers, 56),
        });
    }
    let offsets = bytes.records(|b: &[u8; 24]| vector(b, 0))?;
    if !offsets.is_empty() && offsets.len() != joints.len() {
        return Err(bytes.broken("has captured offsets for another number of joints"));
    }
    let skeleton = Skeleton::new(joints, sites).and_then(|s| s.with_roles(roles)?.with_soles(soles));
    Ok((skeleton.map_err(|e| bytes.broken(&e.to_string()))?, offsets))
}

fn read_clips(
    meta: &Meta,
    skeleton: &Skeleton,
    frame_rate: f64,
    mut bytes: Bytes<'_>,
    mut labels: Bytes<'_>,
    mut plants: Bytes<'_>,
) -> Result<Vec<SetClip>> {
    let points: Vec<BodyPoint> = BodyPoint::all().collect();
    let joints = skeleton.joint_count();
    // First where each clip's numbers lie, one clip after the other; then the clips themselves, in parallel.
    let mut parts = Vec::new();
    for c in &meta.clips {
        let start = bytes.f64()?;
        let roots = bytes.part(c.frame_count, 24)?;
        let rotations = bytes.part(c.frame_count, 32 * joints)?;
        let tracks = bytes.part(c.frame_count, 24 * (c.translations.len() + c.scales.len()))?;
        let sets = labels.part(c.frame_count, 8)?;
        let plant_count = plants.index()?;
        let list = plants.part(plant_count, 24)?;
        parts.push((c, start, roots, rotations, tracks, sets, list));
    }
    let one = |(c, source_start, roots, rotations, mut tracks, sets, list): ClipParts<'_>| {
        let mut read_tracks = |joints: &[usize]| -> Result<Vec<Track>> {
            let one = |&joint: &usize| {
                let values = tracks.part(c.frame_count, 24)?.records(|b: &[u8; 24]| vector(b, 0))?;
                Ok(Track { joint: JointIndex(joint), values })
            };
            joints.iter().map(one).collect()
        };
        let data = ClipData {
            name: c.name.clone(),
            frame_rate,
            rotations: rotations.records(|b: &[u8; 32]| rotation(b, 0))?,
            root_positions: roots.records(|b: &[u8; 24]| vector(b, 0))?,
            translations: read_tracks(&c.translations)?,
            scales: read_tracks(&c.scales)?,
        };
        let clip = Clip::new(skeleton, data).map_err(|e| roots.broken(&e.to_string()))?;
        let labels = sets.records(|b: &[u8; 8]| LabelSet(long(b, 0)))?;
        sets.known_labels(labels.par_iter().copied(), meta.labels.len())?;
        let plant = |b: &[u8; 24]| {
            let point = usize::try_from(long(b, 0)).ok().and_then(|p| points.get(p));
            let frames = word(b, 8) as usize..word(b, 12) as usize;
            point.map(|&point| Plant { point, frames, confidence: number(b, 16), position: None })
        };
        let plants: Option<Vec<Plant>> = list.records(plant)?.into_iter().collect();
        let plants = plants.ok_or_else(|| list.broken("names no point"))?;
        Ok(SetClip {
            clip,
            plants: Plants::new(c.frame_count, plants).map_err(|e| list.broken(&e.to_string()))?,
            labels,
            source: c.source.clone(),
            source_start,
            is_mirrored: c.is_mirrored,
        })
    };
    parts.into_par_iter().map(one).collect()
}

/// One clip's names and start, and where its roots, rotations, tracks, labels and plants lie.
type ClipParts<'a> = (&'a ClipMeta, f64, Bytes<'a>, Bytes<'a>, Bytes<'a>, Bytes<'a>, Bytes<'a>);

// Values inside a record, by their place in it. Records are of known length, so none can reach outside.

#[inline(always)]
fn word<const N: usize>(record: &[u8; N], at: usize) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|i| record[at + i]))
}

#[inline(always)]
fn long<const N: usize>(record: &[u8; N], at: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|i| record[at + i]))
}

#[inline(always)]
fn number<const N: usize>(record: &[u8; N], at: usize) -> f64 {
    f64::from_bits(long(record, at))
}

#[inline(always)]
fn vector<const N: usize>(record: &[u8; N], at: usize) -> Vec3 {
    Vec3::new(number(record, at), number(record, at + 8), number(record, at + 16))
}

/// As stored; skeleton and clip check that it is a rotation.
#[inline(always)]
fn rotation<const N: usize>(record: &[u8; N], at: usize) -> Quat {
    let v = vector(record, at);
    Quat::new_unchecked(Quaternion::new(number(record, at + 24), v.x, v.y, v.z))
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

    /// The next `count` records of `size` bytes as a section of their own.
    fn part(&mut self, count: usize, size: usize) -> Result<Self> {
        let length = count.checked_mul(size).filter(|&length| length <= self.left.len());
        let Some(length) = length else { return Err(self.broken("ends too early")) };
        let (taken, left) = self.left.split_at(length);
        let part = Self { left: taken, ..*self };
        self.left = left;
        self.at += length as u64;
        Ok(part)
    }

    fn take_array<const N: usize>(&mut self) -> Result<&'a [u8; N]> {
        let part = self.part(1, N)?;
        part.left.first_chunk().ok_or_else(|| part.broken("ends too early"))
    }

    fn u32(&mut self) -> Result<u32> {
        Ok(word(self.take_array::<4>()?, 0))
    }

    fn u64(&mut self) -> Result<u64> {
        Ok(long(self.take_array::<8>()?, 0))
    }

    fn f64(&mut self) -> Result<f64> {
        Ok(number(self.take_array::<8>()?, 0))
    }

    fn index(&mut self) -> Result<usize> {
        let value = self.u64()?;
        usize::try_from(value).map_err(|_| self.broken("holds a number that is too large"))
    }

    /// Everything left, as records of `N` bytes; in parallel where they are many, each straight into its place.
    fn records<const N: usize, T: Send>(&self, read: impl Fn(&[u8; N]) -> T + Sync) -> Result<Vec<T>> {
        /// So many are read at a time.
        const PART: usize = 1 << 13;
        let (records, rest) = self.left.as_chunks::<N>();
        if !rest.is_empty() {
            return Err(self.broken("ends within a record"));
        }
        if records.len() <= PART {
            return Ok(records.iter().map(&read).collect());
        }
        Ok(records.par_iter().with_min_len(PART).map(&read).collect())
    }

    fn known_labels(&self, labels: impl ParallelIterator<Item = LabelSet>, label_count: usize) -> Result<()> {
        if labels.any(|set| label_count < MAX_LABELS && set.0 >> label_count != 0) {
            return Err(self.broken("names a label that does not exist"));
        }
        Ok(())
    }
}

//! [`read_graph`] and [`decode_graph`].

use super::bytes::{Bytes, long, number, rotation, vector, word};
use super::source::{PIECE, Reader, Section, Source};
use super::{ClipMeta, Meta, NAMES};
use crate::error::{Error, Place, Result};
use crate::math::{PlanarTransform, Vec3};
use crate::model::clip::ClipData;
use crate::model::labels::MAX_LABELS;
use crate::model::motion_graph::MotionGraphData;
use crate::model::{
    BodyPoint, Clip, ClipSet, EdgeKind, EndSite, GraphEdge, GraphNode, GridMinimum, Joint, JointIndex,
    Kernel, LabelSet, Marker, MotionGraph, Plant, Plants, Role, Roles, SetClip, SetRules, Skeleton, Sole,
    Thresholds, Track, Tuning,
};
use rayon::prelude::*;
use std::fs::File;
use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Reads a graph file; it may be replaced as soon as this returns.
///
/// ```
/// use surefoot::io::{encode_graph, read_graph, write_bytes};
/// # let graph = surefoot_sample::walk_graph()?;
///
/// # let folder = tempfile::tempdir()?;
/// let path = folder.path().join("walks.sfgraph");
/// write_bytes(&path, &encode_graph(&graph)?)?;
/// assert_eq!(read_graph(&path)?, graph);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Io`] if it cannot be read, [`Error::Format`] if it is not such a file, was cut short or changed, and
/// [`Error::Unsupported`] if a newer version wrote it.
pub fn read_graph(path: &Path) -> Result<MotionGraph> {
    let failed = |error: std::io::Error| Error::io(path, &error);
    let file = File::open(path).map_err(failed)?;
    let about = file.metadata().map_err(failed)?;
    if !about.is_file() {
        return Err(failed(std::io::Error::other("is not a regular file")));
    }
    decode(path, file, about.len())
}

/// As [`read_graph`], from bytes in memory; `path` names them in messages.
///
/// ```
/// use std::path::Path;
/// use surefoot::io::{decode_graph, encode_graph};
/// # let graph = surefoot_sample::walk_graph()?;
///
/// let mut bytes = encode_graph(&graph)?;
/// assert_eq!(decode_graph(Path::new("walks.sfgraph"), &bytes)?, graph);
/// let last = bytes.len() - 1;
/// bytes[last] ^= 1;
/// assert!(decode_graph(Path::new("walks.sfgraph"), &bytes).is_err(), "the checksum tells");
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// As [`read_graph`].
pub fn decode_graph(path: &Path, bytes: &[u8]) -> Result<MotionGraph> {
    decode(path, Cursor::new(bytes), bytes.len() as u64)
}

pub(super) fn decode(path: &Path, reader: impl Reader, length: u64) -> Result<MotionGraph> {
    // Among the threads of the pool from here on: to hand every piece over from outside would take longer.
    rayon::scope(|_| {
        let (mut source, sections) = Source::open(path, reader, length)?;
        let [names, .., minima, thresholds, nodes, edges] = &sections;
        let meta: Meta = serde_json::from_slice(&source.whole(names)?)
            .map_err(|e| Error::format(path, Place::Byte(names.at), format!("names: {e}")))?;
        let label_count = meta.labels.len();
        if label_count > MAX_LABELS {
            return Err(Error::format(path, Place::Byte(names.at), format!("{label_count} labels")));
        }
        let minima = read_minima(&mut source, minima)?;
        let content = source.whole(thresholds)?;
        let (thresholds, tuning) = read_thresholds(thresholds.bytes(&content), label_count)?;
        let nodes = read_nodes(&mut source, nodes, label_count)?;
        let edges = read_edges(&mut source, edges, label_count)?;
        let set = read_set(&mut source, meta, &sections)?;
        let (set, minima) = (Arc::new(set), Arc::new(minima));
        let data = MotionGraphData { set, minima, thresholds, tuning, nodes, edges };
        MotionGraph::new(data).map_err(|e| Error::format(path, Place::File, e.to_string()))
    })
}

fn read_minima<R: Reader>(source: &mut Source<'_, R>, section: &Section<'_>) -> Result<Vec<GridMinimum>> {
    source.records(section, |b: &[u8; 12]| GridMinimum {
        first: word(b, 0),
        second: word(b, 4),
        distance: f32::from_bits(word(b, 8)),
    })
}

fn read_nodes<R: Reader>(
    source: &mut Source<'_, R>,
    section: &Section<'_>,
    label_count: usize,
) -> Result<Vec<GraphNode>> {
    let has_unknown = AtomicBool::new(false);
    let nodes = source.records(section, |b: &[u8; 16]| GraphNode {
        clip: word(b, 0),
        frame: word(b, 4),
        cores: known(long(b, 8), label_count, &has_unknown),
    })?;
    if has_unknown.into_inner() { Err(section.broken(UNKNOWN_LABEL)) } else { Ok(nodes) }
}

fn read_edges<R: Reader>(
    source: &mut Source<'_, R>,
    section: &Section<'_>,
    label_count: usize,
) -> Result<Vec<GraphEdge>> {
    let has_unknown = AtomicBool::new(false);
    let edges = source.records(section, |b: &[u8; 48]| {
        let alignment = PlanarTransform { theta: number(b, 16), x0: number(b, 24), z0: number(b, 32) };
        let distance = number(b, 40);
        let kind =
            if distance < 0.0 { EdgeKind::Stretch } else { EdgeKind::Transition { alignment, distance } };
        let labels = known(long(b, 8), label_count, &has_unknown);
        GraphEdge { from: word(b, 0), to: word(b, 4), labels, kind }
    })?;
    if has_unknown.into_inner() { Err(section.broken(UNKNOWN_LABEL)) } else { Ok(edges) }
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

fn read_set<R: Reader>(
    source: &mut Source<'_, R>,
    meta: Meta,
    sections: &[Section<'_>; NAMES.len()],
) -> Result<ClipSet> {
    let [_, skeleton, clips, labels, plants, markers, ..] = sections;
    let Some(kernel) = Kernel::from_name(&meta.kernel) else {
        return Err(skeleton.broken(&format!("kernel '{}' is not known", meta.kernel)));
    };
    let content = source.whole(skeleton)?;
    let (skeleton, captured_offsets) = read_skeleton(&meta, skeleton.bytes(&content))?;
    let frames = (source.whole(labels)?, source.whole(plants)?);
    let (labels, plants) = (labels.bytes(&frames.0), plants.bytes(&frames.1));
    let ([frame_rate, minima_limit], clips) = read_clips(source, clips, &meta, &skeleton, labels, plants)?;
    Ok(ClipSet {
        clips,
        frame_rate,
        skeleton,
        markers: source.records(markers, |b: &[u8; 40]| Marker {
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

/// The clips, and the two numbers before them: frame rate and limit on minima.
fn read_clips<R: Reader>(
    source: &mut Source<'_, R>,
    section: &Section<'_>,
    meta: &Meta,
    skeleton: &Skeleton,
    mut labels: Bytes<'_>,
    mut plants: Bytes<'_>,
) -> Result<([f64; 2], Vec<SetClip>)> {
    /// Bytes of the two numbers.
    const NUMBERS: usize = 16;
    let early = || section.broken("ends too early");
    let mut left = section.length.checked_sub(NUMBERS).ok_or_else(early)?;
    // First where labels and plants of each clip lie, and which clips make up a piece.
    let (mut parts, mut groups, mut bytes) = (Vec::new(), Vec::new(), 0);
    for meta in &meta.clips {
        let sets = labels.part(meta.frame_count, 8)?;
        let plant_count = plants.index()?;
        parts.push(ClipParts { meta, labels: sets, plants: plants.part(plant_count, 24)? });
        let length = meta.byte_count(skeleton.joint_count()).filter(|&length| length <= left);
        let length = length.ok_or_else(early)?;
        (left, bytes) = (left - length, bytes + length);
        if bytes >= PIECE {
            groups.push((parts.len(), std::mem::take(&mut bytes)));
        }
    }
    groups.push((parts.len(), bytes));
    let lengths = std::iter::once(NUMBERS).chain(groups.iter().map(|group| group.1));
    let mut ends = groups.iter().map(|group| group.0);
    let (mut numbers, mut clips, mut at) = ([0.0; 2], Ok(Vec::with_capacity(parts.len())), section.at);
    source.pieces(section, lengths, |piece| {
        let bytes = Bytes { at, ..section.bytes(piece) };
        at += piece.len() as u64;
        if bytes.at == section.at {
            numbers = piece.first_chunk().map_or([0.0; 2], |b: &[u8; NUMBERS]| [number(b, 0), number(b, 8)]);
        } else if let (Some(end), Ok(done)) = (ends.next(), &mut clips) {
            let group = &parts[done.len()..end];
            match read_group(group, skeleton, numbers[0], meta.labels.len(), bytes) {
                Ok(group) => done.extend(group),
                Err(error) => clips = Err(error),
            }
        }
    })?;
    Ok((numbers, clips?))
}

/// What is known of a clip besides its motion.
struct ClipParts<'a> {
    meta: &'a ClipMeta,
    labels: Bytes<'a>,
    plants: Bytes<'a>,
}

/// Neighbouring clips, in parallel.
fn read_group(
    group: &[ClipParts<'_>],
    skeleton: &Skeleton,
    frame_rate: f64,
    label_count: usize,
    mut bytes: Bytes<'_>,
) -> Result<Vec<SetClip>> {
    let joints = skeleton.joint_count();
    let mut motions = Vec::with_capacity(group.len());
    for parts in group {
        let count = parts.meta.frame_count;
        let start = bytes.f64()?;
        let roots = bytes.part(count, 24)?;
        let rotations = bytes.part(count, 32 * joints)?;
        let tracks = bytes.part(count, 24 * (parts.meta.translations.len() + parts.meta.scales.len()))?;
        motions.push((parts, start, roots, rotations, tracks));
    }
    let one = |(parts, source_start, roots, rotations, mut tracks): (
        &ClipParts<'_>,
        _,
        Bytes<'_>,
        Bytes<'_>,
        Bytes<'_>,
    )| {
        let ClipParts { meta, labels, plants } = parts;
        let mut read_tracks = |joints: &[usize]| -> Result<Vec<Track>> {
            let one = |&joint: &usize| {
                let values = tracks.part(meta.frame_count, 24)?.records(|b: &[u8; 24]| vector(b, 0))?;
                Ok(Track { joint: JointIndex(joint), values })
            };
            joints.iter().map(one).collect()
        };
        let data = ClipData {
            name: meta.name.clone(),
            frame_rate,
            rotations: rotations.records(|b: &[u8; 32]| rotation(b, 0))?,
            root_positions: roots.records(|b: &[u8; 24]| vector(b, 0))?,
            translations: read_tracks(&meta.translations)?,
            scales: read_tracks(&meta.scales)?,
        };
        Ok(SetClip {
            clip: Clip::new(skeleton, data).map_err(|e| roots.broken(&e.to_string()))?,
            labels: read_labels(labels, label_count)?,
            plants: read_plants(plants, meta.frame_count)?,
            source: meta.source.clone(),
            source_start,
            is_mirrored: meta.is_mirrored,
        })
    };
    motions.into_par_iter().map(one).collect()
}

fn read_labels(bytes: &Bytes<'_>, label_count: usize) -> Result<Vec<LabelSet>> {
    let has_unknown = AtomicBool::new(false);
    let labels = bytes.records(|b: &[u8; 8]| known(long(b, 0), label_count, &has_unknown))?;
    if has_unknown.into_inner() { Err(bytes.broken(UNKNOWN_LABEL)) } else { Ok(labels) }
}

fn read_plants(bytes: &Bytes<'_>, frame_count: usize) -> Result<Plants> {
    let points: Vec<BodyPoint> = BodyPoint::all().collect();
    let plant = |b: &[u8; 24]| {
        let point = usize::try_from(long(b, 0)).ok().and_then(|p| points.get(p));
        let frames = word(b, 8) as usize..word(b, 12) as usize;
        point.map(|&point| Plant { point, frames, confidence: number(b, 16), position: None })
    };
    let plants: Option<Vec<Plant>> = bytes.records(plant)?.into_iter().collect();
    let plants = plants.ok_or_else(|| bytes.broken("names no point"))?;
    Plants::new(frame_count, plants).map_err(|e| bytes.broken(&e.to_string()))
}

const UNKNOWN_LABEL: &str = "names a label that does not exist";

/// Labels as stored; tells where one is not among those that have a name. Looked at here, where they are at hand: the edges
/// once more would be tens of megabytes.
#[inline(always)]
fn known(bits: u64, label_count: usize, has_unknown: &AtomicBool) -> LabelSet {
    if label_count < MAX_LABELS && bits >> label_count != 0 {
        has_unknown.store(true, Ordering::Relaxed);
    }
    LabelSet(bits)
}

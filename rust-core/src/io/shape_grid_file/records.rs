//! Records of shape grid files.

use super::{MAGIC, VERSION};
use crate::error::{Error, Place, Result};
use crate::model::JointIndex;
use crate::model::shape_grid::{CorrectionRun, ShapeAxis, ShapeGridHead, ShapeNode, ShapeNote, ShapePart};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Bytes before the records, and before the content of each.
const START: usize = 12;
const RECORD: usize = 12;
/// Stands for the root's path.
const ROOT: u32 = u32::MAX;

#[derive(Serialize, Deserialize)]
struct HeadMeta {
    axes: Vec<AxisMeta>,
    clip: String,
    frame_count: usize,
    joint_count: usize,
    // As text: JSON numbers are read as doubles by many programs.
    clip_print: String,
    skeleton_print: String,
    body_print: String,
    move_joints: bool,
    settings: String,
}

#[derive(Serialize, Deserialize)]
struct AxisMeta {
    part: String,
    /// As text: a JSON number may come back rounded.
    girths: Vec<String>,
}

pub(super) fn head_bytes(head: &ShapeGridHead) -> Result<Vec<u8>> {
    let hex = |value: u64| format!("{value:016x}");
    let meta = HeadMeta {
        axes: head
            .axes
            .iter()
            .map(|axis| AxisMeta {
                part: axis.part.name().to_owned(),
                girths: axis.girths.iter().map(f64::to_string).collect(),
            })
            .collect(),
        clip: head.clip.clone(),
        frame_count: head.frame_count,
        joint_count: head.joint_count,
        clip_print: hex(head.clip_print),
        skeleton_print: hex(head.skeleton_print),
        body_print: hex(head.body_print),
        move_joints: head.move_joints,
        settings: head.settings.clone(),
    };
    serde_json::to_vec(&meta).map_err(|error| Error::invalid("shape grid", error.to_string()))
}

pub(super) fn parse_head(path: &Path, bytes: &[u8]) -> Result<ShapeGridHead> {
    let broken = |text: String| Error::format(path, Place::Byte(START as u64), text);
    let meta: HeadMeta = serde_json::from_slice(bytes).map_err(|e| broken(format!("head: {e}")))?;
    let number = |text: &str| {
        u64::from_str_radix(text, 16).map_err(|_| broken(format!("head: '{text}' is no number")))
    };
    let axes = meta.axes.iter().map(|axis| {
        let part = ShapePart::from_name(&axis.part);
        let part = part.ok_or_else(|| broken(format!("head: '{}' is no part of a body", axis.part)))?;
        let girth = |text: &String| text.parse().map_err(|_| broken(format!("head: '{text}' is no girth")));
        let girths = axis.girths.iter().map(girth).collect::<Result<_>>()?;
        Ok(ShapeAxis { part, girths })
    });
    let head = ShapeGridHead {
        axes: axes.collect::<Result<_>>()?,
        clip: meta.clip,
        frame_count: meta.frame_count,
        joint_count: meta.joint_count,
        clip_print: number(&meta.clip_print)?,
        skeleton_print: number(&meta.skeleton_print)?,
        body_print: number(&meta.body_print)?,
        move_joints: meta.move_joints,
        settings: meta.settings,
    };
    head.check().map_err(|error| broken(error.to_string()))?;
    Ok(head)
}

pub(super) fn node_bytes(index: usize, node: &ShapeNode) -> Result<Vec<u8>> {
    let short = |value: usize| {
        u32::try_from(value)
            .map_err(|_| Error::invalid("shape grid", format!("{value} does not fit the file")))
    };
    let mut out = Vec::new();
    out.extend_from_slice(&short(index)?.to_le_bytes());
    node.depths.iter().for_each(|depth| out.extend_from_slice(&depth.to_le_bytes()));
    out.extend_from_slice(&short(node.notes.len())?.to_le_bytes());
    for note in &node.notes {
        for text in [note.code.as_str(), &note.text, note.about.as_deref().unwrap_or_default()] {
            out.extend_from_slice(&short(text.len())?.to_le_bytes());
            out.extend_from_slice(text.as_bytes());
        }
    }
    for run in &node.runs {
        let joint = run.joint.map_or(Ok(ROOT), |joint| short(joint.0))?;
        for value in [joint, short(run.first)?, short(run.values.len())?] {
            out.extend_from_slice(&value.to_le_bytes());
        }
        run.values.iter().flatten().for_each(|value| out.extend_from_slice(&value.to_le_bytes()));
    }
    Ok(out)
}

/// The node of a record; `None` if it is damaged. Whether it fits the clip is for its head to say.
pub(super) fn parse_node(record: &[u8]) -> Option<(usize, ShapeNode)> {
    let mut rest = record;
    let index = take_u32(&mut rest)? as usize;
    let depths = [f64::from_le_bytes(take(&mut rest)?), f64::from_le_bytes(take(&mut rest)?)];
    let mut notes = Vec::new();
    for _ in 0..take_u32(&mut rest)? {
        let mut note = ShapeNote::default();
        (note.code, note.text) = (take_text(&mut rest)?, take_text(&mut rest)?);
        note.about = Some(take_text(&mut rest)?).filter(|about| !about.is_empty());
        notes.push(note);
    }
    let mut runs = Vec::new();
    while !rest.is_empty() {
        let joint = Some(take_u32(&mut rest)?).filter(|joint| *joint != ROOT);
        let (first, count) = (take_u32(&mut rest)? as usize, take_u32(&mut rest)? as usize);
        let (values, after) = rest.split_at_checked(count.checked_mul(12)?)?;
        rest = after;
        let (values, _) = values.as_chunks::<12>();
        let number = |value: &[u8; 12], at: usize| f32::from_le_bytes(std::array::from_fn(|i| value[at + i]));
        let values =
            values.iter().map(|value| [number(value, 0), number(value, 4), number(value, 8)]).collect();
        runs.push(CorrectionRun { joint: joint.map(|joint| JointIndex(joint as usize)), first, values });
    }
    Some((index, ShapeNode { depths, notes, runs }))
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, after) = rest.split_first_chunk::<N>()?;
    *rest = after;
    Some(*taken)
}

fn take_u32(rest: &mut &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(take(rest)?))
}

fn take_text(rest: &mut &[u8]) -> Option<String> {
    let length = take_u32(rest)? as usize;
    let (text, after) = rest.split_at_checked(length)?;
    *rest = after;
    String::from_utf8(text.to_vec()).ok()
}

pub(super) fn add_record(out: &mut Vec<u8>, content: &[u8]) {
    let length = (content.len() as u64).to_le_bytes();
    let mut sum = crc32fast::Hasher::new();
    sum.update(&length);
    sum.update(content);
    out.extend_from_slice(&length);
    out.extend_from_slice(&sum.finalize().to_le_bytes());
    out.extend_from_slice(content);
}

/// The records of a file, one after the other.
pub(super) struct Records<'a> {
    path: &'a Path,
    bytes: &'a [u8],
    /// Where the next record starts.
    pub(super) at: usize,
}

impl<'a> Records<'a> {
    /// Checks magic and version.
    pub(super) fn open(path: &'a Path, bytes: &'a [u8], magic: &[u8; 8]) -> Result<Self> {
        let mut rest = bytes;
        if take(&mut rest).as_ref() != Some(magic) {
            let what = if magic == MAGIC { "a shape grid (.sfshape)" } else { "the journal of a shape grid" };
            return Err(Error::format(path, Place::Byte(0), format!("is not {what}")));
        }
        let version = take_u32(&mut rest);
        if version.is_some_and(|version| version != VERSION) {
            let text =
                format!("has another version than {VERSION}, which this program reads; build the grid again");
            return Err(Error::Unsupported { path: path.to_owned(), text });
        }
        version.ok_or_else(|| Error::format(path, Place::Byte(8), "ends within its head"))?;
        Ok(Self { path, bytes, at: START })
    }

    /// The next record and where it starts; `None` at the end.
    ///
    /// # Errors
    /// [`Error::Format`] if it is cut short or changed. `at` is still its start then.
    pub(super) fn next(&mut self) -> Result<Option<(usize, &'a [u8])>> {
        let at = self.at;
        let broken = |text: &str| Error::format(self.path, Place::Byte(at as u64), text);
        let mut rest = &self.bytes[at..];
        if rest.is_empty() {
            return Ok(None);
        }
        let cut = || broken("ends within a record; the file was cut short");
        let length: [u8; 8] = take(&mut rest).ok_or_else(cut)?;
        let sum = take_u32(&mut rest).ok_or_else(cut)?;
        let content = usize::try_from(u64::from_le_bytes(length)).ok().and_then(|length| rest.get(..length));
        let content = content.ok_or_else(cut)?;
        let mut found = crc32fast::Hasher::new();
        found.update(&length);
        found.update(content);
        if found.finalize() != sum {
            return Err(broken("has a record whose checksum is wrong; the file is damaged"));
        }
        self.at = at + RECORD + content.len();
        Ok(Some((at, content)))
    }
}

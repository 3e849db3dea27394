//! Writes edits into a copy of the source text. Numbers that did not change keep their characters.

use super::Layout;
use super::digits::Style;
use super::header::{Channel, Header};
use super::motion::Motion;
use super::read::frame_rate;
use super::rows::{JointRow, joint_rows};
use crate::error::{Error, Result};
use crate::io::document::{Convention, Document, Encoded, Note};
use crate::math::{Quat, Vec3};
use crate::model::{Clip, Skeleton};
use std::ops::Range;

/// Rotations and translations this close are the ones that were read; far below what a file's digits can tell.
const SAME: f64 = 1e-12;
/// Decimals of changed degrees and file units, also where the source has fewer: with 7 a planted foot read back is within
/// 0.1 µm of its place, with 5 it was off by more than a second cleanup lets pass.
const LEAST_DECIMALS: usize = 7;

/// Encodes the source with its clip replaced. Joints and frames that are as they were read keep their characters;
/// edited rotations become the angles nearest to the source's. A joint gains channels where its own cannot hold the
/// edit.
pub(in crate::io) fn encode_edited(layout: &Layout, document: &Document, clips: &[Clip]) -> Result<Encoded> {
    let [clip] = clips else {
        return Err(Error::Length {
            what: "edited clips of a BVH file".into(),
            expected: 1,
            actual: clips.len(),
        });
    };
    let header = &layout.header;
    if clip.joint_count() != header.joints.len() || document.skeleton.joint_count() != header.joints.len() {
        return Err(Error::Length {
            what: format!("{}: joints of the edited clip", document.path.display()),
            expected: header.joints.len(),
            actual: clip.joint_count(),
        });
    }
    let edit = Edit {
        layout,
        path: &document.path,
        rows: joint_rows(header),
        convention: document.convention,
        motion: FileMotion::new(&document.skeleton, clip, document.convention),
    };
    let mut notes = scale_warnings(&document.skeleton, clip);
    let columns = edit.columns(&mut notes);
    let mut bytes = edit.edited_header(&columns);
    if clip.frame_count() == header.frame_count {
        edit.write_over(&columns, &mut bytes)?;
    } else {
        edit.write_anew(&columns, &mut bytes)?;
    }
    Ok(Encoded { bytes, notes })
}

/// What BVH cannot hold of a clip's scales.
pub(super) fn scale_warnings(skeleton: &Skeleton, clip: &Clip) -> Vec<Note> {
    let scaled = clip.scales().iter().find(|track| {
        let rest = skeleton.rest_scale(track.joint);
        track.values.iter().any(|value| (value - rest).norm() > 1e-6)
    });
    let text = |joint: &str| format!("BVH has no scale; the animated scale of joint '{joint}' is left out");
    scaled.map(|track| Note::warning("scale-lost", text(skeleton.name(track.joint)))).into_iter().collect()
}

/// A clip in the file's unit and axes.
struct FileMotion<'a> {
    skeleton: &'a Skeleton,
    clip: &'a Clip,
    track_of_joint: Vec<Option<usize>>,
    turn_back: Quat,
    unit_metres: f64,
}

impl<'a> FileMotion<'a> {
    fn new(skeleton: &'a Skeleton, clip: &'a Clip, convention: Convention) -> Self {
        let mut track_of_joint = vec![None; clip.joint_count()];
        for (index, track) in clip.translations().iter().enumerate() {
            track_of_joint[track.joint.0] = Some(index);
        }
        Self {
            skeleton,
            clip,
            track_of_joint,
            turn_back: convention.up_axis.to_y_up().inverse(),
            unit_metres: convention.unit_metres,
        }
    }

    fn rotation(&self, frame: usize, joint: usize) -> Quat {
        let rotation = self.clip.rotations()[frame * self.clip.joint_count() + joint];
        if joint == 0 { self.turn_back * rotation } else { rotation }
    }

    fn translation(&self, frame: usize, joint: usize) -> Vec3 {
        let metres = match self.track_of_joint[joint] {
            _ if joint == 0 => self.turn_back * self.clip.root_positions()[frame],
            Some(track) => self.clip.translations()[track].values[frame],
            None => self.skeleton.rest_offsets()[joint],
        };
        metres / self.unit_metres
    }
}

/// One number per frame of the edited file.
struct Column {
    joint: usize,
    channel: Channel,
    /// Its place in the source's rows.
    source: Option<usize>,
}

struct Edit<'a> {
    layout: &'a Layout,
    path: &'a std::path::Path,
    rows: Vec<JointRow>,
    convention: Convention,
    motion: FileMotion<'a>,
}

impl Edit<'_> {
    fn header(&self) -> &Header {
        &self.layout.header
    }

    fn source_motion(&self) -> Motion<'_> {
        Motion::new(self.path, &self.layout.bytes, &self.layout.header)
    }

    /// Whether the clip's rotation is the one the source's row gives.
    fn keeps_rotation(&self, frame: usize, joint: usize, row: &[f64]) -> bool {
        let (a, b) = (self.motion.rotation(frame, joint).coords, self.rows[joint].rotation(row).coords);
        (a - b).amax() <= SAME || (a + b).amax() <= SAME
    }

    fn keeps_translation(&self, frame: usize, joint: usize, row: &[f64]) -> bool {
        let source = self.rows[joint].translation(row);
        (self.motion.translation(frame, joint) - source).amax()
            <= SAME * (1.0 / self.convention.unit_metres + source.amax())
    }

    fn angles(&self, frame: usize, joint: usize, near: [f64; 3]) -> [f64; 3] {
        let near = near.map(f64::to_radians);
        self.rows[joint].order.to_angles_near(&self.motion.rotation(frame, joint), near).map(f64::to_degrees)
    }

    /// The source's columns, and those that the edits need besides: positions go before a joint's own, as most
    /// files have them, rotations behind.
    fn columns(&self, notes: &mut Vec<Note>) -> Vec<Column> {
        let header = self.header();
        let (needs_positions, needs_rotations) = self.needed_channels();
        let mut order: Vec<usize> = (0..header.joints.len()).collect();
        // Joints without channels stand before the next joint's row, in the order of the text.
        order.sort_by_key(|&joint| {
            let own = &header.joints[joint];
            (own.first_channel, own.channels_text.as_ref().map_or(own.offset_end, |text| text.start))
        });
        let mut columns = Vec::with_capacity(header.channel_count);
        let mut gained = Vec::new();
        for joint in order {
            let own = &header.joints[joint];
            let before = columns.len();
            let missing = |kind: fn(usize) -> Channel, needed: bool| {
                (0..3).map(kind).filter(move |channel| needed && !own.channels.contains(channel))
            };
            let new = |channel| Column { joint, channel, source: None };
            columns.extend(missing(Channel::Position, needs_positions[joint]).map(new));
            columns.extend(own.channels.iter().enumerate().map(|(index, &channel)| Column {
                joint,
                channel,
                source: Some(own.first_channel + index),
            }));
            // Behind the joint's own, in the order in which `JointRow` takes them to be.
            columns.extend(missing(Channel::Rotation, needs_rotations[joint]).map(new));
            if columns.len() > before + own.channels.len() {
                gained.push(own.name.as_str());
            }
        }
        if !gained.is_empty() {
            let text = format!("channels were added to hold the edits of: {}", gained.join(", "));
            notes.push(Note::warning("channels-added", text));
        }
        columns
    }

    /// For each joint, whether a frame of the clip needs all positions and whether one needs all rotations.
    fn needed_channels(&self) -> (Vec<bool>, Vec<bool>) {
        let joint_count = self.rows.len();
        let channel_count = self.header().channel_count;
        let (mut positions, mut rotations) = (vec![false; joint_count], vec![false; joint_count]);
        let mut fitted = vec![0.0; channel_count + 1];
        for (joint, row) in self.rows.iter().enumerate() {
            let full_positions = row.positions.iter().all(Option::is_some);
            let full_rotations = row.angles.iter().all(|&slot| slot < channel_count);
            for frame in 0..self.motion.clip.frame_count() {
                if !full_positions && !positions[joint] {
                    let difference = self.motion.translation(frame, joint) - Vec3::from(row.offset);
                    positions[joint] = (0..3).any(|axis| {
                        let tolerance = SAME * (1.0 / self.convention.unit_metres + row.offset[axis].abs());
                        row.positions[axis].is_none() && difference[axis].abs() > tolerance
                    });
                }
                if !full_rotations && !rotations[joint] {
                    let angles = self.angles(frame, joint, [0.0; 3]);
                    for (slot, angle) in row.angles.iter().zip(angles) {
                        fitted[*slot] = angle;
                    }
                    fitted[channel_count] = 0.0;
                    // A millionth of a degree is what the digits of the file tell apart.
                    rotations[joint] =
                        row.rotation(&fitted).angle_to(&self.motion.rotation(frame, joint)) > 1e-7;
                }
            }
        }
        (positions, rotations)
    }

    /// The source's text up to the first frame, with frame count, frame time and CHANNELS lines as the clip needs.
    fn edited_header(&self, columns: &[Column]) -> Vec<u8> {
        let header = self.header();
        let source = &self.layout.bytes;
        let clip = self.motion.clip;
        let mut edits: Vec<(Range<usize>, String)> = Vec::new();
        let mut channels: Vec<Vec<Channel>> = vec![Vec::new(); header.joints.len()];
        for column in columns {
            channels[column.joint].push(column.channel);
        }
        for (joint, channels) in header.joints.iter().zip(&channels) {
            if channels.len() == joint.channels.len() {
                continue;
            }
            let names: Vec<&str> = channels.iter().map(|channel| channel.name()).collect();
            let text = format!("{} {}", names.len(), names.join(" "));
            edits.push(match &joint.channels_text {
                Some(range) => (range.clone(), text),
                None => {
                    let indent = self.line_start(joint.offset_end);
                    (joint.offset_end..joint.offset_end, format!("{}{indent}CHANNELS {text}", self.newline()))
                }
            });
        }
        if clip.frame_count() != header.frame_count {
            edits.push((header.frame_count_text.clone(), clip.frame_count().to_string()));
        }
        let time_text = header.frame_time_text.clone();
        if clip.frame_rate() != frame_rate(header.frame_time, &source[time_text.clone()]) {
            let text = format!("{:.10}", clip.frame_time());
            // Ten decimals are none for a frame time in nanoseconds.
            let text = if clip.frame_time() < 1e-4 { format!("{:e}", clip.frame_time()) } else { text };
            edits.push((time_text.clone(), text));
        }
        edits.sort_by_key(|(range, _)| range.start);
        let mut out = Vec::with_capacity(source.len() + source.len() / 8);
        let mut at = 0;
        for (range, text) in edits {
            out.extend_from_slice(&source[at..range.start]);
            out.extend_from_slice(text.as_bytes());
            at = range.end;
        }
        out.extend_from_slice(&source[at..time_text.end]);
        out
    }

    fn newline(&self) -> &'static str {
        let source = &self.layout.bytes;
        let crlf =
            source.iter().position(|&b| b == b'\n').is_some_and(|at| at > 0 && source[at - 1] == b'\r');
        if crlf { "\r\n" } else { "\n" }
    }

    /// The white space that begins the line of a byte.
    fn line_start(&self, at: usize) -> String {
        let source = &self.layout.bytes;
        let start = source[..at].iter().rposition(|&b| b == b'\n').map_or(0, |newline| newline + 1);
        let blanks = source[start..].iter().take_while(|b| matches!(b, b' ' | b'\t'));
        blanks.map(|&b| char::from(b)).collect()
    }

    /// Frames of the same number: each number stays where it is, and as it is unless its joint changed.
    fn write_over(&self, columns: &[Column], out: &mut Vec<u8>) -> Result<()> {
        let header = self.header();
        let source = &self.layout.bytes;
        let styles = self.styles();
        let mut row = vec![0.0; header.channel_count + 1];
        let mut spans = vec![0..0; header.channel_count];
        let (mut values, mut texts) = (self.source_motion(), self.source_motion());
        let mut row_end = header.frame_time_text.end;
        let mut changed = vec![Changed::default(); header.joints.len()];
        for frame in 0..header.frame_count {
            values.read_row(&mut row[..header.channel_count])?;
            texts.read_spans(&mut spans);
            for (joint, changed) in changed.iter_mut().enumerate() {
                let near = self.rows[joint].angles.map(|slot| row[slot]);
                let moved = !self.keeps_translation(frame, joint, &row);
                let turned = !self.keeps_rotation(frame, joint, &row);
                changed.angles = turned.then(|| self.angles(frame, joint, near));
                changed.translation = moved.then(|| self.motion.translation(frame, joint));
            }
            for (index, column) in columns.iter().enumerate() {
                // The white space before each number stays too; numbers that were added have a blank.
                out.extend_from_slice(match column.source {
                    _ if index == 0 => &source[row_end..spans[0].start],
                    Some(slot) if slot > 0 => &source[spans[slot - 1].end..spans[slot].start],
                    _ => b" ",
                });
                let joint = &self.rows[column.joint];
                match (changed[column.joint].value(joint, column.channel), column.source) {
                    (Some(value), _) => styles.of(column.channel).push(value, out),
                    (None, Some(slot)) => out.extend_from_slice(&source[spans[slot].clone()]),
                    (None, None) => {
                        let value = match column.channel {
                            Channel::Position(axis) => joint.translation(&row)[axis],
                            Channel::Rotation(_) => 0.0,
                        };
                        styles.of(column.channel).push(value, out);
                    }
                }
            }
            row_end = spans.last().map_or(row_end, |span| span.end);
        }
        out.extend_from_slice(&source[row_end..]);
        Ok(())
    }

    /// Another number of frames: one line each, angles nearest to those of the line before.
    fn write_anew(&self, columns: &[Column], out: &mut Vec<u8>) -> Result<()> {
        let header = self.header();
        let styles = self.styles();
        let mut row = vec![0.0; header.channel_count + 1];
        if header.frame_count > 0 {
            self.source_motion().read_row(&mut row[..header.channel_count])?;
        }
        let mut angles: Vec<[f64; 3]> =
            self.rows.iter().map(|joint| joint.angles.map(|slot| row[slot])).collect();
        out.extend_from_slice(self.newline().as_bytes());
        for frame in 0..self.motion.clip.frame_count() {
            for (joint, angles) in angles.iter_mut().enumerate() {
                *angles = self.angles(frame, joint, *angles);
            }
            for (index, column) in columns.iter().enumerate() {
                if index > 0 {
                    out.push(b' ');
                }
                let changed = Changed {
                    angles: Some(angles[column.joint]),
                    translation: Some(self.motion.translation(frame, column.joint)),
                };
                let value = changed.value(&self.rows[column.joint], column.channel).unwrap_or(0.0);
                styles.of(column.channel).push(value, out);
            }
            out.extend_from_slice(self.newline().as_bytes());
        }
        Ok(())
    }

    fn styles(&self) -> Styles {
        let header = self.header();
        let source = &self.layout.bytes;
        let mut texts = self.source_motion();
        let mut spans = vec![0..0; header.channel_count];
        let mut kinds: [Vec<Range<usize>>; 2] = [Vec::new(), Vec::new()];
        // A few frames tell the style; the first may be a rest pose of round numbers.
        for _ in 0..header.frame_count.min(4) {
            texts.read_spans(&mut spans);
            for joint in &header.joints {
                for (index, channel) in joint.channels.iter().enumerate() {
                    let span = spans[joint.first_channel + index].clone();
                    kinds[usize::from(matches!(channel, Channel::Rotation(_)))].push(span);
                }
            }
        }
        let style = |spans: &[Range<usize>]| {
            Style::of(spans.iter().map(|span| &source[span.clone()]), LEAST_DECIMALS)
        };
        Styles { positions: style(&kinds[0]), rotations: style(&kinds[1]) }
    }
}

struct Styles {
    positions: Style,
    rotations: Style,
}

impl Styles {
    fn of(&self, channel: Channel) -> Style {
        match channel {
            Channel::Position(_) => self.positions,
            Channel::Rotation(_) => self.rotations,
        }
    }
}

/// What differs from the source for one joint in one frame: degrees in the joint's order, file units.
#[derive(Debug, Clone, Copy, Default)]
struct Changed {
    angles: Option<[f64; 3]>,
    translation: Option<Vec3>,
}

impl Changed {
    fn value(&self, joint: &JointRow, channel: Channel) -> Option<f64> {
        match channel {
            Channel::Position(axis) => self.translation.map(|translation| translation[axis]),
            Channel::Rotation(axis) => {
                let place = joint.order.axes().iter().position(|&a| a == axis)?;
                self.angles.map(|angles| angles[place])
            }
        }
    }
}

//! From the text to a [`Document`].

use super::Layout;
use super::estimate;
use super::header::{Header, Site, parse_header};
use super::motion::Motion;
use super::rows::{JointRow, joint_rows};
use crate::error::{Error, Place, Result};
use crate::io::document::{Convention, Document, Format, Note, ReadOptions, Source, UnitOrigin, UpAxis};
use crate::io::extras::Extras;
use crate::math::{Quat, Vec3};
use crate::model::clip::ClipData;
use crate::model::{Clip, EndSite, Joint, JointIndex, Skeleton, Track};
use std::path::Path;
use std::sync::Arc;

/// Reads a BVH file.
///
/// # Errors
/// [`Error::Format`] with the line.
pub(in crate::io) fn read(path: &Path, bytes: &[u8], options: &ReadOptions) -> Result<Document> {
    let header = parse_header(path, bytes)?;
    let rows = joint_rows(&header);
    let mut motion = Motion::new(path, bytes, &header);
    motion.check_size()?;
    let mut arrays = Arrays::new(&header, &rows);
    let mut row = vec![0.0; header.channel_count + 1];
    for frame in 0..header.frame_count {
        motion.read_row(&mut row[..header.channel_count])?;
        arrays.push(&rows, &row, frame);
    }
    motion.finish()?;

    let mut notes = Vec::new();
    let body = estimate::Body::new(&header, &arrays.rotations, &arrays.root_positions, &arrays.translations);
    let up_axis = options.up_axis.unwrap_or_else(|| estimate::up_axis(&body, &mut notes));
    let (unit_metres, unit_origin) = match options.unit_metres {
        Some(unit) => (unit, UnitOrigin::Given),
        None => {
            let (unit, reason) = estimate::unit_metres(&body);
            let text = match body.stature() * unit {
                height if height > 0.0 => format!("{reason}, which makes the body about {height:.2} m tall"),
                _ => reason,
            };
            notes.push(Note::warning("unit-estimated", text));
            (unit, UnitOrigin::Estimated)
        }
    };
    arrays.convert(up_axis, unit_metres);
    let broken = |error: Error| match error {
        Error::Format { .. } => error,
        // The arrays were checked while reading: only numbers that overflow in metres come here.
        other => Error::format(path, Place::Line(motion.frame_line()), other.to_string()),
    };
    let skeleton = skeleton(&header, up_axis, unit_metres).map_err(broken)?;
    let name = path.file_stem().map_or_else(|| "clip".into(), |stem| stem.to_string_lossy().into_owned());
    let text = &bytes[header.frame_time_text.clone()];
    let frame_rate = options.frame_rate.unwrap_or_else(|| frame_rate(header.frame_time, text));
    let clip = Clip::new(&skeleton, arrays.into_data(name, frame_rate)).map_err(broken)?;
    Ok(Document {
        path: path.to_owned(),
        format: Format::Bvh,
        skeleton,
        clips: vec![clip],
        skins: Vec::new(),
        convention: Convention { unit_metres, unit_origin, up_axis },
        notes,
        extras: Extras::default(),
        source: Source::Bvh(Box::new(Layout { bytes: Arc::from(bytes), header })),
    })
}

/// Frames per second of a frame time, given with its text.
///
/// Frame times are printed with few digits (`.0083333`): where a usual rate prints as this text, it is meant.
pub(super) fn frame_rate(frame_time: f64, text: &[u8]) -> f64 {
    const USUAL: [f64; 25] = [
        24.0,
        25.0,
        30.0,
        48.0,
        50.0,
        60.0,
        72.0,
        75.0,
        90.0,
        100.0,
        120.0,
        144.0,
        150.0,
        180.0,
        200.0,
        240.0,
        250.0,
        300.0,
        360.0,
        480.0,
        500.0,
        24e3 / 1001.0,
        30e3 / 1001.0,
        60e3 / 1001.0,
        120e3 / 1001.0,
    ];
    let rate = 1.0 / frame_time;
    let decimals = text.iter().position(|&b| b == b'.').map_or(0, |dot| text.len() - dot - 1);
    if !text.iter().all(|b| b.is_ascii_digit() || *b == b'.') || decimals > 18 {
        return rate;
    }
    // A whole unit of the last digit, for some tools cut digits off instead of rounding.
    let last_digit = 10f64.powi(-(decimals as i32));
    let fits =
        |usual: &f64| (1.0 / usual - frame_time).abs() < last_digit && (usual / rate - 1.0).abs() < 5e-3;
    USUAL.into_iter().find(fits).unwrap_or(rate)
}

fn skeleton(header: &Header, up_axis: UpAxis, unit_metres: f64) -> Result<Skeleton> {
    let joints = header.joints.iter().map(|joint| {
        let mut out = Joint::new(
            joint.name.clone(),
            joint.parent.map(JointIndex),
            Vec3::from(joint.offset) * unit_metres,
        );
        if joint.parent.is_none() {
            out.rest_rotation = up_axis.to_y_up();
            out.rest_offset = out.rest_rotation * out.rest_offset;
        }
        out
    });
    let site = |&(joint, offset): &Site| EndSite {
        joint: JointIndex(joint),
        offset: Vec3::from(offset) * unit_metres,
    };
    // Many exporters end every chain with a site at the joint itself, which says nothing about the body.
    let sites = header.end_sites.iter().filter(|(_, offset)| *offset != [0.0; 3]).map(site);
    Skeleton::new(joints.collect(), sites.collect())
}

/// The clip's arrays, first in the file's unit and axes.
struct Arrays {
    joint_count: usize,
    rotations: Vec<Quat>,
    root_positions: Vec<Vec3>,
    translations: Vec<Track>,
}

impl Arrays {
    fn new(header: &Header, rows: &[JointRow]) -> Self {
        let frame_count = header.frame_count;
        let animated = rows.iter().enumerate().skip(1).filter(|(_, row)| row.has_positions());
        Self {
            joint_count: rows.len(),
            rotations: vec![Quat::identity(); frame_count * rows.len()],
            root_positions: Vec::with_capacity(frame_count),
            translations: animated
                .map(|(joint, _)| Track { joint: JointIndex(joint), values: Vec::with_capacity(frame_count) })
                .collect(),
        }
    }

    fn push(&mut self, rows: &[JointRow], row: &[f64], frame: usize) {
        let first = frame * self.joint_count;
        for (out, joint) in self.rotations[first..first + self.joint_count].iter_mut().zip(rows) {
            if joint.has_rotation {
                *out = joint.rotation(row);
            }
        }
        self.root_positions.push(rows[0].translation(row));
        for track in &mut self.translations {
            track.values.push(rows[track.joint.0].translation(row));
        }
    }

    fn convert(&mut self, up_axis: UpAxis, unit_metres: f64) {
        let turn = up_axis.to_y_up();
        if up_axis != UpAxis::Y {
            for rotation in self.rotations.iter_mut().step_by(self.joint_count) {
                *rotation = turn * *rotation;
            }
        }
        self.root_positions.iter_mut().for_each(|p| *p = turn * (*p * unit_metres));
        for track in &mut self.translations {
            track.values.iter_mut().for_each(|v| *v *= unit_metres);
        }
    }

    fn into_data(self, name: String, frame_rate: f64) -> ClipData {
        ClipData {
            name,
            frame_rate,
            rotations: self.rotations,
            root_positions: self.root_positions,
            translations: self.translations,
            scales: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_digits_still_mean_a_usual_rate() {
        for (text, rate) in [
            (".0083333", 120.0),
            ("0.0083333", 120.0),
            ("0.008342", 120e3 / 1001.0),
            ("0.0333333", 30.0),
            ("0.033333", 30.0),
            ("0.033367", 30e3 / 1001.0),
            ("0.041667", 24.0),
            ("0.0166667", 60.0),
            ("0.04", 25.0),
            ("0.0177", 1.0 / 0.0177),
            ("0.03", 1.0 / 0.03),
            ("1", 1.0),
            ("8.33333e-3", 1.0 / 8.33333e-3),
        ] {
            assert_eq!(frame_rate(text.parse().unwrap(), text.as_bytes()), rate, "{text}");
        }
    }
}

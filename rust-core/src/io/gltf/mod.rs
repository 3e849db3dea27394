//! glTF 2.0 and GLB: the skeleton, all animations as clips, skinned meshes; edits patched into a copy of the file.

mod clips;
mod container;
mod create;
mod edits;
mod file;
mod json_text;
mod patch;
mod rig;
mod sample;
mod schema;
mod skin;

pub(super) use create::encode_new;
pub(super) use patch::encode_edited;

use super::document::{Convention, Document, Format, ReadOptions, Source as AnySource, UnitOrigin, UpAxis};
use crate::error::{Error, Result};
use std::path::Path;

/// What is kept of a glTF file to write edits back.
#[derive(Debug, Clone)]
pub(super) struct Source {
    file: file::File,
    rig: rig::Rig,
    /// One per clip.
    timings: Vec<clips::Timing>,
}

pub(super) fn read(path: &Path, bytes: &[u8], options: &ReadOptions) -> Result<Document> {
    let file = file::File::new(path, bytes)?;
    let mut warnings = Vec::new();
    for (option, value) in [("unit_metres", options.unit_metres), ("frame_rate", options.frame_rate)] {
        if let Some(value) = value.filter(|v| !(v.is_finite() && *v > 0.0)) {
            return Err(Error::OptionOutOfRange {
                option: option.into(),
                value: value.to_string(),
                allowed: "a positive number".into(),
            });
        }
    }
    let convention = Convention {
        unit_metres: options.unit_metres.unwrap_or(1.0),
        unit_origin: options.unit_metres.map_or(UnitOrigin::Standard, |_| UnitOrigin::Given),
        up_axis: options.up_axis.unwrap_or(UpAxis::Y),
    };
    let outer = (convention.up_axis.to_y_up(), convention.unit_metres);
    let (rig, skeleton) = rig::Rig::new(&file, outer, &mut warnings)?;
    let mut budget = clips::Budget::new(&file);
    let (clips, timings) = clips::read_clips(&file, &rig, &skeleton, options.frame_rate, &mut budget)?;
    let skins = skin::read_skins(&file, &rig, &skeleton, &mut budget, &mut warnings)?;
    Ok(Document {
        path: path.to_owned(),
        format: if file.container.is_binary { Format::Glb } else { Format::Gltf },
        skeleton,
        clips,
        skins,
        convention,
        warnings,
        source: AnySource::Gltf(Box::new(Source { file, rig, timings })),
    })
}

/// The numbers as JSON, each with the digits of its exact value, so that reading gives the same f32 back.
fn json_numbers(numbers: &[f32]) -> serde_json::Value {
    numbers.iter().map(|&x| f64::from(x)).collect()
}

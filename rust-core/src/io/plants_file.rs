//! Plants as a JSON file that a person can edit.
//!
//! ```json
//! {"frame_count": 120, "plants": [
//!   {"point": "left_toe", "first": 3, "end": 40, "confidence": 0.93, "position": [0.1, 0.0, 1.2]}
//! ]}
//! ```
//!
//! `end` is the frame after the last. `confidence` (1 if left out) and `position` (metres, Y up) are optional; other
//! keys are ignored.

use crate::error::{Error, Place, Result};
use crate::math::Vec3;
use crate::model::{BodyPoint, Plant, Plants};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::Path;

#[derive(Debug, Deserialize)]
struct File {
    frame_count: usize,
    plants: Vec<Entry>,
}

#[derive(Debug, Deserialize)]
struct Entry {
    point: String,
    first: usize,
    end: usize,
    #[serde(default = "certain")]
    confidence: f64,
    position: Option<[f64; 3]>,
}

/// Plants set by hand are certain.
fn certain() -> f64 {
    1.0
}

/// Reads the plants of a clip of `frame_count` frames.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read; [`Error::Format`] with the line where it is not such a file, names an
/// unknown point, was made for another number of frames, or holds plants that no clip can have.
pub fn read_plants(path: &Path, frame_count: usize) -> Result<Plants> {
    let text = std::fs::read_to_string(path).map_err(|e| Error::io(path, &e))?;
    parse_plants(path, &text, frame_count)
}

/// As [`read_plants`], from text; `path` names it in messages.
///
/// # Errors
/// As [`read_plants`].
pub fn parse_plants(path: &Path, text: &str, frame_count: usize) -> Result<Plants> {
    let file: File =
        serde_json::from_str(text).map_err(|e| Error::format(path, Place::Line(e.line()), e.to_string()))?;
    if file.frame_count != frame_count {
        return Err(Error::format(
            path,
            Place::File,
            format!("was made for a clip of {} frames, this one has {frame_count}", file.frame_count),
        ));
    }
    let plants = file
        .plants
        .into_iter()
        .enumerate()
        .map(|(i, entry)| {
            let point = BodyPoint::from_name(&entry.point).ok_or_else(|| {
                let known = BodyPoint::all().map(BodyPoint::name).collect::<Vec<_>>().join(", ");
                let text =
                    format!("plant {}: no point is called '{}'; use one of {known}", i + 1, entry.point);
                Error::format(path, Place::File, text)
            })?;
            Ok(Plant {
                point,
                frames: entry.first..entry.end,
                confidence: entry.confidence,
                position: entry.position.map(Vec3::from),
            })
        })
        .collect::<Result<Vec<_>>>()?;
    Plants::new(frame_count, plants).map_err(|e| Error::format(path, Place::File, e.to_string()))
}

/// The file's content, one plant a line.
pub fn encode_plants(plants: &Plants) -> String {
    let lines: Vec<String> = plants.iter().map(|plant| format!("  {}", entry(plant))).collect();
    let body = if lines.is_empty() { String::new() } else { format!("\n{}\n", lines.join(",\n")) };
    format!("{{\"frame_count\": {}, \"plants\": [{body}]}}\n", plants.frame_count())
}

/// The file's content as a value, to be put into other JSON.
pub fn plants_to_json(plants: &Plants) -> Value {
    json!({ "frame_count": plants.frame_count(), "plants": plants.iter().map(entry).collect::<Vec<_>>() })
}

fn entry(plant: &Plant) -> Value {
    let mut value = json!({
        "point": plant.point.name(),
        "first": plant.frames.start,
        "end": plant.frames.end,
        // Four digits: a confidence is not measured more finely, and the file stays readable.
        "confidence": (plant.confidence * 1e4).round() / 1e4,
    });
    if let (Some(position), Some(object)) = (plant.position, value.as_object_mut()) {
        object.insert("position".into(), json!(position.as_slice()));
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Plants> {
        parse_plants(Path::new("p.json"), text, 10)
    }

    #[test]
    fn plants_survive_a_round_trip() {
        let plant = |name: &str, frames, position| Plant {
            point: BodyPoint::from_name(name).unwrap(),
            frames,
            confidence: 0.93,
            position,
        };
        let plants = vec![
            plant("left_toe", 0..4, None),
            plant("right_fingertips", 2..10, Some(Vec3::new(0.1, -2.5, 1.0 / 3.0))),
        ];
        let plants = Plants::new(10, plants).unwrap();
        assert_eq!(parse(&encode_plants(&plants)).unwrap(), plants);
        assert_eq!(parse(&plants_to_json(&plants).to_string()).unwrap(), plants);
        assert_eq!(parse(&encode_plants(&Plants::none(10))).unwrap(), Plants::none(10));
    }

    #[test]
    fn optional_and_foreign_keys_are_fine() {
        let text =
            r#"{"frame_count":10,"tool":"x","plants":[{"point":"left_toe","first":3,"end":4,"note":"n"}]}"#;
        assert_eq!(parse(text).unwrap().as_slice()[0].confidence, 1.0);
    }

    #[test]
    fn every_mistake_is_named() {
        let refused = |text: &str| parse(text).unwrap_err().to_string();
        let one = |entry: &str| format!("{{\"frame_count\":10,\n\"plants\":[{{{entry}}}]}}");
        assert!(refused("").contains("p.json: line"));
        assert!(refused("{\"frame_count\":10,\n\"plants\":[1]}").contains("line 2"));
        assert!(refused(&one(r#""point":"left_toe","first":3"#)).contains("missing field `end`"));
        assert!(refused(&one(r#""point":"left_toe","first":-3,"end":4"#)).contains("line 2"));
        assert!(refused(&one(r#""point":"tail","first":3,"end":4"#)).contains("left_ankle, left_heel"));
        assert!(
            refused(&one(r#""point":"left_toe","first":3,"end":11"#)).contains("past the clip's 10 frames")
        );
        assert!(refused(&one(r#""point":"left_toe","first":4,"end":4"#)).contains("no frame"));
        assert!(refused(r#"{"frame_count":12,"plants":[]}"#).contains("12 frames, this one has 10"));
        let twice = r#"{"frame_count":10,"plants":[{"point":"left_toe","first":3,"end":6},{"point":"left_toe","first":5,"end":8}]}"#;
        assert!(refused(twice).contains("overlaps 3..6"));
    }
}

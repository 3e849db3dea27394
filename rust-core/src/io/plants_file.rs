//! Plants as a JSON file that a person can edit.
//!
//! ```json
//! {"frame_count": 120, "plants": [
//!   {"point": "left_toe", "first": 3, "end": 40, "confidence": 0.93, "position": [0.1, 0.0, 1.2]}
//! ]}
//! ```
//!
//! `end` is the frame after the last. `confidence` (1 if left out) and `position` (metres, Y up) are optional; other
//! keys are ignored, with a warning unless they start with `_`. The whole format: `docs/files/plants.md`.

use crate::error::{Error, Place, Result};
use crate::math::Vec3;
use crate::model::{BodyPoint, Clip, Note, Plant, Plants, Skeleton, standing_height};
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

/// Plants from a file, and what a person should look at in it.
#[derive(Debug, Clone, PartialEq)]
pub struct PlantsFile {
    /// The plants.
    pub plants: Plants,
    /// `unknown-key` for keys that mean nothing here, with the key that may have been meant.
    pub notes: Vec<Note>,
}

/// Reads the plants of `clip`, with notes, and refuses positions that cannot belong to it.
///
/// ```
/// use surefoot::io::{encode_plants, read_plants_of, write_bytes};
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// # let folder = tempfile::tempdir()?;
/// let path = folder.path().join("plants.json");
/// write_bytes(&path, encode_plants(&walk.plants).as_bytes())?;
/// let file = read_plants_of(&path, &skeleton, &walk.clip)?;
/// assert_eq!((file.plants.len(), file.notes.len()), (walk.plants.len(), 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`read_plants`]; [`Error::Format`] for a position more than 10 m and 10 body heights from the root's path;
/// [`Error::Length`] if the clip is for another skeleton.
pub fn read_plants_of(path: &Path, skeleton: &Skeleton, clip: &Clip) -> Result<PlantsFile> {
    let text = super::read_file::read_text(path)?;
    parse_plants_of(path, &text, skeleton, clip)
}

/// As [`read_plants_of`], from text; `path` names it in messages.
///
/// ```
/// use std::path::Path;
/// use surefoot::io::parse_plants_of;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
/// # let clip = walk.clip.slice(0..60)?;
///
/// let text = r#"{"frame_count": 60, "plants": [
///     {"point": "left_toe", "first": 3, "end": 40, "confidnce": 0.5}
/// ]}"#;
/// let file = parse_plants_of(Path::new("plants.json"), text, &skeleton, &clip)?;
/// assert_eq!(file.plants.as_slice()[0].confidence, 1.0);
/// assert_eq!(file.notes[0].code, "unknown-key");
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// As [`read_plants_of`].
pub fn parse_plants_of(path: &Path, text: &str, skeleton: &Skeleton, clip: &Clip) -> Result<PlantsFile> {
    clip.check_skeleton(skeleton)?;
    let plants = parse_plants(path, text, clip.frame_count())?;
    let limit = MAX_DISTANCE.max(MAX_HEIGHTS * standing_height(skeleton));
    for plant in plants.iter() {
        let Some(position) = plant.position else { continue };
        let path_of_root = &clip.root_positions()[plant.frames.clone()];
        let distance = path_of_root.iter().map(|p| (position - p).norm()).fold(f64::INFINITY, f64::min);
        if distance > limit {
            let [x, y, z] = <[f64; 3]>::from(position);
            let (first, end) = (plant.frames.start, plant.frames.end);
            let text = format!(
                "plant {} {first}..{end}: position [{x}, {y}, {z}] is {} from the character; positions are in \
                 metres, Y up, in the world of the clip; leave the position out to keep the point where it is",
                plant.point,
                if distance < 1e3 { format!("{distance:.0} m") } else { format!("{:.0} km", distance / 1e3) },
            );
            return Err(Error::format(path, Place::File, text));
        }
    }
    Ok(PlantsFile { plants, notes: unknown_keys(text) })
}

/// Metres, and body heights: a position further from the root is a slip of unit or axis, not a place to stand.
const MAX_DISTANCE: f64 = 10.0;
const MAX_HEIGHTS: f64 = 10.0;

const FILE_KEYS: [&str; 2] = ["frame_count", "plants"];
const PLANT_KEYS: [&str; 5] = ["point", "first", "end", "confidence", "position"];

/// One warning for each key that means nothing. `text` is known to be a plants file.
fn unknown_keys(text: &str) -> Vec<Note> {
    let Ok(Value::Object(file)) = serde_json::from_str(text) else { return Vec::new() };
    let mut out: Vec<Note> = Vec::new();
    let mut check = |key: &str, known: &[&str], place: &str| {
        if known.contains(&key) || key.starts_with('_') {
            return;
        }
        let mut text = format!("{place}: the key '{key}' is not known and was ignored");
        let near = known.iter().max_by(|a, b| similarity(key, a).total_cmp(&similarity(key, b)));
        match near.filter(|near| similarity(key, near) > NEAR) {
            Some(near) => text.push_str(&format!("; did you mean '{near}'?")),
            None => text.push_str("; keys of your own may start with '_'"),
        }
        // A slip of the keyboard is often copied: the first place is enough.
        if !out.iter().any(|w| w.text.contains(&format!("the key '{key}'"))) {
            out.push(Note::warning("unknown-key", text));
        }
    };
    for (key, value) in &file {
        check(key, &FILE_KEYS, "the file");
        for (i, plant) in value.as_array().into_iter().flatten().enumerate().filter(|_| key == "plants") {
            for key in plant.as_object().into_iter().flat_map(|p| p.keys()) {
                check(key, &PLANT_KEYS, &format!("plant {}", i + 1));
            }
        }
    }
    out
}

/// Names closer than this are taken for one another.
const NEAR: f64 = 0.6;

/// 1 for the same letters in the same order, 0 for nothing in common.
fn similarity(a: &str, b: &str) -> f64 {
    strsim::normalized_damerau_levenshtein(&a.to_lowercase(), b)
}

/// Reads the plants of a clip of `frame_count` frames. [`read_plants_of`] checks more and gives notes.
///
/// ```
/// use surefoot::io::{encode_plants, read_plants};
/// # use surefoot::Plants;
/// # let plants = Plants::none(100);
///
/// # let folder = tempfile::tempdir()?;
/// let path = folder.path().join("plants.json");
/// std::fs::write(&path, encode_plants(&plants))?;
/// assert_eq!(read_plants(&path, 100)?, plants);
/// assert!(read_plants(&path, 99).is_err(), "they are of another clip");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Io`] if the file cannot be read; [`Error::Format`] with the line where it is not such a file, names an
/// unknown point, was made for another number of frames, or holds plants that no clip can have.
pub fn read_plants(path: &Path, frame_count: usize) -> Result<Plants> {
    let text = super::read_file::read_text(path)?;
    parse_plants(path, &text, frame_count)
}

/// As [`read_plants`], from text; `path` names it in messages.
///
/// ```
/// use std::path::Path;
/// use surefoot::io::parse_plants;
///
/// let text = r#"{"frame_count": 60, "plants": [{"point": "left_toe", "first": 3, "end": 40}]}"#;
/// let plants = parse_plants(Path::new("plants.json"), text, 60)?;
/// assert_eq!(plants.as_slice()[0].frames, 3..40);
/// # Ok::<(), surefoot::Error>(())
/// ```
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
            format!("was made for a clip of {} frames, but this clip has {frame_count}", file.frame_count),
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
///
/// ```
/// use std::path::Path;
/// use surefoot::io::{encode_plants, parse_plants};
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let text = encode_plants(&walk.plants);
/// let again = parse_plants(Path::new("plants.json"), &text, walk.clip.frame_count())?;
/// assert_eq!(again.len(), walk.plants.len());
/// # Ok::<(), surefoot::Error>(())
/// ```
pub fn encode_plants(plants: &Plants) -> String {
    let lines: Vec<String> = plants.iter().map(|plant| format!("  {}", entry(plant))).collect();
    let body = if lines.is_empty() { String::new() } else { format!("\n{}\n", lines.join(",\n")) };
    format!("{{\"frame_count\": {}, \"plants\": [{body}]}}\n", plants.frame_count())
}

/// The file's content as a value, to be put into other JSON.
///
/// ```
/// use surefoot::Plants;
/// use surefoot::io::plants_to_json;
///
/// assert_eq!(plants_to_json(&Plants::none(12))["frame_count"], 12);
/// ```
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

    /// A walk whose root goes from the origin, and its first ten frames.
    fn walker() -> (Skeleton, Clip) {
        let skeleton = crate::sample::biped_skeleton(&Default::default()).unwrap();
        let clip = crate::sample::walk(&skeleton, &Default::default()).unwrap().clip.slice(0..10).unwrap();
        (skeleton, clip)
    }

    #[test]
    fn misspelt_keys_are_warned_about_with_the_key_that_was_meant() {
        let (skeleton, clip) = walker();
        let notes = |text: &str| {
            let file = parse_plants_of(Path::new("p.json"), text, &skeleton, &clip).unwrap();
            assert_eq!(file.plants, parse(text).unwrap());
            file.notes.into_iter().map(|w| w.text).collect::<Vec<_>>()
        };
        let two = r#"{"frame_count":10,"tool":"x","_by":"me","plants":[
            {"point":"left_toe","first":1,"end":2},
            {"point":"left_toe","first":3,"end":4,"postion":[0,0,0],"Confidence":1,"_why":"kick"},
            {"point":"left_toe","first":5,"end":6,"postion":[0,0,0]}]}"#;
        let found = notes(two);
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(found[0].contains("the file: the key 'tool'") && found[0].contains("'_'"), "{found:?}");
        assert!(found[1].starts_with("plant 2: the key 'postion'"), "{found:?}");
        assert!(found[1].ends_with("did you mean 'position'?"), "{found:?}");
        assert!(found[2].ends_with("did you mean 'confidence'?"), "{found:?}");
        assert!(notes(&encode_plants(&parse(two).unwrap())).is_empty());
    }

    #[test]
    fn positions_far_from_the_clip_are_refused() {
        let (skeleton, clip) = walker();
        let read = |position: &str| {
            let text = format!(
                r#"{{"frame_count":10,"plants":[{{"point":"left_toe","first":3,"end":4,"position":{position}}}]}}"#
            );
            parse_plants_of(Path::new("p.json"), &text, &skeleton, &clip)
        };
        assert!(read("[0.1, 0, 3]").is_ok());
        let refused = |position: &str| read(position).unwrap_err().to_string();
        let text = refused("[0, 0, 9000]");
        assert!(text.contains("p.json") && text.contains("left_toe 3..4") && text.contains("9 km"), "{text}");
        assert!(refused("[0, 25, 0]").contains("metres, Y up"));
        for odd in ["[NaN, 0, 0]", "[1e999, 0, 0]", "[0, 0]", "[null, 0, 0]", "\"here\""] {
            assert!(refused(odd).contains("p.json: line 1"), "{odd}: {}", refused(odd));
        }
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
        assert!(refused(r#"{"frame_count":12,"plants":[]}"#).contains("12 frames, but this clip has 10"));
        let twice = r#"{"frame_count":10,"plants":[{"point":"left_toe","first":3,"end":6},{"point":"left_toe","first":5,"end":8}]}"#;
        assert!(refused(twice).contains("overlaps 3..6"));
    }
}

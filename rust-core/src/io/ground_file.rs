//! Ground from a small JSON file: a plane, a height field or triangles. Metres, Y up. The whole format:
//! `docs/files/ground.md`.

use crate::error::{Error, Place, Result};
use crate::math::Vec3;
use crate::model::Ground;
use serde::Deserialize;
use std::path::Path;

/// The file's content: exactly one of the kinds.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum GroundFile {
    /// `{"level": 0.02}`
    Level(f64),
    /// `{"plane": {"normal": [0, 1, 0.1], "offset": 0}}`: points with `normal · p = offset`.
    Plane { normal: [f64; 3], offset: f64 },
    /// `{"height_field": {"origin": [x, z], "spacing": 0.1, "columns": 50, "heights": […]}}`, row after row along z.
    HeightField { origin: [f64; 2], spacing: f64, columns: usize, heights: Vec<f64> },
    /// `{"mesh": {"points": [[x, y, z], …], "triangles": [[0, 1, 2], …]}}`
    Mesh { points: Vec<[f64; 3]>, triangles: Vec<[u32; 3]> },
}

/// Reads a ground file.
///
/// ```
/// use surefoot::Ground;
/// use surefoot::io::read_ground;
///
/// # let folder = tempfile::tempdir()?;
/// let path = folder.path().join("floor.json");
/// std::fs::write(&path, r#"{"level": 0.02}"#)?;
/// assert_eq!(read_ground(&path)?, Ground::level(0.02));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Io`] if it cannot be read; [`Error::Format`] with the line if it is not such a file, or with the reason if
/// its values make no ground.
pub fn read_ground(path: &Path) -> Result<Ground> {
    let text = super::read_file::read_text(path)?;
    parse_ground(path, &text)
}

/// As [`read_ground`], from text; `path` names it in messages.
///
/// ```
/// use std::path::Path;
/// use surefoot::io::parse_ground;
///
/// let text = r#"{"height_field": {"origin": [0, 0], "spacing": 1, "columns": 2, "heights": [0, 0, 1, 1]}}"#;
/// let stairs = parse_ground(Path::new("stairs.json"), text)?;
/// assert_eq!(stairs.footing(0.0, 1.0, 0.0).map(|f| f.height), Some(1.0));
/// assert!(parse_ground(Path::new("stairs.json"), r#"{"levle": 1}"#).is_err());
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// As [`read_ground`].
pub fn parse_ground(path: &Path, text: &str) -> Result<Ground> {
    let file: GroundFile = serde_json::from_str(text).map_err(|e| {
        Error::format(
            path,
            Place::Line(e.line()),
            format!("{e}; a ground file holds one of level, plane, height_field, mesh"),
        )
    })?;
    let ground = match file {
        GroundFile::Level(height) => Ground::plane(Vec3::y(), height),
        GroundFile::Plane { normal, offset } => Ground::plane(Vec3::from(normal), offset),
        GroundFile::HeightField { origin, spacing, columns, heights } => {
            Ground::height_field(origin, spacing, columns, heights)
        }
        GroundFile::Mesh { points, triangles } => {
            let points: Vec<Vec3> = points.into_iter().map(Vec3::from).collect();
            Ground::mesh(&points, &triangles)
        }
    };
    ground.map_err(|e| Error::format(path, Place::File, e.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn height(text: &str) -> f64 {
        parse_ground(Path::new("g.json"), text).unwrap().footing(0.5, 0.5, 1.0).unwrap().height
    }

    #[test]
    fn each_kind_is_read() {
        assert_eq!(height(r#"{"level": 0.25}"#), 0.25);
        assert_eq!(height(r#"{"plane": {"normal": [0, 2, 0], "offset": 1}}"#), 0.5);
        let field =
            r#"{"height_field": {"origin": [0, 0], "spacing": 1, "columns": 2, "heights": [0, 1, 0, 1]}}"#;
        assert_eq!(height(field), 0.5);
        let mesh = r#"{"mesh": {"points": [[0, 1, 0], [0, 1, 2], [2, 1, 0]], "triangles": [[0, 1, 2]]}}"#;
        assert_eq!(height(mesh), 1.0);
    }

    #[test]
    fn what_is_no_ground_is_refused_with_the_line() {
        for bad in [
            "",
            "{}",
            "{\n\"slope\": 1}",
            r#"{"level": "low"}"#,
            r#"{"plane": {"normal": [1, 0, 0], "offset": 0}}"#,
            r#"{"plane": {"normal": [0, 1, 0], "offset": 0, "slope": 2}}"#,
            r#"{"plane": {"normal": [0, 1, 0], "ofset": 0}}"#,
            r#"{"height_field": {"origin": [0, 0], "spacing": 1, "columns": 2, "heights": [0, 1, 0]}}"#,
            r#"{"mesh": {"points": [[0, 1, 0]], "triangles": [[0, 1, 2]]}}"#,
            r#"{"level": 0, "level": 1}"#,
        ] {
            let error = parse_ground(Path::new("g.json"), bad).unwrap_err().to_string();
            assert!(error.starts_with("g.json: "), "{error}");
        }
    }
}

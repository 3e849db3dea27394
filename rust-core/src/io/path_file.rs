//! A path over the floor as a small JSON file. Metres, Y up; heights are left out.
//!
//! ```json
//! {"points": [[0, 0, 0], [0, 0, 6], [4, 0, 8]], "styles": [{"label": "walk", "end": 5}, {"label": "sneak"}]}
//! ```
//!
//! `bezier` in place of `points` holds control points of cubic pieces: 4, 7, 10 and so on. `styles` come in the order
//! of the path; `end` is the arc length at which a style ends, and the last one needs none. The label `any` stands for
//! any motion.

use crate::error::{Error, Place, Result};
use crate::math::Vec3;
use crate::model::FloorPath;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Name of the style that is any motion.
pub const ANY_STYLE: &str = "any";

/// The style of one part of a path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PathStyle {
    /// Name of the label, or `any`.
    pub label: String,
    /// Arc length at which it ends, metres; `None` for the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<f64>,
}

/// The content of a path file.
///
/// ```
/// use std::path::Path;
/// use surefoot::io::{PathFile, parse_path};
///
/// let file = PathFile { points: vec![[0.0; 3], [0.0, 0.0, 6.0]], bezier: vec![], styles: vec![] };
/// assert_eq!(file.path()?.length(), 6.0);
/// assert_eq!(parse_path(Path::new("path.json"), &file.encode())?, file);
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PathFile {
    /// Corners of a poly-line; empty if `bezier` is given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<[f64; 3]>,
    /// Control points of cubic pieces; empty if `points` are given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bezier: Vec<[f64; 3]>,
    /// Styles in the order of the path; may be empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub styles: Vec<PathStyle>,
}

impl PathFile {
    /// The path.
    ///
    /// # Errors
    /// As [`FloorPath::polyline`] and [`FloorPath::bezier`].
    pub fn path(&self) -> Result<FloorPath> {
        let points = |list: &[[f64; 3]]| list.iter().map(|&p| Vec3::from(p)).collect::<Vec<_>>();
        if self.bezier.is_empty() {
            FloorPath::polyline(&points(&self.points))
        } else {
            FloorPath::bezier(&points(&self.bezier))
        }
    }

    /// The file's content.
    pub fn encode(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

/// Reads a path file and checks it.
///
/// ```
/// use surefoot::io::read_path;
///
/// # let folder = tempfile::tempdir()?;
/// let path = folder.path().join("path.json");
/// std::fs::write(&path, r#"{"points": [[0, 0, 0], [0, 0, 6], [4, 0, 6]]}"#)?;
/// assert_eq!(read_path(&path)?.path()?.length(), 10.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Io`] if it cannot be read; [`Error::Format`] with the line where it is not such a file, or what is wrong
/// with its points or styles.
pub fn read_path(path: &Path) -> Result<PathFile> {
    parse_path(path, &super::read_file::read_text(path)?)
}

/// As [`read_path`], from text; `path` names it in messages.
///
/// ```
/// use std::path::Path;
/// use surefoot::io::parse_path;
///
/// let text = r#"{"points": [[0, 0, 0], [0, 0, 9]], "styles": [{"label": "walk", "end": 5}, {"label": "sneak"}]}"#;
/// let file = parse_path(Path::new("path.json"), text)?;
/// assert_eq!((file.styles[0].end, file.styles[1].label.as_str()), (Some(5.0), "sneak"));
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// As [`read_path`].
pub fn parse_path(path: &Path, text: &str) -> Result<PathFile> {
    let file: PathFile = serde_json::from_str(text).map_err(|e| {
        let text =
            format!("{e}; a path file holds points (or bezier) as [x, y, z] in metres, and may hold styles");
        Error::format(path, Place::Line(e.line()), text)
    })?;
    let fail = |text: String| Err(Error::format(path, Place::File, text));
    if file.points.is_empty() == file.bezier.is_empty() {
        return fail("give either points or bezier".into());
    }
    let floor = file.path().map_err(|e| Error::format(path, Place::File, e.to_string()))?;
    let mut start = 0.0;
    for (i, style) in file.styles.iter().enumerate() {
        let is_last = i + 1 == file.styles.len();
        match style.end {
            Some(end) if end > start && (is_last || end < floor.length()) => start = end,
            Some(end) => {
                return fail(format!(
                    "style {i} ('{}') ends at {end} m; it must end after {start} m and before the path's end at {:.3} m",
                    style.label,
                    floor.length()
                ));
            }
            None if is_last => {}
            None => {
                return fail(format!("style {i} ('{}') needs an end, in metres along the path", style.label));
            }
        }
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_styles_survive_a_round_trip() {
        let style = |label: &str, end| PathStyle { label: label.into(), end };
        let file = PathFile {
            points: vec![[0.0, 0.0, 0.0], [0.1, 0.0, 6.25], [1.0 / 3.0, 2.0, 20.0]],
            bezier: vec![],
            styles: vec![
                style("walk", Some(3.0)),
                style("sneak", Some(6.0)),
                style("walk", Some(0.1 + 9.0)),
                style("run", Some(12.0)),
                style("any", None),
            ],
        };
        let read = parse_path(Path::new("p.json"), &file.encode()).unwrap();
        assert_eq!(read, file);
        assert!((read.path().unwrap().length() - file.path().unwrap().length()).abs() < 1e-12);
        let curve = r#"{"bezier": [[0, 0, 0], [2, 0, 0], [2, 0, 2], [4, 0, 2]]}"#;
        assert!(parse_path(Path::new("p.json"), curve).unwrap().path().unwrap().length() > 4.0);
    }

    #[test]
    fn mistakes_are_named() {
        for (bad, word) in [
            ("", "line"),
            ("{\n\"point\": []}", "line 2"),
            ("{}", "either points or bezier"),
            (r#"{"points": [[0, 0, 0]]}"#, "two different points"),
            (r#"{"points": [[0, 0], [1, 1]]}"#, "line 1"),
            (r#"{"bezier": [[0, 0, 0], [1, 0, 0], [2, 0, 0]]}"#, "3 control points"),
            (
                r#"{"points": [[0, 0, 0], [0, 0, 5]], "styles": [{"label": "a"}, {"label": "b"}]}"#,
                "style 0 ('a') needs",
            ),
            (
                r#"{"points": [[0, 0, 0], [0, 0, 5]], "styles": [{"label": "a", "end": 7}, {"label": "b"}]}"#,
                "at 5.000 m",
            ),
            (
                r#"{"points": [[0, 0, 0], [0, 0, 5]], "styles": [{"label": "a", "end": 2}, {"label": "b", "end": 1}]}"#,
                "after 2 m",
            ),
        ] {
            let error = parse_path(Path::new("p.json"), bad).unwrap_err().to_string();
            assert!(error.contains("p.json") && error.contains(word), "{bad}: {error}");
        }
    }
}

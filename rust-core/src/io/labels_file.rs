//! Labels of clips as a JSON file that a person can edit (KO-37).
//!
//! ```json
//! {"clips": [{"clip": "walk_01", "labels": [{"label": "walk", "first": 0, "end": 120}], "group": "stage"}]}
//! ```
//!
//! `end` is the frame after the last. Clips that are not named, or named without `labels`, have none. Clips of different
//! groups are never compared; clips without a group are compared with all.

use crate::error::{Error, Place, Result};
use crate::model::{LabelSpan, Labels};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct File {
    clips: Vec<Entry>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Entry {
    clip: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    labels: Option<Vec<Span>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    group: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Span {
    label: String,
    first: usize,
    end: usize,
}

/// The content of a labels file.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelFile {
    path: PathBuf,
    file: File,
}

/// Reads a labels file.
///
/// # Errors
/// [`Error::Io`] if it cannot be read; [`Error::Format`] with the line where it is not such a file or names a clip
/// twice.
pub fn read_labels(path: &Path) -> Result<LabelFile> {
    let text = std::fs::read_to_string(path).map_err(|e| Error::io(path, &e))?;
    parse_labels(path, &text)
}

/// As [`read_labels`], from text; `path` names it in messages.
///
/// # Errors
/// As [`read_labels`].
pub fn parse_labels(path: &Path, text: &str) -> Result<LabelFile> {
    let file: File =
        serde_json::from_str(text).map_err(|e| Error::format(path, Place::Line(e.line()), e.to_string()))?;
    for (i, entry) in file.clips.iter().enumerate() {
        if file.clips[..i].iter().any(|e| e.clip == entry.clip) {
            return Err(Error::format(path, Place::File, format!("clip '{}' is named twice", entry.clip)));
        }
    }
    Ok(LabelFile { path: path.to_owned(), file })
}

impl LabelFile {
    /// The file of these clips' labels.
    pub fn new<'a>(path: &Path, clips: impl Iterator<Item = (&'a str, &'a Labels)>) -> Self {
        let span = |s: &LabelSpan| Span { label: s.label.clone(), first: s.frames.start, end: s.frames.end };
        let clips = clips
            .map(|(clip, labels)| Entry {
                clip: clip.to_owned(),
                labels: Some(labels.spans().iter().map(span).collect()),
                group: None,
            })
            .collect();
        Self { path: path.to_owned(), file: File { clips } }
    }

    /// Labels of the clip of that name; `None` if the file does not name it.
    ///
    /// # Errors
    /// [`Error::Format`] if a span does not fit a clip of `frame_count` frames.
    pub fn labels(&self, clip: &str, frame_count: usize) -> Result<Option<Labels>> {
        let entry = self.file.clips.iter().find(|e| e.clip == clip);
        let Some(spans) = entry.and_then(|e| e.labels.as_ref()) else { return Ok(None) };
        let spans = spans.iter().map(|s| LabelSpan { label: s.label.clone(), frames: s.first..s.end });
        Labels::new(frame_count, spans.collect())
            .map(Some)
            .map_err(|e| Error::format(&self.path, Place::File, format!("clip '{clip}': {e}")))
    }

    /// The group of the clip of that name, from 1 in the order in which the file names them; 0 if it has none.
    pub fn group(&self, clip: &str) -> u32 {
        let mut names: Vec<&str> = Vec::new();
        for entry in &self.file.clips {
            let Some(name) = entry.group.as_deref() else { continue };
            let place = names.iter().position(|n| *n == name).unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            });
            if entry.clip == clip {
                return place as u32 + 1;
            }
        }
        0
    }

    /// Clips the file names.
    pub fn clips(&self) -> impl Iterator<Item = &str> {
        self.file.clips.iter().map(|e| e.clip.as_str())
    }

    /// The file's content.
    pub fn encode(&self) -> String {
        serde_json::to_string_pretty(&self.file).unwrap_or_default() + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_survive_a_round_trip_and_mistakes_are_named() {
        // KO-37 T1.
        let path = Path::new("l.json");
        let span = |label: &str, frames| LabelSpan { label: label.into(), frames };
        let labels = Labels::new(10, vec![span("walk", 0..4), span("sneak", 3..10)]).unwrap();
        let file = LabelFile::new(path, std::iter::once(("a", &labels)));
        let read = parse_labels(path, &file.encode()).unwrap();
        assert_eq!(read, file);
        assert_eq!(read.labels("a", 10).unwrap(), Some(labels));
        assert_eq!(read.labels("b", 10).unwrap(), None);
        assert!(read.labels("a", 9).unwrap_err().to_string().contains("clip 'a'"));
        assert!(parse_labels(path, "{\n1").unwrap_err().to_string().contains("line 2"));
        let grouped = r#"{"clips": [{"clip": "a", "group": "x"}, {"clip": "b", "labels": []},
            {"clip": "c", "group": "y"}, {"clip": "d", "group": "x"}]}"#;
        let grouped = parse_labels(path, grouped).unwrap();
        assert_eq!(["a", "b", "c", "d", "e"].map(|clip| grouped.group(clip)), [1, 0, 2, 1, 0]);
        assert_eq!(grouped.labels("a", 10).unwrap(), None);
        assert_eq!(grouped.labels("b", 10).unwrap().unwrap().spans(), []);
        let twice = r#"{"clips": [{"clip": "a", "labels": []}, {"clip": "a", "labels": []}]}"#;
        assert!(parse_labels(path, twice).unwrap_err().to_string().contains("twice"));
    }
}

//! Labels of clips as a JSON file that a person can edit.
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
use std::collections::{HashMap, HashSet};
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

/// What a labels file says of one clip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClipLabels {
    /// The clip's name.
    pub clip: String,
    /// Its labels; `None` where the file leaves them open.
    pub labels: Option<Vec<LabelSpan>>,
    /// The name of its group, if it has one.
    pub group_name: Option<String>,
}

/// The content of a labels file.
///
/// ```
/// use std::path::Path;
/// use surefoot::io::{ClipLabels, LabelFile};
/// use surefoot::model::LabelSpan;
///
/// let walk = LabelSpan { label: "walk".into(), frames: 0..120 };
/// let clip = ClipLabels { clip: "walk_01".into(), labels: Some(vec![walk]), group_name: Some("stage".into()) };
/// let file = LabelFile::new(Path::new("labels.json"), vec![clip])?;
/// assert_eq!((file.group("walk_01"), file.group("run_01")), (1, 0));
/// assert!(file.labels("walk_01", 120)?.is_some());
/// assert!(file.encode().contains("stage"));
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct LabelFile {
    path: PathBuf,
    clips: Vec<ClipLabels>,
    /// The number of each clip's group.
    groups: Vec<u32>,
}

/// Reads a labels file.
///
/// ```
/// use surefoot::io::read_labels;
///
/// # let folder = tempfile::tempdir()?;
/// let path = folder.path().join("labels.json");
/// std::fs::write(&path, r#"{"clips": [{"clip": "walk_01", "labels": [{"label": "walk", "first": 0, "end": 9}]}]}"#)?;
/// let labels = read_labels(&path)?.labels("walk_01", 9)?.expect("the file names the clip");
/// assert_eq!(labels.spans()[0].label, "walk");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Io`] if it cannot be read; [`Error::Format`] with the line where it is not such a file, or with the clip that
/// is named twice or has a label without name or frame.
pub fn read_labels(path: &Path) -> Result<LabelFile> {
    let text = std::fs::read_to_string(path).map_err(|e| Error::io(path, &e))?;
    parse_labels(path, &text)
}

/// As [`read_labels`], from text; `path` names it in messages.
///
/// ```
/// use std::path::Path;
/// use surefoot::io::parse_labels;
///
/// let text = r#"{"clips": [{"clip": "a", "group": "stage"}, {"clip": "b"}]}"#;
/// let file = parse_labels(Path::new("labels.json"), text)?;
/// assert_eq!(file.groups(), [1, 0]);
/// assert!(file.clips()[0].labels.is_none());
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// As [`read_labels`].
pub fn parse_labels(path: &Path, text: &str) -> Result<LabelFile> {
    let file: File =
        serde_json::from_str(text).map_err(|e| Error::format(path, Place::Line(e.line()), e.to_string()))?;
    let clips = file.clips.into_iter().map(ClipLabels::from).collect();
    LabelFile::new(path, clips)
}

impl From<Entry> for ClipLabels {
    fn from(entry: Entry) -> Self {
        let span = |s: Span| LabelSpan { label: s.label, frames: s.first..s.end };
        let labels = entry.labels.map(|spans| spans.into_iter().map(span).collect());
        Self { clip: entry.clip, labels, group_name: entry.group }
    }
}

impl From<&ClipLabels> for Entry {
    fn from(clip: &ClipLabels) -> Self {
        let span = |s: &LabelSpan| Span { label: s.label.clone(), first: s.frames.start, end: s.frames.end };
        let labels = clip.labels.as_ref().map(|spans| spans.iter().map(span).collect());
        Self { clip: clip.clip.clone(), labels, group: clip.group_name.clone() }
    }
}

impl LabelFile {
    /// The file that says this; `path` names it in messages.
    ///
    /// # Errors
    /// [`Error::Format`] if a clip is named twice, or a label has no name or no frame.
    pub fn new(path: &Path, clips: Vec<ClipLabels>) -> Result<Self> {
        let mut names = HashSet::new();
        if let Some(twice) = clips.iter().find(|c| !names.insert(c.clip.as_str())) {
            return Err(Error::format(path, Place::File, format!("clip '{}' is named twice", twice.clip)));
        }
        let groups = numbered(&clips);
        let file = Self { path: path.to_owned(), clips, groups };
        for clip in &file.clips {
            // How long the clips are is known when the labels meet them.
            file.labels(&clip.clip, usize::MAX)?;
        }
        Ok(file)
    }

    /// Labels of the clip of that name; `None` if the file does not name it.
    ///
    /// # Errors
    /// [`Error::Format`] if a span does not fit a clip of `frame_count` frames.
    pub fn labels(&self, clip: &str, frame_count: usize) -> Result<Option<Labels>> {
        let entry = self.clips.iter().find(|c| c.clip == clip);
        let Some(spans) = entry.and_then(|c| c.labels.as_ref()) else { return Ok(None) };
        Labels::new(frame_count, spans.clone())
            .map(Some)
            .map_err(|e| Error::format(&self.path, Place::File, format!("clip '{clip}': {e}")))
    }

    /// The group of the clip of that name, from 1 in the order in which the file names them; 0 if it has none. Other files
    /// have numbers of their own.
    pub fn group(&self, clip: &str) -> u32 {
        self.clips.iter().position(|c| c.clip == clip).map_or(0, |i| self.groups[i])
    }

    /// The groups of [`clips`](Self::clips).
    pub fn groups(&self) -> &[u32] {
        &self.groups
    }

    /// What the file says, clip by clip.
    pub fn clips(&self) -> &[ClipLabels] {
        &self.clips
    }

    /// The file's content.
    pub fn encode(&self) -> String {
        let file = File { clips: self.clips.iter().map(Entry::from).collect() };
        serde_json::to_string_pretty(&file).unwrap_or_default() + "\n"
    }
}

/// Numbers of groups by name, from 1 in the order of their first clip; 0 without a group.
fn numbered(clips: &[ClipLabels]) -> Vec<u32> {
    let mut numbers: HashMap<&str, u32> = HashMap::new();
    let mut number = |name| {
        let next = numbers.len() as u32 + 1;
        *numbers.entry(name).or_insert(next)
    };
    clips.iter().map(|clip| clip.group_name.as_deref().map_or(0, &mut number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_survive_a_round_trip_and_mistakes_are_named() {
        let path = Path::new("l.json");
        let span = |label: &str, frames| LabelSpan { label: label.into(), frames };
        let labels = Labels::new(10, vec![span("walk", 0..4), span("sneak", 3..10)]).unwrap();
        let clips = vec![
            ClipLabels { clip: "a".into(), labels: Some(labels.spans().to_vec()), group_name: None },
            ClipLabels { clip: "g".into(), labels: None, group_name: Some("stage".into()) },
        ];
        let file = LabelFile::new(path, clips).unwrap();
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

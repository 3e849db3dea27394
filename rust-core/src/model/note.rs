//! [`Note`]: something that a user should know about a file or a result.

use super::frame_range::FrameRange;
use std::fmt;
use std::ops::Range;

choices! {
    /// How much a [`Note`] matters.
    pub enum Severity {
        /// Good to know; nothing is wrong.
        Info = "info", "Info";
        /// Look at it: the result may not be what was wanted.
        Warning = "warning", "Warning";
    }
}

/// Something a user should know about a file, a clip or a result.
///
/// Frames and the joint or point are data, not part of the text, so that a host can show them in its own timeline:
///
/// ```
/// use surefoot::model::Note;
///
/// let note = Note::warning("plant-missed", "out of reach").about("left_toe").on(12..30);
/// assert_eq!(note.to_string(), "left_toe: out of reach (frames 12 to 29)");
/// assert_eq!(note.sentence(|frame| format!("{}", frame + 1)), "left_toe: out of reach (frames 13 to 30)");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Note {
    /// Fixed word for scripts, such as `unit-estimated`.
    pub code: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// A sentence for people, without frame numbers.
    pub text: String,
    /// The frames it is about; empty where it is about the whole.
    pub frames: Vec<FrameRange>,
    /// The joint or point it is about, such as `left_toe`.
    pub about: Option<String>,
}

impl Note {
    /// A note that should be looked at.
    pub fn warning(code: &'static str, text: impl Into<String>) -> Self {
        Self { code, severity: Severity::Warning, text: text.into(), frames: Vec::new(), about: None }
    }

    /// A note that is good to know.
    pub fn info(code: &'static str, text: impl Into<String>) -> Self {
        Self { severity: Severity::Info, ..Self::warning(code, text) }
    }

    /// The note with one more stretch of frames.
    #[must_use]
    pub fn on(mut self, frames: Range<usize>) -> Self {
        self.frames.push(frames.into());
        self
    }

    /// The note about a joint or point.
    #[must_use]
    pub fn about(mut self, name: impl Into<String>) -> Self {
        self.about = Some(name.into());
        self
    }

    /// The note as one sentence, with frames written as a host counts them.
    pub fn sentence(&self, frame: impl Fn(usize) -> String) -> String {
        let spans: Vec<String> = self
            .frames
            .iter()
            .map(|span| {
                let last = span.end.saturating_sub(1).max(span.first);
                if last == span.first {
                    frame(last)
                } else {
                    format!("{} to {}", frame(span.first), frame(last))
                }
            })
            .collect();
        let about = self.about.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
        let is_one = matches!(self.frames[..], [span] if span.len() <= 1);
        let spans = match spans.len() {
            0 => String::new(),
            _ => format!(" ({} {})", if is_one { "frame" } else { "frames" }, spans.join(", ")),
        };
        format!("{about}{}{spans}", self.text)
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence(|frame| frame.to_string()))
    }
}

/// A number with its noun: `1 body`, `3 bodies`.
pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_told_as_the_host_counts_them() {
        let note = Note::info("cut", "the clip jumps").on(3..4).on(8..9);
        assert_eq!(note.to_string(), "the clip jumps (frames 3, 8)");
        assert_eq!(Note::info("cut", "the clip jumps").on(3..4).to_string(), "the clip jumps (frame 3)");
        assert_eq!(
            note.sentence(|frame| format!("{:.1}", frame as f64 / 2.0)),
            "the clip jumps (frames 1.5, 4.0)"
        );
        assert_eq!(Note::warning("unit", "guessed").to_string(), "guessed");
    }
}

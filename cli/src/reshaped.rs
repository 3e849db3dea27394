//! What commands have in common that give a character another shape: write it, tell it.

use crate::output::{Output, notes_json, path_json, save};
use serde_json::json;
use std::path::Path;
use surefoot::io::{Document, Format, encode_reshaped};
use surefoot::{Clip, Report, Result, Skeleton, Skin};

/// A character with another shape, and where it goes.
pub(crate) struct Reshaped<'a> {
    pub(crate) document: &'a Document,
    pub(crate) output: &'a Path,
    pub(crate) format: Format,
    pub(crate) skeleton: &'a Skeleton,
    pub(crate) skins: &'a [Skin],
    pub(crate) clips: &'a [Clip],
    pub(crate) report: Report,
    /// What the text has after the summary; may be empty.
    pub(crate) table: String,
}

impl Reshaped<'_> {
    /// Writes the character, and the figures where `report` names a file.
    pub(crate) fn write(&self, report: Option<&Path>, output: &Output) -> Result<()> {
        let input = &self.document.path;
        output.notes(input, &self.report.notes);
        let encoded = encode_reshaped(self.document, self.format, self.skeleton, self.skins, self.clips)?;
        output.notes(self.output, &encoded.notes);
        save(self.output, &encoded.bytes)?;
        let figures = &self.report.figures;
        if let Some(path) = report {
            save(path, format!("{figures:#}\n").as_bytes())?;
        }
        let summary = &self.report.summary;
        let text = format!("{} → {}\n{summary}\n{}", input.display(), self.output.display(), self.table);
        let notes = [self.document.notes.as_slice(), &self.report.notes, &encoded.notes].concat();
        output.result(
            &text,
            &json!({
                "input": path_json(input),
                "output": path_json(self.output),
                "report": figures,
                "notes": notes_json(&notes),
            }),
        );
        Ok(())
    }
}

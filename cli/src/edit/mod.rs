//! What all commands that change clips have in common: one file or many, clips of a file, reports, pages, tables,
//! progress. A command adds its arguments and one call of [`run`].

mod file;
mod flags;
mod heights;
mod plain;
mod plants;

pub(crate) use flags::EditFlags;
pub(crate) use heights::heights_csv;
pub(crate) use plain::PlainEdit;
pub(crate) use plants::PlantFlags;

use crate::output::{Output, note_line, path_json, save};
use crate::table;
use file::{EditedFile, edit_file};
use rayon::prelude::*;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};
use surefoot::io::Document;
use surefoot::ops::{Progress, VertexDepths};
use surefoot::{Clip, Edited, Error, Ground, MeasuredBalance, Note, Plants, Report, Result};

/// A command that changes clips: what is its own beside the flags and files that all have.
pub(crate) trait ClipCommand: Sync {
    /// As it is typed: `remove-footskate`.
    fn name(&self) -> &str;

    /// The flags that every such command has.
    fn flags(&self) -> &EditFlags;

    /// Changes one clip of a file. What takes long tells `progress` how far it is.
    fn edit(&self, document: &Document, clip: &Clip, progress: &Progress<'_>) -> Result<EditedClip>;

    /// Refuses flags that contradict each other.
    fn check(&self) -> Result<()> {
        Ok(())
    }

    /// Files it reads besides the character files.
    fn inputs(&self) -> Vec<&Path> {
        Vec::new()
    }

    /// What the result stands on, shown on the page.
    fn ground(&self) -> Option<&Ground> {
        None
    }

    /// What to say about the arguments, such as options without effect. Printed once, in the JSON of every file.
    fn notes(&self) -> Vec<Note> {
        Vec::new()
    }

    /// The columns of the table of many files, after file and clips. Without any the table has the summaries.
    fn columns(&self) -> &'static [Column] {
        &[]
    }
}

/// One changed clip, as its command leaves it.
pub(crate) struct EditedClip {
    /// The new clip.
    pub clip: Clip,
    /// What was measured.
    pub report: Report,
    /// Figures before and after, for people; the first row is the head. May be empty.
    pub rows: Vec<Vec<String>>,
    /// What a user should know besides the report's notes.
    pub notes: Vec<Note>,
    /// What was held, shown on the page.
    pub plants: Option<Plants>,
    /// What the JSON has beside the report.
    pub figures: Map<String, Value>,
    /// How deep vertices are inside the body, before and after, for the page.
    pub depths: Option<[VertexDepths; 2]>,
    /// Balance before and after, for the page. Where it is, depths are not shown.
    pub balance: Option<[MeasuredBalance; 2]>,
}

impl From<Edited<Report>> for EditedClip {
    fn from(edited: Edited<Report>) -> Self {
        let Edited { clip, report, .. } = edited;
        Self {
            clip,
            report,
            rows: Vec::new(),
            notes: Vec::new(),
            plants: None,
            figures: Map::new(),
            depths: None,
            balance: None,
        }
    }
}

/// A column of the table of many files: a figure over the clips of a file, by its path in their reports.
pub(crate) enum Column {
    /// Head and path; the sum.
    Sum(&'static str, &'static str),
    /// Head, path and factor; the mean.
    Mean(&'static str, &'static str, f64),
    /// Head and path; entries of a list, summed.
    Count(&'static str, &'static str),
}

impl Column {
    fn head(&self) -> String {
        let (Self::Sum(head, _) | Self::Mean(head, ..) | Self::Count(head, _)) = self;
        (*head).to_owned()
    }

    fn cell(&self, clips: &[EditedClip]) -> String {
        let sum = |path| clips.iter().filter_map(|c| c.report.number(path)).sum::<f64>();
        match self {
            Self::Sum(_, path) => sum(path).to_string(),
            Self::Mean(_, path, factor) => format!("{:.2}", factor * sum(path) / clips.len().max(1) as f64),
            Self::Count(_, path) => {
                clips.iter().filter_map(|c| c.report.count(path)).sum::<usize>().to_string()
            }
        }
    }
}

/// Edits every file that `command` was given, in parallel. A file that fails does not stop the others.
pub(crate) fn run(command: &impl ClipCommand, output: &Output) -> Result<()> {
    let flags = command.flags();
    let jobs = output.checked(command.check().and_then(|()| flags.jobs(command.name(), &command.inputs())));
    // One file may take minutes by itself.
    let is_one = jobs.len() == 1;
    let progress = match is_one {
        true => output.progress(100, "percent"),
        false => output.progress(jobs.len() as u64, "files"),
    };
    let tell = |share: f64| {
        if is_one {
            progress.set_position(progress.position().max((100.0 * share) as u64));
        }
        true
    };
    let results: Vec<(&PathBuf, Result<EditedFile>)> = jobs
        .par_iter()
        .map(|(input, target)| {
            let result = edit_file(command, input, target, &Progress::new(&tell));
            if !is_one {
                progress.inc(1);
            }
            (input, result)
        })
        .collect();
    progress.finish_and_clear();
    let figures = figures(&results);
    if let Some(path) = &flags.report {
        save(path, format!("{figures:#}\n").as_bytes())?;
    }
    if let [(_, Ok(file))] = results.as_slice() {
        for (path, text) in [(&flags.html, &file.page), (&flags.heights, &file.heights)] {
            if let (Some(path), Some(text)) = (path, text) {
                save(path, text.as_bytes())?;
            }
        }
    }
    command.notes().iter().for_each(|note| output.note(&note_line(None, note)));
    for (input, result) in &results {
        match result {
            Ok(file) if results.len() > 1 => output.notes_briefly(input, &file.notes),
            Ok(file) => output.notes(input, &file.notes),
            Err(error) if results.len() > 1 => output.failure(input, error),
            Err(_) => {}
        }
    }
    match results.as_slice() {
        [(_, Ok(file))] => output.result(&file.text, &figures),
        [_] => {}
        many => output.result(&many_files_text(command.columns(), many), &figures),
    }
    let failed = results.iter().filter(|(_, result)| result.is_err()).count();
    match (failed, results.len()) {
        (0, _) => Ok(()),
        (_, 1) => results.into_iter().next().map_or(Ok(()), |(_, result)| result.map(|_| ())),
        (failed, total) => Err(Error::invalid(command.name(), format!("{failed} of {total} files failed"))),
    }
}

fn figures(results: &[(&PathBuf, Result<EditedFile>)]) -> Value {
    let files: Vec<Value> = results
        .iter()
        .map(|(input, result)| match result {
            Ok(file) => file.figures.clone(),
            Err(error) => json!({ "input": path_json(input), "error": error.to_string() }),
        })
        .collect();
    json!({ "files": files })
}

fn many_files_text(columns: &[Column], results: &[(&PathBuf, Result<EditedFile>)]) -> String {
    let mut head = vec!["file".to_owned(), "clips".to_owned()];
    head.extend(columns.iter().map(Column::head));
    if columns.is_empty() {
        head.push("result".into());
    }
    let rows = results.iter().map(|(input, result)| match result {
        Ok(file) => file.row.clone(),
        Err(_) => vec![file_name(input), "failed".into()],
    });
    table::render(&std::iter::once(head).chain(rows).collect::<Vec<_>>())
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

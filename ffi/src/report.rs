//! `surefoot_report`: the report of any operation.

use crate::*;
use serde_json::Value;
use std::collections::HashMap;
use std::ffi::CString;
use surefoot::{OperationReport, RemoveFootskateReport, Report};

/// What an operation found or did: a summary, notes, and figures by path. A path is made of names and places in lists,
/// joined by points: "after.slides.0.mean". docs/reports.md lists the paths of every operation. Never changed.
pub struct surefoot_report {
    report: Report,
    /// For the page, which shows more than the figures.
    cleanup: Option<RemoveFootskateReport>,
    notes: surefoot_notes,
    summary: CString,
    json: CString,
    /// Every text, by path.
    texts: HashMap<String, CString>,
}

impl surefoot_report {
    pub(crate) fn new(report: &impl OperationReport) -> Self {
        Self::of(Report::of(report))
    }

    pub(crate) fn of(report: Report) -> Self {
        let mut texts = HashMap::new();
        gather_texts(&report.figures, String::new(), &mut texts);
        Self {
            notes: surefoot_notes::new(&report.notes),
            summary: c_text(&report.summary),
            json: c_text(&report.figures.to_string()),
            texts,
            cleanup: None,
            report,
        }
    }

    /// The report of a cleanup, which can be shown on a page.
    pub(crate) fn of_cleanup(report: RemoveFootskateReport) -> Self {
        Self { cleanup: Some(report.clone()), ..Self::new(&report) }
    }

    pub(crate) fn cleanup(&self) -> Answer<&RemoveFootskateReport> {
        let other = || Failure::argument("this report is not one of surefoot_remove_footskate");
        self.cleanup.as_ref().ok_or_else(other)
    }

    /// The value at a path.
    fn at(&self, path: &str) -> Answer<&Value> {
        let missing = || {
            let text = format!("this report has no value at '{path}'");
            Err(Failure::new(surefoot_status::SUREFOOT_ERROR_NO_VALUE, text))
        };
        match self.report.at(path) {
            Some(Value::Null) => return missing(),
            Some(value) => return Ok(value),
            None => {}
        }
        let part = |end: usize| Some((&path[..end], self.report.at(&path[..end])?));
        let deepest = path.rmatch_indices('.').find_map(|(end, _)| part(end));
        let (name, value) = deepest.map_or(("the report", &self.report.figures), |found| found);
        if value.is_null() {
            return missing();
        }
        Err(Failure::argument(format!("no '{path}' in this report: {name} {}", holds(value))))
    }

    fn read<T>(&self, path: &str, kind: &str, read: impl FnOnce(&Report) -> Option<T>) -> Answer<T> {
        let value = self.at(path)?;
        read(&self.report).ok_or_else(|| Failure::argument(format!("'{path}' is not a {kind}: it {}", holds(value))))
    }
}

/// Every text below a place of the report, by its path.
fn gather_texts(value: &Value, path: String, out: &mut HashMap<String, CString>) {
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match value {
        Value::String(text) => drop(out.insert(path, c_text(text))),
        Value::Array(items) => items.iter().enumerate().for_each(|(i, v)| gather_texts(v, below(&i.to_string()), out)),
        Value::Object(fields) => fields.iter().for_each(|(name, v)| gather_texts(v, below(name), out)),
        _ => {}
    }
}

/// What there is at a place, in words.
fn holds(value: &Value) -> String {
    match value {
        Value::Object(fields) => format!("has {}", fields.keys().cloned().collect::<Vec<_>>().join(", ")),
        Value::Array(items) => format!("is a list of {}", items.len()),
        Value::String(_) => "is a text".into(),
        _ => "is a number".into(),
    }
}

/// Gives the summary: one line with what a person wants to know first. Valid until the report is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_report_summary(
    report: *const surefoot_report, out_text: *mut *const c_char, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let report = input(report, "report")?;
        give(out_text, "out_text", report.summary.as_ptr())
    })
}

/// Gives the whole report as JSON, summary and notes included. Valid until the report is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_report_json(
    report: *const surefoot_report, out_text: *mut *const c_char, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let report = input(report, "report")?;
        give(out_text, "out_text", report.json.as_ptr())
    })
}

/// Reads the number at a path; flags are 0 and 1.
///
/// Fails with SUREFOOT_ERROR_ARGUMENT for a path that the report does not have, naming what it has instead, and with
/// SUREFOOT_ERROR_NO_VALUE for a value that is missing, such as figures of a ground where none was given.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_report_number(
    report: *const surefoot_report, path: *const c_char, out_number: *mut f64, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let report = input(report, "report")?;
        let path = text(path, "path")?;
        give(out_number, "out_number", report.read(path, "number", |report| report.number(path))?)
    })
}

/// Reads the text at a path, valid until the report is freed. Fails as surefoot_report_number.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_report_text(
    report: *const surefoot_report, path: *const c_char, out_text: *mut *const c_char, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let report = input(report, "report")?;
        let path = text(path, "path")?;
        let text = report.read(path, "text", |_| report.texts.get(path))?;
        give(out_text, "out_text", text.as_ptr())
    })
}

/// Tells how many entries the list at a path has. Fails as surefoot_report_number.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_report_count(
    report: *const surefoot_report, path: *const c_char, out_count: *mut usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let report = input(report, "report")?;
        let path = text(path, "path")?;
        give(out_count, "out_count", report.read(path, "list", |report| report.count(path))?)
    })
}

/// Gives the notes of the report and their number, valid until the report is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_report_notes(
    report: *const surefoot_report, out_items: *mut *const surefoot_note, out_count: *mut usize,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || list_of(input(report, "report")?.notes.items(), out_items, out_count))
}

/// Frees a report. NULL is fine. Reports that belong to a found motion are freed with it.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_report_free(report: *mut surefoot_report) {
    free(report);
}

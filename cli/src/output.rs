//! Output of the commands: text or JSON, notes, progress, and files that are written completely or not at all.

use crate::advice;
use indicatif::{ProgressBar, ProgressStyle};
use parking_lot::Mutex;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use surefoot::io::PendingFile;
use surefoot::{Error, Note, Severity};

/// Held while a file is put in place. Ctrl-C waits for it, so that no half file stays behind. Holds the temporary names of files that
/// are written piece by piece; Ctrl-C removes these.
static WRITING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Flags of the command that runs; the same for all of the program's life.
static FLAGS: OnceLock<BTreeSet<String>> = OnceLock::new();

/// Tells which flags the command that runs has, so that nobody is advised others.
pub(crate) fn set_flags(flags: BTreeSet<String>) {
    // Only `main` does this, once.
    let _ = FLAGS.set(flags);
}

fn advice(note: &Note) -> Option<&'static str> {
    advice::advice(note, FLAGS.get()?)
}

/// Makes Ctrl-C end the program between two file writes, with the shell's usual code 130.
pub(crate) fn finish_writing_before_interrupt() {
    // A second handler cannot be installed; without one Ctrl-C still ends the program, only less tidily.
    let _ = ctrlc::set_handler(|| {
        let pending = WRITING.lock();
        // One that cannot be removed any more is gone already.
        pending.iter().for_each(|path| drop(std::fs::remove_file(path)));
        std::process::exit(130);
    });
}

/// Writes a whole file; an existing one is replaced in one step.
pub(crate) fn save(path: &Path, bytes: &[u8]) -> surefoot::Result<()> {
    let _guard = WRITING.lock();
    surefoot::io::write_bytes(path, bytes)
}

/// A file that is written piece by piece, and replaces an existing one when it is whole.
pub(crate) struct Saving(PendingFile);

impl Saving {
    pub(crate) fn new(path: &Path) -> surefoot::Result<Self> {
        let mut pending = WRITING.lock();
        let file = PendingFile::new(path)?;
        pending.push(file.temporary().to_owned());
        Ok(Self(file))
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> surefoot::Result<()> {
        self.0.write(bytes)
    }

    pub(crate) fn finish(self) -> surefoot::Result<()> {
        let mut pending = WRITING.lock();
        let temporary = self.0.temporary().to_owned();
        let done = self.0.finish();
        pending.retain(|path| *path != temporary);
        done
    }
}

/// A file's name as every command's JSON has it. JSON is Unicode and file names need not be: bytes that are not
/// become U+FFFD.
pub(crate) fn path_json(path: &Path) -> Value {
    Value::String(path.to_string_lossy().into_owned())
}

/// Notes as every command's JSON has them: the note's own fields, and what to do about it here.
pub(crate) fn notes_json(notes: &[Note]) -> Value {
    let with_advice = |note: &Note| {
        let mut json = json!(note);
        json["advice"] = advice(note).into();
        json
    };
    notes.iter().map(with_advice).collect()
}

/// A note as one line: `warning: left_toe: out of reach (frames 12 to 29)`, with what it is about after the first word,
/// what to do about it, and its code.
pub(crate) fn note_line(path: Option<&Path>, note: &Note) -> String {
    let word = if note.severity == Severity::Info { "note" } else { "warning" };
    let path = path.map(|path| format!("{}: ", path.display())).unwrap_or_default();
    let advice = advice(note).map(|text| format!("; {text}")).unwrap_or_default();
    format!("{word}: {path}{note}{advice} [{}]", note.code)
}

/// Whether two texts differ by their numbers at most.
fn says_the_same(one: &str, other: &str) -> bool {
    let words = |text: &str| text.replace(|c: char| c.is_ascii_digit() || c == '.' || c == '-', "");
    one == other || words(one) == words(other)
}

/// How to talk to the user.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Output {
    quiet: bool,
    json: bool,
}

#[allow(clippy::print_stdout, clippy::print_stderr, reason = "the one place that prints")]
impl Output {
    pub(crate) fn new(quiet: bool, json: bool) -> Self {
        Self { quiet, json }
    }

    /// Whether results are to be one JSON document.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Whether notes are to be left out.
    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Prints a result: `text` for people or `json` for scripts. A closed pipe is not an error.
    pub(crate) fn result(&self, text: &str, json: &Value) {
        let mut out = std::io::stdout().lock();
        let _ = if self.json { writeln!(out, "{json:#}") } else { writeln!(out, "{}", text.trim_end()) };
    }

    /// Prints something a user may want to know, not needed by scripts.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet && !self.json {
            eprintln!("{text}");
        }
    }

    /// Prints notes about `path`.
    pub(crate) fn notes(&self, path: &Path, notes: &[Note]) {
        notes.iter().for_each(|note| self.note(&note_line(Some(path), note)));
    }

    /// Prints notes about one of many files: the first of those that say the same, and how many more there are. Notes of
    /// one code may say different things, as `limb` does of each limb.
    pub(crate) fn notes_briefly(&self, path: &Path, notes: &[Note]) {
        for (index, note) in notes.iter().enumerate() {
            let is_alike = |other: &&Note| other.code == note.code && says_the_same(&other.text, &note.text);
            if notes[..index].iter().any(|earlier| is_alike(&earlier)) {
                continue;
            }
            let line = note_line(Some(path), note);
            match notes[index + 1..].iter().filter(is_alike).count() {
                0 => self.note(&line),
                more => self.note(&format!("{line} and {more} more")),
            }
        }
    }

    /// Prints one failure among several files.
    pub(crate) fn failure(&self, input: &Path, error: &Error) {
        let (input, text) = (input.display().to_string(), error.to_string());
        // Errors of files name them already.
        if text.contains(&input) {
            eprintln!("surefoot: {text}")
        } else {
            eprintln!("surefoot: {input}: {text}")
        }
    }

    /// Prints the error that ends the program.
    pub(crate) fn error(&self, error: &Error) {
        if self.json {
            println!("{:#}", json!({ "error": error.to_string() }));
        }
        eprintln!("surefoot: {error}");
    }

    /// The value, or the end of the program with the code for bad arguments.
    pub(crate) fn checked<T>(&self, arguments: surefoot::Result<T>) -> T {
        arguments.unwrap_or_else(|error| {
            self.error(&error);
            std::process::exit(i32::from(crate::BAD_ARGUMENTS))
        })
    }

    /// A progress bar over `count` things, shown only to a person at a terminal.
    pub(crate) fn progress(&self, count: u64, what: &'static str) -> ProgressBar {
        if self.quiet || self.json || !std::io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let style = ProgressStyle::with_template("{msg} [{bar:30}] {pos}/{len} {eta}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        ProgressBar::new(count).with_style(style).with_message(what)
    }
}

#[cfg(test)]
mod tests {
    use super::says_the_same;

    #[test]
    fn notes_that_differ_by_numbers_say_the_same() {
        assert!(says_the_same("drifted by 3.2 cm/s", "drifted by -14 cm/s"));
        assert!(!says_the_same("left arm has no hinge", "right arm has no hinge"));
    }
}

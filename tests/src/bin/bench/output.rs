//! What the bench prints: text or JSON, and what it is at.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "its output is its purpose")]

use serde_json::{Value, json};
use std::io::Write;
use surefoot::Error;

/// How to talk to the user.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Output {
    pub(crate) quiet: bool,
    pub(crate) json: bool,
}

impl Output {
    /// Prints a result: `text` for people or `json` for scripts. A closed pipe is not an error.
    pub(crate) fn result(&self, text: &str, json: &Value) {
        let mut out = std::io::stdout().lock();
        let _ = if self.json { writeln!(out, "{json:#}") } else { writeln!(out, "{}", text.trim_end()) };
    }

    /// Prints what is being measured.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet && !self.json {
            eprintln!("{text}");
        }
    }

    /// Prints the error that ends the program.
    pub(crate) fn error(&self, error: &Error) {
        if self.json {
            println!("{:#}", json!({ "error": error.to_string() }));
        }
        eprintln!("bench: {error}");
    }
}

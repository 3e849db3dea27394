//! `python/surefoot/_option_types.py`: the keyword options of every operation, for type checkers and editors.

use super::{docstring, literal};
use crate::prose::{camel, sentence};
use std::fmt::Write;
use surefoot::declare::{OptionKind, OptionSpec, OptionValue};
use surefoot::ops::OPERATIONS;

const HEAD: &str = "\
\"\"\"The options of every operation. Made by `cargo run -p surefoot-generate`: do not edit.\"\"\"

from __future__ import annotations

from typing import Literal, TypedDict
";

/// The file.
pub(crate) fn options() -> String {
    let mut out = HEAD.to_owned();
    for operation in OPERATIONS {
        let name = camel(operation.name);
        let _ = write!(out, "\n\nclass {name}Options(TypedDict, total=False):\n");
        out += &docstring("    ", &format!("Options of `{}`: {}.", operation.name, operation.label));
        if !operation.options.is_empty() {
            out += "\n";
        }
        for spec in operation.options {
            let _ = writeln!(out, "    {}: {}", spec.name, kind(spec));
            out += &docstring("    ", &description(spec));
        }
    }
    out
}

fn kind(spec: &OptionSpec) -> String {
    match spec.kind {
        OptionKind::Integer { .. } => "int".into(),
        OptionKind::Flag { .. } => "bool".into(),
        OptionKind::Choice { values, .. } => literal(values.iter().map(|value| value.name)),
        _ => "float".into(),
    }
}

/// What a user of the option needs to know.
fn description(spec: &OptionSpec) -> String {
    let unit = if matches!(spec.unit, "" | "ratio") { String::new() } else { format!(" {}", spec.unit) };
    let values = match (spec.kind, spec.kind.default_value()) {
        (_, OptionValue::Flag(value)) => format!("Default {}", sentence(&value.to_string())),
        (OptionKind::Choice { .. }, value) => format!("Default `{value}`"),
        (kind, value) => format!("{}{unit}, default {value}", sentence(&kind.allowed())),
    };
    let when = match spec.used_when_text() {
        text if text.is_empty() => text,
        text => format!(" {}.", sentence(&text)),
    };
    format!("{}: {}. {values}.{when}", spec.label, spec.help)
}

//! `python/surefoot/_report_types.py`: a class for every report and every group of figures in one.

use super::{attribute, docstring, literal};
use crate::schema::{resolve, text_of, without_null, words};
use serde_json::{Map, Value};
use std::fmt::Write;
use surefoot::declare::report_schemas;

const HEAD: &str = "\
\"\"\"What the operations report. Made by `cargo run -p surefoot-generate`: do not edit.\"\"\"

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .model.note import FrameRange, Note
from .reports import Report
";

/// Written by hand in Python, because more than reports has them.
const BY_HAND: &[&str] = &["FrameRange", "Note"];

/// The classes so far, in the order in which they need each other.
#[derive(Default)]
struct Classes {
    names: Vec<String>,
    texts: String,
}

/// The file.
pub(crate) fn reports() -> String {
    let schemas = report_schemas();
    let roots: Vec<String> = schemas.iter().map(|(_, schema)| title(schema.as_value())).collect();
    let mut classes = Classes::default();
    for (operation, schema) in &schemas {
        let root = schema.as_value();
        let definitions = root.get("$defs").and_then(Value::as_object).cloned().unwrap_or_default();
        let doc = format!("The report of `{operation}`. {}", text_of(root));
        classes.add(&title(root), root, &doc, &definitions, &roots);
    }
    let mut public = roots;
    public.sort();
    public.dedup();
    let public: Vec<String> = public.iter().map(|name| format!("    {name:?},\n")).collect();
    format!("{HEAD}\n__all__ = [\n{}]\n{}", public.concat(), classes.texts)
}

fn title(schema: &Value) -> String {
    schema.get("title").and_then(Value::as_str).unwrap_or("Report").to_owned()
}

impl Classes {
    fn add(
        &mut self,
        name: &str,
        schema: &Value,
        doc: &str,
        definitions: &Map<String, Value>,
        roots: &[String],
    ) {
        if BY_HAND.contains(&name) || self.names.iter().any(|known| known == name) {
            return;
        }
        self.names.push(name.to_owned());
        let is_root = roots.iter().any(|root| root == name);
        let base = if is_root { "(Report)" } else { "" };
        // A report prints as its summary.
        let repr = if is_root { ", repr=False" } else { "" };
        let mut text = format!("\n\n@dataclass(frozen=True, slots=True{repr})\nclass {name}{base}:\n");
        text += &docstring("    ", doc.trim());
        text += "\n";
        let none = Map::new();
        let fields = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
        for (field, inner) in fields {
            let kind = self.kind(inner, definitions, roots);
            let _ = writeln!(text, "    {}: {kind}", attribute(field));
            text += &docstring("    ", &text_of(inner));
        }
        if is_root && !fields.contains_key("notes") {
            text += "    notes: list[Note]\n    \"\"\"What a user should know besides the figures.\"\"\"\n";
        }
        self.texts += &text;
    }

    /// The type of a figure; its class is added where it is a group.
    fn kind(&mut self, schema: &Value, definitions: &Map<String, Value>, roots: &[String]) -> String {
        let (some, may_miss) = without_null(schema);
        let target = resolve(&some, definitions).clone();
        let kind = if let Some(words) = words(&target) {
            literal(words)
        } else {
            match target.get("type").and_then(Value::as_str) {
                Some("object") => {
                    let name =
                        some.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next());
                    let name = name.map_or_else(|| title(&target), str::to_owned);
                    self.add(&name, &target, &text_of(&target), definitions, roots);
                    name
                }
                Some("array") => self.list(&target, definitions, roots),
                Some("integer") => "int".into(),
                Some("number") => "float".into(),
                Some("boolean") => "bool".into(),
                _ => "str".into(),
            }
        };
        if may_miss { kind + " | None" } else { kind }
    }

    fn list(&mut self, schema: &Value, definitions: &Map<String, Value>, roots: &[String]) -> String {
        if let Some(items) = schema.get("prefixItems").and_then(Value::as_array) {
            let kinds: Vec<String> = items.iter().map(|item| self.kind(item, definitions, roots)).collect();
            return format!("tuple[{}]", kinds.join(", "));
        }
        let item =
            schema.get("items").map_or_else(|| "str".into(), |items| self.kind(items, definitions, roots));
        let length =
            |key: &str| schema.get(key).and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
        match (length("minItems"), length("maxItems")) {
            (Some(least), Some(most)) if least == most => format!("tuple[{}]", vec![item; least].join(", ")),
            _ => format!("list[{item}]"),
        }
    }
}

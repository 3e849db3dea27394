//! `docs/reports.md`: every figure of every report by its path.

use crate::schema::{resolve, text_of, without_null, words};
use serde_json::{Map, Value};
use std::fmt::Write;
use surefoot::declare::report_schemas;

const HEAD: &str = "\
# Reports by path

Every operation gives a report: a summary, notes, and figures. In C a figure is read by its path,
`surefoot_report_number(report, \"after.slide_mean\", &value, &error)`; in JSON and in Python the same names lead to it. `N`
stands for a place in a list, counted from 0; `surefoot_report_count` tells how many entries a list has. A value that may be
missing is marked *or none*.

This page is made from the declarations of the core by `cargo run -p surefoot-generate`: do not edit.
";

/// A line of a table.
struct Row {
    path: String,
    kind: String,
    text: String,
}

/// The file.
pub(crate) fn page() -> String {
    let mut out = HEAD.to_owned();
    for (operation, schema) in report_schemas() {
        let root = schema.as_value();
        let definitions = root.get("$defs").and_then(Value::as_object).cloned().unwrap_or_default();
        let mut rows =
            vec![Row { path: "summary".into(), kind: "text".into(), text: "One line for people.".into() }];
        add_fields(&mut rows, "", root, &definitions);
        let _ = write!(out, "\n## {operation}\n\n| Path | Type | Meaning |\n| --- | --- | --- |\n");
        for row in rows {
            let _ = writeln!(out, "| `{}` | {} | {} |", row.path, row.kind, row.text.replace('|', "\\|"));
        }
    }
    out
}

fn add_fields(rows: &mut Vec<Row>, prefix: &str, schema: &Value, definitions: &Map<String, Value>) {
    let Some(fields) = schema.get("properties").and_then(Value::as_object) else { return };
    for (name, field) in fields {
        add(rows, &format!("{prefix}{name}"), field, &text_of(field), definitions);
    }
}

fn add(rows: &mut Vec<Row>, path: &str, schema: &Value, text: &str, definitions: &Map<String, Value>) {
    let (some, may_miss) = without_null(schema);
    let target = resolve(&some, definitions).clone();
    let mark = if may_miss { " or none" } else { "" };
    let mut row = |kind: String| {
        rows.push(Row { path: path.to_owned(), kind: kind + mark, text: text.to_owned() });
    };
    if let Some(words) = words(&target) {
        row(words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", "));
        return;
    }
    match target.get("type").and_then(Value::as_str) {
        Some("object") => {
            row("group".into());
            add_fields(rows, &format!("{path}."), &target, definitions);
        }
        Some("array") => {
            row("list".into());
            let items =
                target.get("items").or_else(|| target.get("prefixItems").and_then(|items| items.get(0)));
            if let Some(items) = items {
                let inner = resolve(items, definitions);
                let path = format!("{path}.N");
                if inner.get("properties").is_some() {
                    add_fields(rows, &format!("{path}."), inner, definitions);
                } else {
                    add(rows, &path, items, &text_of(items), definitions);
                }
            }
        }
        Some("integer" | "number") => row("number".into()),
        Some("boolean") => row("flag".into()),
        _ => row("text".into()),
    }
}

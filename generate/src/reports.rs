//! `docs/reports.md`: every figure of every report by its path.

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

fn text_of(schema: &Value) -> String {
    let text = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    // Links of the Rust documentation lead nowhere here.
    let mut out = String::new();
    let mut rest = text.split_whitespace().collect::<Vec<_>>().join(" ");
    while let Some((before, link)) = rest.split_once("](") {
        let open = before.rfind('[').unwrap_or(before.len());
        out += &before[..open];
        out += before.get(open + 1..).unwrap_or_default();
        rest = link.split_once(')').map_or_else(String::new, |(_, after)| after.to_owned());
    }
    out + &rest
}

fn resolve<'a>(schema: &'a Value, definitions: &'a Map<String, Value>) -> &'a Value {
    let name = schema.get("$ref").and_then(Value::as_str).and_then(|name| name.rsplit('/').next());
    name.and_then(|name| definitions.get(name)).unwrap_or(schema)
}

fn is_null(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("null")
}

/// The schema without the possibility of null, and whether it had it.
fn without_null(schema: &Value) -> (Value, bool) {
    if let Some(any) = schema.get("anyOf").and_then(Value::as_array)
        && let (Some(some), true) = (any.iter().find(|s| !is_null(s)), any.iter().any(is_null))
    {
        return (some.clone(), true);
    }
    if let Some(types) = schema.get("type").and_then(Value::as_array) {
        let mut some = schema.clone();
        some["type"] = types.iter().find(|t| *t != "null").cloned().unwrap_or_default();
        return (some, types.iter().any(|t| t == "null"));
    }
    (schema.clone(), false)
}

/// The words of a choice; `None` for anything else.
fn words(schema: &Value) -> Option<Vec<&str>> {
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return values.iter().map(Value::as_str).collect();
    }
    schema.get("oneOf")?.as_array()?.iter().map(|value| value.get("const")?.as_str()).collect()
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

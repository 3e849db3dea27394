//! Reading JSON schemas.

use serde_json::{Map, Value};

/// What a schema says of itself.
pub(crate) fn text_of(schema: &Value) -> String {
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
    (out + &rest).replace("[`", "`").replace("`]", "`")
}

/// The schema that a reference leads to.
pub(crate) fn resolve<'a>(schema: &'a Value, definitions: &'a Map<String, Value>) -> &'a Value {
    let name = schema.get("$ref").and_then(Value::as_str).and_then(|name| name.rsplit('/').next());
    name.and_then(|name| definitions.get(name)).unwrap_or(schema)
}

fn is_null(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("null")
}

/// The schema without the possibility of null, and whether it had it.
pub(crate) fn without_null(schema: &Value) -> (Value, bool) {
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
pub(crate) fn words(schema: &Value) -> Option<Vec<&str>> {
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return values.iter().map(Value::as_str).collect();
    }
    schema.get("oneOf")?.as_array()?.iter().map(|value| value.get("const")?.as_str()).collect()
}

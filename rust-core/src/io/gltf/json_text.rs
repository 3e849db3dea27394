//! Byte spans inside JSON text, so that an edit replaces a few values and leaves every other byte, and an error can
//! say where in the file it lies.
//!
//! The text has been parsed by serde_json before it comes here; the scanner only has to find where values end. It
//! never recurses.

use std::ops::Range;

/// The value that starts at or after `at`, without the white space around it.
pub(super) fn value_at(json: &[u8], at: usize) -> Option<Range<usize>> {
    let start = skip_space(json, at);
    let end = match json.get(start)? {
        b'"' => string_end(json, start)?,
        b'{' | b'[' => container_end(json, start)?,
        _ => json[start..]
            .iter()
            .position(|b| matches!(b, b',' | b'}' | b']' | b' ' | b'\t' | b'\r' | b'\n'))
            .map_or(json.len(), |length| start + length),
    };
    Some(start..end)
}

/// Names and values of the object at `object`, in file order. Escaped names stay escaped: those of the schema have
/// no escapes.
pub(super) fn members<'a>(json: &'a [u8], object: &Range<usize>) -> Vec<(&'a [u8], Range<usize>)> {
    let mut out = Vec::new();
    let mut at = object.start + 1;
    while let Some(name) = value_at(json, at).filter(|name| json[name.start] == b'"') {
        let colon = skip_space(json, name.end);
        let Some(value) = value_at(json, colon + 1) else { break };
        at = skip_space(json, value.end) + 1;
        let more = json.get(at - 1) == Some(&b',');
        out.push((&json[name.start + 1..name.end - 1], value));
        if !more {
            break;
        }
    }
    out
}

/// The value called `name` in the object at `object`.
pub(super) fn member(json: &[u8], object: &Range<usize>, name: &str) -> Option<Range<usize>> {
    members(json, object).into_iter().find(|(n, _)| *n == name.as_bytes()).map(|(_, value)| value)
}

/// The elements of the array at `array`.
pub(super) fn elements(json: &[u8], array: &Range<usize>) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut at = array.start + 1;
    if json.get(skip_space(json, at)) == Some(&b']') {
        return out;
    }
    while let Some(value) = value_at(json, at) {
        at = skip_space(json, value.end) + 1;
        out.push(value);
        if json.get(at - 1) != Some(&b',') {
            break;
        }
    }
    out
}

/// Where the value at a place such as `animations[2].samplers[0].input` starts, or the nearest parent that exists.
pub(super) fn locate(json: &[u8], place: &str) -> usize {
    let Some(mut at) = value_at(json, 0) else { return 0 };
    for part in place.split('.') {
        let mut pieces = part.split('[');
        let name = pieces.next().unwrap_or_default();
        let Some(value) = member(json, &at, name) else { break };
        at = value;
        for index in pieces {
            let element = index
                .trim_end_matches(']')
                .parse::<usize>()
                .ok()
                .and_then(|index| elements(json, &at).into_iter().nth(index));
            match element {
                Some(element) => at = element,
                None => return at.start,
            }
        }
    }
    at.start
}

fn skip_space(json: &[u8], at: usize) -> usize {
    let rest = json.get(at..).unwrap_or_default();
    at + rest.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(rest.len())
}

fn string_end(json: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match json.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

fn container_end(json: &[u8], start: usize) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = start;
    loop {
        match json.get(at)? {
            b'"' => at = string_end(json, at)?,
            b'{' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b']' => {
                depth -= 1;
                at += 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => at += 1,
        }
    }
}

/// Replacements of byte ranges, applied together.
#[derive(Debug, Default)]
pub(super) struct Edits(Vec<(Range<usize>, String)>);

impl Edits {
    /// Whether nothing is replaced.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Puts `text` in place of `range`.
    pub(super) fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.0.push((range, text.into()));
    }

    /// Adds already encoded elements at the end of the array at `array`.
    pub(super) fn push_elements(&mut self, json: &[u8], array: &Range<usize>, texts: &[String]) {
        if texts.is_empty() {
            return;
        }
        let existing = elements(json, array);
        let (at, comma) = existing.last().map_or((array.start + 1, ""), |last| (last.end, ","));
        self.replace(at..at, format!("{comma}{}", texts.join(",")));
    }

    /// Adds a member at the end of the object at `object`.
    pub(super) fn push_member(&mut self, json: &[u8], object: &Range<usize>, name: &str, value: &str) {
        let (at, comma) =
            members(json, object).last().map_or((object.start + 1, ""), |(_, value)| (value.end, ","));
        self.replace(at..at, format!("{comma}\"{name}\":{value}"));
    }

    /// The text with all replacements made; ranges must not overlap. Insertions at one place keep their order.
    pub(super) fn apply(mut self, json: &[u8]) -> Vec<u8> {
        self.0.sort_by_key(|(range, _)| range.start);
        let added: usize = self.0.iter().map(|(_, text)| text.len()).sum();
        let mut out = Vec::with_capacity(json.len() + added);
        let mut at = 0;
        for (range, text) in &self.0 {
            out.extend_from_slice(&json[at..range.start]);
            out.extend_from_slice(text.as_bytes());
            at = range.end;
        }
        out.extend_from_slice(&json[at..]);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JSON: &[u8] = br#" { "a" : [ 1, {"x":"}]\"", "y": [ ] } , -2.5e3 ], "b":true,"c":{} } "#;

    fn text(range: Range<usize>) -> &'static str {
        std::str::from_utf8(&JSON[range]).unwrap()
    }

    #[test]
    fn spans_match_the_values() {
        let root = value_at(JSON, 0).unwrap();
        let names: Vec<_> = members(JSON, &root).into_iter().map(|(n, _)| n).collect();
        assert_eq!(names, [b"a", b"b", b"c"]);
        let a = member(JSON, &root, "a").unwrap();
        let inside = elements(JSON, &a);
        assert_eq!(text(inside[0].clone()), "1");
        assert_eq!(text(inside[2].clone()), "-2.5e3");
        assert_eq!(text(member(JSON, &inside[1], "x").unwrap()), r#""}]\"""#);
        assert!(elements(JSON, &member(JSON, &inside[1], "y").unwrap()).is_empty());
        assert!(members(JSON, &member(JSON, &root, "c").unwrap()).is_empty());
    }

    #[test]
    fn locate_finds_the_value_or_its_nearest_parent() {
        assert!(text(locate(JSON, "a[1].y")..JSON.len()).starts_with("[ ]"));
        assert!(text(locate(JSON, "a[9]")..JSON.len()).starts_with("[ 1"));
        assert!(text(locate(JSON, "a[1].nothing")..JSON.len()).starts_with("{\"x\""));
        assert_eq!(locate(b"{", "a"), 0);
    }

    #[test]
    fn edits_leave_the_rest() {
        let root = value_at(JSON, 0).unwrap();
        let mut edits = Edits::default();
        let a = member(JSON, &root, "a").unwrap();
        edits.push_elements(JSON, &a, &["7".into(), "8".into()]);
        let inside = elements(JSON, &a);
        edits.push_elements(JSON, &member(JSON, &inside[1], "y").unwrap(), &["0".into()]);
        edits.replace(inside[0].clone(), "100");
        edits.push_member(JSON, &root, "d", "null");
        edits.push_member(JSON, &member(JSON, &root, "c").unwrap(), "e", "1");
        let out = String::from_utf8(edits.apply(JSON)).unwrap();
        assert_eq!(
            out,
            r#" { "a" : [ 100, {"x":"}]\"", "y": [0 ] } , -2.5e3,7,8 ], "b":true,"c":{"e":1},"d":null } "#
        );
    }
}

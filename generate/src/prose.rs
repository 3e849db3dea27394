//! Doc comments and names for generated code.

/// Width of a line of generated Rust.
const WIDTH: usize = 120;

/// A text in lines that begin with `start`.
pub(crate) fn wrap(start: &str, text: &str) -> String {
    wrap_to(start, text, WIDTH)
}

/// A text in lines of at most `limit` characters that begin with `start`.
pub(crate) fn wrap_to(start: &str, text: &str, limit: usize) -> String {
    let (mut out, mut line) = (String::new(), start.to_owned());
    let width = |text: &str| text.chars().count();
    for word in text.split_whitespace() {
        if line.len() > start.len() && width(&line) + 1 + width(word) > limit {
            out += line.trim_end();
            out += "\n";
            start.clone_into(&mut line);
        }
        line += word;
        line += " ";
    }
    if line.len() > start.len() {
        out += line.trim_end();
        out += "\n";
    }
    out
}

/// A doc comment, wrapped.
pub(crate) fn doc(indent: &str, text: &str) -> String {
    wrap(&format!("{indent}/// "), text)
}

/// `foot-rooted` as it stands in a constant: `FOOT_ROOTED`.
pub(crate) fn constant(word: &str) -> String {
    word.replace('-', "_").to_uppercase()
}

/// `remove_footskate` as it stands in a type: `RemoveFootskate`.
pub(crate) fn camel(word: &str) -> String {
    let capital = |part: &str| part[..1].to_uppercase() + &part[1..];
    word.split('_').filter(|part| !part.is_empty()).map(capital).collect()
}

/// A text with its first letter as a capital.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

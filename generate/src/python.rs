//! What Python gets from the declarations: the types of the options, the classes of the reports, and the plain edits.

mod edits;
mod options;
mod reports;

pub(crate) use edits::edits;
pub(crate) use options::options;
pub(crate) use reports::reports;

use crate::prose::wrap_to;

/// Width of a line of generated Python.
const WIDTH: usize = 120;

/// Words that cannot be the name of an attribute.
const KEYWORDS: &[&str] = &[
    "and", "as", "class", "def", "del", "for", "from", "global", "if", "import", "in", "is", "not", "or",
    "pass", "with",
];

/// A docstring, wrapped: on one line where it fits, else with the closing quotes on a line of their own.
fn docstring(indent: &str, text: &str) -> String {
    // A backslash would begin an escape.
    let text = text.replace('\\', "\\\\");
    let line = format!("{indent}\"\"\"{text}\"\"\"\n");
    if line.chars().count() <= WIDTH + 1 {
        return line;
    }
    let lines = wrap_to(indent, &format!("\"\"\"{text}"), WIDTH - 3);
    format!("{}\"\"\"\n", lines.trim_end())
}

/// A name as Python takes it: `from` is `from_`.
fn attribute(name: &str) -> String {
    if KEYWORDS.contains(&name) { format!("{name}_") } else { name.to_owned() }
}

/// The words of a choice as a type: `Literal["limbs", "root"]`.
fn literal<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| format!("{word:?}")).collect();
    format!("Literal[{}]", words.join(", "))
}

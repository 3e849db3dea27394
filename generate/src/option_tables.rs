//! The option tables of `docs/operations`, between `<!-- options -->` and `<!-- /options -->`.

use crate::section::with_section;
use surefoot::declare::{OptionKind, OptionSpec};

/// The page with its table made anew.
///
/// # Errors
/// If the page has no place for the table.
pub(crate) fn page(committed: &str, options: &[OptionSpec]) -> Result<String, String> {
    with_section(committed, "options", &table(options))
}

fn table(options: &[OptionSpec]) -> String {
    let mut out =
        String::from("| Option | Default | Range | Unit | Meaning |\n| --- | --- | --- | --- | --- |\n");
    for option in options {
        let range = match option.kind {
            OptionKind::Flag { .. } => String::new(),
            OptionKind::Choice { values, .. } => {
                values.iter().map(|v| format!("`{}`", v.name)).collect::<Vec<_>>().join(", ")
            }
            kind => kind.allowed(),
        };
        let choices = match option.kind {
            OptionKind::Choice { values, .. } => {
                let texts: Vec<String> =
                    values.iter().map(|v| format!("`{}`: {}", v.name, lower(v.help))).collect();
                format!(". {}", texts.join("; "))
            }
            _ => String::new(),
        };
        let needs = match option.used_when_text() {
            text if text.is_empty() => text,
            text => format!(" ({text})"),
        };
        out += &format!(
            "| `{}` | {} | {range} | {} | {}{choices}{needs} |\n",
            option.name,
            option.kind.default_value(),
            option.unit,
            option.help
        );
    }
    out
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

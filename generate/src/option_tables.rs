//! The option tables of `docs/operations`, between `<!-- options -->` and `<!-- /options -->`.

use surefoot::declare::{OptionKind, OptionSpec};

const START: &str = "<!-- options -->\n";
const END: &str = "<!-- /options -->";

/// The page with its table made anew.
///
/// # Errors
/// If the page has no place for the table.
pub(crate) fn page(committed: &str, options: &[OptionSpec]) -> Result<String, String> {
    let missing = || {
        "has no table of options: write <!-- options --> and <!-- /options --> where it belongs".to_owned()
    };
    let (before, rest) = committed.split_once(START).ok_or_else(missing)?;
    let (_, after) = rest.split_once(END).ok_or_else(missing)?;
    Ok(format!("{before}{START}{}{END}{after}", table(options)))
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

//! Flags shared by commands: how to read a file, and an operation's options from their declaration.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use std::path::{Path, PathBuf};
use surefoot::declare::{Condition, OptionKind, OptionSpec, OptionValue};
use surefoot::io::{Document, ReadOptions, UpAxis};
use surefoot::{Note, Options};

/// How a file is to be understood where it does not say or is wrong.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct ReadFlags {
    /// Unit of length of the input: m, dm, cm, mm, in, ft, or a number of metres
    #[arg(long, value_name = "UNIT", value_parser = parse_unit)]
    pub unit: Option<f64>,
    /// Axis that points up in the input: x, y, z, -x, -y or -z
    #[arg(long, value_name = "AXIS", value_parser = parse_axis, allow_hyphen_values = true)]
    pub up_axis: Option<UpAxis>,
    /// Frames per second of the input; curves are sampled at this rate
    #[arg(long, value_name = "FPS", value_parser = parse_rate)]
    pub fps: Option<f64>,
    /// JSON file that says which joint is which, for rigs that are not recognised
    #[arg(long, value_name = "FILE")]
    pub roles: Option<PathBuf>,
}

impl ReadFlags {
    /// Reads `path` as these flags say.
    pub(crate) fn read(&self, path: &Path) -> surefoot::Result<Document> {
        let options = ReadOptions { unit_metres: self.unit, up_axis: self.up_axis, frame_rate: self.fps };
        let mut document = surefoot::io::read(path, &options)?;
        if let Some(file) = &self.roles {
            let roles = surefoot::io::read_roles(file, &document.skeleton)?;
            document.set_roles(roles)?;
            // What the reader missed is what the file was written for.
            document.notes.retain(|w| !matches!(w.code, "roles-missing" | "not-a-biped"));
        }
        Ok(document)
    }
}

fn parse_unit(text: &str) -> Result<f64, String> {
    let metres = match text {
        "m" => 1.0,
        "dm" => 0.1,
        "cm" => 0.01,
        "mm" => 0.001,
        "in" => 0.0254,
        "ft" => 0.3048,
        _ => text.parse().unwrap_or(f64::NAN),
    };
    if metres.is_finite() && metres > 0.0 {
        Ok(metres)
    } else {
        Err("use m, dm, cm, mm, in, ft or a number of metres above 0".into())
    }
}

fn parse_axis(text: &str) -> Result<UpAxis, String> {
    UpAxis::from_name(text).ok_or_else(|| "use x, y, z, -x, -y or -z".into())
}

/// Faster than any camera; beyond it a slip of the keyboard would fill the memory.
const MAX_RATE: f64 = 10_000.0;

/// A frame rate: any positive number of frames per second.
pub(crate) fn parse_rate(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(rate) if rate > 0.0 && rate <= MAX_RATE => Ok(rate),
        _ => Err(format!("use a number of frames per second above 0, up to {MAX_RATE}")),
    }
}

/// The flag of an option: `--blend-frames` for `blend_frames`.
pub(crate) fn flag(spec: &OptionSpec) -> String {
    format!("--{}", spec.name.replace('_', "-"))
}

/// What an option needs to have an effect: `--method root and --ground`; empty if it always has.
fn needs(spec: &OptionSpec) -> String {
    let need = |condition: &Condition| match (condition.subject, condition.values) {
        ("query", _) => "--path or --to-at".to_owned(),
        (input, ["given"]) => format!("--{input}"),
        (option, values) => format!("--{} {}", option.replace('_', "-"), values.join(" or ")),
    };
    spec.used_when.iter().map(need).collect::<Vec<_>>().join(" and ")
}

/// A note that names the flags that were given without effect, and what each of them needs.
pub(crate) fn idle_note(idle: &[&'static OptionSpec]) -> Option<Note> {
    let reason = |spec: &&OptionSpec| format!("{} has no effect: needs {}", flag(spec), needs(spec));
    let reasons: Vec<String> = idle.iter().map(reason).collect();
    (!reasons.is_empty()).then(|| Note::warning("idle-option", reasons.join("; ")))
}

/// What an option means: its help line, its words, and when it matters.
fn help(spec: &OptionSpec) -> String {
    let mut out = spec.help.to_owned();
    if let OptionKind::Choice { values, .. } = spec.kind {
        let explained = values.iter().filter(|word| !word.help.eq_ignore_ascii_case(word.name));
        let words = explained.map(|word| format!("{}: {}", word.name, lower_first(word.help)));
        out += &format!(". {}", words.collect::<Vec<_>>().join("; "));
    }
    if !spec.used_when.is_empty() {
        out += &format!(" (needs {})", needs(spec));
    }
    out
}

/// A sentence within another; words such as `IK` stay as they are.
fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    let (first, second) = (letters.next(), letters.clone().next());
    match first {
        Some(first) if !second.is_some_and(char::is_uppercase) => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => text.to_owned(),
    }
}

/// An option as an argument, with its range, unit and default in the help.
pub(crate) fn option_arg(spec: &'static OptionSpec) -> Arg {
    let arg = Arg::new(spec.name).long(spec.name.replace('_', "-"));
    let default = spec.kind.default_value();
    let arg = match spec.kind {
        OptionKind::Flag { .. } => arg
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("true")
            .value_name("BOOL")
            .help(format!("{} [default: {default}]", help(spec))),
        kind => {
            let unit = if spec.unit.is_empty() { String::new() } else { format!(", {}", spec.unit) };
            let name = if matches!(kind, OptionKind::Choice { .. }) { "WORD" } else { "N" };
            let allowed = kind.allowed();
            arg.value_name(name).help(format!("{} [{allowed}{unit}; default: {default}]", help(spec)))
        }
    };
    arg.action(ArgAction::Set)
        .allow_hyphen_values(true)
        .value_parser(move |text: &str| spec.parse(text).map_err(|e| e.to_string()))
}

/// An operation's options as flags, made from their declaration.
#[derive(Debug, Clone, Default)]
pub(crate) struct OperationFlags<O>(pub O);

impl<O: Options> Args for OperationFlags<O> {
    fn augment_args(command: Command) -> Command {
        O::SPECS.iter().fold(command, |command, spec| command.arg(option_arg(spec)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<O: Options> FromArgMatches for OperationFlags<O> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut flags = Self(O::default());
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for spec in O::SPECS {
            if let Some(value) = matches.get_one::<OptionValue>(spec.name) {
                let refused = |e: surefoot::Error| clap::Error::raw(clap::error::ErrorKind::InvalidValue, e);
                self.0.set(spec.name, *value).map_err(refused)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_axes_and_rates_are_checked() {
        assert_eq!(parse_unit("cm"), Ok(0.01));
        assert_eq!(parse_unit("0.0254"), Ok(0.0254));
        for bad in ["", "km/h", "0", "-1", "NaN", "inf"] {
            assert!(parse_unit(bad).is_err(), "{bad}");
            assert!(parse_rate(bad).is_err(), "{bad}");
        }
        assert_eq!(parse_axis("Z"), Ok(UpAxis::Z));
        assert!(parse_axis("up").is_err());
    }
}

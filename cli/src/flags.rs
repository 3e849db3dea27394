//! Flags shared by commands: how to read a file, and an operation's options from its table.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use std::path::{Path, PathBuf};
use surefoot::io::{Document, ReadOptions, UpAxis};
use surefoot::ops::{OptionKind, OptionValue, Options};

/// How a file is to be understood where it does not say or is wrong.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct ReadFlags {
    /// Unit of length of the input: m, dm, cm, mm, in, ft or metres per unit
    #[arg(long, value_name = "UNIT", value_parser = parse_unit)]
    pub unit: Option<f64>,
    /// Axis that points up in the input: x, y, z, -x, -y or -z
    #[arg(long, value_name = "AXIS", value_parser = parse_axis, allow_hyphen_values = true)]
    pub up_axis: Option<UpAxis>,
    /// Frames per second of the input; curves are sampled at this rate
    #[arg(long, value_name = "FPS", value_parser = parse_rate)]
    pub fps: Option<f64>,
    /// JSON file that names joints by role, for rigs that are not recognised
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
            document.warnings.retain(|w| !matches!(w.code, "roles-missing" | "not-a-biped"));
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

/// An operation's options as flags, made from its table: `blend_frames` becomes `--blend-frames`. Second, the names of
/// the options that were given.
#[derive(Debug, Clone, Default)]
pub(crate) struct OperationFlags<O>(pub O, pub Vec<&'static str>);

impl<O: Options + Default> Args for OperationFlags<O> {
    fn augment_args(command: Command) -> Command {
        O::SPECS.iter().fold(command, |command, spec| {
            let unit = if spec.unit.is_empty() { String::new() } else { format!(", {}", spec.unit) };
            let arg = Arg::new(spec.name).long(spec.name.replace('_', "-"));
            let arg = match spec.kind {
                OptionKind::Flag { default } => arg
                    .num_args(0..=1)
                    .require_equals(true)
                    .default_missing_value("true")
                    .value_name("BOOL")
                    .help(format!("{} [default: {default}]", spec.help)),
                kind => {
                    let default = match kind.default_value() {
                        OptionValue::Number(v) => v.to_string(),
                        OptionValue::Integer(v) => v.to_string(),
                        OptionValue::Flag(v) => v.to_string(),
                        OptionValue::Choice(v) => v.to_owned(),
                    };
                    let name = if matches!(kind, OptionKind::Choice { .. }) { "WORD" } else { "N" };
                    arg.value_name(name).help(format!(
                        "{} [{}{unit}; default: {default}]",
                        spec.help,
                        kind.allowed()
                    ))
                }
            };
            command.arg(
                arg.action(ArgAction::Set)
                    .allow_hyphen_values(true)
                    .value_parser(move |text: &str| spec.parse(text).map_err(|e| e.to_string())),
            )
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<O: Options + Default> FromArgMatches for OperationFlags<O> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut flags = Self::default();
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for spec in O::SPECS {
            if let Some(value) = matches.get_one::<OptionValue>(spec.name) {
                self.0.set(spec.name, *value);
                self.1.push(spec.name);
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

//! Commands of operations that take only a skeleton, a clip and options. They are made from the library's list.

use super::{ClipCommand, EditFlags, EditedClip, run};
use crate::flags::{flag, idle_note, option_arg};
use crate::output::Output;
use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};
use surefoot::declare::{Edit, Operation, OptionKind, OptionValue};
use surefoot::io::Document;
use surefoot::ops::{OPERATIONS, Progress};
use surefoot::{Clip, Note, Result};

/// One of the library's plain operations with its arguments.
#[derive(Debug, Clone)]
pub(crate) struct PlainEdit {
    operation: &'static Operation,
    edit: Edit,
    /// As it is typed: `trim-clip`.
    name: String,
    flags: EditFlags,
    values: Vec<(&'static str, OptionValue)>,
}

/// The operations that become commands here.
fn operations() -> impl Iterator<Item = (&'static Operation, Edit)> {
    OPERATIONS.iter().filter_map(|operation| Some((operation, operation.edit?)))
}

fn command_name(operation: &Operation) -> String {
    operation.name.replace('_', "-")
}

fn command(operation: &'static Operation) -> Command {
    let name = command_name(operation);
    let command = Command::new(name.clone());
    let command = operation.options.iter().fold(command, |command, spec| command.arg(option_arg(spec)));
    // The common flags bring a description of their own, so this one comes last.
    EditFlags::augment_args(command)
        .about(operation.help)
        .long_about(format!(
            "{}\n\nThe result goes into a copy of the input: everything but the changed clips is kept.",
            operation.help
        ))
        .after_help(examples(operation, &name))
}

/// One file with the first option, one clip of it, and many files.
fn examples(operation: &Operation, name: &str) -> String {
    let option = operation.options.first().map(|spec| {
        let value = match spec.kind {
            OptionKind::Flag { default } => (!default).to_string(),
            // Any value but the default, which would do nothing.
            OptionKind::Integer { min, max, .. } => 10.clamp(min, max).to_string(),
            kind => kind.default_value().to_string(),
        };
        let equals = if matches!(spec.kind, OptionKind::Flag { .. }) { "=" } else { " " };
        format!(" {}{equals}{value}", flag(spec))
    });
    let option = option.unwrap_or_default();
    format!(
        "Examples:\n  surefoot {name} walk.bvh out.bvh{option}\n  surefoot {name} hero.fbx out.fbx{option} --clip Run --html page.html\n  surefoot {name} *.glb --out-dir results/{option} --report report.json"
    )
}

impl Subcommand for PlainEdit {
    fn augment_subcommands(parent: Command) -> Command {
        operations().fold(parent, |parent, (operation, _)| parent.subcommand(command(operation)))
    }

    fn augment_subcommands_for_update(parent: Command) -> Command {
        Self::augment_subcommands(parent)
    }

    fn has_subcommand(name: &str) -> bool {
        operations().any(|(operation, _)| command_name(operation) == name)
    }
}

impl FromArgMatches for PlainEdit {
    fn from_arg_matches(matches: &ArgMatches) -> std::result::Result<Self, clap::Error> {
        let unknown = || clap::Error::new(clap::error::ErrorKind::InvalidSubcommand);
        let (name, matches) = matches.subcommand().ok_or_else(unknown)?;
        let (operation, edit) =
            operations().find(|(operation, _)| command_name(operation) == name).ok_or_else(unknown)?;
        let value = |name| matches.get_one::<OptionValue>(name).copied();
        Ok(Self {
            operation,
            edit,
            name: name.to_owned(),
            flags: EditFlags::from_arg_matches(matches)?,
            values: operation.options.iter().filter_map(|s| Some((s.name, value(s.name)?))).collect(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> std::result::Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl PlainEdit {
    pub(crate) fn run(&self, output: &Output) -> Result<()> {
        run(self, output)
    }
}

impl ClipCommand for PlainEdit {
    fn name(&self) -> &str {
        &self.name
    }

    fn flags(&self) -> &EditFlags {
        &self.flags
    }

    fn edit(&self, document: &Document, clip: &Clip, _: &Progress<'_>) -> Result<EditedClip> {
        Ok((self.edit)(&document.skeleton, clip, &self.values)?.into())
    }

    fn notes(&self) -> Vec<Note> {
        idle_note(&self.operation.idle_options(&self.values, &[])).into_iter().collect()
    }
}

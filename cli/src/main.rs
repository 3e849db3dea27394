//! The command `surefoot`: arguments in, files and tables out. All behaviour is in the library.

mod advice;
mod balance;
mod commands;
mod edit;
mod files;
mod flags;
mod output;
mod reshaped;
mod table;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use output::Output;
use std::collections::BTreeSet;
use std::process::ExitCode;

/// Exit code for arguments that make no sense, as clap has it.
const BAD_ARGUMENTS: u8 = 2;

/// Character animation that stands on its feet.
#[derive(Debug, Parser)]
#[command(name = "surefoot", version, about, max_term_width = 100, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Print results and errors only: no progress, no notes
    #[arg(long, short, global = true)]
    quiet: bool,
    /// Print one JSON document instead of text
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    RemoveFootskate(commands::remove_footskate::RemoveFootskateArgs),
    RemovePenetration(commands::remove_penetration::RemovePenetrationArgs),
    AdaptToBody(commands::adapt_to_body::AdaptToBodyArgs),
    DetectPlants(commands::detect_plants::DetectPlantsArgs),
    MeasureBalance(commands::measure_balance::MeasureBalanceArgs),
    CorrectBalance(commands::correct_balance::CorrectBalanceArgs),
    CorrectFlight(commands::correct_flight::CorrectFlightArgs),
    EvaluateBalance(commands::evaluate_balance::EvaluateBalanceArgs),
    #[command(flatten)]
    PlainEdit(edit::PlainEdit),
    BuildMotionGraph(commands::build_motion_graph::BuildMotionGraphArgs),
    SearchMotionGraph(commands::search_motion_graph::SearchMotionGraphArgs),
    GraphInfo(commands::graph_info::GraphInfoArgs),
    DeformOutOfBody(commands::deform_out_of_body::DeformOutOfBodyArgs),
    FitBody(commands::fit_body::FitBodyArgs),
    GrowBody(commands::grow_body::GrowBodyArgs),
    ScaleCharacter(commands::scale_character::ScaleCharacterArgs),
    ShapeGrid(commands::shape_grid::ShapeGridArgs),
    Info(commands::info::InfoArgs),
    Convert(commands::convert::ConvertArgs),
    View(commands::view::ViewArgs),
    Demo(commands::demo::DemoArgs),
    Completions(commands::completions::CompletionsArgs),
}

fn main() -> ExitCode {
    // clap itself ends with 2 on bad arguments and 0 on --help.
    let matches = Cli::command().get_matches();
    let cli =
        Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.format(&mut Cli::command()).exit());
    output::set_flags(flags_of(&matches));
    let output = Output::new(cli.quiet, cli.json);
    output::finish_writing_before_interrupt();
    let result = match &cli.command {
        Command::RemoveFootskate(args) => commands::remove_footskate::run(args, &output),
        Command::RemovePenetration(args) => commands::remove_penetration::run(args, &output),
        Command::AdaptToBody(args) => commands::adapt_to_body::run(args, &output),
        Command::DetectPlants(args) => commands::detect_plants::run(args, &output),
        Command::MeasureBalance(args) => commands::measure_balance::run(args, &output),
        Command::CorrectBalance(args) => commands::correct_balance::run(args, &output),
        Command::CorrectFlight(args) => commands::correct_flight::run(args, &output),
        Command::EvaluateBalance(args) => commands::evaluate_balance::run(args, &output),
        Command::PlainEdit(edit) => edit.run(&output),
        Command::BuildMotionGraph(args) => commands::build_motion_graph::run(args, &output),
        Command::SearchMotionGraph(args) => commands::search_motion_graph::run(args, &output),
        Command::GraphInfo(args) => commands::graph_info::run(args, &output),
        Command::DeformOutOfBody(args) => commands::deform_out_of_body::run(args, &output),
        Command::FitBody(args) => commands::fit_body::run(args, &output),
        Command::GrowBody(args) => commands::grow_body::run(args, &output),
        Command::ScaleCharacter(args) => commands::scale_character::run(args, &output),
        Command::ShapeGrid(args) => commands::shape_grid::run(args, &output),
        Command::View(args) => commands::view::run(args, &output),
        Command::Demo(args) => commands::demo::run(args, &output),
        Command::Info(args) => commands::info::run(args, &output),
        Command::Convert(args) => commands::convert::run(args, &output),
        Command::Completions(args) => commands::completions::run(args, &mut Cli::command()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output.error(&error);
            // A value outside its range is a slip in the arguments, wherever it is found out.
            ExitCode::from(if matches!(error, surefoot::Error::OptionOutOfRange { .. }) {
                BAD_ARGUMENTS
            } else {
                1
            })
        }
    }
}

/// The flags of the command that was chosen.
fn flags_of(matches: &clap::ArgMatches) -> BTreeSet<String> {
    let chosen = std::iter::successors(matches.subcommand(), |(_, below)| below.subcommand());
    let name = chosen.map(|(name, _)| name).collect::<Vec<_>>().join(" ");
    advice::commands_of(&Cli::command()).remove(&name).unwrap_or_default()
}

/// The commands that do something: those without commands of their own.
#[cfg(test)]
fn leaf_commands(command: &clap::Command) -> Vec<clap::Command> {
    let below = command.get_subcommands();
    below.flat_map(|c| if c.has_subcommands() { leaf_commands(c) } else { vec![c.clone()] }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_consistent_and_every_command_has_an_example() {
        Cli::command().debug_assert();
        for command in &leaf_commands(&Cli::command()) {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("surefoot "), "'{}' has no example in its help", command.get_name());
        }
    }
}

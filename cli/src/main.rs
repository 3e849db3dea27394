//! The command `surefoot`.

mod commands;
mod page;

use clap::Parser;
use std::process::ExitCode;

/// Character animation that stands on its feet.
#[derive(Debug, Parser)]
#[command(version)]
enum Command {
    View(commands::view::ViewArgs),
}

#[allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line speaks on the terminal")]
fn main() -> ExitCode {
    let result = match Command::parse() {
        Command::View(args) => commands::view::run(&args),
    };
    match result {
        Ok(report) => {
            report.warnings.iter().for_each(|warning| eprintln!("warning: {warning}"));
            println!("{}", report.summary());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

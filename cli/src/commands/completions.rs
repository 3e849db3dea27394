//! `surefoot completions`: prints a completion script for a shell.

use clap::Args;

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  surefoot completions bash > ~/.local/share/bash-completion/completions/surefoot"
)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: clap_complete::Shell,
}

pub(crate) fn run(args: &CompletionsArgs, command: &mut clap::Command) -> surefoot::Result<()> {
    clap_complete::generate(args.shell, command, "surefoot", &mut std::io::stdout());
    Ok(())
}

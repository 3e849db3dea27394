//! `cargo run -p surefoot-generate` writes every generated file; with `--check` it only says which are out of date.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command for developers")]

use std::process::ExitCode;
use surefoot_generate::{outputs, root};

fn main() -> ExitCode {
    let is_check = std::env::args().any(|argument| argument == "--check");
    let outputs = match outputs(root()) {
        Ok(outputs) => outputs,
        Err(text) => {
            eprintln!("{text}");
            return ExitCode::FAILURE;
        }
    };
    let mut is_fine = true;
    for output in outputs {
        let path = root().join(&output.path);
        if std::fs::read_to_string(&path).is_ok_and(|text| text == output.text) {
            continue;
        }
        if is_check {
            println!("out of date: {}", output.path);
            is_fine = false;
            continue;
        }
        match std::fs::write(&path, &output.text) {
            Ok(()) => println!("written: {}", output.path),
            Err(error) => {
                eprintln!("{}: {error}", output.path);
                is_fine = false;
            }
        }
    }
    if is_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

//! The command `surefoot`.

mod commands;
mod page;

fn main() {}

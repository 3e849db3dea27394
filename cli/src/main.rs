//! The command `surefoot`.

fn main() {}

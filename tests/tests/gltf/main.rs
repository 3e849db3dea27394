//! glTF and GLB: reading against an independent evaluator, patching, new files, broken input.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod broken;
mod container;
mod features;
mod make;
mod oracle;
mod reading;
mod writing;

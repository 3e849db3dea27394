//! glTF and GLB: reading against an independent evaluator, patching, new files, broken input.

mod broken;
mod features;
mod make;
mod oracle;
mod reading;
mod writing;

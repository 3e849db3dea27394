//! glTF and GLB: reading against an independent evaluator, patching, new files, broken input.

mod oracle;
mod reading;

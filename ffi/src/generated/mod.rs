//! What follows from the declarations of the core: `cargo run -p surefoot-generate` writes it.

#[rustfmt::skip]
mod edits;
#[rustfmt::skip]
mod options;

pub use edits::*;
pub(crate) use options::fields_of;
pub use options::*;

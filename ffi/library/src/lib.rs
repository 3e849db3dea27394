//! libsurefoot: all functions of `surefoot-ffi`, linked into a shared and a static library.
//!
//! A crate of its own, because a library called `surefoot` that Rust code can use as well would collide with the core.

extern crate surefoot_ffi as _;

//! Calls of the C API made up from bytes: any order, any handles or NULL, odd numbers, arrays, sizes and texts. Nothing may
//! crash, and no call may end in a fault of the library. What comes out is read, so that a view that leads nowhere is seen.
//!
//! Every exported function is called; `tests/tests/surface_c.rs` compares.
#![no_main]
// Calls end in the library's status; what does not matter here is which.
#![allow(clippy::not_unsafe_ptr_arg_deref)]

mod files;
mod graphs;
mod input;
mod model;
mod operations;
mod searches;
mod shapes;

use input::{Handles, checked};
use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use surefoot_ffi::*;

/// One call, or a few that belong together.
pub type Call = fn(&mut Unstructured<'_>, &mut Handles, *mut surefoot_error) -> Result<surefoot_status>;

fuzz_target!(|bytes: &[u8]| {
    let mut u = Unstructured::new(bytes);
    let mut handles = Handles::new();
    // SAFETY: numbers and texts, for which zero is a value.
    let mut error: surefoot_error = unsafe { std::mem::zeroed() };
    let calls = [model::CALLS, files::CALLS, operations::CALLS, graphs::CALLS, searches::CALLS, shapes::CALLS].concat();
    for _ in 0..32 {
        if u.is_empty() {
            break;
        }
        let Ok(call) = u.choose(&calls) else { break };
        // Most callers pass a place for the error.
        let place = if u.ratio(1, 16).unwrap_or(false) { std::ptr::null_mut() } else { &raw mut error };
        let Ok(status) = call(&mut u, &mut handles, place) else { break };
        checked(status, &error);
    }
});

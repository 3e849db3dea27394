//! The progress callback of long operations.

use std::ffi::c_void;
use surefoot::ops::Progress;

/// Called by long operations with the share done, 0 to 1, and the pointer given beside it. Returns 0 to go on, any
/// other number to stop: the operation then ends with SUREFOOT_ERROR_CANCELLED.
///
/// It is called from any thread, several at once and out of order; it must not throw, jump out or wait for the thread
/// that made the call.
pub type surefoot_progress = Option<extern "C" fn(share: f64, user: *mut c_void) -> i32>;

struct Caller {
    callback: extern "C" fn(f64, *mut c_void) -> i32,
    user: *mut c_void,
}

// SAFETY: the header asks for a callback that any thread may call with this pointer.
unsafe impl Sync for Caller {}

/// Runs `body` with a progress that tells the caller.
pub(crate) fn with_progress<T>(
    callback: surefoot_progress, user: *mut c_void, body: impl FnOnce(Progress<'_>) -> T,
) -> T {
    let Some(callback) = callback else { return body(Progress::none()) };
    let caller = Caller { callback, user };
    let caller = &caller;
    body(Progress::new(&|share| (caller.callback)(share, caller.user) == 0))
}

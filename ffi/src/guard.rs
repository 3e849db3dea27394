//! The boundary that every function of the C API runs inside: panics, NULL and errors become a status.
//!
//! Nothing else in the crate touches a raw pointer, except to keep one in a view.

use crate::status::{surefoot_error, surefoot_status};
use std::cell::Cell;
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Once;

/// Why a call failed, on its way to the caller's `surefoot_error`.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) code: surefoot_status,
    pub(crate) message: String,
    pub(crate) joint: String,
    pub(crate) frame: i64,
}

/// What the bodies of functions return.
pub(crate) type Answer<T = ()> = Result<T, Failure>;

impl Failure {
    pub(crate) fn new(code: surefoot_status, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), joint: String::new(), frame: -1 }
    }

    /// An argument that no caller can mean.
    pub(crate) fn argument(message: impl Into<String>) -> Self {
        Self::new(surefoot_status::SUREFOOT_ERROR_ARGUMENT, message)
    }
}

impl From<surefoot::Error> for Failure {
    fn from(error: surefoot::Error) -> Self {
        use surefoot::Error;
        let mut failure = Failure::new(crate::status::code_of(&error), error.to_string());
        match error {
            Error::Skeleton { joint, .. } => failure.joint = joint,
            Error::Clip { joint, frame, .. } => {
                failure.joint = joint;
                failure.frame = i64::try_from(frame).unwrap_or(i64::MAX);
            }
            Error::UnknownJoint { name, .. } => failure.joint = name,
            _ => {}
        }
        failure
    }
}

thread_local! {
    /// Whether this thread is inside a function of the API.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Keeps the library's own panics off the host's error stream; they travel as a status. The library has a panic hook
/// of its own, so a host written in Rust keeps its messages; where the code is linked into a Rust program, as in tests,
/// other threads keep theirs too.
fn silence_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let earlier = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let ours = INSIDE.with(Cell::get) || rayon::current_thread_index().is_some();
            if !ours {
                earlier(info);
            }
        }));
    });
}

/// Runs the body of a function: a failure or a panic fills `error`, where there is one, and comes back as its status.
pub(crate) fn guard(error: *mut surefoot_error, body: impl FnOnce() -> Answer) -> surefoot_status {
    silence_panics();
    let outside = INSIDE.with(|inside| inside.replace(true));
    // What a panic leaves half done is dropped with the body: outputs are written last, handles never changed.
    let answer = catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|payload| {
        let text = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_default();
        // A payload may panic when it is dropped.
        std::mem::forget(payload);
        Err(Failure::new(
            surefoot_status::SUREFOOT_ERROR_PANIC,
            format!("internal error of the library, please report it: {text}"),
        ))
    });
    INSIDE.with(|inside| inside.set(outside));
    let Err(failure) = answer else { return surefoot_status::SUREFOOT_OK };
    let code = failure.code;
    if !error.is_null() {
        // SAFETY: the caller passes NULL or a surefoot_error of its own that nothing else uses meanwhile.
        unsafe { error.write_unaligned(surefoot_error::new(&failure)) };
    }
    code
}

fn null(name: &str) -> Failure {
    Failure::new(surefoot_status::SUREFOOT_ERROR_NULL, format!("{name} is NULL"))
}

/// A handle or struct that must be there.
pub(crate) fn input<'a, T>(pointer: *const T, name: &str) -> Answer<&'a T> {
    optional(pointer, name)?.ok_or_else(|| null(name))
}

/// Handles that must be there, as what they hold: `let skeleton = input(skeleton, "skeleton")?.get();` for each.
macro_rules! inputs {
    ($($handle:ident),+) => { $(let $handle = $crate::input($handle, stringify!($handle))?.get();)+ };
}
pub(crate) use inputs;

/// A handle or struct that may be NULL.
pub(crate) fn optional<'a, T>(pointer: *const T, name: &str) -> Answer<Option<&'a T>> {
    if !pointer.is_aligned() {
        return Err(Failure::argument(format!("{name}: pointer {pointer:p} is misaligned")));
    }
    // SAFETY: NULL, or an aligned live object of this type, which nothing changes or frees during the call.
    Ok(unsafe { pointer.as_ref() })
}

/// Whether `count` values can lie there; nothing is read.
fn check_array<T>(pointer: *const T, count: usize, name: &str) -> Answer {
    if count == 0 {
        return Ok(());
    }
    if pointer.is_null() {
        return Err(null(name));
    }
    if !pointer.is_aligned() || count.checked_mul(size_of::<T>()).is_none_or(|size| size > isize::MAX as usize) {
        return Err(Failure::argument(format!(
            "{name}: pointer {pointer:p} is misaligned, or {count} values are more than memory holds"
        )));
    }
    Ok(())
}

/// An array of the caller. NULL is an array of nothing.
pub(crate) fn array<'a, T>(pointer: *const T, count: usize, name: &str) -> Answer<&'a [T]> {
    check_array(pointer, count, name)?;
    if count == 0 {
        return Ok(&[]);
    }
    // SAFETY: not NULL, aligned, of a size that fits memory; the caller says that so many values are there.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// As [`array`], where NULL means that the array is left out, whatever the count.
pub(crate) fn optional_array<'a, T>(pointer: *const T, count: usize, name: &str) -> Answer<Option<&'a [T]>> {
    if pointer.is_null() { Ok(None) } else { array(pointer, count, name).map(Some) }
}

/// An array of the caller that the call fills when it has succeeded.
pub(crate) struct Buffer<T>(*mut T, usize);

impl<T: Copy> Buffer<T> {
    /// A buffer of `count` values, of which a call fills what it has.
    pub(crate) fn of(pointer: *mut T, count: usize, name: &str) -> Answer<Self> {
        // What the caller has there may not be initialised yet.
        check_array(pointer.cast_const(), count, name)?;
        Ok(Self(pointer, count))
    }

    /// A buffer of `count` values, which must be `needed`.
    pub(crate) fn new(pointer: *mut T, count: usize, needed: usize, name: &str) -> Answer<Self> {
        if count != needed {
            let text = format!("{name} holds {count} values; this call writes {needed}");
            return Err(Failure::new(surefoot_status::SUREFOOT_ERROR_LENGTH, text));
        }
        Self::of(pointer, count, name)
    }

    /// Fills the buffer from as many values; a slice of another length is cut or leaves the rest as it was.
    pub(crate) fn put(self, values: &[T]) {
        let count = self.1.min(values.len());
        if count == 0 {
            return;
        }
        // SAFETY: checked as an array of that length; the caller says that it is its own, so it does not overlap ours.
        unsafe { std::ptr::copy_nonoverlapping(values.as_ptr(), self.0, count) };
    }
}

/// An array of handles, none of them NULL.
pub(crate) fn handles<'a, T>(pointers: *const *const T, count: usize, name: &str) -> Answer<Vec<&'a T>> {
    let pointers = array(pointers, count, name)?;
    pointers.iter().enumerate().map(|(i, &p)| input(p, &format!("{name}[{i}]"))).collect()
}

/// A text that must be there.
pub(crate) fn text<'a>(pointer: *const c_char, name: &str) -> Answer<&'a str> {
    if pointer.is_null() {
        return Err(null(name));
    }
    // SAFETY: not NULL; the caller passes a text that ends in a zero byte.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|e| Failure::argument(format!("{name} is not UTF-8 from byte {} on", e.valid_up_to())))
}

/// A path that must be there. Paths are UTF-8 on every system.
pub(crate) fn path(pointer: *const c_char, name: &str) -> Answer<PathBuf> {
    let text = text(pointer, name)?;
    if text.is_empty() { Err(Failure::argument(format!("{name} is empty"))) } else { Ok(text.into()) }
}

/// Where a result goes; written when the call has succeeded.
pub(crate) struct Out<T>(*mut T);

impl<T> Out<T> {
    /// A result that the caller must take.
    pub(crate) fn required(pointer: *mut T, name: &str) -> Answer<Self> {
        if pointer.is_null() { Err(null(name)) } else { Ok(Self(pointer)) }
    }

    /// A result that the caller may leave.
    pub(crate) fn optional(pointer: *mut T) -> Self {
        Self(pointer)
    }

    /// Whether the caller takes the result.
    pub(crate) fn is_wanted(&self) -> bool {
        !self.0.is_null()
    }

    /// Hands the result over.
    pub(crate) fn put(self, value: T) {
        if !self.0.is_null() {
            // SAFETY: the caller passes NULL or a place of its own for one value.
            unsafe { self.0.write_unaligned(value) };
        }
    }
}

impl<T> Out<*mut T> {
    /// Hands over a handle that the caller frees.
    pub(crate) fn put_handle(self, value: impl FnOnce() -> T) {
        if self.is_wanted() {
            self.put(Box::into_raw(Box::new(value())));
        }
    }
}

/// Runs the body of a function that makes a handle, which the caller frees and must take. The place for it is looked at
/// first, so that nothing is made in vain.
pub(crate) fn make<T>(
    error: *mut surefoot_error, out: *mut *mut T, name: &str, body: impl FnOnce() -> Answer<T>,
) -> surefoot_status {
    guard(error, || {
        let out = Out::required(out, name)?;
        let value = body()?;
        out.put_handle(|| value);
        Ok(())
    })
}

/// Gives a value that the caller must take.
pub(crate) fn give<T>(out: *mut T, name: &str, value: T) -> Answer {
    Out::required(out, name)?.put(value);
    Ok(())
}

/// Gives what a handle shows, valid until it is freed.
pub(crate) fn view_of<T, V>(
    handle: *const T, name: &str, out_view: *mut *const V, view: impl FnOnce(&T) -> &V,
) -> Answer {
    let handle = input(handle, name)?;
    Out::required(out_view, "out_view")?.put(view(handle));
    Ok(())
}

/// Gives a list and how long it is, valid until what it is in is freed.
pub(crate) fn list_of<V>(items: &[V], out_items: *mut *const V, out_count: *mut usize) -> Answer {
    let out = Out::required(out_items, "out_items")?;
    Out::required(out_count, "out_count")?.put(items.len());
    out.put(items.as_ptr());
    Ok(())
}

/// Frees a handle; NULL is fine. A panic in a destructor must not cross either.
pub(crate) fn free<T>(pointer: *mut T) {
    if !pointer.is_null() {
        guard(std::ptr::null_mut(), || {
            // SAFETY: the caller passes a handle that this library made by `put_handle` and has not freed yet.
            drop(unsafe { Box::from_raw(pointer) });
            Ok(())
        });
    }
}

/// A text for C. A zero byte inside, which no format forbids, ends it.
pub(crate) fn c_text(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rayon::prelude::*;

    fn told(body: impl FnOnce() -> Answer) -> (surefoot_status, String) {
        let mut error = surefoot_error::new(&Failure::argument(""));
        let status = guard(&raw mut error, body);
        // SAFETY: the message ends in a zero.
        let message = unsafe { CStr::from_ptr(error.message.as_ptr()) };
        (status, message.to_string_lossy().into_owned())
    }

    #[test]
    fn a_panic_becomes_a_status_and_the_next_call_works() {
        let (status, message) = told(|| panic!("frame {} is odd", 7));
        assert_eq!(status, surefoot_status::SUREFOOT_ERROR_PANIC);
        assert!(message.ends_with("frame 7 is odd"), "{message}");
        let (status, _) = told(|| {
            // In a worker thread of the pool.
            (0..64).into_par_iter().for_each(|i| assert!(i < 60, "worker {i}"));
            Ok(())
        });
        assert_eq!(status, surefoot_status::SUREFOOT_ERROR_PANIC);
        assert_eq!(told(|| Ok(())).0, surefoot_status::SUREFOOT_OK);
        assert_eq!(guard(std::ptr::null_mut(), || panic!("no error struct")), surefoot_status::SUREFOOT_ERROR_PANIC);
    }

    #[test]
    fn long_messages_are_cut_at_a_character() {
        let long = "ä".repeat(2000);
        let (_, message) = told(|| Err(Failure::argument(long.as_str())));
        assert_eq!(message, "ä".repeat(511));
    }

    #[test]
    fn misaligned_pointers_are_refused() {
        let values = [1.0_f64, 2.0];
        let odd = values.as_ptr().cast::<u8>().wrapping_add(1).cast::<f64>();
        for refused in [optional(odd, "a").unwrap_err(), input(odd, "a").unwrap_err()] {
            assert_eq!(refused.code, surefoot_status::SUREFOOT_ERROR_ARGUMENT);
        }
        let one_odd = [values.as_ptr(), odd];
        let refused = handles(one_odd.as_ptr(), 2, "a").unwrap_err();
        assert!(refused.message.starts_with("a[1]"), "{}", refused.message);
        assert_eq!(optional(values.as_ptr(), "a").unwrap(), Some(&1.0));
        assert_eq!(optional::<f64>(std::ptr::null(), "a").unwrap(), None);
    }

    #[test]
    fn arrays_are_checked() {
        let values = [1.0_f64, 2.0];
        assert_eq!(array(values.as_ptr(), 2, "a").unwrap(), &values);
        assert_eq!(array::<f64>(std::ptr::null(), 0, "a").unwrap(), &[] as &[f64]);
        assert_eq!(array::<f64>(std::ptr::null(), 1, "a").unwrap_err().code, surefoot_status::SUREFOOT_ERROR_NULL);
        let odd = values.as_ptr().cast::<u8>().wrapping_add(1).cast::<f64>();
        assert_eq!(array(odd, 1, "a").unwrap_err().code, surefoot_status::SUREFOOT_ERROR_ARGUMENT);
        assert_eq!(
            array(values.as_ptr(), usize::MAX / 2, "a").unwrap_err().code,
            surefoot_status::SUREFOOT_ERROR_ARGUMENT
        );
    }
}

//! Operations that take a skeleton, a clip and options. Written by the crate `generate` from the declarations of the
//! core: do not edit.

use super::options::*;
use crate::guard::guard;
use crate::model::{surefoot_clip, surefoot_skeleton};
use crate::ops::edit;
use crate::report::surefoot_report;
use crate::status::{surefoot_error, surefoot_status};

/// Mirror a clip: swap left and right. `options` NULL means the defaults; `out_report` may be NULL. The clip that went
/// in is untouched. Free the new one with surefoot_clip_free and the report with surefoot_report_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_mirror_clip(
    skeleton: *const surefoot_skeleton, clip: *const surefoot_clip, options: *const surefoot_mirror_clip_options,
    out_clip: *mut *mut surefoot_clip, out_report: *mut *mut surefoot_report, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || edit(skeleton, clip, options, out_clip, out_report))
}

/// Sample a clip at another frame rate. `options` NULL means the defaults; `out_report` may be NULL. The clip that
/// went in is untouched. Free the new one with surefoot_clip_free and the report with surefoot_report_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_resample_clip(
    skeleton: *const surefoot_skeleton, clip: *const surefoot_clip, options: *const surefoot_resample_clip_options,
    out_clip: *mut *mut surefoot_clip, out_report: *mut *mut surefoot_report, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || edit(skeleton, clip, options, out_clip, out_report))
}

/// Keep a part of a clip. `options` NULL means the defaults; `out_report` may be NULL. The clip that went in is
/// untouched. Free the new one with surefoot_clip_free and the report with surefoot_report_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_trim_clip(
    skeleton: *const surefoot_skeleton, clip: *const surefoot_clip, options: *const surefoot_trim_clip_options,
    out_clip: *mut *mut surefoot_clip, out_report: *mut *mut surefoot_report, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || edit(skeleton, clip, options, out_clip, out_report))
}

//! The C functions of operations for which a skeleton, a clip and options are all they take.

use crate::prose::doc;
use surefoot::ops::OPERATIONS;

const HEAD: &str = "\
//! Operations that take a skeleton, a clip and options. Written by the crate `generate` from the declarations of the
//! core: do not edit.

use super::options::*;
use crate::guard::guard;
use crate::model::{surefoot_clip, surefoot_skeleton};
use crate::ops::edit;
use crate::report::surefoot_report;
use crate::status::{surefoot_error, surefoot_status};
";

/// The file.
pub(crate) fn edits() -> String {
    let mut out = HEAD.to_owned();
    for operation in OPERATIONS.iter().filter(|operation| operation.edit.is_some()) {
        let text = format!(
            "{}. `options` NULL means the defaults; `out_report` may be NULL. The clip that went in is untouched. Free the \
             new one with surefoot_clip_free and the report with surefoot_report_free.",
            operation.help
        );
        out += "\n";
        out += &doc("", &text);
        out += &format!(
            "#[unsafe(no_mangle)]
pub extern \"C\" fn surefoot_{0}(
    skeleton: *const surefoot_skeleton, clip: *const surefoot_clip, options: *const surefoot_{0}_options,
    out_clip: *mut *mut surefoot_clip, out_report: *mut *mut surefoot_report, error: *mut surefoot_error,
) -> surefoot_status {{
    guard(error, || edit(skeleton, clip, options, out_clip, out_report))
}}
",
            operation.name
        );
    }
    out
}

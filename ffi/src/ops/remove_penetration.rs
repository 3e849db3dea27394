//! `surefoot_remove_penetration`.

use crate::*;
use surefoot::remove_penetration;

/// Moves arms out of the body and out of each other, and legs out of each other, on the mesh that the character wears.
/// Feet stay where they are; frames far from any contact keep their bits.
///
/// `options` NULL means the defaults. `progress` may be NULL; `user` is handed to it. `out_report` may be NULL. The clip
/// that went in is untouched. What cannot be solved is not an error: the report names it. Fails with
/// SUREFOOT_ERROR_LENGTH if the clip is for another skeleton, with SUREFOOT_ERROR_INVALID without a mesh, with
/// SUREFOOT_ERROR_MISSING_ROLES without limbs, with SUREFOOT_ERROR_CANCELLED if `progress` says so. Free the clip with
/// surefoot_clip_free and the report with surefoot_report_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_remove_penetration(
    skeleton: *const surefoot_skeleton, clip: *const surefoot_clip, skins: *const *const surefoot_skin,
    skin_count: usize, options: *const surefoot_remove_penetration_options, progress: surefoot_progress,
    user: *mut c_void, out_clip: *mut *mut surefoot_clip, out_report: *mut *mut surefoot_report,
    error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_clip, "out_clip", || {
        inputs!(skeleton, clip);
        let skins = skins_of(skins, skin_count)?;
        let options = read_options(options)?;
        let edited = with_progress(progress, user, |p| remove_penetration(skeleton, clip, &skins, &options, &p))?;
        Out::optional(out_report).put_handle(|| surefoot_report::new(&edited.report));
        Ok(surefoot_clip::new(edited.clip))
    })
}

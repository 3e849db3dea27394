//! `surefoot_remove_footskate`.

use crate::*;
use surefoot::remove_footskate;

/// Stops planted feet and hands from sliding: every planted point stays at one place for as long as its plant lasts.
///
/// `ground` may be NULL; with one, feet and hands are also kept out of it. `options` NULL means the defaults.
/// `out_report` may be NULL. The clip that went in is untouched. A plant out of reach is not an error: the report names
/// it. Fails with SUREFOOT_ERROR_LENGTH if clip, plants and skeleton do not belong together, with
/// SUREFOOT_ERROR_MISSING_ROLES if the skeleton does not say which joints a planted limb has. Free the clip with
/// surefoot_clip_free and the report with surefoot_report_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_remove_footskate(
    skeleton: *const surefoot_skeleton, clip: *const surefoot_clip, plants: *const surefoot_plants,
    ground: *const surefoot_ground, options: *const surefoot_remove_footskate_options,
    out_clip: *mut *mut surefoot_clip, out_report: *mut *mut surefoot_report, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_clip, "out_clip", || {
        inputs!(skeleton, clip, plants);
        let ground = optional(ground, "ground")?.map(surefoot_ground::get);
        let options = read_options(options)?;
        let edited = remove_footskate(skeleton, clip, plants, ground, &options)?;
        Out::optional(out_report).put_handle(|| surefoot_report::of_cleanup(edited.report));
        Ok(surefoot_clip::new(edited.clip))
    })
}

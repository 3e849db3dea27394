//! `surefoot_adapt_to_body`.

use crate::*;
use surefoot::{AdaptStages, adapt_to_body};

/// Carries a clip to the body that wears it: moves limbs out of the body, then holds planted feet, then lets the head
/// look where it looked. The options say which stages there are.
///
/// `plants` NULL means that they are found. `ground`, the options of the stages and `options` may be NULL. `progress`
/// may be NULL; `user` is handed to it. `out_report` may be NULL. The clip that went in is untouched. What cannot be
/// solved is not an error: the report names it. Fails with SUREFOOT_ERROR_LENGTH if clip, plants and skeleton do not
/// belong together, with SUREFOOT_ERROR_INVALID without a mesh, with SUREFOOT_ERROR_MISSING_ROLES without limbs or feet,
/// with SUREFOOT_ERROR_CANCELLED if `progress` says so. Free the clip with surefoot_clip_free and the report with
/// surefoot_report_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_adapt_to_body(
    skeleton: *const surefoot_skeleton, clip: *const surefoot_clip, skins: *const *const surefoot_skin,
    skin_count: usize, plants: *const surefoot_plants, ground: *const surefoot_ground,
    penetration_options: *const surefoot_remove_penetration_options,
    footskate_options: *const surefoot_remove_footskate_options, options: *const surefoot_adapt_to_body_options,
    progress: surefoot_progress, user: *mut c_void, out_clip: *mut *mut surefoot_clip,
    out_report: *mut *mut surefoot_report, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_clip, "out_clip", || {
        inputs!(skeleton, clip);
        let skins = skins_of(skins, skin_count)?;
        let mut stages = AdaptStages::default();
        stages.plants = optional(plants, "plants")?.map(surefoot_plants::get);
        stages.ground = optional(ground, "ground")?.map(surefoot_ground::get);
        stages.remove_penetration = read_options(penetration_options)?;
        stages.remove_footskate = read_options(footskate_options)?;
        let options = read_options(options)?;
        let edited = with_progress(progress, user, |p| adapt_to_body(skeleton, clip, &skins, &stages, &options, &p))?;
        Out::optional(out_report).put_handle(|| surefoot_report::new(&edited.report));
        Ok(surefoot_clip::new(edited.clip))
    })
}

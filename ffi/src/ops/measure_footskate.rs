//! `surefoot_measure_footskate` and `surefoot_published_scores`.

use crate::*;
use surefoot::measure_footskate;
use surefoot::ops::measure_footskate::published_scores;

/// Measures how much planted points slide, how feet fit the ground, and the change against a reference, usually the
/// clip before an edit. `ground` and `reference` may be NULL. Free the report with surefoot_report_free.
///
/// Fails with SUREFOOT_ERROR_LENGTH if clip, plants, reference and skeleton do not belong together.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_measure_footskate(
    skeleton: *const surefoot_skeleton, clip: *const surefoot_clip, plants: *const surefoot_plants,
    ground: *const surefoot_ground, reference: *const surefoot_clip, out_report: *mut *mut surefoot_report,
    error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_report, "out_report", || {
        inputs!(skeleton, clip, plants);
        let ground = optional(ground, "ground")?.map(surefoot_ground::get);
        let reference = optional(reference, "reference")?.map(surefoot_clip::get);
        Ok(surefoot_report::new(&measure_footskate(skeleton, clip, plants, ground, reference)?))
    })
}

/// Computes the scores of published papers, in their units, to compare with them only: they guess contacts from heights
/// and do not rank cleaners correctly. `ground` may be NULL: the level floor at 0. Free the report with
/// surefoot_report_free.
///
/// Fails with SUREFOOT_ERROR_NO_VALUE where feet or toes are not known or the clip has fewer than 3 frames, with
/// SUREFOOT_ERROR_LENGTH if clip, plants and skeleton do not belong together.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_published_scores(
    skeleton: *const surefoot_skeleton, clip: *const surefoot_clip, plants: *const surefoot_plants,
    ground: *const surefoot_ground, out_report: *mut *mut surefoot_report, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_report, "out_report", || {
        inputs!(skeleton, clip, plants);
        let ground = optional(ground, "ground")?.map(surefoot_ground::get);
        clip.check_skeleton(skeleton)?;
        same_frames(clip, plants)?;
        let scores = published_scores(skeleton, clip, plants, ground)?.ok_or_else(|| {
            let text = "published scores need ankle and toe joints of both feet and at least 3 frames";
            Failure::new(surefoot_status::SUREFOOT_ERROR_NO_VALUE, text)
        })?;
        Ok(surefoot_report::new(&scores))
    })
}

//! `surefoot_detect_plants`.

use crate::*;
use surefoot::detect_plants;

/// Finds the plants of both feet: the intervals in which ankle and toe stay put and carry the body, although the clip
/// may drift, skate or be noisy.
///
/// A walk on the spot or on a treadmill has no plants in the world; those that move with its floor go to
/// `out_conveyor_plants`, and the report tells the floor's velocity. `ground` may be NULL: then no floor is assumed.
/// `options` NULL means the defaults. `out_conveyor_plants` and `out_report` may be NULL. Fails with
/// SUREFOOT_ERROR_MISSING_ROLES if no foot is known. Free plants with surefoot_plants_free and the report with
/// surefoot_report_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_detect_plants(
    skeleton: *const surefoot_skeleton, clip: *const surefoot_clip, ground: *const surefoot_ground,
    options: *const surefoot_detect_plants_options, out_plants: *mut *mut surefoot_plants,
    out_conveyor_plants: *mut *mut surefoot_plants, out_report: *mut *mut surefoot_report, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_plants, "out_plants", || {
        inputs!(skeleton, clip);
        let ground = optional(ground, "ground")?.map(surefoot_ground::get);
        let options = read_options(options)?;
        let found = detect_plants(skeleton, clip, ground, &options)?;
        Out::optional(out_report).put_handle(|| surefoot_report::new(&found.report));
        Out::optional(out_conveyor_plants).put_handle(|| surefoot_plants::new(found.conveyor_plants));
        Ok(surefoot_plants::new(found.plants))
    })
}

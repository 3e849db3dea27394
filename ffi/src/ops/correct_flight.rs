//! `surefoot_correct_flight`.

use super::measure_balance::SceneParts;
use crate::*;
use surefoot::correct_flight;
use surefoot::ops::correct_flight::FlightSetting;

/// Puts the centre of mass on its parabola in every flight: a stretch of at least 0.1 s in which neither foot nor hand bears the body.
///
/// The result may have another number of frames. `scene` NULL means no plants, ground or loads. The options of measuring
/// and `options` may be NULL. `progress` may be NULL; `user` is handed to it. `out_report` may be NULL. The clip that went
/// in is untouched. What cannot be solved is not an error: the report names it. Fails as surefoot_measure_balance does,
/// and with SUREFOOT_ERROR_CANCELLED if `progress` says so. Free the clip with surefoot_clip_free and the report with
/// surefoot_report_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_correct_flight(
    skeleton: *const surefoot_skeleton, clip: *const surefoot_clip, skins: *const *const surefoot_skin,
    skin_count: usize, scene: *const surefoot_balance_scene, measure_options: *const surefoot_measure_balance_options,
    options: *const surefoot_correct_flight_options, progress: surefoot_progress, user: *mut c_void,
    out_clip: *mut *mut surefoot_clip, out_report: *mut *mut surefoot_report, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_clip, "out_clip", || {
        inputs!(skeleton, clip);
        let skins = skins_of(skins, skin_count)?;
        let scene = SceneParts::read(scene, skeleton)?;
        let mut setting = FlightSetting::default();
        setting.scene = scene.get()?;
        setting.measure = read_options(measure_options)?;
        let options = read_options(options)?;
        let edited = with_progress(progress, user, |p| correct_flight(skeleton, clip, &skins, &setting, &options, &p))?;
        Out::optional(out_report).put_handle(|| surefoot_report::new(&edited.report));
        Ok(surefoot_clip::new(edited.clip))
    })
}

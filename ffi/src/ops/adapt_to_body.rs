//! `surefoot_adapt_to_body`.

use super::correct_balance::Original;
use super::measure_balance::SceneParts;
use crate::*;
use surefoot::ops::correct_balance::BalanceSetting;
use surefoot::{AdaptStages, adapt_to_body};

/// What balance is measured with. Set struct_size to sizeof(surefoot_balance_setting), and what you leave out to zero.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct surefoot_balance_setting {
    /// sizeof(surefoot_balance_setting).
    pub struct_size: usize,
    /// What the character carries and stands on. NULL: nothing, and where feet stand.
    pub scene: *const surefoot_balance_scene,
    /// What the result is compared with. NULL: the clip that comes.
    pub original: *const surefoot_balance_original,
    /// How balance is measured. NULL: the defaults.
    pub measure_options: *const surefoot_measure_balance_options,
}

/// Carries a clip to the body that wears it: moves limbs out of the body, then holds planted feet, then brings balance
/// back, then lets the head look where it looked. The options say which stages there are.
///
/// `plants` NULL means that they are found. `ground`, `balance`, the options of the stages and `options` may be NULL.
/// Plants and ground are those of `balance`, too, where its scene has none. `progress` may be NULL; `user` is handed to it. `out_report` may be NULL. The clip that went in is untouched. What cannot be
/// solved is not an error: the report names it. Fails with SUREFOOT_ERROR_LENGTH if clip, plants and skeleton do not
/// belong together, with SUREFOOT_ERROR_INVALID without a mesh, with SUREFOOT_ERROR_MISSING_ROLES without limbs or feet,
/// with SUREFOOT_ERROR_CANCELLED if `progress` says so. Free the clip with surefoot_clip_free and the report with
/// surefoot_report_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_adapt_to_body(
    skeleton: *const surefoot_skeleton, clip: *const surefoot_clip, skins: *const *const surefoot_skin,
    skin_count: usize, plants: *const surefoot_plants, ground: *const surefoot_ground,
    penetration_options: *const surefoot_remove_penetration_options,
    footskate_options: *const surefoot_remove_footskate_options, balance: *const surefoot_balance_setting,
    balance_options: *const surefoot_correct_balance_options, options: *const surefoot_adapt_to_body_options,
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
        let balance = SettingParts::read(balance, skeleton)?;
        stages.balance = balance.get()?;
        stages.correct_balance = read_options(balance_options)?;
        let options = read_options(options)?;
        let edited = with_progress(progress, user, |p| adapt_to_body(skeleton, clip, &skins, &stages, &options, &p))?;
        Out::optional(out_report).put_handle(|| surefoot_report::new(&edited.report));
        Ok(surefoot_clip::new(edited.clip))
    })
}

/// A setting as the core has it: what it borrows, and what it owns.
struct SettingParts<'a> {
    scene: SceneParts,
    original: Option<Original<'a>>,
    measure: surefoot::MeasureBalanceOptions,
}

impl SettingParts<'_> {
    /// Reads the setting for a character; NULL is an empty one.
    fn read(setting: *const surefoot_balance_setting, skeleton: &surefoot::Skeleton) -> Answer<Self> {
        let given = sized_or_default(setting, zero::<surefoot_balance_setting>(), "balance")?;
        Ok(Self {
            scene: SceneParts::read(given.scene, skeleton)?,
            original: match given.original.is_null() {
                true => None,
                false => Some(Original::read(given.original, "balance.original")?),
            },
            measure: read_options(given.measure_options)?,
        })
    }

    /// What the core takes.
    fn get(&self) -> Answer<BalanceSetting<'_>> {
        let mut setting = BalanceSetting::default();
        setting.scene = self.scene.get()?;
        setting.measure = self.measure;
        setting.original = self.original.as_ref().map(Original::get).transpose()?;
        Ok(setting)
    }
}

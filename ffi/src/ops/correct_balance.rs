//! `surefoot_correct_balance` and what its result is compared with.

use super::measure_balance::SceneParts;
use crate::*;
use surefoot::correct_balance;
use surefoot::ops::correct_balance::{BalanceOriginal, BalanceSetting};

/// The clip and the body that balance is compared with: before masses, poses or proportions were changed. Set
/// struct_size to sizeof(surefoot_balance_original), and what you leave out to zero.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct surefoot_balance_original {
    /// sizeof(surefoot_balance_original).
    pub struct_size: usize,
    /// Its skeleton.
    pub skeleton: *const surefoot_skeleton,
    /// Its clip: the same motion. It may have another number of frames, if time was stretched.
    pub clip: *const surefoot_clip,
    /// Its skins.
    pub skins: *const *const surefoot_skin,
    /// Number of skins.
    pub skin_count: usize,
    /// What it carries and stands on. NULL: nothing, and where feet stand.
    pub scene: *const surefoot_balance_scene,
}

/// Brings the zero moment point back to what carries the body, or the centre of mass back to its path.
///
/// `scene` NULL means no plants, ground or loads. `original` NULL means that the zero moment point may be outside by the
/// threshold of the options; else it may be as far outside as it is there. The options of measuring and `options` may
/// be NULL. `progress` may be NULL; `user` is handed to it. `out_report` may be NULL. The clip that went in is
/// untouched. What cannot be solved is not an error: the report names it. Fails as surefoot_measure_balance does, and
/// with SUREFOOT_ERROR_CANCELLED if `progress` says so. Free the clip with surefoot_clip_free and the report with
/// surefoot_report_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_correct_balance(
    skeleton: *const surefoot_skeleton, clip: *const surefoot_clip, skins: *const *const surefoot_skin,
    skin_count: usize, scene: *const surefoot_balance_scene, original: *const surefoot_balance_original,
    measure_options: *const surefoot_measure_balance_options, options: *const surefoot_correct_balance_options,
    progress: surefoot_progress, user: *mut c_void, out_clip: *mut *mut surefoot_clip,
    out_report: *mut *mut surefoot_report, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_clip, "out_clip", || {
        inputs!(skeleton, clip);
        let skins = skins_of(skins, skin_count)?;
        let scene = SceneParts::read(scene, skeleton)?;
        let original = match original.is_null() {
            true => None,
            false => Some(Original::read(original, "original")?),
        };
        let mut setting = BalanceSetting::default();
        setting.scene = scene.get()?;
        setting.measure = read_options(measure_options)?;
        setting.original = original.as_ref().map(Original::get).transpose()?;
        let options = read_options(options)?;
        let edited =
            with_progress(progress, user, |p| correct_balance(skeleton, clip, &skins, &setting, &options, &p))?;
        Out::optional(out_report).put_handle(|| surefoot_report::new(&edited.report));
        Ok(surefoot_clip::new(edited.clip))
    })
}

/// An original as the core has it: what it borrows, and what it owns.
pub(crate) struct Original<'a> {
    skeleton: &'a surefoot::Skeleton,
    clip: &'a surefoot::Clip,
    skins: Vec<surefoot::Skin>,
    scene: SceneParts,
}

impl Original<'_> {
    /// Reads an original that is there; `name` is what errors call it.
    pub(crate) fn read(original: *const surefoot_balance_original, name: &str) -> Answer<Self> {
        let given = sized_or_default(original, zero::<surefoot_balance_original>(), name)?;
        let skeleton = input(given.skeleton, &format!("{name}.skeleton"))?.get();
        Ok(Self {
            skeleton,
            clip: input(given.clip, &format!("{name}.clip"))?.get(),
            skins: skins_of(given.skins, given.skin_count)?,
            scene: SceneParts::read(given.scene, skeleton)?,
        })
    }

    /// What the core takes.
    pub(crate) fn get(&self) -> Answer<BalanceOriginal<'_>> {
        Ok(BalanceOriginal { skeleton: self.skeleton, clip: self.clip, skins: &self.skins, scene: self.scene.get()? })
    }
}

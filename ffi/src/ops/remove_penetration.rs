//! `surefoot_remove_penetration`.

use crate::*;
use surefoot::ops::remove_penetration::{BodyPair, remove_penetration_between};

/// Two parts of the body that are kept apart. Parts are trunk, head, and clavicle, upper_arm, forearm, hand, thigh, shin
/// and foot of a side, such as left_hand.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_body_pair {
    /// The part that gives way: of an arm or a leg.
    pub part: *const c_char,
    /// The part that it is kept out of.
    pub other: *const c_char,
}

/// Moves arms out of the body and out of each other, and legs out of each other, on the mesh that the character wears.
/// Feet stay where they are; frames far from any contact keep their bits.
///
/// `pairs` are kept apart as well; with arms and legs off, only these are. `options` NULL means the defaults. `progress` may be NULL; `user` is handed to it. `out_report` may be NULL. The clip
/// that went in is untouched. What cannot be solved is not an error: the report names it. Fails with
/// SUREFOOT_ERROR_LENGTH if the clip is for another skeleton, with SUREFOOT_ERROR_INVALID without a mesh and for pairs
/// of parts that there are not, with SUREFOOT_ERROR_MISSING_ROLES without limbs, with SUREFOOT_ERROR_CANCELLED if `progress` says so. Free the clip with
/// surefoot_clip_free and the report with surefoot_report_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_remove_penetration(
    skeleton: *const surefoot_skeleton, clip: *const surefoot_clip, skins: *const *const surefoot_skin,
    skin_count: usize, pairs: *const surefoot_body_pair, pair_count: usize,
    options: *const surefoot_remove_penetration_options, progress: surefoot_progress, user: *mut c_void,
    out_clip: *mut *mut surefoot_clip, out_report: *mut *mut surefoot_report, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_clip, "out_clip", || {
        inputs!(skeleton, clip);
        let skins = skins_of(skins, skin_count)?;
        let pairs = array(pairs, pair_count, "pairs")?.iter().enumerate();
        let pairs = pairs.map(|(index, pair)| pair_of(pair, index)).collect::<Answer<Vec<_>>>()?;
        let options = read_options(options)?;
        let edited = with_progress(progress, user, |p| {
            remove_penetration_between(skeleton, clip, &skins, &pairs, &options, &p)
        })?;
        Out::optional(out_report).put_handle(|| surefoot_report::new(&edited.report));
        Ok(surefoot_clip::new(edited.clip))
    })
}

fn pair_of(pair: &surefoot_body_pair, index: usize) -> Answer<BodyPair> {
    let name = |part, field: &str| text(part, &format!("pairs[{index}].{field}"));
    Ok(BodyPair::new(name(pair.part, "part")?, name(pair.other, "other")?)?)
}

//! `surefoot_grow_body`, `surefoot_scale_character` and the character that they make.

use crate::*;
use surefoot::ops::grow_body::SegmentGirth;
use surefoot::ops::{grow_body, scale_character};
use surefoot::{Clip, Skeleton, Skin};

/// Girth of one segment, besides that of its group.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct surefoot_segment_girth {
    /// Name of the segment as surefoot_fit_body has it, such as left_forearm; UTF-8.
    pub segment: *const c_char,
    /// 1 leaves it as it is; 0.2 to 5.
    pub factor: f64,
}

/// A character with another shape. Skeleton, skins and clips belong to it.
#[repr(C)]
pub struct surefoot_character_view {
    /// The skeleton.
    pub skeleton: *const surefoot_skeleton,
    /// Number of skins.
    pub skin_count: usize,
    /// The skins, in the order that they came in.
    pub skins: *const *const surefoot_skin,
    /// Number of clips.
    pub clip_count: usize,
    /// The clips, in the order that they came in.
    pub clips: *const *const surefoot_clip,
}

/// A skeleton with its skins and clips. Never changed.
pub struct surefoot_character {
    view: surefoot_character_view,
    _kept: Kept,
}

impl surefoot_character {
    fn new(skeleton: Skeleton, skins: Vec<Skin>, clips: Vec<Clip>) -> Self {
        let mut kept = Kept::default();
        let skins: Vec<*const surefoot_skin> =
            skins.into_iter().map(|skin| kept.one(surefoot_skin::new(skin))).collect();
        let clips: Vec<*const surefoot_clip> =
            clips.into_iter().map(|clip| kept.one(surefoot_clip::new(clip))).collect();
        let view = surefoot_character_view {
            skeleton: kept.one(surefoot_skeleton::new(skeleton)),
            skin_count: skins.len(),
            skins: kept.list(skins).cast(),
            clip_count: clips.len(),
            clips: kept.list(clips).cast(),
        };
        Self { view, _kept: kept }
    }
}

fn clips_of(clips: *const *const surefoot_clip, clip_count: usize) -> Answer<Vec<Clip>> {
    Ok(handles(clips, clip_count, "clips")?.into_iter().map(|clip| clip.get().clone()).collect())
}

/// Makes parts of the body thicker or thinner; lengths stay.
///
/// Clips keep their rotations; animated translations of joints that move with the trunk are fitted. `segments` gives
/// single segments a factor of their own. `options` NULL means the defaults; `out_report` may be NULL. Fails with
/// SUREFOOT_ERROR_MISSING_ROLES for a group whose joints are unknown, with SUREFOOT_ERROR_INVALID for a segment that
/// the body has not. Free the character with surefoot_character_free and the report with surefoot_report_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_grow_body(
    skeleton: *const surefoot_skeleton, skins: *const *const surefoot_skin, skin_count: usize,
    clips: *const *const surefoot_clip, clip_count: usize, segments: *const surefoot_segment_girth,
    segment_count: usize, options: *const surefoot_grow_body_options, out_character: *mut *mut surefoot_character,
    out_report: *mut *mut surefoot_report, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_character, "out_character", || {
        let skeleton = input(skeleton, "skeleton")?.get();
        let (skins, clips) = (skins_of(skins, skin_count)?, clips_of(clips, clip_count)?);
        let segments = array(segments, segment_count, "segments")?.iter().map(|girth| {
            let segment = text(girth.segment, "segment")?.to_owned();
            Ok(SegmentGirth { segment, factor: girth.factor })
        });
        let segments = segments.collect::<Answer<Vec<_>>>()?;
        let grown = grow_body(skeleton, &skins, &segments, &read_options(options)?)?;
        let clips = clips.iter().map(|clip| grown.fit_clip(clip)).collect::<surefoot::Result<_>>()?;
        Out::optional(out_report).put_handle(|| surefoot_report::new(&grown.report));
        Ok(surefoot_character::new(grown.skeleton, grown.skins, clips))
    })
}

/// Gives a character other proportions by seven measures, and scales the root paths of its clips to match.
///
/// `options` NULL means the defaults, which change nothing; `out_report` may be NULL. Fails with
/// SUREFOOT_ERROR_MISSING_ROLES without a pelvis, a spine and two legs, with SUREFOOT_ERROR_INVALID for measures that
/// contradict each other. Free the character with surefoot_character_free and the report with surefoot_report_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_scale_character(
    skeleton: *const surefoot_skeleton, skins: *const *const surefoot_skin, skin_count: usize,
    clips: *const *const surefoot_clip, clip_count: usize, options: *const surefoot_scale_character_options,
    out_character: *mut *mut surefoot_character, out_report: *mut *mut surefoot_report, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_character, "out_character", || {
        let skeleton = input(skeleton, "skeleton")?.get();
        let (skins, clips) = (skins_of(skins, skin_count)?, clips_of(clips, clip_count)?);
        let scaled = scale_character(skeleton, &skins, &clips, &read_options(options)?)?;
        Out::optional(out_report).put_handle(|| surefoot_report::new(&scaled.report));
        Ok(surefoot_character::new(scaled.skeleton, scaled.skins, scaled.clips))
    })
}

/// Gives what a character holds, valid until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_character_get(
    character: *const surefoot_character, out_view: *mut *const surefoot_character_view, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || view_of(character, "character", out_view, |character| &character.view))
}

/// Frees a character with all that belongs to it. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_character_free(character: *mut surefoot_character) {
    free(character);
}

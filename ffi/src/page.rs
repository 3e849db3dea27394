//! The HTML page that plays before and after.

use crate::*;
use surefoot::{Note, Skin};
use surefoot_page::BeforeAfter;

/// One cleaned clip on a page.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct surefoot_before_after {
    /// The clip as it came.
    pub before: *const surefoot_clip,
    /// The clip as it was cleaned.
    pub after: *const surefoot_clip,
    /// What was held.
    pub plants: *const surefoot_plants,
    /// The report of surefoot_remove_footskate, or the cleanup of a found motion.
    pub report: *const surefoot_report,
}

/// Makes an HTML file that plays before and after over each other, with foot curves and figures; it needs no network.
/// `name` is its heading; `notes` are sentences for the reader, such as warnings of the file. `skins`, `notes` and
/// `ground` may be NULL (with a count of 0). Free the text with surefoot_text_free; surefoot_text_write puts it in place.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_footskate_page(
    name: *const c_char, skeleton: *const surefoot_skeleton, clips: *const surefoot_before_after, clip_count: usize,
    skins: *const *const surefoot_skin, skin_count: usize, ground: *const surefoot_ground, notes: *const *const c_char,
    note_count: usize, out_text: *mut *mut surefoot_text, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_text, "out_text", || {
        let name = text(name, "name")?;
        let skeleton = input(skeleton, "skeleton")?.get();
        let before_after = |c: &surefoot_before_after| {
            let plants = input(c.plants, "clips[].plants")?.get();
            for clip in [input(c.before, "clips[].before")?.get(), input(c.after, "clips[].after")?.get()] {
                clip.check_skeleton(skeleton)?;
                same_frames(clip, plants)?;
            }
            Ok(BeforeAfter {
                before: input(c.before, "clips[].before")?.get(),
                after: input(c.after, "clips[].after")?.get(),
                plants,
                report: input(c.report, "clips[].report")?.cleanup()?,
            })
        };
        let clips = array(clips, clip_count, "clips")?.iter().map(before_after).collect::<Answer<Vec<_>>>()?;
        let skins = handles(skins, skin_count, "skins")?.into_iter().map(surefoot_skin::get);
        let skins: Vec<Skin> = skins.cloned().collect();
        skins.iter().try_for_each(|skin| skin_fits(skeleton, skin))?;
        let notes = array(notes, note_count, "notes")?
            .iter()
            .map(|&note| Ok(Note::info("note", text(note, "notes[]")?)))
            .collect::<Answer<Vec<_>>>()?;
        let ground = optional(ground, "ground")?.map(surefoot_ground::get);
        let page = surefoot_page::footskate_page(name, &notes, skeleton, &skins, &clips, ground)?;
        Ok(surefoot_text::new(&page))
    })
}

//! The page of any changed clip: before and after, overlaid.

use crate::{Actor, ActorClip, Page, Placement, Table, Tint, foot_plots, render};
use surefoot::{Clip, Ground, Note, Plants, Skeleton, Skin};

/// One changed clip.
pub struct EditedClip<'a> {
    /// The clip as it came.
    pub before: &'a Clip,
    /// The clip as it is now.
    pub after: &'a Clip,
    /// Where feet stand in it.
    pub plants: Option<&'a Plants>,
    /// One line about it.
    pub summary: String,
    /// Figures before and after; the first row is the head. May be empty.
    pub figures: Vec<Vec<String>>,
}

/// A page that plays before and after over each other, with foot curves and figures under the heading `title`.
///
/// ```
/// use surefoot::{MirrorClipOptions, mirror_clip};
/// use surefoot_page::{EditedClip, edited_page};
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let edited = mirror_clip(&skeleton, &walk.clip, &MirrorClipOptions::default())?;
/// let clips = [EditedClip {
///     before: &walk.clip,
///     after: &edited.clip,
///     plants: None,
///     summary: edited.report.summary(),
///     figures: vec![],
/// }];
/// let html = edited_page("walk.bvh", "Mirror Clip", &[], &skeleton, &[], &clips, None)?;
/// assert!(html.contains("walk.bvh"));
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// As [`render`]: if a clip is for another skeleton.
pub fn edited_page(
    name: &str,
    title: &str,
    notes: &[Note],
    skeleton: &Skeleton,
    skins: &[Skin],
    clips: &[EditedClip<'_>],
    ground: Option<&Ground>,
) -> surefoot::Result<String> {
    let before = Actor {
        label: "before".into(),
        tint: Tint::Neutral,
        skeleton,
        clips: clips.iter().map(|c| ActorClip { clip: c.before, plants: None }).collect(),
        skins,
    };
    let after = Actor {
        label: "after".into(),
        tint: Tint::Accent,
        skeleton,
        clips: clips.iter().map(|c| ActorClip { clip: c.after, plants: c.plants }).collect(),
        skins,
    };
    let actors = vec![before, after];
    let tables = clips
        .iter()
        .enumerate()
        .filter_map(|(index, clip)| {
            let (head, rows) = clip.figures.split_first()?;
            let (columns, rows) = (head.clone(), rows.to_vec());
            Some(Table { title: title.to_owned(), clip: Some(index), columns, rows })
        })
        .collect();
    let plots = foot_plots(&actors)?;
    render(&Page {
        title: name.to_owned(),
        subtitle: clips.first().map(|c| c.summary.clone()).unwrap_or_default(),
        notes: notes.to_vec(),
        actors,
        placement: Placement::Overlaid,
        ground,
        plots,
        tables,
    })
}

//! The page of any changed clip: before and after, overlaid.

use crate::{Actor, ActorClip, Page, Placement, Table, Tint, foot_plots, render};
use surefoot::ops::VertexDepths;
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
    /// How deep vertices are inside the body, before and after; they are coloured.
    pub depths: Option<[&'a VertexDepths; 2]>,
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
///     depths: None,
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
    render(&edited(name, title, notes, skeleton, skins, clips, ground)?)
}

/// What is on such a page.
pub(crate) fn edited<'a>(
    name: &str,
    title: &str,
    notes: &[Note],
    skeleton: &'a Skeleton,
    skins: &'a [Skin],
    clips: &[EditedClip<'a>],
    ground: Option<&'a Ground>,
) -> surefoot::Result<Page<'a>> {
    let before = Actor {
        label: "before".into(),
        tint: Tint::Neutral,
        skeleton,
        clips: clips
            .iter()
            .map(|c| ActorClip { depths: c.depths.map(|d| d[0]), ..ActorClip::new(c.before) })
            .collect(),
        skins,
    };
    let after = Actor {
        label: "after".into(),
        tint: Tint::Accent,
        skeleton,
        clips: clips
            .iter()
            .map(|c| ActorClip {
                plants: c.plants,
                depths: c.depths.map(|d| d[1]),
                ..ActorClip::new(c.after)
            })
            .collect(),
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
    // What lies in each other's place cannot be told apart by colours.
    let has_depths = clips.iter().any(|clip| clip.depths.is_some());
    let placement = if has_depths { Placement::SideBySide } else { Placement::Overlaid };
    Ok(Page {
        title: name.to_owned(),
        subtitle: clips.first().map(|c| c.summary.clone()).unwrap_or_default(),
        notes: notes.to_vec(),
        actors,
        placement,
        ground,
        plots,
        tables,
    })
}

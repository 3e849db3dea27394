//! [`trim_clip`]: keep a part of a clip.

use crate::declare::{Operation, Options, edit_with};
use crate::error::{Error, Result};
use crate::model::{Clip, Note, Plant, Plants, Skeleton};
use crate::ops::Edited;
use serde::Serialize;
use std::ops::Range;

options! {
    /// Options of [`trim_clip`].
    pub struct TrimClipOptions of "trim_clip" {
        /// First frame that is kept.
        first: usize = 0, in 0..=1_000_000_000, unit "frames", label "First Frame";
        /// Number of frames that are kept; 0 keeps all to the end.
        count: usize = 0, in 0..=1_000_000_000, unit "frames", label "Frames";
    }
}

/// What [`trim_clip`] did.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TrimClipReport {
    /// Frames of the clip that came.
    pub frames_before: usize,
    /// Frames of the result.
    pub frames_after: usize,
    /// Length of the result, seconds.
    pub seconds: f64,
    /// What a user should know.
    pub notes: Vec<Note>,
}

impl TrimClipReport {
    /// One line with what a person wants to know first, the same in every host.
    pub fn summary(&self) -> String {
        format!("kept {} of {} frames, {:.2} s", self.frames_after, self.frames_before, self.seconds)
    }
}

operation_report!(TrimClipReport);

pub(crate) const OPERATION: Operation =
    Operation::new::<TrimClipOptions, TrimClipReport>("Trim Clip", "Keep a part of a clip")
        .with_edit(|skeleton, clip, values| edit_with(trim_clip, skeleton, clip, values));

/// Keeps `options.count` frames of the clip from `options.first` on; what is kept is bit for bit what it was.
///
/// Asking for more frames than there are keeps those to the end, and a note says so.
///
/// ```
/// use surefoot::{TrimClipOptions, trim_clip};
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
/// # let clip = walk.clip;
///
/// let edited = trim_clip(&skeleton, &clip, &TrimClipOptions::default().first(10).count(30))?;
/// assert_eq!(edited.clip.frame_count(), 30);
/// assert_eq!(edited.clip.rotations()[0], clip.pose(10).rotations()[0]);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::OptionOutOfRange`] if the first frame is not one of the clip; [`Error::Length`] if the clip is for another
/// skeleton.
pub fn trim_clip(
    skeleton: &Skeleton,
    clip: &Clip,
    options: &TrimClipOptions,
) -> Result<Edited<TrimClipReport>> {
    options.validate()?;
    clip.check_skeleton(skeleton)?;
    let kept = kept_frames(clip.frame_count(), options)?;
    let mut notes = Vec::new();
    if options.count > kept.len() {
        let text = format!("the clip has only {} of the {} frames asked for", kept.len(), options.count);
        notes.push(Note::warning("clip-too-short", text));
    }
    let trimmed = clip.slice(kept)?;
    let report = TrimClipReport {
        frames_before: clip.frame_count(),
        frames_after: trimmed.frame_count(),
        seconds: trimmed.frame_count() as f64 * trimmed.frame_time(),
        notes,
    };
    Ok(Edited { clip: trimmed, report })
}

/// The plants of the trimmed clip: cut at its ends and counted from its first frame.
///
/// ```
/// use surefoot::model::{BodyPoint, Plant, PointKind, Side};
/// use surefoot::ops::trim_plants;
/// use surefoot::{Plants, TrimClipOptions};
///
/// let point = BodyPoint { side: Side::Left, kind: PointKind::Toe };
/// let plants = Plants::new(100, vec![Plant { point, frames: 5..40, confidence: 1.0, position: None }])?;
/// let kept = trim_plants(&plants, &TrimClipOptions::default().first(10).count(20))?;
/// assert_eq!((kept.frame_count(), kept.as_slice()[0].frames.clone()), (20, 0..20));
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::OptionOutOfRange`] if the first frame is not one of the clip that the plants are of.
pub fn trim_plants(plants: &Plants, options: &TrimClipOptions) -> Result<Plants> {
    options.validate()?;
    let kept = kept_frames(plants.frame_count(), options)?;
    let inside = plants.iter().filter_map(|plant| {
        let (start, end) = (plant.frames.start.max(kept.start), plant.frames.end.min(kept.end));
        (start < end).then(|| Plant { frames: start - kept.start..end - kept.start, ..plant.clone() })
    });
    Plants::new(kept.len(), inside.collect())
}

fn kept_frames(frame_count: usize, options: &TrimClipOptions) -> Result<Range<usize>> {
    if options.first >= frame_count {
        return Err(Error::OptionOutOfRange {
            option: "first".into(),
            value: options.first.to_string(),
            allowed: format!("0 to {} for a clip of {frame_count} frames", frame_count.saturating_sub(1)),
        });
    }
    let end = match options.count {
        0 => frame_count,
        count => frame_count.min(options.first.saturating_add(count)),
    };
    Ok(options.first..end)
}

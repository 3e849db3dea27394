//! [`FrameRange`]: a stretch of frames in reports and notes.

use std::ops::Range;

/// A stretch of frames.
///
/// ```
/// use surefoot::FrameRange;
///
/// let frames = FrameRange::from(3..7);
/// assert_eq!((frames.len(), frames.is_empty()), (4, false));
/// assert_eq!(frames.range().sum::<usize>(), 3 + 4 + 5 + 6);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FrameRange {
    /// The first frame.
    pub first: usize,
    /// The frame after the last.
    pub end: usize,
}

impl FrameRange {
    /// How many frames it has.
    pub fn len(&self) -> usize {
        self.end.saturating_sub(self.first)
    }

    /// Whether it has no frame.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The same as a range, for loops and slices.
    pub fn range(&self) -> Range<usize> {
        self.first..self.end
    }
}

/// Serialises a range as a [`FrameRange`].
pub(crate) fn serialize_frames<S: serde::Serializer>(
    frames: &Range<usize>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serde::Serialize::serialize(&FrameRange::from(frames.clone()), serializer)
}

impl From<Range<usize>> for FrameRange {
    fn from(frames: Range<usize>) -> Self {
        Self { first: frames.start, end: frames.end }
    }
}

//! [`Labels`]: what kind of motion each frame of a clip shows, such as `walk` or `sneak`.

use crate::error::{Error, Result};
use std::ops::Range;

/// Most labels a set of clips may have.
pub const MAX_LABELS: usize = 64;

/// A set of labels, each a number below [`MAX_LABELS`].
///
/// ```
/// use surefoot::model::LabelSet;
///
/// let both = LabelSet::of(0).union(LabelSet::of(3));
/// assert!(both.contains(3) && !both.contains(1));
/// assert_eq!(both.iter().collect::<Vec<_>>(), [0, 3]);
/// assert!(both.shared(LabelSet::of(1)).is_empty());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct LabelSet(pub u64);

impl LabelSet {
    /// Every label.
    pub const ALL: Self = Self(u64::MAX);

    /// Only the label of that number.
    pub fn of(label: usize) -> Self {
        Self(1 << label)
    }

    /// Whether the label is in the set.
    pub fn contains(self, label: usize) -> bool {
        label < MAX_LABELS && self.0 >> label & 1 == 1
    }

    /// Labels of either set.
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Labels of both sets.
    pub fn shared(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether there is no label.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The labels, lowest first.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let without_lowest = |left: &u64| Some(left & (left - 1)).filter(|&left| left != 0);
        let left = std::iter::successors(Some(self.0).filter(|&left| left != 0), without_lowest);
        left.map(|left| left.trailing_zeros() as usize)
    }
}

/// One label over an interval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelSpan {
    /// The label's name.
    pub label: String,
    /// First frame, and the frame after the last.
    pub frames: Range<usize>,
}

/// Labels of one clip; a frame may have several or none.
///
/// ```
/// use surefoot::model::{LabelSpan, Labels};
///
/// let span = |label: &str, frames| LabelSpan { label: label.into(), frames };
/// let labels = Labels::new(100, vec![span("walk", 0..60), span("wave", 40..100)])?;
/// assert_eq!(labels.spans().len(), 2);
/// assert_eq!(Labels::whole(100, "walk").spans()[0].frames, 0..100);
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labels {
    frame_count: usize,
    spans: Vec<LabelSpan>,
}

impl Labels {
    /// Checks and sorts the spans.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a span without name or frame, or one that reaches past the clip.
    pub fn new(frame_count: usize, mut spans: Vec<LabelSpan>) -> Result<Self> {
        for LabelSpan { label, frames } in &spans {
            let fail = |text: String| {
                Err(Error::invalid(format!("label '{label}' {}..{}", frames.start, frames.end), text))
            };
            if label.is_empty() {
                return fail("has no name".into());
            }
            if frames.start >= frames.end {
                return fail("holds no frame; 'end' is the frame after the last".into());
            }
            if frames.end > frame_count {
                return fail(format!("reaches past the clip's {frame_count} frames"));
            }
        }
        spans.sort_by(|a, b| {
            (a.frames.start, a.frames.end, &a.label).cmp(&(b.frames.start, b.frames.end, &b.label))
        });
        Ok(Self { frame_count, spans })
    }

    /// One label for the whole clip.
    pub fn whole(frame_count: usize, label: &str) -> Self {
        let span = LabelSpan { label: label.to_owned(), frames: 0..frame_count };
        Self { frame_count, spans: if frame_count > 0 { vec![span] } else { vec![] } }
    }

    /// Frames of the clip they belong to.
    pub fn frame_count(&self) -> usize {
        self.frame_count
    }

    /// All spans, by first frame.
    pub fn spans(&self) -> &[LabelSpan] {
        &self.spans
    }

    /// The set of every frame; names not yet in `names` are added to it.
    ///
    /// ```
    /// use surefoot::model::Labels;
    ///
    /// let mut names = vec!["run".to_owned()];
    /// let sets = Labels::whole(3, "walk").sets(&mut names)?;
    /// assert_eq!(names, ["run", "walk"]);
    /// assert!(sets.iter().all(|set| set.contains(1)));
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Invalid`] if there are more than [`MAX_LABELS`].
    pub fn sets(&self, names: &mut Vec<String>) -> Result<Vec<LabelSet>> {
        let mut sets = vec![LabelSet::default(); self.frame_count];
        for span in &self.spans {
            let label = label_index(names, &span.label)?;
            for set in &mut sets[span.frames.clone()] {
                *set = set.union(LabelSet::of(label));
            }
        }
        Ok(sets)
    }
}

/// The number of the label of that name, added if it is new.
///
/// ```
/// use surefoot::model::labels::label_index;
///
/// let mut names = vec!["walk".to_owned()];
/// assert_eq!(label_index(&mut names, "sneak")?, 1);
/// assert_eq!(label_index(&mut names, "walk")?, 0);
/// assert_eq!(names, ["walk", "sneak"]);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Invalid`] if there are more than [`MAX_LABELS`].
pub fn label_index(names: &mut Vec<String>, name: &str) -> Result<usize> {
    if let Some(index) = names.iter().position(|n| n == name) {
        return Ok(index);
    }
    if names.len() == MAX_LABELS {
        return Err(Error::invalid(
            format!("label '{name}'"),
            format!("is one label too many; a set of clips may have {MAX_LABELS}"),
        ));
    }
    names.push(name.to_owned());
    Ok(names.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(label: &str, frames: Range<usize>) -> LabelSpan {
        LabelSpan { label: label.into(), frames }
    }

    #[test]
    fn frames_get_the_labels_of_all_spans_over_them() {
        let labels = Labels::new(6, vec![span("b", 2..5), span("a", 0..3)]).unwrap();
        let mut names = vec!["z".to_owned()];
        let sets = labels.sets(&mut names).unwrap();
        assert_eq!(names, ["z", "a", "b"]);
        assert_eq!(sets.iter().map(|s| s.0).collect::<Vec<_>>(), [2, 2, 6, 4, 4, 0]);
        assert_eq!(sets[2].iter().collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn spans_outside_the_clip_and_too_many_labels_are_refused() {
        for (bad, text) in
            [(span("a", 2..2), "no frame"), (span("a", 2..7), "6 frames"), (span("", 0..1), "no name")]
        {
            assert!(Labels::new(6, vec![bad]).unwrap_err().to_string().contains(text));
        }
        let many = (0..65).map(|i| span(&format!("l{i}"), 0..1)).collect();
        assert!(Labels::new(6, many).unwrap().sets(&mut vec![]).unwrap_err().to_string().contains("64"));
    }
}

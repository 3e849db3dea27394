//! `merge_plants`: combines automatic plants with corrections made by hand.

use crate::error::{Error, Result};
use crate::model::{Plant, Plants};

/// Joins automatic plants with edited ones, which win: an automatic plant that shares a frame with an edited plant
/// of the same point is dropped whole, so that a plant made shorter by hand does not grow its ends back.
///
/// ```
/// use surefoot::model::{BodyPoint, Plant, PointKind, Side};
/// use surefoot::{Plants, merge_plants};
///
/// let toe = BodyPoint { side: Side::Left, kind: PointKind::Toe };
/// let plant = |frames| Plant { point: toe, frames, confidence: 1.0, position: None };
/// let automatic = Plants::new(100, vec![plant(10..40), plant(60..80)])?;
/// let edited = Plants::new(100, vec![plant(12..30)])?;
/// let merged = merge_plants(&automatic, &edited)?;
/// assert_eq!(merged.iter().map(|p| p.frames.clone()).collect::<Vec<_>>(), [12..30, 60..80]);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`] if they were made for clips of different lengths.
pub fn merge_plants(automatic: &Plants, edited: &Plants) -> Result<Plants> {
    if automatic.frame_count() != edited.frame_count() {
        return Err(Error::Length {
            what: "frames of the edited plants".into(),
            expected: automatic.frame_count(),
            actual: edited.frame_count(),
        });
    }
    let is_replaced = |plant: &Plant| {
        edited.of(plant.point).any(|e| e.frames.start < plant.frames.end && plant.frames.start < e.frames.end)
    };
    let kept = automatic.iter().filter(|plant| !is_replaced(plant));
    Plants::new(edited.frame_count(), kept.chain(edited.iter()).cloned().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::BodyPoint;
    use std::ops::Range;

    fn plants(list: &[(&str, Range<usize>)]) -> Plants {
        let plant = |(name, frames): &(&str, Range<usize>)| Plant {
            point: BodyPoint::from_name(name).unwrap(),
            frames: frames.clone(),
            confidence: 1.0,
            position: None,
        };
        Plants::new(50, list.iter().map(plant).collect()).unwrap()
    }

    #[test]
    fn edited_plants_replace_those_they_touch() {
        let automatic = plants(&[("left_toe", 0..10), ("left_toe", 20..40), ("right_toe", 5..25)]);
        let edited = plants(&[("left_toe", 25..30), ("left_ankle", 0..10)]);
        let expected =
            plants(&[("left_toe", 0..10), ("left_toe", 25..30), ("right_toe", 5..25), ("left_ankle", 0..10)]);
        assert_eq!(merge_plants(&automatic, &edited).unwrap(), expected);
        assert_eq!(merge_plants(&automatic, &Plants::none(50)).unwrap(), automatic);
        assert!(merge_plants(&automatic, &Plants::none(51)).is_err());
    }
}

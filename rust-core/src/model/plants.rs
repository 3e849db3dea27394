//! [`Plants`]: the intervals in which points of the body stay in place.

use super::clip::Clip;
use super::roles::Side;
use crate::error::{Error, Result};
use crate::math::Vec3;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

/// Which point of a foot or hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum PointKind {
    /// The ankle joint.
    Ankle,
    /// The heel's point of the sole.
    Heel,
    /// The toe joint (ball of the foot).
    Toe,
    /// The tip of the toe, a point of the sole.
    ToeTip,
    /// The wrist joint.
    Wrist,
    /// The tips of the fingers.
    Fingertips,
}

/// A point of the body that can be planted.
///
/// ```
/// use surefoot::model::{BodyPoint, PointKind, Side};
///
/// let point = BodyPoint { side: Side::Left, kind: PointKind::ToeTip };
/// assert_eq!(point.name(), "left_toe_tip");
/// assert_eq!(BodyPoint::from_name("left_toe_tip"), Some(point));
/// assert_eq!(BodyPoint::all().count(), 12);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyPoint {
    /// Which side of the body.
    pub side: Side,
    /// Which point there.
    pub kind: PointKind,
}

impl BodyPoint {
    /// All points, left first.
    pub fn all() -> impl Iterator<Item = BodyPoint> {
        const KINDS: [PointKind; 6] = [
            PointKind::Ankle,
            PointKind::Heel,
            PointKind::Toe,
            PointKind::ToeTip,
            PointKind::Wrist,
            PointKind::Fingertips,
        ];
        Side::BOTH.into_iter().flat_map(|side| KINDS.into_iter().map(move |kind| BodyPoint { side, kind }))
    }

    /// The name used in files: `left_toe_tip`.
    pub fn name(self) -> String {
        let kind = match self.kind {
            PointKind::Ankle => "ankle",
            PointKind::Heel => "heel",
            PointKind::Toe => "toe",
            PointKind::ToeTip => "toe_tip",
            PointKind::Wrist => "wrist",
            PointKind::Fingertips => "fingertips",
        };
        format!("{}_{kind}", self.side.name())
    }

    /// The point of that file name.
    pub fn from_name(name: &str) -> Option<Self> {
        BodyPoint::all().find(|point| point.name() == name)
    }
}

/// As its name.
impl serde::Serialize for BodyPoint {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name())
    }
}

impl fmt::Display for BodyPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// An interval in which a point stays put.
#[derive(Debug, Clone, PartialEq)]
pub struct Plant {
    /// What is planted.
    pub point: BodyPoint,
    /// First frame, and the frame after the last.
    pub frames: Range<usize>,
    /// How sure the detector was, 0 to 1; 1 for plants set by hand.
    pub confidence: f64,
    /// Where it stays, world, metres; `None` leaves it to the operation.
    pub position: Option<Vec3>,
}

/// Plants of one clip: sorted by first frame, those of one point disjoint, all inside the clip.
///
/// ```
/// use surefoot::Plants;
/// use surefoot::model::{BodyPoint, Plant, PointKind, Side};
///
/// let toe = BodyPoint { side: Side::Left, kind: PointKind::Toe };
/// let plant = |frames| Plant { point: toe, frames, confidence: 1.0, position: None };
/// let plants = Plants::new(100, vec![plant(60..75), plant(10..40)])?;
/// assert_eq!(plants.iter().map(|p| p.frames.start).collect::<Vec<_>>(), [10, 60]);
/// assert!(Plants::new(100, vec![plant(0..20), plant(10..30)]).is_err(), "one point, two plants at once");
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Plants {
    frame_count: usize,
    plants: Vec<Plant>,
}

impl Plants {
    /// Checks and sorts the plants.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an empty interval, one outside the clip, two of one point that overlap, a confidence
    /// outside 0 to 1 or a position that is not finite; the message names point and frames.
    pub fn new(frame_count: usize, mut plants: Vec<Plant>) -> Result<Self> {
        for plant in &plants {
            let Range { start, end } = plant.frames;
            let fail =
                |text: String| Err(Error::invalid(format!("plant {} {start}..{end}", plant.point), text));
            if start >= end {
                return fail("holds no frame; 'end' is the frame after the last".into());
            }
            if end > frame_count {
                return fail(format!("reaches past the clip's {frame_count} frames"));
            }
            if !(0.0..=1.0).contains(&plant.confidence) {
                return fail(format!("confidence {} is not between 0 and 1", plant.confidence));
            }
            if plant.position.is_some_and(|p| !p.iter().all(|x| x.is_finite())) {
                return fail("position is not finite".into());
            }
        }
        plants.sort_by_key(|p| (p.frames.start, p.point));
        let mut last_of_point: BTreeMap<BodyPoint, &Plant> = BTreeMap::new();
        for plant in &plants {
            let before = last_of_point.insert(plant.point, plant);
            if let Some(before) = before.filter(|b| b.frames.end > plant.frames.start) {
                return Err(Error::invalid(
                    format!("plant {} {}..{}", plant.point, plant.frames.start, plant.frames.end),
                    format!(
                        "overlaps {}..{} of the same point; merge or trim one",
                        before.frames.start, before.frames.end
                    ),
                ));
            }
        }
        Ok(Self { frame_count, plants })
    }

    /// No plants.
    pub fn none(frame_count: usize) -> Self {
        Self { frame_count, plants: Vec::new() }
    }

    /// Refuses a clip of another number of frames. Operations ask this first.
    ///
    /// # Errors
    /// [`Error::Length`].
    pub fn check_clip(&self, clip: &Clip) -> Result<()> {
        if self.frame_count == clip.frame_count() {
            return Ok(());
        }
        Err(Error::Length {
            what: format!("frames of the plants for clip '{}'", clip.name()),
            expected: clip.frame_count(),
            actual: self.frame_count,
        })
    }

    /// Frames of the clip they belong to.
    pub fn frame_count(&self) -> usize {
        self.frame_count
    }

    /// All plants, by first frame.
    pub fn iter(&self) -> std::slice::Iter<'_, Plant> {
        self.plants.iter()
    }

    /// All plants, by first frame.
    pub fn as_slice(&self) -> &[Plant] {
        &self.plants
    }

    /// Number of plants.
    pub fn len(&self) -> usize {
        self.plants.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.plants.is_empty()
    }

    /// The plants of one point, by first frame.
    ///
    /// ```
    /// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
    /// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
    /// use surefoot::model::BodyPoint;
    ///
    /// let heel = BodyPoint::from_name("right_heel").expect("a point of the body");
    /// assert!(walk.plants.of(heel).all(|plant| plant.point == heel));
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    pub fn of(&self, point: BodyPoint) -> impl Iterator<Item = &Plant> + '_ {
        self.plants.iter().filter(move |p| p.point == point)
    }

    /// One flag per frame: is the point planted?
    ///
    /// ```
    /// use surefoot::Plants;
    /// use surefoot::model::{BodyPoint, Plant, PointKind, Side};
    ///
    /// let point = BodyPoint { side: Side::Right, kind: PointKind::Heel };
    /// let plants = Plants::new(5, vec![Plant { point, frames: 1..3, confidence: 1.0, position: None }])?;
    /// assert_eq!(plants.flags(point), [false, true, true, false, false]);
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    pub fn flags(&self, point: BodyPoint) -> Vec<bool> {
        let mut flags = vec![false; self.frame_count];
        for plant in self.of(point) {
            flags[plant.frames.clone()].fill(true);
        }
        flags
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plant(name: &str, frames: Range<usize>) -> Plant {
        Plant { point: BodyPoint::from_name(name).unwrap(), frames, confidence: 1.0, position: None }
    }

    #[test]
    fn plants_are_checked_and_sorted() {
        let plants = Plants::new(10, vec![plant("right_toe", 5..9), plant("left_toe", 2..4)]).unwrap();
        assert_eq!(plants.as_slice()[0].frames, 2..4);
        assert_eq!(
            plants.flags(BodyPoint::from_name("right_toe").unwrap()).iter().filter(|f| **f).count(),
            4
        );
        let refused = |p: Vec<Plant>| Plants::new(10, p).unwrap_err().to_string();
        #[allow(clippy::reversed_empty_ranges, reason = "the case under test")]
        let empty = 4..4;
        assert!(refused(vec![plant("left_toe", empty)]).contains("no frame"));
        assert!(refused(vec![plant("left_toe", 4..11)]).contains("past the clip's 10 frames"));
        assert!(refused(vec![plant("left_toe", 2..6), plant("left_toe", 5..7)]).contains("overlaps 2..6"));
        let mut odd = plant("left_toe", 2..6);
        odd.confidence = f64::NAN;
        assert!(refused(vec![odd.clone()]).contains("confidence"));
        odd.confidence = 1.0;
        odd.position = Some(Vec3::repeat(f64::NAN));
        assert!(refused(vec![odd]).contains("finite"));
        assert!(Plants::new(10, vec![plant("left_toe", 2..6), plant("left_toe", 6..7)]).is_ok());
    }

    #[test]
    fn point_names_round_trip() {
        for point in BodyPoint::all() {
            assert_eq!(BodyPoint::from_name(&point.name()), Some(point));
        }
    }
}

//! What [`detect_plants`](super::detect_plants) found besides the plants.

#[cfg(feature = "schema")]
use crate::model::FrameRange;
use crate::model::frame_range::serialize_frames;
use crate::model::{BodyPoint, Note, Plants, Side};
use serde::Serialize;
use std::fmt::Write;
use std::ops::Range;

/// What [`detect_plants`](super::detect_plants) returns.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct DetectedPlants {
    /// Intervals in which ankles and toes (and wrists and fingertips) stay put. Empty for a walk on the spot or on a
    /// treadmill, so that nothing pins its feet to the world.
    pub plants: Plants,
    /// The plants of a walk on the spot or on a treadmill: they move with the floor, at
    /// [`conveyor`](DetectPlantsReport::conveyor). Empty for any other clip.
    pub conveyor_plants: Plants,
    /// What the clip looked like to the detector.
    pub report: DetectPlantsReport,
}

/// A stretch in which a toe is low and slow. Around a plant it is the natural time to ease in and out.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Touch {
    /// Whose toe.
    pub side: Side,
    /// Its frames.
    #[serde(flatten, serialize_with = "serialize_frames")]
    #[cfg_attr(feature = "schema", schemars(with = "FrameRange"))]
    pub frames: Range<usize>,
    /// The part in which the toe is slowest.
    #[serde(serialize_with = "serialize_frames")]
    #[cfg_attr(feature = "schema", schemars(with = "FrameRange"))]
    pub slowest: Range<usize>,
    /// Whether the toe was still in it without further help; `false` for the brief stances of runs.
    pub has_plant: bool,
}

/// A stretch in which a toe slides over the floor.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Slide {
    /// Whose toe.
    pub side: Side,
    /// Its frames.
    #[serde(flatten, serialize_with = "serialize_frames")]
    #[cfg_attr(feature = "schema", schemars(with = "FrameRange"))]
    pub frames: Range<usize>,
    /// Mean speed over the floor, metres per second.
    pub speed: f64,
}

/// A stretch in which a point is still without carrying the body.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Held {
    /// Which point.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub point: BodyPoint,
    /// Its frames.
    #[serde(flatten, serialize_with = "serialize_frames")]
    #[cfg_attr(feature = "schema", schemars(with = "FrameRange"))]
    pub frames: Range<usize>,
}

/// The fault around one time: planted points move over the floor with `root_share · root velocity + drift`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FaultEstimate {
    /// Seconds from the first frame.
    pub time: f64,
    /// About 1 − leg scale, or (s − 1)/s for a root path scaled by s. Not separable from `drift` on a straight walk
    /// at even speed: read both together.
    pub root_share: f64,
    /// x and z, metres per second.
    pub drift: [f64; 2],
}

/// What the clip looked like to the detector.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DetectPlantsReport {
    /// Share of frames with any foot point planted.
    pub planted_share: f64,
    /// Fault of the whole clip.
    pub fault: FaultEstimate,
    /// Fault about once a second.
    pub fault_per_second: Vec<FaultEstimate>,
    /// The velocity (x, z) of the floor under a walk on the spot or on a treadmill, metres per second. The plants then
    /// are in [`conveyor_plants`](DetectedPlants::conveyor_plants): they hold in the world once the root is made to travel
    /// against it.
    pub conveyor: Option<[f64; 2]>,
    /// Noise on the root, metres per axis, one standard deviation.
    pub root_noise: f64,
    /// Noise of the feet relative to the root.
    pub feet_noise: f64,
    /// Cut-off frequencies of the smoothing.
    pub smoothing: Smoothing,
    /// Hip to ankle, metres: the measure of every other length.
    pub leg_length: f64,
    /// By which share of their length the legs would have to grow for the feet to stand; none where they fit the motion,
    /// or where another fault explains it as well.
    pub leg_growth: Option<f64>,
    /// Lowest height at which a toe is planted, world (over the given ground if there is one), metres.
    pub floor: Option<f64>,
    /// Frames after which the clip jumps; motion is not judged across them.
    pub cuts: Vec<usize>,
    /// Low and slow stretches of each toe: rolling contact around plants, and the brief stances of runs.
    pub touches: Vec<Touch>,
    /// Feet that truly slide over the floor; do not pin them.
    pub slides: Vec<Slide>,
    /// Still, but lifted: not planted.
    pub held: Vec<Held>,
    /// Figures of each plant, in the order of `plants` (or `conveyor_plants`).
    pub plant_figures: Vec<PlantFigures>,
    /// Plants found, those on a moving floor included.
    pub plants: usize,
    /// Frames of the clip.
    pub frame_count: usize,
    /// Things a user should look at.
    pub notes: Vec<Note>,
}

/// Why a plant is believed, for editing.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlantFigures {
    /// Median speed left after the fault is taken away, metres per second.
    pub residual_speed: f64,
    /// Median height, world (over the given ground if there is one), metres.
    pub height: f64,
}

/// Cut-off frequencies of the smoothing in Hz; none where nothing was smoothed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Smoothing {
    /// Of the root over the floor.
    pub root_level: Option<f64>,
    /// Of the root's height.
    pub root_height: Option<f64>,
    /// Of the feet relative to the root.
    pub feet: Option<f64>,
}

impl DetectPlantsReport {
    /// One line with what a person wants to know first, the same in every host.
    pub fn summary(&self) -> String {
        let mut out = String::new();
        let _ = write!(
            out,
            "{} plants{}, {:.0} % of {} frames stand on a foot",
            self.plants,
            if self.conveyor.is_some() { " on a moving floor" } else { "" },
            100.0 * self.planted_share,
            self.frame_count
        );
        let brief = self.touches.iter().filter(|touch| !touch.has_plant).count();
        for (count, word) in
            [(brief, "brief touches"), (self.slides.len(), "slides"), (self.held.len(), "held")]
        {
            if count > 0 {
                let _ = write!(out, ", {count} {word}");
            }
        }
        let [x, z] = self.fault.drift;
        let _ = write!(
            out,
            "; fault: {:+.0} % of root speed, drift {:.2} m/s; noise: root {:.1} mm, feet {:.1} mm",
            100.0 * self.fault.root_share,
            x.hypot(z),
            1000.0 * self.root_noise,
            1000.0 * self.feet_noise
        );
        out
    }
}

operation_report!(DetectPlantsReport);

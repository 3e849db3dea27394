//! What [`detect_plants`](super::detect_plants) found besides the plants.

use crate::model::{BodyPoint, Plants, Side};
use serde_json::{Value, json};
use std::fmt::Write;
use std::ops::Range;

/// What [`detect_plants`](super::detect_plants) returns.
#[derive(Debug, Clone, PartialEq)]
pub struct DetectedPlants {
    /// Intervals in which ankles and toes (and wrists and fingertips) stay put. Empty for a walk on the spot or on a
    /// treadmill, so that nothing pins its feet to the world.
    pub plants: Plants,
    /// The plants of a walk on the spot or on a treadmill: they move with the floor, at
    /// [`conveyor`](DetectPlantsReport::conveyor). Empty for any other clip.
    pub conveyor_plants: Plants,
    /// Low and slow stretches of each toe: rolling contact around plants, and the brief stances of runs.
    pub touches: Vec<Touch>,
    /// Feet that truly slide over the floor; do not pin them.
    pub slides: Vec<Slide>,
    /// Still, but lifted: not planted.
    pub held: Vec<Held>,
    /// What the clip looked like to the detector.
    pub report: DetectPlantsReport,
}

/// A stretch in which a toe is low and slow. Around a plant it is the natural time to ease in and out.
#[derive(Debug, Clone, PartialEq)]
pub struct Touch {
    /// Whose toe.
    pub side: Side,
    /// First frame, and the frame after the last.
    pub frames: Range<usize>,
    /// The part in which the toe is slowest.
    pub slowest: Range<usize>,
    /// Whether the toe was still in it without further help; `false` for the brief stances of runs.
    pub has_plant: bool,
}

/// A stretch in which a toe slides over the floor.
#[derive(Debug, Clone, PartialEq)]
pub struct Slide {
    /// Whose toe.
    pub side: Side,
    /// First frame, and the frame after the last.
    pub frames: Range<usize>,
    /// Mean speed over the floor, metres per second.
    pub speed: f64,
}

/// A stretch in which a point is still without carrying the body.
#[derive(Debug, Clone, PartialEq)]
pub struct Held {
    /// Which point.
    pub point: BodyPoint,
    /// First frame, and the frame after the last.
    pub frames: Range<usize>,
}

/// The fault around one time: planted points move over the floor with `root_share · root velocity + drift`.
#[derive(Debug, Clone, Copy, PartialEq)]
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
#[derive(Debug, Clone, PartialEq)]
pub struct DetectPlantsReport {
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
    /// Cut-off frequencies of the smoothing in Hz, if any: root over the floor, root height, feet.
    pub smoothing: [Option<f64>; 3],
    /// Hip to ankle, metres: the measure of every other length.
    pub leg_length: f64,
    /// Lowest height at which a toe is planted, world (over the given ground if there is one), metres.
    pub floor: Option<f64>,
    /// Frames after which the clip jumps; motion is not judged across them.
    pub cuts: Vec<usize>,
    /// Share of frames with any foot point planted.
    pub planted_share: f64,
    /// Figures of each plant, in the order of `plants` (or `conveyor_plants`).
    pub plant_figures: Vec<PlantFigures>,
    /// Things a user should look at.
    pub warnings: Vec<String>,
}

/// Why a plant is believed, for editing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlantFigures {
    /// Median speed left after the fault is taken away, metres per second.
    pub residual_speed: f64,
    /// Median height, world (over the given ground if there is one), metres.
    pub height: f64,
}

impl DetectedPlants {
    /// A few lines for people, warnings included.
    pub fn summary(&self) -> String {
        let mut out = self.headline();
        for warning in &self.report.warnings {
            let _ = write!(out, "\nwarning: {warning}");
        }
        out
    }

    /// The summary without the warnings, for hosts that show those elsewhere.
    pub fn headline(&self) -> String {
        let mut out = String::new();
        let report = &self.report;
        let frame_count = self.plants.frame_count();
        let _ = write!(
            out,
            "{} plants{}, {:.0} % of {frame_count} frames stand on a foot",
            self.plants.len() + self.conveyor_plants.len(),
            if report.conveyor.is_some() { " on a moving floor" } else { "" },
            100.0 * report.planted_share
        );
        let brief = self.touches.iter().filter(|touch| !touch.has_plant).count();
        for (count, word) in
            [(brief, "brief touches"), (self.slides.len(), "slides"), (self.held.len(), "held")]
        {
            if count > 0 {
                let _ = write!(out, ", {count} {word}");
            }
        }
        let [x, z] = report.fault.drift;
        let _ = write!(
            out,
            "\nfault: {:+.0} % of root speed, drift {:.2} m/s; noise: root {:.1} mm, feet {:.1} mm",
            100.0 * report.fault.root_share,
            x.hypot(z),
            1000.0 * report.root_noise,
            1000.0 * report.feet_noise
        );
        out
    }

    /// Everything but the plants as one JSON object, the same in every host. Lengths in metres, speeds in metres per
    /// second, `end` is the frame after the last.
    pub fn report_json(&self) -> Value {
        let report = &self.report;
        let fault =
            |f: &FaultEstimate| json!({ "time": f.time, "root_share": f.root_share, "drift": f.drift });
        let list = |items: Vec<Value>| Value::Array(items);
        json!({
            "summary": self.headline(),
            "planted_share": report.planted_share,
            "floor": report.floor,
            "leg_length": report.leg_length,
            "fault": fault(&report.fault),
            "fault_per_second": list(report.fault_per_second.iter().map(fault).collect()),
            "conveyor": report.conveyor,
            "noise": { "root": report.root_noise, "feet": report.feet_noise },
            "smoothing": {
                "root_level": report.smoothing[0],
                "root_height": report.smoothing[1],
                "feet": report.smoothing[2],
            },
            "cuts": report.cuts,
            "touches": list(self.touches.iter().map(|t| json!({
                "side": t.side.name(),
                "first": t.frames.start,
                "end": t.frames.end,
                "slowest": { "first": t.slowest.start, "end": t.slowest.end },
                "has_plant": t.has_plant,
            })).collect()),
            "slides": list(self.slides.iter().map(|s| json!({
                "side": s.side.name(), "first": s.frames.start, "end": s.frames.end, "speed": s.speed,
            })).collect()),
            "held": list(self.held.iter().map(|h| json!({
                "point": h.point.name(), "first": h.frames.start, "end": h.frames.end,
            })).collect()),
            "plant_figures": list(report.plant_figures.iter().map(|f| json!({
                "residual_speed": f.residual_speed, "height": f.height,
            })).collect()),
            "warnings": report.warnings,
        })
    }
}

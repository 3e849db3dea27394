//! What was detected as JSON, the same in every host.

use super::report::{DetectedPlants, FaultEstimate};
use crate::io::plants_to_json;
use serde_json::{Value, json};

impl DetectedPlants {
    /// Everything as one JSON object: plants, touches, slides, held points and the report's figures.
    pub fn to_json(&self) -> Value {
        let report = &self.report;
        let fault =
            |f: &FaultEstimate| json!({ "time": f.time, "root_share": f.root_share, "drift": f.drift });
        json!({
            "plants": plants_to_json(&self.plants),
            "conveyor": report.conveyor,
            "conveyor_plants": plants_to_json(&self.conveyor_plants),
            "touches": self.touches.iter().map(|t| json!({
                "side": t.side.name(), "first": t.frames.start, "end": t.frames.end,
                "slowest_first": t.slowest.start, "slowest_end": t.slowest.end, "has_plant": t.has_plant,
            })).collect::<Vec<_>>(),
            "slides": self.slides.iter().map(|s| json!({
                "side": s.side.name(), "first": s.frames.start, "end": s.frames.end, "speed": s.speed,
            })).collect::<Vec<_>>(),
            "held": self.held.iter().map(|h| json!({
                "point": h.point.name(), "first": h.frames.start, "end": h.frames.end,
            })).collect::<Vec<_>>(),
            "fault": fault(&report.fault),
            "fault_per_second": report.fault_per_second.iter().map(fault).collect::<Vec<_>>(),
            "root_noise": report.root_noise,
            "feet_noise": report.feet_noise,
            "smoothing": report.smoothing,
            "leg_length": report.leg_length,
            "floor": report.floor,
            "cuts": report.cuts,
            "planted_share": report.planted_share,
            "plant_figures": report.plant_figures.iter().map(|p| json!({
                "residual_speed": p.residual_speed, "height": p.height,
            })).collect::<Vec<_>>(),
            "warnings": report.warnings,
        })
    }
}

//! [`CorrectFlightReport`].

#[cfg(feature = "schema")]
use crate::model::FrameRange;
use crate::model::Note;
use crate::model::frame_range::serialize_frames;
use serde::Serialize;
use std::ops::Range;

/// How a flight looked, and how it looks now.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CorrectedFlight {
    /// Its frames in the clip that came.
    #[serde(serialize_with = "serialize_frames")]
    #[cfg_attr(feature = "schema", schemars(with = "FrameRange"))]
    pub frames_before: Range<usize>,
    /// Its frames in the result.
    #[serde(serialize_with = "serialize_frames")]
    #[cfg_attr(feature = "schema", schemars(with = "FrameRange"))]
    pub frames_after: Range<usize>,
    /// Whether it was corrected; else it was right, or too far from a fall.
    pub corrected: bool,
    /// Fall of the centre of mass against gravity: 1 for a true jump.
    pub g_ratio_before: f64,
    /// The same of the result.
    pub g_ratio_after: f64,
    /// Root mean square distance of the centre of mass from the best parabola of gravity, metres, up and down.
    pub off_parabola_before: f64,
    /// The same of the result.
    pub off_parabola_after: f64,
    /// Root mean square distance of the centre of mass from a straight and even path, seen from above, metres.
    pub off_line_before: f64,
    /// The same of the result.
    pub off_line_after: f64,
    /// Height of the centre of mass over where it left the ground, metres.
    pub rise_before: f64,
    /// The same of the result.
    pub rise_after: f64,
    /// Farthest shift of the root in the flight, metres.
    pub root_shift_max: f64,
    /// How long it lasts against before, ratio.
    pub time_ratio: f64,
}

/// What [`correct_flight`](super::correct_flight()) did.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CorrectFlightReport {
    /// All flights, in order.
    pub flights: Vec<CorrectedFlight>,
    /// How many were corrected.
    pub corrected: usize,
    /// Frames of the clip that came.
    pub frames_before: usize,
    /// Frames of the result.
    pub frames_after: usize,
    /// Frames of the result that are not frames of the clip that came.
    pub frames_changed: usize,
    /// Farthest shift of the root, metres.
    pub root_shift_max: f64,
    /// How deep the root goes at most below where it was while feet are on the ground, metres.
    pub sink_max: f64,
    /// Farthest way of a point of a foot or hand that stands from where it was, metres.
    pub foot_drift_max: f64,
    /// Jerk of all joints against the clip that came, 99th percentile, ratio.
    pub jerk_ratio: f64,
    /// Share of the correction that time does: 0 if all is height, 1 if all is time.
    pub time_share: f64,
    /// Rounds of correcting and measuring again; 0 where nothing had to be done.
    pub rounds: usize,
    /// What a user should know.
    pub notes: Vec<Note>,
}

operation_report!(CorrectFlightReport);

impl CorrectFlightReport {
    /// One line with what a person wants to know first, the same in every host.
    pub fn summary(&self) -> String {
        match (self.flights.len(), self.corrected) {
            (0, _) => return "no flight found; nothing changed".to_owned(),
            (1, 0) => return "1 flight, left as it is; nothing changed".to_owned(),
            (all, 0) => return format!("{all} flights, left as they are; nothing changed"),
            _ => {}
        }
        let corrected = || self.flights.iter().filter(|flight| flight.corrected);
        let worst = |of: fn(&CorrectedFlight) -> f64| {
            let ratio = corrected().map(of).max_by(|a, b| (a - 1.0).abs().total_cmp(&(b - 1.0).abs()));
            ratio.unwrap_or(1.0)
        };
        let far = |of: fn(&CorrectedFlight) -> f64| 100.0 * corrected().map(of).fold(0.0, f64::max);
        let time = match self.frames_after.cmp(&self.frames_before) {
            std::cmp::Ordering::Equal => String::new(),
            _ => format!("; {} frames became {}", self.frames_before, self.frames_after),
        };
        format!(
            "{} of {} flights corrected: at worst {:.2} -> {:.2} of gravity, {:.1} -> {:.1} cm off the parabola; root by up to {:.1} cm{time}",
            self.corrected,
            self.flights.len(),
            worst(|flight| flight.g_ratio_before),
            worst(|flight| flight.g_ratio_after),
            far(|flight| flight.off_parabola_before),
            far(|flight| flight.off_parabola_after),
            100.0 * self.root_shift_max,
        )
    }
}

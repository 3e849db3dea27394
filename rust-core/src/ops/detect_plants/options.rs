//! The options of [`detect_plants`](super::detect_plants).

use super::report::DetectPlantsReport;
use crate::declare::Operation;

options! {
    /// Options of [`detect_plants`](super::detect_plants). The defaults need no setting for any body, rate or fault.
    pub struct DetectPlantsOptions of "detect_plants" {
        /// Speed below which a point counts as still, for a leg of 0.83 m; scales with the leg.
        still_speed: f64 = 0.15, in 0.01..=1.0, unit "m/s", label "Still Speed";
        /// Shorter plants are dropped unless they touch an end of the clip.
        min_seconds: f64 = 0.04, in 0.0..=1.0, unit "s", label "Shortest Plant";
        /// Estimate and allow for root drift and for a root path or legs of wrong length.
        fit_fault: bool = true, label "Allow for Drift";
        /// Make the slowest part of a brief touch a plant, so that runs are planted too.
        use_touches: bool = true, label "Brief Touches";
        /// Search plants of wrists and fingertips as well.
        hands: bool = false, label "Hands";
        /// Search plants of heels and toe tips, the points of the sole, as well.
        sole: bool = false, label "Heels and Toe Tips";
        /// Plant feet that glide over the floor all the time, as motion made by networks does.
        hold_gliding: bool = true, label "Gliding Feet";
    }
}

pub(crate) const OPERATION: Operation = Operation::new::<DetectPlantsOptions, DetectPlantsReport>(
    "Detect Plants",
    "Find when and at which point each foot stays put",
);

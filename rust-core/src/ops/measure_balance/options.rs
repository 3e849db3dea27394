//! The options of [`measure_balance`](super::measure_balance()).

use crate::model::MassSource;

options! {
    /// How [`measure_balance`](super::measure_balance()) works.
    pub struct MeasureBalanceOptions of "measure_balance" {
        /// What the masses of the body's parts follow from.
        masses: MassSource = MassSource::Auto, label "Masses";
        /// Mass of the body without what it carries; 0 takes that of the mesh, or of an adult of that size, else at least 0.1.
        mass: f64 = 0.0, in 0.0..=100000.0, unit "kg", label "Mass";
        /// Forces are smoothed up to this frequency: 5 for people, 8 for runs and jumps; 0 smooths nothing, as does half of the frame rate or more.
        cutoff: f64 = 5.0, in 0.0..=100.0, unit "Hz", label "Cutoff";
        /// Soles are grown by this much on all sides: meshes are often bare, captured people wear shoes.
        sole_margin: f64 = 0.015, in 0.0..=0.1, unit "m", label "Sole Margin";
    }
}

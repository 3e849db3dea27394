//! The options of [`fit_body`](super::fit_body()).

use crate::model::VolumeKind;

options! {
    /// How [`fit_body`](super::fit_body()) works.
    pub struct FitBodyOptions of "fit_body" {
        /// Kind of the volumes.
        kind: VolumeKind = VolumeKind::Cylinder, label "Volumes";
        /// Correct the radii so that the shares of the parts in the whole body are those measured on people.
        measured_shares: bool = false, label "Measured Shares";
    }
}

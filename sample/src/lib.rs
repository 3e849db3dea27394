//! A generated character and clips with known truth, for tests, the demo, examples and pictures.
//!
//! Everything follows from closed formulas: the same options give the same bytes. The clips know exactly when which
//! point of the sole stands still, because the legs are solved from the footprints and not the other way round.
//!
//! ```
//! use surefoot_sample as sample;
//! let skeleton = sample::biped_skeleton(&sample::BipedOptions::default())?;
//! let walk = sample::walk(&skeleton, &sample::WalkOptions::default())?;
//! assert!(walk.plants.len() > 10);
//! # Ok::<(), surefoot::Error>(())
//! ```

pub mod biped;
pub mod faults;
mod figure;
pub mod gait;
mod graph;
pub mod jump;
mod path;
pub mod reference;
mod shape_grid;
mod skin;
mod sole;
pub mod stand;

pub use biped::{Biped, BipedOptions, biped, biped_skeleton};
pub use gait::{RunOptions, TurnOptions, WalkOptions, run, turn, walk};
pub use graph::walk_graph;
pub use jump::{JumpOptions, jump};
pub use shape_grid::shape_grid;
pub use stand::{StandOptions, stand};

use surefoot::model::{Clip, Ground, Plants};
use surefoot::{Error, Result};

/// A clip and what is true of it.
#[derive(Debug, Clone, PartialEq)]
pub struct SampleClip {
    /// The motion.
    pub clip: Clip,
    /// Every interval in which a point of a foot stays put, with its place. Between first and last frame of an
    /// interval the point moves by no more than rounding (1e-9 m).
    pub plants: Plants,
    /// What the feet stand on.
    pub ground: Ground,
}

/// Refuses a value outside `min..=max`, by name.
fn check(option: &str, value: f64, min: f64, max: f64) -> Result<()> {
    if (min..=max).contains(&value) {
        return Ok(());
    }
    Err(Error::OptionOutOfRange {
        option: option.to_owned(),
        value: value.to_string(),
        allowed: format!("{min} to {max}"),
    })
}

/// Frames of a clip of that length; at least one.
fn frame_count(frame_rate: f64, seconds: f64) -> Result<usize> {
    check("frame_rate", frame_rate, 1.0, 1000.0)?;
    check("seconds", seconds, 0.0, 1200.0)?;
    Ok(((frame_rate * seconds).round() as usize).max(1))
}

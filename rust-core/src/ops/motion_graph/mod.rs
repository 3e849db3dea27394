//! Motion graphs (KO-14 … KO-36, MG-1 … MG-20): find where clips resemble each other, join them there, and walk
//! through the joined clips.

pub mod cloud;
pub mod distance;
pub mod grid;
mod tile;

pub use cloud::{Cloud, Kernel, Marker};
pub use distance::{PlanarTransform, window_distance};
pub use grid::{GridMinimum, find_minima, grid_values};

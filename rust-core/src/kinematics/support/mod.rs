//! What carries the body in each frame: the points of feet and hands that bear, and the area that they span
//! (docs/methods/balance.md, 3).
//!
//! A plant is a point that stays put. A point that bears may move: the foot of a boxer shuffles and carries him all the same. So
//! bearing is judged by height and speed, with wide limits, and a plant always bears.

pub(crate) mod bearing;
pub(crate) mod floor;
pub(crate) mod points;

pub(crate) use bearing::{LOADED, Support, SupportRules};
pub(crate) use floor::FloorModel;
pub(crate) use points::{SoleWidths, SupportKind, SupportPoint, support_points};

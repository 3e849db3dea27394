//! Forward kinematics and skinning.

pub mod body_points;
pub mod forward;
pub mod skinning;

pub use crate::model::standing_height;
pub use body_points::{AttachedPoint, BodyPoints};
pub use forward::{WorldPoses, rest_pose, world_matrices, world_poses};
pub use skinning::{SkinnedFrame, Skinner};

//! Forward kinematics and skinning.

pub mod body_points;
pub mod forward;
pub mod height;
pub mod skinning;

pub use body_points::{AttachedPoint, BodyPoints};
pub use forward::{WorldPoses, rest_pose, world_matrices, world_poses};
pub use height::standing_height;
pub use skinning::{SkinnedFrame, Skinner};

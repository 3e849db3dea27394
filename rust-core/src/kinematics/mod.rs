//! Forward kinematics, skinning, and the limb and root solvers that operations share.

pub(crate) mod anchors;
pub(crate) mod body;
pub(crate) mod body_layout;
pub mod body_points;
pub(crate) mod clip_draft;
pub(crate) mod cuts;
pub mod forward;
pub(crate) mod jerk;
pub(crate) mod limb;
pub(crate) mod masses;
pub(crate) mod momentum;
pub(crate) mod reference_leg;
pub(crate) mod reshape;
pub(crate) mod root_solver;
pub(crate) mod segments;
pub(crate) mod shifted_body;
pub mod skinning;
pub(crate) mod solver_pieces;
pub(crate) mod support;
pub(crate) mod targets;

pub use crate::model::standing_height;
pub use body_points::{AttachedPoint, BodyPoints};
pub use forward::{WorldPoses, rest_pose, world_matrices, world_poses};
pub use skinning::{SkinnedFrame, Skinner};

//! The nouns: plain data, validated once at construction.

pub(crate) mod bind_pose;
pub mod body;
pub mod clip;
pub mod floor_path;
pub(crate) mod foot_shape;
pub mod frame_range;
pub mod ground;
pub mod height;
pub mod labels;
pub mod mass_model;
pub mod motion_graph;
pub mod note;
pub mod picture;
pub mod plants;
pub(crate) mod rest;
pub mod roles;
pub mod shape_grid;
pub mod skeleton;
pub mod skin;
pub mod sole;
pub mod standing;

pub use body::{Body, LimbGroup, Volume, VolumeKind, VolumeSource};
pub use clip::{Clip, Pose, Track};
pub use floor_path::FloorPath;
pub use frame_range::FrameRange;
pub use ground::Ground;
pub use height::standing_height;
pub use labels::{LabelSet, LabelSpan, Labels};
pub use mass_model::{Load, MassModel, MassSegment, MassSource};
pub use motion_graph::{
    ClipSet, EdgeKind, GraphEdge, GraphNode, GridMinimum, Kernel, Marker, MotionGraph, SetClip, SetRules,
    Thresholds, Tuning,
};
pub use note::{Note, Severity};
pub use picture::Picture;
pub use plants::{BodyPoint, Plant, Plants, PointKind};
pub use roles::{Role, Roles, Side, override_roles};
pub use shape_grid::{ShapeAxis, ShapeGrid, ShapeGridHead, ShapeNode, ShapeNote, ShapePart};
pub use skeleton::{EndSite, Joint, JointIndex, Skeleton};
pub use skin::Skin;
pub use sole::Sole;

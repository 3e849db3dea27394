//! The body as a moving mesh: which part each vertex belongs to, and the closed surface that limbs must stay out of.

mod check;
pub(crate) mod fold;
pub(crate) mod limb_surface;
pub(crate) mod mesh;
pub(crate) mod obstacle;
pub(crate) mod part;
pub(crate) mod surface;

pub(crate) use check::hidden_triangles;
pub(crate) use limb_surface::{Distance, LimbSurface, Question, Remembered, Sides};
pub(crate) use mesh::BodyMesh;
pub(crate) use obstacle::{Obstacle, PosedObstacle, shell_of};
pub(crate) use part::BodyPart;
pub(crate) use surface::{JointMatrix, frame_matrices, joint_matrix};

/// Depth from which a vertex counts as inside, metres.
pub(crate) const INSIDE: f64 = 0.003;

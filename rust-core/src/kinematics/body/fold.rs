//! Where skin folds: near shoulders and hips it does not penetrate, and is not asked.

use crate::kinematics::limb::Limb;
use crate::kinematics::rest_pose;
use crate::math::Vec3;
use crate::math::mesh::Point;
use crate::model::Skeleton;

/// Share of the upper bone up to which its points do not count.
pub(crate) const FOLD_SHARE: f64 = 0.3;

/// A bone at rest, to tell how far along it points are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RestBone {
    start: Vec3,
    way: Vec3,
}

impl RestBone {
    /// Upper arm or thigh.
    pub(crate) fn upper(skeleton: &Skeleton, limb: &Limb) -> Self {
        let pose = rest_pose(skeleton);
        let start = pose.position(0, limb.base);
        Self { start, way: pose.position(0, limb.mid) - start }
    }

    /// Forearm or shin.
    pub(crate) fn lower(skeleton: &Skeleton, limb: &Limb) -> Self {
        let pose = rest_pose(skeleton);
        let start = pose.position(0, limb.mid);
        Self { start, way: pose.position(0, limb.end) - start }
    }

    /// How far along the bone a point at rest is: 0 at its start, 1 at its end, not bounded.
    pub(crate) fn share(&self, point: &Point) -> f64 {
        (point.map(f64::from) - self.start).dot(&self.way) / self.way.norm_squared().max(1e-12)
    }
}

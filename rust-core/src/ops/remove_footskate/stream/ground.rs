//! Keeps the frame that is about to leave the stream out of the ground (docs/methods/footskate.md, 3.7).

use super::{FootskateStream, FrameChain, limb_locals, live_hinge, near_hemisphere};
use crate::kinematics::limb::bend::Bend;
use crate::kinematics::limb::clearance::toe_bend_angle;
use crate::kinematics::limb::ik::{LimbTarget, PosedLimb, place_limb};
use crate::kinematics::limb::sides::own_axis;
use crate::math::Vec3;
use crate::math::rotation::rotation_from_vector;
use crate::model::ground::Footing;
use crate::model::{Ground, PointKind};

impl FootskateStream {
    /// Lifts free ends and bends toes of the output frame out of the ground.
    pub(super) fn clear_ground(&mut self, l: usize, is_free: bool) {
        let Some(ground) = self.ground.as_ref() else { return };
        let limb = &self.limbs[l];
        let chain = FrameChain { frame: &self.output, parents: &self.parents };
        if is_free {
            let [base, mid] = [limb.base, limb.mid].map(|joint| chain.world(joint.0).0);
            let (end, end_rotation) = chain.world(limb.end.0);
            let mut lift: f64 = 0.0;
            for (kind, point) in self.tips[l].iter().flatten() {
                if *kind == PointKind::ToeTip && limb.toe.is_some() || *kind == PointKind::Ankle {
                    continue;
                }
                let (p, q) = chain.world(point.joint.0);
                let p = p + q * point.offset;
                if let Some(footing) = ground.footing(p.x, p.z, p.y) {
                    lift = lift.max(footing.height - p.y);
                }
            }
            if lift > 0.0 {
                let (_, above_mid) = chain.world(self.parents[limb.mid.0]);
                let own = own_axis(&base, &mid, &end);
                let hinge = live_hinge(&own, above_mid * limb.hinge, self.hinges[l].as_ref());
                let posed = PosedLimb { base, mid, end, hinge, end_rotation };
                let bend = Bend::new(&base, &mid, &end, &hinge);
                let target = end + Vec3::y() * lift;
                let theta = bend.angle_for((target - base).norm());
                let placed = place_limb(
                    &posed,
                    &bend,
                    &LimbTarget {
                        base,
                        hinge_angle: theta,
                        position: target,
                        rotation: end_rotation,
                        swivel: self.swivel,
                    },
                    &mut 0.0,
                );
                if let Some(placed) = placed.filter(|_| bend.can_bend()) {
                    let locals = limb_locals(limb, &self.parents, &placed, |joint| chain.world(joint).1);
                    let joints = [limb.base.0, limb.mid.0, limb.end.0];
                    for (local, joint) in locals.iter().zip(joints) {
                        let slot = &mut self.output.rotations[joint];
                        *slot = near_hemisphere(local, slot);
                    }
                }
            }
        }
        let limb = &self.limbs[l];
        if let (Some(toe), Some((_, tip))) = (limb.toe, self.tips[l][3]) {
            let chain = FrameChain { frame: &self.output, parents: &self.parents };
            let (ball, rotation) = chain.world(toe.0);
            let span = rotation * tip.offset;
            let at = ball + span;
            if let Some(footing) = ground_at(self.ground.as_ref(), at).filter(|f| at.y < f.height) {
                let n = footing.normal;
                let depth = n.dot(&Vec3::new(at.x, footing.height, at.z)) - n.dot(&ball);
                let axis = span.cross(&n).try_normalize(1e-6 * span.norm());
                if let Some((axis, angle)) =
                    axis.and_then(|axis| Some((axis, toe_bend_angle(&span, &axis, &n, depth)?)))
                {
                    let (_, above) = chain.world(self.parents[toe.0]);
                    let local = above.inverse() * rotation_from_vector(&(axis * angle)) * rotation;
                    let slot = &mut self.output.rotations[toe.0];
                    *slot = near_hemisphere(&local, slot);
                }
            }
        }
    }
}

fn ground_at(ground: Option<&Ground>, p: Vec3) -> Option<Footing> {
    ground.and_then(|g| g.footing(p.x, p.z, p.y))
}

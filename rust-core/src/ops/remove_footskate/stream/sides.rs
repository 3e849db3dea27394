//! Keeps knees and elbows of free limbs on their side.
//!
//! What planted frames adjusted fades into free ones joint by joint. A lower bone's part of it is told in the frame of
//! the upper bone: where that is twisted otherwise, or the limb is nearly straight, the sum may fold the limb to its
//! other side.

use super::{FootskateStream, FrameChain, limb_locals, near_hemisphere};
use crate::kinematics::limb::ik::{LimbTarget, place_limb};
use crate::kinematics::limb::sides::own_axis;
use crate::math::rotation::{rotation_between, slerp};

/// Angle between the sides before and after, radians: up to the first the faded limb stays, from the second on its end
/// is reached with the bend of the input.
const OFF_SIDE: (f64, f64) = (0.6, 1.2);

impl FootskateStream {
    /// Bends one limb of the output frame to the side that it has in the input.
    pub(super) fn keep_side(&mut self, slot: usize, l: usize) {
        let (limb, here) = (&self.limbs[l], &self.ring[slot].limbs[l]);
        if !here.bend.can_bend() {
            return;
        }
        let chain = FrameChain { frame: &self.output, parents: &self.parents };
        let [base, mid] = [limb.base, limb.mid].map(|joint| chain.world(joint.0).0);
        let (end, end_rotation) = chain.world(limb.end.0);
        let own = own_axis(&here.posed.base, &here.posed.mid, &here.posed.end);
        let swing = rotation_between(&(here.posed.end - here.posed.base), &(end - base), &own);
        let off = (swing * own).angle(&own_axis(&base, &mid, &end));
        let share = ((off - OFF_SIDE.0) / (OFF_SIDE.1 - OFF_SIDE.0)).clamp(0.0, 1.0);
        if share == 0.0 {
            return;
        }
        let target = LimbTarget {
            base,
            hinge_angle: here.bend.angle_for((end - base).norm()),
            position: end,
            rotation: end_rotation,
            swivel: self.swivel,
        };
        let Some(placed) = place_limb(&here.posed, &here.bend, &target, &mut 0.0) else { return };
        let world = |joint: usize| self.ring[slot].rotations[joint];
        let locals = limb_locals(limb, &self.parents, &placed, world);
        for (local, joint) in locals.iter().zip([limb.base, limb.mid, limb.end]) {
            let slot = &mut self.output.rotations[joint.0];
            *slot = near_hemisphere(&slerp(slot, local, share), slot);
        }
    }
}

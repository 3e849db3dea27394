//! [`ShiftedBody`]: a clip whose root is moved and whose trunk is leant, with feet that stay where they should.

use super::WorldPoses;
use super::clip_draft::ClipDraft;
use super::limb::bend::Bend;
use super::limb::ik::{LimbTarget, PlacedLimb, PosedLimb, place_limb};
use super::limb::sides::set_sides;
use super::limb::{Limb, LimbKind, find_limbs};
use crate::error::Result;
use crate::math::rotation::rotation_from_vector;
use crate::math::running::{hann_mean, running_minimum};
use crate::math::{Quat, Vec3};
use crate::model::{Clip, JointIndex, Role, Side, Skeleton};
use std::f64::consts::PI;

/// A leg is as good as straight at this share of its length: it is not made straighter than that, or than it was.
const STRAIGHT: f64 = 0.998;
/// The root sinks this long before a leg needs it and rises as long after, seconds. Quicker, it would upset the balance itself.
const SINK_REACH: f64 = 0.2;
/// A shift below this is none, metres.
const NOTHING: f64 = 1e-12;

/// What moves a joint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Carrier {
    /// The root, and the first so many bends of the spine.
    Trunk(usize),
    /// Thigh, shin or foot of a leg.
    Upper(usize),
    Lower(usize),
    End(usize),
}

/// How a body is moved in one frame.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct BodyShift {
    /// Of the root, metres.
    pub(crate) root: Vec3,
    /// Of both feet, metres.
    pub(crate) feet: Vec3,
    /// Turn of the trunk, shared among the bends of the spine: a rotation vector, world.
    pub(crate) lean: Vec3,
}

impl BodyShift {
    fn is_none(&self) -> bool {
        self.root.norm() < NOTHING && self.feet.norm() < NOTHING && self.lean.norm() < NOTHING
    }
}

/// How far a leg reaches.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LegReach {
    /// From the foot to the hip, metres.
    pub(crate) way: Vec3,
    /// Longest such way, metres.
    pub(crate) reach: f64,
}

/// A body that can be moved again and again, always from the clip that came.
#[derive(Debug)]
pub(crate) struct ShiftedBody<'a> {
    skeleton: &'a Skeleton,
    clip: &'a Clip,
    poses: &'a WorldPoses,
    legs: Vec<Limb>,
    /// Each leg posed, `[leg][frame]`.
    posed: Vec<Vec<(PosedLimb, Bend)>>,
    carriers: Vec<Carrier>,
    spine: Vec<JointIndex>,
}

impl<'a> ShiftedBody<'a> {
    pub(crate) fn new(skeleton: &'a Skeleton, clip: &'a Clip, poses: &'a WorldPoses) -> Self {
        let (limbs, _) = find_limbs(skeleton);
        let mut legs: Vec<Limb> = limbs.into_iter().filter(|limb| limb.kind == LimbKind::Leg).collect();
        legs.iter_mut().for_each(|leg| leg.learn_hinge(skeleton, poses));
        let posed = legs.iter().map(|leg| pose_leg(skeleton, poses, leg)).collect();
        let spine = spine_bends(skeleton);
        let carriers = skeleton.joints().map(|joint| carrier(skeleton, &legs, &spine, joint)).collect();
        Self { skeleton, clip, poses, legs, posed, carriers, spine }
    }

    pub(crate) fn frame_count(&self) -> usize {
        self.poses.frame_count()
    }

    /// Joints about which the trunk leans; 0 to 3.
    pub(crate) fn spine(&self) -> &[JointIndex] {
        &self.spine
    }

    /// How many of the spine's bends move a joint with the trunk; `None` for joints of the legs.
    pub(crate) fn bends_above(&self, joint: JointIndex) -> Option<usize> {
        match self.carriers[joint.0] {
            Carrier::Trunk(bends) => Some(bends),
            _ => None,
        }
    }

    /// Lowers the root where a leg would not reach its foot.
    pub(crate) fn sink(&self, shifts: &mut [BodyShift]) {
        let need: Vec<f64> =
            (0..shifts.len()).map(|frame| -self.sink_needed(frame, &shifts[frame])).collect();
        if need.iter().all(|need| *need == 0.0) {
            return;
        }
        let reach = ((SINK_REACH / self.clip.frame_time()).round() as usize).max(1);
        let lowest = hann_mean(&running_minimum(&need, reach, reach), reach);
        shifts.iter_mut().zip(&lowest).for_each(|(shift, lowest)| shift.root.y += lowest);
    }

    /// Each leg in a frame of the clip that came. It reaches `straight` of its length, or as far as it did.
    pub(crate) fn leg_reaches(&self, frame: usize, straight: f64) -> impl Iterator<Item = LegReach> + '_ {
        self.posed.iter().map(move |frames| {
            let (posed, bend) = &frames[frame];
            let way = posed.base - posed.end;
            LegReach { way, reach: (straight * bend.max_length()).max(way.norm()) }
        })
    }

    /// The way from the hips to the feet in a frame of the clip that came, by the left foot's share.
    pub(crate) fn feet_from_hips(&self, frame: usize, left_share: f64) -> Vec3 {
        let way = |side: Side| {
            let mut of_side = self.legs.iter().zip(&self.posed).filter(|(leg, _)| leg.side == side);
            of_side.next().map(|(_, frames)| frames[frame].0.end - frames[frame].0.base)
        };
        match Side::BOTH.map(way) {
            [Some(left), Some(right)] => left * left_share + right * (1.0 - left_share),
            [left, right] => left.or(right).unwrap_or_else(Vec3::zeros),
        }
    }

    /// How far the root must sink for all legs to reach, metres.
    fn sink_needed(&self, frame: usize, shift: &BodyShift) -> f64 {
        if shift.is_none() {
            return 0.0;
        }
        let need = |legs: &Vec<(PosedLimb, Bend)>| {
            let (posed, bend) = &legs[frame];
            let way = posed.base + shift.root - posed.end - shift.feet;
            let given = (posed.base - posed.end).norm();
            let reach = (STRAIGHT * bend.max_length()).max(given);
            if way.norm() <= reach {
                return 0.0;
            }
            let level = way.xz().norm_squared();
            // A foot that is out of reach to the side is not reached by sinking: half of the way is enough then.
            let height = (reach * reach - level).max(0.0).sqrt().max(0.5 * way.y.max(0.0));
            (way.y - height).max(0.0)
        };
        self.posed.iter().map(need).fold(0.0, f64::max)
    }

    /// World poses of the moved body.
    pub(crate) fn place(&self, shifts: &[BodyShift], out: &mut WorldPoses) {
        out.positions.clone_from(&self.poses.positions);
        out.rotations.clone_from(&self.poses.rotations);
        let joints = self.skeleton.joint_count();
        for (frame, shift) in shifts.iter().enumerate().filter(|(_, shift)| !shift.is_none()) {
            let trunk = self.trunk(frame, shift);
            let legs = self.placed_legs(frame, shift);
            for joint in 0..joints {
                let at = frame * joints + joint;
                let (place, rotation) = (self.poses.positions[at], self.poses.rotations[at]);
                let about =
                    |turn: &Quat, old: &Vec3, new: &Vec3| (new + turn * (place - old), turn * rotation);
                (out.positions[at], out.rotations[at]) = match self.carriers[joint] {
                    Carrier::Trunk(bends) => {
                        let (turn, old, new) = &trunk[bends];
                        about(turn, old, new)
                    }
                    Carrier::Upper(leg) => {
                        let (posed, base, placed, _) = &legs[leg];
                        about(&placed.upper, &posed.base, base)
                    }
                    Carrier::Lower(leg) => {
                        let (posed, _, placed, mid) = &legs[leg];
                        about(&placed.lower, &posed.mid, mid)
                    }
                    Carrier::End(_) => (place + shift.feet, rotation),
                };
            }
        }
    }

    /// Turn, old and new place of each bend of the spine, the root's shift first.
    fn trunk(&self, frame: usize, shift: &BodyShift) -> [(Quat, Vec3, Vec3); 4] {
        let mut bends = [(Quat::identity(), Vec3::zeros(), shift.root); 4];
        if shift.lean.norm() < NOTHING || self.spine.is_empty() {
            return bends;
        }
        let part = rotation_from_vector(&(shift.lean / self.spine.len() as f64));
        for (index, &joint) in self.spine.iter().enumerate() {
            let (turn, old, new) = bends[index];
            let place = self.poses.position(frame, joint);
            bends[index + 1] = (part * turn, place, new + turn * (place - old));
        }
        bends
    }

    /// Each leg with its new hip, how it is placed, and its new knee.
    fn placed_legs(&self, frame: usize, shift: &BodyShift) -> Vec<(PosedLimb, Vec3, PlacedLimb, Vec3)> {
        let placed = |legs: &Vec<(PosedLimb, Bend)>| {
            let (posed, bend) = &legs[frame];
            let placed = place_leg(posed, bend, shift);
            let base = posed.base + shift.root;
            let mid = base + placed.upper * (posed.mid - posed.base) * placed.scale;
            (*posed, base, placed, mid)
        };
        self.posed.iter().map(placed).collect()
    }

    /// The clip of the moved body. Frames that are not moved keep their bits.
    pub(crate) fn write(&self, shifts: &[BodyShift]) -> Result<Clip> {
        let (skeleton, poses) = (self.skeleton, self.poses);
        let mut draft = ClipDraft::new(self.clip, self.legs.len());
        for (frame, shift) in shifts.iter().enumerate().filter(|(_, shift)| !shift.is_none()) {
            draft.data.root_positions[frame] += shift.root;
            for (index, leg) in self.legs.iter().enumerate() {
                let (posed, bend) = &self.posed[index][frame];
                let placed = place_leg(posed, bend, shift);
                draft.set_limb(skeleton, poses, frame, index, leg, &placed);
                if leg.is_loose {
                    let place = posed.end + shift.feet;
                    draft.set_position(skeleton, poses, frame, leg.end, &place, &shift.root);
                }
            }
            let trunk = self.trunk(frame, shift);
            for (index, &joint) in self.spine.iter().enumerate() {
                if shift.lean.norm() < NOTHING {
                    break;
                }
                let above = skeleton
                    .parent(joint)
                    .map_or_else(Quat::identity, |parent| poses.rotation(frame, parent));
                let local =
                    (trunk[index].0 * above).inverse() * trunk[index + 1].0 * poses.rotation(frame, joint);
                draft.set_rotation(frame, joint, local);
            }
        }
        draft.build(skeleton, &self.legs)
    }
}

/// Takes a leg to its foot: the hip moves with the root, the knee stays on its side and in its plane.
fn place_leg(posed: &PosedLimb, bend: &Bend, shift: &BodyShift) -> PlacedLimb {
    let (base, position) = (posed.base + shift.root, posed.end + shift.feet);
    let angle = bend.angle_for((position - base).norm());
    let hinge_angle = if bend.posed_angle > PI { 2.0 * PI - angle } else { angle };
    let target = LimbTarget { base, hinge_angle, position, rotation: posed.end_rotation, swivel: 0.0 };
    let stays = PlacedLimb {
        upper: Quat::identity(),
        lower: Quat::identity(),
        scale: 1.0,
        end_rotation: posed.end_rotation,
    };
    let mut placed = place_limb(posed, bend, &target, &mut 0.0).unwrap_or(stays);
    // Rounding is no stretch.
    if (placed.scale - 1.0).abs() < 1e-9 {
        placed.scale = 1.0;
    }
    placed
}

fn pose_leg(skeleton: &Skeleton, poses: &WorldPoses, leg: &Limb) -> Vec<(PosedLimb, Bend)> {
    let joints = skeleton.joint_count();
    let mut frames: Vec<PosedLimb> = (0..poses.frame_count())
        .map(|frame| PosedLimb {
            base: poses.position(frame, leg.base),
            mid: poses.position(frame, leg.mid),
            end: poses.position(frame, leg.end),
            hinge: leg.hinge_world(skeleton, &poses.rotations[frame * joints..(frame + 1) * joints]),
            end_rotation: poses.rotation(frame, leg.end),
        })
        .collect();
    set_sides(&mut frames);
    frames.into_iter().map(|f| (f, Bend::new(&f.base, &f.mid, &f.end, &f.hinge))).collect()
}

/// Up to three joints of the spine, spread over it.
fn spine_bends(skeleton: &Skeleton) -> Vec<JointIndex> {
    let all: Vec<JointIndex> = skeleton.roles().joints(Role::Spine).collect();
    let wanted = all.len().min(3);
    (0..wanted).map(|index| all[index * all.len() / wanted]).collect()
}

fn carrier(skeleton: &Skeleton, legs: &[Limb], spine: &[JointIndex], joint: JointIndex) -> Carrier {
    let is_at_or_below = |top: JointIndex| joint == top || skeleton.is_below(joint, top);
    for (index, leg) in legs.iter().enumerate() {
        if is_at_or_below(leg.end) {
            return Carrier::End(index);
        }
        if is_at_or_below(leg.mid) {
            return Carrier::Lower(index);
        }
        if is_at_or_below(leg.base) {
            return Carrier::Upper(index);
        }
    }
    Carrier::Trunk(spine.iter().filter(|bend| is_at_or_below(**bend)).count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinematics::forward::pose_clip;

    fn scene() -> (Skeleton, Clip) {
        let skeleton = crate::sample::biped_skeleton(&Default::default()).unwrap();
        let clip = crate::sample::walk(&skeleton, &Default::default()).unwrap().clip;
        (skeleton, clip)
    }

    #[test]
    fn the_written_clip_is_the_placed_body_and_feet_stay() {
        let (skeleton, clip) = scene();
        let poses = pose_clip(&skeleton, &clip);
        let body = ShiftedBody::new(&skeleton, &clip, &poses);
        let mut shifts: Vec<BodyShift> = (0..clip.frame_count())
            .map(|frame| {
                let t = frame as f64 * 0.1;
                BodyShift {
                    root: Vec3::new(0.04 * t.sin(), 0.0, 0.03 * (0.7 * t).cos()),
                    feet: Vec3::zeros(),
                    lean: Vec3::new(0.1 * t.cos(), 0.0, 0.05),
                }
            })
            .collect();
        shifts[7] = BodyShift::default();
        body.sink(&mut shifts);
        shifts[7] = BodyShift::default();
        let mut placed = poses.clone();
        body.place(&shifts, &mut placed);
        let written = body.write(&shifts).unwrap();
        assert!(written.translations().is_empty(), "no leg is stretched");
        let found = pose_clip(&skeleton, &written);
        for frame in 0..clip.frame_count() {
            for joint in skeleton.joints() {
                let way = (found.position(frame, joint) - placed.position(frame, joint)).norm();
                assert!(way < 1e-9, "{frame} {}: {way}", skeleton.name(joint));
                let turn = found.rotation(frame, joint).angle_to(&placed.rotation(frame, joint));
                assert!(turn < 1e-7, "{frame} {}: {turn}", skeleton.name(joint));
            }
            for leg in &body.legs {
                let way = (found.position(frame, leg.end) - poses.position(frame, leg.end)).norm();
                assert!(way < 1e-9, "{frame}: {way}");
            }
        }
        assert_eq!(written.pose(7).rotations(), clip.pose(7).rotations());
        assert_eq!(written.pose(7).root_position(), clip.pose(7).root_position());
    }

    #[test]
    fn knees_stay_on_their_side() {
        let (skeleton, clip) = scene();
        let poses = pose_clip(&skeleton, &clip);
        let body = ShiftedBody::new(&skeleton, &clip, &poses);
        let shift = BodyShift { root: Vec3::new(0.05, -0.03, 0.05), ..BodyShift::default() };
        let mut placed = poses.clone();
        body.place(&vec![shift; clip.frame_count()], &mut placed);
        for (frame, leg) in (0..clip.frame_count()).flat_map(|f| body.legs.iter().map(move |leg| (f, leg))) {
            let own = |poses: &WorldPoses| {
                let at = |joint| poses.position(frame, joint);
                super::super::limb::sides::own_axis(&at(leg.base), &at(leg.mid), &at(leg.end))
            };
            assert!(own(&poses).dot(&own(&placed)) > 0.0 || own(&poses).norm() < 0.05, "{frame}");
        }
    }
}

//! [`PenetrationBody`]: a character's mesh, taken apart into limbs and what they can run into.

use super::look::{FrameLook, LookPool};
use super::measure::LimbDepth;
use super::options::{AllowedOverlap, RemovePenetrationOptions};
use super::pairs::{BodyPair, MAX_PAIRS};
use crate::error::{Error, Result};
use crate::kinematics::body::{
    BodyMesh, BodyPart, JointMatrix, LimbSurface, Obstacle, PosedObstacle, hidden_triangles, joint_matrix,
};
use crate::kinematics::limb::{Limb, LimbKind, find_limbs};
use crate::math::Vec3;
use crate::model::rest::rest_maps;
use crate::model::{Clip, JointIndex, Role, Side, Skeleton, Skin};

/// An arm or a leg with its points.
#[derive(Debug, Clone)]
pub(crate) struct BodyLimb {
    pub(crate) limb: Limb,
    /// The clavicle that an arm hangs from.
    pub(crate) collar: Option<JointIndex>,
    pub(crate) surface: LimbSurface,
    /// How many of collar, base, mid and end each joint hangs from: 0 for the rest of the body, 4 below the hand or foot.
    pub(crate) stage_of_joint: Vec<u8>,
    /// The joints with a stage, and the stage.
    pub(crate) moving_joints: Vec<(usize, u8)>,
    /// What it can run into.
    pub(crate) against: Vec<Against>,
    /// How deep each of its points may be because the character was made so, metres; empty where none may.
    pub(crate) allowed: Vec<f32>,
}

/// Something that a limb can run into.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Against {
    /// Which of the body's obstacles.
    pub(crate) obstacle: usize,
    /// The share of the way out that this limb takes: all of it, or half where the other side moves as well.
    pub(crate) share: f64,
    /// The part of the limb that counts; all of it if `None`. Pairs that a user lists have one.
    pub(crate) only: Option<BodyPart>,
}

/// The obstacle that all arms can run into.
pub(crate) const TRUNK: usize = 0;

/// Everything about a character that does not change from frame to frame.
#[derive(Debug, Clone)]
pub(crate) struct PenetrationBody {
    pub(crate) mesh: BodyMesh,
    /// The body without arms and shoulders, then each limb that another can run into.
    pub(crate) obstacles: Vec<Obstacle>,
    /// Arms, then legs; left, then right; those that the skeleton has.
    pub(crate) limbs: Vec<BodyLimb>,
    pub(crate) looks: LookPool,
}

impl PenetrationBody {
    /// Takes the character apart.
    ///
    /// # Errors
    /// [`Error::Invalid`] without a mesh, or where nothing of the body can be seen from outside; [`Error::MissingRoles`] without limbs.
    pub(crate) fn new(
        skeleton: &Skeleton,
        clip: &Clip,
        skins: &[Skin],
        options: &RemovePenetrationOptions,
    ) -> Result<Self> {
        Self::with_pairs(skeleton, clip, skins, &[], options)
    }

    /// The same with pairs of parts that are kept apart beside what the options ask for.
    ///
    /// # Errors
    /// As [`Self::new`]; [`Error::Invalid`] for a pair with a part that has no surface.
    pub(crate) fn with_pairs(
        skeleton: &Skeleton,
        clip: &Clip,
        skins: &[Skin],
        pairs: &[BodyPair],
        options: &RemovePenetrationOptions,
    ) -> Result<Self> {
        if pairs.len() > MAX_PAIRS {
            let text = format!("{} pairs; give {MAX_PAIRS} at most", pairs.len());
            return Err(Error::invalid("pairs", text));
        }
        if !options.arms && !options.legs && pairs.is_empty() {
            return Err(Error::invalid("options", "arms and legs are both off; turn on at least one"));
        }
        let mesh = BodyMesh::new(skeleton, skins)?;
        let hidden = hidden_triangles(&mesh)?;
        let trunk = Obstacle::new(&mesh, &hidden, |part| !part.is_arm_or_clavicle());
        let matrices: Vec<JointMatrix> =
            rest_maps(skeleton).iter().map(|m| joint_matrix(m, &Vec3::zeros())).collect();
        let mut rest = PosedObstacle::default();
        trunk.pose(&matrices, &mut rest);
        let (mut limbs, _) = find_limbs(skeleton);
        // The place of a loose foot does not follow its shin.
        let loose = limbs.iter().find(|limb| limb.kind == LimbKind::Leg && limb.is_loose).map(Limb::name);
        let is_in_pair = |limb: &Limb| pairs.iter().any(|p| p.is_of(limb.kind == LimbKind::Arm, limb.side));
        limbs.retain(|limb| match limb.kind {
            LimbKind::Arm => options.arms || is_in_pair(limb),
            LimbKind::Leg => (options.legs || is_in_pair(limb)) && !limb.is_loose,
        });
        limbs.sort_by_key(|limb| limb.kind == LimbKind::Leg);
        if limbs.is_empty() {
            if let Some(loose) = loose.filter(|_| !options.arms) {
                return Err(loose_foot(&loose));
            }
            let missing =
                if options.arms || !options.legs { "upper arm, forearm, hand" } else { "thigh, shin, foot" };
            return Err(Error::MissingRoles { missing: missing.into() });
        }
        let mut body_limbs: Vec<BodyLimb> = limbs
            .into_iter()
            .map(|limb| {
                let collar = skeleton
                    .roles()
                    .joint(Role::Clavicle(limb.side))
                    .filter(|&collar| limb.kind == LimbKind::Arm && skeleton.is_below(limb.base, collar));
                let stage_of_joint = stages(skeleton, &limb, collar);
                let moving = stage_of_joint.iter().enumerate().filter(|(_, stage)| **stage > 0);
                BodyLimb {
                    surface: LimbSurface::new(skeleton, &mesh, &limb, &trunk, &rest),
                    moving_joints: moving.map(|(joint, stage)| (joint, *stage)).collect(),
                    stage_of_joint,
                    against: Vec::new(),
                    allowed: Vec::new(),
                    collar,
                    limb,
                }
            })
            .collect();
        let mut obstacles = vec![trunk];
        let whole = Against { obstacle: TRUNK, share: 1.0, only: None };
        let arms = body_limbs.iter_mut().filter(|limb| options.arms && limb.limb.kind == LimbKind::Arm);
        arms.for_each(|arm| arm.against.push(whole));
        for i in 0..body_limbs.len() {
            let (kind, side) = (body_limbs[i].limb.kind, body_limbs[i].limb.side);
            let is_asked = if kind == LimbKind::Arm { options.arms } else { options.legs };
            if !is_asked {
                continue;
            }
            let Some(other) =
                body_limbs.iter_mut().find(|other| other.limb.kind == kind && other.limb.side != side)
            else {
                continue;
            };
            other.against.push(Against { obstacle: obstacles.len(), share: 0.5, only: None });
            obstacles.push(Obstacle::new(&mesh, &hidden, |part| match kind {
                LimbKind::Arm => part.is_arm_of(side),
                LimbKind::Leg => part.is_leg_of(side),
            }));
        }
        for pair in pairs {
            let is_own = |limb: &&mut BodyLimb| pair.is_of(limb.limb.kind == LimbKind::Arm, limb.limb.side);
            let Some(limb) = body_limbs.iter_mut().find(is_own) else {
                let (legs, _) = find_limbs(skeleton);
                let is_loose =
                    |limb: &&Limb| limb.is_loose && pair.is_of(limb.kind == LimbKind::Arm, limb.side);
                return Err(match legs.iter().find(is_loose) {
                    Some(leg) => loose_foot(&leg.name()),
                    None => Error::MissingRoles { missing: pair.part.name() },
                });
            };
            if limb.surface.points.iter().all(|&point| mesh.parts[point as usize] != pair.part) {
                return Err(no_vertex(pair.part));
            }
            limb.against.push(Against { obstacle: obstacles.len(), share: 1.0, only: Some(pair.part) });
            let obstacle = Obstacle::new(&mesh, &hidden, |part| part == pair.other);
            if obstacle.is_empty() {
                return Err(no_vertex(pair.other));
            }
            obstacles.push(obstacle);
        }
        // A leg without another has nothing to run into.
        body_limbs.retain(|limb| !limb.against.is_empty());
        let mut body = Self { mesh, obstacles, limbs: body_limbs, looks: LookPool::default() };
        body.allow_overlap(skeleton, clip, options, matrices)?;
        Ok(body)
    }

    /// The frames in which a vertex of an arm is inside the other arm. `depths` are by limb and frame.
    pub(crate) fn frames_of_crossing_arms(&self, depths: &[Vec<LimbDepth>]) -> Vec<bool> {
        let mut crossed = vec![false; depths.first().map_or(0, Vec::len)];
        let arms = self.limbs.iter().zip(depths).filter(|(limb, _)| limb.limb.kind == LimbKind::Arm);
        for (_, depths) in arms {
            for (crossed, depth) in crossed.iter_mut().zip(depths) {
                let is_arm = |part: BodyPart| Side::BOTH.into_iter().any(|side| part.is_arm_of(side));
                *crossed |= depth.pairs.iter().any(|(_, other, _)| is_arm(*other));
            }
        }
        crossed
    }

    /// The limbs of each frame whose depth may differ after some limbs have moved, by limb and frame.
    pub(crate) fn limbs_near(&self, moved: &[Vec<bool>]) -> Vec<Vec<usize>> {
        let is_leg = |limb: usize| self.limbs[limb].limb.kind == LimbKind::Leg;
        // Legs run into each other only, but for pairs that a user lists. The trunk that arms run into has legs and shoulders on it.
        let sees_legs_only = |limb: usize| {
            is_leg(limb) && self.limbs[limb].against.iter().all(|against| against.only.is_none())
        };
        let frame_count = moved.first().map_or(0, Vec::len);
        (0..frame_count)
            .map(|frame| {
                let moves = |limb: usize| moved[limb][frame];
                let all = (0..self.limbs.len()).any(moves);
                let legs = (0..self.limbs.len()).any(|limb| is_leg(limb) && moves(limb));
                (0..self.limbs.len()).filter(|&limb| if sees_legs_only(limb) { legs } else { all }).collect()
            })
            .collect()
    }

    /// The same character whose arms may pass through each other.
    pub(crate) fn without_crossing_arms(&self) -> Self {
        let mut body = self.clone();
        let arms = body.limbs.iter_mut().filter(|limb| limb.limb.kind == LimbKind::Arm);
        arms.for_each(|limb| limb.against.retain(|a| a.obstacle == TRUNK || a.only.is_some()));
        body
    }

    /// The same character's legs against each other.
    pub(crate) fn only_legs(&self) -> Self {
        let mut body = self.clone();
        body.limbs.retain(|limb| limb.limb.kind == LimbKind::Leg);
        body.limbs.iter_mut().for_each(|limb| limb.against.retain(|against| against.only.is_none()));
        body.limbs.retain(|limb| !limb.against.is_empty());
        body
    }

    /// Notes how deep points may be.
    fn allow_overlap(
        &mut self,
        skeleton: &Skeleton,
        clip: &Clip,
        options: &RemovePenetrationOptions,
        rest: Vec<JointMatrix>,
    ) -> Result<()> {
        if options.allowed_overlap == AllowedOverlap::None {
            return Ok(());
        }
        let mut look = FrameLook::default();
        look.pose_rest(self, rest);
        let mut allowed: Vec<Vec<f32>> = (0..self.limbs.len()).map(|l| self.depths(l, &mut look)).collect();
        if options.allowed_overlap == AllowedOverlap::Frame {
            if options.overlap_frame >= clip.frame_count() {
                return Err(Error::OptionOutOfRange {
                    option: "overlap_frame".into(),
                    value: options.overlap_frame.to_string(),
                    allowed: format!("0 to {}", clip.frame_count().saturating_sub(1)),
                });
            }
            look.pose(skeleton, clip, options.overlap_frame, self, &[])?;
            for (limb, allowed) in allowed.iter_mut().enumerate() {
                let depths = self.depths(limb, &mut look);
                allowed.iter_mut().zip(depths).for_each(|(all, depth)| *all = all.max(depth));
            }
        }
        for (limb, allowed) in self.limbs.iter_mut().zip(allowed) {
            // Thighs that touch at rest are thick, not made so.
            if limb.limb.kind == LimbKind::Arm && allowed.iter().any(|depth| *depth > 0.0) {
                limb.allowed = allowed;
            }
        }
        Ok(())
    }

    /// How deep each point of a limb is in the pose of `look`, metres.
    fn depths(&self, limb: usize, look: &mut FrameLook) -> Vec<f32> {
        look.whole_limb(self, limb, 0.0);
        look.found.iter().map(|found| (-found.distance.signed).max(0.0)).collect()
    }
}

fn no_vertex(part: BodyPart) -> Error {
    Error::invalid("pairs", format!("no vertex of the mesh belongs to {}", part.name()))
}

fn loose_foot(leg: &str) -> Error {
    Error::invalid(
        "skeleton",
        format!("{leg}: the foot does not hang from the shin, so the leg cannot be turned"),
    )
}

fn stages(skeleton: &Skeleton, limb: &Limb, collar: Option<JointIndex>) -> Vec<u8> {
    let is_at_or_below = |joint: JointIndex, top: JointIndex| joint == top || skeleton.is_below(joint, top);
    skeleton
        .joints()
        .map(|joint| match collar {
            _ if is_at_or_below(joint, limb.end) => 4,
            _ if is_at_or_below(joint, limb.mid) => 3,
            _ if is_at_or_below(joint, limb.base) => 2,
            Some(collar) if is_at_or_below(joint, collar) => 1,
            _ => 0,
        })
        .collect()
}

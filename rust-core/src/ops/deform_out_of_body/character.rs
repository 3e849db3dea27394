//! [`Character`]: a character taken apart into what gives way and what does not.

use super::block::Block;
use super::deformer::{BodyDeformer, DeformScratch, DeformedFrame, MeshShape, Yielding};
use super::options::{DeformOutOfBodyOptions, YieldingPart};
use crate::error::{Error, Result};
use crate::kinematics::body::fold::{FOLD_SHARE, RestBone};
use crate::kinematics::body::{BodyMesh, BodyPart, frame_matrices, hidden_triangles, shell_of};
use crate::kinematics::limb::{Limb, LimbKind, find_limbs};
use crate::math::Vec3;
use crate::math::mesh::Point;
use crate::model::{Clip, Side, Skeleton, Skin};
use rayon::prelude::*;
use std::ops::Range;

/// The arms and the body of a character.
pub(super) struct Character {
    pub(super) mesh: BodyMesh,
    /// The mesh's points that may move.
    pub(super) members: Vec<u32>,
    pub(super) deformer: BodyDeformer,
}

/// The points of the part in one frame.
pub(super) struct PosedFrame {
    pub(super) before: Vec<Point>,
    pub(super) after: Vec<Point>,
    /// Where the frame's points are counted from.
    pub(super) origin: Vec3,
    pub(super) report: DeformedFrame,
}

impl PosedFrame {
    /// Whether a member moves.
    pub(super) fn is_pushed(&self, member: usize) -> bool {
        self.before[member] != self.after[member]
    }
}

impl Character {
    pub(super) fn new(
        skeleton: &Skeleton,
        skins: &[Skin],
        weights: &[Vec<f32>],
        options: &DeformOutOfBodyOptions,
    ) -> Result<Self> {
        let mesh = BodyMesh::new(skeleton, skins)?;
        let hidden = hidden_triangles(&mesh)?;
        let sides: &[Side] = match options.part {
            YieldingPart::Arms => &Side::BOTH,
            YieldingPart::LeftArm => &[Side::Left],
            YieldingPart::RightArm => &[Side::Right],
        };
        let (limbs, _) = find_limbs(skeleton);
        let arms: Vec<Limb> = limbs
            .into_iter()
            .filter(|limb| limb.kind == LimbKind::Arm && sides.contains(&limb.side))
            .collect();
        if arms.is_empty() {
            return Err(Error::MissingRoles { missing: "upper arm, forearm, hand".into() });
        }
        let is_member = |part: BodyPart| arms.iter().any(|arm| part.is_arm_of(arm.side));
        let members: Vec<u32> =
            (0..mesh.rest.len() as u32).filter(|&p| is_member(mesh.parts[p as usize])).collect();
        let mut number = vec![u32::MAX; mesh.rest.len()];
        members.iter().enumerate().for_each(|(i, &p)| number[p as usize] = i as u32);
        let shares = arm_shares(skeleton, &mesh, &arms, &members);
        let painted = point_weights(&mesh, weights);
        let of_members = members.iter().zip(&shares);
        let yielding = Yielding {
            weights: of_members
                .map(|(&p, share)| painted[p as usize] * fade((share / FOLD_SHARE) as f32))
                .collect(),
            is_counted: shares.iter().map(|share| *share >= FOLD_SHARE).collect(),
            blocks: arms.iter().map(|arm| Block::new(&hand_shares(skeleton, &mesh, arm, &members))).collect(),
        };
        let rest: Vec<Point> = members.iter().map(|&p| mesh.rest[p as usize]).collect();
        let inside = mesh.triangles.iter().map(|t| t.map(|c| number[c as usize]));
        let triangles: Vec<[u32; 3]> = inside.filter(|t| t.iter().all(|&c| c != u32::MAX)).collect();
        let shell = shell_of(&mesh, &hidden, |part| !part.is_arm_or_clavicle());
        let part = MeshShape { points: &rest, triangles: &triangles };
        let deformer = BodyDeformer::with_shell(shell, &mesh.rest, part, yielding, options)?;
        Ok(Self { mesh, members, deformer })
    }

    /// Some frames of the clip, in order.
    pub(super) fn deform_frames(
        &self,
        skeleton: &Skeleton,
        clip: &Clip,
        frames: Range<usize>,
    ) -> Result<Vec<PosedFrame>> {
        let least = frames.len().div_ceil(8).max(1);
        frames
            .into_par_iter()
            .with_min_len(least)
            .map_init(
                || (DeformScratch::default(), Vec::new(), Vec::new(), Vec::new()),
                |(scratch, world, matrices, points), frame| {
                    let origin = frame_matrices(skeleton, &clip.pose(frame), world, matrices)?;
                    self.mesh.surface.pose_all(matrices, points);
                    let before: Vec<Point> = self.members.iter().map(|&p| points[p as usize]).collect();
                    let mut after = before.clone();
                    let report = self.deformer.deform(points, &before, scratch, &mut after)?;
                    Ok(PosedFrame { before, after, origin, report })
                },
            )
            .collect()
    }
}

/// How far along the upper arm each member is, from the shoulder; 1 beyond the elbow.
fn arm_shares(skeleton: &Skeleton, mesh: &BodyMesh, arms: &[Limb], members: &[u32]) -> Vec<f64> {
    let bones: Vec<(BodyPart, RestBone)> =
        arms.iter().map(|arm| (BodyPart::UpperArm(arm.side), RestBone::upper(skeleton, arm))).collect();
    let share = |point: u32| {
        let bone = bones.iter().find(|(part, _)| *part == mesh.parts[point as usize]);
        bone.map_or(1.0, |(_, bone)| bone.share(&mesh.rest[point as usize]).clamp(0.0, 1.0))
    };
    members.iter().map(|&point| share(point)).collect()
}

/// How much each member follows the hand: all of it on the hand, less and less towards the elbow.
fn hand_shares(skeleton: &Skeleton, mesh: &BodyMesh, arm: &Limb, members: &[u32]) -> Vec<f32> {
    let bone = RestBone::lower(skeleton, arm);
    let share = |point: u32| match mesh.parts[point as usize] {
        part if part == BodyPart::Hand(arm.side) => 1.0,
        // The last of the forearm follows, but is not asked.
        part if part == BodyPart::Forearm(arm.side) => {
            fade(bone.share(&mesh.rest[point as usize]) as f32).min(0.999)
        }
        _ => 0.0,
    };
    members.iter().map(|&point| share(point)).collect()
}

/// The painted weight of every point; of vertices on one point the largest.
fn point_weights(mesh: &BodyMesh, weights: &[Vec<f32>]) -> Vec<f32> {
    if weights.iter().all(Vec::is_empty) {
        return vec![1.0; mesh.rest.len()];
    }
    let mut out = vec![0f32; mesh.rest.len()];
    for (points, weights) in mesh.point_of_vertex.iter().zip(weights) {
        for (v, &point) in points.iter().enumerate() {
            let weight = weights.get(v).copied().unwrap_or(1.0);
            out[point as usize] = out[point as usize].max(weight);
        }
    }
    out
}

/// 0 to 1 without corners.
fn fade(x: f32) -> f32 {
    let x = x.clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}

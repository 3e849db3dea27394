//! [`Footprint`]: where each foot stood, as an outline on the floor.

use super::scene::{BalanceBody, Judgement};
use crate::kinematics::WorldPoses;
use crate::kinematics::support::SupportKind;
use crate::math::Vec3;
use crate::math::convex_hull::{FloorPoint, convex_hull};
use crate::math::runs::runs;
use crate::model::{Role, Side, Skeleton};
use std::ops::Range;

/// A foot that bears and goes farther than this leaves another print, metres, for the reference leg.
const NEW_PRINT: f64 = 0.1;

/// The outline of a sole, where a foot stood.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Footprint {
    /// Which foot.
    pub side: Side,
    /// The frames in which the foot bears there.
    pub frames: Range<usize>,
    /// Corners of the outline, world, in order around it.
    pub corners: Vec<Vec3>,
}

/// The prints of both feet, by their first frame.
pub(super) fn find_footprints(
    skeleton: &Skeleton,
    poses: &WorldPoses,
    body: &BalanceBody,
    judgement: &Judgement,
) -> Vec<Footprint> {
    let support = &judgement.support;
    let mut out = Vec::new();
    for side in Side::BOTH {
        let Some(foot) = skeleton.roles().joint(Role::Foot(side)) else { continue };
        let is_of_foot: Vec<bool> =
            body.points.iter().map(|p| p.side == side && p.kind == SupportKind::Foot).collect();
        let counts: Vec<usize> = (0..poses.frame_count())
            .map(|frame| {
                is_of_foot.iter().enumerate().filter(|(i, of)| **of && support.bears(frame, *i)).count()
            })
            .collect();
        let bears: Vec<bool> = counts.iter().map(|count| *count > 0).collect();
        for run in runs(&bears) {
            // The sole lies flat where most of it bears; heel and toes lift before and after.
            let most = counts[run.clone()].iter().copied().max().unwrap_or(0);
            let flat: Vec<usize> = run.clone().filter(|frame| counts[*frame] == most).collect();
            let place = |frame: usize| poses.position(frame, foot).xz();
            let is_same = |a: &usize, b: &usize| (place(*a) - place(*b)).norm() <= NEW_PRINT * body.scale;
            let mut rest = &flat[..];
            let mut start = run.start;
            while let Some(first) = rest.first() {
                let count = rest.iter().take_while(|frame| is_same(first, frame)).count();
                let (same, others) = rest.split_at(count);
                let end = others.first().copied().unwrap_or(run.end);
                let corners = outline(poses, body, judgement, &is_of_foot, same[same.len() / 2]);
                out.push(Footprint { side, frames: start..end, corners });
                (start, rest) = (end, others);
            }
        }
    }
    out.sort_by_key(|print| print.frames.start);
    out
}

/// The sole as it lies in a frame, on what carries the body then.
fn outline(
    poses: &WorldPoses,
    body: &BalanceBody,
    judgement: &Judgement,
    is_of_foot: &[bool],
    frame: usize,
) -> Vec<Vec3> {
    let points = body.points.iter().zip(is_of_foot).filter(|(_, of)| **of);
    let places: Vec<Vec3> = points.map(|(p, _)| poses.point(frame, p.joint, &p.offset)).collect();
    let mut flat: Vec<FloorPoint> = places.iter().map(|p| p.xz()).collect();
    let mut hull = Vec::new();
    convex_hull(&mut flat, &mut hull);
    let plane = judgement.support.plane(frame);
    hull.iter().map(|corner| plane.lifted(corner)).collect()
}

//! Method `foot-rooted` (Lyard 2008, 3.2; docs/methods/footskate.md, 5): the root follows the carrying foot in space,
//! and legs are bent where that foot changes.

use super::findings::Findings;
use super::limbs::loose_foot;
use super::options::RemoveFootskateOptions;
use super::root_method::{Instant, feet, support_step};
use super::support::{SupportPoint, choose_support};
use crate::error::{Error, Result};
use crate::kinematics::WorldPoses;
use crate::kinematics::clip_draft::ClipDraft;
use crate::kinematics::limb::ik::PlacedLimb;
use crate::kinematics::limb::planar_ik::move_ankle;
use crate::kinematics::limb::{Limb, LimbKind, find_limbs};
use crate::math::{Vec3, ease_out};
use crate::model::{Clip, Ground, Plants, Skeleton};

/// Runs method `foot-rooted`.
///
/// # Errors
/// [`crate::Error::MissingRoles`] if the skeleton has no feet.
pub(crate) fn root_at_foot(
    skeleton: &Skeleton,
    clip: &Clip,
    poses: &WorldPoses,
    plants: &Plants,
    ground: Option<&Ground>,
    options: &RemoveFootskateOptions,
) -> Result<(Clip, Findings)> {
    let mut findings = Findings::default();
    let mut points = feet(skeleton, clip, poses, plants)?;
    let support = choose_support(clip.root_positions(), clip.frame_rate(), &points);
    let count = clip.frame_count();
    if support.iter().all(Option::is_none) {
        findings.note("no-plants", "no foot is planted on any frame; the root was left as it is");
        return Ok((clip.clone(), findings));
    }
    follow_half_way(clip.root_positions(), &mut points, &support);
    let points = points;
    let (mut limbs, _) = find_limbs(skeleton);
    limbs.retain(|l| l.kind == LimbKind::Leg);
    if let Some(limb) = limbs.iter().find(|limb| limb.is_loose) {
        return Err(Error::invalid("roles", loose_foot(limb, "foot-rooted")));
    }
    for limb in &mut limbs {
        limb.learn_hinge(skeleton, poses);
    }
    let side_at = |t: usize| support[t].map(|s| points[s].point.side);
    // Vertical edits of each leg, per frame.
    let mut edits = vec![vec![0.0f64; count]; limbs.len()];
    let mut output = ClipDraft::new(clip, limbs.len());
    let source = clip.root_positions();
    let mut root = source[0];
    let mut pivot: Option<Vec3> = None;
    let edited_offset = |point: &SupportPoint, t: usize, edits: &[Vec<f64>]| {
        let leg = limbs.iter().position(|l| l.side == point.point.side);
        let lift = leg.map_or_else(Vec3::zeros, |l| lifted(&limbs[l], poses, t, edits[l][t]).1);
        point.offsets[t] + lift
    };
    for t in 0..count {
        let last = t.checked_sub(1).and_then(|b| support[b]);
        if t > 0 {
            let step = match (last, support[t]) {
                (Some(_), Some(_)) => support_step(&points, &support, t - 1, Instant::BySpeed),
                _ => None,
            };
            // Flight, landing and hand-over move on from where the root is.
            if last != support[t] || pivot.is_none() {
                root += step.unwrap_or(source[t] - source[t - 1]);
            }
        }
        let Some(now) = support[t] else {
            pivot = None;
            output.data.root_positions[t] = root;
            continue;
        };
        let point = &points[now];
        let is_new_foot = t == 0 || last.is_none_or(|l| points[l].point.side != point.point.side);
        if is_new_foot && let Some(ground) = ground {
            let place = root - Vec3::y() * options.lower_body + edited_offset(point, t, &edits);
            if let Some(footing) = ground.footing(place.x, place.z, place.y) {
                let gap = footing.height + point.standing_height - place.y;
                let leg = limbs.iter().position(|l| l.side == point.point.side);
                if let Some(leg) = leg {
                    let start = (0..t).rev().find(|&f| side_at(f) == side_at(t)).map_or(0, |f| f + 1);
                    let end = (t..count).find(|&f| side_at(f) != side_at(t)).unwrap_or(count);
                    for f in start..end {
                        let away = if f < t {
                            (t - f) as f64 / (t - start + 1) as f64
                        } else {
                            (f - t) as f64 / (end - t) as f64
                        };
                        edits[leg][f] += gap * ease_out(away);
                    }
                }
                root.y -= options.lower_body;
            }
        }
        if last != support[t] || pivot.is_none() {
            pivot = Some(root + edited_offset(point, t, &edits));
        }
        if let Some(pivot) = pivot {
            root = pivot - edited_offset(point, t, &edits);
        }
        output.data.root_positions[t] = root;
    }
    let mut short: f64 = 0.0;
    for (index, limb) in limbs.iter().enumerate() {
        for t in 0..count {
            if edits[index][t] == 0.0 {
                continue;
            }
            let (placed, _, shortfall) = lifted(limb, poses, t, edits[index][t]);
            short = short.max(shortfall);
            if let Some(placed) = placed {
                output.set_limb(skeleton, poses, t, index, limb, &placed);
            }
        }
    }
    if short > 0.0 {
        findings.note(
            "leg-too-short",
            format!("a leg was up to {:.1} mm too short to stand on the ground", short * 1e3),
        );
    }
    Ok((output.build(skeleton, &limbs)?, findings))
}

/// Reads the speeds of the points along the path in space that hands over half way between frames: it depends on
/// nothing but who carries, so that a second run finds the same instants.
fn follow_half_way(source: &[Vec3], points: &mut [SupportPoint], support: &[Option<usize>]) {
    let mut path = source.to_vec();
    for t in 1..path.len() {
        let step = support_step(points, support, t - 1, Instant::Half);
        path[t] = path[t - 1] + step.unwrap_or(source[t] - source[t - 1]);
    }
    points.iter_mut().for_each(|p| p.follow(&path));
}

/// The leg with its ankle moved up by `height`, the move it really makes, and what is missing.
fn lifted(limb: &Limb, poses: &WorldPoses, t: usize, height: f64) -> (Option<PlacedLimb>, Vec3, f64) {
    if height == 0.0 {
        return (None, Vec3::zeros(), 0.0);
    }
    let at = |joint| poses.position(t, joint);
    let (hip, knee, ankle) = (at(limb.base), at(limb.mid), at(limb.end));
    let joints = poses.frame(t).len();
    let rotations = &poses.rotations[t * joints..(t + 1) * joints];
    // The hinge of a straight leg, from the mid joint's parent.
    let hinge = rotations[limb.base.0] * limb.hinge;
    match move_ankle(&hip, &knee, &ankle, &hinge, &(Vec3::y() * height)) {
        Some(m) => {
            let end = hip + m.upper * (knee - hip) + m.lower * (ankle - knee);
            (
                Some(PlacedLimb {
                    upper: m.upper,
                    lower: m.lower,
                    scale: 1.0,
                    end_rotation: rotations[limb.end.0],
                }),
                end - ankle,
                m.shortfall,
            )
        }
        None => (None, Vec3::zeros(), 0.0),
    }
}

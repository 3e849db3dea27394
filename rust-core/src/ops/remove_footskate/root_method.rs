//! Methods `root` (LY-2 to LY-6: only the root's path changes) and `foot-rooted` (LY-8, LY-9: the root follows the
//! carrying foot in space, and legs are bent where that foot changes).

use super::ik::Placed;
use super::limb::{Limb, LimbKind, find_limbs};
use super::limbs::Outcome;
use super::options::RemoveFootskateOptions;
use super::output::Output;
use super::planar_ik::move_ankle;
use super::support::{Candidate, candidates, choose_support};
use super::transfer::{along_curve, transfer_instant, travelled};
use crate::error::{Error, Result};
use crate::kinematics::WorldPoses;
use crate::math::{Vec3, ease_out};
use crate::model::{Clip, Ground, Plants, Skeleton};

/// Runs method `root`.
///
/// # Errors
/// [`Error::MissingRoles`] if the skeleton has no feet.
pub(crate) fn move_root(
    skeleton: &Skeleton,
    clip: &Clip,
    poses: &WorldPoses,
    plants: &Plants,
    ground: Option<&Ground>,
) -> Result<(Clip, Outcome)> {
    let mut outcome = Outcome::default();
    let points = feet(skeleton, clip, poses, plants)?;
    let support = choose_support(clip, &points);
    let source = clip.root_positions();
    let mut steps: Vec<Option<Vec3>> = Vec::new();
    for t in 0..clip.frame_count().saturating_sub(1) {
        steps.push(support_step(&points, &support, t).map(|mut step| {
            step.y = source[t + 1].y - source[t].y;
            step
        }));
    }
    let steps = fill_flights(&steps, source);
    let mut data = clip.clone().into_data();
    for (t, step) in steps.iter().enumerate() {
        data.root_positions[t + 1] = data.root_positions[t] + step;
    }
    for t in 0..data.root_positions.len() {
        data.root_positions[t].y = source[t].y;
    }
    if let Some(ground) = ground {
        let factor = fit_height(&mut data.root_positions, &points, &support, ground);
        outcome.height_factor = Some(factor.0);
        if factor.1 {
            outcome.notes.push("the factor on the root's height changes was held within 0 to 2".into());
        }
    }
    let length =
        |path: &[Vec3]| path.windows(2).map(|w| (w[1].x - w[0].x).hypot(w[1].z - w[0].z)).sum::<f64>();
    let (before, after) = (length(source), length(&data.root_positions));
    outcome.path_ratio = (before > 1e-9).then(|| after / before);
    if support.iter().all(Option::is_none) {
        outcome.notes.push("no foot is planted on any frame; the root was left as it is".into());
        return Ok((clip.clone(), outcome));
    }
    Ok((Clip::new(skeleton, data)?, outcome))
}

fn feet(skeleton: &Skeleton, clip: &Clip, poses: &WorldPoses, plants: &Plants) -> Result<Vec<Candidate>> {
    let points = candidates(skeleton, clip, poses, plants);
    if points.is_empty() {
        return Err(Error::MissingRoles { missing: "left foot, right foot".into() });
    }
    Ok(points)
}

/// Root step from `t` to `t + 1` that keeps the carrying point in place (LY-5); `None` in flight.
fn support_step(points: &[Candidate], support: &[Option<usize>], t: usize) -> Option<Vec3> {
    let (i, j) = (support[t]?, support[t + 1]?);
    let (from, to) = (&points[i].offsets, &points[j].offsets);
    if i == j {
        return Some(from[t] - from[t + 1]);
    }
    let last = from.len() - 1;
    let around = |o: &[Vec3]| {
        // Ghosts beyond the clip's ends by straight continuation.
        let before = if t > 0 { o[t - 1] } else { o[t] * 2.0 - o[t + 1] };
        let after = if t + 2 <= last { o[t + 2] } else { o[t + 1] * 2.0 - o[t] };
        [before, o[t], o[t + 1], after]
    };
    let speeds = |s: &[f64]| [s[t.saturating_sub(1)], s[t], s[t + 1], s[(t + 2).min(last)]];
    let (leaving, arriving) = (speeds(&points[i].speeds), speeds(&points[j].speeds));
    let q = transfer_instant(leaving, arriving);
    let at_i = along_curve(around(from), travelled(leaving, q));
    let at_j = along_curve(around(to), travelled(arriving, q));
    Some(from[t] - at_i + at_j - to[t + 1])
}

/// Steps of frames without support: the source's, scaled like the runs beside them.
fn fill_flights(steps: &[Option<Vec3>], source: &[Vec3]) -> Vec<Vec3> {
    let original = |t: usize| source[t + 1] - source[t];
    let level = |v: Vec3| v.x.hypot(v.z);
    let mut out = Vec::with_capacity(steps.len());
    for t in 0..steps.len() {
        if let Some(step) = steps[t] {
            out.push(step);
            continue;
        }
        let start = (0..=t).rev().take_while(|&i| steps[i].is_none()).last().unwrap_or(t);
        let end = (t..steps.len()).find(|&i| steps[i].is_some()).unwrap_or(steps.len());
        let before = (0..start).rev().take_while(|&i| steps[i].is_some());
        let after = (end..steps.len()).take_while(|&i| steps[i].is_some());
        let (mut corrected, mut plain) = (0.0, 0.0);
        for i in before.chain(after) {
            corrected += steps[i].map_or(0.0, level);
            plain += level(original(i));
        }
        let ratio = if plain > 1e-9 { (corrected / plain).clamp(0.25, 4.0) } else { 1.0 };
        let step = original(t);
        out.push(Vec3::new(step.x * ratio, step.y, step.z * ratio));
    }
    out
}

/// LY-6: one offset and one factor on the root's height so that planted points stand best. Returns the factor and
/// whether it was held back.
fn fit_height(
    path: &mut [Vec3],
    points: &[Candidate],
    support: &[Option<usize>],
    ground: &Ground,
) -> (f64, bool) {
    // (root height, planted height minus root height, both over the ground under the point).
    let rows: Vec<(f64, f64)> = (0..path.len())
        .filter_map(|t| {
            let point = &points[support[t]?];
            let place = path[t] + point.offsets[t];
            let height = ground.footing(place.x, place.z, place.y)?.height + point.standing_height;
            Some((path[t].y, point.offsets[t].y - height))
        })
        .collect();
    if rows.is_empty() {
        return (1.0, false);
    }
    let count = rows.len() as f64;
    let root_mean = rows.iter().map(|r| r.0).sum::<f64>() / count;
    let rest_mean = rows.iter().map(|r| r.1).sum::<f64>() / count;
    let (mut variance, mut covariance) = (0.0, 0.0);
    for (h, l) in &rows {
        variance += (h - root_mean).powi(2);
        covariance += (h - root_mean) * (l - rest_mean);
    }
    let free = if variance < 1e-10 * count { 1.0 } else { -covariance / variance };
    let factor = free.clamp(0.0, 2.0);
    for p in path.iter_mut() {
        p.y = -rest_mean + factor * (p.y - root_mean);
    }
    (factor, factor != free)
}

/// Runs method `foot-rooted`.
///
/// # Errors
/// [`Error::MissingRoles`] if the skeleton has no feet.
pub(crate) fn root_at_foot(
    skeleton: &Skeleton,
    clip: &Clip,
    poses: &WorldPoses,
    plants: &Plants,
    ground: Option<&Ground>,
    options: &RemoveFootskateOptions,
) -> Result<(Clip, Outcome)> {
    let mut outcome = Outcome::default();
    let points = feet(skeleton, clip, poses, plants)?;
    let support = choose_support(clip, &points);
    let count = clip.frame_count();
    if support.iter().all(Option::is_none) {
        outcome.notes.push("no foot is planted on any frame; the root was left as it is".into());
        return Ok((clip.clone(), outcome));
    }
    let (mut limbs, _) = find_limbs(skeleton);
    limbs.retain(|l| l.kind == LimbKind::Leg);
    for limb in &mut limbs {
        limb.learn_hinge(skeleton, poses);
    }
    let side_at = |t: usize| support[t].map(|s| points[s].point.side);
    // Vertical edits of each leg, per frame.
    let mut edits = vec![vec![0.0f64; count]; limbs.len()];
    let mut output = Output::new(clip, limbs.len());
    let source = clip.root_positions();
    let mut root = source[0];
    let mut pivot: Option<Vec3> = None;
    let edited_offset = |point: &Candidate, t: usize, edits: &[Vec<f64>]| {
        let leg = limbs.iter().position(|l| l.side == point.point.side);
        let lift = leg.map_or_else(Vec3::zeros, |l| lifted(&limbs[l], poses, t, edits[l][t]).1);
        point.offsets[t] + lift
    };
    for t in 0..count {
        let last = t.checked_sub(1).and_then(|b| support[b]);
        if t > 0 {
            let step = match (last, support[t]) {
                (Some(_), Some(_)) => support_step(&points, &support, t - 1),
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
                let end_rotation = poses.rotation(t, limb.end);
                output.set_limb(skeleton, poses, t, index, limb, &placed, &end_rotation);
            }
        }
    }
    if short > 0.0 {
        outcome.notes.push(format!("a leg was up to {:.1} mm too short to stand on the ground", short * 1e3));
    }
    Ok((output.finish(skeleton, &limbs)?, outcome))
}

/// The leg with its ankle moved up by `height` (LY-9), the move it really makes, and what is missing.
fn lifted(limb: &Limb, poses: &WorldPoses, t: usize, height: f64) -> (Option<Placed>, Vec3, f64) {
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
            (Some(Placed { upper: m.upper, lower: m.lower, scale: 1.0 }), end - ankle, m.shortfall)
        }
        None => (None, Vec3::zeros(), 0.0),
    }
}

//! Method `root` (LY-2 to LY-6): only the root's path changes.

use super::outcome::Outcome;
use super::support::{Candidate, candidates, choose_support};
use super::transfer::{along_curve, transfer_instant, travelled};
use crate::error::{Error, Result};
use crate::kinematics::WorldPoses;
use crate::math::Vec3;
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
    let mut points = feet(skeleton, clip, poses, plants)?;
    let source = clip.root_positions();
    let (path, support, settled) = settled_path(source, clip.frame_rate(), &mut points);
    if support.iter().all(Option::is_none) {
        outcome.note("no foot is planted on any frame; the root was left as it is");
        return Ok((clip.clone(), outcome));
    }
    if !settled {
        outcome.note(
            "which foot carries the body did not settle: a second run may move the root a little again",
        );
    }
    let mut data = clip.clone().into_data();
    data.root_positions = path;
    if let Some(ground) = ground {
        let factor = fit_height(&mut data.root_positions, &points, &support, ground);
        outcome.height_factor = Some(factor.0);
        if factor.1 {
            outcome.note("the factor on the root's height changes was held within 0 to 2");
        }
    }
    let length =
        |path: &[Vec3]| path.windows(2).map(|w| (w[1].x - w[0].x).hypot(w[1].z - w[0].z)).sum::<f64>();
    outcome.path = Some([length(source), length(&data.root_positions)]);
    Ok((Clip::new(skeleton, data)?, outcome))
}

/// Most rounds of [`settled_path`].
const ROUNDS: usize = 30;

/// The root's path that keeps the carrying points in place, who they are, and whether it is its own correction.
///
/// Who carries, and when the weight passes on, is read from the speeds of the path itself, so that a second run finds
/// the same (LY-5 T5 without stored instants). Where rounds do not come to rest, the first one is kept: it is the
/// method as printed.
fn settled_path(
    source: &[Vec3],
    frame_rate: f64,
    points: &mut [Candidate],
) -> (Vec<Vec3>, Vec<Option<usize>>, bool) {
    let mut first: Option<(Vec<Vec3>, Vec<Option<usize>>)> = None;
    let mut path = source.to_vec();
    for _ in 0..ROUNDS {
        points.iter_mut().for_each(|p| p.follow(&path));
        let support = choose_support(&path, frame_rate, points);
        let next = corrected_path(&path, points, &support);
        let change = next.iter().zip(&path).map(|(a, b)| (a - b).norm()).fold(0.0, f64::max);
        if change < 1e-10 {
            return (next, support, true);
        }
        first.get_or_insert_with(|| (next.clone(), support));
        path = next;
    }
    let (path, support) = first.unwrap_or_default();
    (path, support, source.len() < 2)
}

/// One pass of LY-5: steps that keep the carrying point in place, added up from the first frame; heights stay.
fn corrected_path(source: &[Vec3], points: &[Candidate], support: &[Option<usize>]) -> Vec<Vec3> {
    let mut path = source.to_vec();
    let steps: Vec<Option<Vec3>> =
        (0..source.len().saturating_sub(1)).map(|t| support_step(points, support, t)).collect();
    for (t, step) in fill_flights(&steps, source).iter().enumerate() {
        path[t + 1].x = path[t].x + step.x;
        path[t + 1].z = path[t].z + step.z;
    }
    path
}

pub(crate) fn feet(
    skeleton: &Skeleton,
    clip: &Clip,
    poses: &WorldPoses,
    plants: &Plants,
) -> Result<Vec<Candidate>> {
    let points = candidates(skeleton, clip, poses, plants);
    if points.is_empty() {
        return Err(Error::MissingRoles { missing: "left foot, right foot".into() });
    }
    Ok(points)
}

/// Root step from `t` to `t + 1` that keeps the carrying point in place (LY-5); `None` in flight.
pub(crate) fn support_step(points: &[Candidate], support: &[Option<usize>], t: usize) -> Option<Vec3> {
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

//! Method `root` (Lyard 2008, 3.1; docs/methods/footskate.md, 4): only the root's path changes.

use super::findings::Findings;
use super::support::{SupportPoint, choose_support, half_step, support_points};
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
) -> Result<(Clip, Findings)> {
    let mut findings = Findings::default();
    let mut points = feet(skeleton, clip, poses, plants)?;
    let source = clip.root_positions();
    let support = choose_support(source, clip.frame_rate(), &points);
    if support.iter().all(Option::is_none) {
        findings.note("no-plants", "no foot is planted on any frame; the root was left as it is");
        return Ok((clip.clone(), findings));
    }
    let mut data = clip.clone().into_data();
    data.root_positions = pinned_path(source, &mut points, &support);
    if let Some(ground) = ground {
        let factor = fit_height(&mut data.root_positions, &points, &support, ground);
        findings.height_factor = Some(factor.0);
        if factor.1 {
            findings.note("height-factor", "the factor on the root's height changes was held within 0 to 2");
        }
    }
    let length =
        |path: &[Vec3]| path.windows(2).map(|w| (w[1].x - w[0].x).hypot(w[1].z - w[0].z)).sum::<f64>();
    findings.path = Some([length(source), length(&data.root_positions)]);
    Ok((Clip::new(skeleton, data)?, findings))
}

/// The root's path that keeps the carrying points in place.
///
/// The instants at which weight passes on are read from the path that hands over half way between frames, so that they
/// depend on nothing but who carries: a second run, which finds the same carriers standing still, changes nothing.
fn pinned_path(source: &[Vec3], points: &mut [SupportPoint], support: &[Option<usize>]) -> Vec<Vec3> {
    let half_way = corrected_path(source, points, support, Instant::Half);
    points.iter_mut().for_each(|p| p.follow(&half_way));
    corrected_path(source, points, support, Instant::BySpeed)
}

/// When weight passes from one point to another within a frame step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Instant {
    /// Half way.
    Half,
    /// When their speeds cross.
    BySpeed,
}

/// One pass of the level correction: steps that keep the carrying point in place, added up from the first frame;
/// heights stay.
fn corrected_path(
    source: &[Vec3],
    points: &[SupportPoint],
    support: &[Option<usize>],
    instant: Instant,
) -> Vec<Vec3> {
    let mut path = source.to_vec();
    let steps: Vec<Option<Vec3>> =
        (0..source.len().saturating_sub(1)).map(|t| support_step(points, support, t, instant)).collect();
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
) -> Result<Vec<SupportPoint>> {
    let points = support_points(skeleton, clip, poses, plants);
    if points.is_empty() {
        return Err(Error::MissingRoles { missing: "left foot, right foot".into() });
    }
    Ok(points)
}

/// Root step from `t` to `t + 1` that keeps the carrying point in place; `None` in flight.
pub(crate) fn support_step(
    points: &[SupportPoint],
    support: &[Option<usize>],
    t: usize,
    instant: Instant,
) -> Option<Vec3> {
    let (i, j) = (support[t]?, support[t + 1]?);
    let (from, to) = (&points[i].offsets, &points[j].offsets);
    if i == j {
        return Some(from[t] - from[t + 1]);
    }
    if instant == Instant::Half {
        return Some(half_step(from, to, t));
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

/// One offset and one factor on the root's height so that planted points stand best. Returns the factor and
/// whether it was held back.
fn fit_height(
    path: &mut [Vec3],
    points: &[SupportPoint],
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{BodyPoint, PointKind, Side};

    fn noise(state: &mut u64) -> f64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 11) as f64 / (1u64 << 53) as f64 - 0.5
    }

    fn candidate(offsets: Vec<Vec3>) -> SupportPoint {
        let point = BodyPoint { side: Side::Left, kind: PointKind::Heel };
        SupportPoint::new(point, offsets, 0.0)
    }

    /// Heights of the carrying point over a level ground after the fit, and the factor.
    fn fitted(path: &[Vec3], offsets: &[Vec3]) -> (Vec<f64>, Vec<Vec3>, f64) {
        let points = [candidate(offsets.to_vec())];
        let mut fitted = path.to_vec();
        let support = vec![Some(0); path.len()];
        let (factor, _) = fit_height(&mut fitted, &points, &support, &Ground::level(0.0));
        (fitted.iter().zip(offsets).map(|(p, o)| p.y + o.y).collect(), fitted, factor)
    }

    fn squares(heights: &[f64]) -> f64 {
        heights.iter().map(|h| h * h).sum()
    }

    #[test]
    fn heights_stand_best_on_the_mean() {
        let mut state = 9u64;
        for _ in 0..100 {
            let path: Vec<Vec3> = (0..40).map(|_| Vec3::y() * (0.9 + 0.1 * noise(&mut state))).collect();
            let offsets: Vec<Vec3> =
                path.iter().map(|p| Vec3::y() * (-0.6 * p.y - 0.4 + 0.05 * noise(&mut state))).collect();
            let before: Vec<f64> = path.iter().zip(&offsets).map(|(p, o)| p.y + o.y).collect();
            let (after, fitted, factor) = fitted(&path, &offsets);
            let mean = |v: &[f64]| v.iter().sum::<f64>() / v.len() as f64;
            assert!(mean(&after).abs() < 1e-12);
            // No other factor or offset stands better.
            let middle = mean(&fitted.iter().map(|p| p.y).collect::<Vec<_>>());
            for (da, dh) in [(1e-3, 0.0), (-1e-3, 0.0), (0.0, 1e-4), (0.0, -1e-4)] {
                let other: Vec<f64> = fitted
                    .iter()
                    .zip(&offsets)
                    .map(|(p, o)| middle + (p.y - middle) * (1.0 + da / factor) + dh + o.y)
                    .collect();
                assert!(squares(&other) >= squares(&after) - 1e-15);
            }
            let variance = |v: &[f64]| squares(&v.iter().map(|h| h - mean(v)).collect::<Vec<_>>());
            assert!(variance(&after) <= variance(&before) + 1e-12);
            // One factor and one offset for all frames.
            for w in path.windows(2).zip(fitted.windows(2)) {
                assert!(((w.1[1].y - w.1[0].y) - factor * (w.0[1].y - w.0[0].y)).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn a_scaled_body_finds_its_scale() {
        // The foot stands flat at every root height, the body is 0.8 times as large.
        let path: Vec<Vec3> =
            (0..60).map(|t| Vec3::y() * (0.9 + 0.03 * (0.2 * f64::from(t)).sin())).collect();
        let offsets: Vec<Vec3> = path.iter().map(|p| -p * 0.8).collect();
        let (heights, _, factor) = fitted(&path, &offsets);
        assert!((factor - 0.8).abs() < 1e-9 && heights.iter().all(|h| h.abs() < 1e-9));
        // A root that keeps its height.
        let level = vec![Vec3::y() * 0.9; 20];
        let (heights, _, factor) = fitted(&level, &vec![Vec3::y() * -0.85; 20]);
        assert!(factor == 1.0 && heights.iter().all(|h| h.abs() < 1e-12));
    }

    #[test]
    fn the_slip_at_a_change_is_the_closed_form() {
        // One point gathers speed, the other loses it; their speeds cross half way between frames 5 and 6.
        let leaving = |t: f64| Vec3::new(0.002 * t * t, 0.0, 0.0);
        let arriving = |t: f64| Vec3::new(0.0, 0.0, 0.002 * (11.0 - t) * (11.0 - t));
        let sampled = |path: &dyn Fn(f64) -> Vec3| candidate((0..12).map(|t| path(f64::from(t))).collect());
        let points = [sampled(&leaving), sampled(&arriving)];
        let support: Vec<Option<usize>> = (0..12).map(|t| Some(usize::from(t > 5))).collect();
        let step = support_step(&points, &support, 5, Instant::BySpeed).unwrap();
        let slip = step + leaving(6.0) - leaving(5.0);
        let wanted = (leaving(6.0) - leaving(5.5)) - (arriving(6.0) - arriving(5.5));
        // 1e-9 is asked; arcs are measured with 64 pieces here.
        assert!((slip - wanted).norm() < 1e-6, "{slip} {wanted}");
        assert!(wanted.norm() > 0.01);
    }

    #[test]
    fn hand_overs_at_the_ends_of_a_clip_are_finite() {
        let one = candidate((0..3).map(|t| Vec3::x() * f64::from(t)).collect());
        let two = candidate((0..3).map(|t| Vec3::new(1.0, 0.0, -0.5 * f64::from(t))).collect());
        let points = [one, two];
        for support in [[Some(0), Some(1), Some(1)], [Some(0), Some(0), Some(1)]] {
            for t in 0..2 {
                let step = support_step(&points, &support, t, Instant::BySpeed).unwrap();
                assert!(step.iter().all(|x| x.is_finite()) && step.norm() < 5.0, "{step}");
            }
        }
    }
}

//! Which point carries the body in each frame (LY-2, LY-3), for the methods that move the root.

use crate::kinematics::{BodyPoints, WorldPoses};
use crate::math::Vec3;
use crate::model::{BodyPoint, Clip, Plants, PointKind, Side, Skeleton};

/// A point of a foot that may carry the body, with its path.
pub(crate) struct Candidate {
    pub(crate) point: BodyPoint,
    /// World minus root, per frame.
    pub(crate) offsets: Vec<Vec3>,
    /// Metres per frame, box average over five frames (LY-3).
    pub(crate) speeds: Vec<f64>,
    /// Height over the ground at which it stands: 0 for points of the sole, the rest height for joints.
    pub(crate) standing_height: f64,
    is_planted: Vec<bool>,
}

/// The candidates: the planted points, or without plants all points of both soles.
pub(crate) fn candidates(
    skeleton: &Skeleton,
    clip: &Clip,
    poses: &WorldPoses,
    plants: &Plants,
) -> Vec<Candidate> {
    let points = BodyPoints::new(skeleton);
    let sole = |kind: PointKind| matches!(kind, PointKind::Heel | PointKind::Toe | PointKind::ToeTip);
    let by_plants = plants.iter().any(|p| !matches!(p.point.kind, PointKind::Wrist | PointKind::Fingertips));
    points
        .iter()
        .filter(|(p, _)| !matches!(p.kind, PointKind::Wrist | PointKind::Fingertips))
        .filter(|(p, _)| if by_plants { plants.of(*p).next().is_some() } else { sole(p.kind) })
        .map(|(point, attached)| {
            let path: Vec<Vec3> =
                (0..clip.frame_count()).map(|f| poses.point(f, attached.joint, &attached.offset)).collect();
            Candidate {
                point,
                speeds: smoothed_speeds(&path),
                offsets: path.iter().zip(clip.root_positions()).map(|(p, r)| p - r).collect(),
                standing_height: points.standing_height(point),
                is_planted: if by_plants { plants.flags(point) } else { vec![true; path.len()] },
            }
        })
        .collect()
}

impl Candidate {
    /// Reads the speeds again, for another path of the root.
    pub(crate) fn follow(&mut self, root: &[Vec3]) {
        let path: Vec<Vec3> = self.offsets.iter().zip(root).map(|(o, r)| o + r).collect();
        self.speeds = smoothed_speeds(&path);
    }
}

/// Central differences, then the mean of five frames around; both cut at the ends.
pub(crate) fn smoothed_speeds(path: &[Vec3]) -> Vec<f64> {
    let count = path.len();
    let raw: Vec<f64> = (0..count)
        .map(|t| {
            let (a, b) = (t.saturating_sub(1), (t + 1).min(count - 1));
            if b > a { (path[b] - path[a]).norm() / (b - a) as f64 } else { 0.0 }
        })
        .collect();
    (0..count)
        .map(|t| {
            let around = &raw[t.saturating_sub(2)..(t + 3).min(count)];
            around.iter().sum::<f64>() / around.len() as f64
        })
        .collect()
}

/// The carrying candidate of each frame while the root follows `root`; `None` in flight.
pub(crate) fn choose_support(root: &[Vec3], frame_rate: f64, candidates: &[Candidate]) -> Vec<Option<usize>> {
    let count = root.len();
    let mut support: Vec<Option<usize>> = Vec::with_capacity(count);
    for t in 0..count {
        let free: Vec<usize> = (0..candidates.len()).filter(|&c| candidates[c].is_planted[t]).collect();
        let slowest = |among: &dyn Fn(usize) -> bool| {
            free.iter()
                .copied()
                .filter(|&c| among(c))
                .min_by(|&a, &b| candidates[a].speeds[t].total_cmp(&candidates[b].speeds[t]))
        };
        let last = support.last().copied().flatten();
        let chosen = match last {
            None => slowest(&|_| true),
            Some(last) => {
                let side = next_side(root, frame_rate, candidates, &free, last, t - 1);
                slowest(&|c| candidates[c].point.side == side).map(|best| {
                    // Hysteresis: two equally slow points of a flat foot would take turns.
                    let keeps = free.contains(&last)
                        && candidates[last].point.side == side
                        && candidates[last].speeds[t] <= 1.05 * candidates[best].speeds[t] + 1e-9;
                    if keeps { last } else { best }
                })
            }
        };
        support.push(chosen);
    }
    support
}

/// LY-2: the side whose support moves the root the way it really went, from frame `t` to the next.
fn next_side(
    root: &[Vec3],
    frame_rate: f64,
    candidates: &[Candidate],
    free: &[usize],
    last: usize,
    t: usize,
) -> Side {
    let side = candidates[last].point.side;
    let has = |s: Side| free.iter().any(|&c| candidates[c].point.side == s);
    if !has(side) {
        return side.other();
    }
    if !has(side.other()) {
        return side;
    }
    let step = root[t + 1] - root[t];
    let slow = |s: Side| {
        free.iter()
            .filter(|&&c| candidates[c].point.side == s)
            .map(|&c| candidates[c].speeds[t + 1])
            .fold(f64::INFINITY, f64::min)
    };
    let by_speed = if slow(side.other()) < 0.5 * slow(side) { side.other() } else { side };
    // 1 mm per frame at 25 frames a second.
    if step.norm() < 0.001 * 25.0 / frame_rate {
        return by_speed;
    }
    let mut best: Option<(f64, Side)> = None;
    for &c in free {
        let moved = half_step(&candidates[last].offsets, &candidates[c].offsets, t);
        if moved.norm() < 1e-6 {
            continue;
        }
        let agreement = step.normalize().dot(&moved.normalize());
        let own = candidates[c].point.side;
        let wins = best.is_none_or(|(value, held)| {
            agreement > value + 1e-6 || (agreement > value - 1e-6 && own == side && held != side)
        });
        if wins {
            best = Some((agreement, own));
        }
    }
    best.map_or(by_speed, |(_, s)| s)
}

/// Root step that keeps `i` fixed for the first half of the frame and `j` for the second (LY-2, eq. 3.1).
fn half_step(i: &[Vec3], j: &[Vec3], t: usize) -> Vec3 {
    let half = |o: &[Vec3]| (o[t] + o[t + 1]) * 0.5;
    i[t] - half(i) + half(j) - j[t + 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_impulse_is_spread_over_five_frames() {
        // LY-2 T6, with the two-frame impulse that a step in the path makes.
        let ramp: Vec<Vec3> = (0..21).map(|t| Vec3::x() * f64::from(t)).collect();
        assert!(smoothed_speeds(&ramp).iter().all(|s| (s - 1.0).abs() < 1e-12));
        // Speed 2 on frames 10 and 11 only, as a step of 4 makes it with central differences.
        let step: Vec<Vec3> = (0..21).map(|t| Vec3::x() * if t > 10 { 4.0 } else { 0.0 }).collect();
        let speeds = smoothed_speeds(&step);
        assert!((speeds[8] - 0.4).abs() < 1e-12 && (speeds[9] - 0.8).abs() < 1e-12);
        assert!((speeds[12] - 0.8).abs() < 1e-12 && speeds[7] == 0.0 && speeds[14] == 0.0);
    }
}

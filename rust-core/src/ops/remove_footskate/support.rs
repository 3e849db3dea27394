//! Which point carries the body in each frame (Lyard 2008, 3.1.1; docs/methods/footskate.md, 4.1), for the methods that
//! move the root.

use crate::kinematics::{BodyPoints, WorldPoses};
use crate::math::Vec3;
use crate::model::{BodyPoint, Clip, Plants, PointKind, Side, Skeleton};

/// A point of a foot that may carry the body, with its path.
pub(crate) struct SupportPoint {
    pub(crate) point: BodyPoint,
    /// World minus root, per frame.
    pub(crate) offsets: Vec<Vec3>,
    /// Metres per frame, box average over five frames.
    pub(crate) speeds: Vec<f64>,
    /// Height over the ground at which it stands: 0 for points of the sole, the rest height for joints.
    pub(crate) standing_height: f64,
    is_planted: Vec<bool>,
}

/// The points that may carry: the planted ones, or without plants all points of both soles.
pub(crate) fn support_points(
    skeleton: &Skeleton,
    clip: &Clip,
    poses: &WorldPoses,
    plants: &Plants,
) -> Vec<SupportPoint> {
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
            SupportPoint {
                point,
                speeds: smoothed_speeds(&path),
                offsets: path.iter().zip(clip.root_positions()).map(|(p, r)| p - r).collect(),
                standing_height: points.standing_height(point),
                is_planted: if by_plants { plants.flags(point) } else { vec![true; path.len()] },
            }
        })
        .collect()
}

impl SupportPoint {
    #[cfg(test)]
    pub(crate) fn new(point: BodyPoint, offsets: Vec<Vec3>, standing_height: f64) -> Self {
        let is_planted = vec![true; offsets.len()];
        Self { point, speeds: smoothed_speeds(&offsets), offsets, standing_height, is_planted }
    }

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

/// A point that moves less than this from one frame to the next stands still, metres: no captured foot does, but one
/// that was held by a cleanup before.
const STILL: f64 = 2e-6;

/// The carrying candidate of each frame while the root follows `root`; `None` in flight.
///
/// A planted point that stands still carries the body. Where none does, the side is chosen by direction and the
/// point of it by speed. A point does not carry for a single frame if a neighbour can.
pub(crate) fn choose_support(
    root: &[Vec3],
    frame_rate: f64,
    candidates: &[SupportPoint],
) -> Vec<Option<usize>> {
    let count = root.len();
    let mut support: Vec<Option<usize>> = Vec::with_capacity(count);
    let is_still = |c: usize, t: usize| {
        let offsets = &candidates[c].offsets;
        let step = root[t + 1] + offsets[t + 1] - root[t] - offsets[t];
        step.x.hypot(step.z) < STILL
    };
    for t in 0..count {
        let free: Vec<usize> = (0..candidates.len()).filter(|&c| candidates[c].is_planted[t]).collect();
        let slowest = |among: &dyn Fn(usize) -> bool| {
            free.iter()
                .copied()
                .filter(|&c| among(c))
                .min_by(|&a, &b| candidates[a].speeds[t].total_cmp(&candidates[b].speeds[t]))
        };
        let last = support.last().copied().flatten();
        let stood = last.filter(|&c| free.contains(&c) && is_still(c, t - 1));
        let stands = || slowest(&|c| t + 1 < count && is_still(c, t));
        let chosen = stood.or_else(stands).or_else(|| match last {
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
        });
        support.push(chosen);
    }
    for t in 1..count.saturating_sub(1) {
        let (before, after) = (support[t - 1], support[t + 1]);
        if support[t].is_some() && support[t] != before && support[t] != after {
            let can = |c: &Option<usize>| c.is_some_and(|c| candidates[c].is_planted[t]);
            support[t] = [before, after].into_iter().find(can).unwrap_or(support[t]);
        }
    }
    support
}

/// The side whose support moves the root the way it really went, from frame `t` to the next.
fn next_side(
    root: &[Vec3],
    frame_rate: f64,
    candidates: &[SupportPoint],
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

/// Root step that keeps `i` fixed for the first half of the frame and `j` for the second (Lyard 2008, eq. 3.1).
pub(crate) fn half_step(i: &[Vec3], j: &[Vec3], t: usize) -> Vec3 {
    let half = |o: &[Vec3]| (o[t] + o[t + 1]) * 0.5;
    i[t] - half(i) + half(j) - j[t + 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_impulse_is_spread_over_five_frames() {
        // With the two-frame impulse that a step in the path makes.
        let ramp: Vec<Vec3> = (0..21).map(|t| Vec3::x() * f64::from(t)).collect();
        assert!(smoothed_speeds(&ramp).iter().all(|s| (s - 1.0).abs() < 1e-12));
        // Speed 2 on frames 10 and 11 only, as a step of 4 makes it with central differences.
        let step: Vec<Vec3> = (0..21).map(|t| Vec3::x() * if t > 10 { 4.0 } else { 0.0 }).collect();
        let speeds = smoothed_speeds(&step);
        assert!((speeds[8] - 0.4).abs() < 1e-12 && (speeds[9] - 0.8).abs() < 1e-12);
        assert!((speeds[12] - 0.8).abs() < 1e-12 && speeds[7] == 0.0 && speeds[14] == 0.0);
    }

    use crate::kinematics::forward::pose_clip;
    use crate::math::Quat;
    use crate::ops::{MirrorClipOptions, mirror_clip, symmetric_skeleton};
    use crate::sample::{self, BipedOptions, WalkOptions};

    fn walker() -> (Skeleton, Clip, Plants) {
        let skeleton = sample::biped_skeleton(&BipedOptions::default()).unwrap();
        let walk = sample::walk(&skeleton, &WalkOptions { seconds: 4.0, ..Default::default() }).unwrap();
        (skeleton, walk.clip, walk.plants)
    }

    /// The carrying side of each frame, found without plants.
    fn sides(skeleton: &Skeleton, clip: &Clip) -> Vec<Option<Side>> {
        let poses = pose_clip(skeleton, clip);
        let points = support_points(skeleton, clip, &poses, &Plants::none(clip.frame_count()));
        let support = choose_support(clip.root_positions(), clip.frame_rate(), &points);
        support.into_iter().map(|s| s.map(|s| points[s].point.side)).collect()
    }

    fn planted(plants: &Plants, side: Side, t: usize) -> bool {
        plants.iter().any(|p| p.point.side == side && p.frames.contains(&t))
    }

    fn with_root(skeleton: &Skeleton, clip: &Clip, change: impl Fn(usize, Vec3) -> Vec3) -> Clip {
        let mut data = clip.clone().into_data();
        for (t, p) in data.root_positions.iter_mut().enumerate() {
            *p = change(t, *p);
        }
        Clip::new(skeleton, data).unwrap()
    }

    #[test]
    fn the_carrying_foot_is_a_planted_one() {
        // In double support either foot may carry; a wrong frame lies within one of a true change.
        let (skeleton, clip, plants) = walker();
        let planted = |side: Side, t: usize| planted(&plants, side, t);
        let found = sides(&skeleton, &clip);
        let wrong: Vec<usize> = (0..found.len()).filter(|&t| !planted(found[t].unwrap(), t)).collect();
        assert!(wrong.len() as f64 <= 0.06 * found.len() as f64, "{wrong:?}");
        for t in wrong {
            let side = found[t].unwrap();
            let near = (t.saturating_sub(1)..(t + 2).min(found.len())).any(|n| planted(side, n));
            assert!(near, "frame {t}");
        }
    }

    #[test]
    fn labels_do_not_depend_on_where_and_how_far_the_walk_goes() {
        let (skeleton, clip, plants) = walker();
        let found = sides(&skeleton, &clip);
        let turn = Quat::from_scaled_axis(Vec3::y() * 1.3);
        let mut data = clip.clone().into_data();
        for (t, p) in data.root_positions.iter_mut().enumerate() {
            *p = turn * *p + Vec3::new(5.0, 0.0, -3.0);
            let q = &mut data.rotations[t * clip.joint_count()];
            *q = turn * *q;
        }
        assert_eq!(sides(&skeleton, &Clip::new(&skeleton, data).unwrap()), found);
        // Every step of the root shortened or lengthened.
        for factor in [0.8, 1.3] {
            let first = clip.root_positions()[0];
            let scaled = with_root(&skeleton, &clip, |_, p| {
                Vec3::new(first.x + (p.x - first.x) * factor, p.y, first.z + (p.z - first.z) * factor)
            });
            // In double support either foot may carry.
            let both = |t: usize| Side::BOTH.iter().all(|&side| planted(&plants, side, t));
            let other = sides(&skeleton, &scaled);
            let changed: Vec<usize> =
                (0..found.len()).filter(|&t| other[t] != found[t] && !both(t)).collect();
            // 2 % is asked; a foot that rolls over heel and toe gives 5 %, all beside double support.
            assert!(changed.len() as f64 <= 0.06 * found.len() as f64, "{factor}: {changed:?}");
            let near = |t: &usize| (t.saturating_sub(2)..(t + 3).min(found.len())).any(both);
            assert!(changed.iter().all(near), "{factor}: {changed:?}");
        }
        // Nobody changes feet while standing.
        let joints = clip.joint_count();
        let mut data = clip.slice(0..200).unwrap().into_data();
        for t in 0..200 {
            data.root_positions[t] = clip.root_positions()[0];
            data.rotations[t * joints..(t + 1) * joints].copy_from_slice(&clip.rotations()[..joints]);
        }
        let standing = sides(&skeleton, &Clip::new(&skeleton, data).unwrap());
        assert!(standing.iter().all(|s| *s == standing[0]));
    }

    #[test]
    fn mirrored_walks_have_mirrored_labels() {
        let (skeleton, clip, _) = walker();
        let (even, clip) = symmetric_skeleton(&skeleton)
            .map(|even| (even.clone(), Clip::new(&even, clip.into_data()).unwrap()))
            .unwrap();
        let mirrored = mirror_clip(&even, &clip, &MirrorClipOptions::default()).unwrap().clip;
        let other: Vec<_> = sides(&even, &mirrored).into_iter().map(|s| s.map(Side::other)).collect();
        assert_eq!(other, sides(&even, &clip));
    }
}

//! [`LimbSurface`]: the points of a limb whose distance to the body counts, in an order from coarse to fine.
//!
//! Points are in farthest-point order (Gonzalez 1985): any first part of them is spread evenly over the limb. Each point has a
//! parent among the first ones. A signed distance changes by no more than the way between two points, so the parent's distance often
//! proves that a point is clear, and otherwise bounds how far to search.

use super::fold::{FOLD_SHARE, RestBone};
use super::mesh::BodyMesh;
use super::obstacle::Obstacle;
use super::part::BodyPart;
use super::surface::{JointMatrix, Surface};
use crate::kinematics::limb::{Limb, LimbKind};
use crate::math::mesh::{Point, PosedShell};
use crate::model::Skeleton;

/// Points that are always asked for; parents of the samples.
const COARSE_COUNT: usize = 24;
/// Points that a solver looks at; parents of all others.
pub(crate) const SAMPLE_COUNT: usize = 300;
/// Where a limb is set wider, its points count from where they are this far from the body at rest, metres …
const REST_CLEARANCE: f32 = 0.02;
/// … but no later than this share.
const LAST_SHARE: f64 = 0.6;

/// Distances up to this far are searched without a bound from a parent, metres.
const OPEN_LIMIT: f32 = 0.12;
/// Distances of the coarse points are searched up to here, metres: half the depth of any trunk.
const COARSE_LIMIT: f32 = 0.6;

/// A point's distance to an obstacle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Distance {
    /// Metres, negative inside. Where `triangle` is [`Distance::CLEAR`], a bound: the true distance is no smaller.
    pub(crate) signed: f32,
    /// Direction in which it grows; zero for a bound.
    pub(crate) normal: Point,
    /// Nearest triangle of the obstacle's tree.
    pub(crate) triangle: u32,
}

impl Distance {
    /// Proved to be clear, not measured.
    pub(crate) const CLEAR: u32 = u32::MAX;

    pub(crate) const UNKNOWN: Self =
        Self { signed: f32::INFINITY, normal: Point::new(0.0, 0.0, 0.0), triangle: Self::CLEAR };
}

/// The points of one limb.
#[derive(Debug, Clone)]
pub(crate) struct LimbSurface {
    pub(crate) surface: Surface,
    /// The body mesh's points, coarse to fine.
    pub(crate) points: Vec<u32>,
    parents: Vec<u32>,
}

impl LimbSurface {
    /// The points of `limb` beyond the fold at its base. `obstacle` tells how wide it stands off at rest.
    pub(crate) fn new(
        skeleton: &Skeleton,
        body: &BodyMesh,
        limb: &Limb,
        obstacle: &Obstacle,
        rest: &PosedShell,
    ) -> Self {
        let bone = RestBone::upper(skeleton, limb);
        let upper = match limb.kind {
            LimbKind::Arm => BodyPart::UpperArm(limb.side),
            LimbKind::Leg => BodyPart::Thigh(limb.side),
        };
        let is_own = |part: BodyPart| match limb.kind {
            LimbKind::Arm => part.is_arm_of(limb.side),
            LimbKind::Leg => part.is_leg_of(limb.side),
        };
        let first_share = match limb.kind {
            LimbKind::Arm => {
                let near = obstacle.nearest_to(rest);
                let of_upper = (0..body.rest.len()).filter(|&p| body.parts[p] == upper);
                let clearance: Vec<(f64, f32)> = of_upper
                    .map(|p| {
                        let point = &body.rest[p];
                        (
                            bone.share(point),
                            near.signed(point, COARSE_LIMIT, None).map_or(COARSE_LIMIT, |s| s.distance),
                        )
                    })
                    .collect();
                clear_share(&clearance)
            }
            LimbKind::Leg => FOLD_SHARE,
        };
        let members: Vec<u32> = (0..body.rest.len() as u32)
            .filter(|&p| {
                let part = body.parts[p as usize];
                is_own(part) && (part != upper || bone.share(&body.rest[p as usize]) >= first_share)
            })
            .collect();
        let points = spread(&members, &body.rest, SAMPLE_COUNT);
        let parents = find_parents(&points, &body.rest);
        Self { surface: body.surface.subset(&points), points, parents }
    }

    /// Number of points.
    pub(crate) fn len(&self) -> usize {
        self.points.len()
    }

    /// Number of points that a solver looks at.
    pub(crate) fn sample_count(&self) -> usize {
        self.len().min(SAMPLE_COUNT)
    }

    /// Distances of the first points, as many as there are samples, then of `extra` ones; `places` holds them in this order. Points
    /// proved to be at least `clear` away are not measured. `hints` holds last time's triangles, which are a good start.
    pub(crate) fn distances(
        &self,
        (obstacle, posed): (&Obstacle, &PosedShell),
        places: &[Point],
        extra: impl Iterator<Item = u32>,
        clear: f32,
        hints: &mut [u32],
        out: &mut Vec<Distance>,
    ) {
        let near = obstacle.nearest_to(posed);
        out.clear();
        let samples = 0..self.sample_count() as u32;
        for (i, point) in samples.chain(extra).enumerate() {
            let mut limit = if i < COARSE_COUNT { COARSE_LIMIT } else { OPEN_LIMIT };
            let mut hint = hints[i];
            if i >= COARSE_COUNT {
                let parent_index = self.parents[point as usize] as usize;
                let parent = out[parent_index];
                let way = (places[i] - places[parent_index]).norm();
                let bound = parent.signed - way;
                if bound > clear {
                    out.push(Distance { signed: bound, ..Distance::UNKNOWN });
                    continue;
                }
                if parent.triangle != Distance::CLEAR {
                    if hint == Distance::CLEAR {
                        hint = parent.triangle;
                    }
                    limit = (parent.signed.abs() + way) * 1.001 + 1e-5;
                }
            }
            out.push(match near.signed(&places[i], limit, Some(hint)) {
                Some(found) => {
                    hints[i] = found.triangle;
                    Distance { signed: found.distance, normal: found.normal, triangle: found.triangle }
                }
                None => Distance { signed: limit, ..Distance::UNKNOWN },
            });
        }
    }

    /// The points that are not samples.
    pub(crate) fn others(&self) -> std::ops::Range<u32> {
        self.sample_count() as u32..self.len() as u32
    }

    /// Where the samples and some extra points are.
    pub(crate) fn pose(
        &self,
        matrices: &[JointMatrix],
        extra: impl Iterator<Item = u32>,
        out: &mut Vec<Point>,
    ) {
        out.clear();
        let samples = 0..self.sample_count() as u32;
        out.extend(samples.chain(extra).map(|point| self.surface.pose(point as usize, matrices)));
    }
}

/// The first tenth of the bone whose points stand off enough on average.
fn clear_share(clearance: &[(f64, f32)]) -> f64 {
    let mut from = FOLD_SHARE;
    while from < LAST_SHARE - 1e-9 {
        let bin = clearance.iter().filter(|(share, _)| *share >= from && *share < from + 0.1);
        let (sum, count) = bin.fold((0.0, 0), |(sum, count), (_, c)| (sum + c, count + 1));
        if count == 0 || sum / count as f32 > REST_CLEARANCE {
            break;
        }
        from += 0.1;
    }
    from
}

/// `members` with the first `count` in farthest-point order, the others after them as they were.
fn spread(members: &[u32], rest: &[Point], count: usize) -> Vec<u32> {
    if members.is_empty() {
        return Vec::new();
    }
    let mut distance = vec![f32::INFINITY; members.len()];
    let mut order = Vec::with_capacity(members.len());
    let mut next = 0;
    while order.len() < count.min(members.len()) {
        order.push(members[next]);
        let chosen = rest[members[next] as usize];
        distance[next] = -1.0;
        let mut farthest = (-1.0, 0);
        for (i, &member) in members.iter().enumerate() {
            if distance[i] < 0.0 {
                continue;
            }
            distance[i] = distance[i].min((rest[member as usize] - chosen).norm_squared());
            if distance[i] > farthest.0 {
                farthest = (distance[i], i);
            }
        }
        next = farthest.1;
    }
    order.extend(members.iter().zip(&distance).filter(|(_, d)| **d >= 0.0).map(|(m, _)| *m));
    order
}

/// For each point the nearest one, at rest, of the coarser set that is asked for before it.
fn find_parents(points: &[u32], rest: &[Point]) -> Vec<u32> {
    let at = |i: usize| rest[points[i] as usize];
    (0..points.len())
        .map(|i| {
            let coarser = if i < SAMPLE_COUNT { COARSE_COUNT } else { SAMPLE_COUNT }.min(points.len());
            let nearest = (0..coarser)
                .min_by(|&a, &b| (at(a) - at(i)).norm_squared().total_cmp(&(at(b) - at(i)).norm_squared()));
            nearest.unwrap_or(0) as u32
        })
        .collect()
}

//! [`LimbSurface`]: the points of a limb whose distance to the body counts, in an order from coarse to fine.
//!
//! Points are in farthest-point order (Gonzalez 1985): any first part of them is spread evenly over the limb. Each point has a
//! parent among the first ones. A signed distance changes by no more than the way between two points, so the parent's distance often
//! proves that a point is clear, and otherwise bounds how far to search.

use super::fold::{FOLD_SHARE, RestBone};
use super::mesh::BodyMesh;
use super::obstacle::{Obstacle, PosedObstacle};
use super::part::BodyPart;
use super::surface::{JointMatrix, Surface};
use crate::kinematics::limb::{Limb, LimbKind};
use crate::math::mesh::Point;
use crate::model::Skeleton;

/// Points that are always asked for.
const COARSE_COUNT: usize = 24;
/// Points that a solver looks at.
pub(crate) const SAMPLE_COUNT: usize = 300;
/// Points up to each of these have parents among those up to the one before. The nearer a parent, the more it proves.
const LEVELS: [usize; 4] = [COARSE_COUNT, 96, SAMPLE_COUNT, 800];
/// Where a limb is set wider, its points count from where they are this far from the body at rest, metres …
const REST_CLEARANCE: f32 = 0.02;
/// … but no later than this share.
const LAST_SHARE: f64 = 0.6;

/// Distances of coarse points inside are searched up to here, metres: half the depth of any trunk.
const COARSE_LIMIT: f32 = 0.6;
/// Normals are wrong about the side up to this far, metres: where the nearest face lies buried in another part of the body.
const MAX_MISSED: f32 = 0.08;
/// Limbs bend: ways between points are longer than at rest by this factor at most, or it costs a few questions more.
const STRETCH: f32 = 1.3;

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

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Question {
    /// Points proved to be farther than this, metres, are not measured.
    pub(crate) clear: f32,
    /// How far anything has moved since what is remembered, metres.
    pub(crate) shift: f32,
    pub(crate) sides: Sides,
}

/// About which points rays decide, not normals. Rays are right also where the body crosses itself, and take longer; they need
/// [`Obstacle::prepare_sides`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sides {
    /// Those that seem to be inside: what is cut off where skin folds may be crossed by its cap.
    InsideByRays,
    /// All that are near.
    ByRays,
}

/// What a question leaves for the next one about the same point and obstacle.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Remembered {
    /// A triangle that was near; a good start.
    triangle: u32,
    /// The signed distance, or a bound of it, metres.
    distance: f32,
}

impl Remembered {
    pub(crate) const NOTHING: Self = Self { triangle: Distance::CLEAR, distance: f32::NEG_INFINITY };

    /// Without the distance: as a start in another frame.
    pub(crate) fn only_triangle(self) -> Self {
        Self { triangle: self.triangle, ..Self::NOTHING }
    }
}

/// The points of one limb.
#[derive(Debug, Clone)]
pub(crate) struct LimbSurface {
    pub(crate) surface: Surface,
    /// The body mesh's points, coarse to fine.
    pub(crate) points: Vec<u32>,
    parents: Vec<u32>,
    /// The nearest sample of each point, where other parents are not asked for.
    sample_parents: Vec<u32>,
    /// How far a point's children are at most, metres.
    reaches: Vec<f32>,
}

impl LimbSurface {
    /// The points of `limb` beyond the fold at its base. `obstacle` tells how wide it stands off at rest.
    pub(crate) fn new(
        skeleton: &Skeleton,
        body: &BodyMesh,
        limb: &Limb,
        obstacle: &Obstacle,
        rest: &PosedObstacle,
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
        Self::of_points(body, &members)
    }

    /// Some points of a mesh.
    fn of_points(body: &BodyMesh, members: &[u32]) -> Self {
        let points = spread(members, &body.rest, LEVELS[LEVELS.len() - 1]);
        let parents = find_parents(&points, &body.rest, &LEVELS);
        let sample_parents = find_parents(&points, &body.rest, &LEVELS[..3]);
        let mut reaches = vec![0.0f32; points.len()];
        for (child, &parent) in parents.iter().enumerate().skip(COARSE_COUNT) {
            let way =
                (body.rest[points[child] as usize] - body.rest[points[parent as usize] as usize]).norm();
            reaches[parent as usize] = reaches[parent as usize].max(STRETCH * way);
        }
        Self { surface: body.surface.subset(&points), points, parents, sample_parents, reaches }
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
    /// proved to be at least `clear` away are not measured.
    pub(crate) fn distances(
        &self,
        (obstacle, posed): (&Obstacle, &PosedObstacle),
        places: &[Point],
        extra: impl Iterator<Item = u32>,
        question: &Question,
        memory: &mut [Remembered],
        out: &mut Vec<Distance>,
    ) {
        let near = obstacle.nearest_to(posed);
        let &Question { clear, shift, sides } = question;
        out.clear();
        let samples = 0..self.sample_count() as u32;
        // Where all points are asked for, they are in order.
        let parents = if places.len() == self.len() { &self.parents } else { &self.sample_parents };
        for (i, point) in samples.chain(extra).enumerate() {
            let Remembered { triangle: mut hint, distance: last } = memory[i];
            // Both the point and what it is near may have moved since.
            let bound = last - 2.0 * shift;
            if bound > clear {
                memory[i].distance = bound;
                out.push(Distance { signed: bound, ..Distance::UNKNOWN });
                continue;
            }
            // Farther than this it need not be known: that is enough for the point and for those that have it as parent.
            let enough = clear + self.reaches[point as usize];
            let mut limit = enough;
            if i >= COARSE_COUNT {
                let parent_index = parents[point as usize] as usize;
                let parent = out[parent_index];
                let way = (places[i] - places[parent_index]).norm();
                let bound = parent.signed - way;
                if bound > clear {
                    memory[i].distance = bound;
                    out.push(Distance { signed: bound, ..Distance::UNKNOWN });
                    continue;
                }
                if hint == Distance::CLEAR {
                    hint = parent.triangle;
                }
                // A point is no deeper inside than its parent allows, or would be found nearer. Without rays for points outside the parent may lie about its
                // side, where a thigh crosses the belly: then all that its distance allows is searched.
                let is_sure = sides == Sides::ByRays;
                let is_measured = parent.triangle != Distance::CLEAR;
                limit = if parent.signed < 0.0 || (is_measured && !is_sure) {
                    parent.signed.abs() + way
                } else {
                    enough.max(way - parent.signed)
                };
                limit = limit * 1.001 + 1e-5;
            }
            let mut found = near.signed(&places[i], limit, Some(hint));
            // Nothing near: outside, or deep inside.
            if found.is_none() && i < COARSE_COUNT && obstacle.may_enclose(posed, &places[i]) {
                found = near.signed(&places[i], COARSE_LIMIT, Some(hint));
            }
            let mut distance = match found {
                Some(found) => {
                    memory[i].triangle = found.triangle;
                    Distance { signed: found.distance, normal: found.normal, triangle: found.triangle }
                }
                None => Distance { signed: limit, ..Distance::UNKNOWN },
            };
            if distance.triangle != Distance::CLEAR {
                let is_doubted = match sides {
                    Sides::InsideByRays => distance.signed < 0.0,
                    Sides::ByRays => distance.signed < MAX_MISSED,
                };
                if is_doubted && obstacle.encloses(posed, &places[i]) != (distance.signed < 0.0) {
                    (distance.signed, distance.normal) = (-distance.signed, -distance.normal);
                }
            }
            memory[i].distance = distance.signed;
            out.push(distance);
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

/// For each point the nearest one, at rest, of the coarser level.
fn find_parents(points: &[u32], rest: &[Point], levels: &[usize]) -> Vec<u32> {
    let places: Vec<Point> = points.iter().map(|&point| rest[point as usize]).collect();
    (0..points.len())
        .map(|i| {
            let coarser = levels.iter().rev().find(|&&level| level <= i).unwrap_or(&levels[0]);
            let mut nearest = (f32::INFINITY, 0);
            for (j, place) in places[..(*coarser).min(places.len())].iter().enumerate() {
                let squared = (place - places[i]).norm_squared();
                if squared < nearest.0 {
                    nearest = (squared, j as u32);
                }
            }
            nearest.1
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::surface::JointMatrix;
    use super::*;
    use crate::math::Random;
    use crate::math::mesh::bumpy_ball;
    use crate::model::Side;

    /// A ball that follows joint 0, and a smaller one on joint 1 that stands for a limb.
    fn two_balls() -> BodyMesh {
        let (mut rest, triangles) = bumpy_ball(24, 40);
        let first = rest.len();
        rest.iter_mut().for_each(|p| *p *= 0.4);
        rest.extend(bumpy_ball(30, 50).0.iter().map(|p| p * 0.15));
        let mut surface = Surface::default();
        (0..rest.len()).for_each(|i| surface.add_rigid(u32::from(i >= first), &rest[i]));
        let arm = BodyPart::Forearm(Side::Left);
        let parts = (0..rest.len()).map(|i| if i < first { BodyPart::Trunk } else { arm }).collect();
        BodyMesh { surface, rest, triangles, parts, point_of_vertex: Vec::new() }
    }

    fn shifted(by: &Point) -> [JointMatrix; 2] {
        let still = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0; 4]];
        let mut moved = still;
        moved[3] = [by.x, by.y, by.z, 0.0];
        [still, moved]
    }

    /// Distances of all points by the whole tree, with sides by rays, against what levels, limits and memory leave of the work.
    #[test]
    fn what_is_not_measured_is_clear_and_what_is_measured_is_exact() {
        let body = two_balls();
        let hidden = vec![false; body.triangles.len()];
        let obstacle = Obstacle::new(&body, &hidden, |part| part == BodyPart::Trunk);
        let members: Vec<u32> =
            (0..body.rest.len() as u32).filter(|&p| body.parts[p as usize] != BodyPart::Trunk).collect();
        let limb = LimbSurface::of_points(&body, &members);
        assert!(limb.len() > 1200);
        let mut random = Random::new(41);
        let (mut posed, mut places, mut found) = Default::default();
        let (mut clear_count, mut inside_count, mut remembered_count) = (0, 0, 0);
        for round in 0..40 {
            let mut at = Point::from_fn(|_, _| random.normal() as f32).normalize() * (0.02 * round as f32);
            let clear = [0.005, 0.03, 0.1][round % 3];
            let is_whole = round % 2 == 0;
            let extra = if is_whole { limb.others() } else { 900..930 };
            let mut memory = vec![Remembered::NOTHING; limb.sample_count() + extra.len()];
            let mut shift = 1e3;
            for _ in 0..4 {
                obstacle.pose(&shifted(&at), &mut posed);
                limb.pose(&shifted(&at), extra.clone(), &mut places);
                let question = Question { clear, shift, sides: Sides::ByRays };
                let before = memory.clone();
                limb.distances(
                    (&obstacle, &posed),
                    &places,
                    extra.clone(),
                    &question,
                    &mut memory,
                    &mut found,
                );
                let near = obstacle.nearest_to(&posed);
                for (i, found) in found.iter().enumerate() {
                    let exact = near.signed(&places[i], 9.0, None).expect("near").distance.abs();
                    let exact = if obstacle.encloses(&posed, &places[i]) { -exact } else { exact };
                    if found.triangle == Distance::CLEAR {
                        assert!(exact > clear && found.signed <= exact + 1e-4, "{exact} {found:?}");
                        clear_count += 1;
                    } else {
                        assert!((found.signed - exact).abs() < 1e-5, "{exact} {found:?}");
                        inside_count += usize::from(exact < 0.0);
                    }
                    remembered_count += usize::from(before[i].distance - 2.0 * shift > clear);
                }
                shift = 0.02;
                at += Point::from_fn(|_, _| random.normal() as f32).normalize() * shift;
            }
        }
        assert!(clear_count > 10_000 && inside_count > 10_000 && remembered_count > 1_000);
    }
}

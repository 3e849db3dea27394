//! [`Obstacle`]: the closed surface of some parts of the body, for the signed distance to it in any pose.

use super::mesh::BodyMesh;
use super::part::BodyPart;
use super::surface::{JointMatrix, Surface};
use crate::math::mesh::topology::{boundary_loops, components, fan};
use crate::math::mesh::winding::Dipoles;
use crate::math::mesh::{Adjacency, Bounds, NearestTo, Point, PosedTree, TriangleTree};

/// Parts with fewer triangles than this, and less than [`MIN_SHARE`] of all, are crumbs that cutting left behind.
const MIN_TRIANGLES: usize = 200;
const MIN_SHARE: f64 = 0.02;

/// A closed surface that follows the joints. Holes are closed by fans around the middle of their rims.
#[derive(Debug, Clone)]
pub(crate) struct Obstacle {
    /// The body's points, then the middle of each cap.
    surface: Surface,
    tree: TriangleTree,
    adjacency: Adjacency,
    /// The part of the body that each point belongs to; a cap's middle to that of its rim.
    parts: Vec<BodyPart>,
}

/// One pose of an obstacle. Posing again keeps the memory.
#[derive(Debug, Clone, Default)]
pub(crate) struct PosedObstacle {
    points: Vec<Point>,
    tree: PosedTree,
    dipoles: Dipoles,
}

impl Obstacle {
    /// The surface of the triangles whose corners all belong to wanted parts and which are not hidden.
    pub(crate) fn new(body: &BodyMesh, hidden: &[bool], is_wanted: impl Fn(BodyPart) -> bool) -> Self {
        let kept: Vec<[u32; 3]> = body
            .triangles
            .iter()
            .zip(hidden)
            .filter(|(corners, is_hidden)| {
                !**is_hidden && corners.iter().all(|&c| is_wanted(body.parts[c as usize]))
            })
            .map(|(corners, _)| *corners)
            .collect();
        let kept = without_crumbs(body.rest.len(), kept);
        let mut number = vec![u32::MAX; body.rest.len()];
        let mut body_points = Vec::new();
        for &c in kept.iter().flatten() {
            if number[c as usize] == u32::MAX {
                number[c as usize] = body_points.len() as u32;
                body_points.push(c);
            }
        }
        let mut triangles: Vec<[u32; 3]> = kept.iter().map(|t| t.map(|c| number[c as usize])).collect();
        let mut rest: Vec<Point> = body_points.iter().map(|&p| body.rest[p as usize]).collect();
        let mut surface = body.surface.subset(&body_points);
        let mut parts: Vec<BodyPart> = body_points.iter().map(|&p| body.parts[p as usize]).collect();
        let adjacency = Adjacency::new(rest.len(), &triangles);
        for rim in boundary_loops(&triangles, &adjacency) {
            let middle: Point = rim.iter().map(|&c| rest[c as usize]).sum();
            triangles.extend(fan(&rim, rest.len() as u32));
            rest.push(middle / rim.len() as f32);
            surface.add_mean(&rim);
            parts.push(rim.first().map_or(BodyPart::Trunk, |&c| parts[c as usize]));
        }
        let tree = TriangleTree::new(&rest, &triangles);
        let adjacency = Adjacency::new(rest.len(), &tree.triangles);
        Self { surface, tree, adjacency, parts }
    }

    /// Moves the surface to a pose.
    pub(crate) fn pose(&self, matrices: &[JointMatrix], out: &mut PosedObstacle) {
        self.surface.pose_all(matrices, &mut out.points);
        out.tree.refit(&self.tree, &out.points);
    }

    /// As [`Self::pose`], but stops at the points where all of it is farther than `distance` from a box; `false` then.
    pub(crate) fn pose_near(
        &self,
        matrices: &[JointMatrix],
        near: &Bounds,
        distance: f32,
        out: &mut PosedObstacle,
    ) -> bool {
        self.surface.pose_all(matrices, &mut out.points);
        if Bounds::around(&out.points).is_apart(near, distance) {
            return false;
        }
        out.tree.refit(&self.tree, &out.points);
        true
    }

    /// What each joint adds to a point on a triangle of the posed surface: joint, weight and the weighted place.
    pub(crate) fn shares<'a>(
        &'a self,
        posed: &PosedObstacle,
        triangle: u32,
        point: &Point,
        matrices: &'a [JointMatrix],
    ) -> impl Iterator<Item = (usize, f32, Point)> + 'a {
        let corners = self.tree.triangles[triangle as usize];
        let parts = barycentric(point, &corners.map(|c| posed.points[c as usize]));
        corners.into_iter().zip(parts).flat_map(move |(corner, part)| {
            let shares = self.surface.shares(corner as usize, matrices);
            shares.map(move |(joint, weight, place)| (joint, weight * part, place * part))
        })
    }

    /// The middle of a triangle, with the joints as in `matrices`.
    pub(crate) fn middle(&self, triangle: u32, matrices: &[JointMatrix]) -> Point {
        let corners = self.tree.triangles[triangle as usize];
        let sum: Point = corners.iter().map(|&corner| self.surface.pose(corner as usize, matrices)).sum();
        sum / 3.0
    }

    /// The part of the body that a triangle belongs to.
    pub(crate) fn part(&self, triangle: u32) -> BodyPart {
        self.parts[self.tree.triangles[triangle as usize][0] as usize]
    }

    /// Prepares winding numbers for the pose.
    pub(crate) fn pose_dipoles(&self, out: &mut PosedObstacle) {
        out.dipoles.refit(&self.tree, &out.tree);
    }

    /// Distance questions about a pose.
    pub(crate) fn nearest_to<'a>(&'a self, posed: &'a PosedObstacle) -> NearestTo<'a> {
        NearestTo { tree: &self.tree, posed: &posed.tree, adjacency: &self.adjacency }
    }

    /// How often the posed surface winds around a point; above a half is inside. Needs [`Self::pose_dipoles`].
    pub(crate) fn winding(&self, posed: &PosedObstacle, point: &Point) -> f32 {
        posed.dipoles.winding(&self.tree, &posed.tree, point)
    }
}

/// What each corner adds to a point on a triangle. A triangle without area is its first corner.
fn barycentric(point: &Point, [a, b, c]: &[Point; 3]) -> [f32; 3] {
    let (ab, ac, ap) = (b - a, c - a, point - a);
    let (bb, bc, cc) = (ab.norm_squared(), ab.dot(&ac), ac.norm_squared());
    let (pb, pc) = (ap.dot(&ab), ap.dot(&ac));
    let area = bb * cc - bc * bc;
    if area <= f32::EPSILON * bb * cc {
        return [1.0, 0.0, 0.0];
    }
    let (v, w) = ((cc * pb - bc * pc) / area, (bb * pc - bc * pb) / area);
    [1.0 - v - w, v, w]
}

fn without_crumbs(point_count: usize, triangles: Vec<[u32; 3]>) -> Vec<[u32; 3]> {
    let (part, count) = components(point_count, &triangles);
    let mut sizes = vec![0usize; count];
    part.iter().for_each(|&p| sizes[p] += 1);
    let total = triangles.len() as f64;
    let is_kept = |p: usize| sizes[p] >= MIN_TRIANGLES || sizes[p] as f64 >= MIN_SHARE * total;
    triangles.iter().zip(&part).filter(|(_, p)| is_kept(**p)).map(|(t, _)| *t).collect()
}

//! [`Obstacle`]: the closed surface of some parts of the body, for the signed distance to it in any pose.

use super::mesh::BodyMesh;
use super::part::BodyPart;
use super::surface::{JointMatrix, Surface};
use crate::math::mesh::topology::{boundary_loops, components, fan};
use crate::math::mesh::winding::Dipoles;
use crate::math::mesh::{Adjacency, NearestTo, Point, PosedTree, TriangleTree};

/// Parts with fewer triangles than this, and less than [`MIN_SHARE`] of all, are crumbs that cutting left behind.
const MIN_TRIANGLES: usize = 200;
const MIN_SHARE: f64 = 0.02;

/// A closed surface that follows the joints. Holes are closed by fans around the middle of their rims.
#[derive(Debug, Clone)]
pub(crate) struct Obstacle {
    surface: Surface,
    /// Rim of each cap; its middle comes after the surface's points, in this order.
    rims: Vec<Vec<u32>>,
    tree: TriangleTree,
    adjacency: Adjacency,
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
        let adjacency = Adjacency::new(rest.len(), &triangles);
        let rims = boundary_loops(&triangles, &adjacency);
        let count = rest.len();
        add_middles(&mut rest, &rims);
        for (i, rim) in rims.iter().enumerate() {
            triangles.extend(fan(rim, (count + i) as u32));
        }
        let tree = TriangleTree::new(&rest, &triangles);
        let adjacency = Adjacency::new(rest.len(), &tree.triangles);
        Self { surface: body.surface.subset(&body_points), rims, tree, adjacency }
    }

    /// Moves the surface to a pose.
    pub(crate) fn pose(&self, matrices: &[JointMatrix], out: &mut PosedObstacle) {
        self.surface.pose_all(matrices, &mut out.points);
        add_middles(&mut out.points, &self.rims);
        out.tree.refit(&self.tree, &out.points);
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

fn add_middles(points: &mut Vec<Point>, rims: &[Vec<u32>]) {
    for rim in rims {
        let sum: Point = rim.iter().map(|&c| points[c as usize]).sum();
        points.push(sum / rim.len() as f32);
    }
}

fn without_crumbs(point_count: usize, triangles: Vec<[u32; 3]>) -> Vec<[u32; 3]> {
    let (part, count) = components(point_count, &triangles);
    let mut sizes = vec![0usize; count];
    part.iter().for_each(|&p| sizes[p] += 1);
    let total = triangles.len() as f64;
    let is_kept = |p: usize| sizes[p] >= MIN_TRIANGLES || sizes[p] as f64 >= MIN_SHARE * total;
    triangles.iter().zip(&part).filter(|(_, p)| is_kept(**p)).map(|(t, _)| *t).collect()
}

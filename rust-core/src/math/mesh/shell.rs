//! [`Shell`]: the outer surface of a mesh, closed, for signed distances to any pose of its points.

use super::topology::{boundary_loops, components, fan, is_closed};
use super::winding::Dipoles;
use super::{Adjacency, NearestTo, Point, Posed, PosedTree, TriangleTree, crossings, rays};

/// Parts with fewer triangles than this, and less than [`MIN_SHARE`] of all, are crumbs that cutting left behind.
const MIN_TRIANGLES: usize = 200;
const MIN_SHARE: f64 = 0.02;

/// A closed surface over points that somebody else moves. Holes are closed by fans around the middle of their rims.
#[derive(Debug, Clone)]
pub(crate) struct Shell {
    point_count: usize,
    /// The points that the surface uses.
    pub(crate) used: Vec<u32>,
    /// Rim of each cap, in numbers of the used points; its middle comes after these, in this order.
    pub(crate) rims: Vec<Vec<u32>>,
    pub(crate) tree: TriangleTree,
    adjacency: Adjacency,
    /// Whether the surface winds around any point a whole number of times.
    is_closed: bool,
}

/// One pose of a shell. Posing again keeps the memory.
#[derive(Debug, Clone, Default)]
pub(crate) struct PosedShell {
    /// The used points, then the middles of the caps.
    pub(crate) points: Vec<Point>,
    tree: PosedTree,
    dipoles: Dipoles,
}

impl Shell {
    /// The shell of the triangles that are not `hidden`; `rest` tells how they are grouped.
    pub(crate) fn new(rest: &[Point], triangles: &[[u32; 3]], hidden: &[bool]) -> Self {
        let shown = triangles.iter().zip(hidden).filter(|(_, is_hidden)| !**is_hidden);
        let kept = without_crumbs(rest.len(), shown.map(|(corners, _)| *corners).collect());
        let mut number = vec![u32::MAX; rest.len()];
        let mut used = Vec::new();
        for &c in kept.iter().flatten() {
            if number[c as usize] == u32::MAX {
                number[c as usize] = used.len() as u32;
                used.push(c);
            }
        }
        let mut triangles: Vec<[u32; 3]> = kept.iter().map(|t| t.map(|c| number[c as usize])).collect();
        let mut points: Vec<Point> = used.iter().map(|&p| rest[p as usize]).collect();
        let rims = boundary_loops(&triangles, &Adjacency::new(points.len(), &triangles));
        for (i, rim) in rims.iter().enumerate() {
            triangles.extend(fan(rim, (used.len() + i) as u32));
        }
        add_middles(&mut points, &rims);
        let tree = TriangleTree::new(&points, &triangles);
        let adjacency = Adjacency::new(points.len(), &tree.triangles);
        let is_closed = is_closed(&tree.triangles);
        Self { point_count: rest.len(), used, rims, tree, adjacency, is_closed }
    }

    /// Number of points that a pose has.
    pub(crate) fn point_count(&self) -> usize {
        self.point_count
    }

    /// Whether there is any surface.
    pub(crate) fn is_empty(&self) -> bool {
        self.tree.triangles.is_empty()
    }

    /// Moves the surface to a pose of all points that it was made from.
    pub(crate) fn pose(&self, points: &[Point], out: &mut PosedShell) {
        out.points.clear();
        out.points.extend(self.used.iter().map(|&p| points[p as usize]));
        add_middles(&mut out.points, &self.rims);
        self.refit(out);
    }

    /// Fits the boxes to points that are in place.
    pub(crate) fn refit(&self, out: &mut PosedShell) {
        out.tree.refit(&self.tree, &out.points);
    }

    /// Prepares [`Self::encloses`] for the pose.
    pub(crate) fn prepare_sides(&self, out: &mut PosedShell) {
        if !self.is_closed {
            out.dipoles.refit(&self.tree, &out.tree);
        }
    }

    /// Distance questions about a pose.
    pub(crate) fn nearest_to<'a>(&'a self, posed: &'a PosedShell) -> NearestTo<'a, &'a PosedTree> {
        self.nearest_in(&posed.tree)
    }

    /// Whether a point is inside, also where the surface crosses itself: it winds around the point. Needs [`Self::prepare_sides`].
    pub(crate) fn encloses(&self, posed: &PosedShell, point: &Point) -> bool {
        self.encloses_in(&posed.tree, point)
            .unwrap_or_else(|| posed.dipoles.winding(&self.tree, &posed.tree, point) > 0.5)
    }

    /// Distance questions about a pose that somebody else keeps.
    pub(crate) fn nearest_in<P: Posed>(&self, posed: P) -> NearestTo<'_, P> {
        NearestTo { tree: &self.tree, posed, adjacency: &self.adjacency }
    }

    /// How far a ray from a point goes until it meets the surface, nearer than `limit`.
    pub(crate) fn hit_distance(
        &self,
        posed: impl Posed,
        start: &Point,
        direction: &Point,
        limit: f32,
    ) -> Option<f32> {
        rays::hit_distance(&self.tree, posed, start, direction, limit)
    }

    /// As [`Self::encloses`]; `None` on an open surface, which takes more than rays.
    pub(crate) fn encloses_in(&self, posed: impl Posed, point: &Point) -> Option<bool> {
        self.is_closed.then(|| crossings::winding(&self.tree, posed, point) > 0)
    }

    /// Whether the surface winds around any point a whole number of times.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed
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

#[cfg(test)]
mod tests {
    use super::super::{bumpy_ball, cube};
    use super::*;

    #[test]
    fn an_open_box_is_closed_and_follows_its_points() {
        let (rest, mut triangles) = cube();
        triangles.drain(2..4);
        let shell = Shell::new(&rest, &triangles, &vec![false; triangles.len()]);
        assert_eq!((shell.point_count(), shell.rims.len()), (8, 1));
        let moved: Vec<Point> = rest.iter().map(|p| p * 2.0 + Point::new(5.0, 0.0, 0.0)).collect();
        let mut posed = PosedShell::default();
        shell.pose(&moved, &mut posed);
        shell.prepare_sides(&mut posed);
        // The cap is the side that was open.
        let near = shell.nearest_to(&posed).signed(&Point::new(6.0, 1.0, 1.9), 1.0, None).unwrap();
        assert!((near.distance + 0.1).abs() < 1e-5, "{}", near.distance);
        assert!(shell.encloses(&posed, &Point::new(6.0, 1.0, 1.9)));
        assert!(!shell.encloses(&posed, &Point::new(1.0, 1.0, 1.0)));
    }

    #[test]
    fn crumbs_and_hidden_triangles_are_left_out() {
        let (mut points, mut triangles) = bumpy_ball(16, 24);
        let whole = triangles.len();
        let first = points.len() as u32;
        points.extend([Point::new(9.0, 0.0, 0.0), Point::new(9.0, 1.0, 0.0), Point::new(9.0, 0.0, 1.0)]);
        triangles.push([first, first + 1, first + 2]);
        let shell = Shell::new(&points, &triangles, &vec![false; triangles.len()]);
        assert_eq!(shell.tree.triangle_count(), whole);
        assert!(Shell::new(&points, &triangles, &vec![true; triangles.len()]).is_empty());
    }
}

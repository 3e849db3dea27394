//! [`Patches`]: a tree cut into pieces that are posed only when a question comes near them.
//!
//! Most of a body is far from every limb. So each piece has a box around all places where it can be, which is quick to find; its points,
//! corners and own boxes are made when a question looks into that box. Answers are the same as those of a tree that is posed whole.

use super::Point;
use super::tree::{Bounds, Node, TriangleTree};
use std::cell::Cell;
use std::ops::Range;

/// Most triangles of a piece. Smaller ones fit closer, larger ones have fewer boxes to make.
const PATCH_SIZE: usize = 64;
const MAX_POINTS: usize = 3 * PATCH_SIZE;
/// The node is not the root of a piece.
const NONE: u32 = u32::MAX;

/// How a tree is cut; the same for every pose.
#[derive(Debug, Clone, Default)]
pub(crate) struct Patches {
    patches: Vec<Patch>,
    /// The piece whose root a node is.
    of_root: Vec<u32>,
    of_triangle: Vec<u32>,
    /// The mesh's points, piece after piece.
    points: Vec<u32>,
    /// Corners of every triangle among the points of its piece.
    corners: Vec<[u8; 3]>,
    /// Nodes above the pieces, children before parents.
    above: Vec<u32>,
}

#[derive(Debug, Clone)]
struct Patch {
    nodes: Range<u32>,
    triangles: Range<u32>,
    points: Range<u32>,
}

impl Patches {
    /// Cuts a tree.
    pub(crate) fn new(tree: &TriangleTree) -> Self {
        let count = tree.nodes.len();
        // What is below a node: its nodes end before, and its triangles.
        let mut below: Vec<(u32, Range<u32>)> = vec![(0, 0..0); count];
        for index in (0..count).rev() {
            let Node { link, count } = tree.nodes[index];
            below[index] = if count > 0 {
                (index as u32 + 1, link..link + count)
            } else {
                (below[link as usize].0, below[index + 1].1.start..below[link as usize].1.end)
            };
        }
        let mut out = Self {
            of_root: vec![NONE; count],
            of_triangle: vec![NONE; tree.triangle_count()],
            ..Self::default()
        };
        let mut open: Vec<u32> = if count > 0 { vec![0] } else { Vec::new() };
        while let Some(node) = open.pop() {
            let (end, triangles) = below[node as usize].clone();
            if triangles.len() <= PATCH_SIZE {
                out.add(tree, node..end, triangles);
            } else {
                out.above.push(node);
                open.extend([node + 1, tree.nodes[node as usize].link]);
            }
        }
        out.above.sort_unstable_by(|a, b| b.cmp(a));
        out
    }

    fn add(&mut self, tree: &TriangleTree, nodes: Range<u32>, triangles: Range<u32>) {
        let first = self.points.len();
        let number = self.patches.len() as u32;
        self.of_root[nodes.start as usize] = number;
        self.corners.resize(tree.triangle_count(), [0; 3]);
        for triangle in triangles.clone() {
            self.of_triangle[triangle as usize] = number;
            self.corners[triangle as usize] = tree.triangles[triangle as usize].map(|corner| {
                let known = self.points[first..].iter().position(|&point| point == corner);
                known.unwrap_or_else(|| {
                    self.points.push(corner);
                    self.points.len() - 1 - first
                }) as u8
            });
        }
        let points = first as u32..self.points.len() as u32;
        self.patches.push(Patch { nodes, triangles, points });
    }

    /// Number of pieces.
    pub(crate) fn len(&self) -> usize {
        self.patches.len()
    }

    /// The points of a piece.
    pub(crate) fn points(&self, patch: usize) -> &[u32] {
        let Range { start, end } = self.patches[patch].points;
        &self.points[start as usize..end as usize]
    }
}

/// One pose of a tree in pieces. Posing again keeps the memory.
#[derive(Debug, Clone, Default)]
pub(crate) struct PatchPose {
    bounds: Vec<Cell<Bounds>>,
    corners: Vec<Cell<[Point; 3]>>,
    is_open: Vec<Cell<bool>>,
}

impl PatchPose {
    /// Begins a pose, with a box around each piece that it does not leave.
    pub(crate) fn start(&mut self, tree: &TriangleTree, patches: &Patches, around: impl Fn(usize) -> Bounds) {
        self.bounds.resize(tree.nodes.len(), Cell::new(Bounds::EMPTY));
        self.corners.resize(tree.triangle_count(), Cell::new([Point::zeros(); 3]));
        self.is_open.clear();
        self.is_open.resize(patches.len(), Cell::new(false));
        for (number, patch) in patches.patches.iter().enumerate() {
            self.bounds[patch.nodes.start as usize].set(around(number));
        }
        for &node in &patches.above {
            let (left, right) = (node + 1, tree.nodes[node as usize].link);
            let both = self.bounds[left as usize].get().union(&self.bounds[right as usize].get());
            self.bounds[node as usize].set(both);
        }
    }

    #[inline]
    pub(crate) fn bounds(&self, node: usize) -> Bounds {
        self.bounds[node].get()
    }

    #[inline]
    pub(crate) fn corners(&self, triangle: usize) -> [Point; 3] {
        self.corners[triangle].get()
    }

    /// Poses the piece that begins at a node, if one does; `place` tells where its points are.
    #[inline]
    pub(crate) fn enter(
        &self,
        tree: &TriangleTree,
        patches: &Patches,
        node: usize,
        place: impl Fn(u32) -> Point,
    ) {
        let patch = patches.of_root[node];
        if patch != NONE && !self.is_open[patch as usize].get() {
            self.open(tree, patches, patch as usize, place);
        }
    }

    /// Poses the piece that holds a triangle.
    #[inline]
    pub(crate) fn ready(
        &self,
        tree: &TriangleTree,
        patches: &Patches,
        triangle: usize,
        place: impl Fn(u32) -> Point,
    ) {
        let patch = patches.of_triangle[triangle] as usize;
        if !self.is_open[patch].get() {
            self.open(tree, patches, patch, place);
        }
    }

    #[cold]
    fn open(&self, tree: &TriangleTree, patches: &Patches, patch: usize, place: impl Fn(u32) -> Point) {
        self.is_open[patch].set(true);
        let mut places = [Point::zeros(); MAX_POINTS];
        for (out, &point) in places.iter_mut().zip(patches.points(patch)) {
            *out = place(point);
        }
        let Patch { nodes, triangles, .. } = &patches.patches[patch];
        for triangle in triangles.start as usize..triangles.end as usize {
            self.corners[triangle].set(patches.corners[triangle].map(|corner| places[corner as usize]));
        }
        for index in (nodes.start as usize..nodes.end as usize).rev() {
            let Node { link, count } = tree.nodes[index];
            let bounds = if count == 0 {
                self.bounds[index + 1].get().union(&self.bounds[link as usize].get())
            } else {
                let mut bounds = Bounds::EMPTY;
                for corners in &self.corners[link as usize..(link + count) as usize] {
                    corners.get().iter().for_each(|corner| bounds.add_point(corner));
                }
                bounds
            };
            self.bounds[index].set(bounds);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::{Posed, PosedTree};
    use super::super::{Adjacency, NearestTo, bumpy_ball, crossings, rays};
    use super::*;
    use crate::math::Random;

    #[derive(Clone, Copy)]
    struct InPieces<'a> {
        tree: &'a TriangleTree,
        patches: &'a Patches,
        pose: &'a PatchPose,
        points: &'a [Point],
    }

    impl Posed for InPieces<'_> {
        fn enter(self, node: usize) {
            self.pose.enter(self.tree, self.patches, node, |point| self.points[point as usize]);
        }

        fn ready(self, triangle: usize) {
            self.pose.ready(self.tree, self.patches, triangle, |point| self.points[point as usize]);
        }

        fn bounds(self, node: usize) -> Bounds {
            self.pose.bounds(node)
        }

        fn corners(self, triangle: usize) -> [Point; 3] {
            self.pose.corners(triangle)
        }
    }

    #[test]
    fn pieces_answer_as_the_whole_and_stay_closed_where_nobody_asks() {
        let (rest, triangles) = bumpy_ball(40, 60);
        let tree = TriangleTree::new(&rest, &triangles);
        let patches = Patches::new(&tree);
        let adjacency = Adjacency::new(rest.len(), &tree.triangles);
        assert!(patches.len() > 40);
        let (mut whole, mut pose) = (PosedTree::default(), PatchPose::default());
        let mut random = Random::new(31);
        let mut open = 0;
        for round in 0..60 {
            let turn = round as f32 * 0.1;
            let points: Vec<Point> = rest
                .iter()
                .map(|p| Point::new(p.x + 0.3 * turn * p.y, p.y * (1.0 + 0.1 * turn), p.z + turn))
                .collect();
            whole.refit(&tree, &points);
            let room = random.uniform() as f32 * 0.1;
            pose.start(&tree, &patches, |patch| {
                let inside: Vec<Point> = patches.points(patch).iter().map(|&p| points[p as usize]).collect();
                Bounds::around(&inside).widened(room)
            });
            let pieces = InPieces { tree: &tree, patches: &patches, pose: &pose, points: &points };
            let of_whole = NearestTo { tree: &tree, posed: &whole, adjacency: &adjacency };
            let of_pieces = NearestTo { tree: &tree, posed: pieces, adjacency: &adjacency };
            let start = points[(random.uniform() * points.len() as f64) as usize];
            for _ in 0..10 {
                let point = start + Point::from_fn(|_, _| random.normal() as f32 * 0.1);
                let hint = (random.uniform() * 3000.0) as u32;
                let [a, b] = [of_whole.signed(&point, 0.3, None), of_pieces.signed(&point, 0.3, Some(hint))];
                assert_eq!(
                    a.map(|a| (a.distance, a.normal, a.triangle)),
                    b.map(|b| (b.distance, b.normal, b.triangle))
                );
                assert_eq!(
                    crossings::winding(&tree, &whole, &point),
                    crossings::winding(&tree, pieces, &point)
                );
                let way = Point::from_fn(|_, _| random.normal() as f32).normalize();
                let [a, b] = [
                    rays::hit_distance(&tree, &whole, &point, &way, 0.5),
                    rays::hit_distance(&tree, pieces, &point, &way, 0.5),
                ];
                assert_eq!(a, b);
            }
            open += pose.is_open.iter().filter(|is_open| is_open.get()).count();
        }
        assert!(open < 60 * patches.len() / 2, "{open} of {}", 60 * patches.len());
    }

    #[test]
    fn every_triangle_is_in_one_piece() {
        let (rest, triangles) = bumpy_ball(40, 60);
        let tree = TriangleTree::new(&rest, &triangles);
        let patches = Patches::new(&tree);
        let mut of = vec![0; tree.triangle_count()];
        for (number, patch) in patches.patches.iter().enumerate() {
            assert!(patch.triangles.len() <= PATCH_SIZE);
            for triangle in patch.triangles.start as usize..patch.triangles.end as usize {
                of[triangle] += 1;
                let corners = patches.corners[triangle].map(|c| patches.points(number)[c as usize]);
                assert_eq!(corners, tree.triangles[triangle]);
            }
        }
        assert!(of.iter().all(|&count| count == 1));
        assert_eq!(Patches::new(&TriangleTree::default()).len(), 0);
    }
}

//! [`TriangleTree`]: boxes over the triangles of a mesh, built once and refitted to every pose.
//!
//! A binary tree with at most four triangles in a leaf, split where the surface-area heuristic (MacDonald and Booth 1990) is
//! smallest over a few bins. A body keeps its neighbourhoods when it moves, so refitted boxes are nearly as good as new ones.

use super::Point;
use nalgebra::Vector3;

const LEAF_SIZE: usize = 4;
const BIN_COUNT: usize = 12;
/// From this depth on nodes are halved by count: with fewer than 2³² triangles no path is longer than [`MAX_DEPTH`].
const HALVING_DEPTH: usize = 32;
/// Longest path from the root, so that a walk through the tree needs no memory of its own.
pub(crate) const MAX_DEPTH: usize = 64;

/// Axis-aligned box. Each corner has a fourth number that is not used: machines compare four at a time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    pub(crate) min: [f32; 4],
    pub(crate) max: [f32; 4],
}

impl Bounds {
    pub(crate) const EMPTY: Self = Self { min: [f32::INFINITY; 4], max: [f32::NEG_INFINITY; 4] };

    #[inline]
    pub(crate) fn add_point(&mut self, point: &Point) {
        let point = padded(point);
        *self = self.union(&Self { min: point, max: point });
    }

    #[inline]
    pub(crate) fn union(&self, other: &Self) -> Self {
        let mut both = *self;
        for i in 0..4 {
            both.min[i] = low(both.min[i], other.min[i]);
            both.max[i] = high(both.max[i], other.max[i]);
        }
        both
    }

    /// The smallest box around some points.
    pub(crate) fn around(points: &[Point]) -> Self {
        let mut bounds = Self::EMPTY;
        points.iter().for_each(|point| bounds.add_point(point));
        bounds
    }

    pub(crate) fn lowest(&self) -> Point {
        Point::new(self.min[0], self.min[1], self.min[2])
    }

    pub(crate) fn highest(&self) -> Point {
        Point::new(self.max[0], self.max[1], self.max[2])
    }

    /// The box with that much room around it.
    pub(crate) fn widened(&self, room: f32) -> Self {
        Self { min: self.min.map(|x| x - room), max: self.max.map(|x| x + room) }
    }

    /// Whether two boxes are farther apart than `distance`.
    pub(crate) fn is_apart(&self, other: &Self, distance: f32) -> bool {
        (0..3).any(|axis| {
            self.min[axis] - other.max[axis] > distance || other.min[axis] - self.max[axis] > distance
        })
    }

    fn half_area(&self) -> f32 {
        let size = (self.highest() - self.lowest()).sup(&Vector3::zeros());
        size.x * size.y + size.y * size.z + size.z * size.x
    }

    /// Squared distance of a point to the box, 0 inside.
    #[inline]
    pub(crate) fn distance_squared(&self, point: &[f32; 4]) -> f32 {
        let mut beyond = [0.0; 4];
        for i in 0..4 {
            let outside = high(high(self.min[i] - point[i], point[i] - self.max[i]), 0.0);
            beyond[i] = outside * outside;
        }
        beyond[0] + beyond[1] + beyond[2]
    }
}

/// A point as boxes have it.
#[inline]
pub(crate) fn padded(point: &Point) -> [f32; 4] {
    [point.x, point.y, point.z, 0.0]
}

/// Plain comparisons become one machine instruction; those of nalgebra and the standard library handle NaN as well and do not.
#[inline]
fn low(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

#[inline]
fn high(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// A leaf holds `count` triangles from `link` on; an inner node has its left child next to it and its right child at `link`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    pub(crate) link: u32,
    pub(crate) count: u32,
}

/// How the triangles are grouped; the same for every pose.
#[derive(Debug, Clone, Default)]
pub(crate) struct TriangleTree {
    pub(crate) nodes: Vec<Node>,
    /// Corners, in the order of the leaves. Triangles are counted in this order everywhere below.
    pub(crate) triangles: Vec<[u32; 3]>,
}

impl TriangleTree {
    /// Groups the triangles by where they are in `points`.
    pub(crate) fn new(points: &[Point], triangles: &[[u32; 3]]) -> Self {
        let bounds: Vec<Bounds> = triangles
            .iter()
            .map(|corners| {
                let mut bounds = Bounds::EMPTY;
                corners.iter().for_each(|&c| bounds.add_point(&points[c as usize]));
                bounds
            })
            .collect();
        let centres: Vec<Point> = bounds.iter().map(|b| (b.lowest() + b.highest()) * 0.5).collect();
        let mut order: Vec<u32> = (0..triangles.len() as u32).collect();
        let mut nodes = Vec::with_capacity(triangles.len());
        if !triangles.is_empty() {
            split(&mut nodes, &mut order, 0, 0, &bounds, &centres);
        }
        Self { nodes, triangles: order.iter().map(|&t| triangles[t as usize]).collect() }
    }

    /// Number of triangles.
    pub(crate) fn triangle_count(&self) -> usize {
        self.triangles.len()
    }
}

fn split(
    nodes: &mut Vec<Node>,
    order: &mut [u32],
    first: usize,
    depth: usize,
    bounds: &[Bounds],
    centres: &[Point],
) {
    let own = nodes.len();
    nodes.push(Node { link: first as u32, count: order.len() as u32 });
    if order.len() <= LEAF_SIZE {
        return;
    }
    // Any half will do for triangles on one spot.
    let half = order.len() / 2;
    let best = if depth < HALVING_DEPTH { best_split(order, bounds, centres) } else { None };
    let middle = match best {
        Some((axis, bins, first_high)) => {
            // Stable, so that the tree does not depend on the sorting method.
            let (low, high): (Vec<u32>, Vec<u32>) =
                order.iter().partition(|&&t| bins.of(centres[t as usize][axis]) < first_high);
            let middle = low.len();
            order[..middle].copy_from_slice(&low);
            order[middle..].copy_from_slice(&high);
            middle
        }
        None => half,
    };
    let (low, high) = order.split_at_mut(middle);
    split(nodes, low, first, depth + 1, bounds, centres);
    nodes[own] = Node { link: nodes.len() as u32, count: 0 };
    split(nodes, high, first + middle, depth + 1, bounds, centres);
}

/// Equal bins along an axis.
#[derive(Debug, Clone, Copy)]
struct Bins {
    low: f32,
    per_metre: f32,
}

impl Bins {
    #[inline]
    fn of(self, centre: f32) -> usize {
        (((centre - self.low) * self.per_metre) as usize).min(BIN_COUNT - 1)
    }
}

/// Axis, bins and first upper bin of the cheapest split with triangles on both sides; `None` where all centres agree.
fn best_split(order: &[u32], bounds: &[Bounds], centres: &[Point]) -> Option<(usize, Bins, usize)> {
    let mut spread = Bounds::EMPTY;
    order.iter().for_each(|&t| spread.add_point(&centres[t as usize]));
    let mut best: Option<(f32, (usize, Bins, usize))> = None;
    for axis in 0..3 {
        let (low, size) = (spread.min[axis], spread.max[axis] - spread.min[axis]);
        let per_metre = BIN_COUNT as f32 / size;
        // Also refuses NaN.
        if !(size > 0.0 && per_metre.is_finite()) {
            continue;
        }
        let places = Bins { low, per_metre };
        let mut bins = [(Bounds::EMPTY, 0usize); BIN_COUNT];
        for &t in order {
            let bin = &mut bins[places.of(centres[t as usize][axis])];
            bin.0 = bin.0.union(&bounds[t as usize]);
            bin.1 += 1;
        }
        let mut above = [(0.0f32, 0usize); BIN_COUNT];
        let mut side = (Bounds::EMPTY, 0);
        for bin in (1..BIN_COUNT).rev() {
            side = (side.0.union(&bins[bin].0), side.1 + bins[bin].1);
            above[bin] = (side.0.half_area(), side.1);
        }
        side = (Bounds::EMPTY, 0);
        for bin in 1..BIN_COUNT {
            side = (side.0.union(&bins[bin - 1].0), side.1 + bins[bin - 1].1);
            let (area, count) = above[bin];
            if side.1 == 0 || count == 0 {
                continue;
            }
            let cost = side.0.half_area() * side.1 as f32 + area * count as f32;
            if best.is_none_or(|(least, ..)| cost < least) {
                best = Some((cost, (axis, places, bin)));
            }
        }
    }
    best.map(|(_, split)| split)
}

/// Boxes and corners of a tree in one pose. They may be made only where a question comes near them.
pub(crate) trait Posed: Copy {
    /// Makes the children or triangles of a node ready. Comes before any question about them.
    fn enter(self, node: usize);
    /// Makes a triangle ready that was not come to from above.
    fn ready(self, triangle: usize);
    fn bounds(self, node: usize) -> Bounds;
    fn corners(self, triangle: usize) -> [Point; 3];
}

impl Posed for &PosedTree {
    #[inline]
    fn enter(self, _: usize) {}

    #[inline]
    fn ready(self, _: usize) {}

    #[inline]
    fn bounds(self, node: usize) -> Bounds {
        self.bounds[node]
    }

    #[inline]
    fn corners(self, triangle: usize) -> [Point; 3] {
        self.corners[triangle]
    }
}

/// The boxes and corners of one pose. Refitting keeps the memory.
#[derive(Debug, Clone, Default)]
pub(crate) struct PosedTree {
    pub(crate) bounds: Vec<Bounds>,
    /// Corner positions, in the order of the tree's triangles.
    pub(crate) corners: Vec<[Point; 3]>,
}

impl PosedTree {
    /// Fits the boxes to new positions.
    pub(crate) fn refit(&mut self, tree: &TriangleTree, points: &[Point]) {
        self.corners.clear();
        self.corners.extend(
            tree.triangles
                .iter()
                .map(|&[a, b, c]| [points[a as usize], points[b as usize], points[c as usize]]),
        );
        self.bounds.resize(tree.nodes.len(), Bounds::EMPTY);
        for index in (0..tree.nodes.len()).rev() {
            let Node { link, count } = tree.nodes[index];
            self.bounds[index] = if count == 0 {
                self.bounds[index + 1].union(&self.bounds[link as usize])
            } else {
                let mut bounds = Bounds::EMPTY;
                for corners in &self.corners[link as usize..(link + count) as usize] {
                    corners.iter().for_each(|corner| bounds.add_point(corner));
                }
                bounds
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::bumpy_ball;
    use super::*;

    #[test]
    fn every_triangle_is_in_one_leaf_and_boxes_hold_what_is_below() {
        let (points, triangles) = bumpy_ball(20, 30);
        let tree = TriangleTree::new(&points, &triangles);
        let sorted = |triangles: &[[u32; 3]]| {
            let mut sorted = triangles.to_vec();
            sorted.sort_unstable();
            sorted
        };
        assert_eq!(sorted(&tree.triangles), sorted(&triangles));
        let mut posed = PosedTree::default();
        let moved: Vec<Point> = points.iter().map(|p| Point::new(p.z * 2.0, p.x, p.y + 7.0)).collect();
        posed.refit(&tree, &moved);
        let mut leaf_triangles = 0;
        for (index, node) in tree.nodes.iter().enumerate() {
            if node.count > 0 {
                assert!(node.count as usize <= LEAF_SIZE);
                leaf_triangles += node.count as usize;
                for t in node.link..node.link + node.count {
                    for &c in &tree.triangles[t as usize] {
                        assert_eq!(posed.bounds[index].distance_squared(&padded(&moved[c as usize])), 0.0);
                    }
                }
            } else {
                for child in [index + 1, node.link as usize] {
                    let (own, inner) = (&posed.bounds[index], &posed.bounds[child]);
                    assert!((0..3).all(|a| own.min[a] <= inner.min[a] && own.max[a] >= inner.max[a]));
                }
            }
        }
        assert_eq!(leaf_triangles, triangles.len());
    }

    #[test]
    fn triangles_on_one_spot_are_still_split() {
        let points = vec![Point::zeros(); 3];
        let tree = TriangleTree::new(&points, &vec![[0, 1, 2]; 1000]);
        assert!(tree.nodes.iter().all(|node| node.count as usize <= LEAF_SIZE));
    }
}

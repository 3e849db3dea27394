//! The nearest point of a posed mesh, and on which side of the surface a point lies.
//!
//! The side is read from the angle-weighted pseudo-normal of the nearest face, edge or corner (Bærentzen and Aanæs 2005), which
//! is exact on a closed mesh that does not cross itself. Where it does cross itself, use [`super::winding`].

use super::Point;
use super::topology::{Adjacency, NONE};
use super::tree::{MAX_DEPTH, Posed, PosedTree, TriangleTree, padded};

/// The part of a triangle that holds the nearest point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Feature {
    Face,
    /// From this corner to the next.
    Edge(u8),
    Corner(u8),
}

/// The nearest surface point.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Nearest {
    pub(crate) distance_squared: f32,
    /// In the order of the tree.
    pub(crate) triangle: u32,
    pub(crate) point: Point,
    pub(crate) feature: Feature,
}

/// Distance with its sign.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Signed {
    /// Metres, negative inside.
    pub(crate) distance: f32,
    /// Unit, the direction in which the distance grows.
    pub(crate) normal: Point,
    /// The nearest triangle, in the order of the tree.
    pub(crate) triangle: u32,
}

/// A mesh in one pose, ready for questions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NearestTo<'a, P: Posed = &'a PosedTree> {
    pub(crate) tree: &'a TriangleTree,
    pub(crate) posed: P,
    /// Of the tree's triangles.
    pub(crate) adjacency: &'a Adjacency,
}

impl<P: Posed> NearestTo<'_, P> {
    /// The nearest point closer than `limit`. `hint` is a triangle that may be near, such as last time's.
    pub(crate) fn nearest(&self, point: &Point, limit: f32, hint: Option<u32>) -> Option<Nearest> {
        let mut best: Option<Nearest> = None;
        let mut best_squared = limit * limit;
        let mut try_triangle = |t: u32, best_squared: &mut f32| {
            let (nearest, feature) = nearest_on_triangle(point, &self.posed.corners(t as usize));
            let distance_squared = (nearest - point).norm_squared();
            // Equal distances keep the lower number, so that a hint does not change the answer.
            let is_nearer = distance_squared < *best_squared
                || (distance_squared == *best_squared && best.is_some_and(|b| t < b.triangle));
            if is_nearer {
                *best_squared = distance_squared;
                best = Some(Nearest { distance_squared, triangle: t, point: nearest, feature });
            }
        };
        if let Some(t) = hint.filter(|&t| (t as usize) < self.tree.triangle_count()) {
            self.posed.ready(t as usize);
            try_triangle(t, &mut best_squared);
        }
        let place = padded(point);
        let mut stack = [(0u32, 0f32); MAX_DEPTH];
        let mut depth = 0;
        let mut at = 0u32;
        if self.tree.nodes.is_empty() || self.posed.bounds(0).distance_squared(&place) > best_squared {
            return best;
        }
        loop {
            let node = self.tree.nodes[at as usize];
            self.posed.enter(at as usize);
            if node.count == 0 {
                let (left, right) = (at + 1, node.link);
                let to_left = self.posed.bounds(left as usize).distance_squared(&place);
                let to_right = self.posed.bounds(right as usize).distance_squared(&place);
                let ((near, to_near), (far, to_far)) = if to_left <= to_right {
                    ((left, to_left), (right, to_right))
                } else {
                    ((right, to_right), (left, to_left))
                };
                if to_far <= best_squared {
                    stack[depth] = (far, to_far);
                    depth += 1;
                }
                if to_near <= best_squared {
                    at = near;
                    continue;
                }
            } else {
                for t in node.link..node.link + node.count {
                    try_triangle(t, &mut best_squared);
                }
            }
            loop {
                if depth == 0 {
                    return best;
                }
                depth -= 1;
                if stack[depth].1 <= best_squared {
                    at = stack[depth].0;
                    break;
                }
            }
        }
    }

    /// As [`Self::nearest`], with the side of the surface.
    pub(crate) fn signed(&self, point: &Point, limit: f32, hint: Option<u32>) -> Option<Signed> {
        self.nearest(point, limit, hint).map(|nearest| self.sign(point, &nearest))
    }

    /// Which side of the surface the point is on.
    pub(crate) fn sign(&self, point: &Point, nearest: &Nearest) -> Signed {
        let outwards = self.pseudo_normal(nearest);
        let away = point - nearest.point;
        let distance = nearest.distance_squared.sqrt();
        let is_inside = away.dot(&outwards) < 0.0;
        // On the surface itself the offset has no direction.
        let normal =
            if distance > 1e-6 { away * (if is_inside { -1.0 } else { 1.0 } / distance) } else { outwards };
        Signed { distance: if is_inside { -distance } else { distance }, normal, triangle: nearest.triangle }
    }

    /// Unit outward direction at the nearest feature.
    fn pseudo_normal(&self, nearest: &Nearest) -> Point {
        let own = nearest.triangle;
        let sum = match nearest.feature {
            Feature::Face => self.face_normal(own),
            Feature::Edge(edge) => {
                let across = self.adjacency.across[own as usize][edge as usize];
                let other = if across == NONE { Point::zeros() } else { self.face_normal(across) };
                self.face_normal(own) + other
            }
            Feature::Corner(corner) => {
                let id = self.tree.triangles[own as usize][corner as usize];
                let mut sum = Point::zeros();
                for &t in self.adjacency.around(id) {
                    self.posed.ready(t as usize);
                    let corners = self.posed.corners(t as usize);
                    let at = self.tree.triangles[t as usize].iter().position(|&c| c == id).unwrap_or(0);
                    let (a, b, c) = (corners[at], corners[(at + 1) % 3], corners[(at + 2) % 3]);
                    let (u, v) = (b - a, c - a);
                    let cross = u.cross(&v);
                    sum += self.face_normal(t) * cross.norm().atan2(u.dot(&v));
                }
                sum
            }
        };
        // A corner of flat fins on both sides has none; the face then decides.
        sum.try_normalize(1e-12).unwrap_or_else(|| self.face_normal(own))
    }

    fn face_normal(&self, triangle: u32) -> Point {
        self.posed.ready(triangle as usize);
        let [a, b, c] = self.posed.corners(triangle as usize);
        (b - a).cross(&(c - a)).try_normalize(0.0).unwrap_or_else(Point::zeros)
    }
}

/// The nearest point of a triangle, by the region of its plane in which the point's projection lies.
#[inline]
pub(crate) fn nearest_on_triangle(point: &Point, [a, b, c]: &[Point; 3]) -> (Point, Feature) {
    let (ab, ac) = (b - a, c - a);
    let ap = point - a;
    let (ab_ap, ac_ap) = (ab.dot(&ap), ac.dot(&ap));
    if ab_ap <= 0.0 && ac_ap <= 0.0 {
        return (*a, Feature::Corner(0));
    }
    let bp = point - b;
    let (ab_bp, ac_bp) = (ab.dot(&bp), ac.dot(&bp));
    if ab_bp >= 0.0 && ac_bp <= ab_bp {
        return (*b, Feature::Corner(1));
    }
    // Areas of the projection against each edge, scaled alike.
    let beyond_ab = ab_ap * ac_bp - ab_bp * ac_ap;
    if beyond_ab <= 0.0 && ab_ap >= 0.0 && ab_bp <= 0.0 {
        return (a + ab * ratio(ab_ap, ab_ap - ab_bp), Feature::Edge(0));
    }
    let cp = point - c;
    let (ab_cp, ac_cp) = (ab.dot(&cp), ac.dot(&cp));
    if ac_cp >= 0.0 && ab_cp <= ac_cp {
        return (*c, Feature::Corner(2));
    }
    let beyond_ac = ab_cp * ac_ap - ab_ap * ac_cp;
    if beyond_ac <= 0.0 && ac_ap >= 0.0 && ac_cp <= 0.0 {
        return (a + ac * ratio(ac_ap, ac_ap - ac_cp), Feature::Edge(2));
    }
    let beyond_bc = ab_bp * ac_cp - ab_cp * ac_bp;
    let (from_b, from_c) = (ac_bp - ab_bp, ab_cp - ac_cp);
    if beyond_bc <= 0.0 && from_b >= 0.0 && from_c >= 0.0 {
        return (b + (c - b) * ratio(from_b, from_b + from_c), Feature::Edge(1));
    }
    let sum = beyond_ab + beyond_ac + beyond_bc;
    if sum <= 0.0 {
        // No area: one of the edges was missed by rounding only.
        return (*a, Feature::Corner(0));
    }
    (a + ab * (beyond_ac / sum) + ac * (beyond_ab / sum), Feature::Face)
}

#[inline]
fn ratio(part: f32, whole: f32) -> f32 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::super::{bumpy_ball, cube};
    use super::*;
    use crate::math::Random;

    fn mesh(points: &[Point], triangles: &[[u32; 3]]) -> (TriangleTree, PosedTree, Adjacency) {
        let tree = TriangleTree::new(points, triangles);
        let mut posed = PosedTree::default();
        posed.refit(&tree, points);
        let adjacency = Adjacency::new(points.len(), &tree.triangles);
        (tree, posed, adjacency)
    }

    fn random_point(random: &mut Random, size: f64) -> Point {
        Point::from_fn(|_, _| ((random.uniform() * 2.0 - 1.0) * size) as f32)
    }

    /// Dense barycentric sampling: shares nothing with the regions above.
    fn sampled_distance(point: &Point, [a, b, c]: &[Point; 3]) -> f32 {
        let count = 200;
        let mut best = f32::INFINITY;
        for i in 0..=count {
            for j in 0..=count - i {
                let (u, v) = (i as f32 / count as f32, j as f32 / count as f32);
                best = best.min((a + (b - a) * u + (c - a) * v - point).norm());
            }
        }
        best
    }

    #[test]
    fn nearest_points_of_triangles_agree_with_dense_sampling() {
        let mut random = Random::new(3);
        for _ in 0..300 {
            let corners = [(); 3].map(|()| random_point(&mut random, 1.0));
            let point = random_point(&mut random, 1.5);
            let found = (nearest_on_triangle(&point, &corners).0 - point).norm();
            let sampled = sampled_distance(&point, &corners);
            assert!(found <= sampled + 1e-5, "{found} above {sampled}");
            assert!(found >= sampled - 0.02, "{found} below {sampled}");
        }
    }

    #[test]
    fn the_tree_finds_what_a_scan_finds() {
        let (points, triangles) = bumpy_ball(24, 40);
        let (tree, posed, adjacency) = mesh(&points, &triangles);
        let mesh = NearestTo { tree: &tree, posed: &posed, adjacency: &adjacency };
        let mut random = Random::new(5);
        for _ in 0..2000 {
            let point = random_point(&mut random, 1.6);
            let scan = posed
                .corners
                .iter()
                .map(|corners| (nearest_on_triangle(&point, corners).0 - point).norm_squared())
                .fold(f32::INFINITY, f32::min);
            let hint = (random.uniform() * 2000.0) as u32;
            let plain = mesh.nearest(&point, 10.0, None).expect("within ten metres");
            let hinted = mesh.nearest(&point, 10.0, Some(hint)).expect("within ten metres");
            assert_eq!(plain.distance_squared, scan);
            assert_eq!(hinted.distance_squared, scan);
            assert_eq!(hinted.triangle, plain.triangle);
            let limit = random.uniform() as f32;
            assert_eq!(mesh.nearest(&point, limit, None).is_some(), scan < limit * limit);
        }
    }

    #[test]
    fn the_side_of_a_cube_is_right_at_faces_edges_and_corners() {
        let (points, triangles) = cube();
        let (tree, posed, adjacency) = mesh(&points, &triangles);
        let mesh = NearestTo { tree: &tree, posed: &posed, adjacency: &adjacency };
        let mut random = Random::new(7);
        for _ in 0..5000 {
            let point = random_point(&mut random, 1.0) + Point::repeat(0.5);
            let outside = Point::from_fn(|axis, _| (-point[axis]).max(point[axis] - 1.0));
            let expected =
                if outside.max() <= 0.0 { outside.max() } else { outside.map(|x| x.max(0.0)).norm() };
            let found = mesh.signed(&point, 9.0, None).expect("near");
            assert!((found.distance - expected).abs() < 1e-5, "{point}: {} for {expected}", found.distance);
            let ahead = mesh.signed(&(point + found.normal * 1e-3), 9.0, None).expect("near");
            assert!(ahead.distance > found.distance, "the normal at {point} leads inwards");
        }
    }
}

//! How often a closed mesh winds around a point, counted where a ray along an axis leaves and enters it.
//!
//! On a mesh whose every edge runs both ways the count is the whole winding number, also where the mesh crosses itself. It takes a
//! fraction of the work of [`super::winding`], which open meshes need.

use super::Point;
use super::tree::{MAX_DEPTH, Posed, TriangleTree};

/// The winding number of a closed mesh around a point that is not on it.
pub(crate) fn winding(tree: &TriangleTree, posed: impl Posed, point: &Point) -> i32 {
    if tree.nodes.is_empty() {
        return 0;
    }
    let whole = posed.bounds(0);
    // The shortest way out of the box around the mesh meets least.
    let ways = [
        point.x - whole.min[0],
        whole.max[0] - point.x,
        point.y - whole.min[1],
        whole.max[1] - point.y,
        point.z - whole.min[2],
        whole.max[2] - point.z,
    ];
    let shortest = (1..6).fold(0, |best, way| if ways[way] < ways[best] { way } else { best });
    match shortest {
        0 => -count::<0, false>(tree, posed, point),
        1 => count::<0, true>(tree, posed, point),
        2 => -count::<1, false>(tree, posed, point),
        3 => count::<1, true>(tree, posed, point),
        4 => -count::<2, false>(tree, posed, point),
        _ => count::<2, true>(tree, posed, point),
    }
}

/// The crossings of the ray from the point along an axis, up or down: 1 for each triangle that faces up, −1 for one that faces down.
fn count<const AXIS: usize, const UP: bool>(tree: &TriangleTree, posed: impl Posed, point: &Point) -> i32 {
    let (u, v) = ((AXIS + 1) % 3, (AXIS + 2) % 3);
    let mut sum = 0;
    let mut stack = [0u32; MAX_DEPTH + 1];
    let mut depth = 1;
    while depth > 0 {
        depth -= 1;
        let at = stack[depth] as usize;
        let bounds = posed.bounds(at);
        let is_ahead = if UP { bounds.max[AXIS] >= point[AXIS] } else { bounds.min[AXIS] <= point[AXIS] };
        let is_across = bounds.min[u] <= point[u]
            && bounds.max[u] >= point[u]
            && bounds.min[v] <= point[v]
            && bounds.max[v] >= point[v];
        if !(is_ahead && is_across) {
            continue;
        }
        let node = tree.nodes[at];
        posed.enter(at);
        if node.count == 0 {
            stack[depth] = node.link;
            stack[depth + 1] = at as u32 + 1;
            depth += 2;
            continue;
        }
        for triangle in node.link as usize..(node.link + node.count) as usize {
            sum += crossing::<AXIS, UP>(point, &posed.corners(triangle));
        }
    }
    sum
}

/// How often the triangle, seen along the axis, winds around the point, if it is ahead. What neighbours add on the edge between them
/// cancels to the last bit, so no ray slips through.
fn crossing<const AXIS: usize, const UP: bool>(point: &Point, corners: &[Point; 3]) -> i32 {
    let (u, v) = ((AXIS + 1) % 3, (AXIS + 2) % 3);
    let from_point = corners.map(|corner| corner - point);
    let mut turns = 0;
    for i in 0..3 {
        let (a, b) = (&from_point[i], &from_point[(i + 1) % 3]);
        let (is_low, is_next_low) = (a[v] <= 0.0, b[v] <= 0.0);
        if is_low == is_next_low {
            continue;
        }
        let side = a[u] * b[v] - a[v] * b[u];
        if is_low && side > 0.0 {
            turns += 1;
        } else if !is_low && side < 0.0 {
            turns -= 1;
        }
    }
    if turns == 0 {
        return 0;
    }
    let is_ahead = |height: f32| if UP { height > 0.0 } else { height < 0.0 };
    let ahead = from_point.iter().filter(|corner| is_ahead(corner[AXIS])).count();
    let is_crossed = match ahead {
        0 => false,
        3 => true,
        // The triangle spans the point's height; its plane decides.
        _ => {
            let [a, b, c] = &from_point;
            is_ahead(a.dot(&(b - a).cross(&(c - a))) * turns as f32)
        }
    };
    if is_crossed { turns } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::super::winding::Dipoles;
    use super::super::{PosedTree, bumpy_ball, cube};
    use super::*;
    use crate::math::Random;

    fn posed(points: &[Point], triangles: &[[u32; 3]]) -> (TriangleTree, PosedTree) {
        let tree = TriangleTree::new(points, triangles);
        let mut posed = PosedTree::default();
        posed.refit(&tree, points);
        (tree, posed)
    }

    #[test]
    fn every_ray_counts_what_dipoles_measure_also_where_two_bodies_cross() {
        let (mut points, mut triangles) = bumpy_ball(24, 40);
        let first = points.len() as u32;
        let second: Vec<Point> = points.iter().map(|p| p * 0.8 + Point::new(0.5, 0.2, -0.1)).collect();
        let shifted: Vec<[u32; 3]> = triangles.iter().map(|t| t.map(|c| c + first)).collect();
        points.extend(second);
        triangles.extend(shifted);
        let (tree, posed) = posed(&points, &triangles);
        let mut dipoles = Dipoles::default();
        dipoles.refit(&tree, &posed);
        let mut random = Random::new(21);
        let mut seen = [0; 3];
        for _ in 0..3000 {
            let point = Point::from_fn(|_, _| ((random.uniform() * 2.0 - 1.0) * 1.6) as f32);
            let measured = dipoles.winding(&tree, &posed, &point).round() as i32;
            let (t, p) = (&tree, &posed);
            let rays = [
                -count::<0, false>(t, p, &point),
                count::<0, true>(t, p, &point),
                -count::<1, false>(t, p, &point),
                count::<1, true>(t, p, &point),
                -count::<2, false>(t, p, &point),
                count::<2, true>(t, p, &point),
            ];
            assert_eq!(rays, [measured; 6], "{point}");
            assert_eq!(winding(t, p, &point), measured);
            seen[measured as usize] += 1;
        }
        assert!(seen.iter().all(|count| *count > 50), "{seen:?}");
    }

    #[test]
    fn rays_through_edges_and_corners_are_counted_once() {
        // From the middle of a cube rays meet diagonals; on a line through two corners' columns they meet edges and corners.
        let (points, triangles) = cube();
        let (tree, posed) = posed(&points, &triangles);
        for place in [[0.5, 0.5, 0.5], [0.25, 0.25, 0.25], [0.5, 0.25, 0.75], [0.25, 0.75, 0.5]] {
            assert_eq!(winding(&tree, &posed, &Point::from(place)), 1, "{place:?}");
        }
        for place in [[1.5, 0.0, 0.0], [0.0, -0.5, 1.0], [0.0, 0.0, -0.5], [1.0, 1.0, 1.5], [0.5, 0.5, -1.0]]
        {
            assert_eq!(winding(&tree, &posed, &Point::from(place)), 0, "{place:?}");
        }
    }

    #[test]
    fn nothing_winds_around_no_mesh() {
        assert_eq!(winding(&TriangleTree::default(), &PosedTree::default(), &Point::zeros()), 0);
    }
}

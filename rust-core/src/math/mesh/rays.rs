//! Rays through a posed mesh.

use super::Point;
use super::tree::{Bounds, MAX_DEPTH, Posed, TriangleTree};

/// Whether the ray meets any triangle.
pub(crate) fn is_hit(tree: &TriangleTree, posed: impl Posed, start: &Point, direction: &Point) -> bool {
    first_hit(tree, posed, start, direction, f32::INFINITY, true).is_some()
}

/// How far along the ray the surface is met first, nearer than `limit`; both sides of it count. `direction` has length 1.
pub(crate) fn hit_distance(
    tree: &TriangleTree,
    posed: impl Posed,
    start: &Point,
    direction: &Point,
    limit: f32,
) -> Option<f32> {
    first_hit(tree, posed, start, direction, limit, false)
}

fn first_hit(
    tree: &TriangleTree,
    posed: impl Posed,
    start: &Point,
    direction: &Point,
    limit: f32,
    any_will_do: bool,
) -> Option<f32> {
    if tree.nodes.is_empty() {
        return None;
    }
    let inverse = direction.map(|x| 1.0 / x);
    let mut stack = [0u32; MAX_DEPTH + 1];
    let mut depth = 1;
    let (mut nearest, mut found) = (limit, None);
    while depth > 0 {
        depth -= 1;
        let at = stack[depth] as usize;
        if !meets_box(&posed.bounds(at), start, &inverse, nearest) {
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
            let Some(distance) = meets_triangle(&posed.corners(triangle), start, direction) else { continue };
            if distance < nearest {
                (nearest, found) = (distance, Some(distance));
                if any_will_do {
                    return found;
                }
            }
        }
    }
    found
}

fn meets_box(bounds: &Bounds, start: &Point, inverse: &Point, limit: f32) -> bool {
    let (mut near, mut far) = (0.0f32, limit);
    for axis in 0..3 {
        let (a, b) = (
            (bounds.min[axis] - start[axis]) * inverse[axis],
            (bounds.max[axis] - start[axis]) * inverse[axis],
        );
        // min and max drop a NaN, which a ray along a face of the box gives.
        near = near.max(a.min(b));
        far = far.min(a.max(b));
    }
    near <= far
}

/// Where the ray meets the triangle, by Cramer's rule (Möller and Trumbore 1997); both sides of the triangle count.
fn meets_triangle([a, b, c]: &[Point; 3], start: &Point, direction: &Point) -> Option<f32> {
    let (ab, ac) = (b - a, c - a);
    let p = direction.cross(&ac);
    let determinant = ab.dot(&p);
    if determinant == 0.0 {
        return None;
    }
    let inverse = 1.0 / determinant;
    let from_a = start - a;
    let u = from_a.dot(&p) * inverse;
    let q = from_a.cross(&ab);
    let v = direction.dot(&q) * inverse;
    let distance = ac.dot(&q) * inverse;
    (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && distance > 0.0).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::super::{PosedTree, bumpy_ball};
    use super::*;

    #[test]
    fn the_first_hit_is_the_nearest_of_all_triangles() {
        let (points, triangles) = bumpy_ball(16, 24);
        let tree = TriangleTree::new(&points, &triangles);
        let mut posed = PosedTree::default();
        posed.refit(&tree, &points);
        for i in 0..200 {
            let turn = i as f32 * 0.7;
            let direction = Point::new(turn.cos(), (turn * 1.3).sin(), turn.sin()).normalize();
            let start = Point::new(0.3 * turn.sin(), 0.2 * turn.cos(), 0.1);
            let slow = posed.corners.iter().filter_map(|corners| meets_triangle(corners, &start, &direction));
            let slow = slow.fold(f32::INFINITY, f32::min);
            assert_eq!(hit_distance(&tree, &posed, &start, &direction, 9.0), Some(slow), "{i}");
            assert!(is_hit(&tree, &posed, &start, &direction));
            // The ball is closed and has a radius between 0.6 and 1.4: from inside the hit lies on it.
            let radius = (start + direction * slow).norm();
            assert!((0.55..1.45).contains(&radius), "{i}: {radius}");
            assert_eq!(hit_distance(&tree, &posed, &start, &direction, slow * 0.99), None);
        }
    }
}

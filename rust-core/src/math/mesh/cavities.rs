//! Surface that nothing can reach from outside: mouth, nostrils, ears, the inner side of clothes.
//!
//! A limb that penetrates a head must not find its way out into the mouth. A face is hidden when no ray from it, of a fixed set of
//! directions on its outer side, leaves the body.

use super::Point;
use super::rays::is_hit;
use super::tree::{PosedTree, TriangleTree};
use rayon::prelude::*;

/// Directions over the whole sphere; about half of them are on the outer side of a face.
const DIRECTION_COUNT: usize = 48;
/// Rays start this far off their face, metres, so that they do not hit it.
const LIFT: f32 = 1e-4;

/// Which triangles are hidden, in the order of `triangles`.
pub(crate) fn find_cavities(points: &[Point], triangles: &[[u32; 3]]) -> Vec<bool> {
    let tree = TriangleTree::new(points, triangles);
    let mut posed = PosedTree::default();
    posed.refit(&tree, points);
    let directions = spread_directions(DIRECTION_COUNT);
    // For each direction all of them, the nearest first.
    let around: Vec<usize> = directions
        .iter()
        .flat_map(|from| {
            let mut order: Vec<usize> = (0..DIRECTION_COUNT).collect();
            order.sort_by(|&a, &b| directions[b].dot(from).total_cmp(&directions[a].dot(from)));
            order
        })
        .collect();
    triangles
        .par_iter()
        .map(|corners| {
            let [a, b, c] = corners.map(|c| points[c as usize]);
            let Some(normal) = (b - a).cross(&(c - a)).try_normalize(0.0) else {
                return true;
            };
            let start = (a + b + c) / 3.0 + normal * LIFT;
            // One way out in about 24 is 4 %, the share below which a face counts as hidden. Most faces have one straight ahead.
            let ahead = |d: &Point| d.dot(&normal);
            let nearest = (0..DIRECTION_COUNT)
                .fold(0, |best, i| if ahead(&directions[i]) > ahead(&directions[best]) { i } else { best });
            let order = &around[nearest * DIRECTION_COUNT..(nearest + 1) * DIRECTION_COUNT];
            !order
                .iter()
                .map(|&i| &directions[i])
                .filter(|direction| ahead(direction) > 0.05)
                .any(|direction| !is_hit(&tree, &posed, &start, direction))
        })
        .collect()
}

/// Evenly spread unit vectors on a spiral (Fibonacci lattice).
pub(crate) fn spread_directions(count: usize) -> Vec<Point> {
    let turn = std::f32::consts::PI * (3.0 - 5f32.sqrt());
    (0..count)
        .map(|i| {
            let height = 1.0 - (2 * i + 1) as f32 / count as f32;
            let radius = (1.0 - height * height).sqrt();
            let angle = turn * i as f32;
            Point::new(radius * angle.cos(), height, radius * angle.sin())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::bumpy_ball;
    use super::*;

    #[test]
    fn the_inner_wall_of_a_shell_is_hidden() {
        let (outer, triangles) = bumpy_ball(16, 24);
        // A smaller copy inside that faces inwards, as the wall of a cavity does.
        let count = outer.len() as u32;
        let points: Vec<Point> = outer.iter().copied().chain(outer.iter().map(|p| p * 0.7)).collect();
        let inner = triangles.iter().map(|&[a, b, c]| [a + count, c + count, b + count]);
        let all: Vec<[u32; 3]> = triangles.iter().copied().chain(inner).collect();
        let hidden = find_cavities(&points, &all);
        assert!(hidden[..triangles.len()].iter().all(|&h| !h));
        assert!(hidden[triangles.len()..].iter().all(|&h| h));
    }
}

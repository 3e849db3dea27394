//! How often a posed mesh winds around a point: 1 inside, 0 outside, also where the mesh has holes or crosses itself
//! (Jacobson, Kavan and Sorkine-Hornung 2013). Far triangles are taken together as one dipole (Barill et al. 2018).

use super::Point;
use super::tree::{MAX_DEPTH, PosedTree, TriangleTree};
use std::f32::consts::PI;

/// A group of triangles is one dipole for points farther than this many times its radius.
const OPENING: f32 = 2.0;

/// The dipole of every node in one pose.
#[derive(Debug, Clone, Default)]
pub(crate) struct Dipoles {
    nodes: Vec<Dipole>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Dipole {
    centre: Point,
    /// Area vectors of the triangles, summed.
    moment: Point,
    area: f32,
    radius: f32,
}

impl Dipoles {
    /// Fits the dipoles to a refitted tree.
    pub(crate) fn refit(&mut self, tree: &TriangleTree, posed: &PosedTree) {
        self.nodes.resize(tree.nodes.len(), Dipole::default());
        for index in (0..tree.nodes.len()).rev() {
            let node = tree.nodes[index];
            let mut weighted = Point::zeros();
            let mut own = Dipole::default();
            if node.count == 0 {
                for child in [&self.nodes[index + 1], &self.nodes[node.link as usize]] {
                    weighted += child.centre * child.area;
                    own.moment += child.moment;
                    own.area += child.area;
                }
            } else {
                for &[a, b, c] in &posed.corners[node.link as usize..(node.link + node.count) as usize] {
                    let moment = (b - a).cross(&(c - a)) * 0.5;
                    let area = moment.norm();
                    weighted += (a + b + c) * (area / 3.0);
                    own.moment += moment;
                    own.area += area;
                }
            }
            let bounds = &posed.bounds[index];
            own.centre =
                if own.area > 0.0 { weighted / own.area } else { (bounds.lowest() + bounds.highest()) * 0.5 };
            own.radius = (bounds.highest() - own.centre).sup(&(own.centre - bounds.lowest())).norm();
            self.nodes[index] = own;
        }
    }

    /// The winding number of the mesh around a point.
    pub(crate) fn winding(&self, tree: &TriangleTree, posed: &PosedTree, point: &Point) -> f32 {
        if tree.nodes.is_empty() {
            return 0.0;
        }
        let mut sum = 0.0;
        let mut stack = [0u32; MAX_DEPTH + 1];
        let mut depth = 1;
        while depth > 0 {
            depth -= 1;
            let at = stack[depth] as usize;
            let (node, dipole) = (tree.nodes[at], &self.nodes[at]);
            let to_centre = dipole.centre - point;
            let squared = to_centre.norm_squared();
            if squared > (OPENING * dipole.radius).powi(2) {
                sum += dipole.moment.dot(&to_centre) / (squared * squared.sqrt());
            } else if node.count > 0 {
                for corners in &posed.corners[node.link as usize..(node.link + node.count) as usize] {
                    sum += solid_angle(point, corners);
                }
            } else {
                stack[depth] = node.link;
                stack[depth + 1] = at as u32 + 1;
                depth += 2;
            }
        }
        sum / (4.0 * PI)
    }
}

/// The signed solid angle of a triangle seen from a point (Van Oosterom and Strackee 1983).
fn solid_angle(point: &Point, corners: &[Point; 3]) -> f32 {
    let [a, b, c] = corners.map(|corner| corner - point);
    let [la, lb, lc] = [a.norm(), b.norm(), c.norm()];
    let volume = a.dot(&b.cross(&c));
    let scale = la * lb * lc + a.dot(&b) * lc + b.dot(&c) * la + c.dot(&a) * lb;
    2.0 * volume.atan2(scale)
}

#[cfg(test)]
mod tests {
    use super::super::{bumpy_ball, cube};
    use super::*;
    use crate::math::Random;

    #[test]
    fn dipoles_agree_with_the_sum_over_all_triangles() {
        let (points, triangles) = bumpy_ball(24, 40);
        let tree = TriangleTree::new(&points, &triangles);
        let mut posed = PosedTree::default();
        posed.refit(&tree, &points);
        let mut dipoles = Dipoles::default();
        dipoles.refit(&tree, &posed);
        let mut random = Random::new(11);
        for _ in 0..500 {
            let point = Point::from_fn(|_, _| ((random.uniform() * 2.0 - 1.0) * 1.5) as f32);
            let exact: f32 =
                posed.corners.iter().map(|corners| solid_angle(&point, corners)).sum::<f32>() / (4.0 * PI);
            let fast = dipoles.winding(&tree, &posed, &point);
            assert!((fast - exact).abs() < 0.1, "{fast} for {exact}");
            assert!((exact - exact.round()).abs() < 1e-3, "a closed mesh winds a whole number of times");
        }
    }

    #[test]
    fn an_open_box_still_has_an_inside() {
        let (points, mut triangles) = cube();
        triangles.drain(2..4);
        let tree = TriangleTree::new(&points, &triangles);
        let mut posed = PosedTree::default();
        posed.refit(&tree, &points);
        let mut dipoles = Dipoles::default();
        dipoles.refit(&tree, &posed);
        assert!(dipoles.winding(&tree, &posed, &Point::new(0.5, 0.5, 0.2)) > 0.5);
        assert!(dipoles.winding(&tree, &posed, &Point::new(0.5, 0.5, 1.4)) < 0.5);
        assert!(dipoles.winding(&tree, &posed, &Point::new(-0.3, 0.5, 0.5)) < 0.5);
    }
}

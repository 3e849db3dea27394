//! [`Rings`]: the neighbours of every point of a mesh along its edges.

use super::Point;
use std::collections::HashMap;

/// The ring of every point, and an order in which each point but the first of its part comes after a neighbour.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rings {
    offsets: Vec<u32>,
    neighbours: Vec<u32>,
    /// Every point once, with the neighbour that it was reached from; itself where a connected part starts.
    pub(crate) walk: Vec<(u32, u32)>,
    twin_count: usize,
}

impl Rings {
    /// Points on one spot of `rest` are seams of texture or shading: they have one ring together, and none of them is in
    /// another's. So what is smoothed over the rings stays equal on both sides of a seam.
    pub(crate) fn new(rest: &[Point], triangles: &[[u32; 3]]) -> Self {
        let mut known: HashMap<[u32; 3], u32> = HashMap::with_capacity(rest.len());
        let first_on_spot: Vec<u32> = (0..rest.len() as u32)
            .map(|i| {
                // Adding zero makes one zero of the two.
                let spot = rest[i as usize];
                *known.entry([spot.x, spot.y, spot.z].map(|x| (x + 0.0).to_bits())).or_insert(i)
            })
            .collect();
        let mut edges: Vec<(u32, u32)> = triangles
            .iter()
            .flat_map(|corners| {
                let [a, b, c] = corners.map(|c| first_on_spot[c as usize]);
                [(a, b), (b, a), (b, c), (c, b), (c, a), (a, c)]
            })
            .filter(|(a, b)| a != b)
            .collect();
        edges.sort_unstable();
        edges.dedup();
        let mut first = vec![0u32; rest.len() + 1];
        edges.iter().for_each(|edge| first[edge.0 as usize + 1] += 1);
        for i in 0..rest.len() {
            first[i + 1] += first[i];
        }
        let mut rings =
            Self { offsets: vec![0], neighbours: Vec::with_capacity(edges.len()), ..Self::default() };
        for &own in &first_on_spot {
            let range = first[own as usize] as usize..first[own as usize + 1] as usize;
            rings.neighbours.extend(edges[range].iter().map(|edge| edge.1));
            rings.offsets.push(rings.neighbours.len() as u32);
        }
        rings.walk = rings.walk_from(&first_on_spot);
        rings.twin_count =
            first_on_spot.iter().enumerate().filter(|(i, first)| *i != **first as usize).count();
        rings
    }

    /// The neighbours of a point.
    #[inline]
    pub(crate) fn of(&self, point: u32) -> &[u32] {
        let range = self.offsets[point as usize] as usize..self.offsets[point as usize + 1] as usize;
        &self.neighbours[range]
    }

    /// Points on the spot of another one, with that one.
    pub(crate) fn twins(&self) -> &[(u32, u32)] {
        &self.walk[self.walk.len() - self.twin_count..]
    }

    /// Breadth first, so that a point is reached over few edges; twins on one spot come last.
    fn walk_from(&self, first_on_spot: &[u32]) -> Vec<(u32, u32)> {
        let count = first_on_spot.len();
        let mut walk: Vec<(u32, u32)> = Vec::with_capacity(count);
        let mut is_known = vec![false; count];
        for start in 0..count as u32 {
            if is_known[start as usize] || first_on_spot[start as usize] != start {
                continue;
            }
            is_known[start as usize] = true;
            let mut next = walk.len();
            walk.push((start, start));
            while next < walk.len() {
                let at = walk[next].0;
                next += 1;
                for &other in self.of(at) {
                    if !is_known[other as usize] {
                        is_known[other as usize] = true;
                        walk.push((other, at));
                    }
                }
            }
        }
        let twins = (0..count as u32).filter(|&i| first_on_spot[i as usize] != i);
        walk.extend(twins.map(|i| (i, first_on_spot[i as usize])));
        walk
    }
}

#[cfg(test)]
mod tests {
    use super::super::cube;
    use super::*;

    #[test]
    fn every_point_comes_after_the_one_it_is_reached_from() {
        let (points, triangles) = cube();
        let rings = Rings::new(&points, &triangles);
        assert_eq!((0..8).map(|p| rings.of(p).len()).sum::<usize>(), 36, "18 edges, seen from both ends");
        let mut is_known = [false; 8];
        for (i, &(point, from)) in rings.walk.iter().enumerate() {
            assert!(is_known[from as usize] || (i == 0 && from == point));
            is_known[point as usize] = true;
        }
        assert_eq!(rings.walk.len(), 8);
    }

    #[test]
    fn twins_of_a_seam_share_their_ring() {
        // Two triangles with an edge in common whose points are doubled.
        let spot = |x: f32, y: f32| Point::new(x, y, 0.0);
        let points =
            [spot(0.0, 0.0), spot(1.0, 0.0), spot(0.0, 1.0), spot(1.0, 0.0), spot(0.0, 1.0), spot(1.0, 1.0)];
        let rings = Rings::new(&points, &[[0, 1, 2], [3, 5, 4]]);
        assert_eq!(rings.of(1), rings.of(3));
        assert_eq!(rings.of(1), &[0, 2, 5]);
        assert!(rings.walk.contains(&(3, 1)));
    }
}

//! Which triangles share an edge or a corner; connected parts; holes and the fans that close them.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// No triangle on the other side of an edge.
pub(crate) const NONE: u32 = u32::MAX;

/// Edges by their two points.
type EdgeMap<V> = HashMap<u64, V, BuildHasherDefault<EdgeHasher>>;

fn edge(a: u32, b: u32) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

/// Multiplies by the golden ratio (Knuth 1973, section 6.4). Nobody chooses the numbers of a mesh's points to slow it down.
#[derive(Debug, Clone, Copy, Default)]
struct EdgeHasher(u64);

impl Hasher for EdgeHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u64(&mut self, key: u64) {
        let mixed = (self.0 ^ key).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ (mixed >> 32);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Neighbours of every triangle and triangles around every point.
#[derive(Debug, Clone, Default)]
pub(crate) struct Adjacency {
    /// The triangle across each edge (corner `i` to corner `i + 1`), or [`NONE`].
    pub(crate) across: Vec<[u32; 3]>,
    around_offsets: Vec<u32>,
    around: Vec<u32>,
}

impl Adjacency {
    /// Neighbours of triangles whose corners are numbered below `point_count`.
    pub(crate) fn new(point_count: usize, triangles: &[[u32; 3]]) -> Self {
        let mut across = vec![[NONE; 3]; triangles.len()];
        let mut open: EdgeMap<(u32, u8)> =
            EdgeMap::with_capacity_and_hasher(triangles.len() * 2, Default::default());
        for (t, corners) in triangles.iter().enumerate() {
            for side in 0..3 {
                let (a, b) = (corners[side], corners[(side + 1) % 3]);
                // The neighbour runs along the edge the other way round. A third triangle on an edge stays alone.
                if let Some((other, other_side)) = open.remove(&edge(b, a)) {
                    across[t][side] = other;
                    across[other as usize][other_side as usize] = t as u32;
                } else {
                    open.insert(edge(a, b), (t as u32, side as u8));
                }
            }
        }
        let mut around_offsets = vec![0u32; point_count + 1];
        for &c in triangles.iter().flatten() {
            around_offsets[c as usize + 1] += 1;
        }
        for i in 0..point_count {
            around_offsets[i + 1] += around_offsets[i];
        }
        let mut next = around_offsets.clone();
        let mut around = vec![0; triangles.len() * 3];
        for (t, corners) in triangles.iter().enumerate() {
            for &c in corners {
                around[next[c as usize] as usize] = t as u32;
                next[c as usize] += 1;
            }
        }
        Self { across, around_offsets, around }
    }

    /// The triangles with that corner.
    pub(crate) fn around(&self, point: u32) -> &[u32] {
        let range =
            self.around_offsets[point as usize] as usize..self.around_offsets[point as usize + 1] as usize;
        &self.around[range]
    }
}

/// Whether every edge is run along as often one way as the other: then the triangles wind around any point a whole number of times.
pub(crate) fn is_closed(triangles: &[[u32; 3]]) -> bool {
    let mut surplus: EdgeMap<i32> =
        EdgeMap::with_capacity_and_hasher(triangles.len() * 2, Default::default());
    for corners in triangles {
        for side in 0..3 {
            let (a, b) = (corners[side], corners[(side + 1) % 3]);
            *surplus.entry(edge(a.min(b), a.max(b))).or_default() += if a < b { 1 } else { -1 };
        }
    }
    surplus.values().all(|&count| count == 0)
}

/// The connected part of each triangle, by shared corners, numbered in order of first appearance.
pub(crate) fn components(point_count: usize, triangles: &[[u32; 3]]) -> (Vec<usize>, usize) {
    let mut parent: Vec<u32> = (0..point_count as u32).collect();
    fn root(parent: &mut [u32], mut point: u32) -> u32 {
        while parent[point as usize] != point {
            parent[point as usize] = parent[parent[point as usize] as usize];
            point = parent[point as usize];
        }
        point
    }
    for &[a, b, c] in triangles {
        for other in [b, c] {
            let (low, high) = (root(&mut parent, a), root(&mut parent, other));
            parent[low.max(high) as usize] = low.min(high);
        }
    }
    let mut number = HashMap::new();
    let of_triangle = triangles
        .iter()
        .map(|corners| {
            let next = number.len();
            *number.entry(root(&mut parent, corners[0])).or_insert(next)
        })
        .collect();
    (of_triangle, number.len())
}

/// The loops of edges that have a triangle on one side only, each as its points in the direction of its triangles.
pub(crate) fn boundary_loops(triangles: &[[u32; 3]], adjacency: &Adjacency) -> Vec<Vec<u32>> {
    let mut outgoing: HashMap<u32, Vec<u32>> = HashMap::new();
    let mut starts = Vec::new();
    for (t, corners) in triangles.iter().enumerate() {
        for edge in 0..3 {
            if adjacency.across[t][edge] == NONE {
                let (a, b) = (corners[edge], corners[(edge + 1) % 3]);
                outgoing.entry(a).or_default().push(b);
                starts.push(a);
            }
        }
    }
    let mut loops = Vec::new();
    for start in starts {
        let mut walked = Vec::new();
        let mut at = start;
        while let Some(next) = outgoing.get_mut(&at).and_then(Vec::pop) {
            walked.push(at);
            at = next;
            if at == start {
                break;
            }
        }
        // An edge alone, or two, bounds no area.
        if walked.len() >= 3 {
            loops.push(walked);
        }
    }
    loops
}

/// Triangles from a loop to the new point `centre`, facing as the mesh around the hole does.
pub(crate) fn fan(rim: &[u32], centre: u32) -> impl Iterator<Item = [u32; 3]> + '_ {
    (0..rim.len()).map(move |i| [rim[(i + 1) % rim.len()], rim[i], centre])
}

#[cfg(test)]
mod tests {
    use super::super::cube;
    use super::*;

    #[test]
    fn a_cube_is_closed_and_one_part() {
        let (points, triangles) = cube();
        assert!(is_closed(&triangles));
        let adjacency = Adjacency::new(points.len(), &triangles);
        assert!(adjacency.across.iter().flatten().all(|&t| t != NONE));
        assert!(boundary_loops(&triangles, &adjacency).is_empty());
        assert_eq!(components(points.len(), &triangles).1, 1);
        assert_eq!((0..8).map(|p| adjacency.around(p).len()).sum::<usize>(), 36);
    }

    #[test]
    fn a_box_without_a_triangle_is_open_and_two_boxes_on_one_edge_are_closed() {
        let (_, mut triangles) = cube();
        // Another cube with the edge from point 0 to point 1 in common: four triangles meet there.
        let other = triangles.iter().map(|t| t.map(|c| if c < 2 { c } else { c + 8 }));
        let both: Vec<[u32; 3]> = triangles.iter().copied().chain(other.collect::<Vec<_>>()).collect();
        assert!(is_closed(&both));
        triangles.pop();
        assert!(!is_closed(&triangles));
    }

    #[test]
    fn a_hole_is_closed_by_a_fan_that_faces_outwards() {
        let (mut points, mut triangles) = cube();
        triangles.drain(2..4);
        let adjacency = Adjacency::new(points.len(), &triangles);
        let loops = boundary_loops(&triangles, &adjacency);
        assert_eq!(loops.len(), 1);
        assert_eq!(loops[0].len(), 4);
        points.push(super::super::Point::new(0.5, 0.5, 1.0));
        triangles.extend(fan(&loops[0], 8));
        let adjacency = Adjacency::new(points.len(), &triangles);
        assert!(boundary_loops(&triangles, &adjacency).is_empty());
        for &[a, b, c] in &triangles[10..] {
            let [a, b, c] = [a, b, c].map(|i| points[i as usize]);
            assert!((b - a).cross(&(c - a)).z > 0.0);
        }
    }

    #[test]
    fn parts_are_counted_by_shared_corners() {
        let (part, count) = components(9, &[[0, 1, 2], [3, 4, 5], [2, 6, 7]]);
        assert_eq!((part, count), (vec![0, 1, 0], 2));
    }
}

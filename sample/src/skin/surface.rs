//! [`build_surface`]: a closed triangle surface from a signed distance, by surface nets.
//!
//! One vertex per cell and sheet of surface passing through it, a quad per grid edge that crosses the surface.
//! Sheets are told apart as in dual marching cubes, so that thin gaps do not weld; what cannot be told apart is left
//! to [`Surface::is_closed`]. The points are then relaxed along the surface and put back onto it.

use super::shape::Shape;
use std::collections::HashSet;
use surefoot::math::Vec3;

/// Points and triangles, counter-clockwise from outside.
#[derive(Debug, Clone)]
pub(super) struct Surface {
    pub(super) points: Vec<Vec3>,
    pub(super) triangles: Vec<[u32; 3]>,
}

/// Corners of a cell have x, y and z in bits 0, 1 and 2; an edge is its axis and the corner it starts from.
const EDGES: [(usize, usize); 12] =
    [(0, 0), (0, 2), (0, 4), (0, 6), (1, 0), (1, 1), (1, 4), (1, 5), (2, 0), (2, 1), (2, 2), (2, 3)];

fn edge_index(axis: usize, corner: usize) -> usize {
    let [low, high] = [[1, 2], [0, 2], [0, 1]][axis];
    4 * axis + ((corner >> low) & 1) + 2 * ((corner >> high) & 1)
}

struct Grid {
    size: [usize; 3],
    origin: Vec3,
    cell: f64,
    values: Vec<f64>,
}

impl Grid {
    /// Samples the body. A plane of nodes lies at x = 0, so that the gap between the legs is seen; `shift` places
    /// the others.
    fn new(shape: &Shape, cell: f64, shift: [f64; 2]) -> Self {
        let half = (0.85 / cell).ceil() as usize;
        let rows = (1.86 / cell).ceil() as usize;
        let layers = (0.86 / cell).ceil() as usize;
        let origin = Vec3::new(
            -(half as f64) * cell,
            -(1.0 + shift[0]) * cell,
            -(0.40 / cell).ceil() * cell + shift[1] * cell,
        );
        let size = [2 * half + 1, rows + 3, layers + 1];
        let mut grid = Self { size, origin, cell, values: vec![1.0; size[0] * size[1] * size[2]] };
        for z in 0..size[2] {
            for y in 0..size[1] {
                let mut x = half;
                while x < size[0] {
                    let d = shape.distance(&grid.place([x, y, z]));
                    // Nodes as near as the distance allows cannot be inside either; half of it is a safe stride.
                    let stride = if d > 4.0 * cell { (0.5 * d / cell) as usize } else { 1 };
                    for at in x..(x + stride).min(size[0]) {
                        let (right, left) = (grid.node([at, y, z]), grid.node([2 * half - at, y, z]));
                        grid.values[right] = d;
                        grid.values[left] = d;
                    }
                    x += stride;
                }
            }
        }
        grid
    }

    fn node(&self, at: [usize; 3]) -> usize {
        (at[2] * self.size[1] + at[1]) * self.size[0] + at[0]
    }

    fn place(&self, at: [usize; 3]) -> Vec3 {
        self.origin + Vec3::new(at[0] as f64, at[1] as f64, at[2] as f64) * self.cell
    }

    fn corner(at: [usize; 3], corner: usize) -> [usize; 3] {
        [at[0] + (corner & 1), at[1] + (corner >> 1 & 1), at[2] + (corner >> 2)]
    }

    /// Adds the vertices of one cell; returns the vertex of each of its edges.
    fn add_cell(&self, at: [usize; 3], points: &mut Vec<Vec3>) -> Option<[u32; 12]> {
        let corners: [usize; 8] = std::array::from_fn(|c| self.node(Self::corner(at, c)));
        let values = corners.map(|node| self.values[node]);
        let inside = values.map(|v| v < 0.0);
        if inside.iter().all(|i| *i == inside[0]) {
            return None;
        }
        let crosses = |e: usize| inside[EDGES[e].1] != inside[EDGES[e].1 | 1 << EDGES[e].0];
        let mut group: [usize; 12] = std::array::from_fn(|e| e);
        let mut join = |a: usize, b: usize| {
            let (from, to) = (group[a].max(group[b]), group[a].min(group[b]));
            group.iter_mut().filter(|g| **g == from).for_each(|g| *g = to);
        };
        for axis in 0..3 {
            let (b, c) = (1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3));
            for side in [0, 1 << axis] {
                let ring: [usize; 4] = [side, side | b, side | b | c, side | c];
                let between = |i: usize| {
                    let (from, to) = (ring[i % 4], ring[(i + 1) % 4]);
                    edge_index((from ^ to).trailing_zeros() as usize, from & to)
                };
                let crossing: Vec<usize> = (0..4).filter(|&i| crosses(between(i))).collect();
                if crossing.len() == 2 {
                    join(between(crossing[0]), between(crossing[1]));
                } else if crossing.len() == 4 {
                    // Two inside corners across: the outside runs between them, on both sides of the face alike.
                    for i in (0..4).filter(|&i| inside[ring[i]]) {
                        join(between(i), between((i + 3) % 4));
                    }
                }
            }
        }
        let mut vertex = [u32::MAX; 12];
        for root in 0..12 {
            let members: Vec<usize> = (0..12).filter(|&e| crosses(e) && group[e] == root).collect();
            if members.is_empty() {
                continue;
            }
            let sum: Vec3 = members
                .iter()
                .map(|&e| {
                    let (axis, from) = EDGES[e];
                    let to = from | 1 << axis;
                    let share = values[from] / (values[from] - values[to]);
                    let (a, b) = (self.place(Self::corner(at, from)), self.place(Self::corner(at, to)));
                    a + (b - a) * share
                })
                .sum();
            members.iter().for_each(|&e| vertex[e] = points.len() as u32);
            points.push(sum / members.len() as f64);
        }
        Some(vertex)
    }
}

/// The skin as triangles, or `None` if it leaves the grid.
pub(super) fn build_surface(shape: &Shape, cell: f64, shift: [f64; 2]) -> Option<Surface> {
    let grid = Grid::new(shape, cell, shift);
    let [nx, ny, nz] = grid.size;
    let mut points = Vec::new();
    let mut cells = vec![u32::MAX; grid.values.len()];
    let mut edges: Vec<[u32; 12]> = Vec::new();
    for z in 0..nz - 1 {
        for y in 0..ny - 1 {
            for x in 0..nx - 1 {
                if let Some(vertex) = grid.add_cell([x, y, z], &mut points) {
                    cells[grid.node([x, y, z])] = edges.len() as u32;
                    edges.push(vertex);
                }
            }
        }
    }
    let mut triangles = Vec::new();
    for z in 0..nz {
        for y in 0..ny {
            for x in 0..nx {
                let at = [x, y, z];
                for axis in 0..3 {
                    let mut next = at;
                    next[axis] += 1;
                    if next[axis] >= grid.size[axis] {
                        continue;
                    }
                    let inside = grid.values[grid.node(at)] < 0.0;
                    if inside == (grid.values[grid.node(next)] < 0.0) {
                        continue;
                    }
                    let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
                    let mut quad = [0u32; 4];
                    for (corner, (back_b, back_c)) in [(1, 1), (0, 1), (0, 0), (1, 0)].into_iter().enumerate()
                    {
                        let mut cell = at;
                        cell[b] = cell[b].checked_sub(back_b)?;
                        cell[c] = cell[c].checked_sub(back_c)?;
                        let index = *cells.get(grid.node(cell))? as usize;
                        quad[corner] = edges.get(index)?[edge_index(axis, back_b << b | back_c << c)];
                    }
                    if !inside {
                        quad.reverse();
                    }
                    let length =
                        |i: usize, j: usize| (points[quad[i] as usize] - points[quad[j] as usize]).norm();
                    let [p, q, r, s] = quad;
                    if length(0, 2) <= length(1, 3) {
                        triangles.extend([[p, q, r], [p, r, s]]);
                    } else {
                        triangles.extend([[p, q, s], [q, r, s]]);
                    }
                }
            }
        }
    }
    let mut surface = Surface { points, triangles };
    surface.relax(shape, cell);
    Some(surface)
}

impl Surface {
    /// Whether every edge joins exactly two triangles that run through it in opposite directions.
    pub(super) fn is_closed(&self) -> bool {
        let mut directed = HashSet::with_capacity(3 * self.triangles.len());
        let sides = || self.triangles.iter().flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]);
        sides().all(|side| directed.insert(side)) && sides().all(|(a, b)| directed.contains(&(b, a)))
    }

    /// The points next to each point.
    pub(super) fn neighbours(&self) -> Vec<Vec<u32>> {
        let mut out = vec![Vec::new(); self.points.len()];
        for &[a, b, c] in &self.triangles {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                // In a closed surface each side also comes the other way round.
                out[from as usize].push(to);
            }
        }
        out
    }

    /// Unit normals, the mean of the triangles around weighted by their area.
    pub(super) fn normals(&self) -> Vec<Vec3> {
        let mut out = vec![Vec3::zeros(); self.points.len()];
        for triangle in &self.triangles {
            let [a, b, c] = triangle.map(|i| self.points[i as usize]);
            let area = (b - a).cross(&(c - a));
            triangle.iter().for_each(|&i| out[i as usize] += area);
        }
        out.iter().map(|n| n.try_normalize(0.0).unwrap_or_else(Vec3::y)).collect()
    }

    /// Evens out the triangles: each point goes half way to the middle of its neighbours, then back onto the skin.
    fn relax(&mut self, shape: &Shape, cell: f64) {
        let neighbours = self.neighbours();
        for _ in 0..3 {
            let old = self.points.clone();
            for (point, near) in self.points.iter_mut().zip(&neighbours) {
                let middle: Vec3 =
                    near.iter().map(|&i| old[i as usize]).sum::<Vec3>() / near.len().max(1) as f64;
                *point += (middle - *point) * 0.5;
                onto_skin(shape, point, cell);
            }
        }
        self.points.iter_mut().for_each(|p| {
            onto_skin(shape, p, cell);
            p.y = p.y.max(0.0);
        });
    }
}

/// One Newton step along the slope of the distance, no longer than half a cell.
fn onto_skin(shape: &Shape, point: &mut Vec3, cell: f64) {
    const H: f64 = 1e-3;
    let d = shape.distance(point);
    let slope = Vec3::from_fn(|axis, _| {
        let mut step = Vec3::zeros();
        step[axis] = H;
        (shape.distance(&(*point + step)) - shape.distance(&(*point - step))) / (2.0 * H)
    });
    let step = slope * (d / slope.norm_squared().max(0.1));
    *point -= step * (0.5 * cell / step.norm().max(0.5 * cell));
}

//! [`Ground`]: what the feet stand on: a plane, a height field or a triangle mesh.

use crate::error::{Error, Result};
use crate::math::Vec3;

/// The surface under a character, in the world, metres, Y up.
///
/// ```
/// use surefoot::Ground;
/// use surefoot::math::Vec3;
///
/// let floor = Ground::level(0.02);
/// let ramp = Ground::plane(Vec3::new(0.0, 2.0, -1.0), 0.0)?;
/// assert_eq!(floor.footing(3.0, 5.0, 0.0).map(|f| f.height), Some(0.02));
/// assert!((ramp.footing(0.0, 2.0, 0.0).expect("a plane has no edge").height - 1.0).abs() < 1e-12);
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Ground {
    /// All points with `normal · p = offset`; the unit normal points up.
    Plane(Plane),
    /// Heights on a regular grid, bilinear in between, level beyond the edges.
    HeightField(HeightField),
    /// Triangles; the highest one under a point counts.
    Mesh(GroundMesh),
}

/// A plane that is not vertical.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plane {
    normal: Vec3,
    offset: f64,
}

/// Heights `heights[row * columns + column]` at `(origin_x + column * spacing, origin_z + row * spacing)`.
#[derive(Debug, Clone, PartialEq)]
pub struct HeightField {
    origin: [f64; 2],
    spacing: f64,
    columns: usize,
    heights: Vec<f64>,
}

/// Triangles with a grid over the floor plan, so that a height look-up visits a few of them.
///
/// Hand-written: the one query needed is "highest surface at (x, z)", a vertical ray, for which a uniform grid is
/// exact and smaller than a general ray caster's interface.
#[derive(Debug, Clone, PartialEq)]
pub struct GroundMesh {
    corners: Vec<[Vec3; 3]>,
    cell: f64,
    min: [f64; 2],
    columns: usize,
    rows: usize,
    cell_starts: Vec<u32>,
    cell_triangles: Vec<u32>,
}

/// Height and upward unit normal of the ground at one place.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Footing {
    /// World height, metres.
    pub height: f64,
    /// Unit, pointing up.
    pub normal: Vec3,
}

impl Ground {
    /// The level floor at `height`.
    pub fn level(height: f64) -> Self {
        Ground::Plane(Plane { normal: Vec3::y(), offset: height })
    }

    /// The plane `normal · p = offset`.
    ///
    /// ```
    /// use surefoot::Ground;
    /// use surefoot::math::Vec3;
    ///
    /// assert!(Ground::plane(Vec3::new(0.0, 1.0, 0.1), 0.0).is_ok());
    /// assert!(Ground::plane(Vec3::x(), 0.0).is_err(), "a wall carries nobody");
    /// ```
    ///
    /// # Errors
    /// [`Error::Invalid`] if a value is not finite or the plane is steeper than about 84° from level.
    pub fn plane(normal: Vec3, offset: f64) -> Result<Self> {
        let unit = normal.try_normalize(0.0).filter(|n| n.iter().all(|x| x.is_finite()) && n.y.abs() > 0.1);
        match unit.filter(|_| offset.is_finite()) {
            Some(unit) => {
                let offset = offset / normal.norm() * unit.y.signum();
                Ok(Ground::Plane(Plane { normal: unit * unit.y.signum(), offset }))
            }
            None => Err(Error::invalid(
                "ground plane",
                format!(
                    "normal {normal:?}, offset {offset}: values must be finite and the normal must point up"
                ),
            )),
        }
    }

    /// A height field with its first height at `origin` (x, z).
    ///
    /// ```
    /// use surefoot::Ground;
    ///
    /// let field = Ground::height_field([0.0, 0.0], 1.0, 2, vec![0.0, 0.2, 0.0, 0.2])?;
    /// assert!((field.footing(0.5, 0.5, 0.0).expect("level beyond its edges").height - 0.1).abs() < 1e-12);
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Invalid`] for fewer than 2×2 heights, a spacing that is not positive or a height that is not finite.
    pub fn height_field(origin: [f64; 2], spacing: f64, columns: usize, heights: Vec<f64>) -> Result<Self> {
        let fail = |text: String| Err(Error::invalid("height field", text));
        if columns < 2 || heights.len() < 2 * columns || !heights.len().is_multiple_of(columns) {
            return fail(format!(
                "{} heights in rows of {columns}: rows must be complete, 2×2 heights or more",
                heights.len()
            ));
        }
        if !(spacing.is_finite() && spacing > 0.0 && origin.iter().all(|x| x.is_finite())) {
            return fail(format!(
                "spacing {spacing} at {origin:?}: values must be finite and the spacing above 0"
            ));
        }
        if let Some(i) = heights.iter().position(|h| !h.is_finite()) {
            return fail(format!("height {} at row {}, column {}", heights[i], i / columns, i % columns));
        }
        Ok(Ground::HeightField(HeightField { origin, spacing, columns, heights }))
    }

    /// A triangle mesh.
    ///
    /// ```
    /// use surefoot::Ground;
    /// use surefoot::math::Vec3;
    ///
    /// let corners = [Vec3::y(), Vec3::new(0.0, 1.0, 2.0), Vec3::new(2.0, 1.0, 0.0)];
    /// let platform = Ground::mesh(&corners, &[[0, 1, 2]])?;
    /// assert_eq!(platform.footing(0.5, 0.5, 0.0).map(|f| f.height), Some(1.0));
    /// assert!(platform.footing(9.0, 9.0, 0.0).is_none());
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Invalid`] if there is no triangle that is not vertical, an index is out of range or a point is not
    /// finite.
    pub fn mesh(points: &[Vec3], triangles: &[[u32; 3]]) -> Result<Self> {
        GroundMesh::new(points, triangles).map(Ground::Mesh)
    }

    /// Height and normal under or over `(x, z)`. A mesh has none beside it; `near_height` picks among several
    /// storeys: the highest surface at most 0.3 m above it, else the lowest.
    ///
    /// ```
    /// use surefoot::Ground;
    /// use surefoot::math::Vec3;
    ///
    /// let slope = Ground::plane(Vec3::new(-0.6, 0.8, 0.0), 0.0)?;
    /// let footing = slope.footing(4.0, 0.0, 0.0).expect("a plane has no edge");
    /// assert!((footing.height - 3.0).abs() < 1e-12);
    /// assert!((footing.normal - Vec3::new(-0.6, 0.8, 0.0)).norm() < 1e-12);
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    pub fn footing(&self, x: f64, z: f64, near_height: f64) -> Option<Footing> {
        match self {
            Ground::Plane(plane) => {
                let n = plane.normal;
                Some(Footing { height: (plane.offset - n.x * x - n.z * z) / n.y, normal: n })
            }
            Ground::HeightField(field) => Some(field.footing(x, z)),
            Ground::Mesh(mesh) => mesh.footing(x, z, near_height),
        }
    }
}

impl Plane {
    /// Unit, pointing up.
    pub fn normal(&self) -> Vec3 {
        self.normal
    }

    /// `normal · p` of every point of the plane, metres.
    pub fn offset(&self) -> f64 {
        self.offset
    }
}

impl HeightField {
    /// Where the first height is: x and z, metres.
    pub fn origin(&self) -> [f64; 2] {
        self.origin
    }

    /// Metres from one height to the next.
    pub fn spacing(&self) -> f64 {
        self.spacing
    }

    /// Heights in a row, along x.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// All heights, row after row along z, metres.
    pub fn heights(&self) -> &[f64] {
        &self.heights
    }

    fn footing(&self, x: f64, z: f64) -> Footing {
        let rows = self.heights.len() / self.columns;
        let place = |value: f64, origin: f64, count: usize| {
            let at = ((value - origin) / self.spacing).clamp(0.0, (count - 1) as f64);
            let cell = (at as usize).min(count - 2);
            (cell, at - cell as f64)
        };
        let (column, u) = place(x, self.origin[0], self.columns);
        let (row, v) = place(z, self.origin[1], rows);
        let at = |r: usize, c: usize| self.heights[r * self.columns + c];
        let (a, b) = (at(row, column), at(row, column + 1));
        let (c, d) = (at(row + 1, column), at(row + 1, column + 1));
        let height = (a * (1.0 - u) + b * u) * (1.0 - v) + (c * (1.0 - u) + d * u) * v;
        let slope_x = ((b - a) * (1.0 - v) + (d - c) * v) / self.spacing;
        let slope_z = ((c - a) * (1.0 - u) + (d - b) * u) / self.spacing;
        Footing { height, normal: Vec3::new(-slope_x, 1.0, -slope_z).normalize() }
    }
}

/// A surface this far above the asked height still counts as underfoot: a foot sunk into a stair.
const STEP_UP: f64 = 0.3;

impl GroundMesh {
    /// The corners of every triangle that is not vertical, metres.
    pub fn corners(&self) -> &[[Vec3; 3]] {
        &self.corners
    }

    fn new(points: &[Vec3], triangles: &[[u32; 3]]) -> Result<Self> {
        let fail = |text: String| Err(Error::invalid("ground mesh", text));
        if let Some(i) = points.iter().position(|p| !p.iter().all(|x| x.is_finite())) {
            return fail(format!("point {i} {:?} is not finite", points[i]));
        }
        let mut corners = Vec::with_capacity(triangles.len());
        for (t, triangle) in triangles.iter().enumerate() {
            if let Some(corner) = triangle.iter().find(|&&c| c as usize >= points.len()) {
                return fail(format!(
                    "triangle {t} refers to point {corner}, but there are {}",
                    points.len()
                ));
            }
            let [a, b, c] = triangle.map(|i| points[i as usize]);
            // Seen from above a vertical triangle has no area and no height.
            if (b - a).cross(&(c - a)).y.abs() > 1e-12 {
                corners.push([a, b, c]);
            }
        }
        if corners.is_empty() {
            return fail("has no triangle to stand on".into());
        }
        let mut min = [f64::INFINITY; 2];
        let mut max = [f64::NEG_INFINITY; 2];
        for p in corners.iter().flatten() {
            min = [min[0].min(p.x), min[1].min(p.z)];
            max = [max[0].max(p.x), max[1].max(p.z)];
        }
        let extent = [max[0] - min[0], max[1] - min[1]];
        // About one triangle a cell; never more than four cells a triangle in memory.
        let cell =
            (extent[0] * extent[1] / corners.len() as f64).sqrt().max(extent[0].max(extent[1]) / 1024.0);
        let columns = (extent[0] / cell) as usize + 1;
        let rows = (extent[1] / cell) as usize + 1;
        let mut mesh =
            Self { corners, cell, min, columns, rows, cell_starts: Vec::new(), cell_triangles: Vec::new() };
        let mut counts = vec![0u32; columns * rows + 1];
        for t in 0..mesh.corners.len() {
            mesh.for_each_cell(t, |cell| counts[cell + 1] += 1);
        }
        for i in 1..counts.len() {
            counts[i] += counts[i - 1];
        }
        let mut next = counts.clone();
        let mut filled = vec![0u32; counts[columns * rows] as usize];
        for t in 0..mesh.corners.len() {
            mesh.for_each_cell(t, |cell| {
                filled[next[cell] as usize] = t as u32;
                next[cell] += 1;
            });
        }
        mesh.cell_starts = counts;
        mesh.cell_triangles = filled;
        Ok(mesh)
    }

    fn place(&self, axis: usize, value: f64, count: usize) -> usize {
        (((value - self.min[axis]) / self.cell).max(0.0) as usize).min(count - 1)
    }

    fn for_each_cell(&self, triangle: usize, mut visit: impl FnMut(usize)) {
        let [a, b, c] = self.corners[triangle];
        let columns = self.place(0, a.x.min(b.x).min(c.x), self.columns)
            ..=self.place(0, a.x.max(b.x).max(c.x), self.columns);
        for row in
            self.place(1, a.z.min(b.z).min(c.z), self.rows)..=self.place(1, a.z.max(b.z).max(c.z), self.rows)
        {
            for column in columns.clone() {
                visit(row * self.columns + column);
            }
        }
    }

    fn footing(&self, x: f64, z: f64, near_height: f64) -> Option<Footing> {
        let cell = self.place(1, z, self.rows) * self.columns + self.place(0, x, self.columns);
        let range = self.cell_starts[cell] as usize..self.cell_starts[cell + 1] as usize;
        let mut best: Option<Footing> = None;
        for &t in &self.cell_triangles[range] {
            let [a, b, c] = self.corners[t as usize];
            let normal = (b - a).cross(&(c - a));
            let edge = |p: Vec3, q: Vec3| (q.z - p.z) * (x - p.x) - (q.x - p.x) * (z - p.z);
            let side = normal.y.signum();
            // The tolerance closes the cracks between neighbouring triangles.
            let tolerance = -1e-9 * normal.y.abs();
            if [edge(a, b), edge(b, c), edge(c, a)].iter().any(|e| e * side < tolerance) {
                continue;
            }
            let height = a.y - (normal.x * (x - a.x) + normal.z * (z - a.z)) / normal.y;
            let found = Footing { height, normal: (normal * side).normalize() };
            let underfoot = |f: &Footing| f.height <= near_height + STEP_UP;
            best = match best {
                Some(old) if underfoot(&old) && (!underfoot(&found) || found.height < old.height) => {
                    Some(old)
                }
                Some(old) if !underfoot(&old) && !underfoot(&found) && found.height > old.height => Some(old),
                _ => Some(found),
            };
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plane_takes_any_scale_and_sign_of_normal() {
        let ground = Ground::plane(Vec3::new(0.0, -2.0, 0.0), -1.0).unwrap();
        assert_eq!(ground.footing(3.0, 4.0, 0.0).unwrap().height, 0.5);
        let slope = Ground::plane(Vec3::new(-1.0, 1.0, 0.0), 0.0).unwrap();
        assert!((slope.footing(2.0, 0.0, 0.0).unwrap().height - 2.0).abs() < 1e-12);
        assert!(Ground::plane(Vec3::x(), 0.0).is_err());
        assert!(Ground::plane(Vec3::zeros(), 0.0).is_err());
        assert!(Ground::plane(Vec3::y(), f64::NAN).is_err());
    }

    #[test]
    fn height_field_is_bilinear_and_level_outside() {
        let heights = vec![0.0, 1.0, 2.0, 0.0, 1.0, 2.0];
        let ground = Ground::height_field([0.0, 0.0], 0.5, 3, heights).unwrap();
        let at = |x, z| ground.footing(x, z, 0.0).unwrap();
        assert!((at(0.25, 0.1).height - 0.5).abs() < 1e-12);
        assert!((at(9.0, 9.0).height - 2.0).abs() < 1e-12);
        let normal = at(0.25, 0.1).normal;
        assert!((normal.y * 2.0 + normal.x).abs() < 1e-12 && normal.y > 0.0);
        assert!(Ground::height_field([0.0, 0.0], 0.5, 3, vec![0.0; 5]).is_err());
        assert!(Ground::height_field([0.0, 0.0], 0.0, 3, vec![0.0; 6]).is_err());
        assert!(Ground::height_field([0.0, 0.0], 1.0, 2, vec![0.0, 0.0, 0.0, f64::NAN]).is_err());
    }

    #[test]
    fn mesh_answers_like_a_scan_of_all_triangles() {
        // Two storeys of a bumpy 8 × 8 sheet.
        let mut points = Vec::new();
        let mut triangles = Vec::new();
        for storey in 0..2u32 {
            let base = points.len() as u32;
            for row in 0..9u32 {
                for column in 0..9u32 {
                    let y = f64::from(storey) * 3.0 + 0.2 * f64::from((row * 7 + column * 3) % 5);
                    points.push(Vec3::new(f64::from(column), y, f64::from(row)));
                }
            }
            for row in 0..8 {
                for column in 0..8 {
                    let i = base + row * 9 + column;
                    triangles.push([i, i + 1, i + 9]);
                    triangles.push([i + 10, i + 9, i + 1]);
                }
            }
        }
        let ground = Ground::mesh(&points, &triangles).unwrap();
        for i in 0..200u32 {
            let (x, z) = (f64::from(i * 37 % 160) / 20.0, f64::from(i * 53 % 160) / 20.0);
            let scan = |storey: usize| {
                triangles[storey * 128..(storey + 1) * 128]
                    .iter()
                    .filter_map(|t| {
                        let [a, b, c] = t.map(|i| points[i as usize]);
                        // Barycentric coordinates by Cramer's rule.
                        let det = (b.x - a.x) * (c.z - a.z) - (c.x - a.x) * (b.z - a.z);
                        let u = ((x - a.x) * (c.z - a.z) - (c.x - a.x) * (z - a.z)) / det;
                        let v = ((b.x - a.x) * (z - a.z) - (x - a.x) * (b.z - a.z)) / det;
                        (u >= -1e-9 && v >= -1e-9 && u + v <= 1.0 + 1e-9)
                            .then_some(a.y + u * (b.y - a.y) + v * (c.y - a.y))
                    })
                    .fold(f64::NEG_INFINITY, f64::max)
            };
            let low = ground.footing(x, z, 0.9).unwrap();
            let high = ground.footing(x, z, 3.5).unwrap();
            assert!((low.height - scan(0)).abs() < 1e-9, "{x} {z}: {} {}", low.height, scan(0));
            assert!((high.height - scan(1)).abs() < 1e-9, "{x} {z}");
            assert!(low.normal.y > 0.0 && (low.normal.norm() - 1.0).abs() < 1e-12);
        }
        assert_eq!(ground.footing(20.0, 1.0, 0.0), None);
        assert!(Ground::mesh(&points, &[[0, 1, 999]]).is_err());
        assert!(Ground::mesh(&points, &[]).is_err());
    }
}

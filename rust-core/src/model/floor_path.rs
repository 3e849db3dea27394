//! [`FloorPath`]: a way over the floor, by arc length.

use crate::error::{Error, Result};
use crate::math::Vec3;

/// Lookup cells, metres; the segment is found exactly from there.
const CELL: f64 = 0.01;
/// Most lookup cells; longer paths get wider ones.
const MAX_CELLS: f64 = 1e6;
/// How far a flattened curve may lie from the true one, metres.
const FLATNESS: f64 = 1e-3;
/// Most points a curve is flattened to, per cubic piece.
const MAX_PIECE_POINTS: f64 = 1024.0;

/// A poly-line over the floor with its arc length. Heights are left out.
///
/// ```
/// use surefoot::math::Vec3;
/// use surefoot::model::FloorPath;
///
/// let path = FloorPath::polyline(&[Vec3::zeros(), Vec3::new(0.0, 0.0, 3.0), Vec3::new(4.0, 0.0, 3.0)])?;
/// assert_eq!(path.length(), 7.0);
/// assert_eq!(path.at(5.0), [2.0, 3.0]);
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct FloorPath {
    /// x and z.
    points: Vec<[f64; 2]>,
    segments: Vec<Segment>,
    length: f64,
    /// Lookup cells in a metre.
    cells_per_metre: f64,
    /// Per cell, the segment in which it begins.
    first_segment: Vec<u32>,
}

/// All that finding a point needs, side by side.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Segment {
    /// Arc length where it begins and ends.
    start: f64,
    end: f64,
    from: [f64; 2],
    /// Of length 1.
    direction: [f64; 2],
}

impl FloorPath {
    /// A path through points, joined by straight lines. Points that repeat the one before are left out.
    ///
    /// # Errors
    /// [`Error::Invalid`] for fewer than two different points, or a coordinate that is not a number.
    pub fn polyline(points: &[Vec3]) -> Result<Self> {
        if let Some(i) = points.iter().position(|p| !p.iter().all(|v| v.is_finite())) {
            return Err(Error::invalid(
                "path",
                format!("point {i} is not finite: {:?}", points[i].as_slice()),
            ));
        }
        let mut flat: Vec<[f64; 2]> = Vec::with_capacity(points.len());
        let mut lengths = Vec::with_capacity(points.len());
        let mut length = 0.0;
        for p in points.iter().map(|p| [p.x, p.z]) {
            if let Some(&last) = flat.last() {
                let step = distance(last, p);
                if step == 0.0 {
                    continue;
                }
                length += step;
            }
            flat.push(p);
            lengths.push(length);
        }
        if flat.len() < 2 {
            return Err(Error::invalid("path", "needs at least two different points"));
        }
        if !length.is_finite() {
            return Err(Error::invalid("path", "is too long to be measured; are its points in metres?"));
        }
        let segments: Vec<Segment> = flat
            .windows(2)
            .zip(lengths.windows(2))
            .map(|(p, l)| {
                let step = distance(p[0], p[1]);
                let direction = [(p[1][0] - p[0][0]) / step, (p[1][1] - p[0][1]) / step];
                Segment { start: l[0], end: l[1], from: p[0], direction }
            })
            .collect();
        let cells_per_metre = 1.0 / CELL.max(length / MAX_CELLS);
        let mut first_segment = Vec::new();
        let mut segment = 0;
        for c in 0..=(length * cells_per_metre) as usize {
            while segment + 1 < segments.len() && segments[segment].end * cells_per_metre <= c as f64 {
                segment += 1;
            }
            first_segment.push(segment as u32);
        }
        Ok(Self { points: flat, segments, length, cells_per_metre, first_segment })
    }

    /// A path of cubic Bézier pieces: the first point, then three points for each piece (two handles and an end).
    ///
    /// ```
    /// use surefoot::math::Vec3;
    /// use surefoot::model::FloorPath;
    ///
    /// let ahead = |z: f64| Vec3::new(0.0, 0.0, z);
    /// let path = FloorPath::bezier(&[ahead(0.0), ahead(1.0), ahead(2.0), ahead(3.0)])?;
    /// assert!((path.length() - 3.0).abs() < 1e-9);
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Invalid`] if the number of points is not 4, 7, 10 …, and as [`FloorPath::polyline`].
    pub fn bezier(control: &[Vec3]) -> Result<Self> {
        if control.len() < 4 || !(control.len() - 1).is_multiple_of(3) {
            let text = format!("{} control points; cubic pieces need 4, 7, 10 and so on", control.len());
            return Err(Error::invalid("path", text));
        }
        let mut points = vec![control[0]];
        for piece in control.windows(4).step_by(3) {
            // A chord of a cubic cut in n parts strays by at most |second difference| · 6 / (8 n²).
            let bend = [0, 1]
                .map(|i| (piece[i + 2] - piece[i + 1] * 2.0 + piece[i]).norm())
                .into_iter()
                .fold(0.0, f64::max);
            let count = (0.75 * bend / FLATNESS).sqrt().ceil().clamp(1.0, MAX_PIECE_POINTS) as usize;
            points.extend((1..=count).map(|k| {
                let t = k as f64 / count as f64;
                let u = 1.0 - t;
                piece[0] * (u * u * u)
                    + piece[1] * (3.0 * u * u * t)
                    + piece[2] * (3.0 * u * t * t)
                    + piece[3] * (t * t * t)
            }));
        }
        Self::polyline(&points)
    }

    /// A path through `count` samples of a curve whose parameter runs from 0 to 1.
    ///
    /// ```
    /// use std::f64::consts::TAU;
    /// use surefoot::math::Vec3;
    /// use surefoot::model::FloorPath;
    ///
    /// let circle = FloorPath::sampled(|t| Vec3::new((TAU * t).cos(), 0.0, (TAU * t).sin()), 200)?;
    /// assert!((circle.length() - TAU).abs() < 0.01);
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`FloorPath::polyline`].
    pub fn sampled(curve: impl Fn(f64) -> Vec3, count: usize) -> Result<Self> {
        let last = count.saturating_sub(1).max(1) as f64;
        Self::polyline(&(0..count).map(|k| curve(k as f64 / last)).collect::<Vec<_>>())
    }

    /// Length in metres, above 0.
    pub fn length(&self) -> f64 {
        self.length
    }

    /// The corners, x and z.
    pub fn points(&self) -> &[[f64; 2]] {
        &self.points
    }

    /// The point, x and z, at an arc length; before the start the first, past the end the last.
    #[inline]
    pub fn at(&self, length: f64) -> [f64; 2] {
        if length >= self.length {
            return self.points[self.points.len() - 1];
        }
        let s = &self.segments[self.segment_at(length)];
        let along = (length - s.start).max(0.0);
        [s.from[0] + s.direction[0] * along, s.from[1] + s.direction[1] * along]
    }

    #[inline]
    fn segment_at(&self, length: f64) -> usize {
        // Not-a-number and anything before the start land in cell 0.
        let cell = (length.max(0.0) * self.cells_per_metre) as usize;
        let mut segment = self.first_segment[cell.min(self.first_segment.len() - 1)] as usize;
        while segment + 1 < self.segments.len() && self.segments[segment].end <= length {
            segment += 1;
        }
        segment
    }

    /// How far a point is from the part of the path between two arc lengths, metres. Straight lines that lie partly in it
    /// count whole.
    ///
    /// ```
    /// use surefoot::math::Vec3;
    /// use surefoot::model::FloorPath;
    ///
    /// let corners = [Vec3::zeros(), Vec3::new(0.0, 0.0, 1.0), Vec3::new(0.0, 0.0, 10.0)];
    /// let path = FloorPath::polyline(&corners)?;
    /// assert_eq!(path.distance_to([2.0, 5.0], 0.0, 10.0), 2.0);
    /// // Only the first metre counts: it ends 3 m before the point.
    /// assert_eq!(path.distance_to([0.0, 4.0], 0.0, 0.5), 3.0);
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    pub fn distance_to(&self, p: [f64; 2], from: f64, to: f64) -> f64 {
        let range = self.segment_at(from)..=self.segment_at(to.max(from));
        let of_segment = |s: &Segment| {
            let (x, z) = (p[0] - s.from[0], p[1] - s.from[1]);
            let along = (x * s.direction[0] + z * s.direction[1]).clamp(0.0, s.end - s.start);
            (x - s.direction[0] * along).powi(2) + (z - s.direction[1] * along).powi(2)
        };
        self.segments[range].iter().map(of_segment).fold(f64::INFINITY, f64::min).sqrt()
    }
}

/// Distance of two points of the floor, metres.
///
/// ```
/// use surefoot::model::floor_path::distance;
///
/// assert_eq!(distance([0.0, 0.0], [3.0, 4.0]), 5.0);
/// ```
pub fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_found_by_arc_length_exactly() {
        let corners =
            [[0.0, 0.0], [0.003, 0.0], [0.003, 0.004], [3.003, 0.004], [3.003, 0.004], [3.003, -4.0]];
        let points: Vec<Vec3> = corners.iter().map(|c| Vec3::new(c[0], 7.0, c[1])).collect();
        let path = FloorPath::polyline(&points).unwrap();
        assert_eq!(path.points().len(), 5);
        assert!((path.length() - 7.011).abs() < 1e-12);
        for (length, x, z) in [
            (-1.0, 0.0, 0.0),
            (0.005, 0.003, 0.002),
            (1.007, 1.003, 0.004),
            (3.507, 3.003, -0.496),
            (99.0, 3.003, -4.0),
        ] {
            let p = path.at(length);
            assert!(distance(p, [x, z]) < 1e-12, "{length}: {p:?}");
        }
        assert_eq!(path.at(f64::NAN), [0.0, 0.0]);
        // Only the last leg counts when only it is asked for.
        assert!((path.distance_to([0.0, 0.004], 4.0, 9.0) - 3.003).abs() < 1e-12);
        assert!((path.distance_to([1.0, 1.004], 0.0, 9.0) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_flattened_bezier_stays_near_the_curve() {
        let control = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0], [-4.0, 4.0], [-4.0, 0.0], [0.0, 0.0]];
        let control: Vec<Vec3> = control.iter().map(|c| Vec3::new(c[0], 0.0, c[1])).collect();
        let path = FloorPath::bezier(&control).unwrap();
        for k in 0..=1000 {
            let t = k as f64 / 1000.0;
            let u = 1.0 - t;
            let p = control[0] * u.powi(3)
                + control[1] * (3.0 * u * u * t)
                + control[2] * (3.0 * u * t * t)
                + control[3] * t.powi(3);
            assert!(path.distance_to([p.x, p.z], 0.0, 99.0) < 1e-3, "{t}");
        }
        assert!(FloorPath::bezier(&control[..6]).is_err());
    }

    #[test]
    fn a_sampled_circle_has_its_length() {
        let circle =
            |t: f64| Vec3::new((t * std::f64::consts::TAU).cos(), 0.0, (t * std::f64::consts::TAU).sin());
        let path = FloorPath::sampled(circle, 1000).unwrap();
        assert!((path.length() - std::f64::consts::TAU).abs() < 1e-4);
        for bad in [vec![], vec![Vec3::x()], vec![Vec3::x(); 3], vec![Vec3::x(), Vec3::y() * f64::NAN]] {
            assert!(FloorPath::polyline(&bad).is_err());
        }
    }
}

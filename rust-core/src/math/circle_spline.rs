//! Circle splines: through every point, with circles where the points lie on circles (Séquin, Lee and Yin 2005).
//!
//! Between two points the curve turns from the circle through the point before to the circle through the point after. Their paper is
//! about the plane and the sphere. Here the tangents are turned into each other in any number of dimensions, and the arc with a given
//! tangent follows from the inscribed angle.

use nalgebra::SVector;
use std::f64::consts::FRAC_PI_2;

/// Arcs flatter than this are straight, radians.
const STRAIGHT: f64 = 1e-9;

/// The curve between the middle two of four points.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CircleSegment<const N: usize> {
    start: SVector<f64, N>,
    /// From start to end: length and unit direction.
    length: f64,
    chord: SVector<f64, N>,
    /// Unit tangents at the start: of the circle through the point before, and of the one through the point after.
    tangents: [SVector<f64, N>; 2],
}

impl<const N: usize> CircleSegment<N> {
    /// Between `points[1]` and `points[2]`. Neighbours must not coincide.
    pub(crate) fn new(points: &[SVector<f64, N>; 4]) -> Self {
        let [a, b, c, d] = points;
        let way = c - b;
        let length = way.norm();
        let chord = way / length;
        let at_end = tangent(b, c, d).unwrap_or(chord);
        // An arc leaves its chord by the angle at which it meets it again, on the same side.
        let mirrored = chord * (2.0 * at_end.dot(&chord)) - at_end;
        Self { start: *b, length, chord, tangents: [tangent(a, b, c).unwrap_or(chord), mirrored] }
    }

    /// The point at `u`, 0 at the start and 1 at the end.
    pub(crate) fn at(&self, u: f64) -> SVector<f64, N> {
        let share = (u * FRAC_PI_2).sin().powi(2);
        let tangent = turned(&self.tangents[0], &self.tangents[1], share);
        let side = tangent - self.chord * tangent.dot(&self.chord);
        let angle = side.norm().atan2(tangent.dot(&self.chord));
        if angle < STRAIGHT {
            return self.start + self.chord * (self.length * u);
        }
        let side = side.try_normalize(0.0).unwrap_or_else(SVector::zeros);
        let (sin, cos) = ((1.0 - u) * angle).sin_cos();
        self.start + (self.chord * cos + side * sin) * (self.length * (u * angle).sin() / angle.sin())
    }
}

/// Unit tangent at `b` of the circle through three points; `None` where the outer two coincide.
fn tangent<const N: usize>(
    a: &SVector<f64, N>,
    b: &SVector<f64, N>,
    c: &SVector<f64, N>,
) -> Option<SVector<f64, N>> {
    let (before, after) = (a - b, c - b);
    (after / after.norm_squared() - before / before.norm_squared()).try_normalize(1e-12)
}

/// A unit vector on the way from one to another.
fn turned<const N: usize>(from: &SVector<f64, N>, to: &SVector<f64, N>, share: f64) -> SVector<f64, N> {
    let across = to - from * from.dot(to);
    let Some(across) = across.try_normalize(1e-12) else { return *from };
    let angle = to.dot(&across).atan2(to.dot(from)) * share;
    from * angle.cos() + across * angle.sin()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Random;

    type Point = SVector<f64, 3>;

    fn point(random: &mut Random) -> Point {
        Point::from_fn(|_, _| random.normal())
    }

    #[test]
    fn points_of_a_circle_give_the_circle() {
        let mut random = Random::new(3);
        for _ in 0..200 {
            let (centre, x) = (point(&mut random), point(&mut random).normalize());
            let other = point(&mut random);
            let y = (other - x * other.dot(&x)).normalize();
            let radius = 0.2 + random.uniform();
            let mut angle = random.uniform();
            let points = [(); 4].map(|()| {
                angle += 0.2 + random.uniform();
                centre + (x * angle.cos() + y * angle.sin()) * radius
            });
            let segment = CircleSegment::new(&points);
            for step in 0..=20 {
                let at = segment.at(f64::from(step) / 20.0) - centre;
                let from_plane = at - x * at.dot(&x) - y * at.dot(&y);
                assert!((at.norm() - radius).abs() < 1e-8 && from_plane.norm() < 1e-8, "{at}");
            }
        }
    }

    #[test]
    fn the_curve_passes_through_its_points_without_corners() {
        let mut random = Random::new(5);
        for _ in 0..200 {
            let points = [(); 5].map(|()| point(&mut random));
            let [a, b, c, d, e] = points;
            let (left, right) = (CircleSegment::new(&[a, b, c, d]), CircleSegment::new(&[b, c, d, e]));
            assert!((left.at(0.0) - b).norm() < 1e-9 && (left.at(1.0) - c).norm() < 1e-9);
            assert!((right.at(0.0) - c).norm() < 1e-9);
            let before = (left.at(1.0) - left.at(1.0 - 1e-6)).normalize();
            let after = (right.at(1e-6) - right.at(0.0)).normalize();
            assert!((before - after).norm() < 1e-4, "{before} {after}");
        }
    }

    #[test]
    fn points_of_a_line_give_the_line() {
        let points = [0.0, 1.0, 3.0, 4.0].map(|x| Point::new(x, 2.0 * x, -x));
        let segment = CircleSegment::new(&points);
        for step in 0..=10 {
            let at = segment.at(f64::from(step) / 10.0);
            assert!((at.y - 2.0 * at.x).abs() < 1e-12 && (at.z + at.x).abs() < 1e-12);
        }
    }
}

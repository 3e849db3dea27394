//! The nearest point that several balls have in common, such as the smallest shift of the hips that brings every foot's
//! target within reach of its leg (Kovar, Schreiner and Gleicher 2002).

use super::Vec3;

/// All points at most `radius` from `center`: where the hips may be for one limb to reach.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ball {
    pub(crate) center: Vec3,
    pub(crate) radius: f64,
}

/// The point nearest to `point` that lies in all balls (at most four), and 1; if they have none in common, the point
/// for the smallest common factor on the radii that gives one, and that factor.
pub(crate) fn project_onto_balls(point: &Vec3, balls: &[Ball]) -> (Vec3, f64) {
    let balls = &balls[..balls.len().min(4)];
    if let Some(found) = project_scaled(point, balls, 1.0) {
        return (found, 1.0);
    }
    let mut high = 2.0;
    while project_scaled(point, balls, high).is_none() {
        high *= 2.0;
        if high > 1e12 {
            return (*point, 1.0);
        }
    }
    let mut low = 1.0;
    for _ in 0..40 {
        let middle = 0.5 * (low + high);
        if project_scaled(point, balls, middle).is_some() {
            high = middle;
        } else {
            low = middle;
        }
    }
    (project_scaled(point, balls, high).unwrap_or(*point), high)
}

fn project_scaled(point: &Vec3, balls: &[Ball], factor: f64) -> Option<Vec3> {
    let radius = |i: usize| balls[i].radius * factor;
    let holds = |p: &Vec3| (0..balls.len()).all(|i| (p - balls[i].center).norm() <= radius(i) + 1e-7);
    // Without a tolerance, so that a root within reach stays exactly where it is.
    if (0..balls.len()).all(|i| (point - balls[i].center).norm() <= radius(i)) {
        return Some(*point);
    }
    let mut best: Option<(f64, Vec3)> = None;
    let mut offer = |candidate: Vec3| {
        let distance = (candidate - point).norm();
        if holds(&candidate) && best.is_none_or(|(d, _)| distance < d) {
            best = Some((distance, candidate));
        }
    };
    for i in 0..balls.len() {
        let away = point - balls[i].center;
        offer(balls[i].center + away.try_normalize(1e-12).unwrap_or_else(Vec3::y) * radius(i));
        for j in 0..i {
            let Some(circle) = intersection_circle(&balls[i], radius(i), &balls[j], radius(j)) else {
                continue;
            };
            let away = point - circle.center;
            let flat = away - circle.axis * circle.axis.dot(&away);
            let across = flat.try_normalize(1e-12).unwrap_or_else(|| any_across(&circle.axis));
            offer(circle.center + across * circle.radius);
            for k in 0..j {
                for candidate in circle_and_sphere(&circle, &balls[k].center, radius(k)).into_iter().flatten()
                {
                    offer(candidate);
                }
            }
        }
    }
    best.map(|(_, p)| p)
}

struct Circle {
    center: Vec3,
    axis: Vec3,
    radius: f64,
}

fn intersection_circle(a: &Ball, ra: f64, b: &Ball, rb: f64) -> Option<Circle> {
    let between = b.center - a.center;
    let distance = between.norm();
    if distance > ra + rb || distance < (ra - rb).abs() || distance < 1e-12 {
        return None;
    }
    let axis = between / distance;
    let along = (distance * distance + ra * ra - rb * rb) / (2.0 * distance);
    Some(Circle { center: a.center + axis * along, axis, radius: (ra * ra - along * along).max(0.0).sqrt() })
}

fn circle_and_sphere(circle: &Circle, center: &Vec3, radius: f64) -> [Option<Vec3>; 2] {
    // In the circle's plane: |c + R (cos, sin)|² = radius², c relative to the sphere.
    let to = circle.center - center;
    let flat = to - circle.axis * circle.axis.dot(&to);
    let e = flat.try_normalize(1e-12).unwrap_or_else(|| any_across(&circle.axis));
    let f = circle.axis.cross(&e);
    let denominator = 2.0 * circle.radius * flat.norm();
    if denominator < 1e-12 {
        return [None; 2];
    }
    let cos = (radius * radius - to.norm_squared() - circle.radius * circle.radius) / denominator;
    if cos.abs() > 1.0 {
        return [None; 2];
    }
    let sin = (1.0 - cos * cos).sqrt();
    [sin, -sin].map(|sin| Some(circle.center + (e * cos + f * sin) * circle.radius))
}

fn any_across(axis: &Vec3) -> Vec3 {
    let other = if axis.x.abs() < 0.7 { Vec3::x() } else { Vec3::y() };
    axis.cross(&other).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ball(x: f64, y: f64, z: f64, radius: f64) -> Ball {
        Ball { center: Vec3::new(x, y, z), radius }
    }

    #[test]
    fn nearest_points_match_those_worked_out_by_hand() {
        let p = Vec3::new(0.0, 2.0, 0.0);
        let near = |balls: &[Ball], y: f64| {
            let (found, factor) = project_onto_balls(&p, balls);
            assert!((found - Vec3::new(0.0, y, 0.0)).norm() < 1e-12 && factor == 1.0, "{found}");
        };
        near(&[ball(0.0, 0.0, 0.0, 1.0)], 1.0);
        near(&[ball(0.6, 0.0, 0.0, 1.0), ball(-0.6, 0.0, 0.0, 1.0)], 0.8);
        let turn = |k: f64| (k * std::f64::consts::TAU / 3.0).sin_cos();
        let three: Vec<Ball> = (0..3)
            .map(|k| {
                let (s, c) = turn(f64::from(k));
                ball(0.6 * c, 0.0, 0.6 * s, 1.0)
            })
            .collect();
        near(&three, 0.8);
        // Within reach nothing moves, to the bit.
        let inside = Vec3::new(0.1, 0.2, 0.3);
        assert_eq!(project_onto_balls(&inside, &three).0, inside);
    }

    #[test]
    fn disjoint_balls_share_one_stretch() {
        let balls = [ball(-2.0, 0.0, 0.0, 1.0), ball(2.0, 0.0, 0.0, 0.5)];
        let (p, factor) = project_onto_balls(&Vec3::new(0.0, 1.0, 0.0), &balls);
        for b in &balls {
            assert!(((p - b.center).norm() / b.radius - factor).abs() < 1e-6);
        }
        assert!((factor - 4.0 / 1.5).abs() < 1e-6);
    }

    fn balls() -> impl Strategy<Value = Vec<Ball>> {
        prop::collection::vec((prop::array::uniform3(-1.0..1.0f64), 0.5..1.5f64), 1..5)
            .prop_map(|v| v.into_iter().map(|(c, radius)| Ball { center: Vec3::from(c), radius }).collect())
    }

    proptest! {
        #[test]
        fn projection_is_the_nearest_common_point(balls in balls(), p in prop::array::uniform3(-3.0..3.0f64), q in prop::array::uniform3(-3.0..3.0f64)) {
            // Oracle: Dykstra's alternating projections.
            let (p, q) = (Vec3::from(p), Vec3::from(q));
            let (found, factor) = project_onto_balls(&p, &balls);
            prop_assume!(factor == 1.0);
            for b in &balls {
                prop_assert!((found - b.center).norm() <= b.radius + 1e-7);
            }
            let mut x = p;
            let mut memory = vec![Vec3::zeros(); balls.len()];
            for _ in 0..20_000 {
                let before = x;
                for (b, m) in balls.iter().zip(&mut memory) {
                    let y = x + *m;
                    let away = y - b.center;
                    x = if away.norm() > b.radius { b.center + away.normalize() * b.radius } else { y };
                    *m = y - x;
                }
                if (x - before).norm() < 1e-13 {
                    break;
                }
            }
            // Dykstra converges slowly on thin intersections; what it reached must not be nearer.
            if balls.iter().all(|b| (x - b.center).norm() <= b.radius + 1e-9) {
                prop_assert!((found - p).norm() <= (x - p).norm() + 1e-6);
            }
            let (other, _) = project_onto_balls(&q, &balls);
            prop_assert!((found - other).norm() <= (p - q).norm() + 1e-6);
        }
    }
}

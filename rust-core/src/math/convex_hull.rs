//! Convex hulls of a few points of the floor, and how far a place is outside.

/// A place on the floor: x and z, metres.
pub(crate) type FloorPoint = nalgebra::Vector2<f64>;

/// Puts the corners of the convex hull into `out`, each turn to the same side (Andrew 1979). `points` is sorted on the way. One point and
/// points on a line give a hull of one and two corners.
pub(crate) fn convex_hull(points: &mut Vec<FloorPoint>, out: &mut Vec<FloorPoint>) {
    out.clear();
    // Insertion is the fastest way to sort so few.
    for i in 1..points.len() {
        let mut at = i;
        while at > 0 && is_before(&points[at], &points[at - 1]) {
            points.swap(at, at - 1);
            at -= 1;
        }
    }
    points.dedup();
    if points.len() < 3 {
        out.extend_from_slice(points);
        return;
    }
    let forwards = points.iter();
    let backwards = points[..points.len() - 1].iter().rev();
    let mut base = 0;
    for (index, point) in forwards.chain(backwards).enumerate() {
        if index == points.len() {
            base = out.len() - 1;
        }
        while out.len() >= base + 2 && turn(&out[out.len() - 2], &out[out.len() - 1], point) <= 0.0 {
            out.pop();
        }
        out.push(*point);
    }
    out.pop();
}

fn is_before(a: &FloorPoint, b: &FloorPoint) -> bool {
    a.x < b.x || (a.x == b.x && a.y < b.y)
}

/// Above 0 where the way from `a` over `b` to `c` turns as the hull does.
fn turn(a: &FloorPoint, b: &FloorPoint, c: &FloorPoint) -> f64 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/// Edges of a hull as outward unit normal and offset: a place `p` is inside where `normal · p ≤ offset` for all. A hull of two corners has
/// its line from both sides and its two ends; one of a single corner is a square without extent.
pub(crate) fn half_planes(hull: &[FloorPoint], out: &mut Vec<(FloorPoint, f64)>) {
    out.clear();
    let mut add = |normal: FloorPoint, through: &FloorPoint| out.push((normal, normal.dot(through)));
    match hull {
        [] => {}
        [point] => {
            for normal in [FloorPoint::x(), FloorPoint::y(), -FloorPoint::x(), -FloorPoint::y()] {
                add(normal, point);
            }
        }
        [a, b] => {
            let along = (b - a).normalize();
            let across = FloorPoint::new(along.y, -along.x);
            add(across, a);
            add(along, b);
            add(-across, a);
            add(-along, a);
        }
        _ => {
            for (a, b) in hull.iter().zip(hull.iter().cycle().skip(1)) {
                let along = (b - a).normalize();
                add(FloorPoint::new(along.y, -along.x), a);
            }
        }
    }
}

/// Distance to the hull: below 0 inside, above 0 outside. `None` for no hull.
pub(crate) fn signed_distance(hull: &[FloorPoint], place: &FloorPoint) -> Option<f64> {
    let first = hull.first()?;
    if hull.len() == 1 {
        return Some((place - first).norm());
    }
    let mut nearest = f64::INFINITY;
    let mut is_inside = hull.len() > 2;
    for (a, b) in hull.iter().zip(hull.iter().cycle().skip(1)) {
        let along = b - a;
        let share = ((place - a).dot(&along) / along.norm_squared()).clamp(0.0, 1.0);
        nearest = nearest.min((place - a - along * share).norm_squared());
        is_inside &= turn(a, b, place) >= 0.0;
    }
    let distance = nearest.sqrt();
    Some(if is_inside { -distance } else { distance })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn hull_of(points: &[[f64; 2]]) -> Vec<FloorPoint> {
        let mut points: Vec<FloorPoint> = points.iter().map(|p| FloorPoint::new(p[0], p[1])).collect();
        let mut hull = Vec::new();
        convex_hull(&mut points, &mut hull);
        hull
    }

    #[test]
    fn distances_are_those_to_a_foot() {
        // A print of 29.6 by 13.5 cm: 5 cm before the toes, inside, and 3 and 4 cm off a corner (Lyard 2008, section 4.7.3).
        let foot = hull_of(&[[0.0, 0.0], [29.6, 0.0], [29.6, 13.5], [0.0, 13.5], [10.0, 5.0]]);
        assert_eq!(foot.len(), 4);
        let at = |x, z| signed_distance(&foot, &FloorPoint::new(x, z)).unwrap();
        assert!((at(34.6, 6.0) - 5.0).abs() < 1e-12);
        assert!((at(10.0, 6.0) + 6.0).abs() < 1e-12);
        assert!((at(32.6, 17.5) - 5.0).abs() < 1e-12);
    }

    #[test]
    fn a_turned_foot_keeps_its_area() {
        let turn = nalgebra::Rotation2::new(37f64.to_radians());
        let corners = [[0.0, 0.0], [0.296, 0.0], [0.296, 0.135], [0.0, 0.135]];
        let hull = hull_of(&corners.map(|[x, y]| (turn * FloorPoint::new(x, y)).into()));
        let pairs = hull.iter().zip(hull.iter().cycle().skip(1));
        let area = 0.5 * pairs.map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f64>();
        assert!((area.abs() - 0.03996).abs() < 1e-12, "{area}");
    }

    #[test]
    fn few_points_are_hulls_too() {
        assert!(hull_of(&[]).is_empty() && signed_distance(&[], &FloorPoint::zeros()).is_none());
        let one = hull_of(&[[1.0, 1.0], [1.0, 1.0]]);
        assert_eq!(one.len(), 1);
        assert!((signed_distance(&one, &FloorPoint::new(4.0, 5.0)).unwrap() - 5.0).abs() < 1e-12);
        let line = hull_of(&[[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]);
        assert_eq!(line.len(), 2);
        assert!((signed_distance(&line, &FloorPoint::new(0.0, 2.0)).unwrap() - 2f64.sqrt()).abs() < 1e-12);
        let mut planes = Vec::new();
        for hull in [one, line] {
            half_planes(&hull, &mut planes);
            assert_eq!(planes.len(), 4);
            let inside = planes.iter().all(|(normal, offset)| normal.dot(&hull[0]) <= offset + 1e-12);
            assert!(inside, "{planes:?}");
        }
    }

    proptest! {
        #[test]
        fn a_point_is_inside_where_it_is_a_mean_of_the_points(
            points in prop::collection::vec(prop::array::uniform2(-1.0..1.0), 3..20),
            place in prop::array::uniform2(-1.5..1.5),
        ) {
            let hull = hull_of(&points);
            prop_assume!(hull.len() > 2);
            let place = FloorPoint::new(place[0], place[1]);
            let found = signed_distance(&hull, &place).unwrap();
            // Oracle: a place is outside where some direction separates it from all points; 720 directions and those of all pairs.
            let separates = |normal: FloorPoint| {
                let most = points.iter().map(|p| normal.x * p[0] + normal.y * p[1]).fold(f64::MIN, f64::max);
                normal.dot(&place) - most
            };
            let spread = (0..720).map(|i| f64::from(i).to_radians() / 2.0).map(|a| FloorPoint::new(a.cos(), a.sin()));
            let pairs = points.iter().flat_map(|a| points.iter().map(move |b| FloorPoint::new(b[1] - a[1], a[0] - b[0])));
            let to_place = points.iter().map(|p| place - FloorPoint::new(p[0], p[1]));
            let all = spread.chain(pairs.filter_map(|n| n.try_normalize(1e-9))).chain(to_place.filter_map(|n| n.try_normalize(1e-9)));
            let gap = all.map(separates).fold(f64::MIN, f64::max);
            prop_assert!((found - gap).abs() < 1e-4 * (1.0 + gap.abs()), "{found} {gap}");
            let mut planes = Vec::new();
            half_planes(&hull, &mut planes);
            let most = planes.iter().map(|(n, offset)| n.dot(&place) - offset).fold(f64::MIN, f64::max);
            prop_assert_eq!(most <= 0.0, found <= 0.0);
        }
    }
}

//! How deep two cylinders or two capsules lie in each other (Lyard 2008, section 4.2.3; docs/methods/body.md, 4).
//!
//! Capsules are exact. Cylinders follow the thesis: where an axis ends before the nearest points of the lines, its flat end
//! is a disc. The nearest point of a disc to an axis is found by a convex search along the axis instead of the thesis's
//! one step, which is singular for a disc that faces the axis and inexact for a tilted one.

use super::Vec3;

/// A stretch of an axis with a radius: a cylinder with flat ends, or a capsule with round ones.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tube {
    /// One end of the axis, metres.
    pub start: Vec3,
    /// The other end.
    pub end: Vec3,
    /// Metres.
    pub radius: f64,
}

/// Which parts of two volumes meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum MeetingParts {
    /// The sides of both.
    Sides,
    /// The end of the first, the side of the second.
    EndAndSide,
    /// The side of the first, the end of the second.
    SideAndEnd,
    /// The ends of both.
    Ends,
}

/// How two volumes lie to each other.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Meeting {
    /// Gap between the volumes, metres; negative where they overlap.
    pub gap: f64,
    /// On the surface of the first and of the second: `points[1] - points[0] = gap * normal`.
    pub points: [Vec3; 2],
    /// Unit, from the first to the second.
    pub normal: Vec3,
    /// Which parts meet.
    pub parts: MeetingParts,
}

impl Meeting {
    /// Depth of penetration, metres; 0 where the volumes are apart.
    pub fn depth(&self) -> f64 {
        (-self.gap).max(0.0)
    }

    /// Between the nearest points `a`, `b` of two cores with radii around them.
    fn of_cores(a: Vec3, b: Vec3, radii: [f64; 2], fallback: &Vec3, parts: MeetingParts) -> Self {
        let way = b - a;
        let normal = way.try_normalize(1e-12).unwrap_or(*fallback);
        Self {
            gap: way.norm() - radii[0] - radii[1],
            points: [a + normal * radii[0], b - normal * radii[1]],
            normal,
            parts,
        }
    }

    fn swapped(self) -> Self {
        let parts = match self.parts {
            MeetingParts::EndAndSide => MeetingParts::SideAndEnd,
            MeetingParts::SideAndEnd => MeetingParts::EndAndSide,
            same => same,
        };
        Self { points: [self.points[1], self.points[0]], normal: -self.normal, parts, ..self }
    }
}

impl Tube {
    fn way(&self) -> Vec3 {
        self.end - self.start
    }

    fn at(&self, share: f64) -> Vec3 {
        self.start + self.way() * share
    }

    /// Unit axis; any direction for a tube of no length.
    fn axis(&self) -> Vec3 {
        self.way().try_normalize(1e-12).unwrap_or_else(Vec3::y)
    }
}

/// How two capsules lie to each other: exact, and continuous as they move.
///
/// ```
/// use surefoot::math::Vec3;
/// use surefoot::math::volumes::{Tube, meet_capsules};
///
/// let arm = Tube { start: Vec3::new(-1.0, 0.0, 0.0), end: Vec3::new(1.0, 0.0, 0.0), radius: 0.06 };
/// let leg = Tube { start: Vec3::new(0.0, 0.1, -1.0), end: Vec3::new(0.0, 0.1, 1.0), radius: 0.06 };
/// let meeting = meet_capsules(&arm, &leg);
/// assert!((meeting.depth() - 0.02).abs() < 1e-12);
/// assert!((meeting.normal - Vec3::y()).norm() < 1e-12);
/// ```
pub fn meet_capsules(a: &Tube, b: &Tube) -> Meeting {
    let (s, t) = nearest_on_segments(a, b);
    let inside = |share: f64| share > 0.0 && share < 1.0;
    let parts = parts_of(inside(s), inside(t));
    Meeting::of_cores(a.at(s), b.at(t), [a.radius, b.radius], &apart(a, b), parts)
}

/// How two cylinders with flat ends lie to each other.
///
/// Where both axes reach the nearest points of their lines, the sides meet. Else the end that is nearer to these points
/// is a disc against the axis of the other; of two such ends the one that lies deeper counts.
///
/// ```
/// use surefoot::math::Vec3;
/// use surefoot::math::volumes::{Tube, meet_cylinders};
///
/// let post = Tube { start: -Vec3::y(), end: Vec3::y(), radius: 0.1 };
/// let beam = Tube { start: Vec3::new(0.05, 0.0, 0.0), end: Vec3::new(1.0, 0.0, 0.0), radius: 0.06 };
/// assert!((meet_cylinders(&post, &beam).depth() - 0.05).abs() < 1e-9);
/// ```
pub fn meet_cylinders(a: &Tube, b: &Tube) -> Meeting {
    let (s, t) = nearest_on_lines(a, b);
    let inside = |share: f64| (0.0..=1.0).contains(&share);
    match (inside(s), inside(t)) {
        (true, true) => {
            let radii = [a.radius, b.radius];
            Meeting::of_cores(a.at(s), b.at(t), radii, &apart(a, b), MeetingParts::Sides)
        }
        (false, true) => disc_and_axis(a, s, b, MeetingParts::EndAndSide),
        (true, false) => disc_and_axis(b, t, a, MeetingParts::EndAndSide).swapped(),
        (false, false) => {
            let first = disc_and_axis(a, s, b, MeetingParts::Ends);
            let second = disc_and_axis(b, t, a, MeetingParts::Ends).swapped();
            if second.gap < first.gap { second } else { first }
        }
    }
}

fn parts_of(first_side: bool, second_side: bool) -> MeetingParts {
    match (first_side, second_side) {
        (true, true) => MeetingParts::Sides,
        (false, true) => MeetingParts::EndAndSide,
        (true, false) => MeetingParts::SideAndEnd,
        (false, false) => MeetingParts::Ends,
    }
}

/// A direction for tubes whose cores touch: across both axes.
fn apart(a: &Tube, b: &Tube) -> Vec3 {
    let (u, v) = (a.axis(), b.axis());
    let across = u.cross(&v).try_normalize(1e-9);
    across.unwrap_or_else(|| perpendicular(&u))
}

/// Some unit vector at right angles to a unit vector.
pub(crate) fn perpendicular(axis: &Vec3) -> Vec3 {
    let least = axis.iamin();
    let mut other = Vec3::zeros();
    other[least] = 1.0;
    (other - axis * axis[least]).normalize()
}

/// The nearer end of `tube`, as a disc, against the axis of `other`.
fn disc_and_axis(tube: &Tube, share: f64, other: &Tube, parts: MeetingParts) -> Meeting {
    let (centre, outward) = if share < 0.5 { (tube.start, -tube.axis()) } else { (tube.end, tube.axis()) };
    let on_disc = |point: &Vec3| {
        let way = point - centre;
        let flat = way - outward * way.dot(&outward);
        let length = flat.norm();
        centre + if length > tube.radius { flat * (tube.radius / length) } else { flat }
    };
    // The distance of a point to a disc is convex, and so it is along a line.
    let distance = |t: f64| {
        let point = other.at(t);
        (on_disc(&point) - point).norm()
    };
    let on_axis = other.at(least_of_convex(distance));
    Meeting::of_cores(on_disc(&on_axis), on_axis, [0.0, other.radius], &outward, parts)
}

/// Where a convex function has its least value in `0..=1`, by golden section.
fn least_of_convex(value: impl Fn(f64) -> f64) -> f64 {
    const RATIO: f64 = 0.618_033_988_749_894_9;
    // 0.618^80 is below the spacing of numbers near 1.
    const ROUNDS: usize = 80;
    let (mut low, mut high) = (0.0, 1.0);
    let (mut left, mut right) = (1.0 - RATIO, RATIO);
    let (mut at_left, mut at_right) = (value(left), value(right));
    for _ in 0..ROUNDS {
        if at_left <= at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - RATIO * (high - low);
            at_left = value(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + RATIO * (high - low);
            at_right = value(right);
        }
    }
    let middle = (low + high) / 2.0;
    // The search never looks at the ends themselves.
    [0.0, 1.0].into_iter().fold(middle, |best, end| if value(end) <= value(best) { end } else { best })
}

/// Dot products of the line equations: `u·u, u·v, v·v, u·w, v·w` with `w = a.start - b.start`.
fn products(a: &Tube, b: &Tube) -> [f64; 5] {
    let (u, v, w) = (a.way(), b.way(), a.start - b.start);
    [u.dot(&u), u.dot(&v), v.dot(&v), u.dot(&w), v.dot(&w)]
}

/// Lines within this of parallel are (relative, squared sine).
const PARALLEL: f64 = 1e-9;

/// Shares of both axes at the nearest points of their lines. Where the lines are parallel, the middle of the stretch that the
/// axes share, or of the gap between them, which lies outside both.
fn nearest_on_lines(a: &Tube, b: &Tube) -> (f64, f64) {
    let [uu, uv, vv, uw, vw] = products(a, b);
    let determinant = uu * vv - uv * uv;
    if determinant > PARALLEL * uu * vv && determinant > 0.0 {
        return ((uv * vw - vv * uw) / determinant, (uu * vw - uv * uw) / determinant);
    }
    if uu <= 0.0 || vv <= 0.0 {
        return nearest_on_segments(a, b);
    }
    // Where the other axis starts and ends along this one.
    let (first, last) = (-uw / uu, (uv - uw) / uu);
    let (low, high) = (first.min(last).max(0.0), first.max(last).min(1.0));
    let s = (low + high) / 2.0;
    (s, (s * uv + vw) / vv)
}

/// Shares of both axes at the nearest points of the segments.
fn nearest_on_segments(a: &Tube, b: &Tube) -> (f64, f64) {
    let [uu, uv, vv, uw, vw] = products(a, b);
    let clamp = |x: f64| x.clamp(0.0, 1.0);
    if uu <= 0.0 && vv <= 0.0 {
        return (0.0, 0.0);
    }
    if uu <= 0.0 {
        return (0.0, clamp(vw / vv));
    }
    if vv <= 0.0 {
        return (clamp(-uw / uu), 0.0);
    }
    let determinant = uu * vv - uv * uv;
    let mut s = if determinant > PARALLEL * uu * vv {
        clamp((uv * vw - vv * uw) / determinant)
    } else {
        // The middle of the shared stretch, so that swapping the two changes nothing.
        let (first, last) = (-uw / uu, (uv - uw) / uu);
        clamp((first.min(last).max(0.0) + first.max(last).min(1.0)) / 2.0)
    };
    let t = (s * uv + vw) / vv;
    if !(0.0..=1.0).contains(&t) {
        s = clamp((clamp(t) * uv - uw) / uu);
    }
    (s, clamp(t))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Quat, Random};

    fn point(random: &mut Random, size: f64) -> Vec3 {
        Vec3::from_fn(|_, _| size * (2.0 * random.uniform() - 1.0))
    }

    fn tube(random: &mut Random) -> Tube {
        let start = point(random, 0.5);
        Tube { start, end: start + point(random, 0.5), radius: 0.02 + 0.1 * random.uniform() }
    }

    fn moved(tube: &Tube, turn: &Quat, shift: &Vec3) -> Tube {
        Tube { start: turn * tube.start + shift, end: turn * tube.end + shift, ..*tube }
    }

    /// Crossing at right angles, 10 cm apart, 6 cm thick each.
    fn crossing() -> [Tube; 2] {
        [
            Tube { start: -Vec3::x(), end: Vec3::x(), radius: 0.06 },
            Tube { start: Vec3::new(0.0, 0.1, -1.0), end: Vec3::new(0.0, 0.1, 1.0), radius: 0.06 },
        ]
    }

    #[test]
    fn crossing_tubes_overlap_by_what_their_radii_exceed_the_distance() {
        let [a, b] = crossing();
        for meeting in [meet_capsules(&a, &b), meet_cylinders(&a, &b)] {
            assert!((meeting.depth() - 0.02).abs() < 1e-15, "{meeting:?}");
            assert_eq!(meeting.parts, MeetingParts::Sides);
            assert!((meeting.points[0] - Vec3::new(0.0, 0.06, 0.0)).norm() < 1e-12);
        }
    }

    /// The nearest of 401 × 401 pairs of points on the axes.
    fn dense_distance(a: &Tube, b: &Tube) -> f64 {
        let samples = |tube: &Tube| (0..=400).map(|i| tube.at(f64::from(i) / 400.0)).collect::<Vec<_>>();
        let (left, right) = (samples(a), samples(b));
        let distances = left.iter().flat_map(|p| right.iter().map(move |q| (p - q).norm_squared()));
        distances.fold(f64::INFINITY, f64::min).sqrt()
    }

    #[test]
    fn capsules_are_as_far_apart_as_the_nearest_of_many_points() {
        let mut random = Random::new(1);
        for _ in 0..10_000 {
            check_capsules(&mut random);
        }
    }

    fn check_capsules(random: &mut Random) {
        let (a, b) = (tube(random), tube(random));
        let meeting = meet_capsules(&a, &b);
        let expected = dense_distance(&a, &b) - a.radius - b.radius;
        // Samples are up to 2.2 mm apart along each axis; where axes cross, half of that is the error of the samples.
        let spacing = (a.way().norm() + b.way().norm()) / 800.0;
        assert!(meeting.gap <= expected + 1e-12, "{} {expected}", meeting.gap);
        assert!(expected - meeting.gap <= 1e-3_f64.max(spacing), "{} {expected}", meeting.gap);
        let [p, q] = meeting.points;
        assert!((q - p - meeting.normal * meeting.gap).norm() < 1e-12);
    }

    #[test]
    fn parallel_tubes_side_by_side_do_not_divide_by_zero() {
        let a = Tube { start: Vec3::zeros(), end: Vec3::y(), radius: 0.06 };
        for (from, to) in [(0.0, 1.0), (1.0, 0.0), (0.5, 2.0), (0.2, 0.4)] {
            let b = Tube { start: Vec3::new(0.1, from, 0.0), end: Vec3::new(0.1, to, 0.0), radius: 0.07 };
            for meeting in [meet_capsules(&a, &b), meet_cylinders(&a, &b)] {
                assert!((meeting.depth() - 0.03).abs() < 1e-12, "{meeting:?}");
                assert_eq!(meeting.normal, Vec3::x());
            }
        }
        // In line, one behind the other.
        let behind = Tube { start: Vec3::new(0.0, 1.3, 0.0), end: Vec3::new(0.0, 2.0, 0.0), radius: 0.06 };
        assert!((meet_capsules(&a, &behind).gap - 0.18).abs() < 1e-12);
        assert_eq!(meet_cylinders(&a, &behind).parts, MeetingParts::Ends);
        assert_eq!(meet_cylinders(&a, &behind).depth(), 0.0);
    }

    #[test]
    fn order_and_place_do_not_matter() {
        let mut random = Random::new(3);
        for _ in 0..2000 {
            let (a, b) = (tube(&mut random), tube(&mut random));
            let turn = Quat::from_scaled_axis(point(&mut random, 3.0));
            let shift = point(&mut random, 2.0);
            let (a_moved, b_moved) = (moved(&a, &turn, &shift), moved(&b, &turn, &shift));
            for meet in [meet_capsules, meet_cylinders] {
                let meeting = meet(&a, &b);
                let swapped = meet(&b, &a);
                assert!((meeting.gap - swapped.gap).abs() < 1e-12, "{meeting:?} {swapped:?}");
                let elsewhere = meet(&a_moved, &b_moved);
                assert!((meeting.gap - elsewhere.gap).abs() < 1e-12, "{meeting:?} {elsewhere:?}");
            }
        }
    }

    #[test]
    fn an_end_that_faces_the_axis_is_as_deep_as_it_reaches() {
        let post = Tube { start: -Vec3::y(), end: Vec3::y(), radius: 0.1 };
        let beam = Tube { start: Vec3::new(0.05, 0.0, 0.0), end: Vec3::new(1.0, 0.0, 0.0), radius: 0.06 };
        let meeting = meet_cylinders(&post, &beam);
        assert!((meeting.depth() - 0.05).abs() < 1e-9, "{meeting:?}");
        assert_eq!(meeting.parts, MeetingParts::SideAndEnd);
        assert_eq!(meet_cylinders(&beam, &post).parts, MeetingParts::EndAndSide);
        let [p, q] = meeting.points;
        assert!((q - p - meeting.normal * meeting.gap).norm() < 1e-12);
    }

    #[test]
    fn tilted_ends_are_as_deep_as_the_deepest_of_many_points() {
        let mut random = Random::new(4);
        for _ in 0..150 {
            let post = Tube { start: -Vec3::y(), end: Vec3::y(), radius: 0.1 };
            // Ends before the axis of the post, so that its end is what meets it.
            let outward = (Vec3::x() + point(&mut random, 0.9)).normalize();
            let end =
                Vec3::new(0.06 * random.uniform(), 0.0, 0.0) + outward * (0.01 + 0.1 * random.uniform());
            let beam = Tube { start: end, end: end + outward * 0.5, radius: 0.06 };
            let meeting = disc_and_axis(&beam, -1.0, &post, MeetingParts::EndAndSide);
            let across = perpendicular(&outward);
            let other = outward.cross(&across);
            let mut nearest = f64::INFINITY;
            for ring in 0..=60 {
                for step in 0..360 {
                    let (sin, cos) = f64::from(step).to_radians().sin_cos();
                    let p = end + (across * cos + other * sin) * (0.06 * f64::from(ring) / 60.0);
                    let on_axis = Vec3::new(0.0, p.y.clamp(-1.0, 1.0), 0.0);
                    nearest = nearest.min((p - on_axis).norm());
                }
            }
            let expected = nearest - post.radius;
            assert!((meeting.gap - expected).abs() < 2e-3, "{} {expected}", meeting.gap);
        }
    }

    #[test]
    fn far_tubes_do_not_touch() {
        let mut random = Random::new(5);
        for _ in 0..200 {
            let (a, b) = (tube(&mut random), tube(&mut random));
            let far = moved(&b, &Quat::identity(), &Vec3::new(0.0, 5.0, 0.0));
            assert_eq!(meet_capsules(&a, &far).depth(), 0.0);
            assert_eq!(meet_cylinders(&a, &far).depth(), 0.0);
        }
    }

    #[test]
    fn the_gap_of_capsules_changes_no_faster_than_they_move() {
        let mut random = Random::new(6);
        for _ in 0..20 {
            let (a, b) = (tube(&mut random), tube(&mut random));
            let way = point(&mut random, 1.0);
            let at = |i: u32| moved(&b, &Quat::identity(), &(way * (f64::from(i) / 500.0)));
            let mut before = meet_capsules(&a, &at(0)).gap;
            for i in 1..=500 {
                let gap = meet_capsules(&a, &at(i)).gap;
                assert!((gap - before).abs() <= 2.0 * way.norm() / 500.0 + 1e-12);
                before = gap;
            }
        }
    }

    #[test]
    fn points_are_tubes_too() {
        let ball = |x: f64| Tube { start: Vec3::x() * x, end: Vec3::x() * x, radius: 0.1 };
        assert!((meet_capsules(&ball(0.0), &ball(0.15)).depth() - 0.05).abs() < 1e-12);
        assert!(meet_cylinders(&ball(0.0), &ball(0.0)).gap.is_finite());
        let [a, _] = crossing();
        assert!((meet_capsules(&a, &ball(0.0)).depth() - 0.16).abs() < 1e-12);
        assert!((meet_capsules(&ball(0.0), &a).depth() - 0.16).abs() < 1e-12);
    }
}

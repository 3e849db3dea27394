//! Limb length by hinge angle, damping of a nearly straight hinge, and the limits of stretch.

use crate::math::Vec3;
use std::f64::consts::PI;

/// How the distance from base to end depends on the hinge angle of one posed limb.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bend {
    /// `|u|² + |v|² − 2 u_n v_n`, metres².
    sum: f64,
    /// `2 l1' l2'`, metres²; 0 where the limb cannot bend.
    product: f64,
    /// Angle from u' to v' about the hinge, [0, 2π); above π the joint is bent backwards.
    pub(crate) posed_angle: f64,
}

impl Bend {
    /// From the three joints and the unit hinge axis, world.
    pub(crate) fn new(base: &Vec3, mid: &Vec3, end: &Vec3, hinge: &Vec3) -> Self {
        let (u, v) = (base - mid, end - mid);
        let (u_n, v_n) = (u.dot(hinge), v.dot(hinge));
        let (u_p, v_p) = (u - hinge * u_n, v - hinge * v_n);
        let (l1, l2) = (u_p.norm(), v_p.norm());
        let sum = u.norm_squared() + v.norm_squared() - 2.0 * u_n * v_n;
        if l1 < 1e-6 || l2 < 1e-6 {
            return Self { sum, product: 0.0, posed_angle: PI };
        }
        let angle = u_p.cross(&v_p).dot(hinge).atan2(u_p.dot(&v_p));
        // −0 and a hair below it are a closed hinge, not a full turn.
        let posed_angle = if angle < -1e-9 { angle + 2.0 * PI } else { angle.max(0.0) };
        Self { sum, product: 2.0 * l1 * l2, posed_angle }
    }

    /// Whether the limb can bend at all; without length it cannot.
    pub(crate) fn can_bend(&self) -> bool {
        self.product > 1e-8 && self.sum.is_finite()
    }

    /// `2 l1' l2'`.
    pub(crate) fn product(&self) -> f64 {
        self.product
    }

    /// `|u|² + |v|² − 2 u_n v_n`.
    pub(crate) fn sum(&self) -> f64 {
        self.sum
    }

    /// Distance from base to end at hinge angle `theta`.
    pub(crate) fn length_at(&self, theta: f64) -> f64 {
        (self.sum - self.product * theta.cos()).max(0.0).sqrt()
    }

    /// Longest reach.
    pub(crate) fn max_length(&self) -> f64 {
        (self.sum + self.product).sqrt()
    }

    /// Hinge angle in [0, π] for a distance; too far gives π, too near 0.
    pub(crate) fn angle_for(&self, length: f64) -> f64 {
        if self.product <= 0.0 {
            return self.posed_angle.min(PI);
        }
        ((self.sum - length * length) / self.product).clamp(-1.0, 1.0).acos()
    }
}

/// The damped measure of a hinge angle, `x` below `rho`, levelling off towards π: the integral of an ease (Kovar,
/// eq. 3.14).
pub(crate) fn damped_measure(x: f64, rho: f64) -> f64 {
    if x <= rho || rho >= PI {
        return x;
    }
    let u = (x.min(PI) - rho) / (PI - rho);
    rho + (PI - rho) * (((0.5 * u - 1.0) * u * u) * u + u)
}

/// Damped hinge angle when the target asks for `wanted` and the limb was at `original`: straightening is slowed
/// down, so that knees do not pop. Stretch makes up for what is missing.
pub(crate) fn damped_angle(original: f64, wanted: f64, rho: f64) -> f64 {
    original + damped_measure(wanted, rho) - damped_measure(original, rho)
}

/// The hinge angle at which the stretch stays within its limit, and the distance that is then spanned.
pub(crate) fn limit_stretch(bend: &Bend, theta: f64, distance: f64, max_stretch: f64) -> (f64, f64) {
    let scale = distance / bend.length_at(theta).max(1e-12);
    if (scale - 1.0).abs() <= max_stretch {
        return (theta, distance);
    }
    let factor = if scale > 1.0 { 1.0 + max_stretch } else { 1.0 - max_stretch };
    let wanted = distance / factor;
    let theta = bend.angle_for(wanted);
    let spanned = bend.length_at(theta) * factor;
    // Beyond reach the limb stays straight and falls short; too near it stays folded and is shortened.
    (theta, if spanned < distance - 1e-12 { spanned } else { distance })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Quat;

    fn straight_leg(hinge: Vec3, l1: f64, l2: f64, theta: f64) -> Bend {
        // Upper bone straight up, lower bone turned by theta from it about the hinge.
        let u = Vec3::y() * l1;
        let v = Quat::from_scaled_axis(hinge * theta) * Vec3::y() * l2;
        Bend::new(&u, &Vec3::zeros(), &v, &hinge)
    }

    #[test]
    fn angles_match_those_worked_out_by_hand() {
        // Planar.
        let bend = straight_leg(-Vec3::x(), 0.45, 0.43, 2.0);
        let d = (Vec3::new(0.0, 0.9, 0.0) - Vec3::new(0.0, 0.1, 0.1)).norm();
        assert!((bend.angle_for(d).to_degrees() - 132.7307).abs() < 1e-4);
        // Out of plane.
        let (k, h, a) = (Vec3::new(0.0, 0.5, 0.1), Vec3::new(0.05, 0.9, 0.0), Vec3::new(0.08, 0.1, 0.02));
        let bend = Bend::new(&h, &k, &a, &-Vec3::x());
        assert!((bend.posed_angle.to_degrees() - 154.6538).abs() < 1e-4, "{}", bend.posed_angle.to_degrees());
        assert!((bend.angle_for(0.75).to_degrees() - 132.0269).abs() < 1e-4);
    }

    #[test]
    fn damping_matches_its_table() {
        let rho = 135f64.to_radians();
        let table = [
            (90.0, 120.0, 120.0, 1.0),
            (120.0, 150.0, 148.6111, 1.003_332),
            (135.0, 180.0, 157.5, 1.019_591),
            (150.0, 180.0, 158.8889, 1.017_214),
            (160.0, 170.0, 162.6337, 1.007_745),
            (170.0, 180.0, 170.4390, 1.003_491),
            (180.0, 170.0, 179.5610, 0.996_202),
            (170.0, 150.0, 161.5501, 0.978_582),
            (180.0, 150.0, 171.1111, 0.968_839),
            (180.0, 135.0, 157.5, 0.941_979),
        ];
        for (from, to, damped, scale) in table {
            let (from, to): (f64, f64) = (f64::to_radians(from), f64::to_radians(to));
            let theta = damped_angle(from, to, rho);
            assert!((theta.to_degrees() - damped).abs() < 1e-4, "{from} {to} {theta}");
            let bend = straight_leg(-Vec3::x(), 0.4, 0.4, from);
            assert!((bend.length_at(to) / bend.length_at(theta) - scale).abs() < 1e-6);
        }
        // Unequal bones.
        let bend = straight_leg(-Vec3::x(), 0.45, 0.43, 120f64.to_radians());
        let d = (Vec3::new(0.0, 0.9, 0.0) - Vec3::new(0.0, 0.03, 0.05)).norm();
        assert!((bend.angle_for(d).to_degrees() - 163.9956).abs() < 1e-4);
        let theta = damped_angle(120f64.to_radians(), bend.angle_for(d), rho);
        assert!((theta.to_degrees() - 155.8356).abs() < 1e-4);
        assert!((d / bend.length_at(theta) - 1.012_689).abs() < 1e-6);
    }

    #[test]
    fn damping_never_bends_back_and_leaves_bent_limbs_alone() {
        let rho = 135f64.to_radians();
        for from in (0..=180).step_by(3) {
            for to in (0..=180).step_by(3) {
                let (from, to) = (f64::from(from).to_radians(), f64::from(to).to_radians());
                let theta = damped_angle(from, to, rho);
                assert!(theta <= PI + 1e-12, "{from} {to}: {theta}");
                assert!(from > rho || to > rho || (theta - to).abs() < 1e-12, "{from} {to}: {theta}");
            }
        }
    }

    #[test]
    fn damped_measure_is_the_integral_of_the_ease() {
        // Simpson's rule on Kovar's eq. 3.14.
        let rho = 135f64.to_radians();
        let f = |x: f64| if x < rho { 1.0 } else { crate::math::ease_out((x - rho) / (PI - rho)) };
        for to in [1.0, 2.0, 2.4, 2.6, 3.0, PI] {
            let (mut sum, pieces) = (0.0, 2000);
            for i in 0..pieces {
                let (a, b) =
                    (to * f64::from(i) / f64::from(pieces), to * f64::from(i + 1) / f64::from(pieces));
                // The kink at rho lies inside one piece; split there.
                for (a, b) in if a < rho && rho < b { vec![(a, rho), (rho, b)] } else { vec![(a, b)] } {
                    let at =
                        |x: f64| if x >= rho { crate::math::ease_out((x - rho) / (PI - rho)) } else { f(x) };
                    let right = if b <= rho { 1.0 } else { at(b) };
                    sum += (b - a) / 6.0 * (at(a) + 4.0 * at(0.5 * (a + b)) + right);
                }
            }
            assert!((sum - damped_measure(to, rho)).abs() < 1e-10, "{to}");
        }
    }

    #[test]
    fn length_and_angle_are_inverse() {
        let bend = straight_leg(-Vec3::x(), 0.45, 0.41, 1.0);
        for degrees in [5.0, 60.0, 120.0, 170.0, 179.0] {
            let theta = f64::to_radians(degrees);
            assert!((bend.angle_for(bend.length_at(theta)) - theta).abs() < 1e-7);
        }
        assert!((bend.max_length() - 0.86).abs() < 1e-12);
        assert_eq!(bend.angle_for(2.0), PI);
    }

    #[test]
    fn the_stretch_limit_is_continuous() {
        // A straight limb asked to bend to 90° by a damped hinge.
        let bend = Bend::new(&(Vec3::y() * 0.45), &Vec3::zeros(), &(Vec3::y() * -0.43), &-Vec3::x());
        let mut last: Option<(f64, f64)> = None;
        for i in 0..=9000 {
            let wanted = (180.0 - 0.01 * f64::from(i)).to_radians();
            let distance = bend.length_at(wanted);
            let damped = damped_angle(PI, wanted, 135f64.to_radians());
            let (theta, spanned) = limit_stretch(&bend, damped, distance, 0.05);
            let scale = spanned / bend.length_at(theta);
            assert!((scale - 1.0).abs() <= 0.05 + 1e-9 && (spanned - distance).abs() < 1e-9);
            if let Some((t, s)) = last {
                assert!((theta - t).abs() < 0.01 && f64::abs(scale - s) < 1e-3, "{wanted}");
            }
            last = Some((theta, scale));
        }
        // Out of reach: straight, stretched to the limit, and short by the rest.
        let (theta, spanned) = limit_stretch(&bend, PI, 1.0, 0.03);
        assert!(theta == PI && (spanned - 0.88 * 1.03).abs() < 1e-12);
    }
}

//! [`Shape`]: the body as a signed distance, negative inside. Metres at 1.75 m of stature, left half only: the body
//! is its own mirror image.

use super::super::biped::{ARM_DROP, BipedOptions};
use surefoot::math::Vec3;

/// A tube along a line with elliptic sections, rounded at both ends.
#[derive(Debug, Clone)]
struct Loft {
    origin: Vec3,
    across: Vec3,
    along: Vec3,
    up: Vec3,
    /// Place along the line, half width, half depth, and where the middle lies off the line.
    sections: Vec<[f64; 5]>,
    /// How far the ends bulge.
    caps: [f64; 2],
    centre: Vec3,
    radius: f64,
}

impl Loft {
    fn new(origin: Vec3, axes: [Vec3; 3], sections: Vec<[f64; 5]>, caps: [f64; 2]) -> Self {
        let [across, along, up] = axes;
        let (first, last) = (sections[0][0] - caps[0], sections[sections.len() - 1][0] + caps[1]);
        let thick = sections.iter().map(|s| s[1].max(s[2]) + s[3].hypot(s[4])).fold(0.0, f64::max);
        Self {
            origin,
            across,
            along,
            up,
            sections,
            caps,
            centre: origin + along * (0.5 * (first + last)),
            radius: (0.5 * (last - first)).hypot(thick),
        }
    }

    /// Along a line with `up` the second axis of the sections.
    fn along_line(origin: Vec3, along: Vec3, up: Vec3, sections: Vec<[f64; 5]>, caps: [f64; 2]) -> Self {
        let along = along.normalize();
        let up = (up - along * up.dot(&along)).normalize();
        Self::new(origin, [along.cross(&up), along, up], sections, caps)
    }

    fn scaled(mut self, girth: f64) -> Self {
        for section in &mut self.sections {
            section[1] *= girth;
            section[2] *= girth;
        }
        self.radius *= girth.max(1.0);
        self
    }

    /// Smooth through the sections: cubic pieces with slopes from the neighbours.
    fn section(&self, t: f64) -> [f64; 4] {
        let s = &self.sections;
        let last = s.len() - 1;
        let i = s[1..last].iter().take_while(|section| section[0] < t).count();
        let (a, b) = (&s[i], &s[i + 1]);
        let (before, after) = (&s[i.saturating_sub(1)], &s[(i + 2).min(last)]);
        let d = b[0] - a[0];
        let u = (t - a[0]) / d;
        let mut out = [0.0; 4];
        for k in 1..5 {
            let slope_a = (b[k] - before[k]) / (b[0] - before[0]) * d;
            let slope_b = (after[k] - a[k]) / (after[0] - a[0]) * d;
            let (v, w) = (u * u, u * u * u);
            out[k - 1] = (2.0 * w - 3.0 * v + 1.0) * a[k]
                + (w - 2.0 * v + u) * slope_a
                + (3.0 * v - 2.0 * w) * b[k]
                + (w - v) * slope_b;
        }
        out
    }

    fn distance(&self, p: &Vec3) -> f64 {
        // Far away the exact value does not matter, only that it is far.
        let bound = (p - self.centre).norm() - self.radius;
        if bound > 0.15 {
            return bound;
        }
        let local = p - self.origin;
        let t = local.dot(&self.along);
        let on_line = t.clamp(self.sections[0][0], self.sections[self.sections.len() - 1][0]);
        let [a, b, x, z] = self.section(on_line);
        let beyond = t - on_line;
        let cap = if beyond < 0.0 { self.caps[0] } else { self.caps[1] };
        let scaled =
            Vec3::new((local.dot(&self.across) - x) / a, beyond / cap, (local.dot(&self.up) - z) / b);
        let slope = Vec3::new(scaled.x / a, scaled.y / cap, scaled.z / b).norm();
        let k = scaled.norm();
        // First-order distance to an ellipsoid; at its very middle the slope vanishes.
        if slope < 1e-6 { -a.min(b) } else { k * (k - 1.0) / slope }
    }
}

/// Union whose seam is rounded over about `k` metres.
fn blend(a: f64, b: f64, k: f64) -> f64 {
    let h = (k - (a - b).abs()).max(0.0) / k;
    a.min(b) - 0.25 * h * h * k
}

/// Distances to the parts of the left half that share the skin.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parts {
    pub(super) trunk: f64,
    pub(super) leg: f64,
    pub(super) arm: f64,
}

/// The left half of the body.
#[derive(Debug, Clone)]
pub(super) struct Shape {
    trunk: Loft,
    seat: Loft,
    shoulder: Loft,
    neck: Loft,
    head: Loft,
    nose: Loft,
    leg: Loft,
    foot: Loft,
    arm: Loft,
    hand: Loft,
    thumb: Loft,
}

/// The left hip joint.
const HIP_X: f64 = 0.0875;
pub(super) const HIP_Y: f64 = 0.919;

/// The left shoulder joint.
pub(super) fn shoulder() -> Vec3 {
    Vec3::new(0.182, 1.4228, -0.0175)
}

/// The way the left arm points in the rest pose.
pub(super) fn arm_direction() -> Vec3 {
    Vec3::new(ARM_DROP.cos(), -ARM_DROP.sin(), 0.0)
}

impl Shape {
    pub(super) fn new(options: &BipedOptions) -> Self {
        let (x, y, z) = (Vec3::x(), Vec3::y(), Vec3::z());
        let standing = [x, y, z];
        let belly = |height: f64| options.belly * (-((height - 1.08) / 0.11).powi(2)).exp();
        let girth = options.trunk_girth;
        let trunk: Vec<[f64; 5]> = [
            [0.875, 0.120, 0.088, -0.010],
            [0.945, 0.160, 0.108, -0.012],
            [1.04, 0.148, 0.100, -0.004],
            [1.13, 0.132, 0.092, 0.002],
            [1.24, 0.146, 0.104, 0.000],
            [1.325, 0.158, 0.110, -0.004],
            [1.395, 0.150, 0.092, -0.014],
            [1.445, 0.100, 0.066, -0.020],
        ]
        .iter()
        .map(|&[h, a, b, middle]| {
            let out = belly(h);
            [h, a * girth + 0.25 * out, b * girth + 0.5 * out, 0.0, middle + 0.5 * out]
        })
        .collect();
        let leg = vec![
            [-0.03, 0.076, 0.086, 0.004, -0.004],
            [0.06, 0.080, 0.090, 0.002, -0.004],
            [0.20, 0.071, 0.080, 0.000, 0.004],
            [0.33, 0.057, 0.063, 0.000, 0.004],
            [0.415, 0.051, 0.055, 0.000, 0.005],
            [0.47, 0.047, 0.052, 0.000, -0.008],
            [0.55, 0.051, 0.058, 0.000, -0.020],
            [0.64, 0.043, 0.048, 0.000, -0.014],
            [0.75, 0.032, 0.037, 0.000, -0.007],
            [0.82, 0.032, 0.039, 0.000, -0.005],
        ];
        let foot = vec![
            [0.035, 0.030, 0.056, 0.0, 0.036],
            [0.065, 0.033, 0.066, 0.0, 0.030],
            [0.110, 0.037, 0.058, 0.001, 0.017],
            [0.160, 0.044, 0.041, 0.003, 0.008],
            [0.200, 0.046, 0.030, 0.003, 0.004],
            [0.232, 0.040, 0.024, 0.002, 0.002],
        ];
        let arm = vec![
            [-0.025, 0.050, 0.054, 0.0, 0.0],
            [0.04, 0.050, 0.054, 0.0, 0.0],
            [0.12, 0.043, 0.047, 0.0, 0.0],
            [0.22, 0.038, 0.041, 0.0, 0.0],
            [0.2975, 0.034, 0.037, 0.0, -0.002],
            [0.35, 0.036, 0.040, 0.0, 0.0],
            [0.45, 0.029, 0.034, 0.0, 0.0],
            [0.535, 0.021, 0.028, 0.0, 0.0],
            [0.56, 0.020, 0.028, 0.0, 0.0],
        ];
        let hand = vec![
            [0.555, 0.020, 0.028, 0.0, 0.0],
            [0.605, 0.018, 0.041, 0.0, 0.002],
            [0.655, 0.016, 0.042, 0.0, 0.0],
            [0.700, 0.012, 0.035, 0.0, -0.002],
        ];
        let head = vec![
            [1.535, 0.050, 0.058, 0.0, 0.030],
            [1.575, 0.064, 0.082, 0.0, 0.018],
            [1.63, 0.074, 0.096, 0.0, 0.008],
            [1.685, 0.074, 0.096, 0.0, 0.000],
        ];
        let limb = options.limb_girth;
        let along_arm = arm_direction();
        let across_arm = along_arm.cross(&z);
        let round = |from: f64, a: f64, to: f64, b: f64| {
            vec![
                [from, a, a, 0.0, 0.0],
                [0.5 * (from + to), 0.5 * (a + b), 0.5 * (a + b), 0.0, 0.0],
                [to, b, b, 0.0, 0.0],
            ]
        };
        let thumb_from = shoulder() + along_arm * 0.585 + z * 0.025;
        Self {
            trunk: Loft::new(Vec3::zeros(), standing, trunk, [0.055, 0.035]),
            seat: Loft::new(
                Vec3::new(0.070, 0.0, -0.052),
                standing,
                round(0.885, 0.072, 0.93, 0.078),
                [0.06, 0.07],
            )
            .scaled(0.5 + 0.5 * girth),
            shoulder: Loft::along_line(
                Vec3::new(0.03, 1.478, -0.020),
                Vec3::new(0.14, -0.050, 0.002),
                y,
                round(0.0, 0.042, 0.135, 0.038),
                [0.03, 0.03],
            ),
            neck: Loft::new(
                Vec3::zeros(),
                standing,
                vec![
                    [1.42, 0.066, 0.066, 0.0, -0.018],
                    [1.48, 0.055, 0.058, 0.0, -0.010],
                    [1.56, 0.052, 0.058, 0.0, 0.000],
                ],
                [0.03, 0.04],
            ),
            head: Loft::new(Vec3::zeros(), standing, head, [0.032, 0.065]),
            nose: Loft::along_line(
                Vec3::new(0.0, 1.632, 0.100),
                Vec3::new(0.0, -0.035, 0.016),
                z,
                round(0.0, 0.009, 0.034, 0.015),
                [0.01, 0.012],
            ),
            leg: Loft::new(Vec3::new(HIP_X, HIP_Y, 0.0), [x, -y, z], leg, [0.06, 0.03]).scaled(limb),
            foot: Loft::new(Vec3::new(HIP_X, 0.0, -0.065), [x, z, y], foot, [0.034, 0.030]),
            arm: Loft::new(shoulder(), [across_arm, along_arm, z], arm, [0.040, 0.02]).scaled(limb),
            hand: Loft::new(shoulder(), [across_arm, along_arm, z], hand, [0.02, 0.030]),
            thumb: Loft::along_line(
                thumb_from,
                along_arm * 0.055 + z * 0.040 + across_arm * 0.006,
                across_arm,
                round(0.0, 0.014, 0.060, 0.011),
                [0.015, 0.012],
            ),
        }
    }

    /// Distances of a point to the parts of its own side.
    pub(super) fn parts(&self, p: &Vec3) -> Parts {
        let p = Vec3::new(p.x.abs(), p.y, p.z);
        let mut trunk = self.trunk.distance(&p);
        trunk = blend(trunk, self.seat.distance(&p), 0.05);
        trunk = blend(trunk, self.shoulder.distance(&p), 0.05);
        let head = blend(self.head.distance(&p), self.nose.distance(&p), 0.02);
        trunk = blend(trunk, blend(self.neck.distance(&p), head, 0.03), 0.04);
        // Soles are flat, and thighs, however thick, leave a gap between them.
        let foot = -blend(-self.foot.distance(&p), p.y, 0.008);
        let leg = blend(self.leg.distance(&p), foot, 0.035).max(0.005 - p.x);
        let hand = blend(self.hand.distance(&p), self.thumb.distance(&p), 0.018);
        Parts { trunk, leg, arm: blend(self.arm.distance(&p), hand, 0.02) }
    }

    /// Signed distance to the skin, exact near it.
    pub(super) fn distance(&self, p: &Vec3) -> f64 {
        let parts = self.parts(p);
        // Arm and leg join the trunk but not each other: the hand must not stick to the thigh.
        blend(parts.trunk, parts.leg, 0.05).min(blend(parts.trunk, parts.arm, 0.045))
    }
}

//! [`Obstacle`]: the closed surface of some parts of the body, for the signed distance to it in any pose.

use super::mesh::BodyMesh;
use super::part::BodyPart;
use super::surface::{JointMatrix, Surface};
use crate::math::mesh::{Bounds, NearestTo, Point, PosedShell, Shell};

/// The closed surface of the triangles whose corners all belong to wanted parts and which are not hidden.
pub(crate) fn shell_of(body: &BodyMesh, hidden: &[bool], is_wanted: impl Fn(BodyPart) -> bool) -> Shell {
    let is_other = |corners: &[u32; 3]| corners.iter().any(|&c| !is_wanted(body.parts[c as usize]));
    let left_out: Vec<bool> =
        body.triangles.iter().zip(hidden).map(|(corners, hidden)| *hidden || is_other(corners)).collect();
    Shell::new(&body.rest, &body.triangles, &left_out)
}

/// A closed surface that follows the joints.
#[derive(Debug, Clone)]
pub(crate) struct Obstacle {
    shell: Shell,
    /// The shell's points, then the middle of each cap.
    surface: Surface,
    /// The part of the body that each point belongs to; a cap's middle to that of its rim.
    parts: Vec<BodyPart>,
}

impl Obstacle {
    /// The surface of the triangles whose corners all belong to wanted parts and which are not hidden.
    pub(crate) fn new(body: &BodyMesh, hidden: &[bool], is_wanted: impl Fn(BodyPart) -> bool) -> Self {
        let shell = shell_of(body, hidden, is_wanted);
        let mut surface = body.surface.subset(&shell.used);
        let mut parts: Vec<BodyPart> = shell.used.iter().map(|&p| body.parts[p as usize]).collect();
        for rim in &shell.rims {
            surface.add_mean(rim);
            parts.push(rim.first().map_or(BodyPart::Trunk, |&c| parts[c as usize]));
        }
        Self { shell, surface, parts }
    }

    /// Whether there is any surface.
    pub(crate) fn is_empty(&self) -> bool {
        self.shell.is_empty()
    }

    /// Moves the surface to a pose.
    pub(crate) fn pose(&self, matrices: &[JointMatrix], out: &mut PosedShell) {
        self.surface.pose_all(matrices, &mut out.points);
        self.shell.refit(out);
    }

    /// As [`Self::pose`], but stops at the points where all of it is farther than `distance` from a box; `false` then.
    pub(crate) fn pose_near(
        &self,
        matrices: &[JointMatrix],
        near: &Bounds,
        distance: f32,
        out: &mut PosedShell,
    ) -> bool {
        self.surface.pose_all(matrices, &mut out.points);
        if Bounds::around(&out.points).is_apart(near, distance) {
            return false;
        }
        self.shell.refit(out);
        true
    }

    /// What each joint adds to a point on a triangle of the posed surface: joint, weight and the weighted place.
    pub(crate) fn shares<'a>(
        &'a self,
        posed: &PosedShell,
        triangle: u32,
        point: &Point,
        matrices: &'a [JointMatrix],
    ) -> impl Iterator<Item = (usize, f32, Point)> + 'a {
        let corners = self.shell.tree.triangles[triangle as usize];
        let parts = barycentric(point, &corners.map(|c| posed.points[c as usize]));
        corners.into_iter().zip(parts).flat_map(move |(corner, part)| {
            let shares = self.surface.shares(corner as usize, matrices);
            shares.map(move |(joint, weight, place)| (joint, weight * part, place * part))
        })
    }

    /// The middle of a triangle, with the joints as in `matrices`.
    pub(crate) fn middle(&self, triangle: u32, matrices: &[JointMatrix]) -> Point {
        let corners = self.shell.tree.triangles[triangle as usize];
        let sum: Point = corners.iter().map(|&corner| self.surface.pose(corner as usize, matrices)).sum();
        sum / 3.0
    }

    /// The part of the body that a triangle belongs to.
    pub(crate) fn part(&self, triangle: u32) -> BodyPart {
        self.parts[self.shell.tree.triangles[triangle as usize][0] as usize]
    }

    /// Prepares [`Self::encloses`] for the pose.
    pub(crate) fn prepare_sides(&self, out: &mut PosedShell) {
        self.shell.prepare_sides(out);
    }

    /// Distance questions about a pose.
    pub(crate) fn nearest_to<'a>(&'a self, posed: &'a PosedShell) -> NearestTo<'a> {
        self.shell.nearest_to(posed)
    }

    /// How far a ray from a point goes until it meets the surface, nearer than `limit`.
    pub(crate) fn hit_distance(
        &self,
        posed: &PosedShell,
        start: &Point,
        direction: &Point,
        limit: f32,
    ) -> Option<f32> {
        self.shell.hit_distance(posed, start, direction, limit)
    }

    /// Whether a point is inside, also where the surface crosses itself. Needs [`Self::prepare_sides`].
    pub(crate) fn encloses(&self, posed: &PosedShell, point: &Point) -> bool {
        self.shell.encloses(posed, point)
    }
}

/// What each corner adds to a point on a triangle. A triangle without area is its first corner.
fn barycentric(point: &Point, [a, b, c]: &[Point; 3]) -> [f32; 3] {
    let (ab, ac, ap) = (b - a, c - a, point - a);
    let (bb, bc, cc) = (ab.norm_squared(), ab.dot(&ac), ac.norm_squared());
    let (pb, pc) = (ap.dot(&ab), ap.dot(&ac));
    let area = bb * cc - bc * bc;
    if area <= f32::EPSILON * bb * cc {
        return [1.0, 0.0, 0.0];
    }
    let (v, w) = ((cc * pb - bc * pc) / area, (bb * pc - bc * pb) / area);
    [1.0 - v - w, v, w]
}

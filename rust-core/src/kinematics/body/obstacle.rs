//! [`Obstacle`]: the closed surface of some parts of the body, for the signed distance to it in any pose.

use super::mesh::BodyMesh;
use super::part::BodyPart;
use super::surface::{JointMatrix, Surface};
use crate::math::mesh::{Bounds, NearestTo, PatchPose, Patches, Point, Posed, PosedShell, Shell};

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
    patches: Patches,
    /// The boxes of each patch.
    boxes: Vec<PatchBoxes>,
}

/// Where a patch can be: each joint carries a box around the patch's points in its own frame, and a skinned point is a mean of where its
/// joints take it.
#[derive(Debug, Clone)]
struct PatchBoxes {
    of_joint: Vec<JointBox>,
    /// By how much the weights of a point may miss one.
    miss: f32,
}

#[derive(Debug, Clone, Copy)]
struct JointBox {
    joint: u32,
    /// Middle and half the size, along the joint's axes.
    middle: [f32; 3],
    half: [f32; 3],
}

impl PatchBoxes {
    fn new(surface: &Surface, points: &[u32]) -> Self {
        let mut of_joint: Vec<(u32, Bounds)> = Vec::new();
        let mut miss = 0.0f32;
        for &point in points {
            let mut sum = 0.0;
            for (joint, weight, place) in surface.places(point as usize) {
                sum += weight;
                let known = of_joint.iter().position(|(of, _)| *of == joint).unwrap_or_else(|| {
                    of_joint.push((joint, Bounds::EMPTY));
                    of_joint.len() - 1
                });
                of_joint[known].1.add_point(&place);
            }
            miss = miss.max((1.0 - sum).abs());
        }
        let boxed = |(joint, b): (u32, Bounds)| JointBox {
            joint,
            middle: ((b.lowest() + b.highest()) * 0.5).into(),
            half: ((b.highest() - b.lowest()) * 0.5).into(),
        };
        Self { of_joint: of_joint.into_iter().map(boxed).collect(), miss }
    }

    fn around(&self, matrices: &[JointMatrix]) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        for JointBox { joint, middle, half } in &self.of_joint {
            let [x, y, z, at] = &matrices[*joint as usize];
            let mut own = Bounds::EMPTY;
            for i in 0..4 {
                let centre = x[i] * middle[0] + y[i] * middle[1] + z[i] * middle[2] + at[i];
                let size = x[i].abs() * half[0] + y[i].abs() * half[1] + z[i].abs() * half[2];
                (own.min[i], own.max[i]) = (centre - size, centre + size);
            }
            bounds = bounds.union(&own);
        }
        // Rounding, and weights that do not sum to one.
        let room = match self.miss > ROUNDING {
            true => ROUNDING + self.miss * bounds.lowest().abs().sup(&bounds.highest().abs()).max(),
            false => 10.0 * ROUNDING,
        };
        bounds.widened(room)
    }
}

/// Rounding of skinning near the body's origin is far below this, metres; sums of weights are rounded by no more, and taken for one.
const ROUNDING: f32 = 1e-5;

/// One pose of an obstacle, made where questions come near it. Posing again keeps the memory.
#[derive(Debug, Clone, Default)]
pub(crate) struct PosedObstacle {
    matrices: Vec<JointMatrix>,
    pose: PatchPose,
    /// An open surface is posed whole to tell sides.
    whole: PosedShell,
}

/// An obstacle with its pose.
#[derive(Clone, Copy)]
pub(crate) struct InPose<'a> {
    obstacle: &'a Obstacle,
    posed: &'a PosedObstacle,
}

impl InPose<'_> {
    #[inline]
    fn place(self, point: u32) -> Point {
        self.obstacle.surface.pose(point as usize, &self.posed.matrices)
    }
}

impl Posed for InPose<'_> {
    #[inline]
    fn enter(self, node: usize) {
        let Obstacle { shell, patches, .. } = self.obstacle;
        self.posed.pose.enter(&shell.tree, patches, node, |point| self.place(point));
    }

    #[inline]
    fn ready(self, triangle: usize) {
        let Obstacle { shell, patches, .. } = self.obstacle;
        self.posed.pose.ready(&shell.tree, patches, triangle, |point| self.place(point));
    }

    #[inline]
    fn bounds(self, node: usize) -> Bounds {
        self.posed.pose.bounds(node)
    }

    #[inline]
    fn corners(self, triangle: usize) -> [Point; 3] {
        self.posed.pose.corners(triangle)
    }
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
        let patches = Patches::new(&shell.tree);
        let boxes =
            (0..patches.len()).map(|patch| PatchBoxes::new(&surface, patches.points(patch))).collect();
        Self { shell, surface, parts, patches, boxes }
    }

    /// Whether there is any surface.
    pub(crate) fn is_empty(&self) -> bool {
        self.shell.is_empty()
    }

    /// Moves the surface to a pose.
    pub(crate) fn pose(&self, matrices: &[JointMatrix], out: &mut PosedObstacle) {
        out.matrices.clear();
        out.matrices.extend_from_slice(matrices);
        out.pose.start(&self.shell.tree, &self.patches, |patch| self.boxes[patch].around(matrices));
    }

    /// As [`Self::pose`]; `false` where all of it is farther than `distance` from a box.
    pub(crate) fn pose_near(
        &self,
        matrices: &[JointMatrix],
        near: &Bounds,
        distance: f32,
        out: &mut PosedObstacle,
    ) -> bool {
        self.pose(matrices, out);
        !self.is_empty() && !out.pose.bounds(0).is_apart(near, distance)
    }

    fn with<'a>(&'a self, posed: &'a PosedObstacle) -> InPose<'a> {
        InPose { obstacle: self, posed }
    }

    /// What each joint adds to a point on a triangle of the posed surface: joint, weight and the weighted place.
    pub(crate) fn shares<'a>(
        &'a self,
        posed: &PosedObstacle,
        triangle: u32,
        point: &Point,
        matrices: &'a [JointMatrix],
    ) -> impl Iterator<Item = (usize, f32, Point)> + 'a {
        let corners = self.shell.tree.triangles[triangle as usize];
        let pose = self.with(posed);
        pose.ready(triangle as usize);
        let parts = barycentric(point, &pose.corners(triangle as usize));
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
    pub(crate) fn prepare_sides(&self, out: &mut PosedObstacle) {
        if !self.shell.is_closed() {
            self.surface.pose_all(&out.matrices, &mut out.whole.points);
            self.shell.refit(&mut out.whole);
            self.shell.prepare_sides(&mut out.whole);
        }
    }

    /// Distance questions about a pose.
    pub(crate) fn nearest_to<'a>(&'a self, posed: &'a PosedObstacle) -> NearestTo<'a, InPose<'a>> {
        self.shell.nearest_in(self.with(posed))
    }

    /// How far a ray from a point goes until it meets the surface, nearer than `limit`.
    pub(crate) fn hit_distance(
        &self,
        posed: &PosedObstacle,
        start: &Point,
        direction: &Point,
        limit: f32,
    ) -> Option<f32> {
        self.shell.hit_distance(self.with(posed), start, direction, limit)
    }

    /// Whether a point could be inside; on a closed surface whether it is.
    pub(crate) fn may_enclose(&self, posed: &PosedObstacle, point: &Point) -> bool {
        self.shell.encloses_in(self.with(posed), point).unwrap_or(true)
    }

    /// Whether a point is inside, also where the surface crosses itself. Needs [`Self::prepare_sides`].
    pub(crate) fn encloses(&self, posed: &PosedObstacle, point: &Point) -> bool {
        let counted = self.shell.encloses_in(self.with(posed), point);
        counted.unwrap_or_else(|| self.shell.encloses(&posed.whole, point))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Random;

    #[test]
    fn points_stay_in_the_boxes_of_their_joints() {
        let mut random = Random::new(9);
        for round in 0..200 {
            let sum = if round % 2 == 0 { 1.0 } else { 0.97 };
            let surface = Surface::random(&mut random, 12, 5, sum);
            let points: Vec<u32> = (3..11).collect();
            let boxes = PatchBoxes::new(&surface, &points);
            // Not only rotations: scales and shears as well.
            let matrices: Vec<JointMatrix> =
                (0..5).map(|_| [(); 4].map(|()| [(); 4].map(|()| random.normal() as f32))).collect();
            let found = boxes.around(&matrices);
            let (min, max) = (found.lowest(), found.highest());
            for &point in &points {
                let place = surface.pose(point as usize, &matrices);
                assert!((0..3).all(|a| min[a] <= place[a] && place[a] <= max[a]), "{place} in {min} {max}");
            }
        }
    }

    #[test]
    fn points_of_one_joint_have_a_box_that_fits() {
        let mut random = Random::new(10);
        let surface = Surface::random(&mut random, 8, 1, 1.0);
        let points: Vec<u32> = (0..8).collect();
        let matrices =
            [[[0.0, 1.0, 0.0, 0.0], [-1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [3.0, 0.0, 0.0, 0.0]]];
        let found = PatchBoxes::new(&surface, &points).around(&matrices);
        let places: Vec<Point> = points
            .iter()
            .flat_map(|&p| surface.places(p as usize).map(|(_, _, p)| Point::new(3.0 - p.y, p.x, p.z)))
            .collect();
        let exact = Bounds::around(&places);
        assert!((found.lowest() - exact.lowest()).norm() < 1e-3);
        assert!((found.highest() - exact.highest()).norm() < 1e-3);
    }
}

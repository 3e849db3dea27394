//! Looks at one frame: poses the body with the corrections in place, and finds how far each limb is from what it can run into.

use super::character::{BodyLimb, PenetrationBody, TRUNK};
use super::correction::TurnedLimb;
use crate::error::Result;
use crate::kinematics::body::{Distance, JointMatrix, Obstacle, frame_matrices};
use crate::math::mesh::{Bounds, Point, PosedShell};
use crate::math::{Affine, Vec3};
use crate::model::{Clip, Skeleton};

/// Normals are wrong about the side up to this far, metres: where the nearest face lies buried in another part of the body.
const MAX_MISSED: f32 = 0.08;
/// Longest way of a vertex out of an arm that is looked for, metres.
const MAX_ARM_WAY: f32 = 0.3;

/// A point's distance to the nearest of the things that its limb can run into.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Found {
    pub(crate) distance: Distance,
    /// Which of the limb's `against`.
    pub(crate) against: usize,
}

/// One frame of the body. Posing again keeps the memory; one thread keeps one.
#[derive(Default)]
pub(crate) struct FrameLook {
    pub(crate) world: Vec<Affine>,
    pub(crate) matrices: Vec<JointMatrix>,
    /// Where the matrices have their origin.
    pub(crate) origin: Vec3,
    posed: Vec<PosedShell>,
    is_posed: Vec<bool>,
    has_sides: Vec<bool>,
    /// The limb that was looked at last: where its points are, and how far.
    pub(crate) places: Vec<Point>,
    pub(crate) found: Vec<Found>,
    distances: Vec<Distance>,
    last_hints: Vec<Vec<u32>>,
}

impl FrameLook {
    /// Poses one frame of a clip. Skin at the shoulders follows the arms, so all corrections must be in place: `turned` holds them, or
    /// nothing for the clip as it is.
    pub(crate) fn pose(
        &mut self,
        skeleton: &Skeleton,
        clip: &Clip,
        frame: usize,
        body: &PenetrationBody,
        turned: &[TurnedLimb],
    ) -> Result<()> {
        self.origin = frame_matrices(skeleton, &clip.pose(frame), &mut self.world, &mut self.matrices)?;
        for (limb, turned) in body.limbs.iter().zip(turned) {
            turned.put_matrices(limb, &self.world, &self.origin, &mut self.matrices);
        }
        self.start(body.obstacles.len());
        Ok(())
    }

    /// Poses the body in the rest pose.
    pub(crate) fn pose_rest(&mut self, body: &PenetrationBody, matrices: Vec<JointMatrix>) {
        self.matrices = matrices;
        self.start(body.obstacles.len());
    }

    fn start(&mut self, obstacle_count: usize) {
        self.posed.resize_with(obstacle_count, PosedShell::default);
        for flags in [&mut self.is_posed, &mut self.has_sides] {
            flags.clear();
            flags.resize(obstacle_count, false);
        }
    }

    /// An obstacle in this frame.
    pub(crate) fn obstacle(&mut self, body: &PenetrationBody, obstacle: usize) -> &PosedShell {
        let posed = &mut self.posed[obstacle];
        if !self.is_posed[obstacle] {
            body.obstacles[obstacle].pose(&self.matrices, posed);
            self.is_posed[obstacle] = true;
        }
        posed
    }

    /// Looks at the samples of a limb and at `extra` points of it. Points proved to be `clear` metres away are not measured. `hints`
    /// remembers triangles between calls for the same points. `apart` is the direction in which the arm leaves the other arm: for a
    /// vertex inside that, the distance is the way in this direction.
    pub(crate) fn limb(
        &mut self,
        body: &PenetrationBody,
        limb: usize,
        extra: impl Iterator<Item = u32> + Clone,
        clear: f32,
        hints: &mut Vec<u32>,
        apart: Option<Point>,
    ) {
        self.raw(body, limb, extra.clone(), clear, hints, apart, 0.0);
        self.allow(&body.limbs[limb], extra);
    }

    /// Overlap by design does not count.
    fn allow(&mut self, limb: &BodyLimb, extra: impl Iterator<Item = u32>) {
        if limb.allowed.is_empty() {
            return;
        }
        let points = (0..limb.surface.sample_count() as u32).chain(extra);
        for (found, point) in self.found.iter_mut().zip(points) {
            found.distance.signed += limb.allowed[point as usize];
        }
    }

    /// Distances below `doubtful` get their sign from winding numbers.
    #[allow(clippy::too_many_arguments, reason = "what is looked at, and how")]
    fn raw(
        &mut self,
        body: &PenetrationBody,
        limb: usize,
        extra: impl Iterator<Item = u32> + Clone,
        clear: f32,
        hints: &mut Vec<u32>,
        apart: Option<Point>,
        doubtful: f32,
    ) {
        let limb = &body.limbs[limb];
        limb.surface.pose(&self.matrices, extra.clone(), &mut self.places);
        let count = self.places.len();
        hints.resize(count * limb.against.len(), u32::MAX);
        self.found.clear();
        self.found.resize(count, Found { distance: Distance::UNKNOWN, against: 0 });
        for (index, against) in limb.against.iter().enumerate() {
            if against.obstacle == TRUNK {
                self.obstacle(body, TRUNK);
            } else if !self.is_posed[against.obstacle] {
                // Limbs are mostly far from each other.
                let near = Bounds::around(&self.places);
                let posed = &mut self.posed[against.obstacle];
                if !body.obstacles[against.obstacle].pose_near(&self.matrices, &near, clear, posed) {
                    continue;
                }
                self.is_posed[against.obstacle] = true;
            }
            limb.surface.distances(
                (&body.obstacles[against.obstacle], &self.posed[against.obstacle]),
                &self.places,
                extra.clone(),
                clear,
                &mut hints[index * count..(index + 1) * count],
                &mut self.distances,
            );
            let points = (0..limb.surface.sample_count() as u32).chain(extra.clone());
            for (i, point) in points.enumerate() {
                let part = body.mesh.parts[limb.surface.points[point as usize] as usize];
                if against.only.is_some_and(|only| only != part) {
                    continue;
                }
                let mut distance = self.distances[i];
                // What is cut off where skin folds may be crossed by its cap: there normals lie about the side.
                if distance.triangle != Distance::CLEAR
                    && distance.signed < doubtful
                    && self.is_inside(body, against.obstacle, i) != (distance.signed < 0.0)
                {
                    (distance.signed, distance.normal) = (-distance.signed, -distance.normal);
                }
                if let Some(apart) = apart
                    && against.obstacle != TRUNK
                    && against.only.is_none()
                {
                    let posed = &self.posed[against.obstacle];
                    distance = leave_arm(
                        distance,
                        &body.obstacles[against.obstacle],
                        posed,
                        &self.places[i],
                        &apart,
                    );
                }
                if distance.signed < self.found[i].distance.signed {
                    self.found[i] = Found { distance, against: index };
                }
            }
        }
    }

    /// Whether a point that was looked at is inside an obstacle, by winding numbers.
    fn is_inside(&mut self, body: &PenetrationBody, obstacle: usize, point: usize) -> bool {
        let posed = &mut self.posed[obstacle];
        if !self.has_sides[obstacle] {
            body.obstacles[obstacle].prepare_sides(posed);
            self.has_sides[obstacle] = true;
        }
        body.obstacles[obstacle].encloses(posed, &self.places[point])
    }

    /// As [`Self::limb`] for every point of it, with sides by winding numbers, which are right also where the body crosses itself.
    pub(crate) fn whole_limb(&mut self, body: &PenetrationBody, limb: usize, clear: f32) {
        let surface = &body.limbs[limb].surface;
        // The frame that this thread saw before is mostly the one before: its triangles are a good start.
        self.last_hints.resize(body.limbs.len(), Vec::new());
        let mut hints = std::mem::take(&mut self.last_hints[limb]);
        self.raw(body, limb, surface.others(), clear, &mut hints, None, MAX_MISSED);
        self.last_hints[limb] = hints;
        self.allow(&body.limbs[limb], surface.others());
    }

    /// The posed obstacle that a found distance is to.
    pub(crate) fn posed(&self, obstacle: usize) -> &PosedShell {
        &self.posed[obstacle]
    }
}

/// The distance to the other arm where arms leave each other in one direction.
fn leave_arm(
    distance: Distance,
    obstacle: &Obstacle,
    posed: &PosedShell,
    place: &Point,
    apart: &Point,
) -> Distance {
    if distance.triangle == Distance::CLEAR {
        distance
    } else if distance.signed < 0.0 {
        let way = obstacle.hit_distance(posed, place, apart, MAX_ARM_WAY);
        Distance { signed: way.map_or(distance.signed, |way| -way), normal: *apart, ..distance }
    } else if distance.normal.dot(apart) < 0.0 {
        // On the far side of what it will pass: nothing to keep away from.
        Distance::UNKNOWN
    } else {
        distance
    }
}

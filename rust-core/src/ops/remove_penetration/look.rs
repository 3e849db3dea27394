//! Looks at one frame: poses the body with the corrections in place, and finds how far each limb is from what it can run into.

use super::character::{BodyLimb, PenetrationBody, TRUNK};
use super::correction::TurnedLimb;
use crate::error::Result;
use crate::kinematics::body::{
    Distance, JointMatrix, Obstacle, PosedObstacle, Question, Remembered, Sides, frame_matrices,
};
use crate::math::mesh::{Bounds, Point};
use crate::math::{Affine, Vec3};
use crate::model::{Clip, Skeleton};
use std::sync::{Mutex, PoisonError};

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
    posed: Vec<PosedObstacle>,
    is_posed: Vec<bool>,
    has_sides: Vec<bool>,
    /// The limb that was looked at last: where its points are, and how far.
    pub(crate) places: Vec<Point>,
    pub(crate) found: Vec<Found>,
    distances: Vec<Distance>,
    last: Vec<Vec<Remembered>>,
}

/// Memory for looks that is kept between calls: it is large, and making it anew takes as long as some looks.
#[derive(Default)]
pub(crate) struct LookPool(Mutex<Vec<FrameLook>>);

impl LookPool {
    pub(crate) fn take(&self) -> PooledLook<'_> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        PooledLook { pool: self, look: known.unwrap_or_default() }
    }
}

/// A copy of a character may have other obstacles, and begins with none.
impl Clone for LookPool {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl std::fmt::Debug for LookPool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LookPool")
    }
}

/// Goes back where it came from.
pub(crate) struct PooledLook<'a> {
    pool: &'a LookPool,
    look: FrameLook,
}

impl std::ops::Deref for PooledLook<'_> {
    type Target = FrameLook;

    fn deref(&self) -> &FrameLook {
        &self.look
    }
}

impl std::ops::DerefMut for PooledLook<'_> {
    fn deref_mut(&mut self) -> &mut FrameLook {
        &mut self.look
    }
}

impl Drop for PooledLook<'_> {
    fn drop(&mut self) {
        let look = std::mem::take(&mut self.look);
        self.pool.0.lock().unwrap_or_else(PoisonError::into_inner).push(look);
    }
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
        self.posed.resize_with(obstacle_count, PosedObstacle::default);
        for flags in [&mut self.is_posed, &mut self.has_sides] {
            flags.clear();
            flags.resize(obstacle_count, false);
        }
    }

    /// An obstacle in this frame.
    pub(crate) fn obstacle(&mut self, body: &PenetrationBody, obstacle: usize) -> &PosedObstacle {
        let posed = &mut self.posed[obstacle];
        if !self.is_posed[obstacle] {
            body.obstacles[obstacle].pose(&self.matrices, posed);
            self.is_posed[obstacle] = true;
        }
        posed
    }

    /// Looks at the samples of a limb and at `extra` points of it. Points proved to be `clear` metres away are not measured. `memory`
    /// is for the same points and frame, and nothing has moved farther than `shift` metres since. `apart` is the direction in which the arm leaves the other arm: for a
    /// vertex inside that, the distance is the way in this direction.
    pub(crate) fn limb(
        &mut self,
        body: &PenetrationBody,
        limb: usize,
        extra: impl Iterator<Item = u32> + Clone,
        (clear, shift): (f32, f32),
        memory: &mut Vec<Remembered>,
        apart: Option<Point>,
    ) {
        let question = Question { clear, shift, sides: Sides::InsideByRays };
        self.raw(body, limb, extra.clone(), &question, memory, apart);
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

    fn raw(
        &mut self,
        body: &PenetrationBody,
        limb: usize,
        extra: impl Iterator<Item = u32> + Clone,
        question: &Question,
        memory: &mut Vec<Remembered>,
        apart: Option<Point>,
    ) {
        let clear = question.clear;
        let limb = &body.limbs[limb];
        limb.surface.pose(&self.matrices, extra.clone(), &mut self.places);
        let count = self.places.len();
        memory.resize(count * limb.against.len(), Remembered::NOTHING);
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
                    memory[index * count..(index + 1) * count]
                        .iter_mut()
                        .for_each(|known| *known = known.only_triangle());
                    continue;
                }
                self.is_posed[against.obstacle] = true;
            }
            if !self.has_sides[against.obstacle] {
                body.obstacles[against.obstacle].prepare_sides(&mut self.posed[against.obstacle]);
                self.has_sides[against.obstacle] = true;
            }
            limb.surface.distances(
                (&body.obstacles[against.obstacle], &self.posed[against.obstacle]),
                &self.places,
                extra.clone(),
                question,
                &mut memory[index * count..(index + 1) * count],
                &mut self.distances,
            );
            let points = (0..limb.surface.sample_count() as u32).chain(extra.clone());
            for (i, point) in points.enumerate() {
                let part = body.mesh.parts[limb.surface.points[point as usize] as usize];
                if against.only.is_some_and(|only| only != part) {
                    continue;
                }
                let mut distance = self.distances[i];
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

    /// As [`Self::limb`] for every point of it, with sides by winding numbers, which are right also where the body crosses itself.
    pub(crate) fn whole_limb(&mut self, body: &PenetrationBody, limb: usize, clear: f32) {
        let surface = &body.limbs[limb].surface;
        // The frame that this thread saw before is mostly the one before: its triangles are a good start.
        self.last.resize(body.limbs.len(), Vec::new());
        let mut memory = std::mem::take(&mut self.last[limb]);
        memory.iter_mut().for_each(|known| *known = known.only_triangle());
        let question = Question { clear, shift: 0.0, sides: Sides::ByRays };
        self.raw(body, limb, surface.others(), &question, &mut memory, None);
        self.last[limb] = memory;
        self.allow(&body.limbs[limb], surface.others());
    }

    /// The posed obstacle that a found distance is to.
    pub(crate) fn posed(&self, obstacle: usize) -> &PosedObstacle {
        &self.posed[obstacle]
    }
}

/// The distance to the other arm where arms leave each other in one direction.
fn leave_arm(
    distance: Distance,
    obstacle: &Obstacle,
    posed: &PosedObstacle,
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

//! The body in six parts, each with a mass of its own: masses that balance a clip best, and masses drawn at random.

use crate::error::Result;
use crate::kinematics::WorldPoses;
use crate::kinematics::momentum::Dynamics;
use crate::math::{Random, Vec3};
use crate::model::{JointIndex, MassModel, Role, Side, Skeleton};
use crate::ops::measure_balance::scene::Judgement;

/// Head, arms, trunk and legs (Lyard 2008, section 5.4).
pub(super) const PARTS: [&str; 6] = ["head", "right_arm", "left_arm", "trunk", "left_leg", "right_leg"];
const TRUNK: usize = 3;
/// Kilograms of each part.
pub(super) type PartMasses = [f64; PARTS.len()];

/// Descent steps, halvings of one, and the gain below which it ends.
const MAX_STEPS: usize = 60;
const HALVINGS: usize = 12;
const LEAST_GAIN: f64 = 1e-6;

/// The part that a joint belongs to: that of the next joint above with a role.
fn part_of(skeleton: &Skeleton, joint: JointIndex) -> usize {
    let mut above = std::iter::successors(Some(joint), |&joint| skeleton.parent(joint));
    match above.find_map(|joint| skeleton.roles().role(joint)) {
        Some(Role::Head | Role::Neck) => 0,
        Some(Role::UpperArm(side) | Role::Forearm(side) | Role::Hand(side)) => {
            if side == Side::Right {
                1
            } else {
                2
            }
        }
        Some(Role::Thigh(side) | Role::Shin(side) | Role::Foot(side) | Role::Toe(side)) => {
            if side == Side::Left { 4 } else { 5 }
        }
        Some(Role::Pelvis | Role::Spine | Role::Clavicle(_)) | None => TRUNK,
    }
}

/// A body whose parts get new masses; within a part all keeps its shares. Loads stay as heavy as they are.
pub(super) struct PartedBody<'a> {
    masses: &'a MassModel,
    /// The part of each segment; `None` for loads.
    parts: Vec<Option<usize>>,
    /// What the parts weigh.
    pub(super) given: PartMasses,
}

impl<'a> PartedBody<'a> {
    /// The last segments are `loads`.
    pub(super) fn new(skeleton: &Skeleton, masses: &'a MassModel, loads: usize) -> Self {
        let own = masses.segments().len() - loads;
        let mut given = [0.0; PARTS.len()];
        let mut parts = Vec::with_capacity(masses.segments().len());
        for (index, segment) in masses.segments().iter().enumerate() {
            let part = (index < own).then(|| part_of(skeleton, segment.joint));
            if let Some(part) = part {
                given[part] += segment.mass;
            }
            parts.push(part);
        }
        Self { masses, parts, given }
    }

    /// The body with other masses of its parts. A part without segments cannot have any: its share is lost.
    pub(super) fn with(&self, wanted: &PartMasses) -> Result<MassModel> {
        let mut segments = self.masses.segments().to_vec();
        for (segment, part) in segments.iter_mut().zip(&self.parts) {
            // A part without mass has no shares to keep.
            if let Some(part) = part.filter(|part| self.given[*part] > 0.0) {
                let factor = wanted[part] / self.given[part];
                segment.mass *= factor;
                segment.inertia *= factor;
            }
        }
        MassModel::of_body(segments)
    }

    /// Masses drawn evenly among all that weigh as much together.
    pub(super) fn random(&self, random: &mut Random) -> PartMasses {
        let present: Vec<usize> = (0..PARTS.len()).filter(|&part| self.given[part] > 0.0).collect();
        let mut cuts: Vec<f64> = (1..present.len()).map(|_| random.uniform()).collect();
        cuts.push(1.0);
        cuts.sort_unstable_by(f64::total_cmp);
        let total: f64 = self.given.iter().sum();
        let mut out = [0.0; PARTS.len()];
        let mut before = 0.0;
        for (part, cut) in present.into_iter().zip(cuts) {
            out[part] = (cut - before) * total;
            before = cut;
        }
        out
    }

    /// The masses, none below 0 and together as heavy as before, with which the clip's zero moment point is nearest to what bears.
    ///
    /// The mean square of the distance goes down along its gradient, put back onto the masses that are allowed.
    pub(super) fn optimised(
        &self,
        poses: &WorldPoses,
        judgement: &Judgement,
        cutoff: f64,
        frames: &[usize],
    ) -> Result<PartMasses> {
        let problem = PartProblem::new(self, poses, judgement, cutoff, frames)?;
        let total: f64 = self.given.iter().sum();
        let mut masses = self.given;
        let mut cost = problem.cost(&masses);
        let mut length = 0.1 * total;
        for _ in 0..MAX_STEPS {
            let slope = problem.slope(&masses, 1e-4 * total);
            let steep = slope.iter().map(|x| x * x).sum::<f64>().sqrt();
            if steep <= 0.0 || cost <= 0.0 {
                break;
            }
            let before = cost;
            for _ in 0..HALVINGS {
                let mut next: PartMasses =
                    std::array::from_fn(|part| masses[part] - length * slope[part] / steep);
                self.put_back(&mut next, total);
                let found = problem.cost(&next);
                if found < cost {
                    (masses, cost) = (next, found);
                    length *= 2.0;
                    break;
                }
                length *= 0.5;
            }
            if before - cost <= LEAST_GAIN * before {
                break;
            }
        }
        Ok(masses)
    }

    /// The nearest masses that are 0 or above, have the total, and are 0 for parts that the body lacks.
    fn put_back(&self, masses: &mut PartMasses, total: f64) {
        let mut sorted: Vec<f64> =
            (0..PARTS.len()).filter(|&part| self.given[part] > 0.0).map(|part| masses[part]).collect();
        sorted.sort_unstable_by(|a, b| b.total_cmp(a));
        let (mut sum, mut less) = (0.0, 0.0);
        for (index, value) in sorted.iter().enumerate() {
            sum += value;
            let candidate = (sum - total) / (index + 1) as f64;
            if value - candidate > 0.0 {
                less = candidate;
            }
        }
        for (part, mass) in masses.iter_mut().enumerate() {
            *mass = if self.given[part] > 0.0 { (*mass - less).max(0.0) } else { 0.0 };
        }
    }
}

/// Force and moment of each part for a kilogram of it, frame by frame: the zero moment point of any masses follows at once.
struct PartProblem<'a> {
    judgement: &'a Judgement,
    frames: &'a [usize],
    /// Of the parts, then of loads as heavy as they are; about the origin of the frame's plane.
    wrenches: Vec<[(Vec3, Vec3); PARTS.len() + 1]>,
}

impl<'a> PartProblem<'a> {
    fn new(
        body: &PartedBody<'_>,
        poses: &WorldPoses,
        judgement: &'a Judgement,
        cutoff: f64,
        frames: &'a [usize],
    ) -> Result<Self> {
        let frame_time = judgement.dynamics.frame_time;
        let mut wrenches = vec![[(Vec3::zeros(), Vec3::zeros()); PARTS.len() + 1]; frames.len()];
        for part in 0..=PARTS.len() {
            let is_of = |of: &Option<usize>| of.unwrap_or(PARTS.len()) == part;
            let segments: Vec<_> = body
                .masses
                .segments()
                .iter()
                .zip(&body.parts)
                .filter(|(_, of)| is_of(of))
                .map(|(segment, _)| segment.clone())
                .collect();
            let weight: f64 = segments.iter().map(|segment| segment.mass).sum();
            if weight <= 0.0 {
                continue;
            }
            let masses = MassModel::of_body(segments)?;
            let stretches = judgement.dynamics.segments.clone();
            let dynamics = Dynamics::new(poses, &masses, frame_time, cutoff, stretches);
            let share = if part < PARTS.len() { 1.0 / weight } else { 1.0 };
            for (wrench, &frame) in wrenches.iter_mut().zip(frames) {
                let arm = dynamics.smooth_centre[frame] - judgement.support.plane(frame).origin;
                let force = dynamics.force[frame];
                wrench[part] = (force * share, (dynamics.moment[frame] + arm.cross(&force)) * share);
            }
        }
        Ok(Self { judgement, frames, wrenches })
    }

    /// Mean square distance from what bears, metres².
    fn cost(&self, masses: &PartMasses) -> f64 {
        let mut sum = 0.0;
        for (wrench, &frame) in self.wrenches.iter().zip(self.frames) {
            let (mut force, mut moment) = wrench[PARTS.len()];
            for ((f, m), mass) in wrench.iter().zip(masses) {
                force += f * *mass;
                moment += m * *mass;
            }
            let plane = self.judgement.support.plane(frame);
            let point = plane.origin + plane.normal.cross(&moment) / plane.normal.dot(&force);
            sum += self
                .judgement
                .support
                .distance(frame, &point)
                .map_or(0.0, |distance| distance.max(0.0).powi(2));
        }
        sum / self.frames.len().max(1) as f64
    }

    fn slope(&self, masses: &PartMasses, step: f64) -> PartMasses {
        std::array::from_fn(|part| {
            let moved = |way: f64| {
                let mut masses = *masses;
                masses[part] += way;
                self.cost(&masses)
            };
            (moved(step) - moved(-step)) / (2.0 * step)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinematics::masses::table::masses_from_table;

    #[test]
    fn masses_keep_their_sum_and_their_sign() {
        let skeleton = crate::sample::biped_skeleton(&Default::default()).unwrap();
        let model = MassModel::new(&skeleton, masses_from_table(&skeleton)).unwrap();
        let body = PartedBody::new(&skeleton, &model, 0);
        let total = model.total();
        assert!((body.given.iter().sum::<f64>() - total).abs() < 1e-9);
        let mut random = Random::new(3);
        for _ in 0..200 {
            let drawn = body.random(&mut random);
            assert!(
                (drawn.iter().sum::<f64>() - total).abs() < 1e-9 && drawn.iter().all(|mass| *mass >= 0.0)
            );
            let mut put: PartMasses = std::array::from_fn(|_| 200.0 * (random.uniform() - 0.5));
            let far = put;
            body.put_back(&mut put, total);
            assert!((put.iter().sum::<f64>() - total).abs() < 1e-9 && put.iter().all(|mass| *mass >= 0.0));
            // No drawn masses are nearer.
            let way =
                |masses: &PartMasses| masses.iter().zip(&far).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
            assert!(way(&put) <= way(&drawn) + 1e-9);
        }
        assert!((body.with(&body.given).unwrap().total() - total).abs() < 1e-9);
    }

    #[test]
    fn a_part_that_weighs_nothing_stays_without_mass() {
        let skeleton = crate::sample::biped_skeleton(&Default::default()).unwrap();
        let mut segments = masses_from_table(&skeleton);
        segments.iter_mut().filter(|s| part_of(&skeleton, s.joint) == 0).for_each(|s| s.mass = 0.0);
        let model = MassModel::new(&skeleton, segments).unwrap();
        let body = PartedBody::new(&skeleton, &model, 0);
        let drawn = body.with(&body.random(&mut Random::new(3))).unwrap();
        assert!(
            drawn.segments().iter().all(|s| s.mass.is_finite() && s.inertia.iter().all(|x| x.is_finite()))
        );
        assert!((drawn.total() - model.total()).abs() < 1e-9);
    }
}

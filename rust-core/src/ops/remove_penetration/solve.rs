//! One limb over one stretch of frames: the smoothest small correction that leaves the body.
//!
//! Unknown are the angles of every frame. The cost is, in centimetres and radians,
//! `Σ |c|² + hand·|hand moved|² + lower·|lower bone turned|² + smooth·|c″|² + push·Σ max(0, margin − distance)²`
//! (docs/methods/penetration.md). Gauss–Newton steps on a block-banded matrix; which contact rows count is chosen again within a step.

use super::correction::{Angles, BASE, COLLAR, END, LimbFrame, MID, TurnedLimb, UNKNOWNS};
use crate::math::Vec3;
use crate::math::banded::Banded;
use std::ops::Range;

/// Second differences couple three frames.
const WIDTH: usize = 3 * UNKNOWNS;
/// Centimetres in a metre: the weights below are for centimetres.
pub(crate) const CM: f64 = 100.0;

/// A hand that touches is held by one point, against the many that push it away: that point counts this much more.
pub(crate) const HOLD: f64 = 4.0;
/// Hands that touch each other are drawn together, gently: fingers between fingers have another nearest point in every frame.
pub(crate) const HOLD_HANDS: f64 = 0.1;

/// Weights of the cost.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Weights {
    /// On the angles themselves: collar, base and middle, and end.
    pub(crate) collar_angle: f64,
    pub(crate) angle: f64,
    pub(crate) end_angle: f64,
    /// On the way of the hand or foot, per cm².
    pub(crate) end_moved: f64,
    /// The way, cm, at which `end_moved` has doubled: it grows with the square of the way, so that a limb is not thrown aside.
    pub(crate) far_way: f64,
    /// On the turn of the lower bone.
    pub(crate) lower_turned: f64,
    /// On second differences at this clip's frame rate.
    pub(crate) smooth: f64,
    /// On what is missing to the margin, per cm².
    pub(crate) push: f64,
    /// On angles between the bones outside `opening`.
    pub(crate) limit: f64,
    pub(crate) opening: [f64; 2],
}

impl Weights {
    /// For an arm, at that frame rate. Chosen on a captured salsa (docs/methods/penetration.md).
    pub(crate) fn arm(frame_rate: f64) -> Self {
        Self {
            collar_angle: 12.0,
            angle: 1.0,
            end_angle: 6.0,
            end_moved: 0.03,
            far_way: 14.0,
            lower_turned: 20.0,
            // Differences shrink with the square of the frame time, the cost with its fourth power.
            smooth: 2000.0 * (frame_rate / 30.0).powi(4),
            push: 3.0,
            limit: 300.0,
            opening: [30f64.to_radians(), 177f64.to_radians()],
        }
    }

    /// For a leg whose foot stays where it is: there is one angle.
    pub(crate) fn pinned(frame_rate: f64) -> Self {
        Self { end_moved: 0.0, lower_turned: 0.0, ..Self::arm(frame_rate) }
    }

    /// What the angles of one frame cost by themselves: no smoothness, no contact.
    pub(crate) fn pose_cost(&self, frame: &LimbFrame, angles: &Angles) -> f64 {
        let turned = TurnedLimb::new(frame, angles);
        let own: f64 = (0..UNKNOWNS).map(|u| self.of_unknown(u).0 * angles[u].powi(2)).sum();
        let moved = (turned.end - frame.end).norm_squared() * CM * CM;
        let lower = (turned.end - turned.mid).try_normalize(1e-9).unwrap_or_else(Vec3::zeros);
        let beyond = turned.opening - self.allowed_opening(turned.opening - angles[MID], turned.opening);
        own + self.end_moved * moved * (1.0 + 0.5 * moved / self.far_way.powi(2))
            + self.lower_turned * (lower - frame.lower_direction()).norm_squared()
            + self.limit * beyond * beyond
    }

    /// What a stretch costs, without contact, with the bends at its ends. `frames` and `angles` are those of the whole clip.
    pub(crate) fn cost(&self, frames: &[LimbFrame], angles: &[Angles], stretch: &Range<usize>) -> f64 {
        let own: f64 = stretch.clone().map(|t| self.pose_cost(&frames[t], &angles[t])).sum();
        let smooth = Angles::from_fn(|u, _| self.of_unknown(u).1);
        let context = stretch.start.saturating_sub(2)..(stretch.end + 2).min(angles.len());
        let bend: f64 = angles[context]
            .windows(3)
            .map(|w| smooth.component_mul(&(w[0] - w[1] * 2.0 + w[2]).map(|x| x * x)).sum())
            .sum();
        own + bend
    }

    /// The nearest angle between the bones that is allowed. A pose that came outside the limits may stay there, but not go further.
    fn allowed_opening(&self, source: f64, opening: f64) -> f64 {
        opening.clamp(self.opening[0].min(source), self.opening[1].max(source))
    }

    /// Weights of an angle and of its second differences.
    fn of_unknown(&self, unknown: usize) -> (f64, f64) {
        if COLLAR.contains(&unknown) {
            (self.collar_angle, self.smooth)
        } else if END.contains(&unknown) {
            (self.end_angle, 0.5 * self.smooth)
        } else {
            debug_assert!(BASE.contains(&unknown) || unknown == MID);
            (self.angle, self.smooth)
        }
    }
}

/// A vertex near the body: its distance and how that changes with the angles.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ContactRow {
    /// Signed distance, cm.
    pub(crate) distance: f64,
    /// Change per radian, cm.
    pub(crate) row: Angles,
    /// The share of the way to the margin that this limb goes; the other side goes the rest.
    pub(crate) share: f64,
    /// By how much less than the frame's margin is aimed for, cm.
    pub(crate) lowered: f64,
    /// How much more than others the point counts if it is held at its distance instead of only pushed to it; else 0.
    pub(crate) hold: f64,
}

impl ContactRow {
    /// What is missing to the margin, or negative what there is to spare. Half of both is the other side's where that moves, too.
    pub(crate) fn missing(&self, margin: f64) -> f64 {
        (margin - self.lowered - self.distance) * self.share
    }
}

/// What one frame asks for.
#[derive(Debug, Clone, Default)]
pub(crate) struct FrameRows {
    /// The vertices nearest to the body, or deepest in it.
    pub(crate) contacts: Vec<ContactRow>,
    /// Smallest distance of all samples, cm.
    pub(crate) least: f64,
    /// The same, where points that aim for the surface itself count as much farther as they aim lower.
    pub(crate) least_aimed: f64,
    /// Distance of the hand where it is meant to touch and is near enough to be held, cm.
    pub(crate) gap: Option<f64>,
    /// Everything nearer than this is a row, cm.
    pub(crate) band: f64,
    /// The angles at which distances are so.
    pub(crate) angles: Angles,
}

impl FrameRows {
    /// The rows after a small change of the angles.
    pub(crate) fn moved(&self, angles: &Angles) -> Self {
        let change = angles - self.angles;
        let mut moved = Self { angles: *angles, ..self.clone() };
        let (mut least, mut least_aimed) = (f64::INFINITY, f64::INFINITY);
        for contact in &mut moved.contacts {
            contact.distance += contact.row.dot(&change);
            least = least.min(contact.distance);
            least_aimed = least_aimed.min(contact.distance + contact.lowered);
            if contact.hold > 0.0 && self.gap.is_some() {
                moved.gap = Some(contact.distance);
            }
        }
        if least.is_finite() {
            (moved.least, moved.least_aimed) = (least, least_aimed);
        }
        moved
    }
}

/// Memory of one solve, kept between steps.
#[derive(Debug, Clone, Default)]
pub(crate) struct SolveScratch {
    base: Banded<WIDTH>,
    matrix: Banded<WIDTH>,
    base_right: Vec<f64>,
    right: Vec<f64>,
    active: Vec<bool>,
}

/// One stretch of frames at its current angles.
#[derive(Debug, Clone)]
pub(crate) struct Stretch<'a> {
    /// Its frames in the clip.
    pub(crate) frames: Range<usize>,
    /// The angles of the whole clip.
    pub(crate) angles: &'a [Angles],
    /// The source pose and the contacts of each of the stretch's frames.
    pub(crate) limb: &'a [LimbFrame],
    pub(crate) rows: &'a [FrameRows],
    /// Distance that each frame aims for, cm.
    pub(crate) margins: &'a [f64],
}

/// The angles that minimise the linearised cost over the stretch; all other frames keep theirs.
pub(crate) fn solve_step(
    weights: &Weights,
    stretch: &Stretch<'_>,
    scratch: &mut SolveScratch,
) -> Vec<Angles> {
    let Stretch { frames, angles, limb, rows, margins } = stretch;
    let current = &angles[frames.clone()];
    let count = frames.len();
    scratch.base.reset(count * UNKNOWNS);
    scratch.base_right.clear();
    scratch.base_right.resize(count * UNKNOWNS, 0.0);
    add_smoothness(weights, frames, angles, &mut scratch.base, &mut scratch.base_right);
    for i in 0..count {
        add_pose_terms(
            weights,
            &limb[i],
            &current[i],
            i * UNKNOWNS,
            &mut scratch.base,
            &mut scratch.base_right,
        );
    }
    scratch.active.clear();
    for i in 0..count {
        scratch.active.extend(rows[i].contacts.iter().map(|c| c.hold > 0.0 || c.missing(margins[i]) > 0.0));
    }
    let mut solution: Vec<Angles> = current.to_vec();
    for _ in 0..5 {
        scratch.matrix.clone_from(&scratch.base);
        scratch.right.clone_from(&scratch.base_right);
        let mut index = 0;
        for i in 0..count {
            for contact in &rows[i].contacts {
                if scratch.active[index] {
                    let missing = contact.missing(margins[i]);
                    let wanted = contact.row.dot(&current[i]) + missing;
                    // What is too near is pushed like any other.
                    let is_drawn = contact.hold > 0.0 && missing <= 0.0;
                    let weight = weights.push * if is_drawn { contact.hold } else { contact.hold.max(1.0) };
                    add_row(
                        weight,
                        &contact.row,
                        wanted,
                        i * UNKNOWNS,
                        &mut scratch.matrix,
                        &mut scratch.right,
                    );
                }
                index += 1;
            }
        }
        if !scratch.matrix.factor() {
            return current.to_vec();
        }
        scratch.matrix.solve(&mut scratch.right);
        for (i, angles) in solution.iter_mut().enumerate() {
            *angles = Angles::from_column_slice(&scratch.right[i * UNKNOWNS..(i + 1) * UNKNOWNS]);
        }
        let mut has_changed = false;
        index = 0;
        for i in 0..count {
            for contact in &rows[i].contacts {
                let gained = contact.row.dot(&(solution[i] - current[i]));
                let is_active = contact.hold > 0.0 || gained < contact.missing(margins[i]);
                has_changed |= is_active != scratch.active[index];
                scratch.active[index] = is_active;
                index += 1;
            }
        }
        if !has_changed {
            break;
        }
    }
    solution
}

/// Angles and their second differences; frames outside the stretch are fixed.
fn add_smoothness(
    weights: &Weights,
    frames: &Range<usize>,
    angles: &[Angles],
    matrix: &mut Banded<WIDTH>,
    right: &mut [f64],
) {
    for i in 0..frames.len() * UNKNOWNS {
        matrix.add(i, i, weights.of_unknown(i % UNKNOWNS).0);
    }
    let first = frames.start.saturating_sub(1).max(1);
    for middle in first..(frames.end + 1).min(angles.len().saturating_sub(1)) {
        let stencil = [(middle - 1, 1.0), (middle, -2.0), (middle + 1, 1.0)];
        for (a, factor_a) in stencil.into_iter().filter(|(a, _)| frames.contains(a)) {
            for (b, factor_b) in stencil {
                let is_fixed = !frames.contains(&b);
                for unknown in 0..UNKNOWNS {
                    let factor = weights.of_unknown(unknown).1 * factor_a * factor_b;
                    let at = (a - frames.start) * UNKNOWNS + unknown;
                    if is_fixed {
                        right[at] -= factor * angles[b][unknown];
                    } else if b <= a {
                        matrix.add(at, (b - frames.start) * UNKNOWNS + unknown, factor);
                    }
                }
            }
        }
    }
}

/// Hand, lower bone and the limits of the middle joint.
fn add_pose_terms(
    weights: &Weights,
    frame: &LimbFrame,
    current: &Angles,
    at: usize,
    matrix: &mut Banded<WIDTH>,
    right: &mut [f64],
) {
    let turned = TurnedLimb::new(frame, current);
    let end_motion = turned.motion(&turned.end_arms());
    let end_moved = (turned.end - frame.end) * CM;
    let source = frame.lower_direction();
    let lower = (turned.end - turned.mid).try_normalize(1e-9).unwrap_or(source);
    let lower_motion = turned.lower_motion(&lower);
    let lower_moved = lower - source;
    for axis in 0..3 {
        let pick = |motion: &[Vec3; UNKNOWNS], scale: f64| Angles::from_fn(|u, _| motion[u][axis] * scale);
        let row = pick(&end_motion, CM);
        let weight = weights.end_moved * (1.0 + end_moved.norm_squared() / weights.far_way.powi(2));
        add_row(weight, &row, row.dot(current) - end_moved[axis], at, matrix, right);
        let row = pick(&lower_motion, 1.0);
        add_row(weights.lower_turned, &row, row.dot(current) - lower_moved[axis], at, matrix, right);
    }
    let source = turned.opening - current[MID];
    let allowed = weights.allowed_opening(source, turned.opening);
    if allowed != turned.opening {
        let mut row = Angles::zeros();
        row[MID] = 1.0;
        add_row(weights.limit, &row, allowed - source, at, matrix, right);
    }
}

/// Adds `weight · (row · c − wanted)²` for the unknowns from `at` on.
#[inline]
fn add_row(weight: f64, row: &Angles, wanted: f64, at: usize, matrix: &mut Banded<WIDTH>, right: &mut [f64]) {
    for a in 0..UNKNOWNS {
        let scaled = weight * row[a];
        let column = matrix.column_mut(at + a);
        for b in a..UNKNOWNS {
            column[b - a] += scaled * row[b];
        }
        right[at + a] += scaled * wanted;
    }
}

//! [`ArcProblem`]: the shift of the root that puts the centre of mass on its parabolas and moves the rest smoothly and little, as a
//! least-squares problem.

use crate::math::Vec3;
use crate::math::banded::Banded;
use std::ops::Range;

/// Entries of the matrix: second differences of three unknowns per frame.
const BAND: usize = 9;
/// Weight of the parabola, in flight, and of staying where the clip has the root, on the ground.
const ARC: f64 = 50.0;
const STAY: f64 = 0.02;
/// Shifts fade over about this long on the ground; the parabola counts by the same measure, seconds.
const EASE: f64 = 0.12;
/// Where nothing else tells where a flight lies.
const LEAST: f64 = 1e-9;
/// Weight of the legs' reach.
const REACH: f64 = 1e5;
/// Sets of legs that are at their reach, tried in turn.
const MAX_SETS: usize = 12;
const SECOND: [f64; 3] = [1.0, -2.0, 1.0];

/// A leg on the ground: the root may not move farther than `room` along `direction`.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReachRow {
    pub(super) frame: usize,
    /// From the foot to the hip, unit.
    pub(super) direction: Vec3,
    /// Metres, of the whole shift.
    pub(super) room: f64,
}

/// What is solved in one round.
pub(super) struct ArcProblem<'a> {
    /// Frames that may be shifted; all others are at 0.
    pub(super) is_free: &'a [bool],
    pub(super) is_flight: &'a [bool],
    /// What the centre of mass would do without the shift.
    pub(super) centre: &'a [Vec3],
    /// Metres per second squared, downwards.
    pub(super) gravity: f64,
    pub(super) frame_time: f64,
    /// The stretches between cuts; empty without any.
    pub(super) segments: &'a [Range<usize>],
    pub(super) reaches: &'a [ReachRow],
}

/// Memory of [`ArcProblem::solve`].
#[derive(Debug, Default)]
pub(super) struct ArcScratch {
    matrix: Banded<BAND>,
    right: Vec<f64>,
    row_of: Vec<usize>,
    is_active: Vec<bool>,
}

impl ArcProblem<'_> {
    /// The shift of every frame. `None` if the numbers do not allow one.
    pub(super) fn solve(&self, scratch: &mut ArcScratch) -> Option<Vec<Vec3>> {
        let count = self.is_free.len();
        scratch.row_of.clear();
        let mut rows = 0;
        for free in self.is_free {
            scratch.row_of.push(if *free { rows } else { usize::MAX });
            rows += usize::from(*free);
        }
        scratch.is_active.clear();
        scratch.is_active.resize(self.reaches.len(), false);
        let mut shifts = vec![Vec3::zeros(); count];
        for _ in 0..MAX_SETS {
            self.assemble(rows, scratch);
            if !scratch.matrix.factor() {
                return None;
            }
            scratch.matrix.solve(&mut scratch.right);
            for (shift, row) in shifts.iter_mut().zip(&scratch.row_of).filter(|(_, row)| **row != usize::MAX)
            {
                *shift = Vec3::from_column_slice(&scratch.right[3 * row..3 * row + 3]);
            }
            let mut is_at_rest = true;
            for (row, is_active) in self.reaches.iter().zip(&mut scratch.is_active) {
                let is_beyond = row.direction.dot(&shifts[row.frame]) > row.room;
                is_at_rest &= is_beyond == *is_active;
                *is_active = is_beyond;
            }
            if is_at_rest {
                break;
            }
        }
        shifts.iter().all(|shift| shift.iter().all(|x| x.is_finite())).then_some(shifts)
    }

    fn assemble(&self, rows: usize, scratch: &mut ArcScratch) {
        let ArcScratch { matrix, right, row_of, is_active } = scratch;
        matrix.reset(3 * rows);
        right.clear();
        right.resize(3 * rows, 0.0);
        for (frame, &row) in row_of.iter().enumerate().filter(|(_, row)| **row != usize::MAX) {
            let weight = if self.is_flight[frame] { LEAST } else { STAY };
            (0..3).for_each(|axis| matrix.add(3 * row + axis, 3 * row + axis, weight));
        }
        let scale = (EASE / self.frame_time).powi(4);
        let fall = Vec3::y() * (-self.gravity * self.frame_time * self.frame_time);
        let whole = 0..self.is_free.len();
        let segments = if self.segments.is_empty() { std::slice::from_ref(&whole) } else { self.segments };
        // A second difference over a cut tells nothing.
        for middle in segments.iter().flat_map(|s| s.start + 1..s.end.max(s.start + 2) - 1) {
            let stencil = &row_of[middle - 1..=middle + 1];
            if stencil.iter().all(|row| *row == usize::MAX) {
                continue;
            }
            let (weight, target) = if self.is_flight[middle] {
                let c = &self.centre[middle - 1..=middle + 1];
                (ARC * scale, fall - (c[2] - c[1] * 2.0 + c[0]))
            } else {
                (STAY * scale, Vec3::zeros())
            };
            for (a, &row) in stencil.iter().enumerate().filter(|(_, row)| **row != usize::MAX) {
                for (b, &column) in
                    stencil.iter().enumerate().filter(|(b, column)| *b <= a && **column != usize::MAX)
                {
                    (0..3).for_each(|axis| {
                        matrix.add(3 * row + axis, 3 * column + axis, weight * SECOND[a] * SECOND[b])
                    });
                }
                (0..3).for_each(|axis| right[3 * row + axis] += weight * SECOND[a] * target[axis]);
            }
        }
        for (reach, _) in self.reaches.iter().zip(is_active.iter()).filter(|(_, is_active)| **is_active) {
            let row = row_of[reach.frame];
            if row == usize::MAX {
                continue;
            }
            for a in 0..3 {
                for b in 0..=a {
                    matrix.add(3 * row + a, 3 * row + b, REACH * reach.direction[a] * reach.direction[b]);
                }
                right[3 * row + a] += REACH * reach.direction[a] * reach.room;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::GRAVITY;

    const COUNT: usize = 120;
    const TIME: f64 = 1.0 / 60.0;

    /// A path that hangs in the air from frame 50 to 74.
    fn path() -> Vec<Vec3> {
        let height = |frame: usize| {
            let t = (frame as f64 - 49.5) * TIME;
            if (50..75).contains(&frame) { 1.0 + 0.3 * GRAVITY * t * (25.0 * TIME - t) } else { 1.0 }
        };
        (0..COUNT).map(|frame| Vec3::new(0.01 * frame as f64, height(frame), 5.0)).collect()
    }

    fn solve(reaches: &[ReachRow]) -> Vec<Vec3> {
        let is_flight: Vec<bool> = (0..COUNT).map(|frame| (50..75).contains(&frame)).collect();
        let is_free: Vec<bool> = (0..COUNT).map(|frame| (15..110).contains(&frame)).collect();
        let centre = path();
        let problem = ArcProblem {
            is_free: &is_free,
            is_flight: &is_flight,
            centre: &centre,
            gravity: GRAVITY,
            frame_time: TIME,
            segments: &[],
            reaches,
        };
        problem.solve(&mut ArcScratch::default()).unwrap()
    }

    #[test]
    fn flights_fall_and_frames_that_are_not_free_stay() {
        let (shifts, centre) = (solve(&[]), path());
        for frame in 50..75 {
            let at = |frame: usize| centre[frame] + shifts[frame];
            let fall = at(frame + 1) - at(frame) * 2.0 + at(frame - 1);
            let expected = Vec3::y() * (-GRAVITY * TIME * TIME);
            assert!((fall - expected).norm() < 2e-3 * expected.norm(), "{frame}: {fall}");
        }
        assert!(shifts[..15].iter().chain(&shifts[110..]).all(|shift| *shift == Vec3::zeros()));
        assert!(shifts.iter().all(|shift| shift.x.abs() < 1e-9), "what is right needs no shift");
    }

    #[test]
    fn legs_are_not_asked_for_more_than_they_have() {
        let free = solve(&[]);
        let asked = free[..50].iter().map(|shift| shift.y).fold(0.0, f64::max);
        assert!(asked > 0.005, "{asked}");
        let reaches: Vec<_> =
            (0..50).map(|frame| ReachRow { frame, direction: Vec3::y(), room: 0.002 }).collect();
        let held = solve(&reaches);
        let most = held[..50].iter().map(|shift| shift.y).fold(0.0, f64::max);
        // The rows are weights, not walls.
        assert!(most < 0.0025 && most < 0.6 * asked, "{most} {asked}");
    }
}

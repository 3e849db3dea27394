//! One round of the correction: the shifts that bring the zero moment point back, by least squares with half-planes
//! (docs/methods/balance.md, 5).
//!
//! A root that moves by `r` moves the zero moment point as a cart on a table does (Kajita et al. 2003): by `share · (r − h M / f · r″)`.

use crate::math::banded::Banded;
use crate::math::convex_hull::FloorPoint;

/// Share of the body's mass that follows the root while feet stay.
pub(super) const CART_SHARE: f64 = 0.85;
/// Weight of a centimetre of shift against one of the zero moment point.
const SHIFT_WEIGHT: f64 = 0.002;
/// Weight of a degree of lean.
const LEAN_WEIGHT: f64 = 0.0003;
/// Shifts that change faster than this cost more, seconds.
const SLOWNESS: f64 = 0.20;
/// In flight nothing pushes the body: a shift may go on there, but hardly be sped up.
const FLIGHT_WEIGHT: f64 = 100.0;
/// Weight that holds a shift at 0.
const FIXED: f64 = 1e7;
/// Weight of a centimetre between the centre of mass and its path.
const PATH_WEIGHT: f64 = 0.05;
/// Most times that the half-planes that push are chosen anew.
const MAX_CHOICES: usize = 12;

/// Unknowns of a frame: root x and z, centimetres; lean about x and z, degrees.
pub(super) const UNKNOWNS: usize = 4;
const WIDTH: usize = 3 * UNKNOWNS;
pub(super) type Unknowns = [f64; UNKNOWNS];

/// A half-plane that the zero moment point must stay in, centimetres.
#[derive(Debug, Clone, Copy)]
pub(super) struct HalfPlaneRow {
    pub(super) frame: usize,
    pub(super) normal: FloorPoint,
    /// How far the point is beyond it.
    pub(super) beyond: f64,
    /// Load of the frame, at most 1.
    pub(super) weight: f64,
}

/// What a frame's unknowns do.
#[derive(Debug, Clone, Copy)]
pub(super) struct FrameResponse {
    /// `h M / f / dt²`: what a second difference of the centre of mass does to the zero moment point.
    pub(super) leverage: f64,
    /// Centimetres of the centre of mass, x and z, for one degree of lean about x and z.
    pub(super) lean: [FloorPoint; 2],
    pub(super) is_fixed: bool,
    pub(super) is_flight: bool,
    /// How far the centre of mass is from its path, centimetres.
    pub(super) off_path: FloorPoint,
}

/// The whole clip.
#[derive(Debug)]
pub(super) struct ShiftProblem<'a> {
    pub(super) responses: &'a [FrameResponse],
    pub(super) rows: &'a [HalfPlaneRow],
    /// The shifts so far.
    pub(super) current: &'a [Unknowns],
    pub(super) frame_time: f64,
    /// Whether the trunk leans and the centre of mass is held to its path.
    pub(super) keeps_path: bool,
}

impl ShiftProblem<'_> {
    /// The change of all unknowns that costs least. `None` if the equations cannot be solved.
    pub(super) fn solve(&self, matrix: &mut Banded<WIDTH>) -> Option<Vec<Unknowns>> {
        let size = self.current.len() * UNKNOWNS;
        let mut is_active: Vec<bool> = self.rows.iter().map(|row| row.beyond > 0.0).collect();
        let mut solution = vec![0.0; size];
        for _ in 0..MAX_CHOICES {
            matrix.reset(size);
            solution.fill(0.0);
            self.add_costs(matrix, &mut solution);
            for (row, _) in self.rows.iter().zip(&is_active).filter(|(_, is_active)| **is_active) {
                let (first, values) = self.derivatives(row);
                for (a, &x) in values.iter().enumerate().filter(|(_, x)| **x != 0.0) {
                    solution[first + a] -= row.weight * x * row.beyond;
                    for (b, &y) in values[..=a].iter().enumerate() {
                        matrix.add(first + a, first + b, row.weight * x * y);
                    }
                }
            }
            if !matrix.factor() {
                return None;
            }
            matrix.solve(&mut solution);
            let mut has_changed = false;
            for (row, is_active) in self.rows.iter().zip(&mut is_active) {
                let (first, values) = self.derivatives(row);
                let after: f64 = values.iter().zip(&solution[first..]).map(|(x, y)| x * y).sum();
                let pushes = row.beyond + after > 0.0;
                has_changed |= pushes != *is_active;
                *is_active = pushes;
            }
            if !has_changed {
                break;
            }
        }
        Some(solution.chunks_exact(UNKNOWNS).map(|c| [c[0], c[1], c[2], c[3]]).collect())
    }

    /// First unknown and derivatives of a row: of the frame before, the frame and the one after.
    fn derivatives(&self, row: &HalfPlaneRow) -> (usize, [f64; WIDTH]) {
        let mut values = [0.0; WIDTH];
        let leverage = self.responses[row.frame].leverage;
        for (step, factor) in [-leverage, 1.0 + 2.0 * leverage, -leverage].into_iter().enumerate() {
            let response = &self.responses[row.frame + step - 1];
            let of = &mut values[step * UNKNOWNS..][..UNKNOWNS];
            of[0] = CART_SHARE * factor * row.normal.x;
            of[1] = CART_SHARE * factor * row.normal.y;
            if self.keeps_path {
                of[2] = factor * row.normal.dot(&response.lean[0]);
                of[3] = factor * row.normal.dot(&response.lean[1]);
            }
        }
        ((row.frame - 1) * UNKNOWNS, values)
    }

    /// Costs of the shifts themselves, and of the way from the path.
    fn add_costs(&self, matrix: &mut Banded<WIDTH>, right: &mut [f64]) {
        let weights = [SHIFT_WEIGHT, SHIFT_WEIGHT, LEAN_WEIGHT, LEAN_WEIGHT];
        let slowness = (SLOWNESS / self.frame_time).powi(4);
        for (frame, response) in self.responses.iter().enumerate() {
            for (k, weight) in weights.into_iter().enumerate() {
                let at = frame * UNKNOWNS + k;
                let is_fixed = response.is_fixed || (k >= 2 && !self.keeps_path);
                let weight = if is_fixed { FIXED } else { weight };
                matrix.add(at, at, weight);
                right[at] -= weight * self.current[frame][k];
            }
            if self.keeps_path && !response.is_fixed {
                self.add_path_cost(frame, response, matrix, right);
            }
        }
        for frame in 1..self.current.len().saturating_sub(1) {
            let flight = if self.responses[frame].is_flight { FLIGHT_WEIGHT } else { 1.0 };
            for (k, weight) in weights.into_iter().enumerate() {
                let weight = weight * slowness * flight;
                let now = |step: usize| self.current[frame + step - 1][k];
                let bend = now(0) - 2.0 * now(1) + now(2);
                let at = |step: usize| (frame + step - 1) * UNKNOWNS + k;
                let stencil = [1.0, -2.0, 1.0];
                for a in 0..3 {
                    right[at(a)] -= weight * stencil[a] * bend;
                    for b in 0..=a {
                        matrix.add(at(a), at(b), weight * stencil[a] * stencil[b]);
                    }
                }
            }
        }
    }

    fn add_path_cost(
        &self,
        frame: usize,
        response: &FrameResponse,
        matrix: &mut Banded<WIDTH>,
        right: &mut [f64],
    ) {
        for axis in 0..2 {
            let mut values = [0.0, 0.0, response.lean[0][axis], response.lean[1][axis]];
            values[axis] = CART_SHARE;
            for a in 0..UNKNOWNS {
                right[frame * UNKNOWNS + a] -= PATH_WEIGHT * values[a] * response.off_path[axis];
                for b in 0..=a {
                    matrix.add(
                        frame * UNKNOWNS + a,
                        frame * UNKNOWNS + b,
                        PATH_WEIGHT * values[a] * values[b],
                    );
                }
            }
        }
    }

    /// What shifts cost by themselves, without half-planes and path.
    pub(super) fn shift_cost(shifts: &[Unknowns], frame_time: f64, is_flight: impl Fn(usize) -> bool) -> f64 {
        let weights = [SHIFT_WEIGHT, SHIFT_WEIGHT, LEAN_WEIGHT, LEAN_WEIGHT];
        let slowness = (SLOWNESS / frame_time).powi(4);
        let mut cost = 0.0;
        for (frame, shift) in shifts.iter().enumerate() {
            cost += shift.iter().zip(weights).map(|(x, weight)| weight * x * x).sum::<f64>();
            if frame == 0 || frame + 1 == shifts.len() {
                continue;
            }
            let flight = if is_flight(frame) { FLIGHT_WEIGHT } else { 1.0 };
            for (k, weight) in weights.into_iter().enumerate() {
                let bend = shifts[frame - 1][k] - 2.0 * shift[k] + shifts[frame + 1][k];
                cost += weight * slowness * flight * bend * bend;
            }
        }
        cost
    }

    /// What a way from the path costs.
    pub(super) fn path_cost(off_path: &FloorPoint) -> f64 {
        PATH_WEIGHT * off_path.norm_squared()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{DMatrix, DVector};

    /// Oracle: the same cost written out densely, minimised by the same choice of half-planes.
    #[test]
    fn the_band_finds_what_a_dense_solver_finds() {
        let count = 40;
        let responses: Vec<FrameResponse> = (0..count)
            .map(|i| FrameResponse {
                leverage: 30.0 + (i % 7) as f64,
                lean: [FloorPoint::new(0.01, 0.15), FloorPoint::new(-0.16, 0.02)],
                is_fixed: i < 3,
                is_flight: (20..24).contains(&i),
                off_path: FloorPoint::new((i as f64 * 0.3).sin(), 0.5),
            })
            .collect();
        let rows: Vec<HalfPlaneRow> = (5..35)
            .map(|frame| HalfPlaneRow {
                frame,
                normal: FloorPoint::new(1.0, (frame as f64).sin()).normalize(),
                beyond: 2.0 * (frame as f64 * 0.4).sin(),
                weight: 0.8,
            })
            .collect();
        let current: Vec<Unknowns> = (0..count).map(|i| [0.01 * i as f64, 0.2, -0.1, 0.3]).collect();
        for keeps_path in [false, true] {
            let problem = ShiftProblem {
                responses: &responses,
                rows: &rows,
                current: &current,
                frame_time: 1.0 / 30.0,
                keeps_path,
            };
            let found = problem.solve(&mut Banded::default()).unwrap();
            let size = count * UNKNOWNS;
            let x = |change: &DVector<f64>, i: usize, k: usize| current[i][k] + change[i * UNKNOWNS + k];
            let weights = [SHIFT_WEIGHT, SHIFT_WEIGHT, LEAN_WEIGHT, LEAN_WEIGHT];
            // Residuals whose squares are the cost, one by one, as functions of the change.
            let residuals = |change: &DVector<f64>| -> Vec<f64> {
                let mut out = Vec::new();
                for i in 0..count {
                    for (k, weight) in weights.iter().enumerate() {
                        let is_fixed = responses[i].is_fixed || (k >= 2 && !keeps_path);
                        out.push(if is_fixed { FIXED } else { *weight }.sqrt() * x(change, i, k));
                        if i > 0 && i + 1 < count {
                            let bend = x(change, i - 1, k) - 2.0 * x(change, i, k) + x(change, i + 1, k);
                            let flight = if responses[i].is_flight { FLIGHT_WEIGHT } else { 1.0 };
                            out.push((weight * flight * (SLOWNESS * 30.0).powi(4)).sqrt() * bend);
                        }
                    }
                    if keeps_path && !responses[i].is_fixed {
                        let c = |k: usize| change[i * UNKNOWNS + k];
                        let way = responses[i].off_path
                            + FloorPoint::new(c(0), c(1)) * CART_SHARE
                            + responses[i].lean[0] * c(2)
                            + responses[i].lean[1] * c(3);
                        out.extend((way * PATH_WEIGHT.sqrt()).iter());
                    }
                }
                for row in &rows {
                    let centre = |i: usize| {
                        let c = |k: usize| change[i * UNKNOWNS + k];
                        let lean = responses[i].lean[0] * c(2) + responses[i].lean[1] * c(3);
                        FloorPoint::new(c(0), c(1)) * CART_SHARE
                            + if keeps_path { lean } else { FloorPoint::zeros() }
                    };
                    let f = row.frame;
                    let second = centre(f - 1) - centre(f) * 2.0 + centre(f + 1);
                    let moved = row.normal.dot(&(centre(f) - second * responses[f].leverage));
                    out.push(row.weight.sqrt() * (row.beyond + moved).max(0.0));
                }
                out
            };
            let flat = DVector::from_iterator(size, found.iter().flatten().copied());
            let cost = |change: &DVector<f64>| residuals(change).iter().map(|r| r * r).sum::<f64>();
            let best = cost(&flat);
            // No direction leads down: numeric gradient.
            let mut slope = DMatrix::<f64>::zeros(size, 1);
            for i in 0..size {
                let mut other = flat.clone();
                other[i] += 1e-5;
                let up = cost(&other);
                other[i] -= 2e-5;
                slope[i] = (up - cost(&other)) / 2e-5;
            }
            assert!(slope.abs().max() < 1e-3, "{keeps_path}: {} at {best}", slope.abs().max());
        }
    }
}

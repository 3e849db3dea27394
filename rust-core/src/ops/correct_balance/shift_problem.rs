//! One round of the correction: the shifts that bring the zero moment point back, by least squares with half-planes
//! (docs/methods/balance.md, 5).
//!
//! A root that moves by `r` moves the zero moment point as a cart on a table does (Kajita et al. 2003): by `share · (r − h M / f · r″)`, with
//! `r` smoothed as forces are.

use super::shift_spline::{FORCE_KNOTS, ShiftSpline};
use crate::math::banded::Banded;
use crate::math::convex_hull::FloorPoint;

/// Share of the body's mass that follows the root while feet stay.
pub(super) const CART_SHARE: f64 = 0.85;
/// Weight of a centimetre of shift against one of the zero moment point.
const SHIFT_WEIGHT: f64 = 0.002;
/// Weight of a degree of lean.
const LEAN_WEIGHT: f64 = 0.0003;
/// A shift of the root this large costs twice as much for its size, centimetres: larger ones bend the legs visibly.
const LARGE: f64 = 6.0;
/// Beyond this a shift soon costs more than any balance is worth, centimetres: what needs it is no fault of balance.
const FAR: f64 = 15.0;
/// Shifts that change faster than this cost more, seconds.
const SLOWNESS: f64 = 0.20;
/// In flight nothing pushes the body: a shift may go on there, but hardly be sped up.
const FLIGHT_WEIGHT: f64 = 100.0;
/// Weight of a centimetre between the centre of mass and its path.
const PATH_WEIGHT: f64 = 0.05;
/// Most times that the half-planes that push are chosen anew.
const MAX_CHOICES: usize = 12;

/// Weights of the unknowns: root x and z, centimetres; lean about x and z, degrees.
const WEIGHTS: [f64; 4] = [SHIFT_WEIGHT, SHIFT_WEIGHT, LEAN_WEIGHT, LEAN_WEIGHT];
/// Unknowns of a knot where only the root moves, and where the trunk leans as well.
pub(super) const ROOT: usize = 2;
pub(super) const ROOT_AND_TRUNK: usize = 4;
/// Half bandwidths of the equations.
pub(super) const ROOT_WIDTH: usize = FORCE_KNOTS * ROOT;
pub(super) const ROOT_AND_TRUNK_WIDTH: usize = FORCE_KNOTS * ROOT_AND_TRUNK;

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
    /// How much dearer a shift of the root is than a small one.
    pub(super) dearness: f64,
}

/// The whole clip, with `N` unknowns for each knot.
#[derive(Debug)]
pub(super) struct ShiftProblem<'a, const N: usize> {
    pub(super) spline: &'a ShiftSpline,
    pub(super) responses: &'a [FrameResponse],
    pub(super) rows: &'a [HalfPlaneRow],
    /// The knots so far.
    pub(super) current: &'a [[f64; N]],
    pub(super) frame_time: f64,
}

/// Derivatives of a quantity by the unknowns of neighbouring knots.
pub(super) struct Derivatives<const N: usize> {
    pub(super) first: usize,
    pub(super) values: [[f64; N]; FORCE_KNOTS],
}

impl<const N: usize> Derivatives<N> {
    pub(super) fn times(&self, knots: &[[f64; N]]) -> f64 {
        let pairs = self.values.iter().zip(&knots[self.first..]);
        pairs.map(|(row, x)| row.iter().zip(x).map(|(a, b)| a * b).sum::<f64>()).sum()
    }
}

impl<const N: usize> ShiftProblem<'_, N> {
    /// Whether the trunk leans and the centre of mass is held to its path.
    const KEEPS_PATH: bool = N > ROOT;

    /// The knots that cost least. `None` if the equations cannot be solved.
    pub(super) fn solve<const W: usize>(&self, matrix: &mut Banded<W>) -> Option<Vec<[f64; N]>> {
        let is_fixed = self.fixed_knots();
        let size = self.current.len() * N;
        let mut costs = Banded::<W>::zeros(size);
        let mut costs_right = vec![0.0; size];
        self.add_costs(&is_fixed, &mut costs, &mut costs_right);
        for (knot, _) in is_fixed.iter().enumerate().filter(|(_, is_fixed)| **is_fixed) {
            (0..N).for_each(|k| costs.add(knot * N + k, knot * N + k, 1.0));
        }
        let rows: Vec<(Derivatives<N>, f64, f64)> = self
            .rows
            .iter()
            .map(|row| {
                let derivatives = self.derivatives(row, &is_fixed);
                // How far beyond without any shift.
                let beyond = row.beyond - derivatives.times(self.current);
                (derivatives, beyond, row.weight)
            })
            .collect();
        let mut is_active: Vec<bool> = self.rows.iter().map(|row| row.beyond > 0.0).collect();
        for ((derivatives, beyond, weight), _) in
            rows.iter().zip(&is_active).filter(|(_, is_active)| **is_active)
        {
            add_square(derivatives, *beyond, *weight, &mut costs, &mut costs_right);
        }
        let mut right = Vec::with_capacity(size);
        let mut solution = vec![[0.0; N]; self.current.len()];
        for _ in 0..MAX_CHOICES {
            matrix.clone_from(&costs);
            right.clone_from(&costs_right);
            if !matrix.factor() {
                return None;
            }
            matrix.solve(&mut right);
            for (knot, values) in solution.iter_mut().zip(right.chunks_exact(N)) {
                *knot = std::array::from_fn(|k| values[k]);
            }
            // Only rows that begin or cease to push change the equations.
            let mut has_changed = false;
            for ((derivatives, beyond, weight), is_active) in rows.iter().zip(&mut is_active) {
                let pushes = beyond + derivatives.times(&solution) > 0.0;
                if pushes != *is_active {
                    let weight = if pushes { *weight } else { -weight };
                    add_square(derivatives, *beyond, weight, &mut costs, &mut costs_right);
                    (*is_active, has_changed) = (pushes, true);
                }
            }
            if !has_changed {
                break;
            }
        }
        Some(solution)
    }

    /// Knots that would move a frame that stays.
    fn fixed_knots(&self) -> Vec<bool> {
        let is_fixed = |knot: usize| {
            self.responses[self.spline.frames_of(knot)].iter().any(|response| response.is_fixed)
        };
        (0..self.current.len()).map(is_fixed).collect()
    }

    /// What the unknowns do to the zero moment point along a row's normal.
    fn derivatives(&self, row: &HalfPlaneRow, is_fixed: &[bool]) -> Derivatives<N> {
        let response = &self.responses[row.frame];
        let (first, values) = self.spline.force_at(row.frame);
        let along = response.way_of_centre::<N>(&row.normal);
        let of_knot = |step: usize| {
            let [shift, bend] = values[step];
            let share = if is_fixed.get(first + step).is_none_or(|f| *f) {
                0.0
            } else {
                shift - response.leverage * bend
            };
            along.map(|way| way * share)
        };
        Derivatives { first, values: std::array::from_fn(of_knot) }
    }

    /// Costs of the shifts themselves, and of the way from the path.
    fn add_costs<const W: usize>(&self, is_fixed: &[bool], matrix: &mut Banded<W>, right: &mut [f64]) {
        let slowness = (SLOWNESS / self.frame_time).powi(4);
        for (frame, response) in self.responses.iter().enumerate() {
            let (first, values) = self.spline.shift_at(frame);
            let is_end = frame == 0 || frame + 1 == self.responses.len();
            let bending = if is_end { 0.0 } else { slowness * response.slowness() };
            let free = |step: usize| is_fixed.get(first + step).is_some_and(|f| !f);
            for a in (0..values.len()).filter(|a| free(*a)) {
                for b in (0..=a).filter(|b| free(*b)) {
                    let [size, bend] = [0, 1].map(|of| values[a][of] * values[b][of]);
                    if size == 0.0 && bend == 0.0 {
                        continue;
                    }
                    for (k, weight) in WEIGHTS.iter().enumerate().take(N) {
                        // Where the path is kept, the root goes as far as it must.
                        let dearness = if Self::KEEPS_PATH { 1.0 } else { response.dearness };
                        let cost = weight * (dearness * size + bending * bend);
                        matrix.add((first + a) * N + k, (first + b) * N + k, cost);
                    }
                }
            }
            if !Self::KEEPS_PATH || response.is_fixed {
                continue;
            }
            for normal in [FloorPoint::x(), FloorPoint::y()] {
                let along = response.way_of_centre::<N>(&normal);
                let of_knot = |step: usize| match values.get(step) {
                    Some([shift, _]) if free(step) => along.map(|way| way * shift),
                    _ => [0.0; N],
                };
                let derivatives = Derivatives { first, values: std::array::from_fn(of_knot) };
                let off_path = normal.dot(&response.off_path) - derivatives.times(self.current);
                add_square(&derivatives, off_path, PATH_WEIGHT, matrix, right);
            }
        }
    }

    /// What the shifts of all frames cost by themselves, without half-planes and path.
    pub(super) fn shift_cost(shifts: &[[f64; N]], frame_time: f64, is_flight: &[bool]) -> f64 {
        let slowness = (SLOWNESS / frame_time).powi(4);
        let mut cost = 0.0;
        for (frame, shift) in shifts.iter().enumerate() {
            let bending = if is_flight[frame] { FLIGHT_WEIGHT * slowness } else { slowness };
            let is_end = frame == 0 || frame + 1 == shifts.len();
            let size = shift[0] * shift[0] + shift[1] * shift[1];
            // Of what dearness adds the derivative is what counts, so the square counts half and the sixth power a quarter.
            if !Self::KEEPS_PATH {
                cost += SHIFT_WEIGHT * size * added_cost(size);
            }
            for (k, weight) in WEIGHTS.iter().enumerate().take(N) {
                let bend =
                    if is_end { 0.0 } else { shifts[frame - 1][k] - 2.0 * shift[k] + shifts[frame + 1][k] };
                cost += weight * (shift[k] * shift[k] + bending * bend * bend);
            }
        }
        cost
    }
}

/// Adds `weight · (value + derivatives · x)²` to a cost.
pub(super) fn add_square<const N: usize, const W: usize>(
    derivatives: &Derivatives<N>,
    value: f64,
    weight: f64,
    matrix: &mut Banded<W>,
    right: &mut [f64],
) {
    let first = derivatives.first * N;
    let flat = derivatives.values.as_flattened();
    for (a, &x) in flat.iter().enumerate().filter(|(_, x)| **x != 0.0) {
        right[first + a] -= weight * x * value;
        let column = matrix.column_mut(first + a);
        for (entry, y) in column.iter_mut().zip(&flat[a..]) {
            *entry += weight * x * y;
        }
    }
}

impl FrameResponse {
    /// What the unknowns do to the centre of mass in a direction.
    fn way_of_centre<const N: usize>(&self, direction: &FloorPoint) -> [f64; N] {
        let all = [
            CART_SHARE * direction.x,
            CART_SHARE * direction.y,
            direction.dot(&self.lean[0]),
            direction.dot(&self.lean[1]),
        ];
        std::array::from_fn(|k| all[k])
    }

    fn slowness(&self) -> f64 {
        if self.is_flight { FLIGHT_WEIGHT } else { 1.0 }
    }
}

/// What a shift of this squared size costs beside itself, as a share of it.
fn added_cost(size: f64) -> f64 {
    0.5 * size / (LARGE * LARGE) + 0.25 * (size / (FAR * FAR)).powi(3)
}

/// How much dearer than a small one a shift of the root is.
pub(super) fn dearness(shift: &[f64]) -> f64 {
    let size = shift[0] * shift[0] + shift[1] * shift[1];
    1.0 + size / (LARGE * LARGE) + (size / (FAR * FAR)).powi(3)
}

/// What a way from the path costs.
pub(super) fn path_cost(off_path: &FloorPoint) -> f64 {
    PATH_WEIGHT * off_path.norm_squared()
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::DVector;

    fn shifts_of<const N: usize>(spline: &ShiftSpline, knots: &[[f64; N]]) -> Vec<[f64; N]> {
        let mut out = Vec::new();
        spline.shifts(knots, &mut out);
        out
    }

    /// Oracle: the same cost written out frame by frame, with a numeric gradient.
    fn no_direction_leads_down<const N: usize, const W: usize>() {
        let (count, rate) = (60, 30.0);
        let responses: Vec<FrameResponse> = (0..count)
            .map(|i| FrameResponse {
                leverage: 30.0 + (i % 7) as f64,
                lean: [FloorPoint::new(0.01, 0.15), FloorPoint::new(-0.16, 0.02)],
                is_fixed: i < 3,
                is_flight: (20..24).contains(&i),
                off_path: FloorPoint::new((i as f64 * 0.3).sin(), 0.5),
                dearness: 1.0 + 0.1 * (i % 5) as f64,
            })
            .collect();
        let rows: Vec<HalfPlaneRow> = (5..55)
            .map(|frame| HalfPlaneRow {
                frame,
                normal: FloorPoint::new(1.0, (frame as f64).sin()).normalize(),
                beyond: 2.0 * (frame as f64 * 0.4).sin(),
                weight: 0.8,
            })
            .collect();
        let spline = ShiftSpline::new(count, 1.0 / rate, 5.0);
        let is_fixed: Vec<bool> = (0..spline.knot_count()).map(|k| spline.frames_of(k).start < 3).collect();
        let start =
            |knot: usize| std::array::from_fn(|k| if is_fixed[knot] { 0.0 } else { 0.1 * (knot + k) as f64 });
        let current: Vec<[f64; N]> = (0..spline.knot_count()).map(start).collect();
        let problem = ShiftProblem {
            spline: &spline,
            responses: &responses,
            rows: &rows,
            current: &current,
            frame_time: 1.0 / rate,
        };
        let found = problem.solve(&mut Banded::<W>::default()).unwrap();
        assert!(found.iter().zip(&is_fixed).all(|(x, is_fixed)| !is_fixed || *x == [0.0; N]), "{found:?}");
        let cost = |knots: &[[f64; N]]| {
            let shifts = shifts_of(&spline, knots);
            let is_flight: Vec<bool> = responses.iter().map(|r| r.is_flight).collect();
            let mut cost = ShiftProblem::<N>::shift_cost(&shifts, 1.0 / rate, &is_flight);
            // A round takes the dearness of the shifts that it came with.
            for (x, response) in shifts.iter().zip(&responses).filter(|_| N == ROOT) {
                let size = x[0] * x[0] + x[1] * x[1];
                cost += SHIFT_WEIGHT * size * (response.dearness - 1.0 - added_cost(size));
            }
            let change: Vec<[f64; N]> =
                knots.iter().zip(&current).map(|(a, b)| std::array::from_fn(|k| a[k] - b[k])).collect();
            let moved = shifts_of(&spline, &change);
            let lean_of = |i: usize, x: f64, z: f64| {
                if N > 2 { responses[i].lean[0] * x + responses[i].lean[1] * z } else { FloorPoint::zeros() }
            };
            if N > 2 {
                for (i, x) in moved.iter().enumerate().filter(|(i, _)| !responses[*i].is_fixed) {
                    let way = FloorPoint::new(x[0], x[1]) * CART_SHARE + lean_of(i, x[2], x[3]);
                    cost += PATH_WEIGHT * (responses[i].off_path + way).norm_squared();
                }
            }
            for row in &rows {
                let (first, values) = spline.force_at(row.frame);
                let smooth = |of: usize, k: usize| {
                    values.iter().zip(&change[first..]).map(|(v, x)| v[of] * x[k]).sum::<f64>()
                };
                let seen = |k: usize| smooth(0, k) - responses[row.frame].leverage * smooth(1, k);
                let mut way = FloorPoint::new(seen(0), seen(1)) * CART_SHARE;
                if N > 2 {
                    way += lean_of(row.frame, seen(2), seen(3));
                }
                cost += row.weight * (row.beyond + row.normal.dot(&way)).max(0.0).powi(2);
            }
            cost
        };
        let best = cost(&found);
        let mut slope = DVector::zeros(found.len() * N);
        for (knot, k) in (0..found.len())
            .flat_map(|knot| (0..N).map(move |k| (knot, k)))
            .filter(|(knot, _)| !is_fixed[*knot])
        {
            let mut other = found.clone();
            other[knot][k] += 1e-5;
            let up = cost(&other);
            other[knot][k] -= 2e-5;
            slope[knot * N + k] = (up - cost(&other)) / 2e-5;
        }
        assert!(slope.amax() < 1e-3, "{N}: {} at {best}", slope.amax());
    }

    #[test]
    fn the_solution_is_the_lowest_point_of_the_cost() {
        no_direction_leads_down::<ROOT, ROOT_WIDTH>();
        no_direction_leads_down::<ROOT_AND_TRUNK, ROOT_AND_TRUNK_WIDTH>();
    }
}

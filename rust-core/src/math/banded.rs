//! Symmetric positive definite band matrices: factor once, solve many right-hand sides, O(n).
//!
//! General sparse solvers allocate and index per entry. The smoothing and root systems of this crate have a half bandwidth of
//! 2 to 20 that is known at compile time. So the inner loop here is a plain array update that the compiler vectorises.

use super::Vec3;

/// A symmetric matrix whose entries `(i, j)` vanish for `|i − j| ≥ W`, stored by columns: `columns[j][k]` is the
/// entry `(j + k, j)`. Entries that would lie below the last row must stay 0.
#[derive(Debug, Clone, Default)]
pub(crate) struct Banded<const W: usize> {
    columns: Vec<[f64; W]>,
}

impl<const W: usize> Banded<W> {
    /// The zero matrix of that size.
    pub(crate) fn zeros(size: usize) -> Self {
        Self { columns: vec![[0.0; W]; size] }
    }

    /// Sets the size and every entry to 0, keeping the memory.
    pub(crate) fn reset(&mut self, size: usize) {
        self.columns.clear();
        self.columns.resize(size, [0.0; W]);
    }

    /// Adds `value` to the entry `(row, column)` and to its mirror image. Either order of the two is fine, their
    /// distance must be below `W`.
    #[inline]
    pub(crate) fn add(&mut self, row: usize, column: usize, value: f64) {
        let (high, low) = if row >= column { (row, column) } else { (column, row) };
        self.columns[low][high - low] += value;
    }

    /// The lower part of one column, diagonal entry first.
    #[inline]
    pub(crate) fn column_mut(&mut self, column: usize) -> &mut [f64; W] {
        &mut self.columns[column]
    }

    /// Replaces the matrix by its factors L·D·Lᵀ. `false` if it is not positive definite; it is then spoiled.
    #[must_use]
    pub(crate) fn factor(&mut self) -> bool {
        let size = self.columns.len();
        for k in 0..size {
            let (done, rest) = self.columns.split_at_mut(k + 1);
            let column = &mut done[k];
            let pivot = column[0];
            // Also refuses NaN.
            if !(pivot > 0.0 && pivot.is_finite()) {
                return false;
            }
            let original = *column;
            let inverse = 1.0 / pivot;
            for value in &mut column[1..] {
                *value *= inverse;
            }
            // But for the last columns bounds are known at compile time, so that the loops are unrolled, in pairs.
            if let Some(rest) = rest.get_mut(..W - 1) {
                for j in 1..W {
                    let (factor, target) = (column[j], &mut rest[j - 1]);
                    for i in (0..W - j - 1).step_by(2) {
                        let pair = [factor * original[j + i], factor * original[j + i + 1]];
                        target[i] -= pair[0];
                        target[i + 1] -= pair[1];
                    }
                    if (W - j) % 2 == 1 {
                        target[W - j - 1] -= factor * original[W - 1];
                    }
                }
                continue;
            }
            for (j, target) in (1..W).zip(rest.iter_mut()) {
                for (t, o) in target[..W - j].iter_mut().zip(&original[j..]) {
                    *t -= column[j] * o;
                }
            }
        }
        true
    }

    /// Solves with the factors; `values` holds the right-hand side and then the solution.
    pub(crate) fn solve(&self, values: &mut [f64]) {
        let size = self.columns.len();
        for k in 0..size {
            let (head, tail) = values[k..size].split_at_mut(1);
            let x = head[0];
            for (t, l) in tail.iter_mut().zip(&self.columns[k][1..]) {
                *t -= l * x;
            }
        }
        for k in (0..size).rev() {
            let (head, tail) = values[k..size].split_at_mut(1);
            let column = &self.columns[k];
            // Four sums at a time: one would wait for each of its additions.
            let mut sums = [0.0; 4];
            if let Some(tail) = tail.get(..W - 1) {
                for i in 0..W - 1 {
                    sums[i % 4] += column[i + 1] * tail[i];
                }
            } else {
                tail.iter().zip(&column[1..]).for_each(|(t, l)| sums[0] += l * t);
            }
            head[0] = head[0] / column[0] - ((sums[0] + sums[1]) + (sums[2] + sums[3]));
        }
    }

    /// As [`Self::solve`] for three right-hand sides at once.
    pub(crate) fn solve_vectors(&self, values: &mut [Vec3]) {
        let size = self.columns.len();
        for k in 0..size {
            let x = values[k];
            for (t, l) in values[k + 1..size].iter_mut().zip(&self.columns[k][1..]) {
                *t -= x * *l;
            }
        }
        for k in (0..size).rev() {
            let column = &self.columns[k];
            let mut x = values[k] / column[0];
            for (t, l) in values[k + 1..size].iter().zip(&column[1..]) {
                x -= *t * *l;
            }
            values[k] = x;
        }
    }
}

/// Fills the entries of `values` between `first` and `end` that are not `fixed` so that
/// `Σ|x|² + weight·Σ|difference of x|²` over the whole array is smallest, all others being kept. The difference is
/// the second for `ORDER` 2, the third for 3.
///
/// The stencils reach into the kept entries on both sides, so value and slope (and with order 3 curvature) join up.
/// `scratch` keeps memory between calls.
pub(crate) fn fill_smoothly<const ORDER: usize>(
    values: &mut [Vec3],
    fixed: impl Fn(usize) -> bool,
    first: usize,
    end: usize,
    weight: f64,
    scratch: &mut FillScratch,
) {
    let stencil: &[f64] = if ORDER == 2 { &[1.0, -2.0, 1.0] } else { &[-1.0, 3.0, -3.0, 1.0] };
    let reach = stencil.len() - 1;
    let count = values.len();
    scratch.rows.clear();
    scratch.row_of.clear();
    scratch.row_of.resize(end.saturating_sub(first), usize::MAX);
    for i in (first..end).filter(|&i| !fixed(i)) {
        scratch.row_of[i - first] = scratch.rows.len();
        scratch.rows.push(i);
    }
    let size = scratch.rows.len();
    if size == 0 {
        return;
    }
    scratch.matrix.reset(size);
    scratch.right.clear();
    scratch.right.resize(size, Vec3::zeros());
    for row in 0..size {
        scratch.matrix.add(row, row, 1.0);
    }
    let row_of = |i: usize| {
        if i < first || i >= end { usize::MAX } else { scratch.row_of[i - first] }
    };
    for start in first.saturating_sub(reach)..end.min(count.saturating_sub(reach)) {
        for (a, &factor_a) in stencil.iter().enumerate() {
            let row = row_of(start + a);
            if row == usize::MAX {
                continue;
            }
            // Free neighbours fill the band's lower part, kept ones move to the right-hand side.
            for (b, &factor_b) in stencil.iter().enumerate() {
                let factor = weight * factor_a * factor_b;
                match row_of(start + b) {
                    usize::MAX => scratch.right[row] -= values[start + b] * factor,
                    other if other <= row => scratch.matrix.add(row, other, factor),
                    _ => {}
                }
            }
        }
    }
    if scratch.matrix.factor() {
        scratch.matrix.solve_vectors(&mut scratch.right);
        for (row, value) in scratch.rows.iter().zip(&scratch.right) {
            values[*row] = *value;
        }
    }
}

/// Smooths the values between the first and the last, which stay bit for bit:
/// `Σ|x − given|² + weight·Σ|third difference of x|²` is smallest. Fewer than four values stay as they are.
pub(crate) fn smooth_between(values: &mut [Vec3], weight: f64, scratch: &mut FillScratch) {
    const THIRD: [f64; 4] = [-1.0, 3.0, -3.0, 1.0];
    let count = values.len();
    if count < 4 {
        return;
    }
    // Row r is value r + 1: the ends are known and move to the right-hand side, so that no weight has to hold them.
    let size = count - 2;
    scratch.matrix.reset(size);
    scratch.right.clear();
    scratch.right.extend_from_slice(&values[1..count - 1]);
    for row in 0..size {
        scratch.matrix.add(row, row, 1.0);
    }
    for start in 0..count - 3 {
        for (a, factor_a) in THIRD.iter().enumerate().filter(|(a, _)| (1..=size).contains(&(start + a))) {
            for (b, factor_b) in THIRD.iter().enumerate() {
                let factor = weight * factor_a * factor_b;
                if !(1..=size).contains(&(start + b)) {
                    scratch.right[start + a - 1] -= values[start + b] * factor;
                } else if b <= a {
                    scratch.matrix.add(start + a - 1, start + b - 1, factor);
                }
            }
        }
    }
    if scratch.matrix.factor() {
        scratch.matrix.solve_vectors(&mut scratch.right);
        values[1..count - 1].copy_from_slice(&scratch.right);
    }
}

/// Memory of [`fill_smoothly`] and [`smooth_between`], to be kept between calls.
#[derive(Debug, Default)]
pub(crate) struct FillScratch {
    rows: Vec<usize>,
    row_of: Vec<usize>,
    matrix: Banded<4>,
    right: Vec<Vec3>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{DMatrix, DVector};

    #[test]
    fn solution_matches_a_dense_solver() {
        const W: usize = 5;
        let size = 23;
        let mut banded = Banded::<W>::zeros(size);
        let mut dense = DMatrix::<f64>::zeros(size, size);
        for i in 0..size {
            for j in i.saturating_sub(W - 1)..=i {
                let value = if i == j { 9.0 } else { ((i * 7 + j * 13) % 11) as f64 / 11.0 - 0.4 };
                banded.add(i, j, value);
                dense[(i, j)] = value;
                dense[(j, i)] = value;
            }
        }
        let right = DVector::from_fn(size, |i, _| (i as f64 * 0.7).sin());
        let expected = dense.cholesky().unwrap().solve(&right);
        assert!(banded.factor());
        let mut x: Vec<f64> = right.iter().copied().collect();
        banded.solve(&mut x);
        let mut v: Vec<Vec3> = right.iter().map(|r| Vec3::new(*r, 2.0 * r, -r)).collect();
        banded.solve_vectors(&mut v);
        for i in 0..size {
            assert!((x[i] - expected[i]).abs() < 1e-12);
            assert!((v[i] - Vec3::new(1.0, 2.0, -1.0) * expected[i]).norm() < 1e-12);
        }
    }

    #[test]
    fn indefinite_matrices_are_refused() {
        let mut banded = Banded::<2>::zeros(2);
        banded.add(0, 0, 1.0);
        banded.add(0, 1, 3.0);
        banded.add(1, 1, 1.0);
        assert!(!banded.factor());
    }

    #[test]
    fn values_between_ends_are_smoothed_whatever_the_weight() {
        let given: Vec<Vec3> = (0..40)
            .map(|i| Vec3::new(f64::from(i * i * 31 % 17) * 1e-3, f64::from(i).sin(), f64::from(i)))
            .collect();
        for weight in [3.0, 1.2e4, 6.4e7, 1e12] {
            let mut x = given.clone();
            smooth_between(&mut x, weight, &mut FillScratch::default());
            assert_eq!((x[0], x[39]), (given[0], given[39]));
            // What the cost's derivative is at each free value, written out from its definition.
            let third: Vec<Vec3> = x.windows(4).map(|w| w[3] - (w[2] - w[1]) * 3.0 - w[0]).collect();
            for i in 1..39 {
                let mut slope = x[i] - given[i];
                for (start, third) in third.iter().enumerate() {
                    if (start..start + 4).contains(&i) {
                        slope += third * (weight * [-1.0, 3.0, -3.0, 1.0][i - start]);
                    }
                }
                assert!(slope.norm() < 1e-12 * weight + 1e-10, "{weight} {i}: {slope}");
            }
        }
        let mut few = given[..3].to_vec();
        smooth_between(&mut few, 5.0, &mut FillScratch::default());
        assert_eq!(few, given[..3]);
    }

    #[test]
    fn filled_entries_minimise_the_cost() {
        // Oracle: a dense normal-equation solve of the same cost over all entries.
        let count = 30;
        let weight = 7.0;
        let is_fixed = |i: usize| !(4..20).contains(&i) || (9..12).contains(&i);
        let mut values: Vec<Vec3> = (0..count)
            .map(|i| if is_fixed(i) { Vec3::new((i as f64).sin(), 0.3, i as f64) } else { Vec3::zeros() })
            .collect();
        let before = values.clone();
        fill_smoothly::<2>(&mut values, is_fixed, 4, 20, weight, &mut FillScratch::default());
        let free: Vec<usize> = (0..count).filter(|i| !is_fixed(*i)).collect();
        for axis in 0..3 {
            let mut rows: Vec<(Vec<f64>, f64)> = Vec::new();
            for &i in &free {
                rows.push((free.iter().map(|&j| f64::from(j == i)).collect(), 0.0));
            }
            for center in 1..count - 1 {
                let coefficient = |j: usize| match j.abs_diff(center) {
                    0 => -2.0,
                    1 => 1.0,
                    _ => 0.0,
                };
                let known: f64 =
                    (0..count).filter(|j| is_fixed(*j)).map(|j| coefficient(j) * before[j][axis]).sum();
                let w = weight.sqrt();
                rows.push((free.iter().map(|&j| w * coefficient(j)).collect(), -w * known));
            }
            let a = DMatrix::from_fn(rows.len(), free.len(), |r, c| rows[r].0[c]);
            let b = DVector::from_fn(rows.len(), |r, _| rows[r].1);
            let x = (a.transpose() * &a).cholesky().unwrap().solve(&(a.transpose() * b));
            for (c, &i) in free.iter().enumerate() {
                assert!((values[i][axis] - x[c]).abs() < 1e-10, "{i}");
            }
        }
        for i in (0..count).filter(|i| is_fixed(*i)) {
            assert_eq!(values[i], before[i]);
        }
    }
}

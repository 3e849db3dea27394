//! One tile of the distance grid: 128 diagonals by a block of rows, entirely in cache (MG-2).
//!
//! Products of frame pairs are stored by row and diagonal `d = j − i`, so that the window sum runs straight down a
//! column. The grid itself is never stored. The products are written once over pulp's vector types and compiled for each
//! instruction set: left to itself the compiler spilled half the accumulators (4 times slower).

use super::cloud::Cloud;
use crate::model::GridMinimum;
use pulp::{Arch, Simd, WithSimd};
use std::ops::Range;

/// Diagonals computed per tile.
pub(super) const WIDTH: usize = 128;
/// Rows of a group that share every column load.
const GROUP: usize = 4;
/// Diagonals of a tile on which distances hold: three are lost to the skew of a group.
const VALUES: usize = WIDTH - (GROUP - 1);
/// Diagonals on which minima can be decided: neighbours reach two to each side.
pub(super) const USEFUL: usize = VALUES - 4;
/// Windows per tile in the row direction: with 36 markers all buffers of a tile fit a 512 KB cache.
pub(super) const ROWS: usize = 112;
/// Places before diagonal 0 of a stored row, so that the skewed writes of a group stay inside it.
const LEAD: usize = GROUP;
/// Widest vector there is, in numbers: what reads and writes may go past a row's end.
const MAX_LANES: usize = 16;
/// A stored row.
const PITCH: usize = LEAD + WIDTH + MAX_LANES;
/// Numbers compared at once in the search for minima.
const COMPARED: usize = 8;

/// Buffers of one thread, reused from tile to tile.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    rows: Vec<f32>,
    columns: Vec<f32>,
    pair_c: Vec<f32>,
    pair_s: Vec<f32>,
    pair_y: Vec<f32>,
    drift_c: Vec<f32>,
    drift_s: Vec<f32>,
    distances: Vec<f32>,
    row_energies: Vec<f32>,
    column_energies: Vec<f32>,
}

/// Which windows a tile decides: rows `first_row..first_row + row_count`, diagonals
/// `first_diagonal..first_diagonal + USEFUL`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tile {
    pub(super) first_row: usize,
    pub(super) row_count: usize,
    pub(super) first_diagonal: usize,
}

impl Tile {
    /// Fills `scratch` with the distances of this tile under the best instruction set at hand.
    pub(super) fn compute(&self, cloud: &Cloud, scratch: &mut Scratch) {
        Arch::new().dispatch(Compute { tile: self, cloud, scratch });
    }

    /// Rows with one more before and after: the neighbours of the first and last.
    fn window_rows(&self) -> usize {
        self.row_count + 2
    }

    /// Row 0 of the buffers is the window before `first_row`; for the first tile that row reads before the start,
    /// so it is given as an offset into padded data.
    fn base_row(&self) -> isize {
        self.first_row as isize - 1
    }

    /// Diagonal of column 0 of the distances.
    fn base_diagonal(&self) -> isize {
        self.first_diagonal as isize - 2
    }

    #[inline(always)]
    fn compute_with<S: Simd>(&self, simd: S, cloud: &Cloud, scratch: &mut Scratch) {
        let taps = cloud.window_frames();
        let windows = self.window_rows();
        let frames = (windows + taps - 1).next_multiple_of(GROUP);
        let window_groups = windows.next_multiple_of(GROUP);
        for buffer in [&mut scratch.pair_c, &mut scratch.pair_s, &mut scratch.pair_y] {
            buffer.resize(frames.max(window_groups + taps) * PITCH, 0.0);
        }
        for buffer in [&mut scratch.drift_c, &mut scratch.drift_s, &mut scratch.distances] {
            buffer.resize(window_groups * PITCH, 0.0);
        }
        // Frame pairs: five products a marker.
        let (row0, diagonal0) = (self.base_row(), self.base_diagonal());
        let lines = cloud.marker_count() * 3;
        let pack = Packing { stride: cloud.stride, row0, column0: row0 + diagonal0, lines, rows: frames };
        pack.fill(&cloud.points, scratch);
        let Scratch { rows, columns, pair_c, pair_s, pair_y, .. } = scratch;
        pair_products(simd, &pack, rows, columns, pair_c, pair_s, pair_y);
        // Centroid paths inside the windows: four products a tap.
        let pack = Packing { lines: taps * 2, rows: window_groups, ..pack };
        pack.fill(&cloud.drift, scratch);
        let Scratch { rows, columns, drift_c, drift_s, .. } = scratch;
        drift_products(simd, &pack, rows, columns, drift_c, drift_s);
        self.window_sums(simd, cloud, window_groups, scratch);
    }

    /// Sums the pair products over the window and forms the distances.
    #[inline(always)]
    fn window_sums<S: Simd>(&self, simd: S, cloud: &Cloud, window_groups: usize, scratch: &mut Scratch) {
        let Scratch {
            pair_c,
            pair_s,
            pair_y,
            drift_c,
            drift_s,
            distances,
            row_energies,
            column_energies,
            ..
        } = scratch;
        let (row0, diagonal0) = (self.base_row(), self.base_diagonal());
        cloud.energies(row0, window_groups, row_energies);
        cloud.energies(row0 + diagonal0, window_groups + WIDTH + MAX_LANES, column_energies);
        let minus_two = simd.splat_f32s(-2.0);
        for group in (0..window_groups).step_by(GROUP) {
            for d in (0..WIDTH).step_by(S::F32_LANES) {
                let zero = simd.splat_f32s(0.0);
                let (mut c, mut s, mut y) = ([zero; GROUP], [zero; GROUP], [zero; GROUP]);
                let top = group * PITCH + LEAD + d;
                for (r, &rho) in cloud.kernel_f32().iter().enumerate() {
                    let rho = simd.splat_f32s(rho);
                    for g in 0..GROUP {
                        let at = top + (g + r) * PITCH;
                        c[g] = simd.mul_add_e_f32s(rho, load::<S>(pair_c, at), c[g]);
                        s[g] = simd.mul_add_e_f32s(rho, load::<S>(pair_s, at), s[g]);
                        y[g] = simd.mul_add_e_f32s(rho, load::<S>(pair_y, at), y[g]);
                    }
                }
                for g in 0..GROUP {
                    let at = top + g * PITCH;
                    let c = simd.add_f32s(c[g], load::<S>(drift_c, at));
                    let s = simd.add_f32s(s[g], load::<S>(drift_s, at));
                    let length = simd.sqrt_f32s(simd.mul_add_e_f32s(c, c, simd.mul_f32s(s, s)));
                    let energy = simd.add_f32s(
                        simd.splat_f32s(row_energies[group + g]),
                        load::<S>(column_energies, group + g + d),
                    );
                    let value = simd.mul_add_e_f32s(minus_two, simd.add_f32s(y[g], length), energy);
                    store::<S>(distances, at, value);
                }
            }
        }
    }

    /// Squared distance of window `row` and `row + diagonal`, after [`Self::compute`].
    pub(super) fn distance(&self, scratch: &Scratch, row: usize, diagonal: usize) -> f32 {
        let r = (row as isize - self.base_row()) as usize;
        let d = (diagonal as isize - self.base_diagonal()) as usize;
        scratch.distances[r * PITCH + LEAD + d]
    }

    /// Appends the cells that are below all eight neighbours: strictly below the four earlier ones, not above the
    /// four later ones, so that a plateau gives one candidate (KO-17, MG-13).
    pub(super) fn minima(&self, cloud: &Cloud, scratch: &Scratch, ceiling: f32, out: &mut Vec<GridMinimum>) {
        Arch::new().dispatch(|| self.minima_with(cloud, scratch, ceiling, out));
    }

    #[inline(always)]
    fn minima_with(&self, cloud: &Cloud, scratch: &Scratch, ceiling: f32, out: &mut Vec<GridMinimum>) {
        let compared = |line: &[f32], at: usize| -> [f32; COMPARED] {
            let mut out = [0.0; COMPARED];
            out.copy_from_slice(&line[at..at + COMPARED]);
            out
        };
        for r in 1..=self.row_count {
            // A stored row is longer than the useful part, so the last step may read past it; hits there are dropped.
            let line = |row: usize| &scratch.distances[row * PITCH + LEAD..(row + 1) * PITCH];
            let (above, here, below) = (line(r - 1), line(r), line(r + 1));
            for d in (2..2 + USEFUL).step_by(COMPARED) {
                let own = compared(here, d);
                let earlier = [
                    compared(above, d),
                    compared(above, d + 1),
                    compared(above, d + 2),
                    compared(here, d - 1),
                ];
                let later = [
                    compared(here, d + 1),
                    compared(below, d - 2),
                    compared(below, d - 1),
                    compared(below, d),
                ];
                let mut hits = [0u32; COMPARED];
                let mut any = 0;
                for l in 0..COMPARED {
                    let strict = own[l]
                        < smaller(
                            smaller(earlier[0][l], earlier[1][l]),
                            smaller(earlier[2][l], earlier[3][l]),
                        );
                    let loose = own[l]
                        <= smaller(smaller(later[0][l], later[1][l]), smaller(later[2][l], later[3][l]));
                    hits[l] = u32::from(strict & loose & (own[l] <= ceiling));
                    any |= hits[l];
                }
                if any != 0 {
                    for l in 0..COMPARED {
                        if hits[l] != 0 && d + l < 2 + USEFUL {
                            self.accept(cloud, r, d + l, own[l], out);
                        }
                    }
                }
            }
        }
    }

    fn accept(&self, cloud: &Cloud, r: usize, d: usize, distance: f32, out: &mut Vec<GridMinimum>) {
        let first = (self.base_row() + r as isize) as usize;
        let second = (first as isize + self.base_diagonal() + d as isize) as usize;
        let interior =
            |window: usize| window > 0 && cloud.is_window(window - 1) && cloud.is_window(window + 1);
        if interior(first) && interior(second) {
            out.push(GridMinimum { first: first as u32, second: second as u32, distance });
        }
    }
}

/// The smaller of two; unlike `f32::min` it is one instruction, for distances are never NaN.
#[inline(always)]
fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

struct Compute<'a> {
    tile: &'a Tile,
    cloud: &'a Cloud,
    scratch: &'a mut Scratch,
}

impl WithSimd for Compute<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        self.tile.compute_with(simd, self.cloud, self.scratch);
    }
}

/// Where a tile's rows and columns lie in the source arrays.
#[derive(Clone, Copy)]
struct Packing {
    stride: usize,
    row0: isize,
    column0: isize,
    lines: usize,
    rows: usize,
}

impl Packing {
    /// Columns a tile reads.
    fn column_count(&self) -> usize {
        self.rows + WIDTH + MAX_LANES
    }

    /// Copies rows as `[group][line][GROUP]` and columns as `[line][column]`; what lies outside reads as zero.
    #[inline(always)]
    fn fill(&self, source: &[f32], scratch: &mut Scratch) {
        let columns = self.column_count();
        scratch.rows.resize(self.rows * self.lines, 0.0);
        scratch.columns.resize(columns * self.lines, 0.0);
        for line in 0..self.lines {
            let values = &source[line * self.stride..(line + 1) * self.stride];
            copy_clipped(values, self.column0, &mut scratch.columns[line * columns..(line + 1) * columns]);
            for group in 0..self.rows / GROUP {
                let out = &mut scratch.rows[(group * self.lines + line) * GROUP..][..GROUP];
                copy_clipped(values, self.row0 + (group * GROUP) as isize, out);
            }
        }
    }
}

/// Copies `source[first..]` where it exists and zeros elsewhere.
#[inline(always)]
fn copy_clipped(source: &[f32], first: isize, out: &mut [f32]) {
    let count = out.len() as isize;
    let inside: Range<isize> = (-first).clamp(0, count)..(source.len() as isize - first).clamp(0, count);
    if inside.start > 0 {
        out[..inside.start as usize].fill(0.0);
    }
    if inside.end > inside.start {
        let from = (first + inside.start) as usize;
        let len = (inside.end - inside.start) as usize;
        out[inside.start as usize..inside.end as usize].copy_from_slice(&source[from..from + len]);
    }
    if inside.end < count {
        out[inside.end.max(inside.start) as usize..].fill(0.0);
    }
}

#[inline(always)]
fn load<S: Simd>(source: &[f32], at: usize) -> S::f32s {
    S::as_simd_f32s(&source[at..at + S::F32_LANES]).0[0]
}

#[inline(always)]
fn store<S: Simd>(out: &mut [f32], at: usize, values: S::f32s) {
    S::as_mut_simd_f32s(&mut out[at..at + S::F32_LANES]).0[0] = values;
}

/// `C = Σ x x' + z z'`, `S = Σ x z' − z x'`, `Y = Σ y y'` over markers, stored by row and diagonal.
#[inline(always)]
fn pair_products<S: Simd>(
    simd: S,
    pack: &Packing,
    rows: &[f32],
    columns: &[f32],
    out_c: &mut [f32],
    out_s: &mut [f32],
    out_y: &mut [f32],
) {
    let width = pack.column_count();
    for (group, a) in rows.chunks_exact(pack.lines * GROUP).enumerate() {
        for strip in (0..WIDTH).step_by(S::F32_LANES) {
            let zero = simd.splat_f32s(0.0);
            let (mut c, mut s, mut y) = ([zero; GROUP], [zero; GROUP], [zero; GROUP]);
            let base = group * GROUP + strip;
            for (marker, a) in a.chunks_exact(3 * GROUP).enumerate() {
                let line = marker * 3 * width + base;
                let bx = load::<S>(columns, line);
                let bz = load::<S>(columns, line + width);
                let by = load::<S>(columns, line + 2 * width);
                for g in 0..GROUP {
                    let ax = simd.splat_f32s(a[g]);
                    c[g] = simd.mul_add_e_f32s(ax, bx, c[g]);
                    s[g] = simd.mul_add_e_f32s(ax, bz, s[g]);
                    let az = simd.splat_f32s(a[GROUP + g]);
                    c[g] = simd.mul_add_e_f32s(az, bz, c[g]);
                    s[g] = simd.negate_mul_add_e_f32s(az, bx, s[g]);
                    y[g] = simd.mul_add_e_f32s(simd.splat_f32s(a[2 * GROUP + g]), by, y[g]);
                }
            }
            for g in 0..GROUP {
                let at = skewed(group, g, strip);
                store::<S>(out_c, at, c[g]);
                store::<S>(out_s, at, s[g]);
                store::<S>(out_y, at, y[g]);
            }
        }
    }
}

/// The same without heights, for the centroid paths.
#[inline(always)]
fn drift_products<S: Simd>(
    simd: S,
    pack: &Packing,
    rows: &[f32],
    columns: &[f32],
    out_c: &mut [f32],
    out_s: &mut [f32],
) {
    let width = pack.column_count();
    for (group, a) in rows.chunks_exact(pack.lines * GROUP).enumerate() {
        for strip in (0..WIDTH).step_by(S::F32_LANES) {
            let zero = simd.splat_f32s(0.0);
            let (mut c, mut s) = ([zero; GROUP], [zero; GROUP]);
            let base = group * GROUP + strip;
            for (tap, a) in a.chunks_exact(2 * GROUP).enumerate() {
                let line = tap * 2 * width + base;
                let bx = load::<S>(columns, line);
                let bz = load::<S>(columns, line + width);
                for g in 0..GROUP {
                    let ax = simd.splat_f32s(a[g]);
                    c[g] = simd.mul_add_e_f32s(ax, bx, c[g]);
                    s[g] = simd.mul_add_e_f32s(ax, bz, s[g]);
                    let az = simd.splat_f32s(a[GROUP + g]);
                    c[g] = simd.mul_add_e_f32s(az, bz, c[g]);
                    s[g] = simd.negate_mul_add_e_f32s(az, bx, s[g]);
                }
            }
            for g in 0..GROUP {
                let at = skewed(group, g, strip);
                store::<S>(out_c, at, c[g]);
                store::<S>(out_s, at, s[g]);
            }
        }
    }
}

/// Where column `strip` of row `g` of a group is stored: by diagonal, one place further left for each row.
#[inline(always)]
fn skewed(group: usize, g: usize, strip: usize) -> usize {
    (group * GROUP + g) * PITCH + LEAD + strip - g
}

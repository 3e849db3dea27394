//! One tile of the distance grid: 128 diagonals by a block of rows, entirely in cache (MG-2).
//!
//! Products of frame pairs are stored by row and diagonal `d = j − i`, so that the window sum runs straight down a
//! column; only the rows that windows still need are kept. The grid itself is never stored. The products are written
//! once over pulp's vector types and compiled for each instruction set: left to itself the compiler spilled half the
//! accumulators (4 times slower).

use super::cloud::{Cloud, GROUP};
use crate::model::GridMinimum;
use pulp::{Arch, Simd, WithSimd};
use std::ops::Range;

/// Diagonals computed per tile.
pub(super) const WIDTH: usize = 128;
/// Diagonals of a tile on which distances hold: three are lost to the skew of a group.
const VALUES: usize = WIDTH - (GROUP - 1);
/// Diagonals on which minima can be decided: neighbours reach two to each side.
pub(super) const USEFUL: usize = VALUES - 4;
/// Windows per tile in the row direction: long enough that the rows a window needs beyond it weigh little, short
/// enough that all buffers of a tile fit a 512 KB cache.
pub(super) const ROWS: usize = 128;
/// Rows multiplied before their windows are summed: the columns they share stay in the nearest cache meanwhile.
const BLOCK: usize = 8 * GROUP;
/// Places before diagonal 0 of a stored row, so that the skewed writes of a group stay inside it.
const LEAD: usize = GROUP;
/// Widest vector there is, in numbers: what reads and writes may go past a row's end.
const MAX_LANES: usize = 16;
/// A stored row.
const PITCH: usize = LEAD + WIDTH + MAX_LANES;
/// Numbers compared at once in the search for minima.
const COMPARED: usize = 8;
/// Diagonals that are left out or computed together.
pub(super) const GRANULE: usize = 8;
/// Groups of windows in a tile, and those that their windows reach into.
const WINDOW_GROUPS: usize = (ROWS + 2).div_ceil(GROUP);

/// Products of one frame with those on 128 diagonals: `C`, `S` and `Y`, one after the other.
type PairRow = [f32; 3 * PITCH];

/// Buffers of one thread, reused from tile to tile.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    point_columns: Vec<f32>,
    drift_columns: Vec<f32>,
    pairs: Vec<PairRow>,
    distances: Vec<f32>,
    row_energies: Vec<f32>,
    column_energies: Vec<f32>,
}

/// What of a tile is to be computed: one bit a granule of diagonals for every group of windows. The rest counts as
/// infinitely far, which decides minima rightly as long as it is above the ceiling they are sought under.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) windows: [u16; WINDOW_GROUPS],
}

impl Wanted {
    pub(super) fn none() -> Self {
        Self { windows: [0; WINDOW_GROUPS] }
    }

    /// Only the granule that holds the diagonal so far beside a tile's first.
    pub(super) fn granule(beside: usize) -> Self {
        Self { windows: [1 << ((beside + 2) / GRANULE); WINDOW_GROUPS] }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.windows.iter().all(|bits| *bits == 0)
    }

    /// Bits of one group of windows, spread to whole vectors.
    #[inline(always)]
    fn window_bits<S: Simd>(&self, group: usize) -> u16 {
        let bits = self.windows.get(group).copied().unwrap_or(0);
        if S::F32_LANES <= GRANULE { bits } else { ((bits | bits >> 1) & 0x5555) * 3 }
    }

    /// Which products of a group of frames the wanted windows need: those of the groups above that reach into it, and
    /// one granule further, for a row is stored up to three places to the left.
    #[inline(always)]
    fn pair_bits<S: Simd>(&self, group: usize, taps: usize) -> u16 {
        let above = group.saturating_sub((taps + GROUP - 2) / GROUP)..=group;
        let bits = above.fold(0, |bits, g| bits | self.window_bits::<S>(g));
        bits | bits << 1
    }
}

/// Whether any diagonal of the vector that begins at `d` is wanted.
#[inline(always)]
fn is_wanted<S: Simd>(bits: u16, d: usize) -> bool {
    let granules = S::F32_LANES.div_ceil(GRANULE);
    bits >> (d / GRANULE) & ((1 << granules) - 1) != 0
}

/// Which windows a tile decides: rows `first_row..first_row + row_count`, diagonals
/// `first_diagonal..first_diagonal + USEFUL`. `first_row` is a multiple of [`GROUP`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Tile {
    pub(super) first_row: usize,
    pub(super) row_count: usize,
    pub(super) first_diagonal: usize,
}

impl Tile {
    /// Fills `scratch` with the distances of this tile, or what is wanted of them, under the best instruction set at
    /// hand.
    pub(super) fn compute(&self, cloud: &Cloud, scratch: &mut Scratch, wanted: Option<&Wanted>) {
        Arch::new().dispatch(Compute { tile: self, cloud, scratch, wanted });
    }

    /// Rows with one more before and after: the neighbours of the first and last.
    fn window_rows(&self) -> usize {
        self.row_count + 2
    }

    /// Row 0 of the buffers is the window before `first_row`; for the first tile that row lies before the start and
    /// reads as zero.
    fn base_row(&self) -> isize {
        self.first_row as isize - 1
    }

    /// Diagonal of column 0 of the distances.
    fn base_diagonal(&self) -> isize {
        self.first_diagonal as isize - 2
    }

    #[inline(always)]
    fn compute_with<S: Simd>(&self, simd: S, cloud: &Cloud, scratch: &mut Scratch, wanted: Option<&Wanted>) {
        let taps = cloud.window_frames();
        let windows = self.window_rows();
        // Rows that a window still needs from the block before.
        let kept = (taps - 1).next_multiple_of(GROUP);
        let blocks = (windows + kept).div_ceil(BLOCK);
        let rows = blocks * BLOCK;
        let (row0, diagonal0) = (self.base_row(), self.base_diagonal());
        let columns = Columns { first: row0 + diagonal0, count: rows + WIDTH + MAX_LANES };
        columns.fill(&cloud.points, cloud.stride, &mut scratch.point_columns);
        columns.fill(&cloud.drift, cloud.stride, &mut scratch.drift_columns);
        cloud.energies(row0, rows, &mut scratch.row_energies);
        cloud.energies(columns.first, columns.count, &mut scratch.column_energies);
        scratch.pairs.resize(kept + BLOCK, [0.0; 3 * PITCH]);
        scratch.distances.resize(rows * PITCH, 0.0);
        if wanted.is_some() {
            scratch.distances.fill(f32::INFINITY);
        }
        let first_group = self.first_row / GROUP;
        for block in 0..blocks {
            scratch.pairs.copy_within(BLOCK.., 0);
            let groups = cloud.point_groups(first_group + block * BLOCK / GROUP, BLOCK / GROUP);
            let (base, pairs) = (block * BLOCK, &mut scratch.pairs[kept..]);
            let bits: [u16; BLOCK / GROUP] = std::array::from_fn(|g| {
                wanted.map_or(u16::MAX, |w| w.pair_bits::<S>(base / GROUP + g, taps))
            });
            if bits == [0; BLOCK / GROUP] {
                continue;
            }
            pair_products(simd, groups, &scratch.point_columns, columns.count, base, &bits, pairs);
            for group in (0..BLOCK).step_by(GROUP) {
                let Some(window) = (base + group).checked_sub(kept).filter(|&w| w < windows) else {
                    continue;
                };
                let bits = wanted.map_or(u16::MAX, |w| w.window_bits::<S>(window / GROUP));
                let sums = WindowSums {
                    bits,
                    kernel: cloud.kernel_f32(),
                    pairs: &scratch.pairs[group..group + taps + GROUP - 1],
                    drift_rows: cloud.drift_group(first_group + window / GROUP),
                    drift_columns: &scratch.drift_columns,
                    column_count: columns.count,
                    window,
                    row_energies: &scratch.row_energies[window..window + GROUP],
                    column_energies: &scratch.column_energies[window..],
                };
                sums.compute(simd, &mut scratch.distances[window * PITCH..(window + GROUP) * PITCH]);
            }
        }
    }

    /// Squared distance of window `row` and `row + diagonal`, after [`Self::compute`].
    pub(super) fn distance(&self, scratch: &Scratch, row: usize, diagonal: usize) -> f32 {
        let r = (row as isize - self.base_row()) as usize;
        let d = (diagonal as isize - self.base_diagonal()) as usize;
        scratch.distances[r * PITCH + LEAD + d]
    }

    /// Squared distances of a row of the tile, by diagonal from two before the first; row 0 is the one before the first.
    pub(super) fn row<'a>(&self, scratch: &'a Scratch, row: usize) -> &'a [f32] {
        &scratch.distances[row * PITCH + LEAD..(row + 1) * PITCH]
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
    wanted: Option<&'a Wanted>,
}

impl WithSimd for Compute<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        self.tile.compute_with(simd, self.cloud, self.scratch, self.wanted);
    }
}

/// Where the columns of a tile lie in the source arrays.
#[derive(Clone, Copy)]
struct Columns {
    first: isize,
    count: usize,
}

impl Columns {
    /// Copies lines of `stride` numbers to `[line][column]`; what lies outside reads as zero.
    #[inline(always)]
    fn fill(&self, source: &[f32], stride: usize, out: &mut Vec<f32>) {
        let lines = source.len() / stride;
        out.resize(self.count * lines, 0.0);
        for (values, out) in source.chunks_exact(stride).zip(out.chunks_exact_mut(self.count)) {
            copy_clipped(values, self.first, out);
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

/// `C = Σ x x' + z z'`, `S = Σ x z' − z x'`, `Y = Σ y y'` over markers for the rows of one block, stored by row and
/// diagonal. `groups` is `[group][marker][x z y][GROUP]`, `columns` `[marker][x z y][column]`.
#[inline(always)]
fn pair_products<S: Simd>(
    simd: S,
    groups: &[f32],
    columns: &[f32],
    column_count: usize,
    base: usize,
    bits: &[u16; BLOCK / GROUP],
    out: &mut [PairRow],
) {
    let group_length = groups.len() / (BLOCK / GROUP);
    for strip in 0..WIDTH / S::F32_LANES {
        let strip = strip * S::F32_LANES;
        for (group, (rows, out)) in
            groups.chunks_exact(group_length).zip(out.chunks_exact_mut(GROUP)).enumerate()
        {
            if !is_wanted::<S>(bits[group], strip) {
                continue;
            }
            let zero = simd.splat_f32s(0.0);
            let (mut c, mut s, mut y) = ([zero; GROUP], [zero; GROUP], [zero; GROUP]);
            let first = base + group * GROUP + strip;
            for (a, b) in
                rows.as_chunks::<{ 3 * GROUP }>().0.iter().zip(columns.chunks_exact(3 * column_count))
            {
                let b = &b[first..first + 2 * column_count + S::F32_LANES];
                let bx = load::<S>(b, 0);
                let bz = load::<S>(b, column_count);
                for g in 0..GROUP {
                    let ax = simd.splat_f32s(a[g]);
                    c[g] = simd.mul_add_e_f32s(ax, bx, c[g]);
                    s[g] = simd.mul_add_e_f32s(ax, bz, s[g]);
                }
                for g in 0..GROUP {
                    let az = simd.splat_f32s(a[GROUP + g]);
                    c[g] = simd.mul_add_e_f32s(az, bz, c[g]);
                    s[g] = simd.negate_mul_add_e_f32s(az, bx, s[g]);
                }
                // Apart from the others: twelve sums leave four registers, and one more would live in memory.
                let by = load::<S>(b, 2 * column_count);
                for g in 0..GROUP {
                    y[g] = simd.mul_add_e_f32s(simd.splat_f32s(a[2 * GROUP + g]), by, y[g]);
                }
            }
            for g in 0..GROUP {
                // Stored by diagonal: one place further left for each row.
                let at = LEAD + strip - g;
                store::<S>(&mut out[g], at, c[g]);
                store::<S>(&mut out[g], PITCH + at, s[g]);
                store::<S>(&mut out[g], 2 * PITCH + at, y[g]);
            }
        }
    }
}

/// What the distances of one group of windows are made of.
struct WindowSums<'a> {
    /// Which granules of diagonals are wanted.
    bits: u16,
    kernel: &'a [f32],
    /// The rows of the first window and the three after it.
    pairs: &'a [PairRow],
    /// `[tap][x z][GROUP]`
    drift_rows: &'a [f32],
    /// `[tap][x z][column]`
    drift_columns: &'a [f32],
    column_count: usize,
    /// Row of the first window in the tile.
    window: usize,
    row_energies: &'a [f32],
    /// From the column of the first window on diagonal 0.
    column_energies: &'a [f32],
}

impl WindowSums<'_> {
    /// Sums the pair products over the windows, adds the centroid paths (MG-3) and forms the distances.
    #[inline(always)]
    fn compute<S: Simd>(&self, simd: S, out: &mut [f32]) {
        let minus_two = simd.splat_f32s(-2.0);
        for strip in 0..WIDTH / S::F32_LANES {
            let d = strip * S::F32_LANES;
            if !is_wanted::<S>(self.bits, d) {
                continue;
            }
            let zero = simd.splat_f32s(0.0);
            let (mut c, mut s, mut y) = ([zero; GROUP], [zero; GROUP], [zero; GROUP]);
            for (rows, &rho) in self.pairs.array_windows::<GROUP>().zip(self.kernel) {
                let rho = simd.splat_f32s(rho);
                for g in 0..GROUP {
                    c[g] = simd.mul_add_e_f32s(rho, load::<S>(&rows[g], LEAD + d), c[g]);
                    s[g] = simd.mul_add_e_f32s(rho, load::<S>(&rows[g], PITCH + LEAD + d), s[g]);
                    y[g] = simd.mul_add_e_f32s(rho, load::<S>(&rows[g], 2 * PITCH + LEAD + d), y[g]);
                }
            }
            let first = self.window + d;
            let taps = self.drift_rows.as_chunks::<{ 2 * GROUP }>().0;
            for (a, b) in taps.iter().zip(self.drift_columns.chunks_exact(2 * self.column_count)) {
                let x = &b[first..first + S::F32_LANES + GROUP];
                let z = &b[self.column_count + first..self.column_count + first + S::F32_LANES + GROUP];
                for g in 0..GROUP {
                    let (bx, bz) = (load::<S>(x, g), load::<S>(z, g));
                    let ax = simd.splat_f32s(a[g]);
                    c[g] = simd.mul_add_e_f32s(ax, bx, c[g]);
                    s[g] = simd.mul_add_e_f32s(ax, bz, s[g]);
                    let az = simd.splat_f32s(a[GROUP + g]);
                    c[g] = simd.mul_add_e_f32s(az, bz, c[g]);
                    s[g] = simd.negate_mul_add_e_f32s(az, bx, s[g]);
                }
            }
            for g in 0..GROUP {
                let length = simd.sqrt_f32s(simd.mul_add_e_f32s(c[g], c[g], simd.mul_f32s(s[g], s[g])));
                let energy = simd
                    .add_f32s(simd.splat_f32s(self.row_energies[g]), load::<S>(self.column_energies, g + d));
                let value = simd.mul_add_e_f32s(minus_two, simd.add_f32s(y[g], length), energy);
                store::<S>(out, g * PITCH + LEAD + d, value);
            }
        }
    }
}

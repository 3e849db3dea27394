//! One tile of the distance grid: 128 diagonals by a block of rows, entirely in cache (docs/methods/motion-graph-grid.md, 2.3).
//!
//! Products of frame pairs are stored by row and diagonal `d = j − i`, so that the sum over a window runs straight down a column.
//! Only the rows that windows still need are kept, in a ring. Four windows are summed at once: each row is read once for all of
//! them, and what the path of the centroids adds is computed once (see [`Cloud`]). The grid itself is never stored.
//!
//! The products are written once with pulp's vector types and compiled for each instruction set. With plain loops the compiler
//! spilled half of the accumulators, which was 4 times slower.

use super::cloud::{Cloud, GROUP, PATH_LEAD};
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
/// enough that all buffers of a tile fit a cache of 512 KB to 1 MB.
pub(super) const ROWS: usize = 240;
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
    path_columns: Vec<f32>,
    row_places: Vec<f32>,
    column_places: Vec<f32>,
    /// A ring; its length is a power of two.
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
        let windows = self.window_rows().next_multiple_of(GROUP);
        // Rows after its own that a group of windows needs.
        let kept = (taps - 1).next_multiple_of(GROUP);
        let rows = windows + kept;
        let (row0, diagonal0) = (self.base_row(), self.base_diagonal());
        let columns = Columns { first: row0 + diagonal0, count: rows + WIDTH + MAX_LANES };
        columns.fill(&cloud.points, cloud.stride, 0, &mut scratch.point_columns);
        columns.fill(&cloud.paths, cloud.stride, PATH_LEAD, &mut scratch.path_columns);
        let own = Columns { first: row0, count: windows };
        own.fill(&cloud.places, cloud.stride, 0, &mut scratch.row_places);
        columns.fill(&cloud.places, cloud.stride, 0, &mut scratch.column_places);
        cloud.energies(row0, rows, &mut scratch.row_energies);
        cloud.energies(columns.first, columns.count, &mut scratch.column_energies);
        let ring = (kept + BLOCK).next_power_of_two();
        scratch.pairs.resize(ring, [0.0; 3 * PITCH]);
        scratch.distances.resize(windows * PITCH, 0.0);
        if wanted.is_some() {
            scratch.distances.fill(f32::INFINITY);
        }
        let first_group = self.first_row / GROUP;
        for base in (0..rows).step_by(BLOCK) {
            let block_groups = (rows - base).min(BLOCK) / GROUP;
            let groups = cloud.point_groups(first_group + base / GROUP, block_groups);
            let bits: [u16; BLOCK / GROUP] = std::array::from_fn(|g| {
                wanted.map_or(u16::MAX, |w| w.pair_bits::<S>(base / GROUP + g, taps))
            });
            if bits == [0; BLOCK / GROUP] {
                continue;
            }
            // A block never wraps: the ring is a multiple of it.
            let at = base & (ring - 1);
            let pairs = &mut scratch.pairs[at..at + block_groups * GROUP];
            let points = &scratch.point_columns;
            // Where little is wanted, wide strips would compute more beside it.
            if S::REGISTER_COUNT >= 32 && wanted.is_none() {
                pair_products::<S, 2>(simd, groups, points, columns.count, base, &bits, pairs);
            } else {
                pair_products::<S, 1>(simd, groups, points, columns.count, base, &bits, pairs);
            }
            for group in (0..block_groups * GROUP).step_by(GROUP) {
                let Some(window) = (base + group).checked_sub(kept) else { continue };
                let sums = WindowSums {
                    bits: wanted.map_or(u16::MAX, |w| w.window_bits::<S>(window / GROUP)),
                    kernel: cloud.kernel_f32(),
                    is_level: cloud.is_level(),
                    pairs: &scratch.pairs,
                    path_row: cloud.path_group(first_group + window / GROUP),
                    path_columns: &scratch.path_columns,
                    row_places: &scratch.row_places,
                    column_places: &scratch.column_places,
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
    /// four later ones, so that a plateau gives one candidate.
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
    /// Copies lines of `stride` numbers, the first `lead` of them before frame 0, to `[line][column]`; what lies
    /// outside reads as zero.
    #[inline(always)]
    fn fill(&self, source: &[f32], stride: usize, lead: usize, out: &mut Vec<f32>) {
        let lines = source.len() / stride;
        out.resize(self.count * lines, 0.0);
        for (values, out) in source.chunks_exact(stride).zip(out.chunks_exact_mut(self.count)) {
            copy_clipped(values, self.first + lead as isize, out);
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
/// diagonal. `groups` is `[group][marker][x z y][GROUP]`, `columns` `[marker][x z y][column]`. So many vectors of columns
/// are multiplied at once as there are registers for their sums.
#[inline(always)]
fn pair_products<S: Simd, const VECTORS: usize>(
    simd: S,
    groups: &[f32],
    columns: &[f32],
    column_count: usize,
    base: usize,
    bits: &[u16; BLOCK / GROUP],
    out: &mut [PairRow],
) {
    let group_length = groups.len() / (out.len() / GROUP);
    let width = VECTORS * S::F32_LANES;
    for strip in (0..WIDTH).step_by(width) {
        for (group, (rows, out)) in
            groups.chunks_exact(group_length).zip(out.chunks_exact_mut(GROUP)).enumerate()
        {
            if !(0..VECTORS).any(|v| is_wanted::<S>(bits[group], strip + v * S::F32_LANES)) {
                continue;
            }
            let zero = [[simd.splat_f32s(0.0); VECTORS]; GROUP];
            let (mut c, mut s, mut y) = (zero, zero, zero);
            let first = base + group * GROUP + strip;
            for (a, b) in
                rows.as_chunks::<{ 3 * GROUP }>().0.iter().zip(columns.chunks_exact(3 * column_count))
            {
                let b = &b[first..first + 2 * column_count + width];
                let bx: [S::f32s; VECTORS] = std::array::from_fn(|v| load::<S>(b, v * S::F32_LANES));
                let bz: [S::f32s; VECTORS] =
                    std::array::from_fn(|v| load::<S>(b, column_count + v * S::F32_LANES));
                for g in 0..GROUP {
                    let ax = simd.splat_f32s(a[g]);
                    for v in 0..VECTORS {
                        c[g][v] = simd.mul_add_e_f32s(ax, bx[v], c[g][v]);
                        s[g][v] = simd.mul_add_e_f32s(ax, bz[v], s[g][v]);
                    }
                }
                for g in 0..GROUP {
                    let az = simd.splat_f32s(a[GROUP + g]);
                    for v in 0..VECTORS {
                        c[g][v] = simd.mul_add_e_f32s(az, bz[v], c[g][v]);
                        s[g][v] = simd.negate_mul_add_e_f32s(az, bx[v], s[g][v]);
                    }
                }
                // Apart from the others: their sums leave few registers, and one more would live in memory.
                let by: [S::f32s; VECTORS] =
                    std::array::from_fn(|v| load::<S>(b, 2 * column_count + v * S::F32_LANES));
                for g in 0..GROUP {
                    let ay = simd.splat_f32s(a[2 * GROUP + g]);
                    for v in 0..VECTORS {
                        y[g][v] = simd.mul_add_e_f32s(ay, by[v], y[g][v]);
                    }
                }
            }
            for g in 0..GROUP {
                for v in 0..VECTORS {
                    // Stored by diagonal: one place further left for each row.
                    let at = LEAD + strip + v * S::F32_LANES - g;
                    store::<S>(&mut out[g], at, c[g][v]);
                    store::<S>(&mut out[g], PITCH + at, s[g][v]);
                    store::<S>(&mut out[g], 2 * PITCH + at, y[g][v]);
                }
            }
        }
    }
}

/// What the distances of one group of windows are made of.
struct WindowSums<'a> {
    /// Which granules of diagonals are wanted.
    bits: u16,
    kernel: &'a [f32],
    /// Whether all weights of the kernel are the same.
    is_level: bool,
    /// The ring of products.
    pairs: &'a [PairRow],
    /// `[line]`
    path_row: &'a [f32],
    /// `[line][column]`
    path_columns: &'a [f32],
    /// `[x z][row]` and `[x z][column]`; empty unless windows are compared where they lie.
    row_places: &'a [f32],
    column_places: &'a [f32],
    column_count: usize,
    /// Row of the first window in the tile.
    window: usize,
    row_energies: &'a [f32],
    /// From the column of the first window on diagonal 0.
    column_energies: &'a [f32],
}

/// `C`, `S` and `Y` of a vector of cells.
struct Sums<S: Simd>([S::f32s; 3]);

impl<S: Simd> Sums<S> {
    #[inline(always)]
    fn zero(simd: S) -> Self {
        Self([simd.splat_f32s(0.0); 3])
    }

    #[inline(always)]
    fn add(&mut self, simd: S, weight: f32, row: &Self) {
        let weight = simd.splat_f32s(weight);
        for q in 0..3 {
            self.0[q] = simd.mul_add_e_f32s(weight, row.0[q], self.0[q]);
        }
    }
}

impl WindowSums<'_> {
    /// Sums the pair products over the windows, adds the centroid paths and forms the distances.
    #[inline(always)]
    fn compute<S: Simd>(&self, simd: S, out: &mut [f32]) {
        let taps = self.kernel.len();
        for d in (0..WIDTH).step_by(S::F32_LANES) {
            if !is_wanted::<S>(self.bits, d) {
                continue;
            }
            let mut sums: [Sums<S>; GROUP] = std::array::from_fn(|_| Sums::zero(simd));
            // Rows that only some of the four windows hold come before and after those that all hold.
            let inner = GROUP - 1..taps.max(GROUP - 1);
            for r in (0..inner.start).chain(inner.end..taps + GROUP - 1) {
                let row = self.row(simd, r, d);
                for k in 0..GROUP {
                    if r >= k && r - k < taps {
                        sums[k].add(simd, self.kernel[r - k], &row);
                    }
                }
            }
            if self.is_level {
                let mut all = Sums::zero(simd);
                for r in inner {
                    all.add(simd, self.kernel[0], &self.row(simd, r, d));
                }
                for sum in &mut sums {
                    sum.add(simd, 1.0, &all);
                }
            } else {
                for (r, weights) in inner.zip(self.kernel.array_windows::<GROUP>()) {
                    let row = self.row(simd, r, d);
                    for k in 0..GROUP {
                        sums[k].add(simd, weights[GROUP - 1 - k], &row);
                    }
                }
            }
            for k in 0..GROUP {
                let value = self.distance(simd, k, d, &sums[k]);
                store::<S>(out, k * PITCH + LEAD + d, value);
            }
        }
    }

    /// Products of frame `r` after the first of the group with the frames on diagonals from `d` on, the way of the
    /// centroids included.
    #[inline(always)]
    fn row<S: Simd>(&self, simd: S, r: usize, d: usize) -> Sums<S> {
        let row = &self.pairs[(self.window + r) & (self.pairs.len() - 1)];
        let [mut c, mut s, y] = std::array::from_fn(|q| load::<S>(row, q * PITCH + LEAD + d));
        if let Some([ax, az]) = self.path_row.get(2 * r..2 * r + 2) {
            let (ax, az) = (simd.splat_f32s(*ax), simd.splat_f32s(*az));
            let [bx, bz] = self.path::<S>(2 * r, d);
            c = simd.mul_add_e_f32s(az, bz, simd.mul_add_e_f32s(ax, bx, c));
            s = simd.negate_mul_add_e_f32s(az, bx, simd.mul_add_e_f32s(ax, bz, s));
        }
        Sums([c, s, y])
    }

    /// Two lines of the columns' paths.
    #[inline(always)]
    fn path<S: Simd>(&self, line: usize, d: usize) -> [S::f32s; 2] {
        [line, line + 1].map(|line| load::<S>(self.path_columns, line * self.column_count + self.window + d))
    }

    #[inline(always)]
    fn distance<S: Simd>(&self, simd: S, k: usize, d: usize, sums: &Sums<S>) -> S::f32s {
        let [mut c, mut s, y] = sums.0;
        // The sums hold the ways about the middle of the group; what counts is about the mean of each window.
        let mean = 2 * (self.kernel.len() + GROUP - 1 + k);
        if let Some([ax, az]) = self.path_row.get(mean..mean + 2) {
            let (ax, az) = (simd.splat_f32s(*ax), simd.splat_f32s(*az));
            let [bx, bz] = self.path::<S>(mean, d);
            c = simd.negate_mul_add_e_f32s(az, bz, simd.negate_mul_add_e_f32s(ax, bx, c));
            s = simd.mul_add_e_f32s(az, bx, simd.negate_mul_add_e_f32s(ax, bz, s));
        }
        let mut energy =
            simd.add_f32s(simd.splat_f32s(self.row_energies[k]), load::<S>(self.column_energies, k + d));
        let aligned = if self.row_places.is_empty() {
            simd.sqrt_f32s(simd.mul_add_e_f32s(c, c, simd.mul_f32s(s, s)))
        } else {
            for (rows, columns) in self
                .row_places
                .chunks_exact(self.row_places.len() / 2)
                .zip(self.column_places.chunks_exact(self.column_count))
            {
                let way = simd.sub_f32s(
                    load::<S>(columns, self.window + k + d),
                    simd.splat_f32s(rows[self.window + k]),
                );
                energy = simd.mul_add_e_f32s(way, way, energy);
            }
            c
        };
        simd.mul_add_e_f32s(simd.splat_f32s(-2.0), simd.add_f32s(y, aligned), energy)
    }
}

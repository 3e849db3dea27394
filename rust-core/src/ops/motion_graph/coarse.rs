//! Finds the parts of the distance grid that can hold a value below a ceiling. The rest need not be computed
//! (docs/methods/motion-graph-grid.md, 4).
//!
//! Two lower bounds are combined.
//!
//! The first works in a subspace. A window is a point `(c, h)`: all marker positions on the floor as one complex vector, and all
//! heights. Its distance is `D = E + E' − 2 h·h' − 2 |c·c'|`. Both vectors are split into their part in a fixed subspace, `z` and
//! `q`, and the rest, of lengths `r` and `s`. By Cauchy and Schwarz `D ≥ E + E' − 2 q·q' − 2 s s' − 2 |z·z'| − 2 r r'`. This has
//! the form of a distance again, so the same tiles compute it, with a tenth of the multiplications.
//!
//! The second uses that `√D` is a metric. One of two neighbouring windows stands for both:
//! `√D(i, j) ≥ √D(i', j') − √D(i, i') − √D(j, j')`. That leaves a quarter of the cells.
//!
//! No cell below the ceiling is lost, whatever the data. How many others are kept depends on the subspace, which is spanned by
//! the strongest directions of a sample.

use super::cloud::{Cloud, GROUP, PATH_LEAD};
use super::grid::Area;
use super::tile::{GRANULE, ROWS, Scratch, Tile, USEFUL, WIDTH, Wanted};
use nalgebra::{Complex, DMatrix};
use rayon::prelude::*;

/// Directions on the floor that are kept.
const FLOOR_DIRECTIONS: usize = 10;
/// Directions of height; with the two remainders they fill as many lines.
const HEIGHT_DIRECTIONS: usize = FLOOR_DIRECTIONS - 2;
/// Windows whose strongest directions are looked for.
const SAMPLE: usize = 96;
/// Areas of the grid from which the share that is left is told, at most.
const SAMPLED_AREAS: usize = 64;
/// Where less of the grid is wanted than one area for so many frames, it is computed before the stand-ins are found: sets
/// below 12,000 frames, and larger ones to which a short clip is added.
const FRAMES_AN_AREA: usize = 20;
/// Where more of the grid may be below the ceiling, the proof costs more than it saves (docs/benchmarks.md).
const MAX_SHARE: f64 = 0.25;
/// What f32 may lose in the grid and in the bound, m².
const ROUNDING: f32 = 1e-5;

/// Stand-ins for pairs of windows, and how far they are from those they stand for.
pub(super) struct Coarse {
    /// One frame a pair: pair `m` is windows `2m − 1` and `2m`.
    cloud: Cloud,
    /// Largest distance of a window to its stand-in, metres.
    radii: Vec<f32>,
}

impl Coarse {
    /// Stand-ins for finding minima of these areas below `ceiling`; `None` if the areas are computed sooner as a whole. The
    /// minima are the same either way.
    pub(super) fn where_it_pays(cloud: &Cloud, areas: &[Area], ceiling: f32) -> Option<Self> {
        if !ceiling.is_finite() || areas.len() * FRAMES_AN_AREA < cloud.frame_count() {
            return None;
        }
        Self::new(cloud).filter(|coarse| coarse.share(areas, ceiling) <= MAX_SHARE)
    }

    /// `None` if there are too few windows or they are single frames.
    pub(super) fn new(cloud: &Cloud) -> Option<Self> {
        if cloud.window_frames() < 2 {
            return None;
        }
        let pairs = cloud.frame_count() / 2 + 1;
        let stand_in = |pair: usize| {
            [2 * pair, (2 * pair).wrapping_sub(1)]
                .into_iter()
                .find(|&w| w < cloud.frame_count() && cloud.is_window(w))
        };
        let windows: Vec<Option<usize>> = (0..pairs).map(stand_in).collect();
        let usable: Vec<usize> = windows.iter().copied().flatten().collect();
        if usable.len() < SAMPLE {
            return None;
        }
        let sample = (0..SAMPLE).map(|k| usable[k * usable.len() / SAMPLE]);
        let vectors: Vec<WindowVector> = sample.map(|w| WindowVector::new(cloud, w)).collect();
        let floor =
            directions(&vectors.iter().map(|v| v.floor.clone()).collect::<Vec<_>>(), FLOOR_DIRECTIONS);
        let height =
            directions(&vectors.iter().map(|v| v.height.clone()).collect::<Vec<_>>(), HEIGHT_DIRECTIONS);
        let features: Vec<Option<[[f32; 3]; FLOOR_DIRECTIONS]>> = windows
            .par_iter()
            .map(|w| w.map(|w| features(&WindowVector::new(cloud, w), &floor, &height)))
            .collect();
        let energies = windows.iter().map(|w| w.map_or(f32::INFINITY, |w| cloud.energy[w]));
        Some(Self { radii: radii(cloud, pairs), cloud: Cloud::of_features(&features, energies.collect()) })
    }

    /// Share of the grid that may lie below `ceiling`, from a sample of its areas.
    pub(super) fn share(&self, areas: &[Area], ceiling: f32) -> f64 {
        let sampled: Vec<&Area> = areas.iter().step_by(areas.len().div_ceil(SAMPLED_AREAS).max(1)).collect();
        let counts = sampled.into_par_iter().map_init(Scratch::default, |scratch, area| {
            let marks = self.mark(area.first_row, area.first_diagonal, ceiling, scratch);
            area.places().fold((0, 0), |(wanted, all), (down, across, _)| {
                let windows = marks.wanted(down, across).windows;
                let bits: u32 = windows.iter().map(|bits| bits.count_ones()).sum();
                (wanted + bits, all + 16 * windows.len() as u32)
            })
        });
        let (wanted, all) = counts.reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
        f64::from(wanted) / f64::from(all.max(1))
    }

    /// Marks what of a group of fine tiles, two by two from `first_row` and `first_diagonal` on, may be below `ceiling`.
    /// `first_row` is a multiple of `2 * ROWS`.
    pub(super) fn mark(
        &self,
        first_row: usize,
        first_diagonal: usize,
        ceiling: f32,
        scratch: &mut Scratch,
    ) -> Marks {
        // Windows i = 2m and i = 2m − 1 meet j = i + d in pairs m + ⌊(d + 1) / 2⌋ and m + ⌊d / 2⌋.
        let base = (first_diagonal as isize - 2).div_euclid(2);
        let tile = Tile { first_row: first_row / 2, row_count: ROWS, first_diagonal: (base + 2) as usize };
        tile.compute(&self.cloud, scratch, None);
        let rows = ROWS + 2;
        let limit = ceiling.sqrt();
        let radius = |pair: isize| usize::try_from(pair).ok().and_then(|p| self.radii.get(p)).copied();
        let mut close = vec![[false; WIDTH]; rows];
        for (row, close) in close.iter_mut().enumerate() {
            let pair = tile.first_row as isize - 1 + row as isize;
            let Some(own) = radius(pair) else { continue };
            for (d, (close, &bound)) in
                close.iter_mut().zip(tile.row(scratch, row)).enumerate().take(WIDTH - 3)
            {
                // Diagonals before the first have no pair; nothing is asked of them.
                let Some(other) = radius(pair + base + d as isize) else { continue };
                let reach = limit + own + other;
                *close = bound <= reach * reach + ROUNDING;
            }
        }
        Marks { close, first_diagonal, base }
    }
}

/// Which pairs of pairs may hold a cell below the ceiling.
pub(super) struct Marks {
    /// By row and coarse diagonal; row 0 is the pair before the first.
    close: Vec<[bool; WIDTH]>,
    first_diagonal: usize,
    base: isize,
}

impl Marks {
    /// What is wanted of the fine tile that lies `down` tiles below and `across` tiles beside the first.
    pub(super) fn wanted(&self, down: usize, across: usize) -> Wanted {
        let fine_base = (self.first_diagonal + across * USEFUL) as isize - 2;
        let mut wanted = Wanted::none();
        for (group, bits) in wanted.windows.iter_mut().enumerate() {
            // Row 0 of a fine tile is an odd window, the first of its pair.
            let row = 1 + down * (ROWS / 2) + 2 * group;
            for granule in 0..WIDTH / GRANULE {
                let first = fine_base + (granule * GRANULE) as isize;
                let from = (first.div_euclid(2) - self.base).max(0) as usize;
                let to = ((first + GRANULE as isize).div_euclid(2) - self.base).max(0) as usize;
                let rows = self.close.get(row..).unwrap_or_default().iter().take(2);
                let is_wanted = rows.flat_map(|r| &r[from.min(WIDTH)..(to + 1).min(WIDTH)]).any(|c| *c);
                *bits |= u16::from(is_wanted) << granule;
            }
        }
        wanted
    }
}

/// One window as the vectors whose products the grid forms.
struct WindowVector {
    floor: Vec<Complex<f64>>,
    height: Vec<Complex<f64>>,
}

impl WindowVector {
    fn new(cloud: &Cloud, window: usize) -> Self {
        let (markers, taps, stride) = (cloud.marker_count(), cloud.window_frames(), cloud.stride);
        let mut floor = Vec::with_capacity((markers + 1) * taps);
        let mut height = Vec::with_capacity(markers * taps);
        for (r, rho) in cloud.kernel().iter().enumerate() {
            let root = rho.sqrt();
            let point = |line: usize| f64::from(cloud.points[line * stride + window + r]) * root;
            for m in 0..markers {
                floor.push(Complex::new(point(3 * m), point(3 * m + 1)));
                height.push(Complex::new(point(3 * m + 2), 0.0));
            }
            // The way of the centroid about its mean in this window.
            let line = |line: usize| f64::from(cloud.paths[line * stride + window + PATH_LEAD]);
            let way = |axis: usize| (line(2 * r + axis) - line(2 * (taps + GROUP - 1) + axis)) * root;
            floor.push(Complex::new(way(0), way(1)));
        }
        Self { floor, height }
    }
}

/// Orthonormal vectors along which the sample is largest.
fn directions(sample: &[Vec<Complex<f64>>], count: usize) -> Vec<Vec<Complex<f64>>> {
    let gram = DMatrix::from_fn(sample.len(), sample.len(), |i, j| inner(&sample[i], &sample[j]));
    let eigen = gram.symmetric_eigen();
    let mut order: Vec<usize> = (0..sample.len()).collect();
    order.sort_by(|&a, &b| eigen.eigenvalues[b].total_cmp(&eigen.eigenvalues[a]));
    let mut out: Vec<Vec<Complex<f64>>> = Vec::with_capacity(count);
    for &k in order.iter().take(count) {
        let mut v = vec![Complex::new(0.0, 0.0); sample[0].len()];
        for (s, vector) in sample.iter().enumerate() {
            let weight = eigen.eigenvectors[(s, k)];
            v.iter_mut().zip(vector).for_each(|(v, x)| *v += x * weight);
        }
        let before = inner(&v, &v).re.sqrt();
        // Twice: the bound rests on these being orthogonal, not on how the eigenvectors were found.
        for _ in 0..2 {
            for other in &out {
                let along = inner(other, &v);
                v.iter_mut().zip(other).for_each(|(v, o)| *v -= o * along);
            }
        }
        let length = inner(&v, &v).re.sqrt();
        // A direction that the others hold already is left out; fewer are a weaker bound, not a wrong one.
        if length > 1e-6 * before && length > 1e-12 {
            v.iter_mut().for_each(|x| *x /= length);
            out.push(v);
        }
    }
    out
}

/// `Σ conj(a) b`
fn inner(a: &[Complex<f64>], b: &[Complex<f64>]) -> Complex<f64> {
    a.iter().zip(b).map(|(a, b)| a.conj() * b).sum()
}

/// Parts of a window along the directions as `x z y` lines, the two remainders in the last two heights.
fn features(
    vector: &WindowVector,
    floor: &[Vec<Complex<f64>>],
    height: &[Vec<Complex<f64>>],
) -> [[f32; 3]; FLOOR_DIRECTIONS] {
    let mut out = [[0.0; 3]; FLOOR_DIRECTIONS];
    let square = |v: &[Complex<f64>]| v.iter().map(|x| x.norm_sqr()).sum::<f64>();
    let (mut rest, mut rest_height) = (square(&vector.floor), square(&vector.height));
    for (out, direction) in out.iter_mut().zip(floor) {
        let part = inner(direction, &vector.floor);
        rest -= part.norm_sqr();
        (out[0], out[1]) = (part.re as f32, part.im as f32);
    }
    for (out, direction) in out.iter_mut().zip(height) {
        let part = inner(direction, &vector.height).re;
        rest_height -= part * part;
        out[2] = part as f32;
    }
    // Rounded up: a remainder that is too long only weakens the bound.
    out[HEIGHT_DIRECTIONS][2] = (rest.max(0.0) + 1e-7).sqrt() as f32;
    out[HEIGHT_DIRECTIONS + 1][2] = (rest_height.max(0.0) + 1e-7).sqrt() as f32;
    out
}

/// Per pair, the distance of its two windows; 0 where it has but one.
fn radii(cloud: &Cloud, pairs: usize) -> Vec<f32> {
    let tiles: Vec<usize> = (0..cloud.frame_count()).step_by(ROWS).collect();
    let steps: Vec<Vec<f32>> = tiles
        .into_par_iter()
        .map_init(Scratch::default, |scratch, first_row| {
            let row_count = ROWS.min(cloud.frame_count() - first_row);
            let tile = Tile { first_row, row_count, first_diagonal: 1 };
            // Only the diagonal of neighbours and what lies in vectors with it.
            tile.compute(cloud, scratch, Some(&Wanted::granule(0)));
            (first_row..first_row + row_count).map(|row| tile.distance(scratch, row, 1)).collect()
        })
        .collect();
    let steps = steps.concat();
    let step = |window: usize| steps.get(window).copied().filter(|d| d.is_finite());
    (0..pairs)
        .map(|pair| {
            let squared = pair.checked_sub(1).and_then(|_| step(2 * pair - 1)).map(|d| d.max(0.0) + 1e-6);
            squared.map_or(0.0, f32::sqrt)
        })
        .collect()
}

//! The distance grid of a set of clips, streamed in tiles: values of chosen cells, and all local minima
//! (docs/methods/motion-graph-grid.md, 2 and 3).

use super::cloud::{Cloud, GROUP};
use super::coarse::Coarse;
use super::tile::{ROWS, Scratch, Tile, USEFUL, Wanted};
use crate::error::Result;
use crate::model::GridMinimum;
use crate::ops::progress::Progress;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Finds all local minima of the grid with `second > first + self_gap` inside one clip and any pair of clips, up to
/// the squared distance `ceiling`, in m²; where that is quicker, most of the grid is proved to be above it and left out, with
/// the same result. Clips of different groups are not compared. Sorted by first and second window, the same on any number of threads.
pub fn find_minima(cloud: &Cloud, self_gap: usize, ceiling: f64) -> Vec<GridMinimum> {
    // Without a callback nothing can cancel.
    find_new_minima(cloud, 0, self_gap, ceiling, &Progress::none()).unwrap_or_default()
}

/// Share of the grid that may lie below `ceiling` as far as the bounds tell, from a sample: where it is at most a quarter,
/// and the set is large enough, [`find_minima`] computes only that. `None` if there are too few windows for the bounds.
pub fn share_below(cloud: &Cloud, ceiling: f64) -> Option<f64> {
    Some(Coarse::new(cloud)?.share(&areas(cloud.frame_count()), ceiling as f32))
}

/// As [`find_minima`], only those whose later window starts at or after frame `first_new`: what clips added at the
/// end bring.
///
/// # Errors
/// [`Error::Cancelled`](crate::Error::Cancelled).
pub fn find_new_minima(
    cloud: &Cloud,
    first_new: usize,
    self_gap: usize,
    ceiling: f64,
    progress: &Progress<'_>,
) -> Result<Vec<GridMinimum>> {
    let windows = cloud.frame_count();
    let mut areas = areas(windows);
    areas.retain(|a| {
        let (rows, columns) = a.frames();
        columns.end > first_new && cloud.any_compared(rows, columns)
    });
    let coarse = Coarse::where_it_pays(cloud, &areas, ceiling as f32);
    minima_over(cloud, areas, coarse.as_ref(), first_new, self_gap, ceiling, progress)
}

/// The minima of these areas, with or without leaving out what stand-ins prove to be above the ceiling.
fn minima_over(
    cloud: &Cloud,
    areas: Vec<Area>,
    coarse: Option<&Coarse>,
    first_new: usize,
    self_gap: usize,
    ceiling: f64,
    progress: &Progress<'_>,
) -> Result<Vec<GridMinimum>> {
    let (total, done) = (areas.len().max(1) as f64, AtomicUsize::new(0));
    let found: Vec<Vec<GridMinimum>> = areas
        .into_par_iter()
        .map_init(Scratch::default, |scratch, area| {
            let mut found = Vec::new();
            area.minima(cloud, coarse, ceiling as f32, scratch, &mut found);
            found.retain(|m| {
                let clips = (cloud.clip_of(m.first as usize), cloud.clip_of(m.second as usize));
                let is_apart = (m.second - m.first) as usize > self_gap || clips.0 != clips.1;
                m.second as usize >= first_new && is_apart && cloud.are_compared(clips.0, clips.1)
            });
            progress.report((done.fetch_add(1, Ordering::Relaxed) + 1) as f64 / total)?;
            Ok(found)
        })
        .collect::<Result<_>>()?;
    let mut minima = found.concat();
    minima.par_sort_unstable_by_key(|m| (m.first, m.second));
    Ok(minima)
}

/// Squared distances of chosen cells `(first, second)`, `first < second`, exactly as the grid computes them.
pub fn grid_values(cloud: &Cloud, cells: &[(usize, usize)]) -> Vec<f32> {
    let mut scratch = Scratch::default();
    cells
        .iter()
        .enumerate()
        .map(|(k, &(first, second))| {
            // At changing places of a tile, so that what is seen of some cells holds for all.
            let diagonal = second - first;
            let first_diagonal = diagonal.saturating_sub(k % USEFUL).max(1);
            let tile = Tile { first_row: first / GROUP * GROUP, row_count: GROUP, first_diagonal };
            let wanted = Wanted::granule(diagonal - first_diagonal);
            tile.compute(cloud, &mut scratch, Some(&wanted));
            tile.distance(&scratch, first, diagonal)
        })
        .collect()
}

/// Two by two tiles: what one coarse tile covers, and what a thread takes at a time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Area {
    windows: usize,
    pub first_row: usize,
    pub first_diagonal: usize,
}

impl Area {
    fn minima(
        &self,
        cloud: &Cloud,
        coarse: Option<&Coarse>,
        ceiling: f32,
        scratch: &mut Scratch,
        out: &mut Vec<GridMinimum>,
    ) {
        let marks = coarse.map(|c| c.mark(self.first_row, self.first_diagonal, ceiling, scratch));
        for (down, across, tile) in self.places() {
            let wanted = marks.as_ref().map(|m| m.wanted(down, across));
            if wanted.as_ref().is_some_and(Wanted::is_empty) {
                continue;
            }
            tile.compute(cloud, scratch, wanted.as_ref());
            tile.minima(cloud, scratch, ceiling, out);
        }
    }

    /// The frames at which its windows begin: earlier ones and later ones.
    fn frames(&self) -> (Range<usize>, Range<usize>) {
        let first = self.first_row + self.first_diagonal;
        let rows = self.first_row..(self.first_row + 2 * ROWS).min(self.windows);
        (rows, first..(first + 2 * ROWS + 2 * USEFUL).min(self.windows))
    }

    /// Its tiles; rows that would leave the set on the right are left out.
    pub(super) fn tiles(&self) -> impl Iterator<Item = Tile> + use<> {
        self.places().map(|(_, _, tile)| tile)
    }

    /// Its tiles and where each lies: how many tiles below and beside the first.
    pub(super) fn places(&self) -> impl Iterator<Item = (usize, usize, Tile)> + use<> {
        let Self { windows, first_row, first_diagonal } = *self;
        [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().filter_map(move |(across, down)| {
            let (first_row, first_diagonal) = (first_row + down * ROWS, first_diagonal + across * USEFUL);
            let rows = windows.saturating_sub(first_diagonal + first_row).min(ROWS);
            (rows > 0).then_some((down, across, Tile { first_row, row_count: rows, first_diagonal }))
        })
    }
}

/// Covers the half plane above the main diagonal.
pub(super) fn areas(windows: usize) -> Vec<Area> {
    let mut out = Vec::new();
    for first_diagonal in (1..windows).step_by(2 * USEFUL) {
        for first_row in (0..windows - first_diagonal).step_by(2 * ROWS) {
            out.push(Area { windows, first_row, first_diagonal });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::distance::window_distance;
    use super::*;
    use crate::math::{PlanarTransform, Vec3};
    use crate::model::Kernel;

    /// A body that wanders: smooth random markers about a path, `origin` away from the world's middle.
    fn wandering(clips: &[usize], markers: usize, window: usize, origin: f64) -> Cloud {
        let mut world = Vec::new();
        for (c, &frames) in clips.iter().enumerate() {
            for f in 0..frames {
                let t = f as f64 * 0.1 + c as f64 * 1.7;
                let heading = (t * 0.13).sin() * 3.0;
                for m in 0..markers {
                    let k = m as f64;
                    let local = Vec3::new(
                        0.3 * (t + k).sin() + 0.02 * (t * 7.0 * (1.0 + 0.1 * k)).sin(),
                        1.0 + 0.1 * k / markers as f64 + 0.05 * (2.0 * t + k).cos(),
                        0.3 * (1.3 * t - k).cos(),
                    );
                    let (s, co) = heading.sin_cos();
                    world.push(Vec3::new(
                        co * local.x + s * local.z + t * 1.2 + origin,
                        local.y,
                        -s * local.x + co * local.z + (t * 0.4).sin() * 2.0 - origin,
                    ));
                }
            }
        }
        let weights: Vec<f64> = (0..markers).map(|m| 1.0 + (m % 3) as f64).collect();
        Cloud::new(world, &weights, clips, Kernel::Triangle.weights(window)).unwrap()
    }

    #[test]
    fn fast_cells_equal_the_direct_formula_also_far_from_the_origin() {
        for origin in [0.0, 100.0] {
            // In f32: 10,000 cells to 3e-7 m² (1e-5 is asked of f32; f64 is in `tests/exactness.rs`).
            let mut worst = 0.0f64;
            let cloud = wandering(&[300, 170, 90], 13, 15, origin);
            let mut cells = Vec::new();
            for k in 0..16_000usize {
                let i = k * 7919 % 559;
                let j = i + 1 + k * 104_729 % (559 - i).max(1);
                if j < 560 && cloud.is_window(i) && cloud.is_window(j) {
                    cells.push((i, j));
                }
            }
            assert!(cells.len() >= 10_000, "{}", cells.len());
            for (value, &(i, j)) in grid_values(&cloud, &cells).iter().zip(&cells) {
                let (exact, _) = window_distance(&cloud, i, j);
                worst = worst.max((f64::from(*value) - exact).abs());
                assert!((f64::from(*value) - exact).abs() < 3e-7, "({i}, {j}): {value} {exact}");
            }
            println!("{origin} m from the origin: cells differ by {worst:.1e} m² at most");
        }
    }

    #[test]
    fn cells_at_the_end_of_a_long_diagonal_are_as_good_as_at_its_start() {
        // In f32: sums over windows do not run along a diagonal (no drift at all: `tests/exactness.rs`).
        let mut worst = 0.0f64;
        let cloud = wandering(&[100_000], 3, 15, 100.0);
        let cells: Vec<(usize, usize)> =
            (0..60).flat_map(|k| [(k, k + 1000), (98_900 + k, 99_900 + k)]).collect();
        for (value, &(i, j)) in grid_values(&cloud, &cells).iter().zip(&cells) {
            let (exact, _) = window_distance(&cloud, i, j);
            worst = worst.max((f64::from(*value) - exact).abs());
            assert!((f64::from(*value) - exact).abs() < 3e-7, "({i}, {j}): {value} {exact}");
        }
        println!("cells differ by {worst:.1e} m² at most");
    }

    #[test]
    fn minima_equal_a_brute_force_scan() {
        let cloud = wandering(&[260, 150, 40, 10, 200], 7, 11, 10.0);
        let n = cloud.frame_count();
        let value = |i: usize, j: usize| {
            if cloud.is_window(i) && cloud.is_window(j) {
                window_distance(&cloud, i, j).0
            } else {
                f64::INFINITY
            }
        };
        let grid: Vec<Vec<f64>> =
            (0..n).map(|i| (0..n).map(|j| if j > i { value(i, j) } else { f64::NAN }).collect()).collect();
        let found = find_minima(&cloud, 22, f64::INFINITY);
        let has = |i: usize, j: usize| found.iter().any(|m| (m.first as usize, m.second as usize) == (i, j));
        let mut expected = 0;
        for i in 1..n - 1 {
            for j in i + 23..n - 1 {
                let own = grid[i][j];
                if !own.is_finite() {
                    continue;
                }
                let around = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
                let margin = around
                    .iter()
                    .map(|(a, b)| grid[(i as i32 + a) as usize][(j as i32 + b) as usize] - own)
                    .fold(f64::INFINITY, f64::min);
                let interior = [(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)]
                    .iter()
                    .all(|&(a, b)| cloud.is_window(a) && cloud.is_window(b));
                if margin > 1e-6 && interior {
                    expected += 1;
                    assert!(has(i, j), "({i}, {j}) {own} is missing");
                } else if margin < -1e-6 || !interior {
                    assert!(!has(i, j), "({i}, {j}) is no minimum");
                }
            }
        }
        assert!(expected > 50, "{expected}");
    }

    /// Minima with what stand-ins prove to be above the ceiling left out, whether that pays or not.
    fn skipping(cloud: &Cloud, self_gap: usize, ceiling: f64) -> Vec<GridMinimum> {
        let (areas, coarse) = (areas(cloud.frame_count()), Coarse::new(cloud));
        minima_over(cloud, areas, coarse.as_ref(), 0, self_gap, ceiling, &Progress::none()).unwrap()
    }

    #[test]
    fn what_is_left_out_below_a_ceiling_holds_no_minimum() {
        // All of them, not 95 %.
        let cloud = wandering(&[700, 333, 12, 451, 260], 9, 15, 40.0);
        let all = find_minima(&cloud, 30, f64::INFINITY);
        let coarse = Coarse::new(&cloud).unwrap();
        for ceiling in [1e-4, 0.003, 0.02, 0.1, 1.0] {
            let low = skipping(&cloud, 30, ceiling);
            let expected: Vec<GridMinimum> =
                all.iter().copied().filter(|m| m.distance <= ceiling as f32).collect();
            assert_eq!(low, expected, "{ceiling}");
            let (mut wanted, mut granules) = (0, 0);
            let mut scratch = Scratch::default();
            for area in areas(cloud.frame_count()) {
                let marks = coarse.mark(area.first_row, area.first_diagonal, ceiling as f32, &mut scratch);
                for (down, across, _) in area.places() {
                    let windows = marks.wanted(down, across).windows;
                    wanted += windows.iter().map(|bits| bits.count_ones()).sum::<u32>();
                    granules += 16 * windows.len() as u32;
                }
            }
            // So few areas are all in the sample, and the choice is made by what they hold.
            let all_areas = areas(cloud.frame_count());
            let share = coarse.share(&all_areas, ceiling as f32);
            assert_eq!(share, f64::from(wanted) / f64::from(granules));
            let many: Vec<Area> = all_areas.iter().cycle().take(cloud.frame_count()).copied().collect();
            let pays = |areas: &[Area]| Coarse::where_it_pays(&cloud, areas, ceiling as f32).is_some();
            assert_eq!((pays(&many), pays(&all_areas)), (coarse.share(&many, ceiling as f32) <= 0.25, false));
            println!("below {ceiling}: {} minima, {wanted} of {granules} granules", low.len());
            // Something must be left out, or this test shows nothing.
            assert!(ceiling > 0.02 || (wanted * 4 < granules && (ceiling < 0.003 || !low.is_empty())));
        }
    }

    #[test]
    fn windows_may_be_longer_than_a_tile() {
        for (frames, window) in [(1300, 481), (900, 700), (400, 1), (330, 2)] {
            let cloud = wandering(&[frames], 2, window, 1.0);
            let all = find_minima(&cloud, 5, f64::INFINITY);
            let low = skipping(&cloud, 5, 0.05);
            assert_eq!(low.len(), all.iter().filter(|m| m.distance <= 0.05).count());
            for m in all.iter().step_by(1 + all.len() / 20) {
                let exact = window_distance(&cloud, m.first as usize, m.second as usize).0;
                // Within 16 s the body goes 60 m: numbers are as large as its path then, and f32 holds seven digits.
                assert!((f64::from(m.distance) - exact).abs() < 1e-3, "{m:?} {exact}");
            }
        }
    }

    #[test]
    fn a_copied_stretch_is_found_with_its_transform() {
        // Frames 40..100 of one clip are frames 20..80 of the other, moved over the floor.
        let source = wandering(&[200, 150], 6, 15, 0.0);
        let by = PlanarTransform { theta: 2.4, x0: -3.0, z0: 8.0 };
        let mut world: Vec<Vec3> = (0..350).flat_map(|f| source.frame(f).to_vec()).collect();
        for f in 0..60 {
            for m in 0..6 {
                world[(220 + f) * 6 + m] = by.apply(&source.frame(40 + f)[m]);
            }
        }
        let cloud =
            Cloud::new(world, source.marker_weights(), &[200, 150], source.kernel().to_vec()).unwrap();
        let minima = find_minima(&cloud, 15, f64::INFINITY);
        let copy = minima.iter().find(|m| m.second - m.first == 180 && (40..86).contains(&m.first)).unwrap();
        let (squared, found) = window_distance(&cloud, copy.first as usize, copy.second as usize);
        assert!(squared.sqrt() < 1e-6, "{squared}");
        let undone = found.after(&by);
        assert!(undone.theta.sin().abs() < 1e-9 && undone.x0.abs() < 1e-9 && undone.z0.abs() < 1e-9);
    }

    #[test]
    fn a_frozen_clip_gives_one_candidate_a_plateau_at_most() {
        let pose: Vec<Vec3> = (0..5).map(|m| Vec3::new(0.1 * f64::from(m), f64::from(m), 0.2)).collect();
        let world = (0..120).flat_map(|_| pose.clone()).collect();
        let cloud = Cloud::new(world, &[1.0; 5], &[70, 50], Kernel::Triangle.weights(15)).unwrap();
        assert!(find_minima(&cloud, 15, f64::INFINITY).len() <= 2);
    }

    #[test]
    fn one_thread_and_two_give_the_same_bytes() {
        let cloud = wandering(&[400, 300], 9, 10, 3.0);
        let run = |threads| {
            rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap()
                .install(|| (find_minima(&cloud, 20, f64::INFINITY), skipping(&cloud, 20, 0.02)))
        };
        // Whole, and with what is proved to lie above the ceiling left out.
        assert!(Coarse::new(&cloud).is_some());
        let (whole, low) = run(1);
        assert!(!low.is_empty() && low.len() < whole.len());
        assert_eq!((whole, low), run(2));
    }
}

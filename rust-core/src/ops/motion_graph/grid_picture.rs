//! [`grid_picture`]: the distance grid as an image, its minima marked.

use super::cloud::Cloud;
use super::grid::{Area, areas};
use super::markers::marker_cloud;
use super::tile::{Scratch, Tile, USEFUL};
use crate::error::Result;
use crate::model::{EdgeKind, GridMinimum, MotionGraph, Picture};
use rayon::prelude::*;
use std::collections::HashSet;

/// Dark to bright, equal steps of lightness: near is bright.
const COLOURS: [[f32; 3]; 6] = [
    [253.0, 231.0, 117.0],
    [122.0, 209.0, 101.0],
    [42.0, 160.0, 135.0],
    [45.0, 112.0, 142.0],
    [65.0, 62.0, 133.0],
    [38.0, 12.0, 56.0],
];
const OUTSIDE: [u8; 3] = [24, 24, 28];
const BOUNDARY: [u8; 3] = [210, 210, 215];
const ACCEPTED: [u8; 3] = [230, 20, 40];
const REFUSED: [u8; 3] = [250, 250, 250];

/// Draws the distance grid of a graph's clips: [`grid_picture`] with the minima of the graph, those red that became
/// transitions, and four times the largest threshold as far.
///
/// ```
/// use surefoot::ops::motion_graph::graph_grid_picture;
/// # let graph = surefoot_sample::walk_graph()?;
///
/// let picture = graph_grid_picture(&graph, 64)?;
/// assert!(picture.width() <= 64 && picture.width() == picture.height());
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Invalid`](crate::Error::Invalid) if the graph has no clip.
pub fn graph_grid_picture(graph: &MotionGraph, max_size: usize) -> Result<Picture> {
    let set = graph.set();
    let ranges = set.frame_ranges();
    let window = |node: u32, back: usize| {
        let node = graph.nodes()[node as usize];
        (ranges[node.clip as usize].start + node.frame as usize).saturating_sub(back) as u32
    };
    let accepted: HashSet<(u32, u32)> = graph
        .edges()
        .iter()
        .filter(|e| matches!(e.kind, EdgeKind::Transition { .. }))
        .map(|e| (window(e.from, 0), window(e.to, set.window_frames)))
        .map(|(from, to)| (from.min(to), from.max(to)))
        .collect();
    let labels = set.label_names.len();
    let thresholds = (0..labels * labels).map(|i| graph.thresholds().get(i / labels, i % labels));
    // A graph without transitions still has a grid to look at.
    let far = 4.0 * thresholds.fold(0.0, f64::max).max(0.02);
    let is_accepted = |m: &GridMinimum| accepted.contains(&(m.first, m.second));
    Ok(grid_picture(&marker_cloud(set)?, graph.minima(), is_accepted, far, max_size))
}

/// Draws the distances of all pairs of windows, first window downwards, second to the right: bright is near, dark is
/// `far` metres or more. Lines part the clips. Above the main diagonal minima are marked, red where `is_accepted` says
/// so and white where not; below it the same distances without marks. Sets above `max_size` windows are shrunk, the
/// nearest of the distances that share a pixel showing.
pub fn grid_picture(
    cloud: &Cloud,
    minima: &[GridMinimum],
    is_accepted: impl Fn(&GridMinimum) -> bool,
    far: f64,
    max_size: usize,
) -> Picture {
    let windows = cloud.frame_count();
    let shrink = windows.div_ceil(max_size.max(1)).max(1);
    // A small set is drawn larger, so that its cells can be seen.
    let zoom = (max_size / windows.max(1)).clamp(1, 4);
    let cells = windows.div_ceil(shrink).max(1);
    let mut nearest = vec![f32::INFINITY; cells * cells];
    let blocks: Vec<Vec<(usize, f32)>> = areas(windows)
        .into_par_iter()
        .map_init(Scratch::default, |scratch, area| shrunk(cloud, &area, shrink, cells, scratch))
        .collect();
    for (cell, value) in blocks.into_iter().flatten() {
        nearest[cell] = nearest[cell].min(value);
    }
    let size = cells * zoom;
    let mut picture = Picture::new(size, size, OUTSIDE);
    let at = |row: usize, column: usize| nearest[row.min(column) * cells + row.max(column)];
    for y in 0..size {
        for x in 0..size {
            let value = if y / zoom == x / zoom { 0.0 } else { at(y / zoom, x / zoom) };
            if value.is_finite() {
                picture.set(x, y, colour(value.max(0.0).sqrt() / far as f32));
            }
        }
    }
    for clip in &cloud.clips()[1.min(cloud.clips().len())..] {
        for k in 0..size {
            picture.set(clip.start / shrink * zoom, k, BOUNDARY);
            picture.set(k, clip.start / shrink * zoom, BOUNDARY);
        }
    }
    // The accepted ones last, so that they lie on top.
    let (red, white): (Vec<&GridMinimum>, Vec<&GridMinimum>) = minima.iter().partition(|m| is_accepted(m));
    for (marked, ink, reach) in [(white, REFUSED, 0), (red, ACCEPTED, 1)] {
        for m in marked {
            let place = |window: u32| window as usize / shrink * zoom + zoom / 2;
            let (x, y) = (place(m.second), place(m.first));
            for k in 0..=2 * reach {
                picture.set((x + k).wrapping_sub(reach), y, ink);
                picture.set(x, (y + k).wrapping_sub(reach), ink);
            }
        }
    }
    picture
}

/// The nearest distance of every pixel that an area touches.
fn shrunk(
    cloud: &Cloud,
    area: &Area,
    shrink: usize,
    cells: usize,
    scratch: &mut Scratch,
) -> Vec<(usize, f32)> {
    let mut out: Vec<(usize, f32)> = Vec::new();
    for tile in area.tiles() {
        tile.compute(cloud, scratch, None);
        let Tile { first_row, row_count, first_diagonal } = tile;
        for row in first_row..first_row + row_count {
            for diagonal in first_diagonal..first_diagonal + USEFUL {
                let value = tile.distance(scratch, row, diagonal);
                let (y, x) = (row / shrink, (row + diagonal) / shrink);
                if x >= cells || !value.is_finite() {
                    continue;
                }
                match out.last_mut() {
                    Some((cell, nearest)) if *cell == y * cells + x => *nearest = nearest.min(value),
                    _ => out.push((y * cells + x, value)),
                }
            }
        }
    }
    out
}

/// The colour at a share of the way from near to far.
fn colour(share: f32) -> [u8; 3] {
    let place = share.clamp(0.0, 1.0) * (COLOURS.len() - 1) as f32;
    let first = (place as usize).min(COLOURS.len() - 2);
    let part = place - first as f32;
    std::array::from_fn(|k| (COLOURS[first][k] * (1.0 - part) + COLOURS[first + 1][k] * part).round() as u8)
}

#[cfg(test)]
mod tests {
    use super::super::grid::find_minima;
    use super::*;
    use crate::math::Vec3;
    use crate::model::Kernel;

    #[test]
    fn near_is_bright_and_accepted_minima_are_red() {
        // One marker apart from a second that circles it: the same place of two turns is near.
        let world = (0..200).flat_map(|f| {
            let t = f as f64 * 0.2;
            [Vec3::zeros(), Vec3::new(0.3 + 0.1 * t.sin(), t.cos(), 0.0)]
        });
        let cloud = Cloud::new(world.collect(), &[1.0, 1.0], &[120, 80], Kernel::Box.weights(5)).unwrap();
        let minima = find_minima(&cloud, 5, f64::INFINITY);
        assert!(minima.len() > 10);
        let picture = grid_picture(&cloud, &minima, |m| m.first < 40, 0.5, 200);
        assert_eq!((picture.width(), picture.height()), (200, 200));
        let pixel = |x: u32, y: u32| picture.get(x as usize, y as usize).unwrap();
        for m in &minima {
            if m.second % 120 > 2 {
                assert_eq!(pixel(m.second, m.first) == ACCEPTED, m.first < 40, "{m:?}");
            }
        }
        let brightness = |p: [u8; 3]| p.iter().map(|&c| u32::from(c)).sum::<u32>();
        // Below the diagonal nothing is marked: half a turn off is far, a whole turn near.
        assert!(brightness(pixel(20, 20 + 31)) > brightness(pixel(20, 20 + 16)) + 200);
        assert_eq!(pixel(10, 120), BOUNDARY);
        // No window starts in the last frames of a clip.
        assert_eq!(pixel(117, 118), OUTSIDE);
        let small = grid_picture(&cloud, &minima, |_| false, 0.5, 50);
        assert_eq!(small.width(), 50);
    }
}

//! [`Cloud`]: the markers of every frame of a set of clips, centred and packed for the distance grid.
//!
//! The weighted centroid of each frame's markers is subtracted in f64 before rounding to f32. The path of the centroid inside a
//! window is kept apart (docs/methods/motion-graph-grid.md, 2.2). So numbers have the size of a body and of its way within a
//! window, not of its position in the world, and the f32 grid is accurate to about 1e-7 m² anywhere.

use crate::error::{Error, Result};
use crate::math::Vec3;
use rayon::prelude::*;
use std::ops::Range;

/// Marker positions of a set of clips laid end to end, ready for the grid.
#[derive(Debug, Clone)]
pub struct Cloud {
    marker_count: usize,
    /// World positions, `[frame * marker_count + marker]`, for the exact formula.
    world: Vec<Vec3>,
    marker_weights: Vec<f64>,
    kernel: Vec<f64>,
    kernel_f32: Vec<f32>,
    clips: Vec<Range<usize>>,
    /// Frames a packed array holds: those of all clips and a margin that tiles may read.
    pub(super) stride: usize,
    /// `[(marker * 3 + axis) * stride + frame]`, axes x z y, centred, times the root of the marker's weight.
    pub(super) points: Vec<f32>,
    /// Where the centroid goes in the [`GROUP`] windows from each frame on, `[line * stride + PATH_LEAD + frame]`: lines
    /// x z of every frame of these windows, then x z of the mean of each window. Places are relative to the frame in the
    /// middle, so they are as small as the way itself. Empty if nothing moves.
    pub(super) paths: Vec<f32>,
    /// The same as `points` by rows, `[(group * lines + line) * GROUP + row]`. Group 0 begins one frame before the
    /// first: a tile reads the neighbours of its own rows.
    point_groups: Vec<f32>,
    /// `paths` from the first frame of each group on, `[group * lines + line]`.
    path_groups: Vec<f32>,
    /// Where the centroid of each window lies in the world, `[line * stride + window]`, lines x z, about the place of the
    /// first window; empty unless windows are compared where they lie.
    pub(super) places: Vec<f32>,
    /// By clip; empty if all are compared.
    groups: Vec<u32>,
    /// Weighted mean square of the window's centred points; infinite where no whole window starts.
    pub(super) energy: Vec<f32>,
}

/// Frames past the last one in packed arrays.
const MARGIN: usize = 512;
/// Rows of a group: the grid multiplies so many frames at once with every column it loads.
pub(super) const GROUP: usize = 4;
/// Places before frame 0 in `paths`: windows of a group may begin before the first frame.
pub(super) const PATH_LEAD: usize = GROUP;
/// Frames that one task packs.
const PACKED: usize = 1024;

impl Cloud {
    /// Packs world marker positions of clips laid end to end (`world[frame * marker_count + marker]`).
    ///
    /// # Errors
    /// [`Error::Invalid`] if lengths do not fit, a weight is not above 0 or a position is not finite.
    pub fn new(
        world: Vec<Vec3>,
        marker_weights: &[f64],
        clip_frames: &[usize],
        kernel: Vec<f64>,
    ) -> Result<Self> {
        let marker_count = marker_weights.len();
        let frame_count: usize = clip_frames.iter().sum();
        let fail = |text: String| Err(Error::invalid("motion graph markers", text));
        if marker_count == 0 || world.len() != frame_count * marker_count {
            return fail(format!(
                "{} positions for {frame_count} frames of {marker_count} markers",
                world.len()
            ));
        }
        if let Some(w) = marker_weights.iter().find(|w| !(w.is_finite() && **w > 0.0)) {
            return fail(format!("weight {w} is not above 0"));
        }
        if let Some(i) = world.iter().position(|p| !p.iter().all(|x| x.is_finite())) {
            return fail(format!("marker {} in frame {} is not finite", i % marker_count, i / marker_count));
        }
        if kernel.is_empty() {
            return fail("the window holds no frame".into());
        }
        let weight_sum: f64 = marker_weights.iter().sum();
        let marker_weights: Vec<f64> = marker_weights.iter().map(|w| w / weight_sum).collect();
        let mut clips = Vec::with_capacity(clip_frames.len());
        let mut first = 0;
        for &frames in clip_frames {
            clips.push(first..first + frames);
            first += frames;
        }
        // Tiles read the rest of their last block and one window more.
        let stride = frame_count + MARGIN + kernel.len();
        let mut cloud = Self {
            marker_count,
            world,
            marker_weights,
            kernel_f32: kernel.iter().map(|&w| w as f32).collect(),
            kernel,
            clips,
            stride,
            points: Vec::new(),
            paths: Vec::new(),
            point_groups: Vec::new(),
            path_groups: Vec::new(),
            places: Vec::new(),
            groups: Vec::new(),
            energy: Vec::new(),
        };
        cloud.pack(frame_count);
        Ok(cloud)
    }

    /// The same windows compared where they lie: nothing is turned or moved to bring them together.
    pub fn world_locked(mut self) -> Self {
        let (n, stride, taps) = (self.marker_count, self.stride, self.kernel.len());
        let centroid = |frame: usize| {
            let markers = self.world[frame * n..(frame + 1) * n].iter().zip(&self.marker_weights);
            markers.fold(Vec3::zeros(), |sum, (p, w)| sum + p * *w)
        };
        let centroids: Vec<Vec3> = (0..self.frame_count()).map(centroid).collect();
        let mut places = vec![0.0; 2 * stride];
        let origin = centroids.first().copied().unwrap_or_default();
        for (window, frames) in centroids.windows(taps).enumerate() {
            let mean: Vec3 = frames.iter().zip(&self.kernel).map(|(c, rho)| (c - origin) * *rho).sum();
            (places[window], places[stride + window]) = (mean.x as f32, mean.z as f32);
        }
        self.places = places;
        self
    }

    /// Whether windows are compared where they lie.
    pub fn is_world_locked(&self) -> bool {
        !self.places.is_empty()
    }

    /// The same clips in groups; those of different groups are not compared, those of group 0 with all.
    pub fn in_groups(self, groups: Vec<u32>) -> Self {
        Self { groups, ..self }
    }

    /// Whether windows of these two clips are compared.
    pub(super) fn are_compared(&self, a: usize, b: usize) -> bool {
        let group = |clip: usize| self.groups.get(clip).copied().unwrap_or(0);
        group(a) == 0 || group(b) == 0 || group(a) == group(b)
    }

    /// Whether any window of the frames `rows` is compared with one of the frames `columns`.
    pub(super) fn any_compared(&self, rows: Range<usize>, columns: Range<usize>) -> bool {
        let clips = |frames: Range<usize>| {
            self.clip_of(frames.start)..(self.clip_of(frames.end.saturating_sub(1)) + 1).min(self.clips.len())
        };
        self.groups.is_empty() || clips(rows).any(|a| clips(columns.clone()).any(|b| self.are_compared(a, b)))
    }

    /// A cloud of single frames that are not markers in space but lines `x z y` of any meaning, with their energies;
    /// frames without lines read as zero.
    pub(super) fn of_features<const N: usize>(frames: &[Option<[[f32; 3]; N]>], energies: Vec<f32>) -> Self {
        let stride = frames.len() + MARGIN;
        let mut points = vec![0.0; N * 3 * stride];
        for (f, lines) in frames.iter().enumerate() {
            for (line, &value) in lines.iter().flatten().flatten().enumerate() {
                points[line * stride + f] = value;
            }
        }
        let mut energy = energies;
        energy.resize(stride, f32::INFINITY);
        Self {
            marker_count: N,
            world: Vec::new(),
            marker_weights: vec![1.0 / N as f64; N],
            kernel: vec![1.0],
            kernel_f32: vec![1.0],
            clips: std::iter::once(0..frames.len()).collect(),
            stride,
            point_groups: point_groups(&points, stride),
            points,
            paths: Vec::new(),
            path_groups: Vec::new(),
            places: Vec::new(),
            groups: Vec::new(),
            energy,
        }
    }

    fn pack(&mut self, frame_count: usize) {
        let (n, stride, taps) = (self.marker_count, self.stride, self.kernel.len());
        let (world, weights) = (&self.world, &self.marker_weights);
        let centroid = |frame: &[Vec3]| {
            frame.iter().zip(weights).fold([0.0; 2], |[x, z], (p, w)| [x + w * p.x, z + w * p.z])
        };
        let centroids: Vec<[f64; 2]> = world.par_chunks_exact(n).with_min_len(PACKED).map(centroid).collect();
        // Any height will do to keep numbers small; that of the first clip stays the same when clips are added.
        let reference = self.clips.iter().map(|c| c.len()).find(|&len| len > 0).unwrap_or(0);
        let mut points = vec![0.0; n * 3 * stride];
        points.par_chunks_exact_mut(3 * stride).enumerate().for_each(|(m, lines)| {
            let root = weights[m].sqrt();
            let places = || world.iter().skip(m).step_by(n);
            let height = places().take(reference).map(|p| p.y / reference as f64).sum::<f64>();
            let (x, rest) = lines.split_at_mut(stride);
            let (z, y) = rest.split_at_mut(stride);
            for (frame, (p, c)) in places().zip(&centroids).enumerate() {
                x[frame] = (root * (p.x - c[0])) as f32;
                z[frame] = (root * (p.z - c[1])) as f32;
                y[frame] = (root * (p.y - height)) as f32;
            }
        });
        self.points = points;
        self.point_groups = point_groups(&self.points, stride);
        // The energy of what the grid will multiply, so that equal windows give next to zero.
        let mut squares = vec![0.0f64; frame_count];
        squares.par_chunks_mut(PACKED).enumerate().for_each(|(part, squares)| {
            for line in self.points.chunks_exact(stride) {
                let values = &line[part * PACKED..];
                squares.iter_mut().zip(values).for_each(|(sum, &v)| *sum += f64::from(v) * f64::from(v));
            }
        });
        self.energy = vec![f32::INFINITY; stride];
        for clip in &self.clips {
            for window in clip.start..(clip.end + 1).saturating_sub(taps).max(clip.start) {
                // About the first frame, so that the place in the world costs no digits.
                let origin = centroids[window];
                let (mut mean, mut energy) = ([0.0; 2], 0.0);
                for (r, rho) in self.kernel.iter().enumerate() {
                    energy += rho * squares[window + r];
                    for axis in 0..2 {
                        let way = centroids[window + r][axis] - origin[axis];
                        mean[axis] += rho * way;
                        energy += rho * way * way;
                    }
                }
                self.energy[window] = (energy - mean[0] * mean[0] - mean[1] * mean[1]) as f32;
            }
        }
        self.pack_paths(&centroids);
    }

    fn pack_paths(&mut self, centroids: &[[f64; 2]]) {
        let (stride, taps) = (self.stride, self.kernel.len());
        let way_lines = 2 * (taps + GROUP - 1);
        let lines = way_lines + 2 * GROUP;
        let mut clip_of: Vec<(u32, u32)> = Vec::with_capacity(centroids.len());
        for clip in &self.clips {
            clip_of.resize(clip.end, (clip.start as u32, clip.end as u32));
        }
        let mut paths = vec![0.0; lines * stride];
        let (ways, means) = paths.split_at_mut(way_lines * stride);
        ways.par_chunks_exact_mut(stride).enumerate().for_each(|(line, out)| {
            let (tap, axis) = (line / 2, line % 2);
            for (frame, here) in centroids.iter().enumerate() {
                // The start of which this frame is that tap.
                let Some(place) = (frame + PATH_LEAD).checked_sub(tap) else { continue };
                // A window lies in one clip, so each clip may have a middle of its own.
                let (first, end) = clip_of[frame];
                let middle =
                    (place + taps / 2).saturating_sub(PATH_LEAD).clamp(first as usize, end as usize - 1);
                out[place] = (here[axis] - centroids[middle][axis]) as f32;
            }
        });
        let ways = &*ways;
        means.par_chunks_exact_mut(stride).enumerate().for_each(|(line, out)| {
            let (window, axis) = (line / 2, line % 2);
            let mut sums = vec![0.0f64; stride];
            for (r, rho) in self.kernel.iter().enumerate() {
                let way = &ways[(2 * (window + r) + axis) * stride..][..stride];
                sums.iter_mut().zip(way).for_each(|(sum, &w)| *sum += rho * f64::from(w));
            }
            out.iter_mut().zip(sums).for_each(|(out, sum)| *out = sum as f32);
        });
        let groups = (stride - PATH_LEAD) / GROUP;
        let mut path_groups = vec![0.0; groups * lines];
        path_groups.par_chunks_exact_mut(lines).with_min_len(64).enumerate().for_each(|(group, out)| {
            let place = (group * GROUP + PATH_LEAD) - 1;
            out.iter_mut().enumerate().for_each(|(line, out)| *out = paths[line * stride + place]);
        });
        (self.paths, self.path_groups) = (paths, path_groups);
    }

    /// Points of `count` groups of rows, `[group][line][GROUP]`.
    pub(super) fn point_groups(&self, first: usize, count: usize) -> &[f32] {
        let length = 3 * self.marker_count * GROUP;
        &self.point_groups[first * length..(first + count) * length]
    }

    /// Centroid paths from the first window of a group on, by line; empty if nothing moves.
    pub(super) fn path_group(&self, group: usize) -> &[f32] {
        let lines = self.paths.len() / self.stride;
        &self.path_groups[group * lines..(group + 1) * lines]
    }

    /// Frames of all clips.
    pub fn frame_count(&self) -> usize {
        self.clips.last().map_or(0, |clip| clip.end)
    }

    /// Markers a frame.
    pub fn marker_count(&self) -> usize {
        self.marker_count
    }

    /// Frames of a window.
    pub fn window_frames(&self) -> usize {
        self.kernel.len()
    }

    /// Weights of a window's frames.
    pub fn kernel(&self) -> &[f64] {
        &self.kernel
    }

    pub(super) fn kernel_f32(&self) -> &[f32] {
        &self.kernel_f32
    }

    /// Whether all frames of a window weigh the same.
    pub(super) fn is_level(&self) -> bool {
        self.kernel_f32.iter().all(|w| *w == self.kernel_f32[0])
    }

    /// Energies of `count` windows from `first` on; infinite outside the set.
    pub(super) fn energies(&self, first: isize, count: usize, out: &mut Vec<f32>) {
        out.clear();
        out.extend((first..first + count as isize).map(|window| {
            usize::try_from(window).ok().and_then(|w| self.energy.get(w)).copied().unwrap_or(f32::INFINITY)
        }));
    }

    /// Normalised marker weights.
    pub fn marker_weights(&self) -> &[f64] {
        &self.marker_weights
    }

    /// Where each clip lies among the frames.
    pub fn clips(&self) -> &[Range<usize>] {
        &self.clips
    }

    /// The clip a frame belongs to.
    pub fn clip_of(&self, frame: usize) -> usize {
        self.clips.partition_point(|clip| clip.end <= frame)
    }

    /// World marker positions of one frame.
    pub fn frame(&self, frame: usize) -> &[Vec3] {
        &self.world[frame * self.marker_count..(frame + 1) * self.marker_count]
    }

    /// Whether a whole window starts at that frame.
    pub fn is_window(&self, frame: usize) -> bool {
        self.energy[frame].is_finite()
    }
}

/// `[line][frame]` as `[group][line][GROUP]`, beginning one frame before the first; what lies outside is zero.
fn point_groups(source: &[f32], stride: usize) -> Vec<f32> {
    let lines = source.len() / stride;
    let mut out = vec![0.0; (stride + 1).div_ceil(GROUP) * lines * GROUP];
    out.par_chunks_exact_mut(lines * GROUP).with_min_len(64).enumerate().for_each(|(group, out)| {
        let first = (group * GROUP).saturating_sub(1);
        let skipped = usize::from(group == 0);
        for (out, values) in out.chunks_exact_mut(GROUP).zip(source.chunks_exact(stride)) {
            out.iter_mut().skip(skipped).zip(&values[first..]).for_each(|(out, &value)| *out = value);
        }
    });
    out
}

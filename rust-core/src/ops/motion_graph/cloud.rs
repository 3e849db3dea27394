//! [`Cloud`]: the markers of every frame of a set of clips, centred and packed for the distance grid.
//!
//! Each frame loses the weighted centroid of its own markers in f64 before it is rounded to f32, and the centroid
//! path inside each window is kept apart (MG-3). Magnitudes then are those of a body, not of its place in the world,
//! and the f32 grid is good to about 1e-7 m² anywhere.

use crate::error::{Error, Result};
use crate::math::Vec3;
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
    /// `[(tap * 2 + axis) * stride + window]`, axes x z: the centroid path inside the window about its mean, times
    /// the root of the tap's weight.
    pub(super) drift: Vec<f32>,
    /// The same as `points` by rows, `[(group * lines + line) * GROUP + row]`. Group 0 begins one frame before the
    /// first: a tile reads the neighbours of its own rows.
    point_groups: Vec<f32>,
    drift_groups: Vec<f32>,
    /// Weighted mean square of the window's centred points; infinite where no whole window starts.
    pub(super) energy: Vec<f32>,
}

/// Frames past the last one in packed arrays.
const MARGIN: usize = 512;
/// Rows of a group: the grid multiplies so many frames at once with every column it loads.
pub(super) const GROUP: usize = 4;

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
            drift: Vec::new(),
            point_groups: Vec::new(),
            drift_groups: Vec::new(),
            energy: Vec::new(),
        };
        cloud.pack(frame_count);
        Ok(cloud)
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
        let drift = vec![0.0; 2 * stride];
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
            point_groups: row_groups(&points, stride),
            drift_groups: row_groups(&drift, stride),
            points,
            drift,
            energy,
        }
    }

    fn pack(&mut self, frame_count: usize) {
        let (n, stride, taps) = (self.marker_count, self.stride, self.kernel.len());
        let mut centroids = vec![[0.0f64; 2]; frame_count];
        // Any height will do to keep numbers small; that of the first clip stays the same when clips are added.
        let reference = self.clips.iter().map(|c| c.len()).find(|&len| len > 0).unwrap_or(0);
        let mut mean_heights = vec![0.0f64; n];
        for frame in 0..frame_count {
            for (m, p) in self.world[frame * n..(frame + 1) * n].iter().enumerate() {
                centroids[frame][0] += self.marker_weights[m] * p.x;
                centroids[frame][1] += self.marker_weights[m] * p.z;
                if frame < reference {
                    mean_heights[m] += p.y / reference as f64;
                }
            }
        }
        self.points = vec![0.0; n * 3 * stride];
        let mut squares = vec![0.0f64; frame_count];
        for frame in 0..frame_count {
            for (m, p) in self.world[frame * n..(frame + 1) * n].iter().enumerate() {
                let root = self.marker_weights[m].sqrt();
                let centred = [p.x - centroids[frame][0], p.z - centroids[frame][1], p.y - mean_heights[m]];
                for (axis, value) in centred.into_iter().enumerate() {
                    let packed = (root * value) as f32;
                    self.points[(m * 3 + axis) * stride + frame] = packed;
                    // The energy of what the grid will multiply, so that equal windows give zero.
                    squares[frame] += f64::from(packed) * f64::from(packed);
                }
            }
        }
        self.drift = vec![0.0; taps * 2 * stride];
        self.energy = vec![f32::INFINITY; stride];
        for clip in &self.clips {
            for window in clip.start..(clip.end + 1).saturating_sub(taps).max(clip.start) {
                let mut mean = [0.0; 2];
                for (r, rho) in self.kernel.iter().enumerate() {
                    mean[0] += rho * centroids[window + r][0];
                    mean[1] += rho * centroids[window + r][1];
                }
                let mut energy = 0.0;
                for (r, rho) in self.kernel.iter().enumerate() {
                    energy += rho * squares[window + r];
                    for axis in 0..2 {
                        let u = (rho.sqrt() * (centroids[window + r][axis] - mean[axis])) as f32;
                        self.drift[(r * 2 + axis) * stride + window] = u;
                        energy += f64::from(u) * f64::from(u);
                    }
                }
                self.energy[window] = energy as f32;
            }
        }
        self.point_groups = row_groups(&self.points, stride);
        self.drift_groups = row_groups(&self.drift, stride);
    }

    /// Points of `count` groups of rows, `[group][line][GROUP]`.
    pub(super) fn point_groups(&self, first: usize, count: usize) -> &[f32] {
        let length = 3 * self.marker_count * GROUP;
        &self.point_groups[first * length..(first + count) * length]
    }

    /// Centroid paths of one group of windows, `[line][GROUP]`.
    pub(super) fn drift_group(&self, group: usize) -> &[f32] {
        let length = 2 * self.kernel.len() * GROUP;
        &self.drift_groups[group * length..(group + 1) * length]
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
fn row_groups(source: &[f32], stride: usize) -> Vec<f32> {
    let lines = source.len() / stride;
    let mut out = vec![0.0; (stride + 1).div_ceil(GROUP) * lines * GROUP];
    for (line, values) in source.chunks_exact(stride).enumerate() {
        for (frame, &value) in values.iter().enumerate() {
            let (group, row) = ((frame + 1) / GROUP, (frame + 1) % GROUP);
            out[(group * lines + line) * GROUP + row] = value;
        }
    }
    out
}

//! [`BuildMotionGraphOptions`].

use super::report::BuildMotionGraphReport;
use crate::declare::Operation;
use crate::model::{Kernel, MotionGraph, Tuning};

/// Larger sets keep only minima that a threshold might ever take: there are millions of others.
const ALL_MINIMA_FRAMES: usize = 20_000;
/// A third more than the automatic rule takes of all but slow motion.
const LARGE_SET_LIMIT: f64 = 4.0;

choices! {
    /// What two windows of motion are compared by.
    pub enum Markers {
        /// Feet and knees count most.
        Legs = "legs", "Legs";
        /// All joints count alike.
        Uniform = "uniform", "All Joints";
    }
}

choices! {
    /// How clips that come without labels are told apart.
    pub enum Labelling {
        /// Tell standing, forward and side-back motion apart.
        Automatic = "automatic", "Automatic";
        /// Give all motion one label.
        None = "none", "None";
    }
}

options! {
    /// How [`build_motion_graph`](super::build_motion_graph) works.
    pub struct BuildMotionGraphOptions of "build_motion_graph" {
        /// Frames per second of the graph; clips are resampled to it.
        frame_rate: f64 = 30.0, in 5.0..=240.0, unit "fps", label "Frame Rate";
        /// Length of the compared windows and of the transitions; 0.3 suits runs.
        window: f64 = 0.5, in 0.1..=2.0, unit "s", label "Window";
        /// How the frames of a window are weighted.
        kernel: Kernel = Kernel::Triangle, label "Kernel";
        /// What is compared.
        markers: Markers = Markers::Legs, label "Compare";
        /// How stretches of motion are told apart in clips without labels.
        labelling: Labelling = Labelling::Automatic, label "Labels";
        /// Add the mirror image of every clip, on a skeleton made symmetric.
        mirror: bool = false, label "Mirror";
        /// Transition threshold: how much a pose changes in this many frames.
        threshold_factor: f64 = 2.25, in 0.0..=100.0, unit "frames", label "Threshold";
        /// How far the threshold is raised for a label that is poorly connected.
        max_threshold_factor: f64 = 3.0, in 0.0..=100.0, unit "frames", label "Largest Threshold";
        /// Ignore pairs of windows that differ by more than this; 0 keeps all, or 4 above 20,000 frames.
        minima_limit: f64 = 0.0, in 0.0..=1000.0, unit "frames", label "Resemblance Limit";
        /// Warn about labels with less usable motion than this.
        min_core: f64 = 2.0, in 0.0..=3600.0, unit "s", label "Least Motion";
        /// Among transitions this close to each other at both ends, keep only the best; 0 keeps all.
        thinning: usize = 0, in 0..=60, unit "frames", label "Thinning";
        /// Compare windows at their places in the world, for motion that is tied to places.
        world_locked: bool = false, label "World Locked";
    }
}

impl BuildMotionGraphOptions {
    /// The options with which [`retune_motion_graph`](super::retune_motion_graph) gives a graph's own report: what the
    /// graph keeps of those it was built with.
    ///
    /// ```
    /// use surefoot::{BuildMotionGraphOptions, retune_motion_graph};
    /// # let graph = surefoot_sample::walk_graph()?;
    ///
    /// let options = BuildMotionGraphOptions::of_graph(&graph);
    /// let again = retune_motion_graph(&graph, graph.thresholds(), &options)?;
    /// assert_eq!(again.graph.edges(), graph.edges());
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    pub fn of_graph(graph: &MotionGraph) -> Self {
        let Tuning { thinning, threshold_factor, min_core, .. } = *graph.tuning();
        Self { thinning, threshold_factor, min_core, ..Self::default() }
    }

    /// Frames of a window: an odd number, at least 3.
    ///
    /// ```
    /// use surefoot::BuildMotionGraphOptions;
    ///
    /// let options = BuildMotionGraphOptions::default().frame_rate(30.0).window(0.5);
    /// assert_eq!(options.window_frames(), 15);
    /// ```
    pub fn window_frames(&self) -> usize {
        let half = ((self.window * self.frame_rate - 1.0) / 2.0).floor().max(1.0) as usize;
        2 * half + 1
    }

    /// The limit on minima for a set of that many frames: all are kept of a set that is compared in a second or so.
    pub(super) fn minima_limit_for(&self, frame_count: usize) -> f64 {
        match self.minima_limit {
            limit if limit > 0.0 => limit,
            _ if frame_count <= ALL_MINIMA_FRAMES => f64::INFINITY,
            _ => LARGE_SET_LIMIT,
        }
    }
}

pub(crate) const OPERATION: Operation = Operation::new::<BuildMotionGraphOptions, BuildMotionGraphReport>(
    "Build Motion Graph",
    "Join clips where they resemble each other",
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_an_odd_number_of_frames() {
        // Half a window is 7 frames at 30 Hz.
        assert_eq!(BuildMotionGraphOptions::default().window_frames(), 15);
    }
}

//! [`BuildMotionGraphOptions`].

use crate::model::{Kernel, MotionGraph, Tuning};
use crate::ops::options::{OptionKind, OptionSpec, OptionValue, Options, set_defaults};

/// Larger sets keep only minima that a threshold might ever take: there are millions of others.
const ALL_MINIMA_FRAMES: usize = 20_000;
/// A third more than the automatic rule takes of all but slow motion.
const LARGE_SET_LIMIT: f64 = 4.0;

/// How [`build_motion_graph`](super::build_motion_graph) works. Meanings and ranges are in [`Options::SPECS`].
#[derive(Debug, Clone, PartialEq)]
pub struct BuildMotionGraphOptions {
    /// Frames per second of the graph; clips are resampled to it.
    pub frame_rate: f64,
    /// Length of the compared windows and of the transitions, seconds.
    pub window: f64,
    /// `triangle`, `box` or `gaussian`.
    pub kernel: &'static str,
    /// `legs` or `uniform`.
    pub markers: &'static str,
    /// `automatic` or `none`, for clips that come without labels.
    pub labelling: &'static str,
    /// Whether mirror images of all clips are added.
    pub mirror: bool,
    /// Threshold in units of one frame's change.
    pub threshold_factor: f64,
    /// How far the threshold is raised for a label that is poorly connected.
    pub max_threshold_factor: f64,
    /// Minima beyond this are not looked for, in units of one frame's change; 0 is automatic.
    pub minima_limit: f64,
    /// Labels whose core is shorter are warned about, seconds.
    pub min_core: f64,
    /// Of transitions that lie within so many frames of each other at both ends only the best is used; 0 uses all.
    pub thinning: usize,
    /// Whether windows are compared where they lie in the world, for motion that is tied to places.
    pub world_locked: bool,
}

impl BuildMotionGraphOptions {
    /// The options with which [`retune_motion_graph`](super::retune_motion_graph) gives a graph's own report: what the
    /// graph keeps of those it was built with.
    pub fn of_graph(graph: &MotionGraph) -> Self {
        let Tuning { thinning, threshold_factor, min_core, .. } = *graph.tuning();
        Self { thinning, threshold_factor, min_core, ..Self::default() }
    }

    /// Frames of a window: an odd number, at least 3.
    pub fn window_frames(&self) -> usize {
        let half = ((self.window * self.frame_rate - 1.0) / 2.0).floor().max(1.0) as usize;
        2 * half + 1
    }

    /// The limit on minima for a set of that many frames: all are kept of a set that is compared in a second or so.
    pub(super) fn minima_limit(&self, frame_count: usize) -> f64 {
        match self.minima_limit {
            limit if limit > 0.0 => limit,
            _ if frame_count <= ALL_MINIMA_FRAMES => f64::INFINITY,
            _ => LARGE_SET_LIMIT,
        }
    }

    pub(super) fn kernel(&self) -> Kernel {
        Kernel::from_name(self.kernel).unwrap_or(Kernel::Triangle)
    }
}

impl Options for BuildMotionGraphOptions {
    const SPECS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "frame_rate",
            kind: OptionKind::Number { default: 30.0, min: 5.0, max: 240.0 },
            unit: "fps",
            help: "Frames per second of the graph; clips are resampled to it",
        },
        OptionSpec {
            name: "window",
            kind: OptionKind::Number { default: 0.5, min: 0.1, max: 2.0 },
            unit: "s",
            help: "Length of the compared windows and of the transitions; 0.3 suits runs",
        },
        OptionSpec {
            name: "kernel",
            kind: OptionKind::Choice { default: "triangle", values: &["triangle", "box", "gaussian"] },
            unit: "",
            help: "How frames of a window are weighted",
        },
        OptionSpec {
            name: "markers",
            kind: OptionKind::Choice { default: "legs", values: &["legs", "uniform"] },
            unit: "",
            help: "What is compared: legs favours feet and knees, uniform weights all joints alike",
        },
        OptionSpec {
            name: "labelling",
            kind: OptionKind::Choice { default: "automatic", values: &["automatic", "none"] },
            unit: "",
            help: "For clips without labels: automatic tells stand, forward and side-back, none gives all one label",
        },
        OptionSpec {
            name: "mirror",
            kind: OptionKind::Flag { default: false },
            unit: "",
            help: "Add the mirror image of every clip, on a skeleton made symmetric",
        },
        OptionSpec {
            name: "threshold_factor",
            kind: OptionKind::Number { default: 2.25, min: 0.0, max: 100.0 },
            unit: "frames",
            help: "Transition threshold: how much a pose changes in this many frames",
        },
        OptionSpec {
            name: "max_threshold_factor",
            kind: OptionKind::Number { default: 3.0, min: 0.0, max: 100.0 },
            unit: "frames",
            help: "How far the threshold is raised for a label that is poorly connected",
        },
        OptionSpec {
            name: "minima_limit",
            kind: OptionKind::Number { default: 0.0, min: 0.0, max: 1000.0 },
            unit: "frames",
            help: "Leave out resemblances that differ by more than this; 0: keep all, or 4 above 20,000 frames",
        },
        OptionSpec {
            name: "min_core",
            kind: OptionKind::Number { default: 2.0, min: 0.0, max: 3600.0 },
            unit: "s",
            help: "Warn about labels of which less motion than this can be used",
        },
        OptionSpec {
            name: "thinning",
            kind: OptionKind::Integer { default: 0, min: 0, max: 60 },
            unit: "frames",
            help: "Of transitions this close to each other at both ends use only the best; 0 uses all",
        },
        OptionSpec {
            name: "world_locked",
            kind: OptionKind::Flag { default: false },
            unit: "",
            help: "Compare windows where they lie in the world, for motion that is tied to places",
        },
    ];

    fn get(&self, name: &str) -> OptionValue {
        match name {
            "frame_rate" => OptionValue::Number(self.frame_rate),
            "window" => OptionValue::Number(self.window),
            "kernel" => OptionValue::Choice(self.kernel),
            "markers" => OptionValue::Choice(self.markers),
            "labelling" => OptionValue::Choice(self.labelling),
            "mirror" => OptionValue::Flag(self.mirror),
            "threshold_factor" => OptionValue::Number(self.threshold_factor),
            "max_threshold_factor" => OptionValue::Number(self.max_threshold_factor),
            "minima_limit" => OptionValue::Number(self.minima_limit),
            "min_core" => OptionValue::Number(self.min_core),
            "thinning" => OptionValue::Integer(self.thinning as i64),
            _ => OptionValue::Flag(self.world_locked),
        }
    }

    fn set(&mut self, name: &str, value: OptionValue) {
        match (name, value) {
            ("frame_rate", OptionValue::Number(v)) => self.frame_rate = v,
            ("window", OptionValue::Number(v)) => self.window = v,
            ("kernel", OptionValue::Choice(v)) => self.kernel = v,
            ("markers", OptionValue::Choice(v)) => self.markers = v,
            ("labelling", OptionValue::Choice(v)) => self.labelling = v,
            ("mirror", OptionValue::Flag(v)) => self.mirror = v,
            ("threshold_factor", OptionValue::Number(v)) => self.threshold_factor = v,
            ("max_threshold_factor", OptionValue::Number(v)) => self.max_threshold_factor = v,
            ("minima_limit", OptionValue::Number(v)) => self.minima_limit = v,
            ("min_core", OptionValue::Number(v)) => self.min_core = v,
            ("thinning", OptionValue::Integer(v)) => self.thinning = usize::try_from(v).unwrap_or(0),
            ("world_locked", OptionValue::Flag(v)) => self.world_locked = v,
            _ => {}
        }
    }
}

impl Default for BuildMotionGraphOptions {
    fn default() -> Self {
        let mut options = Self {
            frame_rate: 0.0,
            window: 0.0,
            kernel: "",
            markers: "",
            labelling: "",
            mirror: false,
            threshold_factor: 0.0,
            max_threshold_factor: 0.0,
            minima_limit: 0.0,
            min_core: 0.0,
            thinning: 0,
            world_locked: false,
        };
        set_defaults(&mut options);
        options
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spec_is_read_and_written() {
        let mut options = BuildMotionGraphOptions::default();
        options.validate().unwrap();
        // Half window 7 at 30 Hz.
        assert_eq!(options.window_frames(), 15);
        for spec in BuildMotionGraphOptions::SPECS {
            let other = match spec.kind {
                OptionKind::Number { max, .. } => OptionValue::Number(max),
                OptionKind::Integer { max, .. } => OptionValue::Integer(max),
                OptionKind::Flag { default } => OptionValue::Flag(!default),
                OptionKind::Choice { values, .. } => OptionValue::Choice(values[values.len() - 1]),
            };
            options.set(spec.name, other);
            assert_eq!(options.get(spec.name), other, "{}", spec.name);
        }
        options.window = f64::NAN;
        assert!(options.validate().unwrap_err().to_string().contains("window"));
    }
}

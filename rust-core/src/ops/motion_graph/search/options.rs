//! [`SearchMotionGraphOptions`].

use super::horizon::SearchMethod;
use crate::ops::options::{OptionKind, OptionSpec, OptionValue, Options, set_defaults};

/// How [`search_motion_graph`](super::search_motion_graph) works. Meanings and ranges are in [`Options::SPECS`].
#[derive(Debug, Clone, PartialEq)]
pub struct SearchMotionGraphOptions {
    /// `beam`, `horizon-beam` or `branch-and-bound`.
    pub method: &'static str,
    /// States kept at each frame.
    pub beam_width: usize,
    /// How far a horizon search looks ahead, seconds.
    pub horizon: f64,
    /// How much of that it keeps before it looks again, seconds.
    pub retain: f64,
    /// Cost of a transition, m².
    pub transition_cost: f64,
    /// How much the path moves on while the character stands, as a share of the usual speed.
    pub min_progress: f64,
    /// How far before the end of a piece the next style may begin, metres.
    pub style_tolerance: f64,
    /// Cost of a wrong direction at the end of a connection, m² per rad².
    pub turn_cost: f64,
    /// Cost of a second on the way to a placement, m².
    pub time_cost: f64,
    /// Places in the graph to try as the beginning of a path.
    pub starts: usize,
    /// Walks up to this share above the best may be taken.
    pub variation: f64,
    /// Equal seeds give equal walks.
    pub seed: u64,
    /// A walk that takes longer than this many times the usual time is given up.
    pub patience: f64,
    /// Walks branch and bound looks at before it takes the best so far.
    pub max_expansions: usize,
    /// Whether transitions that begin or end on a jolt are left out.
    pub smooth_seams: bool,
    /// Whether sliding feet are cleaned.
    pub cleanup: bool,
}

impl SearchMotionGraphOptions {
    pub(super) fn method(&self) -> SearchMethod {
        match self.method {
            "branch-and-bound" => SearchMethod::BranchAndBound,
            "horizon-beam" => SearchMethod::HorizonBeam,
            _ => SearchMethod::Beam,
        }
    }
}

impl Options for SearchMotionGraphOptions {
    const SPECS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "method",
            kind: OptionKind::Choice {
                default: "beam",
                values: &["beam", "horizon-beam", "branch-and-bound"],
            },
            unit: "",
            help: "beam sees the whole path, the others look a few seconds ahead",
        },
        OptionSpec {
            name: "beam_width",
            kind: OptionKind::Integer { default: 100, min: 1, max: 100_000 },
            unit: "",
            help: "Walks a beam keeps at each frame: more follow a path better and take longer",
        },
        OptionSpec {
            name: "horizon",
            kind: OptionKind::Number { default: 5.0, min: 0.1, max: 3600.0 },
            unit: "s",
            help: "How far horizon-beam and branch-and-bound look ahead",
        },
        OptionSpec {
            name: "retain",
            kind: OptionKind::Number { default: 0.9, min: 0.03, max: 3600.0 },
            unit: "s",
            help: "How much of that they keep before they look again",
        },
        OptionSpec {
            name: "transition_cost",
            kind: OptionKind::Number { default: 0.1, min: 0.0, max: 1000.0 },
            unit: "m²",
            help: "What a transition costs: more gives fewer of them and a looser path",
        },
        OptionSpec {
            name: "min_progress",
            kind: OptionKind::Number { default: 0.4, min: 0.0, max: 1.0 },
            unit: "ratio",
            help: "Speed at which the path moves on while the character stands, as a share of the usual speed",
        },
        OptionSpec {
            name: "style_tolerance",
            kind: OptionKind::Number { default: 0.85, min: 0.0, max: 100.0 },
            unit: "m",
            help: "How far before the end of a piece the next style may begin",
        },
        OptionSpec {
            name: "turn_cost",
            kind: OptionKind::Number { default: 1.0, min: 0.0, max: 1000.0 },
            unit: "m²/rad²",
            help: "What a wrong direction costs where a clip is to end at a place",
        },
        OptionSpec {
            name: "time_cost",
            kind: OptionKind::Number { default: 0.02, min: 0.0, max: 1000.0 },
            unit: "m²/s",
            help: "What time costs on the way to a place",
        },
        OptionSpec {
            name: "starts",
            kind: OptionKind::Integer { default: 100, min: 1, max: 1_000_000 },
            unit: "",
            help: "Places in the graph tried as the beginning of a path; the seed draws them",
        },
        OptionSpec {
            name: "variation",
            kind: OptionKind::Number { default: 0.0, min: 0.0, max: 10.0 },
            unit: "ratio",
            help: "Walks that cost up to this share more than the best may be drawn",
        },
        OptionSpec {
            name: "seed",
            kind: OptionKind::Integer { default: 0, min: 0, max: i64::MAX },
            unit: "",
            help: "Equal seeds give equal walks",
        },
        OptionSpec {
            name: "patience",
            kind: OptionKind::Number { default: 3.0, min: 1.0, max: 1000.0 },
            unit: "ratio",
            help: "A walk is given up when it takes this many times the usual time",
        },
        OptionSpec {
            name: "max_expansions",
            kind: OptionKind::Integer { default: 200_000, min: 1, max: 1_000_000_000 },
            unit: "",
            help: "Walks branch-and-bound looks at, each time, before it takes the best so far",
        },
        OptionSpec {
            name: "smooth_seams",
            kind: OptionKind::Flag { default: true },
            unit: "",
            help: "Leave out transitions that begin or end on a jolt, such as a heel strike",
        },
        OptionSpec {
            name: "cleanup",
            kind: OptionKind::Flag { default: true },
            unit: "",
            help: "Remove the footskate of the result",
        },
    ];

    fn get(&self, name: &str) -> OptionValue {
        let integer = |v: usize| OptionValue::Integer(i64::try_from(v).unwrap_or(i64::MAX));
        match name {
            "method" => OptionValue::Choice(self.method),
            "beam_width" => integer(self.beam_width),
            "horizon" => OptionValue::Number(self.horizon),
            "retain" => OptionValue::Number(self.retain),
            "transition_cost" => OptionValue::Number(self.transition_cost),
            "min_progress" => OptionValue::Number(self.min_progress),
            "style_tolerance" => OptionValue::Number(self.style_tolerance),
            "turn_cost" => OptionValue::Number(self.turn_cost),
            "time_cost" => OptionValue::Number(self.time_cost),
            "starts" => integer(self.starts),
            "variation" => OptionValue::Number(self.variation),
            "seed" => OptionValue::Integer(i64::try_from(self.seed).unwrap_or(i64::MAX)),
            "patience" => OptionValue::Number(self.patience),
            "max_expansions" => integer(self.max_expansions),
            "smooth_seams" => OptionValue::Flag(self.smooth_seams),
            _ => OptionValue::Flag(self.cleanup),
        }
    }

    fn set(&mut self, name: &str, value: OptionValue) {
        let count = |v: i64| usize::try_from(v).unwrap_or(0);
        match (name, value) {
            ("method", OptionValue::Choice(v)) => self.method = v,
            ("beam_width", OptionValue::Integer(v)) => self.beam_width = count(v),
            ("horizon", OptionValue::Number(v)) => self.horizon = v,
            ("retain", OptionValue::Number(v)) => self.retain = v,
            ("transition_cost", OptionValue::Number(v)) => self.transition_cost = v,
            ("min_progress", OptionValue::Number(v)) => self.min_progress = v,
            ("style_tolerance", OptionValue::Number(v)) => self.style_tolerance = v,
            ("turn_cost", OptionValue::Number(v)) => self.turn_cost = v,
            ("time_cost", OptionValue::Number(v)) => self.time_cost = v,
            ("starts", OptionValue::Integer(v)) => self.starts = count(v),
            ("variation", OptionValue::Number(v)) => self.variation = v,
            ("seed", OptionValue::Integer(v)) => self.seed = v.unsigned_abs(),
            ("patience", OptionValue::Number(v)) => self.patience = v,
            ("max_expansions", OptionValue::Integer(v)) => self.max_expansions = count(v),
            ("smooth_seams", OptionValue::Flag(v)) => self.smooth_seams = v,
            ("cleanup", OptionValue::Flag(v)) => self.cleanup = v,
            _ => {}
        }
    }
}

impl Default for SearchMotionGraphOptions {
    fn default() -> Self {
        let mut options = Self {
            method: "",
            beam_width: 0,
            horizon: 0.0,
            retain: 0.0,
            transition_cost: 0.0,
            min_progress: 0.0,
            style_tolerance: 0.0,
            turn_cost: 0.0,
            time_cost: 0.0,
            starts: 0,
            variation: 0.0,
            seed: 0,
            patience: 0.0,
            max_expansions: 0,
            smooth_seams: false,
            cleanup: false,
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
        let mut options = SearchMotionGraphOptions::default();
        options.validate().unwrap();
        for spec in SearchMotionGraphOptions::SPECS {
            let other = match spec.kind {
                OptionKind::Number { max, .. } => OptionValue::Number(max),
                OptionKind::Integer { max, .. } => OptionValue::Integer(max),
                OptionKind::Flag { default } => OptionValue::Flag(!default),
                OptionKind::Choice { values, .. } => OptionValue::Choice(values[values.len() - 1]),
            };
            options.set(spec.name, other);
            assert_eq!(options.get(spec.name), other, "{}", spec.name);
        }
        options.horizon = f64::NAN;
        assert!(options.validate().unwrap_err().to_string().contains("horizon"));
    }
}

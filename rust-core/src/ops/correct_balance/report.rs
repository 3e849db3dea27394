//! [`CorrectBalanceReport`].

use super::solve::excesses;
use crate::kinematics::support::LOADED;
use crate::model::Note;
use crate::ops::measure_balance::BalanceMeasures;
use crate::ops::measure_balance::scene::Judgement;
use serde::Serialize;

/// How far the zero moment point is beyond what is allowed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExcessMeasures {
    /// Frames that were judged and have a limit.
    pub frames: usize,
    /// Mean over the judged frames, weighted by their load, metres.
    pub mean: f64,
    /// 95 % of the judged frames are below, metres.
    pub p95: f64,
    /// Largest, over frames with at least 0.15 of the body's weight, metres.
    pub max: f64,
    /// That frame; `None` where none is beyond.
    pub max_frame: Option<usize>,
}

impl ExcessMeasures {
    pub(super) fn new(judgement: &Judgement, allowed: &[f64], is_left_out: &[bool]) -> Self {
        let (mut sum, mut weights) = (0.0, 0.0);
        let mut out = Self::default();
        let mut all = Vec::new();
        for (frame, excess, load) in excesses(judgement, allowed, is_left_out) {
            sum += excess * load;
            weights += load;
            all.push(excess);
            out.frames += 1;
            if load > LOADED && excess > out.max {
                (out.max, out.max_frame) = (excess, Some(frame));
            }
        }
        if weights > 0.0 {
            out.mean = sum / weights;
            all.sort_by(f64::total_cmp);
            out.p95 = all[(all.len() * 95 / 100).min(all.len() - 1)];
        }
        out
    }
}

/// What the correction moved.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BalanceMoves {
    /// Frames that changed.
    pub frames: usize,
    /// Largest shift of the root over the floor, metres.
    pub root_max: f64,
    /// Largest way that the root sinks so that legs reach, metres.
    pub sink_max: f64,
    /// Largest lean of the trunk, degrees.
    pub lean_max: f64,
    /// Acceleration of the knees' bend against the clip that came, 99th percentile, ratio; less than 1 rad/s² counts as that.
    pub knee_acceleration_ratio: f64,
    /// Jerk of all joints against the clip that came, 99th percentile, ratio; less than 1 m/s³ counts as that.
    pub jerk_ratio: f64,
    /// Farthest way of an ankle, metres.
    pub ankle_moved_max: f64,
    /// Largest change of the fall in a flight, as a share of gravity; 0 without flights.
    pub flight_g_change_max: f64,
}

/// What [`correct_balance`](super::correct_balance()) did.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CorrectBalanceReport {
    /// Balance of the clip that came.
    pub before: BalanceMeasures,
    /// Balance of the result.
    pub after: BalanceMeasures,
    /// How far the clip that came is beyond what is allowed.
    pub excess_before: ExcessMeasures,
    /// The same of the result.
    pub excess_after: ExcessMeasures,
    /// Rounds of correcting and measuring again; 0 where nothing had to be done, or nothing that was tried was better.
    pub rounds: usize,
    /// Frames that were left as they are because something else than feet carries the body there, or too much would have to move.
    pub frames_left_alone: usize,
    /// What moved.
    pub moved: BalanceMoves,
    /// Mean distance of the centre of mass from its path, over the floor, metres; `None` where no path is kept.
    pub off_path_before: Option<f64>,
    /// The same of the result.
    pub off_path_after: Option<f64>,
    /// What a user should know.
    pub notes: Vec<Note>,
}

operation_report!(CorrectBalanceReport);

impl CorrectBalanceReport {
    /// One line with what a person wants to know first, the same in every host.
    pub fn summary(&self) -> String {
        let moved = match self.moved.frames {
            0 => "nothing moved".to_owned(),
            frames => format!("{frames} frames changed, root by up to {:.1} cm", 100.0 * self.moved.root_max),
        };
        if self.before.frames == 0 {
            return format!("nothing could be judged; {moved}");
        }
        if self.excess_before.frames == 0 {
            return format!("nothing of the original could be judged; {moved}");
        }
        let excess = format!(
            "beyond its limits {:.2} -> {:.2} cm on average",
            100.0 * self.excess_before.mean,
            100.0 * self.excess_after.mean
        );
        let path = match (self.off_path_before, self.off_path_after) {
            (Some(before), Some(after)) => {
                format!("; centre of mass off its path {:.1} -> {:.1} cm", 100.0 * before, 100.0 * after)
            }
            _ => String::new(),
        };
        format!("{excess}{path}; {moved}")
    }
}

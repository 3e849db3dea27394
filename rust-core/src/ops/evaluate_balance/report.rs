//! [`EvaluateBalanceReport`].

use super::options::MassMethod;
use crate::model::{MassSource, Note};
use serde::Serialize;

/// Mean and deviation of some values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Spread {
    /// How many values.
    pub count: usize,
    /// Their mean; 0 without values.
    pub mean: f64,
    /// Standard deviation of the sample (divided by the count less 1); 0 for fewer than two values.
    pub deviation: f64,
}

impl Spread {
    /// Of the values.
    ///
    /// ```
    /// use surefoot::ops::evaluate_balance::Spread;
    ///
    /// let spread = Spread::of(&[1.0, 2.0, 3.0]);
    /// assert_eq!((spread.count, spread.mean, spread.deviation), (3, 2.0, 1.0));
    /// ```
    pub fn of(values: &[f64]) -> Self {
        let count = values.len();
        let mean = values.iter().sum::<f64>() / count.max(1) as f64;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let deviation = if count > 1 { (squares / (count - 1) as f64).sqrt() } else { 0.0 };
        Self { count, mean, deviation }
    }

    /// The means of several spreads' means and deviations: one row for many clips. `count` is that of the spreads.
    ///
    /// ```
    /// use surefoot::ops::evaluate_balance::Spread;
    ///
    /// let pair = [Spread::of(&[1.0, 3.0]), Spread::of(&[5.0])];
    /// assert_eq!((Spread::mean_of(&pair).mean, Spread::mean_of(&pair).count), (3.5, 2));
    /// ```
    pub fn mean_of(spreads: &[Self]) -> Self {
        let mean = |of: fn(&Self) -> f64| spreads.iter().map(of).sum::<f64>() / spreads.len().max(1) as f64;
        Self {
            count: spreads.len(),
            mean: mean(|spread| spread.mean),
            deviation: mean(|spread| spread.deviation),
        }
    }
}

/// How well one version of a clip is balanced.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct StageBalance {
    /// Distance of the zero moment point from what bears, over the judged frames, 0 inside, metres.
    pub outside: Spread,
    /// Share of the load with the zero moment point inside or at most 2 cm outside.
    pub within_2cm: f64,
}

/// How far the zero moment point of some masses is from that of the reference, in one clip or over many.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MassDistance {
    /// How the masses are found.
    pub method: MassMethod,
    /// Distance over the judged frames, metres.
    pub distance: Spread,
}

/// Mass of a part of the body.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PartMass {
    /// `head`, `left_arm`, `right_arm`, `trunk`, `left_leg` or `right_leg`.
    pub part: String,
    /// Of the reference, kilograms; the mean over clips.
    pub reference: f64,
    /// Of the masses with which each clip is balanced best, kilograms, over clips.
    pub optimised: Spread,
}

/// One clip.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ClipEvaluation {
    /// Its name.
    pub name: String,
    /// What the reference masses follow from; `None` where they were given.
    pub reference: Option<MassSource>,
    /// Total mass without what is carried, kilograms.
    pub mass: f64,
    /// Frames that are judged, the same in all versions; `None` where these have different numbers of frames.
    pub frames: Option<usize>,
    /// The clip as it came; `None` where nothing could be judged.
    pub original: Option<StageBalance>,
    /// The clip on another body or with changed poses, where there is one.
    pub adapted: Option<StageBalance>,
    /// The adapted clip with its balance corrected, where there is one.
    pub balanced: Option<StageBalance>,
    /// Mass methods against the reference.
    pub masses: Vec<MassDistance>,
}

/// What [`evaluate_balance`](super::evaluate_balance()) found.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EvaluateBalanceReport {
    /// The clips, in the order they came.
    pub clips: Vec<ClipEvaluation>,
    /// Means over the clips as they came. Each is over the clips that have it.
    pub original: Option<StageBalance>,
    /// Means over the adapted clips.
    pub adapted: Option<StageBalance>,
    /// Means over the balanced clips.
    pub balanced: Option<StageBalance>,
    /// Mass methods against the reference: the means over clips.
    pub masses: Vec<MassDistance>,
    /// Parts of the body: their masses in the reference, and those with which clips are balanced best.
    pub parts: Vec<PartMass>,
    /// What a user should know.
    pub notes: Vec<Note>,
}

operation_report!(EvaluateBalanceReport);

impl EvaluateBalanceReport {
    /// One line with what a person wants to know first, the same in every host.
    pub fn summary(&self) -> String {
        let Some(original) = &self.original else { return "nothing could be judged".to_owned() };
        let cm = |stage: &StageBalance| format!("{:.2} cm", 100.0 * stage.outside.mean);
        let mut out = format!(
            "{} clip{}: zero moment point {} outside on average",
            self.clips.len(),
            if self.clips.len() == 1 { "" } else { "s" },
            cm(original)
        );
        for (name, stage) in [("adapted", &self.adapted), ("balanced", &self.balanced)] {
            if let Some(stage) = stage {
                out += &format!(", {name} {}", cm(stage));
            }
        }
        let nearest = self.masses.iter().min_by(|a, b| a.distance.mean.total_cmp(&b.distance.mean));
        if let Some(nearest) = nearest {
            out += &format!(
                "; nearest masses: {}, {:.2} cm",
                nearest.method.name(),
                100.0 * nearest.distance.mean
            );
        }
        out
    }
}

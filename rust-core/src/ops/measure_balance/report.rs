//! [`MeasureBalanceReport`] and what it is made of.

use super::episodes::{Flight, OtherSupport};
use super::scene::Judgement;
use crate::kinematics::support::LOADED;
use crate::math::Vec3;
use crate::model::{MassSource, Note};
use serde::Serialize;
use std::ops::Range;

/// What capture resolves: a zero moment point this close to its area counts as on it, metres.
const RESOLUTION: f64 = 0.02;

/// How far the zero moment point is outside the area that carries the body; 0 inside.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OutsideMeasures {
    /// Mean, frames weighted by their load, metres.
    pub mean: f64,
    /// 95 % of the load is nearer, metres.
    pub p95: f64,
    /// Farthest, over frames with at least 0.15 of the body's weight, metres.
    pub max: f64,
    /// That frame; `None` where no frame is outside.
    pub max_frame: Option<usize>,
}

/// How well a clip is balanced.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BalanceMeasures {
    /// Frames that were judged: something bears, and neither ends nor stretches with another support.
    pub frames: usize,
    /// How far the zero moment point is outside.
    pub outside: OutsideMeasures,
    /// Share of the load with the zero moment point inside the area.
    pub inside: f64,
    /// Share of the load with the zero moment point inside or at most 2 cm outside: what capture resolves.
    pub within_2cm: f64,
    /// Largest force along the ground against the force into it, 95 % of the load: what the soles must hold by friction. On a slope the
    /// ground is the slope.
    pub friction_p95: f64,
}

impl BalanceMeasures {
    /// Over the judged frames but those of other supports.
    pub(crate) fn new(judgement: &Judgement, left_out: &[Range<usize>]) -> Self {
        let mut is_out = vec![false; judgement.distances.len()];
        left_out.iter().for_each(|frames| is_out[frames.clone()].fill(true));
        let mut all: Vec<[f64; 3]> = Vec::new();
        let mut measures = Self::default();
        for frame in judgement.judged_frames().filter(|frame| !is_out[*frame]) {
            let Some(distance) = judgement.distances[frame] else { continue };
            let (load, force) = (judgement.dynamics.load(frame), judgement.dynamics.force[frame]);
            let outside = distance.max(0.0);
            if load > LOADED && outside > measures.outside.max {
                (measures.outside.max, measures.outside.max_frame) = (outside, Some(frame));
            }
            all.push([load.min(1.0), outside, friction(&force, &judgement.support.plane(frame).normal)]);
        }
        measures.frames = all.len();
        let total: f64 = all.iter().map(|[load, ..]| load).sum();
        if total <= 0.0 {
            return measures;
        }
        let share = |is_wanted: fn(f64) -> bool| {
            // An empty sum would be −0.
            all.iter().filter(|[_, outside, _]| is_wanted(*outside)).fold(0.0, |sum, [load, ..]| sum + load)
                / total
        };
        measures.inside = share(|outside| outside <= 0.0);
        measures.within_2cm = share(|outside| outside <= RESOLUTION);
        measures.outside.mean = all.iter().map(|[load, outside, _]| load * outside).sum::<f64>() / total;
        measures.outside.p95 = weighted_p95(&mut all, 1, total);
        measures.friction_p95 = weighted_p95(&mut all, 2, total);
        measures
    }
}

/// Force along a surface against the force into it.
fn friction(force: &Vec3, normal: &Vec3) -> f64 {
    let into = force.dot(normal);
    // A surface steeper than the force cannot hold it at all.
    (force - normal * into).norm() / into.max(1e-6 * force.norm())
}

/// The value that 95 % of the load stays below.
fn weighted_p95(all: &mut [[f64; 3]], column: usize, total: f64) -> f64 {
    all.sort_unstable_by(|a, b| a[column].total_cmp(&b[column]));
    let mut sum = 0.0;
    let found = all.iter().find(|row| {
        sum += row[0];
        sum >= 0.95 * total
    });
    found.map_or(0.0, |row| row[column])
}

/// What [`measure_balance`](super::measure_balance()) found.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MeasureBalanceReport {
    /// How well the clip is balanced.
    #[serde(flatten)]
    pub balance: BalanceMeasures,
    /// Mass of the body, kilograms, without what it carries.
    pub mass: f64,
    /// What it carries, kilograms.
    pub carried: f64,
    /// What the masses follow from; none where they were given.
    pub mass_source: Option<MassSource>,
    /// Mean height of the centre of mass over what carries it, over the judged frames, weighted by their load, metres; `None` without any.
    pub centre_height: Option<f64>,
    /// Mean share of the load on the left foot, over the same frames; `None` without any.
    pub left_share: Option<f64>,
    /// Stretches in which nothing touches the ground.
    pub flights: Vec<Flight>,
    /// Stretches in which something else carries the body; they are not judged.
    pub other_supports: Vec<OtherSupport>,
    /// The frame rate that the motion seems to have, where the clip's own cannot be right.
    pub likely_frame_rate: Option<f64>,
    /// What a user should know.
    pub notes: Vec<Note>,
}

operation_report!(MeasureBalanceReport);

impl MeasureBalanceReport {
    /// One line with what a person wants to know first, the same in every host.
    pub fn summary(&self) -> String {
        if self.balance.frames == 0 {
            return "nothing could be judged".to_owned();
        }
        let mut out = format!(
            "zero moment point {:.1} cm outside on average, {:.0} % inside, {:.0} % within 2 cm",
            100.0 * self.balance.outside.mean,
            100.0 * self.balance.inside,
            100.0 * self.balance.within_2cm,
        );
        for (count, one, many) in [
            (self.flights.len(), "flight", "flights"),
            (self.other_supports.len(), "stretch with another support", "stretches with another support"),
        ] {
            if count > 0 {
                out += &format!("; {count} {}", if count == 1 { one } else { many });
            }
        }
        out
    }
}

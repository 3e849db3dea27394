//! What is gathered on the way to the result, how sure it is, and the report.

use super::confidence::confidence;
use super::fault_model::{Fault, FaultTrack};
use super::report::{
    DetectPlantsReport, DetectedPlants, FaultEstimate, Held, PlantFigures, Slide, Smoothing, Touch,
};
use super::support::Support;
use super::tracks::{self, Tracks, quantile, runs_in_segments};
use super::velocity::Velocities;
use super::{PointMotion, hands};
use crate::error::Result;
use crate::model::{BodyPoint, Note, Plant, Plants, PointKind, Side};
use std::ops::Range;

/// Drift above which a user should look, metres per second for the reference leg.
const DRIFT_TO_WARN: f64 = 0.1;
/// Frames of an accepted interval, and why it is believed.
type JudgedInterval = (Range<usize>, Verdict);

/// What is gathered on the way to the result.
#[derive(Default)]
pub(super) struct GatheredPlants {
    pub(super) held: Vec<Held>,
    /// Frames and verdict of every accepted interval in frame order, per limb and point.
    verdicts: Vec<[Vec<JudgedInterval>; 2]>,
    pub(super) plants: Vec<(Plant, PlantFigures, Verdict)>,
}

/// Why an interval is believed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Verdict {
    /// `None` for the slowest part of a touch.
    pub(super) support: Option<Support>,
    /// The speed that halves the confidence, in still speeds.
    pub(super) speed_limit: f64,
}

impl Verdict {
    pub(super) const TOUCH: Verdict = Verdict { support: None, speed_limit: 1.0 };

    pub(super) fn of(support: Support) -> Self {
        Self { support: Some(support), speed_limit: 1.0 }
    }
}

impl GatheredPlants {
    pub(super) fn verdict_of(&self, limb: usize, which: usize, frames: &Range<usize>) -> Verdict {
        let Some(verdicts) = self.verdicts.get(limb).map(|pair| &pair[which]) else { return Verdict::TOUCH };
        let next = verdicts.partition_point(|(f, _)| f.end <= frames.start);
        let overlapping = verdicts.get(next).filter(|(f, _)| f.start < frames.end);
        overlapping.map_or(Verdict::TOUCH, |(_, verdict)| *verdict)
    }

    /// Notes why an interval is believed; those of one point come in frame order.
    pub(super) fn add_verdict(&mut self, limb: usize, which: usize, frames: Range<usize>, verdict: Verdict) {
        if self.verdicts.len() <= limb {
            self.verdicts.resize_with(limb + 1, Default::default);
        }
        self.verdicts[limb][which].push((frames, verdict));
    }

    /// A hand that carries the body while no foot does is sure; one that rests beside standing feet is likely.
    pub(super) fn add_hand(
        &mut self,
        limb: usize,
        hand: &hands::HandPlants,
        feet: &[[Vec<bool>; 2]],
        tracks: &Tracks,
    ) {
        for which in 0..2 {
            for frames in runs_in_segments(&hand.planted[which], &tracks.segments) {
                let is_alone = |t: usize| !feet.iter().flatten().any(|planted| planted[t]);
                let rolls = frames.clone().any(|t| hand.rolling[t]);
                let support = if frames.clone().any(is_alone) { Support::Sure } else { Support::Likely };
                let speed_limit = if rolls { hands::ROLLING_SPEED } else { 1.0 };
                let verdict = Verdict { support: Some(support), speed_limit };
                self.add_verdict(limb, which, frames, verdict);
            }
        }
    }

    /// Nothing speaks against a point of the sole that is still where the foot rests.
    pub(super) fn add_sole(&mut self, limb: usize, sole: &[Vec<bool>; 2], tracks: &Tracks) {
        for (which, flags) in sole.iter().enumerate() {
            for frames in runs_in_segments(flags, &tracks.segments) {
                self.add_verdict(limb, which, frames, Verdict::of(Support::Likely));
            }
        }
    }

    pub(super) fn add_plant(
        &mut self,
        point: crate::model::BodyPoint,
        frames: Range<usize>,
        verdict: Verdict,
        motion: &PointMotion,
        limb: &tracks::PointPair,
        which: usize,
    ) {
        let median = |values: &[f64]| quantile(&mut values[frames.clone()].to_vec(), 0.5).unwrap_or(0.0);
        let figures =
            PlantFigures { residual_speed: median(&motion.speeds), height: median(limb.own_heights(which)) };
        self.plants.push((Plant { point, frames, confidence: 0.0, position: None }, figures, verdict));
    }

    #[allow(clippy::too_many_arguments, reason = "the last step reads all the steps before")]
    pub(super) fn finish(
        mut self,
        tracks: &Tracks,
        velocities: &Velocities,
        fault: &FaultTrack,
        planted: &[[Vec<bool>; 2]],
        still_speed: f64,
        touches: Vec<Touch>,
        slides: Vec<Slide>,
    ) -> Result<DetectedPlants> {
        for (plant, figures, verdict) in &mut self.plants {
            let seconds = plant.frames.len() as f64 * tracks.dt;
            let relative_speed = figures.residual_speed / (verdict.speed_limit * still_speed);
            plant.confidence = confidence(relative_speed, seconds, verdict.support);
        }
        self.plants.sort_by_key(|(plant, ..)| (plant.frames.start, plant.point));
        self.held.sort_by_key(|held| (held.frames.start, held.point));
        let floor = self
            .plants
            .iter()
            .filter(|(plant, ..)| plant.point.kind == PointKind::Toe)
            .map(|(_, figures, _)| figures.height)
            .min_by(f64::total_cmp);
        let feet = &planted[..tracks.foot_count];
        let standing =
            (0..tracks.frame_count).filter(|&t| feet.iter().flatten().any(|flags| flags[t])).count();
        // As the clip shows it, with the legs that it has.
        let shrunk = 1.0 / (1.0 + tracks.leg_growth);
        let estimate = |frame: f64, fault: &Fault| FaultEstimate {
            time: frame * tracks.dt,
            root_share: 1.0 - shrunk + shrunk * fault.c,
            drift: [shrunk * fault.dx, shrunk * fault.dz],
        };
        let (plants, plant_figures): (Vec<Plant>, Vec<PlantFigures>) =
            self.plants.into_iter().map(|(p, figures, _)| (p, figures)).unzip();
        let middle = tracks.frame_count.saturating_sub(1) as f64 / 2.0;
        let [root_level, root_height, feet] = velocities.cut_offs;
        let global = estimate(middle, &fault.global);
        let mut report = DetectPlantsReport {
            conveyor: (fault.conveyor_speed > 0.0).then_some(global.drift),
            fault: global,
            fault_per_second: fault.windows.iter().map(|(t, fault)| estimate(*t, fault)).collect(),
            root_noise: velocities.noise.root,
            feet_noise: velocities.noise.feet,
            smoothing: Smoothing { root_level, root_height, feet },
            leg_length: tracks.own_leg_length(),
            leg_growth: None,
            floor,
            cuts: tracks.segments.iter().skip(1).map(|segment| segment.start - 1).collect(),
            planted_share: standing as f64 / tracks.frame_count.max(1) as f64,
            plant_figures,
            plants: plants.len(),
            frame_count: tracks.frame_count,
            touches,
            slides,
            held: self.held,
            notes: Vec::new(),
        };
        report.notes = notes(tracks, &report);
        let (on_floor, on_conveyor) =
            if report.conveyor.is_some() { (Vec::new(), plants) } else { (plants, Vec::new()) };
        Ok(DetectedPlants {
            plants: Plants::new(tracks.frame_count, on_floor)?,
            conveyor_plants: Plants::new(tracks.frame_count, on_conveyor)?,
            report,
        })
    }
}

fn notes(tracks: &Tracks, report: &DetectPlantsReport) -> Vec<Note> {
    let mut out = Vec::new();
    let [x, z] = report.fault.drift;
    let drift = x.hypot(z);
    if report.conveyor.is_some() {
        let text = format!(
            "walks on the spot or on a treadmill of {drift:.2} m/s: not pinned; the plants hold on that moving floor only"
        );
        out.push(Note::warning("on-the-spot", text));
    } else if drift > DRIFT_TO_WARN * tracks.scale {
        let text = format!(
            "planted feet drift by {drift:.2} m/s; skates and a floor that moves look the same, check that it is a fault"
        );
        out.push(Note::warning("drift", text));
    }
    if report.root_noise > 0.003 * tracks.scale {
        let text = format!("the root carries {:.1} mm of noise", 1000.0 * report.root_noise);
        out.push(Note::warning("root-noise", text));
    }
    if tracks.leg_length <= 1e-9 {
        out.push(Note::warning(
            "no-leg-length",
            "the legs have no length; limits are those of an adult body",
        ));
    }
    if !report.cuts.is_empty() {
        let text = "the clip jumps after these frames: a pose put before a capture, or clips glued together";
        let note = Note::warning("jump", text);
        out.push(report.cuts.iter().fold(note, |note, &frame| note.on(frame..frame + 1)));
    }
    if tracks.frame_count > 0 && report.planted_share == 0.0 {
        out.push(Note::warning("no-plants", "no foot is ever planted"));
    }
    for side in Side::BOTH {
        let mut slides = report.slides.iter().filter(|slide| slide.side == side).peekable();
        if slides.peek().is_some() {
            let toe = BodyPoint { side, kind: PointKind::Toe };
            let note =
                Note::info("slides", "truly slides over the floor and is left alone").about(toe.name());
            out.push(slides.fold(note, |note, slide| note.on(slide.frames.clone())));
        }
    }
    out
}

//! Plots of how the feet move, made for any clip whose skeleton names its feet.

use super::{Actor, ActorClip, Plot, Series, Shade, Tint};
use surefoot::Result;
use surefoot::kinematics::{BodyPoints, WorldPoses, world_poses};
use surefoot::model::{BodyPoint, PointKind, Side};

/// Height and speed of the toes for every clip of the first character.
///
/// One character: left and right share a plot. Several: each side has its own plots, with a curve per character
/// that plays a clip of that number. Plants are shaded. Empty where the first skeleton names no feet.
///
/// ```
/// use surefoot_page::{Actor, ActorClip, Tint, foot_plots};
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let clips = vec![ActorClip::new(&walk.clip)];
/// let actor = Actor { label: "walk".into(), tint: Tint::of_actor(0, 1), skeleton: &skeleton, clips, skins: &[] };
/// let plots = foot_plots(&[actor])?;
/// assert!(plots.iter().flat_map(|plot| &plot.series).all(|curve| curve.values.len() == walk.clip.frame_count()));
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// As [`render`](crate::render).
pub fn foot_plots(actors: &[Actor<'_>]) -> Result<Vec<Plot>> {
    actors.iter().try_for_each(Actor::check)?;
    let Some((first, others)) = actors.split_first() else { return Ok(Vec::new()) };
    let mut plots = Vec::new();
    for clip in 0..first.clips.len() {
        let frame_rate = first.clips[clip].clip.frame_rate();
        let mut tracks = Vec::new();
        for actor in actors {
            if let Some(clip) = actor.clips.get(clip) {
                tracks.extend(ToeTracks::new(actor, clip)?);
            }
        }
        for measure in [Measure::Height, Measure::Speed] {
            let plot = |title: String, series: Vec<Series>, shaded: Vec<Shade>| Plot {
                title,
                unit: measure.unit().into(),
                clip: Some(clip),
                frame_rate,
                min_span: measure.min_span(),
                max_span: f64::INFINITY,
                series,
                shaded,
            };
            if others.is_empty() {
                let Some(track) = tracks.first() else { continue };
                let both = Side::BOTH.iter();
                let series: Vec<Series> = both
                    .clone()
                    .filter_map(|&side| {
                        track.series(side, measure, side.name().to_owned(), tint(side), frame_rate)
                    })
                    .collect();
                if !series.is_empty() {
                    let shaded = both.flat_map(|&side| track.shaded(side)).collect();
                    plots.push(plot(format!("Toe {}", measure.name()), series, shaded));
                }
                continue;
            }
            for side in Side::BOTH {
                let series: Vec<Series> = tracks
                    .iter()
                    .filter_map(|t| t.series(side, measure, t.label.to_owned(), t.tint, frame_rate))
                    .collect();
                if !series.is_empty() {
                    let shaded =
                        tracks.iter().map(|t| t.shaded(side)).rfind(|s| !s.is_empty()).unwrap_or_default();
                    plots.push(plot(format!("{} toe {}", capital(side), measure.name()), series, shaded));
                }
            }
        }
    }
    Ok(plots)
}

#[derive(Clone, Copy)]
enum Measure {
    Height,
    Speed,
}

impl Measure {
    fn name(self) -> &'static str {
        match self {
            Measure::Height => "height",
            Measure::Speed => "speed",
        }
    }

    fn unit(self) -> &'static str {
        match self {
            Measure::Height => "m",
            Measure::Speed => "m/s",
        }
    }

    fn min_span(self) -> f64 {
        match self {
            Measure::Height => 0.1,
            Measure::Speed => 0.5,
        }
    }
}

/// Where one character's toes are in one clip.
struct ToeTracks<'a> {
    label: &'a str,
    tint: Tint,
    clip: ActorClip<'a>,
    points: BodyPoints,
    poses: WorldPoses,
}

impl<'a> ToeTracks<'a> {
    fn new(actor: &'a Actor<'a>, clip: &ActorClip<'a>) -> Result<Option<Self>> {
        let points = BodyPoints::new(actor.skeleton);
        let poses = world_poses(actor.skeleton, clip.clip)?;
        let has_toes = points.iter().any(|(point, _)| point.kind == PointKind::Toe);
        Ok(has_toes.then(|| Self { label: &actor.label, tint: actor.tint, clip: *clip, points, poses }))
    }

    /// One value per frame of a timeline at `frame_rate`, each from the frame of this clip that is on show then.
    fn series(
        &self,
        side: Side,
        measure: Measure,
        label: String,
        tint: Tint,
        frame_rate: f64,
    ) -> Option<Series> {
        let toe = self.points.get(BodyPoint { side, kind: PointKind::Toe })?;
        let count = self.poses.frame_count();
        let at = |frame: usize| self.poses.point(frame, toe.joint, &toe.offset);
        let value = |frame: usize| match measure {
            Measure::Height => at(frame).y as f32,
            Measure::Speed => {
                // Central difference; one-sided at the ends.
                let (before, after) = (frame.saturating_sub(1), (frame + 1).min(count - 1));
                let seconds = (after - before).max(1) as f64 * self.clip.clip.frame_time();
                ((at(after) - at(before)).norm() / seconds) as f32
            }
        };
        let ratio = self.clip.clip.frame_rate() / frame_rate;
        let frames = (0..).map(|i| (f64::from(i) * ratio + 1e-6) as usize).take_while(|frame| *frame < count);
        Some(Series { label, tint, values: frames.map(value).collect() })
    }

    fn shaded(&self, side: Side) -> Vec<Shade> {
        let plants = self.clip.plants.map_or(&[][..], |p| p.as_slice());
        plants
            .iter()
            .filter(|p| p.point.side == side && matches!(p.point.kind, PointKind::Toe | PointKind::ToeTip))
            .map(|p| Shade { frames: p.frames.clone(), tint: tint(side) })
            .collect()
    }
}

fn tint(side: Side) -> Tint {
    match side {
        Side::Left => Tint::Left,
        Side::Right => Tint::Right,
    }
}

fn capital(side: Side) -> &'static str {
    match side {
        Side::Left => "Left",
        Side::Right => "Right",
    }
}

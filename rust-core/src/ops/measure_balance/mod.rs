//! [`measure_balance`]: how well a character keeps its balance.
//!
//! The method is described in docs/methods/balance.md.

pub(crate) mod episodes;
mod footprints;
mod options;
mod overlay;
pub(crate) mod report;
pub(crate) mod scene;
mod sole_widths;

pub use episodes::{Flight, OtherSupport};
pub use footprints::Footprint;
pub use options::MeasureBalanceOptions;
pub use overlay::{BalanceOverlay, FlightArc, balance_overlay};
pub use report::{BalanceMeasures, MeasureBalanceReport, OutsideMeasures};
pub use scene::BalanceScene;

use crate::declare::Operation;
use crate::error::Result;
use crate::kinematics::WorldPoses;
use crate::kinematics::support::LOADED;
use crate::math::runs::runs;
use crate::math::{GRAVITY, Vec3};
use crate::model::{Clip, MassModel, Note, Skeleton, Skin};
use scene::{BalanceBody, JudgedClip, Judgement};
use std::ops::Range;

pub(crate) const OPERATION: Operation = Operation::new::<MeasureBalanceOptions, MeasureBalanceReport>(
    "Measure Balance",
    "Measure the centre of mass, the zero moment point, what carries the body, and flights",
);

/// A frame rate is doubted where less than this share is within 2 cm, and half of the rate gives more than that share, or so much more.
const DOUBTED: f64 = 0.4;
const BELIEVED: f64 = 0.75;
const MORE_BELIEVED: f64 = 0.65;
const GAINED: f64 = 0.45;
/// Flights whose fall is this far from gravity are told.
const G_RATIOS: std::ops::RangeInclusive<f64> = 0.8..=1.25;

/// What [`measure_balance`] returns.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct MeasuredBalance {
    /// Everything, frame by frame.
    pub frames: BalanceFrames,
    /// The masses that were used, with what the body carries.
    pub masses: MassModel,
    /// Where each foot stood.
    pub footprints: Vec<Footprint>,
    /// The figures.
    pub report: MeasureBalanceReport,
}

/// Balance, frame by frame.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct BalanceFrames {
    /// Centre of mass, world, metres; not smoothed.
    pub centre: Vec<Vec3>,
    /// Momentum of the whole body, world, kg·m/s; smoothed, as are all that follow.
    pub momentum: Vec<Vec3>,
    /// Angular momentum about the centre of mass, world, kg·m²/s.
    pub angular_momentum: Vec<Vec3>,
    /// The frames that are judged: smoothing has nothing to lean on at the ends.
    pub judged: Range<usize>,
    /// Force on the body's feet upwards, as a share of its weight: 1 standing, 0 in flight.
    pub load: Vec<f64>,
    /// Zero moment point, world, on what carries the body; `None` where the load is too small for it.
    pub zero_moment_point: Vec<Option<Vec3>>,
    /// Distance of that point from the area that carries the body, metres: below 0 inside. `None` where nothing carries it.
    pub distance: Vec<Option<f64>>,
    /// Share of the load on the left foot; `None` where nothing carries the body.
    pub left_share: Vec<Option<f64>>,
    /// Whether the figures of the report count the frame: not at the ends, with too little load, without an area or with another support.
    pub is_judged: Vec<bool>,
    /// A point of the plane that carries the body, world, metres: the floor, or the plane through what bears on steps and slopes.
    pub plane_point: Vec<Vec3>,
    /// Its normal, unit, upwards.
    pub plane_normal: Vec<Vec3>,
    /// Corners of the area that carries the body, one frame after the other, world.
    pub area_corners: Vec<Vec3>,
    /// The first corner of each frame in `area_corners`, and the number of corners at the end.
    pub area_first: Vec<usize>,
}

impl BalanceFrames {
    /// Corners of the area that carries the body in a frame.
    ///
    /// # Panics
    /// As a slice does, for a frame that is not there.
    pub fn area(&self, frame: usize) -> &[Vec3] {
        &self.area_corners[self.area_first[frame]..self.area_first[frame + 1]]
    }

    fn new(judgement: &Judgement, other_supports: &[OtherSupport]) -> Self {
        let dynamics = &judgement.dynamics;
        let count = dynamics.centre.len();
        let counted = judgement.judged_frames();
        let mut frames = Self {
            centre: dynamics.centre.clone(),
            momentum: Vec::with_capacity(count),
            angular_momentum: Vec::with_capacity(count),
            judged: counted.clone(),
            load: (0..count).map(|frame| dynamics.load(frame)).collect(),
            zero_moment_point: judgement.points.clone(),
            distance: judgement.distances.clone(),
            left_share: Vec::with_capacity(count),
            is_judged: (0..count).map(|f| counted.contains(&f) && judgement.distances[f].is_some()).collect(),
            plane_point: Vec::with_capacity(count),
            plane_normal: Vec::with_capacity(count),
            area_corners: Vec::new(),
            area_first: vec![0],
        };
        other_supports.iter().for_each(|other| frames.is_judged[other.frames.clone()].fill(false));
        for (frame, point) in judgement.points.iter().enumerate() {
            let [linear, angular] = dynamics.momentum(frame);
            frames.momentum.push(linear);
            frames.angular_momentum.push(angular);
            frames.left_share.push(point.and_then(|point| judgement.support.left_share(frame, &point)));
            let plane = judgement.support.plane(frame);
            frames.plane_point.push(plane.origin);
            frames.plane_normal.push(plane.normal);
            frames
                .area_corners
                .extend(judgement.support.area(frame).iter().map(|corner| plane.lifted(corner)));
            frames.area_first.push(frames.area_corners.len());
        }
        frames
    }
}

/// Measures how well a character keeps its balance: centre of mass, zero moment point, what carries the body, flights.
///
/// Nothing is changed. The mesh tells the masses; without one they are those of the average adult. Points of feet and hands that are low and
/// not fast carry the body. Where the zero moment point is long outside of them, something else does: a seat, a partner. Such stretches are
/// named and not judged.
///
/// ```
/// use surefoot::model::Load;
/// use surefoot::ops::measure_balance::{BalanceScene, MeasureBalanceOptions, measure_balance};
/// # let biped = surefoot_sample::biped(&Default::default())?;
/// # let (skeleton, skins) = (biped.skeleton, [biped.skin]);
/// # let clip = surefoot_sample::walk(&skeleton, &Default::default())?.clip;
///
/// let loads = [Load::new(&skeleton, "right_hand", 8.9)?];
/// let mut scene = BalanceScene::default();
/// scene.loads = &loads;
/// let measured = measure_balance(&skeleton, &clip, &skins, &scene, &MeasureBalanceOptions::default())?;
/// println!("{}", measured.report.summary());
/// assert_eq!(measured.frames.centre.len(), clip.frame_count());
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::MissingRoles`](crate::Error::MissingRoles) without feet; [`Error::Length`](crate::Error::Length) if clip or plants are for others;
/// [`Error::Invalid`](crate::Error::Invalid) for masses and loads that cannot be; [`Error::OptionOutOfRange`](crate::Error::OptionOutOfRange).
pub fn measure_balance(
    skeleton: &Skeleton,
    clip: &Clip,
    skins: &[Skin],
    scene: &BalanceScene<'_>,
    options: &MeasureBalanceOptions,
) -> Result<MeasuredBalance> {
    let JudgedClip { body, poses, judgement } = JudgedClip::new(skeleton, clip, skins, scene, options)?;
    let mut report = judge_clip(skeleton, &poses, &body, &judgement);
    report.likely_frame_rate = likely_frame_rate(skeleton, clip, &poses, &body, scene, options, &report)?;
    if let Some(rate) = report.likely_frame_rate {
        let text = format!(
            "the motion fits {rate:.0} frames a second, not {:.0}: is the frame rate right?",
            clip.frame_rate()
        );
        report.notes.push(Note::warning("frame-rate-doubtful", text));
    }
    let footprints = footprints::find_footprints(skeleton, &poses, &body, &judgement);
    let frames = BalanceFrames::new(&judgement, &report.other_supports);
    Ok(MeasuredBalance { frames, masses: body.masses, footprints, report })
}

/// The figures of a judged clip.
pub(crate) fn judge_clip(
    skeleton: &Skeleton,
    poses: &WorldPoses,
    body: &BalanceBody,
    judgement: &Judgement,
) -> MeasureBalanceReport {
    let other_supports = episodes::find_other_supports(skeleton, poses, judgement);
    let left_out: Vec<_> = other_supports.iter().map(|other| other.frames.clone()).collect();
    let flights = episodes::find_flights(judgement, GRAVITY);
    let balance = BalanceMeasures::new(judgement, &left_out);
    let mut notes = body.notes.clone();
    if balance.frames == 0 {
        notes.push(not_judged(judgement));
    }
    notes.extend(note_of_ground(judgement));
    for other in &other_supports {
        let text = format!(
            "something else carries the body, {:.0} cm from the pelvis",
            100.0 * other.pelvis_distance
        );
        notes.push(Note::info("other-support", text).about(&other.joint).on(other.frames.clone()));
    }
    for flight in flights.iter().filter(|flight| !G_RATIOS.contains(&flight.g_ratio)) {
        let text = format!("the body falls with {:.2} of gravity", flight.g_ratio);
        notes.push(Note::warning("flight-not-ballistic", text).on(flight.frames.clone()));
    }
    let judged = judgement.judged_frames().filter(|frame| {
        judgement.distances[*frame].is_some() && !left_out.iter().any(|frames| frames.contains(frame))
    });
    let mean = |value: &dyn Fn(usize) -> Option<f64>| {
        let loaded = judged.clone().filter_map(|f| Some((value(f)?, judgement.dynamics.load(f).min(1.0))));
        let (sum, weights) =
            loaded.fold((0.0, 0.0), |(sum, all), (value, load)| (sum + value * load, all + load));
        (weights > 0.0).then(|| sum / weights)
    };
    let height = |frame: usize| {
        let plane = judgement.support.plane(frame);
        (judgement.dynamics.centre[frame] - plane.origin).dot(&plane.normal)
    };
    let left = |frame: usize| judgement.support.left_share(frame, &judgement.points[frame]?);
    MeasureBalanceReport {
        balance,
        mass: body.masses.total() - body.carried,
        carried: body.carried,
        mass_source: body.source,
        centre_height: mean(&|frame| Some(height(frame))),
        left_share: mean(&left),
        flights,
        other_supports,
        likely_frame_rate: None,
        notes,
    }
}

/// Where the ground that was given is not what carries the body.
pub(crate) fn note_of_ground(judgement: &Judgement) -> Option<Note> {
    let off = judgement.support.off_ground();
    let farthest = off.iter().map(|(_, way)| *way).reduce(f64::max)?;
    let text = if farthest.is_finite() {
        format!(
            "the ground is up to {:.0} cm below the feet, but something holds the body up",
            100.0 * farthest
        )
    } else {
        "there is no ground under the feet, but something holds the body up".to_owned()
    };
    let mut is_off = vec![false; judgement.dynamics.centre.len()];
    off.iter().for_each(|(frame, _)| is_off[*frame] = true);
    Some(runs(&is_off).into_iter().fold(Note::warning("ground-not-underfoot", text), Note::on))
}

/// Says why no frame counts.
pub(crate) fn not_judged(judgement: &Judgement) -> Note {
    let frames = judgement.judged_frames();
    let why = match judgement.dynamics.centre.len() {
        count @ 0..3 => {
            format!(
                "the clip has {count} frame{}, and an acceleration takes 3",
                if count == 1 { "" } else { "s" }
            )
        }
        _ if frames
            .clone()
            .all(|f| judgement.points[f].is_none() || judgement.dynamics.load(f) <= LOADED) =>
        {
            "the body carries no weight in any frame: it falls or flies all the time".to_owned()
        }
        _ if judgement.distances[frames].iter().all(Option::is_none) => {
            "neither feet nor hands come near to what they could stand on".to_owned()
        }
        _ => "something else than feet and hands carries the body all the time".to_owned(),
    };
    Note::warning("balance-not-judged", format!("nothing could be judged: {why}"))
}

/// Half of the clip's frame rate, where that alone makes the motion plausible. A rate that is too low cannot be seen.
fn likely_frame_rate(
    skeleton: &Skeleton,
    clip: &Clip,
    poses: &WorldPoses,
    body: &BalanceBody,
    scene: &BalanceScene<'_>,
    options: &MeasureBalanceOptions,
    report: &MeasureBalanceReport,
) -> Result<Option<f64>> {
    let judged = |report: &MeasureBalanceReport| {
        // Stretches that nothing explains are the symptom here: they count as outside.
        let out: usize = report.other_supports.iter().map(|other| other.frames.len()).sum();
        report.balance.within_2cm * report.balance.frames as f64 / (report.balance.frames + out).max(1) as f64
    };
    if report.balance.frames + report.other_supports.len() == 0 || judged(report) >= DOUBTED {
        return Ok(None);
    }
    let slow = Judgement::new(skeleton, clip, poses, body, scene, 2.0 * clip.frame_time(), options.cutoff)?;
    let slow = judged(&judge_clip(skeleton, poses, body, &slow));
    let is_believed = slow > BELIEVED || (slow > MORE_BELIEVED && slow - judged(report) > GAINED);
    Ok(is_believed.then(|| clip.frame_rate() / 2.0))
}
